//! Query text as calls: labels, function names, arguments, quotes. This module knows no functions, so both
//! query languages share it.
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
//! A call may continue over several lines. [`strict`] reads exactly this grammar. [`lenient`] also reads what
//! models write instead: apostrophes inside quoted names, missing quotes and brackets, prose around the
//! calls. It reports each repair as a warning.
//!
//! `lines` classifies the lines of the text; `cursor` reads one call and its arguments, `values` their
//! values, and `expression` what is written in the place of a call, from the words that `tokens` finds. The
//! two readings, and the types that both return, are here.

mod cursor;
mod expression;
mod lines;
#[cfg(test)]
mod tests;
mod tokens;
mod values;

use trustuqa_model::Comparison;

use self::cursor::Cursor;
pub(crate) use self::expression::{expression, is_expression};
use self::lines::{Line, classify, find_call, lines};
use super::diagnostic::{Diagnostic, Diagnostics, Severity, Span};

/// The most lines over which a call may continue after its first.
const MAX_LINES: usize = 16;

/// A query as labelled calls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// The text between the braces of `## Target type: {…}`.
    pub target: Option<String>,
    /// The calls in the order of the text.
    pub calls: Vec<Labelled>,
}

/// A call with the number and the note that precede it.
#[derive(Clone, Debug, PartialEq)]
pub struct Labelled {
    /// The number in `Query2:` or `s2 =`; counted when none is written.
    pub number: u32,
    /// The text of the `Step` line before it.
    pub note: String,
    /// True when the call is inside a sentence: the lenient reading takes every `name(…)` for a call, and
    /// some are none, as in "the player(s)".
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
        /// Whether it was in quotes.
        quoted: bool,
        /// Its place in the text.
        span: Span,
    },
    /// A nested call.
    Call(RawCall),
    /// A list or set of values.
    List(Vec<RawValue>, Span),
}

impl RawValue {
    /// The place of the value in the text.
    pub fn span(&self) -> Span {
        match self {
            RawValue::Text { span, .. } | RawValue::List(_, span) => span.clone(),
            RawValue::Call(call) => call.span.clone(),
        }
    }
}

/// Parses a query that follows the grammar.
pub fn strict(text: &str) -> Result<Program, Diagnostics> {
    let mut program = Program::default();
    let mut note = String::new();
    let mut errors = Diagnostics::default();
    let mut lines = with_whole_calls(text);
    for index in 0..lines.len() {
        let Whole { start, line, ref mut call } = lines[index];
        let call = call.take();
        match classify(line) {
            Line::Blank | Line::QueryHeader => {}
            Line::Target(target) => program.target = Some(target.to_owned()),
            Line::Step(words) => {
                note = words.to_owned();
                // Otherwise, a call inside the words of a step would be ignored silently.
                let end = start + line.len();
                if let (false, Some(at)) = (has_query(&lines, index), find_call(text, start, end)) {
                    let what = "this step has a call in its words, but no query line follows";
                    let error = Diagnostic::error("call-in-words", at..end, what);
                    errors.push(error.hint("write the call on a line of its own: Query1: \"…\""));
                } else if !has_query(&lines, index) && call_in_words(words, end - words.len()).is_some() {
                    let what = "this step says a computation, but no query line follows";
                    let error = Diagnostic::error("step-without-query", start..end, what);
                    errors.push(error.hint("write the computation as a call on a line of its own"));
                }
            }
            Line::Code { number, at } => {
                match call.map_or_else(|| call_of(text, start + at, start + line.len()), Ok) {
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

/// Reads whatever calls can be found. Each repair is a warning, and each call that cannot be read even so is
/// an error.
pub fn lenient(text: &str) -> (Program, Diagnostics) {
    let mut program = Program::default();
    let mut repairs = Diagnostics::default();
    let mut note = String::new();
    let mut lines = with_whole_calls(text);
    for index in 0..lines.len() {
        let Whole { start, line, ref mut call } = lines[index];
        let call = call.take();
        let (number, from, in_prose) = match classify(line) {
            Line::Blank | Line::QueryHeader => continue,
            Line::Target(target) => {
                program.target = Some(target.to_owned());
                continue;
            }
            Line::Step(words) => {
                // A step whose words contain a call lacks its query line, unless that line follows.
                note = words.to_owned();
                if has_query(&lines, index) {
                    continue;
                }
                if let Some(call) = call_in_words(words, start + line.len() - words.len()) {
                    repairs.push(Diagnostic::warning(
                        "step-without-query",
                        start..start + line.len(),
                        "this step has no query line; its words were read as one",
                    ));
                    push(&mut program, step_number(line), std::mem::take(&mut note), false, call);
                    continue;
                }
                if !words.contains('(') {
                    continue;
                }
                (None, 0, true)
            }
            Line::Code { number, at } => (number, at, false),
            Line::Prose => (None, 0, true),
        };
        let end = start + line.len();
        // A line that follows the grammar is read strictly, even if other lines do not.
        if let Some(call) = call {
            push(&mut program, number, std::mem::take(&mut note), false, call);
            continue;
        }
        let span = start + from..end;
        let columns = || {
            let call = of_columns(&program, &text[span.clone()], span.start)?;
            Some((
                call,
                Some("these are the columns of steps before; the values that those found are compared"),
            ))
        };
        let expression = || {
            let written = &text[span.clone()];
            let call = computed(written, span.start)?;
            // Calls are parsed here as well, because of the expressions inside them.
            let is_call = written.trim_start_matches(['"', '`', ' ']).starts_with(&format!("{}(", call.name));
            Some((call, (!is_call).then_some("this is not a call; it was read as an expression")))
        };
        if !in_prose && let Some((call, warning)) = columns().or_else(expression) {
            if let Some(warning) = warning {
                repairs.push(Diagnostic::warning("expression", span, warning));
            }
            push(&mut program, number, std::mem::take(&mut note), false, call);
            continue;
        }
        let mut at = start + from;
        let mut number = number;
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
                    // In a sentence it may not have been a call at all.
                    let severity = if in_prose { Severity::Warning } else { Severity::Error };
                    repairs.push(Diagnostic { severity, ..*error });
                    found = true;
                    at = end;
                }
            }
        }
        if !found
            && !in_prose
            && let Some(call) = member_of(&text[start + from..end], start + from)
        {
            repairs.push(Diagnostic::warning(
                "expression",
                start + from..end,
                "this is not a call; it was read as an expression",
            ));
            push(&mut program, number, std::mem::take(&mut note), false, call);
            continue;
        }
        if !found && !matches!(classify(line), Line::Step(_)) {
            repairs.push(Diagnostic::warning(
                "ignored-text",
                start..end,
                "this line has no function call and was ignored",
            ));
        }
    }
    (program, repairs)
}

/// A line that is not empty, or all lines of one call.
struct Whole<'a> {
    /// Its first byte in the text.
    start: usize,
    /// Its text.
    line: &'a str,
    /// The call, when the whole line follows the grammar.
    call: Option<RawCall>,
}

/// The lines that are not empty; a call over several lines that follows the grammar is joined into one line.
fn with_whole_calls(text: &str) -> Vec<Whole<'_>> {
    let lines: Vec<(usize, &str)> = lines(text).filter(|(_, line)| !line.is_empty()).collect();
    let mut whole = Vec::with_capacity(lines.len());
    let mut rest = lines.as_slice();
    while let Some((&(start, line), after)) = rest.split_first() {
        rest = after;
        let mut one = Whole { start, line, call: None };
        if let Line::Code { at, .. } = classify(line) {
            let goes_on = |line| matches!(classify(line), Line::Prose | Line::Code { number: None, .. });
            let more = after.iter().take(MAX_LINES).take_while(|(_, line)| goes_on(line));
            let ends = more.map(|(start, line)| start + line.len());
            // The line alone, or with as few of the following lines as necessary.
            for (taken, end) in std::iter::once(start + line.len()).chain(ends).enumerate() {
                if let Ok(call) = call_of(text, start + at, end) {
                    one = Whole { start, line: &text[start..end], call: Some(call) };
                    rest = &after[taken..];
                    break;
                }
            }
        }
        whole.push(one);
    }
    whole
}

/// Parses a part of the text strictly as one call.
fn call_of(text: &str, at: usize, end: usize) -> Result<RawCall, Box<Diagnostic>> {
    Cursor { text, at, end, lenient: false, repairs: Diagnostics::default() }.whole_line()
}

/// Whether the step at `index` is followed by its query line.
fn has_query(lines: &[Whole<'_>], index: usize) -> bool {
    lines.get(index + 1).is_some_and(|next| matches!(classify(next.line), Line::Code { .. }))
}

/// Parses a line that is an expression and not just a call; a single reference to a step stands for that
/// step.
fn computed(line: &str, start: usize) -> Option<RawCall> {
    let inside = line.trim_start_matches(['"', '`']);
    let from = start + line.len() - inside.len();
    let inside = inside.trim_end().trim_end_matches(['"', '`', '.', ';']);
    // `Calculator.compare(…)` means `compare(…)`.
    let qualifier = inside.bytes().take_while(|b| lines::is_name_byte(*b) && *b != b'.').count();
    let qualified = inside[qualifier..].strip_prefix('.').filter(|call| {
        let name = call.bytes().take_while(|b| lines::is_name_byte(*b)).count();
        qualifier > 0 && name > 0 && call[name..].starts_with('(')
    });
    let qualified = qualified.filter(|_| crate::query::llm::reference(&inside[..qualifier]).is_none());
    let from = qualified.map_or(from, |_| from + qualifier + 1);
    let inside = qualified.unwrap_or(inside);
    let name = inside.bytes().take_while(|b| lines::is_name_byte(*b)).count();
    // A line that begins with a `get_information` call, and has no second one, is read by the cursor, which
    // can handle misquoted names.
    let searches = inside.to_ascii_lowercase().matches("get_information(").count();
    if inside[..name].eq_ignore_ascii_case("get_information") && searches < 2 {
        return None;
    }
    as_call(expression(inside, from).or_else(|| expression(&condition(inside)?, from))?)
}

/// `Ana in (output_of_query2, output_of_query4)` asks in which of the steps the name is.
fn member_of(line: &str, start: usize) -> Option<RawCall> {
    let line = line.trim().trim_matches(['"', '`']);
    let (name, steps) = line.split_once(" in (")?;
    let name = name.trim().trim_matches(['\'', '"']);
    let steps: Vec<&str> = steps.trim_end().strip_suffix(')')?.split(',').map(str::trim).collect();
    let plain = !name.is_empty() && !name.contains(['(', ')', '=']) && !name.contains("output_of");
    if !plain || steps.len() < 2 || !steps.iter().all(|step| crate::query::llm::reference(step).is_some()) {
        return None;
    }
    let span = start..start + line.len();
    let text = |text: &str| RawValue::Text { text: text.to_owned(), quoted: true, span: span.clone() };
    let arg = |name: Option<&str>, value: RawValue| RawArg {
        name: name.map(str::to_owned),
        op: Comparison::Eq,
        value,
        span: span.clone(),
    };
    let tests = steps.iter().map(|step| {
        let args = vec![arg(None, text(step)), arg(Some("value"), text(name))];
        arg(None, RawValue::Call(RawCall { name: "test".to_owned(), args, span: span.clone() }))
    });
    Some(RawCall { name: "or".to_owned(), args: tests.collect(), span: span.clone() })
}

/// `Opened > Closed` compares the values of two columns that earlier steps have found.
fn of_columns(program: &Program, line: &str, start: usize) -> Option<RawCall> {
    let line = line.trim().trim_matches(['"', '`']);
    let sign = ["<=", ">=", "<", ">"].into_iter().find(|sign| line.contains(sign))?;
    let (left, right) = line.split_once(sign)?;
    let span = start..start + line.len();
    let text = |text: String| RawValue::Text { text, quoted: true, span: span.clone() };
    let found = |name: &str| {
        let names = |arg: &RawArg| {
            matches!(arg.name.as_deref(), Some("relation"))
                && matches!(&arg.value, RawValue::Text { text, .. } if trustuqa_model::fold(text) == trustuqa_model::fold(name))
        };
        let step = program.calls.iter().rev().find(|step| step.call.args.iter().any(names))?;
        Some(RawArg {
            name: None,
            op: Comparison::Eq,
            value: text(format!("output_of_query{}", step.number)),
            span: span.clone(),
        })
    };
    let (left, right) = (found(left.trim())?, found(right.trim())?);
    let op = RawArg {
        name: Some("op".to_owned()),
        op: Comparison::Eq,
        value: text(sign.to_owned()),
        span: span.clone(),
    };
    Some(RawCall { name: "compare".to_owned(), args: vec![left, right, op], span })
}

/// Rewrites a condition as an expression of the same length, so that positions remain valid: `if(a > b: c
/// else: d)` without the brackets, `if_output_of_query2 > …` with a space, and `Last Title of
/// output_of_query2` as the step alone.
fn condition(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    if !lower.starts_with("if") || !lower.contains("output_of_") {
        return None;
    }
    let mut bytes = text.as_bytes().to_vec();
    let close = lower.trim_end().len() - 1;
    if lower.starts_with("if_output") {
        bytes[2] = b' ';
    } else if lower.starts_with("if(") && lower.contains(':') && lower.as_bytes()[close] == b')' {
        bytes[2] = b' ';
        bytes[close] = b' ';
    }
    for (at, _) in lower.match_indices(" of output_of_") {
        // The words back to the preceding sign.
        let from = lower[..at].rfind(['(', ',', '<', '>', '=', ':', '\'', '"']).map_or(2, |sign| sign + 1);
        let words = &text[from..at];
        if words.split_whitespace().all(|w| w.chars().all(char::is_alphanumeric)) {
            bytes[from..at + 3].fill(b' ');
        }
    }
    String::from_utf8(bytes).ok().filter(|changed| changed != text)
}

/// Parses the words of a step that has no query line, when they describe a computation: a condition, or two
/// steps to compare.
fn call_in_words(words: &str, start: usize) -> Option<RawCall> {
    let lower = words.to_ascii_lowercase();
    let named = lower.matches("output_of_").count();
    if named == 0 {
        return None;
    }
    if let Some(call) = lower.starts_with("if ").then(|| expression(words, start)).flatten().and_then(as_call)
    {
        return Some(call);
    }
    let compares =
        ["compare", "check", "determine", "find", "calculate"].iter().any(|verb| lower.starts_with(verb));
    if named != 2 || !compares {
        return None;
    }
    let steps = lower.match_indices("output_of_").map(|(at, _)| {
        let end =
            words[at..].find(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(words.len(), |n| at + n);
        let value =
            RawValue::Text { text: words[at..end].to_owned(), quoted: false, span: start + at..start + end };
        RawArg { name: None, op: Comparison::Eq, span: value.span(), value }
    });
    let name = if lower.starts_with("calculate") { "difference" } else { "compare" };
    Some(RawCall { name: name.to_owned(), args: steps.collect(), span: start..start + words.len() })
}

fn as_call(value: RawValue) -> Option<RawCall> {
    match value {
        RawValue::Call(call) => Some(call),
        RawValue::Text { ref text, .. } if crate::query::llm::reference(text).is_some() => {
            let span = value.span();
            let arg = RawArg { name: None, op: Comparison::Eq, value, span: span.clone() };
            Some(RawCall { name: "set_union".to_owned(), args: vec![arg], span })
        }
        _ => None,
    }
}

/// The number of a line such as `Step4: …`.
fn step_number(line: &str) -> Option<u32> {
    let digits = line.trim_start_matches('#').trim_start().get(4..)?.trim_start_matches([' ', '_']);
    digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

fn push(program: &mut Program, number: Option<u32>, note: String, in_prose: bool, call: RawCall) {
    let counted = program.calls.iter().map(|c| c.number).max().unwrap_or(0).saturating_add(1);
    program.calls.push(Labelled { number: number.unwrap_or(counted), note, in_prose, call });
}
