//! The marginals of one seat's pieces, and how they follow what is seen of one of them.

use super::fit::{TOLERANCE, fit};
use super::probabilities::{KindProbabilities, numbers};
use crate::base::random;
use crate::game::belief::entropy;
use crate::game::rules::{ARMY, Kind};

/// From this probability on a kind is certain.
const CERTAIN: f64 = 1.0 - 1e-9;
/// Probabilities below it are 0, and what changes none by more is no news.
pub(super) const LEAST: f64 = 1e-12;

/// A seat's marginals: a row for each number, which sums to 1, or is 0 where there is no such
/// piece; a column for each kind, which sums to how many the seat has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Marginals {
    pub(super) rows: [KindProbabilities; ARMY],
    /// Bits, by number.
    pub(super) entropies: [f64; ARMY],
    /// Numbers whose kind is certain, and numbers that no piece has: a bit for each.
    settled: u32,
    counts: KindProbabilities,
    /// A name for what was learned, in its order.
    pub(super) facts: u64,
}

impl Marginals {
    pub(super) fn new(rows: &[KindProbabilities; ARMY], seed: u64) -> Self {
        let sum = |k: usize| rows.iter().map(|row| row[k]).sum::<f64>().round();
        let facts = rows.iter().flatten().fold(seed, |f, p| random::derive(f, &[p.to_bits()]));
        let mut sheet = Self {
            rows: *rows,
            entropies: [0.0; ARMY],
            settled: 0,
            counts: std::array::from_fn(sum),
            facts,
        };
        let missing = |n: &usize| sheet.rows[*n].iter().sum::<f64>() < 0.5;
        sheet.settled = (0..ARMY).filter(missing).fold(0, |set, n| set | 1 << n);
        sheet.settle(sheet.open());
        sheet
    }

    /// Numbers of pieces whose kind is not certain.
    #[inline]
    pub(super) fn open(&self) -> u32 {
        ((1 << ARMY) - 1) & !self.settled
    }

    /// The kind of a piece, if it is certain.
    #[inline]
    pub(super) fn kind(&self, number: usize) -> Option<Kind> {
        if self.open() >> number & 1 == 1 {
            return None;
        }
        Kind::ALL.into_iter().find(|k| self.rows[number][k.index()] > 0.5)
    }

    /// Gives a piece the row that it has after a fact, and corrects the others of the seat.
    pub(super) fn learn(&mut self, number: usize, row: KindProbabilities, fact: u64) {
        self.facts = random::derive(self.facts, &[fact]);
        self.rows[number] = row;
        let others = self.open() & !(1 << number);
        self.settle(1 << number);
        self.correct(number, others);
        self.settle(others | 1 << number);
    }

    /// Scales other rows than that of the piece; all, where they alone cannot make up for it.
    fn correct(&mut self, number: usize, mut free: u32) {
        let mut left = self.left(free);
        while let Some(forced) = self.force(free, &left) {
            free &= !forced;
            left = self.left(free);
        }
        let before = self.rows;
        if !fit(&mut self.rows, free, &left) && self.open() >> number & 1 == 1 {
            self.rows = before;
            let free = free | 1 << number;
            let left = self.left(free);
            fit(&mut self.rows, free, &left);
        }
    }

    /// What the rows outside a set leave of every kind.
    fn left(&self, free: u32) -> KindProbabilities {
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

    /// When only so many pieces may be of a kind as are left of it, they are: sweeps alone would
    /// come near to that only slowly.
    fn force(&mut self, free: u32, left: &KindProbabilities) -> Option<u32> {
        let mut most = [0.0; 12];
        for number in numbers(free) {
            let row = &self.rows[number];
            most.iter_mut().zip(row).for_each(|(n, p)| *n += f64::from(u8::from(*p > 0.0)));
        }
        let forced = |&k: &usize| most[k] > 0.5 && most[k] < left[k] + TOLERANCE;
        let kind = (0..12).find(forced)?;
        let pieces = numbers(free).filter(|&n| self.rows[n][kind] > 0.0);
        let pieces = pieces.fold(0, |set, n| set | 1 << n);
        for number in numbers(pieces) {
            self.rows[number] = std::array::from_fn(|k| f64::from(u8::from(k == kind)));
        }
        Some(pieces)
    }

    /// Drops the least probabilities of some rows and finds which are certain now.
    fn settle(&mut self, rows: u32) {
        for number in numbers(rows) {
            let row = &mut self.rows[number];
            if let Some(kind) = row.iter().position(|p| *p >= CERTAIN) {
                *row = std::array::from_fn(|k| f64::from(u8::from(k == kind)));
                self.settled |= 1 << number;
                self.entropies[number] = 0.0;
            } else {
                row.iter_mut().filter(|p| **p < LEAST).for_each(|p| *p = 0.0);
                self.entropies[number] = entropy(row).0;
            }
        }
    }
}
