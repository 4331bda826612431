//! Sources as files: tables as `.csv`, graphs as `.tsv` with a header that names their fields.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::{GraphShape, SyntheticKind, SyntheticSource};

/// What was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Tables.
    pub tables: u64,
    /// Knowledge graphs.
    pub kgs: u64,
    /// Temporal knowledge graphs.
    pub tkgs: u64,
    /// Rows, triples and quintuples.
    pub records: u64,
    /// Cells, triples and quintuples.
    pub facts: u64,
    /// Condition triples, as the crate counts them.
    pub triples: u64,
    /// Bytes of all files.
    pub bytes: u64,
}

/// Why files could not be written.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// There is something in the folder already.
    #[error("the folder {} is not empty", .0.display())]
    NotEmpty(PathBuf),
    /// The file system refused.
    #[error("{} cannot be written: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        #[source]
        error: std::io::Error,
    },
}

/// Records between two calls of the progress function.
const STEP: u64 = 4_096;

/// Writes the sources of a shape into `folder`, which is made when it is missing.
/// `progress` is called now and then with what is written so far.
///
/// # Errors
///
/// [`GenerateError::NotEmpty`] for a folder with anything in it: a load of the folder would
/// take that in, too.
pub fn write(
    folder: &Path,
    shape: &GraphShape,
    mut progress: impl FnMut(&Counts),
) -> Result<Counts, GenerateError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| GenerateError::Io { path, error }
    };
    std::fs::create_dir_all(folder).map_err(failed(folder))?;
    if std::fs::read_dir(folder).map_err(failed(folder))?.next().is_some() {
        return Err(GenerateError::NotEmpty(folder.to_owned()));
    }
    let mut counts = Counts::default();
    for source in shape.sources() {
        let path = folder.join(file_name(&source));
        write_source(&path, &source, &mut counts, &mut progress).map_err(failed(&path))?;
    }
    progress(&counts);
    Ok(counts)
}

/// The kind is written out for graphs, and no part of the source's name when it is loaded.
fn file_name(source: &SyntheticSource) -> String {
    let ending = match source.kind() {
        SyntheticKind::Table => "csv",
        SyntheticKind::Kg => "kg.tsv",
        SyntheticKind::Tkg => "tkg.tsv",
    };
    format!("{}.{ending}", source.name())
}

fn write_source(
    path: &Path,
    source: &SyntheticSource,
    counts: &mut Counts,
    progress: &mut impl FnMut(&Counts),
) -> std::io::Result<()> {
    match source.kind() {
        SyntheticKind::Table => counts.tables += 1,
        SyntheticKind::Kg => counts.kgs += 1,
        SyntheticKind::Tkg => counts.tkgs += 1,
    }
    let mut file = BufWriter::with_capacity(1 << 18, File::create_new(path)?);
    let mut line = String::new();
    put_line(&mut line, source.kind(), &source.header());
    counts.bytes += line.len() as u64;
    file.write_all(line.as_bytes())?;
    for number in 0..source.records() {
        let record = source.record(number);
        put_line(&mut line, source.kind(), &record);
        file.write_all(line.as_bytes())?;
        let (facts, triples) = source.counts(&record);
        counts.records += 1;
        counts.facts += facts;
        counts.triples += triples;
        counts.bytes += line.len() as u64;
        if counts.records.is_multiple_of(STEP) {
            progress(counts);
        }
    }
    file.flush()
}

/// Makes `line` the line of a record. Names hold no tab, so the fields of graphs need no quotes.
fn put_line(line: &mut String, kind: SyntheticKind, fields: &[String]) {
    line.clear();
    for (at, field) in fields.iter().enumerate() {
        if at > 0 {
            line.push(if kind == SyntheticKind::Table { ',' } else { '\t' });
        }
        if kind == SyntheticKind::Table && field.contains([',', '"']) {
            line.push('"');
            line.push_str(&field.replace('"', "\"\""));
            line.push('"');
        } else {
            line.push_str(field);
        }
    }
    line.push('\n');
}
