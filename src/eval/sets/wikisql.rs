//! WikiSQL: one table a question, SQL as annotation.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use trustuqa_storage::{Comparison, SourceKind};

use super::lines::{json_lines, place, plain, plain_all};
use super::{ReadOptions, files, no_split, sql};
use crate::eval::gold::wikisql::{self as gold, Select, SqlAggregate};
use crate::eval::{
    BenchmarkSet, Dataset, DatasetSource, EvalError, Hints, Question, SourceContent, TableRows,
};

/// A table of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WikiSqlTable {
    /// Its identifier.
    pub id: String,
    /// Header and rows.
    pub content: TableRows,
    /// `text` or `real` for each column.
    pub types: Vec<String>,
}

impl WikiSqlTable {
    /// True for a column of numbers.
    pub fn is_real(&self, column: usize) -> bool {
        self.types.get(column).is_some_and(|kind| kind == "real")
    }
}

#[derive(Deserialize)]
struct TableLine {
    id: String,
    header: Vec<String>,
    #[serde(default)]
    types: Vec<String>,
    rows: Vec<Vec<Value>>,
}

#[derive(Deserialize)]
struct QuestionLine {
    #[serde(default)]
    id: Option<String>,
    question: String,
    table_id: String,
    sql: SqlLine,
    #[serde(default)]
    answers: Option<Vec<Value>>,
}

#[derive(Deserialize)]
struct SqlLine {
    sel: usize,
    conds: Vec<(usize, usize, Value)>,
    agg: usize,
}

/// Reads `questions.jsonl` and `tables.jsonl`, or the official files of a split.
pub fn read(folder: &Path, options: &ReadOptions) -> Result<Dataset, EvalError> {
    let plain = (folder.join("questions.jsonl"), folder.join("tables.jsonl"));
    let (questions_file, tables_file, prefix) = if plain.0.is_file() && plain.1.is_file() {
        no_split(folder, options)?;
        (plain.0, plain.1, "line".to_owned())
    } else {
        let inner = folder.join("data");
        let folder = if inner.is_dir() { inner } else { folder.to_owned() };
        let found = files::splits(&folder, "", ".tables.jsonl");
        let expected =
            "`<split>.jsonl` with `<split>.tables.jsonl`, or `questions.jsonl` with `tables.jsonl`";
        let split = files::choose(&folder, found, options, &["test", "dev", "train"], expected)?;
        (folder.join(format!("{}.jsonl", split.name)), split.file, split.name)
    };
    let tables = tables(&files::bytes(&tables_file)?, &tables_file)?;
    let questions = questions(&files::bytes(&questions_file)?, &questions_file, &tables, &prefix)?;
    let sources = tables.into_iter().map(|table| source(table, &tables_file)).collect();
    Ok(Dataset { set: BenchmarkSet::Wikisql, sources, questions })
}

/// A table as a source.
pub(in crate::eval) fn source(table: WikiSqlTable, file: &Path) -> DatasetSource {
    DatasetSource {
        name: table.id,
        kind: SourceKind::Table,
        file: file.to_owned(),
        content: SourceContent::Table(table.content),
    }
}

/// The tables of a `tables.jsonl`.
pub fn tables(bytes: &[u8], file: &Path) -> Result<Vec<WikiSqlTable>, EvalError> {
    let mut tables = Vec::new();
    let mut ids = HashSet::new();
    for (line, table) in json_lines::<TableLine>(bytes, file, "a table with id, header, types and rows")? {
        let columns = table.header.len();
        let given: Vec<String> =
            table.header.iter().map(|name| trustuqa_load::clean(name).into_owned()).collect();
        let header = trustuqa_load::column_names(&given);
        if !ids.insert(table.id.clone()) {
            return Err(EvalError::data(
                file,
                Some(line),
                format!("a second table is called `{}`", table.id),
                "remove one of the two",
            ));
        }
        let mut rows = Vec::with_capacity(table.rows.len());
        for (index, row) in table.rows.iter().enumerate() {
            let mut cells: Vec<String> =
                row.iter().map(|cell| trustuqa_load::clean(&plain(cell)).into_owned()).collect();
            let extra = cells.iter().skip(columns).any(|cell| !cell.is_empty());
            if extra || columns == 0 {
                return Err(EvalError::data(
                    file,
                    Some(line),
                    format!("row {} has {} cells, the header has {columns}", index + 1, row.len()),
                    "give every row as many cells as there are columns",
                ));
            }
            cells.truncate(columns);
            rows.push(cells);
        }
        let content = TableRows { line: place(line), header, rows };
        tables.push(WikiSqlTable { id: table.id, content, types: table.types });
    }
    Ok(tables)
}

/// The questions of a file over these tables. A question without an identifier is
/// called by its place, after `prefix`; one without answers gets those of its SQL.
pub fn questions(
    bytes: &[u8],
    file: &Path,
    tables: &[WikiSqlTable],
    prefix: &str,
) -> Result<Vec<Question>, EvalError> {
    let by_id: HashMap<&str, &WikiSqlTable> = tables.iter().map(|table| (table.id.as_str(), table)).collect();
    let mut questions = Vec::new();
    let all = json_lines::<QuestionLine>(bytes, file, "a question with table_id and sql")?;
    for (index, (line, question)) in all.into_iter().enumerate() {
        let Some(table) = by_id.get(question.table_id.as_str()) else {
            return Err(EvalError::data(
                file,
                Some(line),
                format!("the table `{}` is not among the tables", question.table_id),
                "keep questions and tables of one split together",
            ));
        };
        let select = select(&question.sql, &table.content.header).map_err(|what| {
            EvalError::data(file, Some(line), what, "compare the annotation with the table's header")
        })?;
        let answers = match &question.answers {
            Some(answers) => plain_all(answers),
            None => sql::answers(table, &select),
        };
        let id = question.id.unwrap_or_else(|| format!("{prefix}-{index}"));
        questions.push(annotated(id, &question.question, &question.table_id, &select, answers));
    }
    Ok(questions)
}

/// A question with its query.
pub fn annotated(id: String, text: &str, table: &str, select: &Select, answers: Vec<String>) -> Question {
    Question {
        id,
        set: BenchmarkSet::Wikisql,
        text: text.trim().to_owned(),
        kind: select.aggregate.map_or("SELECT", SqlAggregate::name).to_owned(),
        answers,
        hits: None,
        source: Some(table.to_owned()),
        gold: Some(gold::query(select)),
        hints: hints(select),
    }
}

fn hints(select: &Select) -> Hints {
    let mut relations = vec![select.column.clone()];
    for (column, _, _) in &select.conditions {
        if !relations.contains(column) {
            relations.push(column.clone());
        }
    }
    Hints {
        relations,
        entities: select.conditions.iter().map(|(_, _, value)| value.clone()).collect(),
        question_type: select.aggregate.map(|aggregate| aggregate.name().to_owned()),
    }
}

/// The annotation with names in place of numbers.
fn select(sql: &SqlLine, header: &[String]) -> Result<Select, String> {
    let column = |index: usize| {
        header
            .get(index)
            .cloned()
            .ok_or_else(|| format!("expected a column below {}, found {index}", header.len()))
    };
    let aggregate = match sql.agg.checked_sub(1) {
        None => None,
        Some(at) => Some(
            *SqlAggregate::ALL
                .get(at)
                .ok_or_else(|| format!("expected an aggregate from 0 to 5, found {}", sql.agg))?,
        ),
    };
    let mut conditions = Vec::new();
    for (at, op, value) in &sql.conds {
        let op = match op {
            0 => Comparison::Eq,
            1 => Comparison::Gt,
            2 => Comparison::Lt,
            other => return Err(format!("expected a comparison from 0 to 2, found {other}")),
        };
        conditions.push((column(*at)?, op, trustuqa_load::clean(&plain(value)).into_owned()));
    }
    Ok(Select { aggregate, column: column(sql.sel)?, conditions })
}

/// A question with its query and without its table: a demonstration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankEntry {
    /// The identifier in the file.
    pub id: String,
    /// The question.
    pub question: String,
    /// The identifier of the table that it is about; empty where the file has none.
    pub table: String,
    /// The query.
    pub select: Select,
}

#[derive(Deserialize)]
struct BankLine {
    id: String,
    question: String,
    #[serde(default)]
    table_id: String,
    sql: BankSql,
}

#[derive(Deserialize)]
struct BankSql {
    sel: String,
    conds: Vec<(String, String, Value)>,
    #[serde(default)]
    agg: String,
}

/// The entries of a `demonstration_bank.jsonl`, whose SQL has names in place of numbers.
pub fn bank(bytes: &[u8], file: &Path) -> Result<Vec<BankEntry>, EvalError> {
    let mut entries = Vec::new();
    for (line, entry) in json_lines::<BankLine>(bytes, file, "a question with sql in names")? {
        let bad = |what: String| EvalError::data(file, Some(line), what, "correct the line or remove it");
        let aggregate = match entry.sql.agg.as_str() {
            "" => None,
            name => Some(
                SqlAggregate::ALL
                    .into_iter()
                    .find(|known| known.name() == name)
                    .ok_or_else(|| bad(format!("`{name}` is not an aggregate")))?,
            ),
        };
        let mut conditions = Vec::new();
        for (column, op, value) in entry.sql.conds {
            let op = match op.as_str() {
                "=" => Comparison::Eq,
                ">" => Comparison::Gt,
                "<" => Comparison::Lt,
                other => return Err(bad(format!("`{other}` is not a comparison"))),
            };
            conditions.push((column, op, plain(&value)));
        }
        let select = Select { aggregate, column: entry.sql.sel, conditions };
        entries.push(BankEntry { id: entry.id, question: entry.question, table: entry.table_id, select });
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::GoldQuery;

    const TABLES: &str = r#"{"id": "1-7-1", "header": ["Pilot", "Laps", "Laps"], "types": ["text", "real", "real"], "rows": [["Ines Vale", 12, 3.5], ["Tomo  Reed", 9, 4]]}"#;

    fn read_both(questions_text: &str) -> Result<Vec<Question>, EvalError> {
        let file = Path::new("q.jsonl");
        let tables = tables(TABLES.as_bytes(), Path::new("t.jsonl"))?;
        questions(questions_text.as_bytes(), file, &tables, "test")
    }

    #[test]
    fn a_repeated_column_is_numbered_in_table_and_query() {
        let line = r#"{"phase": 1, "question": "most of the second laps?", "table_id": "1-7-1", "sql": {"sel": 2, "conds": [[1, 2, 12]], "agg": 1}}"#;
        let questions = read_both(line).unwrap();
        let [question] = &questions[..] else { panic!("one question") };
        assert_eq!((question.id.as_str(), question.kind.as_str()), ("test-0", "MAX"));
        assert_eq!(question.answers, ["4"]);
        let Some(GoldQuery::Query(text)) = &question.gold else { panic!("a query") };
        assert!(text.contains("relation='Laps (2)'"), "{text}");
    }

    #[test]
    fn answers_follow_sql() {
        let ask = |sel: usize, conds: &str, agg: usize| {
            let line = format!(
                r#"{{"question": "?", "table_id": "1-7-1", "sql": {{"sel": {sel}, "conds": {conds}, "agg": {agg}}}}}"#
            );
            read_both(&line).unwrap()[0].answers.clone()
        };
        assert_eq!(ask(0, r#"[[1, 0, "9"]]"#, 0), ["Tomo Reed"]);
        assert_eq!(ask(1, r#"[[0, 0, "INES vale"]]"#, 0), ["12"]);
        assert_eq!(ask(1, "[]", 3), ["2"]);
        assert_eq!(ask(1, "[]", 4), ["21"]);
        assert_eq!(ask(2, "[]", 5), ["3.75"]);
        assert_eq!(ask(2, "[[1, 1, 20]]", 5), Vec::<String>::new());
        assert_eq!(ask(0, r#"[[2, 1, "3.7 laps"]]"#, 0), ["Tomo Reed"]);
    }

    #[test]
    fn errors_name_the_line_and_what_to_do() {
        let error = read_both("\n{\"question\": \"?\"}").unwrap_err();
        assert!(error.to_string().starts_with("q.jsonl:2: expected a question"), "{error}");
        let unknown = r#"{"question": "?", "table_id": "9", "sql": {"sel": 0, "conds": [], "agg": 0}}"#;
        assert_eq!(
            read_both(unknown).unwrap_err().hint(),
            Some("keep questions and tables of one split together")
        );
        let beyond = r#"{"question": "?", "table_id": "1-7-1", "sql": {"sel": 3, "conds": [], "agg": 0}}"#;
        assert!(read_both(beyond).unwrap_err().to_string().contains("below 3, found 3"));
    }
}
