//! Reads plain questions over a condition graph: a question in, queries out, ranked.
//!
//! A [`Reader`] asks a semantic parser and a search over the graph (`graph_search`). The parser composes typed
//! derivations from the words of a question, the names and relations of the graph and a lexicon, and ranks them by
//! learned weights. It knows a graph through [`trustuqa_model::GraphRead`], and queries; no store, file, network or
//! terminal.
//!
//! The method is that of floating parsers (Pasupat and Liang 2015, "Compositional semantic
//! parsing on semi-structured tables"): rules may use words of the question as anchors or
//! none at all, and features say how well what was composed explains what was said.
//!
//! ```text
//! question --text--> tokens, cues, numbers, times
//!          --world--> mentions: names that words can mean
//!          --chart--> sets, composed by rules/ over the facts
//!          --goals--> readings: what is asked of a set
//!          --features, weights--> ranked readings
//!          --set::QueryWriter--> queries, with a sentence for each step
//! ```

mod answer;
mod cells;
mod chart;
mod clauses;
mod clocks;
mod codes;
mod computed;
mod crowd;
mod elapsed;
mod features;
mod goals;
mod graph_cache;
mod graph_search;
pub mod hidden_layer;
mod kind_names;
mod kinds;
mod lexical;
mod lexicon;
mod mentions;
mod naming;
mod node_lists;
mod pairs;
mod periods;
mod persons;
mod reader;
mod relation;
mod rules;
mod set;
mod sources;
mod tallies;
mod text;
pub mod trust;
mod voice;
mod ways;
pub mod words;
mod world;
mod yearless;

use trustuqa_engine::Engine;
use trustuqa_engine::query::LlmQuery;
use trustuqa_model::Result;

pub use self::answer::{Offered, Parse, Ranked, ask, ask_with, has_many_rows, key, weights_for};
use self::chart::Chart;
pub use self::features::{COUNT, FEATURES, Feature, Features, LEXICAL, Weights, bounded};
pub use self::goals::{Derivation, Gives};
use self::graph_cache::GraphCache;
pub use self::graph_search::Searched;
pub use self::lexical::{HOW_MANY, Lexical, LexicalWeights, OPERATIONS, Operation};
pub use self::reader::{EarlierQuery, ReadQuestion, ReadRequest, Reader, ReaderStage};
use self::set::{Goal, QueryWriter};
use self::sources::ChosenSources;
pub use self::trust::{Over, doubts};
use self::world::World;

/// A reading as a query.
#[derive(Clone, Debug)]
pub struct CandidateDerivation {
    /// The reading.
    pub reading: Derivation,
    /// Its query.
    pub query: LlmQuery,
    /// What it means in plain English.
    pub meaning: String,
    /// Words of the question that it leaves unexplained.
    pub left: Vec<String>,
    /// The names between which the question asks to choose; empty when it does not.
    pub choices: std::sync::Arc<Vec<String>>,
    /// The names that the question certainly mentions.
    pub names: std::sync::Arc<Vec<String>>,
}

/// The readings of a question over the graph of an engine, best first, at most `most`; with `only` over one source
/// alone, by its index in the catalogue. If the engine has a sentence encoder, it finds relations and names by
/// meaning, too. The cache has to be of the same question.
fn parse(
    engine: &Engine<'_>,
    cache: &mut GraphCache,
    question: &str,
    weights: &Weights,
    most: usize,
    only: Option<usize>,
) -> Result<Vec<CandidateDerivation>> {
    let (graph, sources) = (engine.executor().graph(), engine.executor().sources());
    let today = i32::try_from(
        std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |d| d.as_secs() / 86_400),
    )
    .unwrap_or(i32::MAX);
    let read = text::Text::read(question);
    if is_left_to_the_search(&read) {
        return Ok(Vec::new());
    }
    let chosen = ChosenSources::of(graph, sources, &read, only)?;
    let mut world = World::new(graph, cache, sources, chosen, today);
    world.find_codes()?;
    world.find_totals()?;
    let mut chart = Chart::new(&mut world, question, weights, engine.embed())?;
    chart.run()?;
    let readings = goals::readings(&mut chart, most)?;
    let choices = std::sync::Arc::new(chart.choices());
    let sure = chart.mentions.iter().filter(|mention| mention.score >= 0.8 && mention.completeness >= 0.8);
    let names = std::sync::Arc::new(sure.map(|mention| mention.text.clone()).collect::<Vec<_>>());
    let mut found = Vec::new();
    for reading in readings {
        let left = left_of(&chart.text, reading.coverage);
        let writer = QueryWriter::new(&chart.world.rels, sources);
        let goal = in_asked_unit(&chart, &reading);
        let (meaning, query) = (writer.say_goal(&goal), writer.query(&goal));
        found.push(CandidateDerivation {
            reading,
            query,
            meaning,
            left,
            choices: choices.clone(),
            names: names.clone(),
        });
    }
    Ok(found)
}

/// The goal of a reading, in the unit of time that is asked for: "in what year did she join" wants no day.
fn in_asked_unit(chart: &Chart<'_, '_>, reading: &Derivation) -> Goal {
    let goal = reading.goal.clone();
    let date = |rel: relation::RelId| chart.world.rels[rel].shape == relation::Shape::Date;
    let dates = match &goal {
        Goal::List(set) => set.end().is_some_and(|(rel, heads)| !heads && date(rel)),
        Goal::Total(_, _, rel) => date(*rel),
        Goal::Bound(..) | Goal::Earliest(..) => true,
        _ => false,
    };
    if dates && chart.text.asks_for_a_year() { Goal::Years(Box::new(goal)) } else { goal }
}

/// Whether the question says something that no rule composes: the same relation twice, or a name that
/// fills the noun of `whose` ("whose father is"). The search reads these.
fn is_left_to_the_search(text: &text::Text) -> bool {
    let word = |at: usize| text.word(at);
    (0..text.tokens.len()).any(|at| {
        word(at).len() > 3 && word(at + 1) == "of" && (word(at + 2) == word(at) || word(at + 3) == word(at))
    }) || word(0) == "whose"
        && matches!(word(2), "is" | "was" | "are" | "were")
        // "Whose mobile is missing" asks for those who have none.
        && text.cue(lexicon::Cue::Missing) == 0
}

/// The words with content that a reading does not explain.
fn left_of(text: &text::Text, coverage: text::Coverage) -> Vec<String> {
    let coverage = text.with_repeated(coverage);
    let tokens = text.tokens.iter().enumerate();
    let left =
        tokens.filter(|(at, t)| coverage & text::bit(*at) == 0 && (t.name_like || !t.filler && !t.light));
    left.filter_map(|(_, t)| text.text.get(t.start..t.end)).map(str::to_owned).collect()
}

/// Whether a share is of more than all: mostly two numbers in the wrong order.
fn is_over_whole(share: &str) -> bool {
    let number = share.trim_end_matches('%').replace(',', "");
    number.parse::<f64>().is_ok_and(|percent| percent > 100.0)
}

/// Adds features of a reading's answer: that there is none, that it is only 0, that it is one of the
/// choices, that it is more than all.
pub fn observe(features: &mut Features, candidate: &CandidateDerivation, items: &[String], answered: bool) {
    let gives = candidate.reading.gives;
    if !candidate.choices.is_empty() && answered {
        let chosen = items.len() == 1 && items.iter().all(|i| candidate.choices.contains(i));
        features.add(if chosen { Feature::ChoiceOk } else { Feature::ChoiceNo }, 1.0);
    }
    if candidate.choices.is_empty() && answered && items.iter().all(|i| candidate.names.contains(i)) {
        features.add(Feature::EchoName, 1.0);
    }
    if !answered || items.is_empty() {
        features.add(Feature::Empty, 1.0);
    } else {
        // The parser expected none; the answer knows better.
        features.add(Feature::Empty, -features.get(Feature::Empty));
    }
    if gives == Gives::Number && items.len() == 1 && items[0].trim_start_matches('-') == "0" {
        features.add(Feature::Zero, 1.0);
    }
    if matches!(candidate.reading.goal, Goal::Share(..)) && items.iter().any(|item| is_over_whole(item)) {
        features.add(Feature::OverWhole, 1.0);
    }
    if items.len() < candidate.reading.goal.asked_for() {
        features.add(Feature::FewGiven, 1.0);
    }
    if matches!(candidate.reading.goal, Goal::Difference(..)) && items.iter().any(|i| i.starts_with('-')) {
        features.add(Feature::BelowZero, 1.0);
    }
    if matches!(gives, Gives::Number | Gives::Truth) && items.len() > 1 {
        features.add(Feature::ManyGiven, 1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::is_over_whole;

    #[test]
    fn shares_of_more_than_all_are_doubted() {
        assert!(is_over_whole("127.27%"));
        assert!(is_over_whole("1,250%"));
        assert!(!is_over_whole("100%"));
        assert!(!is_over_whole("none"));
    }
}
