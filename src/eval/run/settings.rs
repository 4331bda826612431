//! Everything that decides what a run measures. Two runs with equal settings give the
//! same figures, times aside; a run that was stopped goes on only with equal settings.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

use crate::writer::{QueryLayer, ShareLevel};

/// Who or what gives the queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QueriesFrom {
    /// The annotation of the benchmark.
    Gold,
    /// The offline writer.
    Offline,
    /// A language model, asked during the run.
    Llm,
    /// Recorded completions.
    Completions,
}

/// What is known of the source that a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceKnowledge {
    /// Where the benchmark names a source, nothing else is looked at.
    Known,
    /// The program must find the source among all of them.
    Unknown,
}

/// Which demonstrations a writer is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DemonstrationChoice {
    /// The nearest ones, training questions of the benchmark among them.
    Dynamic,
    /// Always the same ones for a kind of source (the paper's "-dynamic").
    Static,
}

/// The settings of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunSettings {
    /// The benchmark.
    pub set: String,
    /// Its split; `None` for the usual one.
    pub split: Option<String>,
    /// Questions drawn at random; `None` for all.
    pub limit: Option<usize>,
    /// Seed of the drawing.
    pub seed: u64,
    /// Where the queries come from.
    pub queries: QueriesFrom,
    /// The file of completions, as it was named.
    pub completions: Option<String>,
    /// xxh3-128 of that file, hex.
    pub completions_hash: Option<String>,
    /// Whether the source of a question is given.
    pub source: SourceKnowledge,
    /// Whether the writer is given the annotation's relations, entities and type.
    pub gold_hints: bool,
    /// Which demonstrations are shown.
    pub demonstrations: DemonstrationChoice,
    /// The language that queries are written in.
    pub layer: QueryLayer,
    /// What a prompt may hold.
    pub share: ShareLevel,
    /// The model, for runs that have one.
    pub model: Option<String>,
    /// Sampling temperature.
    pub temperature: Option<f32>,
    /// Samples of a try.
    pub samples: usize,
    /// The most tries.
    pub tries: usize,
    /// Whether names are matched by meaning, too.
    pub encoder: bool,
    /// Names of the families of rules that are switched off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// Fingerprint of the loaded sources.
    pub graph: String,
}

impl RunSettings {
    /// The key that outcomes of this run are kept under. It changes with every build of the program,
    /// which may give other answers.
    pub fn key(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_default();
        format!("{:016x}", xxh3_128(format!("{text}\n{}", program()).as_bytes()) as u64)
    }
}

/// Size and time of the running program's file.
fn program() -> String {
    let data = std::env::current_exe().and_then(std::fs::metadata);
    let Ok(data) = data else { return env!("CARGO_PKG_VERSION").to_owned() };
    let changed = data.modified().ok().and_then(|t| t.duration_since(std::time::UNIX_EPOCH).ok());
    format!("{} {} {changed:?}", env!("CARGO_PKG_VERSION"), data.len())
}
