//! Twins of the kernels in `shaders/sorted_phase1/`.

mod collect;
mod mark;

pub use collect::collect;
pub use mark::mark;
