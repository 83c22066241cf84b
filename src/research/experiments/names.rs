//! The names of searches as readers know them, for those that programs use.

use crate::gametree::search::catalogue;

/// Names that experiments give to variants of a search, in print.
const VARIANTS: [(&str, &str); 1] = [("star1", "Star1")];

/// The name of a search in print.
fn title(word: &str) -> Option<&'static str> {
    let variant = VARIANTS.iter().find(|(name, _)| *name == word);
    variant.map(|(_, title)| *title).or_else(|| Some(catalogue::find(word).ok()?.title))
}

/// A text with the names of searches in print.
pub(super) fn in_print(text: &str) -> String {
    let of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let pieces = text.split_inclusive(|letter| !of_word(letter));
    let printed = |piece: &str| {
        let word = piece.trim_end_matches(|letter| !of_word(letter));
        let end = &piece[word.len()..];
        title(word).map_or_else(|| piece.to_owned(), |print| format!("{print}{end}"))
    };
    pieces.map(printed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_are_replaced() {
        assert_eq!(in_print("abt f=0.3 < alpha_beta"), "ABT f=0.3 < alpha-beta");
        assert_eq!(in_print("mt_sss, sss_star and mtdf"), "MT-SSS*, SSS* and MTD(f)");
        assert_eq!(in_print("expect the abtract"), "expect the abtract");
    }
}
