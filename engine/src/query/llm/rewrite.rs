//! LLM queries derived from others: with other terms, or cut off after a step.

use super::{Call, Constraint, LlmQuery, Term};

/// The position of a term in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermPlace {
    /// `head_entity`
    Head,
    /// `relation`, of `get_information` or of a function
    Relation,
    /// `tail_entity`
    Tail,
    /// `key`
    Key,
    /// `value`
    Value,
    /// A set of a function.
    Set,
}

impl TermPlace {
    /// Whether a term in this position names a relation.
    pub fn names_relations(self) -> bool {
        matches!(self, TermPlace::Relation | TermPlace::Key)
    }
}

impl Call {
    /// The same call with each term replaced by the result of `change`.
    pub fn with_terms(&self, change: &mut dyn FnMut(TermPlace, &Term) -> Term) -> Call {
        let mut call = self.clone();
        fn one(place: TermPlace, term: &mut Option<Term>, change: &mut dyn FnMut(TermPlace, &Term) -> Term) {
            if let Some(term) = term {
                *term = change(place, term);
            }
        }
        fn compared(
            place: TermPlace,
            term: &mut Option<Constraint>,
            change: &mut dyn FnMut(TermPlace, &Term) -> Term,
        ) {
            if let Some(constraint) = term {
                constraint.term = change(place, &constraint.term);
            }
        }
        match &mut call {
            Call::GetInformation(info) => {
                one(TermPlace::Head, &mut info.head, change);
                one(TermPlace::Relation, &mut info.relation, change);
                compared(TermPlace::Tail, &mut info.tail, change);
                one(TermPlace::Key, &mut info.key, change);
                compared(TermPlace::Value, &mut info.value, change);
            }
            Call::Function(function) => {
                for set in &mut function.sets {
                    *set = change(TermPlace::Set, set);
                }
                one(TermPlace::Relation, &mut function.relation, change);
                compared(TermPlace::Value, &mut function.value, change);
            }
        }
        call
    }

    /// The indices of the steps whose results the call uses.
    pub(super) fn outputs(&self) -> Vec<usize> {
        let mut found = Vec::new();
        self.with_terms(&mut |_, term| {
            found.extend(if let Term::Output(at) = term { Some(*at) } else { None });
            term.clone()
        });
        found
    }
}

impl LlmQuery {
    /// Every name in the query, with its step and position.
    pub fn names(&self) -> Vec<(usize, TermPlace, String)> {
        let mut found = Vec::new();
        for (index, step) in self.steps.iter().enumerate() {
            step.call.with_terms(&mut |place, term| {
                if let Term::Names(names) = term {
                    found.extend(names.iter().map(|name| (index, place, name.clone())));
                }
                term.clone()
            });
        }
        found
    }

    /// The query with one name replaced by another wherever it is used for the same kind of thing. The notes
    /// of the steps then apply to the new name.
    pub fn renamed(&self, from: &str, to: &str, relations: bool) -> LlmQuery {
        let mut query = self.clone();
        for step in &mut query.steps {
            step.call = step.call.with_terms(&mut |place, term| match term {
                Term::Names(names) if place.names_relations() == relations => {
                    let names = names.iter().map(|name| if name == from { to } else { name }.to_owned());
                    Term::Names(names.collect())
                }
                term => term.clone(),
            });
            step.note = step.note.replace(from, to);
        }
        query
    }

    /// The steps up to and including one, without a target type.
    pub fn until(&self, last: usize) -> LlmQuery {
        LlmQuery { target: None, steps: self.steps.iter().take(last + 1).cloned().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{self, Query};

    fn read(text: &str) -> LlmQuery {
        match query::parse(text).map(|parsed| parsed.query) {
            Ok(Query::Llm(query)) => query,
            other => panic!("no LLM query: {other:?}"),
        }
    }

    #[test]
    fn a_name_is_exchanged_where_it_is_a_name_of_its_kind() {
        let query = read(
            "Step1: Find the rows whose Gold is Gold\n\
             Query1: \"get_information(relation='Gold', tail_entity='Gold')\"\n\
             Query2: \"keep(set='output_of_query1', relation='Total', value>'Gold')\"",
        );
        let names: Vec<String> = query.names().into_iter().map(|(_, _, name)| name).collect();
        assert_eq!(names, ["Gold", "Gold", "Total", "Gold"]);
        let other = query.renamed("Gold", "Silver", false);
        assert_eq!(other.step_text(0), "get_information(relation='Gold', tail_entity='Silver')");
        assert!(other.step_text(1).contains("value>'Silver'"));
        let other = query.renamed("Gold", "Silver", true);
        assert_eq!(other.step_text(0), "get_information(relation='Silver', tail_entity='Gold')");
        assert_eq!(query.until(0).steps.len(), 1);
    }
}
