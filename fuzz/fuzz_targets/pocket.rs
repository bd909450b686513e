//! Any text as a pocket cube, and both ways to solve what can be solved.
#![no_main]

use std::sync::LazyLock;

use cubebatch::cube::Metric;
use cubebatch::notation::Reason;
use cubebatch::pocket::{Alphabet, Distances, PocketCube, Steps, parse_line, shown_stickers};
use libfuzzer_sys::fuzz_target;

static DISTANCES: LazyLock<Distances> = LazyLock::new(|| Distances::new(Metric::HalfTurn));

fuzz_target!(|line: &str| {
    match parse_line(line) {
        Ok(None) => assert!(cubebatch::notation::is_blank(line)),
        Ok(Some(cube)) => check(&cube),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            let columns = 1..=line.chars().count() + 1;
            assert!(error.column.is_none_or(|column| columns.contains(&column)), "{error} in {line:?}");
            if let Reason::Impossible(_) | Reason::ImpossibleColours { .. } = error.reason {
                let stickers = shown_stickers(line).expect("facelets can be shown");
                assert!(PocketCube::from_stickers(&stickers).is_err());
            }
        }
    }
});

fn check(cube: &PocketCube) {
    for alphabet in [Alphabet::Digits, Alphabet::Colours, Alphabet::Faces] {
        let text = alphabet.write(cube);
        // Colours that are faces as well are taken for faces; every cube has others.
        if alphabet != Alphabet::Colours || text.contains(['O', 'G', 'Y', 'W']) {
            assert_eq!(parse_line(&text), Ok(Some(*cube)), "{text}");
        }
    }
    assert_eq!(PocketCube::from_stickers(&cube.stickers()), Ok(*cube));
    assert_eq!(PocketCube::unrank(cube.rank()).rank(), cube.rank());

    let shortest = DISTANCES.solve(cube).expect("distances lead to the solved position");
    assert!(cube.apply(&shortest).is_solved());
    assert!(shortest.len() <= 11 && shortest.len() == usize::from(DISTANCES.of(cube)));

    let steps = Steps::of(cube).moves();
    assert!(cube.apply(&steps).is_solved());
    assert!(steps.canonical().len() >= shortest.len(), "nothing is shorter than the shortest");
}
