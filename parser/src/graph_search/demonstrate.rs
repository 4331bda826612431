//! Demonstrations as evidence of form: a reading is likelier if a demonstration with a similar question has a query
//! of the same shape.

use trustuqa_engine::ground::Embed;
use trustuqa_engine::query;

use super::final_operations::ChainDerivation;
use super::question::TokenizedQuestion;
use crate::words::{is_stop, root};

/// How many demonstrations, the nearest ones, count.
const NEAREST: usize = 6;
/// The most that a demonstration can add to a score.
const BONUS: f32 = 0.3;

/// The questions and query shapes of all demonstrations.
pub struct Shapes {
    all: Vec<DemonstrationShape>,
}

struct DemonstrationShape {
    masked: String,
    words: Vec<String>,
    skeleton: Vec<&'static str>,
}

impl Shapes {
    /// Reads demonstrations, a question and its LLM query each; one whose query cannot be read is left out.
    pub fn of<'d>(demonstrations: impl Iterator<Item = (&'d str, &'d str)>) -> Shapes {
        let all = demonstrations
            .filter_map(|(question, query)| {
                let parsed = query::parse(query).ok()?;
                let skeleton = parsed.llm()?.steps.iter().map(|s| super::plan::shape(&s.call)).collect();
                let masked = masked(&TokenizedQuestion::read(question));
                Some(DemonstrationShape { words: content(&masked), masked, skeleton })
            })
            .collect();
        Shapes { all }
    }

    /// Adds to the scores of readings that have the shape of one of the nearest demonstrations, of these and of
    /// `of_request`.
    pub fn rate(
        &self,
        of_request: &Shapes,
        question: &TokenizedQuestion,
        embed: Option<&dyn Embed>,
        readings: &mut [ChainDerivation],
    ) {
        let asked = masked(question);
        let words = content(&asked);
        let mut near: Vec<(f32, &DemonstrationShape)> = self
            .all
            .iter()
            .chain(&of_request.all)
            .map(|s| (overlap(&words, &s.words), s))
            .filter(|(likeness, _)| *likeness > 0.0)
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        if let Some(vector) = embed.and_then(|e| e.embed(&asked)) {
            // The encoder only sees those that share words: it is slow, and a question of the same form has at
            // least one word in common.
            near.truncate(4 * NEAREST);
            for (likeness, shape) in &mut near {
                if let Some(other) = embed.and_then(|e| e.embed(&shape.masked)) {
                    *likeness = 0.5 * *likeness
                        + 0.5 * vector.iter().zip(&other).map(|(a, b)| a * b).sum::<f32>().max(0.0);
                }
            }
            near.sort_by(|a, b| b.0.total_cmp(&a.0));
        }
        for reading in readings.iter_mut() {
            let skeleton = reading.state.plan.skeleton();
            let best = near
                .iter()
                .take(NEAREST)
                .filter(|(_, s)| s.skeleton == skeleton)
                .map(|(likeness, _)| *likeness)
                .fold(0.0, f32::max);
            reading.score += BONUS * best;
        }
        readings.sort_by(|a, b| b.score.total_cmp(&a.score));
    }
}

/// The question with a placeholder for every name and number.
fn masked(question: &TokenizedQuestion) -> String {
    let mut words: Vec<&str> = Vec::new();
    for token in &question.tokens {
        let word = if token.name_like { "_" } else { token.word.as_str() };
        if word != "_" || words.last() != Some(&"_") {
            words.push(word);
        }
    }
    words.join(" ")
}

fn content(masked: &str) -> Vec<String> {
    let mut words: Vec<String> = masked
        .split(' ')
        .filter(|w| {
            *w != "_"
                && (!is_stop(w)
                    || matches!(*w, "who" | "when" | "where" | "which" | "how" | "between" | "and"))
        })
        .map(root)
        .collect();
    words.sort();
    words.dedup();
    words
}

fn overlap(a: &[String], b: &[String]) -> f32 {
    let shared = a.iter().filter(|w| b.contains(w)).count() as f32;
    if shared == 0.0 { 0.0 } else { shared / ((a.len() * b.len()) as f32).sqrt() }
}
