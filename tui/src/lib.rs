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
//! use trustuqa_tui::model::{Answer, AnswerItem, Status};
//! use trustuqa_tui::{Backend, BackendEvent, Events, Request, Task};
//!
//! struct Echo;
//!
//! impl Backend for Echo {
//!     fn start(&self, request: Request, events: Events) -> Task {
//!         match request {
//!             Request::Open => {
//!                 let status = Status { graph: "empty".into(), ..Status::default() };
//!                 events.send(BackendEvent::Status(Box::new(status)));
//!             }
//!             Request::Ask { question } => {
//!                 let item = AnswerItem { text: question.clone(), detail: String::new() };
//!                 let answer = Answer { question, items: vec![item], ..Answer::default() };
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
//! trustuqa_tui::run(Arc::new(Echo), trustuqa_tui::Options::default()).await
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
pub use backend::{Backend, BackendEvent, Events, Request, RequestId, Task};
pub use driver::{TuiError, run};
pub use export::{answer_text, trace_text};
pub use grid::Grid;
pub use settings::Options;
pub use theme::Theme;
pub use view::draw;
