//! `trustuqa serve`: a graph for other programs, over HTTP and the Model Context Protocol.
//!
//! | file | what lives there |
//! |---|---|
//! | `mod.rs` | what is served and to whom, from start to end |
//! | `state.rs` | the work of requests, limited in number and time |
//! | `routes.rs` | every route, its types and its handler, in one table |
//! | `answers.rs` | an answer for programs |
//! | `body.rs` | the body of a request, within limits |
//! | `problem.rs` | errors as problem details (RFC 9457) |
//! | `guard.rs` | who is let in: host, origin, token |
//! | `openapi.rs` | the description of the routes, from their table |
//! | `metrics.rs` | what is counted |
//! | `connections.rs` | connections: limits, and a graceful end |
//! | `mcp/` | tools and resources for language models |
//! | `page.html` | the page at `/` |
//!
//! *It never reads the graph*: it asks for work as every other program does.

mod answers;
mod body;
mod connections;
mod guard;
mod mcp;
mod metrics;
mod openapi;
mod problem;
mod routes;
mod state;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use self::state::ServiceState;
use crate::session::SessionError;
use crate::sharing::Shared;
use crate::writer::llm::Secret;

/// Where it listens by default.
pub const ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 7433);

/// What is served, and to whom.
#[derive(Clone, Debug, Default)]
pub struct ServeOptions {
    /// Where HTTP is spoken; `None` for nowhere.
    pub http: Option<SocketAddr>,
    /// Whether the Model Context Protocol is spoken on standard input and output.
    pub stdio: bool,
    /// The token that requests must show; required on any address that other machines can reach.
    pub token: Option<Secret>,
    /// Names of this machine that requests may use besides its addresses.
    pub hosts: Vec<String>,
    /// The folder whose files may be loaded; `None` when nothing may be.
    pub load_from: Option<PathBuf>,
    /// Whether language models may see values of the graph.
    pub allow_answers: bool,
    /// The limits.
    pub limits: ServeLimits,
}

/// Limits on requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServeLimits {
    /// The most requests that are worked on at a time.
    pub work: usize,
    /// How long one may wait for its turn.
    pub turn: Duration,
    /// How long one may be worked on; loads may take as long as they need.
    pub time: Duration,
    /// How long a request may take to arrive.
    pub patience: Duration,
    /// The most connections at a time.
    pub connections: usize,
    /// The most bytes of a request.
    pub body: usize,
    /// The most bytes of a request that brings a trace, or many queries.
    pub large: usize,
}

impl Default for ServeLimits {
    fn default() -> ServeLimits {
        ServeLimits {
            work: 32,
            turn: Duration::from_secs(5),
            time: Duration::from_secs(120),
            patience: Duration::from_secs(10),
            connections: 256,
            body: 64 << 10,
            large: 16 << 20,
        }
    }
}

/// Serves a graph until the process is told to end. `ready` is called with the HTTP address.
pub fn run(
    shared: Shared,
    options: ServeOptions,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), SessionError> {
    check(&options)?;
    let runtime = crate::session::runtime()?;
    let app = ServiceState::new(shared, options)?;
    let served = runtime.block_on(serve(app, ready));
    // What cannot be interrupted is not waited for.
    runtime.shutdown_timeout(Duration::from_secs(2));
    served
}

/// An error when it would not be safe to serve with these options.
fn check(options: &ServeOptions) -> Result<(), SessionError> {
    match options.http {
        Some(address) if !address.ip().is_loopback() && options.token.is_none() => Err(SessionError::usage(
            format!("{address} can be reached from other machines, so a token is needed"),
            "put one into TRUSTUQA_TOKEN or a file that --token-file names, for example from `openssl rand -hex 32`",
        )),
        _ => match &options.token {
            Some(token) if token.expose().len() < 16 => {
                Err(SessionError::usage("the token is too short", "use at least 16 characters"))
            }
            _ => Ok(()),
        },
    }
}

async fn serve(app: Arc<ServiceState>, ready: impl FnOnce(SocketAddr)) -> Result<(), SessionError> {
    let state = app.clone();
    let ended = async move {
        stop_requested().await;
        state.stop();
    };
    let http = async {
        match app.options.http {
            None => std::future::pending().await,
            Some(address) => {
                let listener = tokio::net::TcpListener::bind(address).await.map_err(|error| {
                    SessionError::environment(
                        format!("cannot listen on {address}: {error}"),
                        "name another address with --http, such as 127.0.0.1:0 for any free port",
                    )
                })?;
                if let Ok(address) = listener.local_addr() {
                    ready(address);
                }
                connections::serve(listener, app.clone()).await;
                Ok(())
            }
        }
    };
    let stdio = async {
        match app.options.stdio {
            false => std::future::pending().await,
            true => mcp::stdio(app.clone()).await,
        }
    };
    tokio::spawn(ended);
    tokio::select! {
        served = http => served,
        served = stdio => {
            // The end of standard input ends the process.
            app.stop();
            served
        }
        () = app.stopped(), if app.options.http.is_none() => Ok(()),
    }
}

/// Returns when the process is told to end.
async fn stop_requested() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut end) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = end.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
