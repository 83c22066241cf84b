//! The open two-player game as a list of features, for partition search.
//!
//! Feature `4 · station + seat` says whether a piece of South (0) or North (1) stands there, and
//! `4 · station + 2 + seat` of which kind.

use junqi::base::random::derive;
use junqi::game::board::{Seat, Station};
use junqi::game::rules::{Kind, Move, Moves, World};
use junqi::gametree::position::{Evaluate, Node, Position, Side};
use junqi::gametree::score::Score;
use junqi::gametree::search::{Features, Partition};

/// 64-bit words for four features a station.
pub(crate) const WORDS: usize = 9;

const ALL: Features<WORDS> = Features([u64::MAX; WORDS]);

/// The open two-player game.
#[derive(Clone)]
pub(crate) struct Stations(pub(crate) World);

impl Node for Stations {
    type Move = Move;
    type Undo = <World as Node>::Undo;
    type Moves = Moves;
    const ALTERNATES: bool = <World as Node>::ALTERNATES;

    fn side(&self) -> Side {
        self.0.side()
    }
    fn moves(&self) -> Moves {
        self.0.moves()
    }
    fn unmake(&mut self, m: Move, undo: Self::Undo) {
        self.0.unmake(m, undo);
    }
    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl Position for Stations {
    fn make(&mut self, m: Move) -> Self::Undo {
        self.0.make(m)
    }
}

/// Material and places, a sum over pieces, so that the change by a move depends on the move alone.
pub(crate) struct Linear;

impl Linear {
    fn value(world: &World) -> i64 {
        let worth = |(piece, at): (_, Station)| {
            let kind = world.kind(piece);
            100 * (13 - kind.index() as i64) + at.index() as i64 % 7
        };
        let sign = |seat| if Some(seat) == Some(Seat::South) { 1 } else { -1 };
        world.pieces().map(|piece| sign(piece.0.seat()) * worth(piece)).sum()
    }
}

impl Evaluate<Stations> for Linear {
    type Value = Score;

    fn evaluate(&mut self, position: &Stations) -> Score {
        let value = Score(Self::value(&position.0));
        if position.0.turn() == Seat::South { value } else { -value }
    }
}

fn seat(world: &World) -> usize {
    usize::from(world.turn() == Seat::North)
}

/// Whether a seat has a piece there.
fn presence(seat: usize, at: Station) -> usize {
    4 * at.index() + seat
}

/// Of which kind it is.
fn kind(seat: usize, at: Station) -> usize {
    4 * at.index() + 2 + seat
}

fn kind_at(world: &World, at: Station) -> Option<Kind> {
    world.piece_at(at).map(|piece| world.kind(piece))
}

/// What proves that the side not to move will have a move after this one.
fn witness(world: &World, m: Move) -> Option<Features<WORDS>> {
    let other = 1 - seat(world);
    let enemy = if other == 0 { Seat::South } else { Seat::North };
    let free = |&at: &Station| at != m.from && at != m.to && world.piece_at(at).is_none();
    world.mobile(enemy).iter().filter(|&from| from != m.to).find_map(|from| {
        let to = world.net().neighbours(from).iter().find(free)?;
        let places = Features::NONE.with(kind(other, from)).with(presence(0, to));
        Some(places.with(presence(1, to)))
    })
}

impl Partition<Stations, Score, WORDS> for Linear {
    fn key(&self, position: &Stations, of: Features<WORDS>) -> u64 {
        let world = &position.0;
        let start = derive(u64::from(world.alive().contains(Seat::North)), &[seat(world) as u64]);
        let stations = world.board().stations();
        stations.iter().fold(start, |key, at| {
            let asked = |f: usize| of.0[f / 64] >> (f % 64) & 0b1111;
            let wanted = asked(4 * at.index());
            if wanted == 0 {
                return key;
            }
            let owner = world.piece_at(at).map(|p| usize::from(p.seat() == Seat::North));
            let kind = kind_at(world, at).map_or(0, |kind| 1 + kind.index() as u64);
            let facts = [0, 1].map(|seat| match owner {
                Some(owner) if owner == seat && wanted >> (2 + seat) & 1 == 1 => 1 + kind,
                Some(owner) if owner == seat && wanted >> seat & 1 == 1 => 1,
                _ => 0,
            });
            derive(key, &[at.index() as u64, facts[0], facts[1]])
        })
    }

    /// All of it is in the base.
    fn evaluation(&mut self, _position: &Stations) -> Features<WORDS> {
        Features::NONE
    }

    fn moves(&mut self, position: &Stations) -> Features<WORDS> {
        let world = &position.0;
        let own = seat(world);
        let mut read = Features::NONE;
        for at in world.board().stations() {
            read = read.with(presence(own, at)).with(kind(own, at));
        }
        for m in world.moves() {
            read.insert(presence(1 - own, m.to));
        }
        for from in world.mobile(world.turn()) {
            for at in world.net().neighbours(from) {
                read.insert(presence(1 - own, at));
            }
        }
        read
    }

    fn reads(&mut self, position: &Stations, m: Move) -> Features<WORDS> {
        let world = &position.0;
        let own = seat(world);
        let Some(mut read) = witness(world, m) else { return ALL };
        if kind_at(world, m.to) == Some(Kind::Flag) {
            return ALL;
        }
        read = read.with(presence(own, m.from)).with(kind(own, m.from)).with(kind(1 - own, m.to));
        read = read.with(presence(0, m.to)).with(presence(1, m.to));
        if !world.net().neighbours(m.from).contains(m.to) {
            let from = [m.from].into_iter().collect();
            for step in world.moves_from(from) {
                read = read.with(presence(0, step.to)).with(presence(1, step.to));
            }
        }
        read
    }

    fn writes(&mut self, position: &Stations, m: Move) -> Features<WORDS> {
        if kind_at(&position.0, m.to) == Some(Kind::Flag) {
            return ALL;
        }
        [m.from, m.to].into_iter().fold(Features::NONE, |all, at| {
            (0..2).fold(all, |all, seat| all.with(presence(seat, at)).with(kind(seat, at)))
        })
    }

    fn base(&self, position: &Stations) -> Score {
        Evaluate::evaluate(&mut Self, position)
    }
}
