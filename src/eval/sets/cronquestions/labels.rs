//! Names for Wikidata identifiers.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use super::super::files;
use super::super::lines::{lines, place};
use crate::eval::{EvalError, FactLine};

/// Labels by identifier; identifiers without one, and names, stand for themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    names: HashMap<String, String>,
}

impl Labels {
    /// The labels of the official files in a folder; none when there are no such files.
    pub(super) fn read(folder: &Path) -> Result<Labels, EvalError> {
        let mut labels = Labels::default();
        for name in ["wd_id2entity_text.txt", "wd_id2relation_text.txt"] {
            let file = folder.join(name);
            if file.is_file() {
                labels.add(&files::bytes(&file)?, &file)?;
            }
        }
        Ok(labels)
    }

    /// Adds a file of identifiers and labels with a tab between them.
    pub fn add(&mut self, bytes: &[u8], file: &Path) -> Result<(), EvalError> {
        for (number, line) in lines(bytes, file)? {
            let Some((id, label)) = line.split_once('\t') else {
                return Err(EvalError::data(
                    file,
                    Some(number),
                    "expected an identifier, a tab and a label",
                    "compare the line with the official file",
                ));
            };
            let label = trustuqa_load::clean(label);
            if !label.is_empty() {
                self.names.insert(id.trim().to_owned(), label.into_owned());
            }
        }
        Ok(())
    }

    /// The name of an identifier, or the text itself.
    pub fn name(&self, id: &str) -> String {
        self.names.get(id).map_or_else(|| id.to_owned(), String::clone)
    }

    /// A text with the identifiers in it replaced by names.
    pub(super) fn in_text(&self, text: &str) -> String {
        if self.names.is_empty() {
            return text.to_owned();
        }
        let mut out = String::with_capacity(text.len());
        let mut word = String::new();
        for c in text.chars().chain([' ']) {
            if c.is_alphanumeric() {
                word.push(c);
                continue;
            }
            out.push_str(&self.name(&word));
            word.clear();
            out.push(c);
        }
        out.pop();
        out
    }

    /// The facts of a file `head relation tail start end`, with names, and the labels as
    /// they were given: when items share a label, all but the most frequent one in the
    /// facts carry their identifier, so that they stay different.
    pub fn facts(mut self, bytes: &[u8], file: &Path) -> Result<(Vec<FactLine>, Labels), EvalError> {
        let mut rows = Vec::new();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for (number, line) in lines(bytes, file)? {
            let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
            let [head, relation, tail, start, end] = cells[..] else {
                return Err(EvalError::data(
                    file,
                    Some(number),
                    format!("expected 5 columns (head, relation, tail, start, end), found {}", cells.len()),
                    "give every line five columns with tabs between them",
                ));
            };
            if head.is_empty() || relation.is_empty() || tail.is_empty() {
                return Err(EvalError::data(
                    file,
                    Some(number),
                    "a fact lacks its head, relation or tail",
                    "complete the line or remove it",
                ));
            }
            *counts.entry(head).or_default() += 1;
            *counts.entry(tail).or_default() += 1;
            rows.push((place(number), [head, relation, tail], [start, end]));
        }
        self.make_unique(&counts);
        let facts = rows
            .into_iter()
            .map(|(line, triple, bounds)| FactLine {
                line,
                triple: triple.map(|id| self.name(id)),
                bounds: bounds.map(open_or_known),
            })
            .collect();
        Ok((facts, self))
    }

    fn make_unique(&mut self, counts: &HashMap<&str, usize>) {
        let mut by_label: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (id, label) in &self.names {
            by_label.entry(label.clone()).or_default().push(id.clone());
        }
        let mut taken: HashSet<String> = by_label.keys().cloned().collect();
        for (label, mut ids) in by_label {
            let count = |id: &String| counts.get(id.as_str()).copied().unwrap_or(0);
            ids.sort_by(|a, b| count(b).cmp(&count(a)).then_with(|| a.cmp(b)));
            for id in ids.into_iter().skip(1) {
                // Such a name can itself be the label of another item.
                let mut unique = format!("{label} ({id})");
                while !taken.insert(unique.clone()) {
                    unique = format!("{unique} ({id})");
                }
                self.names.insert(id, unique);
            }
        }
    }
}

/// A bound; empty for what the official files write where it is unknown.
fn open_or_known(bound: &str) -> String {
    match bound {
        "-" | "None" | "####" => String::new(),
        bound => bound.to_owned(),
    }
}
