//! Answers that come in any order, given in the order of their questions.

use std::collections::VecDeque;

/// Gives each answer as soon as it and all before it are known.
pub struct InOrder<T, F> {
    /// The answers from the first one that is not given yet.
    answers: VecDeque<Option<T>>,
    given: usize,
    give: F,
}

impl<T, F: FnMut(T)> InOrder<T, F> {
    /// For the answers of `questions` questions.
    pub fn new(questions: usize, give: F) -> InOrder<T, F> {
        InOrder { answers: (0..questions).map(|_| None).collect(), given: 0, give }
    }

    /// Takes the answer of the question with this number, which has none yet.
    pub fn take(&mut self, number: usize, answer: T) {
        self.answers[number - self.given] = Some(answer);
        while let Some(answer) = self.answers.front_mut().and_then(Option::take) {
            self.answers.pop_front();
            self.given += 1;
            (self.give)(answer);
        }
    }

    /// Gives the answers that are left, this one where there is none.
    pub fn finish(mut self, missing: impl Fn() -> T) {
        self.answers.into_iter().for_each(|answer| (self.give)(answer.unwrap_or_else(&missing)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_given_when_all_before_it_are_known() {
        let given = std::cell::RefCell::new(String::new());
        let mut in_order = InOrder::new(6, |answer| given.borrow_mut().push(answer));
        for (number, answer, expected) in
            [(2, 'c', ""), (0, 'a', "a"), (4, 'e', "a"), (1, 'b', "abc"), (3, 'd', "abcde")]
        {
            in_order.take(number, answer);
            assert_eq!(*given.borrow(), expected);
        }
        in_order.finish(|| '-');
        assert_eq!(*given.borrow(), "abcde-");
    }

    #[test]
    fn what_is_known_stays_when_others_are_missing() {
        let mut given = String::new();
        let mut in_order = InOrder::new(5, |answer| given.push(answer));
        [(0, 'a'), (3, 'd'), (2, 'c')].into_iter().for_each(|(number, answer)| in_order.take(number, answer));
        in_order.finish(|| '-');
        assert_eq!(given, "a-cd-");
    }
}
