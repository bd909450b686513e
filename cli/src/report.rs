//! Reports on standard error during the work and at the end.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use cubebatch_rows::Tally;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

use super::counted::counted;
use super::input::Volume;

/// The interval at which a line on a terminal is renewed.
const REFRESH: Duration = Duration::from_millis(200);

/// The interval between lines if standard error is no terminal.
const LOG: Duration = Duration::from_secs(60);

/// Shorter work on a terminal is not summed up.
const SHORT: Duration = Duration::from_secs(1);

/// After this time without a row, a message names the position under search.
const SILENCE: Duration = Duration::from_secs(10);

/// The number of invalid lines that are listed; the others are only counted.
pub const MESSAGES: u64 = 20;

/// The invalid lines of a run.
#[derive(Default)]
pub struct InvalidLines(u64);

impl InvalidLines {
    /// Counts a line; says whether it is to be listed.
    pub fn lists_next(&mut self) -> bool {
        self.0 += 1;
        self.0 <= MESSAGES
    }

    /// Whether there is one.
    pub fn are_there(&self) -> bool {
        self.0 > 0
    }

    /// Reports the number of unlisted lines.
    pub fn tell_more(&self) {
        if let Some(more @ 1..) = self.0.checked_sub(MESSAGES) {
            tell!("… and {} more, marked in the output", HumanCount(more));
        }
    }
}

/// Names the position that has been searched for this long, with what to do about it; `None` where no search takes so long.
pub type Hint = Box<dyn Fn(Duration) -> Option<String>>;

/// Says how far the position is that rows wait for, if it takes long.
pub type PositionDetail = Box<dyn Fn() -> Option<String>>;

/// Shows the progress of the work.
pub struct Report {
    volume: Arc<Volume>,
    /// The counts so far.
    tally: Tally,
    /// Bytes of lines that are done, in this run and before.
    text: u64,
    /// The same of runs before.
    text_before: u64,
    started: Instant,
    /// The share of the work that was done then.
    part_before: f64,
    told: Instant,
    last_row: Instant,
    hint: Option<Hint>,
    detail: Option<PositionDetail>,
    /// Hidden where standard error is no terminal.
    bar: ProgressBar,
    /// Whether rows and messages come to the same terminal.
    shares_terminal: bool,
}

impl Report {
    /// Begins to count. Inputs count in `volume`; what was read of them is done already.
    pub fn new(
        volume: &Arc<Volume>,
        rows_are_seen: bool,
        hint: Option<Hint>,
        detail: Option<PositionDetail>,
    ) -> Report {
        let is_terminal = std::io::stderr().is_terminal() && !crate::is_quiet();
        let bar = if is_terminal { ProgressBar::no_length() } else { ProgressBar::hidden() };
        bar.set_style(ProgressStyle::with_template("{msg}").expect("the template is sound"));
        let (now, text) = (Instant::now(), volume.text.load(Relaxed));
        let mut report = Report {
            volume: volume.clone(),
            tally: Tally::default(),
            text,
            text_before: text,
            started: now,
            part_before: 0.0,
            told: now,
            last_row: now,
            hint,
            detail,
            bar,
            shares_terminal: is_terminal && rows_are_seen,
        };
        report.part_before = report.part().unwrap_or(0.0);
        report
    }

    /// Counts the time from now on.
    pub fn restart(&mut self) {
        let now = Instant::now();
        (self.started, self.last_row) = (now, now);
        self.part_before = self.part().unwrap_or(0.0);
    }

    /// Whether the work took so long that progress was shown, or was due.
    pub fn was_long(&self) -> bool {
        self.started.elapsed() >= if self.bar.is_hidden() { LOG } else { SHORT }
    }

    /// Whether there was no line to work on.
    pub fn is_idle(&self) -> bool {
        self.tally.rows() == 0
    }

    /// Whether there were lines to work on, and none of them held anything.
    pub fn found_nothing(&self) -> bool {
        self.is_idle() && self.text > self.text_before
    }

    /// The counts and the time.
    pub fn summary(&self) -> String {
        let Tally { none, invalid, moves, .. } = self.tally;
        let positions = self.tally.positions();
        let seconds = self.started.elapsed().as_secs_f64();
        let rate = decimal(positions as f64 / seconds.max(1e-9));
        let mut text = format!("{} in {seconds:.1} s, {rate}/s", counted(positions, "position"));
        if moves > 0 {
            text += &format!(", mean length {:.3}", moves as f64 / (positions - none) as f64);
        }
        if none > 0 {
            text += &format!("; {} without a solution within the bound", HumanCount(none));
        }
        if invalid > 0 {
            text += &format!("; {} invalid", counted(invalid, "line"));
        }
        text
    }

    /// Adds to the counts, perhaps nothing, and shows them if it is time to.
    pub fn add(&mut self, tally: Tally, text: usize) {
        self.tally.add(tally);
        self.text += text as u64;
        let now = Instant::now();
        if tally.rows() > 0 {
            self.last_row = now;
        } else if now - self.last_row >= SILENCE {
            self.tell_hint();
        }
        let is_terminal = !self.bar.is_hidden();
        if now - self.told >= if is_terminal { REFRESH } else { LOG } {
            self.told = now;
            let line = self.line();
            if is_terminal { self.bar.set_message(line) } else { note!("{line}") }
        }
    }

    fn tell_hint(&mut self) {
        if let Some(text) = self.hint.as_ref().and_then(|hint| hint(SILENCE)) {
            self.hint = None;
            self.aside(|| note!("{text}"));
        }
    }

    /// Prints something else to the same terminal.
    pub fn aside(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    /// Writes rows, which may go to the same terminal.
    pub fn around_rows<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.shares_terminal { self.bar.suspend(write) } else { write() }
    }

    /// Removes what stands on the terminal.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// The share of the inputs that is done, 0 … 1, if it is known.
    fn part(&self) -> Option<f64> {
        let load = |count: &std::sync::atomic::AtomicU64| count.load(Relaxed) as f64;
        let Volume { stored, read, text, unknown } = &*self.volume;
        let is_known = load(unknown) == 0.0 && load(stored) > 0.0 && load(text) > 0.0;
        // The program has read more than it has solved, and the bytes of a compressed file are fewer than the bytes of its
        // text.
        is_known.then(|| (load(read) / load(stored) * self.text as f64 / load(text)).clamp(0.0, 1.0))
    }

    fn line(&self) -> String {
        let seconds = self.started.elapsed().as_secs_f64();
        let rate = self.tally.positions() as f64 / seconds.max(1e-9);
        let mut line = format!("{}, {}/s", counted(self.tally.positions(), "position"), decimal(rate));
        if let Some(part) = self.part() {
            line += &format!(", {:.0} %", 100.0 * part);
            let done = part - self.part_before;
            if done > 0.0 {
                let left = Duration::try_from_secs_f64(seconds * (1.0 - part) / done);
                line += &format!(", {} left", HumanDuration(left.unwrap_or(Duration::MAX)));
            }
        }
        if let Some(detail) = self.detail.as_ref().and_then(|detail| detail()) {
            line += &format!("\n  {detail}");
        }
        line
    }
}

/// A rate with three digits or more.
fn decimal(number: f64) -> String {
    match number {
        ..10.0 => format!("{number:.2}"),
        ..100.0 => format!("{number:.1}"),
        _ => HumanCount(number.round() as u64).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::rc::Rc;

    #[test]
    fn a_hint_waits_for_a_search_that_takes_long() {
        let (searched, asked) = (Rc::new(Cell::new(false)), Rc::new(Cell::new(0)));
        let hint = {
            let (searched, asked) = (searched.clone(), asked.clone());
            Box::new(move |_| {
                asked.set(asked.get() + 1);
                searched.get().then(|| "it is hard".to_owned())
            })
        };
        let mut report = Report::new(&Arc::default(), false, Some(hint), None);
        let wait = |report: &mut Report| {
            report.last_row -= SILENCE;
            report.add(Tally::default(), 0);
            (asked.get(), report.hint.is_some())
        };
        // The input gives no line.
        assert_eq!(wait(&mut report), (1, true));
        searched.set(true);
        assert_eq!(wait(&mut report), (2, false));
        assert_eq!(wait(&mut report), (2, false), "it is printed once");
    }
}
