//! Sets and goals as steps of a query.

use std::sync::Arc;

use trustuqa_engine::query::Function;
use trustuqa_engine::query::column::{Aggregate, Test as QueryTest};
use trustuqa_engine::query::formula::Formula;
use trustuqa_engine::query::llm::{Call, Constraint, FunctionCall, GetInformation, LlmQuery, Step, Term};
use trustuqa_model::{Comparison, Source};

use super::{By, Cond, Goal, Grouping, Key, Limit, Set, ValueTest, When};
use crate::relation::{Rel, RelId};

/// Writes goals over the relations of a graph.
pub struct QueryWriter<'a> {
    /// The relations.
    pub rels: &'a [Arc<Rel>],
    /// The catalogue.
    pub sources: &'a [Source],
    steps: Vec<(Call, String)>,
}

impl<'a> QueryWriter<'a> {
    /// A writer without steps.
    pub fn new(rels: &'a [Arc<Rel>], sources: &'a [Source]) -> QueryWriter<'a> {
        QueryWriter { rels, sources, steps: Vec::new() }
    }

    /// The query of a goal.
    pub fn query(mut self, goal: &Goal) -> LlmQuery {
        self.goal(goal);
        let steps = self.steps.into_iter().zip(1u32..);
        let steps = steps.map(|((call, note), number)| Step { number, note, call, span: 0..0 }).collect();
        LlmQuery { target: None, steps }
    }

    fn push(&mut self, call: Call, note: String) -> Term {
        if let Some(at) = self.steps.iter().position(|(known, _)| *known == call) {
            return Term::Output(at);
        }
        self.steps.push((call, note));
        Term::Output(self.steps.len() - 1)
    }

    pub(super) fn name(&self, rel: RelId) -> String {
        self.rels[rel].name.clone()
    }

    fn source(&self, rel: RelId) -> Vec<String> {
        vec![self.sources[self.rels[rel].source].name.clone()]
    }

    fn find(&mut self, info: GetInformation, note: String) -> Term {
        self.push(Call::GetInformation(info), note)
    }

    fn call(&mut self, call: FunctionCall, note: String) -> Term {
        self.push(Call::Function(call), note)
    }

    /// What members are ordered by, as functions name it.
    fn by(&self, by: &By) -> Term {
        Term::Names(vec![match by {
            By::Rel(rel) => self.name(*rel),
            By::Duration => "duration".to_owned(),
            By::Start => "start time".to_owned(),
        }])
    }

    /// The term for a set: its names, or the output of its last step.
    fn set(&mut self, set: &Set) -> Term {
        let note = self.say(set);
        match set {
            Set::Names(names) => Term::Names(names.clone()),
            Set::Rows(source, conds) => self.rows(*source, conds),
            Set::Side(rel, heads) => {
                let tail_test = heads.then_some(QueryTest::NotEmpty);
                let info = GetInformation {
                    relation: Some(Term::Names(vec![self.name(*rel)])),
                    tail_test,
                    sources: self.source(*rel),
                    ..GetInformation::default()
                };
                self.find(info, note)
            }
            Set::Hop(of, rel, out, when) => {
                let of = self.set(of);
                let mut info = GetInformation {
                    relation: Some(Term::Names(vec![self.name(*rel)])),
                    sources: self.source(*rel),
                    ..GetInformation::default()
                };
                if *out {
                    info.head = Some(of);
                } else {
                    info.tail = Some(Constraint { op: Comparison::Eq, term: of });
                }
                self.when(when, &mut info);
                let found = self.find(info, note.clone());
                self.during(found, when, note)
            }
            Set::Facts(rel, head, tail, _, when) => {
                let mut info = GetInformation {
                    relation: Some(Term::Names(vec![self.name(*rel)])),
                    sources: self.source(*rel),
                    ..GetInformation::default()
                };
                info.head = head.as_ref().map(|h| self.set(h));
                match tail {
                    Some(tail) => info.tail = Some(Constraint { op: Comparison::Eq, term: self.set(tail) }),
                    None if head.is_none() => info.tail_test = Some(QueryTest::NotEmpty),
                    None => {}
                }
                self.when(when, &mut info);
                let found = self.find(info, note.clone());
                self.during(found, when, note)
            }
            Set::Keep(of, cond) => {
                let of = self.set(of);
                self.keep(of, cond, note)
            }
            Set::Both(a, b) => self.two(Function::SetIntersection, a, b, note),
            Set::Minus(a, b) => self.two(Function::SetDifference, a, b, note),
            Set::Extreme(of, by, largest, k) => {
                let of = self.set(of);
                let function = match (largest, k) {
                    (true, 1) => Function::Argmax,
                    (false, 1) => Function::Argmin,
                    (true, _) => Function::TopK,
                    (false, _) => Function::BottomK,
                };
                let call = FunctionCall {
                    relation: Some(self.by(by)),
                    k: (*k > 1).then_some(*k),
                    ..FunctionCall::of(function, vec![of])
                };
                self.call(call, note)
            }
            Set::Nth(all, by, largest, n) => {
                let of = self.set(all);
                let function = if *largest { Function::SortDescending } else { Function::Sort };
                let first = if *largest { "largest" } else { "smallest" };
                let sorted = format!("{} by {}, the {first} first", self.say(all), self.say_by(by));
                let sort =
                    FunctionCall { relation: Some(self.by(by)), ..FunctionCall::of(function, vec![of]) };
                let sorted = self.call(sort, sorted);
                self.call(FunctionCall { k: Some(*n), ..FunctionCall::of(Function::Nth, vec![sorted]) }, note)
            }
            Set::Near(all, of, before, every) => {
                let function = match (before, every) {
                    (true, false) => Function::NearestBefore,
                    (false, false) => Function::NearestAfter,
                    (true, true) => Function::Before,
                    (false, true) => Function::After,
                };
                self.two(function, all, of, note)
            }
            Set::WithAll { set, by, of, all } => {
                let each = format!(
                    "for each {} of {}, the number of different {}",
                    self.say_path(by),
                    self.say(set),
                    self.say_path(of)
                );
                let call = self.of_each(set, by, of, Aggregate::CountDistinct);
                let groups = self.call(call, each);
                let many = format!("the number of different {}", self.say(all));
                let all = self.set(all);
                let term = self.call(FunctionCall::of(Function::CountDistinct, vec![all]), many);
                let value = Some(Constraint { op: Comparison::Eq, term });
                self.call(FunctionCall { value, ..FunctionCall::of(Function::Keep, vec![groups]) }, note)
            }
            Set::Having(grouping, op, limit) => {
                let (by, of, what) = self.say_groups(grouping);
                let each = format!("for each {by} of {of}, the {what}");
                let groups = self.groups(grouping, &each);
                let (groups, term) = self.limited(groups, limit, &each);
                let value = Some(Constraint { op: *op, term });
                self.call(FunctionCall { value, ..FunctionCall::of(Function::Keep, vec![groups]) }, note)
            }
        }
    }

    /// What is compared: the groups, or how far they are from limits; and with what.
    fn limited(&mut self, groups: Term, limit: &Limit, each: &str) -> (Term, Term) {
        match limit {
            Limit::Value(value) => (groups, Term::Names(vec![value.clone()])),
            Limit::Mean => {
                let mean = FunctionCall::of(Function::Mean, vec![groups.clone()]);
                let mean = self.call(mean, format!("the mean of all of these: {each}"));
                (groups, mean)
            }
            Limit::Column(key, column) => {
                let limits = self.limits_of_rows(*key, *column);
                let note = format!("{each}, less its {}", self.rels[*column].in_words());
                let formula = Formula::parse("number - limit").ok();
                let less =
                    FunctionCall { formula, ..FunctionCall::of(Function::Calculate, vec![groups, limits]) };
                (self.call(less, note), Term::Names(vec!["0".to_owned()]))
            }
        }
    }

    /// What each row of a table has in a column, by a key column of the table.
    fn limits_of_rows(&mut self, key: RelId, column: RelId) -> Term {
        let set = Arc::new(Set::Rows(self.rels[key].source, Vec::new()));
        let limits = Grouping { set, by: vec![Key::Rel(key)], of: Some(column), with: Aggregate::Max };
        let note = format!("{} of each {}", self.rels[column].in_words(), self.rels[key].in_words());
        self.groups(&limits, &note)
    }

    /// The steps that compute a number for each group of members.
    fn groups(&mut self, grouping: &Grouping, note: &str) -> Term {
        let Grouping { set, by, of, with } = grouping;
        // Groups may share values, so counts of different ones do not add up: the path is one step.
        if *with == Aggregate::CountDistinct && by.len() > 1 {
            let of: Vec<Key> = of.iter().map(|rel| Key::Rel(*rel)).collect();
            let call = self.of_each(set, by, &of, *with);
            return self.call(call, note.to_owned());
        }
        // A mean of means is not the mean of all: the sum is divided by the count.
        if *with == Aggregate::Mean && by.len() > 1 {
            let mut part = |with| self.groups(&Grouping { with, ..grouping.clone() }, note);
            let sets = vec![part(Aggregate::Sum), part(Aggregate::Count)];
            let formula = Formula::parse("total / number").ok();
            let mean = FunctionCall { formula, ..FunctionCall::of(Function::Calculate, sets) };
            return self.call(mean, note.to_owned());
        }
        let members = self.set(set);
        let call = FunctionCall {
            relation: by.first().map(|by| Term::Names(vec![self.key(*by)])),
            of: of.map(|of| Term::Names(vec![self.name(of)])),
            with: (*with != Aggregate::Count || of.is_some()).then_some(*with),
            ..FunctionCall::of(Function::Group, vec![members])
        };
        let mut groups = self.call(call, note.to_owned());
        // Counts of groups add up to those of the larger groups that they are in.
        let counts = matches!(with, Aggregate::Count | Aggregate::CountDistinct);
        let again = if counts { Aggregate::Sum } else { *with };
        for by in by.iter().skip(1) {
            let call = FunctionCall {
                relation: Some(Term::Names(vec![self.key(*by)])),
                with: Some(again),
                sources: self.source_of_shared(*by),
                ..FunctionCall::of(Function::Group, vec![groups])
            };
            groups = self.call(call, note.to_owned());
        }
        groups
    }

    /// The call that groups by one path and aggregates what another path leads to.
    fn of_each(&mut self, set: &Set, by: &[Key], of: &[Key], with: Aggregate) -> FunctionCall {
        let path = |writer: &QueryWriter<'_>, keys: &[Key]| {
            let steps: Vec<String> = keys.iter().map(|key| writer.key(*key)).collect();
            Some(Term::Names(vec![steps.join(" > ")]))
        };
        let (relation, of_names) = (path(self, by), path(self, of));
        let shared = by.iter().chain(of).any(|key| !self.source_of_shared(*key).is_empty());
        let mut sources: Vec<String> = Vec::new();
        for Key::Rel(rel) | Key::Part(_, rel) in by.iter().chain(of).filter(|_| shared) {
            sources.extend(self.source(*rel));
        }
        sources.sort();
        sources.dedup();
        let members = self.set(set);
        FunctionCall {
            relation,
            of: of_names,
            with: Some(with),
            sources,
            ..FunctionCall::of(Function::Group, vec![members])
        }
    }

    /// The source of a key, if others have a relation of the same name.
    fn source_of_shared(&self, key: Key) -> Vec<String> {
        let (Key::Rel(rel) | Key::Part(_, rel)) = key;
        let name = &self.rels[rel].name;
        let shared = self.rels.iter().filter(|other| other.name.eq_ignore_ascii_case(name)).count() > 1;
        if shared { self.source(rel) } else { Vec::new() }
    }

    fn two(&mut self, function: Function, a: &Set, b: &Set, note: String) -> Term {
        let sets = vec![self.set(a), self.set(b)];
        self.call(FunctionCall::of(function, sets), note)
    }

    fn when(&mut self, when: &When, info: &mut GetInformation) {
        let time = |key: &str| Some(Term::Names(vec![key.to_owned()]));
        let (key, op, term) = match when {
            When::Always | When::While(..) => return,
            When::Now => ("time", Comparison::Eq, Term::Names(vec!["now".to_owned()])),
            When::At(date) => ("time", Comparison::Eq, Term::Names(vec![date.clone()])),
            When::Within(from, to) => {
                info.key = time("time");
                info.value_test = Some(QueryTest::Between(from.clone(), to.clone()));
                return;
            }
            When::From(from) => ("time", Comparison::Ge, Term::Names(vec![from.clone()])),
            When::Of(set, _) => ("time", Comparison::Eq, self.set(set)),
            When::Begun(facts, _) => ("time", Comparison::Eq, self.goal(&Goal::Bound(facts.clone(), true))),
            When::Bound(start, op, date) => {
                (if *start { "start time" } else { "end time" }, *op, Term::Names(vec![date.clone()]))
            }
        };
        info.key = time(key);
        info.value = Some(Constraint { op, term });
    }

    /// What was found, reduced to what held while other facts did.
    fn during(&mut self, found: Term, when: &When, note: String) -> Term {
        let When::While(facts, _) = when else { return found };
        let sets = vec![found, self.set(facts)];
        self.call(FunctionCall::of(Function::Overlapping, sets), note)
    }

    /// A relation, or the formula of a part of its dates.
    pub(super) fn key(&self, key: Key) -> String {
        match key {
            Key::Rel(rel) => self.name(rel),
            Key::Part(part, rel) => format!("{}([{}])", part.name(), self.name(rel)),
        }
    }

    fn rows(&mut self, source: usize, conds: &[Cond]) -> Term {
        // These tests only apply to rows that an earlier step found.
        let asked_of_rows = |cond: &Cond| {
            matches!(
                cond.test,
                ValueTest::During(_) | ValueTest::Part(..) | ValueTest::Than(..) | ValueTest::OfGroup(..)
            ) || self.rels[cond.rel].formula.is_some()
        };
        if conds.first().is_some_and(asked_of_rows) {
            let mut of = self.rows(source, &[]);
            for (at, cond) in conds.iter().enumerate() {
                let note = self.say(&Set::Rows(source, conds[..=at].to_vec()));
                of = self.keep(of, cond, note);
            }
            return of;
        }
        let sources = vec![self.sources[source].name.clone()];
        let Some((first, rest)) = conds.split_first() else {
            let note = self.say(&Set::Rows(source, Vec::new()));
            return self.find(GetInformation { sources, ..GetInformation::default() }, note);
        };
        let mut info = GetInformation {
            relation: Some(Term::Names(vec![self.name(first.rel)])),
            sources,
            ..GetInformation::default()
        };
        match &first.test {
            ValueTest::Is(names) => {
                info.tail = Some(Constraint { op: Comparison::Eq, term: Term::Names(names.clone()) })
            }
            ValueTest::Not(names) => {
                info.tail = Some(Constraint { op: Comparison::Ne, term: Term::Names(names.clone()) })
            }
            ValueTest::Among(set) => info.tail = Some(Constraint { op: Comparison::Eq, term: self.set(set) }),
            ValueTest::Compare(op, value) => {
                info.tail = Some(Constraint { op: *op, term: Term::Names(vec![value.clone()]) });
            }
            ValueTest::Between(low, high) => {
                info.tail_test = Some(QueryTest::Between(low.clone(), high.clone()))
            }
            ValueTest::Empty => info.tail_test = Some(QueryTest::IsEmpty),
            ValueTest::Present
            | ValueTest::During(_)
            | ValueTest::Part(..)
            | ValueTest::Than(..)
            | ValueTest::OfGroup(..) => {
                info.tail_test = Some(QueryTest::NotEmpty);
            }
        }
        let note = self.say(&Set::Rows(source, vec![first.clone()]));
        let mut of = self.find(info, note);
        for (at, cond) in rest.iter().enumerate() {
            let note = self.say(&Set::Rows(source, conds[..at + 2].to_vec()));
            of = self.keep(of, cond, note);
        }
        of
    }

    fn keep(&mut self, of: Term, cond: &Cond, note: String) -> Term {
        if let ValueTest::During(facts) = &cond.test {
            let relation = Some(Term::Names(vec![self.name(cond.rel)]));
            let sets = vec![of, self.set(facts)];
            return self
                .call(FunctionCall { relation, ..FunctionCall::of(Function::Overlapping, sets) }, note);
        }
        let mut call = FunctionCall {
            relation: Some(Term::Names(vec![self.name(cond.rel)])),
            ..FunctionCall::of(Function::Keep, vec![of])
        };
        match &cond.test {
            ValueTest::Part(part, value) => {
                call.relation = Some(Term::Names(vec![self.key(Key::Part(*part, cond.rel))]));
                call.value = Some(Constraint { op: Comparison::Eq, term: Term::Names(vec![value.clone()]) });
            }
            ValueTest::Is(names) => {
                call.value = Some(Constraint { op: Comparison::Eq, term: Term::Names(names.clone()) })
            }
            ValueTest::Not(names) => {
                call.value = Some(Constraint { op: Comparison::Ne, term: Term::Names(names.clone()) })
            }
            ValueTest::Among(set) => {
                call.value = Some(Constraint { op: Comparison::Eq, term: self.set(set) })
            }
            ValueTest::Compare(op, value) => {
                call.value = Some(Constraint { op: *op, term: Term::Names(vec![value.clone()]) });
            }
            ValueTest::Than(op, goal) => call.value = Some(Constraint { op: *op, term: self.goal(goal) }),
            ValueTest::OfGroup(op, grouping, by) => {
                let (said, of, what) = self.say_groups(grouping);
                let groups = self.groups(grouping, &format!("for each {said} of {of}, the {what}"));
                call.value = Some(Constraint { op: *op, term: groups });
                call.of = Some(Term::Names(vec![self.name(*by)]));
            }
            ValueTest::Between(low, high) => call.test = Some(QueryTest::Between(low.clone(), high.clone())),
            ValueTest::Empty => call.test = Some(QueryTest::IsEmpty),
            ValueTest::Present | ValueTest::During(_) => call.test = Some(QueryTest::NotEmpty),
        }
        self.call(call, note)
    }

    fn goal(&mut self, goal: &Goal) -> Term {
        let note = self.say_goal(goal);
        match goal {
            Goal::List(set) => match self.set(set) {
                // Names alone are no step; their union with themselves is.
                Term::Names(names) => {
                    let sets = vec![Term::Names(names.clone()), Term::Names(names)];
                    self.call(FunctionCall::of(Function::SetUnion, sets), note)
                }
                output => output,
            },
            Goal::Count(set, distinct) => {
                let of = self.set(set);
                let function = if *distinct { Function::CountDistinct } else { Function::Count };
                self.call(FunctionCall::of(function, vec![of]), note)
            }
            Goal::Total(set, with, rel) => {
                let of = self.set(set);
                let relation = Some(Term::Names(vec![self.name(*rel)]));
                self.call(FunctionCall { relation, ..FunctionCall::of(function_of(*with), vec![of]) }, note)
            }
            Goal::Times(set) => {
                let of = match self.facts_of(set) {
                    Some(info) => self.find(
                        // The times would be all years in which one fact held.
                        GetInformation { key: Some(Term::Names(vec!["start time".to_owned()])), ..info },
                        note.clone(),
                    ),
                    None => self.set(set),
                };
                self.call(FunctionCall::of(Function::Count, vec![of]), note)
            }
            Goal::Values(set, with) => {
                let of = self.set(set);
                self.call(FunctionCall::of(function_of(*with), vec![of]), note)
            }
            Goal::Sorted { set, by, largest_first, name } => {
                let rows = self.set(set);
                let function = if *largest_first { Function::SortDescending } else { Function::Sort };
                let relation = Some(Term::Names(vec![self.name(*by)]));
                let sorted = format!("{} by {}", self.say(set), self.rels[*by].in_words());
                let rows =
                    self.call(FunctionCall { relation, ..FunctionCall::of(function, vec![rows]) }, sorted);
                let info = GetInformation {
                    head: Some(rows),
                    relation: Some(Term::Names(vec![self.name(*name)])),
                    sources: self.source(*name),
                    ..GetInformation::default()
                };
                self.find(info, note)
            }
            Goal::WithZeros(grouping, all, name) => {
                let (by, of, what) = self.say_groups(grouping);
                let groups = self.groups(grouping, &format!("for each {by} of {of}, the {what}"));
                let every = Grouping::counted(all.clone(), vec![Key::Rel(*name)]);
                let each = format!("every {} of {}", self.rels[*name].in_words(), self.say(all));
                let every = self.groups(&every, &each);
                let formula = Formula::parse("number - number").ok();
                let zero = FunctionCall { formula, ..FunctionCall::of(Function::Calculate, vec![every]) };
                let zero = self.call(zero, format!("0 for {each}"));
                self.call(FunctionCall::of(Function::SetUnion, vec![groups, zero]), note)
            }
            Goal::MeanOfGroups(grouping) => {
                let (by, of, what) = self.say_groups(grouping);
                let groups = self.groups(grouping, &format!("for each {by} of {of}, the {what}"));
                self.call(FunctionCall::of(Function::Mean, vec![groups]), note)
            }
            Goal::BestOfEach { set, by, of, largest, name } => {
                let with = if *largest { Aggregate::Max } else { Aggregate::Min };
                let grouping = Grouping { set: set.clone(), by: vec![*by], of: Some(*of), with };
                let (said, rows, what) = self.say_groups(&grouping);
                let bounds = self.groups(&grouping, &format!("for each {said} of {rows}, the {what}"));
                let members = self.set(set);
                let best = FunctionCall {
                    relation: Some(Term::Names(vec![self.name(*of)])),
                    value: Some(Constraint { op: Comparison::Eq, term: bounds }),
                    of: Some(Term::Names(vec![self.key(*by)])),
                    ..FunctionCall::of(Function::Keep, vec![members])
                };
                let best = self.call(best, format!("{rows} with the {what} of the same {said}"));
                let call = FunctionCall {
                    relation: Some(Term::Names(vec![self.key(*by)])),
                    of: Some(Term::Names(vec![self.name(*name)])),
                    with: Some(Aggregate::List),
                    ..FunctionCall::of(Function::Group, vec![best])
                };
                self.call(call, note)
            }
            Goal::MostOfEach { set, by, of, weight, most } => {
                let with = if *most { Aggregate::Most } else { Aggregate::Least };
                let call = FunctionCall {
                    weight: weight.map(|weight| Term::Names(vec![self.name(weight)])),
                    ..self.of_each(set, by, of, with)
                };
                self.call(call, note)
            }
            Goal::ListOfEach { set, by, of } => {
                let call = self.of_each(set, by, of, Aggregate::List);
                self.call(call, note)
            }
            Goal::Ranked(grouping, largest) => {
                let groups = self.groups(grouping, &note);
                let sort = if *largest { Function::SortDescending } else { Function::Sort };
                self.call(FunctionCall::of(sort, vec![groups]), note)
            }
            Goal::Groups(grouping, pick) => {
                let groups = self.groups(grouping, &note);
                match pick {
                    None => groups,
                    Some((largest, k)) => {
                        let function = match (largest, k) {
                            (true, 1) => Function::Argmax,
                            (false, 1) => Function::Argmin,
                            (true, _) => Function::TopK,
                            (false, _) => Function::BottomK,
                        };
                        let k = (*k > 1).then_some(*k);
                        self.call(FunctionCall { k, ..FunctionCall::of(function, vec![groups]) }, note)
                    }
                }
            }
            Goal::MostOfGroups(grouping, largest) => {
                let groups = self.groups(grouping, &note);
                let function = if *largest { Function::Max } else { Function::Min };
                self.call(FunctionCall::of(function, vec![groups]), note)
            }
            Goal::Exists(set) => {
                let of = self.set(set);
                self.call(FunctionCall::of(Function::Exists, vec![of]), note)
            }
            Goal::Nothing(set) => {
                let of = self.set(set);
                let many = format!("the number of {}", self.say(set));
                let many = self.call(FunctionCall::of(Function::Count, vec![of]), many);
                let none = Constraint { op: Comparison::Eq, term: Term::Names(vec!["0".to_owned()]) };
                let test = FunctionCall::of(Function::Test, vec![many]);
                self.call(FunctionCall { value: Some(none), ..test }, note)
            }
            Goal::Subset(a, b) => self.two(Function::IsSubset, a, b, note),
            Goal::Equal(a, b) => self.two(Function::Equal, a, b, note),
            Goal::Difference(a, b) if matches!(**a, Goal::Groups(..)) => {
                let sets = vec![self.goal(a), self.goal(b)];
                let formula = Formula::parse("after - before").ok();
                self.call(FunctionCall { formula, ..FunctionCall::of(Function::Calculate, sets) }, note)
            }
            Goal::Difference(a, b) => {
                let sets = vec![self.goal(a), self.goal(b)];
                self.call(FunctionCall::of(Function::Difference, sets), note)
            }
            Goal::Gap(a, b) => {
                let sets = vec![self.goal(a), self.goal(b)];
                let less = format!("{} less {}", self.say_goal(a), self.say_goal(b));
                let difference = self.call(FunctionCall::of(Function::Difference, sets), less);
                self.call(FunctionCall::of(Function::Absolute, vec![difference]), note)
            }
            Goal::Larger(a, b, larger) => {
                let (set, term) = (self.goal(a), self.goal(b));
                let op = if *larger { Comparison::Gt } else { Comparison::Lt };
                let mut call = FunctionCall::of(Function::Test, vec![set]);
                call.value = Some(Constraint { op, term });
                self.call(call, note)
            }
            Goal::Share(a, b) if matches!(**a, Goal::Groups(..)) => {
                let sets = vec![self.goal(a), self.goal(b)];
                let formula = Formula::parse("part / whole * 100").ok();
                self.call(FunctionCall { formula, ..FunctionCall::of(Function::Calculate, sets) }, note)
            }
            Goal::Share(a, b) => {
                // The function itself counts sets.
                let mut side = |goal: &Goal| match goal {
                    Goal::Count(set, false) => self.set(set),
                    other => self.goal(other),
                };
                let sets = vec![side(a), side(b)];
                self.call(FunctionCall::of(Function::Share, sets), note)
            }
            Goal::Ratio(one, other) => {
                let sets = vec![self.goal(one), self.goal(other)];
                let formula = Formula::parse("one / other").ok();
                self.call(FunctionCall { formula, ..FunctionCall::of(Function::Calculate, sets) }, note)
            }
            Goal::Change(after, before) => {
                let sets = vec![self.goal(after), self.goal(before)];
                let formula = Formula::parse("(after - before) / before * 100").ok();
                self.call(FunctionCall { formula, ..FunctionCall::of(Function::Calculate, sets) }, note)
            }
            Goal::Lasted(set, unit) => {
                let of = self.set(set);
                let value =
                    Some(Constraint { op: Comparison::Eq, term: Term::Names(vec![(*unit).to_owned()]) });
                self.call(FunctionCall { value, ..FunctionCall::of(Function::Duration, vec![of]) }, note)
            }
            Goal::Earliest(of) => {
                let dates = self.goal(of);
                self.call(FunctionCall::of(Function::Min, vec![dates]), note)
            }
            Goal::Years(of) => {
                let dates = self.goal(of);
                self.call(FunctionCall::of(Function::Year, vec![dates]), note)
            }
            Goal::Bound(set, start) => {
                let key = if *start { "start time" } else { "end time" };
                let key = Some(Term::Names(vec![key.to_owned()]));
                let info = match self.facts_of(set) {
                    Some(info) => GetInformation { key, ..info },
                    None => GetInformation { head: Some(self.set(set)), key, ..GetInformation::default() },
                };
                self.find(info, note)
            }
        }
    }

    /// The call that finds the facts of [`Set::Facts`], at any time.
    fn facts_of(&mut self, set: &Set) -> Option<GetInformation> {
        let Set::Facts(rel, head, tail, _, _) = set else { return None };
        Some(GetInformation {
            head: head.as_ref().map(|h| self.set(h)),
            tail: tail.as_ref().map(|t| Constraint { op: Comparison::Eq, term: self.set(t) }),
            relation: Some(Term::Names(vec![self.name(*rel)])),
            sources: self.source(*rel),
            ..GetInformation::default()
        })
    }
}

fn function_of(with: Aggregate) -> Function {
    match with {
        Aggregate::Count => Function::Count,
        Aggregate::CountDistinct => Function::CountDistinct,
        Aggregate::Sum => Function::Sum,
        Aggregate::Mean => Function::Mean,
        Aggregate::Min => Function::Min,
        Aggregate::Max => Function::Max,
        Aggregate::Median => Function::Median,
        Aggregate::List => Function::Unique,
        Aggregate::Most => Function::MostFrequent,
        Aggregate::Least => Function::LeastFrequent,
    }
}
