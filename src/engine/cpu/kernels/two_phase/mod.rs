//! Twins of the kernels in `shaders/two_phase/`.

mod begin;
mod expand;
mod keep;
mod next;
mod plan;
mod rate;

pub use begin::begin;
pub use expand::expand;
pub use keep::keep;
pub use next::next;
pub use plan::plan;
pub use rate::rate;
