//! Marks the positions of a space to which one move leads from the last level.

use cubebatch_shaders::space::MarkParams;
use cubebatch_tables::space::{Space, UNREACHED};

/// The twin of `space/mark.wgsl`; it tries all moves on a level before it marks any.
pub fn mark(params: &MarkParams, space: &Space, distances: &mut [u32], count: &mut u32) {
    let bytes: &mut [u8] = bytemuck::cast_slice_mut(distances);
    let is_last = |&position: &usize| u32::from(bytes[position]) == params.distance;
    let after = |position: usize, m: usize| {
        let at = ((position / space.values()) as u32, (position % space.values()) as u16);
        space.index(space.turn(at, m))
    };
    let last = (0..params.positions as usize).filter(is_last);
    let reached: Vec<usize> =
        last.flat_map(|position| (0..space.moves()).map(move |m| after(position, m))).collect();
    for position in reached {
        if bytes[position] == UNREACHED {
            bytes[position] = params.distance as u8 + 1;
            *count += 1;
        }
    }
}
