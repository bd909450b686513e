//! What turns cost: the metrics, and the costs that a robot has.

use std::fmt;
use std::str::FromStr;

use super::symmetry::Symmetry;
use super::{Face, Metric, Move};

/// What each turn of a face costs, and what turns of two opposite faces cost that happen at once.
///
/// Its text is the name of a [`Metric`], or a list such as `quarter 5, half 8, U 7, D2 12, parallel`. In a list, a later item
/// counts more than an earlier one: `quarter` and `half` are all such turns, `U` is all turns of this face, `U2` is one turn.
/// A turn costs 1 to [`Costs::MOST`], and 1 if the list does not name it. With `parallel`, turns of two opposite faces happen at
/// once and cost as much as the dearer one.
///
/// ```
/// # extern crate cubebatch_cube as cubebatch;
/// use cubebatch::cube::{Costs, Metric};
///
/// let robot: Costs = "quarter 5, half 8, parallel".parse()?;
/// assert_eq!(robot.length(&"U2 D R'".parse::<cubebatch::cube::Algorithm>()?), 8 + 5);
/// assert_eq!("qtm".parse::<Costs>()?, Costs::from(Metric::QuarterTurn));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Costs {
    /// For each turn of a face.
    turns: [u8; Move::COUNT],
    together: Together,
}

/// What turns of two opposite faces cost, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Together {
    /// As much as both.
    Both,
    /// As much as the dearer one.
    Dearer,
    /// As much as the dearer one if the layer between turns against both, else as much as both.
    Slice,
}

impl Costs {
    /// The greatest cost of a turn.
    pub const MOST: u8 = 10;

    /// The cost of a turn.
    pub fn of(&self, mv: Move) -> usize {
        self.turns[mv.index()].into()
    }

    /// The cost of turns of two opposite faces, one after the other.
    pub(super) fn of_both(&self, first: Move, opposite: Move) -> usize {
        let (first_cost, opposite_cost) = (self.of(first), self.of(opposite));
        let are_one = match self.together {
            Together::Both => false,
            Together::Dearer => true,
            Together::Slice => first.turns() + opposite.turns() == 4,
        };
        if are_one { first_cost.max(opposite_cost) } else { first_cost + opposite_cost }
    }

    /// What a sequence of moves costs. Nothing is joined first.
    pub fn length(&self, moves: &[Move]) -> usize {
        let (mut rest, mut cost) = (moves, 0);
        while let Some((&mv, after)) = rest.split_first() {
            rest = after;
            match rest.split_first() {
                Some((&next, after)) if next.face() == mv.face().opposite() => {
                    cost += self.of_both(mv, next);
                    rest = after;
                }
                _ => cost += self.of(mv),
            }
        }
        cost
    }

    /// The metric with these costs.
    pub fn metric(&self) -> Option<Metric> {
        Metric::ALL.iter().copied().find(|&metric| Costs::from(metric) == *self)
    }

    /// The costs of the images of moves.
    pub(super) fn image(&self, symmetry: &Symmetry) -> Costs {
        let mut turns = self.turns;
        Move::all().for_each(|mv| turns[symmetry.turn(mv).index()] = self.turns[mv.index()]);
        Costs { turns, ..*self }
    }
}

impl Metric {
    /// The length of a sequence of moves.
    pub fn length(self, moves: &[Move]) -> usize {
        if self == Metric::HalfTurn { moves.len() } else { Costs::from(self).length(moves) }
    }
}

impl From<Metric> for Costs {
    fn from(metric: Metric) -> Costs {
        let quarters = |m: usize| if Move::from_index(m).turns() == 2 { 2 } else { 1 };
        let (turns, together) = match metric {
            Metric::HalfTurn => ([1; Move::COUNT], Together::Both),
            Metric::QuarterTurn => (std::array::from_fn(quarters), Together::Both),
            Metric::Axial => ([1; Move::COUNT], Together::Dearer),
            Metric::Slice => ([1; Move::COUNT], Together::Slice),
        };
        Costs { turns, together }
    }
}

impl Default for Costs {
    /// The half-turn metric.
    fn default() -> Costs {
        Metric::HalfTurn.into()
    }
}

/// Costs that are the same on all faces, so that all 48 symmetries keep them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EvenCosts {
    quarter: u8,
    half: u8,
    together: Together,
}

/// The half-turn metric.
pub const HTM: EvenCosts = EvenCosts { quarter: 1, half: 1, together: Together::Both };

impl EvenCosts {
    /// These costs, if they are the same on all faces, and a half turn costs no more than two quarter turns.
    pub fn new(costs: &Costs) -> Option<EvenCosts> {
        let of = |turns: usize| costs.turns[turns - 1];
        let even = EvenCosts { quarter: of(1), half: of(2), together: costs.together };
        (even.costs() == *costs && even.half <= 2 * even.quarter).then_some(even)
    }

    /// For quarter and for half turns what most of them cost, and of equally many the least.
    pub fn most_common(costs: &Costs) -> EvenCosts {
        let most_common = |is_half: bool| {
            let turns = || Move::all().filter(|mv| (mv.turns() == 2) == is_half);
            let count = |cost: &u8| turns().filter(|&mv| costs.turns[mv.index()] == *cost).count();
            (1..=Costs::MOST).rev().max_by_key(count).expect("turns have costs")
        };
        let quarter = most_common(false);
        EvenCosts { quarter, half: most_common(true).min(2 * quarter), together: costs.together }
    }

    /// All, those of the metrics first.
    pub fn all() -> impl Iterator<Item = EvenCosts> {
        let of_metric = |metric: Metric| EvenCosts::new(&metric.into());
        let with = |quarter: u8, half: u8| {
            let together = [Together::Both, Together::Dearer].into_iter();
            together.map(move |together| EvenCosts { quarter, half, together })
        };
        // Two quarters have the effect of a half turn.
        let halves = |quarter: u8| (1..=Costs::MOST.min(2 * quarter)).map(move |half| (quarter, half));
        let others = (1..=Costs::MOST).flat_map(halves).flat_map(move |(quarter, half)| with(quarter, half));
        let others = others.filter(|even| even.costs().metric().is_none());
        Metric::ALL.iter().copied().filter_map(of_metric).chain(others)
    }

    /// What turns cost.
    pub fn costs(self) -> Costs {
        let cost = |mv: Move| if mv.turns() == 2 { self.half } else { self.quarter };
        Costs { turns: std::array::from_fn(|m| cost(Move::from_index(m))), together: self.together }
    }

    /// The metric with these costs.
    pub fn metric(self) -> Option<Metric> {
        self.costs().metric()
    }

    /// What a quarter turn costs, what a half turn does, and whether turns of two opposite faces cost as much as the dearer one; the
    /// slice metric has a rule of its own.
    pub fn parts(self) -> (u8, u8, bool) {
        (self.quarter, self.half, self.together == Together::Dearer)
    }

    /// The most that a turn costs.
    pub fn dearest(self) -> u8 {
        self.quarter.max(self.half)
    }
}

/// The text of the costs, see [`Costs`].
impl fmt::Display for EvenCosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.costs().fmt(f)
    }
}

impl fmt::Debug for EvenCosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EvenCosts({self})")
    }
}

/// Why a text names no costs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{item}` is no cost of turns: give htm, qtm, atm or stm, or a list such as `quarter 5, half 8, U 7, D2 10, parallel` with \
     costs of 1 to {}",
    Costs::MOST
)]
pub struct WrongCosts {
    item: String,
}

/// The item for opposite faces that turn at once.
const PARALLEL: &str = "parallel";

impl FromStr for Costs {
    type Err = WrongCosts;

    fn from_str(text: &str) -> Result<Costs, WrongCosts> {
        let text = text.trim();
        let is_called = |metric: &Metric| metric.name().eq_ignore_ascii_case(text);
        if let Some(metric) = Metric::ALL.iter().copied().find(is_called) {
            return Ok(metric.into());
        }
        let (mut turns, mut together) = ([1; Move::COUNT], Together::Both);
        for item in text.split(',').map(str::trim) {
            let wrong = || WrongCosts { item: item.to_owned() };
            if item.eq_ignore_ascii_case(PARALLEL) {
                together = Together::Dearer;
                continue;
            }
            let (named, cost) = item.split_once(char::is_whitespace).ok_or_else(wrong)?;
            let cost: u8 = cost.trim().parse().map_err(|_| wrong())?;
            let named =
                moves_called(named).filter(|_| (1..=Costs::MOST).contains(&cost)).ok_or_else(wrong)?;
            named.iter().for_each(|mv| turns[mv.index()] = cost);
        }
        Ok(Costs { turns, together })
    }
}

/// The moves that an item of a list means.
fn moves_called(name: &str) -> Option<Vec<Move>> {
    let all = |is_meant: &dyn Fn(Move) -> bool| Some(Move::all().filter(|&mv| is_meant(mv)).collect());
    match name.to_ascii_lowercase().as_str() {
        "quarter" => all(&|mv| mv.turns() != 2),
        "half" => all(&|mv| mv.turns() == 2),
        _ => moves_named(name),
    }
}

/// All turns of the face with this letter, or the one turn with this name.
pub(super) fn moves_named(name: &str) -> Option<Vec<Move>> {
    let is_named = |mv: &Move| mv.name().eq_ignore_ascii_case(name) && name.len() > 1;
    let is_of_face =
        |mv: &Move| name.chars().map(|letter| letter.to_ascii_uppercase()).eq([mv.face().letter()]);
    let moves: Vec<Move> = Move::all().filter(|mv| is_named(mv) || is_of_face(mv)).collect();
    (!moves.is_empty()).then_some(moves)
}

impl fmt::Display for Costs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(metric) = self.metric() {
            return f.pad(metric.name());
        }
        // What most turns cost comes first, so that few items follow.
        let [quarter, half] = [false, true].map(|is_half| {
            let costs =
                Move::all().filter(|mv| (mv.turns() == 2) == is_half).map(|mv| self.turns[mv.index()]);
            most_frequent(costs.collect())
        });
        let usual = |mv: Move| if mv.turns() == 2 { half } else { quarter };
        let mut items = vec![format!("quarter {quarter}"), format!("half {half}")];
        for (costs, face) in self.turns.chunks_exact(3).zip(Face::ALL) {
            let is_even = costs.iter().all(|cost| *cost == costs[0]);
            let moves = (1..4)
                .filter_map(|turns| Move::new(face, turns))
                .filter(|&mv| self.turns[mv.index()] != usual(mv));
            let moves: Vec<Move> = moves.collect();
            if is_even && !moves.is_empty() {
                items.push(format!("{face} {}", costs[0]));
            } else {
                items.extend(moves.iter().map(|&mv| format!("{mv} {}", self.of(mv))));
            }
        }
        items.extend((self.together == Together::Dearer).then(|| PARALLEL.to_owned()));
        f.pad(&items.join(", "))
    }
}

/// The cost that comes most often, of several the first.
fn most_frequent(costs: Vec<u8>) -> u8 {
    let count = |cost: u8| costs.iter().filter(|&&other| other == cost).count();
    // The greatest of several that are equal is the last one.
    costs.iter().rev().copied().max_by_key(|&cost| count(cost)).expect("there are turns")
}

impl fmt::Debug for Costs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Costs({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Algorithm;

    #[test]
    fn texts_of_costs_are_read_back() {
        for (text, shown) in [
            ("htm", "htm"),
            (" QTM ", "qtm"),
            ("atm", "atm"),
            ("stm", "stm"),
            ("quarter 1, half 2", "qtm"),
            ("parallel", "atm"),
            ("quarter 5, half 8, parallel", "quarter 5, half 8, parallel"),
            ("U 7, d2 10, R' 3", "quarter 1, half 1, U 7, R' 3, D2 10"),
        ] {
            let costs: Costs = text.parse().expect(text);
            assert_eq!(costs.to_string(), shown);
            assert_eq!(shown.parse::<Costs>(), Ok(costs));
        }
        for text in [
            "",
            "half",
            "half 0",
            "half 11",
            "half -1",
            "X 3",
            "U3 3",
            "U 1.5",
            "quarter 1;half 2",
            "parallel 2",
        ] {
            assert!(text.parse::<Costs>().is_err(), "{text}");
        }
    }

    #[test]
    fn costs_are_even_that_no_symmetry_changes() {
        for (costs, even) in [
            ("htm", true),
            ("qtm", true),
            ("atm", true),
            ("stm", true),
            ("quarter 5, half 8", true),
            ("quarter 5, half 8, parallel", true),
            ("U 2", false),
            ("U2 2", false),
            ("R' 2, quarter 3", true),
            ("half 3", false),
        ] {
            let costs: Costs = costs.parse().expect(costs);
            let is_kept = Symmetry::all().iter().all(|symmetry| costs.image(symmetry) == costs);
            assert_eq!(
                is_kept && costs.of(Move::from_index(1)) <= 2 * costs.of(Move::FIRST),
                even,
                "{costs}"
            );
            assert_eq!(EvenCosts::new(&costs).map(EvenCosts::costs), even.then_some(costs));
        }
    }

    #[test]
    fn all_even_costs_are_listed_once() {
        let all: Vec<EvenCosts> = EvenCosts::all().collect();
        let written = (1..=Costs::MOST).flat_map(|quarter| {
            let texts =
                move |half| ["", ", parallel"].map(|end| format!("quarter {quarter}, half {half}{end}"));
            (1..=Costs::MOST).flat_map(texts)
        });
        let read = written.chain(["stm".to_owned()]).map(|text| text.parse::<Costs>().expect("it is a list"));
        let read: std::collections::HashSet<Costs> =
            read.filter(|costs| EvenCosts::new(costs).is_some()).collect();
        assert_eq!((all.len(), read.len()), (161, 161));
        assert!(all.iter().all(|even| read.contains(&even.costs())));
        assert_eq!(all[0], HTM);
    }

    #[test]
    fn lengths_in_each_metric() {
        for (moves, lengths) in [
            ("", [0, 0, 0, 0]),
            ("U2 D", [2, 3, 1, 2]),
            ("R L'", [2, 2, 1, 1]),
            ("R2 L2 F", [3, 5, 2, 2]),
            ("R L R", [3, 3, 2, 3]),
            ("R R", [2, 2, 2, 2]),
            ("U D' F R2 B", [5, 6, 4, 4]),
        ] {
            let moves: Algorithm = moves.parse().expect(moves);
            assert!(Metric::ALL.iter().map(|metric| metric.length(&moves)).eq(lengths), "{moves}");
        }
    }
}
