//! Reports about positions during a search or a proof, which may take hours.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use cubebatch::progress::{Progress, Step};
use indicatif::{HumanCount, HumanDuration};

/// Shorter work is not reported.
const LONG: Duration = Duration::from_secs(1);

/// The proofs that are under way, in the order in which they began.
#[derive(Default)]
pub struct Proofs(Mutex<Vec<Weak<ProofUnderWay>>>);

/// A proof, or several one after the other; it is under way as long as this value exists.
pub struct ProofUnderWay {
    /// The input of its positions.
    input: String,
    state: Mutex<ProofProgress>,
}

struct ProofProgress {
    /// The line of its position: a number, so that a position costs no text until a report names it.
    line: u64,
    began: Instant,
    /// The step of the search, and its start.
    step: Option<Step>,
    step_began: Instant,
    /// Look-ups in the filter, and about how many there are.
    done: u64,
    total: u64,
}

impl Proofs {
    /// Begins a proof of a position of this input.
    pub fn begin(&self, input: String) -> Arc<ProofUnderWay> {
        let proof = Arc::new(ProofUnderWay { input, state: Mutex::new(ProofProgress::new(0)) });
        let mut proofs = locked(&self.0);
        proofs.retain(|proof| proof.strong_count() > 0);
        proofs.push(Arc::downgrade(&proof));
        proof
    }

    /// The input and the line of the first position, if it has been searched for this long.
    pub fn position(&self, least: Duration) -> Option<String> {
        let first = locked(&self.0).iter().find_map(Weak::upgrade)?;
        let state = locked(&first.state);
        (state.began.elapsed() >= least).then(|| first.position(&state))
    }

    /// The progress of the first position, if it takes long.
    pub fn told(&self) -> Option<String> {
        let first = locked(&self.0).iter().find_map(Weak::upgrade)?;
        let state = locked(&first.state);
        Some(format!("{}: {}", first.position(&state), state.told(Instant::now())?))
    }
}

impl ProofUnderWay {
    /// Goes on with the position on this line.
    pub fn turn_to(&self, line: u64) {
        *locked(&self.state) = ProofProgress::new(line);
    }

    fn position(&self, state: &ProofProgress) -> String {
        format!("{}:{}", self.input, state.line)
    }
}

impl Progress for ProofUnderWay {
    fn report(&self, step: &Step, done: u64, total: u64) {
        let mut state = locked(&self.state);
        if state.step.as_ref() != Some(step) {
            (state.step, state.step_began) = (Some(step.clone()), Instant::now());
            state.done = 0;
        }
        // Threads report in any order.
        (state.done, state.total) = (done.max(state.done), total);
    }
}

impl ProofProgress {
    fn new(line: u64) -> ProofProgress {
        let now = Instant::now();
        ProofProgress { line, began: now, step: None, step_began: now, done: 0, total: 0 }
    }

    fn told(&self, now: Instant) -> Option<String> {
        let ProofProgress { step: Some(step), done, total: total @ 1.., .. } = self else { return None };
        if now - self.began < LONG {
            return None;
        }
        let (seconds, done, total) =
            ((now - self.step_began).as_secs_f64(), *done as f64, (*total).max(*done) as f64);
        let rate = HumanCount((done / seconds.max(1e-3)) as u64);
        let rest = Duration::try_from_secs_f64(seconds * (total - done) / done.max(1.0));
        let (percent, rest) = (100.0 * done / total, HumanDuration(rest.unwrap_or(Duration::MAX)));
        Some(format!("{step}, {percent:.0} %, {rate} look-ups/s, {rest} left"))
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXCLUDING: Step = Step::Excluding { length: 17 };

    /// A proof that began that long ago, as did its step.
    fn begun(proofs: &Proofs, line: u64, ago: Duration) -> Arc<ProofUnderWay> {
        let proof = proofs.begin("stdin".to_owned());
        proof.turn_to(line);
        proof.report(&EXCLUDING, 0, 4_000_000);
        let mut state = locked(&proof.state);
        state.began -= ago;
        state.step_began -= ago;
        drop(state);
        proof
    }

    #[test]
    fn the_first_one_that_takes_long_is_told() {
        let proofs = Proofs::default();
        assert_eq!(proofs.told(), None);
        let [first, second] = [3, 4].map(|line| begun(&proofs, line, 10 * LONG));
        first.report(&EXCLUDING, 1_000_000, 4_000_000);
        // A thread that comes late.
        first.report(&EXCLUDING, 900_000, 4_000_000);
        let told = proofs.told().unwrap();
        let (before, after) = told.split_once(" %, ").unwrap();
        assert_eq!(before, "stdin:3: excluding 17 moves, 25");
        let (rate, rest) = after.split_once(" look-ups/s, ").unwrap();
        assert!((90_000..=100_000).contains(&rate.replace(',', "").parse().unwrap()), "{told}");
        assert!(rest.starts_with("30 seconds left") || rest.starts_with("31 seconds"), "{told}");
        first.turn_to(5);
        assert_eq!(proofs.told(), None, "it has just begun");
        drop(first);
        assert!(proofs.told().unwrap().starts_with("stdin:4: "));
        drop(second);
        assert_eq!(proofs.told(), None);
    }

    #[test]
    fn a_position_is_named_after_a_long_search() {
        let proofs = Proofs::default();
        assert_eq!(proofs.position(Duration::ZERO), None, "nothing is searched");
        let proof = begun(&proofs, 3, 10 * LONG);
        assert_eq!(proofs.position(10 * LONG).as_deref(), Some("stdin:3"));
        proof.turn_to(4);
        assert_eq!(proofs.position(10 * LONG), None, "it has just begun");
    }

    #[test]
    fn more_than_was_expected_is_all_of_it() {
        let proofs = Proofs::default();
        let proof = begun(&proofs, 3, 2 * LONG);
        proof.report(&EXCLUDING, 5, 4);
        let told = proofs.told().unwrap();
        assert!(told.contains(" 100 %, ") && told.ends_with(" 0 seconds left"), "{told}");
    }
}
