//! The reader of `english.txt`.

use rustc_hash::FxHashMap;

/// A group of words that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordGroup {
    /// The text before the colon: what the words mean, or the form for which they stand.
    pub head: Option<&'static str>,
    /// The words, in the order of the file.
    pub words: Vec<&'static str>,
}

/// A section: its groups, the groups that contain each word, and the heads of its groups.
#[derive(Debug, Default)]
pub(super) struct Section {
    pub(super) groups: Vec<WordGroup>,
    pub(super) groups_of: FxHashMap<&'static str, Vec<u32>>,
    pub(super) heads: FxHashMap<&'static str, &'static str>,
}

impl Section {
    fn add(&mut self, group: WordGroup) {
        let at = self.groups.len() as u32;
        for word in &group.words {
            self.groups_of.entry(word).or_default().push(at);
        }
        if let Some(head) = group.head {
            self.heads.insert(head, head);
        }
        self.groups.push(group);
    }
}

/// Reads all sections. The error is the number, from 1, of the first line that cannot be parsed, or that
/// repeats a word of its section.
pub(super) fn read(text: &'static str) -> Result<FxHashMap<&'static str, Section>, usize> {
    let mut sections: FxHashMap<&'static str, Section> = FxHashMap::default();
    let mut current: Option<(&'static str, bool)> = None;
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(header) = line.strip_prefix('[') {
            let (name, rest) = header.split_once(']').ok_or(at + 1)?;
            let senses = match rest.trim() {
                "" => false,
                "senses" => true,
                _ => return Err(at + 1),
            };
            let known = sections.insert(name, Section::default());
            if known.is_some() {
                return Err(at + 1);
            }
            current = Some((name, senses));
            continue;
        }
        let (head, words) = match line.split_once(':') {
            Some((head, words)) => (Some(head.trim()), words),
            None => (None, line),
        };
        let words: Vec<&str> = words.split(',').map(str::trim).collect();
        if words.iter().any(|word| word.is_empty()) {
            return Err(at + 1);
        }
        let (name, senses) = current.ok_or(at + 1)?;
        let section = sections.get_mut(name).ok_or(at + 1)?;
        let twice = |(place, word): (usize, &&str)| {
            words[..place].contains(word) || !senses && section.groups_of.contains_key(*word)
        };
        if words.iter().enumerate().any(twice) {
            return Err(at + 1);
        }
        section.add(WordGroup { head, words });
    }
    Ok(sections)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_groups_with_and_without_a_head() {
        let read = read("# all\n[a.b] senses\none, two words\nhead: three, one\n").unwrap();
        let section = &read["a.b"];
        assert_eq!(section.groups[0], WordGroup { head: None, words: vec!["one", "two words"] });
        assert_eq!(section.groups[1].head, Some("head"));
        assert_eq!(section.groups_of["one"], [0, 1]);
    }

    #[test]
    fn a_line_that_cannot_be_read_is_named() {
        assert_eq!(read("word").unwrap_err(), 1);
        assert_eq!(read("[a]\none,, two").unwrap_err(), 2);
        assert_eq!(read("[a]\n[a]").unwrap_err(), 2);
        assert_eq!(read("[a] what").unwrap_err(), 1);
        assert_eq!(read("[a]\none\ntwo, one").unwrap_err(), 3);
        assert_eq!(read("[a] senses\none, one").unwrap_err(), 2);
    }
}
