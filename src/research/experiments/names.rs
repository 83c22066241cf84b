//! The names of searches as readers know them, for those that programs use.

/// Names in files and options, and in print.
const NAMES: [(&str, &str); 16] = [
    ("abt", "ABT"),
    ("alpha_beta", "alpha-beta"),
    ("alphabeta", "alpha-beta"),
    ("awt", "AWT"),
    ("bct", "BCT"),
    ("ct", "CT"),
    ("dual_star", "DUAL*"),
    ("expectimax", "expectiminimax"),
    ("mt_dual", "MT-DUAL*"),
    ("mt_sss", "MT-SSS*"),
    ("mtd_f", "MTD(f)"),
    ("mtdf", "MTD(f)"),
    ("pvs", "PVS"),
    ("sss_star", "SSS*"),
    ("star1", "Star1"),
    ("star2", "Star2"),
];

/// A text with the names of searches in print.
pub(super) fn in_print(text: &str) -> String {
    let of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let pieces = text.split_inclusive(|letter| !of_word(letter));
    let known = |word: &str| NAMES.iter().find(|(name, _)| *name == word).map(|(_, print)| *print);
    let printed = |piece: &str| {
        let word = piece.trim_end_matches(|letter| !of_word(letter));
        let end = &piece[word.len()..];
        known(word).map_or_else(|| piece.to_owned(), |print| format!("{print}{end}"))
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
