//! The starts of a position, made from its six images as registers of cubies, and how far they are from G1.

use std::sync::{LazyLock, OnceLock};

use super::StartTables;
use super::last_moves;
use crate::engine::two_phase::direction::{AXES, DIRECTIONS, rotations};
use crate::engine::two_phase::pre_moves::{FIRST_SEQUENCES, MOST, PreMoves, made_once, sequences};
use crate::engine::two_phase::start::direction_and_pre_moves;
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_tables::coord::cubies::Cubies;
use cubebatch_tables::coord::phase1::Phase1;
use cubebatch_tables::coord::phase1_reader::Phase1Reader;
use cubebatch_tables::coord::processor::Processor;
use cubebatch_tables::coord::sym_phase1::SymPhase1;
use cubebatch_tables::coord::symmetry::MoveImage;

/// A position in six directions, and whether it looks different from those before in each.
#[derive(Clone)]
pub struct Images {
    images: [Cubies; DIRECTIONS],
    is_new: [bool; DIRECTIONS],
}

/// What comes before and after a position for each axis, as cubies.
static ROTATIONS: LazyLock<[[Cubies; 2]; AXES]> =
    LazyLock::new(|| rotations().map(|around| around.each_ref().map(Cubies::from)));

impl Images {
    /// The images of a position.
    #[inline(always)]
    pub fn new(processor: impl Processor, cube: &Cube) -> Images {
        let both = [Cubies::from(cube), Cubies::from(&cube.inverse())];
        let images: [Cubies; DIRECTIONS] = std::array::from_fn(|direction| {
            let [before, after] = &ROTATIONS[direction % AXES];
            processor.then(&processor.then(before, &both[direction / AXES]), after)
        });
        let is_new = std::array::from_fn(|direction| !images[..direction].contains(&images[direction]));
        Images { images, is_new }
    }

    /// The pre-moves of the start with this number, and its unturned inverse.
    #[inline(always)]
    pub fn begin(&self, tables: &StartTables<impl Processor>, number: u16) -> (PreMoves, Cubies) {
        let (direction, pre_moves) = direction_and_pre_moves(number.into());
        (*pre_moves, self.inverse(tables, direction, pre_moves))
    }

    /// The unturned inverse of the position in a direction after pre-moves.
    #[inline(always)]
    pub fn inverse(
        &self,
        tables: &StartTables<impl Processor>,
        direction: usize,
        pre_moves: &PreMoves,
    ) -> Cubies {
        // Backwards along the same axis the position is its inverse.
        let inverse = self.images[(direction + AXES) % DIRECTIONS].unturned();
        let then = |inverse: Cubies, mv: &Move| {
            tables.processor.then_unturned(&inverse, &tables.unturned.moves[mv.index()])
        };
        pre_moves.moves().iter().rev().fold(inverse, then)
    }

    /// Adds the starts with these numbers, of each of which this is known. All have this number of pre-moves.
    #[inline(always)]
    pub fn add_starts(
        &self,
        tables: &StartTables<impl Processor>,
        pre_moves: usize,
        numbers: impl Iterator<Item = (usize, KnownDistance)>,
        starts: &mut Vec<Start>,
    ) {
        let after = after(pre_moves);
        let mut new = numbers.filter(|(number, _)| self.is_new[number % DIRECTIONS]);
        let mut at = [Phase1::default(); AT_ONCE];
        loop {
            let first = starts.len();
            for (at, (number, known)) in at.iter_mut().zip(new.by_ref()) {
                let (sequence, direction) = (number / DIRECTIONS, number % DIRECTIONS);
                let pre_moves = &after[sequence - FIRST_SEQUENCES[pre_moves]];
                let from = tables.processor.then(pre_moves, &self.images[direction]);
                *at = Phase1Reader::get().of(tables.processor, &from);
                tables.sym1.prefetch_class(*at);
                starts.push(Start::new(number as u16, known));
            }
            if starts.len() == first {
                break;
            }
            for (start, at) in starts[first..].iter_mut().zip(at) {
                start.at = tables.sym1.reduce(at);
                start.reached = start.at;
                tables.phase1.prefetch(start.at);
                tables.sym1.prefetch(start.at);
                tables.last_moves.prefetch_index(start.at);
            }
            starts[first..].iter().for_each(|start| tables.last_moves.prefetch_listed(start.at));
        }
    }
}

/// Starts that are made side by side.
const AT_ONCE: usize = 8 * DIRECTIONS;

/// What each sequence of this number of pre-moves makes of solved.
fn after(count: usize) -> &'static [Cubies] {
    static AFTER: [OnceLock<Vec<Cubies>>; MOST + 1] = [const { OnceLock::new() }; MOST + 1];
    let after = |pre_moves: &PreMoves| Cubies::from(&Cube::SOLVED.apply(pre_moves.moves()));
    made_once(&AFTER[count], || sequences(count).iter().map(after).collect())
}

/// A start, and its distance from G1 once that is known.
#[derive(Clone, Copy)]
pub struct Start {
    pub number: u16,
    pub at: SymPhase1,
    /// The moves that lead nearer, once its entry is read.
    pub nearer: u32,
    /// From G1, once it is known; before that more than any.
    pub distance: u8,
    /// The distance modulo 3, once its entry is read; before that more than any.
    residue: u8,
    /// A shortest path into G1 is followed to here, by this number of moves.
    reached: SymPhase1,
    followed: u8,
}

/// What comes next in a stage.
pub enum NextStart {
    At(Start),
    /// Starts whose distances are to be measured first.
    Measuring,
}

/// From a position twelve moves from G1, which is as far as any, at least this number of moves lead nearer.
const FROM_TWELVE: u32 = 4;

/// Stands where a number is not known.
const UNKNOWN: u8 = u8::MAX;

/// What is known of a start: its distance from G1; or that one modulo 3, and that it is more than six moves; or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownDistance(u8);

impl KnownDistance {
    pub const NOTHING: KnownDistance = KnownDistance(UNKNOWN);

    /// Stands before a distance modulo 3.
    const RESIDUE: u8 = 1 << 4;

    /// The distance.
    #[inline]
    pub fn distance(self) -> Option<u8> {
        (self.0 < KnownDistance::RESIDUE).then_some(self.0)
    }

    /// Whether more is to be known if these distances are wanted, each a bit.
    #[inline]
    pub fn may_become(self, wanted: u16) -> bool {
        const BEYOND_LISTED: u16 = u16::MAX << (last_moves::LENGTH + 1);
        const EACH_THIRD: u16 = 0b1001_0010_0100_1001;
        match self {
            KnownDistance::NOTHING => true,
            KnownDistance(known) => {
                known >= KnownDistance::RESIDUE
                    && EACH_THIRD << (known - KnownDistance::RESIDUE) & BEYOND_LISTED & wanted != 0
            }
        }
    }
}

/// A bit for each distance.
pub const ALL_DISTANCES: u16 = u16::MAX;

/// An entry of the phase-1 table contradicts the path from there.
pub struct EntryContradiction;

impl Start {
    pub fn new(number: u16, known: KnownDistance) -> Start {
        let (at, distance) = (SymPhase1::default(), known.distance().unwrap_or(UNKNOWN));
        Start { number, at, nearer: 0, distance, residue: UNKNOWN, reached: at, followed: 0 }
    }

    /// What is known of it.
    #[inline]
    pub fn known(&self) -> KnownDistance {
        KnownDistance(if self.distance == UNKNOWN {
            KnownDistance::RESIDUE | self.residue
        } else {
            self.distance
        })
    }

    /// Goes on measuring; whether the distance is known, or is no distance that is wanted. Each of these is a bit.
    ///
    /// The last-moves table lists distances of up to six moves. A greater one is known modulo 3, from seven to twelve. So
    /// a path is followed until it is six or nine moves from G1, and that table says which of both. Where that is the start
    /// itself, it is nine, unless it may be [twelve](FROM_TWELVE).
    #[inline(always)]
    pub fn measure(
        &mut self,
        tables: &StartTables<impl Processor>,
        wanted: u16,
    ) -> Result<bool, EntryContradiction> {
        if self.distance != UNKNOWN && self.residue != UNKNOWN {
            return Ok(true);
        }
        if self.residue == UNKNOWN {
            let entry = tables.phase1.at(self.at);
            (self.nearer, self.residue) = (entry.nearer(), entry.residue());
            if self.residue > 2 {
                return Err(EntryContradiction);
            }
            if self.distance != UNKNOWN {
                return self.end_at(self.distance);
            }
            if let Some(distance) = tables.last_moves.distance(self.at) {
                return self.end_at(distance);
            }
            if self.nearer == 0 {
                return Err(EntryContradiction);
            }
            if self.residue == 0 && self.nearer.count_ones() < FROM_TWELVE {
                return self.end_at(last_moves::LENGTH + 3);
            }
        }
        let to_six_or_nine = if self.residue == 0 { 3 } else { self.residue };
        if self.followed == to_six_or_nine {
            let distance = tables.last_moves.distance(self.reached);
            return self.end_at(distance.unwrap_or(last_moves::LENGTH + 3));
        }
        let beyond_listed = to_six_or_nine + last_moves::LENGTH;
        if wanted & (1 << beyond_listed | 1 << (beyond_listed + 3)) == 0 {
            return Ok(true);
        }
        let entry = tables.phase1.at(self.reached);
        if entry.residue() != self.residue_left() {
            return Err(EntryContradiction);
        }
        let nearer = MoveImage::first_of(entry.nearer()).ok_or(EntryContradiction)?;
        self.reached = tables.sym1.neighbour(self.reached, nearer);
        self.followed += 1;
        if self.followed == to_six_or_nine {
            tables.last_moves.prefetch_listed(self.reached);
        } else {
            tables.phase1.prefetch(self.reached);
            tables.sym1.prefetch(self.reached);
        }
        Ok(false)
    }

    /// What is left of the distance modulo 3.
    #[inline]
    fn residue_left(&self) -> u8 {
        (self.residue + 3 - self.followed % 3) % 3
    }

    /// Ends so far from G1, if the entry of the start says the same.
    #[inline]
    fn end_at(&mut self, distance: u8) -> Result<bool, EntryContradiction> {
        self.distance = self.followed + distance;
        if self.distance % 3 == self.residue { Ok(true) } else { Err(EntryContradiction) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cpu::near::{canonical_walk, phase1_entries, put_phase1_entry};
    use crate::engine::cpu::two_phase::last_moves::LastMovesTable;
    use crate::engine::cpu::two_phase::trial::{tables, tables_over};
    use crate::engine::two_phase::direction::images;
    use crate::engine::two_phase::pre_moves::after_pre_moves;
    use crate::engine::two_phase::start::numbers;
    use cubebatch_cube::cube::Pieces;
    use cubebatch_cube::cube::random::Random;
    use cubebatch_tables::coord::processor::Plain;
    use cubebatch_tables::coord::sym_phase1::SymPhase1Tables;
    use cubebatch_tables::table::Phase1Entry;

    /// Numbers of starts with this number of pre-moves: all, or some where there are many.
    fn some(pre_moves: usize) -> impl Iterator<Item = usize> {
        numbers(pre_moves).step_by(if pre_moves == MOST { 17 } else { 1 })
    }

    /// The starts of a position with this number of pre-moves, and the unturned inverse of each.
    fn starts(cube: &Cube, pre_moves: usize) -> Vec<(Start, Cubies)> {
        let (tables, mut starts) = (tables(), Vec::new());
        let images = Images::new(Plain, cube);
        images.add_starts(
            &tables,
            pre_moves,
            some(pre_moves).map(|number| (number, KnownDistance::NOTHING)),
            &mut starts,
        );
        starts.into_iter().map(|start| (start, images.begin(&tables, start.number).1)).collect()
    }

    #[test]
    fn starts_are_those_of_the_position() {
        let mut random = Random::new(192);
        let superflip = Cube::of(Pieces { edge_ori: [1; 12], ..Pieces::SOLVED });
        let symmetric = [Cube::SOLVED, superflip, Cube::SOLVED.turn(Move::from_index(4))];
        for cube in symmetric.into_iter().chain((0..30).map(|_| random.cube())) {
            let images = images(&cube);
            for count in 0..=MOST {
                let found = starts(&cube, count);
                let is_new = |number: &usize| images[direction_and_pre_moves(*number).0].is_some();
                let expected = some(count).filter(is_new);
                assert!(found.iter().map(|(start, _)| usize::from(start.number)).eq(expected));
                for (start, inverse) in found {
                    let (direction, pre_moves) = direction_and_pre_moves(start.number.into());
                    let image = images[direction].expect("it is new");
                    let from = after_pre_moves(&image, pre_moves.moves());
                    assert_eq!(start.at, SymPhase1Tables::get().reduce(Phase1::of(&from)));
                    assert_eq!(inverse, Cubies::unturned_inverse(&from));
                }
            }
        }
    }

    /// The distance of a position and a move that leads nearer, from those listed; `None` beyond `at_most`.
    fn distance(at: SymPhase1, at_most: u8) -> Option<(u8, u32)> {
        if let Some(distance) = LastMovesTable::get().distance(at) {
            return Some((distance, 0));
        }
        let at_most = at_most.checked_sub(1).filter(|&at_most| at_most >= last_moves::LENGTH)?;
        let neighbours = SymPhase1Tables::get().neighbours(at).enumerate();
        let there = neighbours.filter_map(|(image, there)| Some((distance(there, at_most)?.0, image)));
        there.min().map(|(distance, image)| (distance + 1, 1 << image))
    }

    /// Entries that are right on a path into G1.
    fn put_path(entries: &mut [u8], mut at: SymPhase1) {
        while let Some((distance, nearer @ 1..)) = distance(at, 8) {
            put_phase1_entry(entries, at, Phase1Entry::new(distance, nearer));
            at =
                MoveImage::first_of(nearer).map(|image| SymPhase1Tables::get().neighbour(at, image)).unwrap();
        }
    }

    #[test]
    fn starts_farther_than_listed_paths_are_measured_by_a_few_moves() {
        let mut random = Random::new(193);
        let mut entries = phase1_entries();
        let mut far: Vec<(Start, u8, u32)> = Vec::new();
        for _ in 0..60 {
            let start = starts(&Cube::SOLVED.apply(&canonical_walk(&mut random, 8)), 0)[0].0;
            if let Some((distance, nearer @ 1..)) = distance(start.at, 8) {
                put_path(&mut entries, start.at);
                far.push((start, distance, nearer));
            }
        }
        let tables = tables_over(entries);
        let tables = StartTables::new(Plain, &tables.phase1);
        for (mut start, distance, nearer) in far.iter().copied() {
            let is_known = |_| start.measure(&tables, ALL_DISTANCES).is_ok_and(|is_known| is_known);
            assert_eq!((0..3).position(is_known), Some(usize::from(distance) - 6));
            assert_eq!((start.distance, start.nearer), (distance, nearer));
        }
        assert!([7, 8].iter().all(|&distance| far.iter().filter(|start| start.1 == distance).count() > 3));
    }
}
