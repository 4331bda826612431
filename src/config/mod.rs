//! Settings: flags over environment over file over defaults.
//!
//! | file | what lives there |
//! |---|---|
//! | `mod.rs` | the settings, and how they are resolved |
//! | `choice.rs` | values with a grammar of their own: writer, encoder, graph |
//! | `file.rs` | the file: TOML, where an unknown key is an error |
//! | `show.rs` | what `trustuqa config show` prints |
//!
//! Nothing here reads the process environment or looks for a home folder by itself,
//! except [`Locations::of_platform`] and [`process_env`]; tests bring their own.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use etcetera::BaseStrategy;
use trustuqa_storage::VectorSearch;

use crate::session::linking::Limits;
use crate::writer::ShareLevel;
use crate::writer::grammar::GrammarDialect;
use crate::writer::llm::{LlmConfig, Secret};

mod choice;
mod file;
mod show;

pub use choice::{EncoderChoice, GraphChoice, WriterChoice};
pub use show::Shown;

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

/// Every setting, resolved. What questions need of them can be sent to another process of the
/// same user, which holds the graph; the key goes with it, so nothing else may be done with
/// what serde makes of settings.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Settings {
    /// The settings file, whether it exists or not; `None` when no place for it is known.
    #[serde(skip)]
    pub config_file: Option<Setting<PathBuf>>,
    /// What the sections of the file say about the chat: its theme, keys and habits.
    #[serde(skip)]
    pub chat: trustuqa_tui::Options,
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
    /// Most tokens of a completion; `None` leaves it to the server (written `none`).
    pub max_completion_tokens: Setting<Option<u32>>,
    /// Samples of a try.
    pub samples: Setting<usize>,
    /// How the server of the model takes a grammar.
    pub grammar: Setting<GrammarDialect>,
    /// Most tries.
    pub max_tries: Setting<usize>,
    /// How long a try goes on asking a model on this machine for more samples.
    pub sampling_time: Setting<Duration>,
    /// Longest wait for a connection.
    pub connect_timeout: Setting<Duration>,
    /// Longest silence of the server.
    pub read_timeout: Setting<Duration>,
    /// How often a request is sent again.
    pub max_retries: Setting<usize>,
    /// About as many tokens as a prompt may spend on listing sources.
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

/// One key of the file with the environment variable that stands for it.
struct Key {
    name: &'static str,
    env: &'static str,
}

#[rustfmt::skip]
const KEYS: &[Key] = &[
    Key { name: "data_dir", env: "TRUSTUQA_DATA_DIR" },
    Key { name: "cache_dir", env: "TRUSTUQA_CACHE_DIR" },
    Key { name: "graph", env: "TRUSTUQA_GRAPH" },
    Key { name: "writer", env: "TRUSTUQA_WRITER" },
    Key { name: "share", env: "TRUSTUQA_SHARE" },
    Key { name: "encoder", env: "TRUSTUQA_ENCODER" },
    Key { name: "vector_search", env: "TRUSTUQA_VECTOR_SEARCH" },
    Key { name: "base_url", env: "OPENAI_BASE_URL" },
    Key { name: "api_key", env: "OPENAI_API_KEY" },
    Key { name: "model", env: "TRUSTUQA_MODEL" },
    Key { name: "temperature", env: "TRUSTUQA_TEMPERATURE" },
    Key { name: "max_completion_tokens", env: "TRUSTUQA_MAX_COMPLETION_TOKENS" },
    Key { name: "samples", env: "TRUSTUQA_SAMPLES" },
    Key { name: "grammar", env: "TRUSTUQA_GRAMMAR" },
    Key { name: "max_tries", env: "TRUSTUQA_MAX_TRIES" },
    Key { name: "sampling_time", env: "TRUSTUQA_SAMPLING_TIME" },
    Key { name: "connect_timeout", env: "TRUSTUQA_CONNECT_TIMEOUT" },
    Key { name: "read_timeout", env: "TRUSTUQA_READ_TIMEOUT" },
    Key { name: "max_retries", env: "TRUSTUQA_MAX_RETRIES" },
    Key { name: "schema_tokens", env: "TRUSTUQA_SCHEMA_TOKENS" },
];

/// The most tokens of a completion of a model on this machine, which costs nothing but time and
/// may never end: a query has a few hundred, and what a model thinks before it mostly fits, too.
const ENOUGH: u32 = 4_096;

/// The longest silence of a model on this machine: without a GPU, to read a long prompt alone
/// takes minutes.
const PATIENCE: Duration = Duration::from_secs(600);

const CONFIG_ENV: &str = "TRUSTUQA_CONFIG";

/// Looks values up in their order of precedence.
struct Resolver<'a> {
    env: &'a dyn Fn(&str) -> Option<String>,
    file: file::Values,
    path: Option<PathBuf>,
}

impl Resolver<'_> {
    /// The first of flag, environment and file, read by `parse`.
    fn find<T>(
        &self,
        name: &'static str,
        flag: Option<(&'static str, &str)>,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<Setting<T>>, ConfigError> {
        let key = KEYS.iter().find(|key| key.name == name);
        let from_env = || {
            let env = key?.env;
            (self.env)(env).filter(|v| !v.trim().is_empty()).map(|v| (v, Origin::Env(env)))
        };
        let from_file = || self.file.get(name).map(|(text, line)| (text.clone(), Origin::File(*line)));
        let found = flag.map(|(flag, text)| (text.to_owned(), Origin::Flag(flag)));
        let Some((text, origin)) = found.or_else(from_env).or_else(from_file) else { return Ok(None) };
        match parse(text.trim()) {
            Ok(value) => Ok(Some(Setting { value, origin })),
            Err(what) => {
                let place = match (&origin, &self.path) {
                    (Origin::File(line), Some(path)) => format!("{}:{line}", path.display()),
                    (origin, _) => origin.to_string(),
                };
                Err(ConfigError {
                    what: format!("{place}: `{name}`: {what}"),
                    hint: "see every setting and its origin with `trustuqa config show`, or change it".into(),
                })
            }
        }
    }

    fn or<T>(
        &self,
        name: &'static str,
        flag: Option<(&'static str, &str)>,
        parse: impl Fn(&str) -> Result<T, String>,
        default: T,
    ) -> Result<Setting<T>, ConfigError> {
        Ok(self.find(name, flag, parse)?.unwrap_or(Setting { value: default, origin: Origin::Default }))
    }

    fn folder(
        &self,
        name: &'static str,
        flag: Option<(&'static str, &str)>,
        default: Option<&PathBuf>,
    ) -> Result<Setting<PathBuf>, ConfigError> {
        match (self.find(name, flag, |text| Ok(PathBuf::from(text)))?, default) {
            (Some(found), _) => Ok(found),
            (None, Some(folder)) => Ok(Setting { value: folder.clone(), origin: Origin::Default }),
            (None, None) => {
                let env = KEYS.iter().find(|key| key.name == name).map_or("", |key| key.env);
                Err(ConfigError {
                    what: format!("no home folder is known, so there is no place for `{name}`"),
                    hint: format!("set HOME, or name a folder with {env}"),
                })
            }
        }
    }
}

impl Settings {
    /// Resolves every setting. `env` looks a name up in the environment.
    pub fn resolve(
        flags: &Flags,
        env: &dyn Fn(&str) -> Option<String>,
        locations: &Locations,
    ) -> Result<Settings, ConfigError> {
        let config_file = config_file(flags, env, locations);
        let mut warnings = Vec::new();
        let mut file = file::Values::default();
        let mut chat = trustuqa_tui::Options::default();
        if let Some(Setting { value: path, origin }) = &config_file {
            match std::fs::read_to_string(path) {
                Ok(text) => {
                    let known: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
                    (file, chat) = file::read(&text, path, &known)?;
                    if file.contains_key("api_key") && readable_by_others(path) {
                        warnings.push(format!(
                            "{} holds the API key and can be read by others; run `chmod 600` on it",
                            path.display()
                        ));
                    }
                }
                // The file is optional, unless somebody named it.
                Err(e) if e.kind() == std::io::ErrorKind::NotFound && *origin == Origin::Default => {}
                Err(e) => {
                    return Err(ConfigError {
                        what: format!("{}: {e}", path.display()),
                        hint: format!("make the file readable, or point --config or {CONFIG_ENV} elsewhere"),
                    });
                }
            }
        }
        let resolver =
            Resolver { env, file, path: config_file.as_ref().map(|setting| setting.value.clone()) };
        let llm = LlmConfig::default();
        let text = |text: &str| Ok(text.to_owned());
        let data_flag = flags.data_dir.as_ref().map(|p| p.to_string_lossy().into_owned());
        let mut settings = Settings {
            data_dir: resolver.folder(
                "data_dir",
                data_flag.as_deref().map(|p| ("--data-dir", p)),
                locations.data_dir.as_ref(),
            )?,
            cache_dir: resolver.folder("cache_dir", None, locations.cache_dir.as_ref())?,
            graph: resolver.or("graph", flag("--graph", &flags.graph), str::parse, GraphChoice::default())?,
            writer: resolver.or(
                "writer",
                flag("--writer", &flags.writer),
                str::parse,
                WriterChoice::Offline,
            )?,
            share: resolver.or("share", flag("--share", &flags.share), str::parse, ShareLevel::default())?,
            encoder: resolver.or(
                "encoder",
                flag("--encoder", &flags.encoder),
                str::parse,
                EncoderChoice::Auto,
            )?,
            vector_search: resolver.or("vector_search", None, str::parse, VectorSearch::default())?,
            base_url: resolver.or("base_url", flag("--base-url", &flags.base_url), url, llm.base_url)?,
            api_key: resolver.find("api_key", None, |key| Ok(Secret::new(key)))?,
            model: resolver.or("model", flag("--model", &flags.model), text, llm.model)?,
            temperature: resolver.or("temperature", None, temperature, llm.temperature)?,
            max_completion_tokens: resolver.or("max_completion_tokens", None, tokens, None)?,
            samples: resolver.or("samples", None, |t| number(t, 1, 50), llm.samples)?,
            grammar: resolver.or("grammar", None, str::parse, llm.grammar)?,
            max_tries: resolver.or("max_tries", None, |t| number(t, 1, 10), llm.max_tries)?,
            sampling_time: resolver.or("sampling_time", None, seconds, llm.sampling_time)?,
            connect_timeout: resolver.or("connect_timeout", None, seconds, llm.connect_timeout)?,
            read_timeout: resolver.or("read_timeout", None, seconds, llm.read_timeout)?,
            max_retries: resolver.or("max_retries", None, |t| number(t, 0, 20), llm.max_retries)?,
            schema_tokens: resolver.or(
                "schema_tokens",
                None,
                |t| number(t, 100, 1_000_000),
                Limits::default().tokens,
            )?,
            chat,
            config_file,
            warnings,
        };
        settings.suit_a_model_here();
        if settings.api_key.is_some() && is_plain_and_remote(&settings.base_url.value) {
            settings.warnings.push(
                "the API key would travel unencrypted: base_url is an http address of another machine".into(),
            );
        }
        Ok(settings)
    }

    /// What is not set follows from where the model runs: a server on this machine may see example
    /// values, because nothing leaves, and is waited for longer, because it may have no GPU; what it
    /// may write is bounded.
    fn suit_a_model_here(&mut self) {
        if !is_here(&self.base_url.value) {
            return;
        }
        if self.share.origin == Origin::Default {
            self.share = Setting { value: ShareLevel::Samples, origin: Origin::ModelHere };
        }
        if self.read_timeout.origin == Origin::Default {
            self.read_timeout = Setting { value: PATIENCE, origin: Origin::ModelHere };
        }
        if self.max_completion_tokens.origin == Origin::Default {
            self.max_completion_tokens = Setting { value: Some(ENOUGH), origin: Origin::ModelHere };
        }
    }

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

    /// How much of the graph a prompt tells: all of it for a server on this machine, where it fits.
    pub fn limits(&self) -> Limits {
        let whole = is_here(&self.base_url.value);
        Limits { tokens: self.schema_tokens.value, whole, ..Limits::default() }
    }

    /// What keeps the `llm` writer from asking, with what to do: no model is named, or the
    /// server is one that answers nobody without a key.
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

/// Every key of the settings file with the environment variable that stands for it,
/// for help texts.
pub fn keys() -> impl Iterator<Item = (&'static str, &'static str)> {
    KEYS.iter().map(|key| (key.name, key.env))
}

/// The settings file that these flags and this environment choose; for
/// `trustuqa config path`, which must work when the file itself is broken.
pub fn config_file(
    flags: &Flags,
    env: &dyn Fn(&str) -> Option<String>,
    locations: &Locations,
) -> Option<Setting<PathBuf>> {
    if let Some(path) = &flags.config {
        return Some(Setting { value: path.clone(), origin: Origin::Flag("--config") });
    }
    if let Some(path) = env(CONFIG_ENV).filter(|path| !path.trim().is_empty()) {
        return Some(Setting { value: path.into(), origin: Origin::Env(CONFIG_ENV) });
    }
    let folder = locations.config_dir.as_ref()?;
    Some(Setting { value: folder.join("config.toml"), origin: Origin::Default })
}

fn flag<'a>(name: &'static str, value: &'a Option<String>) -> Option<(&'static str, &'a str)> {
    value.as_deref().map(|value| (name, value))
}

fn url(text: &str) -> Result<String, String> {
    let good =
        reqwest::Url::parse(text).is_ok_and(|u| ["http", "https"].contains(&u.scheme()) && u.has_host());
    if good { Ok(text.to_owned()) } else { Err(format!("expected an http or https address, found `{text}`")) }
}

fn is_plain_and_remote(url: &str) -> bool {
    reqwest::Url::parse(url).is_ok_and(|parsed| parsed.scheme() == "http" && !is_here(url))
}

/// Whether an address is one of this machine.
pub(crate) fn is_here(url: &str) -> bool {
    reqwest::Url::parse(url).is_ok_and(|url| {
        let host = url.host_str().unwrap_or("").trim_matches(['[', ']']);
        host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
    })
}

fn temperature(text: &str) -> Result<Option<f32>, String> {
    if text == "none" {
        return Ok(None);
    }
    match text.parse::<f32>() {
        Ok(value) if (0.0..=2.0).contains(&value) => Ok(Some(value)),
        _ => Err(format!("expected a number from 0 to 2, or `none`, found `{text}`")),
    }
}

fn tokens(text: &str) -> Result<Option<u32>, String> {
    match text.parse::<u32>() {
        _ if text == "none" => Ok(None),
        Ok(value) if value > 0 => Ok(Some(value)),
        _ => Err(format!("expected a number of tokens, or `none`, found `{text}`")),
    }
}

fn number(text: &str, least: usize, most: usize) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(value) if (least..=most).contains(&value) => Ok(value),
        _ => Err(format!("expected a whole number from {least} to {most}, found `{text}`")),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value <= 86_400.0 => Ok(Duration::from_secs_f64(value)),
        _ => Err(format!("expected a number of seconds up to a day, found `{text}`")),
    }
}

#[cfg(unix)]
fn readable_by_others(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|m| m.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn readable_by_others(_path: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests;
