//! The kernels of the searches.
//!
//! Hits are added in the order of work, so they are sorted before they are compared. Phase 1
//! may add, besides the least hit of a start, some that it meets before that one.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use super::{Bench, GUARD, SENTINEL, assert_same, grids, sorted_table};
use crate::coord::phase1::{PHASE1_MOVES, Phase1Moves, leaves_g1};
use crate::coord::phase2::{HALF_TURNS, PHASE2_MOVES, Phase2Moves};
use crate::coord::{Phase1, Phase2, PhaseMoves};
use crate::cube::canonical::Sequences;
use crate::cube::random::Random;
use crate::cube::{Cube, Move};
use crate::engine::cpu::kernels;
use crate::engine::gpu::candidates::{Phase, Slice, prefixes_of, rules, slice, slices};
use crate::engine::gpu::kernel::grid;
use crate::engine::layout::candidates::{Hit, SearchParams, Start};
use crate::engine::layout::words::WORKGROUP;
use crate::table::{self, SortedContents, SortedView};

/// Words of a hit.
const HIT_WORDS: usize = size_of::<Hit>() / size_of::<u32>();

/// The longest candidates.
const LONGEST: usize = 4;

/// Starts that are bound but not searched; each has a hit at once.
const BEYOND: usize = 3;

/// A phase whose kernel has a twin.
trait Twin: Phase {
    type Moves: PhaseMoves<State = Self>;
    fn moves() -> &'static Self::Moves;
    fn sequences() -> Sequences;
    fn of(cube: &Cube) -> Self;
    /// A small table.
    fn table() -> SortedView<'static>;
    fn twin(
        params: &SearchParams,
        sequences: &Sequences,
        starts: &[Self],
        table: SortedView,
        best: &mut [u32],
    ) -> Vec<Hit>;
}

impl Twin for Phase1 {
    type Moves = Phase1Moves;

    fn moves() -> &'static Phase1Moves {
        Phase1Moves::get()
    }

    /// Other moves at the end, as in phase 2, so that those have to be right too.
    fn sequences() -> Sequences {
        let last: Vec<Move> = PHASE1_MOVES.into_iter().filter(|&mv| leaves_g1(mv)).collect();
        Sequences::new(&PHASE1_MOVES, &last, LONGEST)
    }

    fn of(cube: &Cube) -> Phase1 {
        Phase1::of(cube)
    }

    fn table() -> SortedView<'static> {
        static TABLE: LazyLock<SortedContents> = LazyLock::new(|| sorted_table(table::Phase::One, 5));
        TABLE.view()
    }

    fn twin(
        params: &SearchParams,
        sequences: &Sequences,
        starts: &[Phase1],
        table: SortedView,
        best: &mut [u32],
    ) -> Vec<Hit> {
        kernels::candidates::phase1(params, sequences, starts, table, best)
    }
}

impl Twin for Phase2 {
    type Moves = Phase2Moves;

    fn moves() -> &'static Phase2Moves {
        Phase2Moves::get()
    }

    fn sequences() -> Sequences {
        Sequences::new(&PHASE2_MOVES, &PHASE2_MOVES[..HALF_TURNS], LONGEST)
    }

    fn of(cube: &Cube) -> Phase2 {
        Phase2::of(cube)
    }

    fn table() -> SortedView<'static> {
        static TABLE: LazyLock<SortedContents> = LazyLock::new(|| sorted_table(table::Phase::Two, 6));
        TABLE.view()
    }

    fn twin(
        params: &SearchParams,
        sequences: &Sequences,
        starts: &[Phase2],
        table: SortedView,
        _: &mut [u32],
    ) -> Vec<Hit> {
        kernels::candidates::phase2(params, sequences, starts, table)
    }
}

/// A kernel, and what it reads.
struct Searched<P> {
    bench: Bench,
    sequences: Sequences,
    /// Those that are searched, and some more.
    starts: Vec<P>,
    table: SortedView<'static>,
    /// Rules of the sequences, moves and starts.
    buffers: [wgpu::Buffer; 3],
}

impl<P: Twin> Searched<P> {
    /// Starts so many random moves from solved; 0 is among them.
    fn new(starts: usize, walks: Range<usize>) -> Option<Searched<P>> {
        let bench = Bench::new(&P::SHADER)?;
        let sequences = P::sequences();
        let mut random = Random::new(8);
        let mut pick = || sequences.moves()[random.below(sequences.moves().len() as u64) as usize];
        let mut walk = |length| P::of(&Cube::SOLVED.apply(&(0..length).map(|_| pick()).collect::<Vec<_>>()));
        let mut starts: Vec<P> = walks.cycle().take(starts).map(&mut walk).collect();
        starts.extend([P::of(&Cube::SOLVED); BEYOND]);
        let words: Vec<Start> = starts.iter().map(|start| start.words()).collect();
        let buffers = [
            bench.buffer(&rules(&sequences, &prefixes_of(&sequences))),
            bench.buffer(&P::move_tables()),
            bench.buffer(&words),
        ];
        Some(Searched { bench, sequences, starts, table: P::table(), buffers })
    }

    /// The slices for a device that lets a kernel see so many bytes. This one lets it see
    /// more, since the moves of phase 2 need it.
    fn slices(&mut self, most_bytes: u64) -> Vec<Slice> {
        let granted = std::mem::replace(&mut self.bench.device.max_binding, most_bytes);
        let slices = slices(&self.bench.device, self.table.index(), self.table.residues()).unwrap();
        self.bench.device.max_binding = granted;
        slices
    }

    /// The whole table.
    fn slice(&mut self) -> Slice {
        let mut slices = self.slices(u64::MAX);
        assert_eq!(slices.len(), 1);
        slices.remove(0)
    }

    /// The prefixes of candidates of a length.
    fn count(&self, length: usize) -> u64 {
        prefixes_of(&self.sequences).count(length.saturating_sub(1))
    }

    fn params(&self, slice: &Slice, length: usize, prefixes: Range<u64>) -> SearchParams {
        SearchParams {
            columns: 0,
            starts: (self.starts.len() - BEYOND) as u32,
            per_start: (prefixes.end - prefixes.start) as u32,
            length: length as u32,
            first_prefix: prefixes.start as u32,
            end_prefix: prefixes.end as u32,
            shift: self.table.shift(),
            first_bucket: slice.buckets.start,
            end_bucket: slice.buckets.end,
            first_residue: slice.first_residue,
            room: 0,
        }
    }

    /// Parameters for all candidates of a length.
    fn all_of(&self, slice: &Slice, length: usize) -> SearchParams {
        self.params(slice, length, 0..self.count(length))
    }

    /// One dispatch of the kernel.
    fn dispatch(&self, found: &mut Found, slice: &Slice, params: SearchParams, grid: (u32, u32)) {
        let params = SearchParams { columns: grid.0, room: found.room as u32, ..params };
        let [rules, moves, starts] = &self.buffers;
        let [hits, best] = &found.buffers;
        let mut storage = vec![rules, moves, starts, &slice.index, &slice.residues, hits];
        storage.extend(P::FIRST.then_some(best));
        let storage: Vec<_> = storage.into_iter().map(|buffer| buffer.as_entire_binding()).collect();
        self.bench.run(&params, &storage, grid);
        found.read(&self.bench);
    }

    /// Lets the kernel and its twin search, compares what they leave, and gives the twin's hits.
    fn search(&self, found: &mut Found, slice: &Slice, params: SearchParams, grid: (u32, u32)) -> Vec<Hit> {
        let (before, mut best) = (found.hits.clone(), found.best.clone());
        let hits = P::twin(&params, &self.sequences, &self.starts, self.table, &mut best);
        self.dispatch(found, slice, params, grid);
        assert_same("best", &found.best, &best);
        found.check_added(&before, &hits, &that_must_be::<P>(&hits));
        hits
    }
}

/// Workgroups that have an invocation for each prefix.
fn workgroups(params: &SearchParams) -> u32 {
    (params.starts * params.per_start).div_ceil(WORKGROUP)
}

/// Those of all hits, in the order of starts and candidates, that the kernel cannot leave out.
fn that_must_be<P: Twin>(hits: &[Hit]) -> Vec<Hit> {
    let mut must = hits.to_vec();
    if P::FIRST {
        must.dedup_by_key(|hit| hit.start);
    }
    must
}

/// What the kernel adds to: hits, with room for some, and the best of each start.
struct Found {
    room: usize,
    /// Their count, the list and a guard.
    hits: Vec<u32>,
    best: Vec<u32>,
    buffers: [wgpu::Buffer; 2],
}

impl Found {
    fn new<P>(searched: &Searched<P>, room: usize) -> Found {
        let mut hits = vec![SENTINEL; 1 + HIT_WORDS * room + GUARD];
        hits[0] = 0;
        let mut best = vec![0; searched.starts.len() - BEYOND];
        best.extend([SENTINEL; GUARD]);
        let buffers = [&hits, &best].map(|content| searched.bench.buffer(content));
        Found { room, hits, best, buffers }
    }

    fn read(&mut self, bench: &Bench) {
        self.hits = bench.read(&self.buffers[0], &self.hits);
        self.best = bench.read(&self.buffers[1], &self.best);
    }

    /// All hits that had room.
    fn list(&self) -> Vec<Hit> {
        let count = self.room.min(self.hits[0] as usize);
        bytemuck::cast_slice(&self.hits[1..][..HIT_WORDS * count]).to_vec()
    }

    /// Hits that were there before are still there; those that `may` be added, and no others,
    /// follow them, all that `must` be if they have room, and nothing is behind.
    fn check_added(&self, before: &[u32], may: &[Hit], must: &[Hit]) {
        let added = (self.hits[0] - before[0]) as usize;
        assert!((must.len()..=may.len()).contains(&added), "{added} hits of {}…{}", must.len(), may.len());
        let [known, end] = [before[0], self.hits[0]].map(|count| self.room.min(count as usize));
        let [known_end, list_end] = [known, end].map(|count| 1 + HIT_WORDS * count);
        assert_same("hit of before", &self.hits[1..known_end], &before[1..known_end]);
        assert_same("word behind", &self.hits[list_end..], &before[list_end..]);
        let list: BTreeSet<Hit> = self.list().split_off(known).into_iter().collect();
        assert_eq!(list.len(), end - known, "a hit is there twice");
        let allowed: BTreeSet<Hit> = may.iter().copied().collect();
        assert_eq!(list.difference(&allowed).next(), None, "no hit");
        let all_have_room = self.hits[0] as usize <= self.room;
        assert_eq!(must.iter().find(|&hit| all_have_room && !list.contains(hit)), None, "left out");
    }
}

/// All lengths in windows of prefixes, the first ones last, so that better hits come later,
/// and then once more. Some windows are shorter or longer than what there are invocations for.
fn search_in_windows<P: Twin>() {
    let Some(mut searched) = Searched::<P>::new(37, 0..20) else { return };
    let slice = searched.slice();
    for length in 0..=LONGEST {
        let count = searched.count(length) as u32;
        let per_start = (count / 3 + 1).min(701);
        let last = (count - 1) / per_start * per_start;
        let middle = count / 2..count / 2 + per_start / 2;
        let windows = [last..count, middle, count / 3..count / 3, 0..count, 0..per_start];
        let mut found = Found::new(&searched, 30_000);
        let mut hits = BTreeSet::new();
        for (i, prefixes) in windows.into_iter().enumerate() {
            let (first_prefix, end_prefix) = (prefixes.start, prefixes.end);
            let all = searched.all_of(&slice, length);
            let params = SearchParams { per_start, first_prefix, end_prefix, ..all };
            let grid = grids(workgroups(&params))[(length + i) % 3];
            hits.extend(searched.search(&mut found, &slice, params, grid));
        }
        let starts = hits.iter().map(|hit| hit.start).collect::<BTreeSet<_>>().len();
        assert!(starts > 5 && starts < 37, "{starts} starts have a hit with {length} moves");
    }
}

#[test]
fn phase1_leaves_what_its_twin_leaves() {
    search_in_windows::<Phase1>();
}

#[test]
fn phase2_leaves_what_its_twin_leaves() {
    search_in_windows::<Phase2>();
}

/// Most invocations are beyond the last prefix, so that the last start is far behind.
fn search_in_many_workgroups<P: Twin>() {
    const STARTS: usize = 17;
    let Some(mut searched) = Searched::<P>::new(STARTS, 2..4) else { return };
    let slice = searched.slice();
    let params = SearchParams { per_start: 1 << 20, ..searched.params(&slice, 3, 0..60) };
    let grid = grid(workgroups(&params).into());
    assert!(grid.1 > 1 && (STARTS as u32 - 1) * params.per_start / WORKGROUP > 65_535);
    let hits = searched.search(&mut Found::new(&searched, 10_000), &slice, params, grid);
    assert!(hits.iter().any(|hit| hit.start == STARTS as u32 - 1));
}

#[test]
fn phase1_in_many_workgroups_leaves_what_its_twin_leaves() {
    search_in_many_workgroups::<Phase1>();
}

#[test]
fn phase2_in_many_workgroups_leaves_what_its_twin_leaves() {
    search_in_many_workgroups::<Phase2>();
}

/// A table in slices, as the host cuts them; of each the first half of the buckets alone, then
/// all. Hits of all slices come together.
fn search_in_slices<P: Twin>() {
    const MOST_BYTES: u64 = 16_000;
    let Some(mut searched) = Searched::<P>::new(37, 0..20) else { return };
    let slices = searched.slices(MOST_BYTES);
    let index = searched.table.index();
    let bytes = |slice: &Slice| slice.index.size().max(slice.residues.size());
    assert!(slices.len() > 8 && slices.iter().all(|slice| bytes(slice) <= MOST_BYTES));
    assert!(slices.windows(2).all(|pair| pair[0].buckets.end == pair[1].buckets.start));
    assert_eq!(slices[0].buckets.start..slices[slices.len() - 1].buckets.end, 0..index.len() as u32 - 1);
    assert!(slices.iter().any(|slice| index[slice.buckets.start as usize] % 2 == 1));
    let mut found = Found::new(&searched, 30_000);
    let mut hits = Vec::new();
    for slice in &slices {
        let params = searched.params(slice, 3, 0..60);
        let half = (params.first_bucket + params.end_bucket) / 2;
        let grid = grid(workgroups(&params).into());
        hits.extend(searched.search(&mut found, slice, SearchParams { end_bucket: half, ..params }, grid));
        hits.extend(searched.search(&mut found, slice, params, grid));
    }
    searched.search_buckets(3, 0..60, &hits);
}

impl<P: Twin> Searched<P> {
    /// Each bucket in which there are hits as a slice of its own, so that they are where it ends.
    fn search_buckets(&self, length: usize, prefixes: Range<u64>, hits: &[Hit]) {
        let bucket = |hit: &Hit| self.cut(length, hit).0;
        let buckets: BTreeSet<usize> = hits.iter().map(bucket).collect();
        assert!(buckets.len() > 20);
        for &bucket in buckets.iter().take(20) {
            let (index, residues) = (self.table.index(), self.table.residues());
            let slice = slice(&self.bench.device, index, residues, bucket..bucket + 1);
            let params = self.params(&slice, length, prefixes.clone());
            let grid = grid(workgroups(&params).into());
            assert!(!self.search(&mut Found::new(self, 3_000), &slice, params, grid).is_empty());
        }
    }
}

#[test]
fn phase1_in_slices_leaves_what_its_twin_leaves() {
    search_in_slices::<Phase1>();
}

#[test]
fn phase2_in_slices_leaves_what_its_twin_leaves() {
    search_in_slices::<Phase2>();
}

/// More hits than there is room for; the greatest room is enough for what the first dispatch
/// must find. The second half of the candidates comes first, so that both halves have hits.
fn search_without_room<P: Twin>() {
    let Some(mut searched) = Searched::<P>::new(37, 0..5) else { return };
    let slice = searched.slice();
    let count = searched.count(2);
    let halves = [count / 2..count, 0..count / 2].map(|prefixes| searched.params(&slice, 2, prefixes));
    let grid = grid(workgroups(&halves[0]).into());
    let hits = searched.search(&mut Found::new(&searched, 10_000), &slice, halves[0], grid);
    for room in [0, 7, that_must_be::<P>(&hits).len()] {
        let mut found = Found::new(&searched, room);
        for params in halves {
            searched.search(&mut found, &slice, params, grid);
        }
        assert!(found.hits[0] as usize > room);
    }
}

#[test]
fn phase1_without_room_writes_nothing_behind() {
    search_without_room::<Phase1>();
}

#[test]
fn phase2_without_room_writes_nothing_behind() {
    search_without_room::<Phase2>();
}

/// An index that is wrong where there are hits, in all ways in turn, but not everywhere.
fn damaged(index: &[u32], entries: u32, buckets: &BTreeSet<usize>) -> Vec<u32> {
    let mut index = index.to_vec();
    for (i, &bucket) in buckets.iter().enumerate() {
        match i % 8 {
            0 => index[bucket + 1] = u32::MAX,
            1 => index[bucket + 1] = entries + 1000,
            2 => index[bucket + 1] = 0,
            3 => index[bucket] = u32::MAX - 5,
            4 => index[bucket] = entries + 1000,
            5 => index[bucket] = 0,
            _ => {}
        }
    }
    index
}

impl<P: Twin> Searched<P> {
    /// Bucket and residue of the code to which a candidate leads.
    fn cut(&self, length: usize, hit: &Hit) -> (usize, u16) {
        let start = self.starts[hit.start as usize];
        let code = kernels::code_after(P::moves(), &self.sequences, start, length as u32, hit.number);
        let shift = self.table.shift();
        ((code >> shift) as usize, (code & ((1 << shift) - 1)) as u16)
    }

    /// The kernel adds what the index lets it see, and if that is bound, then it is the code.
    fn check_believed(&self, found: &Found, slice: &Slice, length: usize, index: &[u32]) {
        let table = self.table;
        let bound = slice.first_residue..table.residues().len() as u32;
        for hit in found.list() {
            let (bucket, residue) = self.cut(length, &hit);
            let end = index[bucket].saturating_add(1 << table.shift()).min(index[bucket + 1]);
            assert!(slice.buckets.contains(&(bucket as u32)) && (index[bucket]..end).contains(&hit.entry));
            assert!(!bound.contains(&hit.entry) || table.residues()[hit.entry as usize] == residue);
        }
    }

    /// Hits in sound buckets are found, if of their start there is none before.
    fn check_sound(&self, found: &Found, hits: &[Hit]) {
        let list = found.list();
        for hit in hits {
            let is_before = |other: &Hit| P::FIRST && other.start == hit.start && other.number < hit.number;
            assert!(list.contains(hit) || list.iter().any(is_before), "{hit:?} was not found");
        }
    }
}

/// From the first bucket on, from an odd place on, and from a bucket on whose beginning is
/// damaged.
fn search_with_a_damaged_index<P: Twin>() {
    const LENGTH: usize = 2;
    let Some(mut searched) = Searched::<P>::new(37, 0..20) else { return };
    let whole = searched.slice();
    let params = searched.all_of(&whole, LENGTH);
    let table = searched.table;
    let (sound, entries) = (table.index(), table.residues().len() as u32);
    let mut best = vec![0; 37];
    let hits = P::twin(&params, &searched.sequences, &searched.starts, table, &mut best);
    let bucket = |hit: &Hit| searched.cut(LENGTH, hit).0;
    let index = damaged(sound, entries, &hits.iter().map(bucket).collect());
    let odd = |bucket: &usize| sound[*bucket] % 2 == 1 && index[*bucket] == sound[*bucket];
    let firsts = [Some(0), (0..index.len()).find(odd), index.iter().position(|&first| first > entries)];
    for first in firsts.map(Option::unwrap) {
        let slice = slice(&searched.bench.device, &index, table.residues(), first..index.len() - 1);
        let is_sound =
            |bucket: usize| bucket >= first && index[bucket..bucket + 2] == sound[bucket..bucket + 2];
        let params = searched.all_of(&slice, LENGTH);
        let mut found = Found::new(&searched, (18 * params.starts * params.per_start) as usize);
        searched.dispatch(&mut found, &slice, params, grid(workgroups(&params).into()));
        searched.check_believed(&found, &slice, LENGTH, &index);
        let is_bound = |hit: &&Hit| hit.entry >= slice.first_residue && is_sound(bucket(hit));
        let bound: Vec<Hit> = hits.iter().filter(is_bound).copied().collect();
        searched.check_sound(&found, &bound);
    }
}

#[test]
fn phase1_with_a_damaged_index_finds_what_is_sound() {
    search_with_a_damaged_index::<Phase1>();
}

#[test]
fn phase2_with_a_damaged_index_finds_what_is_sound() {
    search_with_a_damaged_index::<Phase2>();
}

/// The last entry that a bucket can have, and the one behind it, in a bucket without an end.
fn search_a_bucket_without_end<P: Twin>() {
    // A software driver breaks off loops that are as long as the buckets of small tables.
    const SHIFT: u32 = 8;
    const LAST: usize = (1 << SHIFT) - 1;
    let Some(searched) = Searched::<P>::new(1, 4..5) else { return };
    let code = P::moves().code(searched.starts[0]);
    let (bucket, residue) = (code >> SHIFT, (code & LAST as u32) as u16);
    assert_ne!(residue, 0);
    let last = Hit { start: 0, number: 0, entry: LAST as u32 };
    for (entry, expected) in [(LAST, vec![last]), (LAST + 1, vec![])] {
        let mut residues = vec![0; entry + 1 + GUARD];
        residues[entry] = residue;
        let mut slice = slice(&searched.bench.device, &[0, u32::MAX], &residues, 0..1);
        slice.buckets = bucket..bucket + 1;
        let params = SearchParams { shift: SHIFT, ..searched.all_of(&slice, 0) };
        let mut found = Found::new(&searched, 1);
        searched.dispatch(&mut found, &slice, params, (1, 1));
        assert_eq!(found.list(), expected);
    }
}

#[test]
fn phase1_ends_in_a_bucket_without_end() {
    search_a_bucket_without_end::<Phase1>();
}

#[test]
fn phase2_ends_in_a_bucket_without_end() {
    search_a_bucket_without_end::<Phase2>();
}
