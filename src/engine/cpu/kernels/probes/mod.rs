//! Twins of the kernels in `shaders/probes/`.

mod blocks;
mod chase;
mod copy;
mod count;
mod fill;
mod gather;
mod link;
mod step;

use crate::engine::layout::probes::{BLOCK_WORDS, Sliced};

pub use blocks::blocks;
pub use chase::chase;
pub use copy::copy;
pub use count::count;
pub use fill::fill;
pub use gather::gather;
pub use link::link;
pub use step::step;

/// The slice of a block, and the number of its first word there.
fn first_word(sliced: Sliced, block: u32) -> (usize, usize) {
    let in_slice = block & ((1 << sliced.shift) - 1);
    ((block >> sliced.shift) as usize, (in_slice * BLOCK_WORDS) as usize)
}
