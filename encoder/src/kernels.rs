//! The loops of the forward pass that are not matrix products, over plain
//! slices. Each runs under `pulp`, which picks the widest instruction set of the
//! CPU at run time, so that a binary built for any x86-64 is still fast.
//!
//! Reductions keep `LANES` partial sums: floating-point addition may not be
//! reordered by the compiler, so a plain sum would stay scalar.

use pulp::Arch;

/// Partial sums a reduction keeps.
const LANES: usize = 16;

/// Adds the bias to every row of `x` and applies GELU (the exact one, through erf).
pub(super) fn bias_gelu(x: &mut [f32], bias: &[f32]) {
    Arch::new().dispatch(
        #[inline(always)]
        || {
            for row in x.chunks_exact_mut(bias.len()) {
                for (x, b) in row.iter_mut().zip(bias) {
                    *x = gelu(*x + b);
                }
            }
        },
    );
}

/// Per row of `x`: add the row of `residual` and `bias`, then normalise to mean 0 and
/// variance 1, scale by `gamma` and shift by `beta`.
pub(super) fn add_norm(
    x: &mut [f32],
    residual: &[f32],
    bias: &[f32],
    gamma: &[f32],
    beta: &[f32],
    epsilon: f32,
) {
    Arch::new().dispatch(
        #[inline(always)]
        || {
            for (row, residual) in x.chunks_exact_mut(bias.len()).zip(residual.chunks_exact(bias.len())) {
                for ((x, r), b) in row.iter_mut().zip(residual).zip(bias) {
                    *x += r + b;
                }
                norm_row(row, gamma, beta, epsilon);
            }
        },
    );
}

/// Normalises every row of `x` to mean 0 and variance 1, scales by `gamma`, shifts by `beta`.
pub(super) fn norm(x: &mut [f32], gamma: &[f32], beta: &[f32], epsilon: f32) {
    Arch::new().dispatch(
        #[inline(always)]
        || {
            for row in x.chunks_exact_mut(gamma.len()) {
                norm_row(row, gamma, beta, epsilon);
            }
        },
    );
}

/// Self-attention inside each sentence.
///
/// `qkv` has one row a token: queries, keys and values of all heads side by side,
/// `hidden` floats each, to which `bias` is added. Sentence `s` owns the rows
/// `bounds[s]..bounds[s + 1]`. Writes one row of `hidden` floats a token to `out`.
/// The queries are expected to be scaled by 1/sqrt(head size) already.
pub(super) fn attention(qkv: &[f32], bias: &[f32], bounds: &[usize], heads: usize, out: &mut [f32]) {
    let hidden = bias.len() / 3;
    let size = hidden / heads;
    let longest = bounds.windows(2).map(|w| w[1] - w[0]).max().unwrap_or(0);
    let mut weights = vec![0.0; longest];
    let mut biased = vec![0.0; longest * bias.len()];
    Arch::new().dispatch(
        #[inline(always)]
        || {
            for sentence in bounds.windows(2) {
                let qkv = &qkv[sentence[0] * bias.len()..sentence[1] * bias.len()];
                let biased = &mut biased[..qkv.len()];
                for (to, from) in biased.chunks_exact_mut(bias.len()).zip(qkv.chunks_exact(bias.len())) {
                    for ((to, from), b) in to.iter_mut().zip(from).zip(bias) {
                        *to = from + b;
                    }
                }
                let out = &mut out[sentence[0] * hidden..sentence[1] * hidden];
                for head in 0..heads {
                    attend(biased, hidden, head * size, size, &mut weights, out);
                }
            }
        },
    );
}

/// One head of one sentence; `at` is the first column of the head.
#[inline(always)]
fn attend(qkv: &[f32], hidden: usize, at: usize, size: usize, weights: &mut [f32], out: &mut [f32]) {
    let rows = || qkv.chunks_exact(3 * hidden);
    for (row, out) in rows().zip(out.chunks_exact_mut(hidden)) {
        let query = &row[at..at + size];
        let weights = &mut weights[..qkv.len() / (3 * hidden)];
        for (weight, other) in weights.iter_mut().zip(rows()) {
            *weight = dot(query, &other[hidden + at..hidden + at + size]);
        }
        softmax(weights);
        let out = &mut out[at..at + size];
        out.fill(0.0);
        for (weight, other) in weights.iter().zip(rows()) {
            for (o, v) in out.iter_mut().zip(&other[2 * hidden + at..2 * hidden + at + size]) {
                *o += weight * v;
            }
        }
    }
}

/// The mean of the rows of `x` (each `mean.len()` floats), scaled to length 1.
pub(super) fn mean_unit(x: &[f32], mean: &mut [f32]) {
    Arch::new().dispatch(
        #[inline(always)]
        || {
            let rows = x.len() / mean.len();
            mean.fill(0.0);
            for row in x.chunks_exact(mean.len()) {
                for (m, x) in mean.iter_mut().zip(row) {
                    *m += x;
                }
            }
            let count = rows.max(1) as f32;
            for m in mean.iter_mut() {
                *m /= count;
            }
            let length = dot(mean, mean).sqrt().max(1e-12);
            for m in mean.iter_mut() {
                *m /= length;
            }
        },
    );
}

#[inline(always)]
fn norm_row(row: &mut [f32], gamma: &[f32], beta: &[f32], epsilon: f32) {
    let count = row.len() as f32;
    let mean = fold(row, |x| x) / count;
    let variance = fold(row, |x| (x - mean) * (x - mean)) / count;
    let scale = 1.0 / (variance + epsilon).sqrt();
    for ((x, g), b) in row.iter_mut().zip(gamma).zip(beta) {
        *x = (*x - mean) * scale * g + b;
    }
}

/// The sum of `f(x)` over the row.
#[inline(always)]
fn fold(row: &[f32], f: impl Fn(f32) -> f32) -> f32 {
    let mut sums = [0.0; LANES];
    let chunks = row.chunks_exact(LANES);
    let rest = chunks.remainder();
    for chunk in chunks {
        for (sum, &x) in sums.iter_mut().zip(chunk) {
            *sum += f(x);
        }
    }
    let mut total: f32 = rest.iter().map(|&x| f(x)).sum();
    for sum in sums {
        total += sum;
    }
    total
}

#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    let (a, b) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest = a.remainder().iter().zip(b.remainder());
    let mut total: f32 = rest.map(|(x, y)| x * y).sum();
    for (a, b) in a.zip(b) {
        for ((sum, x), y) in sums.iter_mut().zip(a).zip(b) {
            *sum += x * y;
        }
    }
    for sum in sums {
        total += sum;
    }
    total
}

#[inline(always)]
fn softmax(row: &mut [f32]) {
    let mut largest = f32::MIN;
    for &x in row.iter() {
        largest = if x > largest { x } else { largest };
    }
    for x in row.iter_mut() {
        *x = exp(*x - largest);
    }
    let total = fold(row, |x| x);
    for x in row.iter_mut() {
        *x /= total;
    }
}

/// `x * Phi(x)`, Phi being the standard normal distribution function.
///
/// Phi comes from erfc(a) = exp(-a^2) p(1 / (1 + 0.4 a)), p being a polynomial of degree 7
/// fitted on 0..5.5 to an absolute error of 1e-9, below what an f32 can hold. Unlike a
/// rational approximation of erf, it keeps its relative precision in the tail.
#[inline(always)]
fn gelu(x: f32) -> f32 {
    const P: [f32; 8] = [
        -0.010_035_728,
        0.331_114_1,
        -0.250_932_8,
        1.407_720_4,
        -1.636_19,
        1.718_962_9,
        -0.642_955_96,
        0.082_316_995,
    ];
    let a = x.abs() * std::f32::consts::FRAC_1_SQRT_2;
    let t = 1.0 / (1.0 + 0.4 * a);
    let mut p = P[7];
    for c in [P[6], P[5], P[4], P[3], P[2], P[1], P[0]] {
        p = p * t + c;
    }
    let half = 0.5 * p * exp(-a * a);
    let phi = if x < 0.0 { half } else { 1.0 - half };
    x * phi
}

/// e to the power of `x`, for `x` <= 0; below -87 it is e^-87, about 1e-38.
///
/// x = n ln 2 + r with |r| <= ln 2 / 2; e^r is its Taylor polynomial of degree 7 (relative
/// error 5e-9) and 2^n is written straight into the exponent bits. ln 2 is split so that
/// n times its first part is exact.
#[inline(always)]
fn exp(x: f32) -> f32 {
    /// Adding 1.5 * 2^23 leaves the rounded integer in the lowest bits of the float.
    const ROUND: f32 = 12_582_912.0;
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let x = if x < -87.0 { -87.0 } else { x };
    let rounded = x * std::f32::consts::LOG2_E + ROUND;
    let n = rounded - ROUND;
    let r = x - n * LN_2_HIGH - n * LN_2_LOW;
    let mut p = 1.0 / 5040.0;
    for c in [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        p = p * r + c;
    }
    let power = rounded.to_bits().wrapping_sub(ROUND.to_bits()).wrapping_add(127) << 23;
    p * f32::from_bits(power)
}

#[cfg(test)]
mod tests {
    use super::*;
    use candle_core::cpu::erf::erf_f64;

    #[test]
    fn exp_agrees_with_the_standard_library() {
        for i in 0..=87_000 {
            let x = -i as f32 / 1000.0;
            let expected = f64::from(x).exp();
            let error = (f64::from(exp(x)) - expected).abs() / expected;
            assert!(error < 3e-7, "exp({x}) is off by {error}");
        }
        assert!(exp(-1000.0) < 1e-37);
    }

    #[test]
    fn gelu_agrees_with_erf() {
        for i in -12_000..=12_000 {
            let x = f64::from(i as f32 / 1000.0);
            let expected = 0.5 * x * (1.0 + erf_f64(x / 2f64.sqrt()));
            let error = (f64::from(gelu(x as f32)) - expected).abs();
            assert!(error < 1e-7 + 1e-7 * x.abs() * 2.0, "gelu({x}) is off by {error}");
        }
    }

    #[test]
    fn a_normalised_row_has_mean_beta_and_deviation_gamma() {
        let mut x: Vec<f32> = (0..70).map(|i| ((i * 37) % 11) as f32).collect();
        norm(&mut x, &[2.0; 35], &[0.5; 35], 1e-12);
        for row in x.chunks(35) {
            let mean = row.iter().sum::<f32>() / 35.0;
            let variance = row.iter().map(|x| (x - mean).powi(2)).sum::<f32>() / 35.0;
            assert!((mean - 0.5).abs() < 1e-5 && (variance - 4.0).abs() < 1e-4, "{mean} {variance}");
        }
    }

    #[test]
    fn attention_never_looks_into_another_sentence() {
        let (hidden, heads) = (8, 2);
        let make = |seed: usize| -> Vec<f32> {
            (0..3 * hidden * 3).map(|i| ((i * 31 + seed * 17) % 13) as f32 / 7.0 - 0.9).collect()
        };
        let bias: Vec<f32> = (0..3 * hidden).map(|i| i as f32 / 50.0).collect();
        let mut alone = vec![0.0; 3 * hidden];
        attention(&make(1), &bias, &[0, 3], heads, &mut alone);
        let both = [make(1), make(2)].concat();
        let mut out = vec![0.0; 6 * hidden];
        attention(&both, &bias, &[0, 3, 6], heads, &mut out);
        assert_eq!(out[..3 * hidden], alone[..]);
        assert_ne!(out[3 * hidden..], alone[..]);
    }
}
