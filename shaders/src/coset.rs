//! The facts that the kernels of maps of cosets, their twins and their host share.

use super::interface::kernels;
use super::record::{constants, parameters, records};
use super::wgsl::{self, Item, Quad};
use super::words::WORKGROUP;
use cubebatch_search::coset::sizes::{
    EDGE_COSETS, LINE_BITS, LINES, LineFrom, MIDDLE_COSETS, PAGES, PARTS, PageFrom, WordFrom,
};
use cubebatch_tables::coord::moves::HALF_TURNS;

/// Words of a quad.
const QUAD_WORDS: usize = 4;

/// Words of a line.
pub const LINE_WORDS: usize = LINE_BITS / u32::BITS as usize;

/// Words of a group.
pub const GROUP_WORDS: usize = PAGES * LINES * LINE_WORDS;

/// Quads of a group.
const GROUP_QUADS: usize = GROUP_WORDS / QUAD_WORDS;

/// Workgroups that make a group, the last one not full.
pub const GROUP_WORKGROUPS: usize = GROUP_QUADS.div_ceil(WORKGROUP as usize);

constants! {
    PAGES,
    EDGE_COSETS,
    MIDDLE_COSETS,
    LINE_QUADS = LINE_WORDS / QUAD_WORDS,
    PAGE_QUADS = GROUP_QUADS / PAGES,
    GROUP_QUADS,
    GROUP_WORKGROUPS,
    SIDE_HALF_TURNS = HALF_TURNS,
}

records! {
    /// A word in which positions are missing.
    Gap {
        /// Its number in the part.
        word: u32,
        /// A bit for each position that is missing.
        bits: u32,
    }
}

/// What kernels see of this.
pub fn items() -> Vec<Item> {
    let packed = [PageFrom::WGSL, LineFrom::WGSL, WordFrom::WGSL].map(|packed| wgsl::packed(&packed));
    packed.into_iter().flatten().chain([Gap::wgsl().item()]).collect()
}

parameters! {
    PrepassParams {
        /// The groups of a part.
        part,
        /// The first group that is made, and the group behind the last one.
        first,
        end,
        /// Where the lists of U/D edges begin.
        edges,
        /// Where those of the middle edges begin.
        middles,
        /// Where the elements begin.
        elements,
    }

    MarkParams {
        /// How many bits there are.
        count,
    }

    GapsParams {
        /// The words of the part.
        words,
        /// How many gaps there is room for.
        most,
    }
}

kernels! {
    Prepass(PrepassParams) PrepassBuffers {
        /// The parts of the map.
        old[PARTS]: read [Quad],
        /// [`MapTables::words`](cubebatch_search::engine::coset::MapTables::words).
        tables: read [u32],
        /// The part of the new map that has the groups.
        made: write [Quad],
        /// The number of positions of each group.
        counts: write @atomic [u32],
    }

    Mark(MarkParams) MarkBuffers {
        /// Numbers of bits in the part.
        bits: read [u32],
        /// A part.
        map: write @atomic [u32],
        /// How many bits were not set before.
        marked: write @atomic u32,
    }

    Gaps(GapsParams) GapsBuffers {
        /// A part.
        map: read [u32],
        /// Words in which positions are missing, in any order.
        gaps: write [Gap],
        /// How many of these there are.
        count: write @atomic u32,
    }
}
