//! The board with the beliefs about hidden pieces, and a map of every probability beside it.

use super::heat_beliefs::{Heat, HeatPiece, shade};
use super::heat_map::{GAP, MAP, draw_legend, draw_map};
use super::style::colour;
use super::svg::{CAPTION, Picture};
use crate::game::belief::{SeenPiece, View};
use crate::game::board::{Seat, Station};
use crate::game::rules::Move;
use std::fmt::{self, Formatter};

/// A self-contained SVG of a view in which every hidden piece shows its most likely kind: the surer
/// it is, the deeper its colour. Beside the board there is a map for every seat with hidden pieces,
/// a row for each piece. The tooltip of a piece or row lists its probabilities.
///
/// The view is of the same moment as the beliefs.
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
                None => self.picture.piece(f, (seat, seen, station))?,
            }
        }
        writeln!(f, "</g>")?;
        self.picture.frame(f)?;
        let step = self.picture.layout.size().1 / 3;
        for (own, i) in self.heat.seats.iter().zip(0..) {
            draw_map(f, self.picture.view.board, own, (width + GAP, GAP + step * i))?;
        }
        if panel > 0 {
            draw_legend(f, self.heat, (width + GAP, height - CAPTION / 2))?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::draw::HeatSeat;
    use crate::game::draw::test_support::{elements, middle_game};
    use crate::game::rules::Point;

    fn made_up(view: &View) -> Heat {
        let mut probabilities = [0.0; 12];
        probabilities[..2].copy_from_slice(&[0.75, 0.25]);
        let seats = [Seat::East, Seat::North, Seat::West].map(|seat| {
            let own = view.pieces.iter().filter(|p| p.0 == seat);
            let stations = own.map(|p| Some(p.2)).chain([None]);
            let piece = |station| HeatPiece {
                station,
                home: Point::posts().next(),
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
        let told = "\n司令 commander 75.00 %\n军长 general 25.00 %</title>";
        assert_eq!(picture.matches(told).count(), 2 * hidden + 3);
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
