//! Begins two-phase searches.

use bytemuck::Zeroable;

use super::put_distance;
use super::shared::measure::distance;
use crate::kernels::{BufferedWords, entry};
use cubebatch_cube::cube::Cube;
use cubebatch_search::engine::two_phase::direction::images;
use cubebatch_shaders::two_phase::{BeginParams, NO_DISTANCE, Search};

/// The twin of `two_phase/begin.wgsl`: it makes the images of whole cubes.
pub fn begin(params: &BeginParams, cubes: &[Cube], words: &BufferedWords, searches: &mut [Search]) {
    for (search, cube) in searches.iter_mut().zip(cubes).take(params.positions as usize) {
        let Search { distances, passes, starts, asked, begun, .. } = *search;
        *search = Search {
            distances,
            passes,
            starts,
            asked,
            begun,
            position: cube.into(),
            measured: 1,
            ..Search::zeroed()
        };
        for (direction, image) in images(cube).iter().enumerate() {
            let distance = image.map_or(NO_DISTANCE, |image| distance(&image, &|here| entry(words, here)));
            put_distance(search, direction, distance);
        }
    }
}
