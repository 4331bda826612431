//! Executes the best readings, chooses one, and says how sure that is. The answers that are ranked here are those
//! that are shown: the judge executes each reading once, under the final options.

use std::sync::Arc;

use trustuqa_engine::judge::{Candidate, Judge, Outcome};
use trustuqa_engine::query::Parsed;
use trustuqa_engine::trace::Status;
use trustuqa_engine::{Answered, Engine};
use trustuqa_model::{Result, Value, fold};

use super::answer_type::AnswerType;
use super::final_operations::ChainDerivation;
use super::operators::Op;
use super::partial_derivation::DenotationKind;
use super::question::{Coverage, TokenizedQuestion};
use super::search::Search;

/// The least lead of the best answer over the next different one for it to be certain.
const MARGIN: f32 = 0.75;
/// What the likeness of a reading in plain words to the question can add to its score, by the sentence encoder.
const MEANING: f32 = 0.8;

/// What the search found.
#[derive(Clone, Debug)]
pub struct Searched {
    /// The chosen query; `None` when there was nothing to ask the graph.
    pub query: Option<Arc<Parsed>>,
    /// What executing it gave.
    pub outcome: Outcome,
    /// Whether every word of the question was used, and no other derivation comes near.
    pub certain: bool,
    /// What the user should know about the choice, in one sentence.
    pub note: String,
    /// Words of the question that it does not use.
    pub left: Vec<String>,
    /// How many of the candidates have its answer.
    pub votes: usize,
    /// All that was executed.
    pub candidates: Vec<Candidate>,
}

struct Tried {
    reading: ChainDerivation,
    candidate: Candidate,
    answered: Answered,
    key: Vec<String>,
    score: f32,
    /// The reading in plain words.
    meaning: String,
}

/// Executes readings (best first) and chooses one.
pub async fn choose(
    engine: &Engine<'_>,
    question: &TokenizedQuestion,
    search: &Search<'_>,
    readings: Vec<ChainDerivation>,
    judge: &dyn Judge,
) -> Result<Searched> {
    let asked = engine.embed().and_then(|e| e.embed(&question.text));
    let mut tried: Vec<Tried> = Vec::new();
    let mut unanswered: Vec<Candidate> = Vec::new();
    for reading in readings {
        tokio::task::yield_now().await;
        let query = reading.state.plan.query();
        let notes: Vec<String> =
            query.steps.iter().map(|s| s.note.replace("the result of step", "step")).collect();
        let parsed = Arc::new(Parsed::from(query));
        let (outcome, answered) = judge.try_query(&parsed);
        let candidate = Candidate { query: parsed.text.clone(), parsed: Some(parsed), outcome, attempt: 1 };
        let Some(answered) = answered else {
            unanswered.push(candidate);
            continue;
        };
        let mut score = reading.score + fit(question, search, &reading, &answered);
        if let Some(asked) = &asked
            && let Some(vector) = engine.embed().and_then(|e| e.embed(&notes.join(". ")))
        {
            score += MEANING * asked.iter().zip(&vector).map(|(a, b)| a * b).sum::<f32>().max(0.0);
        }
        let mut key: Vec<String> = answered.items.iter().map(|i| fold(&i.text)).collect();
        key.sort();
        let meaning = notes.join("; ");
        tried.push(Tried { reading, candidate, answered, key, score, meaning });
    }
    tried.sort_by(|a, b| b.score.total_cmp(&a.score));
    let candidates = tried.iter().map(|t| t.candidate.clone()).chain(unanswered).collect();
    let answers = tried.iter().find(|t| t.candidate.outcome.is_answer());
    let Some(best) = answers.or(tried.first()) else {
        let (outcome, note) = super::nothing(search);
        let left = Vec::new();
        return Ok(Searched { query: None, outcome, certain: false, note, left, votes: 0, candidates });
    };
    let Candidate { parsed: query, outcome, .. } = best.candidate.clone();
    let votes = tried.iter().filter(|t| t.key == best.key).count();
    let rival = tried
        .iter()
        .filter(|t| t.key != best.key && !t.key.is_empty())
        .max_by(|a, b| a.score.total_cmp(&b.score))
        .filter(|rival| best.score - rival.score < MARGIN);
    let doubts = doubts(question, search, best, rival);
    let certain = doubts.is_empty() && outcome.is_answer();
    let note = if certain {
        "every word of the question was used, and no other reading comes near".to_owned()
    } else {
        format!(
            "this is one way to read the question: {}",
            if doubts.is_empty() { "nothing was found".to_owned() } else { doubts.join("; ") }
        )
    };
    let unexplained = best.reading.unexplained;
    let words = if weighs(question, unexplained) { question.words(unexplained) } else { Vec::new() };
    let left = words.into_iter().map(str::to_owned).collect();
    Ok(Searched { query, outcome, certain, note, left, votes, candidates })
}

/// How well the answer fits what the question asks for.
fn fit(
    question: &TokenizedQuestion,
    search: &Search<'_>,
    reading: &ChainDerivation,
    answered: &Answered,
) -> f32 {
    let items = &answered.items;
    if answered.status != Status::Answered || items.is_empty() {
        return -2.5;
    }
    let values: Vec<Value> = items.iter().take(20).map(|i| Value::parse(&i.text)).collect();
    let share = |test: &dyn Fn(&Value) -> bool| {
        values.iter().filter(|v| test(v)).count() as f32 / values.len() as f32
    };
    let numeric = share(&|v| v.number().is_some());
    let timely = share(&|v| v.date().is_some());
    let mut score = match question.form {
        AnswerType::Who | AnswerType::Where => -1.2 * numeric.max(timely),
        AnswerType::When => 1.2 * timely - 1.2,
        AnswerType::HowMany => 1.2 * numeric - 1.2,
        AnswerType::Which => 0.0,
    };
    // Nobody asks for a name that the question gives.
    let given = |text: &str| {
        reading
            .state
            .mentions
            .iter()
            .filter_map(|m| search.mentions.get(*m))
            .any(|m| fold(&m.text) == fold(text))
    };
    if reading.state.kind != DenotationKind::Computed && items.iter().all(|i| given(&i.text)) {
        score -= 2.0;
    }
    if items.len() > 60 {
        score -= 0.4;
    }
    // The query gave another number of answers than the search found: its names mean more than one thing in this
    // graph.
    let expected = reading.state.nodes.len();
    if matches!(reading.state.kind, DenotationKind::Entities | DenotationKind::Cells(_))
        && expected < 1_000
        && expected != items.len()
    {
        score -= 0.35;
    }
    score
}

/// Whether words have so much content that it is reported if they are not used.
fn weighs(question: &TokenizedQuestion, words: Coverage) -> bool {
    question.weight(words) > 0.35
}

/// A doubt: a rival reading fits almost as well; its answer and meaning.
fn rival_doubt(rival: &Tried) -> String {
    const SHOWN: usize = 3;
    let items = &rival.answered.items;
    let mut given: Vec<String> = items.iter().take(SHOWN).map(|item| format!("`{}`", item.text)).collect();
    if items.len() > SHOWN {
        given.push(format!("{} more", items.len() - SHOWN));
    }
    format!("another reading fits almost as well, and gives {}: {}", given.join(", "), rival.meaning)
}

/// Everything that speaks against calling the answer certain.
fn doubts(
    question: &TokenizedQuestion,
    search: &Search<'_>,
    best: &Tried,
    rival: Option<&Tried>,
) -> Vec<String> {
    let mut doubts = Vec::new();
    let state = &best.reading.state;
    let left = question.words(best.reading.unexplained);
    if weighs(question, best.reading.unexplained) {
        doubts.push(format!(
            "not used: {}",
            left.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", ")
        ));
    }
    if best.reading.unused > 0 {
        doubts.push("a condition of the question was not used".to_owned());
    }
    for mention in state.mentions.iter().filter_map(|m| search.mentions.get(*m)) {
        if mention.score < 0.8 {
            let words = question.words(mention.coverage).join(" ");
            // A name in plain letters may be an ordinary word; another spelling, another name.
            doubts.push(if fold(&words) == fold(&mention.text) {
                format!("`{words}` may not be meant as the name `{}`", mention.text)
            } else {
                format!("`{words}` was taken for `{}`", mention.text)
            });
        }
    }
    if state.silent > 0 && state.cost > 1.0 || state.silent > 1 {
        doubts.push("the question does not say how its names are connected".to_owned());
    }
    if let Some(rival) = rival {
        doubts.push(rival_doubt(rival));
    }
    if !best.answered.certain() {
        doubts.push("a name in it is not certain".to_owned());
    }
    if fit(question, search, &best.reading, &best.answered) < -0.3 {
        doubts.push("the answer is not of the kind that was asked for".to_owned());
    }
    if question.focus != 0 && state.last & question.focus == 0 {
        doubts.push(format!(
            "what was asked for (`{}`) was not found by name",
            question.words(question.focus).join(" ")
        ));
    }
    // People write "the total number of" both for a count and for a column.
    if state.kind != DenotationKind::Computed
        && question.tokens.windows(2).any(|w| w[0].word == "total" && w[1].word == "number")
    {
        doubts.push("`total number` may mean a count".to_owned());
    }
    let ordered =
        state.plan.skeleton().iter().any(|name| matches!(*name, "keep" | "next_row" | "previous_row"));
    if ordered {
        doubts.push("what comes before or after can be meant in more than one order".to_owned());
    }
    let used = |want: fn(&Op) -> bool| {
        question.operators.iter().any(|o| want(&o.op) && o.coverage & state.coverage == o.coverage)
    };
    if used(|op| matches!(op, Op::Superlative(..))) && used(|op| matches!(op, Op::Bound(_))) {
        doubts.push("it is not clear which first or last was meant".to_owned());
    }
    let removes = state.plan.skeleton().contains(&"set_difference");
    if removes && !used(|op| matches!(op, Op::Exclude | Op::Again)) {
        doubts.push(
            "a name in the question was excluded, although the question does not ask for that".to_owned(),
        );
    }
    if search.late() {
        doubts.push("the search ran out of time".to_owned());
    }
    doubts
}
