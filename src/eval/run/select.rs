//! Which questions are asked.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use trustuqa_storage::fold;

use crate::eval::{Dataset, EvalError, Hints, Question};

/// A question to ask.
#[derive(Clone, Debug)]
pub struct SelectedQuestion {
    /// The question.
    pub question: Question,
    /// False when its right answer is not known, so that only its query can be measured.
    pub labelled: bool,
}

/// The questions of a file of recorded completions.
#[derive(Clone, Debug, Default)]
pub struct RecordedSelection {
    /// The questions, those of the benchmark as the benchmark has them.
    pub questions: Vec<SelectedQuestion>,
}

#[derive(Deserialize)]
struct Line {
    id: Option<Value>,
    question: Option<String>,
    answers: Option<Vec<Value>>,
    hops: Option<u64>,
    #[serde(rename = "type")]
    kind: Option<Value>,
    custom_id: Option<String>,
}

/// The questions of a file of recorded completions that lists questions; `None` for the
/// output of a batch job, which does not.
///
/// A question of the benchmark is found by its identifier or, when the line has no answers and its words
/// are those of one question only, by its words. Any other is a training question: it is asked too, and
/// measured when its line says the answers.
pub fn recorded_questions(path: &Path, dataset: &Dataset) -> Result<Option<RecordedSelection>, EvalError> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        EvalError::data(path, None, format!("cannot read it: {error}"), "check the path after --completions")
    })?;
    let by_id: HashMap<&str, &Question> = dataset.questions.iter().map(|q| (q.id.as_str(), q)).collect();
    let mut by_text: HashMap<String, Vec<&Question>> = HashMap::new();
    for question in &dataset.questions {
        by_text.entry(fold(&question.text)).or_default().push(question);
    }
    let mut recorded = RecordedSelection::default();
    let mut seen = HashSet::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let line: Line = serde_json::from_str(line.trim_start_matches('\u{feff}')).map_err(|error| {
            EvalError::data(
                path,
                Some(index as u64 + 1),
                format!("not a recorded completion: {error}"),
                "each line is {\"id\": …, \"question\": …, \"completion\": …} or a line of OpenAI Batch output",
            )
        })?;
        if line.custom_id.is_some() {
            return Ok(None);
        }
        let id = line.id.as_ref().map(plain);
        let of_set = match (&id, &line.question) {
            (Some(id), _) if by_id.contains_key(id.as_str()) => by_id.get(id.as_str()).copied(),
            (_, Some(words)) if line.answers.is_none() => {
                by_text.get(&fold(words)).and_then(|same| match same.as_slice() {
                    [one] => Some(*one),
                    _ => None,
                })
            }
            _ => None,
        };
        let selected = match (of_set, &line.question) {
            (Some(question), _) => SelectedQuestion { question: question.clone(), labelled: true },
            (None, Some(_)) => training(dataset, line, id, index),
            (None, None) => continue,
        };
        if seen.insert(selected.question.id.clone()) {
            recorded.questions.push(selected);
        }
    }
    Ok(Some(recorded))
}

/// A question that the benchmark does not have.
fn training(dataset: &Dataset, line: Line, id: Option<String>, index: usize) -> SelectedQuestion {
    let kind = match (line.hops, &line.kind) {
        (Some(hops), _) => format!("{hops}-hop"),
        (None, Some(kind)) => plain(kind),
        (None, None) => "recorded".to_owned(),
    };
    let source = match dataset.sources.as_slice() {
        [one] => Some(one.name.clone()),
        _ => None,
    };
    let labelled = line.answers.is_some();
    let question = Question {
        id: id.unwrap_or_else(|| format!("line-{}", index + 1)),
        set: dataset.set,
        text: line.question.unwrap_or_default(),
        kind,
        answers: line.answers.iter().flatten().map(plain).collect(),
        hits: None,
        source,
        gold: None,
        hints: Hints::default(),
    };
    SelectedQuestion { question, labelled }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// `limit` of these drawn at random by `seed`, in their old order; all of them when
/// there are not more. Identifiers that occur twice are numbered.
pub fn sample(mut all: Vec<SelectedQuestion>, limit: Option<usize>, seed: u64) -> Vec<SelectedQuestion> {
    let mut times: HashMap<String, usize> = HashMap::new();
    for selected in &mut all {
        let id = &mut selected.question.id;
        let count = times.entry(id.clone()).or_default();
        *count += 1;
        if *count > 1 {
            id.push_str(&format!("#{count}"));
        }
    }
    let Some(limit) = limit.filter(|limit| *limit < all.len()) else { return all };
    let mut drawn: Vec<usize> = (0..all.len()).collect();
    let mut state = seed;
    for at in 0..limit {
        // SplitMix64: the same numbers on every machine, in every version of a library.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        let left = (drawn.len() - at) as u64;
        drawn.swap(at, at + (z % left) as usize);
    }
    let chosen: HashSet<usize> = drawn.into_iter().take(limit).collect();
    let kept = all.into_iter().enumerate().filter(|(at, _)| chosen.contains(at));
    kept.map(|(_, selected)| selected).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::BenchmarkSet;

    fn all(ids: &[&str]) -> Vec<SelectedQuestion> {
        let question = |id: &&str| Question {
            id: (*id).to_owned(),
            set: BenchmarkSet::Metaqa,
            text: String::new(),
            kind: String::new(),
            answers: Vec::new(),
            hits: None,
            source: None,
            gold: None,
            hints: Hints::default(),
        };
        ids.iter().map(|id| SelectedQuestion { question: question(id), labelled: true }).collect()
    }

    fn ids(list: &[SelectedQuestion]) -> Vec<&str> {
        list.iter().map(|s| s.question.id.as_str()).collect()
    }

    #[test]
    fn a_sample_keeps_the_order_and_depends_on_the_seed() {
        let names: Vec<String> = (0..100).map(|n| format!("{n:03}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let one = sample(all(&names), Some(10), 1);
        assert_eq!(ids(&one), ids(&sample(all(&names), Some(10), 1)));
        assert_ne!(ids(&one), ids(&sample(all(&names), Some(10), 2)));
        assert!(ids(&one).is_sorted() && one.len() == 10);
        assert_eq!(sample(all(&names), Some(200), 1).len(), 100);
    }

    #[test]
    fn identifiers_that_occur_twice_are_numbered() {
        assert_eq!(ids(&sample(all(&["a", "b", "a", "a"]), None, 0)), ["a", "b", "a#2", "a#3"]);
    }
}
