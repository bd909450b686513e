//! Answers whose rows wait for the row of an earlier, hard position. The record of the run keeps them, so that a kill does
//! not lose them.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cubebatch::notation::parse_facelets;
use cubebatch::{Cube, Solution};

/// Facelets, and the moves of each solution, as a record has them.
pub type Stored = BTreeMap<String, Vec<String>>;

/// The answers that wait.
#[derive(Default)]
pub struct Waiting {
    answers: Mutex<HashMap<Cube, Solution>>,
    /// How many there were.
    count: AtomicU64,
}

impl Waiting {
    /// Keeps an answer.
    pub fn add(&self, cube: &Cube, solution: &Solution) {
        self.answers().insert(*cube, solution.clone());
        self.count.fetch_add(1, Relaxed);
    }

    /// Gives up answers whose rows are written.
    pub fn remove(&self, cubes: &[Cube]) {
        let mut answers = self.answers();
        for cube in cubes {
            answers.remove(cube);
        }
    }

    /// How many there were, which grows when one is added.
    pub fn count(&self) -> u64 {
        self.count.load(Relaxed)
    }

    /// The part that the record keeps.
    pub fn stored(&self) -> Stored {
        let moves = |solution: &Solution| solution.moves.to_string();
        let answer = |(cube, solution): (&Cube, &Solution)| {
            let facelets = cube.facelets().iter().map(|face| face.letter()).collect();
            (facelets, solution.all().map(moves).collect())
        };
        self.answers().iter().map(answer).collect()
    }

    fn answers(&self) -> MutexGuard<'_, HashMap<Cube, Solution>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The answers of a record, which are replayed. One that does not hold is left out: its position is searched again.
pub fn known(stored: &Stored) -> HashMap<Cube, Solution> {
    stored.iter().filter_map(|(facelets, sequences)| known_one(facelets, sequences)).collect()
}

fn known_one(facelets: &str, sequences: &[String]) -> Option<(Cube, Solution)> {
    let cube = parse_facelets(facelets).ok()?;
    let moves = |text: &String| text.parse().ok();
    let solution = Solution::replayed(&cube, sequences.iter().map(moves).collect::<Option<_>>()?)?;
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
        let waiting = Waiting::default();
        let sequences = ["U' R'", "F F' U' R'"].map(|text| text.parse().unwrap());
        let solution = Solution::replayed(&cube("R U"), sequences.to_vec()).unwrap();
        waiting.add(&cube("R U"), &solution);
        let mut stored = waiting.stored();
        stored.insert("no cube".to_owned(), vec![]);
        assert_eq!(known(&stored), HashMap::from([(cube("R U"), solution)]));
        waiting.remove(&[cube("R U")]);
        assert!(waiting.stored().is_empty() && waiting.count() == 1);
    }

    #[test]
    fn a_wrong_answer_is_not_known() {
        let (_, mut answers): (Vec<_>, Vec<_>) = known(&Stored::new()).into_iter().unzip();
        assert_eq!(answers.pop(), None);
        let facelets: String = cube("R U").facelets().iter().map(|face| face.letter()).collect();
        for sequences in [&["R' U'"][..], &["U' R'", "U'"], &["what"], &[]] {
            let stored = [(facelets.clone(), sequences.iter().map(|&moves| moves.to_owned()).collect())];
            assert!(known(&stored.into()).is_empty(), "{sequences:?}");
        }
    }
}
