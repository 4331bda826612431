//! Quoting of names in the text of queries, in one place, so that what is printed can be parsed again.

/// `name` in single quotes, with quotes, backslashes and line breaks escaped.
pub fn quote(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 2);
    out.push('\'');
    for c in name.chars() {
        match c {
            '\'' => out.push_str("\\'"),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}

/// One name in quotes, or several as a list of names in quotes.
pub fn list_text(names: &[String]) -> String {
    match names {
        [name] => quote(name),
        names => format!("[{}]", names.iter().map(|n| quote(n)).collect::<Vec<_>>().join(", ")),
    }
}

/// `name` between backticks, for a message. A backtick inside the name becomes `'`: the reader of a message
/// must be able to distinguish names from its own words, because names from the data may not be sent to a
/// model.
pub fn ticked(name: &str) -> String {
    format!("`{}`", name.replace('`', "'"))
}

/// The character for which the escape `\c` stands; `None` when it is no escape, and the backslash is an
/// ordinary character of the name.
pub fn unescape(c: char) -> Option<char> {
    match c {
        '\'' | '"' | '\\' => Some(c),
        'n' => Some('\n'),
        _ => None,
    }
}
