//! Trait items that a wrapper around a position takes over from the position it wraps.

/// Expands, inside an `impl` of a trait for a wrapper, to the items that delegate to a field:
/// `delegate!(Node for field: Inner)` to all but `Undo`, `unmake` and `key`, `delegate!(Noisy for field:
/// Inner)` and `delegate!(Indexed)` to all items.
macro_rules! delegate {
    (Node for $field:ident: $inner:ty) => {
        type Move = $crate::game::rules::Move;
        type Moves = <$inner as $crate::gametree::position::Node>::Moves;
        const ALTERNATES: bool = false;

        #[inline]
        fn side(&self) -> $crate::gametree::position::Side {
            $crate::gametree::position::Node::side(&self.$field)
        }

        #[inline]
        fn moves(&self) -> Self::Moves {
            $crate::gametree::position::Node::moves(&self.$field)
        }
    };
    (Noisy for $field:ident: $inner:ty) => {
        type NoisyMoves = <$inner as $crate::gametree::position::Noisy>::NoisyMoves;

        #[inline]
        fn noisy_moves(&self) -> Self::NoisyMoves {
            $crate::gametree::position::Noisy::noisy_moves(&self.$field)
        }

        fn must_respond(&self) -> bool {
            $crate::gametree::position::Noisy::must_respond(&self.$field)
        }
    };
    (Indexed) => {
        #[inline]
        fn index(&self, m: Self::Move) -> usize {
            m.index()
        }
    };
}
pub(super) use delegate;
