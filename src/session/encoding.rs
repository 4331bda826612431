//! The sentence encoder of a session: opened in the background, used when it is
//! there, never waited for by the chat.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::thread::JoinHandle;
use std::time::Duration;

use trustuqa_engine::ground::Embed;
use trustuqa_model::Store;

use super::{OpenGraph, demonstrations};
use crate::encoder::background::{PendingNames, embed_pending, lower_priority};
use crate::encoder::{Encoder, EncoderError, ModelDir};

/// What the encoder is doing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum EncoderStage {
    /// Switched off, or its model is not there.
    #[default]
    Absent,
    /// The model is being read.
    Loading,
    /// Names are being embedded.
    Embedding {
        /// Names with a vector.
        done: u64,
        /// Names that get one.
        total: u64,
    },
    /// Everything is embedded.
    Ready,
    /// It cannot be used.
    Failed(String),
}

/// Vectors of asked names kept in memory.
const CACHE: usize = 4_096;

/// An encoder that may still be loading. Until it is there, nothing is near.
#[derive(Default)]
pub struct EncoderSlot {
    encoder: OnceLock<Arc<Encoder>>,
    /// Held while the names of a graph are embedded, so that two chats do not do the same work.
    embedding: Mutex<()>,
    cache: Mutex<HashMap<String, Vec<f32>>>,
}

impl EncoderSlot {
    /// The encoder, where it is open.
    pub fn opened(&self) -> Option<Arc<Encoder>> {
        self.encoder.get().cloned()
    }

    /// Opens the model now.
    pub fn open(&self, dir: &ModelDir) -> Result<Arc<Encoder>, EncoderError> {
        if let Some(encoder) = self.encoder.get() {
            return Ok(encoder.clone());
        }
        let encoder = Arc::new(Encoder::open(dir)?);
        Ok(self.encoder.get_or_init(|| encoder).clone())
    }
}

impl EncoderSlot {
    /// Waits for the turn to embed the names of the graph; `None` when `stop` is set first.
    pub fn turn(&self, stop: &dyn Fn() -> bool) -> Option<MutexGuard<'_, ()>> {
        loop {
            match self.embedding.try_lock() {
                Ok(turn) => return Some(turn),
                Err(TryLockError::Poisoned(turn)) => return Some(turn.into_inner()),
                Err(TryLockError::WouldBlock) if stop() => return None,
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(50)),
            }
        }
    }
}

impl Embed for EncoderSlot {
    fn embed(&self, text: &str) -> Option<Vec<f32>> {
        let encoder = self.encoder.get()?;
        if let Some(known) = self.cache.lock().unwrap_or_else(PoisonError::into_inner).get(text) {
            return Some(known.clone());
        }
        let vector = encoder.encode(&[text]).ok()?.pop()?;
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() >= CACHE {
            cache.clear();
        }
        cache.insert(text.to_owned(), vector.clone());
        Some(vector)
    }

    fn embed_all(&self, texts: &[&str]) -> Option<Vec<Vec<f32>>> {
        self.encoder.get()?.encode(texts).ok()
    }
}

/// Names of a graph that have no vector, for the embedding loop.
struct Pending<'a>(&'a dyn Store);

impl PendingNames for Pending<'_> {
    fn next(&self, limit: usize) -> Result<Vec<String>, Box<dyn std::error::Error + Send + Sync>> {
        let mut names = self.0.questions_without_vectors(limit)?;
        if names.len() < limit {
            names.extend(self.0.names_without_vectors(limit - names.len())?);
        }
        Ok(names)
    }

    fn store(&self, vectors: &[(String, Vec<f32>)]) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        Ok(self.0.put_vectors(vectors)?)
    }
}

/// Embeds what has no vector yet and brings the vector index up to date. Reports every change of stage;
/// ends early when `stop` is set.
pub fn embed_graph(
    graph: &dyn Store,
    encoder: &Encoder,
    stop: &AtomicBool,
    tell: &dyn Fn(EncoderStage),
) -> Result<(), String> {
    demonstrations::store_builtin(graph).map_err(|e| e.to_string())?;
    let progress = || graph.vector_progress().unwrap_or((0, 0));
    let (done, total) = progress();
    if done < total {
        tell(EncoderStage::Embedding { done, total });
    }
    embed_pending(encoder, &Pending(graph), stop, &mut |_| {
        let (done, total) = progress();
        tell(EncoderStage::Embedding { done, total });
    })
    .map_err(|e| e.to_string())?;
    if stop.load(Ordering::Relaxed) {
        return Ok(());
    }
    graph.refresh_vectors().map_err(|e| e.to_string())?;
    tell(EncoderStage::Ready);
    Ok(())
}

/// The background thread: opens the model, then embeds whenever it is woken.
pub struct Background {
    stop: Arc<AtomicBool>,
    wake: std::sync::mpsc::Sender<()>,
    thread: Option<JoinHandle<()>>,
}

impl Background {
    /// Starts the thread. `tell` is called on it.
    pub fn start(
        graph: OpenGraph,
        slot: Arc<EncoderSlot>,
        dir: ModelDir,
        tell: impl Fn(EncoderStage) + Send + 'static,
    ) -> Background {
        let stop = Arc::new(AtomicBool::new(false));
        let (wake, woken) = std::sync::mpsc::channel();
        let stopped = stop.clone();
        let thread = std::thread::spawn(move || {
            lower_priority();
            tell(EncoderStage::Loading);
            let encoder = match slot.open(&dir) {
                Ok(encoder) => encoder,
                Err(EncoderError::Missing { .. }) => return tell(EncoderStage::Absent),
                Err(error) => return tell(EncoderStage::Failed(error.to_string())),
            };
            loop {
                let turn = slot.turn(&|| stopped.load(Ordering::Relaxed));
                if turn.is_some()
                    && let Err(why) = embed_graph(graph.store(), &encoder, &stopped, &tell)
                {
                    tell(EncoderStage::Failed(why));
                }
                drop(turn);
                if woken.recv().is_err() || stopped.load(Ordering::Relaxed) {
                    return;
                }
            }
        });
        Background { stop, wake, thread: Some(thread) }
    }

    /// Says that there may be new names to embed.
    pub fn wake(&self) {
        // The thread may have ended because there is no model; nothing to wake then.
        let _ = self.wake.send(());
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let _ = self.wake.send(());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
