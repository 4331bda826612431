//! The only place that maps a file into memory.
#![cfg_attr(unix, allow(unsafe_code, reason = "mapping a file is unsafe; this is the only call"))]

use std::fs::File;
use std::io;

/// The bytes of a file: mapped, or read into memory on systems where a mapped file cannot be replaced by a
/// rename.
#[cfg(unix)]
pub(super) type Bytes = memmap2::Mmap;
#[cfg(not(unix))]
pub(super) type Bytes = Vec<u8>;

/// Maps a vector file. It must not be empty.
#[cfg(unix)]
pub(super) fn bytes_of(file: &File) -> io::Result<Bytes> {
    // SAFETY: the bytes must not change, and the file must not shrink, while they are
    // borrowed. The vector file is written under another name, synced, and only then
    // renamed; nothing in this crate opens it for writing again, and the lock on the
    // database keeps a second process of this program away from the folder. That no other
    // program writes into the file is an assumption, which `docs/file-format.md` names. Whatever the
    // bytes are, they are read as plain integers and floats, for which every pattern is valid.
    let bytes = unsafe { memmap2::Mmap::map(file)? };
    // Only a hint: the first search reads the whole file.
    let _ = bytes.advise(memmap2::Advice::WillNeed);
    Ok(bytes)
}

/// Reads a vector file.
#[cfg(not(unix))]
pub(super) fn bytes_of(mut file: &File) -> io::Result<Bytes> {
    let mut bytes = Vec::new();
    io::Read::read_to_end(&mut file, &mut bytes)?;
    Ok(bytes)
}
