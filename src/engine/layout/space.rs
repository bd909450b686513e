//! What the kernel of small spaces, its twin and its host agree on.

use super::record::{constants, parameters};
use crate::space::UNREACHED;

constants! { UNREACHED }

parameters!(MarkParams { columns, positions, values, moves, value_turns, distance });
