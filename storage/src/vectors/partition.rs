//! The names of a large file in lists by likeness, so that a search without a filter
//! looks through the lists nearest to it and not through all rows.
//!
//! The lists are those of k-means on a sample. How many of them a search looks through is
//! measured when they are made: as many as keep nearly all true neighbours of a sample of
//! the names themselves. Searches with a filter do not use the lists.

use std::io;
use std::path::PathBuf;

use super::exact::{ExactSet, centre_scores};
use super::file::{Lists, VectorFile, Writer, open_new};
use super::quantize::quantize;
use super::{DIMENSIONS, State};

/// Names from which on there are lists; fewer are scanned in half a millisecond.
pub(super) const FROM: usize = 50_000;
/// Rows of the sample for each list, and rounds of k-means: more of either changes little.
const SAMPLE: usize = 48;
const ROUNDS: usize = 6;
/// Names whose neighbours are looked up to measure how many lists are needed.
const PROBED: usize = 256;
const NEIGHBOURS: usize = 10;
/// Share of the neighbours that must be in the lists looked through.
const KEPT: f64 = 0.998;

/// Puts the names of a finished plain file in lists; a file with fewer names than `from`
/// stays as it is. Lists of the file before are kept while the number of names is of their
/// size.
pub(super) fn partition(
    plain: PathBuf,
    old: Option<Lists>,
    state: State,
    from: usize,
) -> io::Result<PathBuf> {
    let file = open_new(&plain)?;
    let names = file.names();
    if names < from.max(1) {
        return Ok(plain);
    }
    let fits = |lists: &Lists| names / 2 <= lists.trained && lists.trained <= names * 2;
    let known = old.filter(fits);
    let measured = known.is_some();
    let mut lists = known.unwrap_or_else(|| train(&file));
    let rows: Vec<u32> = (0..names as u32).collect();
    let assigned = assign(&file, &rows, &lists);
    if !measured {
        lists.probes = measure(&file, &lists, &assigned);
        lists.trained = names;
    }

    let mut order = rows;
    order.sort_unstable_by_key(|row| (assigned.get(*row as usize).copied(), *row));
    lists.ends = vec![0; lists.centre_scales.len()];
    for list in &assigned {
        if let Some(end) = lists.ends.get_mut(*list as usize) {
            *end += 1;
        }
    }
    let mut end = 0;
    for own in &mut lists.ends {
        end += *own;
        *own = end;
    }
    let mut writer = Writer::create(plain.with_extension("lists.new"))?;
    let prints = file.prints();
    let components = file.components().as_chunks::<DIMENSIONS>().0;
    for row in order.into_iter().chain(names as u32..file.rows() as u32).map(|row| row as usize) {
        let (Some(key), Some(print), Some(scale), Some(components)) =
            (file.keys().get(row), prints.get(row), file.scales().get(row), components.get(row))
        else {
            continue;
        };
        let (key, print) = (u64::from_le_bytes(*key), u64::from_le_bytes(*print));
        writer.push(key, print, f32::from_le_bytes(*scale), components)?;
    }
    let finished = writer.finish(state, Some(&lists))?;
    drop(file);
    std::fs::remove_file(&plain)?;
    Ok(finished)
}

fn row(file: &VectorFile, row: usize) -> (&[i8], f32) {
    let components = file.components().as_chunks::<DIMENSIONS>().0.get(row);
    let scale = file.scales().get(row).map_or(0.0, |scale| f32::from_le_bytes(*scale));
    (components.map_or(&[], |components| components), scale)
}

/// Evenly spread rows of names.
fn sample(names: usize, count: usize) -> Vec<u32> {
    let count = count.clamp(1, names);
    (0..count).map(|n| (n as u64 * names as u64 / count as u64) as u32).collect()
}

/// The centres of the lists.
fn train(file: &VectorFile) -> Lists {
    let names = file.names();
    let count = (1.5 * (names as f64).sqrt()) as usize;
    let rows = sample(names, count * SAMPLE);
    let mut lists = Lists::default();
    for first in sample(rows.len(), count) {
        let (components, scale) = row(file, rows.get(first as usize).map_or(0, |row| *row as usize));
        lists.centres.extend_from_slice(components);
        lists.centre_scales.push(scale);
    }
    for _ in 0..ROUNDS {
        let assigned = assign(file, &rows, &lists);
        let mut sums = vec![0f32; count * DIMENSIONS];
        for (at, list) in rows.iter().zip(assigned) {
            let (components, scale) = row(file, *at as usize);
            let from = list as usize * DIMENSIONS;
            let sum = sums.get_mut(from..from + DIMENSIONS).unwrap_or_default();
            sum.iter_mut().zip(components).for_each(|(sum, part)| *sum += f32::from(*part) * scale);
        }
        let (mut centres, mut scales) = (Vec::with_capacity(count * DIMENSIONS), Vec::with_capacity(count));
        for (list, sum) in sums.as_chunks::<DIMENSIONS>().0.iter().enumerate() {
            let length = sum.iter().map(|part| part * part).sum::<f32>().sqrt();
            if length > 0.0 {
                // Of length one: a list is chosen by direction, however spread its rows are.
                let centre = sum.map(|part| part / length);
                scales.push(quantize(&centre, &mut centres));
            } else {
                // Nothing was near it; it stays where it is.
                let old = lists.centres.as_chunks::<DIMENSIONS>().0.get(list);
                centres.extend(old.map_or(&[0; DIMENSIONS], |old| old));
                scales.push(lists.centre_scales.get(list).copied().unwrap_or_default());
            }
        }
        (lists.centres, lists.centre_scales) = (centres, scales);
    }
    lists
}

/// The list whose centre is nearest to each row, on half of the cores at least.
fn assign(file: &VectorFile, rows: &[u32], lists: &Lists) -> Vec<u32> {
    let nearest = |at: &u32| {
        let (components, _) = row(file, *at as usize);
        let scores = centre_scores(lists, components);
        scores.iter().zip(0u32..).max_by(|left, right| left.0.total_cmp(right.0)).map_or(0, |best| best.1)
    };
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2).max(2));
    let share = rows.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let workers: Vec<_> = rows
            .chunks(share)
            .map(|part| (part.len(), scope.spawn(move || part.iter().map(nearest).collect::<Vec<u32>>())))
            .collect();
        // A worker that ended early leaves its rows in the first list: slower, not wrong.
        workers
            .into_iter()
            .flat_map(|(count, worker)| worker.join().unwrap_or_else(|_| vec![0; count]))
            .collect()
    })
}

/// The number of lists that hold the share [`KEPT`] of the true neighbours.
fn measure(file: &VectorFile, lists: &Lists, assigned: &[u32]) -> usize {
    let mut ranks: Vec<usize> = Vec::new();
    for at in sample(file.names(), PROBED) {
        let (components, scale) = row(file, at as usize);
        let query: Vec<f32> = components.iter().map(|part| f32::from(*part) * scale).collect();
        // The name itself is among those found, and no news.
        let Ok(keys) = ExactSet::keys_nearest(file, &query, NEIGHBOURS + 1) else { continue };
        let scores = centre_scores(lists, components);
        let mut keys: Vec<u64> = keys.into_iter().filter(|key| Some(*key) != file.key(at as usize)).collect();
        keys.sort_unstable();
        let mut walk = file.walk();
        for neighbour in keys.into_iter().filter_map(|key| walk.seek(key)) {
            let list = assigned.get(neighbour).map_or(0, |list| *list as usize);
            let own = scores.get(list).copied().unwrap_or_default();
            ranks.push(scores.iter().filter(|score| **score > own).count() + 1);
        }
    }
    ranks.sort_unstable();
    let at = (ranks.len() as f64 * KEPT) as usize;
    ranks.get(at.min(ranks.len().saturating_sub(1))).copied().unwrap_or(lists.centre_scales.len())
}
