//! Rows by their placing: "who won the Spring Medal", the runner-up, a top three finish.

use trustuqa_engine::lexicon;
use trustuqa_model::{Comparison, NodeId, Result, SourceKind};

use super::seeds::with_column_words;
use crate::chart::{Chart, ChartItem};
use crate::features::{Feature, Features};
use crate::relation::{RelId, Shape};
use crate::set::{Cond, Set, ValueTest};
use crate::text::{Coverage, Text, bit, span};

/// A column with more different places is not read.
const PLACES: usize = 400;

/// Placings that a question asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Places {
    /// This one.
    Only(u32),
    /// All down to this one.
    DownTo(u32),
}

impl Places {
    fn has(self, place: u32) -> bool {
        match self {
            Places::Only(one) => place == one,
            Places::DownTo(last) => place <= last,
        }
    }
}

/// Rows whose place, in a column of placings (`Pos`, `Rank`), the question asks for.
pub(super) fn placings(chart: &mut Chart<'_, '_>, found: &mut Vec<ChartItem>) -> Result<()> {
    let said = placings_asked(&chart.text);
    if said.is_empty() {
        return Ok(());
    }
    for rel in 0..chart.world.rels.len() {
        let of = chart.world.rels[rel].clone();
        let places = of.words.iter().any(|word| lexicon::contains("columns of places", &word.word));
        if of.kind != SourceKind::Table || of.formula.is_some() || !places {
            continue;
        }
        let mut cells = Vec::new();
        for cell in chart.world.few_tails(rel, PLACES)?.unwrap_or_default() {
            let text = chart.world.text(cell)?;
            cells.extend(place_of(&text).map(|place| (place, cell, text)));
        }
        for (coverage, places) in &said {
            if is_named_elsewhere(chart, *coverage, of.source) || wins_amounts(chart, rel, *coverage) {
                continue;
            }
            let (wanted, texts): (Vec<NodeId>, Vec<String>) = cells
                .iter()
                .filter(|(place, ..)| places.has(*place))
                .map(|(_, cell, text)| (*cell, text.clone()))
                .unzip();
            if wanted.is_empty() {
                continue;
            }
            let (coverage, mut features) =
                with_column_words(chart, rel, *coverage, Features::only(Feature::FlagOk));
            features.add(Feature::ColumnSaid, 1.0);
            let test = match places {
                Places::Only(_) => ValueTest::Is(texts),
                Places::DownTo(last) => ValueTest::Compare(Comparison::Le, last.to_string()),
            };
            let nodes = chart.world.into(&wanted, rel, None)?;
            let set = Set::Rows(of.source, vec![Cond { rel, test }]);
            found.push(chart.item(set, nodes, Some(of.source), coverage, features, None));
        }
    }
    Ok(())
}

/// Whether a column of another table has the words for a placing as its whole name: "the champions" are those of a
/// column `Champion`.
fn is_named_elsewhere(chart: &Chart<'_, '_>, coverage: Coverage, source: usize) -> bool {
    let whole = |rel: &RelId| {
        let said = chart.world.name_match(*rel, &chart.text, coverage);
        said.best >= 0.99 && said.completeness >= 0.99
    };
    let elsewhere = |rel: &RelId| {
        let of = &chart.world.rels[*rel];
        of.kind == SourceKind::Table && of.source != source && of.shape == Shape::Text
    };
    (0..chart.world.rels.len()).filter(elsewhere).any(|rel| whole(&rel))
}

/// Whether what was won is an amount in another column of the table of these places: "how many silver medals did Italy
/// win", over a table with columns `Rank` and `Silver`.
fn wins_amounts(chart: &Chart<'_, '_>, places: RelId, wins: Coverage) -> bool {
    let (text, source) = (&chart.text, chart.world.rels[places].source);
    let at = wins.trailing_zeros() as usize;
    if !lexicon::contains("wins", text.word(at)) {
        return false;
    }
    if chart.world.counted_by_rows(source, text, !wins).is_some() {
        return true;
    }
    let amount = |rel: RelId| {
        let said = chart.world.name_match(rel, text, !wins);
        let from = said.coverage.trailing_zeros() as usize;
        let won = (at + 1..at + 3).contains(&from);
        let counted = (1..=3).any(|by| lexicon::contains("counts amounts", text.word(from.wrapping_sub(by))));
        said.best >= 0.99 && (won || from < at && counted)
    };
    let numbers = chart.world.rels_of(source).filter(|rel| chart.world.rels[*rel].shape == Shape::Number);
    numbers.filter(|rel| *rel != places).any(amount)
}

/// The place that a cell has: `1`, `1st`, `2.`
fn place_of(text: &str) -> Option<u32> {
    let digits = text.trim_end_matches(|c: char| c == '.' || c.is_ascii_alphabetic());
    let mark = &text[digits.len()..];
    matches!(mark, "" | "." | "st" | "nd" | "rd" | "th").then(|| digits.parse().ok()).flatten()
}

/// The placings that a question asks for, with the words that say so.
fn placings_asked(text: &Text) -> Vec<(Coverage, Places)> {
    let in_list = |list: &str, at: usize| {
        text.tokens
            .get(at)
            .is_some_and(|token| lexicon::contains(list, &token.word) || lexicon::contains(list, &token.root))
    };
    let before = |at: usize, by: usize| at.checked_sub(by);
    let comes_in = |at: usize| {
        // "came", "finished in", "placed in the"
        (1..=3).filter_map(|by| before(at, by)).find(|from| in_list("comes in a place", *from))
    };
    let mut said = Vec::new();
    for at in 0..text.tokens.len() {
        if in_list("wins", at) {
            said.push((bit(at), Places::Only(1)));
        }
        if text.word(at) == "runner" && matches!(text.word(at + 1), "up" | "ups") {
            said.push((span(at, at + 2), Places::Only(2)));
        } else if matches!(text.word(at), "podium" | "podiums") {
            said.push((bit(at), Places::DownTo(3)));
        }
        let ordinal = lexicon::ordinal(text.word(at)).and_then(|place| u32::try_from(place).ok());
        let place = matches!(text.word(at + 1), "place" | "position");
        if let Some(ordinal) = ordinal
            && (place || comes_in(at).is_some())
        {
            let begin = comes_in(at).unwrap_or(at);
            said.push((span(begin, at + 1 + usize::from(place)), Places::Only(ordinal)));
        }
        if text.word(at) == "top"
            && let Some(last) = lexicon::number(text.word(at + 1)).or_else(|| text.word(at + 1).parse().ok())
            && let Some(begin) = comes_in(at)
        {
            said.push((span(begin, at + 2), Places::DownTo(last)));
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_said_in_many_ways() {
        for (question, places) in [
            ("who won the spring medal", vec![Places::Only(1)]),
            ("name the runner-up of 2020", vec![Places::Only(2)]),
            ("which drivers finished in the top three", vec![Places::DownTo(3)]),
            ("who came third in March", vec![Places::Only(3)]),
            ("the driver in second place", vec![Places::Only(2)]),
            ("podium finishes per driver", vec![Places::DownTo(3)]),
            ("the top three customers by sales", vec![]),
            ("the first order of May", vec![]),
        ] {
            let said = placings_asked(&Text::read(question));
            assert_eq!(said.iter().map(|said| said.1).collect::<Vec<_>>(), places, "{question}");
        }
        assert_eq!(
            [place_of("1"), place_of("2nd"), place_of("Ret"), place_of("3x")],
            [Some(1), Some(2), None, None]
        );
    }
}
