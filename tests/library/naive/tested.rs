//! `get_information` with a source, a test, a formula or `duration`.

use trustuqa_engine::query::column::Test;
use trustuqa_engine::query::execution::Operand;
use trustuqa_engine::query::llm::{GetInformation, Term};
use trustuqa_storage::{Comparison, SourceKind};

use super::columns::Column;
use super::eval::{Naive, Outcome, Step};
use super::facts::{Fact, FoundMember, Member, Set};
use super::search::unsaid;

impl Naive<'_> {
    /// A call that names its source, or puts its values to a test; `None` for any other.
    pub(super) fn tested(&self, info: &GetInformation, results: &[Set]) -> Option<Step<Set>> {
        if !info.sources.is_empty() {
            let named = |at: &usize| info.sources.contains(&self.data.sources[*at].name);
            let scope: Vec<usize> = self.scope.iter().copied().filter(named).collect();
            let within = Naive { data: self.data, facts: self.facts.clone(), scope, ..*self };
            let call = GetInformation { sources: Vec::new(), ..info.clone() };
            if within.scope.is_empty() {
                return Some(Err(Outcome::Refused));
            }
            return Some(match call == GetInformation::default() {
                true => Ok(within.everything(&[])),
                false => within.get_information(&call, results),
            });
        }
        let single = |term: &Option<Term>| match term {
            Some(Term::Names(names)) if names.len() == 1 => Some(names[0].clone()),
            _ => None,
        };
        let relation = single(&info.relation);
        let is_formula = relation.as_ref().is_some_and(|name| {
            let of = Set::default();
            matches!(self.column(&of, name), Column::Formula(..))
        });
        if single(&info.key).as_deref() == Some("duration")
            && info.value.is_none()
            && info.value_test.is_none()
        {
            let facts = self.get_information(&GetInformation { key: None, ..info.clone() }, results);
            return Some(facts.and_then(|facts| self.duration(&facts, "days")));
        }
        if !is_formula && info.tail_test.is_none() && info.value_test.is_none() {
            return None;
        }
        Some(self.tested_heads(info, relation, is_formula, results))
    }

    /// Every row of the tables in scope and every head of the graphs; with relations only of
    /// the sources that have one of them, and in graphs only the heads that do.
    fn everything(&self, relations: &[String]) -> Set {
        let mut out = Set::default();
        for source in &self.scope {
            let small = &self.data.sources[*source];
            let its: Vec<(usize, &Fact)> = self.scoped().filter(|(_, fact)| fact.source == *source).collect();
            if small.kind == SourceKind::Table {
                if relations.is_empty() || self.has_column(*source, relations) {
                    for row in 1..=small.lines.len() {
                        let head = Member::Row(*source, row);
                        let first = its.iter().find(|(_, fact)| fact.head == head).map(|(number, _)| *number);
                        out.push(head, &first.into_iter().collect::<Vec<_>>());
                    }
                }
                continue;
            }
            for (number, fact) in its {
                if relations.is_empty() || relations.contains(&fact.relation) {
                    out.push(fact.head.clone(), &[number]);
                }
            }
        }
        out
    }

    fn tested_heads(
        &self,
        info: &GetInformation,
        relation: Option<String>,
        is_formula: bool,
        results: &[Set],
    ) -> Step<Set> {
        let scoped: Vec<&Fact> = self.scoped().map(|(_, fact)| fact).collect();
        let key = match &info.key {
            Some(Term::Names(names)) if names.len() == 1 => Some(names[0].clone()),
            Some(_) => return Err(Outcome::Unsure),
            None => None,
        };
        let time = key.as_ref().is_some_and(|key| key.ends_with("time")) && self.has_time();
        let head = match &info.head {
            Some(term) => {
                let given = self.given(term, results);
                if given.is_empty() {
                    return Ok(Set::default());
                }
                Some((given, matches!(term, Term::Output(_))))
            }
            None => None,
        };
        // The members that a head stands for under a relation.
        let members = |relation: &str| -> Option<Set> {
            let (given, is_set) = head.as_ref()?;
            let heads = self.heads(given, *is_set, Some(&[relation.to_owned()]), &scoped);
            Some(
                heads
                    .into_iter()
                    .map(|member| {
                        let facts = given.0.iter().find(|found| found.member == member);
                        FoundMember::new(member, facts.map(|found| found.facts.clone()).unwrap_or_default())
                    })
                    .collect(),
            )
        };
        if let (Some(test), false) = (&info.value_test, info.tail_test.is_some() || is_formula) {
            let Some(key) = key else { return Err(Outcome::Unsure) };
            return self.value_tested(info, &key, time, test, results);
        }
        let Some(relation) = relation else { return Err(Outcome::Refused) };
        let column = match is_formula {
            true => self.column(&Set::default(), &relation),
            false => Column::Relation(vec![relation.clone()]),
        };
        let used = Self::relations(&column);
        let first = used.first().cloned().unwrap_or_default();
        let set = match members(&first) {
            Some(set) => set,
            None => self.everything(&used[..1]),
        };
        let test = match (&info.tail_test, &info.tail) {
            (Some(test), _) => Some(test.clone()),
            (None, Some(tail)) => Some(Test::Compare(
                tail.op,
                match &tail.term {
                    Term::Names(names) if names.len() == 1 => Operand::Literal(names[0].clone()),
                    Term::Names(_) => return Err(Outcome::Unsure),
                    Term::Output(at) => Operand::Set(*at),
                },
            )),
            (None, None) => None,
        };
        if let Some(Test::Compare(_, Operand::Set(at))) = &test
            && (results[*at].is_empty() || results[*at].0.iter().any(FoundMember::is_row))
        {
            return Err(Outcome::Unsure);
        }
        let Some(test) = test else {
            if key.is_some() {
                return Err(Outcome::Unsure);
            }
            let mut out = Set::default();
            for found in &set.0 {
                for value in self.column_values(found, &column)? {
                    out.push(value.member, &value.facts);
                }
            }
            return Ok(out);
        };
        let selected = match is_formula {
            true => self.select(&set, &column, &test, results)?,
            false => self.by_facts(&set, head.is_some(), &relation, &test, results)?,
        };
        if head.is_some() && !is_formula && test != Test::IsEmpty && key.is_none() {
            // The tails themselves are what is tested.
            let mut out = Set::default();
            for (number, fact) in self.scoped() {
                let tail = FoundMember::new(fact.tail.clone(), vec![number]);
                if fact.relation == relation
                    && set.0.iter().any(|found| found.member == fact.head)
                    && self.passes(&tail, &test, results)?
                {
                    out.push(tail.member, &[number]);
                }
            }
            return Ok(out);
        }
        let Some(key) = key else { return Ok(selected) };
        self.then_key(&selected, &key, time, info, results)
    }

    /// Heads with a tail that passes, by the facts that do; without a head that was given, a
    /// graph's heads are found by nothing else.
    fn by_facts(
        &self,
        set: &Set,
        given: bool,
        relation: &str,
        test: &Test<String>,
        results: &[Set],
    ) -> Step<Set> {
        let column = Column::Relation(vec![relation.to_owned()]);
        let mut out = Set::default();
        for found in &self.select(set, &column, test, results)?.0 {
            if given || found.is_row() {
                out.0.push(found.clone());
                continue;
            }
            for (number, fact) in self.scoped() {
                let tail = FoundMember::new(fact.tail.clone(), vec![number]);
                if fact.head == found.member
                    && fact.relation == relation
                    && self.passes(&tail, test, results)?
                {
                    out.push(found.member.clone(), &[number]);
                }
            }
        }
        Ok(out)
    }

    /// What a key asks of heads that were found.
    fn then_key(
        &self,
        heads: &Set,
        key: &str,
        time: bool,
        info: &GetInformation,
        results: &[Set],
    ) -> Step<Set> {
        if let Some(test) = &info.value_test {
            if time {
                return Err(Outcome::Unsure);
            }
            return self.select(heads, &Column::Relation(vec![key.to_owned()]), test, results);
        }
        let Some(value) = &info.value else {
            if time {
                return Err(Outcome::Unsure);
            }
            return Ok(self.values(heads, &[key.to_owned()]));
        };
        let bound = self.given(&value.term, results);
        if time {
            return self.held(heads, key, value.op, &bound, true);
        }
        if bound.is_empty() || bound.0.iter().any(FoundMember::is_row) {
            return Err(Outcome::Unsure);
        }
        let mut out = Set::default();
        for (number, fact) in self.scoped() {
            let known = heads.0.iter().find(|found| found.member == fact.head);
            if known.is_some()
                && fact.relation == key
                && !unsaid(Some(value), fact)
                && super::eval::compares(&fact.tail(), value.op, &bound)
            {
                out.push(fact.head.clone(), &[number]);
            }
        }
        Ok(out)
    }

    /// The heads or tails of the facts behind members that hold as a time key asks.
    fn held(&self, set: &Set, key: &str, op: Comparison, bound: &Set, heads: bool) -> Step<Set> {
        let days = self.time_bounds(bound)?;
        let mut out = Set::default();
        for number in set.0.iter().flat_map(|found| &found.facts) {
            let fact = &self.facts[*number];
            if super::search::in_time(fact, key, op, &days) {
                out.push(if heads { fact.head.clone() } else { fact.tail.clone() }, &[*number]);
            }
        }
        Ok(out)
    }

    /// A call whose value is tested: the time of facts, or another relation of their heads.
    fn value_tested(
        &self,
        info: &GetInformation,
        key: &str,
        time: bool,
        test: &Test<String>,
        results: &[Set],
    ) -> Step<Set> {
        let facts = GetInformation { key: None, value_test: None, ..info.clone() };
        if time {
            // What a call without a key gives is a head or a tail of the facts that are tested.
            let tails = info.relation.is_some() && (info.tail.is_none() || info.head.is_some());
            let found = match (info.head.is_some(), info.relation.is_some(), info.tail.is_some()) {
                (false, false, false) | (true, false, false) => return Err(Outcome::Unsure),
                _ => self.get_information(&facts, results)?,
            };
            let mut out = Set::default();
            for number in found.0.iter().flat_map(|found| &found.facts) {
                let fact = &self.facts[*number];
                if !self.is_timed(fact) {
                    continue;
                }
                let holds = |op, text: &str| {
                    let bound = Set(vec![super::eval::named(text)]);
                    self.time_bounds(&bound).map(|days| super::search::in_time(fact, key, op, &days))
                };
                let missing = match key {
                    "start time" => fact.start.is_none(),
                    "end time" => fact.end.is_none(),
                    _ => fact.start.is_none() && fact.end.is_none(),
                };
                let passes = match test {
                    Test::IsEmpty => missing,
                    Test::NotEmpty => !missing,
                    Test::Between(low, high) => holds(Comparison::Ge, low)? && holds(Comparison::Le, high)?,
                    _ => return Err(Outcome::Refused),
                };
                if passes {
                    out.push(if tails { fact.tail.clone() } else { fact.head.clone() }, &[*number]);
                }
            }
            return Ok(out);
        }
        let column = Column::Relation(vec![key.to_owned()]);
        let relation = match &info.relation {
            Some(Term::Names(names)) if names.len() == 1 => Some(names[0].clone()),
            Some(_) => return Err(Outcome::Unsure),
            None => None,
        };
        let scoped: Vec<&Fact> = self.scoped().map(|(_, fact)| fact).collect();
        let heads = match (&info.head, &info.tail) {
            (None, None) => self.by_facts(&self.everything(&[key.to_owned()]), false, key, test, results)?,
            (Some(term), None) => {
                let given = self.given(term, results);
                let is_set = matches!(term, Term::Output(_));
                let heads = self.heads(&given, is_set, Some(&[key.to_owned()]), &scoped);
                let heads: Set = heads.into_iter().map(|head| FoundMember::new(head, Vec::new())).collect();
                self.select(&heads, &column, test, results)?
            }
            (None, Some(_)) => {
                let heads = self.get_information(&facts, results)?;
                return self.select(&heads, &column, test, results);
            }
            // What a head, a tail and a tested key give together is not said.
            (Some(_), Some(_)) => return Err(Outcome::Unsure),
        };
        match relation {
            Some(relation) => Ok(self.values(&heads, &[relation])),
            None => Ok(heads),
        }
    }
}
