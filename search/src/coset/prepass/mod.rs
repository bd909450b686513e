//! A prepass: from the positions known to be within some number of moves to those within one more, by the ten moves of G1.
//!
//! A group is made at a time: of its own pages by turns of U and D, and of four pages of other groups for each page by half
//! turns. All groups are read as they were before. So a new group is written to a free place, and an old one frees its place
//! when all that are made of it are there.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod plain;

use std::sync::atomic::{AtomicU16, AtomicU64, AtomicUsize, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::{Condvar, Mutex, RwLock};

use super::bitmap::{Bitmap, GROUP_LINES};
use super::layout::place::{EDGE_COSETS, GROUP_BITS, GROUPS, LINES, MIDDLE_COSETS, PAGES, Page, line};
use super::layout::sources::{LineSource, MiddleSources};
use super::layout::{BitLine, Layout, Place};
use cubebatch_tables::coord::moves::HALF_TURNS;
use cubebatch_tables::coord::prefetch::prefetch;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
use cubebatch_tables::coord::processor::Simd;
use cubebatch_tables::coord::processor::{Plain, Processor};
use cubebatch_tables::progress::{Progress, Step};

/// Makes groups with the instructions of a processor.
pub trait Spread: Processor {
    /// Writes a new group to `to`; gives the number of its positions.
    fn group(self, old: &Old<'_>, group: usize, scratch: &mut Scratch, to: &mut [BitLine]) -> u64;
}

impl Spread for Plain {
    fn group(self, old: &Old<'_>, group: usize, scratch: &mut Scratch, to: &mut [BitLine]) -> u64 {
        let words = &*old.layout.words;
        let moved =
            |line: &BitLine, source: LineSource| plain::moved(line, &words[source.element().number()]);
        group_by(old, group, scratch, to, |new, from| add_each(new, from, moved), |to, line| *to = line)
    }
}

#[cfg(target_arch = "x86_64")]
impl Spread for Simd {
    fn group(self, old: &Old<'_>, group: usize, scratch: &mut Scratch, to: &mut [BitLine]) -> u64 {
        match &old.layout.wide {
            Some(wide) => avx512::group(wide, old, group, scratch, to),
            None => avx2::group(self, old, group, scratch, to),
        }
    }
}

#[cfg(target_arch = "aarch64")]
impl Spread for Simd {
    fn group(self, old: &Old<'_>, group: usize, scratch: &mut Scratch, to: &mut [BitLine]) -> u64 {
        neon::group(self, old, group, scratch, to)
    }
}

/// Browsers have no memory for whole cosets.
#[cfg(target_feature = "simd128")]
impl Spread for Simd {
    fn group(self, old: &Old<'_>, group: usize, scratch: &mut Scratch, to: &mut [BitLine]) -> u64 {
        Plain.group(old, group, scratch, to)
    }
}

/// The groups before a prepass, as far as they are needed.
pub struct Old<'a> {
    /// The tables.
    pub layout: &'a Layout,
    /// For each group its lines.
    pub groups: &'a [Option<&'a [BitLine]>],
}

impl<'a> Old<'a> {
    #[inline(always)]
    fn group(&self, group: usize) -> &'a [BitLine] {
        self.groups[group].expect("it is a source")
    }

    #[inline(always)]
    fn page(&self, page: Page) -> &'a [BitLine] {
        &self.group(page.group())[page.in_group() * LINES..][..LINES]
    }
}

/// What a thread keeps while it makes a group: the positions after turns of D, and those after turns of U.
pub struct Scratch {
    after_down: Vec<BitLine>,
    after_up: Vec<BitLine>,
}

/// Quarters of a turn.
const QUARTERS: usize = 4;

impl Scratch {
    /// Room for a group.
    pub fn new() -> Scratch {
        let lines = || vec![BitLine::default(); QUARTERS * LINES];
        Scratch { after_down: lines(), after_up: lines() }
    }

    /// The pages of a group are four rows, by turns of U, of four columns, by turns of D. This joins the pages of each row and
    /// of each column.
    #[inline(always)]
    fn join(&mut self, group: &[BitLine]) {
        for (page, lines) in group.chunks_exact(LINES).enumerate() {
            let (row, column) = (page / QUARTERS, page % QUARTERS);
            let down = &mut self.after_down[row * LINES..][..LINES];
            let up = &mut self.after_up[column * LINES..][..LINES];
            for ((down, up), line) in down.iter_mut().zip(up).zip(lines) {
                *down = if column == 0 { *line } else { or(*down, line) };
                *up = if row == 0 { *line } else { or(*up, line) };
            }
        }
    }

    /// The lines of a coset of U/D edges in a page, after turns of U and D.
    #[inline(always)]
    fn joined(&self, in_group: usize, coset: usize) -> [BitLine; MIDDLE_COSETS] {
        let down = &self.after_down[in_group / QUARTERS * LINES + line(coset, 0)..][..MIDDLE_COSETS];
        let up = &self.after_up[in_group % QUARTERS * LINES + line(coset, 0)..][..MIDDLE_COSETS];
        std::array::from_fn(|middle| or(down[middle], &up[middle]))
    }
}

/// Whether all positions of lines are known.
#[inline(always)]
fn are_full(lines: &[BitLine; MIDDLE_COSETS]) -> bool {
    lines.as_flattened().iter().fold(u64::MAX, |all, word| all & word) == u64::MAX
}

#[inline(always)]
fn or(line: BitLine, other: &BitLine) -> BitLine {
    std::array::from_fn(|i| line[i] | other[i])
}

/// Where the lines of a coset of U/D edges come from by a half turn: a line of each coset of the middle edges.
pub struct PageSource<'a> {
    /// The page.
    pub page: &'a [BitLine],
    /// The part of U/D edges of each source.
    pub edges: LineSource,
    /// The parts of the middle edges.
    pub middles: &'a MiddleSources,
}

impl PageSource<'_> {
    /// The source of each line.
    #[inline(always)]
    pub fn sources(&self) -> [LineSource; MIDDLE_COSETS] {
        self.middles.map(|middle| self.edges.with(middle))
    }
}

/// Adds to the lines of a coset of U/D edges, one by one; `moved` gives a line after the product on the right that a source names.
#[inline(always)]
fn add_each(
    new: &mut [BitLine],
    from: &[PageSource<'_>; HALF_TURNS],
    moved: impl Fn(&BitLine, LineSource) -> BitLine,
) {
    for from in from {
        for (new, source) in new.iter_mut().zip(from.sources()) {
            *new = or(*new, &moved(&from.page[source.line()], source));
        }
    }
}

/// The number of cosets of U/D edges ahead for which the memory is asked.
const AHEAD: usize = 16;

/// Makes a group; `add` adds the lines that come from other pages to those of a coset of U/D edges, `write` writes a new line.
#[inline(always)]
fn group_by(
    old: &Old<'_>,
    group: usize,
    scratch: &mut Scratch,
    to: &mut [BitLine],
    add: impl Fn(&mut [BitLine; MIDDLE_COSETS], &[PageSource<'_>; HALF_TURNS]),
    write: impl Fn(&mut BitLine, BitLine),
) -> u64 {
    scratch.join(old.group(group));
    let pages = |page: Page| old.layout.sources.pages(page).map(|source| old.page(source));
    let mut positions = 0;
    for (in_group, to) in to.chunks_exact_mut(LINES).enumerate() {
        let page = Page::new(group, in_group);
        let here = pages(page);
        let lines: [_; HALF_TURNS] = std::array::from_fn(|m| old.layout.sources.lines(page, m));
        for (coset, to) in to.chunks_exact_mut(MIDDLE_COSETS).enumerate() {
            let ahead = coset + AHEAD;
            // To lines that are full after turns of U and D, other pages can add nothing.
            if ahead < EDGE_COSETS && !are_full(&scratch.joined(in_group, ahead)) {
                for (page, (edges, _)) in here.iter().zip(&lines) {
                    let first = edges[ahead].line();
                    (first..first + MIDDLE_COSETS).for_each(|line| prefetch(page, line));
                }
            }
            let mut new = scratch.joined(in_group, coset);
            if !are_full(&new) {
                let from = std::array::from_fn(|m| {
                    let (edges, middles) = lines[m];
                    PageSource { page: here[m], edges: edges[coset], middles }
                });
                add(&mut new, &from);
            }
            for (to, new) in to.iter_mut().zip(new) {
                positions += new.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
                write(to, new);
            }
        }
    }
    positions
}

/// Makes a prepass on all threads of the current pool; gives the number of positions after it. It takes about a second and does
/// not stop on request, because half of one would spoil the map.
pub fn prepass(
    processor: impl Spread,
    layout: &Layout,
    map: &mut Bitmap,
    step: &Step,
    progress: &dyn Progress,
) -> u64 {
    let (places, slots, free) = map.parts();
    let places: Vec<RwLock<&mut [BitLine]>> = places.map(RwLock::new).collect();
    let neighbours = &layout.order.neighbours;
    let work = PrepassWork {
        layout,
        places: &places,
        old: slots.clone(),
        new: slots.iter().map(|_| AtomicU16::new(0)).collect(),
        turn: Mutex::new(NextGroup { next: 0, free: std::mem::take(free) }),
        freed: Condvar::new(),
        needed: neighbours.iter().map(|groups| AtomicUsize::new(groups.len())).collect(),
        positions: AtomicU64::new(0),
    };
    rayon::broadcast(|_| work.share(processor, step, progress));
    *slots = work.new.into_iter().map(AtomicU16::into_inner).collect();
    *free = work.turn.into_inner().expect("no thread panics here").free;
    work.positions.into_inner()
}

/// The places that are missing after one more prepass, in their order, by all threads of the current pool. The map stays as it is,
/// and each thread makes its groups in one place, so that they need not be written to memory.
pub fn missing_after(
    processor: impl Spread,
    layout: &Layout,
    map: &Bitmap,
    step: &Step,
    progress: &dyn Progress,
) -> Vec<Place> {
    let groups: Vec<_> = (0..GROUPS).map(|group| Some(map.group(group))).collect();
    let (old, next, missing) = (Old { layout, groups: &groups }, AtomicUsize::new(0), Mutex::new(Vec::new()));
    rayon::broadcast(|_| {
        let (mut scratch, mut made) = (Scratch::new(), vec![BitLine::default(); GROUP_LINES]);
        // In the order of a prepass, which finds most sources in the caches.
        while let Some(&group) = layout.order.groups.get(next.fetch_add(1, Relaxed)) {
            let group = usize::from(group);
            if processor.group(&old, group, &mut scratch, &mut made) < GROUP_BITS as u64 {
                missing.lock().expect("no thread panics here").extend(gaps(group, &made));
            }
            progress.report(step, next.load(Relaxed).min(GROUPS) as u64, GROUPS as u64);
        }
    });
    let mut missing = missing.into_inner().expect("no thread panics here");
    missing.sort_unstable();
    missing
}

/// The places of a group whose bits are not set.
fn gaps(group: usize, lines: &[BitLine]) -> impl Iterator<Item = Place> {
    let words = lines.as_flattened().iter().enumerate().filter(|(_, word)| **word != u64::MAX);
    words.flat_map(move |(i, &word)| {
        let bits = (0..64).filter(move |bit| word >> bit & 1 == 0);
        bits.map(move |bit| Place::in_group(group, 64 * i + bit))
    })
}

/// A prepass under way.
struct PrepassWork<'a> {
    layout: &'a Layout,
    places: &'a [RwLock<&'a mut [BitLine]>],
    /// Where groups stood.
    old: Vec<u16>,
    /// Where they stand then.
    new: Vec<AtomicU16>,
    turn: Mutex<NextGroup>,
    /// Says that a place became free.
    freed: Condvar,
    /// For each old group how many are still to be made of it.
    needed: Vec<AtomicUsize>,
    positions: AtomicU64,
}

/// What the next thread takes.
struct NextGroup {
    /// The number in the order of the next group.
    next: usize,
    free: Vec<u16>,
}

impl PrepassWork<'_> {
    /// What a thread does.
    fn share(&self, processor: impl Spread, step: &Step, progress: &dyn Progress) {
        let mut scratch = Scratch::new();
        while let Some((begun, slot)) = self.take() {
            let group = self.layout.order.groups[begun];
            let made = self.make(processor, group.into(), slot, &mut scratch);
            self.positions.fetch_add(made, Relaxed);
            progress.report(step, begun as u64 + 1, GROUPS as u64);
        }
    }

    /// The number in the order of the next group, and a free place for it. Places are given in the order of the groups: when
    /// those before the next one are made, there is room for it.
    fn take(&self) -> Option<(usize, u16)> {
        let mut turn = self.turn.lock().expect("no thread panics here");
        loop {
            if turn.next == GROUPS {
                return None;
            }
            if let Some(slot) = turn.free.pop() {
                turn.next += 1;
                return Some((turn.next - 1, slot));
            }
            turn = self.freed.wait(turn).expect("no thread panics here");
        }
    }

    fn make(&self, processor: impl Spread, group: usize, slot: u16, scratch: &mut Scratch) -> u64 {
        let neighbours = &self.layout.order.neighbours[group];
        let guards: Vec<_> = neighbours
            .iter()
            .map(|&source| {
                self.places[usize::from(self.old[usize::from(source)])].read().expect("no thread panics here")
            })
            .collect();
        let mut groups = vec![None; GROUPS];
        for (&source, lines) in neighbours.iter().zip(&guards) {
            groups[usize::from(source)] = Some(&***lines);
        }
        let positions = {
            let mut to = self.places[usize::from(slot)].write().expect("no thread panics here");
            processor.group(&Old { layout: self.layout, groups: &groups }, group, scratch, &mut to)
        };
        drop(groups);
        drop(guards);
        self.new[group].store(slot, Relaxed);
        for &source in neighbours {
            let source = usize::from(source);
            if self.needed[source].fetch_sub(1, SeqCst) == 1 {
                self.turn.lock().expect("no thread panics here").free.push(self.old[source]);
                self.freed.notify_all();
            }
        }
        positions
    }
}

const _: () = assert!(GROUP_LINES == PAGES * LINES);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coset::layout::element::LINE_BITS;
    use crate::coset::layout::tests::{LAYOUT, random_place, turn};
    use cubebatch_cube::cube::random::Random;
    use cubebatch_tables::coord::moves::PHASE2_MOVES;
    use cubebatch_tables::coord::processor::on_each_processor;
    use cubebatch_tables::progress::Unwatched;
    use cubebatch_tables::table::memory::LargeMemory;

    /// Lines of which about a bit in 64 is set.
    fn random_lines(random: &mut Random) -> Vec<BitLine> {
        let word = |random: &mut Random| (0..6).fold(u64::MAX, |word, _| word & random.below(u64::MAX));
        (0..GROUP_LINES).map(|_| std::array::from_fn(|_| word(random))).collect()
    }

    fn has(lines: &[BitLine], bit: usize) -> bool {
        lines[bit / LINE_BITS][bit % LINE_BITS / 64] >> (bit % 64) & 1 == 1
    }

    /// A group by the moves of positions, one by one.
    #[test]
    fn a_group_is_what_moves_lead_to() {
        is_what_moves_lead_to(&LAYOUT);
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn a_group_is_what_moves_lead_to_on_a_processor_without_avx512() {
        is_what_moves_lead_to(&Layout { wide: None, ..Layout::new() });
    }

    fn is_what_moves_lead_to(layout: &Layout) {
        let mut random = Random::new(385);
        for group in [0, 1, 1234, GROUPS - 1] {
            let sources = &layout.order.neighbours[group];
            let mut lines: Vec<Vec<BitLine>> = sources.iter().map(|_| random_lines(&mut random)).collect();
            // What is full needs no other page.
            lines[0][..10 * MIDDLE_COSETS].fill([u64::MAX; _]);
            let mut groups = vec![None; GROUPS];
            for (&source, lines) in sources.iter().zip(&lines) {
                groups[usize::from(source)] = Some(&**lines);
            }
            let old = Old { layout, groups: &groups };
            let was_there = |place: Place| has(old.group(place.group()), place.bit() as usize);
            // Lines are written in another way where they begin at a multiple of their bytes.
            for first_word in [0, 1] {
                on_each_processor!(processor => {
                    let mut memory = LargeMemory::zeroed(size_of::<BitLine>() * (GROUP_LINES + 1)).unwrap();
                    let words: &mut [u64] = bytemuck::cast_slice_mut(&mut memory);
                    let made: &mut [BitLine] = bytemuck::cast_slice_mut(&mut words[first_word..][..8 * GROUP_LINES]);
                    let positions = processor.group(&old, group, &mut Scratch::new(), made);
                    assert_eq!(positions, made.as_flattened().iter().map(|word| u64::from(word.count_ones())).sum::<u64>());
                    for _ in 0..20_000 {
                        let place = Place::in_group(group, random_place(&mut random).bit() as usize);
                        let cubies = layout.places.cubies(place);
                        let neighbour = |m| layout.places.place(Plain, &Plain.then_unturned(&cubies, &turn(m)));
                        let expected = was_there(place) || (0..PHASE2_MOVES.len()).any(|m| was_there(neighbour(m)));
                        assert_eq!(has(made, place.bit() as usize), expected);
                    }
                });
            }
        }
    }

    #[test]
    fn gaps_are_the_bits_that_are_not_set() {
        let mut lines = vec![[u64::MAX; _]; GROUP_LINES];
        let places = [0, 63, 64, 700, GROUP_BITS - 1].map(|bit| Place::in_group(1234, bit));
        for place in places {
            let bit = place.bit() as usize;
            lines[bit / LINE_BITS][bit % LINE_BITS / 64] &= !(1 << (bit % 64));
        }
        assert!(gaps(1234, &lines).eq(places));
    }

    /// All of the map, which takes 3 GB.
    #[test]
    #[ignore = "it takes 3 GB and some seconds"]
    fn a_prepass_is_what_moves_lead_to() {
        let (layout, mut random) = (&*LAYOUT, Random::new(386));
        let mut map =
            Bitmap::empty(layout.order.beside(rayon::current_num_threads())).expect("there is memory");
        let first: Vec<Place> = (0..300_000).map(|_| random_place(&mut random)).collect();
        let neighbours = |place: &Place| {
            let cubies = layout.places.cubies(*place);
            (0..PHASE2_MOVES.len())
                .map(|m| layout.places.place(Plain, &Plain.then_unturned(&cubies, &turn(m))))
                .collect::<Vec<_>>()
        };
        first.iter().for_each(|place| _ = map.shared().set(place.group(), &[place.bit()]));
        let mut expected = first;
        for depth in 1..=2 {
            let last = expected.clone();
            expected.extend(last.iter().flat_map(neighbours));
            expected.sort_unstable();
            expected.dedup();
            let step = Step::SpreadingCoset { depth };
            let positions = match depth {
                1 => prepass(Plain, layout, &mut map, &step, &Unwatched),
                _ => {
                    cubebatch_tables::coord::processor::on_best_processor!(processor => prepass(processor, layout, &mut map, &step, &Unwatched))
                }
            };
            assert_eq!(positions, expected.len() as u64);
            assert!(expected.iter().all(|place| map.has(*place)));
        }
    }
}
