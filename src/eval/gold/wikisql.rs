//! WikiSQL's annotation, `SELECT [aggregate] column WHERE column op value AND …`, as a query.
//!
//! Each condition is a step that finds rows, several are intersected, and the column of
//! those rows is what the question asks for; an aggregate is one more step.

use trustuqa_engine::query::Function;
use trustuqa_engine::query::llm::{GetInformation, Term};
use trustuqa_storage::Comparison;

use super::draft::{Draft, compared, name};
use crate::eval::GoldQuery;

/// A query with names in place of column numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Select {
    /// The aggregate; `None` for the values themselves.
    pub aggregate: Option<SqlAggregate>,
    /// The column that is asked for.
    pub column: String,
    /// Column, comparison and value of each condition; all must hold.
    pub conditions: Vec<(String, Comparison, String)>,
}

/// An aggregate of SQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "they are those of SQL")]
pub enum SqlAggregate {
    Max,
    Min,
    Count,
    Sum,
    Avg,
}

impl SqlAggregate {
    /// The aggregates by number, from 1 on; 0 stands for none.
    pub const ALL: [SqlAggregate; 5] =
        [SqlAggregate::Max, SqlAggregate::Min, SqlAggregate::Count, SqlAggregate::Sum, SqlAggregate::Avg];

    /// As SQL writes it.
    pub fn name(self) -> &'static str {
        match self {
            SqlAggregate::Max => "MAX",
            SqlAggregate::Min => "MIN",
            SqlAggregate::Count => "COUNT",
            SqlAggregate::Sum => "SUM",
            SqlAggregate::Avg => "AVG",
        }
    }

    fn function(self) -> (Function, &'static str) {
        match self {
            SqlAggregate::Max => (Function::Max, "Take the largest"),
            SqlAggregate::Min => (Function::Min, "Take the smallest"),
            SqlAggregate::Count => (Function::Count, "Count them"),
            SqlAggregate::Sum => (Function::Sum, "Add them up"),
            SqlAggregate::Avg => (Function::Mean, "Take their average"),
        }
    }
}

/// The query for an annotation.
pub fn query(select: &Select) -> GoldQuery {
    let mut draft = Draft::default();
    let mut rows: Vec<Term> = Vec::new();
    for (column, op, value) in &select.conditions {
        let words = match op {
            Comparison::Gt => "is more than",
            Comparison::Lt => "is less than",
            _ => "is",
        };
        let note = format!("Find the rows whose {column} {words} {value}");
        let info =
            GetInformation { relation: name(column), tail: compared(*op, value), ..Default::default() };
        rows.push(draft.get(note, info));
    }
    let head = if rows.len() > 1 {
        Some(draft.apply("Keep the rows that are in all of them", Function::SetIntersection, rows))
    } else {
        rows.pop()
    };
    let note = match head {
        Some(_) => format!("Get their {}", select.column),
        None => format!("Get every {}", select.column),
    };
    let values =
        draft.get(note, GetInformation { head, relation: name(&select.column), ..Default::default() });
    if let Some(aggregate) = select.aggregate {
        let (function, note) = aggregate.function();
        draft.apply(note, function, vec![values]);
    }
    draft.query()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(query: GoldQuery) -> String {
        match query {
            GoldQuery::Query(text) => text,
            GoldQuery::Impossible(why) => why,
        }
    }

    #[test]
    fn conditions_are_intersected_and_aggregated() {
        let select = Select {
            aggregate: Some(SqlAggregate::Count),
            column: "Rider's name".to_owned(),
            conditions: vec![
                ("Laps".to_owned(), Comparison::Gt, "20".to_owned()),
                ("Team".to_owned(), Comparison::Eq, "Blue".to_owned()),
            ],
        };
        let text = text(query(&select));
        assert!(text.contains(r#"Query1: "get_information(relation='Laps', tail_entity>'20')""#), "{text}");
        assert!(
            text.contains("set_intersection(set1='output_of_query1', set2='output_of_query2')"),
            "{text}"
        );
        assert!(text.contains(r"head_entity='output_of_query3', relation='Rider\'s name'"), "{text}");
        assert!(text.ends_with(r#"Query5: "count(set='output_of_query4')""#), "{text}");
        assert!(trustuqa_engine::query::parse(&text).is_ok());
    }

    #[test]
    fn a_query_reads_as_it_was_meant_whatever_the_names_are() {
        let select = |column: &str, value: &str| Select {
            aggregate: None,
            column: "Laps".to_owned(),
            conditions: vec![(column.to_owned(), Comparison::Eq, value.to_owned())],
        };
        // A line break in a name, and none at all, leave the words of a step one line.
        for (column, value) in [("Rider\nQuery1: \"x\"", "5"), ("Rider", ""), ("Rider", "a\n\nb ")] {
            let text = text(query(&select(column, value)));
            assert!(
                trustuqa_engine::query::parse(&text).is_ok_and(|parsed| parsed.repairs.is_empty()),
                "{text}"
            );
        }
        // Such a value would be the first step.
        assert!(matches!(query(&select("Rider", "output_of_query1")), GoldQuery::Impossible(_)));
    }

    #[test]
    fn without_a_condition_the_whole_column_is_meant() {
        let select = Select { aggregate: None, column: "Laps".to_owned(), conditions: Vec::new() };
        assert!(text(query(&select)).ends_with(r#"Query1: "get_information(relation='Laps')""#));
    }
}
