//! The language model behind any OpenAI-compatible server.
//!
//! | file | what lives there |
//! |---|---|
//! | `mod.rs` | settings, and the writer |
//! | `transport.rs` | one HTTP exchange with its retries, ledger entry and time-outs |
//! | `stream.rs` | from the events of a stream to the body of a whole response |
//! | `response.rs` | from bytes to a completion, for servers that do not keep strictly to the format |
//!
//! Requests, responses, addresses and headers are those of async-openai. Its client
//! is not used: it serialises inside the call, where the ledger cannot see the bytes,
//! does not retry a time-out, takes an error body of another server for broken JSON,
//! and refuses a response without `id`.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_openai::types::chat::{
    ChatCompletionRequestAssistantMessage, ChatCompletionRequestMessage, ChatCompletionRequestSystemMessage,
    ChatCompletionRequestUserMessage, ChatCompletionStreamOptions, CreateChatCompletionRequest,
    CreateChatCompletionRequestArgs,
};

use super::completion::Completion;
use super::grammar::{self, GrammarDialect};
use super::ledger::Ledger;
use super::prompt::{Message, MessageRole, Parameters};
use super::vote::{self, Sampler, VoteOptions};
use super::{BoxFuture, Judge, OnStage, QueryLayer, ShareLevel, WriteError, WriteRequest, Writer, Written};

mod response;
mod stream;
mod transport;

pub use super::error::LlmError;
use transport::Transport;

/// A secret that no debug output shows.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a secret.
    pub fn new(text: impl Into<String>) -> Secret {
        Secret(text.into())
    }
    /// The secret itself, for the one header that carries it.
    pub fn expose(&self) -> &str {
        &self.0
    }
    /// A form for people: the last four characters of a long secret, else none.
    pub fn masked(&self) -> String {
        let length = self.0.chars().count();
        let shown: String =
            if length >= 12 { self.0.chars().skip(length - 4).collect() } else { String::new() };
        format!("****{shown}")
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.masked())
    }
}

/// How to reach and ask a model.
#[derive(Clone, Debug)]
pub struct LlmConfig {
    /// Address up to and with the version (`http://localhost:11434/v1`).
    pub base_url: String,
    /// Key, for servers that want one.
    pub api_key: Option<Secret>,
    /// Model, as the server names it.
    pub model: String,
    /// Sampling temperature; left out of the request when `None`.
    pub temperature: Option<f32>,
    /// The most tokens of a completion; left out of the request when `None`.
    pub max_completion_tokens: Option<u32>,
    /// Samples of a try.
    pub samples: usize,
    /// Whether the server runs on this machine. Then samples are asked for one after another, and the
    /// limit on a completion is also sent under its older name, the only one that many servers know.
    pub here: bool,
    /// How long a question goes on asking a server on this machine for more samples, and how long such a
    /// server may write a completion that is held to the grammar.
    pub sampling_time: Duration,
    /// How the server takes the grammar of queries.
    pub grammar: GrammarDialect,
    /// The most tries; each prompt includes the errors of the try before.
    pub max_tries: usize,
    /// Longest wait for a connection.
    pub connect_timeout: Duration,
    /// Longest silence of the server while it answers.
    pub read_timeout: Duration,
    /// How often one request is sent again after 429, 5xx, a broken connection or
    /// silence (once at most after silence).
    pub max_retries: usize,
    /// First wait before sending again; doubled each time.
    pub first_backoff: Duration,
    /// Longest wait before sending again. When the server asks for a longer one, the request fails and
    /// says so.
    pub max_backoff: Duration,
}

impl Default for LlmConfig {
    fn default() -> Self {
        LlmConfig {
            base_url: async_openai::config::OPENAI_API_BASE.to_owned(),
            api_key: None,
            model: String::new(),
            temperature: Some(0.7),
            max_completion_tokens: None,
            samples: 5,
            here: false,
            sampling_time: Duration::from_secs(10),
            grammar: GrammarDialect::Off,
            max_tries: 3,
            connect_timeout: Duration::from_secs(10),
            read_timeout: Duration::from_secs(120),
            max_retries: 3,
            first_backoff: Duration::from_millis(400),
            max_backoff: Duration::from_secs(30),
        }
    }
}

/// The writer that asks a language model.
pub struct LlmWriter {
    config: LlmConfig,
    transport: Transport,
    /// Set when the server refused the temperature, so that it is not sent again.
    without_temperature: AtomicBool,
    /// Set when the server refused to stream.
    without_stream: AtomicBool,
    /// Set when the server refused a grammar.
    without_grammar: AtomicBool,
}

impl LlmWriter {
    /// A writer for the server of `config`. Nothing is sent yet. Every body that will
    /// be sent is recorded in `ledger` first.
    pub fn new(config: LlmConfig, ledger: Arc<Ledger>) -> Result<LlmWriter, LlmError> {
        if config.model.trim().is_empty() {
            return Err(LlmError::NoModel);
        }
        let transport = Transport::new(&config, ledger)?;
        Ok(LlmWriter {
            config,
            transport,
            without_temperature: AtomicBool::new(false),
            without_stream: AtomicBool::new(false),
            without_grammar: AtomicBool::new(false),
        })
    }

    /// The model's name.
    pub fn model(&self) -> &str {
        &self.config.model
    }

    /// The parameters of every request besides model and messages, as [`super::prompt::prompt_key`] takes
    /// them.
    pub fn parameters(&self) -> Parameters {
        Parameters {
            temperature: self
                .config
                .temperature
                .filter(|_| !self.without_temperature.load(Ordering::Relaxed)),
            max_completion_tokens: self.config.max_completion_tokens,
        }
    }

    /// Has the server read `messages` and write one token, so that it knows their beginning when a
    /// question comes. The request is recorded in the ledger like any other.
    pub async fn warm_up(&self, messages: &[Message], share: ShareLevel) -> Result<(), LlmError> {
        if share == ShareLevel::Off {
            return Err(LlmError::NotShared);
        }
        let parameters = Parameters { max_completion_tokens: Some(1), ..self.parameters() };
        let body = body(&self.config, parameters, messages, Sent::Streamed(false), None)?;
        self.transport.exchange(&body, share, None, &|_| ()).await.map(drop)
    }

    /// One completion of `messages`, held to `grammar` where the server takes one.
    pub async fn complete(
        &self,
        messages: &[Message],
        share: ShareLevel,
        grammar: Option<&str>,
        progress: OnStage<'_>,
    ) -> Result<Completion, LlmError> {
        if share == ShareLevel::Off {
            return Err(LlmError::NotShared);
        }
        // What a server refuses is left out from then on: a temperature that a model does not take, a
        // stream that a gateway does not pass on.
        let mut streamed = true;
        loop {
            let parameters = self.parameters();
            let asked = Sent::Streamed(streamed && !self.without_stream.load(Ordering::Relaxed));
            let grammar = grammar.filter(|_| !self.without_grammar.load(Ordering::Relaxed));
            let body = body(&self.config, parameters, messages, asked, grammar)?;
            let longest = if self.config.here { self.config.sampling_time } else { Duration::MAX };
            let held = grammar.map(|_| longest);
            match self.transport.exchange(&body, share, held, progress).await {
                // The same request without streaming says what is wrong.
                Ok(bytes) if streamed && bytes == stream::NOTHING => streamed = false,
                Ok(bytes) => {
                    let completion = response::read(&bytes)?;
                    // Without the grammar, a model may have written its query before the rest was cut
                    // off.
                    return Ok(Completion { cut_off: completion.cut_off && held.is_some(), ..completion });
                }
                Err(LlmError::BadRequest { message, .. })
                    if parameters.temperature.is_some() && message.contains("temperature") =>
                {
                    self.without_temperature.store(true, Ordering::Relaxed);
                }
                Err(LlmError::BadRequest { message, .. })
                    if matches!(asked, Sent::Streamed(true)) && message.contains("stream") =>
                {
                    self.without_stream.store(true, Ordering::Relaxed);
                }
                Err(LlmError::BadRequest { message, .. })
                    if grammar.is_some()
                        && ["grammar", "structured_outputs"]
                            .iter()
                            .any(|member| message.contains(member)) =>
                {
                    self.without_grammar.store(true, Ordering::Relaxed);
                }
                Err(error) => return Err(error),
            }
        }
    }
}

/// How a request is sent.
#[derive(Clone, Copy)]
enum Sent {
    /// For one completion, piece by piece if true.
    Streamed(bool),
    /// In a batch, for this many samples.
    Batched(u8),
}

/// The body of a request in a batch file: like one that is sent, but for all samples of a try at once.
pub fn batch_body(config: &LlmConfig, messages: &[Message]) -> Result<serde_json::Value, LlmError> {
    let parameters =
        Parameters { temperature: config.temperature, max_completion_tokens: config.max_completion_tokens };
    let samples = u8::try_from(config.samples).unwrap_or(u8::MAX);
    let bytes = body(config, parameters, messages, Sent::Batched(samples), None)?;
    serde_json::from_slice(&bytes)
        .map_err(|e| LlmError::Config { what: format!("the request cannot be built: {e}") })
}

/// Serialised once: these bytes are recorded and these bytes are sent.
fn body(
    config: &LlmConfig,
    parameters: Parameters,
    messages: &[Message],
    sent: Sent,
    grammar: Option<&str>,
) -> Result<Vec<u8>, LlmError> {
    let unusable =
        |e: &dyn fmt::Display| LlmError::Config { what: format!("the request cannot be built: {e}") };
    let mut args = CreateChatCompletionRequestArgs::default();
    args.model(config.model.as_str()).messages(messages.iter().map(to_openai).collect::<Vec<_>>());
    if let Some(temperature) = parameters.temperature {
        args.temperature(temperature);
    }
    match sent {
        Sent::Batched(samples) => {
            args.n(samples);
        }
        Sent::Streamed(true) => {
            args.stream(true).stream_options(ChatCompletionStreamOptions {
                include_usage: Some(true),
                include_obfuscation: None,
            });
        }
        Sent::Streamed(false) => {}
    }
    if let Some(tokens) = parameters.max_completion_tokens {
        args.max_completion_tokens(tokens);
        if config.here {
            #[allow(deprecated, reason = "llama.cpp and Ollama heed this name alone")]
            args.max_tokens(tokens);
        }
    }
    let request: CreateChatCompletionRequest = args.build().map_err(|e| unusable(&e))?;
    let Some((member, value)) = grammar.and_then(|grammar| config.grammar.member(grammar)) else {
        return serde_json::to_vec(&request).map_err(|e| unusable(&e));
    };
    let mut whole = serde_json::to_value(&request).map_err(|e| unusable(&e))?;
    whole[member] = value;
    serde_json::to_vec(&whole).map_err(|e| unusable(&e))
}

fn to_openai(message: &Message) -> ChatCompletionRequestMessage {
    let text = message.content.as_str();
    match message.role {
        MessageRole::System => ChatCompletionRequestSystemMessage::from(text).into(),
        MessageRole::User => ChatCompletionRequestUserMessage::from(text).into(),
        MessageRole::Assistant => ChatCompletionRequestAssistantMessage::from(text).into(),
    }
}

/// Samples for one request, with the share level that the ledger records for every body.
struct Asking<'w> {
    writer: &'w LlmWriter,
    share: ShareLevel,
    grammar: Option<String>,
}

impl Sampler for Asking<'_> {
    fn sample<'a>(
        &'a self,
        messages: &'a [Message],
        _sample: usize,
        progress: OnStage<'a>,
    ) -> BoxFuture<'a, Result<Completion, LlmError>> {
        Box::pin(self.writer.complete(messages, self.share, self.grammar.as_deref(), progress))
    }
}

impl Writer for LlmWriter {
    fn name(&self) -> &str {
        "llm"
    }

    fn write<'a>(
        &'a self,
        request: &'a WriteRequest,
        judge: &'a dyn Judge,
        progress: OnStage<'a>,
    ) -> BoxFuture<'a, Result<Written, WriteError>> {
        Box::pin(async move {
            let held = self.config.grammar != GrammarDialect::Off && request.layer == QueryLayer::Llm;
            let grammar = if held { grammar::of(&request.schema) } else { None };
            let asking = Asking { writer: self, share: request.share, grammar };
            let LlmConfig { samples, max_tries, here, sampling_time, .. } = self.config;
            let one_by_one = here.then_some(sampling_time);
            let options = VoteOptions { samples, max_tries, one_by_one };
            let mut written = vote::self_consistency(&asking, request, options, judge, progress).await?;
            written.writer = self.name().to_owned();
            written.model = Some(self.config.model.clone());
            Ok(written)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_shows_its_end_only_when_it_is_long() {
        assert_eq!(format!("{:?}", Secret::new("sk-0123456789abcd")), "****abcd");
        assert_eq!(Secret::new("short").masked(), "****");
    }

    #[test]
    fn a_writer_without_a_model_is_refused() {
        let result = LlmWriter::new(LlmConfig::default(), Arc::new(Ledger::in_memory()));
        assert!(matches!(result, Err(LlmError::NoModel)));
    }

    #[test]
    fn a_key_that_no_header_can_carry_is_an_error() {
        let config =
            LlmConfig { model: "m".into(), api_key: Some(Secret::new("a\nb")), ..LlmConfig::default() };
        let result = LlmWriter::new(config, Arc::new(Ledger::in_memory()));
        assert!(matches!(result, Err(LlmError::Config { .. })));
    }

    #[test]
    fn the_body_holds_model_messages_and_given_parameters() {
        let message = Message { role: MessageRole::User, content: "hi".into() };
        let here = LlmConfig { model: "m".into(), here: true, ..LlmConfig::default() };
        let bytes = body(
            &here,
            Parameters { temperature: Some(0.5), max_completion_tokens: None },
            &[message],
            Sent::Streamed(true),
            Some("root ::= call"),
        )
        .unwrap();
        let value: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        let expected = serde_json::json!({
            "messages": [{"role": "user", "content": "hi"}], "model": "m", "temperature": 0.5,
            "stream": true, "stream_options": {"include_usage": true}
        });
        assert_eq!(value, expected);
        let bounded = Parameters { temperature: None, max_completion_tokens: Some(9) };
        let bytes = body(&here, bounded, &[], Sent::Streamed(false), None).unwrap();
        let value: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        let expected =
            serde_json::json!({"messages": [], "model": "m", "max_tokens": 9, "max_completion_tokens": 9});
        assert_eq!(value, expected);
        for (grammar, member) in
            [(GrammarDialect::LlamaCpp, "/grammar"), (GrammarDialect::Vllm, "/structured_outputs/grammar")]
        {
            let takes = LlmConfig { grammar, ..here.clone() };
            let bytes = body(&takes, bounded, &[], Sent::Streamed(false), Some("root ::= call")).unwrap();
            let value: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
            assert_eq!(value.pointer(member).and_then(|v| v.as_str()), Some("root ::= call"), "{value}");
        }
    }

    #[tokio::test]
    async fn a_body_that_cannot_be_recorded_is_not_sent() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let config = LlmConfig {
            model: "m".into(),
            base_url: format!("http://{}/v1", listener.local_addr().unwrap()),
            ..LlmConfig::default()
        };
        let folder = tempfile::tempdir().unwrap();
        let ledger = Ledger::unwritable(&folder.path().join("sent.jsonl")).unwrap();
        let writer = LlmWriter::new(config, Arc::new(ledger)).unwrap();
        let message = Message { role: MessageRole::User, content: "hi".into() };
        let result = writer.complete(&[message], ShareLevel::Schema, None, &|_| {}).await;
        assert!(matches!(result, Err(LlmError::Ledger(_))));
        assert!(listener.accept().is_err(), "a connection was made");
    }
}
