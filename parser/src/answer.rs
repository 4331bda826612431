//! Answers a question with the parser: executes the best readings, adds features of their answers, and ranks them
//! with the probability that the first is right.

use std::collections::HashSet;
use std::sync::Arc;

use trustuqa_engine::execute::says_nothing;
use trustuqa_engine::judge::{Judge, Outcome};
use trustuqa_engine::query::Parsed;
use trustuqa_engine::query::llm::{Call, Step};
use trustuqa_engine::{Answered, Engine};
use trustuqa_model::{Result, Source, SourceKind};

use super::features::{FEATURES, Feature, Features, Weights};
use super::goals::Gives;
use super::graph_cache::GraphCache;
use super::hidden_layer::HiddenLayers;
use super::text::Text;
use super::trust::Over;
use super::{CandidateDerivation, observe, trust};
use crate::graph_search::Searched;

/// Maximum number of readings that are executed.
const EXECUTED: usize = 20;
/// The same over tables with many rows, where each may take a good part of a second.
const EXECUTED_OF_MANY: usize = 4;
/// A table of this many rows is long.
const MANY: u64 = 50_000;
/// Maximum number of readings that [`Parse::explain`] shows.
const EXPLAINED: usize = 5;
/// Maximum number of readings that are reported or offered.
const OTHERS: usize = 3;

/// A reading of a question that the user may choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Offered {
    /// What it asks, in plain English.
    pub meaning: String,
    /// Its query.
    pub query: Arc<Parsed>,
    /// Words of the question that it leaves unexplained.
    pub left: Vec<String>,
}

/// A reading that was executed.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// The query.
    pub parsed: Arc<Parsed>,
    /// What executing it gave.
    pub outcome: Outcome,
    /// The reading in plain English.
    pub meaning: String,
    /// Its features, with those of its answer.
    pub features: Features,
    /// Their weighted sum, with what they are worth together.
    pub score: f32,
    /// The probability of its answer, summed over all readings with this answer.
    pub share: f32,
    /// Words of the question that it leaves unexplained.
    pub left: Vec<String>,
    /// The values of its answer.
    pub items: Vec<String>,
    /// The same as one text, whatever their order; see [`key`].
    pub key: String,
    /// Every name was matched beyond doubt.
    pub sure_names: bool,
    /// The cell that says that there is no value, if the answer would have nothing else.
    pub blank: Option<String>,
}

/// The ranked readings of a question.
#[derive(Clone, Debug)]
pub struct Parse {
    /// Its readings, best first.
    pub readings: Vec<Ranked>,
    /// The probability that the first is right.
    pub probability: f32,
    /// The probability that the data cannot answer.
    pub beyond: f32,
    /// What kind of sources it was read over.
    over: Over,
    /// The probability that the question is about the source that it was read over; 1 for all of them.
    about: f32,
    /// Whether the parser has no reading of its own, so that what the search found is all there is.
    unparsed: bool,
}

impl Parse {
    fn of(mut readings: Vec<Ranked>, weights: &Weights, over: Over, about: f32) -> Parse {
        let shares = trust::shares(&scored(&readings));
        readings.iter_mut().zip(shares).for_each(|(reading, share)| reading.share = share);
        readings.sort_by(|a, b| trust::better((a.share, &a.key, a.score), (b.share, &b.key, b.score)));
        let list = scored(&readings);
        let signs = readings.first().map(|best| trust::signs(&list, &best.features));
        let signs = signs.as_ref();
        let probability = about * signs.map_or(0.0, |signs| trust::probability(weights, signs));
        let beyond = signs.map_or(1.0, |signs| trust::beyond(weights, signs));
        Parse { readings, probability, beyond, over, about, unparsed: false }
    }

    /// Adds what the search over the graph found: readings with the same answer gain features, and if there are
    /// none, the query of the search becomes one more reading.
    #[must_use]
    pub fn with_search(
        self,
        engine: &Engine<'_>,
        question: &str,
        searched: &Searched,
        judge: &dyn Judge,
        weights: &Weights,
    ) -> Parse {
        let (mut readings, over, about) = (self.readings, self.over, self.about);
        let unparsed = readings.is_empty();
        // The search was made for one table, or for graphs alone; over both it is worth less.
        let sources = engine.executor().sources();
        let one_table = matches!(sources, [only] if only.kind == SourceKind::Table);
        let graphs = sources.iter().all(|source| source.kind != SourceKind::Table);
        let where_it_is = |table: Feature, graph: Feature| match (one_table, graphs) {
            (true, _) => Some(table),
            (_, true) => Some(graph),
            _ => None,
        };
        let Some(parsed) = &searched.query else {
            for reading in &mut readings {
                reading.features.add(Feature::SearchNothing, 1.0);
            }
            return Parse { unparsed, ..Parse::of(readings, weights, over, about) };
        };
        let (outcome, answered) = judge.try_query(parsed);
        let (outcome, items, blank) = without_blanks(outcome, answered.as_ref(), false);
        let mut own = key(&items);
        // The search knows no tense: "who is the mayor" is not answered better by all who ever were, and whoever is
        // among these has its agreement.
        if is_about_today(question, &readings)
            && ignores_time(parsed)
            && let Some(best) = readings.first()
            && best.items.iter().all(|item| items.contains(item))
        {
            own.clone_from(&best.key);
        }
        let mut found = false;
        for reading in readings.iter_mut().filter(|r| r.key == own && r.outcome.is_answer()) {
            found = true;
            let features = &mut reading.features;
            // If a reading answers with another kind than is asked for, agreement says little: the search knows no
            // yes and no.
            if other_kind(features) {
                features.add(Feature::SearchAgreesOther, 1.0);
            } else {
                features.add(Feature::SearchAgrees, 1.0);
                features.add_some(where_it_is(Feature::SearchAgreesTable, Feature::SearchAgreesGraph));
                if !reading.left.is_empty() {
                    features.add(Feature::SearchAgreesLeft, 1.0);
                }
                if searched.certain {
                    features.add(Feature::SearchSurelyAgrees, 1.0);
                }
            }
            reading.score = weights.score(features);
        }
        if !found {
            let mut features = Features::default();
            features.add(Feature::Searched, 1.0);
            // Beside readings over one source, as these have it.
            let many = readings.first().map(|reading| reading.features.get(Feature::ManyRelations));
            features.add(Feature::ManyRelations, many.unwrap_or_else(|| many_relations(sources)));
            features.add_some(where_it_is(Feature::SearchedTable, Feature::SearchedGraph));
            if searched.certain {
                features.add(Feature::SearchedSurely, 1.0);
                features.add_some(where_it_is(Feature::SearchedSurelyTable, Feature::SearchedSurelyGraph));
            }
            if !outcome.is_answer() {
                features.add(Feature::Empty, 1.0);
            }
            let steps =
                parsed.llm().map(|query| query.steps.iter().map(|s| s.note.clone()).collect::<Vec<_>>());
            readings.push(Ranked {
                parsed: parsed.clone(),
                outcome,
                meaning: steps.unwrap_or_default().join("; "),
                score: weights.score(&features),
                features,
                share: 0.0,
                left: searched.left.clone(),
                key: own,
                items,
                sure_names: answered.as_ref().is_some_and(Answered::certain),
                blank,
            });
        }
        Parse { unparsed, ..Parse::of(readings, weights, over, about) }
    }

    /// The weights that it was ranked by.
    pub fn weights(&self) -> &'static Weights {
        Weights::of(self.over)
    }

    /// The best reading, when it has an answer.
    pub fn best(&self) -> Option<&Ranked> {
        self.readings.first().filter(|best| best.outcome.is_answer())
    }

    /// Whether the best reading may be called certain: it is likely enough, and nothing that was asked is left
    /// over.
    pub fn certain(&self) -> bool {
        self.best().is_some_and(|best| {
            let least = self.weights().certain;
            // The search has its own way to explain words, and reports those that it did not use.
            let searched = best.features.get(Feature::Searched) > 0.0;
            best.sure_names
                && (!searched || best.left.is_empty())
                && trust::may_be_certain(&best.features)
                && self.is_given()
                && self.probability >= least
        })
    }

    /// Whether the best reading is good enough to be given as an answer.
    pub fn is_given(&self) -> bool {
        let weights = self.weights();
        let likely = self.probability >= weights.least && self.beyond <= weights.refuse;
        self.best().is_some_and(|best| {
            let has = |feature| best.features.get(feature) > 0.0;
            // The search explains every word in its own way.
            let searched = has(Feature::Searched) && best.left.is_empty();
            // "who directed Xyzzy" is not answered by all who directed anything.
            let nameless = has(Feature::LeftName) && !has(Feature::NameSure) && !has(Feature::Searched);
            (likely && !nameless) || self.unparsed || searched || trust::is_confirmed(&best.features)
        })
    }

    /// Whether the best reading is good enough and uses every word of the question.
    pub fn is_whole(&self) -> bool {
        self.is_given() && self.best().is_some_and(|best| best.left.is_empty())
    }

    /// Other readings with other answers, in plain English, best first.
    pub fn others(&self) -> Vec<&str> {
        self.different().skip(1).take(OTHERS).map(|reading| reading.meaning.as_str()).collect()
    }

    /// The readings that are offered to the user, if none is good enough to be given.
    pub fn offered(&self) -> Vec<Offered> {
        let offer = |r: &Ranked| Offered {
            meaning: r.meaning.clone(),
            query: r.parsed.clone(),
            left: r.left.clone(),
        };
        self.different().take(OTHERS).map(offer).collect()
    }

    /// The readings with an answer, the best of each answer.
    fn different(&self) -> impl Iterator<Item = &Ranked> {
        let mut seen = HashSet::new();
        let answered = self.readings.iter().filter(|reading| reading.outcome.is_answer());
        answered.filter(move |reading| seen.insert(reading.key.as_str()))
    }
}

/// Parses a question over the graph of an engine and executes the best readings.
pub fn ask(engine: &Engine<'_>, question: &str, judge: &dyn Judge) -> Result<Parse> {
    let most = if has_many_rows(engine) { EXECUTED_OF_MANY } else { EXECUTED };
    let mut memory = GraphCache::default();
    let parse = ask_over(engine, &mut memory, question, judge, weights_for(engine), most, None)?;
    if engine.executor().sources().len() > super::sources::MOST {
        return of_one_source(engine, &mut memory, question, judge, parse, most);
    }
    Ok(parse)
}

/// Maximum number of sources over which a question is read alone.
const ROUTED: usize = 3;

/// Among many sources, most questions are about one. The readings over all of them say which it may be; over that
/// one alone, with the weights of its kind, the question may be read better. The likeliest of all these is chosen;
/// over one source, by how likely the question is about it times how likely the answer is then right. If the best
/// reading spans several sources, it is kept.
fn of_one_source(
    engine: &Engine<'_>,
    memory: &mut GraphCache,
    question: &str,
    judge: &dyn Judge,
    parse: Parse,
    most: usize,
) -> Result<Parse> {
    let sources = engine.executor().sources();
    let top = parse.readings.first().map_or(0.0, |reading| reading.score);
    let total: f32 = parse.readings.iter().map(|reading| (reading.score - top).exp()).sum();
    let mut masses: Vec<(usize, f32)> = Vec::new();
    for (place, reading) in parse.readings.iter().enumerate() {
        let Some(source) = source_of(reading, sources) else {
            if place == 0 {
                return Ok(parse);
            }
            continue;
        };
        let mass = (reading.score - top).exp() / total.max(1e-9);
        match masses.iter_mut().find(|(known, _)| *known == source) {
            Some((_, sum)) => *sum += mass,
            None => masses.push((source, mass)),
        }
    }
    masses.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut best = parse;
    for (source, mass) in masses.into_iter().take(ROUTED) {
        // The mass bounds the probability: neither this source nor one of the less likely ones can do better.
        if best.best().is_some() && best.probability >= mass {
            break;
        }
        let over = Over::one(sources[source].kind);
        let mut alone = ask_over(engine, memory, question, judge, Weights::of(over), most, Some(source))?;
        alone.about = mass;
        alone.probability *= mass;
        if alone.best().is_some() && (best.best().is_none() || alone.probability > best.probability) {
            best = alone;
        }
    }
    Ok(best)
}

/// The only source that a reading looks in, by its index in the catalogue.
fn source_of(reading: &Ranked, sources: &[Source]) -> Option<usize> {
    let mut found = None;
    for step in &reading.parsed.llm()?.steps {
        let Call::GetInformation(info) = &step.call else { continue };
        let [name] = info.sources.as_slice() else { return None };
        let source = sources.iter().position(|source| source.name == *name)?;
        if found.is_some_and(|known| known != source) {
            return None;
        }
        found = Some(source);
    }
    found
}

/// The weights for the graph of an engine.
pub fn weights_for(engine: &Engine<'_>) -> &'static Weights {
    Weights::of(Over::of(engine.executor().sources()))
}

/// Whether a table is so long that executing a query over all of it takes long.
pub fn has_many_rows(engine: &Engine<'_>) -> bool {
    engine.executor().sources().iter().any(|s| s.kind == SourceKind::Table && s.rows >= MANY)
}

/// Like [`ask`], with these weights and at most `most` readings executed.
pub fn ask_with(
    engine: &Engine<'_>,
    question: &str,
    judge: &dyn Judge,
    weights: &Weights,
    most: usize,
) -> Result<Parse> {
    ask_over(engine, &mut GraphCache::default(), question, judge, weights, most, None)
}

/// The same, with `only` over one source alone, by its index in the catalogue.
fn ask_over(
    engine: &Engine<'_>,
    memory: &mut GraphCache,
    question: &str,
    judge: &dyn Judge,
    weights: &Weights,
    most: usize,
    only: Option<usize>,
) -> Result<Parse> {
    let sources = engine.executor().sources();
    let candidates = super::parse(engine, memory, question, weights, most, only)?;
    let mut readings: Vec<Ranked> = Vec::new();
    for candidate in candidates {
        let parsed = Arc::new(Parsed::from(candidate.query.clone()));
        let (outcome, answered) = judge.try_query(&parsed);
        readings.push(ranked(candidate, parsed, outcome, answered.as_ref()));
    }
    liken(engine, question, &mut readings);
    let many = many_relations(only.map_or(sources, |source| std::slice::from_ref(&sources[source])));
    for reading in &mut readings {
        reading.features.add(Feature::ManyRelations, many);
        reading.score = weights.score(&reading.features);
    }
    let over = only.map_or(Over::of(sources), |source| Over::one(sources[source].kind));
    Ok(Parse::of(readings, weights, over, 1.0))
}

/// A graph with more relations than this has many.
const FEW_RELATIONS: f32 = 100.0;

/// How many relations sources have, as far as they are many: 0 at [`FEW_RELATIONS`], 1 at 7 times as many. What
/// no word says, and what only a relation's name says, is worth less among many.
fn many_relations(sources: &[Source]) -> f32 {
    let relations: usize = sources.iter().map(|source| source.relations.len()).sum();
    (relations as f32 / FEW_RELATIONS).ln().max(0.0) / 2.0
}

/// A likeness of question and reading that speaks neither for nor against the reading.
const MIDDLING: f32 = 0.6;

/// Adds how near the meaning of each reading, in plain English, is to the question by the sentence encoder, and how
/// much nearer the nearest one is. A right reading is a paraphrase of its question (Berant and Liang 2014,
/// "Semantic parsing via paraphrasing").
fn liken(engine: &Engine<'_>, question: &str, readings: &mut [Ranked]) {
    let Some(embed) = engine.embed() else { return };
    let meanings: Vec<String> = readings.iter().map(|r| r.meaning.replace('`', "")).collect();
    let texts: Vec<&str> = std::iter::once(question).chain(meanings.iter().map(String::as_str)).collect();
    let vectors = embed.embed_all(&texts).unwrap_or_default();
    let Some((asked, meant)) = vectors.split_first() else { return };
    let likeness: Vec<f32> =
        meant.iter().map(|vector| asked.iter().zip(vector).map(|(a, b)| a * b).sum()).collect();
    let nearest = likeness.iter().copied().fold(f32::MIN, f32::max);
    for (reading, likeness) in readings.iter_mut().zip(&likeness) {
        reading.features.add(Feature::MeaningLikeness, 5.0 * (likeness - MIDDLING));
        reading.features.add(Feature::MeaningUnlike, 5.0 * (nearest - likeness));
    }
}

/// Whether the best reading is about what holds today because the question is in the present tense.
fn is_about_today(question: &str, readings: &[Ranked]) -> bool {
    let holds_today =
        |best: &Ranked| best.outcome.is_answer() && best.features.get(Feature::TimeNowUnsaid) > 0.0;
    readings.first().is_some_and(holds_today) && Text::read(question).asks_of_today()
}

/// Whether a query says no time.
fn ignores_time(query: &Parsed) -> bool {
    let says_time = |step: &Step| matches!(&step.call, Call::GetInformation(info) if info.key.is_some());
    query.llm().is_some_and(|query| !query.steps.iter().any(says_time))
}

/// Whether a reading answers with another kind of thing than is asked for.
fn other_kind(features: &Features) -> bool {
    let kinds = [Feature::AskTruthNo, Feature::AskNumberNo, Feature::AskDateNo, Feature::AskPersonNo];
    kinds.iter().any(|feature| features.get(*feature) > 0.0)
}

/// The scores of readings with their answers.
fn scored(readings: &[Ranked]) -> Vec<(f32, &str)> {
    readings.iter().map(|reading| (reading.score, reading.key.as_str())).collect()
}

/// Answers that are the same set of values have the same key.
pub fn key(items: &[String]) -> String {
    let mut sorted: Vec<&str> = items.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    sorted.join("\u{1f}")
}

/// The outcome and the values of the answer. If all values are cells that say that there is no value, that is no
/// answer, and the first of them is returned, too.
fn without_blanks(
    outcome: Outcome,
    answered: Option<&Answered>,
    typed: bool,
) -> (Outcome, Vec<String>, Option<String>) {
    let items: Vec<String> =
        answered.map_or(Vec::new(), |a| a.items.iter().map(|i| i.text.clone()).collect());
    let blank = items.first().filter(|_| items.iter().all(|item| says_nothing(item, typed))).cloned();
    if blank.is_some() && outcome.is_answer() {
        let outcome = Outcome::Empty { reason: "no value is recorded".to_owned(), detail: None };
        return (outcome, Vec::new(), blank);
    }
    (outcome, items, None)
}

fn ranked(
    candidate: CandidateDerivation,
    parsed: Arc<Parsed>,
    outcome: Outcome,
    answered: Option<&Answered>,
) -> Ranked {
    let typed = matches!(candidate.reading.gives, Gives::Number | Gives::Date);
    let (outcome, items, blank) = without_blanks(outcome, answered, typed);
    let mut features = candidate.reading.features.clone();
    observe(&mut features, &candidate, &items, outcome.is_answer());
    Ranked {
        parsed,
        outcome,
        meaning: candidate.meaning,
        features,
        score: 0.0,
        share: 0.0,
        left: candidate.left,
        key: key(&items),
        items,
        sure_names: answered.is_some_and(Answered::certain),
        blank,
    }
}

impl Parse {
    /// The best readings with their answers, features and weights, as text.
    pub fn explain(&self) -> String {
        use std::fmt::Write as _;
        let weights = self.weights();
        let mut text = String::new();
        for (at, reading) in self.readings.iter().enumerate().take(EXPLAINED) {
            let _ = writeln!(text, "{}. {} (score {:.2})", at + 1, reading.meaning, reading.score);
            let told: Vec<&str> = reading.items.iter().take(4).map(String::as_str).collect();
            let more = if reading.items.len() > told.len() { ", …" } else { "" };
            let _ = writeln!(text, "   answer: {}{more}", told.join(", "));
            if !reading.left.is_empty() {
                let _ = writeln!(text, "   not used: {}", reading.left.join(", "));
            }
            let mut parts: Vec<(f32, String)> = FEATURES
                .iter()
                .filter(|(feature, _, _)| reading.features.get(*feature) != 0.0)
                .map(|(feature, name, _)| {
                    let (value, weight) = (reading.features.get(*feature), weights.of[*feature as usize]);
                    (value * weight, format!("{name} {value:.1} × {weight:.2}"))
                })
                .collect();
            if let Some(lexical) = &reading.features.lexical {
                let beside = weights.score_beside(&reading.features, &lexical.operations);
                let words = weights.lexical.score(lexical, &weights.lexical.biases(&lexical.grams));
                parts.push((beside, format!("features beside operations {beside:.2}")));
                parts.push((words, format!("words beside operations {words:.2}")));
            }
            parts.extend(together(&weights.hidden_layers, &reading.features));
            parts.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
            let parts: Vec<String> = parts.into_iter().map(|(_, part)| part).collect();
            let _ = writeln!(text, "   {}", parts.join(", "));
        }
        let _ = writeln!(
            text,
            "probability that the first is right: {:.0} %; that the data has no answer: {:.0} %",
            100.0 * self.probability,
            100.0 * self.beyond
        );
        text
    }
}

/// How many features [`together`] names.
const NAMED_TOGETHER: usize = 3;

/// What the features of a reading are worth together beyond their sum, and which of them change that most.
fn together(layers: &HiddenLayers, features: &Features) -> Option<(f32, String)> {
    let parts = layers.parts(features);
    let named: Vec<String> =
        parts.iter().take(NAMED_TOGETHER).map(|(name, change)| format!("{name} {change:+.2}")).collect();
    let sum = layers.score(features);
    (!named.is_empty()).then(|| (sum, format!("features together {sum:.2} (by {})", named.join(", "))))
}
