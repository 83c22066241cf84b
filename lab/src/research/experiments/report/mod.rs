//! Reports of experiments, as HTML, Markdown and comma-separated values.

mod answer;
mod chapter;
mod html;
mod markdown;

pub use chapter::{Chapter, Report, ShownFigure, chapter};
pub use html::html;
pub use markdown::{csv, markdown};
