//! The levels of a coset, one after the other.

use std::fmt;
#[cfg(feature = "files")]
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
#[cfg(feature = "files")]
use std::time::Duration;

use cubebatch_tables::time::Instant;

use super::Cosets;
use super::POSITIONS;
use super::layout::Place;
use super::level::{Level, LevelProgress};
use super::list::PlaceList;
use super::map::{DeviceMarks, Map};
use super::marks::PlaceMarks;
#[cfg(feature = "files")]
use super::record::{self, BegunLevel};
use super::search::{CosetSearch, Halted, SearchPieces, Tails};
use crate::error::Error;
use cubebatch_cube::cube::Cube;
use cubebatch_tables::coord::cubies::Cubies;
use cubebatch_tables::coord::processor::{Plain, Processor, on_best_processor};
use cubebatch_tables::progress::{Note, Step};

/// The levels of a coset, from distance 0 on, until they have all 19,508,428,800 positions.
///
/// The work of a level is done when it is asked for. Each search takes about thirteen times as long as the one before. After an
/// error there are no more levels.
pub struct Levels<'a> {
    cosets: &'a Cosets,
    cube: Cube,
    search: CosetSearch<'a>,
    /// The last moves of the sequences of a level, if a level was searched.
    tails: Option<Tails>,
    known: KnownPlaces,
    within: u64,
    /// The levels that are done, of which a record may have more than are known here.
    done: Vec<Level>,
    /// How many of them were handed on.
    handed_on: usize,
    /// The level whose positions become known next, and how far it is.
    depth: u8,
    part: LevelProgress,
    #[cfg(feature = "files")]
    keeper: Option<Keeper>,
    has_failed: bool,
}

/// The positions that are known.
enum KnownPlaces {
    List(PlaceList),
    Map(Map),
}

/// A map takes less time than a list from this number of positions on.
const MOST_LISTED: usize = 1 << 20;

/// How much of a level is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Much {
    /// All of it, so that no position is missing.
    All,
    /// Until about this number of sequences is found.
    Sequences(u64),
}

/// Keeps the record of a coset.
#[cfg(feature = "files")]
struct Keeper {
    path: PathBuf,
    every: Duration,
    last: Instant,
}

impl<'a> Levels<'a> {
    pub(super) fn new(cosets: &'a Cosets, cube: &Cube) -> Result<Levels<'a>, Error> {
        Ok(Levels {
            cosets,
            cube: *cube,
            search: cosets.search(cube)?,
            tails: None,
            known: KnownPlaces::List(PlaceList::default()),
            within: 0,
            done: Vec::new(),
            handed_on: 0,
            depth: 0,
            part: LevelProgress::default(),
            #[cfg(feature = "files")]
            keeper: None,
            has_failed: false,
        })
    }

    /// Keeps a record of the work in a folder, and goes on from the one that is there. It is written when this much time has
    /// passed since the last time, and takes some seconds and 2.4 GB; when a stop was requested; and by [`Levels::finish`].
    ///
    /// # Errors
    /// [`ErrorKind::File`](crate::ErrorKind::File) for a record that cannot be read, or that was changed.
    #[cfg(feature = "files")]
    pub fn keep(mut self, folder: &Path, every: Duration) -> Result<Levels<'a>, Error> {
        let (cosets, coset) = (self.cosets, Cosets::number(&self.cube));
        let path = record::path(folder, coset);
        let beside = cosets.layout.order.beside(cosets.pool.threads());
        if let Some(recorded) = record::read(&path, coset, beside)? {
            self.done = recorded.levels;
            if let Some(BegunLevel { cube, part, within, map }) = recorded.begun {
                self.depth = self.done.len() as u8;
                self.search = cosets.search(&cube)?;
                (self.cube, self.part, self.within) = (cube, part, within);
                self.known = KnownPlaces::Map(cosets.placed(map)?);
            }
        }
        self.keeper = Some(Keeper { path, every, last: Instant::now() });
        Ok(self)
    }

    /// Writes the last record, if one is kept: the levels so far, without the map.
    ///
    /// # Errors
    /// [`ErrorKind::File`](crate::ErrorKind::File).
    #[cfg(feature = "files")]
    pub fn finish(mut self) -> Result<(), Error> {
        self.write(false)
    }

    #[cfg(feature = "files")]
    fn write(&mut self, is_with_map: bool) -> Result<(), Error> {
        let Some(keeper) = &mut self.keeper else { return Ok(()) };
        let map = match &self.known {
            KnownPlaces::Map(map) if is_with_map => Some(map),
            _ => None,
        };
        let known = record::KnownCoset {
            coset: Cosets::number(&self.cube),
            cube: &self.cube,
            levels: &self.done,
            part: self.part,
            within: self.within,
            map,
        };
        record::write(&keeper.path, &known)?;
        keeper.last = Instant::now();
        Ok(())
    }

    /// Writes a record if it is time, or without regard to the time.
    fn save(&mut self, is_urgent: bool) -> Result<(), Error> {
        #[cfg(feature = "files")]
        if let (Some(keeper), KnownPlaces::Map(_)) = (&self.keeper, &self.known)
            && (is_urgent || keeper.last.elapsed() >= keeper.every)
        {
            return self.write(true);
        }
        let _ = is_urgent;
        Ok(())
    }

    /// When a record is to be written.
    fn deadline(&self) -> Option<Instant> {
        #[cfg(feature = "files")]
        return self.keeper.as_ref().map(|keeper| keeper.last + keeper.every);
        #[cfg(not(feature = "files"))]
        None
    }

    /// Begins the next level: makes its prepass, if the positions are in a map. Gives the number of positions that are known then.
    pub(super) fn spread(&mut self) -> Result<u64, Error> {
        self.take_map()?;
        if let KnownPlaces::Map(map) = &mut self.known
            && !self.part.is_spread
        {
            let (cosets, step) = (self.cosets, Step::SpreadingCoset { depth: self.depth });
            self.within = map.spread(&cosets.layout, &cosets.watched(step))?;
            self.part.is_spread = true;
        }
        Ok(self.within)
    }

    /// Does the rest of the work of the next level.
    pub(super) fn level(&mut self, much: Much) -> Result<Level, Error> {
        self.spread()?;
        let pool = &self.cosets.pool;
        pool.install(|| on_best_processor!(processor => self.level_on(processor, much)))?;
        let depth = self.depth;
        let before = depth.checked_sub(1).map_or(0, |before| self.done[usize::from(before)].within);
        let LevelProgress { sequences, .. } = std::mem::take(&mut self.part);
        let level = Level::new(depth, before, self.within, sequences, &self.cosets.vouch()?);
        self.depth += 1;
        self.done.truncate(depth.into());
        self.done.push(level);
        self.save(false)?;
        self.cosets.control.progress.note(&Note::Level { depth, positions: level.positions });
        Ok(level)
    }

    /// Takes a map instead of a list once there are many positions.
    fn take_map(&mut self) -> Result<(), Error> {
        if let KnownPlaces::List(list) = &mut self.known
            && list.len() >= MOST_LISTED
        {
            let places = std::mem::take(list).into_places();
            self.known = KnownPlaces::Map(self.cosets.map(places)?);
        }
        Ok(())
    }

    fn level_on(&mut self, processor: impl Processor, much: Much) -> Result<(), Error> {
        let (layout, depth) = (&self.cosets.layout, self.depth);
        let length = usize::from(depth).min(Tails::LONGEST);
        if self.tails.as_ref().is_none_or(|tails| tails.length != length) {
            self.tails = (length > 0).then(|| Tails::new(length));
        }
        if let KnownPlaces::List(list) = &mut self.known {
            let find =
                Find { cosets: self.cosets, search: &self.search, tails: self.tails.as_ref(), depth, much };
            let (done, ends) = find.from(processor, 0, None, Vec::new)?;
            done.halted.map_or(Ok(()), |halted| Err(self.cosets.halted(halted)))?;
            list.go_on(processor, &layout.places, ends.concat());
            self.within = list.len() as u64;
            self.part.sequences = done.sequences;
            return Ok(());
        }
        while !self.go_on_in_map(processor, much)? {
            self.save(false)?;
        }
        Ok(())
    }

    /// Does a part of a level whose positions are in a map; says whether it was the last part.
    fn go_on_in_map(&mut self, processor: impl Processor, much: Much) -> Result<bool, Error> {
        let (cosets, depth, deadline) = (self.cosets, self.depth, self.deadline());
        let KnownPlaces::Map(map) = &mut self.known else { unreachable!("a list has no parts") };
        let find = Find { cosets, search: &self.search, tails: self.tails.as_ref(), depth, much };
        let first = self.part.pieces;
        let (done, new) = match map {
            Map::Host(map) => {
                let shared = map.shared();
                let (done, marks) = find.from(processor, first, deadline, || PlaceMarks::new(&shared))?;
                (done, marks.into_iter().map(PlaceMarks::end).sum())
            }
            Map::Device(map) => {
                let (done, marks) = find.from(processor, first, deadline, || DeviceMarks::new(&**map))?;
                marks.into_iter().try_for_each(DeviceMarks::end)?;
                (done, map.take_marked()?)
            }
        };
        self.within += new;
        self.part.pieces = done.pieces;
        self.part.sequences += done.sequences;
        if let Some(halted) = done.halted {
            self.save(true)?;
            return Err(cosets.halted(halted));
        }
        Ok(done.is_last)
    }

    /// Whether a position of the coset is in the levels that were handed on. It is `None` if the position belongs to another coset, if the
    /// levels come from a record without a map, or if a GPU that has the map failed.
    pub fn contain(&self, cube: &Cube) -> Option<bool> {
        if usize::from(self.depth) != self.handed_on {
            return None;
        }
        // The position of G1 to which the inverse of the position's solution leads.
        let end = Cubies::from(&self.cube.then(&cube.inverse()));
        if Cosets::number(cube) != Cosets::number(&self.cube) {
            return None;
        }
        let place = self.cosets.layout.places.place(Plain, &end);
        match &self.known {
            KnownPlaces::List(list) => Some(list.has(place)),
            KnownPlaces::Map(map) => map.has(place).ok(),
        }
    }

    /// The positions that are in none of the levels so far, and not a move of G1 from one of them either, once there is a map of
    /// nearly all.
    ///
    /// # Panics
    /// While positions are in a list.
    pub(super) fn missing(&mut self) -> Result<Vec<Cube>, Error> {
        let KnownPlaces::Map(map) = &mut self.known else { panic!("there is no map") };
        let layout = &self.cosets.layout;
        // The inverse of what `contain` does.
        let position = |place| Cube::from(&layout.places.cubies(place)).inverse().then(&self.cube);
        let step = Step::SpreadingCoset { depth: self.depth };
        let places = map.missing_after(layout, &self.cosets.watched(step))?;
        Ok(places.into_iter().map(position).collect())
    }
}

impl fmt::Debug for Levels<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Levels").field("cube", &self.cube).field("done", &self.done).finish_non_exhaustive()
    }
}

impl Iterator for Levels<'_> {
    type Item = Result<Level, Error>;

    fn next(&mut self) -> Option<Result<Level, Error>> {
        let is_complete = self.done.last().is_some_and(|level| level.within == POSITIONS);
        if self.has_failed || (is_complete && self.handed_on == self.done.len()) {
            return None;
        }
        if self.handed_on == self.done.len() {
            // A record without a map says nothing of what comes after its levels: its work is done again.
            for _ in self.depth as usize..=self.handed_on {
                if let Err(error) = self.level(Much::All) {
                    self.has_failed = true;
                    return Some(Err(error));
                }
            }
        }
        self.handed_on += 1;
        Some(Ok(self.done[self.handed_on - 1]))
    }
}

/// The search of a level.
struct Find<'a> {
    cosets: &'a Cosets,
    search: &'a CosetSearch<'a>,
    tails: Option<&'a Tails>,
    depth: u8,
    much: Much,
}

/// Where a thread puts the places that it finds.
trait Gather: Send {
    fn add(&mut self, place: Place);
}

impl Gather for Vec<u64> {
    fn add(&mut self, place: Place) {
        self.push(place.number());
    }
}

impl Gather for DeviceMarks<'_> {
    #[inline(always)]
    fn add(&mut self, place: Place) {
        DeviceMarks::add(self, place);
    }
}

impl Gather for PlaceMarks<'_> {
    #[inline(always)]
    fn add(&mut self, place: Place) {
        PlaceMarks::add(self, place);
    }
}

/// What was done of a level.
struct Done {
    /// The pieces that are done, the first ones.
    pieces: usize,
    /// The sequences of these that were found this time.
    sequences: u64,
    /// Whether no piece is left, or enough is found.
    is_last: bool,
    halted: Option<Halted>,
}

impl Find<'_> {
    /// Searches on all threads of the current pool, from a piece on, until the deadline or to the end. Each thread does a piece at
    /// least. It gives what each thread gathered, too: more than the pieces that are done have, if the search was halted.
    fn from<G: Gather>(
        &self,
        processor: impl Processor,
        first: usize,
        deadline: Option<Instant>,
        gather: impl Fn() -> G + Sync,
    ) -> Result<(Done, Vec<G>), Error> {
        let Some(tails) = self.tails else { return Ok(self.at_once(gather())) };
        let pieces = self.search.pieces(processor, self.depth.into(), tails.length);
        let pieces = pieces.map_err(|halted| self.cosets.halted(halted))?;
        let work = LevelSearch {
            find: self,
            tails,
            next: AtomicUsize::new(first),
            deadline,
            sequences: AtomicU64::new(0),
            ended: (0..pieces.count()).map(|_| AtomicU64::new(0)).collect(),
            pieces,
        };
        let shares = rayon::broadcast(|_| {
            let mut gathered = gather();
            let outcome = work.share(processor, &mut gathered);
            (gathered, outcome)
        });
        let (gathered, outcomes): (Vec<G>, Vec<Result<(), Halted>>) = shares.into_iter().unzip();
        let halted = outcomes.into_iter().find_map(Result::err);
        let ended = work.ended[first..].iter().map(|ended| ended.load(Relaxed));
        let done: Vec<u64> = ended.map_while(|ended| ended.checked_sub(1)).collect();
        let pieces = first + done.len();
        let is_last = pieces == work.pieces.count() || work.has_enough();
        Ok((Done { pieces, sequences: done.iter().sum(), is_last, halted }, gathered))
    }

    /// Level 0: the position itself, if it is solved up to a position of G1.
    fn at_once<G: Gather>(&self, mut gathered: G) -> (Done, Vec<G>) {
        let is_there = self.search.distance() == 0;
        if is_there {
            gathered.add(self.cosets.layout.places.place(Plain, self.search.cubies()));
        }
        let done = Done { pieces: 0, sequences: u64::from(is_there), is_last: true, halted: None };
        (done, vec![gathered])
    }
}

/// A search of a level under way.
struct LevelSearch<'a> {
    find: &'a Find<'a>,
    tails: &'a Tails,
    pieces: SearchPieces,
    /// The next piece to be taken.
    next: AtomicUsize,
    deadline: Option<Instant>,
    sequences: AtomicU64,
    /// One more than the sequences of each piece that is done; 0 for others.
    ended: Vec<AtomicU64>,
}

impl LevelSearch<'_> {
    /// What a thread does.
    fn share(&self, processor: impl Processor, gathered: &mut impl Gather) -> Result<(), Halted> {
        let Find { cosets, search, depth, .. } = *self.find;
        let (places, step) = (&cosets.layout.places, Step::SearchingCoset { depth });
        while !self.has_enough() {
            let piece = self.next.fetch_add(1, Relaxed);
            let Some(ended) = self.ended.get(piece) else { break };
            let found = search.piece(
                processor,
                &self.pieces,
                piece,
                self.tails,
                #[inline(always)]
                |cubies: &Cubies| gathered.add(places.place(processor, cubies)),
            )?;
            ended.store(found + 1, Relaxed);
            self.sequences.fetch_add(found, Relaxed);
            cosets.control.step(&step, piece as u64 + 1, self.ended.len() as u64)?;
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                break;
            }
        }
        Ok(())
    }

    fn has_enough(&self) -> bool {
        match self.find.much {
            Much::All => false,
            Much::Sequences(enough) => self.sequences.load(Relaxed) >= enough,
        }
    }
}
