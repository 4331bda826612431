//! What a prompt says of a graph: what a question needs, and no value of the graph that the
//! question does not say.
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use trustuqa::session::judge::EngineJudge;
use trustuqa::session::linking::{self, LinkingLimits};
use trustuqa::session::loading::{LoadRequest, load};
use trustuqa::session::route::route;
use trustuqa::writer::{Judge, Outcome, ShareLevel, WriteRequest, prompt};
use trustuqa::{Engine, RunOptions};
use trustuqa_engine::ground::Parameter;
use trustuqa_model::{NodeKind, fold};
use trustuqa_storage::{Graph, GraphRead, Snapshot};

fn domains() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/everyday_domains");
    let mut folders: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders
}

/// The questions of a domain with their queries.
fn questions(folder: &Path) -> Vec<(String, String)> {
    let queries = std::fs::read_to_string(folder.join("queries.txt")).unwrap();
    let queries: HashMap<&str, &str> = queries
        .split("=== ")
        .filter_map(|part| part.split_once('\n'))
        .map(|(id, query)| (id.trim(), query))
        .collect();
    let text = std::fs::read_to_string(folder.join("questions.jsonl")).unwrap();
    text.lines()
        .map(|line| {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            let text = |name: &str| value[name].as_str().unwrap();
            (text("question").to_owned(), queries[text("id")].to_owned())
        })
        .collect()
}

fn snapshot(home: &Path, folders: &[PathBuf]) -> Snapshot {
    let graph = Graph::open(&home.join("graph"), true).unwrap();
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in folders {
        paths.extend(std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    }
    paths.retain(|path| path.extension().is_some_and(|e| e == "csv" || e == "tsv"));
    paths.sort();
    let request = LoadRequest { paths, ..LoadRequest::default() };
    load(&graph, &request, &mut |_| ControlFlow::Continue(())).unwrap();
    graph.snapshot().unwrap()
}

fn request(engine: &Engine<'_>, question: &str, share: ShareLevel) -> WriteRequest {
    let routed = route(engine, question).unwrap();
    let linked = linking::link(engine, question, &routed, LinkingLimits::default()).unwrap();
    WriteRequest {
        question: question.to_owned(),
        schema: linked.schema,
        is_whole_graph: linked.is_whole_graph,
        more: linked.more,
        mentions: linked.mentions,
        share,
        ..WriteRequest::default()
    }
}

#[test]
fn a_graph_that_fits_is_told_whole_to_a_server_that_reads_a_beginning_once() {
    let home = tempfile::tempdir().unwrap();
    let folders = domains();
    let snapshot = snapshot(home.path(), &folders[..1]);
    let engine = Engine::new(&snapshot, None).unwrap();
    let sent = |question: &str, limits: LinkingLimits| {
        linking::link(&engine, question, &route(&engine, question).unwrap(), limits).unwrap()
    };
    let whole = LinkingLimits { whole: true, relations: 5, ..LinkingLimits::default() };
    let asked = questions(&folders[0]);
    let first = sent(&asked[0].0, whole);
    assert!(first.is_whole_graph);
    let all: usize = engine.executor().sources().iter().map(|source| source.relations.len()).sum();
    assert_eq!(first.schema.iter().map(|source| source.relations.len()).sum::<usize>(), all);
    for (question, _) in &asked {
        assert_eq!(sent(question, whole).schema, first.schema, "{question}");
    }
    // Where it does not fit, what matters for the question is told.
    let narrow = sent(&asked[0].0, LinkingLimits { tokens: 50, ..whole });
    assert!(!narrow.is_whole_graph);
    assert_eq!(narrow.schema, sent(&asked[0].0, LinkingLimits { whole: false, tokens: 50, ..whole }).schema);
}

/// The relations and columns that a query uses.
fn needed(engine: &Engine<'_>, query: &str) -> BTreeSet<String> {
    let trace = engine.run(query, &RunOptions { route: true, ..RunOptions::default() }).unwrap();
    let groundings = trace.steps.iter().flat_map(|step| &step.groundings);
    groundings
        .filter(|grounding| grounding.parameter == Parameter::Relation)
        .flat_map(|grounding| grounding.chosen.iter().map(|chosen| chosen.text.clone()))
        .collect()
}

/// Questions whose prompt lacks a relation that their query needs, of how many.
fn lacking(folders: &[PathBuf]) -> (Vec<String>, usize) {
    let home = tempfile::tempdir().unwrap();
    let snapshot = snapshot(home.path(), folders);
    let engine = Engine::new(&snapshot, None).unwrap();
    let (mut lacking, mut asked) = (Vec::new(), 0);
    for (question, query) in folders.iter().flat_map(|folder| questions(folder)) {
        asked += 1;
        let request = request(&engine, &question, ShareLevel::Schema);
        let listed: BTreeSet<&str> =
            request.schema.iter().flat_map(|s| &s.relations).map(|r| r.name.as_str()).collect();
        let missing: Vec<String> =
            needed(&engine, &query).into_iter().filter(|name| !listed.contains(name.as_str())).collect();
        if !missing.is_empty() {
            lacking.push(format!("{question}: {}", missing.join(", ")));
        }
    }
    (lacking, asked)
}

#[test]
fn a_prompt_lists_every_relation_that_an_everyday_question_needs() {
    let mut asked = 0;
    for folder in domains() {
        let (lacking, questions) = lacking(&[folder]);
        assert!(lacking.is_empty(), "{}", lacking.join("\n"));
        asked += questions;
    }
    assert_eq!(asked, 320);
}

#[test]
fn it_does_so_when_all_domains_are_in_one_graph_too() {
    let (lacking, asked) = lacking(&domains());
    // Sixteen sources do not fit; which of them a question means is sometimes open.
    assert!(lacking.len() * 100 <= asked * 5, "{} of {asked}\n{}", lacking.len(), lacking.join("\n"));
}

/// The names of a graph that are not part of its schema.
fn values(snapshot: &Snapshot) -> BTreeSet<String> {
    let mut values = BTreeSet::new();
    for source in snapshot.sources().unwrap().iter() {
        for fact in snapshot.facts_of_source(source.id, 0, usize::MAX).unwrap() {
            for node in [fact.head, fact.tail] {
                let node = snapshot.node(node).unwrap();
                if node.kind == NodeKind::Name {
                    values.insert(fold(&node.text));
                }
            }
        }
    }
    values
}

fn contains(text: &str, name: &str) -> bool {
    format!(" {text} ").contains(&format!(" {name} "))
}

#[test]
fn at_level_schema_no_value_leaves_that_the_user_did_not_type() {
    for folder in domains() {
        let home = tempfile::tempdir().unwrap();
        let snapshot = snapshot(home.path(), std::slice::from_ref(&folder));
        let engine = Engine::new(&snapshot, None).unwrap();
        // What a prompt says whatever the graph, and the names of the schema.
        let mut open = fold(&serde_json::to_string(&prompt::build(&WriteRequest::default())).unwrap());
        for source in snapshot.sources().unwrap().iter() {
            open.push_str(&format!(" {} ", fold(&source.name)));
            open.push_str(
                &source.relations.iter().map(|r| format!(" {} ", fold(&r.name))).collect::<String>(),
            );
        }
        let words = "text integer decimal date duration ordinal quantity score fraction different lists with \
                     like rows a value values of head tail part no such name nearly in and more none any it finds \
                     nothing found step is source without columns relations table knowledge graph temporal";
        let rows: Vec<String> =
            snapshot.sources().unwrap().iter().map(|source| source.rows.to_string()).collect();
        let values: Vec<String> = values(&snapshot)
            .into_iter()
            .filter(|value| value.chars().count() > 2 && !contains(&open, value) && !contains(words, value))
            // How many rows there are is reported, and some cell may have the same number.
            .filter(|value| !rows.contains(value))
            .collect();
        assert!(values.len() > 100, "{} has {} values", folder.display(), values.len());
        let judge = EngineJudge::new(&engine, RunOptions::default());
        for (question, query) in questions(&folder) {
            let request = request(&engine, &question, ShareLevel::Schema);
            let mut sent = serde_json::to_string(&prompt::build(&request)).unwrap();
            // What is said of a query that does not fit: its names are reported, and no others.
            let wrong =
                query.replace("tail_entity='", "tail_entity='x ").replace("head_entity='", "head_entity='x ");
            if let Outcome::Empty { reason, .. } | Outcome::Error { diagnostic: reason, .. } =
                judge.try_text(&wrong).outcome
            {
                sent.push_str(&reason);
            }
            let (sent, typed) = (fold(&sent), fold(&format!("{question} {wrong}")));
            let leaked: Vec<&String> =
                values.iter().filter(|value| contains(&sent, value) && !contains(&typed, value)).collect();
            assert!(leaked.is_empty(), "{question}: {leaked:?}");
        }
    }
}

#[test]
fn what_is_said_of_a_step_that_found_nothing_tells_where_its_names_stand() {
    let folder = domains().into_iter().find(|folder| folder.ends_with("retail")).unwrap();
    let home = tempfile::tempdir().unwrap();
    let snapshot = snapshot(home.path(), &[folder]);
    let engine = Engine::new(&snapshot, None).unwrap();
    let judge = EngineJudge::new(&engine, RunOptions::default());
    let query = "Query1: \"get_information(relation='Order No', tail_entity='Maeve Corrigan')\"";
    let Outcome::Empty { reason, .. } = judge.try_text(query).outcome else { panic!("it has an answer") };
    assert!(reason.contains("Sales rep"), "{reason}");
    assert!(!reason.contains('…') && !reason.contains("trustuqa"), "{reason}");
}

#[test]
fn names_keep_their_brackets_and_common_words_are_none() {
    let mut graph = trustuqa_model::MemoryGraph::new();
    graph.add_table(
        "games",
        &["Team", "High points", "Town"],
        &[&["Modena F.C.", "Ray Allen (27)", "Oldford"], &["Parma", "Ana Lund (31)", "Film"]],
    );
    graph.add_kg("films", &[["Together", "directed_by", "Lukas Moodysson"]]);
    let engine = Engine::new(&graph, None).unwrap();
    let mentions = |question: &str| -> Vec<(String, String)> {
        let request = request(&engine, question, ShareLevel::Schema);
        request.mentions.into_iter().map(|mention| (mention.text, mention.role)).collect()
    };
    let names = |question: &str| mentions(question).into_iter().map(|m| m.0).collect::<Vec<_>>();
    assert_eq!(names("When did Ray Allen (27) play for Modena F.C.?"), ["Ray Allen (27)", "Modena F.C."]);
    assert_eq!(names("who made a film together with Moodysson?"), ["Moodysson"]);
    let [(_, part)] = mentions("what did moodysson do").try_into().unwrap();
    assert!(part.starts_with("part of ") && part.contains("directed_by"), "{part}");
    let [(_, nearly)] = mentions("where is Oldfort").try_into().unwrap();
    assert!(nearly.starts_with("no such name") && nearly.contains("Town"), "{nearly}");
}
