//! Kinds of pieces and sets of them.

use std::fmt;

/// A kind of piece, strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// 司令, rank 9: its death shows its flag.
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
    /// 工兵, rank 1: turns on the railway and clears mines.
    Engineer,
    /// 炸弹: takes whatever it meets with it.
    Bomb,
    /// 地雷: does not move; only engineers clear it.
    Mine,
    /// 军旗: does not move; its loss is its seat's.
    Flag,
}

impl Kind {
    /// All kinds.
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

    /// 0..=11.
    #[inline]
    pub fn index(self) -> usize {
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
    pub fn chinese(self) -> &'static str {
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
    pub fn english(self) -> &'static str {
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

    /// How many an army has.
    pub fn count(self) -> usize {
        [1, 1, 2, 2, 2, 2, 3, 3, 3, 2, 3, 1][self.index()]
    }

    /// Whether it moves at all.
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

/// A set of kinds: what a piece may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindSet(u16);

impl KindSet {
    /// No kind.
    pub const NONE: Self = Self(0);
    /// Every kind.
    pub const ALL: Self = Self(0xFFF);
    /// The kinds that move.
    pub const MOBILE: Self = Self(0x3FF);
    /// The kinds that do not.
    pub const IMMOBILE: Self = Self(0xC00);

    /// Just one kind.
    pub fn only(kind: Kind) -> Self {
        Self(1 << kind.index())
    }

    /// Whether the kind is in the set.
    pub fn contains(self, kind: Kind) -> bool {
        self.0 >> kind.index() & 1 == 1
    }

    /// The kinds in both sets.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The kinds in one of the sets or both.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The only kind, if there is just one.
    pub fn the_one(self) -> Option<Kind> {
        let kind = self.iter().next()?;
        (self == Self::only(kind)).then_some(kind)
    }

    /// The kinds of this set that are not in the other.
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

    /// How many kinds.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no kind is left.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        Self(kinds.into_iter().fold(0, |set, k| set | 1 << k.index()))
    }
}

/// How many pieces of each kind: an inventory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Army(pub [u8; 12]);

impl Army {
    /// A whole army of 25.
    pub fn full() -> Self {
        Self(Kind::ALL.map(|k| k.count() as u8))
    }

    /// How many of a kind.
    pub fn count(&self, kind: Kind) -> usize {
        self.0[kind.index()].into()
    }

    /// How many pieces.
    pub fn len(&self) -> usize {
        self.0.iter().map(|&n| usize::from(n)).sum()
    }

    /// Whether there are no pieces.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes one piece out; false if there is none of the kind.
    pub fn take(&mut self, kind: Kind) -> bool {
        let left = self.0[kind.index()].checked_sub(1);
        self.0[kind.index()] = left.unwrap_or(0);
        left.is_some()
    }

    /// Puts one piece in.
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
