//! A search in HTM, and another one for all other metrics.

use super::goal::Goals;
use super::shelf::Shelf;
use super::solve_options::SolveOptions;
use super::{HandOn, Solve, SolveOption, Unsolved};
use crate::engine::EngineError;
use crate::pool::Pool;
use crate::solution::{Proof, Solution};
use cubebatch_cube::cube::{Algorithm, AroundSolved, Cube, Move, MoveSet, SearchSteps};
use cubebatch_cube::goal::{Goal, Task};
use cubebatch_tables::table::Vouched;

/// Solves the positions of each call in its metric.
pub(super) struct ByMetric {
    /// For a solver that was opened with the tables of this search.
    in_htm: Option<Box<dyn Solve>>,
    /// It knows all metrics, and makes large tables when a position needs them.
    in_any: Goals,
    /// Positions that need none.
    around: Shelf<MoveSet, AroundSolved>,
}

/// Positions around solved of which the costs are kept. Four turns make 174,604 in STM.
const MOST_AROUND: usize = 200_000;

/// About what they take in a metric.
const BYTES_AROUND: u64 = 16 << 20;

impl ByMetric {
    pub fn new(in_htm: Option<Box<dyn Solve>>, in_any: Goals, pool: &Pool) -> ByMetric {
        ByMetric { in_htm, in_any, around: Shelf::new(4 * BYTES_AROUND, pool) }
    }

    fn in_htm(&self, limits: &SolveOptions) -> Option<&dyn Solve> {
        self.in_htm.as_deref().filter(|_| limits.question().is_in_htm())
    }

    /// Solves positions around solved at once, and the others by tables.
    fn solve_in_any(
        &self,
        cubes: &[Cube],
        limits: &SolveOptions,
        hand_on: HandOn,
    ) -> Result<(), EngineError> {
        let (set, steps) = (limits.question().move_set(), SearchSteps::new(&limits.question().move_set()));
        let make = || Ok::<_, EngineError>(AroundSolved::new(&steps, MOST_AROUND));
        let around = self.around.of(&set, BYTES_AROUND, limits.control(), make)?;
        let task = Task::new(Goal::SOLVED, &set);
        let (mut numbers, mut others) = (Vec::new(), Vec::new());
        for (number, cube) in cubes.iter().enumerate() {
            match around.solution(cube, &steps).filter(|_| !limits.question().asks(SolveOption::AllOptimal)) {
                Some(moves) => hand_on(number, shortest(cube, moves, &task, limits)),
                None => {
                    numbers.push(number);
                    others.push(*cube);
                }
            }
        }
        if others.is_empty() {
            return Ok(());
        }
        self.in_any.solve(&others, limits, &mut |other, found| hand_on(numbers[other], found))
    }
}

/// A shortest solution, unless it is longer than is asked for.
fn shortest(cube: &Cube, moves: Vec<Move>, task: &Task, limits: &SolveOptions) -> Result<Solution, Unsolved> {
    let moves = Algorithm::from(moves).canonical();
    let solution = Solution::replayed(cube, task, vec![moves]).ok_or(Unsolved::WrongSolution)?;
    let proof = Proof::new(solution.length() as u8, 0, &Vouched::computed());
    match limits.question().value(SolveOption::MaxLength).map(|bound| bound as u8) {
        Some(bound) if usize::from(bound) < solution.length() => {
            Err(Unsolved::NoneWithin { moves: bound, proof })
        }
        _ => Ok(Solution { proof: Some(proof), ..solution }),
    }
}

impl Solve for ByMetric {
    fn solve(&self, cubes: &[Cube], limits: &SolveOptions, hand_on: HandOn) -> Result<(), EngineError> {
        match self.in_htm(limits) {
            Some(in_htm) => in_htm.solve(cubes, limits, hand_on),
            None => self.solve_in_any(cubes, limits, hand_on),
        }
    }

    fn best_batch(&self, limits: &SolveOptions, threads: usize) -> usize {
        self.in_htm(limits).unwrap_or(&self.in_any).best_batch(limits, threads)
    }
}
