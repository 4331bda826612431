//! What the chat shows, as plain data. The backend fills these types from the
//! engine; nothing here knows the engine, and nothing here is text for a
//! terminal yet: control characters are made harmless when it is drawn.

mod look;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use look::{
    DemonstrationOwner, DemonstrationView, GroundingChange, NeighbourView, PageOf, PageView, RelationView,
    RowArrangement, SavedEntry, SessionSummary, TableView,
};

/// Names an answer for as long as the chat runs.
pub type AnswerId = u64;

/// An answer with everything that a person needs to check it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AnswerView {
    /// Names the answer in requests about it; 0 when nothing can be asked about it.
    pub id: AnswerId,
    /// The question as it was asked.
    pub question: String,
    /// How a follow-up was read: the whole question. `None` when it was taken as it stands.
    pub read_as: Option<String>,
    /// The follow-up in full in the user's own words, without what an answer gave:
    /// what is learnt when the answer is accepted. `None` when it is `question`.
    pub learnt_as: Option<String>,
    /// Whether there is an answer, and if not, why.
    pub outcome: OutcomeView,
    /// The denotation: one item per answer, in the order to show, at most as many as
    /// the backend wants to carry. Empty when there is none.
    pub items: Vec<ItemView>,
    /// How many items the answer has in all.
    pub item_total: usize,
    /// The columns of the answer as a table: what each value belongs to, then the value.
    /// Sessions that were kept by earlier versions have none.
    pub columns: Vec<ColumnView>,
    /// The rows of that table, at most as many as the backend wants to carry. Equal values
    /// of different rows stay different rows.
    pub rows: Vec<Vec<String>>,
    /// How many rows the table has in all.
    pub row_total: usize,
    /// The names of the sources that the answer rests on.
    pub sources: Vec<String>,
    /// Other readings of a name that was not beyond doubt, the best first: "did you mean".
    pub choices: Vec<OtherMeaning>,
    /// How sure the answer is, and why.
    pub certainty: Certainty,
    /// One remark to read with the answer, such as "no such name …; nearest: …".
    pub note: Option<String>,
    /// The name of the writer that wrote the query.
    pub writer: String,
    /// Time from question to answer, in milliseconds.
    pub millis: u64,
    /// Tokens that the writer used, 0 when it used none.
    pub tokens: u64,
    /// Those of them that the server had computed before, for an earlier prompt.
    pub tokens_cached: u64,
    /// The steps of the query that gave the answer, in order of execution.
    pub trace: Vec<StepView>,
    /// The whole LLM query, one step a line.
    pub query_text: String,
    /// The whole execution query, which runs again as it stands, without a model.
    pub execution_text: String,
}

impl AnswerView {
    /// Whether its values belong to something: then they are shown as rows of a table, and
    /// else as a list.
    #[must_use]
    pub const fn is_table(&self) -> bool {
        self.columns.len() > 1 && !self.rows.is_empty()
    }

    /// How many rows of its table it does not carry.
    #[must_use]
    pub const fn rows_left(&self) -> usize {
        self.row_total.saturating_sub(self.rows.len())
    }
}

/// Whether there is an answer, and if not, why. Empty is an answer too, and its kinds differ.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeView {
    /// There are items.
    Answered,
    /// The question can mean several things, none of them likely enough to be answered.
    Unclear,
    /// A name that was asked for is not in the graph.
    NoSuchName,
    /// The names are known, but no fact connects them.
    NoSuchFact,
    /// No source can answer the question.
    NotStored,
    /// Everything was found, and nothing remained.
    #[default]
    Empty,
    /// The query could not be run.
    Failed,
}

/// Another reading of a name, to be chosen instead of the one that was taken.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OtherMeaning {
    /// The reading for a person: the name, with what tells it apart.
    pub label: String,
    /// What to ask for when it is the one: put it into `BackendRequest::Run`.
    pub change: GroundingChange,
}

/// One item of an answer.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ItemView {
    /// The value, number or name.
    pub text: String,
    /// What belongs to it, such as a time or the file it is in; may be empty.
    pub detail: String,
}

/// A column of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ColumnView {
    /// Its name; empty where nothing names it.
    pub name: String,
    /// The commonest kind of its values, such as text, integer, quantity or date.
    pub kind: String,
    /// The unit that all of its values have.
    pub unit: Option<String>,
}

impl ColumnView {
    /// Whether its values are numbers, with or without a unit.
    #[must_use]
    pub fn is_number(&self) -> bool {
        is_number(&self.kind)
    }
}

/// Whether values of a kind are numbers: they are aligned by their digits.
pub(crate) fn is_number(kind: &str) -> bool {
    matches!(kind, "integer" | "decimal" | "quantity" | "duration" | "ordinal" | "fraction")
}

/// How sure an answer is, with the reasons for it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Certainty {
    /// The level.
    pub level: Level,
    /// The reasons, most important first, each a short phrase.
    pub reasons: Vec<String>,
}

/// The levels of certainty.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Nothing speaks against the answer.
    Sure,
    /// The answer may be wrong; the reasons say why.
    Unsure,
    /// There is no answer.
    #[default]
    None,
}

/// One executed step of a query.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StepView {
    /// The step as a story in plain words, such as "rows of medals whose Nation is Brazil: 3".
    pub title: String,
    /// The step in the LLM query language.
    pub query: String,
    /// What each name of the step was grounded to.
    pub groundings: Vec<GroundingView>,
    /// The step in the execution query language; may have several lines.
    pub execution: String,
    /// The values that the step gave, at most as many as the backend wants to carry.
    pub results: Vec<String>,
    /// How many values the step gave in all.
    pub result_total: usize,
    /// The facts that the result rests on, at most as many as the backend wants to carry.
    pub facts: Vec<FactView>,
    /// How many facts the result rests on in all.
    pub fact_total: usize,
    /// Which value joined which sources.
    pub joins: Vec<JoinView>,
}

/// A value through which a step got from some sources to others.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct JoinView {
    /// The value.
    pub value: String,
    /// The sources that it came from.
    pub from: Vec<String>,
    /// The sources that it led to.
    pub to: Vec<String>,
}

impl fmt::Display for JoinView {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} joined {} and {}", self.value, self.from.join(", "), self.to.join(", "))
    }
}

/// What one name of a query was grounded to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GroundingView {
    /// The name in the query.
    pub asked: String,
    /// The part it plays: relation, key, entity, value.
    pub role: String,
    /// The nodes that it stands for; several are an OR; empty when nothing matched.
    pub chosen: Vec<String>,
    /// The score of the choice, from 0 to 1.
    pub score: f32,
    /// The channel that found it: exact, folded, token, edit, date, dense.
    pub channel: String,
    /// True when the user chose it, now or earlier.
    pub by_user: bool,
    /// The next best nodes, best first.
    pub runners_up: Vec<RunnerUp>,
}

/// A node that a name was nearly grounded to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RunnerUp {
    /// The node.
    pub text: String,
    /// Its score, from 0 to 1.
    pub score: f32,
    /// The channel that found it.
    pub channel: String,
}

/// A fact with the place it was read from.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FactView {
    /// Names the fact for as long as its source stays loaded.
    pub id: u64,
    /// What kind of fact it is.
    pub kind: FactKind,
    /// The head entity; of a table cell the row, as `row 3`.
    pub head: String,
    /// The relation or the column.
    pub relation: String,
    /// The tail entity or the cell.
    pub tail: String,
    /// The time of a quintuple.
    pub time: Option<String>,
    /// The fact as "head | relation | tail", followed by its time in brackets when it has one.
    pub text: String,
    /// The name of its source.
    pub source: String,
    /// The file that it was read from.
    pub file: String,
    /// The line in that file, from 1.
    pub line: Option<u64>,
    /// The row of the table, from 1, when the source is a table.
    pub row: Option<u64>,
    /// What the row is called, when a column tells it from the other rows of the step.
    pub row_name: Option<String>,
}

/// The kinds of facts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactKind {
    /// A cell of a table: its row and its neighbours can be shown.
    Cell,
    /// A triple of a knowledge graph.
    #[default]
    Triple,
    /// A quintuple of a temporal knowledge graph.
    Quintuple,
}

impl FactView {
    /// The place as `file:line · row N`, with the parts that are known.
    #[must_use]
    pub fn place(&self) -> String {
        let mut place = if self.file.is_empty() { self.source.clone() } else { self.file.clone() };
        if let Some(line) = self.line {
            place.push_str(&format!(":{line}"));
        }
        if let Some(row) = self.row {
            place.push_str(&format!(" · row {row}"));
        }
        place
    }
}

/// What the status line and the sources panel show.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ChatStatus {
    /// The name of the graph, empty when none is open.
    pub graph: String,
    /// The sources loaded into it.
    pub sources: Vec<SourceSummary>,
    /// The writer in use.
    pub writer: String,
    /// Every writer that `/writer` accepts, for completion.
    pub writers: Vec<String>,
    /// What may be sent to a language model.
    pub share_level: ShareLevelView,
    /// Where requests go (a host), when the writer in use sends any.
    pub destination: Option<String>,
    /// What the encoder does at the moment.
    pub encoder: EncoderState,
    /// Questions that the graph can answer, shown in an empty chat.
    pub suggestions: Vec<String>,
}

/// One source of the graph.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SourceSummary {
    /// Its name.
    pub name: String,
    /// table, kg or tkg.
    pub kind: String,
    /// How many facts it holds.
    pub facts: u64,
    /// How many rows or lines it was read from.
    pub rows: u64,
    /// Its columns or relations with their type or kind, in the file's order.
    pub relations: Vec<(String, String)>,
}

/// What may leave the machine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShareLevelView {
    /// Nothing is sent.
    Off,
    /// Names, types, formats and counts, and what the user typed.
    #[default]
    Schema,
    /// The schema and one example value a column.
    Samples,
}

impl ShareLevelView {
    /// Every level, from the least shared to the most.
    pub const ALL: [Self; 3] = [Self::Off, Self::Schema, Self::Samples];

    /// The level's name as it is typed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Schema => "schema",
            Self::Samples => "samples",
        }
    }

    /// What the level lets out, in plain words.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Off => "nothing leaves this machine",
            Self::Schema => {
                "your words; names of sources, columns and relations; types, counts; no cell values"
            }
            Self::Samples => {
                "what `schema` lets out, an example value of each column, and the values in errors and accepted pairs"
            }
        }
    }

    /// The level of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

impl fmt::Display for ShareLevelView {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// What the sentence encoder does.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum EncoderState {
    /// Not installed: names are matched by their letters only.
    #[default]
    Absent,
    /// The model is being read.
    Loading,
    /// Names are being embedded in the background.
    Embedding {
        /// Names done.
        done: u64,
        /// Names to do.
        total: u64,
    },
    /// Everything is embedded.
    Ready,
    /// It could not be started; the text is one short phrase.
    Failed(String),
}

impl EncoderState {
    /// One or two words for the status line.
    #[must_use]
    pub fn short(&self) -> String {
        match self {
            Self::Absent => "none".to_owned(),
            Self::Loading => "loading".to_owned(),
            Self::Embedding { done, total } => {
                // Rounded down, so that 100 % is never shown before the end.
                format!("{} %", done.saturating_mul(100).checked_div(*total).unwrap_or(0).min(100))
            }
            Self::Ready => "ready".to_owned(),
            Self::Failed(_) => "failed".to_owned(),
        }
    }
}

/// The stages of answering a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum StageKind {
    /// Choosing the sources.
    Routing,
    /// Writing the query.
    Writing,
    /// Finding the names in the graph.
    Grounding,
    /// Running the query.
    Executing,
}

impl StageKind {
    /// The stage's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Routing => "routing",
            Self::Writing => "writing",
            Self::Grounding => "grounding",
            Self::Executing => "executing",
        }
    }
}

/// A stage that was reached, with what it works on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StageView {
    /// The stage.
    pub kind: StageKind,
    /// What it works on, such as "sample 2 of 5"; may be empty.
    pub detail: String,
}

/// A failure: what happened, and what to do next.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Failure {
    /// What happened.
    pub message: String,
    /// The next step to take.
    pub hint: Option<String>,
}

/// How far a load is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoadProgress {
    /// What is being loaded, such as a file name.
    pub label: String,
    /// Units done (bytes, lines or files).
    pub done: u64,
    /// Units in all, 0 when unknown.
    pub total: u64,
}

/// A request that left this machine.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentEntry {
    /// When, in the form to show.
    pub time: String,
    /// Where to: a URL or a host.
    pub destination: String,
    /// The share level in force.
    pub share_level: String,
    /// Size of the body in bytes.
    pub bytes: u64,
    /// The whole body, laid out for reading.
    pub body: String,
}
