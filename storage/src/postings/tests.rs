//! Long lists of many sources, compared with a plain set.

use std::collections::BTreeSet;

use proptest::prelude::*;
use redb::{Database, ReadableDatabase as _, TableDefinition, backends::InMemoryBackend};

use super::*;
use crate::Scope;

const FIRST: TableDefinition<u32, &[u8]> = TableDefinition::new("first");
const MORE: TableDefinition<&BlockKey, &[u8]> = TableDefinition::new("more");
/// Maximum number of facts of a source.
const FACTS: u32 = 1000;

/// The stored entries: source, key, a, b, c.
type Naive = BTreeSet<(u32, u32, u32, u32, u32)>;

#[derive(Clone, Debug)]
enum Step {
    /// Adds the next source: for each key, the number of entries and how they are spread.
    Add(Vec<(u32, u32, u32)>),
    /// Removes the source at this position among the remaining ones.
    Remove(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let keys = prop::collection::vec((0..4u32, 0..400u32, 1..60u32), 1..4);
    let step = prop_oneof![3 => keys.prop_map(Step::Add), 2 => (0..8usize).prop_map(Step::Remove)];
    prop::collection::vec(step, 1..14)
}

fn entries(index: Index, source: u32, counts: &[(u32, u32, u32)]) -> Naive {
    let mut found = Naive::new();
    let mut fact = source * FACTS;
    for (key, count, spread) in counts {
        for at in 0..*count {
            let c = if index.has_facts() { fact.min(source * FACTS + FACTS - 1) } else { source };
            fact += 1;
            found.insert((source, *key, at % spread, at.wrapping_mul(7) % 13, c));
        }
    }
    found
}

fn read(
    database: &Database,
    index: Index,
    ranges: &FactRanges,
    key: u32,
    wanted: Wanted<'_>,
) -> Vec<(u32, u32, u32)> {
    let txn = database.begin_read().unwrap();
    let table =
        IndexTables { index, first: txn.open_table(FIRST).unwrap(), more: txn.open_table(MORE).unwrap() };
    let mut found = Vec::new();
    let mut visit = each(|entry: Entry| {
        found.push((entry.a, entry.b, entry.c));
        Ok(())
    });
    table.scan(ranges, key, wanted, &mut visit).unwrap();
    drop(visit);
    found
}

fn change(database: &Database, index: Index, change: impl FnOnce(&mut PostingTable<'_>) -> Result<()>) {
    let txn = database.begin_write().unwrap();
    {
        let (first, more) = (txn.open_table(FIRST).unwrap(), txn.open_table(MORE).unwrap());
        change(&mut IndexTables { index, first, more }).unwrap();
    }
    txn.commit().unwrap();
}

fn check(database: &Database, index: Index, stored: &Naive, sources: &BTreeSet<u32>) {
    let mut ranges = FactRanges::default();
    sources.iter().for_each(|source| ranges.push(SourceId(*source), source * FACTS, FACTS));
    let odd: Vec<SourceId> = sources.iter().filter(|n| *n % 2 == 1).map(|n| SourceId(*n)).collect();
    let one: Vec<SourceId> = sources.iter().last().map(|n| SourceId(*n)).into_iter().collect();
    let missing = vec![SourceId(0), SourceId(77)];
    let scopes = [Scope::All, Scope::Only(odd), Scope::Only(one), Scope::Only(missing)];
    let bounds: [Vec<Pairs>; 5] = [
        vec![],
        vec![pairs(3, 3)],
        vec![pairs(0, 5)],
        vec![pairs(40, u32::MAX)],
        vec![pairs(1, 1), pairs(7, 9), pairs(30, 31)],
    ];
    let txn = database.begin_read().unwrap();
    let tables = (txn.open_table(FIRST), txn.open_table(MORE));
    if let (Ok(first), Ok(more)) = tables {
        let table = IndexTables { index, first, more };
        (0..5).try_for_each(|key| table.check_blocks::<0>(&ranges, key)).unwrap();
    }
    for (scope, bounds) in scopes.iter().flat_map(|scope| bounds.iter().map(move |b| (scope, b))) {
        for key in 0..5 {
            let expected: Vec<(u32, u32, u32)> = stored
                .iter()
                .filter(|(source, other, a, b, _)| {
                    *other == key
                        && scope.contains(SourceId(*source))
                        && (bounds.is_empty() || bounds.iter().any(|range| range.contains(&pair(*a, *b))))
                })
                .map(|(_, _, a, b, c)| (*a, *b, *c))
                .collect();
            let found = read(database, index, &ranges, key, Wanted::within(scope, bounds));
            assert_eq!(found, expected, "key {key}, {scope:?}, {bounds:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]
    #[test]
    fn long_lists_of_many_sources_read_back(steps in steps(), with_facts: bool) {
        let index = if with_facts { Index::Head } else { Index::Token };
        let database = Database::builder().create_with_backend(InMemoryBackend::new()).unwrap();
        let mut stored = Naive::new();
        let mut sources = BTreeSet::new();
        for (number, step) in (1u32..).zip(steps) {
            match step {
                Step::Add(counts) => {
                    let new = entries(index, number, &counts);
                    change(&database, index, |table| {
                        let mut writer = BlockWriter::new(4);
                        let mut last = None;
                        for (_, key, a, b, c) in &new {
                            assert!(last <= Some(*key), "keys ascend");
                            last = Some(*key);
                            let entry: Entry = Entry { a: *a, b: *b, c: *c, more: [] };
                            writer.push(table, *key, SourceId(number), entry)?;
                        }
                        writer.flush(table)
                    });
                    stored.extend(new);
                    sources.insert(number);
                }
                Step::Remove(at) => {
                    let Some(source) = sources.iter().nth(at).copied() else { continue };
                    let facts = source * FACTS..=source * FACTS + FACTS - 1;
                    change(&database, index, |table| {
                        (0..5).try_for_each(|key| delete::<0>(table, key, SourceId(source), &facts))
                    });
                    stored.retain(|entry| entry.0 != source);
                    sources.remove(&source);
                }
            }
            check(&database, index, &stored, &sources);
        }
        let left: Vec<u32> = sources.iter().copied().collect();
        change(&database, index, |table| {
            for source in left {
                let facts = source * FACTS..=source * FACTS + FACTS - 1;
                (0..5).try_for_each(|key| delete::<0>(table, key, SourceId(source), &facts))?;
            }
            Ok(())
        });
        let txn = database.begin_read().unwrap();
        use redb::ReadableTableMetadata as _;
        assert!(txn.open_table(FIRST).unwrap().is_empty().unwrap());
        assert!(txn.open_table(MORE).unwrap().is_empty().unwrap());
    }
}
