//! `--format parquet` and `.parquet`: columns out and in.

#[cfg(not(feature = "parquet"))]
use super::support::Folder;
use super::support::{Run, run};

/// A method that needs no tables.
const METHOD: [&str; 3] = ["solve", "--method", "thistlethwaite"];

/// Two positions, a solved one, and an invalid line; a comment before.
const LINES: &str = "# positions\nR U\nU2\n\nR R'\nnone\n";

fn solve(args: &[&str]) -> Run {
    run(&[&METHOD[..], args].concat())
}

#[cfg(not(feature = "parquet"))]
#[test]
fn a_program_without_it_says_so() {
    let folder = Folder::new();
    let input = folder.write("in", LINES);
    let remedy = "\n  This program was built without Parquet. Build it with `--features parquet`.\n";
    for args in [&["--format", "parquet", &input][..], &["-o", &folder.path("out.parquet"), &input]] {
        let refused = solve(args);
        let message = format!("cubebatch: Parquet cannot be written{remedy}");
        assert_eq!((refused.code, refused.stdout, refused.stderr), (2, String::new(), message));
    }
    let input = folder.write("in", "PAR1....");
    let message = format!("cubebatch: {input}: it is a Parquet file{remedy}");
    assert_eq!(solve(&[&input]).stderr, message);
    assert_eq!(folder.names(), ["in"]);
}

/// The rows of a file as the library shows them.
#[cfg(feature = "parquet")]
pub fn rows(path: &str) -> Vec<String> {
    use parquet::file::reader::{FileReader, SerializedFileReader};

    let file = std::fs::File::open(path).expect("it is there");
    let file = SerializedFileReader::new(file).expect("it is whole");
    file.get_row_iter(None).expect("it has rows").map(|row| row.expect("it is sound").to_string()).collect()
}

#[cfg(feature = "parquet")]
mod with_it {
    use std::fs::{self, File};
    use std::sync::Arc;

    use parquet::data_type::{ByteArray, ByteArrayType, DataType, FixedLenByteArray, FixedLenByteArrayType};
    use parquet::data_type::{Int32Type, Int64Type};
    use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
    use parquet::schema::parser::parse_message_type;

    use parquet::file::reader::{FileReader, SerializedFileReader};

    use super::super::support::{Folder, PROGRAM, command, default_tables, run};
    use super::{LINES, METHOD, rows, solve};

    /// The numbers of rows, positions, lists of texts with gaps, and a column that rows have, too.
    const TABLE: &str = "message m {
        required int64 id;
        optional binary State (STRING);
        optional group tags (LIST) { repeated group list { optional binary element (STRING); } }
        required int32 Length;
    }";

    /// Writes [`TABLE`] with these positions, seven rows in a group.
    fn write_table(path: &str, positions: &[&str]) {
        let schema = Arc::new(parse_message_type(TABLE).expect("it is a schema"));
        let file = File::create(path).expect("there is room");
        let mut file = SerializedFileWriter::new(file, schema, Arc::default()).unwrap();
        let rows: Vec<usize> = (0..positions.len()).collect();
        for rows in rows.chunks(7) {
            let mut group = file.next_row_group().unwrap();
            let mut write = |write: &dyn Fn(&mut SerializedColumnWriter)| {
                let mut column = group.next_column().unwrap().unwrap();
                write(&mut column);
                column.close().unwrap();
            };
            let ids: Vec<i64> = rows.iter().map(|&row| row as i64).collect();
            write(&|column| {
                column.typed::<Int64Type>().write_batch(&ids, None, None).unwrap();
            });
            let texts: Vec<ByteArray> = rows.iter().map(|&row| positions[row].into()).collect();
            let levels = vec![1; rows.len()];
            write(&|column| {
                column.typed::<ByteArrayType>().write_batch(&texts, Some(&levels), None).unwrap();
            });
            // No list, an empty one, and one of a text and a gap.
            let levels = rows.iter().flat_map(|row| [&[(0, 0)][..], &[(1, 0)], &[(3, 0), (2, 1)]][row % 3]);
            let (definitions, repetitions): (Vec<i16>, Vec<i16>) = levels.copied().unzip();
            let texts: Vec<ByteArray> = rows
                .iter()
                .filter(|&row| row % 3 == 2)
                .map(|row| format!("tag {row}").as_str().into())
                .collect();
            write(&|column| {
                let column = column.typed::<ByteArrayType>();
                column.write_batch(&texts, Some(&definitions), Some(&repetitions)).unwrap();
            });
            let lengths = vec![99; rows.len()];
            write(&|column| {
                column.typed::<Int32Type>().write_batch(&lengths, None, None).unwrap();
            });
            group.close().unwrap();
        }
        file.close().unwrap();
    }

    /// The values of a column, as the library shows them.
    fn column(path: &str, name: &str) -> Vec<String> {
        let file = SerializedFileReader::new(File::open(path).expect("it is there")).expect("it is whole");
        let rows = file.get_row_iter(None).unwrap().map(Result::unwrap);
        let held = |row: parquet::record::Row| {
            let mut columns = row.get_column_iter();
            columns.find(|(other, _)| *other == name).map_or("none".to_owned(), |(_, held)| held.to_string())
        };
        rows.map(held).collect()
    }

    /// A file of [`TABLE`] with twenty positions, one of them wrong.
    fn table(folder: &Folder) -> String {
        let positions = run(&["scramble", "--count", "20", "--seed", "9"]).stdout;
        let mut positions: Vec<&str> = positions.lines().collect();
        positions[11] = "none";
        let path = folder.path("table.parquet");
        write_table(&path, &positions);
        path
    }

    #[test]
    fn other_columns_are_kept() {
        let folder = Folder::new();
        let (input, out) = (table(&folder), folder.path("out.parquet"));
        let solved = solve(&["--column", "state", "-o", &out, &input]);
        assert_eq!(solved.code, 1, "{}", solved.stderr);
        let told = format!("{input}: rows have columns of the same names, so these are not kept: Length\n");
        assert!(solved.stderr.starts_with(&told), "{}", solved.stderr);
        for name in ["id", "tags"] {
            assert_eq!(column(&out, name), column(&input, name), "{name}");
        }
        assert_eq!(column(&out, "State")[0], "none", "it is `cube` there");
        assert_eq!(run(&["check", &out]).lines()[0], "19 of 20 solutions hold");
        // Parts begin within groups. A second pass keeps what the first one kept.
        let names: Vec<String> = (1..=3).map(|part| folder.path(&format!("{part}.parquet"))).collect();
        for (part, name) in names.iter().enumerate() {
            let part = format!("{}/3", part + 1);
            assert!(solve(&["--part", &part, "-o", name, &out]).code <= 1);
        }
        let joined = folder.path("joined.parquet");
        assert_eq!(run(&["join", "-o", &joined, &names[2], &names[0], &names[1]]).code, 0);
        for name in ["id", "tags", "moves"] {
            assert_eq!(column(&joined, name), column(&out, name), "{name}");
        }
    }

    #[test]
    fn other_columns_are_kept_by_a_run_that_goes_on() {
        let folder = Folder::new();
        let (input, out) = (table(&folder), folder.path("out.parquet"));
        let args = ["--column", "State", "--on-error", "stop", "-o", &out, &input];
        assert_eq!(solve(&args).code, 1);
        assert_eq!(column(&out, "id").len(), 12, "the wrong row has an error");
        write_table(&input, &["R"; 20].map(|_| "R"));
        let other = solve(&[&args[..], &["--resume"]].concat());
        assert!(other.code == 2 && column(&out, "id").len() == 12, "{}", other.stderr);
        let positions = run(&["scramble", "--count", "20", "--seed", "9"]).stdout;
        write_table(&input, &positions.lines().collect::<Vec<_>>());
        let resumed = solve(&[&args[..], &["--resume"]].concat());
        assert_eq!(resumed.code, 0, "{}", resumed.stderr);
        for name in ["id", "tags"] {
            assert_eq!(column(&out, name), column(&input, name), "{name}");
        }
    }

    #[test]
    fn of_several_files_the_columns_are_kept_that_all_have() {
        let folder = Folder::new();
        let (input, more, out) = (table(&folder), folder.path("more"), folder.path("out.parquet"));
        write_table(&more, &["R U", "F"]);
        let solved = solve(&["--column", "state", "-o", &out, &more, &input, &more]);
        assert_eq!(solved.code, 1, "{}", solved.stderr);
        for name in ["id", "tags"] {
            let each = [column(&more, name), column(&input, name), column(&more, name)];
            assert_eq!(column(&out, name), each.concat(), "{name}");
        }
        write_column::<ByteArrayType>(&more, "required binary state;", &["R".into()]);
        let solved = solve(&["--column", "state", "-o", &out, &input, &more]);
        let told =
            format!("{more}: the files before differ in these columns, which are not kept: id, tags\n");
        assert!(solved.stderr.contains(&told), "{}", solved.stderr);
        let text = folder.write("text.csv", "state\nR\n");
        for inputs in [[&text, &input], [&input, &text]] {
            let solved = solve(&["--column", "state", "-o", &out, inputs[0], inputs[1]]);
            let told = format!("the columns of {input} are not kept, because another input is not Parquet\n");
            assert!(solved.stderr.contains(&told), "{}", solved.stderr);
            assert_eq!((column(&out, "line").len(), column(&out, "id")[0].as_str()), (21, "none"));
        }
    }

    #[test]
    fn cubes_can_be_written_as_bytes() {
        let folder = Folder::new();
        let (input, out) = (folder.write("in", "R U\nnone\n"), folder.path("out.parquet"));
        assert_eq!(solve(&["--cube-bytes", "-o", &out, &input]).code, 1);
        let cube: cubebatch::Cube = "R U".parse().unwrap();
        let faces = cube.facelets().map(|face| face.index());
        assert_eq!(column(&out, "cube"), [format!("{faces:?}"), "null".to_owned()]);
        assert_eq!(solve(&[&out]).stdout.lines().next(), Some("U' R'"));
        assert_eq!(run(&["check", &out]).lines()[0], "1 of 2 solutions hold");
        let resumed = solve(&["-o", &out, "--resume", &input]);
        assert!(resumed.stderr.contains("there is no record of a run beside it"), "{}", resumed.stderr);
        for form in ["text", "jsonl", "csv"] {
            let refused = solve(&["--cube-bytes", "--format", form, &input]);
            let message = format!("cubebatch: --format {form} has no use for --cube-bytes\n");
            assert!(refused.code == 2 && refused.stderr.starts_with(&message), "{}", refused.stderr);
        }
    }

    /// A file with one column, of a type of this library.
    fn write_column<T: DataType>(path: &str, column: &str, values: &[T::T]) {
        let schema = parse_message_type(&format!("message m {{ {column} }}")).expect("it is a schema");
        let file = File::create(path).expect("there is room");
        let mut file = SerializedFileWriter::new(file, Arc::new(schema), Arc::default()).unwrap();
        let mut group = file.next_row_group().unwrap();
        let mut writer = group.next_column().unwrap().unwrap();
        let levels = vec![1; values.len()];
        let levels = column.starts_with("optional").then_some(&levels[..]);
        writer.typed::<T>().write_batch(values, levels, None).unwrap();
        writer.close().unwrap();
        group.close().unwrap();
        file.close().unwrap();
    }

    #[test]
    fn rows_name_their_goal() {
        let folder = Folder::new();
        let out = folder.path("out.parquet");
        assert_eq!(run(&["solve", "R U2 F'", "--goal", "eo", "-o", &out]).code, 0);
        assert!(rows(&out)[0].contains("goal: \"eo\", moves: ["), "{:?}", rows(&out));
        assert_eq!(run(&["check", &out]).lines()[0], "1 of 1 solution holds");
    }

    #[test]
    fn rows_have_the_columns_of_a_table_and_moves_as_numbers() {
        let folder = Folder::new();
        let (input, out) = (folder.write("in", LINES), folder.path("out.parquet"));
        let solved = solve(&["-o", &out, &input]);
        assert_eq!((solved.code, solved.stdout.as_str()), (1, ""), "{}", solved.stderr);
        let cubes: Vec<String> = run(&[&METHOD[..], &["--format", "csv", &input]].concat())
            .lines()
            .iter()
            .map(|line| line.split(',').nth(1).unwrap_or_default().to_owned())
            .collect();
        let row = |line: u64, cube: &str, moves: &str, length: u64, phases: [u64; 4]| {
            let [p1, p2, p3, p4] = phases;
            format!(
                "{{line: {line}, cube: \"{cube}\", moves: [{moves}], length: {length}, method: \"thistlethwaite\", \
                 phase1_length: {p1}, phase2_length: {p2}, phase3_length: {p3}, phase4_length: {p4}, error: null}}"
            )
        };
        let rows = rows(&out);
        assert_eq!(rows.len(), 4);
        // U' R', U2 and nothing, each a phase as in the table.
        assert_eq!(rows[1], row(3, &cubes[2], "1", 1, [0, 0, 0, 1]));
        assert_eq!(rows[2], row(5, &cubes[3], "", 0, [0, 0, 0, 0]));
        assert!(rows[0].contains("moves: [2, 5], length: 2, method: \"thistlethwaite\", "), "{}", rows[0]);
        assert!(rows[3].starts_with("{line: 6, cube: null, moves: null, length: null, method: \"thist"));
        assert!(rows[3].ends_with(", error: \"column 1: no move begins with \"n\"\"}"), "{}", rows[3]);
        assert_eq!(folder.names(), ["in", "out.parquet"], "the record is removed at the end");
    }

    #[test]
    fn what_is_written_is_read_and_checked() {
        let folder = Folder::new();
        let (input, out) = (
            folder.write("in", run(&["scramble", "--count", "50", "--seed", "3"]).stdout),
            folder.path("out.parquet"),
        );
        assert_eq!(solve(&["-o", &out, &input]).code, 0);
        for args in [&["check", &input, &out][..], &["check", &out]] {
            let checked = run(args);
            assert_eq!(
                (checked.code, checked.lines()[0]),
                (0, "50 of 50 solutions hold"),
                "{}",
                checked.stderr
            );
        }
        assert_eq!(solve(&[&out]), solve(&[&input]), "its rows are positions");
        let wrong = folder.write("wrong", run(&["scramble", "--count", "50", "--seed", "4"]).stdout);
        let checked = run(&["check", &wrong, &out]);
        assert_eq!((checked.code, checked.lines()[0]), (1, "0 of 50 solutions hold"));
        let mut piped = command(PROGRAM);
        let piped = piped.args([&METHOD[..], &["--format", "parquet", &input]].concat()).output().unwrap();
        assert!(
            piped.status.success() && piped.stdout == fs::read(&out).unwrap(),
            "it goes to a pipe as well"
        );
    }

    #[test]
    fn all_solutions_stand_in_lists_of_lists() {
        let folder = Folder::new();
        let (input, out) = (folder.write("in", "R U\nR R'\n"), folder.path("out.parquet"));
        let tables = default_tables();
        let args = ["solve", "--tables", tables, "--solutions", "3", "-o", &out, &input];
        let solved = run(&args);
        assert_eq!(solved.code, 0, "{}", solved.stderr);
        let rows = rows(&out);
        assert!(
            rows[0].contains("moves: [2, 5], length: 2, ") && rows[0].contains("others: [["),
            "{}",
            rows[0]
        );
        let checked = run(&["check", &input, &out]);
        assert_eq!((checked.code, checked.lines()[0]), (0, "6 of 6 solutions hold"), "{}", checked.stderr);
    }

    #[test]
    fn positions_can_be_text_bytes_or_faces_by_number() {
        let folder = Folder::new();
        let path = folder.path("in");
        let facelets = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB";
        let faces: Vec<u8> =
            facelets.bytes().map(|face| b"URFDLB".iter().position(|&f| f == face).unwrap() as u8).collect();
        let bytes = |bytes: &[u8]| ByteArray::from(bytes.to_vec());
        let fixed = |bytes: &[u8]| FixedLenByteArray::from(bytes.to_vec());
        let text = "optional binary Cube (STRING);";
        let cube = "required fixed_len_byte_array(54) cube;";
        let write: [&dyn Fn(); 4] = [
            &|| write_column::<ByteArrayType>(&path, text, &[bytes(facelets.as_bytes())]),
            &|| write_column::<ByteArrayType>(&path, "required binary cube;", &[bytes(b"R")]),
            &|| write_column::<FixedLenByteArrayType>(&path, cube, &[fixed(facelets.as_bytes())]),
            &|| write_column::<FixedLenByteArrayType>(&path, cube, &[fixed(&faces)]),
        ];
        for (index, write) in write.into_iter().enumerate() {
            write();
            assert_eq!(solve(&[&path]).stdout, "R'\n", "{index}");
        }
    }

    #[test]
    fn what_holds_no_positions_is_told() {
        let folder = Folder::new();
        let path = folder.path("in");
        write_column::<Int64Type>(&path, "required int64 line;", &[7]);
        let refused = solve(&[&path]);
        let message = format!(
            "cubebatch: {path}: it has no column `cube`, but line\n  Name the column that holds the positions with --column.\n"
        );
        assert_eq!((refused.code, refused.stderr), (2, message));
        write_column::<Int32Type>(&path, "required int32 cube;", &[7]);
        let refused = solve(&[&path]);
        assert_eq!(refused.code, 1);
        assert!(
            refused.stdout.starts_with("# line 1: `cube` must be a string, but is 7\n"),
            "{}",
            refused.stdout
        );
        let cut = fs::read(&path).unwrap();
        fs::write(&path, &cut[..cut.len() - 5]).unwrap();
        let refused = solve(&[&path]);
        assert!(
            refused.code == 2 && refused.stderr.ends_with("The file is damaged or incomplete.\n"),
            "{}",
            refused.stderr
        );
    }

    /// pyarrow wrote it, with a footer that is not encrypted.
    #[test]
    fn encrypted_columns_are_told_as_such() {
        let path = "tests/data/encrypted-column.parquet";
        let refused = solve(&[path]);
        let start = format!("cubebatch: {path}: a page of it cannot be read: ");
        let remedy =
            "\n  The file is damaged, or has encrypted columns: write it again, without encryption.\n";
        assert!(refused.stderr.starts_with(&start) && refused.stderr.ends_with(remedy), "{}", refused.stderr);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    }

    #[test]
    fn a_damaged_file_is_told_and_not_believed() {
        damage_every(60);
    }

    #[test]
    #[ignore = "it runs the program ten thousand times"]
    fn a_file_damaged_anywhere_is_told_and_not_believed() {
        damage_every(1);
    }

    /// Changes one byte in every `step` of a file, each by itself.
    fn damage_every(step: usize) {
        let folder = Folder::new();
        let input = folder.write("in", run(&["scramble", "--count", "9", "--seed", "3"]).stdout);
        let (out, path) = (folder.path("out.parquet"), folder.path("damaged"));
        assert_eq!(solve(&["-o", &out, &input]).code, 0);
        let whole = fs::read(&out).unwrap();
        for place in (4..whole.len()).step_by(step) {
            for change in [0x15, 0x80] {
                let mut bytes = whole.clone();
                bytes[place] ^= change;
                fs::write(&path, &bytes).unwrap();
                // What has no checksum is another position, or none.
                for run in [solve(&[&path]), run(&["check", &input, &path])] {
                    assert!(
                        run.code <= 2 && !run.stderr.contains("panicked"),
                        "byte {place}: {}",
                        run.stderr
                    );
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let folder = Folder::new();
        let (input, out) = (folder.write("in", LINES), folder.path("out.parquet"));
        for (args, message) in [
            (&["-o", &out, "--notation", "digits"][..], "--format parquet has no use for --notation\n"),
            (&["-o", &out, "--phases"], "--format parquet has no use for --phases\n"),
            (
                &["-o", &folder.path("out.gz"), "--format", "parquet"],
                "a file of Parquet is not compressed once more\n",
            ),
        ] {
            let refused = solve(&[args, &[&input]].concat());
            assert!(refused.stderr.starts_with(&format!("cubebatch: {message}")), "{}", refused.stderr);
            assert_eq!((refused.code, folder.names()), (2, vec!["in".to_owned()]));
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_run_that_was_interrupted_can_be_read_and_is_never_written_over() {
        use super::super::support::{Running, interrupt};
        use std::thread::sleep;
        use std::time::Duration;

        let folder = Folder::new();
        let lines = run(&["scramble", "--count", "40", "--seed", "5"]).stdout;
        let (input, out) = (folder.write("in", &lines), folder.path("out.parquet"));
        let whole = folder.path("whole.parquet");
        assert_eq!(solve(&["-o", &whole, &input]).code, 0);
        let mut running = Running::start(&[&METHOD[..], &["-o", &out]].concat());
        lines.lines().take(20).for_each(|line| running.say(line));
        while fs::metadata(format!("{out}.run")).is_err() {
            sleep(Duration::from_millis(5));
        }
        interrupt(&running);
        let (status, errors) = running.end();
        assert_eq!(status.code(), Some(130), "{errors}");
        let before = rows(&out);
        assert!(before.len() <= 20 && before[..] == rows(&whole)[..before.len()]);
        let saved = fs::read(&out).unwrap();
        let resumed = run(&[&METHOD[..], &["-o", &out, "--resume", &input]].concat());
        assert_eq!(resumed.code, 0, "{}", resumed.stderr);
        assert_eq!(rows(&out), rows(&whole));
        assert!(fs::read(&out).unwrap().starts_with(&saved));
    }
}
