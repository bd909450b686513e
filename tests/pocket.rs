//! The pocket cube: the published counts, both engines, shortest solutions, the three steps.
//!
//! Without an adapter the GPU's part passes without having run, unless CUBEBATCH_REQUIRE_GPU is
//! set; `./ci` sets it and installs a software driver.

use std::collections::HashMap;
use std::sync::LazyLock;

use cubebatch::cube::random::Random;
use cubebatch::cube::{Algorithm, Face, Metric, Move};
use cubebatch::pocket::{Distances, PocketCube, Steps};
use cubebatch::progress::{Cancelled, Control};
use cubebatch_gpu::{Ceiling, Device, Gpu};
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::engine::{EngineError, Explore};

static HALF: LazyLock<Distances> = LazyLock::new(|| find(Metric::HalfTurn));
static QUARTER: LazyLock<Distances> = LazyLock::new(|| find(Metric::QuarterTurn));

fn find(metric: Metric) -> Distances {
    Distances::new(metric)
}

fn both() -> [&'static Distances; 2] {
    [&HALF, &QUARTER]
}

fn random_positions(seed: u64, count: usize) -> impl Iterator<Item = PocketCube> {
    let mut random = Random::new(seed);
    (0..count).map(move |_| PocketCube::unrank(random.below(PocketCube::COUNT as u64) as usize))
}

#[test]
fn counts_are_the_published_ones() {
    for distances in both() {
        let counts = distances.histogram();
        assert_eq!(counts, Distances::published(distances.metric()), "{}", distances.metric());
        assert_eq!(counts.iter().sum::<u64>(), PocketCube::COUNT as u64);
    }
}

/// The GPU engine; a kernel sees at most `max_binding` bytes.
fn gpu(max_binding: u64) -> Option<Gpu> {
    match Device::open(None, Ceiling { max_binding, ..Ceiling::LEAST }) {
        Ok(device) => Some(Gpu::new(device)),
        Err(error) if std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_some() => panic!("{error}"),
        Err(error) => {
            eprintln!("not tested: {error}");
            None
        }
    }
}

#[test]
fn a_gpu_finds_the_same_distances_byte_for_byte() {
    let Some(gpu) = gpu(u64::MAX) else { return };
    for distances in both() {
        let found = Distances::find(distances.metric(), |space| gpu.distances(space, &Control::default()))
            .expect("the GPU does not fail");
        assert!(found.bytes() == distances.bytes(), "{}", distances.metric());
    }
}

#[test]
fn a_search_for_all_distances_stops_on_request() {
    let control = Control::default();
    control.stop.request();
    let error = Distances::find(Metric::HalfTurn, |space| Cpu.distances(space, &control)).err();
    assert_eq!(error, Some(EngineError::Cancelled(Cancelled)));
}

#[test]
fn an_adapter_that_shows_too_little_is_told() {
    let Some(gpu) = gpu(1 << 20) else { return };
    let error = Distances::find(Metric::HalfTurn, |space| gpu.distances(space, &Control::default())).err();
    assert!(matches!(error, Some(EngineError::TooSmall { .. })), "{error:?}");
}

fn is_new(found: &mut HashMap<PocketCube, u8>, at: PocketCube, distance: u8) -> bool {
    let is_new = !found.contains_key(&at);
    found.entry(at).or_insert(distance);
    is_new
}

/// Corners alone, without coordinates: all that four moves reach.
#[test]
fn a_search_from_solved_by_corners_finds_the_same_distances() {
    let moves: Vec<Move> =
        Move::all().filter(|mv| matches!(mv.face(), Face::U | Face::R | Face::F)).collect();
    let mut found = HashMap::from([(PocketCube::SOLVED, 0)]);
    let mut level = vec![PocketCube::SOLVED];
    for distance in 1..=4 {
        let reached: Vec<PocketCube> =
            level.iter().flat_map(|at| moves.iter().map(|&mv| at.apply(&[mv]))).collect();
        level = reached.into_iter().filter(|&at| is_new(&mut found, at, distance)).collect();
    }
    for (at, &distance) in &found {
        assert_eq!(HALF.of(at), distance);
    }
    assert_eq!(found.len(), 1 + 9 + 54 + 321 + 1847);
}

/// A half turn is two quarter turns, and a turn undoes another: distances change by no more.
#[test]
fn moves_change_a_distance_by_what_they_count_and_one_lowers_it() {
    for distances in both() {
        for at in random_positions(1, 5000) {
            let here = i32::from(distances.of(&at));
            let changes = Move::all().map(|mv| {
                let change = i32::from(distances.of(&at.apply(&[mv]))) - here;
                assert!(
                    change.unsigned_abs() as usize <= Algorithm::from([mv]).length(distances.metric()),
                    "{mv}"
                );
                change
            });
            assert!(changes.min() < Some(0) || here == 0);
        }
    }
}

/// Holds a cube in one of the 24 ways: opposite layers turned alike are all of it turned.
fn held(cube: &PocketCube, way: usize) -> PocketCube {
    let turn = |face, turns| Move::new(face, turns);
    let all =
        |face: Face, turns: usize| turn(face, turns).into_iter().chain(turn(face.opposite(), 4 - turns));
    let (top, around) = (way / 4, way % 4);
    let tip = if top < 4 { all(Face::R, top) } else { all(Face::F, 2 * top - 7) };
    cube.apply(&tip.chain(all(Face::U, around)).collect::<Vec<_>>())
}

#[test]
fn solutions_are_as_long_as_the_distance_however_the_cube_is_held() {
    for distances in both() {
        for (i, at) in random_positions(2, 3000).enumerate() {
            let cube = held(&at, i % 24);
            let solution = distances.solve(&cube).expect("the distances are right");
            assert!(cube.apply(&solution).is_solved());
            assert_eq!(solution.length(distances.metric()), usize::from(distances.of(&at)));
            assert_eq!(distances.of(&cube), distances.of(&at));
        }
    }
}

#[test]
fn the_farthest_positions_are_solved_in_11_and_14_moves() {
    for (distances, farthest, count) in [(&*HALF, 11, 2644), (&*QUARTER, 14, 276)] {
        let ranks = 0..PocketCube::COUNT;
        let far: Vec<usize> = ranks.filter(|&rank| distances.bytes()[rank] == farthest).collect();
        assert_eq!(far.len(), count);
        for at in far.into_iter().map(PocketCube::unrank) {
            let solution = distances.solve(&at).expect("the distances are right");
            assert_eq!(solution.length(distances.metric()), usize::from(farthest));
            assert!(at.apply(&solution).is_solved());
        }
    }
}

/// How long the three steps of some positions are, all solved.
fn lengths_in_steps(positions: impl Iterator<Item = PocketCube>) -> Vec<usize> {
    let length = |at: PocketCube| {
        let moves = Steps::of(&at).moves();
        assert!(at.apply(&moves).is_solved(), "{at:?}");
        moves.len()
    };
    positions.map(length).collect()
}

#[test]
fn three_steps_solve_what_a_shortest_solution_solves_sooner() {
    let positions: Vec<PocketCube> = random_positions(3, 3000).collect();
    let lengths = lengths_in_steps(positions.iter().copied());
    assert!(positions.iter().zip(lengths).all(|(at, length)| length >= usize::from(HALF.of(at))));
}

#[test]
#[ignore = "all positions: about half a minute"]
fn three_steps_solve_every_position_in_58_moves_at_most() {
    let lengths = lengths_in_steps((0..PocketCube::COUNT).map(PocketCube::unrank));
    let (longest, sum) = (lengths.iter().max().unwrap(), lengths.iter().sum::<usize>());
    assert_eq!((*longest, format!("{:.2}", sum as f64 / lengths.len() as f64)), (58, "36.69".to_owned()));
}
