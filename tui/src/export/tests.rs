//! What leaves the chat, in every format.

use insta::assert_snapshot;

use super::*;
use crate::model::{AnswerView, Failure, ItemView, OutcomeView};
use crate::testing::{cross_source, tabled};

/// A conversation with one of everything, some of it hostile.
fn bodies() -> Vec<Body> {
    let mut hostile = cross_source();
    hostile.items = vec![
        ItemView { text: "<img src=x onerror=alert(1)>".into(), detail: "12".into() },
        ItemView { text: "a & b".into(), detail: String::new() },
    ];
    hostile.item_total = 1_002;
    hostile.trace[0].title = "rows with </details><script>".into();
    let none = AnswerView {
        outcome: OutcomeView::NoSuchFact,
        read_as: Some("Who won in 2004?".into()),
        ..AnswerView::default()
    };
    vec![
        Body::Welcome { summary: Some("Graph demo".into()), sharing: String::new(), suggestions: Vec::new() },
        Body::Question("When?\nwith “a” as <b>".into()),
        Body::Answer(Box::new(hostile)),
        Body::Question("and in 2004?".into()),
        Body::Answer(Box::new(none)),
        Body::Failure(Failure { message: "no \"file\"".into(), hint: Some("try <x>".into()) }),
        Body::Note("a remark".into()),
    ]
}

#[test]
fn the_page_is_whole_and_nothing_in_it_is_run_or_fetched() {
    let page = conversation("out.html", bodies().iter());
    for never in ["<script", "<img", "http:", "https:", "src=", "href=", "url(", "@import"] {
        let safe = page.replace("&lt;img src=x", "").replace("&lt;script", "");
        assert!(!safe.contains(never), "{never}");
    }
    assert!(
        page.contains("&lt;img src=x onerror=alert(1)&gt;")
            && page.contains("&lt;/details&gt;&lt;script&gt;")
    );
    assert!(
        page.contains("prefers-color-scheme: dark") && page.contains("<svg") && page.contains("<details>")
    );
    assert!(page.contains("and 1,000 that were not kept with the answer"));
    assert!(page.contains("No such fact") && page.contains("Read as: Who won in 2004?"));
    for tag in ["details", "section", "svg", "dl", "ul", "pre"] {
        let (open, close) =
            (page.matches(&format!("<{tag}")).count(), page.matches(&format!("</{tag}>")).count());
        assert_eq!(open, close, "{tag}");
    }
    assert_snapshot!("page", page.split("</style>").nth(1).expect("a body"));
}

#[test]
fn json_gives_back_what_was_said() {
    let bodies = bodies();
    let json = conversation("out.JSON", bodies.iter());
    let entries: Vec<SavedEntry> = serde_json::from_str(&json).expect("what was written");
    assert_eq!(entries.len(), bodies.len() - 1);
    let Body::Answer(answer) = &bodies[2] else { panic!("an answer") };
    assert_eq!(entries[1], SavedEntry::Answer(answer.clone()));
}

#[test]
fn a_table_stays_one_in_every_format() {
    let mut answer = tabled(3);
    answer.rows[2][0] = "<b>*x*</b>".into();
    answer.row_total = 1_003;
    answer.trace.clear();
    let text = answer_text(&answer);
    let bodies = [Body::Answer(Box::new(answer))];
    let markdown = conversation("out.md", bodies.iter());
    let page = conversation("out.html", bodies.iter());
    let page = page.split("</style>").nth(1).expect("a body");
    assert_snapshot!("table", format!("{text}\n\n{markdown}\n{page}"));
}

#[test]
fn a_session_of_before_tables_is_read() {
    let kept = r#"{"entry":"answer","id":3,"question":"who?","outcome":"answered","items":[{"text":"Ann"}],"item_total":1}"#;
    let SavedEntry::Answer(answer) = serde_json::from_str(kept).expect("an answer") else {
        panic!("an answer")
    };
    assert!(!answer.is_table() && answer.columns.is_empty() && answer.row_total == 0);
    assert_eq!(answer_text(&answer), "Ann");
}

#[test]
fn anything_else_is_markdown() {
    let text = conversation("notes", bodies().iter());
    assert_eq!(text, conversation("notes.md", bodies().iter()));
    assert!(text.starts_with("# A conversation") && text.contains("**No such fact**"));
}
