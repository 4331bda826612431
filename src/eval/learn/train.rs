//! Weights by maximum likelihood: a log-linear model over the readings of each question,
//! trained from answers alone (Berant et al. 2013; Pasupat and Liang 2015).

use super::collect::{Example, Tried};
use crate::writer::parser::{COUNT, Weights, trust};

/// Passes over all examples.
const PASSES: usize = 400;
/// The first step size.
const STEP: f32 = 0.12;
/// How strongly weights are drawn to those of the prior.
const PRIOR: f32 = 0.012;

/// The reading that is chosen.
pub fn best<'e>(example: &'e Example, weights: &Weights) -> Option<&'e Tried> {
    example.ranked(weights).first().copied()
}

/// Weights that make the right readings likely; deterministic.
pub fn train(examples: &[Example], prior: &Weights) -> Weights {
    let mut weights = prior.clone();
    let mut squares = [1e-3f32; COUNT];
    let useful: Vec<&Example> = examples
        .iter()
        .filter(|e| e.tried.iter().any(|t| t.right) && e.tried.iter().any(|t| !t.right))
        .collect();
    for _ in 0..PASSES {
        let mut gradient = [0.0f32; COUNT];
        for example in &useful {
            let scores: Vec<f32> = example.tried.iter().map(|t| weights.score(&t.features)).collect();
            let all = softmax(&scores, |_| true);
            let right = softmax(&scores, |at| example.tried[at].right);
            for (at, tried) in example.tried.iter().enumerate() {
                let push = example.weight * (right[at] - all[at]);
                if push.abs() > 1e-6 {
                    for (g, f) in gradient.iter_mut().zip(tried.features.values()) {
                        *g += push * f;
                    }
                }
            }
        }
        for at in 0..COUNT {
            let pull = PRIOR * (prior.of[at] - weights.of[at]);
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

/// A question's chosen answer with the probability that it is right.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    /// The probability that is told.
    pub probability: f32,
    /// Whether it is right.
    pub right: bool,
    /// No answer would have been right.
    pub refuse: bool,
}

/// Judges the chosen reading of an example.
pub fn judged(example: &Example, weights: &Weights) -> Judged {
    let ranked = example.ranked(weights);
    let list: Vec<(f32, &str)> =
        ranked.iter().map(|t| (weights.score(&t.features), t.key.as_str())).collect();
    let signs = ranked.first().map(|t| trust::signs(&list, &t.features));
    Judged {
        probability: signs.map_or(0.0, |s| trust::probability(weights, &s)),
        right: ranked.first().is_some_and(|t| t.right),
        refuse: example.refuse,
    }
}

/// Adds the weights of the probability, and the thresholds. The model that ranks is trained
/// on the other parts each time, so that the probability is not too sure of itself.
pub fn calibrated(examples: &[Example], mut weights: Weights) -> Weights {
    let mut parts: Vec<usize> = examples.iter().map(|e| e.part).collect();
    parts.dedup();
    let mut rows: Vec<([f32; trust::SIGNS], bool)> = Vec::new();
    let (mut refusals, mut alone): (Vec<bool>, Vec<bool>) = (Vec::new(), Vec::new());
    for part in &parts {
        let others: Vec<Example> = examples.iter().filter(|e| e.part != *part).cloned().collect();
        let model = if others.is_empty() { weights.clone() } else { train(&others, &super::start()) };
        for example in examples.iter().filter(|e| e.part == *part) {
            let ranked = example.ranked(&model);
            let list: Vec<(f32, &str)> =
                ranked.iter().map(|t| (model.score(&t.features), t.key.as_str())).collect();
            if let Some(first) = ranked.first() {
                rows.push((trust::signs(&list, &first.features), first.right));
                refusals.push(example.refuse);
                alone.push(example.alone);
            }
        }
    }
    weights.trust = logistic(&rows);
    // No answer is given where that loses fewer right answers than it saves wrong ones to
    // questions that have no answer.
    let gain = |least: f32| {
        let below =
            rows.iter().zip(&refusals).filter(|((signs, _), _)| trust::probability(&weights, signs) < least);
        below.map(|((_, right), refuse)| i32::from(*refuse) - i32::from(*right)).sum::<i32>()
    };
    weights.least = (0..50).map(|at| at as f32 / 100.0).max_by_key(|least| gain(*least)).unwrap_or(0.0);
    let threshold = |of: &dyn Fn(bool) -> bool| {
        let of_kind = rows.iter().zip(&alone).filter(|(_, alone)| of(**alone));
        let mut rated: Vec<(f32, bool)> =
            of_kind.map(|((signs, right), _)| (trust::probability(&weights, signs), *right)).collect();
        rated.sort_by(|a, b| b.0.total_cmp(&a.0));
        // The most that can be called certain while 99 of 100 of them are right.
        let (mut least, mut wrong) = (0.999, 0usize);
        for (at, (probability, right)) in rated.iter().enumerate() {
            wrong += usize::from(!right);
            if at >= 10 && (wrong as f32) <= 0.01 * (at + 1) as f32 {
                least = *probability;
            }
        }
        least
    };
    let (several, one) = (threshold(&|alone| !alone), threshold(&|alone| alone));
    (weights.certain, weights.certain_alone) = (several, one);
    weights
}

fn logistic(rows: &[([f32; trust::SIGNS], bool)]) -> Vec<f32> {
    let mut weights = vec![0.0f32; trust::SIGNS + 1];
    let mut squares = [1e-3f32; trust::SIGNS + 1];
    for _ in 0..3_000 {
        let mut gradient = [0.0f32; trust::SIGNS + 1];
        for (signs, right) in rows {
            let z = weights[0] + signs.iter().zip(&weights[1..]).map(|(s, w)| s * w).sum::<f32>();
            let error = f32::from(u8::from(*right)) - 1.0 / (1.0 + (-z).exp());
            gradient[0] += error;
            for (g, s) in gradient[1..].iter_mut().zip(signs) {
                *g += error * s;
            }
        }
        for at in 0..weights.len() {
            let g = gradient[at] / rows.len().max(1) as f32 - if at > 0 { 0.004 * weights[at] } else { 0.0 };
            squares[at] += g * g;
            weights[at] += 0.1 * g / squares[at].sqrt();
        }
    }
    weights
}

/// Precision at growing coverage, as text.
pub fn coverage(all: &[Judged]) -> String {
    use std::fmt::Write as _;
    let mut sorted: Vec<&Judged> = all.iter().collect();
    sorted.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    let mut text = String::from("coverage: precision (least probability)\n");
    let total = all.len().max(1);
    for share in [5, 10, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100] {
        let n = (total * share / 100).max(1);
        let right = sorted.iter().take(n).filter(|j| j.right).count();
        let least = sorted.get(n - 1).map_or(0.0, |j| j.probability);
        let _ = writeln!(text, "  {share:>3} %: {:.1} % ({least:.2})", 100.0 * right as f32 / n as f32);
    }
    for least in [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4] {
        let refused = all.iter().filter(|j| j.probability < least);
        let lost = refused.clone().filter(|j| j.right).count();
        let kept_back = refused.filter(|j| j.refuse).count();
        let refusals = all.iter().filter(|j| j.refuse).count();
        let _ = writeln!(
            text,
            "  no answer below {least}: {kept_back} of {refusals} unanswerable, {lost} right answers lost"
        );
    }
    text
}
