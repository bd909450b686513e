//! Whole cosets: the distances of 19,508,428,800 positions at a time.
//!
//! The positions with the same twist, flip and slice are a coset of G1 = ⟨U, D, R2, L2, F2, B2⟩: the same moves bring all of
//! them into G1. There are 2,217,093,120 cosets. To know the distances of all positions of one is far less work than to solve
//! them. This is how Rokicki, Kociemba, Davidson and Dethridge proved in 2010 that 20 moves are enough for every position.
//!
//! ```no_run
//! use cubebatch::{Cube, Solver};
//!
//! let cosets = Solver::builder().cosets()?;
//! let cube: Cube = "L' B F2 R' U L B L R2 F2".parse()?;
//! for level in cosets.levels(&cube)?.take(17) {
//!     let level = level?;
//!     println!("{} positions are {} moves from solved", level.positions, level.depth);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! A map has a bit for each position of G1. A sequence of moves from the given position into G1 solves one position of the coset:
//! the inverse of the sequence. Its bit is that of the position of G1 where the sequence ends. For each number of moves, in turn:
//!
//! 1. A *prepass* follows all sequences so far by each of the ten moves of G1, which stay in G1. It takes the map as a whole.
//! 2. A *search* finds the sequences that end with one of the eight other moves.
//!
//! Bits that are new belong to positions at this distance. The first levels are kept as lists.

pub mod bitmap;
pub mod layout;
mod level;
mod levels;
mod list;
pub mod map;
pub mod marks;
mod prepass;
#[cfg(feature = "files")]
mod record;
mod search;
pub mod sizes;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::engine::coset::CosetMap;
use crate::engine::{Engine, EngineError};
use crate::error::{Detail, Error};
use crate::memory::check_memory;
use crate::pool::Pool;
use bitmap::Bitmap;
use cubebatch_cube::cube::{Cube, HTM};
use cubebatch_tables::coord::phase1::Phase1;
use cubebatch_tables::coord::sym_phase1::SymPhase1Tables;
use cubebatch_tables::progress::{Control, Step};
use cubebatch_tables::table::{Complete, CompleteTable, Phase1Table, Table, Vouched};
use layout::place::GROUPS;
use layout::sources::on_device;
use layout::{Layout, Place};
pub use level::Level;
pub use levels::Levels;
use levels::Much;
use map::{DeviceMarks, Map, Watched};
use marks::PlaceMarks;
use search::{CosetSearch, Halted};

/// The positions of a coset.
pub const POSITIONS: u64 = cubebatch_tables::coord::phase2::POSITIONS;

/// How much of a level [`Cosets::left`] searches, by the number of positions that the prepass before it knows. A known position saves as
/// much as a sequence of 14 or 15 moves, or half of one of 16. The search ends where a second of it is worth a second of solving
/// positions that are left: some thousands of them.
fn enough(depth: u8, known: u64) -> Much {
    match depth {
        0..14 => Much::All,
        14 | 15 => Much::Sequences(40_000_000_u64.saturating_sub(known)),
        16 => Much::Sequences(105_000_000_u64.saturating_sub(known / 2)),
        _ => Much::Sequences(0),
    }
}

/// Finds the distances of all positions of cosets.
///
/// From a million positions on, a coset takes 3.4 GB of memory with two threads, and 3 MB more for each further thread. On a GPU it
/// takes 4.9 GB of that one's memory instead.
pub struct Cosets {
    engine: Arc<dyn Engine>,
    table: Arc<CompleteTable>,
    path: Option<PathBuf>,
    layout: Layout,
    pool: Pool,
    control: Control,
}

impl fmt::Debug for Cosets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cosets").field("threads", &self.pool.threads()).finish_non_exhaustive()
    }
}

impl Cosets {
    /// The table that they need.
    pub const TABLE: Complete = Complete::Phase1(HTM);

    /// Cosets over [`Cosets::TABLE`]. An engine with a device keeps the maps on it; the threads search. A table that is mapped
    /// from a file is read whole before a level is given out.
    ///
    /// # Panics
    /// When it is another table.
    pub fn over(table: Table, engine: Arc<dyn Engine>, pool: Pool, control: Control) -> Cosets {
        let path = table.path().map(Path::to_owned);
        let Table::Complete(table) = table else { panic!("phase1-complete is a complete table") };
        assert_eq!(table.table(), Cosets::TABLE);
        let layout = pool.install(Layout::new);
        Cosets { engine, table, path, layout, pool, control }
    }

    /// The levels of the coset of a position: how many of its positions have each distance from solved.
    ///
    /// # Errors
    /// [`ErrorKind::DamagedTable`](crate::ErrorKind::DamagedTable). Levels have the errors [`ErrorKind::Stopped`] and
    /// [`ErrorKind::NoMemory`], too.
    ///
    /// [`ErrorKind::Stopped`]: crate::ErrorKind::Stopped
    /// [`ErrorKind::NoMemory`]: crate::ErrorKind::NoMemory
    pub fn levels(&self, cube: &Cube) -> Result<Levels<'_>, Error> {
        Levels::new(self, cube)
    }

    /// The number of the coset of a position, below 2,217,093,120: `(twist · 2048 + flip) · 495 + slice`.
    pub fn number(cube: &Cube) -> u32 {
        Phase1::of(cube).code()
    }

    /// The number of the coset up to the 16 symmetries that keep the U/D axis, below 140,908,410: cosets with the same number have
    /// the same levels.
    pub fn class(cube: &Cube) -> u32 {
        SymPhase1Tables::get().reduce(Phase1::of(cube)).index() as u32
    }

    /// The positions of a coset of which a quick search does not show that they are at most `moves` from solved: some
    /// thousands, or none. It searches all sequences of 13 moves, some of 14 to 16, and no longer ones. When the positions are
    /// solved one by one in this number of moves, that holds for the whole coset.
    ///
    /// # Errors
    /// As [`Cosets::levels`].
    ///
    /// # Panics
    /// When there are fewer than 20 moves: some thousand million positions would be left.
    pub fn left(&self, cube: &Cube, moves: u8) -> Result<Vec<Cube>, Error> {
        assert!(moves >= 20, "of fewer moves too many positions are left");
        let mut levels = self.levels(cube)?;
        // The last prepass lists what is missing instead of making a map.
        for depth in 0..moves {
            let known = levels.spread()?;
            let level = levels.level(enough(depth, known))?;
            if level.within == POSITIONS {
                return Ok(Vec::new());
            }
        }
        // There is a map by then.
        levels.missing()
    }

    fn search(&self, cube: &Cube) -> Result<CosetSearch<'_>, Error> {
        let table = Phase1Table::new(self.table.table(), self.table.entries());
        CosetSearch::new(table, cube, &self.control).map_err(|halted| self.halted(halted))
    }

    /// A map of these places, on a device if there is one.
    fn map(&self, places: impl Iterator<Item = Place>) -> Result<Map, Error> {
        if let Some(map) = self.on_device()? {
            let mut marks = DeviceMarks::new(&*map);
            places.for_each(|place| marks.add(place));
            marks.end()?;
            // They are counted already.
            map.take_marked()?;
            return Ok(Map::Device(map));
        }
        let beside = self.layout.order.beside(self.pool.threads());
        check_memory("the map of a coset", Bitmap::bytes(beside))?;
        let mut map = Bitmap::empty(beside).map_err(|error| Detail::MemoryRefused(error.to_string()))?;
        let shared = map.shared();
        let mut marks = PlaceMarks::new(&shared);
        places.for_each(|place| marks.add(place));
        marks.end();
        Ok(Map::Host(map))
    }

    /// A map that was read, on a device if there is one.
    #[cfg(feature = "files")]
    fn placed(&self, map: Bitmap) -> Result<Map, Error> {
        let Some(mut device) = self.on_device()? else { return Ok(Map::Host(map)) };
        map::bring(&map, &mut *device);
        Ok(Map::Device(device))
    }

    /// An empty map on the device of the engine, if it has one.
    fn on_device(&self) -> Result<Option<Box<dyn CosetMap>>, EngineError> {
        let groups: Vec<u16> = (0..GROUPS as u16).collect();
        let Layout { sources, words, .. } = &self.layout;
        self.engine.coset_map(&on_device(sources, &**words, &groups))
    }

    fn watched(&self, step: Step) -> Watched<'_> {
        Watched { pool: &self.pool, step, progress: &*self.control.progress }
    }

    /// Evidence that the table is still what was opened.
    fn vouch(&self) -> Result<Vouched, Error> {
        self.table.vouch().map_err(|_| self.halted(Halted::Damaged))
    }

    fn halted(&self, halted: Halted) -> Error {
        match halted {
            Halted::Cancelled(cancelled) => cancelled.into(),
            Halted::Damaged => {
                Detail::DamagedTable { table: Cosets::TABLE.into(), path: self.path.clone() }.into()
            }
        }
    }
}
