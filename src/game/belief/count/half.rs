//! Codes for the numbers of pieces left of six kinds.

/// Half of the number of kinds.
pub(super) const HALF: usize = 6;

/// A mixed-radix code for the numbers of pieces of six kinds, each up to a maximum.
#[derive(Debug, Clone)]
pub(super) struct Half {
    most: [u8; HALF],
    strides: [u16; HALF],
    /// The number of codes.
    pub(super) codes: usize,
}

/// Smallest and largest number of pieces left of each kind.
pub(super) type CountRange = [(u8, u8); HALF];

impl Half {
    pub(super) fn new(most: [u8; HALF]) -> Self {
        let mut codes = 1;
        let strides = most.map(|n| {
            let stride = codes;
            codes *= u16::from(n) + 1;
            stride
        });
        Self { most, strides, codes: codes.into() }
    }

    pub(super) fn code(&self, left: [u8; HALF]) -> usize {
        let digits = left.into_iter().zip(self.strides);
        digits.map(|(n, stride)| usize::from(n) * usize::from(stride)).sum()
    }

    /// The place value of one piece of a kind in a code.
    pub(super) fn stride(&self, kind: usize) -> usize {
        self.strides[kind].into()
    }

    /// The code with one piece of a kind less, if it has one.
    pub(super) fn less(&self, code: u16, kind: usize) -> Option<usize> {
        let n = code / self.strides[kind] % (u16::from(self.most[kind]) + 1);
        (n > 0).then(|| usize::from(code - self.strides[kind]))
    }

    /// Every code within a range, with its total number of pieces.
    pub(super) fn within(&self, range: &CountRange) -> Vec<(u16, u8)> {
        let mut codes = vec![(0, 0)];
        for (&(low, high), stride) in range.iter().zip(self.strides) {
            let more = |&(code, sum): &(u16, u8)| {
                (low..=high).map(move |n| (code + u16::from(n) * stride, sum + n))
            };
            codes = codes.iter().flat_map(more).collect();
        }
        codes
    }
}
