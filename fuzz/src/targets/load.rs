//! Files of any content. The first byte says how the rest is loaded (see
//! [`Choice::of`]); the laws:
//!
//! * nothing panics, and a refusal names a line of the file and what to do;
//! * a fact's nodes come from the sink, its line is in the file, its rows count from 1,
//!   its columns are those of the header;
//! * the same bytes give the same facts, whether bad lines are skipped or not when
//!   there are none;
//! * no name is longer than the file, so what is held grows with the file only.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;

use trustuqa_load::{
    Detected, FactSink, FileFormat, LoadError, LoadOptions, LoadSummary, detect, read_source,
};
use trustuqa_storage::{NewFact, NodeId, SourceKind};

/// How a file is loaded.
struct Choice {
    extension: &'static str,
    forced: Option<SourceKind>,
    skip_bad: bool,
}

impl Choice {
    /// 48 ways; the letters from `@` on stand for the first ones in order.
    fn of(byte: u8) -> Choice {
        const EXTENSIONS: [&str; 6] = ["csv", "tsv", "psv", "txt", "nt", "ttl"];
        let byte = usize::from(byte.wrapping_sub(b'@')) % 48;
        let forced = [None, Some(SourceKind::Table), Some(SourceKind::Kg), Some(SourceKind::Tkg)];
        Choice { extension: EXTENSIONS[byte % 6], forced: forced[byte / 6 % 4], skip_bad: byte / 24 == 1 }
    }
}

/// Loads a file as the first byte says.
pub fn load(data: &[u8]) {
    thread_local!(static FOLDER: OnceCell<tempfile::TempDir> = const { OnceCell::new() });
    let Some((first, content)) = data.split_first() else { return };
    let choice = Choice::of(*first);
    FOLDER.with(|folder| {
        let folder = folder.get_or_init(|| tempfile::tempdir().expect("a folder for files"));
        let path = folder.path().join("file").with_extension(choice.extension);
        std::fs::write(&path, content).expect("the file is written");
        file_holds(&path, content, &choice);
    });
}

fn file_holds(path: &Path, content: &[u8], choice: &Choice) {
    let detected = match detect(path, choice.forced) {
        Ok(detected) => detected,
        Err(error) => return refusal_holds(&error, content),
    };
    assert_eq!(detected.bytes, content.len() as u64);
    assert!(!detected.why.is_empty());
    if let (Some(forced), FileFormat::Delimited(_)) = (choice.forced, &detected.format) {
        assert_eq!(detected.kind, forced, "the kind that was asked for");
    }
    let first = read(path, &detected, choice.skip_bad);
    let again = detect(path, choice.forced).expect("detected before");
    assert_eq!((detected.kind, detected.format), (again.kind, again.format));
    assert_eq!(detected.content_hash, again.content_hash);
    let second = read(path, &again, choice.skip_bad);
    match (first, second) {
        (Ok((facts, summary)), Ok((same_facts, same_summary))) => {
            facts_hold(&facts, &summary, content);
            assert_eq!(summary, same_summary, "the same file, read twice");
            assert_eq!(facts, same_facts, "the same file, read twice");
            if summary.skipped.total == 0 {
                // Without bad lines, the policy about them makes no difference.
                let (other, other_summary) = read(path, &detected, !choice.skip_bad).expect("no line is bad");
                assert_eq!((facts, summary), (other, other_summary));
            }
        }
        (Err(error), Err(_)) => refusal_holds(&error, content),
        (first, _) => panic!("read differently twice, first {:?}", first.map(|(_, summary)| summary)),
    }
}

fn read(path: &Path, detected: &Detected, skip_bad: bool) -> Result<(Recorder, LoadSummary), LoadError> {
    let mut recorder = Recorder::default();
    let options = LoadOptions { skip_bad, name: "fuzz".to_owned() };
    let summary = read_source(path, detected, &options, &mut recorder, &mut |_| ControlFlow::Continue(()))?;
    Ok((recorder, summary))
}

/// Lines of the file, however they end, and in whatever encoding it is: a line break
/// has at least one of these bytes.
fn most_lines(content: &[u8]) -> u64 {
    content.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() as u64 + 1
}

fn refusal_holds(error: &LoadError, content: &[u8]) {
    assert!(!error.to_string().is_empty());
    let problem = error.problem().unwrap_or_else(|| panic!("neither cancelled nor stored: {error}"));
    assert!(!problem.what.is_empty() && !problem.hint.is_empty(), "{problem:?}");
    if let Some(line) = problem.line {
        assert!((1..=most_lines(content)).contains(&line), "line {line} is not in the file: {problem:?}");
    }
}

fn facts_hold(recorder: &Recorder, summary: &LoadSummary, content: &[u8]) {
    assert_eq!(summary.facts, recorder.facts.len() as u64, "the summary counts the facts");
    assert!(summary.skipped.lines.len() as u64 <= summary.skipped.total);
    for skipped in &summary.skipped.lines {
        assert!((1..=most_lines(content)).contains(&skipped.line), "{skipped:?}");
        assert!(!skipped.reason.is_empty());
    }
    let nodes = recorder.names.len() as u32;
    for fact in &recorder.facts {
        let NewFact { head, relation, tail, place, .. } = *fact;
        assert!([head, relation, tail].iter().all(|node| node.0 < nodes), "{fact:?}");
        assert!((1..=most_lines(content)).contains(&u64::from(place.line)), "{fact:?}");
        assert_eq!(place.row.is_some(), place.column.is_some(), "{fact:?}");
        if let (Some(row), Some(column)) = (place.row, place.column) {
            let rows = summary.records + summary.skipped.total;
            assert!((1..=rows).contains(&u64::from(row)), "{fact:?}");
            assert_eq!(recorder.rows.get(&row), Some(&head), "{fact:?}");
            let named = recorder.columns.iter().find(|(at, _)| *at == column);
            assert_eq!(named.map(|(_, node)| *node), Some(relation), "{fact:?}");
        }
    }
    // A text of one byte a character can become three bytes a character of UTF-8; what
    // a loader adds of its own (a column's number, a blank node's source) is short.
    let longest = content.len() * 3 + 64;
    for name in &recorder.names {
        assert!(!name.is_empty() && name.len() <= longest, "a name of {} bytes", name.len());
    }
}

/// Keeps what it is given.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Recorder {
    pub(super) names: Vec<String>,
    ids: HashMap<String, NodeId>,
    iris: HashMap<String, String>,
    rows: HashMap<u32, NodeId>,
    columns: Vec<(u16, NodeId)>,
    pub(super) facts: Vec<NewFact>,
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
        self.iris.insert(text.to_owned(), iri.to_owned());
        self.intern(text)
    }

    fn row(&mut self, row: u32) -> trustuqa_model::Result<NodeId> {
        if let Some(id) = self.rows.get(&row) {
            return Ok(*id);
        }
        let id = NodeId(self.names.len() as u32);
        self.names.push(format!("row {row}"));
        self.rows.insert(row, id);
        Ok(id)
    }

    fn fact(&mut self, fact: NewFact) -> trustuqa_model::Result<()> {
        self.facts.push(fact);
        Ok(())
    }

    fn relation_column(&mut self, relation: NodeId, column: u16) {
        self.columns.push((column, relation));
    }
}
