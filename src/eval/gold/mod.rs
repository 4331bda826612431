//! Gold annotations as queries in the language of this program. Running them measures
//! what language and executor allow, apart from any writer.
//!
//! Each module turns the annotation of one benchmark into a query; `draft` builds it.

pub mod cronquestions;
mod draft;
pub mod metaqa;
pub mod wikisql;
