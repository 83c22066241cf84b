//! Counting legal moves with bit sets, without listing them.

use super::full_state::World;
use crate::game::board::{Flood, LINES, Station, StationSet, Stretch};
use crate::game::rules::{BombVsFlag, Team};

impl World {
    /// The number of legal moves, counted without listing them.
    #[inline]
    pub fn count_moves(&self) -> usize {
        if self.public.outcome.is_some() {
            return 0;
        }
        if self.public.rules.bomb_vs_flag == BombVsFlag::Illegal {
            return self.moves().count();
        }
        let mobile = self.mobile[self.public.turn.index()];
        let engineers = mobile & self.engineers[self.public.turn.index()];
        let officers = (mobile - engineers) & self.public.net.rails();
        let team = self.public.rules.team(self.public.turn).index();
        let moves = self.road_steps(mobile, team)
            + self.slides(officers, team)
            + self.engineer_rides(engineers, team);
        moves as usize
    }

    /// The number of steps and slides of a team's pieces, whoever is to move. Corners that engineers
    /// turn on the railway are left out.
    #[inline]
    pub fn mobility(&self, team: Team) -> u32 {
        let mobile = self.movers(team);
        let (net, occupancy) = (self.public.net, &self.public.occupancy);
        // The pieces on lines that do not slide are few.
        let mut sliders = occupancy.lines[team.index()];
        for still in (occupancy.held[team.index()] - mobile) & net.rails() {
            for spot in net.spots(still) {
                sliders[usize::from(spot.line) % LINES] &= !spot.both;
            }
        }
        self.road_steps(mobile, team.index()) + self.slides_of(&sliders, team.index())
    }

    /// Whether one of the pieces on some stations is one step or one slide away from a station. Corners
    /// that engineers turn are left out.
    #[inline]
    pub fn is_reached(&self, station: Station, from: StationSet) -> bool {
        let (net, lines) = (self.public.net, &self.public.occupancy.lines);
        if net.neighbours(station).meets(from) {
            return true;
        }
        net.spots(station).iter().any(|spot| {
            let line = usize::from(spot.line) % LINES;
            let occupied = lines[0][line] | lines[1][line];
            net.first_on_line(*spot, occupied).into_iter().flatten().any(|s| from.contains(s))
        })
    }

    #[inline]
    fn road_steps(&self, mobile: StationSet, team: usize) -> u32 {
        let free = !self.public.occupancy.barred(self.public.net, team);
        let mut count = 0;
        for word in (0..3).filter(|&word| mobile.0[word] != 0) {
            for step in &self.public.net.road_steps {
                count += step.count(word, mobile.0[word], free.0[word]);
            }
        }
        count
    }

    #[inline]
    fn slides(&self, officers: StationSet, team: usize) -> u32 {
        let mut sliders = [0; LINES];
        for from in officers {
            for spot in self.public.net.spots(from) {
                sliders[usize::from(spot.line) % LINES] |= spot.both;
            }
        }
        self.slides_of(&sliders, team)
    }

    /// The number of slides of a team's pieces on the bits of `sliders`, by line.
    #[inline]
    fn slides_of(&self, sliders: &[u32; LINES], team: usize) -> u32 {
        let lines = &self.public.occupancy.lines;
        let reached = |stretch: &Stretch| {
            let line = usize::from(stretch.line) % LINES;
            match sliders[line] {
                0 => 0,
                sliders => stretch.count(lines[team][line], lines[1 - team][line], sliders),
            }
        };
        let net = self.public.net;
        let all: u32 = net.stretches.iter().map(reached).sum();
        all - net.shared.iter().map(reached).sum::<u32>()
    }

    #[inline]
    fn engineer_rides(&self, engineers: StationSet, team: usize) -> u32 {
        let rails = &self.public.occupancy.rails;
        let mut flood = Flood::default();
        let ride = |from| {
            let reach = self.public.net.engineer(from, !(rails[0] | rails[1]), &mut flood);
            (reach & !rails[team]).count_ones()
        };
        engineers.iter().map(ride).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random;
    use crate::game::board::{Board, Seat};
    use crate::game::rules::{Deployment, Rules};
    use rand::RngExt;

    #[test]
    fn bit_sets_count_and_reach_what_walks_along_the_lines_do() {
        for seed in 0..20 {
            let mut rng = random::stream(seed, &[]);
            let armies = [(); 4].map(|()| Some(Deployment::sample(&mut rng)));
            let mut world = World::start(Board::siguo(), Rules::default(), &armies, Seat::South)
                .expect("sampled deployments are legal");
            for step in 0..150 {
                let legal: Vec<_> = world.moves().collect();
                if legal.is_empty() {
                    break;
                }
                world
                    .play(legal[rng.random_range(0..legal.len())])
                    .expect("listed moves can be played");
                let reach = |at| world.net().reach(at, |s: Station| world.piece_at(s).is_none());
                for team in Team::ALL {
                    let movers = world.movers(team);
                    let barred = world.public.occupancy.barred(world.net(), team.index());
                    let walked: usize = movers.iter().map(|at| (reach(at) - barred).len()).sum();
                    assert_eq!(world.mobility(team), walked as u32, "seed {seed}, step {step}");
                    for at in world.net().open() {
                        let reached = reach(at).meets(movers);
                        assert_eq!(world.is_reached(at, movers), reached, "seed {seed}, {at:?}");
                    }
                }
            }
        }
    }
}
