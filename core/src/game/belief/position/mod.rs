//! Belief positions: one seat's beliefs as a position that can be searched.
//!
//! A belief position holds the public state exactly and, for every hidden piece, a *marginal*: the
//! probabilities of its kinds. Known pieces move and fight exactly. For hidden pieces these are
//! approximations, all of them *our reading*:
//!
//! * **Moving.** A hidden piece moves if its probability of being mobile is at least
//!   [`MOBILE_FROM`], and turns corners on the railway if its probability of being an engineer is at
//!   least [`ENGINEER_FROM`]. Whether a seat has a move at all follows from these.
//! * **Fighting.** The kinds of two fighters count as independent. After a fight each marginal is
//!   conditioned on the outcome; a first move excludes mine and flag, a corner on the railway all
//!   but the engineer. This is exact for the two marginals alone.
//! * **The other pieces of the seat** are then scaled by row and column until the expected number
//!   of every kind is the seat's number, within 10⁻⁷ if 23 steps reach that (they did in every
//!   test). If the others alone cannot compensate, the fighter is scaled too. Certain kinds stay
//!   certain.
//! * **Shown flags.** A fallen commander shows no flag, and nothing is concluded from a flag that
//!   was not shown. So a fallen piece keeps its probability of having been the commander, and
//!   expectations over the outcomes stay right. Only if it certainly was, its seat's flag becomes
//!   public.
//! * **Lack of moves.** Nothing is concluded from a seat not being eliminated.
//!
//! Accuracy, measured against exact recounts of the same events at the moves of six double-open
//! games of `greedy` with the uniform prior (`tests/library/game/belief_recount.rs`): total variation
//! distance of a hidden piece's marginal from the exact one; the same without any update; mean
//! difference of a probability; and bits of the true kind.
//!
//! | after | distance | not updated | difference | bits, exact | here | not updated |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | 1 ply | 0.0002 | 0.0047 | 0.00003 | 2.8718 | 2.8719 | 2.8754 |
//! | 2 plies | 0.0004 | 0.0142 | 0.00006 | 2.8583 | 2.8584 | 2.8753 |
//! | 3 plies | 0.0006 | 0.0183 | 0.00010 | 2.8558 | 2.8561 | 2.8762 |
//! | 4 plies | 0.0007 | 0.0269 | 0.00011 | 2.8419 | 2.8421 | 2.8757 |
//! | the fighters alone | 0.0101 | 0.3764 | 0.00169 | 1.7785 | 1.7964 | 2.7196 |
//! | the fighters, shown flags ignored | 0.0001 | 0.3764 | 0.00002 | 1.7785 | 1.7785 | 2.7196 |
//! | a flag was shown on the way | 0.0240 | 0.0395 | 0.00400 | 2.8009 | 2.8443 | 2.8571 |
//!
//! So the error at the fighters comes from ignoring flags that were not shown. Making and unmaking
//! takes about 0.06 µs for a quiet move, 4 µs for a hidden piece's first move, and 5 µs for a fight
//! with hidden pieces (`cargo bench -p junqi-benches --bench belief`). Nothing is allocated at depths reached before.

mod belief_position;
mod marginals;
mod outcome;

pub use belief_position::{BeliefPosition, BeliefUndo, ENGINEER_FROM, MOBILE_FROM};
pub use outcome::{FightOutcome, Gains, OutcomeGain, OutcomeGains};
