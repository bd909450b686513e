//! What rows say of positions, and whether it holds.

mod answer;
mod ends;
mod rules;
mod verdict;

pub use answer::{Answer, NEEDED, NoPosition};
pub use ends::{KEPT_GOALS, RowTasks};
pub use verdict::{Verdict, judge};
