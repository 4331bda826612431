//! A temporal graph whose facts hold up to a century, against one row for each year.

use std::path::Path;

use serde_json::json;
use trustuqa_storage::GraphRead as _;
use trustuqa_synthetic::GraphShape;

use super::graphs::remove;
use super::reads::compare;
use crate::child::{self, megabytes};
use crate::feed;
use crate::lookups::{PeerWithIds, Draw, matched};
use crate::peers::sqlite::Years;
use crate::peers::store::Store;
use crate::report::Report;
use crate::{Args, Failure};

/// Loads the graph three times: as intervals, expanded in SQLite, expanded in the store.
pub fn run(args: &Args, work: &Path, report: &mut Report) -> Result<(), Failure> {
    report.section(&format!("A TKG of {} quintuples against a row for each year", args.quintuples));
    let folder = work.join("tkg");
    std::fs::create_dir_all(&folder)?;
    // A quintuple is counted as 3.9 triples, see the generator.
    let triples = (args.quintuples * 39).div_ceil(10);
    let shape = GraphShape { triples, seed: args.seed, tables: 0, kg: 0, tkg: 1, rows: 1 };
    let feed = folder.join("feed");
    feed::write(&feed, &shape, true)?;
    let [store, years, sqlite] = ["store", "store-years", "sqlite-years"].map(|name| folder.join(name));
    for (task, target) in [("store", &store), ("store-years", &years), ("sqlite-years", &sqlite)] {
        remove(target)?;
        child::run(task, &feed, target)?;
    }
    let sizes = [&store, &sqlite, &years].map(|path| megabytes(path).on_disk);
    let mut interval = Store::open(&store, "the store")?;
    let mut expanded = Years::open(&sqlite)?;
    let rows: i64 = expanded.0.connection.query_row("SELECT COUNT(*) FROM years", [], |row| row.get(0))?;
    let facts: u64 = interval.read.sources()?.iter().map(|source| source.facts).sum();
    report.line(&format!(
        "{facts} facts hold {:.1} years on average, {rows} in all.",
        rows as f64 / facts.max(1) as f64
    ));
    let name = ["the store, intervals", "SQLite, intervals and a row a year", "the store, a fact a year"];
    let table: Vec<Vec<String>> = name
        .iter()
        .zip(&sizes)
        .map(|(name, size)| {
            vec![(*name).to_owned(), format!("{size:.1} MB"), format!("{:.2}", size / sizes[0])]
        })
        .collect();
    report.table(&["", "file", "ratio"], &table);
    report.put(
        "tkg",
        json!({ "facts": facts, "years": rows, "store_mb": sizes[0], "sqlite_years_mb": sizes[1], "store_years_mb": sizes[2] }),
    );
    let (own, offset) = matched(&interval, &expanded.0)?;
    let queries = Draw::new(&interval.read, args.seed)?.times(args.lookups.div_ceil(10), true)?;
    let mut asked = [
        PeerWithIds { peer: &mut interval, own: None, offset: 0 },
        PeerWithIds { peer: &mut expanded, own: Some(&own), offset },
    ];
    compare(args, report, "tkg_year", "Facts of a relation that hold in a year", &mut asked, &queries)?;
    Ok(())
}
