//! Loads a feed into SQLite: the same facts, names and indexes as the store has.
//!
//! It is the quickest way that was found: names are numbered in a hash map in memory
//! (the store numbers them in its tables, in bounded memory), rows are inserted in the
//! order of their keys in one transaction into a new file, and the indexes are filled
//! after all facts, each in its order. Two ways of sorting are to be had, see [`Sort`].
//! The file is written under a rollback journal, which holds nothing for pages that are
//! new; under the write-ahead log every page would be written twice.

use std::path::Path;

use rusqlite::{Connection, Statement, params};
use rustc_hash::FxHashMap;
use trustuqa_storage::{Date, Interval, SourceKind, Value, ValueKind, fold, tokens};
use xxhash_rust::xxh3::xxh3_64;

use super::store::years_of;
use crate::Failure;
use crate::feed::{Event, Feed};

/// How index entries come into order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// In a vector of all of them, then by prepared statements.
    Vector,
    /// By SQLite itself: `INSERT ... SELECT ... ORDER BY`.
    Select,
}

/// Tables and indexes. As in the store, a name is found by a 64-bit hash of its text or
/// of its folded text: an index on the text itself would hold every name twice.
const TABLES: &str = "
    CREATE TABLE sources(source INTEGER PRIMARY KEY, name TEXT NOT NULL, kind INTEGER, first_fact INTEGER, facts INTEGER);
    CREATE TABLE relations(source INTEGER, relation INTEGER, facts INTEGER, kind INTEGER, PRIMARY KEY(source, relation)) WITHOUT ROWID;
    CREATE TABLE names(node INTEGER PRIMARY KEY, text TEXT NOT NULL, kind INTEGER, class INTEGER, position REAL, embedded INTEGER);
    CREATE TABLE by_text(hash INTEGER, node INTEGER, PRIMARY KEY(hash, node)) WITHOUT ROWID;
    CREATE TABLE by_folded(hash INTEGER, node INTEGER, PRIMARY KEY(hash, node)) WITHOUT ROWID;
    CREATE TABLE tokens(token TEXT PRIMARY KEY, id INTEGER, names INTEGER) WITHOUT ROWID;
    CREATE TABLE by_token(token INTEGER, source INTEGER, node INTEGER, roles INTEGER, PRIMARY KEY(token, source, node)) WITHOUT ROWID;
    CREATE TABLE by_node(node INTEGER, source INTEGER, roles INTEGER, PRIMARY KEY(node, source)) WITHOUT ROWID;
    CREATE TABLE rows(first INTEGER PRIMARY KEY, source INTEGER, rows INTEGER);
    CREATE TABLE facts(fact INTEGER PRIMARY KEY, head INTEGER, relation INTEGER, tail INTEGER, line INTEGER, row INTEGER, col INTEGER, first INTEGER, last INTEGER);
    CREATE TABLE by_head(head INTEGER, relation INTEGER, tail INTEGER, fact INTEGER, PRIMARY KEY(head, relation, tail, fact)) WITHOUT ROWID;
    CREATE TABLE by_relation(relation INTEGER, tail INTEGER, head INTEGER, fact INTEGER, PRIMARY KEY(relation, tail, head, fact)) WITHOUT ROWID;
    CREATE TABLE by_tail(tail INTEGER, relation INTEGER, head INTEGER, fact INTEGER, PRIMARY KEY(tail, relation, head, fact)) WITHOUT ROWID;
    CREATE TABLE by_order(relation INTEGER, class INTEGER, position REAL, tail INTEGER, PRIMARY KEY(relation, class, position, tail)) WITHOUT ROWID;
    CREATE TABLE by_time(relation INTEGER, first INTEGER, last INTEGER, fact INTEGER, PRIMARY KEY(relation, first, last, fact)) WITHOUT ROWID;
";

/// Time as the paper has it: a triple for every year that a fact holds in, found by the
/// fact and by the year.
const YEARS: &str = "
    CREATE TABLE years(fact INTEGER, year INTEGER, PRIMARY KEY(fact, year)) WITHOUT ROWID;
    CREATE TABLE by_year(relation INTEGER, year INTEGER, fact INTEGER, PRIMARY KEY(relation, year, fact)) WITHOUT ROWID;
";

const HEAD: u8 = 1;
const RELATION: u8 = 2;
const TAIL: u8 = 3;
const CELL: u8 = 4;

/// The bit of a role, as the store has it: relation 1, head 2, tail 4, cell 8.
fn bit(role: u8) -> u8 {
    match role {
        RELATION => 1,
        HEAD => 2,
        TAIL => 4,
        _ => 8,
    }
}

/// Words of an index entry that is to be sorted.
type Entry = [u32; 4];

#[derive(Default)]
struct Names {
    ids: FxHashMap<String, u32>,
    next: u32,
}

/// What is known of a source while it is read.
#[derive(Default)]
struct Source {
    roles: FxHashMap<u32, u8>,
    relations: FxHashMap<u32, (u64, FxHashMap<ValueKind, u64>)>,
}

/// The load of one feed.
struct Load<'c> {
    names: Names,
    /// Class and position of names that have an order.
    orders: FxHashMap<u32, (u8, f64)>,
    kinds: Vec<ValueKind>,
    tokens: FxHashMap<String, (u32, u32)>,
    token_nodes: Vec<(u32, u32, u32, u8)>,
    node_roles: Vec<(u32, u32, u8)>,
    heads: Vec<Entry>,
    times: Vec<(u32, i32, i32, u32)>,
    hashes: Vec<(i64, u32)>,
    folded: Vec<(i64, u32)>,
    sort: Sort,
    name: Statement<'c>,
    fact: Statement<'c>,
}

impl Load<'_> {
    fn intern(&mut self, text: &str) -> Result<u32, Failure> {
        if let Some(id) = self.names.ids.get(text) {
            return Ok(*id);
        }
        let id = self.names.next;
        self.names.next += 1;
        self.names.ids.insert(text.to_owned(), id);
        let value = Value::parse(text);
        let order = value.order_key();
        if let Some(order) = order {
            self.orders.insert(id, (order.class, order.position));
        }
        self.kinds.resize(id as usize + 1, ValueKind::Text);
        self.kinds[id as usize] = value.kind();
        let (class, position) = (order.map(|o| o.class), order.map(|o| o.position));
        self.name.execute(params![id, text, value.kind() as u8, class, position])?;
        self.hashes.push((xxh3_64(text.as_bytes()) as i64, id));
        self.folded.push((xxh3_64(fold(text).as_bytes()) as i64, id));
        for token in distinct_tokens(text) {
            let next = u32::try_from(self.tokens.len())?;
            self.tokens.entry(token).or_insert((next, 0)).1 += 1;
        }
        Ok(id)
    }

    #[allow(clippy::too_many_arguments, reason = "the columns of a row")]
    fn add(
        &mut self,
        id: u32,
        [head, relation, tail]: [u32; 3],
        line: u32,
        place: Option<(u32, usize)>,
        time: Option<Interval>,
        source: &mut Source,
    ) -> Result<(), Failure> {
        let packed = |date: Option<Date>| {
            date.map(|d| {
                d.year() << 9 | i32::from(d.month().unwrap_or(0)) << 5 | i32::from(d.day().unwrap_or(0))
            })
        };
        let (first, last) = (packed(time.and_then(|t| t.start)), packed(time.and_then(|t| t.end)));
        let (row, column) = (place.map(|p| p.0), place.map(|p| p.1));
        self.fact.execute(params![id, head, relation, tail, line, row, column, first, last])?;
        if self.sort == Sort::Vector {
            self.heads.push([head, relation, tail, id]);
        }
        if let Some(time) = time {
            let first = time.start.map_or(i32::MIN, |date| date.first_day());
            let last = time.end.map_or(i32::MAX, |date| date.last_day());
            self.times.push((relation, first, last, id));
        }
        let mut role = |node: u32, role: u8| *source.roles.entry(node).or_default() |= bit(role);
        role(relation, RELATION);
        if place.is_none() {
            role(head, HEAD);
            role(tail, TAIL);
        } else {
            role(tail, CELL);
        }
        let stats = source.relations.entry(relation).or_default();
        stats.0 += 1;
        *stats.1.entry(self.kinds[tail as usize]).or_default() += 1;
        Ok(())
    }

    /// What is derived when a source ends.
    fn end_source(&mut self, id: u32, source: Source, texts: &mut Statement<'_>) -> Result<(), Failure> {
        let mut nodes: Vec<(u32, u8)> = source.roles.into_iter().collect();
        nodes.sort_unstable();
        for (node, roles) in nodes {
            self.node_roles.push((node, id, roles));
            let text: String = texts.query_row([node], |row| row.get(0))?;
            for token in distinct_tokens(&text) {
                if let Some((token, _)) = self.tokens.get(&token) {
                    self.token_nodes.push((*token, id, node, roles));
                }
            }
        }
        Ok(())
    }
}

fn distinct_tokens(text: &str) -> Vec<String> {
    let mut words = tokens(text);
    words.sort_unstable();
    words.dedup();
    words
}

/// Loads a feed into a new file. With `years`, time is expanded as well, see [`YEARS`].
pub fn load(
    feed: &Path,
    file: &Path,
    only: Option<SourceKind>,
    sort: Sort,
    years: bool,
) -> Result<u64, Failure> {
    let connection = Connection::open(file)?;
    connection.execute_batch(
        "PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL; PRAGMA cache_size = -262144;
         PRAGMA temp_store = MEMORY; PRAGMA threads = 2; PRAGMA locking_mode = EXCLUSIVE; BEGIN;",
    )?;
    connection.execute_batch(TABLES)?;
    if years {
        connection.execute_batch(YEARS)?;
    }
    let mut feed = Feed::open(feed, only)?;
    let mut texts = connection.prepare("SELECT text FROM names WHERE node = ?1")?;
    let mut load = Load {
        names: Names::default(),
        orders: FxHashMap::default(),
        kinds: Vec::new(),
        tokens: FxHashMap::default(),
        token_nodes: Vec::new(),
        node_roles: Vec::new(),
        heads: Vec::new(),
        times: Vec::new(),
        hashes: Vec::new(),
        folded: Vec::new(),
        sort,
        name: connection.prepare("INSERT INTO names VALUES(?1, ?2, ?3, ?4, ?5, 0)")?,
        fact: connection.prepare("INSERT INTO facts VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")?,
    };
    let (mut facts, mut sources) = (0_u32, 0_u32);
    let mut expanded: Vec<(u32, i32, u32)> = Vec::new();
    let mut event = feed.next()?;
    while let Event::Source(name, kind) = event {
        let first_fact = facts;
        let mut source = Source::default();
        let mut columns = Vec::new();
        if kind == SourceKind::Table {
            for column in std::mem::take(&mut feed.fields) {
                columns.push(load.intern(&column)?);
            }
        }
        let mut rows = 0;
        // Rows come as a chunk of ids of their own, like the store's; a chunk is as long as its source.
        let mut first_row = None;
        let mut number = 0;
        let mut record = Vec::new();
        loop {
            event = feed.next()?;
            let Event::Record = event else { break };
            number += 1;
            std::mem::swap(&mut record, &mut feed.fields);
            if kind == SourceKind::Table {
                // 256 ids at once, as the store takes them.
                if rows % 256 == 0 {
                    first_row = Some(load.names.next);
                    load.names.next += 256;
                    load.kinds.resize(load.names.next as usize, ValueKind::Text);
                    connection
                        .prepare_cached("INSERT INTO rows VALUES(?1, ?2, 256)")?
                        .execute(params![first_row, sources])?;
                }
                let head = first_row.unwrap_or(0) + rows % 256;
                rows += 1;
                for (at, cell) in record.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
                    let tail = load.intern(cell)?;
                    let parts = [head, columns[at], tail];
                    load.add(facts, parts, number + 1, Some((number, at)), None, &mut source)?;
                    facts += 1;
                }
                continue;
            }
            let time = (kind == SourceKind::Tkg)
                .then(|| Interval { start: Date::parse(&record[3]), end: Date::parse(&record[4]) });
            let parts = [load.intern(&record[0])?, load.intern(&record[1])?, load.intern(&record[2])?];
            load.add(facts, parts, number + 1, None, time, &mut source)?;
            if years && let Some(time) = time {
                expanded.extend(years_of(time).map(|year| (parts[1], year, facts)));
            }
            facts += 1;
        }
        connection.prepare_cached("INSERT INTO sources VALUES(?1, ?2, ?3, ?4, ?5)")?.execute(params![
            sources,
            name,
            kind as u8,
            first_fact,
            facts - first_fact
        ])?;
        let mut relation = connection.prepare_cached("INSERT INTO relations VALUES(?1, ?2, ?3, ?4)")?;
        for (node, (count, kinds)) in &source.relations {
            let kind = kinds.iter().max_by_key(|(_, count)| **count).map_or(0, |(kind, _)| *kind as u8);
            relation.execute(params![sources, node, count, kind])?;
        }
        load.end_source(sources, source, &mut texts)?;
        sources += 1;
    }
    indexes(&connection, load)?;
    if years {
        let mut by_fact = connection.prepare("INSERT INTO years VALUES(?1, ?2)")?;
        for (_, year, fact) in &expanded {
            by_fact.execute(params![fact, year])?;
        }
        expanded.sort_unstable();
        let mut by_year = connection.prepare("INSERT INTO by_year VALUES(?1, ?2, ?3)")?;
        for (relation, year, fact) in &expanded {
            by_year.execute(params![relation, year, fact])?;
        }
    }
    connection.execute_batch("COMMIT")?;
    drop(texts);
    connection.execute_batch("PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL;")?;
    connection.close().map_err(|(_, error)| error)?;
    Ok(u64::from(facts))
}

/// Fills the indexes, each in the order of its keys.
fn indexes(connection: &Connection, load: Load<'_>) -> Result<(), Failure> {
    let Load {
        orders,
        tokens,
        mut token_nodes,
        mut node_roles,
        mut heads,
        mut times,
        mut hashes,
        mut folded,
        sort,
        ..
    } = load;
    for (table, list) in [("by_text", &mut hashes), ("by_folded", &mut folded)] {
        list.sort_unstable();
        let mut insert = connection.prepare(&format!("INSERT INTO {table} VALUES(?1, ?2)"))?;
        for (hash, node) in list.iter() {
            insert.execute(params![hash, node])?;
        }
    }
    let mut words: Vec<(String, (u32, u32))> = tokens.into_iter().collect();
    words.sort_unstable();
    let mut insert = connection.prepare("INSERT INTO tokens VALUES(?1, ?2, ?3)")?;
    for (word, (id, names)) in &words {
        insert.execute(params![word, id, names])?;
    }
    token_nodes.sort_unstable();
    let mut insert = connection.prepare("INSERT INTO by_token VALUES(?1, ?2, ?3, ?4)")?;
    for (token, source, node, roles) in &token_nodes {
        insert.execute(params![token, source, node, roles])?;
    }
    node_roles.sort_unstable();
    let mut insert = connection.prepare("INSERT INTO by_node VALUES(?1, ?2, ?3)")?;
    for (node, source, roles) in &node_roles {
        insert.execute(params![node, source, roles])?;
    }
    times.sort_unstable();
    let mut insert = connection.prepare("INSERT INTO by_time VALUES(?1, ?2, ?3, ?4)")?;
    for (relation, first, last, fact) in &times {
        insert.execute(params![relation, first, last, fact])?;
    }
    if sort == Sort::Select {
        connection.execute_batch(
            "INSERT INTO by_head SELECT head, relation, tail, fact FROM facts ORDER BY 1, 2, 3, 4;
             INSERT INTO by_relation SELECT relation, tail, head, fact FROM facts ORDER BY 1, 2, 3, 4;
             INSERT INTO by_tail SELECT tail, relation, head, fact FROM facts ORDER BY 1, 2, 3, 4;
             INSERT INTO by_order SELECT DISTINCT relation, class, position, tail
                 FROM by_relation JOIN names ON node = tail WHERE class IS NOT NULL ORDER BY 1, 2, 3, 4;",
        )?;
        return Ok(());
    }
    let put = |table: &str, entries: &mut Vec<Entry>| -> Result<(), Failure> {
        entries.sort_unstable();
        let mut insert = connection.prepare(&format!("INSERT INTO {table} VALUES(?1, ?2, ?3, ?4)"))?;
        for [a, b, c, d] in entries.iter() {
            insert.execute(params![a, b, c, d])?;
        }
        Ok(())
    };
    put("by_head", &mut heads)?;
    heads.iter_mut().for_each(|entry| *entry = [entry[2], entry[1], entry[0], entry[3]]);
    put("by_tail", &mut heads)?;
    heads.iter_mut().for_each(|entry| *entry = [entry[1], entry[0], entry[2], entry[3]]);
    put("by_relation", &mut heads)?;
    heads.dedup_by_key(|entry| (entry[0], entry[1]));
    let mut ordered: Vec<(u32, u8, f64, u32)> = heads
        .iter()
        .filter_map(|entry| {
            orders.get(&entry[1]).map(|(class, position)| (entry[0], *class, *position, entry[1]))
        })
        .collect();
    ordered
        .sort_unstable_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2)).then(a.3.cmp(&b.3)));
    let mut insert = connection.prepare("INSERT INTO by_order VALUES(?1, ?2, ?3, ?4)")?;
    for (relation, class, position, tail) in &ordered {
        insert.execute(params![relation, class, position, tail])?;
    }
    Ok(())
}
