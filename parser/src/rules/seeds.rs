//! Seed derivations, from which composition starts: names, rows of tables, heads or tails of relations, facts
//! between two names, and rows under a single condition.

use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_model::{Comparison, Date, NodeId, Result, SourceKind, Value};

use super::numbers::{clocks, meeting, numbers, ranges, tested};
use crate::chart::{Chart, Item};
use crate::features::{Feature, Features};
use crate::lexicon::Cue;
use crate::mentions::Mention;
use crate::periods::joined_periods;
use crate::relation::{RelId, Shape};
use crate::set::{Cond, Part, Set, Test, When};
use crate::text::{Coverage, Period, Spot, bit, span};
use crate::world::minus;

/// Maximum number of facts of a graph relation whose values are compared with a period, or whose heads and tails
/// become seeds.
const DATED: u64 = 60_000;

/// All seed derivations of a question.
pub fn seeds(chart: &mut Chart<'_, '_>) -> Result<Vec<Item>> {
    let mut found = Vec::new();
    names(chart, &mut found)?;
    tables(chart, &mut found)?;
    numbers(chart, &mut found)?;
    ranges(chart, &mut found)?;
    clocks(chart, &mut found)?;
    periods(chart, &mut found)?;
    super::columns::absences(chart, &mut found)?;
    super::columns::going_on(chart, &mut found)?;
    chart.terms = terms(chart)?;
    during(chart, &mut found)?;
    parts(chart, &mut found)?;
    super::columns::flags(chart, &mut found)?;
    super::columns::shared_words(chart, &mut found)?;
    super::columns::opposites(chart, &mut found)?;
    super::placings::placings(chart, &mut found)?;
    super::columns::sexes(chart, &mut found)?;
    super::computed::against_plans(chart, &mut found)?;
    super::computed::columns_compared(chart, &mut found)?;
    super::computed::same_day(chart, &mut found)?;
    sides(chart, &mut found)?;
    facts(chart, &mut found)?;
    Ok(found)
}

fn name_features(mention: &Mention) -> Features {
    let mut features = Features::default();
    mention.add_sureness(&mut features);
    if mention.cover < 0.65 && mention.score <= 0.6 {
        features.add(Feature::NameByMeaning, 1.0);
    }
    features
}

fn names(chart: &mut Chart<'_, '_>, found: &mut Vec<Item>) -> Result<()> {
    let mentions = chart.mentions.clone();
    for mention in &mentions {
        let set = Set::Names(vec![mention.text.clone()]);
        found.push(chart.item(set, vec![mention.node], None, mention.mask, name_features(mention), None));
        // The rows with this name in some column; a name that is left out is no such condition: "vans aside".
        if !is_left_out(chart, mention.mask) {
            condition(chart, mention, false, 0, found)?;
        }
        nowhere(chart, mention, found)?;
        let negated = negation_of_name(chart, mention.mask);
        if negated != 0 {
            condition(chart, mention, true, negated, found)?;
        }
    }
    lists(chart, found)?;
    // Two joined names that occur in the same column or relation: "A or B".
    for (at, one) in mentions.iter().enumerate() {
        for two in &mentions[at + 1..] {
            let digits = |m: &Mention| m.text.bytes().all(|b| b.is_ascii_digit());
            if one.mask & two.mask != 0 || digits(one) || digits(two) || !joined(chart, one.mask, two.mask) {
                continue;
            }
            let common = {
                let (a, b) = (chart.world.tail_of(one.node)?, chart.world.tail_of(two.node)?);
                let (c, d) = (chart.world.head_of(one.node)?, chart.world.head_of(two.node)?);
                a.iter().any(|r| b.contains(r)) || c.iter().any(|r| d.contains(r))
            };
            if !common {
                continue;
            }
            let mut nodes = vec![one.node, two.node];
            nodes.sort_unstable();
            let mut features = name_features(one).with(&name_features(two));
            features.add(Feature::NamePair, 1.0);
            let (one, two) =
                if one.mask.trailing_zeros() <= two.mask.trailing_zeros() { (one, two) } else { (two, one) };
            let set = Set::Names(vec![one.text.clone(), two.text.clone()]);
            let mask = one.mask | two.mask | between(chart, one.mask, two.mask);
            found.push(chart.item(set, nodes.clone(), None, mask, features.clone(), None));
            let rels: Vec<RelId> = chart.world.tail_of(one.node)?.iter().copied().collect();
            let other = chart.world.tail_of(two.node)?;
            for rel in rels.into_iter().filter(|r| other.contains(r)) {
                let of = chart.world.rels[rel].clone();
                if of.kind != SourceKind::Table
                    || !chart.world.is_meant_in(rel, one.node, &chart.text, one.mask)?
                    || !chart.world.is_meant_in(rel, two.node, &chart.text, two.mask)?
                {
                    continue;
                }
                let mut rows = chart.world.into(&nodes, rel, None)?;
                let both = vec![one.text.clone(), two.text.clone()];
                let (mut features, mut mask) = (features.clone(), mask);
                let test = if is_left_out(chart, mask) {
                    rows = minus(&chart.world.rows(of.source)?, &rows);
                    mask |= negation_of_name(chart, mask);
                    features.add(Feature::Negated, 1.0);
                    Test::Not(both)
                } else {
                    Test::Is(both)
                };
                let set = Set::Rows(of.source, vec![Cond { rel, test }]);
                let (mask, features) = column_said(chart, rel, mask, features);
                found.push(chart.item(set, rows, Some(of.source), mask, features, None));
            }
        }
    }
    Ok(())
}

/// Rows with one of three or more names of a column that the question lists: "A, B and C".
fn lists(chart: &mut Chart<'_, '_>, found: &mut Vec<Item>) -> Result<()> {
    let mut sure: Vec<Mention> =
        chart.mentions.iter().filter(|m| m.score >= 0.55 && m.cover >= 0.5).cloned().collect();
    sure.sort_by_key(|m| m.mask.trailing_zeros());
    for (at, first) in sure.iter().enumerate() {
        for rel in chart.world.tail_of(first.node)?.iter().copied() {
            let of = chart.world.rels[rel].clone();
            if of.kind != SourceKind::Table || of.shape != Shape::Text {
                continue;
            }
            let mut run = vec![first.clone()];
            let mut mask = first.mask;
            for next in &sure[at + 1..] {
                let close = joins(chart, mask, next.mask);
                if mask & next.mask != 0 || close.is_none() || !chart.world.tail_of(next.node)?.contains(&rel)
                {
                    continue;
                }
                mask |= next.mask | close.unwrap_or(0);
                run.push(next.clone());
            }
            if run.len() < 3 {
                continue;
            }
            let mut features = Features::default();
            for name in &run {
                features = features.with(&name_features(name));
            }
            features.add(Feature::NamePair, 1.0);
            let mut nodes: Vec<NodeId> = run.iter().map(|m| m.node).collect();
            nodes.sort_unstable();
            nodes.dedup();
            let rows = chart.world.into(&nodes, rel, None)?;
            let names = run.iter().map(|m| m.text.clone()).collect();
            let set = Set::Rows(of.source, vec![Cond { rel, test: Test::Is(names) }]);
            let (mask, features) = column_said(chart, rel, mask, features);
            found.push(chart.item(set, rows, Some(of.source), mask, features, None));
        }
    }
    Ok(())
}

/// The words between two spans, if there are at most three and they only join them; `None` otherwise.
fn joins(chart: &Chart<'_, '_>, before: Coverage, behind: Coverage) -> Option<Coverage> {
    let (from, to) = (64 - before.leading_zeros() as usize, behind.trailing_zeros() as usize);
    let few = from <= to && to - from <= 3;
    let plain = |at: usize| {
        chart.text.tokens[at].filler || matches!(chart.text.word(at), "and" | "or" | "in" | "the")
    };
    (few && (from..to).all(plain)).then(|| span(from, to))
}

/// The words between two names, if all of them only join names; 0 otherwise.
fn between(chart: &Chart<'_, '_>, a: Coverage, b: Coverage) -> Coverage {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    let from = 64 - low.leading_zeros() as usize;
    let to = high.trailing_zeros() as usize;
    if (from..to).all(|at| {
        let word = chart.text.word(at);
        lexicon::contains("joins two", word) || lexicon::contains("stands between two", word)
    }) {
        span(from, to)
    } else {
        0
    }
}

/// Whether at most five words stand between two names, with a joining word or phrase among them.
fn joined(chart: &Chart<'_, '_>, a: Coverage, b: Coverage) -> bool {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    let from = 64 - low.leading_zeros() as usize;
    let to = high.trailing_zeros() as usize;
    let words = (from..to).any(|at| lexicon::contains("joins two", chart.text.word(at)));
    // "Acacia as well as linden"
    let phrase = chart.text.spots_of(Cue::Both).any(|spot| from <= spot.from && spot.to <= to);
    (words || phrase) && to - from <= 5
}

/// The cues that negate a name: within three words before it, or behind it where they end an excluding clause:
/// "cancelled ones left out".
fn negation_of_name(chart: &Chart<'_, '_>, mask: Coverage) -> Coverage {
    let from = mask.trailing_zeros() as usize;
    let near = |s: &&Spot| {
        s.to <= from && from - s.to <= 3 && !chart.text.ends_exclusion(s) || leaves_out(chart, s, mask)
    };
    let spots = chart.text.spots.iter().filter(|s| matches!(s.cue, Cue::Not | Cue::Other)).filter(near);
    spots.fold(0, |m, s| m | s.mask())
}

/// Whether a cue ends an excluding clause that the name is in: "vans aside", "cancelled ones excluded".
fn leaves_out(chart: &Chart<'_, '_>, spot: &Spot, mask: Coverage) -> bool {
    let to = 64 - mask.leading_zeros() as usize;
    chart.text.ends_exclusion(spot) && chart.text.runs_on(to, spot.from)
}

/// Whether some cue excludes the name in this way.
fn is_left_out(chart: &Chart<'_, '_>, mask: Coverage) -> bool {
    chart.text.spots.iter().any(|spot| leaves_out(chart, spot, mask))
}

/// Adds the words that name a column to the coverage of a condition on it, and features of how well they do; if
/// none do, [`Feature::ColumnSilent`].
pub fn column_said(
    chart: &Chart<'_, '_>,
    rel: RelId,
    mask: Coverage,
    mut features: Features,
) -> (Coverage, Features) {
    let said = chart.world.said(rel, &chart.text, !mask);
    if said.best >= 0.5 {
        features.add(Feature::ColumnSaid, said.gain.min(1.5));
        features.add(Feature::Likeness, said.likeness);
        features.add(Feature::ColumnLoose, 1.0 - said.cover);
        features.add(Feature::CondGap, chart.apart(mask, said.mask).0);
        (mask | said.mask, features)
    } else {
        features.add(Feature::ColumnSilent, 1.0);
        (mask, features)
    }
}

/// Rows with a name in one of their columns, or with `not` the other rows of the table; `cue` has the words of the
/// negation.
fn condition(
    chart: &mut Chart<'_, '_>,
    mention: &Mention,
    not: bool,
    cue: Coverage,
    found: &mut Vec<Item>,
) -> Result<()> {
    for rel in chart.world.tail_of(mention.node)?.iter().copied() {
        let of = chart.world.rels[rel].clone();
        if of.kind != SourceKind::Table
            || !chart.world.is_meant_in(rel, mention.node, &chart.text, mention.mask)?
        {
            continue;
        }
        let with = chart.world.into(&[mention.node], rel, None)?;
        let mut features = name_features(mention);
        features.add_some(preposition(chart, rel, mention.mask));
        let (nodes, test) = if not {
            features.add(Feature::Negated, 1.0);
            let all = chart.world.rows(of.source)?;
            (minus(&all, &with), Test::Not(vec![mention.text.clone()]))
        } else {
            (with, Test::Is(vec![mention.text.clone()]))
        };
        // A condition is tried with and without the words that name its column, because they may say what is asked
        // for instead.
        let silent = {
            let mut features = features.clone();
            features.add(Feature::ColumnSilent, 1.0);
            (mention.mask | cue, features)
        };
        let said = column_said(chart, rel, mention.mask | cue, features);
        let near = said.0 != silent.0;
        for (mask, features) in if near { vec![said, silent] } else { vec![silent] } {
            let set = Set::Rows(of.source, vec![Cond { rel, test: test.clone() }]);
            found.push(chart.item(set, nodes.clone(), Some(of.source), mask, features, None));
        }
    }
    Ok(())
}

/// A condition that no row meets: the name is in a key column of one table (`Site`), and never in the column with
/// the same header of another (samples).
fn nowhere(chart: &mut Chart<'_, '_>, mention: &Mention, found: &mut Vec<Item>) -> Result<()> {
    if mention.score < 0.9 {
        return Ok(());
    }
    let cells = chart.world.tail_of(mention.node)?;
    for own in cells.iter().copied() {
        let key = chart.world.rels[own].clone();
        if key.kind != SourceKind::Table || !chart.world.keys(key.source)?.contains(&own) {
            continue;
        }
        for rel in 0..chart.world.rels.len() {
            let of = chart.world.rels[rel].clone();
            let known = || cells.iter().any(|cell| chart.world.rels[*cell].source == of.source);
            let same = || of.words.iter().map(|word| &word.root).eq(key.words.iter().map(|word| &word.root));
            let other = of.kind == SourceKind::Table && of.source != key.source && of.shape == Shape::Text;
            if !other || !same() || known() {
                continue;
            }
            let mut features = name_features(mention);
            features.add(Feature::ColumnSilent, 1.0);
            features.add(Feature::NothingLeft, 1.0);
            let cond = Cond { rel, test: Test::Is(vec![mention.text.clone()]) };
            let set = Set::Rows(of.source, vec![cond]);
            found.push(chart.item(set, Vec::new(), Some(of.source), mention.mask, features, None));
        }
    }
    Ok(())
}

/// The feature for a preposition before a name that fits its column, or contradicts it: "to Oslo" is not `Origin`.
fn preposition(chart: &Chart<'_, '_>, rel: RelId, mask: Coverage) -> Option<Feature> {
    let at = (mask.trailing_zeros() as usize).checked_sub(1)?;
    let article = matches!(chart.text.word(at), "the" | "a" | "an" | "our");
    let (section, other) = match chart.text.word(if article { at.checked_sub(1)? } else { at }) {
        "from" => ("columns of from", "columns of to"),
        "to" => ("columns of to", "columns of from"),
        _ => return None,
    };
    let words = &chart.world.rels[rel].words;
    let has = |section: &str| words.iter().any(|word| lexicon::contains(section, &word.word));
    match (has(section), has(other)) {
        (true, false) => Some(Feature::PrepositionOk),
        (false, true) => Some(Feature::PrepositionNo),
        _ => None,
    }
}

/// The words that name a table or one of its key columns.
pub fn table_said(chart: &mut Chart<'_, '_>, source: usize, free: Coverage) -> Result<Coverage> {
    let mut mask = chart.world.source_meant(source, &chart.text, free);
    for key in chart.world.keys(source)? {
        // "Turnover" means money, and not a `shift_no`.
        let said = chart.world.said(key, &chart.text, free & !chart.text.cue(Cue::Money));
        if said.best >= 0.55 {
            mask |= said.mask;
        }
    }
    Ok(mask)
}

fn tables(chart: &mut Chart<'_, '_>, found: &mut Vec<Item>) -> Result<()> {
    for source in 0..chart.world.sources.len() {
        let read = chart.world.rels_of(source).next().is_some();
        if chart.world.sources[source].kind != SourceKind::Table || !read {
            continue;
        }
        let rows = chart.world.rows(source)?.to_vec();
        // The words that name the table are added later, from those that nothing else explains.
        let (features, said) = (Features::default(), 0);
        found.push(chart.item(Set::Rows(source, Vec::new()), rows, Some(source), said, features, None));
    }
    Ok(())
}

/// A date as it is written in a query.
pub fn iso(date: Date) -> String {
    match (date.month(), date.day()) {
        (Some(month), Some(day)) => format!("{:04}-{month:02}-{day:02}", date.year()),
        (Some(month), None) => format!("{:04}-{month:02}", date.year()),
        _ => format!("{:04}", date.year()),
    }
}

/// The test for values within a period: of dates (`days`), or of numbers that are years.
pub fn test_of(period: &Period, days: bool) -> Option<Test> {
    let whole = |date: Date, last: bool| {
        if days {
            let day = if last { date.last_day() } else { date.first_day() };
            Date::from_days(day).map(iso)
        } else {
            Some(date.year().to_string())
        }
    };
    Some(match (period.from, period.to) {
        (Some(one), Some(_)) if period.single => {
            Test::Is(vec![if days { iso(one) } else { one.year().to_string() }])
        }
        (Some(from), Some(to)) => Test::Between(whole(from, false)?, whole(to, true)?),
        (Some(from), None) => Test::Compare(Comparison::Ge, whole(from, false)?),
        (None, Some(to)) => Test::Compare(Comparison::Le, whole(to, true)?),
        (None, None) => return None,
    })
}

/// The words for parts of dates, unless the name of the column has them: "per month" does not name `Taken`.
fn parts_asked(chart: &Chart<'_, '_>, rel: RelId) -> Coverage {
    let own = |root: &str| chart.world.rels[rel].words.iter().any(|word| word.root == root);
    let tokens = chart.text.tokens.iter().enumerate();
    tokens
        .filter(|(_, t)| Part::said(&t.word).is_some() && !own(&t.root))
        .fold(0, |mask, (at, _)| mask | bit(at))
}

/// Whether headers of columns of numbers name the years of a period: "in 2023" then chooses `Rev. 2023`, and
/// selects rows by their dates only if it names that column, too ("joined in 2023").
fn is_in_headers(chart: &Chart<'_, '_>, source: usize, period: &Period) -> bool {
    let (Some(from), Some(to)) = (period.from.filter(|_| period.year_only), period.to) else { return false };
    let named = |year: i32| {
        let year = year.to_string();
        let mut numbers = chart.world.rels_of(source).map(|rel| &chart.world.rels[rel]);
        numbers.any(|rel| rel.shape == Shape::Number && rel.words.iter().any(|word| word.word == year))
    };
    named(from.year()) && named(to.year())
}

fn periods(chart: &mut Chart<'_, '_>, found: &mut Vec<Item>) -> Result<()> {
    // "Total sales in 2024" asks for money; its "sales" does not name the `Sale date`.
    let takings = chart.text.words_of("takings");
    let joined = joined_periods(&chart.text);
    let periods: Vec<Period> = chart.text.periods.iter().cloned().chain(joined).collect();
    if !periods.is_empty() {
        let dated = chart.world.rels_that(|of| of.shape == Shape::Date && of.kind == SourceKind::Table);
        chart.world.expect_columns(&dated)?;
    }
    for period in periods {
        for rel in 0..chart.world.rels.len() {
            let of = chart.world.rels[rel].clone();
            // In a knowledge graph, a single time is a node, and is reached from its name.
            let graph = of.kind == SourceKind::Kg;
            if of.kind == SourceKind::Tkg
                || of.shape == Shape::Text
                || graph && (period.single || of.facts > DATED)
            {
                continue;
            }
            let years = of.shape == Shape::Number;
            if years
                && (!period.year_only
                    || of.codes
                    || !chart.world.range(rel)?.is_some_and(|(a, b)| a >= 1000.0 && b < 2200.0))
            {
                continue;
            }
            let first = period.from.map_or(i32::MIN, Date::first_day);
            let last = period.to.map_or(i32::MAX, Date::last_day);
            let heads = tested(chart, rel)?;
            let nodes = chart.world.comparing(&heads, rel, &|v: &Value| match v.date() {
                Some(date) if !years => date.first_day() <= last && date.last_day() >= first,
                _ => v.number().is_some_and(|n| {
                    years
                        && period.from.is_none_or(|d| n >= f64::from(d.year()))
                        && period.to.is_none_or(|d| n <= f64::from(d.year()))
                }),
            })?;
            let Some(test) = test_of(&period, !years) else { continue };
            // `Test::Is` needs a stored name. A date that no row has is none, so it becomes a range.
            let test = match (test, Date::from_days(first).zip(Date::from_days(last))) {
                (Test::Is(_), Some((first, last))) if nodes.is_empty() && !years => {
                    Test::Between(iso(first), iso(last))
                }
                (test, _) => test,
            };
            let cond = Cond { rel, test };
            let said = chart.world.said(rel, &chart.text, !(period.mask | parts_asked(chart, rel) | takings));
            if said.best >= 0.55 {
                let mut features = Features::default();
                features.add(Feature::PeriodSaid, said.gain.min(1.5));
                features.add(Feature::Likeness, said.likeness);
                let mask = period.mask | said.mask;
                found.push(meeting(chart, cond.clone(), nodes.clone(), mask, features));
            }
            // The words that name the column may name the rows instead ("orders in 2024"), so it is tried unnamed,
            // too; in a graph, with its many relations, only if it alone leads to times.
            if graph && !is_only_time(chart, rel) || is_in_headers(chart, of.source, &period) {
                continue;
            }
            let mut features = Features::default();
            let main = graph || is_main_date(chart, rel);
            features.add(if main { Feature::PeriodSilent } else { Feature::PeriodOther }, 1.0);
            found.push(meeting(chart, cond, nodes, period.mask, features));
        }
    }
    Ok(())
}

/// Whether a column is the first one of dates in its table, which is taken as the date of the rows.
pub fn is_main_date(chart: &Chart<'_, '_>, rel: RelId) -> bool {
    let source = chart.world.rels[rel].source;
    chart.world.rels_of(source).find(|r| chart.world.rels[*r].shape == Shape::Date) == Some(rel)
}

/// Whether no other relation of its source leads to times.
fn is_only_time(chart: &Chart<'_, '_>, rel: RelId) -> bool {
    let source = chart.world.rels[rel].source;
    let times = chart.world.rels_of(source).filter(|r| chart.world.rels[*r].is_time());
    times.count() == 1
}

/// The time during which facts held that the question names behind `while`, `during` or `under`: somebody's term of
/// office, the years of a contract.
#[derive(Clone, Debug)]
pub struct Term {
    /// The facts.
    pub facts: Arc<Set>,
    /// First and last day of each fact, in days since 1970.
    pub days: Vec<(i32, i32)>,
    /// The tokens that name the facts.
    pub mask: Coverage,
    /// Features of their names and relation.
    pub features: Features,
}

fn terms(chart: &mut Chart<'_, '_>) -> Result<Vec<Term>> {
    let mut list = Vec::new();
    let cue = chart.text.cue(Cue::During);
    for one in chart.mentions.clone() {
        // "under" is a cue only right before a name: "under Anna Berg".
        let before = (one.mask.trailing_zeros() as usize).wrapping_sub(1);
        let under = if chart.text.word(before) == "under" { bit(before) } else { 0 };
        // "during the flood", "in the flood": an event, whose own facts have times.
        let article = if chart.text.word(before) == "the" { before.wrapping_sub(1) } else { before };
        let event = if chart.text.word(article) == "in" { bit(article) } else { bit(article) & cue };
        if cue | under | event == 0 {
            continue;
        }
        let ways = chart.world.head_of(one.node)?.iter().map(|rel| (*rel, true)).collect::<Vec<_>>();
        let back = chart.world.tail_of(one.node)?.iter().map(|rel| (*rel, false)).collect::<Vec<_>>();
        for (rel, is_head) in ways.into_iter().chain(back) {
            if chart.world.rels[rel].kind != SourceKind::Tkg {
                continue;
            }
            let said = chart.world.said(rel, &chart.text, !one.mask);
            let is_event = is_head && event != 0 && !is_day(chart, &one);
            if said.best < 0.5 && under == 0 && !is_event {
                continue;
            }
            let mut features = name_features(&one);
            features.add(Feature::TimeTerm, 1.0);
            let mut mask = one.mask | cue | under | if is_event { event } else { 0 };
            if said.best >= 0.5 {
                features.add_said(&said);
                features.add(Feature::HopGap, chart.apart(one.mask, said.mask).0);
                mask |= said.mask;
            } else {
                features.add(Feature::HopSilent, 1.0);
            }
            let name = |m: &Mention| Some(Arc::new(Set::Names(vec![m.text.clone()])));
            let others = chart.mentions.iter().filter(|m| is_head && m.mask & one.mask == 0);
            let mut ways = vec![(None, mask, features.clone())];
            ways.extend(others.map(|m| (Some(m.clone()), mask | m.mask, features.with(&name_features(m)))));
            for (other, mask, mut features) in ways {
                let node = other.as_ref().map(|m| m.node);
                let (head, tail) = if is_head { (Some(one.node), node) } else { (node, Some(one.node)) };
                let days = chart.world.intervals(rel, head, tail)?;
                if days.is_empty() {
                    continue;
                }
                if other.is_some() {
                    features.add(Feature::FactPair, 1.0);
                }
                let side = other.as_ref().and_then(name);
                let (head, tail) = if is_head { (name(&one), side) } else { (side, name(&one)) };
                let facts = Arc::new(Set::Facts(rel, head, tail, is_head, When::Always));
                list.push(Term { facts, days, mask, features });
            }
        }
    }
    Ok(list)
}

/// Whether a name consists of digits alone, as a year does: it is a time itself, and no event.
fn is_day(chart: &Chart<'_, '_>, mention: &Mention) -> bool {
    let inside = |at: &usize| mention.mask & bit(*at) != 0;
    let digits = |at: usize| chart.text.word(at).bytes().all(|b| b.is_ascii_digit());
    (0..chart.text.tokens.len()).filter(inside).all(digits)
}

/// Rows of a month, a quarter or a day of the week.
fn parts(chart: &mut Chart<'_, '_>, found: &mut Vec<Item>) -> Result<()> {
    for part in chart.text.parts.clone() {
        for rel in 0..chart.world.rels.len() {
            let of = chart.world.rels[rel].clone();
            if of.kind != SourceKind::Table || of.shape != Shape::Date {
                continue;
            }
            let heads = chart.world.rows(of.source)?;
            let wanted = Some(i32::from(part.number));
            let meets = |v: &Value| v.date().is_some_and(|date| part.part.number_in(date) == wanted);
            let nodes = chart.world.comparing(&heads, rel, &meets)?;
            if nodes.is_empty() {
                continue;
            }
            let mut features = Features::default();
            let said = chart.world.said(rel, &chart.text, !part.mask);
            let mut mask = part.mask;
            if said.best >= 0.5 {
                features.add(Feature::PeriodSaid, said.gain.min(1.5));
                features.add(Feature::Likeness, said.likeness);
                mask |= said.mask;
            } else {
                let main = is_main_date(chart, rel);
                features.add(if main { Feature::PeriodSilent } else { Feature::PeriodOther }, 1.0);
            }
            let cond = Cond { rel, test: Test::Part(part.part, part.value.clone()) };
            let set = Set::Rows(of.source, vec![cond]);
            found.push(chart.item(set, nodes, Some(of.source), mask, features, None));
        }
    }
    Ok(())
}

/// Rows with a date within a [`Term`].
fn during(chart: &mut Chart<'_, '_>, found: &mut Vec<Item>) -> Result<()> {
    for term in chart.terms.clone() {
        for rel in 0..chart.world.rels.len() {
            let of = chart.world.rels[rel].clone();
            if of.kind != SourceKind::Table || of.shape != Shape::Date {
                continue;
            }
            let heads = chart.world.rows(of.source)?;
            let within = |v: &Value| {
                v.date().is_some_and(|date| {
                    term.days.iter().any(|(from, to)| date.first_day() <= *to && date.last_day() >= *from)
                })
            };
            let nodes = chart.world.comparing(&heads, rel, &within)?;
            if nodes.is_empty() {
                continue;
            }
            let mut features = term.features.clone();
            let main = is_main_date(chart, rel);
            features.add(if main { Feature::PeriodSilent } else { Feature::PeriodOther }, 1.0);
            let set = Set::Rows(of.source, vec![Cond { rel, test: Test::During(term.facts.clone()) }]);
            found.push(chart.item(set, nodes, Some(of.source), term.mask, features, None));
        }
    }
    Ok(())
}

/// The heads or tails of graph relations, where the question names the relation or the kind of its members.
fn sides(chart: &mut Chart<'_, '_>, found: &mut Vec<Item>) -> Result<()> {
    let words = words_of_types(chart, !0);
    let mut rels = Vec::new();
    for rel in 0..chart.world.rels.len() {
        let of = chart.world.rels[rel].clone();
        if of.kind == SourceKind::Table || of.facts > DATED {
            continue;
        }
        let spoken = chart.world.said(rel, &chart.text, !0).best >= 0.55;
        if !spoken && (of.facts > 4_000 || words == 0 || !chart.unsaid.read(of.facts)) {
            continue;
        }
        rels.push(rel);
    }
    chart.world.expect_pairs(rels.iter().copied())?;
    let mut sides = Vec::new();
    for rel in rels {
        for heads in [true, false] {
            let nodes = chart.world.side(rel, heads)?;
            if !nodes.is_empty() {
                sides.push((rel, heads, nodes));
            }
        }
    }
    let kinds = chart.world.kinds_said(&chart.text, !0);
    chart.world.expect_kinds(&kinds, sides.iter().map(|(_, _, nodes)| nodes.as_slice()))?;
    let names: Vec<NodeId> =
        sides.iter().flat_map(|(_, _, nodes)| names_looked_at(chart, nodes, !0)).collect();
    chart.world.expect_some(&names)?;
    for (rel, heads, nodes) in sides {
        side(chart, (rel, heads), &nodes, found)?;
    }
    Ok(())
}

/// One side of a relation, whose members are `nodes`.
fn side(
    chart: &mut Chart<'_, '_>,
    (rel, heads): (RelId, bool),
    nodes: &[NodeId],
    found: &mut Vec<Item>,
) -> Result<()> {
    let temporal = chart.world.rels[rel].kind == SourceKind::Tkg;
    let said = chart.world.said(rel, &chart.text, !0);
    let types = type_said(chart, nodes, Some((rel, !heads)), !0)?;
    if said.best < 0.55 && types == 0 {
        return Ok(());
    }
    let whens = if temporal { times(chart, None, 0)? } else { vec![(When::Always, 0, Features::default())] };
    for (when, cue, feature) in whens {
        let days = days_of(chart, &when)?;
        let members = match when {
            When::Always => nodes.to_vec(),
            _ => chart.world.side_at(rel, heads, days)?,
        };
        let mut features = Features::default();
        features.add(Feature::SideAll, 1.0);
        features = features.with(&feature);
        let mut mask = cue;
        if said.best >= 0.55 {
            features.add_said(&said);
            mask |= said.mask;
        }
        let kind = types & !mask;
        // Facts without a given head or tail yield their heads; their tails are reached by a step from all heads.
        let set = match (temporal, heads) {
            (true, true) => Set::Facts(rel, None, None, !heads, when.clone()),
            (true, false) => Set::Hop(Arc::new(Set::Side(rel, true)), rel, true, when.clone()),
            (false, _) => Set::Side(rel, heads),
        };
        let mut ways = Vec::new();
        if said.best >= 0.55 {
            ways.push((mask, features.clone()));
        }
        if kind != 0 {
            features.add(Feature::TypeSaid, 1.0);
            ways.push((mask | kind, features));
        }
        for (mask, features) in ways {
            let mut item = chart.item(set.clone(), members.clone(), None, mask, features, None);
            item.end = Some((rel, !heads));
            item.temporal = temporal;
            found.push(item);
        }
    }
    Ok(())
}

impl Features {
    /// Adds a feature, when there is one.
    pub fn add_some(&mut self, feature: Option<Feature>) {
        if let Some(feature) = feature {
            self.add(feature, 1.0);
        }
    }
}

/// A time at which temporal facts may be meant to hold, with its tokens and features.
type Timed = (When, Coverage, Features);

/// Features of which this one alone is 1.
pub(super) fn only(feature: Feature) -> Features {
    let mut features = Features::default();
    features.add(feature, 1.0);
    features
}

/// The spots of [`Cue::Begin`] or [`Cue::End`], without words that are names: where a column is called `Joined`,
/// the word means the column.
fn verbs_of(chart: &Chart<'_, '_>, cue: Cue) -> Coverage {
    let spots = chart.text.spots_of(cue).filter(|spot| !chart.world.is_name(&chart.text, spot.mask()));
    spots.fold(0, |mask, spot| mask | spot.mask())
}

/// The times at which temporal facts may be meant to hold; the first is any time.
pub fn times(chart: &mut Chart<'_, '_>, through: Option<&Item>, used: Coverage) -> Result<Vec<Timed>> {
    let mut list = vec![(When::Always, 0, Features::default())];
    let now = chart.text.cue(Cue::Now) & !used;
    if now != 0 {
        list.push((When::Now, now, only(Feature::TimeNow)));
    } else if chart.text.periods.is_empty() && chart.text.cue(Cue::Ever) == 0 {
        list.push((When::Now, 0, only(Feature::TimeNowUnsaid)));
    }
    // "Former presidents" hold the office no longer; "past and present" ones are all of them.
    let former = chart.text.cue(Cue::Former) & !chart.text.cue(Cue::Ever) & !used;
    if former != 0
        && let Some(today) = Date::from_days(chart.world.today)
    {
        list.push((When::Bound(false, Comparison::Lt, iso(today)), former, only(Feature::TimeBound)));
    }
    for period in chart.text.periods.clone() {
        let cue = chart.text.cue(Cue::During) & !used;
        if period.mask & used != 0 {
            if let (Some(one), true, true) = (period.from, period.single, cue != 0) {
                list.push((When::At(iso(one)), cue, only(Feature::TimeShared)));
            }
            continue;
        }
        // "joined in 2004" asks for what began then, "left in 2004" for what ended then.
        let (begin, end) = (verbs_of(chart, Cue::Begin) & !used, verbs_of(chart, Cue::End) & !used);
        let bound = |start: bool, op: Comparison, date: String| {
            let verb = if start { begin } else { end };
            let mut features = only(Feature::TimeBound);
            features.add(Feature::BoundSaid, f32::from(u8::from(verb != 0)));
            (When::Bound(start, op, date), period.mask | verb, features)
        };
        match (period.from, period.to) {
            (Some(one), Some(_)) if period.single => {
                let mut at = only(Feature::TimeAt);
                at.add(Feature::BoundAskedNot, f32::from(u8::from(begin | end != 0)));
                list.push((When::At(iso(one)), period.mask | cue, at));
                // "the 2022 screenings of what they owned at that time": the time is said once, for both.
                if cue != 0 {
                    list.push((When::At(iso(one)), cue, only(Feature::TimeShared)));
                }
                list.push(bound(true, Comparison::Eq, iso(one)));
                if end != 0 {
                    list.push(bound(false, Comparison::Eq, iso(one)));
                }
            }
            (Some(from), None) => {
                let day = Date::from_days(from.first_day()).map(iso).unwrap_or_default();
                if end != 0 {
                    list.push(bound(false, Comparison::Ge, day.clone()));
                }
                list.push(bound(true, Comparison::Ge, day));
            }
            (None, Some(to)) => {
                let day = Date::from_days(to.last_day()).map(iso).unwrap_or_default();
                if end != 0 {
                    list.push(bound(false, Comparison::Le, day.clone()));
                }
                list.push(bound(true, Comparison::Le, day));
            }
            _ => {}
        }
    }
    if let Some((rows, source)) = through.and_then(|item| item.through.clone()) {
        let cue = chart.text.cue(Cue::During) & !used;
        let dates: Vec<RelId> =
            chart.world.rels_of(source).filter(|r| chart.world.rels[*r].shape == Shape::Date).collect();
        for rel in dates {
            let said = chart.world.said(rel, &chart.text, !used);
            let spoken = said.best >= 0.55;
            if !spoken && (cue == 0 || !is_main_date(chart, rel)) {
                continue;
            }
            let set = Arc::new(Set::Hop(rows.clone(), rel, true, When::Always));
            let feature = if cue != 0 { Feature::TimeOf } else { Feature::TimeOfUnsaid };
            list.push((When::Of(set), cue | if spoken { said.mask } else { 0 }, only(feature)));
        }
    }
    for term in chart.terms.iter().filter(|term| term.mask & used == 0) {
        if let [days] = term.days.as_slice() {
            list.push((When::While(term.facts.clone(), *days), term.mask, term.features.clone()));
        }
    }
    Ok(list)
}

/// The same for a relation: any time alone, unless its facts have times.
pub fn times_of(
    chart: &mut Chart<'_, '_>,
    rel: RelId,
    through: Option<&Item>,
    used: Coverage,
) -> Result<Vec<Timed>> {
    if chart.world.rels[rel].kind == SourceKind::Tkg {
        times(chart, through, used)
    } else {
        Ok(vec![(When::Always, 0, Features::default())])
    }
}

/// First and last day of a time; `None` for any time, and for times that only the executed query knows.
pub fn days_of(chart: &mut Chart<'_, '_>, when: &When) -> Result<Option<(i32, i32)>> {
    Ok(match when {
        When::Now => Some((chart.world.today, chart.world.today)),
        When::At(date) => Date::parse(date)
            .or_else(|| date.parse().ok().and_then(|y| Date::new(y, None, None)))
            .map(|d| (d.first_day(), d.last_day())),
        When::While(_, days) => Some(*days),
        When::Always | When::Of(_) | When::Bound(..) => None,
    })
}

/// The tokens that say the kind of these nodes: the best match among relations that they are on a side of, and
/// tables of whose keys they are. Without a match, words that several of their own names have.
pub fn type_said(
    chart: &mut Chart<'_, '_>,
    nodes: &[NodeId],
    end: Option<(RelId, bool)>,
    free: Coverage,
) -> Result<Coverage> {
    let (mut mask, mut best) = (0, 0.0);
    let kinds = chart.world.kinds_said(&chart.text, free);
    for kind in kinds.iter() {
        let better = |said: &(Coverage, f32), best: f32| said.1 > best;
        let open = kind.own.iter().chain(&kind.table).any(|said| better(said, best));
        if !open || !chart.world.is_of_kind(nodes, kind.rel, end)? {
            continue;
        }
        if let Some(said) = kind.own.filter(|said| better(said, best)) {
            (mask, best) = said;
        }
        if let Some(said) = kind.table.filter(|said| better(said, best)) {
            let source = chart.world.rels[kind.rel].source;
            if chart.world.keys(source)?.contains(&kind.rel) {
                (mask, best) = said;
            }
        }
    }
    if mask == 0 && nodes.len() > 1 {
        mask = name_said(chart, nodes, free)?;
    }
    Ok(mask)
}

/// Maximum number of names of a set whose words are read.
const NAMES_LOOKED_AT: usize = 30;

/// The tokens whose root at least two, and at least a sixth, of the names have: "clinics" of `Harbour Clinic`.
fn name_said(chart: &mut Chart<'_, '_>, nodes: &[NodeId], free: Coverage) -> Result<Coverage> {
    let open = open_words(chart, free);
    if open.is_empty() {
        return Ok(0);
    }
    let mut counts: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
    let sample: Vec<NodeId> = nodes.iter().take(NAMES_LOOKED_AT).copied().collect();
    chart.world.expect_nodes(&sample)?;
    for node in &sample {
        for root in chart.world.roots_of(*node)?.iter() {
            *counts.entry(root.clone()).or_default() += 1;
        }
    }
    let mut mask = 0;
    for at in open {
        let root = &chart.text.tokens[at].root;
        if counts.get(root).is_some_and(|n| *n >= 2 && n * 6 >= sample.len()) {
            mask |= bit(at);
        }
    }
    Ok(mask)
}

/// The names of a set that [`type_said`] would read for these free tokens, so that they can be read ahead.
pub fn names_looked_at<'n>(
    chart: &Chart<'_, '_>,
    nodes: &'n [NodeId],
    free: Coverage,
) -> impl Iterator<Item = NodeId> + use<'n> {
    let looks = nodes.len() > 1 && !open_words(chart, free).is_empty();
    nodes.iter().take(if looks { NAMES_LOOKED_AT } else { 0 }).copied()
}

/// Free tokens that may be part of names and say their kind: content words of more than three letters that are not
/// written as names.
fn open_words(chart: &Chart<'_, '_>, free: Coverage) -> Vec<usize> {
    let tokens = chart.text.tokens.iter().enumerate();
    let open = tokens.filter(|(at, t)| free & bit(*at) != 0 && !t.filler && !t.name_like && t.word.len() > 3);
    open.map(|(at, _)| at).collect()
}

/// All free tokens that [`type_said`] could return, whatever the nodes.
pub(super) fn words_of_types(chart: &mut Chart<'_, '_>, free: Coverage) -> Coverage {
    let kinds = chart.world.kinds_said(&chart.text, free);
    let said = kinds.iter().flat_map(|kind| kind.own.iter().chain(&kind.table));
    said.fold(0, |mask, said| mask | said.0)
        | open_words(chart, free).into_iter().fold(0, |mask, at| mask | bit(at))
}

/// Facts of graph relations between two names of the question.
fn facts(chart: &mut Chart<'_, '_>, found: &mut Vec<Item>) -> Result<()> {
    let mentions = chart.mentions.clone();
    for head in &mentions {
        for rel in chart.world.head_of(head.node)?.iter().copied() {
            if chart.world.rels[rel].kind == SourceKind::Table {
                continue;
            }
            let tails = chart.world.out(&[head.node], rel, None)?;
            for tail in
                mentions.iter().filter(|m| m.mask & head.mask == 0 && tails.binary_search(&m.node).is_ok())
            {
                let mask = head.mask | tail.mask;
                let said = chart.world.said(rel, &chart.text, !mask);
                // "Did Ann train Tom" is not answered by Ann being `trained_by` Tom.
                let is_head =
                    |m: &Mention| chart.text.is_head(said.mask, m.mask, &chart.world.rels[rel].name);
                if is_head(head) == Some(false) || is_head(tail) == Some(true) {
                    continue;
                }
                let mut features = name_features(head).with(&name_features(tail));
                features.add(Feature::FactPair, 1.0);
                let mut mask = mask;
                if said.best >= 0.5 {
                    features.add_said(&said);
                    mask |= said.mask;
                } else {
                    features.add(Feature::HopSilent, 1.0);
                }
                let side = |m: &Mention| Some(Arc::new(Set::Names(vec![m.text.clone()])));
                let temporal = chart.world.rels[rel].kind == SourceKind::Tkg;
                for (when, cue, feature) in times_of(chart, rel, None, mask)? {
                    let days = days_of(chart, &when)?;
                    let holds = chart.world.out(&[head.node], rel, days)?.binary_search(&tail.node).is_ok();
                    let features = features.with(&feature);
                    let set = Set::Facts(rel, side(head), side(tail), true, when);
                    let nodes = if holds { vec![tail.node] } else { Vec::new() };
                    let mut item = chart.item(set, nodes, None, mask | cue, features, None);
                    item.end = Some((rel, true));
                    item.temporal = temporal;
                    found.push(item);
                }
            }
        }
    }
    Ok(())
}
