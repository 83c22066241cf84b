//! Files that commands read and write.

mod deployments;
mod files;
mod games;
mod models;
mod records;
mod seats;

pub(super) use deployments::{deployment_files, deployments, lawful_deployments};
pub(super) use files::{
    check_json, ending, is_same_file, kind, text, text_or_input, writable, write, write_picture,
};
pub(super) use games::{game, truth, whole_games, world};
pub(super) use models::{belief_model, expectation, weights};
pub(super) use records::{each_record, named_records, records, replay};
pub(super) use seats::{Named as NamedSeats, seat, seats};
