//! Finds the distances of all positions of a product of two coordinates.
//!
//! A move takes a block to a block. Level by level, each block pulls in what the frontier's
//! members in other blocks lead to, so that it alone writes its bytes, which stay in the
//! nearest cache, and threads need not agree on anything.

use rayon::prelude::*;

use crate::engine::product::{Product, UNREACHED};

/// The places of a block that are in the last level.
type Frontier = Vec<u16>;

/// See [`Explore`](crate::engine::Explore); on all threads of the current pool.
pub fn distances(product: &Product) -> Vec<u8> {
    let turns: Vec<Turn> = product.moves.iter().map(|&m| Turn::new(product, m)).collect();
    let mut distances = vec![UNREACHED; product.positions()];
    let mut level = vec![Frontier::new(); product.blocks.len()];
    distances[0] = 0;
    level[0].push(0);
    for distance in 1..UNREACHED {
        let blocks = distances.par_chunks_exact_mut(product.places.len()).enumerate();
        level = blocks.map(|(block, bytes)| expand(&turns, &level, block, distance, bytes)).collect();
        if level.iter().all(Vec::is_empty) {
            break;
        }
    }
    distances
}

/// What one move does.
struct Turn {
    /// For each block the one from which the move leads there.
    sources: Vec<u16>,
    /// For each place where the move leads.
    places: Vec<u16>,
}

impl Turn {
    fn new(product: &Product, m: usize) -> Turn {
        let mut sources = vec![0; product.blocks.len()];
        for (source, to) in (0..).zip(product.blocks.column(m)) {
            sources[usize::from(to)] = source;
        }
        Turn { sources, places: product.places.column(m) }
    }
}

/// Enters the new members of a block into its bytes.
fn expand(turns: &[Turn], level: &[Frontier], block: usize, distance: u8, bytes: &mut [u8]) -> Frontier {
    let mut found = Frontier::new();
    for turn in turns {
        for &place in &level[usize::from(turn.sources[block])] {
            let place = turn.places[usize::from(place)];
            let byte = &mut bytes[usize::from(place)];
            if *byte == UNREACHED {
                *byte = distance;
                found.push(place);
            }
        }
    }
    found
}
