//! Follow-ups: whether a question speaks of the one before it, and how it is read.
//!
//! * `read` tells by the words alone what sort of follow-up a question is, if any.
//! * `instead` puts another name, time or column into the query before.
//!
//! A question that is complete by itself is never read as a follow-up; in doubt it
//! counts as complete, because a question that is glued to another one by mistake is
//! answered wrongly, while one that is taken alone by mistake can be asked again.

mod instead;
mod read;

pub use instead::{Changed, instead};
pub use read::{Sort, sort};

/// Answers that are named when words of a question stand for them.
const NAMED: usize = 3;

/// What a question can follow up on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Context {
    /// The questions as typed, oldest first, from the last one that stood alone.
    pub typed: Vec<String>,
    /// The last question in full, as it was read.
    pub question: String,
    /// The query that answered it.
    pub query: String,
    /// The first answers.
    pub answers: Vec<String>,
    /// How many answers there were.
    pub total: usize,
}

impl Context {
    /// The context of a first question with its query and answer.
    pub fn new(typed: &str, question: &str, query: &str, answers: &[&str]) -> Context {
        Context {
            typed: vec![typed.to_owned()],
            question: question.to_owned(),
            query: query.to_owned(),
            answers: answers.iter().take(NAMED).map(|a| (*a).to_owned()).collect(),
            total: answers.len(),
        }
    }

    /// A question in full, with what the words at `refers` stand for: the answers by
    /// name when they are few, else the question that they answer.
    pub fn spelt_out(&self, question: &str, refers: std::ops::Range<usize>) -> String {
        let (Some(before), Some(after)) = (question.get(..refers.start), question.get(refers.end..)) else {
            return question.to_owned();
        };
        let named = match self.answers.as_slice() {
            [] => "nothing".to_owned(),
            answers if self.total <= NAMED => joined(answers),
            _ => format!("the {} answers to “{}”", self.total, self.question),
        };
        format!("{before}{named}{after}")
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
