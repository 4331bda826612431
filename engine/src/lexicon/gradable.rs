//! Words that express larger or smaller, each with one polarity on the scale that it measures.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use trustuqa_model::Comparison;

use super::groups;

/// An end of a scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The end of larger values.
    Larger,
    /// The end of smaller values.
    Smaller,
}

impl End {
    /// The comparison by which values at this end differ from the others: `>` for the larger end.
    pub fn comparison(self) -> Comparison {
        match self {
            End::Larger => Comparison::Gt,
            End::Smaller => Comparison::Lt,
        }
    }

    /// The other end.
    pub fn other(self) -> End {
        match self {
            End::Larger => End::Smaller,
            End::Smaller => End::Larger,
        }
    }
}

/// The grammatical form in which a word compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Degree {
    /// `larger`
    Comparative,
    /// `largest`
    Superlative,
    /// `above`: one side of a bound, without a scale.
    Side,
}

/// A word that expresses larger or smaller.
#[derive(Clone, Debug)]
pub struct Gradable {
    /// The end of its scale for which it asks.
    pub end: End,
    /// The form in which it compares.
    pub degree: Degree,
    scales: Vec<&'static str>,
    columns: Vec<&'static str>,
}

impl Gradable {
    /// The scales that it measures: `length` and `stature` for `shortest`.
    pub fn scales(&self) -> &[&'static str] {
        &self.scales
    }

    /// The word roots in the names of columns that measure its scales; none for `most`.
    pub fn columns(&self) -> &[&'static str] {
        &self.columns
    }

    /// Whether it measures the given scale.
    pub fn measures(&self, scale: &str) -> bool {
        self.scales.contains(&scale)
    }

    /// Whether values of a kind (`time`, `date`, `place`) run against its scale, so that it asks for their
    /// opposite end: the fastest has the shortest time.
    pub fn is_opposite(&self, kind: &str) -> bool {
        groups("scale.opposite")
            .iter()
            .any(|group| group.words.contains(&kind) && group.head.is_some_and(|scale| self.measures(scale)))
    }

    /// The end for which it asks among values of a kind.
    pub fn end_among(&self, kind: &str) -> End {
        if self.is_opposite(kind) { self.end.other() } else { self.end }
    }
}

/// The entry of a folded word, if it expresses larger or smaller.
pub fn gradable(word: &str) -> Option<&'static Gradable> {
    static WORDS: OnceLock<FxHashMap<&'static str, Gradable>> = OnceLock::new();
    WORDS.get_or_init(read).get(word)
}

fn read() -> FxHashMap<&'static str, Gradable> {
    let sections = [
        ("superlative.larger", End::Larger, Degree::Superlative),
        ("superlative.smaller", End::Smaller, Degree::Superlative),
        ("comparative.larger", End::Larger, Degree::Comparative),
        ("comparative.smaller", End::Smaller, Degree::Comparative),
        ("side.larger", End::Larger, Degree::Side),
        ("side.smaller", End::Smaller, Degree::Side),
    ];
    let mut words = FxHashMap::default();
    for (section, end, degree) in sections {
        for group in groups(section) {
            let scales: Vec<&str> = group.head.unwrap_or("").split_whitespace().collect();
            let mut columns: Vec<&str> = Vec::new();
            for measured in groups("scale.columns") {
                if measured.head.is_some_and(|scale| scales.contains(&scale)) {
                    columns.extend(&measured.words);
                }
            }
            for word in &group.words {
                let (scales, columns) = (scales.clone(), columns.clone());
                words.insert(*word, Gradable { end, degree, scales, columns });
            }
        }
    }
    words
}
