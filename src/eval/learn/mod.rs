//! Training of the parser: questions with answers in, weights of features out.
//!
//! * `benchmark` - a share of the questions of the benchmarks
//! * `lost_tables` - tables for questions of a benchmark whose own are not here
//! * `everyday` - folders of files with questions, and whether an answer is the gold one
//! * `collect` - the readings of each question, executed
//! * `train` - weights by maximum likelihood of the right readings
//! * `hidden_layer` - the layers that correct their sums
//! * `calibrate` - the probabilities of an answer, and their thresholds
//!
//! What is measured is never trained on: each domain is left out in its turn.

mod benchmark;
mod calibrate;
mod collect;
mod everyday;
mod hidden_layer;
mod lost_tables;
mod train;

use std::collections::{HashMap, HashSet};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use tempfile::TempDir;
use trustuqa_storage::{Graph, SourceKind};

use crate::session::SessionError;
pub use collect::{Example, Tried};
pub use everyday::{Domain, EverydayQuestion, is_right};

use crate::encoder::ModelDir;
use crate::eval::BenchmarkSet;
use crate::session::encoding::EncoderSlot;
use trustuqa_parser::{FEATURES, LEXICAL, Over, Weights, doubts};

/// What a training run is given.
#[derive(Clone, Debug)]
pub struct Training {
    /// Folders, each with data files and `questions.jsonl`.
    pub folders: Vec<PathBuf>,
    /// Benchmarks whose questions are trained on, too.
    pub sets: Vec<BenchmarkSet>,
    /// The folder of the benchmarks.
    pub data: Option<PathBuf>,
    /// Questions of each benchmark.
    pub sample: usize,
    /// The questions of the folders are asked over each of their sources of this kind alone.
    pub alone: Option<SourceKind>,
    /// The questions are asked over about so many sources: the folders' over those of several folders, the
    /// benchmarks' over all graphs and so many tables of several benchmarks.
    pub together: Option<usize>,
    /// Where the weights are written; `None` only measures.
    pub weights: Option<PathBuf>,
    /// Rounds of parsing with the weights of the round before; 0 measures the bundled weights.
    pub rounds: usize,
    /// Readings of a question that are executed.
    pub readings: usize,
    /// Measure what each family of features is worth.
    pub ablate: bool,
    /// Show every question.
    pub verbose: bool,
    /// Where the readings of all questions are written, with their features.
    pub examples: Option<PathBuf>,
    /// Readings that an earlier run wrote, to train on without asking anything.
    pub from: Option<PathBuf>,
    /// The folder of the sentence encoder; with it, half of the questions of the folders are asked
    /// with it and half without, so that the weights serve both.
    pub encoder: Option<PathBuf>,
    /// Only the questions whose identifier contains this, each with its best readings.
    pub only: Option<String>,
}

/// What the readings of an example depend on.
#[derive(Clone, Copy)]
pub struct CollectOptions<'a> {
    weights: &'a Weights,
    readings: usize,
    only: Option<&'a str>,
    encoder: Option<&'a EncoderSlot>,
}

/// The examples of all folders and benchmarks.
fn collected(training: &Training, weights: &Weights, hide: bool) -> Result<Vec<Example>, SessionError> {
    let slot = EncoderSlot::default();
    if let Some(dir) = &training.encoder {
        slot.open(&ModelDir::new(dir))
            .map_err(|e| SessionError::environment(e.to_string(), "see `trustuqa encoder`"))?;
    }
    let encoder = training.encoder.is_some().then_some(&slot);
    let options =
        CollectOptions { weights, readings: training.readings, only: training.only.as_deref(), encoder };
    if let Some(sources) = training.together {
        let mut examples = everyday::examples_together(&training.folders, sources, &options)?;
        if !training.sets.is_empty() {
            let data = training.data.as_deref().ok_or_else(no_folder)?;
            let (sets, most, first) = (&training.sets, training.sample, training.folders.len());
            examples.extend(benchmark::examples_together(sets, data, most, sources, first, &options)?);
        }
        return Ok(examples);
    }
    let folders = training.folders.len();
    let parts: Vec<usize> = (0..folders + training.sets.len()).collect();
    let of = |part: usize| match (training.folders.get(part), &training.data) {
        (Some(folder), _) => match training.alone {
            Some(kind) => everyday::examples_alone(folder, kind, part, &options),
            None => everyday::examples(folder, part, &options, hide),
        },
        (None, Some(data)) => {
            benchmark::examples(training.sets[part - folders], data, training.sample, part, &options)
        }
        (None, None) => Err(no_folder()),
    };
    let mut examples = Vec::new();
    for part in in_parallel(&parts, |part| of(*part)) {
        examples.extend(part?);
    }
    Ok(examples)
}

/// An empty graph, in a folder that is removed when it is dropped.
fn empty_graph() -> Result<(TempDir, Graph), SessionError> {
    let home =
        tempfile::tempdir().map_err(|e| SessionError::environment(e.to_string(), "free some disk space"))?;
    let graph = Graph::open(&home.path().join("graph"), true)?;
    Ok((home, graph))
}

/// Says that benchmarks need a folder.
fn no_folder() -> SessionError {
    SessionError::usage("the benchmarks have no folder", "give it with --data")
}

/// Applies `of` to every thing, on all cores; the results are in the order of the things.
fn in_parallel<T: Sync, R: Send>(things: &[T], of: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from).min(things.len());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(thing) = things.get(place) else { return done };
            done.push((place, of(thing)));
        }
    };
    let mut found: Vec<(usize, R)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, result)| result).collect()
}

/// Trains and measures; the report is returned as text.
///
/// # Errors
///
/// When a folder cannot be read or loaded, or the weights cannot be written.
pub fn run(training: &Training) -> Result<String, SessionError> {
    use std::fmt::Write as _;
    let mut report = String::new();
    let prior = training.prior();
    // The first readings are found with the weights that the program contains.
    let mut weights = Weights::of(training.over()).clone();
    let mut examples = Vec::new();
    if training.only.is_some() {
        for example in collected(training, &weights, false)? {
            let _ = writeln!(report, "{} {} | gold {:?}", example.id, example.question, example.gold);
            for tried in example.ranked(&weights).into_iter().take(40) {
                let _ = writeln!(
                    report,
                    "  {:.2} {} {} => {:?}",
                    weights.score(&tried.features),
                    if tried.right { "RIGHT" } else { "" },
                    tried.meaning,
                    tried.answer
                );
                let parts: Vec<String> = trustuqa_parser::FEATURES
                    .iter()
                    .filter(|(f, _, _)| tried.features.get(*f) != 0.0)
                    .map(|(f, name, _)| format!("{name} {:.2}", tried.features.get(*f)))
                    .collect();
                let _ = writeln!(report, "      {}", parts.join(", "));
            }
        }
        return Ok(report);
    }
    if training.rounds == 0 && training.from.is_none() {
        return bundled(training);
    }
    if let Some(path) = &training.from {
        examples = read(path)?;
        weights = train::train(&all(&examples), &prior);
        let _ = writeln!(report, "trained on all: {}", measure(&examples, &weights));
    } else {
        for round in 0..training.rounds {
            // Questions whose answer is taken out take most of the time, and only the thresholds need
            // them.
            let hide = training.weights.is_some() && round + 1 == training.rounds;
            examples = merged(examples, collected(training, &weights, hide)?);
            let _ = writeln!(report, "round {}: {}", round + 1, measure(&examples, &weights));
            if let Some(path) = &training.examples {
                write(path, &examples.iter().map(Example::line).collect::<String>())?;
            }
            weights = train::train(&all(&examples), &prior);
            let _ = writeln!(report, "  trained on all: {}", measure(&examples, &weights));
        }
    }
    let rankings = calibrate::Rankings::train(&all(&examples), &prior);
    report.push_str(&left_out(training, &examples, &rankings));
    if training.ablate {
        report.push_str(&ablation(training, &examples));
    }
    weights = rankings.calibrated(&all(&examples), weights);
    if let Some(path) = &training.weights {
        write(path, &weights.write())?;
    }
    Ok(report)
}

/// The examples that an earlier run wrote.
fn read(path: &Path) -> Result<Vec<Example>, SessionError> {
    let hint = "give a file that `--examples` wrote";
    let text = std::fs::read_to_string(path)
        .map_err(|e| SessionError::usage(format!("{}: {e}", path.display()), hint))?;
    let read = |(at, line): (usize, &str)| {
        Example::read(line).ok_or_else(|| {
            SessionError::usage(format!("{}: line {} is no example", path.display(), at + 1), hint)
        })
    };
    text.lines().enumerate().map(read).collect()
}

/// Examples together with the readings of earlier rounds. The readings that the last weights rank high
/// are the hardest to tell from the right ones; weights trained on these alone forget the others.
fn merged(earlier: Vec<Example>, mut examples: Vec<Example>) -> Vec<Example> {
    let mut earlier: HashMap<(usize, String), Example> =
        earlier.into_iter().map(|example| ((example.part, example.id.clone()), example)).collect();
    for example in &mut examples {
        let Some(known) = earlier.remove(&(example.part, example.id.clone())) else { continue };
        let seen: HashSet<String> = example.tried.iter().map(|tried| tried.query.clone()).collect();
        example.tried.extend(known.tried.into_iter().filter(|tried| !seen.contains(&tried.query)));
    }
    examples
}

fn all(examples: &[Example]) -> Vec<&Example> {
    examples.iter().collect()
}

/// Measures with the bundled weights, and trains nothing.
fn bundled(training: &Training) -> Result<String, SessionError> {
    use std::fmt::Write as _;
    let weights = Weights::of(training.over());
    let examples = collected(training, weights, false)?;
    let mut report = String::new();
    let mut all = Vec::new();
    for (at, name) in training.names().iter().enumerate() {
        let own: Vec<Example> = examples.iter().filter(|e| e.part == at).cloned().collect();
        let judged: Vec<_> = own.iter().map(|e| calibrate::judged(e, weights)).collect();
        let _ = writeln!(report, "{name}: {}", measure(&own, weights));
        if training.verbose {
            report.extend(own.iter().map(|example| described(example, weights)));
        }
        all.extend(judged);
    }
    report.push_str(&calibrate::coverage(&all));
    Ok(report)
}

impl Training {
    /// The names of the folders and benchmarks.
    fn names(&self) -> Vec<String> {
        let folder = |f: &PathBuf| f.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.folders.iter().map(folder).chain(self.sets.iter().map(|s| s.name().to_owned())).collect()
    }

    /// What the graphs hold that the questions are asked over: several sources, many, or one source of the kind
    /// of `alone` or of the benchmarks.
    fn over(&self) -> Over {
        if self.together.is_some() {
            return Over::Many;
        }
        let of_set = self.sets.first().filter(|_| self.folders.is_empty()).map(|set| set.kind());
        self.alone.or(of_set).map_or(Over::Several, Over::one)
    }

    /// The prior, towards which weights are drawn: a guess for graphs of several sources, and for all others the
    /// bundled weights for several sources.
    fn prior(&self) -> Weights {
        if self.over() == Over::Several {
            Weights::read(include_str!("start.txt"))
        } else {
            Weights::of(Over::Several).clone()
        }
    }
}

fn write(path: &Path, text: &str) -> Result<(), SessionError> {
    std::fs::write(path, text).map_err(|e| {
        SessionError::usage(format!("{}: {e}", path.display()), "give a path that can be written")
    })
}

/// Each domain, and each part of the benchmarks, measured with weights trained on the others.
fn left_out(training: &Training, examples: &[Example], rankings: &calibrate::Rankings) -> String {
    use std::fmt::Write as _;
    let folds = rankings.by_fold(&all(examples), |own, weights| {
        let judge = |example: &&Example| {
            let right = example.tried.iter().any(|t| t.right);
            let chosen = example.best(weights).is_some_and(|t| t.right);
            let told = if training.verbose { described(example, weights) } else { String::new() };
            (example.part, example.hidden, calibrate::judged(example, weights), chosen, right, told)
        };
        own.iter().map(judge).collect::<Vec<_>>()
    });
    let judged: Vec<_> = folds.into_iter().flatten().collect();
    let mut report = String::new();
    let mut of_folders = Vec::new();
    for (at, name) in training.names().iter().enumerate() {
        let own: Vec<_> = judged.iter().filter(|(part, ..)| *part == at).collect();
        let asked: Vec<_> = own.iter().filter(|(_, hidden, ..)| !hidden).collect();
        let percent = |n: usize| 100.0 * n as f32 / asked.len().max(1) as f32;
        let _ = writeln!(
            report,
            "{name} left out: {:.1} % right, {:.1} % have a right reading",
            percent(asked.iter().filter(|(_, _, _, chosen, ..)| *chosen).count()),
            percent(asked.iter().filter(|(_, _, _, _, right, _)| *right).count()),
        );
        let judged = own.iter().map(|(_, _, judged, ..)| *judged);
        if at < training.folders.len() {
            of_folders.extend(judged);
        } else {
            report.push_str(&calibrate::coverage(&judged.collect::<Vec<_>>()));
        }
        report.extend(own.iter().map(|(.., told)| told.as_str()));
    }
    report.push_str(&calibrate::coverage(&of_folders));
    report
}

/// The share of right answers, each domain and each part of the benchmarks left out in its turn,
/// without each family of features.
fn ablation(training: &Training, examples: &[Example]) -> String {
    use std::fmt::Write as _;
    let prior = training.prior();
    let mut families: Vec<&str> = FEATURES.iter().map(|(_, _, family)| *family).collect();
    families.dedup();
    let mut report = String::from("| without | right |\n|---|---|\n");
    for family in ["nothing", LEXICAL].into_iter().chain(families) {
        let mut kept = examples.to_vec();
        for tried in kept.iter_mut().flat_map(|e| &mut e.tried) {
            tried.features = tried.features.without(family);
        }
        let folds = train::by_fold(&all(&kept), |others, own| {
            let weights = train::train(others, &prior);
            let asked: Vec<&&Example> = own.iter().filter(|e| !e.hidden).collect();
            let right = asked.iter().filter(|e| e.best(&weights).is_some_and(|t| t.right));
            (right.count(), asked.len())
        });
        let (right, asked) = folds.iter().fold((0, 0), |(r, a), (right, asked)| (r + right, a + asked));
        let _ = writeln!(report, "| {family} | {:.1} % |", 100.0 * right as f32 / asked.max(1) as f32);
    }
    report
}

fn measure(examples: &[Example], weights: &Weights) -> String {
    let examples: Vec<&Example> = examples.iter().filter(|e| !e.hidden).collect();
    let total = examples.len().max(1) as f32;
    let right = examples.iter().filter(|e| e.best(weights).is_some_and(|t| t.right)).count() as f32;
    let possible = examples.iter().filter(|e| e.tried.iter().any(|t| t.right)).count() as f32;
    format!("{:.1} % right, {:.1} % have a right reading", 100.0 * right / total, 100.0 * possible / total)
}

fn described(example: &Example, weights: &Weights) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    let Some(best) = example.best(weights) else {
        let _ = writeln!(text, "- {} {} => NOTHING | gold {:?}", example.id, example.question, example.gold);
        return text;
    };
    let rank = example.ranked(weights).iter().position(|t| t.right);
    let mark = if best.right { "+" } else { "-" };
    let judged = calibrate::judged(example, weights);
    let doubts: String = doubts(&best.features).map(|doubt| format!(", {doubt:?}")).collect();
    let unsaid = best.features.lexical.as_ref().map(|lexical| lexical.left.join(" ")).unwrap_or_default();
    let left = if judged.eligible { String::new() } else { format!(", left: {unsaid}") };
    let _ = writeln!(
        text,
        "{mark} {} [{}] {} (p {:.2}{left}{doubts})",
        example.id, example.kind, example.question, judged.probability,
    );
    let _ = writeln!(text, "    = {} => {:?}", best.meaning, best.answer);
    if !best.right {
        let _ = writeln!(
            text,
            "    gold {:?}; right reading at {rank:?}",
            example.gold.iter().take(4).collect::<Vec<_>>()
        );
        if let Some(right) = rank.and_then(|r| example.ranked(weights).get(r).copied()) {
            let _ = writeln!(text, "    right: {}", right.meaning);
            let mut diff: Vec<(f32, &str)> = trustuqa_parser::FEATURES
                .iter()
                .map(|(f, name, _)| {
                    ((right.features.get(*f) - best.features.get(*f)) * weights.of[*f as usize], *name)
                })
                .filter(|d| d.0.abs() > 0.05)
                .collect();
            diff.sort_by(|a, b| a.0.total_cmp(&b.0));
            let _ = writeln!(text, "    right - chosen: {diff:?}");
        }
    }
    text
}
