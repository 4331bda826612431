//! The reasoning functions, shared by both query languages (section 3.2 and appendix A of the paper, and
//! further deterministic ones).

use rapidfuzz::distance::levenshtein;
use trustuqa_model::Comparison;

use crate::lexicon;

/// A reasoning function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the table below says what each one does")]
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
    MonthName,
    Unique,
    CountBy,
    Median,
    Product,
    Quotient,
    Number,
    Nth,
    Part,
    Split,
    Sort,
    SortDescending,
    LongestRun,
    Length,
    Test,
    IsEmpty,
    And,
    Or,
    Not,
    If,
    Group,
    Derive,
    Calculate,
    Exists,
    IsSubset,
    Equal,
    StandardDeviation,
    Percentile,
    Correlation,
    Share,
    Rank,
    Nearest,
    Duration,
    Before,
    After,
    NearestBefore,
    NearestAfter,
    Overlapping,
    NoAnswer,
}

/// The parameters of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The fewest sets.
    pub min_sets: usize,
    /// The most sets.
    pub max_sets: usize,
    /// Whether it takes `relation`; `Some(true)` when `relation` is required.
    pub relation: Option<bool>,
    /// Whether it takes a comparison `value`; `Some(true)` when `value` is required.
    pub value: Option<bool>,
    /// Whether it takes a number `k`.
    pub k: bool,
}

impl Signature {
    /// Whether it accepts more than one set.
    pub fn takes_many(&self) -> bool {
        self.max_sets > 1
    }
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

const fn in_time() -> Signature {
    Signature { min_sets: 2, max_sets: 2, relation: Some(false), value: None, k: false }
}

const fn by_relation(required: bool, k: bool) -> Signature {
    Signature { min_sets: 1, max_sets: 1, relation: Some(required), value: None, k }
}

#[rustfmt::skip]
const FUNCTIONS: &[Entry] = &[
    Entry { function: Function::SetUnion, name: "set_union", aliases: &["union", "concat", "concatenate", "combine", "merge", "join", "set_join"], signature: sets(1, MANY), about: "everything that is in any set" },
    Entry { function: Function::SetIntersection, name: "set_intersection", aliases: &["intersection", "set_interaction", "intersect", "common"], signature: sets(1, MANY), about: "what is in every set" },
    Entry { function: Function::SetDifference, name: "set_difference", aliases: &["set_diff", "exclude", "set_subtract", "set_minus", "set_exclude", "except"], signature: sets(2, MANY), about: "the first set without the others" },
    Entry { function: Function::SetNegation, name: "set_negation", aliases: &["negation", "complement"], signature: sets(1, 2), about: "the rows or heads of the same sources that are not in the set" },
    Entry { function: Function::Keep, name: "keep", aliases: &["filter"], signature: Signature { min_sets: 1, max_sets: 1, relation: Some(false), value: Some(true), k: false }, about: "the members whose value compares as asked or passes a test: keep(set, relation='Note', value=contains('gift')); with by, each is compared with the value of its own group in an earlier step: keep(set, relation='Amount', value>'output_of_query2', by='Supplier')" },
    Entry { function: Function::Count, name: "count", aliases: &["len", "size", "count_rows", "length_of_list", "number_of", "total_count", "count_set"], signature: sets(1, 1), about: "how many members; equal cells of different rows count each" },
    Entry { function: Function::CountDistinct, name: "count_distinct", aliases: &["count_unique", "distinct_count", "count_unique_values", "unique_count"], signature: by_relation(false, false), about: "how many different values" },
    Entry { function: Function::Min, name: "min", aliases: &["minimum", "earliest", "smallest", "lowest", "set_min", "find_min", "min_value"], signature: by_relation(false, false), about: "the smallest value" },
    Entry { function: Function::Max, name: "max", aliases: &["maximum", "latest", "largest", "highest", "set_max", "find_max", "max_value"], signature: by_relation(false, false), about: "the largest value" },
    Entry { function: Function::Mean, name: "mean", aliases: &["average", "avg"], signature: Signature { min_sets: 1, max_sets: MANY, relation: Some(false), value: None, k: false }, about: "the arithmetic mean" },
    Entry { function: Function::Sum, name: "sum", aliases: &["total", "add", "plus", "addition", "total_sum", "sum_of"], signature: Signature { min_sets: 1, max_sets: MANY, relation: Some(false), value: None, k: false }, about: "the sum" },
    Entry { function: Function::Difference, name: "difference", aliases: &["subtract", "minus", "subtraction", "range"], signature: sets(1, 2), about: "the first number minus the second; between dates, hours where both have a time of day, days where both have a day, else years; of one set with two values, a score or a span of years, that between them" },
    Entry { function: Function::Absolute, name: "absolute", aliases: &["abs", "absolute_value", "absolute_difference"], signature: sets(1, 1), about: "the number without its sign" },
    Entry { function: Function::Greater, name: "greater", aliases: &["greater_than"], signature: sets(2, MANY), about: "the member of the sets with the largest value" },
    Entry { function: Function::Less, name: "less", aliases: &["less_than", "smaller"], signature: sets(2, MANY), about: "the member of the sets with the smallest value" },
    Entry { function: Function::Compare, name: "compare", aliases: &[], signature: Signature { min_sets: 2, max_sets: MANY, relation: None, value: None, k: false }, about: "how the first value stands to the second: `<`, `=` or `>`; with op, the one of which the comparison is true, or yes or no" },
    Entry { function: Function::Argmax, name: "argmax", aliases: &["arg_max"], signature: by_relation(false, false), about: "the members whose value of the relation is largest; without one, the value that occurs most often" },
    Entry { function: Function::Argmin, name: "argmin", aliases: &["arg_min"], signature: by_relation(false, false), about: "the members whose value of the relation is smallest; without one, the value that occurs least often" },
    Entry { function: Function::TopK, name: "top_k", aliases: &["top", "topk", "top_n", "largest_n"], signature: by_relation(false, true), about: "the k members with the largest value (of the relation), largest first" },
    Entry { function: Function::BottomK, name: "bottom_k", aliases: &["bottom", "bottom_n", "smallest_n"], signature: by_relation(false, true), about: "the k members with the smallest value (of the relation), smallest first" },
    Entry { function: Function::MostFrequent, name: "most_frequent", aliases: &["mode", "most_common", "most", "find_most", "most_appeared", "most_frequent_value", "max_count", "most_often"], signature: by_relation(false, false), about: "the value that occurs most often" },
    Entry { function: Function::LeastFrequent, name: "least_frequent", aliases: &["least_common", "least", "find_least", "least_often"], signature: by_relation(false, false), about: "the value that occurs least often" },
    Entry { function: Function::PreviousRow, name: "previous_row", aliases: &["prev_row", "previous", "row_before"], signature: sets(1, 1), about: "the row before each row of the set" },
    Entry { function: Function::NextRow, name: "next_row", aliases: &["next", "row_after", "following_row"], signature: sets(1, 1), about: "the row after each row of the set" },
    Entry { function: Function::First, name: "first", aliases: &["first_row", "get_first", "first_element", "random", "any", "get_any", "choose", "pick", "select", "head", "sample", "one", "choose_one", "only"], signature: sets(1, 1), about: "the member that comes first in its source" },
    Entry { function: Function::Last, name: "last", aliases: &["last_row", "get_last", "last_element", "tail_of"], signature: sets(1, 1), about: "the member that comes last in its source" },
    Entry { function: Function::Year, name: "year", aliases: &["extract_year", "get_year", "to_year", "date_year"], signature: sets(1, 1), about: "the year of each date" },
    Entry { function: Function::Month, name: "month", aliases: &["extract_month", "get_month"], signature: sets(1, 1), about: "the month number of each date" },
    Entry { function: Function::Day, name: "day", aliases: &["extract_day", "get_day"], signature: sets(1, 1), about: "the day of the month of each date" },
    Entry { function: Function::MonthName, name: "month_name", aliases: &["get_month_name", "name_of_month"], signature: sets(1, 1), about: "the name of each month given by its number" },
    Entry { function: Function::Unique, name: "unique", aliases: &["distinct", "set_unique", "deduplicate", "remove_duplicates", "distinct_values", "unique_values"], signature: sets(1, 1), about: "each value once" },
    Entry { function: Function::CountBy, name: "count_by", aliases: &["count_by_value", "count_by_key", "count_occurrences", "group_by", "count_each", "frequency", "value_counts", "group_count", "count_values"], signature: by_relation(false, false), about: "each value once, to be compared by how often it occurs" },
    Entry { function: Function::Median, name: "median", aliases: &[], signature: by_relation(false, false), about: "the middle value" },
    Entry { function: Function::Product, name: "product", aliases: &["multiply", "times", "multiplication"], signature: sets(2, 2), about: "the first number times the second" },
    Entry { function: Function::Quotient, name: "quotient", aliases: &["divide", "division", "ratio"], signature: sets(2, 2), about: "the first number divided by the second" },
    Entry { function: Function::Number, name: "number", aliases: &["extract_number", "int", "float", "to_number", "parse_int", "to_int", "extract_numbers", "numeric", "value", "integer", "parse_number"], signature: Signature { min_sets: 1, max_sets: 1, relation: None, value: Some(false), k: false }, about: "the first number in each text; with value, the number that stands beside these words" },
    Entry { function: Function::Nth, name: "nth", aliases: &["element", "item", "get_element", "get_row", "row_at", "index"], signature: Signature { min_sets: 1, max_sets: 1, relation: None, value: None, k: true }, about: "the k-th member, in the order of its source" },
    Entry { function: Function::Part, name: "part", aliases: &["get_part", "nth_part"], signature: Signature { min_sets: 1, max_sets: 1, relation: None, value: Some(false), k: true }, about: "the k-th part of each text between the separators that split takes" },
    Entry { function: Function::Split, name: "split", aliases: &["split_string", "split_by"], signature: Signature { min_sets: 1, max_sets: 1, relation: None, value: Some(false), k: false }, about: "the parts of each text between the separators; without value, between dashes, commas, semicolons and slashes" },
    Entry { function: Function::Sort, name: "sort", aliases: &["order", "sorted", "order_by", "sort_by", "sort_ascending"], signature: by_relation(false, false), about: "the members, smallest first" },
    Entry { function: Function::SortDescending, name: "sort_descending", aliases: &["sort_desc", "reverse_sort"], signature: by_relation(false, false), about: "the members, largest first" },
    Entry { function: Function::LongestRun, name: "longest_run", aliases: &["consecutive", "consecutive_count", "consecutive_streak", "streak", "longest_streak", "longest_consecutive"], signature: Signature { min_sets: 1, max_sets: 1, relation: None, value: Some(false), k: false }, about: "how many members follow each other without a gap, at most: whole numbers, years or rows; of different names, and of members that are called as value says, how many equal ones follow each other" },
    Entry { function: Function::Length, name: "length", aliases: &[], signature: Signature { min_sets: 1, max_sets: 1, relation: None, value: Some(false), k: false }, about: "how long each member lasts: a span of years or dates from its start to its end (in years; with value='months' or value='days' in these), a duration as it is" },
    Entry { function: Function::Test, name: "test", aliases: &["contains", "includes", "is_in", "check_membership"], signature: Signature { min_sets: 1, max_sets: 2, relation: None, value: Some(false), k: false }, about: "yes when a member compares as asked, else no" },
    Entry { function: Function::IsEmpty, name: "is_empty", aliases: &["empty", "is_null", "is_none"], signature: sets(1, 1), about: "yes when the set has no member, else no" },
    Entry { function: Function::And, name: "and", aliases: &["boolean_and", "logical_and"], signature: sets(1, MANY), about: "yes when every set says yes, else no" },
    Entry { function: Function::Or, name: "or", aliases: &["boolean_or", "logical_or"], signature: sets(1, MANY), about: "yes when some set says yes, else no" },
    Entry { function: Function::Not, name: "not", aliases: &["boolean_not", "logical_not"], signature: sets(1, 1), about: "yes when the set says no or is empty, else no" },
    Entry { function: Function::If, name: "if", aliases: &["if_else", "if_then_else", "if_then", "conditional", "ifelse", "case"], signature: sets(2, 3), about: "set2 when set1 says yes, else set3" },
    Entry { function: Function::Group, name: "group", aliases: &[], signature: by_relation(false, false), about: "the members by a column, each group with a value: group(set, by='Supplier', of='Amount', with='sum'); with is count, count_distinct, sum, mean, min, max, median, list, most or least; most gives the value of most members, with weight='Amount' the one with the largest sum; by='Customer > Region' goes on from what a column has; without by, each member is a group; argmax, top_k, keep, sort and max take groups without a relation" },
    Entry { function: Function::Derive, name: "derive", aliases: &[], signature: sets(1, 1), about: "what a formula of columns gives for each member: derive(set, formula='Amount / Quantity')" },
    Entry { function: Function::Calculate, name: "calculate", aliases: &[], signature: sets(0, MANY), about: "arithmetic on single values, or on groups key by key: calculate('(output_of_query1 - output_of_query2) / output_of_query2 * 100')" },
    Entry { function: Function::Exists, name: "exists", aliases: &[], signature: sets(1, 1), about: "yes when the set has a member, else no" },
    Entry { function: Function::IsSubset, name: "is_subset", aliases: &[], signature: sets(2, 2), about: "yes when every member of set1 is in set2, else no" },
    Entry { function: Function::Equal, name: "equal", aliases: &[], signature: sets(2, 2), about: "yes when both sets have the same members, or are the same number, else no" },
    Entry { function: Function::StandardDeviation, name: "standard_deviation", aliases: &["std", "stdev", "std_dev"], signature: by_relation(false, false), about: "the sample standard deviation" },
    Entry { function: Function::Percentile, name: "percentile", aliases: &["quantile"], signature: by_relation(false, true), about: "the value below which k percent of the values lie" },
    Entry { function: Function::Correlation, name: "correlation", aliases: &[], signature: Signature { min_sets: 1, max_sets: 2, relation: Some(false), value: None, k: false }, about: "how two columns of the members go together (Pearson): correlation(set, relation='Price', with='Weight')" },
    Entry { function: Function::Share, name: "share", aliases: &["percentage", "percent_of"], signature: sets(2, 2), about: "how many percent of set2 set1 is: by the number of members, or of two numbers by their size" },
    Entry { function: Function::Rank, name: "rank", aliases: &[], signature: by_relation(false, false), about: "each member with its place by its value (of the relation), the largest first" },
    Entry { function: Function::Nearest, name: "nearest", aliases: &["closest"], signature: Signature { min_sets: 1, max_sets: 1, relation: Some(false), value: Some(true), k: false }, about: "the members whose value (of the relation) is nearest to the one given: nearest(set, relation='Height', value='100')" },
    Entry { function: Function::Duration, name: "duration", aliases: &[], signature: Signature { min_sets: 1, max_sets: 1, relation: None, value: Some(false), k: false }, about: "how long the facts of the set hold, in completed units: duration(set, unit='years'), or 'months' or 'weeks'; or in 'days' from the first to the last, or 'calendar days', which count both" },
    Entry { function: Function::Before, name: "before", aliases: &[], signature: in_time(), about: "the members of set1 that began before all of set2, which may be a date; for rows, with the column of their dates as relation" },
    Entry { function: Function::After, name: "after", aliases: &[], signature: in_time(), about: "the members of set1 that began after all of set2" },
    Entry { function: Function::NearestBefore, name: "nearest_before", aliases: &["predecessor"], signature: in_time(), about: "the last of the members of set1 that began before all of set2: the predecessor" },
    Entry { function: Function::NearestAfter, name: "nearest_after", aliases: &["successor"], signature: in_time(), about: "the first of the members of set1 that began after all of set2: the successor" },
    Entry { function: Function::Overlapping, name: "overlapping", aliases: &["overlaps", "during"], signature: in_time(), about: "the members of set1 that held or happened while one of set2 did" },
    Entry { function: Function::NoAnswer, name: "no_answer", aliases: &["cannot_answer"], signature: sets(0, 0), about: "says that no source can answer: no_answer(reason='no salaries are stored')" },
];

impl Function {
    /// The function with this name or alias, in any letter case.
    pub fn named(name: &str) -> Option<Function> {
        let name = name.to_ascii_lowercase();
        FUNCTIONS.iter().find(|e| e.name == name || e.aliases.contains(&name.as_str())).map(|e| e.function)
    }

    /// The function that an unknown name most likely means, with the comparison that it expresses:
    /// `calculate_years_difference` is `difference`, `if_greater` is `if` with `>`.
    pub fn guess(name: &str) -> Option<(Function, Option<Comparison>)> {
        let name = snake_case(name);
        if let Some(known) = Function::named(&name).filter(|known| !known.is_typed()) {
            return Some((known, None));
        }
        let mut words: Vec<&str> = name.split('_').filter(|w| !w.is_empty()).collect();
        // `second_highest` names a position in an order, so it does not mean `highest`.
        if words.iter().any(|word| lexicon::contains("function.places", word)) {
            return None;
        }
        let conditional = words.first() == Some(&"if");
        while words.len() > 1 && words.first().is_some_and(|w| lexicon::contains("function.leading", w)) {
            words.remove(0);
        }
        let bare = words.join("_");
        let op = crate::query::words::comparison(&words.join(" "));
        if let Some(op) = op {
            return Some((if conditional { Function::If } else { Function::Compare }, Some(op)));
        }
        if let Some(known) =
            Function::named(&bare).filter(|f| !f.is_typed() && (!conditional || *f == Function::If))
        {
            return Some((known, None));
        }
        let has = |list: &[&str]| words.iter().any(|w| list.contains(w));
        if name.starts_with("not_") || words.first() == Some(&"not") && words.len() > 1 {
            return words.get(1).filter(|w| **w == "empty").map(|_| (Function::Test, None));
        }
        Some(match () {
            _ if name.starts_with("get_last") || name.starts_with("find_last") => (Function::Last, None),
            _ if name.starts_with("get_first") || name.starts_with("find_first") => (Function::First, None),
            _ if has(&["inclusion", "include", "included"]) => (Function::Test, None),
            _ if has(&["consecutive", "streak", "streaks"]) => (Function::LongestRun, None),
            // `compare_length` compares, and does not compute a length.
            _ if words.first() == Some(&"compare") && !has(&["difference", "diff"]) => {
                (Function::Compare, crate::query::words::direction(&words.join(" ")))
            }
            _ if has(&["months"]) => (Function::Length, None),
            _ if has(&[
                "difference",
                "diff",
                "subtract",
                "subtraction",
                "minus",
                "duration",
                "span",
                "elapsed",
                "length",
            ]) =>
            {
                (Function::Difference, None)
            }
            _ if has(&["average", "mean", "avg"]) => (Function::Mean, None),
            _ if has(&["sum", "total", "add", "addition"]) => (Function::Sum, None),
            _ if has(&["equal", "equals", "same", "equality"]) => (Function::Compare, Some(Comparison::Eq)),
            _ if has(&["compare", "comparison", "comparator", "compares", "comparing", "position"]) => {
                (Function::Compare, crate::query::words::direction(&words.join(" ")))
            }
            _ if has(&[
                "contains",
                "contain",
                "includes",
                "membership",
                "exists",
                "exist",
                "in",
                "subset",
                "member",
            ]) =>
            {
                (Function::Test, None)
            }
            _ if has(&["distinct", "unique"]) && has(&["count", "number"]) => (Function::CountDistinct, None),
            _ if has(&["most"]) && has(&["frequent", "common", "count", "occurring", "appeared"]) => {
                (Function::MostFrequent, None)
            }
            _ if has(&["group"]) => (Function::CountBy, None),
            _ if has(&["count", "counts", "occurrences"])
                && has(&["by", "group", "each", "occurrences", "per"]) =>
            {
                (Function::CountBy, None)
            }
            _ if has(&["count"]) => (Function::Count, None),
            _ if has(&["years", "margin", "interval", "gap"]) => (Function::Difference, None),
            _ if has(&["split", "parse", "tokenize"]) => (Function::Split, None),
            _ if has(&["year"]) => (Function::Year, None),
            _ if has(&["month"]) => (Function::Month, None),
            _ if has(&["number", "numeric", "integer"]) => (Function::Number, None),
            _ if has(&["max", "maximum"]) => (Function::Max, None),
            _ if has(&["min", "minimum"]) => (Function::Min, None),
            _ if has(&["sort", "order"]) => (Function::Sort, None),
            _ if has(&["random", "any"]) => (Function::First, None),
            _ => match crate::query::words::direction(&words.join(" ")) {
                Some(op) => (if conditional { Function::If } else { Function::Compare }, Some(op)),
                None if conditional => (Function::If, None),
                None => return None,
            },
        })
    }

    /// Whether its calls can be read in one way only: with the documented parameters and no others.
    pub fn is_typed(self) -> bool {
        use Function as F;
        matches!(
            self,
            F::Group
                | F::Derive
                | F::Calculate
                | F::Exists
                | F::IsSubset
                | F::Equal
                | F::StandardDeviation
                | F::Percentile
                | F::Correlation
                | F::Share
                | F::Rank
                | F::Nearest
                | F::Duration
                | F::Before
                | F::After
                | F::NearestBefore
                | F::NearestAfter
                | F::Overlapping
                | F::NoAnswer
        )
    }

    /// Whether its result consists of members of its first set, each with the facts to which it belongs.
    pub fn keeps_values(self) -> bool {
        use Function as F;
        matches!(
            self,
            F::SetIntersection
                | F::SetDifference
                | F::Keep
                | F::Argmax
                | F::Argmin
                | F::TopK
                | F::BottomK
                | F::Sort
                | F::SortDescending
                | F::Nearest
        )
    }

    /// The function's name.
    pub fn name(self) -> &'static str {
        self.entry().map_or("", |e| e.name)
    }

    /// The parameters of the function.
    pub fn signature(self) -> Signature {
        self.entry().map_or(sets(0, 0), |e| e.signature)
    }

    /// The result of the function, in words.
    pub fn about(self) -> &'static str {
        self.entry().map_or("", |e| e.about)
    }

    /// All functions with their names and results, for help texts.
    pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
        FUNCTIONS.iter().map(|e| (e.name, e.about))
    }

    fn entry(self) -> Option<&'static Entry> {
        FUNCTIONS.iter().find(|e| e.function == self)
    }
}

/// `calculateDifference` as `calculate_difference`.
fn snake_case(name: &str) -> String {
    let mut out = String::new();
    let mut lower = false;
    for c in name.chars() {
        if c.is_ascii_uppercase() && lower {
            out.push('_');
        }
        lower = c.is_ascii_lowercase();
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// The known function with the most similar name, when one is similar enough.
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
