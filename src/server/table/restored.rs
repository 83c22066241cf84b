//! A game brought to an earlier or saved point: its events are played again from the start.

use super::game::{ActionError, TableGame};
use crate::game::belief::Visibility;
use crate::game::board::{Board, Seat};
use crate::game::rules::{Act, Deployment, Event, Rules};

impl TableGame {
    /// A game after some events.
    ///
    /// # Errors
    ///
    /// If the game cannot begin, or an event is not possible.
    pub fn restored(
        board: &'static Board,
        terms: (Rules, Visibility),
        deployments: [Option<Deployment>; 4],
        first: Seat,
        events: &[Event],
    ) -> Result<Self, String> {
        let mut game =
            Self::new(board, terms, deployments, first).map_err(|faults| faults.to_string())?;
        for (at, event) in events.iter().enumerate() {
            let wrong = |error: ActionError| format!("event {}: {error}", at + 1);
            match event.act {
                Act::Move(mv, _) => game.play(event.seat, at, mv),
                Act::Resign => game.resign(event.seat),
                Act::Forfeit => game.forfeit(event.seat),
                Act::TimeOut => game.time_out(),
                Act::Draw => game.agree_draw(event.seat),
            }
            .map_err(wrong)?;
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random;
    use crate::game::rules::Mode;

    #[test]
    fn a_game_is_the_same_after_its_events_were_played_again() {
        let mut rng = random::stream(3, &[]);
        let deployments = Seat::ALL.map(|_| Some(Deployment::sample(&mut rng)));
        let terms = (Rules::default().with_mode(Mode::FourPlayer), Visibility::FourDark);
        let board = Board::siguo();
        let mut game = TableGame::new(board, terms, deployments, Seat::East).unwrap();
        for round in 0..40 {
            let turn = game.turn().unwrap();
            if round % 9 == 8 {
                game.time_out().unwrap();
                continue;
            }
            let text = serde_json::to_value(game.seat_view(turn).moves()).unwrap();
            let (from, to) = text.as_object().unwrap().iter().next().unwrap();
            let mv = format!("{from}{}", to[0].as_str().unwrap());
            let mv = crate::game::rules::Move::parse(&mv, board).unwrap();
            game.play(turn, game.events().len(), mv).unwrap();
        }
        let again =
            TableGame::restored(board, terms, deployments, Seat::East, game.events()).unwrap();
        assert_eq!(again.events(), game.events());
        for seat in Seat::ALL {
            let view = |game: &TableGame| game.seat_view(seat).game_view(None, None);
            assert_eq!(view(&again), view(&game));
        }
        let shifted = &game.events()[1..];
        assert!(TableGame::restored(board, terms, deployments, Seat::East, shifted).is_err());
    }
}
