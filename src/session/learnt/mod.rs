//! What the user taught: pairs of a question and a query that were accepted or rejected. Two text files
//! in the data folder are authoritative, in the format of the demonstrations that ship with the program,
//! so that they can be edited by hand; what the graph's vector index has of them is derived.
//!
//! * `file` reads and changes such a file, and leaves alone what it need not change.
//! * `template` finds a pair that answers a question, also with other names in it.

mod file;
mod template;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use trustuqa_engine::query;
use trustuqa_engine::query::{Parsed, Query};
use trustuqa_engine::trace::Trace;
use trustuqa_model::Store;
use trustuqa_storage::{StoredDemonstration, fold};

use self::file::PairFile;
use super::SessionError;
use crate::writer::demonstrations::Named;
use crate::writer::{Demonstration, DemonstrationKind, DemonstrationOrigin, SchemaRelation, SchemaSource};

pub use template::Match;

/// The origin of the stored copies.
const ORIGIN: &str = "learnt";

/// The pairs that the user accepted and rejected.
pub struct Learnt {
    accepted: Mutex<PairFile>,
    rejected: Mutex<PairFile>,
}

fn lock(file: &Mutex<PairFile>) -> MutexGuard<'_, PairFile> {
    file.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Learnt {
    /// The pairs of a data folder; the files need not exist.
    pub fn in_folder(folder: &Path) -> Learnt {
        let file = |name: &str, prefix| Mutex::new(PairFile::new(folder.join(name), prefix));
        Learnt {
            accepted: file("demonstrations.txt", "accepted"),
            rejected: file("rejected.txt", "rejected"),
        }
    }

    /// The file of the accepted pairs.
    pub fn file(&self) -> PathBuf {
        lock(&self.accepted).path().to_owned()
    }

    /// The accepted pairs, oldest first.
    pub fn accepted(&self) -> Result<Vec<Named>, SessionError> {
        lock(&self.accepted).pairs()
    }

    /// The rejected pairs, oldest first.
    pub fn rejected(&self) -> Result<Vec<Named>, SessionError> {
        lock(&self.rejected).pairs()
    }

    /// Accepts a pair: it takes the place of an accepted pair with the same question,
    /// and is rejected no more. Returns its name. To accept a pair once more does not make it use words of
    /// the question that it did not use before.
    pub fn accept(&self, mut demonstration: Demonstration) -> Result<String, SessionError> {
        // Always in this order, so that no two changes wait for each other.
        let mut accepted = lock(&self.accepted);
        let mut rejected = lock(&self.rejected);
        for pair in rejected.pairs()?.iter().filter(|pair| same(&pair.demonstration, &demonstration)) {
            rejected.delete(&pair.name)?;
        }
        drop(rejected);
        let question = fold(&demonstration.question);
        let known = accepted.pairs()?.into_iter().find(|p| fold(&p.demonstration.question) == question);
        if let Some(known) = known.as_ref().filter(|known| same(&known.demonstration, &demonstration))
            && demonstration.unused.is_empty()
        {
            demonstration.unused.clone_from(&known.demonstration.unused);
        }
        match known {
            Some(known) => accepted.replace(&known.name, demonstration).map(|()| known.name),
            None => accepted.add(demonstration),
        }
    }

    /// Rejects a pair: it is accepted no more. Returns its name.
    pub fn reject(&self, demonstration: Demonstration) -> Result<String, SessionError> {
        let mut accepted = lock(&self.accepted);
        for pair in accepted.pairs()?.iter().filter(|pair| same(&pair.demonstration, &demonstration)) {
            accepted.delete(&pair.name)?;
        }
        let mut rejected = lock(&self.rejected);
        let known = rejected.pairs()?.into_iter().find(|p| same(&p.demonstration, &demonstration));
        match known {
            Some(known) => Ok(known.name),
            None => rejected.add(demonstration),
        }
    }

    /// True when the user rejected this query for this question.
    pub fn is_rejected(&self, question: &str, query: &Parsed) -> Result<bool, SessionError> {
        let asked = fold(question);
        let calls = calls_of(&query.query);
        Ok(self.rejected()?.iter().any(|pair| {
            fold(&pair.demonstration.question) == asked && self::calls(&pair.demonstration.query) == calls
        }))
    }

    /// Changes question and query of a pair.
    pub fn edit(&self, name: &str, question: &str, query: &str) -> Result<(), SessionError> {
        let file = self.file_of(name)?;
        let mut file = lock(file);
        let Some(pair) = file.pairs()?.into_iter().find(|pair| pair.name == name) else {
            return Err(unknown(name));
        };
        if question.trim().is_empty() {
            return Err(SessionError::usage(
                "the question is empty",
                "give the question that the query answers",
            ));
        }
        query::parse(query)
            .map_err(|diagnostics| SessionError::Query { text: query.to_owned(), diagnostics })?;
        let demonstration = Demonstration {
            question: question.trim().to_owned(),
            query: query.trim().to_owned(),
            // Whoever edits a pair says what it means.
            unused: Vec::new(),
            ..pair.demonstration
        };
        file.replace(name, demonstration)
    }

    /// Deletes a pair.
    pub fn delete(&self, name: &str) -> Result<(), SessionError> {
        let file = self.file_of(name)?;
        lock(file).delete(name)
    }

    fn file_of(&self, name: &str) -> Result<&Mutex<PairFile>, SessionError> {
        for file in [&self.accepted, &self.rejected] {
            if lock(file).pairs()?.iter().any(|pair| pair.name == name) {
                return Ok(file);
            }
        }
        Err(unknown(name))
    }

    /// Brings the stored copies up to date with the file. True when there are new
    /// questions to be embedded. Pairs that leave words of their question unused are not stored, because
    /// nothing is to be learnt from them for other questions.
    pub fn store(&self, graph: &dyn Store) -> Result<bool, SessionError> {
        let mut pairs = self.accepted()?;
        pairs.retain(|pair| pair.demonstration.unused.is_empty());
        let stored = graph.view()?.demonstrations()?;
        let same = |stored: &StoredDemonstration, pair: &Named| {
            stored.question == pair.demonstration.question && stored.query == pair.demonstration.query
        };
        for old in stored.iter().filter(|s| s.origin == ORIGIN && !pairs.iter().any(|p| same(s, p))) {
            graph.remove_demonstration(old.id)?;
        }
        let new: Vec<StoredDemonstration> = pairs
            .iter()
            .filter(|pair| !stored.iter().any(|s| same(s, pair)))
            .map(|pair| StoredDemonstration {
                id: 0,
                question: pair.demonstration.question.clone(),
                query: pair.demonstration.query.clone(),
                kind: super::demonstrations::kind_name(pair.demonstration.kind).to_owned(),
                origin: ORIGIN.to_owned(),
            })
            .collect();
        if new.is_empty() {
            return Ok(false);
        }
        graph.put_demonstrations(&new)?;
        Ok(true)
    }

    /// The accepted pairs that are worded like a question, the likest first.
    pub fn matches(&self, question: &str) -> Result<Vec<Match>, SessionError> {
        Ok(template::matches(&self.accepted()?, question))
    }

    /// The accepted pairs with most words in common with a question, the likest first.
    pub fn likest(&self, question: &str, most: usize) -> Result<Vec<Demonstration>, SessionError> {
        Ok(template::likest(&self.accepted()?, question, most))
    }
}

fn unknown(name: &str) -> SessionError {
    SessionError::usage(
        format!("there is no demonstration of yours called `{name}`"),
        "/demonstrations lists them; those that ship with the program cannot be changed",
    )
}

fn same(a: &Demonstration, b: &Demonstration) -> bool {
    fold(&a.question) == fold(&b.question) && calls(&a.query) == calls(&b.query)
}

/// The calls of a query without the words of its steps; the text itself when it cannot be read.
fn calls(query: &str) -> String {
    match query::parse(query) {
        Ok(parsed) => calls_of(&parsed.query),
        Err(_) => query.trim().to_owned(),
    }
}

fn calls_of(query: &Query) -> String {
    match query {
        Query::Llm(query) => {
            (0..query.steps.len()).map(|at| query.step_text(at)).collect::<Vec<_>>().join("\n")
        }
        Query::Execution(query) => query.to_string(),
    }
}

/// A question with the query of its answer, about the sources that the answer rests on.
pub fn demonstration(question: &str, trace: &Trace, sources: &[trustuqa_storage::Source]) -> Demonstration {
    use trustuqa_engine::ground::Parameter;
    let named: Vec<&str> = trace
        .steps
        .iter()
        .flat_map(|step| &step.groundings)
        .filter(|g| matches!(g.parameter, Parameter::Relation | Parameter::Key | Parameter::Target))
        .flat_map(|g| g.chosen.iter().map(|c| c.text.as_str()))
        .collect();
    let schema: Vec<SchemaSource> = sources
        .iter()
        .filter(|source| trace.answer.sources.contains(&source.name))
        .map(|source| {
            let used = source.relations.iter().filter(|r| named.contains(&r.name.as_str()));
            let relations = used.map(|r| SchemaRelation {
                name: r.name.clone(),
                value_kind: super::route::kind_word(r.kind).to_owned(),
                ..SchemaRelation::default()
            });
            SchemaSource::new(&source.name, source.kind, relations.collect())
        })
        .collect();
    Demonstration {
        question: question.to_owned(),
        query: trace.query.clone(),
        kind: kind_of(&schema),
        origin: DemonstrationOrigin::Stored,
        schema,
        unused: Vec::new(),
    }
}

/// The kind of a demonstration about these sources.
fn kind_of(schema: &[SchemaSource]) -> DemonstrationKind {
    use trustuqa_storage::SourceKind;
    let mut kinds: Vec<SourceKind> = schema.iter().map(|source| source.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    match kinds.as_slice() {
        [SourceKind::Kg] => DemonstrationKind::Kg,
        [SourceKind::Tkg] => DemonstrationKind::Tkg,
        [SourceKind::Table] | [] => DemonstrationKind::Table,
        _ => DemonstrationKind::Cross,
    }
}
