//! The players that a seat may meet: belief models learned from games, and their mixtures.

use crate::base::options::{OptionField, OptionValue, option_words};
use crate::base::text::read_json;
use crate::game::belief::{BeliefModel, Member, Mixture, Prior};
use crate::game::rules::Mode;
use std::sync::{Arc, LazyLock, OnceLock};

option_words! {
    /// The model of another player, before the first move.
    pub enum Opponent {
        /// A person or an engine.
        Unknown = "unknown",
        /// A person.
        People = "people",
        /// An engine, perhaps of this program.
        Engines = "engines",
        /// No model: every arrangement that the events allow is equally likely.
        Counting = "counting",
    }
}

impl Opponent {
    /// The opponent with a name, or with one that it had before.
    pub fn find(name: &str) -> Option<Self> {
        let name = match name {
            "uniform" => "counting",
            "learned" => "people",
            _ => name,
        };
        let word = Self::WORDS.iter().find(|word| **word == name)?;
        Self::from_value(Some(OptionValue::Word(word)))
    }

    /// What a seat expects of it in a mode of play; all callers share one copy.
    pub fn mixture(self, mode: Mode) -> Arc<Mixture> {
        static MIXTURES: [[OnceLock<Arc<Mixture>>; 2]; 4] =
            [const { [const { OnceLock::new() }; 2] }; 4];
        let mixture = &MIXTURES[self as usize][usize::from(mode == Mode::TwoPlayer)];
        mixture.get_or_init(|| self.new_mixture(mode).into()).clone()
    }

    fn new_mixture(self, mode: Mode) -> Mixture {
        // The two-player model of engines was learned from several players, that of four players from one: so its weight
        // is smaller.
        let weights = match (self, mode) {
            (Self::Counting, _) => return Mixture::counting(),
            (Self::Unknown, Mode::FourPlayer) => {
                Weights { counting: 0.2, engines: 0.3, strangers: 0.4, people: 0.1 }
            }
            (Self::Unknown, Mode::TwoPlayer) => {
                Weights { counting: 0.1, engines: 0.65, strangers: 0.2, people: 0.05 }
            }
            (Self::Engines, _) => {
                Weights { counting: 0.1, engines: 0.45, strangers: 0.4, people: 0.05 }
            }
            (Self::People, _) => {
                Weights { counting: 0.15, engines: 0.02, strangers: 0.03, people: 0.8 }
            }
        };
        // The four-player model is too sure of players and deployments that it has not seen (docs/notes/behaviour.md).
        let temper = if mode == Mode::FourPlayer { 0.8 } else { 1.0 };
        // For people the exact model is worth its time.
        let people =
            if self == Self::People { human_model() } else { human_model_of_one_formation() };
        Mixture::new(vec![
            Member { weight: weights.counting, ..Mixture::counting().members()[0].clone() },
            member("engines", &engine_model(mode), temper, weights.engines),
            member("strangers", &stranger_model(mode), 1.0, weights.strangers),
            member("people", &people, 1.0, weights.people),
        ])
    }
}

/// The weights of the members before the first move.
struct Weights {
    /// What is only counted.
    counting: f64,
    /// Engines of this program, half of the time with the deployments that come with it.
    engines: f64,
    /// Engines of several kinds with any deployment.
    strangers: f64,
    people: f64,
}

fn member(name: &str, model: &BeliefModel, temper: f64, weight: f64) -> Member {
    let behaviour = model.behaviour_model().expect(VALID).tempered(temper);
    Member {
        name: name.into(),
        prior: model.prior().expect(VALID).into(),
        behaviour: Some(behaviour.into()),
        weight,
    }
}

/// Why embedded models cannot fail to load.
const VALID: &str = "the embedded models are valid";

/// The belief model learned from human games.
pub fn human_model() -> BeliefModel {
    read_model(include_str!("../../../data/priors/human.json"))
}

/// The same with one formation and its mirror image, which is counted in a quarter of the time.
fn human_model_of_one_formation() -> BeliefModel {
    read_model(include_str!("../../../data/priors/human-one.json"))
}

/// The deployments of people; all callers share one copy.
pub fn human_prior() -> Arc<Prior> {
    static HUMAN: LazyLock<Arc<Prior>> =
        LazyLock::new(|| human_model().prior().expect(VALID).into());
    HUMAN.clone()
}

/// The belief model learned from games between engines in a mode of play.
fn engine_model(mode: Mode) -> BeliefModel {
    read_model(match mode {
        Mode::FourPlayer => include_str!("../../../data/priors/engines-2v2.json"),
        Mode::TwoPlayer => include_str!("../../../data/priors/engines-1v1.json"),
    })
}

/// The belief model learned from games between engines of several kinds with uniformly random deployments.
fn stranger_model(mode: Mode) -> BeliefModel {
    read_model(match mode {
        Mode::FourPlayer => include_str!("../../../data/priors/strangers-2v2.json"),
        Mode::TwoPlayer => include_str!("../../../data/priors/strangers-1v1.json"),
    })
}

/// The reader that a seat assumes to be read by: it knows engines that do not hide their pieces. All callers share one
/// copy.
pub fn plain_reader(mode: Mode) -> Arc<Mixture> {
    static READERS: LazyLock<[Arc<Mixture>; 2]> = LazyLock::new(|| {
        let four_players = engine_model(Mode::FourPlayer);
        let two_players = read_model(include_str!("../../../data/priors/plain-1v1.json"));
        [four_players, two_players]
            .map(|model| Mixture::new(vec![member("plain engines", &model, 1.0, 1.0)]).into())
    });
    READERS[usize::from(mode == Mode::TwoPlayer)].clone()
}

fn read_model(text: &str) -> BeliefModel {
    read_json(text).expect(VALID)
}
