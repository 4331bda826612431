//! Loads, replacements and removals: what stays, what goes, and who sees it when.
#![cfg(unix)]
#![allow(clippy::unwrap_used, missing_docs, reason = "a test")]

mod common;

use std::ops::ControlFlow;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use common::{Server, commit, problems, spec, sql};
use trustuqa_model::conformance::{load_graph as graph, load_table as table};
use trustuqa_model::{
    Error, GraphRead, MemoryGraph, NewFact, NodeKind, Place, Roles, Scope, SourceKind, Store as _,
    StoredDemonstration, View,
};
use trustuqa_postgres::{PostgresGraph, VectorIndex};

const CAPITALS: [[&str; 3]; 3] =
    [["France", "capital", "Paris"], ["Spain", "capital", "Madrid"], ["Peru", "capital", "Lima"]];
const RIVERS: [[&str; 3]; 2] = [["Seine", "flows through", "Paris"], ["Tagus", "flows through", "Lisbon"]];

fn kg(store: &PostgresGraph, name: &str, triples: &[[&str; 3]]) {
    let mut change = store.change().unwrap();
    graph(change.as_mut(), name, SourceKind::Kg, triples.iter().map(|triple| (*triple, None)));
    commit(change);
}

fn names(store: &PostgresGraph) -> Vec<String> {
    store.view().unwrap().sources().unwrap().iter().map(|source| source.name.clone()).collect()
}

#[test]
fn what_only_a_removed_source_used_goes() {
    let Some(server) = Server::start() else { return };
    let store = server.open("g");
    kg(&store, "capitals", &CAPITALS);
    kg(&store, "rivers", &RIVERS);
    let before = store.view().unwrap();
    let paris = before.node_named("Paris").unwrap().unwrap();
    store.remove_source("rivers").unwrap();
    // A view does not change while the graph does.
    assert_eq!(before.sources().unwrap().len(), 2);
    assert!(before.node_named("Lisbon").unwrap().is_some());
    let after = store.view().unwrap();
    assert_eq!(names(&store), ["capitals"]);
    assert_eq!(after.node_named("Lisbon").unwrap(), None);
    assert_eq!(after.token_count("flows").unwrap(), 0);
    assert_eq!(after.node_named("Paris").unwrap(), Some(paris));
    assert_eq!(after.roles(paris, &Scope::All).unwrap(), Roles::TAIL);
    assert_eq!(after.facts_of_tail(paris, None, &Scope::All).unwrap().len(), 1);
    assert_eq!(problems(&store), Vec::<String>::new());
    assert!(matches!(store.remove_source("rivers"), Err(Error::Unknown { .. })));
    store.remove_source("capitals").unwrap();
    let checked = store.check().unwrap();
    assert_eq!((checked.names, checked.facts, checked.problems), (0, 0, Vec::new()));
}

#[test]
fn a_source_that_is_loaded_again_takes_the_place_of_the_old_one() {
    let Some(server) = Server::start() else { return };
    let store = server.open("g");
    kg(&store, "capitals", &CAPITALS);
    let paris = store.view().unwrap().node_named("Paris").unwrap().unwrap();
    kg(&store, "capitals", &[["France", "capital", "Paris"], ["Chile", "capital", "Santiago"]]);
    let view = store.view().unwrap();
    assert_eq!(view.node_named("Paris").unwrap(), Some(paris), "a name that stays keeps its id");
    assert_eq!(view.node_named("Lima").unwrap(), None);
    assert_eq!(view.sources().unwrap()[0].facts, 2);
    assert_eq!(problems(&store), Vec::<String>::new());

    // Twice within one load, and taken back again.
    let mut change = store.change().unwrap();
    for triples in [&CAPITALS[..], &CAPITALS[..1]] {
        graph(change.as_mut(), "more", SourceKind::Kg, triples.iter().map(|triple| (*triple, None)));
    }
    assert_eq!(commit(change).len(), 2);
    assert_eq!(store.view().unwrap().sources().unwrap()[1].facts, 1);
    assert_eq!(problems(&store), Vec::<String>::new());
    let mut change = store.change().unwrap();
    graph(change.as_mut(), "never", SourceKind::Kg, RIVERS.iter().map(|triple| (*triple, None)));
    assert!(change.remove("never").unwrap() && !change.remove("never").unwrap());
    commit(change);
    assert_eq!(names(&store), ["capitals", "more"]);
    assert_eq!(store.view().unwrap().node_named("Seine").unwrap(), None);
    assert_eq!(problems(&store), Vec::<String>::new());
}

#[test]
fn nothing_is_seen_before_a_commit_and_nothing_stays_without_one() {
    let Some(server) = Server::start() else { return };
    let store = server.open("g");
    let mut change = store.change().unwrap();
    graph(change.as_mut(), "capitals", SourceKind::Kg, CAPITALS.iter().map(|triple| (*triple, None)));
    assert_eq!(names(&store), Vec::<String>::new());
    drop(change);
    let mut change = store.change().unwrap();
    graph(change.as_mut(), "capitals", SourceKind::Kg, CAPITALS.iter().map(|triple| (*triple, None)));
    let cancelled = change
        .commit(&mut |done, _| if done < 4 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) });
    assert!(matches!(cancelled, Err(Error::Cancelled)));
    let checked = store.check().unwrap();
    assert_eq!((checked.names, checked.facts, checked.problems), (0, 0, Vec::new()));
    // A source that was dropped half-way makes its change unusable.
    let mut change = store.change().unwrap();
    let mut source = change.begin_source(spec("half", SourceKind::Kg)).unwrap();
    source.intern("Rome").unwrap();
    drop(source);
    assert!(matches!(change.begin_source(spec("other", SourceKind::Kg)), Err(Error::Invalid { .. })));
    drop(change);
    kg(&store, "capitals", &CAPITALS);
    assert_eq!(names(&store), ["capitals"]);
}

#[test]
fn a_second_change_waits_for_the_first_whoever_makes_it() {
    let Some(server) = Server::start() else { return };
    let (store, other) = (server.open("g"), server.open("g"));
    let mut change = store.change().unwrap();
    graph(change.as_mut(), "capitals", SourceKind::Kg, CAPITALS.iter().map(|triple| (*triple, None)));
    let (done, waits) = mpsc::channel();
    let second = std::thread::spawn(move || {
        kg(&other, "rivers", &RIVERS);
        done.send(()).unwrap();
    });
    assert!(waits.recv_timeout(Duration::from_millis(300)).is_err(), "it did not wait");
    commit(change);
    waits.recv_timeout(Duration::from_secs(20)).unwrap();
    second.join().unwrap();
    // The first program sees what the second one loaded.
    assert_eq!(names(&store), ["capitals", "rivers"]);
    assert_eq!(problems(&store), Vec::<String>::new());
}

#[test]
fn threads_and_tasks_may_ask_over_one_view() {
    let Some(server) = Server::start() else { return };
    let store = server.open("g");
    kg(&store, "capitals", &CAPITALS);
    let view: Arc<dyn View> = Arc::from(store.view().unwrap());
    let (done, waits) = mpsc::channel();
    for thread in 0..4 {
        let (view, done) = (view.clone(), done.clone());
        // More answers than a task may take before others have their turn.
        let ask = move || {
            for n in 0..300 {
                assert_eq!(view.node_named(&format!("nobody {thread} {n}")).unwrap(), None);
            }
            assert!(view.node_named("Paris").unwrap().is_some());
            done.send(()).unwrap();
        };
        std::thread::spawn(move || match thread % 2 {
            0 => ask(),
            _ => tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async { ask() }),
        });
    }
    for _ in 0..4 {
        waits.recv_timeout(Duration::from_secs(60)).unwrap();
    }
}

#[test]
fn a_load_may_have_rows_for_several_tables_on_their_way() {
    let Some(server) = Server::start() else { return };
    let store = server.open("g");
    let (done, waits) = mpsc::channel();
    let loading = std::thread::spawn(move || {
        for load in 0..2 {
            // Names and words of more bytes than are sent at once, and as many to look up.
            let named =
                |n: usize| ["a", "b", "c"].map(|word| format!("{word}{load}x{n}").repeat(70)).join(" ");
            let names: Vec<String> = (0..9_000).map(named).collect();
            let triples = names.windows(2).map(|pair| ([&*pair[0], "before", &*pair[1]], None));
            let mut change = store.change().unwrap();
            graph(change.as_mut(), &format!("long {load}"), SourceKind::Kg, triples);
            commit(change);
        }
        done.send(store).unwrap();
    });
    let store = waits.recv_timeout(Duration::from_secs(120)).expect("the load hangs");
    loading.join().unwrap();
    assert_eq!(
        store.view().unwrap().sources().unwrap().iter().map(|source| source.facts).sum::<u64>(),
        17_998
    );
    assert_eq!(problems(&store), Vec::<String>::new());
}

#[test]
fn names_of_any_kind_come_back() {
    let Some(server) = Server::start() else { return };
    let store = server.open("g");
    let long = "long name ".repeat(2_000);
    let odd = ["a\0b", "a\u{fffd}b", "", " ", "'; DROP TABLE nodes; --", "\\N", "tab\there", "新幹線", &long];
    for load in 0..2 {
        let mut change = store.change().unwrap();
        let mut source = change.begin_source(spec(&format!("odd {load}"), SourceKind::Kg)).unwrap();
        let relation = source.intern("is\0called").unwrap();
        for (line, name) in (1..).zip(&odd) {
            let (head, tail) =
                (source.intern(name).unwrap(), source.intern_iri(name, "http://example.org/x").unwrap());
            let place = Place { line, row: None, column: None };
            source.fact(NewFact { head, relation, tail, interval: None, place }).unwrap();
        }
        source.finish().unwrap();
        commit(change);
    }
    let view = server.open("g").view().unwrap();
    for name in odd {
        let node = view.node(view.node_named(name).unwrap().unwrap()).unwrap();
        assert_eq!((node.text.as_str(), node.iri.as_deref()), (name, Some("http://example.org/x")));
    }
    assert_eq!(view.sources().unwrap()[1].relations[0].name, "is\0called");
    assert_eq!(problems(&store), Vec::<String>::new());
    store.remove_source("odd 0").unwrap();
    store.remove_source("odd 1").unwrap();
    assert_eq!(store.check().unwrap().names, 0);
}

#[test]
fn rows_have_their_nodes_in_any_order_and_with_gaps() {
    let Some(server) = Server::start() else { return };
    let store = server.open("g");
    let rows: Vec<u32> = (1..900).chain((2_000..2_600).rev()).chain([5_000_000]).collect();
    let mut change = store.change().unwrap();
    let mut source = change.begin_source(spec("rows", SourceKind::Table)).unwrap();
    let column = source.intern("N").unwrap();
    source.relation_column(column, 0);
    for &row in &rows {
        let head = source.row(row).unwrap();
        let tail = source.intern(&format!("cell {row}")).unwrap();
        let place = Place { line: row, row: Some(row), column: Some(0) };
        source.fact(NewFact { head, relation: column, tail, interval: None, place }).unwrap();
    }
    assert!(source.row(0).is_err());
    source.finish().unwrap();
    let loaded = commit(change);
    assert_eq!((loaded[0].rows, loaded[0].nodes), (rows.len() as u64, 2 * rows.len() as u64 + 1));
    let view = store.view().unwrap();
    for row in [1, 2, 899, 2_000, 2_301, 2_599, 5_000_000] {
        let node = view.row_node(loaded[0].id, row).unwrap().unwrap();
        assert_eq!(view.node(node).unwrap().kind, NodeKind::Row { source: loaded[0].id, row });
        let cells = view.facts_of_head(node, None, &Scope::All).unwrap();
        assert_eq!(view.node(cells[0].tail).unwrap().text, format!("cell {row}"));
        assert_eq!(view.fact(cells[0].fact).unwrap().place.row, Some(row));
    }
    for row in [900, 1_999, 2_600, 4_999_999, 5_000_001] {
        assert_eq!(view.row_node(loaded[0].id, row).unwrap(), None, "row {row}");
    }
    assert_eq!(problems(&store), Vec::<String>::new());
}

#[test]
fn lists_longer_than_what_is_kept_whole_are_the_same() {
    long_lists_are_the_same(64 << 20);
}

#[test]
fn long_lists_are_the_same_where_nothing_is_kept() {
    long_lists_are_the_same(0);
}

/// Compares reads of long lists with those of a graph in memory, where so many bytes of what was read are kept.
fn long_lists_are_the_same(cache: usize) {
    let Some(server) = Server::start() else { return };
    let people: Vec<String> = (0..3_000).map(|n| format!("person {n}")).collect();
    let relations = ["knows", "met", "wrote to"];
    let mut triples: Vec<[&str; 3]> = Vec::new();
    for (n, person) in people.iter().enumerate() {
        triples.push(["Ada", relations[n % 3], person]);
        triples.push([person, relations[n % 2], "Hub"]);
        triples.push([person, "knows", &people[n * 7 % 3_000]]);
    }
    let mut memory = MemoryGraph::new();
    memory.add_kg("people", &triples);
    memory.add_kg("rivers", &RIVERS);
    memory.add_kg("again", &triples[..1_500]);
    let address = server.address("g");
    let store = PostgresGraph::open_with_cache(&address, true, cache).unwrap();
    kg(&store, "people", &triples);
    kg(&store, "rivers", &RIVERS);
    kg(&store, "again", &triples[..1_500]);
    let view = store.view().unwrap();
    let sources = view.sources().unwrap();
    let id = |graph: &dyn GraphRead, name: &str| graph.node_named(name).unwrap().unwrap();
    let all: Vec<_> = people.iter().map(|name| id(view.as_ref(), name)).collect();
    for scope in [Scope::All, Scope::Only(vec![sources[2].id]), Scope::Only(vec![sources[1].id])] {
        for name in ["Ada", "Hub", "person 7", "Paris"] {
            let (here, there) = (id(&memory, name), id(view.as_ref(), name));
            for side in [trustuqa_model::Side::Head, trustuqa_model::Side::Tail] {
                let facts = |found: Vec<trustuqa_model::Posting>| -> Vec<u32> {
                    found.into_iter().map(|posting| posting.fact.0).collect()
                };
                for (skip, limit) in [(0, 5_000), (1_000, 700), (6_000, 3)] {
                    let one = memory.facts_around(here, side, &scope, skip, limit).unwrap();
                    let other = view.facts_around(there, side, &scope, skip, limit).unwrap();
                    assert_eq!((facts(one.0), one.1), (facts(other.0), other.1), "{name} {side:?} {scope:?}");
                }
                for (each, limit) in [(1, 10), (3, 4), (600, 5_000)] {
                    let one = memory.facts_of_each_relation(here, side, &scope, each, limit).unwrap();
                    let other = view.facts_of_each_relation(there, side, &scope, each, limit).unwrap();
                    let ids = |found: Vec<(trustuqa_model::SourceId, trustuqa_model::Posting)>| {
                        facts(found.into_iter().map(|(_, posting)| posting).collect())
                    };
                    assert_eq!(ids(one), ids(other), "{name} {side:?} {scope:?} {each}");
                }
            }
            let knows = (id(&memory, "knows"), id(view.as_ref(), "knows"));
            let one = memory.facts_of_head(here, Some(knows.0), &scope).unwrap();
            let other = view.facts_of_head(there, Some(knows.1), &scope).unwrap();
            assert_eq!(one.len(), other.len(), "{name} {scope:?}");
        }
        for (roles, most) in [(Roles::ENTITY, 9_000), (Roles::HEAD, 9_000), (Roles::ENTITY, 7), (Roles(0), 7)]
        {
            let names = |graph: &dyn GraphRead| -> Vec<usize> {
                let found = graph.sources_of_token("person", roles, &scope, most).unwrap();
                found.into_iter().map(|(_, names)| names).collect()
            };
            assert_eq!(names(&memory), names(view.as_ref()), "{roles:?} {scope:?}");
        }
        // Where nothing is kept, each single read goes to the server several times.
        let every = if cache == 0 { 7 } else { 1 };
        for (relation, step) in [(None, every), (Some(id(view.as_ref(), "knows")), 10)] {
            let of_heads = view.facts_of_heads(&all, relation, &scope).unwrap();
            let of_tails = view.facts_of_tails(&all, relation, &scope).unwrap();
            assert_eq!(view.facts_of_heads(&all[..500], relation, &scope).unwrap(), of_heads[..500]);
            assert_eq!(view.facts_of_tails(&all[..500], relation, &scope).unwrap(), of_tails[..500]);
            for (node, (of_head, of_tail)) in
                all.iter().zip(of_heads.iter().zip(&of_tails)).take(500).step_by(step)
            {
                assert_eq!(view.facts_of_head(*node, relation, &scope).unwrap(), *of_head);
                assert_eq!(view.facts_of_tail(*node, relation, &scope).unwrap(), *of_tail);
            }
        }
        let known: Vec<_> = sources.iter().flat_map(|s| s.relations.iter().map(|r| (s.id, r.node))).collect();
        view.expect_relations(&known).unwrap();
        for relation in ["knows", "flows through"] {
            for limit in [0, 1, 700, 9_000] {
                let texts = |graph: &dyn GraphRead| -> Vec<String> {
                    let tails = graph.tails_of_relation(id(graph, relation), &scope, limit).unwrap();
                    tails.into_iter().map(|tail| graph.node(tail).unwrap().text).collect()
                };
                assert_eq!(texts(&memory), texts(view.as_ref()), "{relation} {limit}");
            }
        }
    }
}

#[test]
fn demonstrations_and_vectors_are_kept_and_found() {
    let Some(server) = Server::start() else { return };
    let store = server.open("g");
    kg(&store, "capitals", &CAPITALS);
    let mut change = store.change().unwrap();
    table(change.as_mut(), "t", &["City", "N"], &[&["Paris", "3"], &["Oslo", "1990"]]);
    commit(change);
    let waiting = store.names_without_vectors(100).unwrap();
    assert_eq!(
        waiting,
        ["France", "capital", "Paris", "Spain", "Madrid", "Peru", "Lima", "City", "N", "Oslo"]
    );
    assert_eq!(store.vector_progress().unwrap(), (0, 10));
    let unit = |at: usize| {
        let mut vector = vec![0.0; 384];
        vector[at] = 0.8;
        vector[at + 100] = 0.6;
        vector
    };
    let vectors: Vec<(String, Vec<f32>)> =
        waiting.iter().enumerate().map(|(at, name)| (name.clone(), unit(at))).collect();
    store.put_vectors(&vectors).unwrap();
    assert_eq!(store.vector_progress().unwrap(), (10, 10));
    assert_eq!(store.names_without_vectors(9).unwrap(), Vec::<String>::new());
    let view = store.view().unwrap();
    let nearest = |at: usize, roles, scope: &Scope| -> Vec<String> {
        let found = view.nearest(&unit(at), 1, roles, scope).unwrap();
        found
            .iter()
            .filter(|(_, score)| *score > 0.99)
            .map(|(node, _)| view.node(*node).unwrap().text)
            .collect()
    };
    assert_eq!(nearest(2, Roles::ENTITY, &Scope::All), ["Paris"]);
    assert_eq!(nearest(1, Roles::RELATION, &Scope::All), ["capital"]);
    assert_eq!(nearest(1, Roles::ENTITY, &Scope::All), Vec::<String>::new());
    assert_eq!(
        nearest(0, Roles::ENTITY, &Scope::Only(vec![view.sources().unwrap()[1].id])),
        Vec::<String>::new()
    );
    assert!(view.nearest(&[1.0], 1, Roles::ANY, &Scope::All).is_err());

    let demonstration = |question: &str| StoredDemonstration {
        id: 0,
        question: question.to_owned(),
        query: "q".to_owned(),
        kind: "kg".to_owned(),
        origin: "test".to_owned(),
    };
    let ids = store.put_demonstrations(&[demonstration("one?"), demonstration("two?")]).unwrap();
    assert_eq!(store.put_demonstrations(&[demonstration("two?")]).unwrap(), ids[1..]);
    assert_eq!(store.questions_without_vectors(9).unwrap().len(), 2);
    store.put_vectors(&[("one?".to_owned(), unit(5)), ("two?".to_owned(), unit(6))]).unwrap();
    assert_eq!(store.questions_without_vectors(9).unwrap(), Vec::<String>::new());
    let found = store.view().unwrap().nearest_demonstrations(&unit(6), 1).unwrap();
    assert_eq!(found[0].0.question, "two?");
    store.remove_demonstration(ids[1]).unwrap();
    assert!(matches!(store.remove_demonstration(ids[1]), Err(Error::Unknown { .. })));
    assert_eq!(store.view().unwrap().demonstrations().unwrap().len(), 1);
    store.remove_source("capitals").unwrap();
    assert_eq!(store.vector_progress().unwrap(), (4, 4));
    assert_eq!(problems(&store), Vec::<String>::new());
}

#[test]
fn a_missing_graph_and_a_missing_server_are_told() {
    let Some(server) = Server::start() else { return };
    let error = PostgresGraph::open(&server.address("none"), false).unwrap_err();
    assert!(matches!(error, trustuqa_postgres::Error::NoGraph { .. }), "{error}");
    let nobody = "postgres://ann:secret@127.0.0.1:1/x?connect_timeout=2".parse().unwrap();
    let error = PostgresGraph::open(&nobody, true).unwrap_err();
    assert!(matches!(error, trustuqa_postgres::Error::Connect { .. }), "{error}");
    assert!(error.to_string().contains("127.0.0.1:1") && !error.to_string().contains("secret"));
}

#[test]
fn vectors_are_found_by_pgvector_where_the_database_has_it() {
    let Some(server) = Server::start() else { return };
    if sql(&server, "CREATE EXTENSION vector").is_none() {
        eprintln!("SKIPPED: pgvector is not installed");
        return;
    }
    let store = server.open("g");
    store.search_vectors_by(VectorIndex::Always);
    let scanning = server.open("g");
    scanning.search_vectors_by(VectorIndex::Never);
    let people: Vec<String> = (0..800).map(|n| format!("person {n}")).collect();
    let triples: Vec<[&str; 3]> = people.windows(2).map(|pair| [&*pair[0], "knows", &*pair[1]]).collect();
    kg(&store, "people", &triples);
    kg(&store, "rivers", &RIVERS);
    // Vectors that point anywhere, always the same for a name.
    let vector = |name: &str| -> Vec<f32> {
        let mut state = name.bytes().fold(7u64, |state, byte| state.wrapping_mul(31) + u64::from(byte));
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 40) as f32 / 8_388_608.0 - 1.0
        };
        (0..384).map(|_| next()).collect()
    };
    let embed = || {
        let waiting = store.names_without_vectors(10_000).unwrap();
        let vectors: Vec<_> = waiting.iter().map(|name| (name.clone(), vector(name))).collect();
        store.put_vectors(&vectors).unwrap();
    };
    embed();
    let nearest = |store: &PostgresGraph, vector: &[f32], roles: Roles, scope: &Scope| -> Vec<String> {
        let view = store.view().unwrap();
        let found = view.nearest(vector, 5, roles, scope).unwrap();
        found.into_iter().map(|(node, _)| view.node(node).unwrap().text).collect()
    };
    let sources = store.view().unwrap().sources().unwrap();
    let rivers = Scope::Only(vec![sources[1].id]);
    let ask = |store: &PostgresGraph| -> Vec<Vec<String>> {
        let of = |name: &str, roles, scope: &Scope| nearest(store, &vector(name), roles, scope);
        let mut found: Vec<_> =
            (0..40).map(|n| of(&format!("person {}", 19 * n), Roles::ENTITY, &Scope::All)).collect();
        found.push(of("knows", Roles::RELATION, &Scope::All));
        // Far from everything that is in scope: names have to be found behind hundreds of others.
        found.push(of("person 3", Roles::ENTITY, &rivers));
        found
    };
    let scanned = ask(&scanning);
    assert_eq!(scanned[40][0], "knows");
    assert_eq!(scanned[41].len(), 4);
    // Nothing was indexed yet.
    assert_eq!(ask(&store), scanned);
    store.refresh_vectors().unwrap();
    let names = sql(&server, "SELECT count(*) FROM g.vectors").unwrap();
    assert_eq!(sql(&server, "SELECT count(*) FROM g.vector_index"), Some(names));
    let found = ask(&store);
    let (same, all) =
        (found.iter().flatten().zip(scanned.iter().flatten()), scanned.iter().flatten().count());
    assert!(same.filter(|(one, other)| one == other).count() * 10 >= all * 9, "{found:?}");
    assert_eq!(found[40..], scanned[40..]);

    // A load makes what is indexed old, until it is made again.
    kg(&store, "capitals", &CAPITALS);
    embed();
    assert_eq!(nearest(&store, &vector("Peru"), Roles::ENTITY, &Scope::All)[0], "Peru");
    store.refresh_vectors().unwrap();
    assert_eq!(nearest(&store, &vector("Peru"), Roles::ENTITY, &Scope::All)[0], "Peru");
    // That it is the index that is searched is seen by what it misses.
    sql(&server, "DELETE FROM g.vector_index i USING g.nodes n WHERE n.id = i.node AND n.text = 'Peru'")
        .unwrap();
    assert!(!nearest(&store, &vector("Peru"), Roles::ENTITY, &Scope::All).contains(&"Peru".to_owned()));
    assert_eq!(nearest(&scanning, &vector("Peru"), Roles::ENTITY, &Scope::All)[0], "Peru");
    store.put_vectors(&[("Lima".to_owned(), vector("elsewhere"))]).unwrap();
    store.refresh_vectors().unwrap();
    assert_eq!(nearest(&store, &vector("elsewhere"), Roles::ENTITY, &Scope::All)[0], "Lima");
    assert_eq!(nearest(&store, &vector("Peru"), Roles::ENTITY, &Scope::All)[0], "Peru");

    store.remove_source("people").unwrap();
    let names = sql(&server, "SELECT count(*) FROM g.vectors").unwrap();
    assert_eq!(sql(&server, "SELECT count(*) FROM g.vector_index"), Some(names));
    assert_eq!(problems(&store), Vec::<String>::new());
    sql(&server, "DROP EXTENSION vector CASCADE").unwrap();
    assert_eq!(ask(&store), ask(&scanning));
    store.refresh_vectors().unwrap();
}

/// What the index takes and finds beside a scan, with `TRUSTUQA_NEAREST` names: their vectors lie around a thousand
/// others, as those of names lie around meanings.
#[test]
fn nearest_names_by_index_and_by_scan_are_measured() {
    let Some(names) = std::env::var("TRUSTUQA_NEAREST").ok().and_then(|names| names.parse::<usize>().ok())
    else {
        return;
    };
    let Some(server) = Server::start() else { return };
    sql(&server, "CREATE EXTENSION vector").expect("pgvector is not installed");
    let store = server.open("g");
    store.search_vectors_by(VectorIndex::Always);
    let scanning = server.open("g");
    scanning.search_vectors_by(VectorIndex::Never);
    let people: Vec<String> = (0..names).map(|n| format!("person {n}")).collect();
    let triples: Vec<[&str; 3]> = people.windows(2).map(|pair| [&*pair[0], "knows", &*pair[1]]).collect();
    kg(&store, "people", &triples);
    let random = |seed: u64, size: f32| -> Vec<f32> {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 40) as f32 / 8_388_608.0 - 1.0) * size
        };
        (0..384).map(|_| next()).collect()
    };
    let vector = |n: usize| -> Vec<f32> {
        let (centre, own) = (random(n as u64 % 1_000, 1.0), random(1_000 + n as u64, 0.6));
        centre.iter().zip(&own).map(|(centre, own)| centre + own).collect()
    };
    for chunk in people.iter().enumerate().collect::<Vec<_>>().chunks(5_000) {
        let vectors: Vec<_> = chunk.iter().map(|(n, name)| ((*name).clone(), vector(*n))).collect();
        store.put_vectors(&vectors).unwrap();
    }
    let begin = Instant::now();
    store.refresh_vectors().unwrap();
    println!("index of {names} vectors made in {:.1} s", begin.elapsed().as_secs_f32());
    let ask = |store: &PostgresGraph, what: &str| -> Vec<Vec<u32>> {
        let mut times = Vec::new();
        let mut ask = |n: usize| -> Vec<u32> {
            let begin = Instant::now();
            let view = store.view().unwrap();
            let found = view.nearest(&vector(names + n), 10, Roles::ENTITY, &Scope::All).unwrap();
            times.push(begin.elapsed().as_secs_f32() * 1000.0);
            found.into_iter().map(|(node, _)| node.0).collect()
        };
        let found = (0..101).map(&mut ask).collect();
        let first = times.remove(0);
        times.sort_by(f32::total_cmp);
        println!("{what}: the first search {first:.0} ms, p50 {:.1} ms, p95 {:.1} ms", times[50], times[95]);
        found
    };
    let (found, scanned) = (ask(&store, "index"), ask(&scanning, "scan"));
    let kept = found.iter().zip(&scanned).map(|(one, all)| one.iter().filter(|id| all.contains(id)).count());
    let recall = kept.sum::<usize>() as f32 / scanned.iter().flatten().count() as f32;
    println!("the index finds {:.1} % of the ten nearest", 100.0 * recall);
    assert!(recall > 0.5);
}
