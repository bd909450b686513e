//! Random positions to draw, as the command line and the service are asked for them.

use std::hash::{BuildHasher, RandomState};

/// Random positions to draw.
pub struct Draw {
    /// How many.
    pub count: u64,
    /// The same seed gives the same positions.
    pub seed: u64,
    /// Whether the seed was not given.
    pub is_random: bool,
}

impl Draw {
    /// The number of positions unless one is given.
    pub const COUNT: u64 = 1;

    /// Takes a random seed, unless one is given.
    pub fn new(count: u64, seed: Option<u64>) -> Draw {
        let random = || RandomState::new().hash_one(());
        Draw { count, seed: seed.unwrap_or_else(random), is_random: seed.is_none() }
    }
}
