//! A source and its records.

use crate::draw::Draw;
use crate::graph;
use crate::table::Table;

/// The kind of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SyntheticKind {
    /// Rows and columns.
    Table,
    /// Head, relation, tail.
    Kg,
    /// Head, relation, tail, start, end.
    Tkg,
}

/// What its records are drawn from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SyntheticContent {
    Table(Table),
    Kg { relations: u64 },
    Tkg { relations: u64 },
}

/// A source. Records are computed when they are asked for.
#[derive(Clone, Debug)]
pub struct SyntheticSource {
    pub(crate) seed: u64,
    /// Its number among the sources, which are numbered from 0.
    pub(crate) number: u64,
    /// Size of the pool of entities that all sources share.
    pub(crate) entities: u64,
    pub(crate) records: u64,
    pub(crate) name: String,
    pub(crate) content: SyntheticContent,
}

impl SyntheticSource {
    /// Its name, which no other source of the shape has.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Table, KG or TKG.
    pub fn kind(&self) -> SyntheticKind {
        match self.content {
            SyntheticContent::Table(_) => SyntheticKind::Table,
            SyntheticContent::Kg { .. } => SyntheticKind::Kg,
            SyntheticContent::Tkg { .. } => SyntheticKind::Tkg,
        }
    }

    /// The names of the fields of a record: the columns of a table, and for a graph the
    /// words by which a file says that it is one.
    pub fn header(&self) -> Vec<String> {
        let fixed: &[&str] = match self.content {
            SyntheticContent::Table(table) => return table.header(),
            SyntheticContent::Kg { .. } => &["head", "relation", "tail"],
            SyntheticContent::Tkg { .. } => &["head", "relation", "tail", "start", "end"],
        };
        fixed.iter().map(|name| (*name).to_owned()).collect()
    }

    /// How many records it has.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Record `number`, from 0, as the text of its fields. An empty field of a table is
    /// no cell; `-` is the open bound of a quintuple.
    pub fn record(&self, number: u64) -> Vec<String> {
        let mut draw = Draw::of_record(self.seed, self.number, number);
        match self.content {
            SyntheticContent::Table(table) => table.row(&mut draw, self.entities),
            SyntheticContent::Kg { relations } => graph::triple(&mut draw, relations, self.entities),
            SyntheticContent::Tkg { relations } => graph::quintuple(&mut draw, relations, self.entities),
        }
    }

    /// The facts of a record and their condition triples, as the crate counts them.
    pub fn counts(&self, record: &[String]) -> (u64, u64) {
        match self.content {
            SyntheticContent::Table(_) => {
                let cells = record.iter().filter(|cell| !cell.is_empty()).count() as u64;
                (cells, 2 * cells)
            }
            SyntheticContent::Kg { .. } => (1, 2),
            SyntheticContent::Tkg { .. } => {
                (1, 2 + record.iter().skip(3).filter(|bound| *bound != "-").count() as u64)
            }
        }
    }
}
