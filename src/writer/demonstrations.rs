//! The demonstrations that ship with the program, and the text format they are in.
//!
//! ```text
//! # A line that starts with `#` is a comment.
//! name: longest-river
//! source: table rivers: River (text), Length (quantity)
//! question: Which river is the longest?
//! query:
//!   Step1: Find the largest Length
//!   Query1: "max(set=…)"
//! ---
//! ```
//!
//! One block a demonstration, blocks end with `---`. `source` may stand several
//! times (`table`, `kg` or `tkg`, a name, a colon, relations with their value kinds).
//! The lines of a query are indented by two spaces. A block that lacks a name, a
//! question or a query, or has a field that is not known, is an error with its line.

use std::sync::OnceLock;

use trustuqa_storage::SourceKind;

use super::{Demonstration, DemonstrationKind, DemonstrationOrigin, SchemaRelation, SchemaSource};

/// A demonstration of a file, with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its name: unique within the file, says the shape of the query.
    pub name: String,
    /// The demonstration.
    pub demonstration: Demonstration,
}

/// What is wrong with a demonstration file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct FormatError {
    /// 1-based line.
    pub line: usize,
    /// What is wrong, with what was expected.
    pub what: String,
}

const FILES: [(DemonstrationKind, &str); 4] = [
    (DemonstrationKind::Table, include_str!("../../prompts/demonstrations/table.txt")),
    (DemonstrationKind::Kg, include_str!("../../prompts/demonstrations/kg.txt")),
    (DemonstrationKind::Tkg, include_str!("../../prompts/demonstrations/tkg.txt")),
    (DemonstrationKind::Cross, include_str!("../../prompts/demonstrations/cross.txt")),
];

/// Every demonstration that ships with the program, in the order of the files:
/// table, KG, TKG, cross-source.
pub fn builtin() -> &'static [Named] {
    static ALL: OnceLock<Vec<Named>> = OnceLock::new();
    ALL.get_or_init(|| {
        // The files are part of the program; a test reads each of them strictly.
        FILES.iter().flat_map(|(kind, text)| parse(text, *kind).unwrap_or_default()).collect()
    })
}

/// `k` of the shipped demonstrations for these sources, without looking at the
/// question: an equal share for each kind of source, and for several kinds one share
/// of cross-source ones too. Every kind counts when `schema` is empty.
pub fn spread(schema: &[SchemaSource], k: usize) -> Vec<Demonstration> {
    let kind_of = |source: &SchemaSource| match source.kind {
        SourceKind::Table => DemonstrationKind::Table,
        SourceKind::Kg => DemonstrationKind::Kg,
        SourceKind::Tkg => DemonstrationKind::Tkg,
    };
    let mut kinds: Vec<DemonstrationKind> = schema.iter().map(kind_of).collect();
    if kinds.is_empty() {
        kinds = vec![DemonstrationKind::Table, DemonstrationKind::Kg, DemonstrationKind::Tkg];
    }
    kinds.sort_unstable();
    kinds.dedup();
    if kinds.len() > 1 {
        kinds.push(DemonstrationKind::Cross);
    }
    let of_kind: Vec<Vec<&Named>> = kinds
        .iter()
        .map(|kind| builtin().iter().filter(|named| named.demonstration.kind == *kind).collect())
        .collect();
    // Turn by turn, so that a kind with few demonstrations leaves its share to the others.
    let deepest = of_kind.iter().map(Vec::len).max().unwrap_or(0);
    (0..deepest)
        .flat_map(|turn| of_kind.iter().filter_map(move |list| list.get(turn)))
        .take(k)
        .map(|named| named.demonstration.clone())
        .collect()
}

#[derive(Default)]
struct Block {
    first_line: usize,
    name: Option<String>,
    question: Option<String>,
    schema: Vec<SchemaSource>,
    query: Vec<String>,
    in_query: bool,
}

/// Reads a file of demonstrations of one kind.
pub fn parse(text: &str, kind: DemonstrationKind) -> Result<Vec<Named>, FormatError> {
    let mut all: Vec<Named> = Vec::new();
    let mut block = Block::default();
    let mut last_line = 0;
    for (index, raw) in text.lines().enumerate() {
        let line = index + 1;
        last_line = line;
        let raw = raw.trim_end();
        let error = |what: String| FormatError { line, what };
        if raw.starts_with('#') || raw.is_empty() {
            continue;
        }
        if raw == "---" {
            finish(&mut all, std::mem::take(&mut block), kind, line)?;
            continue;
        }
        if block.first_line == 0 {
            block.first_line = line;
        }
        if let Some(query) = raw.strip_prefix("  ") {
            if !block.in_query {
                return Err(error("an indented line belongs to a query; expected `query:` before it".into()));
            }
            block.query.push(query.to_owned());
            continue;
        }
        let (field, value) =
            raw.split_once(':').ok_or_else(|| error(format!("expected `field: value`, found `{raw}`")))?;
        let value = value.trim();
        block.in_query = field == "query";
        match field {
            "name" if block.name.is_none() => block.name = Some(value.to_owned()),
            "question" if block.question.is_none() => block.question = Some(value.to_owned()),
            "source" => block.schema.push(parse_source(value).map_err(error)?),
            "query" if value.is_empty() => {}
            "query" => {
                return Err(error("the query stands on the next lines, indented by two spaces".into()));
            }
            "name" | "question" => return Err(error(format!("`{field}` stands twice in one block"))),
            _ => {
                return Err(error(format!(
                    "expected `name`, `source`, `question` or `query`, found `{field}`"
                )));
            }
        }
    }
    if block.first_line > 0 {
        finish(&mut all, block, kind, last_line)?;
    }
    Ok(all)
}

fn finish(
    all: &mut Vec<Named>,
    block: Block,
    kind: DemonstrationKind,
    line: usize,
) -> Result<(), FormatError> {
    if block.first_line == 0 {
        return Ok(());
    }
    let missing =
        |field: &str| FormatError { line: block.first_line, what: format!("the block has no `{field}`") };
    let name = block.name.clone().filter(|n| !n.is_empty()).ok_or_else(|| missing("name"))?;
    let question = block.question.clone().filter(|q| !q.is_empty()).ok_or_else(|| missing("question"))?;
    if block.query.is_empty() {
        return Err(missing("query"));
    }
    if all.iter().any(|named| named.name == name) {
        return Err(FormatError { line, what: format!("the name `{name}` stands twice in the file") });
    }
    let demonstration = Demonstration {
        question,
        query: block.query.join("\n"),
        kind,
        origin: DemonstrationOrigin::Builtin,
        schema: block.schema,
    };
    all.push(Named { name, demonstration });
    Ok(())
}

/// Reads `table rivers: River (text), Length (quantity)`.
fn parse_source(text: &str) -> Result<SchemaSource, String> {
    let expected = "expected `table|kg|tkg NAME: RELATION (KIND), …`";
    let (head, relations) = text.split_once(':').ok_or(expected)?;
    let (kind, name) = head.trim().split_once(' ').ok_or(expected)?;
    let kind = match kind {
        "table" => SourceKind::Table,
        "kg" => SourceKind::Kg,
        "tkg" => SourceKind::Tkg,
        other => return Err(format!("{expected}, found the kind `{other}`")),
    };
    let relations = relations
        .split(',')
        .map(|relation| {
            let relation = relation.trim();
            let (name, value_kind) = relation
                .strip_suffix(')')
                .and_then(|r| r.rsplit_once(" ("))
                .ok_or_else(|| format!("expected `NAME (KIND)`, found `{relation}`"))?;
            Ok(SchemaRelation {
                name: name.trim().to_owned(),
                value_kind: value_kind.trim().to_owned(),
                count: 0,
                sample: None,
            })
        })
        .collect::<Result<Vec<_>, String>>()?;
    Ok(SchemaSource { name: name.trim().to_owned(), kind, relations })
}
