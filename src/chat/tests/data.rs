//! Reruns with other nodes, pages, and looks into the data.

use trustuqa_tui::model::{
    DemonstrationOwner, FactKind, GroundingChange, NeighbourView, OutcomeView, PageOf, PageView, TableView,
};
use trustuqa_tui::{BackendEvent, BackendRequest};

use super::{Demo, demo, empty, items};

impl Demo {
    async fn table(&self, request: BackendRequest) -> TableView {
        match self.send(request).await {
            BackendEvent::Table(table) => *table,
            other => panic!("no table: {other:?}"),
        }
    }

    async fn neighbours(&self, request: BackendRequest) -> NeighbourView {
        match self.send(request).await {
            BackendEvent::Neighbours(view) => *view,
            other => panic!("no neighbours: {other:?}"),
        }
    }

    async fn page(&self, request: BackendRequest) -> PageView {
        match self.send(request).await {
            BackendEvent::Page(page) => *page,
            other => panic!("no page: {other:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_node_is_taken_when_the_user_says_so_and_remembered() {
    let demo = demo().await;
    let question = "Who directed Gladiater?";
    let query = "Query1: \"get_information(head_entity='Gladiater', relation='directed_by')\"";
    let first = demo.run(question, query).await;
    assert_eq!(items(&first), ["Ridley Scott"], "the nearest name");
    let head = first.trace[0].groundings.iter().find(|g| g.role == "head_entity").unwrap();
    assert!(!head.by_user);
    let change = |chosen: &str| GroundingChange {
        step: 0,
        role: "head_entity".to_owned(),
        asked: "Gladiater".to_owned(),
        chosen: chosen.to_owned(),
    };
    let run = |chosen: &str, remember| BackendRequest::Run {
        query: first.query_text.clone(),
        question: Some(question.to_owned()),
        changes: vec![change(chosen)],
        remember,
    };
    let second = demo.answer(run("Titanic", false)).await;
    assert_eq!(items(&second), ["James Cameron"]);
    let head = second.trace[0].groundings.iter().find(|g| g.role == "head_entity").unwrap();
    assert!(head.by_user && head.chosen == ["Titanic"], "{head:?}");
    assert!(head.runners_up.iter().any(|r| r.text == "Gladiator"), "the way back is told: {head:?}");
    // What is exported runs again as it stands, without the choice.
    let BackendEvent::Trace { json, .. } = demo.send(BackendRequest::TraceJson { answer: second.id }).await
    else {
        panic!("no trace");
    };
    let trace: trustuqa_engine::trace::Trace = serde_json::from_str(&json).unwrap();
    assert_eq!(demo.chat.0.session.replay(&trace).unwrap().answers(), ["James Cameron"]);
    let rerun = demo.run("", &second.execution_text).await;
    assert_eq!(items(&rerun), ["James Cameron"]);
    // Not remembered: the next run takes the nearest again.
    assert_eq!(items(&demo.run(question, query).await), ["Ridley Scott"]);
    let told = demo.answer(run("Titanic", true)).await;
    assert!(told.certainty.reasons.iter().any(|r| r.contains("from now on")), "{:?}", told.certainty);
    let later = demo.again(&[]);
    let answer = later.run(question, query).await;
    assert_eq!(items(&answer), ["James Cameron"]);
    assert!(
        answer.certainty.reasons.iter().any(|r| r.contains("as you chose before")),
        "{:?}",
        answer.certainty
    );
    // The same name of another source is another name.
    let oscars = "Query1: \"get_information(relation='Best Picture', tail_entity='Gladiater')\"\n\
                  Query2: \"get_information(relation='Nominations', head_entity='output_of_query1')\"";
    assert_eq!(items(&later.run("How many nominations?", oscars).await), ["12"]);
    assert!(later.failure(run("Qwertz", false)).await.message.contains("Qwertz"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_narrow_choice_is_offered_and_kinds_of_nothing_differ() {
    let demo = empty();
    let file = demo.path("towns.csv");
    std::fs::write(&file, "Town,Mayor\nNorth Barton,Ann\nSouth Barton,Bob\nEast Farley,Cy\n").unwrap();
    demo.done(BackendRequest::Load { paths: vec![file] }).await;
    let query = |town: &str| {
        format!(
            "Query1: \"get_information(relation='Town', tail_entity='{town}')\"\n\
             Query2: \"get_information(relation='Mayor', head_entity='output_of_query1')\""
        )
    };
    let unclear = demo.run("Who is the mayor of Barton?", &query("Barton")).await;
    let labels: Vec<&str> = unclear.choices.iter().map(|c| c.label.as_str()).collect();
    assert!(!labels.is_empty(), "{unclear:?}");
    let choice = unclear.choices.iter().find(|c| c.change.chosen == "South Barton").unwrap();
    assert_eq!(choice.label, "South Barton (Town in towns)");
    let request = BackendRequest::Run {
        query: unclear.query_text.clone(),
        question: Some(unclear.question.clone()),
        changes: vec![choice.change.clone()],
        remember: true,
    };
    assert_eq!(items(&demo.answer(request).await), ["Bob"]);
    let again = demo.run("Who is the mayor of Barton?", &query("Barton")).await;
    assert_eq!((items(&again), again.choices.len()), (vec!["Bob"], 0));
    // The choice is listed, and taken back there.
    let listed = async |needle: &str| match demo
        .send(BackendRequest::ListDemonstrations { needle: needle.into() })
        .await
    {
        BackendEvent::Demonstrations(found) => found,
        other => panic!("no list: {other:?}"),
    };
    let chosen = listed("South Barton").await;
    assert_eq!((chosen.len(), chosen[0].origin), (1, DemonstrationOwner::Chosen), "{chosen:?}");
    assert_eq!(chosen[0].question, "“Barton” of towns means South Barton");
    let edit = BackendRequest::EditDemonstration {
        id: chosen[0].id.clone(),
        question: "a".into(),
        query: "b".into(),
    };
    assert!(demo.failure(edit).await.hint.is_some());
    demo.done(BackendRequest::DeleteDemonstration { id: chosen[0].id.clone() }).await;
    assert!(listed("South Barton").await.is_empty());
    assert!(
        !demo.run("Who is the mayor of Barton?", &query("Barton")).await.choices.is_empty(),
        "asked again"
    );
    assert!(demo.run("Who?", &query("East Farley")).await.choices.is_empty(), "nothing narrow");

    let missing = demo.run("Who?", &query("Qwertz")).await;
    assert_eq!(missing.outcome, OutcomeView::NoSuchName);
    let unconnected = demo
        .run(
            "Who?",
            "Query1: \"get_information(head_entity='Ann', relation='Mayor', tail_entity='East Farley')\"",
        )
        .await;
    assert_eq!(unconnected.outcome, OutcomeView::NoSuchFact, "{unconnected:?}");
    let empty = demo.run("Who?", "Query1: \"get_information(relation='Mayor')\"\nQuery2: \"keep(set='output_of_query1', value>'9')\"").await;
    assert_eq!(empty.outcome, OutcomeView::Empty, "{empty:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn long_results_are_paged_to_the_end() {
    let demo = empty();
    let file = demo.path("numbers.csv");
    let rows: String = (1..=2_500).map(|n| format!("name {n},{}\n", n % 3)).collect();
    std::fs::write(&file, format!("Name,Group\n{rows}")).unwrap();
    demo.done(BackendRequest::Load { paths: vec![file] }).await;
    let answer = demo.run("Which names?", "Query1: \"get_information(relation='Name')\"").await;
    assert_eq!(
        (answer.item_total, answer.trace[0].result_total, answer.trace[0].fact_total),
        (2_500, 2_500, 2_500)
    );
    assert!(answer.items.len() < 2_500 && answer.trace[0].facts.len() < 2_500);
    let page = |of, from, count| BackendRequest::Page { answer: answer.id, step: 0, of, from, count };
    for of in [PageOf::Items, PageOf::Results] {
        let last = demo.page(page(of, 2_498, 50)).await;
        assert_eq!((last.total, last.texts), (2_500, vec!["name 2499".to_owned(), "name 2500".to_owned()]));
        assert!(demo.page(page(of, 9_999, 50)).await.texts.is_empty());
    }
    let query = "Query1: \"get_information(source='numbers')\"";
    let whole = demo.run("Which rows?", query).await;
    assert!(whole.is_table() && whole.rows.len() < 2_500, "{:?}", whole.columns);
    assert_eq!((whole.row_total, whole.columns[1].kind.as_str()), (2_500, "integer"));
    let rows = BackendRequest::Page { answer: whole.id, step: 0, of: PageOf::Rows, from: 2_499, count: 50 };
    let last = demo.page(rows.clone()).await;
    assert_eq!((last.total, last.rows), (2_500, vec![vec!["name 2500".to_owned(), "1".to_owned()]]));
    let facts = demo.page(page(PageOf::Facts, 1_999, 2)).await;
    assert_eq!(facts.facts[0].text, "[line_2000] | Name | name 2000");
    assert_eq!(demo.page(page(PageOf::Facts, 0, usize::MAX)).await.facts.len(), 1_000, "a page is bounded");
    // The same from a session that was kept, and after the source is gone.
    let BackendEvent::Sessions(sessions) =
        demo.send(BackendRequest::ListSessions { needle: String::new() }).await
    else {
        panic!("no sessions");
    };
    assert_eq!(sessions[0].title, "Which names?", "what was loaded before does not begin a session");
    demo.done(BackendRequest::Remove { source: "numbers".into() }).await;
    assert!(demo.page(page(PageOf::Items, 2_498, 50)).await.texts.is_empty());
    demo.done(BackendRequest::Undo).await;
    assert_eq!(demo.page(page(PageOf::Items, 2_498, 50)).await.texts.len(), 2);
    assert!(
        demo.failure(BackendRequest::Page {
            answer: answer.id,
            step: 7,
            of: PageOf::Facts,
            from: 0,
            count: 1
        })
        .await
        .hint
        .is_some()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fact_is_shown_where_it_stands() {
    let demo = demo().await;
    let answer = demo
        .run(
            "How many silver medals did Japan win in 2020?",
            "Query1: \"get_information(relation='Nation', tail_entity='Japan', key='Games', value='2020 Summer Olympics')\"\n\
             Query2: \"get_information(relation='Silver', head_entity='output_of_query1')\"",
        )
        .await;
    assert_eq!(items(&answer), ["14"]);
    let cell = &answer.trace.last().unwrap().facts[0];
    assert_eq!((cell.kind, cell.relation.as_str(), cell.tail.as_str()), (FactKind::Cell, "Silver", "14"));
    let table = demo.table(BackendRequest::ShowFact { fact: cell.id }).await;
    assert_eq!((table.source.as_str(), table.total_rows, table.first_row), ("medals", 30, 3));
    let (row, column) = table.marked.unwrap();
    assert_eq!((row, table.columns[column].0.as_str()), (13, "Silver"));
    assert_eq!(
        table.rows[(row - table.first_row) as usize],
        ["2020 Summer Olympics", "3", "Japan", "27", "14", "17", "58"]
    );
    assert_eq!(table.rows.len(), 21, "with its neighbours");

    let answer = demo
        .run(
            "Since when?",
            "Query1: \"get_information(head_entity='Angela Merkel', relation='position_held')\"",
        )
        .await;
    let fact = &answer.trace[0].facts[0];
    assert_eq!((fact.kind, fact.time.as_deref()), (FactKind::Quintuple, Some("2005 to 2021")));
    let view = demo.neighbours(BackendRequest::ShowFact { fact: fact.id }).await;
    assert_eq!((view.entity.as_str(), view.facts[view.marked.unwrap()].id), ("Angela Merkel", fact.id));
    assert!(view.facts.iter().any(|f| f.source == "films"), "from every source: {view:?}");
    assert!(demo.failure(BackendRequest::ShowFact { fact: u64::MAX }).await.hint.is_some());
    demo.done(BackendRequest::Remove { source: "offices".into() }).await;
    assert!(demo.failure(BackendRequest::ShowFact { fact: fact.id }).await.message.contains("no longer"));
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_entities_and_relations_are_read_in_parts() {
    let demo = demo().await;
    let rows = |source: &str, from, count| BackendRequest::Rows { source: source.to_owned(), from, count };
    let table = demo.table(rows("countries", 29, 50)).await;
    assert_eq!((table.first_row, table.rows.len(), table.total_rows), (29, 2, 30));
    assert_eq!(table.rows[1][0], "Egypt");
    let france = demo.table(rows("countries", 1, 1)).await;
    assert_eq!(france.rows[0][5], "", "an empty cell is an empty text: {:?}", france.rows);
    assert!(demo.table(rows("countries", 500, 5)).await.rows.is_empty());
    let facts = demo.neighbours(rows("films", 2, 2)).await;
    assert_eq!((facts.from, facts.facts.len(), facts.facts[0].line), (1, 2, Some(2)));
    assert!(demo.failure(rows("absent", 1, 5)).await.message.contains("absent"));

    let entity = |name: &str, source: Option<&str>, from, count| BackendRequest::Entity {
        name: name.to_owned(),
        source: source.map(str::to_owned),
        from,
        count,
    };
    let all = demo.neighbours(entity("Germany", None, 0, 1_000)).await;
    assert_eq!(all.facts.len(), all.total);
    let mut parts = Vec::new();
    while parts.len() < all.total {
        parts.extend(demo.neighbours(entity("germany", None, parts.len(), 7)).await.facts);
    }
    assert_eq!(parts, all.facts, "heads and tails in one order");
    assert!(all.facts.iter().any(|f| f.time.is_some()) && all.facts.iter().any(|f| f.kind == FactKind::Cell));
    let only = demo.neighbours(entity("Germany", Some("countries"), 0, 100)).await;
    assert!(only.total < all.total && only.facts.iter().all(|f| f.source == "countries"));
    assert!(demo.failure(entity("Qwertz", None, 0, 5)).await.hint.is_some());

    let BackendEvent::Relations { relations, .. } =
        demo.send(BackendRequest::Relations { source: "films".into() }).await
    else {
        panic!("no relations");
    };
    let depicts = relations.iter().find(|r| r.name == "depicts").unwrap();
    assert!(
        depicts.facts > 0
            && depicts.examples.iter().all(|e| e.contains(" → "))
            && !depicts.examples.is_empty()
    );
    let BackendEvent::Relations { relations, .. } =
        demo.send(BackendRequest::Relations { source: "medals".into() }).await
    else {
        panic!("no relations");
    };
    assert_eq!(relations[0].name, "Games");
    assert_eq!((relations[3].kind.as_str(), relations[3].examples.len()), ("integer", 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_completed_and_questions_suggested_from_the_graph() {
    let demo = demo().await;
    let names = async |text: &str| match demo.send(BackendRequest::Names { text: text.into() }).await {
        BackendEvent::Names { from, names, .. } => (from, names),
        other => panic!("no names: {other:?}"),
    };
    let (from, found) = names("Who directed Chica").await;
    assert_eq!((from, found.first().map(String::as_str)), (13, Some("Chicago")));
    let (from, found) = names("Is it tom ha").await;
    assert_eq!((from, found), (6, vec!["Tom Hanks".to_owned(), "Tom Hardy".to_owned()]));
    assert_eq!(names("Who directed ").await.1, Vec::<String>::new());
    assert_eq!(names("Qwertz").await.1, Vec::<String>::new());
    // Every question that is suggested for a graph has an answer.
    let suggested = demo.chat.0.session.suggestions().unwrap();
    assert_eq!(suggested.len(), 5, "{suggested:?}");
    for question in suggested {
        let answer = demo.answer(BackendRequest::AskAlone { question: question.clone() }).await;
        assert!(!items(&answer).is_empty(), "{question}: {answer:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rows_of_an_answer_become_a_file() {
    let demo = demo().await;
    let answer = demo.run("", "get_information(source='medals')").await;
    let export = |name: &str, overwrite| BackendRequest::Export {
        answer: answer.id,
        path: demo.path(name),
        overwrite,
    };
    for (name, begins) in [
        ("a.csv", &b"Games,"[..]),
        ("a.tsv", b"Games\t"),
        ("a.jsonl", b"{\"Games\""),
        ("a.xlsx", b"PK"),
        ("a.parquet", b"PAR1"),
    ] {
        demo.done(export(name, false)).await;
        let content = std::fs::read(demo.path(name)).unwrap();
        assert!(content.starts_with(begins), "{name}: {:?}", &content[..20]);
        assert!(demo.failure(export(name, false)).await.message.contains("exists already"));
        demo.done(export(name, true)).await;
    }
    assert!(demo.failure(export("a.pdf", false)).await.message.contains(".pdf"));
}
