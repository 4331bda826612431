//! The knowledge graphs alone, against oxigraph: bulk load and point lookup.

use std::hint::black_box;
use std::path::Path;

use oxigraph::model::NamedNode;
use serde_json::json;
use trustuqa_storage::{GraphRead as _, NodeId};

use super::graphs::{Loaded, remove};
use crate::child::{self, Cost, megabytes};
use crate::lookups::{Draw, Spread};
use crate::peers::rdf::{Oxigraph, iri};
use crate::peers::store::Store;
use crate::peers::{Peer as _, Query};
use crate::report::Report;
use crate::timing::Times;
use crate::{Args, Failure};

/// Lookups between two turns of a peer.
const TURN: usize = 64;

/// Loads both, twice in turn, then asks both for the tails of heads and relations.
pub fn run(args: &Args, work: &Path, report: &mut Report) -> Result<(), Failure> {
    report.section(&format!("The knowledge graphs of {} condition triples, against oxigraph", args.triples));
    let loaded = Loaded::with_feed(args, work, args.triples, report)?;
    let [ours, theirs] = ["store-kg", "oxigraph"].map(|name| loaded.folder.join(name));
    let mut costs = [Cost { seconds: f64::MAX, ..Cost::default() }; 2];
    for _ in 0..2 {
        for ((task, target), best) in [("store-kg", &ours), ("oxigraph", &theirs)].iter().zip(&mut costs) {
            remove(target)?;
            let cost = child::run(task, &loaded.feed, target)?;
            let peak_mb = best.peak_mb.max(cost.peak_mb);
            if cost.seconds < best.seconds {
                *best = cost;
            }
            best.peak_mb = peak_mb;
        }
    }
    let sizes = [megabytes(&ours).on_disk, megabytes(&theirs).on_disk];
    let rows: Vec<Vec<String>> = ["the store", "oxigraph, bulk loader"]
        .iter()
        .zip(costs.iter().zip(sizes))
        .map(|(name, (cost, size))| {
            vec![
                (*name).to_owned(),
                format!("{:.2} s", cost.seconds),
                format!("{:.2}", cost.seconds / costs[0].seconds),
                format!("{:.2} s", cost.cpu_seconds),
                format!("{:.2}", cost.cpu_seconds / costs[0].cpu_seconds),
                format!("{:.0} MB", cost.peak_mb),
                format!("{size:.1} MB"),
            ]
        })
        .collect();
    report.line(&format!("{} triples", costs[0].facts));
    report.table(&["", "until durable", "ratio", "processor", "ratio", "largest memory", "files"], &rows);
    report.put(
        "kg_load",
        json!({ "store": costs[0], "oxigraph": costs[1], "store_mb": sizes[0], "oxigraph_mb": sizes[1] }),
    );

    let mut store = Store::open(&ours, "the store")?;
    let oxigraph = Oxigraph::open(&theirs)?;
    let queries = Draw::new(&store.read, args.seed)?.pairs(args.lookups, Spread::UniformInGraphs, false)?;
    let mut terms: Vec<(NamedNode, NamedNode)> = Vec::with_capacity(queries.len());
    for query in &queries {
        let Query::Head { head, relation } = query else { continue };
        let name = |id: u32| store.read.node(NodeId(id)).map(|node| iri(&node.text));
        terms.push((name(*head)?, name(*relation)?));
    }
    let mut items = 0;
    for (query, (head, relation)) in queries.iter().zip(&terms) {
        let mut expected = Vec::new();
        for item in store.answer(query) {
            expected.push(iri(&store.read.node(NodeId(item.tail))?.text).to_string());
        }
        expected.sort_unstable();
        // A triple that is in two lines is two facts of the store.
        expected.dedup();
        let mut found: Vec<String> = oxigraph
            .tails(head.as_ref(), relation.as_ref())?
            .iter()
            .map(|quad| quad.object.to_string())
            .collect();
        found.sort_unstable();
        items += found.len();
        if found != expected {
            return Err(format!(
                "oxigraph answers {head} {relation} with {found:?}, the store with {expected:?}"
            )
            .into());
        }
    }
    let mut times = [Times::default(), Times::default()];
    for _ in 0..args.rounds {
        for (queries, terms) in queries.chunks(TURN).zip(terms.chunks(TURN)) {
            for query in queries {
                times[0].of(|| drop(black_box(store.answer(query))));
            }
            for (head, relation) in terms {
                times[1].of(|| drop(black_box(oxigraph.tails(head.as_ref(), relation.as_ref()))));
            }
        }
    }
    let three = [0, 1].map(|at: usize| times[at].three(report.clock()));
    let named: Vec<(String, [u32; 3])> =
        ["the store, by ids", "oxigraph, by names"].map(str::to_owned).into_iter().zip(three).collect();
    report.times(
        "kg_point",
        "Tails of a head and a relation",
        items as f64 / queries.len().max(1) as f64,
        &named,
    );
    Ok(())
}
