//! What the slash commands do.

use std::path::PathBuf;

use super::{App, Effect};
use crate::backend::Request;
use crate::command::{self, Command, Copied, TABLE_FILES, ending};
use crate::export;
use crate::model::Failure;
use crate::panel::{Demonstrations, Page, Sessions, Sources};
use crate::picture::chart::Series;
use crate::picture::chart_form::Form;
use crate::text;
use crate::transcript::Body;

impl App {
    pub(super) fn command(&mut self, line: &str) -> Vec<Effect> {
        let command = match command::parse(line) {
            Ok(command) => command,
            Err((message, hint)) => {
                self.transcript.push(Body::Question(line.to_owned()));
                self.transcript.push(Body::Failure(Failure { message, hint: Some(hint) }));
                return Vec::new();
            }
        };
        match command {
            Command::Help => self.open_panel(Box::new(Page::help())),
            Command::Sources { word } => {
                self.open_panel(Box::new(Sources::new(word)));
                return self.panel_needs();
            }
            Command::Demonstrations => {
                self.open_panel(Box::new(Demonstrations::default()));
                return self.panel_needs();
            }
            Command::Sessions { word } => {
                self.open_panel(Box::new(Sessions::new(word)));
                return self.panel_needs();
            }
            Command::Picture => self.show_picture(),
            Command::Query(query) if query.is_empty() => self.edit_query("", None),
            Command::Query(query) => return self.run(query, None, Vec::new(), false),
            Command::Editor => return vec![Effect::Edit(String::new())],
            Command::New => {
                self.transcript.clear();
                let welcome = self.welcome();
                self.transcript.push(welcome);
                return self.job("starting a new session".into(), Request::NewSession);
            }
            Command::Undo => {
                self.transcript.push(Body::Question(line.to_owned()));
                return self.job("taking back the last removal".into(), Request::Undo);
            }
            Command::Trace { path, overwrite } => {
                let Some(answer) =
                    self.transcript.last_answer().map(|answer| answer.id).filter(|id| *id != 0)
                else {
                    self.notify("there is no trace to save yet");
                    return Vec::new();
                };
                self.trace_file = Some((PathBuf::from(path), overwrite));
                return self.job("reading the trace".into(), Request::TraceJson { answer });
            }
            Command::Sent => return self.job("reading what was sent".into(), Request::ListSent),
            Command::Prompt(question) => {
                return self.job("making the prompt".into(), Request::Prompt { question });
            }
            Command::Mouse => return self.toggle_mouse(),
            Command::Quit => return vec![Effect::Quit],
            Command::Clear => {
                self.transcript.clear();
                let welcome = self.welcome();
                self.transcript.push(welcome);
            }
            Command::Load(paths) => {
                self.transcript.push(Body::Question(line.to_owned()));
                let label = format!("loading {}", paths.join(", "));
                return self
                    .job(label, Request::Load { paths: paths.into_iter().map(PathBuf::from).collect() });
            }
            Command::Remove(source) => {
                self.transcript.push(Body::Question(line.to_owned()));
                return self.job(format!("removing {source}"), Request::Remove { source });
            }
            Command::Writer(writer) => {
                self.transcript.push(Body::Question(line.to_owned()));
                return self.job(format!("changing the writer to {writer}"), Request::SetWriter { writer });
            }
            Command::Share(level) => {
                self.transcript.push(Body::Question(line.to_owned()));
                return self.job(format!("changing what is shared to {level}"), Request::SetShare { level });
            }
            Command::Export { path, overwrite } => return self.export(path, overwrite),
            Command::Copy(copied) => return self.copy_answer(copied),
            Command::Chart(form) => self.show_chart(form),
        }
        Vec::new()
    }

    /// Saves the chat, or the last answer as a table: the ending of the file says which.
    fn export(&mut self, path: String, overwrite: bool) -> Vec<Effect> {
        if !TABLE_FILES.contains(&ending(&path).as_str()) {
            let content = export::conversation(&path, self.transcript.bodies());
            return vec![Effect::Write { path: PathBuf::from(path), content, overwrite }];
        }
        let last = self.transcript.last_answer().map(|answer| answer.id).filter(|id| *id != 0);
        let Some(answer) = last else {
            self.notify("there is no answer to save yet");
            return Vec::new();
        };
        self.job(format!("saving {path}"), Request::Export { answer, path: PathBuf::from(path), overwrite })
    }

    /// Copies the last answer, as it is shown or with all of its rows, or its trace.
    fn copy_answer(&mut self, copied: Copied) -> Vec<Effect> {
        let Some(answer) = self.transcript.last_answer() else {
            self.notify("there is no answer to copy yet");
            return Vec::new();
        };
        let text = match copied {
            Copied::Answer => export::answer_text(answer),
            Copied::Trace => export::trace_text(answer),
            Copied::Table(format) if answer.id != 0 => {
                let answer = answer.id;
                let request = Request::Table { answer, format: format.to_owned() };
                return self.job(format!("copying as {format}"), request);
            }
            Copied::Table(_) => {
                self.notify("of this answer nothing is kept but what is shown: /copy copies that");
                return Vec::new();
            }
        };
        self.copy(text)
    }

    /// Draws the numbers of the last answer that has some.
    fn show_chart(&mut self, form: Option<Form>) {
        let Some(answer) = self.transcript.last_answer() else {
            self.notify("there is no answer to draw yet");
            return;
        };
        match Series::of(answer) {
            Some(series) => {
                let form = form.unwrap_or_else(|| Form::of(&series));
                self.open_panel(Box::new(Page::chart(series, form)));
            }
            None => self.notify("the last answer has no numbers by name or time to draw"),
        }
    }

    pub(super) fn copy(&mut self, copied: String) -> Vec<Effect> {
        self.notify(format!("copied {}", text::counted(copied.chars().count(), "character")));
        vec![Effect::Copy(copied)]
    }
}
