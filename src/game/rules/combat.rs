//! Fights. Source: `docs/RULES.md`, section 6.

use super::{Kind, MineOnHit};

/// How a fight ends, from the attacker's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Clash {
    /// The defender is removed, the attacker takes its point.
    Win,
    /// The attacker is removed, the defender stays.
    Lose,
    /// Both are removed.
    Both,
}

/// The fight of a mobile piece against any other.
///
/// ```
/// use junqi::game::rules::{Clash, Kind, MineOnHit, clash};
/// assert_eq!(clash(Kind::Engineer, Kind::Mine, MineOnHit::Stays), Clash::Win);
/// assert_eq!(clash(Kind::General, Kind::Commander, MineOnHit::Stays), Clash::Lose);
/// ```
#[inline]
pub fn clash(attacker: Kind, defender: Kind, mine_on_hit: MineOnHit) -> Clash {
    if attacker == Kind::Bomb || defender == Kind::Bomb || attacker == defender {
        return Clash::Both;
    }
    match defender {
        Kind::Flag => Clash::Win,
        Kind::Mine if attacker == Kind::Engineer => Clash::Win,
        Kind::Mine if mine_on_hit == MineOnHit::Removed => Clash::Both,
        Kind::Mine => Clash::Lose,
        _ if attacker < defender => Clash::Win,
        _ => Clash::Lose,
    }
}
