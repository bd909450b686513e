//! The second phase of a two-phase search: how far ends of the first are from solved, and the
//! solutions through them.

use super::descend::{self, Descender};
use super::phase2_search::Phase2Search;
use crate::coord::sym_phase2::{SymPhase2, SymPhase2Tables};
use crate::coord::{Phase1, Phase2};
use crate::cube::{Cube, Move, merge};
use crate::engine::direction::{from_direction, image, opened};
use crate::engine::{End, Way};
use crate::table::Phase;

/// What knows phase 2. Both kinds give the same answers.
pub enum ToSolved<'a> {
    /// Looks distances up, and descends.
    Table(Descender<'a>),
    /// Searches, with little memory.
    Search(&'static Phase2Search),
}

impl ToSolved<'_> {
    /// Asks the memory for what [`ToSolved::distance`] reads.
    #[inline]
    pub fn prefetch(&self, place: SymPhase2) {
        match self {
            ToSolved::Table(tables) => tables.distances.prefetch(place),
            ToSolved::Search(search) => search.prefetch(place),
        }
    }

    /// The number of moves from a place to solved; where there are more than `at_most`, just some
    /// number that is greater.
    #[inline]
    pub fn distance(&self, place: SymPhase2, at_most: u8) -> u8 {
        match self {
            ToSolved::Table(tables) => match tables.distances.at(place) {
                // In a damaged table it is not near.
                Phase::NEAR => tables.near.distance(place).unwrap_or(Phase::NEAR),
                distance => distance,
            },
            ToSolved::Search(search) => search.distance(place, at_most),
        }
    }

    /// The solution through an end of phase 1 of a position: its phase 2 is the lexicographically
    /// first of the shortest ones.
    ///
    /// # Errors
    /// The phase whose table led nowhere: it is damaged.
    pub fn solution(&self, cube: &Cube, end: &End) -> Result<Vec<Move>, Phase> {
        self.solutions(&[(cube, end)]).pop().expect("a solution for each end")
    }

    /// The solutions through ends of some positions, see [`ToSolved::solution`].
    pub fn solutions(&self, ends: &[(&Cube, &End)]) -> Vec<Result<Vec<Move>, Phase>> {
        let starts = ends.iter().map(|(cube, end)| start(cube, end));
        let ways = match self {
            ToSolved::Table(tables) => tables.descend(starts),
            ToSolved::Search(search) => starts.map(|start| go(search, start)).collect(),
        };
        let whole = |((_, end), way): (&(&Cube, &End), Result<Way, Phase>)| {
            let moves: Vec<Move> = way?.moves.into_iter().chain(end.closing).collect();
            Ok(merge(&from_direction(end.direction, &moves)))
        };
        ends.iter().zip(ways).map(whole).collect()
    }
}

/// Where phase 2 begins, in the end's direction, and how far that is from solved; `None` if it is
/// not in G1, as a damaged table can have it.
fn start(cube: &Cube, end: &End) -> Option<(descend::End, u8)> {
    let cube = opened(&image(cube, end.direction), end.closing).apply(&end.moves);
    if Phase1::of(&cube).code() != 0 {
        return None;
    }
    let place = SymPhase2Tables::get().reduce(Phase2::of(&cube));
    Some((descend::End { moves: end.moves.clone(), place }, end.distance))
}

/// The way on from there by a search.
fn go(search: &Phase2Search, start: Option<(descend::End, u8)>) -> Result<Way, Phase> {
    let (descend::End { mut moves, place }, distance) = start.ok_or(Phase::One)?;
    let phase1_length = moves.len();
    moves.extend(search.way(place, distance).ok_or(Phase::One)?);
    Ok(Way { moves, phase1_length })
}
