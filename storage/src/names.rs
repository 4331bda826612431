//! Names and row nodes: their records, lookup and deletion.
//!
//! A name is identified by its text. The first IRI with which it was loaded is kept. Row nodes have no
//! records of their own: their ids are assigned in chunks of [`CHUNK`] that belong to one source, with a
//! bitmap of the rows in use.

use redb::ReadableTable;
use rkyv::with::Niche;
use rkyv::{Archive, Deserialize, Serialize};

use crate::codec::{access, archive, ids_from_bytes, ids_to_bytes, text_hash};
use crate::layers::HashTable;
use crate::{Date, Error, Node, NodeId, NodeKind, Result, SourceId, Value};

/// Number of rows of one chunk.
pub(crate) const CHUNK: u32 = 256;

/// The typed reading of a name, as it is stored.
#[derive(Debug, Archive, Serialize, Deserialize)]
pub(crate) enum StoredValue {
    Text,
    Integer(i64),
    Decimal(f64),
    Date { year: i32, month: u8, day: u8 },
    Duration(f64),
    Ordinal(i64),
    Quantity(f64, String),
    Score(i64, i64),
    Fraction(i64, i64),
}

/// The record of a name in the `names` table. Most names are plain text; the additional fields of others are
/// stored separately, so that plain names pay only four bytes for them.
#[derive(Debug, Archive, Serialize, Deserialize)]
pub(crate) struct NameRecord {
    text: String,
    #[rkyv(with = Niche)]
    extra: Option<Box<Extra>>,
}

/// The fields that only some names have.
#[derive(Debug, Archive, Serialize, Deserialize)]
struct Extra {
    value: StoredValue,
    iri: Option<String>,
}

impl NameRecord {
    /// The record of a new name; `value` is its typed reading.
    pub(crate) fn new(text: &str, value: Value, iri: Option<&str>) -> NameRecord {
        let value = match value {
            Value::Text => StoredValue::Text,
            Value::Integer(n) => StoredValue::Integer(n),
            Value::Decimal(n) => StoredValue::Decimal(n),
            Value::Date(date) => StoredValue::Date {
                year: date.year(),
                month: date.month().unwrap_or(0),
                day: date.day().unwrap_or(0),
            },
            Value::Duration(seconds) => StoredValue::Duration(seconds),
            Value::Ordinal(n) => StoredValue::Ordinal(n),
            Value::Quantity(n, unit) => StoredValue::Quantity(n, unit),
            Value::Score(left, right) => StoredValue::Score(left, right),
            Value::Fraction(over, under) => StoredValue::Fraction(over, under),
        };
        let plain = matches!(value, StoredValue::Text) && iri.is_none();
        let extra = (!plain).then(|| Box::new(Extra { value, iri: iri.map(str::to_owned) }));
        NameRecord { text: text.to_owned(), extra }
    }

    /// The record as bytes.
    pub(crate) fn to_bytes(&self) -> Result<rkyv::util::AlignedVec> {
        archive!(self)
    }
}

/// A checked name record in the file.
pub(crate) struct NameView<'a>(&'a ArchivedNameRecord);

impl<'a> NameView<'a> {
    /// Checks and reads the record of name `id`.
    pub(crate) fn read(id: u32, bytes: &'a [u8]) -> Result<NameView<'a>> {
        Ok(NameView(access!(ArchivedNameRecord, bytes, format_args!("the record of name {id}"))?))
    }

    /// The name's text.
    pub(crate) fn text(&self) -> &'a str {
        self.0.text.as_str()
    }

    /// The IRI, if the name was loaded with one.
    pub(crate) fn iri(&self) -> Option<&'a str> {
        self.0.extra.as_ref()?.iri.as_ref().map(|iri| iri.as_str())
    }

    /// The typed reading.
    pub(crate) fn value(&self) -> Result<Value> {
        let Some(extra) = self.0.extra.as_ref() else { return Ok(Value::Text) };
        Ok(match &extra.value {
            ArchivedStoredValue::Text => Value::Text,
            ArchivedStoredValue::Integer(n) => Value::Integer(n.to_native()),
            ArchivedStoredValue::Decimal(n) => Value::Decimal(n.to_native()),
            ArchivedStoredValue::Date { year, month, day } => {
                let (month, day) = ((*month > 0).then_some(*month), (*day > 0).then_some(*day));
                match Date::new(year.to_native(), month, day) {
                    Some(date) => Value::Date(date),
                    None => {
                        return Err(Error::Damaged {
                            what: format!("the stored date of the name `{}` is not a date", self.text()),
                        });
                    }
                }
            }
            ArchivedStoredValue::Duration(seconds) => Value::Duration(seconds.to_native()),
            ArchivedStoredValue::Ordinal(n) => Value::Ordinal(n.to_native()),
            ArchivedStoredValue::Quantity(n, unit) => {
                Value::Quantity(n.to_native(), unit.as_str().to_owned())
            }
            ArchivedStoredValue::Score(left, right) => Value::Score(left.to_native(), right.to_native()),
            ArchivedStoredValue::Fraction(over, under) => {
                Value::Fraction(over.to_native(), under.to_native())
            }
        })
    }

    /// The record as a node.
    pub(crate) fn node(&self, id: u32) -> Result<Node> {
        Ok(Node {
            id: NodeId(id),
            text: self.text().to_owned(),
            kind: NodeKind::Name,
            value: self.value()?,
            iri: self.iri().map(str::to_owned),
        })
    }
}

/// The name whose text is exactly `text`, given the hash tables of all layers.
pub(crate) fn find<'a, I, N>(
    name_ids: impl IntoIterator<Item = &'a I>,
    names: &N,
    text: &str,
) -> Result<Option<u32>>
where
    I: ReadableTable<u64, &'static [u8]> + 'a,
    N: ReadableTable<u32, &'static [u8]>,
{
    for id in candidates(name_ids, text_hash(text))? {
        if let Some(record) = names.get(id)?
            && NameView::read(id, record.value())?.text() == text
        {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

/// The ids under a hash in the tables of all layers, in ascending order.
pub(crate) fn candidates<'a, I>(tables: impl IntoIterator<Item = &'a I>, hash: u64) -> Result<Vec<u32>>
where
    I: ReadableTable<u64, &'static [u8]> + 'a,
{
    let mut found = Vec::new();
    for table in tables {
        found.extend(ids_under(table, hash)?);
    }
    found.sort_unstable();
    Ok(found)
}

/// The ids under a hash in one table.
fn ids_under<I: ReadableTable<u64, &'static [u8]>>(table: &I, hash: u64) -> Result<Vec<u32>> {
    match table.get(hash)? {
        None => Ok(Vec::new()),
        Some(bytes) => ids_from_bytes(bytes.value())
            .ok_or_else(|| Error::Damaged { what: format!("the id list of the hash {hash:#x}") }),
    }
}

/// Removes an id from the list of a hash, in whichever layer it is.
pub(crate) fn remove_candidate<'a, 't: 'a>(
    tables: impl IntoIterator<Item = &'a mut HashTable<'t>>,
    hash: u64,
    id: u32,
) -> Result<()> {
    for table in tables {
        let mut ids = ids_under(table, hash)?;
        let before = ids.len();
        ids.retain(|entry| *entry != id);
        if ids.len() == before {
            continue;
        }
        if ids.is_empty() {
            table.remove(hash)?;
        } else {
            table.insert(hash, ids_to_bytes(&ids).as_slice())?;
        }
        break;
    }
    Ok(())
}

/// The source and row of a row node; `None` when the id is not a row in use.
pub(crate) fn row_of<T>(row_chunks: &T, id: u32) -> Result<Option<(SourceId, u32)>>
where
    T: ReadableTable<u32, (u32, u32, [u64; 4])>,
{
    let Some(item) = row_chunks.range(..=id)?.next_back() else { return Ok(None) };
    let (first, value) = item?;
    let (source, chunk, used) = value.value();
    let offset = id - first.value();
    if offset >= CHUNK || used[offset as usize / 64] & (1 << (offset % 64)) == 0 {
        return Ok(None);
    }
    let row = chunk.checked_mul(CHUNK).and_then(|row| row.checked_add(offset + 1));
    row.map(|row| Some((SourceId(source), row)))
        .ok_or_else(|| Error::Damaged { what: format!("the row chunk of node {id}") })
}

/// The node of a row of a source.
pub(crate) fn row_node(source: SourceId, id: u32, row: u32) -> Node {
    Node {
        id: NodeId(id),
        text: format!("[line_{row}]"),
        kind: NodeKind::Row { source, row },
        value: Value::Text,
        iri: None,
    }
}

/// Whether a sentence encoder is useful for a name: it is not a number, a date or the like, and has letters.
pub(crate) fn is_embeddable(text: &str, value: &Value) -> bool {
    matches!(value, Value::Text)
        && text.chars().any(char::is_alphabetic)
        && !text.starts_with("[line_")
        && Date::parse(text).is_none()
}
