//! Folders with data files and everyday questions, and whether an answer is right.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::session::SessionError;
use crate::session::encoding::{EncoderSlot, embed_graph};
use crate::session::loading::{LoadRequest, load};
use serde::Deserialize;
use tempfile::TempDir;
use trustuqa_engine::ground::Embed;
use trustuqa_model::Value;
use trustuqa_model::value::{DecimalMark, small_date};
use trustuqa_storage::{Graph, GraphRead, Source, SourceKind};
use xxhash_rust::xxh3::xxh3_64;

use trustuqa_parser::{Feature, Features, Over};

/// A question with its gold answer.
#[derive(Clone, Debug, Deserialize)]
pub struct EverydayQuestion {
    /// Its identifier.
    pub id: String,
    /// As asked.
    pub question: String,
    /// What kind of question it is.
    pub kind: String,
    /// `values`, `number`, `boolean`, `table` or `refuse`.
    #[serde(default = "values")]
    pub answer_type: String,
    /// The gold answer.
    pub answers: Vec<String>,
}

fn values() -> String {
    "values".to_owned()
}

/// A folder that was loaded.
pub struct Domain {
    /// Its questions.
    pub questions: Vec<EverydayQuestion>,
    /// Its data, which it may share with other folders.
    pub graph: Arc<Graph>,
    /// The names of its sources, if it shares the graph.
    own: Option<HashSet<String>>,
    /// How much each of its questions counts: more in a folder with few of them.
    weight: f32,
    _home: Arc<TempDir>,
}

impl Domain {
    /// Reads and loads a folder, or the folder of another file of questions.
    pub fn open(folder: &Path) -> Result<Domain, SessionError> {
        Domain::open_with(folder, &|_| true, None)
    }

    /// The same with the files that `taken` admits only, and without the facts of one relation, as if
    /// nobody had ever noted them down.
    fn open_with(
        folder: &Path,
        taken: &dyn Fn(&Path) -> bool,
        relation: Option<&str>,
    ) -> Result<Domain, SessionError> {
        let questions = questions_of(folder)?;
        let mut paths = data_files(folder)?;
        let (home, graph) = super::empty_graph()?;
        paths.retain(|path| taken(path));
        if let Some(relation) = relation {
            for path in &mut paths {
                let copy = home.path().join(path.file_name().unwrap_or_default());
                write_without(path, &copy, relation)
                    .map_err(|e| unusable(path)(std::io::Error::other(e.to_string())))?;
                *path = copy;
            }
        }
        load_files(&graph, paths)?;
        let (graph, home) = (Arc::new(graph), Arc::new(home));
        Ok(Domain { weight: weight_in(&questions), questions, graph, own: None, _home: home })
    }

    /// Several folders in one graph.
    fn open_together(folders: &[&PathBuf]) -> Result<Vec<Domain>, SessionError> {
        let (home, graph) = super::empty_graph()?;
        let (graph, home) = (Arc::new(graph), Arc::new(home));
        let files: Vec<Vec<PathBuf>> =
            folders.iter().map(|folder| data_files(folder)).collect::<Result<_, _>>()?;
        load_files(&graph, files.concat())?;
        let sources = graph.snapshot()?.sources()?;
        let domain = |(folder, files): (&&PathBuf, Vec<PathBuf>)| {
            let questions = questions_of(folder)?;
            let files: HashSet<PathBuf> = files.iter().filter_map(|file| file.canonicalize().ok()).collect();
            let of_folder = |source: &&Source| files.contains(Path::new(&source.file));
            let own = sources.iter().filter(of_folder).map(|source| source.name.clone()).collect();
            let (graph, home) = (Arc::clone(&graph), Arc::clone(&home));
            Ok(Domain { weight: weight_in(&questions), questions, graph, own: Some(own), _home: home })
        };
        folders.iter().zip(files).map(domain).collect()
    }
}

/// How much each of a folder's questions counts.
fn weight_in(questions: &[EverydayQuestion]) -> f32 {
    2.0 * (80.0 / (questions.len() as f32).max(40.0)).powi(2)
}

/// Says that a file or folder cannot be used.
fn unusable(path: &Path) -> impl Fn(std::io::Error) -> SessionError {
    let path = path.to_owned();
    move |source| {
        SessionError::usage(
            format!("{}: {source}", path.display()),
            "give a folder with data files and questions.jsonl",
        )
    }
}

/// Questions of a folder beside those in `questions.jsonl`: about what there is nothing of, how many there are or
/// which.
const NOTHING: &str = "nothing.jsonl";

/// The questions of a folder, or of another file of questions, without those that follow up on another.
fn questions_of(folder: &Path) -> Result<Vec<EverydayQuestion>, SessionError> {
    if folder.is_file() {
        return questions_in(folder);
    }
    let mut questions = questions_in(&folder.join("questions.jsonl"))?;
    let nothing = folder.join(NOTHING);
    if nothing.is_file() {
        questions.extend(questions_in(&nothing)?);
    }
    Ok(questions)
}

fn questions_in(file: &Path) -> Result<Vec<EverydayQuestion>, SessionError> {
    let text = std::fs::read_to_string(file).map_err(unusable(file))?;
    let mut questions = Vec::new();
    for (line, number) in text.lines().zip(1usize..).filter(|(l, _)| !l.trim().is_empty()) {
        let question: EverydayQuestion = serde_json::from_str(line)
            .map_err(|e| unusable(file)(std::io::Error::other(format!("line {number}: {e}"))))?;
        questions.push(question);
    }
    questions.retain(|q| q.kind != "follow_up");
    Ok(questions)
}

/// Loads files into a graph.
fn load_files(graph: &Graph, paths: Vec<PathBuf>) -> Result<(), SessionError> {
    let request = LoadRequest { paths, ..LoadRequest::default() };
    load(graph, &request, &mut |_| ControlFlow::Continue(()))?;
    Ok(())
}

/// The name of a file without its ending: sources of two folders in which it is the same would clash.
fn stem_of(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The data files of a folder, or of that of a file of questions, in order.
fn data_files(folder: &Path) -> Result<Vec<PathBuf>, SessionError> {
    let folder = if folder.is_file() { folder.parent().unwrap_or(folder) } else { folder };
    let entries = std::fs::read_dir(folder).map_err(unusable(folder))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|e| e.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "csv" || e == "tsv"));
    paths.sort();
    Ok(paths)
}

/// The examples of a folder over each of its sources of a kind alone. If the source lacks names of a gold
/// answer, the right result there is no answer. If it has them, but no reading is right, the question is
/// left out.
pub fn examples_alone(
    folder: &Path,
    kind: SourceKind,
    part: usize,
    options: &super::CollectOptions<'_>,
) -> Result<Vec<super::Example>, SessionError> {
    let mut examples = Vec::new();
    for file in data_files(folder)? {
        let domain = Domain::open_with(folder, &|path| *path == file, None)?;
        let snapshot = domain.graph.snapshot()?;
        if snapshot.sources()?.iter().any(|source| source.kind != kind) {
            continue;
        }
        for mut example in asked(&domain, part, options, None)? {
            let known = |name: &String| snapshot.nodes_folded(name).map(|nodes| !nodes.is_empty());
            let mut absent = false;
            let names = domain.questions.iter().any(|q| q.id == example.id && q.answer_type == "values");
            for name in example.gold.iter().filter(|_| names) {
                absent |= !known(name)?;
            }
            let right = example.tried.iter().any(|tried| tried.right);
            if !example.refuse && !right {
                if !absent {
                    continue;
                }
                (example.refuse, example.hidden) = (true, true);
                example.tried.iter_mut().for_each(|tried| tried.right = tried.empty);
            }
            example.weight = 1.0;
            example.id = format!("{} {}", example.id, file.file_stem().unwrap_or_default().display());
            examples.push(example);
        }
    }
    Ok(examples)
}

/// Folders whose sources are loaded into one graph.
struct FoldersTogether<'f> {
    /// The names of their sources.
    sources: HashSet<String>,
    /// The folders, each with its part.
    folders: Vec<(usize, &'f PathBuf)>,
}

/// The examples of folders, each asked over about `sources` sources: its own together with those of other folders.
/// A right answer is computed from its own.
pub fn examples_together(
    folders: &[PathBuf],
    sources: usize,
    options: &super::CollectOptions<'_>,
) -> Result<Vec<super::Example>, SessionError> {
    let mut order: Vec<(usize, &PathBuf)> = folders.iter().enumerate().collect();
    order.sort_by_key(|(_, folder)| xxh3_64(folder.as_os_str().as_encoded_bytes()));
    // Each folder joins the first others that have room and no source of the same name.
    let mut groups: Vec<FoldersTogether<'_>> = Vec::new();
    for (part, folder) in order {
        let names: HashSet<String> = data_files(folder)?.iter().map(|file| stem_of(file)).collect();
        let fits = |group: &&mut FoldersTogether<'_>| {
            group.sources.len() < sources && group.sources.is_disjoint(&names)
        };
        match groups.iter_mut().find(fits) {
            Some(group) => {
                group.sources.extend(names);
                group.folders.push((part, folder));
            }
            None => groups.push(FoldersTogether { sources: names, folders: vec![(part, folder)] }),
        }
    }
    let of_group = |group: &FoldersTogether<'_>| {
        let folders: Vec<&PathBuf> = group.folders.iter().map(|(_, folder)| *folder).collect();
        let mut examples = Vec::new();
        for (domain, (part, _)) in Domain::open_together(&folders)?.iter().zip(&group.folders) {
            examples.extend(asked(domain, *part, options, None)?);
        }
        Ok(examples)
    };
    let examples: Result<Vec<_>, SessionError> = super::in_parallel(&groups, of_group).into_iter().collect();
    let mut examples: Vec<super::Example> = examples?.into_iter().flatten().collect();
    examples.sort_by_key(|example| example.part);
    Ok(examples)
}

/// Copies a file without the column, or the facts of the relation, of this name.
fn write_without(from: &Path, to: &Path, relation: &str) -> Result<(), csv::Error> {
    let tabs = from.extension().is_some_and(|e| e == "tsv");
    let delimiter = if tabs { b'\t' } else { b',' };
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter).has_headers(false).quoting(!tabs).from_path(from)?;
    let style = if tabs { csv::QuoteStyle::Never } else { csv::QuoteStyle::Necessary };
    let mut writer = csv::WriterBuilder::new().delimiter(delimiter).quote_style(style).from_path(to)?;
    let is_it = |cell: &str| cell.trim() == relation;
    let mut dropped: Option<usize> = None;
    for (at, record) in reader.records().enumerate() {
        let record = record?;
        if at == 0 {
            dropped = record.iter().position(is_it);
        }
        if tabs && record.get(1).is_some_and(is_it) {
            continue;
        }
        writer.write_record(
            record.iter().enumerate().filter(|(column, _)| Some(*column) != dropped).map(|(_, cell)| cell),
        )?;
    }
    writer.flush()?;
    Ok(())
}

/// Whether two texts say the same value: the same words, date or number, the latter to the
/// decimals of the gold answer or to a thousandth of it.
pub fn same(got: &str, gold: &str) -> bool {
    if got.trim().to_lowercase() == gold.trim().to_lowercase() {
        return true;
    }
    let (found, asked) = (Value::parse(got), Value::parse(gold));
    if let Value::Date(asked) = &asked {
        // The day or the month can come first, as in the file.
        let turned = small_date(got)
            .map(|(a, b, year)| [(a, b), (b, a)].map(|(d, m)| format!("{year}-{m:02}-{d:02}")));
        let is_it = |text: &str| matches!(Value::parse(text), Value::Date(found) if found == *asked);
        return is_it(got) || turned.is_some_and(|ways| ways.iter().any(|way| is_it(way)));
    }
    // "155,5" of a file with decimal commas. "45.678" may be of such a file, too, and then has no decimals.
    let ways = match DecimalMark::of(got) {
        Some(DecimalMark::Comma) => vec![got.replace('.', "").replace(',', ".")],
        Some(DecimalMark::Open) => vec![got.to_owned(), got.replace('.', "")],
        _ => vec![got.to_owned()],
    };
    let decimals = gold.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let scale = 10_f64.powi(i32::try_from(decimals).unwrap_or(9));
    let Some(asked) = written_number(gold).or_else(|| asked.number()) else { return false };
    ways.iter().filter_map(|way| written_number(way).or_else(|| found.number())).any(|found| {
        (found * scale).round() == (asked * scale).round()
            || decimals > 0 && (found - asked).abs() <= 1e-3 * asked.abs()
    })
}

/// The number that a text shows, without its currency and unit: 1163 of `1,163 min`, 55 of `55%`.
fn written_number(text: &str) -> Option<f64> {
    let text = text.trim().replace('\u{2212}', "-");
    let digits = text.find(|c: char| c.is_ascii_digit())?;
    let before = text[..digits].trim_end_matches('.');
    let currency = before.replace('-', "");
    if currency.trim().chars().count() > 3 {
        return None;
    }
    let rest = &text[before.len()..];
    let end = rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, ',' | '.')).unwrap_or(rest.len());
    if rest[end..].contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let number: f64 = rest[..end].trim_end_matches('.').replace(',', "").parse().ok()?;
    Some(if before.contains('-') { -number } else { number })
}

/// Whether a reading leaves out a name or a number of its question.
fn leaves_out(features: &Features) -> bool {
    features.get(Feature::LeftName) > 0.0 || features.get(Feature::LeftNumber) > 0.0
}

/// Whether the right answer is a list of nothing: the data can say it, and there is none.
fn wants_nothing(question: &EverydayQuestion) -> bool {
    question.answer_type == "values" && question.answers.is_empty()
}

/// Whether items and rows are the gold answer of a question.
pub fn is_right(question: &EverydayQuestion, items: &[String], rows: &[Vec<String>]) -> bool {
    match question.answer_type.as_str() {
        "refuse" => items.is_empty(),
        "table" => {
            let pairs: Vec<(&str, &str)> =
                question.answers.iter().filter_map(|g| g.rsplit_once(" | ")).collect();
            let is_pair = |row: &Vec<String>, (key, value): &(&str, &str)| match row.as_slice() {
                [.., own_key, own] => same(own_key, key) && same(own, value),
                _ => false,
            };
            rows.len() == pairs.len() && pairs.iter().all(|pair| rows.iter().any(|row| is_pair(row, pair)))
        }
        "boolean" | "number" => {
            items.len() == 1 && question.answers.first().is_some_and(|g| same(&items[0], g))
        }
        _ if wants_nothing(question) => items.is_empty(),
        _ => {
            !items.is_empty()
                && question.answers.iter().all(|g| items.iter().any(|i| same(i, g)))
                && items.iter().all(|i| question.answers.iter().any(|g| same(i, g)))
        }
    }
}

/// The examples of a folder; with `hide`, also its questions asked again after one of the relations that
/// they need was taken out of the data: then there is no answer.
pub fn examples(
    folder: &Path,
    part: usize,
    options: &super::CollectOptions<'_>,
    hide: bool,
) -> Result<Vec<super::Example>, SessionError> {
    let domain = Domain::open(folder)?;
    let mut examples = asked(&domain, part, options, None)?;
    if !hide {
        return Ok(examples);
    }
    let snapshot = domain.graph.snapshot()?;
    let mut needing: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let names: Vec<String> = trustuqa_storage::GraphRead::sources(&snapshot)?
        .iter()
        .flat_map(|source| source.relations.iter().map(|relation| relation.name.clone()))
        .collect();
    for example in examples.iter().filter(|example| !example.refuse && !example.gold.is_empty()) {
        let Some(right) = example.tried.iter().find(|tried| tried.right) else { continue };
        let needed: Vec<&String> =
            names.iter().filter(|name| right.query.contains(&format!("'{name}'"))).collect();
        // Any of them will do, but always the same one.
        let at = xxh3_64(example.id.as_bytes()) as usize;
        if let Some(relation) = needed.get(at % needed.len().max(1)) {
            needing.entry((*relation).clone()).or_default().push(&example.id);
        }
    }
    // No encoder here: the names of so many graphs are not embedded again.
    let options = &super::CollectOptions { encoder: None, ..*options };
    let mut hidden = Vec::new();
    for (relation, questions) in &needing {
        let mut without = Domain::open_with(folder, &|_| true, Some(relation))?;
        without.questions.retain(|question| questions.contains(&question.id.as_str()));
        hidden.extend(asked(&without, part, options, Some(relation))?);
    }
    examples.extend(hidden);
    Ok(examples)
}

fn asked(
    domain: &Domain,
    part: usize,
    options: &super::CollectOptions<'_>,
    hidden: Option<&str>,
) -> Result<Vec<super::Example>, SessionError> {
    if let Some(encoder) = options.encoder.and_then(EncoderSlot::opened) {
        let failed = |why: String| SessionError::environment(why, "see `trustuqa encoder status`");
        embed_graph(domain.graph.as_ref(), &encoder, &AtomicBool::new(false), &|_| {}).map_err(failed)?;
    }
    let snapshot = domain.graph.snapshot()?;
    let plain = trustuqa_engine::Engine::new(&snapshot, None)?;
    let encoding = trustuqa_engine::Engine::new(&snapshot, options.encoder.map(|slot| slot as &dyn Embed))?;
    let runtime = crate::session::runtime()?;
    let mut examples = Vec::new();
    for question in domain.questions.iter().filter(|q| options.only.is_none_or(|o| q.id.contains(o))) {
        let engine = if xxh3_64(question.id.as_bytes()).is_multiple_of(2) { &plain } else { &encoding };
        let refuse = question.answer_type == "refuse" || hidden.is_some();
        let right = |trace: &trustuqa_engine::trace::Trace, empty: bool| {
            if refuse || empty {
                return empty && (refuse || wants_nothing(question));
            }
            let own = |own: &HashSet<String>| trace.answer.sources.iter().all(|source| own.contains(source));
            let items: Vec<String> = trace.answer.items.iter().map(|i| i.text.clone()).collect();
            domain.own.as_ref().is_none_or(own) && is_right(question, &items, &trace.answer.rows)
        };
        let mut tried = super::collect::tried(
            engine,
            &question.question,
            options.weights,
            options.readings,
            &runtime,
            &right,
        )?;
        if wants_nothing(question) {
            // A reading that leaves a name or a number out, or looks elsewhere, finds nothing for another reason.
            let looks_in = |own: &HashSet<String>, t: &super::Tried| {
                own.iter().any(|source| t.query.contains(&format!("source='{source}'")))
            };
            let is_in_own = |t: &super::Tried| domain.own.as_ref().is_none_or(|own| looks_in(own, t));
            tried.iter_mut().for_each(|t| t.right &= refuse || !leaves_out(&t.features) && is_in_own(t));
        }
        // What the data says twice is still there with one relation taken out.
        let gold: Vec<&str> = question.answers.iter().map(String::as_str).collect();
        let is_gold = |t: &super::Tried| {
            gold.len() <= 4 && !t.empty && t.answer.iter().all(|a| gold.iter().any(|g| same(a, g)))
        };
        if hidden.is_some() && tried.iter().any(is_gold) {
            continue;
        }
        examples.push(super::Example {
            part,
            group: part,
            id: match hidden {
                Some(relation) => format!("{} without {relation}", question.id),
                None => question.id.clone(),
            },
            question: question.question.clone(),
            kind: if hidden.is_some() { "hidden".to_owned() } else { question.kind.clone() },
            gold: if hidden.is_some() { Vec::new() } else { question.answers.clone() },
            over: Over::of(engine.executor().sources()),
            weight: domain.weight,
            refuse,
            hidden: hidden.is_some(),
            tried,
        });
    }
    Ok(examples)
}
