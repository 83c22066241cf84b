//! Descriptors: what distinguishes the moves of a turn, as numbers.

/// A group of descriptors with consecutive numbers.
#[derive(Debug, Clone, Copy)]
pub struct DescriptorGroup {
    /// The name in files; a number is appended if the group has several descriptors.
    pub name: &'static str,
    /// What the descriptors measure.
    pub about: &'static str,
    /// The number of descriptors.
    pub len: usize,
}

macro_rules! groups {
    ($($group:ident $name:literal $len:literal $about:literal;)*) => {
        /// All groups of descriptors, in the order of their numbers.
        pub const DESCRIPTORS: &[DescriptorGroup] =
            &[$(DescriptorGroup { name: $name, about: $about, len: $len }),*];

        /// A group of descriptors.
        #[derive(Debug, Clone, Copy)]
        pub(super) enum Group { $($group),* }
    };
}

groups! {
    Attack "attack" 12 "attack: probability of each kind of the target";
    Defended "defended" 12 "attack: enemies that could attack it afterwards, by kind";
    AttackUnmoved "attack_unmoved" 1 "attack on a piece that has not moved";
    Retake "retake" 1 "goes where a piece of its team has just died";
    DangerTo "danger_to" 12 "no attack: enemies that could attack it afterwards, by kind";
    ChanceTo "chance_to" 12 "no attack: enemies that it could attack afterwards, by kind";
    DangerFrom "danger_from" 12 "enemies that could attack it before, by kind";
    ChanceFrom "chance_from" 12 "enemies that it could attack before, by kind";
    FreshDanger "fresh_danger" 12 "enemies that have just moved and could attack it before, by kind";
    PlaceFrom "place_from" 28 "place before: centre; rows 1 to 6 and camp rows 2 to 4 of its own \
        arm, of an enemy's, of the partner's";
    PlaceTo "place_to" 28 "place afterwards";
    First "first" 6 "first move of the piece, by the row of its home";
    Again "again" 1 "moves the piece of its seat's last move";
    Back "back" 1 "returns to where the piece came from";
    Slide "slide" 1 "longer than one edge";
    SupportTo "support_to" 1 "pieces of its team one edge from the target";
    SupportFrom "support_from" 1 "pieces of its team one edge from the start";
}

/// The number of descriptors.
pub const DESCRIPTOR_COUNT: usize = first(DESCRIPTORS.len());

/// The number of the first descriptor of a group.
const fn first(group: usize) -> usize {
    let (mut sum, mut before) = (0, 0);
    while before < group {
        sum += DESCRIPTORS[before].len;
        before += 1;
    }
    sum
}

/// The values of descriptors that are not 0, with their numbers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Descriptors(Vec<(u16, f64)>);

impl Descriptors {
    pub(super) fn put(&mut self, group: Group, number: usize, value: f64) {
        if value != 0.0 {
            self.0.push(((first(group as usize) + number) as u16, value));
        }
    }

    pub(super) fn put_flag(&mut self, group: Group, holds: bool) {
        self.put(group, 0, f64::from(u8::from(holds)));
    }

    pub(super) fn put_kinds(&mut self, group: Group, values: &[f64; 12]) {
        values.iter().enumerate().for_each(|(kind, &value)| self.put(group, kind, value));
    }

    /// Numbers and values.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.0.iter().map(|&(number, value)| (number.into(), value))
    }

    /// The weighted sum, for all kinds.
    pub(super) fn utilities(&self, weights: &[[f64; 12]]) -> [f64; 12] {
        let mut sums = [0.0; 12];
        for (number, value) in self.iter() {
            sums.iter_mut().zip(&weights[number]).for_each(|(sum, w)| *sum += value * w);
        }
        sums
    }
}

/// The names of all descriptors.
pub(super) fn names() -> impl Iterator<Item = String> {
    DESCRIPTORS.iter().flat_map(|group| {
        (0..group.len).map(move |number| match group.len {
            1 => group.name.to_owned(),
            _ => format!("{}_{number}", group.name),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_descriptor_has_a_name_of_its_own() {
        assert_eq!(names().collect::<BTreeSet<_>>().len(), DESCRIPTOR_COUNT);
        assert_eq!(names().nth(first(Group::Retake as usize)).as_deref(), Some("retake"));
    }
}
