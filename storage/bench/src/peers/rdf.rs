//! oxigraph over RocksDB: the triples of the knowledge graphs.
//!
//! RDF has no facts beside triples, so a triple that is in two lines is one here. A
//! name becomes an IRI. Lookups go through the store of quads, without SPARQL.

use std::path::Path;

use oxigraph::model::{GraphName, NamedNode, NamedNodeRef, Quad};
use oxigraph::store::Store;
use trustuqa_storage::SourceKind;

use crate::Failure;
use crate::feed::{Event, Feed};

/// What all IRIs begin with.
const BASE: &str = "http://example.org/";

/// The IRI of a name.
pub fn iri(name: &str) -> NamedNode {
    let mut text = String::from(BASE);
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-' {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    NamedNode::new_unchecked(text)
}

/// Loads the knowledge graphs of a feed with the bulk loader.
pub fn load(feed: &Path, folder: &Path) -> Result<u64, Failure> {
    let store = Store::open(folder)?;
    let mut feed = Feed::open(feed, Some(SourceKind::Kg))?;
    let mut facts = 0;
    let mut failed = None;
    let quads = std::iter::from_fn(|| {
        loop {
            match feed.next() {
                Ok(Event::Record) => {
                    facts += 1;
                    let [head, relation, tail] = &feed.fields[..] else { return None };
                    return Some(Quad::new(iri(head), iri(relation), iri(tail), GraphName::DefaultGraph));
                }
                Ok(Event::Source(..)) => {}
                Ok(Event::End) => return None,
                Err(error) => {
                    failed = Some(error);
                    return None;
                }
            }
        }
    });
    let mut loader = store.bulk_loader();
    loader.load_quads(quads)?;
    loader.commit()?;
    store.flush()?;
    match failed {
        Some(error) => Err(error),
        None => Ok(facts),
    }
}

/// An open store.
pub struct Oxigraph(Store);

impl Oxigraph {
    /// Opens what was loaded.
    pub fn open(folder: &Path) -> Result<Oxigraph, Failure> {
        Ok(Oxigraph(Store::open(folder)?))
    }

    /// The tails of a head and a relation.
    pub fn tails(&self, head: NamedNodeRef<'_>, relation: NamedNodeRef<'_>) -> Result<Vec<Quad>, Failure> {
        let found = self.0.quads_for_pattern(Some(head.into()), Some(relation), None, None);
        Ok(found.collect::<Result<_, _>>()?)
    }
}
