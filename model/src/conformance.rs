//! How every store must behave: one suite of checks over a small graph.
//!
//! A store has a test that passes [`check`] a function which builds a graph in that store from a list of
//! sources. Every method of [`GraphRead`] is called, and the expected results are written out, so that the
//! suite does not depend on any store being right.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::missing_panics_doc,
    reason = "checks of a test, which end it where they fail"
)]

mod sources;

use crate::{
    Comparison, Date, Error, FactId, GraphRead, Interval, NodeId, NodeKind, Place, Posting, Roles, Scope,
    Side, SourceId, SourceKind, Value, ValueKind,
};

pub use sources::{TestContent, TestSource, check_entries, load, load_graph, load_table, memory};

/// Builds a graph of exactly these sources, in this order, and calls the function with it.
pub type Build<'b> = &'b dyn Fn(&[TestSource], &mut dyn FnMut(&dyn GraphRead));

/// Checks that a store answers every read as it must.
pub fn check(build: Build<'_>) {
    build(&[], &mut |graph| empty(graph));
    build(&[sparse_table()], &mut |graph| kinds(graph));
    build(&sources(), &mut |graph| {
        let asked = GraphByNames(graph);
        names(&asked);
        tokens(&asked);
        roles(&asked);
        facts(&asked);
        scopes(&asked);
        pages(&asked);
        ranges(&asked);
        times(&asked);
        catalogue(&asked);
        unknown(&asked);
        vectors(&asked);
    });
}

/// Names that occur in several sources, are equal when folded, and have readings of most kinds.
fn sources() -> [TestSource; 3] {
    let table = TestContent::Table {
        header: &["Nation", "Gold", "Weight", "Date", "Note"],
        rows: &[
            &["Brazil", "3", "5 kg", "3 May 1990", ""],
            &["São Paulo", "12", "7.5 kg", "May 1991", ""],
            &["Brasil", "1,200", "heavy", "1990-12-31", ""],
            &["brazil", "", "", "", ""],
        ],
    };
    let kg = TestContent::Kg(&[
        ["Hedwig", "directed_by", "John Cameron Mitchell"],
        ["Shortbus", "directed_by", "John Cameron Mitchell"],
        ["Hedwig", "Nation", "Brazil"],
        ["Brazil", "directed_by", "Terry Gilliam"],
        ["Hedwig", "directed_by", "John Cameron Mitchell"],
    ]);
    let span = |start: &str, end: &str| Interval { start: Date::parse(start), end: Date::parse(end) };
    let tkg = TestContent::Tkg(vec![
        (["Brazil", "president", "Sarney"], span("1985-03-15", "1990-03-15")),
        (["Brazil", "president", "Collor"], span("1990", "1992")),
        (["Brazil", "president", "Lula"], span("2023", "")),
        (["Brazil", "capital", "Rio"], span("", "1960-04-21")),
        (["Brazil", "capital", "Terra Brasilis"], span("", "")),
    ]);
    [
        TestSource { name: "medals", content: table },
        TestSource { name: "films", content: kg },
        TestSource { name: "offices", content: tkg },
    ]
}

/// A table most of whose cells are placeholders for a missing value.
fn sparse_table() -> TestSource {
    let content = TestContent::Table {
        header: &["Guest", "Fee", "Note"],
        rows: &[&["Ann", "nil", "-"], &["Bo", "nil", "N/A"], &["Cy", "nil", "late"], &["Di", "12.50", "-"]],
    };
    TestSource { name: "guests", content }
}

/// Placeholders for missing values do not influence the kind of a column.
fn kinds(graph: &dyn GraphRead) {
    let sources = graph.sources().unwrap();
    let read = sources[0].relations.iter().map(|info| (info.kind, info.untyped, info.sample.as_deref()));
    assert_eq!(
        read.collect::<Vec<_>>(),
        [
            (ValueKind::Text, 4, Some("Ann")),
            (ValueKind::Decimal, 3, Some("12.50")),
            (ValueKind::Text, 4, Some("late")),
        ]
    );
}

/// A graph that is queried by names.
struct GraphByNames<'g>(&'g dyn GraphRead);

impl GraphByNames<'_> {
    fn id(&self, text: &str) -> NodeId {
        self.0.node_named(text).unwrap().unwrap_or_else(|| panic!("`{text}` is not in the graph"))
    }

    fn text(&self, node: NodeId) -> String {
        self.0.node(node).unwrap().text
    }

    fn source(&self, name: &str) -> SourceId {
        let sources = self.0.sources().unwrap();
        sources.iter().find(|source| source.name == name).unwrap().id
    }

    fn only(&self, names: &[&str]) -> Scope {
        let mut ids: Vec<SourceId> = names.iter().map(|name| self.source(name)).collect();
        ids.sort_unstable();
        Scope::Only(ids)
    }

    /// Postings as texts, after a check that they are in ascending order without repetition and that each
    /// agrees with its fact.
    fn texts(&self, found: &[Posting]) -> Vec<String> {
        assert!(found.windows(2).all(|pair| pair[0].fact < pair[1].fact), "not ascending: {found:?}");
        found.iter().map(|posting| self.posting(*posting)).collect()
    }

    fn posting(&self, posting: Posting) -> String {
        let Posting { fact, head, relation, tail } = posting;
        let stored = self.0.fact(fact).unwrap();
        assert_eq!((stored.id, stored.head, stored.relation, stored.tail), (fact, head, relation, tail));
        [head, relation, tail].map(|part| self.text(part)).join(" | ")
    }

    /// The texts of the tails of postings.
    fn tails(&self, found: &[Posting]) -> Vec<String> {
        self.texts(found);
        found.iter().map(|posting| self.text(posting.tail)).collect()
    }

    fn heads_of(&self, nodes: &[NodeId]) -> Vec<String> {
        assert!(nodes.is_sorted(), "not ascending: {nodes:?}");
        nodes.iter().map(|node| self.text(*node)).collect()
    }
}

fn empty(graph: &dyn GraphRead) {
    assert_eq!(*graph.sources().unwrap(), []);
    assert_eq!(graph.node_named("Brazil").unwrap(), None);
    assert_eq!(graph.nodes_folded("Brazil").unwrap(), []);
    assert_eq!(graph.token_count("brazil").unwrap(), 0);
    assert_eq!(graph.tokens_near("brazil", 2).unwrap(), []);
    assert_eq!(graph.facts_in_time(None, i32::MIN, i32::MAX, &Scope::All).unwrap(), []);
    assert_eq!(graph.facts_of_head(NodeId(0), None, &Scope::All).unwrap(), []);
    assert!(matches!(graph.node(NodeId(0)), Err(Error::Unknown { .. })));
    assert!(matches!(graph.fact(FactId(0)), Err(Error::Unknown { .. })));
}

fn names(asked: &GraphByNames<'_>) {
    let graph = asked.0;
    for text in ["Brazil", "brazil", "São Paulo", "1,200", "directed_by", "Note"] {
        let node = graph.node(asked.id(text)).unwrap();
        assert_eq!((node.text.as_str(), node.kind), (text, NodeKind::Name));
        assert_eq!((node.value, node.iri), (Value::parse(text), None));
    }
    for absent in ["BRAZIL", "", "[line_1]", "medals"] {
        assert_eq!(graph.node_named(absent).unwrap(), None, "`{absent}`");
    }
    let folded = |text: &str| {
        let mut found = asked.heads_of(&graph.nodes_folded(text).unwrap());
        found.sort();
        found
    };
    graph.expect_names(&["Brazil", "Sao Paulo", "nowhere"].map(str::to_owned)).unwrap();
    assert_eq!(folded("BRAZIL"), ["Brazil", "brazil"]);
    assert_eq!(folded("sao  paulo"), ["São Paulo"]);
    assert_eq!(folded("Directed By"), ["directed_by"]);
    assert_eq!(folded("nowhere"), Vec::<String>::new());

    let medals = asked.source("medals");
    let row = graph.row_node(medals, 2).unwrap().unwrap();
    let node = graph.node(row).unwrap();
    assert_eq!(node.kind, NodeKind::Row { source: medals, row: 2 });
    assert_eq!((node.text.as_str(), node.value), ("[line_2]", Value::Text));
    let others =
        [graph.row_node(medals, 0), graph.row_node(medals, 5), graph.row_node(asked.source("films"), 1)];
    assert!(others.into_iter().all(|row| row.unwrap().is_none()));
}

fn tokens(asked: &GraphByNames<'_>) {
    let graph = asked.0;
    // Some tokens are prefetched together, the others are read one by one.
    graph.expect_tokens(&["brazil", "line", "Brazil", "brazil"].map(str::to_owned)).unwrap();
    for (token, count) in [("brazil", 2), ("brasil", 1), ("john", 1), ("kg", 2), ("line", 0), ("Brazil", 0)] {
        assert_eq!(graph.token_count(token).unwrap(), count, "`{token}`");
    }
    let near = |token: &str, distance| graph.tokens_near(token, distance).unwrap();
    assert_eq!(near("brazil", 0), [("brazil".to_owned(), 2)]);
    assert_eq!(near("brazil", 1), [("brazil".to_owned(), 2), ("brasil".to_owned(), 1)]);
    assert_eq!(near("bresil", 1), [("brasil".to_owned(), 1)]);
    assert_eq!(near("bresil", 2), [("brasil".to_owned(), 1), ("brazil".to_owned(), 2)]);
    assert_eq!(near("xyzzy", 1), []);

    let holding = |token: &str, roles, scope: &Scope| {
        let found = graph.nodes_with_token(token, roles, scope).unwrap();
        let nodes: Vec<NodeId> = found.iter().map(|(node, _)| *node).collect();
        asked.heads_of(&nodes);
        let mut found: Vec<(String, Roles)> =
            found.into_iter().map(|(node, roles)| (asked.text(node), roles)).collect();
        found.sort();
        found
    };
    let (head, tail, cell) = (Roles::HEAD, Roles::TAIL, Roles::CELL);
    let all = head.with(tail).with(cell);
    let expected = [("Brazil".to_owned(), all), ("brazil".to_owned(), cell)];
    assert_eq!(holding("brazil", Roles::ANY, &Scope::All), expected);
    assert_eq!(holding("brazil", Roles::ENTITY, &Scope::All), expected);
    assert_eq!(holding("brazil", Roles::TAIL, &Scope::All), expected[..1]);
    assert_eq!(holding("brazil", Roles::RELATION, &Scope::All), []);
    // Roles that a name plays in other sources do not count.
    let films = asked.only(&["films"]);
    assert_eq!(holding("brazil", Roles::ANY, &films), [("Brazil".to_owned(), head.with(tail))]);
    assert_eq!(holding("brazil", Roles::CELL, &films), []);
    assert_eq!(holding("nation", Roles::RELATION, &films), [("Nation".to_owned(), Roles::RELATION)]);
}

fn roles(asked: &GraphByNames<'_>) {
    let graph = asked.0;
    let of = |name: &str, scope: &Scope| graph.roles(asked.id(name), scope).unwrap();
    assert_eq!(of("Nation", &Scope::All), Roles::RELATION);
    assert_eq!(of("Hedwig", &Scope::All), Roles::HEAD);
    assert_eq!(of("Brazil", &Scope::All), Roles::ENTITY);
    assert_eq!(of("Brazil", &asked.only(&["medals"])), Roles::CELL);
    assert_eq!(of("Brazil", &asked.only(&["offices"])), Roles::HEAD);
    assert_eq!(of("Brazil", &asked.only(&["medals", "offices"])), Roles::CELL.with(Roles::HEAD));
    assert_eq!(of("Hedwig", &asked.only(&["medals"])), Roles::default());
    assert_eq!(of("Brazil", &Scope::Only(Vec::new())), Roles::default());
    // A column without cells is still a column.
    assert_eq!(of("Note", &Scope::All), Roles::RELATION);
    let row = graph.row_node(asked.source("medals"), 1).unwrap().unwrap();
    assert_eq!(graph.roles(row, &Scope::All).unwrap(), Roles::default());
}

fn facts(asked: &GraphByNames<'_>) {
    let graph = asked.0;
    let (hedwig, directed, mitchell) =
        (asked.id("Hedwig"), asked.id("directed_by"), asked.id("John Cameron Mitchell"));
    let by_mitchell = "Hedwig | directed_by | John Cameron Mitchell";
    // A loop may reach a node or a relation several times.
    for (side, node) in [(Side::Head, hedwig), (Side::Tail, mitchell)] {
        graph.expect_facts_of(&[node, node], side, &[directed, directed]).unwrap();
    }
    let found = graph.facts_of_head(hedwig, Some(directed), &Scope::All).unwrap();
    assert_eq!(asked.texts(&found), [by_mitchell, by_mitchell]);
    assert_eq!(graph.facts_of_tail(mitchell, Some(directed), &Scope::All).unwrap().len(), 3);
    let found = graph.facts_of_head(hedwig, None, &Scope::All).unwrap();
    assert_eq!(asked.texts(&found), [by_mitchell, "Hedwig | Nation | Brazil", by_mitchell]);
    let found = graph.facts_of_head(hedwig, Some(directed), &Scope::All).unwrap();
    assert_eq!(asked.texts(&found), [by_mitchell, by_mitchell]);
    let found = graph.facts_of_relation(directed, None, &Scope::All).unwrap();
    assert_eq!(
        asked.tails(&found),
        ["John Cameron Mitchell", "John Cameron Mitchell", "Terry Gilliam", "John Cameron Mitchell"]
    );
    let three =
        ["Hedwig", "Shortbus", "Hedwig"].map(|head| format!("{head} | directed_by | John Cameron Mitchell"));
    let found = graph.facts_of_relation(directed, Some(mitchell), &Scope::All).unwrap();
    assert_eq!(asked.texts(&found), three);
    assert_eq!(graph.facts_of_tail(mitchell, Some(directed), &Scope::All).unwrap(), found);
    assert_eq!(graph.facts_of_tail(mitchell, None, &Scope::All).unwrap(), found);
    assert_eq!(graph.facts_of_tail(mitchell, Some(asked.id("Nation")), &Scope::All).unwrap(), []);
    assert_eq!(graph.facts_of_head(mitchell, None, &Scope::All).unwrap(), []);

    let row = graph.row_node(asked.source("medals"), 3).unwrap().unwrap();
    let found = graph.facts_of_head(row, None, &Scope::All).unwrap();
    assert_eq!(asked.tails(&found), ["Brasil", "1,200", "heavy", "1990-12-31"]);
    let fact = graph.fact(found[1].fact).unwrap();
    assert_eq!(fact.source, asked.source("medals"));
    assert_eq!((fact.place, fact.interval), (Place { line: 4, row: Some(3), column: Some(1) }, None));
    let empty = graph.facts_of_relation(asked.id("Note"), None, &Scope::All).unwrap();
    assert_eq!(empty, []);
}

fn scopes(asked: &GraphByNames<'_>) {
    let graph = asked.0;
    let (nation, brazil) = (asked.id("Nation"), asked.id("Brazil"));
    let both = ["[line_1] | Nation | Brazil", "Hedwig | Nation | Brazil"];
    let films = asked.source("films");
    graph.expect_relations(&[(asked.source("medals"), nation), (films, nation), (films, nation)]).unwrap();
    let of_films = graph.facts_of_relation(nation, None, &Scope::Only(vec![films])).unwrap();
    assert_eq!(asked.texts(&of_films), both[1..]);
    for (scope, expected) in [
        (Scope::All, &both[..]),
        (asked.only(&["medals", "films"]), &both[..]),
        (asked.only(&["medals"]), &both[..1]),
        (asked.only(&["films", "offices"]), &both[1..]),
        (asked.only(&["offices"]), &[]),
        (Scope::Only(Vec::new()), &[]),
        (Scope::Only(vec![SourceId(9999)]), &[]),
    ] {
        let found = graph.facts_of_relation(nation, Some(brazil), &scope).unwrap();
        assert_eq!(asked.texts(&found), expected, "{scope:?}");
        let found = graph.facts_of_tail(brazil, None, &scope).unwrap();
        assert_eq!(asked.texts(&found), expected, "{scope:?}");
        let found = graph.facts_of_relation(nation, None, &scope).unwrap();
        assert_eq!(found.iter().filter(|posting| posting.tail == brazil).count(), expected.len());
    }
    let heads = graph.facts_of_head(brazil, None, &asked.only(&["films"])).unwrap();
    assert_eq!(asked.tails(&heads), ["Terry Gilliam"]);
}

fn pages(asked: &GraphByNames<'_>) {
    let graph = asked.0;
    let brazil = asked.id("Brazil");
    for (side, scope) in [
        (Side::Head, Scope::All),
        (Side::Tail, Scope::All),
        (Side::Head, asked.only(&["offices"])),
        (Side::Head, asked.only(&["medals"])),
    ] {
        let mut whole = match side {
            Side::Head => graph.facts_of_head(brazil, None, &scope).unwrap(),
            Side::Tail => graph.facts_of_tail(brazil, None, &scope).unwrap(),
        };
        let mut parts = Vec::new();
        loop {
            let skip = parts.len() as u64;
            let (part, total) = graph.facts_around(brazil, side, &scope, skip, 2).unwrap();
            assert_eq!(total, whole.len() as u64);
            assert_eq!(part.len(), (whole.len() - parts.len()).min(2));
            if part.is_empty() {
                break;
            }
            parts.extend(part);
        }
        let order = |posting: &Posting| (graph.fact(posting.fact).unwrap().source, posting.relation);
        assert!(parts.is_sorted_by_key(order), "not source by source, by relation: {parts:?}");
        parts.sort_unstable();
        whole.sort_unstable();
        assert_eq!(parts, whole);
    }
    for (side, scope) in [(Side::Head, Scope::All), (Side::Tail, asked.only(&["medals"]))] {
        let (all, _) = graph.facts_around(brazil, side, &scope, 0, 99).unwrap();
        let mut groups: Vec<_> =
            all.iter().map(|posting| (graph.fact(posting.fact).unwrap().source, posting.relation)).collect();
        groups.dedup();
        let one = graph.facts_of_each_relation(brazil, side, &scope, 1, 99).unwrap();
        assert_eq!(one.iter().map(|(source, p)| (*source, p.relation)).collect::<Vec<_>>(), groups);
        let around =
            |limit| graph.relations_around(&[asked.id("Gold"), brazil], side, &scope, limit).unwrap();
        assert_eq!(around(99), [Vec::new(), groups.clone()]);
        assert_eq!(around(1), [&[], &groups[..1]]);
        let every = graph.facts_of_each_relation(brazil, side, &scope, 99, 99).unwrap();
        assert_eq!(every.iter().map(|(_, posting)| *posting).collect::<Vec<_>>(), all);
        assert_eq!(graph.facts_of_each_relation(brazil, side, &scope, 1, 1).unwrap().len(), 1);
    }
    let nation = asked.id("Nation");
    let facts = graph.facts_of_relation(nation, None, &Scope::All).unwrap();
    let mut expected: Vec<_> =
        facts.iter().map(|posting| (graph.fact(posting.fact).unwrap().source, posting.tail)).collect();
    expected.sort_unstable();
    expected.dedup();
    let tails: Vec<_> = expected.into_iter().map(|(_, tail)| tail).collect();
    assert_eq!(graph.tails_of_relation(nation, &Scope::All, 99).unwrap(), tails);
    assert_eq!(graph.tails_of_relation(nation, &Scope::All, 1).unwrap(), tails[..1]);
    for (word, roles) in [("brazil", Roles::ENTITY), ("brazil", Roles::HEAD), ("nothing", Roles::ANY)] {
        let sources = graph.sources().unwrap();
        let names = |id| graph.nodes_with_token(word, roles, &Scope::Only(vec![id])).unwrap().len();
        let mut expected: Vec<_> = sources.iter().map(|source| (source.id, names(source.id))).collect();
        expected.retain(|(_, names)| *names > 0);
        expected.sort_unstable();
        assert_eq!(graph.sources_of_token(word, roles, &Scope::All, 99).unwrap(), expected);
        let most = graph.sources_of_token(word, roles, &Scope::All, 1).unwrap();
        assert_eq!(most, expected.iter().map(|(id, _)| (*id, 1)).collect::<Vec<_>>());
    }
    let (none, total) = graph.facts_around(brazil, Side::Head, &Scope::All, 0, 0).unwrap();
    assert_eq!((none, total), (Vec::new(), 6));

    let films = asked.source("films");
    let lines = |skip, limit| -> Vec<u32> {
        let facts = graph.facts_of_source(films, skip, limit).unwrap();
        assert!(facts.iter().all(|fact| fact.source == films));
        facts.iter().map(|fact| fact.place.line).collect()
    };
    assert_eq!(lines(0, 10), [1, 2, 3, 4, 5]);
    assert_eq!(lines(1, 2), [2, 3]);
    assert_eq!(lines(4, 2), [5]);
    assert_eq!(lines(5, 2), []);
    assert_eq!(lines(u64::MAX, usize::MAX), []);
}

fn ranges(asked: &GraphByNames<'_>) {
    let graph = asked.0;
    let in_scope = |relation: &str, op, value: &str, scope: &Scope| {
        let found = graph.facts_in_range(asked.id(relation), op, &Value::parse(value), scope).unwrap();
        asked.tails(&found)
    };
    let of = |relation: &str, op, value: &str| in_scope(relation, op, value, &Scope::All);
    use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
    assert_eq!(of("Gold", Gt, "3"), ["12", "1,200"]);
    assert_eq!(of("Gold", Ge, "3"), ["3", "12", "1,200"]);
    assert_eq!(of("Gold", Lt, "12"), ["3"]);
    assert_eq!(of("Gold", Le, "12.0"), ["3", "12"]);
    // Other spellings of a number are equal to it.
    assert_eq!(of("Gold", Eq, "1200"), ["1,200"]);
    assert_eq!(of("Gold", Gt, "Brazil"), Vec::<String>::new());
    // A text among quantities compares with none.
    assert_eq!(of("Weight", Gt, "5 kg"), ["7.5 kg"]);
    assert_eq!(of("Weight", Ge, "1 kg"), ["5 kg", "7.5 kg"]);
    // A date equals a year that contains it, and is greater than a date that ends before it.
    assert_eq!(of("Date", Eq, "1990"), ["3 May 1990", "1990-12-31"]);
    assert_eq!(of("Date", Gt, "1990"), ["May 1991"]);
    assert_eq!(of("Date", Lt, "1990-12-31"), ["3 May 1990"]);
    assert_eq!(of("Date", Ge, "1990-12-31"), ["May 1991", "1990-12-31"]);
    assert_eq!(in_scope("Gold", Gt, "3", &asked.only(&["films"])), Vec::<String>::new());
    assert_eq!(in_scope("Gold", Gt, "3", &asked.only(&["medals", "films"])), ["12", "1,200"]);
    let other = graph.facts_in_range(asked.id("Gold"), Ne, &Value::Integer(1), &Scope::All);
    assert!(matches!(other, Err(Error::Invalid { .. })));
}

fn times(asked: &GraphByNames<'_>) {
    let graph = asked.0;
    let day = |text: &str| Date::parse(text).unwrap();
    let meeting = |relation: Option<&str>, first: i32, last: i32, scope: &Scope| {
        let relation = relation.map(|name| asked.id(name));
        asked.tails(&graph.facts_in_time(relation, first, last, scope).unwrap())
    };
    let during = |relation, first: &str, last: &str| {
        meeting(relation, day(first).first_day(), day(last).last_day(), &Scope::All)
    };
    // A bound of year precision covers the whole year, and both bounds are included.
    assert_eq!(during(Some("president"), "1990-03-15", "1990-03-15"), ["Sarney", "Collor"]);
    assert_eq!(during(Some("president"), "1990-03-16", "1990-12-31"), ["Collor"]);
    assert_eq!(during(Some("president"), "1992-12-31", "2022"), ["Collor"]);
    assert_eq!(during(Some("president"), "1993", "2022"), Vec::<String>::new());
    assert_eq!(during(Some("president"), "2050", "2051"), ["Lula"]);
    assert_eq!(during(Some("capital"), "1900", "1900"), ["Rio", "Terra Brasilis"]);
    assert_eq!(during(None, "1960-04-21", "1985-03-15"), ["Sarney", "Rio", "Terra Brasilis"]);
    assert_eq!(during(Some("directed_by"), "1900", "2100"), Vec::<String>::new());
    let all = meeting(None, i32::MIN, i32::MAX, &Scope::All);
    assert_eq!(all, ["Sarney", "Collor", "Lula", "Rio", "Terra Brasilis"]);
    assert_eq!(meeting(None, i32::MIN, i32::MAX, &asked.only(&["offices"])), all);
    assert_eq!(meeting(None, i32::MIN, i32::MAX, &asked.only(&["films"])), Vec::<String>::new());
    for (relation, first, last) in [
        ("president", day("1990-03-16").first_day(), day("1990-12-31").last_day()),
        ("capital", day("1900").first_day(), day("1900").last_day()),
        ("directed_by", i32::MIN, i32::MAX),
    ] {
        for scope in [Scope::All, asked.only(&["offices"])] {
            let holding = graph.facts_in_time(Some(asked.id(relation)), first, last, &scope).unwrap();
            let mut expected = graph.facts_of_relation(asked.id(relation), None, &scope).unwrap();
            let timeless = |posting: &Posting| graph.fact(posting.fact).unwrap().interval.is_none();
            expected.retain(|posting| holding.contains(posting) || timeless(posting));
            let expected: Vec<_> = expected.iter().map(|posting| posting.fact).collect();
            let found = graph.facts_that_may_hold(asked.id(relation), first, last, &scope).unwrap();
            assert_eq!(found, expected, "{relation}");
        }
    }
    let found = graph.facts_of_head(asked.id("Brazil"), Some(asked.id("president")), &Scope::All).unwrap();
    let interval = graph.fact(found[1].fact).unwrap().interval;
    assert_eq!(interval, Some(Interval { start: Date::parse("1990"), end: Date::parse("1992") }));
}

fn catalogue(asked: &GraphByNames<'_>) {
    let graph = asked.0;
    let sources = graph.sources().unwrap();
    let listed: Vec<_> = sources.iter().map(|source| (source.name.as_str(), source.kind)).collect();
    let kinds = [SourceKind::Table, SourceKind::Kg, SourceKind::Tkg];
    assert_eq!(listed, ["medals", "films", "offices"].into_iter().zip(kinds).collect::<Vec<_>>());
    assert!(sources.windows(2).all(|pair| pair[0].id < pair[1].id));
    let counts: Vec<_> =
        sources.iter().map(|source| (source.facts, source.rows, source.nodes, source.skipped)).collect();
    assert_eq!(counts, [(13, 4, 21, 0), (5, 0, 7, 0), (5, 0, 8, 0)]);
    for source in sources.iter() {
        let facts = graph.facts_of_source(source.id, 0, usize::MAX).unwrap();
        assert_eq!(facts.len() as u64, source.facts);
        let ids: Vec<u32> = facts.iter().map(|fact| fact.id.0).collect();
        assert!(ids.into_iter().eq((source.first_fact.0..).take(facts.len())), "a gap in the ids");
    }

    let columns = &sources[0].relations;
    let listed: Vec<_> = columns
        .iter()
        .map(|info| (info.name.as_str(), info.column, info.facts, info.kind, info.untyped))
        .collect();
    assert_eq!(
        listed,
        [
            ("Nation", Some(0), 4, ValueKind::Text, 4),
            ("Gold", Some(1), 3, ValueKind::Integer, 0),
            ("Weight", Some(2), 3, ValueKind::Quantity, 1),
            ("Date", Some(3), 3, ValueKind::Date, 0),
            ("Note", Some(4), 0, ValueKind::Text, 0),
        ]
    );
    let samples: Vec<_> = columns.iter().map(|info| info.sample.as_deref()).collect();
    assert_eq!(samples, [Some("Brazil"), Some("3"), Some("5 kg"), Some("3 May 1990"), None]);
    assert!(columns.iter().all(|info| info.sample_head.is_none() && info.node == asked.id(&info.name)));
    let (gold, weight) = (&columns[1], &columns[2]);
    assert!(gold.all_compare_with(&Value::Integer(2)) && !gold.all_compare_with(&Value::parse("Brazil")));
    assert!(!weight.all_compare_with(&Value::parse("2 kg")), "one weight is a text");
    assert!(weight.has_unit_of(weight) && !weight.has_unit_of(gold));

    let relations = |at: usize| -> Vec<_> {
        let of = sources[at].relations.iter();
        of.map(|info| (info.name.as_str(), info.column, info.facts, info.sample_head.as_deref())).collect()
    };
    assert_eq!(relations(1), [("directed_by", None, 4, Some("Hedwig")), ("Nation", None, 1, Some("Hedwig"))]);
    assert_eq!(relations(2), [("president", None, 3, Some("Brazil")), ("capital", None, 2, Some("Brazil"))]);

    let using = |name: &str| graph.sources_of_relation(asked.id(name)).unwrap();
    assert_eq!(using("Nation"), [sources[0].id, sources[1].id]);
    assert_eq!(using("Note"), [sources[0].id]);
    assert_eq!(using("Hedwig"), []);
}

/// An id that is not in the graph is an error where it is read directly; elsewhere nothing is found.
fn unknown(asked: &GraphByNames<'_>) {
    let graph = asked.0;
    let (node, fact, source) = (NodeId(4_000_000), FactId(4_000_000), SourceId(9999));
    assert!(matches!(graph.node(node), Err(Error::Unknown { .. })));
    assert!(matches!(graph.fact(fact), Err(Error::Unknown { .. })));
    assert!(matches!(graph.facts_of_source(source, 0, 1), Err(Error::Unknown { .. })));
    assert_eq!(graph.row_node(source, 1).unwrap(), None);
    assert_eq!(graph.roles(node, &Scope::All).unwrap(), Roles::default());
    assert_eq!(graph.facts_of_head(node, None, &Scope::All).unwrap(), []);
    assert_eq!(graph.facts_of_relation(node, None, &Scope::All).unwrap(), []);
    assert_eq!(graph.facts_of_tail(node, None, &Scope::All).unwrap(), []);
    assert_eq!(graph.facts_around(node, Side::Tail, &Scope::All, 0, 9).unwrap(), (Vec::new(), 0));
    let range = graph.facts_in_range(node, Comparison::Lt, &Value::Integer(9), &Scope::All);
    assert_eq!(range.unwrap(), []);
    assert_eq!(graph.facts_in_time(Some(node), 0, 9, &Scope::All).unwrap(), []);
    assert_eq!(graph.sources_of_relation(node).unwrap(), []);
    assert_eq!(graph.nodes_with_token("xyzzy", Roles::ANY, &Scope::All).unwrap(), []);
}

/// Nothing is near a vector where no vectors are stored.
fn vectors(asked: &GraphByNames<'_>) {
    let mut unit = vec![0.0; 384];
    unit[0] = 1.0;
    assert_eq!(asked.0.nearest(&unit, 5, Roles::ANY, &Scope::All).unwrap(), []);
}
