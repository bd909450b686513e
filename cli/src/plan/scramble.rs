//! The plan of drawing random positions, for the command line and for the service.

use std::hash::{BuildHasher, RandomState};

use crate::args;

/// Random positions to draw.
pub struct Draw {
    pub count: u64,
    pub seed: u64,
    /// Whether the program chose the seed.
    pub is_random: bool,
}

impl Draw {
    /// Takes a random seed, unless one is given.
    pub fn new(count: u64, seed: Option<u64>) -> Draw {
        let random = || RandomState::new().hash_one(());
        Draw { count, seed: seed.unwrap_or_else(random), is_random: seed.is_none() }
    }
}

impl From<&args::DrawArgs> for Draw {
    fn from(args: &args::DrawArgs) -> Draw {
        Draw::new(args.count, args.seed)
    }
}
