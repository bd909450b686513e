//! What `solve` reads besides lines of text.

use std::io::Write;

use super::support::{Folder, feed, feed_solve, read, run, solve};

const LINES: &str = "R\nU R\n# none\nF2\n";
const ROWS: &str = "R'\nR' U'\nF2\n";

fn gzip(text: &str) -> Vec<u8> {
    gzip_bytes(text.as_bytes())
}

fn gzip_bytes(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("a vector takes everything")
}

/// A Zstandard frame in which the text stands as it is: a window of 1 MiB, one raw block, the last one.
fn zstd(text: &str) -> Vec<u8> {
    zstd_bytes(text.as_bytes())
}

fn zstd_bytes(bytes: &[u8]) -> Vec<u8> {
    let block = ((bytes.len() as u32) << 3 | 1).to_le_bytes();
    [&[0x28, 0xb5, 0x2f, 0xfd, 0x00, 10 << 3], &block[..3], bytes].concat()
}

/// Moves in an encoding of several bytes a symbol.
fn wide<const N: usize>(encode: fn(u16) -> [u8; N]) -> Vec<u8> {
    "R U\nF\n".encode_utf16().flat_map(encode).collect()
}

#[test]
fn compressed_input_is_unpacked() {
    let folder = Folder::new();
    for (name, bytes) in [
        ("one.gz", gzip(LINES)),
        ("two members.gz", [gzip("R\nU "), gzip("R\n# none\nF2\n")].concat()),
        ("one.zst", zstd(LINES)),
        ("two frames.zst", [zstd("R\nU "), zstd("R\n# none\nF2\n")].concat()),
        ("skipped first.zst", [b"\x5e\x2a\x4d\x18\x04\0\0\0\0\n\r\0", &zstd(LINES)[..]].concat()),
        ("named otherwise", gzip(LINES)),
    ] {
        let solved = solve(&[&folder.write(name, &bytes)]);
        assert_eq!((solved.code, solved.stdout.as_str(), solved.stderr.as_str()), (0, ROWS, ""), "{name}");
        assert_eq!(feed_solve(&["-"], bytes).stdout, ROWS, "{name} through a pipe");
    }
}

#[test]
fn what_cannot_be_unpacked_is_told_once() {
    let folder = Folder::new();
    let (gzip, zstd) = (gzip(&LINES.repeat(1000)), zstd(LINES));
    let mut changed = gzip.clone();
    let middle = changed.len() / 2;
    changed[middle] ^= 0xff;
    for bytes in [&gzip[..gzip.len() - 5], &gzip[..8], &changed, &zstd[..zstd.len() - 3], &zstd[..5]] {
        let path = folder.write("broken", bytes);
        let failed = solve(&[&path]);
        assert_eq!(failed.code, 2, "{}", failed.stderr);
        assert!(failed.stderr.starts_with(&format!("cubebatch: {path}: ")), "{}", failed.stderr);
        assert!(failed.stderr.ends_with("\n  The file is damaged or incomplete.\n"), "{}", failed.stderr);
    }
}

#[test]
fn what_follows_compressed_rows_is_told() {
    let folder = Folder::new();
    for (bytes, problem) in [
        ([gzip("R\n"), b"garbage".to_vec()].concat(), "other bytes follow its compressed content"),
        ([zstd("R\n"), b"garbage".to_vec()].concat(), "other bytes follow its compressed content"),
        (
            [zstd("R\n"), gzip("U\n")].concat(),
            "content that is compressed with gzip follows, after Zstandard",
        ),
        (
            [gzip("R\n"), zstd("U\n")].concat(),
            "content that is compressed with Zstandard follows, after gzip",
        ),
    ] {
        let path = folder.write("in", bytes);
        let failed = solve(&[&path]);
        assert_eq!((failed.code, failed.stdout.as_str()), (2, "R'\n"), "{problem}");
        assert_eq!(
            failed.stderr,
            format!("cubebatch: {path}: {problem}\n  The file is damaged or incomplete.\n")
        );
    }
}

#[test]
fn output_is_compressed_as_its_name_tells() {
    let folder = Folder::new();
    let input = folder.write("in", LINES);
    for name in ["out.gz", "out.zst"] {
        let out = folder.path(name);
        assert_eq!(solve(&["-o", &out, &input]).code, 0);
        let bytes = std::fs::read(&out).expect("it was written");
        assert!(!bytes.starts_with(b"R"), "{name} is packed");
        // Solutions are positions too: those of the inverse.
        assert_eq!(solve(&[&out]).stdout, "R\nU R\nF2\n", "{name}");
        assert_eq!(run(&["check", &input, &out]).code, 0, "{name}");
    }
}

#[test]
fn rows_of_json_lines_and_csv_are_input() {
    let folder = Folder::new();
    let lines = folder.write("in", LINES);
    for output in ["jsonl", "csv"] {
        let rows = solve(&["--format", output, &lines]).stdout;
        let solved = feed_solve(&[], rows.clone());
        assert_eq!((solved.code, solved.stdout.as_str(), solved.stderr.as_str()), (0, ROWS, ""), "{output}");
        assert_eq!(feed(&["check", "-", &lines], rows).code, 1, "the positions are no solutions");
    }
    let quoted = feed_solve(&[], "name;x,\"CUBE\"\na,\"R U\"\nb\nc,\"U\"\n");
    assert_eq!(quoted.stdout, "U' R'\n# line 3: there is no `cube`\nU'\n");
    assert_eq!(quoted.stderr, "stdin:3: there is no `cube`\n");
}

#[test]
fn files_that_hold_something_else_are_told_once_by_what_they_are() {
    let folder = Folder::new();
    let utf16: Vec<u8> =
        [0xff, 0xfe].into_iter().chain("R\nU\n".encode_utf16().flat_map(u16::to_le_bytes)).collect();
    for (bytes, what) in [
        (utf16, "it is UTF-16 text, not lines of text\n  Convert it: `iconv -f UTF-16 -t UTF-8`"),
        (
            wide(u16::to_le_bytes),
            "it is UTF-16 text, not lines of text\n  Convert it: `iconv -f UTF-16LE -t UTF-8`",
        ),
        (
            wide(u16::to_be_bytes),
            "it is UTF-16 text, not lines of text\n  Convert it: `iconv -f UTF-16BE -t UTF-8`",
        ),
        (
            wide(|unit| u32::from(unit).to_le_bytes()),
            "it is UTF-32 text, not lines of text\n  Convert it: `iconv -f UTF-32LE -t UTF-8`",
        ),
        (
            wide(|unit| u32::from(unit).to_be_bytes()),
            "it is UTF-32 text, not lines of text\n  Convert it: `iconv -f UTF-32BE -t UTF-8`",
        ),
        (
            [&b"\xff\xfe\0\0"[..], &wide(|unit| u32::from(unit).to_le_bytes())].concat(),
            "it is UTF-32 text, not lines of text\n  Convert it: `iconv -f UTF-32 -t UTF-8`",
        ),
        (b"PARE\x15\x04".to_vec(), "it is an encrypted Parquet file, not lines of text\n"),
        (
            gzip_bytes(&gzip("R\n")),
            "it is compressed twice, not lines of text\n  Unpack it once: `gzip -dc FILE",
        ),
        (
            gzip_bytes(&zstd("R\n")),
            "it is compressed twice, not lines of text\n  Unpack it once: `gzip -dc FILE",
        ),
        (
            zstd_bytes(&zstd("R\n")),
            "it is compressed twice, not lines of text\n  Unpack it once: `zstd -dc FILE",
        ),
        (gzip_bytes(b"PK\x03\x04zip"), "it is a ZIP archive, not lines of text\n"),
        (b"PK\x03\x04zip".to_vec(), "it is a ZIP archive, not lines of text\n"),
        (b"\xfd7zXZ\0...".to_vec(), "it is compressed with xz, not lines of text\n"),
    ] {
        let path = folder.write("in", bytes);
        let refused = solve(&[&path]);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{what}");
        assert!(refused.stderr.starts_with(&format!("cubebatch: {path}: {what}")), "{}", refused.stderr);
    }
    let refused = solve(&[folder.all()]);
    assert_eq!(refused.stderr, format!("cubebatch: {}: it is a folder\n  Give a file.\n", folder.all()));
}

#[test]
fn a_position_can_be_given_itself() {
    let solved = solve(&["R U R'"]);
    assert_eq!((solved.code, solved.stdout.as_str()), (0, "R U' R'\n"));
    let facelets = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB";
    assert_eq!(solve(&[facelets, "U R"]).stdout, "R'\nR' U'\n");
    let json = solve(&["--format", "jsonl", "U R"]);
    assert!(json.stdout.starts_with("{\"line\":1,\"cube\":"), "{}", json.stdout);
    for (no_position, problem) in [
        ("scrambles.text", "scrambles.text: No such file"),
        ("R U Q", "\"R U Q\" is not a file and not a position: column 5: no move begins with \"Q\"\n"),
        ("no such file", "\"no such file\" is not a file and not a position: column 1: "),
    ] {
        let refused = solve(&[no_position]);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{no_position}");
        assert!(refused.stderr.starts_with(&format!("cubebatch: {problem}")), "{}", refused.stderr);
    }
}

/// All commands that read positions have the same rule.
#[test]
fn positions_are_given_as_files_and_as_words() {
    let folder = Folder::new();
    let file = folder.write("R.txt", "R\n");
    let missing = folder.path("missing");
    for command in [
        &["solve", "--method", "thistlethwaite"][..],
        &["show"],
        &["check", "--from", "moves"],
        &["pocket", "solve"],
        &["pocket", "show"],
    ] {
        let end = if command[0] == "check" { &["R'"][..] } else { &[] };
        let given = |words: &[&str]| run(&[command, words, end].concat());
        let [of_file, of_word] = [given(&[&file]), given(&["R"])];
        assert_eq!((of_file.code, of_file.stdout.is_empty()), (0, false), "{command:?}: {}", of_file.stderr);
        assert_eq!((of_word.code, of_word.stdout), (0, of_file.stdout), "{command:?}");
        if end.is_empty() {
            assert_eq!(given(&["R", "U", "R'"]).stdout, given(&["R U R'"]).stdout, "{command:?}");
        }
        let refused = given(&[&missing]);
        assert_eq!(refused.code, 2, "{command:?}");
        assert!(refused.stderr.starts_with(&format!("cubebatch: {missing}: No such")), "{}", refused.stderr);
        let refused = given(&["R Q"]);
        assert_eq!(refused.code, 2, "{command:?}");
        let problem = "cubebatch: \"R Q\" is not a file and not a position: column 3: ";
        assert!(refused.stderr.starts_with(problem), "{command:?}: {}", refused.stderr);
    }
    assert_eq!(run(&["show", "R U", "F"]).code, 2);
}

#[cfg(unix)]
#[test]
fn an_input_is_never_emptied() {
    use std::fs::{self, File};
    use std::process::Stdio;

    use super::support::{PROGRAM, command};

    let folder = Folder::new();
    let file = folder.write("in.txt", LINES);
    let [hard, soft] = ["hard", "soft"].map(|name| folder.path(name));
    fs::hard_link(&file, &hard).expect("it can be linked");
    std::os::unix::fs::symlink(&file, &soft).expect("it can be linked");
    let stdin = || Stdio::from(File::open(&file).expect("it is there"));
    let ways: [(&[&str], bool); 7] = [
        (&["-o", &file, &file], false),
        (&["-o", &hard, &file], false),
        (&["-o", &soft, &file], false),
        (&["-o", &file], true),
        (&["-o", &hard, "-"], true),
        (&["-o", &file, "--resume"], true),
        (&["-o", &file, "examples/moves.txt", "-"], true),
    ];
    for subcommand in [&["solve", "--method", "thistlethwaite"][..], &["pocket", "solve"]] {
        for (args, reads_stdin) in ways {
            if subcommand[0] == "pocket" && args.contains(&"--resume") {
                continue;
            }
            let mut program = command(PROGRAM);
            program.args(subcommand).args(args).stdin(if reads_stdin { stdin() } else { Stdio::null() });
            let output = program.output().expect("the program starts");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{subcommand:?} {args:?}: {errors}");
            assert!(errors.contains("is an input and cannot be the output as well"), "{errors}");
            assert_eq!(fs::read_to_string(&file).expect("it is there"), LINES, "{subcommand:?} {args:?}");
        }
    }
    // As `solve in.txt >> in.txt`, which would read its own rows.
    let appended = File::options().append(true).open(&file).expect("it is there");
    let mut program = command(PROGRAM);
    program.args(["solve", "--method", "thistlethwaite", &file]).stdin(Stdio::null()).stdout(appended);
    assert_eq!(program.output().expect("the program starts").status.code(), Some(2));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), LINES);
}

#[test]
fn moves_are_read_as_programs_and_people_write_them() {
    let input = "R1U2F3\nR1 U2 F3 (3f)\n(R U2) F´\n[F: R] [F: R']  R+ U++ F-\n";
    let solved = feed_solve(&[], input);
    assert_eq!(
        (solved.code, solved.stdout.as_str()),
        (0, "F U2 R'\n".repeat(4).as_str()),
        "{}",
        solved.stderr
    );
    let folder = Folder::new();
    let cubes = folder.write("cubes", input);
    let solutions = "F1U2R3\n(R U2 F')'\n[F, U] [U, F] F U2 R' (11f), F U2 R’\nF U2 R' // three\n";
    let checked = feed(&["check", &cubes, "-"], solutions);
    assert_eq!((checked.code, checked.lines()[0]), (0, "5 of 5 solutions hold"), "{}", checked.stderr);
}

#[test]
fn small_letters_are_told_to_be_wide_moves_once() {
    let solved =
        feed_solve(&[], "R u r'\nr u r' u'\nx r l\nuufuufuufrrrrrrrrrffdffdffdddbddbddblllllllllubbubbubb\n");
    let hint = "stdin:2: small letters are wide moves (r is R with the layer beside it); write capital letters for turns of faces\n";
    assert_eq!((solved.code, solved.lines().len(), solved.stderr.as_str()), (0, 4, hint));
}

#[test]
fn records_of_csv_go_on_over_lines_within_quotes() {
    let csv = "cube,comment\nR,\"hello\nU,world\"\nQ,\"a\r\n\"\"b\"\"\"\nF,ok\n";
    let solved = feed_solve(&["--format", "csv"], csv);
    let starts: Vec<String> =
        solved.lines().iter().map(|row| row.split(',').next().unwrap_or("").to_owned()).collect();
    assert_eq!((solved.code, starts), (1, ["line", "2", "4", "6"].map(str::to_owned).to_vec()));
    assert_eq!(solved.stderr, "stdin:4:1: no move begins with \"Q\"\n");
    let position = feed_solve(&[], "cube\n\"R\nU\"\nF\n");
    assert_eq!((position.code, position.lines().len(), position.lines()[1]), (0, 2, "F'"));
    let folder = Folder::new();
    let checked = run(&["check", &folder.write("rows", "note,solution,cube\n\"1\n2\",R',R\n")]);
    assert_eq!((checked.code, checked.lines()[0]), (0, "1 of 1 solution holds"), "{}", checked.stderr);
}

#[test]
fn a_quote_that_is_not_closed_is_told_by_its_line() {
    let long = format!("cube\nR\nF\n\"U\n{}", "U\n".repeat(100_000));
    for csv in ["cube\nR\nF\n\"U\nD\n", &long] {
        let refused = feed_solve(&[], csv);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, "R'\nF'\n"));
        let problem = "cubebatch: stdin: line 4: a quote is not closed\n  Close it, or remove it.\n";
        assert_eq!(refused.stderr, problem);
    }
}

#[test]
fn lines_end_with_cr_alone_too() {
    let solved = feed_solve(&[], "R U\rF\r\rD2\r\nQ\r\n\r\nL\r");
    assert_eq!(
        (solved.code, solved.stdout.as_str()),
        (1, "U' R'\nF'\nD2\n# line 5: column 1: no move begins with \"Q\"\nL'\n")
    );
}

#[test]
fn what_stands_between_the_fields_of_csv_is_found_in_its_header() {
    for csv in [
        "id;cube\n1;R U\n2;F\n",
        "id\tCube\n1\tR U\n2\tF\n",
        "\u{feff}cube;x\r\nR U;1,5\r\nF;\"a\n\"\r\n",
        "sep=|\nid,x|cube\n1|R U\n2|F\n",
    ] {
        let solved = feed_solve(&[], csv);
        assert_eq!(
            (solved.code, solved.stdout.as_str(), solved.stderr.as_str()),
            (0, "U' R'\nF'\n", ""),
            "{csv}"
        );
    }
}

#[test]
fn a_column_can_have_another_name() {
    for (text, column) in [
        ("id;Start;cube\n1;R U;X\n2;F;\n", "start"),
        ("Übung,x\nR U,1\nF,2\n", "ÜBUNG"),
        ("{\"p\": \"R U\", \"cube\": 3}\n{\"cube\": \"D\", \"p\": \"F\"}\n", "p"),
    ] {
        let solved = feed_solve(&["--column", column], text);
        assert_eq!((solved.code, solved.stdout.as_str()), (0, "U' R'\nF'\n"), "{text}: {}", solved.stderr);
    }
    let rows = feed_solve(&["--column", "p"], "{\"p\":3}\n{\"q\":\"R\"}\n{\"p\":\"R\",\"p\":\"U\"}\n");
    assert_eq!(
        rows.lines(),
        [
            "# line 1: `p` must be a string, but is 3",
            "# line 2: there is no `p`",
            "# line 3: `p` is given twice",
        ]
    );
    for (text, problem, remedy) in [
        (
            "id,cube\n1,R\n",
            "it has no column `start`, but id, cube",
            "Name the column that holds the positions with --column.",
        ),
        ("R U\nF\n", "it has no column `start`", "Leave out --column, if each line is one of the positions."),
    ] {
        let refused = feed_solve(&["--column", "start"], text);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{text}");
        assert_eq!(refused.stderr, format!("cubebatch: stdin: {problem}\n  {remedy}\n"));
    }
    assert_eq!(run(&["solve", "--column", "start", "--method", "thistlethwaite", "R"]).stdout, "R'\n");
}

#[test]
fn files_without_a_row_a_line_are_told_once() {
    let name = "Name the column that holds the positions with --column.";
    for (text, problem, remedy) in [
        ("scramble,solution\nR,R'\nU,U'\n", "it has no column `cube`, but scramble, solution", name),
        ("id;state\n1;R\n", "it has no column `cube`, but id, state", name),
    ] {
        let refused = feed_solve(&[], text);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{text}");
        assert_eq!(refused.stderr, format!("cubebatch: stdin: {problem}\n  {remedy}\n"));
    }
    for (text, rows) in [
        ("[{\"cube\":\"R\"},\n{\"cube\":\"U\"}]\n", "R'\nU'\n"),
        ("[\n  \"R\",\n  \"U\"\n]\n", "R'\nU'\n"),
        ("{\n  \"cube\": \"R\"\n}\n", "R'\n"),
    ] {
        assert_eq!(feed_solve(&[], text).stdout, rows, "{text}");
    }
    // Lines that are no positions, in a file of positions.
    let solved = feed_solve(&[], "hello, world\nR\n");
    assert_eq!((solved.code, solved.lines().len(), solved.lines()[1]), (1, 2, "R'"));
}

#[test]
fn the_name_of_the_output_tells_its_form() {
    let folder = Folder::new();
    let input = folder.write("in", LINES);
    for (name, form) in
        [("a.jsonl", "jsonl"), ("a.NDJSON", "jsonl"), ("a.Csv", "csv"), ("a.txt", "text"), ("a", "text")]
    {
        for command in [&["solve", "--method", "thistlethwaite", &input][..], &["pocket", "solve", &input]] {
            let rows = run(&[command, &["--format", form]].concat()).stdout;
            let out = folder.path(name);
            assert_eq!(run(&[command, &["-o", &out]].concat()).code, 0, "{name}");
            assert_eq!(std::fs::read_to_string(&out).expect("it was written"), rows, "{name}");
        }
    }
    let out = folder.path("a.csv.GZ");
    assert_eq!(solve(&["-o", &out, &input]).code, 0);
    assert!(std::fs::read(&out).expect("it was written").starts_with(b"\x1f\x8b"), "it is packed");
    assert_eq!(run(&["check", &out]).code, 0);
}

#[test]
fn an_output_that_its_name_contradicts_is_refused_before_it_is_made() {
    let folder = Folder::new();
    let input = folder.write("in", LINES);
    for (name, form, problem) in [
        (
            "a.csv",
            "jsonl",
            "the name means csv, but --format means jsonl\n  Leave out --format, or choose another name.\n",
        ),
        (
            "a.txt.gz",
            "csv",
            "the name means text, but --format means csv\n  Leave out --format, or choose another name.\n",
        ),
        ("a.jsonl.xz", "jsonl", "the program cannot write .xz\n  Use a name that ends in .gz or .zst.\n"),
        ("a.BZ2", "text", "the program cannot write .bz2\n  Use a name that ends in .gz or .zst.\n"),
    ] {
        let out = folder.path(name);
        for command in [&["solve", "--method", "thistlethwaite"][..], &["pocket", "solve"]] {
            let refused = run(&[command, &["-o", &out, "--format", form, &input]].concat());
            assert_eq!((refused.code, refused.stderr), (2, format!("cubebatch: {out}: {problem}")));
        }
    }
    assert_eq!(folder.names(), ["in"]);
}

#[test]
fn moves_without_marks_are_read_where_they_cannot_be_facelets() {
    let line = "RU".repeat(24);
    let solved = feed_solve(&[], line.clone() + "\n");
    assert_eq!((solved.code, solved.stderr.as_str()), (0, ""));
    assert_eq!(solved.stdout, feed_solve(&["--from", "moves"], line).stdout);
}

#[test]
fn after_twenty_invalid_lines_only_their_number_is_told() {
    for (count, more) in [(20, None), (1021, Some("… and 1,001 more, marked in the output\n"))] {
        for command in [&["solve", "--method", "thistlethwaite"][..], &["pocket", "solve"]] {
            let solved = feed(command, "Q\n".repeat(count));
            assert_eq!((solved.code, solved.lines().len()), (1, count));
            let told: Vec<&str> = solved.stderr.split_inclusive('\n').collect();
            assert!(told[..20].iter().all(|line| line.starts_with("stdin:")), "{}", solved.stderr);
            assert_eq!(told[20..], more.into_iter().collect::<Vec<_>>(), "{command:?}");
        }
    }
}

#[test]
fn zeros_behind_gzip_are_passed_over() {
    let folder = Folder::new();
    let padded = folder.write("padded.gz", [gzip(LINES), vec![0; 100_000]].concat());
    let solved = solve(&[&padded]);
    assert_eq!((solved.code, solved.stdout.as_str()), (0, ROWS));
    let warning = format!("{padded}: ignored 100000 zero bytes after the compressed rows\n");
    assert_eq!(solved.stderr, warning);
    let followed =
        folder.write("followed.gz", [gzip("R\nU "), vec![0; 512], gzip("R\n# none\nF2\n")].concat());
    assert_eq!(
        solve(&[&followed]),
        super::support::Run { code: 0, stdout: ROWS.to_owned(), stderr: String::new() }
    );
    let garbage = solve(&[&folder.write("garbage.gz", [gzip(LINES), b"\0\0some log\n".to_vec()].concat())]);
    assert_eq!((garbage.code, garbage.stdout.as_str()), (2, ROWS), "what came before is solved");
    assert!(garbage.stderr.ends_with("\n  The file is damaged or incomplete.\n"), "{}", garbage.stderr);
}

#[test]
fn a_window_that_is_too_large_is_no_damage() {
    // A window of 2 to the power of 10 + 17.
    let refused = feed_solve(&[], [0x28, 0xb5, 0x2f, 0xfd, 0x00, 17 << 3, 1, 0, 0]);
    let problem = "it needs more memory than the program allows: unpack it with `zstd -dc --long=31`";
    assert_eq!((refused.code, refused.stderr), (2, format!("cubebatch: stdin: {problem}\n")));
}

#[cfg(unix)]
#[test]
fn there_may_be_more_files_than_may_be_open() {
    use super::support::{PROGRAM, command};

    let folder = Folder::new();
    let files: Vec<String> = (0..100).map(|number| folder.write(&number.to_string(), "R\n")).collect();
    for subcommand in [&["solve", "--method", "thistlethwaite"][..], &["pocket", "solve"]] {
        let mut program = command("sh");
        program.args(["-c", "ulimit -n 50; exec \"$0\" \"$@\"", PROGRAM]).args(subcommand).args(&files);
        let output = program.output().expect("the program starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.stdout, b"R'\n".repeat(100), "{subcommand:?}");
    }
}

#[test]
fn rows_that_pad_a_table_are_passed_over() {
    for table in [
        "name;cube\na;R\n;;\n;\nb;U R\n;\n",
        "\n,,\nname,cube\na,R\n,\n\"\",\"\"\nb,U R\n,\n,\n",
        "cube\nR\n\"\"\nU R\n",
        "sep=|\nname|cube\na|R\n|\nb|U R\n||\n",
    ] {
        let solved = feed_solve(&[], table);
        assert_eq!((solved.code, &*solved.stdout, &*solved.stderr), (0, "R'\nR' U'\n", ""), "{table}");
    }
    let folder = Folder::new();
    let rows = folder.write("rows.csv", "cube,solution\nR,R'\n,\n,\n");
    let checked = run(&["check", &rows]);
    assert_eq!((checked.code, checked.lines()[0]), (0, "1 of 1 solution holds"), "{}", checked.stderr);
}

#[test]
fn a_header_that_names_no_position_is_told_with_a_remedy() {
    let folder = Folder::new();
    for (name, told) in [("scramble", "scramble"), ("\u{feff}\"Position\"", "Position")] {
        let sheet = folder.write("sheet.csv", format!("{name}\nR\n"));
        let solved = solve(&[&sheet]);
        let hint = format!("; if this line is a header, use --column {told}\n");
        assert!(solved.code == 1 && solved.stderr.ends_with(&hint), "{}", solved.stderr);
        let solved = solve(&[&sheet, "--column", told]);
        assert_eq!((solved.code, &*solved.stdout, &*solved.stderr), (0, "R'\n", ""), "{name}");
    }
    for lines in ["RQ\nR\n", "R\nscramble\n"] {
        let solved = feed_solve(&[], lines);
        assert!(solved.code == 1 && !solved.stderr.contains("--column"), "{}", solved.stderr);
    }
}

#[test]
fn text_in_another_encoding_is_told_with_a_remedy() {
    let solved = feed_solve(&[], &b"R // gr\xfcn\nU\n"[..]);
    let message =
        "stdin:1: not UTF-8 text; save the file as UTF-8, or convert it: `iconv -f LATIN1 -t UTF-8`\n";
    assert_eq!((solved.code, &*solved.stderr), (1, message));
    assert_eq!(solved.stdout, "# line 1: not UTF-8 text\nU'\n");
}

#[test]
fn a_name_promises_no_form_that_is_not_written() {
    let folder = Folder::new();
    for name in ["x.xlsx", "x.TSV", "x.parq"] {
        let refused = solve(&["R", "-o", &folder.path(name)]);
        assert!(refused.code == 2 && refused.stderr.contains("with one of the extensions .txt, "), "{name}");
        assert!(folder.names().is_empty(), "{name}");
    }
    let out = folder.path("x.CSV");
    assert_eq!(solve(&["R", "-o", &out]).code, 0);
    assert!(std::fs::read_to_string(&out).expect("it is there").starts_with("line,cube,"));
    let tsv = folder.path("x.tsv");
    assert_eq!(solve(&["R", "-o", &tsv, "--format", "text"]).code, 0);
    assert_eq!(std::fs::read_to_string(&tsv).expect("it is there"), "R'\n");
}

#[test]
fn moves_after_a_comment_in_a_field_count() {
    let expected = feed_solve(&[], "R U F2 R D\nR U F2\n").stdout;
    let rows = "{\"cube\": \"R U // first\\nF2 // second\\nR D\"}\n{\"cube\": \"# one\\r\\nR U F2\"}\n";
    let csv = "cube,x\n\"R U // first\nF2 // second\nR D\",1\n\"// scramble\rR U F2\",2\n";
    for text in [rows, csv] {
        let solved = feed_solve(&[], text);
        assert_eq!((solved.code, &solved.stdout), (0, &expected), "{text}: {}", solved.stderr);
    }
    let row = |solution: &str| format!("{{\"cube\": \"R U // first\\nF2\", \"solution\": \"{solution}\"}}\n");
    let folder = Folder::new();
    for (solution, code) in [("F2 U' R'", 0), ("F2 // 1\\nU' R' # 2", 0), ("U' R'", 1), ("F2 U' // R'", 1)] {
        let checked = run(&["check", &folder.write("rows", row(solution))]);
        assert_eq!(checked.code, code, "{solution}: {}", checked.stdout);
    }
}

/// Each of these was read as another cube, or not at all, without a word.
#[test]
fn what_strangers_type_is_read_as_meant_or_rejected() {
    for facelets in [
        "FUU FUU LRR BLL DRR DRR BDD BFF UFF RLL DDB DDB RRU LLU LLF FFD UBB UBB",
        "FUUFUU LRRBLL DRRDRR BDDBFF UFFRLL DDBDDB RRULLU LLFFFD UBBUBB",
    ] {
        for text in [facelets.to_owned(), facelets.replace(' ', "\t"), format!("{{\"cube\":\"{facelets}\"}}")]
        {
            assert_eq!(feed_solve(&[], text.clone()).stdout, "F U2 R'\n", "{text}");
        }
    }
    for (text, rows) in [
        // A quote that begins in a comment ends with its line.
        ("R U // a,\"b\nU // c\"\nF\n", "U' R'\nU'\nF'\n"),
        // Rows and names of columns may begin with #.
        ("nr,cube\n1,R U\n#2,F\n3,L\n", "U' R'\nF'\nL'\n"),
        ("#,cube\n#1,R U\n# a note\n", "U' R'\n"),
        ("\"Nr\r\n(all)\";cube\r\n1;R U\r\n", "U' R'\n"),
    ] {
        assert_eq!(feed_solve(&[], text).stdout, rows, "{text:?}");
    }
    for (text, problem) in [
        ("n,cube\n1,R U, F D\n", "3 fields, but 2 columns"),
        ("(R U R' U') (3)", "(3) after a bracket"),
        ("(R U R' U' x3)", "x3 after moves"),
        ("n;\"cube\r\n(all)\"\n1;R U\n", "it has no column `cube`, but n, cube (all)"),
        (
            "DLL\nBUU\nDRR\nDDFLLRFDDBLB\nFBFLLRFFFDRU\nFULBRRUBRFUU\nBDU\nBDB\nURU\n",
            "stdin:1: turns cannot reach",
        ),
    ] {
        let ran = feed_solve(&[], text);
        assert!(ran.code != 0 && ran.stderr.contains(problem), "{text:?}: {}", ran.stderr);
    }
    let column = ["--column", "cube (all)"];
    assert_eq!(feed_solve(&column, "n;\"cube\r\n(all)\"\n1;R U\n").stdout, "U' R'\n");
}

#[test]
fn one_cube_over_several_lines_is_one_position() {
    let folder = Folder::new();
    let facelets = "FUUFUULRRBLLDRRDRRBDDBFFUFFRLLDDBDDBRRULLULLFFFDUBBUBB";
    let cut = |each| {
        facelets.as_bytes().chunks(each).map(|line| [line, b"\n"].concat()).collect::<Vec<_>>().concat()
    };
    let shown = run(&["show", "R U2 F'"]).stdout;
    assert!(shown.starts_with("       F U U"), "{shown}");
    for text in [
        shown.clone().into_bytes(),
        run(&["show", "--color", "always", "R U2 F'"]).stdout.into_bytes(),
        shown.replace('U', "W").replace('F', "G").into_bytes(),
        shown.replace(' ', "").replace('\n', "\r\n").into_bytes(),
        shown.trim_end().into(),
        cut(9),
        cut(3),
    ] {
        let text = String::from_utf8(text).unwrap();
        let path = folder.write("cube", &text);
        assert_eq!(solve(&[&path]).stdout, "F U2 R'\n", "{text}");
        assert_eq!(run(&["check", &path, "F U2 R'"]).code, 0);
        assert_eq!(run(&["show", &path]).stdout, shown);
        // From a pipe as from a file, and rows are numbered by the first line.
        let input = format!("R U\n\n{text}\n\n{text}");
        let rows = feed_solve(&["--format", "jsonl"], input.clone());
        let second = input.rfind(&text).unwrap();
        for (row, (start, moves)) in
            rows.lines().iter().zip([(0, "U' R'"), (5, "F U2 R'"), (second, "F U2 R'")])
        {
            let row: serde_json::Value = serde_json::from_str(row).unwrap();
            let line = input[..start].matches('\n').count() + 1;
            assert_eq!((&row["line"], &row["solution"]), (&line.into(), &moves.into()), "{text}");
        }
        assert_eq!(rows.lines().len(), 3, "{text}");
        let json = serde_json::json!({"cube": text}).to_string();
        assert_eq!(feed_solve(&[], json).stdout, "F U2 R'\n", "a field holds one position");
        // A record of a table cannot go on without quotes.
        let refused = feed_solve(&[], format!("cube\n{text}"));
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
        let line = refused.stderr.rsplit_once("Write it on one line: ").expect(&refused.stderr).1.trim();
        assert_eq!(solve(&[line]).stdout, "F U2 R'\n", "{line}");
    }
    let moves = feed_solve(&["--from", "moves"], cut(9));
    assert_eq!((moves.code, moves.lines().len()), (0, 6), "{}", moves.stderr);
    assert_eq!(feed_solve(&[], "RUFRUFRUF\n".repeat(54)).code, 0);
}

#[test]
fn no_chunk_of_a_file_ends_amid_a_cube() {
    let folder = Folder::new();
    let net = run(&["show", "R U2 F'"]).stdout;
    for before in 250..258 {
        let path = folder.write("cubes", "R\n".repeat(before) + &net + "F\n");
        let solved = solve(&[&path]);
        assert_eq!((solved.code, solved.lines().len()), (0, before + 2), "{}", solved.stderr);
        assert_eq!(solved.lines()[before..], ["F U2 R'", "F'"]);
    }
    // Each part begins at a line, which can be amid a cube: this has the rows of the cubes that begin in it.
    let path = folder.write("cubes", net.repeat(3));
    let rows = |part: usize| {
        let out = folder.path(&part.to_string());
        assert_eq!(solve(&["--part", &format!("{part}/5"), "-o", &out, &path]).code, 0);
        read(&out)
    };
    assert_eq!((1..=5).map(rows).collect::<String>(), "F U2 R'\n".repeat(3));
}

#[test]
fn positions_in_any_shape_are_read() {
    let symbols = "GWWGWWORRBOOYRRYRRBYYBGGWGGROOYYBYYBRRWOOWOOGGGYWBBWBB";
    let rows = "GWWGWWORRRRWBYYBOOGGYOOWBGGYRRWBBOOGWGGYRRWBBROOYYBYYB";
    let letters =
        |symbols: &str, between: &str| symbols.chars().map(String::from).collect::<Vec<_>>().join(between);
    let colours: String =
        symbols.chars().map(|c| char::from(b'0' + "WRGYOB".find(c).unwrap() as u8)).collect();
    let faces =
        |between: &str| (0..6).map(|face| &symbols[9 * face..][..9]).collect::<Vec<_>>().join(between);
    let object = serde_json::json!({"U": &symbols[..9], "R": &symbols[9..18], "F": &symbols[18..27],
        "D": &symbols[27..36], "L": &symbols[36..45], "B": &symbols[45..]});
    for text in [
        letters(symbols, ","),
        letters(symbols, ";"),
        faces(","),
        format!("[{}]", letters(&colours, ", ")),
        letters(&colours, " "),
        format!("['{}']", letters(symbols, "', '")),
        format!("[\"{}\"]", letters(symbols, "\",\"")),
        format!("{{\"cube\":[[\"{}\"]]}}", letters(symbols, "\",\"")),
        format!("{{\"cube\":[{}]}}", letters(&colours, ",")),
        format!("{{\"cube\":{object}}}"),
        rows.to_owned(),
        letters(rows, ","),
    ] {
        assert_eq!(feed_solve(&[], format!("{text}\n{text}\n")).stdout, "F U2 R'\n".repeat(2), "{text}");
    }
    assert_eq!(solve(&["--scan", "rows", rows]).stdout, "F U2 R'\n");
}

#[test]
fn facelets_of_other_cubes_are_told_by_their_cube() {
    let pocket = "DURLBLFFUUDDBRFLRBRLFBDU";
    for (text, problem) in [
        (
            pocket.to_owned(),
            "24 are given, those of a pocket cube (2×2×2): `cubebatch pocket solve` reads it",
        ),
        ("UUUU RRRR FFFF DDDD LLLL BBBB".to_owned(), "24 are given, those of a pocket cube"),
        ("WWWWRRRRGGGGYYYYOOOOBBBB".to_owned(), "24 are given, those of a pocket cube"),
        ("URFDLB".repeat(16), "96 are given, those of a 4×4×4 cube, which this program does not solve"),
    ] {
        let refused = feed_solve(&[], format!("{text}\n"));
        assert_eq!(refused.code, 1);
        assert!(refused.stdout.contains(problem), "{text}: {}", refused.stdout);
    }
    assert_eq!(run(&["pocket", "solve", pocket]).code, 0);
    assert_eq!(feed_solve(&["--from", "moves"], format!("{pocket}\n")).code, 0);
    assert_eq!(feed_solve(&[], "R U F D L B ".repeat(4)).code, 0, "these are moves");
}

#[test]
fn quotes_around_a_line_are_passed_over() {
    let facelets = "FUUFUULRRBLLDRRDRRBDDBFFUFFRLLDDBDDBRRULLULLFFFDUBBUBB";
    let solved = feed_solve(&[], format!("\"{facelets}\"\n\"R U2 F'\"\n"));
    assert_eq!((solved.code, solved.stdout.as_str()), (0, "F U2 R'\nF U2 R'\n"), "{}", solved.stderr);
}

#[test]
fn a_count_after_brackets_is_not_taken_for_a_rotation() {
    let solved = feed_solve(&[], "(R U R' U') x3\n(R U R' U')3\n");
    assert_eq!(solved.code, 1);
    let problem = "x3 after moves repeats or rotates: to repeat, write (R U)3; to rotate, x'";
    assert_eq!(solved.stderr, format!("stdin:1:13: {problem}\n"));
}

#[test]
fn an_input_of_comments_alone_is_told() {
    let told = "there is no position: all lines are blank or comments, which begin with # or //\n";
    for text in ["#1 R U\n#2 F\n", "\n", "// R"] {
        for command in [&["solve", "--method", "thistlethwaite"][..], &["pocket", "solve"]] {
            let solved = feed(command, text);
            assert_eq!(
                (solved.code, solved.stdout.as_str(), solved.stderr.as_str()),
                (0, "", told),
                "{text}"
            );
        }
    }
    assert_eq!(feed_solve(&[], "").stderr, "");
    assert_eq!(feed_solve(&[], "# note\nR\n").stderr, "");
}

#[test]
fn a_line_end_that_few_programs_know_joins_no_moves() {
    for end in ["\u{b}", "\u{85}", "\u{2028}"] {
        let solved = feed_solve(&[], format!("R{end}U\n"));
        assert_eq!(solved.code, 1, "{end:?}");
        assert!(solved.stderr.starts_with("stdin:1:2: "), "{}", solved.stderr);
        assert!(solved.stderr.contains("ends a line for some programs"), "{}", solved.stderr);
    }
}

#[test]
fn a_column_that_is_there_twice_is_refused() {
    let folder = Folder::new();
    let solve = ["solve", "--method", "thistlethwaite"];
    for (command, header, name) in [
        (&solve[..], "cube,cube", "cube"),
        (&solve, "Cube;id;CUBE", "cube"),
        (&["check"], "cube,solution,length,length", "length"),
    ] {
        let file = folder.write("in", format!("{header}\nR,R'\n"));
        let refused = run(&[command, &[&file]].concat());
        let problem = format!("it has several columns `{name}`\n  Rename all but the one that is meant.\n");
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
        assert!(refused.stderr.ends_with(&problem), "{}", refused.stderr);
    }
    assert_eq!(feed_solve(&[], "cube,note,note\nR,1,2\n").stdout, "R'\n");
}

#[test]
fn a_name_of_a_column_can_have_a_line_end() {
    for csv in ["\"my\nnotes\",cube\n1,R U\n2,F\n", "cube;\"a\r\n\"\"b\"\nR U;\nF;\"x\ny\"\n"] {
        let solved = feed_solve(&[], csv);
        assert_eq!((solved.code, solved.stdout.as_str()), (0, "U' R'\nF'\n"), "{}", solved.stderr);
    }
    let rows = "{\"cube\":\"R U\",\"note\":\"x,\"}\n{\"cube\":\"F\"}\n";
    assert_eq!(feed_solve(&[], rows).stdout, "U' R'\nF'\n");
}
