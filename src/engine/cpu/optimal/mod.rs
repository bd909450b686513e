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
use crate::progress::Stop;
use crate::table::FilterTable;
use filter::Filter;
pub use subtree::Counts;
use subtree::Subtree;

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

impl Prover {
    /// A prover over a filter.
    pub fn new(filter: Arc<FilterTable>) -> Prover {
        Prover(filter)
    }

    /// The shortest solution of a position, if it has fewer moves than `length`: of several the first one in the order of
    /// moves. All that is said is proved, whatever the filter's size.
    ///
    /// # Errors
    /// [`EngineError::Stopped`] soon after that was requested.
    pub fn below(&self, cube: &Cube, length: u8, stop: &Stop) -> Result<Proof, EngineError> {
        #[cfg(target_arch = "x86_64")]
        if let Some(processor) = Avx2::detected() {
            return self.below_on(processor, cube, length, stop);
        }
        self.below_on(Plain, cube, length, stop)
    }

    fn below_on(
        &self,
        processor: impl Processor,
        cube: &Cube,
        length: u8,
        stop: &Stop,
    ) -> Result<Proof, EngineError> {
        let filter = Filter::new(processor, self.0.view());
        let mut counts = Counts::default();
        for length in 0..length {
            let (shortest, more) = of_length(filter, cube, length, stop)?;
            counts += more;
            if shortest.is_some() {
                return Ok(Proof { shortest, counts });
            }
        }
        Ok(Proof { shortest: None, counts })
    }
}

/// The first solution of exactly so many moves.
fn of_length(
    filter: Filter<impl Processor>,
    cube: &Cube,
    length: u8,
    stop: &Stop,
) -> Result<(Option<Vec<Move>>, Counts), EngineError> {
    let [nodes, look_ups] = [const { AtomicU64::new(0) }; 2];
    let search = |first: &Vec<Move>| {
        if stop.is_requested() {
            return Some(Err(EngineError::Stopped));
        }
        let mut subtree = Subtree::new(filter);
        let (solutions, counts) = filter.processor.run(
            #[inline(always)]
            || subtree.exhaust(cube, first, length),
        );
        nodes.fetch_add(counts.nodes, Relaxed);
        look_ups.fetch_add(counts.look_ups, Relaxed);
        solutions.into_iter().map(|path| path.moves()).min().map(Ok)
    };
    let found = first_moves(filter.farthest.moves, length).par_iter().find_map_first(search);
    let counts = Counts { nodes: nodes.into_inner(), look_ups: look_ups.into_inner() };
    Ok((found.transpose()?, counts))
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
            let (paths, _) = filter.processor.run(|| subtree.exhaust(cube, first, length));
            paths.into_iter().map(|path| path.moves()).collect()
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
    fn a_request_to_stop_ends_a_proof() {
        let stop = Stop::default();
        stop.request();
        let cube = Random::new(134).cube();
        assert_eq!(PROVER.below(&cube, 20, &stop), Err(EngineError::Stopped));
    }
}
