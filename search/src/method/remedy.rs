//! What can be asked instead of a question that a method rejects.

use super::question::{Question, Refused, SolveOption};
use crate::method::Method;
use cubebatch_cube::cube::EvenCosts;

/// Solutions to choose from where costs decide which one comes first.
const CHOICE: u64 = 50;

/// A question that this method takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remedy {
    /// The method.
    pub method: Method,
    /// The question.
    pub question: Question,
}

impl Question {
    /// What can be asked where `method` rejects this question: first what the same method takes of it, then the same question by
    /// each of `others` that takes it.
    pub fn remedies(&self, method: Method, others: &[Method]) -> Vec<Remedy> {
        let taken = Remedy { method, question: self.taken_by(method) };
        let others = others.iter().filter(|&&other| other != method && self.resolve(other).is_ok());
        std::iter::once(taken).chain(others.map(|&method| Remedy { method, question: *self })).collect()
    }

    /// What a method takes of this question.
    fn taken_by(self, method: Method) -> Question {
        match self.resolve(method) {
            Ok(_) => self,
            Err(refused) => self.without(refused).taken_by(method),
        }
    }

    fn without(&self, refused: Refused) -> Question {
        match refused {
            Refused::OutOfRange { option } | Refused::WithoutUse { option, .. } => {
                self.only(|other| other != option)
            }
            Refused::TooFewMoves { .. } => self.only(|other| other != SolveOption::Moves),
            Refused::DearTurn(_) => self.only(|other| other != SolveOption::Metric),
            Refused::UnevenCosts { method } => self.with_even_costs(method),
        }
    }

    /// The question by costs that are the same on all faces. Its own costs choose among several solutions, if the method does that
    /// and the question does not choose by others.
    fn with_even_costs(&self, method: Method) -> Question {
        let costs = self.move_set().costs;
        let even = self.with_metric(EvenCosts::most_common(&costs).costs());
        if even.cost().is_some() || !method.takes(SolveOption::Cost) {
            return even;
        }
        let several = if even.asks_several() { even } else { even.with(SolveOption::Solutions, CHOICE) };
        several.with_cost(costs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::method::OPTIONS;

    /// Each option that a caller can give, with values that methods take differently.
    fn given() -> Vec<Question> {
        let none = Question::default();
        let text = |option, text: &str| none.with_text(option, text).expect(text);
        let mut given: Vec<Question> = OPTIONS
            .iter()
            .filter(|card| !card.kind.is_text())
            .flat_map(|card| {
                [card.range.start().saturating_sub(1), *card.range.start(), card.range.end() / 2]
                    .map(|value| none.with(card.option, value))
            })
            .collect();
        given.extend(["R U", "R"].map(|position| text(SolveOption::To, position)));
        given.extend(["cross", "solved"].map(|goal| text(SolveOption::Goal, goal)));
        given.extend(["qtm", "quarter 5, half 8, U 7, U2 10"].map(|costs| text(SolveOption::Metric, costs)));
        given.extend(["U R F L B", "U R"].map(|turns| text(SolveOption::Moves, turns)));
        given.push(text(SolveOption::Cost, "quarter 2, half 3, D 7"));
        given
    }

    #[test]
    fn each_remedy_is_a_question_that_its_method_takes() {
        let given = given();
        let mut refused = 0;
        for first in &given {
            for second in &given {
                for third in &given {
                    let question = first.and(second).and(third);
                    for method in Method::ALL.iter().copied() {
                        if question.resolve(method).is_ok() {
                            continue;
                        }
                        refused += 1;
                        for Remedy { method, question } in question.remedies(method, Method::ALL) {
                            assert!(question.resolve(method).is_ok(), "{method}: {question:?}");
                        }
                    }
                }
            }
        }
        assert!(refused > 10_000, "{refused}");
    }

    #[test]
    fn costs_of_a_robot_choose_among_solutions_by_even_costs() {
        let asked = Question::default();
        let asked = asked.with_text(SolveOption::Moves, "U R F L B").expect("these are turns");
        let asked =
            asked.with_text(SolveOption::Metric, "quarter 5, half 8, U 7, U2 10").expect("these are costs");
        let remedies = asked.remedies(Method::TwoPhase, Method::ALL);
        let text = |option| remedies[0].question.text(option).expect("it is given");
        assert_eq!(text(SolveOption::Metric), "quarter 5, half 8");
        assert_eq!(text(SolveOption::Cost), asked.text(SolveOption::Metric).expect("it is given"));
        assert_eq!(text(SolveOption::Solutions), "50");
        assert_eq!(remedies[1..], [Remedy { method: Method::Goal, question: asked }]);
    }
}
