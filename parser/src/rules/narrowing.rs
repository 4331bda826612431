//! Rules that narrow a set: conditions, extremes, intersections, exclusions.

use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_engine::query::column::Aggregate;
use trustuqa_model::{Comparison, NodeId, Result, SourceKind};

use super::hops::is_unrestricted;
use crate::chart::{Chart, ChartItem};
use crate::features::{Feature, Features};
use crate::goals::measures;
use crate::lexicon::{Cue, English};
use crate::naming::{NameMatch, NameWord, abbreviates, like};
use crate::node_lists::{both, minus, number_of_both};
use crate::relation::{RelId, Shape};
use crate::set::{By, Cond, Goal, Set, ValueTest, When};
use crate::text::{Coverage, Spot, bit, span};
use crate::voice::is_participle;
use crate::words::ordinal;
use crate::world::{compares, mean};

/// The value of [`Feature::HopSaid`] where only the name of a table says an exclusion.
const TABLE_SAID: f32 = 0.6;
/// Maximum number of conditions on one set of rows.
const CONDITIONS: usize = 4;
/// Maximum number of sets that another one is combined with.
const PARTNERS: usize = 60;

/// Rows under one more condition.
pub fn conditions(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<ChartItem>) -> Result<()> {
    let (Some(source), Set::Rows(_, conds)) = (item.rows, &*item.set) else { return Ok(()) };
    if conds.len() >= CONDITIONS {
        return Ok(());
    }
    let is_partner = |at: &usize| {
        let other = &chart.items[*at];
        let single = matches!(&*other.set, Set::Rows(_, conds) if conds.len() == 1);
        other.rows == Some(source) && single && other.coverage & !item.coverage != 0
    };
    let partners: Vec<usize> = chart.by_score.iter().copied().filter(is_partner).take(PARTNERS).collect();
    for at in partners {
        let other = chart.items[at].clone();
        let Set::Rows(_, more) = &*other.set else { continue };
        if conds.is_empty() && item.coverage & other.coverage != 0 && item.coverage & !other.coverage == 0 {
            continue;
        }
        // All rows of a table may share words with a condition, because its name may be among them; two conditions
        // may not.
        let shared = item.coverage & other.coverage;
        if shared != 0 && !conds.is_empty() {
            continue;
        }
        let Some(cond) = more.first().filter(|c| !conds.iter().any(|k| k.rel == c.rel && k.test == c.test))
        else {
            continue;
        };
        // A lamp is not a desk anyway: the second condition on the same column would add nothing.
        let vacuous = |known: &Cond| {
            let (one, other) = (named_by(known), named_by(cond));
            known.rel == cond.rel
                && one.zip(other).is_some_and(|(one, other)| one.0 == other.0 && one.1 != other.1)
        };
        if conds.iter().any(vacuous) {
            continue;
        }
        let mut all = conds.clone();
        all.push(cond.clone());
        all.sort_by_cached_key(|c| format!("{c:?}"));
        let (set, coverage) = (Arc::new(Set::Rows(source, all)), item.coverage | other.coverage);
        // The same conditions come together in several orders.
        if chart.is_known(&set, coverage) {
            continue;
        }
        let nodes = both(&item.nodes, &other.nodes);
        // A cell has one value, so two equalities on one column leave no rows.
        let twice = |known: &Cond| known.rel == cond.rel && is_value(&known.test) && is_value(&cond.test);
        if nodes.is_empty() && conds.iter().any(twice) {
            continue;
        }
        let mut features = item.features.with(&other.features);
        if conds.is_empty() {
            features.add(Feature::TypeSaid, -other.features.get(Feature::TypeSaid));
        }
        if nodes.is_empty() {
            features.add(Feature::NothingLeft, 1.0);
        }
        let crosses = chart.apart(item.coverage, other.coverage).1;
        features.add(Feature::CondCross, f32::from(u8::from(crosses)));
        let mut next = chart.item(set, nodes, Some(source), coverage, features, None);
        next.through = other.through.clone().or(item.through.clone());
        found.push(next);
    }
    Ok(())
}

/// The column in which a condition asks for names, its own or one of a table that it leads to, and whether it wants
/// these (`true`) or all others.
fn named_by(cond: &Cond) -> Option<(RelId, bool)> {
    match &cond.test {
        ValueTest::Is(_) => Some((cond.rel, true)),
        ValueTest::Not(_) => Some((cond.rel, false)),
        _ => cond.joined_once().and_then(named_by),
    }
}

/// Rows above or below the average of a set, or of all rows of its table: "lots that fetched more than average".
pub fn beside_mean(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<ChartItem>) -> Result<()> {
    let (Some(source), Set::Rows(_, conds)) = (item.rows, &*item.set) else { return Ok(()) };
    let Some((spot, average)) = chart.text.beside_average().map(|(spot, of)| (spot.clone(), of.clone()))
    else {
        return Ok(());
    };
    let cues = spot.coverage() | average.coverage();
    if item.nodes.len() < 2 || cues & item.coverage != 0 || conds.len() >= CONDITIONS {
        return Ok(());
    }
    let inner = ChartItem { coverage: item.coverage | cues, ..item.clone() };
    // "cost more than" says what is compared, too.
    let than = if spot.to - spot.from > 2 { span(spot.from + 1, spot.to) } else { spot.coverage() };
    let open = ChartItem { coverage: item.coverage | than | average.coverage(), ..item.clone() };
    for (rel, words, more) in measures(chart, &open, source)? {
        let adjective = matches!(spot.cue, Cue::More | Cue::Less);
        let measure = if adjective { measured(chart, &spot, rel, !inner.coverage) } else { None };
        let dimension = measure.is_some_and(|(measure, _)| measure.get(Feature::ExtremeMeasure) > 0.0);
        let of_measure = [Feature::MeasureSaid, Feature::MoneySaid, Feature::MeasureUnit];
        if of_measure.into_iter().all(|feature| more.get(feature) == 0.0) && !dimension {
            continue;
        }
        let larger = match spot.cue {
            Cue::Above => true,
            Cue::Below => false,
            _ => asks_for_larger(chart, &spot, Some(rel)),
        };
        let op = if larger { Comparison::Gt } else { Comparison::Lt };
        let all = chart.world.rows(source)?;
        let mut bases = vec![(item.set.clone(), item.nodes.clone())];
        if !conds.is_empty() {
            bases.push((Arc::new(Set::Rows(source, Vec::new())), all));
        }
        for (base, rows) in bases {
            let Some(average) = mean(&chart.world.numbers(&rows, rel)?) else { continue };
            let nodes = chart.world.comparing(&item.nodes, rel, &|value| compares(value, op, average))?;
            let goal = Goal::Total(base.clone(), Aggregate::Mean, rel);
            let Some(set) = item.set.with(Cond { rel, test: ValueTest::Than(op, Box::new(goal)) }) else {
                continue;
            };
            let mut features = item.features.with(&more);
            features.add(Feature::BesideMean, 1.0);
            features.add(Feature::ShareOfWhole, f32::from(u8::from(base != item.set)));
            let mut next = chart.item(set, nodes, Some(source), inner.coverage | words, features, Some(item));
            next.through = item.through.clone();
            found.push(next);
        }
    }
    Ok(())
}

/// Whether a test asks for one value.
fn is_value(test: &ValueTest) -> bool {
    matches!(test, ValueTest::Is(values) if values.len() == 1)
}

/// How a relation fits what an adjective measures, as features and tokens; `None` if it is not compared by it.
pub fn measured(
    chart: &mut Chart<'_, '_>,
    spot: &Spot,
    rel: RelId,
    free: Coverage,
) -> Option<(Features, Coverage)> {
    let of = &chart.world.rels[rel];
    // The rows with the largest `is_active` would be all active ones.
    if of.shape == Shape::Text || of.bits {
        return None;
    }
    // "failed its last check" asks for no device with the largest price.
    let named = spot.coverage() & chart.attributive != 0;
    if named && chart.world.name_match(rel, &chart.text, chart.attributive).coverage & spot.coverage() == 0 {
        return None;
    }
    let mut features = Features::default();
    let mut coverage = spot.coverage();
    features.add(Feature::ColumnSilent, of.silent_columns());
    if of.codes {
        features.add(Feature::CodeMeasured, 1.0);
    }
    // "Job no.?" behind a question says how to name the answer.
    let said = chart.world.name_match(rel, &chart.text, free & !coverage & !chart.text.naming_clause());
    // "The dearest job" is not the one with the largest `Job no.`, and nothing is computed unasked.
    let unasked = of.formula.is_some() && !of.lasts() && said.best < 0.5;
    if of.codes && said.completeness < 0.9 || unasked {
        return None;
    }
    // Dates are late or early, and none is "the most".
    let bare = |at: usize| matches!(chart.text.word(at), "most" | "least" | "fewest");
    if of.is_time() && spot.of.is_empty() && (spot.from..spot.to).all(bare) {
        return None;
    }
    // The head noun of a name says what it measures: "older" asks for no `Fee per year`.
    let headless = of.words.iter().all(|w| !w.head);
    let measuring: Vec<&NameWord> = of.words.iter().filter(|w| w.head || headless).collect();
    let measures =
        |word: &NameWord, root: &str| like(&word.root, root) >= 0.85 || abbreviates(&word.word, root);
    let direct = spot.of.iter().position(|root| measuring.iter().any(|word| measures(word, root)));
    let english = English::get();
    let loose = || {
        let means = |w: &&NameWord, root: &String| {
            let own = english.groups(&w.root);
            w.weight >= 0.6 && english.groups(root).iter().any(|g| own.contains(g))
        };
        spot.of.iter().any(|root| measuring.iter().any(|w| means(w, root)))
    };
    let dimension = direct.is_some() || loose() || is_on_scale(chart, spot, of.unit.as_deref());
    let dated = of.is_time() && spot.of.iter().any(|root| root == "dat" || root == "year");
    // No amount is the latest or the earliest; the last and the first may be such by a number.
    let of_dates = (spot.from..spot.to).any(|at| matches!(chart.text.word(at), "latest" | "earliest"));
    if of_dates && !of.is_time() && !of.is_clock() && !dimension && said.best < 0.5 {
        return None;
    }
    // The time between two columns is only compared by adjectives of time, or if it is said.
    if of.lasts() && !dimension && said.best < 0.5 {
        return None;
    }
    // Times of day are late or early; "the highest" asks for none.
    if of.is_clock() && !dimension && said.best < 0.5 {
        let mut gradable = (spot.from..spot.to).filter_map(|at| lexicon::gradable(chart.text.word(at)));
        if !gradable.any(|word| word.measures("date") || word.measures("time")) {
            return None;
        }
    }
    if dimension || dated {
        features.add(Feature::ExtremeMeasure, 1.0);
        // The measures of an adjective are ordered: the price of "dearest", then the amount. Any date comes last.
        match direct {
            Some(at) => features.add(Feature::ExtremeLate, (at as f32 / 4.0).min(1.0)),
            None if dated => features.add(Feature::ExtremeLate, 1.5),
            None => features.add(Feature::ExtremeLoose, 1.0),
        }
    }
    if said.best >= 0.5 {
        features.add(Feature::ExtremeSaid, said.gain.min(1.5));
        features.add(Feature::HeadUnsaid, f32::from(u8::from(!said.head)));
        features.add(Feature::Likeness, said.likeness);
        coverage |= said.coverage;
    }
    // "which drive clocked up the most km", but no `Price per km`
    let rate = trustuqa_model::name_tokens(&of.name).iter().any(|word| word == "per");
    let unit = of.unit.as_deref().filter(|_| !rate).is_some_and(|unit| {
        let behind = english.unit(chart.text.word(spot.to));
        behind.is_some_and(|behind| english.is_same_unit(behind, unit)) && bit(spot.to) & free != 0
    });
    if unit && said.best < 0.5 {
        features.add(Feature::ExtremeSaid, 1.0);
        coverage |= bit(spot.to);
    }
    // "The most medals" are the largest `Total` of a table of medals.
    let counted = chart.world.counted_by_rows(of.source, &chart.text, free & !coverage);
    let behind = |(total, noun): &(RelId, Coverage)| {
        *total == rel && (spot.to..spot.to + 2).contains(&(noun.trailing_zeros() as usize))
    };
    let counted = counted.filter(behind).map_or(0, |(_, noun)| noun);
    if counted != 0 && said.best < 0.5 {
        features.add(Feature::ExtremeSaid, 1.0);
        coverage |= counted;
    }
    if !dimension && !dated && !unit && counted == 0 && said.best < 0.5 {
        features.add(Feature::ExtremeSilent, 1.0);
    }
    if !dimension && !dated && !spot.of.is_empty() {
        features.add(Feature::ExtremeOther, 1.0);
    }
    Some((features, coverage))
}

/// Whether values of a unit lie on the scale of an adjective: kilometres and minutes on that of "longest".
fn is_on_scale(chart: &Chart<'_, '_>, spot: &Spot, unit: Option<&str>) -> bool {
    let scale = unit.and_then(|unit| lexicon::head("scale.units", unit));
    let mut words = (spot.from..spot.to).filter_map(|at| lexicon::gradable(chart.text.word(at)));
    scale.is_some_and(|scale| words.any(|word| word.measures(scale)))
}

/// Whether an adjective asks for the larger values: the oldest has the earliest date, the fastest the shortest
/// time, the worst delay is the longest. Without a relation, values are times.
pub fn asks_for_larger(chart: &Chart<'_, '_>, spot: &Spot, rel: Option<RelId>) -> bool {
    let of = rel.map(|rel| &chart.world.rels[rel]);
    let times = of.is_none_or(|of| of.is_time());
    let bad = of.is_some_and(|of| of.words.iter().any(|word| lexicon::contains("bad measures", &word.word)));
    let gradable = (spot.from..spot.to).find_map(|at| lexicon::gradable(chart.text.word(at)));
    let unit = of.and_then(|of| of.unit.as_deref());
    // The best time is the shortest; "the top jobs by hours" have the most.
    let top = chart.text.word(spot.from) == "top" && of.is_some_and(|of| of.clock == 0);
    let lasting = !top && unit.is_some_and(|unit| lexicon::contains("units of time", unit));
    let opposite = gradable.is_some_and(|word| {
        times && word.is_opposite("date")
            || lasting && word.is_opposite("time")
            || bad && word.scales().contains(&"quality")
    });
    (spot.cue == Cue::More) != opposite
}

/// How many members a superlative asks for: the number beside it, else one.
pub fn how_many(chart: &Chart<'_, '_>, spot: &Spot) -> (usize, Coverage) {
    for number in chart.text.numbers.iter().filter(|n| n.whole && n.op.is_none() && n.value >= 2.0) {
        let (from, to) = (number.own.trailing_zeros() as usize, 64 - number.own.leading_zeros() as usize);
        // "which of the two" says how many there are, not how many are asked for.
        let before = |by: usize| chart.text.word(from.wrapping_sub(by));
        let asks = |word: &str| word == "one" || lexicon::contains("question words", word);
        let of_them = matches!(before(1), "the" | "our" | "these")
            && (before(2) == "which" || before(2) == "of" && (from == 2 || asks(before(3))));
        // "the eight-thousanders", "the three-star hotels"
        if chart.text.text.get(chart.text.tokens[to - 1].end..).is_some_and(|rest| rest.starts_with('-')) {
            continue;
        }
        // "The most bookings for 18 holes"
        let of_other = from > spot.to && lexicon::contains("prepositions", before(1));
        if of_them || of_other || chart.text.word(spot.from).ends_with("er") {
            continue;
        }
        let gap = if to <= spot.from {
            spot.from - to
        } else if from >= spot.to {
            from - spot.to
        } else {
            9
        };
        // "which two sailings had the most passengers", "which two game masters had the most bookings"; "of the five
        // head coaches" says how many there are.
        let plural = |at: usize| chart.text.word(at).ends_with('s');
        let asked = lexicon::contains("question words", before(1));
        let counts = lexicon::contains("nouns stand behind", chart.text.word(from.wrapping_sub(1)))
            && to <= spot.from
            && (plural(to) || asked && (plural(to + 1) || plural(to + 2)))
            && chart.text.tokens[from].sentence == chart.text.tokens[spot.from].sentence;
        if (gap <= 2 || to <= spot.from && gap <= 4 || counts) && number.unit.is_none() {
            return (number.value as usize, number.own);
        }
    }
    (1, 0)
}

/// The place in an order that an adjective asks for, from the second on: "the second largest", "the 3rd most
/// expensive"; the "47th Parliament" is a name.
pub fn place(chart: &Chart<'_, '_>, spot: &Spot) -> Option<(usize, Coverage)> {
    let at = spot.from.checked_sub(1)?;
    // "the 3 largest" has a number, "the 3rd largest" a place.
    let word = Some(chart.text.word(at)).filter(|word| word.bytes().any(|b| b.is_ascii_alphabetic()))?;
    Some((ordinal(word)?, bit(at)))
}

/// The extreme members of a set, to be composed further.
pub fn extremes(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<ChartItem>) -> Result<()> {
    if item.nodes.len() < 2 || matches!(*item.set, Set::Extreme(..) | Set::Nth(..)) {
        return Ok(());
    }
    let spots: Vec<Spot> = chart
        .text
        .spots
        .iter()
        .filter(|s| matches!(s.cue, Cue::More | Cue::Less) && s.coverage() & item.coverage == 0)
        .filter(|s| !chart.text.compares(s))
        .cloned()
        .collect();
    for spot in spots {
        let (k, counted) = how_many(chart, &spot);
        let rels: Vec<RelId> = match item.rows {
            Some(source) => chart.world.rels_of(source).collect(),
            None => {
                let mut rels = Vec::new();
                for node in item.nodes.iter().take(3) {
                    rels.extend(chart.world.head_of(*node)?.iter().copied().filter(|r| {
                        chart.world.rels[*r].kind != SourceKind::Table
                            && chart.world.rels[*r].shape != Shape::Text
                    }));
                }
                rels.dedup();
                rels
            }
        };
        for rel in rels {
            longest_serving(chart, item, rel, &spot, (k, counted), found)?;
            let largest = asks_for_larger(chart, &spot, Some(rel));
            let Some((more, coverage)) = measured(chart, &spot, rel, !item.coverage) else { continue };
            let mut features = item.features.with(&more);
            features.add(Feature::OpExtreme, 1.0);
            let place = place(chart, &spot);
            let coverage = item.coverage | coverage | place.map_or(counted, |(_, ordinal)| ordinal);
            if chart.is_crowded_out(item.family(), &features, item, coverage, &[]) {
                continue;
            }
            let (set, nodes) = match place {
                Some((n, _)) => {
                    let ahead = best(chart, &item.nodes, rel, largest, n - 1)?;
                    let nodes = minus(&best(chart, &item.nodes, rel, largest, n)?, &ahead);
                    (Set::Nth(item.set.clone(), By::Rel(rel), largest, n), nodes)
                }
                None => {
                    let nodes = best(chart, &item.nodes, rel, largest, k)?;
                    (Set::Extreme(item.set.clone(), By::Rel(rel), largest, k), nodes)
                }
            };
            if nodes.is_empty() {
                continue;
            }
            found.push(extreme_of(chart, item, set, nodes, coverage, features));
        }
        if item.temporal && item.rows.is_none() {
            let largest = asks_for_larger(chart, &spot, None);
            let english = ["long", "duration"];
            let lasting = matches!(chart.text.word(spot.from), "longest" | "longer" | "shortest" | "shorter")
                || spot.of.iter().any(|r| english.contains(&r.as_str()));
            let dated = spot.of.iter().any(|r| r == "dat");
            let mut ways = Vec::new();
            if lasting {
                ways.push((By::Duration, largest));
                // "who has been here the longest": the first that came.
                ways.push((By::Start, !largest));
            }
            if dated {
                ways.push((By::Start, largest));
            }
            for (by, largest) in ways {
                let mut features = item.features.clone();
                features.add(Feature::OpExtreme, 1.0);
                features.add(
                    if by == By::Duration { Feature::ExtremeMeasure } else { Feature::ExtremeUnit },
                    1.0,
                );
                let set = Set::Extreme(item.set.clone(), by, largest, k);
                // Only the executed query knows which member it is; the first one takes its place.
                let mut next = chart.item(
                    set,
                    item.nodes[..1].to_vec(),
                    None,
                    item.coverage | spot.coverage() | counted,
                    features,
                    Some(item),
                );
                next.end = item.end;
                found.push(next);
            }
        }
    }
    Ok(())
}

/// "Who has been here longest", "the longest-serving instructor" ask who came first: the earliest date in a column such as
/// `Start date`. In "has been registered the longest", the participle names the column.
fn longest_serving(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    rel: RelId,
    spot: &Spot,
    (k, counted): (usize, Coverage),
    found: &mut Vec<ChartItem>,
) -> Result<()> {
    let words = chart.text.of_service(spot);
    let of = &chart.world.rels[rel];
    if words == 0 || !of.is_time() {
        return Ok(());
    }
    let begins = of.words.iter().any(|word| lexicon::contains("start columns", &word.word));
    let mut features = item.features.clone();
    let named = chart.world.name_match(rel, &chart.text, !(item.coverage | spot.coverage() | words));
    let done = |at: usize| named.coverage & bit(at) != 0 && is_participle(chart.text.word(at));
    let been = chart.text.word(words.trailing_zeros() as usize) == "been";
    let is_done = been && named.best >= 0.5 && (0..spot.from).any(done);
    if !begins && !is_done {
        return Ok(());
    }
    let words = if is_done {
        features.add(Feature::ExtremeSaid, named.gain.min(1.5));
        words | named.coverage
    } else {
        words
    };
    features.add(Feature::ColumnSilent, of.silent_columns());
    features.add(Feature::ExtremeMeasure, 1.0);
    features.add(Feature::OpExtreme, 1.0);
    let coverage = item.coverage | spot.coverage() | words | counted;
    if chart.is_crowded_out(item.family(), &features, item, coverage, &[]) {
        return Ok(());
    }
    let nodes = best(chart, &item.nodes, rel, false, k)?;
    if nodes.is_empty() {
        return Ok(());
    }
    let set = Set::Extreme(item.set.clone(), By::Rel(rel), false, k);
    found.push(extreme_of(chart, item, set, nodes, coverage, features));
    Ok(())
}

/// An item for the extreme members of another one. If they are rows, their dates can say when.
fn extreme_of(
    chart: &Chart<'_, '_>,
    item: &ChartItem,
    set: Set,
    nodes: Vec<NodeId>,
    coverage: Coverage,
    features: Features,
) -> ChartItem {
    let mut next = chart.item(set, nodes, item.rows, coverage, features, Some(item));
    next.end = item.end;
    next.through = item.rows.map(|source| (next.set.clone(), source)).or(item.through.clone());
    next
}

/// The `k` members with the largest or smallest values, and those that tie with the last of them.
fn best(
    chart: &mut Chart<'_, '_>,
    nodes: &[NodeId],
    rel: RelId,
    largest: bool,
    k: usize,
) -> Result<Vec<NodeId>> {
    let mut rated = chart.world.places_of(nodes, rel)?;
    if largest {
        rated.iter_mut().for_each(|(place, _)| *place = -*place);
    }
    let Some(last) = k.min(rated.len()).checked_sub(1) else { return Ok(Vec::new()) };
    let limit = rated.select_nth_unstable_by(last, |a, b| a.0.total_cmp(&b.0)).1.0;
    let mut members: Vec<NodeId> = rated.into_iter().filter(|r| r.0 <= limit).map(|r| r.1).collect();
    members.sort_unstable();
    members.dedup();
    Ok(members)
}

/// Names that are in two sets.
pub fn intersections(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<ChartItem>) -> Result<()> {
    let now = chart.text.cue(Cue::Now) != 0;
    if item.rows.is_some() || item.nodes.len() < 2 || matches!(*item.set, Set::Names(_)) {
        return Ok(());
    }
    let mut taken = 0;
    for at in chart.by_score.clone().iter() {
        if taken >= PARTNERS / 2 {
            break;
        }
        let other = &chart.items[*at];
        // "All that have a relation" is a condition that nobody states.
        if other.rows.is_some()
            || other.coverage & item.coverage != 0
            || other.coverage == 0
            || matches!(*other.set, Set::Minus(..))
            || is_unrestricted(&other.set, now)
        {
            continue;
        }
        let nodes = both(&item.nodes, &other.nodes);
        let pair = matches!(&*other.set, Set::Names(names) if names.len() == 2);
        if nodes.is_empty()
            || nodes.len() == item.nodes.len() && !pair
            || matches!(&*other.set, Set::Names(names) if names.len() == 1)
                && nodes.len() == 1
                && !item.temporal
        {
            continue;
        }
        taken += 1;
        let mut features = item.features.with(&other.features);
        features.add(Feature::OpBoth, 1.0);
        let crosses = chart.apart(item.coverage, other.coverage).1;
        features.add(Feature::CondCross, f32::from(u8::from(crosses)));
        let set = Set::Both(item.set.clone(), other.set.clone());
        let mut next = chart.item(set, nodes, None, item.coverage | other.coverage, features, Some(item));
        next.end = item.end;
        next.temporal = item.temporal;
        next.through = item.through.clone().or(other.through.clone());
        found.push(next);
    }
    Ok(())
}

/// Of the unused negations, the one that applies to some words: the last one before them, so that "neither A nor B"
/// has one for each, else the first one.
pub fn negation_of(chart: &Chart<'_, '_>, free: Coverage, of: Coverage) -> Coverage {
    let spots = chart.text.spots.iter().filter(|spot| matches!(spot.cue, Cue::Not | Cue::Other));
    let open: Vec<&Spot> = spots.filter(|spot| spot.coverage() & !free == 0).collect();
    let from = of.trailing_zeros() as usize;
    let before = open.iter().filter(|spot| spot.to <= from).max_by_key(|spot| (spot.to, spot.to - spot.from));
    before.or_else(|| open.iter().min_by_key(|spot| spot.from)).map_or(0, |spot| spot.coverage())
}

/// How the relation over which two sets were reached is said, if its words are said once for both: "members of the
/// EU that are not in NATO".
fn shared_match(chart: &Chart<'_, '_>, item: &ChartItem, other: &ChartItem) -> Option<NameMatch> {
    let (Set::Hop(_, rel, out, when), Set::Hop(_, same, way, time)) = (&*item.set, &*other.set) else {
        return None;
    };
    let shared = item.coverage & other.coverage;
    if shared == 0 || (rel, out, when) != (same, way, time) {
        return None;
    }
    let said = chart.world.name_match(*rel, &chart.text, shared);
    (said.best >= 0.5 && said.coverage == shared).then_some(said)
}

/// Names that are in one set and not in another, where the question says `not`.
pub fn exclusions(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<ChartItem>) -> Result<()> {
    let cue = chart.text.cue(Cue::Not) | chart.text.cue(Cue::Other);
    if item.rows.is_some() || item.nodes.len() < 2 || cue == 0 || matches!(*item.set, Set::Names(_)) {
        return Ok(());
    }
    let not = chart.text.cue(Cue::Not);
    let mut successes = 0;
    for at in chart.by_score.clone().iter().copied() {
        if successes >= PARTNERS {
            break;
        }
        let other = &chart.items[at];
        let shared = other.coverage & item.coverage & !not;
        if other.coverage & !item.coverage == 0 || shared != 0 && shared_match(chart, item, other).is_none() {
            continue;
        }
        let other = other.clone();
        // "not turn up" can be a value, which uses its negation up.
        let cue = negation_of(chart, cue & !(item.coverage | other.coverage), other.coverage);
        if cue == 0 {
            continue;
        }
        let mut taken = vec![(other.set.clone(), other.nodes.clone(), other.coverage)];
        let mut table = 0;
        if let Some(source) = other.rows {
            // Rows exclude the names in their columns; in "never ordered a desk" the name of their table says the
            // relation.
            taken.clear();
            table = chart.world.source_meant(source, &chart.text, !(item.coverage | other.coverage | cue));
            for rel in chart.world.rels_of(source).collect::<Vec<_>>() {
                if chart.world.rels[rel].shape == Shape::Text {
                    let nodes = chart.names_of_rows(at, rel)?;
                    let set = Arc::new(Set::Hop(other.set.clone(), rel, true, When::Always));
                    taken.push((set, nodes, other.coverage));
                }
            }
        }
        for (set, nodes, coverage) in taken {
            let common = number_of_both(&item.nodes, &nodes);
            if common == 0 || common == item.nodes.len() {
                continue;
            }
            let left = minus(&item.nodes, &nodes);
            successes += 1;
            let mut features = item.features.with(&other.features);
            if let Some(said) = shared_match(chart, item, &other) {
                features.take_said(&said);
            }
            features.add(Feature::OpMinus, 1.0);
            features.add(Feature::Negated, 1.0);
            features.add(Feature::HopSaid, if table != 0 { TABLE_SAID } else { 0.0 });
            // What is excluded is said behind the negation, what is kept before it.
            let end = 64 - cue.leading_zeros() as usize;
            let window = chart.content_behind(end, 4);
            let in_order = window & coverage != 0 && window & item.coverage == 0;
            features.add(if in_order { Feature::MinusInOrder } else { Feature::MinusOther }, 1.0);
            let set = Set::Minus(item.set.clone(), set);
            let coverage = item.coverage | coverage | cue | table;
            let mut next = chart.item(set, left, None, coverage, features, Some(item));
            next.end = item.end;
            found.push(next);
        }
    }
    Ok(())
}
