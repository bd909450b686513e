//! The last moves of phase 1, looked up.

use std::ops::Range;

use super::end;
use crate::coord::perms::Perms;
use crate::coord::sym_phase1::SymPhase1;
use crate::coord::symmetry::MoveImage;
use crate::engine::cpu::two_phase::Tables;
use crate::engine::cpu::two_phase::last_moves::LastMoves;
use crate::engine::cpu::two_phase::round::{Flow, Queues, Sent, Stage};
use crate::engine::cpu::two_phase::rules::Last;
use crate::engine::two_phase::Path;

/// A position from which six or fewer moves are left: all paths of so many moves into G1 are listed in a table.
pub struct LookUp {
    pub at: SymPhase1,
    /// The moves before the last one, and the permutations after them.
    pub path: Path,
    pub perms: Perms,
    pub last: Last,
    pub left: u8,
}

/// A position whose bucket in the table is not empty, and the bucket.
pub struct Hit {
    bucket: Range<u32>,
    from: LookUp,
}

impl Stage for LookUp {
    fn queue(queues: &mut Queues) -> &mut Vec<Sent<LookUp>> {
        LookUp::own_queue(queues)
    }

    #[inline]
    fn prefetch(&self, tables: &Tables) {
        tables.last_moves.prefetch_index(self.at);
    }

    #[inline]
    fn advance(self, flow: &mut Flow) {
        let bucket = flow.tables.last_moves.bucket(self.at);
        if !bucket.is_empty() {
            flow.send(Hit { bucket, from: self });
        }
    }
}

impl Stage for Hit {
    fn queue(queues: &mut Queues) -> &mut Vec<Sent<Hit>> {
        Hit::own_queue(queues)
    }

    #[inline]
    fn prefetch(&self, tables: &Tables) {
        tables.last_moves.prefetch(&self.bucket);
    }

    fn advance(self, flow: &mut Flow) {
        let LookUp { at, left, .. } = self.from;
        let entries = flow.tables.last_moves.entries(self.bucket);
        // Those of a position come together.
        if let Some(first) = entries.iter().position(|last_moves| last_moves.fits(at, left)) {
            let fitting = entries[first..].iter().take_while(|last_moves| last_moves.fits(at, left));
            self.from.follow(fitting, flow);
        }
    }
}

impl LookUp {
    /// Sends the ends of the path with each of these last moves to the next stage.
    fn follow<'t>(self, sequences: impl Iterator<Item = &'t LastMoves>, flow: &mut Flow) {
        let LookUp { at, mut path, mut perms, last, left } = self;
        let depth = flow.search.depth(left);
        if let Some(last) = last.get() {
            path[depth - 1] = last;
            perms = perms.then(&flow.tables.perms.turns[last.index()]);
        }
        let (rules, symmetry) = (flow.tables.rules, at.symmetry);
        let (next, next_off_axis) = (rules.next(symmetry, last), rules.next_off_axis(symmetry, last));
        let perms = flow.tables.perms.conjugate(&perms, symmetry);
        for last_moves in sequences {
            let moves = last_moves.moves();
            let may_follow = if last_moves.begins_on_axis() { next_off_axis } else { next };
            if may_follow >> moves[0] & 1 == 0 {
                continue;
            }
            for (mv, &image) in path[depth..].iter_mut().zip(moves) {
                *mv = rules.back(symmetry, MoveImage::from_number(image.into()));
            }
            end::arrive(flow, path, perms, symmetry, Some(last_moves));
        }
    }
}
