//! The slash commands: what there is, how a line is read as one, and what Tab
//! can put in its place.

use std::path::Path;

use crate::model::{ChatStatus, ShareLevelView};
use crate::picture::chart_form::ChartForm;

/// A command with the words that describe it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandHelp {
    /// The command as typed, with its slash.
    pub name: &'static str,
    /// Its arguments, in the form of a usage line.
    pub arguments: &'static str,
    /// What it does.
    pub help: &'static str,
}

/// Every command, in the order of `/help`.
pub const COMMANDS: &[CommandHelp] = &[
    CommandHelp { name: "/help", arguments: "", help: "this list" },
    CommandHelp { name: "/load", arguments: "PATH…", help: "load tables, graphs and temporal graphs" },
    CommandHelp { name: "/remove", arguments: "SOURCE", help: "remove a source from the graph" },
    CommandHelp { name: "/undo", arguments: "", help: "take back the last removal" },
    CommandHelp { name: "/sources", arguments: "[WORD]", help: "sources with their columns and relations" },
    CommandHelp { name: "/query", arguments: "[QUERY]", help: "write a query yourself and run it" },
    CommandHelp { name: "/editor", arguments: "", help: "write in $EDITOR" },
    CommandHelp { name: "/picture", arguments: "", help: "the reasoning of the last answer, drawn" },
    CommandHelp { name: "/chart", arguments: "[KIND]", help: "its numbers as bars, columns, line or points" },
    CommandHelp { name: "/writer", arguments: "llm|offline|replay:FILE", help: "who writes the query" },
    CommandHelp { name: "/share", arguments: "off|schema|samples", help: "what may be sent to a model" },
    CommandHelp { name: "/sent", arguments: "", help: "every request that left this machine" },
    CommandHelp { name: "/prompt", arguments: "QUESTION", help: "what a model would be sent; nothing is" },
    CommandHelp { name: "/demonstrations", arguments: "", help: "what was learnt: list, edit, delete" },
    CommandHelp { name: "/sessions", arguments: "[WORD]", help: "earlier sessions: search and resume" },
    CommandHelp { name: "/new", arguments: "", help: "begin a new session" },
    CommandHelp {
        name: "/export",
        arguments: "FILE [--overwrite]",
        help: "save the chat (.md .json .html) or the answer (.csv .xlsx …)",
    },
    CommandHelp {
        name: "/trace",
        arguments: "FILE [--overwrite]",
        help: "save the last trace, for `trustuqa trace FILE` to run again",
    },
    CommandHelp {
        name: "/copy",
        arguments: "[FORMAT|trace]",
        help: "copy the last answer, as csv, tsv, json or markdown, or its trace",
    },
    CommandHelp { name: "/mouse", arguments: "", help: "give the mouse to the terminal, or take it back" },
    CommandHelp { name: "/clear", arguments: "", help: "empty the transcript" },
    CommandHelp { name: "/quit", arguments: "", help: "leave" },
];

/// A line that was read as a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChatCommand {
    Help,
    Load(Vec<String>),
    Remove(String),
    Sources { word: String },
    Writer(String),
    Share(ShareLevelView),
    Sent,
    Prompt(String),
    Export { path: String, overwrite: bool },
    Trace { path: String, overwrite: bool },
    Copy(CopiedPart),
    Chart(Option<ChartForm>),
    Undo,
    Query(String),
    Editor,
    Picture,
    Demonstrations,
    Sessions { word: String },
    New,
    Mouse,
    Clear,
    Quit,
}

/// What of the last answer is copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopiedPart {
    /// The answer as it is shown.
    Answer,
    /// All of its rows, in the format of this name.
    Table(&'static str),
    /// Its trace as text.
    Trace,
}

/// Formats in which an answer is copied.
const COPIES: [(&str, &str); 4] = [
    ("csv", "all rows, with commas between the cells"),
    ("tsv", "all rows, with tabs, as spreadsheets take them"),
    ("json", "all rows as a list of objects"),
    ("markdown", "all rows as a table of Markdown"),
];

/// Reads a line that starts with a slash.
///
/// # Errors
///
/// What is wrong with the line, and a hint.
pub fn parse(line: &str) -> Result<ChatCommand, (String, String)> {
    let (name, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    let rest = rest.trim();
    let Some(entry) = COMMANDS.iter().find(|entry| entry.name == name) else {
        let near = COMMANDS.iter().filter(|entry| name.len() > 1 && entry.name.starts_with(name));
        let near: Vec<&str> = near.map(|entry| entry.name).collect();
        let hint = match near.as_slice() {
            [] => "/help lists the commands".to_owned(),
            near => format!("did you mean {}?", near.join(" or ")),
        };
        return Err((format!("there is no command {name}"), hint));
    };
    let usage = || format!("usage: {} {}", entry.name, entry.arguments);
    let missing = |what: &str| Err((format!("{name} needs {what}"), usage()));
    let words = split(rest);
    let command = match name {
        "/load" if words.is_empty() => return missing("a file or folder"),
        "/load" => ChatCommand::Load(words),
        "/remove" if rest.is_empty() => return missing("the name of a source"),
        "/remove" => ChatCommand::Remove(unquoted(rest)),
        "/writer" if rest.is_empty() => return missing("a writer"),
        "/writer" => ChatCommand::Writer(unquoted(rest)),
        "/sources" => ChatCommand::Sources { word: unquoted(rest) },
        "/sessions" => ChatCommand::Sessions { word: unquoted(rest) },
        "/query" => ChatCommand::Query(rest.to_owned()),
        "/prompt" if rest.is_empty() => return missing("a question"),
        "/prompt" => ChatCommand::Prompt(rest.to_owned()),
        "/share" => match ShareLevelView::parse(rest) {
            Some(level) => ChatCommand::Share(level),
            None if rest.is_empty() => return missing("a level"),
            None => return Err((format!("there is no share level {rest}"), usage())),
        },
        "/export" | "/trace" => {
            let overwrite = words.iter().any(|word| word == "--overwrite");
            let mut paths = words.into_iter().filter(|word| word != "--overwrite");
            match (paths.next(), paths.next()) {
                (Some(path), None) if name == "/export" => match unwritten(&path) {
                    Some(refused) => return Err(refused),
                    None => ChatCommand::Export { path, overwrite },
                },
                (Some(path), None) => ChatCommand::Trace { path, overwrite },
                (None, _) if name == "/trace" => {
                    return Err((
                        "/trace writes the trace to a file, and needs its name".to_owned(),
                        "Ctrl-T shows the trace here".to_owned(),
                    ));
                }
                (None, _) => return missing("a file name"),
                _ => return Err((format!("{name} takes one file name"), usage())),
            }
        }
        "/copy" => match COPIES.iter().find(|(format, _)| *format == rest) {
            Some((format, _)) => ChatCommand::Copy(CopiedPart::Table(format)),
            None if rest.is_empty() => ChatCommand::Copy(CopiedPart::Answer),
            None if rest == "trace" => ChatCommand::Copy(CopiedPart::Trace),
            None => return Err((format!("/copy does not know {rest}"), usage())),
        },
        "/chart" => match ChartForm::named(rest) {
            None if rest.is_empty() => ChatCommand::Chart(None),
            None => {
                let kinds = ChartForm::ALL.map(|(kind, ..)| kind).join(", ");
                return Err((format!("there is no chart {rest}"), format!("the kinds are {kinds}")));
            }
            form => ChatCommand::Chart(form),
        },
        _ if !rest.is_empty() => return Err((format!("{name} takes no argument"), usage())),
        "/sent" => ChatCommand::Sent,
        "/undo" => ChatCommand::Undo,
        "/editor" => ChatCommand::Editor,
        "/picture" => ChatCommand::Picture,
        "/demonstrations" => ChatCommand::Demonstrations,
        "/new" => ChatCommand::New,
        "/mouse" => ChatCommand::Mouse,
        "/clear" => ChatCommand::Clear,
        "/quit" => ChatCommand::Quit,
        _ => ChatCommand::Help,
    };
    Ok(command)
}

/// The endings of files with the chat, and of those with the last answer as a table.
pub(crate) const CHAT_FILES: [&str; 6] = ["md", "markdown", "txt", "json", "html", "htm"];
pub(crate) const TABLE_FILES: [&str; 5] = ["csv", "tsv", "jsonl", "xlsx", "parquet"];

/// The ending of a file in small letters.
pub(crate) fn ending(path: &str) -> String {
    Path::new(path).extension().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// Why a file is not written: its ending is that of a format that is not written here.
fn unwritten(path: &str) -> Option<(String, String)> {
    let ending = ending(path);
    if CHAT_FILES.contains(&ending.as_str()) || TABLE_FILES.contains(&ending.as_str()) {
        return None;
    }
    let what = match ending.as_str() {
        "" => "a file name without an extension names no format".to_owned(),
        ending => format!("files that end in .{ending} are not written"),
    };
    let hint =
        "the chat is saved as .md, .json or .html; the last answer as .csv, .tsv, .jsonl, .xlsx or .parquet";
    Some((what, hint.to_owned()))
}

/// Splits at spaces; quotes keep a word together and a backslash takes the
/// next space or quote as it is. An unclosed quote ends with the line.
fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', _) if chars.peek().is_some_and(|next| matches!(next, ' ' | '"' | '\'' | '\\')) => {
                if let Some(next) = chars.next() {
                    word.get_or_insert_default().push(next);
                }
            }
            (c, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// A single argument that may hold spaces, without the quotes around it.
fn unquoted(text: &str) -> String {
    for quote in ['"', '\''] {
        if let Some(inner) = text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)) {
            return inner.to_owned();
        }
    }
    text.to_owned()
}

/// A path as it must be typed so that [`parse`] reads it as one word.
#[must_use]
pub fn quoted_path(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for c in path.chars() {
        if matches!(c, ' ' | '"' | '\'' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// One thing that Tab can put in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompletionItem {
    /// What replaces the part that is being completed.
    pub text: String,
    /// What it is, in a few words; may be empty.
    pub help: String,
}

/// What can be completed at the end of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompletionTarget {
    /// Nothing.
    Nothing,
    /// One of these replaces the text from byte `from`.
    Known {
        /// Where the completed part starts.
        from: usize,
        /// The candidates, best first.
        candidates: Vec<CompletionItem>,
    },
    /// A path: the folder must be read to know.
    Path {
        /// Where the completed part starts.
        from: usize,
        /// The path as far as it is typed, without quoting.
        typed: String,
        /// Only folders, and files that can be loaded.
        to_load: bool,
    },
}

/// Finds what can be completed at the end of `line`.
#[must_use]
pub fn completing(line: &str, status: Option<&ChatStatus>) -> CompletionTarget {
    if !line.starts_with('/') || line.contains('\n') {
        return CompletionTarget::Nothing;
    }
    let Some((name, rest)) = line.split_once(' ') else {
        let candidates: Vec<CompletionItem> = COMMANDS
            .iter()
            .filter(|entry| entry.name.starts_with(line))
            .map(|entry| {
                let text =
                    if entry.arguments.is_empty() { entry.name.into() } else { format!("{} ", entry.name) };
                CompletionItem { text, help: entry.help.into() }
            })
            .collect();
        return CompletionTarget::Known { from: 0, candidates };
    };
    let from = name.len() + 1;
    let known = |values: Vec<CompletionItem>| {
        let typed = rest.trim_start().to_lowercase();
        let candidates =
            values.into_iter().filter(|value| value.text.to_lowercase().starts_with(&typed)).collect();
        CompletionTarget::Known { from, candidates }
    };
    let candidate = |text: &str, help: &str| CompletionItem { text: text.into(), help: help.into() };
    match name {
        "/share" => {
            known(ShareLevelView::ALL.iter().map(|level| candidate(level.name(), level.meaning())).collect())
        }
        "/copy" => {
            let formats = COPIES.iter().map(|(format, help)| candidate(format, help));
            known(formats.chain([candidate("trace", "the last trace as text")]).collect())
        }
        "/chart" => known(ChartForm::ALL.iter().map(|(kind, _, help)| candidate(kind, help)).collect()),
        "/writer" => known(status.map_or(Vec::new(), |status| {
            status.writers.iter().map(|writer| candidate(writer, "")).collect()
        })),
        "/remove" | "/sources" => known(status.map_or(Vec::new(), |status| {
            status.sources.iter().map(|source| candidate(&source.name, &source.kind)).collect()
        })),
        "/load" | "/export" | "/trace" => {
            // The word being typed starts after the last space that is not escaped.
            let bytes = line.as_bytes();
            let start = (from..line.len())
                .rev()
                .find(|&at| bytes[at] == b' ' && bytes[at - 1] != b'\\')
                .map_or(from, |at| at + 1);
            let typed = split(&line[start..]).into_iter().next().unwrap_or_default();
            CompletionTarget::Path { from: start, typed, to_load: name == "/load" }
        }
        _ => CompletionTarget::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::SourceSummary;

    #[test]
    fn commands_are_read() {
        assert_eq!(parse("/help"), Ok(ChatCommand::Help));
        assert_eq!(
            parse("/load a.csv 'b c.tsv' d\\ e"),
            Ok(ChatCommand::Load(vec!["a.csv".into(), "b c.tsv".into(), "d e".into()]))
        );
        assert_eq!(parse("/share samples "), Ok(ChatCommand::Share(ShareLevelView::Samples)));
        assert_eq!(
            parse("/export out.md --overwrite"),
            Ok(ChatCommand::Export { path: "out.md".into(), overwrite: true })
        );
        assert_eq!(parse("/copy trace"), Ok(ChatCommand::Copy(CopiedPart::Trace)));
        assert_eq!(parse("/copy csv"), Ok(ChatCommand::Copy(CopiedPart::Table("csv"))));
        assert_eq!(parse("/copy"), Ok(ChatCommand::Copy(CopiedPart::Answer)));
        assert_eq!(parse("/chart points"), Ok(ChatCommand::Chart(Some(ChartForm::Points))));
        assert_eq!(parse("/remove my table"), Ok(ChatCommand::Remove("my table".into())));
        for entry in COMMANDS {
            let argument = match entry.name {
                "/export" => " x.md",
                "/load" | "/trace" | "/remove" | "/writer" | "/prompt" => " x",
                "/share" => " off",
                _ => "",
            };
            assert!(parse(&format!("{}{argument}", entry.name)).is_ok(), "{}", entry.name);
        }
    }

    #[test]
    fn mistakes_say_what_to_do() {
        assert_eq!(parse("/so"), Err(("there is no command /so".into(), "did you mean /sources?".into())));
        assert_eq!(parse("/xyz").map_err(|e| e.1), Err("/help lists the commands".into()));
        assert_eq!(parse("/load").map_err(|e| e.0), Err("/load needs a file or folder".into()));
        assert_eq!(parse("/share all").map_err(|e| e.1), Err("usage: /share off|schema|samples".into()));
        assert_eq!(
            parse("/export chat.pdf").map_err(|e| e.0),
            Err("files that end in .pdf are not written".into())
        );
        assert_eq!(
            parse("/export chat").map_err(|e| e.0),
            Err("a file name without an extension names no format".into())
        );
        assert!(parse("/export answer.xlsx").is_ok());
        assert_eq!(
            parse("/chart pie").map_err(|e| e.1),
            Err("the kinds are bars, columns, line, points".into())
        );
        assert_eq!(parse("/quit now").map_err(|e| e.0), Err("/quit takes no argument".into()));
    }

    #[test]
    fn completion_knows_commands_and_arguments() {
        let texts = |line: &str, status: &ChatStatus| match completing(line, Some(status)) {
            CompletionTarget::Known { candidates, .. } => candidates.into_iter().map(|c| c.text).collect(),
            _ => Vec::new(),
        };
        let status = ChatStatus {
            writers: vec!["llm".into(), "offline".into()],
            sources: vec![SourceSummary { name: "medals".into(), ..SourceSummary::default() }],
            ..ChatStatus::default()
        };
        assert_eq!(texts("/s", &status), ["/sources ", "/share ", "/sent", "/sessions "]);
        assert_eq!(texts("/share s", &status), ["schema", "samples"]);
        assert_eq!(texts("/writer o", &status), ["offline"]);
        assert_eq!(texts("/remove ", &status), ["medals"]);
        assert_eq!(completing("what /s", None), CompletionTarget::Nothing);
        assert_eq!(
            completing("/load a.csv dir/b\\ c", None),
            CompletionTarget::Path { from: 12, typed: "dir/b c".into(), to_load: true }
        );
        assert_eq!(
            completing("/load ", None),
            CompletionTarget::Path { from: 6, typed: String::new(), to_load: true }
        );
    }

    #[test]
    fn a_quoted_path_is_one_word() {
        for path in ["a b", "it's", "x\\y", "q\"q", "plain.csv"] {
            assert_eq!(split(&quoted_path(path)), [path]);
        }
    }
}
