//! GraphML: nodes and edges with data. A first pass finds the names of the nodes, because an edge may come
//! before its nodes; then every datum of a node and every edge becomes a fact.
//!
//! The name of a node is its datum `name`, `label` or `title`, or else its id. The relation of an edge is its
//! datum `label`, `type` or similar, or else `linked to`; its other data become facts about the edge's head,
//! whose relation is named after the edge and the datum.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::io::BufReader;
use std::path::Path;
use std::rc::Rc;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use trustuqa_storage::{NewFact, Place};

use super::detect::Detected;
use super::error::short;
use super::records::{LONGEST, clean};
use super::table::tick;
use super::{FactSink, LoadError, LoadOptions, LoadSummary, OnReadProgress, encoding};

/// Maximum number of nodes whose names are kept; later nodes are named by their ids.
const NODES: usize = 4_000_000;
/// Maximum number of data of one node or edge.
const DATA: usize = 10_000;
/// Maximum number of keys for data that a file declares.
const KEYS: usize = 100_000;

/// Data that name a node, best first.
const NODE_NAMES: [&str; 6] = ["name", "label", "title", "d_name", "displayname", "full_name"];
/// Data that name the relation of an edge, best first.
const EDGE_NAMES: [&str; 7] = ["label", "type", "relation", "relationship", "name", "predicate", "labels"];

pub(super) fn read(
    path: &Path,
    detected: &Detected,
    _options: &LoadOptions,
    sink: &mut dyn FactSink,
    mut progress: OnReadProgress<'_>,
) -> Result<LoadSummary, LoadError> {
    let mut names = NodeNames::default();
    let mut step = 0;
    each_item(path, detected, &mut |item, bytes| {
        step += 1;
        tick(&mut progress, bytes, step)?;
        if let Ends::Node(id) = item.ends {
            names.learn(id, item.data);
        }
        Ok(())
    })?;
    let mut summary = LoadSummary::default();
    let mut directed = true;
    each_item(path, detected, &mut |item, bytes| {
        tick(&mut progress, bytes, summary.records)?;
        summary.records += 1;
        directed &= item.directed;
        summary.facts += write(&item, &names, &str::to_owned, sink)?;
        Ok(())
    })?;
    if summary.records == 0 {
        summary.notes.push("The graph has no nodes and edges.".to_owned());
    }
    if !directed {
        summary
            .notes
            .push("Edges without a direction are facts from their source to their target.".to_owned());
    }
    if names.full {
        let note = format!("The graph has more than {NODES} nodes; later ones are called by their ids.");
        summary.notes.push(note);
    }
    Ok(summary)
}

/// Writes the facts of a node or an edge, and returns their number.
///
/// `shown` gives the name of a node without a name datum, from its id.
pub(super) fn write(
    item: &GraphElement<'_>,
    names: &NodeNames,
    shown: &dyn Fn(&str) -> String,
    sink: &mut dyn FactSink,
) -> Result<u64, LoadError> {
    let line = u32::try_from(item.line).unwrap_or(u32::MAX);
    let place = Place { line, row: None, column: None };
    let mut facts = 0;
    let mut fact = |head: &str, relation: &str, tail: &str| -> Result<(), LoadError> {
        let texts = [head, relation, tail].map(clean);
        let [head, relation, tail] = &texts;
        if head.is_empty() || relation.is_empty() || tail.is_empty() {
            return Ok(());
        }
        let (head, relation, tail) = (sink.intern(head)?, sink.intern(relation)?, sink.intern(tail)?);
        sink.fact(NewFact { head, relation, tail, interval: None, place })?;
        facts += 1;
        Ok(())
    };
    match item.ends {
        Ends::Node(id) => {
            let name = names.of(id).unwrap_or_else(|| shown(id));
            for (key, value) in item.data {
                if *value != name {
                    fact(&name, key, value)?;
                }
            }
        }
        Ends::Edge(source, target) => {
            let name = |id: &str| names.of(id).unwrap_or_else(|| shown(id));
            let (head, tail) = (name(source), name(target));
            let called = datum(item.data, &EDGE_NAMES);
            let relation = called.map_or("linked to", |(_, value)| value);
            fact(&head, relation, &tail)?;
            for (key, value) in item.data {
                if Some(key.as_str()) != called.map(|(key, _)| key) {
                    fact(&head, &format!("{relation} {key}"), value)?;
                }
            }
        }
    }
    Ok(facts)
}

/// The first non-empty datum with one of these names, together with its name.
fn datum<'d>(data: &'d [(String, String)], names: &[&str]) -> Option<(&'d str, &'d str)> {
    names.iter().find_map(|name| {
        let found =
            data.iter().find(|(key, value)| key.eq_ignore_ascii_case(name) && !value.trim().is_empty());
        found.map(|(key, value)| (key.as_str(), value.as_str()))
    })
}

/// The names of nodes.
#[derive(Debug, Default)]
pub(super) struct NodeNames {
    of: HashMap<Box<str>, Box<str>>,
    taken: HashSet<Box<str>>,
    full: bool,
}

impl NodeNames {
    pub(super) fn learn(&mut self, id: &str, data: &[(String, String)]) {
        let Some((_, name)) = datum(data, &NODE_NAMES) else { return };
        if self.of.len() == NODES {
            self.full = true;
            return;
        }
        let name = clean(name);
        // Two nodes with the same name must stay distinct.
        let unique = if self.taken.insert(name.as_ref().into()) {
            name.into_owned()
        } else {
            format!("{name} ({})", id.rsplit('\u{1f}').next().unwrap_or(id))
        };
        self.of.insert(id.into(), unique.into());
    }

    fn of(&self, id: &str) -> Option<String> {
        self.of.get(id).map(|name| name.to_string())
    }

    /// Whether a node has a name.
    pub(super) fn knows(&self, id: &str) -> bool {
        self.of.contains_key(id)
    }
}

/// A node or an edge.
pub(super) struct GraphElement<'i> {
    pub(super) ends: Ends<'i>,
    /// Names and values of its data.
    pub(super) data: &'i [(String, String)],
    pub(super) directed: bool,
    pub(super) line: u64,
}

pub(super) enum Ends<'i> {
    /// The id of a node.
    Node(&'i str),
    /// Source and target of an edge.
    Edge(&'i str, &'i str),
}

type OnItem<'e> = &'e mut dyn FnMut(GraphElement<'_>, u64) -> Result<(), LoadError>;

/// Calls `each` with the nodes and edges of the file, in order.
fn each_item(path: &Path, detected: &Detected, each: OnItem<'_>) -> Result<(), LoadError> {
    let opened = encoding::open(&detected.path, detected.encoding);
    let text = opened.map_err(|error| LoadError::io(path, "read it", &error))?;
    let input = encoding::ByLine::new(text.input);
    let lines = input.lines.clone();
    let input = BufReader::new(input);
    let mut parser = Parser { path, lines, keys: HashMap::new(), open: None, datum: None, directed: true };
    let mut xml = Reader::from_reader(input);
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let event = xml.read_event_into(&mut buffer).map_err(|error| parser.wrong(&error.to_string()))?;
        match event {
            Event::Start(element) => parser.begin(&element)?,
            Event::Empty(element) => {
                parser.begin(&element)?;
                parser.end(element.local_name().as_ref(), text.bytes.get(), each)?;
            }
            Event::End(element) => parser.end(element.local_name().as_ref(), text.bytes.get(), each)?,
            Event::Text(piece) => parser.text(&piece)?,
            Event::CData(piece) => parser.text(&piece)?,
            Event::GeneralRef(name) => parser.reference(&name)?,
            Event::Eof if parser.open.is_some() => {
                return Err(parser.wrong("the file ends inside of an element"));
            }
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// A node or an edge whose end tag was not read yet.
struct Open {
    /// Id of the node, or both ends of the edge.
    ends: (String, Option<String>),
    data: Vec<(String, String)>,
    directed: bool,
    line: u64,
    bytes: usize,
}

struct Parser<'p> {
    path: &'p Path,
    lines: Rc<Cell<u64>>,
    /// The names of the data keys that the file declares.
    keys: HashMap<String, String>,
    open: Option<Open>,
    datum: Option<(String, String)>,
    directed: bool,
}

impl Parser<'_> {
    /// The 1-based line that was read last.
    fn line(&self) -> u64 {
        self.lines.get().max(1)
    }

    fn wrong(&self, what: &str) -> LoadError {
        let what = format!("this is not valid GraphML: {}", short(what));
        LoadError::new(self.path, Some(self.line()), what, "correct the file from here on")
    }

    fn attributes(&self, element: &BytesStart<'_>) -> Result<HashMap<String, String>, LoadError> {
        let mut attributes = HashMap::new();
        for attribute in element.attributes() {
            let attribute = attribute.map_err(|error| self.wrong(&error.to_string()))?;
            let value = attribute
                .normalized_value(quick_xml::XmlVersion::Implicit1_0)
                .map_err(|error| self.wrong(&error.to_string()))?;
            let name = attribute.key.local_name().as_ref().to_owned();
            attributes.insert(name, value.into_owned());
        }
        Ok(attributes)
    }

    fn begin(&mut self, element: &BytesStart<'_>) -> Result<(), LoadError> {
        let local = element.local_name();
        let name: &str = local.as_ref();
        if !matches!(name, "key" | "graph" | "node" | "edge" | "data") {
            return Ok(());
        }
        let mut attributes = self.attributes(element)?;
        let mut take = |name: &str| attributes.remove(name);
        match name {
            "key" => {
                if let Some(id) = take("id")
                    && self.keys.len() < KEYS
                {
                    let name = take("attr.name").or_else(|| take("name")).unwrap_or_else(|| id.clone());
                    self.keys.insert(id, name);
                }
            }
            "graph" => self.directed = take("edgedefault").as_deref() != Some("undirected"),
            "data" => {
                if let (Some(key), true) = (take("key"), self.open.is_some()) {
                    self.datum = Some((self.keys.get(&key).cloned().unwrap_or(key), String::new()));
                }
            }
            // GraphML allows nesting: an enclosing element ends where this one begins.
            _ => {
                let ends = if name == "node" {
                    take("id").map(|id| (id, None))
                } else {
                    take("source").zip(take("target")).map(|(source, target)| (source, Some(target)))
                };
                let Some(ends) = ends else {
                    let needed = if name == "node" { "an id" } else { "a source and a target" };
                    return Err(self.wrong(&format!("a {name} lacks {needed}")));
                };
                let directed = take("directed").map_or(self.directed, |directed| directed != "false");
                let mut data = Vec::new();
                // Neo4j writes labels as attributes.
                for key in ["labels", "label"] {
                    if let Some(value) = take(key) {
                        let key = if name == "node" { "type" } else { key };
                        data.push((key.to_owned(), value.trim_start_matches(':').replace(':', ", ")));
                    }
                }
                self.open = Some(Open { ends, data, directed, line: self.line(), bytes: 0 });
            }
        }
        Ok(())
    }

    fn end(&mut self, name: &str, bytes: u64, each: OnItem<'_>) -> Result<(), LoadError> {
        match name {
            "data" => {
                if let (Some((key, value)), Some(open)) = (self.datum.take(), &mut self.open)
                    && !value.trim().is_empty()
                    && open.data.len() < DATA
                    // Neo4j repeats the labels as data.
                    && !open.data.iter().any(|(_, known)| *known == value.trim_start_matches(':').replace(':', ", "))
                {
                    open.data.push((key, clean(&value).into_owned()));
                }
            }
            "node" | "edge" => {
                if let Some(open) = self.open.take() {
                    let ends = match &open.ends {
                        (id, None) => Ends::Node(id),
                        (source, Some(target)) => Ends::Edge(source, target),
                    };
                    each(
                        GraphElement { ends, data: &open.data, directed: open.directed, line: open.line },
                        bytes,
                    )?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, piece: &str) -> Result<(), LoadError> {
        let Some(open) = &mut self.open else { return Ok(()) };
        open.bytes += piece.len();
        if open.bytes > LONGEST {
            return Err(self.wrong("a node or edge has more than 16 MB"));
        }
        if let Some((_, value)) = &mut self.datum {
            value.push_str(piece);
        }
        Ok(())
    }

    /// Resolves a character reference by name or number; other entities are undefined here.
    fn reference(&mut self, name: &str) -> Result<(), LoadError> {
        let number = name.strip_prefix('#').and_then(|number| match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => number.parse().ok(),
        });
        let character = match name {
            "amp" => Some('&'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            _ => number.and_then(char::from_u32),
        };
        match character {
            Some(character) => self.text(character.encode_utf8(&mut [0; 4])),
            None => Err(self.wrong(&format!("`&{name};` has no meaning"))),
        }
    }
}
