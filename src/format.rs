//! Answers in the formats that `--format` names. Cells are written as they are shown;
//! a format adds only what keeps them apart.

use std::borrow::Cow;
use std::collections::HashSet;

use clap::ValueEnum;
use serde_json::{Map, Value};
use trustuqa_storage::ValueKind;
use trustuqa_tui::Grid;

use crate::session::SessionError;
use crate::session::route::kind_word;
use trustuqa_engine::trace::{Answer, AnswerColumn};

mod table_file;

/// The columns of an answer as the chat has them.
pub fn columns(columns: &[AnswerColumn]) -> Vec<trustuqa_tui::model::ColumnView> {
    let column = |column: &AnswerColumn| trustuqa_tui::model::ColumnView {
        name: column.name.clone(),
        kind: kind_word(column.kind).to_owned(),
        unit: column.unit.clone(),
    };
    columns.iter().map(column).collect()
}

/// A format of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AnswerFormat {
    /// Aligned columns under their names
    Table,
    /// Values separated by commas, quoted where they need it
    Csv,
    /// Values separated by tabs; \t, \n, \r and \\ stand for what would break a line
    Tsv,
    /// A list with one JSON object for each row
    Json,
    /// One JSON object for each row, one a line
    Jsonl,
    /// A table of Markdown
    Markdown,
    /// A spreadsheet, for a file
    Xlsx,
    /// Parquet, for a file
    Parquet,
}

impl AnswerFormat {
    /// The format of files with this ending in small letters.
    pub fn of_ending(ending: &str) -> Option<AnswerFormat> {
        Some(match ending {
            "csv" => AnswerFormat::Csv,
            "tsv" => AnswerFormat::Tsv,
            "json" => AnswerFormat::Json,
            "jsonl" => AnswerFormat::Jsonl,
            "md" => AnswerFormat::Markdown,
            "xlsx" => AnswerFormat::Xlsx,
            "parquet" => AnswerFormat::Parquet,
            _ => return None,
        })
    }
}

/// An answer in a format.
#[derive(Debug)]
pub enum FormattedAnswer {
    /// Text.
    Text(String),
    /// The content of a file that is not a text.
    Bytes(Vec<u8>),
}

impl FormattedAnswer {
    /// What is in the file.
    pub fn into_bytes(self) -> Vec<u8> {
        match self {
            FormattedAnswer::Text(text) => text.into_bytes(),
            FormattedAnswer::Bytes(bytes) => bytes,
        }
    }
}

/// An answer in a format. Without rows it is empty text, the empty list of JSON, or a table
/// that has only its header.
///
/// # Errors
///
/// When a library refuses it: more rows or columns than the format has.
pub fn written(answer: &Answer, format: AnswerFormat) -> Result<FormattedAnswer, SessionError> {
    match format {
        AnswerFormat::Xlsx | AnswerFormat::Parquet => {
            let (columns, rows) = table(answer);
            let names = names(&columns);
            let bytes = match format {
                AnswerFormat::Xlsx => table_file::xlsx(&names, &rows),
                _ => table_file::parquet(&names, &rows),
            };
            let hint = "write it as CSV";
            bytes.map(FormattedAnswer::Bytes).map_err(|error| SessionError::usage(error, hint))
        }
        format => text(answer, format).map(FormattedAnswer::Text),
    }
}

fn text(answer: &Answer, format: AnswerFormat) -> Result<String, SessionError> {
    let (columns, rows) = table(answer);
    if rows.is_empty() && format != AnswerFormat::Json {
        return Ok(String::new());
    }
    match format {
        AnswerFormat::Table => Ok(aligned(&columns, &rows)),
        AnswerFormat::Csv => csv(&names(&columns), &rows),
        AnswerFormat::Tsv => Ok(tsv(&names(&columns), &rows)),
        AnswerFormat::Json => pretty(&objects(&names(&columns), &rows)),
        AnswerFormat::Jsonl => {
            let lines = objects(&names(&columns), &rows).into_iter().map(|object| format!("{object}\n"));
            Ok(lines.collect())
        }
        AnswerFormat::Markdown | AnswerFormat::Xlsx | AnswerFormat::Parquet => {
            Ok(Grid::new(&self::columns(&columns), &rows).markdown())
        }
    }
}

/// The aligned table of an answer whose values belong to something; `None` for a list. A person
/// reads a single column with its name, too; a program would take that for a value.
pub fn labelled(answer: &Answer, by_person: bool) -> Option<String> {
    let named = by_person && answer.columns.iter().any(|column| !column.name.is_empty());
    let labelled = (answer.columns.len() > 1 || named) && !answer.rows.is_empty();
    labelled.then(|| aligned(&answer.columns, &answer.rows))
}

fn aligned(columns: &[AnswerColumn], rows: &[Vec<String>]) -> String {
    let mut lines = Grid::new(&self::columns(columns), rows).lines().join("\n");
    lines.push('\n');
    lines
}

/// The columns and rows of an answer; its items as one column, if it has no others.
fn table(answer: &Answer) -> (Cow<'_, [AnswerColumn]>, Cow<'_, [Vec<String>]>) {
    if !answer.columns.is_empty() {
        return (Cow::Borrowed(&answer.columns), Cow::Borrowed(&answer.rows));
    }
    let column = AnswerColumn { name: String::new(), kind: ValueKind::Text, unit: None };
    let rows = answer.items.iter().map(|item| vec![item.text.clone()]);
    (Cow::Owned(vec![column]), Cow::Owned(rows.collect()))
}

/// A name for each column that no other column has: a program finds its values by it.
fn names(columns: &[AnswerColumn]) -> Vec<String> {
    let own: HashSet<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let mut taken: HashSet<String> = HashSet::new();
    let mut names = Vec::with_capacity(columns.len());
    for (at, column) in columns.iter().enumerate() {
        let mut name = column.name.clone();
        if name.is_empty() && at + 1 == columns.len() && !own.contains("value") {
            name = "value".to_owned();
        }
        if name.is_empty() || taken.contains(&name) {
            // A later column may really have that name, and keeps its name.
            name = format!("column_{}", at + 1);
            while taken.contains(&name) || own.contains(name.as_str()) {
                name.push('_');
            }
        }
        taken.insert(name.clone());
        names.push(name);
    }
    names
}

fn csv(names: &[String], rows: &[Vec<String>]) -> Result<String, SessionError> {
    let failed = |error: String| SessionError::Usage { message: error, hint: None };
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    writer.write_record(names).map_err(|error| failed(error.to_string()))?;
    for row in rows {
        writer.write_record(row).map_err(|error| failed(error.to_string()))?;
    }
    let bytes = writer.into_inner().map_err(|error| failed(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| failed(error.to_string()))
}

fn tsv(names: &[String], rows: &[Vec<String>]) -> String {
    let mut out = String::new();
    for cells in std::iter::once(names).chain(rows.iter().map(Vec::as_slice)) {
        for (at, cell) in cells.iter().enumerate() {
            if at > 0 {
                out.push('\t');
            }
            for c in cell.chars() {
                match c {
                    '\t' => out.push_str("\\t"),
                    '\n' => out.push_str("\\n"),
                    '\r' => out.push_str("\\r"),
                    '\\' => out.push_str("\\\\"),
                    c => out.push(c),
                }
            }
        }
        out.push('\n');
    }
    out
}

/// Rows by the names of their columns. Every cell is a text, so that what a column holds
/// does not change with its rows, and no digit of a number is lost.
fn objects(names: &[String], rows: &[Vec<String>]) -> Vec<Value> {
    let object = |row: &Vec<String>| {
        let cells = names.iter().zip(row).map(|(name, cell)| (name.clone(), Value::from(cell.as_str())));
        Value::Object(cells.collect::<Map<String, Value>>())
    };
    rows.iter().map(object).collect()
}

fn pretty(objects: &[Value]) -> Result<String, SessionError> {
    let json = serde_json::to_string_pretty(objects)
        .map_err(|error| SessionError::Usage { message: error.to_string(), hint: None })?;
    Ok(json + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_without_a_name_of_their_own_get_one() {
        let named = |given: &[&str]| {
            let column =
                |name: &&str| AnswerColumn { name: (*name).to_owned(), kind: ValueKind::Text, unit: None };
            names(&given.iter().map(column).collect::<Vec<_>>())
        };
        assert_eq!(named(&[""]), ["value"]);
        assert_eq!(named(&["", "count"]), ["column_1", "count"]);
        assert_eq!(named(&["Name", "Name", "Name"]), ["Name", "column_2", "column_3"]);
        assert_eq!(named(&["value", ""]), ["value", "column_2"]);
        assert_eq!(named(&["a", "a", "column_2"]), ["a", "column_2_", "column_2"]);
    }
}
