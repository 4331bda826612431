//! The input: the editor, its keys in the manner of vim, and the history.

mod editor;
mod history;
mod vim;

pub use editor::{Edit, Editor};
pub use history::History;
pub use vim::{Vim, VimKey};
