//! Boards with other arms and armies: the embedded small one, and generated ones.

use crate::support::often;
use junqi::base::random;
use junqi::game::belief::{
    Belief, Evidence, Information, Mixture, Observation, Posterior, Visibility,
};
use junqi::game::board::{Board, Seat, Station};
use junqi::game::format::{GameRecord, parse_jfen};
use junqi::game::rules::{
    ARMY, Deployment, Kind, MineOnHit, Mode, Move, PieceId, Rules, Setup, World, perft,
};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};
use std::collections::{BTreeMap, BTreeSet};

fn rules() -> Rules {
    Rules::default().with_mode(Mode::TwoPlayer)
}

/// All legal deployments of a board, by trying every order of its pieces.
fn deployments(board: &'static Board) -> Vec<Deployment> {
    let mut found = BTreeMap::new();
    let pieces: Vec<Kind> = board.shape().army().iter().collect();
    permute(board, &mut vec![], &pieces, &mut found);
    found.into_values().collect()
}

fn permute(
    board: &'static Board,
    placed: &mut Vec<Kind>,
    left: &[Kind],
    found: &mut BTreeMap<String, Deployment>,
) {
    if left.is_empty() {
        let mut points = vec![None; board.shape().points().count()];
        for (post, &kind) in board.shape().posts().zip(&*placed) {
            points[post.index()] = Some(kind);
        }
        if let Ok(deployment) = Deployment::new(board.shape(), &points) {
            found.insert(deployment.to_string(), deployment);
        }
        return;
    }
    for i in 0..left.len() {
        let mut rest = left.to_vec();
        placed.push(rest.remove(i));
        permute(board, placed, &rest, found);
        placed.pop();
    }
}

fn start(board: &'static Board, south: Deployment, north: Deployment) -> World {
    let deployments = [Some(south), None, Some(north), None];
    World::start(board, rules(), &deployments, Seat::South).unwrap()
}

fn sampled(board: &'static Board, rng: &mut impl Rng) -> World {
    let [south, north] = [(); 2].map(|()| Deployment::sample_on(board.shape(), rng));
    start(board, south, north)
}

#[test]
fn the_small_board_has_its_counts() {
    let board = Board::mini();
    let shape = board.shape();
    assert_eq!((shape.rows(), shape.cols(), shape.posts().count()), (2, 3, 5));
    assert_eq!(shape.deployments(), deployments(board).len() as u128);
    assert!(!shape.is_standard() && Board::siguo().shape().is_standard());
    let faults = |from: &str, to: &str| {
        board.text().replacen(from, to, 1).parse::<Board>().unwrap_err().to_string()
    };
    assert!(faults("army ", "# ").contains("an army of 25 pieces for arms of 5 posts"));
    assert!(faults("aixmq", "aixmm").contains("one flag"));
    assert!(faults("aixmq", "aaxmq").contains("at most 1 commander pieces"));
    assert!(faults("mines 1", "mines 0").contains("cannot be deployed"));
    assert!(faults("H o H", "H o o").contains("mirror images"));
    assert!(faults("+ O +", "+ o +").contains("a camp, as in the arm of seat S"));
}

/// Mines and headquarters compete for points here: the bound kinds are drawn more than once.
#[test]
fn samples_are_uniform() {
    let text = Board::mini().text().replace("army aixmq", "army axmmq");
    let crowded = Board::of_text(&text.replace("mines 1", "mines 2")).unwrap();
    for board in [Board::mini(), crowded] {
        let all = deployments(board);
        assert_eq!(board.shape().deployments(), all.len() as u128);
        let mut rng = random::stream(3, &[]);
        let mut tally: BTreeMap<String, u32> = BTreeMap::new();
        let each = 400;
        for _ in 0..each * all.len() {
            let drawn = Deployment::sample_on(board.shape(), &mut rng);
            *tally.entry(drawn.to_string()).or_default() += 1;
        }
        assert_eq!(tally.len(), all.len());
        let mean = each as f64;
        let chi: f64 = tally.values().map(|&n| (f64::from(n) - mean).powi(2) / mean).sum();
        let degrees = (all.len() - 1) as f64;
        assert!(chi < degrees + 5.0 * (2.0 * degrees).sqrt(), "{chi} of {degrees} degrees");
    }
}

/// Beliefs of both sides are those of all deployments that lead to the same public events.
#[test]
fn beliefs_are_those_of_all_deployments() {
    let board = Board::mini();
    let all = deployments(board);
    for seed in 0..often(200) {
        let mut rng = random::stream(seed, &[]);
        let first = sampled(board, &mut rng);
        let observer = [Seat::South, Seat::North][rng.random_range(0..2)];
        let hidden = observer.opposite();
        let view = Observation::new(&first, observer, Visibility::FourDark).view();
        let mut belief = Belief::new(&view, Mixture::counting().into()).unwrap();
        let mut evidence = Evidence::new(&view).unwrap();
        let mut world = first.clone();
        let mut candidates: Vec<World> = vec![];
        for &other in &all {
            let own = deployed(&first, observer);
            let [south, north] = if observer == Seat::South { [own, other] } else { [other, own] };
            candidates.push(start(board, south, north));
        }
        let starts = candidates.clone();
        let mut alive: Vec<usize> = (0..all.len()).collect();
        for ply in 0..rng.random_range(1..60) {
            if world.outcome().is_some() {
                break;
            }
            let moves: Vec<Move> = world.moves().collect();
            let mv = *moves.choose(&mut rng).unwrap();
            let event = world.play(mv).unwrap();
            belief.learn(&event);
            evidence.learn(&event);
            alive.retain(|&i| candidates[i].play(mv).is_ok_and(|other| other == event));
            if ply % 5 != 0 {
                continue;
            }
            let posterior = belief.posterior(seed);
            let same = Posterior::new(&evidence, &Mixture::counting(), seed);
            assert!(posterior.error().is_none() && !alive.is_empty(), "seed {seed}");
            let total = same.total().unwrap() * board.shape().deployments() as f64;
            assert!(
                (total - alive.len() as f64).abs() < 1e-9,
                "seed {seed}: {total} {}",
                alive.len()
            );
            for piece in PieceId::of(hidden).take(board.shape().army().len()) {
                let mut shares = [0.0; 12];
                for &i in &alive {
                    shares[starts[i].kind(piece).index()] += 1.0 / alive.len() as f64;
                }
                for found in [posterior.marginal(piece), same.marginal(piece)] {
                    for kind in 0..12 {
                        assert!(
                            (found[kind] - shares[kind]).abs() < 1e-12,
                            "seed {seed} {piece:?}"
                        );
                    }
                }
            }
        }
    }
}

/// The deployment of a seat at the start.
fn deployed(first: &World, seat: Seat) -> Deployment {
    let arm = first.board().arm(seat).unwrap();
    let kind = |&at: &Station| first.piece_at(at).map(|piece| first.kind(piece));
    let points: Vec<Option<Kind>> = arm.iter().map(kind).collect();
    Deployment::new(first.board().shape(), &points).unwrap()
}

/// Rails of the small board: its flanks.
fn is_rail(a: [usize; 2], b: [usize; 2]) -> bool {
    let on = |c: [usize; 2]| (7..=9).contains(&c[0]) && (c[1] == 7 || c[1] == 9);
    a[1] == b[1] && a[0].abs_diff(b[0]) == 1 && on(a) && on(b)
}

fn is_camp(c: [usize; 2]) -> bool {
    c == [7, 8] || c == [9, 8]
}

/// Whether a road or rail joins two stations of the small board.
fn is_edge(a: [usize; 2], b: [usize; 2]) -> bool {
    match (a[0].abs_diff(b[0]), a[1].abs_diff(b[1])) {
        (0, 1) | (1, 0) => true,
        (1, 1) => is_camp(a) || is_camp(b),
        _ => false,
    }
}

/// All legal moves of the small board, by plain search.
fn slow_moves(world: &World) -> BTreeSet<Move> {
    let board = world.board();
    let place = |s: Station| [board.cell(s).row(), board.cell(s).col()];
    let stations: Vec<Station> = board.stations().iter().collect();
    let mut moves = BTreeSet::new();
    for &from in &stations {
        let Some(piece) = world.piece_at(from) else { continue };
        let kind = world.kind(piece);
        let in_headquarters = matches!(place(from), [6 | 10, 7 | 9]);
        if piece.seat() != world.turn() || !kind.is_mobile() || in_headquarters {
            continue;
        }
        let mut targets: BTreeSet<Station> =
            stations.iter().copied().filter(|&to| is_edge(place(from), place(to))).collect();
        // Ways on rails: station and direction of the last step.
        let mut ways = vec![(from, None)];
        let mut seen = BTreeSet::new();
        while let Some((at, last)) = ways.pop() {
            for &to in &stations {
                let (a, b) = (place(at), place(to));
                let step = [b[0] as i32 - a[0] as i32, b[1] as i32 - a[1] as i32];
                let turns = last.is_some_and(|last| last != step);
                if !is_rail(a, b) || (turns && kind != Kind::Engineer) || to == from {
                    continue;
                }
                targets.insert(to);
                if world.piece_at(to).is_none() && seen.insert((to, step)) {
                    ways.push((to, Some(step)));
                }
            }
        }
        for to in targets {
            let ends = world.piece_at(to);
            let own = ends.is_some_and(|other| other.seat() == piece.seat());
            let may_stop = own || ends.is_some() && is_camp(place(to));
            if !may_stop {
                moves.insert(Move { from, to });
            }
        }
    }
    moves
}

fn slow_perft(world: &World, depth: u32) -> u64 {
    if world.outcome().is_some() {
        return 0;
    }
    let moves = slow_moves(world);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut sum = 0;
    for mv in moves {
        let mut next = world.clone();
        next.play(mv).unwrap();
        sum += slow_perft(&next, depth - 1);
    }
    sum
}

#[test]
fn moves_are_those_of_a_plain_generator() {
    let board = Board::mini();
    for seed in 0..often(60) {
        let mut rng = random::stream(seed, &[]);
        let mut world = sampled(board, &mut rng);
        let mut first = world.clone();
        assert_eq!(perft(&mut first, 3), slow_perft(&world, 3), "seed {seed}");
        while world.outcome().is_none() {
            let moves: BTreeSet<Move> = world.moves().collect();
            assert_eq!(
                moves,
                slow_moves(&world),
                "seed {seed}: {}",
                Observation::new(&world, world.turn(), Visibility::AllOpen).view()
            );
            let list: Vec<Move> = moves.into_iter().collect();
            world.play(*list.choose(&mut rng).unwrap()).unwrap();
        }
    }
}

/// Positions with casualties and records go through their text forms.
#[test]
fn positions_and_records_read_back() {
    let board = Board::mini();
    for seed in 0..often(60) {
        let mut rng = random::stream(seed, &[]);
        let first = sampled(board, &mut rng);
        let mut world = first.clone();
        let mut events = vec![];
        while world.outcome().is_none() {
            for seat in [Seat::South, Seat::North] {
                let view = Observation::new(&world, seat, Visibility::FourDark).view();
                let read = parse_jfen(&view.to_string(), 1, board).unwrap();
                assert_eq!(read, view);
                let information = Information::new(&read, seat, Visibility::FourDark).unwrap();
                assert_eq!(information.observation().view(), view);
                let posterior =
                    Posterior::new(&Evidence::new(&read).unwrap(), &Mixture::counting(), 1);
                assert!(posterior.is_consistent());
            }
            let moves: Vec<Move> = world.moves().collect();
            events.push(world.play(*moves.choose(&mut rng).unwrap()).unwrap());
        }
        let record = GameRecord {
            deployments: Seat::ALL.map(|seat| {
                rules().seats().contains(seat).then(|| deployed(&first, seat).to_string())
            }),
            events: GameRecord::events_text(&events, board),
            result: junqi::game::format::GameResult::of(world.outcome(), world.rules()),
            plies: world.ply(),
            ..GameRecord::unplayed(board, rules(), Visibility::FourDark)
        };
        let read = GameRecord::read(&record.line()).unwrap();
        assert_eq!(read.replay(board, |_, _| ()).unwrap().ply(), world.ply());
        assert!(read.replay(Board::siguo(), |_, _| ()).is_err());
    }
}

/// A board of two random arms with a random army, if the text is one.
fn generated(rng: &mut impl Rng) -> Option<&'static Board> {
    let (depth, half) = (rng.random_range(1..=5), rng.random_range(0..=2));
    let width = 2 * half + 1;
    let middle = rng.random_range(1..=3);
    let mut rows = vec![];
    for _ in 0..depth {
        let left: Vec<char> = (0..=half)
            .map(|_| *['o', 'o', 'o', 'O', 'H', '+', '|', ' '].choose(rng).unwrap())
            .collect();
        let row: Vec<char> = left.iter().chain(left[..half].iter().rev()).copied().collect();
        rows.push(row);
    }
    let top = rows.iter().rev().cloned();
    let between = (0..middle).map(|_| vec!['+'; width]);
    let all: Vec<Vec<char>> = top.chain(between).chain(rows.iter().cloned()).collect();
    let mut grid = String::new();
    for row in 0..17 {
        let symbols: &[char] = all.get(row).map_or(&[], |row| row);
        let line: Vec<String> = symbols.iter().map(char::to_string).collect();
        grid += &(line.join(" ") + "\n");
    }
    let posts = rows.iter().flatten().filter(|c| !matches!(c, 'O' | ' ')).count();
    let mut kinds: Vec<char> = "abccddeeffggghhhiiixxmmm".chars().collect();
    kinds.shuffle(rng);
    let army: String = kinds.iter().take(posts.checked_sub(1)?).chain(['q'].iter()).collect();
    let last = depth + middle;
    let text = format!(
        "board generated\ngrid\n{grid}end\narm S {last},0 {},{}\narm N {},{} 0,0\narmy {army}\nmines {}\n",
        last + depth - 1,
        width - 1,
        depth - 1,
        width - 1,
        rng.random_range(1..=depth)
    );
    Board::of_text(&text).ok()
}

#[test]
fn random_games_on_generated_boards() {
    let (mut boards, mut fights) = (0, 0);
    for seed in 0..often(2000) {
        let mut rng = random::stream(seed, &[]);
        let Some(board) = generated(&mut rng) else { continue };
        if rules().net(board).is_err() {
            continue;
        }
        let [south, north] = [(); 2].map(|()| Deployment::sample_on(board.shape(), &mut rng));
        assert_eq!(south.mirror().mirror(), south);
        assert!(board.shape().completions(&south.pieces().map(|p| p.1).collect::<Vec<_>>()) == 1);
        let deployments = [Some(south), None, Some(north), None];
        let mine_on_hit = [MineOnHit::Stays, MineOnHit::Removed][rng.random_range(0..2)];
        let rules = Rules { mine_on_hit, ..rules() };
        let setup = Setup::start(board, rules, &deployments, Seat::South);
        let Ok(mut world) = World::new(&setup) else { continue }; // nobody can move
        boards += 1;
        let view = Observation::new(&world, Seat::North, Visibility::FourDark).view();
        let mut evidence = Evidence::new(&view).unwrap();
        while world.outcome().is_none() {
            let moves: Vec<Move> = world.moves().collect();
            let fight = moves.iter().find(|mv| world.piece_at(mv.to).is_some());
            let mv = *fight.filter(|_| rng.random()).unwrap_or(moves.choose(&mut rng).unwrap());
            fights += usize::from(world.piece_at(mv.to).is_some());
            evidence.learn(&world.play(mv).unwrap());
            let state = evidence.public_state();
            assert_eq!(
                (state.turn(), state.alive(), state.outcome()),
                (world.turn(), world.alive(), world.outcome()),
                "seed {seed}"
            );
            assert!(state.pieces().eq(world.pieces()), "seed {seed}");
            let kinds: [Kind; 4 * ARMY] = std::array::from_fn(|i| {
                let piece = PieceId::new(Seat::from_index(i / ARMY), i % ARMY);
                world.kind(piece)
            });
            assert!(evidence.allows(&kinds), "seed {seed}: {}", board.text());
        }
        let posterior = Posterior::new(&evidence, &Mixture::counting(), seed);
        let rows = posterior.marginals(Seat::South);
        for kind in Kind::ALL {
            let sum: f64 = rows.iter().map(|row| row[kind.index()]).sum();
            let error = (sum - board.shape().army().count(kind) as f64).abs();
            assert!(error < 1e-6, "seed {seed} {kind} {sum}");
        }
    }
    assert!(boards > 20 && fights > 100, "{boards} boards, {fights} fights");
}
