//! Marks the positions of a product to which one move leads from the last level.

use crate::engine::product::{Product, UNREACHED};
use crate::layout::space::ProductMark;

/// The twin of `product_mark.wgsl`; it turns positions by the product's own tables, all of a
/// level before it marks any.
pub fn product_mark(params: &ProductMark, product: &Product, distances: &mut [u32], count: &mut u32) {
    let bytes: &mut [u8] = bytemuck::cast_slice_mut(distances);
    let places = product.places.len();
    let is_last = |&position: &usize| u32::from(bytes[position]) == params.distance;
    let after = |position: usize, m: usize| {
        let [block, place] = [position / places, position % places].map(|value| value as u16);
        usize::from(product.blocks.turn(block, m)) * places + usize::from(product.places.turn(place, m))
    };
    let last = (0..params.positions as usize).filter(is_last);
    let reached: Vec<usize> =
        last.flat_map(|position| product.moves.iter().map(move |&m| after(position, m))).collect();
    for position in reached {
        if bytes[position] == UNREACHED {
            bytes[position] = params.distance as u8 + 1;
            *count += 1;
        }
    }
}
