//! Goals for rows in an order: "list the cakes from most expensive to cheapest", "all jobs sorted by price".

use trustuqa_engine::lexicon;
use trustuqa_model::Result;

use crate::chart::{Chart, ChartItem};
use crate::features::{Feature, Features};
use crate::lexicon::Cue;
use crate::relation::{RelId, Shape};
use crate::rules::{asks_for_larger, measured};
use crate::set::Goal;
use crate::text::{Coverage, Spot, bit};

use super::of_each::names_of_rows;
use super::{Derivation, Gives, reading, with_kind};

/// Maximum number of words between the request for an order and its column.
const BEHIND: usize = 4;

/// An order that a question asks for.
struct Order {
    by: RelId,
    largest_first: bool,
    coverage: Coverage,
    features: Features,
}

pub(super) fn sorted(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<Derivation>) -> Result<()> {
    let Some(source) = item.rows.filter(|_| item.nodes.len() > 1) else { return Ok(()) };
    let orders = orders(chart, item, source);
    for order in orders {
        for (name, words, more) in names_of_rows(chart, source, None, order.coverage)? {
            let mut features = item.features.with(&order.features).with(&more);
            features.add(Feature::OpSorted, 1.0);
            let coverage = with_kind(chart, item, order.coverage | words, &mut features)?;
            let (set, by, largest_first) = (item.set.clone(), order.by, order.largest_first);
            let goal = Goal::Sorted { set, by, largest_first, name };
            found.push(reading(goal, coverage, features, Gives::Text, item.nodes.len()));
        }
    }
    Ok(())
}

fn orders(chart: &mut Chart<'_, '_>, item: &ChartItem, source: usize) -> Vec<Order> {
    let mut orders = Vec::new();
    // "From the dearest to the cheapest"
    if let Some((first, last)) = from_one_end(chart, item.coverage) {
        for by in chart.world.rels_of(source).collect::<Vec<_>>() {
            let Some((features, coverage)) = measured(chart, &first, by, !item.coverage) else { continue };
            if features.get(Feature::ExtremeMeasure) + features.get(Feature::ExtremeSaid) > 0.0 {
                let largest_first = asks_for_larger(chart, &first, Some(by));
                let begin = first.from.saturating_sub(1);
                let coverage = item.coverage | coverage | last.coverage() | bit(begin);
                orders.push(Order { by, largest_first, coverage, features });
            }
        }
    }
    // "Sorted by price", "in order of date"
    let text = &chart.text;
    let asks = |at: &usize| match text.word(*at) {
        "order" if text.word(at.wrapping_sub(1)) == "in" => text.word(at + 1) == "of",
        word => lexicon::contains("in an order", word) && text.word(at + 1) == "by",
    };
    let Some(at) = (0..text.tokens.len()).find(asks).filter(|at| item.coverage & bit(*at) == 0) else {
        return orders;
    };
    let words = bit(at);
    for by in chart.world.rels_of(source).collect::<Vec<_>>() {
        let said = chart.world.name_match(by, &chart.text, !(item.coverage | words));
        let first = said.coverage.trailing_zeros() as usize;
        if chart.world.rels[by].shape == Shape::Text
            || said.best < 0.5
            || !(at..=at + BEHIND).contains(&first)
        {
            continue;
        }
        let each = chart.text.spots_of(Cue::Each).filter(|spot| spot.to <= first && spot.to + 2 > first);
        let each = each.fold(0, |covered, spot| covered | spot.coverage());
        let down = chart.text.words_of("descending") & !item.coverage;
        let mut features = Features::default();
        features.add(Feature::ColumnSaid, said.gain.min(1.5));
        let coverage = item.coverage | words | said.coverage | each | down | chart.text.words_of("ascending");
        let first = chart.text.leading_adjective();
        let largest = first.is_some_and(|spot| asks_for_larger(chart, &spot, Some(by)));
        orders.push(Order { by, largest_first: down != 0 || largest, coverage, features });
    }
    orders
}

/// The two adjectives of "from the dearest to the cheapest".
fn from_one_end(chart: &Chart<'_, '_>, used: Coverage) -> Option<(Spot, Spot)> {
    let text = &chart.text;
    let free = |spot: &&Spot| matches!(spot.cue, Cue::More | Cue::Less) && spot.coverage() & used == 0;
    let spots: Vec<&Spot> = text.spots.iter().filter(free).collect();
    let before = |at: usize, by: usize| text.word(at.wrapping_sub(by));
    for first in &spots {
        let opened = [1, 2].into_iter().any(|by| before(first.from, by) == "from");
        let last = spots.iter().find(|last| {
            let joined = [1, 2].into_iter().any(|by| before(last.from, by) == "to");
            last.from >= first.to && last.cue != first.cue && joined
        });
        if let (true, Some(last)) = (opened, last) {
            return Some(((*first).clone(), (*last).clone()));
        }
    }
    None
}
