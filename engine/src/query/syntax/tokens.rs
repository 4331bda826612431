//! Splits an expression into words, numbers, quoted texts and signs.

use super::lines::is_name_byte;
use crate::query::diagnostic::Span;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// Quoted text.
    Text(String),
    Number(String),
    Word(String),
    Sign(&'static str),
}

const SIGNS: [&str; 25] = [
    "===", "==", "!=", "<>", "<=", ">=", "=>", "&&", "||", "=", "<", ">", "+", "-", "*", "/", "(", ")", "[",
    "]", "{", "}", ",", ":", ";",
];

pub(super) fn tokens(text: &str) -> Option<Vec<(Token, Span)>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        if matches!(c, '\'' | '"' | '‘' | '“') {
            let close = match c {
                '‘' => '’',
                '“' => '”',
                c => c,
            };
            let (inside, end) = quoted(&rest[c.len_utf8()..], close)?;
            out.push((Token::Text(inside), at..at + c.len_utf8() + end));
            at += c.len_utf8() + end;
            continue;
        }
        if c.is_ascii_digit() || c == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit()) {
            let end = number_end(rest);
            // Unquoted, `2-1` and `5th` would be names, and names must be in quotes.
            if rest[end..].starts_with(|c: char| c.is_alphabetic()) {
                return None;
            }
            out.push((Token::Number(rest[..end].to_owned()), at..at + end));
            at += end;
            continue;
        }
        let word = rest.bytes().take_while(|b| is_name_byte(*b)).count();
        if word > 0 {
            out.push((Token::Word(rest[..word].to_owned()), at..at + word));
            at += word;
            continue;
        }
        let typographic = match c {
            '≥' => Some(">="),
            '≤' => Some("<="),
            '≠' => Some("!="),
            '−' | '–' => Some("-"),
            '×' => Some("*"),
            '÷' => Some("/"),
            '.' => Some("."),
            '?' => Some("?"),
            _ => None,
        };
        let sign = typographic.or_else(|| SIGNS.into_iter().find(|sign| rest.starts_with(sign)))?;
        let end = if typographic.is_some() { c.len_utf8() } else { sign.len() };
        out.push((Token::Sign(sign), at..at + end));
        at += end;
    }
    Some(out)
}

/// The end of a number, including its decimal point and thousands separators.
fn number_end(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut end = digits(0);
    while bytes.get(end) == Some(&b',') && digits(end + 1) == 3 && end <= 11 {
        end += 4;
    }
    if bytes.get(end) == Some(&b'.') && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    end
}

/// A quoted text, and the byte after its closing quote. An apostrophe that is followed by more of the name
/// does not close it.
fn quoted(rest: &str, close: char) -> Option<(String, usize)> {
    let mut text = String::new();
    let mut escaped = false;
    let mut first = None;
    for (at, c) in rest.char_indices() {
        if escaped {
            text.push(c);
            escaped = false;
            continue;
        }
        if c == '\\' {
            escaped = true;
            continue;
        }
        let after = at + c.len_utf8();
        if c == close && ends_name(&rest[after..]) {
            // `'f(x, '-')'`: an expression in quotes continues until its brackets are closed.
            let open = text.matches('(').count() > text.matches(')').count();
            if !open || !text.contains("output_of_") {
                return Some((text, after));
            }
            first = first.or_else(|| Some((text.clone(), after)));
        }
        text.push(c);
    }
    first
}

fn ends_name(after: &str) -> bool {
    let next = after.trim_start();
    let Some(c) = next.chars().next() else { return true };
    if matches!(
        c,
        ',' | ')' | ']' | '}' | ':' | ';' | '.' | '+' | '-' | '*' | '/' | '<' | '>' | '=' | '!' | '['
    ) {
        return true;
    }
    let name = next.bytes().take_while(|b| is_name_byte(*b)).count();
    // The next argument follows, although the comma before it is missing.
    if after.starts_with(char::is_whitespace) && name > 0 && next[name..].starts_with('=') {
        return true;
    }
    let word = next.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("").to_ascii_lowercase();
    after.starts_with(char::is_whitespace)
        && matches!(
            word.as_str(),
            "then"
                | "else"
                | "and"
                | "or"
                | "in"
                | "end"
                | "if"
                | "elif"
                | "is"
                | "not"
                | "otherwise"
                | "return"
        )
}
