//! Positions of random games with what a seat believes there.

use super::{some_rules, start};
use junqi::base::random;
use junqi::game::belief::{BeliefPosition, Evidence, Mixture, Observation, Posterior, Visibility};
use junqi::game::board::Seat;
use junqi::game::rules::{Move, World};
use junqi::gametree::position::Node;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

/// A position of a random game with what one seat believes there.
pub struct Case {
    /// The truth.
    pub world: World,
    /// Who looks.
    pub observer: Seat,
    /// Whose pieces it knows.
    pub visibility: Visibility,
    /// What it believes.
    pub posterior: Posterior,
    /// For messages.
    pub place: String,
}

impl Case {
    /// At most so many plies into a game; rules, seat and visibility by chance.
    pub fn new(seed: u64, most_plies: u32, visibilities: &[Visibility]) -> Self {
        let mut rng = random::stream(seed, &[11]);
        let rules = some_rules(seed);
        let mut world = start(seed, rules);
        let observer = *rules.seats().iter().collect::<Vec<_>>().choose(&mut rng).unwrap();
        let visibility = *visibilities.choose(&mut rng).unwrap();
        let view = Observation::new(&world, observer, visibility).view();
        let mut evidence = Evidence::new(&view).unwrap();
        for _ in 0..rng.random_range(0..=most_plies) {
            let before = world.clone();
            let Some(mv) = pick(&world, &mut rng, |m| world.piece_at(m.to).is_some()) else {
                break;
            };
            let event = world.play(mv).unwrap();
            if world.outcome().is_some() {
                world = before;
                break;
            }
            evidence.learn(&event);
        }
        let posterior = Posterior::new(&evidence, &Mixture::counting(), seed);
        let place = format!("seed {seed}, {rules}, {observer} {visibility:?}");
        Self { world, observer, visibility, posterior, place }
    }

    /// A world as the seat sees it.
    pub fn observation<'a>(&self, world: &'a World) -> Observation<'a> {
        Observation::new(world, self.observer, self.visibility)
    }

    /// The position that it believes in.
    pub fn position(&self) -> BeliefPosition {
        BeliefPosition::new(&self.observation(&self.world), &self.posterior)
    }
}

/// Every visibility.
pub const ALL: [Visibility; 3] =
    [Visibility::FourDark, Visibility::DoubleOpen, Visibility::AllOpen];

/// A move, half of the time a fight if there is one.
pub fn pick<N: Node<Move = Move>>(
    node: &N,
    rng: &mut impl Rng,
    fights: impl Fn(Move) -> bool,
) -> Option<Move> {
    let moves: Vec<Move> = node.moves().collect();
    let fights: Vec<Move> = moves.iter().copied().filter(|&m| fights(m)).collect();
    let from = if rng.random() && !fights.is_empty() { &fights } else { &moves };
    from.choose(rng).copied()
}
