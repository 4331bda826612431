//! Sets and goals: what a derivation means. A set says itself in plain English and writes
//! itself as steps of a query.

use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_engine::query::Function;
use trustuqa_engine::query::column::{Aggregate, Test as QueryTest};
use trustuqa_engine::query::formula::Formula;
use trustuqa_engine::query::llm::{Call, Constraint, FunctionCall, GetInformation, LlmQuery, Step, Term};
use trustuqa_model::{Comparison, Source};

use super::relation::{Rel, RelId};
use super::text::{Coverage, Text, span};

/// Words of the longest name of a part of a date: "day of the week".
const LONGEST_PART: usize = 4;

/// A part of a date, as formulas call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// `2024`
    Year,
    /// `Q3`
    Quarter,
    /// `2024-Q3`
    YearQuarter,
    /// `March`
    Month,
    /// `2024-03`
    YearMonth,
    /// `Monday`
    Weekday,
}

impl Part {
    /// The part that a question names at a position, and the words that do.
    pub fn said_at(text: &Text, at: usize) -> Option<(Part, Coverage)> {
        (1..=LONGEST_PART).rev().find_map(|words| {
            let part = Part::said(&text.phrase(at, at + words))?;
            Some((part, span(at, (at + words).min(text.tokens.len()))))
        })
    }

    /// The part that a word, or a few, of a question name.
    pub fn said(word: &str) -> Option<Part> {
        let parts = [
            ("part.year", Part::Year),
            ("part.month", Part::Month),
            ("part.quarter", Part::Quarter),
            ("part.weekday", Part::Weekday),
        ];
        parts.into_iter().find(|(section, _)| lexicon::contains(section, word)).map(|(_, part)| part)
    }

    fn name(self) -> &'static str {
        match self {
            Part::Year => "year",
            Part::Quarter => "quarter",
            Part::YearQuarter => "year_quarter",
            Part::Month => "month",
            Part::YearMonth => "year_month",
            Part::Weekday => "weekday",
        }
    }
}

/// What things are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// The values of a relation.
    Rel(RelId),
    /// A part of its dates.
    Part(Part, RelId),
}

/// A test of the value of a relation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// It is one of these names.
    Is(Vec<String>),
    /// It is none of these names.
    Not(Vec<String>),
    /// It is in a set.
    Among(Arc<Set>),
    /// It compares so with a number or date.
    Compare(Comparison, String),
    /// It compares so with the number that something comes to.
    Than(Comparison, Box<Goal>),
    /// It compares so with the number of one of these groups: of the one that a column says.
    OfGroup(Comparison, Box<Grouping>, RelId),
    /// It lies between two, both included.
    Between(String, String),
    /// There is none.
    Empty,
    /// There is one.
    Present,
    /// It is a date in the time of these facts.
    During(Arc<Set>),
    /// This part of its date is this.
    Part(Part, String),
}

/// A condition on members of a set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cond {
    /// The relation whose value is tested.
    pub rel: RelId,
    /// The test.
    pub test: Test,
}

/// When a temporal fact is to hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum When {
    /// At any time.
    Always,
    /// Today.
    Now,
    /// On this date, in this month or year.
    At(String),
    /// At the dates of a set.
    Of(Arc<Set>),
    /// Begun, or with `false` ended, as this compares.
    Bound(bool, Comparison, String),
    /// While other facts held, which did so in these days since 1970.
    While(Arc<Set>, (i32, i32)),
}

/// What members are ordered by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// A relation.
    Rel(RelId),
    /// How long the facts held by which they were found.
    Duration,
    /// When these facts began.
    Start,
}

/// A set of names, rows or values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Set {
    /// Names as they are stored.
    Names(Vec<String>),
    /// The rows of a table that meet all conditions.
    Rows(usize, Vec<Cond>),
    /// Heads (`true`) or tails of a relation.
    Side(RelId, bool),
    /// Tails (`true`) or heads that a relation leads to.
    Hop(Arc<Set>, RelId, bool, When),
    /// The facts of a relation between two sets, as its tails (`true`) or heads: `None` for any.
    Facts(RelId, Option<Arc<Set>>, Option<Arc<Set>>, bool, When),
    /// Members that meet a condition.
    Keep(Arc<Set>, Cond),
    /// Members of both.
    Both(Arc<Set>, Arc<Set>),
    /// Members of the first alone.
    Minus(Arc<Set>, Arc<Set>),
    /// Those with the largest (`true`) or smallest values.
    Extreme(Arc<Set>, By, bool, usize),
    /// The one in this place from the largest (`true`) or smallest value on.
    Nth(Arc<Set>, By, bool, usize),
    /// The members next before (`true`) or after those of the second; with the last, all of them.
    Near(Arc<Set>, Arc<Set>, bool, bool),
    /// The groups whose number compares so with another.
    Having(Grouping, Comparison, Limit),
}

/// What the numbers of groups are compared with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// A number.
    Value(String),
    /// The mean of all groups.
    Mean,
    /// How many members a set has.
    Number(Arc<Set>),
    /// What the row of the group has in the second column; the first one says which row that is.
    Column(RelId, RelId),
}

/// A number for each group of a set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grouping {
    /// What is grouped.
    pub set: Arc<Set>,
    /// By which relations, one after the other: a store, its city, its region. None groups by member.
    pub by: Vec<Key>,
    /// What is computed of which relation. None counts rows, or the facts by which a member was found.
    pub of: Option<RelId>,
    /// How.
    pub with: Aggregate,
}

impl Grouping {
    /// The number of rows or facts of each group.
    pub fn counted(set: Arc<Set>, by: Vec<Key>) -> Grouping {
        Grouping { set, by, of: None, with: Aggregate::Count }
    }
}

impl Set {
    /// Rows of a table under one more condition; `None` for other sets.
    pub fn with(&self, cond: Cond) -> Option<Set> {
        let Set::Rows(source, conds) = self else { return None };
        Some(Set::Rows(*source, conds.iter().cloned().chain([cond]).collect()))
    }

    /// Whether these are groups by a relation, under a condition on their number.
    pub fn is_grouped_by(&self, rel: RelId) -> bool {
        matches!(self, Set::Having(grouping, ..) if grouping.by == [Key::Rel(rel)])
    }

    /// The relation whose heads (`true`) or tails the members are, where one leads to them.
    pub fn end(&self) -> Option<(RelId, bool)> {
        match self {
            Set::Names(_) | Set::Rows(..) => None,
            Set::Having(Grouping { set, by, .. }, ..) => match by.last() {
                Some(Key::Rel(rel)) => Some((*rel, false)),
                Some(Key::Part(..)) => None,
                None => set.end(),
            },
            Set::Side(rel, heads) => Some((*rel, *heads)),
            Set::Hop(_, rel, out, _) => Some((*rel, !out)),
            Set::Facts(rel, _, _, tails, _) => Some((*rel, !tails)),
            Set::Keep(of, _)
            | Set::Both(of, _)
            | Set::Minus(of, _)
            | Set::Extreme(of, ..)
            | Set::Nth(of, ..)
            | Set::Near(of, ..) => of.end(),
        }
    }
}

/// The groups with the largest (`true`) or smallest number, and how many of them.
pub type Pick = Option<(bool, usize)>;

/// What a question asks of sets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The members.
    List(Arc<Set>),
    /// How many; with `true`, how many different.
    Count(Arc<Set>, bool),
    /// How many facts there are, counted by their times.
    Times(Arc<Set>),
    /// One number of a column.
    Total(Arc<Set>, Aggregate, RelId),
    /// One number of the values that a set holds.
    Values(Arc<Set>, Aggregate),
    /// A number for each group; with the last, only the groups with the largest (`true`) or smallest.
    Groups(Grouping, Pick),
    /// The largest (`true`) or smallest number of all groups.
    MostOfGroups(Grouping, bool),
    /// What rows are called, in the order of a column.
    Sorted {
        /// The rows.
        set: Arc<Set>,
        /// What they are ordered by.
        by: RelId,
        /// Whether the largest stands first.
        largest_first: bool,
        /// The column of what they are called.
        name: RelId,
    },
    /// A number for each group, and 0 for those of the rows of another table that have none, by what these are called.
    WithZeros(Grouping, Arc<Set>, RelId),
    /// The mean of the numbers of all groups.
    MeanOfGroups(Grouping),
    /// For each group the rows with the largest (`true`) or smallest value of theirs, by what they are called.
    BestOfEach {
        /// The rows.
        set: Arc<Set>,
        /// What they are grouped by.
        by: Key,
        /// What is compared.
        of: RelId,
        /// Whether the largest is asked for.
        largest: bool,
        /// The column of what they are called.
        name: RelId,
    },
    /// For each group the name that the most (`true`) or fewest of its rows have, or whose rows have the largest sum.
    MostOfEach {
        /// The rows.
        set: Arc<Set>,
        /// What they are grouped by, one step after the other.
        by: Vec<Key>,
        /// The names, likewise.
        of: Vec<Key>,
        /// What is summed; `None` counts rows.
        weight: Option<RelId>,
        /// Whether the most is asked for.
        most: bool,
    },
    /// For each group the different names that its rows have.
    ListOfEach {
        /// The rows.
        set: Arc<Set>,
        /// What they are grouped by, one step after the other.
        by: Vec<Key>,
        /// The names, likewise.
        of: Vec<Key>,
    },
    /// A number for each group, the largest (`true`) or smallest first.
    Ranked(Grouping, bool),
    /// Whether there is a member.
    Exists(Arc<Set>),
    /// Whether there is none.
    Nothing(Arc<Set>),
    /// Whether all of the first are of the second.
    Subset(Arc<Set>, Arc<Set>),
    /// Whether two sets are the same.
    Equal(Arc<Set>, Arc<Set>),
    /// The first less the second.
    Difference(Box<Goal>, Box<Goal>),
    /// By how much two numbers differ, whichever is the larger.
    Gap(Box<Goal>, Box<Goal>),
    /// Whether the first number or date is larger (`true`) or smaller than the second.
    Larger(Box<Goal>, Box<Goal>, bool),
    /// How many percent of the second the first is; of groups, each of them.
    Share(Box<Goal>, Box<Goal>),
    /// By how many percent the first is more than the second.
    Change(Box<Goal>, Box<Goal>),
    /// How long facts held.
    Lasted(Arc<Set>, &'static str),
    /// When facts began (`true`) or ended.
    Bound(Arc<Set>, bool),
    /// The years of the dates that answer.
    Years(Box<Goal>),
}

impl Goal {
    /// How many answers the question asks for by their number, "the three largest"; 0 when it does not.
    pub fn asked_for(&self) -> usize {
        let asked = match self {
            // The extreme members, or what they have.
            Goal::List(set) => match &**set {
                Set::Extreme(_, _, _, k) => *k,
                Set::Hop(of, _, true, _) if let Set::Extreme(_, _, _, k) = &**of => *k,
                _ => 0,
            },
            Goal::Groups(_, Some((_, k))) => *k,
            _ => 0,
        };
        if asked > 1 { asked } else { 0 }
    }
}

/// Writes goals over the relations of a graph.
pub struct Writer<'a> {
    /// The relations.
    pub rels: &'a [Arc<Rel>],
    /// The catalogue.
    pub sources: &'a [Source],
    steps: Vec<(Call, String)>,
}

impl<'a> Writer<'a> {
    /// A writer without steps.
    pub fn new(rels: &'a [Arc<Rel>], sources: &'a [Source]) -> Writer<'a> {
        Writer { rels, sources, steps: Vec::new() }
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

    fn name(&self, rel: RelId) -> String {
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

    /// The step or names of a set.
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

    /// Groups as they are compared, and with what.
    fn limited(&mut self, groups: Term, limit: &Limit, each: &str) -> (Term, Term) {
        match limit {
            Limit::Value(value) => (groups, Term::Names(vec![value.clone()])),
            Limit::Mean => {
                let mean = FunctionCall::of(Function::Mean, vec![groups.clone()]);
                let mean = self.call(mean, format!("the mean of all of these: {each}"));
                (groups, mean)
            }
            Limit::Number(set) => {
                let all = self.set(set);
                let note = format!("the number of {}", self.say(set));
                let number = self.call(FunctionCall::of(Function::Count, vec![all]), note);
                (groups, number)
            }
            Limit::Column(key, column) => {
                let limits = self.limits_of_rows(*key, *column);
                let note = format!("{each}, less its {}", self.rels[*column].said());
                let formula = Formula::parse("number - limit").ok();
                let less =
                    FunctionCall { formula, ..FunctionCall::of(Function::Calculate, vec![groups, limits]) };
                (self.call(less, note), Term::Names(vec!["0".to_owned()]))
            }
        }
    }

    /// What each row of a table has in a column, by another column that tells its rows apart.
    fn limits_of_rows(&mut self, key: RelId, column: RelId) -> Term {
        let set = Arc::new(Set::Rows(self.rels[key].source, Vec::new()));
        let limits = Grouping { set, by: vec![Key::Rel(key)], of: Some(column), with: Aggregate::Max };
        let note = format!("{} of each {}", self.rels[column].said(), self.rels[key].said());
        self.groups(&limits, &note)
    }

    /// The steps that compute a number for each group of members.
    fn groups(&mut self, grouping: &Grouping, note: &str) -> Term {
        let Grouping { set, by, of, with } = grouping;
        // Different ones of several groups may be the same.
        if *with == Aggregate::CountDistinct && by.len() > 1 {
            let of: Vec<Key> = of.iter().map(|rel| Key::Rel(*rel)).collect();
            let call = self.of_each(set, by, &of, *with);
            return self.call(call, note.to_owned());
        }
        // Means of groups within groups make no mean: it is the sum by how many there are.
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
        // Numbers of groups add up to those of the groups that these are in.
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

    /// The call that gives names of each group.
    fn of_each(&mut self, set: &Set, by: &[Key], of: &[Key], with: Aggregate) -> FunctionCall {
        let path = |writer: &Writer<'_>, keys: &[Key]| {
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

    /// The source of a key, where others have a relation of this name, too.
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
            When::Of(set) => ("time", Comparison::Eq, self.set(set)),
            When::Bound(start, op, date) => {
                (if *start { "start time" } else { "end time" }, *op, Term::Names(vec![date.clone()]))
            }
        };
        info.key = time(key);
        info.value = Some(Constraint { op, term });
    }

    /// Only those that held while other facts did.
    fn during(&mut self, found: Term, when: &When, note: String) -> Term {
        let When::While(facts, _) = when else { return found };
        let sets = vec![found, self.set(facts)];
        self.call(FunctionCall::of(Function::Overlapping, sets), note)
    }

    /// A relation, or the formula of a part of its dates.
    fn key(&self, key: Key) -> String {
        match key {
            Key::Rel(rel) => self.name(rel),
            Key::Part(part, rel) => format!("{}([{}])", part.name(), self.name(rel)),
        }
    }

    fn rows(&mut self, source: usize, conds: &[Cond]) -> Term {
        // What holds during something, parts of dates and what is computed are asked of rows that are there.
        let asked_of_rows = |cond: &Cond| {
            matches!(cond.test, Test::During(_) | Test::Part(..) | Test::Than(..) | Test::OfGroup(..))
                || self.rels[cond.rel].formula.is_some()
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
            Test::Is(names) => {
                info.tail = Some(Constraint { op: Comparison::Eq, term: Term::Names(names.clone()) })
            }
            Test::Not(names) => {
                info.tail = Some(Constraint { op: Comparison::Ne, term: Term::Names(names.clone()) })
            }
            Test::Among(set) => info.tail = Some(Constraint { op: Comparison::Eq, term: self.set(set) }),
            Test::Compare(op, value) => {
                info.tail = Some(Constraint { op: *op, term: Term::Names(vec![value.clone()]) });
            }
            Test::Between(low, high) => info.tail_test = Some(QueryTest::Between(low.clone(), high.clone())),
            Test::Empty => info.tail_test = Some(QueryTest::IsEmpty),
            Test::Present | Test::During(_) | Test::Part(..) | Test::Than(..) | Test::OfGroup(..) => {
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
        if let Test::During(facts) = &cond.test {
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
            Test::Part(part, value) => {
                call.relation = Some(Term::Names(vec![self.key(Key::Part(*part, cond.rel))]));
                call.value = Some(Constraint { op: Comparison::Eq, term: Term::Names(vec![value.clone()]) });
            }
            Test::Is(names) => {
                call.value = Some(Constraint { op: Comparison::Eq, term: Term::Names(names.clone()) })
            }
            Test::Not(names) => {
                call.value = Some(Constraint { op: Comparison::Ne, term: Term::Names(names.clone()) })
            }
            Test::Among(set) => call.value = Some(Constraint { op: Comparison::Eq, term: self.set(set) }),
            Test::Compare(op, value) => {
                call.value = Some(Constraint { op: *op, term: Term::Names(vec![value.clone()]) });
            }
            Test::Than(op, goal) => call.value = Some(Constraint { op: *op, term: self.goal(goal) }),
            Test::OfGroup(op, grouping, by) => {
                let (said, of, what) = self.say_groups(grouping);
                let groups = self.groups(grouping, &format!("for each {said} of {of}, the {what}"));
                call.value = Some(Constraint { op: *op, term: groups });
                call.of = Some(Term::Names(vec![self.name(*by)]));
            }
            Test::Between(low, high) => call.test = Some(QueryTest::Between(low.clone(), high.clone())),
            Test::Empty => call.test = Some(QueryTest::IsEmpty),
            Test::Present | Test::During(_) => call.test = Some(QueryTest::NotEmpty),
        }
        self.call(call, note)
    }

    fn goal(&mut self, goal: &Goal) -> Term {
        let note = self.say_goal(goal);
        match goal {
            Goal::List(set) => match self.set(set) {
                // Names alone are no step.
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
                        GetInformation { key: Some(Term::Names(vec!["time".to_owned()])), ..info },
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
                let sorted = format!("{} by {}", self.say(set), self.rels[*by].said());
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
                let each = format!("every {} of {}", self.rels[*name].said(), self.say(all));
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
                // Sets are counted by the function itself.
                let mut side = |goal: &Goal| match goal {
                    Goal::Count(set, false) => self.set(set),
                    other => self.goal(other),
                };
                let sets = vec![side(a), side(b)];
                self.call(FunctionCall::of(Function::Share, sets), note)
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

    /// What finds the facts of a set that is made of facts, at any time.
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

    /// A set in plain English.
    pub fn say(&self, set: &Set) -> String {
        match set {
            Set::Names(names) => names.join(" and "),
            Set::Rows(source, conds) => {
                let source = &self.sources[*source].name;
                match conds.as_slice() {
                    [] => format!("the rows of {source}"),
                    conds => {
                        let told: Vec<String> = conds.iter().map(|c| self.say_cond(c)).collect();
                        format!("the rows of {source} whose {}", told.join(" and "))
                    }
                }
            }
            Set::Side(rel, true) => format!("all that have `{}`", self.name(*rel)),
            Set::Side(rel, false) => format!("every `{}`", self.name(*rel)),
            Set::Hop(of, rel, true, when) => {
                format!("{} of {}{}", self.rels[*rel].said(), self.say(of), self.say_when(when))
            }
            Set::Hop(of, rel, false, when) => {
                format!("what has `{}` {}{}", self.name(*rel), self.say(of), self.say_when(when))
            }
            Set::Facts(rel, head, tail, out, when) => {
                let head = head.as_ref().map_or("anything".to_owned(), |h| self.say(h));
                let tail = tail.as_ref().map_or("anything".to_owned(), |t| self.say(t));
                let end = if *out { "last" } else { "first" };
                format!(
                    "the facts {head} `{}` {tail}{} by their {end} part",
                    self.name(*rel),
                    self.say_when(when)
                )
            }
            Set::Keep(of, cond) => format!("{} whose {}", self.say(of), self.say_cond(cond)),
            Set::Both(a, b) => format!("{} that are also {}", self.say(a), self.say(b)),
            Set::Minus(a, b) => format!("{} without {}", self.say(a), self.say(b)),
            Set::Extreme(of, by, largest, k) | Set::Nth(of, by, largest, k) => {
                let end = if *largest { "largest" } else { "smallest" };
                let which = match (set, k) {
                    (Set::Nth(..), n) => format!("{} ", place(*n)),
                    (_, 1) => String::new(),
                    (_, k) => format!("{k} "),
                };
                format!("{} with the {which}{end} {}", self.say(of), self.say_by(by))
            }
            Set::Near(all, of, before, every) => {
                let side = if *before { "before" } else { "after" };
                let which = if *every { "all" } else { "right" };
                format!("{} {which} {side} {}", self.say(all), self.say(of))
            }
            Set::Having(grouping, op, value) => {
                let (by, of, what) = self.say_groups(grouping);
                let limit = match value {
                    Limit::Value(value) => value.clone(),
                    Limit::Mean => format!("the mean of all {by}"),
                    Limit::Number(set) => format!("the number of {}", self.say(set)),
                    Limit::Column(_, column) => format!("its {}", self.rels[*column].said()),
                };
                format!("each {by} of {of} whose {what} is {} {limit}", op.symbol())
            }
        }
    }

    /// What members are grouped by, the members, and what is computed of each group.
    fn say_groups(&self, grouping: &Grouping) -> (String, String, String) {
        let by = match grouping.by.as_slice() {
            [] => "member".to_owned(),
            by => self.say_path(by),
        };
        let what = match grouping.of {
            Some(of) => format!("{} of {}", said(grouping.with), self.rels[of].said()),
            None => "number".to_owned(),
        };
        (by, self.say(&grouping.set), what)
    }

    /// Keys one after the other, the last one first.
    fn say_path(&self, keys: &[Key]) -> String {
        let said: Vec<String> = keys.iter().rev().map(|key| self.say_key(*key)).collect();
        said.join(" of the ")
    }

    fn say_key(&self, key: Key) -> String {
        match key {
            Key::Rel(rel) => self.rels[rel].said(),
            Key::Part(part, rel) => format!("{} of `{}`", part.name().replace('_', " and "), self.name(rel)),
        }
    }

    fn say_by(&self, by: &By) -> String {
        match by {
            By::Rel(rel) => self.rels[*rel].said(),
            By::Duration => "time".to_owned(),
            By::Start => "first day".to_owned(),
        }
    }

    fn say_when(&self, when: &When) -> String {
        match when {
            When::Always => String::new(),
            When::Now => " today".to_owned(),
            When::At(date) => format!(" at the time {date}"),
            When::Of(set) => format!(" at the time of {}", self.say(set)),
            When::While(facts, _) => format!(" in the time of {}", self.say(facts)),
            When::Bound(start, op, date) => {
                format!(" that {} {} {date}", if *start { "began" } else { "ended" }, op.symbol())
            }
        }
    }

    fn say_cond(&self, cond: &Cond) -> String {
        let name = self.rels[cond.rel].said();
        match &cond.test {
            Test::Is(names) => format!("{name} is {}", names.join(" or ")),
            Test::Not(names) => format!("{name} is not {}", names.join(" or ")),
            Test::Among(set) => format!("{name} is among {}", self.say(set)),
            Test::Compare(op, value) => format!("{name} {} {value}", op.symbol()),
            Test::Than(op, goal) => format!("{name} {} {}", op.symbol(), self.say_goal(goal)),
            Test::OfGroup(op, grouping, by) => {
                let (op, by) = (op.symbol(), self.rels[*by].said());
                match grouping.of {
                    Some(of) if grouping.with == Aggregate::Max => {
                        format!("{name} {op} {} of its {by}", self.rels[of].said())
                    }
                    _ => format!("{name} {op} the {} of the same {by}", self.say_groups(grouping).2),
                }
            }
            Test::Between(low, high) => format!("{name} lies between {low} and {high}"),
            Test::Part(part, value) => format!("{} is {value}", self.say_key(Key::Part(*part, cond.rel))),
            Test::During(facts) => format!("{name} lies in the time of {}", self.say(facts)),
            Test::Empty => format!("{name} is empty"),
            Test::Present => format!("{name} is given"),
        }
    }

    /// A goal in plain English.
    pub fn say_goal(&self, goal: &Goal) -> String {
        match goal {
            Goal::List(set) => self.say(set),
            Goal::Count(set, false) => format!("the number of {}", self.say(set)),
            Goal::Count(set, true) => format!("the number of different {}", self.say(set)),
            Goal::Total(set, with, rel) => {
                format!("the {} of {} over {}", said(*with), self.rels[*rel].said(), self.say(set))
            }
            Goal::Times(set) => format!("the number of times of {}", self.say(set)),
            Goal::Values(set, with) => format!("the {} of {}", said(*with), self.say(set)),
            Goal::Sorted { set, by, largest_first, name } => {
                let first = if *largest_first { "largest" } else { "smallest" };
                let (name, by) = (self.rels[*name].said(), self.rels[*by].said());
                format!("{name} of {} by {by}, the {first} first", self.say(set))
            }
            Goal::WithZeros(grouping, all, name) => {
                let (by, of, what) = self.say_groups(grouping);
                let (name, all) = (self.rels[*name].said(), self.say(all));
                format!("for each {by} of {of}, the {what}, and 0 for every other {name} of {all}")
            }
            Goal::MeanOfGroups(grouping) => {
                let (by, of, what) = self.say_groups(grouping);
                format!("the mean over every {by} of {of} of the {what}")
            }
            Goal::BestOfEach { set, by, of, largest, name } => {
                let end = if *largest { "largest" } else { "smallest" };
                let (by, of, name) = (self.say_key(*by), self.rels[*of].said(), self.rels[*name].said());
                format!("for each {by} of {}, the {name} with the {end} {of}", self.say(set))
            }
            Goal::MostOfEach { set, by, of, weight, most } => {
                let what =
                    weight.map_or("number".to_owned(), |rel| format!("sum of {}", self.rels[rel].said()));
                let end = if *most { "largest" } else { "smallest" };
                let (by, of) = (self.say_path(by), self.say_path(of));
                format!("for each {by} of {}, the {of} with the {end} {what}", self.say(set))
            }
            Goal::ListOfEach { set, by, of } => {
                format!("for each {} of {}, every {}", self.say_path(by), self.say(set), self.say_path(of))
            }
            Goal::Ranked(grouping, largest) => {
                let (by, of, what) = self.say_groups(grouping);
                let first = if *largest { "largest" } else { "smallest" };
                format!("for each {by} of {of}, the {what}, the {first} first")
            }
            Goal::Groups(grouping, pick) => {
                let (by, of, what) = self.say_groups(grouping);
                match pick {
                    None => format!("for each {by} of {of}, the {what}"),
                    Some((largest, k)) => {
                        let end = if *largest { "largest" } else { "smallest" };
                        let many = if *k > 1 { format!("{k} ") } else { String::new() };
                        format!("the {by} of {of} with the {many}{end} {what}")
                    }
                }
            }
            Goal::MostOfGroups(grouping, largest) => {
                let (by, of, what) = self.say_groups(grouping);
                let end = if *largest { "largest" } else { "smallest" };
                format!("the {end} {what} of any {by} of {of}")
            }
            Goal::Exists(set) => format!("whether there is {}", self.say(set)),
            Goal::Nothing(set) => format!("whether there is none of {}", self.say(set)),
            Goal::Subset(a, b) => format!("whether all of {} are among {}", self.say(a), self.say(b)),
            Goal::Equal(a, b) => format!("whether {} and {} are the same", self.say(a), self.say(b)),
            Goal::Difference(a, b) => format!("{} less {}", self.say_goal(a), self.say_goal(b)),
            Goal::Gap(a, b) => format!("the gap between {} and {}", self.say_goal(a), self.say_goal(b)),
            Goal::Larger(a, b, larger) => {
                let than = if *larger { "larger" } else { "smaller" };
                format!("whether {} is {than} than {}", self.say_goal(a), self.say_goal(b))
            }
            Goal::Share(a, b) if matches!(**a, Goal::Groups(..)) => {
                let whole = match &**b {
                    Goal::Groups(Grouping { set, .. }, _) => format!("that of {}", self.say(set)),
                    whole => self.say_goal(whole),
                };
                format!("{}, in percent of {whole}", self.say_goal(a))
            }
            Goal::Change(a, b) => {
                format!("by how many percent {} is more than {}", self.say_goal(a), self.say_goal(b))
            }
            Goal::Share(a, b) => format!("how many percent of {} is {}", self.say_goal(b), self.say_goal(a)),
            Goal::Lasted(set, unit) => format!("how many {unit} lasted {}", self.say(set)),
            Goal::Years(of) => format!("the year of {}", self.say_goal(of)),
            Goal::Bound(set, true) => format!("when began {}", self.say(set)),
            Goal::Bound(set, false) => format!("when ended {}", self.say(set)),
        }
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

fn said(with: Aggregate) -> &'static str {
    match with {
        Aggregate::Count => "number",
        Aggregate::CountDistinct => "number of different values",
        Aggregate::Sum => "sum",
        Aggregate::Mean => "mean",
        Aggregate::Min => "smallest value",
        Aggregate::Max => "largest value",
        Aggregate::Median => "median",
        Aggregate::List => "different values",
        Aggregate::Most => "most frequent value",
        Aggregate::Least => "least frequent value",
    }
}

/// A place in an order: `2nd`.
fn place(n: usize) -> String {
    let end = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{end}")
}
