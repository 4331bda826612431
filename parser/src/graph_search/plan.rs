//! A query under construction: a tree of calls, written as an LLM query at the end.

use std::sync::Arc;

use trustuqa_engine::query::Function;
use trustuqa_engine::query::llm::{Call, Constraint, FunctionCall, GetInformation, LlmQuery, Step, Term};
use trustuqa_model::Comparison;

use super::operators::SuperlativeRank;

/// A name, or a call whose parameters are plans.
#[derive(Clone, Debug, PartialEq)]
pub enum Plan {
    /// A name as it is stored, or a literal of a comparison.
    Name(String),
    /// `get_information`.
    Find {
        /// `head_entity`
        head: Option<Arc<Plan>>,
        /// `relation`
        relation: Option<String>,
        /// `tail_entity`
        tail: Option<(Comparison, Arc<Plan>)>,
        /// `key`
        key: Option<String>,
        /// `value`
        value: Option<(Comparison, Arc<Plan>)>,
    },
    /// The query of an earlier question, unchanged.
    Given(Arc<LlmQuery>),
    /// A reasoning function.
    Apply {
        /// The function.
        function: Function,
        /// Its sets.
        sets: Vec<Arc<Plan>>,
        /// `relation`
        relation: Option<String>,
        /// The comparison of `keep`.
        value: Option<(Comparison, Arc<Plan>)>,
        /// `k` of `top_k` and its like.
        k: Option<usize>,
    },
}

impl Plan {
    /// A name.
    pub fn name(text: &str) -> Arc<Plan> {
        Arc::new(Plan::Name(text.to_owned()))
    }

    /// `get_information(head_entity, relation)`.
    pub fn forward(head: &Arc<Plan>, relation: &str) -> Arc<Plan> {
        Arc::new(Plan::Find {
            head: Some(head.clone()),
            relation: Some(relation.to_owned()),
            tail: None,
            key: None,
            value: None,
        })
    }

    /// `get_information(relation, tail_entity)`.
    pub fn inverse(relation: &str, op: Comparison, tail: &Arc<Plan>) -> Arc<Plan> {
        Arc::new(Plan::Find {
            head: None,
            relation: Some(relation.to_owned()),
            tail: Some((op, tail.clone())),
            key: None,
            value: None,
        })
    }

    /// `get_information(relation)`.
    pub fn all(relation: &str) -> Arc<Plan> {
        Arc::new(Plan::Find {
            head: None,
            relation: Some(relation.to_owned()),
            tail: None,
            key: None,
            value: None,
        })
    }

    /// A reasoning function over sets.
    pub fn apply(function: Function, sets: &[&Arc<Plan>], relation: Option<&str>) -> Arc<Plan> {
        Arc::new(Plan::Apply {
            function,
            sets: sets.iter().map(|s| (*s).clone()).collect(),
            relation: relation.map(str::to_owned),
            value: None,
            k: None,
        })
    }

    /// The members of a set at some ranks in the order by a relation.
    pub fn ranked(set: &Arc<Plan>, relation: &str, larger: bool, rank: SuperlativeRank) -> Arc<Plan> {
        let apply = |function, set: &Arc<Plan>, relation: Option<&str>, k| {
            Arc::new(Plan::Apply {
                function,
                sets: vec![set.clone()],
                relation: relation.map(str::to_owned),
                value: None,
                k,
            })
        };
        match rank {
            SuperlativeRank::Top(k) => {
                let function = if larger { Function::TopK } else { Function::BottomK };
                apply(function, set, Some(relation), Some(k))
            }
            SuperlativeRank::Nth(k) => {
                let function = if larger { Function::SortDescending } else { Function::Sort };
                apply(Function::Nth, &apply(function, set, Some(relation), None), None, Some(k))
            }
        }
    }

    /// The members of a set that compare as asked.
    pub fn keep(set: &Arc<Plan>, op: Comparison, value: &Arc<Plan>) -> Arc<Plan> {
        Arc::new(Plan::Apply {
            function: Function::Keep,
            sets: vec![set.clone()],
            relation: None,
            value: Some((op, value.clone())),
            k: None,
        })
    }

    /// The same search with a qualifier: `key`, or `key` and `value`.
    pub fn with_key(&self, key: &str, value: Option<(Comparison, Arc<Plan>)>) -> Option<Arc<Plan>> {
        match self {
            Plan::Find { head, relation, tail, key: None, .. } => Some(Arc::new(Plan::Find {
                head: head.clone(),
                relation: relation.clone(),
                tail: tail.clone(),
                key: Some(key.to_owned()),
                value,
            })),
            _ => None,
        }
    }

    /// The plan with one name in place of another.
    pub fn renamed(self: &Arc<Plan>, from: &str, to: &str) -> Arc<Plan> {
        let pair =
            |c: &Option<(Comparison, Arc<Plan>)>| c.as_ref().map(|(op, plan)| (*op, plan.renamed(from, to)));
        match self.as_ref() {
            Plan::Name(name) if name == from => Plan::name(to),
            Plan::Name(_) | Plan::Given(_) => self.clone(),
            Plan::Find { head, relation, tail, key, value } => Arc::new(Plan::Find {
                head: head.as_ref().map(|h| h.renamed(from, to)),
                relation: relation.clone(),
                tail: pair(tail),
                key: key.clone(),
                value: pair(value),
            }),
            Plan::Apply { function, sets, relation, value, k } => Arc::new(Plan::Apply {
                function: *function,
                sets: sets.iter().map(|s| s.renamed(from, to)).collect(),
                relation: relation.clone(),
                value: pair(value),
                k: *k,
            }),
        }
    }

    /// Number of calls.
    pub fn size(&self) -> usize {
        let of = |c: &Option<(Comparison, Arc<Plan>)>| c.as_ref().map_or(0, |(_, p)| p.size());
        match self {
            Plan::Name(_) => 0,
            Plan::Given(_) => 1,
            Plan::Find { head, tail, value, .. } => {
                1 + head.as_ref().map_or(0, |h| h.size()) + of(tail) + of(value)
            }
            Plan::Apply { sets, value, .. } => 1 + of(value) + sets.iter().map(|s| s.size()).sum::<usize>(),
        }
    }

    /// The plan as an LLM query, with a sentence for each step.
    pub fn query(&self) -> LlmQuery {
        let mut writing = Writing::default();
        writing.term(self);
        LlmQuery { target: None, steps: writing.steps }
    }

    /// The functions and shapes of the calls in order, without names: what queries of the same form share.
    pub fn skeleton(&self) -> Vec<&'static str> {
        self.query().steps.iter().map(|step| shape(&step.call)).collect()
    }
}

/// The form of a call without its names.
pub fn shape(call: &Call) -> &'static str {
    match call {
        Call::GetInformation(info) => match (&info.head, &info.tail, &info.key, &info.value) {
            (_, _, Some(_), Some(_)) => "qualified",
            (_, _, Some(_), None) => "qualifier",
            (Some(_), Some(_), None, _) => "fact",
            (Some(_), None, None, _) => "forward",
            (None, Some(tail), None, _) if tail.op == Comparison::Eq => "inverse",
            (None, Some(_), None, _) => "compared",
            (None, None, None, _) => "all",
        },
        Call::Function(call) => call.function.name(),
    }
}

#[derive(Default)]
struct Writing {
    steps: Vec<Step>,
    written: Vec<(Plan, usize)>,
}

impl Writing {
    fn term(&mut self, plan: &Plan) -> Term {
        if let Plan::Name(name) = plan {
            return Term::Names(vec![name.clone()]);
        }
        // A plan that is used in two places is one step.
        if let Some((_, index)) = self.written.iter().find(|(p, _)| p == plan) {
            return Term::Output(*index);
        }
        let call = match plan {
            Plan::Name(_) => return Term::Names(Vec::new()),
            Plan::Given(query) => return self.given(plan, query),
            Plan::Find { head, relation, tail, key, value } => {
                let names = |name: &Option<String>| name.as_ref().map(|n| Term::Names(vec![n.clone()]));
                let head = head.as_ref().map(|h| self.term(h));
                let tail = tail.as_ref().map(|(op, t)| Constraint { op: *op, term: self.term(t) });
                let value = value.as_ref().map(|(op, v)| Constraint { op: *op, term: self.term(v) });
                Call::GetInformation(GetInformation {
                    head,
                    relation: names(relation),
                    tail,
                    key: names(key),
                    value,
                    ..GetInformation::default()
                })
            }
            Plan::Apply { function, sets, relation, value, k } => {
                let sets = sets.iter().map(|s| self.term(s)).collect();
                Call::Function(FunctionCall {
                    relation: relation.as_ref().map(|r| Term::Names(vec![r.clone()])),
                    value: value.as_ref().map(|(op, v)| Constraint { op: *op, term: self.term(v) }),
                    k: *k,
                    ..FunctionCall::of(*function, sets)
                })
            }
        };
        let note = self.note(&call);
        let index = self.steps.len();
        self.steps.push(Step { number: index as u32 + 1, note, call, span: 0..0 });
        self.written.push((plan.clone(), index));
        Term::Output(index)
    }

    /// Writes the steps of an earlier query, except for those that are there already.
    fn given(&mut self, plan: &Plan, query: &LlmQuery) -> Term {
        let mut places: Vec<usize> = Vec::new();
        for step in &query.steps {
            let call = step.call.with_terms(&mut |_, term| match term {
                Term::Output(at) => Term::Output(places.get(*at).copied().unwrap_or(0)),
                names => names.clone(),
            });
            let known = self.steps.iter().position(|s| s.call == call);
            places.push(known.unwrap_or(self.steps.len()));
            if known.is_none() {
                let number = self.steps.len() as u32 + 1;
                self.steps.push(Step { number, note: step.note.clone(), call, span: 0..0 });
            }
        }
        let Some(last) = places.last().copied() else { return Term::Names(Vec::new()) };
        self.written.push((plan.clone(), last));
        Term::Output(last)
    }

    /// What a call does, in plain words.
    fn note(&self, call: &Call) -> String {
        match call {
            Call::GetInformation(info) => self.information(info),
            Call::Function(call) => {
                let by =
                    call.relation.as_ref().map_or(String::new(), |r| format!(" {}", words(&self.say(r))));
                let k = call.k.unwrap_or(1);
                match call.function {
                    Function::Argmax => format!("Find those with the largest{by}"),
                    Function::Argmin => format!("Find those with the smallest{by}"),
                    Function::TopK => format!("Find the {k} with the largest{by}"),
                    Function::BottomK => format!("Find the {k} with the smallest{by}"),
                    Function::SortDescending => format!("Sort them by{by}, the largest first"),
                    Function::Sort => format!("Sort them by{by}, the smallest first"),
                    Function::Nth => format!("Take number {k}"),
                    Function::SetIntersection => "Find those in both".to_owned(),
                    Function::SetUnion => "Put these together".to_owned(),
                    Function::SetDifference => "Remove these from the first".to_owned(),
                    Function::Keep => {
                        let value = call.value.as_ref().map_or(String::new(), |v| {
                            format!(
                                " that {} {}",
                                compared(v.op)
                                    .replace("is more than", "come after")
                                    .replace("is less than", "come before"),
                                self.say(&v.term)
                            )
                        });
                        format!("Keep those{value}")
                    }
                    Function::Count => "Count them".to_owned(),
                    Function::Min => "Find the smallest or earliest".to_owned(),
                    Function::Max => "Find the largest or latest".to_owned(),
                    Function::Difference => "Find the difference".to_owned(),
                    Function::NextRow => "Find the next row".to_owned(),
                    Function::PreviousRow => "Find the previous row".to_owned(),
                    Function::MostFrequent => "Find the most frequent".to_owned(),
                    Function::LeastFrequent => "Find the least frequent".to_owned(),
                    function => format!("Find the {}", function.name().replace('_', " ")),
                }
            }
        }
    }

    fn information(&self, info: &GetInformation) -> String {
        let relation = info.relation.as_ref().map_or("facts".to_owned(), |r| words(&self.say(r)));
        let time = match (&info.key, &info.value) {
            (Some(key), Some(value)) => {
                format!(", where the {} {} {}", self.say(key), compared(value.op), self.say(&value.term))
            }
            _ => String::new(),
        };
        if let (Some(key), None) = (&info.key, &info.value) {
            let mut text = format!("Find the {} of", self.say(key));
            if let Some(head) = &info.head {
                text.push_str(&format!(" {}", self.say(head)));
            }
            text.push_str(&format!(" {relation}"));
            if let Some(tail) = &info.tail {
                text.push_str(&format!(" {}", self.say(&tail.term)));
            }
            return text;
        }
        match (&info.head, &info.tail) {
            (Some(head @ Term::Names(_)), None) => format!("Find the {relation} of {}{time}", self.say(head)),
            (Some(_), None) => format!("Find their {relation}{time}"),
            (None, Some(tail)) => format!(
                "Find what has a {relation} that {} {}{time}",
                compared(tail.op),
                self.say(&tail.term)
            ),
            (Some(head), Some(tail)) => {
                format!("See whether {} has the {relation} {}{time}", self.say(head), self.say(&tail.term))
            }
            (None, None) => format!("Find every {relation}{time}"),
        }
    }

    fn say(&self, term: &Term) -> String {
        match term {
            Term::Names(names) => names.join(" or "),
            Term::Output(index) => format!("the result of step {}", index + 1),
        }
    }
}

fn words(relation: &str) -> String {
    relation.replace('_', " ")
}

fn compared(op: Comparison) -> &'static str {
    match op {
        Comparison::Eq => "is",
        Comparison::Ne => "is not",
        Comparison::Lt => "is less than",
        Comparison::Le => "is at most",
        Comparison::Gt => "is more than",
        Comparison::Ge => "is at least",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trustuqa_engine::query;

    #[test]
    fn a_plan_is_written_as_a_query_that_reads_back() {
        let rows = Plan::inverse("Award", Comparison::Eq, &Plan::name("11th O'Neill Awards"));
        let work = Plan::forward(&rows, "Nominated work");
        let plan = Plan::apply(Function::SetDifference, &[&work, &Plan::forward(&rows, "Other")], None);
        let query = plan.query();
        assert_eq!(query.steps.len(), 4, "rows are one step: {query}");
        let read = query::parse(&query.to_string()).unwrap();
        assert!(read.repairs.is_empty());
        assert_eq!(read.llm().map(ToString::to_string), Some(query.to_string()));
        assert_eq!(plan.skeleton(), ["inverse", "forward", "forward", "set_difference"]);
    }

    #[test]
    fn a_name_is_exchanged_everywhere() {
        let plan = Plan::forward(&Plan::inverse("Nation", Comparison::Eq, &Plan::name("China")), "Gold");
        assert_eq!(
            plan.renamed("China", "Japan"),
            Plan::forward(&Plan::inverse("Nation", Comparison::Eq, &Plan::name("Japan")), "Gold")
        );
    }
}
