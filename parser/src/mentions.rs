//! The names of the graph that a question mentions.

use std::collections::{BTreeMap, HashMap, HashSet};

use trustuqa_engine::lexicon;
use trustuqa_model::{GraphRead, NodeId, Result, Roles, Scope, SourceKind, Value};

use super::features::{Feature, Features};
use super::lexicon::{Cue, English, words_of, words_of_name};
use super::naming::{NameWord, edits};
use super::relation::Shape;
use super::text::{Coverage, Text, Token, bit};
use super::world::{FEW, World};
use crate::words::{is_doer, is_stop, root, small_number};

/// A stored name that words of the question can mean.
#[derive(Clone, Debug)]
pub struct Mention {
    /// The node.
    pub node: NodeId,
    /// Its name.
    pub text: String,
    /// The tokens.
    pub coverage: Coverage,
    /// How surely these tokens mean it, up to 1.
    pub score: f32,
    /// How much of the name was said, up to 1.
    pub completeness: f32,
    /// Whether only a part of the name was said, by everyday words in small letters or digits: "the longest stay"
    /// of `Emergency Short Stay`.
    pub common: bool,
}

impl Mention {
    /// Adds to the features how surely it is meant, and how much of it was said.
    pub fn add_sureness(&self, features: &mut Features) {
        features.add(Feature::NameSure, self.score);
        features.add(Feature::NameDoubt, 1.0 - self.score);
        features.add(Feature::NameUnsaid, 1.0 - self.completeness);
        features.add(Feature::NameCommonPart, f32::from(u8::from(self.common)));
    }
}

/// Names that words of the question can mean.
pub fn mentions(world: &mut World<'_>, text: &Text) -> Result<Vec<Mention>> {
    let graph = world.graph;
    let mut found: Vec<Mention> = Vec::new();
    exact(world, text, &mut found)?;
    // Names that share words with the question, whatever their order.
    let mut touched: BTreeMap<NodeId, Vec<(usize, String, f32)>> = BTreeMap::new();
    let mut counts: HashMap<String, u32> = HashMap::new();
    let mut count = |word: &str| -> Result<u32> {
        if let Some(n) = counts.get(word) {
            return Ok(*n);
        }
        let n = graph.token_count(word)?;
        counts.insert(word.to_owned(), n);
        Ok(n)
    };
    let forms = text.tokens.iter().flat_map(|token| forms_of(&token.word)).map(|(form, _)| form);
    graph.expect_tokens(&forms.collect::<Vec<_>>())?;
    for (at, token) in text.tokens.iter().enumerate() {
        if (token.filler && !token.name_like) || token.word.len() < 2 || is_stop(&token.word) {
            continue;
        }
        for (variant, quality) in variants(graph, &token.word)? {
            let n = count(&variant)?;
            if n == 0 || n > 3_000 || (n > 400 && !token.name_like) {
                continue;
            }
            for (node, _) in graph.nodes_with_token(&variant, Roles::ENTITY, &Scope::All)? {
                touched.entry(node).or_default().push((at, variant.clone(), quality));
            }
        }
    }
    let of_sources = roots(world.sources.iter().flat_map(|source| words_of_name(&source.name)));
    let columns: Vec<NameWord> = {
        let tables = world.rels.iter().filter(|rel| rel.kind == SourceKind::Table);
        tables.flat_map(|rel| rel.words.iter().cloned()).collect()
    };
    let of_columns = roots(columns.iter().map(|word| word.word.clone()));
    let heads = roots(columns.iter().filter(|word| word.head).map(|word| word.word.clone()));
    let of_nations: Vec<(Coverage, Vec<Vec<String>>)> = nation_spans(text)
        .into_iter()
        .chain(other_names(text))
        .map(|(from, to, names)| {
            (super::text::span(from, to), names.iter().map(|name| trustuqa_model::tokens(name)).collect())
        })
        .collect();
    world.expect_nodes(&touched.keys().copied().collect::<Vec<_>>())?;
    let mut named = Vec::new();
    for (node, hits) in touched {
        let read = world.node(node)?;
        if !matches!(read.1, Value::Text | Value::Ordinal(_) | Value::Score(..) | Value::Integer(_)) {
            continue;
        }
        let name = trustuqa_model::tokens(&read.0);
        // Numbers and dates are no names, in whatever form.
        if !name.iter().all(|word| word.bytes().all(|b| b.is_ascii_digit())) {
            named.push((node, hits, read, name));
        }
    }
    let words = named.iter().flat_map(|(.., name)| name.iter().cloned());
    graph.expect_tokens(&words.collect::<Vec<_>>())?;
    for (node, hits, read, name) in named {
        let mut weights = Vec::new();
        for word in &name {
            let n = count(word)?;
            let rare = 1.0 / (1.0 + (1.0 + n as f32).ln());
            weights.push(if is_stop(word) || word.len() < 2 { 0.15 * rare } else { rare });
        }
        let total: f32 = weights.iter().sum::<f32>().max(1e-3);
        // Clusters of hits with at most one word between them.
        let mut hits = hits;
        hits.sort_by(|a, b| a.0.cmp(&b.0).then(b.2.total_cmp(&a.2)));
        let mut cluster: Vec<(usize, String, f32)> = Vec::new();
        let mut clusters = Vec::new();
        for hit in hits {
            let gap = cluster.last().map_or(0, |l: &(usize, String, f32)| {
                (l.0 + 1..hit.0).filter(|i| !is_stop(text.word(*i)) && text.word(*i).len() > 1).count()
            });
            let listed = || cluster.last().is_some_and(|last| is_list(text, last.0 + 1, hit.0));
            if gap > 1 && !listed() || cluster.iter().any(|c| c.1 == hit.1 && c.0 != hit.0) {
                clusters.push(std::mem::take(&mut cluster));
            }
            if !cluster.iter().any(|c| c.0 == hit.0) {
                cluster.push(hit);
            }
        }
        clusters.push(cluster);
        for cluster in clusters {
            let (mut coverage, mut gain, mut quality, mut named) = (0, 0.0, 1.0f32, false);
            let mut used = HashSet::new();
            for (at, word, q) in &cluster {
                if let Some(i) = name.iter().position(|n| n == word)
                    && used.insert(i)
                {
                    // "german" is no misspelt "germany".
                    let nation = of_nations.iter().any(|(span, nations)| {
                        *span == bit(*at) && nations.iter().any(|nation| nation.contains(word))
                    });
                    let q = if nation { q.max(NATION) } else { *q };
                    coverage |= bit(*at);
                    gain += weights[i] * q;
                    quality = quality.min(q);
                    named |= nation || text.tokens[*at].name_like;
                }
            }
            // "The German chancellor" is the `Chancellor of Germany`.
            for (span, nations) in &of_nations {
                if !beside(text, coverage, *span) {
                    continue;
                }
                for nation in nations {
                    let places: Option<Vec<usize>> =
                        nation.iter().map(|word| name.iter().position(|own| own == word)).collect();
                    let Some(places) = places.filter(|places| places.iter().all(|i| !used.contains(i)))
                    else {
                        continue;
                    };
                    coverage |= span;
                    gain += places.iter().map(|i| weights[*i]).sum::<f32>() * NATION;
                    quality = quality.min(NATION);
                    named = true;
                    used.extend(places);
                }
            }
            let completeness = (gain / total).min(1.0);
            let words = used.len();
            let single = words == 1 && name.len() > 1;
            let enough =
                if single { completeness >= if named { 0.28 } else { 0.4 } } else { completeness >= 0.45 };
            // One plain word that many names have says a kind, not one of them. So does one that a table or a
            // column has: "the oldest film" is not `Pinewater Film Services`. A number is no name.
            let plain = single && !named;
            let (at, word) = (cluster[0].0, &cluster[0].1);
            let token = &text.tokens[at];
            let word_of = |words: &HashSet<String>| words.contains(&token.root);
            let of_schema = plain && is_everyday(token) && (word_of(&of_sources) || word_of(&of_columns));
            let number = plain && small_number(text.word(at)).is_some();
            let kind = plain && (count(word)? >= 3 || of_schema || number);
            // "The calls of 2024" are not those of the machine `M-2024`.
            let dated = single && text.periods.iter().any(|period| coverage & !period.coverage == 0);
            // "The Legal Department" is none of the departments that are known.
            let other =
                single && named && count(word)? >= 3 && is_other_name(graph, text, at.wrapping_sub(1))?;
            let unsaid = (0..name.len()).filter(|i| !used.contains(i)).map(|i| name[i].as_str());
            let denied = has_negation(unsaid);
            if coverage == 0 || !enough || kind || dated || other || denied {
                continue;
            }
            // Stop words and single letters of the name between or beside the tokens belong to it.
            let (low, high) = (coverage.trailing_zeros() as usize, 63 - coverage.leading_zeros() as usize);
            for at in low.saturating_sub(1)..=high + 1 {
                if name.iter().any(|n| n == text.word(at) && (is_stop(n) || n.len() == 1)) {
                    coverage |= bit(at);
                }
            }
            let likely = if named { 1.0 } else { 0.8 };
            found.push(Mention {
                node,
                text: read.0.clone(),
                coverage,
                score: quality * likely * (0.5 + 0.5 * completeness),
                completeness,
                common: completeness < 0.9 && text.words_in(coverage).all(is_everyday),
            });
        }
    }
    // "the most buildings" does not mean `Ferris Buildings` where a column is called `Building`.
    by_meaning(world, text, &of_sources, &heads, &mut found)?;
    nations(world, text, &mut found)?;
    found.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then(b.coverage.count_ones().cmp(&a.coverage.count_ones()))
            .then(a.node.cmp(&b.node))
    });
    let mut seen = HashSet::new();
    found.retain(|m| seen.insert((m.node, m.coverage)));
    // Drops mentions inside a longer one that is about as good, and all but the best few of each span.
    let all: Vec<(Coverage, f32, f32)> =
        found.iter().map(|m| (m.coverage, m.score, m.completeness)).collect();
    let mut kept_of: HashMap<Coverage, usize> = HashMap::new();
    found.retain(|m| {
        let inner = all.iter().any(|(coverage, score, completeness)| {
            *coverage != m.coverage
                && coverage & m.coverage == m.coverage
                && *score >= m.score * 0.85
                && *completeness >= 0.6
        });
        let best = all
            .iter()
            .filter(|(coverage, _, _)| *coverage & m.coverage != 0)
            .map(|a| a.1)
            .fold(0.0, f32::max);
        let kept = kept_of.entry(m.coverage).or_default();
        *kept += 1;
        !inner && *kept <= 5 && m.score >= best * 0.55
    });
    without_longer_names(world, &mut found)?;
    found.truncate(24);
    Ok(found)
}

/// The most words of a list between the parts of a name.
const LISTED: usize = 4;

/// Whether tokens are the rest of a list of single words: "2020 and 2024" of "the 2016, 2020 and 2024 Olympics".
fn is_list(text: &Text, from: usize, to: usize) -> bool {
    let joins = |at: usize| matches!(text.word(at), "and" | "or");
    to > from + 1
        && to - from <= LISTED
        && joins(to - 2)
        && (from..to).filter(|at| *at != to - 2).all(|at| !is_stop(text.word(at)) && !joins(at))
}

/// Whether words that are left of a name deny it: "how many tickets" are not those for `No ticket displayed`.
fn has_negation<'w>(mut words: impl Iterator<Item = &'w str>) -> bool {
    words.any(|word| English::get().cues(word).contains(&Cue::Not))
}

/// Drops cells of which only a part was said, if that part is itself a cell of the same tables: "the bugs of
/// Trellis API" are those of the service, and not of its release `Trellis API 4.2`.
fn without_longer_names(world: &mut World<'_>, found: &mut Vec<Mention>) -> Result<()> {
    let is_whole = |mention: &&Mention| mention.completeness >= 1.0;
    let whole: HashSet<Coverage> = found.iter().filter(is_whole).map(|mention| mention.coverage).collect();
    let contested = found.iter().filter(|mention| whole.contains(&mention.coverage));
    let nodes: Vec<NodeId> = contested.map(|mention| mention.node).collect();
    world.expect_around(&nodes, false)?;
    let mut of_whole: HashMap<Coverage, HashSet<usize>> = HashMap::new();
    for mention in found.iter().filter(is_whole) {
        of_whole.entry(mention.coverage).or_default().extend(tables_of(world, mention.node)?);
    }
    let mut kept = Vec::with_capacity(found.len());
    for mention in found.drain(..) {
        let own = match of_whole.get(&mention.coverage).filter(|_| mention.completeness < 1.0) {
            Some(tables) => Some((tables, tables_of(world, mention.node)?)),
            None => None,
        };
        if own.is_none_or(|(tables, own)| own.is_empty() || !own.is_subset(tables)) {
            kept.push(mention);
        }
    }
    *found = kept;
    Ok(())
}

/// The tables that a node is a cell of.
fn tables_of(world: &mut World<'_>, node: NodeId) -> Result<HashSet<usize>> {
    let cells = world.tail_of(node)?;
    let rels = cells.iter().map(|rel| &world.rels[*rel]).filter(|rel| rel.kind == SourceKind::Table);
    Ok(rels.map(|rel| rel.source).collect())
}

/// Whether a word is written like a part of a name, but no stored name has it.
fn is_other_name(graph: &dyn GraphRead, text: &Text, at: usize) -> Result<bool> {
    let Some(token) = text.tokens.get(at).filter(|token| token.name_like && !token.filler) else {
        return Ok(false);
    };
    for (variant, _) in variants(graph, &token.word)? {
        if graph.token_count(&variant)? > 0 {
            return Ok(false);
        }
    }
    Ok(!is_stop(&token.word))
}

/// The roots of words, without numbers.
fn roots(words: impl Iterator<Item = String>) -> HashSet<String> {
    words.filter(|word| word.bytes().all(|b| !b.is_ascii_digit())).map(|word| root(&word)).collect()
}

/// Whether a word of a name, by its root, has a capital: `Ferris Buildings` are some buildings, `Gen. cargo` is a
/// kind of cargo.
fn is_capital(name: &str, of_root: &str) -> bool {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut same = words.filter(|word| root(&trustuqa_model::fold(word)) == of_root);
    same.any(|word| word.starts_with(char::is_uppercase))
}

/// A span of tokens, and the spellings in which it can be a stored name.
struct Span {
    from: usize,
    to: usize,
    spellings: Vec<String>,
}

impl Span {
    fn is_one_letter(&self, text: &Text) -> bool {
        self.to == self.from + 1 && text.word(self.from).len() < 2
    }
}

/// The spans that can be a name.
fn spans(text: &Text) -> Vec<Span> {
    let mut found = Vec::new();
    for from in 0..text.tokens.len() {
        for to in from + 1..=text.tokens.len().min(from + 12) {
            let words = &text.tokens[from..to];
            let mut span = Span { from, to, spellings: vec![text.phrase(from, to)] };
            let can_be = if span.is_one_letter(text) {
                is_letter(text, from)
            } else {
                !words.iter().all(|token| is_stop(&token.word))
            };
            if !can_be {
                continue;
            }
            if let Some(last) = words.last() {
                let head = text.phrase(from, to - 1);
                let others = number_forms(&last.word).into_iter();
                span.spellings.extend(others.map(|other| format!("{head} {other}").trim().to_owned()));
            }
            found.push(span);
        }
    }
    found
}

/// Spans that are a stored name.
fn exact(world: &mut World<'_>, text: &Text, found: &mut Vec<Mention>) -> Result<()> {
    let graph = world.graph;
    let spans = spans(text);
    graph.expect_names(&spans.iter().flat_map(|span| span.spellings.clone()).collect::<Vec<_>>())?;
    for span in spans {
        let words = &text.tokens[span.from..span.to];
        for (at, spelling) in span.spellings.iter().enumerate() {
            for node in graph.nodes_folded(spelling)? {
                if !graph.roles(node, &Scope::All)?.meets(Roles::ENTITY) {
                    continue;
                }
                let read = world.node(node)?;
                let digits = words.len() == 1 && words[0].word.bytes().all(|b| b.is_ascii_digit());
                if digits && words[0].word.len() != 4 {
                    continue;
                }
                let named = words.iter().any(|t| t.name_like);
                let score = match (words.len(), named) {
                    _ if digits => 0.8,
                    (1, false) if words[0].filler || span.is_one_letter(text) => 0.45,
                    (1, false) => 0.85,
                    _ => 1.0,
                } * if at == 0 { 1.0 } else { 0.95 };
                let coverage = super::text::span(span.from, span.to);
                found.push(Mention {
                    node,
                    text: read.0.clone(),
                    coverage,
                    score,
                    completeness: 1.0,
                    common: false,
                });
            }
        }
    }
    Ok(())
}

/// Whether a token is a letter that can be a value, "an A rating", "grade b", and not a word or part of one.
fn is_letter(text: &Text, at: usize) -> bool {
    let typed = text.slice(at, at + 1);
    let Some(letter) = typed.chars().next().filter(|letter| letter.is_alphabetic()) else { return false };
    let before = text.tokens.get(at).and_then(|token| text.text.get(..token.start)).unwrap_or_default();
    let sign = before.trim_end().chars().next_back();
    let behind = text.tokens.get(at).and_then(|token| text.text.get(token.end..)).unwrap_or_default();
    // "Ann's", "£5 m", "D/A"
    let part = matches!(before.chars().next_back(), Some('\'' | '’' | '.' | '/' | '&'))
        || behind.starts_with(['/', '&'])
        || sign.is_some_and(|sign| sign.is_ascii_digit() || "€$£".contains(sign));
    // An "a" without a noun behind it is a value: "2006 of a, 1996 of 1r".
    let no_article = typed == "a"
        && text.tokens.get(at + 1).is_none_or(|next| next.opens || matches!(&*next.word, "and" | "or"));
    let small = no_article || !is_stop(typed);
    typed.chars().count() == 1 && !part && if letter.is_uppercase() { typed != "I" } else { small }
}

/// Whether a word is no name by itself: digits, or an everyday word in small letters, singular or plural.
fn is_everyday(token: &Token) -> bool {
    let word = token.word.as_str();
    let known =
        || lexicon::is_common(word) || number_forms(word).iter().any(|other| lexicon::is_common(other));
    !token.name_like && known() || word.bytes().all(|b| b.is_ascii_digit())
}

/// The plural of a noun, or what it may be the plural of: `box` of `boxes`.
pub(super) fn number_forms(word: &str) -> Vec<String> {
    // "P1s"
    let code = word.strip_suffix('s').filter(|code| code.ends_with(|c: char| c.is_ascii_digit()));
    if let Some(code) = code {
        return vec![code.to_owned()];
    }
    if word.len() < 3 || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return Vec::new();
    }
    let mut forms = Vec::new();
    if let Some(stem) = word.strip_suffix("ies") {
        forms.push(format!("{stem}y"));
    }
    if let Some(stem) = word.strip_suffix("es") {
        forms.push(stem.to_owned());
    }
    if let Some(stem) = word.strip_suffix('s').filter(|s| !s.ends_with('s')) {
        forms.push(stem.to_owned());
    } else {
        forms.push(format!("{word}s"));
        if let Some(stem) = word.strip_suffix('y') {
            forms.push(format!("{stem}ies"));
        }
    }
    forms
}

/// The forms of a word with how sure each is: as it is spelt, the other number, and in full.
fn forms_of(word: &str) -> Vec<(String, f32)> {
    let mut list = vec![(word.to_owned(), 1.0)];
    list.extend(number_forms(word).into_iter().map(|w| (w, 0.95)));
    if let Some(long) = English::get().long_form(word) {
        list.extend(words_of(long).into_iter().map(|w| (w, 0.85)));
    }
    list
}

/// The forms in which a word of the question may stand in a name, with how sure each is; also words of similar
/// spelling.
fn variants(graph: &dyn GraphRead, word: &str) -> Result<Vec<(String, f32)>> {
    let mut list = forms_of(word);
    let mut known = false;
    for (word, _) in &list {
        known |= graph.token_count(word)? > 0;
    }
    // A common English word such as "more" is no misspelt "Mere".
    let misspelt = !lexicon::is_common(word) && word.bytes().all(|b| !b.is_ascii_digit());
    if !known && misspelt && word.chars().count() >= 4 {
        let limit = if word.len() >= 8 { 2 } else { 1 };
        for (near, _) in graph.tokens_near(word, limit)?.into_iter().take(3) {
            list.push((near, 0.8));
        }
        // "raido" for "radio": a swap of neighbours is two edits in the index.
        if limit == 1 {
            let chars: Vec<char> = word.chars().collect();
            for (near, _) in graph.tokens_near(word, 2)?.into_iter().take(8) {
                if edits(&chars, &near, 1) {
                    list.push((near, 0.8));
                }
            }
        }
        // Beginnings of longer words ("econ") are not looked up.
    }
    Ok(list)
}

/// Maximum number of facts of a graph relation whose names are matched by meaning.
const SMALL: u64 = 2_000;

/// Values of columns and relations with few of them, if they mean the same as words of the question.
fn by_meaning(
    world: &mut World<'_>,
    text: &Text,
    of_sources: &HashSet<String>,
    heads: &HashSet<String>,
    found: &mut Vec<Mention>,
) -> Result<()> {
    let graphs = world.rels.iter().filter(|rel| rel.kind != SourceKind::Table).count() <= FEW;
    let rels = world.rels_that(|of| {
        of.shape == Shape::Text && (of.kind == SourceKind::Table || of.facts <= SMALL && graphs)
    });
    world.expect_first_tails(rels.iter().copied())?;
    for rel in rels {
        let of = &world.rels[rel];
        let named: Vec<String> = of.words.iter().map(|word| word.root.clone()).collect();
        let Some(tails) = world.few_tails(rel, FEW)? else { continue };
        let mut values = Vec::new();
        for (node, name) in tails.iter().copied().zip(world.texts(tails.iter().copied())?) {
            let roots: Vec<String> = words_of(&name).iter().map(|w| root(w)).collect();
            if (1..=4).contains(&roots.len()) {
                values.push((node, name, roots));
            }
        }
        for (node, name, roots) in &values {
            let of_one =
                |root: &String| values.iter().filter(|(_, _, other)| other.contains(root)).count() == 1;
            let meant = |coverage: Coverage, score: f32, completeness: f32| Mention {
                node: *node,
                text: name.clone(),
                coverage,
                score,
                completeness,
                common: false,
            };
            for (at, token) in text.tokens.iter().enumerate().filter(|(_, token)| !token.filler) {
                let own = roots.contains(&token.root) && !is_stop(&token.word);
                let says_kind = || {
                    let of_head = heads.contains(&token.root) && is_capital(name, &token.root);
                    of_head || of_sources.contains(&token.root)
                };
                let same_sort = || {
                    let of_root = |word: &String| root(word) == token.root;
                    let word = words_of(name).into_iter().find(of_root).unwrap_or_default();
                    is_doer(&token.word) || !is_doer(&word)
                };
                let known = found.iter().any(|m| m.node == *node && m.coverage & bit(at) != 0);
                if !own || known {
                    continue;
                }
                if roots.len() == 1 {
                    // "cancellations", "cancelled"
                    found.push(meant(bit(at), 0.75, 0.9));
                } else if of_one(&token.root)
                    && !named.contains(&token.root)
                    && !says_kind()
                    && same_sort()
                    && !has_negation(words_of(name).iter().map(String::as_str))
                {
                    // "emergencies" for the only value with that word: `Emergency call-out`; "loads" are no
                    // `Wheel loader`.
                    found.push(meant(bit(at), 0.65, 0.65));
                }
            }
            let mut groups = English::get().groups(&roots.join(" ")).to_vec();
            groups.sort_unstable();
            for (coverage, of) in &text.groups {
                if of.iter().any(|g| groups.contains(g))
                    && !found.iter().any(|m| m.node == *node && m.coverage & coverage != 0)
                {
                    found.push(meant(*coverage, 0.6, 0.6));
                }
            }
        }
    }
    Ok(())
}

/// How surely an adjective or a short form means a nation.
const NATION: f32 = 0.9;
/// The most words of an adjective or short form of a nation.
const NATION_WORDS: usize = 4;

/// The spans of tokens that can be an adjective or a short form of a nation: the phrase, and the phrase without an "s"
/// at its end. "us" is a pronoun unless it is written as a name.
fn phrases_for_nations(text: &Text) -> impl Iterator<Item = (usize, usize, [String; 2])> {
    let ends = |from: usize| from + 1..=text.tokens.len().min(from + NATION_WORDS);
    let spans = (0..text.tokens.len()).flat_map(move |from| ends(from).map(move |to| (from, to)));
    spans.filter_map(|(from, to)| {
        let phrase = text.phrase(from, to);
        let plain = phrase.strip_suffix('s').unwrap_or(&phrase).to_owned();
        let pronoun = phrase == "us" && text.slice(from, to) != "US" && !is_nation(text, from);
        (!pronoun).then_some((from, to, [phrase, plain]))
    })
}

/// Whether "us" in small letters stands where a noun or adjective does, and not as a pronoun: "the us", "share of us
/// medals"; but "give us sales", "cost us more".
fn is_nation(text: &Text, at: usize) -> bool {
    let (before, opens) = (text.word(at.wrapping_sub(1)), at == 0 || text.tokens[at].opens);
    let leads = opens || lexicon::contains("prepositions", before);
    matches!(before, "the" | "a" | "which")
        || leads && text.tokens.get(at + 1).is_some_and(|next| !next.filler)
}

/// The spans of tokens that are an adjective or a short form of nations, with the names of these.
fn nation_spans(text: &Text) -> Vec<(usize, usize, Vec<&'static str>)> {
    let english = English::get();
    let named = phrases_for_nations(text).map(|(from, to, [phrase, plain])| {
        let names = english.nations(&phrase).iter().chain(english.nations(&plain));
        (from, to, names.map(String::as_str).collect::<Vec<_>>())
    });
    named.filter(|(.., names)| !names.is_empty()).collect()
}

/// The tokens that are a short form in longer names, with what it stands for: "the best actor Oscar".
fn other_names(text: &Text) -> Vec<(usize, usize, Vec<&'static str>)> {
    let names_of = |at: usize| -> Vec<&'static str> {
        let groups = lexicon::groups("other names").iter();
        groups.filter(|group| group.words.contains(&text.word(at))).filter_map(|group| group.head).collect()
    };
    let named = (0..text.tokens.len()).map(|at| (at, at + 1, names_of(at)));
    named.filter(|(.., names)| !names.is_empty()).collect()
}

/// Whether a span is right before or behind other tokens, with at most one word between them.
fn beside(text: &Text, coverage: Coverage, of: Coverage) -> bool {
    let ends =
        |coverage: Coverage| (coverage.trailing_zeros() as usize, 63 - coverage.leading_zeros() as usize);
    if coverage == 0 || coverage & of != 0 {
        return false;
    }
    let ((from, to), (own_from, own_to)) = (ends(coverage), ends(of));
    let between = if own_from > to { to + 1..own_from } else { own_to + 1..from };
    between.filter(|at| !is_stop(text.word(*at))).count() <= 1
}

/// Nations that adjectives and short forms mean, and their codes.
fn nations(world: &mut World<'_>, text: &Text, found: &mut Vec<Mention>) -> Result<()> {
    let english = English::get();
    for (from, to, names) in nation_spans(text) {
        for name in names {
            for node in world.graph.nodes_folded(&trustuqa_model::fold(name))? {
                let text = world.text(node)?;
                found.push(Mention {
                    node,
                    text,
                    coverage: super::text::span(from, to),
                    score: NATION,
                    completeness: NATION,
                    common: false,
                });
            }
        }
    }
    for (from, to, [phrase, plain]) in phrases_for_nations(text) {
        for code in english.codes_of_nation(&phrase).iter().chain(english.codes_of_nation(&plain)) {
            for node in world.graph.nodes_folded(&trustuqa_model::fold(code))? {
                let name = world.text(node)?;
                if name == *code && phrase != trustuqa_model::fold(code) {
                    found.push(Mention {
                        node,
                        text: name,
                        coverage: super::text::span(from, to),
                        score: 0.85,
                        completeness: 0.9,
                        common: false,
                    });
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_number_of_a_code_is_the_code() {
        assert_eq!(number_forms("p1s"), ["p1"]);
        assert_eq!(number_forms("boxes"), ["box", "boxe"]);
    }
}
