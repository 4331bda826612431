//! Vectors with 8-bit components. Each vector has its own scale, so that short names with small components
//! lose no more precision than others.

/// Writes components from -127 to 127 and returns the factor that restores the vector.
pub(super) fn quantize(vector: &[f32], components: &mut Vec<i8>) -> f32 {
    let largest = vector.iter().fold(0f32, |largest, component| largest.max(component.abs()));
    if largest == 0.0 {
        components.extend(vector.iter().map(|_| 0));
        return 0.0;
    }
    let scale = largest / 127.0;
    components.extend(vector.iter().map(|component| (component / scale).round() as i8));
    scale
}

/// The dot product of two vectors of equal length, with the best instructions of this processor.
pub(super) fn dot(left: &[i8], right: &[i8]) -> i32 {
    pulp::Arch::new().dispatch(Product(left, right))
}

/// The sum of products, compiled for several instruction sets.
struct Product<'a>(&'a [i8], &'a [i8]);

impl pulp::WithSimd for Product<'_> {
    type Output = i32;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> i32 {
        self.0.iter().zip(self.1).map(|(left, right)| i32::from(*left) * i32::from(*right)).sum()
    }
}

/// The cosine of two vectors of equal length.
pub(super) fn cosine(left: &[f32], right: &[f32]) -> f32 {
    let lengths = (float_dot(left, left) * float_dot(right, right)).sqrt();
    if lengths > 0.0 { float_dot(left, right) / lengths } else { 0.0 }
}

/// Eight partial sums, so that the compiler may use vector instructions.
fn float_dot(left: &[f32], right: &[f32]) -> f32 {
    let ((left, left_rest), (right, right_rest)) = (left.as_chunks::<8>(), right.as_chunks::<8>());
    let mut sums = [0f32; 8];
    for (left, right) in left.iter().zip(right) {
        for ((sum, left), right) in sums.iter_mut().zip(left).zip(right) {
            *sum += left * right;
        }
    }
    let rest: f32 = left_rest.iter().zip(right_rest).map(|(left, right)| left * right).sum();
    sums.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DIMENSIONS;

    #[test]
    fn a_vector_comes_back_within_half_a_step() {
        let vector: Vec<f32> = (0..DIMENSIONS).map(|n| (n as f32 - 190.0) / 1000.0).collect();
        let mut components = Vec::new();
        let scale = quantize(&vector, &mut components);
        for (component, exact) in components.iter().zip(&vector) {
            assert!((f32::from(*component) * scale - exact).abs() <= scale * 0.501);
        }
        components.clear();
        assert_eq!(quantize(&[0.0; DIMENSIONS], &mut components), 0.0);
        assert_eq!(components, [0; DIMENSIONS]);
    }

    #[test]
    fn products_are_those_of_a_plain_loop() {
        // Extreme values, which would reveal an instruction that saturates.
        for (left, right) in [(127i8, 127i8), (-127, 127), (-127, -127), (3, -100)] {
            let (left, right) = ([left; DIMENSIONS], [right; DIMENSIONS]);
            assert_eq!(dot(&left, &right), i32::from(left[0]) * i32::from(right[0]) * DIMENSIONS as i32);
        }
        let (left, right) = ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0], [1.0f32; 9]);
        assert_eq!(float_dot(&left, &right), 45.0);
        assert!((cosine(&left, &left) - 1.0).abs() < 1e-6);
        assert_eq!(cosine(&left, &[0.0; 9]), 0.0);
    }
}
