//! How much a device gets to do at a time, by its kind: enough to fill it. A screen stands still during a long dispatch, and a
//! system ends a longer one.

use super::STRIPE_BYTES;
use super::kind::AdapterKind;
use cubebatch_shaders::optimal::MOST_CUBES;

/// What goes to a device at a time, at most.
#[derive(Debug)]
pub(super) struct Sizes {
    /// Positions of a batch of descents.
    pub descents: usize,
    /// Positions of a batch of the two-phase search: enough for long searches to fill the device, and few enough that threads
    /// prepare some while others are searched.
    pub two_phase: usize,
    /// Workgroups that search by two phases: as many as a large device holds.
    pub searchers: usize,
    /// Positions of a batch of the modified method: enough to fill the device with few candidates each.
    pub modified: usize,
    /// Positions of a batch of proofs. On a processor so few that their solutions come soon.
    pub proofs: usize,
    /// Prefixes of candidates in a step, about.
    pub prefixes: u32,
    /// Bytes of marks in a stripe of a sorted table.
    pub stripe: u64,
    /// Bytes of the nodes of proofs.
    pub nodes: u64,
    /// Moves that an invocation may try for an end before it gives the position up: one position in ten thousand needs more, and
    /// the host searches these. A card tries them in some milliseconds.
    pub tries: u32,
}

/// A card with memory of its own. More nodes begin more walks together, and a batch takes fewer steps.
const CARD: Sizes = Sizes {
    descents: 1 << 17,
    two_phase: 1 << 17,
    searchers: 1 << 12,
    modified: 1 << 16,
    proofs: MOST_CUBES,
    prefixes: 1 << 23,
    stripe: STRIPE_BYTES,
    nodes: 2 << 30,
    tries: 1 << 13,
};

/// A GPU that shares the memory of the host: it is some ten times slower, and most of them draw a screen. By the model of
/// `verify/gpu` such dispatches take less than 50 ms there, and builds and the modified method at most a fifth more time.
const SHARED: Sizes =
    Sizes { searchers: 1 << 10, modified: 1 << 14, stripe: STRIPE_BYTES / 8, nodes: 1 << 30, ..CARD };

/// A GPU in a browser may be the smallest. Its nodes fit what every device lets a kernel see.
const BROWSER: Sizes = Sizes { prefixes: 1 << 20, nodes: 128 << 20, ..SHARED };

/// A processor. llvmpipe ends all loops of eight invocations together after 65,535 turns, without a word.
const SOFTWARE: Sizes = Sizes {
    descents: 1 << 12,
    two_phase: 1 << 10,
    searchers: 1 << 7,
    modified: 1 << 10,
    proofs: 16,
    prefixes: 1 << 17,
    nodes: 32 << 20,
    tries: 1 << 10,
    ..CARD
};

impl Sizes {
    /// The sizes for an adapter.
    pub fn of(kind: AdapterKind) -> &'static Sizes {
        match kind {
            AdapterKind::Software => &SOFTWARE,
            _ if cfg!(target_family = "wasm") => &BROWSER,
            AdapterKind::Integrated | AdapterKind::Other => &SHARED,
            AdapterKind::Discrete | AdapterKind::Virtual => &CARD,
        }
    }
}
