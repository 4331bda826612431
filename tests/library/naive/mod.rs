//! Small data for tests: sources written as text, and the same loaded into a graph.
//!
//! * this file: [`Data`], its text form, and loading it through the store
//! * `eval`, with `search` and `tested` for `get_information`, `functions` and `typed` for the
//!   reasoning functions, `columns`, `formulas`, `groups` and `times` for what these look at: an
//!   evaluator of LLM queries over [`Data`] that shares nothing with the engine but the query's
//!   types; `facts` and `value` say what it takes data for
//! * `generate`: data and queries by chance; `tidy` makes data whose columns have one kind of
//!   values, and queries that compute
//!
//! Of the query language it leaves out what is read from words or from the surroundings of a
//! name: rows that sum up others, cells that list several values, misspelt names, and the
//! functions `number`, `month_name`, `count_by`, `length`, `longest_run`, `compare`, `test` and
//! `if`. Of `group` it takes no list of columns, of `correlation` no column in which some members
//! have no number, and of formulas no sum of a bare number and one with a unit.
//! `tests/known/naive.txt` lists where it is not sure.
#![allow(dead_code, reason = "each test file uses its own part")]

mod columns;
pub mod eval;
pub mod facts;
mod formulas;
mod functions;
pub mod generate;
mod groups;
mod search;
mod tested;
pub mod tidy;
mod times;
mod typed;
pub mod value;

use std::path::Path;

use trustuqa_storage::{Date, Graph, Interval, NewFact, Place, SourceKind, SourceSpec};

/// A source as it might be in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Small {
    pub name: String,
    pub kind: SourceKind,
    /// Column names of a table.
    pub header: Vec<String>,
    /// Cells of a table; head, relation, tail (start, end) of a graph. Empty is none.
    pub lines: Vec<Vec<String>>,
}

/// Several sources.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Data {
    pub sources: Vec<Small>,
}

impl std::fmt::Display for Data {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for small in &self.sources {
            writeln!(f, "{} ({:?}) {}", small.name, small.kind, small.header.join(" | "))?;
            small.lines.iter().try_for_each(|line| writeln!(f, "  {}", line.join(" | ")))?;
        }
        Ok(())
    }
}

impl Small {
    /// Reads the lines of one source: CSV for a table, fields between `|` for a graph.
    pub fn parse(kind: &str, name: &str, text: &str) -> Small {
        let kind = match kind {
            "table" => SourceKind::Table,
            "kg" => SourceKind::Kg,
            "tkg" => SourceKind::Tkg,
            other => panic!("unknown kind of source: {other}"),
        };
        let mut small = Small { name: name.to_owned(), kind, header: Vec::new(), lines: Vec::new() };
        if kind == SourceKind::Table {
            let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
            small.header = reader.headers().unwrap().iter().map(str::to_owned).collect();
            small.lines = reader.records().map(|r| r.unwrap().iter().map(str::to_owned).collect()).collect();
        } else {
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            small.lines = lines.map(|line| line.split('|').map(|f| f.trim().to_owned()).collect()).collect();
        }
        small
    }

    /// The interval of a quintuple.
    pub fn interval(&self, line: &[String]) -> Option<Interval> {
        let bound =
            |at: usize| line.get(at).filter(|text| !text.is_empty()).and_then(|text| Date::parse(text));
        (self.kind == SourceKind::Tkg).then(|| Interval { start: bound(3), end: bound(4) })
    }
}

/// Loads all sources into a new graph in `folder`.
pub fn load(folder: &Path, data: &Data) -> Graph {
    let graph = Graph::open(folder, true).unwrap();
    let mut load = graph.load().unwrap();
    for small in &data.sources {
        let spec = SourceSpec {
            name: small.name.clone(),
            kind: small.kind,
            file: format!("/data/{}", small.name),
            content_hash: "00".to_owned(),
            whole: None,
        };
        let mut source = load.begin_source(spec).unwrap();
        let mut columns = Vec::new();
        for (at, name) in small.header.iter().enumerate() {
            let node = source.intern(name).unwrap();
            source.relation_column(node, at as u16);
            columns.push(node);
        }
        for (index, line) in small.lines.iter().enumerate() {
            let number = index as u32 + 1;
            if small.kind == SourceKind::Table {
                let head = source.row(number).unwrap();
                for (at, cell) in line.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
                    let tail = source.intern(cell).unwrap();
                    let place = Place { line: number + 1, row: Some(number), column: Some(at as u16) };
                    let fact = NewFact { head, relation: columns[at], tail, interval: None, place };
                    source.fact(fact).unwrap();
                }
                continue;
            }
            let [head, relation, tail] = [0, 1, 2].map(|at: usize| source.intern(&line[at]).unwrap());
            let place = Place { line: number, row: None, column: None };
            source.fact(NewFact { head, relation, tail, interval: small.interval(line), place }).unwrap();
        }
        source.finish().unwrap();
    }
    load.commit().unwrap();
    graph
}
