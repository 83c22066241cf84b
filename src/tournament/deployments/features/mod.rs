//! Static features of a deployment: numbers with units.

mod guard;
mod surprise;

use crate::game::board::ARM_WIDTH;
use crate::game::rules::{Deployment, Kind, Point};
pub use guard::ArmGraph;
pub use surprise::{Expectation, Guess, Surprise};

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
    value: fn(&FeatureSubject<'_>) -> Option<f64>,
}

/// The values of all features, in the order of [`FEATURES`]; none where a feature is undefined.
pub type DeploymentFeatures = Vec<Option<f64>>;

/// The deployment that features are computed of.
struct FeatureSubject<'a> {
    deployment: &'a Deployment,
    arm: &'a ArmGraph,
    guess: &'a Guess,
}

/// The features of a deployment, from the board's arm and its predictability.
pub fn features(deployment: &Deployment, arm: &ArmGraph, guess: &Guess) -> DeploymentFeatures {
    let subject = FeatureSubject { deployment, arm, guess };
    FEATURES.iter().map(|feature| (feature.value)(&subject)).collect()
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
        |s| s.arm.way_in(s.deployment, s.flag(), guard::attacker).map(f64::from);
    "engineer_path", "pieces on the way to the flag for engineers", "pieces", "least pieces that are no mines between the front and the flag", "从前排到军旗的路上最少有几枚非地雷的子",
        |s| s.arm.way_in(s.deployment, s.flag(), guard::engineer).map(f64::from);
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
        |s| Some(if s.flag().col() > ARM_WIDTH / 2 { s.balance() } else { -s.balance() });
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

impl FeatureSubject<'_> {
    fn flag(&self) -> Point {
        let mut pieces = self.deployment.pieces();
        pieces.find(|(_, kind)| *kind == Kind::Flag).expect("a deployment has its flag").0
    }

    /// The headquarters without the flag.
    fn decoy(&self) -> Point {
        let flag = self.flag();
        let mut posts = Point::posts();
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
        let (left, right) = (self.ranks(|p| p.col() < 3), self.ranks(|p| p.col() > 3));
        (right - left) / (right + left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random;
    use crate::base::text::Word;
    use crate::game::belief::Prior;
    use crate::game::board::Board;
    use crate::game::format::read_deployment;
    use crate::game::rules::Rules;

    fn value(deployment: &Deployment, name: &str) -> Option<f64> {
        let arm = ArmGraph::new(Rules::default().net(Board::siguo()).unwrap());
        let guess = Expectation::new(Prior::uniform()).guess(deployment);
        let place = FEATURES.iter().position(|feature| feature.name == name).unwrap();
        features(deployment, &arm, &guess)[place]
    }

    fn read(text: &str) -> Deployment {
        read_deployment(Word { text, line: 1, column: 1 }).unwrap()
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
                let (here, there) =
                    (value(&deployment, feature.name), value(&deployment.mirror(), feature.name));
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
