//! The trace of an answer: every step with its query, groundings, execution
//! query, result and facts down to file and row.
//!
//! A trace is a file (JSON). Its execution query names stored nodes only, so it
//! can be run again without a model or any grounding: [`crate::run::Engine::replay`].

mod tree;

use serde::{Deserialize, Serialize};

pub use tree::{one_line, render};

use trustuqa_model::ValueKind;

use crate::ground::{Channel, Parameter};
use crate::translate::Pin;

/// Version of the trace file.
pub const VERSION: u32 = 2;

/// How an answer was computed, and the answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// [`VERSION`] of the program that wrote it.
    pub version: u32,
    /// The question, when there was one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub question: Option<String>,
    /// Who wrote the query: `llm`, `offline`, `replay`, or nobody.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub writer: Option<String>,
    /// The answer.
    pub answer: Answer,
    /// The LLM query, or the execution query when that was given.
    pub query: String,
    /// What the lenient parser had to repair.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub repairs: Vec<String>,
    /// The execution query; it can be run again unchanged.
    pub execution: String,
    /// Names of the sources it was restricted to; empty for all.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub scope: Vec<String>,
    /// Nodes that the user chose for names of the query.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub pins: Vec<Pin>,
    /// How the source was found, when it was not told and one table answers alone.
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
    /// Why this one, as the end of a sentence that begins with its name.
    pub why: String,
    /// Other tables that could answer the query, the likeliest first.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub others: Vec<OtherSource>,
}

/// A table that could answer the query, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtherSource {
    /// The table.
    pub name: String,
    /// True when its answer is the same.
    pub same_answer: bool,
}

/// The answer with what is to be known about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// What kind of answer it is.
    pub status: Status,
    /// Where the query stopped, when a step is to blame for the lack of an answer.
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
    /// For an empty answer, why it is empty.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub message: Option<String>,
    /// What to do next.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub hint: Option<String>,
    /// The name that is not in the graph, when that is why.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub missed: Option<Missed>,
    /// True when every name was matched beyond doubt and the writer was sure.
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
    /// The relation or the function that gave its values; empty where nothing names it.
    pub name: String,
    /// The commonest kind of its values.
    pub kind: ValueKind,
    /// The unit that all of its values have.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unit: Option<String>,
}

/// A name that is not in the graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Missed {
    /// The index of the step in the query.
    pub step: usize,
    /// The parameter that the name is in.
    pub parameter: Parameter,
    /// The name.
    pub asked: String,
    /// The nearest names that there are, best first.
    pub nearest: Vec<String>,
}

/// One item of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnswerItem {
    /// The item as text.
    pub text: String,
    /// How often it was found, in different cells.
    pub count: usize,
}

/// What kind of answer it is. Empty is an answer, and its kinds differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// There are items.
    Answered,
    /// A name that was asked for is not in the graph.
    NoSuchName,
    /// The names are known, but no fact connects them.
    NoSuchFact,
    /// The query says itself that no source can answer.
    NotStored,
    /// Everything was found, and nothing remained.
    Empty,
    /// A step could not be computed.
    Failed,
}

/// Where a query without an answer stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoppedAt {
    /// A relation or key that was asked for is not in the graph.
    Relation,
    /// An entity or value that was asked for is not in the graph.
    Entity,
    /// The names are known, but no fact connects them.
    Fact,
    /// A step could not be turned into execution calls.
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
    /// What the writer said that it does.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub note: String,
    /// The step's query.
    pub query: String,
    /// What each name was mapped to.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub groundings: Vec<TraceGrounding>,
    /// What was interpreted differently from how it is written: a part of a cell, a rough number.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub readings: Vec<String>,
    /// The execution calls, as text.
    pub execution: Vec<String>,
    /// The result as text, at most [`LISTED`] items.
    pub results: Vec<String>,
    /// How many items the result has.
    pub results_total: usize,
    /// The facts that it rests on, at most [`LISTED`].
    pub facts: Vec<TraceFact>,
    /// How many facts it rests on.
    pub facts_total: usize,
    /// Which value joined which sources.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub joins: Vec<TraceJoin>,
}

/// A value through which a step got from some sources to others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceJoin {
    /// The value.
    pub value: String,
    /// The sources that it came from, in order of their names.
    pub from: Vec<String>,
    /// The sources that it led to.
    pub to: Vec<String>,
}

impl std::fmt::Display for TraceJoin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let value = crate::query::ticked(&self.value);
        write!(f, "{value} joins {} with {}", self.from.join(", "), self.to.join(", "))
    }
}

/// Items and facts that a trace lists of one step; the totals tell of the rest.
pub const LISTED: usize = 1_000;

/// What a name was mapped to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceGrounding {
    /// The parameter that the name is in.
    pub parameter: Parameter,
    /// The name as it was asked for.
    pub asked: String,
    /// The names it was mapped to; several mean any of them.
    pub chosen: Vec<TraceCandidate>,
    /// The best of the others.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub runners_up: Vec<TraceCandidate>,
}

/// A name of the graph with its score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceCandidate {
    /// The name.
    pub text: String,
    /// 0 to 1; 1 is the same name.
    pub score: f32,
    /// How it was found.
    pub channel: Channel,
}

/// A fact with its place.
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
    /// `medals.csv:4 (row 3)`, with the file's name only.
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

    /// The texts of the answer, with every cell on its own: what is in three cells
    /// comes three times. Denotations are compared so.
    pub fn values(&self) -> Vec<&str> {
        let items = self.answer.items.iter();
        items.flat_map(|i| std::iter::repeat_n(i.text.as_str(), i.count)).collect()
    }
}
