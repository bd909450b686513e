//! Places in the five loops, and walks that are no circuits.
#![no_main]

use std::sync::LazyLock;

use cubebatch::cube::random::Random;
use cubebatch::cube::{Cube, Move};
use cubebatch::universal::circuit::{Fault, Group, Walker};
use cubebatch::universal::{DeBruijn, Loops};
use libfuzzer_sys::fuzz_target;

static LOOPS: LazyLock<Loops> = LazyLock::new(Loops::search);

fuzz_target!(|input: (u64, u128, Vec<u8>, u8)| {
    let (seed, number, walk, word) = input;
    check_loops(&Random::new(seed).cube(), number % LOOPS.positions());
    check_walk(&walk);
    check_de_bruijn(usize::from(word % 5) + 1, usize::from(word / 5 % 6) + 1);
});

fn check_loops(cube: &Cube, number: u128) {
    assert_eq!(LOOPS.position(LOOPS.number(cube)), *cube);
    assert_eq!(LOOPS.number(&LOOPS.position(number)), number);
    // From any place the list goes on as it says: some steps, made on cubies.
    let mut at = LOOPS.position(number);
    let mut moves = LOOPS.moves_before(number);
    for step in LOOPS.steps(number).take(20) {
        at = at.apply(step.moves);
        moves += step.moves.len() as u128;
        assert_eq!(LOOPS.number(&at), step.number);
        assert_eq!(LOOPS.moves_before(step.number), moves);
    }
    // The list, followed from its beginning, comes to a solved cube at that step.
    assert!(cube.then(&LOOPS.position(LOOPS.find(cube))).is_solved());
}

/// No walk of a few hundred moves is a circuit, and one is given up where a position comes again.
fn check_walk(walk: &[u8]) {
    let mut walker = Walker::new(Group::Pocket);
    let mut seen = vec![Cube::SOLVED];
    for &byte in walk.iter().take(200) {
        let mv = Move::from_index(usize::from(byte) % Move::COUNT);
        let next = Group::Pocket.visible(&seen[seen.len() - 1].turn(mv));
        match walker.step(mv) {
            Ok(()) => assert!(!seen.contains(&next)),
            Err(Fault::Foreign { face, .. }) => {
                assert!(face == mv.face() && !Group::Pocket.faces().contains(&face));
                return;
            }
            Err(fault) => {
                assert_eq!(fault, Fault::Repeated { number: seen.len() as u64 });
                assert!(seen.contains(&next));
                return;
            }
        }
        seen.push(next);
    }
    assert!(walker.finish().is_err());
}

/// Every word of the letters is there once.
fn check_de_bruijn(letters: usize, length: usize) {
    let sequence: Vec<usize> = DeBruijn::new(letters, length).collect();
    assert_eq!(Some(sequence.len() as u128), DeBruijn::count(letters, length));
    let word =
        |at: usize| (0..length).fold(0, |word, i| word * letters + sequence[(at + i) % sequence.len()]);
    let mut words: Vec<usize> = (0..sequence.len()).map(word).collect();
    words.sort_unstable();
    assert!(words.into_iter().eq(0..sequence.len()));
}
