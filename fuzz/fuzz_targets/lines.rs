//! Any text as a line of positions, in every format.
#![no_main]

use cubebatch::Cube;
use cubebatch::cube::Algorithm;
use cubebatch::notation::{self, Format, ParseError, Scan, detect, parse_line, parse_moves};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    let belt: Scan = "belt".parse().expect("a name of an order");
    let formats = [Format::Facelets, Format::Scanned(belt), Format::Lin, Format::Moves, Format::Reid];
    for format in formats {
        check(line, &parse_line(line, Some(format)));
    }
    let found = parse_line(line, None);
    assert_eq!(
        found,
        parse_line(line, Some(detect(line))),
        "without a format it is the one that is detected"
    );
    assert_eq!(
        notation::is_blank(line),
        found == Ok(None),
        "a blank line has no position, and no other line has none"
    );
    assert_eq!(
        found,
        parse_line(&format!("{line} # a comment"), None),
        "a comment at the end changes nothing"
    );
    let in_lines = parse_line(&line.replace('\n', " # a comment\n"), None);
    assert_eq!(
        in_lines.map_err(|error| error.reason),
        found.clone().map_err(|error| error.reason),
        "and neither does one at the end of each line"
    );
    let causes = notation::causes(line, None);
    assert!(causes.is_empty() || matches!(found, Err(_)), "a position that is read has no cause");
    for cause in causes.into_iter().chain(notation::in_any_order(line)) {
        assert!(!cause.to_string().is_empty());
        cause.cube.iter().for_each(check_round_trips);
    }
    if let Ok(manoeuvre) = parse_moves(line) {
        let moves = manoeuvre.moves();
        let again =
            parse_moves(&Algorithm::from(moves).to_string()).expect("moves that are written can be read");
        assert_eq!(again.moves(), moves);
    }
});

/// What a line gives is a position that every format can write and read, or an error that can be shown.
fn check(line: &str, found: &Result<Option<Cube>, ParseError>) {
    match found {
        Ok(None) => {}
        Ok(Some(cube)) => check_round_trips(cube),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            // What is missing at the end is missing behind the last character.
            let columns = 1..=line.chars().count() + 1;
            assert!(error.column.is_none_or(|column| columns.contains(&column)), "{error} in {line:?}");
        }
    }
}

fn check_round_trips(cube: &Cube) {
    let written = [
        (Format::Facelets, cube.to_string()),
        (Format::Lin, notation::to_lin(cube)),
        (Format::Reid, notation::to_reid(cube)),
    ];
    for (format, text) in written {
        assert_eq!(detect(&text), format);
        assert_eq!(parse_line(&text, Some(format)), Ok(Some(*cube)), "{text}");
    }
    // Turns keep to the group: what is undone is as before.
    assert!(cube.then(&cube.inverse()).is_solved());
}
