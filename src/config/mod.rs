//! Settings: flags over environment over file over defaults.
//!
//! | file | what lives there |
//! |---|---|
//! | `mod.rs` | the settings, and what follows from them |
//! | `resolve.rs` | each of them from flags, environment, file or default |
//! | `choice.rs` | values with a grammar of their own: writer, encoder, graph |
//! | `file.rs` | the file: TOML, where an unknown key is an error |
//! | `parse.rs` | other values as they are typed |
//! | `show.rs` | what `trustuqa config show` prints |
//!
//! Nothing here reads the process environment or looks for a home folder by itself,
//! except [`Locations::of_platform`] and [`process_env`]; tests bring their own.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use etcetera::BaseStrategy;
use trustuqa_storage::VectorSearch;

use crate::session::linking::LinkingLimits;
use crate::writer::ShareLevel;
use crate::writer::grammar::GrammarDialect;
use crate::writer::llm::{LlmConfig, Secret};

mod choice;
mod file;
mod parse;
mod resolve;
mod show;

pub use choice::{EncoderChoice, GraphChoice, WriterChoice};
pub use resolve::{config_file, keys};
pub use show::ShownSetting;

/// Values given on the command line. There is no flag for the API key: a command
/// line is visible to other users of the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// `--config`
    pub config: Option<PathBuf>,
    /// `--data-dir`
    pub data_dir: Option<PathBuf>,
    /// `--graph`
    pub graph: Option<String>,
    /// `--writer`
    pub writer: Option<String>,
    /// `--share`
    pub share: Option<String>,
    /// `--encoder`
    pub encoder: Option<String>,
    /// `--model`
    pub model: Option<String>,
    /// `--base-url`
    pub base_url: Option<String>,
}

/// The platform's folders for this program; `None` where no home folder is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Locations {
    /// Holds `config.toml`.
    pub config_dir: Option<PathBuf>,
    /// Holds graphs and the egress ledger.
    pub data_dir: Option<PathBuf>,
    /// Holds the encoder.
    pub cache_dir: Option<PathBuf>,
}

impl Locations {
    /// The folders that this platform's conventions name.
    pub fn of_platform() -> Locations {
        match etcetera::choose_base_strategy() {
            Ok(base) => Locations {
                config_dir: Some(base.config_dir().join("trustuqa")),
                data_dir: Some(base.data_dir().join("trustuqa")),
                cache_dir: Some(base.cache_dir().join("trustuqa")),
            },
            Err(_) => Locations::default(),
        }
    }
}

/// Looks a name up in the environment of the process, for [`Settings::resolve`].
pub fn process_env(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Where a value comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// This flag.
    Flag(&'static str),
    /// This environment variable.
    Env(&'static str),
    /// This line of the settings file.
    File(usize),
    /// Built in, for a model that runs on this machine.
    ModelHere,
    /// Built in.
    #[default]
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Flag(name) => write!(f, "flag {name}"),
            Origin::Env(name) => write!(f, "environment {name}"),
            Origin::File(line) => write!(f, "file, line {line}"),
            Origin::ModelHere => f.write_str("default for a model on this machine"),
            Origin::Default => f.write_str("default"),
        }
    }
}

/// A value with its origin.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Setting<T> {
    /// The value.
    pub value: T,
    /// Where it comes from; known only to the process that resolved it.
    #[serde(skip)]
    pub origin: Origin,
}

/// A setting that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct ConfigError {
    /// What is wrong, with the place.
    pub what: String,
    /// What to do next.
    pub hint: String,
}

/// Every setting, resolved. What questions need of them can be sent to another process of the same user,
/// which holds the graph. The serialised form holds the API key, so it must be used for nothing else.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Settings {
    /// The settings file, whether it exists or not; `None` when no place for it is known.
    #[serde(skip)]
    pub config_file: Option<Setting<PathBuf>>,
    /// What the sections of the file say about the chat: its theme, keys and habits.
    #[serde(skip)]
    pub chat: trustuqa_tui::ChatOptions,
    /// Folder of graphs and ledger.
    pub data_dir: Setting<PathBuf>,
    /// Folder of the encoder.
    pub cache_dir: Setting<PathBuf>,
    /// The graph.
    pub graph: Setting<GraphChoice>,
    /// The writer.
    pub writer: Setting<WriterChoice>,
    /// How much may leave the machine.
    pub share: Setting<ShareLevel>,
    /// The encoder.
    pub encoder: Setting<EncoderChoice>,
    /// How the nearest names of a graph in a folder are found.
    pub vector_search: Setting<VectorSearch>,
    /// Address of the model's server.
    pub base_url: Setting<String>,
    /// Key of the model's server.
    #[serde(with = "key")]
    pub api_key: Option<Setting<Secret>>,
    /// The model; empty when none is set.
    pub model: Setting<String>,
    /// Sampling temperature; `None` leaves it to the server (written `none`).
    pub temperature: Setting<Option<f32>>,
    /// The most tokens of a completion; `None` leaves it to the server (written `none`).
    pub max_completion_tokens: Setting<Option<u32>>,
    /// Samples of a try.
    pub samples: Setting<usize>,
    /// How the server of the model takes a grammar.
    pub grammar: Setting<GrammarDialect>,
    /// The most tries.
    pub max_tries: Setting<usize>,
    /// How long a try goes on asking a model on this machine for more samples.
    pub sampling_time: Setting<Duration>,
    /// Longest wait for a connection.
    pub connect_timeout: Setting<Duration>,
    /// Longest silence of the server.
    pub read_timeout: Setting<Duration>,
    /// How often a request is sent again.
    pub max_retries: Setting<usize>,
    /// About how many tokens of a prompt may list sources.
    pub schema_tokens: Setting<usize>,
    /// What the user should know about the settings.
    #[serde(skip)]
    pub warnings: Vec<String>,
}

/// The key as text, without its origin.
mod key {
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    use super::{Origin, Secret, Setting};

    pub fn serialize<S: Serializer>(key: &Option<Setting<Secret>>, to: S) -> Result<S::Ok, S::Error> {
        key.as_ref().map(|key| key.value.expose()).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Setting<Secret>>, D::Error> {
        let key: Option<String> = Option::deserialize(from)?;
        Ok(key.map(|key| Setting { value: Secret::new(key), origin: Origin::Default }))
    }
}

impl Settings {
    /// The share level towards a model other than that of `base_url`, which may run anywhere.
    pub fn share_elsewhere(&self) -> ShareLevel {
        if self.share.origin == Origin::ModelHere { ShareLevel::default() } else { self.share.value }
    }

    /// The folder of the chosen graph: `graphs/NAME` in the data folder, or the
    /// folder that the user named; `None` for a graph on a database server.
    pub fn graph_dir(&self) -> Option<PathBuf> {
        self.graph_dir_of(&self.graph.value)
    }

    /// Where the chosen graph is, for a message.
    pub fn graph_shown(&self) -> String {
        match self.graph_dir() {
            Some(folder) => folder.display().to_string(),
            None => self.graph.value.to_string(),
        }
    }

    /// The same settings for a process in another folder: every path is absolute.
    pub fn with_absolute_paths(&self) -> Settings {
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let mut settings = self.clone();
        settings.data_dir.value = absolute(&self.data_dir.value);
        settings.cache_dir.value = absolute(&self.cache_dir.value);
        if let GraphChoice::Folder(folder) = &mut settings.graph.value {
            *folder = absolute(folder);
        }
        if let WriterChoice::Replay(file) = &mut settings.writer.value {
            *file = absolute(file);
        }
        if let EncoderChoice::Folder(folder) = &mut settings.encoder.value {
            *folder = absolute(folder);
        }
        settings
    }

    /// The folder of any graph.
    pub fn graph_dir_of(&self, graph: &GraphChoice) -> Option<PathBuf> {
        match graph {
            GraphChoice::Named(name) => Some(self.graphs_dir().join(name)),
            GraphChoice::Folder(folder) => Some(folder.clone()),
            #[cfg(feature = "postgres")]
            GraphChoice::Server(_) => None,
        }
    }

    fn graphs_dir(&self) -> PathBuf {
        self.data_dir.value.join("graphs")
    }

    /// The names of the graphs in the data folder, in order.
    pub fn graphs(&self) -> Vec<String> {
        let folders = std::fs::read_dir(self.graphs_dir()).into_iter().flatten().flatten();
        let mut names: Vec<String> = folders
            .filter(|entry| entry.path().join("graph.redb").is_file())
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        names.sort();
        names
    }

    /// The file of the egress ledger.
    pub fn ledger_file(&self) -> PathBuf {
        self.data_dir.value.join("sent.jsonl")
    }

    /// The folder that the encoder's files are kept in.
    pub fn encoder_dir(&self) -> PathBuf {
        self.cache_dir.value.join("encoder")
    }

    /// How much of the graph a prompt describes: all of it, where it fits, for a server on this machine.
    pub fn limits(&self) -> LinkingLimits {
        let whole = is_here(&self.base_url.value);
        LinkingLimits { tokens: self.schema_tokens.value, whole, ..LinkingLimits::default() }
    }

    /// What keeps the `llm` writer from asking, with a hint: no model is named, or no key is set for a
    /// server that answers nobody without one.
    pub fn llm_problem(&self) -> Option<(&'static str, &'static str)> {
        if self.model.value.trim().is_empty() {
            return Some((
                "no model is set for the `llm` writer",
                "name it with --model NAME, and its server with --base-url URL; or set TRUSTUQA_MODEL",
            ));
        }
        let keyless = self.api_key.as_ref().is_none_or(|key| key.value.expose().is_empty());
        let host = self.base_url.value.split("://").last().unwrap_or_default();
        (keyless && host.starts_with("api.openai.com")).then_some((
            "no key is set, and api.openai.com does not answer without one",
            "set OPENAI_API_KEY, or name a server that needs none with --base-url URL",
        ))
    }

    /// How to reach and ask the model.
    pub fn llm(&self) -> LlmConfig {
        LlmConfig {
            base_url: self.base_url.value.clone(),
            api_key: self.api_key.as_ref().map(|key| key.value.clone()),
            model: self.model.value.clone(),
            temperature: self.temperature.value,
            max_completion_tokens: self.max_completion_tokens.value,
            samples: self.samples.value,
            here: is_here(&self.base_url.value),
            grammar: self.grammar.value,
            max_tries: self.max_tries.value,
            sampling_time: self.sampling_time.value,
            connect_timeout: self.connect_timeout.value,
            read_timeout: self.read_timeout.value,
            max_retries: self.max_retries.value,
            ..LlmConfig::default()
        }
    }
}

/// Whether an address is one of this machine.
pub(crate) fn is_here(url: &str) -> bool {
    reqwest::Url::parse(url).is_ok_and(|url| {
        let host = url.host_str().unwrap_or("").trim_matches(['[', ']']);
        host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
    })
}

#[cfg(test)]
mod tests;
