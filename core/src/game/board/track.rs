//! The way that a move is drawn along.

use super::net::part;
use super::{Net, Station};

impl Net {
    /// A shortest way from one station to another, both included: a step, a slide along one line over
    /// `free` stations, or else an engineer's way over the railway. Just the two where there is none.
    ///
    /// It follows from public knowledge; an engineer may have gone another way.
    pub fn track(
        &self,
        from: Station,
        to: Station,
        free: impl Fn(Station) -> bool,
    ) -> Vec<Station> {
        if self.neighbours(from).contains(to) {
            return vec![from, to];
        }
        let slide = self.slide(from, to, &free);
        slide.or_else(|| self.drive(from, to, free)).unwrap_or_else(|| vec![from, to])
    }

    /// The shortest slide on one line.
    fn slide(
        &self,
        from: Station,
        to: Station,
        free: impl Fn(Station) -> bool,
    ) -> Option<Vec<Station>> {
        let parts = self.lines.iter().filter_map(|line| part(line, from, to));
        parts.filter(|part| part[1..part.len() - 1].iter().all(|&s| free(s))).min_by_key(Vec::len)
    }

    /// The shortest way over the railway, turns and all.
    fn drive(
        &self,
        from: Station,
        to: Station,
        free: impl Fn(Station) -> bool,
    ) -> Option<Vec<Station>> {
        let mut ways = vec![vec![from]];
        let mut seen = vec![from];
        for next in 0.. {
            let way = ways.get(next)?.clone();
            let last = way[way.len() - 1];
            for station in self.rail_neighbours(last) {
                let mut longer = way.clone();
                longer.push(station);
                if station == to {
                    return Some(longer);
                }
                if free(station) && !seen.contains(&station) {
                    seen.push(station);
                    ways.push(longer);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use crate::game::board::{Board, Net, Seat, Station};
    use crate::game::rules::{Deployment, Kind, Rules, World};
    use proptest::prelude::*;
    use rand::seq::IteratorRandom;

    /// Whether every hop is one edge, and all between the ends is free.
    fn is_way(net: &Net, way: &[Station], free: impl Fn(Station) -> bool) -> bool {
        way.windows(2).all(|hop| net.neighbours(hop[0]).contains(hop[1]))
            && way[1..way.len() - 1].iter().all(|&s| free(s))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn every_legal_move_has_a_way_of_single_edges(seed in any::<u64>()) {
            let mut rng = crate::base::random::stream(seed, &[]);
            let deployments = [0; 4].map(|_| Some(Deployment::sample(&mut rng)));
            let first = Seat::South;
            let mut world =
                World::start(Board::siguo(), Rules::default(), &deployments, first).unwrap();
            for _ in 0..200 {
                let Some(mv) = world.moves().choose(&mut rng) else { break };
                let free = |s| world.piece_at(s).is_none();
                let way = world.net().track(mv.from, mv.to, free);
                prop_assert!(is_way(world.net(), &way, free), "{}", mv.text(world.board()));
                prop_assert_eq!((way[0], way[way.len() - 1]), (mv.from, mv.to));
                let kind = world.piece_at(mv.from).map(|piece| world.kind(piece));
                let straight = world.net().is_straight(mv.from, mv.to, free);
                prop_assert!(straight || kind == Some(Kind::Engineer));
                world.play(mv).unwrap();
                if world.outcome().is_some() { break }
            }
        }
    }
}
