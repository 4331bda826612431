//! SQLite: every table and view is a table. A library reads the file, which is never written to.
//!
//! Foreign keys become columns, see `joins`.

use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::limits::Limit;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};

use super::LoadError;
use super::columnar::{bytes, float};
use super::error::short;
use super::joins::{self, ForeignKey, ForeignKeyJoin, KeyColumn};
use super::read_ahead::{ReadStop, Rows};
use super::records::LONGEST;

/// A view that runs longer than this without returning a row is abandoned.
const PATIENCE: Duration = Duration::from_secs(120);
/// Steps of SQLite's virtual machine between two checks of the time.
const STEPS: i32 = 100_000;

/// A table or view, and how it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) view: bool,
    joins: Vec<ForeignKeyJoin>,
    rows: Option<u64>,
}

impl Table {
    /// Remarks about the table, as full sentences.
    pub(super) fn notes(&self) -> Vec<String> {
        self.joins.iter().map(ForeignKeyJoin::note).collect()
    }
}

fn open(path: &Path, shown: &Path) -> Result<Connection, LoadError> {
    let open = |immutable: &str| -> rusqlite::Result<Connection> {
        let flags =
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(uri(path, immutable), flags)?;
        // A malicious file must not make the library do more than read tables.
        connection.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
        connection.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST as i32)?;
        connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
        Ok(connection)
    };
    // A database with a journal in a read-only folder is read as it is.
    open("").or_else(|_| open("&immutable=1")).map_err(|error| damaged(shown, &error))
}

/// The path as a URI, in which SQLite accepts options.
fn uri(path: &Path, immutable: &str) -> String {
    let mut uri = String::from("file:");
    for byte in std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                uri.push(char::from(*byte))
            }
            other => uri.push_str(&format!("%{other:02x}")),
        }
    }
    uri + "?mode=ro" + immutable
}

fn damaged(shown: &Path, error: &rusqlite::Error) -> LoadError {
    LoadError::damaged(shown, &short(&error.to_string()))
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// The tables and views of a database.
///
/// # Errors
///
/// When a database is damaged or encrypted.
pub(super) fn tables(path: &Path, shown: &Path) -> Result<Vec<Table>, LoadError> {
    let connection = open(path, shown)?;
    survey(&connection).map_err(|error| damaged(shown, &error))
}

fn survey(connection: &Connection) -> rusqlite::Result<Vec<Table>> {
    let listed = "SELECT l.name, l.type FROM pragma_table_list l JOIN sqlite_schema s ON s.name = l.name \
                  WHERE l.schema = 'main' AND l.type IN ('table', 'view', 'virtual') \
                  AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY s.rowid";
    let mut listing = connection.prepare(listed)?;
    let found = listing.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
    let mut tables = Vec::new();
    for table in found {
        let (name, kind) = table?;
        let view = kind == "view";
        let joins = if view { Vec::new() } else { joins(connection, &name)? };
        let rows = if view { None } else { rows(connection, &name) };
        tables.push(Table { name, view, joins, rows });
    }
    Ok(tables)
}

/// Approximate number of rows of a table: the largest row id, which is found quickly.
fn rows(connection: &Connection, table: &str) -> Option<u64> {
    let sql = format!("SELECT max(rowid) FROM {}", quoted(table));
    let largest = connection.query_row(&sql, [], |row| row.get::<_, Option<i64>>(0)).ok()??;
    u64::try_from(largest).ok()
}

fn columns(connection: &Connection, table: &str) -> rusqlite::Result<Vec<KeyColumn>> {
    let mut info = connection.prepare("SELECT name, type, pk FROM pragma_table_info(?1)")?;
    let rows = info.query_map([table], |row| {
        let kind = row.get::<_, String>(1)?.to_uppercase();
        let is_text = ["CHAR", "TEXT", "CLOB"].iter().any(|word| kind.contains(word));
        Ok(KeyColumn { name: row.get(0)?, is_text, in_key: row.get::<_, i64>(2)? > 0 })
    })?;
    rows.collect()
}

/// The foreign keys of a table that can be followed.
fn joins(connection: &Connection, table: &str) -> rusqlite::Result<Vec<ForeignKeyJoin>> {
    let mut listing = connection.prepare(
        "SELECT \"table\", \"from\", \"to\", (SELECT count(*) FROM pragma_foreign_key_list(?1) o WHERE o.id = f.id) \
         FROM pragma_foreign_key_list(?1) f ORDER BY id",
    )?;
    let keys = listing.query_map([table], |row| {
        let (other, from): (String, String) = (row.get(0)?, row.get(1)?);
        Ok((other, from, row.get::<_, Option<String>>(2)?, row.get::<_, i64>(3)?))
    })?;
    let mut found: Vec<(String, String, Option<String>, Vec<KeyColumn>)> = Vec::new();
    for key in keys {
        let (other, from, to, parts) = key?;
        if parts == 1 {
            let others = columns(connection, &other)?;
            found.push((other, from, to, others));
        }
    }
    let keys = found.iter().map(|(table, from, to, columns)| ForeignKey {
        from: from.clone(),
        table: table.clone(),
        quoted: quoted(table),
        columns,
        to: to.clone(),
    });
    Ok(joins::follow(&columns(connection, table)?, keys.collect()))
}

/// Reads a table, after the names of its columns.
pub(super) fn read(path: &Path, shown: &Path, table: &Table, out: &mut Rows<'_>) -> Result<(), ReadStop> {
    let mut connection = open(path, shown)?;
    let size = std::fs::metadata(path).map_or(0, |data| data.len());
    let started = Instant::now();
    let waiting = std::sync::Arc::new(std::sync::atomic::AtomicU64::new(0));
    let last = waiting.clone();
    let late = move || {
        let since =
            started.elapsed().as_secs().saturating_sub(last.load(std::sync::atomic::Ordering::Relaxed));
        since > PATIENCE.as_secs()
    };
    let failed = |error: rusqlite::Error| ReadStop::from(damaged(shown, &error));
    connection.progress_handler(STEPS, Some(late)).map_err(failed)?;
    let mut statement = connection.prepare(&select(table)).map_err(failed)?;
    let names = statement.column_names().map(str::to_owned).collect::<Vec<_>>();
    names.iter().for_each(|name| out.cell(name));
    out.end(1)?;
    let mut rows = statement.query([]).map_err(failed)?;
    let mut count = 0_u64;
    while let Some(row) = rows.next().map_err(failed)? {
        count += 1;
        for at in 0..names.len() {
            match row.get_ref(at).map_err(failed)? {
                ValueRef::Null => out.written(|_| {}),
                ValueRef::Integer(value) => out.written(|cell| {
                    // Writing to a string cannot fail.
                    let _ = write!(cell, "{value}");
                }),
                ValueRef::Real(value) => out.written(|cell| float(value, cell)),
                ValueRef::Text(text) => out.cell(&String::from_utf8_lossy(text)),
                ValueRef::Blob(value) => {
                    let mut cell = String::new();
                    bytes(value, &mut cell);
                    out.cell(&cell);
                }
            }
        }
        if count.is_multiple_of(1024) {
            waiting.store(started.elapsed().as_secs(), std::sync::atomic::Ordering::Relaxed);
            out.read(table.rows.map_or(0, |rows| size.saturating_mul(count) / rows.max(count)));
        }
        out.end(count)?;
    }
    Ok(())
}

fn select(table: &Table) -> String {
    let joined = table.joins.iter().map(|join| format!(", {}", join.sql(quoted)));
    format!("SELECT t.*{} FROM {} t", joined.collect::<String>(), quoted(&table.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_may_have_any_characters() {
        assert_eq!(uri(Path::new("/a b/c?d#.db"), ""), "file:/a%20b/c%3fd%23.db?mode=ro");
    }
}
