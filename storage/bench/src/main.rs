//! The store beside its peers, in one run over the same facts.
//!
//! ```text
//! cargo bench --manifest-path storage/bench/Cargo.toml -- --triples 1000000
//! ```
//!
//! `README.md` says what is compared, how, and what is not equal. Answers of all peers
//! are compared for every lookup that is timed, before it is timed; a difference ends
//! the benchmark.
//!
//! | module | what lives there |
//! |---|---|
//! | `feed` | the facts as every peer is given them |
//! | `child` | loads in processes of their own |
//! | `timing` | times of single calls, in turns |
//! | `lookups` | which lookups are made; whether all peers agree |
//! | `peers` | the store, SQLite, hash maps, LMDB, oxigraph |
//! | `sections` | what is measured |
//! | `report` | results as Markdown and JSON |

mod child;
mod feed;
mod lookups;
mod peers;
mod report;
mod sections;
mod timing;

use std::path::{Path, PathBuf};

use clap::{Parser, ValueEnum};
use trustuqa_storage::SourceKind;
use trustuqa_synthetic::GraphShape;

use peers::sqlite_load::Sort;
use report::Report;

/// Any failure ends the benchmark and is printed unchanged.
pub type Failure = Box<dyn std::error::Error>;

/// A part that can be run alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Section {
    /// Seconds and memory of loads
    Load,
    /// The facts of a head and a relation
    Point,
    /// The facts of a relation and a tail
    Equal,
    /// Ranges of values
    Range,
    /// Facts by time
    Time,
    /// Sizes of files
    Size,
    /// A temporal graph against years
    Tkg,
    /// Point lookups in a small and in a large graph
    Growth,
    /// A load into a graph that is there already (only when it is asked for)
    Again,
    /// The knowledge graphs alone, against oxigraph (needs `--features oxigraph`)
    Kg,
}

/// The store beside its peers.
#[derive(Debug, Parser)]
struct Args {
    /// Condition triples of the graph
    #[arg(long, default_value_t = 1_000_000)]
    triples: u64,
    /// Seed of the graph and of the lookups
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Rows of a table on average
    #[arg(long, default_value_t = 300)]
    rows: u64,
    /// Lookups of each kind
    #[arg(long, default_value_t = 5_000)]
    lookups: usize,
    /// Times that each lookup is made
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Only these sections, with commas between
    #[arg(long, value_delimiter = ',', value_enum)]
    only: Vec<Section>,
    /// Condition triples of the large graph of `growth`; 20 times the others when left out
    #[arg(long)]
    growth: Option<u64>,
    /// About how many condition triples `again` loads into the graph
    #[arg(long, default_value_t = 1_000_000)]
    again: u64,
    /// Quintuples of the temporal graph of `tkg`
    #[arg(long, default_value_t = 328_000)]
    quintuples: u64,
    /// Write the results as JSON, too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Folder for graphs, which are kept there and used again; else a temporary one
    #[arg(long, value_name = "FOLDER")]
    work: Option<PathBuf>,
    /// Given by cargo
    #[arg(long, hide = true)]
    bench: bool,
    /// Runs one load and ends
    #[arg(long, hide = true)]
    child: Option<String>,
    #[arg(long, hide = true)]
    feed: Option<PathBuf>,
    #[arg(long, hide = true)]
    target: Option<PathBuf>,
}

impl Args {
    fn wants(&self, section: Section) -> bool {
        self.only.is_empty() || self.only.contains(&section)
    }

    fn shape(&self, triples: u64) -> GraphShape {
        GraphShape { triples, seed: self.seed, rows: self.rows, ..GraphShape::default() }
    }
}

/// The allocator of the program, for all peers that are written in Rust.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> Result<(), Failure> {
    let args = Args::parse();
    if let (Some(task), Some(feed), Some(target)) = (&args.child, &args.feed, &args.target) {
        return child::report(|| load(task, feed, target));
    }
    let temporary = tempfile::tempdir()?;
    let work = args.work.as_deref().unwrap_or(temporary.path());
    let mut report = Report::new(timing::clock_cost());
    report.put(
        "asked",
        serde_json::json!({
            "triples": args.triples, "seed": args.seed, "rows": args.rows,
            "lookups": args.lookups, "rounds": args.rounds,
        }),
    );
    sections::run(&args, work, &mut report)?;
    print!("{}", report.markdown());
    if let Some(file) = &args.json {
        std::fs::write(file, serde_json::to_string_pretty(&report.json())?)?;
    }
    Ok(())
}

/// The loads, by their names on the command line.
fn load(task: &str, feed: &Path, target: &Path) -> Result<u64, Failure> {
    use peers::{sqlite_load, store};
    let kg = Some(SourceKind::Kg);
    match task {
        "feed" => sections::read_feed(feed),
        "store" => store::load(feed, target, None, false),
        "store-years" => store::load(feed, target, None, true),
        "store-kg" => store::load(feed, target, kg, false),
        "sqlite-vector" => sqlite_load::load(feed, target, None, Sort::Vector, false),
        "sqlite-select" => sqlite_load::load(feed, target, None, Sort::Select, false),
        "sqlite-years" => sqlite_load::load(feed, target, None, Sort::Vector, true),
        #[cfg(feature = "oxigraph")]
        "oxigraph" => peers::rdf::load(feed, target),
        other => Err(format!("there is no load `{other}`").into()),
    }
}
