//! The exact rules: pieces, deployments, fights, turn order and endings.
//!
//! A [`PublicState`] is what every seat knows exactly; a [`World`] adds the kinds of all pieces and
//! is held by the referee. `docs/RULES.md` states every rule with its source.

mod combat;
mod deployment;
mod event;
mod generator;
mod ids;
mod moves;
mod perft;
mod phase;
mod piece;
mod public_event;
mod public_state;
mod rule_options;
mod setup;
mod turn_order;
mod variant;
mod world;
mod zobrist;

pub use combat::{CombatResult, clash};
pub use deployment::{Deployment, DeploymentFault, LEGAL_DEPLOYMENTS, Point, faults_text};
pub use event::{Act, DrawReason, Event, Exit, Outcome};
pub use generator::Moves;
pub use ids::{ARMY, PIECES, PieceId, Team};
pub(crate) use moves::station;
pub use moves::{Move, ParseMoveError};
pub use perft::{divide, perft};
pub use phase::Phase;
pub use piece::{Army, Kind, KindSet};
pub(crate) use public_event::{PublicFact, SeatPieces, movers};
pub use public_state::PublicState;
pub use rule_options::{BombVsFlag, CenterStops, MineOnHit, Mode, NoMove, SideArms, TurnDir};
pub use setup::{Setup, SetupFault, SetupFaults};
pub use variant::{ParseRulesError, Rules};
pub(crate) use world::{AssumedFight, Snapshot};
pub use world::{IllegalMove, Undo, World};
