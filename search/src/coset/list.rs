//! Few positions, as a list of places: for the first levels, where a map would be nearly empty.

use rayon::prelude::*;

use super::layout::{Place, Places};
use cubebatch_tables::coord::cubies::{Cubies, CubiesTables};
use cubebatch_tables::coord::moves::PHASE2_MOVES;
use cubebatch_tables::coord::processor::Processor;

/// The places that are known, by the numbers of moves that lead there.
#[derive(Default)]
pub struct PlaceList {
    /// All, ascending.
    known: Vec<u64>,
    /// The places of the last level.
    last: Vec<u64>,
}

impl PlaceList {
    /// How many are known.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether a place is known.
    pub fn has(&self, place: Place) -> bool {
        self.known.binary_search(&place.number()).is_ok()
    }

    /// All places, ascending. What else the list has in memory is given back first.
    pub fn into_places(self) -> impl Iterator<Item = Place> {
        let PlaceList { mut known, last } = self;
        drop(last);
        known.shrink_to_fit();
        known.into_iter().map(Place::from_number)
    }

    /// Goes on to the next level: to the neighbours of the last one by moves of G1, and to the ends of sequences that were
    /// searched.
    pub fn go_on(&mut self, processor: impl Processor, places: &Places, ends: Vec<u64>) {
        let turns = PHASE2_MOVES.map(|mv| CubiesTables::get().turns[mv.index()].unturned());
        let neighbours = |&number: &u64| {
            let here: Cubies = places.cubies(Place::from_number(number));
            turns
                .each_ref()
                .map(|turn| places.place(processor, &processor.then_unturned(&here, turn)).number())
        };
        let mut there = ends;
        there.par_extend(self.last.par_iter().flat_map_iter(neighbours));
        there.par_sort_unstable();
        there.dedup();
        there.retain(|number| self.known.binary_search(number).is_err());
        self.known.extend_from_slice(&there);
        self.known.par_sort_unstable();
        self.last = there;
    }
}
