//! Sets and goals: what a derivation means. A set says itself in plain English (`say`) and writes
//! itself as steps of a query (`write`).

mod say;
mod write;

use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_engine::query::column::Aggregate;
use trustuqa_model::Comparison;

pub use write::Writer;

use super::relation::RelId;
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

impl Cond {
    /// The rows of another table, to a column of which the condition leads: the shops in York of orders in York.
    pub fn joined(&self) -> Option<&Arc<Set>> {
        let Test::Among(of) = &self.test else { return None };
        let Set::Hop(rows, _, true, _) = &**of else { return None };
        matches!(&**rows, Set::Rows(..)).then_some(rows)
    }

    /// The condition on these rows, where it is the only one.
    pub fn joined_once(&self) -> Option<&Cond> {
        match &**self.joined()? {
            Set::Rows(_, conds) if conds.len() == 1 => conds.first(),
            _ => None,
        }
    }
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
    /// The groups whose rows have as many different names as there are in all.
    WithAll {
        /// The rows.
        set: Arc<Set>,
        /// What they are grouped by, one step after the other.
        by: Vec<Key>,
        /// The names, likewise.
        of: Vec<Key>,
        /// All names.
        all: Arc<Set>,
    },
}

/// What the numbers of groups are compared with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// A number.
    Value(String),
    /// The mean of all groups.
    Mean,
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
            Set::WithAll { by, .. } => match by.last() {
                Some(Key::Rel(rel)) => Some((*rel, false)),
                _ => None,
            },
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
    /// The first divided by the second.
    Ratio(Box<Goal>, Box<Goal>),
    /// By how many percent the first is more than the second.
    Change(Box<Goal>, Box<Goal>),
    /// How long facts held.
    Lasted(Arc<Set>, &'static str),
    /// When facts began (`true`) or ended.
    Bound(Arc<Set>, bool),
    /// The earliest of the dates that answer.
    Earliest(Box<Goal>),
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
