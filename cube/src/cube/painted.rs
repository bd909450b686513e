//! Stickers painted one by one, and their faults so far.

use super::setup::{corner_shown, edge_shown, facelets_of_a_colour};
use super::{CORNERS, Cube, EDGES, FACELETS, Face, Fault, Setup, corner_facelet, edge_facelet};

/// The colours of the 54 facelets that are known so far. Centres are taken to be in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Painted(pub [Option<Face>; FACELETS]);

/// A fault, and the facelets that show it: none if the cube as a whole is at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The fault.
    pub fault: Fault,
    /// The numbers of facelets, 0 … 53, in ascending order.
    pub facelets: Vec<usize>,
}

impl Painted {
    /// The position, once all facelets are known and nothing is wrong.
    pub fn cube(&self) -> Option<Cube> {
        self.setup(true)?.into_cube().ok()
    }

    /// All faults that remain whatever the unknown facelets show.
    pub fn flaws(&self) -> Vec<Flaw> {
        self.flaws_of(true)
    }

    /// The same of a pocket cube: all facelets of edges are to be unknown, and remain so.
    pub fn pocket_flaws(&self) -> Vec<Flaw> {
        self.flaws_of(false)
    }

    fn flaws_of(&self, has_edges: bool) -> Vec<Flaw> {
        let faults = match self.setup(has_edges).map(|setup| setup.checked(has_edges)) {
            Some(Ok(_)) => Vec::new(),
            Some(Err(faults)) => faults.0,
            None => self.faults_so_far(has_edges),
        };
        let flaw = |fault| Flaw { facelets: self.facelets_of(&fault), fault };
        faults.into_iter().map(flaw).collect()
    }

    /// What is shown once all is known; the edges of a pocket cube are taken to be at home.
    fn setup(&self, has_edges: bool) -> Option<Setup> {
        let mut setup = Setup { corners: CORNERS, edges: EDGES };
        for (position, corner) in setup.corners.iter_mut().enumerate() {
            *corner = self.corner(position)?;
        }
        for (position, edge) in setup.edges.iter_mut().enumerate().filter(|_| has_edges) {
            *edge = self.edge(position)?;
        }
        Some(setup)
    }

    fn faults_so_far(&self, has_edges: bool) -> Vec<Fault> {
        let mut faults = Vec::new();
        let expected = facelets_of_a_colour(has_edges);
        for colour in Face::ALL {
            let count = self.facelets_in(colour).count() + usize::from(has_edges);
            if count > expected {
                faults.push(Fault::ColourCount { colour, count, expected });
            }
        }
        let (mut corners, mut edges) = ([0; 8], [0; 12]);
        for position in 0..8 {
            match self.corner(position).map(|colours| (colours, corner_shown(colours))) {
                Some((colours, None)) => faults.push(Fault::NoSuchCorner { position, colours }),
                Some((_, Some((corner, _)))) => corners[corner] += 1,
                None => {}
            }
        }
        for position in 0..12 {
            match self.edge(position).map(|colours| (colours, edge_shown(colours))) {
                Some((colours, None)) => faults.push(Fault::NoSuchEdge { position, colours }),
                Some((_, Some((edge, _)))) => edges[edge] += 1,
                None => {}
            }
        }
        let several = |counts: &[usize]| {
            counts.iter().copied().enumerate().filter(|&(_, count)| count > 1).collect::<Vec<_>>()
        };
        faults.extend(
            several(&corners).into_iter().map(|(corner, count)| Fault::RepeatedCorner { corner, count }),
        );
        faults.extend(several(&edges).into_iter().map(|(edge, count)| Fault::RepeatedEdge { edge, count }));
        faults
    }

    fn facelets_of(&self, fault: &Fault) -> Vec<usize> {
        let of_corner = |position: usize| (0..3).map(move |n| corner_facelet(position, n));
        let of_edge = |position: usize| (0..2).map(move |n| edge_facelet(position, n));
        let shows_corner = |position: usize, corner| {
            self.corner(position).and_then(corner_shown).is_some_and(|(shown, _)| shown == corner)
        };
        let shows_edge = |position: usize, edge| {
            self.edge(position).and_then(edge_shown).is_some_and(|(shown, _)| shown == edge)
        };
        let mut facelets: Vec<usize> = match *fault {
            Fault::ColourCount { colour, .. } => self.facelets_in(colour).collect(),
            Fault::NoSuchCorner { position, .. } => of_corner(position).collect(),
            Fault::NoSuchEdge { position, .. } => of_edge(position).collect(),
            Fault::RepeatedCorner { corner, .. } => {
                (0..8).filter(|&position| shows_corner(position, corner)).flat_map(of_corner).collect()
            }
            Fault::RepeatedEdge { edge, .. } => {
                (0..12).filter(|&position| shows_edge(position, edge)).flat_map(of_edge).collect()
            }
            Fault::MissingCorner { .. }
            | Fault::MissingEdge { .. }
            | Fault::Twist
            | Fault::Flip
            | Fault::Parity => Vec::new(),
        };
        facelets.sort_unstable();
        facelets
    }

    fn corner(&self, position: usize) -> Option<[Face; 3]> {
        let [a, b, c] = std::array::from_fn(|n| self.0[corner_facelet(position, n)]);
        Some([a?, b?, c?])
    }

    fn edge(&self, position: usize) -> Option<[Face; 2]> {
        let [a, b] = std::array::from_fn(|n| self.0[edge_facelet(position, n)]);
        Some([a?, b?])
    }

    /// The facelets of a colour, without the centre.
    fn facelets_in(&self, colour: Face) -> impl Iterator<Item = usize> {
        (0..FACELETS).filter(move |&number| !is_centre(number) && self.0[number] == Some(colour))
    }
}

fn is_centre(facelet: usize) -> bool {
    facelet % 9 == 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::random::Random;

    fn painted(cube: &Cube) -> Painted {
        Painted(cube.facelets().map(Some))
    }

    #[test]
    fn nothing_is_wrong_on_the_way_to_a_position() {
        let mut random = Random::new(5);
        for _ in 0..20 {
            let cube = random.cube();
            let all = painted(&cube);
            let mut so_far = Painted([None; FACELETS]);
            for facelet in 0..FACELETS {
                assert_eq!((so_far.cube(), so_far.flaws()), (None, Vec::new()));
                so_far.0[facelet] = all.0[facelet];
            }
            assert_eq!((so_far.cube(), so_far.flaws()), (Some(cube), Vec::new()));
        }
    }

    #[test]
    fn what_is_wrong_is_told_where_it_is_seen() {
        let mut so_far = Painted([None; FACELETS]);
        // The corner URF, with two colours of one axis.
        for (facelet, colour) in [(8, Face::U), (9, Face::R), (20, Face::D)] {
            assert_eq!(so_far.flaws(), []);
            so_far.0[facelet] = Some(colour);
        }
        let [flaw] = &so_far.flaws()[..] else { panic!("{:?}", so_far.flaws()) };
        assert!(matches!(flaw.fault, Fault::NoSuchCorner { .. }));
        assert_eq!(flaw.facelets, [8, 9, 20]);
        // The edge UR, twice.
        let mut so_far = Painted([None; FACELETS]);
        for (facelet, colour) in [(5, Face::U), (10, Face::R), (7, Face::R), (19, Face::U)] {
            so_far.0[facelet] = Some(colour);
        }
        let [flaw] = &so_far.flaws()[..] else { panic!("{:?}", so_far.flaws()) };
        assert!(matches!(flaw.fault, Fault::RepeatedEdge { count: 2, .. }));
        assert_eq!(flaw.facelets, [5, 7, 10, 19]);
        // A colour too often.
        let mut so_far = Painted([None; FACELETS]);
        (0..9).filter(|&facelet| facelet != 4).for_each(|facelet| so_far.0[facelet] = Some(Face::L));
        assert_eq!(so_far.flaws(), []);
        so_far.0[16] = Some(Face::L);
        let colour_count = Fault::ColourCount { colour: Face::L, count: 10, expected: 9 };
        assert_eq!(
            so_far.flaws(),
            [Flaw { fault: colour_count, facelets: vec![0, 1, 2, 3, 5, 6, 7, 8, 16] }]
        );
    }

    #[test]
    fn a_pocket_cube_has_no_edges_to_paint() {
        let corners: Vec<usize> = (0..8).flat_map(|i| (0..3).map(move |n| corner_facelet(i, n))).collect();
        let all = painted(&Random::new(5).cube());
        let mut so_far = Painted([None; FACELETS]);
        for &facelet in &corners {
            assert_eq!(so_far.pocket_flaws(), []);
            so_far.0[facelet] = all.0[facelet];
        }
        assert_eq!(so_far.pocket_flaws(), []);
        so_far.0 = [None; FACELETS];
        for &facelet in &corners[..5] {
            so_far.0[facelet] = Some(Face::F);
        }
        let fault = Fault::ColourCount { colour: Face::F, count: 5, expected: 4 };
        let facelets = corners[..5].iter().copied().collect::<std::collections::BTreeSet<_>>();
        assert_eq!(so_far.pocket_flaws()[0], Flaw { fault, facelets: facelets.into_iter().collect() });
    }

    #[test]
    fn what_is_wrong_with_the_whole_is_seen_nowhere() {
        let mut all = painted(&Cube::SOLVED);
        all.0.swap(5, 10);
        assert_eq!(all.flaws(), [Flaw { fault: Fault::Flip, facelets: Vec::new() }]);
    }
}
