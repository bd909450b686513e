//! The kernels of descents in complete tables.
//!
//! Small tables of random entries stand for whole ones: what they lead to has no meaning, but it is
//! as good as a whole table to compare by. `tests/complete` compares solutions.

use std::collections::{BTreeSet, HashMap};

use super::{Bench, GUARD, SENTINEL, assert_same, grids};
use crate::descent::{Entries, start, tables};
use crate::kernels::{self, BufferedWords};
use cubebatch_cube::cube::random::Random;
use cubebatch_cube::cube::{Cube, Move, inverse};
use cubebatch_search::engine::phase2::ball::Ball;
use cubebatch_shaders::descent::{
    self as layout, End, EndOfPhase1, NO_END, NO_SOLUTION, PHASE1_SLICES, PHASE2_SLICES, Phase1Buffers,
    Phase1Params, Phase2Buffers, Phase2Params, SOLUTION_WORDS,
};
use cubebatch_shaders::words::{Bytes, Moves, UdEdgesAndCorners, WORKGROUP};
use cubebatch_tables::coord::phase1::{PHASE1_MOVES, leaves_g1};
use cubebatch_tables::coord::phase2::PHASE2_MOVES;
use cubebatch_tables::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use cubebatch_tables::coord::{Phase1, Phase2};
use cubebatch_tables::table::{Phase, Phase1Entry};

/// Words of each buffer of entries.
pub(super) const SHIFT: u32 = 12;

/// Words of which the fraction of ones is a half, a fourth, … to 1 of 2^`sparse`.
pub(super) fn random_words(seed: u64, buffers: usize, sparse: u64) -> Vec<u32> {
    let mut random = Random::new(seed);
    let mut word = || {
        let ands = 1 + random.below(sparse);
        (0..ands).fold(u32::MAX, |word, _| word & random.below(1 << 32) as u32)
    };
    (0..buffers << SHIFT).map(|_| word()).collect()
}

/// 0, 1, 2, … `longest` moves in turn.
pub(super) fn walks(moves: &[Move], longest: usize, count: usize) -> Vec<Vec<Move>> {
    let mut random = Random::new(71);
    let mut pick = || moves[random.below(moves.len() as u64) as usize];
    (0..count).map(|i| (0..i % (longest + 1)).map(|_| pick()).collect()).collect()
}

/// Grids for `cubes` cubes.
pub(super) fn grids_for(cubes: usize) -> [(u32, u32); 4] {
    grids((cubes as u32).div_ceil(WORKGROUP))
}

/// Random entries, but those of long paths that lead into G1, and the true ones near G1, where paths end.
pub(super) fn words_with_ways(buffers: usize) -> Vec<u32> {
    let mut words = random_words(73, buffers, 6);
    let mut put = |index: usize, entry: Phase1Entry| {
        for bit in 0..Phase1Entry::BITS {
            let (word, shift) =
                ((index * Phase1Entry::BITS + bit) / 32, (index * Phase1Entry::BITS + bit) % 32);
            let word = &mut words[((word >> SHIFT).min(buffers - 1) << SHIFT) + word % (1 << SHIFT)];
            *word = *word & !(1 << shift) | (entry.bits() >> bit & 1) << shift;
        }
    };
    for (start, path) in long_paths() {
        put_path(&start, &path, &mut put);
    }
    let near = near_g1(3);
    for (&index, &(at, distance)) in &near {
        let neighbours = SymPhase1Tables::get().neighbours(at).enumerate();
        let is_nearer =
            |there: SymPhase1| near.get(&there.index()).is_some_and(|&(_, there)| there < distance);
        let nearer =
            neighbours.filter(|&(_, there)| is_nearer(there)).fold(0, |bits, (number, _)| bits | 1 << number);
        put(index, Phase1Entry::new(distance, nearer));
    }
    words
}

/// Ways of 4 to 12 moves into G1 that a descent may walk, and where they begin.
fn long_paths() -> Vec<(Cube, Vec<Move>)> {
    let mut random = Random::new(74);
    let mut path = |length| {
        let mut path: Vec<Move> = Vec::new();
        while path.len() < length {
            let next = PHASE1_MOVES[random.below(PHASE1_MOVES.len() as u64) as usize];
            let is_last = path.len() + 1 == length;
            if path.last().is_none_or(|last| last.may_precede(next)) && (!is_last || leaves_g1(next)) {
                path.push(next);
            }
        }
        (Cube::SOLVED.apply(&inverse(&path)), path)
    };
    (0..90).map(|i| path(4 + i % 9)).collect()
}

/// Entries by which a path leads on, and which besides name all moves that must not follow the one before.
fn put_path(start: &Cube, path: &[Move], put: &mut impl FnMut(usize, Phase1Entry)) {
    for (i, &mv) in path.iter().enumerate() {
        let here = SymPhase1Tables::get().reduce(Phase1::of(&start.apply(&path[..i])));
        let image = |mv: Move| SymPhase1Tables::get().image(here, mv.index()).number();
        let must_not_follow = |next: &Move| i > 0 && !path[i - 1].may_precede(*next);
        let named = PHASE1_MOVES.into_iter().filter(must_not_follow).chain([mv]);
        let nearer = named.fold(0, |bits, mv| bits | 1 << image(mv));
        put(here.index(), Phase1Entry::new(((path.len() - i) % 3) as u8, nearer));
    }
}

/// The positions at most so far from G1, by their indices, and how far they are.
fn near_g1(longest: u8) -> HashMap<usize, (SymPhase1, u8)> {
    let mut near = HashMap::from([(0, (SymPhase1::default(), 0))]);
    let mut level = vec![SymPhase1::default()];
    for distance in 1..=longest {
        level = level.into_iter().flat_map(|at| SymPhase1Tables::get().neighbours(at)).collect();
        for &at in &level {
            near.entry(at.index()).or_insert((at, distance));
        }
    }
    near
}

fn compare_phase1(buffers: usize, wanted: u32, most_visits: u32, cubes: usize) {
    let walks = walks(&PHASE1_MOVES, 5, cubes);
    let words = words_with_ways(buffers);
    let walked = walks.iter().map(|walk| Cube::SOLVED.apply(walk));
    let mut cubes: Vec<Cube> = long_paths().into_iter().map(|(start, _)| start).chain(walked).collect();
    cubes.extend([Cube::SOLVED; GUARD]);
    let slots = wanted.next_multiple_of(2);
    let count = (cubes.len() - GUARD) as u32;
    let params = Phase1Params { columns: 0, cubes: count, ends: wanted, slots, most_visits, shift: SHIFT };
    let untouched: Vec<End> = vec![bytemuck::cast([SENTINEL; 4]); cubes.len() * slots as usize];
    let mut expected = untouched.clone();
    let folded = BufferedWords { words: &words, buffers, shift: SHIFT };
    kernels::descent::phase1(&params, &cubes, &folded, &mut expected);
    let ends_of = expected.chunks(slots as usize).take(count as usize);
    let counts: BTreeSet<_> =
        ends_of.map(|ends| ends.iter().take_while(|end| end.rest != NO_END).count()).collect();
    assert!([0, 1, slots as usize].iter().all(|count| counts.contains(count)), "{counts:?}");
    let found = expected.iter().filter(|end| **end != untouched[0] && end.rest != NO_END);
    let lengths: BTreeSet<u32> = found.map(|end| EndOfPhase1::unpack(end.rest).length).collect();
    assert!((0..=12).all(|length| lengths.contains(&length)), "{lengths:?}");

    let Some((bench, kernel)) = Bench::with::<layout::Phase1>() else { return };
    let starts: Vec<_> = cubes.iter().map(start).collect();
    let [tables, starts] = [bench.buffer(&tables(Ball::get())), bench.buffer(&starts)];
    let entries = Entries::cut(&bench.device, bytemuck::cast_slice(&words), SHIFT).unwrap().unwrap();
    for grid in grids_for(cubes.len()) {
        let ends = bench.buffer(&untouched);
        let buffers =
            Phase1Buffers { tables: &tables, starts: &starts, ends: &ends, phase1_slice: entries.buffers() };
        bench.run(&kernel, &Phase1Params { columns: grid.0, ..params }, buffers, grid);
        assert_same("end", &bench.read(&ends, &expected), &expected);
    }
}

#[test]
fn phase1_walks_like_its_twin() {
    for (buffers, wanted, most_visits) in [(PHASE1_SLICES, 4, 1000), (1, 1, 1000), (PHASE1_SLICES, 3, 20)] {
        compare_phase1(buffers, wanted, most_visits, 1500);
    }
}

/// Ends from 0 to `slots` for each cube, with random distances from solved.
fn random_ends(cubes: usize, slots: usize) -> Vec<End> {
    let mut random = Random::new(72);
    let mut ends = Vec::new();
    for i in 0..cubes {
        let walks = walks(&PHASE2_MOVES, 7, 8 * slots);
        for slot in 0..slots {
            if slot == i % (slots + 1) {
                ends.resize((i + 1) * slots, End::NONE);
                break;
            }
            let walk = &walks[random.below(walks.len() as u64) as usize];
            let at = Phase2::of(&Cube::SOLVED.apply(walk));
            let length = random.below(u64::from(Phase::One.diameter()) + 1) as u32;
            let mut moves = [0; 2];
            (0..length as usize).for_each(|i| Moves::put(&mut moves, i, random.below(18) as u32));
            let (ud_edges, corners) = (at.ud_edges.into(), at.corners.into());
            ends.push(End {
                ud_edges_and_corners: UdEdgesAndCorners { ud_edges, corners }.pack(),
                rest: EndOfPhase1 { slice_perm: at.slice_perm.into(), length }.pack(),
                moves,
            });
        }
    }
    ends
}

fn compare_phase2(buffers: usize, sparse: u64, slots: usize, cubes: usize) -> Vec<u32> {
    let near = Ball::get();
    let words = random_words(70, buffers, sparse);
    let ends = random_ends(cubes + GUARD, slots);
    let params = Phase2Params {
        columns: 0,
        cubes: cubes as u32,
        slots: slots as u32,
        shift: SHIFT,
        ball_size: near.entries().len() as u32,
    };
    let mut expected = vec![SENTINEL; (cubes + GUARD) * SOLUTION_WORDS];
    let sliced = BufferedWords { words: &words, buffers, shift: SHIFT };
    kernels::descent::phase2(&params, &ends, &sliced, near, &mut expected);
    let Some((bench, kernel)) = Bench::with::<layout::Phase2>() else { return expected };
    let entries = Entries::cut(&bench.device, bytemuck::cast_slice(&words), SHIFT).unwrap().unwrap();
    let [tables, ends] = [bench.buffer(&tables(near)), bench.buffer(&ends)];
    for grid in grids_for(cubes) {
        let solutions = bench.buffer(&vec![SENTINEL; expected.len()]);
        let buffers = Phase2Buffers {
            tables: &tables,
            ends: &ends,
            solutions: &solutions,
            phase2_slice: entries.buffers(),
        };
        bench.run(&kernel, &Phase2Params { columns: grid.0, ..params }, buffers, grid);
        assert_same("word", &bench.read(&solutions, &expected), &expected);
    }
    expected
}

#[test]
fn phase2_goes_on_like_its_twin() {
    // With fewer ones more entries say that a position is near solved.
    for (buffers, sparse, slots) in [(PHASE2_SLICES, 1, 4), (1, 3, 2)] {
        let solutions = compare_phase2(buffers, sparse, slots, 3000);
        let kinds = solutions
            .chunks(SOLUTION_WORDS)
            .map(|solution| (Bytes::get(solution, 0) == u32::from(NO_SOLUTION), Bytes::get(solution, 1)));
        let kinds: Vec<_> = kinds.collect();
        assert!(kinds.contains(&(true, 1)) && kinds.contains(&(true, 2)), "some lead nowhere");
        assert!(kinds.iter().any(|&(fails, _)| !fails), "some lead to solved");
    }
}
