//! Steps from a set over a relation or column to another set.

use std::collections::BTreeSet;
use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_model::{NodeId, Result, SourceKind};

use super::both::{both_of_pair, both_of_rows};
use super::dates::{days_of, is_main_date, times_of};
use super::seeds::{names_looked_at, type_words, words_of_types};
use crate::chart::{Chart, ChartItem, ItemFamily};
use crate::codes::asks_who_reports_to;
use crate::features::{Feature, Features};
use crate::lexicon::Cue;
use crate::naming::NameMatch;
use crate::node_lists::{minus, sample};
use crate::relation::RelId;
use crate::set::{Cond, Set, ValueTest, When};
use crate::text::Coverage;

/// Members of a set that are sampled for their relations.
const SAMPLED: usize = 5;
/// Maximum number of members of a set that a relation is followed from.
const MOST: usize = 4_000;

/// A derivation with more steps that no words say is dropped.
const SILENT: f32 = 2.5;

/// The same for unsaid joins by codes, each a step into or out of a column: four lead two tables further.
const CODED: f32 = 4.5;

/// How many steps of a derivation no words say; those through nameless nodes are free.
fn silent_steps(features: &Features) -> f32 {
    features.get(Feature::HopSilent) + features.get(Feature::JoinSilent)
        - features.get(Feature::ThroughNameless)
}

/// Whether a derivation has too many unsaid steps between tables.
fn is_too_silent(features: &Features) -> bool {
    let silent = features.get(Feature::HopSilent) + features.get(Feature::JoinSilent);
    silent > SILENT || features.get(Feature::JoinByCode) > CODED
}

/// The members of a set that are sampled for their relations.
pub fn sampled(nodes: &[NodeId]) -> impl Iterator<Item = NodeId> {
    sample(nodes, SAMPLED)
}

/// A step over a relation from a set.
struct Step {
    rel: RelId,
    out: bool,
    /// Whether the question asks for what it leads to even if there is nothing.
    asked: bool,
    name_match: NameMatch,
    when: When,
    cue: Coverage,
    /// Features of the time.
    feature: Features,
    /// What it leads to.
    nodes: Vec<NodeId>,
}

/// Features that depend on what a step leads to.
const OF_MEMBERS: &[Feature] = &[Feature::NothingThen, Feature::NamelessEnd];

impl Step {
    /// Whether the question says the relation.
    fn is_named(&self) -> bool {
        self.name_match.best >= 0.5
    }

    fn family(&self) -> ItemFamily {
        (None, Some((self.rel, self.out)))
    }

    /// The features, but for [`OF_MEMBERS`], and the coverage of what the step leads to from an item. `types` are
    /// the tokens that say the kind of the members, where none say the relation.
    fn features(
        &self,
        chart: &Chart<'_, '_>,
        item: &ChartItem,
        from_nameless: bool,
        types: Coverage,
    ) -> (Features, Coverage) {
        let Step { rel, out, name_match: said, .. } = self;
        let name = &chart.world.rels[*rel].name;
        let mut features = item.features.with(&self.feature);
        // Nodes without a name are passed through; nobody asks for them.
        if from_nameless {
            features.add(Feature::ThroughNameless, 1.0);
            features.add(Feature::NamelessEnd, -1.0);
        }
        let mut coverage = item.coverage | self.cue;
        if self.is_named() {
            features.add_said(said);
            features.add(Feature::HeadUnsaid, f32::from(u8::from(!said.head)));
            let (gap, crosses) = chart.apart(item.coverage, said.coverage);
            features.add(Feature::HopGap, gap);
            features.add(Feature::HopCross, f32::from(u8::from(crosses)));
            coverage |= said.coverage;
        } else {
            features.add(Feature::TypeSaid, f32::from(u8::from(types != 0)));
            coverage |= types;
            // "in Austria" for `in country` and `located in`, one after the other.
            features.add(
                match (names_preposition(chart, name, item.coverage), types != 0) {
                    (true, _) => Feature::HopPreposition,
                    (false, true) => Feature::HopSilentEnd,
                    (false, false) => Feature::HopSilent,
                },
                1.0,
            );
        }
        features.add(Feature::HopBack, if *out { 0.0 } else { 1.0 });
        features.add(Feature::HopAgain, f32::from(u8::from(goes_back(item, (*rel, *out)))));
        // "did X direct" and "directed by X" start from the doer, to whom `directed_by` leads. What was done "by X"
        // is said before X, so a relation said behind it is another matter.
        let doer = matches!(*item.set, Set::Names(_)) && self.is_named() && is_doer(chart, item.coverage);
        if doer && said.coverage > item.coverage && is_behind_by(chart, item.coverage) {
            features.add(Feature::VoiceAside, 1.0);
        } else if doer {
            let passive = name.ends_with("by") || name.contains("_by_") || name.contains(" by ");
            features.add(if *out != passive { Feature::VoiceOk } else { Feature::VoiceNo }, 1.0);
        }
        (features, coverage)
    }

    /// Whether the derivation would be dropped, whatever the step leads to. Only the words that say the kind of its
    /// members are unknown before it is taken; it is tried without any and with all of them.
    fn is_futile(&self, chart: &mut Chart<'_, '_>, item: &ChartItem, from_nameless: bool) -> bool {
        let (features, coverage) = self.features(chart, item, from_nameless, 0);
        let is_dropped = |chart: &Chart<'_, '_>, features: &Features, coverage: Coverage| {
            silent_steps(features) > SILENT
                || chart.is_crowded_out(self.family(), features, item, coverage, OF_MEMBERS)
        };
        if !is_dropped(chart, &features, coverage) {
            return false;
        }
        let words = if self.is_named() { 0 } else { words_of_types(chart, !coverage) };
        words == 0 || {
            let (features, coverage) = self.features(chart, item, from_nameless, words);
            chart.is_crowded_out(self.family(), &features, item, coverage, OF_MEMBERS)
        }
    }
}

/// Steps over relations of graphs, in both directions.
pub fn relations(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<ChartItem>) -> Result<()> {
    if item.rows.is_some()
        || item.nodes.is_empty()
        || item.nodes.len() > MOST
        || item.depth > 4
        || is_unrestricted(&item.set, chart.text.cue(Cue::Now) != 0)
    {
        return Ok(());
    }
    let from_nameless = chart.world.are_nameless(&item.nodes)?;
    let steps = steps(chart, item, from_nameless)?;
    let mut ends: Vec<NodeId> = steps.iter().filter_map(|step| step.nodes.first()).copied().collect();
    for step in steps.iter().filter(|step| !step.is_named()) {
        ends.extend(names_looked_at(chart, &step.nodes, !(item.coverage | step.cue)));
    }
    chart.world.expect_nodes(&ends)?;
    let kinds = chart.world.kinds_named(&chart.text, !item.coverage);
    let unsaid = steps.iter().filter(|step| !step.is_named());
    chart.world.expect_kinds(&kinds, unsaid.map(|step| step.nodes.as_slice()))?;
    for step in steps {
        let types = if step.is_named() {
            0
        } else {
            type_words(chart, &step.nodes, None, !(item.coverage | step.cue))?
        };
        let (mut features, coverage) = step.features(chart, item, from_nameless, types);
        if silent_steps(&features) > SILENT {
            continue;
        }
        let Step { rel, out, when, nodes, .. } = step;
        if nodes.is_empty() {
            features.add(Feature::NothingThen, 1.0);
        }
        if chart.world.are_nameless(&nodes)? {
            features.add(Feature::NamelessEnd, 1.0);
        }
        both_of_pair(chart, item, (rel, out), &when, coverage, &features, found)?;
        let mut set = Set::Hop(item.set.clone(), rel, out, when);
        let mut nodes = nodes;
        if from_nameless && let Some(origin) = origin(&item.set) {
            // A marriage leads back to the person it was reached from; the other one is meant.
            let others = minus(&nodes, &chart.nodes_of(&origin, item.coverage));
            if others.is_empty() {
                continue;
            }
            if others.len() < nodes.len() {
                (set, nodes) = (Set::Minus(Arc::new(set), origin), others);
            }
        }
        let mut next = chart.item(set, nodes, None, coverage, features, Some(item));
        next.end = Some((rel, out));
        next.temporal = chart.world.rels[rel].kind == SourceKind::Tkg;
        found.push(next);
    }
    Ok(())
}

/// Whether an item is a pair of names.
fn is_pair(item: &ChartItem) -> bool {
    matches!(&*item.set, Set::Names(names) if names.len() == 2)
}

/// Whether a step leads straight back over the relation that a set was reached by.
fn goes_back(item: &ChartItem, (rel, out): (RelId, bool)) -> bool {
    item.end == Some((rel, !out)) && item.depth > 0
}

/// The steps from a set over relations that may stay on the beam, with the nodes that they lead to.
fn steps(chart: &mut Chart<'_, '_>, item: &ChartItem, from_nameless: bool) -> Result<Vec<Step>> {
    let mut ways: BTreeSet<(RelId, bool)> = BTreeSet::new();
    for node in sampled(&item.nodes) {
        ways.extend(chart.world.head_of(node)?.iter().map(|r| (*r, true)));
        ways.extend(chart.world.tail_of(node)?.iter().map(|r| (*r, false)));
    }
    // All steps are planned before any is taken, so that their facts are read at once.
    let mut planned = Vec::new();
    for (rel, out) in ways.iter().copied() {
        let kind = chart.world.rels[rel].kind;
        if kind == SourceKind::Table {
            continue;
        }
        let said = chart.world.meant(rel, &chart.text, !item.coverage);
        // "Who owned Danubia" asks for its owner, and not for what is `owned_by` it. That no owner is known is an
        // answer.
        let named = matches!(&*item.set, Set::Names(names) if names.len() == 1) && said.best >= 0.5;
        let name = &chart.world.rels[rel].name;
        let head = if named { chart.text.is_head(said.coverage, item.coverage, name) } else { None };
        let asked = head == Some(!out);
        let out = head.unwrap_or(out);
        if asked && ways.contains(&(rel, out)) {
            continue;
        }
        // A step straight back over the same relation says nothing, unless it is said again: "the films directed by
        // the director of".
        if said.best < 0.5 && goes_back(item, (rel, out)) {
            continue;
        }
        for (when, cue, feature) in times_of(chart, rel, Some(item), item.coverage)? {
            let step = Step { rel, out, asked, name_match: said, when, cue, feature, nodes: Vec::new() };
            // From a pair of names, what both lead to may be meant.
            let may_be_dropped = !step.is_named() || !is_pair(item);
            if may_be_dropped && step.is_futile(chart, item, from_nameless)
                || !step.is_named() && !chart.unsaid_budget.step(item.nodes.len())
            {
                continue;
            }
            planned.push(step);
        }
    }
    unknown_steps(chart, item, &ways, &mut planned)?;
    let followed: Vec<(RelId, bool)> = planned.iter().map(|step| (step.rel, step.out)).collect();
    chart.world.expect_facts(&item.nodes, &followed)?;
    let mut steps = Vec::new();
    for mut step in planned {
        let days = days_of(chart, &step.when)?;
        step.nodes = if step.out {
            chart.world.out(&item.nodes, step.rel, days)?
        } else {
            chart.world.into(&item.nodes, step.rel, days)?
        };
        // That a relation has facts, but none at the time that is asked about, is an answer. If only the present
        // tense says that time, it is one for names alone.
        let named = matches!(&*item.set, Set::Names(_));
        let says_time = !matches!(step.when, When::Always | When::Of(..))
            && (named || step.feature.get(Feature::TimeNowUnsaid) == 0.0);
        if !step.nodes.is_empty() || step.asked || says_time {
            steps.push(step);
        }
    }
    if chart.text.asks_of_today() {
        // "Who is the mayor" does not ask for those who were, if there is one.
        let held: Vec<(RelId, bool)> = steps
            .iter()
            .filter(|step| step.when == When::Now && !step.nodes.is_empty())
            .map(|step| (step.rel, step.out))
            .collect();
        steps.retain(|step| step.when != When::Always || !held.contains(&(step.rel, step.out)));
    }
    Ok(steps)
}

/// How well a relation has to be said for [`unknown_steps`].
const ASKED: f32 = 0.8;

/// Steps over relations that a name has no facts of, where a verb of the question asks for these: "who owns Gdansk
/// Nova" is answered by nothing, and not by who owns what it built.
fn unknown_steps(
    chart: &mut Chart<'_, '_>,
    item: &ChartItem,
    known: &BTreeSet<(RelId, bool)>,
    planned: &mut Vec<Step>,
) -> Result<()> {
    if !matches!(&*item.set, Set::Names(names) if names.len() == 1) {
        return Ok(());
    }
    for rel in 0..chart.world.rels.len() {
        let kind = chart.world.rels[rel].kind;
        if kind == SourceKind::Table || known.contains(&(rel, true)) || known.contains(&(rel, false)) {
            continue;
        }
        let said = chart.world.name_match(rel, &chart.text, !item.coverage);
        if said.best < ASKED || said.completeness < ASKED {
            continue;
        }
        let Some(out) = chart.text.is_head(said.coverage, item.coverage, &chart.world.rels[rel].name) else {
            continue;
        };
        for (when, cue, feature) in times_of(chart, rel, Some(item), item.coverage)? {
            planned.push(Step {
                rel,
                out,
                asked: true,
                name_match: said,
                when,
                cue,
                feature,
                nodes: Vec::new(),
            });
        }
    }
    Ok(())
}

/// The names that a set was reached from over relations alone.
fn origin(set: &Arc<Set>) -> Option<Arc<Set>> {
    match &**set {
        Set::Names(_) => Some(set.clone()),
        Set::Hop(of, ..) => origin(of),
        _ => None,
    }
}

/// Whether a relation's name has the preposition that stands right before the words of a set.
fn names_preposition(chart: &Chart<'_, '_>, name: &str, coverage: Coverage) -> bool {
    let at = (coverage.trailing_zeros() as usize).wrapping_sub(1);
    let article = matches!(chart.text.word(at), "the" | "a" | "an" | "our");
    let before = chart.text.word(if article { at.wrapping_sub(1) } else { at });
    lexicon::contains("prepositions", before)
        && name.split(|c: char| !c.is_alphanumeric()).any(|word| word == before)
}

/// Whether a name is the one who does something: "did X", "by X".
fn is_doer(chart: &Chart<'_, '_>, coverage: Coverage) -> bool {
    let at = coverage.trailing_zeros() as usize;
    let before = |back: usize| chart.text.word(at.wrapping_sub(back));
    // "who has Igor as father": he is the father, and has none.
    let behind = 64 - coverage.leading_zeros() as usize;
    if chart.text.word(behind) == "as" {
        return false;
    }
    let skip = if before(1) == "the" || lexicon::contains("titles", before(1)) { 2 } else { 1 };
    at >= skip && lexicon::contains("doer stands behind", before(skip))
}

/// Whether a name stands behind "by".
fn is_behind_by(chart: &Chart<'_, '_>, coverage: Coverage) -> bool {
    let at = coverage.trailing_zeros() as usize;
    (1..=2).any(|back| at >= back && chart.text.word(at - back) == "by")
}

/// Steps from rows to the values of a column.
pub fn columns(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<ChartItem>) -> Result<()> {
    let Some(source) = item.rows else { return Ok(()) };
    let narrowed = !matches!(&*item.set, Set::Rows(_, conds) if conds.is_empty());
    if item.nodes.is_empty() || item.nodes.len() > MOST {
        return Ok(());
    }
    let mut ways: Vec<(RelId, Vec<NodeId>)> = Vec::new();
    for rel in chart.world.rels_of(source).collect::<Vec<_>>() {
        if chart.world.holds_names(rel)? || is_number_of_rows(chart, rel)? {
            ways.push((rel, chart.world.out(&item.nodes, rel, None)?));
        }
    }
    if narrowed {
        let firsts: Vec<NodeId> = ways.iter().filter_map(|(_, nodes)| nodes.first().copied()).collect();
        chart.world.expect_around(&firsts, false)?;
        chart.world.expect_around(&firsts, true)?;
    }
    for (rel, nodes) in ways {
        let mut said = chart.world.name_match(rel, &chart.text, !item.coverage);
        both_of_rows(chart, item, source, (rel, said), found)?;
        if said.best < 0.5 && !narrowed && chart.world.keys(source)?.contains(&rel) {
            said = key_meant(chart, item, rel)?.unwrap_or(said);
        }
        let Some(first) = nodes.first().copied() else { continue };
        let mut features = item.features.clone();
        let mut coverage = item.coverage;
        if said.best >= 0.5 {
            features.add(Feature::JoinSaid, said.gain.min(1.5));
            features.add(Feature::Likeness, said.likeness);
            features.add(Feature::JoinGap, chart.apart(item.coverage, said.coverage).0);
            coverage |= said.coverage;
        } else {
            // An unsaid step only leads on if its values occur elsewhere, too, or in other rows, as the number of
            // an employee does in `Reports To`.
            let others = chart.world.tail_of(first)?;
            let other = |r: &RelId| {
                chart.world.rels[*r].source != source || *r != rel && chart.world.tells_of_other_rows(*r)
            };
            let elsewhere = others.iter().any(other)
                || chart.world.head_of(first)?.iter().any(|r| chart.world.rels[*r].source != source);
            if !elsewhere || !narrowed {
                continue;
            }
            // Codes that join tables are not said in questions.
            let coded = chart.world.joins_by_code(rel)?;
            features.add(if coded { Feature::JoinByCode } else { Feature::JoinSilent }, 1.0);
        }
        if is_too_silent(&features) {
            continue;
        }
        let set = Set::Hop(item.set.clone(), rel, true, When::Always);
        let mut next = chart.item(set, nodes, None, coverage, features, Some(item));
        next.end = Some((rel, true));
        let dated = chart.world.rels_of(source).any(|r| is_main_date(chart, r));
        next.through =
            if dated && narrowed { Some((item.set.clone(), source)) } else { item.through.clone() };
        found.push(next);
    }
    Ok(())
}

/// Whether a column of whole numbers identifies the rows of its own or of another table: `pupil_no`.
fn is_number_of_rows(chart: &mut Chart<'_, '_>, rel: RelId) -> Result<bool> {
    Ok(chart.world.rels[rel].codes && chart.world.joins_by_code(rel)?)
}

/// How the words of a table say its key: "which customers" are the `Name` of rows of customers. Under a negation
/// they can mean codes, too: which customers have no order is decided by `Cust no`, whatever their names.
fn key_meant(chart: &mut Chart<'_, '_>, item: &ChartItem, key: RelId) -> Result<Option<NameMatch>> {
    let free = !item.coverage;
    let table = chart.world.source_meant(chart.world.rels[key].source, &chart.text, free);
    if table != 0 && !chart.world.holds_codes(key, false)? && chart.world.holds_names(key)? {
        return Ok(Some(NameMatch::whole(table)));
    }
    if chart.text.cue(Cue::Not) == 0 || !chart.world.joins_by_code(key)? {
        return Ok(None);
    }
    let called = match chart.world.name_wanted(key, &chart.text)? {
        Some((_, name)) => chart.world.name_match(name, &chart.text, free),
        None => NameMatch::default(),
    };
    let words = table | if called.best >= 0.5 { called.coverage } else { 0 };
    Ok((words != 0).then(|| NameMatch::whole(words)))
}

/// Steps from codes to the names that another column has for them: "which pets were never here" asks for their
/// names, unless the question asks for the codes.
pub fn names_of_codes(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<ChartItem>) -> Result<()> {
    let Some((rel, true)) = item.end.filter(|_| item.rows.is_none()) else { return Ok(()) };
    let few = !item.nodes.is_empty() && item.nodes.len() <= MOST;
    if !few || matches!(&*item.set, Set::Names(_)) {
        return Ok(());
    }
    let Some((key, name)) = chart.world.name_wanted(rel, &chart.text)? else { return Ok(()) };
    let table = chart.world.rels[key].source;
    // These rows have their own names in another column. Codes of other rows of the table (`Reports To`) are named,
    // unless "who reports to Ann" is asked.
    let direct =
        matches!(&*item.set, Set::Hop(of, ..) if matches!(&**of, Set::Rows(own, _) if *own == table));
    if direct && (rel == key || asks_who_reports_to(&chart.text, item.coverage) == Some(true)) {
        return Ok(());
    }
    // "How many members do we have" is not about all rows of another table that is not said.
    if let Set::Hop(of, ..) = &*item.set
        && let Set::Rows(other, conds) = &**of
        && conds.is_empty()
        && chart.world.source_meant(*other, &chart.text, !0) == 0
    {
        return Ok(());
    }
    let rows = chart.world.into(&item.nodes, key, None)?;
    let nodes = chart.world.out(&rows, name, None)?;
    let mut features = item.features.clone();
    features.add(Feature::NameOfCode, 1.0);
    let said = chart.world.name_match(name, &chart.text, !item.coverage);
    let coverage = item.coverage | if said.best >= 0.5 { said.coverage } else { 0 };
    let cond = Cond { rel: key, test: ValueTest::Among(Arc::clone(&item.set)) };
    let set = Set::Hop(Arc::new(Set::Rows(table, vec![cond])), name, true, When::Always);
    let mut next = chart.item(set, nodes, None, coverage, features, Some(item));
    next.end = Some((name, true));
    next.through = item.through.clone();
    found.push(next);
    Ok(())
}

/// Whether a set is not restricted: all members of a side, all rows, or what these lead to at no given time.
/// Nothing is composed from it.
pub fn is_unrestricted(set: &Set, now: bool) -> bool {
    let open = |when: &When| matches!(when, When::Always) || matches!(when, When::Now) && !now;
    match set {
        Set::Side(..) => true,
        Set::Rows(_, conds) => conds.is_empty(),
        Set::Facts(_, None, None, _, when) => open(when),
        Set::Hop(of, _, _, when) => open(when) && is_unrestricted(of, now),
        _ => false,
    }
}

/// Steps from names that were reached over relations to the rows that have them.
pub fn into_tables(chart: &mut Chart<'_, '_>, item: &ChartItem, found: &mut Vec<ChartItem>) -> Result<()> {
    if item.rows.is_some()
        || item.nodes.is_empty()
        || item.nodes.len() > MOST
        || matches!(*item.set, Set::Names(_))
    {
        return Ok(());
    }
    let mut rels: BTreeSet<RelId> = BTreeSet::new();
    for node in sampled(&item.nodes) {
        rels.extend(
            chart.world.tail_of(node)?.iter().filter(|r| chart.world.rels[**r].kind == SourceKind::Table),
        );
    }
    let mut planned = Vec::new();
    for rel in rels {
        // Groups under a condition may lead on to their own rows: "their hires".
        if item.end == Some((rel, true)) && !matches!(&*item.set, Set::Having(..)) {
            continue;
        }
        let said = chart.world.name_match(rel, &chart.text, !item.coverage);
        if said.best < 0.5 && !chart.unsaid_budget.step(item.nodes.len()) {
            continue;
        }
        // "To whom does Ann report" does not ask for those who report to her.
        let others = chart.world.tells_of_other_rows(rel);
        if others && asks_who_reports_to(&chart.text, item.coverage) == Some(false) {
            continue;
        }
        let mut features: Features = item.features.clone();
        let mut coverage = item.coverage;
        if item.set.is_grouped_by(rel) {
            // The rows of these groups: what they are grouped by was said with the condition.
            features.add(Feature::JoinGroups, 1.0);
        } else if said.best >= 0.5 {
            features.add(Feature::JoinSaid, said.gain.min(1.5));
            features.add(Feature::Likeness, said.likeness);
            features.add(Feature::JoinGap, chart.apart(item.coverage, said.coverage).0);
            coverage |= said.coverage;
        } else if chart.world.joins_by_code(rel)? {
            // Those who report to somebody are not meant without a word for it.
            if others || !chart.world.can_share_codes(item.end.map(|end| end.0), rel)? {
                continue;
            }
            features.add(Feature::JoinByCode, 1.0);
        } else if chart.world.holds_names(rel)? {
            features.add(Feature::JoinSilent, 1.0);
        } else {
            // Equal numbers join nothing.
            continue;
        }
        let source = chart.world.rels[rel].source;
        if !is_too_silent(&features)
            && !chart.is_crowded_out((Some(source), None), &features, item, coverage, &[])
        {
            planned.push((rel, source, features, coverage));
        }
    }
    let followed: Vec<(RelId, bool)> = planned.iter().map(|(rel, ..)| (*rel, false)).collect();
    chart.world.expect_facts(&item.nodes, &followed)?;
    for (rel, source, features, coverage) in planned {
        let nodes = chart.world.into(&item.nodes, rel, None)?;
        if nodes.is_empty() {
            continue;
        }
        let set = Set::Rows(source, vec![Cond { rel, test: ValueTest::Among(Arc::clone(&item.set)) }]);
        found.push(chart.item(set, nodes, Some(source), coverage, features, Some(item)));
    }
    Ok(())
}
