//! Query text as calls: labels, function names, arguments, quotes. No function
//! is known here, so both query languages share this.
//!
//! ```text
//! query  = [ "## Target type: {" text "}" ] { "## Query:" | step | call-line }
//! step   = "Step" n ":" text
//! line   = [ "Query" n ":" | name n "=" ] [ '"' ] call [ '"' ]
//! call   = name "(" [ arg { "," arg } ] ")"
//! arg    = [ name ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) ] value
//! value  = quoted | number | name | call | "[" values "]" | "{" values "}"
//! ```
//!
//! [`strict`] reads exactly this. [`lenient`] also reads what models write
//! instead: apostrophes inside quoted names, missing quotes and brackets, prose
//! around the calls. It tells each repair as a warning.
//!
//! `lines` tells what each line of the text is; `cursor` reads one call of a line
//! and its arguments, and `values` what stands in them. The two readings, and the
//! types that both give, are here.

mod cursor;
mod lines;
#[cfg(test)]
mod tests;
mod values;

use trustuqa_storage::Comparison;

use self::cursor::Cursor;
use self::lines::{Line, classify, find_call, lines};
use super::diagnostic::{Diagnostic, Diagnostics, Severity, Span};

/// A query as labelled calls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// The text between the braces of `## Target type: {…}`.
    pub target: Option<String>,
    /// The calls in the order in which they stand.
    pub calls: Vec<Labelled>,
}

/// A call with the number and the words that stand before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Labelled {
    /// The number in `Query2:` or `s2 =`; counted when none is written.
    pub number: u32,
    /// The text of the `Step` line before it.
    pub note: String,
    /// True when the call stands inside a sentence: the lenient reading takes every
    /// `name(…)` for a call, and some of them are none, as in "the player(s)".
    pub in_prose: bool,
    /// The call.
    pub call: RawCall,
}

/// A function call.
#[derive(Clone, Debug, PartialEq)]
pub struct RawCall {
    /// Function name as written.
    pub name: String,
    /// Arguments in order.
    pub args: Vec<RawArg>,
    /// From the name to the closing bracket.
    pub span: Span,
}

/// An argument, named or not.
#[derive(Clone, Debug, PartialEq)]
pub struct RawArg {
    /// Parameter name as written.
    pub name: Option<String>,
    /// The comparison between name and value; `Eq` when the argument has no name.
    pub op: Comparison,
    /// The value.
    pub value: RawValue,
    /// The whole argument.
    pub span: Span,
}

/// A value of an argument.
#[derive(Clone, Debug, PartialEq)]
pub enum RawValue {
    /// A name or number; the span is that of the text without quotes.
    Text {
        /// The text, with escapes resolved.
        text: String,
        /// True when it stood in quotes.
        quoted: bool,
        /// Where it stands.
        span: Span,
    },
    /// A nested call.
    Call(RawCall),
    /// A list or set of values.
    List(Vec<RawValue>, Span),
}

impl RawValue {
    /// Where the value stands.
    pub fn span(&self) -> Span {
        match self {
            RawValue::Text { span, .. } | RawValue::List(_, span) => span.clone(),
            RawValue::Call(call) => call.span.clone(),
        }
    }
}

/// Reads a query that keeps to the grammar.
pub fn strict(text: &str) -> Result<Program, Diagnostics> {
    let mut program = Program::default();
    let mut note = String::new();
    let mut errors = Diagnostics::default();
    let lines: Vec<(usize, &str)> = lines(text).filter(|(_, line)| !line.is_empty()).collect();
    for (index, &(start, line)) in lines.iter().enumerate() {
        match classify(line) {
            Line::Blank | Line::QueryHeader => {}
            Line::Target(target) => program.target = Some(target.to_owned()),
            Line::Step(words) => {
                note = words.to_owned();
                // A call that stands in the words only would be dropped without a word.
                let end = start + line.len();
                if let (false, Some(at)) = (has_query(&lines, index), find_call(text, start, end)) {
                    let what = "this step has a call in its words, but no query line follows";
                    let error = Diagnostic::error("call-in-words", at..end, what);
                    errors.push(error.hint("write the call on a line of its own: Query1: \"…\""));
                }
            }
            Line::Code { number, at } => {
                let mut cursor = Cursor {
                    text,
                    at: start + at,
                    end: start + line.len(),
                    lenient: false,
                    repairs: Diagnostics::default(),
                };
                match cursor.whole_line() {
                    Ok(call) => push(&mut program, number, std::mem::take(&mut note), false, call),
                    Err(error) => errors.push(*error),
                }
            }
            Line::Prose => errors.push(
                Diagnostic::error(
                    "unexpected-text",
                    start..start + line.len(),
                    "expected a step or a function call",
                )
                .hint(
                    "write one call a line, such as get_information(relation='Gold', head_entity='Brazil')",
                ),
            ),
        }
    }
    if program.calls.is_empty() && errors.is_empty() {
        errors.push(
            Diagnostic::error("empty-query", 0..text.len(), "the query has no function call")
                .hint("write at least one call, such as get_information(head_entity='Brazil')"),
        );
    }
    if errors.is_empty() { Ok(program) } else { Err(errors) }
}

/// Reads whatever calls can be found, with a warning for each repair, and an error
/// for each call that cannot be read even so.
pub fn lenient(text: &str) -> (Program, Diagnostics) {
    let mut program = Program::default();
    let mut repairs = Diagnostics::default();
    let mut note = String::new();
    let lines: Vec<(usize, &str)> = lines(text).filter(|(_, line)| !line.is_empty()).collect();
    for (index, &(start, line)) in lines.iter().enumerate() {
        let (number, from, in_prose) = match classify(line) {
            Line::Blank | Line::QueryHeader => continue,
            Line::Target(target) => {
                program.target = Some(target.to_owned());
                continue;
            }
            Line::Step(words) => {
                // Words with a call in them are a step without its query line, unless
                // that line follows.
                note = words.to_owned();
                if !words.contains('(') || has_query(&lines, index) {
                    continue;
                }
                (None, 0, true)
            }
            Line::Code { number, at } => (number, at, false),
            Line::Prose => (None, 0, true),
        };
        let end = start + line.len();
        let mut at = start + from;
        let mut number = number;
        // A line that keeps to the grammar is read by it, whatever is wrong with others.
        let mut strict = Cursor { text, at, end, lenient: false, repairs: Diagnostics::default() };
        if !in_prose && let Ok(call) = strict.whole_line() {
            push(&mut program, number, std::mem::take(&mut note), false, call);
            continue;
        }
        let mut found = false;
        while let Some(call_at) = find_call(text, at, end) {
            let mut cursor =
                Cursor { text, at: call_at, end, lenient: true, repairs: Diagnostics::default() };
            match cursor.call(0) {
                Ok(call) => {
                    found = true;
                    at = cursor.at;
                    repairs.extend(cursor.repairs);
                    push(&mut program, number.take(), std::mem::take(&mut note), in_prose, call);
                }
                Err(error) => {
                    // In a sentence it need not have been a call at all.
                    let severity = if in_prose { Severity::Warning } else { Severity::Error };
                    repairs.push(Diagnostic { severity, ..*error });
                    found = true;
                    at = end;
                }
            }
        }
        if !found && !matches!(classify(line), Line::Step(_)) {
            repairs.push(Diagnostic::warning(
                "ignored-text",
                start..end,
                "this line holds no function call and was passed over",
            ));
        }
    }
    (program, repairs)
}

/// Whether the query line of the step at `index` follows it.
fn has_query(lines: &[(usize, &str)], index: usize) -> bool {
    lines.get(index + 1).is_some_and(|(_, next)| matches!(classify(next), Line::Code { .. }))
}

fn push(program: &mut Program, number: Option<u32>, note: String, in_prose: bool, call: RawCall) {
    let counted = program.calls.iter().map(|c| c.number).max().unwrap_or(0).saturating_add(1);
    program.calls.push(Labelled { number: number.unwrap_or(counted), note, in_prose, call });
}
