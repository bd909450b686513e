//! Faces in any order, each turned in any way.
//!
//! How the cube is held does not matter, so the first picture is taken to be U as it is. The other five can be any of the 120
//! arrangements of faces, and each can be turned in four ways. Faces are turned one after another, and each cubie is looked at once
//! its faces are fixed. Most turnings fail at the second or third face, so some 3,000 of all 122,880 are looked at.

use super::sheet::{self, Numbers, Sheet, UNKNOWN};
use super::{Picture, arranged, scan_of};
use crate::cube::symmetry::Symmetry;
use crate::cube::{CORNERS, EDGES, FACELETS, Face, Setup, corner_facelet, corner_shown, edge_facelet};
use crate::cube::{Cube, edge_shown};
use crate::notation::Scan;

/// The order in which faces are fixed: each is beside earlier ones, so cubies are complete early.
const ORDER: [Face; 6] = [Face::U, Face::R, Face::F, Face::L, Face::B, Face::D];

/// The most readings that are kept. Only positions with patterns on them, which look the same when turned, have some.
const MOST: usize = 32;

/// Reads faces in any order and turned in any way: the order, and the position.
pub(super) fn readings(numbers: &Numbers, sheet: &Sheet) -> Vec<(Scan, Cube)> {
    let mut found = Vec::new();
    // A sticker that is unknown, or two pictures of the same face.
    if numbers.contains(&UNKNOWN) || sheet::faces(sheet::centres(numbers)).is_none() {
        return Vec::new();
    }
    for arrangement in 0..120 {
        let mut search = Turnings::new(numbers, pictures(arrangement));
        search.turn(0, 0, 0);
        found.append(&mut search.found);
        if found.len() >= MOST {
            break;
        }
    }
    let rotations: Vec<Symmetry> = Symmetry::all().into_iter().filter(|s| !s.is_reflection()).collect();
    let mut readings: Vec<(Scan, Cube)> = Vec::new();
    for pictures in found.into_iter().take(MOST) {
        let held = rotations.iter().map(|rotation| pictures.map(|picture| rotated(rotation, picture)));
        let best = held.min_by_key(|held| oddity(held, numbers, sheet)).and_then(|held| scan_of(&held));
        let read = best.and_then(|scan| Some((scan, sheet::cube(&arranged(numbers, &scan))?)));
        readings.extend(read.filter(|(_, cube)| readings.iter().all(|(_, other)| other != cube)));
    }
    readings
}

/// One of 120 ways in which the pictures after the first, which is U, can be the other faces.
fn pictures(mut arrangement: usize) -> [Face; 6] {
    let mut faces = Face::ALL;
    for picture in 1..6 {
        faces.swap(picture, picture + arrangement % (6 - picture));
        arrangement /= 6 - picture;
    }
    faces
}

/// How far this hold of the cube is from what a person expects: symbols on the faces that they name, then few turned pictures, then
/// faces in the order of facelet strings.
fn oddity(pictures: &[Picture; 6], numbers: &Numbers, sheet: &Sheet) -> (usize, usize, usize) {
    let mut centres = [0; 6];
    for (picture, &(face, _)) in pictures.iter().enumerate() {
        centres[face.index()] = numbers[picture * 9 + 4];
    }
    let turned = pictures.iter().filter(|(_, turns)| *turns > 0).count();
    let moved = pictures.iter().zip(Face::ALL).filter(|((face, _), usual)| face != usual).count();
    (sheet.misplaced(centres), turned, moved)
}

/// The face that a picture shows when the whole cube is rotated, and how it shows it turned.
fn rotated(rotation: &Symmetry, (face, turns): Picture) -> Picture {
    let to = rotation.face(face);
    let side = |beside: Face| to.neighbours().iter().position(|&other| other == beside).unwrap_or(0);
    let (top, new_top) = (rotation.face(face.printed_top_left().0), to.printed_top_left().0);
    (to, (turns + 4 + side(new_top) - side(top)) % 4)
}

/// The search for the turns of pictures whose faces are known.
struct Turnings {
    /// The face of each picture.
    faces: [Face; 6],
    /// The colours on each picture, turned back by 0 to 3 clockwise quarters.
    pictures: [[[Face; 9]; 4]; 6],
    turns: [usize; 6],
    colours: [Face; FACELETS],
    found: Vec<[Picture; 6]>,
}

impl Turnings {
    fn new(numbers: &Numbers, faces: [Face; 6]) -> Turnings {
        let mut face_of = [Face::U; 6];
        for (picture, face) in faces.into_iter().enumerate() {
            face_of[usize::from(numbers[picture * 9 + 4])] = face;
        }
        let picture = |picture: usize| -> [[Face; 9]; 4] {
            let upright = std::array::from_fn(|place| face_of[usize::from(numbers[picture * 9 + place])]);
            let mut turned = [upright; 4];
            for turns in 1..4 {
                turned[turns] = std::array::from_fn(|place| turned[turns - 1][place % 3 * 3 + 2 - place / 3]);
            }
            turned
        };
        let pictures = std::array::from_fn(picture);
        Turnings { faces, pictures, turns: [0; 6], colours: [Face::U; FACELETS], found: Vec::new() }
    }

    /// Turns the face with this number in [`ORDER`] and those after it, where these corners and edges are taken already.
    fn turn(&mut self, depth: usize, corners: u8, edges: u16) {
        let Some(&face) = ORDER.get(depth) else {
            if Setup::from_facelets(&self.colours).cube(true).is_some() {
                self.found.push(std::array::from_fn(|picture| (self.faces[picture], self.turns[picture])));
            }
            return;
        };
        let picture = self.faces.iter().position(|&other| other == face).unwrap_or(0);
        for turns in 0..if depth == 0 { 1 } else { 4 } {
            let turned = self.pictures[picture];
            if turned[..turns].contains(&turned[turns]) {
                continue;
            }
            self.turns[picture] = turns;
            self.colours[face.index() * 9..][..9].copy_from_slice(&turned[turns]);
            if let Some((corners, edges)) = self.with_cubies(depth, corners, edges) {
                self.turn(depth + 1, corners, edges);
            }
        }
    }

    /// The corners and edges that are taken once this face is fixed, if each new one is a cubie that was not.
    fn with_cubies(&self, depth: usize, mut corners: u8, mut edges: u16) -> Option<(u8, u16)> {
        let is_new = |names: &[Face]| {
            names.contains(&ORDER[depth]) && names.iter().all(|name| ORDER[..=depth].contains(name))
        };
        for place in (0..EDGES.len()).filter(|&place| is_new(&EDGES[place])) {
            let (edge, _) = edge_shown(std::array::from_fn(|side| self.colours[edge_facelet(place, side)]))?;
            let is_free = edges & 1 << edge == 0;
            edges |= is_free.then_some(1 << edge)?;
        }
        for place in (0..CORNERS.len()).filter(|&place| is_new(&CORNERS[place])) {
            let (corner, _) =
                corner_shown(std::array::from_fn(|side| self.colours[corner_facelet(place, side)]))?;
            let is_free = corners & 1 << corner == 0;
            corners |= is_free.then_some(1 << corner)?;
        }
        Some((corners, edges))
    }
}
