//! Players as text: a name with options.

use super::options::LimitOptions;
use super::registry::EXTERNAL;
use super::{GameTime, PLAYERS, Player, PlayerKind};
use crate::base::options::{OptionError, OptionValues};
use crate::base::text::the_nearest;
use crate::engine::data::Opponent;
use crate::engine::eval::Weights;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, str::FromStr};
use thiserror::Error;

/// The name of the option for the model of the other players.
const OPPONENT: &str = "opponent";

/// The text form of a player (a *seat* in commands and files): `name`, or `name:option=value,option=value`,
/// or `cmd=COMMAND`.
///
/// `cmd=COMMAND` is short for `external:cmd=COMMAND`, a program that speaks the engine protocol; `cmd` comes
/// last, and everything after it is the command. Every player has the options `nodes` (node limit per
/// move), `movetime` (time limit per move), `gametime` and `increment` (time for all moves of a game and
/// time added per move), with times in milliseconds.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlayerSpec {
    kind: &'static PlayerKind,
    params: OptionValues,
    /// The command of an external program.
    command: Option<String>,
}

/// Why a text is not a valid player.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No player has this name.
    #[error("seat `{text}`: found the name `{name}`, expected {}", names(.name))]
    Name {
        /// The text.
        text: String,
        /// The name in the text.
        name: String,
    },
    /// An external program without a command.
    #[error("seat `{0}`: found no command, expected `cmd=` and a command, at the end")]
    NoCommand(String),
    /// An option is unknown or its value is invalid.
    #[error("seat `{text}`: {error}")]
    Parameter {
        /// The text.
        text: String,
        /// The error of the option.
        error: OptionError,
    },
}

/// The names of all players, and the one nearest to `found`; if none is near, the other forms of a seat.
fn names(found: &str) -> String {
    let names: Vec<_> = PLAYERS.iter().map(|kind| kind.name).collect();
    let near = the_nearest(found, &names);
    let forms = ", FILE.toml:NAME for a seat of a file, or cmd=COMMAND for another program";
    names.join(", ") + if near.is_empty() { forms } else { &near }
}

impl PlayerSpec {
    /// The entry of the list of players.
    pub fn kind(&self) -> &'static PlayerKind {
        self.kind
    }

    /// The options that were given, with their values as text.
    pub fn settings(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        self.params.iter()
    }

    /// A player by name, without options; errors quote `text`.
    pub(super) fn plain(text: &str, name: &str) -> Result<Self, SpecError> {
        let all = PLAYERS.iter().chain([&*EXTERNAL]);
        let Some(kind) = all.into_iter().find(|kind| kind.name == name) else {
            return Err(SpecError::Name { text: text.into(), name: name.into() });
        };
        Ok(Self { kind, params: OptionValues::default(), command: None })
    }

    /// The same player with `opponent=people`, if it has that option and nobody has set it.
    #[must_use]
    pub fn against_people(mut self) -> Self {
        let option = self.kind.params.iter().find(|option| option.name == OPPONENT);
        let is_set = self.settings().any(|(name, _)| name == OPPONENT);
        if option.is_some_and(|option| option.default == Opponent::Unknown.word()) && !is_set {
            let known = self.params.set(self.kind.params, OPPONENT, Opponent::People.word());
            known.expect("the word is one of the option's");
        }
        self
    }

    /// Whether an external program plays.
    pub fn is_external(&self) -> bool {
        self.kind.name == EXTERNAL.name
    }

    /// Sets an option.
    pub(super) fn set(&mut self, text: &str, key: &str, value: &str) -> Result<(), SpecError> {
        if self.is_external() && key == "cmd" {
            let command = value.trim().to_owned();
            self.command = Some(command).filter(|command| !command.is_empty());
            return self.complete(text);
        }
        let set = self.params.set(self.kind.params, key, value);
        set.map_err(|error| SpecError::Parameter { text: text.into(), error })
    }

    /// Parses a player; errors quote `text`.
    pub(super) fn read(text: &str, written: &str) -> Result<Self, SpecError> {
        if written.starts_with("cmd=") {
            return Self::read(text, &format!("{}:{written}", EXTERNAL.name));
        }
        let (name, rest) = written.split_once(':').unwrap_or((written, ""));
        let mut player = Self::plain(text, name)?;
        let at = rest.find("cmd=").filter(|_| name == EXTERNAL.name);
        let (rest, command) = at.map_or((rest, ""), |at| rest.split_at(at));
        if let Some(command) = command.strip_prefix("cmd=") {
            player.set(text, "cmd", command)?;
        }
        player.complete(text)?;
        for part in rest.split(',').filter(|p| !p.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            player.set(text, key, value)?;
        }
        Ok(player)
    }

    /// Checks that an external program has a command.
    pub(super) fn complete(&self, text: &str) -> Result<(), SpecError> {
        let missing = self.is_external() && self.command.is_none();
        if missing { Err(SpecError::NoCommand(text.into())) } else { Ok(()) }
    }

    /// Makes the player, with its own stream of random numbers.
    pub fn player(&self, rng: ChaCha8Rng) -> Box<dyn Player> {
        self.kind.player(&self.params, self.command.as_deref(), None, rng)
    }

    /// Makes the player with weights of the evaluation in place of those that its options name; they have no
    /// effect on a player [without any](Self::has_weights).
    pub fn player_with_weights(&self, weights: Arc<Weights>, rng: ChaCha8Rng) -> Box<dyn Player> {
        self.kind.player(&self.params, self.command.as_deref(), Some(weights), rng)
    }

    /// Whether the player has an evaluation with weights.
    pub fn has_weights(&self) -> bool {
        self.kind.params.iter().any(|option| option.name == "weights")
    }

    fn limits(&self) -> LimitOptions {
        LimitOptions::read(&self.params)
    }

    /// Node limit per move.
    pub fn nodes(&self) -> Option<u64> {
        self.limits().nodes
    }

    /// Time limit per move.
    pub fn movetime(&self) -> Option<Duration> {
        self.limits().move_time()
    }

    /// Time for all moves of a game.
    pub fn game_time(&self) -> Option<GameTime> {
        self.limits().game_time()
    }

    /// Whether the player has a time limit.
    pub fn is_timed(&self) -> bool {
        self.movetime().is_some() || self.game_time().is_some()
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Self::read(text, text)
    }
}

impl TryFrom<String> for PlayerSpec {
    type Error = SpecError;

    fn try_from(text: String) -> Result<Self, SpecError> {
        text.parse()
    }
}

impl From<PlayerSpec> for String {
    fn from(seat: PlayerSpec) -> Self {
        seat.to_string()
    }
}

/// Two seats are equal if their texts are.
impl PartialEq for PlayerSpec {
    fn eq(&self, other: &Self) -> bool {
        (self.kind.name, &self.params, &self.command)
            == (other.kind.name, &other.params, &other.command)
    }
}

impl fmt::Debug for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlayerSpec({self})")
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name)?;
        let command = self.command.iter().map(|command| ("cmd", command.clone()));
        for (i, (key, value)) in self.params.iter().chain(command).enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parsing_a_printed_seat_gives_the_same_seat() {
        for text in ["random", "greedy", "greedy:movetime=50,nodes=1000", "awt:M=0.1,nodes=500"] {
            assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), text);
        }
        assert_eq!(
            "awt:m=0.05,NODES=9".parse::<PlayerSpec>().unwrap().to_string(),
            "awt:M=0.05,nodes=9"
        );
        let external = "external:movetime=50,cmd=./engine -a 1,2 b=c";
        assert_eq!(external.parse::<PlayerSpec>().unwrap().to_string(), external);
        assert_eq!("cmd=x".parse::<PlayerSpec>().unwrap().to_string(), "external:cmd=x");
        for text in ["external", "external:nodes=5", "cmd=", "external:cmd= "] {
            assert!(
                text.parse::<PlayerSpec>().unwrap_err().to_string().contains("`cmd=`"),
                "{text}"
            );
        }
        for kind in PLAYERS.iter() {
            for param in kind.params.iter().filter(|param| !param.default.is_empty()) {
                let text = format!("{}:{}={}", kind.name, param.name, param.default);
                text.parse::<PlayerSpec>().unwrap();
            }
        }
    }

    #[test]
    fn every_default_has_the_type_of_its_option() {
        for kind in PLAYERS.iter() {
            let seat: PlayerSpec = kind.name.parse().unwrap();
            seat.player(crate::base::random::stream(1, &[]));
        }
    }

    #[test]
    fn errors_say_what_was_found_and_expected_and_what_is_near() {
        let message = |text: &str| text.parse::<PlayerSpec>().unwrap_err().to_string();
        let found = message("gredy");
        let start = "seat `gredy`: found the name `gredy`, expected random, greedy, minimax";
        assert!(
            found.starts_with(start) && found.ends_with("; the nearest is `greedy`"),
            "{found}"
        );
        let none_near = message("nobody");
        assert!(none_near.ends_with(", or cmd=COMMAND for another program"), "{none_near}");
        for (text, expected) in [
            (
                "greedy:depth=2",
                "option: found `depth`, expected nodes, movetime, gametime, increment",
            ),
            (
                "greedy:nods=2",
                "option: found `nods`, expected nodes, movetime, gametime, increment; the nearest is `nodes`",
            ),
            (
                "greedy:nodes=0",
                "option nodes: found `0`, expected a whole number from 1; the nearest is 1",
            ),
            (
                "pvs:nodes",
                "option nodes: found no value, expected `nodes=` and a whole number from 1",
            ),
            ("pvs:nodes=5,nodes=5", "option: found `nodes` twice, expected it once"),
            ("awt:M=0,m=0", "option: found `M` twice, expected it once"),
            (
                "pvs:opponent=countin",
                "option opponent: found `countin`, expected one of unknown, people, engines, counting; \
                 the nearest is `counting`",
            ),
        ] {
            assert_eq!(message(text), format!("seat `{text}`: {expected}"));
        }
    }

    #[test]
    fn players_against_people_expect_people() {
        for (text, expected) in [
            ("pimc", "pimc:opponent=people"),
            ("flat:movetime=5", "flat:movetime=5,opponent=people"),
            ("pimc:opponent=engines", "pimc:opponent=engines"),
            ("alphabeta", "alphabeta"),
            ("greedy", "greedy"),
        ] {
            let spec: PlayerSpec = text.parse().expect(text);
            assert_eq!(spec.against_people().to_string(), expected);
        }
    }
}
