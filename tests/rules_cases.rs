//! The rules against checkable cases and recorded games.
