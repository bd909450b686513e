//! Inputs as people have them: each shape of a position, and causes where one is impossible.

use cubebatch::Cube;
use cubebatch::cube::Face;

use super::support::{Run, feed};

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
    let valid = feed(&[&SOLVE[..], &["--format", "jsonl"]].concat(), "R\nX\n");
    assert!(!valid.stdout.contains("causes") && !valid.stderr.contains("causes"), "{}", valid.stderr);
}
