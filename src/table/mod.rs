//! Tables: their contents, and look-ups in them.
//!
//! There are three kinds. *Sorted* tables hold the codes of a phase up to some depth (Lin's p0 and p1). *Complete* tables
//! hold an entry for every position of a space, up to symmetry. *Proof filters* say which positions may be near.
//! `tables/README.md` specifies the files.

mod bodies;
mod complete;
mod error;
pub(crate) mod filter;
mod id;
pub(crate) mod memory;
mod phase;
pub(crate) mod sample;
mod sorted;
pub(crate) mod stored;
pub(crate) mod stream;
mod verify;
mod vouched;
pub(crate) mod wire;
mod wrong_contents;

pub(crate) use complete::{LayoutByCosts, distance_beside, phase2_entry};
pub(crate) use filter::FilterView;
pub use id::TableId;
#[cfg(feature = "gpu")]
pub(crate) use sorted::lookup_bytes;
pub use vouched::Vouched;
pub use wire::file_bytes;

// Internals.
#[doc(hidden)]
pub use complete::{
    Complete, CompleteContents, EntryByCosts, NEAR, Phase1ByCosts, Phase1Entry, Phase1Table, Phase2Table,
    PruningTable,
};
#[doc(hidden)]
pub use error::FileError;
#[doc(hidden)]
pub use filter::{FilterContents, FilterSize};
#[doc(hidden)]
pub use phase::Phase;
#[doc(hidden)]
pub use sorted::{
    Lookups, NoSuchDepth, SortedBuilder, SortedContents, SortedSpec, SortedView, Steps, path, phase1_step,
};
#[doc(hidden)]
pub use stored::{CompleteTable, Contents, FilterTable, SortedTable, Table};
#[doc(hidden)]
pub use stream::ReadError;
#[doc(hidden)]
pub use verify::{Verified, verify};
#[doc(hidden)]
pub use wire::{Refusal, VERSION};
#[doc(hidden)]
pub use wrong_contents::WrongContents;
