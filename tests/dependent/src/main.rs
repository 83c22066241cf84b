//! What a program can do with junqi without features: play by the rules, infer hidden pieces,
//! search a game tree.

use junqi::game::belief::{Belief, Observation, Mixture, Visibility};
use junqi::game::board::{Board, Seat};
use junqi::game::rules::{Deployment, Kind, Rules, World};
use junqi::gametree::score::Window;
use junqi::gametree::search::{Context, Limit, Meter, Plies, alpha_beta};
use junqi::gametree::tree::{Generated, Ordered, Payoffs, Shape};
use junqi::rand::{SeedableRng, rngs::ChaCha8Rng};

fn main() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let deployments = [(); 4].map(|()| Some(Deployment::sample(&mut rng)));
    let mut world = World::start(Board::siguo(), Rules::default(), &deployments, Seat::South)
        .expect("sampled deployments are legal");
    let mv = world.moves().next().expect("the first player can move");
    world.play(mv).expect("a legal move");

    let view = Observation::new(&world, Seat::South, Visibility::FourDark).view();
    let mut belief = Belief::new(&view, Mixture::counting().into()).expect("a true view is sound");
    let posterior = belief.posterior(0);
    let mines: f64 =
        posterior.marginals(Seat::North).iter().map(|row| row[Kind::Mine.index()]).sum();
    assert!((mines - 3.0).abs() < 1e-9, "expected three mines, found {mines}");

    let tree = Ordered::new(100, Shape::new(3, 4).expect("a small tree"), 7).expect("a small tree");
    let meter = Meter::new(Limit::default());
    let mut context = Context::new(Payoffs::default(), Plies(4)).with_observer(meter);
    let answer = alpha_beta(&mut context, &mut Generated::new(tree), Window::FULL);
    assert_eq!(answer.line, [0, 0, 0, 0], "the first move of an ordered tree is the best");
    println!("{mv:?}: {mines} mines, {:?}", answer.value);
}
