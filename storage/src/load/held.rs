//! The ids of many texts in little memory.
//!
//! A load of a hundred million triples has ten million names, and looks up each of them many times. Only the
//! id of a name and 64 bits of a hash are held, twelve bytes in all; the texts stay on disk.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;

use xxhash_rust::xxh3::xxh3_128_with_seed;

/// Number of parts. They grow one by one, so that the whole is never in memory twice.
const PARTS: usize = 1 << PART_BITS;
const PART_BITS: u32 = 14;
/// Initial number of slots of a part.
const SMALLEST: usize = 4;

/// Ids by text. Texts are not compared: they count as equal when 78 bits of their hashes agree. The seed of
/// the hash is random, so no file can provoke a collision, and the chance that any two of ten million names
/// collide is below 10^-9.
pub(super) struct HeldNames {
    /// Allocated with the first name.
    parts: Vec<NameTable>,
    len: usize,
    /// Seed of the hash.
    seed: u64,
}

/// A hash table with linear probing.
#[derive(Clone, Default)]
struct NameTable {
    slots: Vec<Slot>,
    used: usize,
}

#[derive(Clone, Copy)]
struct Slot {
    /// The lower 64 bits of the hash.
    check: [u32; 2],
    /// [`FREE`] in an empty slot.
    id: u32,
}

/// No node has this id: the last one is never assigned.
const FREE: u32 = u32::MAX;

impl Default for HeldNames {
    fn default() -> HeldNames {
        HeldNames { parts: Vec::new(), len: 0, seed: RandomState::new().hash_one(0) }
    }
}

impl HeldNames {
    /// The id of a text.
    pub(super) fn get(&self, text: &str) -> Option<u32> {
        let (part, check) = self.hash(text);
        let part = self.parts.get(part)?;
        let slot = part.slots.get(part.place(check)?)?;
        (slot.id != FREE).then_some(slot.id)
    }

    /// Adds a text that is not present yet.
    pub(super) fn add(&mut self, text: &str, id: u32) {
        if self.parts.is_empty() {
            self.parts.resize(PARTS, NameTable::default());
        }
        let (part, check) = self.hash(text);
        if let Some(part) = self.parts.get_mut(part) {
            part.add(Slot { check, id });
            self.len += 1;
        }
    }

    /// Number of texts.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The part to which a text belongs, and its check value there.
    fn hash(&self, text: &str) -> (usize, [u32; 2]) {
        let hash = xxh3_128_with_seed(text.as_bytes(), self.seed);
        ((hash >> (u128::BITS - PART_BITS)) as usize, [(hash >> 32) as u32, hash as u32])
    }
}

impl NameTable {
    /// The slot with this check value, or else the free slot for a name with it; `None` only when there are
    /// no slots.
    fn place(&self, check: [u32; 2]) -> Option<usize> {
        let slots = self.slots.len();
        // Spreads the hashes evenly over any number of slots.
        let mut at = ((u64::from(check[0]) * slots as u64) >> 32) as usize;
        loop {
            let slot = self.slots.get(at)?;
            if slot.id == FREE || slot.check == check {
                return Some(at);
            }
            at = if at + 1 == slots { 0 } else { at + 1 };
        }
    }

    fn add(&mut self, slot: Slot) {
        // An eighth of the slots stays free, so that runs of used slots stay short.
        if (self.used + 1) * 8 > self.slots.len() * 7 {
            self.grow();
        }
        if let Some(at) = self.place(slot.check) {
            self.used += usize::from(self.slots[at].id == FREE);
            self.slots[at] = slot;
        }
    }

    fn grow(&mut self) {
        let slots = (self.slots.len() / 4 * 5).max(self.slots.len() + SMALLEST);
        let free = Slot { check: [0; 2], id: FREE };
        let before = std::mem::replace(&mut self.slots, vec![free; slots]);
        for slot in before.into_iter().filter(|slot| slot.id != FREE) {
            if let Some(at) = self.place(slot.check) {
                self.slots[at] = slot;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_found_and_no_other() {
        let mut names = HeldNames::default();
        assert_eq!(names.get("name 0"), None);
        for id in 0..300_000 {
            names.add(&format!("name {id}"), id);
        }
        assert_eq!(names.len(), 300_000);
        assert!((0..300_000).all(|id| names.get(&format!("name {id}")) == Some(id)));
        assert!((0..300_000).all(|id| names.get(&format!("other {id}")).is_none()));
    }

    #[test]
    fn names_in_one_run_of_slots_are_told_apart() {
        let mut part = NameTable::default();
        // All of these would go into the last slot.
        for id in 0..100 {
            part.add(Slot { check: [u32::MAX, id], id });
        }
        let found = |id| part.place([u32::MAX, id]).map(|at| part.slots[at].id);
        assert!((0..100).all(|id| found(id) == Some(id)));
        assert_eq!((found(100), part.used), (Some(FREE), 100));
    }
}
