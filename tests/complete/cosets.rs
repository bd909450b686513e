//! Whole cosets: levels against counts that were published, and against positions that another search solves.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{Seek, SeekFrom, Write};
use std::time::Duration;

use cubebatch::coset::{Cosets, Level};
use cubebatch::cube::random::Random;
use cubebatch::progress::Stop;
use cubebatch::table::Table;
use cubebatch::{Cube, ErrorKind, Move, Solver};
use cubebatch_cube::cube::HTM;
use cubebatch_cube::cube::symmetry::Symmetry;
use cubebatch_tables::files::Library;
use cubebatch_tables::table::Complete;

use super::PHASE1;

fn cosets() -> Cosets {
    Solver::builder()
        .threads(2)
        .table(Table::Complete(PHASE1.table.clone()))
        .cosets()
        .expect("its table is open")
}

fn levels(cosets: &Cosets, cube: &Cube, depth: u8) -> Vec<Level> {
    let levels = cosets.levels(cube).expect("the table is sound");
    levels.take(usize::from(depth) + 1).map(|level| level.expect("no one stops it")).collect()
}

fn positions(cosets: &Cosets, cube: &Cube, depth: u8) -> Vec<u64> {
    levels(cosets, cube, depth).iter().map(|level| level.positions).collect()
}

fn parse(text: &str) -> Cube {
    text.parse().expect("these are moves")
}

/// All positions within this number of moves, each with its distance.
fn ball(depth: u8) -> HashMap<Cube, u8> {
    let mut ball = HashMap::from([(Cube::SOLVED, 0)]);
    let mut level = vec![Cube::SOLVED];
    for moves in 1..=depth {
        let mut there: Vec<Cube> =
            level.iter().flat_map(|cube| Move::all().map(|mv| cube.turn(mv))).collect();
        there.retain(|cube| !ball.contains_key(cube));
        ball.extend(there.iter().map(|cube| (*cube, moves)));
        level = there;
    }
    ball
}

/// Up to four moves, those of G1 are the shortest. From five on some that leave G1 are shorter, such as R L' F2 R' L.
#[test]
fn the_first_levels_of_g1_are_those_of_phase_2_and_then_of_all_moves() {
    let found = positions(&cosets(), &parse("U R2 D'"), 5);
    assert_eq!(found, positions(&cosets(), &Cube::SOLVED, 5));
    assert_eq!(found[..5], Complete::Phase2.per_depth()[..5]);
    let mut counts = vec![0; 6];
    for (cube, moves) in ball(5) {
        counts[usize::from(moves)] += u64::from(Cosets::number(&cube) == Cosets::number(&Cube::SOLVED));
    }
    assert_eq!(found, counts);
}

/// The counts are those of Rokicki's hcoset 2.1 for `L3B1F2R3U1L1B1L1R2F2`.
#[test]
fn levels_of_a_coset_are_those_of_hcoset() {
    let cube = parse("L' B F2 R' U L B L R2 F2");
    assert_eq!(positions(&cosets(), &cube, 13)[9..], [0, 4, 96, 3019, 66_413]);
    // Another position of the coset, and one of a coset that is symmetric to it.
    let other = parse("U R2 D F2 B2 U'").then(&cube);
    assert_eq!(Cosets::number(&other), Cosets::number(&cube));
    assert_eq!(positions(&cosets(), &other, 12), positions(&cosets(), &cube, 12));
    for symmetry in Symmetry::all().iter().filter(|symmetry| symmetry.keeps_ud_axis()).skip(1).step_by(4) {
        let image = symmetry.conjugate(&cube);
        assert_eq!(Cosets::class(&image), Cosets::class(&cube));
        assert_ne!(Cosets::number(&image), Cosets::number(&cube));
        assert_eq!(positions(&cosets(), &image, 12), positions(&cosets(), &cube, 12));
    }
}

/// All positions near solved, counted coset by coset.
#[test]
fn cosets_together_have_all_positions_at_each_distance() {
    let mut level = HashSet::from([Cube::SOLVED]);
    let mut known = level.clone();
    for _ in 0..3 {
        level = level.iter().flat_map(|cube| Move::all().map(|mv| cube.turn(mv))).collect();
        known.extend(&level);
    }
    // The cosets of each class that have such a position.
    let mut classes: HashMap<u32, (Cube, HashSet<u32>)> = HashMap::new();
    for cube in known {
        let (_, numbers) = classes.entry(Cosets::class(&cube)).or_insert((cube, HashSet::new()));
        numbers.insert(Cosets::number(&cube));
    }
    let (cosets, mut counts) = (cosets(), [0; 4]);
    for (cube, numbers) in classes.values() {
        for (count, positions) in counts.iter_mut().zip(positions(&cosets, cube, 3)) {
            *count += positions * numbers.len() as u64;
        }
    }
    assert_eq!(counts, [1, 18, 243, 3240]);
}

/// The distance by sequences from both ends.
fn distance(cube: &Cube, ball: &HashMap<Cube, u8>) -> u8 {
    let near = |at: &Cube| ball.get(at).copied();
    near(cube).unwrap_or_else(|| {
        let ways = ball.iter().filter_map(|(way, moves)| Some(moves + near(&cube.then(way))?));
        ways.min().expect("it is near enough")
    })
}

#[test]
fn positions_are_in_the_level_of_their_distance() {
    let ball = ball(4);
    let (cosets, mut random) = (cosets(), Random::new(387));
    for moves in 1..=8 {
        let cube =
            (0..moves).fold(Cube::SOLVED, |at, _| at.turn(Move::from_index(random.below(18) as usize)));
        let expected = distance(&cube, &ball);
        let mut levels = cosets.levels(&parse("U2 F2 D").then(&cube)).expect("the table is sound");
        let found = (0..).find(|_| {
            levels.next();
            levels.contain(&cube) == Some(true)
        });
        assert_eq!(found, Some(expected));
        // A move leads to another coset or not.
        let next = cube.turn(Move::from_index(4));
        let is_of_coset = Cosets::number(&next) == Cosets::number(&cube);
        assert_eq!(levels.contain(&next).is_some(), is_of_coset);
    }
}

#[test]
fn a_stopped_search_says_so() {
    let stop = Stop::default();
    let builder = Solver::builder().threads(2).table(Table::Complete(PHASE1.table.clone())).stop(&stop);
    let cosets = builder.cosets().expect("its table is open");
    let mut levels = cosets.levels(&parse("R F")).expect("the table is sound");
    assert!(levels.by_ref().take(6).all(|level| level.is_ok()));
    stop.request();
    assert_eq!(levels.next().and_then(Result::err).map(|error| error.kind()), Some(ErrorKind::Stopped));
    assert!(levels.next().is_none());
}

/// A record without a map gives the levels that it has, and others are found again.
#[test]
fn levels_of_a_record_are_not_found_again() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let (cosets, cube) = (cosets(), parse("R F"));
    let open =
        || cosets.levels(&cube).and_then(|levels| levels.keep(folder.path(), Duration::from_secs(300)));
    let mut first = open().expect("there is no record yet");
    let found: Vec<Level> = first.by_ref().take(7).map(|level| level.expect("no one stops it")).collect();
    first.finish().expect("there is room for a record");
    let mut again = open().expect("the record is sound");
    let read: Vec<Level> = again.by_ref().take(7).map(|level| level.expect("it is recorded")).collect();
    assert_eq!((&read, again.contain(&cube)), (&found, None));
    let next = again.next().expect("there are more").expect("no one stops it");
    assert_eq!(next, levels(&cosets, &cube, 7)[7]);
    assert_eq!(again.contain(&cube), Some(true));
    // One byte of it is another.
    let path = folder.path().join(format!("coset-{}.record", Cosets::number(&cube)));
    let mut bytes = std::fs::read(&path).expect("it is there");
    bytes[100] ^= 1;
    std::fs::write(&path, bytes).expect("it can be written");
    assert_eq!(open().err().map(|error| error.kind()), Some(ErrorKind::File));
}

/// A search is stopped and goes on from its map, again and again: the counts are those of one that goes through.
#[test]
#[ignore = "it takes 6 GB of memory, 3 GB of disk and a minute"]
fn a_search_that_goes_on_from_its_map_counts_the_same() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let cube = parse("L' B F2 R' U L B L R2 F2");
    let mut stops = 0;
    let counts = loop {
        let stop = Stop::default();
        let builder = Solver::builder().threads(2).table(Table::Complete(PHASE1.table.clone())).stop(&stop);
        let cosets = builder.cosets().expect("its table is open");
        let levels = cosets.levels(&cube).and_then(|levels| levels.keep(folder.path(), Duration::ZERO));
        let levels = levels.expect("the record is sound");
        let outcome: Result<Vec<Level>, _> = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(4000 + 1500 * stops));
                stop.request();
            });
            levels.take(16).collect()
        });
        match outcome {
            Ok(levels) => break levels,
            Err(error) => assert_eq!(error.kind(), ErrorKind::Stopped),
        }
        stops += 1;
    };
    assert!(stops > 0);
    let counts: Vec<u64> = counts.iter().map(|level| level.positions).collect();
    // As hcoset counts them.
    assert_eq!(counts[10..], [4, 96, 3019, 66_413, 1_200_627, 19_801_989]);
}

#[test]
fn no_level_counts_over_a_mapped_table_that_was_written_in() {
    let folder = tempfile::tempdir().unwrap();
    let copied = Library::new(folder.path());
    let path = copied.path(Complete::Phase1(HTM));
    Table::Complete(PHASE1.table.clone()).write(&mut fs::File::create(&path).unwrap()).unwrap();
    let table = copied.open(Complete::Phase1(HTM)).unwrap().expect("it was written");
    let cosets = Solver::builder().threads(2).table(table).cosets().unwrap();
    let cube = parse("R U F2 L D");
    let mut levels = cosets.levels(&cube).unwrap();
    assert!(levels.next().unwrap().is_ok());

    let mut file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.seek(SeekFrom::Start(320)).unwrap();
    file.write_all(&[0; 1_000_000]).unwrap();
    let damaged = levels.next().unwrap();
    assert_eq!(damaged.unwrap_err().kind(), ErrorKind::DamagedTable);
}
