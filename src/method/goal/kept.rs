//! The tables of the goals that were asked for last, within the memory of a solver.

use std::mem;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::parts::{Part, parts};
use super::seen::View;
use super::tables::Bounds;
use crate::cube::{Cube, MoveSet, Steps};
use crate::engine::EngineError;
use crate::goal::Goal;
use crate::pool::Pool;
use crate::progress::{Cancelled, Control};

/// What decides the tables of a goal: equal keys have equal ones.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Key {
    held: Goal,
    /// The moves, as they look from each way of holding the cube: mostly one set.
    sets: Vec<MoveSet>,
}

impl Key {
    /// The key of a goal by some moves: the tables are of the cube held in one way.
    pub fn of(goal: &Goal, set: &MoveSet) -> Key {
        let mut sets = Vec::new();
        for rotation in goal.orientations().1 {
            let image = set.image(&rotation);
            if !sets.contains(&image) {
                sets.push(image);
            }
        }
        Key { held: goal.held(), sets }
    }

    /// How large the parts are whose tables together take at most `memory` bytes, and about how many bytes they take.
    fn sized(&self, memory: u64) -> (u64, u64) {
        let mut most = room(memory);
        loop {
            let of_set = |set| {
                let steps = Steps::new(set);
                let parts = parts(&self.held, &steps, most).into_iter().map(|(part, _)| part);
                bytes(&parts.collect::<Vec<_>>(), steps.all().len())
            };
            let bytes = self.sets.iter().map(of_set).sum();
            // The smallest parts have one kind of cubie each.
            if bytes <= memory || most == 0 {
                return (most, bytes);
            }
            most /= 2;
        }
    }
}

/// How many positions a table may have in this memory: beside a byte for each, a search has two bits for it.
pub(super) const fn room(memory: u64) -> u64 {
    memory / 5 * 4
}

/// The tables of a goal, for each set of moves.
pub(super) struct Sights(Vec<(MoveSet, Steps, Bounds)>);

impl Sights {
    /// Finds distances of parts that have at most `most` positions each, on all threads of the current pool.
    pub fn new(key: &Key, most: u64, control: &Control) -> Result<Sights, Cancelled> {
        let of_set = |&set: &MoveSet| {
            let steps = Steps::new(&set);
            let bounds = Bounds::new(&key.held, &steps, most, control)?;
            Ok((set, steps, bounds))
        };
        key.sets.iter().map(of_set).collect::<Result<_, _>>().map(Sights)
    }

    /// The steps of a set of the key, and the bounds of distances.
    pub fn of(&self, set: &MoveSet) -> (&Steps, &Bounds) {
        let of_set = self.0.iter().find(|(other, ..)| other == set);
        let (_, steps, bounds) = of_set.expect("it is a set of the key");
        (steps, bounds)
    }
}

/// About how many bytes the tables of these parts take while they are made.
fn bytes(parts: &[Part], steps: usize) -> u64 {
    let is_first = |(index, part): &(usize, &Part)| !parts[..*index].contains(part);
    parts.iter().enumerate().filter(is_first).map(|(_, part)| bytes_of(part, steps)).sum()
}

fn bytes_of(part: &Part, steps: usize) -> u64 {
    let (rows, values) = (numbers(&part.rows), numbers(&part.values));
    let neighbours = rows * (steps * mem::size_of::<u32>()) as u64;
    rows * values / 4 * 5 + bytes_of_numbers(rows) + bytes_of_numbers(values) + neighbours
}

/// Bytes for the numbers of a view: lists of positions and of quarter turns, and a map of pictures, all of which double when they are
/// full. The map has both sizes meanwhile.
fn bytes_of_numbers(count: u64) -> u64 {
    let of_lists = (mem::size_of::<Cube>() + 6 * mem::size_of::<u32>()) as u64;
    let of_map = (mem::size_of::<(u128, u32)>() + 1) as u64;
    count.next_power_of_two() * of_lists + (count * 8 / 7 + 1).next_power_of_two() * of_map / 2 * 3
}

/// How many numbers a view has, at most.
fn numbers(view: &View) -> u64 {
    arrangements(&view.corners, view.twists, 3) * arrangements(&view.edges, view.flips, 2)
}

fn arrangements(looks: &[u8], are_turns_seen: bool, turns: u64) -> u64 {
    let count = |look: u8| looks.iter().filter(|&&other| other == look).count();
    let (mut arranged, mut free) = (1, looks.len() as u64);
    for look in 1..=looks.iter().copied().max().unwrap_or(0) {
        for taken in 0..count(look) as u64 {
            arranged = arranged * free / (taken + 1);
            free -= 1;
        }
    }
    let turned = (looks.len() - count(0)).min(looks.len() - 1) as u32;
    if are_turns_seen { arranged * turns.pow(turned) } else { arranged }
}

/// How often a call that waits for tables looks whether it has to stop, and whether other searches have given up theirs.
const PATIENCE: Duration = Duration::from_millis(10);

/// The tables of the goals that were asked for last.
pub(super) struct Kept {
    /// The bytes that all of them may take.
    memory: u64,
    pool: Pool,
    shelf: Mutex<Shelf>,
    has_changed: Condvar,
}

#[derive(Default)]
struct Shelf {
    /// The ones used last come last.
    tables: Vec<Tables>,
    /// Whether a call makes tables.
    is_busy: bool,
}

struct Tables {
    key: Key,
    sights: Arc<Sights>,
    bytes: u64,
}

impl Shelf {
    /// The tables with this key, which are now the ones used last.
    fn take(&mut self, key: &Key) -> Option<Arc<Sights>> {
        let tables = self.tables.remove(self.tables.iter().position(|tables| tables.key == *key)?);
        let sights = tables.sights.clone();
        self.tables.push(tables);
        Some(sights)
    }

    /// Gives up tables until others of `bytes` bytes have room, those first that were used longest ago. Tables that a search
    /// uses stay: whether there is room without them.
    fn make_room(&mut self, bytes: u64, memory: u64) -> bool {
        loop {
            let taken: u64 = self.tables.iter().map(|tables| tables.bytes).sum();
            if taken + bytes <= memory || self.tables.is_empty() {
                return true;
            }
            // Tables are lent with the shelf locked, so none is lent meanwhile.
            match self.tables.iter().position(|tables| Arc::strong_count(&tables.sights) == 1) {
                Some(unused) => _ = self.tables.remove(unused),
                None => return false,
            }
        }
    }
}

impl Kept {
    pub fn new(memory: u64, pool: &Pool) -> Kept {
        Kept { memory, pool: pool.clone(), shelf: Mutex::default(), has_changed: Condvar::new() }
    }

    /// The tables of a goal. The first call that asks for them makes them, while others that want the same wait. One call makes tables
    /// at a time, so that all of them together have the memory, and each the threads.
    ///
    /// # Errors
    /// When a caller asked to stop, or the system gives no threads.
    pub fn of(&self, goal: &Goal, set: &MoveSet, control: &Control) -> Result<Arc<Sights>, EngineError> {
        let key = Key::of(goal, set);
        if let Some(sights) = self.shelf().take(&key) {
            return Ok(sights);
        }
        let (most, bytes) = key.sized(self.memory);
        let _making = loop {
            // The check may do anything, so no lock is held.
            control.check()?;
            let mut shelf = self.shelf();
            if let Some(sights) = shelf.take(&key) {
                return Ok(sights);
            }
            if !shelf.is_busy && shelf.make_room(bytes, self.memory) {
                shelf.is_busy = true;
                break Making(self);
            }
            drop(self.has_changed.wait_timeout(shelf, PATIENCE));
        };
        // A thread of the solver's pool that takes part in work of that pool may begin another task of it, which may wait for these
        // very tables.
        let sights = Arc::new(self.pool.apart(|| Sights::new(&key, most, control))??);
        self.shelf().tables.push(Tables { key, sights: sights.clone(), bytes });
        Ok(sights)
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets another call make tables when this one has made some, or has failed to.
struct Making<'a>(&'a Kept);

impl Drop for Making<'_> {
    fn drop(&mut self) {
        self.0.shelf().is_busy = false;
        self.0.has_changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::super::MEMORY;
    use super::super::seen::Numbers;
    use super::*;
    use crate::goal::NAMED;
    use crate::progress::Stop;

    fn goal(text: &str) -> Goal {
        text.parse().expect(text)
    }

    fn bytes_of(text: &str, memory: u64) -> u64 {
        Key::of(&goal(text), &MoveSet::default()).sized(memory).1
    }

    fn kept(memory: u64) -> Kept {
        Kept::new(memory, &Pool::new(2).expect("there are threads"))
    }

    fn names(kept: &Kept) -> Vec<String> {
        kept.shelf().tables.iter().map(|tables| tables.key.held.to_string()).collect()
    }

    #[test]
    fn all_tables_of_a_goal_fit_into_the_memory() {
        for named in NAMED {
            let key = Key::of(&named.goal(), &MoveSet::default());
            for memory in [64 << 20, MEMORY, 1 << 30] {
                let (most, bytes) = key.sized(memory);
                assert!(bytes <= memory && most > 0, "{}: {bytes} of {memory}", named.name);
                let may_shrink = memory < MEMORY || ["solved", "edges"].contains(&named.name);
                assert!(
                    most == room(memory) || may_shrink,
                    "{} has smaller parts than fit alone",
                    named.name
                );
            }
        }
    }

    #[test]
    fn a_view_has_no_more_numbers_than_are_counted() {
        for text in ["eo", "co", "dr", "block-222", "oll", "corners"] {
            for (part, _) in parts(&goal(text), &Steps::new(&MoveSet::default()), 1 << 16) {
                for view in [part.rows, part.values] {
                    let (counted, found) = (numbers(&view), Numbers::new(view.clone()).len() as u64);
                    // The parity of the other cubies may leave half of them out.
                    assert!(counted == found || counted == 2 * found, "{text}: {counted}, {found}: {view:?}");
                }
            }
        }
    }

    #[test]
    fn several_calls_that_want_the_same_tables_get_the_same() {
        let (kept, cross) = (kept(MEMORY), goal("cross"));
        let ask = || kept.of(&cross, &MoveSet::default(), &Control::default()).expect("no one stops it");
        let all: Vec<_> = std::thread::scope(|scope| {
            let asking: Vec<_> = (0..6).map(|_| scope.spawn(ask)).collect();
            asking.into_iter().map(|asking| asking.join().expect("it ends")).collect()
        });
        assert!(all.iter().all(|bounds| Arc::ptr_eq(bounds, &all[0])));
        assert!(Arc::ptr_eq(
            &kept.of(&goal("cross/any"), &MoveSet::default(), &Control::default()).expect("no one stops it"),
            &all[0]
        ));
    }

    #[test]
    fn tables_that_were_not_used_for_longest_are_given_up_first() {
        // There is room for one of the small ones beside the block.
        let memory = bytes_of("block-123", u64::MAX) + bytes_of("co", u64::MAX);
        let kept = kept(memory);
        let ask = |text| {
            kept.of(&goal(text), &MoveSet::default(), &Control::default()).map(drop).expect("no one stops it")
        };
        ["eo", "co", "eo", "block-123"].into_iter().for_each(ask);
        assert_eq!(names(&kept), ["eo", "block-123"]);
        ask("co");
        assert_eq!(names(&kept), ["block-123", "co"], "eo was used before the block");
        let taken = |kept: &Kept| kept.shelf().tables.iter().map(|tables| tables.bytes).sum::<u64>();
        for text in ["dr", "cross-U", "block-222", "block-123", "DF DLB"] {
            ask(text);
            assert!(taken(&kept) <= memory, "{text}");
        }
    }

    #[test]
    fn tables_in_use_are_waited_for_until_a_stop() {
        let kept = kept(bytes_of("block-123", u64::MAX));
        let in_use =
            kept.of(&goal("block-123"), &MoveSet::default(), &Control::default()).expect("no one stops it");
        let stop = Stop::default();
        let control = Control { stop: stop.clone(), ..Control::default() };
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| kept.of(&goal("eo"), &MoveSet::default(), &control));
            std::thread::sleep(10 * PATIENCE);
            assert!(!waiting.is_finished() && names(&kept) == ["block-123"]);
            stop.request();
            assert!(matches!(waiting.join().expect("it ends"), Err(EngineError::Cancelled(_))));
            let waiting = scope.spawn(|| kept.of(&goal("eo"), &MoveSet::default(), &Control::default()));
            std::thread::sleep(10 * PATIENCE);
            assert!(!waiting.is_finished());
            drop(in_use);
            assert!(waiting.join().expect("it ends").is_ok());
            assert_eq!(names(&kept), ["eo"]);
        });
    }

    #[test]
    fn a_build_that_is_stopped_leaves_its_place_to_another() {
        let kept = kept(MEMORY);
        let stop = Stop::default();
        stop.request();
        let control = Control { stop, ..Control::default() };
        assert!(kept.of(&goal("eo"), &MoveSet::default(), &control).is_err() && names(&kept).is_empty());
        // This one ends in the middle.
        let asked = std::sync::atomic::AtomicU32::new(0);
        let stop = Stop::asking(move || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 3);
        assert!(kept.of(&goal("eo"), &MoveSet::default(), &Control { stop, ..Control::default() }).is_err());
        assert!(kept.of(&goal("eo"), &MoveSet::default(), &Control::default()).is_ok());
    }
}
