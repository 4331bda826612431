//! Files written by the tests, loaded into a sink that records what it receives.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use trustuqa_storage::{NewFact, NodeId, SourceKind};

use super::*;

mod files;
mod formats;
mod graphs;
mod hostile;
mod laws;
mod rdf;
mod real;
mod tables;

/// Keeps nodes and facts as text.
#[derive(Default)]
struct Recorder {
    names: Vec<String>,
    ids: HashMap<String, NodeId>,
    iris: HashMap<String, String>,
    columns: Vec<(u16, String)>,
    facts: Vec<NewFact>,
}

impl Recorder {
    fn name(&self, node: NodeId) -> &str {
        &self.names[node.0 as usize]
    }
    /// Facts as `line: head | relation | tail | start..end`.
    fn lines(&self) -> Vec<String> {
        let bound =
            |date: Option<trustuqa_storage::Date>| date.map_or_else(String::new, |date| date.to_string());
        self.facts
            .iter()
            .map(|fact| {
                let (h, r, t) = (self.name(fact.head), self.name(fact.relation), self.name(fact.tail));
                let time = fact.interval.map(|i| format!(" | {}..{}", bound(i.start), bound(i.end)));
                format!("{}: {h} | {r} | {t}{}", fact.place.line, time.unwrap_or_default())
            })
            .collect()
    }
    fn column_names(&self) -> Vec<&str> {
        self.columns.iter().map(|(_, name)| name.as_str()).collect()
    }
}

impl FactSink for Recorder {
    fn intern(&mut self, text: &str) -> trustuqa_model::Result<NodeId> {
        if let Some(id) = self.ids.get(text) {
            return Ok(*id);
        }
        let id = NodeId(self.names.len() as u32);
        self.names.push(text.to_owned());
        self.ids.insert(text.to_owned(), id);
        Ok(id)
    }
    fn intern_iri(&mut self, text: &str, iri: &str) -> trustuqa_model::Result<NodeId> {
        self.iris.entry(text.to_owned()).or_insert_with(|| iri.to_owned());
        self.intern(text)
    }
    fn row(&mut self, row: u32) -> trustuqa_model::Result<NodeId> {
        self.intern(&format!("[line_{row}]"))
    }
    fn fact(&mut self, fact: NewFact) -> trustuqa_model::Result<()> {
        self.facts.push(fact);
        Ok(())
    }
    fn relation_column(&mut self, relation: NodeId, column: u16) {
        self.columns.push((column, self.names[relation.0 as usize].clone()));
    }
}

/// A file in a folder of its own.
fn file(name: &str, content: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    (folder, path)
}

fn load_path(
    path: &Path,
    forced: Option<SourceKind>,
    skip_bad: bool,
) -> Result<(Recorder, LoadSummary), LoadError> {
    let detected = detect(path, forced)?;
    let mut sink = Recorder::default();
    let options = LoadOptions { skip_bad, name: "test".to_owned() };
    let summary = read_source(path, &detected, &options, &mut sink, &mut |_| ControlFlow::Continue(()))?;
    assert_eq!(summary.facts, sink.facts.len() as u64, "the summary counts the facts");
    Ok((sink, summary))
}

fn load(name: &str, content: impl AsRef<[u8]>) -> (Recorder, LoadSummary) {
    let (_folder, path) = file(name, content);
    load_path(&path, None, false).unwrap_or_else(|error| panic!("{error}"))
}

/// The error's text with the folder cut off.
fn error(name: &str, content: impl AsRef<[u8]>, forced: Option<SourceKind>) -> String {
    let (folder, path) = file(name, content);
    let error = load_path(&path, forced, false).err().expect("an error");
    error.to_string().replace(&format!("{}/", folder.path().display()), "")
}

/// The kind that is detected, with the reason.
fn kind(name: &str, content: impl AsRef<[u8]>) -> (SourceKind, String) {
    let (_folder, path) = file(name, content);
    let detected = detect(&path, None).unwrap_or_else(|error| panic!("{error}"));
    (detected.kind, detected.why)
}
