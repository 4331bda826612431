//! What is wrong with a query, where, and what to do about it. The same text is shown to the user and to the
//! model for its next try.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A byte range in the text of the query.
pub type Span = Range<usize>;

/// Whether the query can still run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Severity {
    /// The query cannot run.
    Error,
    /// The query runs, but its text was read in a way that the writer should know about.
    Warning,
}

/// One finding about a query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Stable name, such as `unknown-function`.
    pub code: Cow<'static, str>,
    /// Error or warning.
    pub severity: Severity,
    /// The part of the text concerned.
    pub span: Span,
    /// What happened.
    pub message: String,
    /// What to do next.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// An error without a hint.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code: code.into(), severity: Severity::Error, span, message: message.into(), hint: None }
    }

    /// A warning without a hint.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }

    /// Adds a hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// The finding with the line of `text` concerned, and a caret below the place.
    pub fn render(&self, text: &str) -> String {
        let label = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let mut out = format!("{label}[{}]: {}", self.code, self.message);
        let start = floor_boundary(text, self.span.start);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        if !text[line_start..line_end].trim().is_empty() {
            let end = floor_boundary(text, self.span.end).clamp(start, line_end);
            let (from, cut) = left_of(&text[line_start..start]);
            let (line, rest) = right_of(&text[line_start + from..line_end]);
            let before = text[line_start + from..start].chars().count() + cut.chars().count();
            let width = text[start..end].chars().count().clamp(1, line.chars().count().max(1));
            let number = text[..line_start].matches('\n').count() + 1;
            out.push_str(&format!(
                "\n  {number} | {cut}{line}{rest}\n  {pad} | {space}{carets}",
                pad = " ".repeat(number.to_string().len()),
                space = " ".repeat(before),
                carets = "^".repeat(width)
            ));
        }
        if let Some(hint) = &self.hint {
            out.push_str(&format!("\nhint: {hint}"));
        }
        out
    }

    /// Whether a repair guesses what was meant, or leaves something out: the query that was run may not be
    /// the one that was meant.
    pub fn is_guess(&self) -> bool {
        matches!(
            self.code.as_ref(),
            "guessed-function"
                | "guessed-step"
                | "ignored-parameter"
                | "repeated-parameter"
                | "step-without-query"
                | "unclosed-call"
                | "unknown-parameter"
        )
    }
}

/// The number of characters of a line shown before the place of a finding, and from there on.
const BEFORE: usize = 100;
const AFTER: usize = 200;

/// The byte at which the shown part of the text before a finding begins, and the mark for what is left out.
fn left_of(before: &str) -> (usize, &'static str) {
    match before.char_indices().nth_back(BEFORE) {
        Some((at, left_out)) => (at + left_out.len_utf8(), "…"),
        None => (0, ""),
    }
}

/// The shown part of a line, and the mark for what is left out.
fn right_of(line: &str) -> (&str, &'static str) {
    match line.char_indices().nth(BEFORE + AFTER) {
        Some((at, _)) => (&line[..at], "…"),
        None => (line, ""),
    }
}

/// The largest character boundary of `text` at or before `at`.
fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The most findings that are reported for one query.
const SHOWN: usize = 20;

/// Findings about one query, in the order in which they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// One finding.
    pub fn one(diagnostic: Diagnostic) -> Diagnostics {
        Diagnostics(vec![diagnostic])
    }

    /// Whether there are no findings.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Adds all findings of `other`.
    pub fn extend(&mut self, other: Diagnostics) {
        self.0.extend(other.0);
    }

    /// The same findings, as warnings.
    pub fn into_warnings(self) -> Diagnostics {
        Diagnostics(self.0.into_iter().map(|d| Diagnostic { severity: Severity::Warning, ..d }).collect())
    }

    /// The findings, rendered against the text and separated by empty lines; of very many, only the first and
    /// the number of the others.
    pub fn render(&self, text: &str) -> String {
        let mut shown: Vec<String> = self.0.iter().take(SHOWN).map(|d| d.render(text)).collect();
        if let Some(more @ 1..) = self.0.len().checked_sub(SHOWN) {
            shown.push(format!("and {more} more like these"));
        }
        shown.join("\n\n")
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, d) in self.0.iter().take(SHOWN).enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{}", d.message)?;
            if let Some(hint) = &d.hint {
                write!(f, "\nhint: {hint}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_long_lines_and_many_findings_a_part_is_shown() {
        let text = format!("{}é{}", "a".repeat(5000), "b".repeat(5000));
        let at = Diagnostic::error("empty-query", 5000..9000, "here").render(&text);
        let lines: Vec<&str> = at.lines().collect();
        assert!(lines[1].starts_with("  1 | …aaa") && lines[1].ends_with("bbb…"), "{at}");
        let caret = lines[2].chars().position(|c| c == '^');
        assert_eq!(caret, lines[1].chars().position(|c| c == 'é'), "{at}");
        assert!(at.chars().count() < 1000);
        let all = Diagnostics(vec![Diagnostic::error("empty-query", 0..1, "here"); 5000]);
        assert!(all.render(&text).ends_with("and 4980 more like these") && all.to_string().len() < 1000);
    }
}
