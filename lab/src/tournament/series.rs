//! Series of games: seeds, deployments, seats and sides of every game follow from one seed and its index.

use junqi_core::base::clock::{Clock, WallClock};
use junqi_core::base::random;
use junqi_core::engine::eval::Weights;
use junqi_core::game::belief::Visibility;
use junqi_core::game::board::{Board, Seat};
use junqi_core::game::format::{GameRecord, GameResult, by_letter};
use junqi_core::game::rules::{Deployment, Mode, Rules, SetupFaults, Team};
use junqi_core::play::{
    DeploymentSource, MatchSetup, PlayedGame, PlayerSpec, SearchRequest, play_game,
};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A series of games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// The board.
    #[serde(serialize_with = "serialize_board", deserialize_with = "deserialize_board")]
    pub board: &'static Board,
    /// The rules.
    pub rules: Rules,
    /// Pieces whose kinds the players know from the start.
    pub visibility: Visibility,
    /// Seat that moves first.
    pub first: Seat,
    /// Random seed of deployments and players.
    pub seed: u64,
    /// Source of the deployments.
    pub deal: DeploymentSource,
    /// The players.
    pub lineup: Lineup,
}

/// The random streams of the seed, by purpose.
const DEALING: u64 = 0;
const PLAYING: u64 = 1;

type BySeat<T> = [Option<T>; 4];

impl Series {
    /// Number of games in a unit.
    pub fn unit(&self) -> u64 {
        self.lineup.unit(self.rules.mode)
    }

    /// The number of games rounded up to whole units; unchanged if that overflows.
    pub fn whole_units(&self, games: u64) -> u64 {
        games.checked_next_multiple_of(self.unit()).unwrap_or(games)
    }

    /// Whether a player plays by the clock, so that its games differ from run to run.
    pub fn is_timed(&self) -> bool {
        self.lineup.is_timed()
    }

    /// The team of the first side of a match in a game.
    pub fn team_of_first(&self, game: u64) -> Team {
        self.lineup.team_of_first(game, self.rules.mode)
    }

    /// The side of a seat in a game of a match: 0 for the first, 1 for the second.
    pub fn side(&self, game: u64, seat: Seat) -> usize {
        usize::from(self.rules.team(seat) != self.team_of_first(game))
    }

    /// Half points of the first side in a game with a result: 0, 1 or 2.
    pub fn half_points(&self, game: u64, result: &GameResult) -> u64 {
        let team = result.winning_team();
        team.map_or(1, |team| 2 * u64::from(team == self.team_of_first(game)))
    }

    /// The players and the deployments of a game, by seat.
    pub fn plan(&self, game: u64) -> (BySeat<PlayerSpec>, BySeat<Deployment>) {
        let dealt = self.dealt(game / self.unit());
        let playing = |seat| self.rules.seats().contains(seat);
        let turn = self.lineup.quarter_turns(game, self.rules.mode);
        let turned = Seat::ALL.map(|seat| dealt[(seat.index() + 4 - turn) % 4]);
        let seats = match &self.lineup {
            Lineup::Fixed(seats) => seats.clone(),
            Lineup::Match(sides) => {
                Seat::ALL.map(|seat| playing(seat).then(|| sides[self.side(game, seat)].clone()))
            }
            Lineup::Deployments { seat: spec, .. } => {
                Seat::ALL.map(|seat| playing(seat).then(|| spec.clone()))
            }
        };
        (seats, turned)
    }

    fn dealt(&self, unit: u64) -> BySeat<Deployment> {
        let mut rng = random::stream(self.seed, &[DEALING, unit]);
        Seat::ALL.map(|seat| {
            let deal = match &self.lineup {
                Lineup::Deployments { against, .. } if self.rules.team(seat) == Team::Second => {
                    against
                }
                _ => &self.deal,
            };
            self.rules.seats().contains(seat).then(|| deal.draw(seat, self.board.shape(), &mut rng))
        })
    }

    /// The setup of a game: players seated, deployments dealt; `weights` are those of the sides of a match.
    fn setup<'a>(
        &self,
        game: u64,
        weights: Option<&[Arc<Weights>; 2]>,
        stop: &'a AtomicBool,
        clock: &'a dyn Clock,
    ) -> MatchSetup<'a> {
        let (seats, offered) = self.plan(game);
        let player = |seat: Seat| {
            let spec = seats[seat.index()].as_ref()?;
            let rng = random::stream(self.seed, &[PLAYING, game, seat.index() as u64]);
            Some(match weights {
                Some(sides) => {
                    let weights = Arc::clone(&sides[self.side(game, seat)]);
                    spec.player_with_weights(weights, rng)
                }
                None => spec.player(rng),
            })
        };
        let request = |seat: Seat| {
            let spec = seats[seat.index()].as_ref();
            let nodes = spec.and_then(PlayerSpec::nodes);
            let time = spec.and_then(PlayerSpec::movetime);
            let game = spec.and_then(PlayerSpec::game_time);
            SearchRequest { nodes, time, game, ..SearchRequest::new(stop, clock) }
        };
        MatchSetup {
            game,
            board: self.board,
            rules: self.rules,
            visibility: self.visibility,
            first: self.first,
            players: Seat::ALL.map(player),
            offered,
            // What is measured must be played.
            keeps_offered: matches!(self.lineup, Lineup::Deployments { .. }),
            requests: Seat::ALL.map(request),
            stop,
        }
    }

    /// The deployments that players choose when offered those dealt to them. External engines are not asked: `None`.
    pub(super) fn chosen(&self, game: u64) -> BySeat<Deployment> {
        let stop = AtomicBool::new(false);
        let clock = WallClock::default();
        let mut setup = self.setup(game, None, &stop, &clock);
        if setup.keeps_offered {
            return setup.offered;
        }
        for (seat, spec) in self.plan(game).0.iter().enumerate() {
            if spec.as_ref().is_some_and(PlayerSpec::is_external) {
                (setup.players[seat], setup.offered[seat]) = (None, None);
            }
        }
        let _failed = setup.deploy();
        setup.offered
    }

    /// Plays one game and returns its record.
    ///
    /// # Errors
    ///
    /// If the start is not a legal position.
    pub fn play(&self, game: u64, stop: &AtomicBool) -> Result<GameRecord, SetupFaults> {
        Ok(self.record(game, &self.game(game, stop)?))
    }

    /// Plays one game and returns it with all turns.
    ///
    /// # Errors
    ///
    /// If the start is not a legal position.
    pub fn game(&self, game: u64, stop: &AtomicBool) -> Result<PlayedGame, SetupFaults> {
        play_game(self.setup(game, None, stop, &WallClock::default()))
    }

    /// Plays one game of a match whose sides have their own weights of the evaluation, in place of those that the
    /// options of their players name.
    ///
    /// # Errors
    ///
    /// If the start is not a legal position.
    pub fn game_with_weights(
        &self,
        game: u64,
        weights: &[Arc<Weights>; 2],
        stop: &AtomicBool,
    ) -> Result<PlayedGame, SetupFaults> {
        play_game(self.setup(game, Some(weights), stop, &WallClock::default()))
    }

    /// The record of a played game.
    pub fn record(&self, game: u64, played: &PlayedGame) -> GameRecord {
        let mut nodes = [None; 4];
        for turn in &played.turns {
            if let Some(more) = turn.nodes {
                *nodes[turn.seat.index()].get_or_insert(0) += more;
            }
        }
        GameRecord {
            deployments: played.deployments.map(|d| d.map(|d| d.to_string())),
            events: GameRecord::events_text(&played.events, self.board),
            result: played.result.clone(),
            plies: played.world.ply(),
            nodes,
            ..self.head(game)
        }
    }

    /// The record of a game before it is played.
    pub(super) fn head(&self, game: u64) -> GameRecord {
        let (seats, dealt) = self.plan(game);
        GameRecord {
            game,
            seed: self.seed,
            seats: seats.map(|s| s.map(|s| s.to_string())),
            first: self.first.letter(),
            deployments: dealt.map(|d| d.map(|d| d.to_string())),
            ..GameRecord::unplayed(self.board, self.rules, self.visibility)
        }
    }
}

/// The players of a series and how sides are exchanged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Lineup {
    /// The same players in the same seats in every game; new deployments each time.
    #[serde(with = "by_letter")]
    Fixed([Option<PlayerSpec>; 4]),
    /// Two players in units that balance deployments, seats and the first move. In 1v1 games, a unit is
    /// two games with the same deployments and the sides exchanged. In 2v2 games, it is four games
    /// in which the same four deployments rotate through the seats, so that each side has each pair
    /// of opposite deployments once as the team that moves first and once as the other.
    Match([PlayerSpec; 2]),
    /// Two sources of deployments, the series' own and another, both played by the same player, in units
    /// as of a match: deployments stay with their side, seats are exchanged.
    Deployments {
        /// The player of all seats.
        seat: PlayerSpec,
        /// The source of the second side's deployments.
        against: DeploymentSource,
    },
}

impl Lineup {
    /// Number of games in a unit.
    fn unit(&self, mode: Mode) -> u64 {
        match self {
            Self::Fixed(_) => 1,
            _ => unit_of_match(mode),
        }
    }

    /// Whether a player plays by the clock.
    fn is_timed(&self) -> bool {
        match self {
            Self::Fixed(seats) => seats.iter().flatten().any(PlayerSpec::is_timed),
            Self::Match(sides) => sides.iter().any(PlayerSpec::is_timed),
            Self::Deployments { seat, .. } => seat.is_timed(),
        }
    }

    /// The team of the first side in a game.
    fn team_of_first(&self, game: u64, mode: Mode) -> Team {
        let exchanged = match self {
            Self::Fixed(_) => false,
            Self::Match(_) => is_exchanged(game, mode),
            Self::Deployments { .. } => game % 2 == 1,
        };
        if exchanged { Team::Second } else { Team::First }
    }

    /// Quarter turns by which the deployments of a unit have gone through the seats in a game.
    fn quarter_turns(&self, game: u64, mode: Mode) -> usize {
        match (self, mode) {
            (Self::Fixed(_), _) | (Self::Match(_), Mode::TwoPlayer) => 0,
            (_, Mode::FourPlayer) => (game % 4) as usize,
            (Self::Deployments { .. }, Mode::TwoPlayer) => 2 * (game % 2) as usize,
        }
    }
}

/// Number of games in a unit of a match.
pub fn unit_of_match(mode: Mode) -> u64 {
    match mode {
        Mode::TwoPlayer => 2,
        Mode::FourPlayer => 4,
    }
}

/// Whether the sides of a match are exchanged in a game: the first side is then the second team.
pub fn is_exchanged(game: u64, mode: Mode) -> bool {
    let unit = unit_of_match(mode);
    game % unit >= unit / 2
}

/// The name of the standard board in a job file, in which other boards are the text of their file.
const STANDARD: &str = "siguo";

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it so")]
fn serialize_board<S: Serializer>(
    board: &&'static Board,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let standard = board.text() == Board::siguo().text();
    serializer.serialize_str(if standard { STANDARD } else { board.text() })
}

fn deserialize_board<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<&'static Board, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text == STANDARD {
        return Ok(Board::siguo());
    }
    Board::of_text(&text).map_err(|e| D::Error::custom(format!("board: {e}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use junqi_core::game::belief::Observation;
    use junqi_core::game::rules::Event;
    use junqi_core::play::{Choice, Player, PlayerError, Random};

    /// Plays at random, and fails at the news of a ply.
    struct Deaf(Random, u32);

    impl Player for Deaf {
        fn observe(&mut self, _: &Event, after: &Observation<'_>) -> Result<(), PlayerError> {
            if after.ply() == self.1 { Err(PlayerError::Crashed("deaf".into())) } else { Ok(()) }
        }

        fn choose(
            &mut self,
            observation: &Observation<'_>,
            request: &SearchRequest<'_>,
        ) -> Result<Choice, PlayerError> {
            self.0.choose(observation, request)
        }
    }

    #[test]
    fn a_game_with_a_player_that_fails_to_listen_can_be_replayed() {
        let series = Series {
            board: Board::siguo(),
            rules: "max_plies=12".parse().unwrap(),
            visibility: Visibility::FourDark,
            first: Seat::South,
            seed: 3,
            deal: junqi_core::play::DeploymentSource::Sample,
            lineup: Lineup::Fixed([const { None }; 4]),
        };
        let stop = AtomicBool::new(false);
        let clock = WallClock::default();
        for (deaf_at, why) in [(5, "failure"), (12, "max_plies")] {
            let player = |seat: Seat| -> Option<Box<dyn Player>> {
                let rng = random::stream(3, &[seat.index() as u64]);
                Some(Box::new(Deaf(Random::new(rng), deaf_at)))
            };
            let setup = MatchSetup {
                game: 0,
                board: series.board,
                rules: series.rules,
                visibility: series.visibility,
                first: series.first,
                players: Seat::ALL.map(player),
                offered: series.plan(0).1,
                keeps_offered: false,
                requests: [SearchRequest::new(&stop, &clock); 4],
                stop: &stop,
            };
            let game = play_game(setup).unwrap();
            assert_eq!(game.result.why, why);
            let record = GameRecord {
                events: GameRecord::events_text(&game.events, series.board),
                result: game.result,
                plies: game.world.ply(),
                ..series.head(0)
            };
            record.replay(series.board, |_, _| ()).unwrap();
        }
    }
}
