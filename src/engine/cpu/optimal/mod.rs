//! Shortest solutions: exhausts one length after the other with the help of a proof filter.

pub(super) mod build;
mod filter;
mod subtree;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

#[cfg(target_arch = "x86_64")]
use crate::coord::cubies::Avx2;
use crate::coord::cubies::{Plain, Processor};
use crate::cube::{Cube, Move};
use crate::engine::EngineError;
use crate::engine::exhaust::Counts;
use crate::progress::Stop;
use crate::table::{FilterTable, TableId};
use filter::Filter;
use subtree::{Subtree, Turns};

/// Finds shortest solutions over a proof filter, on all threads of the current `rayon` pool.
#[derive(Clone, Debug)]
pub struct Prover(Arc<FilterTable>);

/// What a prover found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// A solution that is as short as any; none, if all have at least as many moves as was asked.
    pub shortest: Option<Vec<Move>>,
    /// What was done.
    pub counts: Counts,
}

/// Who is told after each pass through a subtree how many look-ups it took; from many threads.
pub type Told<'a> = &'a (dyn Fn(u64) + Sync);

impl Prover {
    /// A prover over a filter.
    pub fn new(filter: Arc<FilterTable>) -> Prover {
        Prover(filter)
    }

    /// The filter.
    pub fn table(&self) -> TableId {
        self.0.view().size.into()
    }

    /// The shortest solution of a position, if it has fewer moves than `length`: of several the one that
    /// [`Prover::of_length`] gives. All that is said is proved, whatever the filter's size.
    ///
    /// # Errors
    /// [`EngineError::Stopped`] soon after that was requested.
    pub fn below(&self, cube: &Cube, length: u8, stop: &Stop) -> Result<Proof, EngineError> {
        let mut counts = Counts::default();
        for length in 0..length {
            let (shortest, more) = self.of_length(cube, length, stop, &|_| ())?;
            counts += more;
            if shortest.is_some() {
                return Ok(Proof { shortest, counts });
            }
        }
        Ok(Proof { shortest: None, counts })
    }

    /// A solution of exactly so many moves; and what was done. If there is none, the length was exhausted, and the counts are
    /// the same on any threads. Of several solutions it is the first one in the order of moves among those that have a half
    /// turn where as many moves are left as the filter knows of, else among the others: filters that reach equally far give
    /// the same one, on any threads.
    ///
    /// # Errors
    /// As [`Prover::below`].
    pub fn of_length(
        &self,
        cube: &Cube,
        length: u8,
        stop: &Stop,
        told: Told,
    ) -> Result<(Option<Vec<Move>>, Counts), EngineError> {
        #[cfg(target_arch = "x86_64")]
        if let Some(processor) = Avx2::detected() {
            return of_length(Filter::new(processor, self.0.view()), cube, length, stop, told);
        }
        of_length(Filter::new(Plain, self.0.view()), cube, length, stop, told)
    }

    /// All solutions of exactly so many moves, in the order of moves; and what was done. The counts are the same on any
    /// threads. Solutions are canonical sequences: of two that differ in the order of opposite faces it is one.
    ///
    /// # Errors
    /// As [`Prover::below`].
    pub fn all_of_length(
        &self,
        cube: &Cube,
        length: u8,
        stop: &Stop,
        told: Told,
    ) -> Result<(Vec<Vec<Move>>, Counts), EngineError> {
        #[cfg(target_arch = "x86_64")]
        if let Some(processor) = Avx2::detected() {
            return all_of_length(Filter::new(processor, self.0.view()), cube, length, stop, told);
        }
        all_of_length(Filter::new(Plain, self.0.view()), cube, length, stop, told)
    }
}

/// The first solution of exactly so many moves: first those with half turns, then the others, each in the order of moves.
fn of_length(
    filter: Filter<impl Processor>,
    cube: &Cube,
    length: u8,
    stop: &Stop,
    told: Told,
) -> Result<(Option<Vec<Move>>, Counts), EngineError> {
    let [nodes, look_ups] = [const { AtomicU64::new(0) }; 2];
    let first_of = |kind: Turns, first: &Vec<Move>| {
        let (solutions, counts) = match exhaust(filter, cube, first, length, kind, stop, told) {
            Ok(exhausted) => exhausted,
            Err(error) => return Some(Err(error)),
        };
        nodes.fetch_add(counts.nodes, Relaxed);
        look_ups.fetch_add(counts.look_ups, Relaxed);
        solutions.into_iter().min().map(Ok)
    };
    let subtrees = first_moves(filter.farthest.moves, length);
    let of_kind = |kind| subtrees.par_iter().find_map_first(|first| first_of(kind, first));
    let found = Turns::ALL.into_iter().find_map(of_kind);
    let counts = Counts { nodes: nodes.into_inner(), look_ups: look_ups.into_inner() };
    Ok((found.transpose()?, counts))
}

/// All solutions of exactly so many moves, in their order.
fn all_of_length(
    filter: Filter<impl Processor>,
    cube: &Cube,
    length: u8,
    stop: &Stop,
    told: Told,
) -> Result<(Vec<Vec<Move>>, Counts), EngineError> {
    let subtrees = first_moves(filter.farthest.moves, length);
    let of_kind = |kind| {
        let all_of = |first: &Vec<Move>| exhaust(filter, cube, first, length, kind, stop, told);
        subtrees.par_iter().map(all_of).collect::<Result<Vec<_>, EngineError>>()
    };
    let (mut all, mut counts) = (Vec::new(), Counts::default());
    for (solutions, more) in Turns::ALL.map(of_kind).into_iter().collect::<Result<Vec<_>, _>>()?.concat() {
        all.extend(solutions);
        counts += more;
    }
    all.sort();
    Ok((all, counts))
}

/// The solutions in a subtree.
fn exhaust(
    filter: Filter<impl Processor>,
    cube: &Cube,
    first: &[Move],
    length: u8,
    kind: Turns,
    stop: &Stop,
    told: Told,
) -> Result<(Vec<Vec<Move>>, Counts), EngineError> {
    stop.check()?;
    let mut subtree = Subtree::new(filter);
    let (solutions, counts) = filter.processor.run(
        #[inline(always)]
        || subtree.exhaust(cube, first, length, kind),
    );
    told(counts.look_ups);
    Ok((solutions.into_iter().map(|path| path.moves()).collect(), counts))
}

/// How the subtrees begin that threads take: in the order of moves, each long enough to be worth a hand-over.
fn first_moves(reach: u8, length: u8) -> Vec<Vec<Move>> {
    if length < reach + 4 {
        return vec![Vec::new()];
    }
    let pairs = Move::all().flat_map(|first| Move::all().map(move |second| [first, second]));
    pairs.filter(|[first, second]| first.may_precede(*second)).map(|pair| pair.to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::LazyLock;

    use super::*;
    use crate::cube::random::Random;
    use crate::progress::Unwatched;
    use crate::table::FilterSize;

    static PROVER: LazyLock<Prover> = LazyLock::new(|| {
        let filter = build::build(FilterSize::Test, &Unwatched).unwrap();
        Prover::new(Arc::new(filter.into()))
    });

    /// Some random moves, of which no two in a row join.
    fn word(random: &mut Random, length: usize) -> Vec<Move> {
        let mut moves: Vec<Move> = Vec::new();
        while moves.len() < length {
            let next = Move::from_index(random.below(18) as usize);
            if moves.last().is_none_or(|last| last.may_precede(next)) {
                moves.push(next);
            }
        }
        moves
    }

    /// All solutions of exactly so many moves, by trying all sequences.
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
            let mut of_kind = |kind| filter.processor.run(|| subtree.exhaust(cube, first, length, kind)).0;
            let paths = Turns::ALL.into_iter().flat_map(&mut of_kind);
            paths.map(|path| path.moves()).collect()
        }
        let plain = Filter::new(Plain, filter.view());
        test(&mut |cube, first, length| exhaust(&plain, cube, first, length));
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detected() {
            let filter = Filter::new(avx2, filter.view());
            test(&mut |cube, first, length| exhaust(&filter, cube, first, length));
        }
    }

    #[test]
    fn all_solutions_of_a_length_are_found_once() {
        on_each(&PROVER.0, |exhaust| {
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
        on_each(&PROVER.0, |exhaust| {
            let mut random = Random::new(132);
            for round in 0..40 {
                // From lengths whose whole subtree is on the stack to those where the search descends four moves first.
                let back = word(&mut random, 2 + round % 12);
                let cube = Cube::SOLVED.apply(&crate::cube::inverse(&back));
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

    #[test]
    fn the_shortest_is_the_first_of_all_on_any_threads() {
        let pools =
            [1, 3].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap());
        let mut random = Random::new(133);
        let mut shorter = 0;
        let words = (0..24).map(|round| word(&mut random, 1 + round % 12));
        // R2 L2 F2 B2 R2 L2, which is the same as F2 B2.
        for word in words.chain([[4, 13, 7, 16, 4, 13].map(Move::from_index).to_vec()]) {
            let (cube, length) = (Cube::SOLVED.apply(&word), word.len());
            let stop = Stop::default();
            let [one, three] = [0, 1].map(|pool| {
                pools[pool]
                    .install(|| PROVER.below(&cube, length as u8 + 1, &stop))
                    .unwrap()
                    .shortest
                    .unwrap()
            });
            assert_eq!(one, three);
            assert!(cube.apply(&one).is_solved() && one.len() <= length);
            if one.len() <= 5 {
                let all: Vec<_> =
                    (0..=one.len()).flat_map(|length| all_of_length(&cube, length, None)).collect();
                assert_eq!(all.first(), Some(&one));
            }
            shorter += usize::from(one.len() < length);
            let below = PROVER.below(&cube, one.len() as u8, &stop).unwrap();
            assert_eq!(below.shortest, None);
        }
        assert!(shorter > 0);
    }

    #[test]
    fn all_solutions_of_a_length_come_in_the_order_of_moves_on_any_threads() {
        let pools =
            [1, 3].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap());
        let mut random = Random::new(135);
        let mut several = 0;
        let words = (0..30).map(|round| word(&mut random, 1 + round % 5));
        // Of these the turns of three axes come in any order.
        for word in words.chain([
            [4, 13, 7, 16].map(Move::from_index).to_vec(),
            [4, 13, 7, 16, 1, 10].map(Move::from_index).to_vec(),
        ]) {
            let cube = Cube::SOLVED.apply(&word);
            let all = |cube: &Cube, length| {
                let told = AtomicU64::new(0);
                let [one, three] = [0, 1].map(|pool: usize| {
                    told.store(0, Relaxed);
                    let add = |look_ups| _ = told.fetch_add(look_ups, Relaxed);
                    let search = || PROVER.all_of_length(cube, length, &Stop::default(), &add);
                    let (solutions, counts) = pools[pool].install(search).unwrap();
                    assert_eq!(told.load(Relaxed), counts.look_ups);
                    (solutions, counts)
                });
                assert_eq!(one, three);
                one.0
            };
            let shortest = (0..).map(|length| all(&cube, length)).find(|all| !all.is_empty()).unwrap();
            let length = shortest[0].len() as u8;
            let first = PROVER.of_length(&cube, length, &Stop::default(), &|_| ()).unwrap().0;
            assert_eq!(first.as_ref(), shortest.first());
            if length <= 5 {
                assert_eq!(shortest, Vec::from_iter(all_of_length(&cube, length.into(), None)));
            }
            assert_eq!(all(&cube.inverse(), length).len(), shortest.len());
            several += usize::from(shortest.len() > 1);
        }
        assert!(several > 1, "{several}");
    }

    #[test]
    fn all_solutions_of_many_subtrees_are_found_once() {
        const LENGTH: u8 = 12;
        assert!(first_moves(PROVER.0.view().size.reaches()[0].moves, LENGTH).len() > 1);
        let mut random = Random::new(136);
        for _ in 0..4 {
            let back = word(&mut random, LENGTH.into());
            let cube = Cube::SOLVED.apply(&crate::cube::inverse(&back));
            let (all, counts) = PROVER.all_of_length(&cube, LENGTH, &Stop::default(), &|_| ()).unwrap();
            assert!(all.contains(&back) && all.is_sorted() && counts.nodes > 0);
            let different: BTreeSet<_> = all.iter().collect();
            assert_eq!(different.len(), all.len());
            assert!(all.iter().all(|moves| moves.len() == back.len() && cube.apply(moves).is_solved()));
        }
    }

    #[test]
    fn a_request_to_stop_ends_a_proof() {
        let stop = Stop::default();
        stop.request();
        let cube = Random::new(134).cube();
        assert_eq!(PROVER.below(&cube, 20, &stop), Err(EngineError::Stopped));
        assert_eq!(PROVER.all_of_length(&cube, 20, &stop, &|_| ()), Err(EngineError::Stopped));
    }
}
