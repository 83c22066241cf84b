//! Fights. Source: `docs/RULES.md`, section 6.

use super::{Kind, MineOnHit};

/// The result of a fight, from the attacker's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CombatResult {
    /// The defender is removed, the attacker takes its point.
    Win,
    /// The attacker is removed, the defender stays.
    Lose,
    /// Both are removed.
    Both,
}

/// Returns the result of a fight: the attacker is a mobile piece, the defender any piece.
///
/// ```
/// use junqi_core::game::rules::{CombatResult, Kind, MineOnHit, clash};
/// assert_eq!(clash(Kind::Engineer, Kind::Mine, MineOnHit::Stays), CombatResult::Win);
/// assert_eq!(clash(Kind::General, Kind::Commander, MineOnHit::Stays), CombatResult::Lose);
/// ```
#[inline]
pub fn clash(attacker: Kind, defender: Kind, mine_on_hit: MineOnHit) -> CombatResult {
    if attacker == Kind::Bomb || defender == Kind::Bomb || attacker == defender {
        return CombatResult::Both;
    }
    match defender {
        Kind::Flag => CombatResult::Win,
        Kind::Mine if attacker == Kind::Engineer => CombatResult::Win,
        Kind::Mine if mine_on_hit == MineOnHit::Removed => CombatResult::Both,
        Kind::Mine => CombatResult::Lose,
        _ if attacker < defender => CombatResult::Win,
        _ => CombatResult::Lose,
    }
}
