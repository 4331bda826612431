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
//! One block for each demonstration; blocks end with `---`. `source` may occur several
//! times (`table`, `kg` or `tkg`, a name, a colon, relations with their value kinds). `unused`, which may be
//! left out, has the words of the question that the query does not use.
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

const EXECUTION: &str = include_str!("../../prompts/demonstrations/execution.txt");

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

/// The demonstrations in the execution query language.
pub fn execution() -> &'static [Named] {
    static ALL: OnceLock<Vec<Named>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = parse(EXECUTION, DemonstrationKind::Cross).unwrap_or_default();
        for named in &mut all {
            if let [source] = named.demonstration.schema.as_slice() {
                named.demonstration.kind = kind_of(source);
            }
        }
        all
    })
}

/// `k` of the shipped demonstrations for these sources, without looking at the
/// question: an equal share for each kind of source, and for several kinds one share
/// of cross-source ones too. Every kind counts when `schema` is empty.
pub fn spread(schema: &[SchemaSource], k: usize) -> Vec<Demonstration> {
    spread_of(builtin(), schema, k)
}

/// `k` demonstrations in the execution query language: last those for these sources, and before them
/// others to make up the number.
pub fn in_execution_language(schema: &[SchemaSource], k: usize) -> Vec<Demonstration> {
    let mut chosen = spread_of(execution(), schema, k);
    for named in execution() {
        if chosen.len() < k && !chosen.contains(&named.demonstration) {
            chosen.push(named.demonstration.clone());
        }
    }
    chosen.reverse();
    chosen
}

fn spread_of(all: &[Named], schema: &[SchemaSource], k: usize) -> Vec<Demonstration> {
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
        .map(|kind| all.iter().filter(|named| named.demonstration.kind == *kind).collect())
        .collect();
    // Turn by turn, so that a kind with few demonstrations leaves its share to the others.
    let deepest = of_kind.iter().map(Vec::len).max().unwrap_or(0);
    (0..deepest)
        .flat_map(|turn| of_kind.iter().filter_map(move |list| list.get(spaced(turn, list.len()))))
        .take(k)
        .map(|named| named.demonstration.clone())
        .collect()
}

/// The place of the demonstration whose turn it is. Neighbours in a file are of one kind, so each turn
/// takes a long step, chosen so that every place is met once.
fn spaced(turn: usize, length: usize) -> usize {
    let common = |a: usize, b: usize| {
        let (mut a, mut b) = (a, b);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    if turn >= length {
        return length;
    }
    let step = (length / 4 + 1..length).find(|step| common(*step, length) == 1).unwrap_or(1);
    turn * step % length
}

fn kind_of(source: &SchemaSource) -> DemonstrationKind {
    match source.kind {
        SourceKind::Table => DemonstrationKind::Table,
        SourceKind::Kg => DemonstrationKind::Kg,
        SourceKind::Tkg => DemonstrationKind::Tkg,
    }
}

#[derive(Default)]
struct Block {
    first_line: usize,
    name: Option<String>,
    question: Option<String>,
    schema: Vec<SchemaSource>,
    unused: Vec<String>,
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
            "unused" => {
                let words = value.split(',').map(str::trim).filter(|word| !word.is_empty());
                block.unused.extend(words.map(str::to_owned));
            }
            "query" if value.is_empty() => {}
            "query" => {
                return Err(error("put the query on the next lines, indented by two spaces".into()));
            }
            "name" | "question" => return Err(error(format!("`{field}` appears twice in one block"))),
            _ => {
                return Err(error(format!(
                    "expected `name`, `source`, `question`, `unused` or `query`, found `{field}`"
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
        return Err(FormatError { line, what: format!("the name `{name}` appears twice in the file") });
    }
    let demonstration = Demonstration {
        question,
        query: block.query.join("\n"),
        kind,
        origin: DemonstrationOrigin::Builtin,
        schema: block.schema,
        unused: block.unused,
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
                ..SchemaRelation::default()
            })
        })
        .collect::<Result<Vec<_>, String>>()?;
    Ok(SchemaSource::new(name.trim(), kind, relations))
}

#[cfg(test)]
mod tests {
    use super::*;
    use trustuqa_engine::query::formula::Formula;

    #[test]
    fn every_file_reads_strictly_and_has_at_least_eight() {
        for (kind, text) in FILES {
            let all = parse(text, kind).unwrap();
            assert!(all.len() >= 8, "{kind:?} has {}", all.len());
        }
        let count = |kind| builtin().iter().filter(|named| named.demonstration.kind == kind).count();
        assert_eq!(FILES.iter().map(|(kind, _)| count(*kind)).sum::<usize>(), builtin().len());
    }

    #[test]
    fn every_execution_demonstration_is_one_query_over_its_own_schema() {
        assert!(execution().len() >= 8);
        for Named { name, demonstration } in execution() {
            let parsed = trustuqa_engine::query::parse(&demonstration.query).unwrap();
            assert!(parsed.llm().is_none() && parsed.repairs.is_empty(), "{name}");
            let columns: Vec<&str> =
                demonstration.schema[0].relations.iter().map(|r| r.name.as_str()).collect();
            for relation in arguments(&demonstration.query, "node1") {
                assert!(columns.contains(&relation), "{name}: `{relation}`");
            }
            let question = trustuqa_storage::fold(&demonstration.question);
            for literal in arguments(&demonstration.query, "node2") {
                assert!(question.contains(&trustuqa_storage::fold(literal)), "{name}: `{literal}`");
            }
        }
        let source = |kind| SchemaSource::new("s", kind, Vec::new());
        for (kind, of) in [
            (DemonstrationKind::Table, SourceKind::Table),
            (DemonstrationKind::Kg, SourceKind::Kg),
            (DemonstrationKind::Tkg, SourceKind::Tkg),
        ] {
            let shown = in_execution_language(&[source(of)], 8);
            assert_eq!((shown.len(), shown[7].kind), (8, kind), "the fitting ones come last");
        }
    }

    /// The text between quotes after each `parameter` and operator of a call.
    fn arguments<'a>(call: &'a str, parameter: &str) -> Vec<&'a str> {
        let starts = call.match_indices(parameter);
        starts
            .filter_map(|(at, _)| {
                let after = call[at + parameter.len()..].strip_prefix(['=', '<', '>', '!'])?;
                let after = after.trim_start_matches(['=', '<', '>', '!']);
                let text = after.strip_prefix('\'')?;
                // A quote after a backslash belongs to the name.
                let end = text.match_indices('\'').find(|(end, _)| !text[..*end].ends_with('\\'));
                end.map(|(end, _)| &text[..end])
            })
            .collect()
    }

    /// The steps that a query uses, by number.
    fn steps_in(query: &str) -> Vec<usize> {
        let number = |(at, marker): (usize, &str)| {
            let rest = &query[at + marker.len()..];
            rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())].parse().unwrap_or(0)
        };
        query.match_indices("output_of_query").map(number).collect()
    }

    #[test]
    fn every_query_parses_strictly() {
        for Named { name, demonstration } in builtin() {
            let parsed = match trustuqa_engine::query::parse(&demonstration.query) {
                Ok(parsed) => parsed,
                Err(errors) => panic!("{name}: {}", errors.render(&demonstration.query)),
            };
            let repairs = &parsed.repairs;
            assert!(parsed.llm().is_some(), "{name}");
            assert!(repairs.is_empty(), "{name}: {}", repairs.render(&demonstration.query));
        }
    }

    #[test]
    fn every_query_is_numbered_refers_back_and_names_its_own_schema() {
        for Named { name, demonstration } in builtin() {
            let known: Vec<&str> = demonstration
                .schema
                .iter()
                .flat_map(|source| source.relations.iter().map(|relation| relation.name.as_str()))
                .chain(["time", "start time", "end time", "duration"])
                .collect();
            let mut lines = demonstration.query.lines().filter(|line| !line.starts_with("## Target type: {"));
            let mut number = 0;
            while let Some(step) = lines.next() {
                number += 1;
                assert!(step.starts_with(&format!("Step{number}: ")), "{name}: {step}");
                let call = lines.next().unwrap_or("");
                let inner =
                    call.strip_prefix(&format!("Query{number}: \"")).and_then(|c| c.strip_suffix(")\""));
                assert!(inner.is_some(), "{name}: {call}");
                let named = ["relation", "key", "by", "of"].map(|parameter| arguments(call, parameter));
                for relation in named.into_iter().flatten() {
                    let columns = match Formula::of_relation(relation) {
                        Some(formula) => formula.names,
                        None => vec![relation.to_owned()],
                    };
                    for column in columns {
                        assert!(known.contains(&column.as_str()), "{name}: `{column}` is in no source");
                    }
                }
                for source in arguments(call, "source") {
                    let known = demonstration.schema.iter().any(|known| known.name == source);
                    assert!(known, "{name}: there is no source `{source}`");
                }
                for step in steps_in(call) {
                    assert!(step >= 1 && step < number, "{name}: {call}");
                }
            }
            // Every step serves the last one.
            let used = steps_in(&demonstration.query);
            for n in 1..number {
                assert!(used.contains(&n), "{name}: step {n} is never used");
            }
        }
    }

    #[test]
    fn names_of_a_query_stand_in_its_question() {
        // What a model sees must not teach it to name what the question does not.
        for Named { name, demonstration } in builtin() {
            let question = trustuqa_storage::fold(&demonstration.question);
            for parameter in ["tail_entity", "head_entity", "value", "set2"] {
                for literal in arguments(&demonstration.query, parameter) {
                    let folded = trustuqa_storage::fold(literal);
                    let said = literal.starts_with("output_of_query") || question.contains(&folded);
                    assert!(said, "{name}: `{literal}` is not in the question");
                }
            }
        }
    }

    #[test]
    fn cross_source_demonstrations_cross_kinds_and_some_cross_all() {
        let kinds = |named: &Named| {
            let mut kinds: Vec<_> = named.demonstration.schema.iter().map(|source| source.kind).collect();
            kinds.sort_unstable();
            kinds.dedup();
            kinds.len()
        };
        let cross: Vec<_> =
            builtin().iter().filter(|n| n.demonstration.kind == DemonstrationKind::Cross).collect();
        assert!(cross.iter().all(|named| kinds(named) >= 2));
        assert!(cross.iter().filter(|named| kinds(named) == 3).count() >= 4);
    }

    #[test]
    fn the_spread_has_a_share_of_every_kind() {
        let source = |kind| SchemaSource::new("s", kind, Vec::new());
        let one = spread(&[source(SourceKind::Kg)], 8);
        assert!(one.len() == 8 && one.iter().all(|d| d.kind == DemonstrationKind::Kg));
        let mixed = spread(&[source(SourceKind::Tkg), source(SourceKind::Table)], 9);
        for kind in [DemonstrationKind::Table, DemonstrationKind::Tkg, DemonstrationKind::Cross] {
            assert_eq!(mixed.iter().filter(|d| d.kind == kind).count(), 3);
        }
        assert_eq!(spread(&[], 8).len(), 8);
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told_with_its_line() {
        let wrong = [
            ("name: a\nquestion: q\n---\n", "line 1: the block has no `query`"),
            (
                "name: a\ntopic: q\n",
                "line 2: expected `name`, `source`, `question`, `unused` or `query`, found `topic`",
            ),
            ("  Step1: x\n", "line 1: an indented line belongs to a query; expected `query:` before it"),
            ("source: book b: R (text)\n", "found the kind `book`"),
            ("source: kg b: R\n", "expected `NAME (KIND)`, found `R`"),
            ("name: a\nname: b\n", "line 2: `name` appears twice"),
            ("name: a\nquestion: q\nquery:\n  x\n---\nname: a\nquestion: q\nquery:\n  x\n", "appears twice"),
            ("no colon here\n", "expected `field: value`"),
        ];
        for (text, expected) in wrong {
            let error = parse(text, DemonstrationKind::Kg).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn a_block_reads_as_it_is_written() {
        let text = "# note\nname: n\nsource: table my rivers: River name (text), Length (quantity, km)\n\
                    question: How long: is it?\nquery:\n  ## Target type: {River name}\n  Step1: x\n\n---\n";
        let error = parse(text, DemonstrationKind::Table).unwrap_err();
        assert!(error.what.contains("expected `NAME (KIND)`"), "a comma separates relations");
        let text = text.replace(", km", "");
        let all = parse(&text, DemonstrationKind::Table).unwrap();
        let [Named { demonstration, .. }] = all.as_slice() else { panic!("{all:?}") };
        assert_eq!(demonstration.question, "How long: is it?");
        assert_eq!(demonstration.query, "## Target type: {River name}\nStep1: x");
        assert_eq!(demonstration.schema[0].name, "my rivers");
        assert_eq!(demonstration.schema[0].relations[0].name, "River name");
    }
}
