//! Reports of a measurement: HTML page, Markdown, text for the terminal, JSON.

mod html;
mod markdown;
mod matrix;
mod page;
mod strip;
mod unlawful;

pub use html::html;
pub use markdown::{markdown, text};
pub use matrix::{book, matrix, mixture};
pub use page::Page;
pub use unlawful::UnlawfulDeployment;
