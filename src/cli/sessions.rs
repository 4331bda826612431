//! The chat and its kept sessions.

use std::sync::Arc;

use trustuqa_tui::model::SessionSummary;

use super::{commands, print};
use crate::config::{Origin, Settings};
use crate::session::SessionError;
use crate::sharing::Shared;

/// `trustuqa chat`, and `trustuqa` alone. With `resume` it goes on with the session of
/// that id, or with the latest.
pub fn chat(mut settings: Settings, resume: Option<Option<String>>) -> Result<u8, SessionError> {
    let resume = match resume {
        Some(id) => Some(taken_up(&mut settings, id.as_deref())?),
        None => None,
    };
    if !commands::has_terminal() {
        return Err(SessionError::usage(
            "the chat needs a terminal",
            "ask one question with `trustuqa ask QUESTION`, or see `trustuqa --help`",
        ));
    }
    let kept = crate::chat::run(Arc::new(Shared::open(settings, true)?), Vec::new(), resume)?;
    tell_kept(kept.as_deref());
    Ok(0)
}

/// Says how to go on with a chat that has ended.
pub fn tell_kept(id: Option<&str>) {
    if let Some(id) = id {
        print::note(&format!("this session is saved: `trustuqa --resume {id}` resumes it"));
    }
}

/// The session to go on with. Its graph is opened unless another one is asked for.
fn taken_up(settings: &mut Settings, id: Option<&str>) -> Result<String, SessionError> {
    let asked = (settings.graph.origin != Origin::Default).then(|| settings.graph.value.to_string());
    let Some((id, graph)) = crate::chat::kept_session(settings, id, asked.as_deref())? else {
        let of = asked.map_or(String::new(), |graph| format!(" of the graph {graph}"));
        return Err(SessionError::usage(
            format!("no session{of} is saved yet"),
            "open the chat with `trustuqa`, which saves what you ask",
        ));
    };
    if asked.is_none()
        && let Ok(graph) = graph.parse()
    {
        if settings.graph_dir_of(&graph).is_none_or(|folder| folder.join("graph.redb").is_file()) {
            settings.graph.value = graph;
        } else {
            print::warning(&format!(
                "the graph {graph} of this session is gone; its answers are shown as they were"
            ));
        }
    }
    Ok(id)
}

/// `trustuqa sessions`
pub fn list(settings: &Settings, search: &str, json: bool) -> Result<u8, SessionError> {
    let sessions = crate::chat::sessions(settings, search)?;
    if json {
        let values: Vec<serde_json::Value> = sessions.iter().map(as_json).collect();
        let text = serde_json::to_string_pretty(&values)
            .map_err(|e| SessionError::Usage { message: e.to_string(), hint: None })?;
        print::line(&text);
        return Ok(0);
    }
    for session in &sessions {
        let questions = if session.questions == 1 { "question" } else { "questions" };
        let title = session.title.split_whitespace().collect::<Vec<_>>().join(" ");
        print::line(&format!(
            "{}  {}  {}, {} {questions}  {title}",
            session.id, session.started, session.graph, session.questions
        ));
    }
    match (sessions.len(), search.trim().is_empty()) {
        (0, true) => {
            print::note("no session is saved yet; open the chat with `trustuqa`, which saves what you ask")
        }
        (0, false) => {
            print::note("no session has these words; `trustuqa sessions` lists all of them");
            return Ok(super::NOT_FOUND);
        }
        _ => print::note("to resume one: `trustuqa --resume ID`"),
    }
    Ok(0)
}

fn as_json(session: &SessionSummary) -> serde_json::Value {
    serde_json::json!({
        "id": session.id,
        "started": session.started,
        "graph": session.graph,
        "questions": session.questions,
        "answers": session.answers,
        "title": session.title,
    })
}
