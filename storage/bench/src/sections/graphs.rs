//! Loads, the graphs that they leave, and the sizes of these.

use std::path::{Path, PathBuf};
use std::time::Instant;

use rusqlite::Connection;
use serde_json::json;
use trustuqa_storage::Graph;

use crate::child::{self, Cost, Megabytes, megabytes};
use crate::feed::{self, Event, Feed};
use crate::report::Report;
use crate::{Args, Failure};

/// A graph of some size in the store and in SQLite.
pub struct Loaded {
    /// Everything of this size.
    pub folder: PathBuf,
    /// The facts as they were given.
    pub feed: PathBuf,
    /// The store's folder.
    pub store: PathBuf,
    /// SQLite's file.
    pub sqlite: PathBuf,
}

impl Loaded {
    /// Where the graph of a size is or will be.
    fn at(args: &Args, work: &Path, triples: u64) -> Result<Loaded, Failure> {
        let folder = work.join(format!("{triples}-{}-{}", args.seed, args.rows));
        std::fs::create_dir_all(&folder)?;
        let (feed, store) = (folder.join("feed"), folder.join("store"));
        let sqlite = folder.join("sqlite.db");
        Ok(Loaded { folder, feed, store, sqlite })
    }

    /// Writes the feed when it is not there.
    fn feed(&self, args: &Args, triples: u64, report: &mut Report) -> Result<(), Failure> {
        if self.feed.exists() {
            return Ok(());
        }
        let begin = Instant::now();
        let partial = self.folder.join("feed.part");
        let size = feed::write(&partial, &args.shape(triples), false)?;
        std::fs::rename(&partial, &self.feed)?;
        report.line(&format!(
            "{} condition triples: {} facts in {} sources, made in {:.1} s.",
            size.triples,
            size.facts,
            size.sources,
            begin.elapsed().as_secs_f64()
        ));
        let figures = json!({ "triples": size.triples, "facts": size.facts, "sources": size.sources });
        report.put(&format!("graph_{triples}"), figures);
        Ok(())
    }

    /// The graph of a size, made now unless it was kept.
    pub fn prepare(args: &Args, work: &Path, triples: u64, report: &mut Report) -> Result<Loaded, Failure> {
        let loaded = Loaded::at(args, work, triples)?;
        report.section(&format!("The graph of {triples} condition triples"));
        loaded.feed(args, triples, report)?;
        loaded.store()?;
        if !loaded.sqlite.exists() {
            let partial = loaded.folder.join("sqlite.part");
            remove(&partial)?;
            child::run("sqlite-vector", &loaded.feed, &partial)?;
            std::fs::rename(partial, &loaded.sqlite)?;
        }
        Ok(loaded)
    }

    /// Only the facts of a size.
    #[cfg(feature = "oxigraph")]
    pub fn with_feed(args: &Args, work: &Path, triples: u64, report: &mut Report) -> Result<Loaded, Failure> {
        let loaded = Loaded::at(args, work, triples)?;
        loaded.feed(args, triples, report)?;
        Ok(loaded)
    }

    /// The same without SQLite.
    pub fn prepare_store(
        args: &Args,
        work: &Path,
        triples: u64,
        report: &mut Report,
    ) -> Result<Loaded, Failure> {
        let loaded = Loaded::at(args, work, triples)?;
        loaded.feed(args, triples, report)?;
        loaded.store()?;
        Ok(loaded)
    }

    fn store(&self) -> Result<(), Failure> {
        if !self.store.exists() {
            // Renamed when it is whole, so that a run that was stopped leaves no half of a graph.
            let partial = self.folder.join("store.part");
            let _ = std::fs::remove_dir_all(&partial);
            child::run("store", &self.feed, &partial)?;
            std::fs::rename(partial, &self.store)?;
        }
        Ok(())
    }

    /// Sizes as loaded, and after each was made as small as it gets.
    pub fn sizes(&self, report: &mut Report) -> Result<(), Failure> {
        report.section("Size of the files");
        let store = megabytes(&self.store);
        let copy = self.folder.join("store.compact");
        copy_folder(&self.store, &copy)?;
        Graph::open(&copy, false)?.compact()?;
        let compact = megabytes(&copy);
        let sqlite = megabytes(&self.sqlite);
        let smaller = self.folder.join("sqlite.vacuum");
        let _ = std::fs::remove_file(&smaller);
        let connection = Connection::open(&self.sqlite)?;
        connection.execute("VACUUM INTO ?1", [smaller.to_string_lossy()])?;
        let vacuumed = megabytes(&smaller);
        drop(connection);
        let row = |name: &str, loaded: Megabytes, small: Megabytes| {
            vec![
                name.to_owned(),
                format!("{:.1} MB", loaded.on_disk),
                format!("{:.1} MB", loaded.length),
                format!("{:.1} MB", small.on_disk),
                format!("{:.2}", loaded.on_disk / store.on_disk),
                format!("{:.2}", small.on_disk / compact.on_disk),
            ]
        };
        report.table(
            &["", "on disk after the load", "length", "after compact or vacuum", "ratio", "ratio when small"],
            &[row("the store", store, compact), row("SQLite", sqlite, vacuumed)],
        );
        report.put(
            "size_mb",
            json!({
                "store": store.on_disk, "store_length": store.length, "store_compact": compact.on_disk,
                "sqlite": sqlite.on_disk, "sqlite_vacuum": vacuumed.on_disk,
            }),
        );
        std::fs::remove_dir_all(copy)?;
        std::fs::remove_file(smaller)?;
        Ok(())
    }
}

/// Copies a folder of files.
pub fn copy_folder(from: &Path, to: &Path) -> Result<(), Failure> {
    let _ = std::fs::remove_dir_all(to);
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        if entry.path().is_file() {
            std::fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// Reads a feed and does nothing with it: what every load pays before it begins.
pub fn read_feed(feed: &Path) -> Result<u64, Failure> {
    let mut feed = Feed::open(feed, None)?;
    let mut records = 0;
    loop {
        match feed.next()? {
            Event::End => return Ok(records),
            Event::Record => records += 1,
            Event::Source(..) => {}
        }
    }
}

/// Loads of the graph and of one of twice the size, each twice in turn; the better time is reported.
pub fn loads(args: &Args, work: &Path, report: &mut Report) -> Result<(), Failure> {
    for triples in [args.triples, 2 * args.triples] {
        let loaded = Loaded::at(args, work, triples)?;
        report.section(&format!("Loading {triples} condition triples"));
        loaded.feed(args, triples, report)?;
        let tasks = [
            ("store", "the store"),
            ("sqlite-vector", "SQLite, sorted in memory"),
            ("sqlite-select", "SQLite, sorted by SQLite"),
            ("feed", "reading the records alone"),
        ];
        let mut costs = [Cost { seconds: f64::MAX, ..Cost::default() }; 4];
        for _ in 0..2 {
            for ((task, _), best) in tasks.iter().zip(&mut costs) {
                let target = loaded.folder.join("load");
                remove(&target)?;
                let cost = child::run(task, &loaded.feed, &target)?;
                let peak_mb = best.peak_mb.max(cost.peak_mb);
                if cost.seconds < best.seconds {
                    *best = cost;
                }
                best.peak_mb = peak_mb;
                remove(&target)?;
            }
        }
        let store = costs[0].seconds;
        let rows: Vec<Vec<String>> = tasks
            .iter()
            .zip(&costs)
            .map(|((_, name), cost)| {
                vec![
                    (*name).to_owned(),
                    format!("{:.2} s", cost.seconds),
                    format!("{:.2}", cost.seconds / store),
                    format!("{:.2} s", cost.cpu_seconds),
                    format!("{:.2}", cost.cpu_seconds / costs[0].cpu_seconds),
                    format!("{:.0} MB", cost.peak_mb),
                ]
            })
            .collect();
        report.table(&["", "until durable", "ratio", "processor", "ratio", "largest memory"], &rows);
        let figures: serde_json::Map<_, _> =
            tasks.iter().zip(&costs).map(|((task, _), cost)| ((*task).to_owned(), json!(cost))).collect();
        report.put(&format!("load_{triples}"), figures.into());
    }
    Ok(())
}

/// Removes a folder, or a file with what SQLite leaves beside it.
pub fn remove(target: &Path) -> Result<(), Failure> {
    if target.is_dir() {
        std::fs::remove_dir_all(target)?;
    }
    for ending in ["", "-wal", "-shm", "-journal"] {
        let mut name = target.as_os_str().to_owned();
        name.push(ending);
        if Path::new(&name).is_file() {
            std::fs::remove_file(&name)?;
        }
    }
    Ok(())
}
