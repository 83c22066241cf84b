//! Messages to the members of a table: each member gets what it may see.

use super::member::Member;
use super::state::Room;
use crate::server::table::{Projection, Watch, closed_cells};
use serde_json::{Value, json};

/// Events by which spectators are behind.
const SPECTATOR_DELAY: usize = 8;

impl Room {
    /// Sends all members the state of the seats.
    pub(super) fn broadcast_seats(&self) {
        let message = json!({"is": "seats", "seats": self.seats(), "help": self.help()});
        self.members.iter().for_each(|member| member.out.send(&message));
        self.publish();
    }

    /// Sends all members the open offers of draws and rematches.
    pub(super) fn broadcast_offers(&self) {
        let message =
            json!({"is": "offers", "draw": self.draw_offers, "rematch": self.rematch_offers});
        self.members.iter().for_each(|member| member.out.send(&message));
    }

    /// Sends the whole state to the selected members.
    pub(super) fn send_state(&mut self, whom: impl Fn(&Member) -> bool) {
        for place in 0..self.members.len() {
            if whom(&self.members[place]) {
                let (message, events_sent) = self.state_message(&self.members[place]);
                self.members[place].out.send(&message);
                self.members[place].events_sent = events_sent;
            }
        }
    }

    /// The game as a member may see it.
    fn projection(&self, member: &Member) -> Option<Projection<'_>> {
        let game = self.game.as_ref()?;
        Some(match (member.seat, self.settings.watch) {
            (Some(seat), _) => game.seat_view(seat),
            (None, Watch::Delayed) => game.spectator_view(Some(SPECTATOR_DELAY)),
            (None, Watch::End | Watch::None) => game.spectator_view(None),
        })
    }

    /// The whole state as a member may see it, and the number of events in it.
    fn state_message(&self, member: &Member) -> (Value, usize) {
        let projection = self.projection(member);
        let events_sent =
            projection.as_ref().map_or(0, |projection| projection.event_views().len());
        let own = member.seat.and_then(|seat| self.deployments[seat.index()]);
        let rules = self.settings.rules;
        let game = projection.map(|projection| {
            let mut game = json!(projection.game_view(self.left_for(member), self.finished()));
            game["clocks"] = json!(self.clocks_for(member));
            game
        });
        let message = json!({
            "is": "table",
            "table": self.name,
            "number": self.number,
            "mode": rules.mode,
            "rules": rules.to_string(),
            "visibility": self.settings.visibility,
            "clock": self.settings.clock.as_secs(),
            "game_clock": self.game_clock(),
            "help": self.help(),
            "help_offered": self.settings.help,
            "watch": self.settings.watch,
            "shut": closed_cells(self.host.options.board, &rules),
            "seats": self.seats(),
            "you": member.seat,
            "phase": self.phase(),
            "deployment": own.map(|own| own.to_string()),
            "offers": {"draw": self.draw_offers, "rematch": self.rematch_offers},
            "signals": self.signals_of(member.seat),
            "chat_offered": self.settings.chat,
            "chat": self.chat_of(member.seat),
            "game": game,
        });
        (message, events_sent)
    }

    /// Sends every member the events that it may see and has not been sent.
    pub(super) fn send_new_events(&mut self) {
        // Who has waited for the end gets the state at once instead of a game of events.
        let left = |member: &Member| {
            let all = self.projection(member)?.event_views().len();
            Some(all.saturating_sub(member.events_sent))
        };
        let waited = self.members.iter().filter(|member| member.seat.is_none());
        let waited = waited.filter(|member| left(member) > Some(SPECTATOR_DELAY + 1));
        let waited: Vec<u64> = waited.map(|member| member.connection).collect();
        self.send_state(|member| waited.contains(&member.connection));
        let mut members = std::mem::take(&mut self.members);
        for member in &mut members {
            let Some(projection) = self.projection(member) else { continue };
            let all = projection.event_views();
            for event in &all[member.events_sent.min(all.len())..] {
                let mut message = json!(event);
                let last = event.n == all.len();
                message["is"] = "event".into();
                message["moves"] = json!(last.then(|| projection.moves()).flatten());
                message["left"] = json!(self.left_for(member));
                message["clocks"] = json!(self.clocks_for(member));
                member.out.send(&message);
            }
            member.events_sent = all.len();
            if let Some(finished) = self.finished() {
                let mut message = json!(finished);
                message["is"] = "over".into();
                message["signals"] = json!(self.signals);
                message["chat"] = json!(self.chat);
                member.out.send(&message);
            }
        }
        self.members = members;
    }
}
