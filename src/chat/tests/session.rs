//! Removals that can be undone, and sessions that can be resumed.

use trustuqa_tui::model::{PageOf, SavedEntry, SessionSummary};
use trustuqa_tui::{BackendEvent, BackendRequest};

use super::{Demo, demo, items};
use crate::session::Session;

async fn sessions(demo: &Demo, needle: &str) -> Vec<SessionSummary> {
    match demo.send(BackendRequest::ListSessions { needle: needle.to_owned() }).await {
        BackendEvent::Sessions(sessions) => sessions,
        other => panic!("no sessions: {other:?}"),
    }
}

fn sources(session: &Session) -> usize {
    session.sources().unwrap().len()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removal_is_undone_until_the_chat_ends() {
    let demo = demo().await;
    let question = "Who directed Chicago?";
    assert_eq!(items(&demo.ask(question).await), ["Rob Marshall"]);
    let all = sources(&demo.chat.0.session);
    let told = demo.events(BackendRequest::Remove { source: "films".into() }).await;
    let shown = told.iter().find_map(|event| match event {
        BackendEvent::Status(status) => Some(status.sources.len()),
        _ => None,
    });
    assert_eq!(shown, Some(all - 1), "the sources panel follows");
    assert_ne!(items(&demo.ask(question).await), ["Rob Marshall"], "it is out of sight for questions, too");
    assert!(demo.failure(BackendRequest::Remove { source: "films".into() }).await.hint.is_some());
    let misspelt = demo.failure(BackendRequest::Remove { source: "medlas".into() }).await;
    assert_eq!(misspelt.hint.as_deref(), Some("did you mean `medals`?"));
    demo.done(BackendRequest::Remove { source: "medals".into() }).await;
    assert_eq!(demo.done(BackendRequest::Undo).await, "medals is back");
    assert_eq!(demo.done(BackendRequest::Undo).await, "films is back");
    assert!(demo.failure(BackendRequest::Undo).await.hint.is_some());
    assert_eq!(items(&demo.ask(question).await), ["Rob Marshall"]);

    // A run that is killed has lost nothing; one that ends has done what was asked.
    demo.done(BackendRequest::Remove { source: "films".into() }).await;
    let demo = demo.again(&[]);
    assert_eq!(sources(&demo.chat.0.session), all);
    demo.done(BackendRequest::Remove { source: "films".into() }).await;
    assert_eq!(demo.chat.0.session.finish_removals().unwrap(), ["films"]);
    assert!(demo.failure(BackendRequest::Undo).await.hint.is_some());
    let demo = demo.again(&[]);
    assert_eq!(sources(&demo.chat.0.session), all - 1);

    // Loading makes removals final, so that a file can take a removed source's name.
    demo.done(BackendRequest::Remove { source: "medals".into() }).await;
    let file = demo.path("medals.csv");
    std::fs::write(&file, "Nation,Gold\nUtopia,7\n").unwrap();
    let told = demo.events(BackendRequest::Load { paths: vec![file] }).await;
    assert!(told.contains(&BackendEvent::Info("removed for good: medals".into())), "{told:?}");
    assert!(demo.failure(BackendRequest::Undo).await.hint.is_some());

    // A removal waits for a load that goes on; what is asked meanwhile does not wait.
    demo.done(BackendRequest::Remove { source: "world_cups".into() }).await;
    let session = &demo.chat.0.session;
    let (load, seen) = (session.graph().change().unwrap(), sources(session));
    std::thread::scope(|scope| {
        let removing = scope.spawn(|| session.finish_removals());
        for _ in 0..20 {
            assert_eq!(sources(session), seen);
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        drop(load);
        assert_eq!(removing.join().unwrap().unwrap(), ["world_cups"]);
    });
    assert_eq!(sources(session), seen);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_kept_listed_searched_and_gone_on_with() {
    let demo = demo().await;
    demo.ask("Who founded Microsoft?").await;
    demo.ask("Who directed Titanic?").await;
    let demo = demo.again(&[]);
    demo.ask("What is the currency of Sweden?").await;
    let all = sessions(&demo, "").await;
    assert_eq!(all.len(), 2);
    assert!(all.iter().all(|s| !s.started.is_empty()));
    let found = sessions(&demo, "cameron").await;
    assert_eq!((found.len(), found[0].answers, found[0].title.as_str()), (1, 2, "Who founded Microsoft?"));
    assert_eq!(sessions(&demo, "cameron sweden").await, []);

    let BackendEvent::Resumed { entries, .. } =
        demo.send(BackendRequest::Resume { id: found[0].id.clone() }).await
    else {
        panic!("not resumed");
    };
    let kinds: Vec<bool> = entries.iter().map(|e| matches!(e, SavedEntry::Answer(_))).collect();
    assert_eq!(kinds, [false, true, false, true]);
    let SavedEntry::Answer(first) = &entries[1] else { panic!("no answer") };
    // An answer of the past is opened, paged through and run again like any other.
    let page = BackendRequest::Page { answer: first.id, step: 0, of: PageOf::Results, from: 1, count: 5 };
    let BackendEvent::Page(page) = demo.send(page).await else { panic!("no page") };
    assert_eq!((page.total, page.texts.len()), (2, 1));
    let BackendEvent::Trace { json, .. } = demo.send(BackendRequest::TraceJson { answer: first.id }).await
    else {
        panic!("no trace");
    };
    assert!(json.contains("Bill Gates") && json.contains("Who founded Microsoft?"));
    let fact = first.trace[0].facts[0].id;
    assert!(matches!(demo.send(BackendRequest::ShowFact { fact }).await, BackendEvent::Neighbours(_)));
    // What is asked now follows up on its last answer, and goes into its file.
    let next = demo.ask("How about Chicago?").await;
    assert_eq!(
        (items(&next), next.read_as.as_deref()),
        (vec!["Rob Marshall"], Some("Who directed Chicago?"))
    );
    assert_eq!(sessions(&demo, "microsoft marshall").await[0].answers, 3);
    assert!(demo.failure(BackendRequest::Resume { id: "20000101-000000".into() }).await.hint.is_some());
    assert!(demo.failure(BackendRequest::Resume { id: "../history".into() }).await.hint.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_shared_with_whom_is_said_before_the_first_request_only() {
    use trustuqa_tui::model::ShareLevelView;
    let demo = demo().await;
    // Nobody listens there; what is sent gets nowhere.
    let env = [
        ("OPENAI_BASE_URL", "http://127.0.0.1:9/v1"),
        ("OPENAI_API_KEY", "sk-test"),
        ("TRUSTUQA_MODEL", "test-model"),
        ("TRUSTUQA_MAX_RETRIES", "0"),
        ("TRUSTUQA_MAX_TRIES", "1"),
        ("TRUSTUQA_SAMPLES", "1"),
        ("TRUSTUQA_SHARE", "schema"),
    ];
    let demo = demo.again(&env);
    let told = async |demo: &Demo| -> Vec<String> {
        let ask = BackendRequest::Ask { question: "Which film of Qwertz won?".into() };
        let events = demo.events(ask).await;
        let first = events.iter().position(|e| matches!(e, BackendEvent::Info(_)));
        let writing = events.iter().position(|e| {
            matches!(e, BackendEvent::Progress(stage) if stage.kind == trustuqa_tui::model::StageKind::Writing)
        });
        assert!(first.is_none() || first < writing, "{events:?}");
        let texts = events.into_iter().filter_map(|event| match event {
            BackendEvent::Info(text) => Some(text),
            _ => None,
        });
        texts.collect()
    };
    assert_eq!(told(&demo).await, Vec::<String>::new(), "the offline writer sends nothing");
    demo.done(BackendRequest::SetWriter { writer: "llm".into() }).await;
    let first = told(&demo).await;
    assert_eq!(first.len(), 1);
    assert!(
        first[0].contains("127.0.0.1:9")
            && first[0].contains("schema")
            && first[0].contains("no cell values")
    );
    assert_eq!(told(&demo).await, Vec::<String>::new(), "once is enough");
    demo.done(BackendRequest::SetShare { level: ShareLevelView::Samples }).await;
    assert_eq!(told(&demo).await.len(), 1, "another level is said");
    demo.done(BackendRequest::NewSession).await;
    assert_eq!(told(&demo).await.len(), 1, "another session is told anew");
}
