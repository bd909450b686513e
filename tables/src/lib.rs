//! Coordinates of the cube, spaces of positions, tables of distances over them, and their files.
//!
//! `README.md` specifies the files. What can be watched and stopped is here, too, as reading a table is.

pub mod coord;
pub mod counts;
#[cfg(feature = "files")]
pub mod files;
pub mod packed;
pub mod progress;
pub mod space;
pub mod stop;
pub mod table;

pub use progress::Stop;

/// The clock: the system's, or the browser's.
pub mod time {
    #[cfg(not(target_arch = "wasm32"))]
    pub use std::time::Instant;
    #[cfg(target_arch = "wasm32")]
    pub use web_time::Instant;
}

cubebatch_cube::debug_by_name!(
    table::Phase1Table<'_>,
    table::Phase2Table<'_>,
    table::PruningTable<'_>,
    table::SortedBuilder,
);
#[cfg(feature = "files")]
cubebatch_cube::debug_by_name!(files::MappedPath);
