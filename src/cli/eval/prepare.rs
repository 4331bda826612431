//! Benchmark, graph, encoder and queries, ready to run.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use trustuqa_engine::Family;
use trustuqa_model::Store;
use trustuqa_storage::Graph;
use xxhash_rust::xxh3::xxh3_128;

use super::{EvalArgs, print};
use crate::config::{GraphChoice, Origin, Setting, Settings, WriterChoice};
use crate::encoder::EncoderError;
use crate::eval::run::{
    DemonstrationChoice, QueriesFrom, QuerySource, RunSettings, SelectedQuestion, recorded_questions, sample,
};
use crate::eval::sets::{self, ReadOptions};
use crate::eval::{Dataset, DatasetProgress, training};
use crate::session::encoding::{EncoderStage, embed_graph};
use crate::session::{Session, SessionError};
use crate::writer::llm::LlmWriter;
use crate::writer::prompt::Parameters;
use crate::writer::replay::ReplayWriter;
use crate::writer::{QueryLayer, ShareLevel, WriteError};

/// Everything that a run needs.
pub struct PreparedRun {
    /// The graph of the benchmark, open.
    pub session: Session,
    /// What is measured.
    pub settings: RunSettings,
    /// The questions.
    pub selected: Vec<SelectedQuestion>,
    /// Where their queries come from.
    pub queries: QuerySource,
    /// The folder of graphs and progress.
    pub keep: PathBuf,
}

impl PreparedRun {
    /// Reads, loads and opens what `command` names.
    pub fn of(
        mut settings: Settings,
        command: &EvalArgs,
        stop: &AtomicBool,
    ) -> Result<PreparedRun, SessionError> {
        let from = queries_from(&settings, command)?;
        let options = ReadOptions { split: command.split.clone() };
        let mut dataset = sets::read(command.set, &command.data, &options)?;
        for set in command.beside.iter().filter(|set| **set != command.set) {
            dataset.add_sources(sets::read(*set, &command.data, &ReadOptions::default())?);
        }
        let fingerprint = dataset.fingerprint()?;
        let server = server_graph(&settings, &dataset, &fingerprint, command.fresh)?;
        let keep = command.keep.clone().unwrap_or_else(|| settings.data_dir.value.join("eval"));
        let folder = keep.join("graphs").join(format!("{}-{fingerprint}", dataset.set.name()));
        if command.fresh && server.is_none() {
            forget(&folder)?;
        }
        let completions = completions_file(&settings, command);
        let selected = selected(&dataset, command, completions.as_deref(), from)?;
        if server.is_none()
            && let Err(trustuqa_storage::Error::Locked { .. }) = Graph::open(&folder, true)
        {
            return Err(SessionError::environment(
                format!("another run over {} is under way", command.set.name()),
                "wait until it ends, or give this one its own folder with --keep DIR",
            ));
        }
        let value = server.unwrap_or(GraphChoice::Folder(folder));
        settings.graph = Setting { value, origin: Origin::Default };
        let session = Session::open(settings, true)?;
        load(&dataset, session.graph(), stop)?;
        let demonstrations = if command.static_demonstrations {
            DemonstrationChoice::Static
        } else {
            DemonstrationChoice::Dynamic
        };
        let encoder = open_encoder(&session)?;
        let writes = !matches!(from, QueriesFrom::Gold);
        if encoder && writes && demonstrations == DemonstrationChoice::Dynamic {
            store_training(&dataset, command, &session)?;
        }
        if encoder {
            embed(&session, stop)?;
        }
        let queries = queries(from, &session, completions.as_deref())?;
        let of_file = session.settings();
        let llm = matches!(from, QueriesFrom::Llm) || command.emit_requests.is_some();
        let prompted = llm || matches!(&queries, QuerySource::Completions(replay) if replay.needs_prompts());
        let run = RunSettings {
            set: command.set.name().to_owned(),
            split: command.split.clone(),
            limit: command.limit.map(|limit| limit as usize),
            seed: command.seed,
            queries: from,
            completions_hash: completions.as_deref().map(hash).transpose()?,
            completions: completions.map(|file| file.display().to_string()),
            source: command.source.into(),
            gold_hints: command.hints,
            demonstrations,
            layer: if command.one_layer { QueryLayer::Execution } else { QueryLayer::Llm },
            share: of_file.share.value,
            model: prompted.then(|| of_file.model.value.clone()),
            temperature: of_file.temperature.value.filter(|_| prompted),
            samples: of_file.samples.value,
            tries: of_file.max_tries.value,
            encoder,
            without: names_of(&command.without),
            graph: fingerprint,
        };
        Ok(PreparedRun { session, settings: run, selected, queries, keep })
    }
}

/// The graph of a benchmark on the database server of the settings, in a schema of its own.
#[cfg(feature = "postgres")]
fn server_graph(
    settings: &Settings,
    dataset: &Dataset,
    fingerprint: &str,
    fresh: bool,
) -> Result<Option<GraphChoice>, SessionError> {
    let GraphChoice::Server(address) = &settings.graph.value else { return Ok(None) };
    if fresh {
        return Err(SessionError::usage(
            "--fresh cannot discard a graph on a database server",
            "leave --fresh out, or drop the schema there",
        ));
    }
    let (place, query) = address.split_once('?').unwrap_or((address, ""));
    let schema =
        format!("graph=eval_{}_{}", dataset.set.name(), fingerprint.get(..16).unwrap_or(fingerprint));
    let kept = query.split('&').filter(|part| !part.is_empty() && !part.starts_with("graph="));
    let query: Vec<&str> = kept.chain([schema.as_str()]).collect();
    Ok(Some(GraphChoice::Server(format!("{place}?{}", query.join("&")))))
}

#[cfg(not(feature = "postgres"))]
fn server_graph(_: &Settings, _: &Dataset, _: &str, _: bool) -> Result<Option<GraphChoice>, SessionError> {
    Ok(None)
}

/// The names of families, each once and in the order of all, so that equal sets are one run.
fn names_of(families: &[Family]) -> Vec<String> {
    let named = Family::ALL.into_iter().filter(|family| families.contains(family));
    named.map(|family| family.name().to_owned()).collect()
}

/// The flags that say where queries come from, checked against each other.
fn queries_from(settings: &Settings, command: &EvalArgs) -> Result<QueriesFrom, SessionError> {
    if command.gold {
        return Ok(QueriesFrom::Gold);
    }
    let emits = command.emit_requests.is_some();
    if emits && settings.model.value.trim().is_empty() {
        return Err(SessionError::usage(
            "a request names its model, and none is set",
            "name it with --model, or set TRUSTUQA_MODEL",
        ));
    }
    if (emits || settings.writer.value == WriterChoice::Llm) && settings.share.value == ShareLevel::Off {
        return Err(SessionError::usage(
            "the share level is `off`, so no prompt may be made",
            "use --share schema, or --writer offline",
        ));
    }
    match (&command.completions, &settings.writer.value) {
        (Some(_), _) | (None, WriterChoice::Replay(_)) => Ok(QueriesFrom::Completions),
        (None, WriterChoice::Llm) => Ok(QueriesFrom::Llm),
        (None, WriterChoice::Offline) if command.one_layer && !emits => Err(SessionError::usage(
            "the offline writer writes LLM queries only",
            "use --one-layer with --writer llm, --emit-requests or --completions",
        )),
        (None, WriterChoice::Offline) => Ok(QueriesFrom::Offline),
    }
}

fn completions_file(settings: &Settings, command: &EvalArgs) -> Option<PathBuf> {
    match (&command.completions, &settings.writer.value) {
        (_, _) if command.gold => None,
        (Some(file), _) => Some(file.clone()),
        (None, WriterChoice::Replay(file)) => Some(file.clone()),
        _ => None,
    }
}

fn selected(
    dataset: &Dataset,
    command: &EvalArgs,
    completions: Option<&Path>,
    from: QueriesFrom,
) -> Result<Vec<SelectedQuestion>, SessionError> {
    let recorded = match completions {
        Some(file) => recorded_questions(file, dataset)?,
        None => None,
    };
    let all = match recorded {
        Some(recorded) => recorded.questions,
        None => {
            let questions = dataset.questions.iter().cloned();
            questions.map(|question| SelectedQuestion { question, labelled: true }).collect()
        }
    };
    if from == QueriesFrom::Gold && all.iter().all(|s| s.question.gold.is_none()) {
        return Err(SessionError::usage(
            format!("{} has no annotation that could be run as a query", dataset.set.name()),
            "leave --gold out, or measure wikisql, metaqa, cronquestions or mixed",
        ));
    }
    if all.is_empty() {
        return Err(SessionError::usage(
            "there are no questions to ask",
            "check the folder that --data names",
        ));
    }
    Ok(sample(all, command.limit.map(|limit| limit as usize), command.seed))
}

/// Throws a kept graph away.
fn forget(folder: &Path) -> Result<(), SessionError> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(super::unwritable(folder, &error)),
        _ => Ok(()),
    }
}

/// Loads the benchmark's sources, unless an earlier run did.
fn load(dataset: &Dataset, graph: &dyn Store, stop: &AtomicBool) -> Result<(), SessionError> {
    if graph.view()?.sources()?.len() == dataset.sources.len() {
        return Ok(());
    }
    let bar = ProgressBar::new(dataset.sources.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("loading {pos}/{len} {bar:24} {wide_msg}") {
        bar.set_style(style);
    }
    let loaded = dataset.load(graph, &mut |at: DatasetProgress<'_>| {
        bar.set_position(at.done as u64);
        bar.set_message(at.name.to_owned());
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    let loaded = loaded?;
    print::note(&format!("loaded {} sources with {} facts", loaded.sources, loaded.facts));
    Ok(())
}

/// True when there is an encoder. Unlike questions of a user, figures must not depend
/// on whether it happened to work, so a broken one is an error.
fn open_encoder(session: &Session) -> Result<bool, SessionError> {
    let Some(dir) = session.model_dir() else { return Ok(false) };
    match session.encoder().open(&dir) {
        Ok(_) => Ok(true),
        Err(EncoderError::Missing { .. }) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

fn store_training(dataset: &Dataset, command: &EvalArgs, session: &Session) -> Result<(), SessionError> {
    let stored = training::store(dataset, &command.data, session.graph())?;
    if stored.new > 0 {
        print::note(&format!(
            "{} training questions are demonstrations now, {} were left out because their query cannot be read or gives another answer",
            stored.new, stored.refused
        ));
    }
    Ok(())
}

/// Gives every name and every training question its vector, once for a kept graph.
fn embed(session: &Session, stop: &AtomicBool) -> Result<(), SessionError> {
    let Some(dir) = session.model_dir() else { return Ok(()) };
    let encoder = session.encoder().open(&dir)?;
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("embedding {pos}/{len} names {bar:24} {eta}") {
        bar.set_style(style);
    }
    let (done, total) = session.graph().vector_progress()?;
    if done < total {
        print::note(&format!("{} names get their vectors, once; --encoder off goes without", total - done));
    }
    let shown = bar.clone();
    let result = embed_graph(session.graph(), &encoder, stop, &move |stage| {
        if let EncoderStage::Embedding { done, total } = stage {
            shown.set_length(total);
            shown.set_position(done);
        }
    });
    bar.finish_and_clear();
    result.map_err(|message| {
        SessionError::environment(message, "check the free space of the disk, then try again")
    })?;
    if stop.load(Ordering::Relaxed) {
        return Err(SessionError::Cancelled);
    }
    Ok(())
}

fn queries(
    from: QueriesFrom,
    session: &Session,
    completions: Option<&Path>,
) -> Result<QuerySource, SessionError> {
    let llm = session.settings().llm();
    Ok(match (from, completions) {
        (QueriesFrom::Completions, Some(file)) => {
            let parameters =
                Parameters { temperature: llm.temperature, max_completion_tokens: llm.max_completion_tokens };
            let replay = ReplayWriter::open(file).map_err(WriteError::from)?;
            QuerySource::Completions(Box::new(replay.for_model(&llm.model, parameters)))
        }
        (QueriesFrom::Llm, _) => {
            let writer = LlmWriter::new(llm, session.shared_ledger()).map_err(WriteError::from)?;
            QuerySource::Llm(Box::new(writer))
        }
        (QueriesFrom::Gold, _) => QuerySource::Gold,
        _ => QuerySource::Offline,
    })
}

fn hash(file: &Path) -> Result<String, SessionError> {
    let bytes = std::fs::read(file).map_err(|error| {
        SessionError::usage(format!("{}: {error}", file.display()), "check the path after --completions")
    })?;
    Ok(format!("{:032x}", xxh3_128(&bytes)))
}
