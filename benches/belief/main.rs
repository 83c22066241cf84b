//! Exact marginals beside cheaper ones, in one run: `cargo bench -p junqi-benches --bench belief`.
//!
//! Times are medians of rounds by the wall clock, in microseconds a position (both hidden seats of
//! a double-open game); bits are -log2 of the probability of the true kind, a mean over hidden enemy
//! pieces on the board. On a busy machine trust the ratios more than the times.

mod along_games;
mod ways;

use junqi::base::clock::WallClock;
use junqi::base::random;
use junqi::game::belief::{
    BeliefPosition, Evidence, FightOutcome, Mixture, Observation, Posterior, Visibility,
};
use junqi::game::board::{Board, Seat};
use junqi::game::rules::{Deployment, Event, Kind, Move, PieceId, Rules, World};
use junqi::gametree::position::{Chance, Node, Uncertain};
use junqi::play::{Greedy, MatchSetup, Player, SearchRequest, play_game};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use ways::{Rows, alike, exact, independent, sequential};

const GAMES: u64 = 12;
const PLIES: [usize; 4] = [0, 40, 80, 120];
const ROUNDS: usize = 5;
const OPEN: Visibility = Visibility::DoubleOpen;
const OBSERVER: Seat = Seat::South;

fn main() {
    let games: Vec<Game> = (0..GAMES).map(Game::greedy).collect();
    println!("medians of {ROUNDS} rounds, default target CPU, {GAMES} games of greedy seats");
    println!("\nply  marginals                     us      ratio   bits    more  zeros  of");
    for ply in PLIES {
        let cases: Vec<Case> = games.iter().filter_map(|g| g.case(ply)).collect();
        compare(ply, &cases);
    }
    let cases: Vec<Case> = games.iter().filter_map(|g| g.case(80)).collect();
    println!("\nat ply 80, microseconds each");
    line("a sample of a seat", sample(&cases));
    line("an event learned, along games", learn(&games));
    walk(&cases);
    along_games::print(&games);
}

fn line(name: &str, seconds: f64) {
    println!("{name:36} {:10.3}", 1e6 * seconds);
}

fn median(work: impl FnMut() -> f64) -> f64 {
    let mut figures: Vec<f64> = std::iter::repeat_with(work).take(ROUNDS).collect();
    figures.sort_by(f64::total_cmp);
    figures[ROUNDS / 2]
}

/// Seconds per item.
fn each(work: impl FnOnce() -> usize) -> f64 {
    let start = Instant::now();
    let count = work();
    start.elapsed().as_secs_f64() / count as f64
}

struct Game {
    first: World,
    events: Vec<Event>,
}

struct Case {
    world: World,
    evidence: Evidence,
}

impl Game {
    fn greedy(seed: u64) -> Self {
        let (stop, clock) = (AtomicBool::new(false), WallClock::default());
        let mut rng = random::stream(seed, &[]);
        let player = |seat: Seat| -> Option<Box<dyn Player>> {
            Some(Box::new(Greedy::new(random::stream(seed, &[seat.index() as u64]))))
        };
        let table = MatchSetup {
            game: 0,
            board: Board::siguo(),
            rules: Rules::default(),
            visibility: OPEN,
            first: OBSERVER,
            players: Seat::ALL.map(player),
            offered: Seat::ALL.map(|_| Some(Deployment::sample(&mut rng))),
            keeps_offered: false,
            requests: [SearchRequest::new(&stop, &clock); 4],
            stop: &stop,
        };
        let game = play_game(table).expect("sampled deployments are legal");
        let first = World::start(Board::siguo(), Rules::default(), &game.deployments, OBSERVER);
        Self { first: first.expect("they were played"), events: game.events }
    }

    fn evidence(&self) -> Evidence {
        let view = Observation::new(&self.first, OBSERVER, OPEN).view();
        Evidence::new(&view).expect("a sound view")
    }

    fn case(&self, ply: usize) -> Option<Case> {
        let (mut world, mut evidence) = (self.first.clone(), self.evidence());
        for event in self.events.get(..ply)? {
            junqi::game::format::follow(&mut world, event).expect("it was played");
            evidence.learn(event);
        }
        world.outcome().is_none().then_some(Case { world, evidence })
    }
}

/// A method of computing marginals.
type Way<'a> = &'a dyn Fn(&Case) -> Rows;

fn compare(ply: usize, cases: &[Case]) {
    let counted = |sets| {
        let mixture = alike(sets);
        move |case: &Case| exact(&case.evidence, &mixture)
    };
    let (one, eight, sixteen) = (counted(1), counted(8), counted(16));
    let sequential = |case: &Case| sequential(&case.evidence);
    let independent = |case: &Case| independent(&case.evidence);
    let ways: [(&str, Way<'_>); 5] = [
        ("exact, 1 set of weights", &one),
        ("exact, 8 sets", &eight),
        ("exact, 16 sets", &sixteen),
        ("independent", &independent),
        ("sequential, 1000 samples", &sequential),
    ];
    let mut first = None;
    for (name, way) in ways {
        let all = || {
            for case in cases {
                black_box(way(case));
            }
            cases.len()
        };
        let seconds = median(|| each(all));
        let (bits, zeros, pieces) = bits(cases, way);
        let (time, least) = *first.get_or_insert((seconds, bits));
        let (ratio, more) = (seconds / time, bits - least);
        let us = 1e6 * seconds;
        println!(
            "{ply:3}  {name:26} {us:9.1} {ratio:8.4} {bits:7.4} {more:7.4} {zeros:5} {pieces:5}"
        );
    }
}

/// Mean bits of hidden enemy pieces on the board, the number of pieces with probability 0, which are
/// left out, and the number of all pieces.
fn bits(cases: &[Case], way: Way<'_>) -> (f64, usize, usize) {
    let (mut sum, mut zeros, mut pieces) = (0.0, 0, 0);
    for case in cases {
        let rows = way(case);
        let hidden = |p: &PieceId| case.evidence.kind(*p).is_none();
        for piece in case.world.pieces().map(|p| p.0).filter(hidden) {
            let p = rows[piece.index()][case.world.kind(piece).index()];
            pieces += 1;
            if p > 0.0 {
                sum -= p.log2();
            } else {
                zeros += 1;
            }
        }
    }
    (sum / (pieces - zeros) as f64, zeros, pieces)
}

fn sample(cases: &[Case]) -> f64 {
    let counting = Mixture::counting();
    let posteriors: Vec<_> =
        cases.iter().map(|s| Posterior::new(&s.evidence, &counting, 0)).collect();
    let mut rng = random::stream(0, &[]);
    median(|| {
        each(|| {
            for posterior in &posteriors {
                for _ in 0..1000 {
                    black_box(posterior.sample(&mut rng));
                }
            }
            2000 * posteriors.len()
        })
    })
}

fn learn(games: &[Game]) -> f64 {
    let mut evidence: Vec<Evidence> = vec![];
    median(|| {
        evidence.clear();
        evidence.extend(games.iter().map(Game::evidence));
        each(|| {
            let mut count = 0;
            for (game, evidence) in games.iter().zip(&mut evidence) {
                game.events.iter().for_each(|event| evidence.learn(event));
                count += game.events.len();
            }
            count
        })
    })
}

/// Moves with their outcomes.
type Moves = Vec<(Move, FightOutcome)>;

/// Making and unmaking moves of belief positions, by the information that they reveal.
fn walk(cases: &[Case]) {
    let counting = Mixture::counting();
    let mut kinds: [Vec<(BeliefPosition, Moves)>; 3] = Default::default();
    for case in cases {
        let posterior = Posterior::new(&case.evidence, &counting, 0);
        let seen = Observation::new(&case.world, OBSERVER, OPEN);
        let mut position = BeliefPosition::new(&seen, &posterior);
        for _ in 0..4 {
            for (all, moves) in kinds.iter_mut().zip(by_information(&position)) {
                all.push((position.clone(), moves));
            }
            let quiet = |m: &Move| position.piece_at(m.to).is_none();
            let Some(mv) = position.moves().find(quiet) else { break };
            position.make_outcome(mv, FightOutcome::Quiet);
        }
    }
    let names = ["quiet", "first move", "fight"];
    for (name, list) in names.into_iter().zip(&mut kinds) {
        line(&format!("make + unmake, {name}"), median(|| each(|| made(list))));
        line(&format!("entropy of a move, {name}"), median(|| each(|| entropies(list))));
    }
}

/// Quiet moves that reveal nothing, first moves of pieces, and fights with hidden pieces.
fn by_information(position: &BeliefPosition) -> [Moves; 3] {
    let mut lists: [Moves; 3] = Default::default();
    let hidden = |s| position.piece_at(s).filter(|&p| position.kind(p).is_none());
    for mv in position.moves() {
        let unmoved = |p| position.marginal(p)[Kind::Mine.index()] > 0.0;
        let first = hidden(mv.from).is_some_and(unmoved);
        for (outcome, _) in position.outcomes(mv) {
            if outcome == FightOutcome::Quiet {
                lists[usize::from(first)].push((mv, outcome));
            } else if hidden(mv.from).or(hidden(mv.to)).is_some() {
                lists[2].push((mv, outcome));
            }
        }
    }
    lists
}

fn made(list: &mut [(BeliefPosition, Moves)]) -> usize {
    let mut count = 0;
    for _ in 0..20 {
        for (position, moves) in &mut *list {
            for &(mv, outcome) in &*moves {
                let undo = position.make_outcome(mv, outcome);
                black_box(position.key());
                position.unmake(mv, undo);
                count += 1;
            }
        }
    }
    count
}

fn entropies(list: &[(BeliefPosition, Moves)]) -> usize {
    let mut count = 0;
    for (position, moves) in list {
        for &(mv, _) in moves {
            black_box(position.entropy(mv));
            count += 1;
        }
    }
    count
}
