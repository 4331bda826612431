//! What the tests of this store share: a server, and the loading of small sources.
#![allow(clippy::unwrap_used, dead_code, missing_docs, reason = "a test; each uses a part")]

pub mod server;

pub use server::Server;
use trustuqa_model::{Change, SourceKind, SourceSpec, Store as _};
use trustuqa_postgres::PostgresGraph;

pub fn spec(name: &str, kind: SourceKind) -> SourceSpec {
    SourceSpec {
        name: name.to_owned(),
        kind,
        file: format!("/data/{name}"),
        content_hash: "0".repeat(32),
        whole: None,
    }
}

pub fn commit(change: Box<dyn Change + '_>) -> Vec<trustuqa_model::Source> {
    change.commit(&mut |_, _| std::ops::ControlFlow::Continue(())).unwrap()
}

/// What the check of a graph finds wrong.
pub fn problems(graph: &PostgresGraph) -> Vec<String> {
    graph.check().unwrap().problems
}

/// Runs a statement as the administrator of a server would; what it returns, or nothing if it failed.
pub fn sql(server: &Server, statement: &str) -> Option<String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut config = tokio_postgres::Config::new();
        config.host_path(server.folder.path()).user("tester").dbname("postgres");
        let (client, connection) = config.connect(tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        let told = client.simple_query(statement).await.ok()?;
        let rows = told.iter().filter_map(|message| match message {
            tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
            _ => None,
        });
        Some(rows.last().unwrap_or_default())
    })
}
