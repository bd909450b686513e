//! Spaces of two coordinates which every move changes independently, small enough for a byte a
//! position.

use super::EngineError;
use crate::coord::MoveTable;

/// The distance of a position to which no moves lead; all others are smaller.
pub const UNREACHED: u8 = u8::MAX;

/// The positions are the pairs of a *block* and a *place* in it, one value each of two
/// coordinates; a position's number is `block · places + place`, and 0 is solved.
#[derive(Clone, Copy)]
pub struct Product<'a> {
    pub(super) blocks: &'a MoveTable,
    pub(super) places: &'a MoveTable,
    /// The columns of both tables that are used.
    pub(super) moves: &'a [usize],
}

impl<'a> Product<'a> {
    /// The space of these two coordinates under some of the moves that both tables have:
    /// `moves` are their places in the tables' rows.
    ///
    /// # Panics
    /// When there are more than 2³² positions.
    pub fn new(blocks: &'a MoveTable, places: &'a MoveTable, moves: &'a [usize]) -> Product<'a> {
        assert!(blocks.len() * places.len() <= 1 << 32, "numbers of positions are to fit 32 bits");
        Product { blocks, places, moves }
    }

    /// How many positions there are, reached or not.
    pub fn positions(&self) -> usize {
        self.blocks.len() * self.places.len()
    }
}

/// What finds the distances of all positions of a [`Product`].
pub trait Explore {
    /// The least number of moves that lead from position 0 to each position, or [`UNREACHED`].
    ///
    /// Level by level, each move is tried on the positions of the last level, the frontier.
    ///
    /// # Errors
    /// When the space does not fit on the GPU, or the GPU failed.
    fn distances(&self, product: &Product) -> Result<Vec<u8>, EngineError>;
}
