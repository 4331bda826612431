//! The part of the Python package that is Rust: a graph that is open here or in another program,
//! and what can be asked of it. What crosses the border is JSON and plain values; `trustuqa/` makes
//! Python objects of it.

use std::path::PathBuf;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde::Serialize;
use trustuqa::config::process_env;
use trustuqa::sharing::Shared;
use trustuqa::sharing::requests::{self, Watch, Work, WorkEvent};
use trustuqa::{Flags, LoadRequest, Locations, SessionError, Settings, SourceKind, Trace, render};

/// A graph. Its methods let other threads of Python run.
#[pyclass(frozen)]
struct Graph {
    shared: Shared,
}

#[pymethods]
impl Graph {
    /// Opens a graph, or finds the program that has it open.
    #[new]
    #[pyo3(signature = (graph, create, data_dir=None, config=None, writer=None, share=None, encoder=None, model=None, base_url=None))]
    #[allow(clippy::too_many_arguments, reason = "they are the settings of the command line")]
    fn open(
        py: Python<'_>,
        graph: Option<String>,
        create: bool,
        data_dir: Option<PathBuf>,
        config: Option<PathBuf>,
        writer: Option<String>,
        share: Option<String>,
        encoder: Option<String>,
        model: Option<String>,
        base_url: Option<String>,
    ) -> PyResult<Graph> {
        let flags = Flags { config, data_dir, graph, writer, share, encoder, model, base_url };
        let opened = py.detach(|| {
            let settings = Settings::resolve(&flags, &process_env, &Locations::of_platform())?;
            let shared = Shared::open(settings, create)?;
            shared.ask(requests::OpenEncoder)?;
            Ok(shared)
        });
        opened.map(|shared| Graph { shared }).map_err(|error| raised(py, &error))
    }

    /// Answers a question: a trace, and other readings of the question.
    fn ask(&self, py: Python<'_>, question: String) -> PyResult<String> {
        self.json(py, requests::Ask { question })
    }

    /// Runs a query of either language: a trace.
    fn query(&self, py: Python<'_>, text: String, sources: Vec<String>) -> PyResult<String> {
        self.json(py, requests::RunQuery { text, sources })
    }

    /// Runs a trace again: another trace.
    fn replay(&self, py: Python<'_>, trace: &str) -> PyResult<String> {
        let trace = Box::new(read_trace(trace)?);
        self.json(py, requests::Replay { trace })
    }

    /// The messages that a model would be sent first for a question.
    fn prompt(&self, py: Python<'_>, question: String) -> PyResult<String> {
        self.json(py, requests::Prompt { question })
    }

    /// The sources.
    fn sources(&self, py: Python<'_>) -> PyResult<String> {
        self.json(py, requests::ListSources)
    }

    /// Loads files in one transaction: what was loaded and what was left out.
    #[pyo3(signature = (paths, kind=None, name=None, skip_bad=false, replace=false))]
    fn load(
        &self,
        py: Python<'_>,
        paths: Vec<PathBuf>,
        kind: Option<&str>,
        name: Option<String>,
        skip_bad: bool,
        replace: bool,
    ) -> PyResult<String> {
        let kind = kind.map(kind_of).transpose().map_err(|error| raised(py, &error))?;
        self.json(
            py,
            requests::LoadFiles {
                request: LoadRequest { paths, kind, name, skip_bad, replace, stdin: None },
            },
        )
    }

    /// Gives every name a vector of the sentence encoder: how many have one, of how many.
    fn embed(&self, py: Python<'_>) -> PyResult<String> {
        self.json(py, requests::EmbedNames)
    }

    /// Removes sources, all or none.
    fn remove(&self, py: Python<'_>, names: Vec<String>) -> PyResult<()> {
        self.json(py, requests::Remove { names, or_gone: false }).map(|_| ())
    }
}

impl Graph {
    /// Has work done, which Ctrl-C stops; the reply is JSON.
    fn json<W>(&self, py: Python<'_>, work: W) -> PyResult<String>
    where
        W: Work + Send,
        W::Reply: Serialize + Send,
    {
        let interrupted = std::sync::Mutex::new(None);
        let stopped = || {
            // Looked at now and then by the work, outside of Python's lock.
            Python::attach(|py| match py.check_signals() {
                Ok(()) => false,
                Err(error) => {
                    *interrupted.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(error);
                    true
                }
            })
        };
        let tell = |_: WorkEvent| {};
        let done = py.detach(|| self.shared.watched(work, Watch { tell: &tell, stopped: &stopped }));
        if let Some(error) = interrupted.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
            return Err(error);
        }
        let reply = done.map_err(|error| raised(py, &error))?;
        serde_json::to_string(&reply).map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }
}

fn kind_of(kind: &str) -> Result<SourceKind, SessionError> {
    match kind {
        "table" => Ok(SourceKind::Table),
        "kg" => Ok(SourceKind::Kg),
        "tkg" => Ok(SourceKind::Tkg),
        other => Err(SessionError::usage(
            format!("there is no kind `{other}` of sources"),
            "write `table`, `kg` or `tkg`, or leave it out",
        )),
    }
}

fn read_trace(trace: &str) -> PyResult<Trace> {
    serde_json::from_str(trace).map_err(|error| {
        let error =
            SessionError::usage(format!("this is not a trace: {error}"), "give what `Trace.to_json()` wrote");
        Python::attach(|py| raised(py, &error))
    })
}

/// An error as the exception of the package that says the same, with its hint.
fn raised(py: Python<'_>, error: &SessionError) -> PyErr {
    let class = match error {
        SessionError::Usage { .. } => "UsageError",
        SessionError::Query { .. } => "QueryError",
        SessionError::Environment { .. } => "EnvironmentFault",
        SessionError::Cancelled => "Cancelled",
    };
    let made = py
        .import("trustuqa._errors")
        .and_then(|module| module.getattr(class)?.call1((error.to_string(), error.hint())));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// A trace as the tree that the terminal shows, without colours.
#[pyfunction]
fn tree(trace: &str) -> PyResult<String> {
    Ok(render(&read_trace(trace)?))
}

/// The native module.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<Graph>()?;
    module.add_function(wrap_pyfunction!(tree, module)?)
}
