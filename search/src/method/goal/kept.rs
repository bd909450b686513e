//! The tables of the goals that were asked for last, within the memory of a solver.

use std::mem;
use std::sync::Arc;

use super::parts::{GoalPart, parts};
use super::reach::ReachableGroup;
use super::seen::View;
use super::tables::Lenses;
use crate::engine::EngineError;
use crate::method::shelf::Shelf;
use crate::pool::Pool;
use cubebatch_cube::cube::{Cube, MoveSet, SearchStep, SearchSteps};
use cubebatch_cube::goal::Goal;
use cubebatch_tables::progress::{Cancelled, Control};

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
            let bytes = self.bytes(most);
            // The smallest parts have one kind of cubie each.
            if bytes <= memory || most == 0 {
                return (most, bytes);
            }
            most /= 2;
        }
    }

    /// About how many bytes the tables of parts with at most `most` positions take.
    fn bytes(&self, most: u64) -> u64 {
        let of_set = |set| {
            let steps = SearchSteps::new(set);
            let parts = parts(&self.held, &steps, most).into_iter().map(|(part, _)| part);
            bytes(&parts.collect::<Vec<_>>(), steps.all())
        };
        self.sets.iter().map(of_set).sum()
    }
}

/// How many positions a table may have in this memory: beside a byte for each, a search has two bits for it.
pub(super) const fn room(memory: u64) -> u64 {
    memory / 5 * 4
}

/// The tables of a goal, for each set of moves.
pub(super) struct Sights(Vec<Sight>);

/// The tables of a goal for a set of moves.
pub(super) struct Sight {
    set: MoveSet,
    pub steps: SearchSteps,
    pub reach: ReachableGroup,
    /// Bounds of distances.
    pub bounds: Lenses,
}

impl Sights {
    /// Finds distances of parts that have at most `most` positions each, on all threads of the current pool.
    pub fn new(key: &Key, most: u64, control: &Control) -> Result<Sights, Cancelled> {
        let of_set = |&set: &MoveSet| {
            let steps = SearchSteps::new(&set);
            let reach = ReachableGroup::new(&key.held, &set.allowed, &steps);
            let bounds = Lenses::new(&key.held, &steps, most, control)?;
            Ok(Sight { set, steps, reach, bounds })
        };
        key.sets.iter().map(of_set).collect::<Result<_, _>>().map(Sights)
    }

    /// The tables for a set of the key.
    pub fn of(&self, set: &MoveSet) -> &Sight {
        self.0.iter().find(|sight| sight.set == *set).expect("it is a set of the key")
    }
}

/// About how many bytes the tables of these parts take while they are made.
fn bytes(parts: &[GoalPart], steps: &[SearchStep]) -> u64 {
    let is_first = |(index, part): &(usize, &GoalPart)| !parts[..*index].contains(part);
    parts.iter().enumerate().filter(is_first).map(|(_, part)| bytes_of(part, steps)).sum()
}

fn bytes_of(part: &GoalPart, steps: &[SearchStep]) -> u64 {
    let (rows, values, count) = (numbers(&part.rows), numbers(&part.values), steps.len() as u64);
    let neighbours = rows * count * mem::size_of::<u32>() as u64;
    // The map of each step there and back, and a list of them meanwhile.
    let maps = 3 * values * count * mem::size_of::<u16>() as u64;
    // A search has a bit for each value of a level, and the levels from which a step leads to the next one.
    let levels = 1 + steps.iter().map(|step| u64::from(step.cost)).max().unwrap_or(1);
    let of_levels = levels * rows * (values.div_ceil(64) * mem::size_of::<u64>() as u64 + 2);
    rows * values + of_levels + bytes_of_numbers(rows) + bytes_of_numbers(values) + neighbours + maps
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

/// The tables of the goals that were asked for last.
pub(super) struct GoalShelf {
    memory: u64,
    shelf: Shelf<Key, Sights>,
}

impl GoalShelf {
    pub fn new(memory: u64, pool: &Pool) -> GoalShelf {
        GoalShelf { memory, shelf: Shelf::new(memory, pool) }
    }

    /// Whether there are tables of a goal by now, of which one shows all that the goal sees.
    pub fn has_one_table(&self, goal: &Goal, set: &MoveSet) -> bool {
        let sights = self.shelf.take(&Key::of(goal, set));
        sights.is_some_and(|sights| sights.0.iter().all(|sight| sight.bounds.are_exact()))
    }

    /// The tables of a goal, as [`Shelf::of`] makes them.
    ///
    /// # Errors
    /// When a caller asked to stop, or the system gives no threads.
    pub fn of(&self, goal: &Goal, set: &MoveSet, control: &Control) -> Result<Arc<Sights>, EngineError> {
        let key = Key::of(goal, set);
        if let Some(sights) = self.shelf.take(&key) {
            return Ok(sights);
        }
        let (most, bytes) = key.sized(self.memory);
        let make = || Sights::new(&key, most, control).map_err(EngineError::from);
        self.shelf.of(&key, bytes, control, make)
    }
}

#[cfg(test)]
mod tests {
    use super::super::MEMORY;
    use super::super::seen::Numbers;
    use super::*;
    use crate::method::shelf::PATIENCE;
    use cubebatch_cube::goal::NAMED;
    use cubebatch_tables::progress::Stop;

    fn goal(text: &str) -> Goal {
        text.parse().expect(text)
    }

    fn bytes_of(text: &str, memory: u64) -> u64 {
        Key::of(&goal(text), &MoveSet::default()).sized(memory).1
    }

    fn kept(memory: u64) -> GoalShelf {
        GoalShelf::new(memory, &Pool::new(2).expect("there are threads"))
    }

    fn names(kept: &GoalShelf) -> Vec<String> {
        kept.shelf.list(|key| key.held.to_string()).0
    }

    #[test]
    fn all_tables_of_a_goal_fit_into_the_memory() {
        for named in NAMED {
            let key = Key::of(&named.goal(), &MoveSet::default());
            for memory in [64 << 20, MEMORY, 1 << 30] {
                let (most, bytes) = key.sized(memory);
                assert!(bytes <= memory && most > 0, "{}: {bytes} of {memory}", named.name);
                let larger = (0..64).map(|halved| room(memory) >> halved).take_while(|&larger| larger > most);
                for larger in larger {
                    assert!(key.bytes(larger) > memory, "{} has room for parts of {larger}", named.name);
                }
            }
        }
    }

    #[test]
    fn a_view_has_no_more_numbers_than_are_counted() {
        for text in ["eo", "co", "dr", "block-222", "oll", "corners"] {
            for (part, _) in parts(&goal(text), &SearchSteps::new(&MoveSet::default()), 1 << 16) {
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
        let taken = |kept: &GoalShelf| kept.shelf.list(|_| ()).1;
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
