//! What moves and symmetries do to sets of slice perms, which complete searches of phase 2 need.

use crate::coord::phase2::{PHASE2_MOVES, Phase2Moves};
use crate::coord::sym_phase2::SymPhase2Tables;
use crate::coord::symmetry::SYMMETRIES;
use crate::coord::{Coordinate, slice_perm::SlicePerm};
use crate::cube;

/// A permutation of the 12 members of sets, by halves: `[low 6 bits, high 6 bits]`.
pub type SetMap = [[u16; 64]; 2];

/// For each move and then symmetry, `move · 16 + symmetry`, what becomes of slice perms on the way
/// back, even ones and odd ones.
pub fn set_maps() -> Vec<[SetMap; 2]> {
    let maps_of = |(m, s)| {
        let conjugates = SymPhase2Tables::get().conjugate_slice_perms(s);
        let turned = Phase2Moves::get().slice_perm.column(m).into_iter();
        let images: Vec<u16> = turned.map(|value| conjugates[usize::from(value)]).collect();
        [false, true].map(|odd| way_back(&images, odd))
    };
    let numbers = (0..PHASE2_MOVES.len()).flat_map(|m| (0..SYMMETRIES).map(move |s| (m, s)));
    numbers.map(maps_of).collect()
}

/// The map from sets of the images of slice perms to sets of these: of the even ones, or the odd.
fn way_back(images: &[u16], odd: bool) -> SetMap {
    let mut map = [[0; 64]; 2];
    for (value, image) in images.iter().enumerate() {
        if cube::odd(&SlicePerm::unrank(value).edge_perm) != odd {
            continue;
        }
        let (member, image) = (value / 2, usize::from(image / 2));
        for set in (0..64).filter(|set| set >> (image % 6) & 1 == 1) {
            map[image / 6][set] |= 1 << member;
        }
    }
    map
}
