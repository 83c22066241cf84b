//! The exact rules: pieces, deployments, fights, turn order and endings.
//!
//! A [`PublicState`] is what every seat knows exactly; a [`World`] adds the kinds of all pieces and
//! is held by the referee. `docs/RULES.md` states every rule with its source.

mod combat;
mod deployment;
mod event;
mod phase;
mod piece;
mod public_state;
mod setup;
mod turn_order;
mod variant;
mod world;
mod zobrist;

pub use crate::game::board::Point;
pub use crate::game::kind::{ARMY, Army, Kind, KindSet};
pub use combat::{CombatResult, clash};
pub use deployment::{Deployment, DeploymentFault, faults_text};
pub(crate) use event::station;
pub use event::{Act, DrawReason, Event, Exit, Move, Outcome, ParseMoveError};
pub use phase::Phase;
pub use piece::{PIECES, PieceId, Team};
pub use public_state::PublicState;
pub use setup::{Setup, SetupFault, SetupFaults};
pub(crate) use turn_order::{PublicFact, SeatPieces, movers};
pub use variant::{
    BombVsFlag, CenterStops, MineOnHit, Mode, NoMove, ParseRulesError, Rules, SideArms, TurnDir,
};
pub(crate) use world::{AssumedFight, Snapshot};
pub use world::{IllegalMove, Moves, Undo, World, divide, perft};
