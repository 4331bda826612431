//! Follow-ups: whether a question speaks of the one before it, and how it is read.
//!
//! * `read` tells by the words alone what sort of follow-up a question is, if any.
//! * `instead` puts another name, time or column into the query before.
//! * `loosely` does so although the name is nowhere: a short follow-up is still one.
//!
//! A question that is complete by itself is never read as a follow-up; in doubt it
//! counts as complete, because a question that is glued to another one by mistake is
//! answered wrongly, while one that is taken alone by mistake can be asked again.

mod instead;
mod loosely;
mod read;

pub use instead::{Changed, instead};
pub use loosely::loosely;
pub use read::{Sign, Sort, sort};

/// Answers that are named when words of a question stand for them.
const NAMED: usize = 3;

/// A follow-up in full.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InFull {
    /// As it is shown: it may name what the answer before gave.
    pub shown: String,
    /// In the user's own words only, so that it may be sent, stored and learnt.
    pub plain: String,
}

impl InFull {
    /// A question that stands alone: the same both ways.
    pub fn alone(question: &str) -> InFull {
        InFull { shown: question.to_owned(), plain: question.to_owned() }
    }
}

/// What a question can follow up on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Context {
    /// The questions as typed, oldest first, from the last one that stood alone.
    pub typed: Vec<String>,
    /// The last question in full, as it was read.
    pub question: InFull,
    /// The query that answered it.
    pub query: String,
    /// The first answers.
    pub answers: Vec<String>,
    /// How many answers there were.
    pub total: usize,
    /// False for an answer that was not certain: one that follows from it is no surer.
    pub certain: bool,
}

impl Context {
    /// The context of a first question with its query and answer.
    pub fn new(typed: &str, question: InFull, query: &str, answers: &[&str]) -> Context {
        Context {
            typed: vec![typed.to_owned()],
            question,
            query: query.to_owned(),
            answers: answers.iter().take(NAMED).map(|a| (*a).to_owned()).collect(),
            total: answers.len(),
            certain: true,
        }
    }

    /// A question in full, with what the words at `refers` stand for: the answers by
    /// name when they are few, else the question that they answer.
    pub fn spelt_out(&self, question: &str, refers: std::ops::Range<usize>) -> InFull {
        let (Some(before), Some(after)) = (question.get(..refers.start), question.get(refers.end..)) else {
            return InFull::alone(question);
        };
        let counted = |question: &str| match self.total {
            1 => format!("the answer to “{question}”"),
            total => format!("the {total} answers to “{question}”"),
        };
        let named = match self.answers.as_slice() {
            [] => "nothing".to_owned(),
            answers if self.total <= NAMED => joined(answers),
            _ => counted(&self.question.shown),
        };
        // "its capital" is Norway's capital.
        let owner = question.get(refers).is_some_and(read::is_owner);
        let s = if owner { "'s" } else { "" };
        InFull {
            shown: format!("{before}{named}{s}{after}"),
            plain: format!("{before}{}{s}{after}", counted(&self.question.plain)),
        }
    }
}

/// "A", "A and B", "A, B and C".
fn joined(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
