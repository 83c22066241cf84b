//! Typed options: one declaration makes a struct, the list of its options, and the reader.

use super::{OptionSpec, OptionValue, OptionValues};

/// A type that the value of an option is read as.
pub(crate) trait OptionField: Sized {
    /// The field for a value, given or by default; `None` if the value is of another type.
    fn from_value(value: Option<OptionValue>) -> Option<Self>;
}

/// An option whose default is not a value, but is chosen by its user.
impl<T: OptionField> OptionField for Option<T> {
    fn from_value(value: Option<OptionValue>) -> Option<Self> {
        match value {
            Some(_) => T::from_value(value).map(Some),
            None => Some(None),
        }
    }
}

impl OptionField for i64 {
    fn from_value(value: Option<OptionValue>) -> Option<Self> {
        match value? {
            OptionValue::Whole(whole) => Some(whole),
            _ => None,
        }
    }
}

impl OptionField for u64 {
    fn from_value(value: Option<OptionValue>) -> Option<Self> {
        match value? {
            OptionValue::Whole(whole) => Some(whole.unsigned_abs()),
            OptionValue::Count(count) => Some(count),
            _ => None,
        }
    }
}

impl OptionField for u32 {
    fn from_value(value: Option<OptionValue>) -> Option<Self> {
        u64::from_value(value).map(|whole| whole as u32)
    }
}

impl OptionField for usize {
    fn from_value(value: Option<OptionValue>) -> Option<Self> {
        u64::from_value(value).map(|whole| whole as usize)
    }
}

impl OptionField for f64 {
    fn from_value(value: Option<OptionValue>) -> Option<Self> {
        match value? {
            OptionValue::Real(real) => Some(real),
            _ => None,
        }
    }
}

impl OptionField for bool {
    fn from_value(value: Option<OptionValue>) -> Option<Self> {
        match value? {
            OptionValue::Flag(flag) => Some(flag),
            _ => None,
        }
    }
}

impl OptionField for &'static str {
    fn from_value(value: Option<OptionValue>) -> Option<Self> {
        match value? {
            OptionValue::Word(word) => Some(word),
            _ => None,
        }
    }
}

impl OptionValues {
    /// The value of an option, given or by default.
    pub(crate) fn read<T: OptionField>(&self, option: &OptionSpec) -> T {
        let value = self.value(option);
        T::from_value(value).expect("the default of an option has the type of its field")
    }

    pub(crate) fn reader(&self, known: &'static [OptionSpec]) -> OptionReader<'_> {
        OptionReader { values: self, known }
    }
}

/// Typed access to option values by name.
#[derive(Clone, Copy)]
pub(crate) struct OptionReader<'a> {
    values: &'a OptionValues,
    known: &'static [OptionSpec],
}

impl OptionReader<'_> {
    /// The value of an option, given or by default; an `Option` where it may have none.
    pub(crate) fn get<T: OptionField>(&self, name: &str) -> T {
        let option = self.known.iter().find(|option| option.name == name);
        self.values.read(option.expect("algorithms ask for their own parameters"))
    }
}

/// Declares a struct of options: `"name" => field: type = "default", OptionType, "help";`.
///
/// The struct gets `OPTIONS`, the list of its options in this order, and `read`, which reads them from
/// [`OptionValues`]. A field without default is an `Option` and has the default `""`.
macro_rules! option_group {
    (
        $(#[$meta:meta])*
        $vis:vis struct $group:ident {
            $($name:literal => $field:ident: $type:ty = $default:literal, $kind:expr, $about:expr;)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy)]
        $vis struct $group {
            $(pub(crate) $field: $type,)*
        }

        impl $group {
            $vis const OPTIONS: &'static [$crate::base::options::OptionSpec] =
                &[$($crate::base::options::option($name, $kind, $default, $about),)*];

            $vis fn read(values: &$crate::base::options::OptionValues) -> Self {
                use $crate::base::options::option;
                Self { $($field: values.read(&option($name, $kind, $default, $about)),)* }
            }
        }
    };
}
pub(crate) use option_group;

/// Declares an enum of words as the type of an option.
macro_rules! option_words {
    (
        $(#[$meta:meta])*
        $vis:vis enum $words:ident {
            $($(#[$variant_meta:meta])* $variant:ident = $word:literal,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $vis enum $words {
            $($(#[$variant_meta])* $variant,)*
        }

        impl $words {
            /// The words, in order.
            $vis const WORDS: &'static [&'static str] = &[$($word,)*];

            /// The word.
            #[allow(dead_code, reason = "most are only read")]
            $vis fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }

        impl $crate::base::options::OptionField for $words {
            fn from_value(value: Option<$crate::base::options::OptionValue>) -> Option<Self> {
                match value? {
                    $($crate::base::options::OptionValue::Word($word) => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use option_words;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::options::OptionType;

    option_words! {
        enum Order { Fixed = "fixed", Random = "random", }
    }

    option_group! {
        struct Sample {
            "size" => size: usize = "8", OptionType::Within(1, 64), "Number of items.";
            "C" => weight: f64 = "0.5", OptionType::Part, "Weight.";
            "seed" => seed: Option<u64> = "", OptionType::Count, "Seed.";
            "order" => order: Order = "fixed", OptionType::Word(Order::WORDS), "Order.";
        }
    }

    #[test]
    fn a_group_reads_values_and_defaults() {
        let mut values = OptionValues::default();
        let Sample { size, weight, seed, order } = Sample::read(&values);
        assert_eq!((size, weight.to_bits(), seed), (8, 0.5_f64.to_bits(), None));
        assert_eq!(order, Order::Fixed);
        for (name, text) in [("size", "9"), ("c", "1"), ("seed", "7"), ("order", "Random")] {
            values.set(Sample::OPTIONS, name, text).unwrap();
        }
        let Sample { size, weight, seed, order } = Sample::read(&values);
        assert_eq!((size, weight.to_bits(), seed), (9, 1.0_f64.to_bits(), Some(7)));
        assert_eq!(order, Order::Random);
        let names: Vec<_> = Sample::OPTIONS.iter().map(|option| option.name).collect();
        assert_eq!(names, ["size", "C", "seed", "order"]);
    }
}
