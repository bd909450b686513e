//! Shows long work to a person: bars on a terminal, and a line for each event.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cubebatch::SolverBuilder;
use cubebatch::progress::{Control, Note, Progress, Step, Stop};
use cubebatch::table::file_bytes;
use indicatif::{BinaryBytes, HumanCount, ProgressBar, ProgressStyle};

use super::interrupt;
use super::remote::Show;

/// Work that a person sees, and stops with Ctrl-C. Nothing is shown until there is work.
pub fn control() -> Control {
    Control { stop: Stop::asking(interrupt::is_requested), progress: Arc::new(TerminalProgress::default()) }
}

/// A builder whose table builds a person sees, and stops with Ctrl-C.
pub fn watched(builder: SolverBuilder) -> SolverBuilder {
    let Control { stop, progress } = control();
    builder.stop(&stop).progress(progress)
}

/// Shows progress and prints notes.
#[derive(Default)]
struct TerminalProgress(Mutex<Option<Bar>>);

impl TerminalProgress {
    fn bar(&self) -> std::sync::MutexGuard<'_, Option<Bar>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Progress for TerminalProgress {
    fn report(&self, step: &Step, done: u64, total: u64) {
        let mut bar = self.bar();
        bar.get_or_insert_with(Bar::new).show(step, done, total);
        // No note follows.
        if matches!(step, Step::Loading(_)) && done == total {
            *bar = None;
        }
    }

    fn note(&self, note: &Note) {
        // It comes between two pieces of work, or ends one.
        *self.bar() = None;
        if let Note::Builds { .. } = note {
            *self.bar() = Some(Bar::new());
        }
        if let Some(text) = text(note) {
            note!("{text}");
        }
    }
}

fn text(note: &Note) -> Option<String> {
    Some(match note {
        Note::UsesGpu { name, is_software: false } => format!("using the GPU {name}"),
        Note::UsesGpu { name, is_software: true } => format!("using the software driver {name}"),
        Note::UsesCpu { reason } => format!("using the CPU: {reason}"),
        Note::FellBack { reason } => format!("{reason}; continuing on the CPU"),
        Note::Builds { table, path } => format!(
            "building {table}: {} entries, {}{}",
            HumanCount(table.entries()),
            BinaryBytes(file_bytes(*table)),
            path.as_ref().map_or(String::new(), |path| format!(", in {}", path.shown()))
        ),
        Note::Built { table, took } => format!("built {table} in {:.1} s", took.as_secs_f64()),
        Note::Waits { table } => format!("another process is building {table}; waiting for it"),
        Note::BuiltElsewhere { table } => format!("another process built {table}"),
        Note::CannotTidy { folder, reason } => {
            format!("cannot remove {}, which a killed build left: {reason}", folder.shown())
        }
        _ => return None,
    })
}

/// Loading that takes less time is not shown.
const PATIENCE: Duration = Duration::from_millis(500);

/// A bar on standard error, if that is a terminal. While it is there, Ctrl-C is a request to stop.
struct Bar {
    bar: ProgressBar,
    began: Instant,
    /// Whether a log has a line about the table that is loaded.
    has_told: bool,
}

impl Bar {
    fn new() -> Bar {
        interrupt::heed(true);
        let bar = if crate::is_quiet() { ProgressBar::hidden() } else { ProgressBar::no_length() };
        let style = ProgressStyle::with_template("{msg:16} [{bar:40}] {percent:>3} % {elapsed_precise}");
        bar.set_style(style.expect("the template is sound").progress_chars("=> "));
        Bar { bar, began: Instant::now(), has_told: false }
    }

    fn show(&mut self, step: &Step, done: u64, total: u64) {
        let is_loading = matches!(step, Step::Loading(_));
        if is_loading && self.began.elapsed() < PATIENCE {
            return;
        }
        let step = step.to_string();
        if is_loading && self.bar.is_hidden() && !self.has_told {
            note!("{step}");
            self.has_told = true;
        }
        if self.bar.message() != step {
            self.bar.set_message(step);
        }
        self.bar.set_length(total);
        self.bar.set_position(done);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        interrupt::heed(false);
    }
}
