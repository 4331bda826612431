//! Resolving: every setting by flag, environment, file and default, in this order.

use std::path::{Path, PathBuf};
use std::time::Duration;

use trustuqa_storage::VectorSearch;

use super::parse::{number, seconds, temperature, tokens, url};
use super::{
    ConfigError, EncoderChoice, Flags, GraphChoice, Locations, Origin, Setting, Settings, WriterChoice, file,
    is_here,
};
use crate::session::linking::LinkingLimits;
use crate::writer::ShareLevel;
use crate::writer::llm::{LlmConfig, Secret};

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

/// The default limit on a completion's tokens for a model on this machine, which otherwise might never
/// stop. A query takes a few hundred; what a model thinks before it mostly fits, too.
const ENOUGH: u32 = 4_096;

/// The default limit on the silence of a model on this machine: without a GPU, reading a long prompt
/// alone takes minutes.
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
        let mut chat = trustuqa_tui::ChatOptions::default();
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
                LinkingLimits::default().tokens,
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

    /// Sets defaults for a server on this machine: it may see example values, because nothing leaves; it
    /// is waited for longer, because it may have no GPU; and its completions are limited in length.
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

fn is_plain_and_remote(url: &str) -> bool {
    reqwest::Url::parse(url).is_ok_and(|parsed| parsed.scheme() == "http" && !is_here(url))
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
