//! The parts of a step that several twins share: as `shaders/shared/` has `measuring`, `entering` and `walking`.

pub mod enter;
pub mod measure;
pub mod walk;

use crate::cube::Cube;
use crate::engine::two_phase::stages::Stage;

/// Positions as whole cubes, and the stages of the bound: a twin starts passes from these.
pub struct Given<'a> {
    pub cubes: &'a [Cube],
    pub stages: &'a [Stage],
}
