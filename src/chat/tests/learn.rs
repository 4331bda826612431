//! Learning: an accepted query answers again, a rejected one is not offered as sure.

use trustuqa_tui::model::{DemonstrationOwner, DemonstrationView, Level};
use trustuqa_tui::{BackendEvent, BackendRequest};

use super::{Demo, demo, empty, items};

const QUESTION: &str = "Give me the crown colleagues of Tom Hanks";
const QUERY: &str = "Query1: \"get_information(relation='starred_actors', tail_entity='Tom Hanks')\"\n\
                     Query2: \"get_information(relation='starred_actors', head_entity='output_of_query1')\"";

async fn demonstrations(demo: &Demo, needle: &str) -> Vec<DemonstrationView> {
    match demo.send(BackendRequest::ListDemonstrations { needle: needle.to_owned() }).await {
        BackendEvent::Demonstrations(found) => found,
        other => panic!("no demonstrations: {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_accepted_answer_is_given_again_also_for_other_names() {
    let demo = demo().await;
    let question = "Tell me the crown of the realm called Sweden";
    let query = "Query1: \"get_information(relation='Country', tail_entity='Sweden')\"\n\
                 Query2: \"get_information(relation='Currency', head_entity='output_of_query1')\"";
    let first = demo.run(question, query).await;
    assert_eq!(items(&first), ["Swedish krona"]);
    let text = demo.done(BackendRequest::Learn { answer: first.id, accept: true }).await;
    assert!(text.contains("accepted-1"), "{text}");
    for (asked, expected) in [
        (question, "Swedish krona"),
        ("tell me the crown of the realm called Kenya", "Kenyan shilling"),
        ("Tell me the crown of the realm called United Kingdom?", "Pound sterling"),
    ] {
        let answer = demo.answer(BackendRequest::AskAlone { question: asked.to_owned() }).await;
        assert_eq!(items(&answer), [expected], "{asked}");
        assert_eq!((answer.writer.as_str(), answer.certainty.level), ("learnt", Level::Sure), "{asked}");
        assert!(answer.certainty.reasons.iter().any(|r| r.contains("accepted")), "{:?}", answer.certainty);
        assert_eq!(answer.read_as, None);
    }
    // An unknown name is not answered by what was learnt for another name.
    let other = demo
        .answer(BackendRequest::AskAlone { question: "Tell me the crown of the realm called Qwertz".into() })
        .await;
    assert_ne!(other.writer, "learnt");

    // The file is the truth: what is changed in it by hand counts at once.
    let file = demo.path("demonstrations.txt");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(
        text.contains("source: table countries:") && text.contains("question: Tell me the crown"),
        "{text}"
    );
    std::fs::write(&file, text.replace("'Currency'", "'Capital'").replace("accepted-1", "by-hand")).unwrap();
    let changed = demo.answer(BackendRequest::AskAlone { question: question.to_owned() }).await;
    assert_eq!(items(&changed), ["Stockholm"]);
    assert_eq!(demonstrations(&demo, "by-hand").await.len(), 1);

    // The next run of the program knows it, too, and a damaged file does not stop questions.
    let demo = demo.again(&[]);
    assert_eq!(items(&demo.ask(question).await), ["Stockholm"]);
    std::fs::write(&file, "question: of whom?\n---\n").unwrap();
    assert_ne!(demo.ask(question).await.writer, "learnt");
    let failure = demo.failure(BackendRequest::ListDemonstrations { needle: String::new() }).await;
    assert!(failure.message.contains("line 1"), "{failure:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn pairs_are_listed_edited_and_deleted() {
    let demo = demo().await;
    let answer = demo.run(QUESTION, QUERY).await;
    demo.done(BackendRequest::Learn { answer: answer.id, accept: true }).await;
    let own = demonstrations(&demo, "crown hanks").await;
    assert_eq!((own.len(), own[0].origin, own[0].kind.as_str()), (1, DemonstrationOwner::Accepted, "kg"));
    let all = demonstrations(&demo, "").await;
    assert!(all.len() > 20 && all[0].id == own[0].id && all[1].origin == DemonstrationOwner::Shipped);
    let edit = |id: &str, query: &str| BackendRequest::EditDemonstration {
        id: id.to_owned(),
        question: "Give me the crown colleagues of Kate Winslet".to_owned(),
        query: query.to_owned(),
    };
    demo.done(edit(&own[0].id, &QUERY.replace("Tom Hanks", "Kate Winslet"))).await;
    assert_eq!(demo.ask("Give me the crown colleagues of Meryl Streep").await.writer, "learnt");
    let refused = demo.send(edit(&own[0].id, "get_information(")).await;
    assert!(matches!(refused, BackendEvent::Unreadable { .. }), "{refused:?}");
    assert!(demo.failure(edit(&all[1].id, QUERY)).await.message.contains("no demonstration of yours"));
    // The copy in the graph follows.
    let stored = |demo: &Demo| {
        let stored = demo.chat.0.session.graph().view().unwrap().demonstrations().unwrap();
        stored.into_iter().filter(|d| d.origin == "learnt").map(|d| d.question).collect::<Vec<_>>()
    };
    assert_eq!(stored(&demo), ["Give me the crown colleagues of Kate Winslet"]);
    demo.done(BackendRequest::DeleteDemonstration { id: own[0].id.clone() }).await;
    assert_eq!(stored(&demo), Vec::<String>::new());
    assert_ne!(demo.ask("Give me the crown colleagues of Kate Winslet").await.writer, "learnt");
    assert!(demo.failure(BackendRequest::DeleteDemonstration { id: own[0].id.clone() }).await.hint.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rejected_query_is_not_offered_as_sure_again() {
    let demo = demo().await;
    let question = "Who directed Chicago?";
    let first = demo.ask(question).await;
    assert_eq!((items(&first), first.certainty.level), (vec!["Rob Marshall"], Level::Sure));
    demo.done(BackendRequest::Learn { answer: first.id, accept: true }).await;
    assert_eq!(demo.ask(question).await.writer, "learnt");
    demo.done(BackendRequest::Learn { answer: first.id, accept: false }).await;
    let again = demo.ask(question).await;
    assert_eq!((again.writer.as_str(), again.certainty.level), ("offline", Level::Unsure));
    assert!(again.certainty.reasons[0].contains("rejected"), "{:?}", again.certainty);
    let rejected = demonstrations(&demo, "chicago").await;
    assert!(rejected.iter().any(|d| d.origin == DemonstrationOwner::Rejected));
    assert!(!rejected.iter().any(|d| d.origin == DemonstrationOwner::Accepted));
    // Another question is not affected.
    assert_eq!(demo.ask("Who directed Titanic?").await.certainty.level, Level::Sure);
    // What has no question or no answer cannot be learnt.
    let nothing =
        BackendRequest::Run { query: QUERY.to_owned(), question: None, changes: Vec::new(), remember: false };
    let nothing = demo.answer(nothing).await;
    assert!(demo.failure(BackendRequest::Learn { answer: nothing.id, accept: true }).await.hint.is_some());
    assert!(demo.failure(BackendRequest::Learn { answer: 9_999, accept: true }).await.hint.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_learnt_of_a_follow_up_names_no_answer() {
    let demo = demo().await;
    demo.run(
        "Which film depicts Margaret Thatcher?",
        "Query1: \"get_information(relation='depicts', tail_entity='Margaret Thatcher')\"",
    )
    .await;
    let next = demo.ask("who directed it?").await;
    assert_eq!(next.read_as.as_deref(), Some("who directed The Iron Lady?"));
    // Also when it is run again under the question as it was shown.
    let again = demo.run(next.read_as.as_deref().unwrap(), &next.query_text).await;
    for answer in [next.id, again.id] {
        demo.done(BackendRequest::Learn { answer, accept: true }).await;
    }
    let text = std::fs::read_to_string(demo.path("demonstrations.txt")).unwrap();
    assert!(
        !text.contains("Iron Lady") && text.contains("accepted-1") && !text.contains("accepted-2"),
        "{text}"
    );
    assert!(text.contains("the answer to “Which film depicts Margaret Thatcher?”"), "{text}");
}

/// Words of one meaning each, for an encoder that knows nothing else.
const MEANINGS: &[&[&str]] = &[
    &["give", "name"],
    &["crown", "regal"],
    &["colleagues", "partners"],
    &["of", "beside", "the", "me", "all"],
    &["tom", "hanks", "x", "kate", "winslet"],
];

#[tokio::test(flavor = "multi_thread")]
async fn what_is_learnt_is_found_by_its_meaning_when_there_is_an_encoder() {
    use crate::session::demonstrations::{K, LEARNT, Retrieve, choose};
    use crate::session::route;
    use trustuqa_engine::ground::Embed as _;
    use trustuqa_tui::model::EncoderState;

    let demo = demo().await;
    let (_model, dir) = trustuqa_encoder::testing::Tiny::of_words(MEANINGS);
    let (sender, mut told) = tokio::sync::mpsc::unbounded_channel();
    demo.chat.0.start_encoder(dir, &trustuqa_tui::Events::new(1, sender));
    let mut ready = async || loop {
        let next = tokio::time::timeout(std::time::Duration::from_secs(120), told.recv()).await;
        match next.expect("the encoder is ready in time").expect("it goes on").1 {
            BackendEvent::Encoder(EncoderState::Ready) => break,
            BackendEvent::Encoder(EncoderState::Failed(why)) => panic!("{why}"),
            _ => {}
        }
    };
    ready().await;

    let session = &demo.chat.0.session;
    let asked = "Name all regal partners beside Kate Winslet";
    let vector = session.encoder().embed(asked).expect("the encoder is open");
    let nearest = |at: usize| {
        let near = session.graph().view().unwrap().nearest_demonstrations(&vector, 3).unwrap();
        near.get(at).map(|(found, _)| found.question.clone()).unwrap_or_default()
    };
    assert_ne!(nearest(0), QUESTION);
    let answer = demo.run(QUESTION, QUERY).await;
    demo.done(BackendRequest::Learn { answer: answer.id, accept: true }).await;
    // The question gets its vector in the background, without being asked to.
    ready().await;
    assert_eq!(session.graph().questions_without_vectors(9).unwrap(), Vec::<String>::new());
    assert_eq!(nearest(0), QUESTION);

    // It is among what a writer is shown for a question that shares no word with it.
    let shown = || {
        let visible = session.visible().unwrap();
        let engine = session.engine(&visible).unwrap();
        let routed = route::route(&engine, asked).unwrap();
        let learnt = session.learnt().likest(asked, LEARNT).unwrap();
        assert_eq!(learnt, Vec::new(), "the words alone do not find it");
        let retrieve = Retrieve { near: Some(session.encoder().as_ref()), except: None };
        choose(visible.whole(), &retrieve, &routed.masked, engine.executor().sources(), learnt).unwrap()
    };
    let found = shown();
    assert_eq!(found.len(), K);
    assert_eq!(found.last().map(|d| d.question.as_str()), Some(QUESTION), "the most fitting is the last");
    // Deleted, it is found no more.
    demo.done(BackendRequest::DeleteDemonstration { id: "accepted-1".to_owned() }).await;
    assert!(!shown().iter().any(|d| d.question == QUESTION));
}

/// The number under which a reading of an unclear answer is offered.
fn offered(answer: &trustuqa_tui::model::AnswerView, of: &str) -> String {
    let note = answer.note.as_deref().unwrap_or_default();
    let line = note.lines().find(|line| line.contains(of)).unwrap_or_else(|| panic!("{note}"));
    line.split('.').next().unwrap().trim().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chosen_reading_teaches_nothing_of_words_that_it_does_not_use() {
    let demo = empty();
    let (employees, expenses) = (demo.path("employees.csv"), demo.path("expenses.csv"));
    let rows = "Employee ID,Name,Department,City\n\
                E01,Ines,Management,Lyon\n\
                E02,Tomas,Finance,Lyon\n\
                E03,Aisha,Engineering,Ghent\n\
                E04,Paolo,Engineering,Ghent\n\
                E05,Samuel,Sales,Porto\n";
    std::fs::write(&employees, rows).unwrap();
    let rows =
        "Expense ID,Employee,Category,Amount\nX1,Aisha,Travel,10\nX2,Paolo,Travel,20\nX3,Samuel,Meals,30\n";
    std::fs::write(&expenses, rows).unwrap();
    demo.done(BackendRequest::Load { paths: vec![employees, expenses] }).await;
    let question = "How many employees work in Marketing?";
    let unclear = demo.ask(question).await;
    assert!(unclear.note.as_ref().is_some_and(|note| note.contains("`Marketing`")), "{unclear:#?}");
    let chosen = demo.ask(&offered(&unclear, "Engineering")).await;
    let doubted = |answer: &trustuqa_tui::model::AnswerView| {
        assert_eq!((items(answer), answer.certainty.level), (vec!["2"], Level::Unsure), "{answer:#?}");
        let reasons = answer.certainty.reasons.join("; ");
        assert!(reasons.contains("does not use") && reasons.contains("`Marketing`"), "{reasons}");
        assert!(!reasons.contains("spelling"), "{reasons}");
    };
    doubted(&chosen);
    // It is remembered for this question, with what it leaves out, also when it is accepted once more.
    demo.done(BackendRequest::Learn { answer: chosen.id, accept: true }).await;
    let again = demo.ask(question).await;
    assert_eq!(again.writer, "learnt");
    doubted(&again);
    let demo = demo.again(&[]);
    doubted(&demo.ask(question).await);
    assert_ne!(demo.ask("How many employees work in Finance?").await.writer, "learnt");
    assert_eq!(demo.chat.0.session.learnt().likest(question, 3).unwrap(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_word_that_a_reading_uses_is_not_called_missing() {
    let demo = demo().await;
    let unclear = demo.ask("goals by host nation").await;
    let note = unclear.note.clone().unwrap_or_default();
    assert!(note.contains("`Host`") && !note.contains("nothing was found for"), "{note}");
}
