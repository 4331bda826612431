//! Every route, its types and its handler, in one table: requests are routed by it, and it is
//! described by it.

use std::convert::Infallible;
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::sse::{Event as SentEvent, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Json, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Router, middleware};
use base64::Engine as _;
use futures_util::stream;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tower_http::set_header::SetResponseHeaderLayer;
use trustuqa_engine::trace::Trace;
use trustuqa_storage::{Source, SourceKind};

use super::answers::{AnswerBody, LIMIT, ReadingBody};
use super::problem::ProblemDetails;
use super::state::ServiceState;
use super::{body, guard, mcp, metrics, openapi};
use crate::session::loading::LoadRequest;
use crate::session::route::kind_word;
use crate::session::{SessionError, ask::Stage, unknown_source};
use crate::sharing::requests::{self, WorkEvent};

/// Loads may take as long as they need, but not for ever.
const LOAD: Duration = Duration::from_secs(24 * 60 * 60);

/// The page at `/`.
const PAGE: &str = include_str!("page.html");

/// How a route is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By its path alone.
    Get,
    /// With a body.
    Post,
}

/// A route.
pub struct Route {
    /// Its path, with names in braces.
    pub path: &'static str,
    /// How it is asked for.
    pub method: Method,
    /// Its name for programs.
    pub name: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// The type of its body.
    pub takes: Option<fn(&mut SchemaGenerator) -> Schema>,
    /// The type of its answer.
    pub gives: fn(&mut SchemaGenerator) -> Schema,
    /// How the answer is written.
    pub media_type: &'static str,
    /// Whether it can also be had as events while it is made.
    pub streams: bool,
    handler: fn() -> MethodRouter<Arc<ServiceState>>,
}

const JSON: &str = "application/json";

/// Every route but that of the Model Context Protocol, which describes itself.
#[rustfmt::skip]
pub const ROUTES: &[Route] = &[
    Route { path: "/", method: Method::Get, name: "page", summary: "A page that asks questions", takes: None, gives: schema::<String>, media_type: "text/html", streams: false, handler: || get(page) },
    Route { path: "/health", method: Method::Get, name: "health", summary: "Whether the graph can be read", takes: None, gives: schema::<Health>, media_type: JSON, streams: false, handler: || get(health) },
    Route { path: "/metrics", method: Method::Get, name: "metrics", summary: "What is counted, as Prometheus reads it", takes: None, gives: schema::<String>, media_type: "text/plain", streams: false, handler: || get(counted) },
    Route { path: "/openapi.json", method: Method::Get, name: "openapi", summary: "This description", takes: None, gives: schema::<Value>, media_type: JSON, streams: false, handler: || get(described) },
    Route { path: "/v1/ask", method: Method::Post, name: "ask", summary: "Answer a question; with `Accept: text/event-stream` its stages are streamed, too", takes: Some(schema::<AskBody>), gives: schema::<AnswerBody>, media_type: JSON, streams: true, handler: || post(ask) },
    Route { path: "/v1/query", method: Method::Post, name: "query", summary: "Run a query in either language", takes: Some(schema::<QueryBody>), gives: schema::<AnswerBody>, media_type: JSON, streams: false, handler: || post(query) },
    Route { path: "/v1/queries", method: Method::Post, name: "queries", summary: "Run up to 1,000 queries, one after another", takes: Some(schema::<QueriesBody>), gives: schema::<Vec<QueryResultBody>>, media_type: JSON, streams: false, handler: || post(queries) },
    Route { path: "/v1/sources", method: Method::Get, name: "sources", summary: "List the sources", takes: None, gives: schema::<Vec<SourceLine>>, media_type: JSON, streams: false, handler: || get(sources) },
    Route { path: "/v1/sources/{name}", method: Method::Get, name: "describe", summary: "Describe a source with its columns or relations", takes: None, gives: schema::<SourceBody>, media_type: JSON, streams: false, handler: || get(describe) },
    Route { path: "/v1/trace", method: Method::Post, name: "trace", summary: "Run a trace again and compare the answers", takes: Some(schema::<TraceAgain>), gives: schema::<ReplayBody>, media_type: JSON, streams: false, handler: || post(trace) },
    Route { path: "/v1/load", method: Method::Post, name: "load", summary: "Load files of the folder that --allow-load names", takes: Some(schema::<LoadBody>), gives: schema::<Vec<LoadedSourceBody>>, media_type: JSON, streams: false, handler: || post(load) },
];

fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// Routes requests; each is counted first, then admitted or refused.
pub fn router(app: Arc<ServiceState>) -> Router {
    let mut router = Router::new();
    for route in ROUTES {
        router = router.route(route.path, (route.handler)());
    }
    let nosniff = HeaderValue::from_static("nosniff");
    router
        .route_service("/mcp", mcp::http(app.clone()))
        .fallback(async || {
            ProblemDetails::not_found("there is no such path", "/openapi.json lists every route")
        })
        .method_not_allowed_fallback(async || ProblemDetails::method())
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .layer(middleware::from_fn_with_state(app.clone(), metrics::count))
        .layer(SetResponseHeaderLayer::overriding(header::X_CONTENT_TYPE_OPTIONS, nosniff))
        .with_state(app)
}

/// The page, which may run its own script and reach no other server.
async fn page() -> Response {
    let inside = |tag: &str| {
        let (open, close) = (format!("<{tag}>"), format!("</{tag}>"));
        let text = PAGE.split_once(&open).and_then(|(_, rest)| rest.split_once(&close));
        let hash = Sha256::digest(text.map_or("", |(text, _)| text));
        format!("'sha256-{}'", base64::engine::general_purpose::STANDARD.encode(hash))
    };
    let policy = format!(
        "default-src 'none'; script-src {}; style-src {}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        inside("script"),
        inside("style")
    );
    let policy = HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"));
    let referrer = (HeaderName::from_static("referrer-policy"), HeaderValue::from_static("no-referrer"));
    ([(header::CONTENT_SECURITY_POLICY, policy), referrer], Html(PAGE)).into_response()
}

/// Whether the graph can be read.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Health {
    /// `ok`.
    pub status: &'static str,
    /// The version of the program.
    pub version: &'static str,
}

async fn health(State(app): State<Arc<ServiceState>>) -> Result<Json<Health>, ProblemDetails> {
    app.timely(requests::CountVectors).await?;
    Ok(Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION") }))
}

async fn counted(State(app): State<Arc<ServiceState>>) -> Response {
    let text = HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
    ([(header::CONTENT_TYPE, text)], app.metrics.text()).into_response()
}

async fn described() -> Json<Value> {
    Json(openapi::document())
}

/// A question.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskBody {
    /// The question.
    pub question: String,
    /// Whether the answer has its trace.
    #[serde(default)]
    pub trace: bool,
    /// Most values and rows of the answer.
    #[serde(default)]
    pub limit: Option<usize>,
}

async fn ask(
    State(app): State<Arc<ServiceState>>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, ProblemDetails> {
    let ask: AskBody = body::json(&app, request, app.options.limits.body).await?;
    let wanted = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    if wanted.contains("text/event-stream") {
        return Ok(streamed(app, ask));
    }
    Ok(Json(answered(&app, ask, |_| {}).await?).into_response())
}

async fn answered(
    app: &Arc<ServiceState>,
    ask: AskBody,
    tell: impl Fn(WorkEvent) + Send + Sync + 'static,
) -> Result<AnswerBody, ProblemDetails> {
    app.open_encoder().await?;
    let question = requests::Ask { question: ask.question };
    let answered = app.work(question, app.options.limits.time, tell).await?;
    let mut answer = AnswerBody::of(&answered.trace, ask.limit.unwrap_or(LIMIT), ask.trace)?;
    let readings = answered.readings.into_iter();
    answer.readings = readings.map(|r| ReadingBody { meaning: r.meaning, query: r.query }).collect();
    Ok(answer)
}

/// The stages of a question as events, then its answer or its problem. A client that hangs up stops the
/// work.
fn streamed(app: Arc<ServiceState>, ask: AskBody) -> Response {
    let (sender, receiver) = tokio::sync::mpsc::unbounded_channel::<SentEvent>();
    let stages = sender.clone();
    let work = tokio::spawn(async move {
        let tell = move |event| {
            if let WorkEvent::Stage(stage) = event {
                let _ = stages.send(event_of("stage", &stage_json(&stage)));
            }
        };
        let last = match answered(&app, ask, tell).await {
            Ok(answer) => event_of("answer", &answer),
            Err(problem) => event_of("problem", &problem),
        };
        let _ = sender.send(last);
    });
    let abort = Abort(work.abort_handle());
    let events = stream::unfold((receiver, abort), |(mut receiver, abort)| async move {
        let event = receiver.recv().await?;
        Some((Ok::<_, Infallible>(event), (receiver, abort)))
    });
    Sse::new(events).keep_alive(KeepAlive::default()).into_response()
}

/// Ends the work when nothing is listening any more.
struct Abort(tokio::task::AbortHandle);

impl Drop for Abort {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn event_of(name: &str, content: &impl Serialize) -> SentEvent {
    SentEvent::default().event(name).json_data(content).unwrap_or_default()
}

/// A stage by its name, with details in words.
fn stage_json(stage: &Stage) -> Value {
    let name = match stage {
        Stage::Routing => "routing",
        Stage::Writing(_) => "writing",
        Stage::Executing => "executing",
    };
    json!({ "stage": name, "detail": crate::cli::stage_text(stage) })
}

/// A query.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QueryBody {
    /// The query, in either language.
    pub query: String,
    /// The sources to look in; all when none is named.
    #[serde(default)]
    pub sources: Vec<String>,
    /// Whether the answer has its trace.
    #[serde(default)]
    pub trace: bool,
    /// Most values and rows of the answer.
    #[serde(default)]
    pub limit: Option<usize>,
}

async fn query(
    State(app): State<Arc<ServiceState>>,
    request: Request,
) -> Result<Json<AnswerBody>, ProblemDetails> {
    let query: QueryBody = body::json(&app, request, app.options.limits.body).await?;
    app.open_encoder().await?;
    let trace = app.timely(requests::RunQuery { text: query.query, sources: query.sources }).await?;
    Ok(Json(AnswerBody::of(&trace, query.limit.unwrap_or(LIMIT), query.trace)?))
}

/// The most queries of a request.
const QUERIES: usize = 1_000;

/// How many of them run at a time.
const PART: usize = 50;

/// Queries.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QueriesBody {
    /// The queries, in either language, at most 1,000.
    pub queries: Vec<String>,
    /// The sources to look in; all when none is named.
    #[serde(default)]
    pub sources: Vec<String>,
    /// Most values and rows of each answer.
    #[serde(default)]
    pub limit: Option<usize>,
}

/// What became of one query of several.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum QueryResultBody {
    /// Its answer.
    Answer(Box<AnswerBody>),
    /// Why it could not be run.
    Problem(ProblemDetails),
}

async fn queries(
    State(app): State<Arc<ServiceState>>,
    request: Request,
) -> Result<Json<Vec<QueryResultBody>>, ProblemDetails> {
    let asked: QueriesBody = body::json(&app, request, app.options.limits.large).await?;
    if asked.queries.len() > QUERIES {
        let most = format!("there are {} queries; a request may have at most {QUERIES}", asked.queries.len());
        return Err(ProblemDetails::bad(most, "send them in several requests"));
    }
    app.open_encoder().await?;
    let limit = asked.limit.unwrap_or(LIMIT);
    let as_result = |outcome: Result<Trace, SessionError>| {
        let answer =
            outcome.map_err(ProblemDetails::from).and_then(|trace| AnswerBody::of(&trace, limit, false));
        answer.map_or_else(QueryResultBody::Problem, |answer| QueryResultBody::Answer(Box::new(answer)))
    };
    let mut outcomes = Vec::with_capacity(asked.queries.len());
    // A part at a time, so that few whole traces are in memory.
    for part in asked.queries.chunks(PART) {
        let part = requests::RunQueries { texts: part.to_vec(), sources: asked.sources.clone() };
        outcomes.extend(app.timely(part).await?.into_iter().map(as_result));
    }
    Ok(Json(outcomes))
}

/// A source in a line.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SourceLine {
    /// Its name.
    pub name: String,
    /// `table`, `kg` or `tkg`.
    pub kind: &'static str,
    /// Facts: cells of a table, lines of a graph.
    pub facts: u64,
    /// Rows of a table.
    pub rows: u64,
    /// Columns or relations.
    pub relations: usize,
}

/// A source with its columns or relations. It has no value of the source.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SourceBody {
    /// What it is.
    #[serde(flatten)]
    pub source: SourceLine,
    /// Its columns in the order of the file, or its relations by falling count.
    pub columns: Vec<ColumnBody>,
}

/// A column or relation.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ColumnBody {
    /// Its name.
    pub name: String,
    /// The commonest kind of its values, such as `text` or `date`.
    pub kind: &'static str,
    /// Its facts.
    pub facts: u64,
}

/// A source in a line.
pub fn line(source: &Source) -> SourceLine {
    let kind = match source.kind {
        SourceKind::Table => "table",
        SourceKind::Kg => "kg",
        SourceKind::Tkg => "tkg",
    };
    let (name, relations) = (source.name.clone(), source.relations.len());
    SourceLine { name, kind, facts: source.facts, rows: source.rows, relations }
}

/// A source of this name, described.
pub async fn description(app: &Arc<ServiceState>, name: &str) -> Result<SourceBody, ProblemDetails> {
    let sources = app.timely(requests::ListSources).await?;
    let Some(source) = sources.iter().find(|source| source.name == name) else {
        let error = unknown_source(name, &sources);
        return Err(ProblemDetails::not_found(error.to_string(), error.hint().unwrap_or_default()));
    };
    let columns = source.relations.iter();
    let columns = columns
        .map(|r| ColumnBody { name: r.name.clone(), kind: kind_word(r.kind), facts: r.facts })
        .collect();
    Ok(SourceBody { source: line(source), columns })
}

async fn sources(State(app): State<Arc<ServiceState>>) -> Result<Json<Vec<SourceLine>>, ProblemDetails> {
    Ok(Json(app.timely(requests::ListSources).await?.iter().map(line).collect()))
}

async fn describe(
    State(app): State<Arc<ServiceState>>,
    Path(name): Path<String>,
) -> Result<Json<SourceBody>, ProblemDetails> {
    Ok(Json(description(&app, &name).await?))
}

/// A trace that is to be run again.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TraceAgain {
    /// The trace, as an answer had it.
    pub trace: Value,
}

/// What became of a trace that was run again.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReplayBody {
    /// Whether the answer is the same.
    pub same: bool,
    /// The answer now.
    pub answer: AnswerBody,
}

async fn trace(
    State(app): State<Arc<ServiceState>>,
    request: Request,
) -> Result<Json<ReplayBody>, ProblemDetails> {
    let TraceAgain { trace } = body::json(&app, request, app.options.limits.large).await?;
    let no_trace = "send the `trace` of an answer as it was";
    let trace: Trace =
        serde_json::from_value(trace).map_err(|e| ProblemDetails::bad(e.to_string(), no_trace))?;
    if trace.version != trustuqa_engine::trace::VERSION {
        return Err(ProblemDetails::bad("this trace is of another version of the program", no_trace));
    }
    let again = app.timely(requests::Replay { trace: Box::new(trace.clone()) }).await?;
    let same = again.answers() == trace.answers();
    Ok(Json(ReplayBody { same, answer: AnswerBody::of(&again, LIMIT, true)? }))
}

/// Files that are to be loaded.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoadBody {
    /// Files in the folder that may be loaded from.
    pub paths: Vec<PathBuf>,
    /// The name of the source, for a single file.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether to replace a source of the same name that came from another file.
    #[serde(default)]
    pub replace: bool,
    /// Whether lines that cannot be read are left out.
    #[serde(default)]
    pub skip_bad: bool,
}

/// A source that was loaded.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LoadedSourceBody {
    /// What it is.
    #[serde(flatten)]
    pub source: SourceLine,
    /// Whether there was one of its name before.
    pub replaced: bool,
    /// Lines that were left out.
    pub skipped: u64,
}

async fn load(
    State(app): State<Arc<ServiceState>>,
    request: Request,
) -> Result<Json<Vec<LoadedSourceBody>>, ProblemDetails> {
    let Some(folder) = &app.options.load_from else {
        return Err(ProblemDetails::forbidden(
            "nothing may be loaded here",
            "start it with --allow-load FOLDER",
        ));
    };
    let load: LoadBody = body::json(&app, request, app.options.limits.body).await?;
    let paths = load.paths.iter().map(|path| inside(folder, path)).collect::<Result<_, _>>()?;
    let request = LoadRequest {
        paths,
        name: load.name,
        replace: load.replace,
        skip_bad: load.skip_bad,
        ..LoadRequest::default()
    };
    let report = app.work(requests::LoadFiles { request }, LOAD, |_| {}).await?;
    let loaded = report.loaded.iter().map(|one| LoadedSourceBody {
        source: line(&one.source),
        replaced: one.replaced,
        skipped: one.skipped.total,
    });
    Ok(Json(loaded.collect()))
}

/// A path in the folder that may be loaded from, wherever links lead. About anything outside, the error
/// does not even tell whether it exists.
fn inside(folder: &FilePath, path: &FilePath) -> Result<PathBuf, ProblemDetails> {
    let outside = || {
        ProblemDetails::forbidden(
            "this file is not in the folder that may be loaded from",
            "name a path in the folder that --allow-load names",
        )
    };
    let folder = folder.canonicalize().map_err(|_| outside())?;
    let path = folder.join(path).canonicalize().map_err(|_| outside())?;
    // A folder could have links in it that lead elsewhere.
    if path.starts_with(&folder) && path.is_file() { Ok(path) } else { Err(outside()) }
}
