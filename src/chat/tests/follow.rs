//! Follow-ups, and questions that are not follow-ups, over the demo data and without a model.

use trustuqa_tui::BackendRequest;
use trustuqa_tui::model::{Level, OutcomeView};

use super::{demo, empty, items};

/// A question with its query, the next question, and what that is answered with.
type Case = (&'static str, &'static str, &'static str, &'static str, &'static [&'static str]);

const SWEDEN: (&str, &str) = (
    "What is the currency of Sweden?",
    "Query1: \"get_information(relation='Country', tail_entity='Sweden')\"\n\
     Query2: \"get_information(relation='Currency', head_entity='output_of_query1')\"",
);
const PEAK: (&str, &str) = (
    "What is the elevation of Broad Peak?",
    "Query1: \"get_information(relation='Mountain', tail_entity='Broad Peak')\"\n\
     Query2: \"get_information(relation='Elevation', head_entity='output_of_query1')\"",
);
const CHICAGO: (&str, &str) =
    ("Who directed Chicago?", "Query1: \"get_information(head_entity='Chicago', relation='directed_by')\"");
const CHANCELLOR: (&str, &str) = (
    "Who was Chancellor of Germany in 1985?",
    "Query1: \"get_information(relation='position_held', tail_entity='Chancellor of Germany', key='time', value='1985')\"",
);
const PEACE: (&str, &str) = (
    "Who won the Nobel Peace Prize?",
    "Query1: \"get_information(head_entity='Nobel Peace Prize', relation='winner')\"",
);
const SILVER: (&str, &str) = (
    "Which nation won the most silver medals at the 2024 Summer Olympics?",
    "## Target type: {Nation}\n\
     Query1: \"get_information(relation='Games', tail_entity='2024 Summer Olympics')\"\n\
     Query2: \"argmax(set='output_of_query1', relation='Silver')\"",
);
const THATCHER: (&str, &str) = (
    "Which film depicts Margaret Thatcher?",
    "Query1: \"get_information(relation='depicts', tail_entity='Margaret Thatcher')\"",
);
const MICROSOFT: (&str, &str) =
    ("Who founded Microsoft?", "Query1: \"get_information(head_entity='Microsoft', relation='founded_by')\"");
const KARAKORAM: (&str, &str) = (
    "Which mountains are in the Karakoram?",
    "Query1: \"get_information(relation='Range', tail_entity='Karakoram')\"\n\
     Query2: \"get_information(relation='Mountain', head_entity='output_of_query1')\"",
);
const URUGUAY: (&str, &str) = (
    "Which World Cups did Uruguay win?",
    "Query1: \"get_information(relation='Champion', tail_entity='Uruguay')\"\n\
     Query2: \"get_information(relation='Tournament', head_entity='output_of_query1')\"",
);
const SECRETARY: (&str, &str) = (
    "Who was Secretary-General of the United Nations before 1960?",
    "Query1: \"get_information(relation='position_held', tail_entity='Secretary-General of the United Nations', key='time', value<'1960')\"",
);
const CAMERON: (&str, &str) = (
    "Which films did James Cameron direct?",
    "Query1: \"get_information(relation='directed_by', tail_entity='James Cameron')\"",
);

const FOLLOWING: &[Case] = &[
    (SWEDEN.0, SWEDEN.1, "what about Denmark?", "What is the currency of Denmark?", &["Danish krone"]),
    (SWEDEN.0, SWEDEN.1, "And Japan?", "What is the currency of Japan?", &["Yen"]),
    (SWEDEN.0, SWEDEN.1, "the capital?", "What is the capital of Sweden?", &["Stockholm"]),
    (PEAK.0, PEAK.1, "and K2?", "What is the elevation of K2?", &["8,611 m"]),
    (PEAK.0, PEAK.1, "Makalu?", "What is the elevation of Makalu?", &["8,485 m"]),
    (CHICAGO.0, CHICAGO.1, "How about Titanic?", "Who directed Titanic?", &["James Cameron"]),
    (
        CHANCELLOR.0,
        CHANCELLOR.1,
        "and in 2010?",
        "Who was Chancellor of Germany in 2010?",
        &["Angela Merkel"],
    ),
    (CHANCELLOR.0, CHANCELLOR.1, "In 1970?", "Who was Chancellor of Germany in 1970?", &["Willy Brandt"]),
    (PEACE.0, PEACE.1, "and in 2000?", "Who won the Nobel Peace Prize in 2000?", &["Kim Dae-jung"]),
    (
        SILVER.0,
        SILVER.1,
        "And at the 2016 Summer Olympics?",
        "at the 2016 Summer Olympics?",
        &["United States"],
    ),
    (SILVER.0, SILVER.1, "what about gold?", "most gold medals", &["China", "United States"]),
    (SILVER.0, SILVER.1, "and in 2016?", "medals at the 2016 Summer Olympics?", &["United States"]),
    (SECRETARY.0, SECRETARY.1, "and after 2000?", "after 2000", &["Ban Ki-moon", "Kofi Annan"]),
    (THATCHER.0, THATCHER.1, "who directed it?", "who directed The Iron Lady?", &["Phyllida Lloyd"]),
    (
        THATCHER.0,
        THATCHER.1,
        "Who starred in that film?",
        "in The Iron Lady?",
        &["Jim Broadbent", "Meryl Streep"],
    ),
    (MICROSOFT.0, MICROSOFT.1, "how many are there?", "how many of Bill Gates and Paul Allen?", &["2"]),
    (MICROSOFT.0, MICROSOFT.1, "Where were they born?", "Bill Gates and Paul Allen", &["Seattle"]),
    (KARAKORAM.0, KARAKORAM.1, "the highest of them?", "of the 4 answers to", &["K2"]),
    (KARAKORAM.0, KARAKORAM.1, "How many?", "How many of the 4 answers", &["4"]),
    (KARAKORAM.0, KARAKORAM.1, "which of these is the lowest?", "of the 4 answers to", &["Gasherbrum II"]),
    (
        URUGUAY.0,
        URUGUAY.1,
        "which of them was hosted by Brazil?",
        "which of 1930 FIFA World Cup and 1950 FIFA World Cup",
        &["1950 FIFA World Cup"],
    ),
    (CAMERON.0, CAMERON.1, "which of these star Leonardo DiCaprio?", "which of", &["Titanic"]),
    (
        CAMERON.0,
        CAMERON.1,
        "who starred in them?",
        "who starred in",
        &[
            "Arnold Schwarzenegger",
            "Kate Winslet",
            "Leonardo DiCaprio",
            "Linda Hamilton",
            "Sam Worthington",
            "Zoe Saldaña",
        ],
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn follow_ups_are_read_with_the_question_before() {
    let demo = demo().await;
    let mut wrong = Vec::new();
    for (question, query, next, read_as, expected) in FOLLOWING {
        let first = demo.run(question, query).await;
        assert_eq!(first.outcome, OutcomeView::Answered, "{question}");
        let answer = demo.ask(next).await;
        let read = answer.read_as.clone().unwrap_or_default();
        if items(&answer) != *expected || !read.contains(read_as) {
            wrong.push(format!(
                "{question} {next}\n  {:?} as {read:?}\n{}",
                items(&answer),
                answer.query_text
            ));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_is_nowhere_is_no_new_question() {
    let demo = demo().await;
    for (question, query, next, read_as) in [
        (CHICAGO.0, CHICAGO.1, "and Alien?", "Who directed Alien?"),
        (
            CHICAGO.0,
            CHICAGO.1,
            "what about The Grand Budapest Hotel?",
            "Who directed The Grand Budapest Hotel?",
        ),
        (MICROSOFT.0, MICROSOFT.1, "How about Nokia?", "Who founded Nokia?"),
        (SWEDEN.0, SWEDEN.1, "and the anthem?", "What is the currency of anthem?"),
        (SWEDEN.0, SWEDEN.1, "and in Atlantis?", "What is the currency of Atlantis?"),
        (CAMERON.0, CAMERON.1, "what about Hitchcock?", "Which films did Hitchcock direct?"),
    ] {
        demo.run(question, query).await;
        let answer = demo.ask(next).await;
        let read = answer.read_as.clone().unwrap_or_default();
        assert!(read.contains(read_as), "{question} {next}: {read:?} {answer:#?}");
        assert_eq!((answer.outcome, answer.items.len()), (OutcomeView::NoSuchName, 0), "{question} {next}");
        assert!(answer.note.is_some_and(|note| note.contains("is called")), "{next}");
    }
    // Part of a name stands for the name, and the answer is marked as a guess.
    demo.run(CAMERON.0, CAMERON.1).await;
    let part = demo.ask("and Eastwood?").await;
    assert!(part.read_as.is_some());
    assert_ne!(part.certainty.level, Level::Sure);
    // Another column, also one of other values.
    demo.run(SWEDEN.0, SWEDEN.1).await;
    let area = demo.ask("and the area?").await;
    assert_eq!(
        (items(&area), area.read_as.as_deref()),
        (vec!["450,295"], Some("What is the area of Sweden?"))
    );
    demo.run(SWEDEN.0, SWEDEN.1).await;
    demo.ask("and the area?").await;
    assert_eq!(
        items(&demo.ask("what about the capital?").await),
        ["Stockholm"],
        "a column that has something"
    );
    // Two things at once.
    demo.run(SILVER.0, SILVER.1).await;
    let two = demo.ask("and gold at the 2016 Summer Olympics?").await;
    assert_eq!(items(&two), ["United States"]);
    assert!(two.read_as.is_some_and(|read| read.contains("gold") && read.contains("2016")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_complete_question_is_never_glued_to_the_one_before() {
    let demo = demo().await;
    let questions = [
        "Who directed Chicago?",
        "and who directed Titanic?",
        "what about films by James Cameron?",
        "What is the currency of Denmark?",
        "How many countries are there in Europe?",
        "Is it true that James Cameron directed Titanic?",
        "Which film won 11 Oscars and who directed it?",
        "When did Angela Merkel become Chancellor of Germany and when did she leave?",
        "Which is the highest mountain?",
        "Which mountain is the highest?",
        "Who opened the 1984 Summer Olympics?",
        "In which city was Helmut Schmidt born?",
        "Who was Pope in 1980?",
        "Which clubs has Zinedine Zidane played for?",
        "How many people founded Apple?",
        "Who won the Nobel Peace Prize in 1993?",
        "Which countries became members of the European Union after 2005?",
        "Which nation won the most gold medals at the 2016 Summer Olympics?",
        "What is the capital of France?",
        "Which film stars both Tom Hanks and Matt Damon?",
        "Which of these is larger, France or Spain?",
        "For which film did James Cameron win an Oscar?",
        "List those who were President of South Korea",
    ];
    for question in questions {
        demo.run(KARAKORAM.0, KARAKORAM.1).await;
        let after = demo.ask(question).await;
        assert_eq!(after.read_as, None, "{question}");
        let alone = demo.answer(BackendRequest::AskAlone { question: question.to_owned() }).await;
        assert_eq!(
            (after.query_text, items(&alone)),
            (alone.query_text.clone(), items(&alone)),
            "{question}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_follow_up_can_follow_a_follow_up_and_needs_an_answer_to_speak_of() {
    let demo = demo().await;
    demo.run(CHANCELLOR.0, CHANCELLOR.1).await;
    demo.ask("and in 2010?").await;
    let third = demo.ask("and in 1950?").await;
    assert_eq!(items(&third), ["Konrad Adenauer"]);
    assert_eq!(third.read_as.as_deref(), Some("Who was Chancellor of Germany in 1950?"));
    // An unknown name is looked for in the same question, and the next question follows up on that.
    let unknown = demo.ask("what about Qwertzia?").await;
    assert_eq!(unknown.outcome, OutcomeView::NoSuchName);
    assert_eq!(unknown.read_as.as_deref(), Some("Who was Qwertzia in 1950?"));
    let known = demo.ask("what about the Chancellor of Germany?").await;
    assert_eq!(items(&known), ["Konrad Adenauer"]);

    demo.run(
        "Who was Pope?",
        "Query1: \"get_information(relation='position_held', tail_entity='Pope', key='time', value='1850')\"",
    )
    .await;
    let none = demo.ask("where were they born?").await;
    assert!(none.items.is_empty());
    assert!(none.note.is_some_and(|note| note.contains("`they`")));
    // Nothing is carried into a new session.
    demo.run(CHANCELLOR.0, CHANCELLOR.1).await;
    demo.done(BackendRequest::NewSession).await;
    assert_eq!(demo.ask("and in 2010?").await.read_as, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_follow_up_is_no_surer_than_the_answer_that_it_follows() {
    let demo = demo().await;
    // A misspelt name makes the answer a guess, and so is what is asked about that answer.
    let first = demo
        .run(
            "Who was Chanceller Germany in 1985?",
            "Query1: \"get_information(relation='position_held', tail_entity='Chanceller Germany', key='time', value='1985')\"",
        )
        .await;
    assert_eq!(items(&first), ["Helmut Kohl"]);
    assert_ne!(first.certainty.level, Level::Sure, "{first:#?}");
    let next = demo.ask("and in 2010?").await;
    assert_eq!(items(&next), ["Angela Merkel"]);
    assert_ne!(next.certainty.level, Level::Sure, "{next:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_with_words_of_its_own_is_read_on_its_own() {
    let demo = demo().await;
    for next in ["list all films with their release year", "list films with their release year"] {
        let alone = demo.answer(BackendRequest::AskAlone { question: next.to_owned() }).await;
        let mut chosen = demo.ask("Show goals scored per host country").await;
        // From then on the choice is known.
        if chosen.outcome == OutcomeView::Unclear {
            chosen = demo.ask("3").await;
        }
        assert!(chosen.query_text.contains("Goals Scored"), "{}", chosen.query_text);
        let answer = demo.ask(next).await;
        assert_eq!(answer.read_as, None, "{next}");
        assert_eq!(answer.query_text, alone.query_text, "{next}");
        assert!(answer.query_text.contains("release_year"), "{next} {}", answer.query_text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn words_are_put_into_the_question_before() {
    let demo = demo().await;
    for (question, next, read_as, expected) in [
        (
            "Which country has the smallest area?",
            "and the second smallest?",
            "Which country has the second smallest area?",
            "Netherlands",
        ),
        (
            "Which country has the smallest area?",
            "which one is the largest?",
            "Which country has the largest area?",
            "Russia",
        ),
    ] {
        demo.ask(question).await;
        let answer = demo.ask(next).await;
        assert_eq!(answer.read_as.as_deref(), Some(read_as), "{next}");
        assert_eq!(items(&answer), [expected], "{next}");
    }
    // Of several answers, an extreme is one of them.
    demo.run(KARAKORAM.0, KARAKORAM.1).await;
    let second = demo.ask("and the second highest?").await;
    assert!(second.read_as.is_some_and(|read| read.contains("of the 4 answers")), "{}", second.query_text);
}

#[tokio::test(flavor = "multi_thread")]
async fn groups_and_restrictions_are_put_into_the_question_before() {
    let demo = empty();
    let (staff, expenses) = (demo.path("staff.csv"), demo.path("expenses.csv"));
    std::fs::write(&staff, "Name,City\nAnn,Porto\nBob,Ghent\nCy,Ghent\n").unwrap();
    let rows = "Expense ID,Date,Employee,Category,Amount,Status\n\
                X1,2024-01-08,Ann,Travel,10.00,approved\n\
                X2,2024-02-09,Bob,Travel,20.00,rejected\n\
                X3,2024-03-10,Cy,Meals,30.00,approved\n\
                X4,2024-04-11,Cy,Meals,40.00,approved\n";
    std::fs::write(&expenses, rows).unwrap();
    demo.done(BackendRequest::Load { paths: vec![staff, expenses] }).await;
    let first = "Total expenses per category";
    for (next, read_as) in [
        ("and per city?", "Total expenses per city"),
        ("and per status?", "Total expenses per status"),
        ("only approved ones", "Total expenses per category, only approved ones"),
        ("what about 2024?", "Total expenses per category in 2024?"),
    ] {
        demo.ask(first).await;
        let answer = demo.ask(next).await;
        assert_eq!(answer.read_as.as_deref(), Some(read_as), "{next}");
        assert_eq!(answer.outcome, OutcomeView::Answered, "{next}");
        let full = demo.answer(BackendRequest::AskAlone { question: read_as.to_owned() }).await;
        assert_eq!((answer.query_text, answer.rows), (full.query_text, full.rows), "{next}");
    }
    // What has no place there is read alone, and that is said.
    for next in ["what about 2017?", "only purple ones", "and per planet?"] {
        demo.ask(first).await;
        let answer = demo.ask(next).await;
        let said = answer.certainty.reasons.join("; ");
        assert_eq!(answer.read_as, None, "{next}");
        assert!(said.contains("a question of its own") && said.contains(first), "{next}: {said}");
    }
}
