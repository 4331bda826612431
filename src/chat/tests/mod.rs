//! The backend through its one trait, over the demo data, without encoder and network.

mod data;
mod follow;
mod learn;
mod session;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::unbounded_channel;
use trustuqa_tui::model::{AnswerView, Failure};
use trustuqa_tui::{Backend as _, BackendEvent, BackendRequest, Events};

use super::Chat;
use crate::config::{Flags, Locations, Settings};
use crate::session::Session;

/// A chat over a data folder of its own.
pub struct Demo {
    chat: Chat,
    folder: Arc<tempfile::TempDir>,
}

/// A chat over the demo data.
pub async fn demo() -> Demo {
    let demo = empty();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/demo");
    match demo.send(BackendRequest::Load { paths: vec![data] }).await {
        BackendEvent::Done(_) => demo,
        other => panic!("the demo data was not loaded: {other:?}"),
    }
}

/// A chat over an empty graph.
pub fn empty() -> Demo {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    Demo { chat: chat(folder.path(), &[]), folder }
}

/// A chat over a folder that the tasks of an earlier one may still be leaving.
fn chat(folder: &Path, env: &[(&str, &str)]) -> Chat {
    let flags = Flags {
        data_dir: Some(folder.to_owned()),
        encoder: Some("off".to_owned()),
        graph: Some("demo".to_owned()),
        writer: Some("offline".to_owned()),
        ..Flags::default()
    };
    let env = |name: &str| env.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
    let locations = Locations {
        config_dir: Some(folder.join("config")),
        data_dir: Some(folder.to_owned()),
        cache_dir: Some(folder.join("cache")),
    };
    let settings = Settings::resolve(&flags, &env, &locations).unwrap();
    for _ in 0..200 {
        match Session::open(settings.clone(), true) {
            Ok(session) => return Chat::new(Arc::new(session), Vec::new()),
            Err(_) => std::thread::sleep(Duration::from_millis(20)),
        }
    }
    Chat::new(Arc::new(Session::open(settings, true).unwrap()), Vec::new())
}

impl Demo {
    /// The chat of a later run over the same folder.
    pub fn again(self, env: &[(&str, &str)]) -> Demo {
        let Demo { chat: old, folder } = self;
        drop(old);
        Demo { chat: chat(folder.path(), env), folder }
    }

    pub fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    /// Sends a request and returns everything that is reported of it.
    pub async fn events(&self, request: BackendRequest) -> Vec<BackendEvent> {
        let (sender, mut receiver) = unbounded_channel();
        let _task = self.chat.start(request.clone(), Events::new(1, sender));
        let mut seen = Vec::new();
        loop {
            let next = tokio::time::timeout(Duration::from_secs(120), receiver.recv()).await;
            let (_, event) = next.unwrap_or_else(|_| panic!("{request:?} does not end")).unwrap();
            let ends = event.ends_request();
            seen.push(event);
            if ends {
                return seen;
            }
        }
    }

    /// Sends a request and returns how it ended.
    pub async fn send(&self, request: BackendRequest) -> BackendEvent {
        self.events(request).await.pop().unwrap()
    }

    pub async fn answer(&self, request: BackendRequest) -> AnswerView {
        match self.send(request).await {
            BackendEvent::Answered(answer) => *answer,
            other => panic!("no answer: {other:?}"),
        }
    }

    pub async fn done(&self, request: BackendRequest) -> String {
        match self.send(request).await {
            BackendEvent::Done(text) => text,
            other => panic!("not done: {other:?}"),
        }
    }

    pub async fn failure(&self, request: BackendRequest) -> Failure {
        match self.send(request).await {
            BackendEvent::Failed(failure) => failure,
            other => panic!("no failure: {other:?}"),
        }
    }

    pub async fn ask(&self, question: &str) -> AnswerView {
        self.answer(BackendRequest::Ask { question: question.to_owned() }).await
    }

    /// Runs a query as the answer to a question.
    pub async fn run(&self, question: &str, query: &str) -> AnswerView {
        let request = BackendRequest::Run {
            query: query.to_owned(),
            question: Some(question.to_owned()),
            changes: Vec::new(),
            remember: false,
        };
        self.answer(request).await
    }
}

/// The items of an answer in alphabetical order.
pub fn items(answer: &AnswerView) -> Vec<&str> {
    let mut items: Vec<&str> = answer.items.iter().map(|item| item.text.as_str()).collect();
    items.sort_unstable();
    items
}
