//! Enters the passes of two-phase searches that begin.

use super::{distance_of, place, position_at, start};
use crate::cube::Cube;
use crate::engine::layout::two_phase::{Begun, EnterParams, Head, Node, NodeState, PATH_WORDS, Pass, Search};
use crate::engine::two_phase::stages::Stage;

/// The twin of `two_phase/enter.wgsl`: it makes the starts of whole cubes. `stages` are those of the bound. The order of the
/// nodes that it adds is another.
pub fn enter(
    params: &EnterParams,
    stages: &[Stage],
    cubes: &[Cube],
    head: &mut Head,
    searches: &mut [Search],
    nodes: &mut [Node],
) {
    for i in 0..head.begun as usize {
        let Begun { position, pass_number } = Begun::unpack(searches[i].begun);
        let search = &mut searches[position as usize];
        let pass = Pass::unpack(search.passes[pass_number as usize]);
        let at = start(&position_at(&cubes[position as usize], pass.start as usize, false));
        search.starts[pass_number as usize] = at;
        let distance = distance_of(search, pass.start as usize);
        let state = NodeState { position, distance, pass_number, ..NodeState::default() };
        let level = usize::from(stages[pass.stage as usize].length());
        nodes[place(head, level, head.counts[level], params.places)] =
            Node { word: at.index, state: state.pack(), path: [0; PATH_WORDS] };
        head.counts[level] += 1;
    }
}
