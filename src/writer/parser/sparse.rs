//! Columns of numbers or dates most of whose cells say that there is none: `Arrears` with `nil` in every other
//! row. By the commonest kind of their cells they are texts.

use std::collections::BTreeMap;
use std::sync::Arc;

use trustuqa_engine::execute::says_nothing;
use trustuqa_model::{RelationInfo, Result, SourceKind, ValueKind};

use super::relation::Rel;
use super::world::World;

/// One cell of so many has to be a number or a date.
const ONE_OF: u64 = 10;
/// Different cells of a column that are looked at; one with more is what it seems.
const DIFFERENT: usize = 5_000;

impl World<'_> {
    /// Takes columns for what their cells are that say something.
    pub fn read_sparse(&mut self) -> Result<()> {
        for rel in 0..self.rels.len() {
            let (of, node) = (self.rels[rel].source, self.rels[rel].node);
            let source = &self.sources[of];
            let Some(info) = source.relations.iter().find(|info| info.node == node) else { continue };
            let typed = info.facts.saturating_sub(info.untyped);
            let mixed = info.kind == ValueKind::Text && typed * ONE_OF >= info.facts && info.untyped > 0;
            if source.kind != SourceKind::Table || !mixed {
                continue;
            }
            if let Some((kind, sample)) = self.kind_without_blanks(rel)? {
                let info = RelationInfo { kind, sample: Some(sample), ..info.clone() };
                self.rels[rel] = Arc::new(Rel::of(of, SourceKind::Table, &info));
            }
        }
        Ok(())
    }

    /// The commonest kind of the cells of a column that say something, with one of them; `None` where some of
    /// them are texts.
    fn kind_without_blanks(&mut self, rel: usize) -> Result<Option<(ValueKind, String)>> {
        let cells = self.side(rel, false)?;
        if cells.len() > DIFFERENT {
            return Ok(None);
        }
        self.expect_nodes(&cells)?;
        let mut kinds: BTreeMap<ValueKind, (usize, String)> = BTreeMap::new();
        for cell in cells {
            let known = self.node(cell)?;
            let kind = known.1.kind();
            if kind != ValueKind::Text {
                kinds.entry(kind).or_insert_with(|| (0, known.0.clone())).0 += 1;
            } else if !says_nothing(&known.0, true) {
                return Ok(None);
            }
        }
        Ok(kinds.into_iter().max_by_key(|(_, (count, _))| *count).map(|(kind, (_, sample))| (kind, sample)))
    }
}
