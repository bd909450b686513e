//! Sorted tables: what they hold, how they are searched, and their files.

mod contents;
mod distances;
mod file;
mod id;
mod library;
pub mod path;
mod spec;
mod verify;
mod wire;

pub(crate) use contents::lookup_bytes;
pub use contents::{Contents, Lookups, SortedBuilder, Steps, View, WrongContents, phase1_step};
pub(crate) use distances::phase2_entry;
pub use distances::{Distances, Phase, Phase1Entry, Phase1Table, Phase2Table};
pub use file::{AnyTable, CompleteTable, FileError, Table};
pub use id::TableId;
pub use library::Library;
pub use spec::{Kind, NoSuchDepth, Spec};
pub use verify::{Verified, verify, verify_complete, verify_sorted};
pub use wire::{Refusal, VERSION, file_bytes};
