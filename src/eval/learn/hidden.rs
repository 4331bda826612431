//! Training of the hidden layer, after the weights, for the same likelihood: by Adam (Kingma and Ba 2015, "Adam: a
//! method for stochastic optimization") with decoupled weight decay (Loshchilov and Hutter 2019), and with dropout
//! (Srivastava et al. 2014).

use std::collections::BTreeMap;

use fastrand::Rng;
use trustuqa_parser::Weights;
use trustuqa_parser::hidden::{Hidden, Input, UNITS, Units};

use super::collect::{Example, Tried};
use super::train::{counts, grams_of, is_useful, right_minus_all};

/// Passes over all examples.
const PASSES: usize = 25;
/// Examples whose gradients are summed for one step.
const BATCH: usize = 64;
/// The first step size; it falls to almost 0.
const STEP: f32 = 0.003;
/// The last step size, as a share of the first.
const LAST_STEP: f32 = 0.02;
/// How strongly weights decay, for a step of size 1.
const DECAY: f32 = 0.01;
/// The share of the units that are left out for each example.
const UNITS_DROPPED: f32 = 0.5;
/// The share of the n-grams of its question that are left out for each example.
const GRAMS_DROPPED: f32 = 0.3;
/// An n-gram is an input if at least this many questions have it.
const QUESTIONS: usize = 10;
/// Before training, weights of inputs and the worth of units are at most this far from 0.
const FAR: (f32, f32) = (0.2, 0.1);
/// Before training, what each unit has without any input.
const CONSTANT: f32 = 0.05;
/// Each training begins with the same numbers.
const SEED: u64 = 17;
/// Shares of the old mean in the new one, of gradients and of their squares.
const MEANS: (f32, f32) = (0.9, 0.999);

/// An example as training sees it.
struct Seen {
    weight: f32,
    grams: Vec<usize>,
    rows: Vec<Row>,
}

/// A reading as training sees it.
struct Row {
    inputs: Vec<Input>,
    /// Its score without the layer.
    sum: f32,
    right: bool,
    /// Whether it answers yes; `None` unless yes or no.
    truth: Option<bool>,
}

impl Seen {
    fn of(example: &Example, weights: &Weights, layer: &Hidden) -> Seen {
        let lexical = example.tried.iter().find_map(|tried| tried.features.lexical.as_ref());
        let biases = lexical.map(|l| weights.lexical.biases(&l.grams)).unwrap_or_default();
        let row = |tried: &Tried| Row {
            inputs: Hidden::inputs(&tried.features),
            sum: weights.sum_with(&tried.features, &biases),
            right: tried.right,
            truth: tried.truth(),
        };
        Seen {
            weight: counts(example),
            grams: lexical.map(|l| layer.grams(&l.grams)).unwrap_or_default(),
            rows: example.tried.iter().map(row).collect(),
        }
    }
}

/// A layer that corrects the sums of these weights; deterministic.
pub fn train(examples: &[&Example], weights: &Weights) -> Hidden {
    let useful: Vec<&Example> = examples.iter().copied().filter(|e| is_useful(e)).collect();
    let mut random = Rng::with_seed(SEED);
    let mut layer = Hidden::zeros(frequent(&useful));
    let mut around_zero = |far: f32| (random.f32() * 2.0 - 1.0) * far;
    layer.of.iter_mut().flatten().for_each(|weight| *weight = around_zero(FAR.0));
    layer.worth = std::array::from_fn(|_| around_zero(FAR.1));
    layer.constant = [CONSTANT; UNITS];
    let seen: Vec<Seen> = useful.into_iter().map(|example| Seen::of(example, weights, &layer)).collect();
    let mut optimizer = Adam::new(&layer, (PASSES * seen.len()).div_ceil(BATCH));
    let mut order: Vec<usize> = (0..seen.len()).collect();
    for _ in 0..PASSES {
        random.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            let mut gradient = optimizer.zeros.clone();
            for at in batch {
                let seen = &seen[*at];
                let kept = std::array::from_fn(|_| {
                    if random.f32() < UNITS_DROPPED { 0.0 } else { 1.0 / (1.0 - UNITS_DROPPED) }
                });
                let grams: Vec<usize> =
                    seen.grams.iter().copied().filter(|_| random.f32() >= GRAMS_DROPPED).collect();
                add_gradient(&layer, seen, &grams, &kept, &mut gradient);
            }
            optimizer.step(&mut layer, &gradient, batch.len() as f32);
        }
    }
    layer
}

/// The n-grams that many questions have.
fn frequent<'e>(examples: &[&'e Example]) -> Vec<&'e str> {
    let mut questions: BTreeMap<&str, usize> = BTreeMap::new();
    for gram in examples.iter().flat_map(|example| grams_of(example)) {
        *questions.entry(gram).or_default() += 1;
    }
    questions.into_iter().filter(|(_, count)| *count >= QUESTIONS).map(|(gram, _)| gram).collect()
}

/// Adds how the likelihood of the right readings changes with each weight. `grams` are the n-grams of the question
/// that are not left out; `kept` is 0 for units that are.
fn add_gradient(layer: &Hidden, seen: &Seen, grams: &[usize], kept: &Units, gradient: &mut Hidden) {
    let begun = layer.begun(grams);
    let of_rows: Vec<Units> = seen.rows.iter().map(|row| layer.units(&begun, &row.inputs)).collect();
    let score = |(row, units): (&Row, &Units)| {
        row.sum + (0..UNITS).map(|at| units[at] * kept[at] * layer.worth[at]).sum::<f32>()
    };
    let scores: Vec<f32> = seen.rows.iter().zip(&of_rows).map(score).collect();
    let pushes = right_minus_all(&scores, |at| seen.rows[at].right, |at| seen.rows[at].truth);
    let mut back_of_all: Units = [0.0; UNITS];
    for ((row, units), push) in seen.rows.iter().zip(&of_rows).zip(pushes) {
        let push = seen.weight * push;
        if push.abs() < 1e-5 {
            continue;
        }
        let mut back: Units = [0.0; UNITS];
        for at in 0..UNITS {
            gradient.worth[at] += push * units[at] * kept[at];
            if units[at] > 0.0 {
                back[at] = push * layer.worth[at] * kept[at];
                back_of_all[at] += back[at];
            }
        }
        for (input, value) in &row.inputs {
            add(&mut gradient.of[*input], &back, *value);
        }
    }
    add(&mut gradient.constant, &back_of_all, 1.0);
    let value = 1.0 / (grams.len().max(1) as f32).sqrt();
    for gram in grams {
        add(&mut gradient.of[*gram], &back_of_all, value);
    }
}

fn add(gradient: &mut Units, back: &Units, value: f32) {
    gradient.iter_mut().zip(back).for_each(|(gradient, back)| *gradient += back * value);
}

/// Moves weights along gradients, by their running means.
struct Adam {
    zeros: Hidden,
    means: Hidden,
    squares: Hidden,
    /// Steps so far, and in all.
    steps: (usize, usize),
}

impl Adam {
    fn new(layer: &Hidden, steps: usize) -> Adam {
        let mut zeros = layer.clone();
        zeros.weights_mut().for_each(|weight| *weight = 0.0);
        Adam { means: zeros.clone(), squares: zeros.clone(), zeros, steps: (0, steps.max(1)) }
    }

    /// One step along a gradient that is summed over `examples`.
    fn step(&mut self, layer: &mut Hidden, gradient: &Hidden, examples: f32) {
        self.steps.0 += 1;
        let size = STEP * (1.0 - self.steps.0 as f32 / self.steps.1 as f32).max(LAST_STEP);
        let power = i32::try_from(self.steps.0).unwrap_or(i32::MAX);
        let unbiased = (1.0 - MEANS.0.powi(power), 1.0 - MEANS.1.powi(power));
        let means = self.means.weights_mut().zip(self.squares.weights_mut());
        for ((weight, gradient), (mean, square)) in layer.weights_mut().zip(gradient.weights()).zip(means) {
            let gradient = gradient / examples;
            *mean = MEANS.0 * *mean + (1.0 - MEANS.0) * gradient;
            *square = MEANS.1 * *square + (1.0 - MEANS.1) * gradient * gradient;
            let direction = (*mean / unbiased.0) / ((*square / unbiased.1).sqrt() + 1e-6);
            *weight += size * (direction - DECAY * *weight);
        }
    }
}
