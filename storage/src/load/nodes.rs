//! What is derived from the nodes of a batch: their roles in each source, the tokens and folded forms of new
//! names, and which of these wait for a vector.
//!
//! Nodes come sorted. While one chunk of them is written, the names of the next are read and split into
//! tokens.

use std::mem::replace;
use std::ops::Range;

use redb::{ReadableTable as _, Table};
use trustuqa_model::fold_tokens;

use super::batch::Batch;
use super::derive::{IN_FACT, Sources, Target};
use super::fresh::FreshNames;
use super::pace::{Count, Pace};
use super::tokens::{Dictionary, TokenTables};
use crate::bulk::{Waiting, hash_record, put_ascending};
use crate::codec::{text_hash, vector_key};
use crate::layers::HashTable;
use crate::names::{self, NameView};
use crate::postings::{BlockWriter, Entry, Index, PostingTable};
use crate::sorter::{Merge, Sorter};
use crate::tables::{WriteTables, counter};
use crate::{Result, Roles, SourceId, tokens};

/// Maximum number of names read at once, and maximum bytes of what is derived from them, because a name can
/// be in thousands of sources.
const CHUNK: usize = 8192;
const CHUNK_BYTES: usize = 8 << 20;
/// Maximum number of names without a vector held before they are written.
const WAITING: usize = 4096;

type Names<'t> = Table<'t, u32, &'static [u8]>;

/// The entries by which nodes are found.
pub(super) struct FoundBy {
    /// Token, source, node, roles.
    pub(super) tokens: Sorter<4>,
    /// Names under the hashes of their folded forms.
    pub(super) folded: Sorter<3>,
}

impl Batch {
    /// Writes what is derived from nodes, which come with their sources and roles. New names that do not come
    /// are in no fact and name no column, and are deleted.
    ///
    /// Returns for each of the sources the number of nodes in its facts.
    pub(super) fn write_nodes(
        &mut self,
        tables: &mut WriteTables<'_>,
        sources: Sources<'_>,
        nodes: Sorter<3>,
        target: &Target<'_>,
        found_by: &mut FoundBy,
        pace: &mut Pace<'_>,
    ) -> Result<Vec<u64>> {
        let Some((last, others)) = tables.layers.split_last_mut() else { return Ok(Vec::new()) };
        let [.., roles] = &mut last.postings;
        let name_ids = others.iter_mut().map(|layer| &mut layer.name_ids).chain([&mut last.name_ids]);
        let new = target.new_nodes.clone();
        let mut blocks = target.writer(Index::Roles)?;
        let mut writer = Writer {
            token_tables: TokenTables { tokens: &mut tables.tokens, counters: &mut tables.counters },
            name_ids: name_ids.collect(),
            found_by,
            pending: &mut tables.pending,
            vectors: &tables.vectors,
            embedded: &mut tables.embedded,
            fresh: &mut self.fresh,
            dictionary: &mut self.dictionary,
            waiting: Vec::new(),
        };
        let mut records = nodes.finish()?;
        let next = records.next()?;
        let (unread, in_facts) = (new.clone(), vec![0; sources.0.len()]);
        let mut reader = Reader { records, next, ended: false, new, unread, sources, in_facts };
        let names = &mut tables.names;
        let mut chunk = Some(Chunk::default());
        while let Some(ready) = chunk.take() {
            pace.all([
                Box::new(|_| writer.write(&ready)),
                Box::new(|count| reader.read(names, count).map(|next| chunk = next)),
                Box::new(|_| ready.write_roles(roles, &mut blocks)),
            ])?;
        }
        writer.end()?;
        blocks.flush(roles)?;
        Ok(reader.in_facts)
    }
}

/// Names in order of their ids with everything that is written for them.
#[derive(Default)]
struct Chunk {
    names: Vec<Name>,
    /// Source and roles, for all names.
    played: Vec<(u32, u32)>,
    /// The tokens of all names one after another, each once per name.
    words: String,
    /// Where each token ends.
    ends: Vec<usize>,
    /// Id and hash of the deleted names.
    unused: Vec<(u32, u64)>,
}

struct Name {
    id: u32,
    /// Where its part of `played` ends.
    played: usize,
    /// Where its part of `ends` ends.
    tokens: usize,
    new: Option<NewName>,
}

struct NewName {
    /// Hash of the folded form.
    folded: u64,
    /// Key of its vector, if it needs one.
    vector: Option<[u8; 16]>,
}

impl Chunk {
    /// Approximate memory besides the records of the names.
    fn bytes(&self) -> usize {
        self.words.len() + 8 * (self.ends.len() + self.played.len()) + 16 * self.unused.len()
    }

    fn push(&mut self, id: u32, name: &NameView<'_>, is_new: bool) -> Result<()> {
        let text = name.text();
        let mut words = tokens(text);
        let new = if is_new {
            let embeddable = names::is_embeddable(text, &name.value()?);
            let folded = text_hash(&fold_tokens(text, &words));
            Some(NewName { folded, vector: embeddable.then(|| vector_key(text)) })
        } else {
            None
        };
        words.sort_unstable();
        words.dedup();
        for word in words {
            self.words.push_str(&word);
            self.ends.push(self.words.len());
        }
        self.names.push(Name { id, played: self.played.len(), tokens: self.ends.len(), new });
        Ok(())
    }

    /// Adds the roles of the names to the index of roles.
    fn write_roles(&self, table: &mut PostingTable<'_>, blocks: &mut BlockWriter<'_, 0>) -> Result<()> {
        let mut from = 0;
        for Name { id, played, .. } in &self.names {
            for &(source, roles) in &self.played[replace(&mut from, *played)..*played] {
                let entry = Entry { a: roles, b: 0, c: source, more: [] };
                blocks.push(table, *id, SourceId(source), entry)?;
            }
        }
        Ok(())
    }
}

/// Reads names.
struct Reader<'s> {
    /// Node, source, roles.
    records: Merge<3>,
    next: Option<[u32; 3]>,
    ended: bool,
    /// The ids of new nodes.
    new: Range<u32>,
    /// Those of which it is not known yet whether they are used.
    unread: Range<u32>,
    sources: Sources<'s>,
    in_facts: Vec<u64>,
}

impl Reader<'_> {
    /// The next names; `None` at the end.
    fn read(&mut self, names: &mut Names<'_>, count: &mut Count<'_>) -> Result<Option<Chunk>> {
        if self.ended {
            return Ok(None);
        }
        let mut chunk = Chunk::default();
        {
            // The new names are read in one sweep along with the sorted nodes.
            let mut unread = names.range(self.unread.clone())?;
            let mut ahead = unread.next().transpose()?;
            while chunk.names.len() < CHUNK && chunk.bytes() < CHUNK_BYTES {
                let before = chunk.played.len();
                let Some(node) = self.played(&mut chunk.played, count)? else {
                    self.ended = true;
                    break;
                };
                if node < self.new.start {
                    match names.get(node)? {
                        Some(bytes) => chunk.push(node, &NameView::read(node, bytes.value())?, false)?,
                        None => chunk.played.truncate(before), // a row, which no name finds
                    }
                    continue;
                }
                self.unread.start = node + 1;
                let mut is_name = false;
                while let Some((id, bytes)) = ahead.take_if(|(id, _)| id.value() <= node) {
                    let name = NameView::read(id.value(), bytes.value())?;
                    if id.value() == node {
                        chunk.push(node, &name, true)?;
                        is_name = true;
                    } else {
                        chunk.unused.push((id.value(), text_hash(name.text())));
                    }
                    ahead = unread.next().transpose()?;
                }
                if !is_name {
                    chunk.played.truncate(before);
                }
            }
            while self.ended
                && let Some((id, bytes)) = ahead
            {
                let name = NameView::read(id.value(), bytes.value())?;
                chunk.unused.push((id.value(), text_hash(name.text())));
                ahead = unread.next().transpose()?;
            }
        }
        for (id, _) in &chunk.unused {
            names.remove(*id)?;
        }
        Ok(Some(chunk))
    }

    /// The next node; its roles in each of its sources are added to `played`.
    fn played(&mut self, played: &mut Vec<(u32, u32)>, count: &mut Count<'_>) -> Result<Option<u32>> {
        let Some([node, ..]) = self.next else { return Ok(None) };
        let first = played.len();
        while let Some([same, source, roles]) = self.next
            && same == node
        {
            count.count()?;
            match played[first..].last_mut() {
                Some((last, more)) if *last == source => *more |= roles,
                _ => played.push((source, roles)),
            }
            self.next = self.records.next()?;
        }
        for (source, roles) in &mut played[first..] {
            if *roles & IN_FACT != 0
                && let Some(facts) = self.sources.place(*source).and_then(|at| self.in_facts.get_mut(at))
            {
                *facts += 1;
            }
            *roles &= Roles::ANY.0;
        }
        Ok(Some(node))
    }
}

/// Writes what was derived from names.
struct Writer<'a, 't> {
    token_tables: TokenTables<'a, 't>,
    name_ids: Vec<&'a mut HashTable<'t>>,
    pending: &'a mut Table<'t, u32, ()>,
    vectors: &'a Table<'t, &'static [u8; 16], &'static [u8]>,
    embedded: &'a mut Table<'t, u32, &'static [u8; 16]>,
    fresh: &'a mut FreshNames,
    dictionary: &'a mut Dictionary,
    found_by: &'a mut FoundBy,
    waiting: Vec<Waiting>,
}

impl Writer<'_, '_> {
    fn write(&mut self, chunk: &Chunk) -> Result<()> {
        for (id, hash) in &chunk.unused {
            self.fresh.forget(self.name_ids.iter_mut().map(|table| &mut **table), *hash, *id)?;
        }
        let (mut played_from, mut tokens_from, mut word_from) = (0, 0, 0);
        for Name { id, played, tokens, new } in &chunk.names {
            let own = &chunk.played[replace(&mut played_from, *played)..*played];
            for &end in &chunk.ends[replace(&mut tokens_from, *tokens)..*tokens] {
                let word = &chunk.words[replace(&mut word_from, end)..end];
                let token = self.dictionary.id(&mut self.token_tables, word, i64::from(new.is_some()))?;
                for &(source, roles) in own {
                    self.found_by.tokens.push([token, source, *id, roles])?;
                }
            }
            if let Some(new) = new {
                self.found_by.folded.push(hash_record(new.folded, *id))?;
                if let Some(key) = &new.vector {
                    self.find_vector(*id, key)?;
                }
            }
        }
        Ok(())
    }

    /// Assigns a new name the stored vector of its text, or queues it for one.
    fn find_vector(&mut self, id: u32, key: &[u8; 16]) -> Result<()> {
        if self.vectors.get(key)?.is_some() {
            self.embedded.insert(id, key)?;
            return self.token_tables.counters.grow(counter::VECTORS);
        }
        self.waiting.push(Waiting(id));
        if self.waiting.len() >= WAITING {
            self.write_waiting()?;
        }
        Ok(())
    }

    fn write_waiting(&mut self) -> Result<()> {
        put_ascending(self.pending, &mut self.waiting)?;
        self.waiting.clear();
        Ok(())
    }

    /// Writes the rest.
    fn end(mut self) -> Result<()> {
        self.write_waiting()
    }
}
