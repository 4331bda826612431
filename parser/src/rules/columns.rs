//! Rows by the state of one column: yes or no, no value, not yet ended, one of several values of a kind.

use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_model::{Comparison, NodeId, Result, SourceKind};

use crate::chart::{Chart, ChartItem};
use crate::features::{Feature, Features};
use crate::lexicon::Cue;
use crate::naming::NameMatch;
use crate::node_lists::{both, minus};
use crate::relation::{RelId, Shape};
use crate::set::{Cond, Set, ValueTest};
use crate::text::{Coverage, Spot, bit, span};
use crate::voice::is_participle;
use crate::words::root;
use crate::world::compares;

use super::seeds::with_column_words;

/// Maximum number of words between an excluding cue and the column without a value that it is about.
const APART: usize = 8;

/// Maximum number of different values of a column that are read as kinds of its rows.
const KINDS: usize = 24;
/// Fewest letters behind a prefix of opposites: "unpaid".
const SHORTEST: usize = 4;

/// Rows with one of several values of a column that begin with the same word, if the question says only this word:
/// "cancelled" of `Cancelled - weather` and `Cancelled - staffing`.
pub(super) fn shared_words(chart: &mut Chart<'_, '_>, found: &mut Vec<ChartItem>) -> Result<()> {
    for rel in 0..chart.world.rels.len() {
        let of = chart.world.rels[rel].clone();
        if of.kind != SourceKind::Table || of.shape != Shape::Text {
            continue;
        }
        let Some(cells) = chart.world.few_tails(rel, KINDS)?.filter(|cells| cells.len() >= 3) else {
            continue;
        };
        let mut begins: Vec<(NodeId, String, String)> = Vec::new();
        for cell in cells {
            let text = chart.world.text(cell)?;
            let words = trustuqa_model::tokens(&text);
            let first = words.into_iter().next().unwrap_or_default();
            begins.push((cell, text, first));
        }
        // "Which rally" asks for one of the rallies, and not for names that begin with the word.
        let of_table = chart.world.source_meant(of.source, &chart.text, !0);
        for at in (0..chart.text.tokens.len()).filter(|at| of_table & bit(*at) == 0) {
            let token = &chart.text.tokens[at];
            // "Best feature film" is one value, and not all that begin with a word of it.
            let in_name =
                chart.mentions.iter().any(|m| m.coverage & bit(at) != 0 && m.coverage.count_ones() > 1);
            if token.filler || token.word.len() < 4 || in_name {
                continue;
            }
            let word = token.word.clone();
            let kind: Vec<&(NodeId, String, String)> = begins.iter().filter(|b| b.2 == word).collect();
            let whole = kind.iter().any(|b| trustuqa_model::fold(&b.1) == word);
            if kind.len() < 2 || kind.len() == begins.len() || whole {
                continue;
            }
            let mut cells: Vec<NodeId> = kind.iter().map(|b| b.0).collect();
            cells.sort_unstable();
            let names: Vec<String> = kind.iter().map(|b| b.1.clone()).collect();
            let rows = chart.world.into(&cells, rel, None)?;
            let set = Set::Rows(of.source, vec![Cond { rel, test: ValueTest::Is(names) }]);
            let (coverage, mut features) =
                with_column_words(chart, rel, bit(at), Features::only(Feature::NameOfKind));
            features.add(Feature::NameSure, 1.0);
            found.push(chart.item(set, rows, Some(of.source), coverage, features, None));
        }
    }
    Ok(())
}

/// Words of the question that are opposites of a word: "unpaid" of `paid`.
fn opposites_of(chart: &Chart<'_, '_>, word: &str) -> Coverage {
    let is_opposite = |typed: &str| {
        lexicon::words("opposite prefixes")
            .filter_map(|prefix| typed.strip_prefix(prefix))
            .any(|rest| rest.len() >= SHORTEST && (rest == word || root(rest) == root(word)))
    };
    let tokens = &chart.text.tokens;
    let opposite = (0..tokens.len()).filter(|at| is_opposite(&tokens[*at].word));
    // "Invoice" is no opposite of `voicer` where a column says `Invoiced EUR`.
    opposite
        .map(bit)
        .filter(|own| !chart.world.says_word(&chart.text, *own))
        .fold(0, |covered, own| covered | own)
}

/// Rows without a value whose opposite the question says: "unpaid invoices", if some are `paid`.
pub(super) fn opposites(chart: &mut Chart<'_, '_>, found: &mut Vec<ChartItem>) -> Result<()> {
    let may_be = |word: &str| lexicon::words("opposite prefixes").any(|prefix| word.starts_with(prefix));
    if !chart.text.tokens.iter().any(|token| may_be(&token.word)) {
        return Ok(());
    }
    for rel in 0..chart.world.rels.len() {
        let of = chart.world.rels[rel].clone();
        if of.kind == SourceKind::Table && of.shape == Shape::Date {
            undone(chart, rel, found)?;
        }
        if of.kind != SourceKind::Table || of.shape != Shape::Text {
            continue;
        }
        let Some(cells) = chart.world.few_tails(rel, KINDS)?.filter(|cells| cells.len() >= 2) else {
            continue;
        };
        for cell in cells {
            let text = chart.world.text(cell)?;
            let folded = trustuqa_model::fold(&text);
            let coverage = if folded.contains(' ') { 0 } else { opposites_of(chart, &folded) };
            if coverage == 0 {
                continue;
            }
            let (all, with) = (chart.world.rows(of.source)?, chart.world.into(&[cell], rel, None)?);
            let mut features = Features::only(Feature::Opposite);
            features.add(Feature::NameSure, 1.0);
            features.add(Feature::Negated, 1.0);
            let (coverage, features) = with_column_words(chart, rel, coverage, features);
            let set = Set::Rows(of.source, vec![Cond { rel, test: ValueTest::Not(vec![text]) }]);
            found.push(chart.item(set, minus(&all, &with), Some(of.source), coverage, features, None));
        }
    }
    Ok(())
}

/// Rows of women or of men, if a column has letters for them: "female members" for `F` in a column `Sex`.
pub(super) fn sexes(chart: &mut Chart<'_, '_>, found: &mut Vec<ChartItem>) -> Result<()> {
    let said = [("f", chart.text.words_of("women")), ("m", chart.text.words_of("men"))];
    if said.iter().all(|(_, words)| *words == 0) {
        return Ok(());
    }
    for rel in 0..chart.world.rels.len() {
        let of = chart.world.rels[rel].clone();
        let called = of.words.iter().any(|word| matches!(word.word.as_str(), "sex" | "gender" | "m" | "f"));
        if of.kind != SourceKind::Table || of.shape != Shape::Text || !called {
            continue;
        }
        for cell in chart.world.few_tails(rel, KINDS)?.unwrap_or_default() {
            let text = chart.world.text(cell)?;
            let letter = trustuqa_model::fold(&text);
            for (_, words) in said.iter().filter(|(of, words)| *of == letter && *words != 0) {
                let mut features = Features::only(Feature::NameSure);
                features.add(Feature::ColumnSilent, 1.0);
                let rows = chart.world.into(&[cell], rel, None)?;
                let set = Set::Rows(of.source, vec![Cond { rel, test: ValueTest::Is(vec![text.clone()]) }]);
                found.push(chart.item(set, rows, Some(of.source), *words, features, None));
            }
        }
    }
    Ok(())
}

/// Rows without the day on which something was done, if its opposite is said: "unpaid invoices" with a column `Paid
/// on`.
fn undone(chart: &mut Chart<'_, '_>, rel: RelId, found: &mut Vec<ChartItem>) -> Result<()> {
    let of = chart.world.rels[rel].clone();
    let coverage = of.words.iter().fold(0, |covered, word| covered | opposites_of(chart, &word.word));
    // "Sold and unsold together" excludes nothing.
    let both = of.words.iter().any(|word| chart.text.tokens.iter().any(|token| token.root == word.root));
    if coverage == 0 || both || of.formula.is_some() {
        return Ok(());
    }
    let (all, with) = rows_with(chart, rel)?;
    let without = minus(&all, &with);
    if without.is_empty() {
        return Ok(());
    }
    let mut features = Features::only(Feature::Opposite);
    features.add(Feature::ColumnSaid, 1.0);
    features.add(Feature::Missing, 1.0);
    let set = Set::Rows(of.source, vec![Cond { rel, test: ValueTest::Empty }]);
    found.push(chart.item(set, without, Some(of.source), coverage, features, None));
    Ok(())
}

/// The value of a column that says that there is none: `none`, `n/a`.
fn cell_for_none(chart: &mut Chart<'_, '_>, rel: RelId) -> Result<Option<(NodeId, String)>> {
    if chart.world.rels[rel].shape != Shape::Text {
        return Ok(None);
    }
    let few = chart.world.few_tails(rel, KINDS)?.filter(|cells| cells.len() >= 3);
    let Some(cells) = few else { return Ok(None) };
    for cell in cells {
        let text = chart.world.text(cell)?;
        let folded = trustuqa_model::fold(&text);
        if ["nothing", "missing values"].iter().any(|section| lexicon::contains(section, &folded)) {
            return Ok(Some((cell, text)));
        }
    }
    Ok(None)
}

/// Rows with `yes` or 1, or near a negation with `no` or 0, in a column of at most two values, one of them
/// yes or no, whose name is said: "insured drivers". In a column of one mark, such as `x`, and empty cells, the mark is
/// `yes`.
pub(super) fn flags(chart: &mut Chart<'_, '_>, found: &mut Vec<ChartItem>) -> Result<()> {
    let rels = chart.world.rels_that(|of| of.kind == SourceKind::Table && of.shape != Shape::Date);
    chart.world.expect_first_tails(rels.iter().copied())?;
    for rel in rels {
        let of = chart.world.rels[rel].clone();
        let Some(cells) = chart.world.few_tails(rel, 2)? else { continue };
        if of.shape == Shape::Number && cells.len() != 2 {
            continue;
        }
        let mut values = Vec::new();
        let one = cells.len() == 1;
        for cell in cells {
            let text = chart.world.text(cell)?;
            let folded = trustuqa_model::fold(&text);
            // Databases write 1 for yes and 0 for no.
            let is = |name: &str, bit: &str| match of.shape {
                Shape::Number => folded == bit,
                _ => lexicon::contains(name, &folded),
            };
            let yes = is("answers.yes", "1") || one && lexicon::contains("marks", &folded);
            if yes || is("answers.no", "0") {
                values.push((cell, text, yes));
            }
        }
        if of.shape == Shape::Number && values.len() != 2 {
            continue;
        }
        let mut said = chart.world.meant(rel, &chart.text, !0);
        let word = of.words.iter().find(|word| word.head).or(of.words.first());
        let opposite = word.map_or(0, |word| opposites_of(chart, &word.word));
        if opposite != 0 {
            said = NameMatch::whole(opposite);
        }
        // Half of a name of two words is too little: "home" does not say `Home visit`.
        if values.is_empty() || said.best < 0.5 || said.completeness < 0.55 {
            continue;
        }
        // "price per tonne" does not say `Paid?`, "have been billed" does.
        let text = &chart.text;
        let done =
            || (0..text.tokens.len()).any(|at| said.coverage & bit(at) != 0 && text.is_behind_auxiliary(at));
        if said.best <= 0.7 && said.coverage & !chart.text.cue(Cue::Money) == 0 && !done() {
            continue;
        }
        // "does not work in Oslo" does not say `active`.
        let next = 64 - said.coverage.leading_zeros() as usize;
        let of_place = said.best < 0.8
            && matches!(chart.text.word(next), "in" | "at" | "for" | "on" | "with")
            && chart.mentions.iter().any(|m| (1..=2).any(|by| m.coverage & bit(next + by) != 0));
        if of_place {
            continue;
        }
        let not = match opposite {
            0 => near(chart, chart.text.cue(Cue::Not), said.coverage),
            said => said,
        };
        for (cell, text, yes) in values {
            let mut features = Features::default();
            features.add(Feature::Opposite, f32::from(u8::from(opposite != 0)));
            features.add(Feature::ColumnSaid, said.gain.min(1.5));
            features.add(Feature::Likeness, said.likeness);
            features.add(Feature::ColumnLoose, 1.0 - said.completeness);
            let coverage = said.coverage | if yes { 0 } else { not };
            let nodes = chart.world.into(&[cell], rel, None)?;
            let rows = |test: ValueTest| Set::Rows(of.source, vec![Cond { rel, test }]);
            // In a column of `yes` or nothing, nothing means `no`.
            if one && yes && not != 0 {
                let all = chart.world.rows(of.source)?;
                let mut features = features.clone();
                features.add(Feature::FlagOk, 1.0);
                let empty = minus(&all, &nodes);
                found.push(chart.item(
                    rows(ValueTest::Empty),
                    empty,
                    Some(of.source),
                    coverage | not,
                    features,
                    None,
                ));
            }
            let agrees = yes == (not == 0);
            features.add(if agrees { Feature::FlagOk } else { Feature::FlagNo }, 1.0);
            found.push(chart.item(
                rows(ValueTest::Is(vec![text])),
                nodes,
                Some(of.source),
                coverage,
                features,
                None,
            ));
        }
    }
    Ok(())
}

/// The cues that exclude what has no value in the column that is said: "leave out the jobs that have no price",
/// "jobs without a price excluded".
fn leaves_out_empty(chart: &Chart<'_, '_>, said: Coverage) -> Coverage {
    let text = &chart.text;
    let (from, to) = (said.trailing_zeros() as usize, 64 - said.leading_zeros() as usize);
    let before = |spot: &Spot| {
        let one_clause = || text.tokens[spot.to..from].iter().all(|token| !token.opens);
        spot.to <= from && from - spot.to <= APART && one_clause() && !text.ends_exclusion(spot)
    };
    let behind = |spot: &Spot| text.ends_exclusion(spot) && text.runs_on(to, spot.from);
    let spots = text.spots_of(Cue::Other).filter(|spot| before(spot) || behind(spot));
    spots.fold(0, |covered, spot| covered | spot.coverage())
}

/// The participle that says that something was done whose day is in a column: "invoices that have been paid" with a
/// column `Paid on`, but not "have not been paid".
fn done(chart: &Chart<'_, '_>, rel: RelId) -> Coverage {
    let text = &chart.text;
    let not = text.cue(Cue::Not) | text.cue(Cue::Missing);
    let said = chart.world.name_match(rel, text, !0);
    let is_done = |at: &usize| {
        let denied = (at.saturating_sub(3)..*at).any(|before| not & bit(before) != 0);
        let behind = text.is_behind_auxiliary(*at);
        // "That were paid in March" says on which days.
        let dated = text.periods.iter().any(|period| period.coverage & span(at + 1, at + 3) != 0);
        let stands_for_given =
            said.best >= 0.85 && said.coverage & bit(*at) != 0 && is_participle(text.word(*at));
        stands_for_given && behind && !denied && !dated
    };
    (0..text.tokens.len()).find(is_done).map_or(0, bit)
}

/// How much better another column has to be said for this one not to be meant.
const OUTDONE: f32 = 0.1;

/// Whether the same words say another column of the table better: "have not been inspected" is about `Last insp.`, and
/// not about `Visitors`.
fn is_outdone(chart: &Chart<'_, '_>, rel: RelId, said: &NameMatch) -> bool {
    chart.world.rels_of(chart.world.rels[rel].source).filter(|other| *other != rel).any(|other| {
        let own = chart.world.name_match(other, &chart.text, said.coverage);
        own.coverage == said.coverage && own.best > said.best + OUTDONE
    })
}

/// All rows of the table of a column, and those that have a value in it.
fn rows_with(chart: &mut Chart<'_, '_>, rel: RelId) -> Result<(Arc<Vec<NodeId>>, Vec<NodeId>)> {
    let all = chart.world.rows(chart.world.rels[rel].source)?;
    let values = chart.world.side(rel, false)?;
    Ok((all, chart.world.into(&values, rel, None)?))
}

/// Rows without a value that the question says is missing, or with one that it says is there.
pub(super) fn absences(chart: &mut Chart<'_, '_>, found: &mut Vec<ChartItem>) -> Result<()> {
    let missing = chart.text.cue(Cue::Missing);
    let not = chart.text.cue(Cue::Not);
    let given = chart.text.words_of("on record") | chart.text.words_of("owning");
    // "have a grade but no mark": the value before "but" is there.
    let but = (1..chart.text.tokens.len()).find(|at| {
        let behind = span(at + 1, at + 3);
        matches!(chart.text.word(*at), "but" | "yet") && (missing | not) & behind != 0
    });
    let before = but.map_or(0, |at| span(at.saturating_sub(7), at));
    let given = given | but.map_or(0, bit);
    for rel in 0..chart.world.rels.len() {
        let of = chart.world.rels[rel].clone();
        if of.kind != SourceKind::Table || of.formula.is_some() {
            continue;
        }
        let done = if of.shape == Shape::Date { done(chart, rel) } else { 0 };
        let given = given | done;
        let cues = [(missing | not, true), (given, false)].into_iter().filter(|(cue, _)| *cue != 0);
        let ways: Vec<(Coverage, bool, NameMatch)> = cues
            .map(|(cue, empty)| {
                (cue, empty, chart.world.name_match(rel, &chart.text, !cue | if empty { 0 } else { done }))
            })
            .filter(|(.., said)| said.best >= 0.55 && !is_outdone(chart, rel, said))
            .collect();
        // Columns are read only if one of the cues may be about them.
        if ways.is_empty() {
            continue;
        }
        let (all, with) = rows_with(chart, rel)?;
        let without = minus(&all, &with);
        let none = cell_for_none(chart, rel)?;
        // "orders without a discount" may have one of 0, and those "with a discount" one above it.
        let counts = of.shape == Shape::Number
            && !of.bits
            && !of.codes
            && chart.world.range(rel)?.is_some_and(|(low, _)| low == 0.0);
        if without.is_empty() && none.is_none() && !counts {
            continue;
        }
        for (cue, empty, said) in ways {
            let cue = if empty { near(chart, cue, said.coverage) } else { cue };
            if cue == 0 {
                continue;
            }
            // "had a guest", "a recorded score": the value is there if the column's own name follows.
            let from = said.coverage.trailing_zeros() as usize;
            let last = 63 - said.coverage.leading_zeros() as usize;
            // "an inspection result"
            let is_article = |by: usize| matches!(chart.text.word(from.wrapping_sub(by)), "a" | "an" | "any");
            let article =
                is_article(1) || is_article(2) && chart.content_behind(from - 1, 1) == bit(from - 1);
            // "had complaints"
            let several = chart.text.word(from).ends_with('s');
            let stands_for_given = (from.saturating_sub(3)..from).any(|at| {
                let noted = lexicon::contains("on record", chart.text.word(at));
                bit(at) & given != 0 && (article || noted || several && at + 1 == from)
            });
            let denied = span(from.saturating_sub(3), last + 4) & (missing | not) != 0;
            let behind =
                !denied && (from + 1..last + 4).any(|at| lexicon::contains("on record", chart.text.word(at)));
            let opposed = said.coverage & !before == 0 && before != 0;
            let stands_for_given = stands_for_given || said.coverage & done != 0;
            if !empty && (said.best < 0.85 || !stands_for_given && !behind) && !opposed {
                continue;
            }
            let mut features = Features::default();
            features.add(Feature::ColumnSaid, said.gain.min(1.5));
            features.add(Feature::Likeness, said.likeness);
            features.add(Feature::ColumnLoose, 1.0 - said.completeness);
            // "leave out those with no price" asks for the others.
            let left_out = if empty { leaves_out_empty(chart, said.coverage) } else { 0 };
            let (nodes, test, coverage) = if left_out != 0 {
                features.add(Feature::AllMembers, 1.0);
                (both(&all, &with), ValueTest::Present, said.coverage | cue | left_out)
            } else if empty {
                features.add(Feature::Missing, 1.0);
                if let Some((node, text)) = &none {
                    let nodes = chart.world.into(&[*node], rel, None)?;
                    let set =
                        Set::Rows(of.source, vec![Cond { rel, test: ValueTest::Is(vec![text.clone()]) }]);
                    let (features, coverage) = (features.clone(), said.coverage | cue);
                    found.push(chart.item(set, nodes, Some(of.source), coverage, features, None));
                }
                let (test, nodes) = match (without.is_empty(), counts) {
                    (false, _) => (ValueTest::Empty, without.clone()),
                    (true, true) => {
                        features.add(Feature::MissingZero, 1.0);
                        beside_zero(chart, rel, &all, Comparison::Eq)?
                    }
                    (true, false) => continue,
                };
                // "no weight entered", "nobody entered a weight"
                let both = said.coverage | cue;
                let begin = both.trailing_zeros() as usize;
                let end = chart.text.tokens.len().min(66 - both.leading_zeros() as usize);
                let noted = chart.text.words_of("values are noted by") & span(begin, end);
                (nodes, test, said.coverage | cue | noted)
            } else {
                features.add(Feature::AllMembers, 1.0);
                let (test, nodes) = if counts {
                    features.add(Feature::MissingZero, 1.0);
                    beside_zero(chart, rel, &all, Comparison::Gt)?
                } else if let Some((node, text)) = &none {
                    // "Had a complication" excludes rows whose `Complication` is `none`.
                    let nothing = chart.world.into(&[*node], rel, None)?;
                    (ValueTest::Not(vec![text.clone()]), minus(&both(&all, &with), &nothing))
                } else {
                    (ValueTest::Present, both(&all, &with))
                };
                (nodes, test, said.coverage | cue & !not)
            };
            let set = Set::Rows(of.source, vec![Cond { rel, test }]);
            found.push(chart.item(set, nodes, Some(of.source), coverage, features, None));
        }
    }
    Ok(())
}

/// The test and the rows for which the comparison of a value with zero holds.
fn beside_zero(
    chart: &mut Chart<'_, '_>,
    rel: RelId,
    rows: &[NodeId],
    op: Comparison,
) -> Result<(ValueTest, Vec<NodeId>)> {
    let nodes = chart.world.comparing(rows, rel, &|value| compares(value, op, 0.0))?;
    Ok((ValueTest::Compare(op, "0".to_owned()), nodes))
}

/// Rows that have not ended: "current members", if the column of the day on which they left is empty.
pub(super) fn going_on(chart: &mut Chart<'_, '_>, found: &mut Vec<ChartItem>) -> Result<()> {
    let now = chart.text.cue(Cue::Now);
    if now == 0 {
        return Ok(());
    }
    for rel in 0..chart.world.rels.len() {
        let of = chart.world.rels[rel].clone();
        let ends = of.words.iter().any(|word| lexicon::contains("end columns", &word.word));
        let dates = chart.world.rels_of(of.source).filter(|r| chart.world.rels[*r].shape == Shape::Date);
        if of.kind != SourceKind::Table || of.shape != Shape::Date || !ends || dates.count() < 2 {
            continue;
        }
        let (all, with) = rows_with(chart, rel)?;
        let nodes = minus(&all, &with);
        if nodes.is_empty() {
            continue;
        }
        let set = Set::Rows(of.source, vec![Cond { rel, test: ValueTest::Empty }]);
        found.push(chart.item(set, nodes, Some(of.source), now, Features::only(Feature::TimeNow), None));
    }
    Ok(())
}

/// The tokens of cues that are near some words: at most five before, four behind, but none behind where one comes
/// right before: "no price although they were not rejected".
pub(super) fn near(chart: &Chart<'_, '_>, cue: Coverage, said: Coverage) -> Coverage {
    if said == 0 {
        return 0;
    }
    let (from, to) = (said.trailing_zeros() as usize, 64 - said.leading_zeros() as usize);
    // "without a guide and not paid": the second negation is that of something else.
    let before = |spot: &crate::text::Spot| {
        spot.to <= from
            && (spot.to..from).all(|at| chart.text.tokens[at].filler)
            && spot.coverage() & cue != 0
    };
    let own = chart.text.spots.iter().any(before);
    let end = if own { to } else { to + 5 };
    let within = |spot: &&crate::text::Spot| spot.to + 5 >= from && spot.from < end;
    cue & chart.text.spots.iter().filter(within).fold(0, |covered, spot| covered | spot.coverage())
}
