//! How well people would guess a deployment.

use crate::game::belief::{Belief, Formation, Mixture, Observation, Prior, Visibility};
use crate::game::board::{ARM_HEADQUARTERS, Board, Seat};
use crate::game::rules::{ARMY, Deployment, Kind, Point, Rules, World};
use std::sync::Arc;

/// How surprising a piece is at its point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surprise {
    /// Where it stands.
    pub point: Point,
    /// What it is.
    pub kind: Kind,
    /// -log2 of how likely it is to be there.
    pub bits: f64,
}

/// How well people would guess a deployment.
#[derive(Debug, Clone, PartialEq)]
pub struct Guess {
    /// -log2 of the probability of the whole.
    pub bits: f64,
    /// Every piece on its own, most surprising first.
    pub pieces: Vec<Surprise>,
    /// Probability of the flag in the other headquarters for who knows where the mines are.
    pub decoy: f64,
}

/// What is expected before the first move.
#[derive(Debug, Clone)]
pub struct Expectation {
    prior: Arc<Prior>,
    /// By post and kind, how likely.
    marginals: [[f64; 12]; ARMY],
}

impl Expectation {
    /// By a prior.
    ///
    /// # Panics
    ///
    /// Never: the standard board and rules are sound.
    pub fn new(prior: impl Into<Arc<Prior>>) -> Self {
        let prior = prior.into();
        let deployment = Deployment::sample(&mut crate::base::random::stream(0, &[]));
        let deployments = [Some(deployment); 4];
        let world = World::start(Board::siguo(), Rules::default(), &deployments, Seat::South);
        let world = world.expect("the standard game begins");
        let view = Observation::new(&world, Seat::South, Visibility::FourDark).view();
        let mut belief = Belief::new(&view, Mixture::only("prior", prior.clone(), None).into())
            .expect("a true view is sound");
        let posterior = belief.posterior(0);
        Self { prior, marginals: *posterior.marginals(Seat::North) }
    }

    /// How well a deployment is guessed.
    pub fn guess(&self, deployment: &Deployment) -> Guess {
        let surprise = |((point, kind), row): ((Point, Kind), &[f64; 12])| Surprise {
            point,
            kind,
            bits: -row[kind.index()].log2(),
        };
        let mut pieces: Vec<Surprise> =
            deployment.pieces().zip(&self.marginals).map(surprise).collect();
        pieces.sort_by(|a, b| b.bits.total_cmp(&a.bits));
        Guess { bits: self.prior.bits(deployment), pieces, decoy: self.decoy(deployment) }
    }

    /// Among all deployments with the mines where they are, the part with the flag elsewhere.
    fn decoy(&self, deployment: &Deployment) -> f64 {
        let [here, there] = {
            let [a, b] = ARM_HEADQUARTERS;
            let flag = deployment.at(point(a)) == Some(Kind::Flag);
            if flag { [a, b] } else { [b, a] }
        };
        // A mine in the other headquarters proves where the flag is.
        let weight = |flag: usize| -> f64 {
            let formations = self.prior.formations().iter().zip(self.prior.normalized_shares());
            formations.map(|(f, factor)| factor * narrowed(f, deployment, flag).total()).sum()
        };
        if deployment.at(point(there)) == Some(Kind::Mine) {
            return 0.0;
        }
        let (here, there) = (weight(here), weight(there));
        there / (here + there)
    }
}

fn point(index: usize) -> Point {
    Point::all().nth(index).expect("an arm has thirty points")
}

/// A formation with mines and flag at given points.
fn narrowed(formation: &Formation, deployment: &Deployment, flag: usize) -> Formation {
    let mut formation = formation.clone();
    for (row, point) in formation.weights.iter_mut().zip(Point::posts()) {
        let mine = deployment.at(point) == Some(Kind::Mine);
        for kind in Kind::ALL {
            let keeps = match kind {
                Kind::Mine => mine,
                Kind::Flag => point.index() == flag,
                _ => !mine && point.index() != flag,
            };
            if !keeps {
                row[kind.index()] = 0.0;
            }
        }
    }
    formation
}
