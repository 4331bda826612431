//! "Did you mean": other nodes for a name that was grounded by a narrow margin, as
//! far as they change the answer. They are looked for when somebody asks for them, because
//! each takes an execution of its own.

use std::time::{Duration, Instant};

use trustuqa_storage::{NodeKind, Scope, Side, fold, tokens};
use unicode_segmentation::UnicodeSegmentation;

use super::{AnsweredQuestion, Session, SessionError};
use trustuqa_engine::Pin;
use trustuqa_engine::ground::lexical::is_filler;
use trustuqa_engine::ground::{Channel, Grounder, Parameter};
use trustuqa_engine::query::Parsed;
use trustuqa_engine::trace::{AnswerItem, Status, Trace};
use trustuqa_engine::{Engine, EngineError, RunOptions};

/// A choice that leads the next node by at least this much is not narrow.
const MARGIN: f32 = 0.1;
/// A name as good as this is what was asked for, whatever else is near.
const SAME: f32 = 0.95;
/// The most choices that are offered.
const OFFERED: usize = 4;
/// Queries that are run to see whether a choice changes the answer.
const TRIED: usize = 8;
/// The search for choices ends after this time: nobody should have to wait for them.
const LONGEST: Duration = Duration::from_millis(800);

/// Another node for a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// The node as a person sees it: its name and where it occurs.
    pub label: String,
    /// The pin that chooses it.
    pub pin: Pin,
}

/// The words of a question that a name of its query stands for, when they are not
/// the name itself: "Barton" for `North Barton`.
pub fn words_for_name(question: &str, name: &str) -> Option<String> {
    if format!(" {} ", fold(question)).contains(&format!(" {} ", fold(name))) {
        return None;
    }
    let named = tokens(name);
    let mut best: Option<(usize, &str)> = None;
    let mut run: Option<(usize, usize, usize)> = None;
    for (start, word) in question.unicode_word_indices() {
        let folded = tokens(word);
        let inside = !folded.is_empty() && folded.iter().all(|token| named.contains(token));
        let content = usize::from(folded.iter().any(|token| !is_filler(token)));
        run = match (inside, run) {
            (true, Some((from, _, said))) => Some((from, start + word.len(), said + content)),
            (true, None) if content > 0 => Some((start, start + word.len(), content)),
            _ => None,
        };
        if let Some((from, to, said)) = run
            && best.is_none_or(|(most, _)| said > most)
            && let Some(text) = question.get(from..to)
        {
            best = Some((said, text));
        }
    }
    best.map(|(_, text)| text.to_owned())
}

/// Nodes that are nearly as near to the words of the question as the one that the
/// writer chose for them.
fn beside(engine: &Engine<'_>, question: &str, asked: &str) -> Result<Vec<String>, EngineError> {
    let Some(words) = words_for_name(question, asked) else { return Ok(Vec::new()) };
    let graph = engine.executor().graph();
    let grounder = Grounder { graph, catalog: engine.catalog(), embed: engine.embed(), scope: Scope::All };
    let found = grounder.entities(&words)?;
    let Some(chosen) = found.iter().find(|c| c.text == asked) else { return Ok(Vec::new()) };
    let near = found.iter().filter(|c| c.text != asked && c.score > chosen.score - MARGIN);
    Ok(near.map(|c| c.text.clone()).collect())
}

impl Session {
    /// Other readings of the names of an answer that are not beyond doubt, best first.
    pub fn alternatives(&self, asked: &AnsweredQuestion) -> Result<Vec<Alternative>, SessionError> {
        let Some(query) = asked.query.as_ref().filter(|query| query.llm().is_some()) else {
            return Ok(Vec::new());
        };
        let visible = self.visible()?;
        let engine = self.engine(&visible)?;
        let question = match &asked.read_as {
            Some(full) => full.shown.as_str(),
            None => asked.trace.question.as_deref().unwrap_or_default(),
        };
        Ok(alternatives(&engine, question, query, &asked.trace, &asked.options)?)
    }
}

fn alternatives(
    engine: &Engine<'_>,
    question: &str,
    query: &Parsed,
    trace: &Trace,
    options: &RunOptions,
) -> Result<Vec<Alternative>, EngineError> {
    let began = Instant::now();
    let mut pins: Vec<Pin> = Vec::new();
    for (step, of) in trace.steps.iter().enumerate() {
        for grounding in &of.groundings {
            let Some(best) = grounding.chosen.first() else { continue };
            let pin = |chosen: &str| Pin {
                step,
                parameter: grounding.parameter,
                asked: grounding.asked.clone(),
                chosen: chosen.to_owned(),
            };
            if best.channel == Channel::User {
                continue;
            }
            // Several nodes that are as good as each other were all taken.
            if (2..=OFFERED).contains(&grounding.chosen.len())
                && !matches!(best.channel, Channel::Value | Channel::Date)
            {
                pins.extend(grounding.chosen.iter().map(|c| pin(&c.text)));
            }
            let relation =
                matches!(grounding.parameter, Parameter::Relation | Parameter::Key | Parameter::Target);
            if best.score >= SAME && !relation {
                pins.extend(beside(engine, question, &grounding.asked)?.iter().map(|name| pin(name)));
            }
            if best.score < SAME {
                let near = grounding.runners_up.iter().filter(|c| best.score - c.score < MARGIN);
                pins.extend(near.map(|c| pin(&c.text)));
            }
        }
    }
    if let Some(missed) = &trace.answer.missed {
        pins.extend(missed.nearest.iter().map(|name| Pin {
            step: missed.step,
            parameter: missed.parameter,
            asked: missed.asked.clone(),
            chosen: name.clone(),
        }));
    }
    let mut found: Vec<Alternative> = Vec::new();
    let mut answers: Vec<Vec<String>> = vec![items(&trace.answer.items)];
    for pin in pins.into_iter().take(TRIED) {
        if found.len() == OFFERED || began.elapsed() > LONGEST {
            break;
        }
        if engine.executor().graph().node_named(&pin.chosen)?.is_none() {
            continue;
        }
        let mut with = options.clone();
        with.pins.push(pin.clone());
        let other = engine.answer_parsed(query, &with)?;
        let gives = items(&other.items);
        if other.status == Status::Answered && !answers.contains(&gives) {
            answers.push(gives);
            found.push(Alternative { label: label(engine, &pin.chosen)?, pin });
        }
    }
    Ok(found)
}

fn items(items: &[AnswerItem]) -> Vec<String> {
    let mut items: Vec<String> = items.iter().map(|item| item.text.clone()).collect();
    items.sort();
    items
}

/// A name with where it occurs, such as "Lima (Capital of countries)".
fn label(engine: &Engine<'_>, name: &str) -> Result<String, EngineError> {
    let graph = engine.executor().graph();
    let Some(node) = graph.node_named(name)? else { return Ok(name.to_owned()) };
    for side in [Side::Tail, Side::Head] {
        let (postings, _) = graph.facts_around(node, side, &Scope::All, 0, 1)?;
        let Some(posting) = postings.first() else { continue };
        let relation = graph.node(posting.relation)?.text;
        let Some(source) = engine.executor().source_of_fact(posting.fact) else { continue };
        if side == Side::Tail {
            return Ok(format!("{name} ({relation} in {})", source.name));
        }
        if graph.node(posting.head)?.kind == NodeKind::Name {
            return Ok(format!("{name} (has {relation} in {})", source.name));
        }
    }
    Ok(match engine.catalog().get(node).and_then(|entry| entry.sources.first()) {
        Some(id) => {
            let source = engine.executor().source(*id).map_or("?", |s| s.name.as_str());
            format!("{name} (in {source})")
        }
        None => name.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_for_a_name_are_found_in_the_question() {
        let words_for_name = |question, name| words_for_name(question, name);
        assert_eq!(words_for_name("Who is the mayor of Barton?", "North Barton").as_deref(), Some("Barton"));
        assert_eq!(
            words_for_name("who led the bank of north?", "The Bank of the North").as_deref(),
            Some("bank of north")
        );
        assert_eq!(
            words_for_name("Who is the mayor of north  barton?", "North Barton"),
            None,
            "it is the name"
        );
        assert_eq!(words_for_name("Who is the mayor?", "North Barton"), None);
    }
}
