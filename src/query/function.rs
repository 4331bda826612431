//! The reasoning functions, shared by both query languages (section 3.2 and
//! appendix A of the paper, and the deterministic ones of our own).

use rapidfuzz::distance::levenshtein;

/// A reasoning function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // The table below says what each one does.
pub enum Function {
    SetUnion,
    SetIntersection,
    SetDifference,
    SetNegation,
    Keep,
    Count,
    CountDistinct,
    Min,
    Max,
    Mean,
    Sum,
    Difference,
    Absolute,
    Greater,
    Less,
    Compare,
    Argmax,
    Argmin,
    TopK,
    BottomK,
    MostFrequent,
    LeastFrequent,
    PreviousRow,
    NextRow,
    First,
    Last,
    Year,
    Month,
    Day,
}

/// What a function takes besides sets, and how many sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Fewest sets.
    pub min_sets: usize,
    /// Most sets.
    pub max_sets: usize,
    /// Takes `relation`; `Some(true)` when it must be given.
    pub relation: Option<bool>,
    /// Takes a comparison `value`; `Some(true)` when it must be given.
    pub value: Option<bool>,
    /// Takes a number `k`.
    pub k: bool,
}

const MANY: usize = 64;

struct Entry {
    function: Function,
    name: &'static str,
    aliases: &'static [&'static str],
    signature: Signature,
    about: &'static str,
}

const fn sets(min_sets: usize, max_sets: usize) -> Signature {
    Signature { min_sets, max_sets, relation: None, value: None, k: false }
}

const fn by_relation(required: bool, k: bool) -> Signature {
    Signature { min_sets: 1, max_sets: 1, relation: Some(required), value: None, k }
}

#[rustfmt::skip]
const FUNCTIONS: &[Entry] = &[
    Entry { function: Function::SetUnion, name: "set_union", aliases: &["union"], signature: sets(1, MANY), about: "everything that is in any set" },
    Entry { function: Function::SetIntersection, name: "set_intersection", aliases: &["intersection", "set_interaction"], signature: sets(1, MANY), about: "what is in every set" },
    Entry { function: Function::SetDifference, name: "set_difference", aliases: &["set_diff", "exclude"], signature: sets(2, MANY), about: "the first set without the others" },
    Entry { function: Function::SetNegation, name: "set_negation", aliases: &["negation"], signature: sets(1, 2), about: "the rows or heads of the same sources that are not in the set" },
    Entry { function: Function::Keep, name: "keep", aliases: &["filter"], signature: Signature { min_sets: 1, max_sets: 1, relation: Some(false), value: Some(true), k: false }, about: "the members whose value compares as asked" },
    Entry { function: Function::Count, name: "count", aliases: &["len", "size"], signature: sets(1, 1), about: "how many members; equal cells of different rows count each" },
    Entry { function: Function::CountDistinct, name: "count_distinct", aliases: &["count_unique"], signature: sets(1, 1), about: "how many different values" },
    Entry { function: Function::Min, name: "min", aliases: &["minimum", "earliest"], signature: by_relation(false, false), about: "the smallest value" },
    Entry { function: Function::Max, name: "max", aliases: &["maximum", "latest"], signature: by_relation(false, false), about: "the largest value" },
    Entry { function: Function::Mean, name: "mean", aliases: &["average", "avg"], signature: by_relation(false, false), about: "the arithmetic mean" },
    Entry { function: Function::Sum, name: "sum", aliases: &["total", "add"], signature: Signature { min_sets: 1, max_sets: MANY, relation: Some(false), value: None, k: false }, about: "the sum" },
    Entry { function: Function::Difference, name: "difference", aliases: &["subtract", "minus"], signature: sets(2, 2), about: "the first number minus the second; between dates, years" },
    Entry { function: Function::Absolute, name: "absolute", aliases: &["abs"], signature: sets(1, 1), about: "the number without its sign" },
    Entry { function: Function::Greater, name: "greater", aliases: &["greater_than"], signature: sets(2, MANY), about: "the member of the sets with the largest value" },
    Entry { function: Function::Less, name: "less", aliases: &["less_than", "smaller"], signature: sets(2, MANY), about: "the member of the sets with the smallest value" },
    Entry { function: Function::Compare, name: "compare", aliases: &[], signature: Signature { min_sets: 2, max_sets: 2, relation: None, value: None, k: false }, about: "how the first value stands to the second: `<`, `=` or `>`" },
    Entry { function: Function::Argmax, name: "argmax", aliases: &["arg_max"], signature: by_relation(true, false), about: "the members whose value of the relation is largest" },
    Entry { function: Function::Argmin, name: "argmin", aliases: &["arg_min"], signature: by_relation(true, false), about: "the members whose value of the relation is smallest" },
    Entry { function: Function::TopK, name: "top_k", aliases: &["top", "topk"], signature: by_relation(false, true), about: "the k members with the largest value (of the relation), largest first" },
    Entry { function: Function::BottomK, name: "bottom_k", aliases: &["bottom"], signature: by_relation(false, true), about: "the k members with the smallest value (of the relation), smallest first" },
    Entry { function: Function::MostFrequent, name: "most_frequent", aliases: &["mode", "most_common"], signature: by_relation(false, false), about: "the value that occurs most often" },
    Entry { function: Function::LeastFrequent, name: "least_frequent", aliases: &["least_common"], signature: by_relation(false, false), about: "the value that occurs least often" },
    Entry { function: Function::PreviousRow, name: "previous_row", aliases: &["prev_row", "previous"], signature: sets(1, 1), about: "the row before each row of the set" },
    Entry { function: Function::NextRow, name: "next_row", aliases: &["next"], signature: sets(1, 1), about: "the row after each row of the set" },
    Entry { function: Function::First, name: "first", aliases: &["first_row"], signature: sets(1, 1), about: "the member that comes first in its source" },
    Entry { function: Function::Last, name: "last", aliases: &["last_row"], signature: sets(1, 1), about: "the member that comes last in its source" },
    Entry { function: Function::Year, name: "year", aliases: &["extract_year", "get_year"], signature: sets(1, 1), about: "the year of each date" },
    Entry { function: Function::Month, name: "month", aliases: &["extract_month"], signature: sets(1, 1), about: "the month number of each date" },
    Entry { function: Function::Day, name: "day", aliases: &["extract_day"], signature: sets(1, 1), about: "the day of the month of each date" },
];

impl Function {
    /// The function with this name or alias, in any letter case.
    pub fn named(name: &str) -> Option<Function> {
        let name = name.to_ascii_lowercase();
        FUNCTIONS.iter().find(|e| e.name == name || e.aliases.contains(&name.as_str())).map(|e| e.function)
    }

    /// The function's name.
    pub fn name(self) -> &'static str {
        self.entry().map_or("", |e| e.name)
    }

    /// What the function takes.
    pub fn signature(self) -> Signature {
        self.entry().map_or(sets(0, 0), |e| e.signature)
    }

    /// What the function gives, in words.
    pub fn about(self) -> &'static str {
        self.entry().map_or("", |e| e.about)
    }

    /// Every function with its name and what it gives, for help texts.
    pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
        FUNCTIONS.iter().map(|e| (e.name, e.about))
    }

    fn entry(self) -> Option<&'static Entry> {
        FUNCTIONS.iter().find(|e| e.function == self)
    }
}

/// The known function whose name is nearest to `name`, when one is near.
pub fn nearest(name: &str, more: &[&'static str]) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    FUNCTIONS
        .iter()
        .map(|e| e.name)
        .chain(more.iter().copied())
        .map(|known| (levenshtein::distance(name.chars(), known.chars()), known))
        .filter(|(distance, known)| *distance <= (known.len().max(name.len()) / 3).max(2))
        .min()
        .map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_in_the_table_once() {
        for e in FUNCTIONS {
            assert_eq!(Function::named(e.name), Some(e.function));
            assert_eq!(FUNCTIONS.iter().filter(|o| o.function == e.function).count(), 1, "{}", e.name);
            for alias in e.aliases {
                assert_eq!(Function::named(alias), Some(e.function), "{alias}");
            }
        }
    }

    #[test]
    fn the_nearest_name_is_offered_only_when_near() {
        assert_eq!(nearest("cuont", &[]), Some("count"));
        assert_eq!(nearest("get_info", &["get_information"]), None);
        assert_eq!(nearest("get_informaton", &["get_information"]), Some("get_information"));
        assert_eq!(nearest("explain", &[]), None);
    }
}
