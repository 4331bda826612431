//! The folder that holds the model's files, and whether they are the right ones.

use super::error::{EncoderError, Result};
use sha2::{Digest, Sha256};
use std::io::Read;
use std::path::{Path, PathBuf};

/// SHA-256 of the official weights of all-MiniLM-L6-v2.
pub const WEIGHTS_SHA256: &str = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db";

pub(super) const CONFIG: &str = "config.json";
pub(super) const TOKENIZER: &str = "tokenizer.json";
/// The file of the weights.
pub const WEIGHTS: &str = "model.safetensors";

/// The files of a model. The weights come last: they are fetched last, so that a folder
/// which has them is complete.
pub const FILES: [&str; 3] = [CONFIG, TOKENIZER, WEIGHTS];

/// A folder with `config.json`, `tokenizer.json` and `model.safetensors`, and the hash that
/// the weights must have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelDir {
    path: PathBuf,
    weights_sha256: String,
}

impl ModelDir {
    /// A folder that holds, or will hold, all-MiniLM-L6-v2.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self::pinned(path, WEIGHTS_SHA256)
    }

    /// A folder with another model, whose weights have this SHA-256 (lower-case hexadecimal).
    pub fn pinned(path: impl Into<PathBuf>, weights_sha256: impl Into<String>) -> Self {
        Self { path: path.into(), weights_sha256: weights_sha256.into() }
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether all files are there; what is in them is not looked at.
    pub fn is_complete(&self) -> bool {
        self.missing().is_none()
    }

    fn missing(&self) -> Option<&'static str> {
        FILES.into_iter().find(|file| !self.path.join(file).is_file())
    }

    /// The same model in another folder.
    pub fn at(&self, path: impl Into<PathBuf>) -> Self {
        Self::pinned(path, self.weights_sha256.clone())
    }

    /// Whether this is a folder for all-MiniLM-L6-v2 itself.
    pub(super) fn weights_are_official(&self) -> bool {
        self.weights_sha256 == WEIGHTS_SHA256
    }

    /// The contents of one of the files.
    ///
    /// # Errors
    ///
    /// `Missing` or `Io`.
    pub fn read(&self, file: &'static str) -> Result<Vec<u8>> {
        let path = self.path.join(file);
        match std::fs::read(&path) {
            Ok(bytes) => Ok(bytes),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                Err(EncoderError::Missing { dir: self.path.clone(), file })
            }
            Err(e) => Err(EncoderError::io(format!("reading {}", path.display()))(e)),
        }
    }

    /// The weights, once their hash is found to be right.
    pub(super) fn read_weights(&self) -> Result<Vec<u8>> {
        let bytes = self.read(WEIGHTS)?;
        self.expect(hex(&Sha256::digest(&bytes)))?;
        Ok(bytes)
    }

    /// Whether all files are there and the weights have the right hash. Reads the weights in
    /// pieces (about 0.1 s).
    ///
    /// # Errors
    ///
    /// `Missing`, `Hash`, or `Io`.
    pub fn verify(&self) -> Result<()> {
        if let Some(file) = self.missing() {
            return Err(EncoderError::Missing { dir: self.path.clone(), file });
        }
        let path = self.path.join(WEIGHTS);
        let fail = || EncoderError::io(format!("reading {}", path.display()));
        let mut file = std::fs::File::open(&path).map_err(fail())?;
        let (mut hasher, mut buffer) = (Sha256::new(), vec![0; 1 << 18]);
        loop {
            match file.read(&mut buffer).map_err(fail())? {
                0 => break,
                read => hasher.update(&buffer[..read]),
            }
        }
        self.expect(hex(&hasher.finalize()))
    }

    fn expect(&self, found: String) -> Result<()> {
        if found == self.weights_sha256 {
            return Ok(());
        }
        Err(EncoderError::Hash {
            path: self.path.join(WEIGHTS),
            expected: self.weights_sha256.clone(),
            found,
        })
    }
}

/// What is known about the model on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelStatus {
    /// All files are there.
    pub present: bool,
    /// The folder that was looked in.
    pub path: PathBuf,
    /// The size of the files that are there, in bytes.
    pub bytes: u64,
    /// All files are there and the weights have the pinned SHA-256.
    pub verified: bool,
    /// What is wrong with the folder, when `verified` is false.
    pub problem: Option<String>,
    /// Where `Encoder::open` would run the model: `cpu` or `cuda`.
    pub device: &'static str,
}

/// Looks at the folder without loading the model; reads the weights once to check their hash.
pub fn status(dir: &ModelDir) -> ModelStatus {
    let sizes = FILES.map(|file| std::fs::metadata(dir.path.join(file)).ok().filter(|m| m.is_file()));
    let problem = dir.verify().err();
    ModelStatus {
        present: sizes.iter().all(Option::is_some),
        path: dir.path.clone(),
        bytes: sizes.iter().flatten().map(|m| m.len()).sum(),
        verified: problem.is_none(),
        problem: problem.map(|e| e.to_string()),
        device: super::device::auto().name(),
    }
}

/// Lower-case hexadecimal.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
