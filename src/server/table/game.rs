//! One game at a table: the true world and its events.

use super::event_view::{EventView, PiecePositions};
use super::projection::Projection;
use crate::game::belief::{Observation, View, Visibility};
use crate::game::board::{Board, Seat};
use crate::game::format::{GameRecord, GameResult};
use crate::game::rules::{
    Deployment, Event, IllegalMove, Move, Outcome, Rules, SetupFaults, World,
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
        (rules, visibility): (Rules, Visibility),
        deployments: [Option<Deployment>; 4],
        first: Seat,
    ) -> Result<Self, SetupFaults> {
        let world = World::start(board, rules, &deployments, first)?;
        let start = world.clone();
        let (events, event_views) = (vec![], vec![]);
        Ok(Self { rules, visibility, deployments, start, world, events, event_views })
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

    fn piece_positions(&self) -> PiecePositions {
        self.world.pieces().collect()
    }

    fn record_event(&mut self, event: Event, before: &PiecePositions) {
        let after = Observation::new(&self.world, event.seat, Visibility::FourDark);
        self.event_views.push(EventView::new(self.events.len() + 1, &event, before, &after));
        self.events.push(event);
    }

    /// The game as a seat may see it.
    pub fn seat_view(&self, seat: Seat) -> Projection<'_> {
        let eyes = |world| Observation::new(world, seat, self.visibility);
        let (start, now) = (eyes(&self.start), eyes(&self.world));
        Projection {
            seat: Some(seat),
            kinds_shown: true,
            start,
            now,
            event_views: &self.event_views,
        }
    }

    /// The game as spectators see it: `late` events behind, or, if `None`, only where the pieces stood at first; in full
    /// once it is over. Where all cards are open and events are shown, the kinds are as well.
    pub fn spectator_view(&self, late: Option<usize>) -> Projection<'_> {
        let late = if self.outcome().is_some() { Some(0) } else { late };
        let shown = late.map_or(0, |late| self.event_views.len().saturating_sub(late));
        let kinds_shown = late.is_some() && self.visibility == Visibility::AllOpen;
        let eyes = |world| Observation::new(world, Seat::South, self.visibility);
        let (start, now) = (eyes(&self.start), eyes(&self.world));
        let event_views = &self.event_views[..shown];
        Projection { seat: None, kinds_shown, start, now, event_views }
    }

    /// The start as a seat sees it.
    pub fn start_of(&self, seat: Seat) -> View {
        Observation::new(&self.start, seat, self.visibility).view()
    }

    /// The record so far.
    pub fn record(&self, seats: &[Option<String>; 4], (seed, game): (u64, u64)) -> GameRecord {
        GameRecord {
            game,
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
    use crate::base::random;
    use crate::game::rules::{Act, Exit, Mode};

    fn game() -> TableGame {
        let mut rng = random::stream(1, &[]);
        let deployments = Seat::ALL.map(|_| Some(Deployment::sample(&mut rng)));
        let terms = (Rules::default().with_mode(Mode::FourPlayer), Visibility::FourDark);
        TableGame::new(Board::siguo(), terms, deployments, Seat::South).unwrap()
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
            let view = serde_json::to_value(view.game_view(None, None)).unwrap();
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
        assert_eq!(game.record(&Default::default(), (0, 0)).result.why, "agreement");
    }
}
