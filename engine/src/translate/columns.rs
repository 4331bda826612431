//! What a text in the place of a relation means for the members of a set: a relation, a path of relations, a
//! time of the facts by which they were found, or a formula of these.

use trustuqa_model::NodeId;

use super::{Miss, Slot, Translated, Translator, nodes};
use crate::execute::Result;
use crate::ground::Parameter;
use crate::query::column::{Column, FactTime};
use crate::query::execution::Operand;
use crate::query::formula::Formula;

/// The column, or why there is none.
pub(super) type ColumnResult = std::result::Result<Column<NodeId>, Miss>;

impl Translator<'_, '_> {
    /// The column that a text means for the members of `set`. Its groundings are added to `out`.
    pub(super) fn column(
        &self,
        set: Option<&Operand<NodeId>>,
        name: &str,
        parameter: Parameter,
        out: &mut Translated,
    ) -> Result<ColumnResult> {
        if let Some(formula) = self.formula(name) {
            let mut columns = Vec::with_capacity(formula.names.len());
            for operand in &formula.names {
                match self.plain_column(set, operand, parameter, out)? {
                    Ok(column) => columns.push(column),
                    Err(miss) => return Ok(Err(miss)),
                }
            }
            return Ok(Ok(Column::Formula(formula.expression, columns)));
        }
        self.plain_column(set, name, parameter, out)
    }

    /// The text parsed as a formula; `None` when it is the name of a relation, or no formula.
    pub(super) fn formula(&self, name: &str) -> Option<Formula> {
        if self.catalog.named(name, &self.scope).is_some() {
            return None;
        }
        Formula::of_relation(name)
    }

    /// Whether a text in the place of a relation is more than the name of one: a formula, a path, or a time
    /// of the facts by which the members were found.
    pub(super) fn is_computed(&self, set: Option<&Operand<NodeId>>, name: &str) -> Result<bool> {
        let computed = self.formula(name).is_some() || self.path(name).is_some();
        Ok(computed || self.fact_time(set, name)?.is_some())
    }

    /// The relations of a path such as `Customer > Region`; `None` when the text is no path, or the name of
    /// one relation.
    fn path<'n>(&self, name: &'n str) -> Option<Vec<&'n str>> {
        let steps: Vec<&str> = name.split(" > ").map(str::trim).collect();
        let several = steps.len() > 1 && steps.iter().all(|step| !step.is_empty());
        (several && self.catalog.named(name, &self.scope).is_none()).then_some(steps)
    }

    /// The time of facts that a name such as `start time` means, when the members were found by facts with a
    /// time.
    fn fact_time(&self, set: Option<&Operand<NodeId>>, name: &str) -> Result<Option<FactTime>> {
        let (Some(time), Some(Operand::Set(at))) = (FactTime::named(name), set) else { return Ok(None) };
        let Some(set) = self.results.get(*at) else { return Ok(None) };
        for id in set.items().iter().take(64).flat_map(|item| &item.facts) {
            if self.executor.graph().fact(*id)?.interval.is_some() {
                return Ok(Some(time));
            }
        }
        Ok(None)
    }

    fn plain_column(
        &self,
        set: Option<&Operand<NodeId>>,
        name: &str,
        parameter: Parameter,
        out: &mut Translated,
    ) -> Result<ColumnResult> {
        if let Some(steps) = self.path(name) {
            let mut columns = Vec::with_capacity(steps.len());
            for (place, step) in steps.iter().enumerate() {
                match self.plain_column(set.filter(|_| place == 0), step, parameter, out)? {
                    Ok(column) => columns.push(column),
                    Err(miss) => return Ok(Err(miss)),
                }
            }
            return Ok(Ok(Column::Path(columns)));
        }
        if let Some(time) = self.fact_time(set, name)? {
            return Ok(Ok(Column::Time(time)));
        }
        let asked = [name.to_owned()];
        // The result of an earlier call of this step does not exist yet, so nothing is known of its members.
        let ran = match set {
            Some(Operand::Set(at)) if *at < self.results.len() => Some(*at),
            _ => None,
        };
        let grounded = match ran {
            Some(at) => match self.head_and_relation(&Slot::Set(at), &asked, parameter)? {
                Ok(pair) => {
                    out.groundings.extend(pair.groundings);
                    Ok(pair.relation)
                }
                Err((miss, shown)) => {
                    out.groundings.extend(shown);
                    Err(miss)
                }
            },
            None => match self.relation(&asked, parameter)? {
                Ok(grounding) => {
                    let chosen = grounding.chosen.clone();
                    out.groundings.push(grounding);
                    Ok(chosen)
                }
                Err(miss) => Err(miss),
            },
        };
        Ok(grounded.map(|chosen| Column::Relation(nodes(&chosen))))
    }
}
