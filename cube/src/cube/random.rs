//! Uniformly random positions.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::setup::odd;
use super::{Cube, Pieces};

/// Draws positions with equal chances for all 43,252,003,274,489,856,000.
///
/// The same seed gives the same positions on every machine and in every version. With the feature `rand` any generator of the
/// crate `rand` draws them too: `let cube: Cube = rand::rng().random();`.
#[derive(Clone, Debug)]
pub struct Random(ChaCha20Rng);

impl Random {
    /// A generator for this seed.
    pub fn new(seed: u64) -> Random {
        Random(ChaCha20Rng::seed_from_u64(seed))
    }

    /// The next random position.
    pub fn cube(&mut self) -> Cube {
        let end = self.0.get_word_pos() + WORDS;
        let cube = cube(&mut self.0);
        // A repeated draw, which is not to be expected in a lifetime, does not move the positions after it.
        if self.0.get_word_pos() != end {
            self.0.set_word_pos(end);
        }
        cube
    }

    /// Passes over the next `count` positions, in no time.
    pub fn skip_cubes(&mut self, count: u64) {
        self.skip_words(WORDS * u128::from(count));
    }

    /// Passes over the next `count` draws of [`Random::below`], if none of them was to be repeated.
    pub fn skip_draws(&mut self, count: u128) {
        self.skip_words(2 * count);
    }

    fn skip_words(&mut self, count: u128) {
        self.0.set_word_pos(self.0.get_word_pos().wrapping_add(count));
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
        below(&mut self.0, bound)
    }

    /// As [`Random::below`].
    pub(crate) fn below_wide(&mut self, bound: u128) -> u128 {
        let limit = u128::MAX - u128::MAX % bound;
        loop {
            let draw = u128::from(self.0.next_u64()) << 64 | u128::from(self.0.next_u64());
            if draw < limit {
                return draw % bound;
            }
        }
    }
}

/// The numbers of 32 bits that a position takes: two for each place but the first of a permutation, and two for each orientation but
/// the last.
const WORDS: u128 = 2 * (7 + 11 + 7 + 11);

/// Every position with the same chance.
#[cfg(feature = "rand")]
impl rand::distr::Distribution<Cube> for rand::distr::StandardUniform {
    fn sample<R: rand::Rng + ?Sized>(&self, random: &mut R) -> Cube {
        cube(random)
    }
}

fn cube<R: Rng + ?Sized>(random: &mut R) -> Cube {
    let mut pieces = Pieces::SOLVED;
    shuffle(random, &mut pieces.corner_perm);
    shuffle(random, &mut pieces.edge_perm);
    if odd(&pieces.corner_perm) != odd(&pieces.edge_perm) {
        // One exchange maps the impossible half onto the possible one, evenly.
        pieces.edge_perm.swap(10, 11);
    }
    orient(random, &mut pieces.corner_ori, 3);
    orient(random, &mut pieces.edge_ori, 2);
    Cube::of(pieces)
}

fn below<R: Rng + ?Sized>(random: &mut R, bound: u64) -> u64 {
    // The largest multiple of `bound`: draws beyond it would favour small numbers.
    let limit = u64::MAX - u64::MAX % bound;
    loop {
        let draw = random.next_u64();
        if draw < limit {
            return draw % bound;
        }
    }
}

fn shuffle<R: Rng + ?Sized>(random: &mut R, perm: &mut [u8]) {
    for i in (1..perm.len()).rev() {
        perm.swap(i, below(random, i as u64 + 1) as usize);
    }
}

/// Orients all cubies but the last at random, and that one so that the sum vanishes.
fn orient<R: Rng + ?Sized>(random: &mut R, ori: &mut [u8], orientations: u8) {
    let (last, free) = ori.split_last_mut().expect("there are cubies");
    for ori in free.iter_mut() {
        *ori = below(random, orientations.into()) as u8;
    }
    *last = (orientations - free.iter().sum::<u8>() % orientations) % orientations;
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::convert::Infallible;

    use rand_chacha::rand_core::TryRng;

    use super::*;
    use crate::cube::Setup;

    /// Draws what it is given.
    struct Given<I>(I);

    impl<I: Iterator<Item = u64>> TryRng for Given<I> {
        type Error = Infallible;

        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            Ok(self.0.next().expect("there is another draw"))
        }

        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            unreachable!("numbers of 64 bits are drawn")
        }

        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
            unreachable!("numbers of 64 bits are drawn")
        }
    }

    /// Draws the digits of a number, the first one below the first base.
    fn digits(mut number: u64, bases: impl Iterator<Item = u64>) -> Given<impl Iterator<Item = u64>> {
        Given(bases.map(move |base| {
            let digit = number % base;
            number /= base;
            digit
        }))
    }

    /// Each choice of draws gives another permutation, so that all have equal chances.
    #[test]
    fn all_draws_give_all_permutations() {
        let shuffled = |number| {
            let mut perm = Cube::SOLVED.corner_perm;
            shuffle(&mut digits(number, (2..=8).rev()), &mut perm);
            perm
        };
        let all: HashSet<[u8; 8]> = (0..40_320).map(shuffled).collect();
        assert_eq!(all.len(), 40_320);
    }

    /// The same for orientations, of which the sum vanishes.
    #[test]
    fn all_draws_give_all_orientations() {
        for (orientations, cubies, count) in [(3, 8, 2187), (2, 12, 2048)] {
            let oriented = |number| {
                let mut ori = vec![0; cubies];
                let bases = std::iter::repeat(orientations.into());
                orient(&mut digits(number, bases), &mut ori, orientations);
                ori
            };
            let all: HashSet<Vec<u8>> = (0..count).map(oriented).collect();
            assert_eq!(all.len() as u64, count);
            assert!(all.iter().all(|ori| ori.iter().sum::<u8>() % orientations == 0));
        }
    }

    /// 2⁶⁴ is no multiple of 3: without repetition one draw too many would give 0.
    #[test]
    fn draws_beyond_the_last_multiple_are_repeated() {
        let mut draws = [u64::MAX, u64::MAX - 1].into_iter();
        assert_eq!(below(&mut Given(&mut draws), 3), 2);
        assert_eq!(draws.next(), None);
    }

    #[test]
    fn positions_and_draws_are_passed_over() {
        let all: Vec<Cube> = Random::new(5).cubes().take(40).collect();
        for begin in [0, 1, 7, 39] {
            let mut random = Random::new(5);
            random.skip_cubes(begin as u64);
            assert_eq!(random.cubes().take(40 - begin).collect::<Vec<_>>(), all[begin..]);
        }
        let (mut drawing, mut skipping) = (Random::new(6), Random::new(6));
        (0..100).for_each(|_| _ = drawing.below(18));
        skipping.skip_draws(100);
        assert_eq!(drawing.cube(), skipping.cube());
    }

    #[cfg(feature = "rand")]
    #[test]
    fn any_generator_draws_as_ours_does() {
        use rand::RngExt;

        let mut random = ChaCha20Rng::seed_from_u64(1);
        let cubes: Vec<Cube> = std::iter::repeat_with(|| random.random()).take(10).collect();
        assert_eq!(cubes, Random::new(1).cubes().take(10).collect::<Vec<_>>());
    }

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
            Random::new(1).cube().to_string(),
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
