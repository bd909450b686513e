//! The two-phase search in other metrics than HTM, or with fewer faces.
//!
//! Phase 1 is searched in the order of costs, in six directions, cut by exact distances. For each end, phase 2 is searched in the
//! order of costs, cut by the distances of corners with U/D edges and of corners with the edges of the middle layer. An axis turns once
//! between turns of other axes, see [`SearchSteps`]; a solution is split after its last axis turn that leaves G1. So each solution
//! comes from one end of phase 1.
//!
//! Where this leads to none, the search begins as well with positions that some turns lead to the given one: such *pre-moves* end the
//! solution (Chen Shuang's min2phase has them). They leave as much for phase 2 as a phase 1 that is longer by them, and there are as many
//! of them.
//!
//! Beside each distance from G1 stand the steps that lead nearer (H. Kociemba's and E. Frantar's programs have such tables in HTM and QTM).
//! Where phase 1 has nothing more to spend, the search takes one of these, and looks at no other position.
//!
//! Where some faces do not turn, the tables are those of all turns: the ways there cost no more than those of fewer faces, so they are
//! lower bounds. In the half-turn metric they have distances modulo 3: the distance of a start is found by a few moves of a path into
//! G1, and each other one beside that of the position before.

mod found;
mod line;
mod phase2;
mod pre_moves;
mod search;
mod starts;

use std::convert::Infallible;
use std::sync::Arc;

use crate::engine::two_phase::TwoPhaseLimits;
use crate::engine::two_phase::direction::{self, AXES, DIRECTIONS};
use crate::engine::two_phase::near::{Contradiction, Near, NearLimits};
use crate::method::OpenTables;
use cubebatch_cube::cube::{Algorithm, AllowedMoves, AxisTurn, Cube, EvenCosts, Move, MoveSet, SearchSteps};
use cubebatch_tables::coord::cubies::Cubies;
use cubebatch_tables::coord::phase1::{PHASE1_MOVES, Phase1};
use cubebatch_tables::coord::processor::{Processor, on_best_processor};
use cubebatch_tables::coord::steps::PhaseSteps;
use cubebatch_tables::coord::sym_phase1::{self, SymPhase1Tables};
use cubebatch_tables::coord::symmetry::{SYMMETRIES, symmetries};
use cubebatch_tables::progress::{Cancelled, Control};
use cubebatch_tables::space::{Space, Threads};
use cubebatch_tables::table::{
    Complete, CompleteTable, Phase, Phase1Layout, Phase1Table, PruningTable, TableId, Vouched,
};
use found::{CheapestSolutions, Halt};
use phase2::Phase2CostBounds;
use pre_moves::PreMoveSequence;
use search::SearchByCosts;

/// The most steps of phase 1: all turns of three axes.
const STEPS: usize = 45;

/// The most states: the start, and each turn of each axis.
const STATES: usize = 1 + 3 * 16;

/// Distances of both phases by the costs of turns, and the rules of the search.
pub(super) struct TablesByCosts {
    /// All steps of phase 1. A step of the search has its number here.
    phase1: PhaseSteps,
    /// For all axes, or for each axis its own.
    rules: Vec<AxisRules>,
    to_g1: Arc<CompleteTable>,
    layout: Phase1Layout,
    /// Corners and U/D edges.
    to_solved: Arc<CompleteTable>,
    /// The distance of each class of corners with each slice perm.
    corners_and_slice: Vec<u8>,
    /// For each step of phase 1 the inverse of its moves, with no cubie turned.
    inverses: Vec<Cubies>,
    /// For each of the [`symmetries`] the steps of which these are the images.
    step_of_image: [[u8; STEPS]; SYMMETRIES],
    /// For each state whether phase 1 may end there: its last axis turn leaves G1.
    may_end: Vec<bool>,
    near: Near,
}

/// The rules of the search along an axis.
struct AxisRules {
    phase2: PhaseSteps,
    /// By what they cost.
    pre_moves: Vec<Vec<PreMoveSequence>>,
    /// The state after each step of phase 1, 0 where it may not come next.
    states: Vec<[u8; STEPS]>,
}

impl AxisRules {
    /// The rules for these moves, over all steps of phase 1.
    fn new(set: &MoveSet, all: &PhaseSteps) -> AxisRules {
        let steps = SearchSteps::new(set);
        AxisRules {
            phase2: PhaseSteps::two_of(set),
            pre_moves: pre_moves::pre_moves(&steps),
            states: states(&steps, &all.steps),
        }
    }

    /// The state after a step, if it may come next.
    #[inline(always)]
    fn next_state(&self, state: u8, step: usize) -> Option<u8> {
        Some(self.states[usize::from(state)][step]).filter(|&next| usize::from(next) != SearchSteps::START)
    }
}

/// The tables that the search reads. The smaller ones do not say which steps of phase 1 lead nearer, so the search looks at more
/// positions.
pub(super) fn tables(costs: EvenCosts, has_room: impl Fn(&[TableId]) -> bool) -> Vec<TableId> {
    let with = |phase1: Complete| [TableId::from(phase1), Complete::Phase2Pruning(costs).into()];
    let all = with(Complete::Phase1(costs));
    if has_room(&all) { all.into() } else { with(Complete::Phase1Distances(costs)).into() }
}

impl TablesByCosts {
    /// Over the tables that [`tables`] names for these costs.
    ///
    /// # Panics
    /// When the costs are not even, or the turns are not all turns of some faces.
    pub fn new(set: &MoveSet, open: &OpenTables) -> TablesByCosts {
        let costs = EvenCosts::new(&set.costs).expect("the costs are even");
        let (phase1, phase2) = (PhaseSteps::one(costs), PhaseSteps::two(costs));
        let axes = if set.allowed == AllowedMoves::ALL { 1 } else { AXES };
        let mut rules: Vec<AxisRules> =
            (0..axes).map(|axis| AxisRules::new(&direction::along(axis, set), &phase1)).collect();
        // All axes have pre-moves of the same costs.
        let most = rules.iter().map(|rules| rules.pre_moves.len()).min().expect("there is an axis");
        rules.iter_mut().for_each(|rules| rules.pre_moves.truncate(most));
        let slice = Space::corners_and_slice_perms_by(&phase2.moves).with_costs(phase2.costs());
        let Ok(corners_and_slice) = slice.explore(Threads::One, |_| Ok::<_, Infallible>(()));
        let to_g1 = open.complete(Phase::One);
        let layout = Phase1Layout::of(to_g1.table());
        TablesByCosts {
            near: Near::new(set, near_limits(layout.view(to_g1.entries()))),
            rules,
            layout,
            to_g1,
            to_solved: open.complete(Phase::Two),
            corners_and_slice,
            inverses: inverses(&phase1),
            step_of_image: steps_of_images(&phase1.steps),
            may_end: (0..STATES)
                .map(|state| phase1.steps.last(state).is_none_or(AxisTurn::leaves_g1))
                .collect(),
            phase1,
        }
    }

    /// The rules in a direction.
    fn rules(&self, direction: usize) -> &AxisRules {
        &self.rules[self.axis(direction)]
    }

    /// The number of the rules in a direction.
    fn axis(&self, direction: usize) -> usize {
        direction % AXES % self.rules.len()
    }

    fn to_g1(&self) -> Phase1Table<'_> {
        self.layout.view(self.to_g1.entries())
    }

    fn bounds(&self) -> Phase2CostBounds<'_> {
        let corners_and_edges = PruningTable::new(self.to_solved.table(), self.to_solved.entries());
        Phase2CostBounds { corners_and_edges, corners_and_slice: &self.corners_and_slice }
    }

    /// The table of a phase.
    pub fn table(&self, phase: Phase) -> TableId {
        let table = if phase == Phase::One { &self.to_g1 } else { &self.to_solved };
        table.table().into()
    }

    /// The cheapest solution of a near position.
    fn near(&self, cube: &Cube) -> Result<Option<Vec<Move>>, Contradiction> {
        let to_g1 = self.to_g1();
        let at = |direction| SymPhase1Tables::get().reduce(Phase1::of(&direction::image(cube, direction)));
        let distances = starts::distances(&to_g1, (0..DIRECTIONS).map(at), true).ok_or(Contradiction)?;
        self.near.solution(cube, distances.first_chunk().expect("each direction has one"), &to_g1)
    }

    /// Evidence for searches that found nothing.
    ///
    /// # Errors
    /// The table that is damaged: then they prove nothing.
    pub fn vouch(&self) -> Result<Vouched, TableId> {
        let of = |table: &CompleteTable| table.vouch().map_err(|_| TableId::from(table.table()));
        Ok(of(&self.to_g1)?.and(of(&self.to_solved)?))
    }
}

/// Which positions are near: in proportion to those of the half-turn metric, by the distances of some of all positions.
fn near_limits(to_g1: Phase1Table) -> NearLimits {
    const SAMPLE: u64 = 4096;
    /// The distances of as many positions in the half-turn metric, whose mean is 9.52.
    const HALF_TURN: u64 = 952 * SAMPLE / 100;
    let step = (sym_phase1::SIZE as u64 / SAMPLE) as usize;
    let sample = (0..SAMPLE as usize).map(|number| SymPhase1Tables::get().from_index(number * step));
    // Where the table is damaged, the search reports it.
    let sum: u64 = sample.filter_map(|at| to_g1.distance(at)).map(u64::from).sum();
    let NearLimits { sum: of_sum, most, nodes } = NearLimits::HALF_TURN;
    let in_proportion = |limit: u64| limit * sum / HALF_TURN;
    NearLimits { sum: in_proportion(of_sum.into()) as u16, most: in_proportion(most.into()) as u8, nodes }
}

/// For each step the inverse of its moves, with no cubie turned.
fn inverses(phase: &PhaseSteps) -> Vec<Cubies> {
    let after =
        |moves: &Vec<usize>| Cube::SOLVED.apply(&moves.iter().map(|&m| PHASE1_MOVES[m]).collect::<Vec<_>>());
    phase.moves.iter().map(|moves| Cubies::unturned_inverse(&after(moves))).collect()
}

/// For each of the [`symmetries`] the steps of which these are the images.
fn steps_of_images(steps: &SearchSteps) -> [[u8; STEPS]; SYMMETRIES] {
    symmetries().map(|symmetry| {
        let images = steps.images(&symmetry).expect("symmetries keep the costs");
        let mut of_image = [0; STEPS];
        (0..).zip(images).for_each(|(step, image)| of_image[image] = step);
        of_image
    })
}

/// For each state the state after each step of all, 0 where it may not come next.
fn states(steps: &SearchSteps, all: &SearchSteps) -> Vec<[u8; STEPS]> {
    // Turns of one face are the steps that they are beside those of other faces.
    let number = |step| all.all().iter().position(|other| other == step).expect("all steps have it");
    let numbers: Vec<usize> = steps.all().iter().map(number).collect();
    let after = |state| {
        let mut after = [SearchSteps::START as u8; STEPS];
        steps.next(state).iter().for_each(|&(step, next)| after[numbers[step]] = next as u8);
        after
    };
    (0..STATES).map(after).collect()
}

/// Why a position has no answer.
pub(super) enum NoAnswer {
    Cancelled(Cancelled),
    /// A table does not hold what it should.
    Damaged(TableId),
}

/// Solves a position: the solutions that were found, the cheapest first, and the number of nodes. If there are none, and the tables are
/// [vouched for](TablesByCosts::vouch), none is as cheap as was asked for.
///
/// # Errors
/// [`NoAnswer`].
pub(super) fn solve(
    tables: &TablesByCosts,
    cube: &Cube,
    limits: &TwoPhaseLimits,
    control: &Control,
) -> Result<(Vec<Algorithm>, u64), NoAnswer> {
    on_best_processor!(processor => solve_on(processor, tables, cube, limits, control)).map_err(|halt| {
        match halt {
            Halt::Cancelled(cancelled) => NoAnswer::Cancelled(cancelled),
            Halt::Damaged(phase) => NoAnswer::Damaged(tables.table(phase)),
        }
    })
}

fn solve_on(
    processor: impl Processor,
    tables: &TablesByCosts,
    cube: &Cube,
    limits: &TwoPhaseLimits,
    control: &Control,
) -> Result<(Vec<Algorithm>, u64), Halt> {
    let mut found = CheapestSolutions::new(limits, control);
    control.check()?;
    let near = tables.near(cube).map_err(|Contradiction| Halt::Damaged(Phase::One))?;
    if let Some(moves) = near {
        found.take_cheapest(tables.near.cost(&moves), Algorithm::from(moves).canonical());
    }
    processor.run(|| SearchByCosts::new(tables, processor, cube).run(&mut found))?;
    Ok((found.solutions.into_iter().map(|(_, moves)| moves).collect(), found.nodes))
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::starts::{FAR, distances};
    use super::*;
    use crate::engine::{Build, cpu::Cpu};
    use cubebatch_cube::cube::random::Random;
    use cubebatch_cube::cube::{HTM, Metric, Move};
    use cubebatch_cube::goal::{Goal, Task};
    use cubebatch_tables::coord::phase1::Phase1Moves;
    use cubebatch_tables::coord::phase2::{Phase2, Phase2Moves};
    use cubebatch_tables::coord::processor::Plain;
    use cubebatch_tables::coord::slice_perm::SlicePerm;
    use cubebatch_tables::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
    use cubebatch_tables::coord::sym_phase2::{SymPhase2, SymPhase2Tables};
    use cubebatch_tables::coord::{Coordinate, PhaseMoves, sym_phase1, sym_phase2};
    use cubebatch_tables::table::Table;

    /// Over tables in memory. A search of each phase takes seconds, so all tests share it.
    static QTM: LazyLock<TablesByCosts> = LazyLock::new(|| {
        let build = |id| Table::from(Cpu.build(id, &Control::default()).expect("there is memory"));
        let open = OpenTables(tables(qtm(), |_| true).into_iter().map(build).collect());
        TablesByCosts::new(&of_faces(AllowedMoves::ALL), &open)
    });

    fn qtm() -> EvenCosts {
        EvenCosts::new(&Metric::QuarterTurn.into()).expect("a metric is even")
    }

    /// Turns that count by quarters.
    fn of_faces(turns: AllowedMoves) -> MoveSet {
        MoveSet::new(qtm().costs(), turns)
    }

    /// The same search over other entries in one of its tables.
    fn with(to_g1: Option<CompleteTable>, to_solved: Option<CompleteTable>) -> TablesByCosts {
        let of = |table: Option<CompleteTable>, else_this: &Arc<CompleteTable>| {
            Table::Complete(table.map_or_else(|| else_this.clone(), Arc::new))
        };
        let open = OpenTables(vec![of(to_g1, &QTM.to_g1), of(to_solved, &QTM.to_solved)]);
        TablesByCosts::new(&of_faces(AllowedMoves::ALL), &open)
    }

    /// The table of distances alone.
    fn without_steps() -> CompleteTable {
        let id = Complete::Phase1Distances(qtm());
        let distance = |index| QTM.to_g1().distance(SymPhase1Tables::get().from_index(index));
        let mut entries: Vec<u8> = (0..id.entries()).filter_map(distance).collect();
        entries.resize(id.bytes(), 0);
        CompleteTable::from_entries(id, entries)
    }

    /// A distance is 0 at the goal; elsewhere it is the least that a step and the distance after it cost. Only distances are like
    /// that. The steps are made here without symmetry.
    #[test]
    fn entries_are_distances_with_the_steps_that_lead_nearer() {
        let (tables, mut random) = (&*QTM, Random::new(25));
        let least = |phase: &PhaseSteps, after: &dyn Fn(&[usize]) -> u8| {
            let steps = phase.steps.all().iter().zip(&phase.moves);
            steps.map(|(step, moves)| step.cost + after(moves)).min().expect("there are steps")
        };
        let (sym1, sym2) = (SymPhase1Tables::get(), SymPhase2Tables::get());
        let Phase2CostBounds { corners_and_edges, corners_and_slice } = tables.bounds();
        let to_g1 = |at| tables.to_g1().distance(at).expect("it has whole distances");
        let goals = (to_g1(SymPhase1::default()), corners_and_edges.at(SymPhase2::default()));
        assert_eq!((goals, corners_and_slice[0]), ((0, 0), 0));
        for _ in 0..20_000 {
            let index = 1 + random.below(sym_phase1::SIZE as u64 - 1) as usize;
            let at = sym1.expand(index);
            let after = |moves: &[usize]| {
                let after = moves.iter().fold(at, |at, &m| Phase1Moves::get().turn(at, m));
                to_g1(sym1.reduce(after))
            };
            let (distance, nearer) =
                (to_g1(sym1.from_index(index)), tables.to_g1().may_be_nearer(sym1.from_index(index)));
            assert_eq!(distance, least(&tables.phase1, &after), "{index}");
            let steps = tables.phase1.steps.all().iter().zip(&tables.phase1.moves);
            for (m, (step, moves)) in steps.enumerate() {
                let leads_nearer = step.cost + after(moves) == distance;
                assert_eq!(nearer >> m & 1 == 1, leads_nearer, "{index}, step {m}");
            }
            let at = sym2.expand(random.below(sym_phase2::SIZE as u64) as usize);
            let of = |at: Phase2| {
                let at = sym2.reduce(at);
                let slice = usize::from(at.class) * SlicePerm::SIZE + usize::from(at.slice_perm);
                [corners_and_edges.at(at), corners_and_slice[slice]]
            };
            for (part, distance) in of(at).into_iter().enumerate().filter(|&(_, distance)| distance > 0) {
                let after = |moves: &[usize]| {
                    of(moves.iter().fold(at, |at, &m| Phase2Moves::get().turn(at, m)))[part]
                };
                assert_eq!(distance, least(&tables.rules[0].phase2, &after), "{part}: {at:?}");
            }
        }
    }

    fn answer(halted: Result<(Vec<Algorithm>, u64), Halt>) -> (Vec<Algorithm>, u64) {
        halted.unwrap_or_else(|_| panic!("no one stops it, and the tables are sound"))
    }

    #[test]
    fn solutions_hold_and_cost_what_is_asked_for() {
        let (mut random, most) = (Random::new(26), 30);
        let task = Task::new(Goal::SOLVED, &MoveSet::new(qtm().costs(), AllowedMoves::ALL));
        // The second ones do not know which steps lead nearer.
        for tables in [&*QTM, &with(Some(without_steps()), None)] {
            let solve = |cube: &Cube, limits: &TwoPhaseLimits| {
                let control = Control::default();
                let plain = answer(solve_on(Plain, tables, cube, limits, &control));
                let best = answer(
                    on_best_processor!(processor => solve_on(processor, tables, cube, limits, &control)),
                );
                assert_eq!(best, plain);
                plain
            };
            for solutions in [1, 3] {
                let limits = TwoPhaseLimits { max_length: most, solutions, ..TwoPhaseLimits::default() };
                for _ in 0..5 {
                    let cube = random.cube();
                    let (found, _) = solve(&cube, &limits);
                    assert_eq!(found.len(), solutions);
                    let is_within = |moves| task.length(moves).is_some_and(|length| length <= most.into());
                    assert!(found.iter().all(|moves| is_within(moves) && cube.is_solved_by(moves)));
                    assert!(found.iter().enumerate().all(|(n, moves)| !found[..n].contains(moves)));
                }
                // With a budget, the best that was found.
                let limits = TwoPhaseLimits { max_length: 0, max_nodes: 1000, ..limits };
                let cube = random.cube();
                let (found, nodes) = solve(&cube, &limits);
                assert!(nodes >= 1000 && !found.is_empty() && cube.is_solved_by(&found[0]));
            }
            // The whole search of a small bound finds nothing.
            let near = TwoPhaseLimits { max_length: 3, ..TwoPhaseLimits::default() };
            assert!(solve(&random.cube(), &near).0.is_empty());
        }
    }

    /// A position that some allowed turns make is solved by turns of these faces, at no more than these cost, along each axis.
    #[test]
    fn solutions_turn_the_faces_that_may_turn() {
        let mut random = Random::new(29);
        for turns in ["U R F L B", "R F D L B", "U R F D B"] {
            let turns: AllowedMoves = turns.parse().expect(turns);
            let set = of_faces(turns);
            let open =
                OpenTables([&QTM.to_g1, &QTM.to_solved].map(|table| Table::Complete(table.clone())).into());
            let (tables, task) = (TablesByCosts::new(&set, &open), Task::new(Goal::SOLVED, &set));
            let moves: Vec<Move> = Move::all().filter(|&mv| turns.has(mv)).collect();
            let assert_solved = |cube: &Cube, most: usize| {
                let limits = TwoPhaseLimits { max_length: most as u8, ..TwoPhaseLimits::default() };
                let (found, _) = answer(solve_on(Plain, &tables, cube, &limits, &Control::default()));
                let length = found.first().and_then(|moves| task.length(moves));
                assert!(length.is_some_and(|length| length <= most), "{turns}: {cube} {found:?}");
                assert!(cube.is_solved_by(&found[0]) && found[0].iter().all(|&mv| turns.has(mv)));
            };
            let mut walk = |length: usize| -> Vec<Move> {
                (0..length).map(|_| moves[random.below(moves.len() as u64) as usize]).collect()
            };
            for length in [1, 2, 4, 5, 6] {
                let made = walk(length);
                let most = made.iter().map(|mv| set.costs.of(*mv)).sum();
                assert_solved(&Cube::SOLVED.apply(&made), most);
            }
            (0..3).for_each(|_| assert_solved(&Cube::SOLVED.apply(&walk(40)), 40));
        }
    }

    /// Tables with distances modulo 3 and without the moves that lead nearer, as five faces read them in the half-turn metric.
    #[test]
    fn five_faces_are_searched_over_the_tables_of_six() {
        let turns: AllowedMoves = "U R F L B".parse().expect("these are turns");
        let set = MoveSet::new(HTM.costs(), turns);
        let build = |id| Table::from(Cpu.build(id, &Control::default()).expect("there is memory"));
        let tables =
            TablesByCosts::new(&set, &OpenTables(tables(HTM, |_| false).into_iter().map(build).collect()));
        let mut random = Random::new(30);
        for most in [24, 23, 24, 23] {
            let cube = random.cube();
            let limits = TwoPhaseLimits { max_length: most, ..TwoPhaseLimits::default() };
            let (found, _) = answer(solve_on(Plain, &tables, &cube, &limits, &Control::default()));
            assert!(found[0].len() <= most.into() && cube.is_solved_by(&found[0]));
            assert!(found[0].iter().all(|&mv| turns.has(mv)));
        }

        // Starts are as far as the paths from them are long, one by one.
        let (to_g1, sym1) = (tables.to_g1(), SymPhase1Tables::get());
        let walk = |length: usize| {
            (0..length).fold(Cube::SOLVED, |cube, _| cube.turn(Move::from_index(random.below(18) as usize)))
        };
        let cubes: Vec<Cube> = (0..2000).map(|i| i % 40).map(walk).collect();
        let starts: Vec<SymPhase1> = cubes.iter().map(|cube| sym1.reduce(Phase1::of(cube))).collect();
        let of = |is_exact| distances(&to_g1, starts.iter().copied(), is_exact).expect("the table is sound");
        let expected: Vec<u8> =
            starts.iter().map(|&at| to_g1.distance(at).expect("the table is sound")).collect();
        assert_eq!(of(true), expected);
        assert!(
            of(false)
                .iter()
                .zip(&expected)
                .all(|(found, distance)| found == distance || (*found, *distance) == (FAR, 12))
        );
    }

    /// The same search with a byte of each 16 replaced at random: solutions hold, and in phase 1 the search finds some of the damage.
    /// In phase 2 it hardly meets an entry that is wrong and small enough to end a way too early.
    #[test]
    fn noise_in_a_table_leads_to_no_wrong_solution() {
        let mut random = Random::new(27);
        let limits = TwoPhaseLimits { max_length: 30, ..TwoPhaseLimits::default() };
        for phase in Phase::ALL {
            let sound = if phase == Phase::One { &QTM.to_g1 } else { &QTM.to_solved };
            let mut entries = sound.entries().to_vec();
            entries.chunks_exact_mut(16).for_each(|bytes| {
                bytes[random.below(16) as usize] = random.below(256) as u8;
            });
            let damaged = Some(CompleteTable::from_entries(sound.table(), entries));
            let tables = match phase {
                Phase::One => with(damaged, None),
                Phase::Two => with(None, damaged),
            };
            let mut told = 0;
            for cube in std::iter::repeat_with(|| random.cube()).take(100) {
                match solve(&tables, &cube, &limits, &Control::default()) {
                    Ok((found, _)) => assert!(found.iter().all(|moves| cube.is_solved_by(moves))),
                    Err(NoAnswer::Damaged(table)) => {
                        assert_eq!(table, tables.table(phase));
                        told += 1;
                    }
                    Err(NoAnswer::Cancelled(_)) => panic!("no one stops it"),
                }
            }
            assert!(told > 0 || phase == Phase::Two);
        }
    }

    #[test]
    fn ways_that_end_too_early_are_told() {
        let sound = &QTM.to_solved;
        let zeros = CompleteTable::from_entries(sound.table(), vec![0; sound.entries().len()]);
        let tables = with(None, Some(zeros));
        let limits = TwoPhaseLimits { max_length: 30, ..TwoPhaseLimits::default() };
        let answer = solve(&tables, &Random::new(28).cube(), &limits, &Control::default());
        assert!(matches!(answer, Err(NoAnswer::Damaged(table)) if table == tables.table(Phase::Two)));
    }

    #[test]
    fn names_say_what_turns_cost() {
        for (costs, first, last) in [
            ("htm", "phase1-complete", "phase2-pruning"),
            ("qtm", "phase1-complete-qtm", "phase2-pruning-qtm"),
            (
                "parallel, quarter 5, half 8",
                "phase1-complete-quarter5-half8-parallel",
                "phase2-pruning-quarter5-half8-parallel",
            ),
        ] {
            let costs = EvenCosts::new(&costs.parse().expect(costs)).expect("they are even");
            assert_eq!(
                tables(costs, |_| true).iter().map(ToString::to_string).collect::<Vec<_>>(),
                [first, last]
            );
            let small = first.replace("complete", "distances");
            assert_eq!(tables(costs, |_| false)[0].to_string(), small);
        }
    }
}
