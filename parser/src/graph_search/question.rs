//! A question, read: its words, what kind of thing it asks for (`answer_type.rs`), and the
//! operators in it (`operators.rs`).

use trustuqa_model::tokens;
use unicode_segmentation::UnicodeSegmentation;

use super::answer_type::AnswerType;
use super::operators::OperatorMention;
pub use crate::text::Coverage;
use crate::voice;
use crate::words::{is_stop, is_weak, root};

/// Maximum number of tokens of a question; the rest is cut.
const MOST: usize = 64;

/// A word of the question.
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionToken {
    /// The folded word.
    pub word: String,
    /// The word as it is in the question.
    pub text: String,
    /// Its root.
    pub root: String,
    /// First byte in the question.
    pub start: usize,
    /// End in the question.
    pub end: usize,
    /// How much a query should explain it: 0 for words without content.
    pub weight: f32,
    /// Begins with a capital letter or a digit, and not just because it is the first word.
    pub name_like: bool,
}

/// A question, read.
#[derive(Clone, Debug)]
pub struct TokenizedQuestion {
    /// The text without brackets.
    pub text: String,
    /// Its words.
    pub tokens: Vec<QuestionToken>,
    /// What is asked for.
    pub form: AnswerType,
    /// The noun that says what the question asks for (`which film`, `the capital of`).
    pub focus: Coverage,
    /// The preposition that takes what the question asks for: "in which", "played for?".
    pub preposition: Option<String>,
    /// Its operators.
    pub operators: Vec<OperatorMention>,
    /// The words that refer to the answer to the question before.
    pub refers: Coverage,
    /// The noun that a name of the question fills, instead of being asked for: `Whose father is Igor?`
    pub fills: Coverage,
}

/// The bit of a position.
pub fn bit(at: usize) -> Coverage {
    1 << at.min(MOST - 1)
}

/// The bits of a range of positions.
pub fn span(from: usize, to: usize) -> Coverage {
    (from..to.min(MOST)).fold(0, |covered, at| covered | bit(at))
}

impl TokenizedQuestion {
    /// Reads a question.
    pub fn read(text: &str) -> TokenizedQuestion {
        let text: String =
            text.chars().map(|c| if matches!(c, '[' | ']' | '{' | '}') { ' ' } else { c }).collect();
        let mut list: Vec<QuestionToken> = Vec::new();
        for (start, word) in text.unicode_word_indices() {
            let name_like = word.chars().next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit());
            for folded in tokens(word) {
                if list.len() == MOST {
                    break;
                }
                let name_like = name_like && (!list.is_empty() || folded.bytes().any(|b| b.is_ascii_digit()));
                let weight = if is_stop(&folded) {
                    // "If" in the middle of a question is a title, not a conjunction.
                    if name_like && folded.len() > 1 { 0.4 } else { 0.0 }
                } else if name_like {
                    1.2
                } else if is_weak(&folded) {
                    0.3
                } else {
                    1.0
                };
                list.push(QuestionToken {
                    root: root(&folded),
                    word: folded,
                    text: word.to_owned(),
                    start,
                    end: start + word.len(),
                    weight,
                    name_like,
                });
            }
        }
        let mut question = TokenizedQuestion {
            text,
            tokens: list,
            form: AnswerType::Which,
            focus: 0,
            preposition: None,
            operators: Vec::new(),
            refers: 0,
            fills: 0,
        };
        question.read_operators();
        question.read_form();
        question.fills = question.filled();
        question
    }

    /// Sets the bytes that refer to the answer to the question before. They weigh as much as a name does, so that a
    /// reading without them is worth little.
    pub fn refer(&mut self, bytes: std::ops::Range<usize>) {
        for (at, token) in self.tokens.iter_mut().enumerate() {
            if token.start >= bytes.start && token.end <= bytes.end {
                token.weight = token.weight.max(1.2);
                token.name_like = false;
                self.refers |= bit(at);
            }
        }
        let refers = self.refers;
        self.operators.retain(|o| o.coverage & refers == 0);
        self.focus &= !refers;
    }

    /// Forgets operators inside a name: the year of "2004 Summer Olympics".
    pub fn forget_inside(&mut self, names: Coverage) {
        self.operators.retain(|o| o.coverage & names != o.coverage);
    }

    /// The first word of the focus: the noun itself, as far as one can tell.
    pub fn focus_noun(&self) -> Coverage {
        self.focus & self.focus.wrapping_neg()
    }

    /// Sum of the weights of these tokens.
    pub fn weight(&self, coverage: Coverage) -> f32 {
        self.tokens.iter().enumerate().filter(|(at, _)| coverage & bit(*at) != 0).map(|(_, t)| t.weight).sum()
    }

    /// The words of these positions, in order.
    pub fn words(&self, coverage: Coverage) -> Vec<&str> {
        self.tokens
            .iter()
            .enumerate()
            .filter(|(at, _)| coverage & bit(*at) != 0)
            .map(|(_, t)| t.text.as_str())
            .collect()
    }

    /// Content words between two sets of positions that neither covers, at least 0.
    pub fn distance(&self, a: Coverage, b: Coverage) -> f32 {
        if a == 0 || b == 0 {
            return 0.0;
        }
        let (mut best, mut from_a, mut from_b): (f32, Option<f32>, Option<f32>) = (8.0, None, None);
        for (at, token) in self.tokens.iter().enumerate() {
            let (in_a, in_b) = (a & bit(at) != 0, b & bit(at) != 0);
            if in_a {
                best = from_b.map_or(best, |d: f32| best.min(d));
                from_a = Some(0.0);
            }
            if in_b {
                best = from_a.map_or(best, |d: f32| best.min(d));
                from_b = Some(0.0);
            }
            if !in_a && !in_b {
                from_a = from_a.map(|d| d + token.weight.min(1.0));
                from_b = from_b.map(|d| d + token.weight.min(1.0));
            }
        }
        best
    }

    /// The folded word at a position; empty behind the end.
    pub(super) fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| t.word.as_str())
    }

    /// Whether a name is the head of a relation, by the words that say the relation; see [`voice::is_head`].
    pub(super) fn is_head(&self, said: Coverage, name: Coverage, relation: &str) -> Option<bool> {
        voice::is_head(&|at| self.word(at), said, name, relation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_content_words_between() {
        let q = TokenizedQuestion::read("the capital of the famous old country Peru");
        assert_eq!(q.distance(bit(1), bit(7)), 3.0);
        assert_eq!(q.distance(bit(6), bit(7)), 0.0);
    }
}
