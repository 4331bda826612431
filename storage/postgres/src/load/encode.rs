//! Rows in the binary format of `COPY`, and hashes of texts.

use bytes::{BufMut as _, Bytes, BytesMut};
use xxhash_rust::xxh3::xxh3_64;

use crate::connection::{Connection, Copying};
use crate::error::Result;

/// Bytes that are collected before they are sent.
const CHUNK: usize = 4 << 20;

/// The hash under which a text is looked up.
pub(crate) fn hash_of(text: &str) -> i64 {
    xxh3_64(text.as_bytes()).cast_signed()
}

/// Rows that are collected for one table and copied into it chunk by chunk.
pub(super) struct CopiedRows {
    sql: String,
    columns: i16,
    bytes: BytesMut,
    under_way: Option<Copying>,
}

impl CopiedRows {
    /// `columns` is the list of column names, separated by commas.
    pub(super) fn into(table: &str, columns: &str) -> CopiedRows {
        CopiedRows {
            sql: format!("COPY {table} ({columns}) FROM STDIN (FORMAT binary)"),
            columns: columns.split(',').count() as i16,
            bytes: BytesMut::new(),
            under_way: None,
        }
    }

    /// Begins a row; the caller then appends one value for each column.
    pub(super) fn row(&mut self) -> &mut CopiedRows {
        if self.bytes.is_empty() {
            self.bytes.reserve(CHUNK + CHUNK / 4);
            self.bytes.put_slice(b"PGCOPY\n\xff\r\n\0");
            // Header: no flags and no extension.
            self.bytes.put_u64(0);
        }
        self.bytes.put_i16(self.columns);
        self
    }

    pub(super) fn int(&mut self, value: impl Into<i64>) -> &mut CopiedRows {
        self.bytes.put_i32(8);
        self.bytes.put_i64(value.into());
        self
    }

    pub(super) fn int_or_null(&mut self, value: Option<u32>) -> &mut CopiedRows {
        match value {
            Some(value) => self.int(value),
            None => self.null(),
        }
    }

    pub(super) fn short(&mut self, value: i32) -> &mut CopiedRows {
        self.bytes.put_i32(4);
        self.bytes.put_i32(value);
        self
    }

    pub(super) fn short_or_null(&mut self, value: Option<i32>) -> &mut CopiedRows {
        match value {
            Some(value) => self.short(value),
            None => self.null(),
        }
    }

    pub(super) fn bytes(&mut self, value: &[u8]) -> &mut CopiedRows {
        // The server cannot store a name of more than 2 GB either, and will report that.
        self.bytes.put_i32(i32::try_from(value.len()).unwrap_or(i32::MAX));
        self.bytes.put_slice(value);
        self
    }

    pub(super) fn truth(&mut self, value: bool) -> &mut CopiedRows {
        self.bytes.put_i32(1);
        self.bytes.put_u8(u8::from(value));
        self
    }

    pub(super) fn null(&mut self) -> &mut CopiedRows {
        self.bytes.put_i32(-1);
        self
    }

    /// Sends the collected rows if there are enough of them. The server stores them while the next are
    /// collected.
    pub(super) fn send_when_full(&mut self, connection: &Connection) -> Result<()> {
        if self.bytes.len() >= CHUNK { self.send(connection) } else { Ok(()) }
    }

    fn send(&mut self, connection: &Connection) -> Result<()> {
        self.wait()?;
        if !self.bytes.is_empty() {
            self.bytes.put_i16(-1);
            let rows: Bytes = std::mem::take(&mut self.bytes).freeze();
            self.under_way = Some(connection.copy(self.sql.clone(), rows)?);
        }
        Ok(())
    }

    fn wait(&mut self) -> Result<()> {
        match self.under_way.take() {
            Some(job) => job.wait().map(drop),
            None => Ok(()),
        }
    }

    /// Sends the rest, and waits until the server has stored everything.
    pub(super) fn finish(&mut self, connection: &Connection) -> Result<()> {
        self.send(connection)?;
        self.wait()
    }
}
