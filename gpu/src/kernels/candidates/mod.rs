//! Twins of the kernels in `shaders/candidates/`.

mod next;
mod phase1;
mod phase2;
mod plan;

pub use next::next;
pub use phase1::{phase1, start as phase1_start};
pub use phase2::{phase2, start as phase2_start};
pub use plan::plan;

use std::ops::Range;

use cubebatch_cube::cube::canonical::Sequences;
use cubebatch_shaders::candidates::{NO_PATH, Rated, Step, TestParams, Trial};
use cubebatch_tables::coord::PhaseMoves;

/// Candidates, and the table in which they are looked up.
pub struct Searched<'a> {
    pub sequences: &'a Sequences,
    /// For each length, the number of the first candidate that goes on from each prefix, and the end. Prefixes are numbered as
    /// they occur.
    firsts: Vec<Vec<u64>>,
    /// The entry of a code.
    pub find: &'a dyn Fn(u32) -> Option<usize>,
}

impl<'a> Searched<'a> {
    /// Candidates whose prefixes are `tail` moves shorter.
    pub fn new(
        sequences: &'a Sequences,
        tail: usize,
        find: &'a dyn Fn(u32) -> Option<usize>,
    ) -> Searched<'a> {
        let firsts = |length: usize| {
            let prefix_of = |number: u64| -> Vec<usize> {
                sequences.walk(length, number).take(length.saturating_sub(tail)).collect()
            };
            let count = sequences.count(length);
            let begins_one = |&number: &u64| number == 0 || prefix_of(number) != prefix_of(number - 1);
            (0..count).filter(begins_one).chain([count]).collect()
        };
        Searched { sequences, firsts: (0..=sequences.longest()).map(firsts).collect(), find }
    }

    /// The numbers of the candidates of this length that go on from a prefix.
    fn numbers_with(&self, length: usize, prefix: u32) -> Range<u64> {
        let firsts = &self.firsts[length][prefix as usize..];
        firsts[0]..firsts[1]
    }

    /// How many prefixes the candidates of a length have.
    pub fn prefixes(&self, length: usize) -> usize {
        self.firsts[length].len() - 1
    }

    /// How many candidates go on from a prefix.
    pub fn lasts(&self, length: usize, prefix: u32) -> u32 {
        let numbers = self.numbers_with(length, prefix);
        (numbers.end - numbers.start) as u32
    }

    /// The numbers of the moves of the candidate with this number among those with a prefix.
    pub fn moves(&self, length: usize, prefix: u32, last: u32) -> Vec<usize> {
        let numbers = self.numbers_with(length, prefix);
        let number = numbers.start + u64::from(last);
        assert!(numbers.contains(&number));
        self.sequences.walk(length, number).collect()
    }
}

/// Whether the bucket of a code is bound.
pub fn is_bound(params: &TestParams, code: u32) -> bool {
    (params.first_bucket..params.end_bucket).contains(&(code >> params.shift))
}

/// Looks up the candidates of a step for each searched position, and keeps the best hit of each. `added` gives the moves that a
/// hit adds, from its end, its moves and its entry; `None` if the table is damaged.
fn test<P: PhaseMoves>(
    params: &TestParams,
    (step, list): (&Step, &[u32]),
    moves: &P,
    searched: &Searched,
    start: impl Fn(&Trial) -> P::State,
    trials: &mut [Trial],
    added: impl Fn(&Trial, P::State, &[usize], usize) -> Option<u32>,
) {
    for prefix in 0..step.prefixes {
        let length = step.length as usize;
        let numbers = searched.numbers_with(length, step.first_prefix + prefix);
        for (last, number) in (0..).zip(numbers) {
            let candidate: Vec<usize> = searched.sequences.walk(length, number).collect();
            for &position in &list[step.first_searched as usize..][..step.searched as usize] {
                let trial = &mut trials[position as usize];
                let end = candidate.iter().fold(start(trial), |at, &m| moves.turn(at, m));
                let code = moves.code(end);
                let Some(entry) = (searched.find)(code).filter(|_| is_bound(params, code)) else { continue };
                let added = added(trial, end, &candidate, entry).unwrap_or(NO_PATH);
                trial.best = trial.best.min(Rated { last, prefix, added }.pack());
            }
        }
    }
}
