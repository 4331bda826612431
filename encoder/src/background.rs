//! Embeds the names that a load left without a vector, while the program is in use.
//!
//! The loop is meant for a thread of its own that first calls `lower_priority`: the encoder's
//! threads are started from it and inherit that, so a question asked meanwhile gets the cores.

use super::Encoder;
use super::error::{EncoderError, Result};
use std::sync::atomic::{AtomicBool, Ordering};

/// Names that are embedded and stored together on a CPU: about 0.2 s of work on two cores, and so the
/// most that a kill loses.
pub const NAMES_PER_STEP: usize = 256;

/// The same on a GPU, which needs many texts of each length at once; less than a second of work, too.
pub const NAMES_PER_STEP_ON_GPU: usize = 16_384;

/// An error of the store of names.
pub type NamesError = Box<dyn std::error::Error + Send + Sync>;

/// Whoever keeps names and their vectors.
pub trait PendingNames {
    /// Up to `limit` names that have no vector yet; none when all have one.
    ///
    /// # Errors
    ///
    /// The names cannot be read.
    fn next(&self, limit: usize) -> Result<Vec<String>, NamesError>;

    /// Keeps the vectors, so that `next` does not return these names again.
    ///
    /// # Errors
    ///
    /// The vectors cannot be stored.
    fn store(&self, vectors: &[(String, Vec<f32>)]) -> Result<(), NamesError>;
}

/// Embeds everything that is pending, or until `stop` is raised. `progress` is called after every step
/// with the number of names embedded so far, which is also the result.
///
/// # Errors
///
/// `Names` when the names cannot be read or stored, or when a stored name is returned as
/// pending again; else as `Encoder::encode`. Being stopped is not an error.
pub fn embed_pending(
    encoder: &Encoder,
    source: &dyn PendingNames,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64),
) -> Result<u64> {
    let mut done = 0;
    let mut last: Vec<String> = Vec::new();
    let limit = match encoder.on_gpu() {
        true => NAMES_PER_STEP_ON_GPU,
        false => NAMES_PER_STEP,
    };
    while !stop.load(Ordering::Relaxed) {
        let names = source.next(limit).map_err(EncoderError::Names)?;
        if names.is_empty() {
            break;
        }
        if names == last {
            return Err(EncoderError::Names("the names just stored are still pending".into()));
        }
        let texts: Vec<&str> = names.iter().map(String::as_str).collect();
        let vectors = match encoder.encode_until(&texts, Some(stop)) {
            Ok(vectors) => vectors,
            Err(EncoderError::Cancelled) => break,
            Err(e) => return Err(e),
        };
        last.clone_from(&names);
        let pairs: Vec<(String, Vec<f32>)> = names.into_iter().zip(vectors).collect();
        source.store(&pairs).map_err(EncoderError::Names)?;
        done += pairs.len() as u64;
        progress(done);
        std::thread::yield_now();
    }
    Ok(done)
}

/// Gives the calling thread, and threads it starts from now on, the lowest claim on the cores.
/// Does nothing where threads have no priority of their own, or when the system refuses: the
/// work is then done at normal priority, which is slower for others but not wrong.
pub fn lower_priority() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(19);
}
