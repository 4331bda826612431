//! RDF: N-Triples, Turtle, N-Quads, TriG, RDF/XML and JSON-LD. Libraries do the parsing; this module feeds
//! them line by line, so that the line of every triple is known and only the current statement is held in
//! memory. Statements in named graphs are read like those in the default graph.
//!
//! The file is read twice: first for labels, because an IRI may be used long before its label is given, then
//! for the facts. A label that only repeats the name under which its IRI is shown does not become a fact.

use std::collections::HashMap;
use std::mem::take;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::SyncSender;

use oxjsonld::{JsonLdParseError, JsonLdParser};
use oxrdf::{BlankNode, NamedOrBlankNode, Quad, Term, Triple};
use oxrdfxml::{RdfXmlParseError, RdfXmlParser};
use oxttl::nquads::LowLevelNQuadsParser;
use oxttl::ntriples::LowLevelNTriplesParser;
use oxttl::trig::LowLevelTriGParser;
use oxttl::turtle::LowLevelTurtleParser;
use oxttl::{NQuadsParser, NTriplesParser, TriGParser, TurtleParser, TurtleSyntaxError};
use trustuqa_storage::{NewFact, NodeId, Place};

use super::bad_lines::Policy;
use super::detect::{Detected, FileFormat};
use super::rdf_names::{IriNames, is_label, may_be_label};
use super::read_ahead::reading;
use super::records::clean;
use super::table::tick;
use super::{
    FactSink, LoadError, LoadOptions, LoadSummary, OnReadProgress, PROGRESS_STEP, encoding, rdf_xml,
};

/// Maximum number of anonymous nodes (`[ ... ]`) that are numbered; later ones are shown with the parser's
/// id.
const NUMBERED: usize = 1_000_000;

pub(super) fn read(
    path: &Path,
    detected: &Detected,
    options: &LoadOptions,
    sink: &mut dyn FactSink,
    mut progress: OnReadProgress<'_>,
) -> Result<LoadSummary, LoadError> {
    if detected.format == FileFormat::RdfXml {
        rdf_xml::check(path, detected)?;
    }
    let mut names = IriNames::default();
    let mut policy = Policy::new(path, options.skip_bad);
    let mut step = 0_u64;
    let first = if detected.format == FileFormat::NTriples { Wanted::Labels } else { Wanted::All };
    statements(path, detected, first, &mut |(_, bytes, statement)| {
        match statement {
            // Unparsed lines are reported in groups.
            None => step = step.next_multiple_of(PROGRESS_STEP),
            Some(_) => step += 1,
        }
        tick(&mut progress, bytes, step)?;
        match statement {
            Some(Ok(triple)) => names.learn(&triple),
            // Skipped lines are listed by the second pass only. It also reports the error when this pass
            // parses only some lines and so does not know the right line.
            Some(Err(error)) if !options.skip_bad && first == Wanted::All => syntax(&mut policy, &error)?,
            Some(Err(_)) | None => {}
        }
        Ok(())
    })?;

    let mut writer = Writer { sink, names, anonymous: HashMap::new(), source: &options.name };
    let mut summary = LoadSummary::default();
    let mut last_bad = 0;
    statements(path, detected, Wanted::All, &mut |(line, bytes, statement)| {
        tick(&mut progress, bytes, summary.records)?;
        match statement {
            None => Ok(()),
            Some(Ok(triple)) => {
                let Ok(line) = u32::try_from(line) else {
                    return Err(LoadError::new(
                        path,
                        Some(line),
                        "more than 4,294,967,295 lines",
                        "split the file",
                    ));
                };
                summary.records += 1;
                summary.facts += u64::from(writer.fact(&triple, line)?);
                Ok(())
            }
            Some(Err(error)) => {
                // While the parser recovers from an error, it reports the same line several times.
                if error.line == last_bad {
                    return Ok(());
                }
                last_bad = error.line;
                syntax(&mut policy, &error)
            }
        }
    })?;
    if summary.records == 0 && policy.skipped.total == 0 {
        summary.notes.push("The graph has no facts.".to_owned());
    }
    summary.notes.extend(writer.names.notes());
    summary.skipped = policy.skipped;
    Ok(summary)
}

/// The parser's message about a statement that it cannot read.
struct SyntaxError {
    /// 1-based.
    line: u64,
    column: Option<u64>,
    message: String,
}

impl From<TurtleSyntaxError> for SyntaxError {
    fn from(error: TurtleSyntaxError) -> SyntaxError {
        let at = error.location().start;
        SyntaxError { line: at.line + 1, column: Some(at.column + 1), message: error.message().to_owned() }
    }
}

fn syntax(policy: &mut Policy<'_>, error: &SyntaxError) -> Result<(), LoadError> {
    let message = &error.message;
    let lower = message.to_lowercase();
    let hint = if lower.contains("prefix") {
        "declare the prefix with a `@prefix` line at the top of the file"
    } else if lower.contains("scheme") || lower.contains("absolute iri") {
        "add `@base <http://example.org/> .` at the top of the file for IRIs without a scheme"
    } else if lower.contains("context") && lower.contains("load") {
        "write the context into the file: nothing is fetched from the network"
    } else {
        "correct the statement on this line"
    };
    policy.bad(error.line, error.column, format!("this is not valid RDF: {message}"), hint)
}

/// Maximum bytes that may be parsed again in total for a statement over many lines: enough for 4,000 lines of
/// 200 bytes, or for a line of 16 MB. Tests have a lower limit.
const READ_AGAIN: usize = if cfg!(test) { 8 << 20 } else { 2 << 30 };

/// Line, bytes read so far, and triple or error; `None` for unparsed lines.
type Statement = (u64, u64, Option<Result<Triple, SyntaxError>>);

/// Which statements are to be parsed.
#[derive(Clone, Copy, PartialEq)]
enum Wanted {
    /// Every one.
    All,
    /// At least those that may be labels, in a format with one statement per line.
    Labels,
}

/// Number of statements, and bytes of the file, in one batch.
const TOGETHER: (usize, u64) = (512, 64 * 1024);
/// Maximum number of batches waiting.
const WAITING: usize = 2;

/// Calls `each` with the statements of the file, which another thread parses, and repeatedly without a
/// statement, for progress.
fn statements(
    path: &Path,
    detected: &Detected,
    wanted: Wanted,
    each: &mut dyn FnMut(Statement) -> Result<(), LoadError>,
) -> Result<(), LoadError> {
    let parsing = |sender: &SyncSender<Result<Vec<Statement>, LoadError>>| {
        let (mut batch, mut since) = (Vec::new(), 0);
        let parsed = parse(path, detected, wanted, &mut |statement| {
            let bytes = statement.1;
            batch.push(statement);
            if batch.len() < TOGETHER.0 && bytes < since + TOGETHER.1 {
                return ControlFlow::Continue(());
            }
            since = bytes;
            match sender.send(Ok(take(&mut batch))) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        // If sending fails, the receiver has ended.
        let last = [Ok(batch), parsed.map(|()| Vec::new())];
        last.into_iter().try_for_each(|batch| sender.send(batch)).ok();
    };
    reading(path, WAITING, parsing, |batches| {
        batches.into_iter().try_for_each(|batch| batch?.into_iter().try_for_each(&mut *each))
    })
}

/// Parses the file until `each` breaks.
fn parse(
    path: &Path,
    detected: &Detected,
    wanted: Wanted,
    each: &mut dyn FnMut(Statement) -> ControlFlow<()>,
) -> Result<(), LoadError> {
    let failed = |error: std::io::Error| LoadError::io(path, "read it", &error);
    let mut text = encoding::open(&detected.path, detected.encoding).map_err(failed)?;
    if matches!(detected.format, FileFormat::RdfXml | FileFormat::JsonLd) {
        let parsed = trustuqa_storage::catching(|| parse_documents(path, detected.format, text, each));
        return parsed.unwrap_or_else(|what| Err(LoadError::damaged(path, &what)));
    }
    let mut parser = Parser::new(detected.format);
    let mut line = 1_u64;
    let (mut open, mut read_again) = (0, 0);
    let mut whole = true;
    loop {
        let buffer = match text.input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(failed(error)),
        };
        if buffer.is_empty() {
            break;
        }
        let read = buffer.len();
        for piece in buffer.split_inclusive(|byte| *byte == b'\n') {
            let ends = piece.ends_with(b"\n");
            if wanted == Wanted::Labels && whole && ends && !may_be_label(piece) {
                if line.is_multiple_of(PROGRESS_STEP) && each((line, text.bytes.get(), None)).is_break() {
                    return Ok(());
                }
                line += 1;
                continue;
            }
            whole = ends;
            parser.feed(piece);
            // While a statement is still open, the parser starts over with every line. Lines that yield no
            // triple by themselves do not open a statement.
            if !matches!(piece.trim_ascii_start().first(), None | Some(b'#' | b'@')) {
                open += piece.len();
                read_again += open;
            }
            while let Some(statement) = parser.next() {
                (open, read_again) = (0, 0);
                if each((line, text.bytes.get(), Some(statement))).is_break() {
                    return Ok(());
                }
            }
            if read_again > READ_AGAIN {
                return Err(LoadError::new(
                    path,
                    Some(line),
                    format!("a statement does not end within {open} bytes"),
                    "look for a quote or a bracket further above that is never closed",
                ));
            }
            line += u64::from(ends);
        }
        text.input.consume(read);
    }
    parser.end();
    while let Some(statement) = parser.next() {
        if each((line, text.bytes.get(), Some(statement))).is_break() {
            break;
        }
    }
    Ok(())
}

/// Parses the formats whose libraries read a whole document; the document is fed to them line by line.
fn parse_documents(
    path: &Path,
    format: FileFormat,
    text: encoding::Text,
    each: &mut dyn FnMut(Statement) -> ControlFlow<()>,
) -> Result<(), LoadError> {
    let input = encoding::ByLine::new(text.input);
    let lines = input.lines.clone();
    let bytes = text.bytes;
    let at = || lines.get().max(1);
    let wrong = |message: String| SyntaxError { line: at(), column: None, message };
    let mut give = |statement: Result<Triple, SyntaxError>| each((at(), bytes.get(), Some(statement)));
    let failed = |error: std::io::Error| LoadError::io(path, "read it", &error);
    if format == FileFormat::RdfXml {
        for triple in RdfXmlParser::new().for_reader(input) {
            let (statement, end) = match triple {
                Ok(triple) => (Ok(triple), false),
                Err(RdfXmlParseError::Io(error)) => return Err(failed(error)),
                // After a syntax error of the XML the meaning of the rest is unknown.
                Err(RdfXmlParseError::Syntax(error)) => (Err(wrong(error.to_string())), true),
            };
            if give(statement).is_break() || end {
                break;
            }
        }
        return Ok(());
    }
    for quad in JsonLdParser::new().for_reader(input) {
        let (statement, end) = match quad {
            Ok(quad) => (Ok(triple_of(quad)), false),
            Err(JsonLdParseError::Io(error)) => return Err(failed(error)),
            Err(JsonLdParseError::Syntax(error)) => (Err(wrong(error.to_string())), true),
        };
        if give(statement).is_break() || end {
            break;
        }
    }
    Ok(())
}

/// The triple of a quad. The named graph is dropped: like the file, it is only the place where a statement
/// was found.
fn triple_of(quad: Quad) -> Triple {
    Triple { subject: quad.subject, predicate: quad.predicate, object: quad.object }
}

enum Parser {
    NTriples(Box<LowLevelNTriplesParser>),
    Turtle(Box<LowLevelTurtleParser>),
    NQuads(Box<LowLevelNQuadsParser>),
    TriG(Box<LowLevelTriGParser>),
}

impl Parser {
    fn new(format: FileFormat) -> Parser {
        match format {
            FileFormat::NTriples => Parser::NTriples(Box::new(NTriplesParser::new().low_level())),
            FileFormat::NQuads => Parser::NQuads(Box::new(NQuadsParser::new().low_level())),
            FileFormat::TriG => Parser::TriG(Box::new(TriGParser::new().low_level())),
            _ => Parser::Turtle(Box::new(TurtleParser::new().low_level())),
        }
    }
    fn feed(&mut self, bytes: &[u8]) {
        match self {
            Parser::NTriples(parser) => parser.extend_from_slice(bytes),
            Parser::Turtle(parser) => parser.extend_from_slice(bytes),
            Parser::NQuads(parser) => parser.extend_from_slice(bytes),
            Parser::TriG(parser) => parser.extend_from_slice(bytes),
        }
    }
    fn end(&mut self) {
        match self {
            Parser::NTriples(parser) => parser.end(),
            Parser::Turtle(parser) => parser.end(),
            Parser::NQuads(parser) => parser.end(),
            Parser::TriG(parser) => parser.end(),
        }
    }
    fn next(&mut self) -> Option<Result<Triple, SyntaxError>> {
        let quad = |quad: Result<Quad, TurtleSyntaxError>| quad.map(triple_of);
        let next = match self {
            Parser::NTriples(parser) => parser.parse_next(),
            Parser::Turtle(parser) => parser.parse_next(),
            Parser::NQuads(parser) => parser.parse_next().map(quad),
            Parser::TriG(parser) => parser.parse_next().map(quad),
        };
        next.map(|statement| statement.map_err(SyntaxError::from))
    }
}

/// Turns triples into facts.
struct Writer<'w> {
    sink: &'w mut dyn FactSink,
    names: IriNames,
    anonymous: HashMap<u128, usize>,
    source: &'w str,
}

impl Writer<'_> {
    /// Adds the fact of a triple; `false` if the triple yields none.
    fn fact(&mut self, triple: &Triple, line: u32) -> Result<bool, LoadError> {
        if let (NamedOrBlankNode::NamedNode(subject), Term::Literal(literal)) =
            (&triple.subject, &triple.object)
            && is_label(&triple.predicate)
            && self.names.is_label_of(subject.as_str(), &clean(literal.value()))
        {
            return Ok(false);
        }
        let head = match &triple.subject {
            NamedOrBlankNode::NamedNode(node) => self.names.entity(node.as_str(), self.sink)?,
            NamedOrBlankNode::BlankNode(node) => self.blank(node)?,
        };
        let tail = match &triple.object {
            Term::NamedNode(node) => self.names.entity(node.as_str(), self.sink)?,
            Term::BlankNode(node) => self.blank(node)?,
            Term::Literal(literal) => {
                let text = clean(literal.value());
                if text.is_empty() {
                    return Ok(false);
                }
                self.sink.intern(&text)?
            }
        };
        let relation = self.names.relation(triple.predicate.as_str(), self.sink)?;
        let place = Place { line, row: None, column: None };
        self.sink.fact(NewFact { head, relation, tail, interval: None, place })?;
        Ok(true)
    }

    /// A blank node is known only within its file, so its name includes the name of the source.
    fn blank(&mut self, node: &BlankNode) -> Result<NodeId, LoadError> {
        let label = node.as_str();
        // The parser gives nodes without a label a random 128-bit id, which would differ between two loads of
        // one file.
        let random = node.as_ref().unique_id().filter(|_| label.len() >= 24);
        let shown = match random {
            Some(id) if self.anonymous.contains_key(&id) || self.anonymous.len() < NUMBERED => {
                let next = self.anonymous.len() + 1;
                format!("#{}", self.anonymous.entry(id).or_insert(next))
            }
            _ => label.to_owned(),
        };
        Ok(self.sink.intern(&format!("[blank {shown} of {}]", self.source))?)
    }
}
