//! What a follow-up lets out: the questions as they were typed and the query, as far
//! as that names nothing else; never what an answer gave. The server is a loopback one
//! that keeps every byte.
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::support::{Received, Server, completion};
use trustuqa::config::{Flags, Locations, Settings};
use trustuqa::session::Session;
use trustuqa::session::follow::{Context, FullQuestion};
use trustuqa::session::loading::{LoadRequest, load};
use trustuqa::writer::{Demonstration, DemonstrationKind, DemonstrationOrigin};
use trustuqa_engine::query::{self, Parsed};

/// Every value is one that no prompt has by chance.
const TARNS: &str = "\
Tarn,Depth,Keeper
Vexmoor Qwill,77.125 m,Ozymand Plinth
Brindle Quorn,913.5 m,Thessaly Grubbe
Skarn Oxlip,64.875 m,Ozymand Plinth
";
const PLANTED: &[&str] = &[
    "Vexmoor", "Qwill", "Brindle", "Quorn", "Skarn", "Oxlip", "Thessaly", "Grubbe", "77.125", "913.5",
    "64.875",
];

const TYPED: &str = "How deep are the tarns that Ozymand Plinth keeps?";
const QUERY: &str = "Step1: Find the rows of Vexmoor Qwill and Skarn Oxlip\n\
    Query1: \"get_information(relation='Keeper', tail_entity='Ozymand Plinth')\"\n\
    Step2: Find their Depth\n\
    Query2: \"get_information(relation='Depth', head_entity='output_of_query1')\"";
const NAMES: &str = "Query1: \"get_information(relation='Keeper', tail_entity='Ozymand Plinth')\"\n\
    Query2: \"get_information(relation='Tarn', head_entity='output_of_query1')\"";

fn parsed(text: &str) -> Arc<Parsed> {
    Arc::new(query::parse(text).unwrap())
}

/// A session with the planted data whose model is the server.
fn session(folder: &std::path::Path, server: &Server, share: &str) -> Session {
    let flags = Flags {
        data_dir: Some(folder.to_owned()),
        encoder: Some("off".to_owned()),
        writer: Some("llm".to_owned()),
        model: Some("test-model".to_owned()),
        base_url: Some(server.base_url.clone()),
        share: Some(share.to_owned()),
        ..Flags::default()
    };
    let env = |name: &str| (name == "OPENAI_API_KEY").then(|| "sk-test".to_owned());
    let at = |name: &str| Some(folder.join(name));
    let locations = Locations { config_dir: at("config"), data_dir: at("data"), cache_dir: at("cache") };
    let session = Session::open(Settings::resolve(&flags, &env, &locations).unwrap(), true).unwrap();
    let file = folder.join("tarns.csv");
    std::fs::write(&file, TARNS).unwrap();
    let request = LoadRequest { paths: vec![file], ..LoadRequest::default() };
    load(session.graph(), &request, &mut |_| ControlFlow::Continue(())).unwrap();
    session
}

fn texts(server: &Server) -> Vec<String> {
    server.received().iter().map(Received::messages).collect()
}

/// No request holds a planted value, in any form.
fn assert_private(server: &Server) {
    for request in server.received() {
        let (body, text) = (String::from_utf8(request.body.clone()).unwrap(), request.messages());
        for value in PLANTED {
            assert!(!body.contains(value) && !text.contains(value), "`{value}` leaks in:\n{text}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_follow_up_sends_what_was_typed_and_no_result() {
    for share in ["schema", "samples"] {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(|_| completion(NAMES)).await;
        let session = session(folder.path(), &server, share);
        let context =
            Context::new(TYPED, FullQuestion::alone(TYPED), parsed(QUERY), &["77.125 m", "64.875 m"]);
        let next = session.ask_after("Which tarns are these?", Some(&context), &|_| ()).await.unwrap();
        let mut answers = next.trace.answers();
        answers.sort_unstable();
        assert_eq!(answers, ["Skarn Oxlip", "Vexmoor Qwill"]);
        let read = next.read_as.clone().unwrap();
        assert_eq!(read.shown, "Which tarns are 77.125 m and 64.875 m?");
        assert_eq!(
            read.plain,
            format!("Which tarns are the 2 answers to “{TYPED}”?"),
            "fit to be learnt and sent"
        );
        if share == "schema" {
            assert_private(&server);
        }
        for text in texts(&server) {
            assert!(text.contains(TYPED) && text.contains("Question: Which tarns are these?"), "{text}");
            assert!(
                text.contains(
                    "> Query1: \"get_information(relation='Keeper', tail_entity='Ozymand Plinth')\""
                )
            );
            assert!(!text.contains("77.125 m and"), "a result leaves: {text}");
        }
        // The next one looks back on both, as they were typed.
        let context = next.context.unwrap();
        assert_eq!(context.typed, [TYPED, "Which tarns are these?"]);
        session.ask_after("Who else keeps them?", Some(&context), &|_| ()).await.unwrap();
        let last = texts(&server).pop().unwrap();
        assert!(last.contains(&format!("- {TYPED}\n- Which tarns are these?")), "{last}");
        if share == "schema" {
            assert_private(&server);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_query_that_names_what_was_not_typed_stays_here() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_| completion(NAMES)).await;
    let session = session(folder.path(), &server, "schema");
    let typed = "How deep is the first of the tarns?";
    let query = "Query1: \"get_information(relation='Tarn', tail_entity='Vexmoor Qwill')\"\n\
                 Query2: \"get_information(relation='Depth', head_entity='output_of_query1')\"";
    let context = Context::new(
        typed,
        FullQuestion { shown: "How deep is Vexmoor Qwill?".into(), plain: typed.into() },
        parsed(query),
        &["77.125 m"],
    );
    session.ask_after("Who keeps it?", Some(&context), &|_| ()).await.unwrap();
    assert_private(&server);
    let text = texts(&server).pop().unwrap();
    assert!(text.contains(typed) && !text.contains("Query of the last one"), "{text}");
    // A question that stands alone says nothing of the one before.
    session.ask_after("Which tarns does Ozymand Plinth keep?", Some(&context), &|_| ()).await.unwrap();
    assert!(!texts(&server).pop().unwrap().contains(typed));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn learnt_pairs_are_shown_to_a_model_as_far_as_they_may_leave() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_| completion(NAMES)).await;
    let session = session(folder.path(), &server, "schema");
    let pair = |question: &str, tail: &str| Demonstration {
        question: question.to_owned(),
        query: format!("Query1: \"get_information(relation='Keeper', tail_entity='{tail}')\""),
        kind: DemonstrationKind::Table,
        origin: DemonstrationOrigin::Stored,
        schema: Vec::new(),
        unused: Vec::new(),
    };
    session
        .learnt()
        .accept(pair("Which tarns are in the care of Ozymand Plinth?", "Ozymand Plinth"))
        .unwrap();
    session.learnt().accept(pair("Which tarns are in the care of his rival?", "Thessaly Grubbe")).unwrap();
    session.ask("Which deep tarns are in the care of Ozymand Plinth?", &|_| ()).await.unwrap();
    let text = texts(&server).pop().unwrap();
    assert!(text.contains("Question: Which tarns are in the care of Ozymand Plinth?"), "{text}");
    assert!(!text.contains("his rival"));
    assert_private(&server);
    // The very question is answered without asking anybody.
    let before = server.received().len();
    let asked = session.ask("Which tarns are in the care of Ozymand Plinth?", &|_| ()).await.unwrap();
    assert_eq!((server.received().len(), asked.written.writer.as_str()), (before, "learnt"));
}
