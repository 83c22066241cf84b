//! The statistics of games on simulated games: errors of sequential tests, coverage of intervals.
//!
//! Games of a unit depend on each other by a luck that is drawn once for the unit. What a test
//! fails on is printed with its seed.

use junqi::base::random::stream;
use junqi::tournament::rating::{
    ConfidenceInterval, EloScale, Hypothesis, Meeting, Rating, Sprt, Units, elo_of, rate, score_of,
};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::collections::BTreeMap;

/// Games as Davidson's model has them: by a strength in nats, to which the luck of the unit comes,
/// up or down. In a unit that cancels luck its sign turns from game to game.
#[derive(Clone, Copy)]
struct World {
    games: usize,
    luck: f64,
    cancels: bool,
    draws: f64,
}

impl World {
    /// Loss, draw and win.
    fn game(&self, strength: f64) -> [f64; 3] {
        let (win, loss) = ((strength / 2.0).exp(), (-strength / 2.0).exp());
        let sum = win + loss + self.draws;
        [loss / sum, self.draws / sum, win / sum]
    }

    /// The probabilities of the scores of a unit, the worst first.
    fn unit(&self, strength: f64) -> Vec<f64> {
        let mut all = vec![0.0; 2 * self.games + 1];
        for luck in [self.luck, -self.luck] {
            let mut sums = vec![1.0];
            for game in 0..self.games {
                let sign = if self.cancels && game % 2 == 1 { -1.0 } else { 1.0 };
                let chances = self.game(strength + sign * luck);
                let mut next = vec![0.0; sums.len() + 2];
                for (i, sum) in sums.iter().enumerate() {
                    (0..3).for_each(|points| next[i + points] += sum * chances[points]);
                }
                sums = next;
            }
            all.iter_mut().zip(sums).for_each(|(all, sum)| *all += sum / 2.0);
        }
        all
    }

    /// Mean and standard deviation of the score of a unit.
    fn moments(&self, strength: f64) -> (f64, f64) {
        let unit = self.unit(strength);
        let point = |i: usize| i as f64 / (2 * self.games) as f64;
        let mean: f64 = unit.iter().enumerate().map(|(i, p)| p * point(i)).sum();
        let square = unit.iter().enumerate().map(|(i, p)| p * (point(i) - mean).powi(2));
        (mean, square.sum::<f64>().sqrt())
    }

    fn elo(&self, model: EloScale, strength: f64) -> f64 {
        let (mean, deviation) = self.moments(strength);
        match model {
            EloScale::Logistic => elo_of(mean),
            EloScale::Normalized => {
                (mean - 0.5) / (deviation * (self.games as f64).sqrt()) * 800.0 / 10_f64.ln()
            }
        }
    }
}

/// The strength with a share of points, or any other number that grows with it.
fn strength_with(target: f64, of: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (-15.0, 15.0);
    for _ in 0..80 {
        let middle = f64::midpoint(low, high);
        *(if of(middle) < target { &mut low } else { &mut high }) = middle;
    }
    low
}

const PAIRS: World = World { games: 2, luck: 0.8, cancels: false, draws: 0.6 };
const QUARTETS: World = World { games: 4, luck: 1.0, cancels: true, draws: 0.3 };

/// One more unit with a score of this distribution.
fn add(units: &mut Units, cumulated: &[f64], rng: &mut ChaCha8Rng) {
    let at: f64 = rng.random();
    let last = cumulated.len() - 1;
    units.add(cumulated[..last].iter().take_while(|&&sum| sum <= at).count() as u64);
}

fn cumulated(chances: &[f64]) -> Vec<f64> {
    let add = |sum: &mut f64, p: &f64| {
        *sum += p;
        Some(*sum)
    };
    chances.iter().scan(0.0, add).collect()
}

/// The share of tests that end with H1, and the mean of their units.
fn share_of_h1(sprt: Sprt, world: World, strength: f64, rng: &mut ChaCha8Rng) -> (f64, f64) {
    let chances = cumulated(&world.unit(strength));
    let (mut h1, mut all) = (0, 0);
    for _ in 0..TESTS {
        let mut units = Units::new(world.games as u64);
        let verdict = loop {
            add(&mut units, &chances, rng);
            if let Some(verdict) = sprt.verdict(sprt.llr(&units)) {
                break verdict;
            }
        };
        h1 += u32::from(verdict == Hypothesis::H1);
        all += units.total();
    }
    (f64::from(h1) / f64::from(TESTS), all as f64 / f64::from(TESTS))
}

const TESTS: u32 = 1000;

#[test]
fn sequential_tests_err_as_seldom_as_they_say() {
    let seed = 31;
    for (w, world) in [PAIRS, QUARTETS].into_iter().enumerate() {
        for (m, model) in [EloScale::Normalized, EloScale::Logistic].into_iter().enumerate() {
            let sprt = Sprt { elo0: -10.0, elo1: 40.0, model, ..Sprt::default() };
            for (h, elo) in [sprt.elo0, sprt.elo1].into_iter().enumerate() {
                let mut rng = stream(seed, &[w as u64, m as u64, h as u64]);
                let strength = strength_with(elo, |strength| world.elo(model, strength));
                let (h1, units) = share_of_h1(sprt, world, strength, &mut rng);
                let errors = if h == 0 { h1 } else { 1.0 - h1 };
                println!("k {} {model} {elo}: errors {errors}, units {units}", world.games);
                // 5 % and three standard errors of a share of 1000 tests.
                assert!(errors <= 0.05 + 0.0207, "seed {seed}, {} {model}: {errors}", world.games);
                // Nor do they wait longer than they must.
                assert!(errors >= 0.02, "seed {seed}, {} {model}: {errors}", world.games);
            }
        }
    }
}

/// How often the interval is below, around and above the truth, and how often there is none.
#[derive(Debug, Default, Clone, Copy)]
struct Coverage([u32; 4]);

impl Coverage {
    fn add(&mut self, interval: Option<ConfidenceInterval>, truth: f64) {
        self.0[match interval {
            Some(interval) if interval.high < truth => 0,
            Some(interval) if interval.low > truth => 2,
            Some(_) => 1,
            None => 3,
        }] += 1;
    }

    /// Among the intervals that there are.
    fn shares(&self) -> [f64; 3] {
        let all: u32 = self.0[..3].iter().sum();
        [0, 1, 2].map(|i| f64::from(self.0[i]) / f64::from(all))
    }
}

/// The coverage of Elo and of normalised Elo in many matches of n units.
fn coverage(world: World, percent: u32, n: u64, rng: &mut ChaCha8Rng) -> [Coverage; 2] {
    let strength = strength_with(f64::from(percent) / 100.0, |strength| world.moments(strength).0);
    let truths = [EloScale::Logistic, EloScale::Normalized].map(|model| world.elo(model, strength));
    let chances = cumulated(&world.unit(strength));
    let mut coverage = [Coverage::default(); 2];
    for _ in 0..2000 {
        let mut units = Units::new(world.games as u64);
        (0..n).for_each(|_| add(&mut units, &chances, rng));
        coverage[0].add(units.elo(), truths[0]);
        coverage[1].add(units.normalized_elo(), truths[1]);
    }
    coverage
}

/// 95 % and 3.5 standard errors of 2000 matches, where discreteness does not forbid it. Where few
/// units lose a point, one more or less is much: one end of Elo hardly ever misses, the other does
/// in its 2.5 %. Normalised Elo is a little rougher: 92 to 98.5 %.
#[test]
fn intervals_of_elo_cover_the_truth() {
    let seed = 32;
    let single = World { games: 1, luck: 0.0, cancels: false, draws: 0.3 };
    for world in [single, PAIRS, QUARTETS] {
        for percent in [50, 65, 90, 98] {
            for n in [30, 80, 250] {
                let mut rng = stream(seed, &[world.games as u64, u64::from(percent), n]);
                let coverage = coverage(world, percent, n, &mut rng);
                let found =
                    format!("seed {seed}, k {}, {percent} %, {n}: {coverage:?}", world.games);
                println!("{found}");
                let [elo, normalized] = coverage.map(|coverage| coverage.shares());
                let most = if percent < 90 { 0.967 } else { 0.985 };
                assert!((0.933..=most).contains(&elo[1]), "{found}");
                assert!(elo[0] < 0.045 && elo[2] < 0.045, "{found}");
                let (least, most) = if percent == 50 { (0.933, 0.967) } else { (0.91, 0.99) };
                assert!((least..=most).contains(&normalized[1]), "{found}");
            }
        }
    }
}

/// Strengths of five seats, in nats.
const STRENGTHS: [f64; 5] = [0.0, 0.4, -0.5, 0.9, -1.2];

/// A unit of games whose share of points is what the difference lets expect, some of it by draws.
/// Where a game lies in them is
/// the luck of the unit, turned in every second game if it cancels, or in two of five a number of
/// its own.
fn rated_unit(world: World, difference: f64, rng: &mut ChaCha8Rng) -> [u64; 3] {
    let share = score_of(difference * 400.0 / 10_f64.ln());
    let draw = world.draws * share.min(1.0 - share);
    let win = share - draw / 2.0;
    let luck: f64 = rng.random();
    let mut unit = [0; 3];
    for game in 0..world.games {
        let shared = if world.cancels && game % 2 == 1 { 1.0 - luck } else { luck };
        let own: f64 = rng.random();
        let at = if rng.random_bool(0.6) { shared } else { own };
        unit[usize::from(at >= win) + usize::from(at >= win + draw)] += 1;
    }
    unit
}

fn meetings(world: World, pairs: &[(usize, usize)], n: u64, rng: &mut ChaCha8Rng) -> Vec<Meeting> {
    let meeting = |&(first, second): &(usize, usize)| {
        let mut units = BTreeMap::new();
        for _ in 0..n {
            let unit = rated_unit(world, STRENGTHS[first] - STRENGTHS[second], rng);
            *units.entry(unit).or_insert(0) += 1;
        }
        Meeting { first, second, units }
    };
    pairs.iter().map(meeting).collect()
}

/// The coverage of the ratings of many ladders, and how many of these were supported.
fn ladders(
    world: World,
    pairs: &[(usize, usize)],
    n: u64,
    rng: &mut ChaCha8Rng,
) -> (Coverage, u32) {
    let anchor = 1;
    let (mut coverage, mut supported) = (Coverage::default(), 0);
    for _ in 0..500 {
        let ladder = rate(5, anchor, &meetings(world, pairs, n, rng)).unwrap();
        supported += u32::from(ladder.supported);
        for seat in (0..5).filter(|&seat| seat != anchor) {
            let truth = (STRENGTHS[seat] - STRENGTHS[anchor]) * 400.0 / 10_f64.ln();
            let Rating { elo: value, low, high } = ladder.ratings[seat];
            coverage.add(Some(ConfidenceInterval { value, low, high }), truth);
        }
    }
    (coverage, supported)
}

/// A newcomer with few units against one of two seats that met often.
#[test]
fn a_newcomer_is_no_surer_than_its_games() {
    let seed = 34;
    for world in [PAIRS, QUARTETS] {
        for n in [4, 8, 20] {
            let mut rng = stream(seed, &[world.games as u64, n]);
            let mut coverage = Coverage::default();
            for _ in 0..1000 {
                let mut met = meetings(world, &[(0, 1)], 400, &mut rng);
                met.extend(meetings(world, &[(2, 1)], n, &mut rng));
                let Rating { elo: value, low, high } = rate(3, 0, &met).unwrap().ratings[2];
                let truth = (STRENGTHS[2] - STRENGTHS[0]) * 400.0 / 10_f64.ln();
                coverage.add(Some(ConfidenceInterval { value, low, high }), truth);
            }
            let found = format!("seed {seed}, k {}, {n} units: {coverage:?}", world.games);
            println!("{found}");
            assert!(coverage.shares()[1] >= 0.93, "{found}");
        }
    }
    // Units that are all the same, among many others: they say no more than they are.
    let even = |first, second, units| Meeting { first, second, units: [([1, 0, 1], units)].into() };
    let ladder = rate(3, 0, &[even(0, 1, 1000), even(2, 1, 2)]).unwrap();
    assert!(ladder.ratings[2].high > 300.0 && ladder.ratings[1].high < 10.0, "{ladder:?}");
}

/// The four ratings of a ladder depend on each other: the noise is between that of 500 and of 2000
/// intervals. With 8 units to a pair the correction for few units is on the safe side.
#[test]
fn intervals_of_ratings_cover_the_truth() {
    let seed = 33;
    let everyone: Vec<_> = (0..5).flat_map(|i| (0..i).map(move |j| (i, j))).collect();
    let circle = vec![(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)];
    for (w, world) in [PAIRS, QUARTETS].into_iter().enumerate() {
        for (p, pairs) in [&everyone, &circle].into_iter().enumerate() {
            for n in [8, 40] {
                let mut rng = stream(seed, &[w as u64, p as u64, n]);
                let (coverage, supported) = ladders(world, pairs, n, &mut rng);
                let found = format!(
                    "seed {seed}, k {}, {} pairs, {n} units: {coverage:?}, supported {supported}",
                    world.games,
                    pairs.len()
                );
                println!("{found}");
                let [_, inside, _] = coverage.shares();
                assert!((0.925..=0.99).contains(&inside), "{found}");
            }
        }
    }
}
