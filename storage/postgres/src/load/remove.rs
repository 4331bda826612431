//! Removing a source: its facts and rows, the roles of names in it, and the names that no other source uses.
//!
//! What is to be removed is found from the source's own facts, so the time depends on the size of the source
//! and not on that of the graph.

use rustc_hash::{FxHashMap, FxHashSet};
use trustuqa_model::{Source, SourceId, fold, tokens};

use super::encode::hash_of;
use super::names::distinct;
use crate::connection::Connection;
use crate::error::Result;
use crate::schema::staging;
use crate::{Error, id32};

/// Number of names processed at once.
const TOGETHER: i64 = 10_000;

/// Removes everything of a source.
pub(super) fn remove_source(connection: &Connection, sources: &[Source], id: SourceId) -> Result<()> {
    let source = sources
        .iter()
        .find(|source| source.id == id)
        .ok_or_else(|| Error::damaged(format!("source {} has no catalogue entry", id.0)))?;
    let own = i64::from(id.0);
    let first = i64::from(source.first_fact.0);
    let end = first.saturating_add(i64::try_from(source.facts).unwrap_or(i64::MAX));
    let relations: Vec<i64> = source.relations.iter().map(|info| i64::from(info.node.0)).collect();

    connection.batch(&staging("going", "node bigint PRIMARY KEY"))?;
    connection.execute(
        "INSERT INTO going SELECT head FROM facts_by_head WHERE fact >= $1 AND fact < $2 \
         UNION SELECT tail FROM facts_by_head WHERE fact >= $1 AND fact < $2 UNION SELECT unnest($3::bigint[])",
        &[&first, &end, &relations],
    )?;
    connection.execute("DELETE FROM facts_by_head WHERE fact >= $1 AND fact < $2", &[&first, &end])?;
    connection.execute(
        "DELETE FROM facts_by_relation WHERE relation = ANY($1) AND source = $2",
        &[&relations, &own],
    )?;
    let mut behind = -1_i64;
    loop {
        let rows = connection
            .query("SELECT node FROM going WHERE node > $1 ORDER BY node LIMIT $2", &[&behind, &TOGETHER])?;
        let nodes: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
        let Some(last) = nodes.last() else { break };
        behind = *last;
        remove_names(connection, own, &nodes)?;
    }
    connection.batch("DROP TABLE going")?;
    connection.execute("DELETE FROM sources WHERE id = $1", &[&own])?;
    Ok(())
}

/// Removes a source from the roles of names, and deletes the names that have no other source. The nodes
/// include rows, which have no names.
fn remove_names(connection: &Connection, source: i64, nodes: &[i64]) -> Result<()> {
    connection.execute("DELETE FROM roles WHERE node = ANY($1) AND source = $2", &[&nodes, &source])?;
    let left = connection.query("SELECT DISTINCT node FROM roles WHERE node = ANY($1)", &[&nodes])?;
    let left: FxHashSet<i64> = left.iter().map(|row| row.get(0)).collect();

    let (mut words, mut counts) = (FxHashSet::default(), FxHashMap::<Vec<u8>, i64>::default());
    let (mut gone, mut hashes, mut folded) = (Vec::new(), Vec::new(), Vec::new());
    for row in connection.query("SELECT id, text, exact FROM nodes WHERE id = ANY($1)", &[&nodes])? {
        let id: i64 = row.get(0);
        id32(id)?;
        let text = match row.get::<_, Option<Vec<u8>>>(2) {
            None => row.get::<_, String>(1),
            Some(exact) => String::from_utf8(exact).map_err(|_| Error::damaged("a name is not text"))?,
        };
        let last = !left.contains(&id);
        for word in distinct(tokens(&text)) {
            if last {
                *counts.entry(word.clone().into_bytes()).or_default() -= 1;
            }
            words.insert(word.into_bytes());
        }
        if last {
            gone.push(id);
            hashes.push(hash_of(&text));
            folded.push(hash_of(&fold(&text)));
        }
    }
    let words: Vec<Vec<u8>> = words.into_iter().collect();
    connection.execute(
        "DELETE FROM tokens WHERE token = ANY($1) AND source = $2 AND node = ANY($3)",
        &[&words, &source, &nodes],
    )?;
    if gone.is_empty() {
        return Ok(());
    }
    let (fewer, by): (Vec<Vec<u8>>, Vec<i64>) = counts.into_iter().unzip();
    connection.execute(
        "INSERT INTO token_counts (token, names) SELECT * FROM unnest($1::bytea[], $2::bigint[]) \
         ON CONFLICT (token) DO UPDATE SET names = token_counts.names + excluded.names",
        &[&fewer, &by],
    )?;
    connection.execute("DELETE FROM token_counts WHERE token = ANY($1) AND names <= 0", &[&fewer])?;
    connection.execute("DELETE FROM names WHERE hash = ANY($1) AND node = ANY($2)", &[&hashes, &gone])?;
    connection.execute("DELETE FROM folded WHERE hash = ANY($1) AND node = ANY($2)", &[&folded, &gone])?;
    connection.execute("DELETE FROM vectors WHERE node = ANY($1)", &[&gone])?;
    connection.execute("DELETE FROM nodes WHERE id = ANY($1)", &[&gone])?;
    Ok(())
}
