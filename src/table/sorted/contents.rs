//! A sorted table as it is built: codes in buckets, a step for each.

use super::{SortedSpec, SortedView, Steps, bucket_shift, buckets, path, phase1_depth};
use crate::table::{Phase, TableId};

/// A whole sorted table in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedContents {
    spec: SortedSpec,
    /// `index[b] .. index[b + 1]` are the entries whose code divided by 2^shift is `b`.
    pub(in crate::table) index: Vec<u32>,
    /// The codes modulo 2^shift.
    pub(in crate::table) residues: Vec<u16>,
    pub(in crate::table) steps: Steps,
}

/// What was built is not the table that was asked for: the engine that built it is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WrongContents {
    /// It does not have the published counts.
    #[error("{table} came out with {found:?} entries per depth instead of {expected:?}")]
    Counts {
        /// The table.
        table: TableId,
        /// Entries at each depth that were built.
        found: Vec<u64>,
        /// Entries at each depth of the true table.
        expected: Vec<u64>,
    },
    /// Codes did not ascend.
    #[error("{spec} came out with codes that are not in order")]
    Order {
        /// The table.
        spec: SortedSpec,
    },
}

/// Takes codes in ascending order.
pub struct SortedBuilder {
    contents: SortedContents,
    shift: u32,
    per_depth: Vec<u64>,
    /// The greatest code added so far.
    last: Option<u32>,
    ascending: bool,
}

impl SortedBuilder {
    /// An empty table, with memory for all of its entries.
    pub fn new(spec: SortedSpec) -> SortedBuilder {
        let shift = bucket_shift(spec);
        let entries = spec.entries() as usize;
        let index = vec![0; buckets(spec.phase(), shift) + 1];
        let steps = match spec.phase() {
            Phase::One => Steps::Moves(Vec::with_capacity(entries)),
            Phase::Two => Steps::Paths(Vec::with_capacity(entries)),
        };
        let residues = Vec::with_capacity(entries);
        let per_depth = vec![0; usize::from(spec.depth()) + 1];
        let contents = SortedContents { spec, index, residues, steps };
        SortedBuilder { contents, shift, per_depth, last: None, ascending: true }
    }

    /// The number of codes added so far.
    pub fn entries(&self) -> u64 {
        self.contents.residues.len() as u64
    }

    /// Adds codes of phase 1, ascending and greater than all before, with a step for each.
    ///
    /// # Panics
    /// When the table is of phase 2, or there are not as many steps as codes, or a code or a depth
    /// is too great for the table.
    pub fn append_phase1(&mut self, codes: &[u32], new: &[u8]) {
        self.check_order(codes);
        let SortedBuilder { contents, shift, per_depth, .. } = self;
        let SortedContents { index, residues, steps, .. } = contents;
        let Steps::Moves(steps) = steps else { panic!("not a table of phase 1") };
        assert_eq!(codes.len(), new.len(), "a step for each code");
        let add_steps = || {
            steps.extend_from_slice(new);
            count_depths(per_depth, new.iter().map(|&step| phase1_depth(step)));
        };
        rayon::join(|| add_codes(index, residues, codes, *shift), add_steps);
    }

    /// Adds codes of phase 2, ascending and greater than all before, with a path number for each.
    ///
    /// # Panics
    /// When the table is of phase 1, or there are not as many paths as codes, or a code or a depth
    /// is too great for the table.
    pub fn append_phase2(&mut self, codes: &[u32], new: &[u32]) {
        self.check_order(codes);
        let SortedBuilder { contents, shift, per_depth, .. } = self;
        let SortedContents { index, residues, steps, .. } = contents;
        let Steps::Paths(steps) = steps else { panic!("not a table of phase 2") };
        assert_eq!(codes.len(), new.len(), "a path for each code");
        let add_steps = || {
            steps.extend_from_slice(new);
            count_depths(per_depth, new.iter().map(|&path| path::length(path)));
        };
        rayon::join(|| add_codes(index, residues, codes, *shift), add_steps);
    }

    fn check_order(&mut self, codes: &[u32]) {
        let follows = codes.first().is_none_or(|&first| self.last.is_none_or(|last| last < first));
        // Without an early exit, which a loop over sound codes never takes.
        let ascends = codes.windows(2).fold(true, |ascends, pair| ascends & (pair[0] < pair[1]));
        self.ascending &= follows & ascends;
        self.last = codes.last().copied().or(self.last);
    }

    /// The table, if its codes ascend and it has as many entries at each depth as it must.
    ///
    /// # Errors
    /// [`WrongContents`]; then the engine that built it is wrong.
    pub fn finish(mut self) -> Result<SortedContents, WrongContents> {
        let spec = self.contents.spec;
        let expected = spec.per_depth();
        if self.per_depth != expected {
            return Err(WrongContents::Counts { table: spec.into(), found: self.per_depth, expected });
        }
        if !self.ascending {
            return Err(WrongContents::Order { spec });
        }
        let mut end = 0;
        for entry in &mut self.contents.index {
            end += *entry;
            *entry = end;
        }
        Ok(self.contents)
    }
}

/// Adds codes to their buckets; until all are there, `index[b + 1]` counts bucket `b`.
fn add_codes(index: &mut [u32], residues: &mut Vec<u16>, codes: &[u32], shift: u32) {
    let mask = (1 << shift) - 1;
    residues.extend(codes.iter().map(|code| (code & mask) as u16));
    for code in codes {
        index[(code >> shift) as usize + 1] += 1;
    }
}

fn count_depths(per_depth: &mut [u64], depths: impl Iterator<Item = usize>) {
    for depth in depths {
        per_depth[depth] += 1;
    }
}

impl SortedContents {
    /// Which table this is.
    pub fn spec(&self) -> SortedSpec {
        self.spec
    }

    /// The table as it is searched.
    pub fn view(&self) -> SortedView<'_> {
        let steps = match &self.steps {
            Steps::Moves(steps) => Steps::Moves(steps.as_slice()),
            Steps::Paths(steps) => Steps::Paths(steps.as_slice()),
        };
        SortedView {
            spec: self.spec,
            shift: bucket_shift(self.spec),
            index: &self.index,
            residues: &self.residues,
            steps,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of phase 1 to depth 1: solved and the four turns that a move undoes.
    fn build(parts: &[&[u32]], steps: &[u8]) -> Result<SortedContents, WrongContents> {
        let mut builder = SortedBuilder::new(SortedSpec::new(Phase::One, 1).unwrap());
        let mut steps = steps;
        for codes in parts {
            let (first, rest) = steps.split_at(codes.len());
            builder.append_phase1(codes, first);
            steps = rest;
        }
        builder.finish()
    }

    #[test]
    fn codes_out_of_order_and_wrong_counts_are_refused() {
        let steps = [0, 18, 18, 18, 18];
        assert!(build(&[&[0, 1, 2], &[3, 4]], &steps).is_ok());
        let order = |result| matches!(result, Err(WrongContents::Order { .. }));
        assert!(order(build(&[&[0, 1, 3, 2, 4]], &steps)));
        assert!(order(build(&[&[0, 1, 2], &[2, 4]], &steps)));
        assert!(order(build(&[&[0, 1, 5], &[3, 4]], &steps)));
        let counts = build(&[&[0, 1, 2, 3]], &steps[..4]);
        assert!(matches!(counts, Err(WrongContents::Counts { .. })));
    }
}
