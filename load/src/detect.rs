//! What a file contains: the kind of source, the format, and how its text is split.
//!
//! Detection reads only the head of the file (except for the encoding, which is checked over all of it) and
//! states the reason for its decision. It is cautious: what is not clearly a graph is a table, and `--kind`
//! overrules it.

use std::path::{Path, PathBuf};

use encoding_rs::{Encoding, UTF_8};
use trustuqa_storage::SourceKind;

use super::encoding::{self, EncodingSurvey};
use super::graph_shape::{self, RecordShape};
use super::paths::{InputFile, extension};
use super::reader_kind::{self, FileContent, ReaderKind};
use super::records::{Records, clean};
use super::{LoadError, encoding::sample};

/// Bytes of text that detection reads.
const SAMPLE: usize = 128 * 1024;
/// Number of records that detection reads.
const RECORDS: usize = 200;

/// How quotes are written in delimited text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quoting {
    /// Quotes are characters like any other.
    None,
    /// A quote in a quoted cell is doubled.
    Doubled,
    /// A quote in a quoted cell is `\"` and a line break `\n`.
    Backslash,
}

/// How delimited text is split into records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// The byte between cells.
    pub delimiter: u8,
    /// How quotes are written.
    pub quoting: Quoting,
    /// Lines end with carriage returns alone.
    pub carriage_returns: bool,
    /// The first record has the names of the columns. Always true for tables.
    pub header: bool,
}

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// Records of cells.
    Delimited(Dialect),
    /// N-Triples.
    NTriples,
    /// Turtle.
    Turtle,
    /// N-Quads: N-Triples in named graphs.
    NQuads,
    /// TriG: Turtle in named graphs.
    TriG,
    /// RDF/XML.
    RdfXml,
    /// JSON-LD.
    JsonLd,
    /// GraphML.
    GraphMl,
    /// Records that are not text: sheets, Parquet, Arrow, JSON, tables of SQLite.
    Records,
}

/// The result of detection for a file.
#[derive(Clone, Debug)]
pub struct Detected {
    /// Table, KG or TKG.
    pub kind: SourceKind,
    /// Its format.
    pub format: FileFormat,
    /// The reason, as a phrase to show: `3 columns, relations repeat, no header`.
    pub why: String,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// xxh3-128 of the content, hex: the content hash of the source catalogue.
    pub content_hash: String,
    pub(super) encoding: &'static Encoding,
    pub(super) guessed: bool,
    /// The file to read: the user's, or the one unpacked from it.
    pub(super) path: PathBuf,
    pub(super) content: FileContent,
    /// Remarks about the file, as full sentences.
    pub(super) notes: Vec<String>,
}

impl Detected {
    /// The name of the text's encoding.
    pub fn encoding(&self) -> &'static str {
        self.encoding.name()
    }

    pub(super) fn encoding_note(&self) -> Option<String> {
        let name = self.encoding.name();
        if self.guessed {
            Some(format!("The text is not UTF-8; it was read as {name}, which was guessed from its bytes."))
        } else {
            (self.encoding != UTF_8)
                .then(|| format!("The text was read as {name}, as its byte order mark says."))
        }
    }
}

/// Detects what a text file contains; `forced` overrules the kind.
///
/// # Errors
///
/// When the file cannot be read, is empty, is not text, or cannot be of the forced kind.
pub fn detect(path: &Path, forced: Option<SourceKind>) -> Result<Detected, LoadError> {
    detect_text(path, path.to_owned(), FileContent::default(), forced)
}

/// Detects what a file, or a part of one, contains; `forced` overrules the kind.
///
/// # Errors
///
/// As [`detect`].
pub fn detect_input(input: &InputFile, forced: Option<SourceKind>) -> Result<Detected, LoadError> {
    let (shown, content) = (input.shown(), input.content.clone());
    let path = content.path(&input.path).to_owned();
    match content.form {
        ReaderKind::Text => detect_text(&shown, path, content, forced),
        // `--kind table` reads the same file as a table.
        ReaderKind::PropertyGraph(ref header) if forced.is_none_or(|kind| kind == SourceKind::Kg) => {
            let what = if header.is_edges() { "edges" } else { "nodes" };
            let mut detected = detect_text(&shown, path, content, Some(SourceKind::Table))?;
            detected.kind = SourceKind::Kg;
            detected.why = format!("{what} of a property graph, by the header");
            Ok(detected)
        }
        ReaderKind::PropertyGraph(_) => {
            detect_text(&shown, path, FileContent { form: ReaderKind::Text, ..content }, forced)
        }
        ReaderKind::Json(_) => {
            let survey = encoding::survey(&path).map_err(|error| LoadError::io(&shown, "read it", &error))?;
            reader_kind::detect(&shown, path, content, survey.encoding, forced)
        }
        _ => reader_kind::detect(&shown, path, content, UTF_8, forced),
    }
}

fn detect_text(
    shown: &Path,
    path: PathBuf,
    content: FileContent,
    forced: Option<SourceKind>,
) -> Result<Detected, LoadError> {
    let failed = |error: std::io::Error| LoadError::io(shown, "read it", &error);
    let survey = encoding::survey(&path).map_err(failed)?;
    refuse_foreign(shown, &path, &survey)?;
    let (text, whole) = sample(&path, survey.encoding, SAMPLE).map_err(failed)?;
    if text.iter().all(u8::is_ascii_whitespace) {
        let hint = "write a header line with the column names, or leave the file out";
        return Err(LoadError::new(shown, None, "the file is empty", hint));
    }
    let (kind, format, why) = match graph_format(&path, &text) {
        Some((format, why)) => {
            if let Some(kind @ (SourceKind::Table | SourceKind::Tkg)) = forced {
                let kind = if kind == SourceKind::Table { "table" } else { "tkg" };
                let what = format!("RDF is a knowledge graph and cannot be loaded as `{kind}`");
                return Err(LoadError::new(shown, None, what, "leave out `--kind`"));
            }
            (SourceKind::Kg, format, why)
        }
        None => delimited(shown, &path, &text, whole, forced)?,
    };
    let content_hash = content.print.as_ref().map_or(survey.hash, |(_, hash)| hash.clone());
    Ok(Detected {
        kind,
        format,
        why,
        bytes: survey.bytes,
        content_hash,
        encoding: survey.encoding,
        guessed: survey.guessed,
        path,
        notes: content.notes.clone(),
        content,
    })
}

/// Refuses files that are known to be of a format that is not supported.
fn refuse_foreign(shown: &Path, path: &Path, survey: &EncodingSurvey) -> Result<(), LoadError> {
    let hint = "save its table as CSV, and load that";
    let refused = match extension(path).as_str() {
        "pdf" | "docx" | "doc" | "odt" | "html" | "htm" | "pptx" => Some(("a document", hint)),
        "bz2" | "xz" | "7z" | "rar" | "tar" | "tgz" | "lz4" | "br" => {
            Some(("packed in a way that is not read", "unpack it, or pack it with gzip, zstd or zip"))
        }
        "duckdb" | "ddb" => {
            Some(("a database of DuckDB", "in duckdb: EXPORT DATABASE 'folder' (FORMAT parquet)"))
        }
        "mdb" | "accdb" => Some(("a database of Access", hint)),
        "orc" | "avro" | "sav" | "dta" | "rds" | "pkl" | "h5" => {
            Some(("binary data of a format that is not read", "save it as Parquet or CSV, and load that"))
        }
        _ if survey.binary => Some((
            "binary data",
            "load a table (CSV, XLSX, ODS, Parquet, JSON, SQLite) or a graph (Turtle, N-Triples, GraphML)",
        )),
        _ => None,
    };
    match refused {
        Some((what, hint)) => {
            Err(LoadError::new(shown, None, format!("this is {what}, which cannot be loaded"), hint))
        }
        None => Ok(()),
    }
}

/// RDF and GraphML by extension, or by the first statement when the extension is not conclusive.
fn graph_format(path: &Path, text: &[u8]) -> Option<(FileFormat, String)> {
    let extension = extension(path);
    let by_extension = match extension.as_str() {
        "nt" | "ntriples" => Some((FileFormat::NTriples, "N-Triples")),
        "ttl" | "turtle" => Some((FileFormat::Turtle, "Turtle")),
        "nq" | "nquads" => Some((FileFormat::NQuads, "N-Quads")),
        "trig" => Some((FileFormat::TriG, "TriG")),
        "rdf" | "owl" => Some((FileFormat::RdfXml, "RDF/XML")),
        "jsonld" => Some((FileFormat::JsonLd, "JSON-LD")),
        "graphml" => Some((FileFormat::GraphMl, "GraphML")),
        "csv" | "tsv" | "tab" | "psv" => return None,
        _ => None,
    };
    let text = String::from_utf8_lossy(text);
    // Ontologies have the extension `.owl` in whatever format they are written.
    let xml = text.trim_start_matches('\u{feff}').trim_start().starts_with('<')
        && (text.contains("<rdf:RDF") || text.contains("<graphml") || text.trim_start().starts_with("<?xml"));
    if let Some((format, name)) = by_extension
        && (format != FileFormat::RdfXml || xml)
    {
        return Some((format, format!("{name} by its extension .{extension}")));
    }
    if xml && text.contains("<rdf:RDF") {
        return Some((FileFormat::RdfXml, "RDF/XML by its first element".to_owned()));
    }
    if xml && text.contains("<graphml") {
        return Some((FileFormat::GraphMl, "GraphML by its first element".to_owned()));
    }
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'))?;
    let lower = first.to_ascii_lowercase();
    let directive = ["@prefix ", "@base ", "prefix ", "base "].iter().any(|word| lower.starts_with(word));
    if directive && first.contains('<') {
        return Some((FileFormat::Turtle, "Turtle by its first line, a prefix or base".to_owned()));
    }
    let statement = first.starts_with('<') && first.ends_with('.') && first.matches('>').count() >= 2;
    statement.then(|| (FileFormat::NTriples, "N-Triples by its first line, a triple of IRIs".to_owned()))
}

fn delimited(
    shown: &Path,
    path: &Path,
    text: &[u8],
    whole: bool,
    forced: Option<SourceKind>,
) -> Result<(SourceKind, FileFormat, String), LoadError> {
    let extension = extension(path);
    let cut = best_cut(text, whole, &extension);
    let columns = cut.width;
    let named = delimiter_name(cut.dialect.delimiter);
    if columns < 2 && forced.is_none() && !matches!(extension.as_str(), "csv" | "tsv" | "tab" | "psv") {
        let what = "no comma, semicolon, tab or `|` cuts the lines of this file into columns";
        let hint = "check that it is a table or graph; `--kind table` loads it as a table of one column";
        return Err(LoadError::new(shown, None, what, hint));
    }
    let shape = graph_shape::of(&cut.records, cut.dialect.delimiter);
    let shape = match forced {
        None => shape,
        Some(kind) => {
            let header = graph_shape::header_of(kind, &cut.records);
            RecordShape { kind, header, why: "as `--kind` says".to_owned() }
        }
    };
    let mut dialect = Dialect { header: shape.header || shape.kind == SourceKind::Table, ..cut.dialect };
    if shape.kind != SourceKind::Table {
        let wanted = if shape.kind == SourceKind::Kg { 3 } else { 5 };
        if columns != wanted {
            let name = if shape.kind == SourceKind::Kg { "kg" } else { "tkg" };
            let parts = if wanted == 3 { "head, relation, tail" } else { "head, relation, tail, start, end" };
            let what =
                format!("`--kind {name}` needs {wanted} columns ({parts}), but this file has {columns}");
            return Err(LoadError::new(
                shown,
                Some(1),
                what,
                "leave out `--kind` to load it as what it looks like",
            ));
        }
        // Names in graph files may contain quotes of their own. Only in a file that quotes every cell are
        // they quoting.
        if matches!(dialect.delimiter, b'\t' | b'|') && !cut.all_quoted {
            dialect.quoting = Quoting::None;
        }
    }
    let why = match shape.kind {
        SourceKind::Table if columns == 1 => format!("one column, {}", shape.why),
        _ => format!("{columns} columns cut by {named}, {}", shape.why),
    };
    Ok((shape.kind, FileFormat::Delimited(dialect), why))
}

fn delimiter_name(delimiter: u8) -> &'static str {
    match delimiter {
        b'\t' => "tabs",
        b';' => "semicolons",
        b'|' => "`|`",
        _ => "commas",
    }
}

/// A way to split the sample, and its result.
struct Cut {
    dialect: Dialect,
    /// Number of cells of the first record.
    width: usize,
    records: Vec<Vec<String>>,
    /// Share of the records that are as wide as the first, minus a penalty for text after closing quotes.
    quality: f64,
    /// Number of properly quoted cells.
    quoted: u64,
    /// Whether every non-empty cell is quoted.
    all_quoted: bool,
}

/// The split with the best delimiter; that of the extension unless another one is clearly better.
fn best_cut(text: &[u8], whole: bool, extension: &str) -> Cut {
    let promised = match extension {
        "csv" => Some(b','),
        "tsv" | "tab" => Some(b'\t'),
        "psv" => Some(b'|'),
        _ => None,
    };
    let mut best: Option<Cut> = None;
    for delimiter in [b',', b'\t', b';', b'|'] {
        let cut = best_quoting(text, whole, delimiter);
        let bonus = |cut: &Cut| if promised == Some(cut.dialect.delimiter) { 0.1 } else { 0.0 };
        let better = best.as_ref().is_none_or(|best| {
            let wide = (cut.width > 1).cmp(&(best.width > 1));
            wide.is_gt() || (wide.is_eq() && cut.quality + bonus(&cut) > best.quality + bonus(best))
        });
        if better {
            best = Some(cut);
        }
    }
    let mut best = best.unwrap_or_else(|| best_quoting(text, whole, b','));
    if best.width < 2 {
        best = best_quoting(text, whole, promised.unwrap_or(b','));
    }
    best
}

fn best_quoting(text: &[u8], whole: bool, delimiter: u8) -> Cut {
    let carriage_returns = !text.contains(&b'\n') && text.contains(&b'\r');
    let cut_by = |quoting| cut(text, whole, Dialect { delimiter, quoting, carriage_returns, header: true });
    let doubled = cut_by(Quoting::Doubled);
    if !text.contains(&b'"') {
        return doubled;
    }
    let mut best = doubled;
    if text.contains(&b'\\') {
        let backslash = cut_by(Quoting::Backslash);
        // On a tie `\n` decides, but only where it cannot be part of a path.
        let tie = backslash.quality == best.quality && backslash.all_quoted && only_escapes(text);
        if backslash.quality > best.quality || tie {
            best = backslash;
        }
    }
    // Where commas are data and quotes protect them elsewhere in the file, a missing quote is an error to
    // report and not a character.
    if best.quoted > 0 && matches!(delimiter, b',' | b';') {
        return best;
    }
    let none = cut_by(Quoting::None);
    if none.quality > best.quality { none } else { best }
}

/// Whether every backslash of the text is followed by `n`, a quote or a backslash.
fn only_escapes(text: &[u8]) -> bool {
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        if *byte == b'\\' && !matches!(bytes.next(), Some(b'n' | b'"' | b'\\') | None) {
            return false;
        }
    }
    true
}

fn cut(text: &[u8], whole: bool, dialect: Dialect) -> Cut {
    let mut reader = Records::new(text, &dialect);
    let mut records: Vec<Vec<String>> = Vec::new();
    let mut open = false;
    let mut ended = false;
    let mut literal_quotes = 0_usize;
    while records.len() < RECORDS {
        match reader.next() {
            Ok(Some(record)) if record.is_blank() && record.len() == 1 => {}
            Ok(Some(record)) => {
                let cells: Vec<String> = record.cells().map(|cell| clean(cell).into_owned()).collect();
                let wrapped = |cell: &&String| cell.len() > 1 && cell.starts_with('"') && cell.ends_with('"');
                literal_quotes += cells.iter().filter(wrapped).count();
                records.push(cells);
            }
            Ok(None) => {
                ended = true;
                break;
            }
            Err(_) => {
                open = true;
                break;
            }
        }
    }
    // The sample ends in the middle of a record, quoted or not, unless it is the whole file.
    let truncated = !whole && (ended || open);
    if truncated && ended && records.len() > 1 {
        records.pop();
    }
    let width = records.first().map_or(0, Vec::len);
    let matching = records.iter().filter(|cells| cells.len() == width).count();
    let cells: usize = records.iter().map(Vec::len).sum();
    let filled = records.iter().flatten().filter(|cell| !cell.is_empty()).count();
    let share = |part: f64, all: usize| part / all.max(1) as f64;
    let mut quality = share(matching as f64, records.len());
    quality -= share(reader.dirty as f64, cells);
    if dialect.quoting == Quoting::None {
        quality -= share(literal_quotes as f64, cells);
    }
    if open && whole {
        quality -= 0.5;
    }
    // Records after the last complete one may add quoted cells, so the comparison is `>=`.
    let all_quoted = filled > 0 && reader.quoted >= filled as u64;
    Cut { dialect, width, records, quality, quoted: reader.quoted, all_quoted }
}
