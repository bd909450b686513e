//! Builds a proof filter.
//!
//! Cosets are marked as far as their greatest reach: classes level by level as long as they are few, the rest depth first from
//! the last of these levels. Marks are gathered for parts of the filter, and made under the part's lock: many at a time, or
//! most of the time would go to finding where the pages of the part are. Bits are only ever set, so the bytes do not depend
//! on who sets them when. The filter itself is never asked whether a coset was met: one that passes by chance would be left
//! out with all that follows it, and a proof be none.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::engine::BuildError;
use cubebatch_cube::cube::Move;
use cubebatch_tables::coord::cosets::{CornerCosets, CosetKey};
use cubebatch_tables::coord::cubies::{Cubies, CubiesTables};
use cubebatch_tables::coord::prefetch::prefetch;
use cubebatch_tables::coord::processor::{Processor, on_best_processor};
use cubebatch_tables::progress::{Cancelled, Control, Step};
use cubebatch_tables::table::filter::near::{self, NEAR};
use cubebatch_tables::table::filter::{FilterBlock, FilterPlace};
use cubebatch_tables::table::{FilterContents, FilterSize};

/// The last level with separate classes.
const LAST_CLASSES: u8 = NEAR;

/// Parts of the filter, at most.
const PARTS: usize = 1024;

/// Memory for marks that wait, of all threads.
const GATHERED_BYTES: usize = 128 << 20;

/// The most marks that a thread gathers for a part before it makes them.
const MOST_GATHERED: usize = 8192;

/// How many marks ahead blocks are asked for.
const AHEAD: usize = 64;

/// Marks of two lines of the processor's cache.
const TWO_LINES: usize = 128 / size_of::<Mark>();

/// Memory besides the filter: classes, and marks that wait.
pub const WORKING_BYTES: u64 = 256 << 20;

/// Builds a filter.
///
/// # Errors
/// If there is no memory, or a caller asked to stop.
pub fn build(size: FilterSize, control: &Control) -> Result<FilterContents, BuildError> {
    on_best_processor!(processor => build_on(processor, size, control))
}

fn build_on(
    processor: impl Processor,
    size: FilterSize,
    control: &Control,
) -> Result<FilterContents, BuildError> {
    let levels = classes(processor, LAST_CLASSES);
    let mut contents = FilterContents::empty(size).map_err(BuildError::Memory)?;
    let (near, blocks) = contents.parts();
    for (level, moves) in levels.iter().zip(0..) {
        let keys = level.iter().flat_map(|class| CornerCosets::get().keys(processor, &class.cubies));
        keys.for_each(|key| near::enter(near, FilterPlace::of(key, size.blocks()), moves));
    }
    let filter = GrowingFilter::new(size, blocks);
    let mut marks = filter.marks(processor);
    for (level, moves) in levels.iter().zip(0..) {
        level.iter().for_each(|class| marks.add_all(&class.cubies, moves));
    }
    drop(marks);
    let last = &levels[usize::from(LAST_CLASSES)];
    let (step, done) = (Step::Building(size.into()), AtomicU64::new(0));
    last.par_chunks(1 << 10).try_for_each_init(
        || filter.marks(processor),
        |marks, chunk| {
            control.step(&step, done.fetch_add(chunk.len() as u64, Relaxed), last.len() as u64)?;
            processor.run(
                #[inline(always)]
                || chunk.iter().for_each(|class| mark_from(class, size.depth(), marks)),
            );
            Ok::<_, Cancelled>(())
        },
    )?;
    drop(filter);
    Ok(contents)
}

/// A position that stands for its class.
struct Class {
    cubies: Cubies,
    /// The move that led there from the level before.
    last: Option<Move>,
}

/// The classes of each level.
fn classes(processor: impl Processor, last: u8) -> Vec<Vec<Class>> {
    let (cosets, turns) = (CornerCosets::get(), &CubiesTables::get().turns);
    let least = |cubies: &Cubies| cosets.keys(processor, cubies).min().expect("at least one");
    let mut seen = HashSet::from([least(&Cubies::SOLVED)]);
    let mut levels = vec![vec![Class { cubies: Cubies::SOLVED, last: None }]];
    for before in 0..usize::from(last) {
        let turned = |at: &Class, mv: Move| Class {
            cubies: processor.then(&at.cubies, &turns[mv.index()]),
            last: Some(mv),
        };
        let there = levels[before].iter().flat_map(|at| Move::all().map(move |mv| turned(at, mv)));
        let level = there.filter(|at| seen.insert(least(&at.cubies))).collect();
        levels.push(level);
    }
    levels
}

/// Marks what moves lead to from a class of the last level, as far as the reach.
#[inline(always)]
fn mark_from(class: &Class, reach: u8, marks: &mut FilterMarks<impl Processor>) {
    let processor = marks.processor;
    let (turns, cosets) = (&CubiesTables::get().turns, CornerCosets::get());
    // The positions whose moves are still to be tried, each with its last move and how many lead there.
    let mut stack = vec![(class.cubies, None::<Move>, LAST_CLASSES)];
    while let Some((here, last, moves)) = stack.pop() {
        let ahead = cosets.ahead(processor, &here);
        let next = moves + 1;
        // Another turn of the face that led to the class leads to a neighbour of the class before, which is marked already.
        let same_face =
            |mv: Move| moves == LAST_CLASSES && class.last.is_some_and(|last| last.face() == mv.face());
        for mv in Move::all().filter(|&mv| !same_face(mv) && last.is_none_or(|last| last.may_precede(mv))) {
            ahead.keys(mv, |key| marks.add(key, next));
            if next < reach {
                stack.push((processor.then(&here, &turns[mv.index()]), Some(mv), next));
            }
        }
    }
}

/// A filter that is being filled.
struct GrowingFilter<'a> {
    size: FilterSize,
    /// Two to this are the blocks of a part.
    shift: u32,
    parts: Vec<Mutex<&'a mut [FilterBlock]>>,
}

impl<'a> GrowingFilter<'a> {
    fn new(size: FilterSize, blocks: &'a mut [FilterBlock]) -> GrowingFilter<'a> {
        let shift = (blocks.len() / PARTS).next_power_of_two().trailing_zeros();
        GrowingFilter { size, shift, parts: blocks.chunks_mut(1 << shift).map(Mutex::new).collect() }
    }

    fn marks<P: Processor>(&self, processor: P) -> FilterMarks<'_, 'a, P> {
        let waiting = GATHERED_BYTES / size_of::<Mark>() / rayon::current_num_threads();
        let most = (waiting / self.parts.len()).clamp(AHEAD, MOST_GATHERED);
        let gathered = self.parts.iter().map(|_| Vec::with_capacity(most)).collect();
        FilterMarks { processor, filter: self, most, gathered }
    }
}

/// The marks of a thread, by the parts of the filter where they belong.
struct FilterMarks<'a, 'b, P: Processor> {
    processor: P,
    filter: &'a GrowingFilter<'b>,
    /// The most that are gathered for a part.
    most: usize,
    gathered: Vec<Vec<Mark>>,
}

/// A coset, and how many moves lead there.
#[derive(Clone, Copy)]
struct Mark(u64);

impl Mark {
    /// A key is below 2^47.
    const KEY_BITS: u32 = 48;

    #[inline(always)]
    fn new(CosetKey(key): CosetKey, moves: u8) -> Mark {
        Mark(key | u64::from(moves) << Mark::KEY_BITS)
    }

    #[inline(always)]
    fn place(self, size: FilterSize) -> FilterPlace {
        FilterPlace::of(CosetKey(self.0 % (1 << Mark::KEY_BITS)), size.blocks())
    }

    #[inline(always)]
    fn moves(self) -> u8 {
        (self.0 >> Mark::KEY_BITS) as u8
    }
}

impl<P: Processor> FilterMarks<'_, '_, P> {
    #[inline(always)]
    fn add_all(&mut self, cubies: &Cubies, moves: u8) {
        for key in CornerCosets::get().keys(self.processor, cubies) {
            self.add(key, moves);
        }
    }

    #[inline(always)]
    fn add(&mut self, key: CosetKey, moves: u8) {
        let mark = Mark::new(key, moves);
        let part = (mark.place(self.filter.size).block >> self.filter.shift) as usize;
        let gathered = &mut self.gathered[part];
        gathered.push(mark);
        // The next line that is written to.
        prefetch(gathered, gathered.len() + TWO_LINES);
        if gathered.len() == self.most {
            self.make(part);
        }
    }

    #[inline(never)]
    fn make(&mut self, part: usize) {
        let (processor, gathered) = (self.processor, &mut self.gathered[part]);
        let &GrowingFilter { size, shift, ref parts } = self.filter;
        let mut blocks = parts[part].lock().unwrap_or_else(PoisonError::into_inner);
        let in_part = |place: FilterPlace| place.block as usize % (1 << shift);
        processor.run(
            #[inline(always)]
            || {
                let ask = |mark: &Mark, blocks: &[FilterBlock]| prefetch(blocks, in_part(mark.place(size)));
                gathered.iter().take(AHEAD).for_each(|mark| ask(mark, &blocks));
                for (i, mark) in gathered.iter().enumerate() {
                    if let Some(ahead) = gathered.get(i + AHEAD) {
                        ask(ahead, &blocks);
                    }
                    let place = mark.place(size);
                    place.mark(&mut blocks[in_part(place)], size.reaches(), mark.moves());
                }
            },
        );
        gathered.clear();
    }
}

impl<P: Processor> Drop for FilterMarks<'_, '_, P> {
    fn drop(&mut self) {
        (0..self.gathered.len()).for_each(|part| self.make(part));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::random::Random;
    use cubebatch_tables::coord::processor::Plain;

    #[test]
    fn any_threads_and_processors_build_the_same_bytes() {
        let built = [1, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| build(FilterSize::Mb20, &Control::default())).unwrap()
        });
        assert!(built[0] == built[1]);
        assert!(build_on(Plain, FilterSize::Mb20, &Control::default()).unwrap() == built[0]);
    }

    #[test]
    fn classes_are_as_many_as_counted_by_another_program() {
        let counts: Vec<usize> = classes(Plain, LAST_CLASSES).iter().map(Vec::len).collect();
        assert_eq!(counts, [1, 1, 3, 23, 241, 2996, 38_199, 487_907]);
    }

    #[test]
    fn what_is_near_passes_and_as_many_bits_are_set_as_follow_from_how_many_are_near() {
        let filter = build(FilterSize::Mb20, &Control::default()).unwrap();
        let (view, cosets) = (filter.view(), CornerCosets::get());
        let mut random = Random::new(141);
        for _ in 0..20_000 {
            let length = random.below(9) as u8;
            let turn = |at: Cubies, m: u64| Plain.then(&at, &CubiesTables::get().turns[m as usize]);
            let there = (0..length).fold(Cubies::SOLVED, |at, _| turn(at, random.below(18)));
            let place = view.place(cosets.key(Plain, &there));
            assert!((length..=8).all(|moves| view.passes(place, moves)));
        }
        let reach = view.size.reaches()[0];
        let set: u64 = view.blocks.iter().flatten().map(|word| u64::from(word.count_ones())).sum();
        let share = set as f64 / (view.blocks.len() * 256) as f64;
        // As another program estimates: 6.8 million classes within 8 moves, and what is symmetric to symmetric ones.
        let keys = 7_500_000.0;
        let places = view.blocks.len() as f64 * f64::from(4 * reach.bits);
        let expected = 1.0 - (-keys * f64::from(reach.words) / places).exp();
        assert!((share - expected).abs() < 0.005, "{share} for {expected}");
    }

    #[test]
    fn a_request_to_stop_ends_the_work() {
        let control = Control::default();
        control.stop.request();
        assert!(matches!(build(FilterSize::Mb20, &control), Err(BuildError::Cancelled(_))));
    }
}
