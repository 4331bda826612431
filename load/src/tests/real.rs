//! Real data from elsewhere. It is not part of the repository, so each test reports when it is absent. Run
//! with `--nocapture` for the throughput.

use std::time::Instant;

use super::*;

/// Counts, and keeps nothing.
#[derive(Default)]
struct Counter {
    facts: u64,
    rows: u64,
}

impl FactSink for Counter {
    fn intern(&mut self, _text: &str) -> trustuqa_model::Result<NodeId> {
        Ok(NodeId(0))
    }
    fn intern_iri(&mut self, _text: &str, _iri: &str) -> trustuqa_model::Result<NodeId> {
        Ok(NodeId(0))
    }
    fn row(&mut self, _row: u32) -> trustuqa_model::Result<NodeId> {
        self.rows += 1;
        Ok(NodeId(0))
    }
    fn fact(&mut self, _fact: NewFact) -> trustuqa_model::Result<()> {
        self.facts += 1;
        Ok(())
    }
    fn relation_column(&mut self, _relation: NodeId, _column: u16) {}
}

fn shared(path: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    // The checkout may be one folder deeper than usual, as a work tree is.
    let places = ["../shared/data", "../../shared/data"].map(|place| root.join(place).join(path));
    let found = places.into_iter().find(|path| path.exists());
    if found.is_none() {
        eprintln!("SKIPPED: ../shared/data/{path} is not here");
    }
    found
}

fn count(path: &Path) -> (Detected, LoadSummary, Counter) {
    let detected = detect(path, None).unwrap_or_else(|error| panic!("{error}"));
    let mut sink = Counter::default();
    let options = LoadOptions::default();
    let summary = read_source(path, &detected, &options, &mut sink, &mut |_| ControlFlow::Continue(()))
        .unwrap_or_else(|error| panic!("{error}"));
    (detected, summary, sink)
}

#[test]
fn every_table_of_wikitablequestions_loads() {
    let Some(folder) = shared("wtq/csv") else { return };
    let start = Instant::now();
    let files = expand(&[folder]).unwrap().files;
    let (mut rows, mut facts) = (0, 0);
    for file in &files {
        let (detected, summary, sink) = count(&file.path);
        assert_eq!(detected.kind, SourceKind::Table, "{}: {}", file.name, detected.why);
        assert_eq!(summary.skipped.total, 0);
        rows += sink.rows;
        facts += sink.facts;
    }
    let seconds = start.elapsed().as_secs_f64();
    eprintln!(
        "wtq: {} files, {rows} rows, {facts} cells in {seconds:.2} s, {:.0} rows/s",
        files.len(),
        rows as f64 / seconds
    );
    assert_eq!((files.len(), rows), (1128, 31472));
}

#[test]
fn graphs_are_detected_and_load() {
    for (path, kind, facts) in [
        ("metaqa/kb.txt", SourceKind::Kg, 131_187),
        ("webqsp/kg.tsv", SourceKind::Kg, 43_677),
        ("cronquestions/kg.tsv", SourceKind::Tkg, 27_363),
        ("mixed/kg_metaqa.tsv", SourceKind::Kg, 722),
        ("mixed/tkg_cron.tsv", SourceKind::Tkg, 6_556),
    ] {
        let Some(file) = shared(path) else { continue };
        let start = Instant::now();
        let (detected, _, sink) = count(&file);
        let seconds = start.elapsed().as_secs_f64();
        eprintln!(
            "{path}: {} facts in {seconds:.2} s, {:.0} facts/s ({})",
            sink.facts,
            sink.facts as f64 / seconds,
            detected.why
        );
        assert_eq!((detected.kind, sink.facts), (kind, facts), "{path}: {}", detected.why);
    }
}
