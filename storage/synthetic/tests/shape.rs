//! What is made has the size and the shape that was asked for.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test")]

use std::collections::{HashMap, HashSet};

use trustuqa_synthetic::{Counts, GenerateError, GraphShape, SyntheticKind, SyntheticSource, write};

const SHAPE: GraphShape = GraphShape { triples: 200_000, seed: 7, tables: 40, kg: 40, tkg: 20, rows: 100 };

fn records(source: &SyntheticSource) -> impl Iterator<Item = Vec<String>> + '_ {
    (0..source.records()).map(|number| source.record(number))
}

/// Triples of each kind.
fn triples(shape: &GraphShape) -> HashMap<SyntheticKind, u64> {
    let mut found: HashMap<SyntheticKind, u64> = HashMap::new();
    for source in shape.sources() {
        let triples: u64 = records(&source).map(|record| source.counts(&record).1).sum();
        *found.entry(source.kind()).or_default() += triples;
    }
    found
}

#[test]
fn sizes_and_shares_are_as_asked_for() {
    let found = triples(&SHAPE);
    let near = |found: u64, wanted: u64| found.abs_diff(wanted) * 50 <= wanted;
    assert!(near(found[&SyntheticKind::Table], 80_000), "{found:?}");
    assert!(near(found[&SyntheticKind::Kg], 80_000), "{found:?}");
    assert!(near(found[&SyntheticKind::Tkg], 40_000), "{found:?}");
    let only = triples(&GraphShape { tables: 0, kg: 0, tkg: 3, ..SHAPE });
    assert!(only.len() == 1 && near(only[&SyntheticKind::Tkg], 200_000), "{only:?}");
    assert!(triples(&GraphShape { tables: 0, kg: 0, tkg: 0, ..SHAPE }).is_empty());
    assert!(triples(&GraphShape { triples: 0, ..SHAPE }).is_empty());
}

#[test]
fn a_record_does_not_need_those_before_it() {
    for source in SHAPE.sources().filter(|source| source.records() > 50) {
        let all: Vec<Vec<String>> = records(&source).collect();
        for at in (0..all.len()).rev().step_by(17) {
            assert_eq!(source.record(at as u64), all[at]);
        }
        let width = source.header().len();
        assert!(all.iter().all(|record| record.len() == width));
    }
}

#[test]
fn sources_have_names_of_their_own() {
    let names: Vec<String> = SHAPE.sources().map(|source| source.name().to_owned()).collect();
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{names:?}");
    let small = GraphShape { triples: 2_000, ..SHAPE }.sources().last().unwrap();
    assert_eq!((small.name(), small.kind()), ("history_1", SyntheticKind::Tkg));
}

#[test]
fn another_seed_gives_other_records() {
    let first = |seed| GraphShape { seed, ..SHAPE }.sources().last().unwrap().record(0);
    assert_eq!(first(7), first(7));
    assert_ne!(first(7), first(8));
}

#[test]
fn a_few_names_stand_in_many_facts_and_many_in_a_few() {
    for side in [0, 2] {
        let mut degrees: HashMap<String, usize> = HashMap::new();
        for source in SHAPE.sources().filter(|source| source.kind() == SyntheticKind::Kg) {
            records(&source).for_each(|record| *degrees.entry(record[side].clone()).or_default() += 1);
        }
        let mut degrees: Vec<usize> = degrees.into_values().collect();
        degrees.sort_unstable_by(|a, b| b.cmp(a));
        let facts: usize = degrees.iter().sum();
        let top: usize = degrees.iter().take(degrees.len() / 100).sum();
        assert!(top * 100 > facts * 7, "the first of a hundred names have {top} of {facts} facts");
        assert!(degrees[0] * 10 < facts, "one name has {} of {facts} facts", degrees[0]);
        let rare = degrees.iter().filter(|degree| **degree <= 3).count();
        assert!(rare * 2 > degrees.len(), "{rare} of {} names stand in three facts or fewer", degrees.len());
    }
}

#[test]
fn facts_are_seldom_repeated() {
    let (mut seen, mut facts) = (HashSet::new(), 0);
    for source in SHAPE.sources().filter(|source| source.kind() == SyntheticKind::Kg) {
        facts += source.records() as usize;
        seen.extend(records(&source));
    }
    assert!((facts - seen.len()) * 50 < facts, "{} of {facts} facts are repeated", facts - seen.len());
}

#[test]
fn sources_join_by_names() {
    let mut names: HashMap<SyntheticKind, HashSet<String>> = HashMap::new();
    for source in SHAPE.sources() {
        for record in records(&source) {
            let fields = if source.kind() == SyntheticKind::Table { record.len() } else { 3 };
            names.entry(source.kind()).or_default().extend(record.into_iter().take(fields));
        }
    }
    let shared = |a: SyntheticKind, b: SyntheticKind| names[&a].intersection(&names[&b]).count();
    assert!(
        shared(SyntheticKind::Table, SyntheticKind::Kg) > 2_000,
        "{}",
        shared(SyntheticKind::Table, SyntheticKind::Kg)
    );
    assert!(
        shared(SyntheticKind::Kg, SyntheticKind::Tkg) > 2_000,
        "{}",
        shared(SyntheticKind::Kg, SyntheticKind::Tkg)
    );
    assert!(
        shared(SyntheticKind::Table, SyntheticKind::Tkg) > 1_000,
        "{}",
        shared(SyntheticKind::Table, SyntheticKind::Tkg)
    );
}

#[test]
fn spans_are_from_a_day_to_a_century() {
    let mut spans = Vec::new();
    for source in SHAPE.sources().filter(|source| source.kind() == SyntheticKind::Tkg) {
        for record in records(&source) {
            assert!(record[3] != "-" || record[4] != "-", "a fact without any time: {record:?}");
            if record[3] == "-" || record[4] == "-" {
                continue;
            }
            let year = |text: &str| text.split('-').next().unwrap().parse::<i32>().unwrap();
            spans.push(year(&record[4]) - year(&record[3]));
        }
    }
    let share = |holds: fn(&i32) -> bool| spans.iter().filter(|span| holds(span)).count() * 100 / spans.len();
    assert!(spans.iter().all(|span| (0..=100).contains(span)));
    assert!(share(|span| *span == 0) > 30 && share(|span| *span >= 30) > 5);
}

#[test]
fn files_hold_what_was_counted() {
    let folder = tempfile::tempdir().unwrap();
    let (target, shape) = (folder.path().join("new"), GraphShape { triples: 5_000, ..SHAPE });
    let mut reports = Vec::new();
    let counts = write(&target, &shape, |counts| reports.push(*counts)).unwrap();
    assert_eq!(reports.last(), Some(&counts));
    let mut found = Counts { bytes: counts.bytes, ..Counts::default() };
    let mut bytes = 0;
    for source in shape.sources() {
        match source.kind() {
            SyntheticKind::Table => found.tables += 1,
            SyntheticKind::Kg => found.kgs += 1,
            SyntheticKind::Tkg => found.tkgs += 1,
        }
        for record in records(&source) {
            let (facts, triples) = source.counts(&record);
            (found.records, found.facts) = (found.records + 1, found.facts + facts);
            found.triples += triples;
        }
    }
    for file in std::fs::read_dir(&target).unwrap() {
        bytes += file.unwrap().metadata().unwrap().len();
    }
    assert_eq!((counts, counts.bytes), (found, bytes));
    assert!(
        matches!(write(&target, &shape, |_| ()), Err(GenerateError::NotEmpty(folder)) if folder == target)
    );
}
