//! The distances of the parts of a goal.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use super::parts::{Part, parts};
use super::seen::Numbers;
use crate::coord::prefetch::prefetch;
use crate::cube::symmetry::Symmetry;
use crate::cube::{Cube, Move, Steps};
use crate::goal::Goal;
use crate::progress::{Cancelled, Control, Step};
use crate::space::{Pair, Space, Threads, histogram};

/// A part of a goal with the distances of all that it can show.
pub(super) struct Table {
    rows: Numbers,
    values: Numbers,
    steps: usize,
    /// For each row the rows after each step.
    rows_after: Vec<u32>,
    /// For each value the values after each step.
    values_after: Vec<u16>,
    /// The distance of each position, in the order of their numbers.
    distances: Vec<u8>,
}

impl Table {
    fn new(part: &Part, goal: &Goal, steps: &Steps, control: &Control) -> Result<Table, Cancelled> {
        let (rows, values) = (Numbers::new(part.rows.clone()), Numbers::new(part.values.clone()));
        let moves: Vec<Vec<Move>> = steps.all().iter().map(|step| step.turn.moves()).collect();
        let value_after = |value: usize, m: usize| values.turn(value as u32, &moves[m]) as u16;
        let space = Space::over(
            rows.len(),
            moves.len(),
            |row, m| rows.turn(row as u32, &moves[m]),
            |m| (0..values.len()).map(|value| value_after(value, m)).collect(),
        );
        let space = space.with_costs(steps.all().iter().map(|step| step.cost).collect());
        let goal_values = values.of_goal(goal);
        let goals = rows.of_goal(goal).into_iter();
        let goals = goals.flat_map(|row| goal_values.iter().map(move |&value| (row, value as u16)));
        let (total, mut done) = (space.positions() as u64, 0);
        let distances = space.explore_from(goals, Threads::All, |level| {
            done += level.iter().map(|&count| u64::from(count)).sum::<u64>();
            control.step(&Step::Measuring(*goal), done, total)
        })?;
        let rows_after = space.into_neighbours();
        let mut values_after = Vec::with_capacity(values.len() * moves.len());
        (0..values.len())
            .for_each(|value| values_after.extend((0..moves.len()).map(|m| value_after(value, m))));
        Ok(Table { rows, values, steps: moves.len(), rows_after, values_after, distances })
    }

    /// The distance of each position, in the order of their numbers.
    pub fn distances(&self) -> &[u8] {
        &self.distances
    }

    /// How many positions lie at each distance.
    pub fn histogram(&self) -> Vec<u64> {
        histogram(&self.distances)
    }

    /// All positions that show what position `index` of the table shows.
    pub fn alike(&self, index: usize) -> Goal {
        let (row, value) = (index / self.values.len(), index % self.values.len());
        self.rows.alike(row as u32).and(&self.values.alike(value as u32))
    }

    #[inline]
    fn index(&self, (row, value): Pair) -> usize {
        row as usize * self.values.len() + usize::from(value)
    }

    /// The position after a step.
    #[inline]
    fn turn(&self, (row, value): Pair, step: usize) -> Pair {
        let after = |number: usize| number * self.steps + step;
        (self.rows_after[after(row as usize)], self.values_after[after(value.into())])
    }
}

/// A table, and how positions are turned to look at another part in it.
struct Lens {
    table: Arc<Table>,
    symmetry: Symmetry,
    /// The number of the image of each step.
    steps: Vec<usize>,
}

impl Lens {
    /// What it shows where its table has this position.
    #[inline]
    fn shown(&self, lens: usize, at: Pair) -> Shown {
        Shown { lens, at, distance: self.table.distances[self.table.index(at)] }
    }

    #[inline]
    fn turn(&self, at: Pair, step: usize) -> Pair {
        self.table.turn(at, self.steps[step])
    }
}

/// All that bounds the distances of positions from a goal.
pub(super) struct Bounds(Vec<Lens>);

/// What a lens shows of a position.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    /// The number of the lens.
    lens: usize,
    at: Pair,
    /// How far the goal is at least.
    distance: u8,
}

/// The most steps that a set has.
const MOST_STEPS: usize = 45;

/// Where the first lens of a position looks after each of some steps.
pub(super) type Ahead = [Pair; MOST_STEPS];

impl Bounds {
    /// Finds distances by these steps, on all threads of the current pool, of parts that have at most `most` positions each.
    pub fn new(goal: &Goal, steps: &Steps, most: u64, control: &Control) -> Result<Bounds, Cancelled> {
        let mut tables: HashMap<Part, Arc<Table>> = HashMap::new();
        let mut lenses = Vec::new();
        for (part, symmetry) in parts(goal, steps, most) {
            let table = match tables.get(&part) {
                Some(table) => table.clone(),
                None => {
                    let table = Arc::new(Table::new(&part, goal, steps, control)?);
                    tables.insert(part, table.clone());
                    table
                }
            };
            let steps = steps.images(&symmetry).expect("the symmetries of a part keep the steps");
            lenses.push(Lens { table, symmetry, steps });
        }
        Ok(Bounds(lenses))
    }

    /// The table that shows all that the goal sees, if there is one.
    pub fn only(self) -> Option<Arc<Table>> {
        match &self.0[..] {
            [lens] => Some(lens.table.clone()),
            _ => None,
        }
    }

    /// Whether one table shows all that the goal sees.
    pub fn are_exact(&self) -> bool {
        self.0.len() <= 1
    }

    /// What the lenses show of a position, the greatest distance first.
    pub fn shown(&self, cube: &Cube) -> Vec<Shown> {
        let shown = |(number, lens): (usize, &Lens)| {
            let image = lens.symmetry.conjugate(cube);
            lens.shown(number, (lens.table.rows.of(&image), lens.table.values.of(&image) as u16))
        };
        let mut shown: Vec<Shown> = self.0.iter().enumerate().map(shown).collect();
        farthest_first(&mut shown);
        shown
    }

    /// The least that the moves from a position to the goal may cost; [`UNREACHED`](crate::space::UNREACHED) if none of at most 254
    /// lead there.
    pub fn least(&self, shown: &[Shown]) -> u8 {
        shown.first().map_or(0, |farthest| farthest.distance)
    }

    /// Where the first lens looks after each step. The memory is asked for all these distances at once, so that they come together.
    #[inline]
    pub fn ahead(&self, shown: &[Shown], steps: &[(usize, usize)]) -> Ahead {
        let mut ahead = [(0, 0); MOST_STEPS];
        if let Some(first) = shown.first() {
            let lens = &self.0[first.lens];
            for (&(step, _), ahead) in steps.iter().zip(&mut ahead) {
                *ahead = lens.turn(first.at, step);
                prefetch(&lens.table.distances, lens.table.index(*ahead));
            }
        }
        ahead
    }

    /// Makes a step with what is shown, where the first lens then looks at `ahead`. Whether the moves that are left may cost at most
    /// `left` then: if not, `after` is not complete.
    #[inline]
    pub fn turn(&self, shown: &[Shown], step: usize, ahead: Pair, left: u8, after: &mut [Shown]) -> bool {
        for (number, (before, after)) in shown.iter().zip(&mut *after).enumerate() {
            let lens = &self.0[before.lens];
            // The lens that shows the greatest distance mostly excludes the step.
            let at = if number == 0 { ahead } else { lens.turn(before.at, step) };
            *after = lens.shown(before.lens, at);
            if after.distance > left {
                return false;
            }
        }
        farthest_first(after);
        true
    }
}

fn farthest_first(shown: &mut [Shown]) {
    shown.sort_by_key(|shown| Reverse(shown.distance));
}
