//! Tables for annotated questions whose own tables are not here: columns and cells of known tables with the same
//! columns, among which the query of each question has an answer. What such a question says of columns and values,
//! and how it asks for an aggregate, can then be learnt like that of any other.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use fastrand::Rng;
use trustuqa_storage::Comparison;
use xxhash_rust::xxh3::xxh3_64;

use crate::eval::sets::sql;
use crate::eval::sets::wikisql::{self, BankEntry, WikiSqlTable};
use crate::eval::{Dataset, EvalError, SourceContent, TableRows};

/// The file of these questions, in the folder of the benchmark.
const FILE: &str = "demonstration_bank.jsonl";
/// Rows that a table gets from a known one at most,
const MOST_ROWS: usize = 12;
/// and at least, by repeating them.
const LEAST_ROWS: usize = 4;
/// A table with fewer columns is too easy.
const LEAST_COLUMNS: usize = 3;
/// Values of a column that is in no known table: so many must be named by questions.
const LEAST_VALUES: usize = 3;

/// Adds such questions of WikiSQL and their tables to a set, if its folder has any. The known tables are those
/// of the set.
///
/// # Errors
///
/// When the file cannot be read.
pub fn add(dataset: &mut Dataset, data: &Path) -> Result<(), EvalError> {
    let folders = [data.join(dataset.set.name()), data.to_owned()];
    let Some(file) = folders.iter().map(|folder| folder.join(FILE)).find(|file| file.is_file()) else {
        return Ok(());
    };
    let bytes = std::fs::read(&file).map_err(|error| crate::eval::sets::unreadable(&file, &error))?;
    let mut of_tables: BTreeMap<String, Vec<BankEntry>> = BTreeMap::new();
    for entry in wikisql::bank(&bytes, &file)? {
        // A question without a condition mostly has one that its annotation lost.
        if !entry.select.conditions.is_empty() {
            of_tables.entry(entry.table.clone()).or_default().push(entry);
        }
    }
    let tables = dataset.sources.iter().filter_map(|source| match &source.content {
        SourceContent::Table(rows) => Some(rows.clone()),
        _ => None,
    });
    let known = Known::of(tables.collect());
    for (name, entries) in of_tables {
        let Some(table) = rebuilt(format!("lost/{name}"), &entries, &known) else { continue };
        let questions = entries.into_iter().filter_map(|entry| {
            let answers = sql::answers(&table, &entry.select);
            // Where a column could not be filled, there is no answer.
            (!answers.is_empty())
                .then(|| wikisql::annotated(entry.id, &entry.question, &table.id, &entry.select, answers))
        });
        let before = dataset.questions.len();
        dataset.questions.extend(questions);
        if dataset.questions.len() > before {
            dataset.sources.push(wikisql::source(table, &file));
        }
    }
    Ok(())
}

/// Known tables, and where each column is: its table, and its place there.
struct Known {
    tables: Vec<TableRows>,
    columns: HashMap<String, Vec<(usize, usize)>>,
}

impl Known {
    fn of(tables: Vec<TableRows>) -> Known {
        let mut columns: HashMap<String, Vec<(usize, usize)>> = HashMap::new();
        for (table, rows) in tables.iter().enumerate() {
            for (place, name) in rows.header.iter().enumerate() {
                columns.entry(name.to_lowercase()).or_default().push((table, place));
            }
        }
        Known { tables, columns }
    }

    /// The table with most of these columns; of equal ones that with the fewest others.
    fn most_alike(&self, columns: &[String]) -> Option<&TableRows> {
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        for name in columns {
            let tables: HashSet<usize> = self.places(name).iter().map(|(table, _)| *table).collect();
            tables.into_iter().for_each(|table| *shared.entry(table).or_default() += 1);
        }
        let width = |table: usize| self.tables[table].header.len();
        let best =
            shared.into_iter().min_by_key(|(table, count)| (usize::MAX - count, width(*table), *table));
        best.map(|(table, _)| &self.tables[table])
    }

    fn places(&self, column: &str) -> &[(usize, usize)] {
        self.columns.get(&column.to_lowercase()).map_or(&[], Vec::as_slice)
    }

    /// The cells of a column of this name in one of the tables.
    fn cells(&self, column: &str, random: &mut Rng) -> Option<Vec<String>> {
        let (table, place) = random.choice(self.places(column))?;
        Some(self.tables[*table].rows.iter().filter_map(|row| row.get(*place).cloned()).collect())
    }
}

/// A table with all columns that the questions name, as far as these can be filled, and an answer for each.
fn rebuilt(id: String, entries: &[BankEntry], known: &Known) -> Option<WikiSqlTable> {
    let mut random = Rng::with_seed(xxh3_64(id.as_bytes()));
    let mut columns: Vec<String> = Vec::new();
    let mut named: HashMap<&str, Vec<&str>> = HashMap::new();
    for entry in entries {
        let conditions = &entry.select.conditions;
        for column in
            std::iter::once(&entry.select.column).chain(conditions.iter().map(|(column, ..)| column))
        {
            if !columns.contains(column) {
                columns.push(column.clone());
            }
        }
        for (column, _, value) in conditions {
            named.entry(column).or_default().push(value);
        }
    }
    let (mut header, mut rows) = match known.most_alike(&columns) {
        Some(like) => (like.header.clone(), like.rows.iter().take(MOST_ROWS).cloned().collect()),
        None => (Vec::new(), vec![Vec::new(); MOST_ROWS]),
    };
    rows.iter_mut().for_each(|row| row.resize(header.len(), String::new()));
    for at in 0..LEAST_ROWS.saturating_sub(rows.len()).min(rows.len()) {
        rows.push(rows[at].clone());
    }
    for column in &columns {
        if let Some(there) = header.iter_mut().find(|there| there.to_lowercase() == column.to_lowercase()) {
            there.clone_from(column);
            continue;
        }
        let values = named.get(column.as_str()).map_or(&[][..], Vec::as_slice);
        let Some(cells) = known.cells(column, &mut random).or_else(|| alike(values, &mut random)) else {
            continue;
        };
        if cells.is_empty() {
            continue;
        }
        header.push(column.clone());
        rows.iter_mut().for_each(|row| row.push(random.choice(&cells).cloned().unwrap_or_default()));
    }
    if header.len() < LEAST_COLUMNS || rows.is_empty() {
        return None;
    }
    answer(entries, &header, &mut rows, &mut random);
    let mut order: Vec<usize> = (0..header.len()).collect();
    random.shuffle(&mut order);
    let shuffled = |cells: &[String]| order.iter().map(|at| cells[*at].clone()).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = rows.iter().map(|row| shuffled(row)).collect();
    let is_real = |at: usize| rows.iter().all(|row| row[at].parse::<f64>().is_ok());
    let types = (0..header.len()).map(|at| if is_real(at) { "real" } else { "text" }.to_owned()).collect();
    Some(WikiSqlTable { id, types, content: TableRows { line: 0, header: shuffled(&header), rows } })
}

/// Values like those that questions name of a column.
fn alike(values: &[&str], random: &mut Rng) -> Option<Vec<String>> {
    let numbers: Option<Vec<f64>> = values.iter().map(|value| value.parse().ok()).collect();
    match numbers {
        Some(numbers) if !numbers.is_empty() => {
            let mut near = || numbers[random.usize(..numbers.len())] * (0.5 + random.f64());
            Some((0..MOST_ROWS).map(|_| near().round().to_string()).collect())
        }
        _ => (values.len() >= LEAST_VALUES).then(|| values.iter().map(|value| (*value).to_owned()).collect()),
    }
}

/// Writes what each question asks about into a row of its own.
fn answer(entries: &[BankEntry], header: &[String], rows: &mut Vec<Vec<String>>, random: &mut Rng) {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    random.shuffle(&mut order);
    for (count, entry) in entries.iter().enumerate() {
        let conditions: Option<Vec<(usize, &Comparison, &String)>> = entry
            .select
            .conditions
            .iter()
            .map(|(name, test, value)| Some((header.iter().position(|there| there == name)?, test, value)))
            .collect();
        let Some(conditions) = conditions else { continue };
        let mut own = order[count % order.len()];
        if count >= order.len() {
            rows.push(rows[own].clone());
            own = rows.len() - 1;
        }
        for (at, test, value) in conditions {
            rows[own][at] = match (test, value.parse::<f64>()) {
                (Comparison::Gt | Comparison::Lt, Ok(bound)) => {
                    let by = (bound.abs() * (0.05 + random.f64() / 2.0)).ceil() + 1.0;
                    (if *test == Comparison::Gt { bound + by } else { bound - by }).to_string()
                }
                _ => value.clone(),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::gold::wikisql::{Select, SqlAggregate};

    fn entry(
        id: &str,
        column: &str,
        aggregate: Option<SqlAggregate>,
        condition: (&str, Comparison, &str),
    ) -> BankEntry {
        let (name, test, value) = condition;
        let conditions = vec![(name.to_owned(), test, value.to_owned())];
        let select = Select { aggregate, column: column.to_owned(), conditions };
        BankEntry { id: id.to_owned(), question: "?".to_owned(), table: "7".to_owned(), select }
    }

    fn known() -> Known {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let header = row(["Pilot", "Laps", "Team"]);
        let rows = vec![row(["Ines", "12", "Arrow"]), row(["Tomo", "9", "Arrow"]), row(["Uwe", "7", "Kite"])];
        Known::of(vec![TableRows { line: 1, header, rows }])
    }

    #[test]
    fn a_lost_table_has_an_answer_for_each_of_its_questions() {
        let entries = [
            entry("a", "pilot", None, ("Laps", Comparison::Eq, "44")),
            entry("b", "Laps", Some(SqlAggregate::Count), ("Weight", Comparison::Gt, "60")),
            entry("c", "Team", None, ("Weight", Comparison::Lt, "10.5")),
        ];
        let table = rebuilt("7".to_owned(), &entries, &known()).expect("columns that can be filled");
        let mut header = table.content.header.clone();
        header.sort_unstable();
        // Names are written as the questions have them.
        assert_eq!(header, ["Laps", "Team", "Weight", "pilot"]);
        for entry in &entries {
            assert!(!sql::answers(&table, &entry.select).is_empty(), "{}", entry.id);
        }
        assert_eq!(rebuilt("7".to_owned(), &entries, &known()), Some(table));
    }

    #[test]
    fn a_column_that_nothing_fills_is_left_out() {
        let entries = [entry("a", "Pilot", None, ("Sponsor", Comparison::Eq, "Bank of Tolley"))];
        let table = rebuilt("7".to_owned(), &entries, &known()).expect("the columns of the known table");
        assert!(!table.content.header.iter().any(|name| name == "Sponsor"));
        assert!(sql::answers(&table, &entries[0].select).is_empty());
        assert_eq!(rebuilt("8".to_owned(), &entries, &Known::of(Vec::new())), None);
    }
}
