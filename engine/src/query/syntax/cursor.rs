//! The parser of one call, from its name to its closing bracket; strict, or with repairs.

use trustuqa_model::Comparison;

use super::lines::is_name_byte;
use super::{RawArg, RawCall};
use crate::query::diagnostic::{Diagnostic, Diagnostics};

/// The deepest nesting of calls and lists, so that hostile text cannot exhaust the stack.
pub(super) const MAX_DEPTH: usize = 32;

pub(super) type Read<T> = Result<T, Box<Diagnostic>>;

/// A position in a line of the text, or in the lines of one call.
pub(super) struct Cursor<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) lenient: bool,
    pub(super) repairs: Diagnostics,
}

impl Cursor<'_> {
    pub(super) fn rest(&self) -> &str {
        &self.text[self.at..self.end]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn skip_space(&mut self) {
        self.at = self.end - self.rest().trim_start().len();
    }

    pub(super) fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    pub(super) fn fail<T>(&self, code: &'static str, message: String, hint: &str) -> Read<T> {
        let width = self.peek().map_or(0, char::len_utf8);
        let diagnostic = Diagnostic::error(code, self.at..self.at + width, message);
        Err(Box::new(if hint.is_empty() { diagnostic } else { diagnostic.hint(hint) }))
    }

    pub(super) fn found(&self) -> String {
        self.peek().map_or("the end of the line".to_owned(), |c| format!("`{c}`"))
    }

    /// `["]call["]` up to the end of the line.
    pub(super) fn whole_line(&mut self) -> Read<RawCall> {
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

    pub(super) fn call(&mut self, depth: usize) -> Read<RawCall> {
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
            let joined = ["and ", "or ", "& "].iter().find(|word| {
                self.rest().strip_prefix(**word).is_some_and(|more| self.starts_arg(self.end - more.len()))
            });
            if let (true, Some(word)) = (self.lenient, joined) {
                self.at += word.len();
            } else if self.lenient
                && self.at < self.end
                && !self.starts_arg(self.at)
                && !self.rest().trim_start().starts_with(['"', '`'])
            {
                // Neither a separator nor an argument: skip one character.
                self.at += self.peek().map_or(1, char::len_utf8);
            } else if self.lenient && self.rest().starts_with(['"', '`']) {
                self.at += 1;
            }
        }
        Ok(RawCall { name, args, span: start..self.at })
    }

    /// Whether `name =` (or another comparison) starts at `at`.
    pub(super) fn starts_arg(&self, at: usize) -> bool {
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
                // `value=>'5'` was read above; this is `value= > '5'`.
                if let Some(second) = self.comparison() {
                    op = second;
                    self.skip_space();
                }
            }
        }
        let value = self.value(depth)?;
        Ok(RawArg { name, op, value, span: start..self.at })
    }
}
