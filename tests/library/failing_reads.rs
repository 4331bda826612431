//! A store that fails for a moment gives an error and no other answer: a reading that could not be
//! computed is no worse than the next one, only unknown.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use trustuqa::eval::learn::Domain;
use trustuqa::session::judge::EngineJudge;
use trustuqa::writer::offline::OfflineWriter;
use trustuqa::writer::{WriteRequest, Writer as _};
use trustuqa::{Engine, RunOptions};
use trustuqa_model::{
    Comparison, Error, Fact, FactId, GraphRead, Node, NodeId, Posting, Result, Roles, Scope, Side, Source,
    SourceId, Value,
};

/// A graph of which one read fails, as those do whose server is gone for a moment.
struct Failing<'g> {
    graph: &'g dyn GraphRead,
    /// Reads until then, and since: it fails when this is 0, and never again.
    left: AtomicUsize,
}

impl Failing<'_> {
    fn new(graph: &dyn GraphRead, reads: usize) -> Failing<'_> {
        Failing { graph, left: AtomicUsize::new(reads) }
    }

    fn read(&self) -> Result<&dyn GraphRead> {
        match self.left.fetch_sub(1, Ordering::Relaxed) {
            0 => Err(Error::Store("the server is gone".into())),
            _ => Ok(self.graph),
        }
    }
}

/// Passes reads on, each of which may be the one that fails.
macro_rules! pass {
    ($($name:ident($($arg:ident: $of:ty),*) -> $told:ty;)*) => {
        impl GraphRead for Failing<'_> {
            $(fn $name(&self, $($arg: $of),*) -> Result<$told> {
                self.read()?.$name($($arg),*)
            })*
        }
    };
}

pass! {
    node(id: NodeId) -> Node;
    node_named(text: &str) -> Option<NodeId>;
    nodes_folded(text: &str) -> Vec<NodeId>;
    nodes_with_token(token: &str, roles: Roles, scope: &Scope) -> Vec<(NodeId, Roles)>;
    tokens_near(token: &str, distance: usize) -> Vec<(String, u32)>;
    token_count(token: &str) -> u32;
    roles(node: NodeId, scope: &Scope) -> Roles;
    fact(id: FactId) -> Fact;
    facts_of_head(head: NodeId, relation: Option<NodeId>, scope: &Scope) -> Vec<Posting>;
    facts_of_relation(relation: NodeId, tail: Option<NodeId>, scope: &Scope) -> Vec<Posting>;
    facts_of_tail(tail: NodeId, relation: Option<NodeId>, scope: &Scope) -> Vec<Posting>;
    facts_around(node: NodeId, side: Side, scope: &Scope, skip: u64, limit: usize) -> (Vec<Posting>, u64);
    facts_of_each_relation(node: NodeId, side: Side, scope: &Scope, each: usize, limit: usize) -> Vec<(SourceId, Posting)>;
    tails_of_relation(relation: NodeId, scope: &Scope, limit: usize) -> Vec<NodeId>;
    sources_of_token(token: &str, roles: Roles, scope: &Scope, most: usize) -> Vec<(SourceId, usize)>;
    facts_in_range(relation: NodeId, op: Comparison, value: &Value, scope: &Scope) -> Vec<Posting>;
    facts_in_time(relation: Option<NodeId>, first: i32, last: i32, scope: &Scope) -> Vec<Posting>;
    facts_of_source(source: SourceId, skip: u64, limit: usize) -> Vec<Fact>;
    row_node(source: SourceId, row: u32) -> Option<NodeId>;
    sources() -> Arc<[Source]>;
    sources_of_relation(relation: NodeId) -> Vec<SourceId>;
    nearest(vector: &[f32], k: usize, roles: Roles, scope: &Scope) -> Vec<(NodeId, f32)>;
}

/// What is shown for a question: the answer, or the reason that there is none; `None` when the graph
/// could not be read.
fn shown(graph: &dyn GraphRead, question: &str) -> Option<(String, Vec<String>)> {
    let engine = Engine::new(graph, None).ok()?;
    let options = RunOptions { question: Some(question.to_owned()), ..RunOptions::default() };
    let judge = EngineJudge::new(&engine, options);
    let request = WriteRequest { question: question.to_owned(), ..WriteRequest::default() };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let written = runtime.block_on(OfflineWriter::new(&engine).write(&request, &judge, &|_| {}));
    judge.graph_was_read().ok()?;
    let written = written.ok()?;
    if written.query.is_empty() {
        return Some((written.note.unwrap_or_default(), Vec::new()));
    }
    let trace = judge.trace(&judge.text(&written.query)).ok()?;
    Some((written.query, trace.answer.items.iter().map(|item| item.text.clone()).collect()))
}

/// Places at which one question's reads fail.
const PLACES: usize = 16;

#[test]
fn a_read_that_fails_changes_no_answer() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/everyday_domains/festival");
    let domain = Domain::open(&folder).unwrap();
    let snapshot = domain.graph.snapshot().unwrap();
    let (mut errors, mut others) = (0, Vec::new());
    for question in domain.questions.iter().step_by(9) {
        let whole = Failing::new(&snapshot, usize::MAX);
        let expected = shown(&whole, &question.question);
        assert!(expected.is_some());
        let reads = usize::MAX - whole.left.load(Ordering::Relaxed);
        for place in 0..PLACES {
            let at = reads * place / PLACES;
            match shown(&Failing::new(&snapshot, at), &question.question) {
                None => errors += 1,
                told if told == expected => {}
                told => others.push(format!("{}: read {at} of {reads}: {told:?}", question.question)),
            }
        }
    }
    assert!(others.is_empty(), "{others:#?}");
    assert!(errors > 0);
}
