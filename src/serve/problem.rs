//! Errors as problem details (RFC 9457): what is wrong, and what to do next.

use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;

use crate::session::SessionError;

/// What is wrong with a request, or with this end.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProblemDetails {
    /// What kind of problem it is, as `urn:trustuqa:...`.
    pub r#type: &'static str,
    /// The kind in words.
    pub title: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What is wrong with this request.
    pub detail: String,
    /// What to do next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// What is wrong with a query, and where.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<QueryError>,
}

/// What is wrong with a query.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct QueryError {
    /// A stable name, such as `unknown-function`.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The first byte of the query that is at fault.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl ProblemDetails {
    fn new(
        status: StatusCode,
        kind: &'static str,
        title: &'static str,
        detail: impl Into<String>,
    ) -> ProblemDetails {
        let (status, detail) = (status.as_u16(), detail.into());
        ProblemDetails { r#type: kind, title, status, detail, hint: None, errors: Vec::new() }
    }

    fn hint(self, hint: impl Into<String>) -> ProblemDetails {
        ProblemDetails { hint: Some(hint.into()), ..self }
    }

    /// What was sent cannot be used.
    pub fn bad(detail: impl Into<String>, hint: impl Into<String>) -> ProblemDetails {
        ProblemDetails::new(StatusCode::BAD_REQUEST, "urn:trustuqa:bad-request", "Bad request", detail)
            .hint(hint)
    }

    /// Nothing has this name.
    pub fn not_found(detail: impl Into<String>, hint: impl Into<String>) -> ProblemDetails {
        ProblemDetails::new(StatusCode::NOT_FOUND, "urn:trustuqa:not-found", "Not found", detail).hint(hint)
    }

    /// The path does not take this HTTP method.
    pub fn method() -> ProblemDetails {
        let status = StatusCode::METHOD_NOT_ALLOWED;
        ProblemDetails::new(
            status,
            "urn:trustuqa:method",
            "Method not allowed",
            "this path takes another method",
        )
        .hint("/openapi.json lists every route with its method")
    }

    /// The client is not allowed to do this.
    pub fn forbidden(detail: impl Into<String>, hint: impl Into<String>) -> ProblemDetails {
        ProblemDetails::new(StatusCode::FORBIDDEN, "urn:trustuqa:forbidden", "Forbidden", detail).hint(hint)
    }

    /// The token is missing or wrong.
    pub fn unauthorized() -> ProblemDetails {
        let status = StatusCode::UNAUTHORIZED;
        ProblemDetails::new(status, "urn:trustuqa:unauthorized", "Unauthorized", "a token is needed")
            .hint("send it as `Authorization: Bearer TOKEN`")
    }

    /// The request is longer than allowed.
    pub fn too_large(most: usize) -> ProblemDetails {
        let detail = format!("a request of this kind may have {most} bytes");
        ProblemDetails::new(StatusCode::PAYLOAD_TOO_LARGE, "urn:trustuqa:too-large", "Too large", detail)
    }

    /// It is not JSON.
    pub fn media_type() -> ProblemDetails {
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        ProblemDetails::new(
            status,
            "urn:trustuqa:media-type",
            "Unsupported media type",
            "the request is not JSON",
        )
        .hint("send it with `Content-Type: application/json`")
    }

    /// It came in too slowly.
    pub fn slow() -> ProblemDetails {
        let status = StatusCode::REQUEST_TIMEOUT;
        ProblemDetails::new(
            status,
            "urn:trustuqa:slow",
            "Request timeout",
            "the request did not arrive in time",
        )
    }

    /// There is too much to do.
    pub fn busy() -> ProblemDetails {
        let status = StatusCode::SERVICE_UNAVAILABLE;
        ProblemDetails::new(status, "urn:trustuqa:busy", "Busy", "too many requests are being worked on")
            .hint("ask again in a moment")
    }

    /// The work took too long.
    pub fn too_long(time: Duration) -> ProblemDetails {
        let detail = format!("this was given up after {} seconds", time.as_secs());
        ProblemDetails::new(StatusCode::GATEWAY_TIMEOUT, "urn:trustuqa:too-long", "Took too long", detail)
            .hint("ask a simpler question, or write the query yourself")
    }

    /// The program is at fault.
    pub fn fault() -> ProblemDetails {
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        ProblemDetails::new(status, "urn:trustuqa:fault", "Internal error", "this is a fault of the program")
    }
}

impl From<SessionError> for ProblemDetails {
    fn from(error: SessionError) -> ProblemDetails {
        let hint = error.hint().map(str::to_owned);
        let problem = match &error {
            SessionError::Usage { message, .. } => ProblemDetails::new(
                StatusCode::BAD_REQUEST,
                "urn:trustuqa:bad-request",
                "Bad request",
                message,
            ),
            SessionError::Query { diagnostics, .. } => {
                let first = diagnostics.0.first().map(|first| first.message.clone()).unwrap_or_default();
                let kind = "urn:trustuqa:unreadable-query";
                let mut problem =
                    ProblemDetails::new(StatusCode::BAD_REQUEST, kind, "The query cannot be read", first);
                problem.errors.extend(diagnostics.0.iter().map(|one| QueryError {
                    code: one.code.to_string(),
                    message: one.message.clone(),
                    hint: one.hint.clone(),
                    start: one.span.start,
                    end: one.span.end,
                }));
                problem
            }
            SessionError::Environment { message, .. } => ProblemDetails::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "urn:trustuqa:environment",
                "This cannot be done now",
                message,
            ),
            SessionError::Cancelled => ProblemDetails::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "urn:trustuqa:stopped",
                "Stopped",
                "it was stopped",
            ),
        };
        ProblemDetails { hint, ..problem }
    }
}

impl IntoResponse for ProblemDetails {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let json = HeaderValue::from_static("application/problem+json");
        let mut response = (status, [(header::CONTENT_TYPE, json)], body).into_response();
        let more = match status {
            StatusCode::UNAUTHORIZED => Some((header::WWW_AUTHENTICATE, "Bearer")),
            StatusCode::SERVICE_UNAVAILABLE => Some((header::RETRY_AFTER, "1")),
            _ => None,
        };
        if let Some((name, value)) = more {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        response
    }
}
