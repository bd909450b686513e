//! The parts of a step that several twins share: as `shaders/shared/` has `measuring`, `entering` and `walking`.

pub mod enter;
pub mod measure;
pub mod walk;
