//! Records: finished games, one JSON object a line, complete enough to replay.

use super::{
    Disagreement, GameHistory, event_text, follow, parse_event, parse_jfen, read_deployment,
};
use crate::base::text::{ParseError, Word, Words};
use crate::game::belief::{View, Visibility};
use crate::game::board::{Board, Seat};
use crate::game::rules::{Act, Deployment, DrawReason, Event, Mode, Outcome, Rules, Team, World};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A record. Field order is the order in the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// The version of the program that wrote it.
    pub version: String,
    /// The number of the game in its run, from 0.
    pub game: u64,
    /// The seed of the run; game and seed together give every random choice.
    pub seed: u64,
    /// The name of the board.
    pub board: String,
    /// The rules, as differences from the default.
    pub rules: Rules,
    /// Whose pieces the players knew.
    pub visibility: Visibility,
    /// Who played where.
    #[serde(with = "by_letter")]
    pub seats: [Option<String>; 4],
    /// Who moved first.
    pub first: char,
    /// The deployment of each seat.
    #[serde(with = "by_letter")]
    pub deployments: [Option<String>; 4],
    /// The position the game began from, as JFEN, if not from deployments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The events, with spaces between.
    pub events: String,
    /// How it ended.
    pub result: GameResult,
    /// Moves made.
    pub plies: u32,
    /// Nodes visited by the player of each seat; `None` if it does not report them.
    #[serde(with = "by_letter", default, skip_serializing_if = "nobody")]
    pub nodes: [Option<u64>; 4],
    /// What the players thought the game was worth, a word for every turn they took: centi-pieces for
    /// the team to move, or a dot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<String>,
    /// How the values were found, if they are labels: searches of some positions, from no player
    /// (`junqi eval label`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<String>,
    /// The signals that partners gave each other, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signals: Vec<GivenSignal>,
    /// The chat of the table, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chat: Vec<ChatLine>,
}

fn nobody(nodes: &[Option<u64>; 4]) -> bool {
    nodes.iter().all(Option::is_none)
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// The team that won (0: S and N, 1: E and W), in a two-player game the seat (0: S, 2: N); null
    /// for a draw or a game broken off.
    pub winner: Option<u8>,
    /// `eliminated`; or of a draw `quiet`, `max_plies`, `no_move`, `agreement`; or `failure`: a
    /// player failed and its side lost; or `unfinished`.
    pub why: String,
    /// The part that failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl GameResult {
    /// The result of a world, finished or not.
    pub fn of(outcome: Option<Outcome>, rules: &Rules) -> Self {
        let (winner, why) = match outcome {
            Some(Outcome::Win(team)) => (Some(Self::winner_number(team, rules)), "eliminated"),
            Some(Outcome::Draw(DrawReason::Quiet)) => (None, "quiet"),
            Some(Outcome::Draw(DrawReason::MaxPlies)) => (None, "max_plies"),
            Some(Outcome::Draw(DrawReason::NoMove)) => (None, "no_move"),
            Some(Outcome::Draw(DrawReason::Agreement)) => (None, "agreement"),
            None => (None, "unfinished"),
        };
        Self { winner, why: why.into(), detail: None }
    }

    /// The result of a game that ended because a player failed: the other team wins.
    pub fn failure(loser: Team, rules: &Rules, detail: String) -> Self {
        let winner = Some(Self::winner_number(loser.other(), rules));
        Self { winner, why: "failure".into(), detail: Some(detail) }
    }

    fn winner_number(team: Team, rules: &Rules) -> u8 {
        match (rules.mode, team) {
            (_, Team::First) => 0,
            (Mode::FourPlayer, Team::Second) => 1,
            (Mode::TwoPlayer, Team::Second) => 2,
        }
    }

    /// The team that won.
    pub fn winning_team(&self) -> Option<Team> {
        self.winner.map(|w| if w == 0 { Team::First } else { Team::Second })
    }
}

/// The meaning of a signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Signal {
    /// Attack the cell.
    Attack,
    /// Defend the cell.
    Defend,
    /// Danger.
    Careful,
    /// Do not act yet.
    Wait,
    /// A good move.
    WellDone,
    /// Thanks.
    Thanks,
    /// An apology.
    Sorry,
    /// Encouragement.
    GoodLuck,
}

/// A signal of a seat to its partner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenSignal {
    /// The sender.
    pub seat: Seat,
    /// Its meaning.
    pub signal: Signal,
    /// The cell that it is about, if any.
    pub cell: Option<String>,
    /// The number of events before it.
    pub at: usize,
}

/// A line of chat, for all seats of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatLine {
    /// The sender.
    pub seat: Seat,
    /// Plain text.
    pub text: String,
    /// The number of events before it.
    pub at: usize,
}

/// Why a record cannot be replayed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A part is not what it should be.
    #[error("{field}: {error}")]
    Field {
        /// The field.
        field: &'static str,
        /// The fault.
        error: String,
    },
    /// The game does not go as the record says.
    #[error("ply {ply}, event {event}: {disagreement}")]
    Event {
        /// Moves made before.
        ply: u32,
        /// Number of the event, from 1.
        event: usize,
        /// The part that differs.
        disagreement: Disagreement,
    },
}

fn wrong<E: ToString>(field: &'static str) -> impl Fn(E) -> RecordError {
    move |error| RecordError::Field { field, error: error.to_string() }
}

fn wrong_events(error: &ParseError) -> RecordError {
    wrong("events")(error.in_line())
}

impl GameRecord {
    /// The record of a game that has neither players, deployments nor events yet; number and seed are 0.
    pub fn unplayed(board: &Board, rules: Rules, visibility: Visibility) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").into(),
            game: 0,
            seed: 0,
            board: board.name().into(),
            rules,
            visibility,
            seats: [const { None }; 4],
            first: Seat::South.letter(),
            deployments: [const { None }; 4],
            start: None,
            events: String::new(),
            result: GameResult::of(None, &rules),
            plies: 0,
            nodes: [None; 4],
            values: None,
            labels: None,
            signals: vec![],
            chat: vec![],
        }
    }

    /// Reads the record of a line. No map in it takes a key twice, so that the text need not be read before to find one.
    ///
    /// # Errors
    ///
    /// With the place, if the text is not JSON, or has another form.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The record on its line, without the line's end.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("a record is plain data")
    }

    /// Puts events together.
    pub fn events_text(events: &[Event], board: &Board) -> String {
        let words: Vec<String> = events.iter().map(|e| event_text(e, board)).collect();
        words.join(" ")
    }

    /// The events.
    ///
    /// # Errors
    ///
    /// With the column, within the field, of the first fault.
    pub fn events(&self, board: &Board) -> Result<Vec<Event>, ParseError> {
        Words::new(1, &self.events).map(|word| parse_event(word, board)).collect()
    }

    /// By turn, the value in centi-pieces for the player's team, if the player reported one; none if
    /// the record has no values.
    ///
    /// # Errors
    ///
    /// If they are not whole numbers and dots.
    pub fn read_values(&self) -> Result<Option<Vec<Option<i64>>>, RecordError> {
        let read = |word: &str| match word {
            "." => Ok(None),
            number => number.parse().map(Some).map_err(|_| {
                wrong("values")(format!("found `{word}`, expected a whole number or a dot"))
            }),
        };
        let values = self.values.as_ref();
        values.map(|words| words.split_ascii_whitespace().map(read).collect()).transpose()
    }

    /// The deployments.
    ///
    /// # Errors
    ///
    /// If one is not lawful.
    pub fn read_deployments(
        &self,
        board: &'static Board,
    ) -> Result<[Option<Deployment>; 4], RecordError> {
        let mut deployments = [None; 4];
        for (place, text) in deployments.iter_mut().zip(&self.deployments) {
            if let Some(text) = text {
                let word = Word { text, line: 1, column: 1 };
                *place = Some(read_deployment(word, board.shape()).map_err(wrong("deployments"))?);
            }
        }
        Ok(deployments)
    }

    /// The game as a history that begins with the truth.
    ///
    /// # Errors
    ///
    /// If a part cannot be read.
    pub fn history(&self, board: &'static Board) -> Result<GameHistory, RecordError> {
        let start = View::truth(&self.first_world(board)?);
        Ok(GameHistory { start, events: self.events(board).map_err(|error| wrong_events(&error))? })
    }

    /// The world the game began with.
    ///
    /// # Errors
    ///
    /// If the deployments or the starting position are not lawful.
    pub fn first_world(&self, board: &'static Board) -> Result<World, RecordError> {
        if self.board != board.name() {
            let error = format!("found `{}`, expected `{}`", self.board, board.name());
            return Err(wrong("board")(error));
        }
        if let Some(start) = &self.start {
            let view = parse_jfen(start, 1, board).map_err(wrong("start"))?;
            if view.rules != self.rules {
                return Err(wrong("start")(
                    "found other rules than the record's, expected the same",
                ));
            }
            let Some(setup) = view.setup() else {
                return Err(wrong("start")("found hidden pieces, expected none"));
            };
            return World::lenient(&setup).map_err(wrong("start"));
        }
        let first = Seat::from_letter(self.first);
        let first = first.ok_or_else(|| wrong("first")("expected S, E, N or W"))?;
        let deployments = self.read_deployments(board)?;
        for (seat, deployment) in Seat::ALL.into_iter().zip(&deployments) {
            if deployment.is_some() != self.rules.seats().contains(seat) {
                let expected = "expected one for every seat that plays, and no other";
                return Err(wrong("deployments")(expected));
            }
        }
        World::start(board, self.rules, &deployments, first).map_err(wrong("deployments"))
    }

    /// Whose turns they were that players took, by moving or giving up, in order.
    ///
    /// # Errors
    ///
    /// If an event cannot be read.
    pub fn turns(&self, board: &Board) -> Result<impl Iterator<Item = Seat> + use<>, RecordError> {
        let events = self.events(board).map_err(|error| wrong_events(&error))?;
        let taken = events.into_iter().filter(|e| matches!(e.act, Act::Move(..) | Act::Resign));
        Ok(taken.map(|event| event.seat))
    }

    /// Replays the game, compares everything, and returns the world at its end. `each` is called with
    /// every event before it is applied.
    ///
    /// # Errors
    ///
    /// With the first disagreement.
    pub fn replay(
        &self,
        board: &'static Board,
        mut each: impl FnMut(&World, &Event),
    ) -> Result<World, RecordError> {
        let mut world = self.first_world(board)?;
        let events = self.events(board).map_err(|error| wrong_events(&error))?;
        for (number, event) in (1..).zip(&events) {
            each(&world, event);
            let ply = world.ply();
            follow(&mut world, event).map_err(|disagreement| RecordError::Event {
                ply,
                event: number,
                disagreement,
            })?;
        }
        let result = GameResult::of(world.outcome(), world.rules());
        // A failure ends a game that the rules let go on.
        let failed = world.outcome().is_none()
            && Team::ALL.into_iter().any(|loser| {
                let detail = self.result.detail.clone().unwrap_or_default();
                self.result == GameResult::failure(loser, world.rules(), detail)
            });
        if result != self.result && !failed {
            return Err(wrong("result")(format!("found {:?}, expected {result:?}", self.result)));
        }
        if world.ply() != self.plies {
            return Err(wrong("plies")(format!("found {}, expected {}", self.plies, world.ply())));
        }
        if let Some(values) = self.read_values()? {
            let turns = self.turns(board)?.count();
            if values.len() != turns {
                let found = values.len();
                let error = format!("found {found}, expected one for each of {turns} turns");
                return Err(wrong("values")(error));
            }
        }
        Ok(world)
    }
}

/// Values by seat as a JSON object with the keys S, E, N, W.
pub mod by_letter {
    use crate::game::board::Seat;
    use serde::de::{Error, MapAccess, Visitor};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::fmt;
    use std::marker::PhantomData;

    /// Writes the seats that have a value, in order.
    ///
    /// # Errors
    ///
    /// If the serializer fails.
    pub fn serialize<T: Serialize, S: Serializer>(
        values: &[Option<T>; 4],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let seats = Seat::ALL.into_iter().zip(values);
        serializer.collect_map(seats.filter_map(|(s, v)| Some((s.letter(), v.as_ref()?))))
    }

    /// Reads them.
    ///
    /// # Errors
    ///
    /// If a key is no seat, or is there twice.
    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<[Option<T>; 4], D::Error> {
        deserializer.deserialize_map(Seats(PhantomData))
    }

    /// Reads values by seat.
    struct Seats<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Seats<T> {
        type Value = [Option<T>; 4];

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map with the keys S, E, N and W")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut values = [const { None }; 4];
            while let Some(letter) = map.next_key::<char>()? {
                let seat = Seat::from_letter(letter).ok_or_else(|| {
                    A::Error::custom(format!("found seat `{letter}`, expected S, E, N or W"))
                })?;
                if values[seat.index()].is_some() {
                    let twice = format!("found the key `{letter}` twice, expected once");
                    return Err(A::Error::custom(twice));
                }
                values[seat.index()] = Some(map.next_value()?);
            }
            Ok(values)
        }
    }
}
