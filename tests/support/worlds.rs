//! Worlds of a few pieces, and worlds turned.

use junqi::game::belief::View;
use junqi::game::board::{Board, Cell, Seat, SeatSet, Station};
use junqi::game::rules::{Kind, Mode, Rules, Setup, World};

/// A world of a two-player game by its pieces: seat, kind and cell of each, as in `Sqh1`.
pub fn set_up(text: &str, turn: Seat) -> World {
    let board = Board::siguo();
    let piece = |word: &str| {
        let seat = Seat::from_letter(word.chars().next()?)?;
        let kind = Kind::from_letter(word.chars().nth(1)?)?;
        let cell: Cell = word[2..].parse().ok()?;
        Some((seat, kind, board.station(cell)?))
    };
    let rules = Rules::default().with_mode(Mode::TwoPlayer);
    let setup = Setup {
        board,
        rules,
        pieces: text.split_whitespace().map(|word| piece(word).expect(word)).collect(),
        turn,
        alive: rules.seats(),
        flags_shown: SeatSet::default(),
        quiet: 0,
        ply: 0,
        gone: Default::default(),
    };
    World::lenient(&setup).unwrap()
}

/// The station a quarter turn on from another: where South's arm comes to lie on East's.
fn turned(at: Station) -> Station {
    let board = Board::siguo();
    let cell = board.cell(at);
    board.station(Cell::new(16 - cell.col(), cell.row()).unwrap()).unwrap()
}

/// A world with every seat's affairs handed to the next, so many times.
pub fn rotated(world: &World, times: usize) -> World {
    let mut setup: Setup = View::truth(world).setup().unwrap();
    for _ in 0..times {
        let next = |seat: Seat| Seat::from_index((seat.index() + 1) % 4);
        let turn = |&(seat, kind, at): &_| (next(seat), kind, turned(at));
        setup.pieces = setup.pieces.iter().map(turn).collect();
        setup.turn = next(setup.turn);
        setup.alive = setup.alive.iter().map(next).collect();
        setup.flags_shown = setup.flags_shown.iter().map(next).collect();
    }
    World::lenient(&setup).unwrap()
}
