//! The settings file: TOML, flat but for the sections of the chat.
//!
//! ```toml
//! model = "llama3.1"
//! base_url = "http://localhost:11434/v1"
//! samples = 5
//!
//! [theme]
//! name = "dark"
//!
//! [keys]
//! trace = ["ctrl-t", "f5"]
//! ```

use std::collections::HashMap;
use std::path::Path;

use rapidfuzz::distance::osa;
use toml::de::{DeTable, DeValue};
use trustuqa_tui::ChatOptions;
use trustuqa_tui::settings::{SECTIONS, SettingLine};

use super::ConfigError;

/// Key to the text of its value and its 1-based line.
pub type Values = HashMap<String, (String, usize)>;

/// Reads the file: its settings, and what its sections say about the chat. Keys other than `known` are
/// errors, and so are chat settings that do not exist.
pub fn read(text: &str, path: &Path, known: &[&str]) -> Result<(Values, ChatOptions), ConfigError> {
    let line_of =
        |offset: usize| text.as_bytes()[..offset.min(text.len())].iter().filter(|b| **b == b'\n').count() + 1;
    let at = |line: usize, what: String| format!("{}:{line}: {what}", path.display());
    let table = DeTable::parse(text).map_err(|e| ConfigError {
        what: at(line_of(e.span().map_or(0, |span| span.start)), e.message().to_owned()),
        hint: "the file is TOML: `key = \"text\"` or `key = 5`, one a line".into(),
    })?;
    let mut values = Values::new();
    let mut chat = Vec::new();
    for (key, value) in table.get_ref() {
        let line = line_of(key.span().start);
        let name = key.get_ref();
        if let (true, DeValue::Table(section)) = (SECTIONS.contains(&name.as_ref()), value.get_ref()) {
            for (key, value) in section {
                let line = line_of(key.span().start);
                let texts = match value.get_ref() {
                    DeValue::Array(list) => list.iter().map(|value| plain(value.get_ref())).collect(),
                    value => plain(value).map(|text| vec![text]),
                };
                let Some(values) = texts else {
                    return Err(ConfigError {
                        what: at(line, format!("`{}` is {}", key.get_ref(), kind(value.get_ref()))),
                        hint: "expected text in quotes, or a list of it".into(),
                    });
                };
                let setting =
                    SettingLine { section: name.to_string(), name: key.get_ref().to_string(), values };
                chat.push((setting, line));
            }
            continue;
        }
        if !known.contains(&name.as_ref()) {
            return Err(ConfigError {
                what: at(line, format!("`{name}` is not a setting")),
                hint: nearest(name, known),
            });
        }
        let Some(text) = plain(value.get_ref()) else {
            return Err(ConfigError {
                what: at(line, format!("`{name}` is {}", kind(value.get_ref()))),
                hint: "expected text in quotes, or a number".into(),
            });
        };
        values.insert(name.to_string(), (text, line));
    }
    let (settings, lines): (Vec<SettingLine>, Vec<usize>) = chat.into_iter().unzip();
    let options = ChatOptions::read(&settings).map_err(|(wrong, error)| ConfigError {
        what: at(lines.get(wrong).copied().unwrap_or(1), error.what),
        hint: error.hint,
    })?;
    Ok((values, options))
}

/// Text, or a number as text.
fn plain(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        _ => None,
    }
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
