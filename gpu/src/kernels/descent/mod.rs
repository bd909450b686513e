//! Twins of the kernels in `shaders/descent/`.

mod phase1;
mod phase2;

pub use phase1::phase1;
pub use phase2::phase2;
