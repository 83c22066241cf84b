//! The terms of the evaluation: each declares its features and counts them in a position.
//!
//! A new feature is a row of a term and the lines that add it to the sink. A new term is also an entry of [`TERMS`], a
//! line of [`add_features`], and one of [`add_quick`] or [`add_rest`], which searches of sampled worlds use instead.

use super::features::{EvalFeature, Label, Term};
use super::inputs::{
    BOMB, CLASSES, ClassProbabilities, Headquarters, KindCounts, PieceBeliefs, Region, STRONG,
    TermInputs,
};
use crate::game::board::{Seat, Station, StationSet};
use crate::game::rules::{Kind, PieceId, Rules, Team, World};

/// All terms, in the order of the features.
pub const TERMS: [Term; 5] = [MATERIAL, MOBILITY, COOPERATION, FLAG, PLACE];

/// Number of features.
pub const FEATURES: usize = {
    let mut sum = 0;
    let mut term = 0;
    while term < TERMS.len() {
        sum += TERMS[term].features.len();
        term += 1;
    }
    sum
};

/// All features, in the order of their indices.
pub fn features() -> impl Iterator<Item = EvalFeature> {
    TERMS.into_iter().flat_map(|term| term.features).copied()
}

/// The index of a feature. In a constant, a name that no feature has does not compile.
const fn index(name: &str) -> usize {
    let mut index = 0;
    let mut term = 0;
    while term < TERMS.len() {
        let features = TERMS[term].features;
        let mut row = 0;
        while row < features.len() {
            if is_same(features[row].name, name) {
                return index;
            }
            index += 1;
            row += 1;
        }
        term += 1;
    }
    panic!("no feature has this name")
}

/// Whether two names are the same; `==` of texts is not for constants.
const fn is_same(a: &str, b: &str) -> bool {
    let a = a.as_bytes();
    let b = b.as_bytes();
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// The features of a position: those of the first team minus those of the second.
pub type EvalFeatures = [f32; FEATURES];

/// Receives the amounts of the features.
pub(super) trait FeatureSink {
    /// Adds an amount of the feature with this index.
    fn add(&mut self, feature: usize, amount: f32);
}

impl FeatureSink for EvalFeatures {
    fn add(&mut self, feature: usize, amount: f32) {
        self[feature] += amount;
    }
}

/// Adds the features of all terms. Their order fixes the rounding of the value.
pub(super) fn add_features<C: PieceBeliefs>(
    inputs: &TermInputs<'_, C>,
    teams: &TeamCounts,
    sink: &mut impl FeatureSink,
) {
    add_material(inputs, teams, sink);
    add_mobility(inputs, sink);
    add_contacts(inputs, sink);
    add_bombs(inputs, sink);
    add_flag(inputs, sink);
    add_places(inputs, sink);
}

/// Adds the features of an open world that are quick to count or that single moves change much, without the places,
/// whose sum is kept from move to move.
#[inline]
pub(super) fn add_quick(
    inputs: &TermInputs<'_, World>,
    teams: &TeamCounts,
    sink: &mut impl FeatureSink,
) {
    add_material(inputs, teams, sink);
    add_flag(inputs, sink);
}

/// Adds the other features of an open world, whose bombs are known.
#[inline]
pub(super) fn add_rest(
    inputs: &TermInputs<'_, World>,
    bombs: &[PieceId],
    sink: &mut impl FeatureSink,
) {
    add_mobility(inputs, sink);
    add_contacts(inputs, sink);
    add_known_bombs(inputs, bombs, sink);
}

const fn piece(kind: Kind, hand: f32) -> EvalFeature {
    EvalFeature::pieces("material", kind, hand)
}

const fn material(name: &'static str, label: Label, hand: f32) -> EvalFeature {
    EvalFeature::new("material", name, label, hand).signed()
}

/// Material: piece values, which depend on the enemy pieces that are left.
///
/// Unit: centi-pieces per piece. Reason: fights remove pieces, and the use of a piece depends on the
/// enemies left: engineers clear mines, bombs need strong targets, and a piece that no officer beats
/// fears only bombs and mines. Source: value and rank of material in FSKD 2006; the dependence on the
/// enemies left is *our reading*.
const MATERIAL: Term = Term {
    name: "material",
    label: ["子力", "Material"],
    features: &[
        // The pieces of all kinds but the flag, in the order of the kinds.
        piece(Kind::Commander, 900.0).factor(0.2),
        piece(Kind::General, 700.0).factor(0.2),
        piece(Kind::Division, 500.0).factor(0.2),
        piece(Kind::Brigade, 380.0).factor(0.2),
        piece(Kind::Regiment, 280.0).factor(0.25),
        piece(Kind::Battalion, 190.0).group_factor("battalion to platoon", 0.3),
        piece(Kind::Company, 100.0).group_factor("battalion to platoon", 0.3),
        piece(Kind::Platoon, 70.0).group_factor("battalion to platoon", 0.3),
        piece(Kind::Engineer, 100.0).factor(0.3),
        piece(Kind::Bomb, 220.0).factor(0.25),
        // To a search, clearing a mine must be worth more than having one to clear.
        piece(Kind::Mine, 110.0).restrained().factor(0.35),
        // Engineers, times the fraction of three enemy mines that is left.
        material("engineer_task", ["工兵（按敌方余雷）", "engineers by mines left"], 80.0)
            .army(Kind::Engineer)
            .restrained()
            .factor(0.5),
        // Bombs, times the fraction of four strong enemy officers that is left.
        material("bomb_task", ["炸弹（按敌方余大子）", "bombs by strong enemies left"], 120.0)
            .army(Kind::Bomb)
            .restrained()
            .factor(0.5),
        // Pieces that no enemy officer beats.
        material("unbeaten", ["无敌的棋子", "unbeatable pieces"], 60.0).factor(0.8),
        // Seats still in the game. One that people lose had mostly little left but its mines.
        material("seat", ["在局家数", "seats still in"], 400.0)
            .restrained()
            .factor(0.5)
            .four_player(),
    ],
};

/// Index of the first count of pieces.
const PIECES: usize = index("commander");
/// The number of kinds that are counted as pieces: all but the flag.
const COUNTED: usize = Kind::Flag.index();

/// The number of pieces by team and kind.
pub(super) type TeamCounts = [[f32; 12]; 2];

/// The number of pieces by team and kind.
pub(super) fn by_team(counts: &KindCounts, rules: &Rules) -> TeamCounts {
    let mut teams = [[0.0; 12]; 2];
    for seat in rules.seats().iter() {
        let team = &mut teams[rules.team(seat).index()];
        for (sum, count) in team.iter_mut().zip(counts[seat.index()]) {
            *sum += count;
        }
    }
    teams
}

/// The fractions of their targets that the enemy has left.
struct Tasks {
    /// Mines, for engineers.
    mines: f32,
    /// Strong officers, for bombs.
    officers: f32,
}

impl Tasks {
    fn of(enemy: &[f32; 12]) -> Self {
        let strong: f32 = enemy[..=Kind::Division.index()].iter().sum();
        Self {
            mines: (enemy[Kind::Mine.index()] / 3.0).min(1.0),
            officers: (strong / 4.0).min(1.0),
        }
    }
}

/// The expected number of pieces that no enemy officer beats.
fn unbeaten(own: &[f32; 12], enemy: &[f32; 12]) -> f32 {
    let mut stronger = 0.0;
    let mut count = 0.0;
    for kind in 0..=Kind::Battalion.index() {
        // An enemy officer that is surely stronger beats all lower kinds, too.
        if stronger >= 1.0 {
            break;
        }
        count += own[kind] * (1.0 - stronger);
        stronger += enemy[kind];
    }
    count
}

fn add_material<C: PieceBeliefs>(
    inputs: &TermInputs<'_, C>,
    teams: &TeamCounts,
    sink: &mut impl FeatureSink,
) {
    for (kind, (first, second)) in teams[0].iter().zip(&teams[1]).enumerate().take(COUNTED) {
        sink.add(PIECES + kind, first - second);
    }
    for (team, sign) in [(0, 1.0), (1, -1.0)] {
        let own = &teams[team];
        let enemy = &teams[1 - team];
        let tasks = Tasks::of(enemy);
        let engineers = sign * own[Kind::Engineer.index()];
        sink.add(const { index("engineer_task") }, engineers * tasks.mines);
        let bombs = sign * own[Kind::Bomb.index()];
        sink.add(const { index("bomb_task") }, bombs * tasks.officers);
        sink.add(const { index("unbeaten") }, sign * unbeaten(own, enemy));
    }
    let seats: f32 = inputs.seats().map(|seat| inputs.sign(seat)).sum();
    sink.add(const { index("seat") }, seats);
}

/// Piece values by seat and kind, in centi-pieces; the value of a flag is that of its whole army.
pub(super) fn piece_values(
    weights: &EvalFeatures,
    counts: &KindCounts,
    rules: &Rules,
) -> [[f64; 12]; 4] {
    let teams = by_team(counts, rules);
    let mut values = [[0.0; 12]; 4];
    for seat in rules.seats().iter() {
        let tasks = Tasks::of(&teams[rules.team(seat).other().index()]);
        let value = &mut values[seat.index()];
        for (kind, value) in value.iter_mut().enumerate().take(COUNTED) {
            *value = f64::from(weights[PIECES + kind]);
        }
        let clearing = weights[const { index("engineer_task") }] * tasks.mines;
        value[Kind::Engineer.index()] += f64::from(clearing);
        let blasting = weights[const { index("bomb_task") }] * tasks.officers;
        value[Kind::Bomb.index()] += f64::from(blasting);
        let army = value.iter().zip(counts[seat.index()]).map(|(value, n)| value * f64::from(n));
        let all = army.sum::<f64>() + f64::from(weights[const { index("seat") }]);
        value[Kind::Flag.index()] = all;
    }
    values
}

/// Mobility: the number of moves of a team.
///
/// Unit: centi-pieces per move. Reason: a seat without moves loses, and mobile pieces choose their fights. Source:
/// general practice (Slater, "Statistics for the chess computer and the factor of mobility", 1950); *our reading* of
/// it: steps and slides, without the turns of engineers.
const MOBILITY: Term = Term {
    name: "mobility",
    label: ["机动", "Mobility"],
    features: &[
        // Steps and slides of all seats.
        EvalFeature::new("mobility", "moves", ["可走步数", "moves"], 1.5).factor(1.0),
        EvalFeature::new("mobility", "turn", ["先行", "right to move"], 10.0).factor(0.8),
    ],
};

fn add_mobility<C: PieceBeliefs>(inputs: &TermInputs<'_, C>, sink: &mut impl FeatureSink) {
    let [first, second] = Team::ALL.map(|team| inputs.world.mobility(team) as f32);
    sink.add(const { index("moves") }, first - second);
    sink.add(const { index("turn") }, inputs.sign(inputs.world.turn()));
}

const fn cooperation(name: &'static str, label: Label, hand: f32) -> EvalFeature {
    EvalFeature::new("cooperation", name, label, hand).factor(0.8)
}

/// Cooperation: pieces that help each other.
///
/// Unit: centi-pieces per piece. Reason: a piece that captures a guarded piece is captured in turn; a
/// bomb beside a strong officer deters attacks on it; partners that stand together fight together. Source: players'
/// advice; *our reading*.
const COOPERATION: Term = Term {
    name: "cooperation",
    label: ["配合", "Cooperation"],
    features: &[
        // Pieces beside a mobile enemy; those of them also beside a mobile friend.
        cooperation("contact", ["与敌相邻", "beside an enemy"], -6.0),
        cooperation("guarded", ["有后援", "guarded"], 5.0),
        // Strong officers beside a bomb of their own.
        cooperation("bomb_beside_strong", ["炸弹护大子", "bomb beside a strong piece"], 15.0),
        // Pieces beside a partner's piece.
        cooperation("partner_near", ["与盟友相邻", "beside the partner"], 2.0).four_player(),
    ],
};

/// Adds the features of cooperation that do not depend on kinds.
fn add_contacts<C: PieceBeliefs>(inputs: &TermInputs<'_, C>, sink: &mut impl FeatureSink) {
    let world = inputs.world;
    // The stations beside the mobile pieces of each seat, then of each team.
    let around = Seat::ALL.map(|seat| world.net().beside(world.mobile(seat)));
    let mut teams = [StationSet::EMPTY; 2];
    for seat in inputs.seats() {
        let team = &mut teams[inputs.team(seat).index()];
        *team = *team | around[seat.index()];
    }
    for seat in inputs.seats() {
        let sign = inputs.sign(seat);
        let team = inputs.team(seat);
        let own = world.mobile(seat);
        let contacts = own & teams[team.other().index()];
        let guarded = contacts & teams[team.index()];
        let mut partners_near = 0;
        for mate in world.rules().team_seats(team).filter(|&mate| mate != seat) {
            partners_near += (own & around[mate.index()]).len();
        }
        sink.add(const { index("contact") }, sign * contacts.len() as f32);
        sink.add(const { index("guarded") }, sign * guarded.len() as f32);
        sink.add(const { index("partner_near") }, sign * partners_near as f32);
    }
}

/// Adds the strong officers beside bombs of their own.
fn add_bombs<C: PieceBeliefs>(inputs: &TermInputs<'_, C>, sink: &mut impl FeatureSink) {
    let mut sum = 0.0;
    for seat in inputs.seats() {
        let own = inputs.world.mobile(seat);
        for at in own {
            let Some(piece) = inputs.world.piece_at(at) else { continue };
            let strong = inputs.beliefs.classes(piece).class[STRONG];
            if strong > 0.0 {
                let beside = (inputs.world.net().neighbours(at) & own).iter();
                let near = beside.filter_map(|s| inputs.world.piece_at(s));
                let bombs: f32 = near.map(|p| inputs.beliefs.classes(p).class[BOMB]).sum();
                sum += inputs.sign(seat) * strong * bombs.min(1.0);
            }
        }
    }
    sink.add(const { index("bomb_beside_strong") }, sum);
}

/// The same in an open world, from its few bombs instead of its many officers.
#[inline]
fn add_known_bombs(inputs: &TermInputs<'_, World>, bombs: &[PieceId], sink: &mut impl FeatureSink) {
    let world = inputs.world;
    let mut beside = [StationSet::EMPTY; 4];
    for &bomb in bombs {
        let seat = bomb.seat();
        let at = world.station_of(bomb).filter(|&at| world.mobile(seat).contains(at));
        if let Some(at) = at {
            let near = world.net().neighbours(at) & world.mobile(seat);
            beside[seat.index()] = beside[seat.index()] | near;
        }
    }
    for seat in Seat::ALL {
        let mut strong = 0;
        for at in beside[seat.index()] {
            let class = world.piece_at(at).map(|piece| world.classes(piece).class);
            strong += usize::from(class.is_some_and(|class| class[STRONG] > 0.0));
        }
        sink.add(const { index("bomb_beside_strong") }, inputs.sign(seat) * strong as f32);
    }
}

const fn flag(name: &'static str, label: Label, hand: f32) -> EvalFeature {
    EvalFeature::new("flag", name, label, hand).signed()
}

/// Safety of the flag: its guards and its attackers.
///
/// Unit: centi-pieces per flag, times the probability that it stands there. Reason: a seat that
/// loses its flag is out. Source: the guard of the flag ("oriflamme") of FSKD 2006; the features are *our reading*.
const FLAG: Term = Term {
    name: "flag",
    label: ["军旗", "Flag"],
    features: &[
        flag("mines", ["旗旁地雷", "mines beside the flag"], 25.0).factor(0.8),
        // Mobile friends and enemies beside it.
        flag("guards", ["旗旁守子", "guards beside the flag"], 12.0).factor(0.8),
        flag("attackers", ["旗旁敌子", "attackers beside the flag"], -250.0).factor(0.5),
        // Stations beside it that an enemy reaches by a step or over open rail.
        flag("doors", ["旗旁无子拦挡的通路", "open approaches to the flag"], -60.0).factor(0.6),
        // Enemies in its arm.
        flag("intruders", ["入侵敌子", "intruders"], -15.0).factor(0.8),
        flag("shown", ["亮旗", "flag shown"], -80.0).factor(0.7),
        flag("attackers_of_shown", ["亮旗旁敌子", "attackers of a shown flag"], -150.0).factor(0.6),
        // Mobile friends and enemies two steps from it, outside camps and in a camp. These came later: their weight
        // was 0 before matches tuned it.
        flag("near_guards", ["旗两步内守子", "guards two steps from the flag"], 0.0).amount(15.0),
        flag("near_attackers", ["旗两步内敌子", "attackers two steps from the flag"], 0.0)
            .amount(60.0),
        flag("camp_guards", ["护旗行营守子", "guards in the camp by the flag"], 0.0).amount(30.0),
        flag("camp_attackers", ["护旗行营敌子", "attackers in the camp by the flag"], 0.0)
            .amount(100.0),
    ],
};

/// Flags below this probability are ignored.
const MIN_FLAG: f32 = 0.01;

fn add_flag<C: PieceBeliefs>(inputs: &TermInputs<'_, C>, sink: &mut impl FeatureSink) {
    let movers = inputs.movers();
    for seat in inputs.seats() {
        let sign = inputs.sign(seat);
        let enemies = movers[inputs.team(seat).other().index()];
        let intruders = enemies & inputs.map.arms[seat.index()];
        sink.add(const { index("intruders") }, sign * intruders.len() as f32);
        let shown = inputs.world.flags_shown().contains(seat);
        sink.add(const { index("shown") }, if shown { sign } else { 0.0 });
        for headquarters in &inputs.map.headquarters[seat.index()] {
            let piece = inputs.world.piece_at(headquarters.at).filter(|p| p.seat() == seat);
            let flag = piece.map_or(0.0, |p| inputs.beliefs.classes(p).flag);
            if flag > MIN_FLAG {
                add_guard(inputs, sink, seat, headquarters, sign * flag);
            }
        }
    }
}

/// Adds the features around a flag, each times `amount`.
fn add_guard<C: PieceBeliefs>(
    inputs: &TermInputs<'_, C>,
    sink: &mut impl FeatureSink,
    seat: Seat,
    headquarters: &Headquarters,
    amount: f32,
) {
    let world = inputs.world;
    let team = inputs.team(seat);
    let movers = inputs.movers();
    let friends = movers[team.index()];
    let enemies = movers[team.other().index()];
    let beside = world.net().neighbours(headquarters.at);
    let own = beside.iter().filter_map(|s| world.piece_at(s)).filter(|p| p.seat() == seat);
    let mines: f32 = own.map(|p| inputs.beliefs.classes(p).mine).sum();
    sink.add(const { index("mines") }, amount * mines);
    sink.add(const { index("guards") }, amount * (beside & friends).len() as f32);
    let attackers = (beside & enemies).len() as f32;
    sink.add(const { index("attackers") }, amount * attackers);
    let free = beside - world.held(team);
    let doors = free.iter().filter(|&s: &Station| world.is_reached(s, enemies)).count();
    sink.add(const { index("doors") }, amount * doors as f32);
    let shown = world.flags_shown().contains(seat);
    sink.add(const { index("attackers_of_shown") }, if shown { amount * attackers } else { 0.0 });
    let camps = headquarters.two_steps & world.net().camps();
    let open = headquarters.two_steps - camps;
    sink.add(const { index("near_guards") }, amount * (open & friends).len() as f32);
    sink.add(const { index("near_attackers") }, amount * (open & enemies).len() as f32);
    sink.add(const { index("camp_guards") }, amount * (camps & friends).len() as f32);
    sink.add(const { index("camp_attackers") }, amount * (camps & enemies).len() as f32);
}

/// Number of features per class: its regions in the order of [`Region`], the railway in the place of `Home`.
const EACH: usize = 9;
/// Among them the railway.
const RAIL: usize = Region::Home as usize;

/// The features of a class of pieces, whose weights set by hand are a multiple of those of weak officers.
const fn places(
    names: [&'static str; EACH],
    class: Label,
    times: f64,
    in_enemy_arms: &'static str,
) -> [EvalFeature; EACH] {
    let [camp, front, centre, abroad, inside, enemy_camp, deep, shut, rail] = names;
    [
        place(camp, class, ["行营", "in a camp"], 8.0 * times).group_factor("own camps", 0.8),
        place(front, class, ["前排", "in front"], 1.6 * times).group_factor(AROUND, 0.8),
        place(centre, class, ["九宫", "in the centre"], 4.8 * times).group_factor(AROUND, 0.8),
        place(abroad, class, ["盟友或侧翼阵地", "in the partner's or a side arm"], 4.8 * times)
            .group_factor(AROUND, 0.8),
        place(inside, class, ["敌阵前四排", "inside the enemy"], 11.2 * times)
            .group_factor(in_enemy_arms, 0.8),
        place(enemy_camp, class, ["敌方行营", "in an enemy camp"], 22.4 * times)
            .group_factor(in_enemy_arms, 0.8),
        place(deep, class, ["敌阵底二排", "deep in the enemy"], 19.2 * times)
            .group_factor(in_enemy_arms, 0.8),
        // A piece that took a flag is shut in: taking one must be worth more to a search than standing beside it.
        place(shut, class, ["困于大本营", "shut in headquarters"], -160.0 * times).restrained(),
        place(rail, class, ["铁路", "on rails"], 3.2 * times).group_factor("rail", 0.8),
    ]
}

const fn place(name: &'static str, class: Label, label: Label, hand: f64) -> EvalFeature {
    EvalFeature::new("place", name, label, hand as f32).of_class(class)
}

/// The group of the regions between the own camps and the enemies' arms.
const AROUND: &str = "front, centre, abroad";

/// Place: where pieces stand, by their class.
///
/// Unit: centi-pieces per piece. Reason: camps are safe, railways are fast, the centre
/// connects all arms, and attacks happen in the enemy's arm. Source: the "position domain of piece" of
/// FSKD 2006; the regions are *our reading*.
const PLACE: Term =
    Term { name: "place", label: ["位置", "Places"], features: PLACES.as_flattened() };

/// By class as in [`ClassProbabilities`].
#[rustfmt::skip]
const PLACES: [[EvalFeature; EACH]; CLASSES] = [
    places(
        ["strong_camp", "strong_front", "strong_centre", "strong_abroad", "strong_inside",
         "strong_enemy_camp", "strong_deep", "strong_shut", "strong_rail"],
        ["大子", "strong"], 1.5, "strong in enemy arms",
    ),
    places(
        ["weak_camp", "weak_front", "weak_centre", "weak_abroad", "weak_inside",
         "weak_enemy_camp", "weak_deep", "weak_shut", "weak_rail"],
        ["小子", "weak"], 1.0, "others in enemy arms",
    ),
    places(
        ["engineer_camp", "engineer_front", "engineer_centre", "engineer_abroad", "engineer_inside",
         "engineer_enemy_camp", "engineer_deep", "engineer_shut", "engineer_rail"],
        ["工兵", "engineer"], 1.0, "others in enemy arms",
    ),
    places(
        ["bomb_camp", "bomb_front", "bomb_centre", "bomb_abroad", "bomb_inside",
         "bomb_enemy_camp", "bomb_deep", "bomb_shut", "bomb_rail"],
        ["炸弹", "bomb"], 1.0, "others in enemy arms",
    ),
];

/// Index of the first feature of a class.
const fn first_place(class: usize) -> usize {
    const FIRST: usize = index("strong_camp");
    FIRST + class * EACH
}

/// The weight of the place of a piece.
pub(super) fn place_weight(
    weights: &EvalFeatures,
    classes: &ClassProbabilities,
    region: Region,
    rail: bool,
) -> f32 {
    let mut sum = 0.0;
    for (class, p) in classes.class.into_iter().enumerate() {
        let first = first_place(class);
        let there = if region == Region::Home { 0.0 } else { weights[first + region as usize] };
        sum += p * (there + if rail { weights[first + RAIL] } else { 0.0 });
    }
    sum
}

fn add_places<C: PieceBeliefs>(inputs: &TermInputs<'_, C>, sink: &mut impl FeatureSink) {
    let world = inputs.world;
    let rails = world.net().rails();
    for (piece, at) in world.pieces() {
        let seat = piece.seat();
        let sign = inputs.sign(seat);
        let region = inputs.map.region(inputs.map.relation(world, seat, at), at);
        let rail = rails.contains(at);
        if region == Region::Home && !rail {
            continue;
        }
        for (class, p) in inputs.beliefs.classes(piece).class.into_iter().enumerate() {
            if p <= 0.0 {
                continue;
            }
            if region != Region::Home {
                sink.add(first_place(class) + region as usize, sign * p);
            }
            if rail {
                sink.add(first_place(class) + RAIL, sign * p);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique() {
        let mut names = BTreeSet::new();
        for term in TERMS {
            assert!(names.insert(term.name), "{}", term.name);
            for (number, feature) in term.features.iter().enumerate() {
                assert!(names.insert(feature.name), "{}", feature.name);
                assert_eq!(feature.term, term.name, "{}", feature.name);
                assert_eq!(index(feature.name), index(term.features[0].name) + number);
            }
        }
    }
}
