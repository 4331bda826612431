//! The names of IRIs: a label when the file gives one, else the local name.
//!
//! Labels in English are preferred to those without a language, and these to labels in other languages. If
//! two IRIs of one file would be shown under the same name, the second gets its local name, or the part of
//! its path before it, in parentheses. All memory used here is bounded; losses caused by that are reported.

use std::collections::HashMap;

use oxrdf::{NamedNode, NamedOrBlankNode, Term, Triple};
use trustuqa_storage::NodeId;
use xxhash_rust::xxh3::xxh3_64;

use super::records::clean;
use super::{FactSink, LoadError};

/// Maximum number of labels kept.
const LABELS: usize = 1_000_000;
/// Maximum number of names remembered as taken.
const TAKEN: usize = 2_000_000;
/// Number of nodes in each generation of the cache.
const CACHED: usize = 100_000;
/// Longer labels are texts, not names.
const LONGEST_LABEL: usize = 400;

const RDF_TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/// Label predicates, best first.
const LABEL_PREDICATES: [&str; 5] = [
    "http://www.w3.org/2000/01/rdf-schema#label",
    "http://www.w3.org/2004/02/skos/core#prefLabel",
    "http://schema.org/name",
    "https://schema.org/name",
    "http://xmlns.com/foaf/0.1/name",
];

/// Whether a predicate's literal can serve as the name of the subject.
pub(super) fn is_label(predicate: &NamedNode) -> bool {
    LABEL_PREDICATES.contains(&predicate.as_str())
}

/// Whether a line of N-Triples may be a label, without parsing it: it contains the ending of a label
/// predicate, or an escape, because a predicate may be written with escapes.
pub(super) fn may_be_label(line: &[u8]) -> bool {
    let ends = |end: &[u8]| line.windows(end.len()).any(|part| part == end);
    line.contains(&b'\\') || ends(b"abel>") || ends(b"/name>")
}

struct Label {
    text: Box<str>,
    /// Lower is better.
    rank: u8,
}

/// Finds names for IRIs.
#[derive(Default)]
pub(super) struct IriNames {
    labels: HashMap<Box<str>, Label>,
    labels_full: bool,
    /// Hash of a shown name to the hash of its IRI.
    taken: HashMap<u64, u64>,
    taken_full: bool,
    young: HashMap<Box<str>, NodeId>,
    old: HashMap<Box<str>, NodeId>,
    /// Nodes of predicates, which every triple needs.
    predicates: HashMap<Box<str>, NodeId>,
}

impl IriNames {
    /// Records a label.
    pub(super) fn learn(&mut self, triple: &Triple) {
        let Some(predicate) = LABEL_PREDICATES.iter().position(|iri| *iri == triple.predicate.as_str())
        else {
            return;
        };
        let (NamedOrBlankNode::NamedNode(subject), Term::Literal(literal)) =
            (&triple.subject, &triple.object)
        else {
            return;
        };
        let text = clean(literal.value());
        if text.is_empty() || text.len() > LONGEST_LABEL {
            return;
        }
        let language = match literal.language() {
            Some(tag) if tag == "en" || tag.starts_with("en-") => 0,
            None => 1,
            Some(_) => 2,
        };
        let rank = language * 8 + predicate as u8;
        let label = || Label { text: text.as_ref().into(), rank };
        let full = self.labels.len() >= LABELS;
        match self.labels.get_mut(subject.as_str()) {
            Some(known) if known.rank > rank => *known = label(),
            Some(_) => {}
            None if full => self.labels_full = true,
            None => {
                self.labels.insert(subject.as_str().into(), label());
            }
        }
    }

    /// Whether `text` is the label under which `iri` is shown.
    pub(super) fn is_label_of(&self, iri: &str, text: &str) -> bool {
        self.labels.get(iri).is_some_and(|label| *label.text == *text)
    }

    /// The node of an entity.
    pub(super) fn entity(&mut self, iri: &str, sink: &mut dyn FactSink) -> Result<NodeId, LoadError> {
        if let Some(node) = self.young.get(iri) {
            return Ok(*node);
        }
        let node = match self.old.get(iri) {
            Some(node) => *node,
            None => {
                let name = self.unique(iri);
                sink.intern_iri(&name, iri)?
            }
        };
        if self.young.len() >= CACHED {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(iri.into(), node);
        Ok(node)
    }

    /// The node of a predicate. Predicates with the same name deliberately become one relation: questions use
    /// the same word for `foaf:name` and `schema:name`.
    pub(super) fn relation(&mut self, iri: &str, sink: &mut dyn FactSink) -> Result<NodeId, LoadError> {
        if let Some(node) = self.predicates.get(iri) {
            return Ok(*node);
        }
        let node = match iri {
            RDF_TYPE => sink.intern_iri("type", iri)?,
            _ => sink.intern_iri(&self.plain(iri), iri)?,
        };
        if self.predicates.len() < CACHED {
            self.predicates.insert(iri.into(), node);
        }
        Ok(node)
    }

    fn plain(&self, iri: &str) -> String {
        match self.labels.get(iri) {
            Some(label) => label.text.clone().into(),
            None => local_name(iri).0,
        }
    }

    fn unique(&mut self, iri: &str) -> String {
        let (local, before) = local_name(iri);
        let (name, addition) = match self.labels.get(iri) {
            Some(label) => (label.text.to_string(), Some(local)),
            None => (local, before),
        };
        let addition = addition.filter(|addition| *addition != name);
        let candidates = [Some(name.clone()), addition.map(|addition| format!("{name} ({addition})"))];
        for candidate in candidates.into_iter().flatten() {
            if self.take(&candidate, iri) {
                return candidate;
            }
        }
        format!("{name} ({iri})")
    }

    /// Claims a name for an IRI; `false` if another IRI has it.
    fn take(&mut self, name: &str, iri: &str) -> bool {
        let (name, iri) = (xxh3_64(name.as_bytes()), xxh3_64(iri.as_bytes()));
        if let Some(owner) = self.taken.get(&name) {
            return *owner == iri;
        }
        if self.taken.len() < TAKEN {
            self.taken.insert(name, iri);
        } else {
            self.taken_full = true;
        }
        true
    }

    /// Remarks about what the bounds have cost.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.labels_full {
            notes.push(
                "The file has more than 1,000,000 labels; IRIs labelled later are shown by their local name."
                    .to_owned(),
            );
        }
        if self.taken_full {
            notes.push(
                "The file has more than 2,000,000 names; later IRIs of equal name share one node.".to_owned(),
            );
        }
        notes
    }
}

/// The local name of an IRI (what follows `#`, the last `/` or `:`), percent-decoded
/// and with spaces for underscores, and the part of the path before it.
fn local_name(iri: &str) -> (String, Option<String>) {
    let trimmed = iri.trim_end_matches(['/', '#', ':']);
    let cut = trimmed.rfind('#').or_else(|| trimmed.rfind('/')).or_else(|| trimmed.rfind(':'));
    let Some(cut) = cut else { return (readable(trimmed), None) };
    let local = readable(&trimmed[cut + 1..]);
    let before = trimmed[..cut].trim_end_matches('/').rsplit(['/', '#', ':']).next().map(readable);
    (local, before.filter(|before| !before.is_empty()))
}

fn readable(part: &str) -> String {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let [first, tail @ ..] = rest {
        let decoded = match (first, tail) {
            (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)).map(|(high, low)| high * 16 + low),
            _ => None,
        };
        bytes.push(decoded.unwrap_or(*first));
        rest = if decoded.is_some() { &tail[2..] } else { tail };
    }
    let text = String::from_utf8(bytes).unwrap_or_else(|_| part.to_owned()).replace('_', " ");
    let text = clean(&text).into_owned();
    if text.is_empty() { part.to_owned() } else { text }
}

fn hex(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_predicate_of_labels_is_seen_in_a_line() {
        for predicate in LABEL_PREDICATES {
            assert!(may_be_label(format!("<a:b> <{predicate}> \"c\" .").as_bytes()));
        }
        assert!(may_be_label(br"<a:b> <http://schema.org/n\u0061me> <c:d> ."));
        assert!(!may_be_label(b"<a:b> <http://schema.org/names> <c:d> ."));
    }

    #[test]
    fn local_names_are_readable() {
        for (iri, local, before) in [
            ("http://dbpedia.org/resource/Albert_Einstein", "Albert Einstein", Some("resource")),
            ("http://example.org/a#b", "b", Some("a")),
            ("http://example.org/people/", "people", Some("example.org")),
            ("http://example.org/M%C3%BCnchen", "München", Some("example.org")),
            ("http://example.org/50%25", "50%", Some("example.org")),
            ("http://example.org/%FF", "%FF", Some("example.org")),
            ("urn:isbn:123", "123", Some("isbn")),
        ] {
            let before = before.map(str::to_owned);
            assert_eq!(local_name(iri), (local.to_owned(), before), "{iri}");
        }
    }
}
