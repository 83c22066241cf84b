//! How many moves there are, set by set and without listing them.

use super::World;
use crate::game::board::{Flood, LINES, Seat, StationSet, Stretch};
use crate::game::rules::BombVsFlag;

impl World {
    /// How many legal moves there are, without listing them.
    #[inline]
    pub fn count_moves(&self) -> usize {
        if self.outcome.is_some() {
            return 0;
        }
        if self.rules.bomb_vs_flag == BombVsFlag::Illegal {
            return self.moves().count();
        }
        let mobile = self.mobile[self.turn.index()];
        let engineers = mobile & self.engineers[self.turn.index()];
        let officers = (mobile - engineers) & self.net.rails();
        let team = self.rules.team(self.turn).index();
        let moves = self.road_steps(mobile, team)
            + self.slides(officers, team)
            + self.engineer_rides(engineers, team);
        moves as usize
    }

    /// Steps and slides that a seat's pieces have, whoever's turn it is; turns of engineers are
    /// left out.
    pub fn mobility(&self, seat: Seat) -> u32 {
        let (mobile, team) = (self.mobile[seat.index()], self.rules.team(seat).index());
        self.road_steps(mobile, team) + self.slides(mobile & self.net.rails(), team)
    }

    #[inline]
    fn road_steps(&self, mobile: StationSet, team: usize) -> u32 {
        let free = !self.ground.barred(self.net, team);
        let mut count = 0;
        for word in (0..3).filter(|&word| mobile.0[word] != 0) {
            for step in &self.net.road_steps {
                count += step.count(word, mobile.0[word], free.0[word]);
            }
        }
        count
    }

    #[inline]
    fn slides(&self, officers: StationSet, team: usize) -> u32 {
        let (own, other) = (&self.ground.lines[team], &self.ground.lines[1 - team]);
        let (mut sliders, mut active) = ([0; LINES], 0_u32);
        for from in officers {
            for spot in self.net.spots(from) {
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
            count += reached(&self.net.stretches[active.trailing_zeros() as usize]);
            active &= active - 1;
        }
        for stretch in &self.net.shared {
            if sliders[usize::from(stretch.line) % LINES] != 0 {
                count -= reached(stretch);
            }
        }
        count
    }

    #[inline]
    fn engineer_rides(&self, engineers: StationSet, team: usize) -> u32 {
        let rails = &self.ground.rails;
        let mut flood = Flood::default();
        let ride = |from| {
            let reach = self.net.engineer(from, !(rails[0] | rails[1]), &mut flood);
            (reach & !rails[team]).count_ones()
        };
        engineers.iter().map(ride).sum()
    }
}
