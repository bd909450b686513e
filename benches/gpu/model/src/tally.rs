//! What a kernel's invocations did, counted by warps.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Serialize;

use crate::cache::{Cache, KIB};
use crate::lanes::{Mask, WARP, WARPS};

/// Bytes of a sector, and of a line, in words.
const SECTOR_WORDS: u32 = 8;
const SECTORS_A_LINE: u32 = 4;

/// Caches of a core that are tried.
const CACHES_KIB: [usize; 5] = [8, 32, 64, 128, 192];

/// Sizes of a core's share of the common cache.
const SHARES_KIB: [usize; 6] = [16, 128, 192, 384, 576, 1536];

/// How a buffer is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Load,
    /// A load that no core's own cache may answer.
    AtomicLoad,
    Store,
    Atomic,
}

/// Accesses of a kind to a buffer.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Accesses {
    /// Instructions of warps.
    pub instructions: u64,
    /// Invocations that took part in them.
    pub lanes: u64,
    /// Different 32-byte sectors, and 128-byte lines, of each instruction.
    pub sectors: u64,
    pub lines: u64,
    /// Different words of each instruction.
    pub words: u64,
    /// Pieces without gaps in what a workgroup's warps access by the same instruction.
    pub runs: u64,
    /// Sectors that a core's own cache lacked, by its KiB.
    pub missed: BTreeMap<usize, u64>,
    /// Sectors that neither this workgroup nor those beside it had accessed shortly before, by the KiB for these.
    pub first: BTreeMap<usize, u64>,
    /// Instructions that wait for such a sector.
    pub missed_by: BTreeMap<usize, u64>,
    pub first_by: BTreeMap<usize, u64>,
    /// Different sectors of all workgroups that were run.
    pub footprint: u64,
    /// Different sectors of every other row of workgroups.
    pub half_footprint: u64,
    /// Different sectors of workgroups that follow each other, of each row of them together; and of half of each row.
    pub row_footprint: u64,
    pub half_row_footprint: u64,
    /// The most operations on one word, and in how many workgroups there were some.
    pub hottest: u64,
    pub hottest_groups: u64,
}

/// An instruction of a warp that goes to memory.
struct Access {
    of: (u32, Kind),
    first: u32,
    end: u32,
}

/// What one workgroup did in its order.
#[derive(Default)]
pub struct Trace {
    accesses: Vec<Access>,
    sectors: Vec<u32>,
}

/// Counts of all workgroups that were run.
#[derive(Default, Serialize)]
pub struct Tally {
    pub groups: u64,
    /// An instruction is done once for all invocations of a warp that come to it, and counted for each of these, too.
    pub warp_instructions: u64,
    pub lane_instructions: u64,
    /// The instructions of the longest warp, of each workgroup together, and of all.
    pub longest_warp: u64,
    pub longest_of_all: u64,
    /// Accesses to arrays of variables, which have no register, and to memory of workgroups.
    pub local_accesses: u64,
    pub workgroup_accesses: u64,
    pub barriers: u64,
    /// Accesses beyond the ends of buffers.
    pub outside: u64,
    /// Words stored here that the device left, too, and others.
    pub same: u64,
    pub different: u64,
    /// Loads that wait for each other in the warp that has most, of each workgroup together, and the most of all.
    pub chain_flow: u64,
    pub chain_order: u64,
    pub chain_of_all: u64,
    #[serde(skip)]
    pub by: BTreeMap<(u32, Kind), Accesses>,
    #[serde(skip)]
    footprints: HashMap<(u32, Kind), BTreeMap<usize, HashSet<u32>>>,
    #[serde(skip)]
    row: usize,
    #[serde(skip)]
    words: HashMap<(u32, u32), (u64, u64, u64)>,
    #[serde(skip)]
    trace: Trace,
    #[serde(skip)]
    of_group: [u64; WARPS],
    #[serde(skip)]
    waiting: Vec<Trace>,
    #[serde(skip)]
    caches: Vec<Cache>,
    #[serde(skip)]
    shares: Vec<Cache>,
}

/// Workgroups that a core has at a time, whose accesses come in turns. They come from all over the dispatch, because
/// consecutive workgroups go to other cores.
pub const AT_A_TIME: usize = 8;

impl Tally {
    pub fn instruction(&mut self, count: u64, mask: Mask) {
        for warp in mask.warps() {
            self.warp_instructions += count;
            self.of_group[warp] += count;
        }
        self.lane_instructions += count * mask.lanes();
    }

    /// An instruction of all warps that have an invocation in the mask: each loads or stores `words` words from `at` on.
    pub fn access(&mut self, buffer: u32, kind: Kind, words: u32, at: &[u32], mask: Mask) {
        let mut of_group: Vec<u32> = Vec::new();
        for warp in mask.warps() {
            let (mut sectors, mut single): (Vec<u32>, Vec<u32>) =
                (Vec::with_capacity(WARP), Vec::with_capacity(WARP));
            for lane in (0..WARP).filter(|lane| mask.0[warp] >> lane & 1 != 0) {
                let first = at[warp * WARP + lane];
                single.push(first);
                sectors.extend(first / SECTOR_WORDS..=(first + words - 1) / SECTOR_WORDS);
                if kind == Kind::Atomic {
                    let (count, groups, last) = self.words.entry((buffer, first)).or_insert((0, 0, u64::MAX));
                    *count += 1;
                    *groups += u64::from(*last != self.groups);
                    *last = self.groups;
                }
            }
            sectors.sort_unstable();
            sectors.dedup();
            single.sort_unstable();
            single.dedup();
            let accesses = self.by.entry((buffer, kind)).or_default();
            accesses.instructions += 1;
            accesses.lanes += u64::from(mask.0[warp].count_ones());
            accesses.words += single.len() as u64;
            accesses.sectors += sectors.len() as u64;
            accesses.lines += 1 + sectors
                .windows(2)
                .filter(|pair| pair[0] / SECTORS_A_LINE != pair[1] / SECTORS_A_LINE)
                .count() as u64;
            let first = self.trace.sectors.len() as u32;
            self.trace.sectors.extend(&sectors);
            self.trace.accesses.push(Access {
                of: (buffer, kind),
                first,
                end: self.trace.sectors.len() as u32,
            });
            of_group.extend(sectors);
        }
        of_group.sort_unstable();
        of_group.dedup();
        let runs = of_group.len().min(1) + of_group.windows(2).filter(|pair| pair[1] != pair[0] + 1).count();
        self.by.entry((buffer, kind)).or_default().runs += runs as u64;
        self.footprints.entry((buffer, kind)).or_default().entry(self.row).or_default().extend(of_group);
    }

    /// A workgroup begins: one of this row of some that follow each other.
    pub fn begin_group(&mut self, row: usize) {
        self.row = row;
    }

    /// Half of each row is done.
    pub fn half_rows(&mut self) {
        for (of, rows) in &self.footprints {
            let accesses = self.by.get_mut(of).expect("it was counted");
            accesses.half_row_footprint = rows.values().map(|sectors| sectors.len() as u64).sum();
        }
    }

    /// A workgroup has ended.
    pub fn end_group(&mut self, flow: u32, order: u32) {
        self.groups += 1;
        self.chain_flow += u64::from(flow);
        self.chain_order += u64::from(order);
        let longest = *self.of_group.iter().max().expect("warps");
        self.longest_warp += longest;
        self.longest_of_all = self.longest_of_all.max(longest);
        self.chain_of_all = self.chain_of_all.max(order.into());
        self.of_group = [0; WARPS];
        self.waiting.push(std::mem::take(&mut self.trace));
        if self.waiting.len() == AT_A_TIME {
            self.replay();
        }
    }

    /// Sends the accesses of some workgroups through caches, in turns.
    fn replay(&mut self) {
        if self.caches.is_empty() {
            self.caches = CACHES_KIB.map(|kib| Cache::new(kib * KIB)).into();
            self.shares = SHARES_KIB.map(|kib| Cache::new(kib * KIB)).into();
        }
        let groups = std::mem::take(&mut self.waiting);
        let most = groups.iter().map(|group| group.accesses.len()).max().unwrap_or(0);
        for number in 0..most {
            for group in &groups {
                let Some(access) = group.accesses.get(number) else { continue };
                let sectors = &group.sectors[access.first as usize..access.end as usize];
                let (buffer, kind) = access.of;
                let counts = self.by.get_mut(&access.of).expect("it was counted");
                let lacks = |cache: &mut Cache| {
                    sectors.iter().filter(|&&sector| !cache.holds(buffer, sector)).count()
                };
                for (cache, kib) in self.caches.iter_mut().zip(CACHES_KIB) {
                    let count = if kind == Kind::Load { lacks(cache) } else { sectors.len() };
                    *counts.missed.entry(kib).or_default() += count as u64;
                    *counts.missed_by.entry(kib).or_default() += u64::from(count > 0);
                }
                for (share, kib) in self.shares.iter_mut().zip(SHARES_KIB) {
                    let count = lacks(share);
                    *counts.first.entry(kib).or_default() += count as u64;
                    *counts.first_by.entry(kib).or_default() += u64::from(count > 0);
                }
            }
        }
    }

    pub fn finish(&mut self) {
        self.replay();
        for (of, rows) in &self.footprints {
            let accesses = self.by.get_mut(of).expect("it was counted");
            let of_rows = |is_in: fn(usize) -> bool| {
                let rows = rows.iter().filter(|&(&row, _)| is_in(row));
                rows.flat_map(|(_, sectors)| sectors).collect::<HashSet<_>>().len() as u64
            };
            (accesses.footprint, accesses.half_footprint) = (of_rows(|_| true), of_rows(|row| row % 2 == 0));
            accesses.row_footprint = rows.values().map(|sectors| sectors.len() as u64).sum();
        }
        for (&(buffer, _), &(count, groups, _)) in &self.words {
            let accesses = self.by.get_mut(&(buffer, Kind::Atomic)).expect("it was counted");
            if count > accesses.hottest {
                (accesses.hottest, accesses.hottest_groups) = (count, groups);
            }
        }
    }
}
