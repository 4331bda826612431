//! The data beside the repository: `TRUSTUQA_SHARED`, else `../shared`.

use std::path::PathBuf;

/// The folder of the data; says that the test is skipped where it is absent.
pub fn data() -> Option<PathBuf> {
    let shared = std::env::var_os("TRUSTUQA_SHARED").map(PathBuf::from);
    let mut places: Vec<PathBuf> = shared.into_iter().collect();
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    places.extend(root.ancestors().skip(1).take(3).map(|above| above.join("shared")));
    let found = places.into_iter().map(|place| place.join("data")).find(|data| data.is_dir());
    if found.is_none() {
        eprintln!("skipped: the shared data is not here, so nothing was checked");
    }
    found
}
