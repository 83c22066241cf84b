//! The board with the beliefs about hidden pieces, and a map of every probability beside it.

use super::style::{INK, POST, colour};
use super::svg::{CAPTION, Picture};
use crate::game::belief::{SeenPiece, View};
use crate::game::board::{Board, Seat, Station};
use crate::game::rules::{Kind, Move, Point};
use std::fmt::{self, Formatter};

/// Tolerance between equal probabilities, which are sums of rounded numbers.
const EQUAL: f64 = 1e-9;
/// Entropy of the palest colour, in bits: a little below the 3.48 bits of a piece about which only
/// the inventory is known.
const PALE: f64 = 3.2;

/// The beliefs about one position.
#[derive(Debug, Clone, PartialEq)]
pub struct Heat {
    /// The seats with hidden pieces.
    pub seats: Vec<HeatSeat>,
    /// The largest standard error of a probability, where they are sampled.
    pub error: Option<f64>,
}

/// The beliefs about a seat's pieces.
#[derive(Debug, Clone, PartialEq)]
pub struct HeatSeat {
    /// The seat.
    pub seat: Seat,
    /// All its pieces, on the board or gone, in the order of its arm.
    pub pieces: Vec<HeatPiece>,
}

/// The beliefs about a piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HeatPiece {
    /// Its station; `None` if it is gone.
    pub station: Option<Station>,
    /// Its point at the start, if that is known.
    pub home: Option<Point>,
    /// Whether it is a public flag.
    pub shown: bool,
    /// Probabilities of the kinds, strongest first.
    pub probabilities: [f64; 12],
    /// Their entropy, bits.
    pub entropy: f64,
}

impl HeatPiece {
    /// The most likely kind and its probability; of equal ones the strongest.
    fn best(&self) -> (Kind, f64) {
        let all = Kind::ALL.into_iter().zip(self.probabilities);
        all.fold((Kind::Flag, 0.0), |best, next| if next.1 > best.1 + EQUAL { next } else { best })
    }

    /// The tooltip of a piece: all its probabilities.
    fn title(&self, seat: Seat, board: &Board) -> String {
        let cell = self.cell_name(board);
        let home = self.home.map_or(String::new(), |home| format!(" from {home}"));
        let mut text = format!("{seat} {cell}{home}, {:.2} bits", self.entropy);
        let mut kinds: Vec<_> = Kind::ALL.into_iter().zip(self.probabilities).collect();
        kinds.sort_by(|a, b| b.1.total_cmp(&a.1));
        for (kind, p) in kinds.into_iter().filter(|k| k.1 > 0.0) {
            text += &format!("\n{} {} {:.2} %", kind.chinese(), kind.english(), 100.0 * p);
        }
        text
    }

    fn cell_name(&self, board: &Board) -> String {
        self.station.map_or("gone".into(), |station| board.cell(station).to_string())
    }

    fn home_name(&self) -> String {
        self.home.map_or(String::new(), |home| home.to_string())
    }
}

/// The colour of a tile and of the letters on it.
fn shade(seat: Seat, bits: f64) -> (String, &'static str) {
    let pale = (bits / PALE).clamp(0.0, 1.0);
    let [red, green, blue] = [1, 3, 5].map(|at| {
        let deep = channel(colour(seat), at);
        let light = channel(POST, at);
        (deep + pale * (light - deep)).round()
    });
    let fill = format!("rgb({red},{green},{blue})");
    (fill, if pale < 0.4 { "#fff" } else { INK })
}

/// The red, green or blue of a colour such as `#3b3127`, whose two digits begin at 1, 3 or 5.
fn channel(colour: &str, at: usize) -> f64 {
    u8::from_str_radix(&colour[at..at + 2], 16).unwrap_or(0).into()
}

/// A self-contained SVG of a view in which every hidden piece shows its most likely kind: the surer
/// it is, the deeper its colour. Beside the board there is a map for every seat with hidden pieces,
/// a row for each piece. The tooltip of a piece or row lists its probabilities.
///
/// The view is of the same position as the beliefs.
pub fn heat(view: &View, last: Option<Move>, heat: &Heat) -> String {
    HeatLayout { picture: Picture::of(view, last), heat }.to_string()
}

const SHAPES: &str = r##"<defs><g id="heat"><rect x="-23" y="-14" width="46" height="34" rx="7" fill="#000" fill-opacity="0.3" stroke="none"/><rect x="-22" y="-16" width="44" height="32" rx="6" stroke-width="2.5"/></g></defs>
"##;

/// The board and the maps beside it.
struct HeatLayout<'a> {
    picture: Picture<'a>,
    heat: &'a Heat,
}

impl fmt::Display for HeatLayout<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (width, height) = self.picture.size();
        let panel = if self.heat.seats.is_empty() { 0 } else { MAP + 2 * GAP };
        self.picture.head(f, width + panel, height)?;
        f.write_str(SHAPES)?;
        self.picture.ground(f)?;
        writeln!(f, r#"<g font-size="19" font-weight="bold">"#)?;
        for &(seat, seen, station) in &self.picture.view.pieces {
            match self.believed(seat, station).filter(|_| seen == SeenPiece::Hidden) {
                Some(piece) => self.tile(f, seat, station, piece)?,
                None => self.picture.piece(f, seat, seen, station)?,
            }
        }
        writeln!(f, "</g>")?;
        self.picture.frame(f)?;
        let step = self.picture.layout.size().1 / 3;
        for (own, i) in self.heat.seats.iter().zip(0..) {
            draw_map(f, self.picture.view.board, own, width + GAP, GAP + step * i)?;
        }
        if panel > 0 {
            draw_legend(f, self.heat, width + GAP, height - CAPTION / 2)?;
        }
        writeln!(f, "</svg>")
    }
}

/// The board.
impl HeatLayout<'_> {
    fn believed(&self, seat: Seat, station: Station) -> Option<&HeatPiece> {
        let own = self.heat.seats.iter().find(|s| s.seat == seat)?;
        own.pieces.iter().find(|p| p.station == Some(station))
    }

    fn tile(
        &self,
        f: &mut Formatter<'_>,
        seat: Seat,
        station: Station,
        piece: &HeatPiece,
    ) -> fmt::Result {
        let (x, y) = self.picture.layout.station(station);
        let (kind, p) = piece.best();
        let title = piece.title(seat, self.picture.view.board);
        let (fill, ink) = shade(seat, piece.entropy);
        write!(
            f,
            r##"<g><title>{title}</title><use href="#heat" x="{x}" y="{y}" fill="{fill}" stroke="{}"/>"##,
            colour(seat)
        )?;
        writeln!(
            f,
            r#"<text x="{x}" y="{}" font-size="16" fill="{ink}">{}</text><text x="{x}" y="{}" font-size="12" fill="{ink}">{}</text></g>"#,
            y - 1,
            kind.chinese(),
            y + 12,
            percent(p)
        )
    }
}

fn percent(p: f64) -> String {
    match 100.0 * p {
        p if p >= 100.0 - 1e-9 => "100%".into(),
        p => format!("{:.0}%", p.min(99.0)),
    }
}

/// Pixels of a row and of a column of a map.
const ROW: i32 = 13;
const COLUMN: i32 = 27;
/// Pixels left of a map, for cell and home.
const LABELS: i32 = 84;
/// Pixels of a map with the entropies on its right.
const MAP: i32 = LABELS + 12 * COLUMN + 48;
/// Pixels above a map, for its seat and the kinds.
const HEADING: i32 = 34;
/// Pixels between the right margin of the board and the maps, and right of them.
const GAP: i32 = 14;

/// The map of a seat.
fn draw_map(f: &mut Formatter<'_>, board: &Board, own: &HeatSeat, x: i32, y: i32) -> fmt::Result {
    let seat = own.seat;
    let paint = colour(seat);
    let left = x + LABELS;
    let height = ROW * own.pieces.len() as i32;
    writeln!(
        f,
        r#"<rect x="{left}" y="{}" width="{}" height="{height}" fill="{POST}"/>"#,
        y + HEADING,
        12 * COLUMN
    )?;
    writeln!(f, r#"<g font-size="15" font-weight="bold" fill="{paint}">"#)?;
    writeln!(f, r#"<text x="{}" y="{}" font-size="20">{seat}</text>"#, x + 20, y + 25)?;
    for kind in Kind::ALL {
        let x = left + COLUMN * kind.index() as i32 + COLUMN / 2;
        writeln!(f, r#"<text x="{x}" y="{}">{}</text>"#, y + 26, kind.short_chinese())?;
    }
    writeln!(f, r#"<text x="{}" y="{}">bits</text></g>"#, x + MAP - 22, y + 26)?;
    writeln!(f, r#"<g font-size="10.5" fill="{INK}">"#)?;
    for (piece, i) in own.pieces.iter().zip(0..) {
        draw_row(f, board, seat, piece, x, y + HEADING + ROW * i)?;
    }
    writeln!(f, "</g>")?;
    writeln!(
        f,
        r#"<rect x="{left}" y="{}" width="{}" height="{height}" fill="none" stroke="{paint}"/>"#,
        y + HEADING,
        12 * COLUMN
    )
}

/// A piece's row of a map; faint if it is gone.
fn draw_row(
    f: &mut Formatter<'_>,
    board: &Board,
    seat: Seat,
    piece: &HeatPiece,
    x: i32,
    y: i32,
) -> fmt::Result {
    let cell = piece.cell_name(board);
    let home = piece.home_name();
    let title = piece.title(seat, board);
    let base = y + ROW - 3;
    let left = x + LABELS;
    let paint = colour(seat);
    let opacity = if piece.station.is_some() { 1.0 } else { 0.6 };
    write!(
        f,
        r#"<g opacity="{opacity}"><title>{title}</title><text x="{}" y="{base}">{cell}</text><text x="{}" y="{base}">{home}</text>"#,
        x + 20,
        x + 60
    )?;
    for (kind, p) in Kind::ALL.into_iter().zip(piece.probabilities).filter(|k| k.1 > 0.0) {
        let x = left + COLUMN * kind.index() as i32;
        write!(
            f,
            r#"<rect x="{x}" y="{y}" width="{COLUMN}" height="{ROW}" fill="{paint}" fill-opacity="{:.3}"/>"#,
            p.min(1.0).powf(0.7)
        )?;
        if p >= 0.01 {
            let x = x + COLUMN / 2;
            let ink = if p > 0.5 && piece.station.is_some() { "#fff" } else { INK };
            let percent = (100.0 * p + EQUAL).round();
            write!(f, r#"<text x="{x}" y="{base}" fill="{ink}">{percent}</text>"#)?;
        }
    }
    let x = x + MAP - 22;
    writeln!(f, r#"<text x="{x}" y="{base}">{:.2}</text></g>"#, piece.entropy)
}

/// The legend: the scale of colours and the precision of the numbers.
fn draw_legend(f: &mut Formatter<'_>, heat: &Heat, x: i32, y: i32) -> fmt::Result {
    let seat = heat.seats[0].seat;
    writeln!(f, r#"<g font-size="14" fill="{INK}" text-anchor="start">"#)?;
    writeln!(f, r#"<text x="{x}" y="{}">certain</text>"#, y - 5)?;
    let swatches = 8;
    for i in 0..=swatches {
        let (fill, _) = shade(seat, PALE * f64::from(i) / f64::from(swatches));
        let x = x + 58 + 15 * i;
        let stroke = colour(seat);
        writeln!(
            f,
            r#"<rect x="{x}" y="{}" width="15" height="18" fill="{fill}" stroke="{stroke}" stroke-width="0.6"/>"#,
            y - 19
        )?;
    }
    let error = match heat.error {
        Some(error) => {
            format!("sampled, standard error of a probability up to {:.2} %", 100.0 * error)
        }
        None => "all probabilities are exact".into(),
    };
    writeln!(
        f,
        r#"<text x="{}" y="{}">{PALE} bits or more</text><text x="{x}" y="{}">{error}</text></g>"#,
        x + 58 + 15 * (swatches + 1) + 8,
        y - 5,
        y + 22
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::draw::test_support::{elements, middle_game};

    fn made_up(view: &View) -> Heat {
        let mut probabilities = [0.0; 12];
        probabilities[..2].copy_from_slice(&[0.75, 0.25]);
        let seats = [Seat::East, Seat::North, Seat::West].map(|seat| {
            let own = view.pieces.iter().filter(|p| p.0 == seat);
            let stations = own.map(|p| Some(p.2)).chain([None]);
            let piece = |station| HeatPiece {
                station,
                home: Board::siguo().shape().posts().next(),
                shown: false,
                probabilities,
                entropy: 0.8113,
            };
            HeatSeat { seat, pieces: stations.map(piece).collect() }
        });
        Heat { seats: seats.into(), error: Some(0.01) }
    }

    #[test]
    fn every_hidden_piece_shows_its_likeliest_kind() {
        let (view, last) = middle_game();
        let beliefs = made_up(&view);
        let picture = heat(&view, Some(last), &beliefs);
        assert!(elements(&picture).unwrap() > 1000);
        let hidden = view.pieces.iter().filter(|p| p.1 == SeenPiece::Hidden).count();
        assert_eq!(picture.matches(r##"href="#heat""##).count(), hidden);
        assert!(!picture.contains(r##"href="#back""##));
        let title = "\n司令 commander 75.00 %\n军长 general 25.00 %</title>";
        assert_eq!(picture.matches(title).count(), 2 * hidden + 3);
        assert!(picture.contains("standard error of a probability up to 1.00 %"));
    }

    #[test]
    fn without_beliefs_it_is_the_board() {
        let (view, last) = middle_game();
        let nothing = Heat { seats: vec![], error: None };
        let picture = heat(&view, Some(last), &nothing).replace(SHAPES, "");
        assert_eq!(picture, crate::game::draw::svg(&view, Some(last)));
    }
}
