//! How one question went.

use serde::{Deserialize, Serialize};
use trustuqa_engine::trace::{Status, StoppedAt};
use trustuqa_engine::{Answered, EngineError};

use super::{Measures, Question};

/// How many found items an outcome keeps.
const KEPT: usize = 50;

/// Why a question has no right answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// No query came: the writer had none, or its request failed.
    Unwritten,
    /// The annotation cannot be expressed in the query language.
    Impossible,
    /// The query cannot be read.
    Parse,
    /// A relation of the query is not in the graph.
    RelationGrounding,
    /// An entity or value of the query is not in the graph.
    EntityGrounding,
    /// A step could not be turned into execution calls.
    Translation,
    /// An execution call could not be computed.
    Execution,
    /// The query runs and nothing answers it.
    Empty,
    /// There is an answer, and it is not the gold one.
    Wrong,
}

impl Cause {
    /// Every cause, in the order in which a query meets them.
    pub const ALL: [Cause; 9] = [
        Cause::Unwritten,
        Cause::Impossible,
        Cause::Parse,
        Cause::RelationGrounding,
        Cause::EntityGrounding,
        Cause::Translation,
        Cause::Execution,
        Cause::Empty,
        Cause::Wrong,
    ];

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Cause::Unwritten => "unwritten",
            Cause::Impossible => "impossible",
            Cause::Parse => "parse",
            Cause::RelationGrounding => "relation_grounding",
            Cause::EntityGrounding => "entity_grounding",
            Cause::Translation => "translation",
            Cause::Execution => "execution",
            Cause::Empty => "empty",
            Cause::Wrong => "wrong",
        }
    }
}

/// Seconds of the stages of one question; `None` for a stage that it did not go through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StageSeconds {
    /// Choosing sources and demonstrations.
    pub retrieve: Option<f64>,
    /// Writing queries, without running them.
    pub write: Option<f64>,
    /// Reading the chosen query, grounding its names, turning it into execution calls.
    pub translate: Option<f64>,
    /// The execution calls of the chosen query.
    pub execute: Option<f64>,
}

/// How one question went. As JSON it is also a line of recorded completions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct QuestionOutcome {
    /// The identifier of the question.
    pub id: String,
    /// The set that it belongs to.
    pub set: String,
    /// Its type within the set.
    pub kind: String,
    /// The question.
    pub question: String,
    /// The chosen query; empty when there was none.
    pub completion: String,
    /// True when there was nothing to measure: no completion is recorded for it, or the
    /// benchmark has no annotation of it.
    pub left_out: bool,
    /// The gold answers, at most 50.
    pub gold: Vec<String>,
    /// The items that were found, at most 50.
    pub found: Vec<String>,
    /// Whether values equal the gold values (tables).
    pub denotation: Option<bool>,
    /// Whether the first item is a gold one (graphs).
    pub hits_at_1: Option<bool>,
    /// F1 of the set (graphs).
    pub f1: Option<f64>,
    /// Whether the sets are equal (graphs).
    pub exact: Option<bool>,
    /// Whether the query could be read; `None` without a query.
    pub parsed: Option<bool>,
    /// Whether the query calls a function that only a model could compute.
    pub model_function: bool,
    /// Why it is not right; `None` when it is.
    pub cause: Option<Cause>,
    /// The message about that cause.
    pub message: Option<String>,
    /// Whether the answer rests on the source that the benchmark names.
    pub right_source: Option<bool>,
    /// Whether the writer called its choice certain; `None` without a writer.
    #[serde(default)]
    pub certain: Option<bool>,
    /// The probability that the answer is right, from 0 to 1, if the writer has one.
    #[serde(default)]
    pub probability: Option<f32>,
    /// Time of the stages.
    pub seconds: StageSeconds,
    /// Tokens of prompts.
    pub tokens_in: u64,
    /// Tokens of completions.
    pub tokens_out: u64,
}

impl QuestionOutcome {
    /// The outcome of `question` before anything is known.
    pub fn of(question: &Question) -> QuestionOutcome {
        QuestionOutcome {
            id: question.id.clone(),
            set: question.set.name().to_owned(),
            kind: question.kind.clone(),
            question: question.text.clone(),
            gold: question.answers.iter().take(KEPT).cloned().collect(),
            ..QuestionOutcome::default()
        }
    }

    /// True when the right answer is known.
    pub fn is_labelled(&self) -> bool {
        self.denotation.is_some() || self.exact.is_some()
    }

    /// True when the answer is the gold one.
    pub fn is_right(&self) -> bool {
        self.denotation == Some(true) || self.exact == Some(true)
    }

    /// Measures what was found, nothing included.
    pub fn measure(&mut self, question: &Question, found: &[String]) {
        let Measures { denotation, hits_at_1, f1, exact } = super::measure(question, found);
        (self.denotation, self.hits_at_1, self.f1, self.exact) = (denotation, hits_at_1, f1, exact);
    }

    /// Measures the answer of a run query and says why it is not right. Where the right
    /// answer is not known (`labelled` is false), only what stops a query is an error.
    pub fn judge(&mut self, question: &Question, labelled: bool, ran: Result<&Answered, &EngineError>) {
        let items = ran.map_or(&[][..], |answered| &answered.items);
        // Every cell for itself: equal cells of a table each count.
        let found: Vec<String> =
            items.iter().flat_map(|item| std::iter::repeat_n(item.text.clone(), item.count)).collect();
        if labelled {
            self.measure(question, &found);
        }
        self.found = found.iter().take(KEPT).cloned().collect();
        self.parsed = Some(!matches!(ran, Err(EngineError::Syntax { .. })));
        self.model_function = needs_model(ran);
        if !self.is_right() {
            let (cause, message) = why(question, &found, ran);
            if labelled || cause != Cause::Wrong {
                (self.cause, self.message) = (Some(cause), message);
            }
        }
    }
}

fn needs_model(ran: Result<&Answered, &EngineError>) -> bool {
    match ran {
        Err(EngineError::Syntax { diagnostics, .. }) => {
            diagnostics.0.iter().any(|d| d.code == "unknown-function")
        }
        _ => false,
    }
}

fn why(
    question: &Question,
    found: &[String],
    ran: Result<&Answered, &EngineError>,
) -> (Cause, Option<String>) {
    let answered = match ran {
        Err(EngineError::Syntax { diagnostics, .. }) => {
            return (Cause::Parse, diagnostics.0.first().map(|d| d.message.clone()));
        }
        Err(error @ EngineError::Unknown { .. }) => return (Cause::EntityGrounding, Some(error.to_string())),
        Err(error @ EngineError::Store(_)) => return (Cause::Execution, Some(error.to_string())),
        Ok(answered) => answered,
    };
    if answered.status == Status::Answered {
        return (Cause::Wrong, Some(how_wrong(&question.answers, found).to_owned()));
    }
    let cause = match answered.stopped {
        Some(StoppedAt::Relation) => Cause::RelationGrounding,
        Some(StoppedAt::Entity) => Cause::EntityGrounding,
        Some(StoppedAt::Translation) => Cause::Translation,
        Some(StoppedAt::Execution) => Cause::Execution,
        Some(StoppedAt::Fact) | None => Cause::Empty,
    };
    (cause, answered.message.clone())
}

/// How a found answer differs from the gold one.
fn how_wrong(gold: &[String], found: &[String]) -> &'static str {
    let fold = |list: &[String]| {
        list.iter().map(|text| trustuqa_storage::fold(text)).collect::<std::collections::BTreeSet<_>>()
    };
    let (gold, found) = (fold(gold), fold(found));
    if gold == found {
        "the right values, written differently or repeated a different number of times"
    } else if found.is_superset(&gold) {
        "the gold answers and more"
    } else if found.is_subset(&gold) {
        "a part of the gold answers"
    } else if found.is_disjoint(&gold) {
        "none of the gold answers"
    } else {
        "some of the gold answers and others"
    }
}
