//! MySQL and MariaDB.

use std::borrow::Cow;

use mysql_async::prelude::Queryable as _;
use mysql_async::{Conn, DriverError, Error, Opts, OptsBuilder, Row, SslOpts, Value};

use super::super::joins::KeyColumn;
use super::connection::{ConnectionFailure, Each, Field, PATIENCE, TableDescription};
use super::{DatabaseAddress, Reading};

/// Settings that make the texts of values the same everywhere, and a transaction that sees one snapshot.
const BEGIN: [&str; 4] = [
    "SET SESSION time_zone = '+00:00'",
    "SET SESSION sql_mode = ''",
    "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ",
    "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY",
];

/// Tables and views with their columns.
const COLUMNS: &str = "\
    SELECT t.TABLE_NAME, t.TABLE_TYPE LIKE '%VIEW', COALESCE(t.DATA_LENGTH, 0), \
           c.COLUMN_NAME, c.DATA_TYPE, c.COLUMN_KEY = 'PRI' \
    FROM information_schema.TABLES t JOIN information_schema.COLUMNS c \
    ON c.TABLE_SCHEMA = t.TABLE_SCHEMA AND c.TABLE_NAME = t.TABLE_NAME \
    WHERE t.TABLE_SCHEMA = DATABASE() ORDER BY t.TABLE_NAME, c.ORDINAL_POSITION";

/// Foreign keys of one column, to tables of the same database.
const KEYS: &str = "\
    SELECT k.TABLE_NAME, MAX(k.COLUMN_NAME), MAX(k.REFERENCED_TABLE_NAME), MAX(k.REFERENCED_COLUMN_NAME) \
    FROM information_schema.KEY_COLUMN_USAGE k \
    WHERE k.TABLE_SCHEMA = DATABASE() AND k.REFERENCED_TABLE_SCHEMA = DATABASE() \
    GROUP BY k.TABLE_NAME, k.CONSTRAINT_NAME HAVING COUNT(*) = 1 ORDER BY k.TABLE_NAME, k.CONSTRAINT_NAME";

/// A connection with its open transaction.
pub(super) struct Client(Conn);

pub(super) fn quoted(name: &str) -> String {
    format!("`{}`", name.replace('`', "``"))
}

fn failure_of(error: &Error) -> ConnectionFailure {
    match error {
        Error::Server(own) => ConnectionFailure::Said(own.message.clone(), Some(own.code.to_string())),
        other => ConnectionFailure::Said(other.to_string(), None),
    }
}

/// The text of a value. For bytes that are not text it gives their number.
fn text(value: &Value) -> Cow<'_, str> {
    match value {
        Value::NULL => Cow::Borrowed(""),
        Value::Bytes(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) if !text.contains('\0') => Cow::Borrowed(text),
            _ => Cow::Owned(format!("[{} bytes]", bytes.len())),
        },
        Value::Int(number) => Cow::Owned(number.to_string()),
        Value::UInt(number) => Cow::Owned(number.to_string()),
        Value::Float(number) => Cow::Owned(number.to_string()),
        Value::Double(number) => Cow::Owned(number.to_string()),
        // The text protocol is used, in which such values arrive as bytes.
        Value::Date(..) | Value::Time(..) => Cow::Owned(value.as_sql(true).trim_matches('\'').to_owned()),
    }
}

fn cell(row: &Row, at: usize) -> Cow<'_, str> {
    row.as_ref(at).map_or(Cow::Borrowed(""), text)
}

impl Client {
    /// Connects, with encryption if the server supports it, unless the connection is known to be safe from
    /// eavesdroppers.
    pub(super) async fn new(address: &DatabaseAddress) -> Result<Client, ConnectionFailure> {
        let plain = Opts::from_url(&address.whole())
            .map_err(|error| ConnectionFailure::Said(error.to_string(), None))?;
        let chosen = address.is_here() || address.has_option("require_ssl");
        let mut conn = if chosen {
            Conn::new(plain).await.map_err(|error| failure_of(&error))?
        } else {
            // It fails only if one is installed already, which is just as good.
            let _ = rustls::crypto::ring::default_provider().install_default();
            let encrypted = OptsBuilder::from_opts(plain.clone()).ssl_opts(SslOpts::default());
            match Conn::new(encrypted).await {
                Err(Error::Driver(DriverError::NoClientSslFlagFromServer)) => {
                    Conn::new(plain).await.map_err(|error| failure_of(&error))?
                }
                connected => connected.map_err(|error| failure_of(&error))?,
            }
        };
        for statement in BEGIN {
            conn.query_drop(statement).await.map_err(|error| failure_of(&error))?;
        }
        Ok(Client(conn))
    }

    /// All tables and views. The server does not list those that this user may not read.
    pub(super) async fn tables(&mut self) -> Result<Vec<TableDescription>, ConnectionFailure> {
        let mut tables: Vec<TableDescription> = Vec::new();
        let rows: Vec<Row> = self.0.query(COLUMNS).await.map_err(|error| failure_of(&error))?;
        for row in &rows {
            let text = |at: usize| cell(row, at).into_owned();
            let name = text(0);
            if tables.last().is_none_or(|table| table.name != name) {
                tables.push(TableDescription {
                    quoted: quoted(&name),
                    name,
                    view: text(1) == "1",
                    readable: true,
                    bytes: text(2).parse().unwrap_or(0),
                    columns: Vec::new(),
                    keys: Vec::new(),
                });
            }
            if let Some(table) = tables.last_mut() {
                table.columns.push(field(text(3), &text(4).to_lowercase(), text(5) == "1"));
            }
        }
        let rows: Vec<Row> = self.0.query(KEYS).await.map_err(|error| failure_of(&error))?;
        for row in &rows {
            let text = |at: usize| cell(row, at).into_owned();
            if let Some(table) = tables.iter_mut().find(|table| table.name == text(0)) {
                table.keys.push((text(1), text(2), text(3)));
            }
        }
        Ok(tables)
    }

    /// The number of rows of a query, and the sum of their hashes.
    pub(super) async fn sum(
        &mut self,
        query: &str,
        columns: &[String],
    ) -> Result<(u64, String), ConnectionFailure> {
        let cells =
            columns.iter().map(|name| format!("QUOTE(q.{})", quoted(name))).collect::<Vec<_>>().join(", ");
        let sum = format!(
            "SELECT COUNT(*), COALESCE(SUM(CAST(CONV(SUBSTRING(MD5(CONCAT_WS(',', {cells})), 1, 15), 16, 10) \
             AS UNSIGNED)), 0) FROM ({query}) q"
        );
        let found: Option<Row> = self.0.query_first(sum).await.map_err(|error| failure_of(&error))?;
        let Some(row) = found else { return Ok((0, String::new())) };
        Ok((cell(&row, 0).parse().unwrap_or(0), cell(&row, 1).into_owned()))
    }

    /// Calls `each` with the rows of a query.
    pub(super) async fn rows(&mut self, query: &str, each: Each<'_>) -> Result<(), ConnectionFailure> {
        let mut found = self.0.query_iter(query).await.map_err(|error| failure_of(&error))?;
        loop {
            let next =
                tokio::time::timeout(PATIENCE, found.next()).await.map_err(|_| ConnectionFailure::Silent)?;
            let Some(row) = next.map_err(|error| failure_of(&error))? else { return Ok(()) };
            each(&mut (0..row.len()).map(|at| cell(&row, at))).map_err(ConnectionFailure::Taking)?;
        }
    }
}

/// A column, described by its type.
fn field(name: String, kind: &str, in_key: bool) -> Field {
    let own = format!("t.{}", quoted(&name));
    let (reading, sql) = match kind {
        "bit" => (Reading::Plain, format!("{own} + 0 AS {}", quoted(&name))),
        "datetime" | "timestamp" => (Reading::Moment, own),
        _ => (Reading::Plain, own),
    };
    let is_text = kind.ends_with("text") || kind.ends_with("char") || matches!(kind, "enum" | "set");
    Field { column: KeyColumn { name, is_text, in_key }, reading, sql }
}
