//! The measured quantities, by name.

/// A mean over positions, rounds or leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantity {
    /// Legal moves of the seat to move; at every ply.
    Moves,
    /// Legal moves of all living seats of its team, each counted as on its own turn.
    TeamMoves,
    /// Moves of the seat if all its pieces, mines included, moved like officers: the moves that a seat
    /// which knows no kind can list for it.
    MovesAsOfficers,
    /// Moves of the seat if all its pieces moved like engineers: the moves that such a seat cannot
    /// exclude.
    MovesAsEngineers,
    /// Mean entropy of a hidden enemy piece on the board, in bits.
    Entropy,
    /// Total entropy of all hidden pieces on the board, treated as independent, in bits.
    Bits,
    /// log2 of the number of deployments of the hidden seats that are consistent with the events.
    Worlds,
    /// Bits of `Bits` lost from a move of a seat to its next one.
    BitsLost,
    /// Fraction of `Bits` lost from a move of a seat to its next one.
    BitsShare,
    /// Bits of `Worlds` lost from a move of a seat to its next one: halvings of its information set.
    WorldsLost,
    /// Fraction of `Worlds` lost from a move of a seat to its next one.
    WorldsShare,
    /// Leaf correlation: the probability that two sibling leaves are both won, both lost or both
    /// drawn.
    LeafSame,
    /// Fraction of leaves that are won or lost.
    LeafDecided,
    /// Bias: fraction of leaves won by the side to move at the position; a draw is half a win.
    LeafWon,
    /// Imbalance of the leaves of one position: |won - lost| as a fraction of all.
    LeafLean,
    /// The probability that two sampled worlds have the same best move at the position.
    SameBest,
    /// That probability for a uniformly random move: 1 / moves.
    SameByChance,
    /// Gain in win probability from knowing the true one of the sampled worlds, at one ply.
    Knowing,
    /// Fraction of positions whose game the side to move won in the end; a draw is half a win.
    GameWon,
}

/// Number of quantities.
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
