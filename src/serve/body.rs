//! The body of a request: JSON, within limits of size and time.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use serde::de::DeserializeOwned;

use super::problem::ProblemDetails;
use super::state::ServiceState;

/// Reads the JSON body of a request, of at most `most` bytes.
pub async fn json<T: DeserializeOwned>(
    app: &ServiceState,
    request: Request,
    most: usize,
) -> Result<T, ProblemDetails> {
    if !is_json(request.headers()) {
        return Err(ProblemDetails::media_type());
    }
    let read = bytes(request.into_body(), most);
    let bytes = tokio::time::timeout(app.options.limits.patience, read)
        .await
        .map_err(|_| ProblemDetails::slow())??;
    serde_json::from_slice(&bytes)
        .map_err(|error| ProblemDetails::bad(error.to_string(), "/openapi.json describes what is expected"))
}

/// Whether the body is JSON. Browsers send some other types across sites without asking, but not this
/// one.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
}

async fn bytes(body: Body, most: usize) -> Result<Vec<u8>, ProblemDetails> {
    match Limited::new(body, most).collect().await {
        Ok(collected) => Ok(collected.to_bytes().into()),
        Err(error) if error.is::<LengthLimitError>() => Err(ProblemDetails::too_large(most)),
        Err(_) => Err(ProblemDetails::bad("the request arrived incomplete", "send it again")),
    }
}
