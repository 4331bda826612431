//! Text made safe and fitted: control characters become visible symbols, and
//! wrapping and clipping count terminal columns, not characters. Every text
//! that reaches the screen passes through [`clean`], [`clip`] or [`wrap`].

use std::borrow::Cow;

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Whether a character would do something to the terminal or to the order of
/// the text around it instead of being shown.
fn is_unsafe(c: char) -> bool {
    (c.is_control() && c != '\n')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
}

/// Text without characters that control a terminal. New lines stay, tabs become
/// spaces, other control characters become their symbols (ESC is shown as `␛`),
/// and marks that reorder text become `�`.
#[must_use]
pub fn clean(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' if chars.peek() == Some(&'\n') => {}
            '\r' => out.push('\n'),
            '\t' => out.push_str("    "),
            '\u{2028}' | '\u{2029}' => out.push('\n'),
            '\u{7f}' => out.push('␡'),
            c if is_unsafe(c) => {
                // The symbols for C0 controls are at U+2400 in the same order.
                let symbol = if (c as u32) < 0x20 { char::from_u32(0x2400 + c as u32) } else { None };
                out.push(symbol.unwrap_or('�'));
            }
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Like [`clean`], on one line: a new line becomes `⏎`.
#[must_use]
pub fn clean_line(text: &str) -> Cow<'_, str> {
    match clean(text) {
        text if !text.contains('\n') => text,
        text => Cow::Owned(text.replace('\n', "⏎")),
    }
}

/// Width in terminal columns of text that is clean.
#[must_use]
pub fn width(text: &str) -> usize {
    text.width()
}

/// One line of at most `max` columns; what does not fit is replaced by `…`.
#[must_use]
pub fn clip(text: &str, max: usize) -> String {
    let text = clean_line(text);
    if width(&text) <= max {
        return text.into_owned();
    }
    if max == 0 {
        return String::new();
    }
    let mut out = String::new();
    let mut used = 0;
    for grapheme in text.graphemes(true) {
        let columns = width(grapheme);
        if used + columns > max - 1 {
            break;
        }
        out.push_str(grapheme);
        used += columns;
    }
    out.push('…');
    out
}

/// `text` followed by as many spaces as it needs to be `columns` wide.
#[must_use]
pub fn pad(text: &str, columns: usize) -> String {
    let text = clip(text, columns);
    let missing = columns.saturating_sub(width(&text));
    text + &" ".repeat(missing)
}

/// A place where [`wrap`] may break a line besides spaces; it is not shown.
pub const BREAK: &str = "\u{200b}";

/// A query with places to break it: after what opens or divides its arguments.
#[must_use]
pub fn breakable(code: &str) -> String {
    let mut out = String::with_capacity(code.len() + 16);
    for c in code.chars() {
        out.push(c);
        if matches!(c, '(' | ',' | '=' | '[') {
            out.push_str(BREAK);
        }
    }
    out
}

/// Wraps styled text to `columns`, breaking at spaces where there are any and
/// inside a word that is wider than a line. New lines break. Lines after the
/// first are indented by `hang` columns. There is always at least one line.
#[must_use]
pub fn wrap(spans: &[Span<'_>], columns: usize, hang: usize) -> Vec<Line<'static>> {
    let columns = columns.max(1);
    let hang = if hang + 8 > columns { 0 } else { hang };
    let mut wrapper = Wrapper { columns, hang, ..Wrapper::default() };
    for span in spans {
        let text = clean(&span.content);
        for grapheme in text.graphemes(true) {
            match grapheme {
                "\n" => wrapper.break_line(),
                grapheme => wrapper.push(grapheme, span.style),
            }
        }
    }
    wrapper.finish()
}

/// The state of wrapping one text.
#[derive(Default)]
struct Wrapper {
    columns: usize,
    hang: usize,
    lines: Vec<Line<'static>>,
    /// The current line as text with style, and its width.
    line: Vec<(String, Style)>,
    used: usize,
    /// The word that is being read and may still move to the next line.
    word: Vec<(String, Style)>,
    word_used: usize,
}

impl Wrapper {
    fn push(&mut self, grapheme: &str, style: Style) {
        if grapheme == BREAK {
            return self.take_word();
        }
        let columns = width(grapheme);
        if grapheme == " " {
            self.take_word();
            // A space that falls on the edge is the line break itself.
            if self.used < self.columns {
                append(&mut self.line, grapheme, style);
                self.used += 1;
            } else {
                self.next_line();
            }
            return;
        }
        if self.used + self.word_used + columns > self.columns {
            if self.used > self.indent() && self.indent() + self.word_used + columns <= self.columns {
                self.next_line();
            } else {
                // The word is wider than a line: it breaks where the line ends.
                self.take_word();
                if self.used + columns > self.columns && self.used > self.indent() {
                    self.next_line();
                }
            }
        }
        append(&mut self.word, grapheme, style);
        self.word_used += columns;
    }

    fn indent(&self) -> usize {
        if self.lines.is_empty() { 0 } else { self.hang }
    }

    fn take_word(&mut self) {
        for (text, style) in std::mem::take(&mut self.word) {
            append(&mut self.line, &text, style);
        }
        self.used += std::mem::take(&mut self.word_used);
    }

    fn next_line(&mut self) {
        let mut spans: Vec<Span<'static>> = std::mem::take(&mut self.line)
            .into_iter()
            .map(|(text, style)| Span::styled(text, style))
            .collect();
        if let Some(last) = spans.last_mut() {
            last.content = last.content.trim_end_matches(' ').to_owned().into();
        }
        self.lines.push(Line::from(spans));
        if self.hang > 0 {
            self.line.push((" ".repeat(self.hang), Style::new()));
        }
        self.used = self.hang;
    }

    fn break_line(&mut self) {
        self.take_word();
        self.next_line();
    }

    fn finish(mut self) -> Vec<Line<'static>> {
        self.take_word();
        self.next_line();
        self.lines
    }
}

/// Adds text to a run of the same style, or starts a new run.
fn append(runs: &mut Vec<(String, Style)>, text: &str, style: Style) {
    match runs.last_mut() {
        Some((run, last)) if *last == style => run.push_str(text),
        _ => runs.push((text.to_owned(), style)),
    }
}

/// A count with its noun: `1 step`, `3 steps`, `1,204 facts`.
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count as u64), if count == 1 { "" } else { "s" })
}

/// A number with its thousands set apart by commas.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number of tokens, and how many of them a server had computed before; `None` for no tokens.
#[must_use]
pub fn tokens(all: u64, cached: u64) -> Option<String> {
    match (all, cached) {
        (0, _) => None,
        (all, 0) => Some(format!("{} tokens", grouped(all))),
        (all, cached) => Some(format!("{} tokens, {} of them cached", grouped(all), grouped(cached))),
    }
}

/// A time span for people: `320 ms`, `4.2 s`, `3 min 5 s`.
#[must_use]
pub fn span(millis: u64) -> String {
    match millis {
        0..1_000 => format!("{millis} ms"),
        1_000..60_000 => format!("{}.{} s", millis / 1_000, millis % 1_000 / 100),
        _ => format!("{} min {} s", millis / 60_000, millis / 1_000 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(text: &str, columns: usize, hang: usize) -> Vec<String> {
        wrap(&[Span::raw(text)], columns, hang).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn control_characters_become_visible() {
        assert_eq!(clean("a\u{1b}[31mb\u{7}\u{7f}\u{9b}"), "a␛[31mb␇␡�");
        assert_eq!(clean("a\tb\r\nc\rd"), "a    b\nc\nd");
        assert_eq!(clean("abc\u{202e}fed"), "abc�fed");
        assert_eq!(clean_line("a\nb"), "a⏎b");
    }

    #[test]
    fn words_stay_whole_where_they_can() {
        assert_eq!(wrapped("the quick brown fox", 9, 0), ["the quick", "brown fox"]);
        assert_eq!(wrapped("abcdefghij kl", 4, 0), ["abcd", "efgh", "ij", "kl"]);
        assert_eq!(wrapped("", 4, 0), [""]);
        assert_eq!(wrapped("a\n\nb", 4, 0), ["a", "", "b"]);
        assert_eq!(wrapped("one two three four", 12, 2), ["one two", "  three four"]);
    }

    #[test]
    fn queries_break_between_their_arguments() {
        let code = breakable("get_information(relation=\"directed by\")");
        assert_eq!(wrapped(&code, 18, 2), ["get_information(", "  relation=", "  \"directed by\")"]);
    }

    #[test]
    fn wide_and_combining_characters_count_as_shown() {
        assert_eq!(wrapped("日本語の本", 4, 0), ["日本", "語の", "本"]);
        assert_eq!(wrapped("e\u{301}e\u{301}e\u{301}", 2, 0), ["e\u{301}e\u{301}", "e\u{301}"]);
        assert_eq!(clip("日本語", 5), "日本…");
        assert_eq!(clip("日本語", 4), "日…");
        assert_eq!(clip("abc", 0), "");
        assert_eq!(width(&pad("日", 4)), 4);
    }

    #[test]
    fn no_line_is_wider_than_asked() {
        let text = "A mixed 日本語 text, with averyveryverylongwordinit and e\u{301} marks.";
        for columns in 2..40 {
            for hang in 0..6 {
                for line in wrapped(text, columns, hang) {
                    assert!(width(&line) <= columns, "{columns} {hang} {line:?}");
                }
            }
        }
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(counted(1, "step"), "1 step");
        assert_eq!(counted(1_000, "fact"), "1,000 facts");
        assert_eq!(
            (span(320), span(4_250), span(185_000)),
            ("320 ms".into(), "4.2 s".into(), "3 min 5 s".into())
        );
    }
}
