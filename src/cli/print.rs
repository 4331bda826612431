//! What commands print. Names from files never reach the terminal with control
//! characters in them.

use std::io::{IsTerminal, Write};

use trustuqa_engine::trace::{Status, Trace, one_line, render};

use crate::format::{self, FormattedAnswer};
use crate::session::SessionError;

use super::args::OutputArgs;

/// `error:` and `hint:` on stderr.
pub fn error(error: &SessionError) {
    let message = clean(&error.to_string());
    // Diagnostics of a query carry their own label.
    let label = if message.starts_with("error") { "" } else { "error: " };
    note(&format!("{label}{message}"));
    if let Some(hint) = error.hint() {
        note(&format!("hint: {}", clean(hint)));
    }
}

/// A line of narration on stderr. A closed pipe is not an error, as for [`line`].
pub fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// `warning:` on stderr.
pub fn warning(text: &str) {
    note(&format!("warning: {}", clean(text)));
}

/// Text without control characters other than line breaks and tabs, when stdout or stderr is a terminal;
/// else unchanged.
pub fn clean(text: &str) -> String {
    if !std::io::stdout().is_terminal() && !std::io::stderr().is_terminal() {
        return text.to_owned();
    }
    harmless(text)
}

/// Text without control characters other than line breaks and tabs.
pub fn harmless(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c }).collect()
}

/// A name as a word of a shell command.
pub fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-".contains(c);
    if name.chars().all(plain) { name.to_owned() } else { format!("'{}'", name.replace('\'', r"'\''")) }
}

/// Prints data of several lines. A file gets every character of it, even while errors go to a
/// terminal. A closed pipe is not an error.
fn data(text: &str) {
    let mut stdout = std::io::stdout();
    if stdout.is_terminal() {
        let _ = stdout.write_all(harmless(text).as_bytes());
    } else {
        let _ = stdout.write_all(text.as_bytes());
    }
}

/// Prints a line of data. A closed pipe (`| head`) is not an error.
pub fn line(text: &str) {
    let _ = writeln!(std::io::stdout(), "{}", clean(text));
}

/// Writes text of this program's own as it is. A closed pipe is not an error.
pub fn raw(text: &[u8]) {
    let _ = std::io::stdout().write_all(text);
}

/// Bytes in millions: "1.5 MB".
pub fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

/// Prints an answer as asked for; the exit code says whether there is one.
pub fn answer(trace: &Trace, output: &OutputArgs) -> Result<u8, SessionError> {
    if output.json {
        let json = serde_json::to_string_pretty(trace)
            .map_err(|e| SessionError::Usage { message: e.to_string(), hint: None })?;
        let _ = writeln!(std::io::stdout(), "{json}");
    } else if let Some(format) = output.format {
        match format::written(&trace.answer, format)? {
            FormattedAnswer::Text(text) => data(&text),
            FormattedAnswer::Bytes(_) if std::io::stdout().is_terminal() => {
                return Err(SessionError::usage(
                    "this is a binary format, which a terminal cannot show",
                    "write it into a file: `… --format xlsx > answer.xlsx`",
                ));
            }
            FormattedAnswer::Bytes(bytes) => raw(&bytes),
        }
        narrate(trace);
    } else {
        match format::labelled(&trace.answer, std::io::stdout().is_terminal()) {
            Some(table) => data(&table),
            None => trace.answer.items.iter().for_each(|item| line(&one_line(&item.text))),
        }
        if output.trace {
            line("");
            line(render(trace).trim_end());
        }
        narrate(trace);
    }
    Ok(exit_code(trace))
}

/// 0 answered, 1 nothing found, 2 a query that cannot be computed.
pub fn exit_code(trace: &Trace) -> u8 {
    match trace.answer.status {
        Status::Answered => 0,
        Status::Failed => 2,
        _ => super::NOT_FOUND,
    }
}

/// Prints on stderr what the user should know about an answer.
fn narrate(trace: &Trace) {
    for repair in &trace.repairs {
        note(&format!("note: {}", clean(repair)));
    }
    let answer = &trace.answer;
    if let Some(message) = &answer.message {
        let label = if answer.status == Status::Failed { "error" } else { "no answer" };
        note(&format!("{label}: {}", clean(message)));
    }
    if answer.status == Status::Answered && !answer.certain {
        note(&format!("not certain: {}", clean(&one_line(&answer.doubts.join("; ")))));
    }
    if let Some(hint) = &answer.hint {
        note(&format!("hint: {}", clean(hint)));
    }
}
