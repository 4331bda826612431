//! Questions to try over a graph, computed from its own columns, relations and values; and names of the
//! graph that complete what is being typed.

use std::collections::HashSet;

use trustuqa_engine::lexicon;
use trustuqa_model::spelled_out;
use trustuqa_storage::{GraphRead as _, RelationInfo, Roles, Scope, Source, SourceKind, ValueKind, fold};

use super::{Session, SessionError};

/// The most questions that are suggested.
const SUGGESTED: usize = 5;
/// Characters of a name in a suggestion: longer ones are hard to read.
const READABLE: usize = 40;
/// How many of the last words typed can begin a name.
const WORDS: usize = 5;
/// The most names that are offered.
const OFFERED: usize = 8;
/// The most tokens that are looked at for what is offered.
const TOKENS: usize = 24;

/// Questions that these sources can answer, some of each of them.
pub fn questions(sources: &[Source]) -> Vec<String> {
    let mut of_each: Vec<std::vec::IntoIter<String>> = sources.iter().map(|s| of(s).into_iter()).collect();
    let mut questions: Vec<String> = Vec::new();
    let mut more = true;
    while more && questions.len() < SUGGESTED {
        more = false;
        for source in &mut of_each {
            let Some(next) = source.next() else { continue };
            more = true;
            if questions.len() < SUGGESTED && !questions.contains(&next) {
                questions.push(next);
            }
        }
    }
    questions
}

fn of(source: &Source) -> Vec<String> {
    match source.kind {
        SourceKind::Table => of_table(source),
        SourceKind::Kg | SourceKind::Tkg => of_graph(source),
    }
}

fn of_table(source: &Source) -> Vec<String> {
    let filled = |column: &&RelationInfo| column.facts > 0;
    let columns = || source.relations.iter().filter(filled);
    let readable = |column: &&RelationInfo| {
        column.sample.as_deref().is_some_and(|text| is_readable(text) && fold(text) != fold(&column.name))
    };
    let name = columns().find(|column| column.kind == ValueKind::Text && readable(column));
    let number = columns().find(|column| {
        matches!(column.kind, ValueKind::Integer | ValueKind::Decimal | ValueKind::Quantity)
            && !is_not_a_quantity(&column.name)
            && !column.holds_bits()
    });
    let mut questions = Vec::new();
    if let (Some(name), Some(number)) = (name, number) {
        questions.push(format!("Which {} has the highest {}?", in_words(&name.name), in_words(&number.name)));
    }
    if let Some(name) = name
        && let Some(sample) = &name.sample
        && let Some(other) =
            columns().find(|column| column.node != name.node && !is_not_a_quantity(&column.name))
    {
        questions.push(format!("What is the {} of {sample}?", in_words(&other.name)));
    }
    if let Some(number) = number {
        questions.push(format!("What is the average {}?", in_words(&number.name)));
    }
    questions
}

fn of_graph(source: &Source) -> Vec<String> {
    let of = |relation: &RelationInfo| {
        let head = relation.sample_head.as_deref().filter(|head| is_readable(head))?;
        Some(asked_of(&in_words(&relation.name), head))
    };
    source
        .relations
        .iter()
        .filter(|relation| relation.facts > 0 && relation.name != "type")
        .filter_map(of)
        .collect()
}

/// A question for what a relation leads to from a head, by the form of its name: "Who was Chicago
/// directed by?", "What does Ann report to?", "What is the currency of Sweden?".
fn asked_of(relation: &str, head: &str) -> String {
    let words: Vec<&str> = relation.split(' ').filter(|word| !word.is_empty()).collect();
    let Some((first, rest)) = words.split_first() else { return format!("What is known of {head}?") };
    let rest = rest.join(" ");
    let last = words.last().copied().unwrap_or_default();
    let preposition = |word: &str| lexicon::contains("ends of relations", word);
    // "holds certificate": the question begins with what is held.
    if matches!(*first, "has" | "holds") && !rest.is_empty() && !preposition(last) {
        return format!("Which {rest} does {head} {}?", verb(first));
    }
    if words.len() > 1 && preposition(last) {
        if third_person(first) {
            return format!("What does {head} {} {rest}?", verb(first));
        }
        return match last {
            "by" => format!("Who was {head} {relation}?"),
            _ => format!("What is {head} {relation}?"),
        };
    }
    if lexicon::contains("verbs of relations", first) {
        return format!("What does {head} {}?", [verb(first).as_str(), &rest].join(" ").trim());
    }
    format!("What is the {relation} of {head}?")
}

/// Whether a word may be a verb in the third person.
fn third_person(word: &str) -> bool {
    word.ends_with('s') && !["ss", "us", "is"].iter().any(|end| word.ends_with(end))
}

/// A verb in the third person without its ending: "speak" of "speaks".
fn verb(word: &str) -> String {
    if word == "has" {
        return "have".to_owned();
    }
    if let Some(stem) = word.strip_suffix("ies") {
        return format!("{stem}y");
    }
    let hissing = ["ches", "shes", "sses", "xes"].iter().any(|end| word.ends_with(end));
    word.strip_suffix(if hissing { "es" } else { "s" }).unwrap_or(word).to_owned()
}

/// The name of a column or relation in words: `directed_by` as "directed by", `reportsTo` as "reports
/// to".
fn in_words(name: &str) -> String {
    if name.contains(char::is_whitespace) {
        return spelled_out(name).replace('_', " ");
    }
    let apart = spelled_out(name).replace(['_', '.'], " ");
    // Capitals separate the words of an identifier; `URL` keeps its own.
    let plain = |word: &str| match word.chars().skip(1).all(char::is_lowercase) {
        true => word.to_lowercase(),
        false => word.to_owned(),
    };
    apart.split(' ').map(plain).collect::<Vec<_>>().join(" ")
}

fn is_readable(text: &str) -> bool {
    (2..=READABLE).contains(&text.chars().count()) && text.chars().any(char::is_alphabetic)
}

/// Whether a column's name says that its numbers are no quantities.
fn is_not_a_quantity(name: &str) -> bool {
    let folded = fold(name);
    folded
        .split(' ')
        .any(|word| matches!(word, "id" | "key" | "no" | "nr" | "number" | "code" | "row" | "year" | "zip"))
}

/// Names of a graph that complete what is typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameCompletions {
    /// The byte of the text at which a name begins to replace it.
    pub from: usize,
    /// The names, best first.
    pub names: Vec<String>,
}

impl Session {
    /// Questions that the graph can answer, computed from what is in it.
    pub fn suggestions(&self) -> Result<Vec<String>, SessionError> {
        Ok(questions(&self.sources()?))
    }

    /// The names that begin as the last words of a text do, most words first.
    pub fn names_completing(&self, text: &str) -> Result<NameCompletions, SessionError> {
        let starts: Vec<usize> = word_starts(text);
        for from in starts.iter().rev().take(WORDS).rev().copied() {
            let typed = text.get(from..).unwrap_or_default();
            if typed.chars().count() < 2 {
                continue;
            }
            let names = self.names_starting(typed)?;
            if !names.is_empty() {
                return Ok(NameCompletions { from, names });
            }
        }
        Ok(NameCompletions::default())
    }

    fn names_starting(&self, typed: &str) -> Result<Vec<String>, SessionError> {
        let visible = self.visible()?;
        let wanted = fold(typed);
        // What is typed begins with the first token of a name, or with part of it.
        let Some(first) = wanted.split(' ').next().filter(|first| !first.is_empty()) else {
            return Ok(Vec::new());
        };
        let mut names: Vec<(usize, String)> = Vec::new();
        let mut seen = HashSet::new();
        let whole = wanted.len() > first.len();
        for token in visible.whole().tokens_starting(first, if whole { 1 } else { TOKENS })? {
            for (node, _) in
                visible.nodes_with_token(&token, Roles::ANY, &Scope::All)?.into_iter().take(2_000)
            {
                let name = visible.node(node)?.text;
                if fold(&name).starts_with(&wanted) && is_readable(&name) && seen.insert(node) {
                    names.push((name.chars().count(), name));
                }
            }
        }
        names.sort();
        names.truncate(OFFERED);
        Ok(names.into_iter().map(|(_, name)| name).collect())
    }
}

/// The bytes at which the words of a text begin.
fn word_starts(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut inside = false;
    for (at, c) in text.char_indices() {
        let space = c.is_whitespace();
        if !space && !inside {
            starts.push(at);
        }
        inside = !space;
    }
    if inside { starts } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_begin_after_spaces() {
        assert_eq!(word_starts("Who  is Ada F"), [0, 5, 8, 12]);
        assert!(word_starts("Who is ").is_empty(), "nothing is being typed");
    }

    #[test]
    fn relations_are_asked_for_as_their_names_are_said() {
        for (relation, head, asked) in [
            ("directed_by", "Chicago", "Who was Chicago directed by?"),
            ("reportsTo", "Ann", "What does Ann report to?"),
            ("based in", "Acme", "What is Acme based in?"),
            ("headOf", "Ann", "What is Ann head of?"),
            ("holds_certificate", "Dairy 2", "Which certificate does Dairy 2 hold?"),
            ("hasInstrument", "Post 7", "Which instrument does Post 7 have?"),
            ("carries", "Unit 4", "What does Unit 4 carry?"),
            ("currency", "Sweden", "What is the currency of Sweden?"),
            ("nickname", "Ann", "What is the nickname of Ann?"),
        ] {
            assert_eq!(asked_of(&in_words(relation), head), asked);
        }
    }

    #[test]
    fn keys_count_nothing() {
        assert!(
            is_not_a_quantity("order_id")
                && is_not_a_quantity("No")
                && is_not_a_quantity("Zip")
                && !is_not_a_quantity("Amount")
        );
    }
}
