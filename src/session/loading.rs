//! Files into a graph: one call, one transaction.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use trustuqa_load::{self as load, Detected, InputFile, LoadError, LoadOptions, SkippedLines};
use trustuqa_model::{Change, Store};
use trustuqa_storage::{Source, SourceKind, SourceSpec, Whole};

use super::SessionError;

/// What to load and how.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct LoadRequest {
    /// Files, folders, and addresses of databases or of their tables.
    pub paths: Vec<PathBuf>,
    /// The kind, when it is not to be detected.
    pub kind: Option<SourceKind>,
    /// Name of the source; only for a single file.
    pub name: Option<String>,
    /// Leave out lines that cannot be read instead of failing at the first.
    pub skip_bad: bool,
    /// Take the place of a source of the same name that came from another file.
    pub replace: bool,
    /// A file with what the standard input had, for `-`; without one it is read here.
    pub stdin: Option<PathBuf>,
}

/// How far a load is.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct LoadStep {
    /// 1-based number of the file.
    pub file: usize,
    /// Files in all.
    pub files: usize,
    /// Name of the source, or, when all files are read, what is still to be done.
    pub name: String,
    /// Bytes of this file read so far, or bytes of index entries written.
    pub bytes: u64,
    /// Bytes of this file, or of all index entries.
    pub of_bytes: u64,
    /// True when all files are read, and the indexes are written.
    pub indexes: bool,
}

impl LoadStep {
    /// How much is done, and of how much: in bytes for a single file and for index entries, else in
    /// thousandths of each file, whatever their sizes.
    pub fn part(&self) -> (u64, u64) {
        const OF_A_FILE: u64 = 1000;
        if self.indexes || self.files < 2 {
            return (self.bytes, self.of_bytes);
        }
        let read = self.bytes.saturating_mul(OF_A_FILE).checked_div(self.of_bytes).unwrap_or(0);
        let before = (self.file as u64).saturating_sub(1) * OF_A_FILE;
        (before + read.min(OF_A_FILE), self.files as u64 * OF_A_FILE)
    }
}

/// A source that was loaded.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct LoadedSource {
    /// The source as it is in the catalogue.
    pub source: Source,
    /// Why its kind was taken to be what it is.
    pub why: String,
    /// True when a source of this name was there before.
    pub replaced: bool,
    /// Lines that were left out.
    pub skipped: SkippedLines,
    /// Other things to know.
    pub notes: Vec<String>,
}

/// Called now and then; `Break` cancels the load.
pub type OnStep<'a> = &'a mut dyn FnMut(LoadStep) -> ControlFlow<()>;

/// Bytes of an index entry while it is sorted.
const INDEX_ENTRY: u64 = 20;

/// What a load did.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct LoadReport {
    /// The sources, in the order of the files.
    pub loaded: Vec<LoadedSource>,
    /// What was there and not loaded: files of folders and archives, empty sheets.
    pub left_out: Vec<String>,
}

/// Loads files and folders in one transaction: all of it or, on an error, nothing.
pub fn load(
    graph: &dyn Store,
    request: &LoadRequest,
    on_step: OnStep<'_>,
) -> Result<Vec<LoadedSource>, SessionError> {
    Ok(load_and_report(graph, request, on_step)?.loaded)
}

/// As [`load()`]; also says what was left out.
pub fn load_and_report(
    graph: &dyn Store,
    request: &LoadRequest,
    on_step: OnStep<'_>,
) -> Result<LoadReport, SessionError> {
    let (inputs, left_out) = inputs(request, on_step)?;
    Ok(LoadReport { left_out, ..load_inputs(graph, &inputs, request, None, on_step)? })
}

/// Loads tables and graphs found in files in one transaction. `whole` is the folder or database that they
/// belong to, where an earlier load says so.
pub(super) fn load_inputs(
    graph: &dyn Store,
    inputs: &[InputFile],
    request: &LoadRequest,
    whole: Option<&Whole>,
    on_step: OnStep<'_>,
) -> Result<LoadReport, SessionError> {
    // Another load may be under way, which adds sources until this one begins.
    let mut transaction = graph.change()?;
    let known = graph.view()?.sources()?;
    let read = load::detect_ahead(inputs, request.kind, |detected| {
        read_all(inputs, detected, request, whole, &known, transaction.as_mut(), on_step)
    })?;
    let files = inputs.len();
    let sources = transaction.commit(&mut |done, of| {
        let (bytes, of_bytes) = (done * INDEX_ENTRY, of * INDEX_ENTRY);
        let name = "writing the indexes".to_owned();
        on_step(LoadStep { file: files, files, name, bytes, of_bytes, indexes: true })
    });
    let of_source = |(source, (why, replaced, summary)): (Source, Read)| {
        let load::LoadSummary { skipped, notes, .. } = summary;
        LoadedSource { source, why, replaced, skipped, notes }
    };
    let loaded = sources?.into_iter().zip(read).map(of_source).collect();
    Ok(LoadReport { loaded, left_out: Vec::new() })
}

/// About a source that was read: why it is of its kind, whether there was one of its name before, and the
/// summary.
type Read = (String, bool, load::LoadSummary);

/// Reads all files into the transaction.
fn read_all(
    inputs: &[InputFile],
    detected: &mut dyn Iterator<Item = Result<Detected, LoadError>>,
    request: &LoadRequest,
    whole: Option<&Whole>,
    known: &[Source],
    transaction: &mut dyn Change,
    on_step: OnStep<'_>,
) -> Result<Vec<Read>, SessionError> {
    let mut read = Vec::with_capacity(inputs.len());
    for (at, (input, detected)) in inputs.iter().zip(detected).enumerate() {
        let file = stored(input);
        let before = known.iter().find(|s| s.name == input.name);
        if let Some(other) = before.filter(|s| s.file != file && !request.replace) {
            return Err(SessionError::usage(
                format!("a source called `{}` was loaded from another file, {}", input.name, other.file),
                "give the new one a name of its own with --name, or replace the old one with --replace",
            ));
        }
        let detected = detected?;
        let of_bytes = detected.bytes;
        let mut step = |bytes: u64| {
            let (file, files, name) = (at + 1, inputs.len(), input.name.clone());
            on_step(LoadStep { file, files, name, bytes, of_bytes, indexes: false })
        };
        if step(0).is_break() {
            return Err(SessionError::Cancelled);
        }
        let spec = SourceSpec {
            name: input.name.clone(),
            kind: detected.kind,
            file,
            content_hash: detected.content_hash.clone(),
            whole: whole.cloned().or_else(|| whole_of(input, request)),
        };
        let mut sink = transaction.begin_source(spec)?;
        let options = LoadOptions { skip_bad: request.skip_bad, name: input.name.clone() };
        let summary =
            load::read_source(&input.shown(), &detected, &options, sink.as_mut(), &mut |p| step(p.bytes))?;
        sink.skipped(summary.skipped.total);
        sink.finish()?;
        read.push((detected.why, before.is_some(), summary));
    }
    Ok(read)
}

/// The tables and graphs in the files, with their source names, and what is left out.
pub(super) fn inputs(
    request: &LoadRequest,
    on_step: OnStep<'_>,
) -> Result<(Vec<InputFile>, Vec<String>), SessionError> {
    let load::ExpandedPaths { mut files, left_out } = load::expand(&request.paths)?;
    plain_names(&mut files);
    if let Some(name) = &request.name {
        match files.as_mut_slice() {
            [input] => input.name = name.clone(),
            _ => {
                return Err(SessionError::usage(
                    format!("--name is for one file, and these are {}", files.len()),
                    "leave --name out: every source then takes the name of its file",
                ));
            }
        }
        if name.trim().is_empty() {
            return Err(SessionError::usage(
                "the name of a source cannot be empty",
                "give it a name with --name",
            ));
        }
    }
    let contents = contents(files, request.stdin.as_deref(), on_step)?;
    let mut left_out: Vec<String> =
        left_out.iter().map(|path| format!("{}, which is loaded when it is named", path.display())).collect();
    left_out.extend(contents.left_out);
    Ok((contents.inputs, left_out))
}

/// Looks into the files.
pub(super) fn contents(
    files: Vec<InputFile>,
    stdin: Option<&Path>,
    on_step: OnStep<'_>,
) -> Result<load::Contents, SessionError> {
    let count = files.len();
    let contents = load::contents(files, stdin, &mut |bytes| {
        let name = "looking into the files".to_owned();
        let step = LoadStep { file: 1, files: count, name, bytes, of_bytes: bytes, indexes: false };
        on_step(step).is_break()
    });
    Ok(contents?)
}

/// Takes the kind out of names such as `films.kg`, from `films.kg.tsv`, unless
/// another file of the call has the plain name.
pub(super) fn plain_names(inputs: &mut [InputFile]) {
    let taken: HashSet<String> = inputs.iter().map(|i| i.name.clone()).collect();
    let mut given = HashSet::new();
    for input in inputs {
        let plain = [".kg", ".tkg", ".table"]
            .iter()
            .find_map(|kind| input.name.strip_suffix(kind))
            .filter(|p| !p.is_empty());
        if let Some(plain) = plain
            && !taken.contains(plain)
            && given.insert(plain.to_owned())
        {
            input.name = plain.to_owned();
        }
    }
}

/// The folder or database that is loaded as a whole with this.
fn whole_of(input: &InputFile, request: &LoadRequest) -> Option<Whole> {
    let path = absolute(input.all_of.as_deref()?).to_string_lossy().into_owned();
    Some(Whole { path, kind: request.kind, skip_bad: request.skip_bad })
}

/// The absolute path; the address of a database stays as it is.
pub(super) fn absolute(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// The absolute path of a file, with the part of the file that is loaded.
fn stored(input: &InputFile) -> String {
    let path = absolute(&input.path);
    let path = path.to_string_lossy();
    input.part.as_ref().map_or(path.to_string(), |part| format!("{path}:{part}"))
}

/// How much a source holds, in words: "table, 30 rows, 210 cells, 7 columns".
pub fn counts(source: &Source) -> String {
    let number = |n: u64, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
    match source.kind {
        SourceKind::Table => format!(
            "table, {}, {}, {}",
            number(source.rows, "row"),
            number(source.relations.len() as u64, "column"),
            number(source.facts, "cell")
        ),
        SourceKind::Kg => format!(
            "knowledge graph, {}, {}",
            number(source.facts, "fact"),
            number(source.relations.len() as u64, "relation")
        ),
        SourceKind::Tkg => format!(
            "temporal knowledge graph, {}, {}",
            number(source.facts, "fact"),
            number(source.relations.len() as u64, "relation")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_grows_over_files_of_any_size() {
        let part = |file, files, bytes, of_bytes, indexes| {
            LoadStep { file, files, name: String::new(), bytes, of_bytes, indexes }.part()
        };
        assert_eq!(part(1, 1, 30, 120, false), (30, 120));
        assert_eq!(part(1, 4, 0, 120, false), (0, 4000));
        assert_eq!(part(2, 4, 60, 120, false), (1500, 4000));
        assert_eq!(part(3, 4, 0, 0, false), (2000, 4000));
        assert_eq!(part(4, 4, u64::MAX, 1, false), (4000, 4000));
        assert_eq!(part(4, 4, 20, 80, true), (20, 80));
    }
}
