//! What a benchmark is once it is read: sources and questions, whatever their files were.

use std::collections::HashSet;
use std::path::PathBuf;

use trustuqa_storage::SourceKind;

/// A benchmark that can be measured on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BenchmarkSet {
    /// WikiSQL: one table a question, gold SQL.
    Wikisql,
    /// WikiTableQuestions: one table a question, gold answers only.
    Wtq,
    /// MetaQA: one film graph, one to three hops.
    Metaqa,
    /// WebQSP: Freebase.
    Webqsp,
    /// CronQuestions: one temporal graph.
    Cronquestions,
    /// TimeQuestions: a temporal graph.
    Timequestions,
    /// Questions of several sets over all their sources in one graph.
    Mixed,
}

impl BenchmarkSet {
    /// Every set.
    pub const ALL: [BenchmarkSet; 7] = [
        BenchmarkSet::Wikisql,
        BenchmarkSet::Wtq,
        BenchmarkSet::Metaqa,
        BenchmarkSet::Webqsp,
        BenchmarkSet::Cronquestions,
        BenchmarkSet::Timequestions,
        BenchmarkSet::Mixed,
    ];

    /// The name on the command line and the name of the set's folder.
    pub fn name(self) -> &'static str {
        match self {
            BenchmarkSet::Wikisql => "wikisql",
            BenchmarkSet::Wtq => "wtq",
            BenchmarkSet::Metaqa => "metaqa",
            BenchmarkSet::Webqsp => "webqsp",
            BenchmarkSet::Cronquestions => "cronquestions",
            BenchmarkSet::Timequestions => "timequestions",
            BenchmarkSet::Mixed => "mixed",
        }
    }

    /// The set with this name.
    pub fn named(name: &str) -> Option<BenchmarkSet> {
        BenchmarkSet::ALL.into_iter().find(|set| set.name() == name)
    }

    /// True for sets over tables, which are measured by denotation accuracy: the answer is a list of
    /// values. The answers of the others are sets of names.
    pub fn is_table(self) -> bool {
        matches!(self, BenchmarkSet::Wikisql | BenchmarkSet::Wtq)
    }

    /// The kind of its sources; a table for `mixed`, which has all kinds.
    pub fn kind(self) -> SourceKind {
        match self {
            BenchmarkSet::Wikisql | BenchmarkSet::Wtq | BenchmarkSet::Mixed => SourceKind::Table,
            BenchmarkSet::Metaqa | BenchmarkSet::Webqsp => SourceKind::Kg,
            BenchmarkSet::Cronquestions | BenchmarkSet::Timequestions => SourceKind::Tkg,
        }
    }
}

/// A benchmark: sources and questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dataset {
    /// Which one.
    pub set: BenchmarkSet,
    /// What to load, each source with its own name.
    pub sources: Vec<DatasetSource>,
    /// The questions in the order of the file.
    pub questions: Vec<Question>,
}

impl Dataset {
    /// Adds the sources of another set, about which no question of this one asks. A source whose name is
    /// taken gets the name of its set before its own.
    pub fn add_sources(&mut self, other: Dataset) {
        let mut names: HashSet<String> = self.sources.iter().map(|source| source.name.clone()).collect();
        for mut source in other.sources {
            if names.contains(&source.name) {
                source.name = format!("{}/{}", other.set.name(), source.name);
            }
            if names.insert(source.name.clone()) {
                self.sources.push(source);
            }
        }
    }
}

/// A table or a graph of a benchmark, which becomes one source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatasetSource {
    /// The name of the source; questions refer to it.
    pub name: String,
    /// What kind of source it is.
    pub kind: SourceKind,
    /// The file it came from.
    pub file: PathBuf,
    /// Where its facts are.
    pub content: SourceContent,
}

/// Where the facts of a source are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceContent {
    /// In the file of the source, to be read as `trustuqa load` reads it.
    File,
    /// A table that was one of many in a file.
    Table(TableRows),
    /// Facts that were read out of a file of another shape.
    Facts(Vec<FactLine>),
}

/// A table that was one of many in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableRows {
    /// 1-based line of the table in its file.
    pub line: u32,
    /// Names of the columns; unique, so repeated ones are numbered.
    pub header: Vec<String>,
    /// Rows of at most as many cells as columns; one that is empty or missing gives no fact.
    pub rows: Vec<Vec<String>>,
}

/// A fact that was read out of a file of another shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FactLine {
    /// 1-based line of the file on which the fact was first read.
    pub line: u32,
    /// Head, relation and tail.
    pub triple: [String; 3],
    /// Start and end time: years, dates, or empty for an open bound.
    pub bounds: [String; 2],
}

/// A question of a benchmark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The identifier in the file.
    pub id: String,
    /// The set it belongs to: in a mixed set, the one it was drawn from.
    pub set: BenchmarkSet,
    /// The question as it is asked.
    pub text: String,
    /// Its type within the set, such as `2-hop`, `time_join` or `COUNT`.
    pub kind: String,
    /// The gold answers: a multiset of values for tables, else a set of names.
    pub answers: Vec<String>,
    /// The names of which the first answer must be one (Hits@1), where they are not `answers`.
    pub hits: Option<Vec<String>>,
    /// The name of the source it is about; `None` where it is about no single one.
    pub source: Option<String>,
    /// The gold query, for sets that annotate one.
    pub gold: Option<GoldQuery>,
    /// What the annotation gives away, which the paper's prompts for some sets contain.
    pub hints: Hints,
}

/// The annotation of a question as a query in the language of this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoldQuery {
    /// The LLM query text.
    Query(String),
    /// Why there is none, as a sentence.
    Impossible(String),
}

/// Gold hints of a question; empty where the set has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// Relations of the gold path or annotation.
    pub relations: Vec<String>,
    /// Names of entities in the question.
    pub entities: Vec<String>,
    /// The type of the question as the annotation has it.
    pub question_type: Option<String>,
}
