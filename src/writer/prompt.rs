//! The messages that a language model is sent.
//!
//! [`build`] is a pure function of the request: what it returns is everything that
//! leaves the machine. It enforces the share level itself, so that no caller can
//! leak by filling in a field too many: at [`ShareLevel::Schema`] it drops example
//! values, the details of earlier errors, names that are not in the question, and
//! stored demonstrations that name something beyond their own question. [`prompt_key`]
//! names a request by its messages, its model and its [`Parameters`].

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use trustuqa_storage::{SourceKind, fold};

use super::demonstrations;
use super::{
    Attempt, Demonstration, DemonstrationOrigin, Earlier, MoreSources, QueryLayer, SchemaSource, ShareLevel,
    WriteRequest,
};

/// Demonstrations shown when the request brings none.
pub const DEMONSTRATIONS: usize = 4;

/// Relations of one source that are listed; a graph can have thousands.
const MAX_RELATIONS: usize = 300;

/// Earlier attempts that are reported; the latest count most.
const MAX_ATTEMPTS: usize = 6;

const SYSTEM: &str = include_str!("../../prompts/system.txt");
const ONE_LAYER: &str = include_str!("../../prompts/one_layer.txt");
const RETRY: &str = include_str!("../../prompts/retry.txt");
const FOLLOW: &str = include_str!("../../prompts/follow.txt");

/// Who a message is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MessageRole {
    /// Instructions.
    System,
    /// A question.
    User,
    /// A completion.
    Assistant,
}

/// One message of a chat completion request.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Message {
    /// Who it is from.
    pub role: MessageRole,
    /// Its text.
    pub content: String,
}

/// What goes into a request beside model and messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Parameters {
    /// Sampling temperature.
    pub temperature: Option<f32>,
    /// The most tokens of a completion.
    pub max_completion_tokens: Option<u32>,
}

/// The key of a request: SHA-256 of model, parameters and messages, in hexadecimal.
/// The prompt's text is part of the messages.
pub fn prompt_key(model: &str, parameters: Parameters, messages: &[Message]) -> String {
    let mut hasher = Sha256::new();
    hasher.update(b"trustuqa-prompt-1");
    // Lengths first, so that no two requests give the same stream of bytes.
    let mut part = |text: &str| {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    };
    part(model);
    part(&parameters.temperature.map_or_else(String::new, |t| t.to_string()));
    part(&parameters.max_completion_tokens.map_or_else(String::new, |t| t.to_string()));
    for message in messages {
        part(match message.role {
            MessageRole::System => "system",
            MessageRole::User => "user",
            MessageRole::Assistant => "assistant",
        });
        part(&message.content);
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Messages as a person reads them: who each is from, then its text.
pub fn as_text(messages: &[Message]) -> String {
    let mut text = String::new();
    for message in messages {
        let from = match message.role {
            MessageRole::System => "system",
            MessageRole::User => "user",
            MessageRole::Assistant => "assistant",
        };
        text.push_str(&format!("--- {from}\n{}\n", message.content));
    }
    text
}

/// The messages for `request`: the system prompt, each demonstration as a pair of
/// question and query, and the question with its sources and earlier attempts. Roles
/// alternate after the first message, as the templates of many models ask for. Empty
/// at [`ShareLevel::Off`].
pub fn build(request: &WriteRequest) -> Vec<Message> {
    if request.share == ShareLevel::Off {
        return Vec::new();
    }
    let message = |role, content: String| Message { role, content };
    let one_layer = request.layer == QueryLayer::Execution;
    let system = if one_layer { ONE_LAYER } else { SYSTEM };
    // From what stays the same to what changes: a server reuses its work on a beginning that it knows.
    let mut rules = system.trim_end().to_owned();
    if request.is_whole_graph {
        rules.push_str("\n\n# Sources\n\n");
        rules.push_str(sources(&request.schema, request.more, request.share).trim_end());
    }
    let mut messages = vec![message(MessageRole::System, rules)];
    let mut shown: Vec<Demonstration> = if one_layer {
        // The demonstrations of the request are in the other language.
        demonstrations::in_execution_language(&request.schema, DEMONSTRATIONS)
    } else {
        request.demonstrations.iter().filter_map(|d| shareable(d, request.share)).collect()
    };
    if shown.is_empty() {
        shown = demonstrations::spread(&request.schema, DEMONSTRATIONS);
    }
    for demonstration in &shown {
        let asked = shown_question(demonstration);
        messages.push(message(MessageRole::User, asked));
        messages.push(message(MessageRole::Assistant, demonstration.query.trim().to_owned()));
    }
    let mut asked = ask(request);
    if let Some(earlier) = &request.earlier {
        asked = format!("{}\n\n{asked}", before(earlier, &request.question));
    }
    push_hints(&mut asked, request);
    if !request.previous_errors.is_empty() {
        asked.push_str("\n\n");
        asked.push_str(&retry(&request.previous_errors, request.share));
    }
    messages.push(message(MessageRole::User, asked));
    messages
}

/// The annotation's hints, as far as they may leave the machine.
fn push_hints(text: &mut String, request: &WriteRequest) {
    let hints = &request.hints;
    let listed = |names: &mut dyn Iterator<Item = &String>| {
        names.map(|name| format!("`{}`", one_line(name))).collect::<Vec<_>>().join(", ")
    };
    let entities = listed(
        &mut hints
            .entities
            .iter()
            .filter(|name| request.share == ShareLevel::Samples || occurs_in(name, &request.question)),
    );
    for (label, names) in [("Relations to use", listed(&mut hints.relations.iter())), ("Entities", entities)]
    {
        if !names.is_empty() {
            text.push_str(&format!("\n{label}: {names}"));
        }
    }
    if let Some(kind) = &hints.question_type {
        text.push_str(&format!("\nType of the question: {}", one_line(kind)));
    }
}

/// The question, with everything that is about it alone.
fn ask(request: &WriteRequest) -> String {
    let WriteRequest { question, share, .. } = request;
    let mut text = String::new();
    if !request.schema.is_empty() && !request.is_whole_graph {
        text.push_str(&format!("Sources:\n{}\n", sources(&request.schema, request.more, *share)));
    }
    let mentions: Vec<String> = request
        .mentions
        .iter()
        .filter(|name| *share == ShareLevel::Samples || occurs_in(&name.text, question))
        .map(|name| match name.role.as_str() {
            "" => format!("- `{}`\n", one_line(&name.text)),
            role => format!("- `{}`: {}\n", one_line(&name.text), one_line(role)),
        })
        .collect();
    if !mentions.is_empty() {
        text.push_str(&format!("Names in the question:\n{}\n", mentions.concat()));
    }
    text.push_str(&format!("Question: {}", one_line(question)));
    text
}

/// The question of a demonstration, with its sources in a line each.
fn shown_question(demonstration: &Demonstration) -> String {
    let mut text = String::new();
    for source in &demonstration.schema {
        let relations: Vec<String> = source
            .relations
            .iter()
            .map(|relation| match relation.value_kind.as_str() {
                "text" | "" => one_line(&relation.name),
                kind => format!("{} ({})", one_line(&relation.name), one_line(kind)),
            })
            .collect();
        let (kind, _) = kind_words(source.kind);
        text.push_str(&format!("{kind} `{}`: {}\n", one_line(&source.name), relations.join(", ")));
    }
    text.push_str(&format!("Question: {}", one_line(&demonstration.question)));
    text
}

/// The sources as a list.
fn sources(schema: &[SchemaSource], more: MoreSources, share: ShareLevel) -> String {
    let mut text = String::new();
    for source in schema {
        push_source(&mut text, source, share);
    }
    if more != MoreSources::default() {
        let count = |count: usize, one: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            many => Some(format!("{many} {one}s")),
        };
        let more = [count(more.tables, "table"), count(more.graphs, "graph")];
        let more: Vec<String> = more.into_iter().flatten().collect();
        text.push_str(&format!("and {} more, which are further from the question\n", more.join(" and ")));
    }
    text
}

/// A kind of source in words, and what its relations are called.
fn kind_words(kind: SourceKind) -> (&'static str, &'static str) {
    match kind {
        SourceKind::Table => ("table", "columns"),
        SourceKind::Kg => ("knowledge graph", "relations"),
        SourceKind::Tkg => ("temporal knowledge graph", "relations"),
    }
}

/// What was asked before. The query is included only when it names nothing beyond what the user typed, at
/// every share level: nothing from an answer may leave.
fn before(earlier: &Earlier, question: &str) -> String {
    let typed: Vec<String> = earlier.questions.iter().map(|q| one_line(q)).collect();
    let mut told: String = typed.iter().map(|q| format!("- {q}\n")).collect();
    let pair = Demonstration {
        question: format!("{} {question}", typed.join(" ")),
        query: earlier.query.text.clone(),
        kind: super::DemonstrationKind::Table,
        origin: DemonstrationOrigin::Stored,
        schema: Vec::new(),
        unused: Vec::new(),
    };
    if let Some(pair) = shareable(&pair, ShareLevel::Schema) {
        told.push_str(&format!("Query of the last one:\n{}\n", quoted(&pair.query)));
    }
    FOLLOW.trim_end().replacen("{earlier}", told.trim_end(), 1)
}

fn push_source(text: &mut String, source: &SchemaSource, share: ShareLevel) {
    let (kind, parts) = kind_words(source.kind);
    let mut about = String::new();
    if source.rows > 0 {
        about.push_str(&format!(", {} rows", source.rows));
    }
    if source.has_totals {
        about.push_str(", one of them sums up the others");
    }
    text.push_str(&format!("{kind} `{}`{about}, {parts}:\n", one_line(&source.name)));
    for relation in source.relations.iter().take(MAX_RELATIONS) {
        text.push_str(&format!("- {}", one_line(&relation.name)));
        let kind = Some(relation.value_kind.as_str()).filter(|kind| *kind != "text");
        let told: Vec<String> = [kind, relation.shape.as_deref(), relation.ends.as_deref()]
            .into_iter()
            .flatten()
            .map(one_line)
            .collect();
        if !told.is_empty() {
            text.push_str(&format!(": {}", told.join(", ")));
        }
        if share == ShareLevel::Samples
            && let Some(sample) = &relation.sample
        {
            text.push_str(&format!(", such as `{}`", one_line(sample)));
        }
        text.push('\n');
    }
    let more = source.left_out + source.relations.len().saturating_sub(MAX_RELATIONS);
    if more > 0 {
        text.push_str(&format!("- and {more} more\n"));
    }
}

fn retry(attempts: &[Attempt], share: ShareLevel) -> String {
    let mut list = String::new();
    for attempt in &attempts[attempts.len().saturating_sub(MAX_ATTEMPTS)..] {
        list.push_str(&format!("Query:\n{}\nError: {}\n", quoted(&attempt.query), attempt.error.trim()));
        if share == ShareLevel::Samples
            && let Some(detail) = &attempt.detail
        {
            list.push_str(&format!("{}\n", detail.trim()));
        }
        list.push('\n');
    }
    RETRY.trim_end().replacen("{attempts}", list.trim_end(), 1)
}

fn quoted(query: &str) -> String {
    query.trim().lines().map(|line| format!("> {}", line.trim_end())).collect::<Vec<_>>().join("\n")
}

/// A name on one line: a header cell can hold line breaks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn occurs_in(name: &str, question: &str) -> bool {
    let name = fold(name);
    !name.is_empty() && format!(" {} ", fold(question)).contains(&format!(" {name} "))
}

/// The words for a step, made from its call.
fn step_words(call: &str) -> String {
    let call = call.split_once(':').map_or(call, |(_, call)| call).trim().trim_matches('"');
    let function = call.split('(').next().unwrap_or_default().trim();
    let relation = call.split_once("relation='").and_then(|(_, rest)| rest.split_once('\''));
    match (function, relation) {
        ("get_information", Some((relation, _))) => format!("Find by {relation}"),
        ("get_information", None) => "Find the facts".to_owned(),
        (function, Some((relation, _))) => format!("Take the {} by {relation}", function.replace('_', " ")),
        (function, None) => format!("Take the {}", function.replace('_', " ")),
    }
}

/// The call with earlier outputs in quotes, as the rules of the prompt want it.
fn with_quotes(call: &str) -> String {
    let mut out = String::new();
    let mut rest = call;
    while let Some(at) = rest.find("=output_of_query") {
        let (before, from) = rest.split_at(at + 1);
        let digits = from["output_of_query".len()..].bytes().take_while(u8::is_ascii_digit).count();
        let (output, after) = from.split_at("output_of_query".len() + digits);
        out.push_str(before);
        out.push_str(&format!("'{output}'"));
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The demonstration as it may be shown at `share`; `None` when it may not.
fn shareable(demonstration: &Demonstration, share: ShareLevel) -> Option<Demonstration> {
    if share == ShareLevel::Samples || demonstration.origin == DemonstrationOrigin::Builtin {
        return Some(demonstration.clone());
    }
    // The words of a step can quote anything, so only the calls are kept.
    let mut query: Vec<String> = Vec::new();
    let mut calls = 0;
    for line in demonstration.query.lines().map(str::trim) {
        if line.starts_with("## Target type") {
            query.push(line.to_owned());
        } else if line.starts_with("Query") {
            let names = names_in_call(line)?;
            if !names.iter().all(|name| occurs_in(name, &demonstration.question)) {
                return None;
            }
            calls += 1;
            query.push(format!("Step{calls}: {}", step_words(line)));
            query.push(with_quotes(line));
        } else if !(line.is_empty() || line.starts_with("Step") || line.starts_with('#')) {
            // The call continues on this line, and may have more names here.
            return None;
        }
    }
    (calls > 0).then(|| Demonstration { query: query.join("\n"), ..demonstration.clone() })
}

/// Parameters that take columns, sources or words of the language, never values.
const OF_THE_SCHEMA: [&str; 7] = ["relation", "key", "by", "of", "with", "source", "unit"];

/// The entities and values that a `QueryN: "…"` line names, without relations and earlier outputs; `None`
/// when the line has quotes that belong to no argument and may quote anything.
fn names_in_call(line: &str) -> Option<Vec<String>> {
    let (_, call) = line.split_once(':')?;
    let call = call.trim().trim_matches('"');
    let mut names = Vec::new();
    let mut rest = call;
    while let Some(at) = rest.find(['=', '<', '>', '!', '\'', '"', '`']) {
        if rest[at..].starts_with(['\'', '"', '`']) {
            return None;
        }
        let parameter: &str =
            rest[..at].trim_end().rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next()?;
        let argument = rest[at..].trim_start_matches(['=', '<', '>', '!']).trim_start();
        let (value, after) = match argument.chars().next().filter(|c| ['\'', '"', '`'].contains(c)) {
            Some(quote) => {
                let body = &argument[quote.len_utf8()..];
                let end = body.match_indices(quote).map(|(i, _)| i).find(|i| {
                    let next = body[i + quote.len_utf8()..].trim_start();
                    next.is_empty() || next.starts_with([',', ')'])
                })?;
                (&body[..end], &body[end + quote.len_utf8()..])
            }
            None => {
                let end = argument.find([',', ')', '(']).unwrap_or(argument.len());
                if argument[end..].starts_with('(') {
                    // A nested call: its own arguments follow.
                    rest = &argument[end..];
                    continue;
                }
                (&argument[..end], &argument[end..])
            }
        };
        let value = value.trim_start_matches(['=', '<', '>', '!', ' ']);
        if !OF_THE_SCHEMA.contains(&parameter) && !value.starts_with("output_of_query") {
            names.push(value.to_owned());
        }
        rest = after;
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::writer::{DemonstrationKind, SchemaRelation, WriteHints};

    fn request(share: ShareLevel) -> WriteRequest {
        let relation = SchemaRelation {
            name: "Salinity\nclass".into(),
            value_kind: "text".into(),
            count: 17,
            sample: Some("Zyx-Sample".into()),
            shape: Some("like A 99-99".into()),
            ..SchemaRelation::default()
        };
        WriteRequest {
            question: "What class is Lake Qqq?".into(),
            schema: vec![SchemaSource::new("lakes", SourceKind::Table, vec![relation])],
            mentions: vec!["lake qqq".into(), "Secret Lake".into()],
            demonstrations: Vec::new(),
            previous_errors: vec![Attempt {
                query: "Query1: \"count(set='x')\"".into(),
                error: "E7: no such name".into(),
                detail: Some("nearest: Hidden Lake".into()),
            }],
            share,
            ..WriteRequest::default()
        }
    }

    fn text(request: &WriteRequest) -> String {
        serde_json::to_string(&build(request)).unwrap()
    }

    #[test]
    fn the_schema_level_drops_everything_that_quotes_data() {
        let text = text(&request(ShareLevel::Schema));
        for kept in ["lakes", "Salinity class", "like A 99-99", "lake qqq", "E7: no such name", "> Query1"] {
            assert!(text.contains(kept), "{kept} is missing");
        }
        for dropped in ["Zyx-Sample", "Secret Lake", "Hidden Lake"] {
            assert!(!text.contains(dropped), "{dropped} leaks");
        }
    }

    #[test]
    fn the_samples_level_has_one_example_a_column() {
        let text = text(&request(ShareLevel::Samples));
        for kept in ["such as `Zyx-Sample`", "Secret Lake", "Hidden Lake"] {
            assert!(text.contains(kept), "{kept} is missing");
        }
    }

    #[test]
    fn hints_are_told_and_their_entities_only_where_the_question_has_them() {
        let hints = WriteHints {
            relations: vec!["Salinity class".into()],
            entities: vec!["Lake Qqq".into(), "Buried Lake".into()],
            question_type: Some("lookup".into()),
        };
        let text = text(&WriteRequest { hints, ..request(ShareLevel::Schema) });
        for kept in
            ["Relations to use: `Salinity class`", "Entities: `Lake Qqq`", "Type of the question: lookup"]
        {
            assert!(text.contains(kept), "{kept} is missing in {text}");
        }
        assert!(!text.contains("Buried Lake"));
    }

    #[test]
    fn nothing_is_built_when_nothing_may_leave() {
        assert!(build(&request(ShareLevel::Off)).is_empty());
    }

    #[test]
    fn roles_alternate_and_the_question_comes_last() {
        let messages = build(&request(ShareLevel::Schema));
        assert_eq!(messages[0].role, MessageRole::System);
        for (index, message) in messages[1..].iter().enumerate() {
            let expected = if index % 2 == 0 { MessageRole::User } else { MessageRole::Assistant };
            assert_eq!(message.role, expected);
        }
        assert_eq!(messages.len(), 2 + 2 * DEMONSTRATIONS);
        assert!(messages[messages.len() - 1].content.contains("Question: What class is Lake Qqq?"));
    }

    fn stored(question: &str, query: &str) -> Demonstration {
        Demonstration {
            question: question.into(),
            query: query.into(),
            kind: DemonstrationKind::Table,
            origin: DemonstrationOrigin::Stored,
            schema: Vec::new(),
            unused: Vec::new(),
        }
    }

    #[test]
    fn stored_demonstrations_show_only_what_their_question_says() {
        let query = "Step1: Find Secret Lake\nQuery1: \"get_information(relation='Lake', tail_entity='Dog's Lake')\"\n\
                     Query2: \"keep(set='output_of_query1', value>'7,000')\"";
        let fine = stored("Is dog's lake over 7,000?", query);
        let shown = shareable(&fine, ShareLevel::Schema).unwrap();
        assert!(shown.query.contains("Dog's Lake") && !shown.query.contains("Secret"));
        assert_eq!(shareable(&fine, ShareLevel::Samples), Some(fine.clone()));
        let other = stored("Is the lake over 7,000?", query);
        assert_eq!(shareable(&other, ShareLevel::Schema), None);
        let positional = stored("How many lakes?", "Query1: \"get_information('Lake', 'Dog Lake')\"");
        assert_eq!(shareable(&positional, ShareLevel::Schema), None);
        let nested =
            stored("How many?", "Query1: \"count(set=get_information(relation='R', tail_entity='Hidden'))\"");
        assert_eq!(shareable(&nested, ShareLevel::Schema), None);
        let over_lines =
            stored("How many?", "Query1: \"get_information(relation='R',\n  tail_entity='Hidden')\"");
        assert_eq!(shareable(&over_lines, ShareLevel::Schema), None);
    }

    #[test]
    fn names_are_read_from_a_call_however_it_is_quoted() {
        let names = |line| names_in_call(line);
        let all =
            "Query3: \"get_information(head_entity=`A, B`, relation='R', key='time', value >= '>= 5')\"";
        assert_eq!(names(all), Some(vec!["A, B".to_owned(), "5".to_owned()]));
        assert_eq!(names("Query1: \"count(set=output_of_query2)\""), Some(vec![]));
        let group =
            "Query2: \"group(set='output_of_query1', by='Lake', of='Depth', with='sum', source='lakes')\"";
        assert_eq!(names(group), Some(vec![]));
        assert_eq!(names("Query1: \"count(set='broken)\""), None);
    }

    #[test]
    fn the_key_changes_with_everything_it_stands_for() {
        let message = |role, content: &str| Message { role, content: content.into() };
        let base = [message(MessageRole::System, "ab"), message(MessageRole::User, "c")];
        let moved = [message(MessageRole::System, "a"), message(MessageRole::User, "bc")];
        let role = [message(MessageRole::System, "ab"), message(MessageRole::Assistant, "c")];
        let warm = Parameters { temperature: Some(1.0), ..Parameters::default() };
        let keys = [
            prompt_key("m", Parameters::default(), &base),
            prompt_key("n", Parameters::default(), &base),
            prompt_key("m", warm, &base),
            prompt_key("m", Parameters::default(), &moved),
            prompt_key("m", Parameters::default(), &role),
        ];
        for (index, key) in keys.iter().enumerate() {
            assert_eq!(key.len(), 64);
            assert!(!keys[..index].contains(key));
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_of_a_stored_query_stops_the_builder(query in "(Query1:|Step1:|\\PC|['\"=<>(),\n]){0,30}") {
            let _ = shareable(&stored("q", &query), ShareLevel::Schema);
        }
    }
}
