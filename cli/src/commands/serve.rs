//! `cubebatch serve`: requests in, rows out.

use crate::args;
use crate::failure::{Failure, UNUSABLE};

#[cfg(feature = "serve")]
mod service {
    use std::net::SocketAddr;

    use cubebatch_serve::{Owner, ServiceError};
    use tracing_subscriber::Layer;
    use tracing_subscriber::layer::SubscriberExt;
    use tracing_subscriber::util::SubscriberInitExt;

    use super::{Failure, UNUSABLE, args};
    use crate::plan::ServePlan;
    use crate::{interrupt, system};

    /// Serves until a stop is requested.
    pub fn run(plan: ServePlan) -> Result<u8, Failure> {
        system::give_large_pieces_back();
        log(&plan);
        interrupt::heed(true);
        let served = cubebatch_serve::run(plan.service, &Program { opens: plan.opens });
        interrupt::heed(false);
        Ok(served.map(|()| 0)?)
    }

    /// This program, as the owner of the service.
    struct Program {
        /// Whether a browser shows the page.
        opens: bool,
    }

    impl Owner for Program {
        fn is_stopped(&self) -> bool {
            interrupt::is_requested()
        }

        fn is_listening(&self, address: SocketAddr) {
            tell!(
                "opening the tables; until they are ready, http://{address} has its page and solves nothing"
            );
        }

        fn is_ready(&self, address: SocketAddr) {
            tell!("listening on http://{address}");
            if self.opens
                && let Err(error) = open::that_detached(format!("http://{address}/"))
            {
                tell!("no browser was opened: {error}");
            }
        }
    }

    /// Writes the log to standard error.
    fn log(plan: &ServePlan) {
        let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
        // Standard error may be closed, and a log without colours can be kept.
        let layer = layer.log_internal_errors(false).with_ansi(false).with_target(false);
        let layer = match plan.log_format {
            args::LogFormat::Text => layer.boxed(),
            args::LogFormat::Json => layer.json().flatten_event(true).boxed(),
        };
        // No other code sets one.
        _ = tracing_subscriber::registry().with(layer).with(plan.log.clone()).try_init();
    }

    impl From<ServiceError> for Failure {
        fn from(error: ServiceError) -> Failure {
            let remedy = match error {
                ServiceError::Listen { .. } => {
                    "Choose another address or port: --listen 127.0.0.1:0 selects a free one."
                }
                ServiceError::NoThreads(_) => "Raise limits (`ulimit -u`).",
                ServiceError::Solver { error, fitting } => {
                    let names: Vec<&str> = fitting.iter().map(|method| method.name()).collect();
                    return match error.into() {
                        Failure::Told { code, message } if !names.is_empty() => {
                            let fewer = format!("Or serve fewer methods: --methods {}.", names.join(","));
                            Failure::Told { code, message: format!("{message}\n  {fewer}") }
                        }
                        failure => failure,
                    };
                }
                _ => "",
            };
            Failure::new(UNUSABLE, error, remedy)
        }
    }
}

/// Serves until a stop is requested.
#[cfg(feature = "serve")]
pub fn run(args: &args::ServeArgs) -> Result<u8, Failure> {
    service::run(crate::plan::ServePlan::new(args)?)
}

/// Refuses: this program was built without the service.
#[cfg(not(feature = "serve"))]
pub fn run(_: &args::ServeArgs) -> Result<u8, Failure> {
    Err(Failure::new(
        UNUSABLE,
        "this program was built without the service",
        "Build it with `--features serve`.",
    ))
}
