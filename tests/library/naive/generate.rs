//! Small data of all kinds and queries over it, by chance.
//!
//! Names resemble each other in nothing, and a number or date is asked for only where
//! it stands, so that grounding has no choice: what an unknown name means is for the
//! query files.

use trustuqa_storage::SourceKind;

use super::facts::{Fact, Member, facts_of};
use super::{Data, Small};

const ENTITIES: [&str; 8] = ["Quartz", "Bramble", "Fjord", "Nimbus", "Oxbow", "Velvet", "Copper", "Zephyr"];
const NUMBERS: [&str; 6] = ["3", "5", "12", "1994", "1998", "2001"];
const TYPED: [&str; 14] = [
    "5 kg",
    "7 kg",
    "2 m",
    "2.5",
    "1,200",
    "$3",
    "$12",
    "3rd",
    "3-1",
    "2-2",
    "14 March 1994",
    "March 1994",
    "1998-07-16",
    "2001-07",
];
const DATES: [&str; 6] = ["1994", "1998", "2001", "1998-07", "2001-07", "1998-07-16"];
const COLUMNS: [&str; 4] = ["Nation", "gold", "player", "height"];
const RELATIONS: [&str; 4] = ["directed_by", "height", "founded", "genre"];
const TIMED: [&str; 3] = ["mayor", "founded", "employer"];
const KEYS: [&str; 3] = ["time", "start time", "end time"];

/// Takes random numbers one after another; when they run out, zeros.
pub struct Choices<'c>(pub std::slice::Iter<'c, u16>);

impl Choices<'_> {
    pub(super) fn below(&mut self, n: usize) -> usize {
        usize::from(*self.0.next().unwrap_or(&0)) % n.max(1)
    }

    /// True once in `n` times.
    pub(super) fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    pub(super) fn of<'n>(&mut self, names: &[&'n str]) -> &'n str {
        names[self.below(names.len())]
    }

    fn name(&mut self) -> &'static str {
        match self.below(4) {
            0 | 1 => self.of(&ENTITIES),
            2 => self.of(&NUMBERS),
            _ => self.of(&TYPED),
        }
    }
}

/// One to three tables, a graph and a temporal graph that share names and relations.
pub fn data(choices: &mut Choices<'_>) -> Data {
    let mut data = Data::default();
    for table in 0..=choices.below(2) {
        data.sources.push(self::table(choices, format!("table{table}")));
    }
    data.sources.push(graph(choices, "kg", SourceKind::Kg));
    data.sources.push(graph(choices, "tkg", SourceKind::Tkg));
    data
}

/// One cell in five is empty, one row in four is that before it again.
fn table(choices: &mut Choices<'_>, name: String) -> Small {
    let first = choices.below(COLUMNS.len());
    let header: Vec<String> = (0..3).map(|at| COLUMNS[(first + at) % COLUMNS.len()].to_owned()).collect();
    let mut lines: Vec<Vec<String>> = Vec::new();
    let columns: Vec<usize> = header.iter().map(|_| choices.below(4)).collect();
    for _ in 0..choices.below(6) + 1 {
        if let (Some(last), true) = (lines.last().cloned(), choices.once_in(4)) {
            lines.push(last);
            continue;
        }
        let mut line = Vec::new();
        for kind in &columns {
            line.push(match (choices.below(5), kind) {
                (0, _) => String::new(),
                (_, 0) => choices.of(&ENTITIES).to_owned(),
                (_, 1) => choices.of(&NUMBERS).to_owned(),
                (_, 2) => choices.of(&TYPED).to_owned(),
                _ => choices.name().to_owned(),
            });
        }
        // No loader keeps a row without a cell.
        if line.iter().all(String::is_empty) {
            line[0] = choices.name().to_owned();
        }
        lines.push(line);
    }
    Small { name, kind: SourceKind::Table, header, lines }
}

/// In a temporal graph one fact in three is that before it with another time, and
/// bounds are open, of all precisions, and now and then the wrong way round.
fn graph(choices: &mut Choices<'_>, name: &str, kind: SourceKind) -> Small {
    let mut lines: Vec<Vec<String>> = Vec::new();
    let timed = kind == SourceKind::Tkg;
    for _ in 0..choices.below(8) + 1 {
        let relations: &[&str] = if timed { &TIMED } else { &RELATIONS };
        // The first head is an entity, so that there is one to ask for.
        let head = if !lines.is_empty() && choices.once_in(8) {
            choices.of(&NUMBERS)
        } else {
            choices.of(&ENTITIES)
        };
        let mut line = vec![head.to_owned(), choices.of(relations).to_owned(), choices.name().to_owned()];
        if let (Some(last), true) = (lines.last(), choices.once_in(3)) {
            line = last[..3].to_vec();
        }
        if timed {
            let start = 1993 + choices.below(8);
            let mut bounds = [start.to_string(), (start + choices.below(5)).to_string()];
            for bound in &mut bounds {
                match choices.below(8) {
                    0 => bound.clear(),
                    1 => bound.push_str(choices.of(&["-07", "-12"])),
                    2 => bound.push_str(choices.of(&["-07-16", "-01-01", "-12-31"])),
                    _ => {}
                }
            }
            if choices.once_in(12) {
                bounds.swap(0, 1);
            }
            if choices.once_in(6) {
                bounds[1] = bounds[0].clone();
            }
            line.extend(bounds);
        }
        lines.push(line);
    }
    Small { name: name.to_owned(), kind, header: Vec::new(), lines }
}

/// A query and the names of the sources that it is restricted to.
#[derive(Clone, Debug)]
pub struct GeneratedQuery {
    pub text: String,
    pub scope: Vec<String>,
}

/// A query of one to four steps.
pub fn query(choices: &mut Choices<'_>, data: &Data) -> GeneratedQuery {
    let names = data.sources.iter().map(|small| small.name.clone());
    let mut scope: Vec<String> = match choices.once_in(4) {
        true => names.filter(|_| choices.below(2) == 0).collect(),
        false => Vec::new(),
    };
    let all = facts_of(data);
    let within = |scope: &[String]| -> (Vec<Fact>, Vec<&'static str>) {
        let in_scope = |fact: &&Fact| scope.is_empty() || scope.contains(&data.sources[fact.source].name);
        let facts: Vec<Fact> = all.iter().filter(in_scope).cloned().collect();
        let has = |fact: &Fact, name: &str| {
            fact.tail().text() == name || matches!(&fact.head, Member::Name(head) if head == name)
        };
        let entities = ENTITIES.into_iter().filter(|name| facts.iter().any(|fact| has(fact, name))).collect();
        (facts, entities)
    };
    let (mut facts, mut entities) = within(&scope);
    if entities.is_empty() {
        // Every graph has an entity or two.
        scope.clear();
        (facts, entities) = within(&scope);
    }
    let writer = Writer { facts, entities };
    let mut lines = Vec::new();
    if choices.once_in(6) {
        lines.push(format!("## Target type: {{{}}}", choices.of(&COLUMNS)));
    }
    let mut steps = Vec::new();
    for step in 0..choices.below(4) + 1 {
        let (kind, call) = if step > 0 && choices.below(2) == 0 {
            writer.function(choices, &steps)
        } else {
            writer.get_information(choices, &steps)
        };
        steps.push(kind);
        lines.push(format!("Query{}: \"{call}\"", step + 1));
    }
    GeneratedQuery { text: lines.join("\n"), scope }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Gives relations.
    Relations,
    Searched,
    Function,
    /// Says yes or no.
    Truth,
}

struct Writer {
    /// The facts in scope, and the entities that are in them.
    facts: Vec<Fact>,
    entities: Vec<&'static str>,
}

fn output(step: usize) -> String {
    format!("'output_of_query{}'", step + 1)
}

/// Of `steps` one that is of a kind.
fn one_of(choices: &mut Choices<'_>, steps: &[Kind], kinds: &[Kind]) -> Option<String> {
    let fit: Vec<usize> = (0..steps.len()).filter(|at| kinds.contains(&steps[*at])).collect();
    (!fit.is_empty()).then(|| output(fit[choices.below(fit.len())]))
}

impl Writer {
    /// The output of an earlier step, names that stand for entities, or `own`.
    fn term(&self, choices: &mut Choices<'_>, steps: &[Kind], own: Option<String>) -> String {
        match (choices.below(8), own) {
            (0..3, _) if !steps.is_empty() => output(choices.below(steps.len())),
            (3, _) => format!("['{}', '{}']", choices.of(&self.entities), choices.of(&self.entities)),
            (4, _) | (_, None) => format!("'{}'", choices.of(&self.entities)),
            (_, Some(own)) => format!("'{own}'"),
        }
    }

    /// A comparison of a tail or value that can be `own`.
    fn compared(&self, choices: &mut Choices<'_>, steps: &[Kind], name: &str, own: Option<String>) -> String {
        let op = choices.of(&["=", "=", "=", "!=", ">", "<", ">=", "<="]);
        if matches!(op, "=" | "!=") {
            return format!("{name}{op}{}", self.term(choices, steps, own));
        }
        let bound = match choices.below(4) {
            0 if !steps.is_empty() => output(choices.below(steps.len())),
            1 => format!("'{}'", choices.of(&TYPED)),
            _ => format!("'{}'", choices.of(&NUMBERS)),
        };
        format!("{name}{op}{bound}")
    }

    fn get_information(&self, choices: &mut Choices<'_>, steps: &[Kind]) -> (Kind, String) {
        if self.facts.is_empty() {
            return (
                Kind::Searched,
                format!("get_information(head_entity='{}')", choices.of(&self.entities)),
            );
        }
        // The parameters are those of one fact, most of the time.
        let anchor = &self.facts[choices.below(self.facts.len())];
        let beside = self.beside(choices, anchor);
        // Which parameters are given: the usual shapes more often than the odd ones.
        let usual = [0b00011, 0b00110, 0b00010, 0b00110, 0b01011, 0b11110, 0b11010, 0b11011];
        let shape = match choices.once_in(3) {
            true => choices.below(31) + 1,
            false => usual[choices.below(usual.len())],
        };
        let (with_head, with_relation, with_tail) = (shape & 1 > 0, shape & 2 > 0, shape & 4 > 0);
        let (with_key, with_value) = (shape & 8 > 0, shape & 24 == 24);
        // A key beside them decides the sources that relations are looked for in.
        let several = with_relation && !with_key && choices.once_in(6);
        let found =
            (!with_key && choices.once_in(6)).then(|| one_of(choices, steps, &[Kind::Relations])).flatten();
        let plain = !several && found.is_none();
        let mut args = Vec::new();
        if with_head {
            let own = match &anchor.head {
                Member::Name(name) => Some(name.clone()),
                // A row is entered by another of its cells.
                _ => beside.map(|fact| fact.tail().text()),
            };
            args.push(format!(
                "head_entity={}",
                self.term(choices, steps, own.filter(|_| plain && with_relation))
            ));
        }
        if with_relation {
            args.push(match (&found, several) {
                (Some(found), _) => format!("relation={found}"),
                (_, true) => format!("relation=['{}', '{}']", anchor.relation, self.any(choices).relation),
                _ => format!("relation='{}'", anchor.relation),
            });
        }
        if with_tail {
            let own = Some(anchor.tail().text()).filter(|_| plain);
            args.push(match with_relation {
                true => self.compared(choices, steps, "tail_entity", own),
                // Only beside a relation is there anything to compare.
                false => format!("tail_entity={}", self.term(choices, steps, own)),
            });
        }
        let timed = anchor.start.is_some() || anchor.end.is_some() || choices.once_in(6);
        if with_key && timed && choices.below(4) > 0 {
            args.push(format!("key='{}'", choices.of(&KEYS)));
            if with_value {
                let op = choices.of(&["=", "!=", ">", "<", ">=", "<="]);
                let bound = match choices.below(6) {
                    0 if !steps.is_empty() => output(choices.below(steps.len())),
                    1 => format!("['{}', '{}']", choices.of(&DATES), choices.of(&DATES)),
                    2 => format!("'{}'", choices.of(&DATES)),
                    _ => {
                        let bound = anchor.start.as_ref().or(anchor.end.as_ref());
                        let bound = bound.map_or("1994", String::as_str);
                        // Often the year of a bound: its days before and after are what differs.
                        let year = bound.get(..4).filter(|_| choices.below(2) == 0);
                        format!("'{}'", year.unwrap_or(bound))
                    }
                };
                // A range has one bound.
                let op = if bound.starts_with('[') && !matches!(op, "=" | "!=") { "=" } else { op };
                args.push(format!("value{op}{bound}"));
            }
        } else if with_key {
            // Beside nothing but a tail, the key is its relation.
            let key = beside.filter(|_| with_relation || with_value || !with_tail).unwrap_or(anchor);
            args.push(format!("key='{}'", key.relation));
            if with_value {
                args.push(self.compared(choices, steps, "value", Some(key.tail().text())));
            }
        }
        let relations = args.len() == 1 && with_head;
        let kind = if relations { Kind::Relations } else { Kind::Searched };
        (kind, format!("get_information({})", args.join(", ")))
    }

    fn any(&self, choices: &mut Choices<'_>) -> &Fact {
        &self.facts[choices.below(self.facts.len())]
    }

    /// Another fact of the same head and source.
    fn beside(&self, choices: &mut Choices<'_>, anchor: &Fact) -> Option<&Fact> {
        let same =
            |f: &&Fact| f.source == anchor.source && f.head == anchor.head && f.relation != anchor.relation;
        let beside: Vec<&Fact> = self.facts.iter().filter(same).collect();
        (!beside.is_empty()).then(|| beside[choices.below(beside.len())])
    }

    fn function(&self, choices: &mut Choices<'_>, steps: &[Kind]) -> (Kind, String) {
        let set = |choices: &mut Choices<'_>| output(choices.below(steps.len()));
        if choices.once_in(8) {
            let call = match choices.below(4) {
                0 => format!("is_empty(set={})", set(choices)),
                1 => format!("not(set={})", set(choices)),
                _ => format!("{}(set1={}, set2={})", choices.of(&["and", "or"]), set(choices), set(choices)),
            };
            return (Kind::Truth, call);
        }
        (Kind::Function, self.of_sets(choices, steps))
    }

    fn of_sets(&self, choices: &mut Choices<'_>, steps: &[Kind]) -> String {
        let set = |choices: &mut Choices<'_>| output(choices.below(steps.len()));
        let relation = |choices: &mut Choices<'_>| match self.facts.is_empty() {
            true => String::new(),
            false => format!(", relation='{}'", self.any(choices).relation),
        };
        let perhaps =
            |choices: &mut Choices<'_>| if choices.below(2) == 0 { relation(choices) } else { String::new() };
        match choices.below(20) {
            16 => {
                let name = choices.of(&["product", "quotient"]);
                format!("{name}(set1={}, set2={})", set(choices), set(choices))
            }
            17 => format!(
                "{}(set={}{})",
                choices.of(&["sort", "sort_descending", "median"]),
                set(choices),
                perhaps(choices)
            ),
            18 => match choices.below(3) {
                0 => format!("split(set={})", set(choices)),
                1 => format!("part(set={}, k={})", set(choices), choices.below(3) + 1),
                _ => format!("nth(set={}, k={})", set(choices), choices.below(4) + 1),
            },
            19 => format!("unique(set={})", set(choices)),
            0 => format!("{}(set={})", choices.of(&["count", "count_distinct"]), set(choices)),
            1 | 2 => format!(
                "{}(set={}{})",
                choices.of(&["min", "max", "sum", "mean"]),
                set(choices),
                perhaps(choices)
            ),
            3 | 4 => {
                let name = choices.of(&["set_union", "set_intersection", "set_difference"]);
                let mut sets = vec![set(choices), set(choices)];
                if choices.once_in(3) {
                    sets.push(set(choices));
                }
                if choices.once_in(6) {
                    sets[1] = format!("'{}'", choices.of(&self.entities));
                }
                let sets: Vec<String> =
                    sets.iter().enumerate().map(|(at, set)| format!("set{}={set}", at + 1)).collect();
                format!("{name}({})", sets.join(", "))
            }
            5 | 6 => {
                let op = choices.of(&["=", "!=", ">", "<=", "<", ">="]);
                let bound = match choices.below(3) {
                    0 => set(choices),
                    1 => format!("'{}'", choices.of(&TYPED)),
                    _ => format!("'{}'", choices.name()),
                };
                format!("keep(set={}{}, value{op}{bound})", set(choices), perhaps(choices))
            }
            7 | 8 if !self.facts.is_empty() => {
                format!("{}(set={}{})", choices.of(&["argmax", "argmin"]), set(choices), relation(choices))
            }
            7..=9 => {
                let (name, k) = (choices.of(&["top_k", "bottom_k"]), choices.below(3) + 1);
                format!("{name}(set={}{}, k={k})", set(choices), perhaps(choices))
            }
            10 => format!("{}(set={})", choices.of(&["previous_row", "next_row"]), set(choices)),
            11 => format!("{}(set={})", choices.of(&["year", "month", "day", "absolute"]), set(choices)),
            12 => {
                let name = choices.of(&["difference", "sum", "mean"]);
                format!("{name}(set1={}, set2={})", set(choices), set(choices))
            }
            // These go by the facts behind the members, which are plain for a search.
            at => match one_of(choices, steps, &[Kind::Relations, Kind::Searched]) {
                None => format!("count(set={})", set(choices)),
                Some(set) if at == 13 => {
                    let relation = if choices.once_in(3) { relation(choices) } else { String::new() };
                    format!("{}(set={set}{relation})", choices.of(&["most_frequent", "least_frequent"]))
                }
                Some(set) => format!("{}(set={set})", choices.of(&["first", "last", "set_negation"])),
            },
        }
    }
}
