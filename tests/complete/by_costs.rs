//! The two-phase search in other metrics, and its tables.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Seek, SeekFrom, Write};
use std::sync::LazyLock;

use cubebatch::cube::random::Random;
use cubebatch::cube::{AllowedMoves, Costs, Face, Metric, Move};
use cubebatch::progress::Control;
use cubebatch::table::Table;
use cubebatch::{Cube, ErrorKind, Method, SolveOptions, Solver};
use cubebatch_cube::cube::{EvenCosts, HTM};
use cubebatch_search::engine::Build;
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::method::Question;
use cubebatch_tables::coord::phase1::{PHASE1_MOVES, Phase1Moves};
use cubebatch_tables::coord::phase2::{PHASE2_MOVES, Phase2Moves};
use cubebatch_tables::coord::sym_phase1::SymPhase1Tables;
use cubebatch_tables::coord::sym_phase2::SymPhase2Tables;
use cubebatch_tables::coord::{Phase1, Phase2, PhaseMoves};
use cubebatch_tables::files::Library;
use cubebatch_tables::table::{
    Complete, CompleteContents, CompleteTable, FileError, Phase, Phase1Table, TableRefusal, verify,
};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::{damaged_table, library};

fn even(costs: &str) -> EvenCosts {
    EvenCosts::new(&costs.parse().expect(costs)).expect("they are even")
}

fn built(table: Complete) -> CompleteContents {
    Cpu.build_complete(table, &Control::default())
        .expect("there is memory")
        .check()
        .expect("the known counts")
}

static QTM: LazyLock<CompleteContents> = LazyLock::new(|| built(Complete::Phase1(even("qtm"))));

/// A solver over the files of the shared folder, which it writes where they are missing.
fn solver(costs: &str) -> Solver {
    let costs: Costs = costs.parse().expect(costs);
    Solver::builder().tables(library().folder()).metric(costs).open().expect("tables")
}

/// The file by the numbers of `tables/README.md`.
#[test]
fn the_specified_file_of_a_metric() {
    let (table, entries) = (Complete::Phase1(even("qtm")), QTM.entries());
    let pieces = (0..128).map(|piece| &entries[piece * 64 * (entries.len() / 8192)..][..64]);
    let mut sample = Xxh3::new();
    pieces.for_each(|piece| sample.update(piece));
    let mut header = Vec::new();
    header.extend(b"CUBEBTCH\x01\0\0\0c1\0\0QTM\0\x0f\0\0\0");
    header.extend([0; 8]);
    header.extend(140_908_410_u64.to_le_bytes());
    header.extend(281_817_084_u64.to_le_bytes());
    header.extend(xxh3_64(entries).to_le_bytes());
    header.extend(sample.digest().to_le_bytes());
    header.resize(248, 0);
    header.extend(xxh3_64(&header).to_le_bytes());

    let mut file = Vec::new();
    Table::from(CompleteTable::from(QTM.clone())).write(&mut file).expect("memory takes all");
    assert!(file[..256] == header[..] && file[256..] == *entries);
    assert_eq!(entries.len(), 140_908_410 * 2 + 8);
    // The low four bits of the first byte of an entry are its distance.
    let view = Phase1Table::new(table, entries);
    let mut random = Random::new(90);
    for index in (0..1000).map(|_| random.below(140_908_410) as usize) {
        let word = u16::from_le_bytes([entries[2 * index], entries[2 * index + 1]]);
        let at = SymPhase1Tables::get().from_index(index);
        assert_eq!(view.distance(at), Some((word & 15) as u8));
        assert_eq!(view.may_be_nearer(at), u64::from(word >> 4));
    }
    for (table, bytes) in [
        (Complete::Phase1(even("stm")), 563_633_904),
        (Complete::Phase1(even("atm")), 986_359_134),
        (Complete::Phase1(even("quarter 5, half 8")), 563_633_904),
        (Complete::Phase1(even("quarter 5, half 8, parallel")), 986_359_134),
        (Complete::Phase1Distances(even("atm")), 140_908_674),
        (Complete::Phase2Pruning(even("atm")), 111_606_016),
    ] {
        assert_eq!(cubebatch::table::file_bytes(table), bytes, "{table}");
    }
}

#[test]
fn a_file_of_a_metric_is_opened_and_proved_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let id = Complete::Phase1(even("qtm"));
    let path = folder.path().join("table.cube");
    cubebatch_tables::table::Contents::Complete(QTM.clone()).create(&path, &Control::default()).unwrap();
    let verified = verify(&Table::open_as(&path, id.into()).unwrap(), 0).unwrap();
    assert_eq!((verified.replayed, verified.per_depth), (140_908_410, id.per_depth()));

    let other = Complete::Phase1(even("quarter 5, half 10")).into();
    let refused = Table::open_as(&path, other).unwrap_err();
    assert!(matches!(refused, FileError::OtherTable { .. }), "{refused}");

    let sound = fs::read(&path).unwrap();
    fs::write(&path, &sound[..sound.len() - 1]).unwrap();
    let short = Table::open(&path).unwrap_err();
    assert!(matches!(short, FileError::Refused { refusal: TableRefusal::Length { .. }, .. }), "{short}");

    // In the first piece of the sample, and outside of all.
    for (place, is_seen) in [(256 + 10, true), (40_000_000, false)] {
        let mut bytes = sound.clone();
        bytes[place] ^= 1;
        fs::write(&path, bytes).unwrap();
        let fault = match Table::open(&path) {
            Ok(table) if !is_seen => verify(&table, 0).unwrap_err(),
            Err(error) if is_seen => error,
            other => panic!("{other:?}"),
        };
        assert!(matches!(fault, FileError::Damaged { .. }), "{fault}");
    }

    // Every entry is compared with its neighbours, so one wrong bit is found without any checksum.
    for bit in [0, 4, 15] {
        let mut entries = QTM.entries().to_vec();
        entries[2 * 77_777_777 + bit / 8] ^= 1 << (bit % 8);
        let fault = verify(&CompleteTable::from_entries(id, entries).into(), 0).unwrap_err();
        assert!(fault.to_string().contains("contradicts its neighbours"), "{fault}");
    }
}

/// What each turn of an axis costs, at most two turns of faces, by the definition of the costs.
fn axis_turns(costs: EvenCosts) -> Vec<(Vec<Move>, usize)> {
    let turns = |face: Face| std::iter::once(None).chain((1..4).map(move |turns| Move::new(face, turns)));
    let pairs = Face::ALL[..3].iter().zip(&Face::ALL[3..]);
    let both = pairs.flat_map(|(&first, &second)| {
        turns(first).flat_map(move |a| turns(second).map(move |b| a.into_iter().chain(b).collect()))
    });
    let both = both.filter(|moves: &Vec<Move>| !moves.is_empty());
    both.map(|moves| (costs.costs().length(&moves), moves)).map(|(cost, moves)| (moves, cost)).collect()
}

/// The distance of all that is nearer than some cost, by a plain search from the goal over turns of axes: without symmetry, and without
/// the steps of the library.
fn near<T: Copy + Ord>(
    goal: T,
    turns: &[(Vec<Move>, usize)],
    turn: impl Fn(T, Move) -> T,
    most: usize,
) -> BTreeMap<T, usize> {
    let (mut found, mut levels) = (BTreeMap::from([(goal, 0)]), vec![Vec::new(); most + 1]);
    levels[0].push(goal);
    for cost in 0..=most {
        for at in std::mem::take(&mut levels[cost]) {
            if found[&at] < cost {
                continue;
            }
            for (moves, more) in turns.iter().filter(|(_, more)| cost + more <= most) {
                let there = moves.iter().fold(at, |at, &mv| turn(at, mv));
                let known = found.entry(there).or_insert(usize::MAX);
                if cost + more < *known {
                    *known = cost + more;
                    levels[cost + more].push(there);
                }
            }
        }
    }
    found
}

/// Compares the tables of distances with a plain search near the goals: the distances, and how many positions are at each.
fn are_those_of_a_plain_search(costs: &str, most: usize) {
    let costs = even(costs);
    let counts = |found: &mut dyn Iterator<Item = usize>| {
        let mut counts = vec![0; most + 1];
        found.for_each(|distance| counts[distance] += 1);
        counts
    };
    let turns = axis_turns(costs);

    let table = built(Complete::Phase1Distances(costs));
    let view = Phase1Table::new(table.table(), table.entries());
    let number = |mv: Move| PHASE1_MOVES.iter().position(|&other| other == mv).expect("all are of phase 1");
    let turn = |at: Phase1, mv: Move| Phase1Moves::get().turn(at, number(mv));
    let found = near(Phase1::default(), &turns, turn, most);
    for (&at, &distance) in &found {
        let known = view.distance(SymPhase1Tables::get().reduce(at));
        assert_eq!(known.map(usize::from), Some(distance), "{at:?}");
    }
    assert_eq!(counts(&mut found.into_values())[..], table.histogram()[..=most], "{costs}");

    let table = built(Complete::Phase2Pruning(costs));
    let is_of_phase2 = |(moves, _): &(Vec<Move>, usize)| moves.iter().all(|mv| PHASE2_MOVES.contains(mv));
    let turns: Vec<_> = turns.into_iter().filter(is_of_phase2).collect();
    let number = |mv: Move| PHASE2_MOVES.iter().position(|&other| other == mv).expect("it is of phase 2");
    // The edges of the middle layer do not count.
    let turn = |at: Phase2, mv: Move| Phase2 { slice_perm: 0, ..Phase2Moves::get().turn(at, number(mv)) };
    let found = near(Phase2::default(), &turns, turn, most);
    for (&at, &distance) in &found {
        let index = SymPhase2Tables::get().reduce(at).corners_and_edges();
        assert_eq!(usize::from(table.entries()[index]), distance, "{at:?}");
    }
    assert_eq!(counts(&mut found.into_values())[..], table.histogram()[..=most], "{costs}");
}

#[test]
fn distances_in_qtm_are_those_of_a_plain_search() {
    are_those_of_a_plain_search("qtm", 6);
}

#[test]
#[ignore = "a minute"]
fn distances_by_other_costs_are_those_of_a_plain_search() {
    are_those_of_a_plain_search("atm", 4);
    are_those_of_a_plain_search("stm", 4);
    are_those_of_a_plain_search("quarter 2, half 3, parallel", 9);
    are_those_of_a_plain_search("quarter 5, half 8", 30);
}

/// If all turns cost two, distances are twice those of the half-turn metric.
#[test]
#[ignore = "half a minute"]
fn costs_that_are_all_twice_as_high_double_the_published_distances() {
    let even_distances = |by: fn(EvenCosts) -> Complete| {
        let doubled = Cpu.count(by(even("quarter 2, half 2")), &Control::default()).expect("no one stops it");
        assert!(doubled.iter().skip(1).step_by(2).all(|&count| count == 0));
        doubled.into_iter().step_by(2).collect::<Vec<u64>>()
    };
    assert_eq!(even_distances(Complete::Phase1Distances), Phase::One.codes_per_depth());
    let mut pruning = even_distances(Complete::Phase2Pruning);
    let far = pruning.drain(15..).sum();
    pruning.push(far);
    assert_eq!(pruning, Complete::Phase2Pruning(HTM).per_depth());
}

#[test]
fn solutions_in_a_metric_hold_over_files() {
    let solver = solver("qtm");
    let names: Vec<String> = solver.tables().iter().map(ToString::to_string).collect();
    assert_eq!(names, ["phase1-complete-qtm", "phase2-pruning-qtm"]);
    let cubes: Vec<Cube> = Random::new(91).cubes().take(40).collect();
    let solved = |solver: &Solver, limits: &SolveOptions| -> Vec<String> {
        let solutions = solver.solve_batch(&cubes, limits);
        let checked = cubes.iter().zip(solutions).map(|(cube, solution)| {
            let solution = solution.expect("each has a solution");
            assert!(solution.solves(cube) && solution.moves.length(Metric::QuarterTurn) <= 28);
            solution.to_string()
        });
        checked.collect()
    };
    let found = solved(&solver, &SolveOptions::default());
    // A solver in another metric opens the same files for a call.
    let in_htm = Solver::builder().tables(library().folder()).open().unwrap();
    let asked = SolveOptions::from(&Question::default().with_metric(Metric::QuarterTurn.into()));
    assert_eq!(solved(&in_htm, &asked), found);
    // Five faces are searched over the same files.
    let turns: AllowedMoves = "U R F L B".parse().unwrap();
    let of_five = solver.solve_batch(&cubes, &SolveOptions::from(&Question::default().with_moves(turns)));
    for (cube, solution) in cubes.iter().zip(of_five) {
        let solution = solution.expect("each has a solution");
        assert!(solution.solves(cube) && solution.moves.iter().all(|&mv| turns.has(mv)), "{solution}");
    }
    // And so does one in this metric for a call in HTM.
    let in_moves = SolveOptions::from(&Question::default().with_metric(Metric::HalfTurn.into()));
    let limits = |cube: &Cube| {
        (solver.solve(cube, &in_moves).unwrap(), in_htm.solve(cube, &SolveOptions::default()).unwrap())
    };
    assert!(cubes[..5].iter().map(limits).all(|(a, b)| a.to_string() == b.to_string()));
}

#[test]
fn little_memory_takes_the_table_of_distances_alone() {
    let within = |memory: u64| {
        let builder = Solver::builder().method(Method::TwoPhase).tables(library().folder());
        builder.metric(Metric::QuarterTurn).memory(memory).open()
    };
    let least = within(0).expect_err("no tables fit").to_string();
    assert!(least.contains("memory"), "{least}");
    let small = within(340 << 20).unwrap();
    let names: Vec<String> = small.tables().iter().map(ToString::to_string).collect();
    assert_eq!(names, ["phase1-distances-qtm", "phase2-pruning-qtm"]);
    for cube in Random::new(92).cubes().take(5) {
        let solution = small.solve(&cube, &SolveOptions::default()).unwrap();
        assert!(solution.solves(&cube) && solution.moves.length(Metric::QuarterTurn) <= 28);
    }
}

#[test]
fn no_short_scramble_has_a_dearer_solution() {
    let solver = solver("qtm");
    let mut random = Random::new(313);
    for length in [1, 2, 3, 4, 5, 5] {
        let moves: Vec<Move> = (0..length).map(|_| Move::from_index(random.below(18) as usize)).collect();
        let cube = Cube::SOLVED.apply(&moves);
        let most = moves.iter().map(|mv| if mv.turns() == 2 { 2 } else { 1 }).sum::<usize>();
        for limits in [SolveOptions::default(), SolveOptions::default().solutions(2)] {
            let solution = solver.solve(&cube, &limits).unwrap();
            assert!(solution.solves(&cube) && solution.length() <= most, "{cube:?}: {solution}");
        }
    }
}

/// What others wrote in the file since it was opened counts for each proof, not for the first alone.
#[test]
fn no_proof_rests_on_a_mapped_table_that_was_written_in() {
    let names = solver("qtm").tables();
    for written in 0..2 {
        let folder = tempfile::tempdir().unwrap();
        let copied = Library::new(folder.path());
        let mut builder = Solver::builder().tables(folder.path()).metric(Metric::QuarterTurn);
        for &name in &names {
            fs::copy(library().path(name), copied.path(name)).unwrap();
            builder = builder.table(copied.open(name).unwrap().expect("it was copied"));
        }
        let solver = builder.open().unwrap();
        let cube = Random::new(93).cube();
        let none = solver.solve(&cube, &SolveOptions::at_most(10));
        assert_eq!(none.unwrap_err().kind(), ErrorKind::NoneWithin);

        let mut file = fs::OpenOptions::new().write(true).open(copied.path(names[written])).unwrap();
        file.seek(SeekFrom::End(-1)).unwrap();
        file.write_all(&[0xff]).unwrap();
        let damaged = solver.solve(&cube, &SolveOptions::at_most(10));
        assert_eq!(damaged_table(&damaged), Some(names[written]), "{damaged:?}");
    }
}
