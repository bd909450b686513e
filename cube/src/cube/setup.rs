//! Claimed positions, and all the faults that they can have.

use std::fmt;

use super::Pieces;
use super::cubie::{corner_at, edge_at};
use super::{CORNERS, Cube, EDGES, Face};

/// The faces shown at each position, in the order of [`CORNERS`] and [`EDGES`]: what
/// can be read off a cube before it is known to be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The colours at the three facelets of each corner position.
    pub corners: [[Face; 3]; 8],
    /// The colours at the two facelets of each edge position.
    pub edges: [[Face; 2]; 12],
}

/// One thing that keeps a [`Setup`] from being a position of the cube.
///
/// Corners and corner positions are numbered 0 … 7 as in [`CORNERS`], edges and edge positions 0 … 11 as in [`EDGES`]. Counts
/// are the counts of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the comment above explains the names of the fields")]
pub enum Fault {
    /// A colour stands on `count` facelets, not on `expected`: on 9 with its centre, or on 4 of a pocket cube.
    ColourCount { colour: Face, count: usize, expected: usize },
    /// The colours at a corner position belong to no corner.
    NoSuchCorner { position: usize, colours: [Face; 3] },
    /// The colours at an edge position belong to no edge.
    NoSuchEdge { position: usize, colours: [Face; 2] },
    /// A corner occurs more than once.
    RepeatedCorner { corner: usize, count: usize },
    /// An edge occurs more than once.
    RepeatedEdge { edge: usize, count: usize },
    /// A corner is nowhere.
    MissingCorner { corner: usize },
    /// An edge is nowhere.
    MissingEdge { edge: usize },
    /// All corners are there, but one of them would have to be twisted.
    Twist,
    /// All edges are there, but one of them would have to be flipped.
    Flip,
    /// All cubies are there, but two of them would have to be exchanged.
    Parity,
}

/// All faults of one position; never empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Faults(pub Vec<Fault>);

impl Setup {
    /// What these cubies show, as [`Cube::corners`] and [`Cube::edges`] have them. They need not be a position.
    ///
    /// # Panics
    /// When a corner is not 0 … 7, or an edge 0 … 11.
    pub fn of_cubies(corners: &[(u8, u8); 8], edges: &[(u8, u8); 12]) -> Setup {
        let corner = |&(corner, twist): &(u8, u8)| {
            let names = CORNERS[usize::from(corner)];
            std::array::from_fn(|n| names[(n + 3 - usize::from(twist % 3)) % 3])
        };
        let edge = |&(edge, flip): &(u8, u8)| {
            let names = EDGES[usize::from(edge)];
            std::array::from_fn(|n| names[(n + usize::from(flip)) % 2])
        };
        Setup { corners: corners.each_ref().map(corner), edges: edges.each_ref().map(edge) }
    }

    /// The position, or all that is wrong with it.
    ///
    /// # Errors
    /// [`Faults`], when turns cannot reach this position from the solved one.
    pub fn into_cube(self) -> Result<Cube, Faults> {
        self.checked(true)
    }

    /// The corners as those of a pocket cube, which has no edges and no centres, with all edges at home; or all that is wrong
    /// with them. The edges of this setup do not matter.
    ///
    /// # Errors
    /// [`Faults`], when turns of a pocket cube cannot reach these corners from the solved ones.
    pub fn into_pocket_cube(self) -> Result<Cube, Faults> {
        Setup { edges: EDGES, ..self }.checked(false)
    }

    /// The position of a cube, or of a pocket cube if there are no edges; or all that is wrong with it.
    pub(super) fn checked(&self, has_edges: bool) -> Result<Cube, Faults> {
        self.cube(has_edges).ok_or_else(|| self.faults(has_edges))
    }

    /// The position, if nothing is wrong.
    pub(crate) fn cube(&self, has_edges: bool) -> Option<Cube> {
        let mut pieces = Pieces::SOLVED;
        let (mut corners, mut edges) = (0_u32, 0_u32);
        for (position, &colours) in self.corners.iter().enumerate() {
            let (corner, ori) = corner_shown(colours)?;
            (pieces.corner_perm[position], pieces.corner_ori[position]) = (corner as u8, ori);
            corners |= 1 << corner;
        }
        for (position, &colours) in self.edges.iter().enumerate() {
            let (edge, ori) = edge_shown(colours)?;
            (pieces.edge_perm[position], pieces.edge_ori[position]) = (edge as u8, ori);
            edges |= 1 << edge;
        }
        let cube = Cube::of(pieces);
        let are_all_there = corners == (1 << CORNERS.len()) - 1 && edges == (1 << EDGES.len()) - 1;
        let is_out_of_reach = is_twisted(&cube) || is_flipped(&cube) || has_edges && is_odd(&cube);
        (are_all_there && !is_out_of_reach).then_some(cube)
    }

    /// All faults.
    fn faults(&self, has_edges: bool) -> Faults {
        let mut faults = self.colour_faults(has_edges);
        let corners = self.corners.map(corner_shown);
        let edges = self.edges.map(edge_shown);
        faults.extend(unknown(&corners).map(|position| {
            let colours = self.corners[position];
            Fault::NoSuchCorner { position, colours }
        }));
        faults.extend(unknown(&edges).map(|position| {
            let colours = self.edges[position];
            Fault::NoSuchEdge { position, colours }
        }));
        let all_corners = tally::<8>(&corners, &mut faults, |corner, count| match count {
            0 => Fault::MissingCorner { corner },
            _ => Fault::RepeatedCorner { corner, count },
        });
        let all_edges = tally::<12>(&edges, &mut faults, |edge, count| match count {
            0 => Fault::MissingEdge { edge },
            _ => Fault::RepeatedEdge { edge, count },
        });
        let cube = Cube::of(Pieces {
            // Unknown cubies are faults already, so any number will do for them.
            corner_perm: corners.map(|shown| shown.unwrap_or_default().0 as u8),
            corner_ori: corners.map(|shown| shown.unwrap_or_default().1),
            edge_perm: edges.map(|shown| shown.unwrap_or_default().0 as u8),
            edge_ori: edges.map(|shown| shown.unwrap_or_default().1),
        });
        if all_corners && is_twisted(&cube) {
            faults.push(Fault::Twist);
        }
        if all_edges && is_flipped(&cube) {
            faults.push(Fault::Flip);
        }
        if has_edges && all_corners && all_edges && is_odd(&cube) {
            faults.push(Fault::Parity);
        }
        Faults(faults)
    }

    fn colour_faults(&self, has_edges: bool) -> Vec<Fault> {
        let edges = if has_edges { self.edges.as_flattened() } else { &[] };
        let mut counts = [usize::from(has_edges); 6];
        for face in self.corners.as_flattened().iter().chain(edges) {
            counts[face.index()] += 1;
        }
        let expected = facelets_of_a_colour(has_edges);
        Face::ALL
            .into_iter()
            .zip(counts)
            .filter(|&(_, count)| count != expected)
            .map(|(colour, count)| Fault::ColourCount { colour, count, expected })
            .collect()
    }
}

impl From<&Cube> for Setup {
    fn from(cube: &Cube) -> Setup {
        Setup::of_cubies(&cube.corners(), &cube.edges())
    }
}

/// How often a cube shows each colour, the centre included; or a pocket cube, which has no edges and no centres.
pub(super) fn facelets_of_a_colour(has_edges: bool) -> usize {
    if has_edges { 9 } else { 4 }
}

/// The corner with these colours, and the side that shows its U/D sticker.
pub(crate) fn corner_shown(colours: [Face; 3]) -> Option<(usize, u8)> {
    corner_at(colours).map(|(corner, ori)| (corner, (3 - ori) % 3))
}

/// The edge with these colours, and the side that shows its first sticker.
pub(crate) fn edge_shown(colours: [Face; 2]) -> Option<(usize, u8)> {
    // An edge has two orientations, and each is its own inverse.
    edge_at(colours)
}

/// Whether a corner would have to be twisted.
fn is_twisted(cube: &Cube) -> bool {
    cube.corner_ori.iter().sum::<u8>() % 3 != 0
}

/// Whether an edge would have to be flipped.
fn is_flipped(cube: &Cube) -> bool {
    cube.edge_ori.iter().sum::<u8>() % 2 != 0
}

/// Whether two cubies would have to be exchanged.
fn is_odd(cube: &Cube) -> bool {
    odd(&cube.corner_perm) != odd(&cube.edge_perm)
}

/// The positions that show no cubie.
fn unknown(shown: &[Option<(usize, u8)>]) -> impl Iterator<Item = usize> {
    (0..shown.len()).filter(|&position| shown[position].is_none())
}

/// Reports the cubies that are not there exactly once; true when all are.
fn tally<const CUBIES: usize>(
    shown: &[Option<(usize, u8)>; CUBIES],
    faults: &mut Vec<Fault>,
    fault: impl Fn(usize, usize) -> Fault,
) -> bool {
    let mut counts = [0; CUBIES];
    shown.iter().flatten().for_each(|&(cubie, _)| counts[cubie] += 1);
    let wrong = counts.into_iter().enumerate().filter(|&(_, count)| count != 1);
    let before = faults.len();
    faults.extend(wrong.map(|(cubie, count)| fault(cubie, count)));
    faults.len() == before
}

/// Whether a permutation of less than 32 numbers is odd.
pub fn odd(perm: &[u8]) -> bool {
    // The greater ones before each, a bit each: bits in two of these words cancel out.
    let (mut seen, mut inversions) = (0_u32, 0);
    for &number in perm {
        inversions ^= seen >> number;
        seen |= 1 << number;
    }
    inversions.count_ones() % 2 == 1
}

fn name(faces: &[Face]) -> String {
    faces.iter().map(|face| face.letter()).collect()
}

impl Fault {
    /// The fault in words, with the colours as `named`; positions have the letters of their faces.
    pub(crate) fn in_words(&self, named: impl Fn(&[Face]) -> String) -> String {
        match self {
            Fault::ColourCount { colour, count, expected } => {
                format!("colour {} occurs {count} times, not {expected}", named(&[*colour]))
            }
            Fault::NoSuchCorner { position, colours } => {
                format!("no corner has the colours {} seen at {}", named(colours), name(&CORNERS[*position]))
            }
            Fault::NoSuchEdge { position, colours } => {
                format!("no edge has the colours {} seen at {}", named(colours), name(&EDGES[*position]))
            }
            Fault::RepeatedCorner { corner, count } => {
                format!("corner {} occurs {count} times", named(&CORNERS[*corner]))
            }
            Fault::RepeatedEdge { edge, count } => {
                format!("edge {} occurs {count} times", named(&EDGES[*edge]))
            }
            Fault::MissingCorner { corner } => format!("corner {} is missing", named(&CORNERS[*corner])),
            Fault::MissingEdge { edge } => format!("edge {} is missing", named(&EDGES[*edge])),
            Fault::Twist => "a corner is twisted".to_owned(),
            Fault::Flip => "an edge is flipped".to_owned(),
            Fault::Parity => "two cubies are exchanged (parity)".to_owned(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(name))
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            let separator = if i == 0 { "" } else { "; " };
            write!(f, "{separator}{fault}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::random::Random;

    fn faults(change: impl Fn(&mut Setup)) -> Vec<Fault> {
        let mut setup = Setup::from(&Cube::SOLVED);
        change(&mut setup);
        setup.into_cube().unwrap_err().0
    }

    #[test]
    fn a_cube_is_its_own_setup() {
        let mut random = Random::new(3);
        for _ in 0..1000 {
            let cube = random.cube();
            assert_eq!(Setup::from(&cube).into_cube(), Ok(cube));
        }
    }

    #[test]
    fn the_three_invariants_are_told_apart_and_together() {
        assert_eq!(faults(|s| s.corners[2].rotate_left(1)), [Fault::Twist]);
        assert_eq!(faults(|s| s.edges[9].reverse()), [Fault::Flip]);
        assert_eq!(faults(|s| s.edges.swap(0, 1)), [Fault::Parity]);
        let all = faults(|s| {
            s.corners[2].rotate_left(1);
            s.edges[9].reverse();
            s.edges.swap(0, 1);
        });
        assert_eq!(all, [Fault::Twist, Fault::Flip, Fault::Parity]);
    }

    #[test]
    fn all_faults_of_a_repainted_sticker_are_told() {
        let found = faults(|s| s.corners[0][0] = Face::D);
        assert_eq!(
            found,
            [
                Fault::ColourCount { colour: Face::U, count: 8, expected: 9 },
                Fault::ColourCount { colour: Face::D, count: 10, expected: 9 },
                Fault::NoSuchCorner { position: 0, colours: [Face::D, Face::F, Face::R] },
                Fault::MissingCorner { corner: 0 },
            ]
        );
    }

    #[test]
    fn a_doubled_edge_is_told_with_the_one_it_replaces() {
        let found = faults(|s| s.edges[0] = s.edges[2]);
        assert!(found.contains(&Fault::RepeatedEdge { edge: 2, count: 2 }));
        assert!(found.contains(&Fault::MissingEdge { edge: 0 }));
    }

    fn pocket_faults(change: impl Fn(&mut Setup)) -> Vec<Fault> {
        let mut setup = Setup::from(&Cube::SOLVED);
        change(&mut setup);
        setup.into_pocket_cube().unwrap_err().0
    }

    #[test]
    fn a_pocket_cube_has_the_faults_of_its_corners() {
        assert_eq!(pocket_faults(|s| s.corners[4].rotate_left(1)), [Fault::Twist]);
        let repainted = pocket_faults(|s| s.corners[0][0] = Face::D);
        assert_eq!(
            repainted,
            [
                Fault::ColourCount { colour: Face::U, count: 3, expected: 4 },
                Fault::ColourCount { colour: Face::D, count: 5, expected: 4 },
                Fault::NoSuchCorner { position: 0, colours: [Face::D, Face::F, Face::R] },
                Fault::MissingCorner { corner: 0 },
            ]
        );
        let colours = [Face::U, Face::R, Face::F];
        let mirrored = pocket_faults(|s| s.corners[0] = colours);
        assert_eq!(mirrored[0], Fault::NoSuchCorner { position: 0, colours });
    }

    #[test]
    fn edges_and_two_exchanged_corners_are_no_fault_of_a_pocket_cube() {
        let mut setup = Setup::from(&Cube::SOLVED);
        setup.edges[3] = [Face::U; 2];
        setup.corners.swap(0, 7);
        let cube = setup.clone().into_pocket_cube().unwrap();
        assert_eq!((cube.corner_perm[0], cube.edge_perm), (7, Cube::SOLVED.edge_perm));
        setup.corners[3].rotate_left(1);
        assert_eq!(setup.into_pocket_cube(), Err(Faults(vec![Fault::Twist])));
    }
}
