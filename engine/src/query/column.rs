//! Columns: the value that each member of a set has - the tails of a relation, a time of the facts by which
//! it was found, or a formula over these - and the tests and aggregates of such values.

use super::execution::Operand;
use super::formula::Expression;
use trustuqa_model::Comparison;

/// A value that each member of a set has, over nodes of type `N`.
#[derive(Clone, Debug, PartialEq)]
pub enum Column<N> {
    /// The tails of the member under a relation; several nodes mean any of them.
    Relation(Vec<N>),
    /// A time of the facts by which the member was found.
    Time(FactTime),
    /// The member itself.
    Itself,
    /// The result of a formula over several columns of the same member.
    Formula(Expression, Vec<Column<N>>),
    /// Columns followed one after the other: the `Region` of what the member has as its `Customer`.
    Path(Vec<Column<N>>),
}

/// A time of a temporal fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FactTime {
    /// The first day.
    Start,
    /// The last day.
    End,
    /// The time from the first to the last day, in days.
    Duration,
}

impl FactTime {
    /// The time with this name, in the spellings that writers use.
    pub fn named(name: &str) -> Option<FactTime> {
        match trustuqa_model::fold(name).as_str() {
            "start time" | "start" | "start date" | "start year" => Some(FactTime::Start),
            "end time" | "end" | "end date" | "end year" => Some(FactTime::End),
            "duration" | "length" => Some(FactTime::Duration),
            _ => None,
        }
    }

    /// The name, as written without quotes in an execution query.
    pub fn name(self) -> &'static str {
        match self {
            FactTime::Start => "start_time",
            FactTime::End => "end_time",
            FactTime::Duration => "duration",
        }
    }
}

/// A test of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Test<N> {
    /// It compares as asked with any (`=`), none (`!=`) or all of these.
    Compare(Comparison, Operand<N>),
    /// Its text contains one of these, ignoring case and accents.
    Contains(Vec<String>),
    /// Its text begins with one of these.
    StartsWith(Vec<String>),
    /// Its text ends with one of these.
    EndsWith(Vec<String>),
    /// It is between these two, including both.
    Between(String, String),
    /// There is no value.
    IsEmpty,
    /// There is a value.
    NotEmpty,
}

/// The names of the tests that a query writes as calls.
pub const TEST_NAMES: [&str; 6] =
    ["contains", "starts_with", "ends_with", "between", "is_empty", "not_empty"];

/// How the values of a group are aggregated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aggregate {
    /// The number of values.
    Count,
    /// The number of distinct values.
    CountDistinct,
    /// Their sum.
    Sum,
    /// Their arithmetic mean.
    Mean,
    /// The smallest.
    Min,
    /// The largest.
    Max,
    /// The middle one.
    Median,
    /// The distinct values themselves.
    List,
    /// The value that most members have, or that has the largest sum of weights.
    Most,
    /// The value that the fewest members have, or that has the smallest sum of weights.
    Least,
}

impl Aggregate {
    /// Every aggregate.
    pub const ALL: [Aggregate; 10] = [
        Aggregate::Count,
        Aggregate::CountDistinct,
        Aggregate::Sum,
        Aggregate::Mean,
        Aggregate::Min,
        Aggregate::Max,
        Aggregate::Median,
        Aggregate::List,
        Aggregate::Most,
        Aggregate::Least,
    ];

    /// Whether members can have weights in it.
    pub fn takes_weights(self) -> bool {
        matches!(self, Aggregate::Most | Aggregate::Least)
    }

    /// Whether its result consists of the values themselves, not of a number computed from them.
    pub fn is_of_names(self) -> bool {
        matches!(self, Aggregate::List | Aggregate::Most | Aggregate::Least)
    }

    /// The name, as written in a query.
    pub fn name(self) -> &'static str {
        match self {
            Aggregate::Count => "count",
            Aggregate::CountDistinct => "count_distinct",
            Aggregate::Sum => "sum",
            Aggregate::Mean => "mean",
            Aggregate::Min => "min",
            Aggregate::Max => "max",
            Aggregate::Median => "median",
            Aggregate::List => "list",
            Aggregate::Most => "most",
            Aggregate::Least => "least",
        }
    }

    /// The aggregate with this name, in the spellings that writers use.
    pub fn named(name: &str) -> Option<Aggregate> {
        let name = name.trim().to_ascii_lowercase();
        Some(match name.as_str() {
            "count" | "number" | "size" => Aggregate::Count,
            "count_distinct" | "distinct" | "nunique" => Aggregate::CountDistinct,
            "sum" | "total" => Aggregate::Sum,
            "mean" | "average" | "avg" => Aggregate::Mean,
            "min" | "minimum" | "smallest" | "lowest" => Aggregate::Min,
            "max" | "maximum" | "largest" | "highest" => Aggregate::Max,
            "median" => Aggregate::Median,
            "list" | "values" | "names" => Aggregate::List,
            "most" | "mode" | "most_frequent" => Aggregate::Most,
            "least" | "least_frequent" => Aggregate::Least,
            _ => return None,
        })
    }
}

impl<N> Column<N> {
    /// The same column over other nodes.
    pub fn map_nodes<M, E>(&self, f: &mut impl FnMut(&N) -> Result<M, E>) -> Result<Column<M>, E> {
        Ok(match self {
            Column::Relation(nodes) => Column::Relation(nodes.iter().map(f).collect::<Result<_, E>>()?),
            Column::Time(time) => Column::Time(*time),
            Column::Itself => Column::Itself,
            Column::Formula(expression, columns) => {
                let mut mapped = Vec::with_capacity(columns.len());
                for column in columns {
                    mapped.push(column.map_nodes(f)?);
                }
                Column::Formula(expression.clone(), mapped)
            }
            Column::Path(steps) => {
                let mut mapped = Vec::with_capacity(steps.len());
                for step in steps {
                    mapped.push(step.map_nodes(f)?);
                }
                Column::Path(mapped)
            }
        })
    }

    /// The nodes of all relations in the column.
    pub fn relations(&self) -> Vec<&N> {
        match self {
            Column::Relation(nodes) => nodes.iter().collect(),
            Column::Time(_) | Column::Itself => Vec::new(),
            Column::Formula(_, columns) | Column::Path(columns) => {
                columns.iter().flat_map(Column::relations).collect()
            }
        }
    }
}
