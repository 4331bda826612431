//! Goals for one number of a set: a sum, a mean, an extreme value, days between two dates.

use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_engine::query::column::Aggregate;
use trustuqa_engine::query::formula::Operator;
use trustuqa_model::Result;

use crate::chart::{Asks, Chart, ChartItem};
use crate::features::{Feature, Features};
use crate::lexicon::{Cue, English, words_of_name};
use crate::naming::NameWord;
use crate::relation::{RelId, Shape};
use crate::rules::{asks_for_larger, is_main_date, measured, place, table_words};
use crate::set::{By, Goal, Set, When};
use crate::text::{Coverage, Spot, bit};
use crate::words::root;

use super::{Derivation, Gives, extremes_of, of_extreme, reading, with_kind};

/// How well a comparison of ages says a column of years.
const AGED: f32 = 0.7;

/// The columns of numbers that the question may measure, with tokens and features.
pub fn measures(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    source: usize,
) -> Result<Vec<(RelId, Coverage, Features)>> {
    let english = English::get();
    let mut list = Vec::new();
    // Units and money that are asked for: "in euros", "how much".
    let mut units: Vec<(String, Coverage)> = Vec::new();
    for (at, token) in chart.text.tokens.iter().enumerate() {
        if item.coverage & bit(at) == 0
            && token.word.len() > 1
            && let Some(unit) = english.unit(&token.word)
        {
            units.push((unit.to_owned(), bit(at)));
        }
    }
    let many = chart.text.cue(Cue::Count) & !item.coverage;
    let much = (0..chart.text.tokens.len())
        .any(|at| chart.text.word(at) == "much" && chart.text.word(at.wrapping_sub(1)) == "how");
    // Cues of an operation name no measure.
    let cues = chart.text.cue(Cue::Share)
        | chart.text.cue(Cue::Mean)
        | chart.text.cue(Cue::Count)
        | chart.text.naming_clause();
    // "Total sales" are money, if the table has some.
    let rels: Vec<RelId> = chart.world.rels_of(source).collect();
    let takings = chart.text.words_of("takings") & !item.coverage != 0
        && rels.iter().any(|rel| chart.world.rels[*rel].holds_money());
    let counted = chart.world.counted_by_rows(source, &chart.text, !item.coverage);
    for rel in rels {
        let of = &chart.world.rels[rel];
        let said = chart.world.meant(rel, &chart.text, !(item.coverage | cues));
        // Years and times of day are measured only if they are said ("the average year", "how many years older"), and
        // so are computed columns.
        let aged = if of.years { chart.text.words_of("compares ages") & !item.coverage } else { 0 };
        let unsaid = (of.years && aged == 0 || of.is_clock() || of.formula.is_some()) && said.best < 0.5;
        // "The value of the orders" is no sum of `Order no`.
        let coded = of.codes && (said.best < 0.8 || !chart.world.asks_for_codes(rel, &chart.text));
        if of.shape != Shape::Number || unsaid || coded {
            continue;
        }
        let mut features = Features::default();
        let mut coverage = 0;
        if of.codes {
            features.add(Feature::CodeMeasured, 1.0);
        }
        features.add(Feature::ColumnSilent, of.silent_columns());
        if said.best >= 0.5 {
            features.add(Feature::MeasureSaid, said.gain.min(1.5) * said.completeness.max(0.4));
            features.add(Feature::HeadUnsaid, f32::from(u8::from(!said.head)));
            features.add(Feature::Likeness, said.likeness);
            coverage |= said.coverage;
            // "by how much did it go over its budget": a column of differences answers that.
            if !of.lasts()
                && of.formula.as_ref().is_some_and(|formula| formula.operator == Operator::Subtract)
            {
                coverage |= chart.text.cue(Cue::Difference) & !item.coverage;
            }
            // "how many nights": a column of nights answers that.
            if said.head && said.best >= 0.7 && !of.codes && !of.years {
                coverage |= cues_before(chart, Cue::Count, said.coverage) & !item.coverage;
            }
        } else if let Some((_, noun)) = counted.filter(|(total, _)| *total == rel) {
            // "How many medals did Norway win": the `Total` of a table of medals answers that.
            features.add(Feature::MeasureSaid, 1.0);
            coverage |= noun | many;
        } else if aged != 0 {
            features.add(Feature::MeasureSaid, AGED);
            coverage |= aged;
        } else {
            // "how many tents were ordered": a column of quantities answers that.
            let quantity = |word: &NameWord| lexicon::contains("quantities", &word.word);
            if many != 0 && of.words.iter().any(quantity) {
                features.add(Feature::MeasureQuantity, 1.0);
                coverage |= many;
            }
        }
        let money = of.holds_money();
        if takings && !money && said.best < 0.5 {
            continue;
        }
        let of_money = if money { chart.text.cue(Cue::Money) & !item.coverage } else { 0 };
        if said.best < 0.5 && of_money != 0 {
            features.add(Feature::MoneySaid, 1.0);
            coverage |= of_money;
        } else if features.get(Feature::MeasureSaid) == 0.0 {
            features.add(Feature::MeasureSilent, 1.0);
        }
        if let Some((_, unit)) = units
            .iter()
            .find(|(said, _)| of.unit.as_ref().is_some_and(|unit| english.is_same_unit(said, unit)))
        {
            features.add(Feature::MeasureUnit, 1.0);
            coverage |= unit;
        }
        if much && money {
            features.add(Feature::MuchMoney, 1.0);
        }
        list.push((rel, coverage, features));
    }
    Ok(list)
}

/// Whether a header ends in one unit divided by another: `USD/kg`, but not `Profit/loss` or `Apps 2023/24`.
fn is_quotient(name: &str, one: &dyn Fn(&str) -> bool) -> bool {
    let english = English::get();
    let Some((above, below)) = name.split_once('/') else { return false };
    let ends = |c: char| !c.is_alphanumeric();
    let last = above.trim_end().rsplit(char::is_whitespace).next().unwrap_or_default().to_lowercase();
    let first = below.trim_start().split(ends).next().unwrap_or_default().to_lowercase();
    let unit = |word: &str| english.unit(word.trim_start_matches(['(', '['])).is_some();
    one(&first) && !first.starts_with(|c: char| c.is_ascii_digit()) && (unit(&last) || unit(&first))
}

/// Whether the numbers of a column are rates, whose sum means nothing.
pub(super) fn is_rate(chart: &Chart<'_, '_>, rel: RelId) -> bool {
    let of = &chart.world.rels[rel];
    if of.lasts() {
        return false;
    }
    let rate = |word: &NameWord| lexicon::words("rates").any(|r| word.root == root(r));
    let named = of.words.iter().any(rate);
    // `USD/kg` and `Price per head`, but not `Cost per year`.
    let one = |unit: &str| !unit.is_empty() && !lexicon::contains("long spans", unit);
    let per_one = || {
        let words = words_of_name(&of.name);
        words.iter().skip_while(|word| *word != "per").nth(1).is_some_and(|unit| one(unit))
            || is_quotient(&of.name, &one)
    };
    // A `Time` is a time of day; a `Running time` adds up.
    let of_day = matches!(of.words.as_slice(), [word] if word.word == "time");
    let ratio = of.formula.as_ref().is_some_and(|formula| formula.operator == Operator::Divide);
    named || of_day || ratio || per_one() || of.unit.as_deref() == Some("%")
}

/// The "per" of "the average price per order", if these tokens name the rows: a mean over rows is already per row.
fn per_row(chart: &mut Chart<'_, '_>, source: usize, said: Coverage) -> Result<Coverage> {
    if chart.text.cue(Cue::Each) == 0 {
        return Ok(0);
    }
    let rows = table_words(chart, source, said)?;
    Ok(cues_before(chart, Cue::Each, rows))
}

/// The spots of a cue right before some tokens: "how many" before "nights".
fn cues_before(chart: &Chart<'_, '_>, cue: Cue, said: Coverage) -> Coverage {
    let spots = chart.text.spots_of(cue);
    spots
        .filter(|spot| chart.content_behind(spot.to, 1) & said != 0)
        .fold(0, |covered, spot| covered | spot.coverage())
}

/// Whether a sum over a column can be meant, which for years it is only in "the sum of the years", but not in "how many
/// awards in all years together".
fn may_add_years(chart: &Chart<'_, '_>, rel: RelId, sum: Coverage, said: Coverage) -> bool {
    !chart.world.rels[rel].years || cues_before(chart, Cue::Sum, said) & sum != 0
}

/// The noun behind "how many", unless it is a unit or money.
fn counted_noun(chart: &Chart<'_, '_>) -> Coverage {
    let text = &chart.text;
    let many = (1..text.tokens.len()).find(|at| text.word(*at) == "many" && text.word(at - 1) == "how");
    let Some(at) = many else { return 0 };
    let from = at + 1 + usize::from(matches!(text.word(at + 1), "more" | "fewer"));
    let noun = chart.content_behind(from, 1);
    let measures = text.words_in(noun).any(|token| English::get().unit(&token.word).is_some());
    if measures { 0 } else { noun & !text.cue(Cue::Money) }
}

pub(super) fn totals(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<Derivation>) -> Result<()> {
    let Some(source) = item.rows else {
        return values(chart, item, found);
    };
    if item.nodes.is_empty() || of_extreme(&item.set) {
        return Ok(());
    }
    let sum = chart.text.cue(Cue::Sum) & !item.coverage;
    let mean = chart.text.cue(Cue::Mean) & !item.coverage;
    let median = chart.text.cue(Cue::Median) & !item.coverage;
    let kinds = [
        (Aggregate::Sum, sum, Feature::OpSum, sum != 0 || chart.asks == Asks::Number),
        (Aggregate::Mean, mean, Feature::OpMean, mean != 0),
        (Aggregate::Median, median, Feature::OpMedian, median != 0),
    ];
    let counted = counted_noun(chart);
    for (rel, coverage, more) in measures(chart, item, source)? {
        // Numbers that identify do not add up: "the booking numbers of spots with a total price above 1,000".
        if chart.world.rels[rel].codes {
            continue;
        }
        // "how many prints" is not answered by their cost.
        if coverage & counted != 0 && chart.world.rels[rel].holds_money() {
            continue;
        }
        for (with, cue, op, wanted) in kinds {
            // "its earnings in June": of several rows, the sum.
            let summed = with == Aggregate::Sum && more.get(Feature::MeasureSaid) > 0.0;
            if !wanted && !summed || with == Aggregate::Sum && !may_add_years(chart, rel, sum, coverage) {
                continue;
            }
            let mut features = item.features.with(&more);
            features.add(op, 1.0);
            // "How many medals" asks for the sum of their counts.
            if cue == 0 && !chart.world.rels[rel].adds_up {
                features.add(Feature::SumUncued, 1.0);
            }
            if with == Aggregate::Sum && is_rate(chart, rel) {
                features.add(Feature::SumOfRate, 1.0);
            }
            let mut coverage = with_kind(chart, item, item.coverage | coverage | cue, &mut features)?;
            if with != Aggregate::Sum {
                coverage |= per_row(chart, source, coverage)?;
            }
            found.push(reading(
                Goal::Total(item.set.clone(), with, rel),
                coverage,
                features,
                Gives::Number,
                1,
            ));
        }
    }
    spans(chart, item, source, found)?;
    let spots: Vec<Spot> = extremes_of(chart, item.coverage);
    for spot in spots {
        for rel in chart.world.rels_of(source).collect::<Vec<_>>() {
            let Some((mut more, coverage)) = measured(chart, &spot, rel, !item.coverage) else { continue };
            if coverage & chart.focus != 0 {
                more.add(Feature::FocusEnd, 1.0);
            }
            let with = if asks_for_larger(chart, &spot, Some(rel)) { Aggregate::Max } else { Aggregate::Min };
            let mut features = item.features.with(&more);
            features.add(Feature::OpMax, 1.0);
            let unit = measures(chart, item, source)?
                .into_iter()
                .find(|m| m.0 == rel && m.2.get(Feature::MeasureUnit) > 0.0);
            let mut coverage = item.coverage | coverage;
            if let Some((_, tokens, _)) = unit {
                features.add(Feature::MeasureUnit, 1.0);
                coverage |= tokens;
            }
            let mut goal = Goal::Total(item.set.clone(), with, rel);
            if let Some((n, ordinal)) = place(chart, &spot) {
                let nth = Set::Nth(item.set.clone(), By::Rel(rel), with == Aggregate::Max, n);
                goal = Goal::List(Arc::new(Set::Hop(Arc::new(nth), rel, true, When::Always)));
                coverage |= ordinal;
            }
            let coverage = with_kind(chart, item, coverage, &mut features)?;
            let gives = if chart.world.rels[rel].shape == Shape::Date { Gives::Date } else { Gives::Number };
            found.push(reading(goal, coverage, features, gives, 1));
        }
    }
    // "the gap between the dearest and the cheapest"
    let (more, less) = (
        chart.text.spots_of(Cue::More).find(|s| !s.of.is_empty()).cloned(),
        chart.text.spots_of(Cue::Less).find(|s| !s.of.is_empty()).cloned(),
    );
    if let (Some(more), Some(less)) = (more, less)
        && chart.text.cue(Cue::Difference) != 0
    {
        for rel in chart.world.rels_of(source).collect::<Vec<_>>() {
            let Some((features, coverage)) = measured(chart, &more, rel, !item.coverage) else { continue };
            if features.get(Feature::ExtremeSilent) > 0.0 {
                continue;
            }
            let side = |with| Box::new(Goal::Total(item.set.clone(), with, rel));
            let goal = Goal::Difference(side(Aggregate::Max), side(Aggregate::Min));
            let mut features = item.features.with(&features);
            features.add(Feature::OpDifference, 1.0);
            let coverage = with_kind(
                chart,
                item,
                item.coverage | coverage | less.coverage() | chart.text.cue(Cue::Difference),
                &mut features,
            )?;
            found.push(reading(goal, coverage, features, Gives::Number, 1));
        }
    }
    first_to_last(chart, item, source, found)
}

/// "How many days passed between the first and the last order": from the earliest to the latest date.
fn first_to_last(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    source: usize,
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let asked = (chart.text.cue(Cue::Duration) | chart.text.cue(Cue::Days) | chart.text.cue(Cue::Difference))
        & !item.coverage;
    let spots = extremes_of(chart, item.coverage);
    let (Some(more), Some(less)) =
        (spots.iter().find(|spot| spot.cue == Cue::More), spots.iter().find(|spot| spot.cue == Cue::Less))
    else {
        return Ok(());
    };
    // The answer is in days.
    let units = chart.text.cue(Cue::Months) | chart.text.cue(Cue::Years) | chart.text.words_of("weeks");
    if asked == 0 || units != 0 || item.nodes.len() < 2 {
        return Ok(());
    }
    for rel in chart.world.rels_of(source).collect::<Vec<_>>() {
        let said =
            chart.world.name_match(rel, &chart.text, !(item.coverage | more.coverage() | less.coverage()));
        let dated = chart.world.rels[rel].shape == Shape::Date;
        if !dated || said.best < 0.5 && !is_main_date(chart, rel) {
            continue;
        }
        let Some((features, coverage)) = measured(chart, more, rel, !item.coverage) else { continue };
        if features.get(Feature::ExtremeMeasure) == 0.0 {
            continue;
        }
        let side = |with| Box::new(Goal::Total(item.set.clone(), with, rel));
        let goal = Goal::Difference(side(Aggregate::Max), side(Aggregate::Min));
        let mut features = item.features.with(&features);
        features.add(Feature::OpDifference, 1.0);
        features.add(Feature::OpLasted, 1.0);
        let counted = chart.text.cue(Cue::Count) & !item.coverage;
        let coverage = with_kind(
            chart,
            item,
            item.coverage | coverage | less.coverage() | asked | counted,
            &mut features,
        )?;
        found.push(reading(goal, coverage, features, Gives::Number, 1));
    }
    Ok(())
}

/// The time between two columns of a single row: how long it took.
fn spans(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    source: usize,
    found: &mut Vec<Derivation>,
) -> Result<()> {
    let lasting = (chart.text.cue(Cue::Duration) | chart.text.cue(Cue::Days)) & !item.coverage;
    if item.nodes.len() != 1 {
        return Ok(());
    }
    for rel in chart.world.rels_of(source).collect::<Vec<_>>() {
        let said = chart.world.name_match(rel, &chart.text, !item.coverage);
        if !chart.world.rels[rel].lasts() || lasting == 0 && said.best < 0.5 {
            continue;
        }
        let mut features = item.features.clone();
        features.add(Feature::OpLasted, 1.0);
        features.add(Feature::ColumnSilent, chart.world.rels[rel].silent_columns());
        features.add(Feature::MeasureSaid, said.gain.min(1.5) * said.completeness.max(0.4));
        let counted = cues_before(chart, Cue::Count, said.coverage) & !item.coverage;
        let coverage =
            with_kind(chart, item, item.coverage | said.coverage | lasting | counted, &mut features)?;
        let goal = Goal::Total(item.set.clone(), Aggregate::Sum, rel);
        found.push(reading(goal, coverage, features, Gives::Number, 1));
    }
    Ok(())
}

/// Sums and means of the numeric values that a relation leads to.
pub(super) fn values(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<Derivation>) -> Result<()> {
    let Some((rel, true)) = item.end else { return Ok(()) };
    if chart.world.rels[rel].shape == Shape::Text {
        return Ok(());
    }
    for (cue, with, op) in
        [(Cue::Sum, Aggregate::Sum, Feature::OpSum), (Cue::Mean, Aggregate::Mean, Feature::OpMean)]
    {
        let cue = chart.text.cue(cue) & !item.coverage;
        if cue != 0 {
            let mut features = item.features.clone();
            features.add(op, 1.0);
            let coverage = item.coverage | cue;
            found.push(reading(Goal::Values(item.set.clone(), with), coverage, features, Gives::Number, 1));
        }
    }
    Ok(())
}
