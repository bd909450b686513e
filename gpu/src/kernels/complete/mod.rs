//! Twins of the kernels in `shaders/complete/`.

mod enter;
mod phase1_entries;
mod phase1_level;
mod phase2_entries;
mod phase2_level;

pub use enter::enter;
pub use phase1_entries::phase1_entries;
pub use phase1_level::phase1_level;
pub use phase2_entries::phase2_entries;
pub use phase2_level::phase2_level;
