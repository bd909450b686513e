//! Twins of the kernels in `shaders/space/`.

mod mark;

pub use mark::mark;
