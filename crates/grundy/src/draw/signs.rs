//! The signs of a game graph: what a position and a move look like, on the graph and in its legend.
//!
//! Everything that matters is told twice: P-positions are round with a double border, N-positions square, and each has
//! its letter; winning moves are strong lines; where the same player moves again, the line is dashed.

use super::page::{INK, MUTED};
use super::svg::{Anchor, Font, Px, Svg, shortened, text_width};
use crate::graph::Node;
use crate::outcome::{Outcome, Play};
use crate::ruleset::By;

/// Blue and orange of Okabe and Ito (2008), told apart by every kind of sight, each as line, paper and letter.
const P_LINE: &str = "#0072b2";
const P_PAPER: &str = "#e6f2fa";
const P_INK: &str = "#005688";
const N_LINE: &str = "#d08a00";
const N_PAPER: &str = "#fdf3df";
const N_INK: &str = "#8a5500";
/// Green and purple of the same palette.
const L_LINE: &str = "#00785a";
const L_PAPER: &str = "#e6f5f0";
const L_INK: &str = "#005c45";
const R_LINE: &str = "#a84a7d";
const R_PAPER: &str = "#fbeef5";
const R_INK: &str = "#84305c";
const WINNING: &str = "#0072b2";
const ORDINARY: &str = "#b4bdc8";
/// The lines of Left, of Right and of both, strong where they win; Right's are dashed as well.
const LEFT: &str = "#0072b2";
const LEFT_PALE: &str = "#a3cbe4";
const RIGHT: &str = "#c4460a";
const RIGHT_PALE: &str = "#eebfa6";
const EITHER: &str = "#00785a";
const EITHER_PALE: &str = "#a6d3c6";

const NAME: Font = Font { size: 13.0, bold: false, fill: INK };
const NIMBER: Font = Font { size: 11.0, bold: false, fill: MUTED };
const P_LETTER: Font = Font { size: 13.0, bold: true, fill: P_INK };
const N_LETTER: Font = Font { size: 13.0, bold: true, fill: N_INK };
const L_LETTER: Font = Font { size: 13.0, bold: true, fill: L_INK };
const R_LETTER: Font = Font { size: 13.0, bold: true, fill: R_INK };

/// How high a box is, and the letter, the name and the plate with the nimber in it.
const BOX: f64 = 32.0;
const PADDING: f64 = 11.0;
const LETTER: f64 = 12.0;
const SPACE: f64 = 9.0;
const WIDEST_NAME: f64 = 320.0;
const WIDEST_VALUE: f64 = 150.0;
const PLATE: f64 = 18.0;
const PLATE_INSET: f64 = 8.0;
/// How large a mark is, where there are no names.
const MARK: f64 = 9.0;
const ARROW: f64 = 7.5;

/// A place on the page.
pub(super) type Point = (f64, f64);

/// How positions and moves are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    /// Whether positions are boxes with their names; otherwise they are marks.
    pub(super) named: bool,
    /// In misère play there are no nimbers.
    pub(super) play: Play,
    /// Whether moves have sides, which are told by colour.
    pub(super) partizan: bool,
}

/// Where a line passes a layer, and how far it moves sideways there for each pixel downwards.
pub(super) struct Bend {
    pub(super) at: Point,
    pub(super) slope: f64,
}

/// A move as a line; without an end it joins another line at its first bend.
pub(super) struct Line<'b> {
    pub(super) start: Point,
    pub(super) bends: &'b [Bend],
    pub(super) end: Option<Point>,
    pub(super) winning: bool,
    pub(super) again: bool,
    pub(super) by: By,
}

/// A sign that the legend explains.
#[derive(Clone, Copy)]
pub(super) enum Sign {
    Position(Outcome),
    Move { winning: bool, by: By },
    MoveAgain,
    Nimber,
}

impl Sign {
    pub(super) fn width(self) -> f64 {
        match self {
            Sign::Position(_) => 28.0,
            Sign::Move { .. } | Sign::MoveAgain => 32.0,
            Sign::Nimber => plate_width("*2"),
        }
    }
}

impl Look {
    /// How high a position is.
    pub(super) fn height(self) -> f64 {
        if self.named { BOX } else { MARK }
    }

    /// How wide a position is.
    pub(super) fn width(self, node: &Node) -> f64 {
        if !self.named {
            return MARK;
        }
        let end = self.nimber(node).map_or(PADDING + 2.0, |nimber| SPACE + plate_width(&nimber) + PLATE_INSET);
        PADDING + LETTER + SPACE + text_width(&shortened(&node.position, WIDEST_NAME, NAME), NAME) + end
    }

    /// `*2`; `loony` where there is no nimber but should be; the canonical form of a partizan position; nothing in misère play.
    fn nimber(self, node: &Node) -> Option<String> {
        match node.nimber {
            _ if self.play == Play::Misere => None,
            _ if self.partizan => node.value.as_ref().map(|value| shortened(value, WIDEST_VALUE, NIMBER)),
            None => Some("loony".to_string()),
            Some(0) => Some("0".to_string()),
            Some(nimber) => Some(format!("*{nimber}")),
        }
    }

    /// Draws a position around its middle.
    pub(super) fn draw_node(self, node: &Node, (x, y): Point, svg: &mut Svg) {
        let nimber = self.nimber(node);
        let kind = if self.partizan { "value" } else { "nimber" };
        let value = nimber.as_ref().map(|nimber| format!(", {kind} {nimber}")).unwrap_or_default();
        svg.open_group(&format!("{}: {}{value}", node.position, node.outcome));
        if self.named {
            let width = self.width(node);
            let left = x - width / 2.0;
            draw_frame(node.outcome, left, y - BOX / 2.0, width, BOX, svg);
            let (letter, name) = (node.outcome.to_string(), shortened(&node.position, WIDEST_NAME, NAME));
            let base = y + 4.7;
            svg.text(left + PADDING + LETTER / 2.0, base, Anchor::Middle, letter_font(node.outcome), &letter);
            svg.text(left + PADDING + LETTER + SPACE, base, Anchor::Start, NAME, &name);
            if let Some(nimber) = nimber {
                draw_plate(&nimber, left + width - PLATE_INSET - plate_width(&nimber), y, svg);
            }
        } else {
            draw_mark(node.outcome, x, y, svg);
        }
        svg.close_group();
    }

    /// Draws a move.
    pub(super) fn draw_line(self, line: &Line<'_>, svg: &mut Svg) {
        let colour = match (self.partizan, line.winning, line.by) {
            (true, true, By::Left) => LEFT,
            (true, false, By::Left) => LEFT_PALE,
            (true, true, By::Right) => RIGHT,
            (true, false, By::Right) => RIGHT_PALE,
            (true, true, By::Either) => EITHER,
            (true, false, By::Either) => EITHER_PALE,
            (false, true, _) => WINNING,
            (false, false, _) => ORDINARY,
        };
        let stroke = match (line.winning, self.named) {
            (true, true) => 2.0,
            (true, false) => 0.9,
            _ => 1.2,
        };
        let dashes = match (line.again, self.partizan && line.by == By::Right) {
            (true, _) => r#" stroke-dasharray="5 4""#,
            (_, true) => r#" stroke-dasharray="9 3""#,
            _ => "",
        };
        let mut steps = format!("M{} {}", Px(line.start.0), Px(line.start.1));
        let mut curve = |leave: Point, arrive: Point, to: Point| {
            let numbers = [leave, arrive, to].map(|(x, y)| format!("{} {}", Px(x), Px(y)));
            steps.push_str(&format!("C{}", numbers.join(" ")));
        };
        let half = self.height() / 2.0;
        let (mut at, mut slope) = (line.start, None);
        for bend in line.bends {
            // Straight away from the box, then through the layer with the bend's own slope.
            let top = (bend.at.0 - bend.slope * half, bend.at.1 - half);
            let reach = (top.1 - at.1) * 0.42;
            let leave = slope.map_or(between(at, top, 0.3), |slope| (at.0 + slope * reach, at.1 + reach));
            curve(leave, (top.0 - bend.slope * reach, top.1 - reach), top);
            if line.end.is_none() {
                break; // from here on it is one with another line
            }
            let bottom = (bend.at.0 + bend.slope * half, bend.at.1 + half);
            curve(between(top, bottom, 0.33), between(top, bottom, 0.67), bottom);
            (at, slope) = (bottom, Some(bend.slope));
        }
        let mut tip = None;
        if let Some(end) = line.end {
            let (dx, dy) = (end.0 - at.0, end.1 - at.1);
            let length = dx.hypot(dy).max(1.0);
            let direction = (dx / length, dy / length);
            // The line ends inside the arrowhead.
            let arrow = if self.named { ARROW * 0.8 } else { 0.0 };
            let neck = (end.0 - direction.0 * arrow, end.1 - direction.1 * arrow);
            let leave = slope.map_or(between(at, neck, 0.3), |slope| (at.0 + slope * dy * 0.42, at.1 + dy * 0.42));
            curve(leave, between(at, neck, 0.7), neck);
            tip = Some((end, direction)).filter(|_| self.named);
        }
        svg.path(&steps, &format!(r#"fill="none" stroke="{colour}" stroke-width="{stroke}"{dashes}"#));
        if let Some((tip, direction)) = tip {
            draw_arrowhead(tip, direction, colour, svg);
        }
    }

    /// Draws a sign of the legend from `x` on.
    pub(super) fn draw_sign(self, sign: Sign, x: f64, y: f64, svg: &mut Svg) {
        let width = sign.width();
        match sign {
            Sign::Position(outcome) if !self.named => draw_mark(outcome, x + width / 2.0, y, svg),
            Sign::Position(outcome) => {
                draw_frame(outcome, x, y - 11.0, width, 22.0, svg);
                svg.text(x + width / 2.0, y + 4.6, Anchor::Middle, letter_font(outcome), &outcome.to_string());
            }
            Sign::Move { winning, by } => {
                let line = Line { start: (x, y), bends: &[], end: Some((x + width, y)), winning, again: false, by };
                self.draw_line(&line, svg);
            }
            Sign::MoveAgain => {
                let paint = format!(r#"stroke="{MUTED}" stroke-width="1.5" stroke-dasharray="5 4""#);
                svg.line((x, y), (x + width, y), &paint);
            }
            Sign::Nimber => draw_plate("*2", x, y, svg),
        }
    }
}

/// The point at `part` of the way.
fn between(from: Point, to: Point, part: f64) -> Point {
    (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
}

fn letter_font(outcome: Outcome) -> Font {
    match outcome {
        Outcome::P => P_LETTER,
        Outcome::N => N_LETTER,
        Outcome::L => L_LETTER,
        Outcome::R => R_LETTER,
    }
}

fn plate_width(nimber: &str) -> f64 {
    (text_width(nimber, NIMBER) + 11.0).max(PLATE)
}

/// The nimber on a white plate, so that nobody takes it for a part of the position.
fn draw_plate(nimber: &str, x: f64, y: f64, svg: &mut Svg) {
    let width = plate_width(nimber);
    let paint = format!(r##"rx="{}" fill="#ffffff" stroke="#cbd3db" stroke-width="0.8""##, Px(PLATE / 2.0));
    svg.rect(x, y - PLATE / 2.0, width, PLATE, &paint);
    svg.text(x + width / 2.0, y + 4.0, Anchor::Middle, NIMBER, nimber);
}

/// Round with a double border for P, square with a single one for N; for L and R it points to the left and to the right.
fn draw_frame(outcome: Outcome, x: f64, y: f64, width: f64, height: f64, svg: &mut Svg) {
    match outcome {
        Outcome::P => {
            let (outer, inner) = (height / 2.0, height / 2.0 - 3.0);
            let paint = format!(r##"rx="{}" fill="#ffffff" stroke="{P_LINE}" stroke-width="1.4""##, Px(outer));
            svg.rect(x, y, width, height, &paint);
            let paint = format!(r#"rx="{}" fill="{P_PAPER}" stroke="{P_LINE}" stroke-width="1""#, Px(inner));
            svg.rect(x + 3.0, y + 3.0, width - 6.0, height - 6.0, &paint);
        }
        Outcome::N => {
            let paint = format!(r#"rx="3" fill="{N_PAPER}" stroke="{N_LINE}" stroke-width="1.4""#);
            svg.rect(x, y, width, height, &paint);
        }
        Outcome::L => {
            let paint = format!(r#"fill="{L_PAPER}" stroke="{L_LINE}" stroke-width="1.4""#);
            draw_pointer((x, y + height / 2.0), (x + width, y), height, &paint, svg);
        }
        Outcome::R => {
            let paint = format!(r#"fill="{R_PAPER}" stroke="{R_LINE}" stroke-width="1.4""#);
            draw_pointer((x + width, y + height / 2.0), (x, y), height, &paint, svg);
        }
    }
}

/// A box with a tip; `corner` is the upper corner of the side opposite to it.
fn draw_pointer(tip: Point, corner: Point, height: f64, paint: &str, svg: &mut Svg) {
    let shoulder = tip.0 + (height * 0.28).copysign(corner.0 - tip.0);
    let points = [tip, (shoulder, corner.1), corner, (corner.0, corner.1 + height), (shoulder, corner.1 + height)];
    let steps: Vec<String> = points.iter().map(|(x, y)| format!("{} {}", Px(*x), Px(*y))).collect();
    svg.path(&format!("M{}Z", steps.join("L")), paint);
}

/// A disc in a ring for P, a square for N, a tip to its side for L and R.
fn draw_mark(outcome: Outcome, x: f64, y: f64, svg: &mut Svg) {
    match outcome {
        Outcome::P => {
            svg.circle(x, y, MARK / 2.0 + 0.5, &format!(r##"fill="#ffffff" stroke="{P_LINE}" stroke-width="1.2""##));
            svg.circle(x, y, MARK / 2.0 - 2.0, &format!(r#"fill="{P_LINE}""#));
        }
        Outcome::N => {
            let side = MARK - 2.0;
            let paint = format!(r#"fill="{N_PAPER}" stroke="{N_LINE}" stroke-width="1.2""#);
            svg.rect(x - side / 2.0, y - side / 2.0, side, side, &paint);
        }
        Outcome::L | Outcome::R => {
            let (line, paper, way) =
                if outcome == Outcome::L { (L_LINE, L_PAPER, -1.0) } else { (R_LINE, R_PAPER, 1.0) };
            let half = MARK / 2.0;
            let paint = format!(r#"fill="{paper}" stroke="{line}" stroke-width="1.2""#);
            draw_pointer((x + way * half, y), (x - way * half, y - half), MARK, &paint, svg);
        }
    }
}

fn draw_arrowhead(tip: Point, (ux, uy): Point, colour: &str, svg: &mut Svg) {
    let back = (tip.0 - ux * ARROW, tip.1 - uy * ARROW);
    let (wx, wy) = (-uy * ARROW * 0.42, ux * ARROW * 0.42);
    let corners = [tip, (back.0 + wx, back.1 + wy), (back.0 - wx, back.1 - wy)];
    let steps: Vec<String> = corners.iter().map(|(x, y)| format!("{} {}", Px(*x), Px(*y))).collect();
    svg.path(&format!("M{}Z", steps.join("L")), &format!(r#"fill="{colour}""#));
}
