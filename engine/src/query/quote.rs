//! Quoting of names in query text, in one place, so that what is printed can be
//! read again.

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

/// `name` between backticks, for a message. A backtick inside the name becomes `'`:
/// whoever reads the message must be able to tell its names from its words, because
/// names from the data may not be sent to a model.
pub fn ticked(name: &str) -> String {
    format!("`{}`", name.replace('`', "'"))
}

/// The character that an escape `\c` stands for; `None` when it is not an escape,
/// in which case the backslash is an ordinary character of the name.
pub fn unescape(c: char) -> Option<char> {
    match c {
        '\'' | '"' | '\\' => Some(c),
        'n' => Some('\n'),
        _ => None,
    }
}
