//! Rows of solutions of the cube.

use std::io::{self, Write};

use super::columns::{self, Cell, ColumnKind, PHASE_LENGTHS};
use super::ends::{self, ENDS};
use super::form::Form;
use super::listed::ListedSolutions;
use super::none::MoreThan;
use super::outcome::{Outcome, Row};
use super::written::{RowFields, Writes};
use cubebatch::notation::{MoveNotation, WrittenMoves};
use cubebatch::{Cube, Method, Move, Solution, SolveOptions};
use cubebatch_search::method::{Question, SolveOption};

/// How rows are written.
#[derive(Clone, Copy)]
pub struct Style {
    /// In which form.
    pub form: Form,
    /// How positions are solved.
    pub method: Method,
    /// What the solutions do, where that is not usual.
    pub ends: Question,
    /// How moves are written.
    pub notation: MoveNotation,
    /// Whether there are several files.
    pub files: bool,
    /// The phases of a solution.
    pub phases: usize,
    /// Whether text shows where phases end.
    pub seams: bool,
    /// Whether there can be other solutions.
    pub others: bool,
    /// Whether rows say what was proved.
    pub proofs: bool,
    /// Whether it can be that there is no solution as short as is asked for.
    pub bounds: bool,
    /// The most moves that are asked for, where a budget may end the search with more.
    pub aim: Option<u8>,
    /// Whether times are asked for.
    pub time: bool,
    /// Whether columns hold positions as bytes instead of text.
    pub cube_bytes: bool,
}

impl Style {
    /// What the form, the method and what is asked of it decide: moves are letters, and there is no more than there must be.
    pub fn of(form: Form, method: Method, limits: &SolveOptions) -> Style {
        let asked = limits.question();
        Style {
            form,
            method,
            ends: ends::deciding(asked),
            notation: MoveNotation::Letters,
            files: false,
            phases: method.phases(),
            seams: false,
            others: asked.asks_several(),
            proofs: method.proves(),
            bounds: method.proves() && asked.asks(SolveOption::MaxLength),
            aim: method.card().aim(asked),
            time: false,
            cube_bytes: false,
        }
    }

    /// Whether no solution is longer than was asked for, where that can be.
    fn is_bound_met(self, solution: &Solution) -> Option<bool> {
        let is_met = |aim: u8| solution.all().all(|solution| solution.length() <= aim.into());
        self.aim.map(is_met)
    }

    /// The moves, and a comment if there are more than was asked for.
    fn write_moves(self, solution: &Solution, to: &mut Vec<u8>) -> io::Result<()> {
        if self.seams {
            write!(to, "{}", ListedSolutions(solution.all().map(|solution| self.with_seams(solution))))?;
        } else {
            write!(to, "{}", ListedSolutions(solution.all().map(|solution| self.moves(&solution.moves))))?;
        }
        match self.aim.filter(|_| self.is_bound_met(solution) == Some(false)) {
            Some(aim) => write!(to, " # {}", MoreThan(aim)),
            None => Ok(()),
        }
    }

    fn moves(self, moves: &[Move]) -> WrittenMoves<'_> {
        WrittenMoves { moves, notation: self.notation }
    }

    /// The moves with a `|` between phases, also where one is empty.
    fn with_seams(self, solution: &Solution) -> String {
        let phases = self.notation.phases(solution.phases());
        phases.join(" | ").split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

impl Writes<Cube, Solution> for Style {
    fn form(&self) -> Form {
        self.form
    }

    fn length(&self, solution: &Solution) -> usize {
        solution.length()
    }

    fn write_solution(&self, row: &Row, to: &mut Vec<u8>) {
        let solution = row.outcome.solution().map(|(_, solution)| self.write_moves(solution, to));
        solution.unwrap_or(Ok(())).expect("a vector takes everything");
    }

    fn fields<'r>(&self, row: &'r Row) -> RowFields<'r> {
        let (cube, solution) = row.outcome.solution().unzip();
        let (cube, none, microseconds) = match &row.outcome {
            Outcome::Solved { microseconds, .. } => (cube, None, *microseconds),
            Outcome::NoneWithin { cube, proof, microseconds, .. } => {
                (Some(*cube), Some(*proof), *microseconds)
            }
            Outcome::Blank
            | Outcome::Unproved { .. }
            | Outcome::TooMany { .. }
            | Outcome::Stopped { .. }
            | Outcome::Failed { .. }
            | Outcome::Invalid { .. } => (cube, None, None),
        };
        let is_parquet = self.form == Form::Parquet;
        let proof = none.or(solution.and_then(|solution| solution.proof));
        // An object says it only where it is false.
        let is_said = |is_met: &bool| self.form != Form::Jsonl || !is_met;
        let bound_met = solution.and_then(|solution| self.is_bound_met(solution)).filter(is_said);
        let proved = solution.map(Solution::is_shortest);
        let lengths = solution.map_or(&[][..], |solution| &solution.phase_lengths);
        let others = |solution: &'r Solution| {
            Cell::MoveLists(solution.others.iter().map(|other| self.moves(&other.moves)).collect())
        };
        let moves = solution.map(|solution| self.moves(&solution.moves));
        let at_least = none.map(|proof| usize::from(proof.at_least()));
        let mut fields = RowFields::empty();
        fields.add(self.files, columns::FILE, ColumnKind::Text, row.file);
        fields.add(true, columns::LINE, ColumnKind::Count, row.line);
        if self.cube_bytes {
            fields.add(true, columns::CUBE, ColumnKind::Faces, cube.map(Cube::facelets));
        } else {
            fields.add(true, columns::CUBE, ColumnKind::Text, cube.map(Cube::to_string));
        }
        for (option, column) in ENDS {
            fields.add(self.ends.is_given(option), column, ColumnKind::Text, self.ends.text(option));
        }
        fields.add(
            true,
            if is_parquet { columns::MOVES } else { columns::SOLUTION },
            ColumnKind::Moves,
            moves,
        );
        fields.add(true, columns::LENGTH, ColumnKind::Byte, solution.map(Solution::length));
        fields.add(is_parquet, columns::METHOD, ColumnKind::Text, self.method.name());
        for (index, name) in PHASE_LENGTHS.into_iter().enumerate().take(self.phases) {
            fields.add(true, name, ColumnKind::Byte, lengths.get(index).copied());
        }
        fields.add(self.aim.is_some(), columns::BOUND_MET, ColumnKind::Truth, bound_met);
        fields.add(self.proofs, columns::PROVED, ColumnKind::Truth, proved);
        fields.add(self.bounds, columns::AT_LEAST, ColumnKind::Byte, at_least);
        fields.add(self.proofs, columns::NODES, ColumnKind::Count, proof.map(|proof| proof.nodes()));
        fields.add(self.others, columns::OTHERS, ColumnKind::MoveLists, solution.map(others));
        fields.add(self.time, columns::MICROSECONDS, ColumnKind::Real, microseconds);
        fields.add(true, columns::ERROR, ColumnKind::Text, row.outcome.error());
        if self.form == Form::Jsonl {
            fields.add(true, columns::CAUSES, ColumnKind::Text, row.outcome.causes());
        }
        fields
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of a solution of three moves, where this many are asked for with a budget.
    fn rows(form: Form, max_length: u8) -> String {
        let limits = SolveOptions::at_most(max_length).max_nodes(1);
        let style = Style::of(form, Method::TwoPhase, &limits);
        let cube: Cube = "R U F".parse().unwrap();
        let solution = Solution::new([8, 2, 5].map(Move::from_index).to_vec(), vec![2, 1]);
        let outcome = Outcome::Solved { cube: &cube, solution: &solution, microseconds: None };
        let mut rows = style.header().into_bytes();
        style.write(&Row { file: None, line: 1, outcome }, &mut rows);
        String::from_utf8(rows).unwrap()
    }

    #[test]
    fn a_row_says_that_its_bound_was_missed() {
        assert_eq!(rows(Form::Text, 3), "F' U' R'\n");
        assert_eq!(rows(Form::Text, 2), "F' U' R' # more than 2 moves: the best that was found\n");
        assert!(!rows(Form::Jsonl, 3).contains("bound_met"));
        assert!(rows(Form::Jsonl, 2).contains(",\"bound_met\":false}"));
        for (max_length, ending) in [(3, ",true,\n"), (2, ",false,\n")] {
            let rows = rows(Form::Csv, max_length);
            assert!(rows.contains(",bound_met,error\n") && rows.ends_with(ending), "{rows}");
        }
    }

    #[test]
    fn the_bound_stands_in_a_column_where_a_solution_can_miss_it() {
        let has = |limits: &SolveOptions, method| {
            let columns = Style::of(Form::Parquet, method, limits).columns();
            columns.iter().any(|column| column.name == "bound_met")
        };
        assert!(has(&SolveOptions::default().max_nodes(5), Method::TwoPhase));
        // Each position has a solution of 20 moves.
        assert!(!has(&SolveOptions::at_most(20), Method::TwoPhase));
        assert!(has(&SolveOptions::at_most(19), Method::TwoPhase));
        assert!(!has(&SolveOptions::at_most(20), Method::Optimal));
    }
}
