//! A table as it is built and searched: sorted codes in buckets, a step for each.

use std::ops::Range;

use super::{Kind, Spec, TableId, path};
use crate::coord::prefetch::prefetch;
use crate::cube::Move;

/// The moves of phase 1.
const MOVES: u8 = Move::COUNT as u8;

/// The steps of a table, one for each code in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steps<Bytes = Vec<u8>, Words = Vec<u32>> {
    /// Of p0, see [`phase1_step`].
    Moves(Bytes),
    /// Of p1: path numbers, see [`path`].
    Paths(Words),
}

/// The step of a phase-1 code: `18 · depth + m`, where `m`, 0 … 17, is the smallest move
/// that leads one move nearer to G1; 0 for G1 itself. Depths to 13 fit a byte.
pub fn phase1_step(depth: u8, m: usize) -> u8 {
    depth * MOVES + m as u8
}

/// The depth in a step of phase 1.
pub(super) fn phase1_depth(step: u8) -> usize {
    usize::from(step / MOVES)
}

/// A complete table in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    spec: Spec,
    /// `index[b] .. index[b + 1]` are the entries whose code divided by 2^shift is `b`.
    pub(super) index: Vec<u32>,
    /// The codes modulo 2^shift.
    pub(super) residues: Vec<u16>,
    pub(super) steps: Steps,
}

/// What was built is not the table that was asked for: the engine that built it is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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
        spec: Spec,
    },
}

/// Codes are cut into a bucket number and this many low bits, such that a bucket holds fewer
/// than 16 codes on average: one or two cache lines.
pub(super) fn bucket_shift(spec: Spec) -> u32 {
    let per_bucket = |shift: u32| (spec.entries() << shift) / spec.kind().codes();
    (1..=16).rev().find(|&shift| per_bucket(shift) < 16).expect("tables are sparse")
}

/// The number of buckets of a table.
pub(super) fn buckets(kind: Kind, shift: u32) -> usize {
    (kind.codes() as usize).div_ceil(1 << shift)
}

/// The bytes that a look-up may read: index and residues.
pub(crate) fn lookup_bytes(spec: Spec) -> u64 {
    let buckets = buckets(spec.kind(), bucket_shift(spec)) as u64;
    (buckets + 1) * size_of::<u32>() as u64 + spec.entries() * size_of::<u16>() as u64
}

/// Takes codes in ascending order.
pub struct SortedBuilder {
    contents: Contents,
    shift: u32,
    per_depth: Vec<u64>,
    /// The greatest code added so far.
    last: Option<u32>,
    ascending: bool,
}

impl SortedBuilder {
    /// An empty table, with memory for all of its entries.
    pub fn new(spec: Spec) -> SortedBuilder {
        let shift = bucket_shift(spec);
        let entries = spec.entries() as usize;
        let index = vec![0; buckets(spec.kind(), shift) + 1];
        let steps = match spec.kind() {
            Kind::P0 => Steps::Moves(Vec::with_capacity(entries)),
            Kind::P1 => Steps::Paths(Vec::with_capacity(entries)),
        };
        let residues = Vec::with_capacity(entries);
        let per_depth = vec![0; usize::from(spec.depth()) + 1];
        let contents = Contents { spec, index, residues, steps };
        SortedBuilder { contents, shift, per_depth, last: None, ascending: true }
    }

    /// The number of codes added so far.
    pub fn entries(&self) -> u64 {
        self.contents.residues.len() as u64
    }

    /// Adds codes of p0, ascending and greater than all before, with a step for each.
    ///
    /// # Panics
    /// When the table is a p1, or there are not as many steps as codes, or a code or a depth
    /// is too great for the table.
    pub fn append_phase1(&mut self, codes: &[u32], new: &[u8]) {
        self.check_order(codes);
        let SortedBuilder { contents, shift, per_depth, .. } = self;
        let Contents { index, residues, steps, .. } = contents;
        let Steps::Moves(steps) = steps else { panic!("not a table p0") };
        assert_eq!(codes.len(), new.len(), "a step for each code");
        let add_steps = || {
            steps.extend_from_slice(new);
            count_depths(per_depth, new.iter().map(|&step| phase1_depth(step)));
        };
        rayon::join(|| add_codes(index, residues, codes, *shift), add_steps);
    }

    /// Adds codes of p1, ascending and greater than all before, with a path number for each.
    ///
    /// # Panics
    /// When the table is a p0, or there are not as many paths as codes, or a code or a depth
    /// is too great for the table.
    pub fn append_phase2(&mut self, codes: &[u32], new: &[u32]) {
        self.check_order(codes);
        let SortedBuilder { contents, shift, per_depth, .. } = self;
        let Contents { index, residues, steps, .. } = contents;
        let Steps::Paths(steps) = steps else { panic!("not a table p1") };
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
    pub fn finish(mut self) -> Result<Contents, WrongContents> {
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

impl Contents {
    /// Which table this is.
    pub fn spec(&self) -> Spec {
        self.spec
    }

    /// The table as it is searched.
    pub fn view(&self) -> View<'_> {
        let steps = match &self.steps {
            Steps::Moves(steps) => Steps::Moves(steps.as_slice()),
            Steps::Paths(steps) => Steps::Paths(steps.as_slice()),
        };
        View {
            spec: self.spec,
            shift: bucket_shift(self.spec),
            index: &self.index,
            residues: &self.residues,
            steps,
        }
    }
}

/// A table in memory or mapped from a file, ready for look-ups.
///
/// A damaged file can make the answers wrong but never makes a look-up panic: every
/// access is checked.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(super) spec: Spec,
    pub(super) shift: u32,
    pub(super) index: &'a [u32],
    pub(super) residues: &'a [u16],
    pub(super) steps: Steps<&'a [u8], &'a [u32]>,
}

impl<'a> View<'a> {
    /// Which table this is.
    pub fn spec(&self) -> Spec {
        self.spec
    }

    /// How many low bits of a code stand in its bucket.
    pub(crate) fn shift(&self) -> u32 {
        self.shift
    }

    /// For each bucket the place of its first entry, and the end. In a damaged file they
    /// can be anything.
    pub(crate) fn index(&self) -> &'a [u32] {
        self.index
    }

    /// The low bits of the codes, sorted in each bucket.
    pub(crate) fn residues(&self) -> &'a [u16] {
        self.residues
    }

    /// The place of a code among the sorted codes.
    pub fn find(&self, code: u32) -> Option<usize> {
        self.find_in(self.bucket(code), code)
    }

    #[inline]
    fn bucket(&self, code: u32) -> Range<usize> {
        let bucket = (code >> self.shift) as usize;
        match self.index.get(bucket..bucket + 2) {
            Some(&[start, end]) => start as usize..end as usize,
            _ => 0..0,
        }
    }

    #[inline]
    fn find_in(&self, range: Range<usize>, code: u32) -> Option<usize> {
        let residue = (code & ((1 << self.shift) - 1)) as u16;
        let mut at = range.start;
        while at < range.end {
            // Sixteen at a time, some of them perhaps beyond the bucket: nearly all
            // look-ups find nothing, and that is told fastest without counting.
            let line = self.residues.get(at..at + LINE).and_then(|line| line.first_chunk::<LINE>());
            if line.is_none_or(|line| contains(line, residue)) {
                let bucket = self.residues.get(at..range.end.min(at + LINE))?;
                if let Some(i) = bucket.iter().position(|&other| other == residue) {
                    return Some(at + i);
                }
            }
            at += LINE;
        }
        None
    }

    /// The depth and the first move of the entry at this place of a table p0; `None` for
    /// G1 itself, for other tables and where a file is damaged.
    pub fn first_move(&self, place: usize) -> Option<(u8, usize)> {
        match self.steps {
            Steps::Moves(steps) => {
                let step = *steps.get(place)?;
                (step >= MOVES).then_some((step / MOVES, usize::from(step % MOVES)))
            }
            Steps::Paths(_) => None,
        }
    }

    /// The path number of the entry at this place of a table p1; `None` for other tables
    /// and where a file is damaged.
    pub fn path(&self, place: usize) -> Option<u32> {
        match self.steps {
            Steps::Paths(steps) => steps.get(place).copied().filter(|&path| path < path::LIMIT),
            Steps::Moves(_) => None,
        }
    }

    /// All codes, ascending, each with its place.
    pub fn codes(&self) -> impl Iterator<Item = (u32, usize)> + '_ {
        self.index.windows(2).enumerate().flat_map(move |(bucket, range)| {
            let high = (bucket as u32) << self.shift;
            let places = range[0] as usize..range[1] as usize;
            let residues = self.residues.get(places.clone()).unwrap_or_default();
            residues.iter().zip(places).map(move |(&low, place)| (high | u32::from(low), place))
        })
    }
}

/// How many codes behind the newest one the next stage of [`Lookups`] is.
const LAG: usize = 16;

/// Codes that are under way in [`Lookups`]; a power of two greater than two lags.
const RING: usize = 64;

/// Many look-ups, so that the memory works on all of them at once.
///
/// A look-up waits for memory twice: for its bucket's index entry and for the bucket. Here
/// a code first asks the caches for the index entry; 16 codes later that is read and the
/// bucket asked for, and after 16 more the codes are compared.
#[derive(Clone, Debug)]
pub struct Lookups<'a> {
    view: View<'a>,
    codes: [u32; RING],
    buckets: [(u32, u32); RING],
    added: usize,
}

impl<'a> Lookups<'a> {
    /// No codes yet.
    pub fn new(view: View<'a>) -> Self {
        Lookups { view, codes: [0; RING], buckets: [(0, 0); RING], added: 0 }
    }

    /// Adds a code. When an earlier one is found, its number and its place in the table are
    /// returned; codes are numbered from 0 in the order in which they are added.
    #[inline]
    pub fn add(&mut self, code: u32) -> Option<(usize, usize)> {
        let number = self.added;
        prefetch(self.view.index, (code >> self.view.shift) as usize);
        self.codes[number % RING] = code;
        self.added += 1;
        if number >= LAG {
            self.locate(number - LAG);
        }
        if number >= 2 * LAG { self.compare(number - 2 * LAG) } else { None }
    }

    /// The codes not yet compared, as [`Lookups::add`] would return them. Begins anew.
    pub fn finish(&mut self) -> impl Iterator<Item = (usize, usize)> {
        let added = std::mem::take(&mut self.added);
        (added.saturating_sub(LAG)..added).for_each(|number| self.locate(number));
        (added.saturating_sub(2 * LAG)..added).filter_map(|number| self.compare(number))
    }

    #[inline]
    fn locate(&mut self, number: usize) {
        let bucket = self.view.bucket(self.codes[number % RING]);
        prefetch(self.view.residues, bucket.start);
        self.buckets[number % RING] = (bucket.start as u32, bucket.end as u32);
    }

    #[inline]
    fn compare(&self, number: usize) -> Option<(usize, usize)> {
        let (start, end) = self.buckets[number % RING];
        let place = self.view.find_in(start as usize..end as usize, self.codes[number % RING])?;
        Some((number, place))
    }
}

/// How many residues are compared at once.
const LINE: usize = 16;

/// Without an early exit, so that the compiler compares all of them in a few instructions.
#[inline]
fn contains(line: &[u16; LINE], residue: u16) -> bool {
    line.iter().fold(false, |any, &other| any | (other == residue))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// p0[1]: solved and the four turns that a move undoes.
    fn build(parts: &[&[u32]], steps: &[u8]) -> Result<Contents, WrongContents> {
        let mut builder = SortedBuilder::new(Spec::new(Kind::P0, 1).unwrap());
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
