//! What is counted, as the text that Prometheus reads.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use std::sync::Arc;

use super::state::ServiceState;

/// Upper bounds of the histogram's buckets, in seconds.
const TIMES: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0];

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Ended {
    route: String,
    status: u16,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Route {
    route: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Tool {
    tool: String,
}

/// What is counted.
pub struct Metrics {
    registry: Registry,
    requests: Family<Ended, Counter>,
    seconds: Family<Route, Histogram>,
    under_way: Gauge,
    tools: Family<Tool, Counter>,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("trustuqa");
        let requests = Family::<Ended, Counter>::default();
        let seconds = Family::<Route, Histogram>::new_with_constructor(|| Histogram::new(TIMES));
        let (under_way, tools) = (Gauge::default(), Family::<Tool, Counter>::default());
        registry.register("http_requests", "Requests that have ended", requests.clone());
        registry.register("http_request_seconds", "Time until the answer begins", seconds.clone());
        registry.register("http_requests_under_way", "Requests that have not ended", under_way.clone());
        registry.register("mcp_tool_calls", "Calls of tools by language models", tools.clone());
        Metrics { registry, requests, seconds, under_way, tools }
    }
}

impl Metrics {
    /// Counts a call of a tool.
    pub fn tool(&self, tool: &str) {
        self.tools.get_or_create(&Tool { tool: tool.to_owned() }).inc();
    }

    /// Everything as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing into memory cannot fail.
        let _ = prometheus_client::encoding::text::encode(&mut text, &self.registry);
        text
    }
}

/// Counts a request under the pattern of its route, so that requests cannot create new labels.
pub async fn count(State(app): State<Arc<ServiceState>>, request: Request, next: Next) -> Response {
    let matched = request.extensions().get::<MatchedPath>();
    let route = matched.map_or_else(|| "other".to_owned(), |matched| matched.as_str().to_owned());
    let started = Instant::now();
    let under_way = UnderWay::begin(&app.metrics.under_way);
    let response = next.run(request).await;
    drop(under_way);
    app.metrics
        .seconds
        .get_or_create(&Route { route: route.clone() })
        .observe(started.elapsed().as_secs_f64());
    app.metrics.requests.get_or_create(&Ended { route, status: response.status().as_u16() }).inc();
    response
}

/// Counts a request until it ends or is given up.
struct UnderWay(Gauge);

impl UnderWay {
    fn begin(gauge: &Gauge) -> UnderWay {
        gauge.inc();
        UnderWay(gauge.clone())
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.dec();
    }
}
