//! Messages to the members of a table: each gets what it may see.

use super::member::Member;
use super::state::Room;
use crate::server::table::{Projection, Watch, shut};
use serde_json::{Value, json};

/// Events that onlookers are behind.
const LATE: usize = 8;

impl Room {
    /// Tells everybody who sits where.
    pub(super) fn tell_seats(&self) {
        let message = json!({"is": "seats", "seats": self.seats()});
        self.members.iter().for_each(|member| member.out.send(&message));
        self.post();
    }

    /// Tells everybody who wants what.
    pub(super) fn tell_offers(&self) {
        let message =
            json!({"is": "offers", "draw": self.wants_draw, "rematch": self.wants_rematch});
        self.members.iter().for_each(|member| member.out.send(&message));
    }

    /// Tells some the whole state.
    pub(super) fn tell_all(&mut self, whom: impl Fn(&Member) -> bool) {
        for place in 0..self.members.len() {
            if whom(&self.members[place]) {
                let (message, told) = self.state_for(&self.members[place]);
                self.members[place].out.send(&message);
                self.members[place].told = told;
            }
        }
    }

    /// The game as a member may see it.
    fn projection(&self, member: &Member) -> Option<Projection<'_>> {
        let game = self.game.as_ref()?;
        Some(match (member.seat, self.settings.watch) {
            (Some(seat), _) => game.seen_by(seat),
            (None, Watch::Delayed) => game.seen_late(LATE),
            (None, Watch::End | Watch::None) => game.seen_late(usize::MAX),
        })
    }

    /// The whole state as a member may know it, and how many events that tells.
    fn state_for(&self, member: &Member) -> (Value, usize) {
        let projection = self.projection(member);
        let told = projection.as_ref().map_or(0, |projection| projection.happenings().len());
        let own = member.seat.and_then(|seat| self.deployments[seat.index()]);
        let rules = self.settings.rules;
        let message = json!({
            "is": "table",
            "table": self.name,
            "number": self.number,
            "mode": rules.mode,
            "rules": rules.to_string(),
            "visibility": self.settings.visibility,
            "clock": self.settings.clock.as_secs(),
            "help": self.settings.help,
            "watch": self.settings.watch,
            "shut": shut(self.host.options.board, &rules),
            "seats": self.seats(),
            "you": member.seat,
            "phase": self.phase(),
            "deployment": own.map(|own| own.to_string()),
            "offers": {"draw": self.wants_draw, "rematch": self.wants_rematch},
            "game": projection.map(|projection| projection.seen(self.left(), self.ended())),
        });
        (message, told)
    }

    /// Tells everybody what they may know and have not been told.
    pub(super) fn tell_news(&mut self) {
        let mut members = std::mem::take(&mut self.members);
        for member in &mut members {
            let Some(projection) = self.projection(member) else { continue };
            let all = projection.happenings();
            for happening in &all[member.told.min(all.len())..] {
                let mut message = json!(happening);
                let last = happening.n == all.len();
                message["is"] = "event".into();
                message["moves"] = json!(last.then(|| projection.moves()).flatten());
                message["left"] = json!(self.left());
                member.out.send(&message);
            }
            member.told = all.len();
            if let Some(ended) = self.ended() {
                let mut message = json!(ended);
                message["is"] = "over".into();
                member.out.send(&message);
            }
        }
        self.members = members;
    }
}
