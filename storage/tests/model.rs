//! Random loads, replacements, removals and reopenings; after each, every read of
//! the graph must say what a naive model in memory says.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a helper of a test that cannot go on ends the test")]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{place, spec};
use proptest::prelude::*;
use trustuqa_storage::{
    Comparison, Date, Fact, FactId, Graph, GraphRead, Interval, NewFact, NodeId, NodeKind, Posting, Roles,
    Scope, Side, Snapshot, Source, SourceId, SourceKind, Value, fold, tokens,
};

/// Names that meet in every way: equal when folded, sharing tokens, of every typed kind.
const NAMES: &[&str] = &[
    "Brazil",
    "brazil",
    "Brasil",
    "São Paulo",
    "Sao Paulo",
    "the state of São Paulo",
    "?!",
    "",
    "Gold",
    "directed_by",
    "directed by",
    "1990",
    "1990.0",
    "1991",
    "42",
    "-7",
    "3.5",
    "$5",
    "5 kg",
    "1/2",
    "3rd",
    "3 May 1990",
    "May 1990",
    "1991-02-03",
    "1:30",
    "2-1",
    "3-0",
    "[line_1]",
];
const RELATIONS: &[&str] = &["Nation", "Gold", "directed_by", "1990", "when"];
const SOURCES: &[&str] = &["a", "b", "c"];
const DATES: &[Option<&str>] =
    &[None, Some("1989"), Some("1990"), Some("May 1990"), Some("3 May 1990"), Some("1992-01-01")];

/// A statement of a random source: head or row, relation, tail, dates.
type Statement = (usize, usize, usize, usize, usize);

#[derive(Clone, Debug)]
enum Step {
    /// Loads sources in one transaction, with this buffer and these rules for layers; before the
    /// last of them, the same transaction removes a source.
    Load(Vec<(usize, SourceKind, Vec<Statement>, usize)>, usize, (u64, u64), Option<usize>),
    Remove(usize),
    Compact,
    Reopen,
    /// Begins to load and cancels.
    Cancel(usize, Vec<Statement>),
}

/// A node as the model knows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Name(&'static str),
    Row(u32),
}

#[derive(Clone, Debug)]
struct ModelFact {
    head: Key,
    relation: &'static str,
    tail: &'static str,
    interval: Option<Interval>,
    line: u32,
}

#[derive(Clone, Debug)]
struct ModelSource {
    kind: SourceKind,
    facts: Vec<ModelFact>,
    empty_column: &'static str,
    stored: Source,
}

impl ModelSource {
    /// The roles of a name here; `None` when the source does not use it.
    fn roles(&self, name: &str) -> Option<Roles> {
        let mut found = (self.empty_column == name).then_some(Roles::RELATION);
        let mut add = |role: Roles| found = Some(found.unwrap_or_default().with(role));
        let graph = self.kind != SourceKind::Table;
        for fact in &self.facts {
            if matches!(&fact.head, Key::Name(head) if *head == name) && graph {
                add(Roles::HEAD);
            }
            if fact.relation == name {
                add(Roles::RELATION);
            }
            if fact.tail == name {
                add(if graph { Roles::TAIL } else { Roles::CELL });
            }
        }
        found
    }
}

type Model = BTreeMap<&'static str, ModelSource>;

fn model_facts(kind: SourceKind, statements: &[Statement]) -> Vec<ModelFact> {
    let date = |at: usize| DATES[at % DATES.len()].and_then(Date::parse);
    (1..)
        .zip(statements)
        .map(|(line, &(head, relation, tail, start, end))| ModelFact {
            head: if kind == SourceKind::Table {
                Key::Row(head as u32 * 100 % 700 + 1)
            } else {
                Key::Name(NAMES[head % NAMES.len()])
            },
            relation: RELATIONS[relation % RELATIONS.len()],
            tail: NAMES[tail % NAMES.len()],
            interval: (kind == SourceKind::Tkg).then(|| Interval { start: date(start), end: date(end) }),
            line,
        })
        .collect()
}

fn write(
    load: &mut trustuqa_storage::Load,
    name: &'static str,
    kind: SourceKind,
    facts: Vec<ModelFact>,
    empty_column: &'static str,
) -> impl FnOnce(Source) -> ModelSource + use<> {
    let mut source = load.begin_source(spec(name, kind)).unwrap();
    source.intern("a name that no fact uses").unwrap();
    let column = source.intern(empty_column).unwrap();
    source.relation_column(column, 9);
    for fact in &facts {
        let head = match fact.head {
            Key::Row(row) => source.row(row).unwrap(),
            Key::Name(name) => source.intern(name).unwrap(),
        };
        let (relation, tail) = (source.intern(fact.relation).unwrap(), source.intern(fact.tail).unwrap());
        let fact = NewFact { head, relation, tail, interval: fact.interval, place: place(fact.line) };
        source.fact(fact).unwrap();
    }
    source.finish().unwrap();
    move |stored| ModelSource { kind, facts, empty_column, stored }
}

/// Reads of a snapshot turned into the model's words, and the model's own answers.
struct Checker<'a> {
    read: &'a Snapshot,
    model: &'a Model,
    scope: Scope,
}

impl Checker<'_> {
    fn key(&self, id: NodeId) -> Key {
        let node = self.read.node(id).unwrap();
        assert_eq!(node.id, id);
        match node.kind {
            NodeKind::Row { source, row } => {
                assert_eq!(node.text, format!("[line_{row}]"));
                assert_eq!(self.read.row_node(source, row).unwrap(), Some(id));
                Key::Row(row)
            }
            NodeKind::Name => {
                assert_eq!(node.value, Value::parse(&node.text));
                Key::Name(NAMES.iter().chain(RELATIONS).find(|name| **name == node.text).unwrap())
            }
        }
    }

    /// (source, fact id, fact) of the model inside the scope, in id order.
    fn facts(&self) -> Vec<(SourceId, FactId, &ModelFact)> {
        let mut sources: Vec<_> =
            self.model.values().filter(|source| self.scope.contains(source.stored.id)).collect();
        sources.sort_by_key(|source| source.stored.id);
        sources
            .iter()
            .flat_map(|source| {
                let first = source.stored.first_fact.0;
                (first..).zip(&source.facts).map(|(id, fact)| (source.stored.id, FactId(id), fact))
            })
            .collect()
    }

    /// Compares postings with the model's facts that pass the test.
    fn same(&self, what: &str, found: Vec<Posting>, passes: impl Fn(SourceId, &ModelFact) -> bool) {
        let found: Vec<_> = found
            .into_iter()
            .map(|posting| {
                (posting.fact, self.key(posting.head), self.key(posting.relation), self.key(posting.tail))
            })
            .collect();
        let expected: Vec<_> = self
            .facts()
            .into_iter()
            .filter(|(source, _, fact)| passes(*source, fact))
            .map(|(_, id, fact)| (id, fact.head.clone(), Key::Name(fact.relation), Key::Name(fact.tail)))
            .collect();
        assert_eq!(found, expected, "{what} in {:?}", self.scope);
    }

    /// The roles of a name inside the scope; `None` when no source there uses it.
    fn roles(&self, name: &str) -> Option<Roles> {
        self.model
            .values()
            .filter(|source| self.scope.contains(source.stored.id))
            .filter_map(|source| source.roles(name))
            .reduce(Roles::with)
    }

    fn check_names(&self) {
        for name in NAMES.iter().chain(RELATIONS) {
            let used = self.model.values().any(|source| source.roles(name).is_some());
            let node = self.read.node_named(name).unwrap();
            assert_eq!(node.is_some(), used, "the name `{name}`");
            let same_folded: BTreeSet<_> = NAMES
                .iter()
                .chain(RELATIONS)
                .filter(|other| fold(other) == fold(name))
                .filter_map(|other| self.read.node_named(other).unwrap())
                .collect();
            let folded = self.read.nodes_folded(name).unwrap();
            assert_eq!(folded, same_folded.into_iter().collect::<Vec<_>>());
            let Some(node) = node else { continue };
            assert_eq!(self.read.roles(node, &self.scope).unwrap(), self.roles(name).unwrap_or_default());
            let in_sources: Vec<_> = self
                .model
                .values()
                .filter(|source| source.roles(name).unwrap_or_default().meets(Roles::RELATION))
                .map(|source| source.stored.id)
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect();
            assert_eq!(self.read.sources_of_relation(node).unwrap(), in_sources);
        }
        assert_eq!(self.read.node_named("a name that no fact uses").unwrap(), None);
    }

    fn check_tokens(&self) {
        let distinct: BTreeSet<&str> = NAMES.iter().chain(RELATIONS).copied().collect();
        let words: BTreeSet<String> = distinct.iter().flat_map(|name| tokens(name)).collect();
        for word in &words {
            let holding: Vec<&str> =
                distinct.iter().copied().filter(|name| tokens(name).contains(word)).collect();
            let used = |name: &&&str| self.model.values().any(|source| source.roles(name).is_some());
            let count = holding.iter().filter(used).count();
            assert_eq!(self.read.token_count(word).unwrap() as usize, count, "token `{word}`");
            let near = self.read.tokens_near(word, 0).unwrap();
            assert_eq!(
                near,
                (count > 0).then(|| (word.clone(), count as u32)).into_iter().collect::<Vec<_>>()
            );
            for roles in [Roles::ANY, Roles::RELATION, Roles::ENTITY, Roles::CELL] {
                let mut expected: Vec<(NodeId, Roles)> = holding
                    .iter()
                    .filter_map(|name| Some((self.read.node_named(name).unwrap()?, self.roles(name)?)))
                    .filter(|(_, played)| played.meets(roles))
                    .collect();
                expected.sort_unstable();
                assert_eq!(self.read.nodes_with_token(word, roles, &self.scope).unwrap(), expected);
            }
        }
    }

    /// Parts of the facts around a node are, taken together, all of them.
    fn check_parts(&self, node: NodeId) {
        let heads = self.read.facts_of_head(node, None, &self.scope).unwrap();
        let tails = self.read.facts_of_tail(node, None, &self.scope).unwrap();
        for (side, whole) in [(Side::Head, heads), (Side::Tail, tails)] {
            let mut parts = Vec::new();
            loop {
                let skip = parts.len() as u64;
                let (part, total) = self.read.facts_around(node, side, &self.scope, skip, 2).unwrap();
                assert_eq!(total, whole.len() as u64);
                assert_eq!(part.len(), (whole.len() - parts.len()).min(2));
                if part.is_empty() {
                    break;
                }
                parts.extend(part);
            }
            let (ordered, _) = self.read.facts_around(node, side, &self.scope, 0, usize::MAX).unwrap();
            for each in [1, 3] {
                let mut expected: Vec<(SourceId, Posting)> = Vec::new();
                for posting in &ordered {
                    let source = self.read.fact(posting.fact).unwrap().source;
                    let alike =
                        |(of, p): &&(SourceId, Posting)| (*of, p.relation) == (source, posting.relation);
                    if expected.iter().filter(alike).count() < each {
                        expected.push((source, *posting));
                    }
                }
                let found = self.read.facts_of_each_relation(node, side, &self.scope, each, usize::MAX);
                assert_eq!(found.unwrap(), expected);
            }
            parts.sort_unstable();
            assert_eq!(parts, whole);
        }
    }

    fn check_facts(&self) {
        let relations: Vec<_> =
            RELATIONS.iter().filter_map(|name| Some((*name, self.read.node_named(name).unwrap()?))).collect();
        for name in NAMES {
            let Some(node) = self.read.node_named(name).unwrap() else { continue };
            let is_head = |fact: &ModelFact| fact.head == Key::Name(name);
            let found = self.read.facts_of_head(node, None, &self.scope).unwrap();
            self.same("facts of a head", found, |_, fact| is_head(fact));
            let found = self.read.facts_of_tail(node, None, &self.scope).unwrap();
            self.same("facts of a tail", found, |_, fact| fact.tail == *name);
            self.check_parts(node);
            for (relation, id) in &relations {
                let found = self.read.facts_of_head(node, Some(*id), &self.scope).unwrap();
                self.same("facts of head and relation", found, |_, fact| {
                    is_head(fact) && fact.relation == *relation
                });
                let found = self.read.facts_of_relation(*id, Some(node), &self.scope).unwrap();
                let both = |_, fact: &ModelFact| fact.tail == *name && fact.relation == *relation;
                self.same("facts of relation and tail", found, both);
                let found = self.read.facts_of_tail(node, Some(*id), &self.scope).unwrap();
                self.same("facts of tail and relation", found, both);
            }
        }
        for (relation, id) in relations {
            let found = self.read.facts_of_relation(id, None, &self.scope).unwrap();
            self.same("facts of a relation", found, |_, fact| fact.relation == relation);
            self.check_ranges(relation, id);
        }
        self.check_times();
    }

    fn check_ranges(&self, relation: &str, id: NodeId) {
        for asked in NAMES {
            let value = Value::parse(asked);
            for op in [Comparison::Eq, Comparison::Lt, Comparison::Le, Comparison::Gt, Comparison::Ge] {
                let found = self.read.facts_in_range(id, op, &value, &self.scope).unwrap();
                self.same(&format!("{relation} {op:?} {asked}"), found, |_, fact| {
                    fact.relation == relation
                        && Value::parse(fact.tail).compare(&value).is_some_and(|order| match op {
                            Comparison::Eq => order.is_eq(),
                            Comparison::Lt => order.is_lt(),
                            Comparison::Le => order.is_le(),
                            Comparison::Gt => order.is_gt(),
                            _ => order.is_ge(),
                        })
                });
            }
        }
        let other = self.read.facts_in_range(id, Comparison::Ne, &Value::Integer(1), &self.scope);
        assert!(matches!(other, Err(trustuqa_model::Error::Invalid { .. })));
    }

    fn check_times(&self) {
        let day = |text: &str| Date::parse(text).unwrap();
        let spans = [
            (day("1990").first_day(), day("1990").last_day()),
            (day("3 May 1990").first_day(), day("3 May 1990").last_day()),
            (day("1993").first_day(), i32::MAX),
            (i32::MIN, day("1988").last_day()),
        ];
        for (first, last) in spans {
            let meets = |fact: &ModelFact| {
                fact.interval.is_some_and(|interval| {
                    interval.start.is_none_or(|start| start.first_day() <= last)
                        && interval.end.is_none_or(|end| end.last_day() >= first)
                })
            };
            let found = self.read.facts_in_time(None, first, last, &self.scope).unwrap();
            self.same("facts in time", found, |_, fact| meets(fact));
            for relation in RELATIONS {
                let Some(id) = self.read.node_named(relation).unwrap() else { continue };
                let found = self.read.facts_in_time(Some(id), first, last, &self.scope).unwrap();
                self.same("facts of a relation in time", found, |_, fact| {
                    fact.relation == *relation && meets(fact)
                });
            }
        }
    }

    fn check_sources(&self) {
        let mut expected: Vec<Source> = self.model.values().map(|source| source.stored.clone()).collect();
        expected.sort_by_key(|source| source.id);
        assert_eq!(*self.read.sources().unwrap(), *expected);
        for source in self.model.values() {
            let stored = &source.stored;
            assert_eq!(stored.facts, source.facts.len() as u64);
            let facts = self.read.facts_of_source(stored.id, 1, 1000).unwrap();
            let expected: Vec<_> = source.facts.iter().skip(1).collect();
            assert_eq!(facts.len(), expected.len());
            for (Fact { id, head, relation, tail, interval, place, .. }, expected) in
                facts.iter().zip(expected)
            {
                assert_eq!(self.key(*head), expected.head);
                assert_eq!(self.key(*relation), Key::Name(expected.relation));
                assert_eq!(self.key(*tail), Key::Name(expected.tail));
                assert_eq!((*interval, place.line), (expected.interval, expected.line));
                assert_eq!(self.read.fact(*id).unwrap().head, *head);
            }
            let rows: BTreeSet<u32> = source
                .facts
                .iter()
                .filter_map(|fact| if let Key::Row(row) = fact.head { Some(row) } else { None })
                .collect();
            assert_eq!(stored.rows, rows.len() as u64);
            for row in 0..=702 {
                let node = self.read.row_node(stored.id, row).unwrap();
                assert_eq!(node.is_some(), rows.contains(&row), "row {row}");
                if let Some(node) = node {
                    assert_eq!(self.read.roles(node, &self.scope).unwrap(), Roles::default());
                    let found = self.read.facts_of_head(node, None, &self.scope).unwrap();
                    self.same("facts of a row", found, |id, fact| {
                        id == stored.id && fact.head == Key::Row(row)
                    });
                }
            }
            let nodes: BTreeSet<Key> = source
                .facts
                .iter()
                .flat_map(|fact| [fact.head.clone(), Key::Name(fact.relation), Key::Name(fact.tail)])
                .collect();
            assert_eq!(stored.nodes, nodes.len() as u64);
            for info in &stored.relations {
                let facts = || source.facts.iter().filter(|fact| fact.relation == info.name);
                assert_eq!(info.facts, facts().count() as u64);
                let sample = facts().map(|fact| fact.tail).find(|tail| !tail.trim().is_empty());
                assert_eq!(info.sample.as_deref(), sample);
                let untyped = facts().filter(|fact| Value::parse(fact.tail).order_key().is_none());
                assert_eq!(info.untyped, untyped.count() as u64, "texts of {}", info.name);
                let kinds = facts().filter(|fact| !fact.tail.trim().is_empty());
                let mut counts = BTreeMap::new();
                kinds.for_each(|fact| *counts.entry(Value::parse(fact.tail).kind()).or_insert(0) += 1);
                assert_eq!(counts.get(&info.kind), counts.values().max(), "the kind of {}", info.name);
                assert_eq!(info.column, (info.name == source.empty_column).then_some(9));
            }
        }
    }
}

fn check(graph: &Graph, model: &Model) {
    assert_eq!(graph.check().unwrap().problems, Vec::<String>::new());
    let read = graph.snapshot().unwrap();
    let mut ids: Vec<SourceId> = model.values().map(|source| source.stored.id).collect();
    ids.sort_unstable();
    let mut scopes = vec![Scope::All, Scope::Only(vec![]), Scope::Only(vec![SourceId(9999)])];
    scopes.extend(ids.iter().map(|id| Scope::Only(vec![*id])));
    if let [first, .., last] = ids[..] {
        scopes.push(Scope::Only(vec![first, last]));
    }
    for scope in scopes {
        let checker = Checker { read: &read, model, scope };
        checker.check_names();
        checker.check_tokens();
        checker.check_facts();
        if checker.scope == Scope::All {
            checker.check_sources();
        }
    }
}

fn statements() -> impl Strategy<Value = Vec<Statement>> {
    prop::collection::vec((0..100usize, 0..5usize, 0..100usize, 0..6usize, 0..6usize), 0..25)
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let kind = prop_oneof![Just(SourceKind::Table), Just(SourceKind::Kg), Just(SourceKind::Tkg)];
    let source = (0..SOURCES.len(), kind, statements(), 0..RELATIONS.len());
    let removed = prop::option::weighted(0.3, 0..SOURCES.len());
    let layers = (prop_oneof![Just(1u64), Just(5), Just(1000)], 0..4u64);
    let buffer = prop_oneof![Just(7usize), Just(100_000)];
    let load = (prop::collection::vec(source, 1..4), buffer, layers, removed);
    let step = prop_oneof![
        6 => load.prop_map(|(sources, buffer, layers, removed)| Step::Load(sources, buffer, layers, removed)),
        2 => (0..SOURCES.len()).prop_map(Step::Remove),
        1 => Just(Step::Compact),
        1 => Just(Step::Reopen),
        1 => (0..SOURCES.len(), statements()).prop_map(|(name, facts)| Step::Cancel(name, facts)),
    ];
    prop::collection::vec(step, 1..8)
}

/// Takes the steps in a graph and in the model, and compares every read after each.
fn check_steps(steps: Vec<Step>) {
    let folder = tempfile::tempdir().unwrap();
    let mut graph = Graph::open(folder.path(), true).unwrap();
    let mut model = Model::new();
    for step in steps {
        match step {
            Step::Load(sources, buffer, (least, ratio), removed) => {
                let mut load = graph.load().unwrap().with_buffer(buffer).with_layers(least, ratio);
                let last = sources.len() - 1;
                // Sources that were written before the removal.
                let mut gone = 0;
                let mut written = Vec::new();
                for (at, (name, kind, statements, column)) in sources.into_iter().enumerate() {
                    if at == last
                        && let Some(removed) = removed
                    {
                        let known = model.contains_key(SOURCES[removed])
                            || written.iter().any(|(name, _)| *name == SOURCES[removed]);
                        assert_eq!(load.remove(SOURCES[removed]).unwrap(), known);
                        model.remove(SOURCES[removed]);
                        gone = written.len();
                    }
                    let facts = model_facts(kind, &statements);
                    let source = write(&mut load, SOURCES[name], kind, facts, RELATIONS[column]);
                    written.push((SOURCES[name], source));
                }
                let stored = load.commit().unwrap();
                assert_eq!(stored.len(), written.len());
                for (at, ((name, source), stored)) in written.into_iter().zip(stored).enumerate() {
                    assert_eq!(name, stored.name.as_str());
                    // What was loaded before the removal may be what was removed.
                    if at >= gone || removed.is_none_or(|removed| SOURCES[removed] != name) {
                        model.insert(name, source(stored));
                    }
                }
            }
            Step::Remove(name) => {
                let removed = graph.remove_source(SOURCES[name]);
                assert_eq!(removed.is_ok(), model.remove(SOURCES[name]).is_some());
            }
            Step::Compact => drop(graph.compact().unwrap()),
            Step::Reopen => {
                drop(graph);
                graph = Graph::open(folder.path(), false).unwrap();
            }
            Step::Cancel(name, statements) => {
                let mut load = graph.load().unwrap();
                load.remove(SOURCES[0]).unwrap();
                let facts = model_facts(SourceKind::Kg, &statements);
                let _ = write(&mut load, SOURCES[name], SourceKind::Kg, facts, "when");
            }
        }
        check(&graph, &model);
    }
    for name in model.keys() {
        graph.remove_source(name).unwrap();
    }
    assert_eq!(common::rows_left(folder.path(), graph), []);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn every_read_agrees_with_a_naive_model(steps in steps()) {
        check_steps(steps);
    }
}

#[test]
fn two_sources_of_one_name_in_one_load() {
    let source = (1, SourceKind::Table, Vec::new(), 0);
    check_steps(vec![Step::Load(vec![source.clone(), source], 7, (1, 0), None)]);
}
