//! The settings file: flat TOML.
//!
//! ```toml
//! model = "llama3.1"
//! base_url = "http://localhost:11434/v1"
//! samples = 5
//! ```

use std::collections::HashMap;
use std::path::Path;

use rapidfuzz::distance::osa;
use toml::de::{DeTable, DeValue};

use super::ConfigError;

/// Key to the text of its value and its 1-based line.
pub type Values = HashMap<String, (String, usize)>;

/// Reads the file. Keys beside `known` are errors.
pub fn read(text: &str, path: &Path, known: &[&str]) -> Result<Values, ConfigError> {
    let line_of =
        |offset: usize| text.as_bytes()[..offset.min(text.len())].iter().filter(|b| **b == b'\n').count() + 1;
    let at = |line: usize, what: String| format!("{}:{line}: {what}", path.display());
    let table = DeTable::parse(text).map_err(|e| ConfigError {
        what: at(line_of(e.span().map_or(0, |span| span.start)), e.message().to_owned()),
        hint: "the file is TOML: `key = \"text\"` or `key = 5`, one a line".into(),
    })?;
    let mut values = Values::new();
    for (key, value) in table.get_ref() {
        let line = line_of(key.span().start);
        let name = key.get_ref();
        if !known.contains(&name.as_ref()) {
            return Err(ConfigError {
                what: at(line, format!("`{name}` is no setting")),
                hint: nearest(name, known),
            });
        }
        let text = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) => number.to_string(),
            DeValue::Float(number) => number.to_string(),
            other => {
                return Err(ConfigError {
                    what: at(line, format!("`{name}` is {}", kind(other))),
                    hint: "expected text in quotes, or a number".into(),
                });
            }
        };
        values.insert(name.to_string(), (text, line));
    }
    Ok(values)
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::Boolean(_) => "a truth value",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a section",
        _ => "no text",
    }
}

fn nearest(name: &str, known: &[&str]) -> String {
    let folded = name.to_lowercase().replace('-', "_");
    let best = known.iter().map(|k| (osa::distance(folded.chars(), k.chars()), k)).min();
    match best {
        Some((distance, key)) if distance <= key.len().max(folded.len()) / 3 => {
            format!("did you mean `{key}`?")
        }
        _ => format!("the settings are {}", known.join(", ")),
    }
}
