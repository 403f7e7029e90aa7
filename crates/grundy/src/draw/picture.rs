//! A picture of a position: a few shapes, in units that suit the game.
//!
//! A picture can be written down, one shape to a line, and read again: so rules from a file can draw without a word of SVG, and
//! nothing they write reaches a page but numbers, colours and escaped text. Games that draw for the terminal alone are shown
//! character by character.

use std::fmt;
use std::str::FromStr;

use super::svg::{Anchor, Font, Svg};

/// Pixels of a unit.
const UNIT: f64 = 32.0;
/// Room around and between pictures, in units.
const ROOM: f64 = 0.5;
/// The largest coordinate, and the most shapes of one picture.
const FAR: f64 = 1000.0;
const MOST: usize = 10_000;
/// The width of a character of a drawing for the terminal.
const CHARACTER: f64 = 0.45;

/// A shape. Distances are in units, from the left and from the top.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle, from its upper left corner.
    Rect {
        /// The corner.
        at: (f64, f64),
        /// Width and height.
        size: (f64, f64),
        /// What it is filled with.
        fill: Paint,
    },
    /// A circle.
    Circle {
        /// The middle.
        at: (f64, f64),
        /// The radius.
        radius: f64,
        /// What it is filled with.
        fill: Paint,
    },
    /// A straight line.
    Line {
        /// One end.
        from: (f64, f64),
        /// The other.
        to: (f64, f64),
        /// Its colour.
        stroke: Paint,
    },
    /// A text around a point.
    Label {
        /// The point.
        at: (f64, f64),
        /// The text.
        text: String,
    },
}

/// A colour: a name of SVG, such as `gold`, or `#` and three or six hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paint(String);

impl FromStr for Paint {
    type Err = String;

    fn from_str(text: &str) -> Result<Paint, String> {
        let is_name = (1..=20).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphabetic());
        let digits = text.strip_prefix('#').unwrap_or("");
        let is_number = matches!(digits.len(), 3 | 6) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_name || is_number {
            return Ok(Paint(text.to_string()));
        }
        let shown: String = text.chars().take(20).collect();
        Err(format!(
            "a colour is a name such as gold, or # and three or six digits such as #d04020, and this is {shown:?}"
        ))
    }
}

/// A picture of one component.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture(Vec<Shape>);

impl Picture {
    /// Of these shapes; an error says what is wrong with them.
    pub fn new(shapes: Vec<Shape>) -> Result<Picture, String> {
        if shapes.len() > MOST {
            return Err(format!("a picture has at most {MOST} shapes"));
        }
        let is_near = |number: &f64| number.abs() <= FAR;
        for shape in &shapes {
            let (numbers, lengths) = match shape {
                Shape::Rect { at, size, .. } => (vec![at.0, at.1, size.0, size.1], vec![size.0, size.1]),
                Shape::Circle { at, radius, .. } => (vec![at.0, at.1, *radius], vec![*radius]),
                Shape::Line { from, to, .. } => (vec![from.0, from.1, to.0, to.1], Vec::new()),
                Shape::Label { at, .. } => (vec![at.0, at.1], Vec::new()),
            };
            if !numbers.iter().all(is_near) {
                return Err(format!("the numbers of a picture lie between -{FAR} and {FAR}"));
            }
            if lengths.iter().any(|length| *length < 0.0) {
                return Err("the sides and the radius of a shape are not negative".to_string());
            }
        }
        Ok(Picture(shapes))
    }

    /// Of a drawing for the terminal.
    pub fn of_text(drawing: &str) -> Picture {
        let labels = drawing.lines().enumerate().flat_map(|(row, line)| {
            let visible = line.chars().enumerate().filter(|(_, character)| !character.is_whitespace());
            visible.map(move |(column, character)| Shape::Label {
                at: (CHARACTER * (column as f64 + 0.5), 0.6 * (row as f64 + 0.5)),
                text: character.to_string(),
            })
        });
        Picture(labels.take(MOST).collect())
    }

    /// The shapes.
    pub fn shapes(&self) -> &[Shape] {
        &self.0
    }

    /// Its left, upper, right and lower end.
    fn ends(&self) -> [f64; 4] {
        let boxes = self.0.iter().map(|shape| match shape {
            Shape::Rect { at, size, .. } => [at.0, at.1, at.0 + size.0, at.1 + size.1],
            Shape::Circle { at, radius, .. } => [at.0 - radius, at.1 - radius, at.0 + radius, at.1 + radius],
            Shape::Line { from, to, .. } => [from.0.min(to.0), from.1.min(to.1), from.0.max(to.0), from.1.max(to.1)],
            Shape::Label { at, text } => {
                let half = 0.5 * CHARACTER * text.chars().count() as f64;
                [at.0 - half, at.1 - 0.3, at.0 + half, at.1 + 0.3]
            }
        });
        boxes
            .reduce(|one, other| {
                [one[0].min(other[0]), one[1].min(other[1]), one[2].max(other[2]), one[3].max(other[3])]
            })
            .unwrap_or_default()
    }

    fn draw(&self, svg: &mut Svg, shift: (f64, f64)) {
        let px = |at: (f64, f64)| (UNIT * (at.0 + shift.0), UNIT * (at.1 + shift.1));
        for shape in &self.0 {
            match shape {
                Shape::Rect { at, size, fill: Paint(fill) } => {
                    let (x, y) = px(*at);
                    svg.rect(x, y, UNIT * size.0, UNIT * size.1, &format!(r##"fill="{fill}" stroke="#404040""##));
                }
                Shape::Circle { at, radius, fill: Paint(fill) } => {
                    let (x, y) = px(*at);
                    svg.circle(x, y, UNIT * radius, &format!(r##"fill="{fill}" stroke="#404040""##));
                }
                Shape::Line { from, to, stroke: Paint(stroke) } => {
                    svg.line(px(*from), px(*to), &format!(r#"stroke="{stroke}" stroke-width="2""#));
                }
                Shape::Label { at, text } => {
                    let (x, y) = px(*at);
                    let font = Font { size: 18.0, bold: false, fill: "#202020" };
                    svg.text(x, y + 6.0, Anchor::Middle, font, text);
                }
            }
        }
    }
}

/// Pictures side by side, as SVG.
pub fn pictures_svg(pictures: &[Picture], title: &str) -> String {
    let ends: Vec<[f64; 4]> = pictures.iter().map(Picture::ends).collect();
    let width: f64 = ends.iter().map(|ends| ends[2] - ends[0] + ROOM).sum::<f64>() + ROOM;
    let height = ends.iter().map(|ends| ends[3] - ends[1]).fold(0.0, f64::max) + 2.0 * ROOM;
    let mut svg = Svg::new(UNIT * width, UNIT * height, title);
    let mut left = ROOM;
    for (picture, ends) in pictures.iter().zip(&ends) {
        // On a common ground, as heaps stand.
        picture.draw(&mut svg, (left - ends[0], height - ROOM - ends[3]));
        left += ends[2] - ends[0] + ROOM;
    }
    svg.finish()
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for shape in &self.0 {
            match shape {
                Shape::Rect { at: (x, y), size: (width, height), fill: Paint(fill) } => {
                    writeln!(f, "rect {x} {y} {width} {height} {fill}")?;
                }
                Shape::Circle { at: (x, y), radius, fill: Paint(fill) } => {
                    writeln!(f, "circle {x} {y} {radius} {fill}")?
                }
                Shape::Line { from: (x, y), to: (to_x, to_y), stroke: Paint(stroke) } => {
                    writeln!(f, "line {x} {y} {to_x} {to_y} {stroke}")?;
                }
                Shape::Label { at: (x, y), text } => {
                    writeln!(f, "label {x} {y} {}", text.replace(['\n', '\r'], " "))?;
                }
            }
        }
        Ok(())
    }
}

impl FromStr for Picture {
    type Err = String;

    fn from_str(text: &str) -> Result<Picture, String> {
        fn number(word: Option<&str>) -> Result<f64, String> {
            word.and_then(|word| word.parse().ok()).ok_or_else(|| "a shape lacks a number".to_string())
        }
        let shapes = text.split_terminator('\n').map(|line| {
            let mut words = line.splitn(6, ' ');
            let kind = words.next().unwrap_or_default();
            if kind == "label" {
                let mut words = line.splitn(4, ' ').skip(1);
                let at = (number(words.next())?, number(words.next())?);
                return Ok(Shape::Label { at, text: words.next().unwrap_or_default().to_string() });
            }
            let first = (number(words.next())?, number(words.next())?);
            let third = number(words.next())?;
            let paint = |words: &mut dyn Iterator<Item = &str>| words.next().unwrap_or_default().parse::<Paint>();
            match kind {
                "circle" => Ok(Shape::Circle { at: first, radius: third, fill: paint(&mut words)? }),
                "rect" => {
                    let size = (third, number(words.next())?);
                    Ok(Shape::Rect { at: first, size, fill: paint(&mut words)? })
                }
                "line" => {
                    let to = (third, number(words.next())?);
                    Ok(Shape::Line { from: first, to, stroke: paint(&mut words)? })
                }
                _ => Err("a shape is a circle, a rect, a line or a label".to_string()),
            }
        });
        Picture::new(shapes.collect::<Result<Vec<Shape>, String>>()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_read_as_they_are_written() {
        let text =
            "rect 0 0 1 2.5 white\ncircle 0.5 -1 0.25 #d04020\nline 0 0 3 1 black\nlabel 1 1 a <b> & c\nlabel 1 2 \n";
        let picture: Picture = text.parse().unwrap();
        assert_eq!((picture.shapes().len(), picture.to_string().as_str()), (5, text));
        let svg = pictures_svg(&[picture, Picture::of_text("● ●\n ●")], "two");
        assert!(svg.contains("a &lt;b&gt; &amp; c") && svg.contains(r##"fill="#d04020""##), "{svg}");
        assert_eq!(svg.matches('●').count(), 3);
    }

    #[test]
    fn what_is_no_picture() {
        for text in [
            "circle 0 0 1 red\" onload=\"x",
            "circle 0 0 1 #12345g",
            "circle 0 0 -1 red",
            "circle 0 0 1",
            "rect 0 0 1 red",
            "rect 0 0 inf 1 red",
            "line NaN 0 1 1 red",
            "label 1e9 0 x",
            "star 0 0 1 red",
            "label 0",
        ] {
            assert!(text.parse::<Picture>().is_err(), "{text}");
        }
        assert!("circle 0 0 1 red\n".repeat(10_001).parse::<Picture>().is_err());
    }
}
