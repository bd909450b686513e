//! Adds to the positions of a map the positions one move of G1 away.

use cubebatch_search::coset::layout::{Place, Places};
use cubebatch_search::coset::sizes::GROUP_BITS;
use cubebatch_shaders::coset::GROUP_WORDS;
use cubebatch_tables::coord::cubies::CubiesTables;
use cubebatch_tables::coord::moves::PHASE2_MOVES;
use cubebatch_tables::coord::processor::{Plain, Processor};

/// The twin of `coset/prepass.wgsl`: it makes the first of some groups, of whose sources all others are, and gives the number of its
/// positions. It makes each move on the cubies of each position, and looks where that stands.
pub fn prepass(places: &Places, groups: &[u16], old: &[Vec<u32>], new: &mut [u32]) -> u32 {
    let turns = PHASE2_MOVES.map(|mv| CubiesTables::get().turns[mv.index()].unturned());
    let made = usize::from(groups[0]);
    new[..GROUP_WORDS].copy_from_slice(&old[0]);
    for (&group, words) in groups.iter().zip(old) {
        for bit in (0..GROUP_BITS).filter(|bit| words[bit / 32] >> (bit % 32) & 1 == 1) {
            let cubies = places.cubies(Place::in_group(group.into(), bit));
            for turn in &turns {
                let there = places.place(Plain, &Plain.then_unturned(&cubies, turn));
                if there.group() == made {
                    new[there.bit() as usize / 32] |= 1 << (there.bit() % 32);
                }
            }
        }
    }
    new[..GROUP_WORDS].iter().map(|word| word.count_ones()).sum()
}
