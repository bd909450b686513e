//! The values of many rows, column by column.

use std::ops::Range;

use cubebatch::Move;
use cubebatch::cube::FACELETS;
use cubebatch_rows::{Cell, ColumnKind};

/// The values of many rows, column by column.
#[derive(Debug, Default)]
pub struct Columns {
    rows: usize,
    /// Where the rows come from.
    runs: Vec<LineRun>,
    /// In the order of the columns; none before the first row.
    values: Vec<Values>,
}

/// Rows of consecutive lines of an input.
#[derive(Debug)]
pub struct LineRun {
    /// The input, when there are several.
    pub file: Option<String>,
    pub lines: Range<u64>,
}

impl LineRun {
    /// Adds lines that follow; gives them back if others are between.
    fn extend(&mut self, next: LineRun) -> Option<LineRun> {
        let follows = self.file == next.file && self.lines.end == next.lines.start;
        if follows {
            self.lines.end = next.lines.end;
        }
        (!follows).then_some(next)
    }
}

/// The values of one column, as Parquet keeps them: the existing values one after the other, and two levels for each value and
/// each gap. The levels say how far the way to a value goes and which list it continues.
#[derive(Debug)]
pub struct Values {
    pub scalars: Scalars,
    /// 0 for a row without value, 1 for a value or an empty list, and one more in each list that holds something.
    pub definitions: Vec<i16>,
    /// 0 where a row begins, 1 where its list goes on, 2 where a list in that list does.
    pub repetitions: Vec<i16>,
}

/// The values that are there.
#[derive(Debug)]
pub enum Scalars {
    Texts(Vec<String>),
    Faces(Vec<[u8; FACELETS]>),
    Bytes(Vec<i32>),
    Counts(Vec<i64>),
    Reals(Vec<f64>),
    Truths(Vec<bool>),
}

impl Columns {
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The values of each column.
    pub fn values(&self) -> &[Values] {
        &self.values
    }

    /// Where the rows come from.
    pub fn runs(&self) -> &[LineRun] {
        &self.runs
    }

    /// Adds the row of a line of an input, which has a name when there are several: for each column what it holds, which is the same for all rows, and the value.
    pub fn add<'a>(
        &mut self,
        (file, line): (Option<&str>, u64),
        cells: impl Iterator<Item = (ColumnKind, Cell<'a>)>,
    ) {
        for (index, (kind, cell)) in cells.enumerate() {
            if index == self.values.len() {
                self.values.push(Values::new(kind));
            }
            self.values[index].add(cell);
        }
        self.rows += 1;
        match self.runs.last_mut() {
            Some(run) if run.file.as_deref() == file && run.lines.end == line => run.lines.end += 1,
            _ => self.runs.push(LineRun { file: file.map(ToOwned::to_owned), lines: line..line + 1 }),
        }
    }

    /// Adds the rows of another part, which has the same columns.
    pub fn append(&mut self, mut other: Columns) {
        if self.values.is_empty() {
            *self = other;
            return;
        }
        self.rows += other.rows;
        for run in other.runs {
            let apart = match self.runs.last_mut() {
                Some(last) => last.extend(run),
                None => Some(run),
            };
            self.runs.extend(apart);
        }
        self.values.iter_mut().zip(&mut other.values).for_each(|(values, other)| values.append(other));
    }

    /// Removes all rows, and keeps their memory for others.
    pub fn clear(&mut self) {
        self.rows = 0;
        self.runs.clear();
        self.values.iter_mut().for_each(Values::clear);
    }
}

impl Values {
    fn new(kind: ColumnKind) -> Values {
        let scalars = match kind {
            ColumnKind::Text => Scalars::Texts(Vec::new()),
            ColumnKind::Faces => Scalars::Faces(Vec::new()),
            ColumnKind::Byte | ColumnKind::Moves | ColumnKind::MoveLists => Scalars::Bytes(Vec::new()),
            ColumnKind::Count => Scalars::Counts(Vec::new()),
            ColumnKind::Real => Scalars::Reals(Vec::new()),
            ColumnKind::Truth => Scalars::Truths(Vec::new()),
        };
        Values { scalars, definitions: Vec::new(), repetitions: Vec::new() }
    }

    fn add(&mut self, cell: Cell) {
        let is_none = matches!(cell, Cell::None);
        match (cell, &mut self.scalars) {
            (Cell::Moves(moves), Scalars::Bytes(bytes)) => {
                bytes.extend(moves.moves.iter().map(number));
                self.add_list(moves.moves.len(), 1, 0);
            }
            (Cell::MoveLists(lists), Scalars::Bytes(bytes)) => {
                bytes.extend(lists.iter().flat_map(|list| list.moves).map(number));
                if lists.is_empty() {
                    self.add_levels(1, 0);
                }
                for (index, list) in lists.iter().enumerate() {
                    self.add_list(list.moves.len(), 2, i16::from(index > 0));
                }
            }
            (cell, scalars) => {
                match (cell, scalars) {
                    (Cell::None, _) => {}
                    (Cell::Text(text), Scalars::Texts(texts)) => texts.push(text.into_owned()),
                    (Cell::Faces(faces), Scalars::Faces(rows)) => {
                        rows.push(faces.map(|face| face.index() as u8));
                    }
                    (Cell::Count(count), Scalars::Bytes(bytes)) => bytes.push(count as i32),
                    (Cell::Count(count), Scalars::Counts(counts)) => counts.push(count as i64),
                    (Cell::Real(real), Scalars::Reals(reals)) => reals.push(real),
                    (Cell::Truth(truth), Scalars::Truths(truths)) => truths.push(truth),
                    _ => unreachable!("a cell is of the kind of its column"),
                }
                self.add_levels(i16::from(!is_none), 0);
            }
        }
    }

    fn add_levels(&mut self, definition: i16, repetition: i16) {
        self.definitions.push(definition);
        self.repetitions.push(repetition);
    }

    /// Adds a list in `depth - 1` other ones, whose first element has this repetition.
    fn add_list(&mut self, length: usize, depth: i16, first: i16) {
        match length {
            0 => self.add_levels(depth, first),
            _ => {
                self.add_levels(depth + 1, first);
                (1..length).for_each(|_| self.add_levels(depth + 1, depth));
            }
        }
    }

    fn clear(&mut self) {
        match &mut self.scalars {
            Scalars::Texts(texts) => texts.clear(),
            Scalars::Faces(rows) => rows.clear(),
            Scalars::Bytes(bytes) => bytes.clear(),
            Scalars::Counts(counts) => counts.clear(),
            Scalars::Reals(reals) => reals.clear(),
            Scalars::Truths(truths) => truths.clear(),
        }
        self.definitions.clear();
        self.repetitions.clear();
    }

    fn append(&mut self, other: &mut Values) {
        match (&mut self.scalars, &mut other.scalars) {
            (Scalars::Texts(to), Scalars::Texts(from)) => to.append(from),
            (Scalars::Faces(to), Scalars::Faces(from)) => to.append(from),
            (Scalars::Bytes(to), Scalars::Bytes(from)) => to.append(from),
            (Scalars::Counts(to), Scalars::Counts(from)) => to.append(from),
            (Scalars::Reals(to), Scalars::Reals(from)) => to.append(from),
            (Scalars::Truths(to), Scalars::Truths(from)) => to.append(from),
            _ => unreachable!("parts have the same columns"),
        }
        self.definitions.append(&mut other.definitions);
        self.repetitions.append(&mut other.repetitions);
    }
}

fn number(mv: &Move) -> i32 {
    mv.index() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch::notation::{MoveNotation, WrittenMoves};

    /// The levels of one row in a column of this kind, and its numbers.
    fn levels(kind: ColumnKind, cell: Cell) -> (Vec<i16>, Vec<i16>, Vec<i32>) {
        let mut values = Values::new(kind);
        values.add(cell);
        let Scalars::Bytes(bytes) = values.scalars else { panic!("it holds no numbers") };
        (values.definitions, values.repetitions, bytes)
    }

    #[test]
    fn levels_tell_rows_lists_and_gaps() {
        let all: Vec<Move> = Move::all().collect();
        let moves = |count: usize| WrittenMoves { moves: &all[..count], notation: MoveNotation::Letters };
        assert_eq!(levels(ColumnKind::Moves, Cell::None), (vec![0], vec![0], vec![]));
        assert_eq!(levels(ColumnKind::Moves, Cell::Moves(moves(0))), (vec![1], vec![0], vec![]));
        assert_eq!(levels(ColumnKind::Moves, Cell::Moves(moves(2))), (vec![2, 2], vec![0, 1], vec![0, 1]));
        assert_eq!(levels(ColumnKind::MoveLists, Cell::MoveLists(vec![])), (vec![1], vec![0], vec![]));
        let lists = vec![moves(2), moves(0), moves(1)];
        let expected = (vec![3, 3, 2, 3], vec![0, 2, 1, 1], vec![0, 1, 0]);
        assert_eq!(levels(ColumnKind::MoveLists, Cell::MoveLists(lists)), expected);
    }
}
