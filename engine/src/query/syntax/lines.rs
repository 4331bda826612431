//! The lines of a query text: which of them are steps, headers, calls or prose, and where in a line the next
//! call starts.

/// The lines of a text, trimmed on both sides, each with the byte at which it starts.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        let lead = line.len() - line.trim_start().len();
        (start + lead, line.trim())
    })
}

pub(super) enum Line<'a> {
    Blank,
    QueryHeader,
    Target(&'a str),
    Step(&'a str),
    /// A line that should contain a call, which starts at byte `at` of the line.
    Code {
        number: Option<u32>,
        at: usize,
    },
    Prose,
}

pub(super) fn classify(line: &str) -> Line<'_> {
    if line.is_empty() || line.starts_with("```") {
        return Line::Blank;
    }
    let bare = line.trim_start_matches('#').trim_start();
    if let Some(rest) = strip_prefix_folded(bare, "target type") {
        let rest = rest.trim_start().strip_prefix(':').unwrap_or(rest);
        let around = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | '\'' | '"');
        return Line::Target(rest.trim_matches(around));
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

/// `Query12 rest` as (12, rest); one space or underscore may come before the number.
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

pub(super) fn is_name_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}

/// The byte at which the next `name(` starts.
pub(super) fn find_call(text: &str, from: usize, end: usize) -> Option<usize> {
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
        // Prose such as "the output (see above)" is not a call: the name of a function touches its bracket.
        (start < name_end && name_end == open && !bytes[start].is_ascii_digit()).then_some(start)
    })
}
