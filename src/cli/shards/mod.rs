//! `junqi plan`, `junqi run`, `junqi merge`

mod merge;
mod plan;
mod run;
mod source;

pub(super) use merge::MergeArgs;
pub(super) use plan::PlanArgs;
pub(super) use run::RunArgs;
