//! Distances of all codes of phase 1: the published counts, the table p0, and what moves change.

use std::sync::LazyLock;

use cubebatch::coord::Phase1;
use cubebatch::coord::phase1::CODES;
use cubebatch::cube::random::Random;
use cubebatch::cube::{Cube, Move};
use cubebatch::engine::Build;
use cubebatch::engine::cpu::{Cpu, Phase1Distances};
use cubebatch::progress::{Cancelled, Progress, Unwatched};
use cubebatch::table::{Contents, Kind, Spec};

static DISTANCES: LazyLock<Phase1Distances> =
    LazyLock::new(|| Phase1Distances::search(&Unwatched).expect("nobody cancels"));

#[test]
fn counts_are_the_published_ones() {
    let histogram = DISTANCES.histogram();
    assert_eq!(histogram.len(), 13);
    assert_eq!(histogram.iter().sum::<u64>(), CODES);
    assert_eq!(histogram, Kind::P0.per_depth());
}

/// How many codes of a table are at each distance.
fn distances_in(table: &Contents) -> [u64; 13] {
    let mut counts = [0; 13];
    for (code, _) in table.view().codes() {
        counts[usize::from(DISTANCES.of(Phase1::from_code(code)))] += 1;
    }
    counts
}

#[test]
fn codes_of_p0_are_as_far_as_the_table_says() {
    for depth in 1..=5 {
        let table = Cpu.build(Spec::new(Kind::P0, depth).unwrap(), &Unwatched).unwrap();
        // None farther than the table goes; so the next table's other codes are at its depth.
        let counts = distances_in(&table);
        let (near, far) = counts.split_at(usize::from(depth) + 1);
        assert_eq!(near, table.spec().per_depth());
        assert!(far.iter().all(|&count| count == 0));
    }
}

fn distance(cube: &Cube) -> i32 {
    DISTANCES.of(Phase1::of(cube)).into()
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
    let search = Phase1Distances::search(&Patience(4.into()));
    assert_eq!(search.err(), Some(Cancelled));
}
