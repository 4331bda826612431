//! Loading and removing sources, one transaction at a time.
//!
//! Loaded facts are copied into temporary tables as they come. The commit moves them from there into the
//! tables of the graph, sorted by their keys, and everything becomes visible at once. Only one change runs at
//! a time: others wait for a lock on the server, which is released when the connection of the first one ends,
//! for whatever reason.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | [`Load`], the transaction |
//! | `names.rs` | the names of a load, and their nodes |
//! | `source.rs` | collects the facts of one source |
//! | `catalogue.rs` | the catalogue entries of the loaded sources |
//! | `remove.rs` | removing a source |
//! | `encode.rs` | rows in the binary format of `COPY` |

mod catalogue;
mod encode;
mod names;
mod remove;
mod source;

use trustuqa_model::{
    Change, Error as ModelError, OnEntries, Result as StoreResult, Source, SourceId, SourceSink, SourceSpec,
    times,
};

pub(crate) use encode::hash_of;

use crate::connection::{Pooled, ServerKind};
use crate::error::Result;
use crate::schema::{FACT_COLUMNS, counter, staging};
use crate::store::{counter_of, grow, set_counter};
use crate::{Error, PostgresGraph, id32};
use encode::CopiedRows;
use names::Names;
use source::{EndedSource, SourceLoad, WaitingFact, WaitingNode};

/// Maximum number of facts that wait for the nodes of their names.
const WAITING: usize = 50_000;
/// Memory that the server may use for sorting.
const SORT_MEMORY: &str = "SET LOCAL work_mem = '256MB'; SET LOCAL maintenance_work_mem = '256MB'";

/// An open change of the graph; dropping it cancels it.
pub(crate) struct Load {
    shared: Shared,
    /// The sources before the change.
    before: Vec<Source>,
    /// Those of them that are to be removed.
    going: Vec<SourceId>,
    /// Sources of this load that were replaced or removed again.
    gone: Vec<SourceId>,
    next_source: u32,
}

/// The state that the sources of a load share.
struct Shared {
    connection: Pooled,
    names: Names,
    /// The roles of each name in the source that is being loaded.
    played: Vec<u8>,
    roles: CopiedRows,
    facts: CopiedRows,
    waiting: Vec<WaitingFact>,
    next_fact: u32,
    ended: Vec<EndedSource>,
    /// Whether a source was begun and not finished. Part of it is in the transaction then, which can only be
    /// dropped.
    unfinished: bool,
}

impl Shared {
    /// Sends the waiting facts if there are enough of them.
    fn send_when_full(&mut self) -> Result<()> {
        if self.waiting.len() < WAITING {
            return Ok(());
        }
        self.send()
    }

    fn send(&mut self) -> Result<()> {
        // No other request is possible while rows are being copied.
        self.facts.finish(&self.connection)?;
        self.roles.finish(&self.connection)?;
        self.names.resolve(&self.connection)?;
        let names = &self.names;
        let name = |number: u32| names.get(number).map_or(0, |name| name.node);
        let node = |part: WaitingNode| match part {
            WaitingNode::Node(node) => node,
            WaitingNode::Name(number) => name(number),
        };
        for WaitingFact { id, source, head, relation, tail, interval, place } in self.waiting.drain(..) {
            let order = match tail {
                WaitingNode::Name(number) => names.get(number).and_then(|name| name.order),
                WaitingNode::Node(_) => None,
            };
            let row = self.facts.row().int(id).int(source.0).int(node(head)).int(name(relation));
            row.int(node(tail)).int(place.line).int_or_null(place.row);
            row.short_or_null(place.column.map(i32::from));
            match interval {
                None => row.null().null().int_or_null(order).null().null(),
                Some(interval) => {
                    let first = interval.start.map(|date| date.first_day());
                    let last = interval.end.map(|date| date.last_day());
                    let (span, last_day) = times::key(first, last);
                    row.short(times::pack_date(interval.start)).short(times::pack_date(interval.end));
                    row.int_or_null(order).int(span).int(last_day)
                }
            };
            self.facts.send_when_full(&self.connection)?;
        }
        Ok(())
    }
}

/// The columns of the staged facts.
fn staged_facts() -> String {
    format!("{FACT_COLUMNS}, order_key, span, last_day")
}

impl Load {
    pub(crate) fn begin(graph: &PostgresGraph) -> Result<Load> {
        let connection = graph.writing()?;
        let state = graph.state(&connection)?;
        let next = |name| id32(counter_of(&connection, name)?);
        let (node, fact, next_source) = (next(counter::NODE)?, next(counter::FACT)?, next(counter::SOURCE)?);
        let big = |names: &str| {
            names.split(", ").map(|name| format!("{name} bigint")).collect::<Vec<_>>().join(", ")
        };
        connection.batch(&[
            staging(
                "staged_nodes",
                "id bigint, text text, exact bytea, iri text, embeddable boolean, hash bigint, folded bigint",
            ),
            staging("staged_tokens", "token bytea, node bigint"),
            staging("staged_roles", "node bigint, source bigint, roles integer"),
            staging(
                "staged_facts",
                &format!(
                    "{}, cell_column integer, starts integer, ends integer, {}",
                    big("fact, source, head, relation, tail, line, cell_row"),
                    big("order_key, span, last_day")
                ),
            ),
        ].join("; "))?;
        let shared = Shared {
            connection,
            names: Names::new(node),
            played: Vec::new(),
            roles: CopiedRows::into("staged_roles", "node, source, roles"),
            facts: CopiedRows::into("staged_facts", &staged_facts()),
            waiting: Vec::new(),
            next_fact: fact,
            ended: Vec::new(),
            unfinished: false,
        };
        let before = state.catalogue.sources.to_vec();
        Ok(Load { shared, before, going: Vec::new(), gone: Vec::new(), next_source })
    }

    fn check_finished(&self) -> Result<()> {
        if self.shared.unfinished {
            return Err(Error::invalid(
                "a source of this load was not finished; drop the load and begin again",
            ));
        }
        Ok(())
    }

    /// Marks the source of this name for removal, whether it is one of this load or an earlier one; `false`
    /// if there is none.
    fn let_go(&mut self, name: &str) -> bool {
        let own = self.shared.ended.iter().rfind(|ended| ended.spec.name == name).map(|ended| ended.id);
        let own = own.filter(|id| !self.gone.contains(id));
        let known = self.before.iter().find(|source| source.name == name).map(|source| source.id);
        let known = known.filter(|id| !self.going.contains(id));
        self.gone.extend(own);
        self.going.extend(known);
        own.is_some() || known.is_some()
    }

    fn write(&mut self, on_step: OnEntries<'_>) -> Result<Vec<Source>> {
        self.check_finished()?;
        self.shared.send()?;
        let (going, gone) = (std::mem::take(&mut self.going), std::mem::take(&mut self.gone));
        let Shared { connection, names, facts, roles, ended, next_fact, .. } = &mut self.shared;
        names.finish(connection)?;
        facts.finish(connection)?;
        roles.finish(connection)?;
        let steps = 8;
        let mut done = 0;
        let mut step = || {
            done += 1;
            if on_step(done, steps).is_break() { Err(Error::Graph(ModelError::Cancelled)) } else { Ok(()) }
        };
        step()?;
        if connection.kind == ServerKind::Postgres {
            connection.batch(SORT_MEMORY)?;
        }
        let gone: Vec<i64> = gone.iter().map(|id| i64::from(id.0)).collect();
        for table in if gone.is_empty() { &[][..] } else { &["staged_facts", "staged_roles"] } {
            connection.execute(&format!("DELETE FROM {table} WHERE source = ANY($1)"), &[&gone])?;
        }
        if connection.kind == ServerKind::Postgres {
            connection.batch("ANALYZE staged_roles; ANALYZE staged_nodes; ANALYZE staged_tokens")?;
        }
        let entries = catalogue::entries(connection, ended, names)?;
        for statement in move_statements(names.first_new) {
            connection.batch(&statement)?;
            step()?;
        }
        names.write_iris(connection)?;
        for (entry, EndedSource { row_ranges, id, .. }) in entries.iter().zip(ended.iter()) {
            if !gone.contains(&i64::from(id.0)) {
                catalogue::insert(connection, entry, row_ranges)?;
            }
        }
        for id in going {
            remove::remove_source(connection, &self.before, id)?;
        }
        let facts: u64 = entries.iter().map(|source| source.facts).sum();
        let facts_before: u64 = self.before.iter().map(|source| source.facts).sum();
        set_counter(connection, counter::NODE, i64::from(names.next_node))?;
        set_counter(connection, counter::FACT, i64::from(*next_fact))?;
        set_counter(connection, counter::SOURCE, i64::from(self.next_source))?;
        grow(connection, counter::CATALOGUE)?;
        grow(connection, counter::VECTORS)?;
        connection.batch("DROP TABLE staged_nodes, staged_tokens, staged_roles, staged_facts; COMMIT")?;
        if connection.kind == ServerKind::Postgres && facts.saturating_mul(10) >= facts_before {
            // The server does this by itself after a while. Until then its row estimates are guesses, and
            // index-only scans have to read the rows. If this fails, the loaded sources are kept.
            let _ = connection.batch(
                "VACUUM (ANALYZE) \
                 nodes, names, folded, facts_by_head, facts_by_relation, roles, tokens, token_counts",
            );
        }
        Ok(entries)
    }
}

/// The statements that move the staged rows into the tables of the graph, in order of their keys. Names that
/// no fact and no column uses are not moved.
fn move_statements(first_new: u32) -> [String; 6] {
    let used = "EXISTS (SELECT 1 FROM staged_roles r WHERE r.node = s.id)";
    let staged = staged_facts();
    [
        format!(
            "INSERT INTO facts_by_head ({FACT_COLUMNS}) SELECT {FACT_COLUMNS} FROM staged_facts \
             ORDER BY head, source, relation, fact"
        ),
        format!(
            "INSERT INTO facts_by_relation ({staged}) SELECT {staged} FROM staged_facts \
             ORDER BY relation, source, tail, fact"
        ),
        format!(
            "INSERT INTO nodes (id, text, exact, iri, embeddable) SELECT id, text, exact, iri, embeddable FROM staged_nodes s WHERE {used}"
        ),
        format!(
            "INSERT INTO names (hash, node) SELECT hash, id FROM staged_nodes s WHERE {used} ORDER BY hash, id; \
             INSERT INTO folded (hash, node) SELECT folded, id FROM staged_nodes s WHERE {used} ORDER BY folded, id"
        ),
        "INSERT INTO roles (node, source, roles) SELECT node, source, roles FROM staged_roles ORDER BY node, source"
            .to_owned(),
        format!(
            "INSERT INTO tokens (token, source, node, roles) \
             SELECT t.token, r.source, r.node, r.roles FROM staged_tokens t JOIN staged_roles r ON r.node = t.node \
             ORDER BY t.token, r.source, r.node; \
             INSERT INTO token_counts (token, names) SELECT token, count(*) FROM staged_tokens t \
             WHERE t.node >= {first_new} AND EXISTS (SELECT 1 FROM staged_roles r WHERE r.node = t.node) \
             GROUP BY token ORDER BY token \
             ON CONFLICT (token) DO UPDATE SET names = token_counts.names + excluded.names"
        ),
    ]
}

impl Change for Load {
    fn begin_source(&mut self, spec: SourceSpec) -> StoreResult<Box<dyn SourceSink + '_>> {
        self.check_finished()?;
        self.let_go(&spec.name);
        let id = SourceId(self.next_source);
        self.next_source = self
            .next_source
            .checked_add(1)
            .ok_or_else(|| Error::invalid("the graph has used all 32-bit source ids"))?;
        self.shared.unfinished = true;
        Ok(Box::new(SourceLoad::new(&mut self.shared, spec, id)))
    }

    fn remove(&mut self, name: &str) -> StoreResult<bool> {
        self.check_finished()?;
        Ok(self.let_go(name))
    }

    fn commit(mut self: Box<Self>, on_step: OnEntries<'_>) -> StoreResult<Vec<Source>> {
        Ok(self.write(on_step)?)
    }
}
