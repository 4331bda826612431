//! What `trustuqa config show` prints: every setting, its value and its origin.

use super::Settings;

/// One setting, for people.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ShownSetting {
    /// Its key in the file.
    pub key: &'static str,
    /// Its value; of a secret no more than the end.
    pub value: String,
    /// Where it comes from.
    pub origin: String,
}

impl Settings {
    /// Every setting with its origin, in a fixed order. Secrets are masked.
    pub fn shown(&self) -> Vec<ShownSetting> {
        let seconds = |d: &std::time::Duration| format!("{} s", d.as_secs_f64());
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "none".into());
        let unset = |text: &str| if text.is_empty() { "not set".to_owned() } else { text.to_owned() };
        let mut rows = Vec::new();
        let mut row = |key, value: String, origin: String| rows.push(ShownSetting { key, value, origin });
        if let Some(file) = &self.config_file {
            let note = if file.value.exists() { "" } else { " (no such file)" };
            row("config", format!("{}{note}", file.value.display()), file.origin.to_string());
        }
        row("data_dir", self.data_dir.value.display().to_string(), self.data_dir.origin.to_string());
        row("cache_dir", self.cache_dir.value.display().to_string(), self.cache_dir.origin.to_string());
        row("graph", self.graph.value.to_string(), self.graph.origin.to_string());
        row("writer", self.writer.value.to_string(), self.writer.origin.to_string());
        row("share", self.share.value.to_string(), self.share.origin.to_string());
        row("encoder", self.encoder.value.to_string(), self.encoder.origin.to_string());
        row("vector_search", self.vector_search.value.to_string(), self.vector_search.origin.to_string());
        row(
            "base_url",
            crate::writer::ledger::public_url(&self.base_url.value),
            self.base_url.origin.to_string(),
        );
        match &self.api_key {
            Some(key) => row("api_key", key.value.masked(), key.origin.to_string()),
            None => row("api_key", unset(""), "default".into()),
        }
        row("model", unset(&self.model.value), self.model.origin.to_string());
        row(
            "temperature",
            or_none(self.temperature.value.map(|t| t.to_string())),
            self.temperature.origin.to_string(),
        );
        row(
            "max_completion_tokens",
            or_none(self.max_completion_tokens.value.map(|t| t.to_string())),
            self.max_completion_tokens.origin.to_string(),
        );
        row("samples", self.samples.value.to_string(), self.samples.origin.to_string());
        row("grammar", self.grammar.value.to_string(), self.grammar.origin.to_string());
        row("max_tries", self.max_tries.value.to_string(), self.max_tries.origin.to_string());
        row("sampling_time", seconds(&self.sampling_time.value), self.sampling_time.origin.to_string());
        row("connect_timeout", seconds(&self.connect_timeout.value), self.connect_timeout.origin.to_string());
        row("read_timeout", seconds(&self.read_timeout.value), self.read_timeout.origin.to_string());
        row("max_retries", self.max_retries.value.to_string(), self.max_retries.origin.to_string());
        row("schema_tokens", self.schema_tokens.value.to_string(), self.schema_tokens.origin.to_string());
        rows
    }

    /// [`Settings::shown`] as aligned lines.
    pub fn show(&self) -> String {
        let rows = self.shown();
        let key = rows.iter().map(|row| row.key.len()).max().unwrap_or(0);
        let value = rows.iter().map(|row| row.value.chars().count()).max().unwrap_or(0).min(48);
        rows.iter().map(|row| format!("{:key$}  {:value$}  {}\n", row.key, row.value, row.origin)).collect()
    }
}
