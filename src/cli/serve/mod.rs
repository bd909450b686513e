//! The service of `cubebatch serve`: requests over HTTP, joined into batches for the engine.
//!
//! A request is let in ([`admission`]), what it asks for is understood ([`question`]), and its lines become a
//! [`job`]. The jobs wait in the [`queue`], from which threads ([`worker`]) take some lines of each; rows go back to
//! their job, and from there to the client. Where a client is gone nothing is searched any more.

mod admission;
mod check;
mod connection;
mod guard;
mod job;
mod lines;
mod metrics;
mod page;
mod question;
mod queue;
mod record;
mod refusal;
mod routes;
mod scramble;
mod settings;
mod solve;
mod solvers;
mod worker;

use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::failure::{Failure, UNUSABLE};
use super::interrupt;
use admission::Gate;
use metrics::Metrics;
use queue::Queue;
pub use settings::Settings;
pub use solvers::Solvers;
use worker::Workers;

/// Positions of a service, about: it runs for long, so that large tables earn their time.
pub const EXPECTED: u64 = 1_000_000;

/// Threads that read requests and write responses: they have little to do.
const IO_THREADS: usize = 2;

/// How often it is asked whether the service is to end.
const PATIENCE: Duration = Duration::from_millis(20);

/// What all requests share.
pub struct Service {
    settings: Settings,
    solvers: Arc<Solvers>,
    queue: Arc<Queue>,
    metrics: Arc<Metrics>,
    gate: Gate,
    /// Whether what is under way is not waited for any more.
    is_over: watch::Sender<bool>,
}

/// Serves until somebody asks to stop.
pub fn run(settings: Settings, solvers: Solvers) -> Result<u8, Failure> {
    let told = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    // Nobody need read it, and what goes without colours can be kept.
    let told = told.log_internal_errors(false).with_ansi(false).with_target(false);
    // Nobody else has one.
    _ = tracing_subscriber::registry().with(told).with(settings.log.clone()).try_init();
    let solvers = Arc::new(solvers);
    let (queue, metrics) = (Arc::<Queue>::default(), Arc::new(Metrics::new()));
    let _workers = Workers::start(&solvers, &queue, &metrics)?;
    let gate = Gate::new(&settings, &metrics);
    let service =
        Arc::new(Service { settings, solvers, queue, metrics, gate, is_over: watch::Sender::new(false) });
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(IO_THREADS).enable_all().build().map_err(
            |error| {
                Failure::new(UNUSABLE, format_args!("no threads: {error}"), "Raise limits (`ulimit -u`).")
            },
        )?;
    interrupt::heed(true);
    let served = runtime.block_on(serve(&service));
    interrupt::heed(false);
    runtime.shutdown_background();
    served.map(|()| 0)
}

async fn serve(service: &Arc<Service>) -> Result<(), Failure> {
    let wanted = service.settings.listen;
    let listener = TcpListener::bind(wanted).await;
    let listener = listener.and_then(|listener| Ok((listener.local_addr()?, listener)));
    let (address, listener) = listener.map_err(|error| {
        let remedy = "Give another address or port: --listen 127.0.0.1:0 takes a free one.";
        Failure::new(UNUSABLE, format_args!("cannot listen on {wanted}: {error}"), remedy)
    })?;
    tell!("listening on http://{address}");
    if service.settings.opens
        && let Err(error) = open::that_detached(format!("http://{address}/"))
    {
        tell!("no browser was opened: {error}");
    }
    let ended = async {
        while !interrupt::is_requested() {
            tokio::time::sleep(PATIENCE).await;
        }
    };
    connection::accept_until(ended, listener, service).await;
    Ok(())
}
