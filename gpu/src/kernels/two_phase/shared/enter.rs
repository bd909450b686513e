//! Enters the passes of two-phase searches that begin.

use crate::kernels::two_phase::{PassInputs, place, position_at, start};
use cubebatch_shaders::two_phase::{Begun, Head, Node, NodeState, PATH_WORDS, Pass, Search, WalkParams};

/// It makes the starts of whole cubes. Returns the nodes from which walks begin at once, with the levels of these; the others wait. The
/// order of the nodes that it adds is another.
pub fn enter(
    params: &WalkParams,
    &PassInputs { cubes, stages }: &PassInputs,
    head: &mut Head,
    searches: &mut [Search],
    nodes: &mut [Node],
) -> Vec<(usize, Node)> {
    let mut walking = Vec::new();
    for i in 0..head.due_begun as usize {
        let Begun { position, pass_number, distance } = Begun::unpack(searches[i].begun);
        let search = &mut searches[position as usize];
        let pass = Pass::unpack(search.passes[pass_number as usize]);
        let at = start(&position_at(&cubes[position as usize], pass.start as usize, false));
        search.starts[pass_number as usize] = at;
        let state = NodeState { position, distance, pass_number, ..NodeState::default() };
        let level = usize::from(stages[pass.stage as usize].length());
        let node = Node { word: at.index, state: state.pack(), path: [0; PATH_WORDS] };
        if head.enters_walking == 1 {
            walking.push((level, node));
        } else {
            nodes[place(head, level, head.counts[level], params.places)] = node;
            head.counts[level] += 1;
        }
    }
    walking
}
