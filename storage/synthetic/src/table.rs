//! Tables: a few topics, whose columns every table of the topic has a part of.
//!
//! Tables of one topic share column names, as tables of one site do, and their first
//! column names what the row is about.

use crate::cell::Cell;
use crate::draw::{Draw, scatter};
use crate::name::Entity;

/// Percent of the cells beyond the first column that are empty.
const EMPTY: u64 = 4;

/// What tables can be about.
pub(crate) struct Topic {
    /// The beginning of the table's name.
    pub(crate) name: &'static str,
    /// All columns that tables of the topic can have; the first is in each.
    columns: &'static [(&'static str, Cell)],
}

use Entity::{Group, Person, Place, Work};

const TOPICS: [Topic; 6] = [
    Topic {
        name: "players",
        columns: &[
            ("Player", Cell::Name(Person)),
            ("Nation", Cell::Name(Place)),
            ("Position", Cell::Word(&["Goalkeeper", "Defender", "Midfielder", "Forward"])),
            ("Season", Cell::Year),
            ("Team", Cell::Name(Group)),
            ("Games", Cell::Count(60)),
            ("Goals", Cell::Count(50)),
            ("Height", Cell::Measure(150, 215, "m")),
            ("Weight", Cell::Measure(5_000, 12_000, "kg")),
            ("Born", Cell::Day),
            ("Average", Cell::Decimal(10)),
            ("Best result", Cell::Score),
            ("Notes", Cell::Sentence),
        ],
    },
    Topic {
        name: "films",
        columns: &[
            ("Title", Cell::Name(Work)),
            ("Director", Cell::Name(Person)),
            ("Year", Cell::Year),
            ("Country", Cell::Name(Place)),
            ("Studio", Cell::Name(Group)),
            ("Gross", Cell::Money),
            ("Running time", Cell::Measure(6_000, 21_000, "min")),
            ("Rating", Cell::Decimal(10)),
            ("Release date", Cell::Day),
            ("Genre", Cell::Word(&["Drama", "Comedy", "Horror", "Documentary", "Western", "Animation"])),
            ("Weeks", Cell::Count(40)),
            ("Plot", Cell::Sentence),
        ],
    },
    Topic {
        name: "cities",
        columns: &[
            ("City", Cell::Name(Place)),
            ("Region", Cell::Name(Place)),
            ("Population", Cell::Large(500, 30_000_000)),
            ("Shoreline", Cell::Measure(100, 90_000, "km")),
            ("Elevation", Cell::Measure(0, 400_000, "m")),
            ("Founded", Cell::Year),
            ("Mayor", Cell::Name(Person)),
            ("Density", Cell::Decimal(4_000)),
            ("Growth", Cell::Percent),
            ("Census", Cell::Day),
            ("Rank", Cell::Rank),
        ],
    },
    Topic {
        name: "elections",
        columns: &[
            ("Candidate", Cell::Name(Person)),
            ("Party", Cell::Name(Group)),
            ("District", Cell::Name(Place)),
            ("Votes", Cell::Large(50, 4_000_000)),
            ("Share", Cell::Percent),
            ("Date", Cell::Day),
            ("Result", Cell::Word(&["Elected", "Lost", "Re-elected", "Withdrew"])),
            ("Turnout", Cell::Percent),
            ("Rank", Cell::Rank),
            ("Notes", Cell::Sentence),
        ],
    },
    Topic {
        name: "companies",
        columns: &[
            ("Company", Cell::Name(Group)),
            ("Headquarters", Cell::Name(Place)),
            ("Founded", Cell::Year),
            ("Revenue", Cell::Money),
            ("Employees", Cell::Large(5, 900_000)),
            ("Chief executive", Cell::Name(Person)),
            ("Growth", Cell::Percent),
            ("Industry", Cell::Word(&["Banking", "Shipping", "Energy", "Software", "Retail", "Textiles"])),
            ("Rank", Cell::Rank),
            ("Margin", Cell::Decimal(40)),
        ],
    },
    Topic {
        name: "songs",
        columns: &[
            ("Song", Cell::Name(Work)),
            ("Artist", Cell::Name(Person)),
            ("Year", Cell::Year),
            ("Label", Cell::Name(Group)),
            ("Length", Cell::Length),
            ("Peak", Cell::Rank),
            ("Sales", Cell::Large(1_000, 20_000_000)),
            ("Released", Cell::Day),
            ("Weeks", Cell::Count(60)),
            ("Comment", Cell::Sentence),
        ],
    },
];

/// The table of a number: its topic and which of the topic's columns it has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    topic: usize,
    width: usize,
    style: u64,
}

impl Table {
    /// Draws a table. No table has three or five columns: by such a shape the loader
    /// tells graphs from tables when their cells allow it.
    pub(crate) fn new(draw: &mut Draw) -> Table {
        let topic = draw.below(TOPICS.len() as u64) as usize;
        let most = TOPICS[topic].columns.len() as u64;
        let width = [4, 6, 7, 8, 9, 10, 11, 12][draw.below(8) as usize].min(most) as usize;
        Table { topic, width, style: draw.below(1 << 20) }
    }

    /// What it is about.
    pub(crate) fn topic(&self) -> &'static str {
        TOPICS[self.topic].name
    }

    /// Its columns: the first of the topic and as many of the others, in their order, as it is wide.
    fn columns(&self) -> impl Iterator<Item = &'static (&'static str, Cell)> {
        let all = TOPICS[self.topic].columns;
        let mut left = all.len() - self.width;
        let style = self.style;
        all.iter()
            .enumerate()
            .filter(move |(at, _)| {
                let rest = all.len() - at;
                // Leaves `left` columns out, each with the chance that is left for it.
                let out = *at > 0
                    && left > 0
                    && scatter(style ^ ((*at as u64) << 32)) % (rest as u64) < left as u64;
                left -= usize::from(out);
                !out
            })
            .map(|(_, column)| column)
    }

    pub(crate) fn header(&self) -> Vec<String> {
        self.columns().map(|(name, _)| (*name).to_owned()).collect()
    }

    /// Cells that a row has on average, in hundredths.
    pub(crate) fn hundredths(&self) -> u64 {
        100 + (self.width as u64 - 1) * (100 - EMPTY)
    }

    pub(crate) fn row(&self, draw: &mut Draw, entities: u64) -> Vec<String> {
        self.columns()
            .enumerate()
            .map(|(at, (_, cell))| {
                if at > 0 && draw.percent(EMPTY) {
                    String::new()
                } else {
                    cell.text(draw, entities, self.style)
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_as_wide_as_drawn_and_begin_with_what_they_are_about() {
        let mut widths = std::collections::HashSet::new();
        for number in 0..500 {
            let table = Table::new(&mut Draw::of_source(1, number));
            let header = table.header();
            assert_eq!(header.len(), table.width);
            assert_eq!(header[0], TOPICS[table.topic].columns[0].0);
            assert_ne!(header.len(), 5);
            widths.insert(header);
        }
        assert!(widths.len() > 50, "{}", widths.len());
    }
}
