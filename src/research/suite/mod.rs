//! A test suite of positions (*moments*) from recorded games, in which a search with all pieces known proves a
//! threat or a chance and the moves that meet it, and the measurement of a seat on them. See `docs/SUITES.md`.

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
pub use moment::{MomentError, ReadMoment, SuiteMoment, parse_moments};
pub use proof::{MoveProof, prove};
pub use report::{StageReport, SubjectReport, SuiteReport};
pub use run::{RunError, SuiteRunner, embedded};
pub use score::wilson;
pub use source::SourceGame;
pub use subject::Subject;
