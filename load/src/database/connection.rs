//! A connection to a server, and the requests made over it.

use std::borrow::Cow;
use std::fmt;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::runtime::Runtime;
use xxhash_rust::xxh3::xxh3_128;

use super::super::LoadError;
use super::super::error::short;
use super::super::joins::{ForeignKey, KeyColumn, follow};
use super::super::read_ahead::ReadStop;
use super::super::unpack::Stopped;
use super::{DatabaseAddress, DatabaseKind, OpenedDatabase, Reading, Table, mysql, postgres};

/// How long a server may take to accept a connection.
const CONNECTING: Duration = Duration::from_secs(15);
/// How long the server may take until it sends the next rows.
pub(super) const PATIENCE: Duration = Duration::from_secs(300);
/// How often it is checked whether the load was cancelled.
const LOOK: Duration = Duration::from_millis(100);

/// A table as the server describes it.
pub(super) struct TableDescription {
    /// The name as shown, and as quoted in a query.
    pub(super) name: String,
    pub(super) quoted: String,
    pub(super) view: bool,
    pub(super) readable: bool,
    pub(super) bytes: u64,
    pub(super) columns: Vec<Field>,
    /// Foreign keys of one column: own column, the other table as shown, its column.
    pub(super) keys: Vec<(String, String, String)>,
}

/// A column as the server describes it.
pub(super) struct Field {
    pub(super) column: KeyColumn,
    pub(super) reading: Reading,
    /// The column as an expression in a query in which the table has the alias `t`.
    pub(super) sql: String,
}

/// The cause of a failure.
#[derive(Debug)]
pub(super) enum ConnectionFailure {
    /// The message of the server or the driver, with the SQLSTATE or error number of the server if there is
    /// one.
    Said(String, Option<String>),
    /// No row arrived in time.
    Silent,
    Cancelled,
    /// The rows are no longer wanted, or cannot be processed.
    Taking(ReadStop),
}

impl ConnectionFailure {
    /// The failure as an error message that names the action.
    fn into_stop(self, shown: &Path, engine: DatabaseKind, doing: &str) -> ReadStop {
        let error = match self {
            ConnectionFailure::Taking(stop) => return stop,
            ConnectionFailure::Cancelled => LoadError::Cancelled,
            ConnectionFailure::Silent => {
                let what = format!("{} gave no row for {} seconds", engine.name(), PATIENCE.as_secs());
                LoadError::new(shown, None, what, "look at what the server is doing, and try again")
            }
            ConnectionFailure::Said(what, code) => {
                let hint = hint(engine, code.as_deref(), doing);
                LoadError::new(shown, None, format!("cannot {doing}: {}", short(&what)), hint)
            }
        };
        error.into()
    }

    fn error(self, shown: &Path, engine: DatabaseKind, doing: &str) -> LoadError {
        match self.into_stop(shown, engine, doing) {
            ReadStop::Failed(super::super::records::RecordError::Rest(error)) => error,
            _ => LoadError::Cancelled,
        }
    }
}

/// Advice on a failure, by the error code of the server.
fn hint(engine: DatabaseKind, code: Option<&str>, doing: &str) -> String {
    let variable = engine.variable();
    match (engine, code) {
        (DatabaseKind::Postgres, Some("28P01" | "28000")) | (DatabaseKind::MySql, Some("1045" | "1698")) => {
            let file = if engine == DatabaseKind::Postgres { ", or from ~/.pgpass" } else { "" };
            format!("check the user; the password is taken from the address, from {variable}{file}")
        }
        (DatabaseKind::Postgres, Some("3D000")) | (DatabaseKind::MySql, Some("1049")) => {
            "check the name of the database at the end of the address".to_owned()
        }
        (DatabaseKind::Postgres, Some("42501")) | (DatabaseKind::MySql, Some("1142" | "1044")) => {
            "ask for the right to read it, or name other tables with --table".to_owned()
        }
        _ if doing == "connect" => {
            let off = if engine == DatabaseKind::Postgres { "sslmode=disable" } else { "require_ssl=false" };
            format!(
                "check host and port; if its certificate is not trusted and the network is, add `?{off}` to the address"
            )
        }
        _ => "try again; if it happens again, name the tables that can be read with --table".to_owned(),
    }
}

/// The connection that all tables of a database share, one reader at a time.
#[derive(Clone)]
pub(super) struct Connected(Arc<Mutex<Connection>>);

impl fmt::Debug for Connected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Connected")
    }
}

/// A connection and its runtime. The runtime is the last field, so that it is dropped after the client that
/// it drives.
struct Connection {
    server: Server,
    engine: DatabaseKind,
    runtime: Runtime,
}

enum Server {
    Postgres(postgres::Client),
    MySql(Box<mysql::Client>),
}

/// Called with the cells of a row.
pub(super) type Each<'e> = &'e mut dyn FnMut(&mut dyn Iterator<Item = Cow<'_, str>>) -> Result<(), ReadStop>;

impl Connected {
    /// Calls `each` with the rows of a query.
    pub(super) fn rows(&self, shown: &Path, query: &str, each: Each<'_>) -> Result<(), ReadStop> {
        let connection = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Connection { server, engine, runtime } = connection;
        let read = async {
            match server {
                Server::Postgres(client) => client.rows(query, each).await,
                Server::MySql(client) => client.rows(query, each).await,
            }
        };
        runtime.block_on(read).map_err(|failure| failure.into_stop(shown, *engine, "read this table"))
    }
}

impl Connection {
    fn new(address: &DatabaseAddress) -> Result<Connection, ConnectionFailure> {
        let said = |error: std::io::Error| ConnectionFailure::Said(error.to_string(), None);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(said)?;
        let engine = address.engine;
        let connecting = async {
            Ok(match engine {
                DatabaseKind::Postgres => Server::Postgres(postgres::Client::new(address).await?),
                DatabaseKind::MySql => Server::MySql(Box::new(mysql::Client::new(address).await?)),
            })
        };
        let server = runtime.block_on(async {
            let late =
                || ConnectionFailure::Said(format!("no answer for {} seconds", CONNECTING.as_secs()), None);
            tokio::time::timeout(CONNECTING, connecting).await.map_err(|_| late())?
        })?;
        Ok(Connection { server, engine, runtime })
    }

    fn tables(&mut self) -> Result<Vec<TableDescription>, ConnectionFailure> {
        let Connection { server, runtime, .. } = self;
        runtime.block_on(async {
            match server {
                Server::Postgres(client) => client.tables().await,
                Server::MySql(client) => client.tables().await,
            }
        })
    }

    /// The number of rows of a query, and the sum of their hashes.
    fn sum(
        &mut self,
        query: &str,
        columns: &[String],
        stopped: Stopped<'_>,
    ) -> Result<(u64, String), ConnectionFailure> {
        let Connection { server, runtime, .. } = self;
        let summing = async {
            match server {
                Server::Postgres(client) => client.sum(query).await,
                Server::MySql(client) => client.sum(query, columns).await,
            }
        };
        runtime.block_on(attended(summing, stopped))
    }
}

/// Runs a future until it is done or `stopped` returns true.
async fn attended<T>(
    work: impl Future<Output = Result<T, ConnectionFailure>>,
    stopped: Stopped<'_>,
) -> Result<T, ConnectionFailure> {
    let mut work = pin!(work);
    loop {
        tokio::select! {
            done = &mut work => return done,
            () = tokio::time::sleep(LOOK) => if stopped(0) {
                return Err(ConnectionFailure::Cancelled);
            }
        }
    }
}

/// The function that quotes names in a query.
fn quote(engine: DatabaseKind) -> fn(&str) -> String {
    match engine {
        DatabaseKind::Postgres => postgres::quoted,
        DatabaseKind::MySql => mysql::quoted,
    }
}

/// See [`super::open`].
pub(super) fn open(
    address: &DatabaseAddress,
    shown: &Path,
    wanted: &[String],
    stopped: Stopped<'_>,
) -> Result<OpenedDatabase, LoadError> {
    let engine = address.engine;
    let mut connection =
        Connection::new(address).map_err(|failure| failure.error(shown, engine, "connect"))?;
    let tables = connection.tables().map_err(|failure| failure.error(shown, engine, "list the tables"))?;
    let chosen = chosen(&tables, shown, wanted)?;
    // When tables were named, an unreadable one is an error and not left out.
    let unreadable = tables.iter().filter(|table| wanted.is_empty() && !table.readable);
    let left_out = unreadable
        .map(|table| format!("`{}` of {}, which this user cannot read", table.name, shown.display()))
        .collect();
    let mut found = Vec::new();
    for table in chosen {
        let described = describe(engine, table, &tables);
        let names: Vec<String> = described.columns.iter().map(|(name, _)| name.clone()).collect();
        let (rows, sum) = connection.sum(&described.query, &names, stopped).map_err(|failure| {
            let part = PathBuf::from(format!("{}:{}", shown.display(), table.name));
            failure.error(&part, engine, "read this table")
        })?;
        found.push((described, rows, sum));
    }
    let connected = Connected(Arc::new(Mutex::new(connection)));
    let tables = found.into_iter().map(|(described, rows, sum)| {
        // The query is part of the hash: if other columns of a table are read, its content has changed.
        let hash = xxh3_128(format!("{}\n{rows}\n{sum}", described.query).as_bytes());
        let Described { name, view, joins, columns, query, order, bytes } = described;
        let connected = connected.clone();
        let table = Table { engine, name, view, joins, columns, query, order, rows, bytes, connected };
        (table, (bytes, format!("{hash:032x}")))
    });
    Ok(OpenedDatabase { tables: tables.collect(), left_out })
}

/// The tables of these names; without names, all readable ones.
fn chosen<'t>(
    tables: &'t [TableDescription],
    shown: &Path,
    wanted: &[String],
) -> Result<Vec<&'t TableDescription>, LoadError> {
    let all: Vec<&TableDescription> =
        tables.iter().filter(|table| table.readable && !table.columns.is_empty()).collect();
    if wanted.is_empty() {
        if all.is_empty() {
            let hint = "check the name of the database, and that this user may read its tables";
            return Err(LoadError::new(shown, None, "this database has no tables to read", hint));
        }
        return Ok(all);
    }
    let find = |name: &String| {
        tables
            .iter()
            .find(|table| table.name == *name)
            .or_else(|| tables.iter().find(|table| table.name.eq_ignore_ascii_case(name)))
            .ok_or_else(|| {
                let names: Vec<&str> = all.iter().map(|table| table.name.as_str()).take(20).collect();
                let hint = format!("it has: {}", names.join(", "));
                LoadError::new(shown, None, format!("this database has no table `{name}`"), hint)
            })
    };
    wanted.iter().map(find).collect()
}

/// The description of how a table is read, before its size is known.
struct Described {
    name: String,
    view: bool,
    joins: Vec<super::ForeignKeyJoin>,
    columns: Vec<(String, Reading)>,
    query: String,
    order: String,
    bytes: u64,
}

/// A table referred to by another one, its columns, and the foreign key.
type Referred<'t> = (&'t TableDescription, Vec<KeyColumn>, &'t (String, String, String));

fn describe(engine: DatabaseKind, table: &TableDescription, all: &[TableDescription]) -> Described {
    let plain = |table: &TableDescription| {
        table.columns.iter().map(|field| field.column.clone()).collect::<Vec<KeyColumn>>()
    };
    let others: Vec<Referred<'_>> = table
        .keys
        .iter()
        .filter_map(|key| {
            let other = all.iter().find(|other| other.name == key.1 && other.readable)?;
            Some((other, plain(other), key))
        })
        .collect();
    let keys = others.iter().map(|(other, columns, (from, _, to))| ForeignKey {
        from: from.clone(),
        table: other.name.clone(),
        quoted: other.quoted.clone(),
        columns,
        to: Some(to.clone()),
    });
    let joins = follow(&plain(table), keys.collect());
    let quote = quote(engine);
    let own = table.columns.iter().map(|field| field.sql.clone());
    let selected: Vec<String> = own.chain(joins.iter().map(|join| join.sql(quote))).collect();
    let key: Vec<String> = table
        .columns
        .iter()
        .filter(|field| field.column.in_key)
        .map(|field| format!("t.{}", quote(&field.column.name)))
        .collect();
    // Rows are numbered, so they are read in a stable order.
    let order = if key.is_empty() { String::new() } else { format!(" ORDER BY {}", key.join(", ")) };
    let columns = table.columns.iter().map(|field| (field.column.name.clone(), field.reading));
    let joined = joins.iter().map(|join| (join.name().to_owned(), Reading::Plain));
    Described {
        name: table.name.clone(),
        view: table.view,
        columns: columns.chain(joined).collect(),
        query: format!("SELECT {} FROM {} t", selected.join(", "), table.quoted),
        order,
        joins,
        bytes: table.bytes,
    }
}

/// The wanted tables that exist.
pub(super) fn present(address: &DatabaseAddress, wanted: &[String]) -> Result<Vec<String>, LoadError> {
    let shown = PathBuf::from(address.shown());
    let engine = address.engine;
    let mut connection =
        Connection::new(address).map_err(|failure| failure.error(&shown, engine, "connect"))?;
    let tables = connection.tables().map_err(|failure| failure.error(&shown, engine, "list the tables"))?;
    let there = |name: &&String| tables.iter().any(|table| table.readable && table.name == **name);
    Ok(wanted.iter().filter(there).cloned().collect())
}
