//! The levels of a coset, one after the other.

use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::bitmap::Bitmap;
use super::layout::Place;
use super::layout::place::POSITIONS;
use super::list::List;
use super::marks::Marks;
use super::prepass::{Spread, prepass};
use super::search::{Halted, Search, Tails};
use super::{Cosets, MOST_MOVES};
use crate::coord::cubies::Cubies;
use crate::coord::processor::{Plain, Processor, on_best_processor};
use crate::cube::Cube;
use crate::error::Error;
use crate::progress::Step;

/// The positions of a coset at one distance from solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The moves.
    pub depth: u8,
    /// The positions with this distance.
    pub positions: u64,
    /// The positions with at most this distance.
    pub within: u64,
    /// The sequences of so many moves that a search found. They lead into G1 and end with a move that leaves it; other
    /// sequences were not searched.
    pub sequences: u64,
}

/// The levels of a coset, from distance 0 on, until they have all 19,508,428,800 positions.
///
/// The work of a level is done when it is asked for. Each search takes about thirteen times as long as the one before. After an
/// error there are no more levels.
pub struct Levels<'a> {
    cosets: &'a Cosets,
    cube: Cube,
    search: Search<'a>,
    /// Those of the length that the next level takes, if they are there.
    tails: Option<Tails>,
    known: Known,
    within: u64,
    /// That of the next level.
    depth: u8,
    has_failed: bool,
}

/// The positions that are known.
enum Known {
    List(List),
    Map(Bitmap),
}

/// From so many positions on a map takes less time than a list.
const MOST_LISTED: usize = 1 << 20;

/// How much of a level is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Much {
    /// All of it, so that no position is missing.
    All,
    /// Until about so many sequences are found.
    Sequences(u64),
}

impl<'a> Levels<'a> {
    pub(super) fn new(cosets: &'a Cosets, cube: &Cube) -> Result<Levels<'a>, Error> {
        let search = Search::new(cosets.table(), cube, &cosets.control).map_err(|halted| cosets.halted(halted))?;
        let known = Known::List(List::default());
        Ok(Levels { cosets, cube: *cube, search, tails: None, known, within: 0, depth: 0, has_failed: false })
    }

    /// Does the work of the next level.
    pub(super) fn level(&mut self, much: Much) -> Result<Level, Error> {
        let (cosets, depth, before) = (self.cosets, self.depth, self.within);
        self.take_map()?;
        let work = || on_best_processor!(processor => self.level_on(processor, much));
        let sequences = cosets.pool.install(work)?;
        self.depth += 1;
        Ok(Level { depth, positions: self.within - before, within: self.within, sequences })
    }

    /// Takes a map instead of a list once there are many positions.
    fn take_map(&mut self) -> Result<(), Error> {
        let Known::List(list) = &self.known else { return Ok(()) };
        if list.len() < MOST_LISTED {
            return Ok(());
        }
        self.known = Known::Map(self.cosets.map(list.places())?);
        Ok(())
    }

    fn level_on(&mut self, processor: impl Spread, much: Much) -> Result<u64, Error> {
        let (cosets, depth) = (self.cosets, self.depth);
        let layout = &cosets.layout;
        let length = usize::from(depth).min(Tails::LONGEST);
        if self.tails.as_ref().is_none_or(|tails| tails.length != length) {
            self.tails = (length > 0).then(|| Tails::new(length));
        }
        let find = Find { cosets, search: &self.search, tails: self.tails.as_ref(), depth, much };
        match &mut self.known {
            Known::List(list) => {
                let (sequences, ends) = find.all(processor, Vec::new)?;
                list.go_on(processor, &layout.places, ends.concat());
                self.within = list.len() as u64;
                Ok(sequences)
            }
            Known::Map(map) => {
                let step = Step::SpreadingCoset { depth };
                self.within = prepass(processor, layout, map, &step, &cosets.control)?;
                let shared = map.shared();
                let (sequences, marks) = find.all(processor, || Marks::new(&shared))?;
                self.within += marks.into_iter().map(Marks::end).sum::<u64>();
                Ok(sequences)
            }
        }
    }

    /// How many positions are in none of the levels so far.
    pub fn left(&self) -> u64 {
        POSITIONS - self.within
    }

    /// The positions that are in none of the levels so far, once there is a map of all others.
    pub(super) fn missing(&self) -> Option<impl Iterator<Item = Cube>> {
        let Known::Map(map) = &self.known else { return None };
        Some(map.missing().map(|place| self.position(place)))
    }

    /// The position of the coset that leads from a place of G1: from there the moves of its solution lead back.
    fn position(&self, place: Place) -> Cube {
        Cube::from(&self.cosets.layout.places.cubies(place)).inverse().then(&self.cube)
    }
}

impl fmt::Debug for Levels<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Levels").field("cube", &self.cube).field("depth", &self.depth).finish_non_exhaustive()
    }
}

impl Iterator for Levels<'_> {
    type Item = Result<Level, Error>;

    fn next(&mut self) -> Option<Result<Level, Error>> {
        if self.has_failed || self.within == POSITIONS || self.depth > MOST_MOVES {
            return None;
        }
        let level = self.level(Much::All);
        self.has_failed = level.is_err();
        Some(level)
    }
}

/// The search of a level.
struct Find<'a> {
    cosets: &'a Cosets,
    search: &'a Search<'a>,
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

impl Gather for Marks<'_> {
    #[inline(always)]
    fn add(&mut self, place: Place) {
        Marks::add(self, place);
    }
}

impl Find<'_> {
    /// Searches on all threads of the current pool. Gives the number of sequences, and what each thread gathered.
    fn all<G: Gather>(
        &self,
        processor: impl Processor,
        gather: impl Fn() -> G + Sync,
    ) -> Result<(u64, Vec<G>), Error> {
        let places = &self.cosets.layout.places;
        let Some(tails) = self.tails else {
            let mut gathered = gather();
            let is_there = self.search.distance() == 0;
            if is_there {
                gathered.add(places.place(Plain, self.search.cubies()));
            }
            return Ok((u64::from(is_there), vec![gathered]));
        };
        let halted = |halted: Halted| self.cosets.halted(halted);
        let pieces = self.search.pieces(processor, self.depth.into(), tails.length).map_err(halted)?;
        let (next, sequences) = (AtomicUsize::new(0), AtomicU64::new(0));
        let (step, control) = (Step::SearchingCoset { depth: self.depth }, &self.cosets.control);
        let work = |_: rayon::BroadcastContext<'_>| {
            let mut gathered = gather();
            while !self.is_enough(sequences.load(Relaxed)) {
                let piece = next.fetch_add(1, Relaxed);
                if piece >= pieces.count() {
                    break;
                }
                let found = self.search.piece(
                    processor,
                    &pieces,
                    piece,
                    tails,
                    #[inline(always)]
                    |cubies: &Cubies| gathered.add(places.place(processor, cubies)),
                )?;
                sequences.fetch_add(found, Relaxed);
                control.step(&step, piece as u64 + 1, pieces.count() as u64)?;
            }
            Ok(gathered)
        };
        let gathered = rayon::broadcast(work).into_iter().collect::<Result<_, Halted>>().map_err(halted)?;
        Ok((sequences.into_inner(), gathered))
    }

    fn is_enough(&self, sequences: u64) -> bool {
        match self.much {
            Much::All => false,
            Much::Sequences(enough) => sequences >= enough,
        }
    }
}
