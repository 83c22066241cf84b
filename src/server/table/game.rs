//! One game at a table: the truth, kept by whoever keeps the table.

use super::ending::{Ended, Ending};
use super::event_view::{EventView, Stands};
use super::projection::Projection;
use crate::game::belief::{Observation, View, Visibility};
use crate::game::board::{Board, Seat};
use crate::game::format::{GameRecord, GameResult};
use crate::game::rules::{
    Deployment, Event, IllegalMove, Move, Outcome, Rules, SetupFaults, World,
};
use thiserror::Error;

/// Time-outs with which a seat is out.
pub const SLIPS: u8 = 5;

/// Why something is not done.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refused {
    /// The game is over, or the seat is out.
    #[error("found a game or a part in it that is over, expected one that goes on")]
    Over,
    /// It is somebody else's turn.
    #[error("found {0} to move, expected your turn")]
    Turn(Seat),
    /// The move was meant for another moment.
    #[error("found {found} events in the game, expected {expected}, as the move says")]
    Stale {
        /// Events so far.
        found: usize,
        /// Events that the mover knew.
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
    happenings: Vec<EventView>,
    slips: [u8; 4],
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
        let (events, happenings, slips) = (vec![], vec![], [0; 4]);
        Ok(Self { rules, visibility, deployments, start, world, events, happenings, slips })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whose turn it is; nobody's once the game is over.
    pub fn turn(&self) -> Option<Seat> {
        self.world.outcome().is_none().then(|| self.world.turn())
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
    pub fn play(&mut self, seat: Seat, at: usize, mv: Move) -> Result<(), Refused> {
        let turn = self.turn().ok_or(Refused::Over)?;
        if at != self.events.len() {
            return Err(Refused::Stale { found: self.events.len(), expected: at });
        }
        if turn != seat {
            return Err(Refused::Turn(turn));
        }
        let before = self.stands();
        let event = self.world.play(mv)?;
        self.happened(event, &before);
        Ok(())
    }

    /// A seat gives up.
    ///
    /// # Errors
    ///
    /// If it is out already.
    pub fn resign(&mut self, seat: Seat) -> Result<(), Refused> {
        self.at_the_table(|world| world.resign(seat))
    }

    /// A seat is put out.
    ///
    /// # Errors
    ///
    /// If it is out already.
    pub fn forfeit(&mut self, seat: Seat) -> Result<(), Refused> {
        self.at_the_table(|world| world.forfeit(seat))
    }

    /// The time for the turn is over: it is skipped, or the seat is out if it happens too often.
    ///
    /// # Errors
    ///
    /// If the game is over.
    pub fn time_out(&mut self) -> Result<(), Refused> {
        let seat = self.turn().ok_or(Refused::Over)?;
        let slips = &mut self.slips[seat.index()];
        *slips += 1;
        let last = *slips >= SLIPS;
        self.at_the_table(|world| if last { world.forfeit(seat) } else { world.time_out() })
    }

    /// All agreed to a draw that a seat offered.
    ///
    /// # Errors
    ///
    /// If the seat is out.
    pub fn agree_draw(&mut self, seat: Seat) -> Result<(), Refused> {
        self.at_the_table(|world| world.agree_draw(seat))
    }

    fn at_the_table(
        &mut self,
        act: impl FnOnce(&mut World) -> Option<Event>,
    ) -> Result<(), Refused> {
        let before = self.stands();
        let event = act(&mut self.world).ok_or(Refused::Over)?;
        self.happened(event, &before);
        Ok(())
    }

    fn stands(&self) -> Stands {
        self.world.pieces().collect()
    }

    fn happened(&mut self, event: Event, before: &Stands) {
        let after = Observation::new(&self.world, event.seat, Visibility::FourDark);
        self.happenings.push(EventView::new(self.events.len() + 1, &event, before, &after));
        self.events.push(event);
    }

    /// What a seat may see of it.
    pub fn seen_by(&self, seat: Seat) -> Projection<'_> {
        let eyes = |world| Observation::new(world, seat, self.visibility);
        let (start, now) = (eyes(&self.start), eyes(&self.world));
        Projection { seat: Some(seat), start, now, happenings: &self.happenings, slips: self.slips }
    }

    /// What onlookers may see of it, so many events late; all of them once it is over.
    pub fn seen_late(&self, late: usize) -> Projection<'_> {
        let late = if self.outcome().is_some() { 0 } else { late };
        let shown = self.happenings.len().saturating_sub(late);
        let eyes = |world| Observation::new(world, Seat::South, Visibility::FourDark);
        let (start, now) = (eyes(&self.start), eyes(&self.world));
        let happenings = &self.happenings[..shown];
        Projection { seat: None, start, now, happenings, slips: self.slips }
    }

    /// What a seat knew at the start, for its engine.
    pub fn start_of(&self, seat: Seat) -> View {
        Observation::new(&self.start, seat, self.visibility).view()
    }

    /// The record so far.
    pub fn record(&self, seats: &[Option<String>; 4], (seed, game): (u64, u64)) -> GameRecord {
        GameRecord {
            version: env!("CARGO_PKG_VERSION").into(),
            game,
            seed,
            board: self.world.board().name().into(),
            rules: self.rules,
            visibility: self.visibility,
            seats: seats.clone(),
            first: self.start.turn().letter(),
            deployments: self.deployments.map(|d| d.map(|d| d.to_string())),
            start: None,
            events: GameRecord::events_text(&self.events, self.world.board()),
            result: GameResult::of(self.world.outcome(), &self.rules),
            plies: self.world.ply(),
            nodes: [None; 4],
            values: None,
        }
    }

    /// The game with all cards open, once it is over.
    pub fn ended(&self, seats: &[Option<String>; 4], number: (u64, u64)) -> Option<Ended> {
        self.outcome()?;
        let record = self.record(seats, number);
        Some(Ended {
            result: Ending::of(&record.result, &self.rules),
            deployments: record.deployments.clone(),
            record: record.line(),
        })
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
        for round in 1..=SLIPS {
            while game.turn() != Some(Seat::South) {
                let turn = game.turn().unwrap();
                let mv = game.seen_by(turn).now.moves().next().unwrap();
                game.play(turn, game.events().len(), mv).unwrap();
            }
            game.time_out().unwrap();
            let last = &game.events()[game.events().len() - 1];
            assert_eq!(last.act == Act::Forfeit, round == SLIPS);
        }
        let last = game.events().last().unwrap();
        assert_eq!(last.eliminated[..], [(Seat::South, Exit::Forfeit)]);
        assert!(!game.is_in(Seat::South) && game.turn() == Some(Seat::East));
        assert_eq!(game.resign(Seat::South), Err(Refused::Over));
    }

    #[test]
    fn what_is_meant_for_another_moment_or_seat_is_refused() {
        let mut game = game();
        let mv = game.seen_by(Seat::South).now.moves().next().unwrap();
        assert_eq!(game.play(Seat::East, 0, mv), Err(Refused::Turn(Seat::South)));
        assert_eq!(game.play(Seat::South, 1, mv), Err(Refused::Stale { found: 0, expected: 1 }));
        let back = Move { from: mv.to, to: mv.from };
        assert!(matches!(game.play(Seat::South, 0, back), Err(Refused::Illegal(_))));
        game.play(Seat::South, 0, mv).unwrap();
        assert_eq!(game.play(Seat::South, 0, mv), Err(Refused::Stale { found: 1, expected: 0 }));
        game.agree_draw(Seat::East).unwrap();
        assert_eq!((game.turn(), game.time_out()), (None, Err(Refused::Over)));
        assert_eq!(game.record(&Default::default(), (0, 0)).result.why, "agreement");
    }
}
