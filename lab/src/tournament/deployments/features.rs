//! Static features of a deployment: numbers with units, such as the ways into an arm and how well people would
//! guess the deployment.

use junqi_core::game::belief::{Belief, Formation, Mixture, Observation, Prior, Visibility};
use junqi_core::game::board::{ARM_POINTS, ArmShape, Board, Net, Seat};
use junqi_core::game::rules::{ARMY, Deployment, Kind, Point, Rules, World};
use std::collections::VecDeque;
use std::sync::Arc;

/// A number that describes a deployment.
#[derive(Debug, Clone, Copy)]
pub struct DeploymentFeature {
    /// Name in files.
    pub name: &'static str,
    /// Name in texts for people.
    pub title: &'static str,
    /// Unit of its values.
    pub unit: &'static str,
    /// Description.
    pub about: &'static str,
    /// The same in Chinese.
    pub chinese: &'static str,
    value: fn(&FeatureInput<'_>) -> Option<f64>,
}

/// The values of all features, in the order of [`FEATURES`]; none where a feature is undefined.
pub type DeploymentFeatures = Vec<Option<f64>>;

/// A deployment whose features are computed, with what they depend on.
struct FeatureInput<'a> {
    deployment: &'a Deployment,
    arm: &'a ArmGraph,
    guess: &'a Guess,
}

/// The features of a deployment, from the board's arm and its predictability.
pub fn features(deployment: &Deployment, arm: &ArmGraph, guess: &Guess) -> DeploymentFeatures {
    let input = FeatureInput { deployment, arm, guess };
    FEATURES.iter().map(|feature| (feature.value)(&input)).collect()
}

macro_rules! features {
    ($($name:literal, $title:literal, $unit:literal, $about:literal, $chinese:literal, $value:expr;)*) => {
        /// All features, in the order of reports.
        pub const FEATURES: &[DeploymentFeature] =
            &[$(DeploymentFeature {
                name: $name, title: $title, unit: $unit, about: $about, chinese: $chinese, value: $value,
            }),*];
    };
}

features! {
    "flag_mines", "mines beside the flag", "mines", "mines beside the flag, of three at most", "军旗相邻的地雷数，最多三枚",
        |s| Some(s.beside(s.flag(), |kind| kind == Kind::Mine));
    "flag_guard", "ranks beside the flag", "ranks", "ranks of the pieces beside the flag: commander 9 to engineer 1", "军旗相邻各子的等级之和：司令 9 至工兵 1",
        |s| Some(s.ranks_beside(s.flag()));
    "attacker_path", "pieces on the way to the flag", "pieces", "least pieces between the front and the flag on a way without mines; none: there is no such way", "不经地雷从前排到军旗的路上最少有几枚子；无值表示没有这样的路",
        |s| s.arm.way_in(s.deployment, s.flag(), attacker).map(f64::from);
    "engineer_path", "pieces on the way to the flag for engineers", "pieces", "least pieces that are no mines between the front and the flag", "从前排到军旗的路上最少有几枚非地雷的子",
        |s| s.arm.way_in(s.deployment, s.flag(), engineer).map(f64::from);
    "mines_fifth_row", "mines in row 5", "mines", "mines in row 5, where they stop the railway", "第五排的地雷数，它们能截断铁路",
        |s| Some(s.count(|point, kind| kind == Kind::Mine && point.row() == 5));
    "bomb_row", "mean row of the bombs", "rows", "mean row of the bombs, 1 the front", "炸弹的平均排数，第 1 排为前排",
        |s| s.mean(Kind::Bomb, |point| Some(point.row() as f64));
    "bomb_rail", "bombs on rails", "bombs", "bombs that begin on a railway", "开局时在铁路上的炸弹数",
        |s| Some(s.count(|point, kind| kind == Kind::Bomb && s.arm.is_rail(point)));
    "bomb_blocked", "own pieces before the bombs", "pieces", "mean least own pieces between a bomb and the front", "炸弹到前排平均最少隔几枚己子",
        |s| s.mean(Kind::Bomb, |point| s.arm.way_out(s.deployment, point).map(f64::from));
    "engineer_rail", "engineers on rails", "engineers", "engineers that begin on a railway", "开局时在铁路上的工兵数",
        |s| Some(s.count(|point, kind| kind == Kind::Engineer && s.arm.is_rail(point)));
    "engineer_blocked", "own pieces before the engineers", "pieces", "mean least own pieces between an engineer and the front", "工兵到前排平均最少隔几枚己子",
        |s| s.mean(Kind::Engineer, |point| s.arm.way_out(s.deployment, point).map(f64::from));
    "column_1", "strength of column 1", "%", "part of all ranks that is in the leftmost column", "第 1 列（从左数）占全部等级之和的百分比", |s| Some(s.column(1));
    "column_2", "strength of column 2", "%", "the same for the second column", "第 2 列（从左数）占全部等级之和的百分比", |s| Some(s.column(2));
    "column_3", "strength of column 3", "%", "the same for the middle column", "第 3 列（从左数）占全部等级之和的百分比", |s| Some(s.column(3));
    "column_4", "strength of column 4", "%", "the same for the fourth column", "第 4 列（从左数）占全部等级之和的百分比", |s| Some(s.column(4));
    "column_5", "strength of column 5", "%", "the same for the rightmost column", "第 5 列（从左数）占全部等级之和的百分比", |s| Some(s.column(5));
    "row_1", "strength of row 1", "%", "part of all ranks that is in the front row", "第 1 排（从前数）占全部等级之和的百分比", |s| Some(s.row(1));
    "row_2", "strength of row 2", "%", "the same for row 2", "第 2 排（从前数）占全部等级之和的百分比", |s| Some(s.row(2));
    "row_3", "strength of row 3", "%", "the same for row 3", "第 3 排（从前数）占全部等级之和的百分比", |s| Some(s.row(3));
    "row_4", "strength of row 4", "%", "the same for row 4", "第 4 排（从前数）占全部等级之和的百分比", |s| Some(s.row(4));
    "row_5", "strength of row 5", "%", "the same for row 5", "第 5 排（从前数）占全部等级之和的百分比", |s| Some(s.row(5));
    "row_6", "strength of row 6", "%", "the same for row 6", "第 6 排（从前数）占全部等级之和的百分比", |s| Some(s.row(6));
    "balance", "weight of the right wing", "-1 to 1", "ranks in columns 4 and 5 less those in 1 and 2, by their sum; 0: even wings", "第四、五列的等级减去第一、二列的，再除以二者之和；0 为两翼均衡",
        |s| Some(s.balance());
    "flag_wing", "weight of the flag's wing", "-1 to 1", "the same, positive where the stronger wing is the flag's", "同上，军旗一侧较强时为正",
        |s| Some(if s.flag().col() > s.deployment.shape().cols() / 2 { s.balance() } else { -s.balance() });
    "decoy_mines", "mines beside the other headquarters", "mines", "mines beside the other headquarters", "另一个大本营相邻的地雷数",
        |s| Some(s.beside(s.decoy(), |kind| kind == Kind::Mine));
    "decoy", "flag expected in the other headquarters", "probability", "that people who know where the mines are expect the flag in the other headquarters", "只看地雷位置的人认为军旗在另一个大本营的概率",
        |s| Some(s.guess.decoy);
    "surprise", "surprise", "bits", "what the deployment as a whole tells those who expect what people play", "对照真人的习惯，整个阵型的信息量",
        |s| Some(s.guess.bits);
    "surprise_pieces", "surprise, piece by piece", "bits", "the sum over its pieces, each on its own", "各子单独计算的信息量之和",
        |s| Some(s.guess.pieces.iter().map(|piece| piece.bits).sum());
}

/// The rank of a kind, 9 for the commander to 1 for the engineer; 0 for kinds without a rank.
fn rank(kind: Kind) -> f64 {
    9.0_f64 - (kind.index() as f64).min(9.0)
}

impl FeatureInput<'_> {
    fn flag(&self) -> Point {
        let mut pieces = self.deployment.pieces();
        pieces.find(|(_, kind)| *kind == Kind::Flag).expect("a deployment has its flag").0
    }

    /// The headquarters without the flag.
    fn decoy(&self) -> Point {
        let flag = self.flag();
        let mut posts = self.deployment.shape().posts();
        posts.find(|p| p.is_headquarters() && *p != flag).expect("there are two headquarters")
    }

    fn beside(&self, point: Point, holds: impl Fn(Kind) -> bool) -> f64 {
        let kinds = self.arm.beside(point).filter_map(|p| self.deployment.at(p));
        kinds.filter(|kind| holds(*kind)).count() as f64
    }

    fn ranks_beside(&self, point: Point) -> f64 {
        self.arm.beside(point).filter_map(|p| self.deployment.at(p)).map(rank).sum()
    }

    fn count(&self, holds: impl Fn(Point, Kind) -> bool) -> f64 {
        self.deployment.pieces().filter(|(point, kind)| holds(*point, *kind)).count() as f64
    }

    /// The mean over the pieces of a kind that have a value.
    fn mean(&self, kind: Kind, value: impl Fn(Point) -> Option<f64>) -> Option<f64> {
        let own = self.deployment.pieces().filter(|(_, k)| *k == kind);
        let values: Vec<f64> = own.filter_map(|(point, _)| value(point)).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }

    /// Ranks of the pieces that stand where something holds.
    fn ranks(&self, holds: impl Fn(Point) -> bool) -> f64 {
        self.deployment.pieces().filter(|(point, _)| holds(*point)).map(|(_, k)| rank(k)).sum()
    }

    fn column(&self, col: usize) -> f64 {
        100.0 * self.ranks(|point| point.col() == col) / self.ranks(|_| true)
    }

    fn row(&self, row: usize) -> f64 {
        100.0 * self.ranks(|point| point.row() == row) / self.ranks(|_| true)
    }

    fn balance(&self) -> f64 {
        let left = self.ranks(|p| p.col() < 3);
        let right = self.ranks(|p| p.col() > 3);
        (right - left) / (right + left)
    }
}

/// The points of an arm and what joins them.
#[derive(Debug, Clone)]
pub struct ArmGraph {
    beside: [Vec<Point>; ARM_POINTS],
    rails: [bool; ARM_POINTS],
}

/// The cost of entering a point with a piece of a kind; none if it is impossible.
type Cost = fn(Kind) -> Option<u32>;

/// An attacker other than an engineer: beats pieces, but not mines.
fn attacker(kind: Kind) -> Option<u32> {
    (kind != Kind::Mine).then_some(1)
}

/// An engineer clears mines; others have to be beaten for it.
#[expect(clippy::unnecessary_wraps, reason = "as every cost")]
fn engineer(kind: Kind) -> Option<u32> {
    Some(u32::from(kind != Kind::Mine))
}

/// Own pieces have to step aside; mines and the flag cannot.
fn own(kind: Kind) -> Option<u32> {
    kind.is_mobile().then_some(1)
}

impl ArmGraph {
    /// The arms of a board, which are all alike.
    pub fn new(net: &Net) -> Self {
        let arm = net.board().arm(Seat::South);
        let points: Vec<Point> = net.board().shape().points().collect();
        let beside = |i: usize| -> Vec<Point> {
            let Some(arm) = arm else { return vec![] };
            let near = net.neighbours(arm[i]);
            points.iter().copied().filter(|p| near.contains(arm[p.index()])).collect()
        };
        Self {
            beside: std::array::from_fn(beside),
            rails: std::array::from_fn(|i| arm.is_some_and(|arm| net.rails().contains(arm[i]))),
        }
    }

    /// The points one edge away, within the arm.
    pub fn beside(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        self.beside[point.index()].iter().copied()
    }

    /// Whether a railway passes a point.
    pub fn is_rail(&self, point: Point) -> bool {
        self.rails[point.index()]
    }

    /// Least cost of the pieces on a way from before the front row to a point, which costs nothing
    /// itself.
    fn way_in(&self, deployment: &Deployment, to: Point, cost: Cost) -> Option<u32> {
        let costs = self.costs(deployment, to, cost);
        let entered = |point: Point| Some(costs[point.index()]? + enter(deployment, point, cost)?);
        deployment.shape().points().filter(|point| point.row() == 1).filter_map(entered).min()
    }

    /// Least pieces that stand between a piece and the front row, the front row included.
    fn way_out(&self, deployment: &Deployment, from: Point) -> Option<u32> {
        let costs = self.costs(deployment, from, own);
        let left = |point: Point| {
            let here = if point == from { 0 } else { enter(deployment, point, own)? };
            Some(costs[point.index()]? + here)
        };
        deployment.shape().points().filter(|point| point.row() == 1).filter_map(left).min()
    }

    /// By point, the least cost of all that stands between it and an end, both excluded.
    fn costs(&self, deployment: &Deployment, end: Point, cost: Cost) -> [Option<u32>; ARM_POINTS] {
        let mut costs = [None; ARM_POINTS];
        costs[end.index()] = Some(0);
        // Steps cost 0 or 1: cheaper ones go to the front.
        let mut open = VecDeque::from([end]);
        while let Some(point) = open.pop_front() {
            let here = if point == end { Some(0) } else { enter(deployment, point, cost) };
            let (Some(before), Some(here)) = (costs[point.index()], here) else { continue };
            for next in self.beside(point) {
                if costs[next.index()].is_none_or(|old| before + here < old) {
                    costs[next.index()] = Some(before + here);
                    if here == 0 { open.push_front(next) } else { open.push_back(next) }
                }
            }
        }
        costs
    }
}

/// What the piece at a point costs.
fn enter(deployment: &Deployment, point: Point, cost: Cost) -> Option<u32> {
    deployment.at(point).map_or(Some(0), cost)
}

/// How surprising a piece is at its point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surprise {
    /// Where it stands.
    pub point: Point,
    /// What it is.
    pub kind: Kind,
    /// -log2 of how likely it is to be there.
    pub bits: f64,
}

/// How well people would guess a deployment.
#[derive(Debug, Clone, PartialEq)]
pub struct Guess {
    /// -log2 of the probability of the whole.
    pub bits: f64,
    /// Every piece on its own, most surprising first.
    pub pieces: Vec<Surprise>,
    /// Probability of the flag in the other headquarters for who knows where the mines are.
    pub decoy: f64,
}

/// What is expected before the first move.
#[derive(Debug, Clone)]
pub struct Expectation {
    prior: Arc<Prior>,
    /// By post and kind, how likely.
    marginals: [[f64; 12]; ARMY],
}

impl Expectation {
    /// By a prior.
    ///
    /// # Panics
    ///
    /// Never: the standard board and rules are sound.
    pub fn new(prior: impl Into<Arc<Prior>>) -> Self {
        let prior = prior.into();
        let deployment = Deployment::sample(&mut junqi_core::base::random::stream(0, &[]));
        let deployments = [Some(deployment); 4];
        let world = World::start(Board::siguo(), Rules::default(), &deployments, Seat::South);
        let world = world.expect("the standard game begins");
        let view = Observation::new(&world, Seat::South, Visibility::FourDark).view();
        let mut belief = Belief::new(&view, Mixture::only("prior", prior.clone(), None).into())
            .expect("a true view is sound");
        let posterior = belief.posterior(0);
        Self { prior, marginals: *posterior.marginals(Seat::North) }
    }

    /// How well a deployment is guessed.
    pub fn guess(&self, deployment: &Deployment) -> Guess {
        let mut pieces = vec![];
        for ((point, kind), row) in deployment.pieces().zip(&self.marginals) {
            pieces.push(Surprise { point, kind, bits: -row[kind.index()].log2() });
        }
        pieces.sort_by(|a, b| b.bits.total_cmp(&a.bits));
        Guess { bits: self.prior.bits(deployment), pieces, decoy: self.decoy(deployment) }
    }

    /// Among all deployments with the mines where they are, the part with the flag elsewhere.
    fn decoy(&self, deployment: &Deployment) -> f64 {
        let [here, there] = {
            let [a, b] = HEADQUARTERS;
            let flag = deployment.at(point(a)) == Some(Kind::Flag);
            if flag { [a, b] } else { [b, a] }
        };
        // A mine in the other headquarters proves where the flag is.
        let weight = |flag: usize| -> f64 {
            let formations = self.prior.formations().iter().zip(self.prior.normalized_shares());
            formations.map(|(f, factor)| factor * narrowed(f, deployment, flag).total()).sum()
        };
        if deployment.at(point(there)) == Some(Kind::Mine) {
            return 0.0;
        }
        let here = weight(here);
        let there = weight(there);
        there / (here + there)
    }
}

/// The headquarters of the standard arm, as the places of its points.
const HEADQUARTERS: [usize; 2] = [26, 28];

fn point(index: usize) -> Point {
    ArmShape::standard().points().nth(index).expect("an arm has thirty points")
}

/// A formation with mines and flag at given points.
fn narrowed(formation: &Formation, deployment: &Deployment, flag: usize) -> Formation {
    let mut formation = formation.clone();
    for (row, point) in formation.weights.iter_mut().zip(deployment.shape().posts()) {
        let mine = deployment.at(point) == Some(Kind::Mine);
        for kind in Kind::ALL {
            let keeps = match kind {
                Kind::Mine => mine,
                Kind::Flag => point.index() == flag,
                _ => !mine && point.index() != flag,
            };
            if !keeps {
                row[kind.index()] = 0.0;
            }
        }
    }
    formation
}

#[cfg(test)]
mod tests {
    use super::*;
    use junqi_core::base::random;
    use junqi_core::base::text::Word;
    use junqi_core::game::format::read_deployment;

    fn value(deployment: &Deployment, name: &str) -> Option<f64> {
        let arm = ArmGraph::new(Rules::default().net(Board::siguo()).unwrap());
        let guess = Expectation::new(Prior::uniform()).guess(deployment);
        let place = FEATURES.iter().position(|feature| feature.name == name).unwrap();
        features(deployment, &arm, &guess)[place]
    }

    fn read(text: &str) -> Deployment {
        read_deployment(Word { text, line: 1, column: 1 }, ArmShape::standard()).unwrap()
    }

    #[test]
    fn a_walled_flag_and_an_open_one() {
        let walled = read("gfdce h.i.b fe.xa g.d.x imhgc mqmhi");
        assert_eq!(value(&walled, "flag_mines"), Some(3.0));
        assert_eq!(value(&walled, "attacker_path"), None);
        // A piece of the front row, three camps, and the mine in the gate.
        assert_eq!(value(&walled, "engineer_path"), Some(1.0));
        assert_eq!(value(&walled, "mines_fifth_row"), Some(1.0));
        assert_eq!(value(&walled, "decoy_mines"), Some(1.0));
    }

    #[test]
    fn mirror_images_are_alike_but_for_left_and_right() {
        let mut rng = random::stream(5, &[]);
        let swapped = ["column_1", "column_2", "column_4", "column_5", "balance"];
        for _ in 0..40 {
            let deployment = Deployment::sample(&mut rng);
            for feature in FEATURES.iter().filter(|f| !swapped.contains(&f.name)) {
                let here = value(&deployment, feature.name);
                let there = value(&deployment.mirror(), feature.name);
                let same = match (here, there) {
                    (Some(a), Some(b)) => (a - b).abs() < 1e-9,
                    (a, b) => a == b,
                };
                assert!(same, "{deployment}: {} {here:?} {there:?}", feature.name);
            }
            let sum: f64 =
                (1..=5).map(|c| value(&deployment, &format!("column_{c}")).unwrap()).sum();
            assert!((sum - 100.0).abs() < 1e-9);
        }
    }
}
