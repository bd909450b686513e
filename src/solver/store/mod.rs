//! The source of tables: a folder of files or, without one, the engine that builds them.

#[cfg(feature = "files")]
mod folder;
#[cfg(not(feature = "files"))]
mod nowhere;

#[cfg(feature = "files")]
pub use folder::{Folder as Store, build_table, check_room, default_folder, open_or_build};
#[cfg(not(feature = "files"))]
pub use nowhere::Nowhere as Store;
