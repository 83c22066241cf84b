//! Accuracy of belief positions against exact recounts of the same events, along games of `greedy`.
//! The figures are in the documentation of `belief::BeliefPosition`.

use junqi::base::clock::WallClock;
use junqi::base::random;
use junqi::game::belief::{Belief, BeliefPosition, FightOutcome, Mixture, Observation, Visibility};
use junqi::game::board::{Board, Seat};
use junqi::game::rules::{ARMY, Act, Event, Kind, PieceId, Rules, World};
use junqi::gametree::position::{Chance, Node};
use junqi::play::{Greedy, MatchSetup, Player, SearchRequest, play_game};
use std::sync::atomic::AtomicBool;

const OPEN: Visibility = Visibility::DoubleOpen;
type Rows = Vec<[f64; 12]>;

/// The start and the events of a game between four greedy seats.
fn greedy_game(seed: u64) -> (World, Vec<Event>) {
    let (stop, clock) = (AtomicBool::new(false), WallClock::default());
    let rules = Rules::default();
    let player = |seat: Seat| -> Option<Box<dyn Player>> {
        Some(Box::new(Greedy::new(random::stream(seed, &[seat.index() as u64]))))
    };
    let table = MatchSetup {
        game: 0,
        board: Board::siguo(),
        rules,
        visibility: OPEN,
        first: Seat::South,
        players: Seat::ALL.map(player),
        offered: crate::support::deployments(seed),
        keeps_offered: false,
        requests: [SearchRequest::new(&stop, &clock); 4],
        stop: &stop,
    };
    let game = play_game(table).unwrap();
    (World::start(Board::siguo(), rules, &game.deployments, Seat::South).unwrap(), game.events)
}

/// Means over all comparisons of one sort.
#[derive(Default)]
struct Means {
    positions: u32,
    pieces: f64,
    variation: f64,
    difference: f64,
    /// Surprise of the true kind in bits, at most 20: recounted, in the belief position, and without
    /// any update.
    bits: [f64; 3],
    /// The same distance without any update.
    unchanged: f64,
    zeros: u32,
}

impl Means {
    fn add(&mut self, exact: &[f64; 12], found: &[f64; 12], root: &[f64; 12], truth: Kind) {
        let far =
            |row: &[f64; 12]| -> f64 { exact.iter().zip(row).map(|(a, b)| (a - b).abs()).sum() };
        self.pieces += 1.0;
        self.variation += far(found) / 2.0;
        self.difference += far(found) / 12.0;
        self.unchanged += far(root) / 2.0;
        self.zeros += u32::from(found[truth.index()] == 0.0);
        for (bits, row) in self.bits.iter_mut().zip([exact, found, root]) {
            *bits += (-row[truth.index()].log2()).min(20.0);
        }
    }

    fn line(&self, name: &str) -> String {
        let mean = |sum: f64| sum / self.pieces;
        let [exact, found, root] = self.bits.map(mean);
        format!(
            "{name:18} {:6} {:7} {:9.4} {:9.4} {:9.5} {exact:8.4} {found:8.4} {root:8.4} {:5}",
            self.positions,
            self.pieces,
            mean(self.variation),
            mean(self.unchanged),
            mean(self.difference),
            self.zeros,
        )
    }
}

fn no_commander(row: &[f64; 12], fell: bool) -> [f64; 12] {
    let commander = if fell { row[Kind::Commander.index()].min(0.999) } else { 0.0 };
    let keep = |k: usize| if fell && k == 0 { 0.0 } else { row[k] / (1.0 - commander) };
    std::array::from_fn(keep)
}

fn fight(event: &Event) -> Option<(junqi::game::rules::Move, FightOutcome)> {
    match event.act {
        Act::Move(mv, None) => Some((mv, FightOutcome::Quiet)),
        Act::Move(mv, Some(c)) if event.captured_flag_of.is_some() => {
            Some((mv, FightOutcome::Capture(c)))
        }
        Act::Move(mv, Some(c)) => Some((mv, FightOutcome::Fight(c))),
        _ => None,
    }
}

fn rows(of: impl Fn(PieceId) -> [f64; 12]) -> Rows {
    let pieces = Seat::ALL.into_iter().flat_map(|s| (0..ARMY).map(move |n| PieceId::new(s, n)));
    pieces.map(of).collect()
}

#[derive(Default)]
struct Tally {
    by_plies: [Means; 4],
    fighters: Means,
    /// The fighters, if unshown flags had excluded commanders.
    no_commanders: Means,
    flags: Means,
    not_offered: u32,
}

impl Tally {
    /// Continues from a ply and compares after each of four moves.
    fn go_on(&mut self, worlds: &[World], events: &[Event], root: &mut Belief, exact: &[Rows]) {
        let observer = Seat::South;
        let observation = Observation::new(&worlds[0], observer, OPEN);
        let mut position = BeliefPosition::new(&observation, &root.posterior(0));
        let mut shown = false;
        for (n, event) in events.iter().enumerate().take(4) {
            let Some((mv, outcome)) = fight(event) else { return };
            if !position.moves().any(|m| m == mv) {
                self.not_offered += 1;
                return;
            }
            let mut fighters = vec![];
            if worlds[n].piece_at(mv.to).is_some() {
                fighters.extend([worlds[n].piece_at(mv.from), worlds[n].piece_at(mv.to)]);
            }
            position.make_outcome(mv, outcome);
            let world = &worlds[n + 1];
            if world.outcome().is_some() || position.alive() != world.alive() {
                return;
            }
            shown |= !event.flags_shown.is_empty();
            let into = if shown { &mut self.flags } else { &mut self.by_plies[n] };
            into.positions += 1;
            for (piece, _) in world.pieces() {
                let (i, kind) = (piece.index(), world.kind(piece));
                if exact[0][i].iter().all(|p| *p < 1.0) {
                    into.add(&exact[n + 1][i], position.marginal(piece), &exact[0][i], kind);
                }
            }
            for piece in fighters.into_iter().flatten().filter(|_| !shown) {
                let (i, kind) = (piece.index(), worlds[n].kind(piece));
                if exact[0][i].iter().all(|p| *p < 1.0) {
                    let (exact, root) = (&exact[n + 1][i], &exact[0][i]);
                    let found = position.marginal(piece);
                    let fell = world.station_of(piece).is_none();
                    self.fighters.add(exact, found, root, kind);
                    self.no_commanders.add(exact, &no_commander(found, fell), root, kind);
                }
            }
        }
    }
}

#[test]
fn marginals_stay_near_exact_recounts() {
    let mut tally = Tally::default();
    for seed in 0..6 {
        let (first, events) = greedy_game(seed);
        let view = Observation::new(&first, Seat::South, OPEN).view();
        let mut belief = Belief::new(&view, Mixture::counting().into()).unwrap();
        let (mut worlds, mut beliefs, mut exact) = (vec![first], vec![], vec![]);
        for event in events.iter().take(160) {
            let posterior = belief.posterior(0);
            exact.push(rows(|piece| posterior.marginal(piece)));
            beliefs.push(belief.clone());
            let mut world = worlds[worlds.len() - 1].clone();
            junqi::game::format::follow(&mut world, event).unwrap();
            worlds.push(world);
            belief.learn(event);
        }
        for ply in (0..beliefs.len().saturating_sub(5)).step_by(2) {
            if worlds[ply].alive().contains(Seat::South) {
                tally.go_on(&worlds[ply..], &events[ply..], &mut beliefs[ply], &exact[ply..]);
            }
        }
    }
    let head =
        "compared after  positions  pieces variation (unchanged) difference    exact    here";
    println!("{head} (unchanged) zeros");
    for (n, means) in tally.by_plies.iter().enumerate() {
        println!("{}", means.line(&format!("plies: {}", n + 1)));
    }
    println!("{}", tally.fighters.line("the fighters"));
    println!("{}", tally.no_commanders.line("no commanders"));
    println!("{}", tally.flags.line("a flag was shown"));
    println!("moves that were not offered: {}", tally.not_offered);
    for means in &tally.by_plies {
        assert!(means.positions > 100 && means.zeros == 0);
        assert!(means.variation < means.unchanged && means.variation / means.pieces < 0.02);
    }
}
