//! What a model returned, as text: a completion, and the query in it.

/// What a model returned for one request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// The query text.
    pub text: String,
    /// Tokens of the prompt, as the server counted them (0 when it does not say).
    pub tokens_in: u64,
    /// Of these, the tokens that the server reports as computed before.
    pub tokens_cached: u64,
    /// Tokens of the completion, as the server counted them.
    pub tokens_out: u64,
    /// Whether a limit of tokens, or of time, ended it while it was written.
    pub cut_off: bool,
}

/// The text without the thoughts of a reasoning model and without code fences; empty when a thought is
/// not closed, because then there is nothing else.
pub fn clean(text: &str) -> String {
    const OPEN: &str = "<think>";
    const CLOSE: &str = "</think>";
    let mut kept = String::new();
    let mut rest = text;
    loop {
        match (rest.find(OPEN), rest.find(CLOSE)) {
            (Some(open), close) if close.is_none_or(|close| open < close) => {
                kept.push_str(&rest[..open]);
                rest = rest[open..].split_once(CLOSE).map_or("", |(_, after)| after);
            }
            // Some templates open the thought in the prompt, so that only its end is in the text.
            (_, Some(close)) => {
                kept.clear();
                rest = &rest[close + CLOSE.len()..];
            }
            _ => break,
        }
    }
    kept.push_str(rest);
    kept.lines().filter_map(without_fence).collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// The line without code fences; `None` when it is nothing but a fence, perhaps with a language.
fn without_fence(line: &str) -> Option<&str> {
    if !line.contains("```") {
        return Some(line);
    }
    // Fences may stand side by side, with spaces between.
    let inner = line.trim_matches(|c: char| c == '`' || c.is_whitespace());
    (!inner.chars().all(char::is_alphanumeric)).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_and_fences_are_taken_off() {
        assert_eq!(clean("<think>a</think>\n```text\nQuery1: \"x\"\n```\n"), "Query1: \"x\"");
        assert_eq!(clean("so far so good</think> q"), "q");
        assert_eq!(clean("a <think>b</think> c <think>d"), "a  c");
        assert_eq!(clean("``` Query1: \"count(set='x')\" ```"), "Query1: \"count(set='x')\"");
        assert_eq!(clean("``` ``` ```"), "");
    }

    proptest::proptest! {
        #[test]
        fn cleaned_text_holds_no_thought(text in "(<think>|</think>|```|[a-c \n]){0,12}") {
            let kept = clean(&text);
            proptest::prop_assert!(!kept.contains("</think>") && !kept.starts_with("```"));
        }
    }
}
