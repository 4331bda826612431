//! Verifies a graph: pages, then every table against the facts.
//!
//! Memory does not grow with the graph, except for one number per token. The entries that an index must have
//! are summed up as hashes while the facts are read, and those that it has while the index is read: the sums
//! are equal when no entry is missing, foreign or changed.

use redb::{ReadableTable, ReadableTableMetadata};
use rustc_hash::FxHashMap;
use trustuqa_model::order::sortable;
use xxhash_rust::xxh3::xxh3_64;

use crate::codec::{ids_from_bytes, text_hash};
use crate::guard::guarded;
use crate::intervals;
use crate::layers::LayerTables;
use crate::names::{self, NameView};
use crate::postings::{Entry, Index, Wanted, each};
use crate::tables::ReadTables;
use crate::{
    Checked, Error, FactId, Graph, NodeId, Result, Roles, Scope, Snapshot, SourceKind, TableSize, facts,
    fold, tokens,
};

impl Graph {
    /// Verifies the whole graph. Everything is read; other reads and loads go on in the meantime, and their
    /// changes are not checked.
    ///
    /// # Errors
    ///
    /// Only when the check itself cannot go on, for instance because a table cannot be opened; everything
    /// else that is wrong is reported in [`Checked::problems`].
    pub fn check(&self) -> Result<Checked> {
        let snapshot = self.snapshot()?;
        let mut checked = Checked { tables: guarded(|| sizes(&snapshot.tables))?, ..Checked::default() };
        // A part that cannot be read must not hide problems in the others.
        let mut part = |name: &str, work: &mut dyn FnMut(&mut Checked) -> Result<()>| {
            if let Err(error) = guarded(|| work(&mut checked)) {
                checked.problems.push(format!("{name}: {error}"));
            }
        };
        part("the facts and their indexes", &mut |checked| check_facts(&snapshot, checked));
        part("the names", &mut |checked| check_names(&snapshot, checked));
        part("the rows", &mut |checked| check_rows(&snapshot, checked));
        part("the vectors", &mut |checked| check_vectors(&snapshot, checked));
        Ok(checked)
    }

    /// Verifies the checksum of every page of the file. True when all are right; false when the file was not
    /// closed properly and redb has repaired it.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] when a page differs from what was written, [`Error::Invalid`] while a snapshot or a
    /// load is open.
    pub fn check_pages(&self) -> Result<bool> {
        let checked =
            self.alone("the pages cannot be checked now", |database| match database.check_integrity() {
                Ok(right) => Ok(Some(right)),
                Err(redb::DatabaseError::TransactionInProgress) => Ok(None),
                Err(redb::DatabaseError::Storage(error)) => Err(error.into()),
                Err(other) => Err(Error::Damaged { what: other.to_string() }),
            })?;
        Ok(checked.1)
    }
}

/// A sum of hashes: equal for equal multisets, in whatever order.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Sum {
    count: u64,
    hash: u64,
}

impl Sum {
    fn add(&mut self, words: impl IntoIterator<Item = u32>) {
        let mut bytes = [0; 24];
        for (chunk, word) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(words) {
            *chunk = word.to_le_bytes();
        }
        self.add_hash(xxh3_64(&bytes));
    }

    fn add_hash(&mut self, hash: u64) {
        self.count += 1;
        self.hash = self.hash.wrapping_add(hash);
    }

    fn compare(self, found: Sum, what: &str, checked: &mut Checked) {
        if self.count != found.count {
            checked
                .problems
                .push(format!("{what}: {} entries, and there should be {}", found.count, self.count));
        } else if self.hash != found.hash {
            checked.problems.push(format!("{what}: entries that do not fit the facts"));
        }
    }
}

fn sizes(tables: &ReadTables) -> Result<Vec<TableSize>> {
    let mut sizes = Vec::new();
    let mut add = |name: &str, table: &dyn ReadableTableMetadata| -> Result<()> {
        let stats = table.stats()?;
        let overhead = stats.metadata_bytes() + stats.fragmented_bytes();
        sizes.push(TableSize {
            name: name.to_owned().into(),
            rows: table.len()?,
            stored: stats.stored_bytes(),
            overhead,
        });
        Ok(())
    };
    add("names", &tables.names)?;
    add("tokens", &tables.tokens)?;
    add("row_chunks", &tables.row_chunks)?;
    add("chunk_ids", &tables.chunk_ids)?;
    add("facts", &tables.facts)?;
    add("sources", &tables.sources)?;
    add("demonstrations", &tables.demonstrations)?;
    add("vectors", &tables.vectors)?;
    add("pending", &tables.pending)?;
    add("embedded", &tables.embedded)?;
    for LayerTables { layer, name_ids, folded, postings } in &tables.layers {
        add(&layer.table("name_ids"), name_ids)?;
        add(&layer.table("folded"), folded)?;
        for table in postings {
            let (first, more) = table.index.table_names();
            add(&layer.table(first), &table.first)?;
            add(&layer.table(more), &table.more)?;
        }
    }
    Ok(sizes)
}

/// Sums up the entries of an index, and checks that keys and blocks are in order.
fn sum_of<const X: usize>(snapshot: &Snapshot, index: Index, sum: &mut Sum) -> Result<()> {
    let ranges = &snapshot.catalogue()?.ranges;
    for layer in &snapshot.tables.layers {
        let table = layer.index(index);
        let sources = snapshot.tables.sources_of(layer);
        for item in table.first.iter()? {
            let key = item?.0.value();
            let mut add = each(|Entry::<X> { a, b, c, more }| {
                sum.add([key, a, b, c].into_iter().chain(more));
                let (source, _) = table.owner(ranges, key, c)?;
                if !sources.contains(&source.0) {
                    let what =
                        format!("the layer {} has an entry of source {}", layer.layer.number, source.0);
                    return Err(Error::Damaged { what });
                }
                Ok(())
            });
            table.scan(ranges, key, Wanted::all(&Scope::All), &mut add)?;
            table.check_blocks::<X>(ranges, key)?;
        }
    }
    Ok(())
}

fn check_facts(snapshot: &Snapshot, checked: &mut Checked) -> Result<()> {
    let tables = &snapshot.tables;
    let mut wanted: [Sum; 4] = Default::default();
    let mut last = None;
    for source in snapshot.catalogue()?.sources.iter() {
        checked.sources += 1;
        let FactId(first) = source.first_fact;
        let end = first.saturating_add(u32::try_from(source.facts).unwrap_or(u32::MAX));
        if last.is_some_and(|last| first < last) {
            checked
                .problems
                .push(format!("the facts of `{}` overlap with those of another source", source.name));
        }
        last = Some(end);
        let mut count = 0;
        facts::each(&tables.facts, first, end, &mut |fact| {
            count += 1;
            let (h, r, t, id) = (fact.head.0, fact.relation.0, fact.tail.0, fact.id.0);
            if fact.source != source.id {
                checked.problems.push(format!("fact {id} is not of the source `{}`", source.name));
            }
            wanted[Index::Head as usize].add([h, r, t, id]);
            wanted[Index::Relation as usize].add([r, t, h, id]);
            wanted[Index::Tail as usize].add([t, r, h, id]);
            if let Some(interval) = fact.interval {
                let (first, last) =
                    (interval.start.map(|d| d.first_day()), interval.end.map(|d| d.last_day()));
                let Entry { a, b, c, more: [h, t] } = intervals::entry(first, last, id, [h, t]);
                wanted[Index::Time as usize].add([r, a, b, c, h, t]);
            }
            Ok(())
        })?;
        if count != source.facts {
            let name = &source.name;
            checked
                .problems
                .push(format!("`{name}` has {count} facts, and there should be {}", source.facts));
        }
        checked.facts += count;
    }
    for index in [Index::Head, Index::Relation, Index::Tail, Index::Time] {
        let (mut found, name) = (Sum::default(), index.table_names().0);
        let sum = match index {
            Index::Time => sum_of::<2>(snapshot, index, &mut found),
            _ => sum_of::<0>(snapshot, index, &mut found),
        };
        if let Err(error) = sum {
            checked.problems.push(format!("{name}: {error}"));
            continue;
        }
        wanted[index as usize].compare(found, name, checked);
    }
    check_order(snapshot, checked)
}

/// Checks the order index against the tails of every relation.
fn check_order(snapshot: &Snapshot, checked: &mut Checked) -> Result<()> {
    let tables = &snapshot.tables;
    let catalogue = snapshot.catalogue()?;
    let mut wanted = Sum::default();
    tables.each_key(Index::Relation, &mut |relation| {
        // The facts of a tail are adjacent, within a source.
        let mut last = None;
        let all = Wanted::all(&Scope::All);
        snapshot.scan(Index::Relation, relation, all, |entry: Entry| {
            let order = match last {
                Some((tail, order)) if tail == entry.a => order,
                _ => match tables.names.get(entry.a)? {
                    Some(bytes) => {
                        let value = NameView::read(entry.a, bytes.value())?.value()?;
                        value.order_key().and_then(sortable)
                    }
                    None => None,
                },
            };
            last = Some((entry.a, order));
            if let Some(order) = order {
                let source = catalogue.ranges.source(entry.c);
                let known = source.and_then(|source| catalogue.relations.orders_in(NodeId(relation), source));
                if known.is_none_or(|(low, high)| !(low..=high).contains(&order)) {
                    checked.problems.push(format!(
                        "sources: a value of relation {relation} is outside the range in its entry"
                    ));
                }
                wanted.add([relation, order, entry.a, entry.c, entry.b]);
            }
            Ok(())
        })
    })?;
    let mut found = Sum::default();
    sum_of::<1>(snapshot, Index::Order, &mut found)?;
    wanted.compare(found, "by_order", checked);
    Ok(())
}

fn check_names(snapshot: &Snapshot, checked: &mut Checked) -> Result<()> {
    let tables = &snapshot.tables;
    // Token hashes by id, because the index has ids.
    let mut token_hashes: FxHashMap<u32, u64> = FxHashMap::default();
    let (mut counted, mut expected) = (Sum::default(), Sum::default());
    for item in tables.tokens.iter()? {
        let (word, entry) = item?;
        let (id, names) = entry.value();
        let hash = xxh3_64(word.value());
        token_hashes.insert(id, hash);
        counted.count += u64::from(names);
        counted.hash = counted.hash.wrapping_add(hash.wrapping_mul(u64::from(names)));
    }
    let [mut texts, mut folded, mut nodes, mut by_token] = [Sum::default(); 4];
    for item in tables.names.iter()? {
        let (id, bytes) = item?;
        let id = id.value();
        let name = NameView::read(id, bytes.value())?;
        name.value()?;
        checked.names += 1;
        texts.add_hash(keyed(text_hash(name.text()), id));
        folded.add_hash(keyed(text_hash(&fold(name.text())), id));
        nodes.add([id]);
        let mut words = tokens(name.text());
        words.sort_unstable();
        words.dedup();
        words.iter().for_each(|word| expected.add_hash(xxh3_64(word.as_bytes())));
        let all = Wanted::all(&Scope::All);
        snapshot.scan(Index::Roles, id, all, |entry: Entry| {
            for word in &words {
                by_token
                    .add_hash(keyed(xxh3_64(word.as_bytes()), id).wrapping_add(role_hash(entry.a, entry.c)));
            }
            Ok(())
        })?;
    }
    expected.compare(counted, "tokens", checked);
    let [mut found, mut found_folded] = [Sum::default(); 2];
    for layer in &tables.layers {
        for (table, found) in [(&layer.name_ids, &mut found), (&layer.folded, &mut found_folded)] {
            for item in table.iter()? {
                let (hash, bytes) = item?;
                let ids = ids_from_bytes(bytes.value()).unwrap_or_default();
                ids.into_iter().for_each(|id| found.add_hash(keyed(hash.value(), id)));
            }
        }
    }
    texts.compare(found, "name_ids", checked);
    folded.compare(found_folded, "folded", checked);
    let mut found = Sum::default();
    tables.each_key(Index::Roles, &mut |node| {
        found.add([node]);
        Ok(())
    })?;
    nodes.compare(found, "by_node", checked);
    let mut roles = Sum::default();
    sum_of::<0>(snapshot, Index::Roles, &mut roles)?;
    let mut found = Sum::default();
    tables.each_key(Index::Token, &mut |token| {
        let Some(hash) = token_hashes.get(&token) else {
            checked.problems.push(format!("by_token: there is no token {token}"));
            return Ok(());
        };
        let all = Wanted::all(&Scope::All);
        snapshot.scan(Index::Token, token, all, |entry: Entry| {
            found.add_hash(keyed(*hash, entry.a).wrapping_add(role_hash(entry.b, entry.c)));
            Ok(())
        })
    })?;
    by_token.compare(found, "by_token", checked);
    check_roles(snapshot, checked)
}

/// One number that depends on both a hash and an id.
fn keyed(hash: u64, id: u32) -> u64 {
    xxh3_64(&[hash.to_le_bytes(), u64::from(id).to_le_bytes()].concat())
}

fn role_hash(roles: u32, source: u32) -> u64 {
    xxh3_64(&[roles.to_le_bytes(), source.to_le_bytes()].concat())
}

/// Checks that every node of a fact is a name with its role there, or a row of the source.
fn check_roles(snapshot: &Snapshot, checked: &mut Checked) -> Result<()> {
    let tables = &snapshot.tables;
    let catalogue = snapshot.catalogue()?;
    for (index, role) in
        [(Index::Head, Roles::HEAD), (Index::Relation, Roles::RELATION), (Index::Tail, Roles::TAIL)]
    {
        tables.each_key(index, &mut |node| {
            if tables.names.get(node)?.is_none() {
                if names::row_of(&tables.row_chunks, node)?.is_none() {
                    checked.problems.push(format!("{}: there is no node {node}", index.table_names().0));
                }
                return Ok(());
            }
            let mut sources = Vec::new();
            snapshot.scan(index, node, Wanted::all(&Scope::All), |entry: Entry| {
                let source = catalogue.ranges.source(entry.c);
                if source != sources.last().copied() {
                    sources.extend(source);
                }
                Ok(())
            })?;
            for source in sources {
                let kind =
                    catalogue.sources.iter().find(|other| other.id == source).map(|source| source.kind);
                let role = match (index, kind) {
                    (Index::Head, Some(SourceKind::Table)) => continue,
                    (Index::Tail, Some(SourceKind::Table)) => Roles::CELL,
                    _ => role,
                };
                if !snapshot.roles_in(node, &Scope::Only(vec![source]))?.meets(role) {
                    checked
                        .problems
                        .push(format!("by_node: node {node} lacks a role in source {}", source.0));
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn check_rows(snapshot: &Snapshot, checked: &mut Checked) -> Result<()> {
    let tables = &snapshot.tables;
    let mut rows: FxHashMap<u32, u64> = FxHashMap::default();
    for item in tables.row_chunks.iter()? {
        let (first, value) = item?;
        let (source, chunk, used) = value.value();
        let known = tables.chunk_ids.get((source, chunk))?.map(|first| first.value());
        if known != Some(first.value()) {
            checked
                .problems
                .push(format!("chunk_ids: chunk {chunk} of source {source} is not {}", first.value()));
        }
        *rows.entry(source).or_default() += used.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
    }
    if tables.chunk_ids.len()? != tables.row_chunks.len()? {
        checked.problems.push("chunk_ids: the number of chunks differs from that of row_chunks".to_owned());
    }
    for source in snapshot.catalogue()?.sources.iter() {
        let found = rows.remove(&source.id.0).unwrap_or(0);
        if found != source.rows {
            let name = &source.name;
            checked.problems.push(format!("`{name}` has {found} rows, and there should be {}", source.rows));
        }
    }
    if let Some(source) = rows.keys().next() {
        checked.problems.push(format!("row_chunks: rows of source {source}, which is not there"));
    }
    Ok(())
}

fn check_vectors(snapshot: &Snapshot, checked: &mut Checked) -> Result<()> {
    let tables = &snapshot.tables;
    for item in tables.pending.iter()? {
        let node = item?.0.value();
        if tables.names.get(node)?.is_none() || tables.embedded.get(node)?.is_some() {
            checked.problems.push(format!("pending: node {node} waits for a vector that it cannot have"));
        }
    }
    for item in tables.embedded.iter()? {
        let (node, key) = item?;
        let fits = match tables.names.get(node.value())? {
            Some(bytes) => {
                let name = NameView::read(node.value(), bytes.value())?;
                crate::codec::vector_key(name.text()) == *key.value()
            }
            None => false,
        };
        if !fits || tables.vectors.get(key.value())?.is_none() {
            checked.problems.push(format!("embedded: node {} has no vector of its own", node.value()));
        }
    }
    Ok(())
}
