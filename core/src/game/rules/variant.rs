//! Rule options and presets. Sources of every value: `docs/RULES.md`, section 9.

use super::Team;
use crate::game::board::{Board, Net, NetError, Seat, SeatSet, StationSet};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value as Json, json};
use std::sync::{Mutex, PoisonError};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// The rules of a game: all options. Written, only those that differ from [`Rules::V1`] appear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(default = "Rules::v1", deny_unknown_fields)]
pub struct Rules {
    /// The number of players.
    pub mode: Mode,
    /// The turn order.
    pub turn_dir: TurnDir,
    /// Whether the arcs between neighbouring arms exist. Without them neither a slide nor a step
    /// nor an engineer crosses there (*our reading* of "no curves").
    pub curves: bool,
    /// The stations of the centre where a piece may stop.
    pub center_stops: CenterStops,
    /// Whether a piece in a headquarters is stuck there.
    pub hq_locked: bool,
    /// What happens to a mine attacked by anything but an engineer or a bomb.
    pub mine_on_hit: MineOnHit,
    /// Whether a bomb may capture a flag.
    pub bomb_vs_flag: BombVsFlag,
    /// When a seat without a legal move goes out.
    pub no_move: NoMove,
    /// Limit of plies without a fight, at which the game is drawn; 0 = no limit.
    pub draw_quiet_plies: u32,
    /// Limit of plies, at which the game is drawn; 0 = no limit.
    pub max_plies: u32,
    /// Whether the side arms are open in two-player games.
    pub side_arms_1v1: SideArms,
}

/// The rules of new games.
impl Default for Rules {
    fn default() -> Self {
        Self::V1
    }
}

impl Rules {
    /// What files mean by options that they do not name. These values never change; other rules for new games are a
    /// matter of [`Rules::default`], which [`Rules::of_new_game`] starts from.
    pub const V1: Self = Self {
        mode: Mode::FourPlayer,
        turn_dir: TurnDir::Ccw,
        curves: true,
        center_stops: CenterStops::Nine,
        hq_locked: true,
        mine_on_hit: MineOnHit::Stays,
        bomb_vs_flag: BombVsFlag::Capture,
        no_move: NoMove::OnTurn,
        draw_quiet_plies: 70,
        max_plies: 0,
        side_arms_1v1: SideArms::Open,
    };

    fn v1() -> Self {
        Self::V1
    }

    /// All options by name, in the order of `docs/RULES.md`.
    pub fn options(&self) -> [(&'static str, Json); 11] {
        [
            ("mode", json!(self.mode)),
            ("turn_dir", json!(self.turn_dir)),
            ("curves", json!(self.curves)),
            ("center_stops", json!(self.center_stops)),
            ("hq_locked", json!(self.hq_locked)),
            ("mine_on_hit", json!(self.mine_on_hit)),
            ("bomb_vs_flag", json!(self.bomb_vs_flag)),
            ("no_move", json!(self.no_move)),
            ("draw_quiet_plies", json!(self.draw_quiet_plies)),
            ("max_plies", json!(self.max_plies)),
            ("side_arms_1v1", json!(self.side_arms_1v1)),
        ]
    }

    /// The options that differ from [`Self::V1`].
    fn written(&self) -> Vec<(&'static str, Json)> {
        let mut options = vec![];
        for (option, unwritten) in self.options().into_iter().zip(Self::V1.options()) {
            if option != unwritten {
                options.push(option);
            }
        }
        options
    }

    /// The preset `qq`: the rules that reproduce recorded games of the QQ server.
    pub fn qq() -> Self {
        Self { no_move: NoMove::Qq, draw_quiet_plies: 71, ..Self::V1 }
    }

    /// The same rules for another number of players.
    #[must_use]
    pub fn with_mode(self, mode: Mode) -> Self {
        Self { mode, ..self }
    }

    /// The same rules on a board: for two players if it has arms for no more.
    #[must_use]
    pub fn on(self, board: &Board) -> Self {
        let is_for_four = Seat::ALL.into_iter().all(|seat| board.arm(seat).is_some());
        if is_for_four { self } else { self.with_mode(Mode::TwoPlayer) }
    }

    /// The rules that a person asks for: options that the text does not name are those of new games.
    ///
    /// # Errors
    ///
    /// As [`changed`](Self::changed).
    pub fn of_new_game(text: &str) -> Result<Self, ParseRulesError> {
        Self::default().changed(text)
    }

    /// The same rules with the options of a text, such as `mode=1v1,max_plies=100`; `default` changes none,
    /// another preset all.
    ///
    /// # Errors
    ///
    /// If the text has another form, an unknown option, or one twice.
    pub fn changed(&self, text: &str) -> Result<Self, ParseRulesError> {
        let mut options = self.option_map();
        let mut given = vec![];
        for word in text.split(',').map(str::trim) {
            let Some((key, value)) = word.split_once('=') else {
                options = match word {
                    "default" => self.option_map(),
                    "-" => Self::V1.option_map(),
                    "qq" => Self::qq().option_map(),
                    _ => {
                        return Err(ParseRulesError(format!(
                            "found `{word}`, expected `default`, `qq` or option=value"
                        )));
                    }
                };
                continue;
            };
            let key = key.trim();
            let value = match value.trim() {
                "true" => true.into(),
                "false" => false.into(),
                value => value.parse::<u32>().map_or_else(|_| value.into(), Into::into),
            };
            if given.contains(&key) {
                return Err(ParseRulesError(format!("found `{key}` twice, expected once")));
            }
            given.push(key);
            options.insert(key.to_owned(), value);
        }
        serde_json::from_value(options.into()).map_err(|e| ParseRulesError(e.to_string()))
    }

    fn option_map(&self) -> Map<String, Json> {
        self.options().into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// Whether a game under these rules need not end.
    pub fn may_be_endless(&self) -> bool {
        self.draw_quiet_plies == 0 && self.max_plies == 0
    }

    /// The most plies of a game that [ends](Self::may_be_endless) on a board: every fight removes a piece, and
    /// between fights the quiet-ply limit ends the game.
    pub fn most_plies(&self, board: &Board) -> u32 {
        let pieces = (self.seats().len() * board.shape().army().len()) as u32;
        let by_fights = self.draw_quiet_plies.saturating_mul(pieces + 1);
        match (self.draw_quiet_plies, self.max_plies) {
            (_, 0) => by_fights,
            (0, most) => most,
            (_, most) => by_fights.min(most),
        }
    }

    /// The seats that play.
    pub fn seats(&self) -> SeatSet {
        match self.mode {
            Mode::FourPlayer => Seat::ALL.into_iter().collect(),
            Mode::TwoPlayer => [Seat::South, Seat::North].into_iter().collect(),
        }
    }

    /// The team of a seat: S and N against E and W, or S against N.
    #[inline]
    pub fn team(&self, seat: Seat) -> Team {
        match self.mode {
            Mode::FourPlayer => Team::from_index(seat.index() & 1),
            Mode::TwoPlayer => Team::from_index(seat.index() >> 1),
        }
    }

    /// The seats of a team.
    pub fn team_seats(&self, team: Team) -> impl Iterator<Item = Seat> {
        let rules = *self;
        self.seats().iter().filter(move |&s| rules.team(s) == team)
    }

    /// The name of a team by its seats: `S+N` or `E+W`; `S` or `N` in two-player games.
    pub fn team_name(&self, team: Team) -> String {
        let seats: Vec<String> = self.team_seats(team).map(|s| s.to_string()).collect();
        seats.join("+")
    }

    /// The next seat in turn order, whether it is in or not.
    #[inline]
    pub fn next_seat(&self, seat: Seat) -> Seat {
        Seat::from_index(seat.index() + if self.turn_dir == TurnDir::Ccw { 1 } else { 3 })
    }

    /// The board as these rules use it. Each net is built once and kept until the program ends.
    ///
    /// # Errors
    ///
    /// If the board is too large for the layout of a [`Net`], or has no arm for one of the seats.
    pub fn net(&self, board: &'static Board) -> Result<&'static Net, NetError> {
        static NETS: Mutex<Vec<&'static Net>> = Mutex::new(Vec::new());
        if let Some(seat) = self.seats().iter().find(|&s| board.arm(s).is_none()) {
            return Err(NetError::NoArm(seat));
        }
        let closed: StationSet = match (self.mode, self.side_arms_1v1) {
            (Mode::TwoPlayer, SideArms::Closed) => [Seat::East, Seat::West]
                .into_iter()
                .filter_map(|seat| board.arm(seat))
                .flatten()
                .copied()
                .collect(),
            _ => StationSet::EMPTY,
        };
        let barred = match self.center_stops {
            CenterStops::Nine => StationSet::EMPTY,
            CenterStops::Eight => board.hub().into_iter().collect(),
            CenterStops::None => board.centre(),
        };
        let open = board.stations() - closed;
        let stops = board.stations() - barred;
        let mut nets = NETS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(net) = nets.iter().find(|n| n.is_for(board, open, stops, self.curves)) {
            return Ok(net);
        }
        let net: &'static Net = Box::leak(Box::new(Net::new(board, open, stops, self.curves)?));
        nets.push(net);
        Ok(net)
    }
}

/// A text that is not a set of rules.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("rules: {0}")]
pub struct ParseRulesError(String);

/// Parses the rules of a file, a preset (`default` or `qq`) and options, separated by commas: `qq,mode=1v1`.
impl FromStr for Rules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<Self, ParseRulesError> {
        Self::V1.changed(text)
    }
}

impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.written())
    }
}

/// Writes the options that differ from [`Rules::V1`] in alphabetical order, or `-` if none does.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut options = vec![];
        for (name, value) in self.written() {
            options.push(format!("{name}={}", value.to_string().trim_matches('"')));
        }
        if options.is_empty() {
            return f.write_str("-");
        }
        options.sort();
        f.write_str(&options.join(","))
    }
}

/// The number of players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Mode {
    /// Four seats, opposite seats are partners.
    #[default]
    #[serde(rename = "2v2")]
    FourPlayer,
    /// South against North.
    #[serde(rename = "1v1")]
    TwoPlayer,
}

impl Mode {
    /// Both modes.
    pub const ALL: [Self; 2] = [Self::FourPlayer, Self::TwoPlayer];

    /// The name in texts: `2v2` or `1v1`.
    pub fn name(self) -> &'static str {
        match self {
            Self::FourPlayer => "2v2",
            Self::TwoPlayer => "1v1",
        }
    }

    /// The mode with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

/// The turn order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnDir {
    /// Anticlockwise: S, E, N, W.
    Ccw,
    /// Clockwise: S, W, N, E.
    Cw,
}

/// The stations of the centre (九宫) where a piece may stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CenterStops {
    /// All nine.
    Nine,
    /// All but the middle one.
    Eight,
    /// None.
    None,
}

/// What happens to a mine attacked by anything but an engineer or a bomb.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MineOnHit {
    /// It stays.
    Stays,
    /// It is removed with the attacker.
    Removed,
}

/// Whether a bomb may capture a flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BombVsFlag {
    /// Both are removed and the seat is out.
    Capture,
    /// The move is illegal. So the legal moves reveal to the bomb's owner whether a station in
    /// reach holds the flag.
    Illegal,
}

/// When a seat without a legal move goes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoMove {
    /// When its turn comes.
    OnTurn,
    /// At once, by the stuck test of the QQ server. A seat without a move that passes the test is
    /// skipped.
    Qq,
}

/// Whether the side arms are open in two-player games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SideArms {
    /// Posts, camps and rails are open.
    Open,
    /// They are not part of the board.
    Closed,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The meaning of files that were written with this version.
    #[test]
    fn what_is_not_written_means_the_same_for_ever() {
        let v1 = r#"[["mode","2v2"],["turn_dir","ccw"],["curves",true],["center_stops","nine"],["hq_locked",true],["mine_on_hit","stays"],["bomb_vs_flag","capture"],["no_move","on_turn"],["draw_quiet_plies",70],["max_plies",0],["side_arms_1v1","open"]]"#;
        assert_eq!(json!(Rules::V1.options()).to_string(), v1);
        for text in ["-", "default", "curves=true"] {
            assert_eq!(text.parse(), Ok(Rules::V1), "{text}");
        }
        assert_eq!(serde_json::from_value::<Rules>(json!({})).unwrap(), Rules::V1);
    }

    #[test]
    fn rules_read_what_they_write() {
        for text in ["-", "mode=1v1", "draw_quiet_plies=71,no_move=qq", "curves=false,max_plies=9"]
        {
            let rules: Rules = text.parse().unwrap();
            assert_eq!(rules.to_string(), text);
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        assert_eq!("qq,draw_quiet_plies=0".parse::<Rules>().unwrap().draw_quiet_plies, 0);
        let error = "mode=3v3".parse::<Rules>().unwrap_err().to_string();
        assert!(error.contains("3v3") && error.contains("`2v2`"), "{error}");
        let error = "qq,mode=1v1,mode=2v2".parse::<Rules>().unwrap_err().to_string();
        assert!(error.contains("found `mode` twice"), "{error}");
        let error = "colour=red".parse::<Rules>().unwrap_err().to_string();
        assert!(error.contains("unknown field `colour`"), "{error}");
    }
}
