//! Reports of experiments, as HTML, Markdown and tables.

mod answer;
mod chapter;
mod html;
mod markdown;
mod spent;
mod tables;

pub use chapter::{Chapter, Report, ShownFigure, chapter};
pub use html::html;
pub use markdown::markdown;
pub use tables::csv;
