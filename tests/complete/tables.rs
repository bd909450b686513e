//! The published counts, the sorted tables, what moves change, and files.

use std::fs;

use super::{D1, D2, distance1, distance2};
use cubebatch::coord::phase1::CODES;
use cubebatch::coord::phase2::{PHASE2_MOVES, Phase2Moves, representative};
use cubebatch::coord::{Phase1, Phase2, PhaseMoves};
use cubebatch::cube::random::Random;
use cubebatch::cube::{Cube, Move};
use cubebatch::engine::cpu::{Cpu, count_classes};
use cubebatch::engine::gpu::{Ceiling, Device, Gpu};
use cubebatch::engine::{Build, BuildError};
use cubebatch::progress::{Cancelled, Progress, Unwatched};
use cubebatch::table::{
    CompleteTable, FileError, Kind, Phase, Refusal, SortedContents, SortedSpec, Table, path, verify_complete,
};

#[test]
fn counts_of_phase_1_are_the_published_ones() {
    let histogram = D1.histogram();
    assert_eq!(histogram.len(), 13);
    assert_eq!(histogram.iter().sum::<u64>(), CODES);
    assert_eq!(histogram, Phase::One.per_depth());
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
fn codes_of_p0_are_as_far_as_the_table_says() {
    for depth in 1..=5 {
        let table = Cpu.build(SortedSpec::new(Phase::One, depth).unwrap(), &Unwatched).unwrap();
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
    let histogram = D2.histogram();
    assert_eq!(histogram.len(), 19);
    assert_eq!(histogram.iter().sum::<u64>(), 19_508_428_800);
    assert_eq!(histogram, Phase::Two.per_depth());
    assert_eq!(count_classes(D2.entries()), Phase::Two.per_depth());
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
fn classes_of_p1_are_as_far_as_the_table_says() {
    let table = Cpu.build(SortedSpec::new(Phase::Two, 8).unwrap(), &Unwatched).unwrap();
    let mut random = Random::new(50);
    for (code, place) in table.view().codes() {
        if random.below(20) > 0 {
            continue;
        }
        let nearest = members(representative(code)).into_iter().map(distance2).min().unwrap();
        let depth = path::length(table.view().path(place).unwrap()) as i32;
        assert_eq!(nearest, depth.max(Phase::NEAR.into()), "{code}");
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
        assert!(changes.contains(&-1) || here == i32::from(Phase::NEAR));
        at = moves.turn(at, random.below(10) as usize);
    }
}

#[test]
fn a_file_holds_the_table_and_damage_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d1.cube");
    CompleteTable::create(&path, &D1, &Unwatched).unwrap();
    let table = CompleteTable::open_as(&path, Phase::One).unwrap();
    assert_eq!(table.entries(), D1.entries());
    assert_eq!(verify_complete(&table, 50_000).unwrap().per_depth, Phase::One.per_depth());
    drop(table);

    let refused = Table::open(&path).unwrap_err();
    assert!(matches!(refused, FileError::NotSorted { .. }), "{refused}");
    let refused = CompleteTable::open_as(&path, Phase::Two).unwrap_err();
    assert!(matches!(refused, FileError::OtherTable { .. }), "{refused}");

    let sound = fs::read(&path).unwrap();
    let mut bytes = sound.clone();
    bytes[40_000_000] ^= 1;
    fs::write(&path, bytes).unwrap();
    let damaged = verify_complete(&CompleteTable::open_as(&path, Phase::One).unwrap(), 0).unwrap_err();
    assert!(matches!(damaged, FileError::Damaged { .. }), "{damaged}");

    fs::write(&path, &sound[..sound.len() - 1]).unwrap();
    let short = CompleteTable::open_as(&path, Phase::One).unwrap_err();
    assert!(matches!(short, FileError::Refused { refusal: Refusal::Length { .. }, .. }), "{short}");
}

#[test]
#[ignore = "large: minutes on a software driver"]
fn a_gpu_searches_the_same_tables() {
    let gpu = Gpu::new(Device::open(None, Ceiling::default()).unwrap());
    for distances in [&D1, &D2] {
        let found = gpu.complete(distances.phase(), &Unwatched).unwrap();
        assert_eq!(found.histogram(), distances.histogram());
        assert!(found.entries() == distances.entries(), "{}", distances.phase().name());
    }
}

/// Stops after some reports.
struct Patience(std::sync::atomic::AtomicU64);

impl Progress for Patience {
    fn report(&self, _: &str, done: u64, total: u64) {
        assert!(done <= total);
        self.0.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.0.load(std::sync::atomic::Ordering::Relaxed) == 0
    }
}

#[test]
fn a_search_stops_on_request() {
    for phase in Phase::ALL {
        let search = Cpu.complete(phase, &Patience(4.into()));
        assert!(matches!(search.err(), Some(BuildError::Cancelled(Cancelled))));
    }
}
