//! The suite of moments: positions of recorded games in which a seat must see something, with a proof of
//! what it must see, and the measurement of a seat on them. See `docs/SUITES.md`.

mod answer;
mod find;
mod forced;
mod goal;
mod half;
mod make;
mod moment;
mod proof;
mod report;
mod run;
mod score;
mod source;
mod subject;

pub use answer::{Foreseen, MomentAnswer, Stage};
pub use forced::{ForcedSearch, NodesSpent};
pub use goal::{Goal, Target};
pub use half::Half;
pub use make::MomentMaker;
pub use moment::{MomentError, SuiteMoment, parse_moments};
pub use proof::{MoveProof, prove};
pub use report::{StageReport, SubjectReport, SuiteReport};
pub use run::{RunError, SuiteRunner, embedded};
pub use score::wilson;
pub use source::SourceGame;
pub use subject::Subject;
