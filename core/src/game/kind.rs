//! Kinds of pieces, sets of kinds, and inventories.

use std::fmt;

/// The number of pieces in the standard army, the largest there is.
pub const ARMY: usize = 25;

/// A kind of piece, strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// 司令, rank 9. Its death makes its seat's flag public.
    Commander,
    /// 军长, rank 8.
    General,
    /// 师长, rank 7.
    Division,
    /// 旅长, rank 6.
    Brigade,
    /// 团长, rank 5.
    Regiment,
    /// 营长, rank 4.
    Battalion,
    /// 连长, rank 3.
    Company,
    /// 排长, rank 2.
    Platoon,
    /// 工兵, rank 1. Turns corners on the railway and clears mines.
    Engineer,
    /// 炸弹. Removes itself and its opponent in every fight.
    Bomb,
    /// 地雷. Does not move; only engineers and bombs remove it.
    Mine,
    /// 军旗. Does not move; its seat goes out when it is captured.
    Flag,
}

impl Kind {
    /// All kinds, strongest first.
    pub const ALL: [Self; 12] = [
        Self::Commander,
        Self::General,
        Self::Division,
        Self::Brigade,
        Self::Regiment,
        Self::Battalion,
        Self::Company,
        Self::Platoon,
        Self::Engineer,
        Self::Bomb,
        Self::Mine,
        Self::Flag,
    ];

    /// The place in [`ALL`](Self::ALL), 0 to 11.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter in every text format: `a`..`i` for the ranks, `x` bomb, `m` mine, `q` flag.
    pub fn letter(self) -> char {
        ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'x', 'm', 'q'][self.index()]
    }

    /// The kind with a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|k| k.letter() == letter)
    }

    /// The Chinese name, two characters.
    pub const fn chinese(self) -> &'static str {
        [
            "司令", "军长", "师长", "旅长", "团长", "营长", "连长", "排长", "工兵", "炸弹", "地雷",
            "军旗",
        ][self.index()]
    }

    /// One character of the Chinese name, as players write it.
    pub fn short_chinese(self) -> char {
        ['司', '军', '师', '旅', '团', '营', '连', '排', '工', '炸', '雷', '旗'][self.index()]
    }

    /// The English name.
    pub const fn english(self) -> &'static str {
        [
            "commander",
            "general",
            "division",
            "brigade",
            "regiment",
            "battalion",
            "company",
            "platoon",
            "engineer",
            "bomb",
            "mine",
            "flag",
        ][self.index()]
    }

    /// The number of pieces of the kind in the standard army; no army has more.
    pub const fn count(self) -> usize {
        [1, 1, 2, 2, 2, 2, 3, 3, 3, 2, 3, 1][self.index()]
    }

    /// Whether pieces of the kind can move: all but mine and flag.
    #[inline]
    pub fn is_mobile(self) -> bool {
        !matches!(self, Self::Mine | Self::Flag)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.english())
    }
}

/// A set of kinds, such as the possible kinds of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindSet(u16);

impl KindSet {
    /// The empty set.
    pub const NONE: Self = Self(0);
    /// The set of all kinds.
    pub const ALL: Self = Self(0xFFF);
    /// The kinds that can move.
    pub const MOBILE: Self = Self(0x3FF);
    /// Mine and flag.
    pub const IMMOBILE: Self = Self(0xC00);

    /// The set of a single kind.
    pub fn only(kind: Kind) -> Self {
        Self(1 << kind.index())
    }

    /// Whether the kind is in the set.
    pub fn contains(self, kind: Kind) -> bool {
        self.0 >> kind.index() & 1 == 1
    }

    /// The set as bits, the commander's the lowest.
    #[inline]
    pub fn bits(self) -> u16 {
        self.0
    }

    /// The intersection of two sets.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The union of two sets.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The kind of a set of one; `None` for other sets.
    pub fn the_one(self) -> Option<Kind> {
        let kind = self.iter().next()?;
        (self == Self::only(kind)).then_some(kind)
    }

    /// The difference: kinds of this set that are not in the other.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The kinds in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = Kind::ALL.get(left.trailing_zeros() as usize).copied();
            left &= left.wrapping_sub(1);
            next
        })
    }

    /// The number of kinds.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        Self(kinds.into_iter().fold(0, |set, k| set | 1 << k.index()))
    }
}

/// An inventory: the number of pieces of each kind, strongest kind first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Army(pub [u8; 12]);

impl Army {
    /// The standard army of 25 pieces.
    pub fn full() -> Self {
        Self(Kind::ALL.map(|k| k.count() as u8))
    }

    /// The number of pieces of a kind.
    pub fn count(&self, kind: Kind) -> usize {
        self.0[kind.index()].into()
    }

    /// The number of pieces.
    pub fn len(&self) -> usize {
        self.0.iter().map(|&n| usize::from(n)).sum()
    }

    /// Whether there are no pieces.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes one piece; returns false if there is none of the kind.
    pub fn take(&mut self, kind: Kind) -> bool {
        let left = self.0[kind.index()].checked_sub(1);
        self.0[kind.index()] = left.unwrap_or(0);
        left.is_some()
    }

    /// Adds one piece.
    pub fn put(&mut self, kind: Kind) {
        self.0[kind.index()] = self.0[kind.index()].saturating_add(1);
    }

    /// The pieces one by one, strongest kind first.
    pub fn iter(&self) -> impl Iterator<Item = Kind> + '_ {
        Kind::ALL.into_iter().flat_map(|k| std::iter::repeat_n(k, self.count(k)))
    }
}

impl FromIterator<Kind> for Army {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        let mut army = Self::default();
        kinds.into_iter().for_each(|kind| army.put(kind));
        army
    }
}
