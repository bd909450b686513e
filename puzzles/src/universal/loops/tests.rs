use std::collections::HashSet;
use std::sync::LazyLock;

use super::*;
use cubebatch_cube::cube::Pieces;
use cubebatch_cube::cube::random::Random;

static SEQUENCES: LazyLock<DigitSequences> = LazyLock::new(DigitSequences::search);

static LOOPS: LazyLock<Loops> =
    LazyLock::new(|| Loops::over(&Block::ALL.map(|block| SEQUENCES.digits(block)).concat(), &SEQUENCES));

/// Loops over some digits of all.
fn family(keep: impl Fn(Digit) -> bool) -> Loops {
    let digits = Block::ALL.map(|block| SEQUENCES.digits(block)).concat();
    let kept: Vec<Digit> = digits.into_iter().filter(|&digit| keep(digit)).collect();
    Loops::over(&kept, &SEQUENCES)
}

/// Walks the whole list move by move; every position must come once, with its number.
fn assert_complete(loops: &Loops, positions: usize) {
    assert_eq!(loops.positions(), positions as u128);
    let mut cube = Cube::SOLVED;
    let mut seen = HashSet::from([cube]);
    let mut moves = 0;
    for step in loops.steps(0) {
        cube = cube.apply(step.moves);
        moves += step.moves.len() as u128;
        assert_eq!(loops.number_within(&cube), Some(step.number));
        assert_eq!(loops.position(step.number), cube);
        assert_eq!(loops.moves_before(step.number), moves);
        assert!(seen.insert(cube), "step {} leads back", step.number);
    }
    assert_eq!(seen.len(), positions);
    assert_eq!(loops.moves(), moves);
}

#[test]
fn flips_alone() {
    let loops = family(|digit| digit.block() == Block::Flips);
    assert_complete(&loops, 2048);
    let pure = |cube: &Cube| Cube::of(Pieces { edge_ori: [0; 12], ..**cube }).is_solved();
    assert!((0..2048).all(|number| pure(&loops.position(number))));
}

#[test]
fn rotations_alone() {
    let loops = family(|digit| digit.block() == Block::Rotations);
    assert_complete(&loops, 2187);
    let pure = |cube: &Cube| Cube::of(Pieces { corner_ori: [0; 8], ..**cube }).is_solved();
    assert!((0..2187).all(|number| pure(&loops.position(number))));
}

#[test]
fn corner_cycles_alone() {
    let loops = family(|digit| digit.block() == Block::CornerCycles);
    assert_complete(&loops, 20_160);
    let pure =
        |cube: &Cube| Cube::of(Pieces { corner_perm: Pieces::SOLVED.corner_perm, ..**cube }).is_solved();
    assert!((0..20_160).all(|number| pure(&loops.position(number))));
}

#[test]
fn cycles_of_the_first_eight_edges_alone() {
    let loops = family(|digit| matches!(digit, Digit::Edge(..8)));
    assert_complete(&loops, 20_160);
}

#[test]
fn all_five_blocks_on_few_cubies() {
    let keep = |digit| match digit {
        Digit::Flip(place) | Digit::Rotation(place) => place < 2,
        Digit::Edge(place) | Digit::Corner(place) => place < 4,
        Digit::Parity => true,
    };
    assert_complete(&family(keep), 4 * 9 * 12 * 12 * 2);
}

#[test]
fn the_odometer_carries_everywhere() {
    // Around each multiple of the size of an inner family every digit below turns over.
    let mut size = 1;
    for level in &LOOPS.levels {
        size *= level.radix() as u128;
        for start in [size - 1, LOOPS.positions() - size].into_iter().filter(|&n| n + 1 < LOOPS.positions()) {
            let step = LOOPS.steps(start).next().unwrap();
            assert_eq!(LOOPS.position(start).apply(step.moves), LOOPS.position(start + 1));
            let moves = step.moves.len() as u128;
            assert_eq!(LOOPS.moves_before(start) + moves, LOOPS.moves_before(start + 1));
        }
    }
    assert_eq!(size, 43_252_003_274_489_856_000);
    assert_eq!(LOOPS.steps(size - 1).next(), None);
}

#[test]
fn number_and_position_are_inverse() {
    let mut random = Random::new(17);
    for _ in 0..2000 {
        let cube = random.cube();
        let number = LOOPS.number(&cube);
        assert_eq!(LOOPS.position(number), cube);
        assert!(cube.then(&LOOPS.position(LOOPS.find(&cube))).is_solved());
    }
    for number in (0..2000).map(|part| LOOPS.positions() / 2000 * part) {
        assert_eq!(LOOPS.number(&LOOPS.position(number)), number);
    }
}

#[test]
fn a_walk_from_anywhere_keeps_to_the_numbers() {
    let mut random = Random::new(19);
    for _ in 0..20 {
        let start = LOOPS.number(&random.cube());
        let mut cube = LOOPS.position(start);
        for step in LOOPS.steps(start).take(5000) {
            cube = cube.apply(step.moves);
            assert_eq!(LOOPS.number(&cube), step.number);
        }
    }
}

#[test]
fn each_blocks_sequences_do_what_they_are_for() {
    for Usage { block, moves, .. } in LOOPS.usage() {
        let cube = Cube::SOLVED.apply(moves);
        let moved = |perm: &[u8]| (0..perm.len()).filter(|&i| usize::from(perm[i]) != i).count();
        let turned = |ori: &[u8]| ori.iter().filter(|&&ori| ori != 0).count();
        let permuted = [moved(&cube.corner_perm), moved(&cube.edge_perm)];
        let oriented = [turned(&cube.corner_ori), turned(&cube.edge_ori)];
        let expected = match block {
            Block::Flips => ([0, 0], [0, 2]),
            Block::Rotations => ([0, 0], [2, 0]),
            Block::EdgeCycles => ([0, 3], [0, 0]),
            Block::CornerCycles => ([3, 0], [0, 0]),
            Block::Parity => ([4, 4], [4, 0]),
        };
        assert_eq!((permuted, oriented), expected, "{block}: {moves:?}");
    }
}

#[test]
fn consecutive_positions_are_close() {
    let lengths = LOOPS.lengths();
    assert_eq!(lengths.values().sum::<u128>(), LOOPS.positions() - 1);
    let moves: u128 = lengths.iter().map(|(&length, steps)| length as u128 * steps).sum();
    assert_eq!(moves, LOOPS.moves());
    // Measured: the bound of the question was 20.
    assert_eq!(lengths.keys().max(), Some(&16));
}
