//! The two-phase search finds what its specification says: the engine's solutions are those of the plain recursive
//! search over exact distances, move by move, within all limits but that of time.

use cubebatch::cube::random::Random;
use cubebatch::progress::Control;
use cubebatch::{Cube, Move};
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::engine::phase2::ToSolved;
use cubebatch_search::engine::phase2::descent::Phase1End;
use cubebatch_search::engine::two_phase::plain::{self, PlainDistances};
use cubebatch_search::engine::two_phase::{TwoPhase, TwoPhaseLimits, TwoPhaseTables};
use cubebatch_search::engine::{Load, Loaded};
use cubebatch_tables::coord::sym_phase1::SymPhase1Tables;
use cubebatch_tables::coord::sym_phase2::SymPhase2Tables;
use cubebatch_tables::coord::{Phase1, Phase2};
use cubebatch_tables::table::Phase1Table;

use super::{PHASE1, PHASE2, PRUNING, gpu};

fn tables() -> TwoPhaseTables {
    TwoPhaseTables { phase1: PHASE1.table.clone(), phase2: PHASE2.table.clone() }
}

/// The distances of complete tables.
struct Exact<'a> {
    phase1: Phase1Table<'a>,
    to_solved: ToSolved<'a>,
}

impl PlainDistances for Exact<'_> {
    fn to_g1_at_least(&self, at: Phase1) -> u8 {
        self.phase1.distance(SymPhase1Tables::get().reduce(at)).expect("the table does not contradict itself")
    }

    fn reaches_g1(&self, at: Phase1, moves: u8) -> bool {
        self.to_g1_at_least(at) == moves
    }

    fn to_solved(&self, at: Phase2, at_most: u8) -> Option<u8> {
        let distance = self.to_solved.distance(SymPhase2Tables::get().reduce(at), at_most);
        (distance <= at_most).then_some(distance)
    }

    fn path_to_solved(&self, at: Phase2, distance: u8) -> Vec<Move> {
        let end = Phase1End { at: SymPhase2Tables::get().reduce(at), distance };
        let path = self.to_solved.paths(std::iter::once(Some(end))).pop().expect("a path for each end");
        path.expect("the table does not contradict itself").moves().to_vec()
    }
}

/// A random walk of `moves` moves.
fn walk(random: &mut Random, moves: usize) -> Cube {
    (0..moves).fold(Cube::SOLVED, |cube, _| cube.turn(Move::from_index(random.below(18) as usize)))
}

fn limits(max_length: usize, max_nodes: u64, solutions: usize) -> TwoPhaseLimits {
    TwoPhaseLimits { max_length: max_length as u8, max_nodes, max_time: None, solutions }
}

/// Positions and limits for which the plain search takes some milliseconds.
fn questions(count: usize) -> Vec<(Cube, TwoPhaseLimits)> {
    let mut random = Random::new(130);
    let mut question = |i: usize| {
        let (moves, up_to) = (3 + i / 5 % 7, random.below(300));
        match i % 5 {
            0 => (random.cube(), limits(23 + i / 5 % 8, u64::MAX, 1 + i / 5 % 7)),
            1 => (random.cube(), limits(15 + i / 5 % 7, 1 + up_to, 1 + i / 5 % 3)),
            2 => (walk(&mut random, moves), limits(moves, u64::MAX, 1)),
            3 => (walk(&mut random, moves), limits(20, u64::MAX, 1 + i / 5 % 9)),
            _ => (walk(&mut random, moves), limits(0, up_to, 1 + i / 5 % 2)),
        }
    };
    (0..count).map(&mut question).collect()
}

fn assert_as_specified(search: &Loaded<TwoPhase>, count: usize) {
    questions(count).iter().for_each(|(cube, limits)| assert_is_as_specified(search, cube, limits));
}

fn assert_is_as_specified(search: &Loaded<TwoPhase>, cube: &Cube, limits: &TwoPhaseLimits) {
    let (tables, control) = (tables(), Control::default());
    let phase1 = Phase1Table::new(tables.phase1.table(), tables.phase1.entries());
    let exact = Exact { phase1, to_solved: ToSolved::new(&tables.phase2) };
    let expected = plain::solutions(&exact, cube, limits, &control).expect("nothing stops it");
    let found = search.answers(&[*cube], limits, &control).unwrap().remove(0);
    assert_eq!(found, Ok(expected), "{limits:?} {}", cube);
}

#[test]
fn the_cpu_finds_what_is_specified() {
    assert_as_specified(&Load::<TwoPhase>::load(&Cpu, &tables()).unwrap(), 250);
}

#[test]
fn a_gpu_finds_what_is_specified() {
    let Some(gpu) = gpu() else { return };
    let search = Load::<TwoPhase>::load(&*gpu, &tables()).unwrap();
    let questions = questions(150).into_iter().filter(|(_, limits)| limits.solutions == 1);
    questions.for_each(|(cube, limits)| assert_is_as_specified(&search, &cube, &limits));
}

/// Positions whose solutions of at most 18 moves end with four pre-moves: found in the stages (11, 4, 0), (12, 4, 0) and
/// (12, 4, 1) of moves outside of phase 2, pre-moves and slack.
const WITH_FOUR_PRE_MOVES: [&str; 3] = [
    "DUDUUDLRFUBRBRRLBRDDRFFRLLFFFURDLBLBRLBFLDLFDFBBUBUUDU",
    "UBDDURRFFDUBFRRRUFDLLRFDLDBDBUUDLBBURLFDLBLFBRLFFBRLUU",
    "DDLUURUFFUBDURRDDFLRRLFLDDLFFBLDRBBURFBULFUBRFLBUBBLDR",
];

fn assert_as_specified_with_four_pre_moves(search: &Loaded<TwoPhase>, count: usize) {
    for position in &WITH_FOUR_PRE_MOVES[..count] {
        assert_is_as_specified(search, &position.parse().unwrap(), &limits(18, u64::MAX, 1));
    }
}

#[test]
fn the_cpu_finds_what_is_specified_with_four_pre_moves() {
    assert_as_specified_with_four_pre_moves(&Load::<TwoPhase>::load(&Cpu, &tables()).unwrap(), 1);
}

#[test]
fn a_gpu_finds_what_is_specified_with_four_pre_moves() {
    let Some(gpu) = gpu() else { return };
    assert_as_specified_with_four_pre_moves(&Load::<TwoPhase>::load(&*gpu, &tables()).unwrap(), 1);
}

#[test]
#[ignore = "takes minutes"]
fn both_find_what_is_specified_with_four_pre_moves_of_several() {
    let on_cpu = Load::<TwoPhase>::load(&Cpu, &tables()).unwrap();
    assert_as_specified_with_four_pre_moves(&on_cpu, WITH_FOUR_PRE_MOVES.len());
    let Some(gpu) = gpu() else { return };
    let on_gpu = Load::<TwoPhase>::load(&*gpu, &tables()).unwrap();
    assert_as_specified_with_four_pre_moves(&on_gpu, WITH_FOUR_PRE_MOVES.len());
}

#[test]
fn a_search_of_phase_2_finds_what_is_specified() {
    let tables = TwoPhaseTables { phase2: PRUNING.table.clone(), ..tables() };
    assert_as_specified(&Load::<TwoPhase>::load(&Cpu, &tables).unwrap(), 100);
}

#[test]
#[ignore = "takes minutes"]
fn the_cpu_finds_what_is_specified_of_many() {
    assert_as_specified(&Load::<TwoPhase>::load(&Cpu, &tables()).unwrap(), 20_000);
}
