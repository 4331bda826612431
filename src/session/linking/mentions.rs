//! The names of the graph that occur in a question: whole, in part or misspelt, each with the nodes that
//! it can mean and the places where these occur.

use std::collections::BTreeMap;

use trustuqa_engine::ground::lexical::{is_filler, is_question_word};
use trustuqa_engine::lexicon;
use trustuqa_model::{
    GraphRead, NodeId, NodeKind, Result, Roles, Scope, Side, Source, SourceId, SourceKind, tokens,
};

use crate::writer::PromptMention;

/// Words that a name in a question may have.
const LONGEST_NAME: usize = 9;
/// Words that a part of a name may have.
const LONGEST_PART: usize = 4;
/// A word that is part of more names than this says too little to be followed.
const PARTS: u32 = 1_000;
/// Nodes of one mention that are looked at.
const NODES: usize = 40;
/// Facts of a relation that are counted for a role.
const COUNTED: usize = 20;
/// Places of one node that are looked at.
const PLACES: usize = 400;
/// Fewest letters of a word that may have one wrong letter, and of a word that may have two.
const MISSPELT: (usize, usize) = (5, 8);
/// The most sources for which the role of a mention is given.
const MOST_ROLES: usize = 2;
/// The most relations that a role names.
const NAMED: usize = 3;

/// How a mention was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchKind {
    /// It is a whole name.
    Whole,
    /// It is part of names.
    Part,
    /// Names differ from it by a letter or two.
    Misspelt,
}

impl MatchKind {
    /// How much it counts as evidence; a whole name counts 1.
    pub fn weight(self) -> f32 {
        match self {
            MatchKind::Whole => 1.0,
            MatchKind::Part => 0.5,
            MatchKind::Misspelt => 0.6,
        }
    }
}

/// A relation in which a mention occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MentionPlace {
    /// The source.
    pub source: SourceId,
    /// The relation.
    pub relation: NodeId,
    /// Whether its names are tails or cells of it, or heads.
    pub is_tail: bool,
}

/// A name in the question.
#[derive(Clone, Debug)]
pub struct FoundName {
    /// The name as the user typed it.
    pub text: String,
    /// Its words.
    pub words: usize,
    /// How it was found.
    pub how: MatchKind,
    /// The nodes that it can mean.
    pub nodes: Vec<NodeId>,
    /// Where these occur: in each place, how many of several nodes, or how many facts of a single one.
    pub places: BTreeMap<MentionPlace, usize>,
}

impl FoundName {
    /// The sources in which it occurs.
    pub fn sources(&self) -> Vec<SourceId> {
        let mut sources: Vec<SourceId> = self.places.keys().map(|place| place.source).collect();
        sources.dedup();
        sources
    }

    /// The mention with its role in the first few of these sources in which it occurs.
    pub fn for_prompt(&self, ranked: &[&Source]) -> PromptMention {
        let parts: Vec<String> = ranked
            .iter()
            .filter_map(|source| match (self.role_in(source)?, ranked.len()) {
                (role, 1) => Some(role),
                (role, _) => Some(format!("{role} in `{}`", source.name)),
            })
            .take(MOST_ROLES)
            .collect();
        let how = match self.how {
            MatchKind::Whole => "",
            MatchKind::Part => "part of ",
            MatchKind::Misspelt => "no such name, nearly ",
        };
        let role = if parts.is_empty() { String::new() } else { format!("{how}{}", parts.join("; ")) };
        PromptMention { text: self.text.clone(), role }
    }

    /// What it is in one source.
    fn role_in(&self, source: &Source) -> Option<String> {
        let name = |relation: NodeId| source.relations.iter().find(|r| r.node == relation);
        let mut roles = Vec::new();
        for is_tail in [true, false] {
            let mut places: Vec<(&MentionPlace, &usize)> = self
                .places
                .iter()
                .filter(|(place, _)| place.source == source.id && place.is_tail == is_tail)
                .collect();
            if places.is_empty() {
                continue;
            }
            places.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            let names: Vec<String> = places
                .iter()
                .take(NAMED)
                .filter_map(|(place, count)| Some((name(place.relation)?, **count)))
                .map(|(relation, count)| self.standing(source.kind, &relation.name, count))
                .collect();
            let more = places.len().saturating_sub(NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let part = match (source.kind, is_tail) {
                (SourceKind::Table, _) => "",
                (_, true) => "tail of ",
                (_, false) => "head of ",
            };
            roles.push(format!("{part}{}{more}", names.join(", ")));
        }
        (!roles.is_empty()).then(|| roles.join("; "))
    }

    fn standing(&self, kind: SourceKind, relation: &str, count: usize) -> String {
        let many = if count >= COUNTED { format!("{COUNTED}+") } else { count.to_string() };
        match (kind, self.how) {
            (SourceKind::Table, MatchKind::Whole) if count == 1 => format!("a value of {relation}"),
            (SourceKind::Table, MatchKind::Whole) => format!("a value of {relation} ({many} rows)"),
            (_, MatchKind::Whole) => relation.to_owned(),
            _ if count == 1 => format!("1 value of {relation}"),
            _ => format!("{many} values of {relation}"),
        }
    }
}

/// A word of a question as it is between spaces.
struct Word<'q> {
    from: usize,
    text: &'q str,
    /// Whether it belongs to a name that was found.
    taken: bool,
}

/// The names of a question, in its order.
///
/// # Errors
///
/// A graph that cannot be read.
pub fn find(graph: &dyn GraphRead, question: &str) -> Result<Vec<FoundName>> {
    let mut words: Vec<Word<'_>> = question
        .split_whitespace()
        .map(|text| Word { from: text.as_ptr() as usize - question.as_ptr() as usize, text, taken: false })
        .collect();
    let said = tokens(question);
    let mut found = whole_names(graph, question, &mut words)?;
    // A word that is a whole name here is part of other names there: `Lincoln`.
    for (from, whole) in found.iter().filter(|(_, found)| found.words == 1).cloned().collect::<Vec<_>>() {
        let mut nodes = holding(graph, &whole.text, &said)?;
        nodes.retain(|node| !whole.nodes.contains(node));
        let places = places(graph, &nodes)?;
        if !places.is_empty() {
            found.push((from, FoundName { how: MatchKind::Part, nodes, places, ..whole }));
        }
    }
    found.extend(parts(graph, question, &said, &mut words)?);
    found.extend(misspelt(graph, &words)?);
    found.sort_by_key(|(from, _)| *from);
    Ok(found.into_iter().map(|(_, found)| found).collect())
}

/// Where a name of a query occurs in the graph: whole, in part, or else misspelt.
///
/// # Errors
///
/// A graph that cannot be read.
pub fn of_name(graph: &dyn GraphRead, name: &str) -> Result<Vec<FoundName>> {
    let mut found = Vec::new();
    let mut add = |how, nodes: Vec<NodeId>| -> Result<()> {
        let places = places(graph, &nodes)?;
        if !places.is_empty() {
            found.push(FoundName { text: name.to_owned(), words: tokens(name).len(), how, nodes, places });
        }
        Ok(())
    };
    let mut whole = graph.nodes_folded(name)?;
    whole.truncate(NODES);
    let mut parts = holding(graph, name, &tokens(name))?;
    parts.retain(|node| !whole.contains(node));
    add(MatchKind::Whole, whole)?;
    add(MatchKind::Part, parts)?;
    if found.is_empty() {
        let typed: Vec<Word<'_>> =
            name.split_whitespace().map(|text| Word { from: 0, text, taken: false }).collect();
        found.extend(misspelt(graph, &typed)?.into_iter().map(|(_, found)| found));
    }
    Ok(found)
}

/// Whether capitals distinguish names from words in a question: some word after the first has one.
fn has_capitals(question: &str) -> bool {
    question.split_whitespace().skip(1).any(|word| word.chars().next().is_some_and(char::is_uppercase))
}

/// The longest spans that are names, left to right.
fn whole_names(
    graph: &dyn GraphRead,
    question: &str,
    words: &mut [Word<'_>],
) -> Result<Vec<(usize, FoundName)>> {
    let capitals = has_capitals(question);
    let run = |words: &[Word<'_>], at: usize, length: usize| {
        let last = &words[at + length - 1];
        &question[words[at].from..last.from + last.text.len()]
    };
    let longest = |at: usize| LONGEST_NAME.min(words.len() - at);
    let spans = (0..words.len()).flat_map(|at| (1..=longest(at)).map(move |length| (at, length)));
    let names = spans.filter_map(|(at, length)| spellings(run(words, at, length)).pop());
    graph.expect_names(&names.collect::<Vec<_>>())?;
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let mut length = LONGEST_NAME.min(words.len() - at);
        while length > 0 {
            let span = run(words, at, length);
            if let Some((text, nodes)) = named(graph, span, length == 1, capitals)? {
                let places = places(graph, &nodes)?;
                if !places.is_empty() {
                    let from = words[at].from;
                    found.push((
                        from,
                        FoundName { text, words: length, how: MatchKind::Whole, nodes, places },
                    ));
                    break;
                }
            }
            length -= 1;
        }
        for word in &mut words[at..at + length] {
            word.taken = true;
        }
        at += length.max(1);
    }
    Ok(found)
}

/// The name in a span of the question, as it is typed, with the nodes that are named so.
fn named(
    graph: &dyn GraphRead,
    span: &str,
    single: bool,
    capitals: bool,
) -> Result<Option<(String, Vec<NodeId>)>> {
    let typed = spellings(span);
    let Some(plain) = typed.last() else { return Ok(None) };
    let lower = plain.to_lowercase();
    if single && (is_filler(&lower) || is_question_word(&lower)) {
        return Ok(None);
    }
    let mut nodes = Vec::new();
    let mut texts = Vec::new();
    for id in graph.nodes_folded(plain)? {
        let node = graph.node(id)?;
        if node.kind == NodeKind::Name && graph.roles(id, &Scope::All)?.meets(Roles::ENTITY) {
            texts.push(node.text);
            nodes.push(id);
        }
    }
    // A common word counts as a name only if it is spelt exactly as that name is.
    let written_so = || texts.iter().any(|text| typed.iter().any(|typed| typed == text));
    let is_word = single && plain.chars().all(char::is_lowercase) && !written_so();
    if nodes.is_empty() || is_word && (capitals || lexicon::is_common(&lower)) {
        return Ok(None);
    }
    // The spelling of the name itself, which may have brackets and dots.
    let exact = typed.iter().find(|typed| texts.iter().any(|text| text.eq_ignore_ascii_case(typed)));
    let text = exact.unwrap_or(plain).clone();
    Ok(Some((text, nodes)))
}

/// The ways in which a span can be read as a name, from all of it to the words alone.
fn spellings(span: &str) -> Vec<String> {
    let mut ways = Vec::new();
    let mut add = |text: &str| {
        let text = text.trim();
        if !text.is_empty() && !ways.iter().any(|known| known == text) {
            ways.push(text.to_owned());
        }
    };
    let ends = span.trim_matches(['?', ',', '!', ';', ':', '"', '“', '”', '\'', '‘', '’', '`']);
    add(ends);
    let owner = ends.strip_suffix("'s").or_else(|| ends.strip_suffix("’s")).unwrap_or(ends);
    add(owner);
    add(owner.trim_end_matches('.'));
    add(owner.trim_matches(['.', '(', ')', '[', ']', '?', ',', '!', ';', ':', '"', '“', '”']));
    ways
}

/// Runs of words that are not a whole name, and are part of few.
fn parts(
    graph: &dyn GraphRead,
    question: &str,
    said: &[String],
    words: &mut [Word<'_>],
) -> Result<Vec<(usize, FoundName)>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let open = words[at..].iter().take_while(|word| !word.taken).count();
        let mut length = LONGEST_PART.min(open);
        while length > 0 {
            let last = &words[at + length - 1];
            let span = &question[words[at].from..last.from + last.text.len()];
            let text = spellings(span).pop().unwrap_or_default();
            let nodes = holding(graph, &text, said)?;
            if !nodes.is_empty() {
                let places = places(graph, &nodes)?;
                if !places.is_empty() {
                    let from = words[at].from;
                    found
                        .push((from, FoundName { text, words: length, how: MatchKind::Part, nodes, places }));
                    break;
                }
            }
            length -= 1;
        }
        for word in &mut words[at..at + length] {
            word.taken = true;
        }
        at += length.max(1);
    }
    Ok(found)
}

/// Whether a word alone says too little to find a name by it.
fn is_plain(token: &str) -> bool {
    token.chars().count() < 3 || is_filler(token) || is_question_word(token) || lexicon::is_common(token)
}

/// The names that contain a text, if its words say enough; those of which the question has the largest
/// part come first.
fn holding(graph: &dyn GraphRead, text: &str, said: &[String]) -> Result<Vec<NodeId>> {
    let words = tokens(text);
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return Ok(Vec::new()) };
    if is_plain(first) || is_plain(last) {
        return Ok(Vec::new());
    }
    let mut rarest = None;
    for word in &words {
        let count = graph.token_count(word)?;
        if count == 0 {
            return Ok(Vec::new());
        }
        if rarest.is_none_or(|(fewest, _)| count < fewest) {
            rarest = Some((count, word));
        }
    }
    let Some((_, word)) = rarest.filter(|(count, _)| *count <= PARTS) else { return Ok(Vec::new()) };
    let mut nodes = Vec::new();
    for (node, _) in graph.nodes_with_token(word, Roles::ENTITY, &Scope::All)? {
        let name = tokens(&graph.node(node)?.text);
        if words.len() == 1 || contains(&name.join(" "), &words.join(" ")) {
            // `ben` counts as `Benjamin`.
            let is_said = |own: &&String| said.iter().any(|word| own.starts_with(word.as_str()));
            let share = name.iter().filter(is_said).count() as f32 / name.len().max(1) as f32;
            nodes.push((share, node));
        }
    }
    nodes.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    Ok(nodes.into_iter().map(|(_, node)| node).take(NODES).collect())
}

fn contains(name: &str, words: &str) -> bool {
    format!(" {name} ").contains(&format!(" {words} "))
}

/// Words that occur in no name, but are nearly a word of one.
fn misspelt(graph: &dyn GraphRead, words: &[Word<'_>]) -> Result<Vec<(usize, FoundName)>> {
    let mut found = Vec::new();
    for word in words.iter().filter(|word| !word.taken) {
        let Some(text) = spellings(word.text).pop() else { continue };
        let [token] = tokens(&text).try_into().unwrap_or_else(|_| [String::new()]);
        let letters = token.chars().count();
        if letters < MISSPELT.0 || is_plain(&token) || token.chars().any(char::is_numeric) {
            continue;
        }
        if graph.token_count(&token)? > 0 {
            continue;
        }
        let distance = if letters >= MISSPELT.1 { 2 } else { 1 };
        let mut nodes = Vec::new();
        for (near, count) in graph.tokens_near(&token, distance)?.into_iter().take(3) {
            if count <= PARTS && !lexicon::is_common(&near) {
                nodes.extend(
                    graph.nodes_with_token(&near, Roles::ENTITY, &Scope::All)?.into_iter().map(|n| n.0),
                );
            }
        }
        nodes.truncate(NODES);
        let places = places(graph, &nodes)?;
        if !places.is_empty() {
            found.push((word.from, FoundName { text, words: 1, how: MatchKind::Misspelt, nodes, places }));
        }
    }
    Ok(found)
}

/// The places of nodes: of one node with the number of its facts, of several with the number of nodes.
fn places(graph: &dyn GraphRead, nodes: &[NodeId]) -> Result<BTreeMap<MentionPlace, usize>> {
    let each = if nodes.len() == 1 { COUNTED } else { 1 };
    let mut places = BTreeMap::new();
    for node in nodes {
        for (side, is_tail) in [(Side::Tail, true), (Side::Head, false)] {
            for (source, posting) in graph.facts_of_each_relation(*node, side, &Scope::All, each, PLACES)? {
                *places.entry(MentionPlace { source, relation: posting.relation, is_tail }).or_default() += 1;
            }
        }
    }
    Ok(places)
}
