//! The published counts, the sorted tables, what moves change, and files.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Built, DISTANCES, PHASE1, PHASE2, PRUNING, distance1, distance2, library};
use cubebatch::cube::random::Random;
use cubebatch::cube::{Cube, Move};
use cubebatch::progress::{Cancelled, Control, Progress, Step, Stop};
use cubebatch::table::Table;
use cubebatch_cube::cube::HTM;
use cubebatch_gpu::{Ceiling, Device, Gpu};
use cubebatch_search::engine::cpu::{Cpu, count_cosets};
use cubebatch_search::engine::{Build, BuildError};
use cubebatch_tables::coord::phase1::CODES;
use cubebatch_tables::coord::phase2::{PHASE2_MOVES, Phase2Moves, inverse_move, representative};
use cubebatch_tables::coord::sym_phase1::{SIZE, SymPhase1, SymPhase1Tables};
use cubebatch_tables::coord::twist::Twist;
use cubebatch_tables::coord::{Coordinate, Phase1, Phase2, PhaseMoves};
use cubebatch_tables::table::{
    Complete, CompleteTable, FileError, NEAR, Phase, Phase1Table, SortedContents, SortedSpec, TableRefusal,
    path, verify,
};
use rayon::prelude::*;

/// A sorted table.
fn sorted_table(phase: Phase, depth: u8) -> SortedContents {
    Cpu.build_sorted(SortedSpec::new(phase, depth).unwrap(), &Control::default()).unwrap()
}

#[test]
fn counts_of_phase_1_are_the_published_ones() {
    let histogram = &PHASE1.histogram;
    assert_eq!(histogram.len(), 13);
    assert_eq!(histogram.iter().sum::<u64>(), CODES);
    assert_eq!(*histogram, Phase::One.codes_per_depth());
    assert_eq!(*histogram, Complete::Phase1(HTM).per_depth());
}

/// How many codes of a table are at each distance.
fn distances_in(table: &SortedContents) -> [u64; 13] {
    let mut counts = [0; 13];
    for (code, _) in table.view().codes() {
        counts[distance1(Phase1::from_code(code)) as usize] += 1;
    }
    counts
}

#[test]
fn codes_of_sorted_tables_of_phase_1_are_as_far_as_these_say() {
    for depth in 1..=5 {
        let table = sorted_table(Phase::One, depth);
        // None farther than the table goes; so the next table's other codes are at its depth.
        let counts = distances_in(&table);
        let (near, far) = counts.split_at(usize::from(depth) + 1);
        assert_eq!(near, table.spec().per_depth());
        assert!(far.iter().all(|&count| count == 0));
    }
}

fn distance(cube: &Cube) -> i32 {
    distance1(Phase1::of(cube))
}

#[test]
fn moves_change_a_distance_by_at_most_1_and_some_move_lowers_it() {
    let mut random = Random::new(44);
    for cube in (0..3000).map(|_| random.cube()) {
        let here = distance(&cube);
        let changes: Vec<i32> = Move::all().map(|mv| distance(&cube.turn(mv)) - here).collect();
        assert!(changes.iter().all(|change| change.abs() <= 1));
        assert!(changes.contains(&-1) || here == 0);
    }
}

/// The search on the CPU takes a position for nine moves from G1 that may be twelve from it, unless at least four moves lead nearer.
#[test]
fn from_the_farthest_positions_of_phase_1_at_least_four_moves_lead_nearer() {
    let table = Phase1Table::new(PHASE1.id(), PHASE1.entries());
    let (farthest, classes) = (Phase::One.diameter(), &SymPhase1Tables::get().classes);
    let codes = (0..SIZE).into_par_iter().map(|index| {
        let (class, twist) = (index / Twist::SIZE, index % Twist::SIZE);
        let at = SymPhase1 { class: class as u16, twist: twist as u16, ..SymPhase1::default() };
        let entry = table.at(at);
        let may_be = entry.residue() == farthest % 3 && entry.nearer().count_ones() >= 4;
        let is_one = may_be && table.distance(at) == Some(farthest);
        u64::from(is_one) * u64::from(classes.size(class))
    });
    // These are all.
    assert_eq!(codes.sum::<u64>(), Phase::One.codes_per_depth()[usize::from(farthest)]);
}

#[test]
fn a_walk_downhill_ends_in_g1() {
    let mut random = Random::new(45);
    for mut cube in (0..1000).map(|_| random.cube()) {
        for left in (0..distance(&cube)).rev() {
            cube = Move::all().map(|mv| cube.turn(mv)).find(|next| distance(next) == left).unwrap();
        }
        assert_eq!(Phase1::of(&cube).code(), 0);
    }
}

#[test]
fn counts_of_phase_2_are_the_published_ones() {
    let histogram = &PHASE2.histogram;
    assert_eq!(histogram.len(), 19);
    assert_eq!(histogram.iter().sum::<u64>(), 19_508_428_800);
    assert_eq!(*histogram, Complete::Phase2.per_depth());
    assert_eq!(count_cosets(PHASE2.entries()), Phase::Two.codes_per_depth());
}

#[test]
fn counts_of_corners_and_ud_edges_are_the_known_ones() {
    assert_eq!(PRUNING.histogram.iter().sum::<u64>(), 40_320 * 40_320);
    assert_eq!(PRUNING.histogram, Complete::Phase2Pruning(HTM).per_depth());
}

/// The 16 positions that turns of U and D make of one.
fn members(at: Phase2) -> Vec<Phase2> {
    let turns = |face: &str| {
        let quarter = PHASE2_MOVES.iter().position(|mv| mv.to_string() == face).unwrap();
        move |at| Phase2Moves::get().turn(at, quarter)
    };
    let around = |at, turn: &dyn Fn(Phase2) -> Phase2| {
        std::iter::successors(Some(at), |&at| Some(turn(at))).take(4).collect::<Vec<_>>()
    };
    around(at, &turns("U")).into_iter().flat_map(|at| around(at, &turns("D"))).collect()
}

#[test]
fn cosets_of_a_sorted_table_of_phase_2_are_as_far_as_it_says() {
    let table = sorted_table(Phase::Two, 8);
    let mut random = Random::new(50);
    for (code, place) in table.view().codes() {
        if random.below(20) > 0 {
            continue;
        }
        let nearest = members(representative(code)).into_iter().map(distance2).min().unwrap();
        let depth = path::length(table.view().path(place).unwrap()) as i32;
        assert_eq!(nearest, depth.max(NEAR.into()), "{code}");
    }
}

#[test]
fn moves_of_g1_change_a_distance_by_at_most_1_and_some_move_lowers_it() {
    let mut random = Random::new(51);
    let moves = Phase2Moves::get();
    let mut at = Phase2::default();
    for _ in 0..20_000 {
        let here = distance2(at);
        let changes: Vec<i32> = (0..10).map(|m| distance2(moves.turn(at, m)) - here).collect();
        assert!(changes.iter().all(|change| change.abs() <= 1));
        assert!(changes.contains(&-1) || here == i32::from(NEAR));
        at = moves.turn(at, random.below(10) as usize);
    }
}

#[test]
fn a_file_holds_the_table() {
    for built in Built::all() {
        // They are written when they are built.
        let entries = built.entries();
        let table = Table::open_as(&library().path(built.id()), built.id().into()).unwrap();
        let Table::Complete(opened) = &table else { panic!("it is a complete table") };
        assert!(opened.entries() == entries, "{}", built.id());
        let Table::Complete(loaded) = table.loaded(&mut |_, _| Ok(())).unwrap() else {
            panic!("it is a complete table")
        };
        assert!(loaded.entries() == entries, "{}", built.id());
        let verified = verify(&table, 50_000).unwrap();
        assert_eq!((verified.table, verified.replayed), (built.id().into(), 50_000));
        assert_eq!(verified.per_depth, built.id().per_depth());
    }
}

#[test]
fn a_damaged_file_is_refused_or_found_out() {
    for built in [&PHASE1, &PRUNING] {
        let id = built.id();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.cube");
        let other = if id == Complete::Phase1(HTM) { Complete::Phase2Pruning(HTM) } else { Complete::Phase2 };
        let sound = fs::read(library().path(id)).unwrap();

        fs::write(&path, &sound[..sound.len() - 1]).unwrap();
        let short = Table::open(&path).unwrap_err();
        assert!(matches!(short, FileError::Refused { refusal: TableRefusal::Length { .. }, .. }), "{short}");

        let mut bytes = sound;
        bytes[40_000_000] ^= 1;
        fs::write(&path, bytes).unwrap();
        let damaged = verify(&Table::open_as(&path, id.into()).unwrap(), 0).unwrap_err();
        assert!(matches!(damaged, FileError::Damaged { .. }), "{damaged}");
        assert!(damaged.to_string().contains("checksum"), "{damaged}");

        let refused = Table::open_as(&path, other.into()).unwrap_err();
        assert_eq!(refused.to_string(), format!("{}: it is the table {id}, not {other}", path.display()));
    }
}

/// What [`verify`] finds wrong with a table in memory, which has no checksum.
fn fault(table: Complete, entries: Vec<u8>, samples: u64) -> Option<String> {
    match verify(&CompleteTable::from_entries(table, entries).into(), samples) {
        Ok(_) => None,
        Err(FileError::Damaged { fault, .. }) => Some(fault),
        Err(other) => panic!("not about damage: {other}"),
    }
}

#[test]
fn entries_of_the_pruning_table_that_are_wrong_are_found() {
    let (table, sound) = (Complete::Phase2Pruning(HTM), PRUNING.entries());
    assert_eq!(fault(table, sound.to_vec(), 10_000), None);
    let mut other = sound.to_vec();
    other[1_000_000] ^= 1;
    assert!(fault(table, other, 0).unwrap().contains("positions at its distances"));
    // Within the row of a class; so the counts stay as they are.
    let mut turned = sound.to_vec();
    turned.chunks_exact_mut(40_320 / 2).for_each(|row| row.rotate_left(1));
    assert_eq!(fault(table, turned.clone(), 0), None);
    assert!(fault(table, turned, 100).unwrap().contains("contradicts its neighbours"));
}

#[test]
fn distances_of_phase_1_that_are_wrong_are_found() {
    let (table, sound) = (Complete::Phase1Distances(HTM), DISTANCES.entries());
    let mut other = sound.to_vec();
    // Another distance modulo 3 may fit some neighbours, but not the counts.
    other[1_000_000] ^= 1;
    let fault_found = fault(table, other, 0).unwrap();
    assert!(fault_found.contains("positions at its distances"), "{fault_found}");
    // An entry of 3 is no distance modulo 3.
    let mut other = sound.to_vec();
    other[2_000_000] |= 3;
    assert!(fault(table, other, 0).unwrap().contains("is not as long as the entry says"));
}

#[test]
fn optimal_moves_of_phase_1_are_found_among_its_distances() {
    let with_moves = Phase1Table::new(Complete::Phase1(HTM), PHASE1.entries());
    let without = Phase1Table::new(Complete::Phase1Distances(HTM), DISTANCES.entries());
    let tables = SymPhase1Tables::get();
    (0..SIZE).into_par_iter().step_by(97).for_each(|index| {
        let at = tables.from_index(index);
        assert_eq!(without.at(at), with_moves.at(at), "index {index}");
        assert_eq!(
            (without.residue(at), with_moves.residue(at)),
            (without.at(at).residue(), with_moves.at(at).residue())
        );
    });
}

/// Lines of 40,320 bits: the U/D edges that belong to each corners.
type Rows = Vec<[u64; 630]>;

/// How many arrangements of corners and U/D edges are at each distance from solved, of which each takes a bit.
fn plain_search() -> Vec<u64> {
    let moves = Phase2Moves::get();
    let mut reached: Rows = vec![[0; 630]; 40_320];
    let mut last = reached.clone();
    (reached[0][0], last[0][0]) = (1, 1);
    let mut counts = Vec::new();
    loop {
        let count = last.par_iter().flatten().map(|word| u64::from(word.count_ones())).sum();
        if count == 0 {
            return counts;
        }
        counts.push(count);
        let next = reached.par_iter_mut().enumerate().map(|(corners, reached)| {
            let mut next = [0; 630];
            for m in 0..PHASE2_MOVES.len() {
                let from = moves.corners.turn(corners as u16, inverse_move(m));
                for edges in ones(&last[usize::from(from)]) {
                    let edges = usize::from(moves.ud_edges.turn(edges, m));
                    next[edges / 64] |= 1 << (edges % 64);
                }
            }
            next.iter_mut().zip(reached).for_each(|(next, reached)| {
                *next &= !*reached;
                *reached |= *next;
            });
            next
        });
        last = next.collect();
    }
}

/// The numbers of the bits that are set.
fn ones(row: &[u64; 630]) -> impl Iterator<Item = u16> {
    (0..).zip(row).flat_map(|(i, &word)| {
        let rest = |&left: &u64| Some(left & (left - 1)).filter(|&left| left != 0);
        let lefts = std::iter::successors(Some(word).filter(|&word| word != 0), rest);
        lefts.map(move |left| i * 64 + left.trailing_zeros() as u16)
    })
}

#[test]
#[ignore = "1.6 billion arrangements: a minute and 600 MB"]
fn the_known_counts_of_corners_and_ud_edges_are_those_of_a_plain_search() {
    let mut counts = plain_search();
    assert_eq!(counts.iter().sum::<u64>(), 40_320 * 40_320);
    // Distances beyond the greatest entry count together.
    let far = counts.drain(15..).sum();
    counts.push(far);
    assert_eq!(counts, Complete::Phase2Pruning(HTM).per_depth());
}

#[test]
#[ignore = "large: minutes on a software driver"]
fn a_gpu_searches_the_same_tables() {
    let gpu = Gpu::new(Device::open(None, Ceiling::default()).unwrap());
    for built in [&PHASE1, &PHASE2] {
        let found = gpu.build_complete(built.id(), &Control::default()).unwrap();
        assert_eq!(found.histogram(), built.histogram);
        assert!(found.entries() == built.entries(), "{}", built.id());
    }
}

/// Requests a stop after some reports.
struct Patience(AtomicU64, Stop);

impl Progress for Patience {
    fn report(&self, _: &Step, done: u64, total: u64) {
        assert!(done <= total);
        if self.0.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.1.request();
        }
    }
}

#[test]
fn a_search_stops_on_request() {
    for table in Complete::ALL {
        let stop = Stop::default();
        let control = Control { stop: stop.clone(), progress: Arc::new(Patience(4.into(), stop)) };
        let search = Cpu.build(table.into(), &control);
        assert!(matches!(search.err(), Some(BuildError::Cancelled(Cancelled))));
    }
}
