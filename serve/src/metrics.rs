//! The counts of the service, for Prometheus.

use std::sync::atomic::AtomicU64;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use cubebatch_rows as rows;
use prometheus_client::encoding::text::{encode, encode_registry};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System};

/// Seconds: a lone position takes less than a millisecond, a long request as long as it may.
const LATENCIES: [f64; 15] =
    [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 20.0, 60.0];

/// The outcome of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedOutcome {
    Solved,
    /// It is proved that there is no solution as short.
    None,
    /// The line is no position.
    Invalid,
    /// There was no time.
    Late,
    /// The service is wrong.
    Failed,
}

impl CountedOutcome {
    const ALL: [CountedOutcome; 5] = [
        CountedOutcome::Solved,
        CountedOutcome::None,
        CountedOutcome::Invalid,
        CountedOutcome::Late,
        CountedOutcome::Failed,
    ];

    /// The outcome that counts for the row of a line, if the line has a row.
    pub fn of(outcome: &rows::Outcome) -> Option<CountedOutcome> {
        match outcome {
            rows::Outcome::Blank => None,
            // When a proof was stopped, the row has the best solution.
            rows::Outcome::Solved { .. } | rows::Outcome::Unproved { .. } => Some(CountedOutcome::Solved),
            rows::Outcome::NoneWithin { .. } | rows::Outcome::TooMany { .. } => Some(CountedOutcome::None),
            rows::Outcome::Invalid { .. } => Some(CountedOutcome::Invalid),
            rows::Outcome::Stopped { .. } => Some(CountedOutcome::Late),
            rows::Outcome::Failed { .. } => Some(CountedOutcome::Failed),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            CountedOutcome::Solved => "solved",
            CountedOutcome::None => "none",
            CountedOutcome::Invalid => "invalid",
            CountedOutcome::Late => "late",
            CountedOutcome::Failed => "failed",
        }
    }
}

/// Labels of a count: names and values.
type Labels<const COUNT: usize> = [(&'static str, String); COUNT];

/// What the process takes of the machine, as it is when the metrics are read. Prometheus proposes the names.
struct Process {
    registry: Registry,
    resident: Gauge,
    seconds: Gauge<f64, AtomicU64>,
}

impl Process {
    fn new() -> Process {
        let mut registry = Registry::default();
        let (resident, seconds) = (Gauge::default(), Gauge::default());
        let began = Gauge::<f64, AtomicU64>::default();
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        began.set(since_1970.as_secs_f64());
        registry.register("process_resident_memory_bytes", "Resident memory", resident.clone());
        registry.register("process_cpu_seconds", "Processor time of all threads", seconds.clone());
        registry.register("process_start_time_seconds", "Start of the process, in seconds since 1970", began);
        Process { registry, resident, seconds }
    }

    /// Reads them from the system; where it gives none, they stay as they were.
    fn update(&self) {
        let (Ok(mut system), Ok(own)) = (System::new(), sysinfo::get_current_pid()) else { return };
        let what = ProcessRefreshKind::nothing().with_memory().with_cpu();
        system.refresh_processes_specifics(ProcessesToUpdate::Some(&[own]), false, what);
        if let Some(process) = system.process(own) {
            self.resident.set(process.memory() as i64);
            self.seconds.set(process.accumulated_cpu_time() as f64 / 1000.0);
        }
    }
}

/// How many rows there were.
pub struct RowCounts([Counter; CountedOutcome::ALL.len()]);

impl RowCounts {
    pub fn count(&self, outcome: CountedOutcome) {
        self.0[outcome as usize].inc();
    }
}

/// All counts.
pub struct Metrics {
    registry: Registry,
    process: Process,
    requests: Family<Labels<2>, Counter>,
    latency: Family<Labels<1>, Histogram, fn() -> Histogram>,
    /// Requests whose responses have not ended.
    pub under_way: Gauge,
    pub rows: RowCounts,
    /// Lines that no thread has taken.
    pub waiting: Gauge,
    /// Positions of the batches that are searched.
    searched: Gauge,
    batches: Counter,
    batch_positions: Counter,
    /// Bytes of bodies that are held.
    pub body_bytes: Gauge,
}

impl Metrics {
    pub fn new() -> Metrics {
        let mut registry = Registry::with_prefix("cubebatch");
        let build = Family::<Labels<1>, Gauge>::default();
        build.get_or_create(&[("version", env!("CARGO_PKG_VERSION").to_owned())]).set(1);
        registry.register("build_info", "The version of the program", build);
        let requests = Family::default();
        registry.register("requests", "Answered requests, by path and status", requests.clone());
        let latency = Family::new_with_constructor((|| Histogram::new(LATENCIES)) as fn() -> Histogram);
        let help = "Time from the head of a request to the end of its response";
        registry.register_with_unit("request", help, Unit::Seconds, latency.clone());
        let rows = Family::<Labels<1>, Counter>::default();
        registry.register("rows", "Rows, by outcome of the position", rows.clone());
        let mut gauge = |name: &str, help: &str| {
            let gauge = Gauge::default();
            registry.register(name, help, gauge.clone());
            gauge
        };
        let under_way = gauge("requests_under_way", "Requests whose responses have not ended");
        let waiting = gauge("lines_waiting", "Lines that no thread has taken");
        let searched = gauge("positions_searched", "Positions of the batches under search");
        let body_bytes = gauge("body_bytes", "Memory reserved for request bodies");
        let mut counter = |name: &str, help: &str| {
            let counter = Counter::default();
            registry.register(name, help, counter.clone());
            counter
        };
        let batches = counter("batches", "Batches given to the engine");
        let batch_positions =
            counter("batch_positions", "Positions in these batches; divided by the batches, their mean size");
        let rows = CountedOutcome::ALL
            .map(|outcome| rows.get_or_create_owned(&[("outcome", outcome.name().to_owned())]));
        Metrics {
            registry,
            process: Process::new(),
            requests,
            latency,
            under_way,
            rows: RowCounts(rows),
            waiting,
            searched,
            batches,
            batch_positions,
            body_bytes,
        }
    }

    /// Counts a request.
    pub fn count(&self, path: &str, status: u16, took: Duration) {
        let path = ("path", path.to_owned());
        self.requests.get_or_create(&[path.clone(), ("status", status.to_string())]).inc();
        self.latency.get_or_create(&[path]).observe(took.as_secs_f64());
    }

    /// Counts a batch, which is searched until what this gives is dropped.
    pub fn searching(&self, positions: usize) -> Searching {
        self.batches.inc();
        self.batch_positions.inc_by(positions as u64);
        self.searched.inc_by(positions as i64);
        Searching(self.searched.clone(), positions as i64)
    }

    /// All of them as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.process.update();
        let encoded = encode_registry(&mut text, &self.process.registry);
        encoded.and_then(|()| encode(&mut text, &self.registry)).expect("a text takes everything");
        text
    }
}

/// Positions that are searched.
pub struct Searching(Gauge, i64);

impl Drop for Searching {
    fn drop(&mut self) {
        self.0.dec_by(self.1);
    }
}
