//! What this program was built from.

/// Version, commit, features and target, as `trustuqa --version` prints them.
pub const LONG: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    " (",
    env!("TRUSTUQA_COMMIT"),
    ")\nfeatures: ",
    env!("TRUSTUQA_FEATURES"),
    "\ntarget: ",
    env!("TRUSTUQA_TARGET")
);
