//! The names of a load: each is looked up once, and new ones get their ids here.
//!
//! A sink returns a number of its own for a name immediately; the nodes of names are looked up in batches of
//! up to [`TOGETHER`] names. For each name only a 128-bit hash, with a secret random seed, and sixteen bytes
//! are held in memory; the texts go to the server.

use std::hash::{BuildHasher as _, RandomState};

use rustc_hash::FxHashMap;
use trustuqa_model::order::sortable;
use trustuqa_model::value::is_missing;
use trustuqa_model::{Date, Value, ValueKind, fold_tokens, tokens};
use xxhash_rust::xxh3::xxh3_128_with_seed;

use super::encode::{CopiedRows, hash_of};
use crate::connection::Connection;
use crate::error::Result;
use crate::{Error, id32};

/// Number of names looked up at once.
const TOGETHER: usize = 20_000;
/// Bytes of the names looked up at once.
const BYTES: usize = 8 << 20;

/// Marks a name whose node is not known yet.
const UNKNOWN: u32 = u32::MAX;

/// The properties of a name, stored under its number in this load.
#[derive(Clone, Copy)]
pub(super) struct Name {
    /// The node.
    pub(super) node: u32,
    /// Its key in the order index.
    pub(super) order: Option<u32>,
    /// Index in `shapes` of a value of this unit and, for dates, this length.
    shape: u16,
    pub(super) kind: ValueKind,
    /// Whether it is a placeholder for a missing value.
    pub(super) is_missing: bool,
    has_iri: bool,
}

struct Pending {
    name: u32,
    text: String,
    iri: Option<String>,
}

/// The names of a load.
pub(super) struct Names {
    seed: u64,
    known: FxHashMap<[u64; 2], u32>,
    names: Vec<Name>,
    pending: Vec<Pending>,
    pending_bytes: usize,
    /// The first node id that this load may assign, and the next one.
    pub(super) first_new: u32,
    pub(super) next_node: u32,
    shapes: Vec<Value>,
    shape_ids: FxHashMap<(u32, Option<String>), u16>,
    nodes: CopiedRows,
    tokens: CopiedRows,
    iris: Vec<(u32, String)>,
}

pub(super) const STAGED_NODES: &str = "id, text, exact, iri, embeddable, hash, folded";

impl Names {
    pub(super) fn new(next_node: u32) -> Names {
        Names {
            seed: RandomState::new().hash_one(next_node),
            known: FxHashMap::default(),
            names: Vec::new(),
            pending: Vec::new(),
            pending_bytes: 0,
            first_new: next_node,
            next_node,
            shapes: vec![Value::Text],
            shape_ids: FxHashMap::default(),
            nodes: CopiedRows::into("staged_nodes", STAGED_NODES),
            tokens: CopiedRows::into("staged_tokens", "token, node"),
            iris: Vec::new(),
        }
    }

    /// The number of a name in this load.
    pub(super) fn number(
        &mut self,
        connection: &Connection,
        text: &str,
        iri: Option<&str>,
        most: u32,
    ) -> Result<u32> {
        // The server cannot store a text with this character, and no valid IRI contains it.
        let iri = iri.filter(|iri| !iri.contains('\0'));
        let hash = xxh3_128_with_seed(text.as_bytes(), self.seed);
        let hash = [(hash >> 64) as u64, hash as u64];
        if let Some(number) = self.known.get(&hash) {
            let number = *number;
            if let Some(iri) = iri
                && !self.names[number as usize].has_iri
            {
                self.names[number as usize].has_iri = true;
                match self.pending.iter_mut().find(|pending| pending.name == number) {
                    Some(pending) => pending.iri = Some(iri.to_owned()),
                    None => self.iris.push((number, iri.to_owned())),
                }
            }
            return Ok(number);
        }
        let number = u32::try_from(self.names.len()).ok().filter(|number| *number < most);
        let number = number.ok_or_else(|| Error::invalid("a load has too many names; load it in parts"))?;
        let value = Value::parse(text);
        let shape = self.shape_of(&value)?;
        self.names.push(Name {
            node: UNKNOWN,
            order: value.order_key().and_then(sortable),
            shape,
            kind: value.kind(),
            is_missing: is_missing(text),
            has_iri: iri.is_some(),
        });
        self.known.insert(hash, number);
        self.pending_bytes += text.len();
        self.pending.push(Pending { name: number, text: text.to_owned(), iri: iri.map(str::to_owned) });
        if self.pending.len() >= TOGETHER || self.pending_bytes >= BYTES {
            self.resolve(connection)?;
        }
        Ok(number)
    }

    /// The properties of a name.
    pub(super) fn get(&self, number: u32) -> Option<&Name> {
        self.names.get(number as usize)
    }

    /// A value that stands for the name in the summary of a range of values: it has the same unit and length.
    pub(super) fn shape(&self, name: &Name) -> &Value {
        &self.shapes[usize::from(name.shape)]
    }

    /// The number of names so far.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    fn shape_of(&mut self, value: &Value) -> Result<u16> {
        let longest = match value {
            Value::Date(date) => date.last_day().abs_diff(date.first_day()),
            _ => 0,
        };
        let key = (longest, value.unit().map(str::to_owned));
        if key == (0, None) {
            return Ok(0);
        }
        if let Some(shape) = self.shape_ids.get(&key) {
            return Ok(*shape);
        }
        let shape = u16::try_from(self.shapes.len())
            .map_err(|_| Error::invalid("a load has more than 65,000 units; load it in parts"))?;
        self.shapes.push(value.clone());
        self.shape_ids.insert(key, shape);
        Ok(shape)
    }

    /// Looks up the nodes of the pending names, and assigns nodes to the new ones.
    pub(super) fn resolve(&mut self, connection: &Connection) -> Result<()> {
        let pending = std::mem::take(&mut self.pending);
        self.pending_bytes = 0;
        if pending.is_empty() {
            return Ok(());
        }
        self.nodes.finish(connection)?;
        self.tokens.finish(connection)?;
        if self.first_new > 0 {
            self.find(connection, &pending)?;
        }
        for Pending { name, text, iri } in pending {
            let words = tokens(&text);
            if self.names[name as usize].node == UNKNOWN {
                let node = self.take_node(1)?;
                self.names[name as usize].node = node;
                let folded = hash_of(&fold_tokens(&text, &words));
                let row = self.nodes.row().int(node);
                if text.contains('\0') {
                    row.bytes(text.replace('\0', "\u{fffd}").as_bytes()).bytes(text.as_bytes());
                } else {
                    row.bytes(text.as_bytes()).null();
                }
                match &iri {
                    Some(iri) => row.bytes(iri.as_bytes()),
                    None => row.null(),
                };
                row.truth(is_embeddable(&text)).int(hash_of(&text)).int(folded);
                self.nodes.send_when_full(connection)?;
            }
            let node = self.names[name as usize].node;
            for word in distinct(words) {
                self.tokens.row().bytes(word.as_bytes()).int(node);
            }
            self.tokens.send_when_full(connection)?;
        }
        Ok(())
    }

    /// Finds the names that are in the graph already.
    fn find(&mut self, connection: &Connection, pending: &[Pending]) -> Result<()> {
        let mut hashes: Vec<i64> = pending.iter().map(|pending| hash_of(&pending.text)).collect();
        hashes.sort_unstable();
        hashes.dedup();
        let sql = "SELECT id, text, exact, iri IS NOT NULL FROM nodes \
                   WHERE id IN (SELECT node FROM names WHERE hash = ANY($1))";
        let mut found: FxHashMap<String, (u32, bool)> = FxHashMap::default();
        for row in connection.query(sql, &[&hashes])? {
            let text = match row.get::<_, Option<Vec<u8>>>(2) {
                None => row.get::<_, String>(1),
                Some(exact) => String::from_utf8(exact).map_err(|_| Error::damaged("a name is not text"))?,
            };
            found.insert(text, (id32(row.get(0))?, row.get(3)));
        }
        for Pending { name, text, iri } in pending {
            let Some((node, has_iri)) = found.get(text.as_str()) else { continue };
            let known = &mut self.names[*name as usize];
            known.node = *node;
            match iri {
                Some(iri) if !has_iri => self.iris.push((*name, iri.clone())),
                _ => known.has_iri |= has_iri,
            }
        }
        Ok(())
    }

    /// Reserves consecutive ids for new nodes and returns the first.
    pub(super) fn take_node(&mut self, count: u32) -> Result<u32> {
        let first = self.next_node;
        // The last id is kept free, so that `id + 1` never overflows.
        match first.checked_add(count) {
            Some(next) if next < u32::MAX => {
                self.next_node = next;
                Ok(first)
            }
            _ => Err(Error::invalid("the graph has used all 32-bit node ids; load into a new graph")),
        }
    }

    /// Waits until everything staged has reached the server.
    pub(super) fn finish(&mut self, connection: &Connection) -> Result<()> {
        self.resolve(connection)?;
        self.nodes.finish(connection)?;
        self.tokens.finish(connection)
    }

    /// Stores the IRIs of names that were first met without one.
    pub(super) fn write_iris(&mut self, connection: &Connection) -> Result<()> {
        let sql = "UPDATE nodes SET iri = $2 WHERE id = $1 AND iri IS NULL";
        for (name, iri) in std::mem::take(&mut self.iris) {
            connection.execute(sql, &[&i64::from(self.names[name as usize].node), &iri])?;
        }
        Ok(())
    }
}

/// Whether a sentence encoder is useful for a name: it is not a number, a date or the like, and has letters.
fn is_embeddable(text: &str) -> bool {
    matches!(Value::parse(text), Value::Text)
        && text.chars().any(char::is_alphabetic)
        && !text.starts_with("[line_")
        && Date::parse(text).is_none()
}

/// The distinct tokens of a name.
pub(super) fn distinct(mut words: Vec<String>) -> Vec<String> {
    words.sort_unstable();
    words.dedup();
    words
}
