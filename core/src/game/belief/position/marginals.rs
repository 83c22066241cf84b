//! The marginals of one seat's pieces, and their update after a fact about one of them.

use crate::base::random;
use crate::game::belief::probabilities::{KindProbabilities, TOLERANCE, entropy, fit, numbers};
use crate::game::rules::{ARMY, Kind};

/// Probability from which a kind counts as certain.
const CERTAIN: f64 = 1.0 - 1e-9;
/// Smallest probability that is kept, and smallest change that counts as news.
pub(super) const NEGLIGIBLE: f64 = 1e-12;

/// A seat's marginals. Rows are pieces by number and sum to 1, or 0 where there is no such piece;
/// columns are kinds and sum to the seat's number of pieces of the kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Marginals {
    pub(super) rows: [KindProbabilities; ARMY],
    /// Entropy in bits, by number.
    pub(super) entropies: [f64; ARMY],
    /// Bit set of the numbers whose kind is certain or that no piece has.
    certain: u32,
    /// The seat's number of pieces of every kind.
    counts: KindProbabilities,
    /// Hash key of the initial rows and of the facts learned since, in order.
    pub(super) history_key: u64,
}

impl Marginals {
    pub(super) fn new(rows: &[KindProbabilities; ARMY], seed: u64) -> Self {
        let mut history_key = seed;
        for p in rows.iter().flatten() {
            history_key = random::derive(history_key, &[p.to_bits()]);
        }
        let mut certain = 0;
        for (number, row) in rows.iter().enumerate() {
            if row.iter().sum::<f64>() < 0.5 {
                certain |= 1 << number; // no piece has the number
            }
        }
        let mut marginals = Self {
            rows: *rows,
            entropies: [0.0; ARMY],
            certain,
            counts: std::array::from_fn(|k| rows.iter().map(|row| row[k]).sum::<f64>().round()),
            history_key,
        };
        marginals.round(marginals.uncertain());
        marginals
    }

    /// Bit set of the pieces whose kind is not certain.
    #[inline]
    pub(super) fn uncertain(&self) -> u32 {
        ((1 << ARMY) - 1) & !self.certain
    }

    /// The kind of a piece, if it is certain.
    #[inline]
    pub(super) fn kind(&self, number: usize) -> Option<Kind> {
        if self.uncertain() >> number & 1 == 1 {
            return None;
        }
        Kind::ALL.into_iter().find(|k| self.rows[number][k.index()] > 0.5)
    }

    /// Sets the row of a piece after a fact, and rebalances the other rows of the seat.
    pub(super) fn learn(&mut self, number: usize, row: KindProbabilities, fact: u64) {
        self.history_key = random::derive(self.history_key, &[fact]);
        self.rows[number] = row;
        let others = self.uncertain() & !(1 << number);
        self.round(1 << number);
        self.rebalance(number, others);
        self.round(others | 1 << number);
    }

    /// Scales the other uncertain rows until the columns sum to the counts again; scales the
    /// piece's own row too if the others alone cannot.
    fn rebalance(&mut self, number: usize, mut free: u32) {
        let mut remaining = self.remaining(free);
        while let Some(forced) = self.fill_forced(free, &remaining) {
            free &= !forced;
            remaining = self.remaining(free);
        }
        let before = self.rows;
        if !fit(&mut self.rows, free, &remaining) && self.uncertain() >> number & 1 == 1 {
            self.rows = before;
            let free = free | 1 << number;
            let remaining = self.remaining(free);
            fit(&mut self.rows, free, &remaining);
        }
    }

    /// The counts of every kind that the rows of a set must share.
    fn remaining(&self, free: u32) -> KindProbabilities {
        let fixed = self.columns(((1 << ARMY) - 1) & !free);
        std::array::from_fn(|k| self.counts[k] - fixed[k])
    }

    fn columns(&self, of: u32) -> KindProbabilities {
        let mut sums = [0.0; 12];
        for number in numbers(of) {
            sums.iter_mut().zip(&self.rows[number]).for_each(|(sum, p)| *sum += p);
        }
        sums
    }

    /// If no more pieces can be of a kind than remain of it, makes them certain and returns them:
    /// scaling alone would converge slowly.
    fn fill_forced(&mut self, free: u32, remaining: &KindProbabilities) -> Option<u32> {
        let mut most = [0.0; 12];
        for number in numbers(free) {
            let row = &self.rows[number];
            most.iter_mut().zip(row).for_each(|(n, p)| *n += f64::from(u8::from(*p > 0.0)));
        }
        // A kind that no free row may have is not forced.
        let kind = (0..12).find(|&k| most[k] > 0.5 && most[k] < remaining[k] + TOLERANCE)?;
        let mut forced = 0;
        for number in numbers(free) {
            if self.rows[number][kind] > 0.0 {
                forced |= 1 << number;
                self.rows[number] = std::array::from_fn(|k| f64::from(u8::from(k == kind)));
            }
        }
        Some(forced)
    }

    /// Rounds tiny probabilities of some rows to 0, and rows with a certain kind to 1.
    fn round(&mut self, rows: u32) {
        for number in numbers(rows) {
            let row = &mut self.rows[number];
            if let Some(kind) = row.iter().position(|p| *p >= CERTAIN) {
                *row = std::array::from_fn(|k| f64::from(u8::from(k == kind)));
                self.certain |= 1 << number;
                self.entropies[number] = 0.0;
            } else {
                row.iter_mut().filter(|p| **p < NEGLIGIBLE).for_each(|p| *p = 0.0);
                self.entropies[number] = entropy(row).0;
            }
        }
    }
}
