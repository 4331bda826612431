//! Verifies a graph: the rows of each table are counted and compared with the tables that must agree with it.
//! Pages, keys and indexes are the server's own matter (`amcheck` verifies them).

use trustuqa_model::{Checked, TableSize};

use crate::PostgresGraph;
use crate::connection::Connection;
use crate::error::Result;
use crate::schema::{TABLES, VECTORS};

/// What must be equal: two queries that return one number each, with the message for when these differ. Each
/// query reads a single table, so that a cluster can answer it.
const EQUAL: [(&str, &str, &str); 6] = [
    (
        "the number of facts by relation differs from the number by head",
        "SELECT count(*)::text FROM facts_by_head",
        "SELECT count(*)::text FROM facts_by_relation",
    ),
    (
        "facts by their relation are not those by their head",
        "SELECT coalesce(sum(fact + 7 * source + 31 * head + 127 * relation + 8191 * tail + 13 * line), 0)::text \
         FROM facts_by_head",
        "SELECT coalesce(sum(fact + 7 * source + 31 * head + 127 * relation + 8191 * tail + 13 * line), 0)::text \
         FROM facts_by_relation",
    ),
    (
        "names are not found by their texts",
        "SELECT count(*)::text FROM nodes",
        "SELECT count(*)::text FROM names",
    ),
    (
        "names are not found by their folded texts",
        "SELECT count(*)::text FROM nodes",
        "SELECT count(*)::text FROM folded",
    ),
    (
        "names are not those that sources use",
        "SELECT count(*)::text FROM nodes",
        "SELECT count(DISTINCT node)::text FROM roles",
    ),
    (
        "names of tokens are counted wrongly",
        "SELECT count(*)::text FROM (SELECT DISTINCT token, node FROM tokens) t",
        "SELECT coalesce(sum(names), 0)::bigint::text FROM token_counts",
    ),
];

/// Verifies the whole graph in one snapshot.
pub(crate) fn check(graph: &PostgresGraph) -> Result<Checked> {
    let connection = graph.reading()?;
    let state = graph.state(&connection)?;
    let count = |sql: &str| -> Result<i64> {
        Ok(connection.query(sql, &[])?.first().and_then(|row| row.get::<_, Option<i64>>(0)).unwrap_or(0))
    };
    let mut problems = Vec::new();
    let number = |sql: &str| -> Result<String> {
        Ok(connection.query(sql, &[])?.first().map_or_else(String::new, |row| row.get(0)))
    };
    for (what, one, other) in EQUAL {
        let (one, other) = (number(one)?, number(other)?);
        if one != other {
            problems.push(format!("{what}: {one} and {other}"));
        }
    }
    let lost = "SELECT count(*) FROM vectors v WHERE NOT EXISTS (SELECT 1 FROM nodes n WHERE n.id = v.node)";
    match count(lost)? {
        0 => {}
        lost => problems.push(format!("{lost} vectors are of names that are not there")),
    }
    let mut facts = 0;
    for source in state.catalogue.sources.iter() {
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
        // Servers that are not based on PostgreSQL's code lack these functions.
        let bytes = match connection.kind {
            crate::connection::ServerKind::Postgres => {
                let name = format!("{}.{table}", crate::connection::quoted(schema));
                let sql = "SELECT pg_table_size($1::text::regclass), pg_indexes_size($1::text::regclass)";
                let found = connection.query(sql, &[&name])?;
                found.first().map_or((0, 0), |row| (row.get::<_, i64>(0), row.get::<_, i64>(1)))
            }
            crate::connection::ServerKind::Cockroach => (0, 0),
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
