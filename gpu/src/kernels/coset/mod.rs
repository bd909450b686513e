//! Twins of the kernels in `shaders/coset/`.

mod gaps;
mod mark;
mod prepass;

pub use gaps::gaps;
pub use mark::mark;
pub use prepass::prepass;
