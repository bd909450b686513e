//! Any text as the input of `solve` and as the solutions of `check`; rows that the program could have written.
#![no_main]

use cubebatch::cube::Algorithm;
use cubebatch::cube::random::Random;
use cubebatch::notation::parse_moves;
#[allow(dead_code, unused_imports)]
use cubebatch_cli::input::{Input, LINES};
use cubebatch_rows::check::Answer;
use libfuzzer_sys::fuzz_target;

/// Longer rows are not read.
const LONGEST_ROW: usize = 1000;

fuzz_target!(|input: (&str, u64, &str)| {
    let (text, seed, moves) = input;
    // Any text: lines keep their numbers, records those of their first lines, and what is a position can be written and read again in each form.
    let (mut number, mut has_records) = (0, false);
    let mut lines = Input::of_argument(text);
    let is_read = loop {
        let chunk = match lines.next_chunk(LINES) {
            Ok(Some(chunk)) => chunk,
            // A file of another kind is refused as a whole.
            end => break end.is_ok(),
        };
        has_records = chunk.header().is_some();
        for line in chunk.lines() {
            assert!(line.number == number + 1 || has_records && line.number > number);
            // A position over several lines is one.
            number =
                line.number + line.bytes.iter().filter(|&&byte| byte == b'\n' && !has_records).count() as u64;
            if let Ok(Some(cube)) = chunk.parse(line, None) {
                let facelets = cube.to_string();
                let object = format!("{{\"cube\":\"{facelets}\"}}");
                assert_eq!(position(&object), Some(facelets.clone()));
                assert_eq!(position(&format!("a,cube\n1,{facelets}")), Some(facelets));
            }
            if let Some(answer) = Answer::read(line, chunk.header(), LONGEST_ROW) {
                assert_eq!(answer.number, line.number);
                assert!(
                    line.bytes.len() <= LONGEST_ROW || answer.solutions.is_err(),
                    "a part of a row was judged"
                );
            }
        }
    };
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let count = text.strip_suffix('\n').map_or(text.lines().count(), |rest| rest.split('\n').count());
    // A document has as many lines as positions.
    let may_be_document = text.trim_start_matches(['\u{feff}', ' ', '\t', '\n']).starts_with(['[', '{']);
    assert!(
        !is_read || has_records || may_be_document || number as usize == count,
        "{number} of {count} lines"
    );
    // A row of our own is read as it was meant, whatever moves are.
    let Ok(manoeuvre) = parse_moves(moves) else { return };
    let (solution, cube) =
        (Algorithm::from(manoeuvre.moves()).to_string(), Random::new(seed).cube().to_string());
    let length = manoeuvre.moves().len();
    let rows = [
        format!("{{\"line\":7,\"cube\":\"{cube}\",\"solution\":\"{solution}\",\"length\":{length}}}"),
        format!("line,cube,solution,length,error\n7,{cube},{solution},{length},"),
    ];
    for row in rows.iter().filter(|row| row.len() <= LONGEST_ROW) {
        let chunk = Input::of_argument(row).next_chunk(LINES).ok().flatten().expect("there are lines");
        let answers = chunk.lines().filter_map(|line| Answer::read(line, chunk.header(), LONGEST_ROW));
        let answer = answers.last().expect("there is a row");
        assert_eq!(answer.line, Some(7));
        assert_eq!(answer.told.cube.as_deref(), Some(&*cube));
        assert_eq!(answer.told.length, Some(length));
        assert_eq!(answer.solutions, Ok(vec![solution.clone()]));
    }
});

/// The position of an input that holds one.
fn position(text: &str) -> Option<String> {
    let chunk = Input::of_argument(text).next_chunk(LINES).ok().flatten()?;
    let cubes = chunk.lines().filter_map(|line| chunk.parse(line, None).ok().flatten());
    cubes.last().map(|cube| cube.to_string())
}
