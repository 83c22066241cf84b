//! Counting legal moves with bit sets, without listing them.

use super::full_state::World;
use crate::game::board::{Flood, LINES, Seat, StationSet, Stretch};
use crate::game::rules::BombVsFlag;

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

    /// The number of steps and slides of a seat's pieces, whoever is to move. Corners that engineers
    /// turn on the railway are left out.
    pub fn mobility(&self, seat: Seat) -> u32 {
        let (mobile, team) = (self.mobile[seat.index()], self.public.rules.team(seat).index());
        self.road_steps(mobile, team) + self.slides(mobile & self.public.net.rails(), team)
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
        let (own, other) =
            (&self.public.occupancy.lines[team], &self.public.occupancy.lines[1 - team]);
        let (mut sliders, mut active) = ([0; LINES], 0_u32);
        for from in officers {
            for spot in self.public.net.spots(from) {
                let line = usize::from(spot.line) % LINES;
                sliders[line] |= spot.both;
                active |= 1 << line;
            }
        }
        let reached = |stretch: &Stretch| {
            let line = usize::from(stretch.line) % LINES;
            stretch.count(own[line], other[line], sliders[line])
        };
        let mut count = 0;
        while active != 0 {
            count += reached(&self.public.net.stretches[active.trailing_zeros() as usize]);
            active &= active - 1;
        }
        for stretch in &self.public.net.shared {
            if sliders[usize::from(stretch.line) % LINES] != 0 {
                count -= reached(stretch);
            }
        }
        count
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
