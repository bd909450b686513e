//! The two-phase search in other metrics than HTM.
//!
//! Phase 1 is searched in the order of costs, in six directions, cut by exact distances. For each end, phase 2 is searched in the
//! order of costs, cut by the distances of corners with U/D edges and of corners with the edges of the middle layer. An axis turns once
//! between turns of other axes, see [`Steps`]; a solution is split after its last axis turn that leaves G1. So each solution
//! comes from one end of phase 1.
//!
//! Where this leads to none, the search begins as well with positions that some turns lead to the given one: such *pre-moves* end the
//! solution (Chen Shuang's min2phase has them). They leave as much for phase 2 as a phase 1 that is longer by them, and there are as many
//! of them.
//!
//! Beside each distance from G1 stand the steps that lead nearer (H. Kociemba's and E. Frantar's programs have such tables in HTM and QTM).
//! Where phase 1 has nothing more to spend, the search takes one of these, and looks at no other position.

mod descents;
mod found;
mod line;
mod phase;
mod phase2;
mod pre_moves;
mod search;

use crate::coord::cubies::Cubies;
use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::processor::{Processor, on_best_processor};
use crate::coord::symmetry::{SYMMETRIES, symmetries};
use crate::cube::symmetry::Symmetry;
use crate::cube::{Algorithm, AxisTurn, Costs, Cube, MoveSet, Steps, Turns};
use crate::engine::EngineError;
use crate::engine::two_phase::TwoPhaseLimits;
use crate::progress::{self, Cancelled, Control};
use crate::space::{Space, Threads};
use crate::table::memory::LargeMemory;
use descents::Descents;
use found::Found;
use phase::Phase;
use phase2::Bounds;
use pre_moves::PreMoves;
use search::Search;

/// The most steps of phase 1: all turns of three axes.
const STEPS: usize = 45;

/// The most states: the start, and each turn of each axis.
const STATES: usize = 1 + 3 * 16;

/// Distances of both phases by the costs of turns, and the rules of the search.
pub(super) struct Tables {
    phase1: Phase,
    phase2: Phase,
    /// By what they cost.
    pre_moves: Vec<Vec<PreMoves>>,
    /// From G1, by [`SymPhase1::index`](crate::coord::sym_phase1::SymPhase1::index).
    descents: Descents,
    bounds: Bounds,
    /// For each step of phase 1 the inverse of its moves, with no cubie turned.
    inverses: Vec<Cubies>,
    /// For each of the [`symmetries`] the steps of which these are the images.
    step_of_image: [[u8; STEPS]; SYMMETRIES],
    /// The state after each step, 0 where it may not come next.
    states: Vec<[u8; STEPS]>,
    /// For each state whether phase 1 may end there: its last axis turn leaves G1.
    may_end: Vec<bool>,
}

/// About how many bytes the tables take at most while they are made: those of ATM.
pub(super) const BYTES: u64 = 1300 << 20;

/// Whether the search knows such costs: all symmetries keep them.
pub(super) fn are_even(costs: &Costs) -> bool {
    let steps = Steps::new(&MoveSet::new(*costs, Turns::ALL));
    Symmetry::all().iter().all(|symmetry| steps.images(symmetry).is_some())
}

impl Tables {
    /// Finds the distances, on all threads of the current pool.
    /// Where there is little memory, they do not say which steps lead nearer, and the search looks at more positions.
    pub fn new(costs: &Costs, memory: Option<u64>, control: &Control) -> Result<Tables, EngineError> {
        let (phase1, phase2) = (Phase::one(costs), Phase::two(costs));
        let find = |space: &Space, part: u8| {
            let (total, mut done) = (space.positions() as u64, 0);
            space.explore(Threads::All, |level| {
                done += level.iter().map(|&count| u64::from(count)).sum::<u64>();
                control.step(&progress::Step::MeasuringPhase { phase: part, costs: *costs }, done, total)
            })
        };
        let of_phase1 = Space::phase1_by(&phase1.moves).with_costs(phase1.costs());
        let of_phase2 = |space: Space| find(&space.with_costs(phase2.costs()), 2);
        let distances = find(&of_phase1, 1)?;
        Ok(Tables {
            pre_moves: pre_moves::pre_moves(&phase1.steps),
            descents: Descents::new(
                &of_phase1,
                &phase1.costs(),
                &distances,
                memory.map(|memory| memory / 2),
            )?,
            bounds: Bounds {
                corners_and_edges: in_large_pages(&of_phase2(Space::corners_and_ud_edges_by(
                    &phase2.moves,
                ))?)?,
                corners_and_slice: of_phase2(Space::corners_and_slice_perms_by(&phase2.moves))?,
            },
            inverses: inverses(&phase1),
            step_of_image: steps_of_images(&phase1.steps),
            states: states(&phase1.steps),
            may_end: (0..STATES)
                .map(|state| phase1.steps.last(state).is_none_or(AxisTurn::leaves_g1))
                .collect(),
            phase1,
            phase2,
        })
    }

    /// The state after a step, if it may come next.
    #[inline(always)]
    fn next_state(&self, state: u8, step: usize) -> Option<u8> {
        Some(self.states[usize::from(state)][step]).filter(|&next| usize::from(next) != Steps::START)
    }
}

/// The same bytes, where random look-ups go faster.
fn in_large_pages(bytes: &[u8]) -> Result<LargeMemory, EngineError> {
    let mut large = descents::large(bytes.len())?;
    large.copy_from_slice(bytes);
    Ok(large)
}

/// For each step the inverse of its moves, with no cubie turned.
fn inverses(phase: &Phase) -> Vec<Cubies> {
    let after =
        |moves: &Vec<usize>| Cube::SOLVED.apply(&moves.iter().map(|&m| PHASE1_MOVES[m]).collect::<Vec<_>>());
    phase.moves.iter().map(|moves| Cubies::unturned_inverse(&after(moves))).collect()
}

/// For each of the [`symmetries`] the steps of which these are the images.
fn steps_of_images(steps: &Steps) -> [[u8; STEPS]; SYMMETRIES] {
    symmetries().map(|symmetry| {
        let images = steps.images(&symmetry).expect("symmetries keep the costs");
        let mut of_image = [0; STEPS];
        (0..).zip(images).for_each(|(step, image)| of_image[image] = step);
        of_image
    })
}

/// For each state the state after each step, 0 where it may not come next.
fn states(steps: &Steps) -> Vec<[u8; STEPS]> {
    let after = |state| {
        let mut after = [Steps::START as u8; STEPS];
        steps.next(state).iter().for_each(|&(step, next)| after[step] = next as u8);
        after
    };
    (0..STATES).map(after).collect()
}

/// Solves a position: the solutions that were found, the cheapest first, and the number of nodes. If there are none, none is as cheap
/// as was asked for.
///
/// # Errors
/// [`Cancelled`].
pub(super) fn solve(
    tables: &Tables,
    cube: &Cube,
    limits: &TwoPhaseLimits,
    control: &Control,
) -> Result<(Vec<Algorithm>, u64), Cancelled> {
    on_best_processor!(processor => solve_on(processor, tables, cube, limits, control))
}

fn solve_on(
    processor: impl Processor,
    tables: &Tables,
    cube: &Cube,
    limits: &TwoPhaseLimits,
    control: &Control,
) -> Result<(Vec<Algorithm>, u64), Cancelled> {
    let mut found = Found::new(limits, control);
    control.check()?;
    processor.run(|| Search::new(tables, processor, cube).run(&mut found))?;
    Ok((found.solutions.into_iter().map(|(_, moves)| moves).collect(), found.nodes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::phase1::Phase1Moves;
    use crate::coord::phase2::{Phase2, Phase2Moves};
    use crate::coord::processor::Plain;
    use crate::coord::slice_perm::SlicePerm;
    use crate::coord::sym_phase1::SymPhase1Tables;
    use crate::coord::sym_phase2::SymPhase2Tables;
    use crate::coord::{Coordinate, PhaseMoves, sym_phase1, sym_phase2};
    use crate::cube::random::Random;
    use crate::goal::{Goal, Task};

    #[test]
    fn costs_are_even_that_no_symmetry_changes() {
        for (costs, even) in [
            ("htm", true),
            ("qtm", true),
            ("atm", true),
            ("stm", true),
            ("quarter 5, half 8", true),
            ("U 2", false),
        ] {
            assert_eq!(are_even(&costs.parse().expect(costs)), even, "{costs}");
        }
    }

    /// A distance is 0 at the goal; elsewhere it is the least that a step and the distance after it cost. Only distances are like
    /// that. The steps are made here without symmetry.
    fn are_distances(tables: &Tables, random: &mut Random) {
        let least = |phase: &Phase, after: &dyn Fn(&[usize]) -> u8| {
            let steps = phase.steps.all().iter().zip(&phase.moves);
            steps.map(|(step, moves)| step.cost + after(moves)).min().expect("there are steps")
        };
        let (sym1, sym2) = (SymPhase1Tables::get(), SymPhase2Tables::get());
        let Bounds { corners_and_edges, corners_and_slice } = &tables.bounds;
        let to_g1 = |index| tables.descents.entry(index).distance;
        assert_eq!((to_g1(0), corners_and_edges[0], corners_and_slice[0]), (0, 0, 0));
        for _ in 0..20_000 {
            let index = 1 + random.below(sym_phase1::SIZE as u64 - 1) as usize;
            let at = sym1.expand(index);
            let after = |moves: &[usize]| {
                let after = moves.iter().fold(at, |at, &m| Phase1Moves::get().turn(at, m));
                to_g1(sym1.reduce(after).index())
            };
            let entry = tables.descents.entry(index);
            assert_eq!(entry.distance, least(&tables.phase1, &after), "{index}");
            let steps = tables.phase1.steps.all().iter().zip(&tables.phase1.moves);
            for (m, (step, moves)) in steps.enumerate() {
                let leads_nearer = step.cost + after(moves) == entry.distance;
                let is_said = entry.nearer >> m & 1 == 1;
                assert!(
                    is_said == leads_nearer || is_said && !tables.descents.has_steps,
                    "{index}, step {m}"
                );
            }
            let at = sym2.expand(random.below(sym_phase2::SIZE as u64) as usize);
            let of = |at: Phase2| {
                let at = sym2.reduce(at);
                let slice = usize::from(at.class) * SlicePerm::SIZE + usize::from(at.slice_perm);
                [corners_and_edges[at.corners_and_edges()], corners_and_slice[slice]]
            };
            for (part, distance) in of(at).into_iter().enumerate().filter(|&(_, distance)| distance > 0) {
                let after = |moves: &[usize]| {
                    of(moves.iter().fold(at, |at, &m| Phase2Moves::get().turn(at, m)))[part]
                };
                assert_eq!(distance, least(&tables.phase2, &after), "{part}: {at:?}");
            }
        }
    }

    #[test]
    fn solutions_hold_and_cost_what_is_asked_for() {
        let mut random = Random::new(26);
        // The second has no memory to know which steps lead nearer.
        for (costs, most, memory) in [("qtm", 30, None), ("quarter 2, half 3, parallel", 50, Some(0))] {
            let costs: Costs = costs.parse().expect(costs);
            let tables = Tables::new(&costs, memory, &Control::default()).expect("no one stops it");
            assert_eq!(tables.descents.has_steps, memory.is_none());
            are_distances(&tables, &mut random);
            let task = Task::new(Goal::SOLVED, &MoveSet::new(costs, Turns::ALL));
            let solve = |cube: &Cube, limits: &TwoPhaseLimits| {
                let control = Control::default();
                let plain = solve_on(Plain, &tables, cube, limits, &control).expect("no one stops it");
                let best = super::solve(&tables, cube, limits, &control);
                assert_eq!(best.expect("no one stops it"), plain);
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
}
