//! Twins of the kernels in `shaders/probes/`.

mod copy;
mod count;
mod fill;
mod gather;

pub use copy::copy;
pub use count::count;
pub use fill::fill;
pub use gather::gather;
