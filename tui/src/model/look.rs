//! What a person looks into besides answers: rows, neighbourhoods, relations, learnt pairs and earlier
//! sessions.

use serde::{Deserialize, Serialize};

use super::{AnswerId, AnswerView, FactView, Failure};

/// Rows of a table, a part of it at a time.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TableView {
    /// The name of the source.
    pub source: String,
    /// The file that it was read from.
    pub file: String,
    /// The columns in the order of the file, each with the kind of its values.
    pub columns: Vec<(String, String)>,
    /// The number of the first row of `rows`, from 1.
    pub first_row: u64,
    /// The rows, each with as many cells as there are columns; an empty cell is an empty text.
    pub rows: Vec<Vec<String>>,
    /// How many rows the table has.
    pub total_rows: u64,
    /// The cell that was asked for: the number of its row, from 1, and its column, from 0.
    pub marked: Option<(u64, usize)>,
}

/// The facts that an entity is in, as head or as tail.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct NeighbourView {
    /// The entity.
    pub entity: String,
    /// The source that the facts are restricted to, `None` for all of them.
    pub source: Option<String>,
    /// The position of the first of `facts` among all of them, from 0.
    pub from: usize,
    /// The facts, those that it heads first.
    pub facts: Vec<FactView>,
    /// How many facts it is in.
    pub total: usize,
    /// The fact that was asked for, as its place in `facts`.
    pub marked: Option<usize>,
}

/// A relation of a source, or a column of a table.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RelationView {
    /// Its name.
    pub name: String,
    /// The commonest kind of its values.
    pub kind: String,
    /// How many facts have it.
    pub facts: u64,
    /// A few of its facts as text: cells of a column, `head → tail` of a relation.
    pub examples: Vec<String>,
}

/// What a page is a part of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PageOf {
    /// The items of the answer; the step does not matter.
    Items,
    /// The rows of the answer as a table; the step does not matter.
    Rows,
    /// The values that a step gave.
    #[default]
    Results,
    /// The facts that a step rests on.
    Facts,
}

/// A part of a list that is longer than what the answer carries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PageView {
    /// The answer.
    pub answer: AnswerId,
    /// The step, as its place in [`AnswerView::trace`](super::AnswerView::trace).
    pub step: usize,
    /// What it is a part of.
    pub of: PageOf,
    /// The position of the first entry, from 0.
    pub from: usize,
    /// How many entries there are in all.
    pub total: usize,
    /// The entries, when they are items or values.
    pub texts: Vec<String>,
    /// The entries, when they are facts.
    pub facts: Vec<FactView>,
    /// The entries, when they are rows.
    pub rows: Vec<Vec<String>>,
    /// How the rows are arranged.
    pub arranged: RowArrangement,
}

/// How the rows of an answer are arranged for a look at them; the answer stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowArrangement {
    /// The column by which they are sorted, and whether from the greatest on; in the order of
    /// the answer when there is none.
    pub by: Option<(usize, bool)>,
    /// What some cell of every row contains, whatever its case.
    pub needle: String,
}

/// A choice of another node for a name of a step.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroundingChange {
    /// The step, as its place in [`AnswerView::trace`](super::AnswerView::trace).
    pub step: usize,
    /// The part that the name plays: [`super::GroundingView::role`].
    pub role: String,
    /// The name in the query.
    pub asked: String,
    /// The node to take for it.
    pub chosen: String,
}

/// A question with its query, as writers are shown it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DemonstrationView {
    /// Names the pair when it is edited or deleted.
    pub id: String,
    /// The question.
    pub question: String,
    /// The query, one step a line.
    pub query: String,
    /// Whose it is.
    pub origin: DemonstrationOwner,
    /// The kind of source that it is about: table, kg, tkg or cross.
    pub kind: String,
}

/// Whose a demonstration is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DemonstrationOwner {
    /// It ships with the program and cannot be changed.
    #[default]
    Shipped,
    /// The user accepted it.
    Accepted,
    /// The user rejected it: this query does not answer this question.
    Rejected,
    /// What the user chose for a name that was not clear.
    Chosen,
}

/// An earlier session of the chat.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionSummary {
    /// Names the session when it is resumed.
    pub id: String,
    /// When it began, in the form to show.
    pub started: String,
    /// Its first question.
    pub title: String,
    /// The graph that it was begun with.
    pub graph: String,
    /// How many questions were asked in it.
    pub questions: usize,
    /// How many answers it holds.
    pub answers: usize,
    /// Whether it is the one that is going on.
    pub current: bool,
}

/// One entry of a kept session, in the order in which it was shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "snake_case")]
pub enum SavedEntry {
    /// A question as it was typed.
    Question {
        /// The question.
        text: String,
        /// When, in the form to show.
        at: String,
    },
    /// An answer.
    Answer(Box<AnswerView>),
    /// A remark.
    Note {
        /// The remark.
        text: String,
    },
    /// A failure.
    Failure(Failure),
}
