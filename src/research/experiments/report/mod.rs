//! Reports of experiments, as HTML and Markdown.

mod chapter;
mod html;
mod markdown;
mod spent;

pub use chapter::{Chapter, ShownFigure, chapter};
pub use html::html;
pub use markdown::markdown;
