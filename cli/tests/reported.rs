//! Inputs as people have them: each shape of a position, and causes where one is impossible.

use cubebatch::Cube;
use cubebatch::cube::Face;

use super::support::{Folder, Run, feed, inputs, run};

/// The method that needs no tables.
const SOLVE: [&str; 3] = ["solve", "--method", "thistlethwaite"];

/// What is read from a text.
fn read(text: &str) -> Run {
    feed(&["convert"], text)
}

fn cube() -> Cube {
    "R U2 F'".parse().expect("these are moves")
}

/// The letters of a position, and the rows of its net: a face alone, then rows of four, then a face alone.
fn letters() -> (String, Vec<String>) {
    let letters = cube().to_string();
    let row = |face: Face, row: usize| letters[9 * face.index() + 3 * row..][..3].to_owned();
    let band = |line| [Face::L, Face::F, Face::R, Face::B].map(|face| row(face, line)).concat();
    let alone = |face| (0..3).map(move |line| (face, line));
    let rows = alone(Face::U).map(|(face, line)| row(face, line)).chain((0..3).map(band));
    let rows: Vec<String> = rows.chain(alone(Face::D).map(|(face, line)| row(face, line))).collect();
    (letters.clone(), rows)
}

fn between(text: &str, separator: &str) -> String {
    text.chars().map(String::from).collect::<Vec<_>>().join(separator)
}

#[test]
fn a_position_in_any_shape_is_read() {
    let (letters, rows) = letters();
    let faces: Vec<&str> = (0..6).map(|face| &letters[9 * face..][..9]).collect();
    let number = |letter: char| "URFDLB".find(letter).expect("it is a face").to_string();
    let numbers: Vec<String> = letters.chars().map(number).collect();
    let nested: Vec<String> = numbers.chunks(9).map(|face| format!("[{}]", face.join(","))).collect();
    let net: String = rows
        .iter()
        .map(|row| if row.len() == 3 { format!("    {row}\n") } else { between(row, " ") + "\n" })
        .collect();
    for text in [
        between(&letters, ","),
        between(&letters, "; "),
        faces.join(","),
        format!("[{}]", numbers.join(", ")),
        format!("['{}']", between(&letters, "','")),
        format!("\"{letters}\""),
        format!("{{\"cube\":[{}]}}", nested.join(",")),
        format!(
            "{{\"cube\":{{\"U\":{:?},\"R\":{:?},\"F\":{:?},\"D\":{:?},\"L\":{:?},\"B\":{:?}}}}}",
            faces[0], faces[1], faces[2], faces[3], faces[4], faces[5]
        ),
        rows.concat(),
        net,
        faces.join("\n"),
        feed(&["convert", "--format", "array"], letters.as_str()).stdout,
        format!(
            "{{\"cube\":{}}}",
            feed(&["convert", "--format", "cubies"], letters.as_str()).stdout.trim_end()
        ),
        feed(&["convert", "--format", "net"], letters.as_str()).stdout,
        "{\"cube\":\"R U2 // two\\nF'\"}".to_owned(),
        "R U2 F'2 F".to_owned(),
        "R,U2,Fi".to_owned(),
        "R U-2 F- (R2)*2".to_owned(),
    ] {
        let found = read(&text);
        assert_eq!(
            (found.code, found.stdout.trim_end(), found.stderr.as_str()),
            (0, &*letters, ""),
            "{text}"
        );
    }
}

#[test]
fn an_impossible_position_says_why() {
    let (letters, _) = letters();
    let reversed = |chunk: usize| -> String {
        let letters: Vec<char> = letters.chars().collect();
        letters.chunks(chunk).flat_map(|row| row.iter().rev()).collect()
    };
    let exchanged =
        letters[..9].to_owned() + &letters[36..45] + &letters[18..36] + &letters[9..18] + &letters[45..];
    for (text, cause) in [
        (reversed(3), "this looks mirrored: possible if each row of each face is reversed"),
        (exchanged, "possible if faces R and L are exchanged: --scan ULFDRB"),
        (letters[..53].to_owned(), "a symbol is missing: possible with"),
    ] {
        let refused = feed(&SOLVE, text.as_str());
        assert!(refused.code == 1 && refused.stderr.contains("\n  Possible causes:\n"), "{}", refused.stderr);
        assert!(refused.stderr.contains(&format!("\n  - {cause}")), "{text}: {}", refused.stderr);
        let row = feed(&[&SOLVE[..], &["--format", "jsonl"]].concat(), text.as_str()).stdout;
        let row: serde_json::Value = serde_json::from_str(&row).expect("a row is an object");
        let causes = row["causes"].as_array().expect("it has causes");
        assert!(
            causes.iter().any(|of| of["text"].as_str().is_some_and(|text| text.starts_with(cause))),
            "{row}"
        );
        assert!(causes.iter().all(|of| of["kind"].is_string()), "{row}");
    }
    let valid = feed(&[&SOLVE[..], &["--format", "jsonl"]].concat(), "R\nQ\n");
    assert!(!valid.stdout.contains("causes") && !valid.stderr.contains("causes"), "{}", valid.stderr);
}

#[test]
fn inputs_of_all_kinds_are_read() {
    let folder = Folder::new();
    for input in inputs() {
        let file = folder.write("input", input["text"].as_str().expect("each has a text"));
        let column = input["column"].as_str().map_or(Vec::new(), |column| vec!["--column", column]);
        let found = run(&[&["convert", &file], &column[..]].concat());
        let expected = input["cubes"].as_array().map(|cubes| {
            cubes
                .iter()
                .map(|cube| format!("{}\n", cube.as_str().expect("they are texts")))
                .collect::<String>()
        });
        match (expected, input["error"].as_str()) {
            (Some(cubes), None) => assert_eq!((found.code, found.stdout), (0, cubes), "{}", input["name"]),
            (None, Some(error)) => {
                assert!(
                    found.code == 1 && found.stderr.contains(error),
                    "{}: {}",
                    input["name"],
                    found.stderr
                );
            }
            _ => panic!("{} has cubes or an error", input["name"]),
        }
    }
}

/// Moves as texts, each as what is read from a file with these contents.
fn moves_of(contents: &str, options: &[&str]) -> Run {
    let folder = Folder::new();
    run(&[&["moves", "expand"], &[folder.write("a.txt", contents).as_str()][..], options].concat())
}

/// The facelets of some moves, a line each.
fn facelets(moves: &[&str]) -> String {
    moves.iter().map(|moves| format!("{}\n", moves.parse::<Cube>().expect("these are moves"))).collect()
}

#[test]
fn json_documents_give_their_positions() {
    let folder = Folder::new();
    let session = "{\"session1\":[[[0,12340],\"R U\",\"\",1],[[-1,9],\"F2 D\",\"\",2]],\"session2\":[[[0,1],\"R' U\",\"\",3]],\
         \"properties\":{\"sessionData\":\"{\\\"2\\\":{\\\"opt\\\":{\\\"scrType\\\":\\\"222so\\\"}}}\"}}";
    let wcif = "{\"formatVersion\":\"1.0\",\"events\":[{\"id\":\"333\",\"rounds\":[{\"scrambleSets\":[{\"id\":1,\
         \"scrambles\":[\"R U\",\"F2 D\"],\"extraScrambles\":[]}]}]},{\"id\":\"clock\",\"rounds\":[{\"scrambleSets\":[{\"scrambles\":[\"UR1+\"]}]}]}]}";
    for text in ["[\"R U\", \"F2 D\"]", "[\n  \"R U\",\n  {\"cube\": \"F2 D\"}\n]", session, wcif] {
        let file = folder.write("a.json", text);
        let found = run(&["convert", &file]);
        assert_eq!(
            (found.code, found.stdout.as_str()),
            (0, &*facelets(&["R U", "F2 D"])),
            "{}",
            found.stderr
        );
        let rows = feed(&[&SOLVE[..], &["--format", "jsonl"]].concat(), text).stdout;
        assert!(rows.lines().count() == 2 && rows.contains("{\"line\":2,"), "{rows}");
        let parts = run(&[&SOLVE[..], &["--part", "1/2", "-o", &folder.path("rows.txt"), &file]].concat());
        assert!(parts.code == 2 && parts.stderr.contains("Parts are cut at lines"), "{}", parts.stderr);
    }
    let damaged = read("[\"R U\", \"F2\n");
    assert!(damaged.code == 2 && damaged.stderr.contains("JSON that is damaged"), "{}", damaged.stderr);
}

/// A session of thousands of solves stands on one line.
#[test]
fn a_document_may_be_longer_than_a_line() {
    let solve = "[[0,12340],\"R U2 F' L D B2 R' U L2\",\"\",1600000000]";
    let session = format!("{{\"session1\":[{}],\"properties\":{{}}}}", vec![solve; 3000].join(","));
    let found = read(&session);
    assert_eq!((found.code, found.stdout.lines().count()), (0, 3000), "{}", found.stderr);
}

#[test]
fn a_table_needs_no_header_if_its_column_has_a_number() {
    for (table, column) in [
        ("1,R U,12.5\n2,F2 D,13.1\n", "2"),
        ("nr;scramble\n1;R U\n2;F2 D\n", "2"),
        ("R U\t1\nF2 D\t2\n", "1"),
    ] {
        let found = feed(&["convert", "--column", column], table);
        assert_eq!(
            (found.code, found.stdout.as_str()),
            (0, &*facelets(&["R U", "F2 D"])),
            "{table}: {}",
            found.stderr
        );
    }
    let told = feed(&SOLVE, "1,R U,12.5\n2,F2 D,13.1\n").stderr;
    for line in [1, 2] {
        let remedy = format!(
            "stdin:{line}: this seems to be a table without a header, with positions in column 2: use --column 2"
        );
        assert!(told.contains(&remedy), "{told}");
    }
}

/// Found by a stranger.
#[test]
fn tables_are_read_as_they_are_meant() {
    let cube = cube().to_string();
    let symbols = between(&cube, ",");
    let faces: Vec<String> =
        "URFDLB".chars().flat_map(|face| (1..10).map(move |number| format!("{face}{number}"))).collect();
    let wrong = symbols.replacen(',', ",R,", 1).replacen(",R,U", ",R", 1);
    let refused = read(&format!("{}\n{wrong}\n", faces.join(",")));
    assert!(refused.code == 1 && refused.stderr.contains("Possible causes"), "{}", refused.stderr);
    let headless = format!("0,{symbols}\n1,{symbols}\n");
    assert!(feed(&SOLVE, headless.as_str()).stderr.contains("use --column 2"));
    for (table, column) in [
        (headless.as_str(), "2"),
        ("1;R U2 F';ok, nice\n2;R U2 F';\n", "2"),
        ("1,5;R U2 F'\n2,5;R U2 F'\n", "2"),
        ("\"Nr\";\"Scramble\";\"Zeit, s\"\n1;\"R U2 F'\";3\n2;R U2 F';4\n", "2"),
    ] {
        let found = feed(&["convert", "--column", column], table);
        assert_eq!((found.code, found.stdout), (0, format!("{cube}\n{cube}\n")), "{table}: {}", found.stderr);
    }
    let numbers: Vec<usize> = cube.chars().map(|face| "URFDLB".find(face).expect("it is a face")).collect();
    let cubies = feed(&["convert", "--format", "cubies"], cube.as_str()).stdout;
    let row = serde_json::json!({"cube": cubies.trim_end()});
    for text in [format!("[{numbers:?},{numbers:?}]\n"), cubies.repeat(2), format!("{row}\n{row}\n")] {
        assert_eq!(read(&text).stdout, format!("{cube}\n{cube}\n"), "{text}");
    }
    let letters: Vec<String> = wrong.split(',').map(|symbol| format!("{symbol:?}")).collect();
    let refused = read(&format!("[{}]\n", letters.join(",")));
    assert!(refused.code == 1 && refused.stderr.contains("Possible causes"), "{}", refused.stderr);
    let comments = read("[\"#e7e9e5\", \"\", \"R\"]");
    assert_eq!((comments.code, comments.stdout.lines().count()), (1, 3), "{}", comments.stderr);
    let folder = Folder::new();
    let rows = run(&[&SOLVE[..], &["--format", "csv", &folder.write("i.csv", ",cube\n17,R U2\n")]].concat());
    assert!(rows.stdout.lines().all(|row| row.ends_with(",\"\"") || row.ends_with(",17")), "{}", rows.stdout);
}

#[test]
fn scrambles_of_other_puzzles_are_not_solved_as_the_cube() {
    for table in ["eventId\tscramble\n333\tR U\n222\tR U\n", "Puzzle,Scramble\n\"333\",R U\npyra,R U\n"] {
        let found = feed(&["convert", "--column", "scramble"], table);
        assert_eq!((found.code, found.stdout.lines().count()), (1, 2), "{table}");
        assert!(found.stderr.contains("is of another puzzle"), "{}", found.stderr);
    }
}

#[test]
fn links_and_names_are_read() {
    for text in [
        "https://alg.cubing.net/?setup=R_U-&alg=U_R-",
        "https://alpha.twizzle.net/edit/?setup-alg=R+U%27&alg=U+R%27",
        "Two moves = R U'",
    ] {
        assert_eq!(read(text).stdout, facelets(&["R U'"]), "{text}");
        assert_eq!(moves_of(text, &["--format", "no"]).code, 2);
        assert_eq!(moves_of(text, &[]).stdout, "R U'\n", "{text}");
    }
}

/// Each example of the page on files is a file with the same two positions, and the command that reads it.
#[test]
fn files_of_the_page_are_read() {
    let page = super::support::read("docs/files.md");
    let mut examples = 0;
    let mut file = None;
    for block in page.split("\n```").filter(|block| !block.starts_with('\n')) {
        match block.split_once('\n') {
            Some(("text" | "json", contents)) => file = Some(format!("{contents}\n")),
            Some(("sh", command)) => {
                let folder = Folder::new();
                let words: Vec<&str> = command.split_whitespace().collect();
                let [program, solve, name, options @ ..] = &words[..] else { panic!("{command}") };
                assert_eq!((*program, *solve), ("cubebatch", "solve"), "{command}");
                let path = folder.write(name, file.take().expect("a file comes before its command"));
                let found = run(&[&["convert", path.as_str()], options].concat());
                let expected = facelets(&["R U2 F'", "F D2 L"]);
                assert_eq!((found.code, found.stdout), (0, expected), "{command}: {}", found.stderr);
                examples += 1;
            }
            _ => {}
        }
    }
    assert_eq!(examples, 13);
}
