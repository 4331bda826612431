//! The figures of a run, from the outcomes of its questions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::outcome::{Cause, QuestionOutcome, StageSeconds};
use super::run::RunSettings;

/// How many of the commonest errors are kept.
const COMMONEST: usize = 10;
/// How many names are kept for each of them.
const COMMONEST_NAMES: usize = 3;

/// The measures over some questions; `None` where no question has the measure.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// Questions.
    pub questions: usize,
    /// Share of questions whose values equal the gold values.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub denotation_accuracy: Option<f64>,
    /// Share of questions whose first item is a gold answer.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub hits_at_1: Option<f64>,
    /// Mean F1 of the sets.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub set_f1: Option<f64>,
    /// Share of questions whose set equals the gold set.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub exact_set: Option<f64>,
}

/// Median and 95th percentile, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Percentiles {
    /// The median.
    pub p50: f64,
    /// The 95th percentile.
    pub p95: f64,
}

/// Time of each stage over the questions that went through it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StageTimes {
    /// Choosing sources and demonstrations.
    pub retrieve: Option<Percentiles>,
    /// Writing queries.
    pub write: Option<Percentiles>,
    /// From the query's text to execution calls.
    pub translate: Option<Percentiles>,
    /// Execution calls.
    pub execute: Option<Percentiles>,
}

/// An error that several questions share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CommonError {
    /// Its cause.
    pub cause: Cause,
    /// What was said, with `…` for the names in it.
    pub message: String,
    /// The commonest of those names, with the number of questions.
    pub names: Vec<(String, usize)>,
    /// Questions with this error.
    pub questions: usize,
    /// One of them.
    pub example: String,
}

/// A question whose annotation cannot be expressed in the query language.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImpossibleQuestion {
    /// The identifier.
    pub id: String,
    /// Why not.
    pub why: String,
}

/// Tokens that a model read and wrote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tokens {
    /// Of prompts.
    pub prompts: u64,
    /// Of completions.
    pub completions: u64,
}

/// A point of the risk-coverage curve: when only the answers are given that are likeliest by
/// the writer's own probability.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RiskPoint {
    /// Share of all questions that get an answer.
    pub coverage: f64,
    /// Share of right ones among these answers.
    pub precision: f64,
    /// The least probability of these answers.
    pub least: f32,
}

/// The figures of a run. Shares are from 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunSummary {
    /// The measures over all questions.
    #[serde(flatten)]
    pub scores: Scores,
    /// Share of the written queries that can be read.
    pub parsed: Option<f64>,
    /// Share of questions whose query calls a function that only a model could compute.
    pub model_function_rate: f64,
    /// Questions without a right answer, by cause.
    pub errors: BTreeMap<String, usize>,
    /// Time of the stages.
    pub seconds: StageTimes,
    /// What was measured.
    pub settings: RunSettings,
    /// The measures by the set that questions were drawn from, when there are several.
    pub by_set: BTreeMap<String, Scores>,
    /// The measures by type of question.
    pub by_type: BTreeMap<String, Scores>,
    /// The commonest errors.
    pub common_errors: Vec<CommonError>,
    /// Questions whose annotation cannot be expressed in the query language.
    pub impossible: Vec<ImpossibleQuestion>,
    /// Share of questions that name a source and whose answer rests on it; `None` when
    /// the source was given.
    pub right_source: Option<f64>,
    /// The same by set.
    pub right_source_by_set: BTreeMap<String, f64>,
    /// Share of the questions whose answer was called certain; `None` without a writer.
    #[serde(default)]
    pub certain: Option<f64>,
    /// Share of right answers among these.
    #[serde(default)]
    pub certain_precision: Option<f64>,
    /// How many of the likeliest answers are right, for growing shares of all questions.
    #[serde(default)]
    pub risk_coverage: Vec<RiskPoint>,
    /// Tokens.
    pub tokens: Tokens,
    /// Questions whose right answer is not known: of them only the queries are measured.
    pub without_gold: usize,
    /// Questions without a completion or an annotation, which are not counted above.
    pub left_out: usize,
    /// Questions that the run was stopped before.
    pub not_asked: usize,
}

impl RunSummary {
    /// The figures of these outcomes, of a run that was to ask `of` questions.
    pub fn of(outcomes: &[QuestionOutcome], of: usize, settings: &RunSettings) -> RunSummary {
        let counted: Vec<&QuestionOutcome> = outcomes.iter().filter(|o| !o.left_out).collect();
        let mut errors: BTreeMap<String, usize> =
            Cause::ALL.iter().map(|cause| (cause.name().to_owned(), 0)).collect();
        for cause in counted.iter().filter_map(|o| o.cause) {
            *errors.entry(cause.name().to_owned()).or_default() += 1;
        }
        let several = counted.iter().any(|o| counted.first().is_some_and(|first| first.set != o.set));
        let by_set = if several { grouped(&counted, |o| o.set.clone()) } else { BTreeMap::new() };
        let kind = |o: &QuestionOutcome| match several && o.kind != o.set {
            true => format!("{} {}", o.set, o.kind),
            false => o.kind.clone(),
        };
        let impossible = counted
            .iter()
            .filter(|o| o.cause == Some(Cause::Impossible))
            .map(|o| ImpossibleQuestion { id: o.id.clone(), why: o.message.clone().unwrap_or_default() });
        let found = |list: &[&QuestionOutcome]| share(list.iter().filter_map(|o| o.right_source));
        let unknown = settings.source == super::run::SourceKnowledge::Unknown;
        let right_source_by_set = by_set.keys().filter(|_| unknown).filter_map(|set| {
            let own: Vec<&QuestionOutcome> = counted.iter().copied().filter(|o| o.set == *set).collect();
            Some((set.clone(), found(&own)?))
        });
        RunSummary {
            scores: scores(&counted),
            parsed: share(counted.iter().filter_map(|o| o.parsed)),
            model_function_rate: share(counted.iter().map(|o| o.model_function)).unwrap_or(0.0),
            errors,
            seconds: times(&counted),
            settings: settings.clone(),
            by_type: grouped(&counted, kind),
            common_errors: common(&counted),
            impossible: impossible.collect(),
            right_source: found(&counted).filter(|_| unknown),
            right_source_by_set: right_source_by_set.collect(),
            certain: share(counted.iter().filter_map(|o| o.certain)),
            certain_precision: share(
                counted.iter().filter(|o| o.certain == Some(true) && o.is_labelled()).map(|o| o.is_right()),
            ),
            risk_coverage: risk_coverage(&counted),
            by_set,
            tokens: Tokens {
                prompts: counted.iter().map(|o| o.tokens_in).sum(),
                completions: counted.iter().map(|o| o.tokens_out).sum(),
            },
            without_gold: counted.iter().filter(|o| !o.is_labelled()).count(),
            left_out: outcomes.len() - counted.len(),
            not_asked: of.saturating_sub(outcomes.len()),
        }
    }
}

/// The risk-coverage curve, at every tenth of the questions; empty without probabilities.
fn risk_coverage(list: &[&QuestionOutcome]) -> Vec<RiskPoint> {
    let labelled = list.iter().filter(|o| o.is_labelled());
    let total = labelled.clone().count();
    let mut rated: Vec<(f32, bool)> =
        labelled.filter_map(|o| o.probability.map(|probability| (probability, o.is_right()))).collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    let point = |tenth: usize| {
        let taken = rated.get(..total * tenth / 10).filter(|taken| !taken.is_empty())?;
        let precision = share(taken.iter().map(|(_, right)| *right))?;
        let least = taken.last()?.0;
        Some(RiskPoint { coverage: taken.len() as f64 / total as f64, precision, least })
    };
    (1..=10).filter_map(point).collect()
}

/// The share of true; `None` of nothing.
fn share(values: impl Iterator<Item = bool>) -> Option<f64> {
    mean(values.map(|value| if value { 1.0 } else { 0.0 }))
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0u32, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / f64::from(count))
}

fn scores(list: &[&QuestionOutcome]) -> Scores {
    Scores {
        questions: list.len(),
        denotation_accuracy: share(list.iter().filter_map(|o| o.denotation)),
        hits_at_1: share(list.iter().filter_map(|o| o.hits_at_1)),
        set_f1: mean(list.iter().filter_map(|o| o.f1)),
        exact_set: share(list.iter().filter_map(|o| o.exact)),
    }
}

fn grouped(list: &[&QuestionOutcome], key: impl Fn(&QuestionOutcome) -> String) -> BTreeMap<String, Scores> {
    let mut groups: BTreeMap<String, Vec<&QuestionOutcome>> = BTreeMap::new();
    for outcome in list {
        groups.entry(key(outcome)).or_default().push(outcome);
    }
    groups.into_iter().map(|(key, group)| (key, scores(&group))).collect()
}

fn times(list: &[&QuestionOutcome]) -> StageTimes {
    let of = |stage: fn(&StageSeconds) -> Option<f64>| {
        let mut values: Vec<f64> = list.iter().filter_map(|o| stage(&o.seconds)).collect();
        values.sort_by(f64::total_cmp);
        Some(Percentiles { p50: rank(&values, 50)?, p95: rank(&values, 95)? })
    };
    StageTimes {
        retrieve: of(|s| s.retrieve),
        write: of(|s| s.write),
        translate: of(|s| s.translate),
        execute: of(|s| s.execute),
    }
}

/// The value at a percentile of sorted values, by nearest rank.
fn rank(sorted: &[f64], percent: usize) -> Option<f64> {
    let at = (sorted.len() * percent).div_ceil(100);
    sorted.get(at.saturating_sub(1)).copied()
}

/// Errors with equal cause and equal message but for names, commonest first.
fn common(list: &[&QuestionOutcome]) -> Vec<CommonError> {
    let mut groups: BTreeMap<(Cause, String), CommonError> = BTreeMap::new();
    for outcome in list {
        let Some(cause) = outcome.cause else { continue };
        let (message, name) = without_names(outcome.message.as_deref().unwrap_or("no reason is known"));
        let group = groups.entry((cause, message.clone())).or_insert_with(|| CommonError {
            cause,
            message,
            names: Vec::new(),
            questions: 0,
            example: outcome.id.clone(),
        });
        group.questions += 1;
        if let Some(name) = name {
            match group.names.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => group.names.push((name, 1)),
            }
        }
    }
    let mut errors: Vec<CommonError> = groups.into_values().collect();
    errors.sort_by_key(|error| std::cmp::Reverse(error.questions));
    errors.truncate(COMMONEST);
    for error in &mut errors {
        error.names.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        error.names.truncate(COMMONEST_NAMES);
    }
    errors
}

/// The first line of a message with `…` for what is between backticks, and the
/// first of those names.
fn without_names(message: &str) -> (String, Option<String>) {
    let mut out = String::new();
    let mut first = None;
    let mut rest = message.lines().next().unwrap_or_default();
    while let Some((before, after)) = rest.split_once('`') {
        let Some((name, after)) = after.split_once('`') else { break };
        out.push_str(before);
        out.push('…');
        first.get_or_insert_with(|| name.to_owned());
        rest = after;
    }
    out.push_str(rest);
    (out, first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_occurred() {
        let values: Vec<f64> = (1..=20).map(f64::from).collect();
        assert_eq!((rank(&values, 50), rank(&values, 95)), (Some(10.0), Some(19.0)));
        assert_eq!((rank(&values[..1], 50), rank(&[], 95)), (Some(1.0), None));
    }

    #[test]
    fn the_likeliest_answers_come_first_on_the_curve() {
        let outcome = |probability, right| QuestionOutcome {
            probability,
            denotation: Some(right),
            ..QuestionOutcome::default()
        };
        let mut list = vec![outcome(None, false); 8];
        list.push(outcome(Some(0.3), false));
        list.push(outcome(Some(0.9), true));
        let curve = risk_coverage(&list.iter().collect::<Vec<_>>());
        assert_eq!(
            curve,
            [
                RiskPoint { coverage: 0.1, precision: 1.0, least: 0.9 },
                RiskPoint { coverage: 0.2, precision: 0.5, least: 0.3 },
            ]
        );
    }

    #[test]
    fn names_do_not_tell_errors_apart() {
        let (text, name) = without_names("no name is called `Ann`; `Bo` is\nhint");
        assert_eq!((text.as_str(), name.as_deref()), ("no name is called …; … is", Some("Ann")));
        assert_eq!(without_names("a ` alone"), ("a ` alone".to_owned(), None));
    }

    #[test]
    fn commonest_errors_come_first_with_an_example() {
        let outcome = |id: &str, cause, message: &str| QuestionOutcome {
            id: id.to_owned(),
            cause: Some(cause),
            message: Some(message.to_owned()),
            ..QuestionOutcome::default()
        };
        let outcomes = [
            outcome("a", Cause::Parse, "bad"),
            outcome("b", Cause::EntityGrounding, "no name is called `x`"),
            outcome("c", Cause::EntityGrounding, "no name is called `y`"),
        ];
        let errors = common(&outcomes.iter().collect::<Vec<_>>());
        assert_eq!(errors.len(), 2);
        assert_eq!((errors[0].questions, errors[0].example.as_str()), (2, "b"));
        assert_eq!(errors[0].message, "no name is called …");
        assert_eq!(errors[0].names, [("x".to_owned(), 1), ("y".to_owned(), 1)]);
    }
}
