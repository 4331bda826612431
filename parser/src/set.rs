//! Sets and goals: the logical forms of derivations. They are put in plain English (`say`) and written as steps of
//! a query (`write`).

mod say;
mod write;

use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_engine::query::column::Aggregate;
use trustuqa_model::{Comparison, Date};

pub use write::QueryWriter;

use super::relation::RelId;
use super::text::{Coverage, Text, span};

/// Words of the longest name of a part of a date: "day of the week".
const LONGEST_PART: usize = 4;

/// A part of a date, as formulas call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DatePart {
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

impl DatePart {
    /// The part that a question names at a position, and the words that do.
    pub fn named_at(text: &Text, at: usize) -> Option<(DatePart, Coverage)> {
        (1..=LONGEST_PART).rev().find_map(|words| {
            let part = DatePart::named(&text.phrase(at, at + words))?;
            Some((part, span(at, (at + words).min(text.tokens.len()))))
        })
    }

    /// The part that a word or short phrase names.
    pub fn named(word: &str) -> Option<DatePart> {
        let parts = [
            ("part.year", DatePart::Year),
            ("part.month", DatePart::Month),
            ("part.quarter", DatePart::Quarter),
            ("part.weekday", DatePart::Weekday),
        ];
        parts.into_iter().find(|(section, _)| lexicon::contains(section, word)).map(|(_, part)| part)
    }

    /// The number of this part in a date, from 1 for January, the first quarter and Monday; `None` where the date does not
    /// have it.
    pub fn number_in(self, date: Date) -> Option<i32> {
        let quarter = || Some((i32::from(date.month()?) - 1) / 3 + 1);
        match self {
            DatePart::Year => Some(date.year()),
            DatePart::Month | DatePart::YearMonth => date.month().map(i32::from),
            DatePart::Quarter | DatePart::YearQuarter => quarter(),
            // The first day of 1970 was a Thursday.
            DatePart::Weekday => date.day().map(|_| (date.first_day() + 3).rem_euclid(7) + 1),
        }
    }

    fn name(self) -> &'static str {
        match self {
            DatePart::Year => "year",
            DatePart::Quarter => "quarter",
            DatePart::YearQuarter => "year_quarter",
            DatePart::Month => "month",
            DatePart::YearMonth => "year_month",
            DatePart::Weekday => "weekday",
        }
    }
}

/// What members are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// The values of a relation.
    Rel(RelId),
    /// A part of the dates of a relation.
    Part(DatePart, RelId),
}

/// A test of the value of a relation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ValueTest {
    /// It is one of these names.
    Is(Vec<String>),
    /// It is none of these names.
    Not(Vec<String>),
    /// It is in a set.
    Among(Arc<Set>),
    /// The comparison of it with this number or date holds.
    Compare(Comparison, String),
    /// The comparison of it with the number of this goal holds.
    Than(Comparison, Box<Goal>),
    /// The comparison of it with the number of its own group holds; the column says which group that is.
    OfGroup(Comparison, Box<Grouping>, RelId),
    /// It lies between these two, both included.
    Between(String, String),
    /// There is no value.
    Empty,
    /// There is some value.
    Present,
    /// It is a date at which these facts held.
    During(Arc<Set>),
    /// This part of its date has this value.
    Part(DatePart, String),
}

/// A condition on members of a set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cond {
    /// The relation whose value is tested.
    pub rel: RelId,
    /// The test.
    pub test: ValueTest,
}

impl Cond {
    /// The rows of another table that the condition joins: the shops in York, of orders in York.
    pub fn joined(&self) -> Option<&Arc<Set>> {
        let ValueTest::Among(of) = &self.test else { return None };
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
    /// At some time from the one date to the other.
    Within(String, String),
    /// At some time from this day on.
    From(String),
    /// At the dates of a set; if it is the date of one row, its first and last day, since 1970.
    Of(Arc<Set>, Option<(i32, i32)>),
    /// The comparison of its start (`true`) or end with this date holds.
    Bound(bool, Comparison, String),
    /// While these other facts held: first and last day, since 1970.
    While(Arc<Set>, (i32, i32)),
    /// When these other facts began: their first day, since 1970.
    Begun(Arc<Set>, i32),
}

/// What members are ordered by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// A relation.
    Rel(RelId),
    /// How long the facts held that led to them.
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
    /// All heads (`true`) or tails of a relation.
    Side(RelId, bool),
    /// What a relation leads to: tails (`true`) or heads.
    Hop(Arc<Set>, RelId, bool, When),
    /// Of the facts of a relation with heads and tails in two sets (`None` for any), the tails (`true`) or heads.
    Facts(RelId, Option<Arc<Set>>, Option<Arc<Set>>, bool, When),
    /// Members that meet a condition.
    Keep(Arc<Set>, Cond),
    /// Members of both.
    Both(Arc<Set>, Arc<Set>),
    /// Members of the first alone.
    Minus(Arc<Set>, Arc<Set>),
    /// The members with the largest (`true`) or smallest values, this many.
    Extreme(Arc<Set>, By, bool, usize),
    /// The one at this place, counted from the largest (`true`) or smallest value.
    Nth(Arc<Set>, By, bool, usize),
    /// Members right before (`true`) or after those of the second set; all before or after them if the last is
    /// `true`.
    Near(Arc<Set>, Arc<Set>, bool, bool),
    /// The groups for whose number the comparison with a limit holds.
    Having(Grouping, Comparison, Limit),
    /// The groups whose rows have as many different names as there are in all.
    WithAll {
        /// The rows.
        set: Arc<Set>,
        /// The path of columns that they are grouped by.
        by: Vec<Key>,
        /// The path of columns that leads to the names.
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
    /// What the group's own row has in the second column; the first column identifies that row.
    Column(RelId, RelId),
}

/// A number for each group of a set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grouping {
    /// What is grouped.
    pub set: Arc<Set>,
    /// The path of relations to group by: a store, its city, its region. An empty one groups by member.
    pub by: Vec<Key>,
    /// The relation that is aggregated. `None` counts rows, or the facts that led to a member.
    pub of: Option<RelId>,
    /// The aggregate.
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

    /// Whether these are groups by this relation alone, under a condition on their number.
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

/// The groups with the largest (`true`) or smallest number, and how many; `None` for all groups.
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
    /// An aggregate of a column of rows.
    Total(Arc<Set>, Aggregate, RelId),
    /// An aggregate of the values in a set.
    Values(Arc<Set>, Aggregate),
    /// A number for each group, of all groups or the picked ones.
    Groups(Grouping, Pick),
    /// The largest (`true`) or smallest number of all groups.
    MostOfGroups(Grouping, bool),
    /// The names of rows, in the order of a column.
    Sorted {
        /// The rows.
        set: Arc<Set>,
        /// What they are ordered by.
        by: RelId,
        /// Whether the largest stands first.
        largest_first: bool,
        /// The column of their names.
        name: RelId,
    },
    /// A number for each group, and 0 for the rows of another table that have none, by this column of their names.
    WithZeros(Grouping, Arc<Set>, RelId),
    /// The mean of the numbers of all groups.
    MeanOfGroups(Grouping),
    /// For each group, the names of its rows with the largest or smallest value.
    BestOfEach {
        /// The rows.
        set: Arc<Set>,
        /// What they are grouped by.
        by: Key,
        /// What is compared.
        of: RelId,
        /// Whether the largest is asked for.
        largest: bool,
        /// The column of their names.
        name: RelId,
    },
    /// For each group, the name that most or fewest of its rows have, or whose rows have the largest or smallest
    /// sum.
    MostOfEach {
        /// The rows.
        set: Arc<Set>,
        /// The path of columns that they are grouped by.
        by: Vec<Key>,
        /// The path of columns that leads to the names.
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
        /// The path of columns that they are grouped by.
        by: Vec<Key>,
        /// The path of columns that leads to the names.
        of: Vec<Key>,
    },
    /// A number for each group, the largest (`true`) or smallest first.
    Ranked(Grouping, bool),
    /// Whether there is a member.
    Exists(Arc<Set>),
    /// Whether there is none.
    Nothing(Arc<Set>),
    /// Whether the first set is within the second.
    Subset(Arc<Set>, Arc<Set>),
    /// Whether two sets are the same.
    Equal(Arc<Set>, Arc<Set>),
    /// The first less the second.
    Difference(Box<Goal>, Box<Goal>),
    /// By how much two numbers differ, whichever is the larger.
    Gap(Box<Goal>, Box<Goal>),
    /// Whether the first number or date is larger (`true`) or smaller than the second.
    Larger(Box<Goal>, Box<Goal>, bool),
    /// The first in percent of the second; of groups, for each.
    Share(Box<Goal>, Box<Goal>),
    /// The first divided by the second.
    Ratio(Box<Goal>, Box<Goal>),
    /// By how many percent the first is more than the second.
    Change(Box<Goal>, Box<Goal>),
    /// How long facts held, in this unit.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_date_are_numbered() {
        // A Thursday.
        let day = Date::new(2024, Some(5), Some(30)).unwrap();
        let numbers = [DatePart::Year, DatePart::Quarter, DatePart::Month, DatePart::Weekday]
            .map(|part| part.number_in(day));
        assert_eq!(numbers, [Some(2024), Some(2), Some(5), Some(4)]);
        let year = Date::new(2024, None, None).unwrap();
        assert_eq!(
            [DatePart::Quarter, DatePart::Month, DatePart::Weekday].map(|part| part.number_in(year)),
            [None; 3]
        );
    }
}
