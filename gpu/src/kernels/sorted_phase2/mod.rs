//! Twins of the kernels in `shaders/sorted_phase2/`.

mod collect;
mod cosets;
mod expand;

pub use collect::collect;
pub use cosets::cosets;
pub use expand::expand;
