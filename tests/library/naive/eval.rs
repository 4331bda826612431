//! Evaluates LLM queries over plain facts, by what the query language says and
//! nothing else: every call looks at every fact, and names are exact. `search` is
//! `get_information`, `tested` the same with sources, tests and formulas, `functions` the
//! reasoning functions and `typed` those that are read in one way only.

use trustuqa_engine::query::llm::{Call, LlmQuery, Term};
use trustuqa_storage::{Comparison, SourceKind};

use super::Data;
use super::facts::{Fact, FoundMember, Member, Set, facts_of};
use super::value::{Days, orders};

/// Every fact of some sources.
pub struct Naive<'d> {
    pub(super) data: &'d Data,
    pub(super) facts: Vec<Fact>,
    /// The sources that are looked in, by position.
    pub(super) scope: Vec<usize>,
    /// The year of loading, up to which open ends are listed.
    pub(super) year: i64,
    /// The day of loading, up to which facts last that still hold.
    pub(super) today: i64,
}

/// What a step gives.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Its members; perhaps none.
    Found(Set),
    /// It cannot be computed from these values, and the run ends.
    Refused,
    /// It depends on why an earlier step found nothing, which plain facts do not tell.
    Unsure,
}

/// A step that has no members to give.
pub(super) type Step<T> = Result<T, Outcome>;

impl<'d> Naive<'d> {
    /// `today` is the day of loading, counted from 1970; `scope` has the names of the sources
    /// to look in, none for all.
    pub fn new(data: &'d Data, today: i64, scope: &[String]) -> Naive<'d> {
        let all = 0..data.sources.len();
        let in_scope = |at: &usize| scope.is_empty() || scope.contains(&data.sources[*at].name);
        let (year, ..) = Days::of_calendar_day(today).parts();
        Naive { data, facts: facts_of(data), scope: all.filter(in_scope).collect(), year, today }
    }

    /// The outcomes of the steps, up to and with the first that is not found.
    pub fn run(&self, query: &LlmQuery) -> Vec<Outcome> {
        let mut results: Vec<Set> = Vec::new();
        let mut outcomes = Vec::new();
        for step in &query.steps {
            let outcome = match &step.call {
                Call::GetInformation(info) => self.get_information(info, &results),
                Call::Function(call) => self
                    .typed(call, &results)
                    .unwrap_or_else(|| self.function(call, query.target.as_deref(), &results)),
            };
            match outcome {
                Ok(set) => {
                    results.push(set.clone());
                    outcomes.push(Outcome::Found(set));
                }
                Err(outcome) => {
                    outcomes.push(outcome);
                    break;
                }
            }
        }
        if outcomes.len() == query.steps.len()
            && let (Some(target), Some(Outcome::Found(last))) = (&query.target, outcomes.last())
            && !last.is_empty()
            && last.0.iter().all(FoundMember::is_row)
        {
            // A target that is not a column is a matter of words.
            let column = self.target_column(last, target).map_or(Outcome::Unsure, Outcome::Found);
            outcomes.pop();
            outcomes.push(column);
        }
        outcomes
    }

    /// Rows as the column that the target type names, when one of their tables has it.
    pub(super) fn target_column(&self, rows: &Set, target: &str) -> Option<Set> {
        let of_table = |found: &FoundMember| match found.member {
            Member::Row(source, _) => Some(source),
            _ => None,
        };
        let sources = rows.0.iter().map(of_table).collect::<Option<Vec<_>>>()?;
        let column = |source: &usize| self.has_column(*source, &[target.to_owned()]);
        sources.iter().any(column).then(|| self.values(rows, &[target.to_owned()]))
    }

    pub(super) fn has_column(&self, source: usize, relation: &[String]) -> bool {
        self.data.sources[source].header.iter().any(|name| relation.contains(name))
    }

    pub(super) fn has_time(&self) -> bool {
        self.scope.iter().any(|at| self.data.sources[*at].kind == SourceKind::Tkg)
    }

    /// The facts in scope with their numbers.
    pub(super) fn scoped(&self) -> impl Iterator<Item = (usize, &Fact)> {
        self.facts.iter().enumerate().filter(|(_, fact)| self.scope.contains(&fact.source))
    }

    pub(super) fn given(&self, term: &Term, results: &[Set]) -> Set {
        match term {
            Term::Names(names) => names.iter().map(|name| named(name)).collect(),
            Term::Output(index) => results[*index].clone(),
        }
    }

    /// The values of relations of the members of a set.
    pub(super) fn values(&self, set: &Set, relation: &[String]) -> Set {
        let mut values = Set::default();
        let scoped: Vec<&Fact> = self.scoped().map(|(_, fact)| fact).collect();
        for found in &set.0 {
            let one = Set(vec![found.clone()]);
            let heads = self.heads(&one, true, Some(relation), &scoped);
            for (number, fact) in self.scoped() {
                if relation.contains(&fact.relation) && heads.contains(&fact.head) {
                    values.push(fact.tail.clone(), &[number]);
                }
            }
        }
        values
    }

    /// The heads that `given` stands for beside several relations, and those of the
    /// relations that they have: by facts of their own when there are such, else as
    /// cells of rows. A set is looked at whole, names one by one.
    pub(super) fn reached(
        &self,
        given: &Set,
        is_set: bool,
        relations: &[String],
        among: &[&Fact],
    ) -> (Vec<Member>, Vec<String>) {
        let parts: Vec<Set> = match is_set {
            true => vec![given.clone()],
            false => given.0.iter().map(|found| Set(vec![found.clone()])).collect(),
        };
        let mut best: (bool, Vec<Member>, Vec<String>) = (false, Vec::new(), Vec::new());
        for relation in relations {
            for part in &parts {
                let heads = self.heads(part, is_set, Some(std::slice::from_ref(relation)), among);
                let direct = part.0.iter().map(as_head).eq(heads.iter().cloned());
                if heads.is_empty() || best.0 && !direct {
                    continue;
                }
                if direct && !best.0 {
                    best = (true, Vec::new(), Vec::new());
                }
                best.1.extend(heads);
                best.2.push(relation.clone());
            }
        }
        (best.1, best.2)
    }

    /// The heads that `given` stands for beside a relation, or beside none: its
    /// members when one of them is a head under it, else the rows that have them as
    /// cells, first of all a cell's own row.
    pub(super) fn heads(
        &self,
        given: &Set,
        is_set: bool,
        relation: Option<&[String]>,
        among: &[&Fact],
    ) -> Vec<Member> {
        let direct: Vec<Member> = given.0.iter().map(as_head).collect();
        let is_relation = |r: &String| relation.is_none_or(|names| names.contains(r));
        let columns = |source: usize| relation.is_none_or(|names| self.has_column(source, names));
        let known = among.iter().any(|f| is_relation(&f.relation) && direct.contains(&f.head));
        let of_table = |found: &FoundMember| matches!(found.member, Member::Row(source, _) if relation.is_some() && columns(source));
        if known || given.0.iter().any(of_table) {
            return direct;
        }
        let mut rows = Vec::new();
        for found in &given.0 {
            let own: Vec<&Fact> = found.facts.iter().map(|fact| &self.facts[*fact]).collect();
            // A value that was computed from a cell belongs to the row of that cell.
            let own = own.into_iter().filter(|fact| {
                let Member::Cell(source, _, _, other, _) = &fact.tail else { return false };
                let its = match &found.member {
                    Member::Cell(_, _, _, text, _) => text == other,
                    member => matches!(member, Member::Derived(..)),
                };
                its && columns(*source) && among.iter().any(|f| f.source == *source)
            });
            let own: Vec<Member> = own.map(|fact| fact.head.clone()).collect();
            if !own.is_empty() {
                rows.extend(own);
                continue;
            }
            let is_cell = |f: &&&Fact| matches!(&f.tail, Member::Cell(source, _, _, text, _) if columns(*source) && *text == found.text());
            let cells: Vec<&&Fact> = among.iter().filter(is_cell).collect();
            // A name that occurs only under the relation is its tail, not a head.
            let elsewhere = cells.iter().any(|f| relation.is_none_or(|names| !names.contains(&f.relation)));
            if is_set || elsewhere {
                rows.extend(cells.iter().map(|f| f.head.clone()));
            }
        }
        rows
    }
}

/// A name as it stands.
pub(super) fn named(name: &str) -> FoundMember {
    FoundMember::new(Member::Name(name.to_owned()), Vec::new())
}

fn as_head(found: &FoundMember) -> Member {
    match &found.member {
        Member::Row(..) => found.member.clone(),
        _ => Member::Name(found.text()),
    }
}

/// Whether a tail or value compares as asked: `=` with any of the members, `!=` with
/// none, an order with all that have an order.
pub(super) fn compares(found: &FoundMember, op: Comparison, bound: &Set) -> bool {
    let own = found.meaning();
    let equal = |b: &FoundMember| found.text() == b.text() || own.answers(&b.meaning());
    match op {
        Comparison::Eq => bound.0.iter().any(equal),
        Comparison::Ne => !bound.0.iter().any(equal),
        op => {
            let bounds: Vec<_> = bound.0.iter().map(FoundMember::meaning).filter(|b| b.has_order()).collect();
            let holds = |b| own.compare(b).is_some_and(|ordering| orders(op, ordering));
            !bounds.is_empty() && bounds.iter().all(holds)
        }
    }
}
