//! Endgames with known outcomes, and the limit.

use junqi::board::Board;
use junqi::endgame::{Solution, Verdict, is_small, solve};
use junqi::format::parse_jfen;
use junqi::rules::World;
use junqi::search::Limit;
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

const fn win(plies: u32) -> Verdict {
    Verdict::Win { plies }
}

const fn loss(plies: u32) -> Verdict {
    Verdict::Loss { plies }
}

/// S has an engineer deep in its own arm, N a platoon far away and a flag behind three mines. Two
/// steps bring the engineer to the rails, the third ride takes a mine, the fourth move the flag:
/// four quiet plies until the counter is set back.
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
        assert_eq!(solved(&engineer(quiet)).verdict, Verdict::Draw, "{quiet}");
    }
    // The seventh ply of the rest wins though it is the last; the sixth cannot.
    let most = |plies: u32| engineer(0).replace("mode=1v1", &format!("mode=1v1,max_plies={plies}"));
    assert_eq!(solved(&most(7)).verdict, win(7));
    assert_eq!(solved(&most(6)).verdict, Verdict::Draw);
}

/// Both flags are behind mines and nobody has an engineer: the commander could only win by
/// catching the last piece, which has camps to go to.
#[test]
fn a_commander_cannot_catch_a_piece_that_has_camps() {
    for piece in ["Ng", "Nb"] {
        let rows = "NmNqNm2/1Nm3/5/2N?2/5/5/15/12/7Sa7/12/15/5/5/5/5/1Sm3/SmSqSm2";
        let jfen = format!("{} S SN - 0 0 - - mode=1v1", rows.replace("N?", piece));
        let solution = solved(&jfen);
        assert_eq!(solution.verdict, Verdict::Draw, "{piece}");
        assert!(solution.holds && solution.held);
        assert!(solution.moves.iter().any(|m| Some(m.0) == solution.best && m.1 == Verdict::Draw));
    }
}
