//! Any text as a pocket cube, and both ways to solve what can be solved.
#![no_main]

use std::sync::LazyLock;

use cubebatch::cube::Metric;
use cubebatch::pocket::{Alphabet, Distances, Facelets, Position, Steps, parse_line};
use libfuzzer_sys::fuzz_target;

static DISTANCES: LazyLock<Distances> = LazyLock::new(|| Distances::new(Metric::HalfTurn));

fuzz_target!(|line: &str| {
    match parse_line(line) {
        Ok(None) => assert!(cubebatch::notation::is_blank(line)),
        Ok(Some(facelets)) => check(&facelets),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            let columns = 1..=line.chars().count() + 1;
            assert!(error.column.is_none_or(|column| columns.contains(&column)), "{error} in {line:?}");
        }
    }
});

fn check(facelets: &Facelets) {
    for alphabet in [Alphabet::Digits, Alphabet::Colours, Alphabet::Faces] {
        let text = facelets.to_text(alphabet);
        // Colours that are faces as well are taken for faces; every cube has others.
        if alphabet != Alphabet::Colours || text.contains(['O', 'G', 'Y', 'W']) {
            assert_eq!(parse_line(&text), Ok(Some(*facelets)), "{text}");
        }
    }
    let Ok(position) = Position::of(facelets) else {
        let faults = Steps::of(facelets).expect_err("what has no position has no solution");
        assert!(!faults.to_string().is_empty());
        return;
    };
    assert_eq!(Position::of(&position.facelets()), Ok(position));
    assert_eq!(Position::unrank(position.rank()), position);

    let shortest = DISTANCES.solve(position).expect("distances lead to the solved position");
    assert!(facelets.apply(&shortest).is_solved());
    assert!(shortest.len() <= 11 && shortest.len() == usize::from(DISTANCES.of(position)));

    let steps = Steps::of(facelets).expect("a position has a solution").moves();
    assert!(facelets.apply(&steps).is_solved());
    assert!(steps.canonical().len() >= shortest.len(), "nothing is shorter than the shortest");
}
