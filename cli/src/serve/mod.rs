//! The service of `cubebatch serve`: requests over HTTP, joined into batches for the engine.
//!
//! A request is let in ([`admission`]), what it asks for is understood ([`question`]), and its lines become a
//! [`job`]. The jobs wait in the [`queue`], from which threads ([`worker`]) take some lines of each; rows go back to
//! their job, and from there to the client. Where a client is gone nothing is searched any more.

mod admission;
mod body;
mod check;
mod connection;
mod described;
mod guard;
mod identity;
mod improve;
mod job;
mod lines;
mod media;
mod metrics;
mod moves;
mod openapi;
mod opening;
mod options;
mod page;
mod question;
mod queue;
mod record;
mod refusal;
mod routes;
mod schemas;
mod scramble;
mod solve;
mod solvers;
mod worker;

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::watch;
use tracing_subscriber::Layer;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::args::LogFormat;
use super::failure::{Failure, UNUSABLE};
use super::interrupt;
use super::plan::ServePlan;
use super::system;
use admission::Gate;
use job::Jobs;
use metrics::Metrics;
use solvers::Solvers;
use worker::Workers;

/// Threads that read requests and write responses: they have little to do.
const IO_THREADS: usize = 2;

/// The interval at which the service checks whether to end.
const PATIENCE: Duration = Duration::from_millis(20);

/// The parts that all requests share.
pub struct Service {
    plan: ServePlan,
    /// There as soon as the tables are.
    solvers: OnceLock<Arc<Solvers>>,
    queue: Arc<Jobs>,
    metrics: Arc<Metrics>,
    gate: Gate,
    /// Whether what is under way is not waited for any more.
    is_over: watch::Sender<bool>,
}

impl Service {
    fn new(plan: ServePlan) -> Service {
        let metrics = Arc::new(Metrics::new());
        Service {
            gate: Gate::new(plan.max_requests, plan.max_bodies, plan.max_body, &metrics),
            plan,
            solvers: OnceLock::new(),
            queue: Arc::default(),
            metrics,
            is_over: watch::Sender::new(false),
        }
    }

    /// The solvers, for requests that were let in: none is before the tables are there.
    fn solvers(&self) -> &Arc<Solvers> {
        self.solvers.get().expect("the tables are there")
    }
}

/// Serves until a stop is requested.
pub fn run(plan: ServePlan) -> Result<u8, Failure> {
    system::give_large_pieces_back();
    log(&plan);
    let service = Arc::new(Service::new(plan));
    let runtime = runtime().map_err(|error| {
        Failure::new(UNUSABLE, format_args!("no threads: {error}"), "Raise limits (`ulimit -u`).")
    })?;
    interrupt::heed(true);
    let served = runtime.block_on(serve(&service));
    interrupt::heed(false);
    runtime.shutdown_background();
    match served {
        // The interruption came while the tables were opened.
        Err(_) if interrupt::is_requested() => Ok(0),
        // The threads that solve end here, when no one waits for them any more.
        served => served.map(|_workers| 0),
    }
}

/// Writes the log to standard error.
fn log(plan: &ServePlan) {
    let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    // Standard error may be closed, and a log without colours can be kept.
    let layer = layer.log_internal_errors(false).with_ansi(false).with_target(false);
    let layer = match plan.log_format {
        LogFormat::Text => layer.boxed(),
        LogFormat::Json => layer.json().flatten_event(true).boxed(),
    };
    // No other code sets one.
    _ = tracing_subscriber::registry().with(layer).with(plan.log.clone()).try_init();
}

fn runtime() -> io::Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(IO_THREADS).enable_all().build()
}

/// Listens first, so that a used port is reported at once, and then opens the tables.
async fn serve(service: &Arc<Service>) -> Result<Workers, Failure> {
    let (listener, address) = listen(service.plan.listen).await?;
    tell!("opening the tables; until they are ready, http://{address} has its page and solves nothing");
    let opening = service.clone();
    let opening = tokio::task::spawn_blocking(move || opening.open());
    let ended = async {
        let workers = opening.await.expect("the task ends, unless it panics")?;
        announce(address, service.plan.opens);
        while !interrupt::is_requested() {
            tokio::time::sleep(PATIENCE).await;
        }
        Ok(workers)
    };
    connection::accept_until(ended, listener, service).await
}

async fn listen(wanted: SocketAddr) -> Result<(TcpListener, SocketAddr), Failure> {
    let listener = TcpListener::bind(wanted).await;
    let listener = listener.and_then(|listener| Ok((listener.local_addr()?, listener)));
    let (address, listener) = listener.map_err(|error| {
        let remedy = "Choose another address or port: --listen 127.0.0.1:0 selects a free one.";
        Failure::new(UNUSABLE, format_args!("cannot listen on {wanted}: {error}"), remedy)
    })?;
    Ok((listener, address))
}

/// Reports that it serves now.
fn announce(address: SocketAddr, opens: bool) {
    tell!("listening on http://{address}");
    if opens && let Err(error) = open::that_detached(format!("http://{address}/")) {
        tell!("no browser was opened: {error}");
    }
}
