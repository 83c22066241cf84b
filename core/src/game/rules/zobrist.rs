//! Zobrist keys: random words whose exclusive or is the hash key of a position.

use super::Kind;
use crate::base::random::split_mix;
use crate::game::board::{CAPACITY, Seat, Station};

struct SplitMixWords {
    pieces: [[[u64; CAPACITY]; 12]; 4],
    turn: [u64; 4],
    alive: [u64; 4],
    shown: [u64; 4],
}

static WORDS: SplitMixWords = {
    let mut state = 0x6A75_6E71_6921;
    let mut words = SplitMixWords {
        pieces: [[[0; CAPACITY]; 12]; 4],
        turn: [0; 4],
        alive: [0; 4],
        shown: [0; 4],
    };
    let mut seat = 0;
    while seat < 4 {
        words.turn[seat] = split_mix(&mut state);
        words.alive[seat] = split_mix(&mut state);
        words.shown[seat] = split_mix(&mut state);
        let mut kind = 0;
        while kind < 12 {
            let mut station = 0;
            while station < CAPACITY {
                words.pieces[seat][kind][station] = split_mix(&mut state);
                station += 1;
            }
            kind += 1;
        }
        seat += 1;
    }
    words
};

#[inline]
pub(super) fn piece(seat: Seat, kind: Kind, station: Station) -> u64 {
    WORDS.pieces[seat.index()][kind.index()][station.index()]
}

#[inline]
pub(super) fn turn(seat: Seat) -> u64 {
    WORDS.turn[seat.index()]
}

#[inline]
pub(super) fn alive(seat: Seat) -> u64 {
    WORDS.alive[seat.index()]
}

#[inline]
pub(super) fn shown(seat: Seat) -> u64 {
    WORDS.shown[seat.index()]
}
