//! The trace of an answer: every step with its query, groundings, execution query, result and facts, down to
//! file and row.
//!
//! A trace is a JSON file. Its execution query uses names of stored nodes only, so it can be run again
//! without a model or grounding: [`crate::run::Engine::replay`].

mod tree;

use serde::{Deserialize, Serialize};

pub use tree::{one_line, render};

use trustuqa_model::ValueKind;

use crate::ground::{Channel, Parameter};
use crate::translate::Pin;

/// Version of the trace file.
pub const VERSION: u32 = 2;

/// An answer, and how it was computed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// The [`VERSION`] of the program that wrote it.
    pub version: u32,
    /// The question, when there was one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub question: Option<String>,
    /// Who wrote the query: `llm`, `offline`, `replay`, or nobody.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub writer: Option<String>,
    /// The answer.
    pub answer: Answer,
    /// The LLM query, or the execution query if one was given.
    pub query: String,
    /// The repairs of the lenient parser.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub repairs: Vec<String>,
    /// The execution query; it can be run again unchanged.
    pub execution: String,
    /// The names of the sources to which it was restricted; empty for all.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub scope: Vec<String>,
    /// Nodes that the user chose for names of the query.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub pins: Vec<Pin>,
    /// How the table was found, when no source was given and a single table has the answer.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub routing: Option<Routing>,
    /// The steps.
    pub steps: Vec<TraceStep>,
}

/// How the table that a query is about was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Routing {
    /// The table.
    pub chosen: String,
    /// Why this one, worded as the end of a sentence that begins with its name.
    pub why: String,
    /// Other tables that could answer the query, the most likely first.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub others: Vec<OtherSource>,
}

/// Another table that could answer the query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtherSource {
    /// The table.
    pub name: String,
    /// Whether its answer is the same.
    pub same_answer: bool,
}

/// The answer, and what a reader should know about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The kind of the answer.
    pub status: Status,
    /// The place at which the query stopped, if that is why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stopped: Option<StoppedAt>,
    /// The distinct items, in the order in which they were found.
    pub items: Vec<AnswerItem>,
    /// The columns of the answer as a table: what each value belongs to, then the value.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub columns: Vec<AnswerColumn>,
    /// The rows of the answer as a table. Equal values of different rows stay different rows.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub rows: Vec<Vec<String>>,
    /// Why the answer is empty, if it is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub message: Option<String>,
    /// What to do next.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub hint: Option<String>,
    /// The name that is not in the graph, if that is the reason.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub missed: Option<Missed>,
    /// Whether every name was matched beyond doubt and the writer was sure.
    pub certain: bool,
    /// Why it is not certain.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub doubts: Vec<String>,
    /// The sources whose facts the answer rests on.
    pub sources: Vec<String>,
}

/// A column of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerColumn {
    /// The relation or function from which its values come; empty when nothing names it.
    pub name: String,
    /// The most common kind of its values.
    pub kind: ValueKind,
    /// The unit, if all of its values have the same.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unit: Option<String>,
}

/// A name that is not in the graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Missed {
    /// The index of the step in the query.
    pub step: usize,
    /// The parameter in which the name occurs.
    pub parameter: Parameter,
    /// The name.
    pub asked: String,
    /// The nearest existing names, best first.
    pub nearest: Vec<String>,
}

/// One item of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnswerItem {
    /// The item as text.
    pub text: String,
    /// The number of its occurrences, in different cells.
    pub count: usize,
}

/// The kind of an answer. An empty result is an answer, too, and there are several kinds of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// There are items.
    Answered,
    /// A name that was asked for is not in the graph.
    NoSuchName,
    /// The names are known, but no fact connects them.
    NoSuchFact,
    /// The query itself says that no source can answer.
    NotStored,
    /// All names were found, but nothing satisfies the query.
    Empty,
    /// A step could not be computed.
    Failed,
}

/// The place at which a query without an answer stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoppedAt {
    /// A relation or key that was asked for is not in the graph.
    Relation,
    /// An entity or value that was asked for is not in the graph.
    Entity,
    /// The names are known, but no fact connects them; or the query says that no source has the answer.
    Fact,
    /// A step could not be translated into execution calls.
    Translation,
    /// An execution call could not be computed.
    Execution,
}

/// One step of a trace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceStep {
    /// The number of the step in the query.
    pub number: u32,
    /// What the step found, in plain words.
    pub title: String,
    /// The words in which the writer says what the step does.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub note: String,
    /// The step's query.
    pub query: String,
    /// The groundings of its names.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub groundings: Vec<TraceGrounding>,
    /// What was interpreted differently from how it is written: a part of a cell, a rough number.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub readings: Vec<String>,
    /// The execution calls, as text.
    pub execution: Vec<String>,
    /// The result as text, at most [`LISTED`] items.
    pub results: Vec<String>,
    /// The number of items in the result.
    pub results_total: usize,
    /// The facts on which it rests, at most [`LISTED`].
    pub facts: Vec<TraceFact>,
    /// The number of facts on which it rests.
    pub facts_total: usize,
    /// The values that joined sources.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub joins: Vec<TraceJoin>,
}

/// A value through which a step got from some sources to others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceJoin {
    /// The value.
    pub value: String,
    /// The sources from which it came, sorted by name.
    pub from: Vec<String>,
    /// The sources to which it led.
    pub to: Vec<String>,
}

impl std::fmt::Display for TraceJoin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let value = crate::query::ticked(&self.value);
        write!(f, "{value} joins {} with {}", self.from.join(", "), self.to.join(", "))
    }
}

/// The most items and facts that a trace lists for one step; the totals count all of them.
pub const LISTED: usize = 1_000;

/// The grounding of a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceGrounding {
    /// The parameter in which the name occurs.
    pub parameter: Parameter,
    /// The name as written in the query.
    pub asked: String,
    /// The names of the nodes to which it was mapped; several mean any of them.
    pub chosen: Vec<TraceCandidate>,
    /// The best of the other candidates.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub runners_up: Vec<TraceCandidate>,
}

/// A name of the graph with its score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceCandidate {
    /// The name.
    pub text: String,
    /// From 0 to 1; 1 for the same name.
    pub score: f32,
    /// How it was found.
    pub channel: Channel,
}

/// A fact with its provenance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceFact {
    /// The id of the fact, for as long as its source stays loaded.
    #[serde(default)]
    pub id: u32,
    /// Head entity; for a table cell the row, as `[line_3]`.
    pub head: String,
    /// Relation or column.
    pub relation: String,
    /// Tail entity or cell.
    pub tail: String,
    /// `1999 to 2003`, for a temporal fact.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub time: Option<String>,
    /// The source's name.
    pub source: String,
    /// The source's file.
    pub file: String,
    /// 1-based line of the file.
    pub line: u32,
    /// 1-based data row, for tables.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub row: Option<u32>,
}

impl TraceFact {
    /// `medals.csv:4 (row 3)`, with only the name of the file.
    pub fn place(&self) -> String {
        let file = std::path::Path::new(&self.file)
            .file_name()
            .map_or(self.file.clone(), |f| f.to_string_lossy().into_owned());
        match self.row {
            Some(row) => format!("{file}:{} (row {row})", self.line),
            None => format!("{file}:{}", self.line),
        }
    }

    /// The fact as `head | relation | tail [time]`.
    pub fn text(&self) -> String {
        let time = self.time.as_ref().map_or(String::new(), |t| format!(" [{t}]"));
        format!("{} | {} | {}{time}", self.head, self.relation, self.tail)
    }
}

impl Trace {
    /// The texts of the answer's items.
    pub fn answers(&self) -> Vec<&str> {
        self.answer.items.iter().map(|i| i.text.as_str()).collect()
    }

    /// The texts of the answer, one for each cell: a value in three cells occurs three times. Denotations are
    /// compared in this form.
    pub fn values(&self) -> Vec<&str> {
        let items = self.answer.items.iter();
        items.flat_map(|i| std::iter::repeat_n(i.text.as_str(), i.count)).collect()
    }
}
