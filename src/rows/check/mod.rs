//! What rows say of positions, and whether it holds.

mod answer;
mod verdict;

pub use answer::{Answer, NEEDED, OTHERS};
pub use verdict::{End, Verdict, judge};
