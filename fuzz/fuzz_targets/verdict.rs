//! Rows whose columns were changed, as `check` judges them and as a judge does that shares no code with the crate. The judge has its
//! own stickers, and knows what each value means because it wrote it.
#![no_main]

use arbitrary::Arbitrary;
use cubebatch::Stop;
use cubebatch_rows::check::{Answer, NEEDED, RowTasks, Verdict, judge};
use cubebatch_rows::{Header, Line};
use cubebatch_search::method::{Question, SolveOption};
use libfuzzer_sys::fuzz_target;

const STICKERS: usize = 54;
const FACES: &[u8; 6] = b"URFDLB";

type Point = [i32; 3];

/// Where each face is, with the directions of its columns to the right and of its rows down.
const SIDES: [[Point; 3]; 6] = [
    [[0, 1, 0], [1, 0, 0], [0, 0, 1]],
    [[1, 0, 0], [0, 0, -1], [0, -1, 0]],
    [[0, 0, 1], [1, 0, 0], [0, -1, 0]],
    [[0, -1, 0], [1, 0, 0], [0, 0, -1]],
    [[-1, 0, 0], [0, 0, 1], [0, -1, 0]],
    [[0, 0, -1], [-1, 0, 0], [0, -1, 0]],
];

fn place(sticker: usize) -> Point {
    let ([outward, right, down], row, column) = (SIDES[sticker / 9], sticker % 9 / 3, sticker % 3);
    std::array::from_fn(|i| 2 * outward[i] + (column as i32 - 1) * right[i] + (row as i32 - 1) * down[i])
}

/// Where a quarter turn carries what is at a place.
fn carried(outward: Point, at: Point) -> Point {
    let along: i32 = (0..3).map(|i| outward[i] * at[i]).sum();
    if along <= 0 {
        return at;
    }
    let across = |i: usize| at[(i + 1) % 3] * outward[(i + 2) % 3] - at[(i + 2) % 3] * outward[(i + 1) % 3];
    std::array::from_fn(|i| along * outward[i] + across(i))
}

/// A turn: three for each face, by one to three quarters.
#[derive(Arbitrary, Clone, Copy, Debug)]
struct Turn(u8);

/// Several numbers mean one turn.
impl PartialEq for Turn {
    fn eq(&self, other: &Turn) -> bool {
        self.0 % 18 == other.0 % 18
    }
}

impl Turn {
    fn face(self) -> usize {
        usize::from(self.0 % 18 / 3)
    }

    fn quarters(self) -> usize {
        usize::from(self.0 % 3) + 1
    }

    fn inverse(self) -> Turn {
        Turn((self.face() * 3 + 3 - self.quarters()) as u8)
    }

    fn write(self) -> String {
        format!("{}{}", char::from(FACES[self.face()]), ["", "2", "'"][self.quarters() - 1])
    }

    fn make(self, colours: &mut [u8; STICKERS]) {
        for _ in 0..self.quarters() {
            let before = *colours;
            for (from, colour) in before.into_iter().enumerate() {
                let at = carried(SIDES[self.face()][0], place(from));
                let to =
                    (0..STICKERS).find(|&to| place(to) == at).expect("a turn carries stickers to stickers");
                colours[to] = colour;
            }
        }
    }
}

fn turned(colours: &[u8; STICKERS], turns: &[Turn]) -> [u8; STICKERS] {
    let mut colours = *colours;
    turns.iter().for_each(|turn| turn.make(&mut colours));
    colours
}

fn written(turns: &[Turn]) -> String {
    turns.iter().map(|turn| turn.write()).collect::<Vec<_>>().join(" ")
}

/// The moves of a solution: what undoes the scramble, with something changed.
#[derive(Arbitrary, Debug)]
enum Moves {
    Inverse,
    Longer(Turn),
    Changed(u8, Turn),
    Others(Vec<Turn>),
}

impl Moves {
    fn turns(&self, scramble: &[Turn]) -> Vec<Turn> {
        let mut turns: Vec<Turn> = scramble.iter().rev().map(|turn| turn.inverse()).collect();
        match self {
            Moves::Inverse => {}
            Moves::Longer(turn) => turns.extend([*turn, turn.inverse()]),
            Moves::Changed(at, turn) if !turns.is_empty() => {
                let at = usize::from(*at) % turns.len();
                turns[at] = *turn;
            }
            Moves::Changed(_, turn) => turns.push(*turn),
            Moves::Others(others) => turns = others.iter().copied().take(5).collect(),
        }
        turns
    }
}

/// A number near the length of the first solution.
#[derive(Arbitrary, Debug)]
enum Count {
    Whole(u8),
    Real(u8),
    Half(u8),
    Negative(u8),
    Text,
}

impl Count {
    /// The text of JSON, and the number, if it is one.
    fn value(&self, near: usize) -> (String, Option<usize>) {
        let number = |change: u8| (near + usize::from(change % 4)).saturating_sub(2);
        match self {
            Count::Whole(change) => (number(*change).to_string(), Some(number(*change))),
            Count::Real(change) => (format!("{}.0", number(*change)), Some(number(*change))),
            Count::Half(change) => (format!("{}.5", number(*change)), None),
            Count::Negative(change) => (format!("-{}", number(*change) + 1), None),
            Count::Text => ("\"x\"".to_owned(), None),
        }
    }
}

#[derive(Arbitrary, Debug)]
enum Truth {
    Yes(bool),
    Capital(bool),
    Neither,
}

impl Truth {
    fn value(&self) -> (String, Option<bool>) {
        match self {
            Truth::Yes(truth) => (truth.to_string(), Some(*truth)),
            Truth::Capital(truth) => (if *truth { "\"True\"" } else { "\"False\"" }.to_owned(), Some(*truth)),
            Truth::Neither => ("\"perhaps\"".to_owned(), None),
        }
    }
}

#[derive(Arbitrary, Debug)]
enum Problem {
    Empty,
    Some,
    NoneWithin(u8),
}

#[derive(Arbitrary, Debug)]
struct Case {
    scramble: Vec<Turn>,
    is_csv: bool,
    counts_quarters: bool,
    is_of_other_cube: Option<Turn>,
    solution: Option<Moves>,
    moves: Option<Moves>,
    others: Vec<Moves>,
    length: Option<Count>,
    phases: Vec<Count>,
    proved: Option<Truth>,
    at_least: Option<Count>,
    bound_met: Option<Truth>,
    bound: Option<u8>,
    error: Option<Problem>,
}

#[derive(Debug, PartialEq)]
enum Expected {
    Holds,
    None,
    Fails,
}

/// The columns of a row with their values in JSON.
struct Columns {
    all: Vec<(&'static str, String)>,
    /// Whether all values can be read.
    are_read: bool,
}

impl Columns {
    fn text(&mut self, name: &'static str, text: &str) {
        self.all.push((name, format!("\"{text}\"")));
    }

    fn add<T>(&mut self, name: &'static str, (text, value): (String, Option<T>)) -> Option<T> {
        self.all.push((name, text));
        self.are_read &= value.is_some();
        value
    }

    /// A header and a record, or nothing and an object.
    fn written(&self, is_csv: bool) -> (Option<String>, String) {
        let all =
            |of: &dyn Fn(&(&str, String)) -> String| self.all.iter().map(of).collect::<Vec<_>>().join(",");
        match is_csv {
            true => (Some(all(&|(name, _)| (*name).to_owned())), all(&|(_, value)| value.clone())),
            false => (None, format!("{{{}}}", all(&|(name, value)| format!("\"{name}\":{value}")))),
        }
    }
}

/// What a row means.
struct Meaning<'a> {
    case: &'a Case,
    colours: [u8; STICKERS],
    told: [u8; STICKERS],
    solution: Option<Vec<Turn>>,
    moves: Option<Vec<Turn>>,
    others: Vec<Vec<Turn>>,
    length: Option<usize>,
    phases: Vec<usize>,
    proved: Option<bool>,
    at_least: Option<usize>,
    bound_met: Option<bool>,
}

const SOLVED: fn() -> [u8; STICKERS] = || std::array::from_fn(|sticker| FACES[sticker / 9]);

impl Case {
    fn scramble(&self) -> &[Turn] {
        &self.scramble[..self.scramble.len().min(8)]
    }

    fn has_error(&self) -> bool {
        matches!(self.error, Some(Problem::Some | Problem::NoneWithin(_)))
    }

    fn length_of(&self, turns: &[Turn]) -> usize {
        let cost = |turn: &Turn| if self.counts_quarters && turn.quarters() == 2 { 2 } else { 1 };
        turns.iter().map(cost).sum()
    }

    /// A field of CSV that is empty says nothing.
    fn given(&self, moves: &Option<Moves>) -> Option<Vec<Turn>> {
        let turns = moves.as_ref()?.turns(self.scramble());
        (!self.is_csv || !turns.is_empty()).then_some(turns)
    }

    fn meaning(&self) -> (Columns, Meaning<'_>) {
        let mut columns = Columns { all: Vec::new(), are_read: true };
        let colours = turned(&SOLVED(), self.scramble());
        let told = turned(&colours, self.is_of_other_cube.as_slice());
        let others = self.others.iter().take(3).map(|moves| moves.turns(self.scramble()));
        let mut row = Meaning {
            case: self,
            colours,
            told,
            solution: self.given(&self.solution),
            moves: self.given(&self.moves),
            // Nothing between commas is no solution of its own to readers of CSV.
            others: others.filter(|turns| !turns.is_empty()).collect(),
            length: None,
            phases: Vec::new(),
            proved: None,
            at_least: None,
            bound_met: None,
        };
        columns.text("cube", &String::from_utf8_lossy(&told));
        self.write_solutions(&row, &mut columns);
        let near = row.solutions().map_or(3, |solutions| self.length_of(&solutions[0]));
        row.length = self.length.as_ref().and_then(|length| columns.add("length", length.value(near)));
        let names = ["phase1_length", "phase2_length", "phase3_length", "phase4_length"];
        for (name, phase) in names.into_iter().zip(&self.phases) {
            row.phases.extend(columns.add(name, phase.value(near / self.phases.len().min(4))));
        }
        row.at_least = self.at_least.as_ref().and_then(|least| columns.add("at_least", least.value(near)));
        row.proved = self.proved.as_ref().and_then(|proved| columns.add("proved", proved.value()));
        row.bound_met = self.bound_met.as_ref().and_then(|met| columns.add("bound_met", met.value()));
        (columns, row)
    }

    fn write_solutions(&self, row: &Meaning, columns: &mut Columns) {
        // An empty column makes a table of solutions, too.
        for (name, moves) in [("solution", &self.solution), ("moves", &self.moves)] {
            if let Some(moves) = moves {
                columns.text(name, &written(&moves.turns(self.scramble())));
            }
        }
        let others: Vec<String> = row.others.iter().map(|turns| written(turns)).collect();
        match self.is_csv {
            _ if others.is_empty() => {}
            true => columns.text("others", &others.join(", ")),
            false => columns.all.push(("others", format!("[\"{}\"]", others.join("\",\"")))),
        }
        if self.counts_quarters {
            columns.text("metric", "qtm");
        }
        match self.error {
            None => {}
            Some(Problem::Empty) => columns.text("error", ""),
            Some(Problem::Some) => columns.text("error", "none"),
            Some(Problem::NoneWithin(moves)) => {
                columns.text("error", &format!("no solution of at most {} moves, proved", moves % 30));
            }
        }
    }
}

impl Meaning<'_> {
    fn solutions(&self) -> Option<Vec<Vec<Turn>>> {
        let solved = (self.case.is_csv && !self.case.has_error()).then(Vec::new);
        let first = self.moves.clone().or(self.solution.clone()).or(solved)?;
        Some(std::iter::once(first).chain(self.others.iter().cloned()).collect())
    }

    fn expected(&self) -> Expected {
        let is_right = match self.solutions() {
            Some(solutions) => self.is_solved_by(&solutions),
            None => self.says_nothing_of_solutions(),
        };
        match self.solutions() {
            _ if !is_right || !self.has_right_claims() => Expected::Fails,
            Some(_) => Expected::Holds,
            None if self.at_least.is_some() => Expected::None,
            None => Expected::Fails,
        }
    }

    fn says_nothing_of_solutions(&self) -> bool {
        let counts = self.length.is_none() && self.phases.is_empty() && self.others.is_empty();
        counts && self.proved != Some(true) && self.bound_met != Some(true)
    }

    fn is_solved_by(&self, solutions: &[Vec<Turn>]) -> bool {
        let lengths: Vec<usize> = solutions.iter().map(|turns| self.case.length_of(turns)).collect();
        let (first, longest) = (lengths[0], lengths.iter().max().copied());
        let are_twice_alike = self.solution.is_none() || self.moves.is_none() || self.solution == self.moves;
        let phases_fit = match &self.phases[..] {
            [] => true,
            [phase] => *phase <= first,
            phases => phases.iter().sum::<usize>() == first,
        };
        let keeps_bound = match (self.bound_met, self.case.bound) {
            (Some(false), None) => longest > Some(0),
            (_, None) => true,
            (met, Some(bound)) => met.unwrap_or(true) == (longest <= Some(bound.into())),
        };
        !self.case.has_error()
            && are_twice_alike
            && phases_fit
            && keeps_bound
            && self.length.is_none_or(|length| length == first)
            && lengths.iter().all(|length| self.at_least.is_none_or(|least| *length >= least))
            && (self.proved != Some(true) || lengths.iter().all(|length| first <= *length))
            && solutions.iter().all(|turns| turned(&self.colours, turns) == SOLVED())
            && (1..solutions.len()).all(|i| !solutions[..i].contains(&solutions[i]))
    }

    fn has_right_claims(&self) -> bool {
        let first = self.solutions().map(|solutions| self.case.length_of(&solutions[0]));
        let shortest = self.length.or(first).filter(|_| self.proved == Some(true));
        let (needed, farthest) =
            (shortest.max(self.at_least), if self.case.counts_quarters { 26 } else { 20 });
        let none_within = match (&self.case.error, self.at_least) {
            (Some(Problem::NoneWithin(moves)), Some(least)) => least > usize::from(moves % 30),
            _ => true,
        };
        self.told == self.colours
            && none_within
            && needed.is_none_or(|needed| needed <= farthest && (needed == 0 || self.colours != SOLVED()))
    }
}

fuzz_target!(|case: Case| {
    let (columns, row) = case.meaning();
    let (header, text) = columns.written(case.is_csv);
    let header = header.map(|header| Header::of(&header, None, NEEDED));
    // Without a column of solutions it is no table of solutions.
    let Some(header) = header.map_or(Some(None), |header| header.map(Some)) else { return };
    let line = Line { number: 1, bytes: text.as_bytes() };
    let answer = Answer::read(line, header.as_ref(), 10_000).expect("it is a row");
    let bound = |question: Question, bound: u8| question.with(SolveOption::MaxLength, bound.into());
    let question = case.bound.map_or_else(Question::default, |most| bound(Question::default(), most));
    let cube = String::from_utf8_lossy(&row.colours).parse().expect("it is a position");
    let found = match judge(&cube, &mut RowTasks::new(question), &answer, &Stop::default()) {
        Verdict::None => Expected::None,
        Verdict::Solutions { lengths, .. } if lengths.iter().all(Result::is_ok) => Expected::Holds,
        Verdict::Solutions { .. } => Expected::Fails,
    };
    let expected = if columns.are_read { row.expected() } else { Expected::Fails };
    assert_eq!(found, expected, "{text} {:?}", case.bound);
});
