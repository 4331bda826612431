//! Whether the GPU gives the CPU's vectors, and how fast; `packaging/check_gpu` builds and runs it.
//!
//! ```text
//! cargo run --release -p trustuqa-encoder --features cuda --example gpu_check -- MODEL_DIR NAMES_FILE [COUNT] [FOLDER]
//! ```
//!
//! NAMES_FILE has one name a line. COUNT names, spread over the file, are embedded on the GPU, and the
//! first few thousand of them on the CPU, too: a component that differs by more than 1e-3 is an error. Then
//! the nearest names of misspelt ones are found by one product on the GPU, beside the same sums on one core.
//! With FOLDER the vectors are written there as `names.f32` and `queries.f32`, for the benchmark
//! `vectors` of the store.

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::time::Instant;

use candle_core::{Device, Tensor};
use trustuqa_encoder::background::NAMES_PER_STEP;
use trustuqa_encoder::{DIMENSION, DeviceChoice, Encoder, ModelDir};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Names that are embedded on the CPU, too.
const COMPARED: usize = 8_192;
/// Largest difference of a component that is allowed.
const TOLERANCE: f32 = 1e-3;
/// Names that are searched for.
const QUERIES: usize = 300;
/// Nearest names that are compared.
const NEAREST: usize = 10;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, file, rest @ ..] = &arguments[..] else {
        return Err("usage: gpu_check MODEL_DIR NAMES_FILE [COUNT] [FOLDER]".into());
    };
    let count = rest.first().map_or(Ok(100_000), |count| count.parse())?;
    let text = std::fs::read_to_string(file)?;
    let names: Vec<&str> = text.lines().filter(|name| !name.is_empty()).collect();
    let step = (names.len() / count.max(1)).max(1);
    let names: Vec<&str> = names.into_iter().step_by(step).take(count).collect();
    if names.is_empty() {
        return Err("the file of names is empty".into());
    }

    let model = ModelDir::new(model);
    let cpu = Encoder::open_on(&model, DeviceChoice::Cpu)?;
    let start = Instant::now();
    let gpu = Encoder::open_on(&model, DeviceChoice::Cuda)?;
    // The first product waits for the kernels to be loaded.
    gpu.encode(&names[..names.len().min(64)])?;
    println!("opened on the GPU in {:.1} s", start.elapsed().as_secs_f64());

    let compared = &names[..names.len().min(COMPARED)];
    let (by_cpu, seconds) = timed(|| cpu.encode(compared))?;
    println!("CPU: {:.0} names a second", compared.len() as f64 / seconds);
    let (vectors, seconds) = timed(|| gpu.encode(&names))?;
    println!("GPU: {:.0} names a second, {} names", names.len() as f64 / seconds, names.len());
    let some = &names[..names.len().min(8 * COMPARED)];
    let (_, seconds) = timed(|| some.chunks(NAMES_PER_STEP).try_for_each(|step| gpu.encode(step).map(drop)))?;
    println!("GPU, {NAMES_PER_STEP} at a time: {:.0} names a second", some.len() as f64 / seconds);
    let pairs = by_cpu.iter().flatten().zip(vectors.iter().flatten());
    let difference = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    println!("largest difference of a component: {difference:e}");
    if difference > TOLERANCE {
        return Err(format!("the vectors differ by more than {TOLERANCE:e}").into());
    }
    for length in [1, 16] {
        let asked = &names[..names.len().min(length)];
        let (_, seconds) = timed(|| (0..20).try_for_each(|_| gpu.encode(asked).map(drop)))?;
        let (_, on_cpu) = timed(|| (0..20).try_for_each(|_| cpu.encode(asked).map(drop)))?;
        println!("{length} at once: {:.1} ms on the GPU, {:.1} on the CPU", seconds * 50.0, on_cpu * 50.0);
    }

    let misspelt: Vec<String> = names
        .iter()
        .step_by((names.len() / QUERIES).max(1))
        .take(QUERIES)
        .map(|name| misspell(name))
        .collect();
    let queries = gpu.encode(&misspelt.iter().map(String::as_str).collect::<Vec<_>>())?;
    search(&vectors, &queries)?;
    if let Some(folder) = rest.get(1) {
        write(&Path::new(folder).join("names.f32"), &vectors)?;
        write(&Path::new(folder).join("queries.f32"), &queries)?;
    }
    Ok(())
}

fn timed<T, E: Into<Box<dyn Error>>>(work: impl FnOnce() -> std::result::Result<T, E>) -> Result<(T, f64)> {
    let start = Instant::now();
    let result = work().map_err(Into::into)?;
    Ok((result, start.elapsed().as_secs_f64()))
}

/// A name without its third letter.
fn misspell(name: &str) -> String {
    name.char_indices().filter(|(at, _)| *at != 2).map(|(_, c)| c).collect()
}

/// The nearest names on the GPU and on one core.
fn search(vectors: &[Vec<f32>], queries: &[Vec<f32>]) -> Result<()> {
    let device = Device::new_cuda(0)?;
    let flat: Vec<f32> = vectors.iter().flatten().copied().collect();
    let (names, seconds) = timed(|| {
        let names = Tensor::from_slice(&flat, (vectors.len(), DIMENSION), &device)?;
        device.synchronize()?;
        candle_core::Result::Ok(names)
    })?;
    println!("{} vectors copied to the GPU in {seconds:.2} s", vectors.len());
    let (mut product, mut whole, mut core, mut same) = (0.0, 0.0, 0.0, 0);
    for (at, query) in queries.iter().enumerate() {
        let start = Instant::now();
        let column = Tensor::from_slice(query, (DIMENSION, 1), &device)?;
        let scores = names.matmul(&column)?;
        device.synchronize()?;
        let multiplied = start.elapsed().as_secs_f64();
        let found = nearest(&scores.flatten_all()?.to_vec1::<f32>()?);
        if at > 0 {
            // The first one waits for the kernel.
            product += multiplied;
            whole += start.elapsed().as_secs_f64();
        }
        let start = Instant::now();
        let sums: Vec<f32> = flat.as_chunks::<DIMENSION>().0.iter().map(|name| dot(name, query)).collect();
        let expected = nearest(&sums);
        core += start.elapsed().as_secs_f64();
        same += usize::from(found == expected);
    }
    let each = 1e3 / (queries.len() as f64 - 1.0).max(1.0);
    println!(
        "nearest {NEAREST}: {:.2} ms on the GPU ({:.2} of it the product), {:.2} on one core; the same for {same} of {}",
        whole * each,
        product * each,
        core * 1e3 / queries.len() as f64,
        queries.len()
    );
    Ok(())
}

fn dot(left: &[f32], right: &[f32]) -> f32 {
    let mut sums = [0f32; 16];
    for (left, right) in left.as_chunks::<16>().0.iter().zip(right.as_chunks::<16>().0) {
        for ((sum, left), right) in sums.iter_mut().zip(left).zip(right) {
            *sum += left * right;
        }
    }
    sums.iter().sum()
}

/// The places of the highest scores, best first; of equal ones the first.
fn nearest(scores: &[f32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    let by_score = |a: &usize, b: &usize| {
        let rounded = |at: usize| (scores[at] * 1e5).round();
        rounded(*b).total_cmp(&rounded(*a)).then(a.cmp(b))
    };
    let count = NEAREST.min(order.len());
    if count < order.len() {
        order.select_nth_unstable_by(count, by_score);
    }
    order.truncate(count);
    order.sort_unstable_by(by_score);
    order
}

fn write(path: &Path, vectors: &[Vec<f32>]) -> Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    for part in vectors.iter().flatten() {
        file.write_all(&part.to_le_bytes())?;
    }
    Ok(file.flush()?)
}
