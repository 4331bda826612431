//! The probabilities of an answer and their thresholds, fitted on answers that the ranking was not trained on.

use std::collections::{BTreeMap, BTreeSet};

use trust::Signs;
use trustuqa_parser::{Over, Weights, trust};

use super::collect::{Example, Tried};
use super::train::{fold, mostly_alone, train, without};

/// A question's chosen answer, and what the program says about it.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    /// The probability that is reported.
    pub probability: f32,
    /// The probability that there is no answer.
    pub beyond: f32,
    /// Whether it is right.
    pub right: bool,
    /// Whether it is rightly an empty list, which is never given as an answer.
    pub nothing: bool,
    /// Whether giving no answer would have been right.
    pub refuse: bool,
    /// What it asks for was taken out of the data.
    pub hidden: bool,
    /// It is the answer that is given.
    pub given: bool,
    /// It would be called certain.
    pub certain: bool,
    /// Whether its features allow it to be called certain.
    pub eligible: bool,
}

/// The chosen reading of an example, and the signs of trust for it.
fn chosen<'e>(example: &'e Example, weights: &Weights) -> Option<(&'e Tried, Signs)> {
    let ranked = example.ranked(weights);
    let list: Vec<(f32, &str)> =
        ranked.iter().map(|t| (weights.score(&t.features), t.key.as_str())).collect();
    ranked.first().map(|first| (*first, trust::signs(&list, &first.features)))
}

/// Rankings trained without one fold, and without two. A fold is measured with a ranking that has not seen
/// it; the probabilities for that come from rankings that have not seen a second fold, either. The order of
/// the two folds does not matter.
pub struct Rankings {
    folds: Vec<usize>,
    of: BTreeMap<(usize, usize), Weights>,
}

impl Rankings {
    /// Trains them, on all cores.
    pub fn train(examples: &[&Example], prior: &Weights) -> Rankings {
        let folds: BTreeSet<usize> = examples.iter().map(|e| fold(e)).collect();
        let folds: Vec<usize> = folds.into_iter().collect();
        let pairs: Vec<(usize, usize)> =
            folds.iter().flat_map(|a| folds.iter().filter(move |b| a <= *b).map(move |b| (*a, *b))).collect();
        let one = |(a, b): &(usize, usize)| {
            let others = without(examples, |fold| fold == *a || fold == *b);
            ((*a, *b), train(&others, prior))
        };
        let of = super::in_parallel(&pairs, one).into_iter().collect();
        Rankings { folds, of }
    }

    /// The one that has seen neither of two folds, which may be the same.
    fn without(&self, a: usize, b: usize) -> Option<&Weights> {
        self.of.get(&(a.min(b), a.max(b)))
    }

    /// The result of `of` for each fold, called with its examples and with weights that have seen none of them.
    pub fn by_fold<'e, T: Send>(
        &self,
        examples: &[&'e Example],
        of: impl Fn(&[&'e Example], &Weights) -> T + Sync,
    ) -> Vec<T> {
        let one = |fold: &usize| {
            let own = without(examples, |other| other != *fold);
            let others = without(examples, |other| other == *fold);
            let ranking = self.of[&(*fold, *fold)].clone();
            of(&own, &calibrated(&others, ranking, |other| self.without(*fold, other)))
        };
        super::in_parallel(&self.folds, one)
    }

    /// Weights trained on all examples, with the probabilities and thresholds.
    pub fn calibrated(&self, examples: &[&Example], weights: Weights) -> Weights {
        calibrated(examples, weights, |fold| self.without(fold, fold))
    }
}

/// Judges the chosen reading of an example.
pub fn judged(example: &Example, weights: &Weights) -> Judged {
    let chosen = chosen(example, weights);
    let probability = chosen.as_ref().map_or(0.0, |(_, signs)| trust::probability(weights, signs));
    let beyond = chosen.as_ref().map_or(1.0, |(_, signs)| trust::beyond(weights, signs));
    let best = chosen.map(|(best, _)| best);
    let confirmed = best.is_some_and(|best| trust::is_confirmed(&best.features));
    let answered = best.is_some_and(|best| !best.empty);
    let eligible = best.is_some_and(|best| trust::may_be_certain(&best.features));
    let given = answered && (confirmed || probability >= weights.least && beyond <= weights.refuse);
    let right = best.is_some_and(|best| best.right);
    Judged {
        probability,
        beyond,
        right,
        nothing: right && !answered && !example.refuse,
        refuse: example.refuse,
        hidden: example.hidden,
        given,
        certain: given && probability >= weights.certain && eligible,
        eligible,
    }
}

/// How much a question whose answer was taken out counts; one that people asked counts 1.
const HIDDEN: f32 = 0.1;
/// An answer that is far more likely wrong than right is not given.
const LEAST: f32 = 0.15;
/// The share of the questions without an answer, of those that people asked, that must get none. Over new data
/// it is about three in a hundred fewer.
const REFUSED: f32 = 0.83;
/// The share of right answers that may be held back over one source, where benchmarks have no such questions.
const HELD_BACK_ALONE: f32 = 0.01;

/// With at least this many answers, a part gets a threshold of its own.
const LARGE_PART: usize = 150;

/// The chosen reading of an example, which has an answer.
struct Chosen<'e> {
    example: &'e Example,
    signs: Signs,
    right: bool,
    eligible: bool,
    confirmed: bool,
    /// The two probabilities, by models that were not fitted on its fold: by their own rows, thresholds would be
    /// too bold.
    probability: f32,
    beyond: f32,
}

impl<'e> Chosen<'e> {
    /// The chosen reading of an example; `None` if it has no answer, and so needs no probability.
    fn of(example: &'e Example, ranking: &Weights) -> Option<Chosen<'e>> {
        let (best, signs) = chosen(example, ranking).filter(|(best, _)| !best.empty)?;
        Some(Chosen {
            example,
            signs,
            right: best.right,
            eligible: trust::may_be_certain(&best.features),
            confirmed: trust::is_confirmed(&best.features),
            probability: 0.0,
            beyond: 0.0,
        })
    }
}

/// How much an example counts for the probabilities.
fn weight(example: &Example) -> f32 {
    if example.hidden { HIDDEN } else { 1.0 }
}

/// The model of the probability that a reading is right.
fn fit_trust(rows: &[&Chosen<'_>]) -> Vec<f32> {
    let rows: Vec<_> = rows.iter().map(|row| (&row.signs, row.right, weight(row.example))).collect();
    logistic(&rows)
}

/// The model of the probability that there is no answer, fitted on readings that are right and on questions that
/// have none: an answer taken out of the data is less like what people ask than one that was never there.
fn fit_beyond(rows: &[&Chosen<'_>]) -> Vec<f32> {
    let rows = rows.iter().filter(|row| row.example.refuse || row.right);
    let rows: Vec<_> = rows.map(|row| (&row.signs, row.example.refuse, weight(row.example))).collect();
    logistic(&rows)
}

/// The highest threshold of `beyond` at which no more right answers are held back than may be.
fn least_of_right(rows: &[Chosen<'_>]) -> Option<f32> {
    let right = rows.iter().filter(|row| row.right);
    let mut beyond: Vec<f32> = right.map(|row| row.beyond).collect();
    beyond.sort_by(f32::total_cmp);
    beyond.get(((1.0 - HELD_BACK_ALONE) * beyond.len() as f32) as usize).copied()
}

/// The highest threshold of `beyond` at which enough questions without an answer get none.
fn least_of_unanswerable(examples: &[&Example], rows: &[Chosen<'_>]) -> Option<f32> {
    let asked = |example: &Example| example.refuse && !example.hidden;
    let all = examples.iter().filter(|example| asked(example)).count();
    let answered =
        rows.iter().filter(|row| asked(row.example) && (row.confirmed || row.probability >= LEAST));
    // A confirmed answer is given however likely it is that there is none.
    let mut beyond: Vec<f32> = answered.map(|row| if row.confirmed { 0.0 } else { row.beyond }).collect();
    beyond.sort_by(f32::total_cmp);
    let may_be_given = ((1.0 - REFUSED) * all as f32) as usize;
    beyond.get(may_be_given.checked_sub(1)?).copied()
}

/// Adds the weights of the probabilities, and the thresholds. `ranking` has not seen the examples of a fold, so that
/// the probabilities are not too optimistic.
fn calibrated<'r>(
    examples: &[&Example],
    mut weights: Weights,
    ranking: impl Fn(usize) -> Option<&'r Weights>,
) -> Weights {
    let mut rows: Vec<Chosen<'_>> = examples
        .iter()
        .filter_map(|example| Chosen::of(example, ranking(fold(example)).unwrap_or(&weights)))
        .collect();
    let all: Vec<&Chosen<'_>> = rows.iter().collect();
    weights.trust = fit_trust(&all);
    weights.beyond = fit_beyond(&all);
    weights.least = LEAST;
    rate(&mut rows, &weights);
    let held_back =
        if mostly_alone(examples) { least_of_right(&rows) } else { least_of_unanswerable(examples, &rows) };
    // Without examples that have no answer, nothing is known about such questions.
    weights.refuse = held_back.filter(|_| examples.iter().any(|e| e.refuse)).unwrap_or(1.0);
    weights.certain = least_of_certain(&rows, weights.refuse);
    weights
}

/// Sets the probabilities of all rows, by models that were not fitted on their fold.
fn rate(rows: &mut [Chosen<'_>], fitted: &Weights) {
    let folds: BTreeSet<usize> = rows.iter().map(|row| fold(row.example)).collect();
    let folds: Vec<usize> = folds.into_iter().collect();
    let of_folds: BTreeMap<usize, Weights> = super::in_parallel(&folds, |own| {
        let others: Vec<&Chosen<'_>> = rows.iter().filter(|row| fold(row.example) != *own).collect();
        let model = if others.is_empty() {
            fitted.clone()
        } else {
            Weights { trust: fit_trust(&others), beyond: fit_beyond(&others), ..fitted.clone() }
        };
        (*own, model)
    })
    .into_iter()
    .collect();
    for row in rows {
        let model = &of_folds[&fold(row.example)];
        row.probability = trust::probability(model, &row.signs);
        row.beyond = trust::beyond(model, &row.signs);
    }
}

/// The threshold from which an answer is called certain.
fn least_of_certain(rows: &[Chosen<'_>], refuse: f32) -> f32 {
    let eligible = rows
        .iter()
        .filter(|row| row.eligible && !row.example.hidden && (row.confirmed || row.beyond <= refuse));
    let mut of_parts: BTreeMap<usize, Vec<(f32, bool)>> = BTreeMap::new();
    for row in eligible {
        // Over many sources together, nobody can tell a question of one benchmark from one of another.
        let part = if row.example.over == Over::Many { 0 } else { row.example.part };
        of_parts.entry(part).or_default().push((row.probability, row.right));
    }
    // An easy benchmark must not make up for a hard one; folders are too small for a threshold each.
    let all: Vec<(f32, bool)> = of_parts.values().flatten().copied().collect();
    let large = of_parts.into_values().filter(|rated| rated.len() >= LARGE_PART);
    let least = |rated: Vec<(f32, bool)>| {
        let enough = rated.len() / ENOUGH_CERTAIN;
        let found =
            certain_from(&rated, CERTAIN, enough).or_else(|| certain_from(&rated, CERTAIN_OF_NOISY, 0));
        found.unwrap_or(NEVER)
    };
    large.chain(std::iter::once(all)).map(least).fold(0.0, f32::max)
}

/// The share of certain answers that must be right, and the share for a benchmark that hardly reaches the
/// first: of the answers in WikiTableQuestions that count as wrong despite the highest probabilities, a
/// third turns out to be right, and in TimeQuestions most.
const CERTAIN: f32 = 0.98;
const CERTAIN_OF_NOISY: f32 = 0.9;
/// A probability that nothing has.
const NEVER: f32 = 0.999;
/// Fewest answers that must lie above a threshold, and the part of all that must lie above [`CERTAIN`].
const FEW_CERTAIN: usize = 20;
const ENOUGH_CERTAIN: usize = 3;

/// The lowest probability above which at least this share of the answers is right, if so many are above it.
fn certain_from(rated: &[(f32, bool)], share: f32, enough: usize) -> Option<f32> {
    let mut rated = rated.to_vec();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (mut least, mut right) = (None, 0usize);
    for (at, (probability, is_right)) in rated.iter().enumerate() {
        right += usize::from(*is_right);
        if at + 1 >= FEW_CERTAIN.max(enough) && right as f32 >= share * (at + 1) as f32 {
            least = Some(*probability);
        }
    }
    least
}

/// How strongly weights of the probabilities are drawn to 0.
const SHRINKAGE: f32 = 0.0007;
/// Passes over all rows to fit one.
const LOGISTIC_PASSES: usize = 1_500;

/// Those signs of a row that are not 0, with their places among the weights.
type Sparse = Vec<(usize, f32)>;

/// A logistic model: each row has its signs, whether the property holds, and how much it counts.
fn logistic(rows: &[(&Signs, bool, f32)]) -> Vec<f32> {
    let many = 1 + rows.first().map_or(trust::SIGNS, |(signs, ..)| signs.len());
    // Of hundreds of signs a row has a few dozen.
    let rows: Vec<(Sparse, f32, f32)> = rows
        .iter()
        .map(|(signs, holds, weight)| {
            let there = (1..).zip(signs.iter().copied()).filter(|(_, sign)| *sign != 0.0);
            (std::iter::once((0, 1.0)).chain(there).collect(), f32::from(u8::from(*holds)), *weight)
        })
        .collect();
    let mut weights = vec![0.0f32; many];
    let mut squares = vec![1e-3f32; many];
    let total: f32 = rows.iter().map(|(.., weight)| weight).sum::<f32>().max(1.0);
    for _ in 0..LOGISTIC_PASSES {
        let mut gradient = vec![0.0f32; many];
        for (signs, holds, weight) in &rows {
            let z: f32 = signs.iter().map(|(at, sign)| weights[*at] * sign).sum();
            let error = weight * (holds - 1.0 / (1.0 + (-z).exp()));
            signs.iter().for_each(|(at, sign)| gradient[*at] += error * sign);
        }
        for at in 0..many {
            let g = gradient[at] / total - if at > 0 { SHRINKAGE * weights[at] } else { 0.0 };
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
        count(&|j| !j.hidden && (j.given && j.right || j.refuse && !j.given || j.nothing)),
        refused(false),
        count(&|j| !j.hidden && j.refuse),
        refused(true),
        count(&|j| j.hidden),
        count(&|j| !j.hidden && !j.refuse && !j.given && j.right && !j.nothing),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threshold_needs_enough_answers_above_it() {
        let sure = (0..30).map(|_| (0.99, true));
        let unsure = (0..70).map(|at| (0.5 - at as f32 / 1_000.0, at % 2 == 1));
        let rated: Vec<(f32, bool)> = sure.chain(unsure).collect();
        assert_eq!(certain_from(&rated, CERTAIN, 0), Some(0.99));
        assert_eq!(certain_from(&rated, CERTAIN, 25), Some(0.99));
        assert_eq!(certain_from(&rated, CERTAIN, 50), None);
        assert!(certain_from(&rated, CERTAIN_OF_NOISY, 0).is_some_and(|least| least < 0.5));
    }
}
