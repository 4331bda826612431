//! How long queries take over a graph, in a folder or on a database server.
//!
//!     cargo run --release --example store_queries -- GRAPH QUERIES [TIMES]
//!
//! GRAPH is what `--graph` takes, QUERIES a file with one query a line. Each query is run TIMES times
//! (once unless told otherwise) on a view of its own, as a question of a chat is; the first round is told by
//! itself, because later ones find what it has read. A checksum of the answers tells two stores
//! apart.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use trustuqa::config::Settings;
use trustuqa::{Flags, Locations, Session};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let mut words = std::env::args().skip(1);
    let (Some(graph), Some(file)) = (words.next(), words.next()) else {
        return Err("name a graph and a file with queries".into());
    };
    let times: usize = words.next().map_or(Ok(1), |times| times.parse())?;
    let queries = std::fs::read_to_string(file)?;
    let queries: Vec<&str> = queries.lines().filter(|line| !line.trim().is_empty()).collect();
    let flags = Flags { graph: Some(graph), ..Flags::default() };
    let settings = Settings::resolve(&flags, &|name| std::env::var(name).ok(), &Locations::of_platform())?;
    let begun = Instant::now();
    let session = Session::open(settings, false)?;
    println!("opened in {:.1} ms", begun.elapsed().as_secs_f64() * 1e3);
    for round in 0..times {
        let (mut took, mut sum, mut answered) = (Vec::with_capacity(queries.len()), 0u64, 0);
        for query in &queries {
            let begun = Instant::now();
            let trace = session.query(query, Vec::new())?;
            took.push(begun.elapsed());
            let mut answers = trace.answers();
            answers.sort_unstable();
            answered += usize::from(!answers.is_empty());
            for answer in answers {
                sum = sum.rotate_left(5) ^ xxhash_rust::xxh3::xxh3_64(answer.as_bytes());
            }
        }
        took.sort_unstable();
        let at = |percent: usize| milliseconds(took[(took.len() - 1) * percent / 100]);
        println!(
            "round {round}: {} queries, {answered} answered, p50 {:.2} ms, p95 {:.2} ms, most {:.2} ms, answers {sum:016x}",
            queries.len(),
            at(50),
            at(95),
            at(100)
        );
    }
    Ok(())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
