//! Values of all invocations of a workgroup, and which of these are under way.

use std::rc::Rc;

/// Invocations of a workgroup.
pub const LANES: usize = 256;
/// Invocations that go together.
pub const WARP: usize = 32;
pub const WARPS: usize = LANES / WARP;

/// A word of each invocation.
pub type Lanes = Rc<[u32; LANES]>;

pub fn splat(word: u32) -> Lanes {
    Rc::new([word; LANES])
}

/// Some invocations: a word of bits for each warp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mask(pub [u32; WARPS]);

impl Mask {
    pub const ALL: Mask = Mask([u32::MAX; WARPS]);
    pub const NONE: Mask = Mask([0; WARPS]);

    pub fn is_empty(self) -> bool {
        self == Mask::NONE
    }

    pub fn or(self, other: Mask) -> Mask {
        Mask(std::array::from_fn(|warp| self.0[warp] | other.0[warp]))
    }

    pub fn without(self, other: Mask) -> Mask {
        Mask(std::array::from_fn(|warp| self.0[warp] & !other.0[warp]))
    }

    /// The lanes of these whose word is not 0.
    pub fn where_true(self, condition: &[u32; LANES]) -> Mask {
        self.filter(|lane| condition[lane] != 0)
    }

    pub fn filter(self, is_in: impl Fn(usize) -> bool) -> Mask {
        let mut mask = Mask::NONE;
        self.each(|lane| mask.0[lane / WARP] |= u32::from(is_in(lane)) << (lane % WARP));
        mask
    }

    pub fn contains(self, lane: usize) -> bool {
        self.0[lane / WARP] >> (lane % WARP) & 1 != 0
    }

    pub fn each(self, mut act: impl FnMut(usize)) {
        for (warp, &bits) in self.0.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                act(warp * WARP + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }

    pub fn lanes(self) -> u64 {
        self.0.iter().map(|bits| u64::from(bits.count_ones())).sum()
    }

    pub fn warps(self) -> impl Iterator<Item = usize> {
        (0..WARPS).filter(move |&warp| self.0[warp] != 0)
    }
}

/// How many loads of buffers a value waits for, one after the other, for each warp.
#[derive(Clone, Copy, Debug, Default)]
pub struct Waits {
    /// By what it is made of, and the branches before it.
    pub flow: [u32; WARPS],
    /// If a warp stops where it uses what was not loaded yet, which is what a GPU does; but a compiler moves loads up.
    pub order: [u32; WARPS],
    /// Whether it depends on what atomic operations gave, which is by their order.
    pub is_chance: bool,
}

impl Waits {
    pub fn and(mut self, other: &Waits) -> Waits {
        for warp in 0..WARPS {
            self.flow[warp] = self.flow[warp].max(other.flow[warp]);
            self.order[warp] = self.order[warp].max(other.order[warp]);
        }
        self.is_chance |= other.is_chance;
        self
    }
}
