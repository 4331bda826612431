//! When: rows and facts with a date in a period that the question names, and the times at which temporal facts are
//! meant to hold.

use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_model::{Comparison, Date, NodeId, Result, SourceKind, Value};

use super::columns::near;
use super::numbers::{meeting, tested};
use super::seeds::{DATED, name_features};
use crate::chart::{Chart, ChartItem};
use crate::features::{Feature, Features};
use crate::lexicon::Cue;
use crate::mentions::Mention;
use crate::periods::joined_periods;
use crate::relation::{RelId, Shape};
use crate::set::{Cond, DatePart, Set, ValueTest, When};
use crate::text::{Coverage, Period, Spot, bit, span};

/// A date as it is written in a query.
pub fn iso(date: Date) -> String {
    match (date.month(), date.day()) {
        (Some(month), Some(day)) => format!("{:04}-{month:02}-{day:02}", date.year()),
        (Some(month), None) => format!("{:04}-{month:02}", date.year()),
        _ => format!("{:04}", date.year()),
    }
}

/// The test for values within a period: of dates (`days`), or of numbers that are years.
pub fn test_of(period: &Period, days: bool) -> Option<ValueTest> {
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
            ValueTest::Is(vec![if days { iso(one) } else { one.year().to_string() }])
        }
        (Some(from), Some(to)) => ValueTest::Between(whole(from, false)?, whole(to, true)?),
        (Some(from), None) => ValueTest::Compare(Comparison::Ge, whole(from, false)?),
        (None, Some(to)) => ValueTest::Compare(Comparison::Le, whole(to, true)?),
        (None, None) => return None,
    })
}

/// The words for parts of dates, unless the name of the column has them: "per month" does not name `Taken`.
fn parts_asked(chart: &Chart<'_, '_>, rel: RelId) -> Coverage {
    let own = |root: &str| chart.world.rels[rel].words.iter().any(|word| word.root == root);
    let tokens = chart.text.tokens.iter().enumerate();
    tokens
        .filter(|(_, t)| DatePart::named(&t.word).is_some() && !own(&t.root))
        .fold(0, |covered, (at, _)| covered | bit(at))
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

pub(super) fn periods(chart: &mut Chart<'_, '_>, found: &mut Vec<ChartItem>) -> Result<()> {
    // "Total sales in 2024" asks for money; its "sales" does not name the `Sale date`.
    let takings = chart.text.words_of("takings");
    let joined = joined_periods(&chart.text);
    let periods: Vec<Period> = chart.text.periods.iter().cloned().chain(joined).collect();
    if !periods.is_empty() {
        let dated = chart.world.rels_that(|of| of.shape == Shape::Date && of.kind == SourceKind::Table);
        chart.world.expect_columns(&dated)?;
    }
    for period in periods {
        let met = meeting_period(chart, &period)?;
        for PeriodTest { rel, years, heads, nodes } in &met {
            let (rel, of) = (*rel, chart.world.rels[*rel].clone());
            let graph = of.kind == SourceKind::Kg;
            let Some(test) = test_of(&period, !years) else { continue };
            // `ValueTest::Is` needs a stored name. A date that no row has is none, so it becomes a range.
            let (first, last) = days_between(&period);
            let test = match (test, Date::from_days(first).zip(Date::from_days(last))) {
                (ValueTest::Is(_), Some((first, last))) if nodes.is_empty() && !years => {
                    ValueTest::Between(iso(first), iso(last))
                }
                (test, _) => test,
            };
            let cond = Cond { rel, test };
            let said = chart.world.name_match(
                rel,
                &chart.text,
                !(period.coverage | parts_asked(chart, rel) | takings),
            );
            if said.best >= 0.55 {
                let mut features = Features::default();
                features.add(Feature::PeriodSaid, said.gain.min(1.5));
                features.add(Feature::Likeness, said.likeness);
                features.add(Feature::HopGap, chart.apart(period.coverage, said.coverage).0);
                let coverage = period.coverage | said.coverage;
                found.extend(not_since(chart, heads, &cond, coverage, said.coverage, &features)?);
                found.push(meeting(chart, cond.clone(), nodes.clone(), coverage, features));
            }
            // The words that name the column may name the rows instead ("orders in 2024"), so it is tried unnamed,
            // too; in a graph, with its many relations, only if it alone leads to times.
            if graph && !is_only_time(chart, rel) || is_in_headers(chart, of.source, &period) {
                continue;
            }
            let mut features = Features::default();
            let main = graph || is_main_date(chart, rel);
            features.add(if main { Feature::PeriodSilent } else { Feature::PeriodOther }, 1.0);
            // "Churches older than 1300" were not inspected then, if they were built.
            let same_table = |other: &PeriodTest| chart.world.rels[other.rel].source == of.source;
            let outside =
                nodes.is_empty() && met.iter().any(|other| !other.nodes.is_empty() && same_table(other));
            features.add(Feature::NumberOutside, f32::from(u8::from(outside)));
            found.push(meeting(chart, cond, nodes.clone(), period.coverage, features));
        }
    }
    Ok(())
}

/// A relation that leads to times, and what it finds in a period.
struct PeriodTest {
    rel: RelId,
    /// Whether its values are years, written as numbers.
    years: bool,
    /// The heads that are tested.
    heads: Arc<Vec<NodeId>>,
    /// Those with a time in the period.
    nodes: Vec<NodeId>,
}

/// The first and the last day of a period; far ones where it is open.
fn days_between(period: &Period) -> (i32, i32) {
    (period.from.map_or(i32::MIN, Date::first_day), period.to.map_or(i32::MAX, Date::last_day))
}

/// The relations that may have times in a period, with what they find.
fn meeting_period(chart: &mut Chart<'_, '_>, period: &Period) -> Result<Vec<PeriodTest>> {
    let (first, last) = days_between(period);
    let mut met = Vec::new();
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
        let heads = tested(chart, rel)?;
        let nodes = chart.world.comparing(&heads, rel, &|v: &Value| match v.date() {
            Some(date) if !years => date.first_day() <= last && date.last_day() >= first,
            _ => v.number().is_some_and(|n| {
                years
                    && period.from.is_none_or(|d| n >= f64::from(d.year()))
                    && period.to.is_none_or(|d| n <= f64::from(d.year()))
            }),
        })?;
        met.push(PeriodTest { rel, years, heads, nodes });
    }
    Ok(met)
}

/// "Not inspected since 2020": the last time was before 2020. The negation turns "since" into "before".
fn not_since(
    chart: &mut Chart<'_, '_>,
    heads: &[NodeId],
    since: &Cond,
    coverage: Coverage,
    said: Coverage,
    features: &Features,
) -> Result<Option<ChartItem>> {
    let ValueTest::Compare(Comparison::Ge, first) = &since.test else { return Ok(None) };
    let text = &chart.text;
    let not = (text.cue(Cue::Not) | text.cue(Cue::Missing)) & span(0, said.trailing_zeros() as usize);
    let not = near(chart, not, said) & !coverage;
    if not == 0 {
        return Ok(None);
    }
    let mut features = features.clone();
    features.add(Feature::Negated, 1.0);
    let test = ValueTest::Compare(Comparison::Lt, first.clone());
    let limit = Value::parse(first);
    let nodes =
        chart.world.comparing(heads, since.rel, &|value: &Value| match (value.date(), limit.date()) {
            (Some(date), Some(limit)) => date.last_day() < limit.first_day(),
            _ => value.number().zip(limit.number()).is_some_and(|(value, limit)| value < limit),
        })?;
    Ok(Some(meeting(chart, Cond { rel: since.rel, test }, nodes, coverage | not, features)))
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
pub struct ValidityPeriod {
    /// The facts.
    pub facts: Arc<Set>,
    /// First and last day of each fact, in days since 1970.
    pub days: Vec<(i32, i32)>,
    /// The tokens that name the facts.
    pub coverage: Coverage,
    /// Features of their names and relation.
    pub features: Features,
}

pub(super) fn validity_periods(chart: &mut Chart<'_, '_>) -> Result<Vec<ValidityPeriod>> {
    let mut list = Vec::new();
    let cue = chart.text.cue(Cue::During);
    for one in chart.mentions.clone() {
        // "under" is a cue only right before a name: "under Anna Berg".
        let before = (one.coverage.trailing_zeros() as usize).wrapping_sub(1);
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
            let said = chart.world.name_match(rel, &chart.text, !one.coverage);
            let is_event = is_head && event != 0 && !is_day(chart, &one);
            if said.best < 0.5 && under == 0 && !is_event {
                continue;
            }
            let mut features = name_features(&one);
            features.add(Feature::TimeTerm, 1.0);
            let mut coverage = one.coverage | cue | under | if is_event { event } else { 0 };
            if said.best >= 0.5 {
                features.add_said(&said);
                features.add(Feature::HopGap, chart.apart(one.coverage, said.coverage).0);
                coverage |= said.coverage;
            } else {
                features.add(Feature::HopSilent, 1.0);
            }
            let name = |m: &Mention| Some(Arc::new(Set::Names(vec![m.text.clone()])));
            let others = chart.mentions.iter().filter(|m| is_head && m.coverage & one.coverage == 0);
            let mut ways = vec![(None, coverage, features.clone())];
            ways.extend(
                others.map(|m| (Some(m.clone()), coverage | m.coverage, features.with(&name_features(m)))),
            );
            for (other, coverage, mut features) in ways {
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
                list.push(ValidityPeriod { facts, days, coverage, features });
            }
        }
    }
    Ok(list)
}

/// Whether a name consists of digits alone, as a year does: it is a time itself, and no event.
fn is_day(chart: &Chart<'_, '_>, mention: &Mention) -> bool {
    let inside = |at: &usize| mention.coverage & bit(*at) != 0;
    let digits = |at: usize| chart.text.word(at).bytes().all(|b| b.is_ascii_digit());
    (0..chart.text.tokens.len()).filter(inside).all(digits)
}

/// Rows of a month, a quarter or a day of the week.
pub(super) fn parts(chart: &mut Chart<'_, '_>, found: &mut Vec<ChartItem>) -> Result<()> {
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
            let said = chart.world.name_match(rel, &chart.text, !part.coverage);
            let mut coverage = part.coverage;
            if said.best >= 0.5 {
                features.add(Feature::PeriodSaid, said.gain.min(1.5));
                features.add(Feature::Likeness, said.likeness);
                coverage |= said.coverage;
            } else {
                let main = is_main_date(chart, rel);
                features.add(if main { Feature::PeriodSilent } else { Feature::PeriodOther }, 1.0);
            }
            let cond = Cond { rel, test: ValueTest::Part(part.part, part.value.clone()) };
            let set = Set::Rows(of.source, vec![cond]);
            found.push(chart.item(set, nodes, Some(of.source), coverage, features, None));
        }
    }
    Ok(())
}

/// Rows with a date within a [`ValidityPeriod`].
pub(super) fn during(chart: &mut Chart<'_, '_>, found: &mut Vec<ChartItem>) -> Result<()> {
    for term in chart.validity_periods.clone() {
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
            let set = Set::Rows(of.source, vec![Cond { rel, test: ValueTest::During(term.facts.clone()) }]);
            found.push(chart.item(set, nodes, Some(of.source), term.coverage, features, None));
        }
    }
    Ok(())
}

/// A time at which temporal facts may be meant to hold, with its tokens and features.
type Timed = (When, Coverage, Features);

/// The spots of [`Cue::Begin`] or [`Cue::End`], without words that are names: where a column is called `Joined`,
/// the word means the column.
fn verbs_of(chart: &Chart<'_, '_>, cue: Cue) -> Coverage {
    let spots = chart.text.spots_of(cue).filter(|spot| !chart.world.is_name(&chart.text, spot.coverage()));
    spots.fold(0, |covered, spot| covered | spot.coverage())
}

/// The verbs of clauses of time that mean when facts began, and not all of their time: "when Ann took over the club",
/// "at the time Ann became mayor".
fn start_verbs_in_time_clauses(chart: &Chart<'_, '_>) -> Coverage {
    let text = &chart.text;
    let verb = |spot: &Spot| {
        let clause = (spot.to..text.tokens.len()).take_while(|at| !text.tokens[*at].opens);
        for at in clause {
            if lexicon::contains("begin in clauses", text.word(at)) {
                return Some(bit(at));
            }
            let takes = lexicon::contains("takes", text.word(at));
            if takes && lexicon::contains("took and began", text.word(at + 1)) {
                return Some(span(at, at + 2));
            }
        }
        None
    };
    let opens = |spot: &&Spot| lexicon::contains("clauses of events", &text.phrase(spot.from, spot.to));
    text.spots_of(Cue::During).filter(opens).filter_map(verb).fold(0, |covered, verb| covered | verb)
}

/// The times at which temporal facts may be meant to hold; the first is any time.
pub fn times(chart: &mut Chart<'_, '_>, through: Option<&ChartItem>, used: Coverage) -> Result<Vec<Timed>> {
    let mut list = vec![(When::Always, 0, Features::default())];
    let now = chart.text.cue(Cue::Now) & !used;
    if now != 0 {
        list.push((When::Now, now, Features::only(Feature::TimeNow)));
    } else if chart.text.periods.is_empty() && chart.text.cue(Cue::Ever) == 0 && !chart.text.is_past() {
        list.push((When::Now, 0, Features::only(Feature::TimeNowUnsaid)));
    }
    // "Former presidents" hold the office no longer; "past and present" ones are all of them.
    let former = chart.text.cue(Cue::Former) & !chart.text.cue(Cue::Ever) & !used;
    if former != 0
        && let Some(today) = Date::from_days(chart.world.today)
    {
        list.push((
            When::Bound(false, Comparison::Lt, iso(today)),
            former,
            Features::only(Feature::TimeBound),
        ));
    }
    for period in chart.text.periods.clone() {
        let cue = chart.text.cue(Cue::During) & !used;
        if period.coverage & used != 0 {
            if let (Some(one), true, true) = (period.from, period.single, cue != 0) {
                list.push((When::At(iso(one)), cue, Features::only(Feature::TimeShared)));
            }
            continue;
        }
        // "joined in 2004" asks for what began then, "left in 2004" for what ended then.
        let (begin, end) = (verbs_of(chart, Cue::Begin) & !used, verbs_of(chart, Cue::End) & !used);
        let bound = |start: bool, op: Comparison, date: String| {
            let verb = if start { begin } else { end };
            let mut features = Features::only(Feature::TimeBound);
            features.add(Feature::BoundSaid, f32::from(u8::from(verb != 0)));
            (When::Bound(start, op, date), period.coverage | verb, features)
        };
        match (period.from, period.to) {
            (Some(one), Some(_)) if period.single => {
                let mut at = Features::only(Feature::TimeAt);
                at.add(Feature::BoundAskedNot, f32::from(u8::from(begin | end != 0)));
                list.push((When::At(iso(one)), period.coverage | cue, at));
                // "the 2022 screenings of what they owned at that time": the time is said once, for both.
                if cue != 0 {
                    list.push((When::At(iso(one)), cue, Features::only(Feature::TimeShared)));
                }
                list.push(bound(true, Comparison::Eq, iso(one)));
                if end != 0 {
                    list.push(bound(false, Comparison::Eq, iso(one)));
                }
            }
            // "Who was mayor between 1990 and 2000": at some time of these years.
            (Some(from), Some(to)) => {
                let mut at = Features::only(Feature::TimeAt);
                at.add(Feature::BoundAskedNot, f32::from(u8::from(begin | end != 0)));
                list.push((When::Within(iso(from), iso(to)), period.coverage | cue, at));
            }
            (Some(from), None) => {
                let day = Date::from_days(from.first_day()).map(iso).unwrap_or_default();
                if end != 0 {
                    list.push(bound(false, Comparison::Ge, day.clone()));
                }
                let (start, words, mut features) = bound(true, Comparison::Ge, day.clone());
                // "Who was mayor after 2010" means whoever was in office then, too.
                let after = (0..chart.text.tokens.len()).any(|at| {
                    bit(at) & period.coverage != 0 && matches!(chart.text.word(at), "after" | "past")
                });
                if begin | end == 0 && after && chart.text.says_a_state() {
                    list.push((When::From(day), period.coverage | cue, Features::only(Feature::TimeAt)));
                    features.add(Feature::BoundAskedNot, 1.0);
                }
                list.push((start, words, features));
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
            let said = chart.world.name_match(rel, &chart.text, !used);
            let is_named = said.best >= 0.55;
            if !is_named && (cue == 0 || !is_main_date(chart, rel)) {
                continue;
            }
            let set = Arc::new(Set::Hop(rows.clone(), rel, true, When::Always));
            let feature = if cue != 0 { Feature::TimeOf } else { Feature::TimeOfUnsaid };
            list.push((
                When::Of(set, None),
                cue | if is_named { said.coverage } else { 0 },
                Features::only(feature),
            ));
        }
    }
    for day in chart.row_days.iter().filter(|day| day.coverage & used == 0) {
        list.push((When::Of(day.date.clone(), Some(day.days)), day.coverage, day.features.clone()));
    }
    let begun = start_verbs_in_time_clauses(chart) & !used;
    for term in chart.validity_periods.iter().filter(|term| term.coverage & used == 0) {
        if let [days] = term.days.as_slice() {
            let mut features = term.features.clone();
            // The beginning may be unknown.
            if begun != 0 && Date::from_days(days.0).is_some() {
                let mut features = features.clone();
                features.add(Feature::BoundSaid, 1.0);
                list.push((When::Begun(term.facts.clone(), days.0), term.coverage | begun, features));
            }
            features.add(Feature::BoundAskedNot, f32::from(u8::from(begun != 0)));
            list.push((When::While(term.facts.clone(), *days), term.coverage, features));
        }
    }
    Ok(list)
}

/// The same for a relation: any time alone, unless its facts have times.
pub fn times_of(
    chart: &mut Chart<'_, '_>,
    rel: RelId,
    through: Option<&ChartItem>,
    used: Coverage,
) -> Result<Vec<Timed>> {
    if chart.world.rels[rel].kind == SourceKind::Tkg {
        times(chart, through, used)
    } else {
        Ok(vec![(When::Always, 0, Features::default())])
    }
}

/// The date that a time of a query says.
fn date_of(text: &str) -> Option<Date> {
    Date::parse(text).or_else(|| text.parse().ok().and_then(|year| Date::new(year, None, None)))
}

/// First and last day of a time; `None` for any time, and for times that only the executed query knows.
pub fn days_of(chart: &mut Chart<'_, '_>, when: &When) -> Result<Option<(i32, i32)>> {
    Ok(match when {
        When::Now => Some((chart.world.today, chart.world.today)),
        When::At(date) => date_of(date).map(|date| (date.first_day(), date.last_day())),
        When::Within(from, to) => {
            date_of(from).zip(date_of(to)).map(|(from, to)| (from.first_day(), to.last_day()))
        }
        When::From(from) => date_of(from).map(|from| (from.first_day(), i32::MAX)),
        When::While(_, days) => Some(*days),
        When::Begun(_, day) => Some((*day, *day)),
        When::Of(_, days) => *days,
        When::Always | When::Bound(..) => None,
    })
}
