//! Endgames with known outcomes, and the limit.

use junqi::engine::endgame::{EndgameResult, Solution, is_small, solve};
use junqi::game::board::Board;
use junqi::game::format::parse_jfen;
use junqi::game::rules::World;
use junqi::gametree::search::Limit;
use std::sync::atomic::{AtomicU32, Ordering};

fn world(jfen: &str) -> World {
    let setup = parse_jfen(jfen, 1, Board::siguo()).unwrap().setup().unwrap();
    World::lenient(&setup).unwrap()
}

fn solved(jfen: &str) -> Solution {
    let world = world(jfen);
    assert!(is_small(&world));
    solve(&world, Limit { nodes: Some(1_000_000), over: None })
}

const fn win(plies: u32) -> EndgameResult {
    EndgameResult::Win { plies }
}

const fn loss(plies: u32) -> EndgameResult {
    EndgameResult::Loss { plies }
}

/// S has an engineer deep in its own arm, N a platoon far away and a flag behind three mines. Two
/// steps bring the engineer to the rails, the third ride takes a mine, the fourth move the flag:
/// four quiet plies until the counter is reset.
fn engineer(quiet: u32) -> String {
    let rows = "NmNqNm2/1Nm3/5/5/5/5/15/12/11Nh3/12/15/5/5/2Si2/5/1Sm3/SmSqSm2";
    format!("{rows} S SN - {quiet} 0 - - mode=1v1")
}

#[test]
fn an_engineer_takes_a_mined_flag_if_the_counter_lets_it() {
    for quiet in [0, 40, 65] {
        let Solution { verdict, line, .. } = solved(&engineer(quiet));
        assert_eq!((verdict, line.len()), (win(7), 7), "{quiet}");
    }
    // The fourth quiet ply is the seventieth: drawn before the mine is reached.
    for quiet in [66, 69] {
        assert_eq!(solved(&engineer(quiet)).verdict, EndgameResult::Draw, "{quiet}");
    }
    // The seventh ply of the rest wins though it is the last; the sixth cannot.
    let most = |plies: u32| engineer(0).replace("mode=1v1", &format!("mode=1v1,max_plies={plies}"));
    assert_eq!(solved(&most(7)).verdict, win(7));
    assert_eq!(solved(&most(6)).verdict, EndgameResult::Draw);
}

/// Both flags are behind mines and neither side has an engineer: the commander could only win by
/// capturing the last piece, which can hide in camps.
#[test]
fn a_commander_cannot_catch_a_piece_that_has_camps() {
    for piece in ["Ng", "Nb"] {
        let rows = "NmNqNm2/1Nm3/5/2N?2/5/5/15/12/7Sa7/12/15/5/5/5/5/1Sm3/SmSqSm2";
        let jfen = format!("{} S SN - 0 0 - - mode=1v1", rows.replace("N?", piece));
        let solution = solved(&jfen);
        assert_eq!(solution.verdict, EndgameResult::Draw, "{piece}");
        assert!(solution.holds && solution.held);
        assert!(
            solution.moves.iter().any(|m| Some(m.0) == solution.best && m.1 == EndgameResult::Draw)
        );
    }
}

/// S's commander stands before a flag whose only open side is held by one piece. A general there
/// has to move away or fall. A bomb stays beside the way in: the commander that comes near goes
/// with it, and with its last piece S has nothing left to move. A platoon to spare turns that
/// into a win. (The numbers are the solver's own.)
#[test]
fn a_bomb_holds_a_commander_that_has_no_help() {
    let solved = |guard: &str, spare: &str, line: usize| {
        let rows =
            format!("NmNqNm2/1{guard}3/5/1Sa3/5/5/15/12/15/12/15/5/5/5/{spare}/1Sm3/SmSqSm2");
        let solution = solved(&format!("{rows} S SN - 0 0 - - mode=1v1"));
        assert_eq!(solution.line.len(), line);
        solution.verdict
    };
    assert_eq!(solved("Nb", "5", 5), win(5));
    assert_eq!(solved("Nx", "5", 1), EndgameResult::Draw);
    assert_eq!(solved("Nx", "4Sh", 5), win(5));
}

/// Of two equal last pieces the one that attacks first has won: both are removed, and the other
/// side comes to move without a move.
#[test]
fn who_trades_the_last_pieces_wins() {
    let rows = "NmNqNm2/1Nm3/5/5/5/5/15/12/6NaSa7/12/15/5/5/5/5/1Sm3/SmSqSm2";
    for turn in ["S", "N"] {
        let solution = solved(&format!("{rows} {turn} SN - 69 0 - - mode=1v1"));
        assert_eq!(solution.verdict, win(1));
    }
}

/// E has lost its partner, and N comes for its flag. (The numbers are the solver's own.)
#[test]
fn two_against_one() {
    let rows = "NmNqNm2/1Nm3/5/4Nd/5/5/15/10EmEq/11Ec2Em/10Sd1/15/5/5/5/5/1Sm3/SmSqSm2";
    let solution = solved(&format!("{rows} N SEN - 0 0 - - mode=2v2"));
    assert_eq!((solution.verdict, solution.line.len()), (win(6), 6));
    // E to move, S's commander in the centre, a company in place of N's brigade.
    let rows = "NmNqNm2/1Nm3/5/4Ng/5/5/15/10EmEq/7Sa3Ec2Em/12/15/5/5/5/5/1Sm3/SmSqSm2";
    let solution = solved(&format!("{rows} E SEN - 0 0 - - mode=2v2"));
    assert_eq!((solution.verdict, solution.line.len()), (loss(8), 8));
}

#[test]
fn the_limit_is_respected() {
    let rows = "NmNqNm2/1Nm3/5/2Ng2/3Nh1/5/15/12/6SdSa7/12/15/5/5/5/5/1Sm3/SmSqSm2";
    let world = world(&format!("{rows} S SN - 0 0 - - mode=1v1"));
    for nodes in [0, 1, 100, 5000] {
        let solution = solve(&world, Limit { nodes: Some(nodes), over: None });
        assert_eq!(solution.verdict, EndgameResult::Unknown);
        assert!(solution.nodes <= nodes, "{} of {nodes}", solution.nodes);
        assert!(solution.moves.iter().all(|m| m.1 == EndgameResult::Unknown));
    }
    let asked = AtomicU32::new(0);
    let over = || asked.fetch_add(1, Ordering::Relaxed) >= 20;
    let solution = solve(&world, Limit { nodes: None, over: Some(&over) });
    assert_eq!(solution.verdict, EndgameResult::Unknown);
    assert!(solution.nodes < 10_000 && asked.load(Ordering::Relaxed) < 40, "{}", solution.nodes);
}

#[test]
fn a_finished_game_and_a_stuck_seat_have_no_moves() {
    let over = world("5/5/5/5/5/5/15/12/7Sa7/12/15/5/5/5/5/5/1Sq3 S S - 0 0 - - mode=1v1");
    let solution = solve(&over, Limit::default());
    assert_eq!((solution.verdict, solution.best), (win(0), None));
    let stuck = world("1Nq3/5/5/5/5/5/15/12/7Na7/12/15/5/5/5/5/5/1Sq3 S SN - 0 0 - - mode=1v1");
    let solution = solve(&stuck, Limit::default());
    assert_eq!((solution.verdict, solution.best), (EndgameResult::Unknown, None));
    assert!(!solution.holds && !solution.held);
}
