//! Weights by maximum likelihood: a log-linear model over the readings of each question,
//! trained from answers alone (Berant et al. 2013; Pasupat and Liang 2015), and then a hidden layer that corrects it.

use std::collections::{BTreeMap, BTreeSet};

use super::collect::{Example, Tried};
use super::hidden_layer;
use trustuqa_parser::{COUNT, HOW_MANY, Lexical, LexicalWeights, OPERATIONS, Weights, bounded};

/// Passes over all examples.
const PASSES: usize = 200;
/// The first step size.
const STEP: f32 = 0.12;
/// How much a question that the data cannot answer counts in the ranking. Its right readings are those
/// that find nothing; a model that learns to prefer them does so for other questions, too.
const UNANSWERABLE: f32 = 0.4;
/// How strongly weights are drawn to the prior: over several sources, and over one.
const PRIOR: f32 = 0.005;
const PRIOR_ALONE: f32 = 0.02;

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
    /// Weights that are nearer to 0 than this are dropped.
    negligible: f32,
    /// Whether pairs of a question's word and a word in a relation's name get weights. Over several
    /// domains with names of their own, too few questions share a pair: there it made unseen domains
    /// worse by half a point.
    names: bool,
}

/// With a fifth of `size`, and without dropping any, 0.2 points more are right, of a file four times as long.
const SEVERAL: Lexicalised =
    Lexicalised { square: 0.0003, size: 0.00005, questions: 3, groups: 2, negligible: 0.05, names: false };
const ALONE: Lexicalised =
    Lexicalised { square: 0.0004, size: 0.0001, questions: 2, groups: 2, negligible: 0.02, names: true };

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

/// The n-grams of its question.
pub fn grams_of(example: &Example) -> BTreeSet<&str> {
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
            truth: tried.truth(),
        }
    };
    Seen {
        weight: weight_of(example),
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
    let alone = mostly_alone(examples);
    let how = if alone { ALONE } else { SEVERAL };
    let known = Vocabularies {
        grams: vocabulary(examples, &how, grams_of),
        names: if how.names { vocabulary(examples, &how, names_of) } else { Vocabulary::new() },
        left: vocabulary(examples, &how, left_of),
    };
    let useful: Vec<Seen> =
        examples.iter().filter(|example| is_useful(example)).map(|example| seen(example, &known)).collect();
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
            let gradients = right_minus_all(&scores, |at| seen.rows[at].right, |at| seen.rows[at].truth);
            let mut pushes = [0.0f32; HOW_MANY];
            for (row, gradient) in seen.rows.iter().zip(gradients) {
                let push = seen.weight * gradient;
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
    let kept = |weight: f32| if weight.abs() >= how.negligible { weight } else { 0.0 };
    let mut weights = Weights {
        of: named.weights,
        beside: beside.weights.into_iter().map(kept).collect(),
        lexical: LexicalWeights::default(),
        ..prior.clone()
    };
    for (gram, at) in known.grams {
        let own = OPERATIONS.iter().zip(&pairs.weights[at * HOW_MANY..(at + 1) * HOW_MANY]);
        let kept: Vec<_> = own
            .filter(|(_, weight)| weight.abs() >= how.negligible)
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
    weights.lexical.left = kept.filter(|(_, weight)| weight.abs() >= how.negligible).collect();
    weights.hidden_layers = hidden_layer::train(examples, &weights);
    weights
}

/// Whether the ranking can learn from an example: it has a right reading and a wrong one, and
/// its answer was not taken out.
pub fn is_useful(example: &Example) -> bool {
    !example.hidden && example.tried.iter().any(|t| t.right) && example.tried.iter().any(|t| !t.right)
}

/// How much an example counts.
pub fn weight_of(example: &Example) -> f32 {
    if example.refuse { UNANSWERABLE * example.weight } else { example.weight }
}

/// Whether most examples are asked over one source. Some domains are a single table.
pub fn mostly_alone(examples: &[&Example]) -> bool {
    examples.iter().filter(|e| e.over.alone()).count() * 2 > examples.len()
}

/// The fold of an example.
pub fn fold(example: &Example) -> usize {
    example.group % FOLDS
}

/// The examples that are not in such a fold.
pub fn without<'e>(examples: &[&'e Example], left_out: impl Fn(usize) -> bool) -> Vec<&'e Example> {
    examples.iter().copied().filter(|e| !left_out(fold(e))).collect()
}

/// The result of `of` for each fold, called with the examples of the other folds and with its own.
pub fn by_fold<'e, T: Send>(
    examples: &[&'e Example],
    of: impl Fn(&[&'e Example], &[&'e Example]) -> T + Sync,
) -> Vec<T> {
    let mut folds: Vec<usize> = examples.iter().map(|e| fold(e)).collect();
    folds.sort_unstable();
    folds.dedup();
    let one = |fold: usize| {
        of(&without(examples, |other| other == fold), &without(examples, |other| other != fold))
    };
    super::in_parallel(&folds, |fold| one(*fold))
}

/// For each reading, its share of the probability of the right readings less its share of that of all: how the
/// likelihood of the right ones changes with its score.
pub fn right_minus_all(
    scores: &[f32],
    is_right: impl Fn(usize) -> bool,
    truth: impl Fn(usize) -> Option<bool>,
) -> Vec<f32> {
    let speaks = speakers(scores, truth);
    let all = softmax(scores, |at| speaks[at]);
    let right = softmax(scores, |at| speaks[at] && is_right(at));
    right.into_iter().zip(all).map(|(right, all)| right - all).collect()
}

/// Which readings count for their answer: all, but of those that answer `yes` only the best, and the same
/// for `no`.
fn speakers(scores: &[f32], truth: impl Fn(usize) -> Option<bool>) -> Vec<bool> {
    let best = |of: bool| {
        let same = (0..scores.len()).filter(|at| truth(*at) == Some(of));
        same.max_by(|a, b| scores[*a].total_cmp(&scores[*b]).then(b.cmp(a)))
    };
    let best = [best(true), best(false)];
    (0..scores.len()).map(|at| truth(at).is_none() || best.contains(&Some(at))).collect()
}

fn softmax(scores: &[f32], of: impl Fn(usize) -> bool) -> Vec<f32> {
    let top = scores.iter().enumerate().filter(|(at, _)| of(*at)).map(|(_, s)| *s).fold(f32::MIN, f32::max);
    let mut parts: Vec<f32> =
        scores.iter().enumerate().map(|(at, s)| if of(at) { (s - top).exp() } else { 0.0 }).collect();
    let total: f32 = parts.iter().sum::<f32>().max(1e-12);
    parts.iter_mut().for_each(|p| *p /= total);
    parts
}
