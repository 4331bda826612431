//! Values with a grammar of their own.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// Which writer turns questions into queries.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum WriterChoice {
    /// The built-in one, without model and network.
    #[default]
    Offline,
    /// A language model.
    Llm,
    /// Recorded completions of a file.
    Replay(PathBuf),
}

impl FromStr for WriterChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            Some(("replay", file)) if !file.trim().is_empty() => Ok(WriterChoice::Replay(file.trim().into())),
            _ if text == "offline" => Ok(WriterChoice::Offline),
            _ if text == "llm" => Ok(WriterChoice::Llm),
            _ => Err(format!("expected `llm`, `offline` or `replay:FILE`, found `{text}`")),
        }
    }
}

impl fmt::Display for WriterChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriterChoice::Offline => f.write_str("offline"),
            WriterChoice::Llm => f.write_str("llm"),
            WriterChoice::Replay(file) => write!(f, "replay:{}", file.display()),
        }
    }
}

/// Where the sentence encoder comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum EncoderChoice {
    /// The one that was fetched into the cache folder, if any.
    #[default]
    Auto,
    /// None: names are matched by their letters only.
    Off,
    /// The model in this folder.
    Folder(PathBuf),
}

impl FromStr for EncoderChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "" => Err("expected `auto`, `off` or a folder".into()),
            "auto" => Ok(EncoderChoice::Auto),
            "off" => Ok(EncoderChoice::Off),
            folder => Ok(EncoderChoice::Folder(folder.into())),
        }
    }
}

impl fmt::Display for EncoderChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncoderChoice::Auto => f.write_str("auto"),
            EncoderChoice::Off => f.write_str("off"),
            EncoderChoice::Folder(folder) => write!(f, "{}", folder.display()),
        }
    }
}

/// Which graph.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum GraphChoice {
    /// A graph of the data folder, by name.
    Named(String),
    /// A graph in a folder of its own: anything with a path separator in it.
    Folder(PathBuf),
    /// A graph on a database server: `postgres://user@host/database`.
    #[cfg(feature = "postgres")]
    Server(String),
}

impl Default for GraphChoice {
    fn default() -> Self {
        GraphChoice::Named("default".into())
    }
}

impl FromStr for GraphChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            #[cfg(feature = "postgres")]
            return match text.parse::<trustuqa_postgres::GraphAddress>() {
                Ok(_) => Ok(GraphChoice::Server(text.into())),
                Err(error) => Err(format!("{error}; {}", error.hint())),
            };
            #[cfg(not(feature = "postgres"))]
            return Err("this program was built without PostgreSQL (the feature `postgres`)".to_owned());
        }
        if text.contains(['/', '\\']) {
            return Ok(GraphChoice::Folder(text.into()));
        }
        let fits = |c: char| c.is_alphanumeric() || ['-', '_', '.'].contains(&c);
        if text.is_empty() || text.starts_with('.') || !text.chars().all(fits) {
            return Err(format!(
                "expected a name of letters, digits, `-`, `_` and `.`, or a path with a `/` in it, found `{text}`"
            ));
        }
        Ok(GraphChoice::Named(text.into()))
    }
}

impl fmt::Display for GraphChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphChoice::Named(name) => f.write_str(name),
            GraphChoice::Folder(folder) => write!(f, "{}", folder.display()),
            // Never the password.
            #[cfg(feature = "postgres")]
            GraphChoice::Server(address) => f.write_str(&trustuqa_postgres::without_password(address)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_back_as_they_are_written() {
        for text in ["offline", "llm", "replay:a:b.jsonl"] {
            assert_eq!(text.parse::<WriterChoice>().map(|c| c.to_string()), Ok(text.to_owned()));
        }
        for text in ["auto", "off", "/models/minilm"] {
            assert_eq!(text.parse::<EncoderChoice>().map(|c| c.to_string()), Ok(text.to_owned()));
        }
        for text in ["demo", "é-1.2", "./here", "/a/b"] {
            assert_eq!(text.parse::<GraphChoice>().map(|c| c.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn choices_outside_the_grammar_say_what_is_expected() {
        for text in ["replay", "replay:", "gpt"] {
            let error = text.parse::<WriterChoice>().unwrap_err();
            assert!(error.contains("`replay:FILE`") && error.contains(text));
        }
        for text in ["", ".hidden", "..", "a b"] {
            assert!(text.parse::<GraphChoice>().is_err(), "{text}");
        }
    }
}
