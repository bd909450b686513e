//! Engines: what builds tables and searches with them, on different hardware.
//!
//! A [`Search`] is a kind of question. An engine [`Load`]s the tables that a search reads, into its memory or onto its
//! device, and the [`Batched`] search that it gives answers many questions at a time. All engines build the
//! same bytes and find the same answers.
//!
//! *This module is internal: it changes without notice.*

pub mod candidates;
pub mod coset;
pub mod cpu;
pub mod descent;
mod error;
pub mod exhaustive;
mod fallback;
pub mod modified;
pub mod phase2;
mod several;
pub mod two_phase;

use std::collections::BTreeMap;
use std::time::Duration;

pub use error::{BuildError, EngineError};
pub use fallback::FallBack;
pub use several::Several;

use coset::{CosetMap, MapTables};
use cubebatch_tables::progress::Control;
use cubebatch_tables::space::Space;
use cubebatch_tables::table::{
    Complete, CompleteContents, Contents, FilterContents, FilterSize, SortedContents, SortedSpec, TableId,
};
use descent::Descent;
use exhaustive::Exhaustive;
use modified::Modified;
use two_phase::TwoPhase;

/// A kind of search: what it reads, what goes in, what comes out, and what limits it.
pub trait Search: 'static {
    /// The tables, which other searches may share.
    type Tables;
    /// A question.
    type Input: Clone + Sync;
    /// Its answer.
    type Output: Send;
    /// The options of each answer, and the limits of the search.
    type Limits: Sync + ?Sized;
}

/// A search over loaded tables, for many threads.
pub trait Batched<S: Search>: Send + Sync {
    /// Hands on the answer of each input, with the number of the input, as soon as it is known: in any order, each once,
    /// whatever else is asked at the same time.
    ///
    /// # Errors
    /// [`EngineError`], [`EngineError::Cancelled`] soon after the stop was requested. Answers that were handed on by then are
    /// right; there are none of the other inputs.
    fn run(
        &self,
        inputs: &[S::Input],
        limits: &S::Limits,
        control: &Control,
        hand_on: &mut dyn FnMut(usize, S::Output),
    ) -> Result<(), EngineError>;

    /// The answers of all inputs, in their order, when all are known.
    ///
    /// # Errors
    /// As [`Batched::run`].
    fn answers(
        &self,
        inputs: &[S::Input],
        limits: &S::Limits,
        control: &Control,
    ) -> Result<Vec<S::Output>, EngineError> {
        let mut answers: Vec<Option<S::Output>> = inputs.iter().map(|_| None).collect();
        self.run(inputs, limits, control, &mut |number, answer| answers[number] = Some(answer))?;
        Ok(answers.into_iter().map(|answer| answer.expect("each input is answered")).collect())
    }

    /// The best number of inputs for each of `threads` threads to give at a time.
    fn best_batch(&self, limits: &S::Limits, threads: usize) -> usize;
}

/// A search of this kind over tables that some engine has loaded.
pub type Loaded<S> = Box<dyn Batched<S>>;

/// An engine that has this search.
pub trait Load<S: Search> {
    /// Makes the tables ready to be searched.
    ///
    /// # Errors
    /// When the tables do not fit on the device, or it failed.
    fn load(&self, tables: &S::Tables) -> Result<Loaded<S>, EngineError>;
}

/// An engine that builds tables: some itself, and the others by the CPU.
pub trait Build: Send + Sync {
    /// Whether it builds this table itself.
    fn can_build(&self, table: TableId) -> bool;

    /// Builds a sorted table.
    ///
    /// # Errors
    /// [`BuildError`]; nothing is left behind.
    fn build_sorted(&self, spec: SortedSpec, control: &Control) -> Result<SortedContents, BuildError>;

    /// Builds a complete table, whatever its counts.
    ///
    /// # Errors
    /// As [`Build::build_sorted`].
    fn build_complete(&self, table: Complete, control: &Control) -> Result<CompleteContents, BuildError>;

    /// Builds a proof filter.
    ///
    /// # Errors
    /// As [`Build::build_sorted`].
    fn build_filter(&self, size: FilterSize, control: &Control) -> Result<FilterContents, BuildError>;

    /// Builds a table of any sort. A complete table has the known counts. Builders of sorted tables compare these themselves,
    /// and those of filters are not known.
    ///
    /// # Errors
    /// As [`Build::build_sorted`].
    fn build(&self, table: TableId, control: &Control) -> Result<Contents, BuildError> {
        Ok(match table {
            TableId::Sorted(spec) => Contents::Sorted(self.build_sorted(spec, control)?),
            TableId::Complete(table) => Contents::Complete(self.build_complete(table, control)?.check()?),
            TableId::Filter(size) => Contents::Filter(self.build_filter(size, control)?),
        })
    }

    /// How many positions of a complete table are 0, 1, 2, … moves from the goal.
    ///
    /// # Errors
    /// As [`Build::build_sorted`].
    fn count(&self, table: Complete, control: &Control) -> Result<Vec<u64>, BuildError> {
        Ok(self.build_complete(table, control)?.histogram().to_vec())
    }

    /// About how many bytes of memory [`Build::build`] takes at most, the finished table
    /// included.
    fn build_bytes(&self, table: TableId) -> u64;
}

/// An engine that finds the distances of all positions of a space.
pub trait Explore {
    /// The least number of moves that lead from each position to the goal, or
    /// [`UNREACHED`](cubebatch_tables::space::UNREACHED).
    ///
    /// # Errors
    /// When the space does not fit on the device, or it failed, or a stop was requested.
    fn distances(&self, space: &Space, control: &Control) -> Result<Vec<u8>, EngineError>;
}

/// An engine: it builds tables, finds the distances of small spaces, and has every kind of search.
pub trait Engine:
    Build + Explore + Load<Modified> + Load<Descent> + Load<TwoPhase> + Load<Exhaustive>
{
    /// Its name.
    fn name(&self) -> String;

    /// Whether it is a GPU, or a program that acts as one.
    fn is_gpu(&self) -> bool {
        false
    }

    /// Whether it is a program, on the CPU.
    fn is_software(&self) -> bool {
        true
    }

    /// An empty map of a coset on its device; `None` if it has no device, so that the memory of the host does.
    ///
    /// # Errors
    /// When the map does not fit on the device, or it failed.
    fn coset_map(&self, _: &MapTables) -> Result<Option<Box<dyn CosetMap>>, EngineError> {
        Ok(None)
    }

    /// The usage of its device since the last call; empty if it has none.
    fn take_usage(&self) -> DeviceUsage {
        DeviceUsage::default()
    }
}

/// The usage of a device: its work, and the times of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeviceUsage {
    /// The device ran kernels; zero if it has no clock.
    pub kernels: Duration,
    /// The device copied results to where the host reads them; zero if it has no clock.
    pub transfer: Duration,
    /// The device did either, what overlaps once; zero if it has no clock. What the host sends comes before that.
    pub busy: Duration,
    /// The host handed over work, or waited for it.
    pub waiting: Duration,
    /// Threads of the host waited while the device searched for others, all together.
    pub queued: Duration,
    /// Threads of the host waited while the device searched for them, all together.
    pub served: Duration,
    /// Threads of the host were in searches, all together: they prepared these, waited, and read what came of them.
    pub searching: Duration,
    /// The number of kernel starts.
    pub dispatches: u64,
    /// The number of submissions.
    pub submits: u64,
    /// Bytes that the host sent.
    pub bytes_sent: u64,
    /// Bytes that the host read.
    pub bytes_read: u64,
    /// The usage of each kernel, by its name; empty unless the device was opened to time kernels.
    pub by_kernel: BTreeMap<&'static str, KernelUsage>,
    /// The stages before the first search, in the order in which they ended, and the time of each. Some are side by side.
    pub stages: Vec<(String, Duration)>,
}

impl DeviceUsage {
    /// The usage of two devices together.
    #[must_use]
    pub fn plus(mut self, other: DeviceUsage) -> DeviceUsage {
        self.kernels += other.kernels;
        self.transfer += other.transfer;
        self.busy += other.busy;
        self.waiting += other.waiting;
        self.queued += other.queued;
        self.served += other.served;
        self.searching += other.searching;
        self.dispatches += other.dispatches;
        self.submits += other.submits;
        self.bytes_sent += other.bytes_sent;
        self.bytes_read += other.bytes_read;
        for (kernel, usage) in other.by_kernel {
            let of_kernel = self.by_kernel.entry(kernel).or_default();
            of_kernel.dispatches += usage.dispatches;
            of_kernel.time += usage.time;
        }
        self.stages.extend(other.stages);
        self
    }
}

/// The usage of a kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct KernelUsage {
    /// The number of its starts.
    pub dispatches: u64,
    /// Its time; zero if the device has no clock.
    pub time: Duration,
}
