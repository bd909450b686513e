//! Tables: their contents, look-ups in them, and their files.
//!
//! There are three kinds. *Sorted* tables hold the codes of a phase up to some depth (Lin's p0 and p1). *Complete* tables
//! hold an entry for every position of a space, up to symmetry. *Proof filters* say which positions may be near.
//! `tables/README.md` specifies the files.

mod complete;
mod error;
#[cfg(feature = "files")]
mod files;
pub(crate) mod filter;
mod id;
mod memory;
mod phase;
mod sample;
mod sorted;
mod stored;
mod stream;
mod verify;
mod wire;

pub(crate) use complete::phase2_entry;
pub(crate) use filter::FilterView;
pub use id::TableId;
#[cfg(feature = "gpu")]
pub(crate) use sorted::lookup_bytes;
pub use wire::file_bytes;

// Internals.
#[doc(hidden)]
pub use complete::{Complete, CompleteContents, NEAR, Phase1Entry, Phase1Table, Phase2Table, PruningTable};
#[doc(hidden)]
pub use error::FileError;
#[cfg(feature = "files")]
#[doc(hidden)]
pub use files::{Claim, LeftBehind, Library, MappedPath, State, Unfinished, mapped_at};
#[doc(hidden)]
pub use filter::{FilterContents, FilterSize};
#[doc(hidden)]
pub use phase::Phase;
#[doc(hidden)]
pub use sorted::{
    Lookups, NoSuchDepth, SortedBuilder, SortedContents, SortedSpec, SortedView, Steps, WrongContents, path,
    phase1_step,
};
#[doc(hidden)]
pub use stored::{CompleteTable, Contents, FilterTable, SortedTable, Table};
#[doc(hidden)]
pub use stream::ReadError;
#[doc(hidden)]
pub use verify::{Verified, verify};
#[doc(hidden)]
pub use wire::{Refusal, VERSION};
