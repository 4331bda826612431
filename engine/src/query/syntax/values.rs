//! The parser of values in a call: quoted and unquoted texts, lists, nested calls.

use super::RawValue;
use super::cursor::{Cursor, MAX_DEPTH, Read};
use super::lines::is_name_byte;
use crate::query::diagnostic::Diagnostic;
use crate::query::quote::unescape;

impl Cursor<'_> {
    pub(super) fn value(&mut self, depth: usize) -> Read<RawValue> {
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
        // A call may continue over several lines, but a name may not.
        while let Some(c) = self.peek().filter(|c| *c != '\n') {
            let width = c.len_utf8();
            if c == '\\' {
                let next = self.rest()[width..].chars().next();
                if let Some(meant) = next.and_then(unescape) {
                    text.push(meant);
                    self.at += width + next.map_or(0, char::len_utf8);
                    continue;
                }
            }
            if self.lenient && c == ',' && self.starts_known_arg(self.at + 1) {
                self.repairs.push(Diagnostic::warning(
                    "unclosed-quote",
                    outer..self.at,
                    "the quote is not closed; the name was read up to the next argument",
                ));
                return Ok(RawValue::Text { text, quoted: true, span: start..self.at });
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
            // The quote is never closed, so the name ends at the next argument or the end of the call.
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

    /// Whether a parameter of `get_information` starts here, which no name contains.
    fn starts_known_arg(&self, at: usize) -> bool {
        let rest = self.text[at..self.end].trim_start();
        ["head_entity=", "tail_entity=", "relation=", "tail_entity>", "tail_entity<"]
            .iter()
            .any(|p| rest.starts_with(p))
    }

    /// Whether a quote that ends at `after` closes its name: an argument, a closing bracket or the end must
    /// follow. An apostrophe inside a name is followed by more of the name.
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
            _ => ["and", "or", "&"].iter().any(|word| {
                rest.strip_prefix(word).is_some_and(|more| self.starts_known_arg(self.end - more.len()))
            }),
        }
    }

    /// A value without quotes: one word when strict; when lenient, everything up to the next argument or the
    /// closing bracket.
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
                    "put names in quotes: relation='Gold'",
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
                "put names in quotes: relation='Gold'",
            );
        }
        let word = text.bytes().all(|b| is_name_byte(b) || matches!(b, b'.' | b'-' | b'+'));
        if !word {
            self.repairs.push(Diagnostic::warning(
                "missing-quotes",
                start..end,
                format!("the name `{text}` is not in quotes"),
            ));
        }
        let quoted = raw.trim_start().starts_with(['\'', '"']);
        Ok(RawValue::Text { text, quoted, span: start..end })
    }
}
