//! Uniformly random positions from a seed.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::Cube;
use super::setup::odd;

/// Draws positions with equal chances for all 43,252,003,274,489,856,000.
///
/// The same seed gives the same positions on every machine and in every version.
pub struct Random(ChaCha20Rng);

impl Random {
    /// A generator for this seed.
    pub fn new(seed: u64) -> Random {
        Random(ChaCha20Rng::seed_from_u64(seed))
    }

    /// The next random position.
    pub fn cube(&mut self) -> Cube {
        let mut cube = Cube::SOLVED;
        self.shuffle(&mut cube.corner_perm);
        self.shuffle(&mut cube.edge_perm);
        if odd(&cube.corner_perm) != odd(&cube.edge_perm) {
            // One exchange maps the impossible half onto the possible one, evenly.
            cube.edge_perm.swap(10, 11);
        }
        self.orient(&mut cube.corner_ori, 3);
        self.orient(&mut cube.edge_ori, 2);
        cube
    }

    /// All next random positions.
    pub fn cubes(mut self) -> impl Iterator<Item = Cube> {
        std::iter::repeat_with(move || self.cube())
    }

    /// A number below `bound`, each with the same chance.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        // The largest multiple of `bound`: draws beyond it would favour small numbers.
        let limit = u64::MAX - u64::MAX % bound;
        loop {
            let draw = self.0.next_u64();
            if draw < limit {
                return draw % bound;
            }
        }
    }

    fn shuffle(&mut self, perm: &mut [u8]) {
        for i in (1..perm.len()).rev() {
            perm.swap(i, self.below(i as u64 + 1) as usize);
        }
    }

    /// Orients all cubies but the last at random, and that one so that the sum vanishes.
    fn orient(&mut self, ori: &mut [u8], orientations: u8) {
        let (last, free) = ori.split_last_mut().expect("there are cubies");
        for ori in free.iter_mut() {
            *ori = self.below(orientations.into()) as u8;
        }
        *last = (orientations - free.iter().sum::<u8>() % orientations) % orientations;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Setup;

    #[test]
    fn draws_are_legal_and_reproducible() {
        let (mut a, mut b) = (Random::new(1), Random::new(1));
        for _ in 0..1000 {
            let cube = a.cube();
            assert!(Setup::from(&cube).into_cube().is_ok());
            assert_eq!(cube, b.cube());
        }
        // Committed so that seeds stay good between versions.
        assert_eq!(
            Random::new(1).cube().to_facelet_string(),
            "ULDUUFRDBRRBLRRDRDFRUDFBLFRBLFFDUFDLFLUULBLUURDLBBBBFD"
        );
    }

    #[test]
    fn every_cubie_comes_to_every_place_about_equally_often() {
        let mut random = Random::new(2);
        let mut corners = [[0u32; 24]; 8];
        let mut edges = [[0u32; 24]; 12];
        let draws = 48_000;
        for _ in 0..draws {
            let cube = random.cube();
            for i in 0..8 {
                corners[i][(cube.corner_perm[i] * 3 + cube.corner_ori[i]) as usize] += 1;
            }
            for i in 0..12 {
                edges[i][(cube.edge_perm[i] * 2 + cube.edge_ori[i]) as usize] += 1;
            }
        }
        // Expected 2000 each, standard deviation 44: 300 is beyond six of them.
        for count in corners.as_flattened().iter().chain(edges.as_flattened()) {
            assert!(count.abs_diff(2000) < 300, "{count}");
        }
    }
}
