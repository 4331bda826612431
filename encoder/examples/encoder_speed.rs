//! Names a second, beside sentence-transformers in the same run on the same machine.
//!
//! ```text
//! cargo run --release -p trustuqa-encoder --example encoder_speed -- MODEL_DIR NAMES_FILE [COUNT] [PYTHON]
//! ```
//!
//! NAMES_FILE has one name a line, or triples separated by `|` whose heads and tails are the
//! names. PYTHON is a Python with sentence-transformers; MODEL_DIR must then be the complete
//! folder of the model, as sentence-transformers needs it. The two take turns, three times, and
//! the best time of each counts.

use std::collections::BTreeSet;
use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;
use trustuqa_encoder::{DIMENSION, Encoder, ModelDir};

const ROUNDS: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, file, rest @ ..] = &arguments[..] else {
        return Err("usage: encoder_speed MODEL_DIR NAMES_FILE [COUNT] [PYTHON]".into());
    };
    let count = rest.first().map_or(Ok(4000), |count| count.parse())?;
    let names = names(&std::fs::read_to_string(file)?, count);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let start = Instant::now();
    let encoder = Encoder::open(&ModelDir::new(model))?;
    println!("opened in {:.0} ms, runs on {}", start.elapsed().as_secs_f64() * 1e3, encoder.device());
    encoder.encode(&names[..names.len().min(64)])?;
    let (mut ours, mut theirs) = (f64::MAX, f64::MAX);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let vectors = encoder.encode(&names)?;
        ours = ours.min(start.elapsed().as_secs_f64());
        if let Some(python) = rest.get(1) {
            let (seconds, peer) = peer(python, Path::new(model), &names)?;
            theirs = theirs.min(seconds);
            let pairs = vectors.iter().flatten().zip(&peer);
            let difference = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            println!("largest difference of a component: {difference:e}");
        }
    }
    println!("ours: {:.0} names a second", names.len() as f64 / ours);
    if theirs < f64::MAX {
        println!("sentence-transformers: {:.0} names a second", names.len() as f64 / theirs);
    }
    let start = Instant::now();
    let questions = 50;
    for i in 0..questions {
        encoder.encode(&[&format!("which films did {} direct before 1990?", names[i % names.len()])])?;
    }
    println!("one question: {:.1} ms", start.elapsed().as_secs_f64() * 1e3 / questions as f64);
    Ok(())
}

/// Distinct names, spread over the file's alphabet.
fn names(text: &str, count: usize) -> Vec<String> {
    let mut all = BTreeSet::new();
    for line in text.lines() {
        match line.split('|').collect::<Vec<_>>()[..] {
            [head, _, tail] => all.extend([head, tail]),
            _ => all.extend([line]),
        }
    }
    let step = (all.len() / count.max(1)).max(1);
    all.into_iter().filter(|name| !name.is_empty()).step_by(step).take(count).map(String::from).collect()
}

/// Seconds and vectors of sentence-transformers.
fn peer(python: &str, model: &Path, names: &[&str]) -> Result<(f64, Vec<f32>), Box<dyn Error>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/encoder_speed.py");
    let vectors = tempfile::NamedTempFile::new()?;
    let mut child = Command::new(python)
        .args([script.as_path(), model, vectors.path()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    child.stdin.take().ok_or("no stdin")?.write_all(names.join("\n").as_bytes())?;
    let output = child.wait_with_output()?;
    let seconds = String::from_utf8(output.stdout)?.trim().parse()?;
    let bytes = std::fs::read(vectors.path())?;
    let floats = bytes.as_chunks::<4>().0.iter().map(|b| f32::from_ne_bytes(*b)).collect::<Vec<f32>>();
    if floats.len() != names.len() * DIMENSION {
        return Err("sentence-transformers returned another number of vectors".into());
    }
    Ok((seconds, floats))
}
