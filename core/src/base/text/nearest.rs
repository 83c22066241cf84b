//! Suggestions for misspelt names.

/// Maximum length of a text that gets a suggestion, in letters.
const LONGEST: usize = 100;

/// The name nearest to a text, regardless of case: by edit distance with transpositions, at most a
/// third of the longer text; or a name that contains the text. None if no name is near.
pub fn nearest<'a>(found: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let found = found.to_lowercase();
    let length = found.chars().count();
    if length > LONGEST {
        return None;
    }
    let near = |name: &str| {
        let name = name.to_lowercase();
        let slips = strsim::osa_distance(&found, &name);
        let few = 3 * slips <= length.max(name.chars().count());
        let part = length >= 3 && name.contains(&found);
        (few || part).then_some(slips)
    };
    let near = names.into_iter().filter_map(|name| Some((near(name)?, name)));
    near.min_by_key(|(slips, _)| *slips).map(|(_, name)| name)
}

/// The expected names and the nearest of them, for error messages.
pub fn expected_name(found: &str, names: &[&str]) -> String {
    names.join(", ") + &the_nearest(found, names)
}

/// The end of an error message: the nearest name, if there is one.
pub fn the_nearest(found: &str, names: &[&str]) -> String {
    let near = nearest(found, names.iter().copied());
    near.map_or_else(String::new, |name| format!("; the nearest is `{name}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_find_their_names_and_other_words_find_none() {
        let names = ["random", "greedy", "alphabeta", "awt", "movetime", "M"];
        for (found, name) in [
            ("gredy", "greedy"),
            ("greeyd", "greedy"),
            ("GREEDY", "greedy"),
            ("alpha_beta", "alphabeta"),
            ("alpha", "alphabeta"),
            ("time", "movetime"),
            ("atw", "awt"),
            ("m", "M"),
        ] {
            assert_eq!(nearest(found, names), Some(name), "{found}");
        }
        for found in ["", "chess", "x", "ra", "十"] {
            assert_eq!(nearest(found, names), None, "{found}");
        }
        assert_eq!(nearest(&"greedy".repeat(10_000), names), None);
        assert_eq!(nearest("greedy", []), None);
    }

    #[test]
    fn an_error_ends_with_the_nearest_name() {
        let names = ["uniform", "learned"];
        assert_eq!(expected_name("unform", &names), "uniform, learned; the nearest is `uniform`");
        assert_eq!(expected_name("human", &names), "uniform, learned");
    }
}
