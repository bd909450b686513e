//! Positions of a group as numbers without gaps, and turns as look-ups.

use std::collections::HashMap;

use super::Group;
use cubebatch_cube::cube::{Cube, Face, Move, Pieces, odd};

/// A position: what each of its parts is, by number. Even permutations come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupPosition {
    corners: u16,
    twist: u16,
    edges: u16,
}

impl GroupPosition {
    pub const SOLVED: GroupPosition = GroupPosition { corners: 0, twist: 0, edges: 0 };
}

/// All positions of a group.
///
/// What a turn does to the permutation of the corners depends on nothing else; so it is with their twists
/// and with the edges. A position may have any of each, as long as both permutations are even or both odd.
pub struct GroupPositions {
    group: Group,
    corners: PositionPart,
    twist: PositionPart,
    edges: PositionPart,
    /// For each twist, which face turns besides the first.
    second_faces: Vec<u8>,
}

impl GroupPositions {
    pub fn new(group: Group) -> GroupPositions {
        let part = |keep: fn(&Pieces) -> Cube| {
            PositionPart::reached(group.faces(), |cube| keep(&group.visible(cube)))
        };
        let corners = part(|&Pieces { corner_perm, .. }| Cube::of(Pieces { corner_perm, ..Pieces::SOLVED }));
        let twist = part(|&Pieces { corner_ori, .. }| Cube::of(Pieces { corner_ori, ..Pieces::SOLVED }));
        // U, R and their like flip no edges.
        let edges = part(|&Pieces { edge_perm, .. }| Cube::of(Pieces { edge_perm, ..Pieces::SOLVED }));
        let second_faces = twist.cubes.iter().map(|cube| second_face(group, cube)).collect();
        let places = GroupPositions { group, corners, twist, edges, second_faces };
        assert_eq!(2 * places.even() as u64, group.order(), "the parts of a position are independent");
        places
    }

    pub fn group(&self) -> Group {
        self.group
    }

    /// The number of even positions, half of all.
    pub fn even(&self) -> usize {
        self.corners.even * self.twist.cubes.len() * self.edges.even
    }

    pub fn is_even(&self, place: GroupPosition) -> bool {
        usize::from(place.corners) < self.corners.even
    }

    /// The number of an even position, 0 … [`GroupPositions::even`] − 1.
    pub fn index(&self, place: GroupPosition) -> usize {
        let corners_and_twist =
            usize::from(place.corners) * self.twist.cubes.len() + usize::from(place.twist);
        corners_and_twist * self.edges.even + usize::from(place.edges)
    }

    /// The even position with this number.
    pub fn place(&self, index: usize) -> GroupPosition {
        let (rest, edges) = (index / self.edges.even, index % self.edges.even);
        let (corners, twist) = (rest / self.twist.cubes.len(), rest % self.twist.cubes.len());
        GroupPosition { corners: corners as u16, twist: twist as u16, edges: edges as u16 }
    }

    /// The position after some quarter turns, 1 … 3, of the face with this number.
    pub fn turn(&self, place: GroupPosition, face: usize, turns: usize) -> GroupPosition {
        let column = 3 * face + turns - 1;
        GroupPosition {
            corners: self.corners.turns[usize::from(place.corners)][column],
            twist: self.twist.turns[usize::from(place.twist)][column],
            edges: self.edges.turns[usize::from(place.edges)][column],
        }
    }

    /// The second face that turns at a position. It is the same before and after its turn.
    pub fn second_face(&self, place: GroupPosition) -> usize {
        self.second_faces[usize::from(place.twist)].into()
    }
}

/// R alone; or, where all three turn, F if the corner at UBL is as when solved, which only U can change.
fn second_face(group: Group, twist: &Cube) -> u8 {
    const UBL: usize = 2;
    match group {
        Group::Pocket if twist.corner_ori[UBL] == 0 => 2,
        Group::Pocket | Group::Ur => 1,
    }
}

/// One part of a position, the rest as when solved.
struct PositionPart {
    /// Even ones first; the solved one is the very first.
    cubes: Vec<Cube>,
    /// How many are even; all, if it has no permutation.
    even: usize,
    /// The numbers after 1, 2 and 3 quarter turns of each face.
    turns: Vec<[u16; 9]>,
}

impl PositionPart {
    /// All positions that turns of these faces reach; `keep` takes the part of a cube that counts.
    fn reached(faces: &[Face], keep: impl Fn(&Cube) -> Cube) -> PositionPart {
        let moves: Vec<Move> =
            faces.iter().flat_map(|&face| (1..4).filter_map(move |turns| Move::new(face, turns))).collect();
        let mut cubes = vec![Cube::SOLVED];
        let mut numbers = HashMap::from([(Cube::SOLVED, 0)]);
        let mut next = 0;
        while next < cubes.len() {
            for &mv in &moves {
                let cube = keep(&cubes[next].turn(mv));
                numbers.entry(cube).or_insert_with(|| {
                    cubes.push(cube);
                    cubes.len() - 1
                });
            }
            next += 1;
        }
        let is_odd = |cube: &Cube| odd(&cube.corner_perm) || odd(&cube.edge_perm);
        cubes.sort_by_key(is_odd);
        let even = cubes.partition_point(|cube| !is_odd(cube));
        let numbers: HashMap<Cube, u16> = cubes.iter().copied().zip(0..).collect();
        let row = |cube: &Cube| {
            let mut row = [0; 9];
            for (number, &mv) in row.iter_mut().zip(&moves) {
                *number = numbers[&keep(&cube.turn(mv))];
            }
            row
        };
        let turns = cubes.iter().map(row).collect();
        PositionPart { cubes, even, turns }
    }
}
