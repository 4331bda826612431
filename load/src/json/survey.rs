//! Finds the tables and columns of a JSON file.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use encoding_rs::Encoding;
use serde_json::{Map, Value};

use super::super::read_ahead::ReadStop;
use super::super::records::RecordError;
use super::super::table::explain;
use super::super::{LoadError, encoding};
use super::split::{Piece, Split};
use super::{JsonLayout, Link, MemberContent, Table, each_record, parts};

/// Maximum number of columns of one table; if there are more, the member names are data.
const COLUMNS: usize = 10_000;
/// Maximum number of tables of one file.
const TABLES: usize = 1_000;
/// Maximum bytes of the names of all columns.
const NAMES: usize = 16 << 20;

/// Names of key columns, best first.
const KEYS: [&str; 7] = ["id", "_id", "ID", "Id", "key", "uuid", "code"];

/// The tables of a file, beginning with the records, and the members of the outer object that are left out.
///
/// # Errors
///
/// When a file has no records, or cannot be read to its end.
pub(in super::super) fn tables(
    path: &Path,
    shown: &Path,
    encoding: &'static Encoding,
    stem: &str,
) -> Result<(Vec<Table>, Vec<String>), LoadError> {
    let open = || encoding::open(path, encoding).map_err(|error| LoadError::io(shown, "read it", &error));
    let layout = layout(shown, &mut || Ok(open()?.input))?;
    let mut survey = Survey::new(stem);
    let mut bad = None;
    let read = each_record(open()?.input, layout, &mut |_, member, record| {
        // Errors of a record are reported when its table is loaded, where it may be skipped.
        if let Ok(record) = &record {
            survey.record(member, &[], record).map_err(|what| {
                let hint = "write records whose names are the same, with what differs as a value";
                ReadStop::from(LoadError::new(shown, None, what, hint))
            })?;
        } else {
            bad = bad.take().or_else(|| record.err());
        }
        Ok(())
    });
    if let Err(ReadStop::Failed(error)) = read {
        return Err(as_error(shown, error));
    }
    let left_out = if layout == JsonLayout::Members { others(shown, open()?.input) } else { Vec::new() };
    let found = survey.finish(layout);
    if found.is_empty() {
        if let Some(error) = bad {
            return Err(as_error(shown, error));
        }
        let what = "this JSON has no records";
        let hint = "a table is an array of objects, `[{\"name\": 1}]`, or one object a line";
        return Err(LoadError::new(shown, None, what, hint));
    }
    Ok((found, left_out))
}

fn as_error(shown: &Path, error: RecordError) -> LoadError {
    match explain(shown, error) {
        Ok((line, what, hint)) => LoadError::new(shown, Some(line), what, hint),
        Err(error) => error,
    }
}

/// How the records are arranged in a file.
fn layout(
    shown: &Path,
    open: &mut dyn FnMut() -> Result<Box<dyn std::io::BufRead>, LoadError>,
) -> Result<JsonLayout, LoadError> {
    let mut split = Split::new(open()?, JsonLayout::Values);
    match split.peek().map_err(|error| as_error(shown, error))? {
        Some(b'[') => return Ok(JsonLayout::Elements),
        Some(b'{') => {}
        Some(_) => {
            let hint = "a table is an array of objects, `[{\"name\": 1}]`, or one object a line";
            return Err(LoadError::new(shown, Some(1), "this JSON has no records", hint));
        }
        None => return Err(LoadError::new(shown, None, "the file is empty", "leave it out")),
    }
    match split.next() {
        Ok(_) => {}
        // An object that is longer than any record contains the records.
        Err(RecordError::TooLong { .. }) => return Ok(JsonLayout::Members),
        Err(error) => return Err(as_error(shown, error)),
    }
    if !matches!(split.peek(), Ok(None)) {
        return Ok(JsonLayout::Values);
    }
    let records = |value: &Value| value.as_array().is_some_and(|list| list.iter().any(Value::is_object));
    let around = serde_json::from_slice::<Map<String, Value>>(&split.value);
    Ok(match around {
        Ok(object) if object.values().any(records) => JsonLayout::Members,
        _ => JsonLayout::Values,
    })
}

/// The members of the outer object that are not arrays.
fn others(shown: &Path, input: Box<dyn std::io::BufRead>) -> Vec<String> {
    const LISTED: usize = 20;
    let mut split = Split::new(input, JsonLayout::Members);
    let mut names = Vec::new();
    while let Ok(Some(piece)) = split.next() {
        if piece == Piece::Other && names.len() < LISTED {
            names.push(format!("`{}` of {}", split.member, shown.display()));
        }
    }
    names
}

/// What is known of a table so far.
struct TableSurvey {
    member: String,
    path: Vec<String>,
    columns: Vec<String>,
    taken: HashSet<String>,
    /// Number of records with each of the keys.
    keys: [u64; KEYS.len()],
    rows: u64,
    flattened: Vec<String>,
    linked: Vec<String>,
}

struct Survey<'s> {
    stem: &'s str,
    known: Vec<TableSurvey>,
    at: HashMap<(String, Vec<String>), usize>,
    names: usize,
}

impl Survey<'_> {
    fn new(stem: &str) -> Survey<'_> {
        Survey { stem, known: Vec::new(), at: HashMap::new(), names: 0 }
    }

    fn table(&mut self, member: &str, path: &[String]) -> Result<usize, String> {
        let key = (member.to_owned(), path.to_vec());
        if let Some(at) = self.at.get(&key) {
            return Ok(*at);
        }
        if self.known.len() == TABLES {
            return Err(format!("the lists of this file make more than {TABLES} tables"));
        }
        self.at.insert(key, self.known.len());
        self.known.push(TableSurvey {
            member: member.to_owned(),
            path: path.to_vec(),
            columns: Vec::new(),
            taken: HashSet::new(),
            keys: [0; KEYS.len()],
            rows: 0,
            flattened: Vec::new(),
            linked: Vec::new(),
        });
        Ok(self.known.len() - 1)
    }

    /// Registers the columns of a record, and its nested tables.
    fn record(&mut self, member: &str, path: &[String], record: &Map<String, Value>) -> Result<(), String> {
        let at = self.table(member, path)?;
        self.known[at].rows += 1;
        let mut lists = Vec::new();
        let (known, names) = (&mut self.known[at], &mut self.names);
        let mut column = |known: &mut TableSurvey, name: String| {
            if !known.taken.contains(&name) {
                *names += name.len();
                known.taken.insert(name.clone());
                known.columns.push(name);
            }
        };
        parts(record, "", 0, &mut |part| match part {
            MemberContent::Cell(name, value) => {
                if !matches!(value, Value::Null)
                    && let Some(key) = KEYS.iter().position(|key| *key == name)
                {
                    known.keys[key] += 1;
                }
                column(known, name);
            }
            MemberContent::Object(name) if !known.flattened.contains(&name) && known.flattened.len() < 20 => {
                known.flattened.push(name);
            }
            MemberContent::Object(_) => {}
            MemberContent::List(name, values) => {
                if !known.linked.contains(&name) && known.linked.len() < 20 {
                    known.linked.push(name.clone());
                }
                lists.push((name, values));
            }
        });
        if known.columns.len() > COLUMNS || self.names > NAMES {
            return Err(format!(
                "the records of this file have more than {COLUMNS} names, or very long ones"
            ));
        }
        for (name, values) in lists {
            let path: Vec<String> = path.iter().cloned().chain([name]).collect();
            for value in values {
                match value {
                    Value::Object(object) => self.record(member, &path, object)?,
                    other => {
                        self.record(member, &path, &Map::from_iter([("value".to_owned(), other.clone())]))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn finish(self, layout: JsonLayout) -> Vec<Table> {
        let key_of = |known: &TableSurvey| {
            let every = known.keys.iter().position(|count| *count == known.rows);
            every.map(|at| KEYS[at].to_owned())
        };
        let called = |member: &str, path: &[String]| {
            let inner = path.last().map(String::as_str).or((!member.is_empty()).then_some(member));
            inner.unwrap_or(self.stem).to_owned()
        };
        let table = |known: &TableSurvey| {
            let parent = known.path.split_last().and_then(|(_, before)| {
                self.at.get(&(known.member.clone(), before.to_vec())).map(|at| &self.known[*at])
            });
            let link = parent.map(|parent| {
                let (key, parent) = (key_of(parent), called(&parent.member, &parent.path));
                let column = match &key {
                    Some(_) => format!("{parent} id"),
                    None => format!("{parent} row"),
                };
                Link { column: free(&known.taken, column), key, parent }
            });
            let own = called(&known.member, &known.path);
            let numbered = !known.linked.is_empty() && key_of(known).is_none();
            let names: Vec<&str> = [known.member.as_str()]
                .into_iter()
                .chain(known.path.iter().map(String::as_str))
                .filter(|name| !name.is_empty())
                .collect();
            Table {
                name: names.join("/"),
                layout,
                member: known.member.clone(),
                path: known.path.clone(),
                columns: known.columns.clone(),
                link,
                number: numbered.then(|| format!("{own} row")),
                flattened: known.flattened.clone(),
                linked: known.linked.clone(),
            }
        };
        self.known
            .iter()
            .filter(|known| !known.columns.is_empty() || !known.linked.is_empty())
            .map(table)
            .collect()
    }
}

/// A variant of the name that no column has.
fn free(taken: &HashSet<String>, name: String) -> String {
    let mut free = name.clone();
    while taken.contains(&free) {
        free.push_str(" of the file");
    }
    free
}
