//! What was sent before, and looking for it.

/// What was sent before, newest last, and the current position in it.
#[derive(Debug, Clone, Default)]
pub struct History {
    entries: Vec<String>,
    at: Option<usize>,
    draft: String,
}

impl History {
    /// The history of earlier chats, oldest first.
    #[must_use]
    pub fn new(entries: Vec<String>) -> Self {
        Self { entries, ..Self::default() }
    }

    /// Adds what was sent. The same text twice in a row counts once; true when it was added.
    pub fn push(&mut self, text: &str) -> bool {
        self.at = None;
        self.draft.clear();
        let new = self.entries.last().is_none_or(|last| last != text);
        if new {
            self.entries.push(text.to_owned());
        }
        new
    }

    /// The entry before the one shown; `draft` is what is in the input and
    /// is kept when it is the first step back.
    pub fn back(&mut self, draft: &str) -> Option<&str> {
        let at = match self.at {
            None => {
                let last = self.entries.len().checked_sub(1)?;
                self.draft = draft.to_owned();
                last
            }
            Some(at) => at.checked_sub(1)?,
        };
        self.at = Some(at);
        self.entries.get(at).map(String::as_str)
    }

    /// The entry after the one shown, and the draft after the newest.
    pub fn forth(&mut self) -> Option<&str> {
        let next = self.at? + 1;
        if next < self.entries.len() {
            self.at = Some(next);
            self.entries.get(next).map(String::as_str)
        } else {
            self.at = None;
            Some(&self.draft)
        }
    }

    /// Forgets the position, because the text was changed.
    pub fn settle(&mut self) {
        self.at = None;
    }

    /// The newest entry that contains `needle`, looking back from before `from`
    /// (the end when absent), with its position.
    #[must_use]
    pub fn find(&self, needle: &str, from: Option<usize>) -> Option<(usize, &str)> {
        let end = from.unwrap_or(self.entries.len()).min(self.entries.len());
        let needle = needle.to_lowercase();
        let found = self.entries[..end].iter().rposition(|entry| entry.to_lowercase().contains(&needle))?;
        Some((found, &self.entries[found]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_keeps_the_draft() {
        let mut history = History::new(vec!["first".into()]);
        assert!(history.push("second"));
        assert!(!history.push("second"));
        assert_eq!(history.back("draft"), Some("second"));
        assert_eq!(history.back("x"), Some("first"));
        assert_eq!(history.back("x"), None);
        assert_eq!(history.forth(), Some("second"));
        assert_eq!(history.forth(), Some("draft"));
        assert_eq!(history.forth(), None);
        assert_eq!(history.find("FIR", None), Some((0, "first")));
        assert_eq!(history.find("fir", Some(0)), None);
    }
}
