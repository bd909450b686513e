//! Begins the search of phase 1.

use cubebatch_cube::cube::Cube;
use cubebatch_shaders::candidates::{NONE, Trial};
use cubebatch_shaders::modified::BeginParams;
use cubebatch_shaders::words::TwistAndFlip;
use cubebatch_tables::coord::Phase1;

/// The twin of `modified/begin.wgsl`.
pub fn begin(params: &BeginParams, cubes: &[Cube], trials: &mut [Trial], list: &mut [u32]) {
    for (i, cube) in cubes.iter().enumerate().take(params.positions as usize) {
        let Phase1 { twist, flip, slice } = Phase1::of(cube);
        let two = TwistAndFlip { twist: twist.into(), flip: flip.into() };
        trials[i] = Trial { start: [two.pack(), slice.into()], best: NONE, prefix: 0, known: NONE };
        list[i] = i as u32;
    }
}
