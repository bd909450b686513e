//! Stickers of a pocket cube, painted one by one.

use super::{FACES, Facelets, Fault, Position};
use cubebatch_cube::cube::{self, Face};

/// The colours of the 24 facelets that are known so far, face by face as in [`Facelets`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Painted(pub [[Option<Face>; 4]; 6]);

/// A fault, and the facelets that show it: none if the cube as a whole is at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The fault.
    pub fault: Fault,
    /// The places of facelets: a face by its place in [`FACES`], and a facelet on it.
    pub facelets: Vec<(usize, usize)>,
}

impl Painted {
    /// The facelets, once all are known.
    pub fn facelets(&self) -> Option<Facelets> {
        let mut facelets = Facelets::SOLVED;
        for (colours, painted) in facelets.cube.iter_mut().zip(self.0) {
            for (colour, painted) in colours.iter_mut().zip(painted) {
                *colour = painted?;
            }
        }
        Some(facelets)
    }

    /// All faults that remain whatever the unknown facelets show.
    pub fn flaws(&self) -> Vec<Flaw> {
        let faults = match self.facelets().map(|facelets| Position::of(&facelets)) {
            Some(Ok(_)) => Vec::new(),
            Some(Err(faults)) => faults.0,
            None => self.faults_so_far(),
        };
        let flaw = |fault| Flaw { facelets: self.facelets_of(&fault), fault };
        faults.into_iter().map(flaw).collect()
    }

    fn faults_so_far(&self) -> Vec<Fault> {
        let count = |colour| self.facelets_in(colour).count();
        let counts = FACES.into_iter().map(|colour| (colour, count(colour)));
        counts
            .filter(|&(_, count)| count > 4)
            .map(|(colour, count)| Fault::ColourCount { colour, count })
            .collect()
    }

    fn facelets_of(&self, fault: &Fault) -> Vec<(usize, usize)> {
        match fault {
            Fault::ColourCount { colour, .. } => self.facelets_in(*colour).collect(),
            Fault::Corner(cube::Fault::NoSuchCorner { position, .. }) => {
                super::facelets::corner(*position).to_vec()
            }
            Fault::Corner(_) => Vec::new(),
        }
    }

    fn facelets_in(&self, colour: Face) -> impl Iterator<Item = (usize, usize)> {
        let places = (0..6).flat_map(|face| (0..4).map(move |facelet| (face, facelet)));
        places.filter(move |&(face, facelet)| self.0[face][facelet] == Some(colour))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::random::Random;

    #[test]
    fn nothing_is_wrong_on_the_way_to_a_position() {
        let mut random = Random::new(5);
        for _ in 0..20 {
            let all = Facelets::of(&random.cube());
            let mut so_far = Painted([[None; 4]; 6]);
            for (face, facelet) in (0..6).flat_map(|face| (0..4).map(move |facelet| (face, facelet))) {
                assert_eq!((so_far.facelets(), so_far.flaws()), (None, Vec::new()));
                so_far.0[face][facelet] = Some(all.cube[face][facelet]);
            }
            assert_eq!((so_far.facelets(), so_far.flaws()), (Some(all), Vec::new()));
        }
    }

    #[test]
    fn what_is_wrong_is_told_where_it_is_seen() {
        let mut so_far = Painted([[None; 4]; 6]);
        so_far.0[0] = [Some(Face::F); 4];
        assert_eq!(so_far.flaws(), []);
        so_far.0[1][2] = Some(Face::F);
        let fault = Fault::ColourCount { colour: Face::F, count: 5 };
        assert_eq!(so_far.flaws(), [Flaw { fault, facelets: vec![(0, 0), (0, 1), (0, 2), (0, 3), (1, 2)] }]);
        // The corner DFR with D for U.
        let mut all = Painted(Facelets::SOLVED.cube.map(|face| face.map(Some)));
        all.0[4][3] = Some(Face::D);
        let corner = all.flaws().into_iter().find(|flaw| matches!(flaw.fault, Fault::Corner(_))).unwrap();
        assert_eq!(corner.facelets, [(4, 3), (0, 1), (1, 0)]);
    }
}
