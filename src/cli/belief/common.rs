//! What the commands about beliefs share: which moment, whose eyes, what is expected.

use crate::cli::{Env, Usage, load};
use crate::game::belief::{
    BehaviourModel, Belief, Information, Observation, Posterior, Prior, View, Visibility,
};
use crate::game::board::Seat;
use crate::game::draw::{Heat, HeatPiece, HeatSeat};
use crate::game::format::{GameHistory, follow};
use crate::game::rules::{Act, Event, Kind, Move, Point, World};
use anyhow::{Context, Result, bail, ensure};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// What is expected of people.
#[derive(Debug, Clone, clap::Args)]
pub(in crate::cli) struct Expect {
    /// What deployments are expected: `uniform`, `learned` from people, `engines` (learned from their
    /// games), or a file that `belief fit` wrote.
    #[arg(long, default_value = "learned", value_name = "PRIOR")]
    pub(in crate::cli) prior: String,
    /// Count only what is proved, not how people play.
    #[arg(long)]
    no_behaviour: bool,
}

impl Expect {
    /// Whether what pieces do is read.
    pub(in crate::cli) fn behaviour(&self) -> bool {
        self.prior != "uniform" && !self.no_behaviour
    }

    /// What deployments are expected, and what conduct says.
    pub(in crate::cli) fn read(&self) -> Result<(Arc<Prior>, Option<Arc<BehaviourModel>>)> {
        load::expectation(&self.prior, !self.no_behaviour)
    }

    /// What is believed at a view.
    fn belief(&self, view: &View) -> Result<Belief> {
        let (prior, habits) = self.read()?;
        Ok(Belief::new(view, prior)?.with_behaviour_model(habits))
    }
}

/// Which moment, and whose eyes.
#[derive(Debug, Clone, clap::Args)]
pub(in crate::cli) struct Look {
    /// A JFEN line, `start`, or a file: records (.jsonl), a replay (.jgs) or a text history.
    pub(in crate::cli) source: String,
    /// Whose belief: S, E, N or W.
    #[arg(long)]
    pub(in crate::cli) seat: Seat,
    /// After how many moves of the game; all of them if not given.
    #[arg(long)]
    pub(in crate::cli) ply: Option<u32>,
    /// Which game of a file of records, from 0.
    #[arg(long, default_value_t = 0)]
    pub(in crate::cli) game: usize,
    /// Whose pieces the seat knows.
    #[arg(long, value_enum, default_value = "four-dark")]
    pub(in crate::cli) visibility: Visibility,
    #[command(flatten)]
    pub(in crate::cli) expect: Expect,
    /// The seed of sampled posteriors and worlds.
    #[arg(long, default_value_t = 1)]
    pub(in crate::cli) seed: u64,
}

/// Whoever can tell what the seat sees.
enum Eyes {
    Referee(World),
    Player(Information),
}

/// What a seat sees and believes at a moment.
pub(in crate::cli) struct Moment {
    eyes: Eyes,
    pub(in crate::cli) belief: Belief,
    pub(in crate::cli) last: Option<Move>,
}

impl Look {
    /// Plays the game up to the moment.
    pub(in crate::cli) fn moment(&self, env: Env) -> Result<Moment> {
        let games = load::games(&self.source, env)?;
        let found = games.len();
        let game = games.into_iter().nth(self.game);
        let game =
            game.with_context(|| format!("found {found} games, expected game {}", self.game))?;
        let eyes = self.eyes(&game.start)?;
        let view = self.observation(&eyes).view();
        let mut moment = Moment { eyes, belief: self.expect.belief(&view)?, last: None };
        self.play(&mut moment, &game)?;
        Ok(moment)
    }

    fn eyes(&self, start: &View) -> Result<Eyes> {
        if !start.rules.seats().contains(self.seat) {
            bail!(Usage(format!("--seat: found {}, expected a seat that plays", self.seat)));
        }
        Ok(match start.setup() {
            Some(setup) => Eyes::Referee(World::lenient(&setup)?),
            None => Eyes::Player(Information::new(start, self.seat, self.visibility)?),
        })
    }

    fn observation<'a>(&self, eyes: &'a Eyes) -> Observation<'a> {
        match eyes {
            Eyes::Referee(world) => Observation::new(world, self.seat, self.visibility),
            Eyes::Player(known) => known.observation(),
        }
    }

    fn play(&self, moment: &mut Moment, game: &GameHistory) -> Result<()> {
        let ply = |eyes: &Eyes| self.observation(eyes).ply();
        for event in &game.events {
            let now = ply(&moment.eyes);
            if self.ply.is_some_and(|asked| now >= asked) {
                break;
            }
            moment.take(event).with_context(|| format!("ply {now}"))?;
        }
        let (made, asked) = (ply(&moment.eyes), self.ply.unwrap_or(0));
        ensure!(made >= asked, "found {made} moves in the game, expected at least {asked}");
        if let Some(asked) = self.ply {
            ensure!(made == asked, "found a game that begins at ply {made}, expected {asked}");
        }
        Ok(())
    }

    /// What the seat sees at the moment.
    pub(in crate::cli) fn seen<'a>(&self, moment: &'a Moment) -> Observation<'a> {
        self.observation(&moment.eyes)
    }
}

impl Moment {
    fn take(&mut self, event: &Event) -> Result<()> {
        match &mut self.eyes {
            Eyes::Referee(world) => follow(world, event)?,
            Eyes::Player(known) => known.apply(event)?,
        }
        self.belief.learn(event);
        if let Act::Move(mv, _) = event.act {
            self.last = Some(mv);
        }
        Ok(())
    }

    /// What is believed.
    pub(in crate::cli) fn posterior(&mut self, seed: u64) -> Result<Posterior> {
        let posterior = self.belief.posterior(seed);
        ensure!(
            posterior.is_consistent(),
            "found nothing that explains what was seen, expected a game from that start by those \
             rules"
        );
        Ok(posterior)
    }

    /// What a posterior says of every piece of the seats with hidden pieces.
    pub(in crate::cli) fn heat(&self, posterior: &Posterior) -> Heat {
        let evidence = self.belief.evidence();
        let seats = evidence.hidden().iter().map(|seat| {
            let piece = |piece| HeatPiece {
                station: evidence.public_state().station_of(piece),
                home: evidence.home(piece),
                shown: evidence.shown_flag(seat) == Some(piece),
                probabilities: posterior.marginal(piece),
                entropy: posterior.entropy(piece).0,
            };
            HeatSeat { seat, pieces: evidence.pieces(seat).map(piece).collect() }
        });
        Heat { seats: seats.collect(), error: posterior.error() }
    }
}

/// A point as lists of numbers have it.
pub(in crate::cli) fn pair(point: Point) -> [usize; 2] {
    [point.row(), point.col()]
}

/// Probabilities as an object: the letter of a kind to a number.
#[derive(Debug, Clone, Copy)]
pub(in crate::cli) struct ByKind(pub(in crate::cli) [f64; 12]);

impl Serialize for ByKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(12))?;
        for kind in Kind::ALL {
            map.serialize_entry(&kind.letter(), &self.0[kind.index()])?;
        }
        map.end()
    }
}
