//! Lists of moves that solve every cube, as a user of the library sees them.

use std::sync::LazyLock;

use cubebatch::cube::random::Random;
use cubebatch::cube::{Cube, Move};
use cubebatch::universal::circuit::{Fault, Group, Walker};
use cubebatch::universal::{DeBruijn, Loops};

static LOOPS: LazyLock<Loops> = LazyLock::new(Loops::search);

/// Follows the list from after `steps` steps until `cube`, turned so far, is solved; gives the
/// number of the step.
fn follow(cube: &Cube, steps: u128, at_most: usize) -> Option<u128> {
    let mut cube = cube.then(&LOOPS.position(steps));
    for step in LOOPS.steps(steps).take(at_most) {
        cube = cube.apply(step.moves);
        if cube.is_solved() {
            return Some(step.number);
        }
    }
    None
}

#[test]
fn every_cube_is_solved_at_the_step_that_is_found() {
    let mut random = Random::new(23);
    for _ in 0..50 {
        let cube = random.cube();
        let found = LOOPS.find(&cube);
        assert_eq!(follow(&cube, found - 3000, 3001), Some(found));
        assert_eq!(LOOPS.number(&LOOPS.position(found)), found);
    }
}

#[test]
fn a_cube_near_the_beginning_is_solved_by_walking_there() {
    let cube = LOOPS.position(100_000).inverse();
    assert_eq!(follow(&cube, 0, 200_000), Some(100_000));
}

#[test]
fn the_first_and_the_last_position() {
    let last = LOOPS.positions() - 1;
    assert_eq!(last, 43_252_003_274_489_855_999);
    assert!(LOOPS.position(0).is_solved());
    assert_eq!(LOOPS.find(&Cube::SOLVED), 0);
    assert_eq!((LOOPS.moves_before(0), LOOPS.moves_before(last)), (0, LOOPS.moves()));
    assert_eq!(LOOPS.steps(last - 5).count(), 5);
}

#[test]
#[should_panic(expected = "there are only 43252003274489856000 positions")]
fn there_is_no_position_after_the_last() {
    LOOPS.position(LOOPS.positions());
}

#[test]
fn a_de_bruijn_sequence_of_moves_solves_all_cubes_near_by() {
    let moves: Vec<Move> = DeBruijn::new(Move::COUNT, 3).map(Move::from_index).collect();
    let mut random = Random::new(29);
    for _ in 0..20 {
        let scramble: Vec<Move> =
            (0..3).map(|_| Move::from_index(random.below(Move::COUNT as u64) as usize)).collect();
        let cube = Cube::SOLVED.apply(&scramble);
        // Any three moves in a row somewhere on the list, which is a circle.
        let solves = |start: usize| {
            let word: Vec<Move> = (start..start + 3).map(|i| moves[i % moves.len()]).collect();
            cube.apply(&word).is_solved()
        };
        assert!((0..moves.len()).any(solves));
    }
}

#[test]
fn a_circuit_that_is_cut_short_or_turned_wrong_is_none() {
    let mut walker = Walker::new(Group::Ur);
    let [u, r, f] = [0, 3, 6].map(Move::from_index);
    assert!(walker.step(u).is_ok() && walker.step(r).is_ok());
    assert_eq!(walker.finish(), Err(Fault::Short { moves: 2, positions: 73_483_200 }));
    assert_eq!(walker.step(f), Err(Fault::Foreign { number: 3, face: f.face() }));
}
