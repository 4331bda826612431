//! Weights by maximum likelihood: a log-linear model over the readings of each question,
//! trained from answers alone (Berant et al. 2013; Pasupat and Liang 2015).

use std::collections::{BTreeMap, BTreeSet};

use super::collect::{Example, Tried};
use trust::Signs;
use trustuqa_parser::{COUNT, HOW_MANY, Lexical, LexicalWeights, OPERATIONS, Weights, bounded, trust};

/// Passes over all examples.
const PASSES: usize = 200;
/// The first step size.
const STEP: f32 = 0.12;
/// How much a question that the data cannot answer counts in the ranking. Its right readings are those
/// that find nothing; a model that learns to prefer them does so for other questions, too.
const UNANSWERABLE: f32 = 0.4;
/// How strongly weights are drawn to the prior: over several sources, and over one.
const PRIOR: f32 = 0.015;
const PRIOR_ALONE: f32 = 0.02;

/// The reading that is chosen.
pub fn best<'e>(example: &'e Example, weights: &Weights) -> Option<&'e Tried> {
    example.best(weights)
}

/// How weights of lexicalised features are learnt. Words from several domains with few questions each are
/// trusted less than words from thousands of questions over sources of one kind.
struct Lexicalised {
    /// How strongly they are drawn to 0, by their square.
    square: f32,
    /// The same by their size, so that many are 0.
    size: f32,
    /// An n-gram gets weights when at least this many questions have it,
    questions: usize,
    /// in at least this many groups.
    groups: usize,
    /// Whether pairs of a question's word and a word in a relation's name get weights. Over several
    /// domains with names of their own, too few questions share a pair: there it made unseen domains
    /// worse by half a point.
    names: bool,
}

const SEVERAL: Lexicalised =
    Lexicalised { square: 0.001, size: 0.0003, questions: 3, groups: 2, names: false };
const ALONE: Lexicalised = Lexicalised { square: 0.0004, size: 0.0001, questions: 2, groups: 2, names: true };

/// Weights of lexicalised features that are nearer to 0 than this are dropped.
const NEGLIGIBLE: f32 = 0.02;
/// Parts of the groups that are left out in turn.
pub const FOLDS: usize = 7;

/// A reading as training sees it.
struct Row {
    named: Vec<(usize, f32)>,
    operations: Vec<usize>,
    names: Vec<usize>,
    left: Vec<usize>,
    right: bool,
    /// Whether it answers yes; `None` unless yes or no.
    truth: Option<bool>,
}

impl Row {
    /// The features combined with each operation: the place of each pair, and its value.
    fn beside(&self) -> impl Iterator<Item = (usize, f32)> + '_ {
        self.named.iter().flat_map(|(feature, value)| {
            let value = bounded(*value);
            self.operations.iter().map(move |operation| (feature * HOW_MANY + operation, value))
        })
    }
}

/// A question as training sees it: how much it counts, its n-grams and its readings.
struct Seen {
    weight: f32,
    grams: Vec<usize>,
    rows: Vec<Row>,
}

/// What gets weights, with its place among them: n-grams, pairs of a word and a name, or words.
type Vocabulary<K> = BTreeMap<K, usize>;

/// Those that occur in enough questions of enough groups.
fn vocabulary<'e, K: Ord>(
    examples: &[&'e Example],
    how: &Lexicalised,
    of: impl Fn(&'e Example) -> BTreeSet<K>,
) -> Vocabulary<K> {
    let mut seen: BTreeMap<K, (usize, BTreeSet<usize>)> = BTreeMap::new();
    for example in examples.iter().filter(|e| !e.hidden) {
        for gram in of(example) {
            let (questions, groups) = seen.entry(gram).or_default();
            *questions += 1;
            groups.insert(example.group);
        }
    }
    let often = seen
        .into_iter()
        .filter(|(_, (questions, groups))| *questions >= how.questions && groups.len() >= how.groups);
    often.zip(0..).map(|((gram, _), at)| (gram, at)).collect()
}

/// The words of a question, paired with words in names of the relations that its right readings use.
fn names_of(example: &Example) -> BTreeSet<(&str, &str)> {
    let right = example.tried.iter().filter(|t| t.right).filter_map(|t| t.features.lexical.as_ref());
    right.flat_map(|l| words(l).flat_map(|w| l.names.iter().map(move |name| (w, name.as_str())))).collect()
}

/// The n-grams that are single words.
fn words(lexical: &Lexical) -> impl Iterator<Item = &str> {
    lexical.grams.iter().map(String::as_str).filter(|gram| !gram.contains(' '))
}

fn grams_of(example: &Example) -> BTreeSet<&str> {
    let lexical = example.tried.iter().filter_map(|t| t.features.lexical.as_ref());
    lexical.take(1).flat_map(|l| l.grams.iter().map(String::as_str)).collect()
}

fn left_of(example: &Example) -> BTreeSet<&str> {
    let lexical = example.tried.iter().filter_map(|t| t.features.lexical.as_ref());
    lexical.flat_map(|l| l.left.iter().map(String::as_str)).collect()
}

/// Everything that gets weights beside the named features.
struct Vocabularies<'e> {
    grams: Vocabulary<&'e str>,
    names: Vocabulary<(&'e str, &'e str)>,
    left: Vocabulary<&'e str>,
}

fn seen<'e>(example: &'e Example, known: &Vocabularies<'e>) -> Seen {
    let row = |tried: &'e Tried| {
        let values = tried.features.values().iter().copied().enumerate();
        let lexical = tried.features.lexical.as_deref();
        let named = |l: &'e Lexical| {
            let pairs = words(l).flat_map(|word| l.names.iter().map(move |name| (word, name.as_str())));
            pairs.filter_map(|pair| known.names.get(&pair).copied()).collect()
        };
        Row {
            named: values.filter(|(_, value)| *value != 0.0).collect(),
            operations: lexical.map_or(Vec::new(), |l| l.operations.iter().map(|o| *o as usize).collect()),
            names: lexical.map_or(Vec::new(), named),
            left: lexical.map_or(Vec::new(), |l| {
                l.left.iter().filter_map(|w| known.left.get(w.as_str()).copied()).collect()
            }),
            right: tried.right,
            truth: trust::is_truth(&tried.key).then(|| tried.key == "yes"),
        }
    };
    Seen {
        weight: if example.refuse { UNANSWERABLE } else { 1.0 } * example.weight,
        grams: grams_of(example).into_iter().filter_map(|gram| known.grams.get(gram).copied()).collect(),
        rows: example.tried.iter().map(row).collect(),
    }
}

/// Weights that are moved by AdaGrad.
struct Moved {
    weights: Vec<f32>,
    squares: Vec<f32>,
    gradient: Vec<f32>,
}

impl Moved {
    fn new(weights: Vec<f32>) -> Moved {
        Moved { squares: vec![1e-3; weights.len()], gradient: vec![0.0; weights.len()], weights }
    }

    /// One step of lexicalised weights, which are drawn to 0.
    fn step_to_zero(&mut self, total: f32, how: &Lexicalised) {
        for at in 0..self.weights.len() {
            let g = self.gradient[at] / total - how.square * self.weights[at];
            self.squares[at] += g * g;
            let rate = STEP / self.squares[at].sqrt();
            let moved = self.weights[at] + rate * g;
            self.weights[at] = moved.signum() * (moved.abs() - rate * how.size).max(0.0);
            self.gradient[at] = 0.0;
        }
    }
}

/// Weights that make the right readings likely; deterministic.
pub fn train(examples: &[&Example], prior: &Weights) -> Weights {
    let alone = examples.iter().filter(|e| e.over.alone()).count() * 2 > examples.len();
    let how = if alone { ALONE } else { SEVERAL };
    let known = Vocabularies {
        grams: vocabulary(examples, &how, grams_of),
        names: if how.names { vocabulary(examples, &how, names_of) } else { Vocabulary::new() },
        left: vocabulary(examples, &how, left_of),
    };
    let useful: Vec<Seen> = examples
        .iter()
        .filter(|e| !e.hidden && e.tried.iter().any(|t| t.right) && e.tried.iter().any(|t| !t.right))
        .map(|e| seen(e, &known))
        .collect();
    let total = useful.len().max(1) as f32;
    let strength = if alone { PRIOR_ALONE } else { PRIOR };
    let mut named = Moved::new(prior.of.clone());
    let mut pairs = Moved::new(vec![0.0; known.grams.len() * HOW_MANY]);
    let mut names = Moved::new(vec![0.0; known.names.len()]);
    let mut left = Moved::new(vec![0.0; known.left.len()]);
    let mut beside = Moved::new(vec![0.0; COUNT * HOW_MANY]);
    for _ in 0..PASSES {
        for seen in &useful {
            let mut biases = [0.0f32; HOW_MANY];
            for gram in &seen.grams {
                let own = &pairs.weights[gram * HOW_MANY..(gram + 1) * HOW_MANY];
                biases.iter_mut().zip(own).for_each(|(bias, weight)| *bias += weight);
            }
            let score = |row: &Row| {
                row.named.iter().map(|(at, f)| named.weights[*at] * f).sum::<f32>()
                    + row.operations.iter().map(|at| biases[*at]).sum::<f32>()
                    + row.names.iter().map(|at| names.weights[*at]).sum::<f32>()
                    + row.left.iter().map(|at| left.weights[*at]).sum::<f32>()
                    + row.beside().map(|(at, f)| beside.weights[at] * f).sum::<f32>()
            };
            let scores: Vec<f32> = seen.rows.iter().map(score).collect();
            let speaks = speakers(&scores, &seen.rows);
            let all = softmax(&scores, |at| speaks[at]);
            let right = softmax(&scores, |at| speaks[at] && seen.rows[at].right);
            let mut pushes = [0.0f32; HOW_MANY];
            for (at, row) in seen.rows.iter().enumerate() {
                let push = seen.weight * (right[at] - all[at]);
                if push.abs() > 1e-6 {
                    row.named.iter().for_each(|(feature, f)| named.gradient[*feature] += push * f);
                    row.operations.iter().for_each(|operation| pushes[*operation] += push);
                    row.names.iter().for_each(|pair| names.gradient[*pair] += push);
                    row.left.iter().for_each(|word| left.gradient[*word] += push);
                    row.beside().for_each(|(at, f)| beside.gradient[at] += push * f);
                }
            }
            for gram in &seen.grams {
                let own = &mut pairs.gradient[gram * HOW_MANY..(gram + 1) * HOW_MANY];
                own.iter_mut().zip(&pushes).for_each(|(gradient, push)| *gradient += push);
            }
        }
        for at in 0..COUNT {
            let pull = strength * (prior.of[at] - named.weights[at]);
            let g = named.gradient[at] / total + pull;
            named.squares[at] += g * g;
            named.weights[at] += STEP * g / named.squares[at].sqrt();
            named.gradient[at] = 0.0;
        }
        pairs.step_to_zero(total, &how);
        names.step_to_zero(total, &how);
        left.step_to_zero(total, &how);
        beside.step_to_zero(total, &how);
    }
    let kept = |weight: f32| if weight.abs() >= NEGLIGIBLE { weight } else { 0.0 };
    let mut weights = Weights {
        of: named.weights,
        beside: beside.weights.into_iter().map(kept).collect(),
        lexical: LexicalWeights::default(),
        ..prior.clone()
    };
    for (gram, at) in known.grams {
        let own = OPERATIONS.iter().zip(&pairs.weights[at * HOW_MANY..(at + 1) * HOW_MANY]);
        let kept: Vec<_> = own
            .filter(|(_, weight)| weight.abs() >= NEGLIGIBLE)
            .map(|((o, _), weight)| (*o, *weight))
            .collect();
        if !kept.is_empty() {
            weights.lexical.pairs.insert(gram.to_owned(), kept);
        }
    }
    for ((word, name), at) in known.names.into_iter().filter(|(_, at)| kept(names.weights[*at]) != 0.0) {
        weights.lexical.names.entry(word.to_owned()).or_default().push((name.to_owned(), names.weights[at]));
    }
    let kept = known.left.into_iter().map(|(word, at)| (word.to_owned(), left.weights[at]));
    weights.lexical.left = kept.filter(|(_, weight)| weight.abs() >= NEGLIGIBLE).collect();
    weights
}

/// The result of `of` for each fold, called with the examples of the other folds and with its own.
pub fn by_fold<'e, T: Send>(
    examples: &[&'e Example],
    of: impl Fn(&[&'e Example], &[&'e Example]) -> T + Sync,
) -> Vec<T> {
    let mut folds: Vec<usize> = examples.iter().map(|e| e.group % FOLDS).collect();
    folds.sort_unstable();
    folds.dedup();
    let one = |fold: usize| {
        let (own, others): (Vec<&'e Example>, Vec<&'e Example>) =
            examples.iter().copied().partition(|e| e.group % FOLDS == fold);
        of(&others, &own)
    };
    super::in_parallel(&folds, |fold| one(*fold))
}

/// Which readings count for their answer: all, but of those that answer `yes` only the best, and the same
/// for `no`.
fn speakers(scores: &[f32], rows: &[Row]) -> Vec<bool> {
    let best = |truth: bool| {
        let of = (0..rows.len()).filter(|at| rows[*at].truth == Some(truth));
        of.max_by(|a, b| scores[*a].total_cmp(&scores[*b]).then(b.cmp(a)))
    };
    let best = [best(true), best(false)];
    (0..rows.len()).map(|at| rows[at].truth.is_none() || best.contains(&Some(at))).collect()
}

fn softmax(scores: &[f32], of: impl Fn(usize) -> bool) -> Vec<f32> {
    let top = scores.iter().enumerate().filter(|(at, _)| of(*at)).map(|(_, s)| *s).fold(f32::MIN, f32::max);
    let mut parts: Vec<f32> =
        scores.iter().enumerate().map(|(at, s)| if of(at) { (s - top).exp() } else { 0.0 }).collect();
    let total: f32 = parts.iter().sum::<f32>().max(1e-12);
    parts.iter_mut().for_each(|p| *p /= total);
    parts
}

/// A question's chosen answer, and what the program says about it.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    /// The probability that is reported.
    pub probability: f32,
    /// The probability that there is no answer.
    pub beyond: f32,
    /// Whether it is right.
    pub right: bool,
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

/// The signs of trust for the chosen reading of an example, and whether that is right.
fn signs(example: &Example, weights: &Weights) -> Option<(Signs, bool)> {
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
    let signs = signs.as_ref();
    let probability = signs.map_or(0.0, |(s, _)| trust::probability(weights, s));
    let beyond = signs.map_or(1.0, |(s, _)| trust::beyond(weights, s));
    let best = best(example, weights);
    let confirmed = best.is_some_and(|best| trust::is_confirmed(&best.features));
    let answered = best.is_some_and(|best| !best.empty);
    let eligible = best.is_some_and(|best| trust::may_be_certain(&best.features));
    let given = answered && (confirmed || probability >= weights.least && beyond <= weights.refuse);
    Judged {
        probability,
        beyond,
        right: signs.is_some_and(|(_, right)| *right),
        refuse: example.refuse,
        hidden: example.hidden,
        given,
        certain: given && probability >= weights.certain && eligible,
        eligible,
    }
}

/// How much a question whose answer was taken out counts; one that people asked counts 1.
const HIDDEN: f32 = 0.1;
/// The share of right answers that may be held back so that answers to unanswerable questions are; less
/// over one source, where benchmarks have no such questions.
const HELD_BACK: f32 = 0.03;
const HELD_BACK_ALONE: f32 = 0.01;

/// With at least this many answers, a part gets a threshold of its own.
const LARGE_PART: usize = 150;

/// For an example, and whether its chosen reading is right: whether the property that is learnt holds of
/// it, and how much it counts; `None` leaves it out.
type Labels<'a> = &'a dyn Fn(&Example, bool) -> Option<(bool, f32)>;

/// Adds the weights of the probabilities, and the thresholds. The ranking is trained on the other folds
/// each time, so that the probabilities are not too optimistic.
pub fn calibrated(examples: &[&Example], mut weights: Weights, prior: &Weights) -> Weights {
    let folds = by_fold(examples, |others, own| {
        let model = if others.is_empty() { weights.clone() } else { train(others, prior) };
        // A reading without an answer is reported as such, and needs no probability.
        let answered = own.iter().filter(|example| best(example, &model).is_some_and(|best| !best.empty));
        let judged = answered.filter_map(|example| {
            let eligible = may_be_certain(example, &model);
            signs(example, &model).map(|(signs, right)| (*example, signs, right, eligible))
        });
        judged.collect::<Vec<_>>()
    });
    let rows: Vec<(&Example, Signs, bool, bool)> = folds.into_iter().flatten().collect();
    let weight = |example: &Example| if example.hidden { HIDDEN } else { 1.0 };
    let fit = |of: Labels<'_>| {
        let rows: Vec<_> = rows
            .iter()
            .filter_map(|(e, signs, right, _)| of(e, *right).map(|(holds, weight)| (signs, holds, weight)))
            .collect();
        logistic(&rows)
    };
    weights.trust = fit(&|e, right| Some((right, weight(e))));
    // An answer taken out of the data is less like what people ask than one that was never there.
    weights.beyond = fit(&|e, right| (e.refuse || right).then_some((e.refuse, weight(e))));
    // Without examples that have no answer, nothing is known about such questions.
    let refused = examples.iter().any(|e| e.refuse);
    let held_back = if examples.iter().any(|e| e.over.alone()) { HELD_BACK_ALONE } else { HELD_BACK };
    let mut beyond: Vec<f32> =
        rows.iter().filter(|(_, _, right, _)| *right).map(|(_, s, ..)| trust::beyond(&weights, s)).collect();
    beyond.sort_by(f32::total_cmp);
    let kept = ((1.0 - held_back) * beyond.len() as f32) as usize;
    weights.refuse = beyond.get(kept).copied().filter(|_| refused).unwrap_or(1.0);
    // An answer that is far more likely wrong than right is not given.
    weights.least = 0.15;
    let eligible = rows.iter().filter(|(e, signs, _, eligible)| {
        *eligible && !e.hidden && trust::beyond(&weights, signs) <= weights.refuse
    });
    let mut of_parts: BTreeMap<usize, Vec<(f32, bool)>> = BTreeMap::new();
    for (example, signs, right, _) in eligible {
        let rated = (trust::probability(&weights, signs), *right);
        of_parts.entry(example.part).or_default().push(rated);
    }
    // An easy benchmark must not make up for a hard one; folders are too small for a threshold each.
    let all: Vec<(f32, bool)> = of_parts.values().flatten().copied().collect();
    let large = of_parts.into_values().filter(|rated| rated.len() >= LARGE_PART);
    let least = |rated: Vec<(f32, bool)>| {
        let found = certain_from(&rated, CERTAIN).or_else(|| certain_from(&rated, CERTAIN_OF_NOISY));
        found.unwrap_or(NEVER)
    };
    weights.certain = large.chain(std::iter::once(all)).map(least).fold(0.0, f32::max);
    weights
}

/// The share of certain answers that must be right, and the share for a benchmark that never reaches the
/// first: of the answers in WikiTableQuestions that count as wrong despite the highest probabilities, a
/// third turns out to be right.
const CERTAIN: f32 = 0.98;
const CERTAIN_OF_NOISY: f32 = 0.9;
/// A probability that nothing has.
const NEVER: f32 = 0.999;
/// Fewest answers that must lie above a threshold.
const FEW_CERTAIN: usize = 20;

/// The lowest probability above which at least this share of the answers is right.
fn certain_from(rated: &[(f32, bool)], share: f32) -> Option<f32> {
    let mut rated = rated.to_vec();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (mut least, mut right) = (None, 0usize);
    for (at, (probability, is_right)) in rated.iter().enumerate() {
        right += usize::from(*is_right);
        if at + 1 >= FEW_CERTAIN && right as f32 >= share * (at + 1) as f32 {
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
        count(&|j| !j.hidden && (j.given && j.right || j.refuse && !j.given)),
        refused(false),
        count(&|j| !j.hidden && j.refuse),
        refused(true),
        count(&|j| j.hidden),
        count(&|j| !j.hidden && !j.refuse && !j.given && j.right),
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
