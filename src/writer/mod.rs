//! Writers turn a question into an LLM query.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | the trait, its requests and its results |
//! | `prompt.rs` | the messages to a model: the only place that decides what a request says |
//! | `grammar.rs` | the grammar that a server may constrain a completion to |
//! | `completion.rs` | what a model returned, as text |
//! | `error.rs` | what can go wrong between the program and a model |
//! | `demonstrations.rs` | the text format of `prompts/demonstrations`, and its reader |
//! | `vote.rs` | self-consistency over samples; a new try includes the errors of the last |
//! | `ledger.rs` | the record of every request body that left the machine |
//! | `replay/` | recorded completions instead of a model |
//! | `llm/` | a model behind any OpenAI-compatible server |
//! | `offline.rs` | the writer without a model: `trustuqa-parser` reads the question |
//!
//! The `llm` and `replay` writers never read the graph: they are given names and types, hand
//! candidates to a [`Judge`], which executes each of them once, and learn from each [`Outcome`].
//! The offline writer reads the graph, and ranks its candidates by their answers.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use trustuqa_storage::SourceKind;

pub use trustuqa_engine::judge::{Attempt, Candidate, Judge, Outcome, TriedText};
use trustuqa_engine::query::Parsed;

pub mod completion;
pub mod demonstrations;
mod error;
pub mod grammar;
pub mod ledger;
pub mod llm;
pub mod offline;
pub mod prompt;
pub mod replay;
pub mod vote;

/// A boxed future; dropping it cancels the work.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Receives the stage that a writer is in.
pub type OnStage<'a> = &'a (dyn Fn(WriterStage) + Send + Sync);

/// How much may leave the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShareLevel {
    /// Nothing: writers that send requests refuse.
    Off,
    /// The question, names of sources, columns and relations, value types, counts.
    #[default]
    Schema,
    /// As `schema`, with one example value a column or relation, and stored names in errors.
    Samples,
}

impl ShareLevel {
    /// The level as it is written in settings.
    pub fn name(self) -> &'static str {
        match self {
            ShareLevel::Off => "off",
            ShareLevel::Schema => "schema",
            ShareLevel::Samples => "samples",
        }
    }
}

impl fmt::Display for ShareLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ShareLevel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim().to_ascii_lowercase().as_str() {
            "off" => Ok(ShareLevel::Off),
            "schema" => Ok(ShareLevel::Schema),
            "samples" => Ok(ShareLevel::Samples),
            other => Err(format!("expected `off`, `schema` or `samples`, found `{other}`")),
        }
    }
}

/// A column or relation, as a writer sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchemaRelation {
    /// Its name.
    pub name: String,
    /// The kind of its values in words, with their format where it matters
    /// (`integer`, `date of day precision`). It leaves the machine, so it must not
    /// quote a value.
    pub value_kind: String,
    /// Number of facts; 0 when not known.
    pub count: u64,
    /// One value of it. It leaves the machine at [`ShareLevel::Samples`] only.
    pub sample: Option<String>,
    /// The form of its values, with every letter and digit masked, and how many different ones it has. It
    /// leaves the machine, so it must not quote a value.
    #[serde(default)]
    pub shape: Option<String>,
    /// The nodes without a name that it connects, described by names of relations. It leaves the machine
    /// as `shape` does.
    #[serde(default)]
    pub ends: Option<String>,
}

/// A source, as a writer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchemaSource {
    /// Its name.
    pub name: String,
    /// Table, KG or TKG.
    pub kind: SourceKind,
    /// Its columns in header order, or its relations, the most fitting first.
    pub relations: Vec<SchemaRelation>,
    /// Rows of a table; 0 when not known.
    #[serde(default)]
    pub rows: u64,
    /// Columns or relations that are not listed.
    #[serde(default)]
    pub left_out: usize,
    /// Whether a row of the table sums up the others.
    #[serde(default)]
    pub has_totals: bool,
}

impl SchemaSource {
    /// A source with these relations, of which nothing else is reported.
    pub fn new(name: impl Into<String>, kind: SourceKind, relations: Vec<SchemaRelation>) -> SchemaSource {
        SchemaSource { name: name.into(), kind, relations, rows: 0, left_out: 0, has_totals: false }
    }
}

/// A name in the question, as a writer sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptMention {
    /// The name as the user typed it.
    pub text: String,
    /// The part that it plays in the sources, in names of sources and relations, with counts; empty when
    /// nothing is reported. It leaves the machine, so it must not quote a value.
    pub role: String,
}

impl From<&str> for PromptMention {
    fn from(text: &str) -> PromptMention {
        PromptMention { text: text.to_owned(), role: String::new() }
    }
}

/// Sources that a prompt does not describe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoreSources {
    /// Tables.
    pub tables: usize,
    /// Knowledge graphs, temporal ones among them.
    pub graphs: usize,
}

/// Where a demonstration comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DemonstrationOrigin {
    /// Shipped with the program; it quotes nobody's data.
    Builtin,
    /// A training question or an answer that the user approved. At
    /// [`ShareLevel::Schema`] it is shown only when its query names no entity or
    /// value beyond those of its own question.
    #[default]
    Stored,
}

/// The kind of source that a demonstration is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DemonstrationKind {
    /// One table.
    Table,
    /// One knowledge graph.
    Kg,
    /// One temporal knowledge graph.
    Tkg,
    /// A chain through sources of several kinds.
    Cross,
}

/// A question with its LLM query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Demonstration {
    /// The question.
    pub question: String,
    /// The query text: steps, calls, perhaps a `## Target type` heading.
    pub query: String,
    /// What it is about.
    pub kind: DemonstrationKind,
    /// Where it comes from.
    #[serde(default)]
    pub origin: DemonstrationOrigin,
    /// The sources that it is about, when they are known.
    #[serde(default)]
    pub schema: Vec<SchemaSource>,
    /// Words of the question that the query does not use: whoever chose it took what there was. Nothing can
    /// be learnt from such a pair for another question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unused: Vec<String>,
}

impl Demonstration {
    /// The question and the query text.
    pub fn pair(&self) -> (&str, &str) {
        (&self.question, &self.query)
    }
}

/// Everything that a writer is given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WriteRequest {
    /// The identifier of the question in a benchmark. It never leaves the machine; a
    /// recorded completion is found by it.
    pub id: Option<String>,
    /// The question as the user typed it.
    pub question: String,
    /// The sources that the question was routed to, best first.
    pub schema: Vec<SchemaSource>,
    /// Whether `schema` is all of the graph, and so the same for every question over it.
    pub is_whole_graph: bool,
    /// Sources that `schema` leaves out.
    pub more: MoreSources,
    /// Names found in the question. Those that do not occur in the question leave the
    /// machine at [`ShareLevel::Samples`] only.
    pub mentions: Vec<PromptMention>,
    /// Demonstrations, the most fitting last.
    pub demonstrations: Vec<Demonstration>,
    /// Queries that were tried before, oldest first.
    pub previous_errors: Vec<Attempt>,
    /// How much may leave the machine.
    pub share: ShareLevel,
    /// What was asked before, when the question follows up on it.
    pub earlier: Option<Earlier>,
    /// Hints about the way to the answer; empty unless a benchmark's annotation is shown on purpose.
    pub hints: WriteHints,
    /// The language that the query is to be written in.
    pub layer: QueryLayer,
}

/// What was asked before a question that follows up on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Earlier {
    /// The questions as the user typed them, oldest first, from the last one that
    /// stood alone.
    pub questions: Vec<String>,
    /// The query that answered the last of them, complete in itself. It leaves the
    /// machine only when it names nothing that the user did not type.
    pub query: Arc<Parsed>,
    /// The bytes of the question that stand for that answer, such as "these".
    pub refers: Option<std::ops::Range<usize>>,
}

/// Hints from the annotation of a benchmark question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WriteHints {
    /// Relations that the query needs.
    pub relations: Vec<String>,
    /// Entities of the question. Those that do not occur in the question leave the
    /// machine at [`ShareLevel::Samples`] only.
    pub entities: Vec<String>,
    /// The type of the question.
    pub question_type: Option<String>,
}

/// The query language that a writer is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum QueryLayer {
    /// The LLM query language.
    #[default]
    Llm,
    /// The execution query language (the paper's ablation without two layers).
    Execution,
}

/// What a writer is doing just now, for the status line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum WriterStage {
    /// Waiting for candidate queries.
    Writing {
        /// 1-based try.
        attempt: usize,
        /// The most tries.
        of: usize,
        /// Candidates that arrived in this try.
        written: usize,
        /// The most candidates of a try.
        samples: usize,
    },
    /// Executing a candidate.
    Judging {
        /// 1-based try.
        attempt: usize,
    },
    /// Waiting before a request is sent again.
    Waiting {
        /// Why, in a few words.
        why: String,
        /// For how long.
        seconds: f64,
    },
}

/// A reading of a question that is offered where none is likely enough to be the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Offered {
    /// What it asks, in plain English.
    pub meaning: String,
    /// Its query.
    pub query: Arc<Parsed>,
    /// Words of the question that it does not use.
    pub unused: Vec<String>,
}

/// What a writer wrote.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// The text of the chosen query; empty when there was nothing to ask the graph.
    pub query: String,
    /// The chosen query; `None` when there is none, or its text cannot be read.
    pub parsed: Option<Arc<Parsed>>,
    /// The result of executing it. If it is an error, no candidate ran, and this is the commonest one,
    /// for the user to read and edit.
    pub outcome: Outcome,
    /// True when the choice rests on a majority, or on what this writer counts as one.
    pub certain: bool,
    /// Words of the question that the choice does not use, if the writer can tell.
    pub left: Vec<String>,
    /// The probability that the answer is right, from 0 to 1, if the writer has one.
    pub probability: Option<f32>,
    /// What the user should know about the choice, in one sentence.
    pub note: Option<String>,
    /// Name of the writer.
    pub writer: String,
    /// The model, for writers that have one.
    pub model: Option<String>,
    /// Candidates of the deciding try that agree with the chosen one.
    pub votes: usize,
    /// Candidates that a full try has.
    pub samples: usize,
    /// Tries made.
    pub tries: usize,
    /// Completions received.
    pub completions: usize,
    /// Tokens of all prompts, as the server counted them.
    pub tokens_in: u64,
    /// Of these, the tokens that the server reports as computed before.
    pub tokens_cached: u64,
    /// Tokens of all completions, as the server counted them.
    pub tokens_out: u64,
    /// Time from the question to the choice.
    pub elapsed: Duration,
    /// Every candidate, in order of arrival.
    pub candidates: Vec<Candidate>,
    /// Where no candidate is an answer: the readings that the question may have, best first, for the user
    /// to choose from.
    pub readings: Vec<Offered>,
}

/// Why a writer wrote nothing.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The language model could not be asked, or its response is unusable.
    #[error(transparent)]
    Llm(#[from] llm::LlmError),
    /// Nothing is recorded for this question.
    #[error(transparent)]
    Replay(#[from] replay::ReplayError),
    /// The graph cannot be read.
    #[error("the graph cannot be read: {0}")]
    Store(#[from] trustuqa_model::Error),
}

impl WriteError {
    /// What to do next, in one sentence.
    pub fn hint(&self) -> String {
        match self {
            WriteError::Llm(e) => e.hint(),
            WriteError::Replay(e) => e.hint(),
            WriteError::Store(_) => "check the graph with `trustuqa check`".to_owned(),
        }
    }

    /// The exit code of a command that ends with this error: 1 no answer, 2 bad usage
    /// or input, 3 environment.
    pub fn exit_code(&self) -> u8 {
        use llm::LlmError as L;
        match self {
            WriteError::Llm(L::NotShared | L::NoModel | L::Config { .. }) => 2,
            WriteError::Llm(L::Declined { .. } | L::Empty { .. }) => 1,
            WriteError::Llm(_) | WriteError::Store(_) => 3,
            WriteError::Replay(replay::ReplayError::Missing { .. } | replay::ReplayError::Failed { .. }) => 1,
            WriteError::Replay(_) => 2,
        }
    }
}

/// Turns questions into LLM queries.
pub trait Writer: Send + Sync {
    /// Name of the writer, as `--writer` takes it.
    fn name(&self) -> &str;

    /// Writes a query for `request`, executing candidates through `judge`. Dropping
    /// the future cancels everything that is under way.
    fn write<'a>(
        &'a self,
        request: &'a WriteRequest,
        judge: &'a dyn Judge,
        progress: OnStage<'a>,
    ) -> BoxFuture<'a, Result<Written, WriteError>>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn share_levels_are_read_back_as_they_are_written() {
        for level in [ShareLevel::Off, ShareLevel::Schema, ShareLevel::Samples] {
            assert_eq!(level.name().parse::<ShareLevel>(), Ok(level));
        }
        assert_eq!(
            "all".parse::<ShareLevel>(),
            Err("expected `off`, `schema` or `samples`, found `all`".into())
        );
    }
}
