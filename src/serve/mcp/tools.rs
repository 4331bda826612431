//! The tools: what each takes, what it does, and short instructions for its use.

use std::sync::Arc;

use rmcp::handler::server::tool::schema_for_type;
use rmcp::model::{CallToolResult, ContentBlock, ErrorData, Tool, ToolAnnotations};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use trustuqa_engine::trace::Trace;

use super::disclosure::{self, tell};
use crate::serve::problem::ProblemDetails;
use crate::serve::routes;
use crate::serve::state::ServiceState;
use crate::sharing::requests;

/// Values and rows of an answer, unless more are asked for.
const LIMIT: usize = 50;
/// The most that can be asked for.
const MOST: usize = 1_000;

const LANGUAGE: &str = "Runs a query: one call a line, as `Query1: \"call\"`, later lines use \
'output_of_query1'. get_information(source, relation, head_entity, tail_entity, key, value) selects facts \
(a row or entity is a head, a column a relation, a cell a tail) and returns the first of head, tail, relation \
that is left open; tail_entity and value take < > <= >= != and contains('x'), between('a','b'), is_empty(). \
source alone: all rows. key='time', value='2004' for temporal facts. Functions of sets: \
count(set) sum(set) mean(set) min(set) max(set) argmax(set) argmin(set) top_k(set, k) sort(set) \
set_intersection(set1, set2) set_union(set1, set2) set_difference(set1, set2) \
group(set, by='Column', of='Amount', with='sum') calculate('output_of_query1 / output_of_query2') \
exists(set) nearest_before(set1, set2) duration(set, unit='years'). Example: \
Query1: \"get_information(relation='Year', tail_entity='2004')\" \
Query2: \"get_information(relation='Winner', head_entity='output_of_query1')\"";

/// No arguments.
#[derive(Debug, Deserialize, JsonSchema)]
struct Nothing {}

#[derive(Debug, Deserialize, JsonSchema)]
struct OfSource {
    /// The name of a source, as list_sources tells it.
    source: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Query {
    /// The query.
    query: String,
    /// The sources to look in; all when none is named.
    #[serde(default)]
    sources: Vec<String>,
    /// Most values and rows of the answer, 50 unless said otherwise.
    #[serde(default)]
    limit: Option<usize>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Ask {
    /// The question, complete in itself.
    question: String,
    /// Most values and rows of the answer, 50 unless said otherwise.
    #[serde(default)]
    limit: Option<usize>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct OfTrace {
    /// The trace_id of an answer.
    trace_id: String,
}

/// Every tool.
pub fn all() -> Vec<Tool> {
    let tools = [
        Tool::new(
            "list_sources",
            "Lists the tables and graphs: name, kind, counts.",
            schema_for_type::<Nothing>(),
        ),
        Tool::new(
            "describe_source",
            "Lists the columns or relations of a source with the kind of their values.",
            schema_for_type::<OfSource>(),
        ),
        Tool::new("query", LANGUAGE, schema_for_type::<Query>()),
        Tool::new(
            "ask",
            "Answers a plain English question. Tells whether the answer is certain; if it is not, write a query.",
            schema_for_type::<Ask>(),
        ),
        Tool::new(
            "trace",
            "Tells how an answer was computed: every step with its facts, file and line.",
            schema_for_type::<OfTrace>(),
        ),
    ];
    tools.into_iter().map(|tool| tool.with_annotations(ToolAnnotations::new().read_only(true))).collect()
}

/// Calls a tool. Errors are part of its result, where a model reads them.
pub async fn call(
    app: &Arc<ServiceState>,
    name: &str,
    arguments: Value,
) -> Result<CallToolResult, ErrorData> {
    if !all().iter().any(|tool| tool.name == name) {
        return Err(ErrorData::invalid_params(format!("there is no tool `{name}`"), None));
    }
    app.metrics.tool(name);
    let done = match disclosure::allowed(app) {
        Ok(()) => run(app, name, arguments).await,
        Err(why) => Err(why),
    };
    Ok(match done.and_then(|text| tell(app, name, &text)) {
        Ok(text) => CallToolResult::success(vec![ContentBlock::text(text)]),
        Err(why) => CallToolResult::error(vec![ContentBlock::text(why)]),
    })
}

async fn run(app: &Arc<ServiceState>, name: &str, arguments: Value) -> Result<String, String> {
    match name {
        "list_sources" => {
            let Nothing {} = read(arguments)?;
            let sources = app.timely(requests::ListSources).await.map_err(problem_text)?;
            let lines: Vec<_> = sources.iter().map(routes::line).collect();
            serde_json::to_string(&lines).map_err(|error| error.to_string())
        }
        "describe_source" => {
            let OfSource { source } = read(arguments)?;
            described(app, &source).await
        }
        "query" => {
            let Query { query, sources, limit } = read(arguments)?;
            app.open_encoder().await.map_err(problem_text)?;
            let trace =
                app.timely(requests::RunQuery { text: query, sources }).await.map_err(problem_text)?;
            answered(app, trace, limit)
        }
        "ask" => {
            let Ask { question, limit } = read(arguments)?;
            app.open_encoder().await.map_err(problem_text)?;
            let answered_ = app.timely(requests::Ask { question }).await.map_err(problem_text)?;
            answered(app, answered_.trace, limit)
        }
        _ => {
            let OfTrace { trace_id } = read(arguments)?;
            traced(app, &trace_id)
        }
    }
}

fn read<T: DeserializeOwned>(arguments: Value) -> Result<T, String> {
    serde_json::from_value(arguments).map_err(|error| format!("the arguments cannot be used: {error}"))
}

/// A problem in words. It can quote what was asked and the schema, but no value.
fn problem_text(problem: ProblemDetails) -> String {
    let mut text = problem.detail;
    for error in &problem.errors {
        text.push_str(&format!("\n{}: {}", error.code, error.message));
        if let Some(hint) = &error.hint {
            text.push_str(&format!("; {hint}"));
        }
    }
    if let Some(hint) = problem.hint {
        text.push_str(&format!("\n{hint}"));
    }
    text
}

fn answered(app: &ServiceState, trace: Trace, limit: Option<usize>) -> Result<String, String> {
    let trace = Arc::new(trace);
    let id = app.keep(trace.clone());
    disclosure::answer(app, &trace, &id, limit.unwrap_or(LIMIT).min(MOST)).map_err(problem_text)
}

/// A source, described.
pub async fn described(app: &Arc<ServiceState>, name: &str) -> Result<String, String> {
    disclosure::allowed(app)?;
    let described = routes::description(app, name).await.map_err(problem_text)?;
    serde_json::to_string(&described).map_err(|error| error.to_string())
}

/// A trace that is kept.
pub fn traced(app: &ServiceState, id: &str) -> Result<String, String> {
    let trace = app.trace(id).ok_or("there is no such trace, or it is too old; ask again")?;
    disclosure::trace(app, &trace)
}
