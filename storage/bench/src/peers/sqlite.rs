//! SQLite, with statements prepared once and everything in its caches.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, Row, Statement, ToSql};
use trustuqa_storage::{Comparison, Date};

use super::{Item, Peer, Query};
use crate::Failure;

/// An open file.
pub struct Sqlite {
    /// For what the lookups do not ask.
    pub connection: &'static Connection,
    head: Statement<'static>,
    tail: Statement<'static>,
    /// By `<`, `<=`, `>`, `>=`.
    ranges: [Statement<'static>; 4],
    time: Statement<'static>,
    name: &'static str,
}

const RANGE: &str = "SELECT r.fact, r.head, r.relation, r.tail FROM by_order o
    CROSS JOIN by_relation r ON r.relation = o.relation AND r.tail = o.tail
    WHERE o.relation = ?1 AND o.class = ?2 AND o.position";

impl Sqlite {
    /// Opens a file for reading, with its write-ahead log as in use, and keeps one read
    /// transaction for all lookups, as the store keeps one snapshot.
    pub fn open(file: &Path) -> Result<Sqlite, Failure> {
        let sqlite = Sqlite::open_without_transaction(file)?;
        sqlite.connection.execute_batch("BEGIN")?;
        Ok(Sqlite { name: "SQLite", ..sqlite })
    }

    /// The same, but each lookup is a transaction of its own, as it is unless one is begun.
    pub fn open_without_transaction(file: &Path) -> Result<Sqlite, Failure> {
        // The statements borrow it for as long as the benchmark runs.
        let connection: &'static Connection = Box::leak(Box::new(Connection::open_with_flags(
            file,
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )?));
        connection.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA cache_size = -1048576; PRAGMA mmap_size = 34359738368;",
        )?;
        let range = |op: &str| connection.prepare(&format!("{RANGE} {op} ?3"));
        Ok(Sqlite {
            name: "SQLite, a transaction a lookup",
            connection,
            head: connection.prepare(
                "SELECT fact, head, relation, tail FROM by_head WHERE head = ?1 AND relation = ?2",
            )?,
            tail: connection.prepare(
                "SELECT fact, head, relation, tail FROM by_relation WHERE relation = ?1 AND tail = ?2",
            )?,
            ranges: [range("<")?, range("<=")?, range(">")?, range(">=")?],
            time: connection.prepare(
                "SELECT t.fact, f.head, f.relation, f.tail FROM by_time t JOIN facts f ON f.fact = t.fact
                 WHERE t.relation = ?1 AND t.first <= ?3 AND t.last >= ?2",
            )?,
        })
    }

    /// The facts in order: head, relation, tail.
    pub fn each_fact(&self, mut f: impl FnMut(Item) -> Result<(), Failure>) -> Result<(), Failure> {
        let mut statement =
            self.connection.prepare("SELECT fact, head, relation, tail FROM facts ORDER BY fact")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            f(item(row)?)?;
        }
        Ok(())
    }
}

fn item(row: &Row<'_>) -> rusqlite::Result<Item> {
    Ok(Item { fact: row.get(0)?, head: row.get(1)?, relation: row.get(2)?, tail: row.get(3)? })
}

fn collect(statement: &mut Statement<'_>, values: &[&dyn ToSql]) -> rusqlite::Result<Vec<Item>> {
    let mut found = Vec::new();
    let mut rows = statement.query(values)?;
    while let Some(row) = rows.next()? {
        found.push(item(row)?);
    }
    found.sort_unstable();
    Ok(found)
}

impl Peer for Sqlite {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn can(&self, _query: &Query) -> bool {
        true
    }

    fn answer(&mut self, query: &Query) -> Vec<Item> {
        let found = match query {
            Query::Head { head, relation } => collect(&mut self.head, &[head, relation]),
            Query::Tail { relation, tail } => collect(&mut self.tail, &[relation, tail]),
            Query::Range { relation, op, value } => {
                let Some(order) = value.order_key() else { return Vec::new() };
                let statement = &mut self.ranges[match op {
                    Comparison::Lt => 0,
                    Comparison::Le => 1,
                    Comparison::Gt => 2,
                    _ => 3,
                }];
                collect(statement, &[relation, &order.class, &order.position])
            }
            Query::Time { relation, first, last } => collect(&mut self.time, &[relation, first, last]),
        };
        found.expect("SQLite answers")
    }
}

/// A file in which time is expanded to years: its lookups by time ask for a year.
pub struct Years(pub Sqlite, Statement<'static>);

impl Years {
    /// Opens a file that was loaded with years.
    pub fn open(file: &Path) -> Result<Years, Failure> {
        let sqlite = Sqlite::open(file)?;
        let statement = sqlite.connection.prepare(
            "SELECT y.fact, f.head, f.relation, f.tail FROM by_year y JOIN facts f ON f.fact = y.fact
             WHERE y.relation = ?1 AND y.year = ?2",
        )?;
        Ok(Years(sqlite, statement))
    }
}

impl Peer for Years {
    fn name(&self) -> String {
        "SQLite, a row a year".to_owned()
    }

    fn can(&self, query: &Query) -> bool {
        matches!(query, Query::Time { .. })
    }

    fn answer(&mut self, query: &Query) -> Vec<Item> {
        let Query::Time { relation, first, .. } = query else { return Vec::new() };
        let year = Date::from_days(*first).map_or(0, |date| date.year());
        collect(&mut self.1, &[relation, &year]).expect("SQLite answers")
    }
}
