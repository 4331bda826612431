//! Looking into the data: rows of tables, facts around entities, relations. Every
//! read is of a bounded part, whatever the size of the source.

use std::collections::HashMap;

use trustuqa_engine::Engine;
use trustuqa_storage::{FactId, GraphRead, NodeId, Scope, Side, Source, SourceKind};
use trustuqa_tui::BackendEvent;
use trustuqa_tui::model::{FactView, NeighbourView, RelationView, TableView};

use super::view;
use crate::session::route::kind_word;
use crate::session::visible::Visible;
use crate::session::{Session, SessionError};

/// Rows shown before and after the row of a fact.
const AROUND: u64 = 10;
/// Facts shown around the head of a fact.
const NEIGHBOURS: usize = 50;
/// Most rows or facts of one answer.
const MOST: usize = 1_000;
/// Examples of a relation.
const EXAMPLES: usize = 3;
/// Facts of a source that are looked at for examples.
const LOOKED_AT: usize = 600;

/// One look at the graph.
pub struct DataReads {
    visible: Visible,
}

impl DataReads {
    /// A view of what is loaded now.
    pub fn at(session: &Session) -> Result<DataReads, SessionError> {
        Ok(DataReads { visible: session.visible()? })
    }

    fn source(&self, name: &str) -> Result<Source, SessionError> {
        self.visible.sources()?.iter().find(|source| source.name == name).cloned().ok_or_else(|| {
            SessionError::usage(
                format!("there is no source `{name}`"),
                "the sources panel lists what is loaded",
            )
        })
    }

    /// A fact in its surroundings: its cell in the table, or among the facts of its head.
    pub fn fact(&self, id: u64) -> Result<BackendEvent, SessionError> {
        let gone = || {
            SessionError::usage(
                "this fact is no longer in the graph",
                "ask the question again: its source was loaded anew or removed since",
            )
        };
        let id = FactId(u32::try_from(id).map_err(|_| gone())?);
        let sources = self.visible.sources()?;
        let holds = |s: &&Source| id.0 >= s.first_fact.0 && u64::from(id.0 - s.first_fact.0) < s.facts;
        let source = sources.iter().find(holds).ok_or_else(gone)?;
        let fact = self.visible.fact(id)?;
        if source.kind == SourceKind::Table
            && let Some(row) = fact.place.row
        {
            let first = u64::from(row).saturating_sub(AROUND).max(1);
            let mut table = self.table(source, first, (2 * AROUND + 1) as usize)?;
            let columns = columns(source);
            let column = columns.iter().position(|c| c.node == fact.relation).unwrap_or(0);
            table.marked = Some((u64::from(row), column));
            return Ok(BackendEvent::Table(Box::new(table)));
        }
        let name = self.visible.node(fact.head)?.text;
        let mut view = self.around(fact.head, &name, None, 0, NEIGHBOURS)?;
        view.marked = view.facts.iter().position(|f| f.id == u64::from(id.0));
        if view.marked.is_none() {
            view.facts.insert(0, shown(&Engine::new(&self.visible, None)?, fact.id)?);
            view.marked = Some(0);
        }
        Ok(BackendEvent::Neighbours(Box::new(view)))
    }

    /// Rows of a table, or facts of a graph in the order of its file, from the
    /// `from`-th on.
    pub fn rows(&self, source: &str, from: u64, count: usize) -> Result<BackendEvent, SessionError> {
        let source = self.source(source)?;
        let (from, count) = (from.max(1), count.clamp(1, MOST));
        if source.kind == SourceKind::Table {
            return Ok(BackendEvent::Table(Box::new(self.table(&source, from, count)?)));
        }
        let facts = self.visible.facts_of_source(source.id, from - 1, count)?;
        let engine = Engine::new(&self.visible, None)?;
        Ok(BackendEvent::Neighbours(Box::new(NeighbourView {
            entity: source.name.clone(),
            source: Some(source.name.clone()),
            from: usize::try_from(from - 1).unwrap_or(usize::MAX),
            facts: facts.iter().map(|fact| shown(&engine, fact.id)).collect::<Result<_, _>>()?,
            total: usize::try_from(source.facts).unwrap_or(usize::MAX),
            marked: None,
        })))
    }

    /// The facts that an entity is in.
    pub fn entity(
        &self,
        name: &str,
        source: Option<&str>,
        from: usize,
        count: usize,
    ) -> Result<BackendEvent, SessionError> {
        let named = self.visible.node_named(name)?;
        let node = match named {
            Some(node) => Some(node),
            None => self.visible.nodes_folded(name)?.into_iter().next(),
        };
        let Some(node) = node else {
            return Err(SessionError::usage(
                format!("no name is called `{name}`"),
                "open it from a fact or a row, where it is spelt as it is stored",
            ));
        };
        let text = self.visible.node(node)?.text;
        let view = self.around(node, &text, source, from, count.clamp(1, MOST))?;
        if view.total == 0 {
            return Err(SessionError::usage(
                format!("`{text}` is neither an entity nor a value here"),
                "if it is a relation or a column, open its source in the sources panel",
            ));
        }
        Ok(BackendEvent::Neighbours(Box::new(view)))
    }

    /// The relations of a source with a few of their facts.
    pub fn relations(&self, name: &str) -> Result<BackendEvent, SessionError> {
        let source = self.source(name)?;
        let table = source.kind == SourceKind::Table;
        let mut examples: HashMap<NodeId, Vec<String>> = HashMap::new();
        for fact in self.visible.facts_of_source(source.id, 0, LOOKED_AT)? {
            let known = examples.entry(fact.relation).or_default();
            if known.len() < EXAMPLES {
                let tail = self.visible.node(fact.tail)?.text;
                let example =
                    if table { tail } else { format!("{} → {tail}", self.visible.node(fact.head)?.text) };
                if !known.contains(&example) {
                    known.push(example);
                }
            }
        }
        let mut infos: Vec<&trustuqa_storage::RelationInfo> = source.relations.iter().collect();
        infos.sort_by_key(|info| info.column.unwrap_or(0));
        let relations = infos.into_iter().map(|info| {
            let mut examples = examples.remove(&info.node).unwrap_or_default();
            // A relation that is rare at the beginning of the file has its stored sample as the example.
            if examples.is_empty()
                && let Some(tail) = &info.sample
            {
                let head = info.sample_head.as_ref().filter(|_| !table);
                examples.push(head.map_or(tail.clone(), |head| format!("{head} → {tail}")));
            }
            RelationView {
                name: info.name.clone(),
                kind: kind_word(info.kind).to_owned(),
                facts: info.facts,
                examples,
            }
        });
        let relations = relations.collect();
        Ok(BackendEvent::Relations { source: source.name, relations })
    }

    fn table(&self, source: &Source, from: u64, count: usize) -> Result<TableView, SessionError> {
        let columns = columns(source);
        let place: HashMap<NodeId, usize> = columns.iter().enumerate().map(|(at, c)| (c.node, at)).collect();
        let only = Scope::Only(vec![source.id]);
        let last = from.saturating_add(count as u64).min(source.rows.saturating_add(1));
        let mut rows = Vec::new();
        for row in from..last {
            let mut cells = vec![String::new(); columns.len()];
            let node = match u32::try_from(row) {
                Ok(row) => self.visible.row_node(source.id, row)?,
                Err(_) => None,
            };
            // A row whose cells are all empty has no facts, and no node.
            let postings = match node {
                Some(node) => self.visible.facts_of_head(node, None, &only)?,
                None => Vec::new(),
            };
            for posting in postings {
                let Some(at) = place.get(&posting.relation) else { continue };
                let text = self.visible.node(posting.tail)?.text;
                if !cells[*at].is_empty() {
                    cells[*at].push_str(" | ");
                }
                cells[*at].push_str(&text);
            }
            rows.push(cells);
        }
        Ok(TableView {
            source: source.name.clone(),
            file: view::file_name(&source.file),
            columns: columns.iter().map(|c| (c.name.clone(), kind_word(c.kind).to_owned())).collect(),
            first_row: from,
            rows,
            total_rows: source.rows,
            marked: None,
        })
    }

    fn around(
        &self,
        node: NodeId,
        name: &str,
        source: Option<&str>,
        from: usize,
        count: usize,
    ) -> Result<NeighbourView, SessionError> {
        let scope = match source {
            Some(source) => Scope::Only(vec![self.source(source)?.id]),
            None => Scope::All,
        };
        let skip = from as u64;
        let (mut found, heads) = self.visible.facts_around(node, Side::Head, &scope, skip, count)?;
        let left = count - found.len();
        let skip = skip.saturating_sub(heads);
        let (tails, of_tail) = self.visible.facts_around(node, Side::Tail, &scope, skip, left)?;
        found.extend(tails);
        let engine = Engine::new(&self.visible, None)?;
        let facts = found.iter().map(|posting| shown(&engine, posting.fact));
        Ok(NeighbourView {
            entity: name.to_owned(),
            source: source.map(str::to_owned),
            from,
            facts: facts.collect::<Result<_, _>>()?,
            total: usize::try_from(heads.saturating_add(of_tail)).unwrap_or(usize::MAX),
            marked: None,
        })
    }
}

fn shown(engine: &Engine<'_>, fact: FactId) -> Result<FactView, SessionError> {
    Ok(view::fact(&engine.fact(fact)?))
}

/// The columns of a table in the order of its file.
fn columns(source: &Source) -> Vec<&trustuqa_storage::RelationInfo> {
    let mut columns: Vec<_> = source.relations.iter().collect();
    columns.sort_by_key(|column| column.column);
    columns
}
