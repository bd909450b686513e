//! Words that hold several numbers.

use std::collections::BTreeSet;
use std::marker::PhantomData;

use super::evaluate::evaluate;
use super::{ALL, parse};
use crate::candidates::{Known, Rated, SlicePermAndSeam};
use crate::complete::{Cell, States};
use crate::descent::{EndOfPhase1, PHASE1_ENTRY, Phase1Index};
use crate::modified::Progress;
use crate::optimal::{
    CornerClass, EdgesAfter, FacePlaces, FaceTurn, FilterReach, ProofState, SlicesBefore, Tried, TurnedCubies,
};
use crate::sorted_phase1::Reached;
use crate::sorted_phase2::BlockAndTurn;
use crate::two_phase::{
    LastMovesKey, LastMovesPaths, NodeState, PreMoves, RankBeyond, RankWithin, Rating, RestOfTrail, Stage,
};
use crate::wgsl::{self, Item};
use crate::words::{Bytes, ClassAndSymmetry, Flags, Halves, Moves, Nibbles, TwistAndFlip, UdEdgesAndCorners};
use crate::{items, lanes::Lanes};
use cubebatch_cube::cube::random::Random;
use cubebatch_search::coset::sizes::{LineFrom, PageFrom, WordFrom};
use cubebatch_tables::coord::block::FlipSlice;
use cubebatch_tables::packed::Packed;
use cubebatch_tables::table::Phase1Entry;

/// The numbers that a word holds in Rust, and the word that they make.
type Numbers = fn(u32) -> (Vec<u32>, u32);

fn packed() -> Vec<(Packed, Numbers)> {
    vec![
        (ClassAndSymmetry::WGSL, ClassAndSymmetry::numbers),
        (TwistAndFlip::WGSL, TwistAndFlip::numbers),
        (UdEdgesAndCorners::WGSL, UdEdgesAndCorners::numbers),
        (FlipSlice::WGSL, FlipSlice::numbers),
        (Reached::WGSL, Reached::numbers),
        (BlockAndTurn::WGSL, BlockAndTurn::numbers),
        (Phase1Index::WGSL, Phase1Index::numbers),
        (EndOfPhase1::WGSL, EndOfPhase1::numbers),
        (PHASE1_ENTRY, phase1_entry),
        (Cell::WGSL, Cell::numbers),
        (Rated::WGSL, Rated::numbers),
        (Known::WGSL, Known::numbers),
        (SlicePermAndSeam::WGSL, SlicePermAndSeam::numbers),
        (Progress::WGSL, Progress::numbers),
        (NodeState::WGSL, NodeState::numbers),
        (LastMovesKey::WGSL, LastMovesKey::numbers),
        (LastMovesPaths::WGSL, LastMovesPaths::numbers),
        (Rating::WGSL, Rating::numbers),
        (RankWithin::WGSL, RankWithin::numbers),
        (RankBeyond::WGSL, RankBeyond::numbers),
        (RestOfTrail::WGSL, RestOfTrail::numbers),
        (Stage::WGSL, Stage::numbers),
        (PreMoves::WGSL, PreMoves::numbers),
        (ProofState::WGSL, ProofState::numbers),
        (TurnedCubies::WGSL, TurnedCubies::numbers),
        (Tried::WGSL, Tried::numbers),
        (CornerClass::WGSL, CornerClass::numbers),
        (FacePlaces::WGSL, FacePlaces::numbers),
        (FaceTurn::WGSL, FaceTurn::numbers),
        (EdgesAfter::WGSL, EdgesAfter::numbers),
        (SlicesBefore::WGSL, SlicesBefore::numbers),
        (FilterReach::WGSL, FilterReach::numbers),
        (PageFrom::WGSL, PageFrom::numbers),
        (LineFrom::WGSL, LineFrom::numbers),
        (WordFrom::WGSL, WordFrom::numbers),
    ]
}

/// The words of an entry in a file.
fn phase1_entry(word: u32) -> (Vec<u32>, u32) {
    let (nearer, residue) = (word & 0x3_ffff, word >> 18 & 3);
    let entry = Phase1Entry::new(residue as u8, nearer);
    assert_eq!(entry.nearer(), nearer);
    (vec![nearer, residue], nearer | residue << 18)
}

/// Random words, and those with one bit or all.
fn words() -> impl Iterator<Item = u32> {
    let mut random = Random::new(140);
    let random = (0..100).map(move |_| random.below(1 << 32) as u32);
    (0..u32::BITS).map(|bit| 1 << bit).chain([0, u32::MAX]).chain(random)
}

fn module(items: impl IntoIterator<Item = Item>) -> naga::Module {
    parse("items", &items.into_iter().map(|item| item.text).collect::<String>())
}

#[test]
fn words_hold_the_same_numbers_for_rust_and_kernels() {
    for (declared, numbers) in packed() {
        let items = wgsl::packed(&declared);
        let [_, unpack, pack] = items.each_ref().map(|item| item.name.clone());
        let module = module(items);
        for word in words() {
            let (expected, packed) = numbers(word);
            assert_eq!(evaluate(&module, &unpack, &[&[word]]), expected, "{} {word:x}", declared.name);
            assert_eq!(evaluate(&module, &pack, &[&expected]), [packed], "{} {word:x}", declared.name);
        }
    }
}

fn check_lanes<const BITS: usize, const A_WORD: usize>(_: PhantomData<Lanes<BITS, A_WORD>>, name: &str) {
    let items = Lanes::<BITS, A_WORD>::wgsl(name);
    let [_, word, read, bits] = items.each_ref().map(|item| item.name.clone());
    let module = module(items);
    for number in words().map(|word| (u64::from(word) & ((1 << BITS) - 1)) as u32) {
        for i in 0..3 * A_WORD {
            let mut words = [0; 3];
            Lanes::<BITS, A_WORD>::put(&mut words, i, number);
            assert_eq!(Lanes::<BITS, A_WORD>::get(&words, i), number);
            let at = evaluate(&module, &word, &[&[i as u32]])[0] as usize;
            assert_eq!(evaluate(&module, &bits, &[&[i as u32], &[number]]), [words[at]], "{name}");
            assert_eq!(evaluate(&module, &read, &[&[words[at]], &[i as u32]]), [number], "{name}");
        }
    }
}

#[test]
fn small_numbers_lie_at_the_same_places_for_rust_and_kernels() {
    check_lanes(PhantomData::<Flags>, "flag");
    check_lanes(PhantomData::<Nibbles>, "nibble");
    check_lanes(PhantomData::<Bytes>, "byte");
    check_lanes(PhantomData::<Halves>, "half");
    check_lanes(PhantomData::<Moves>, "move");
    check_lanes(PhantomData::<States>, "state");
}

#[test]
fn names_are_unique() {
    let names: Vec<String> = items().into_iter().map(|item| item.name).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
}

/// Functions come in sets, of which a shader may need one.
#[test]
fn some_shader_needs_each_constant_and_struct() {
    let sources: Vec<String> = ALL.iter().map(|shader| shader.source(false)).collect();
    let is_needed = |item: &Item| sources.iter().any(|source| source.contains(&item.text));
    let is_function = |item: &Item| item.text.starts_with("\nfn") || item.name.ends_with("_LANES");
    let unneeded = items().into_iter().filter(|item| !is_function(item) && !is_needed(item));
    assert_eq!(unneeded.map(|item| item.name).collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn all_packed_words_are_compared() {
    let declared = items().into_iter().filter_map(|item| Some(item.name.strip_prefix("unpack_")?.to_owned()));
    let compared =
        packed().into_iter().map(|(declared, _)| wgsl::packed(&declared)[1].name.replace("unpack_", ""));
    assert_eq!(declared.collect::<BTreeSet<_>>(), compared.collect());
}
