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
            Self::Moves => ("moves", "moves of the seat"),
            Self::TeamMoves => ("team_moves", "moves of its team"),
            Self::MovesAsOfficers => ("moves_as_officers", "moves if all were officers"),
            Self::MovesAsEngineers => ("moves_as_engineers", "moves if all were engineers"),
            Self::Entropy => ("entropy", "bits a hidden enemy piece"),
            Self::Bits => ("bits", "bits, sum of marginals"),
            Self::Worlds => ("worlds", "bits, worlds counted"),
            Self::BitsLost => ("bits_lost", "bits lost a round, marginals"),
            Self::BitsShare => ("bits_share", "the same as a part"),
            Self::WorldsLost => ("worlds_lost", "bits lost a round, worlds"),
            Self::WorldsShare => ("worlds_share", "the same as a part"),
            Self::LeafSame => ("leaf_same", "leaf correlation, siblings alike"),
            Self::LeafDecided => ("leaf_decided", "leaves won or lost"),
            Self::LeafWon => ("leaf_won", "bias, leaves won by the mover"),
            Self::LeafLean => ("leaf_lean", "lean of one position's leaves"),
            Self::SameBest => ("same_best", "worlds agree on the best move"),
            Self::SameByChance => ("same_by_chance", "they would by chance"),
            Self::Knowing => ("knowing", "win probability of knowing"),
            Self::GameWon => ("game_won", "games won by the mover"),
        }
    }
}
