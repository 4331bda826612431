//! The calls from which the shapes are composed, each with the grounding of its names.

use trustuqa_model::{Comparison, NodeId, Scope};

use super::{Compared, ShapeBuilder, ShapeResult, ShapeStop};
use crate::execute::ItemValue;
use crate::family::Family;
use crate::ground::lexical::{alike, stem};
use crate::ground::{Channel, Grounding, NodeCandidate, Parameter};
use crate::lexicon::End;
use crate::query::execution::{Condition, ExecutionCall, Node1, Operand};
use crate::query::{Function, words};
use crate::translate::joint::{Pair, Reach};
use crate::translate::{Miss, Slot, Translator, nodes};

/// Whether the relation of a pair was found by its name, and not by its cells.
fn by_name(pair: &Pair) -> bool {
    pair.relation.first().is_none_or(|c| c.channel != Channel::Value)
}

/// A key within the sources of the heads is preferred when its score is at least this fraction of the best
/// score in any source.
const KEY_NEAR: f32 = 0.7;

/// Whether one of the rows at `index` (the first 64) has a value in one of these columns.
fn have_any(t: &Translator<'_, '_>, index: usize, columns: &[NodeId]) -> crate::execute::Result<bool> {
    for row in t.set(index).nodes().into_iter().take(64) {
        for column in columns {
            if !t.executor.graph().facts_of_head(row, Some(*column), &t.scope)?.is_empty() {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

impl ShapeBuilder<'_, '_, '_> {
    /// The calls that select the facts (h, r, t); their items are the heads.
    pub(super) fn fact(&mut self, head: &Slot, relation: &[String], tail: &Compared) -> ShapeResult<usize> {
        let on = self.head_operand_for(head, relation)?;
        self.heads_with_tail(relation, tail, Some(on))
    }

    /// Appends the values of a key or relation of the heads at `heads`.
    pub(super) fn key_of(&mut self, heads: usize, key: &[String], parameter: Parameter) -> ShapeResult<()> {
        // The heads are not computed yet. So the key is preferably chosen among the relations of the sources
        // that the heads can come from.
        let here = self.within_chosen_sources().relation(key, parameter)?.ok();
        let anywhere = self.t.relation(key, parameter)?;
        let chosen = match (here, anywhere) {
            (Some(here), Ok(anywhere)) if here.score() < KEY_NEAR * anywhere.score() => anywhere,
            (Some(here), _) => here,
            (None, Ok(anywhere)) => anywhere,
            (None, Err(miss)) => return Err(ShapeStop::Miss(miss)),
        };
        let key = nodes(&chosen.chosen);
        self.out.groundings.push(chosen);
        self.search_node(key, Condition::On(Operand::Set(heads)));
        Ok(())
    }

    /// The translator restricted to the sources of the relations chosen so far: a key belongs to the same
    /// heads, hence mostly to the same sources.
    fn within_chosen_sources(&self) -> Translator<'_, '_> {
        let mut sources = Vec::new();
        for candidate in self.out.groundings.iter().flat_map(|g| &g.chosen) {
            for source in self.t.catalog.get(candidate.node).map_or(&[][..], |entry| &entry.sources) {
                if self.t.scope.contains(*source) {
                    sources.push(*source);
                }
            }
        }
        sources.sort_unstable();
        sources.dedup();
        let scope = if sources.is_empty() { self.t.scope.clone() } else { Scope::Only(sources) };
        Translator {
            query: self.t.query,
            executor: self.t.executor,
            catalog: self.t.catalog,
            embed: self.t.embed,
            question: self.t.question,
            target: self.t.target,
            scope,
            source_names: self.t.source_names.clone(),
            results: self.t.results,
            outputs: self.t.outputs,
            pins: self.t.pins,
            without: self.t.without,
            step: self.t.step,
        }
    }

    /// Every fact of a head, as its relations. A name that heads no fact but is a cell stands for the rows of
    /// that cell.
    pub(super) fn facts_of_head(&mut self, head: &Slot) -> ShapeResult<usize> {
        let node1 = match self.head_operand(head)? {
            Operand::Set(index) => Node1::Set(index),
            Operand::Nodes(nodes) => Node1::Nodes(nodes),
            Operand::Literal(_) => Node1::Nodes(Vec::new()),
        };
        let sources = self.sources();
        Ok(self.push(ExecutionCall::SearchNode { node1, condition: Condition::Empty, scope: None, sources }))
    }

    /// Chooses head and relation together and returns them with the operand that
    /// stands for the head: itself, or the rows that it is a cell of.
    pub(super) fn head_relation(
        &mut self,
        head: &Slot,
        relation: &[String],
        parameter: Parameter,
    ) -> ShapeResult<(Pair, Operand<NodeId>)> {
        // The result of an earlier call of this translation does not exist yet, so the relation is grounded
        // alone.
        if let Slot::Set(index) = head
            && *index >= self.base
        {
            let chosen = self.candidates(relation, parameter)?;
            return Ok((
                Pair { relation: chosen, entity: Vec::new(), reach: Reach::Direct, groundings: Vec::new() },
                Operand::Set(*index),
            ));
        }
        let pair = match self.t.head_and_relation(head, relation, parameter)? {
            Ok(pair) => pair,
            Err((miss, shown)) => {
                self.out.groundings.extend(shown);
                return Err(ShapeStop::Miss(miss));
            }
        };
        self.out.groundings.extend(pair.groundings.iter().cloned());
        let on = self.reached(head, &pair);
        Ok((pair, on))
    }

    /// The operand for a head whose relation is grounded elsewhere.
    pub(super) fn head_operand_for(
        &mut self,
        head: &Slot,
        relation: &[String],
    ) -> ShapeResult<Operand<NodeId>> {
        match self.t.head_and_relation(head, relation, Parameter::Relation)? {
            Ok(pair) => {
                let on = self.reached(head, &pair);
                let of_head = |g: &Grounding| g.parameter == Parameter::HeadEntity;
                self.out.groundings.extend(pair.groundings.into_iter().filter(of_head));
                Ok(on)
            }
            Err((miss, shown)) => {
                self.out.groundings.extend(shown);
                Err(ShapeStop::Miss(miss))
            }
        }
    }

    /// The operand for the head of a pair: itself, or the rows that it is a cell of.
    fn reached(&mut self, head: &Slot, pair: &Pair) -> Operand<NodeId> {
        let set = head.operand(&pair.entity);
        match pair.reach {
            Reach::Direct => set,
            Reach::Rows => {
                let sources = self.sources();
                let relation = nodes(&pair.relation);
                Operand::Set(self.push(ExecutionCall::Rows { set, relation, sources }))
            }
        }
    }

    /// The facts with this tail under any relation, restricted to `head` when it is given.
    pub(super) fn open_relation(&mut self, head: Option<&Slot>, tail: &Compared) -> ShapeResult<usize> {
        let relations = self.relations_into(tail)?;
        let (node2, op) = self.tail_operand(tail)?;
        let on = match head {
            Some(head) => Some(self.head_operand(head)?),
            None => None,
        };
        Ok(self.search_condition(relations, node2, op, on))
    }

    /// The operand for a head that has no relation beside it.
    fn head_operand(&mut self, head: &Slot) -> ShapeResult<Operand<NodeId>> {
        match head {
            Slot::Set(index) => {
                let members = self.t.executor.nodes_of(self.t.set(*index))?;
                self.or_rows(Operand::Set(*index), &members)
            }
            Slot::Names(asked) => {
                let chosen = nodes(&self.entity(asked, Parameter::HeadEntity)?);
                self.or_rows(Operand::Nodes(chosen.clone()), &chosen)
            }
        }
    }

    /// The operand itself when one of its members heads a fact, otherwise the rows of which its members are
    /// cells.
    fn or_rows(&mut self, operand: Operand<NodeId>, members: &[NodeId]) -> ShapeResult<Operand<NodeId>> {
        for node in members {
            if !self.t.executor.graph().facts_of_head(*node, None, &self.t.scope)?.is_empty() {
                return Ok(operand);
            }
        }
        let sources = self.sources();
        Ok(Operand::Set(self.push(ExecutionCall::Rows { set: operand, relation: Vec::new(), sources })))
    }

    fn tail_operand(&mut self, tail: &Compared) -> ShapeResult<(Operand<NodeId>, Comparison)> {
        match &tail.slot {
            Slot::Set(index) => Ok((Operand::Set(*index), tail.op)),
            Slot::Names(asked) if tail.op == Comparison::Eq => {
                Ok((Operand::Nodes(nodes(&self.entity(asked, Parameter::TailEntity)?)), tail.op))
            }
            Slot::Names(asked) => Ok((Operand::Literal(asked.first().cloned().unwrap_or_default()), tail.op)),
        }
    }

    /// Every relation that has the tail. Without a relation, only equality can be asked for.
    fn relations_into(&mut self, tail: &Compared) -> ShapeResult<Vec<NodeId>> {
        if tail.op != Comparison::Eq {
            return Err(ShapeStop::Failed(crate::execute::ExecuteError::step(
                "comparison-of-what",
                format!("a comparison with `{}` needs a relation", tail.op.symbol()),
                "say whose values are compared, for example relation='Gold', tail_entity>'10'",
            )));
        }
        let tails = match &tail.slot {
            Slot::Set(index) => self.t.executor.nodes_of(self.t.set(*index))?,
            Slot::Names(asked) => match self.t.entity(asked, Parameter::TailEntity)? {
                Ok(grounding) => nodes(&grounding.chosen),
                Err(miss) => return Err(ShapeStop::Miss(miss)),
            },
        };
        let mut relations = Vec::new();
        for tail in tails {
            for posting in self.t.executor.graph().facts_of_tail(tail, None, &self.t.scope)? {
                if !relations.contains(&posting.relation) {
                    relations.push(posting.relation);
                }
            }
        }
        Ok(relations)
    }

    /// The heads that have the tail under the relation, among `on` when it is given.
    pub(super) fn heads_with_tail(
        &mut self,
        relation: &[String],
        tail: &Compared,
        on: Option<Operand<NodeId>>,
    ) -> ShapeResult<usize> {
        self.relation_tail(relation, Parameter::Relation, tail, Parameter::TailEntity, on)
    }

    /// The heads that have the value under the key, among `on` when it is given.
    pub(super) fn heads_with_value(
        &mut self,
        key: &[String],
        value: &Compared,
        on: Option<Operand<NodeId>>,
    ) -> ShapeResult<usize> {
        self.relation_tail(key, Parameter::Key, value, Parameter::Value, on)
    }

    /// `search_condition(relation, tail, op)`; returns the call's index.
    fn relation_tail(
        &mut self,
        relation: &[String],
        parameter: Parameter,
        tail: &Compared,
        tail_parameter: Parameter,
        on: Option<Operand<NodeId>>,
    ) -> ShapeResult<usize> {
        if let Some(at) = self.rows_as_tail(relation, parameter, tail, on.as_ref())? {
            return Ok(at);
        }
        if let Some(at) = self.superlative(relation, parameter, tail, on.as_ref())? {
            return Ok(at);
        }
        // Where heads were selected before, a pair in the sources of these heads is preferred.
        let ground = |t: &Translator<'_, '_>| {
            t.relation_and_tail(relation, parameter, tail.op, &tail.slot, tail_parameter)
        };
        let here = match on {
            // Such a relation must match by its name; a match of one of its cells is not enough.
            Some(_) => ground(&self.within_chosen_sources())?.ok().filter(by_name),
            None => None,
        };
        let anywhere = ground(self.t)?;
        let score = |pair: &Pair| pair.groundings.iter().map(Grounding::score).product::<f32>();
        let pair = match (here, anywhere) {
            (Some(here), Ok(anywhere)) if score(&here) < KEY_NEAR * score(&anywhere) => anywhere,
            (Some(here), _) => here,
            (None, Ok(anywhere)) => anywhere,
            (None, Err((miss, shown))) => {
                self.out.groundings.extend(shown);
                return Err(ShapeStop::Miss(miss));
            }
        };
        self.out.groundings.extend(pair.groundings.iter().cloned());
        let node2 = match &tail.slot {
            Slot::Set(index) => Operand::Set(*index),
            Slot::Names(_) if matches!(tail.op, Comparison::Eq | Comparison::Ne) => {
                Operand::Nodes(nodes(&pair.entity))
            }
            Slot::Names(asked) => Operand::Literal(asked.first().cloned().unwrap_or_default()),
        };
        let columns = nodes(&pair.relation);
        let at = self.search_condition(columns.clone(), node2, tail.op, on.clone());
        self.without_absent(&columns, tail, on, at)
    }

    /// Translates `tail_entity='highest'`, where no tail has that name, to the heads with the extreme value
    /// of the relation. The best rank is the smallest.
    fn superlative(
        &mut self,
        relation: &[String],
        parameter: Parameter,
        tail: &Compared,
        on: Option<&Operand<NodeId>>,
    ) -> ShapeResult<Option<usize>> {
        let Slot::Names(asked) = &tail.slot else { return Ok(None) };
        let [name] = asked.as_slice() else { return Ok(None) };
        if !self.t.uses(Family::Superlatives) {
            return Ok(None);
        }
        // `last season` in the column Season asks for the last one.
        let own: Vec<String> = relation.iter().flat_map(|r| trustuqa_model::tokens(r)).collect();
        let rest: Vec<String> = trustuqa_model::tokens(name)
            .into_iter()
            .filter(|w| !own.iter().any(|o| stem(o) == stem(w)))
            .collect();
        let name = if rest.is_empty() { name.clone() } else { rest.join(" ") };
        let name = &name;
        let Some(extreme) = words::superlative(name) else { return Ok(None) };
        let known = self.t.relation_and_tail(relation, parameter, Comparison::Eq, &tail.slot, parameter)?;
        if known.is_ok_and(|pair| pair.entity.first().is_some_and(|c| c.score >= 0.95)) {
            return Ok(None);
        }
        let nodes = self.relation(relation, parameter)?;
        let place = relation.iter().any(|name| words::is_place(name));
        let end = self.t.end_of(extreme, &nodes);
        let largest = if place && words::is_good(name) {
            false
        } else if place && words::is_bad(name) {
            true
        } else {
            end == End::Larger
        };
        // Names have no magnitude: `most` asks for the most frequent one, and `first` and `last` go by the
        // order of rows.
        let ordered = self.t.is_ordered(&nodes);
        let most = matches!(trustuqa_model::fold(name).as_str(), "most" | "least" | "fewest");
        let of_itself = self.t.target.is_some_and(|target| relation.iter().any(|r| alike(target, r)));
        // `appears the most` asks for the most frequent value, not for the largest number.
        let said = trustuqa_model::tokens(self.note()).join(" ");
        let often =
            ["appears the most", "appear the most", "occurs the most", "most often", "most frequently"];
        let of_itself = of_itself || often.iter().any(|words| said.contains(words));
        let function = match (largest, ordered && !(most && of_itself)) {
            (true, true) => Function::Max,
            (false, true) => Function::Min,
            _ if matches!(trustuqa_model::fold(name).as_str(), "first" | "earliest" | "top") => {
                Function::First
            }
            _ if matches!(
                trustuqa_model::fold(name).as_str(),
                "last" | "latest" | "most recent" | "bottom"
            ) =>
            {
                Function::Last
            }
            (true, false) => Function::MostFrequent,
            (false, false) => Function::LeastFrequent,
        };
        let condition = on.map_or(Condition::Any, |on| Condition::On(on.clone()));
        let values = self.search_node(nodes.clone(), condition);
        let extreme = self.push(ExecutionCall::Reason {
            function,
            sets: vec![Operand::Set(values)],
            relation: Vec::new(),
            value: None,
            k: None,
            sources: Vec::new(),
        });
        if matches!(function, Function::First | Function::Last) {
            let sources = self.sources();
            let set = Operand::Set(extreme);
            return Ok(Some(self.push(ExecutionCall::Rows { set, relation: Vec::new(), sources })));
        }
        Ok(Some(self.search_condition(nodes, Operand::Set(extreme), Comparison::Eq, on.cloned())))
    }

    /// Rows in the place of a tail: for `=` they are the result themselves, for an order comparison their
    /// positions are compared. Likewise cells of another column of the same table.
    fn rows_as_tail(
        &mut self,
        relation: &[String],
        parameter: Parameter,
        tail: &Compared,
        on: Option<&Operand<NodeId>>,
    ) -> ShapeResult<Option<usize>> {
        let Slot::Set(index) = tail.slot else { return Ok(None) };
        if self.t.rows_in(self.t.set(index))? > 0 {
            return self.rows_compared(relation, tail.op, index, on, parameter);
        }
        if tail.op != Comparison::Eq || on.is_some() || self.t.set(index).is_empty() {
            return Ok(None);
        }
        let Ok(grounded) = self.t.relation(relation, parameter)? else { return Ok(None) };
        let relation = nodes(&grounded.chosen);
        if !self.are_cells_of_other_columns(index, &relation)? {
            return Ok(None);
        }
        self.out.groundings.push(grounded);
        let sources = self.sources();
        Ok(Some(self.push(ExecutionCall::Rows { set: Operand::Set(index), relation, sources })))
    }

    /// A relation compared with rows: the rows themselves, their values under the relation, or their
    /// positions, depending on the comparison.
    fn rows_compared(
        &mut self,
        relation: &[String],
        op: Comparison,
        index: usize,
        on: Option<&Operand<NodeId>>,
        parameter: Parameter,
    ) -> ShapeResult<Option<usize>> {
        let columns = match self.t.relation(relation, parameter)? {
            Ok(grounding) => nodes(&grounding.chosen),
            Err(_) => Vec::new(),
        };
        match op {
            // Only for a column whose values have an order, such as a rank or a season: a row is not a
            // winner.
            Comparison::Eq if on.is_none() && self.t.is_ordered(&columns) => {
                // Grounded for the trace only: the rows are the same for every column.
                self.relation(relation, parameter)?;
                let (set, sources) = (Operand::Set(index), self.sources());
                Ok(Some(self.push(ExecutionCall::Rows { set, relation: Vec::new(), sources })))
            }
            // The rows whose value differs from those of the given rows.
            Comparison::Ne if have_any(self.t, index, &columns)? => {
                let columns = self.relation(relation, parameter)?;
                let own = self.search_node(columns.clone(), Condition::On(Operand::Set(index)));
                let what = relation.join(", ");
                self.out.readings.push(format!("the rows were replaced by their {what}"));
                Ok(Some(self.search_condition(columns, Operand::Set(own), op, on.cloned())))
            }
            Comparison::Eq | Comparison::Ne => Ok(None),
            _ if on.is_some() => Ok(None),
            _ => {
                let sources = self.sources();
                Ok(Some(self.push(ExecutionCall::SearchCondition {
                    node1: Node1::RowNumber,
                    node2: Operand::Set(index),
                    op,
                    condition: None,
                    relation: Vec::new(),
                    scope: None,
                    sources,
                })))
            }
        }
    }

    /// Whether each member of a set is a cell of another column in a table with one of these relations, and
    /// no value of these relations, or is a value computed from a cell of these relations.
    fn are_cells_of_other_columns(&self, index: usize, relations: &[NodeId]) -> Result<bool, ShapeStop> {
        let executor = self.t.executor;
        for item in self.t.set(index).items() {
            let Some(fact) = item.facts.first() else { return Ok(false) };
            let fact = executor.graph().fact(*fact)?;
            let node = match &item.value {
                ItemValue::Cell(node) => *node,
                ItemValue::Derived(..) if relations.contains(&fact.relation) => continue,
                _ => return Ok(false),
            };
            let columns = executor.source(fact.source).map_or(&[][..], |source| &source.relations);
            let is_column = columns.iter().any(|column| relations.contains(&column.node));
            if !is_column || relations.contains(&fact.relation) {
                return Ok(false);
            }
            for relation in relations {
                if !executor.graph().facts_of_relation(*relation, Some(node), &self.t.scope)?.is_empty() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn entity(&mut self, asked: &[String], parameter: Parameter) -> ShapeResult<Vec<NodeCandidate>> {
        let grounded = self.t.entity(asked, parameter)?;
        self.chosen(grounded)
    }

    fn candidates(&mut self, asked: &[String], parameter: Parameter) -> ShapeResult<Vec<NodeCandidate>> {
        let grounded = self.t.relation(asked, parameter)?;
        self.chosen(grounded)
    }

    /// Records a grounding for the trace and returns the chosen candidates.
    pub(super) fn chosen(&mut self, grounded: Result<Grounding, Miss>) -> ShapeResult<Vec<NodeCandidate>> {
        let grounding = grounded.map_err(ShapeStop::Miss)?;
        let chosen = grounding.chosen.clone();
        self.out.groundings.push(grounding);
        Ok(chosen)
    }

    pub(super) fn relation(&mut self, asked: &[String], parameter: Parameter) -> ShapeResult<Vec<NodeId>> {
        Ok(nodes(&self.candidates(asked, parameter)?))
    }
}
