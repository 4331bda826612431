//! Connections to a server: opened, kept for the next question, and used from any thread.
//!
//! The client library is asynchronous, but reads are not: the calling thread polls the connection until the
//! answer has arrived, and sleeps in between. One thread of the process watches all sockets. It does not poll
//! the connections, because then every question would have to wake it. So a read works inside and outside of
//! an async runtime.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;
use std::time::Duration;

use bytes::Bytes;
use futures_util::SinkExt as _;
use futures_util::future::{Fuse, FutureExt as _, try_join, try_join_all};
use rustc_hash::FxHashMap;
use tokio::runtime::Runtime;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row, Statement};

use crate::address::GraphAddress;
use crate::error::{Result, with_causes};
use crate::{Error, tls};

/// Maximum number of idle connections that are kept for the next question.
const IDLE: usize = 8;
/// Time limit for connecting and logging in, unless the address gives another one.
const CONNECT: Duration = Duration::from_secs(10);
/// How long a connection may be silent before the first keepalive probe.
const KEEPALIVE: Duration = Duration::from_secs(30);

/// A parameter of a statement.
pub(crate) type Param<'p> = &'p (dyn ToSql + Sync);

/// The thread that watches the sockets. It lives as long as the process.
fn runtime() -> Result<&'static Runtime> {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    if let Some(runtime) = RUNTIME.get() {
        return Ok(runtime);
    }
    let made = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .thread_name("trustuqa-postgres")
        .enable_all()
        .build()
        .map_err(|error| Error::Server(format!("no thread can be started: {error}")))?;
    Ok(RUNTIME.get_or_init(|| made))
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Sleeps until a future is ready.
fn wait<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut context = Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(done) => return done,
            Poll::Pending => std::thread::park(),
        }
    }
}

/// The kind of server, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ServerKind {
    /// PostgreSQL and servers based on its code.
    Postgres,
    /// CockroachDB, which uses the same protocol but has other settings.
    Cockroach,
}

/// Sends and receives for a connection: polled by the calling thread until it is handed over to the thread of
/// the process.
struct Carrier(Mutex<Option<Fuse<tls::Driver>>>);

impl Carrier {
    /// Sends and receives until a future is ready. Threads that share a connection do this one after the
    /// other.
    fn wait<F: Future>(&self, future: F) -> F::Output {
        let mut driver = lock(&self.0);
        let Some(driver) = driver.as_mut() else {
            drop(driver);
            return wait(future);
        };
        let mut future = pin!(future);
        wait(poll_fn(|context| carry(driver, future.as_mut(), context)))
    }

    /// Lets the thread of the process send and receive from now on, also while no caller waits. Concurrent
    /// jobs need that: if one of them polled the connection, it would have to be woken for the others'
    /// answers, and once it was done, nothing would poll for the others.
    fn hand_over(&self) -> Result<()> {
        if let Some(driver) = lock(&self.0).take() {
            runtime()?.spawn(driver);
        }
        Ok(())
    }

    fn is_handed_over(&self) -> bool {
        lock(&self.0).is_none()
    }

    /// Sends the request of a future without waiting for the answer.
    fn send<F: Future>(&self, future: F) {
        let future = pin!(future);
        if let Some(driver) = lock(&self.0).as_mut() {
            let _ = carry(driver, future, &mut Context::from_waker(Waker::noop()));
        }
    }
}

/// Polls a future so that it makes its request, sends and receives, and polls it again so that it sees the
/// answer.
fn carry<F: Future>(
    driver: &mut Fuse<tls::Driver>,
    mut future: Pin<&mut F>,
    context: &mut Context<'_>,
) -> Poll<F::Output> {
    if let Poll::Ready(done) = future.as_mut().poll(context) {
        return Poll::Ready(done);
    }
    let _ = driver.poll_unpin(context);
    future.poll(context)
}

/// A connection with its prepared statements.
pub(crate) struct Connection {
    client: Arc<Client>,
    carrier: Carrier,
    statements: Mutex<FxHashMap<String, Statement>>,
    pub(crate) kind: ServerKind,
}

impl Connection {
    fn open(address: &GraphAddress) -> Result<Connection> {
        let mut config = address.config.clone();
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT);
        }
        config.keepalives_idle(KEEPALIVE);
        let unreachable = |error: tls::TlsError| Error::Connect {
            server: address.server(),
            what: with_causes(error.as_ref()),
        };
        let runtime = runtime()?;
        let connected = wait(runtime.spawn(async move { tls::connect(&config).await }));
        let (client, driver) =
            connected.map_err(|error| Error::Server(error.to_string()))?.map_err(unreachable)?;
        let connection = Connection {
            client: Arc::new(client),
            carrier: Carrier(Mutex::new(Some(driver.fuse()))),
            statements: Mutex::default(),
            kind: ServerKind::Postgres,
        };
        let settings = connection.carrier.wait(connection.client.simple_query(
            "SELECT version(), current_setting('server_encoding'), current_setting('is_superuser')",
        ))?;
        let first = settings.iter().find_map(|message| match message {
            tokio_postgres::SimpleQueryMessage::Row(row) => Some(row),
            _ => None,
        });
        let text = |at: usize| first.and_then(|row| row.get(at)).unwrap_or_default();
        if !text(1).eq_ignore_ascii_case("utf8") {
            return Err(Error::Server(format!(
                "the database has the encoding {}, and names need UTF8",
                text(1)
            )));
        }
        let kind = if text(0).contains("Cockroach") { ServerKind::Cockroach } else { ServerKind::Postgres };
        let path = format!("SET search_path = {}", quoted(&address.schema));
        connection.batch(&path)?;
        if kind == ServerKind::Cockroach {
            // A load stages its rows in temporary tables.
            connection.batch("SET experimental_enable_temp_tables = on")?;
        }
        Ok(Connection { kind, ..connection })
    }

    /// Begins to copy rows into a table, in the server's binary format; the outcome is known when the
    /// returned job is waited for. Requests made in the meantime are queued behind it.
    pub(crate) fn copy(&self, sql: String, rows: Bytes) -> Result<Copying> {
        self.carrier.hand_over()?;
        let client = self.client.clone();
        let job = runtime()?.spawn(async move {
            let sink = client.copy_in::<_, Bytes>(&sql).await?;
            let mut sink = pin!(sink);
            sink.send(rows).await?;
            sink.finish().await
        });
        Ok(Copying(job))
    }

    /// Runs statements that return nothing, in one round trip.
    pub(crate) fn batch(&self, sql: &str) -> Result<()> {
        Ok(self.carrier.wait(self.client.batch_execute(sql))?)
    }

    /// A statement, prepared once per connection.
    pub(crate) async fn prepared(&self, sql: &str) -> Result<Statement> {
        let known = lock(&self.statements).get(sql).cloned();
        if let Some(statement) = known {
            return Ok(statement);
        }
        let statement = self.client.prepare(sql).await?;
        lock(&self.statements).insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    /// The rows of a query.
    pub(crate) async fn rows(&self, sql: &str, params: &[Param<'_>]) -> Result<Vec<Row>> {
        let statement = self.prepared(sql).await?;
        Ok(self.client.query(&statement, params).await?)
    }

    /// The rows of a query, waiting for them in this thread.
    pub(crate) fn query(&self, sql: &str, params: &[Param<'_>]) -> Result<Vec<Row>> {
        self.carrier.wait(self.rows(sql, params))
    }

    /// The rows of several queries with one parameter each. They are sent without waiting in between, so all
    /// answers come in one round trip.
    pub(crate) fn query_each(&self, each: &[(&str, i64)]) -> Result<Vec<Vec<Row>>> {
        self.carrier.wait(async {
            for (sql, _) in each {
                self.prepared(sql).await?;
            }
            let asked = each.iter().map(|(sql, param)| async move {
                let params: [Param<'_>; 1] = [param];
                self.rows(sql, &params).await
            });
            try_join_all(asked).await
        })
    }

    /// Runs statements that return nothing and then a query, in one round trip.
    pub(crate) fn batch_and_query(&self, batch: &str, sql: &str, params: &[Param<'_>]) -> Result<Vec<Row>> {
        let batch = async { Ok(self.client.batch_execute(batch).await?) };
        let ((), rows) = self.carrier.wait(try_join(batch, self.rows(sql, params)))?;
        Ok(rows)
    }

    /// The rows of two queries with the same parameters, in one round trip.
    pub(crate) fn query_both(
        &self,
        one: &str,
        two: &str,
        params: &[Param<'_>],
    ) -> Result<(Vec<Row>, Vec<Row>)> {
        self.carrier.wait(try_join(self.rows(one, params), self.rows(two, params)))
    }

    /// Runs a statement and returns the number of affected rows.
    pub(crate) fn execute(&self, sql: &str, params: &[Param<'_>]) -> Result<u64> {
        self.carrier.wait(async {
            let statement = self.prepared(sql).await?;
            Ok(self.client.execute(&statement, params).await?)
        })
    }
}

/// Rows that are being copied into a table.
pub(crate) struct Copying(tokio::task::JoinHandle<Result<u64, tokio_postgres::Error>>);

impl Copying {
    /// Waits until the server has stored them.
    pub(crate) fn wait(self) -> Result<u64> {
        let copied = wait(self.0).map_err(|error| Error::Server(error.to_string()))?;
        Ok(copied?)
    }
}

/// A name quoted for SQL.
pub(crate) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Locks a mutex, even if a thread panicked while holding it.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The idle connections to one server.
pub(crate) struct Pool {
    address: GraphAddress,
    idle: Mutex<Vec<Connection>>,
}

impl Pool {
    pub(crate) fn new(address: GraphAddress) -> Arc<Pool> {
        Arc::new(Pool { address, idle: Mutex::default() })
    }

    pub(crate) fn address(&self) -> &GraphAddress {
        &self.address
    }

    /// A connection on which `begin` has run: an idle one if it is still alive, else a new one.
    pub(crate) fn begin(self: &Arc<Pool>, begin: &str) -> Result<Pooled> {
        Ok(self.begin_by(|connection| connection.batch(begin))?.0)
    }

    /// Like [`Pool::begin`], and also returns the rows of a query that runs first.
    pub(crate) fn begin_with(
        self: &Arc<Pool>,
        begin: &str,
        sql: &str,
        params: &[Param<'_>],
    ) -> Result<(Pooled, Vec<Row>)> {
        self.begin_by(|connection| connection.batch_and_query(begin, sql, params))
    }

    fn begin_by<T>(self: &Arc<Pool>, begin: impl Fn(&Connection) -> Result<T>) -> Result<(Pooled, T)> {
        loop {
            let kept = lock(&self.idle).pop();
            let (connection, is_new) = match kept {
                Some(connection) => (connection, false),
                None => (Connection::open(&self.address)?, true),
            };
            match begin(&connection) {
                Ok(begun) => {
                    return Ok((Pooled { connection: Some(connection), pool: self.clone() }, begun));
                }
                // The server may have been restarted since; a new connection will tell.
                Err(Error::Lost(_)) if !is_new => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// A connection in a transaction. On drop the transaction is rolled back unless it was committed, and the
/// connection returns to the pool.
pub(crate) struct Pooled {
    connection: Option<Connection>,
    pool: Arc<Pool>,
}

impl std::ops::Deref for Pooled {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        match &self.connection {
            Some(connection) => connection,
            None => unreachable!("a connection is only taken out when it is dropped"),
        }
    }
}

impl Drop for Pooled {
    fn drop(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        if connection.client.is_closed() || lock(&self.pool.idle).len() >= IDLE {
            return;
        }
        // Rolling back after the transaction has ended only causes a warning of the server, which is ignored.
        let rollback = connection.client.batch_execute("ROLLBACK");
        if connection.carrier.is_handed_over() {
            // Readers need a connection that they poll themselves, so this one is not kept. Waiting for the
            // rollback ensures that the next change finds the graph unlocked.
            let _ = connection.carrier.wait(rollback);
            return;
        }
        // The answer is not awaited: later requests are queued behind the rollback, and a lost connection is
        // reported then.
        connection.carrier.send(rollback);
        lock(&self.pool.idle).push(connection);
    }
}
