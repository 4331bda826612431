//! Questions of the benchmarks as examples: a fixed share of them, by their source, so that
//! what training sees and what is held back never share a table. Each is asked over its own source, or over many
//! sources of several benchmarks together.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;

use tempfile::TempDir;
use tokio::runtime::Runtime;
use trustuqa_engine::Engine;
use trustuqa_engine::trace::Trace;
use trustuqa_model::Store;
use trustuqa_storage::{Graph, GraphRead, SourceId};
use xxhash_rust::xxh3::xxh3_64;

use super::{CollectOptions, Example, collect, empty_graph, in_parallel, lost_tables, train};
use crate::eval::sets::{self, ReadOptions};
use crate::eval::{BenchmarkSet, Dataset, DatasetSource, EvalError, Question, measure};
use crate::session::SessionError;
use crate::session::visible::Visible;
use trustuqa_parser::Over;

/// How much a question of WikiTableQuestions counts. There are more of these than of any other set, and half of them
/// no reading answers rightly: if they count in full, all other questions over single tables are read worse.
const OF_WEB_TABLES: f32 = 0.6;

/// Whether a question is one that training may see: three quarters of them, by their table, or by the
/// question where there is one graph.
pub fn is_seen(question: &Question) -> bool {
    hash_of(question) % 4 != 1
}

/// The fold of a question, for measuring with one fold left out.
fn group_of(question: &Question) -> usize {
    usize::try_from(hash_of(question) / 2 % train::FOLDS as u64).unwrap_or(0)
}

fn hash_of(question: &Question) -> u64 {
    let by = if question.set.is_table() {
        question.source.as_deref().unwrap_or(&question.text)
    } else {
        &question.text
    };
    xxh3_64(by.as_bytes())
}

/// Examples of at most `most` questions of a benchmark, each asked over its own source alone.
pub fn examples(
    set: BenchmarkSet,
    data: &Path,
    most: usize,
    part: usize,
    options: &CollectOptions<'_>,
) -> Result<Vec<Example>, SessionError> {
    let mut dataset = sample(set, data, most, &HashSet::new())?;
    if set == BenchmarkSet::Wikisql {
        lost_tables::add(&mut dataset, data)?;
    }
    let (_home, graph) = loaded(&dataset)?;
    let snapshot = Store::view(&graph)?;
    let ids: HashMap<String, SourceId> = snapshot.sources()?.iter().map(|s| (s.name.clone(), s.id)).collect();
    let runtime = crate::session::runtime()?;
    let mut examples = Vec::new();
    for question in &dataset.questions {
        let only = question.source.as_ref().and_then(|name| ids.get(name)).filter(|_| ids.len() > 1);
        let view = only.map(|id| Visible::only(snapshot.as_ref(), *id));
        let graph: &dyn GraphRead = match &view {
            Some(view) => view,
            None => snapshot.as_ref(),
        };
        examples.push(asked(&Engine::new(graph, None)?, question, part, options, &runtime)?);
    }
    Ok(examples)
}

/// Examples of at most `most` questions of each benchmark, asked over all graphs of these benchmarks and `tables` of
/// their tables together. No question of the set of mixed questions is among them, and none about a table of it. The
/// first benchmark is the part `first`.
pub fn examples_together(
    sets: &[BenchmarkSet],
    data: &Path,
    most: usize,
    tables: usize,
    first: usize,
    options: &CollectOptions<'_>,
) -> Result<Vec<Example>, SessionError> {
    let there = data.join(BenchmarkSet::Mixed.name()).is_dir();
    let mixed = there.then(|| sets::read(BenchmarkSet::Mixed, data, &ReadOptions::default())).transpose()?;
    let held: HashSet<&str> = mixed
        .iter()
        .flat_map(|mixed| &mixed.questions)
        .flat_map(|question| std::iter::once(question.text.as_str()).chain(question.source.as_deref()))
        .collect();
    let mut questions: Vec<(usize, Question)> = Vec::new();
    let (mut graphs, mut of_tables): (Vec<DatasetSource>, Vec<DatasetSource>) = (Vec::new(), Vec::new());
    for (set, part) in sets.iter().zip(first..) {
        let mut dataset = sample(*set, data, most, &held)?;
        if !set.is_table() {
            // The graphs of several sets have the same name.
            let named = |name: &str| format!("{}/{name}", set.name());
            dataset.sources.iter_mut().for_each(|source| source.name = named(&source.name));
            let sources = dataset.questions.iter_mut().filter_map(|question| question.source.as_mut());
            sources.for_each(|source| *source = named(source));
        }
        questions.extend(dataset.questions.into_iter().map(|question| (part, question)));
        if set.is_table() { &mut of_tables } else { &mut graphs }.extend(dataset.sources);
    }
    of_tables.sort_by_key(|source| xxh3_64(source.name.as_bytes()));
    let mut chunks: Vec<&[DatasetSource]> = of_tables.chunks(tables.max(1)).collect();
    if chunks.is_empty() {
        // Benchmarks of graphs alone are asked over all of them.
        chunks.push(&[]);
    }
    let mut of_chunks: Vec<Vec<(usize, Question)>> = vec![Vec::new(); chunks.len()];
    let places: HashMap<&str, usize> = chunks
        .iter()
        .enumerate()
        .flat_map(|(at, chunk)| chunk.iter().map(move |source| (source.name.as_str(), at)))
        .collect();
    for (count, (part, question)) in questions.into_iter().enumerate() {
        // Questions about the graphs are spread over the chunks.
        let own = question.source.as_deref().and_then(|name| places.get(name).copied());
        of_chunks[own.unwrap_or(count % chunks.len())].push((part, question));
    }
    let chunks: Vec<_> = chunks.into_iter().zip(of_chunks).collect();
    let of_chunk = |(sources, questions): &(&[DatasetSource], Vec<(usize, Question)>)| {
        let sources = graphs.iter().chain(*sources).cloned().collect();
        let dataset = Dataset { set: BenchmarkSet::Mixed, sources, questions: Vec::new() };
        let (_home, graph) = loaded(&dataset)?;
        let snapshot = Store::view(&graph)?;
        let engine = Engine::new(snapshot.as_ref(), None)?;
        let runtime = crate::session::runtime()?;
        let ask = |(part, question): &(usize, Question)| asked(&engine, question, *part, options, &runtime);
        questions.iter().map(ask).collect::<Result<Vec<_>, _>>()
    };
    let mut examples = Vec::new();
    for of_chunk in in_parallel(&chunks, of_chunk) {
        examples.extend(of_chunk?);
    }
    Ok(examples)
}

/// The first `most` questions that training may see and that are not held back by their text or source, with the
/// sources that they need.
fn sample(set: BenchmarkSet, data: &Path, most: usize, held: &HashSet<&str>) -> Result<Dataset, EvalError> {
    let mut dataset = sets::read(set, data, &ReadOptions { split: None })?;
    let is_held = |question: &Question| {
        held.contains(question.text.as_str()) || question.source.as_deref().is_some_and(|s| held.contains(s))
    };
    dataset.questions.retain(|question| is_seen(question) && !is_held(question));
    dataset.questions.sort_by_key(|question| xxh3_64(question.id.as_bytes()));
    dataset.questions.truncate(most);
    if set.is_table() {
        let needed: HashSet<&str> = dataset.questions.iter().filter_map(|q| q.source.as_deref()).collect();
        dataset.sources.retain(|source| needed.contains(source.name.as_str()));
    }
    Ok(dataset)
}

/// A graph of these sources, in a folder that is removed when it is dropped.
fn loaded(dataset: &Dataset) -> Result<(TempDir, Graph), SessionError> {
    let (home, graph) = empty_graph()?;
    dataset.load(&graph, &mut |_| ControlFlow::Continue(()))?;
    Ok((home, graph))
}

/// A question as an example, with its readings over the sources of an engine. A right answer is computed from the
/// source that the question is about.
fn asked(
    engine: &Engine<'_>,
    question: &Question,
    part: usize,
    options: &CollectOptions<'_>,
    runtime: &Runtime,
) -> Result<Example, SessionError> {
    let several = engine.executor().sources().len() > 1;
    let right = |trace: &Trace, empty: bool| {
        let values: Vec<String> = trace.values().into_iter().map(str::to_owned).collect();
        let found = measure(question, &values);
        let own = question.source.as_ref().filter(|_| several);
        !empty
            && found.denotation.or(found.hits_at_1).unwrap_or(false)
            && own.is_none_or(|own| trace.answer.sources.contains(own))
    };
    let tried = collect::tried(engine, &question.text, options.weights, options.readings, runtime, &right)?;
    Ok(Example {
        part,
        group: group_of(question),
        id: question.id.clone(),
        question: question.text.clone(),
        kind: question.kind.clone(),
        gold: question.answers.clone(),
        over: Over::of(engine.executor().sources()),
        weight: if question.set == BenchmarkSet::Wtq { OF_WEB_TABLES } else { 1.0 },
        refuse: false,
        hidden: false,
        tried,
    })
}
