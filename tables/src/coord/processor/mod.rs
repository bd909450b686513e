//! How [`Cubies`] are put together on the processor at hand.
//!
//! An engine chooses the processor once, when it loads its tables (`on_best_processor!`), and hands it on as a type. So no
//! call asks what the processor has, and what a search calls is compiled for it.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "aarch64")]
mod neon;
mod plain;
#[cfg(target_feature = "simd128")]
mod wasm;

use super::cubies::{Around, CornersOfMoves, Cubies, Edges, SixCorners};
#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2 as Simd;
use cubebatch_cube::cube::Move;
#[cfg(target_arch = "aarch64")]
pub use neon::Neon as Simd;
pub use plain::Plain;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128")))]
pub use plain::Plain as Simd;
#[cfg(target_feature = "simd128")]
pub use wasm::Vectors as Simd;

/// The instructions by which cubies are put together. The results are the same on all processors.
pub trait Processor: Copy + Send + Sync + 'static {
    /// Does some work with the instructions of the processor. What the work calls has them too, as far as it is inlined into
    /// the work.
    fn run<T>(self, work: impl FnOnce() -> T) -> T;

    /// The position after one and then, from solved, the other.
    fn then(self, first: &Cubies, next: &Cubies) -> Cubies;

    /// The same for cubies of which none is turned: one instruction.
    fn then_unturned(self, first: &Cubies, next: &Cubies) -> Cubies;

    /// The conjugate of cubies of which none is turned.
    #[inline(always)]
    fn conjugate_unturned(self, cubies: &Cubies, symmetry: &Around<Cubies>) -> Cubies {
        self.then_unturned(&self.then_unturned(&symmetry.before, cubies), &symmetry.after)
    }

    /// Two bits for the twist of each corner but the last, and a bit for the tetrad of each corner; the first one lowest.
    fn twists_and_tetrads(self, corners: u64) -> (usize, usize);

    /// The corners, as [`Cubies::corners`] gives them, after each of six turns and then those of a position.
    fn corners_behind(self, turns: &SixCorners, corners: u64) -> [u64; 6];

    /// The corners after those of a position and then each move.
    fn corners_ahead(self, corners: u64, moves: &CornersOfMoves) -> [u64; Move::COUNT];

    /// For each position of the conjugate of some edges whether the edge there is at home between F and B; between U and D;
    /// turned: a bit each.
    fn marks(self, before: &Edges, edges: &Edges, after: &Edges) -> [u32; 3];
}

/// Implements [`Processor`] by functions of the same names for a type of which there is a value only where the processor has
/// the instructions of these functions.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! by_functions {
    ($processor:ty) => {
        // SAFETY, for each call: the value is there, so the processor has the instructions.
        #[allow(clippy::undocumented_unsafe_blocks, reason = "one comment is for all")]
        impl Processor for $processor {
            #[inline(always)]
            fn run<T>(self, work: impl FnOnce() -> T) -> T {
                unsafe { run(work) }
            }

            #[inline(always)]
            fn then(self, first: &Cubies, next: &Cubies) -> Cubies {
                unsafe { then(first, next) }
            }

            #[inline(always)]
            fn then_unturned(self, first: &Cubies, next: &Cubies) -> Cubies {
                unsafe { then_unturned(first, next) }
            }

            #[inline(always)]
            fn twists_and_tetrads(self, corners: u64) -> (usize, usize) {
                unsafe { twists_and_tetrads(corners) }
            }

            #[inline(always)]
            fn corners_behind(self, turns: &SixCorners, corners: u64) -> [u64; 6] {
                unsafe { corners_behind(turns, corners) }
            }

            #[inline(always)]
            fn corners_ahead(self, corners: u64, moves: &CornersOfMoves) -> [u64; Move::COUNT] {
                unsafe { corners_ahead(corners, moves) }
            }

            #[inline(always)]
            fn marks(self, before: &Edges, edges: &Edges, after: &Edges) -> [u32; 3] {
                unsafe { marks(before, edges, after) }
            }
        }
    };
}

/// Does some work on the best processor that this one can be: `on_best_processor!(processor => work)`.
#[macro_export]
macro_rules! on_best_processor {
    ($processor:ident => $work:expr) => {{
        match $crate::coord::processor::Simd::detected() {
            Some($processor) => $work,
            None => {
                let $processor = $crate::coord::processor::Plain;
                $work
            }
        }
    }};
}

/// Does some work on any processor, and on the best one that this one can be: for tests.
#[macro_export]
macro_rules! on_each_processor {
    ($processor:ident => $work:expr) => {{
        {
            let $processor = $crate::coord::processor::Plain;
            $work
        }
        $crate::coord::processor::on_best_processor!($processor => $work)
    }};
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use by_functions;
pub use on_best_processor;
pub use on_each_processor;
