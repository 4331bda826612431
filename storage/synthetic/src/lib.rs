//! Made-up graphs of any size with the shape of real ones.
//!
//! A few names are in very many facts and very many names in a few (Zipf's law);
//! tables, knowledge graphs (KG) and temporal knowledge graphs (TKG) are mixed; all of
//! them draw their entities from one pool, so that they join; cells are numbers, dates,
//! amounts with units, scores, names and sentences, and some are empty; what a TKG says
//! holds for a day or for a century.
//!
//! Everything follows from the seed: record `n` of a source is computed independently,
//! without the records before it, so memory does not grow with the size. The same seed
//! gives the same bytes on one kind of machine; elsewhere the last digit of a logarithm
//! may differ, and a name with it.
//!
//! ```
//! use trustuqa_synthetic::{GraphShape, SyntheticKind};
//!
//! let shape = GraphShape { triples: 10_000, ..GraphShape::default() };
//! let source = shape.sources().find(|source| source.kind() == SyntheticKind::Tkg).ok_or("no TKG")?;
//! let quintuple = source.record(3);
//! assert_eq!(quintuple.len(), 5);
//! assert_eq!(quintuple, source.record(3));
//! # Ok::<(), &str>(())
//! ```
//!
//! # How near the shape is
//!
//! A million triples beside two real graphs:
//!
//! | | made KG | MetaQA | made TKG | CronQuestions |
//! |---|---:|---:|---:|---:|
//! | facts | 200,000 | 131,187 | 51,282 | 27,363 |
//! | facts of a head and a relation, mean | 1.4 | 1.6 | 1.2 | 1.5 |
//! | facts of a relation and a tail, mean | 2.4 | 4.1 | 1.4 | 6.4 |
//! | share of the facts that 1 % of the tails have | 0.39 | 0.34 | 0.25 | 0.63 |
//! | tails with three facts or fewer | 0.86 | 0.75 | 0.91 | 0.86 |
//! | years of a span, mean and 90th percentile | | | 9, 34 | 4, 13 |
//!
//! One line of a hundred repeats another, which is rare in some real graphs and commoner
//! in others (none of MetaQA's, one in ten of these of CronQuestions but for their times).
//!
//! # What is counted
//!
//! Sizes are in condition triples, as the paper counts them and with time as the engine
//! keeps it: a table cell is two, `([line], column, [])` and `(column, value, [line])`; a
//! KG fact is two, `(h, r, [])` and `(r, t, [h])`; a TKG quintuple is these two and one
//! for each bound that it gives, `(start time, s, [h, r, t])` and `(end time, e, [h, r,
//! t])`. Time is an interval: the years between the bounds are not counted, while the
//! paper has a triple for each.
//!
//! | module | what lives there |
//! |---|---|
//! | `shape` | what the question asks for, divided into sources |
//! | `source` | a source and its records |
//! | `table`, `graph` | the records of tables and of graphs |
//! | `cell` | values as tables write them |
//! | `name` | the names of entities, relations and words |
//! | `draw` | random numbers of a record, without those before it |
//! | `write` | sources as files that the loader reads |

mod cell;
mod draw;
mod graph;
mod name;
mod shape;
mod source;
mod table;
mod write;

pub use shape::{GraphShape, SyntheticSources};
pub use source::{SyntheticKind, SyntheticSource};
pub use write::{Counts, GenerateError, write};
