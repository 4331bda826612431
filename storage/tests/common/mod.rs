//! Small sources, and helpers that several tests use.
#![allow(clippy::unwrap_used, reason = "a helper of a test that cannot go on ends the test")]
#![allow(dead_code, reason = "each test file uses its own part")]

use std::path::Path;

use redb::{ReadableDatabase, ReadableTableMetadata, TableHandle};
use trustuqa_storage::{
    Date, Graph, Interval, Load, NewFact, Place, Result, SourceKind, SourceLoad, SourceSpec, Whole,
};

/// The fields of one line.
#[derive(Clone, Copy)]
pub struct Line(pub &'static [&'static str]);

/// A small source as it might be in a file. An empty field of a table is not a cell.
#[derive(Clone, Copy)]
pub struct Small {
    pub name: &'static str,
    pub kind: SourceKind,
    pub header: &'static [&'static str],
    pub lines: &'static [Line],
}

pub const TABLE: Small = Small {
    name: "films.csv",
    kind: SourceKind::Table,
    header: &["Title", "Note", "Year"],
    lines: &[Line(&["Hedwig", "", "2001"]), Line(&["Shortbus", "", "2006"])],
};

pub const KG: Small = Small {
    name: "films.nt",
    kind: SourceKind::Kg,
    header: &[],
    lines: &[
        Line(&["Hedwig", "directed_by", "John Cameron Mitchell"]),
        Line(&["Shortbus", "directed_by", "John Cameron Mitchell"]),
    ],
};

pub const TKG: Small = Small {
    name: "awards.tsv",
    kind: SourceKind::Tkg,
    header: &[],
    lines: &[
        Line(&["Best Actor", "winner", "Someone", "2002", "2002"]),
        Line(&["Best Actor", "winner", "Other", "2003", ""]),
    ],
};

pub fn spec(name: &str, kind: SourceKind) -> SourceSpec {
    SourceSpec {
        name: name.to_owned(),
        kind,
        file: format!("/data/{name}"),
        content_hash: "00".to_owned(),
        whole: Some(whole()),
    }
}

/// The folder that every source is loaded with all of.
pub fn whole() -> Whole {
    Whole { path: "/data".to_owned(), kind: Some(SourceKind::Table), skip_bad: false }
}

pub fn place(line: u32) -> Place {
    Place { line, row: None, column: None }
}

/// Adds a fact from each of these names to itself.
pub fn loops(
    source: &mut SourceLoad<'_>,
    relation: &str,
    names: impl IntoIterator<Item = String>,
) -> Result<()> {
    let relation = source.intern(relation)?;
    for (line, name) in (1..).zip(names) {
        let head = source.intern(&name)?;
        source.fact(NewFact { head, relation, tail: head, interval: None, place: place(line) })?;
    }
    Ok(())
}

/// Loads sources in one transaction.
pub fn load(graph: &Graph, sources: &[Small]) -> Result<()> {
    load_by(graph.load()?, sources)
}

/// The same, by a load that was begun.
pub fn load_by(mut load: Load, sources: &[Small]) -> Result<()> {
    for small in sources {
        let mut source = load.begin_source(spec(small.name, small.kind))?;
        for (column, name) in small.header.iter().enumerate() {
            let node = source.intern(name)?;
            source.relation_column(node, column as u16);
        }
        for (index, Line(fields)) in small.lines.iter().enumerate() {
            let number = index as u32 + 1;
            if small.kind == SourceKind::Table {
                let head = source.row(number)?;
                for (column, field) in fields.iter().enumerate().filter(|(_, field)| !field.is_empty()) {
                    let (relation, tail) = (source.intern(small.header[column])?, source.intern(field)?);
                    let place = Place { line: number + 1, row: Some(number), column: Some(column as u16) };
                    source.fact(NewFact { head, relation, tail, interval: None, place })?;
                }
                continue;
            }
            let interval = (small.kind == SourceKind::Tkg)
                .then(|| Interval { start: Date::parse(fields[3]), end: Date::parse(fields[4]) });
            let relation = source.intern_iri(fields[1], &format!("http://example.org/{}", fields[1]))?;
            let (head, tail) = (source.intern(fields[0])?, source.intern(fields[2])?);
            source.fact(NewFact { head, relation, tail, interval, place: place(number) })?;
        }
        source.finish()?;
    }
    load.commit().map(drop)
}

/// The tables other than `meta` and the list of layers that hold rows, with their numbers.
pub fn rows_left(folder: &Path, graph: Graph) -> Vec<(String, u64)> {
    drop(graph);
    let database = redb::Database::open(folder.join("graph.redb")).unwrap();
    let txn = database.begin_read().unwrap();
    let mut left = Vec::new();
    for table in txn.list_tables().unwrap().collect::<Vec<_>>() {
        let name = table.name().to_owned();
        let rows = txn.open_untyped_table(table).unwrap().len().unwrap();
        if rows > 0 && !["meta", "layers"].contains(&name.as_str()) {
            left.push((name, rows));
        }
    }
    left
}
