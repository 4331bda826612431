//! Lookups by point, value, range and time, and how they grow with the graph.

use std::path::Path;

use serde_json::json;

use super::graphs::Loaded;
use crate::lookups::{PeerWithIds, Draw, Spread, matched, verified};
use crate::peers::lmdb::{Lmdb, SameBlocks};
use crate::peers::memory::Memory;
use crate::peers::sqlite::Sqlite;
use crate::peers::store::Store;
use crate::peers::{Peer, Query};
use crate::report::Report;
use crate::timing::measure;
use crate::{Args, Failure, Section};

const SPREADS: [(Spread, &str, &str); 4] = [
    (Spread::ByFacts, "zipf", "drawn by facts, so that common names come often"),
    (Spread::Uniform, "uniform", "each existing pair as often as another"),
    (Spread::Long, "long", "pairs with ten facts or more, drawn by facts"),
    (Spread::UniformInGraphs, "uniform_graphs", "each existing pair of the KGs and TKGs as often as another"),
];

/// The sections that look things up in one graph.
pub fn lookups(args: &Args, graph: &Loaded, report: &mut Report) -> Result<(), Failure> {
    let sections = [Section::Point, Section::Equal, Section::Range, Section::Time];
    if !sections.iter().any(|section| args.wants(*section)) {
        return Ok(());
    }
    let mut store = Store::open(&graph.store, "the store")?;
    let mut sqlite = Sqlite::open(&graph.sqlite)?;
    let mut plain = Sqlite::open_without_transaction(&graph.sqlite)?;
    let (own, offset) = matched(&store, &sqlite)?;
    let mut jobs: Vec<(String, String, Vec<Query>)> = Vec::new();
    {
        let mut draw = Draw::new(&store.read, args.seed)?;
        for (section, by_tail, key, title) in [
            (Section::Point, false, "point", "Facts of a head and a relation (`search_node`)"),
            (Section::Equal, true, "equal", "Facts of a relation and a tail (`search_condition`, `=`)"),
        ] {
            if args.wants(section) {
                for (spread, end, title_end) in SPREADS {
                    let queries = draw.pairs(args.lookups, spread, by_tail)?;
                    jobs.push((format!("{key}_{end}"), format!("{title}, {title_end}"), queries));
                }
            }
        }
        if args.wants(Section::Range) {
            let title = "Facts of a relation and a range (`search_condition`, `<` `<=` `>` `>=`)";
            let queries = draw.ranges(args.lookups.div_ceil(10), &sqlite, &own)?;
            jobs.push(("range".to_owned(), title.to_owned(), queries));
        }
        if args.wants(Section::Time) {
            let title = "Facts of a relation that hold in a day, a month or a year";
            let queries = draw.times(args.lookups.div_ceil(10), false)?;
            jobs.push(("time".to_owned(), title.to_owned(), queries));
        }
    }
    let mut memory = Memory::of(&store.read)?;
    let folder = graph.folder.join("lmdb");
    let _ = std::fs::remove_dir_all(&folder);
    let mut lmdb = Lmdb::of(&store.read, &folder)?;
    let same_folder = graph.folder.join("lmdb-same");
    let _ = std::fs::remove_dir_all(&same_folder);
    let mut same = SameBlocks::of(&store.read, &same_folder)?;
    report.section("Lookups");
    for (key, title, queries) in jobs {
        let Some(example) = queries.first() else { continue };
        let mut asked = vec![
            PeerWithIds { peer: &mut store, own: None, offset: 0 },
            PeerWithIds { peer: &mut sqlite, own: Some(&own), offset },
            PeerWithIds { peer: &mut plain, own: Some(&own), offset },
        ];
        if memory.can(example) {
            asked.push(PeerWithIds { peer: &mut lmdb, own: None, offset: 0 });
            if same.can(example) {
                asked.push(PeerWithIds { peer: &mut same, own: None, offset: 0 });
            }
            asked.push(PeerWithIds { peer: &mut memory, own: None, offset: 0 });
        }
        compare(args, report, &key, &title, &mut asked, &queries)?;
    }
    std::fs::remove_dir_all(folder)?;
    std::fs::remove_dir_all(same_folder)?;
    Ok(())
}

/// Compares the answers of all, then times all, then reports.
pub fn compare(
    args: &Args,
    report: &mut Report,
    key: &str,
    title: &str,
    asked: &mut [PeerWithIds<'_>],
    queries: &[Query],
) -> Result<(), Failure> {
    let items = verified(asked, queries)?;
    let forms: Vec<Vec<Query>> = asked.iter().map(|asked| asked.queries(queries)).collect();
    let names: Vec<String> = asked.iter().map(|asked| asked.peer.name()).collect();
    let mut peers: Vec<&mut dyn Peer> = asked.iter_mut().map(|asked| &mut *asked.peer as _).collect();
    let mut times = measure(&mut peers, &forms, args.rounds);
    let clock = report.clock();
    let rows: Vec<(String, [u32; 3])> =
        names.into_iter().zip(times.iter_mut().map(|times| times.three(clock))).collect();
    report.times(key, title, items, &rows);
    Ok(())
}

/// Point lookups in the graph and in one many times as large, in turns.
pub fn growth(args: &Args, work: &Path, graph: &Loaded, report: &mut Report) -> Result<(), Failure> {
    let large = args.growth.unwrap_or(20 * args.triples);
    report.section(&format!("Point lookups in {} and in {large} condition triples", args.triples));
    let other = Loaded::prepare_store(args, work, large, report)?;
    grown(args, &graph.store, &other.store, "growth", report)
}

/// Point lookups in a graph and in a larger one, in turns.
pub fn grown(
    args: &Args,
    small: &Path,
    large: &Path,
    name: &str,
    report: &mut Report,
) -> Result<(), Failure> {
    let mut small_store = Store::open(small, "small")?;
    let mut large_store = Store::open(large, "large")?;
    let mut rows = Vec::new();
    for (spread, key, title_end) in SPREADS {
        let queries = vec![
            Draw::new(&small_store.read, args.seed)?.pairs(args.lookups, spread, false)?,
            Draw::new(&large_store.read, args.seed)?.pairs(args.lookups, spread, false)?,
        ];
        // Once before, so that both are warm.
        let mut peers: [&mut dyn Peer; 2] = [&mut small_store, &mut large_store];
        let mut items = [0.0; 2];
        for (at, peer) in peers.iter_mut().enumerate() {
            let found: usize = queries[at].iter().map(|query| peer.answer(query).len()).sum();
            items[at] = found as f64 / queries[at].len().max(1) as f64;
        }
        let mut times = measure(&mut peers, &queries, args.rounds);
        let [small, large] = [0, 1].map(|at: usize| times[at].three(report.clock())[0]);
        let grown = f64::from(large) / f64::from(small);
        rows.push(vec![
            title_end.to_owned(),
            crate::timing::shown(small),
            crate::timing::shown(large),
            format!("{grown:.2}"),
            format!("{:.1}, {:.1}", items[0], items[1]),
        ]);
        report.put(
            &format!("{name}_{key}"),
            json!({ "small_p50_ns": small, "large_p50_ns": large, "facts_per_answer": items }),
        );
    }
    report.table(&["", "p50, small", "p50, large", "grown", "facts an answer"], &rows);
    Ok(())
}
