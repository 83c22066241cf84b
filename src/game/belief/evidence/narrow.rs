//! Constraint propagation: narrowing single pieces by what links several.

use super::{Evidence, HiddenFight};
use crate::game::rules::{ARMY, Kind, KindSet, PieceId};

impl Evidence {
    /// Narrows until nothing changes, then drops hidden fights that say nothing more.
    pub(super) fn narrow(&mut self) {
        while self.narrow_hidden_fights() | self.narrow_mobile_groups() | self.narrow_counts() {}
        let Self { hidden_fights, may_be, .. } = self;
        hidden_fights.retain(|r| {
            let (attackers, defenders) = (may_be[r.attacker.index()], may_be[r.defender.index()]);
            attackers.iter().any(|a| r.explained[a.index()].and(defenders) != defenders)
        });
    }

    /// Keeps for both fighters the kinds that some kind of the other explains.
    fn narrow_hidden_fights(&mut self) -> bool {
        let mut changed = false;
        for i in 0..self.hidden_fights.len() {
            let HiddenFight { attacker, defender, explained } = &self.hidden_fights[i];
            let (attacker, defender) = (*attacker, *defender);
            let defenders = self.may_be(defender);
            let fits = |a: &Kind| !explained[a.index()].and(defenders).is_empty();
            let attackers: KindSet = self.may_be(attacker).iter().filter(fits).collect();
            let all = attackers.iter().fold(KindSet::NONE, |set, a| set.or(explained[a.index()]));
            changed |= self.keep(attacker, attackers) | self.keep(defender, all);
        }
        changed
    }

    /// Drops groups that contain a mobile piece for certain, or more pieces than can be immobile;
    /// resolves groups of a single piece.
    fn narrow_mobile_groups(&mut self) -> bool {
        let mut changed = false;
        for mut group in std::mem::take(&mut self.mobile_groups) {
            let immobile = Kind::ALL.iter().filter(|k| !k.is_mobile());
            let most: usize = immobile.map(|&k| self.armies[group.seat.index()].count(k)).sum();
            let surely = |p: PieceId| self.may_be(p).and(KindSet::IMMOBILE).is_empty();
            let never = |p: PieceId| self.may_be(p).and(KindSet::MOBILE).is_empty();
            if group.pieces().count() > most || group.pieces().any(surely) {
                continue;
            }
            group.members = (0..ARMY)
                .filter(|&n| group.members >> n & 1 == 1 && !never(PieceId::new(group.seat, n)))
                .fold(0, |set, n| set | 1 << n);
            let mut pieces = group.pieces();
            match (pieces.next(), pieces.next()) {
                (Some(only), None) => changed |= self.keep(only, KindSet::MOBILE),
                (Some(_), Some(_)) if !self.mobile_groups.contains(&group) => {
                    self.mobile_groups.push(group);
                }
                _ => {}
            }
        }
        changed
    }

    /// Removes a kind from the other pieces once all its pieces are found, and assigns it if no
    /// more pieces can be of the kind than there are.
    fn narrow_counts(&mut self) -> bool {
        let mut changed = false;
        let (changed_seats, hidden) = (std::mem::take(&mut self.changed), self.hidden);
        for seat in changed_seats.iter().filter(|&seat| hidden.contains(seat)) {
            let own = seat.index() * ARMY..(seat.index() + 1) * ARMY;
            for kind in Kind::ALL {
                let (only, army) = (KindSet::only(kind), self.armies[seat.index()].count(kind));
                // Sums of bytes, which the compiler does for many pieces at once.
                let sets = &self.may_be[own.clone()];
                let found: u8 = sets.iter().map(|&set| u8::from(set == only)).sum();
                let open: u8 = sets.iter().map(|set| u8::from(set.contains(kind))).sum();
                let (all_found, all_open) = (usize::from(found) == army, usize::from(open) == army);
                if open == found || !(all_found || all_open) {
                    continue;
                }
                for piece in PieceId::of(seat) {
                    let may_be = self.may_be(piece);
                    if all_found && may_be != only {
                        changed |= self.keep(piece, KindSet::ALL.minus(only));
                    } else if all_open && may_be.contains(kind) {
                        changed |= self.keep(piece, only);
                    }
                }
            }
        }
        changed
    }
}
