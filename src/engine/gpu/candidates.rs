//! Tests candidate sequences against a table on a GPU.
//!
//! An invocation takes a position and a prefix: all moves of a candidate but the last. The
//! host keeps the list of positions that have no hit yet, tests candidates length by length,
//! in rounds of some prefixes for all of them, and drops those that are done.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use super::Gpu;
use super::buffers::WORD;
use super::device::Device;
use super::kernel::{Kernel, grid};
use super::shaders::{self, Shader};
use super::sorted_phase2;
use crate::coord::phase1::Phase1Moves;
use crate::coord::{MoveTable, Phase1, Phase2};
use crate::cube::canonical::Sequences;
use crate::engine::EngineError;
use crate::engine::candidates::{CandidateTables, Candidates, Hit};
use crate::engine::layout::candidates::{Hit as FoundHit, SearchParams, Start};
use crate::engine::layout::words::{TwistAndFlip, UdEdgesAndCorners, WORKGROUP};
use crate::engine::{Batched, Load, Loaded};
use crate::progress::Stop;
use crate::table::{SortedSpec, lookup_bytes};

/// Positions that are searched at a time at most.
const MOST_STARTS: usize = 1 << 16;

/// What is best given to a device at a time.
pub(super) struct Fill {
    /// Positions: so many that with few candidates each they fill it.
    pub batch: usize,
    /// Prefixes of a round, about: enough to fill it for a millisecond, few enough that
    /// little is tested after a position's first hit.
    items: u64,
}

impl Fill {
    pub fn of(device: &Device) -> Fill {
        if device.is_software() {
            Fill { batch: 1 << 10, items: 1 << 14 }
        } else {
            Fill { batch: 1 << 14, items: 1 << 19 }
        }
    }
}

/// Hits of a round that there is room for.
const ROOM: u64 = 1 << 19;

/// Words of a hit.
const HIT_WORDS: u64 = size_of::<FoundHit>() as u64 / WORD;

/// A phase as its kernel wants it.
pub(super) trait Phase: Copy + Send + Sync + 'static {
    const SHADER: Shader;
    /// Whether the first hit of a position is enough.
    const FIRST: bool;
    /// The move tables of the coordinates, one after the other.
    fn move_tables() -> Vec<u32>;
    /// The coordinates.
    fn words(self) -> Start;
}

impl Phase for Phase1 {
    const SHADER: Shader = shaders::CANDIDATES_PHASE1;
    const FIRST: bool = true;

    fn move_tables() -> Vec<u32> {
        let tables = Phase1Moves::get();
        [&tables.twist, &tables.flip, &tables.slice].into_iter().flat_map(MoveTable::words).collect()
    }

    fn words(self) -> Start {
        let (twist, flip) = (self.twist.into(), self.flip.into());
        [TwistAndFlip { twist, flip }.pack(), self.slice.into()]
    }
}

impl Phase for Phase2 {
    const SHADER: Shader = shaders::CANDIDATES_PHASE2;
    const FIRST: bool = false;

    fn move_tables() -> Vec<u32> {
        sorted_phase2::move_tables()
    }

    fn words(self) -> Start {
        let (ud_edges, corners) = (self.ud_edges.into(), self.corners.into());
        [UdEdgesAndCorners { ud_edges, corners }.pack(), self.slice_perm.into()]
    }
}

/// The search from many positions of one phase.
pub(super) struct Searcher<P> {
    device: Arc<Device>,
    kernel: Kernel,
    sequences: Sequences,
    /// The sequences without their last moves.
    prefixes: Sequences,
    sequences_buffer: wgpu::Buffer,
    moves: wgpu::Buffer,
    shift: u32,
    slices: Vec<Slice>,
    /// Buffers that no batch uses now.
    spare: Mutex<Vec<Buffers>>,
    phase: PhantomData<P>,
}

/// The buckets of a table that a kernel can see.
pub(super) struct Slice {
    pub buckets: Range<u32>,
    /// The index in the table of the first residue in the buffer.
    pub first_residue: u32,
    pub index: wgpu::Buffer,
    pub residues: wgpu::Buffer,
}

/// What a batch needs on the device.
struct Buffers {
    starts: wgpu::Buffer,
    best: wgpu::Buffer,
    hits: wgpu::Buffer,
}

impl<P: Phase> Load<Candidates<P>> for Gpu {
    fn load(&self, tables: &CandidateTables) -> Result<Loaded<Candidates<P>>, EngineError> {
        Ok(Box::new(Searcher::<P>::new(&self.device, tables)?))
    }
}

impl<P: Phase> Batched<Candidates<P>> for Searcher<P> {
    fn run(
        &self,
        starts: &[P],
        (): &(),
        stop: &Stop,
        hand_on: &mut dyn FnMut(usize, Vec<Hit>),
    ) -> Result<(), EngineError> {
        let spare = self.spare().pop();
        let buffers = spare.unwrap_or_else(|| self.new_buffers());
        let mut numbers = 0..;
        for starts in starts.chunks(self.most_starts()) {
            let search = || self.search_batch(&buffers, starts, stop);
            let hits = self.device.meter.as_part(|usage| &mut usage.searching, search)?;
            hits.into_iter().zip(numbers.by_ref()).for_each(|(hits, number)| hand_on(number, hits));
        }
        self.spare().push(buffers);
        Ok(())
    }

    fn best_batch(&self, (): &(), _: usize) -> usize {
        Fill::of(&self.device).batch
    }
}

impl<P: Phase> Searcher<P> {
    /// Brings a table to the device.
    pub fn new(device: &Arc<Device>, tables: &CandidateTables) -> Result<Searcher<P>, EngineError> {
        let (table, sequences) = (tables.table.view(), tables.sequences.clone());
        let prefixes = prefixes_of(&sequences);
        let (moves, rules) = (P::move_tables(), rules(&sequences, &prefixes));
        let needed = moves.len() as u64 * WORD;
        if needed > device.max_binding {
            return Err(EngineError::TooSmall { needed, granted: device.max_binding });
        }
        check_room(device, table.spec())?;
        let slices = slices(device, table.index(), table.residues())?;
        let searcher = Searcher {
            device: device.clone(),
            kernel: Kernel::new(device, &P::SHADER),
            sequences,
            prefixes,
            sequences_buffer: device.filled("sequences", &rules),
            moves: device.filled("moves", &moves),
            shift: table.shift(),
            slices,
            spare: Mutex::default(),
            phase: PhantomData,
        };
        // A card without the memory tells so now.
        searcher.answers(&[], &(), &Stop::default())?;
        device.read::<u32>(&searcher.moves, 1)?;
        Ok(searcher)
    }

    fn spare(&self) -> std::sync::MutexGuard<'_, Vec<Buffers>> {
        self.spare.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn room(&self) -> u64 {
        ROOM.min(self.device.max_binding / WORD / HIT_WORDS - 1)
    }

    /// Positions searched at a time at most: there is room for all hits with one prefix.
    fn most_starts(&self) -> usize {
        MOST_STARTS.min(self.room() as usize / self.sequences.moves().len())
    }

    fn new_buffers(&self) -> Buffers {
        let starts = self.most_starts() as u64;
        Buffers {
            starts: self.device.zeroed("starts", 2 * starts),
            best: self.device.zeroed("best", starts),
            hits: self.device.zeroed("hits", 1 + HIT_WORDS * self.room()),
        }
    }

    fn search_batch(
        &self,
        buffers: &Buffers,
        starts: &[P],
        stop: &Stop,
    ) -> Result<Vec<Vec<Hit>>, EngineError> {
        let mut hits = vec![Vec::new(); starts.len()];
        let mut active: Vec<usize> = (0..starts.len()).collect();
        for length in 0..=self.sequences.longest() {
            stop.check()?;
            self.search_length(buffers, starts, &mut active, length, &mut hits)?;
            active.retain(|&start| hits[start].is_empty());
        }
        for hits in &mut hits {
            hits.sort_unstable_by_key(|hit| hit.number);
            hits.truncate(if P::FIRST { 1 } else { hits.len() });
        }
        Ok(hits)
    }

    /// Tests all candidates of a length, or until all active positions have a hit.
    fn search_length(
        &self,
        buffers: &Buffers,
        starts: &[P],
        active: &mut Vec<usize>,
        length: usize,
        hits: &mut [Vec<Hit>],
    ) -> Result<(), EngineError> {
        let count = self.prefixes.count(length.saturating_sub(1));
        let items = Fill::of(&self.device).items;
        let (mut first, mut most) = (0, count);
        self.upload(buffers, starts, active);
        while first < count && !active.is_empty() {
            let per_start = (items / active.len() as u64).clamp(1, most.min(count - first));
            let found = self.round(buffers, active.len(), length, first..first + per_start)?;
            let Some(found) = found else {
                // That is not nothing: for one prefix of each there is room.
                most = per_start / 2;
                continue;
            };
            for FoundHit { start, number, entry } in found {
                hits[active[start as usize]].push(Hit { length: length as u8, number, entry });
            }
            first += per_start;
            if P::FIRST {
                active.retain(|&start| hits[start].is_empty());
                self.upload(buffers, starts, active);
            }
        }
        Ok(())
    }

    fn upload(&self, buffers: &Buffers, starts: &[P], active: &[usize]) {
        let words: Vec<Start> = active.iter().map(|&start| starts[start].words()).collect();
        self.device.write(&buffers.starts, 0, bytemuck::cast_slice(&words));
    }

    /// Tests the candidates of all active positions with some prefixes; `None` when there were
    /// more hits than there is room for.
    fn round(
        &self,
        buffers: &Buffers,
        active: usize,
        length: usize,
        prefixes: Range<u64>,
    ) -> Result<Option<Vec<FoundHit>>, EngineError> {
        let per_start = prefixes.end - prefixes.start;
        let grid = grid((active as u64 * per_start).div_ceil(WORKGROUP.into()));
        let mut work = self.device.work();
        work.clear_words(&buffers.hits, 1);
        work.clear_words(&buffers.best, active as u64);
        for slice in &self.slices {
            let params = self.device.parameters(&SearchParams {
                columns: grid.0,
                starts: active as u32,
                per_start: per_start as u32,
                length: length as u32,
                first_prefix: prefixes.start as u32,
                end_prefix: prefixes.end as u32,
                shift: self.shift,
                first_bucket: slice.buckets.start,
                end_bucket: slice.buckets.end,
                first_residue: slice.first_residue,
                room: self.room() as u32,
            });
            let best = P::FIRST.then(|| (7, buffers.best.as_entire_binding()));
            let bindings: Vec<_> = [
                (0, params.as_entire_binding()),
                (1, self.sequences_buffer.as_entire_binding()),
                (2, self.moves.as_entire_binding()),
                (3, buffers.starts.as_entire_binding()),
                (4, slice.index.as_entire_binding()),
                (5, slice.residues.as_entire_binding()),
                (6, buffers.hits.as_entire_binding()),
            ]
            .into_iter()
            .chain(best)
            .collect();
            work.run(&self.kernel, &bindings, grid);
        }
        work.submit();
        self.read_hits(&buffers.hits, active)
    }

    /// Reads the hits; two for each position are guessed, so that one reading is nearly always enough.
    fn read_hits(&self, hits: &wgpu::Buffer, active: usize) -> Result<Option<Vec<FoundHit>>, EngineError> {
        let guess = (2 * active as u64).min(self.room());
        let read = |hits_read: u64| {
            let words = 1 + HIT_WORDS * hits_read;
            self.device.start_reading::<u32>(hits, words as usize).finish(|words| {
                let count = u64::from(words[0]);
                let list: &[FoundHit] = bytemuck::cast_slice(&words[1..]);
                (count, list[..list.len().min(count as usize)].to_vec())
            })
        };
        let (count, found): (u64, Vec<FoundHit>) = read(guess)?;
        if count > self.room() {
            return Ok(None);
        }
        if count > guess { Ok(Some(read(count)?.1)) } else { Ok(Some(found)) }
    }
}

/// The sequences without their last moves.
pub(super) fn prefixes_of(sequences: &Sequences) -> Sequences {
    Sequences::new(sequences.moves(), sequences.moves(), sequences.longest().max(1) - 1)
}

/// The rules of the sequences, see `shaders/shared/search.wgsl`.
pub(super) fn rules(sequences: &Sequences, prefixes: &Sequences) -> Vec<u32> {
    let afters = || 0..=sequences.start();
    let mask = |after, left| sequences.choices(after, left).iter().fold(0, |mask, &m| mask | 1 << m);
    let run = |m| (m..sequences.start()).take_while(|&n| alike(sequences, m, n)).count() as u32;
    let mut rules: Vec<u32> = afters().map(|after| mask(after, 2)).collect();
    rules.extend(afters().map(|after| mask(after, 1)));
    rules.extend(afters().map(run));
    for length in 0..=sequences.longest() {
        rules.extend(afters().map(|after| sequences.continuations(length, after) as u32));
        rules.extend(
            afters().map(|after| prefixes.continuations(length.min(prefixes.longest()), after) as u32),
        );
    }
    rules
}

/// Whether two moves may come after the same moves and can be followed by as many sequences.
fn alike(sequences: &Sequences, m: usize, n: usize) -> bool {
    let together = |after, left| {
        let choices = sequences.choices(after, left);
        choices.contains(&m) == choices.contains(&n)
    };
    let same_after = |left| sequences.choices(m, left) == sequences.choices(n, left);
    (0..=sequences.start()).all(|after| together(after, 1) && together(after, 2))
        && same_after(1)
        && same_after(2)
}

/// Finds out whether there is memory for a table, and else for which.
fn check_room(device: &Device, table: SortedSpec) -> Result<(), EngineError> {
    if device.has_room(lookup_bytes(table)) {
        return Ok(());
    }
    let smaller = (1..table.depth()).rev().filter_map(|depth| SortedSpec::new(table.phase(), depth).ok());
    let fits = smaller.into_iter().find(|&smaller| device.has_room(lookup_bytes(smaller)));
    Err(EngineError::TableTooLarge { table: table.into(), fits })
}

/// Cuts a table into pieces that the device lets a kernel see, and brings them there.
pub(super) fn slices(device: &Device, index: &[u32], residues: &[u16]) -> Result<Vec<Slice>, EngineError> {
    let most_words = device.max_binding / WORD;
    let fits = |first: usize, end: usize| {
        let entries = index[end].saturating_sub(index[first]);
        (end - first + 1) as u64 <= most_words && u64::from(entries) / 2 + 2 <= most_words
    };
    let mut slices = Vec::new();
    let mut first = 0;
    for end in 1..index.len() {
        if !fits(first, end) {
            slices.push(slice(device, index, residues, first..end - 1));
            first = end - 1;
        }
        if !fits(first, end) {
            let needed = u64::from(index[end].saturating_sub(index[first])) * WORD / 2;
            return Err(EngineError::TooSmall { needed, granted: device.max_binding });
        }
    }
    slices.push(slice(device, index, residues, first..index.len() - 1));
    Ok(slices)
}

/// The buffers of some buckets. In a damaged file the index can be anything.
pub(super) fn slice(device: &Device, index: &[u32], residues: &[u16], buckets: Range<usize>) -> Slice {
    // Whole words: two residues each.
    let first_residue = index[buckets.start] as usize / 2 * 2;
    let end_residue = (index[buckets.end] as usize).min(residues.len());
    let bound = residues.get(first_residue..end_residue).unwrap_or_default();
    Slice {
        buckets: buckets.start as u32..buckets.end as u32,
        first_residue: first_residue as u32,
        index: device.filled("index", &index[buckets.start..=buckets.end]),
        residues: device.filled_in_words("residues", bound),
    }
}
