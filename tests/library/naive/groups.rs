//! Groups of members, and arithmetic on single values and on groups.

use trustuqa_engine::query::column::Aggregate;
use trustuqa_engine::query::formula::Formula;
use trustuqa_engine::query::llm::FunctionCall;

use super::columns::{Column, measured};
use super::eval::{Naive, Outcome, Step};
use super::facts::{FoundMember, Member, Set};
use super::formulas::{Lack, made};
use super::functions::{computed, mean, median, single, sum};
use super::value::Meaning;

struct Group {
    key: FoundMember,
    members: usize,
    values: Vec<FoundMember>,
}

impl Naive<'_> {
    /// The members by a value that they share, each group with one value made of its own.
    pub(super) fn group(&self, set: &Set, call: &FunctionCall, results: &[Set]) -> Step<Set> {
        let by = self.one_column(set, call.relation.as_ref(), results)?;
        let of = self.one_column(set, call.of.as_ref(), results)?;
        let with = call.with.unwrap_or(Aggregate::Count);
        // Whether nothing is counted, or asked for what nobody has, is not said.
        if let Some(Column::Relation(_) | Column::Formula(..)) = &of
            && self.all_values(set, of.as_ref().unwrap())?.is_empty()
        {
            return Err(Outcome::Unsure);
        }
        let mut groups: Vec<Group> = Vec::new();
        for found in &set.0 {
            let keys = match &by {
                Some(column) => self.column_values(found, column)?,
                None => vec![FoundMember::new(found.member.clone(), found.facts.clone())],
            };
            let values = match &of {
                Some(column) => self.column_values(found, column)?,
                None => vec![measured(found)],
            };
            // A row that is a group of its own was found by facts that say nothing of it.
            if by.is_none() && of.is_none() && found.is_row() {
                return Err(Outcome::Unsure);
            }
            let members = match found.member {
                Member::Name(_) if by.is_none() => found.facts.len().max(1),
                _ => 1,
            };
            for key in keys {
                let name = key.folded();
                let at = groups.iter().position(|group| group.key.folded() == name).unwrap_or_else(|| {
                    groups.push(Group { key: plain(&key), members: 0, values: Vec::new() });
                    groups.len() - 1
                });
                let group = &mut groups[at];
                for fact in found.facts.iter().chain(&key.facts) {
                    if !group.key.facts.contains(fact) {
                        group.key.facts.push(*fact);
                    }
                }
                group.members += members;
                // What two members share is one value of the group.
                for value in &values {
                    if of.is_none() || !group.values.iter().any(|known| known.member == value.member) {
                        group.values.push(value.clone());
                    }
                }
            }
        }
        let mut out = Set::default();
        for mut group in groups {
            let values = Set(group.values);
            let value = match (with, &of) {
                (Aggregate::Count, None) => computed(group.members as f64, ""),
                (Aggregate::Count, Some(_)) => computed(values.0.len() as f64, ""),
                (Aggregate::CountDistinct, _) => {
                    let mut texts: Vec<String> = values.0.iter().map(FoundMember::folded).collect();
                    texts.sort();
                    texts.dedup();
                    computed(texts.len() as f64, "")
                }
                (Aggregate::List | Aggregate::Most | Aggregate::Least, _) => return Err(Outcome::Unsure),
                (Aggregate::Sum, _) => sum(&values, true)?,
                (Aggregate::Mean, _) => mean(&values, true)?,
                (Aggregate::Median, _) => median(&values, true)?,
                (Aggregate::Min, _) => super::functions::extreme(&values, std::cmp::Ordering::Less)?,
                (Aggregate::Max, _) => super::functions::extreme(&values, std::cmp::Ordering::Greater)?,
            };
            let Some(value) = value.0.first() else { continue };
            group.key.measure = Some((value.text(), value.meaning()));
            out.0.push(group.key);
        }
        Ok(out)
    }

    fn one_column(
        &self,
        set: &Set,
        term: Option<&trustuqa_engine::query::llm::Term>,
        results: &[Set],
    ) -> Step<Option<Column>> {
        let Some(term) = term else { return Ok(None) };
        match self.given(term, results).0.as_slice() {
            [name] => Ok(Some(self.column(set, &name.text()))),
            _ => Err(Outcome::Unsure),
        }
    }

    /// A formula of each member's columns.
    pub(super) fn derive(&self, set: &Set, formula: &Formula) -> Step<Set> {
        let column = self.column(set, &formula.to_string());
        let mut out = Set::default();
        for found in &set.0 {
            for value in self.column_values(found, &column)? {
                out.push(value.member, &value.facts);
            }
        }
        Ok(out)
    }
}

/// A key by itself: the cell that it was read from stands for no row any more.
fn plain(key: &FoundMember) -> FoundMember {
    let member = match &key.member {
        Member::Cell(_, _, _, text, None) => Member::Name(text.clone()),
        Member::Cell(_, _, _, text, Some(day)) => Member::Computed(text.clone(), Meaning::Date(*day)),
        Member::Made(text, meaning, _) => Member::Computed(text.clone(), meaning.clone()),
        member => member.clone(),
    };
    FoundMember::new(member, Vec::new())
}

/// Arithmetic on the results of steps: on single values, and for each key that all groups have.
pub(super) fn calculate(formula: &Formula, sets: &[Set]) -> Step<Set> {
    if sets.iter().any(Set::is_empty) {
        return Ok(Set::default());
    }
    let are_groups = |set: &Set| set.0.iter().any(|found| found.measure.is_some());
    let mut singles: Vec<Option<Meaning>> = Vec::new();
    for set in sets {
        singles.push(if are_groups(set) { None } else { single(set)?.map(FoundMember::meaning) });
    }
    let evaluated = |operands: &[Meaning]| made(&formula.expression, operands);
    let Some(groups) = sets.iter().find(|set| are_groups(set)) else {
        let operands: Vec<Meaning> = singles.into_iter().flatten().collect();
        return match evaluated(&operands) {
            Ok((text, meaning)) => {
                Ok(Set(vec![FoundMember::new(Member::Computed(text, meaning), Vec::new())]))
            }
            Err(Lack::Unsaid) => Err(Outcome::Unsure),
            Err(_) => Err(Outcome::Refused),
        };
    };
    let mut out = Set::default();
    for key in &groups.0 {
        let operands: Option<Vec<Meaning>> = sets
            .iter()
            .zip(&singles)
            .map(|(set, single)| match single {
                Some(meaning) => Some(meaning.clone()),
                None => {
                    let own = set.0.iter().find(|found| found.folded() == key.folded())?;
                    own.measure.as_ref().map(|(_, meaning)| meaning.clone())
                }
            })
            .collect();
        let Some(operands) = operands else { continue };
        match evaluated(&operands) {
            Ok(measure) => out.0.push(FoundMember { measure: Some(measure), ..key.clone() }),
            Err(Lack::Nothing) => {}
            Err(Lack::Unfit) => return Err(Outcome::Refused),
            Err(Lack::Unsaid) => return Err(Outcome::Unsure),
        }
    }
    Ok(out)
}
