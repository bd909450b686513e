//! The service of cubebatch: requests over HTTP, joined into batches for the engine.
//!
//! *This package is internal: it changes without notice.*
//!
//! A request is let in ([`admission`]), what it asks for is understood ([`question`]), and its lines become a
//! [`job`]. The jobs wait in the [`queue`], from which threads ([`worker`]) take some lines of each; rows go back to
//! their job, and from there to the client. Where a client is gone nothing is searched any more.

mod admission;
mod body;
mod check;
mod connection;
mod described;
mod error;
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

use cubebatch::{Method, SolverBuilder};
use cubebatch_search::method::Question;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::watch;

use admission::Gate;
pub use error::ServiceError;
use job::Jobs;
use metrics::Metrics;
use solvers::Solvers;
use worker::Workers;

/// Threads that read requests and write responses: they have little to do.
const IO_THREADS: usize = 2;

/// The interval at which the service checks whether to end.
const PATIENCE: Duration = Duration::from_millis(20);

/// What a service is asked to be.
pub struct ServiceOptions {
    /// The address on which it listens; port 0 is any free one.
    pub listen: SocketAddr,
    /// Origins as browsers name them; `*` is all.
    pub origins: Vec<String>,
    /// Names of the service, without ports, in lower case; without any, all are.
    pub hosts: Vec<String>,
    /// At least one; the first is for requests that name none.
    pub methods: Vec<Method>,
    /// The values for requests that give none.
    pub defaults: Question,
    /// The most bytes of a body.
    pub max_body: usize,
    /// The most bytes of all bodies together.
    pub max_bodies: usize,
    /// The most lines of a request.
    pub max_positions: usize,
    /// The most requests at a time.
    pub max_requests: usize,
    /// The time of a request.
    pub request_time: Duration,
    /// The time for requests under way when the service ends.
    pub grace: Duration,
    /// It opens the solvers of all methods.
    pub solver: SolverBuilder,
}

/// The program that runs a service.
pub trait Owner: Sync {
    /// Whether the service has to end.
    fn is_stopped(&self) -> bool;

    /// It listens, and opens or builds the tables.
    fn is_listening(&self, address: SocketAddr);

    /// It solves.
    fn is_ready(&self, address: SocketAddr);
}

/// The parts that all requests share.
pub struct Service {
    options: ServiceOptions,
    /// There as soon as the tables are.
    solvers: OnceLock<Arc<Solvers>>,
    queue: Arc<Jobs>,
    metrics: Arc<Metrics>,
    gate: Gate,
    /// Whether what is under way is not waited for any more.
    is_over: watch::Sender<bool>,
}

impl Service {
    fn new(options: ServiceOptions) -> Service {
        let metrics = Arc::new(Metrics::new());
        Service {
            gate: Gate::new(options.max_requests, options.max_bodies, options.max_body, &metrics),
            options,
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

/// Serves until its owner stops it.
///
/// # Errors
/// [`ServiceError`]; none if it is stopped while the tables are opened.
pub fn run(options: ServiceOptions, owner: &dyn Owner) -> Result<(), ServiceError> {
    let service = Arc::new(Service::new(options));
    let runtime = runtime().map_err(ServiceError::NoThreads)?;
    let served = runtime.block_on(serve(&service, owner));
    runtime.shutdown_background();
    match served {
        Err(_) if owner.is_stopped() => Ok(()),
        // The threads that solve end here, when no one waits for them any more.
        served => served.map(|_workers| ()),
    }
}

fn runtime() -> io::Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(IO_THREADS).enable_all().build()
}

/// Listens first, so that a used port is reported at once, and then opens the tables.
async fn serve(service: &Arc<Service>, owner: &dyn Owner) -> Result<Workers, ServiceError> {
    let (listener, address) = listen(service.options.listen).await?;
    owner.is_listening(address);
    let opening = service.clone();
    let opening = tokio::task::spawn_blocking(move || opening.open());
    let ended = async {
        let workers = opening.await.expect("the task ends, unless it panics")?;
        owner.is_ready(address);
        while !owner.is_stopped() {
            tokio::time::sleep(PATIENCE).await;
        }
        Ok(workers)
    };
    connection::accept_until(ended, listener, service).await
}

async fn listen(wanted: SocketAddr) -> Result<(TcpListener, SocketAddr), ServiceError> {
    let listener = TcpListener::bind(wanted).await;
    let listener = listener.and_then(|listener| Ok((listener.local_addr()?, listener)));
    let (address, listener) = listener.map_err(|error| ServiceError::Listen { address: wanted, error })?;
    Ok((listener, address))
}
