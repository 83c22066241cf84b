//! How boards and deployments stand in files of jobs: as the texts that people write.

/// A board as the text of its file.
pub(super) mod board {
    use crate::board::Board;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    /// What stands for the standard board.
    const STANDARD: &str = "siguo";

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it so")]
    pub(in crate::play) fn serialize<S: Serializer>(
        board: &&'static Board,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let standard = board.text() == Board::siguo().text();
        serializer.serialize_str(if standard { STANDARD } else { board.text() })
    }

    pub(in crate::play) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<&'static Board, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text == STANDARD {
            return Ok(Board::siguo());
        }
        let board: Board = text.parse().map_err(|e| D::Error::custom(format!("board: {e}")))?;
        Ok(board.leak())
    }
}

/// Deployments on a line each.
pub(super) mod deployments {
    use crate::format::read_deployment;
    use crate::rules::Deployment;
    use crate::text::Word;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(in crate::play) fn serialize<S: Serializer>(
        deployments: &[Deployment],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(deployments.iter().map(ToString::to_string))
    }

    pub(in crate::play) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Deployment>, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        if texts.is_empty() {
            return Err(D::Error::custom("found no deployment, expected one at least"));
        }
        let read = |text: &String| read_deployment(Word { text, line: 1, column: 1 });
        texts.iter().map(read).collect::<Result<_, _>>().map_err(D::Error::custom)
    }
}

/// Deployments, each after its share in millionths.
pub(super) mod shares {
    use crate::format::read_deployment;
    use crate::rules::Deployment;
    use crate::text::Word;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(in crate::play) fn serialize<S: Serializer>(
        book: &[(u32, Deployment)],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(book.iter().map(|(share, d)| (share, d.to_string())))
    }

    pub(in crate::play) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<(u32, Deployment)>, D::Error> {
        let entries = Vec::<(u32, String)>::deserialize(deserializer)?;
        if entries.iter().all(|(share, _)| *share == 0) {
            return Err(D::Error::custom(
                "found no deployment with a share, expected one at least",
            ));
        }
        let read = |(share, text): &(u32, String)| {
            Ok((*share, read_deployment(Word { text, line: 1, column: 1 })?))
        };
        let book: Result<_, crate::text::ParseError> = entries.iter().map(read).collect();
        book.map_err(D::Error::custom)
    }
}
