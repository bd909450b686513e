//! The look-ups of a search in a proof filter.

use cubebatch_tables::coord::cosets::{Behind, CornerCosets};
use cubebatch_tables::coord::cubies::Cubies;
use cubebatch_tables::coord::prefetch::prefetch;
use cubebatch_tables::coord::processor::Processor;
use cubebatch_tables::table::FilterView;
use cubebatch_tables::table::filter::near::{self, NEAR};
use cubebatch_tables::table::filter::{FilterPlace, Reach};

/// A filter, and the tables that find the places of positions in it.
#[derive(Clone, Copy)]
pub struct Filter<'a, P> {
    pub processor: P,
    cosets: &'static CornerCosets,
    view: FilterView<'a>,
    /// The share of a block for the greatest number of moves that the filter knows.
    pub farthest: Reach,
    /// The share of a block for each number of moves up to the greatest, or for the next greater number that has one.
    reaches: [Reach; MOST_MOVES + 1],
}

/// No filter reaches farther.
const MOST_MOVES: usize = 15;

impl<'a, P: Processor> Filter<'a, P> {
    pub fn new(processor: P, view: FilterView<'a>) -> Filter<'a, P> {
        let farthest = view.size.reaches()[0];
        let reaches = std::array::from_fn(|moves| view.reach(moves as u8).unwrap_or(farthest));
        Filter { processor, cosets: CornerCosets::get(), view, farthest, reaches }
    }

    /// The place of a position in the filter.
    #[inline(always)]
    pub fn place(&self, cubies: &Cubies) -> FilterPlace {
        self.view.place(self.cosets.key(self.processor, cubies))
    }

    /// Positions behind quarter turns, for [`Filter::place_behind`].
    #[inline(always)]
    pub fn behind(&self, cubies: &Cubies) -> Behind<'static, P> {
        self.cosets.behind(self.processor, cubies)
    }

    /// The place in the filter of the position that a quarter turn of a face makes, followed by `behind`.
    #[inline(always)]
    pub fn place_behind(&self, behind: &Behind<P>, face: usize) -> FilterPlace {
        self.view.place(behind.key(face))
    }

    /// Fetches what it will be asked about soon. Many at once are best: until it is known where a block is in memory, the
    /// processor does not go on far beyond.
    #[inline(always)]
    pub fn fetch(&self, place: FilterPlace) {
        prefetch(self.view.blocks, place.block as usize);
    }

    /// Whether a position can be this number of moves from solved, up to the greatest number.
    #[inline(always)]
    pub fn passes(&self, place: FilterPlace, moves: u8) -> bool {
        if moves <= NEAR {
            return near::is_within(self.view.near, place, moves);
        }
        place.passes(&self.view.blocks[place.block as usize], self.reaches[usize::from(moves)])
    }

    /// Whether a position can be as many moves from solved as the filter knows of.
    #[inline(always)]
    pub fn passes_farthest(&self, place: FilterPlace) -> bool {
        place.passes(&self.view.blocks[place.block as usize], self.farthest)
    }
}
