//! JSON and JSON Lines. Records are objects: in an array, one per line, or in arrays that are members of one
//! object, each of which is a table.
//!
//! A member of a record that is an object becomes one column for each of its members (`address.city`); a list
//! of values becomes a cell that lists them; a list of objects becomes a table of its own, linked to its
//! record by the record's key, or by the number of its row when it has none.
//!
//! A file is read once to find its tables and columns, and once for each table.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | the tables of a file, and their rows |
//! | `split.rs` | where a record begins and ends |
//! | `survey.rs` | which tables and columns there are |

use std::collections::HashMap;
use std::io::BufRead;
use std::path::Path;

use encoding_rs::Encoding;
use serde_json::{Map, Value};

use super::columnar::float;
use super::read_ahead::{ReadStop, Rows};
use super::records::RecordError;
use super::{LoadError, encoding};
use split::{Piece, Split};

pub(super) use split::JsonLayout;
pub(super) use survey::tables;

mod split;
mod survey;

/// Maximum nesting of objects that become columns; deeper ones stay JSON text.
const DEEPEST: usize = 8;

/// A table of a file, and how it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    /// Empty for the records themselves, else the name of the linked table.
    pub(super) name: String,
    layout: JsonLayout,
    /// The member of the outer object whose array has the records of this table.
    member: String,
    /// The lists that lead from a record to the rows of this table.
    path: Vec<String>,
    columns: Vec<String>,
    /// The column that links a row to its record.
    link: Option<Link>,
    /// The column that numbers the rows for linked tables, because no column is a key.
    number: Option<String>,
    /// Objects that became columns, and lists that became tables.
    flattened: Vec<String>,
    linked: Vec<String>,
}

/// The link column of a linked table.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Link {
    column: String,
    /// The key column of the linked record; without one, its row number is used.
    key: Option<String>,
    /// The word before the row number of the linked record.
    parent: String,
}

impl Table {
    /// Remarks about the table, as full sentences.
    pub(super) fn notes(&self) -> Vec<String> {
        let quoted = |names: &[String]| {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            names.join(", ")
        };
        let mut notes = Vec::new();
        if !self.flattened.is_empty() {
            notes.push(format!("Each member of {} became a column of its own.", quoted(&self.flattened)));
        }
        if !self.linked.is_empty() {
            notes.push(format!("The lists {} became tables of their own.", quoted(&self.linked)));
        }
        if let Some(link) = &self.link {
            notes.push(format!("`{}` says which row of `{}` a row belongs to.", link.column, link.parent));
        }
        notes
    }
}

/// Called with a record, its line and its member of the outer object, or with the record's error.
type OnRecord<'e> =
    &'e mut dyn FnMut(u64, &str, Result<Map<String, Value>, RecordError>) -> Result<(), ReadStop>;

/// The records of a text.
fn each_record<R: BufRead>(input: R, layout: JsonLayout, each: OnRecord<'_>) -> Result<(), ReadStop> {
    let mut split = Split::new(input, layout);
    loop {
        match split.next() {
            Ok(None) => return Ok(()),
            Ok(Some(Piece::Other)) => {}
            Ok(Some(Piece::Record(line))) => {
                let record = record(line, &split.value);
                each(line, &split.member, record)?;
            }
            Err(error @ RecordError::TooLong { line }) => each(line, &split.member, Err(error))?,
            Err(error) => return Err(error.into()),
        }
    }
}

fn record(line: u64, value: &[u8]) -> Result<Map<String, Value>, RecordError> {
    let bad = |what: String, hint| RecordError::Row { line, what, hint };
    match serde_json::from_slice(value) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(bad(
            "a record must be an object, `{…}`, and this is not one".to_owned(),
            "make it an object with names",
        )),
        Err(error) => {
            let message = error.to_string();
            let what = message.split(" at line ").next().unwrap_or(&message);
            Err(bad(format!("this is not valid JSON: {what}"), "correct the record"))
        }
    }
}

/// What a member of a record yields.
enum MemberContent<'v> {
    /// A cell of this column.
    Cell(String, &'v Value),
    /// An object whose members become columns.
    Object(String),
    /// The rows of a linked table.
    List(String, &'v [Value]),
}

/// Visits the members of a record; nested objects are flattened into columns.
fn parts<'v>(
    record: &'v Map<String, Value>,
    before: &str,
    depth: usize,
    each: &mut dyn FnMut(MemberContent<'v>),
) {
    for (name, value) in record {
        let name = if before.is_empty() { name.clone() } else { format!("{before}.{name}") };
        match value {
            Value::Object(object) if depth < DEEPEST && !object.is_empty() => {
                if before.is_empty() {
                    each(MemberContent::Object(name.clone()));
                }
                parts(object, &name, depth + 1, each);
            }
            Value::Array(list) if list.iter().any(Value::is_object) => each(MemberContent::List(name, list)),
            _ => each(MemberContent::Cell(name, value)),
        }
    }
}

/// Writes a value as the text of a cell.
fn write_value(value: &Value, out: &mut String) {
    match value {
        Value::Null => {}
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(number), ..) => out.push_str(&number.to_string()),
            (_, Some(number), _) => out.push_str(&number.to_string()),
            (.., Some(number)) => float(number, out),
            _ => {}
        },
        Value::String(text) => out.push_str(text),
        Value::Array(list) if !list.iter().any(|value| value.is_array() || value.is_object()) => {
            for (at, value) in list.iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                write_value(value, out);
            }
        }
        Value::Object(object) if object.is_empty() => {}
        other => out.push_str(&other.to_string()),
    }
}

/// Reads the rows of a table, after the names of its columns.
pub(super) fn read(
    path: &Path,
    shown: &Path,
    encoding: &'static Encoding,
    table: &Table,
    out: &mut Rows<'_>,
) -> Result<(), ReadStop> {
    let text = encoding::open(path, encoding).map_err(|error| LoadError::io(shown, "read it", &error))?;
    let mut writer = Writer::new(table);
    writer.header(out)?;
    let bytes = text.bytes;
    each_record(text.input, table.layout, &mut |line, member, record| {
        out.read(bytes.get());
        if member != table.member {
            return Ok(());
        }
        match record {
            Ok(record) => writer.record(line, &record, out),
            // Errors of records are reported with the table of the records, not again with linked tables.
            Err(_) if !table.path.is_empty() => Ok(()),
            Err(error) => out.error(error),
        }
    })
}

/// Writes the rows of a table.
struct Writer<'t> {
    table: &'t Table,
    at: HashMap<&'t str, usize>,
    cells: Vec<String>,
    /// Rows so far at each list of the path, beginning with the records.
    numbers: Vec<u64>,
}

impl<'t> Writer<'t> {
    fn new(table: &'t Table) -> Writer<'t> {
        let at = table.columns.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
        let cells = vec![String::new(); table.columns.len()];
        Writer { table, at, cells, numbers: vec![0; table.path.len() + 1] }
    }

    fn header(&self, out: &mut Rows<'_>) -> Result<(), ReadStop> {
        let own = self.table.link.iter().map(|link| &link.column).chain(&self.table.number);
        own.chain(&self.table.columns).for_each(|name| out.cell(name));
        out.end(1)
    }

    fn record(&mut self, line: u64, record: &Map<String, Value>, out: &mut Rows<'_>) -> Result<(), ReadStop> {
        self.numbers[0] += 1;
        self.descend(line, record, 0, None, out)
    }

    /// Writes the rows at the end of the path, following its lists from this one on.
    fn descend(
        &mut self,
        line: u64,
        record: &Map<String, Value>,
        depth: usize,
        link: Option<String>,
        out: &mut Rows<'_>,
    ) -> Result<(), ReadStop> {
        let table = self.table;
        let Some(name) = table.path.get(depth) else { return self.row(line, record, link, out) };
        let number = self.numbers[depth];
        let mut list = None;
        let (mut key, wanted) = (None, table.link.as_ref().and_then(|link| link.key.as_deref()));
        parts(record, "", 0, &mut |part| match part {
            MemberContent::List(part, values) if part == *name => list = Some(values),
            MemberContent::Cell(part, value) if Some(part.as_str()) == wanted => key = Some(value),
            _ => {}
        });
        let Some(list) = list else { return Ok(()) };
        let link = match (&table.link, key) {
            (Some(_), Some(value)) => {
                let mut text = String::new();
                write_value(value, &mut text);
                Some(text)
            }
            (Some(Link { parent, .. }), None) => Some(format!("{parent} {number}")),
            (None, _) => None,
        };
        for value in list {
            self.numbers[depth + 1] += 1;
            match value {
                Value::Object(object) => self.descend(line, object, depth + 1, link.clone(), out)?,
                other => {
                    let single = Map::from_iter([("value".to_owned(), other.clone())]);
                    self.descend(line, &single, depth + 1, link.clone(), out)?;
                }
            }
        }
        Ok(())
    }

    fn row(
        &mut self,
        line: u64,
        record: &Map<String, Value>,
        link: Option<String>,
        out: &mut Rows<'_>,
    ) -> Result<(), ReadStop> {
        self.cells.iter_mut().for_each(String::clear);
        let (at, cells) = (&self.at, &mut self.cells);
        parts(record, "", 0, &mut |part| {
            if let MemberContent::Cell(name, value) = part
                && let Some(cell) = at.get(name.as_str()).and_then(|at| cells.get_mut(*at))
            {
                cell.clear();
                write_value(value, cell);
            }
        });
        if self.table.link.is_some() {
            out.cell(&link.unwrap_or_default());
        }
        if let Some(number) = &self.table.number {
            let row = self.numbers.last().copied().unwrap_or_default();
            out.cell(&format!("{} {row}", number.strip_suffix(" row").unwrap_or(number)));
        }
        // Empty cells after the last value are omitted.
        let filled = self.cells.iter().rposition(|cell| !cell.is_empty()).map_or(1, |last| last + 1);
        self.cells.iter().take(filled).for_each(|cell| out.cell(cell));
        out.end(line)
    }
}
