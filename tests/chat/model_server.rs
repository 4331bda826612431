//! A model behind a real server, for those who have one running:
//!
//!     TRUSTUQA_MODEL_SERVER=http://127.0.0.1:8000/v1 TRUSTUQA_GRAMMAR=llama.cpp \
//!         cargo test --test chat model_server -- --nocapture
//!
//! What the model answers does not matter: that it is asked, waited for, stopped and told about is
//! what these look at. `TRUSTUQA_MODEL` names the model, if the server has several.

use std::time::{Duration, Instant};

use super::support::home::Home;
use super::terminal::Terminal;

/// The first prompt is read without a cache, and without a GPU.
const PATIENCE: Duration = Duration::from_secs(1_500);

/// The address and the model; `None` where no server is named, which is said.
fn server() -> Option<(String, String)> {
    let Ok(address) = std::env::var("TRUSTUQA_MODEL_SERVER") else {
        println!("skipped: TRUSTUQA_MODEL_SERVER names no server");
        return None;
    };
    Some((address, std::env::var("TRUSTUQA_MODEL").unwrap_or_else(|_| "any".to_owned())))
}

fn home(address: &str, model: &str) -> Home {
    let home = Home::with_demo();
    let grammar = std::env::var("TRUSTUQA_GRAMMAR").unwrap_or_else(|_| "off".to_owned());
    home.write(
        "settings.toml",
        format!(
            "writer = \"llm\"\nmodel = \"{model}\"\nbase_url = \"{address}\"\ngrammar = \"{grammar}\"\n\
             encoder = \"off\"\nmax_completion_tokens = 160\n"
        ),
    );
    home
}

#[test]
fn a_model_is_warmed_up_asked_and_interrupted() {
    let Some((address, model)) = server() else { return };
    let home = home(&address, &model);
    let mut command = home.command();
    command.args(["--config", "settings.toml", "chat"]);
    let chat = Terminal::start(command, 40, 110);
    chat.until("10 sources");
    for question in ["Who directed Chicago?", "Who directed Titanic?", "Who directed Gladiator?"] {
        let started = Instant::now();
        chat.line(question);
        chat.until("writing");
        let busy = ["writing", "trying a query", "choosing sources", "executing", "waiting"];
        let screen = chat.until_screen_within(PATIENCE, "an end", |screen| {
            !busy.iter().any(|stage| screen.contains(stage))
        });
        println!("{question} {:.1} s\n{screen}", started.elapsed().as_secs_f64());
        chat.line("/clear");
        chat.until_gone(question);
    }
    // Esc ends a question at once, whatever the server does.
    chat.line("Which mountains are in the Karakoram?");
    chat.until("writing");
    let started = Instant::now();
    chat.keys("\x1b");
    chat.until("cancelled after");
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    let sent = std::fs::read_to_string(home.data().join("sent.jsonl")).unwrap();
    println!("{} requests in the ledger", sent.lines().count());
    assert!(sent.lines().count() >= 4, "{sent}");
}

#[test]
fn a_prompt_beyond_the_context_is_an_error_that_says_what_to_do() {
    let Some((address, model)) = server() else { return };
    let home = home(&address, &model);
    home.write("sizes.csv", "country,size\nPeru,3\nChad,2\n");
    home.ok(&["load", "sizes.csv"]);
    // More words than the context of any small model has tokens.
    let question = format!("which country is the largest{}?", " and larger than those before".repeat(2000));
    let ran =
        home.run_with(&["--config", "settings.toml", "ask", &question], &[("TRUSTUQA_MAX_TRIES", "1")], "");
    println!("{}", ran.stderr);
    assert_ne!(ran.code, 0, "{ran:#?}");
    assert!(ran.stderr.contains("context") && ran.stderr.contains("schema_tokens"), "{ran:#?}");
}
