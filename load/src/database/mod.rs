//! Databases on a server: a snapshot of the named tables, or of all.
//!
//! All tables are read over one connection, in one read-only transaction that sees a single snapshot. A query
//! counts the rows of a table and adds up their hashes: that is the table's content hash, by which a refresh
//! detects changes without fetching the rows.
//!
//! * `address` - the address of a database, and where its password comes from
//! * `connection` - a connection, its tables and their rows (feature `databases`)
//! * `postgres`, `mysql` - the differences between the servers (feature `databases`)

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::LoadError;
use super::joins::ForeignKeyJoin;
use super::paths::InputFile;
use super::read_ahead::{ReadStop, Rows};
use super::unpack::Stopped;

mod address;
#[cfg(feature = "databases")]
mod connection;
#[cfg(feature = "databases")]
mod mysql;
#[cfg(feature = "databases")]
mod postgres;

pub(super) use address::{DatabaseAddress, DatabaseKind};
pub use address::{database_of, is_database, table_of, with_password};

#[cfg(feature = "databases")]
use connection::Connected;

/// Stands for a connection in a build without the feature.
#[cfg(not(feature = "databases"))]
#[derive(Clone, Debug)]
enum Connected {}

/// How the text of a column is converted into the text of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "databases"),
    allow(dead_code, reason = "constructed from what servers report, and in tests")
)]
enum Reading {
    /// Unchanged.
    Plain,
    /// A time stamp becomes a date if its time is midnight, as in files.
    Moment,
    /// A value that is not finite becomes an empty cell.
    Float,
}

/// A table or view, and how it is read.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) engine: DatabaseKind,
    pub(super) name: String,
    pub(super) view: bool,
    joins: Vec<ForeignKeyJoin>,
    /// Names of the columns of the query, and how each is converted.
    columns: Vec<(String, Reading)>,
    query: String,
    /// The `ORDER BY` clause for reading the rows, which the counting query does not need.
    order: String,
    /// Number of rows, and their approximate size in bytes.
    rows: u64,
    bytes: u64,
    connected: Connected,
}

impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        (&self.name, &self.query) == (&other.name, &other.query)
    }
}

impl Eq for Table {}

impl Table {
    /// Remarks about the table, as full sentences.
    pub(super) fn notes(&self) -> Vec<String> {
        self.joins.iter().map(ForeignKeyJoin::note).collect()
    }
}

/// The requested tables of a database, with what is known of them.
pub(super) struct OpenedDatabase {
    pub(super) tables: Vec<(Table, Print)>,
    /// Tables that this user is not allowed to read.
    pub(super) left_out: Vec<String>,
}

/// The approximate size of a table in bytes, and its content hash.
pub(super) type Print = (u64, String);

/// Connects to a database and describes its tables: those in `wanted`, or all.
///
/// # Errors
///
/// When the server does not answer, refuses, or has no such table; [`LoadError::Cancelled`].
pub(super) fn open(
    address: &DatabaseAddress,
    wanted: &[String],
    stopped: Stopped<'_>,
) -> Result<OpenedDatabase, LoadError> {
    let shown = PathBuf::from(address.shown());
    #[cfg(not(feature = "databases"))]
    {
        let _ = (wanted, stopped);
        let hint = "build it with `--features databases`, or export the tables as CSV or Parquet";
        Err(LoadError::new(&shown, None, "this build of trustuqa reads no databases", hint))
    }
    #[cfg(feature = "databases")]
    connection::open(address, &shown, wanted, stopped)
}

/// The current content hashes, by name, of the tables of a database, or of those that are wanted. Tables that
/// do not exist are left out.
///
/// # Errors
///
/// When the server does not answer or refuses; [`LoadError::Cancelled`].
pub fn database_prints(
    database: &Path,
    wanted: Option<&[String]>,
    stopped: &mut dyn FnMut() -> bool,
) -> Result<BTreeMap<String, String>, LoadError> {
    let (address, _) = DatabaseAddress::parse(database)?;
    let wanted = match wanted {
        #[cfg(feature = "databases")]
        Some(wanted) => match connection::present(&address, wanted)? {
            none if none.is_empty() => return Ok(BTreeMap::new()),
            present => present,
        },
        #[cfg(not(feature = "databases"))]
        Some(wanted) => wanted.to_vec(),
        // No name means all tables.
        None => Vec::new(),
    };
    let opened = open(&address, &wanted, &mut |_| stopped())?;
    Ok(opened.tables.into_iter().map(|(table, (_, hash))| (table.name, hash)).collect())
}

/// Reads a table, after the names of its columns; at most `most` rows.
pub(super) fn read(
    shown: &Path,
    table: &Table,
    most: Option<usize>,
    out: &mut Rows<'_>,
) -> Result<(), ReadStop> {
    table.columns.iter().for_each(|(name, _)| out.cell(name));
    out.end(1)?;
    #[cfg(not(feature = "databases"))]
    {
        let _ = (shown, most, &table.order, table.rows, table.bytes, &table.connected);
        Ok(())
    }
    #[cfg(feature = "databases")]
    {
        let query = match most {
            Some(most) => format!("{}{} LIMIT {most}", table.query, table.order),
            None => format!("{}{}", table.query, table.order),
        };
        let mut count = 0_u64;
        let mut each = |cells: &mut dyn Iterator<Item = std::borrow::Cow<'_, str>>| {
            count += 1;
            let mut readings = table.columns.iter().map(|(_, reading)| *reading);
            cells.for_each(|cell| out.cell(tidy(readings.next().unwrap_or(Reading::Plain), &cell)));
            if count.is_multiple_of(256) {
                out.read(table.bytes.saturating_mul(count) / table.rows.max(count));
            }
            out.end(count)
        };
        table.connected.rows(shown, &query, &mut each)
    }
}

/// The text of a cell.
#[cfg_attr(
    not(feature = "databases"),
    allow(dead_code, reason = "called for cells of servers, and in tests")
)]
fn tidy(reading: Reading, text: &str) -> &str {
    match reading {
        Reading::Plain => text,
        Reading::Float if matches!(text, "NaN" | "Infinity" | "-Infinity") => "",
        Reading::Float => text,
        Reading::Moment => {
            let local = text.strip_suffix("+00").unwrap_or(text);
            if local.starts_with("0000-00-00") {
                return "";
            }
            local.strip_suffix(" 00:00:00").unwrap_or(local)
        }
    }
}

/// Combines tables of one database that were named separately into one input, at the position of the first.
///
/// # Errors
///
/// When an address cannot be parsed.
pub(super) fn gather(paths: &[PathBuf]) -> Result<Vec<InputFile>, LoadError> {
    let mut databases: Vec<(DatabaseAddress, InputFile)> = Vec::new();
    for path in paths {
        let (address, table) = DatabaseAddress::parse(path)?;
        let at = databases.iter().position(|(known, _)| *known == address);
        let at = at.unwrap_or_else(|| {
            let name = address.database().into_owned();
            databases.push((address, InputFile::new(path.clone(), name)));
            databases.len() - 1
        });
        let (address, input) = &mut databases[at];
        match table {
            None => input.all_of = Some(PathBuf::from(address.shown())),
            Some(table) if !input.tables.contains(&table) => input.tables.push(table),
            Some(_) => {}
        }
    }
    let whole = |(_, mut input): (DatabaseAddress, InputFile)| {
        if input.all_of.is_some() {
            input.tables.clear();
        }
        input
    };
    Ok(databases.into_iter().map(whole).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_and_floats_are_as_in_files() {
        for (reading, text, expected) in [
            (Reading::Moment, "2024-03-01 00:00:00", "2024-03-01"),
            (Reading::Moment, "2024-03-01 10:30:00+00", "2024-03-01 10:30:00"),
            (Reading::Moment, "0000-00-00 00:00:00", ""),
            (Reading::Float, "NaN", ""),
            (Reading::Float, "1e+20", "1e+20"),
            (Reading::Plain, "NaN", "NaN"),
        ] {
            assert_eq!(tidy(reading, text), expected, "{text}");
        }
    }

    #[test]
    fn tables_of_one_database_are_read_together() {
        let paths: Vec<PathBuf> = [
            "postgres://me@h/shop:orders",
            "mysql://me@h/shop",
            "postgres://me@h/shop:people",
            "postgres://me@h/shop:orders",
            "mysql://me@h/shop:orders",
        ]
        .map(PathBuf::from)
        .to_vec();
        let found = gather(&paths).unwrap();
        let all_of = |input: &InputFile| input.all_of.clone();
        let found: Vec<_> =
            found.iter().map(|input| (input.name.as_str(), input.tables.join(" "), all_of(input))).collect();
        let mysql = Some(PathBuf::from("mysql://me@h/shop"));
        assert_eq!(found, [("shop", "orders people".to_owned(), None), ("shop", String::new(), mysql)]);
    }
}
