//! JFEN: a position on one line, with all pieces shown or as one seat sees it.

use crate::base::text::{ParseError, Word, Words};
use crate::game::belief::{SeenPiece, View};
use crate::game::board::{Board, Cell, SIZE, Seat, SeatSet, Station};
use crate::game::rules::{Army, Kind, Rules};
use std::fmt;

type Result<T> = std::result::Result<T, ParseError>;

/// Nine fields: rows, turn, seats in, flags shown, quiet plies, ply, pools, observer, rules.
impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..SIZE {
            f.write_str(if row == 0 { "" } else { "/" })?;
            f.write_str(&self.row_text(row))?;
        }
        let mut pools = vec![];
        for seat in Seat::ALL {
            let pool = &self.pools[seat.index()];
            if !pool.is_empty() {
                let letters: String = pool.iter().map(Kind::letter).collect();
                pools.push(format!("{seat}:{letters}"));
            }
        }
        let pools = if pools.is_empty() { "-".into() } else { pools.join(",") };
        let observer = self.observer.map_or('-', Seat::letter);
        let alive = letters(self.alive);
        let shown = letters(self.flags_shown);
        let Self { turn, quiet, ply, rules, .. } = self;
        write!(f, " {turn} {alive} {shown} {quiet} {ply} {pools} {observer} {rules}")
    }
}

fn letters(seats: SeatSet) -> String {
    if seats.is_empty() { "-".into() } else { seats.iter().map(Seat::letter).collect() }
}

impl View {
    fn row_text(&self, row: usize) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for station in stations_of_row(self.board, row) {
            match self.pieces.iter().find(|p| p.2 == station) {
                None => empty += 1,
                Some((seat, seen, _)) => {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    empty = 0;
                    text.push(seat.letter());
                    text.push(match seen {
                        SeenPiece::Known(kind) => kind.letter(),
                        SeenPiece::Hidden => '?',
                    });
                }
            }
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    }
}

fn stations_of_row(board: &Board, row: usize) -> impl Iterator<Item = Station> + '_ {
    (0..SIZE).filter_map(move |col| board.station(Cell::new(row, col)?))
}

/// Reads a JFEN line for a board. The last three fields may be left out: pools, observer, rules.
///
/// # Errors
///
/// With the place of the first fault, as column of line `line`.
pub fn parse_jfen(text: &str, line: usize, board: &'static Board) -> Result<View> {
    let mut words = Words::new(line, text);
    let pieces = parse_rows(words.word(), board)?;
    let turn = parse_seat(words.word())?;
    let alive = parse_seats(words.word())?;
    let flags_shown = parse_seats(words.word())?;
    let quiet = parse_number(words.word())?;
    let ply = parse_number(words.word())?;
    let pools = match words.word() {
        Word { text: "" | "-", .. } => Default::default(),
        word => parse_pools(word)?,
    };
    let observer = match words.word() {
        Word { text: "" | "-", .. } => None,
        word => Some(parse_seat(word)?),
    };
    let rules = match words.word() {
        Word { text: "", .. } => Rules::V1,
        word => word.text.parse().map_err(|e| word.expected(format!("rules; {e}")))?,
    };
    words.end()?;
    Ok(View { board, rules, observer, pieces, turn, alive, flags_shown, quiet, ply, pools })
}

fn parse_rows(word: Word<'_>, board: &Board) -> Result<Vec<(Seat, SeenPiece, Station)>> {
    let rows: Vec<Word<'_>> = word.split('/').collect();
    if rows.len() != SIZE {
        let found = format!("{} rows", rows.len());
        return Err(ParseError::new(word.line, word.column, found, "17 rows with `/` between"));
    }
    let mut pieces = vec![];
    for (row, word) in rows.into_iter().enumerate() {
        parse_row(word, board, row, &mut pieces)?;
    }
    pieces.sort_by_key(|&(seat, _, station)| (seat, board.cell(station)));
    Ok(pieces)
}

fn parse_row(
    word: Word<'_>,
    board: &Board,
    row: usize,
    pieces: &mut Vec<(Seat, SeenPiece, Station)>,
) -> Result<()> {
    let mut stations = stations_of_row(board, row);
    let count = stations_of_row(board, row).count();
    let mut at = 0;
    while at < word.text.len() {
        let here = word.from(at);
        let full = || {
            let message = format!("{count} stations in row {} from the top", row + 1);
            Word { text: &here.text[..1.min(here.text.len())], ..here }.expected(message)
        };
        let digits = here.text.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let skip = parse_digits(&here.text[..digits]).unwrap_or(0) as usize;
            if skip == 0 || stations.by_ref().take(skip).count() < skip {
                return Err(full());
            }
            at += digits;
            continue;
        }
        let mut letters = here.text.chars();
        let seat = letters.next().and_then(Seat::from_letter);
        let seen = match letters.next() {
            Some('?') => Some(SeenPiece::Hidden),
            letter => letter.and_then(Kind::from_letter).map(SeenPiece::Known),
        };
        let (Some(seat), Some(seen)) = (seat, seen) else {
            let expected =
                "a number of empty stations or a piece: S, E, N or W and a..i, x, m, q or ?";
            return Err(here.expected(expected));
        };
        pieces.push((seat, seen, stations.next().ok_or_else(full)?));
        at += 2;
    }
    match stations.count() {
        0 => Ok(()),
        missing => {
            let found = format!("a row that leaves {missing} of its {count} stations open");
            Err(ParseError::new(word.line, word.column, found, "every station of the row"))
        }
    }
}

fn parse_seat(word: Word<'_>) -> Result<Seat> {
    word.text.parse().map_err(|_| word.expected("a seat: S, E, N or W"))
}

fn parse_seats(word: Word<'_>) -> Result<SeatSet> {
    let seats: Option<Vec<Seat>> = match word.text {
        "" => None,
        "-" => Some(vec![]),
        text => text.chars().map(Seat::from_letter).collect(),
    };
    let distinct = seats.filter(|s| s.len() == s.iter().copied().collect::<SeatSet>().len());
    let seats = distinct.ok_or_else(|| word.expected("different letters of S, E, N, W, or `-`"))?;
    Ok(seats.into_iter().collect())
}

fn parse_number(word: Word<'_>) -> Result<u32> {
    parse_digits(word.text).ok_or_else(|| word.expected("a number of plies"))
}

/// A number without a sign and leading zeros.
fn parse_digits(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number: &u32| number.to_string() == text)
}

fn parse_pools(word: Word<'_>) -> Result<[Army; 4]> {
    let mut pools = [Army::default(); 4];
    for part in word.split(',') {
        let expected = || part.expected("a seat, a colon and the letters of at most 25 pieces");
        let (seat, kinds) = part.text.split_once(':').ok_or_else(expected)?;
        let seat = parse_seat(Word { text: seat, ..part })?;
        let kinds: Option<Vec<Kind>> = kinds.chars().map(Kind::from_letter).collect();
        let kinds = kinds.filter(|k| k.len() <= 25).ok_or_else(expected)?;
        if !pools[seat.index()].is_empty() {
            return Err(part.expected("a seat that is not named before"));
        }
        pools[seat.index()] = kinds.into_iter().collect();
    }
    Ok(pools)
}
