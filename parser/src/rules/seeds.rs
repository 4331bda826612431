//! Seed derivations, from which composition starts: names, rows of tables, heads or tails of relations, facts
//! between two names, and rows under a single condition.

use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_model::{NodeId, Result, SourceKind};

use super::dates::{days_of, during, parts, periods, times, times_of, validity_periods};
use super::numbers::{clocks, numbers, ranges};
use crate::chart::{Chart, ChartItem};
use crate::features::{Feature, Features};
use crate::lexicon::Cue;
use crate::mentions::Mention;
use crate::node_lists::minus;
use crate::relation::{RelId, Shape};
use crate::set::{Cond, Set, ValueTest, When};
use crate::text::{Coverage, Spot, bit, span};
use crate::words::is_stop;

/// Maximum number of facts of a graph relation whose values are compared with a period, or whose heads and tails
/// become seeds.
pub(super) const DATED: u64 = 60_000;

/// All seed derivations of a question.
pub fn seeds(chart: &mut Chart<'_, '_>) -> Result<Vec<ChartItem>> {
    let mut found = Vec::new();
    names(chart, &mut found)?;
    tables(chart, &mut found)?;
    numbers(chart, &mut found)?;
    ranges(chart, &mut found)?;
    clocks(chart, &mut found)?;
    periods(chart, &mut found)?;
    super::columns::absences(chart, &mut found)?;
    super::columns::going_on(chart, &mut found)?;
    chart.validity_periods = validity_periods(chart)?;
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
    chart.row_days = super::row_days::row_days(chart, &found)?;
    sides(chart, &mut found)?;
    facts(chart, &mut found)?;
    Ok(found)
}

pub(super) fn name_features(mention: &Mention) -> Features {
    let mut features = Features::default();
    mention.add_sureness(&mut features);
    if mention.completeness < 0.65 && mention.score <= 0.6 {
        features.add(Feature::NameByMeaning, 1.0);
    }
    features
}

fn names(chart: &mut Chart<'_, '_>, found: &mut Vec<ChartItem>) -> Result<()> {
    let mentions = chart.mentions.clone();
    for mention in &mentions {
        let set = Set::Names(vec![mention.text.clone()]);
        found.push(chart.item(set, vec![mention.node], None, mention.coverage, name_features(mention), None));
        // The rows with this name in some column; a name that is left out is no such condition: "vans aside".
        if !is_left_out(chart, mention.coverage) {
            condition(chart, mention, false, 0, found)?;
        }
        nowhere(chart, mention, found)?;
        let negated = negation_of_name(chart, mention.coverage);
        if negated != 0 {
            condition(chart, mention, true, negated, found)?;
        }
    }
    lists(chart, found)?;
    // Two joined names that occur in the same column or relation: "A or B".
    for (at, one) in mentions.iter().enumerate() {
        for two in &mentions[at + 1..] {
            let digits = |m: &Mention| m.text.bytes().all(|b| b.is_ascii_digit());
            let Some((own_one, own_two)) = parts_of_their_own(one.coverage, two.coverage) else { continue };
            if digits(one) || digits(two) || !joined(chart, own_one, own_two) {
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
            let (one, two) = if one.coverage.trailing_zeros() <= two.coverage.trailing_zeros() {
                (one, two)
            } else {
                (two, one)
            };
            let set = Set::Names(vec![one.text.clone(), two.text.clone()]);
            let coverage = one.coverage | two.coverage | between(chart, own_one, own_two);
            found.push(chart.item(set, nodes.clone(), None, coverage, features.clone(), None));
            let rels: Vec<RelId> = chart.world.tail_of(one.node)?.iter().copied().collect();
            let other = chart.world.tail_of(two.node)?;
            for rel in rels.into_iter().filter(|r| other.contains(r)) {
                let of = chart.world.rels[rel].clone();
                if of.kind != SourceKind::Table
                    || !chart.world.is_meant_in(rel, one.node, &chart.text, one.coverage)?
                    || !chart.world.is_meant_in(rel, two.node, &chart.text, two.coverage)?
                {
                    continue;
                }
                let mut rows = chart.world.into(&nodes, rel, None)?;
                let both = vec![one.text.clone(), two.text.clone()];
                let (mut features, mut coverage) = (features.clone(), coverage);
                let test = if is_left_out(chart, coverage) {
                    rows = minus(&chart.world.rows(of.source)?, &rows);
                    coverage |= negation_of_name(chart, coverage);
                    features.add(Feature::Negated, 1.0);
                    ValueTest::Not(both)
                } else {
                    ValueTest::Is(both)
                };
                let set = Set::Rows(of.source, vec![Cond { rel, test }]);
                let (coverage, features) = with_column_words(chart, rel, coverage, features);
                found.push(chart.item(set, rows, Some(of.source), coverage, features, None));
            }
        }
    }
    Ok(())
}

/// Rows with one of three or more names of a column that the question lists: "A, B and C".
fn lists(chart: &mut Chart<'_, '_>, found: &mut Vec<ChartItem>) -> Result<()> {
    let mut sure: Vec<Mention> =
        chart.mentions.iter().filter(|m| m.score >= 0.55 && m.completeness >= 0.5).cloned().collect();
    sure.sort_by_key(|m| m.coverage.trailing_zeros());
    for (at, first) in sure.iter().enumerate() {
        for rel in chart.world.tail_of(first.node)?.iter().copied() {
            let of = chart.world.rels[rel].clone();
            if of.kind != SourceKind::Table || of.shape != Shape::Text {
                continue;
            }
            let mut run = vec![first.clone()];
            let mut coverage = first.coverage;
            for next in &sure[at + 1..] {
                let own = parts_of_their_own(coverage, next.coverage);
                let close = own.and_then(|(before, behind)| joins(chart, before, behind));
                if close.is_none() || !chart.world.tail_of(next.node)?.contains(&rel) {
                    continue;
                }
                coverage |= next.coverage | close.unwrap_or(0);
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
            let set = Set::Rows(of.source, vec![Cond { rel, test: ValueTest::Is(names) }]);
            let (coverage, features) = with_column_words(chart, rel, coverage, features);
            found.push(chart.item(set, rows, Some(of.source), coverage, features, None));
        }
    }
    Ok(())
}

/// The tokens that only the first and only the second of two names has. They may share what stands before both or
/// behind both: "the 2016 and 2020 Olympics", "type A or B".
fn parts_of_their_own(one: Coverage, two: Coverage) -> Option<(Coverage, Coverage)> {
    let shared = one & two;
    let (one, two) = (one & !shared, two & !shared);
    let ends = |part: Coverage| (part.trailing_zeros(), 64 - part.leading_zeros());
    let (from, to) = ends(one | two);
    let outside = shared == 0 || ends(shared).0 >= to || ends(shared).1 <= from;
    (one != 0 && two != 0 && outside).then_some((one, two))
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

/// The cues that negate a name: within three words before it, or within four of which one has content ("did not come
/// in over the website"), or behind it where they end an excluding clause: "cancelled ones left out".
fn negation_of_name(chart: &Chart<'_, '_>, coverage: Coverage) -> Coverage {
    let from = coverage.trailing_zeros() as usize;
    let has_content = |at: &usize| !chart.text.tokens[*at].filler && !is_stop(chart.text.word(*at));
    let before = |to: usize| {
        to <= from
            && (from - to <= 3 || chart.text.runs_on(to, from) && (to..from).filter(has_content).count() <= 1)
    };
    let near = |s: &&Spot| before(s.to) && !chart.text.ends_exclusion(s) || leaves_out(chart, s, coverage);
    let spots = chart.text.spots.iter().filter(|s| matches!(s.cue, Cue::Not | Cue::Other)).filter(near);
    spots.fold(0, |m, s| m | s.coverage())
}

/// Whether a cue ends an excluding clause that the name is in: "vans aside", "cancelled ones excluded".
fn leaves_out(chart: &Chart<'_, '_>, spot: &Spot, coverage: Coverage) -> bool {
    let to = 64 - coverage.leading_zeros() as usize;
    chart.text.ends_exclusion(spot) && chart.text.runs_on(to, spot.from)
}

/// Whether some cue excludes the name in this way.
fn is_left_out(chart: &Chart<'_, '_>, coverage: Coverage) -> bool {
    chart.text.spots.iter().any(|spot| leaves_out(chart, spot, coverage))
}

/// Adds the words that name a column to the coverage of a condition on it, and features of how well they do; if
/// none do, [`Feature::ColumnSilent`].
pub fn with_column_words(
    chart: &Chart<'_, '_>,
    rel: RelId,
    coverage: Coverage,
    mut features: Features,
) -> (Coverage, Features) {
    let said = chart.world.name_match(rel, &chart.text, !coverage);
    if said.best >= 0.5 {
        features.add(Feature::ColumnSaid, said.gain.min(1.5));
        features.add(Feature::Likeness, said.likeness);
        features.add(Feature::ColumnLoose, 1.0 - said.completeness);
        features.add(Feature::CondGap, chart.apart(coverage, said.coverage).0);
        (coverage | said.coverage, features)
    } else {
        features.add(Feature::ColumnSilent, 1.0);
        (coverage, features)
    }
}

/// Rows with a name in one of their columns, or with `not` the other rows of the table; `cue` has the words of the
/// negation.
fn condition(
    chart: &mut Chart<'_, '_>,
    mention: &Mention,
    not: bool,
    cue: Coverage,
    found: &mut Vec<ChartItem>,
) -> Result<()> {
    for rel in chart.world.tail_of(mention.node)?.iter().copied() {
        let of = chart.world.rels[rel].clone();
        if of.kind != SourceKind::Table
            || !chart.world.is_meant_in(rel, mention.node, &chart.text, mention.coverage)?
        {
            continue;
        }
        let with = chart.world.into(&[mention.node], rel, None)?;
        let mut features = name_features(mention);
        features.add_some(preposition(chart, rel, mention.coverage));
        let (nodes, test) = if not {
            features.add(Feature::Negated, 1.0);
            let all = chart.world.rows(of.source)?;
            (minus(&all, &with), ValueTest::Not(vec![mention.text.clone()]))
        } else {
            (with, ValueTest::Is(vec![mention.text.clone()]))
        };
        // A condition is tried with and without the words that name its column, because they may say what is asked
        // for instead.
        let silent = {
            let mut features = features.clone();
            features.add(Feature::ColumnSilent, 1.0);
            if in_several(chart, mention, of.source)? && features.get(Feature::PrepositionOk) == 0.0 {
                features.add(Feature::RoleUnsaid, 1.0);
            }
            (mention.coverage | cue, features)
        };
        let said = with_column_words(chart, rel, mention.coverage | cue, features);
        let near = said.0 != silent.0;
        for (coverage, features) in if near { vec![said, silent] } else { vec![silent] } {
            let set = Set::Rows(of.source, vec![Cond { rel, test: test.clone() }]);
            found.push(chart.item(set, nodes.clone(), Some(of.source), coverage, features, None));
        }
    }
    Ok(())
}

/// Whether several columns of a table have a name: a team is host, champion and runner-up, and the question may not say
/// which is meant.
fn in_several(chart: &mut Chart<'_, '_>, mention: &Mention, source: usize) -> Result<bool> {
    let cells = chart.world.tail_of(mention.node)?;
    Ok(cells.iter().filter(|rel| chart.world.rels[**rel].source == source).count() > 1)
}

/// A condition that no row meets: the name is in a key column of one table (`Site`), and never in the column with
/// the same header of another (samples).
fn nowhere(chart: &mut Chart<'_, '_>, mention: &Mention, found: &mut Vec<ChartItem>) -> Result<()> {
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
            let cond = Cond { rel, test: ValueTest::Is(vec![mention.text.clone()]) };
            let set = Set::Rows(of.source, vec![cond]);
            found.push(chart.item(set, Vec::new(), Some(of.source), mention.coverage, features, None));
        }
    }
    Ok(())
}

/// The feature for a preposition before a name that fits its column, or contradicts it: "to Oslo" is not `Origin`.
fn preposition(chart: &Chart<'_, '_>, rel: RelId, coverage: Coverage) -> Option<Feature> {
    let at = (coverage.trailing_zeros() as usize).checked_sub(1)?;
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
pub fn table_words(chart: &mut Chart<'_, '_>, source: usize, free: Coverage) -> Result<Coverage> {
    let mut coverage = chart.world.source_meant(source, &chart.text, free);
    for key in chart.world.keys(source)? {
        // "Turnover" means money, and not a `shift_no`.
        let said = chart.world.name_match(key, &chart.text, free & !chart.text.cue(Cue::Money));
        if said.best >= 0.55 {
            coverage |= said.coverage;
        }
    }
    Ok(coverage)
}

fn tables(chart: &mut Chart<'_, '_>, found: &mut Vec<ChartItem>) -> Result<()> {
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

/// The heads or tails of graph relations, where the question names the relation or the kind of its members.
fn sides(chart: &mut Chart<'_, '_>, found: &mut Vec<ChartItem>) -> Result<()> {
    let words = words_of_types(chart, !0);
    let mut rels = Vec::new();
    for rel in 0..chart.world.rels.len() {
        let of = chart.world.rels[rel].clone();
        if of.kind == SourceKind::Table || of.facts > DATED {
            continue;
        }
        let is_named = chart.world.name_match(rel, &chart.text, !0).best >= 0.55;
        if !is_named && (of.facts > 4_000 || words == 0 || !chart.unsaid_budget.read(of.facts)) {
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
    let kinds = chart.world.kinds_named(&chart.text, !0);
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
    found: &mut Vec<ChartItem>,
) -> Result<()> {
    let temporal = chart.world.rels[rel].kind == SourceKind::Tkg;
    let said = chart.world.name_match(rel, &chart.text, !0);
    let types = type_words(chart, nodes, Some((rel, !heads)), !0)?;
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
        let mut coverage = cue;
        if said.best >= 0.55 {
            features.add_said(&said);
            coverage |= said.coverage;
        }
        let kind = types & !coverage;
        // Facts without a given head or tail yield their heads; their tails are reached by a step from all heads.
        let set = match (temporal, heads) {
            (true, true) => Set::Facts(rel, None, None, !heads, when.clone()),
            (true, false) => Set::Hop(Arc::new(Set::Side(rel, true)), rel, true, when.clone()),
            (false, _) => Set::Side(rel, heads),
        };
        let mut ways = Vec::new();
        if said.best >= 0.55 {
            ways.push((coverage, features.clone()));
        }
        if kind != 0 {
            features.add(Feature::TypeSaid, 1.0);
            ways.push((coverage | kind, features));
        }
        for (coverage, features) in ways {
            let mut item = chart.item(set.clone(), members.clone(), None, coverage, features, None);
            item.end = Some((rel, !heads));
            item.temporal = temporal;
            found.push(item);
        }
    }
    Ok(())
}

/// The tokens that say the kind of these nodes: the best match among relations that they are on a side of, and
/// tables of whose keys they are. Without a match, words that several of their own names have.
pub fn type_words(
    chart: &mut Chart<'_, '_>,
    nodes: &[NodeId],
    end: Option<(RelId, bool)>,
    free: Coverage,
) -> Result<Coverage> {
    let (mut coverage, mut best) = (0, 0.0);
    let kinds = chart.world.kinds_named(&chart.text, free);
    for kind in kinds.iter() {
        let better = |said: &(Coverage, f32), best: f32| said.1 > best;
        let open = kind.own.iter().chain(&kind.table).any(|said| better(said, best));
        if !open || !chart.world.is_of_kind(nodes, kind.rel, end)? {
            continue;
        }
        if let Some(said) = kind.own.filter(|said| better(said, best)) {
            (coverage, best) = said;
        }
        if let Some(said) = kind.table.filter(|said| better(said, best)) {
            let source = chart.world.rels[kind.rel].source;
            if chart.world.keys(source)?.contains(&kind.rel) {
                (coverage, best) = said;
            }
        }
    }
    if coverage == 0 && nodes.len() > 1 {
        coverage = words_of_names(chart, nodes, free)?;
    }
    Ok(coverage)
}

/// Maximum number of names of a set whose words are read.
const NAMES_LOOKED_AT: usize = 30;

/// The tokens whose root at least two, and at least a sixth, of the names have: "clinics" of `Harbour Clinic`.
fn words_of_names(chart: &mut Chart<'_, '_>, nodes: &[NodeId], free: Coverage) -> Result<Coverage> {
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
    let mut coverage = 0;
    for at in open {
        let root = &chart.text.tokens[at].root;
        if counts.get(root).is_some_and(|n| *n >= 2 && n * 6 >= sample.len()) {
            coverage |= bit(at);
        }
    }
    Ok(coverage)
}

/// The names of a set that [`type_words`] would read for these free tokens, so that they can be read ahead.
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

/// All free tokens that [`type_words`] could return, whatever the nodes.
pub(super) fn words_of_types(chart: &mut Chart<'_, '_>, free: Coverage) -> Coverage {
    let kinds = chart.world.kinds_named(&chart.text, free);
    let said = kinds.iter().flat_map(|kind| kind.own.iter().chain(&kind.table));
    said.fold(0, |covered, said| covered | said.0)
        | open_words(chart, free).into_iter().fold(0, |covered, at| covered | bit(at))
}

/// Facts of graph relations between two names of the question.
fn facts(chart: &mut Chart<'_, '_>, found: &mut Vec<ChartItem>) -> Result<()> {
    let mentions = chart.mentions.clone();
    for head in &mentions {
        for rel in chart.world.head_of(head.node)?.iter().copied() {
            if chart.world.rels[rel].kind == SourceKind::Table {
                continue;
            }
            let tails = chart.world.out(&[head.node], rel, None)?;
            for tail in mentions
                .iter()
                .filter(|m| m.coverage & head.coverage == 0 && tails.binary_search(&m.node).is_ok())
            {
                let coverage = head.coverage | tail.coverage;
                let said = chart.world.name_match(rel, &chart.text, !coverage);
                // "Did Ann train Tom" is not answered by Ann being `trained_by` Tom.
                let is_head =
                    |m: &Mention| chart.text.is_head(said.coverage, m.coverage, &chart.world.rels[rel].name);
                if is_head(head) == Some(false) || is_head(tail) == Some(true) {
                    continue;
                }
                let mut features = name_features(head).with(&name_features(tail));
                features.add(Feature::FactPair, 1.0);
                let mut coverage = coverage;
                if said.best >= 0.5 {
                    features.add_said(&said);
                    coverage |= said.coverage;
                } else {
                    features.add(Feature::HopSilent, 1.0);
                }
                let side = |m: &Mention| Some(Arc::new(Set::Names(vec![m.text.clone()])));
                let temporal = chart.world.rels[rel].kind == SourceKind::Tkg;
                for (when, cue, feature) in times_of(chart, rel, None, coverage)? {
                    let days = days_of(chart, &when)?;
                    let holds = chart.world.out(&[head.node], rel, days)?.binary_search(&tail.node).is_ok();
                    let features = features.with(&feature);
                    let set = Set::Facts(rel, side(head), side(tail), true, when);
                    let nodes = if holds { vec![tail.node] } else { Vec::new() };
                    let mut item = chart.item(set, nodes, None, coverage | cue, features, None);
                    item.end = Some((rel, true));
                    item.temporal = temporal;
                    found.push(item);
                }
            }
        }
    }
    Ok(())
}
