//! Weights by maximum likelihood: a log-linear model over the readings of each question,
//! trained from answers alone (Berant et al. 2013; Pasupat and Liang 2015).

use super::collect::{Example, Tried};
use crate::writer::parser::{COUNT, Weights, trust};

/// Passes over all examples.
const PASSES: usize = 400;
/// The first step size.
const STEP: f32 = 0.12;
/// How strongly weights are drawn to those of the prior, where that is a guess for few questions
/// of other domains; the benchmarks over single sources show what they need themselves.
const PRIOR: f32 = 0.015;
const PRIOR_ALONE: f32 = 0.02;

/// The reading that is chosen.
pub fn best<'e>(example: &'e Example, weights: &Weights) -> Option<&'e Tried> {
    example.ranked(weights).first().copied()
}

/// A reading as training sees it: the features that it has, and whether it is right.
type Row = (Vec<(usize, f32)>, bool);

fn rows_of(example: &Example) -> Vec<Row> {
    let row = |tried: &Tried| {
        let values = tried.features.values().iter().copied().enumerate();
        (values.filter(|(_, value)| *value != 0.0).collect(), tried.right)
    };
    example.tried.iter().map(row).collect()
}

/// Weights that make the right readings likely; deterministic.
pub fn train(examples: &[Example], prior: &Weights) -> Weights {
    let mut weights = prior.clone();
    let mut squares = [1e-3f32; COUNT];
    let useful: Vec<(f32, Vec<Row>)> = examples
        .iter()
        .filter(|e| e.tried.iter().any(|t| t.right) && e.tried.iter().any(|t| !t.right))
        .map(|e| (e.weight, rows_of(e)))
        .collect();
    let alone = examples.iter().filter(|e| e.alone).count() * 2 > examples.len();
    let strength = if alone { PRIOR_ALONE } else { PRIOR };
    for _ in 0..PASSES {
        let mut gradient = [0.0f32; COUNT];
        for (weight, rows) in &useful {
            let score = |(features, _): &Row| features.iter().map(|(at, f)| weights.of[*at] * f).sum();
            let scores: Vec<f32> = rows.iter().map(score).collect();
            let all = softmax(&scores, |_| true);
            let right = softmax(&scores, |at| rows[at].1);
            for (at, (features, _)) in rows.iter().enumerate() {
                let push = weight * (right[at] - all[at]);
                if push.abs() > 1e-6 {
                    for (feature, f) in features {
                        gradient[*feature] += push * f;
                    }
                }
            }
        }
        for at in 0..COUNT {
            let pull = strength * (prior.of[at] - weights.of[at]);
            let g = gradient[at] / useful.len().max(1) as f32 + pull;
            squares[at] += g * g;
            weights.of[at] += STEP * g / squares[at].sqrt();
        }
    }
    weights
}

fn softmax(scores: &[f32], of: impl Fn(usize) -> bool) -> Vec<f32> {
    let top = scores.iter().enumerate().filter(|(at, _)| of(*at)).map(|(_, s)| *s).fold(f32::MIN, f32::max);
    let mut parts: Vec<f32> =
        scores.iter().enumerate().map(|(at, s)| if of(at) { (s - top).exp() } else { 0.0 }).collect();
    let total: f32 = parts.iter().sum::<f32>().max(1e-12);
    parts.iter_mut().for_each(|p| *p /= total);
    parts
}

/// A question's chosen answer with what is told of it.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    /// The probability that is reported.
    pub probability: f32,
    /// The probability that there is no answer.
    pub beyond: f32,
    /// Whether it is right.
    pub right: bool,
    /// No answer would have been right.
    pub refuse: bool,
    /// What it asks for was taken out of the data.
    pub hidden: bool,
    /// It is the answer that is given.
    pub given: bool,
    /// It would be called certain.
    pub certain: bool,
    /// Nothing but its probability could forbid that.
    pub eligible: bool,
}

/// The chosen reading of an example under weights, as the signs of its trust.
fn signs(example: &Example, weights: &Weights) -> Option<([f32; trust::SIGNS], bool)> {
    let ranked = example.ranked(weights);
    let list: Vec<(f32, &str)> =
        ranked.iter().map(|t| (weights.score(&t.features), t.key.as_str())).collect();
    ranked.first().map(|first| (trust::signs(&list, &first.features), first.right))
}

fn may_be_certain(example: &Example, weights: &Weights) -> bool {
    best(example, weights).is_some_and(|best| trust::may_be_certain(&best.features))
}

/// Judges the chosen reading of an example.
pub fn judged(example: &Example, weights: &Weights) -> Judged {
    let signs = signs(example, weights);
    let probability = signs.map_or(0.0, |(s, _)| trust::probability(weights, &s));
    let beyond = signs.map_or(1.0, |(s, _)| trust::beyond(weights, &s));
    let confirmed = best(example, weights).is_some_and(|best| trust::is_confirmed(&best.features));
    let given = confirmed || probability >= weights.least && beyond <= weights.refuse;
    let least = weights.certain;
    Judged {
        probability,
        beyond,
        right: signs.is_some_and(|(_, right)| right),
        refuse: example.refuse,
        hidden: example.hidden,
        given,
        certain: given && probability >= least && may_be_certain(example, weights),
        eligible: may_be_certain(example, weights),
    }
}

/// How much a question from which its answer was taken counts beside one that people asked.
const HIDDEN: f32 = 0.1;
/// The share of the answers to questions that have one that may be held back, to hold back
/// those to questions that have none; less over one source, where no example has none.
const HELD_BACK: f32 = 0.04;
const HELD_BACK_ALONE: f32 = 0.01;

/// Whether something holds of an example whose chosen reading is right or not, and how much the
/// example counts; `None` for one that says nothing of it.
type Labels<'a> = &'a dyn Fn(&Example, bool) -> Option<(bool, f32)>;

/// Adds the weights of the probabilities, and the thresholds. The model that ranks is trained
/// on the other parts each time, so that the probability is not too sure of itself.
pub fn calibrated(examples: &[Example], mut weights: Weights, prior: &Weights) -> Weights {
    let mut parts: Vec<usize> = examples.iter().map(|e| e.part).collect();
    parts.dedup();
    let mut rows = Vec::new();
    for part in &parts {
        let others: Vec<Example> = examples.iter().filter(|e| e.part != *part).cloned().collect();
        let model = if others.is_empty() { weights.clone() } else { train(&others, prior) };
        for example in examples.iter().filter(|e| e.part == *part) {
            let eligible = may_be_certain(example, &model);
            rows.extend(signs(example, &model).map(|(signs, right)| (example, signs, right, eligible)));
        }
    }
    let weight = |example: &Example| if example.hidden { HIDDEN } else { 1.0 };
    let fit = |of: Labels<'_>| {
        let rows: Vec<_> = rows
            .iter()
            .filter_map(|(e, signs, right, _)| of(e, *right).map(|(holds, weight)| (*signs, holds, weight)))
            .collect();
        logistic(&rows)
    };
    weights.trust = fit(&|e, right| Some((right, weight(e))));
    // What was taken away is as good an example of this as what was never there.
    weights.beyond = fit(&|e, right| (e.refuse || right).then_some((e.refuse, 1.0)));
    let held_back = if examples.iter().any(|e| e.refuse) { HELD_BACK } else { HELD_BACK_ALONE };
    let mut beyond: Vec<f32> =
        rows.iter().filter(|(_, _, right, _)| *right).map(|(_, s, ..)| trust::beyond(&weights, s)).collect();
    beyond.sort_by(f32::total_cmp);
    let kept = ((1.0 - held_back) * beyond.len() as f32) as usize;
    weights.refuse = beyond.get(kept).copied().unwrap_or(1.0);
    // An answer that is more likely wrong than not by far is none.
    weights.least = 0.15;
    let eligible = rows.iter().filter(|(e, signs, _, eligible)| {
        *eligible && !e.hidden && trust::beyond(&weights, signs) <= weights.refuse
    });
    let mut rated: Vec<(f32, bool)> =
        eligible.map(|(_, signs, right, _)| (trust::probability(&weights, signs), *right)).collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    // The most that can be called certain while 98 of 100 of them are right.
    let (mut least, mut wrong) = (0.999, 0usize);
    for (at, (probability, right)) in rated.iter().enumerate() {
        wrong += usize::from(!right);
        if at >= 10 && (wrong as f32) <= 0.02 * (at + 1) as f32 {
            least = *probability;
        }
    }
    weights.certain = least;
    weights
}

/// A logistic model of rows of signs, whether it holds, and how much each counts.
fn logistic(rows: &[([f32; trust::SIGNS], bool, f32)]) -> Vec<f32> {
    let mut weights = vec![0.0f32; trust::SIGNS + 1];
    let mut squares = [1e-3f32; trust::SIGNS + 1];
    let total: f32 = rows.iter().map(|(_, _, weight)| weight).sum::<f32>().max(1.0);
    for _ in 0..3_000 {
        let mut gradient = [0.0f32; trust::SIGNS + 1];
        for (signs, holds, weight) in rows {
            let z = weights[0] + signs.iter().zip(&weights[1..]).map(|(s, w)| s * w).sum::<f32>();
            let error = weight * (f32::from(u8::from(*holds)) - 1.0 / (1.0 + (-z).exp()));
            gradient[0] += error;
            for (g, s) in gradient[1..].iter_mut().zip(signs) {
                *g += error * s;
            }
        }
        for at in 0..weights.len() {
            let g = gradient[at] / total - if at > 0 { 0.002 * weights[at] } else { 0.0 };
            squares[at] += g * g;
            weights[at] += 0.1 * g / squares[at].sqrt();
        }
    }
    weights
}

/// Precision at growing coverage, and what is held back, as text.
pub fn coverage(all: &[Judged]) -> String {
    use std::fmt::Write as _;
    let asked: Vec<&Judged> = all.iter().filter(|j| !j.hidden).collect();
    let mut sorted: Vec<&Judged> = asked.iter().filter(|j| j.given && j.eligible).copied().collect();
    sorted.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    let mut text = String::from("coverage: precision (least probability)\n");
    let total = asked.len().max(1);
    for share in [5, 10, 15, 20, 25, 30, 35, 40, 50, 60, 70, 80, 90, 100] {
        let n = (total * share / 100).max(1);
        if n > sorted.len() {
            break;
        }
        let right = sorted.iter().take(n).filter(|j| j.right).count();
        let least = sorted.get(n - 1).map_or(0.0, |j| j.probability);
        let _ = writeln!(text, "  {share:>3} %: {:.1} % ({least:.2})", 100.0 * right as f32 / n as f32);
    }
    let count = |of: &dyn Fn(&Judged) -> bool| all.iter().filter(|j| of(j)).count();
    let refused = |hidden: bool| count(&|j| j.hidden == hidden && j.refuse && !j.given);
    let _ = writeln!(
        text,
        "  right {} of {total}; no answer: {} of {} that have none, {} of {} whose answer was taken out, {} right answers",
        count(&|j| !j.hidden && (j.given && j.right || j.refuse && !j.given)),
        refused(false),
        count(&|j| !j.hidden && j.refuse),
        refused(true),
        count(&|j| j.hidden),
        count(&|j| !j.given && j.right),
    );
    let certain = count(&|j| !j.hidden && j.certain);
    let right = count(&|j| !j.hidden && j.certain && j.right);
    let _ = writeln!(text, "  certain {certain}, of these right {right}");
    // What else could be held back.
    for share in [0.99f32, 0.97, 0.95, 0.92, 0.9] {
        let mut of_right: Vec<f32> = asked.iter().filter(|j| j.right).map(|j| j.beyond).collect();
        of_right.sort_by(f32::total_cmp);
        let at = of_right.get((share * of_right.len() as f32) as usize).copied().unwrap_or(1.0);
        let (own, taken) =
            (count(&|j| !j.hidden && j.refuse && j.beyond > at), count(&|j| j.hidden && j.beyond > at));
        let _ = writeln!(
            text,
            "  with {:.0} % of the right answers given, {own} and {taken} are held back",
            share * 100.0
        );
    }
    text
}
