//! A game at one board: a person and engines, with moves that can be taken back.

use crate::belief::Observation;
use crate::board::Seat;
use crate::clock::WallClock;
use crate::format::{GameResult, Record, follow};
use crate::play::{Action, Brief, Budget, Choice, Game, Player, SeatSpec, Series};
use crate::random;
use crate::rules::{Act, Deployment, Event, Move, World};
use anyhow::{Context, Result, anyhow};
use std::sync::atomic::AtomicBool;

/// Streams of random numbers, told apart by their first number.
const ENGINES: u64 = 2;
const ADVICE: u64 = 3;

/// What the person is called in records.
const PERSON: &str = "human";

/// A game under way.
pub(super) struct Sitting {
    pub(super) series: Series,
    /// Where the person sits.
    pub(super) own: Seat,
    /// Who sits elsewhere.
    others: [Option<SeatSpec>; 4],
    /// Who gives hints.
    adviser: SeatSpec,
    deployments: [Option<Deployment>; 4],
    pub(super) world: World,
    pub(super) events: Vec<Event>,
    players: [Option<Box<dyn Player>>; 4],
    /// How often moves were taken back: engines then have new random numbers.
    again: u64,
}

impl Sitting {
    /// Everybody sits down and deploys; the person has the deployment that is offered to its seat.
    pub(super) fn new(
        series: Series,
        own: Seat,
        others: [Option<SeatSpec>; 4],
        adviser: SeatSpec,
        mut deployments: [Option<Deployment>; 4],
    ) -> Result<Self> {
        let (board, rules, visibility) = (series.board, series.rules, series.visibility);
        let mut players = seated(&series, &others, 0);
        for seat in Seat::ALL {
            let place = &mut deployments[seat.index()];
            if let (Some(player), Some(offered)) = (&mut players[seat.index()], &mut *place) {
                let brief = Brief { board, rules, seat, visibility, offered: *offered };
                *offered = player.deploy(&brief).with_context(|| format!("seat {seat}"))?;
            }
        }
        let world = World::start(board, rules, &deployments, series.first)?;
        let events = vec![];
        let mut sitting =
            Self { series, own, others, adviser, deployments, world, events, players, again: 0 };
        sitting.tell(None)?;
        Ok(sitting)
    }

    /// What the person sees.
    pub(super) fn seen(&self) -> Observation<'_> {
        Observation::new(&self.world, self.own, self.series.visibility)
    }

    /// Tells all engines of an event, or of the beginning.
    fn tell(&mut self, event: Option<&Event>) -> Result<()> {
        for (seat, player) in Seat::ALL.into_iter().zip(&mut self.players) {
            let Some(player) = player else { continue };
            let seen = Observation::new(&self.world, seat, self.series.visibility);
            let told = match event {
                Some(event) => player.observe(event, &seen),
                None => player.start(&seen),
            };
            told.with_context(|| format!("seat {seat}"))?;
        }
        Ok(())
    }

    /// Makes what whoever is to move does.
    pub(super) fn act(&mut self, action: Action) -> Result<Event> {
        let event = match action {
            Action::Move(mv) => self.world.play(mv)?,
            Action::Resign => {
                let seat = self.world.turn();
                self.world.resign(seat).ok_or_else(|| anyhow!("it is not {seat}'s turn"))?
            }
        };
        self.tell(Some(&event))?;
        self.events.push(event.clone());
        Ok(event)
    }

    /// Lets the engine that is to move think and move.
    pub(super) fn engine(&mut self) -> Result<Event> {
        let seat = self.world.turn();
        let seen = Observation::new(&self.world, seat, self.series.visibility);
        let player = self.players[seat.index()].as_mut().context("nobody sits there")?;
        let spec = self.others[seat.index()].as_ref().context("nobody sits there")?;
        let choice = ask(player.as_mut(), spec, &seen).with_context(|| format!("seat {seat}"))?;
        self.act(choice.action).with_context(|| format!("seat {seat}"))
    }

    /// What the adviser would do in the person's place, seeing what the person sees.
    pub(super) fn hint(&self) -> Result<Choice> {
        let start = World::start(
            self.series.board,
            self.series.rules,
            &self.deployments,
            self.series.first,
        )?;
        let part = [ADVICE, self.events.len() as u64];
        let mut player = self.adviser.player(random::stream(self.series.seed, &part));
        let mut world = start;
        player.start(&Observation::new(&world, self.own, self.series.visibility))?;
        for event in &self.events {
            follow(&mut world, event)?;
            player.observe(event, &Observation::new(&world, self.own, self.series.visibility))?;
        }
        ask(player.as_mut(), &self.adviser, &self.seen())
    }

    /// Takes back to the person's last turn; false if there was none.
    pub(super) fn undo(&mut self) -> Result<bool> {
        let mine = |event: &Event| event.seat == self.own;
        let Some(keep) = self.events.iter().rposition(mine) else { return Ok(false) };
        let events: Vec<Event> = self.events.drain(..).take(keep).collect();
        self.again += 1;
        let Series { board, rules, first, .. } = self.series;
        self.world = World::start(board, rules, &self.deployments, first)?;
        self.players = seated(&self.series, &self.others, self.again);
        self.tell(None)?;
        for event in events {
            follow(&mut self.world, &event)?;
            self.tell(Some(&event))?;
            self.events.push(event);
        }
        Ok(true)
    }

    /// The last move, to be shown.
    pub(super) fn last(&self) -> Option<Move> {
        match self.events.last()?.act {
            Act::Move(mv, _) => Some(mv),
            _ => None,
        }
    }

    /// The game so far.
    pub(super) fn record(&self) -> Record {
        let game = Game {
            deployments: self.deployments,
            events: self.events.clone(),
            result: GameResult::of(self.world.outcome(), &self.series.rules),
            world: self.world.clone(),
            turns: vec![],
        };
        let mut seats = self.others.each_ref().map(|seat| seat.as_ref().map(ToString::to_string));
        seats[self.own.index()] = Some(PERSON.into());
        Record { seats, ..self.series.record(0, &game) }
    }
}

fn seated(
    series: &Series,
    others: &[Option<SeatSpec>; 4],
    again: u64,
) -> [Option<Box<dyn Player>>; 4] {
    Seat::ALL.map(|seat| {
        let rng = random::stream(series.seed, &[ENGINES, seat.index() as u64, again]);
        others[seat.index()].as_ref().map(|spec| spec.player(rng))
    })
}

/// A choice within what a seat is set to.
fn ask(player: &mut dyn Player, spec: &SeatSpec, seen: &Observation<'_>) -> Result<Choice> {
    let (stop, clock) = (AtomicBool::new(false), WallClock::default());
    let (nodes, time) = (spec.nodes(), spec.movetime());
    let budget = Budget { nodes, time, ..Budget::new(&stop, &clock) };
    Ok(player.choose(seen, &budget)?)
}
