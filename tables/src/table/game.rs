//! One game at a table: the true world and its events.

use super::view::{EventView, Projection};
use junqi_core::game::belief::{Observation, View, Visibility};
use junqi_core::game::board::{Board, Seat, Station};
use junqi_core::game::format::{GameRecord, GameResult};
use junqi_core::game::rules::{
    Act, Deployment, Event, IllegalMove, Move, Outcome, PieceId, Rules, SetupFaults, World,
};
use thiserror::Error;

/// The number of time-outs that eliminates a seat.
pub const MAX_TIMEOUTS: u8 = 5;

/// Why an action was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ActionError {
    /// The game is over, or the seat is out.
    #[error("This game is already over, or your seat is eliminated.")]
    Over,
    /// Another seat is to move.
    #[error("It is not your turn: {0} is to move.")]
    Turn(Seat),
    /// The move was made for an earlier position.
    #[error("The game has {found} events, but the move is for the position after {expected}.")]
    Stale {
        /// Events so far.
        found: usize,
        /// Events that the player had seen.
        expected: usize,
    },
    /// It is against the rules.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// A game under way or over.
pub struct TableGame {
    rules: Rules,
    visibility: Visibility,
    deployments: [Option<Deployment>; 4],
    start: World,
    world: World,
    events: Vec<Event>,
    event_views: Vec<EventView>,
}

impl TableGame {
    /// A game that begins.
    ///
    /// # Errors
    ///
    /// If a seat that plays has no deployment, or the board does not fit.
    pub fn new(
        board: &'static Board,
        rules: Rules,
        visibility: Visibility,
        deployments: [Option<Deployment>; 4],
        first: Seat,
    ) -> Result<Self, SetupFaults> {
        let world = World::start(board, rules, &deployments, first)?;
        Ok(Self {
            rules,
            visibility,
            deployments,
            start: world.clone(),
            world,
            events: vec![],
            event_views: vec![],
        })
    }

    /// A game after some events, which are played again from the start.
    ///
    /// # Errors
    ///
    /// If the game cannot begin, or an event is not possible.
    pub fn restored(
        board: &'static Board,
        rules: Rules,
        visibility: Visibility,
        deployments: [Option<Deployment>; 4],
        first: Seat,
        events: &[Event],
    ) -> Result<Self, String> {
        let mut game = Self::new(board, rules, visibility, deployments, first)
            .map_err(|faults| faults.to_string())?;
        for (at, event) in events.iter().enumerate() {
            let played = match event.act {
                Act::Move(mv, _) => game.play(event.seat, at, mv),
                Act::Resign => game.resign(event.seat),
                Act::Forfeit => game.forfeit(event.seat),
                Act::TimeOut => game.time_out(),
                Act::Draw => game.agree_draw(event.seat),
            };
            played.map_err(|error| format!("event {}: {error}", at + 1))?;
        }
        Ok(game)
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The seat that moved first.
    pub fn first(&self) -> Seat {
        self.start.turn()
    }

    /// The seat to move; none once the game is over.
    pub fn turn(&self) -> Option<Seat> {
        self.world.outcome().is_none().then(|| self.world.turn())
    }

    /// The legal moves of the seat to move.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.world.moves()
    }

    /// Whether a seat is in the game.
    pub fn is_in(&self, seat: Seat) -> bool {
        self.turn().is_some() && self.world.alive().contains(seat)
    }

    /// How it ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.world.outcome()
    }

    /// What happened.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// A seat moves, knowing `at` events.
    ///
    /// # Errors
    ///
    /// If it may not.
    pub fn play(&mut self, seat: Seat, at: usize, mv: Move) -> Result<(), ActionError> {
        let turn = self.turn().ok_or(ActionError::Over)?;
        if at != self.events.len() {
            return Err(ActionError::Stale { found: self.events.len(), expected: at });
        }
        if turn != seat {
            return Err(ActionError::Turn(turn));
        }
        let before = self.piece_positions();
        let event = self.world.play(mv)?;
        self.record_event(event, &before);
        Ok(())
    }

    /// A seat resigns.
    ///
    /// # Errors
    ///
    /// If it is out already.
    pub fn resign(&mut self, seat: Seat) -> Result<(), ActionError> {
        self.apply(|world| world.resign(seat))
    }

    /// A seat forfeits.
    ///
    /// # Errors
    ///
    /// If it is out already.
    pub fn forfeit(&mut self, seat: Seat) -> Result<(), ActionError> {
        self.apply(|world| world.forfeit(seat))
    }

    /// The turn's time is up: the seat passes, or forfeits at its [`MAX_TIMEOUTS`]th time-out.
    ///
    /// # Errors
    ///
    /// If the game is over.
    pub fn time_out(&mut self) -> Result<(), ActionError> {
        let seat = self.turn().ok_or(ActionError::Over)?;
        let last = EventView::timeouts(&self.event_views, seat) + 1 >= MAX_TIMEOUTS.into();
        self.apply(|world| if last { world.forfeit(seat) } else { world.time_out() })
    }

    /// The game clock of the seat to move has run out: it forfeits.
    ///
    /// # Errors
    ///
    /// If the game is over.
    pub fn run_out(&mut self) -> Result<(), ActionError> {
        let seat = self.turn().ok_or(ActionError::Over)?;
        self.forfeit(seat)
    }

    /// All agreed to a draw that a seat offered.
    ///
    /// # Errors
    ///
    /// If the seat is out.
    pub fn agree_draw(&mut self, seat: Seat) -> Result<(), ActionError> {
        self.apply(|world| world.agree_draw(seat))
    }

    fn apply(&mut self, act: impl FnOnce(&mut World) -> Option<Event>) -> Result<(), ActionError> {
        let before = self.piece_positions();
        let event = act(&mut self.world).ok_or(ActionError::Over)?;
        self.record_event(event, &before);
        Ok(())
    }

    /// The station of every piece.
    fn piece_positions(&self) -> Vec<(PieceId, Station)> {
        self.world.pieces().collect()
    }

    /// Adds an event; `before` is the station of every piece before it.
    fn record_event(&mut self, event: Event, before: &[(PieceId, Station)]) {
        let after = Observation::new(&self.world, event.seat, Visibility::FourDark);
        self.event_views.push(EventView::new(self.events.len() + 1, &event, before, &after));
        self.events.push(event);
    }

    /// The game as a seat may see it.
    pub fn seat_view(&self, seat: Seat) -> Projection<'_> {
        Projection {
            seat: Some(seat),
            kinds_shown: true,
            start: Observation::new(&self.start, seat, self.visibility),
            now: Observation::new(&self.world, seat, self.visibility),
            event_views: &self.event_views,
        }
    }

    /// The game as spectators see it: `late` events behind, or, if `None`, only where the pieces stood at first; in full
    /// once it is over. Where all cards are open and events are shown, the kinds are as well.
    pub fn spectator_view(&self, late: Option<usize>) -> Projection<'_> {
        let late = if self.outcome().is_some() { Some(0) } else { late };
        let shown = late.map_or(0, |late| self.event_views.len().saturating_sub(late));
        // Without a seat and kinds, a projection shows only what every seat may know: any observer will do.
        let observer = Seat::South;
        Projection {
            seat: None,
            kinds_shown: late.is_some() && self.visibility == Visibility::AllOpen,
            start: Observation::new(&self.start, observer, self.visibility),
            now: Observation::new(&self.world, observer, self.visibility),
            event_views: &self.event_views[..shown],
        }
    }

    /// The start as a seat sees it.
    pub fn start_of(&self, seat: Seat) -> View {
        Observation::new(&self.start, seat, self.visibility).view()
    }

    /// The record so far of a game with this seed and number at its table.
    pub fn record(&self, seats: &[Option<String>; 4], seed: u64, number: u64) -> GameRecord {
        GameRecord {
            game: number,
            seed,
            seats: seats.clone(),
            first: self.start.turn().letter(),
            deployments: self.deployments.map(|d| d.map(|d| d.to_string())),
            events: GameRecord::events_text(&self.events, self.world.board()),
            result: GameResult::of(self.world.outcome(), &self.rules),
            plies: self.world.ply(),
            ..GameRecord::unplayed(self.world.board(), self.rules, self.visibility)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::ClocksLeft;
    use junqi_core::base::random;
    use junqi_core::game::rules::{Exit, Mode};

    fn game_of_four(seed: u64, first: Seat) -> TableGame {
        let mut rng = random::stream(seed, &[]);
        let deployments = Seat::ALL.map(|_| Some(Deployment::sample(&mut rng)));
        let rules = Rules::default().with_mode(Mode::FourPlayer);
        TableGame::new(Board::siguo(), rules, Visibility::FourDark, deployments, first).unwrap()
    }

    fn game() -> TableGame {
        game_of_four(1, Seat::South)
    }

    #[test]
    fn the_fifth_time_out_of_a_seat_puts_it_out() {
        let mut game = game();
        for round in 1..=MAX_TIMEOUTS {
            while game.turn() != Some(Seat::South) {
                let turn = game.turn().unwrap();
                let mv = game.seat_view(turn).now.moves().next().unwrap();
                game.play(turn, game.events().len(), mv).unwrap();
            }
            game.time_out().unwrap();
            let last = &game.events()[game.events().len() - 1];
            assert_eq!(last.act == Act::Forfeit, round == MAX_TIMEOUTS);
        }
        let last = game.events().last().unwrap();
        assert_eq!(last.eliminated[..], [(Seat::South, Exit::Forfeit)]);
        assert!(!game.is_in(Seat::South) && game.turn() == Some(Seat::East));
        assert_eq!(game.resign(Seat::South), Err(ActionError::Over));
    }

    #[test]
    fn spectators_see_a_time_out_when_they_see_its_event() {
        let mut game = game();
        game.time_out().unwrap();
        let slips = |view: Projection<'_>| {
            let view = serde_json::to_value(view.game_view(ClocksLeft::default(), None)).unwrap();
            view["slips"]["S"].as_u64()
        };
        assert_eq!(slips(game.seat_view(Seat::North)), Some(1));
        assert_eq!([1, 0].map(|late| slips(game.spectator_view(Some(late)))), [Some(0), Some(1)]);
    }

    #[test]
    fn what_is_meant_for_another_moment_or_seat_is_refused() {
        let mut game = game();
        let mv = game.seat_view(Seat::South).now.moves().next().unwrap();
        assert_eq!(game.play(Seat::East, 0, mv), Err(ActionError::Turn(Seat::South)));
        assert_eq!(
            game.play(Seat::South, 1, mv),
            Err(ActionError::Stale { found: 0, expected: 1 })
        );
        let back = Move { from: mv.to, to: mv.from };
        assert!(matches!(game.play(Seat::South, 0, back), Err(ActionError::Illegal(_))));
        game.play(Seat::South, 0, mv).unwrap();
        assert_eq!(
            game.play(Seat::South, 0, mv),
            Err(ActionError::Stale { found: 1, expected: 0 })
        );
        game.agree_draw(Seat::East).unwrap();
        assert_eq!((game.turn(), game.time_out()), (None, Err(ActionError::Over)));
        assert_eq!(game.record(&Default::default(), 0, 0).result.why, "agreement");
    }

    #[test]
    fn a_game_is_the_same_after_its_events_were_played_again() {
        let mut game = game_of_four(3, Seat::East);
        for round in 0..40 {
            let turn = game.turn().unwrap();
            if round % 9 == 8 {
                game.time_out().unwrap();
                continue;
            }
            let text = serde_json::to_value(game.seat_view(turn).moves()).unwrap();
            let (from, to) = text.as_object().unwrap().iter().next().unwrap();
            let mv = format!("{from}{}", to[0].as_str().unwrap());
            let mv = Move::parse(&mv, Board::siguo()).unwrap();
            game.play(turn, game.events().len(), mv).unwrap();
        }
        let restored = |events: &[Event]| {
            let board = Board::siguo();
            TableGame::restored(
                board,
                game.rules,
                game.visibility,
                game.deployments,
                Seat::East,
                events,
            )
        };
        let again = restored(game.events()).unwrap();
        assert_eq!(again.events(), game.events());
        for seat in Seat::ALL {
            let view =
                |game: &TableGame| game.seat_view(seat).game_view(ClocksLeft::default(), None);
            assert_eq!(view(&again), view(&game));
        }
        assert!(restored(&game.events()[1..]).is_err());
    }
}
