//! PostgreSQL.

use std::borrow::Cow;
use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;

use futures_util::StreamExt as _;
use rustls::ClientConfig;
use rustls_platform_verifier::BuilderVerifierExt as _;
use tokio_postgres::config::SslMode;
use tokio_postgres::{Config, Error, NoTls, SimpleQueryMessage, SimpleQueryRow};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::super::joins::KeyColumn;
use super::super::read_ahead::ReadStop;
use super::super::records::{LONGEST, RecordError};
use super::connection::{ConnectionFailure, Each, Field, PATIENCE, TableDescription};
use super::{DatabaseAddress, Reading};

/// The folder of the server's socket on Debian and most other systems.
const SOCKETS: &str = "/var/run/postgresql";

/// Settings that make the texts of values the same everywhere, and a transaction that sees one snapshot.
const BEGIN: &str = "SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC'; \
                     SET extra_float_digits = 1; SET statement_timeout = 0; \
                     BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/// Tables and views with their columns. Partitions are not listed: they are parts of their table.
const COLUMNS: &str = "\
    SELECT c.oid, n.nspname, c.relname, c.relkind IN ('v', 'm'), has_table_privilege(c.oid, 'SELECT'), \
           CASE WHEN c.relkind IN ('r', 'p', 'm') THEN pg_relation_size(c.oid) ELSE 0 END, \
           n.nspname = current_schema(), a.attname, y.typname, y.typcategory, \
           EXISTS (SELECT FROM pg_constraint p WHERE p.conrelid = c.oid AND p.contype = 'p' \
                   AND a.attnum = ANY (p.conkey)) \
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped \
    JOIN pg_type y ON y.oid = a.atttypid \
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition \
    AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_' \
    ORDER BY n.nspname <> current_schema(), n.nspname, c.relname, a.attnum";

/// Foreign keys of one column.
const KEYS: &str = "\
    SELECT f.conrelid, f.confrelid, a.attname, o.attname FROM pg_constraint f \
    JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[1] \
    JOIN pg_attribute o ON o.attrelid = f.confrelid AND o.attnum = f.confkey[1] \
    WHERE f.contype = 'f' AND cardinality(f.conkey) = 1 AND f.conparentid = 0 ORDER BY f.conname";

/// A connection with its open transaction.
pub(super) struct Client(tokio_postgres::Client);

pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// The message of an error with its causes, and the SQLSTATE of the server.
fn failure_of(error: &Error) -> ConnectionFailure {
    let code = error.code().map(|code| code.code().to_owned());
    let text = match (error.as_db_error(), std::error::Error::source(error)) {
        (Some(own), _) => own.message().to_owned(),
        (None, Some(cause)) => format!("{error}: {cause}"),
        (None, None) => error.to_string(),
    };
    ConnectionFailure::Said(text, code)
}

impl Client {
    /// Connects, with encryption if the server supports it, unless the connection is known to be safe from
    /// eavesdroppers.
    pub(super) async fn new(address: &DatabaseAddress) -> Result<Client, ConnectionFailure> {
        let mut config: Config = address.whole().parse().map_err(|error| failure_of(&error))?;
        if config.get_hosts().is_empty() {
            config.host(SOCKETS);
        }
        if config.get_user().is_none() {
            config.user(std::env::var("PGUSER").or_else(|_| std::env::var("USER")).unwrap_or_default());
        }
        config.application_name("trustuqa");
        if address.is_here() && !address.has_option("sslmode") {
            config.ssl_mode(SslMode::Disable);
        }
        let client = if config.get_ssl_mode() == SslMode::Disable {
            let (client, connection) = config.connect(NoTls).await.map_err(|error| failure_of(&error))?;
            // The task ends when the client is dropped; its errors reach the caller through the requests.
            tokio::spawn(async move { drop(connection.await) });
            client
        } else {
            let tls = encrypted().map_err(|what| ConnectionFailure::Said(what, None))?;
            let (client, connection) = config.connect(tls).await.map_err(|error| failure_of(&error))?;
            tokio::spawn(async move { drop(connection.await) });
            client
        };
        client.batch_execute(BEGIN).await.map_err(|error| failure_of(&error))?;
        Ok(Client(client))
    }

    /// The rows of a short query, as text.
    async fn listed(&self, query: &str) -> Result<Vec<SimpleQueryRow>, ConnectionFailure> {
        let found = self.0.simple_query(query).await.map_err(|error| failure_of(&error))?;
        let row = |message| match message {
            SimpleQueryMessage::Row(row) => Some(row),
            _ => None,
        };
        Ok(found.into_iter().filter_map(row).collect())
    }

    /// All tables and views.
    pub(super) async fn tables(&self) -> Result<Vec<TableDescription>, ConnectionFailure> {
        let mut tables: Vec<TableDescription> = Vec::new();
        let mut by_id: HashMap<String, usize> = HashMap::new();
        for row in self.listed(COLUMNS).await? {
            let text = |at: usize| row.get(at).unwrap_or_default().to_owned();
            let is = |at: usize| row.get(at) == Some("t");
            let at = *by_id.entry(text(0)).or_insert_with(|| {
                tables.push(TableDescription {
                    name: if is(6) { text(2) } else { format!("{}.{}", text(1), text(2)) },
                    quoted: format!("{}.{}", quoted(&text(1)), quoted(&text(2))),
                    view: is(3),
                    readable: is(4),
                    bytes: text(5).parse().unwrap_or(0),
                    columns: Vec::new(),
                    keys: Vec::new(),
                });
                tables.len() - 1
            });
            tables[at].columns.push(field(text(7), &text(8), &text(9), is(10)));
        }
        for row in self.listed(KEYS).await? {
            let text = |at: usize| row.get(at).unwrap_or_default();
            let (Some(own), Some(other)) = (by_id.get(text(0)), by_id.get(text(1))) else { continue };
            let other = tables[*other].name.clone();
            tables[*own].keys.push((text(2).to_owned(), other, text(3).to_owned()));
        }
        Ok(tables)
    }

    /// The number of rows of a query, and the sum of their hashes.
    pub(super) async fn sum(&self, query: &str) -> Result<(u64, String), ConnectionFailure> {
        let sum = format!(
            "SELECT count(*), coalesce(sum(('x' || substr(md5(q::text), 1, 15))::bit(60)::int8), 0) \
             FROM ({query}) q"
        );
        let found = self.listed(&sum).await?;
        let text = |at: usize| found.first().and_then(|row| row.get(at)).unwrap_or_default();
        Ok((text(0).parse().unwrap_or(0), text(1).to_owned()))
    }

    /// Calls `each` with the rows of a query.
    pub(super) async fn rows(&self, query: &str, each: Each<'_>) -> Result<(), ConnectionFailure> {
        let copied = self.0.copy_out(&format!("COPY ({query}) TO STDOUT")).await;
        let mut stream = pin!(copied.map_err(|error| failure_of(&error))?);
        let mut text: Vec<u8> = Vec::new();
        loop {
            let next =
                tokio::time::timeout(PATIENCE, stream.next()).await.map_err(|_| ConnectionFailure::Silent)?;
            let Some(chunk) = next else { return Ok(()) };
            text.extend_from_slice(&chunk.map_err(|error| failure_of(&error))?);
            let mut done = 0;
            while let Some(end) = text[done..].iter().position(|byte| *byte == b'\n') {
                let line = String::from_utf8_lossy(&text[done..done + end]);
                done += end + 1;
                each(&mut line.split('\t').map(unescaped)).map_err(ConnectionFailure::Taking)?;
            }
            text.drain(..done);
            if text.len() > LONGEST {
                return Err(ConnectionFailure::Taking(ReadStop::from(RecordError::TooLong { line: 1 })));
            }
        }
    }
}

/// The value of a text in `COPY` format.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    if text == "\\N" {
        return Cow::Borrowed("");
    }
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        out.push(match characters.next() {
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('v') => '\u{b}',
            Some(other) => other,
            None => '\\',
        });
    }
    Cow::Owned(out)
}

/// A column, described by the name and the category of its type.
fn field(name: String, kind: &str, category: &str, in_key: bool) -> Field {
    let own = format!("t.{}", quoted(&name));
    let (reading, sql) = match (kind, category) {
        (_, "B") => (Reading::Plain, format!("{own}::text AS {}", quoted(&name))),
        ("bytea", _) => {
            (Reading::Plain, format!("'[' || octet_length({own}) || ' bytes]' AS {}", quoted(&name)))
        }
        ("timestamp" | "timestamptz", _) => (Reading::Moment, own),
        ("float4" | "float8" | "numeric", _) => (Reading::Float, own),
        _ => (Reading::Plain, own),
    };
    let is_text = category == "S";
    Field { column: KeyColumn { name, is_text, in_key }, reading, sql }
}

/// TLS by the library that the rest of the program uses, with the system's trusted certificates.
fn encrypted() -> Result<MakeRustlsConnect, String> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_platform_verifier())
        .map_err(|error| error.to_string())?;
    Ok(MakeRustlsConnect::new(config.with_no_client_auth()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_a_copy_are_read_back() {
        for (text, expected) in [
            ("plain", "plain"),
            ("\\N", ""),
            ("a\\tb\\nc", "a\tb\nc"),
            ("back\\\\slash", "back\\slash"),
            ("\\\\N", "\\N"),
            ("cut\\", "cut\\"),
        ] {
            assert_eq!(unescaped(text), expected, "{text}");
        }
    }
}
