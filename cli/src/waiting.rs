//! Answers whose rows wait for the row of an earlier, hard position. The record of the run keeps them, so that a kill does
//! not lose them.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use cubebatch::notation::parse_facelets;
use cubebatch::{Cube, Solution};
use cubebatch_cube::goal::Task;

/// Facelets, and the moves of each solution, as a record has them.
pub type Stored = BTreeMap<String, Vec<String>>;

/// The answers that wait, chunk by chunk: rows are written in the order in which the answers of a chunk were kept.
#[derive(Default)]
pub struct Waiting {
    chunks: Mutex<Vec<Weak<Kept>>>,
    /// How many there were.
    count: Arc<AtomicU64>,
}

/// The answers of a chunk that wait, as long as this value exists.
pub struct Kept {
    answers: Mutex<VecDeque<(Cube, Solution)>>,
    count: Arc<AtomicU64>,
}

impl Waiting {
    /// Begins to keep the answers of a chunk.
    pub fn begin(&self) -> Arc<Kept> {
        let kept = Arc::new(Kept { answers: Mutex::default(), count: self.count.clone() });
        let mut chunks = locked(&self.chunks);
        chunks.retain(|chunk| chunk.strong_count() > 0);
        chunks.push(Arc::downgrade(&kept));
        kept
    }

    /// How many there were, which grows when one is added.
    pub fn count(&self) -> u64 {
        self.count.load(Relaxed)
    }

    /// The part that the record keeps.
    pub fn stored(&self) -> Stored {
        let chunks: Vec<Arc<Kept>> = locked(&self.chunks).iter().filter_map(Weak::upgrade).collect();
        chunks.iter().flat_map(|kept| kept.stored()).collect()
    }
}

impl Kept {
    /// Keeps an answer.
    pub fn add(&self, cube: &Cube, solution: &Solution) {
        locked(&self.answers).push_back((*cube, solution.clone()));
        self.count.fetch_add(1, Relaxed);
    }

    /// Gives up the first answers, whose rows are written.
    pub fn remove(&self, count: usize) {
        locked(&self.answers).drain(..count);
    }

    fn stored(&self) -> Stored {
        let moves = |solution: &Solution| solution.moves.to_string();
        let answer = |(cube, solution): &(Cube, Solution)| {
            let facelets = cube.facelets().iter().map(|face| face.letter()).collect();
            (facelets, solution.all().map(moves).collect())
        };
        locked(&self.answers).iter().map(answer).collect()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The answers of a record, which are replayed. One that does not hold is left out: its position is searched again.
pub fn known(stored: &Stored, task: &Task) -> HashMap<Cube, Solution> {
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
    use std::collections::HashSet;

    use cubebatch::cube::Algorithm;

    use super::*;

    fn cube(moves: &str) -> Cube {
        moves.parse().unwrap()
    }

    #[test]
    fn what_is_stored_is_known() {
        let waiting = Waiting::default();
        let sequences = ["U' R'", "F F' U' R'"].map(|text| text.parse().unwrap());
        let solution = Solution::replayed(&cube("R U"), &Task::default(), sequences.to_vec()).unwrap();
        let kept = waiting.begin();
        kept.add(&cube("R U"), &solution);
        let mut stored = waiting.stored();
        stored.insert("no cube".to_owned(), vec![]);
        assert_eq!(known(&stored, &Task::default()), HashMap::from([(cube("R U"), solution)]));
        kept.remove(1);
        assert!(waiting.stored().is_empty() && waiting.count() == 1);
    }

    #[test]
    fn the_first_answers_of_a_chunk_are_given_up_and_all_of_it_at_its_end() {
        let waiting = Waiting::default();
        let chunks = [["R U", "R2 U"], ["F", "F2"]].map(|chunk| (waiting.begin(), chunk));
        for (kept, positions) in &chunks {
            for moves in positions {
                let (position, moves) = (cube(moves), moves.parse::<Algorithm>().unwrap());
                kept.add(
                    &position,
                    &Solution::replayed(&position, &Task::default(), vec![moves.inverse()]).unwrap(),
                );
            }
        }
        let [(first, _), (second, _)] = chunks;
        let are_there = |positions: &[&str]| {
            let positions = positions.iter().map(|position| cube(position));
            known(&waiting.stored(), &Task::default()).into_keys().collect::<HashSet<_>>()
                == positions.collect()
        };
        assert!(are_there(&["R U", "R2 U", "F", "F2"]));
        second.remove(1);
        assert!(are_there(&["R U", "R2 U", "F2"]));
        drop(first);
        assert!(are_there(&["F2"]) && waiting.count() == 4);
    }

    #[test]
    fn a_wrong_answer_is_not_known() {
        let (_, mut answers): (Vec<_>, Vec<_>) = known(&Stored::new(), &Task::default()).into_iter().unzip();
        assert_eq!(answers.pop(), None);
        let facelets: String = cube("R U").facelets().iter().map(|face| face.letter()).collect();
        for sequences in [&["R' U'"][..], &["U' R'", "U'"], &["what"], &[]] {
            let stored = [(facelets.clone(), sequences.iter().map(|&moves| moves.to_owned()).collect())];
            assert!(known(&stored.into(), &Task::default()).is_empty(), "{sequences:?}");
        }
    }
}
