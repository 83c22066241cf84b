//! The measured quantities, by name.

/// A mean over positions, rounds or leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantity {
    /// Legal moves of the seat to move; at every ply.
    Moves,
    /// Legal moves of all living seats of its team, as if it were the turn of each.
    TeamMoves,
    /// Moves it would have if all its pieces, mines too, moved as officers do: what a seat that knows
    /// no kind may list for it.
    MovesAsOfficers,
    /// The same if all moved as engineers do: what such a seat cannot exclude.
    MovesAsEngineers,
    /// Bits of a hidden enemy piece on the board, the mean over these.
    Entropy,
    /// Bits of all hidden pieces on the board together, taken as independent.
    Bits,
    /// log2 of how many deployments of the hidden seats are consistent with what was seen.
    Worlds,
    /// Bits of `Bits` lost from a move of a seat to its next one.
    BitsLost,
    /// The part of `Bits` lost from a move of a seat to its next one.
    BitsShare,
    /// Bits of `Worlds` lost from a move of a seat to its next one: halvings of its information set.
    WorldsLost,
    /// The part of `Worlds` lost from a move of a seat to its next one.
    WorldsShare,
    /// Leaf correlation: the probability that two sibling leaves are both won, both lost or both
    /// drawn.
    LeafSame,
    /// The part of leaves that are won or lost.
    LeafDecided,
    /// Bias: the part of leaves won by the side to move at the position, draws as half a win.
    LeafWon,
    /// How far the leaves of one position lean to one side: |won - lost| as a part of them.
    LeafLean,
    /// The probability that two sampled worlds have the same best move at the position.
    SameBest,
    /// The same if the best move were drawn among the legal ones: 1 / moves.
    SameByChance,
    /// Win probability that knowing which of the sampled worlds is true would add, one ply deep.
    Knowing,
    /// The part of positions whose game the side to move won in the end, draws as half.
    GameWon,
}

/// How many there are.
pub(super) const QUANTITIES: usize = Quantity::ALL.len();

impl Quantity {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 19] = [
        Self::Moves,
        Self::TeamMoves,
        Self::MovesAsOfficers,
        Self::MovesAsEngineers,
        Self::Entropy,
        Self::Bits,
        Self::Worlds,
        Self::BitsLost,
        Self::BitsShare,
        Self::WorldsLost,
        Self::WorldsShare,
        Self::LeafSame,
        Self::LeafDecided,
        Self::LeafWon,
        Self::LeafLean,
        Self::SameBest,
        Self::SameByChance,
        Self::Knowing,
        Self::GameWon,
    ];

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        self.texts().0
    }

    /// The name in tables, at most 32 columns.
    pub fn label(self) -> &'static str {
        self.texts().1
    }

    /// Decimal places to print.
    pub fn digits(self) -> usize {
        match self {
            Self::Moves
            | Self::TeamMoves
            | Self::MovesAsOfficers
            | Self::MovesAsEngineers
            | Self::Bits
            | Self::Worlds => 1,
            Self::Knowing | Self::BitsShare | Self::WorldsShare | Self::SameByChance => 4,
            Self::BitsLost | Self::WorldsLost => 2,
            _ => 3,
        }
    }

    fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Moves => ("moves", "moves of the seat, mean"),
            Self::TeamMoves => ("team_moves", "moves of its team"),
            Self::MovesAsOfficers => ("moves_as_officers", "if all its pieces were officers"),
            Self::MovesAsEngineers => ("moves_as_engineers", "if all its pieces were engineers"),
            Self::Entropy => ("entropy", "bits per hidden enemy piece"),
            Self::Bits => ("bits", "bits, marginals"),
            Self::Worlds => ("worlds", "bits of all worlds"),
            Self::BitsLost => ("bits_lost", "bits lost per round, marginals"),
            Self::BitsShare => ("bits_share", "the same as a fraction"),
            Self::WorldsLost => ("worlds_lost", "halvings per round"),
            Self::WorldsShare => ("worlds_share", "the same as a fraction"),
            Self::LeafSame => ("leaf_same", "siblings alike"),
            Self::LeafDecided => ("leaf_decided", "leaves won or lost"),
            Self::LeafWon => ("leaf_won", "leaves won by the mover"),
            Self::LeafLean => ("leaf_lean", "lean of a position's leaves"),
            Self::SameBest => ("same_best", "worlds agree"),
            Self::SameByChance => ("same_by_chance", "by chance"),
            Self::Knowing => ("knowing", "value of perfect information"),
            Self::GameWon => ("game_won", "games won by the mover"),
        }
    }
}
