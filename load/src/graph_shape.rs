//! Distinguishes knowledge graphs from tables by their first records.
//!
//! A temporal graph has five columns, of which the last two hold times in every record. A graph of triples is
//! harder to distinguish from a table of three columns: it has no header, so its first record is like the
//! others, and its relation, head or tail occurs in other records as well. The words of a header do not.

use std::collections::HashSet;

use trustuqa_storage::{Date, SourceKind, Value};

/// The usual names of the columns of a graph file, by column.
const COLUMN_WORDS: [&[&str]; 5] = [
    &["head", "subject", "entity", "head entity", "head_entity", "source", "node1", "subj", "s", "h"],
    &["relation", "predicate", "property", "rel", "relationship", "edge", "p", "r"],
    &["tail", "object", "value", "tail entity", "tail_entity", "target", "node2", "obj", "o", "t"],
    &[
        "start",
        "start time",
        "start_time",
        "from",
        "since",
        "begin",
        "start date",
        "start_date",
        "valid_from",
    ],
    &["end", "end time", "end_time", "to", "until", "end date", "end_date", "valid_to"],
];

/// The shape of the records.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RecordShape {
    pub(super) kind: SourceKind,
    /// Whether the first record names the columns.
    pub(super) header: bool,
    pub(super) why: String,
}

/// The shape of a sample of records with cleaned cells.
pub(super) fn of(records: &[Vec<String>], delimiter: u8) -> RecordShape {
    let table = |why: &str| RecordShape { kind: SourceKind::Table, header: true, why: why.to_owned() };
    let width = records.first().map_or(0, Vec::len);
    if !matches!(width, 3 | 5) || records.iter().any(|cells| cells.len() != width) {
        return table("the first line as header");
    }
    let kind = if width == 3 { SourceKind::Kg } else { SourceKind::Tkg };
    let header = header_of(kind, records);
    let facts = if header { &records[1..] } else { records };
    if header && width == 3 {
        return RecordShape { kind, header, why: "a header that names head, relation and tail".to_owned() };
    }
    if width == 5 {
        return match times(facts) {
            Some(why) if header => {
                RecordShape { kind, header, why: format!("a header that names a quintuple, {why}") }
            }
            Some(why) if !facts.is_empty() => RecordShape { kind, header, why: format!("no header, {why}") },
            _ => table("the first line as header"),
        };
    }
    if !matches!(delimiter, b'\t' | b'|') {
        return table("the first line as header");
    }
    triples(records).unwrap_or_else(|why| table(&why))
}

/// Whether the first record names the columns of a graph of this kind.
pub(super) fn header_of(kind: SourceKind, records: &[Vec<String>]) -> bool {
    let width = match kind {
        SourceKind::Table => return true,
        SourceKind::Kg => 3,
        SourceKind::Tkg => 5,
    };
    records.first().is_some_and(|cells| {
        cells.len() == width
            && cells
                .iter()
                .zip(COLUMN_WORDS)
                .all(|(cell, words)| words.contains(&cell.to_lowercase().as_str()))
    })
}

/// A time bound in the form that graph files use: a date or year, or one of the marks for an unknown bound.
pub(super) fn bound(text: &str) -> Option<Option<Date>> {
    if is_open(text) {
        return Some(None);
    }
    Date::parse(text).map(Some)
}

fn is_open(text: &str) -> bool {
    const MARKS: [&str; 15] = [
        "", "-", "–", "—", "--", "?", "none", "null", "nan", "n/a", "na", "unknown", "present", "now", "\\n",
    ];
    MARKS.contains(&text.to_lowercase().as_str())
}

/// Why the last two columns are times; `None` when they are not.
fn times(facts: &[Vec<String>]) -> Option<String> {
    let mut years = 0_usize;
    let mut bounds = 0_usize;
    let mut reversed = 0_usize;
    for cells in facts {
        let [head, relation, tail, start, end] = &cells[..] else { return None };
        let (start, end) = (bound(start)?, bound(end)?);
        if head.is_empty() || tail.is_empty() || Value::parse(relation) != Value::Text || relation.is_empty()
        {
            return None;
        }
        for date in [start, end].into_iter().flatten() {
            bounds += 1;
            years += usize::from(date.month().is_some() || !(0..100).contains(&date.year()));
        }
        if let (Some(start), Some(end)) = (start, end)
            && start.first_day() > end.last_day()
        {
            reversed += 1;
        }
    }
    // Real graphs have a few inverted intervals (centuries BC without a sign); a table whose last columns are
    // two unrelated years has many.
    if reversed * 20 > facts.len() {
        return None;
    }
    // Small numbers can be ancient years, but a column of them holds counts.
    (bounds > 0 && years * 5 >= bounds * 4)
        .then(|| "years or dates in the last two columns of every line".to_owned())
}

/// Whether records of three cells without a known header are triples; if not, the reason.
fn triples(records: &[Vec<String>]) -> Result<RecordShape, String> {
    let [first, rest @ ..] = records else { return Err("the first line as header".to_owned()) };
    let typed =
        |column: usize| rest.iter().filter(|cells| Value::parse(&cells[column]) != Value::Text).count();
    if typed(1) * 2 > rest.len() {
        return Err("numbers or dates in the middle column".to_owned());
    }
    let empty = records.iter().any(|cells| cells.iter().any(String::is_empty));
    if empty {
        return Err("empty cells".to_owned());
    }
    let kind = SourceKind::Kg;
    if rest.is_empty() {
        return Err("a single line".to_owned());
    }
    let relations: HashSet<&str> = records.iter().map(|cells| cells[1].as_str()).collect();
    let repeated = relations.len() * 10 <= records.len() * 7 || records.len() < 5;
    if repeated && rest.iter().any(|cells| cells[1] == first[1]) {
        return Ok(RecordShape {
            kind,
            header: false,
            why: "no header, relations repeat in the middle".to_owned(),
        });
    }
    let entities: HashSet<&str> =
        rest.iter().flat_map(|cells| [cells[0].as_str(), cells[2].as_str()]).collect();
    if entities.contains(first[0].as_str()) && Value::parse(&first[0]) == Value::Text {
        return Ok(RecordShape {
            kind,
            header: false,
            why: "no header: the first head occurs in other lines, too".to_owned(),
        });
    }
    Err("a first line unlike the others, so it is the header".to_owned())
}
