//! One file of pairs: read again when it was changed by hand, changed block by block
//! so that comments and order stay, replaced as a whole so that a crash leaves either
//! the old or the new file.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use trustuqa_storage::SourceKind;

use super::kind_of;
use crate::session::{SessionError, replace_file};
use crate::writer::demonstrations::{self, Named};
use crate::writer::{Demonstration, DemonstrationKind, DemonstrationOrigin};

/// What a new file begins with.
const HEADING: &str = "\
# Pairs of a question and a query, learnt in the chat. This file is read again when
# it changes: edit, add and delete as you like. One block a pair, each ends with ---
# and has a name of its own; the lines of a query are indented by two spaces.
";
const END: &str = "---";

/// A file of pairs.
pub struct PairFile {
    path: PathBuf,
    prefix: &'static str,
    /// What the file was like when it was read, and what was in it.
    read: Option<(Stamp, Vec<Named>)>,
}

/// Detects a changed file: when it was modified, and its length. `None` when there is none.
type Stamp = Option<(SystemTime, u64)>;

impl PairFile {
    /// The file at `path`; new pairs are named `prefix` and a number.
    pub fn new(path: PathBuf, prefix: &'static str) -> PairFile {
        PairFile { path, prefix, read: None }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The pairs in the file.
    pub fn pairs(&mut self) -> Result<Vec<Named>, SessionError> {
        let stamp = self.stamp()?;
        if let Some((read, pairs)) = &self.read
            && *read == stamp
        {
            return Ok(pairs.clone());
        }
        let pairs = self.parse(&self.text()?)?;
        self.read = Some((stamp, pairs.clone()));
        Ok(pairs)
    }

    /// Adds a pair and returns its name.
    pub fn add(&mut self, demonstration: Demonstration) -> Result<String, SessionError> {
        let pairs = self.pairs()?;
        let number = |named: &Named| -> usize {
            let number = named.name.strip_prefix(self.prefix).and_then(|rest| rest.strip_prefix('-'));
            number.and_then(|n| n.parse().ok()).unwrap_or(0)
        };
        let taken: BTreeSet<usize> = pairs.iter().map(number).collect();
        let behind = taken.last().and_then(|last| last.checked_add(1));
        let next = behind.or_else(|| (1..).find(|n| !taken.contains(n))).unwrap_or(1);
        let name = format!("{}-{next}", self.prefix);
        let mut text = self.text()?;
        if text.trim().is_empty() {
            text = HEADING.to_owned();
        }
        if !text.ends_with('\n') {
            text.push('\n');
        }
        // A last block that a person left without its end.
        if pairs.last().is_some() && blocks(&text).last().is_some_and(|block| !block.ends) {
            text.push_str(&format!("{END}\n"));
        }
        text.push_str(&block_text(&name, &demonstration, ""));
        self.write(text, |pairs| {
            pairs.iter().any(|p| p.name == name && p.demonstration == tidy(&demonstration))
        })?;
        Ok(name)
    }

    /// Puts another pair in the place of one.
    pub fn replace(&mut self, name: &str, demonstration: Demonstration) -> Result<(), SessionError> {
        let text = self.changed(name, Some(&demonstration))?;
        self.write(text, |pairs| {
            pairs.iter().any(|p| p.name == name && p.demonstration == tidy(&demonstration))
        })
    }

    /// Takes a pair out.
    pub fn delete(&mut self, name: &str) -> Result<(), SessionError> {
        let text = self.changed(name, None)?;
        self.write(text, |pairs| !pairs.iter().any(|p| p.name == name))
    }

    /// The file's text with one block changed or left out.
    fn changed(&self, name: &str, to: Option<&Demonstration>) -> Result<String, SessionError> {
        let text = self.text()?;
        let mut out = String::with_capacity(text.len());
        for block in blocks(&text) {
            if block.name != Some(name) {
                out.push_str(block.text);
                continue;
            }
            let comments: String = block
                .text
                .lines()
                .filter(|line| line.starts_with('#') || line.trim().is_empty())
                .map(|line| format!("{line}\n"))
                .collect();
            match to {
                Some(demonstration) => out.push_str(&block_text(name, demonstration, &comments)),
                // Comments before the first pair are about the whole file.
                None if out.is_empty() => out.push_str(&comments),
                None => {}
            }
        }
        Ok(out)
    }

    fn stamp(&self) -> Result<Stamp, SessionError> {
        match std::fs::metadata(&self.path) {
            Ok(file) => Ok(Some((file.modified().unwrap_or(SystemTime::UNIX_EPOCH), file.len()))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.failed("read", &error)),
        }
    }

    fn text(&self) -> Result<String, SessionError> {
        match std::fs::read_to_string(&self.path) {
            Ok(text) => Ok(text),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
            Err(error) => Err(self.failed("read", &error)),
        }
    }

    fn parse(&self, text: &str) -> Result<Vec<Named>, SessionError> {
        let mut pairs = demonstrations::parse(text, DemonstrationKind::Table).map_err(|error| {
            SessionError::usage(
                format!("{}, {error}", self.path.display()),
                "correct that line, or delete its block",
            )
        })?;
        for pair in &mut pairs {
            pair.demonstration = tidy(&pair.demonstration);
        }
        Ok(pairs)
    }

    /// Replaces the file by `text` if that reads back as `holds` wants.
    fn write(&mut self, text: String, holds: impl Fn(&[Named]) -> bool) -> Result<(), SessionError> {
        let pairs = self.parse(&text)?;
        if !holds(&pairs) {
            return Err(SessionError::usage(
                "this pair cannot be written as a block of text",
                "ask the question on one line and without leading spaces, then accept it again",
            ));
        }
        replace_file::replace(&self.path, &text).map_err(|error| self.failed("written", &error))?;
        self.read = Some((self.stamp()?, pairs));
        Ok(())
    }

    fn failed(&self, verb: &str, error: &std::io::Error) -> SessionError {
        SessionError::environment(
            format!("{} cannot be {verb}: {error}", self.path.display()),
            "check its permissions and the free space of the disk",
        )
    }
}

/// A demonstration as the file gives it back.
fn tidy(demonstration: &Demonstration) -> Demonstration {
    let lines = demonstration.query.lines().map(str::trim_end).filter(|line| !line.trim().is_empty());
    let mut schema = demonstration.schema.clone();
    schema.retain(|source| source_line(source).is_some());
    for source in &mut schema {
        source.relations.retain(|r| can_be_listed(&r.name) && can_be_listed(&r.value_kind));
    }
    Demonstration {
        question: demonstration.question.split_whitespace().collect::<Vec<_>>().join(" "),
        query: lines.collect::<Vec<_>>().join("\n"),
        kind: kind_of(&schema),
        origin: DemonstrationOrigin::Stored,
        schema,
        unused: demonstration.unused.iter().filter(|word| can_be_listed(word)).cloned().collect(),
    }
}

fn can_be_listed(name: &str) -> bool {
    !name.is_empty() && name.trim() == name && !name.contains([',', '\n', '\r', ':'])
}

/// A source as a line of a block; `None` when the format has no way to say it.
fn source_line(source: &crate::writer::SchemaSource) -> Option<String> {
    if !can_be_listed(&source.name) {
        return None;
    }
    let kind = match source.kind {
        SourceKind::Table => "table",
        SourceKind::Kg => "kg",
        SourceKind::Tkg => "tkg",
    };
    let relations: Vec<String> = source
        .relations
        .iter()
        .filter(|r| can_be_listed(&r.name) && can_be_listed(&r.value_kind))
        .map(|r| format!("{} ({})", r.name, r.value_kind))
        .collect();
    (!relations.is_empty()).then(|| format!("source: {kind} {}: {}\n", source.name, relations.join(", ")))
}

fn block_text(name: &str, demonstration: &Demonstration, comments: &str) -> String {
    let demonstration = tidy(demonstration);
    let mut text = format!("{comments}name: {name}\n");
    text.extend(demonstration.schema.iter().filter_map(source_line));
    text.push_str(&format!("question: {}\n", demonstration.question));
    if !demonstration.unused.is_empty() {
        text.push_str(&format!("unused: {}\n", demonstration.unused.join(", ")));
    }
    text.push_str("query:\n");
    text.extend(demonstration.query.lines().map(|line| format!("  {line}\n")));
    text.push_str(&format!("{END}\n"));
    text
}

/// A part of a file up to and including its end line.
struct BlockText<'a> {
    text: &'a str,
    name: Option<&'a str>,
    ends: bool,
}

fn blocks(text: &str) -> Vec<BlockText<'_>> {
    let mut found = Vec::new();
    let (mut from, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        at += line.len();
        if line.trim_end() == END {
            found.push(block(&text[from..at], true));
            from = at;
        }
    }
    if from < text.len() {
        found.push(block(&text[from..], false));
    }
    found
}

fn block(text: &str, ends: bool) -> BlockText<'_> {
    let name = text.lines().find_map(|line| line.strip_prefix("name:")).map(str::trim);
    BlockText { text, name, ends }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(question: &str, name: &str) -> Demonstration {
        Demonstration {
            question: question.to_owned(),
            query: format!("Query1: \"get_information(relation='R', tail_entity='{name}')\""),
            kind: DemonstrationKind::Table,
            origin: DemonstrationOrigin::Stored,
            schema: Vec::new(),
            unused: Vec::new(),
        }
    }

    #[test]
    fn what_a_person_wrote_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pairs.txt");
        let mut file = PairFile::new(path.clone(), "accepted");
        assert_eq!(file.pairs().unwrap(), []);
        assert_eq!(file.add(pair("Who is A?", "A")).unwrap(), "accepted-1");
        let text = std::fs::read_to_string(&path).unwrap();
        // By hand: a comment, a block of one's own without an end.
        let text =
            format!("{text}\n# mine\nname: own\nquestion: Who is B?\nquery:\n  Query1: \"count(set='B')\"");
        std::fs::write(&path, text).unwrap();
        assert_eq!(file.pairs().unwrap().len(), 2);
        assert_eq!(file.add(pair("Who is C?", "C")).unwrap(), "accepted-2");
        file.replace("own", pair("Who is D?", "D")).unwrap();
        file.delete("accepted-1").unwrap();
        let names: Vec<String> = file.pairs().unwrap().into_iter().map(|p| p.name).collect();
        assert_eq!(names, ["own", "accepted-2"]);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(
            text.starts_with("# Pairs") && text.contains("# mine\nname: own\nquestion: Who is D?"),
            "{text}"
        );
        assert!(file.delete("gone").is_ok(), "nothing to take out");
        assert_eq!(file.pairs().unwrap().len(), 2);
        // There is no number after the largest, so the first free one is taken.
        let text = text.replace("accepted-2", &format!("accepted-{}", usize::MAX));
        std::fs::write(&path, text).unwrap();
        assert_eq!(file.add(pair("Who is E?", "E")).unwrap(), "accepted-1");
    }

    #[test]
    fn a_damaged_file_is_told_with_its_line_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pairs.txt");
        std::fs::write(&path, "name: a\nquestion: q\n---\n").unwrap();
        let mut file = PairFile::new(path.clone(), "accepted");
        let error = file.add(pair("Who?", "A")).unwrap_err().to_string();
        assert!(error.contains("line 1") && error.contains("query"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "name: a\nquestion: q\n---\n");
    }

    #[test]
    fn a_question_of_several_lines_is_kept_on_one() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = PairFile::new(folder.path().join("pairs.txt"), "accepted");
        file.add(pair("Who\n---\nis A?", "A")).unwrap();
        assert_eq!(file.pairs().unwrap()[0].demonstration.question, "Who --- is A?");
    }

    #[test]
    fn words_that_a_pair_does_not_use_are_kept_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = PairFile::new(folder.path().join("pairs.txt"), "accepted");
        let unused = vec!["work".to_owned(), "Marketing".to_owned()];
        file.add(Demonstration { unused: unused.clone(), ..pair("Who works in Marketing?", "A") }).unwrap();
        let text = std::fs::read_to_string(file.path()).unwrap();
        assert!(text.contains("\nunused: work, Marketing\nquery:\n"), "{text}");
        assert_eq!(file.parse(&text).unwrap()[0].demonstration.unused, unused);
    }
}
