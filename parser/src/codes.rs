//! Columns of codes, and the columns of names that go with them: `Cust no` and `Customer`.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_model::{NodeId, Result, SourceKind, ValueKind};

use super::naming::{NameMatch, NameWord, like};
use super::node_lists::sample;
use super::relation::{RelId, Shape};
use super::text::{Coverage, Text, bit};
use super::world::World;

/// Maximum number of rows of a table in which names for codes are looked for.
const ROWS: u64 = 20_000;
/// The least number of a first column from which on its numbers do not merely count the rows.
const LARGE_NUMBER: f64 = 100.0;
/// In a table of fewer rows, different numbers need not be codes.
const FEWEST_ROWS: u64 = 5;
/// Values of a column that are sampled to find the keys of other tables that they are in.
const LOOKED_AT: usize = 8;

/// What a word of the codes' header or table is worth in the header of a column of names.
const CALLED_ALIKE: usize = 4;
/// What `Name` or the like is worth there.
const CALLED_NAME: usize = 2;

/// A column of codes that the question says, and that has a column of names beside it.
pub struct CodeMatch {
    code: RelId,
    name: RelId,
    name_match: NameMatch,
}

impl CodeMatch {
    /// How a column is said, or else the codes for its names, and whether it is a column of such codes.
    pub fn or_of_codes(codes: &[CodeMatch], rel: RelId, said: NameMatch) -> (NameMatch, bool) {
        if said.best >= 0.5 {
            return (said, codes.iter().any(|of| of.code == rel));
        }
        let named = codes.iter().find(|of| of.name == rel);
        (named.map_or(said, |of| of.name_match), false)
    }
}

/// Whether a question asks who reports to a named person (`true`), or to whom that one reports; `None` if it does
/// neither.
pub fn asks_who_reports_to(text: &Text, named: Coverage) -> Option<bool> {
    let reports = |at: &usize| {
        lexicon::contains("answers to", text.word(*at)) && matches!(text.word(at + 1), "to" | "into")
    };
    let at = (0..text.tokens.len()).find(reports)?;
    Some(at + 2 < text.tokens.len() && named & bit(at + 2) != 0)
}

/// Whether a question asks for those below a named person: "under Ann", "Ann's team", "whose manager is Ann".
/// `above` are the words of a column that says who is above each row.
pub fn asks_for_those_under(text: &Text, above: Coverage, named: Coverage) -> bool {
    if let Some(reports) = asks_who_reports_to(text, named) {
        return reports;
    }
    let (from, to) = (named.trailing_zeros() as usize, 64 - named.leading_zeros() as usize);
    let word = |back: usize| from.checked_sub(back).map_or("", |at| text.word(at));
    let says = |back: usize| {
        let said = from.checked_sub(back).is_some_and(|at| above & bit(at) != 0);
        said || lexicon::contains("other rows", word(back))
            || lexicon::contains("led by somebody", word(back))
    };
    let linked = matches!(word(1), "is" | "was" | "by" | "as");
    lexicon::contains("stands before superiors", word(1))
        || says(1)
        || linked && says(2)
        || (to..to + 3).any(|at| lexicon::contains("those under somebody", text.word(at)))
}

impl World<'_> {
    /// Whether a name in a column may choose its rows: not in a column of who is above each row (`Reports To`), if
    /// the name has a row of its own and nobody asks for those below it.
    pub fn is_meant_in(&mut self, rel: RelId, node: NodeId, text: &Text, named: Coverage) -> Result<bool> {
        if !self.tells_of_other_rows(rel) {
            return Ok(true);
        }
        let keys = self.keys(self.rels[rel].source)?;
        let own = self.tail_of(node)?.iter().any(|other| *other != rel && keys.contains(other));
        let above = self.name_match(rel, text, !named).coverage;
        Ok(!own || asks_for_those_under(text, above, named))
    }

    /// The column of names beside a column of codes that rows share, if codes and names go one to one: the
    /// `Customer` of a `Cust no`.
    pub fn name_of_code(&mut self, rel: RelId) -> Result<Option<RelId>> {
        if let Some(known) = self.names_of_codes.get(&rel) {
            return Ok(*known);
        }
        let source = self.rels[rel].source;
        let mut best: Option<(usize, RelId)> = None;
        let few = self.sources[source].rows <= ROWS;
        if few && self.rels[rel].kind == SourceKind::Table && self.holds_codes(rel, false)? {
            let codes = self.side(rel, false)?.len();
            let shared = codes >= 3 && codes < self.pairs(rel)?.len();
            let others: Vec<RelId> = self.rels_of(source).filter(|other| shared && *other != rel).collect();
            for other in others {
                let worth = self.worth_as_name(rel, other);
                if best.is_none_or(|best| worth > best.0)
                    && self.holds_names(other)?
                    && self.side(other, false)?.len() == codes
                    && !self.holds_codes(other, false)?
                    && self.is_one_to_one(rel, other)?
                {
                    best = Some((worth, other));
                }
            }
        }
        let name = best.map(|best| best.1);
        self.names_of_codes.insert(rel, name);
        Ok(name)
    }

    /// The columns of codes of a table that the question says, with the column of names beside each; see
    /// [`World::name_of_code`].
    pub fn code_matches(&mut self, source: usize, text: &Text, free: Coverage) -> Result<Vec<CodeMatch>> {
        let mut found = Vec::new();
        for code in self.rels_of(source).collect::<Vec<_>>() {
            let said = self.name_match(code, text, free);
            if said.best >= 0.5
                && let Some(name) = self.name_of_code(code)?
            {
                found.push(CodeMatch { code, name, name_match: said });
            }
        }
        Ok(found)
    }

    /// Finds whole numbers that are codes although no header says so: a first column with another large number in each
    /// row, such as the `ITEM` of products, and the columns of other tables with that header.
    pub fn find_codes(&mut self) -> Result<()> {
        let mut found = Vec::new();
        // The relations of a source follow each other.
        let first = |rel: &usize| *rel == 0 || self.rels[*rel - 1].source != self.rels[*rel].source;
        let firsts: Vec<RelId> =
            (0..self.rels.len()).filter(first).filter(|rel| self.may_be_codes(*rel)).collect();
        for rel in firsts {
            let rows = self.sources[self.rels[rel].source].rows;
            if (FEWEST_ROWS..=ROWS).contains(&rows)
                && self.range(rel)?.is_some_and(|(low, _)| low >= LARGE_NUMBER)
                && self.side(rel, false)?.len() as u64 == rows
            {
                found.push(rel);
            }
        }
        let same: Vec<RelId> = (0..self.rels.len())
            .filter(|rel| found.iter().any(|key| self.rels[*key].name == self.rels[*rel].name))
            .filter(|rel| self.may_be_codes(*rel))
            .collect();
        for rel in found.into_iter().chain(same) {
            Arc::make_mut(&mut self.rels[rel]).codes = true;
        }
        Ok(())
    }

    /// Whether a column has whole numbers without a unit, and no header that says that they are codes.
    fn may_be_codes(&self, rel: RelId) -> bool {
        let of = &self.rels[rel];
        let numbers = of.kind == SourceKind::Table && of.shape == Shape::Number && of.unit.is_none();
        let mut infos = self.sources[of.source].relations.iter();
        numbers
            && !of.codes
            && !of.years
            && !of.bits
            && infos.any(|info| info.node == of.node && info.kind == ValueKind::Integer)
    }

    /// The key columns of other tables that have most of a sample of a column's values, so that it refers to their
    /// rows. Small numbers are in every table with numbered rows, so columns of numbers refer to a key only if the
    /// headers agree, or if the codes of the key leave gaps. `Reports To` refers to rows of its own table.
    pub fn keys_behind(&mut self, rel: RelId) -> Result<Arc<Vec<RelId>>> {
        if let Some(known) = self.keys_behind.get(&rel) {
            return Ok(Arc::clone(known));
        }
        let source = self.rels[rel].source;
        let some: Vec<NodeId> = sample(&self.side(rel, false)?, LOOKED_AT).collect();
        self.expect_around(&some, false)?;
        let mut counted: BTreeMap<RelId, usize> = BTreeMap::new();
        for node in &some {
            for other in self.tail_of(*node)?.iter().copied() {
                let of = self.rels[other].source;
                if other != rel
                    && (of != source || self.tells_of_other_rows(rel))
                    && self.rels[other].kind == SourceKind::Table
                    && self.keys(of)?.contains(&other)
                {
                    *counted.entry(other).or_default() += 1;
                }
            }
        }
        // Some codes have lost their row.
        let most = counted.into_iter().filter(|(_, many)| *many * 4 >= some.len() * 3).map(|(key, _)| key);
        let mut keys = Vec::new();
        for key in most {
            let own = self.rels[rel].shape == Shape::Text || self.rels[key].source == source;
            if own || self.is_called_alike(rel, key) || self.rels[rel].codes && self.has_gaps(key)? {
                keys.push(key);
            }
        }
        let keys = Arc::new(keys);
        self.keys_behind.insert(rel, Arc::clone(&keys));
        Ok(keys)
    }

    /// Whether the next number is missing behind most of a sample of a key's numbers, so that another column has
    /// most of them by no accident.
    fn has_gaps(&mut self, key: RelId) -> Result<bool> {
        let some: Vec<NodeId> = sample(&self.side(key, false)?, LOOKED_AT).collect();
        let mut followed = 0;
        for text in self.texts(some.iter().copied())? {
            let Ok(number) = text.parse::<i64>() else { continue };
            for next in self.graph.nodes_folded(&number.saturating_add(1).to_string())? {
                followed += usize::from(self.tail_of(next)?.contains(&key));
            }
        }
        Ok(followed * 4 <= some.len())
    }

    /// Whether two columns can hold the same codes. Texts always can, and so can anything with `None`. Equal numbers
    /// are in many columns, so their headers have to agree, the `Pupil no` of lessons and `pupil_no`, or one has to
    /// refer to the other.
    pub fn can_share_codes(&mut self, one: Option<RelId>, other: RelId) -> Result<bool> {
        let Some(one) = one.filter(|_| self.rels[other].shape != Shape::Text) else { return Ok(true) };
        Ok(self.is_called_alike(one, other)
            || self.is_called_alike(other, one)
            || self.keys_behind(one)?.contains(&other)
            || self.keys_behind(other)?.contains(&one))
    }

    /// Whether the header of a column of numbers shares a word with a key or its table: `store_id` of orders and
    /// the `id` of stores.
    fn is_called_alike(&self, rel: RelId, key: RelId) -> bool {
        let marks = |word: &&NameWord| !lexicon::contains("code headers", &word.word);
        let own: Vec<&NameWord> = self.rels[rel].words.iter().filter(marks).collect();
        let of_key = self.rels[key].words.iter().filter(marks);
        // `Reports To` does not refer to every table of employees, though it is a column of one.
        let table = Some(self.rels[key].source).filter(|_| !self.tells_of_other_rows(key));
        let mut others = of_key.chain(table.into_iter().flat_map(|table| self.words_of_source(table)));
        others.any(|other| own.iter().any(|word| like(&word.root, &other.root) >= 0.75))
    }

    /// Whether the header of a column says that it refers to other rows of its table.
    pub fn tells_of_other_rows(&self, rel: RelId) -> bool {
        self.rels[rel].words.iter().any(|word| lexicon::contains("other rows", &word.word))
    }

    /// Whether these values are codes of letters alone, `GRN` for Greenlane: the header of their column, or of the
    /// key that it refers to, says so.
    pub(super) fn holds_short_forms(&mut self, rel: RelId, values: &[String]) -> Result<bool> {
        let letters = |value: &String| {
            (2..=5).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_uppercase())
        };
        if values.is_empty() || self.rels[rel].kind != SourceKind::Table || !values.iter().all(letters) {
            return Ok(false);
        }
        let called = |world: &World<'_>, rel: RelId| {
            world.rels[rel].words.iter().any(|word| lexicon::contains("code headers", &word.word))
        };
        let keys = self.keys_behind(rel)?;
        Ok(called(self, rel) || keys.iter().any(|key| called(self, *key)))
    }

    /// Whether a column holds codes that join tables: those that identify the rows of its own or of another table.
    pub fn joins_by_code(&mut self, rel: RelId) -> Result<bool> {
        if let Some(known) = self.joining_codes.get(&rel) {
            return Ok(*known);
        }
        let table = self.rels[rel].kind == SourceKind::Table;
        let coded = table && (self.rels[rel].codes || self.holds_codes(rel, false)?);
        let joins = coded && {
            let own = self.rels[rel].source;
            self.keys(own)?.contains(&rel) || !self.keys_behind(rel)?.is_empty()
        };
        self.joining_codes.insert(rel, joins);
        Ok(joins)
    }

    /// The names of the codes of a column, if a table has them: its key column of these codes, and its column of
    /// names, each of one row. `Product id` of orders leads to `Product id` and `Name` of products.
    pub fn name_behind_code(&mut self, rel: RelId) -> Result<Option<(RelId, RelId)>> {
        if let Some(known) = self.names_behind_codes.get(&rel) {
            return Ok(*known);
        }
        let table = self.rels[rel].kind == SourceKind::Table;
        let mut named = None;
        if table && (self.rels[rel].codes || self.holds_codes(rel, false)?) {
            let own = self.rels[rel].source;
            let own_key = self.keys(own)?.contains(&rel);
            let keys = if own_key { Arc::new(vec![rel]) } else { self.keys_behind(rel)? };
            // If several tables have these codes, it is not clear which one is meant.
            let only = keys.iter().copied().filter(|_| keys.len() == 1);
            for key in only {
                let names = self.keys(self.rels[key].source)?;
                let mut best: Option<(usize, RelId)> = None;
                for name in names.into_iter().filter(|name| *name != key) {
                    let worth = self.worth_as_name(key, name);
                    if best.is_none_or(|best| worth > best.0) && !self.holds_codes(name, false)? {
                        best = Some((worth, name));
                    }
                }
                named = named.or(best.filter(|best| best.0 > 1).map(|best| (key, best.1)));
            }
        }
        self.names_behind_codes.insert(rel, named);
        Ok(named)
    }

    /// The column that names the rows of a key column of codes, though some share a name: the `Event` of an
    /// `event_id`, if the table is called `events`.
    pub fn name_beside(&mut self, key: RelId) -> Result<Option<RelId>> {
        if let Some(known) = self.names_beside.get(&key) {
            return Ok(*known);
        }
        let source = self.rels[key].source;
        let rows = self.sources[source].rows;
        let mut best: Option<(usize, RelId)> = None;
        if self.rels[key].kind == SourceKind::Table
            && self.keys(source)?.contains(&key)
            && self.joins_by_code(key)?
        {
            for other in self.rels_of(source).filter(|other| *other != key).collect::<Vec<_>>() {
                let worth = self.worth_as_name(key, other);
                if worth >= best.map_or(CALLED_NAME, |best| best.0 + 1)
                    && self.rels[other].shape == Shape::Text
                    && self.side(other, false)?.len() as u64 * 2 >= rows
                    && !self.holds_codes(other, false)?
                    && self.holds_names(other)?
                {
                    best = Some((worth, other));
                }
            }
        }
        let name = best.map(|best| best.1);
        self.names_beside.insert(key, name);
        Ok(name)
    }

    /// The words that say the table that a column of codes refers to: "per employee", if tickets have an `Assigned
    /// To`.
    pub fn table_behind(&mut self, rel: RelId, text: &Text, free: Coverage) -> Result<Coverage> {
        let own = self.rels[rel].source;
        let Some((key, _)) = self.name_wanted(rel, text)? else { return Ok(0) };
        let table = self.rels[key].source;
        let said = self.source_match(table, text, free);
        Ok(if table == own || said.best < 0.8 { 0 } else { said.coverage })
    }

    /// [`World::name_behind_code`], unless the question asks for the codes themselves.
    pub fn name_wanted(&mut self, rel: RelId, text: &Text) -> Result<Option<(RelId, RelId)>> {
        if self.asks_for_codes(rel, text) { Ok(None) } else { self.name_behind_code(rel) }
    }

    /// Whether a column holds persons, by their names or by their codes.
    pub fn tells_persons(&mut self, rel: RelId) -> Result<bool> {
        let named = match self.name_behind_code(rel)? {
            Some((_, name)) => name,
            None => rel,
        };
        Ok(self.holds_persons(named, false)? == Some(true))
    }

    /// Whether a question asks for the codes of a column: "the invoice numbers", "their ids".
    pub fn asks_for_codes(&self, rel: RelId, text: &Text) -> bool {
        let is_mark = |word: &str| lexicon::contains("code headers", word);
        let (marks, others): (Vec<&NameWord>, Vec<&NameWord>) =
            self.rels[rel].words.iter().partition(|word| is_mark(&word.word));
        // "The order numbers" of an `order_no`, and not "the number of orders".
        let behind_name = |at: usize| {
            let plural = is_mark(text.tokens[at].word.strip_suffix('s').unwrap_or_default());
            let before = at.checked_sub(1).map(|before| &text.tokens[before].root);
            plural && before.is_some_and(|before| others.iter().any(|word| like(&word.root, before) >= 0.75))
        };
        (0..text.tokens.len()).any(|at| {
            !marks.is_empty()
                && (marks.iter().any(|mark| mark.root == text.tokens[at].root) || behind_name(at))
        })
    }

    /// How likely a column names what a code stands for: it has a word of the code's header or table, `name` or the
    /// like, or is right beside it.
    fn worth_as_name(&self, code: RelId, other: RelId) -> usize {
        let (of, words) = (&self.rels[code].words, &self.rels[other].words);
        let mut own = of.iter().chain(self.words_of_source(self.rels[code].source));
        let alike = own.any(|own| words.iter().any(|word| like(&own.root, &word.root) >= 0.75));
        let named = words.iter().any(|word| lexicon::contains("names of things", &word.word));
        usize::from(alike) * CALLED_ALIKE
            + usize::from(named) * CALLED_NAME
            + usize::from(code.abs_diff(other) == 1)
    }

    /// Whether equal values of one column go with equal values of the other, and the other way round.
    fn is_one_to_one(&mut self, one: RelId, other: RelId) -> Result<bool> {
        let (one, other) = (self.pairs(one)?, self.pairs(other)?);
        let of: HashMap<NodeId, NodeId> =
            other.by_head().iter().map(|(row, tail, _)| (*row, *tail)).collect();
        let (mut there, mut back) = (HashMap::new(), HashMap::new());
        Ok(one.by_head().iter().all(|(row, code, _)| {
            of.get(row).is_none_or(|name| {
                there.entry(*code).or_insert(*name) == name && back.entry(*name).or_insert(*code) == code
            })
        }))
    }
}
