//! The suite of moments: its files, its proofs, and what a seat gets of it.

use crate::support::{start, wander};
use junqi::base::clock::WallClock;
use junqi::game::belief::SeenPiece;
use junqi::game::board::Board;
use junqi::game::rules::{Mode, Rules, World};
use junqi::gametree::position::{Node, Position};
use junqi::play::PlayerSpec;
use junqi::research::suite::{
    ForcedSearch, Goal, Half, ReadMoment, Subject, SuiteMoment, SuiteRunner, Target, embedded,
    parse_moments, prove,
};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

const NODES: u64 = 400_000;

#[test]
fn every_moment_of_the_suite_is_what_it_says() {
    let moments = embedded();
    assert!(moments.iter().filter(|m| m.subject == Subject::Flags).count() >= 80);
    let mut places = BTreeSet::new();
    for moment in &moments {
        let name = format!("{} {} {}", moment.subject, moment.source, moment.at);
        let read = moment.read(Board::siguo()).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(read.world.turn(), moment.seat().unwrap(), "{name}");
        assert_eq!(moment.half, Half::of(&moment.record), "{name}");
        assert!(2 * read.good.len() <= moment.legal, "{name}");
        assert!((0.25..=1.0).contains(&moment.share), "{name}");
        assert!(moment.subject == Subject::Flags || !moment.is_foresight(), "{name}");
        moment.record.replay(Board::siguo(), |_, _| ()).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(places.insert((moment.subject, &moment.source, moment.at)), "{name}: twice");
    }
    for subject in Subject::ALL {
        for half in Half::ALL {
            let of = |m: &&SuiteMoment| m.subject == subject && m.half == half && !m.is_foresight();
            assert!(moments.iter().filter(of).count() <= 50, "{subject}");
        }
    }
}

#[test]
fn the_halves_share_no_deal() {
    let moments = embedded();
    let of = |half: Half| -> BTreeSet<Vec<String>> {
        let half = moments.iter().filter(|moment| moment.half == half);
        half.map(|moment| {
            let mut deal: Vec<String> =
                moment.record.deployments.iter().flatten().cloned().collect();
            deal.sort();
            deal
        })
        .collect()
    };
    let (tune, kept) = (of(Half::Tune), of(Half::Kept));
    assert!(tune.len() > 20 && kept.len() > 20);
    assert!(tune.is_disjoint(&kept));
}

#[test]
fn a_moment_reads_what_it_writes_and_tells_its_faults() {
    let moments = embedded();
    for moment in moments.iter().step_by(9) {
        assert_eq!(&parse_moments(&moment.line()).unwrap()[..], std::slice::from_ref(moment));
    }
    let fault = |change: &dyn Fn(&mut SuiteMoment)| {
        let mut moment = moments[0].clone();
        change(&mut moment);
        moment.read(Board::siguo()).err().expect("a fault").to_string()
    };
    assert!(fault(&|m| m.at = 9999).starts_with("at: found 9999, expected at most "));
    assert!(fault(&|m| m.legal += 1).starts_with("legal: found "));
    assert!(fault(&|m| m.good = "a1a2".into()).contains("found `a1a2`, expected a legal move"));
    assert!(fault(&|m| m.take = "Q".into()).contains("found `Q`, expected a seat letter"));
    assert!(fault(&|m| m.seat = 'X').contains("found `X`, expected S, E, N or W"));
    let other = |half| if half == Half::Tune { Half::Kept } else { Half::Tune };
    assert!(fault(&|m| m.half = other(m.half)).starts_with("half: "));
    assert!(parse_moments("\n{}\n").unwrap_err().to_string().starts_with("line 2: "));
}

#[test]
fn a_seat_gets_no_hidden_kind() {
    for moment in embedded() {
        let (seat, visibility) = (moment.seat().unwrap(), moment.record.visibility);
        let rules = moment.record.rules;
        let view = moment.start_view(seat, Board::siguo()).unwrap();
        let mut hidden = 0;
        for (owner, seen, _) in view.pieces {
            let knows = visibility.knows(&rules, seat, owner);
            assert_eq!(seen == SeenPiece::Hidden, !knows, "{}", moment.source);
            hidden += usize::from(!knows);
        }
        assert!(hidden >= 25, "{}: {hidden} hidden pieces", moment.source);
    }
}

fn reproduce(moments: impl Iterator<Item = SuiteMoment>) -> usize {
    let mut count = 0;
    for moment in moments {
        let name = format!("{} {} {}", moment.subject, moment.source, moment.at);
        let ReadMoment { world, goal, good, .. } = moment.read(Board::siguo()).unwrap();
        let proof = prove(&world, &goal, NODES).unwrap().unwrap();
        assert_eq!(proof.good, good, "{name}");
        assert_eq!(proof.legal, moment.legal, "{name}");
        assert!(proof.threat || goal.is_attacker(world.turn(), world.rules()), "{name}");
        count += 1;
    }
    count
}

#[test]
fn the_proofs_of_some_moments_are_reproduced() {
    assert!(reproduce(embedded().into_iter().step_by(29)) >= 4);
}

#[test]
#[ignore = "proves every moment of the suite; a minute or more"]
fn the_proofs_of_all_moments_are_reproduced() {
    assert!(reproduce(embedded().into_iter()) >= 100);
}

/// Whether a flag of the goal can be taken by force, by plain minimax: no table, no shortcut.
fn minimax(
    world: &mut World,
    goal: &Goal,
    flags: &[junqi::game::rules::PieceId],
    plies: u32,
) -> bool {
    if flags.iter().any(|&flag| world.station_of(flag).is_none()) {
        return true;
    }
    if plies == 0 || world.outcome().is_some() {
        return false;
    }
    let attacks = goal.is_attacker(world.turn(), world.rules());
    let moves: Vec<_> = world.moves().collect();
    let forced = |mv| {
        let undo = world.make(mv);
        let forced = minimax(world, goal, flags, plies - 1);
        world.unmake(mv, undo);
        forced
    };
    if attacks { moves.into_iter().any(forced) } else { moves.into_iter().all(forced) }
}

#[test]
fn a_forced_capture_is_what_minimax_finds() {
    let rules = Rules::default().with_mode(Mode::TwoPlayer);
    let (mut forced, mut asked) = (0, 0);
    for seed in 0..150 {
        let mut world = start(seed, rules);
        wander(&mut world, seed, 200 + 3 * seed as usize);
        if world.outcome().is_some() {
            continue;
        }
        for seat in world.alive().iter() {
            let goal = Goal { take: vec![Target::Flag(seat)], keep: vec![], plies: 3 };
            let flag = goal.take[0].piece(&world).unwrap();
            let mut search = ForcedSearch::new(&world, &goal, u64::MAX).unwrap();
            let found = search.is_forced(3).unwrap();
            assert_eq!(found, minimax(&mut world, &goal, &[flag], 3), "seed {seed}, {seat}");
            forced += u32::from(found);
            asked += 1;
        }
    }
    assert!(asked > 60 && forced >= 3, "{forced} of {asked} forced");
}

#[test]
fn a_random_seat_finds_as_many_as_there_are_good_moves() {
    let spec: PlayerSpec = "random".parse().unwrap();
    let (clock, stop) = (WallClock::default(), AtomicBool::new(false));
    let (mut good, mut mean, mut variance) = (0.0, 0.0, 0.0);
    for moment in embedded().iter().filter(|m| m.subject == Subject::Flags && !m.is_foresight()) {
        for seed in 0..8 {
            let board = Board::siguo();
            let runner = SuiteRunner { spec: &spec, board, seed, clock: &clock, stop: &stop };
            let answer = runner.answer(moment).unwrap();
            good += f64::from(u8::from(answer.good.unwrap()));
            mean += answer.chance;
            variance += answer.chance * (1.0 - answer.chance);
            assert!(answer.foreseen.is_empty(), "a random seat reports no values");
        }
    }
    assert!((good - mean).abs() < 4.0 * f64::sqrt(variance), "{good} found, {mean} expected");
}

#[test]
fn a_searching_seat_values_the_turns_before_and_after_a_capture() {
    let spec: PlayerSpec = "alphabeta:nodes=50".parse().unwrap();
    let (clock, stop) = (WallClock::default(), AtomicBool::new(false));
    let board = Board::siguo();
    let runner = SuiteRunner { spec: &spec, board, seed: 1, clock: &clock, stop: &stop };
    let mut values = 0;
    for moment in embedded().iter().filter(|m| m.fall.is_some()).step_by(11) {
        let answer = runner.answer(moment).unwrap();
        assert_eq!(answer, runner.answer(moment).unwrap(), "the same seed, the same answer");
        assert!(answer.foreseen.len() <= 3);
        for foreseen in &answer.foreseen {
            assert!((0.0..=1.0).contains(&foreseen.win));
            assert_eq!(foreseen.result, moment.result);
        }
        values += answer.foreseen.len();
    }
    assert!(values >= 10, "{values} values");
}
