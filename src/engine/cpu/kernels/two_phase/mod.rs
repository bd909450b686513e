//! Twins of the kernels in `shaders/two_phase/`.

mod begin;
mod next;
mod plan;
mod rate;
mod solve;
mod walk;

pub use begin::begin;
pub use next::next;
pub use plan::plan;
pub use rate::rate;
pub use solve::solve;
pub use walk::walk;

use crate::engine::layout::two_phase::Head;

/// Where a node of a level stands whose number counts from the first one.
pub fn place(head: &Head, level: usize, number: u32, places: u32) -> usize {
    level * places as usize + ((head.firsts[level] + number) % places) as usize
}
