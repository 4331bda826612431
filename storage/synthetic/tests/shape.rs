//! What is made has the size and the shape that was asked for.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test")]

use std::collections::{HashMap, HashSet};

use trustuqa_synthetic::{Counts, GenerateError, Kind, Shape, SyntheticSource, write};

const SHAPE: Shape = Shape { triples: 200_000, seed: 7, tables: 40, kg: 40, tkg: 20, rows: 100 };

fn records(source: &SyntheticSource) -> impl Iterator<Item = Vec<String>> + '_ {
    (0..source.records()).map(|number| source.record(number))
}

/// Triples of each kind.
fn triples(shape: &Shape) -> HashMap<Kind, u64> {
    let mut found: HashMap<Kind, u64> = HashMap::new();
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
    assert!(near(found[&Kind::Table], 80_000), "{found:?}");
    assert!(near(found[&Kind::Kg], 80_000), "{found:?}");
    assert!(near(found[&Kind::Tkg], 40_000), "{found:?}");
    let only = triples(&Shape { tables: 0, kg: 0, tkg: 3, ..SHAPE });
    assert!(only.len() == 1 && near(only[&Kind::Tkg], 200_000), "{only:?}");
    assert!(triples(&Shape { tables: 0, kg: 0, tkg: 0, ..SHAPE }).is_empty());
    assert!(triples(&Shape { triples: 0, ..SHAPE }).is_empty());
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
    let small = Shape { triples: 2_000, ..SHAPE }.sources().last().unwrap();
    assert_eq!((small.name(), small.kind()), ("history_1", Kind::Tkg));
}

#[test]
fn another_seed_gives_other_records() {
    let first = |seed| Shape { seed, ..SHAPE }.sources().last().unwrap().record(0);
    assert_eq!(first(7), first(7));
    assert_ne!(first(7), first(8));
}

#[test]
fn a_few_names_stand_in_many_facts_and_many_in_a_few() {
    for side in [0, 2] {
        let mut degrees: HashMap<String, usize> = HashMap::new();
        for source in SHAPE.sources().filter(|source| source.kind() == Kind::Kg) {
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
    for source in SHAPE.sources().filter(|source| source.kind() == Kind::Kg) {
        facts += source.records() as usize;
        seen.extend(records(&source));
    }
    assert!((facts - seen.len()) * 50 < facts, "{} of {facts} facts are repeated", facts - seen.len());
}

#[test]
fn sources_join_by_names() {
    let mut names: HashMap<Kind, HashSet<String>> = HashMap::new();
    for source in SHAPE.sources() {
        for record in records(&source) {
            let fields = if source.kind() == Kind::Table { record.len() } else { 3 };
            names.entry(source.kind()).or_default().extend(record.into_iter().take(fields));
        }
    }
    let shared = |a: Kind, b: Kind| names[&a].intersection(&names[&b]).count();
    assert!(shared(Kind::Table, Kind::Kg) > 2_000, "{}", shared(Kind::Table, Kind::Kg));
    assert!(shared(Kind::Kg, Kind::Tkg) > 2_000, "{}", shared(Kind::Kg, Kind::Tkg));
    assert!(shared(Kind::Table, Kind::Tkg) > 1_000, "{}", shared(Kind::Table, Kind::Tkg));
}

#[test]
fn spans_are_from_a_day_to_a_century() {
    let mut spans = Vec::new();
    for source in SHAPE.sources().filter(|source| source.kind() == Kind::Tkg) {
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
    let (target, shape) = (folder.path().join("new"), Shape { triples: 5_000, ..SHAPE });
    let mut told = Vec::new();
    let counts = write(&target, &shape, |counts| told.push(*counts)).unwrap();
    assert_eq!(told.last(), Some(&counts));
    let mut found = Counts { bytes: counts.bytes, ..Counts::default() };
    let mut bytes = 0;
    for source in shape.sources() {
        match source.kind() {
            Kind::Table => found.tables += 1,
            Kind::Kg => found.kgs += 1,
            Kind::Tkg => found.tkgs += 1,
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
