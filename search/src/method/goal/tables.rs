//! The distances of the parts of a goal.

use std::collections::HashMap;
use std::sync::Arc;

use super::parts::{GoalPart, parts};
use super::seen::Numbers;
use cubebatch_cube::cube::symmetry::Symmetry;
use cubebatch_cube::cube::{Cube, Move, SearchSteps};
use cubebatch_cube::goal::Goal;
use cubebatch_tables::progress::{Cancelled, Control, Step};
use cubebatch_tables::space::{ByteCells, RowAndValue, Space, SpaceDistances, Threads};

/// A part of a goal with the distances of all that it can show.
pub(super) struct PartTable {
    rows: Numbers,
    values: Numbers,
    distances: SpaceDistances,
}

impl PartTable {
    fn new(
        part: &GoalPart,
        goal: &Goal,
        steps: &SearchSteps,
        control: &Control,
    ) -> Result<PartTable, Cancelled> {
        let (rows, values) = (Numbers::new(part.rows.clone()), Numbers::new(part.values.clone()));
        let moves: Vec<Vec<Move>> = steps.all().iter().map(|step| step.turn.moves()).collect();
        let space = Space::over(
            rows.len(),
            moves.len(),
            |row, m| rows.turn(row as u32, &moves[m]),
            |m| (0..values.len() as u32).map(|value| values.turn(value, &moves[m]) as u16).collect(),
        );
        let space = space.with_costs(steps.all().iter().map(|step| step.cost).collect());
        let goal_values = values.of_goal(goal);
        let goals = rows.of_goal(goal).into_iter();
        let goals = goals.flat_map(|row| goal_values.iter().map(move |&value| (row, value as u16)));
        let (total, mut done) = (space.positions() as u64, 0);
        let bytes = space.explore_in(ByteCells, goals, Threads::All, |level| {
            done += level.iter().map(|&count| u64::from(count)).sum::<u64>();
            control.step(&Step::Measuring(*goal), done, total)
        })?;
        Ok(PartTable { rows, values, distances: SpaceDistances::found(space, bytes) })
    }
}

impl PartTable {
    /// The distance of each position, in the order of their numbers.
    pub fn distances(&self) -> &[u8] {
        self.distances.bytes()
    }

    /// How many positions lie at each distance.
    pub fn histogram(&self) -> Vec<u64> {
        self.distances.histogram()
    }

    /// All positions that show what position `index` of the table shows.
    pub fn alike(&self, index: usize) -> Goal {
        let (row, value) = (index / self.values.len(), index % self.values.len());
        self.rows.alike(row as u32).and(&self.values.alike(value as u32))
    }
}

/// A table, and how positions are turned to look at another part in it.
struct Lens {
    table: Arc<PartTable>,
    symmetry: Symmetry,
    /// The number of the image of each step.
    steps: Vec<usize>,
}

/// All that bounds the distances of positions from a goal.
pub(super) struct Lenses(Vec<Lens>);

impl Lenses {
    /// Finds distances by these steps, on all threads of the current pool, of parts that have at most `most` positions each.
    pub fn new(goal: &Goal, steps: &SearchSteps, most: u64, control: &Control) -> Result<Lenses, Cancelled> {
        let mut tables: HashMap<GoalPart, Arc<PartTable>> = HashMap::new();
        let mut lenses = Vec::new();
        for (part, symmetry) in parts(goal, steps, most) {
            let table = match tables.get(&part) {
                Some(table) => table.clone(),
                None => {
                    let table = Arc::new(PartTable::new(&part, goal, steps, control)?);
                    tables.insert(part, table.clone());
                    table
                }
            };
            let steps = steps.images(&symmetry).expect("the symmetries of a part keep the steps");
            lenses.push(Lens { table, symmetry, steps });
        }
        Ok(Lenses(lenses))
    }

    /// The table that shows all that the goal sees, if there is one.
    pub fn only(self) -> Option<Arc<PartTable>> {
        match &self.0[..] {
            [lens] => Some(lens.table.clone()),
            _ => None,
        }
    }

    /// Whether one table shows all that the goal sees.
    pub fn are_exact(&self) -> bool {
        self.0.len() <= 1
    }

    /// The number of lenses.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// What the lenses show of a position, a pair each.
    pub fn shown(&self, cube: &Cube) -> Vec<RowAndValue> {
        let shown = |lens: &Lens| {
            let image = lens.symmetry.conjugate(cube);
            (lens.table.rows.of(&image), lens.table.values.of(&image) as u16)
        };
        self.0.iter().map(shown).collect()
    }

    /// The least that the moves from a position to the goal may cost; [`UNREACHED`](cubebatch_tables::space::UNREACHED) if none of at most 254
    /// lead there.
    pub fn least(&self, shown: &[RowAndValue]) -> u8 {
        self.0.iter().zip(shown).map(|(lens, &at)| lens.table.distances.of(at)).max().unwrap_or(0)
    }

    /// Makes each of some steps with what is shown, and keeps those of which the rest may cost what is left.
    pub fn turn(&self, shown: &[RowAndValue], steps: impl Iterator<Item = NextStep>, after: &mut Children) {
        let width = self.len();
        let Children { steps: next, shown: after } = after;
        next.clear();
        next.extend(steps);
        after.resize(next.len() * width, RowAndValue::default());
        for (number, (lens, &at)) in self.0.iter().zip(shown).enumerate() {
            let distances = &lens.table.distances;
            // The memory looks for all of them at once.
            for (next, after) in next.iter().zip(after.chunks_exact_mut(width)) {
                after[number] = distances.turn(at, lens.steps[next.step]);
                distances.prefetch(after[number]);
            }
            let mut kept = 0;
            for child in 0..next.len() {
                if distances.of(after[child * width + number]) <= next[child].left {
                    next[kept] = next[child];
                    after.copy_within(child * width..=child * width + number, kept * width);
                    kept += 1;
                }
            }
            next.truncate(kept);
        }
    }
}

/// A step that may follow.
#[derive(Clone, Copy)]
pub(super) struct NextStep {
    /// Its number.
    pub step: usize,
    /// The state of the sequence after it, see [`SearchSteps::next`].
    pub state: usize,
    /// What the steps after it may cost.
    pub left: u8,
}

/// What follows a position: steps, and what is shown after each, as many pairs as there are lenses.
#[derive(Default)]
pub(super) struct Children {
    pub steps: Vec<NextStep>,
    pub shown: Vec<RowAndValue>,
}

#[cfg(test)]
mod tests {
    use super::super::MEMORY;
    use super::super::kept::room;
    use super::super::seen::View;
    use super::*;
    use cubebatch_cube::cube::MoveSet;

    /// One view of all that the two of a part show.
    fn whole(GoalPart { rows, values }: &GoalPart) -> View {
        let rows_looks = rows.corners.iter().chain(&rows.edges).copied().max().unwrap_or(0);
        let look = |row: u8, value: u8| if value == 0 { row } else { rows_looks + value };
        View {
            corners: std::array::from_fn(|corner| look(rows.corners[corner], values.corners[corner])),
            twists: rows.twists || values.twists,
            edges: std::array::from_fn(|edge| look(rows.edges[edge], values.edges[edge])),
            flips: rows.flips || values.flips,
        }
    }

    #[test]
    fn rows_and_values_are_what_one_view_of_both_shows() {
        let mut with_values = 0;
        // In the last one UR is at home, and any other edge of U is at UF.
        let last = format!("{:.<54}", ".....U.U..R");
        for text in ["cross", "UF UR FR", "DF DLB UFR", "block-222", "URF UFL", &last] {
            let (goal, steps) = (text.parse().expect(text), SearchSteps::new(&MoveSet::default()));
            let [(part, _)] = &parts(&goal, &steps, room(MEMORY))[..] else { panic!("{text} has parts") };
            let table = PartTable::new(part, &goal, &steps, &Control::default()).expect("no one stops it");
            let all = Numbers::new(whole(part));
            let counts = table.histogram();
            assert_eq!(counts.iter().sum::<u64>(), all.len() as u64, "{text}");
            assert_eq!(counts[0], all.of_goal(&goal).len() as u64, "{text}");
            with_values += u32::from(table.values.len() > 1);
        }
        assert!(with_values >= 5);
    }
}
