//! Tables and studies, as `docs/SERVER.md` says: what the server and the browser share. It knows neither connections,
//! files, threads nor the time of day.
//!
//! | part | files |
//! | --- | --- |
//! | messages | `request`, `answer`, `texts` (their Chinese), `outbox` |
//! | a game and what each seat may see of it | `table` |
//! | a table: people, engines, clocks, offers | `room` |
//! | what engines are asked, and their answers | `engines` |
//! | questions about games and deployments | `study`, `opened`, `studies`, `deployments` |
//! | the board, as the page draws it | `description` |
// These end the program where their output cannot be written.
#![warn(clippy::print_stdout, clippy::print_stderr, clippy::dbg_macro)]

pub mod answer;
pub mod deployments;
pub mod description;
pub mod engines;
pub mod opened;
pub mod outbox;
pub mod request;
pub mod room;
pub mod studies;
pub mod study;
pub mod table;
mod texts;
