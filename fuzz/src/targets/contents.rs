//! Files that hold several tables or graphs, or are not text of lines: the readers of JSON, of
//! GraphML, of nodes and edges and of sheets are this program's own, at least where a table
//! begins and ends. The first byte says the extension (see [`EXTENSIONS`]); the laws:
//!
//! * nothing panics, and a refusal says what to do;
//! * every source has a name of its own, its nodes come from the sink, and its rows count
//!   from 1;
//! * the same bytes give the same facts.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::Path;

use trustuqa_load::{LoadError, LoadOptions, LoadSummary, contents, detect_input, expand, read_source};

use super::load::Recorder;

/// The letters from `@` on stand for the first ones in order.
const EXTENSIONS: [&str; 14] = [
    "json", "jsonl", "graphml", "csv", "rdf", "jsonld", "trig", "nq", "xlsx", "ods", "parquet", "arrow",
    "sqlite", "csv.gz",
];

/// Loads everything in a file as the first byte says.
pub fn contents_of_a_file(data: &[u8]) {
    thread_local!(static FOLDER: OnceCell<tempfile::TempDir> = const { OnceCell::new() });
    let Some((first, content)) = data.split_first() else { return };
    let extension = EXTENSIONS[usize::from(first.wrapping_sub(b'@')) % EXTENSIONS.len()];
    FOLDER.with(|folder| {
        let folder = folder.get_or_init(|| tempfile::tempdir().expect("a folder for files"));
        let path = folder.path().join(format!("file.{extension}"));
        std::fs::write(&path, content).expect("the file is written");
        match (read(&path), read(&path)) {
            (Ok(first), Ok(second)) => {
                assert_eq!(first, second, "the same file, read twice");
                sources_hold(&first);
            }
            (Err(error), Err(_)) => refusal_holds(&error),
            (first, _) => panic!("read differently twice, first {:?}", first.map(|sources| sources.len())),
        }
    });
}

/// A source with its name.
type Read = (String, Recorder, LoadSummary);

fn read(path: &Path) -> Result<Vec<Read>, LoadError> {
    let found = contents(expand(&[path.to_owned()])?.files, None, &mut |_| false)?;
    let mut sources = Vec::new();
    for input in found.inputs {
        let detected = detect_input(&input, None)?;
        let mut recorder = Recorder::default();
        let options = LoadOptions { skip_bad: false, name: input.name.clone() };
        let on = &mut |_| ControlFlow::Continue(());
        let summary = read_source(&input.shown(), &detected, &options, &mut recorder, on)?;
        sources.push((input.name, recorder, summary));
    }
    Ok(sources)
}

fn refusal_holds(error: &LoadError) {
    let problem = error.problem().unwrap_or_else(|| panic!("neither cancelled nor stored: {error}"));
    assert!(!problem.what.is_empty() && !problem.hint.is_empty(), "{problem:?}");
    assert!(problem.line.is_none_or(|line| line > 0), "{problem:?}");
}

fn sources_hold(sources: &[Read]) {
    let names: HashSet<&str> = sources.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names.len(), sources.len(), "two sources have one name");
    for (name, recorder, summary) in sources {
        assert_eq!(summary.facts, recorder.facts.len() as u64, "{name}");
        let nodes = recorder.names.len() as u32;
        for fact in &recorder.facts {
            assert!(
                [fact.head, fact.relation, fact.tail].iter().all(|node| node.0 < nodes),
                "{name}: {fact:?}"
            );
            assert!(fact.place.line > 0 && fact.place.row.is_none_or(|row| row > 0), "{name}: {fact:?}");
        }
        assert!(recorder.names.iter().all(|text| !text.is_empty()), "{name} has a node without a name");
    }
}
