//! The sentence encoder: all-MiniLM-L6-v2 through candle, on the CPU or on CUDA.
//!
//! - `model_dir` the folder of the model, its pinned hash, `status`
//! - `tokens` texts to word pieces, word pieces to batches
//! - `packed`, `kernels` the forward pass on the CPU
//! - `rectangular` the forward pass through candle's own BERT, for CUDA and as reference
//! - `background` embeds what a load left to be embedded
//!
//! No text ever leaves the machine from here: there is no remote embedding service to fall
//! back to, and nothing here uses the network. The program fetches the model.

pub mod background;
mod device;
mod error;
mod kernels;
mod model_dir;
mod packed;
mod rectangular;
mod tokens;

pub use device::DeviceChoice;
pub use error::{EncoderError, Result};
pub use model_dir::{FILES, ModelDir, ModelStatus, WEIGHTS, WEIGHTS_SHA256, status};
pub use tokens::MAX_TOKENS;

use candle_core::{DType, Device};
use candle_nn::VarBuilder;
use candle_transformers::models::bert::Config;
use device::FoundDevice;
use packed::{Pack, PackedBert};
use rectangular::{RECTANGLE_TOKENS, RectangularBert};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tokens::{Batch, TextTokens};

/// Components of a vector of all-MiniLM-L6-v2.
pub const DIMENSION: usize = 384;

/// Texts that a worker tokenizes at a time.
const TOKENIZE_CHUNK: usize = 64;

/// The sentence encoder, loaded and ready. Can be shared between threads.
pub struct Encoder {
    tokens: TextTokens,
    forward: Forward,
    dimension: usize,
    workers: usize,
}

enum Forward {
    Packed(PackedBert),
    Cuda(RectangularBert),
}

impl Encoder {
    /// Loads the model on the best device that this build and this machine have.
    /// Takes about 0.2 s on a CPU; the weights' hash is checked every time.
    ///
    /// # Errors
    ///
    /// `Missing` when the model was not fetched yet, `Hash` or `Malformed` when it is not the
    /// one expected, `Io`.
    pub fn open(dir: &ModelDir) -> Result<Self> {
        Self::open_on(dir, DeviceChoice::Auto)
    }

    /// Loads the model on a device of the caller's choice.
    ///
    /// # Errors
    ///
    /// As `open`, and `Device` when the device cannot be used.
    pub fn open_on(dir: &ModelDir, choice: DeviceChoice) -> Result<Self> {
        let malformed =
            |file: &str, reason: String| EncoderError::Malformed { path: dir.path().join(file), reason };
        let config: Config = serde_json::from_slice(&dir.read(model_dir::CONFIG)?)
            .map_err(|e| malformed(model_dir::CONFIG, e.to_string()))?;
        if dir.weights_are_official() {
            check_official(&config).map_err(|reason| malformed(model_dir::CONFIG, reason))?;
        }
        let tokenizer = dir.read(model_dir::TOKENIZER)?;
        let weights = {
            let bytes = dir.read_weights()?;
            candle_core::safetensors::load_buffer(&bytes, &Device::Cpu)
                .map_err(|e| malformed(model_dir::WEIGHTS, e.to_string()))?
        };
        let forward = match device::find(choice)? {
            FoundDevice::Cpu => {
                let weights = VarBuilder::from_tensors(weights, DType::F32, &Device::Cpu);
                PackedBert::load(&weights, &config).map(Forward::Packed)
            }
            FoundDevice::Cuda(device) => RectangularBert::load(weights, &config, &device).map(Forward::Cuda),
        }
        .map_err(|e| malformed(model_dir::WEIGHTS, e.to_string()))?;
        let tokens = TextTokens::load(
            &tokenizer,
            &dir.path().join(model_dir::TOKENIZER),
            config.max_position_embeddings,
            config.vocab_size,
        )?;
        let workers = std::thread::available_parallelism().map_or(1, |n| n.get());
        Ok(Self { tokens, forward, dimension: config.hidden_size, workers })
    }

    /// Where the model runs: `cpu` or `cuda`.
    pub fn device(&self) -> &'static str {
        match self.forward {
            Forward::Packed(_) => "cpu",
            Forward::Cuda(_) => "cuda",
        }
    }

    /// Whether a GPU runs the model.
    pub fn on_gpu(&self) -> bool {
        matches!(self.forward, Forward::Cuda(_))
    }

    /// Components of a vector: `DIMENSION` for all-MiniLM-L6-v2.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// One vector a text, in the order of the texts: `dimension()` components, length 1.
    /// Only the first `MAX_TOKENS` word pieces of a text are read. Uses every core.
    ///
    /// # Errors
    ///
    /// Only a fault of the device or of this program.
    pub fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
        self.encode_until(texts, None)
    }

    /// As `encode`, but gives up soon after `stop` is raised by another thread.
    ///
    /// # Errors
    ///
    /// `Cancelled` when stopped.
    pub fn encode_until(&self, texts: &[&str], stop: Option<&AtomicBool>) -> Result<Vec<Vec<f32>>> {
        let chunks: Vec<&[&str]> = texts.chunks(TOKENIZE_CHUNK).collect();
        let ids: Vec<Vec<u32>> = in_parallel(self.workers, &chunks, stop, |chunk| {
            chunk.iter().map(|text| self.tokens.ids(text)).collect::<Result<Vec<_>>>()
        })?
        .into_iter()
        .flatten()
        .collect();
        let (batches, workers) = match self.forward {
            Forward::Packed(_) => (tokens::batches(&ids, self.workers), self.workers),
            // One stream of work keeps a GPU busy.
            Forward::Cuda(_) => (tokens::rectangles(&ids, RECTANGLE_TOKENS), 1),
        };
        let encoded = in_parallel(workers, &batches, stop, |batch: &Batch| self.forward(&batch.pack))?;
        let mut vectors = vec![Vec::new(); texts.len()];
        for (batch, encoded) in batches.iter().zip(encoded) {
            for (&text, vector) in batch.texts.iter().zip(encoded) {
                vectors[text] = vector;
            }
        }
        Ok(vectors)
    }

    fn forward(&self, pack: &Pack) -> Result<Vec<Vec<f32>>> {
        Ok(match &self.forward {
            Forward::Packed(model) => model.forward(pack)?,
            Forward::Cuda(model) => model.forward(pack)?,
        })
    }
}

/// The hash vouches for the weights; what it does not cover, and what no shape gives away, is
/// compared here.
fn check_official(config: &Config) -> std::result::Result<(), String> {
    let facts = [
        ("num_hidden_layers", config.num_hidden_layers as f64, 6.0),
        ("num_attention_heads", config.num_attention_heads as f64, 12.0),
        ("layer_norm_eps", config.layer_norm_eps, 1e-12),
    ];
    for (name, found, expected) in facts {
        if found != expected {
            return Err(format!("{name} is {found}, the model has {expected}"));
        }
    }
    Ok(())
}

/// Applies `work` to every item on up to `workers` threads; results are in the order of the
/// items. Threads take the next item when they are done with one. They are started here, so
/// they have the priority of the calling thread.
fn in_parallel<T: Sync, R: Send>(
    workers: usize,
    items: &[T],
    stop: Option<&AtomicBool>,
    work: impl Fn(&T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let next = AtomicUsize::new(0);
    let run = || -> Result<Vec<(usize, R)>> {
        let mut done = Vec::new();
        loop {
            if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(EncoderError::Cancelled);
            }
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return Ok(done) };
            match work(item) {
                Ok(result) => done.push((index, result)),
                Err(e) => {
                    // The others need not finish what will be thrown away.
                    next.store(items.len(), Ordering::Relaxed);
                    return Err(e);
                }
            }
        }
    };
    let mut done = std::thread::scope(|scope| -> Result<Vec<(usize, R)>> {
        let others: Vec<_> = (1..workers.min(items.len())).map(|_| scope.spawn(run)).collect();
        let mut done = run()?;
        for other in others {
            done.extend(other.join().map_err(|_| EncoderError::Worker)??);
        }
        Ok(done)
    })?;
    done.sort_unstable_by_key(|(index, _)| *index);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;
