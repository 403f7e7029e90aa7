//! A thermograph as a picture: the tax on each move upwards, stops sideways with the larger ones on the left, where Left would have
//! them (Conway 1976). Where the two walls meet stands the mast; how high that is, is the temperature.

use grundy_partizan::{Corner, Dyadic, Thermograph, Wall};

use super::page::{AXIS, MARGIN, SMALL, TITLE};
use super::svg::{Anchor, Font, Px, Svg, shortened, text_width};

const LEFT_NAME: Font = Font { size: 12.0, bold: true, fill: "#005688" };
const RIGHT_NAME: Font = Font { size: 12.0, bold: true, fill: "#a03607" };
const LEFT: &str = "#0072b2";
const RIGHT: &str = "#c4460a";
const MAST: &str = "#1f2933";

const TOP: f64 = 124.0;
/// The plane in which the walls stand.
const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 340.0;
const UNDER: f64 = 66.0;
/// About how many lines of the grid there are each way.
const LINES: f64 = 8.0;

/// Draws a thermograph under a title, and under the value where it is given and says more.
///
/// ```
/// use grundy::{draw::thermograph_svg, partizan::Universe};
///
/// let mut universe = Universe::new();
/// let switch = universe.parse("{2|-1}")?;
/// assert!(thermograph_svg(&universe.thermograph(switch), "{2|-1}", None).starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn thermograph_svg(thermograph: &Thermograph, position: &str, value: Option<&str>) -> String {
    Plane::new(thermograph).draw(position, value)
}

/// Stops as far away from 0 as this many times the width of the picture are told by their distance from a number near them: floats could not
/// tell them apart.
const FAR_BITS: u32 = 20;
/// Numbers above 2 to this are drawn on a smaller scale: floats end soon after.
const MOST_BITS: u64 = 900;

/// Where stops and taxes are on the page.
struct Plane<'t> {
    thermograph: &'t Thermograph,
    /// What stops are told from, and how many times everything is halved.
    origin: Dyadic,
    halved: u32,
    /// The largest stop shown, at the left end, and the smallest.
    most: f64,
    least: f64,
    /// The highest tax shown.
    highest: f64,
}

impl<'t> Plane<'t> {
    fn new(thermograph: &'t Thermograph) -> Plane<'t> {
        let Thermograph { mean, temperature, left, right } = thermograph;
        let stops = || [left, right].into_iter().flat_map(Wall::corners).map(|at| &at.stop).chain([mean]);
        let (most, least) = (stops().max().unwrap_or(mean), stops().min().unwrap_or(mean));
        let width = &(most - least) + &Dyadic::from(1);
        let is_far = halved(&most.abs().max(least.abs()), FAR_BITS) > width;
        let origin = if is_far { Dyadic::from(mean.floor()) } else { Dyadic::ZERO };
        let bits = |number: &Dyadic| number.abs().floor().bits();
        let largest = [most - &origin, least - &origin, temperature.clone()].iter().map(bits).max().unwrap_or(0);
        let halvings = u32::try_from(largest.saturating_sub(MOST_BITS)).unwrap_or(u32::MAX);
        let float = |number: &Dyadic| halved(number, halvings).to_f64();
        let (most, least) = (float(&(most - &origin)), float(&(least - &origin)));
        let temperature = float(temperature).max(0.0);
        // A mast alone stands in the middle of a little room.
        let room = ((most - least) * 0.12).max(temperature * 0.12).max(0.5);
        let highest = (temperature * 1.35).max(0.75);
        Plane { thermograph, origin, halved: halvings, most: most + room, least: least - room, highest }
    }

    /// How far right on the page a stop is.
    fn x(&self, stop: &Dyadic) -> f64 {
        self.x_of(halved(&(stop - &self.origin), self.halved).to_f64())
    }

    /// The same for its distance from the origin.
    fn x_of(&self, distance: f64) -> f64 {
        MARGIN + 44.0 + (self.most - distance) / (self.most - self.least) * WIDTH
    }

    /// How far down on the page a tax is.
    fn y(&self, tax: &Dyadic) -> f64 {
        self.y_of(halved(tax, self.halved).to_f64())
    }

    fn y_of(&self, t: f64) -> f64 {
        TOP + HEIGHT * (1.0 - t / self.highest)
    }

    fn at(&self, corner: &Corner) -> (f64, f64) {
        (self.x(&corner.stop), self.y(&corner.t))
    }

    fn draw(&self, position: &str, value: Option<&str>) -> String {
        let width = MARGIN * 2.0 + 44.0 + WIDTH;
        let mut svg = Svg::new(width, TOP + HEIGHT + UNDER + MARGIN, &format!("Thermograph of {position}"));
        let wide = width - 2.0 * MARGIN;
        svg.text(MARGIN, MARGIN + 18.0, Anchor::Start, TITLE, &shortened(position, wide, TITLE));
        let Thermograph { mean, temperature, left, right } = self.thermograph;
        let caption = format!(
            "mean {mean} · temperature {temperature} · Left's stop {} · Right's stop {}",
            left.at(&Dyadic::ZERO),
            right.at(&Dyadic::ZERO)
        );
        let mut y = MARGIN + 40.0;
        if let Some(value) = value.filter(|value| *value != position) {
            svg.text(MARGIN, y, Anchor::Start, SMALL, &shortened(&format!("= {value}"), wide, SMALL));
            y += 17.0;
        }
        svg.text(MARGIN, y, Anchor::Start, SMALL, &shortened(&caption, wide, SMALL));
        self.draw_grid(&mut svg);
        self.draw_between(&mut svg);
        self.draw_mast(&mut svg);
        self.draw_wall(right, RIGHT, &mut svg);
        self.draw_wall(left, LEFT, &mut svg);
        self.draw_names(&mut svg);
        svg.finish()
    }

    fn draw_grid(&self, svg: &mut Svg) {
        let (left, right) = (self.x_of(self.most), self.x_of(self.least));
        for line in grid(self.least, self.most) {
            let x = self.x_of(line.distance());
            svg.line((x, TOP), (x, TOP + HEIGHT), r##"stroke="#edf0f3" stroke-width="1""##);
            let name = (&self.origin + &line.number(self.halved)).to_string();
            svg.text(x, TOP + HEIGHT + 18.0, Anchor::Middle, AXIS, &shortened(&name, WIDTH / LINES, AXIS));
        }
        for line in grid(0.0, self.highest) {
            let y = self.y_of(line.distance());
            svg.line((left, y), (right, y), r##"stroke="#edf0f3" stroke-width="1""##);
            let name = line.number(self.halved).to_string();
            svg.text(left - 8.0, y + 4.0, Anchor::End, AXIS, &shortened(&name, left - 8.0, AXIS));
        }
        let floor = self.y_of(0.0);
        svg.line((left, floor), (right, floor), r##"stroke="#95a1ad" stroke-width="1.2""##);
        svg.text(MARGIN, TOP - 10.0, Anchor::Start, AXIS, "tax on each move");
        svg.text(right, TOP + HEIGHT + 38.0, Anchor::End, AXIS, "stops, better for Right →");
        svg.text(left, TOP + HEIGHT + 38.0, Anchor::Start, AXIS, "← better for Left");
    }

    /// What lies between the walls, shaded.
    fn draw_between(&self, svg: &mut Svg) {
        let left = self.thermograph.left.corners().iter();
        let right = self.thermograph.right.corners().iter().rev();
        let points: Vec<String> =
            left.chain(right).map(|corner| self.at(corner)).map(|(x, y)| format!("{} {}", Px(x), Px(y))).collect();
        svg.path(&format!("M{}Z", points.join("L")), r##"fill="#f1f4f7""##);
    }

    fn draw_mast(&self, svg: &mut Svg) {
        let x = self.x(&self.thermograph.mean);
        let foot = self.y((&self.thermograph.temperature).max(&Dyadic::ZERO));
        svg.line((x, foot), (x, TOP - 4.0), &format!(r#"stroke="{MAST}" stroke-width="2.2""#));
        let tip = format!("M{} {}l-4.5 9h9z", Px(x), Px(TOP - 12.0));
        svg.path(&tip, &format!(r#"fill="{MAST}""#));
    }

    fn draw_wall(&self, wall: &Wall, colour: &str, svg: &mut Svg) {
        let points: Vec<(f64, f64)> = wall.corners().iter().map(|corner| self.at(corner)).collect();
        // From its last corner a wall goes straight up to where the mast begins.
        let foot = self.y((&self.thermograph.temperature).max(&Dyadic::ZERO));
        let top = points.last().filter(|(_, y)| *y > foot).map(|(x, _)| (*x, foot));
        let steps: Vec<String> = points.iter().chain(&top).map(|(x, y)| format!("{} {}", Px(*x), Px(*y))).collect();
        if steps.len() > 1 {
            let paint = format!(r#"fill="none" stroke="{colour}" stroke-width="2.6" stroke-linejoin="round""#);
            svg.path(&format!("M{}", steps.join("L")), &paint);
        }
        for ((x, y), corner) in points.iter().zip(wall.corners()) {
            svg.open_group(&format!("tax {}, stop {}", corner.t, corner.stop));
            svg.circle(*x, *y, 3.4, &format!(r##"fill="#ffffff" stroke="{colour}" stroke-width="2""##));
            svg.close_group();
        }
    }

    /// Names the walls at their feet, one on each side.
    fn draw_names(&self, svg: &mut Svg) {
        let foot = |wall: &Wall| wall.corners().first().map_or(0.0, |corner| self.x(&corner.stop));
        let y = self.y_of(0.0) - 10.0;
        let (left, right) = (foot(&self.thermograph.left), foot(&self.thermograph.right));
        if left + text_width("Left", LEFT_NAME) < right + WIDTH {
            svg.text(left - 8.0, y, Anchor::End, LEFT_NAME, "Left");
            svg.text(right + 8.0, y, Anchor::Start, RIGHT_NAME, "Right");
        }
    }
}

/// A line of the grid: so many times a power of two.
struct Line {
    times: i64,
    exponent: i32,
}

impl Line {
    fn distance(&self) -> f64 {
        self.times as f64 * f64::from(self.exponent).exp2()
    }

    /// The number itself, in a picture where all are halved so many times.
    fn number(&self, halvings: u32) -> Dyadic {
        let exponent = i64::from(self.exponent) + i64::from(halvings);
        let parts = u32::try_from(-exponent).unwrap_or(0);
        (0..exponent.max(0)).fold(Dyadic::new(self.times, parts), |number, _| &number + &number)
    }
}

/// Lines at multiples of a power of two, about as many as there should be.
fn grid(least: f64, most: f64) -> impl Iterator<Item = Line> {
    let exponent = ((most - least) / LINES).max(f64::MIN_POSITIVE).log2().ceil() as i32;
    let step = f64::from(exponent).exp2();
    let (first, last) = ((least / step).ceil() as i64, (most / step).floor() as i64);
    (first..=last).map(move |times| Line { times, exponent })
}

/// A number divided by a power of two.
fn halved(number: &Dyadic, times: u32) -> Dyadic {
    if times == 0 {
        number.clone()
    } else {
        Dyadic::from_big(number.numerator(), number.exponent().saturating_add(times))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_partizan::Universe;

    /// Numbers that floats can't tell apart, or can't hold at all.
    #[test]
    fn numbers_of_any_size_are_drawn() {
        let digits = "9".repeat(400);
        let texts = [
            "100000000000000000000".to_owned(),
            "{100000000000000000001|100000000000000000000}".to_owned(),
            "{1000000000000000000000000000000|0}".to_owned(),
            format!("{{{digits}|-{digits}}}"),
            format!("-{digits}"),
            "{1/1099511627776|0}".to_owned(),
        ];
        for text in texts {
            let mut universe = Universe::new();
            let value = universe.parse(&text).unwrap();
            let svg = thermograph_svg(&universe.thermograph(value), &text, None);
            assert!(svg.len() < 20_000 && !svg.contains("NaN") && !svg.contains("inf"), "{text}: {}", svg.len());
            roxmltree::Document::parse(&svg).unwrap();
        }
    }
    /// A wall that is straight from the ground up has one corner, and is a line all the same.
    #[test]
    fn both_walls_are_drawn_up_to_the_mast() {
        for (text, walls) in [("{10|2||-1|-3}", 2), ("{3|1||-2|-10}", 2), ("±1", 2), ("{4||2|0}", 2), ("3/4", 0)] {
            let mut universe = Universe::new();
            let value = universe.parse(text).unwrap();
            let svg = thermograph_svg(&universe.thermograph(value), text, None);
            let drawn = [LEFT, RIGHT].map(|colour| svg.contains(&format!(r#"fill="none" stroke="{colour}""#)));
            assert_eq!(drawn.iter().filter(|drawn| **drawn).count(), walls, "{text}");
        }
    }
}
