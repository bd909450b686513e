//! Ends of phase 1. Here, and nowhere else, a path becomes as many ends as it has: it may end with its last turn in
//! either sense, and the pre-move may be in either sense.

use crate::coord::perms::{Perms, Sought};
use crate::coord::sym_phase2::SymPhase2;
use crate::coord::symmetry::AxisSymmetry;
use crate::cube::Move;
use crate::engine::cpu::two_phase::Tables;
use crate::engine::cpu::two_phase::last_moves::LastMoves;
use crate::engine::cpu::two_phase::round::{Flow, Queues, Sent, Stage};
use crate::engine::two_phase::Path;

/// A position in G1, of which the index of the U/D edges was asked for.
pub struct Arrival {
    sought: Sought,
    ending: Ending,
}

/// A position in G1, of which the distance from solved was asked for.
pub struct End {
    at: SymPhase2,
    ending: Ending,
}

/// How a path ends.
#[derive(Clone, Copy)]
struct Ending {
    path: Path,
    /// As the position looks after a symmetry.
    perms: Perms,
    pre_move: Option<Move>,
    /// The half turn, as it looks after the symmetry, that leads to the end with the last turn in the other sense, if
    /// that is still to be looked at.
    to_other: Option<u8>,
}

/// Sends the ends of a path to the next stage: of one that goes on from these permutations, as they look after a symmetry,
/// by some last moves.
pub fn arrive(
    flow: &mut Flow,
    path: Path,
    perms: Perms,
    symmetry: AxisSymmetry,
    last_moves: Option<&LastMoves>,
) {
    let then = |perms: Perms| last_moves.map_or(perms, |last_moves| perms.then(&last_moves.carries()));
    let to_other = last_moves.map(|last_moves| half_turn(last_moves.last_move()));
    let pre_move = flow.search.pre_move();
    Ending { path, perms: then(perms), pre_move, to_other }.send(flow);
    if let Some(pre_move) = pre_move {
        // The pre-moves R and R' differ by a half turn before all other moves.
        let tables = flow.tables;
        let half_turn = tables.sym1.symmetries.image(symmetry, half_turn(pre_move.index() as u8).into());
        let perms = then(tables.perms.turns[half_turn.number()].then(&perms));
        Ending { path, perms, pre_move: Some(pre_move.inverse()), to_other }.send(flow);
    }
}

/// The half turn of the face of a clockwise turn.
#[inline]
fn half_turn(clockwise: u8) -> u8 {
    clockwise + 1
}

impl Ending {
    /// Sends an end to the next stage, unless it cannot be among the best: by its corners and middle edges it is at least so
    /// far from solved.
    fn send(self, flow: &mut Flow) {
        let sought = flow.tables.perms.seek(&self.perms);
        let (class, slice_perm) = sought.corners_and_slice();
        let bound = flow.tables.bounds.of(class, slice_perm);
        if !flow.search.is_too_far(self.nearest(bound)) && self.can_be_better(bound, flow) {
            flow.send(Arrival { sought, ending: self });
        }
    }

    /// How far the nearer of both ends with this one's path is from solved at least, if this one is so far: they are a
    /// half turn apart.
    #[inline]
    fn nearest(&self, distance: u8) -> u8 {
        distance.saturating_sub(self.to_other.is_some().into())
    }

    /// Whether this end, so far from solved, or the one with the last turn in the other sense may be among the best.
    #[inline]
    fn can_be_better(&self, distance: u8, flow: &Flow) -> bool {
        let mut path = self.path;
        if self.to_other.is_some() {
            // After a reflection this one's turn can be the counter-clockwise one, which is the greater.
            let last = &mut path[flow.search.length() - 1];
            *last = (*last).min(last.inverse());
        }
        let rank = flow.search.rank(path, self.pre_move, self.nearest(distance), flow.limits);
        flow.search.is_better(&rank)
    }

    /// The end with the last turn in the other sense.
    fn other(mut self, half_turn: u8, flow: &Flow) -> Ending {
        let last = &mut self.path[flow.search.length() - 1];
        *last = last.inverse();
        let perms = self.perms.then(&flow.tables.perms.turns[usize::from(half_turn)]);
        Ending { perms, to_other: None, ..self }
    }
}

impl Stage for Arrival {
    fn queue(queues: &mut Queues) -> &mut Vec<Sent<Arrival>> {
        Arrival::own_queue(queues)
    }

    #[inline]
    fn prefetch(&self, tables: &Tables) {
        tables.perms.prefetch(self.sought);
    }

    #[inline]
    fn advance(self, flow: &mut Flow) {
        let at = flow.tables.perms.finish(self.sought);
        flow.send(End { at, ending: self.ending });
    }
}

impl Stage for End {
    fn queue(queues: &mut Queues) -> &mut Vec<Sent<End>> {
        End::own_queue(queues)
    }

    #[inline]
    fn prefetch(&self, tables: &Tables) {
        tables.to_solved.prefetch(self.at);
    }

    /// Compares the end with the best so far, and sends the one with the last turn in the other sense to the first stage of ends.
    fn advance(self, flow: &mut Flow) {
        let End { at, ending } = self;
        let distance = flow.tables.to_solved.distance(at, flow.search.reach());
        let rank = flow.search.rank(ending.path, ending.pre_move, distance, flow.limits);
        if flow.search.is_better(&rank) {
            flow.search.take(rank, flow.tables, flow.limits);
        }
        if let Some(half_turn) = ending.to_other.filter(|_| ending.can_be_better(distance, flow)) {
            ending.other(half_turn, flow).send(flow);
        }
    }
}
