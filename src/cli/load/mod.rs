//! Files that commands read and write.

mod deployments;
mod files;
mod games;
mod models;
mod named;
mod records;
mod seats;

pub(super) use deployments::{deployment_files, deployments, lawful_deployments};
pub(super) use files::{
    ending, kind, text, text_or_input, writable, write, write_all, write_picture,
};
pub(super) use games::{game, truth, whole_games, world};
pub(super) use models::{belief_model, opponent, weights};
pub(super) use named::{NamedFiles, Output, Source};
pub(super) use records::{each_record, named_records, records, replay};
pub(super) use seats::{Named as NamedSeats, seat, seats, seats_of_file};
