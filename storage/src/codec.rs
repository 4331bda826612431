//! Encodings shared by all tables: bincode for small records, rkyv for blocks,
//! big-endian keys, order-preserving integers.
//!
//! Everything read from the file is checked: a block that does not decode is [`Error::Damaged`], never a
//! panic.

use serde::Serialize;
use serde::de::DeserializeOwned;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use crate::{Date, Error, Result, Source};

/// Encodes a small record (a source, a demonstration).
pub(crate) fn encode<T: Serialize>(record: &T) -> Result<Vec<u8>> {
    bincode::serde::encode_to_vec(record, bincode::config::standard())
        .map_err(|error| Error::Database(format!("a record cannot be encoded: {error}")))
}

/// Decodes a small record; `what` names it in the error.
pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8], what: impl Fn() -> String) -> Result<T> {
    // The limit prevents a damaged length from requesting all memory.
    let config = bincode::config::standard().with_limit::<{ 1 << 30 }>();
    match bincode::serde::decode_from_slice(bytes, config) {
        Ok((record, used)) if used == bytes.len() => Ok(record),
        Ok(_) => Err(Error::Damaged { what: format!("{} has bytes after its end", what()) }),
        Err(error) => Err(Error::Damaged { what: format!("{} does not decode ({error})", what()) }),
    }
}

/// Decodes the catalogue entry of a source. Entries of version 4 end before the last field; an appended zero
/// byte makes it `None`.
pub(crate) fn decode_source(bytes: &[u8], id: u32) -> Result<Source> {
    let what = || format!("the catalogue entry of source {id}");
    decode(bytes, what).or_else(|error| decode(&[bytes, &[0]].concat(), what).map_err(|_| error))
}

/// Archives a block with rkyv.
macro_rules! archive {
    ($value:expr) => {
        rkyv::to_bytes::<rkyv::rancor::Error>($value)
            .map_err(|error| $crate::Error::Database(format!("a block cannot be archived: {error}")))
    };
}

/// Accesses an archived block in place, after validation.
macro_rules! access {
    ($archived:ty, $bytes:expr, $what:expr) => {
        rkyv::access::<$archived, rkyv::rancor::Error>($bytes)
            .map_err(|_| $crate::Error::Damaged { what: format!("{} does not decode", $what) })
    };
}

pub(crate) use {access, archive};

/// The 64-bit hash under which a name, or the folded form of a name, is found.
pub(crate) fn text_hash(text: &str) -> u64 {
    xxh3_64(text.as_bytes())
}

/// The content hash under which the vector of a text is stored.
pub(crate) fn vector_key(text: &str) -> [u8; 16] {
    xxh3_128(text.as_bytes()).to_be_bytes()
}

/// A list of ids as little-endian bytes.
pub(crate) fn ids_to_bytes(ids: &[u32]) -> Vec<u8> {
    ids.iter().flat_map(|id| id.to_le_bytes()).collect()
}

/// The ids of a list; `None` when its length is not a multiple of four.
pub(crate) fn ids_from_bytes(bytes: &[u8]) -> Option<Vec<u32>> {
    let (chunks, rest) = bytes.as_chunks::<4>();
    rest.is_empty().then(|| chunks.iter().map(|chunk| u32::from_le_bytes(*chunk)).collect())
}

/// Unpacks a date of [`trustuqa_model::times::pack_date`]; the error names the invalid value.
pub(crate) fn unpack_date(packed: i32) -> Result<Option<Date>> {
    trustuqa_model::times::unpack_date(packed).map_err(|what| Error::Damaged { what })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_lists_come_back() {
        assert_eq!(ids_from_bytes(&ids_to_bytes(&[7, 0, u32::MAX])), Some(vec![7, 0, u32::MAX]));
        assert_eq!(ids_from_bytes(&[1, 2, 3]), None);
    }

    #[test]
    fn a_record_with_a_tail_is_damaged() {
        let mut bytes = encode(&(1u32, "x")).unwrap();
        assert_eq!(decode::<(u32, String)>(&bytes, String::new).unwrap(), (1, "x".to_owned()));
        bytes.push(0);
        assert!(matches!(decode::<(u32, String)>(&bytes, String::new), Err(Error::Damaged { .. })));
    }
}
