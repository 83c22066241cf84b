//! The names of searches as readers know them, for those that programs use.

use junqi_core::gametree::search::catalogue;

/// Names that experiments give to variants of a search, in print.
const VARIANTS: [(&str, &str); 1] = [("star1", "Star1")];

/// The name of a search in print.
fn title(word: &str) -> Option<&'static str> {
    match VARIANTS.iter().find(|(name, _)| *name == word) {
        Some((_, title)) => Some(title),
        None => Some(catalogue::find(word).ok()?.title),
    }
}

/// A text with the names of searches in print.
pub(super) fn in_print(text: &str) -> String {
    let of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut printed = String::new();
    for piece in text.split_inclusive(|letter| !of_word(letter)) {
        let word = piece.trim_end_matches(|letter| !of_word(letter));
        let end = &piece[word.len()..];
        printed += title(word).unwrap_or(word);
        printed += end;
    }
    printed
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
