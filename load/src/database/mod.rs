//! Databases that a server has: a snapshot of the tables that are named, or of all.
//!
//! All tables are read over one connection in one transaction that sees one moment and can write
//! nothing. A query counts the rows of a table and adds up their hashes: that is the table's content
//! hash, by which a refresh finds out what has changed without fetching it.
//!
//! * `address` - where a database is, and who knows its password
//! * `postgres`, `mysql` - what is different between servers (feature `databases`)

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

/// A connection in a build that has none.
#[cfg(not(feature = "databases"))]
#[derive(Clone, Debug)]
enum Connected {}

/// How the text of a column becomes the text of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "databases"), expect(dead_code, reason = "servers tell it"))]
enum Reading {
    /// As it is.
    Plain,
    /// A moment is a date when its time is midnight, as in files.
    Moment,
    /// What is not finite is no value.
    Float,
}

/// A table or view, and what is read of it.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) engine: DatabaseKind,
    pub(super) name: String,
    pub(super) view: bool,
    joins: Vec<ForeignKeyJoin>,
    /// Names of what the query gives, and how it is read.
    columns: Vec<(String, Reading)>,
    query: String,
    /// In which order its rows are read, which asks nothing of what only counts them.
    order: String,
    /// How many rows there are, and about how many bytes these take.
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
    /// What is said of the table, as full sentences.
    pub(super) fn notes(&self) -> Vec<String> {
        self.joins.iter().map(ForeignKeyJoin::note).collect()
    }
}

/// The tables of a database that were asked for, and what there is to know of them.
pub(super) struct OpenedDatabase {
    pub(super) tables: Vec<(Table, Print)>,
    /// Tables that this user may not read.
    pub(super) left_out: Vec<String>,
}

/// About how many bytes a table takes, and the hash of its content.
pub(super) type Print = (u64, String);

/// Connects to a database and looks at its tables: those in `wanted`, or all.
///
/// # Errors
///
/// A server that does not answer, refuses, or has no such table; [`LoadError::Cancelled`].
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

/// The tables of a database, or those that are wanted, as they are now: their content hashes by name.
/// What is not there is left out.
///
/// # Errors
///
/// A server that does not answer or refuses; [`LoadError::Cancelled`].
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
        // All are read when none is named.
        None => Vec::new(),
    };
    let opened = open(&address, &wanted, &mut |_| stopped())?;
    Ok(opened.tables.into_iter().map(|(table, (_, hash))| (table.name, hash)).collect())
}

/// Reads a table, the names of its columns first; no more than `most` rows.
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
#[cfg_attr(not(feature = "databases"), expect(dead_code, reason = "servers give cells"))]
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

/// Puts the tables of one database that are named one by one together, in the place of the first.
///
/// # Errors
///
/// An address that cannot be read.
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
