//! Tests on a tiny BERT of random weights, which need no model on the machine.

use super::background::{NAMES_PER_STEP, NamesError, PendingNames, embed_pending};
use super::testing::Tiny;
use super::*;
use candle_core::Tensor;
use std::collections::HashMap;
use std::sync::Mutex;

const WORDS: usize = 60;
const POSITIONS: usize = 40;
const TINY: Tiny =
    Tiny { hidden: 48, wide: 80, heads: 3, layers: 2, words: WORDS, positions: POSITIONS, mixing: 1.0 };

fn config() -> Config {
    TINY.config()
}

fn weights() -> HashMap<String, Tensor> {
    TINY.weights()
}

/// The tiny model as a folder. Its tokenizer knows the words w0, w1, …
fn tiny_model() -> (tempfile::TempDir, ModelDir) {
    TINY.write((3..WORDS).map(|i| (format!("w{}", i - 3), i)).collect())
}

/// Texts of 1 to `longest` words.
fn texts(count: usize, longest: usize) -> Vec<String> {
    let words = |i: usize| (0..1 + i % longest).map(move |j| format!("w{}", (i * 7 + j * 3) % 50));
    (0..count).map(|i| words(i).collect::<Vec<_>>().join(" ")).collect()
}

fn largest_difference(a: &[Vec<f32>], b: &[Vec<f32>]) -> f32 {
    assert_eq!(a.len(), b.len());
    let differences = a.iter().flatten().zip(b.iter().flatten()).map(|(x, y)| (x - y).abs());
    differences.fold(0.0, f32::max)
}

#[test]
fn the_packed_pass_agrees_with_candles_bert() {
    let packed = {
        let weights = VarBuilder::from_tensors(weights(), DType::F32, &Device::Cpu);
        PackedBert::load(&weights, &config()).unwrap()
    };
    let reference = RectangularBert::load(weights(), &config(), &Device::Cpu).unwrap();
    let sentences: Vec<Vec<u32>> =
        (1..=POSITIONS).map(|n| (0..n).map(|i| ((i * 11 + n) % WORDS) as u32).collect()).collect();
    let together = packed.forward(&Pack::new(sentences.iter().map(|s| &s[..]))).unwrap();
    let alone: Vec<Vec<f32>> =
        sentences.iter().flat_map(|s| reference.forward(&Pack::new([&s[..]])).unwrap()).collect();
    let difference = largest_difference(&together, &alone);
    assert!(difference < 2e-6, "off by {difference}");
    // The vectors differ from each other: equal ones would pass the test above, too.
    assert!(largest_difference(&together[5..6], &together[6..7]) > 0.01);
}

#[test]
fn a_token_or_a_sentence_beyond_the_tables_is_an_error() {
    let weights = VarBuilder::from_tensors(weights(), DType::F32, &Device::Cpu);
    let packed = PackedBert::load(&weights, &config()).unwrap();
    assert!(packed.forward(&Pack::new([&[WORDS as u32][..]])).is_err());
    assert!(packed.forward(&Pack::new([&[1; POSITIONS + 1][..]])).is_err());
}

#[test]
fn heads_that_do_not_divide_the_hidden_size_are_refused() {
    let weights = VarBuilder::from_tensors(weights(), DType::F32, &Device::Cpu);
    for heads in [0, 5] {
        let config = Config { num_attention_heads: heads, ..config() };
        assert!(PackedBert::load(&weights, &config).is_err(), "{heads} heads");
    }
}

#[test]
fn vectors_come_in_the_order_of_the_texts_and_have_length_one() {
    let (_folder, dir) = tiny_model();
    let encoder = Encoder::open_on(&dir, DeviceChoice::Cpu).unwrap();
    let texts = texts(700, 30);
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let vectors = encoder.encode(&texts).unwrap();
    for (text, vector) in texts.iter().zip(&vectors).step_by(23) {
        let alone = encoder.encode(&[text]).unwrap();
        assert!(largest_difference(&alone, std::slice::from_ref(vector)) < 1e-5, "{text}");
        let length: f32 = vector.iter().map(|x| x * x).sum();
        assert!((length - 1.0).abs() < 1e-5);
    }
    assert!(encoder.encode(&[]).unwrap().is_empty());
}

#[test]
fn the_tokenizers_own_padding_and_truncation_are_not_used() {
    let (_folder, dir) = tiny_model();
    let encoder = Encoder::open_on(&dir, DeviceChoice::Cpu).unwrap();
    assert_eq!(encoder.tokens.ids("w0 w1").unwrap(), [0, 3, 4, 1]);
    let long = "w5 ".repeat(20);
    assert_eq!(encoder.tokens.ids(&long).unwrap().len(), 22);
    // This model's table has 40 positions, fewer than `MAX_TOKENS`.
    let longer = "w5 ".repeat(300);
    assert_eq!(encoder.tokens.ids(&longer).unwrap().len(), POSITIONS);
}

#[test]
fn a_raised_flag_cancels() {
    let (_folder, dir) = tiny_model();
    let encoder = Encoder::open_on(&dir, DeviceChoice::Cpu).unwrap();
    let stop = AtomicBool::new(true);
    assert!(matches!(encoder.encode_until(&["w1"], Some(&stop)), Err(EncoderError::Cancelled)));
    stop.store(false, Ordering::Relaxed);
    assert_eq!(encoder.encode_until(&["w1"], Some(&stop)).unwrap().len(), 1);
}

#[test]
fn an_error_of_one_item_ends_the_work_of_all() {
    let items: Vec<usize> = (0..1000).collect();
    let result = in_parallel(3, &items, None, |&i| match i {
        500 => Err(EncoderError::Tokenizer("no".into())),
        _ => Ok(i * 2),
    });
    assert!(matches!(result, Err(EncoderError::Tokenizer(_))));
    let doubled = in_parallel(3, &items, None, |&i| Ok(i * 2)).unwrap();
    assert_eq!(doubled, items.iter().map(|i| i * 2).collect::<Vec<_>>());
}

#[test]
fn other_weights_are_refused_with_a_hint() {
    let (folder, dir) = tiny_model();
    let path = folder.path().join(model_dir::WEIGHTS);
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let error = Encoder::open(&dir).err().unwrap();
    assert!(matches!(error, EncoderError::Hash { .. }), "{error}");
    assert!(error.hint().unwrap().contains("trustuqa encoder fetch"));
    assert!(matches!(dir.verify(), Err(EncoderError::Hash { .. })));
    let status = status(&dir);
    assert!(status.present && !status.verified && status.problem.unwrap().contains("SHA-256"));
}

#[test]
fn damaged_files_are_errors_that_name_the_file() {
    for (file, contents) in [
        (model_dir::CONFIG, "{"),
        (model_dir::CONFIG, "{}"),
        (model_dir::TOKENIZER, "{}"),
        (model_dir::TOKENIZER, "\u{0}"),
    ] {
        let (folder, dir) = tiny_model();
        std::fs::write(folder.path().join(file), contents).unwrap();
        let error = Encoder::open(&dir).err().unwrap();
        assert!(matches!(error, EncoderError::Malformed { .. }), "{error}");
        assert!(error.to_string().contains(file), "{error}");
    }
}

#[test]
fn the_official_weights_are_not_run_with_other_heads() {
    let official = Config { num_hidden_layers: 6, num_attention_heads: 12, ..config() };
    assert_eq!(check_official(&official), Ok(()));
    let wrong = Config { num_attention_heads: 6, ..official };
    assert!(check_official(&wrong).unwrap_err().contains("num_attention_heads is 6"));
}

/// Names in memory.
struct Names {
    pending: Mutex<Vec<String>>,
    stored: Mutex<Vec<(String, Vec<f32>)>>,
    forget: bool,
}

impl Names {
    fn new(pending: Vec<String>, forget: bool) -> Self {
        Self { pending: Mutex::new(pending), stored: Mutex::default(), forget }
    }
}

impl PendingNames for Names {
    fn next(&self, limit: usize) -> Result<Vec<String>, NamesError> {
        Ok(self.pending.lock().unwrap().iter().take(limit).cloned().collect())
    }

    fn store(&self, vectors: &[(String, Vec<f32>)]) -> Result<(), NamesError> {
        if !self.forget {
            self.pending.lock().unwrap().drain(..vectors.len());
        }
        self.stored.lock().unwrap().extend_from_slice(vectors);
        Ok(())
    }
}

#[test]
fn pending_names_are_embedded_until_none_is_left() {
    let (_folder, dir) = tiny_model();
    let encoder = Encoder::open_on(&dir, DeviceChoice::Cpu).unwrap();
    let all = texts(NAMES_PER_STEP + 44, 6);
    let names = Names::new(all.clone(), false);
    let mut told = Vec::new();
    let done = embed_pending(&encoder, &names, &AtomicBool::new(false), &mut |n| told.push(n)).unwrap();
    assert_eq!(done, all.len() as u64);
    assert_eq!(told, [NAMES_PER_STEP as u64, all.len() as u64]);
    let stored = names.stored.lock().unwrap();
    assert_eq!(stored.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), all);
    let alone = encoder.encode(&[&all[280]]).unwrap();
    assert!(largest_difference(&alone, std::slice::from_ref(&stored[280].1)) < 1e-5);
}

#[test]
fn a_raised_flag_stops_embedding_and_a_forgetful_store_is_an_error() {
    let (_folder, dir) = tiny_model();
    let encoder = Encoder::open_on(&dir, DeviceChoice::Cpu).unwrap();
    let names = Names::new(texts(3, 3), true);
    let stopped = embed_pending(&encoder, &names, &AtomicBool::new(true), &mut |_| {});
    assert_eq!(stopped.unwrap(), 0);
    let error = embed_pending(&encoder, &names, &AtomicBool::new(false), &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("still pending"), "{error}");
    // A flag raised between two steps keeps what was stored.
    let names = Names::new(texts(2 * NAMES_PER_STEP, 3), false);
    let stop = AtomicBool::new(false);
    let done = embed_pending(&encoder, &names, &stop, &mut |_| stop.store(true, Ordering::Relaxed));
    assert_eq!(done.unwrap(), NAMES_PER_STEP as u64);
    assert_eq!(names.stored.lock().unwrap().len(), NAMES_PER_STEP);
}
