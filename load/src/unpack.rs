//! Unpacks gzip and Zstandard files, archives, and standard input. Each is written into a temporary folder,
//! because files are read more than once; the folder is deleted when the load is done.
//!
//! A file that unpacks to far more than its own size is refused before the disk is full.

use std::fs::File;
use std::io::{self, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::TempDir;
use zip::ZipArchive;

use super::LoadError;
use super::error::short;

/// Bytes that may always be unpacked, whatever the size of the packed file.
const FREE: u64 = 64 << 20;
/// Beyond these, maximum unpacked bytes per packed byte. Tables of numbers reach 30, logs 100.
const RATIO: u64 = 400;
/// Maximum number of files of one archive.
const MEMBERS: usize = 10_000;

/// An unpacked file, which exists as long as this value.
#[derive(Clone, Debug)]
pub(super) struct Unpacked {
    pub(super) path: PathBuf,
    _folder: Arc<TempDir>,
}

/// How a file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    Gzip,
    Zstd,
    Zip,
}

/// The compression of a file, by its first bytes.
pub(super) fn packing(head: &[u8]) -> Option<Packing> {
    match head {
        [0x1f, 0x8b, 8, ..] => Some(Packing::Gzip),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Packing::Zstd),
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Packing::Zip),
        _ => None,
    }
}

/// Called with the number of bytes read from the packed file; returns true to stop.
pub(super) type Stopped<'s> = &'s mut dyn FnMut(u64) -> bool;

fn folder(shown: &Path) -> Result<Arc<TempDir>, LoadError> {
    tempfile::Builder::new()
        .prefix("trustuqa-load-")
        .tempdir()
        .map(Arc::new)
        .map_err(|error| LoadError::io(shown, "unpack it", &error))
}

/// Writes standard input, or its saved content, into a file.
///
/// # Errors
///
/// When it cannot be read, and [`LoadError::Cancelled`].
pub(super) fn stdin(had: Option<&Path>, stopped: Stopped<'_>) -> Result<Unpacked, LoadError> {
    let shown = Path::new("-");
    let Some(had) = had else { return stream(shown, &mut io::stdin().lock(), stopped) };
    let mut had = File::open(had).map_err(|error| LoadError::io(shown, "read it", &error))?;
    stream(shown, &mut had, stopped)
}

/// Writes a stream that can be read only once into a file.
pub(super) fn stream(
    shown: &Path,
    input: &mut dyn Read,
    stopped: Stopped<'_>,
) -> Result<Unpacked, LoadError> {
    let folder = folder(shown)?;
    let path = folder.path().join("stdin");
    copy(shown, input, &path, &mut |written| if stopped(written) { Go::Stop } else { Go::On })?;
    Ok(Unpacked { path, _folder: folder })
}

/// Unpacks a gzip or Zstandard file under a unique name.
pub(super) fn unpack(
    packed: &Path,
    shown: &Path,
    packing: Packing,
    name: &Path,
    stopped: Stopped<'_>,
) -> Result<Unpacked, LoadError> {
    let failed = |error: io::Error| LoadError::io(shown, "read it", &error);
    let file = File::open(packed).map_err(failed)?;
    let size = file.metadata().map_err(failed)?.len();
    let folder = folder(shown)?;
    let path = folder.path().join(name.file_name().unwrap_or("unpacked".as_ref()));
    let mut input: Box<dyn Read> = match packing {
        Packing::Gzip => Box::new(flate2::read::MultiGzDecoder::new(BufReader::new(file))),
        _ => {
            let mut decoder = zstd::Decoder::new(file).map_err(failed)?;
            // Windows of up to 128 MB, which is the default limit of Zstandard's command line.
            decoder.window_log_max(27).map_err(failed)?;
            Box::new(decoder)
        }
    };
    copy(shown, input.as_mut(), &path, &mut |written| bomb(written, size).or(|| stopped(size.min(written))))?;
    Ok(Unpacked { path, _folder: folder })
}

/// Whether to continue unpacking.
#[derive(Clone, Copy, PartialEq)]
enum Go {
    On,
    Stop,
    Bomb,
}

impl Go {
    fn or(self, stop: impl FnOnce() -> bool) -> Go {
        if self == Go::On && stop() { Go::Stop } else { self }
    }
}

fn bomb(written: u64, packed: u64) -> Go {
    if written > FREE && written / RATIO > packed { Go::Bomb } else { Go::On }
}

fn copy(
    shown: &Path,
    input: &mut dyn Read,
    path: &Path,
    go: &mut dyn FnMut(u64) -> Go,
) -> Result<u64, LoadError> {
    let failed = |error: io::Error| LoadError::io(shown, "unpack it", &error);
    let mut output = File::create(path).map_err(failed)?;
    let mut buffer = vec![0; 128 * 1024];
    let mut written = 0;
    loop {
        let read = match input.read(&mut buffer) {
            Ok(0) => return Ok(written),
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(LoadError::damaged(shown, &short(&error.to_string()))),
        };
        output.write_all(&buffer[..read]).map_err(failed)?;
        written += read as u64;
        match go(written) {
            Go::On => {}
            Go::Stop => return Err(LoadError::Cancelled),
            Go::Bomb => {
                let what = format!(
                    "this unpacks to more than {RATIO} times its size, which only a decompression bomb should do"
                );
                let hint = "unpack it yourself if you trust it, and load what is in it";
                return Err(LoadError::new(shown, None, what, hint));
            }
        }
    }
}

/// The names of the files in an archive, without folders.
///
/// # Errors
///
/// When an archive is damaged or has too many files.
pub(super) fn members(path: &Path, shown: &Path) -> Result<Vec<String>, LoadError> {
    let mut archive = archive(path, shown)?;
    if archive.len() > MEMBERS {
        let what = format!("the archive has {} files; {MEMBERS} can be read", archive.len());
        return Err(LoadError::new(shown, None, what, "unpack it, and load its folder"));
    }
    let mut names = Vec::new();
    for at in 0..archive.len() {
        let member = archive.by_index_raw(at).map_err(|error| damaged(shown, &error))?;
        if member.is_file() {
            names.push(member.name().map_err(|error| damaged(shown, &error))?.into_owned());
        }
    }
    Ok(names)
}

fn archive(path: &Path, shown: &Path) -> Result<ZipArchive<BufReader<File>>, LoadError> {
    let file = File::open(path).map_err(|error| LoadError::io(shown, "read it", &error))?;
    ZipArchive::new(BufReader::new(file)).map_err(|error| damaged(shown, &error))
}

fn damaged(shown: &Path, error: &zip::result::ZipError) -> LoadError {
    if matches!(error, zip::result::ZipError::UnsupportedArchive(what) if what.to_lowercase().contains("password"))
    {
        return LoadError::new(
            shown,
            None,
            "this archive has a password",
            "unpack it, and load what is in it",
        );
    }
    LoadError::damaged(shown, &short(&error.to_string()))
}

/// Unpacks one file of an archive.
pub(super) fn member(
    path: &Path,
    shown: &Path,
    name: &str,
    stopped: Stopped<'_>,
) -> Result<Unpacked, LoadError> {
    let mut archive = archive(path, shown)?;
    let mut member = archive.by_name(name).map_err(|error| damaged(shown, &error))?;
    let packed = member.compressed_size();
    let folder = folder(shown)?;
    let path = folder.path().join(Path::new(name).file_name().unwrap_or("unpacked".as_ref()));
    copy(shown, &mut member, &path, &mut |written| bomb(written, packed).or(|| stopped(written)))?;
    Ok(Unpacked { path, _folder: folder })
}

/// Reads an archive through without keeping anything, to find damage and decompression bombs before a library
/// reads it into memory.
///
/// # Errors
///
/// When an archive is damaged, or unpacks to far more than its own size.
pub(super) fn check(path: &Path, shown: &Path, stopped: Stopped<'_>) -> Result<(), LoadError> {
    let mut archive = archive(path, shown)?;
    let size = std::fs::metadata(path).map_or(0, |data| data.len());
    let mut buffer = vec![0; 128 * 1024];
    let (mut read, mut held) = (0_u64, 0_u64);
    for at in 0..archive.len().min(MEMBERS) {
        let mut member = archive.by_index(at).map_err(|error| damaged(shown, &error))?;
        let name = member.name().map_err(|error| damaged(shown, &error))?.into_owned();
        // Rows are read one by one; texts, styles and the content of ODS are held in memory.
        let streamed = name.starts_with("xl/worksheets/") || name.starts_with("xl/media/");
        loop {
            let more = match member.read(&mut buffer) {
                Ok(0) => break,
                Ok(more) => more as u64,
                Err(error) => {
                    return Err(LoadError::damaged(shown, &format!("{error} in {}", short(&name))));
                }
            };
            read += more;
            held += if streamed { 0 } else { more };
            if bomb(read, size) == Go::Bomb || held > HELD {
                let what =
                    format!("what is in this file unpacks to {} MB and more, which is too much", read >> 20);
                return Err(LoadError::new(shown, None, what, "save its sheets as CSV, and load these"));
            }
            if stopped(read.min(size)) {
                return Err(LoadError::Cancelled);
            }
        }
    }
    Ok(())
}

/// Maximum bytes of a workbook that may have to be held in memory.
const HELD: u64 = 1 << 30;
