//! Which of several tables a query is about, when its source is not told.
use std::ops::ControlFlow;

use trustuqa::eval::{BenchmarkSet, Dataset, DatasetSource, FactLine, SourceContent, TableRows};
use trustuqa::session::route::route;
use trustuqa_engine::trace::{Status, Trace, render};
use trustuqa_engine::{Engine, RunOptions};
use trustuqa_storage::{Graph, SourceKind};

fn table(name: &str, text: &str) -> DatasetSource {
    let mut lines = text.lines().map(|line| line.trim().split(',').map(str::to_owned).collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let content = SourceContent::Table(TableRows { line: 1, header, rows: lines.collect() });
    DatasetSource {
        name: name.to_owned(),
        kind: SourceKind::Table,
        file: format!("{name}.csv").into(),
        content,
    }
}

fn graph_of(name: &str, facts: &[[&str; 3]]) -> DatasetSource {
    let line = |(at, fact): (usize, &[&str; 3])| FactLine {
        line: at as u32 + 1,
        triple: fact.map(str::to_owned),
        bounds: Default::default(),
    };
    let content = SourceContent::Facts(facts.iter().enumerate().map(line).collect());
    DatasetSource { name: name.to_owned(), kind: SourceKind::Kg, file: format!("{name}.tsv").into(), content }
}

fn sources() -> Vec<DatasetSource> {
    vec![
        table(
            "rowing",
            "Crew,City,Year,Time
             Herons,Oldford,2004,301
             Otters,Millwick,2006,296
             Herons,Oldford,2006,299",
        ),
        table(
            "chess",
            "Player,City,Year,Rating,Opening,Title
             Ines Vale,Oldford,2004,2450,Dutch,Master
             Tomo Reed,Millwick,2004,2380,Dutch,Master
             Ana Lund,Oldford,2004,2500,Slav,Master
             Bo Finch,Quarrel,2006,2410,Slav,Expert",
        ),
        table("harbours", "Port,City,Year,Depth\n Quay One,OLDFORD,2001,12"),
        graph_of(
            "rivers",
            &[["River Wim", "flows through", "Oldford"], ["River Sal", "flows through", "Millwick"]],
        ),
    ]
}

fn with_engine(check: impl FnOnce(&Engine<'_>)) {
    let home = tempfile::tempdir().unwrap();
    let graph = Graph::open(home.path(), true).unwrap();
    let dataset = Dataset { set: BenchmarkSet::Mixed, sources: sources(), questions: Vec::new() };
    dataset.load(&graph, &mut |_| ControlFlow::Continue(())).unwrap();
    let snapshot = graph.snapshot().unwrap();
    check(&Engine::new(&snapshot, None).unwrap());
}

fn routed(question: &str) -> RunOptions {
    RunOptions {
        sources: Vec::new(),
        question: Some(question.to_owned()),
        route: true,
        ..RunOptions::default()
    }
}

fn ask(engine: &Engine<'_>, query: &str, question: &str) -> Trace {
    engine.run(query, &routed(question)).unwrap()
}

fn chosen(trace: &Trace) -> Option<&str> {
    trace.routing.as_ref().map(|routing| routing.chosen.as_str())
}

#[test]
fn the_table_with_all_names_of_the_query_is_taken() {
    with_engine(|engine| {
        // Every table has a city; only one has a crew. Its spelling is not the exact one.
        let query = "Query1: get_information(relation='City', tail_entity='oldford')\n\
                     Query2: get_information(head_entity='output_of_query1', relation='Depth')";
        let trace = ask(engine, query, "how deep is the port of oldford?");
        assert_eq!((chosen(&trace), trace.answers()), (Some("harbours"), vec!["12"]));
        let text = render(&trace);
        assert!(
            text.starts_with("looked in: harbours; it alone has `City` = `oldford` and `Depth`"),
            "{text}"
        );
        assert!(trace.answer.certain);
    });
}

#[test]
fn the_question_decides_between_tables_that_could_answer() {
    with_engine(|engine| {
        let query = "Query1: get_information(relation='City', tail_entity='Oldford')\n\
                     Query2: get_information(head_entity='output_of_query1', relation='Year')\n\
                     Query3: count(set='output_of_query2')";
        for (question, table, answer) in [
            ("in how many years did the Herons row for Oldford?", "rowing", "2"),
            ("how many times was a player of Oldford a master?", "chess", "2"),
            ("in how many years was there a port in Oldford?", "harbours", "1"),
        ] {
            let trace = ask(engine, query, question);
            assert_eq!((chosen(&trace), trace.answers()), (Some(table), vec![answer]), "{question}");
        }
    });
}

#[test]
fn tables_that_answer_differently_are_told_as_a_doubt() {
    with_engine(|engine| {
        let query = "Query1: get_information(relation='City', tail_entity='Millwick')\n\
                     Query2: get_information(head_entity='output_of_query1', relation='Year')";
        let trace = ask(engine, query, "");
        assert_eq!((chosen(&trace), trace.answers()), (Some("rowing"), vec!["2006"]));
        let others: Vec<&str> =
            trace.routing.as_ref().unwrap().others.iter().map(|o| o.name.as_str()).collect();
        assert_eq!(others, ["chess"]);
        assert!(!trace.answer.certain);
        assert_eq!(trace.answer.doubts, ["the table `rowing` was used; `chess` gives another answer"]);
        // The trace runs again without being routed again.
        assert_eq!(engine.replay(&trace).unwrap().answers(), ["2006"]);
    });
}

#[test]
fn a_query_that_joins_sources_is_not_cut_to_one() {
    with_engine(|engine| {
        let query = "Query1: get_information(head_entity='River Sal', relation='flows through')\n\
                     Query2: get_information(relation='City', tail_entity='output_of_query1')\n\
                     Query3: get_information(head_entity='output_of_query2', relation='Crew')";
        let trace = ask(engine, query, "which crew rows on the River Sal?");
        assert_eq!((chosen(&trace), trace.answers()), (None, vec!["Otters"]));
        // A graph that can answer is asked with everything else.
        let trace = ask(engine, "get_information(relation='flows through', tail_entity='Oldford')", "");
        assert_eq!((chosen(&trace), trace.answers()), (None, vec!["River Wim"]));
    });
}

#[test]
fn named_sources_are_all_asked() {
    with_engine(|engine| {
        let query = "Query1: get_information(relation='City', tail_entity='Millwick')\n\
                     Query2: get_information(head_entity='output_of_query1', relation='Year')";
        let named = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let both = RunOptions { sources: named(&["rowing", "chess"]), ..RunOptions::default() };
        assert_eq!(engine.run(query, &both).unwrap().answers(), ["2006", "2004"]);
        let one = RunOptions { sources: named(&["chess"]), ..routed("") };
        assert_eq!(engine.run(query, &one).unwrap().answers(), ["2004"]);
    });
}

#[test]
fn what_no_table_has_is_told_as_before() {
    with_engine(|engine| {
        let trace = ask(engine, "get_information(relation='City', tail_entity='Nowhere Bay')", "");
        assert_eq!((chosen(&trace), trace.answer.status), (None, Status::NoSuchName));
    });
}

#[test]
fn a_question_ranks_the_sources() {
    with_engine(|engine| {
        let sources = engine.executor().sources();
        for (question, name) in [
            ("which crew was fastest in 2006?", "rowing"),
            ("who plays the Slav opening?", "chess"),
            ("what is the depth of Quay One?", "harbours"),
            ("where does the River Wim flow?", "rivers"),
        ] {
            let routed = route(engine, question).unwrap();
            let first = sources.iter().find(|s| s.id == routed.ranked[0]).unwrap();
            assert_eq!(first.name, name, "{question}");
        }
    });
}
