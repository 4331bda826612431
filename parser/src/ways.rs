//! What members can be grouped by: parts of dates, and paths over columns and relations.

use std::collections::BTreeSet;
use trustuqa_model::{NodeId, Result, SourceKind};

use super::chart::{Chart, ChartItem};
use super::features::Feature;
use super::lexicon::Cue;
use super::naming::NameMatch;
use super::node_lists::sample;
use super::relation::{RelId, Shape};
use super::rules::{is_main_date, type_words};
use super::set::{DatePart, Key};
use super::text::{Coverage, bit, span};

/// Nodes that are sampled to know what a relation leads to.
const FOLLOWED: usize = 60;
/// Maximum number of columns of tables before the last one of a path.
const LONGEST: usize = 2;

/// A way to group members.
pub struct Way {
    /// A path of relations, or a part of dates.
    pub by: Vec<Key>,
    /// How its last step is said.
    pub name_match: NameMatch,
    /// Whether it is the column of two names that are compared.
    pub compared: bool,
    /// Whether it is a column of codes with names beside it; see [`World::name_of_code`].
    ///
    /// [`World::name_of_code`]: super::world::World::name_of_code
    pub code_beside_name: bool,
    /// Whether its last step leads from codes to their names.
    pub named: bool,
}

/// Ways to group rows by parts of their dates, where the question says `month` or the like.
pub fn date_parts(chart: &Chart<'_, '_>, item: &ChartItem, source: usize) -> Vec<Way> {
    let text = &chart.text;
    let taken = text.periods.iter().fold(item.coverage, |covered, p| covered | p.coverage)
        | text.cue(Cue::Duration)
        | text.numbers.iter().fold(0, |covered, n| covered | n.own);
    let of_a_year = item.features.get(Feature::PeriodSilent) + item.features.get(Feature::PeriodSaid) > 0.0;
    let mut found = Vec::new();
    let mut read = 0;
    for at in (0..text.tokens.len()).filter(|at| bit(*at) & taken == 0) {
        let Some((part, words)) = DatePart::named_at(text, at).filter(|_| at >= read) else { continue };
        read = 64 - words.leading_zeros() as usize;
        let adjective = text.word(at).ends_with("ly");
        // "In which quarter of 2024" asks for the quarter alone; "by quarter" may be about several years.
        let listed = adjective || text.cue(Cue::Each) & span(at.saturating_sub(2), at + 1) != 0;
        let part = match part {
            DatePart::Month => DatePart::YearMonth,
            DatePart::Quarter if listed || !of_a_year => DatePart::YearQuarter,
            part => part,
        };
        // "the monthly bill" is the name of a column.
        let name = |rel: RelId| chart.world.rels[rel].words.iter().any(|w| w.root == text.tokens[at].root);
        if adjective && (0..chart.world.rels.len()).any(name) {
            continue;
        }
        for rel in chart.world.rels_of(source).filter(|r| chart.world.rels[*r].shape == Shape::Date) {
            let named = chart.world.name_match(rel, text, !(item.coverage | words));
            let is_named = named.best >= 0.5;
            if !is_named && !is_main_date(chart, rel) {
                continue;
            }
            let coverage = words | if is_named { named.coverage } else { 0 };
            let said = NameMatch::whole(coverage);
            found.push(Way {
                by: vec![Key::Part(part, rel)],
                name_match: said,
                compared: false,
                code_beside_name: false,
                named: false,
            });
        }
    }
    found
}

/// Ways to group rows by what their cells lead to: the region of the store of a row.
pub fn paths_of_rows(chart: &mut Chart<'_, '_>, item: &ChartItem, source: usize) -> Result<Vec<Way>> {
    let mut found = Vec::new();
    for by in chart.world.rels_of(source).collect::<Vec<_>>() {
        let of = &chart.world.rels[by];
        if of.shape == Shape::Text || of.codes {
            let cells = chart.world.out(&item.nodes, by, None)?;
            found.extend(paths(chart, &cells, &[by], item.coverage)?);
        }
    }
    Ok(found)
}

/// Paths from some names whose last step is said: over one or two relations of graphs, the region of the city of a
/// store, or to columns of tables with these names as keys, the client of a site.
pub fn paths(
    chart: &mut Chart<'_, '_>,
    nodes: &[NodeId],
    begin: &[RelId],
    used: Coverage,
) -> Result<Vec<Way>> {
    let mut found = other_tables(chart, nodes, begin, used)?;
    let mut open: Vec<(Vec<RelId>, Vec<NodeId>)> = vec![(begin.to_vec(), nodes.to_vec())];
    for _ in 0..2 {
        let mut next = Vec::new();
        let first: Vec<NodeId> = open.iter().flat_map(|(_, nodes)| nodes.iter().take(3)).copied().collect();
        chart.world.expect_around(&first, true)?;
        for (path, nodes) in open {
            let mut rels: Vec<RelId> = Vec::new();
            for node in nodes.iter().take(3) {
                rels.extend(chart.world.head_of(*node)?.iter().copied());
            }
            rels.sort_unstable();
            rels.dedup();
            let steps = steps_to_ends(chart, &nodes, rels, &path, used)?;
            for (rel, mut said, ends) in steps {
                let kind = type_words(chart, &ends, Some((rel, true)), !used)?;
                if said.best < 0.5 && kind != 0 {
                    said = NameMatch { gain: 0.9, best: 0.9, ..NameMatch::whole(kind) };
                }
                let mut by = path.clone();
                by.push(rel);
                if said.best >= 0.5 {
                    let by = by.into_iter().map(Key::Rel).collect();
                    found.push(Way {
                        by,
                        name_match: said,
                        compared: false,
                        code_beside_name: false,
                        named: false,
                    });
                } else {
                    next.push((by, ends));
                }
            }
        }
        open = next;
    }
    Ok(found)
}

/// Steps over relations of knowledge graphs to several ends, with the ends that some of the names lead to.
fn steps_to_ends(
    chart: &mut Chart<'_, '_>,
    nodes: &[NodeId],
    rels: Vec<RelId>,
    path: &[RelId],
    used: Coverage,
) -> Result<Vec<(RelId, NameMatch, Vec<NodeId>)>> {
    let mut planned = Vec::new();
    for rel in rels {
        let of = &chart.world.rels[rel];
        if of.kind != SourceKind::Kg || of.shape != Shape::Text || path.contains(&rel) {
            continue;
        }
        let said = chart.world.name_match(rel, &chart.text, !used);
        if said.best >= 0.5 || chart.unsaid_budget.step(nodes.len()) {
            planned.push((rel, said));
        }
    }
    let some: Vec<NodeId> = sample(nodes, FOLLOWED).collect();
    let followed: Vec<(RelId, bool)> = planned.iter().map(|(rel, _)| (*rel, true)).collect();
    chart.world.expect_facts(&some, &followed)?;
    let mut steps = Vec::new();
    for (rel, said) in planned {
        let ends = chart.world.out(&some, rel, None)?;
        if ends.len() > 1 {
            steps.push((rel, said, ends));
        }
    }
    let kinds = chart.world.kinds_named(&chart.text, !used);
    chart.world.expect_kinds(&kinds, steps.iter().map(|(_, _, ends)| ends.as_slice()))?;
    Ok(steps)
}

/// Paths to columns of other tables that have these names as keys, if the columns are said.
fn other_tables(
    chart: &mut Chart<'_, '_>,
    nodes: &[NodeId],
    begin: &[RelId],
    used: Coverage,
) -> Result<Vec<Way>> {
    let own: Vec<usize> = begin.iter().map(|rel| chart.world.rels[*rel].source).collect();
    let mut keys = BTreeSet::new();
    chart.world.expect_around(&nodes[..nodes.len().min(3)], false)?;
    for node in nodes.iter().take(3) {
        for rel in chart.world.tail_of(*node)?.iter().copied() {
            let of = &chart.world.rels[rel];
            let table = of.kind == SourceKind::Table && !own.contains(&of.source);
            if table
                && chart.world.keys(chart.world.rels[rel].source)?.contains(&rel)
                && chart.world.can_share_codes(begin.last().copied(), rel)?
            {
                keys.insert(rel);
            }
        }
    }
    let mut found = Vec::new();
    for key in keys {
        let source = chart.world.rels[key].source;
        let rows = chart.world.into(nodes, key, None)?;
        for rel in chart.world.rels_of(source).filter(|rel| *rel != key).collect::<Vec<_>>() {
            let of = &chart.world.rels[rel];
            let said = chart.world.name_match(rel, &chart.text, !used);
            if of.shape != Shape::Text || !chart.world.holds_names(rel)? {
                continue;
            }
            let goes_on = begin.len() < LONGEST && chart.unsaid_budget.step(FOLLOWED);
            if said.best < 0.5 && !goes_on {
                continue;
            }
            let some: Vec<NodeId> = sample(&rows, FOLLOWED).collect();
            let cells = chart.world.out(if said.best >= 0.5 { &rows } else { &some }, rel, None)?;
            let path: Vec<RelId> = begin.iter().copied().chain([rel]).collect();
            if said.best >= 0.5 && cells.len() > 1 {
                let by: Vec<Key> = path.iter().copied().map(Key::Rel).collect();
                // Codes are also grouped by the names that another table has for them: the site of the meter of a
                // reading.
                let named = chart.world.name_wanted(rel, &chart.text)?.filter(|(key, _)| *key != rel);
                if let Some((_, name)) = named {
                    let by = by.iter().copied().chain([Key::Rel(name)]).collect();
                    found.push(Way {
                        by,
                        name_match: said,
                        compared: false,
                        code_beside_name: false,
                        named: true,
                    });
                }
                let code_beside_name = named.is_some();
                found.push(Way { by, name_match: said, compared: false, code_beside_name, named: false });
            } else if cells.len() > 1 && goes_on {
                // The city of the club of a member.
                found.extend(other_tables(chart, &cells, &path, used)?);
            }
        }
    }
    Ok(found)
}
