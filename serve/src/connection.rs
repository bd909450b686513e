//! Connections: taken in, bounded in number and patience, and ended.

use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Extension;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Sleep, sleep, timeout};

use super::identity::Client;
use super::{Service, routes};

/// The head of a request comes in so much time, also the next one of a connection.
const HEAD_TIME: Duration = Duration::from_secs(30);

/// A client that takes nothing of its response for so long is given up.
const WRITE_TIME: Duration = Duration::from_secs(30);

/// The greatest head of a request.
const HEAD_BYTES: usize = 64 << 10;

/// For each request that is worked on at once, connections that are idle, or are refused.
const CONNECTIONS: usize = 4;

/// The time for writing errors after the time at the end is over.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// The system has no more connections: some may end meanwhile.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves all connections until `ended`, then the open ones; returns the value of `ended`.
pub async fn accept_until<T>(
    ended: impl Future<Output = T>,
    listener: TcpListener,
    service: &Arc<Service>,
) -> T {
    let router = routes::router(service);
    let connections = GracefulShutdown::new();
    let room = Arc::new(Semaphore::new(CONNECTIONS * service.options.max_requests));
    let mut ended = pin!(ended);
    let given = loop {
        let next = async {
            let place = room.clone().acquire_owned().await.expect("it is never closed");
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            next = next => next,
            given = &mut ended => break given,
        };
        let (stream, client) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!("no connection: {error}");
                sleep(PAUSE).await;
                continue;
            }
        };
        // Rows go out as they are known.
        _ = stream.set_nodelay(true);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIME)
            .max_buf_size(HEAD_BYTES)
            .serve_connection(
                TokioIo::new(Patient::new(stream)),
                TowerToHyperService::new(router.clone().layer(Extension(Client(client.ip())))),
            );
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!("a connection ended: {error}");
            }
            drop(place);
        });
    };
    drop(listener);
    end(connections, service).await;
    given
}

/// Waits for what is under way, for a while.
async fn end(connections: GracefulShutdown, service: &Service) {
    tracing::info!("ending after {} running requests", service.metrics.under_way.get());
    let mut all = pin!(connections.shutdown());
    if timeout(service.options.grace, &mut all).await.is_ok() {
        return;
    }
    service.is_over.send_replace(true);
    if timeout(LAST_WORDS, &mut all).await.is_err() {
        tracing::warn!("{} requests were cut off", service.metrics.under_way.get());
    }
}

/// A connection that fails when its client takes nothing for long.
struct Patient {
    stream: TcpStream,
    /// Runs while the client takes nothing.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn new(stream: TcpStream) -> Patient {
        Patient { stream, stalled: None }
    }

    /// The result of a write, or an error if the write took too long.
    fn timed<T>(&mut self, polled: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if polled.is_ready() {
            self.stalled = None;
            return polled;
        }
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(WRITE_TIME)));
        stalled.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        to: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, to)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.timed(polled, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.timed(polled, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
