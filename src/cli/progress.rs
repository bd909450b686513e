//! Bars on a terminal, nothing elsewhere.

use std::fmt;
use std::io::IsTerminal;
use std::time::Duration;

use cubebatch::progress::Progress;
use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};

use super::interrupt;

/// Shows how far a build is.
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar on standard error, if that is a terminal.
    pub fn new() -> Bar {
        interrupt::heed(true);
        let bar = ProgressBar::no_length();
        let style = ProgressStyle::with_template("{msg:16} [{bar:40}] {percent:>3} % {elapsed_precise}");
        bar.set_style(style.expect("the template is sound").progress_chars("=> "));
        Bar(bar)
    }
}

impl Progress for Bar {
    fn report(&self, step: &str, done: u64, total: u64) {
        if self.0.message() != step {
            self.0.set_message(step.to_owned());
        }
        self.0.set_length(total);
        self.0.set_position(done);
    }

    fn is_cancelled(&self) -> bool {
        interrupt::is_requested()
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
        interrupt::heed(false);
    }
}

/// A count of solved positions, for when the output itself is not on the terminal.
pub fn counter(output_is_seen: bool) -> ProgressBar {
    if output_is_seen || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{human_pos} positions, {rate}/s, {elapsed_precise}")
        .expect("the template is sound")
        .with_key("rate", |state: &ProgressState, to: &mut dyn fmt::Write| {
            _ = write!(to, "{}", HumanCount(state.per_sec() as u64));
        });
    let bar = ProgressBar::no_length().with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
