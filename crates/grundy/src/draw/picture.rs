//! A picture of a position: a few shapes, in units that suit the game.
//!
//! A picture can be written down, one shape to a line, and read again: so rules from a file can draw without a word of SVG, and
//! nothing they write reaches a page but numbers, colours and escaped text. Games that draw for the terminal alone are shown
//! character by character.

use std::fmt;
use std::str::FromStr;

use super::svg::{Escaped, Px, Svg};

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
    /// What lies between these corners.
    Polygon {
        /// The corners in order.
        corners: Vec<(f64, f64)>,
        /// What it is filled with.
        fill: Paint,
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

impl Paint {
    /// A colour that is known to be one.
    pub(crate) fn known(colour: &'static str) -> Paint {
        Paint(colour.to_string())
    }
}

/// A place of a picture that a move can touch: a token, a pin, a cell, an edge. Each game numbers its own.
pub type Place = u32;

/// What a move touches of the picture of its component, so that moves can be made on the picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// The number of the picture, and of the component, in its term.
    pub picture: usize,
    /// The places that the move takes, fills or changes; empty where the game can't say.
    pub places: Vec<Place>,
    /// The one place that means this move when it is pointed at; without one, all its places together mean it.
    pub handle: Option<Place>,
    /// Whether the places are pointed at in their order: first who moves, then where to. A place may come twice.
    pub in_order: bool,
    /// Other places that mean the same move, where places look alike and one stands for all.
    pub also: Vec<Vec<Place>>,
}

impl Touched {
    /// All these places together mean the move.
    pub fn places(places: impl IntoIterator<Item = Place>) -> Touched {
        Touched { places: places.into_iter().collect(), ..Touched::default() }
    }

    /// These places mean the move, one after the other.
    pub fn in_order(places: impl IntoIterator<Item = Place>) -> Touched {
        Touched { in_order: true, ..Touched::places(places) }
    }

    /// The first of these places means the move.
    pub fn by_handle(handle: Place, others: impl IntoIterator<Item = Place>) -> Touched {
        let others = others.into_iter().filter(|place| *place != handle);
        let places = std::iter::once(handle).chain(others).collect();
        Touched { places, handle: Some(handle), ..Touched::default() }
    }
}

/// A picture of one component.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    shapes: Vec<Shape>,
    /// The place that each shape belongs to; shapes beyond the end belong to none.
    places: Vec<Option<Place>>,
}

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
                Shape::Polygon { corners, .. } => (corners.iter().flat_map(|at| [at.0, at.1]).collect(), Vec::new()),
                Shape::Label { at, .. } => (vec![at.0, at.1], Vec::new()),
            };
            if !numbers.iter().all(is_near) {
                return Err(format!("the numbers of a picture lie between -{FAR} and {FAR}"));
            }
            if lengths.iter().any(|length| *length < 0.0) {
                return Err("the sides and the radius of a shape are not negative".to_string());
            }
        }
        Ok(Picture { shapes, places: Vec::new() })
    }

    /// Of shapes and the places they belong to; what is too far away or too much is left out.
    pub(crate) fn placed(shapes: impl IntoIterator<Item = (Option<Place>, Shape)>) -> Picture {
        let (places, shapes) = shapes.into_iter().take(MOST).unzip();
        Picture { shapes, places }
    }

    /// With more shapes in front.
    pub(crate) fn with(mut self, shapes: impl IntoIterator<Item = (Option<Place>, Shape)>) -> Picture {
        self.places.resize(self.shapes.len(), None);
        for (place, shape) in shapes.into_iter().take(MOST.saturating_sub(self.shapes.len())) {
            self.places.push(place);
            self.shapes.push(shape);
        }
        self
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
        Picture { shapes: labels.take(MOST).collect(), places: Vec::new() }
    }

    /// The shapes.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// Its left, upper, right and lower end.
    fn ends(&self) -> [f64; 4] {
        let boxes = self.shapes.iter().map(|shape| match shape {
            Shape::Rect { at, size, .. } => [at.0, at.1, at.0 + size.0, at.1 + size.1],
            Shape::Circle { at, radius, .. } => [at.0 - radius, at.1 - radius, at.0 + radius, at.1 + radius],
            Shape::Line { from, to, .. } => [from.0.min(to.0), from.1.min(to.1), from.0.max(to.0), from.1.max(to.1)],
            Shape::Polygon { corners, .. } => {
                let extent = |of: fn(&(f64, f64)) -> f64| {
                    let least = corners.iter().map(of).fold(f64::INFINITY, f64::min);
                    (least, corners.iter().map(of).fold(f64::NEG_INFINITY, f64::max))
                };
                let ((left, right), (upper, lower)) = (extent(|at| at.0), extent(|at| at.1));
                [left, upper, right, lower]
            }
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

    /// Whether a point lies on one of the shapes that are filled.
    fn is_filled_at(&self, (x, y): (f64, f64)) -> bool {
        self.shapes.iter().any(|shape| match shape {
            Shape::Rect { at, size, .. } => (at.0..=at.0 + size.0).contains(&x) && (at.1..=at.1 + size.1).contains(&y),
            Shape::Circle { at, radius, .. } => (x - at.0).hypot(y - at.1) <= *radius,
            Shape::Line { .. } | Shape::Polygon { .. } | Shape::Label { .. } => false,
        })
    }

    /// Draws the picture as number `index` of its page. Shapes that belong to a place say so, and captions, which stand on
    /// the page and not on a shape, can be told apart, so that a page of another colour can give them another too.
    fn draw(&self, svg: &mut Svg, index: usize, shift: (f64, f64)) {
        let px = |at: (f64, f64)| (UNIT * (at.0 + shift.0), UNIT * (at.1 + shift.1));
        for (number, shape) in self.shapes.iter().enumerate() {
            let place = match self.places.get(number) {
                Some(Some(place)) => format!(r#" data-place="{index}.{place}""#),
                _ => String::new(),
            };
            match shape {
                Shape::Rect { at, size, fill: Paint(fill) } => {
                    let (x, y) = px(*at);
                    let round = 0.12 * UNIT * size.0.min(size.1).min(1.0);
                    let paint = format!(r##"rx="{round:.1}" fill="{fill}" stroke="#404040"{place}"##);
                    svg.rect(x, y, UNIT * size.0, UNIT * size.1, &paint);
                }
                Shape::Circle { at, radius, fill: Paint(fill) } => {
                    let (x, y) = px(*at);
                    svg.circle(x, y, UNIT * radius, &format!(r##"fill="{fill}" stroke="#404040"{place}"##));
                }
                Shape::Line { from, to, stroke: Paint(stroke) } => {
                    let width = if place.is_empty() { 2.0 } else { 5.0 };
                    // Lines in the colour of ink stand on the page itself.
                    let class = if stroke == "#303030" { r#" class="rule""# } else { "" };
                    let paint =
                        format!(r#"stroke="{stroke}" stroke-width="{width}" stroke-linecap="round"{class}{place}"#);
                    svg.line(px(*from), px(*to), &paint);
                }
                Shape::Polygon { corners, fill: Paint(fill) } => {
                    let steps: Vec<String> = corners
                        .iter()
                        .map(|corner| {
                            let (x, y) = px(*corner);
                            format!("{},{}", Px(x), Px(y))
                        })
                        .collect();
                    let paint = format!(r##"fill="{fill}" stroke="#404040" stroke-linejoin="round"{place}"##);
                    svg.path(&format!("M{}Z", steps.join("L")), &paint);
                }
                Shape::Label { at, text } => {
                    let (x, y) = px(*at);
                    let class = if self.is_filled_at(*at) { "on-shape" } else { "caption" };
                    svg.raw(format_args!(
                        r##"<text class="{class}" x="{}" y="{}" font-size="18" text-anchor="middle" fill="#202020"{place}>{}</text>"##,
                        Px(x),
                        Px(y + 6.0),
                        Escaped(text)
                    ));
                }
            }
        }
    }
}

/// How wide pictures side by side become, in units, before they go on in the next row.
pub const WIDE: f64 = 26.0;

/// Pictures side by side, as SVG, in rows of at most [`WIDE`] units. A shape that belongs to a place carries the number of its picture
/// and of the place as `data-place="0.3"`.
pub fn pictures_svg(pictures: &[Picture], title: &str) -> String {
    pictures_within(pictures, title, WIDE)
}

/// The same in rows of another width.
pub fn pictures_within(pictures: &[Picture], title: &str, wide: f64) -> String {
    let ends: Vec<[f64; 4]> = pictures.iter().map(Picture::ends).collect();
    let wide_and_high = |ends: &[f64; 4]| (ends[2] - ends[0], ends[3] - ends[1]);
    // Each row with its pictures, its width and its height.
    let mut rows: Vec<(Vec<usize>, f64, f64)> = Vec::new();
    for (index, ends) in ends.iter().enumerate() {
        let (width, height) = wide_and_high(ends);
        match rows.last_mut() {
            Some((row, taken, highest)) if *taken + width + ROOM <= wide => {
                row.push(index);
                *taken += width + ROOM;
                *highest = highest.max(height);
            }
            _ => rows.push((vec![index], ROOM + width + ROOM, height)),
        }
    }
    let width = rows.iter().map(|(_, taken, _)| *taken).fold(ROOM, f64::max);
    let height = rows.iter().map(|(_, _, highest)| highest + ROOM).sum::<f64>() + ROOM;
    let mut svg = Svg::new(UNIT * width, UNIT * height.max(2.0 * ROOM), title);
    let mut ground = 0.0;
    for (row, taken, highest) in rows {
        ground += ROOM + highest;
        let mut left = ROOM + (width - taken) / 2.0;
        for index in row {
            // On a common ground, as heaps stand.
            pictures[index].draw(&mut svg, index, (left - ends[index][0], ground - ends[index][3]));
            left += wide_and_high(&ends[index]).0 + ROOM;
        }
    }
    svg.finish()
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for shape in &self.shapes {
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
                Shape::Polygon { corners, fill: Paint(fill) } => {
                    write!(f, "polygon {fill}")?;
                    corners.iter().try_for_each(|(x, y)| write!(f, " {x} {y}"))?;
                    writeln!(f)?;
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
            if kind == "polygon" {
                let mut words = line.split(' ').skip(1);
                let fill = words.next().unwrap_or_default().parse::<Paint>()?;
                let numbers = words.map(|word| number(Some(word))).collect::<Result<Vec<f64>, String>>()?;
                let (corners, rest) = numbers.as_chunks::<2>();
                if corners.len() < 3 || !rest.is_empty() {
                    return Err("a polygon has three corners or more, each with two numbers".to_string());
                }
                return Ok(Shape::Polygon { corners: corners.iter().map(|[x, y]| (*x, *y)).collect(), fill });
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
                _ => Err("a shape is a circle, a rect, a line, a polygon or a label".to_string()),
            }
        });
        Picture::new(shapes.collect::<Result<Vec<Shape>, String>>()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_pictures_stand_in_rows() {
        let one: Picture = "rect 0 0 3 1 white".parse().unwrap();
        let size = |count: usize| {
            let svg = pictures_svg(&vec![one.clone(); count], "");
            let number = |name: &str| {
                svg.split(&format!(r#"{name}=""#)).nth(1).unwrap().split('"').next().unwrap().parse::<f64>()
            };
            (number("width").unwrap() / UNIT, number("height").unwrap() / UNIT)
        };
        assert_eq!([size(1), size(7), size(8), size(30)], [(4.0, 2.0), (25.0, 2.0), (25.0, 3.5), (25.0, 8.0)]);
    }

    #[test]
    fn pictures_are_read_as_they_are_written() {
        let text = "rect 0 0 1 2.5 white\ncircle 0.5 -1 0.25 #d04020\nline 0 0 3 1 black\npolygon gold 0 0 1 0.5 0 1\nlabel 1 1 a <b> & c\nlabel 1 2 \n";
        let picture: Picture = text.parse().unwrap();
        assert_eq!((picture.shapes().len(), picture.to_string().as_str()), (6, text));
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
            "polygon red 0 0 1 1",
            "polygon red 0 0 1 1 2",
            "polygon red 0 0 1 1 2 1e9",
            "label 0",
        ] {
            assert!(text.parse::<Picture>().is_err(), "{text}");
        }
        assert!("circle 0 0 1 red\n".repeat(10_001).parse::<Picture>().is_err());
    }
}
