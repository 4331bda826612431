//! Files that are replaced as a whole.

use std::io::Write as _;
use std::path::Path;

/// Writes `text` to a file that takes the place of the one at `path`, and creates the folders above it. A
/// crash leaves either the old file or the new one.
pub fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
