//! The flags of `trustuqa eval` as they are typed.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Args as ClapArgs, ValueEnum};

use trustuqa_engine::Family;

use crate::eval::BenchmarkSet;
use crate::eval::run::SourceKnowledge;

pub const EXAMPLES: &str = "Examples:
  trustuqa eval wikisql --data bench --gold                          the annotation's own queries
  trustuqa eval metaqa --data bench --limit 500 --seed 7             the offline writer, a sample
  trustuqa eval wtq --data bench --completions bench/wtq/recorded.jsonl
  trustuqa eval mixed --data bench --source unknown --json out.json
  trustuqa eval wtq --data bench --model gpt-4o --emit-requests requests.jsonl
  trustuqa eval wtq --data bench --model gpt-4o --completions batch_output.jsonl --report report

Files in the folder of a set, as published or as plain JSON lines:
  wikisql        <split>.jsonl, <split>.tables.jsonl, or questions.jsonl, tables.jsonl
  wtq            data/<split>.tsv or questions.jsonl, and csv/
  metaqa         kb.txt, N-hop/vanilla/qa_<split>.txt or N-hop/qa.txt or questions.jsonl
  webqsp         WebQSP.<split>.json and a file of triples, or questions.jsonl, kg.tsv
  cronquestions  kg/full.txt with labels and questions as JSON lines, or questions.jsonl, kg.tsv
  timequestions  questions.jsonl with the facts of each question
  mixed          questions.jsonl, manifest.json

Stopped with Ctrl-C or killed, a run goes on when the same command is run again.
Exit codes: 0 measured, 2 bad usage or input, 3 environment, 130 stopped.";

/// `trustuqa eval`
#[derive(Debug, ClapArgs)]
pub struct EvalArgs {
    /// The benchmark
    #[arg(value_name = "SET", value_parser = sets())]
    pub set: BenchmarkSet,
    /// Folder with the benchmark's files, or a folder that contains one of its name
    #[arg(long, value_name = "DIR")]
    pub data: PathBuf,
    /// Split of the official files, such as `test`
    #[arg(long, value_name = "SPLIT")]
    pub split: Option<String>,
    /// Ask only this many questions, drawn at random
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub limit: Option<u32>,
    /// Seed of the random choice
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Run the benchmark's annotation as queries, without a writer
    #[arg(long, help_heading = "Queries", conflicts_with_all = ["completions", "emit_requests"])]
    pub gold: bool,
    /// Take queries from recorded completions: lines with question and completion, or
    /// the output of an OpenAI batch job
    #[arg(long, value_name = "FILE", help_heading = "Queries")]
    pub completions: Option<PathBuf>,
    /// Write the prompts as an OpenAI batch file, and send nothing; with --completions,
    /// only those that need another try
    #[arg(long, value_name = "FILE", help_heading = "Queries")]
    pub emit_requests: Option<PathBuf>,
    /// Tell the writer the annotation's relations, entities and type of question
    #[arg(long, help_heading = "Queries")]
    pub hints: bool,
    /// Show the same demonstrations for every question (the paper's "-dynamic")
    #[arg(long, help_heading = "Queries")]
    pub static_demonstrations: bool,
    /// Ask the writer for execution queries (the paper's "-two-layer")
    #[arg(long, help_heading = "Queries")]
    pub one_layer: bool,
    /// Measure how many of the relations that a question needs are listed in its prompt; send nothing
    #[arg(long, help_heading = "Queries", conflicts_with_all = ["gold", "completions", "emit_requests"])]
    pub schema_recall: bool,
    /// Load the sources of these sets into the same graph, too; each is in a folder of its name
    /// beside that of SET
    #[arg(long, value_name = "SET", value_delimiter = ',', value_parser = sets(), help_heading = "Queries")]
    pub beside: Vec<BenchmarkSet>,
    /// Look only in the source that a question is about, or find it among all
    #[arg(long, value_enum, value_name = "HOW", default_value = "known", help_heading = "Queries")]
    pub source: SourceFlag,
    /// Switch families of rules off, to see what each is worth (docs/rules.md lists them)
    #[arg(long, value_name = "FAMILY", value_delimiter = ',', help_heading = "Queries")]
    pub without: Vec<Family>,

    /// Write the figures as JSON
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub json: Option<PathBuf>,
    /// Write the outcome of each question as a line of JSON
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub outcomes: Option<PathBuf>,
    /// Add this run to the report in a folder: the paper's tables beside the measured figures
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub report: Option<PathBuf>,

    /// Number of threads; by default one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Running")]
    pub threads: Option<u16>,
    /// Folder for loaded graphs and the progress of runs; by default `eval` in the data folder
    #[arg(long, value_name = "DIR", help_heading = "Running")]
    pub keep: Option<PathBuf>,
    /// Discard the loaded graph and what earlier runs left, and start again
    #[arg(long, help_heading = "Running")]
    pub fresh: bool,
}

/// What is known of a question's source, as it is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SourceFlag {
    /// Look only in the source that the benchmark names
    Known,
    /// Find the source by routing
    Unknown,
}

impl From<SourceFlag> for SourceKnowledge {
    fn from(flag: SourceFlag) -> SourceKnowledge {
        match flag {
            SourceFlag::Known => SourceKnowledge::Known,
            SourceFlag::Unknown => SourceKnowledge::Unknown,
        }
    }
}

fn sets() -> impl clap::builder::TypedValueParser<Value = BenchmarkSet> {
    PossibleValuesParser::new(BenchmarkSet::ALL.map(BenchmarkSet::name))
        .try_map(|name| BenchmarkSet::named(&name).ok_or_else(|| format!("there is no set `{name}`")))
}
