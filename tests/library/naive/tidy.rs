//! Data whose columns have one kind of values each, and queries that compute with them:
//! tests, formulas, groups, statistics, truth and times.
//!
//! The data of `generate` mixes everything in every column, so that hardly anything can be
//! added up there. Here a column of amounts has amounts and a column of dates has dates of one
//! style, as in a file that somebody keeps.

use trustuqa_storage::SourceKind;

use super::generate::{Choices, GeneratedQuery};
use super::{Data, Small};

const SUPPLIERS: [&str; 4] = ["Quartz", "Bramble", "Fjord", "Nimbus"];
const PLACES: [&str; 3] = ["Oxbow", "Velvet", "Marrow"];
const PEOPLE: [&str; 4] = ["Copper", "Zephyr", "Thistle", "Indigo"];
const MARKS: [&str; 3] = ["Organic", "Fairtrade", "Vegan"];
const NOTES: [&str; 6] = ["gift wrap", "Gift card", "fragile", "n/a", "urgent", "wrap twice"];
const PARTS: [&str; 6] = ["gift", "wrap", "Gift", "frag", "e", "card"];
const DAYS: [&str; 8] = [
    "2023-12-31",
    "2024-01-15",
    "2024-02-03",
    "2024-02-28",
    "2024-03-04",
    "2024-03-31",
    "2025-01-01",
    "2024-02-29",
];
const TERMS: [&str; 8] =
    ["2010-01-01", "2012-06-30", "2012-07-01", "2015", "2015-03", "2018-12-31", "2023-05-05", "2024-02-10"];

/// A table of orders, another that shares columns with it, a graph and a temporal graph.
pub fn data(choices: &mut Choices<'_>) -> Data {
    let mut data = Data::default();
    data.sources.push(orders(choices));
    data.sources.push(returns(choices));
    data.sources.push(firms(choices));
    data.sources.push(offices(choices));
    data
}

fn table(name: &str, header: &[&str], lines: Vec<Vec<String>>) -> Small {
    let header = header.iter().map(|column| (*column).to_owned()).collect();
    Small { name: name.to_owned(), kind: SourceKind::Table, header, lines }
}

/// A cell is empty once in eight times.
fn cell(choices: &mut Choices<'_>, text: String) -> String {
    if choices.once_in(8) { String::new() } else { text }
}

fn orders(choices: &mut Choices<'_>) -> Small {
    let (money, dates) = (choices.below(3), choices.below(3));
    let mut lines = Vec::new();
    for number in 0..choices.below(7) + 1 {
        let amount = choices.below(40) as f64 * 2.5 + 5.0;
        let amount = match money {
            0 => format!("${amount:.2}"),
            1 => format!("{amount:.0}"),
            _ => format!("{amount:.0} kg"),
        };
        let day = choices.of(&DAYS);
        let (year, rest) = day.split_at(4);
        let date = match dates {
            0 => day.to_owned(),
            1 => format!("{}/{}/{year}", &rest[4..], &rest[1..3]),
            _ => format!("{year}{}", &rest[..3]),
        };
        // The first order tells which number of a date is the day.
        let date = if dates == 1 && number == 0 { "15/01/2024".to_owned() } else { cell(choices, date) };
        let lasts = format!("{} days", choices.below(9) + 2);
        let quantity = (choices.below(6) + 1).to_string();
        let (supplier, note) = (choices.of(&SUPPLIERS).to_owned(), choices.of(&NOTES).to_owned());
        lines.push(vec![
            format!("K{}", number + 1),
            cell(choices, supplier),
            cell(choices, amount),
            cell(choices, quantity),
            date,
            cell(choices, note),
            cell(choices, lasts),
        ]);
    }
    table("orders", &["Code", "Supplier", "Amount", "Quantity", "Placed", "Note", "Delay"], lines)
}

fn returns(choices: &mut Choices<'_>) -> Small {
    let mut lines = Vec::new();
    for _ in 0..choices.below(4) + 1 {
        let weight = format!("{}.5", choices.below(9));
        let quantity = (choices.below(6) + 1).to_string();
        let supplier = choices.of(&SUPPLIERS).to_owned();
        lines.push(vec![supplier, cell(choices, weight), cell(choices, quantity)]);
    }
    table("returns", &["Supplier", "Weight (kg)", "Quantity"], lines)
}

fn firms(choices: &mut Choices<'_>) -> Small {
    let mut lines = Vec::new();
    for _ in 0..choices.below(6) + 2 {
        let supplier = choices.of(&SUPPLIERS);
        let (relation, tail) = match choices.below(2) {
            0 => ("based in", choices.of(&PLACES)),
            _ => ("certified", choices.of(&MARKS)),
        };
        lines.push([supplier, relation, tail].map(str::to_owned).to_vec());
    }
    Small { name: "firms".to_owned(), kind: SourceKind::Kg, header: Vec::new(), lines }
}

/// Terms of office; one in six is still held.
fn offices(choices: &mut Choices<'_>) -> Small {
    let mut lines = Vec::new();
    for _ in 0..choices.below(6) + 2 {
        let start = choices.below(TERMS.len());
        let end = start + choices.below(TERMS.len() - start);
        let end = if choices.once_in(6) { "" } else { TERMS[end] };
        let (person, relation) = (choices.of(&PEOPLE), choices.of(&["chairs", "chairs", "advises"]));
        let line = [person, relation, choices.of(&SUPPLIERS), TERMS[start], end];
        lines.push(line.map(str::to_owned).to_vec());
    }
    Small { name: "offices".to_owned(), kind: SourceKind::Tkg, header: Vec::new(), lines }
}

/// What the members of a result are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Rows of `orders`.
    Rows,
    /// Heads of `firms`.
    Heads,
    /// Members found by facts of `offices`.
    Timed,
    /// Numbers of several members.
    Numbers,
    /// One number.
    Single,
    /// Names or cells.
    Values,
    /// Dates.
    Dates,
    /// Keys with values.
    Groups,
    /// Yes or no.
    Truth,
}

use Kind::{Dates, Groups, Heads, Numbers, Rows, Single, Timed, Truth, Values};

/// A query of one to five steps.
pub fn query(choices: &mut Choices<'_>, data: &Data) -> GeneratedQuery {
    let writer = Writer { data };
    let mut steps: Vec<Kind> = Vec::new();
    let mut lines = Vec::new();
    for step in 0..choices.below(4) + 2 {
        let function = if step > 0 && choices.below(3) > 0 { writer.function(choices, &steps) } else { None };
        let (kind, call) = function.unwrap_or_else(|| writer.get_information(choices, &steps));
        steps.push(kind);
        lines.push(format!("Query{}: \"{call}\"", step + 1));
    }
    GeneratedQuery { text: lines.join("\n"), scope: Vec::new() }
}

struct Writer<'d> {
    data: &'d Data,
}

fn output(step: usize) -> String {
    format!("'output_of_query{}'", step + 1)
}

/// A step of one of these kinds.
fn one_of(choices: &mut Choices<'_>, steps: &[Kind], kinds: &[Kind]) -> Option<(Kind, String)> {
    let fit: Vec<usize> = (0..steps.len()).filter(|at| kinds.contains(&steps[*at])).collect();
    if fit.is_empty() {
        return None;
    }
    let at = fit[choices.below(fit.len())];
    Some((steps[at], output(at)))
}

const FORMULAS: [&str; 6] = [
    "Amount / Quantity",
    "Amount * Quantity",
    "Quantity + 1",
    "Quantity - 4",
    "round(Amount / Quantity, 1)",
    "abs(Quantity - 4)",
];
const DATE_FORMULAS: [&str; 6] = [
    "month(Placed)",
    "year(Placed)",
    "year_month(Placed)",
    "quarter(Placed)",
    "weekday(Placed)",
    "day(Placed)",
];
const NUMERIC: [&str; 4] = ["Amount", "Quantity", "Quantity", "Delay"];

impl Writer<'_> {
    /// A cell of a column of `orders`, when one is there.
    fn own(&self, choices: &mut Choices<'_>, column: &str) -> Option<String> {
        let orders = &self.data.sources[0];
        let at = orders.header.iter().position(|name| name == column)?;
        let cells: Vec<&String> =
            orders.lines.iter().map(|line| &line[at]).filter(|cell| !cell.is_empty()).collect();
        (!cells.is_empty()).then(|| cells[choices.below(cells.len())].clone())
    }

    fn line<'s>(&'s self, choices: &mut Choices<'_>, source: usize) -> &'s [String] {
        let lines = &self.data.sources[source].lines;
        &lines[choices.below(lines.len())]
    }

    /// A condition on the values of a column of `orders`, after the name of its parameter.
    fn condition(&self, choices: &mut Choices<'_>, column: &str) -> String {
        let own = self.own(choices, column);
        match (column, choices.below(6)) {
            (_, 0) => format!("={}", choices.of(&["is_empty()", "not_empty()"])),
            ("Note" | "Supplier" | "Code", 1..=3) => {
                let test = choices.of(&["contains", "starts_with", "ends_with"]);
                format!("={test}('{}')", choices.of(&PARTS))
            }
            ("Placed", 1..=2) => {
                let mut bounds = [choices.of(&DAYS), choices.of(&DAYS)];
                bounds.sort_unstable();
                format!("=between('{}', '{}')", bounds[0], bounds[1])
            }
            ("Placed", _) => {
                let day = choices.of(&DAYS);
                let asked = &day[..[4, 7, 10][choices.below(3)]];
                format!("{}'{asked}'", choices.of(&["=", "<", ">", "<=", ">="]))
            }
            ("Amount" | "Quantity", 1..=2) => {
                let low = choices.below(20);
                format!("=between('{low}', '{}')", low + choices.below(40))
            }
            ("Amount" | "Quantity" | "Delay", 3..=4) => {
                format!("{}'{}'", choices.of(&["<", ">", "<=", ">="]), choices.below(20))
            }
            _ => match own {
                Some(own) => format!("{}'{own}'", choices.of(&["=", "=", "!="])),
                None => "=not_empty()".to_owned(),
            },
        }
    }

    fn get_information(&self, choices: &mut Choices<'_>, steps: &[Kind]) -> (Kind, String) {
        let columns = ["Code", "Supplier", "Amount", "Quantity", "Placed", "Note", "Delay"];
        let kind_of = |column: &str| match column {
            "Amount" | "Quantity" | "Delay" => Numbers,
            "Placed" => Dates,
            _ => Values,
        };
        match choices.below(14) {
            0 | 1 => (Rows, "get_information(source='orders')".to_owned()),
            2..=4 => {
                let column = choices.of(&columns);
                let condition = self.condition(choices, column);
                let (kind, key) = match choices.below(5) {
                    0 => {
                        let key = choices.of(&columns);
                        (kind_of(key), format!(", key='{key}'"))
                    }
                    1 => {
                        let key = choices.of(&columns);
                        (Rows, format!(", key='{key}', value{}", self.condition(choices, key)))
                    }
                    _ => (Rows, String::new()),
                };
                let call = format!(
                    "get_information(source='orders', relation='{column}', tail_entity{condition}{key})"
                );
                (kind, call)
            }
            5 => {
                let call = match choices.below(3) {
                    0 => {
                        let formula = choices.of(&FORMULAS);
                        let op = choices.of(&["<", ">", "<=", ">="]);
                        format!("relation='{formula}', tail_entity{op}'{}'", choices.below(30))
                    }
                    1 => {
                        let month = choices.of(&["January", "February", "March"]);
                        format!("relation='month(Placed)', tail_entity='{month}'")
                    }
                    _ => format!(
                        "relation='year(Placed)', tail_entity{}'2024'",
                        choices.of(&["=", ">", "<", "!="])
                    ),
                };
                (Rows, format!("get_information(source='orders', {call})"))
            }
            6 => {
                let Some((_, set)) = one_of(choices, steps, &[Rows]) else {
                    return (Values, "get_information(source='firms')".to_owned());
                };
                let (kind, relation) = match choices.below(3) {
                    0 => (Numbers, choices.of(&FORMULAS)),
                    1 => (Values, choices.of(&DATE_FORMULAS)),
                    _ => {
                        let column = choices.of(&columns);
                        (kind_of(column), column)
                    }
                };
                (kind, format!("get_information(head_entity={set}, relation='{relation}')"))
            }
            7 => match choices.below(3) {
                0 => (Heads, "get_information(source='firms')".to_owned()),
                1 => {
                    let relation = choices.of(&["based in", "certified"]);
                    (Heads, format!("get_information(relation='{relation}', tail_entity=not_empty())"))
                }
                _ => {
                    let line = self.line(choices, 2);
                    let (relation, tail) = (line[1].clone(), line[2].clone());
                    (Heads, format!("get_information(relation='{relation}', tail_entity='{tail}')"))
                }
            },
            8 => {
                let line = self.line(choices, 2);
                let (head, relation) = (line[0].clone(), line[1].clone());
                match choices.below(2) {
                    0 => (
                        Values,
                        format!(
                            "get_information(source='firms', head_entity='{head}', relation='{relation}')"
                        ),
                    ),
                    _ => {
                        let tail = choices.of(&PARTS);
                        let call = format!(
                            "get_information(head_entity='{head}', relation='{relation}', tail_entity=contains('{tail}'))"
                        );
                        (Values, call)
                    }
                }
            }
            9 => {
                let (column, condition) = ("Quantity", self.condition(choices, "Quantity"));
                let source = choices.of(&["returns", "orders"]);
                (
                    Values,
                    format!(
                        "get_information(source='{source}', relation='{column}', tail_entity{condition}, key='Supplier')"
                    ),
                )
            }
            _ => {
                let line = self.line(choices, 3).to_vec();
                let (head, relation, tail) = (&line[0], &line[1], &line[2]);
                let facts = match choices.below(4) {
                    0 => format!("head_entity='{head}', relation='{relation}'"),
                    1 => format!("head_entity='{head}', relation='{relation}', tail_entity='{tail}'"),
                    _ => format!("relation='{relation}', tail_entity='{tail}'"),
                };
                let (kind, key) = self.time_key(choices, &line);
                (kind, format!("get_information(source='offices', {facts}{key})"))
            }
        }
    }

    /// Nothing, or a time key and what it is compared with.
    fn time_key(&self, choices: &mut Choices<'_>, line: &[String]) -> (Kind, String) {
        match choices.below(8) {
            0 => (Numbers, ", key='duration'".to_owned()),
            1 => (Timed, ", key='time', value='now'".to_owned()),
            2 => {
                let key = choices.of(&["start time", "end time"]);
                (Dates, format!(", key='{key}'"))
            }
            3 => {
                let key = choices.of(&["time", "start time", "end time"]);
                let mut bounds = [choices.of(&TERMS), choices.of(&TERMS)];
                bounds.sort_unstable();
                (Timed, format!(", key='{key}', value=between('{}', '{}')", bounds[0], bounds[1]))
            }
            4 => {
                let test = choices.of(&["is_empty()", "not_empty()"]);
                (Timed, format!(", key='end time', value={test}"))
            }
            5 => {
                let op = choices.of(&["=", "<", ">", "<=", ">="]);
                (Timed, format!(", key='time', value{op}'{}'", &line[3]))
            }
            _ => (Timed, String::new()),
        }
    }

    /// A function that fits the kind of an earlier step; `None` where none fits.
    fn function(&self, choices: &mut Choices<'_>, steps: &[Kind]) -> Option<(Kind, String)> {
        let all = [Rows, Heads, Timed, Numbers, Single, Values, Dates, Groups];
        let numbers = |choices: &mut Choices<'_>| choices.of(&NUMERIC);
        match choices.below(22) {
            0..=2 => self.group(choices, steps),
            3 => {
                let (_, set) = one_of(choices, steps, &[Rows])?;
                let formula = match choices.below(3) {
                    0 => choices.of(&DATE_FORMULAS),
                    _ => choices.of(&FORMULAS),
                };
                let kind = if FORMULAS.contains(&formula) { Numbers } else { Values };
                Some((kind, format!("derive(set={set}, formula='{formula}')")))
            }
            4 | 5 => {
                let (a, first) = one_of(choices, steps, &[Single, Groups, Single, Numbers])?;
                let (b, second) = one_of(choices, steps, &[Single, Groups])?;
                let (first, second) =
                    (first.trim_matches('\'').to_owned(), second.trim_matches('\'').to_owned());
                let formula = match choices.below(5) {
                    0 => format!("{first} - {second}"),
                    1 => format!("({first} - {second}) / {second} * 100"),
                    2 => format!("{first} * 2"),
                    3 => format!("{first} + {second}"),
                    _ => format!("{first} / {second}"),
                };
                let kind = if a == Groups || b == Groups { Groups } else { Single };
                Some((kind, format!("calculate('{formula}')")))
            }
            6 => {
                let (_, set) = one_of(choices, steps, &all)?;
                Some((Truth, format!("exists(set={set})")))
            }
            7 => {
                let name = choices.of(&["is_subset", "equal"]);
                let (kind, first) = one_of(choices, steps, &all)?;
                let (_, second) = one_of(choices, steps, &[kind])?;
                Some((Truth, format!("{name}(set1={first}, set2={second})")))
            }
            8 => {
                let (kind, first) = one_of(choices, steps, &[Rows, Heads, Timed, Values, Single])?;
                let (_, second) = one_of(choices, steps, &[kind])?;
                Some((Single, format!("share(set1={first}, set2={second})")))
            }
            9 => {
                let name = choices.of(&["standard_deviation", "sum", "mean", "median", "min", "max"]);
                Some((Single, self.of_numbers(choices, steps, name, "")?))
            }
            10 => {
                let k = format!(", k={}", choices.of(&["10", "25", "50", "90", "100"]));
                Some((Single, self.of_numbers(choices, steps, "percentile", &k)?))
            }
            11 => {
                let (_, set) = one_of(choices, steps, &[Rows])?;
                let (first, second) = (numbers(choices), choices.of(&["Quantity", "Amount", "Quantity * 2"]));
                Some((Single, format!("correlation(set={set}, relation='{first}', with='{second}')")))
            }
            12 => Some((Groups, self.of_numbers(choices, steps, "rank", "")?)),
            13 => {
                let bound = format!(", value='{}'", choices.below(50));
                let (kind, _) = one_of(choices, steps, &[Rows, Groups, Numbers])?;
                let (_, set) = one_of(choices, steps, &[kind])?;
                let relation = match kind {
                    Rows => format!(", relation='{}'", self.numeric(choices)),
                    _ => String::new(),
                };
                Some((kind, format!("nearest(set={set}{relation}{bound})")))
            }
            14 => {
                let (_, set) = one_of(choices, steps, &[Timed])?;
                let unit = choices.of(&["years", "months", "days", "calendar days"]);
                Some((Numbers, format!("duration(set={set}, unit='{unit}')")))
            }
            15 | 16 => self.in_time(choices, steps),
            17 | 18 => {
                let name = choices.of(&["argmax", "argmin", "top_k", "bottom_k", "sort", "sort_descending"]);
                let k = if name.ends_with("_k") {
                    format!(", k={}", choices.below(3) + 1)
                } else {
                    String::new()
                };
                let (kind, set) = one_of(choices, steps, &[Rows, Groups, Timed])?;
                let relation = match kind {
                    Rows => format!(", relation='{}'", self.numeric(choices)),
                    Timed => format!(", relation='{}'", choices.of(&["start time", "end time", "duration"])),
                    _ => String::new(),
                };
                // What a formula or a time gives stays with the member.
                Some((kind, format!("{name}(set={set}{relation}{k})")))
            }
            19 | 20 => {
                let (kind, set) = one_of(choices, steps, &[Rows, Groups, Values, Numbers])?;
                let (relation, condition) = match kind {
                    Rows => {
                        let column = choices.of(&["Note", "Supplier", "Amount", "Quantity", "Placed"]);
                        (format!(", relation='{column}'"), self.condition(choices, column))
                    }
                    Values => (String::new(), format!("=contains('{}')", choices.of(&PARTS))),
                    _ => {
                        let op = choices.of(&["<", ">", "<=", ">=", "="]);
                        (String::new(), format!("{op}'{}'", choices.below(30)))
                    }
                };
                Some((kind, format!("keep(set={set}{relation}, value{condition})")))
            }
            _ => {
                let (_, set) = one_of(choices, steps, &all)?;
                Some((Single, format!("count(set={set})")))
            }
        }
    }

    /// A column of numbers or a formula.
    fn numeric(&self, choices: &mut Choices<'_>) -> &'static str {
        if choices.below(3) == 0 { choices.of(&FORMULAS) } else { choices.of(&NUMERIC) }
    }

    fn of_numbers(
        &self,
        choices: &mut Choices<'_>,
        steps: &[Kind],
        name: &str,
        more: &str,
    ) -> Option<String> {
        let (kind, set) = one_of(choices, steps, &[Rows, Numbers, Groups])?;
        let relation = match kind {
            Rows => format!(", relation='{}'", self.numeric(choices)),
            _ => String::new(),
        };
        Some(format!("{name}(set={set}{relation}{more})"))
    }

    fn group(&self, choices: &mut Choices<'_>, steps: &[Kind]) -> Option<(Kind, String)> {
        let (kind, set) = one_of(choices, steps, &[Rows, Rows, Heads, Timed, Values, Groups])?;
        let with = choices.of(&["count", "count_distinct", "sum", "mean", "min", "max", "median"]);
        let counts = choices.of(&["count", "count_distinct"]);
        let call = match kind {
            Rows => {
                let by = match choices.below(3) {
                    0 => choices.of(&DATE_FORMULAS),
                    1 => choices.of(&["Note", "Quantity", "Delay", "Placed"]),
                    _ => "Supplier",
                };
                let by = if choices.once_in(6) { String::new() } else { format!(", by='{by}'") };
                match choices.below(4) {
                    0 if !by.is_empty() => by,
                    _ => {
                        let of = self.numeric(choices);
                        format!("{by}, of='{of}', with='{with}'")
                    }
                }
            }
            Heads => match choices.below(3) {
                0 => ", by='based in'".to_owned(),
                1 => format!(", of='{}', with='{counts}'", choices.of(&["certified", "based in"])),
                _ => ", by='based in', of='certified', with='count'".to_owned(),
            },
            Timed => match choices.below(3) {
                0 => String::new(),
                1 => format!(", of='duration', with='{}'", choices.of(&["sum", "max", "min"])),
                _ => ", by='year(start time)'".to_owned(),
            },
            Groups => {
                format!(", by='based in', with='{}'", choices.of(&["sum", "count", "max", "mean"]))
            }
            _ => String::new(),
        };
        Some((Groups, format!("group(set={set}{call})")))
    }

    fn in_time(&self, choices: &mut Choices<'_>, steps: &[Kind]) -> Option<(Kind, String)> {
        let name = choices.of(&["before", "after", "nearest_before", "nearest_after", "overlapping"]);
        let (kind, set) = one_of(choices, steps, &[Timed, Rows, Dates])?;
        let other = match choices.below(3) {
            0 => format!("'{}'", choices.of(if kind == Timed { &TERMS } else { &DAYS })),
            _ => one_of(choices, steps, &[Timed, Dates])?.1,
        };
        let relation = if kind == Rows { ", relation='Placed'" } else { "" };
        Some((kind, format!("{name}(set1={set}, set2={other}{relation})")))
    }
}
