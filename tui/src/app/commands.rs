//! What the slash commands do.

use std::path::PathBuf;

use super::{App, Effect};
use crate::backend::BackendRequest;
use crate::command::{self, ChatCommand, CopiedPart, TABLE_FILES, ending};
use crate::export;
use crate::model::Failure;
use crate::panel::{Demonstrations, Sessions, SourcesPanel, TextPage};
use crate::picture::chart::Series;
use crate::picture::chart_form::ChartForm;
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
            ChatCommand::Help => self.open_panel(Box::new(TextPage::help())),
            ChatCommand::Sources { word } => {
                self.open_panel(Box::new(SourcesPanel::new(word)));
                return self.panel_needs();
            }
            ChatCommand::Demonstrations => {
                self.open_panel(Box::new(Demonstrations::default()));
                return self.panel_needs();
            }
            ChatCommand::Sessions { word } => {
                self.open_panel(Box::new(Sessions::new(word)));
                return self.panel_needs();
            }
            ChatCommand::Picture => self.show_picture(),
            ChatCommand::Query(query) if query.is_empty() => self.edit_query("", None),
            ChatCommand::Query(query) => return self.run(query, None, Vec::new(), false),
            ChatCommand::Editor => return vec![Effect::Edit(String::new())],
            ChatCommand::New => {
                self.transcript.clear();
                let welcome = self.welcome();
                self.transcript.push(welcome);
                return self.job("starting a new session".into(), BackendRequest::NewSession);
            }
            ChatCommand::Undo => {
                self.transcript.push(Body::Question(line.to_owned()));
                return self.job("taking back the last removal".into(), BackendRequest::Undo);
            }
            ChatCommand::Trace { path, overwrite } => {
                let Some(answer) =
                    self.transcript.last_answer().map(|answer| answer.id).filter(|id| *id != 0)
                else {
                    self.notify("there is no trace to save yet");
                    return Vec::new();
                };
                self.trace_file = Some((PathBuf::from(path), overwrite));
                return self.job("reading the trace".into(), BackendRequest::TraceJson { answer });
            }
            ChatCommand::Sent => return self.job("reading what was sent".into(), BackendRequest::ListSent),
            ChatCommand::Prompt(question) => {
                return self.job("making the prompt".into(), BackendRequest::Prompt { question });
            }
            ChatCommand::Mouse => return self.toggle_mouse(),
            ChatCommand::Quit => return vec![Effect::Quit],
            ChatCommand::Clear => {
                self.transcript.clear();
                let welcome = self.welcome();
                self.transcript.push(welcome);
            }
            ChatCommand::Load(paths) => {
                self.transcript.push(Body::Question(line.to_owned()));
                let label = format!("loading {}", paths.join(", "));
                return self.job(
                    label,
                    BackendRequest::Load { paths: paths.into_iter().map(PathBuf::from).collect() },
                );
            }
            ChatCommand::Remove(source) => {
                self.transcript.push(Body::Question(line.to_owned()));
                return self.job(format!("removing {source}"), BackendRequest::Remove { source });
            }
            ChatCommand::Writer(writer) => {
                self.transcript.push(Body::Question(line.to_owned()));
                return self
                    .job(format!("changing the writer to {writer}"), BackendRequest::SetWriter { writer });
            }
            ChatCommand::Share(level) => {
                self.transcript.push(Body::Question(line.to_owned()));
                return self
                    .job(format!("changing what is shared to {level}"), BackendRequest::SetShare { level });
            }
            ChatCommand::Export { path, overwrite } => return self.export(path, overwrite),
            ChatCommand::Copy(copied) => return self.copy_answer(copied),
            ChatCommand::Chart(form) => self.show_chart(form),
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
        self.job(
            format!("saving {path}"),
            BackendRequest::Export { answer, path: PathBuf::from(path), overwrite },
        )
    }

    /// Copies the last answer, as it is shown or with all of its rows, or its trace.
    fn copy_answer(&mut self, copied: CopiedPart) -> Vec<Effect> {
        let Some(answer) = self.transcript.last_answer() else {
            self.notify("there is no answer to copy yet");
            return Vec::new();
        };
        let text = match copied {
            CopiedPart::Answer => export::answer_text(answer),
            CopiedPart::Trace => export::trace_text(answer),
            CopiedPart::Table(format) if answer.id != 0 => {
                let answer = answer.id;
                let request = BackendRequest::Table { answer, format: format.to_owned() };
                return self.job(format!("copying as {format}"), request);
            }
            CopiedPart::Table(_) => {
                self.notify("only what is shown of this answer was kept; /copy copies that");
                return Vec::new();
            }
        };
        self.copy(text)
    }

    /// Draws the numbers of the last answer that has some.
    fn show_chart(&mut self, form: Option<ChartForm>) {
        let Some(answer) = self.transcript.last_answer() else {
            self.notify("there is no answer to draw yet");
            return;
        };
        match Series::of(answer) {
            Some(series) => {
                let form = form.unwrap_or_else(|| ChartForm::of(&series));
                self.open_panel(Box::new(TextPage::chart(series, form)));
            }
            None => self.notify("the last answer has no numbers by name or time to draw"),
        }
    }

    pub(super) fn copy(&mut self, copied: String) -> Vec<Effect> {
        self.notify(format!("copied {}", text::counted(copied.chars().count(), "character")));
        vec![Effect::Copy(copied)]
    }
}
