//! Tables: their contents, and look-ups in them.
//!
//! There are three kinds. *Sorted* tables hold the codes of a phase up to some depth (Lin's p0 and p1). *Complete* tables
//! hold an entry for every position of a space, up to symmetry. *Proof filters* say which positions may be near.
//! `tables/README.md` specifies the files.

mod bodies;
mod complete;
mod error;
pub mod filter;
mod id;
pub mod memory;
mod phase;
pub mod sample;
mod sorted;
pub mod stored;
pub mod stream;
mod verify;
mod vouched;
pub mod wire;
mod wrong_contents;

pub use complete::phase2_entry;
pub use filter::FilterView;
pub use id::TableId;
pub use sorted::lookup_bytes;
pub use vouched::Vouched;
pub use wire::file_bytes;

// Internals.
pub use complete::{
    Complete, CompleteContents, NEAR, Phase1Entry, Phase1Layout, Phase1Table, Phase2Table, PruningTable,
};
pub use error::FileError;
pub use filter::{FilterContents, FilterSize};
pub use phase::Phase;
pub use sorted::{
    Lookups, NoSuchDepth, SortedBuilder, SortedContents, SortedSpec, SortedView, TableSteps, path,
    phase1_step,
};
pub use stored::{CompleteTable, Contents, FilterTable, SortedTable, Table};
pub use stream::ReadError;
pub use verify::{Verified, verify};
pub use wire::{TableRefusal, VERSION};
pub use wrong_contents::WrongContents;
