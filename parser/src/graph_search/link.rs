//! Links spans of a question to stored names (mentions) and its words to relations.

use trustuqa_model::{GraphRead, NodeId, Result, Roles, Scope, tokens};

use super::question::{Coverage, TokenizedQuestion, bit, span};
use crate::words::{is_stop, is_weak, root};

/// Maximum number of tokens of a span that is looked up as a name.
const LONGEST: usize = 14;
/// Maximum number of names with a word that are compared one by one.
const MOST_NAMES: u32 = 3_000;
/// Maximum number of partial matches that are kept for one span.
const KEPT: usize = 6;

/// A span of the question that names a node.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeMention {
    /// The node.
    pub node: NodeId,
    /// Its stored name.
    pub text: String,
    /// The span.
    pub coverage: Coverage,
    /// How surely the span means this node, up to 1.
    pub score: f32,
}

/// Finds the mentions of a question.
pub fn mentions(graph: &dyn GraphRead, question: &TokenizedQuestion) -> Result<Vec<NodeMention>> {
    let words: Vec<String> = question.tokens.iter().map(|t| t.word.clone()).collect();
    let mut found = Vec::new();
    exact(graph, question, &words, 1.0, &mut found)?;
    // Words that no name contains may be misspelt.
    let mut repaired = words.clone();
    for (at, token) in question.tokens.iter().enumerate() {
        let plain = token.word.len() >= 5 && token.word.bytes().all(|b| !b.is_ascii_digit());
        if plain
            && token.weight > 0.0
            && graph.token_count(&token.word)? == 0
            && let Some((near, _)) =
                graph.tokens_near(&token.word, if token.word.len() >= 8 { 2 } else { 1 })?.into_iter().next()
            && root(&near) != token.root
        {
            repaired[at] = near;
        }
    }
    if repaired != words {
        let mut more = Vec::new();
        exact(graph, question, &repaired, 0.75, &mut more)?;
        more.retain(|m| (0..words.len()).any(|at| m.coverage & bit(at) != 0 && words[at] != repaired[at]));
        found.extend(more);
    }
    drop_inner(question, &mut found);
    partial(graph, question, &repaired, &mut found)?;
    found.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then_with(|| b.coverage.count_ones().cmp(&a.coverage.count_ones()))
            .then_with(|| a.node.cmp(&b.node))
    });
    found.dedup_by(|a, b| a.node == b.node && a.coverage == b.coverage);
    Ok(found)
}

/// Spans that equal a stored name after folding.
fn exact(
    graph: &dyn GraphRead,
    question: &TokenizedQuestion,
    words: &[String],
    score: f32,
    found: &mut Vec<NodeMention>,
) -> Result<()> {
    let spans = (0..words.len())
        .flat_map(|from| (from + 1..=words.len().min(from + LONGEST)).map(move |to| (from, to)));
    let said = spans.filter(|(from, to)| question.weight(span(*from, *to)) > 0.0);
    graph.expect_names(&said.map(|(from, to)| words[from..to].join(" ")).collect::<Vec<_>>())?;
    for from in 0..words.len() {
        for to in (from + 1..=words.len().min(from + LONGEST)).rev() {
            let weight = question.weight(span(from, to));
            if weight == 0.0 {
                // A single letter or an article can be a name, but hardly ever is.
                continue;
            }
            for node in graph.nodes_folded(&words[from..to].join(" "))? {
                if !graph.roles(node, &Scope::All)?.meets(Roles::ENTITY) {
                    continue;
                }
                let text = graph.node(node)?.text;
                let single = &question.tokens[from];
                let likely = match to - from {
                    1 if single.word.bytes().all(|b| b.is_ascii_digit()) => 0.85,
                    1 if single.name_like => 0.95,
                    1 if is_weak(&single.word) => 0.25,
                    1 => 0.6,
                    _ if question.tokens[from..to].iter().any(|t| t.name_like) => 1.0,
                    _ => 0.85,
                };
                found.push(NodeMention { node, text, coverage: span(from, to), score: likely * score });
            }
        }
    }
    Ok(())
}

/// Drops mentions inside longer ones: "London" in "Mayor of London".
fn drop_inner(question: &TokenizedQuestion, found: &mut Vec<NodeMention>) {
    let coverages: Vec<(Coverage, f32)> = found.iter().map(|m| (m.coverage, m.score)).collect();
    found.retain(|m| {
        !coverages.iter().any(|(outer, score)| {
            *outer != m.coverage
                && outer & m.coverage == m.coverage
                && *score >= m.score * 0.9
                && question.weight(*outer) > question.weight(m.coverage)
        })
    });
}

/// Spans of words that are parts of longer names: "2016 Olympics" in "2016 Summer Olympics".
fn partial(
    graph: &dyn GraphRead,
    question: &TokenizedQuestion,
    words: &[String],
    found: &mut Vec<NodeMention>,
) -> Result<()> {
    let mut taken: Coverage =
        found.iter().filter(|m| m.score >= 0.7).fold(0, |covered, m| covered | m.coverage);
    let mut from = 0;
    while from < words.len() {
        let mut end_of_match = None;
        for to in (from + 1..=words.len().min(from + 6)).rev() {
            let window = span(from, to);
            let edges = question.tokens[from].weight > 0.0 && question.tokens[to - 1].weight > 0.0;
            // "OP" of "OP-2999" is no name: another number is another thing.
            if window & taken != 0 || !edges || is_cut_code(question, from, to) {
                continue;
            }
            let named = question.tokens[from..to].iter().any(|t| t.name_like);
            if !named && to - from < 2 {
                continue;
            }
            let near = containing(graph, question, &words[from..to], window, named)?;
            if !near.is_empty() {
                found.extend(near);
                taken |= window;
                end_of_match = Some(to);
                break;
            }
        }
        from = end_of_match.unwrap_or(from + 1);
    }
    Ok(())
}

/// Whether a span leaves out digits that are written as one with its last word.
fn is_cut_code(question: &TokenizedQuestion, from: usize, to: usize) -> bool {
    let (Some(last), Some(next)) = (question.tokens[from..to].last(), question.tokens.get(to)) else {
        return false;
    };
    let between = question.text.get(last.end..next.start);
    let digits = next.word.bytes().all(|b| b.is_ascii_digit());
    digits && between.is_none_or(|between| matches!(between, "" | "-" | "/" | "_"))
}

fn containing(
    graph: &dyn GraphRead,
    question: &TokenizedQuestion,
    words: &[String],
    coverage: Coverage,
    named: bool,
) -> Result<Vec<NodeMention>> {
    let content: Vec<&String> = words.iter().filter(|w| !is_stop(w)).collect();
    let mut rarest: Option<(u32, &String)> = None;
    for word in &content {
        let count = graph.token_count(word)?;
        if count == 0 {
            return Ok(Vec::new());
        }
        if rarest.is_none_or(|(least, _)| count < least) {
            rarest = Some((count, word));
        }
    }
    let Some((count, word)) = rarest else { return Ok(Vec::new()) };
    if count > MOST_NAMES || (!named && count > 200) {
        return Ok(Vec::new());
    }
    let length = |list: &[String]| {
        list.iter().map(|w| if is_stop(w) { 1 } else { w.chars().count() }).sum::<usize>() as f32
    };
    let mut near = Vec::new();
    for (node, _) in graph.nodes_with_token(word, Roles::ENTITY, &Scope::All)? {
        let text = graph.node(node)?.text;
        let name = tokens(&text);
        if content.iter().all(|w| name.contains(w)) {
            let share = length(words) / length(&name).max(1.0);
            let least = if content.len() == 1 { 0.3 } else { 0.25 };
            if share >= least {
                near.push(NodeMention {
                    node,
                    text,
                    coverage,
                    score: (0.4 + 0.45 * share.min(1.0)) * if named { 1.0 } else { 0.8 },
                });
            }
        }
    }
    near.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.text.cmp(&b.text)));
    near.truncate(KEPT);
    // A lone common word among many names says too little.
    if question.weight(coverage) <= 1.0 && near.len() >= KEPT {
        near.clear();
    }
    Ok(near)
}
