//! Verifies a graph: each table is counted against what it must agree with. The server sees to
//! pages, keys and indexes by itself (`amcheck` verifies them).

use trustuqa_model::{Checked, TableSize};

use crate::PostgresGraph;
use crate::connection::Connection;
use crate::error::Result;
use crate::schema::{TABLES, VECTORS};

/// What must be nothing: a count with what it counts.
const NOTHING: [(&str, &str); 7] = [
    (
        "facts that the other table of facts does not have",
        "SELECT (SELECT count(*) FROM facts_by_head) - (SELECT count(*) FROM facts_by_relation)",
    ),
    (
        "facts that differ between the two tables of facts",
        "SELECT count(*) FROM (SELECT sum(fact + 7 * source + 31 * head + 127 * relation + 8191 * tail \
         + 13 * line) AS s FROM facts_by_head) a, (SELECT sum(fact + 7 * source + 31 * head \
         + 127 * relation + 8191 * tail + 13 * line) AS s FROM facts_by_relation) b WHERE a.s <> b.s",
    ),
    (
        "names without an entry by which they are found",
        "SELECT (SELECT count(*) FROM nodes) - (SELECT count(*) FROM names)",
    ),
    (
        "names without an entry by their folded form",
        "SELECT (SELECT count(*) FROM nodes) - (SELECT count(*) FROM folded)",
    ),
    (
        "names that no source uses",
        "SELECT (SELECT count(*) FROM nodes) - (SELECT count(DISTINCT node) FROM roles)",
    ),
    (
        "tokens whose names are counted wrongly",
        "SELECT (SELECT count(*) FROM (SELECT DISTINCT token, node FROM tokens) t) \
         - coalesce((SELECT sum(names) FROM token_counts), 0)::bigint",
    ),
    (
        "vectors of names that are not there",
        "SELECT count(*) FROM vectors v WHERE NOT EXISTS (SELECT 1 FROM nodes n WHERE n.id = v.node)",
    ),
];

/// Verifies the whole graph, as it is at one moment.
pub(crate) fn check(graph: &PostgresGraph) -> Result<Checked> {
    let connection = graph.reading()?;
    let state = graph.state(&connection)?;
    let count = |sql: &str| -> Result<i64> {
        Ok(connection.query(sql, &[])?.first().and_then(|row| row.get::<_, Option<i64>>(0)).unwrap_or(0))
    };
    let mut problems = Vec::new();
    for (what, sql) in NOTHING {
        match count(sql)? {
            0 => {}
            wrong => problems.push(format!("{}: {what}", wrong.unsigned_abs())),
        }
    }
    let mut facts = 0;
    for source in &state.catalogue.sources {
        facts += source.facts;
        let (first, own) = (i64::from(source.first_fact.0), i64::from(source.id.0));
        let end = first.saturating_add(i64::try_from(source.facts).unwrap_or(i64::MAX));
        let sql = "SELECT count(*) FROM facts_by_head WHERE fact >= $1 AND fact < $2 AND source = $3";
        let rows = connection.query(sql, &[&first, &end, &own])?;
        let found = rows.first().map_or(0, |row| row.get::<_, i64>(0)).cast_unsigned();
        if found != source.facts {
            problems.push(format!("the source `{}` has {found} facts of {}", source.name, source.facts));
        }
    }
    let stored = count("SELECT count(*) FROM facts_by_head")?.cast_unsigned();
    if stored != facts {
        problems.push(format!("{stored} facts are stored, and the sources have {facts}"));
    }
    Ok(Checked {
        sources: state.catalogue.sources.len() as u64,
        facts,
        names: count("SELECT count(*) FROM nodes")?.cast_unsigned(),
        tables: sizes(&connection, graph.address().schema())?,
        problems,
    })
}

fn sizes(connection: &Connection, schema: &str) -> Result<Vec<TableSize>> {
    let mut sizes = Vec::new();
    for (table, _) in TABLES.into_iter().chain([VECTORS]) {
        let rows = connection.query(&format!("SELECT count(*) FROM {table}"), &[])?;
        let rows = rows.first().map_or(0, |row| row.get::<_, i64>(0)).cast_unsigned();
        // Servers that are not made of PostgreSQL's code have no such functions.
        let bytes = match connection.kind {
            crate::connection::Kind::Postgres => {
                let name = format!("{}.{table}", crate::connection::quoted(schema));
                let sql = "SELECT pg_table_size($1::text::regclass), pg_indexes_size($1::text::regclass)";
                let found = connection.query(sql, &[&name])?;
                found.first().map_or((0, 0), |row| (row.get::<_, i64>(0), row.get::<_, i64>(1)))
            }
            crate::connection::Kind::Cockroach => (0, 0),
        };
        sizes.push(TableSize {
            name: table.into(),
            rows,
            stored: bytes.0.cast_unsigned(),
            overhead: bytes.1.cast_unsigned(),
        });
    }
    Ok(sizes)
}
