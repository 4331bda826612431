//! Property graphs in the format of Neo4j's importer: files of nodes (`personId:ID,name,:LABEL`) and files of
//! edges (`:START_ID,role,:END_ID,:TYPE`). The names of nodes are collected from all files of a load before
//! facts are read, because an edge has only the ids of its nodes.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use super::bad_lines::Policy;
use super::detect::Detected;
use super::graphml::{Ends, GraphElement, NodeNames, write};
use super::read_ahead::{self, RecordsAhead};
use super::reader_kind::{self, ReaderKind};
use super::records::clean;
use super::table::{explain, tick};
use super::{FactSink, LoadError, LoadOptions, LoadSummary, OnReadProgress};

/// The meaning of the columns of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    columns: Vec<Column>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Column {
    /// The id of a node, in an id space; also a property if the column has a name.
    Id(String, Option<String>),
    Start(String),
    End(String),
    Label,
    Type,
    /// A property, and whether its cells list several values.
    Property(String, bool),
    Ignored,
}

impl Header {
    /// The header of a file, if it is one of nodes or edges.
    pub(super) fn of(cells: &[String]) -> Option<Header> {
        let columns: Vec<Column> = cells.iter().map(|cell| column(cell)).collect();
        let has = |wanted: fn(&Column) -> bool| columns.iter().any(wanted);
        let node = has(|column| matches!(column, Column::Id(..)));
        let edge = has(|c| matches!(c, Column::Start(_))) && has(|c| matches!(c, Column::End(_)));
        (node || edge).then_some(Header { columns })
    }

    /// Whether this is a file of edges.
    pub(super) fn is_edges(&self) -> bool {
        self.columns.iter().any(|column| matches!(column, Column::Start(_)))
    }
}

/// Parses `name:type(space)` of a header.
fn column(cell: &str) -> Column {
    let Some((name, kind)) = cell.rsplit_once(':') else { return Column::Property(cell.to_owned(), false) };
    let (kind, space) = match kind.split_once('(') {
        Some((kind, space)) => (kind, space.trim_end_matches(')').to_owned()),
        None => (kind.split('{').next().unwrap_or(kind), String::new()),
    };
    let named = || (!name.is_empty()).then(|| name.to_owned());
    match kind {
        "ID" => Column::Id(space, named()),
        "START_ID" => Column::Start(space),
        "END_ID" => Column::End(space),
        "LABEL" => Column::Label,
        "TYPE" => Column::Type,
        "IGNORE" => Column::Ignored,
        kind => Column::Property(name.to_owned(), kind.ends_with("[]")),
    }
}

/// The unique key of a node: equal ids in different id spaces are different nodes.
fn key(space: &str, id: &str) -> String {
    format!("{space}\u{1f}{id}")
}

/// The names of the nodes of all files of a load.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes(Arc<NodeNames>);

impl Nodes {
    /// Collects the names of the nodes of these files, each with its header.
    ///
    /// # Errors
    ///
    /// When the load is cancelled. Unreadable records are reported later, when the facts are read.
    pub(super) fn learn(files: &[(&Path, &Detected, &Header)]) -> Result<Nodes, LoadError> {
        let mut names = NodeNames::default();
        for (path, detected, header) in files {
            each(path, detected, header, &mut |record| {
                if let Ok(Ok(((id, None), data))) = record.found {
                    names.learn(&id, &data);
                }
                Ok(())
            })?;
        }
        Ok(Nodes(Arc::new(names)))
    }
}

/// Key of a node, or of both ends of an edge.
type Keys = (String, Option<String>);
/// The content of a record, or the reason why it lacks something required.
type RecordContent = Result<(Keys, Vec<(String, String)>), &'static str>;

/// A record of a file: its line, the bytes read so far, and its content. For an unreadable record, the line,
/// the problem and a hint.
struct Record {
    line: u64,
    bytes: u64,
    found: Result<RecordContent, (u64, String, &'static str)>,
}

/// Calls `take` with the nodes or edges of a file.
fn each(
    path: &Path,
    detected: &Detected,
    header: &Header,
    take: &mut dyn FnMut(Record) -> Result<(), LoadError>,
) -> Result<(), LoadError> {
    read_ahead::rows(
        path,
        |rows| reader_kind::read(path, detected, rows),
        |records: &mut RecordsAhead| {
            let mut first = true;
            loop {
                let bytes = records.bytes();
                match records.next() {
                    Ok(None) => return Ok(()),
                    Ok(Some(record)) => {
                        if std::mem::take(&mut first) || record.is_blank() {
                            continue;
                        }
                        let found = Ok(item(header, record.cells()));
                        take(Record { line: record.line, bytes, found })?;
                    }
                    Err(error) => {
                        let bad = explain(path, error)?;
                        take(Record { line: bad.0, bytes, found: Err(bad) })?;
                    }
                }
            }
        },
    )
}

fn item<'c>(header: &Header, cells: impl Iterator<Item = &'c str>) -> RecordContent {
    let (mut id, mut start, mut end) = (None, None, None);
    let mut data: Vec<(String, String)> = Vec::new();
    for (column, cell) in header.columns.iter().zip(cells) {
        let cell = cell.trim();
        if cell.is_empty() {
            continue;
        }
        match column {
            Column::Id(space, name) => {
                id = Some(key(space, cell));
                data.extend(name.clone().map(|name| (name, cell.to_owned())));
            }
            Column::Start(space) => start = Some(key(space, cell)),
            Column::End(space) => end = Some(key(space, cell)),
            Column::Label => data.extend(cell.split(';').map(|label| ("type".to_owned(), label.to_owned()))),
            Column::Type => data.push(("type".to_owned(), cell.to_owned())),
            Column::Property(name, false) => data.push((name.clone(), cell.to_owned())),
            Column::Property(name, true) => {
                data.push((name.clone(), cell.split(';').collect::<Vec<_>>().join(", ")));
            }
            Column::Ignored => {}
        }
    }
    if header.is_edges() {
        match (start, end) {
            (Some(start), Some(end)) => Ok(((start, Some(end)), data)),
            _ => Err("this edge has no start or no end"),
        }
    } else {
        id.map(|id| ((id, None), data)).ok_or("this node has no id")
    }
}

pub(super) fn read(
    path: &Path,
    detected: &Detected,
    options: &LoadOptions,
    sink: &mut dyn FactSink,
    mut progress: OnReadProgress<'_>,
) -> Result<LoadSummary, LoadError> {
    let ReaderKind::PropertyGraph(header) = &detected.content.form else { return Ok(LoadSummary::default()) };
    let nodes = &detected.content.nodes;
    let mut policy = Policy::new(path, options.skip_bad);
    let mut summary = LoadSummary::default();
    let mut unknown: HashSet<String> = HashSet::new();
    each(path, detected, header, &mut |Record { line, bytes, found }| {
        tick(&mut progress, bytes, summary.records)?;
        let (ends, data) = match found {
            Ok(Ok(found)) => found,
            Ok(Err(what)) => return policy.bad(line, None, what.to_owned(), "give every record its ids"),
            Err((line, what, hint)) => return policy.bad(line, None, what, hint),
        };
        let ends_of = match &ends {
            (id, None) => Ends::Node(id),
            (start, Some(end)) => Ends::Edge(start, end),
        };
        for end in ends.1.iter().chain([&ends.0]) {
            if header.is_edges() && !nodes.0.knows(end) && unknown.len() < 1_000 {
                unknown.insert(end.clone());
            }
        }
        summary.records += 1;
        let shown = |key: &str| clean(key.rsplit('\u{1f}').next().unwrap_or(key)).into_owned();
        summary.facts += write(
            &GraphElement { ends: ends_of, data: &data, directed: true, line },
            &nodes.0,
            &shown,
            sink,
        )?;
        Ok(())
    })?;
    if !unknown.is_empty() {
        let many =
            if unknown.len() == 1_000 { "1,000 and more".to_owned() } else { unknown.len().to_string() };
        summary.notes.push(format!(
            "{many} nodes of these edges have no name in this load, and are called by their ids: load the files of nodes with those of edges."
        ));
    }
    summary.skipped = policy.skipped;
    Ok(summary)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(cells: &[&str]) -> Option<Header> {
        Header::of(&cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn headers_of_the_importer_are_known() {
        let nodes =
            header(&["personId:ID(Person)", "name", "born:int", "aka:string[]", "x:IGNORE", ":LABEL"])
                .unwrap();
        assert!(!nodes.is_edges());
        assert_eq!(
            nodes.columns,
            [
                Column::Id("Person".into(), Some("personId".into())),
                Column::Property("name".into(), false),
                Column::Property("born".into(), false),
                Column::Property("aka".into(), true),
                Column::Ignored,
                Column::Label,
            ]
        );
        assert!(header(&[":START_ID(Person)", "role", ":END_ID(Film)", ":TYPE"]).unwrap().is_edges());
        assert_eq!(header(&["name", "time: from", "id"]), None);
        assert_eq!(header(&[":START_ID", "x"]), None);
    }
}
