//! Where tables come from: a folder of files, in which they are kept, or nowhere but the engine that builds them.

#[cfg(feature = "files")]
mod folder;
#[cfg(not(feature = "files"))]
mod nowhere;

#[cfg(feature = "files")]
pub use folder::{Folder as Store, build_table, check_room, default_folder, open_or_build};
#[cfg(not(feature = "files"))]
pub use nowhere::Nowhere as Store;

use crate::engine::BuildError;
use crate::table::Contents;

/// What was built, if it has the known counts; builders of sorted tables look themselves, and those of filters are not known.
fn checked(contents: Contents) -> Result<Contents, BuildError> {
    Ok(match contents {
        Contents::Complete(contents) => Contents::Complete(contents.check()?),
        others @ (Contents::Sorted(_) | Contents::Filter(_)) => others,
    })
}
