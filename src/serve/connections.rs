//! Connections: a limited number at a time, each with a limit on how slowly it may send; at the end, what
//! was begun is finished.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use super::routes;
use super::state::ServiceState;

/// How long requests under way may go on when the process ends.
const GRACE: Duration = Duration::from_secs(5);
/// The pause after a connection could not be accepted.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers connections until the process ends.
pub async fn serve(listener: TcpListener, app: Arc<ServiceState>) {
    let router = routes::router(app.clone());
    let places = Arc::new(Semaphore::new(app.options.limits.connections));
    let graceful = GracefulShutdown::new();
    let mut stopped = std::pin::pin!(app.stopped());
    loop {
        let place = tokio::select! {
            place = places.clone().acquire_owned() => place,
            () = &mut stopped => break,
        };
        let stream = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stopped => break,
        };
        match (place, stream) {
            (Ok(place), Ok((stream, _))) => answer(stream, place, &router, &app, &graceful),
            // For instance when too many files are open: there will be fewer.
            _ => tokio::time::sleep(PAUSE).await,
        }
    }
    drop(listener);
    let _ = tokio::time::timeout(GRACE, graceful.shutdown()).await;
}

/// Answers one connection, which holds its `place` until it ends.
fn answer(
    stream: TcpStream,
    place: tokio::sync::OwnedSemaphorePermit,
    router: &Router,
    app: &ServiceState,
    graceful: &GracefulShutdown,
) {
    // Otherwise small answers wait for more data.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router.clone());
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(app.options.limits.patience).max_buf_size(64 << 10);
    let connection = graceful.watch(builder.serve_connection(TokioIo::new(stream), service));
    tokio::spawn(async move {
        // A connection that breaks must not affect others.
        let _ = connection.await;
        drop(place);
    });
}
