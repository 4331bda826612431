//! Tails worded differently from the cells of the column: a part of a cell, a season or a date written
//! differently, the adjective of a nation, a misspelling.
//!
//! This is the last attempt for a known relation: every tail of it in a table is read.

use trustuqa_model::{NodeId, Scope, SourceId, Value, month_named};

use super::{Pair, tails_of};
use crate::execute::Result;
use crate::family::Family;
use crate::ground::lexical::{PreparedName, is_other_value, similarity, stem};
use crate::ground::{Channel, NodeCandidate, Parameter};
use crate::lexicon;
use crate::translate::Translator;

/// The most facts of a relation that are read.
pub(super) const LOOKED_AT: usize = 50_000;
/// Minimum similarity of a cell to the name.
const LIKE: f32 = 0.55;

impl Translator<'_, '_> {
    /// The tails of the best relation that `asked` means in other words.
    pub(super) fn column_pair(
        &self,
        relation: &[String],
        relations: &[NodeCandidate],
        asked: &[String],
        parameter: Parameter,
        tail_parameter: Parameter,
    ) -> Result<Option<Pair>> {
        let [name] = asked else { return Ok(None) };
        if !self.uses(Family::OtherWords) {
            return Ok(None);
        }
        let Some(best) = relations.first() else { return Ok(None) };
        let (prepared, asked_value) = (PreparedName::new(name), Value::parse(name));
        // A column whose name is repeated is searched in all its copies.
        let copies = self.columns_like(best.node);
        let near = |c: &&NodeCandidate| c.score >= 0.9 * best.score || copies.contains(&c.node);
        for candidate in relations.iter().filter(near) {
            let mut tails: Vec<(NodeId, String)> = Vec::new();
            let mut seen = std::collections::HashSet::new();
            // The tails of a graph are names, which were already looked up by word and spelling in the whole
            // graph. Reading all of them for each unknown name would cost too much.
            let columns = self.tables_with(candidate.node)?;
            if columns.is_empty() {
                continue;
            }
            for posting in self.executor.first_facts(candidate.node, &Scope::Only(columns), LOOKED_AT)? {
                if !seen.insert(posting.tail) {
                    continue;
                }
                let text = self.executor.node(posting.tail)?.0;
                // A cell whose column tells which date it is does not match another date with the same
                // digits.
                if matches!(asked_value, Value::Date(_))
                    && is_other_value(&self.executor.cell_value(posting.tail, posting.fact)?, &asked_value)
                {
                    continue;
                }
                tails.push((posting.tail, text));
            }
            let found = match_reworded(name, &prepared, &tails);
            if found.is_empty() {
                continue;
            }
            let chosen = std::slice::from_ref(candidate);
            let asked = ((parameter, relation), (tail_parameter, name.as_str()));
            return Ok(Some(tails_of(asked.0, relations, chosen, asked.1, found)));
        }
        Ok(None)
    }
}

impl Translator<'_, '_> {
    /// The tables in scope that have a relation as a column, ascending.
    pub(in crate::translate) fn tables_with(&self, relation: NodeId) -> Result<Vec<SourceId>> {
        self.executor.tables_with(&[relation], &self.scope)
    }
}

/// The tails that a name means, by the first kind of match that finds any.
fn match_reworded(name: &str, prepared: &PreparedName, tails: &[(NodeId, String)]) -> Vec<NodeCandidate> {
    let pick = |score: f32, channel: Channel, fits: &dyn Fn(&str) -> bool| -> Vec<NodeCandidate> {
        let all = tails.iter().filter(|(_, text)| fits(text));
        all.map(|(node, text)| NodeCandidate { node: *node, text: text.clone(), score, channel }).collect()
    };
    let mut ways: Vec<Vec<NodeCandidate>> = Vec::new();
    if let Some(season) = season(name) {
        // A season may be in brackets after a number: `3rd (1998–99)`.
        ways.push(pick(0.9, Channel::Date, &|text| {
            self::season(text) == Some(season)
                || text.split(['(', ')']).any(|part| self::season(part) == Some(season))
        }));
    }
    if let Some(date) = loose_date(name).filter(|_| only_dates(name)) {
        ways.push(pick(0.8, Channel::Date, &|text| loose_date(text).is_some_and(|other| date.fits(&other))));
    }
    if !prepared.stems.is_empty() {
        // Every cell that contains all the words: a list of names, or a name with a note.
        ways.push(pick(0.75, Channel::Words, &|text| {
            let stems = PreparedName::new(text).stems;
            stems.windows(prepared.stems.len()).any(|window| window == prepared.stems.as_slice())
        }));
    }
    if let Some(nation) = nation(name) {
        ways.push(pick(0.8, Channel::Words, &|text| self::nation(text) == Some(nation)));
        ways.push(pick(0.7, Channel::Words, &|text| {
            let words: Vec<&str> = text.split([',', '(', ')', '/', ';', '\n']).collect();
            words.iter().any(|word| self::nation(word) == Some(nation))
        }));
    }
    let folded = trustuqa_model::fold(name);
    if is_nothing(name) {
        ways.push(pick(0.8, Channel::Words, &|text| {
            !text.chars().any(char::is_alphanumeric)
                || matches!(trustuqa_model::fold(text).as_str(), "none" | "n a" | "na" | "0")
        }));
    }
    // `entry` and `any` mean every cell that is not empty.
    if matches!(folded.as_str(), "entry" | "any" | "anything" | "not empty" | "not null" | "listed") {
        ways.push(pick(0.8, Channel::Words, &|text| {
            text.chars().any(char::is_alphanumeric)
                && !matches!(trustuqa_model::fold(text).as_str(), "none" | "n a" | "na")
        }));
    }
    // A symbol that marks cells: `@` before the games away from home.
    let sign = name.trim();
    if prepared.tokens.is_empty() && !sign.is_empty() && !sign.contains(['-', '–', '—', '−', '.', ','])
    {
        ways.push(pick(0.8, Channel::Words, &|text| text.contains(sign)));
    }
    let asked = Value::parse(name);
    let same_value = |(_, text): &&(NodeId, String)| {
        let is_date = matches!(asked, Value::Date(_)) && loose_date(text).is_some();
        !is_date && !is_other_value(&Value::parse(text), &asked)
    };
    let alike: Vec<(NodeId, String)>;
    let tails = if asked == Value::Text {
        tails
    } else {
        alike = tails.iter().filter(same_value).cloned().collect();
        &alike
    };
    ways.push(super::misspelt_cells::misspelt(prepared, tails));
    ways.push(by_letters(prepared, tails));
    ways.push(by_phrase(prepared, tails));
    // A code of a few capitals: `HOU` for Houston.
    ways.push(pick(0.6, Channel::Words, &|text| {
        (2..=4).contains(&text.len())
            && text.chars().all(|c| c.is_ascii_uppercase())
            && name.to_ascii_uppercase().starts_with(text)
    }));
    ways.into_iter().find(|way| !way.is_empty()).unwrap_or_default()
}

/// Whether a name asks for an empty cell.
pub(super) fn is_nothing(name: &str) -> bool {
    lexicon::contains("nothing", &trustuqa_model::fold(name))
}

/// The most similar tails: by words and spelling, or by the beginnings of the words (`Democrat` and
/// `Democratic`, `Canadian` and `Canada`).
fn by_letters(prepared: &PreparedName, tails: &[(NodeId, String)]) -> Vec<NodeCandidate> {
    let mut scored: Vec<NodeCandidate> = Vec::new();
    for (node, text) in tails {
        let other = PreparedName::new(text);
        let (score, channel) = similarity(prepared, &other);
        let score = score.max(same_beginnings(&prepared.tokens, &other.tokens));
        if score >= LIKE {
            scored.push(NodeCandidate { node: *node, text: text.clone(), score, channel });
        }
    }
    let best = scored.iter().map(|c| c.score).fold(0.0, f32::max);
    scored.retain(|c| c.score >= best);
    scored
}

/// The one tail that shares the most words with a phrase of three or more, and at least half of them.
fn by_phrase(prepared: &PreparedName, tails: &[(NodeId, String)]) -> Vec<NodeCandidate> {
    let content: Vec<&String> =
        prepared.tokens.iter().filter(|w| !crate::ground::lexical::is_filler(w)).collect();
    if content.len() < 3 {
        return Vec::new();
    }
    let mut scored: Vec<(usize, &(NodeId, String))> = Vec::new();
    for tail in tails {
        let words = PreparedName::new(&tail.1).tokens;
        let shared = content.iter().filter(|a| words.iter().any(|b| begin_alike(a, b))).count();
        if shared * 2 >= content.len() {
            scored.push((shared, tail));
        }
    }
    scored.sort_by_key(|(shared, _)| std::cmp::Reverse(*shared));
    match scored.as_slice() {
        [(first, _), (second, _), ..] if first == second => Vec::new(),
        [(_, (node, text)), ..] => {
            vec![NodeCandidate { node: *node, text: text.clone(), score: 0.56, channel: Channel::Words }]
        }
        [] => Vec::new(),
    }
}

/// Whether two words begin alike, as forms of one word do.
fn begin_alike(a: &str, b: &str) -> bool {
    let shared = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count();
    let shortest = stem(a).chars().count().min(stem(b).chars().count());
    // `Promotion` and `Promoted`: after a long common beginning, the endings may differ more.
    let long = shared >= 6 && shared * 4 >= shortest * 3;
    shared >= 3 && shared * 5 >= shortest * 4 || long || a == b
}

/// A score up to 0.7 when each word of a name begins like some word of the other; otherwise 0.
fn same_beginnings(asked: &[String], name: &[String]) -> f32 {
    let content: Vec<&String> = asked.iter().filter(|w| !crate::ground::lexical::is_filler(w)).collect();
    if content.is_empty() || name.is_empty() {
        return 0.0;
    }
    let shared = content.iter().filter(|a| name.iter().any(|b| begin_alike(a, b))).count();
    if shared < content.len() {
        return 0.0;
    }
    0.55 + 0.15 * (content.len() as f32 / name.len() as f32).min(1.0)
}

/// The first and last year of a season or span: `2006/7`, `2006-07`, `2006–2007`.
fn season(text: &str) -> Option<(u32, u32)> {
    let text = text.trim();
    let (first, second) = text.split_once(['-', '–', '—', '/', '−'])?;
    let (first, second) = (first.trim(), second.trim());
    let digits = |part: &str, lengths: std::ops::RangeInclusive<usize>| {
        (lengths.contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit()))
            .then(|| part.parse::<u32>().ok())
            .flatten()
    };
    let from = digits(first, 4..=4)?;
    let to = digits(second, 1..=4)?;
    let base = 10_u32.pow(u32::try_from(second.len()).ok()?);
    let mut last = from / base * base + to;
    if last < from {
        last += base;
    }
    Some((from, last))
}

/// The parts of a date found anywhere in a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LooseDate {
    pub(super) year: Option<u32>,
    month: u32,
    day: Option<u32>,
}

impl LooseDate {
    /// Whether `other` can be this date: the parts that both give agree, and `other` has the day if this one
    /// has.
    fn fits(&self, other: &LooseDate) -> bool {
        let agree = |a: Option<u32>, b: Option<u32>| a.is_none() || b.is_none() || a == b;
        self.month == other.month
            && agree(self.year, other.year)
            && (self.day == other.day || self.day.is_none())
    }
}

pub(super) fn loose_date(text: &str) -> Option<LooseDate> {
    if text.len() > 64 {
        return None;
    }
    let mut date = LooseDate { year: None, month: 0, day: None };
    let words = trustuqa_model::tokens(text);
    for word in &words {
        if let Some(month) = month_named(word) {
            if date.month == 0 {
                date.month = u32::from(month);
            }
            continue;
        }
        let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        match digits.parse::<u32>() {
            Ok(number @ 1..=31) if date.day.is_none() && digits.len() <= 2 => date.day = Some(number),
            Ok(number @ 1000..=2999) if date.year.is_none() => date.year = Some(number),
            _ => {}
        }
    }
    if date.month > 0 {
        return Some(date);
    }
    // `10/8/1968` and `8/10` are read as month and day: the usual order with slashes.
    let parts: Vec<u32> =
        text.trim().split(['/', '-', '.']).map(|p| p.trim().parse().ok()).collect::<Option<_>>()?;
    match parts.as_slice() {
        [month @ 1..=12, day @ 1..=31] => Some(LooseDate { year: None, month: *month, day: Some(*day) }),
        [month @ 1..=12, day @ 1..=31, year] => {
            let year = if *year < 100 { None } else { Some(*year) };
            Some(LooseDate { year, month: *month, day: Some(*day) })
        }
        [year @ 1000..=2999, month @ 1..=12, day @ 1..=31] => {
            Some(LooseDate { year: Some(*year), month: *month, day: Some(*day) })
        }
        _ => None,
    }
}

/// Whether all words of a name belong to a date: `April Fools Day` is no date.
fn only_dates(text: &str) -> bool {
    trustuqa_model::tokens(text).iter().all(|word| {
        month_named(word).is_some()
            || word.bytes().any(|b| b.is_ascii_digit())
            || crate::ground::lexical::is_filler(word)
            || lexicon::words("weekdays").any(|day| word.starts_with(day))
            || lexicon::contains("date.fillers", word)
    })
}

/// The nation that a name, an adjective or a code stands for.
fn nation(text: &str) -> Option<&'static str> {
    lexicon::head("nations", &trustuqa_model::fold(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(asked: &str, cells: &[&str]) -> Vec<String> {
        let tails: Vec<(NodeId, String)> =
            cells.iter().enumerate().map(|(at, text)| (NodeId(at as u32), (*text).to_owned())).collect();
        match_reworded(asked, &PreparedName::new(asked), &tails).into_iter().map(|c| c.text).collect()
    }

    #[test]
    fn cells_are_found_in_other_words() {
        assert_eq!(chosen("2006/7", &["2005-06", "2006–07"]), ["2006–07"]);
        assert_eq!(chosen("December 1, 1968", &["Sun. Dec. 1", "December 8"]), ["Sun. Dec. 1"]);
        assert_eq!(chosen("Ana", &["Ana Bo, Cyd", "Dee", "Eve and Ana"]), ["Ana Bo, Cyd", "Eve and Ana"]);
        assert_eq!(chosen("French", &["FRA", "GER"]), ["FRA"]);
        assert_eq!(chosen("Democrat", &["Democratic", "Republican"]), ["Democratic"]);
        assert!(chosen("Winner", &["Oslo", "Bergen"]).is_empty());
    }
}
