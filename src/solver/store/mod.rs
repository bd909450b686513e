//! Where tables come from: a folder of files, in which they are kept, or nowhere but the engine that builds them.

#[cfg(feature = "files")]
mod folder;
#[cfg(not(feature = "files"))]
mod nowhere;

#[cfg(feature = "files")]
pub use folder::{Folder as Store, build_table, check_room, default_folder, open_or_build};
#[cfg(not(feature = "files"))]
pub use nowhere::Nowhere as Store;
