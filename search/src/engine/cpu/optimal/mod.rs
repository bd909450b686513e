//! The exhaustive search on the CPU.

pub(super) mod build;
mod filter;
mod subtree;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;

use super::Cpu;
use crate::engine::exhaustive::{Exhausted, Exhaustive, ExhaustiveLimits, PassTurns};
use crate::engine::{Batched, EngineError, Load, Loaded};
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_tables::coord::processor::{Processor, on_best_processor};
use cubebatch_tables::progress::Control;
use cubebatch_tables::table::FilterTable;
use filter::Filter;
use subtree::Subtree;

impl Load<Exhaustive> for Cpu {
    fn load(&self, filter: &Arc<FilterTable>) -> Result<Loaded<Exhaustive>, EngineError> {
        let filter = filter.clone();
        Ok(
            on_best_processor!(processor => Box::new(ExhaustiveSearcher { processor, filter }) as Loaded<Exhaustive>),
        )
    }
}

/// The search over a proof filter, one position after the other, on all threads of the current `rayon` pool.
struct ExhaustiveSearcher<P> {
    processor: P,
    filter: Arc<FilterTable>,
}

impl<P: Processor> ExhaustiveSearcher<P> {
    fn exhaust(
        &self,
        cube: &Cube,
        limits: &ExhaustiveLimits,
        control: &Control,
    ) -> Result<Exhausted, EngineError> {
        ExhaustiveSearch { filter: Filter::new(self.processor, self.filter.view()), cube, limits, control }
            .exhaust()
    }
}

impl<P: Processor> Batched<Exhaustive> for ExhaustiveSearcher<P> {
    fn run(
        &self,
        cubes: &[Cube],
        limits: &ExhaustiveLimits,
        control: &Control,
        hand_on: &mut dyn FnMut(usize, Exhausted),
    ) -> Result<(), EngineError> {
        for (number, cube) in cubes.iter().enumerate() {
            hand_on(number, self.exhaust(cube, limits, control)?);
        }
        Ok(())
    }

    fn best_batch(&self, _: &ExhaustiveLimits, _: usize) -> usize {
        1
    }
}

/// The search of a position.
#[derive(Clone, Copy)]
struct ExhaustiveSearch<'a, P> {
    filter: Filter<'a, P>,
    cube: &'a Cube,
    limits: &'a ExhaustiveLimits,
    control: &'a Control,
}

/// The number of a beginning, and its solutions.
type BeginningSolutions = (usize, Vec<Vec<Move>>);

impl<P: Processor> ExhaustiveSearch<'_, P> {
    fn exhaust(self) -> Result<Exhausted, EngineError> {
        let ExhaustiveLimits { length, wants_all, .. } = *self.limits;
        let reach = self.filter.farthest.moves;
        let (beginnings, above) = beginnings(reach, length);
        let nodes = AtomicU64::new(above);
        let mut solutions = Vec::new();
        for &turns in PassTurns::passes(length, reach) {
            let found = self.pass(&beginnings, turns, &nodes)?;
            if !wants_all && let Some((_, solutions)) = found.first() {
                return Ok(Exhausted {
                    solutions: solutions.iter().min().cloned().into_iter().collect(),
                    nodes: 0,
                });
            }
            solutions.extend(found.into_iter().flat_map(|(_, solutions)| solutions));
        }
        solutions.sort_unstable();
        Ok(Exhausted { solutions, nodes: nodes.into_inner() })
    }

    /// The beginnings that have solutions, by their numbers, with these solutions: all, or only the first if one is wanted.
    ///
    /// Threads take the beginnings in their order. So they search little behind the first one that has a solution, and a
    /// thread that is busy with another position is not waited for.
    fn pass(
        &self,
        beginnings: &[Vec<Move>],
        turns: PassTurns,
        nodes: &AtomicU64,
    ) -> Result<Vec<BeginningSolutions>, EngineError> {
        let (taken, end) = (AtomicUsize::new(0), AtomicUsize::new(beginnings.len()));
        let search = || {
            let mut found = Vec::new();
            while let number = taken.fetch_add(1, Relaxed)
                && number < end.load(Relaxed)
            {
                let solutions = self.within(&beginnings[number], turns, nodes)?;
                if !solutions.is_empty() {
                    found.push((number, solutions));
                    if !self.limits.wants_all {
                        end.fetch_min(number, Relaxed);
                    }
                }
            }
            Ok(found)
        };
        let threads = rayon::current_num_threads().min(beginnings.len());
        let each: Result<Vec<Vec<BeginningSolutions>>, EngineError> =
            (0..threads).into_par_iter().map(|_| search()).collect();
        let mut found = each?.concat();
        found.sort_unstable();
        Ok(found)
    }

    /// The solutions that begin with these moves, in any order; it adds to the nodes.
    fn within(
        &self,
        first: &[Move],
        turns: PassTurns,
        nodes: &AtomicU64,
    ) -> Result<Vec<Vec<Move>>, EngineError> {
        self.control.check()?;
        let mut subtree = Subtree::new(self.filter);
        let (solutions, counts) = self.filter.processor.run(
            #[inline(always)]
            || subtree.exhaust(self.cube, first, self.limits.length, turns),
        );
        nodes.fetch_add(counts.nodes, Relaxed);
        (self.limits.told)(counts.look_ups);
        Ok(solutions.into_iter().map(|path| path.moves()).collect())
    }
}

/// The beginnings of the subtrees that threads take, in the order of moves, each subtree large enough to be worth a
/// hand-over; and the number of nodes above them.
fn beginnings(reach: u8, length: u8) -> (Vec<Vec<Move>>, u64) {
    if length < reach + 4 {
        return (vec![Vec::new()], 0);
    }
    let pairs = Move::all().flat_map(|first| Move::all().map(move |second| [first, second]));
    let pairs = pairs.filter(|[first, second]| first.may_precede(*second)).map(|pair| pair.to_vec());
    (pairs.collect(), 1 + Move::COUNT as u64)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::LazyLock;

    use super::*;
    use crate::engine::exhaustive::specification::{self, word};
    use cubebatch_cube::cube::random::Random;
    use cubebatch_tables::coord::processor::on_each_processor;
    use cubebatch_tables::progress::Cancelled;
    use cubebatch_tables::table::FilterSize;

    static FILTER: LazyLock<Arc<FilterTable>> = LazyLock::new(|| {
        let filter = build::build(FilterSize::Mb20, &Control::default()).unwrap();
        Arc::new(filter.into())
    });

    fn searcher() -> Loaded<Exhaustive> {
        Load::<Exhaustive>::load(&Cpu, &FILTER).unwrap()
    }

    fn reach() -> u8 {
        FILTER.size().depth()
    }

    /// The result of the search on `threads` threads, and the number of blocks it looked up.
    fn search(threads: usize, cube: &Cube, length: u8, wants_all: bool) -> (Exhausted, u64) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let look_ups = Arc::new(AtomicU64::new(0));
        let told = look_ups.clone();
        let told = Arc::new(move |more| _ = told.fetch_add(more, Relaxed));
        let limits = ExhaustiveLimits { length, wants_all, told };
        let searcher = searcher();
        let found = pool.install(|| searcher.answers(&[*cube], &limits, &Control::default())).unwrap();
        (found.into_iter().next().expect("there is one position"), look_ups.load(Relaxed))
    }

    /// All solutions of exactly `length` moves, by trying all sequences.
    fn all_of_length(cube: &Cube, length: usize, last: Option<Move>) -> BTreeSet<Vec<Move>> {
        if length == 0 {
            return if cube.is_solved() { BTreeSet::from([Vec::new()]) } else { BTreeSet::new() };
        }
        let mut found = BTreeSet::new();
        for mv in Move::all().filter(|&mv| last.is_none_or(|last| last.may_precede(mv))) {
            let rest = all_of_length(&cube.turn(mv), length - 1, Some(mv));
            found.extend(rest.into_iter().map(|rest| [vec![mv], rest].concat()));
        }
        found
    }

    fn on_each(filter: &FilterTable, test: impl Fn(&mut dyn FnMut(&Cube, &[Move], u8) -> Vec<Vec<Move>>)) {
        fn exhaust(
            filter: &Filter<impl Processor>,
            cube: &Cube,
            first: &[Move],
            length: u8,
        ) -> Vec<Vec<Move>> {
            let mut subtree = Subtree::new(*filter);
            let mut with = |turns| filter.processor.run(|| subtree.exhaust(cube, first, length, turns)).0;
            let passes = PassTurns::passes(length - first.len() as u8, reach());
            passes.iter().flat_map(|&turns| with(turns)).map(|path| path.moves()).collect()
        }
        on_each_processor!(processor => {
            let filter = Filter::new(processor, filter.view());
            test(&mut |cube, first, length| exhaust(&filter, cube, first, length));
        });
    }

    #[test]
    fn all_solutions_of_a_length_are_found_once() {
        on_each(&FILTER, |exhaust| {
            let mut random = Random::new(131);
            let mut several = 0;
            // R2 L2 F2 B2, which is the same as F2 B2 R2 L2, comes last.
            let words = (0..30).map(|round| word(&mut random, round % 5));
            for word in words.chain([[4, 13, 7, 16].map(Move::from_index).to_vec()]) {
                let cube = Cube::SOLVED.apply(&word);
                for length in 0..=4 {
                    let found = exhaust(&cube, &[], length);
                    let different: BTreeSet<_> = found.iter().cloned().collect();
                    assert_eq!(different.len(), found.len());
                    assert_eq!(different, all_of_length(&cube, length.into(), None));
                    several += usize::from(found.len() > 1);
                }
            }
            assert!(several > 0);
        });
    }

    #[test]
    fn a_way_back_is_found_in_the_subtree_where_it_begins() {
        on_each(&FILTER, |exhaust| {
            let mut random = Random::new(132);
            for round in 0..40 {
                // From lengths whose whole subtree is on the stack to those where the search descends four moves first.
                let back = word(&mut random, 2 + round % 12);
                let cube = Cube::SOLVED.apply(&cubebatch_cube::cube::inverse(&back));
                let length = back.len() as u8;
                for first in 0..=2 {
                    let found = exhaust(&cube, &back[..first], length);
                    assert!(found.contains(&back), "{back:?}");
                    let begins = |moves: &Vec<Move>| moves.starts_with(&back[..first]);
                    assert!(found.iter().all(|moves| begins(moves) && cube.apply(moves).is_solved()));
                    let different: BTreeSet<_> = found.iter().collect();
                    assert_eq!(different.len(), found.len());
                }
            }
        });
    }

    /// Random positions at known numbers of moves, and some whose solutions have turns of opposite faces.
    fn cases() -> Vec<(Cube, u8)> {
        let mut random = Random::new(133);
        let words = (0..24).map(|round| word(&mut random, round % 13));
        // R2 L2 F2 B2, which is the same as F2 B2 R2 L2; of the other two the turns of three axes come in any order, and one
        // is as short as four moves.
        let halves = [&[4, 13, 7, 16][..], &[4, 13, 7, 16, 1, 10], &[4, 13, 7, 16, 4, 13]];
        let halves = halves.map(|moves| moves.iter().map(|&mv| Move::from_index(mv)).collect::<Vec<_>>());
        let of = |moves: Vec<Move>| (Cube::SOLVED.apply(&moves), moves.len() as u8);
        // Many sequences come back, with half and quarter turns in any places.
        words.chain(halves).map(of).chain([(Cube::SOLVED, 10)]).collect()
    }

    #[test]
    fn all_solutions_nodes_and_look_ups_are_as_specified_on_any_threads() {
        let mut several = 0;
        for (cube, length) in cases() {
            let specified = specification::exhaust(FILTER.view(), &cube, length);
            assert_eq!(search(1, &cube, length, true), specified);
            assert_eq!(search(3, &cube, length, true), specified);
            if length <= 5 {
                assert_eq!(specified.0.solutions, Vec::from_iter(all_of_length(&cube, length.into(), None)));
            }
            several += usize::from(specified.0.solutions.len() > 1);
        }
        assert!(several > 1, "{several}");
    }

    #[test]
    fn one_solution_is_the_first_with_a_half_turn_at_the_reach_of_the_filter_else_the_first() {
        let mut kinds = [0; 3];
        for (cube, length) in cases() {
            let (all, look_ups) = search(1, &cube, length, true);
            let found = search(1, &cube, length, false);
            assert_eq!(search(3, &cube, length, false).0, found.0);
            assert!(found.1 <= look_ups);
            let at = usize::from(length).checked_sub(usize::from(reach()) + 1);
            let has_half = |moves: &&Vec<Move>| at.is_none_or(|at| moves[at].turns() == 2);
            let first = all.solutions.iter().find(has_half).or(all.solutions.first());
            assert_eq!(found.0.solutions, Vec::from_iter(first.cloned()));
            kinds[match first {
                None => panic!("a way back is as long"),
                Some(first) if !has_half(&first) => 1,
                first => usize::from(first != all.solutions.first()) * 2,
            }] += 1;
            let below = (1..length).map(|length| search(1, &cube, length, false).0);
            below.filter(|found| found.solutions.is_empty()).for_each(|found| assert!(found.nodes > 0));
        }
        assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
    }

    #[test]
    fn a_request_to_stop_ends_a_search() {
        let control = Control::default();
        control.stop.request();
        for wants_all in [false, true] {
            let limits = ExhaustiveLimits { length: 20, wants_all, told: Arc::new(|_| ()) };
            let found = searcher().answers(&[Random::new(134).cube()], &limits, &control);
            assert_eq!(found, Err(EngineError::Cancelled(Cancelled)));
        }
    }
}
