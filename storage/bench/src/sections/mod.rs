//! What is measured.
//!
//! | file | sections |
//! |---|---|
//! | `graphs.rs` | loads, kept graphs, sizes |
//! | `again.rs` | a load into a graph that is there already |
//! | `reads.rs` | point, `=`, range and time lookups, growth |
//! | `tkg.rs` | a temporal graph against years |
//! | `kg.rs` | knowledge graphs against oxigraph |

mod again;
mod graphs;
#[cfg(feature = "oxigraph")]
mod kg;
mod reads;
mod tkg;

use std::path::Path;

pub use graphs::read_feed;

use crate::report::Report;
use crate::{Args, Failure, Section};

/// Runs the sections that are asked for.
pub fn run(args: &Args, work: &Path, report: &mut Report) -> Result<(), Failure> {
    let needs_graph = [
        Section::Load,
        Section::Point,
        Section::Equal,
        Section::Range,
        Section::Time,
        Section::Size,
        Section::Growth,
    ];
    if needs_graph.iter().any(|section| args.wants(*section)) {
        let graph = graphs::Loaded::prepare(args, work, args.triples, report)?;
        if args.wants(Section::Load) {
            graphs::loads(args, work, report)?;
        }
        reads::lookups(args, &graph, report)?;
        if args.wants(Section::Growth) {
            reads::growth(args, work, &graph, report)?;
        }
        if args.wants(Section::Size) {
            graph.sizes(report)?;
        }
    }
    if args.only.contains(&Section::Again) {
        again::run(args, work, report)?;
    }
    if args.wants(Section::Tkg) {
        tkg::run(args, work, report)?;
    }
    #[cfg(feature = "oxigraph")]
    if args.wants(Section::Kg) {
        kg::run(args, work, report)?;
    }
    #[cfg(not(feature = "oxigraph"))]
    if args.only.contains(&Section::Kg) {
        return Err("the section `kg` needs `--features oxigraph`".into());
    }
    Ok(())
}
