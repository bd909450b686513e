//! What the tests of the search's parts are made of: plain distances, and one search over tables whose entries are true
//! near the goal and zero elsewhere, so that they take little memory.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, LazyLock};

use super::Tables;
use super::position::{Node, Search};
use super::round::{Flow, Queues, Stage};
use super::rules::Last;
use super::stages::end::Arrival;
use super::stages::look_up::{Hit, LookUp};
use crate::coord::Phase2;
use crate::coord::perms::Perms;
use crate::coord::phase1::{PHASE1_MOVES, Phase1};
use crate::coord::phase2::PHASE2_MOVES;
use crate::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use crate::coord::sym_phase2::SymPhase2Tables;
use crate::cube::random::Random;
use crate::cube::{Cube, Move};
use crate::engine::two_phase::{LONGEST, Path, TwoPhaseLimits, TwoPhaseTables};
use crate::space::half_bytes;
use crate::table::{Complete, CompleteTable, Phase1Entry, phase2_entry};

/// How far from G1 distances are known.
pub const NEAR_G1: u8 = 5;

/// How far from solved.
pub const NEAR_SOLVED: u8 = 6;

/// The distance from G1, if it is known.
pub fn distance1(cube: &Cube) -> Option<u8> {
    near_g1().get(&Phase1::of(cube).code()).map(|&(_, distance)| distance)
}

/// The distance of a position of G1 from solved, if it is known.
pub fn distance2(cube: &Cube) -> Option<u8> {
    near_solved().get(cube).map(|&(_, distance)| distance)
}

/// The codes near G1.
fn near_g1() -> &'static HashMap<u32, (Cube, u8)> {
    static NEAR: LazyLock<HashMap<u32, (Cube, u8)>> =
        LazyLock::new(|| near(&PHASE1_MOVES, NEAR_G1, |cube| Phase1::of(cube).code()));
    &NEAR
}

/// The positions of G1 near solved.
fn near_solved() -> &'static HashMap<Cube, (Cube, u8)> {
    static NEAR: LazyLock<HashMap<Cube, (Cube, u8)>> =
        LazyLock::new(|| near(&PHASE2_MOVES, NEAR_SOLVED, |&cube| cube));
    &NEAR
}

/// What is at most so many moves from solved, each with a position and its distance.
fn near<K: Eq + Hash>(moves: &[Move], radius: u8, what: impl Fn(&Cube) -> K) -> HashMap<K, (Cube, u8)> {
    let mut found = HashMap::from([(what(&Cube::SOLVED), (Cube::SOLVED, 0))]);
    let mut level = vec![Cube::SOLVED];
    for distance in 1..=radius {
        let mut next = Vec::new();
        for cube in level.iter().flat_map(|cube| moves.iter().map(|&mv| cube.turn(mv))) {
            found.entry(what(&cube)).or_insert_with(|| {
                next.push(cube);
                (cube, distance)
            });
        }
        level = next;
    }
    found
}

/// The tables, true as far as [`NEAR_G1`] and [`NEAR_SOLVED`].
pub fn tables() -> Tables<'static> {
    static TABLES: LazyLock<TwoPhaseTables> = LazyLock::new(|| {
        let table = |table, entries| Arc::new(CompleteTable::from_entries(table, entries));
        TwoPhaseTables {
            phase1: table(Complete::Phase1, phase1_entries()),
            phase2: table(Complete::Phase2, phase2_entries()),
        }
    });
    Tables::new(&TABLES)
}

fn phase1_entries() -> Vec<u8> {
    let mut bytes = vec![0; Complete::Phase1.bytes()];
    for &(cube, distance) in near_g1().values() {
        let at = SymPhase1Tables::get().reduce(Phase1::of(&cube));
        let first_bit = at.index() * Phase1Entry::BITS;
        let bits = Phase1Entry::new(distance, nearer(&cube, at)).bits() << (first_bit % 8);
        (0..3).for_each(|i| bytes[first_bit / 8 + i] |= (bits >> (8 * i)) as u8);
    }
    bytes
}

/// A bit for each move that leads nearer to G1, as the moves look after the symmetry of the position.
pub fn nearer(cube: &Cube, at: SymPhase1) -> u32 {
    let image = |mv: Move| SymPhase1Tables::get().image(at, mv.index()).number();
    let is_nearer = |mv: &Move| distance1(&cube.turn(*mv)).is_some_and(|there| Some(there) < distance1(cube));
    Move::all().filter(is_nearer).fold(0, |bits, mv| bits | 1 << image(mv))
}

fn phase2_entries() -> Vec<u8> {
    let mut bytes = vec![0; Complete::Phase2.bytes()];
    for &(cube, distance) in near_solved().values() {
        let index = SymPhase2Tables::get().reduce(Phase2::of(&cube)).index();
        let entry = phase2_entry(distance);
        bytes[index / 2] |=
            if index.is_multiple_of(2) { half_bytes::pack(entry, 0) } else { half_bytes::pack(0, entry) };
    }
    bytes
}

/// Some of these moves.
pub fn walk(random: &mut Random, moves: &[Move], length: usize) -> Vec<Move> {
    (0..length).map(|_| moves[random.below(moves.len() as u64) as usize]).collect()
}

/// A canonical sequence of any moves.
pub fn canonical_walk(random: &mut Random, length: usize) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    while moves.len() < length {
        let mv = Move::from_index(random.below(Move::COUNT as u64) as usize);
        if moves.last().is_none_or(|last| last.may_precede(mv)) {
            moves.push(mv);
        }
    }
    moves
}

/// These moves as the first ones of a path.
pub fn path(moves: &[Move]) -> Path {
    let mut path = [Move::FIRST; LONGEST];
    path[..moves.len()].copy_from_slice(moves);
    path
}

/// A search of one position, and what it has under way.
pub struct Trial {
    pub tables: Tables<'static>,
    pub limits: TwoPhaseLimits,
    pub search: Search,
    queues: Queues,
}

impl Trial {
    /// The search of a position, in a pass of this start with paths of this length.
    pub fn new(cube: &Cube, max_length: u8, start: usize, length: usize) -> Trial {
        let (tables, limits) = (tables(), TwoPhaseLimits { max_length, ..TwoPhaseLimits::default() });
        let search = Search::new(0, cube, &tables, &limits).in_pass(start, length as u8);
        Trial { tables, limits, search, queues: Queues::default() }
    }

    /// The flow, in which the neighbours that are due are of these nodes.
    pub fn flow<'a>(&'a mut self, parents: &'a [Node]) -> Flow<'a> {
        Flow::new(&mut self.search, &mut self.queues, parents, &self.tables, &self.limits)
    }

    /// Takes what waits at a stage.
    pub fn take<S: Stage>(&mut self) -> Vec<S> {
        self.queues.take()
    }

    /// What comes of an item at another stage.
    pub fn advance<S: Stage, T: Stage>(&mut self, item: S) -> Vec<T> {
        item.advance(&mut self.flow(&[]));
        self.take()
    }

    /// What comes of a look-up.
    pub fn arrivals(&mut self, from: LookUp) -> Vec<Arrival> {
        let hits: Vec<Hit> = self.advance(from);
        hits.into_iter().flat_map(|hit| self.advance::<Hit, Arrival>(hit)).collect()
    }
}

/// A look-up after these moves from a start, when so many are left.
pub fn look_up_after(start: &Cube, moves: &[Move], left: u8) -> LookUp {
    let (last, before) = moves.split_last().map_or((None, moves), |(&last, before)| (Some(last), before));
    LookUp {
        at: SymPhase1Tables::get().reduce(Phase1::of(&start.apply(moves))),
        path: path(before),
        perms: Perms::of(&start.apply(before)),
        last: last.map_or(Last::NONE, Into::into),
        left,
    }
}
