//! The terminal chat of trustuqa.
//!
//! The chat is a pure state machine ([`App`]) that takes [`Event`]s and returns
//! [`Effect`]s, views that are pure functions of that state and the size of the
//! screen ([`draw`]), and a driver ([`run()`]) that owns the terminal and does
//! the effects. The engine is behind the trait [`Backend`] and is not known
//! here: what is shown is the plain data of [`model`].
//!
//! ```
//! use std::sync::Arc;
//! use trustuqa_tui::model::{AnswerView, ChatStatus, ItemView};
//! use trustuqa_tui::{Backend, BackendEvent, BackendRequest, Events, Task};
//!
//! struct Echo;
//!
//! impl Backend for Echo {
//!     fn start(&self, request: BackendRequest, events: Events) -> Task {
//!         match request {
//!             BackendRequest::Open => {
//!                 let status = ChatStatus { graph: "empty".into(), ..ChatStatus::default() };
//!                 events.send(BackendEvent::Status(Box::new(status)));
//!             }
//!             BackendRequest::Ask { question } => {
//!                 let item = ItemView { text: question.clone(), detail: String::new() };
//!                 let answer = AnswerView { question, items: vec![item], ..AnswerView::default() };
//!                 events.send(BackendEvent::Answered(Box::new(answer)));
//!             }
//!             _ => {
//!                 events.send(BackendEvent::Done(String::new()));
//!             }
//!         }
//!         Task::finished()
//!     }
//! }
//!
//! # async fn chat() -> Result<(), trustuqa_tui::TuiError> {
//! trustuqa_tui::run(Arc::new(Echo), trustuqa_tui::ChatOptions::default()).await
//! # }
//! ```

pub mod app;
pub mod backend;
mod bidi;
mod command;
mod driver;
mod editor;
mod export;
mod grid;
pub mod headless;
mod input;
pub mod keys;
pub mod model;
mod panel;
mod picture;
mod screen;
pub mod settings;
#[cfg(test)]
mod testing;
mod text;
pub mod theme;
mod transcript;
mod view;

pub use app::{App, Effect, Event};
pub use backend::{Backend, BackendEvent, BackendRequest, Events, RequestId, Task};
pub use driver::{TuiError, run};
pub use export::{answer_text, trace_text};
pub use grid::Grid;
pub use settings::ChatOptions;
pub use theme::Theme;
pub use view::draw;
