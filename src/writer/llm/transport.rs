//! One exchange with the server: recorded, sent, and sent again when that can help.
//!
//! Everything is cancelled by dropping the future. Redirects are not followed: they
//! would carry the body to a place that the ledger does not name.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::time::Duration;

use async_openai::config::{Config, OpenAIConfig};
use jiff::Timestamp;
use jiff::fmt::rfc2822;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::{Client, Response, StatusCode, Url};

use super::stream::{self, StreamError};
use super::{LlmConfig, LlmError, response};
use crate::writer::ledger::{Ledger, public_url};
use crate::writer::{OnStage, ShareLevel, WriterStage};

/// Largest response that is read.
const MAX_RESPONSE: usize = 8 << 20;

/// Sends request bodies to the chat completions address of one server.
pub struct Transport {
    client: Client,
    url: Url,
    shown_url: String,
    headers: HeaderMap,
    ledger: Arc<Ledger>,
    read_timeout: Duration,
    max_retries: usize,
    first_backoff: Duration,
    max_backoff: Duration,
}

/// A failed exchange: the error, and whether and when to try again.
struct Failure {
    error: LlmError,
    /// For the ledger.
    status: String,
    again: Again,
}

enum Again {
    Never,
    /// After silence: the server may be stuck, so once only.
    Once,
    After(Option<Duration>),
}

impl Transport {
    pub fn new(config: &LlmConfig, ledger: Arc<Ledger>) -> Result<Transport, LlmError> {
        let base = config.base_url.trim().trim_end_matches('/');
        let openai = OpenAIConfig::new().with_api_base(base);
        let url = Url::parse(&openai.url("/chat/completions"))
            .ok()
            .filter(|url| ["http", "https"].contains(&url.scheme()) && url.has_host())
            .ok_or_else(|| LlmError::Config {
                what: format!("the base URL `{base}` is not an http or https address"),
            })?;
        let headers = headers(config)?;
        let client = crate::http::client()
            .connect_timeout(config.connect_timeout)
            .read_timeout(config.read_timeout)
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .build()
            .map_err(|e| LlmError::Config {
                what: format!("the HTTP client cannot be built: {}", cause(&e)),
            })?;
        Ok(Transport {
            client,
            shown_url: public_url(url.as_str()),
            url,
            headers,
            ledger,
            read_timeout: config.read_timeout,
            max_retries: config.max_retries,
            first_backoff: config.first_backoff,
            max_backoff: config.max_backoff,
        })
    }

    /// Sends `body` until a response of status 200 comes back, and returns that response's body. Each
    /// sending is an entry of the ledger. `held` is set when the server holds the model to the grammar of
    /// queries: the longest time that it may then write one.
    pub async fn exchange(
        &self,
        body: &[u8],
        share: ShareLevel,
        held: Option<Duration>,
        progress: OnStage<'_>,
    ) -> Result<Vec<u8>, LlmError> {
        let mut retries = 0;
        let mut silent_before = false;
        loop {
            let id = self.ledger.record(self.shown_url.as_str(), share, body).map_err(LlmError::Ledger)?;
            let failure = match self.send(body.to_vec(), held).await {
                Ok(bytes) => {
                    self.ledger.set_status(id, "200");
                    return Ok(bytes);
                }
                Err(failure) => failure,
            };
            self.ledger.set_status(id, &failure.status);
            let asked_wait = match failure.again {
                _ if retries >= self.max_retries => return Err(failure.error),
                Again::Never => return Err(failure.error),
                Again::Once if silent_before => return Err(failure.error),
                Again::Once => {
                    silent_before = true;
                    None
                }
                Again::After(wait) => wait,
            };
            let wait = match asked_wait {
                Some(wait) if wait > self.max_backoff => return Err(failure.error),
                Some(wait) => wait,
                None => self.backoff(retries),
            };
            retries += 1;
            progress(WriterStage::Waiting { why: failure.status, seconds: wait.as_secs_f64() });
            tokio::time::sleep(wait).await;
        }
    }

    /// Half of the doubled wait is fixed and half is random, so that samples that
    /// failed together do not come back together.
    fn backoff(&self, retries: usize) -> Duration {
        let doubled = self.first_backoff.saturating_mul(1 << retries.min(16)).min(self.max_backoff);
        // The standard hasher is seeded anew each time, which is random enough for this.
        let random = (RandomState::new().build_hasher().finish() >> 11) as f64 / (1u64 << 53) as f64;
        doubled.mul_f64(0.5 + 0.5 * random)
    }

    async fn send(&self, body: Vec<u8>, held: Option<Duration>) -> Result<Vec<u8>, Failure> {
        let request = self.client.post(self.url.clone()).headers(self.headers.clone()).body(body);
        let mut response = request.send().await.map_err(|e| self.no_response(&e))?;
        let status = response.status();
        let retry_after = retry_after(&response);
        if status == StatusCode::OK && stream::is_stream(&response) {
            return stream::whole(response, held).await.map_err(|broken| match broken {
                StreamError::Connection(error) => self.no_response(&error),
                StreamError::Format(what) => {
                    let error = LlmError::Malformed { what, excerpt: String::new() };
                    Failure { error, status: status.as_u16().to_string(), again: Again::Never }
                }
            });
        }
        let mut bytes = Vec::new();
        loop {
            match response.chunk().await {
                Ok(Some(chunk)) => bytes.extend_from_slice(&chunk),
                Ok(None) => break,
                // The status counts for more than a broken error body.
                Err(_) if !status.is_success() => break,
                Err(e) => return Err(self.no_response(&e)),
            }
            if bytes.len() > MAX_RESPONSE {
                let what = format!("it is longer than {} MiB", MAX_RESPONSE >> 20);
                let error = LlmError::Malformed { what, excerpt: response::excerpt(&bytes) };
                return Err(Failure { error, status: status.as_u16().to_string(), again: Again::Never });
            }
        }
        if status == StatusCode::OK { Ok(bytes) } else { Err(self.refused(status, retry_after, &bytes)) }
    }

    fn no_response(&self, error: &reqwest::Error) -> Failure {
        let url = self.shown_url.clone();
        if error.is_timeout() && !error.is_connect() {
            let error = LlmError::Timeout { url, waited: self.read_timeout };
            return Failure { error, status: "no answer in time".into(), again: Again::Once };
        }
        let cause = cause(error);
        let again = if error.is_builder() { Again::Never } else { Again::After(None) };
        let status = if error.is_connect() { "no connection" } else { "broken connection" };
        Failure { error: LlmError::Connect { url, cause }, status: status.into(), again }
    }

    fn refused(&self, status: StatusCode, retry_after: Option<Duration>, bytes: &[u8]) -> Failure {
        let (url, message, number) = (self.shown_url.clone(), response::message(bytes), status.as_u16());
        let (error, again) = match number {
            429 if response::code(bytes).as_deref() == Some("insufficient_quota") => {
                (LlmError::Refused { status: number, message, url }, Again::Never)
            }
            429 => (LlmError::RateLimited { url, message, retry_after }, Again::After(retry_after)),
            401..=403 => (LlmError::Refused { status: number, message, url }, Again::Never),
            404 => (LlmError::NotFound { url, message }, Again::Never),
            408 | 500..=599 => {
                let error = LlmError::Server { status: number, message, url };
                let again = if error.is_final() { Again::Never } else { Again::After(retry_after) };
                (error, again)
            }
            _ => (LlmError::BadRequest { status: number, message, url }, Again::Never),
        };
        Failure { error, status: number.to_string(), again }
    }
}

fn headers(config: &LlmConfig) -> Result<HeaderMap, LlmError> {
    let mut headers = HeaderMap::new();
    if let Some(key) = &config.api_key {
        // Checked here because async-openai panics on a key that no header can carry.
        HeaderValue::from_str(key.expose()).map_err(|_| LlmError::Config {
            what: "the API key holds characters that no key has (a line break, perhaps)".into(),
        })?;
        let openai =
            OpenAIConfig::new().with_org_id("").with_project_id("").with_api_key(key.expose().to_owned());
        headers = openai.headers();
        if let Some(value) = headers.get_mut(AUTHORIZATION) {
            value.set_sensitive(true);
        }
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(headers)
}

/// How long the server asks to wait: milliseconds, seconds, or a date.
fn retry_after(response: &Response) -> Option<Duration> {
    let text = |name: &str| response.headers().get(name)?.to_str().ok().map(str::trim);
    let seconds = |seconds: f64| Duration::try_from_secs_f64(seconds.max(0.0)).ok();
    if let Some(milliseconds) = text("retry-after-ms").and_then(|t| t.parse::<f64>().ok()) {
        return seconds(milliseconds / 1000.0);
    }
    let text = text("retry-after")?;
    if let Ok(number) = text.parse::<f64>() {
        return seconds(number);
    }
    let until = rfc2822::DateTimeParser::new().parse_timestamp(text).ok()?;
    seconds(until.duration_since(Timestamp::now()).as_secs_f64())
}

/// The innermost cause, which is what a user can act on ("connection refused").
fn cause(error: &dyn std::error::Error) -> String {
    let mut inner = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    inner.to_string()
}
