//! The way to a short solution by longer ones.
//!
//! Each search takes a small part of the time of the next one. So a caller that shows each solution waits no longer for the last one,
//! and has the first one at once.

use super::{MethodCard, Question, SolveOption};

/// A search finds a solution with this number of moves more than the usual bound at once.
const EASY: u64 = 2;

impl MethodCard {
    /// The question of the next search for a solution within the bound of a question, after one of `best` moves, if there was
    /// one. `None` if that is short enough, or if the method has no bound.
    pub fn shorten(&self, question: &Question, best: Option<usize>) -> Option<Question> {
        let asked = u64::from(self.bound(question)?);
        let usual = u64::from(self.bound(&question.only(|option| option != SolveOption::MaxLength))?);
        let next = match best {
            None => asked.max(usual + EASY),
            Some(best) if best as u64 <= asked => return None,
            Some(best) => best as u64 - 1,
        };
        Some(question.with(SolveOption::MaxLength, next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Method;

    /// The bounds of the searches that find solutions of these lengths.
    fn bounds(question: &Question, lengths: &[usize]) -> Vec<Option<u64>> {
        let best = [None].into_iter().chain(lengths.iter().copied().map(Some));
        best.map(|best| Method::TwoPhase.card().shorten(question, best)?.value(SolveOption::MaxLength))
            .collect()
    }

    #[test]
    fn each_search_asks_for_less_than_the_last_one_found() {
        let short = Question::default().with(SolveOption::MaxLength, 19);
        assert_eq!(bounds(&short, &[22, 20, 19]), [Some(23), Some(21), Some(19), None]);
        let usual = Question::default();
        assert_eq!(bounds(&usual, &[23, 21]), [Some(23), Some(22), None]);
        let long = Question::default().with(SolveOption::MaxLength, 25);
        assert_eq!(bounds(&long, &[24]), [Some(25), None]);
    }

    #[test]
    fn a_method_without_a_bound_has_no_longer_solutions() {
        assert_eq!(Method::Thistlethwaite.card().shorten(&Question::default(), None), None);
        assert_eq!(Method::Optimal.card().shorten(&Question::default(), None), None);
    }
}
