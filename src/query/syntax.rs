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

use trustuqa_storage::Comparison;

use super::diagnostic::{Diagnostic, Diagnostics, Severity, Span};
use super::quote::unescape;

/// How deep calls and lists may nest, so that hostile text cannot exhaust the stack.
const MAX_DEPTH: usize = 32;

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
    for (start, line) in lines(text) {
        match classify(line) {
            Line::Blank | Line::QueryHeader => {}
            Line::Target(target) => program.target = Some(target.to_owned()),
            Line::Step(words) => note = words.to_owned(),
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
                let next = lines.get(index + 1).map(|(_, next)| classify(next));
                note = words.to_owned();
                if !words.contains('(') || matches!(next, Some(Line::Code { .. })) {
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

fn push(program: &mut Program, number: Option<u32>, note: String, in_prose: bool, call: RawCall) {
    let counted = program.calls.iter().map(|c| c.number).max().unwrap_or(0).saturating_add(1);
    program.calls.push(Labelled { number: number.unwrap_or(counted), note, in_prose, call });
}

/// Lines of the text with the byte at which each starts, trimmed on both sides.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        let lead = line.len() - line.trim_start().len();
        (start + lead, line.trim())
    })
}

enum Line<'a> {
    Blank,
    QueryHeader,
    Target(&'a str),
    Step(&'a str),
    /// A line that should hold a call, which starts at byte `at` of the line.
    Code {
        number: Option<u32>,
        at: usize,
    },
    Prose,
}

fn classify(line: &str) -> Line<'_> {
    if line.is_empty() || line.starts_with("```") {
        return Line::Blank;
    }
    let bare = line.trim_start_matches('#').trim_start();
    if let Some(rest) = strip_prefix_folded(bare, "target type") {
        let rest = rest.trim_start().strip_prefix(':').unwrap_or(rest).trim();
        let rest = rest.trim_start_matches('{').trim_end_matches('}').trim();
        return Line::Target(rest.trim_matches(['\'', '"']));
    }
    if bare.trim_end_matches(':').eq_ignore_ascii_case("query") {
        return Line::QueryHeader;
    }
    if let Some((_, rest)) = label(bare, "step")
        && let Some(words) = rest.trim_start().strip_prefix([':', '.', ')'])
    {
        return Line::Step(words.trim());
    }
    // `Query1: "…"` and `query1 = …` and `s1 = …`.
    for word in ["query", "s", "output_of_query"] {
        let Some((number, rest)) = label(bare, word) else { continue };
        let Some(rest) = rest.trim_start().strip_prefix([':', '=']) else { continue };
        let rest = rest.trim_start();
        return Line::Code { number: Some(number), at: line.len() - rest.len() };
    }
    let name = bare.trim_start_matches(['"', '`']);
    let ident = name.bytes().take_while(|b| is_name_byte(*b)).count();
    if ident > 0 && name[ident..].trim_start().starts_with('(') {
        return Line::Code { number: None, at: line.len() - bare.len() };
    }
    Line::Prose
}

/// `Query12 rest` as (12, rest); one space or underscore may stand before the number.
fn label<'a>(line: &'a str, word: &str) -> Option<(u32, &'a str)> {
    let rest = strip_prefix_folded(line, word)?;
    let rest = rest.strip_prefix([' ', '_']).unwrap_or(rest);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = rest[..digits].parse().ok()?;
    Some((number, &rest[digits..]))
}

fn strip_prefix_folded<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}

fn is_name_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}

/// The byte at which the next `name(` starts.
fn find_call(text: &str, from: usize, end: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    (from..end).find_map(|open| {
        if bytes[open] != b'(' {
            return None;
        }
        let mut name_end = open;
        while name_end > from && bytes[name_end - 1] == b' ' {
            name_end -= 1;
        }
        let mut start = name_end;
        while start > from && is_name_byte(bytes[start - 1]) {
            start -= 1;
        }
        // Prose such as "the output (see above)" is no call: functions of both
        // languages have a lower-case name that touches its bracket.
        (start < name_end && name_end == open && !bytes[start].is_ascii_digit()).then_some(start)
    })
}

type Read<T> = Result<T, Box<Diagnostic>>;

/// A position in one line of the text.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
    end: usize,
    lenient: bool,
    repairs: Diagnostics,
}

impl Cursor<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..self.end]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_space(&mut self) {
        self.at = self.end - self.rest().trim_start().len();
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn fail<T>(&self, code: &'static str, message: String, hint: &str) -> Read<T> {
        let width = self.peek().map_or(0, char::len_utf8);
        let diagnostic = Diagnostic::error(code, self.at..self.at + width, message);
        Err(Box::new(if hint.is_empty() { diagnostic } else { diagnostic.hint(hint) }))
    }

    fn found(&self) -> String {
        self.peek().map_or("the end of the line".to_owned(), |c| format!("`{c}`"))
    }

    /// `["]call["]` up to the end of the line.
    fn whole_line(&mut self) -> Read<RawCall> {
        let quoted = self.eat('"');
        let call = self.call(0)?;
        self.skip_space();
        if quoted && !self.eat('"') {
            return self.fail(
                "unclosed-quote",
                format!("expected `\"` after the call, found {}", self.found()),
                "close the quote that opens the line",
            );
        }
        self.skip_space();
        if self.at < self.end {
            return self.fail(
                "trailing-text",
                format!("expected the end of the line after the call, found {}", self.found()),
                "write one call a line",
            );
        }
        Ok(call)
    }

    fn name(&mut self) -> Option<String> {
        let length = self.rest().bytes().take_while(|b| is_name_byte(*b)).count();
        let name = self.rest()[..length].to_owned();
        self.at += length;
        (length > 0).then_some(name)
    }

    fn call(&mut self, depth: usize) -> Read<RawCall> {
        let start = self.at;
        if depth > MAX_DEPTH {
            return self.fail(
                "too-deep",
                format!("calls nest deeper than {MAX_DEPTH}"),
                "give the inner calls steps of their own",
            );
        }
        let Some(name) = self.name() else {
            return self.fail(
                "expected-function",
                format!("expected a function name, found {}", self.found()),
                "",
            );
        };
        self.skip_space();
        if !self.eat('(') {
            return self.fail(
                "expected-bracket",
                format!("expected `(` after `{name}`, found {}", self.found()),
                "",
            );
        }
        let mut args = Vec::new();
        loop {
            self.skip_space();
            if self.eat(')') {
                break;
            }
            if self.at >= self.end
                || (self.lenient && self.rest().trim_end_matches(['"', '`', '.']).is_empty())
            {
                if !self.lenient {
                    return self.fail("unclosed-call", format!("expected `)` to close `{name}(`"), "");
                }
                self.repairs.push(Diagnostic::warning(
                    "unclosed-call",
                    start..self.at,
                    format!("`{name}(` is not closed; its end was taken to be the end of the line"),
                ));
                self.at = self.end;
                break;
            }
            args.push(self.arg(depth)?);
            self.skip_space();
            if self.eat(',') || self.peek() == Some(')') {
                continue;
            }
            if self.at < self.end && !self.lenient {
                return self.fail(
                    "expected-comma",
                    format!("expected `,` or `)` after the argument, found {}", self.found()),
                    "an apostrophe inside a name is written \\', as in 'Don\\'t Look Now'",
                );
            }
            if self.lenient
                && self.at < self.end
                && !self.starts_arg(self.at)
                && !self.rest().trim_start().starts_with(['"', '`'])
            {
                // Text that is neither separator nor argument: pass over one character.
                self.at += self.peek().map_or(1, char::len_utf8);
            } else if self.lenient && self.rest().starts_with(['"', '`']) {
                self.at += 1;
            }
        }
        Ok(RawCall { name, args, span: start..self.at })
    }

    /// True when `name =` (or another comparison) starts at `at`.
    fn starts_arg(&self, at: usize) -> bool {
        let rest = self.text[at..self.end].trim_start();
        let length = rest.bytes().take_while(|b| is_name_byte(*b)).count();
        length > 0 && rest[length..].trim_start().starts_with(['=', '<', '>', '!', '≤', '≥', '≠'])
    }

    fn comparison(&mut self) -> Option<Comparison> {
        const OPERATORS: &[(&str, Comparison)] = &[
            ("==", Comparison::Eq),
            ("!=", Comparison::Ne),
            ("<>", Comparison::Ne),
            ("<=", Comparison::Le),
            ("=<", Comparison::Le),
            (">=", Comparison::Ge),
            ("=>", Comparison::Ge),
            ("≤", Comparison::Le),
            ("≥", Comparison::Ge),
            ("≠", Comparison::Ne),
            ("<", Comparison::Lt),
            (">", Comparison::Gt),
            ("=", Comparison::Eq),
        ];
        let (symbol, op) = OPERATORS.iter().find(|(symbol, _)| self.rest().starts_with(symbol))?;
        self.at += symbol.len();
        Some(*op)
    }

    fn arg(&mut self, depth: usize) -> Read<RawArg> {
        let start = self.at;
        let mut name = None;
        let mut op = Comparison::Eq;
        if self.starts_arg(start) {
            name = self.name();
            self.skip_space();
            op = self.comparison().unwrap_or(Comparison::Eq);
            self.skip_space();
            if self.lenient && op == Comparison::Eq {
                // `value=>'5'` is read above; `value= > '5'` here.
                if let Some(second) = self.comparison() {
                    op = second;
                    self.skip_space();
                }
            }
        }
        let value = self.value(depth)?;
        Ok(RawArg { name, op, value, span: start..self.at })
    }

    fn value(&mut self, depth: usize) -> Read<RawValue> {
        match self.peek() {
            Some(quote @ ('\'' | '"')) => self.quoted(quote, quote),
            Some('‘') if self.lenient => self.quoted('‘', '’'),
            Some('“') if self.lenient => self.quoted('“', '”'),
            Some(open @ ('[' | '{')) => self.list(open, depth),
            _ => {
                let length = self.rest().bytes().take_while(|b| is_name_byte(*b)).count();
                if length > 0 && self.rest()[length..].starts_with('(') {
                    return Ok(RawValue::Call(self.call(depth + 1)?));
                }
                self.bare()
            }
        }
    }

    fn list(&mut self, open: char, depth: usize) -> Read<RawValue> {
        let start = self.at;
        if depth > MAX_DEPTH {
            return self.fail("too-deep", format!("lists nest deeper than {MAX_DEPTH}"), "");
        }
        let close = if open == '[' { ']' } else { '}' };
        self.at += 1;
        let mut values = Vec::new();
        loop {
            self.skip_space();
            if self.eat(close) {
                return Ok(RawValue::List(values, start..self.at));
            }
            if self.at >= self.end {
                return self.fail("unclosed-list", format!("expected `{close}` to close the list"), "");
            }
            let before = self.at;
            values.push(self.value(depth + 1)?);
            self.skip_space();
            let separated = self.eat(',');
            if !separated && self.peek() != Some(close) || self.at == before {
                return self.fail(
                    "expected-comma",
                    format!("expected `,` or `{close}` in the list, found {}", self.found()),
                    "",
                );
            }
        }
    }

    fn quoted(&mut self, open: char, close: char) -> Read<RawValue> {
        let outer = self.at;
        self.at += open.len_utf8();
        let start = self.at;
        let mut text = String::new();
        while let Some(c) = self.peek() {
            let width = c.len_utf8();
            if c == '\\' {
                let next = self.rest()[width..].chars().next();
                if let Some(meant) = next.and_then(unescape) {
                    text.push(meant);
                    self.at += width + next.map_or(0, char::len_utf8);
                    continue;
                }
            }
            if c == close && (!self.lenient || self.closes(self.at + width)) {
                let span = start..self.at;
                self.at += width;
                return Ok(RawValue::Text { text, quoted: true, span });
            }
            text.push(c);
            self.at += width;
        }
        if self.lenient {
            // The quote is never closed: the name ends where the call ends.
            self.at = start;
            let value = self.bare()?;
            self.repairs.push(Diagnostic::warning(
                "unclosed-quote",
                outer..self.at,
                "the quote is not closed; the name was read up to the next argument",
            ));
            return Ok(value);
        }
        self.at = outer;
        self.fail(
            "unclosed-quote",
            "this quote is not closed".to_owned(),
            "close the name with the same quote that opens it",
        )
    }

    /// Whether a quote that ends at `after` closes its name: an argument, a
    /// closing bracket or the end must follow. An apostrophe inside a name is
    /// followed by more of the name.
    fn closes(&self, after: usize) -> bool {
        let rest = self.text[after..self.end].trim_start();
        let Some(next) = rest.chars().next() else { return true };
        match next {
            ']' | '}' => true,
            ')' => {
                let behind = rest[1..].trim_start();
                behind.is_empty() || behind.starts_with([')', '"', '\'', ',', '.', ';', '`', ']', '}'])
            }
            ',' => {
                let behind = rest[1..].trim_start();
                behind.is_empty()
                    || behind.starts_with(['\'', '"', '[', '{', ')', ']', '}'])
                    || self.starts_arg(self.end - behind.len())
                    || behind.starts_with("output_of_query")
                    || behind.starts_with(|c: char| c.is_ascii_digit())
            }
            _ => false,
        }
    }

    /// A value without quotes: one word when strict; when lenient everything up
    /// to the next argument or the closing bracket.
    fn bare(&mut self) -> Read<RawValue> {
        let start = self.at;
        if !self.lenient {
            let length = self
                .rest()
                .bytes()
                .take_while(|b| is_name_byte(*b) || matches!(b, b'.' | b'-' | b'+'))
                .count();
            if length == 0 {
                return self.fail(
                    "expected-value",
                    format!("expected a value, found {}", self.found()),
                    "names stand in quotes: relation='Gold'",
                );
            }
            self.at += length;
            let text = self.text[start..self.at].to_owned();
            return Ok(RawValue::Text { text, quoted: false, span: start..self.at });
        }
        let mut open = 0usize;
        let mut end = self.end;
        for (offset, c) in self.rest().char_indices() {
            let at = start + offset;
            match c {
                '(' => open += 1,
                ')' if open > 0 => open -= 1,
                ')' | ']' | '}' => {
                    end = at;
                    break;
                }
                ',' if self.starts_arg(at + 1) => {
                    end = at;
                    break;
                }
                _ => {}
            }
        }
        let raw = &self.text[start..end];
        let text = raw.trim().trim_matches(['\'', '"', '`']).trim().to_owned();
        self.at = end;
        if text.is_empty() {
            return self.fail(
                "expected-value",
                format!("expected a value, found {}", self.found()),
                "names stand in quotes: relation='Gold'",
            );
        }
        let word = text.bytes().all(|b| is_name_byte(b) || matches!(b, b'.' | b'-' | b'+'));
        if !word {
            self.repairs.push(Diagnostic::warning(
                "missing-quotes",
                start..end,
                format!("the name `{text}` stands without quotes"),
            ));
        }
        let quoted = raw.trim_start().starts_with(['\'', '"']);
        Ok(RawValue::Text { text, quoted, span: start..end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(program: &Program) -> Vec<String> {
        program
            .calls
            .iter()
            .flat_map(|c| &c.call.args)
            .map(|arg| match &arg.value {
                RawValue::Text { text, .. } => {
                    format!("{}{}{text}", arg.name.clone().unwrap_or_default(), arg.op.symbol())
                }
                other => format!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn strict_reads_steps_and_plain_calls() {
        let text = "## Target type: {gold medals}\n## Query:\nStep1: Find the rows\nQuery1: \"get_information(relation='Nation', tail_entity='Brazil')\"\nquery2 = count(set=output_of_query1)\nmax(set='output_of_query2')";
        let program = strict(text).unwrap();
        assert_eq!(program.target.as_deref(), Some("gold medals"));
        assert_eq!(program.calls.iter().map(|c| c.number).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(program.calls[0].note, "Find the rows");
        assert_eq!(texts(&program)[..2], ["relation=Nation", "tail_entity=Brazil"]);
    }

    #[test]
    fn strict_points_at_an_apostrophe() {
        let text = "get_information(relation='title', tail_entity='Don't Look Now')";
        let errors = strict(text).unwrap_err();
        assert_eq!(errors.0[0].code, "expected-comma");
        assert!(errors.render(text).contains("hint: an apostrophe"));
    }

    #[test]
    fn lenient_reads_what_models_write() {
        let cases: &[(&str, &[&str])] = &[
            (
                "Query1: \"get_information(relation='title', tail_entity='The Don't Look Now')\"",
                &["relation=title", "tail_entity=The Don't Look Now"],
            ),
            (
                "Sure! Here it is: get_information(relation=Home team, tail_entity>'1,000')",
                &["relation=Home team", "tail_entity>1,000"],
            ),
            ("Query1: \"get_information(relation='a', tail_entity='b'", &["relation=a", "tail_entity=b"]),
            ("Query 1: get_information(relation=\"x (y)\", value= >= '5')", &["relation=x (y)", "value>=5"]),
            (
                "get_information(head_entity='O', relation='r, s', key='time', value<output_of_query2)",
                &["head_entity=O", "relation=r, s", "key=time", "value<output_of_query2"],
            ),
            (
                "get_information(relation='Players' names', head_entity='A')",
                &["relation=Players' names", "head_entity=A"],
            ),
        ];
        for (text, expected) in cases {
            let (program, _) = lenient(text);
            assert_eq!(texts(&program), *expected, "{text}");
        }
    }

    #[test]
    fn no_text_makes_the_parsers_panic_or_hang() {
        for text in [
            "",
            "(",
            "f(",
            "f('",
            "f(a=",
            "f(a='b",
            "f([",
            "f([,",
            "f({'a' 'b'})",
            "Query1:",
            "é(ü='ß'",
            "f(((((",
            "Step1: x(",
            "## Target type: {",
            "f(a=b=c)",
            "f(,,)",
            "f(a='x'\"y)",
        ] {
            let _ = strict(text);
            let _ = lenient(text);
        }
        let deep = "f(".repeat(500);
        assert!(strict(&deep).is_err());
        let _ = lenient(&deep);
    }
}
