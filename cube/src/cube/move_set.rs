//! Sets of moves: which turns a search may make, and what they cost.

use std::fmt;
use std::str::FromStr;

use super::costs::moves_named;
use super::symmetry::Symmetry;
use super::{Algorithm, Costs, Face, Metric, Move};

/// The moves that a solution may have.
///
/// Its text is a list such as `U R F` or `U2, D2, R`: a letter is all turns of a face, `U2` is one turn. `M`, `E` and `S` are
/// turns of the layers between two faces; in a solution each is a turn of both faces, such as `R L'`.
///
/// ```
/// # extern crate cubebatch_cube as cubebatch;
/// use cubebatch::cube::AllowedMoves;
///
/// let five_faces: AllowedMoves = "U R F L B".parse()?;
/// assert!(five_faces.has("U2".parse()?) && !five_faces.has("D".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct AllowedMoves {
    /// A bit for each turn of a face.
    faces: u32,
    /// A bit `3 · axis + n − 1` for n quarters of U, R or F together with as many of the opposite face backwards.
    layers: u16,
}

impl AllowedMoves {
    /// All turns of faces, and with them those of layers.
    pub const ALL: AllowedMoves = AllowedMoves { faces: (1 << Move::COUNT) - 1, layers: 0 };

    /// Whether they are all turns of at least five faces, so that they solve every position.
    pub fn are_of_five_faces(&self) -> bool {
        let turns_of = |face: Face| (self.faces >> (3 * face.index())) & 0b111;
        let are_whole = Face::ALL.into_iter().all(|face| matches!(turns_of(face), 0 | 0b111));
        are_whole && self.layers == 0 && self.faces.count_ones() >= 15
    }

    /// The turns of both sets.
    #[must_use]
    pub fn and(self, other: AllowedMoves) -> AllowedMoves {
        AllowedMoves { faces: self.faces & other.faces, layers: self.layers & other.layers }
    }

    /// Whether a turn of a face is one of them.
    pub fn has(&self, mv: Move) -> bool {
        self.faces >> mv.index() & 1 == 1
    }

    /// Whether they have a turn of a layer alone, without those of its faces.
    fn has_layer(&self, axis: usize, turns: usize) -> bool {
        self.layers >> (3 * axis + turns - 1) & 1 == 1
    }

    fn image(&self, symmetry: &Symmetry) -> AllowedMoves {
        let mut image = AllowedMoves { faces: 0, layers: 0 };
        for mv in Move::all().filter(|&mv| self.has(mv)) {
            image.faces |= 1 << symmetry.turn(mv).index();
        }
        for bit in (0..9).filter(|bit| self.layers >> bit & 1 == 1) {
            let turned = symmetry.turn(Move::from_index(bit));
            // Seen from the opposite face, the layer turns the other way.
            let (axis, turns) = (turned.face().axis(), turned.turns());
            let turns = if turned.face().index() < 3 { turns } else { 4 - turns };
            image.layers |= 1 << (3 * axis + turns - 1);
        }
        image
    }
}

/// The letters of the layers between U and D, R and L, F and B.
const LAYERS: [char; 3] = ['E', 'M', 'S'];

/// Why a text names no moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAllowedMoves {
    /// An item is no turn.
    #[error(
        "`{item}` is no turn: give letters of faces (U R F D L B) or layers (M E S), with a 2 for a half turn alone"
    )]
    Item {
        /// It.
        item: String,
    },
    /// There is no item.
    #[error("no turn is named: give letters of faces, such as `U R F`")]
    Empty,
}

impl FromStr for AllowedMoves {
    type Err = NoAllowedMoves;

    fn from_str(text: &str) -> Result<AllowedMoves, NoAllowedMoves> {
        let mut turns = AllowedMoves { faces: 0, layers: 0 };
        for item in text.split(|c: char| c == ',' || c.is_whitespace()).filter(|item| !item.is_empty()) {
            if let Some(moves) = moves_named(item) {
                moves.iter().for_each(|mv| turns.faces |= 1 << mv.index());
            } else {
                let layers =
                    layers_named(item).ok_or_else(|| NoAllowedMoves::Item { item: item.to_owned() })?;
                turns.layers |= layers;
            }
        }
        if turns.faces == 0 && turns.layers == 0 { Err(NoAllowedMoves::Empty) } else { Ok(turns) }
    }
}

/// The bits of all turns of a layer that is named, or the one bit of its half turn.
fn layers_named(name: &str) -> Option<u16> {
    let mut letters = name.chars();
    let letter = letters.next()?.to_ascii_uppercase();
    let axis = LAYERS.iter().position(|&layer| layer == letter)?;
    match letters.as_str() {
        "" => Some(0b111 << (3 * axis)),
        "2" => Some(0b010 << (3 * axis)),
        _ => None,
    }
}

impl fmt::Display for AllowedMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut items: Vec<String> = Vec::new();
        for face in Face::ALL {
            let moves: Vec<Move> =
                (1..4).filter_map(|turns| Move::new(face, turns)).filter(|&mv| self.has(mv)).collect();
            if moves.len() == 3 {
                items.push(face.letter().to_string());
            } else {
                items.extend(moves.iter().map(|mv| mv.to_string()));
            }
        }
        for (axis, letter) in LAYERS.into_iter().enumerate() {
            match self.layers >> (3 * axis) & 0b111 {
                0 => {}
                0b010 => items.push(format!("{letter}2")),
                _ => items.push(letter.to_string()),
            }
        }
        f.pad(&items.join(" "))
    }
}

impl fmt::Debug for AllowedMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AllowedMoves({self})")
    }
}

impl Default for AllowedMoves {
    fn default() -> AllowedMoves {
        AllowedMoves::ALL
    }
}

/// The moves that a search may make, and what they cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct MoveSet {
    /// What turns cost.
    pub costs: Costs,
    /// The moves that a solution may have.
    pub allowed: AllowedMoves,
}

impl MoveSet {
    /// These moves with these costs.
    pub const fn new(costs: Costs, allowed: AllowedMoves) -> MoveSet {
        MoveSet { costs, allowed }
    }

    /// A turn that costs more than others of the set which together turn the faces as far, if there is one.
    pub fn dear_turn(&self) -> Option<DearTurn> {
        let steps = self.steps();
        let ways = [0, 1, 2].map(|axis| ways(&steps, axis));
        steps.iter().find_map(|&SearchStep { turn, cost }| {
            let (made_for, _) = *ways[turn.axis][turn.number()].as_ref()?;
            (made_for < cost.into()).then_some(DearTurn { turn, cost, made_for })
        })
    }

    /// All turns of an axis that are of this set, those of one face first.
    fn steps(&self) -> Vec<SearchStep> {
        let all = (0..3).flat_map(|axis| (1..AXIS_TURNS).map(move |number| AxisTurn::new(axis, number)));
        let step = |turn| self.cost(turn).map(|cost| SearchStep { turn, cost: cost as u8 });
        let mut steps: Vec<SearchStep> = all.filter_map(step).collect();
        steps.sort_by_key(|step| (step.turn.moves().len(), step.turn.moves()));
        steps
    }

    /// The most that the cheapest ways from any position to a goal cost, as far as that is known: God's number.
    pub fn farthest(&self) -> Option<u8> {
        let metric = self.costs.metric().filter(|_| self.allowed == AllowedMoves::ALL)?;
        Some(if metric == Metric::QuarterTurn { 26 } else { 20 })
    }

    /// The images of the turns.
    #[must_use]
    pub fn image(&self, symmetry: &Symmetry) -> MoveSet {
        MoveSet { costs: self.costs.image(symmetry), allowed: self.allowed.image(symmetry) }
    }

    /// What turns of the two faces of an axis cost that happen one after the other, if they are of this set.
    fn cost(&self, turns: AxisTurn) -> Option<usize> {
        let is_layer = turns.quarters[0] + turns.quarters[1] == 4
            && self.allowed.has_layer(turns.axis, turns.quarters[0]);
        match turns.moves()[..] {
            [mv] => self.allowed.has(mv).then(|| self.costs.of(mv)),
            [first, opposite] => {
                let has_both = self.allowed.has(first) && self.allowed.has(opposite);
                (has_both || is_layer).then(|| self.costs.of_both(first, opposite))
            }
            _ => None,
        }
    }
}

/// A turn that costs more than others which together turn the faces as far: as it is, no solution would have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{turn} costs {cost}, but other turns of the same faces do the same for {made_for}: give it a cost of at most {made_for}"
)]
#[non_exhaustive]
pub struct DearTurn {
    turn: AxisTurn,
    cost: u8,
    made_for: usize,
}

/// Turns of the two faces of an axis, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AxisTurn {
    axis: usize,
    /// The quarters of U, R or F, 0 … 3, and those of the opposite face.
    quarters: [usize; 2],
}

/// The turns of an axis, with that of no quarters.
const AXIS_TURNS: usize = 16;

impl AxisTurn {
    fn new(axis: usize, number: usize) -> AxisTurn {
        AxisTurn { axis, quarters: [number % 4, number / 4] }
    }

    /// 0 … 15.
    fn number(self) -> usize {
        self.quarters[0] + 4 * self.quarters[1]
    }

    fn then(self, next: AxisTurn) -> AxisTurn {
        let [first, opposite] = [0, 1].map(|face| (self.quarters[face] + next.quarters[face]) % 4);
        AxisTurn { quarters: [first, opposite], ..self }
    }

    /// 0 for U and D, 1 for R and L, 2 for F and B.
    pub fn axis(self) -> usize {
        self.axis
    }

    /// Whether it leads from G1 = ⟨U, D, R2, F2, L2, B2⟩ to other positions.
    pub fn leaves_g1(self) -> bool {
        self.axis != 0 && self.quarters.iter().any(|quarters| quarters % 2 == 1)
    }

    /// At most two turns of faces that are the same.
    pub fn moves(self) -> Vec<Move> {
        let face = |side: usize| Face::ALL[self.axis + 3 * side];
        (0..2).filter_map(|side| Move::new(face(side), self.quarters[side])).collect()
    }

    fn image(self, symmetry: &Symmetry) -> AxisTurn {
        let images = self.moves().into_iter().map(|mv| AxisTurn::from(symmetry.turn(mv)));
        images.reduce(AxisTurn::then).expect("something turns")
    }
}

impl fmt::Display for AxisTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Algorithm::from(self.moves()).fmt(f)
    }
}

/// The steps of a search over a [`MoveSet`], and which may follow which, so that each sequence of axis turns has one way and that
/// is the cheapest.
#[derive(Clone, Debug)]
pub struct SearchSteps {
    /// The turns that no others of the set replace at the same cost, in the order of [`Move`]s, those of two faces last.
    steps: Vec<SearchStep>,
    /// For each state, 0 at the start, the steps that may come next, with the state after each.
    next: Vec<Vec<(usize, usize)>>,
    /// For each axis what each turn of it costs, if steps lead to it.
    costs: [[Option<usize>; AXIS_TURNS]; 3],
}

/// A step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchStep {
    /// What turns.
    pub turn: AxisTurn,
    /// What it costs.
    pub cost: u8,
}

/// The cheapest way of steps to a turn of an axis: its cost, and the steps by their numbers.
type Way = (usize, Vec<usize>);

impl SearchSteps {
    /// The state at the start of a search.
    pub const START: usize = 0;

    /// The steps of a set.
    pub fn new(set: &MoveSet) -> SearchSteps {
        let steps = set.steps();
        let of_all = [0, 1, 2].map(|axis| ways(&steps, axis));
        // A turn that others replace at the same cost is no step.
        let is_step = |number: usize, step: &SearchStep| {
            let way = &of_all[step.turn.axis][step.turn.number()];
            way.as_ref().is_some_and(|(_, way)| way[..] == [number])
        };
        let steps: Vec<SearchStep> = (0..)
            .zip(&steps)
            .filter(|&(number, step)| is_step(number, step))
            .map(|(_, step)| *step)
            .collect();
        let ways = [0, 1, 2].map(|axis| ways(&steps, axis));
        SearchSteps {
            next: successors(&steps, &ways),
            costs: ways.map(|ways| ways.map(|way| Some(way?.0))),
            steps,
        }
    }

    /// The steps.
    pub fn all(&self) -> &[SearchStep] {
        &self.steps
    }

    /// The steps that may come next in a state, by their numbers, with the state after each.
    pub fn next(&self, state: usize) -> &[(usize, usize)] {
        &self.next[state]
    }

    /// The turns of an axis since another one turned; `None` at the start.
    pub fn last(&self, state: usize) -> Option<AxisTurn> {
        let number = state.checked_sub(1)?;
        Some(AxisTurn::new(number / AXIS_TURNS, number % AXIS_TURNS))
    }

    /// The number of the image of each step, if a symmetry keeps the set; else none.
    pub fn images(&self, symmetry: &Symmetry) -> Option<Vec<usize>> {
        let image = |step: &SearchStep| SearchStep { turn: step.turn.image(symmetry), ..*step };
        self.steps.iter().map(|step| self.steps.iter().position(|other| *other == image(step))).collect()
    }

    /// The most turns of faces in a sequence of this cost.
    pub fn most_turns(&self, cost: usize) -> usize {
        // No sequence has more than that of the step alone that makes the most turns for its cost.
        let most = |step: &SearchStep| step.turn.moves().len() * cost / usize::from(step.cost);
        self.steps.iter().map(most).max().unwrap_or(0)
    }

    /// What a sequence of moves costs; `None` if the steps do not make its turns. Nothing is joined first.
    pub fn cost(&self, moves: &[Move]) -> Option<usize> {
        let (mut rest, mut cost) = (moves, 0);
        while let Some((&mv, after)) = rest.split_first() {
            rest = after;
            let mut turn = AxisTurn::from(mv);
            if let Some((&next, after)) = rest.split_first()
                && next.face() == mv.face().opposite()
            {
                turn = turn.then(next.into());
                rest = after;
            }
            cost += self.costs[turn.axis][turn.number()]?;
        }
        Some(cost)
    }
}

impl From<Move> for AxisTurn {
    fn from(mv: Move) -> AxisTurn {
        let turns = if mv.face().index() < 3 { mv.turns() } else { 4 * mv.turns() };
        AxisTurn::new(mv.face().axis(), turns)
    }
}

/// The cheapest way to each turn of an axis; of equally cheap ones the longest, and of these the first in the order of steps. So a
/// way begins with the ways to all turns on it.
fn ways(steps: &[SearchStep], axis: usize) -> [Option<Way>; AXIS_TURNS] {
    let mut ways: [Option<Way>; AXIS_TURNS] = Default::default();
    ways[0] = Some(Way::default());
    let is_better = |cost: usize, way: &[usize], m: usize, than: &Option<Way>| {
        let Some((other, than)) = than else { return true };
        let order = cost.cmp(other).then(than.len().cmp(&(way.len() + 1)));
        order.then_with(|| way.iter().chain([&m]).cmp(than)).is_lt()
    };
    loop {
        let mut is_done = true;
        for number in 0..AXIS_TURNS {
            for (m, step) in steps.iter().enumerate().filter(|(_, step)| step.turn.axis == axis) {
                let Some((cost, way)) = &ways[number] else { continue };
                let (after, cost) =
                    (AxisTurn::new(axis, number).then(step.turn).number(), cost + usize::from(step.cost));
                if is_better(cost, way, m, &ways[after]) {
                    (ways[after], is_done) = (Some((cost, [&way[..], &[m]].concat())), false);
                }
            }
        }
        if is_done {
            return ways;
        }
    }
}

/// For each state the steps that may come next, with the state after each: a state is the turns of an axis since another one.
fn successors(steps: &[SearchStep], ways: &[[Option<Way>; AXIS_TURNS]; 3]) -> Vec<Vec<(usize, usize)>> {
    let state = |turn: AxisTurn| 1 + turn.axis * AXIS_TURNS + turn.number();
    let way = |turn: AxisTurn| ways[turn.axis][turn.number()].as_ref().map(|(_, way)| way);
    let next_of = |last: Option<AxisTurn>| {
        let next = |(m, step): (usize, &SearchStep)| match last.filter(|last| last.axis == step.turn.axis) {
            Some(last) => {
                let (before, after) = (way(last)?, last.then(step.turn));
                (way(after)?.split_last() == Some((&m, before))).then(|| (m, state(after)))
            }
            None => Some((m, state(step.turn))),
        };
        steps.iter().enumerate().filter_map(next).collect()
    };
    let turns = (0..3).flat_map(|axis| (0..AXIS_TURNS).map(move |number| AxisTurn::new(axis, number)));
    std::iter::once(None).chain(turns.map(Some)).map(next_of).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;
    use crate::cube::{Algorithm, Cube, Group};

    fn set(costs: &str, turns: &str) -> MoveSet {
        MoveSet::new(costs.parse().expect(costs), turns.parse().expect(turns))
    }

    const ALL: &str = "U R F D L B";

    #[test]
    fn a_turn_is_dear_if_other_turns_of_the_set_make_it_for_less() {
        for (costs, turns, dear) in [
            ("R' 3", ALL, Some("R'")),
            ("R' 3", "M U2", None),
            ("R' 3", "R' U", None),
            ("R' 2", ALL, None),
            ("half 3", ALL, Some("U2")),
            ("half 3", "U2 R2", None),
            ("quarter 5, half 8, U 7, U2 10", ALL, None),
            ("stm", "M E S", None),
        ] {
            let found = set(costs, turns).dear_turn().map(|dear| dear.turn.to_string());
            assert_eq!(found.as_deref(), dear, "{costs}, {turns}");
        }
    }

    #[test]
    fn five_faces_generate_all_positions() {
        for faces in 1_usize..1 << Face::ALL.len() {
            let faces = Face::ALL.into_iter().filter(|face| faces >> face.index() & 1 == 1);
            let faces: Vec<Face> = faces.collect();
            let text: String = faces.iter().flat_map(|face| [face.letter(), ' ']).collect();
            let turns: AllowedMoves = text.parse().expect(&text);
            assert_eq!(turns.are_of_five_faces(), faces.len() >= 5, "{turns}");
            if turns.are_of_five_faces() {
                let turn = |&face: &Face| Cube::SOLVED.turn(Move::new(face, 1).expect("a quarter turn"));
                assert_eq!(Group::new(faces.iter().map(turn)).order(), 43_252_003_274_489_856_000, "{turns}");
            }
        }
        for others in ["U2 R F D L B", "U R F L M", "U R F D L M", "U2 D2 R2 L2 F2 B2"] {
            assert!(!others.parse::<AllowedMoves>().expect(others).are_of_five_faces(), "{others}");
        }
    }

    #[test]
    fn texts_of_turns_are_read_back() {
        for (text, shown) in [
            ("U,R,F", "U R F"),
            ("f u", "U F"),
            ("U2 D2 R2", "U2 R2 D2"),
            ("U U2 R'", "U R'"),
            ("m E2", "E2 M"),
            ("L F D R B U", ALL),
        ] {
            let turns: AllowedMoves = text.parse().expect(text);
            assert_eq!(turns.to_string(), shown);
            assert_eq!(shown.parse::<AllowedMoves>(), Ok(turns));
        }
        for text in ["", " , ", "X", "U3", "Uw", "M'", "U R x"] {
            assert!(text.parse::<AllowedMoves>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_steps_of_each_metric() {
        for (costs, count, states) in [("htm", 18, 18), ("qtm", 12, 18), ("atm", 45, 45), ("stm", 27, 27)] {
            let steps = SearchSteps::new(&set(costs, ALL));
            assert_eq!(steps.all().len(), count, "{costs}");
            assert_eq!(steps.next(SearchSteps::START).len(), count, "{costs}: {states}");
        }
        // In HTM they are the moves, and follow one another as canonical sequences have it.
        let steps = SearchSteps::new(&MoveSet::default());
        let moves: Vec<Move> = steps.all().iter().flat_map(|step| step.turn.moves()).collect();
        assert!(moves.iter().copied().eq(Move::all()));
        for &(first, state) in steps.next(SearchSteps::START) {
            let next: Vec<Move> = steps.next(state).iter().map(|&(m, _)| moves[m]).collect();
            let expected: Vec<Move> = Move::all().filter(|&mv| moves[first].may_precede(mv)).collect();
            assert_eq!(next, expected);
        }
    }

    /// All canonical sequences of at most this cost.
    fn sequences(steps: &SearchSteps, most: usize) -> Vec<(Algorithm, usize)> {
        let mut found = Vec::new();
        let mut open = vec![(Vec::<Move>::new(), 0, SearchSteps::START)];
        while let Some((moves, cost, state)) = open.pop() {
            for &(m, next) in steps.next(state) {
                let step = steps.all()[m];
                let cost = cost + usize::from(step.cost);
                if cost <= most {
                    open.push(([&moves[..], &step.turn.moves()].concat(), cost, next));
                }
            }
            found.push((Algorithm::from(moves), cost));
        }
        found
    }

    #[test]
    fn a_cost_allows_some_turns_and_no_more() {
        for (costs, cost, turns) in
            [("htm", 3, 3), ("qtm", 3, 3), ("atm", 2, 4), ("stm", 2, 4), ("quarter 2, half 3", 5, 2)]
        {
            let steps = SearchSteps::new(&set(costs, ALL));
            let most = sequences(&steps, cost).iter().map(|(moves, _)| moves.len()).max();
            assert_eq!((most, steps.most_turns(cost)), (Some(turns), turns), "{costs}");
        }
    }

    #[test]
    fn sequences_reach_what_plain_sequences_reach_at_the_same_cost() {
        for (costs, turns, most) in [
            ("htm", ALL, 3),
            ("qtm", ALL, 4),
            ("atm", ALL, 2),
            ("stm", ALL, 3),
            ("htm", "U R2 M", 4),
            ("quarter 2, half 3, parallel", ALL, 5),
            ("U 3, R 1, quarter 2, half 5", "U R F2 D'", 8),
            ("stm", "U M", 5),
        ] {
            let set = set(costs, turns);
            let steps = SearchSteps::new(&set);
            // Plainly: all turns of one axis at a time, in any order.
            let turns: Vec<(AxisTurn, usize)> = (0..3)
                .flat_map(|axis| (1..AXIS_TURNS).map(move |number| AxisTurn::new(axis, number)))
                .filter_map(|turn| Some((turn, set.cost(turn)?)))
                .collect();
            let mut least = HashMap::from([(Cube::SOLVED, 0)]);
            let mut by_cost = vec![Vec::new(); most + 1];
            by_cost[0].push(Cube::SOLVED);
            for cost in 0..=most {
                for cube in by_cost[cost].clone() {
                    if least[&cube] < cost {
                        continue;
                    }
                    for (turn, of_turn) in &turns {
                        let (after, total) = (cube.apply(&turn.moves()), cost + of_turn);
                        if total <= most && least.get(&after).is_none_or(|&known| total < known) {
                            least.insert(after, total);
                            by_cost[total].push(after);
                        }
                    }
                }
            }
            let mut found: HashMap<Cube, usize> = HashMap::new();
            let mut seen = HashSet::new();
            for (moves, cost) in sequences(&steps, most) {
                assert!(seen.insert(moves.canonical()), "{costs}, {turns:?}: {moves} comes twice");
                assert_eq!(steps.cost(&moves.canonical()), Some(cost), "{costs}: {moves}");
                let known = found.entry(Cube::SOLVED.apply(&moves)).or_insert(cost);
                *known = cost.min(*known);
            }
            assert_eq!(found, least, "{costs}");
        }
    }

    #[test]
    fn positions_at_each_distance_are_those_that_others_counted() {
        // https://cube20.org, https://cube20.org/qtm, https://www.jaapsch.net/puzzles (STM, ATM).
        for (metric, counts) in
            [(Metric::HalfTurn, &[1, 18, 243, 3240][..]), (Metric::QuarterTurn, &[1, 12, 114, 1068, 10011])]
        {
            let steps = SearchSteps::new(&MoveSet::new(metric.into(), AllowedMoves::ALL));
            let mut least: HashMap<Cube, usize> = HashMap::new();
            for (moves, cost) in sequences(&steps, counts.len() - 1) {
                let known = least.entry(Cube::SOLVED.apply(&moves)).or_insert(cost);
                *known = cost.min(*known);
            }
            let count = |distance| least.values().filter(|&&cost| cost == distance).count();
            assert!((0..counts.len()).map(count).eq(counts.iter().copied()), "{metric}");
        }
    }

    #[test]
    fn images_of_sets_have_the_images_of_steps() {
        for (costs, turns) in [("qtm", ALL), ("stm", "U M"), ("U 3, half 2, parallel", "U R F2 D' S2")] {
            let set = set(costs, turns);
            let steps = SearchSteps::new(&set);
            for symmetry in Symmetry::all() {
                let of_image = SearchSteps::new(&set.image(&symmetry));
                let images =
                    steps.all().iter().map(|step| SearchStep { turn: step.turn.image(&symmetry), ..*step });
                assert!(images.clone().all(|step| of_image.all().contains(&step)), "{costs} {turns}");
                assert_eq!(images.len(), of_image.all().len());
                assert_eq!(steps.images(&symmetry).is_some(), costs == "qtm" || set.image(&symmetry) == set);
            }
        }
    }
}
