//! Look-ups in a sorted table.

use std::ops::Range;

use super::{MOVES, SortedSpec, TableSteps, path};
use crate::coord::prefetch::prefetch;
use crate::table::Phase;

/// Codes are cut into a bucket number and this many low bits, such that a bucket holds fewer
/// than 16 codes on average: one or two cache lines.
pub(in crate::table) fn bucket_shift(spec: SortedSpec) -> u32 {
    let per_bucket = |shift: u32| (spec.entries() << shift) / spec.phase().codes();
    (1..=16).rev().find(|&shift| per_bucket(shift) < 16).expect("tables are sparse")
}

/// The number of buckets of a table.
pub(in crate::table) fn buckets(phase: Phase, shift: u32) -> usize {
    (phase.codes() as usize).div_ceil(1 << shift)
}

/// The bytes that a search may read: index, residues and steps.
pub fn lookup_bytes(spec: SortedSpec) -> u64 {
    let buckets = buckets(spec.phase(), bucket_shift(spec)) as u64;
    let of_entry = size_of::<u16>() + spec.phase().step_bytes();
    (buckets + 1) * size_of::<u32>() as u64 + spec.entries() * of_entry as u64
}

/// A table in memory or mapped from a file, ready for look-ups.
///
/// A damaged file can make the answers wrong but never makes a look-up panic: every
/// access is checked.
#[derive(Clone, Copy, Debug)]
pub struct SortedView<'a> {
    pub(in crate::table) spec: SortedSpec,
    pub(in crate::table) shift: u32,
    pub(in crate::table) index: &'a [u32],
    pub(in crate::table) residues: &'a [u16],
    pub(in crate::table) steps: TableSteps<&'a [u8], &'a [u32]>,
}

impl<'a> SortedView<'a> {
    /// The table.
    pub fn spec(&self) -> SortedSpec {
        self.spec
    }

    /// The number of the entry of a code.
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
            // look-ups find nothing, and this is the fastest test that they do.
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

    /// The depth and the first move of an entry of a table of phase 1; `None` for
    /// G1 itself, for other tables and where a file is damaged.
    pub fn first_move(&self, entry: usize) -> Option<(u8, usize)> {
        match self.steps {
            TableSteps::Moves(steps) => {
                let step = *steps.get(entry)?;
                (step >= MOVES).then_some((step / MOVES, usize::from(step % MOVES)))
            }
            TableSteps::Paths(_) => None,
        }
    }

    /// The path number of an entry of a table of phase 2; `None` for other tables
    /// and where a file is damaged.
    pub fn path(&self, entry: usize) -> Option<u32> {
        match self.steps {
            TableSteps::Paths(steps) => steps.get(entry).copied().filter(|&path| path < path::LIMIT),
            TableSteps::Moves(_) => None,
        }
    }

    /// All codes, ascending, each with the number of its entry.
    pub fn codes(&self) -> impl Iterator<Item = (u32, usize)> + '_ {
        self.index.windows(2).enumerate().flat_map(move |(bucket, range)| {
            let high = (bucket as u32) << self.shift;
            let entries = range[0] as usize..range[1] as usize;
            let residues = self.residues.get(entries.clone()).unwrap_or_default();
            residues.iter().zip(entries).map(move |(&low, entry)| (high | u32::from(low), entry))
        })
    }
}

/// The parts that go to a GPU.
impl<'a> SortedView<'a> {
    /// How many low bits of a code stand in its bucket.
    pub fn shift(&self) -> u32 {
        self.shift
    }

    /// For each bucket the number of its first entry, and the end. In a damaged file they
    /// can be anything.
    pub fn index(&self) -> &'a [u32] {
        self.index
    }

    /// The low bits of the codes, sorted in each bucket.
    pub fn residues(&self) -> &'a [u16] {
        self.residues
    }

    /// The steps, in the same order.
    pub fn steps(&self) -> TableSteps<&'a [u8], &'a [u32]> {
        self.steps
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
    view: SortedView<'a>,
    codes: [u32; RING],
    buckets: [(u32, u32); RING],
    added: usize,
}

impl<'a> Lookups<'a> {
    /// No codes yet.
    pub fn new(view: SortedView<'a>) -> Self {
        Lookups { view, codes: [0; RING], buckets: [(0, 0); RING], added: 0 }
    }

    /// Adds a code. When an earlier one is found, its number and its entry in the table are
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
        let entry = self.view.find_in(start as usize..end as usize, self.codes[number % RING])?;
        Some((number, entry))
    }
}

/// How many residues are compared at once.
const LINE: usize = 16;

/// Without an early exit, so that the compiler compares all of them in a few instructions.
#[inline]
fn contains(line: &[u16; LINE], residue: u16) -> bool {
    line.iter().fold(false, |any, &other| any | (other == residue))
}
