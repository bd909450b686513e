//! Answers whose rows wait for the row of an earlier, hard position. The record of the run keeps them, so that neither a kill nor
//! Ctrl-C loses them.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cubebatch::notation::parse_facelets;
use cubebatch::{Cube, Solution};
use cubebatch_cube::goal::Task;

/// Facelets, and the moves of each solution, as a record has them.
pub type StoredAnswers = BTreeMap<String, Vec<String>>;

/// The answers that wait.
#[derive(Default)]
pub struct Pending(Mutex<KeptAnswers>);

#[derive(Default)]
struct KeptAnswers {
    /// Each at its number; `None` where that is free.
    kept: Vec<Option<(Cube, Solution)>>,
    free: Vec<usize>,
    /// Whether one was added since they were stored.
    is_changed: bool,
}

impl Pending {
    /// Keeps an answer until [`Pending::remove`] is called with its number, which is returned.
    pub fn add(&self, cube: &Cube, solution: &Solution) -> usize {
        let mut answers = self.locked();
        answers.is_changed = true;
        let answer = Some((*cube, solution.clone()));
        match answers.free.pop() {
            Some(number) => {
                answers.kept[number] = answer;
                number
            }
            None => {
                answers.kept.push(answer);
                answers.kept.len() - 1
            }
        }
    }

    /// Gives up answers whose rows are written.
    pub fn remove(&self, numbers: &[usize]) {
        let mut answers = self.locked();
        for &number in numbers {
            answers.kept[number] = None;
        }
        answers.free.extend(numbers);
    }

    /// Whether an answer was added since they were stored.
    pub fn is_changed(&self) -> bool {
        self.locked().is_changed
    }

    /// The answers as a record has them.
    pub fn store(&self) -> StoredAnswers {
        let mut answers = self.locked();
        answers.is_changed = false;
        let moves = |solution: &Solution| solution.moves.to_string();
        let stored = |(cube, solution): &(Cube, Solution)| {
            let facelets = cube.facelets().iter().map(|face| face.letter()).collect();
            (facelets, solution.all().map(moves).collect())
        };
        answers.kept.iter().flatten().map(stored).collect()
    }

    fn locked(&self) -> MutexGuard<'_, KeptAnswers> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The answers of a record, which are replayed. One that does not hold is left out: its position is searched again.
pub fn known(stored: &StoredAnswers, task: &Task) -> HashMap<Cube, Solution> {
    stored.iter().filter_map(|(facelets, sequences)| known_one(facelets, task, sequences)).collect()
}

fn known_one(facelets: &str, task: &Task, sequences: &[String]) -> Option<(Cube, Solution)> {
    let cube = parse_facelets(facelets).ok()?;
    let moves = |text: &String| text.parse().ok();
    let solution = Solution::replayed(&cube, task, sequences.iter().map(moves).collect::<Option<_>>()?)?;
    Some((cube, solution))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(moves: &str) -> Cube {
        moves.parse().unwrap()
    }

    #[test]
    fn what_is_stored_is_known() {
        let pending = Pending::default();
        let sequences = ["U' R'", "F F' U' R'"].map(|text| text.parse().unwrap());
        let solution = Solution::replayed(&cube("R U"), &Task::default(), sequences.to_vec()).unwrap();
        let number = pending.add(&cube("R U"), &solution);
        assert!(pending.is_changed());
        let mut stored = pending.store();
        stored.insert("no cube".to_owned(), vec![]);
        assert_eq!(known(&stored, &Task::default()), HashMap::from([(cube("R U"), solution)]));
        pending.remove(&[number]);
        assert!(pending.store().is_empty() && !pending.is_changed());
    }

    #[test]
    fn an_answer_is_kept_until_all_its_rows_are_written() {
        let pending = Pending::default();
        let add = |moves: &str| {
            let solution = moves.parse::<cubebatch::cube::Algorithm>().unwrap().inverse();
            let solution = Solution::replayed(&cube(moves), &Task::default(), vec![solution]).unwrap();
            pending.add(&cube(moves), &solution)
        };
        let count = || pending.store().len();
        let [first, other, again] = ["R U", "F", "R U"].map(add);
        assert_eq!(count(), 2);
        pending.remove(&[first, other]);
        assert!(count() == 1 && known(&pending.store(), &Task::default()).contains_key(&cube("R U")));
        assert_eq!(add("F2"), other, "a number that is free is taken again");
        pending.remove(&[again, other]);
        assert_eq!(count(), 0);
    }

    #[test]
    fn a_wrong_answer_is_not_known() {
        let (_, mut answers): (Vec<_>, Vec<_>) =
            known(&StoredAnswers::new(), &Task::default()).into_iter().unzip();
        assert_eq!(answers.pop(), None);
        let facelets: String = cube("R U").facelets().iter().map(|face| face.letter()).collect();
        for sequences in [&["R' U'"][..], &["U' R'", "U'"], &["what"], &[]] {
            let stored = [(facelets.clone(), sequences.iter().map(|&moves| moves.to_owned()).collect())];
            assert!(known(&stored.into(), &Task::default()).is_empty(), "{sequences:?}");
        }
    }
}
