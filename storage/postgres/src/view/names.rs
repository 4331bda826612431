//! Nodes, names, tokens and roles.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tokio_postgres::Row;
use trustuqa_model::{Node, NodeId, NodeKind, Roles, Scope, SourceId, Value, Vocabulary, fold};

use super::{Snapshot, ahead, ids, within};
use crate::cache::{Played, WordKey};
use crate::connection::Param;
use crate::error::Result;
use crate::{Error, id32, load};

const NODES: &str = "SELECT id, text, exact, iri FROM nodes WHERE id = ANY($1)";
const FOLDED: &str =
    "SELECT id, text, exact, iri FROM nodes WHERE id IN (SELECT node FROM folded WHERE hash = $1)";
const ALL_FOLDED: &str = "SELECT node FROM folded WHERE hash = ANY($1)";
const FOLDED_ROLES: &str =
    "SELECT node, source, roles FROM roles WHERE node IN (SELECT node FROM folded WHERE hash = $1)";
const ROLES: &str = "SELECT node, source, roles FROM roles WHERE node = ANY($1)";
const TOKEN: &str = "SELECT node, source, CAST(roles AS bigint) AS roles FROM tokens WHERE token = $1";
const TOKEN_SOURCES: &str = "SELECT source, count(*) AS names FROM tokens \
                             WHERE token = $1 AND (roles & $2) <> 0 GROUP BY source";
const TOKEN_COUNT: &str = "SELECT names FROM token_counts WHERE token = $1";
const TOKEN_COUNTS: &str = "SELECT token, names FROM token_counts WHERE token = ANY($1)";
const VOCABULARY: &str = "SELECT token, names FROM token_counts ORDER BY token";
const PREFIX: &str = "SELECT token, names FROM token_counts \
                      WHERE token >= $1 AND token < $2 ORDER BY token LIMIT 20000";

/// Maximum number of names with one token that are cached for the next question.
const KEPT_NAMES: usize = 100_000;
/// Maximum number of names with one token that the server returns when only their number in each source is
/// wanted.
const SENT_NAMES: usize = 1_000;

impl Snapshot {
    /// The nodes with these ids, in their order.
    pub(super) fn read_nodes(&self, wanted: &[NodeId]) -> Result<Vec<Node>> {
        let mut found: FxHashMap<NodeId, Node> = FxHashMap::default();
        let mut missing = Vec::new();
        for id in wanted {
            if found.contains_key(id) {
                continue;
            }
            if let Some(known) = self.state.cache.node(id) {
                found.insert(*id, known);
            } else if let Some((source, row)) = self.catalogue().row_of(*id) {
                let text = format!("[line_{row}]");
                let kind = NodeKind::Row { source, row };
                found.insert(*id, Node { id: *id, text, kind, value: Value::Text, iri: None });
            } else {
                missing.push(*id);
            }
        }
        if let ([_], [missing_one]) = (wanted, missing.as_slice()) {
            missing.extend(self.ahead.behind(*missing_one, ahead::NODES, |node| {
                self.state.cache.node(&node).is_none() && self.catalogue().row_of(node).is_none()
            }));
        }
        missing.sort_unstable();
        missing.dedup();
        if !missing.is_empty() {
            for row in self.query(NODES, &[&ids(&missing)])? {
                let node = self.keep(&row)?;
                found.insert(node.id, node);
            }
        }
        let unknown = |id: &NodeId| Error::unknown(format!("node {}", id.0));
        wanted.iter().map(|id| found.get(id).cloned().ok_or_else(|| unknown(id))).collect()
    }

    /// Reads a row of `nodes`, and caches it.
    fn keep(&self, row: &Row) -> Result<Node> {
        let id = NodeId(id32(row.get(0))?);
        // The server's texts cannot contain U+0000.
        let text = match row.get::<_, Option<Vec<u8>>>(2) {
            None => row.get::<_, String>(1),
            Some(exact) => String::from_utf8(exact)
                .map_err(|_| Error::damaged(format!("the name {} is not text", id.0)))?,
        };
        let value = Value::parse(&text);
        let node = Node { id, text, kind: NodeKind::Name, value, iri: row.get(3) };
        self.state.cache.put_node(id, node.clone());
        Ok(node)
    }

    /// The nodes of a word, from the cache or else by `find`.
    fn word(&self, key: WordKey, find: impl FnOnce() -> Result<Vec<Played>>) -> Result<Arc<[Played]>> {
        if let Some(known) = self.state.cache.word(&key) {
            return Ok(known);
        }
        let found: Arc<[Played]> = find()?.into();
        if found.len() <= KEPT_NAMES {
            self.state.cache.put_word(key, found.clone());
        }
        Ok(found)
    }

    /// The node of a name. A caller next reads other spellings of it and the roles of all, so these are read
    /// with it.
    pub(super) fn name(&self, text: &str) -> Result<Option<NodeId>> {
        let wanted = fold(text);
        let found = self.word(WordKey::Folded(wanted.as_str().into()), || {
            let (rows, roles) =
                self.connection.query_both(FOLDED, FOLDED_ROLES, &[&load::hash_of(&wanted)])?;
            let found = self.spelt_alike(&wanted, &rows)?;
            self.keep_roles(&found.iter().map(|(node, ..)| *node).collect::<Vec<_>>(), &roles)?;
            Ok(found)
        })?;
        let nodes: Vec<NodeId> = found.iter().map(|(node, ..)| *node).collect();
        Ok(self.read_nodes(&nodes)?.into_iter().find(|node| node.text == text).map(|node| node.id))
    }

    pub(super) fn names_folded(&self, text: &str) -> Result<Vec<NodeId>> {
        let wanted = fold(text);
        let found = self.word(WordKey::Folded(wanted.as_str().into()), || {
            self.spelt_alike(&wanted, &self.query(FOLDED, &[&load::hash_of(&wanted)])?)
        })?;
        self.ahead.returned(found.iter().map(|(node, ..)| *node));
        Ok(found.iter().map(|(node, ..)| *node).collect())
    }

    /// Prefetches the nodes with these folded texts, and their roles, where they are not cached.
    pub(super) fn expect_folded(&self, texts: &[String]) -> Result<()> {
        let key = |folded: &str| WordKey::Folded(folded.into());
        let mut missing: Vec<String> = texts.iter().map(|text| fold(text)).collect();
        missing.sort_unstable();
        missing.dedup();
        missing.retain(|folded| self.state.cache.word(&key(folded)).is_none());
        if missing.is_empty() {
            return Ok(());
        }
        let hashes: Vec<i64> = missing.iter().map(|folded| load::hash_of(folded)).collect();
        let mut nodes = Vec::new();
        for row in self.query(ALL_FOLDED, &[&hashes])? {
            nodes.push(NodeId(id32(row.get(0))?));
        }
        let mut of_text: FxHashMap<String, Vec<Played>> = FxHashMap::default();
        for node in self.read_nodes(&nodes)? {
            of_text.entry(fold(&node.text)).or_default().push((node.id, SourceId(0), 0));
        }
        self.expect_roles(&nodes)?;
        for folded in missing {
            let mut found = of_text.remove(&folded).unwrap_or_default();
            found.sort_unstable();
            self.state.cache.put_word(key(&folded), found.into());
        }
        Ok(())
    }

    /// The nodes among some rows of `nodes` whose folded text is this one, in order of nodes. All rows are
    /// cached.
    fn spelt_alike(&self, wanted: &str, rows: &[Row]) -> Result<Vec<Played>> {
        let mut found = Vec::new();
        for row in rows {
            let node = self.keep(row)?;
            found.extend((fold(&node.text) == wanted).then_some((node.id, SourceId(0), 0)));
        }
        found.sort_unstable();
        Ok(found)
    }

    /// The names that contain a token, with each source in which they occur, in order of nodes.
    fn holding(&self, token: &str) -> Result<Arc<[Played]>> {
        self.word(WordKey::Token(token.into()), || {
            let [nodes, sources, roles] = self.arrays("node, source, roles", TOKEN, &[&token.as_bytes()])?;
            let mut found: Vec<Played> = nodes
                .into_iter()
                .zip(sources)
                .zip(roles)
                .map(|((node, source), roles)| (NodeId(node), SourceId(source), roles))
                .collect();
            found.retain(|(_, source, _)| self.is_loaded(*source));
            found.sort_unstable();
            Ok(found)
        })
    }

    /// For each source, the number of names that contain a token and play one of these roles there; the
    /// number is stored in the place of the roles.
    fn counted(&self, token: &str, roles: Roles) -> Result<Arc<[Played]>> {
        self.word(WordKey::Counted(token.into(), roles.0), || {
            let params: [Param<'_>; 2] = [&token.as_bytes(), &roles.0.cast_signed()];
            let [sources, names] = self.arrays("source, names", TOKEN_SOURCES, &params)?;
            let counted = names.into_iter().zip(sources);
            let loaded = counted.filter(|(_, source)| self.is_loaded(SourceId(*source)));
            Ok(loaded.map(|(names, source)| (NodeId(0), SourceId(source), names)).collect())
        })
    }

    pub(super) fn names_with_token(
        &self,
        token: &str,
        roles: Roles,
        scope: &Scope,
    ) -> Result<Vec<(NodeId, Roles)>> {
        let mut found: Vec<(NodeId, Roles)> = Vec::new();
        for (node, source, part) in self.holding(token)?.iter() {
            if !within(scope, *source) {
                continue;
            }
            let part = Roles(*part);
            match found.last_mut() {
                Some(last) if last.0 == *node => last.1 = last.1.with(part),
                _ => found.push((*node, part)),
            }
        }
        found.retain(|(_, played)| played.meets(roles));
        self.ahead.returned(found.iter().map(|(node, _)| *node));
        Ok(found)
    }

    pub(super) fn sources_with_token(
        &self,
        token: &str,
        roles: Roles,
        scope: &Scope,
        most: usize,
    ) -> Result<Vec<(SourceId, usize)>> {
        let mut found: FxHashMap<SourceId, usize> = FxHashMap::default();
        if self.names_of_token(token)? as usize > SENT_NAMES {
            for (_, source, names) in self.counted(token, roles)?.iter() {
                if within(scope, *source) {
                    found.insert(*source, *names as usize);
                }
            }
        } else {
            for (_, source, part) in self.holding(token)?.iter() {
                if within(scope, *source) && Roles(*part).meets(roles) {
                    *found.entry(*source).or_default() += 1;
                }
            }
        }
        let mut found: Vec<(SourceId, usize)> =
            found.into_iter().map(|(source, names)| (source, names.min(most))).collect();
        found.retain(|(_, names)| *names > 0);
        found.sort_unstable();
        Ok(found)
    }

    pub(super) fn names_of_token(&self, token: &str) -> Result<u32> {
        let counted = self.word(WordKey::Count(token.into()), || {
            let rows = self.query(TOKEN_COUNT, &[&token.as_bytes()])?;
            let count = rows.first().map_or(0, |row| row.get::<_, i64>(0));
            Ok(vec![(NodeId(0), SourceId(0), id32(count)?)])
        })?;
        Ok(counted.first().map_or(0, |(.., count)| *count))
    }

    /// Prefetches the number of names for each of these tokens, where it is not cached.
    pub(super) fn expect_token_counts(&self, tokens: &[String]) -> Result<()> {
        let key = |token: &str| WordKey::Count(token.into());
        let mut missing: Vec<&str> = tokens.iter().map(String::as_str).collect();
        missing.sort_unstable();
        missing.dedup();
        missing.retain(|token| self.state.cache.word(&key(token)).is_none());
        if missing.is_empty() {
            return Ok(());
        }
        let wanted: Vec<&[u8]> = missing.iter().map(|token| token.as_bytes()).collect();
        let mut counts: FxHashMap<Vec<u8>, u32> = FxHashMap::default();
        for row in self.query(TOKEN_COUNTS, &[&wanted])? {
            counts.insert(row.get(0), id32(row.get(1))?);
        }
        for token in missing {
            let count = counts.get(token.as_bytes()).copied().unwrap_or(0);
            self.state.cache.put_word(key(token), [(NodeId(0), SourceId(0), count)].into());
        }
        Ok(())
    }

    pub(super) fn tokens_like(&self, token: &str, distance: usize) -> Result<Vec<(String, u32)>> {
        if let Some(vocabulary) = self.state.vocabulary.get() {
            return Ok(vocabulary.near(token, distance));
        }
        let mut vocabulary = Vocabulary::default();
        for row in self.query(VOCABULARY, &[])? {
            let word: &[u8] = row.get(0);
            let word = std::str::from_utf8(word).map_err(|_| Error::damaged("a token is not text"))?;
            vocabulary.push(word, id32(row.get(1))?);
        }
        Ok(self.state.vocabulary.get_or_init(|| vocabulary).near(token, distance))
    }

    pub(super) fn tokens_with_prefix(&self, prefix: &str, limit: usize) -> Result<Vec<String>> {
        // No byte of a text is 0xff, so this comes after all that begin with the prefix.
        let behind = [prefix.as_bytes(), &[0xff]].concat();
        let mut found = Vec::new();
        for row in self.query(PREFIX, &[&prefix.as_bytes(), &behind])? {
            let Ok(token) = std::str::from_utf8(row.get::<_, &[u8]>(0)) else { continue };
            // The token itself comes before longer ones.
            found.push((token != prefix, std::cmp::Reverse(row.get::<_, i64>(1)), token.to_owned()));
        }
        found.sort_unstable();
        Ok(found.into_iter().take(limit).map(|(.., token)| token).collect())
    }

    /// The roles that a node plays inside a scope.
    pub(crate) fn roles_in(&self, node: NodeId, scope: &Scope) -> Result<Roles> {
        if self.catalogue().row_of(node).is_some() {
            return Ok(Roles::default());
        }
        let known = match self.state.cache.roles(&node) {
            Some(known) => known,
            None => {
                let mut nodes = self.ahead.behind(node, ahead::NODES, |_| true);
                nodes.push(node);
                self.expect_roles(&nodes)?;
                self.state.cache.roles(&node).unwrap_or_default()
            }
        };
        let inside = known.iter().filter(|(_, source, _)| within(scope, *source));
        Ok(inside.fold(Roles::default(), |all, (.., part)| all.with(Roles(*part))))
    }

    /// Prefetches the roles of nodes of which they are not cached, at once.
    pub(crate) fn expect_roles(&self, nodes: &[NodeId]) -> Result<()> {
        let missing: Vec<NodeId> =
            nodes.iter().copied().filter(|node| self.state.cache.roles(node).is_none()).collect();
        if missing.is_empty() {
            return Ok(());
        }
        self.keep_roles(&missing, &self.query(ROLES, &[&ids(&missing)])?)
    }

    /// Caches the roles of nodes from rows that have all of them.
    fn keep_roles(&self, nodes: &[NodeId], rows: &[Row]) -> Result<()> {
        let mut found: FxHashMap<NodeId, Vec<Played>> =
            nodes.iter().map(|node| (*node, Vec::new())).collect();
        for row in rows {
            let played = played(row)?;
            if self.is_loaded(played.1)
                && let Some(known) = found.get_mut(&played.0)
            {
                known.push(played);
            }
        }
        for (node, played) in found {
            self.state.cache.put_roles(node, played.into());
        }
        Ok(())
    }
}

fn played(row: &Row) -> Result<Played> {
    Ok((NodeId(id32(row.get(0))?), SourceId(id32(row.get(1))?), row.get::<_, i32>(2).cast_unsigned()))
}
