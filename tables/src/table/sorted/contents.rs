//! A sorted table as it is built: codes in buckets, a step for each.

use rayon::prelude::*;

use super::{SortedSpec, SortedView, TableSteps, bucket_shift, buckets, path, phase1_depth};
use crate::table::{Phase, WrongContents};

/// A whole sorted table in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedContents {
    spec: SortedSpec,
    /// `index[b] .. index[b + 1]` are the entries whose code divided by 2^shift is `b`.
    pub(in crate::table) index: Vec<u32>,
    /// The codes modulo 2^shift.
    pub(in crate::table) residues: Vec<u16>,
    pub(in crate::table) steps: TableSteps,
}

/// Takes codes in ascending order.
#[cfg_attr(test, derive(Clone))]
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
            Phase::One => TableSteps::Moves(Vec::with_capacity(entries)),
            Phase::Two => TableSteps::Paths(Vec::with_capacity(entries)),
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
        let TableSteps::Moves(steps) = &mut self.contents.steps else { panic!("not a table of phase 1") };
        assert_eq!(codes.len(), new.len(), "a step for each code");
        steps.par_extend(new.par_iter().copied().with_min_len(PIECE));
        self.append(codes, new, phase1_depth);
    }

    /// Adds codes of phase 2, ascending and greater than all before, with a path number for each.
    ///
    /// # Panics
    /// When the table is of phase 1, or there are not as many paths as codes, or a code or a depth
    /// is too great for the table.
    pub fn append_phase2(&mut self, codes: &[u32], new: &[u32]) {
        let TableSteps::Paths(steps) = &mut self.contents.steps else { panic!("not a table of phase 2") };
        assert_eq!(codes.len(), new.len(), "a path for each code");
        steps.par_extend(new.par_iter().copied().with_min_len(PIECE));
        self.append(codes, new, path::length);
    }

    /// Adds codes, and counts the depths of their steps.
    fn append<S: Copy + Sync>(&mut self, codes: &[u32], steps: &[S], depth: impl Fn(S) -> usize + Sync) {
        let SortedBuilder { contents, shift, per_depth, .. } = self;
        let (first, shift) = (contents.residues.len() as u32, *shift);
        let mask = (1 << shift) - 1;
        contents.residues.par_extend(codes.par_iter().map(|code| (code & mask) as u16).with_min_len(PIECE));
        for counts in count_depths(steps, per_depth.len(), depth) {
            per_depth.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        let Some((least, greatest)) = codes.first().zip(codes.last()) else { return };
        self.ascending &= self.last.is_none_or(|last| last < *least) && ascend(codes);
        if self.ascending {
            let begun = self.last.map_or(0, |last| (last >> shift) + 1);
            let buckets = &mut self.contents.index[begun as usize..=(greatest >> shift) as usize];
            enter_buckets(buckets, begun, codes, first, shift);
        }
        self.last = Some(*greatest);
    }

    /// The table, if its codes ascend and it has as many entries at each depth as it must.
    ///
    /// # Errors
    /// [`WrongContents`]; then the engine that built it is wrong.
    pub fn finish(mut self) -> Result<SortedContents, WrongContents> {
        let spec = self.contents.spec;
        let expected = spec.per_depth();
        if self.per_depth != expected {
            return Err(WrongContents::Counts { table: spec.to_string(), found: self.per_depth, expected });
        }
        if !self.ascending {
            return Err(WrongContents::Order { table: spec.to_string() });
        }
        // The buckets after the last code are empty.
        let begun = self.last.map_or(0, |last| (last >> self.shift) + 1);
        let entries = self.entries() as u32;
        self.contents.index[begun as usize..].fill(entries);
        Ok(self.contents)
    }
}

/// Codes that a thread takes at a time.
const PIECE: usize = 1 << 14;

/// Whether each code is greater than the one before.
fn ascend(codes: &[u32]) -> bool {
    // Without an early exit, which a loop over sound codes never takes.
    let ascends = |codes: &[u32]| codes.windows(2).fold(true, |ascends, pair| ascends & (pair[0] < pair[1]));
    let pieces = codes.par_chunks(PIECE).all(ascends);
    pieces
        && codes
            .chunks(PIECE)
            .zip(codes.chunks(PIECE).skip(1))
            .all(|(one, next)| one[one.len() - 1] < next[0])
}

/// Enters the index of the first code of each of some buckets, or of the first one behind it: those from `begun` to that of
/// the last code. The codes ascend, and the index of the first one is `first`.
fn enter_buckets(buckets: &mut [u32], begun: u32, codes: &[u32], first: u32, shift: u32) {
    if codes.len() > PIECE {
        let (one, other) = codes.split_at(codes.len() / 2);
        let begun_by_other = (one[one.len() - 1] >> shift) + 1;
        let (buckets_of_one, buckets_of_other) = buckets.split_at_mut((begun_by_other - begun) as usize);
        rayon::join(
            || enter_buckets(buckets_of_one, begun, one, first, shift),
            || enter_buckets(buckets_of_other, begun_by_other, other, first + one.len() as u32, shift),
        );
        return;
    }
    let mut entered = 0;
    for (code, index) in codes.iter().zip(first..) {
        // One less than `entered` where the code is in the bucket of the one before.
        let bucket = ((code >> shift) + 1 - begun) as usize;
        if bucket > entered {
            buckets[entered..bucket].fill(index);
            entered = bucket;
        }
    }
}

/// How many steps have each depth, of each piece.
fn count_depths<S: Copy + Sync>(
    steps: &[S],
    depths: usize,
    depth: impl Fn(S) -> usize + Sync,
) -> Vec<Vec<u64>> {
    let count = |steps: &[S]| {
        let mut counts = vec![0; depths];
        steps.iter().for_each(|&step| counts[depth(step)] += 1);
        counts
    };
    steps.par_chunks(PIECE).map(count).collect()
}

impl SortedContents {
    /// The table.
    pub fn spec(&self) -> SortedSpec {
        self.spec
    }

    /// The table as it is searched.
    pub fn view(&self) -> SortedView<'_> {
        let steps = match &self.steps {
            TableSteps::Moves(steps) => TableSteps::Moves(steps.as_slice()),
            TableSteps::Paths(steps) => TableSteps::Paths(steps.as_slice()),
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
    use cubebatch_cube::cube::random::Random;

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

    /// The index of the first code of each bucket, or behind it, and the end.
    fn plain_index(codes: &[u32], shift: u32, buckets: usize) -> Vec<u32> {
        (0..=buckets as u32)
            .map(|bucket| codes.partition_point(|code| code >> shift < bucket) as u32)
            .collect()
    }

    #[test]
    fn buckets_begin_where_their_first_codes_are() {
        let spec = SortedSpec::new(Phase::One, 5).unwrap();
        let mut random = Random::new(91);
        // Gaps of many buckets, and buckets of many codes: in some pieces there is one bucket alone.
        for gap in [3, 40_000] {
            let mut builder = SortedBuilder::new(spec);
            let (shift, most) = (builder.shift, (builder.contents.index.len() as u32 - 1) << builder.shift);
            let (mut codes, mut code) = (Vec::new(), 5);
            while code < most && codes.len() < 10 * PIECE {
                codes.push(code);
                code += 1 + random.below(gap) as u32;
            }
            let mut rest = &codes[..];
            while !rest.is_empty() {
                let (part, after) = rest.split_at(rest.len().min(random.below(4 * PIECE as u64) as usize));
                builder.append_phase1(part, &vec![0; part.len()]);
                rest = after;
            }
            // All are at depth 0.
            assert_eq!(builder.per_depth[0], codes.len() as u64);
            assert!(matches!(builder.clone().finish(), Err(WrongContents::Counts { .. })));
            builder.per_depth = spec.per_depth().to_vec();
            let contents = builder.finish().unwrap();
            assert_eq!(contents.index, plain_index(&codes, shift, contents.index.len() - 1));
            assert!(
                contents
                    .residues
                    .iter()
                    .zip(&codes)
                    .all(|(&residue, code)| u32::from(residue) == code % (1 << shift))
            );
        }
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
