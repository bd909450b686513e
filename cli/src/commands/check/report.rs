//! The result of a check.

use std::collections::BTreeMap;
use std::fmt;

use cubebatch::cube::Costs;
use cubebatch_rows::LineError;

use crate::counted::counted;
use crate::report::MESSAGES;

/// The results.
#[derive(Default)]
pub struct CheckReport {
    solutions: u64,
    invalid: u64,
    unsolved: u64,
    missing: u64,
    stray: u64,
    /// Positions that are said to have no solution as short as was asked for.
    none: u64,
    /// The lengths of the solutions that hold, by what turns cost, in the order in which such rows came first.
    lengths: Vec<(Costs, BTreeMap<usize, u64>)>,
    messages: u64,
    /// Positions that have a row.
    pairs: u64,
    /// The first position that its row, found by its place among others, does not solve.
    first_difference: Option<u64>,
}

impl CheckReport {
    /// Adds a position that has a row.
    pub fn add_pair(&mut self) {
        self.pairs += 1;
    }

    /// Adds a position that its row does not solve, if rows have no line numbers.
    pub fn add_difference(&mut self, line: u64) {
        self.first_difference.get_or_insert(line);
    }

    /// Whether there were neither positions nor rows.
    pub fn is_empty(&self) -> bool {
        self.pairs + self.missing + self.stray == 0
    }

    /// Adds a position that is none; whatever its row says is not looked at.
    pub fn add_invalid(&mut self, line: u64, error: &LineError) {
        self.solutions += 1;
        self.invalid += 1;
        self.tell(line, &format!("the position is invalid: {}", error.told()));
    }

    /// Adds a solution: its length by these costs, or what is wrong.
    pub fn add_solution(&mut self, line: u64, costs: Costs, length: Result<usize, String>) {
        self.solutions += 1;
        match length {
            Ok(length) => *self.lengths_by(costs).entry(length).or_default() += 1,
            Err(problem) => {
                self.unsolved += 1;
                self.tell(line, &problem);
            }
        }
    }

    /// Adds a row in which no position stands.
    pub fn add_unsolved(&mut self, line: u64, problem: &str) {
        self.add_pair();
        self.add_solution(line, Costs::default(), Err(problem.to_owned()));
    }

    /// Adds a position that is said to have no solution as short as was asked for, which is not checked.
    pub fn add_none(&mut self) {
        self.none += 1;
    }

    /// Adds a position that has no row.
    pub fn add_missing(&mut self, line: u64) {
        self.missing += 1;
        self.tell(line, "there is no row for it");
    }

    /// Adds a row that has no position, by its line in the file of the rows.
    pub fn add_stray(&mut self, number: u64) {
        self.stray += 1;
        self.say(&format!("solutions line {number}: there is no position for it"));
    }

    fn tell(&mut self, line: u64, problem: &str) {
        self.say(&format!("line {line}: {problem}"));
    }

    fn say(&mut self, message: &str) {
        self.messages += 1;
        if self.messages <= MESSAGES {
            tell!("{message}");
        }
    }

    fn lengths_by(&mut self, costs: Costs) -> &mut BTreeMap<usize, u64> {
        let known = self.lengths.iter().position(|(known, _)| *known == costs);
        let index = known.unwrap_or_else(|| {
            self.lengths.push((costs, BTreeMap::new()));
            self.lengths.len() - 1
        });
        &mut self.lengths[index].1
    }

    fn holding(&self) -> u64 {
        self.lengths.iter().flat_map(|(_, lengths)| lengths.values()).sum()
    }

    /// Whether there was nothing to complain about.
    pub fn all_hold(&self) -> bool {
        self.holding() == self.solutions && self.missing == 0 && self.stray == 0
    }
}

fn mean(lengths: &BTreeMap<usize, u64>) -> f64 {
    let moves: u64 = lengths.iter().map(|(&length, count)| length as u64 * count).sum();
    moves as f64 / lengths.values().sum::<u64>() as f64
}

impl fmt::Display for CheckReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = if self.solutions == 1 { "solution holds" } else { "solutions hold" };
        writeln!(f, "{} of {} {all}", self.holding(), self.solutions)?;
        for (count, one, several) in [
            (self.invalid, "position is invalid", "positions are invalid"),
            (self.unsolved, "solution does not hold", "solutions do not hold"),
            (self.missing, "position has no row", "positions have no row"),
            (self.stray, "row has no position", "rows have no position"),
            (
                self.none,
                "position has no solution within the bound, according to its row",
                "positions have no solution within the bound, according to their rows",
            ),
        ] {
            if count > 0 {
                writeln!(f, "{count} {}", if count == 1 { one } else { several })?;
            }
        }
        // A row too few or too many moves all after it to other positions.
        if let Some(line) = self.first_difference.filter(|_| self.missing + self.stray > 0) {
            let (rows, positions) = (self.pairs + self.stray, self.pairs + self.missing);
            let (rows, positions) = (counted(rows, "row"), counted(positions, "position"));
            writeln!(f, "{rows} for {positions}: first difference at line {line}")?;
        }
        for (costs, lengths) in &self.lengths {
            let metric = costs.metric().map_or(costs.to_string(), |metric| metric.to_string());
            writeln!(f, "mean length {:.3} ({metric})", mean(lengths))?;
            for (length, count) in lengths {
                writeln!(f, "{length:>5} {count:>10}")?;
            }
        }
        Ok(())
    }
}
