//! A game between a person and players at one board, with undo.

use anyhow::{Context, Result, anyhow};
use junqi_core::base::clock::{Stopwatch, WallClock};
use junqi_core::base::random;
use junqi_core::game::belief::Observation;
use junqi_core::game::board::Seat;
use junqi_core::game::format::{GameRecord, GameResult, follow};
use junqi_core::game::rules::{Act, Deployment, Event, Move, World};
use junqi_core::play::{
    Action, Bot, Choice, GameStart, GameTime, PlayedGame, PlayerError, PlayerSpec, SearchRequest,
};
use junqi_lab::tournament::Series;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The random streams of the seed, by purpose.
const ENGINES: u64 = 2;
const ADVICE: u64 = 3;

/// The person's name in game records.
const PERSON: &str = "human";

/// A game in progress.
pub(super) struct TerminalGame {
    pub(super) series: Series,
    /// The person's seat.
    pub(super) own: Seat,
    /// The players of the other seats.
    others: [Option<PlayerSpec>; 4],
    /// The player that gives hints.
    adviser: PlayerSpec,
    deployments: [Option<Deployment>; 4],
    start: World,
    pub(super) world: World,
    pub(super) events: Vec<Event>,
    bots: [Option<Bot>; 4],
    /// The time that the players have left, of those with a clock for the game.
    times: [Option<GameTime>; 4],
    /// The number of undos; each gives the players new random numbers.
    again: u64,
}

impl TerminalGame {
    /// Seats the players, lets them deploy and begins the game; the person gets the deployment
    /// offered to the seat.
    pub(super) fn new(
        series: Series,
        own: Seat,
        others: [Option<PlayerSpec>; 4],
        adviser: PlayerSpec,
        mut deployments: [Option<Deployment>; 4],
    ) -> Result<Self> {
        let board = series.board;
        let rules = series.rules;
        let visibility = series.visibility;
        let mut bots = seated(&series, &others, 0);
        for seat in Seat::ALL {
            let place = &mut deployments[seat.index()];
            if let (Some(bot), Some(offered)) = (&mut bots[seat.index()], &mut *place) {
                let brief =
                    GameStart { board, rules, seat, visibility, offered: *offered, game: 0 };
                *offered = bot.deploy(&brief).with_context(|| format!("seat {seat}"))?;
            }
        }
        let start = World::start(board, rules, &deployments, series.first)?;
        let world = start.clone();
        let events = vec![];
        let times = others.each_ref().map(|spec| spec.as_ref()?.game_time());
        let mut game = Self {
            series,
            own,
            others,
            adviser,
            deployments,
            start,
            world,
            events,
            bots,
            times,
            again: 0,
        };
        game.each_bot(|bot, start| bot.begin(&start.view(), start.seat(), visibility))?;
        Ok(game)
    }

    /// The person's observation.
    pub(super) fn seen(&self) -> Observation<'_> {
        Observation::new(&self.world, self.own, self.series.visibility)
    }

    /// Calls `action` for each player with its observation of the start.
    fn each_bot(
        &mut self,
        mut action: impl FnMut(&mut Bot, Observation<'_>) -> Result<(), PlayerError>,
    ) -> Result<()> {
        for (seat, bot) in Seat::ALL.into_iter().zip(&mut self.bots) {
            if let Some(bot) = bot {
                let start = Observation::new(&self.start, seat, self.series.visibility);
                action(bot, start).with_context(|| format!("seat {seat}"))?;
            }
        }
        Ok(())
    }

    /// Performs the action of the seat to move and sends the event to the players.
    pub(super) fn act(&mut self, action: Action) -> Result<Event> {
        let event = match action {
            Action::Move(mv) => self.world.play(mv)?,
            Action::Resign => {
                let seat = self.world.turn();
                self.world.resign(seat).ok_or_else(|| anyhow!("it is not {seat}'s turn"))?
            }
        };
        self.each_bot(|bot, _| bot.learn(&event))?;
        self.events.push(event.clone());
        Ok(event)
    }

    /// Lets the player that is to move think and move.
    pub(super) fn engine(&mut self) -> Result<Event> {
        let seat = self.world.turn();
        let bot = self.bots[seat.index()].as_mut().context("no player has this seat")?;
        let spec = self.others[seat.index()].as_ref().context("no player has this seat")?;
        let left = &mut self.times[seat.index()];
        let (choice, used) = ask(bot, spec, *left).with_context(|| format!("seat {seat}"))?;
        // A player that has used up its time plays on at once.
        *left = left.map(|time| time.after(used));
        self.act(self.lawful(choice).action).with_context(|| format!("seat {seat}"))
    }

    /// The adviser's choice in the person's place, from the person's information.
    pub(super) fn hint(&self) -> Result<Choice> {
        let part = [ADVICE, self.events.len() as u64];
        let mut bot = Bot::new(self.adviser.player(random::stream(self.series.seed, &part)));
        let start = Observation::new(&self.start, self.own, self.series.visibility);
        bot.begin(&start.view(), self.own, self.series.visibility)?;
        self.events.iter().try_for_each(|event| bot.learn(event))?;
        Ok(self.lawful(ask(&mut bot, &self.adviser, self.adviser.game_time())?.0))
    }

    /// A choice among the moves that are legal.
    fn lawful(&self, choice: Choice) -> Choice {
        choice.among(self.world.moves(), self.world.rules())
    }

    /// Undoes all moves since the person's last move, inclusive; false if there is none.
    pub(super) fn undo(&mut self) -> Result<bool> {
        let mine = |event: &Event| event.seat == self.own;
        let Some(keep) = self.events.iter().rposition(mine) else { return Ok(false) };
        let events: Vec<Event> = self.events.drain(..).take(keep).collect();
        self.again += 1;
        self.world = self.start.clone();
        self.bots = seated(&self.series, &self.others, self.again);
        let visibility = self.series.visibility;
        self.each_bot(|bot, start| bot.begin(&start.view(), start.seat(), visibility))?;
        for event in events {
            follow(&mut self.world, &event)?;
            self.each_bot(|bot, _| bot.learn(&event))?;
            self.events.push(event);
        }
        Ok(true)
    }

    /// The last move, for display.
    pub(super) fn last(&self) -> Option<Move> {
        match self.events.last()?.act {
            Act::Move(mv, _) => Some(mv),
            _ => None,
        }
    }

    /// The record of the game so far.
    pub(super) fn record(&self) -> GameRecord {
        let game = PlayedGame {
            deployments: self.deployments,
            events: self.events.clone(),
            result: GameResult::of(self.world.outcome(), &self.series.rules),
            world: self.world.clone(),
            turns: vec![],
        };
        let mut seats = self.others.each_ref().map(|seat| seat.as_ref().map(ToString::to_string));
        seats[self.own.index()] = Some(PERSON.into());
        GameRecord { seats, ..self.series.record(0, &game) }
    }
}

fn seated(series: &Series, others: &[Option<PlayerSpec>; 4], again: u64) -> [Option<Bot>; 4] {
    Seat::ALL.map(|seat| {
        let rng = random::stream(series.seed, &[ENGINES, seat.index() as u64, again]);
        others[seat.index()].as_ref().map(|spec| Bot::new(spec.player(rng)))
    })
}

/// Asks a player for a choice within the limits of its settings and the time that it has left for the game; also
/// returns the time used.
fn ask(bot: &mut Bot, spec: &PlayerSpec, game: Option<GameTime>) -> Result<(Choice, Duration)> {
    let stop = AtomicBool::new(false);
    let clock = WallClock::default();
    let nodes = spec.nodes();
    let time = spec.movetime();
    let request = SearchRequest { nodes, time, game, ..SearchRequest::new(&stop, &clock) };
    let watch = Stopwatch::start(&clock);
    Ok((bot.choose(&request)?, watch.used()))
}
