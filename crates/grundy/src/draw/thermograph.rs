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

/// Where stops and taxes are on the page.
struct Plane<'t> {
    thermograph: &'t Thermograph,
    /// The largest stop shown, at the left end, and the smallest.
    most: f64,
    least: f64,
    /// The highest tax shown.
    highest: f64,
}

impl<'t> Plane<'t> {
    fn new(thermograph: &'t Thermograph) -> Plane<'t> {
        let stops =
            || [&thermograph.left, &thermograph.right].into_iter().flat_map(Wall::corners).map(|at| at.stop.to_f64());
        let (mut most, mut least) = (stops().fold(f64::MIN, f64::max), stops().fold(f64::MAX, f64::min));
        let temperature = thermograph.temperature.to_f64().max(0.0);
        // A mast alone stands in the middle of a little room.
        let room = ((most - least) * 0.12).max(temperature * 0.12).max(0.5);
        (most, least) = (most + room, least - room);
        Plane { thermograph, most, least, highest: (temperature * 1.35).max(0.75) }
    }

    fn x(&self, stop: f64) -> f64 {
        MARGIN + 44.0 + (self.most - stop) / (self.most - self.least) * WIDTH
    }

    fn y(&self, t: f64) -> f64 {
        TOP + HEIGHT * (1.0 - t / self.highest)
    }

    fn at(&self, corner: &Corner) -> (f64, f64) {
        (self.x(corner.stop.to_f64()), self.y(corner.t.to_f64()))
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
        let (left, right) = (self.x(self.most), self.x(self.least));
        let step = dyadic_step((self.most - self.least) / LINES);
        let mut stop = (self.least / step).ceil() * step;
        while stop <= self.most {
            let x = self.x(stop);
            svg.line((x, TOP), (x, TOP + HEIGHT), r##"stroke="#edf0f3" stroke-width="1""##);
            svg.text(x, TOP + HEIGHT + 18.0, Anchor::Middle, AXIS, &fraction(stop));
            stop += step;
        }
        let step = dyadic_step(self.highest / LINES);
        let mut t = 0.0;
        while t <= self.highest {
            let y = self.y(t);
            svg.line((left, y), (right, y), r##"stroke="#edf0f3" stroke-width="1""##);
            svg.text(left - 8.0, y + 4.0, Anchor::End, AXIS, &fraction(t));
            t += step;
        }
        svg.line((left, self.y(0.0)), (right, self.y(0.0)), r##"stroke="#95a1ad" stroke-width="1.2""##);
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
        let x = self.x(self.thermograph.mean.to_f64());
        let foot = self.y(self.thermograph.temperature.to_f64().max(0.0));
        svg.line((x, foot), (x, TOP - 4.0), &format!(r#"stroke="{MAST}" stroke-width="2.2""#));
        let tip = format!("M{} {}l-4.5 9h9z", Px(x), Px(TOP - 12.0));
        svg.path(&tip, &format!(r#"fill="{MAST}""#));
    }

    fn draw_wall(&self, wall: &Wall, colour: &str, svg: &mut Svg) {
        let points: Vec<(f64, f64)> = wall.corners().iter().map(|corner| self.at(corner)).collect();
        let steps: Vec<String> = points.iter().map(|(x, y)| format!("{} {}", Px(*x), Px(*y))).collect();
        if points.len() > 1 {
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
        let foot = |wall: &Wall| wall.corners().first().map_or(0.0, |corner| self.x(corner.stop.to_f64()));
        let y = self.y(0.0) - 10.0;
        let (left, right) = (foot(&self.thermograph.left), foot(&self.thermograph.right));
        if left + text_width("Left", LEFT_NAME) < right + WIDTH {
            svg.text(left - 8.0, y, Anchor::End, LEFT_NAME, "Left");
            svg.text(right + 8.0, y, Anchor::Start, RIGHT_NAME, "Right");
        }
    }
}

/// The smallest power of two that is at least this.
fn dyadic_step(least: f64) -> f64 {
    least.max(f64::MIN_POSITIVE).log2().ceil().exp2()
}

/// A dyadic number of the grid, written as a fraction.
fn fraction(number: f64) -> String {
    let mut exponent = 0;
    let mut numerator = number;
    while numerator.fract() != 0.0 && exponent < 30 {
        numerator *= 2.0;
        exponent += 1;
    }
    match exponent {
        0 => format!("{numerator}"),
        _ => format!("{numerator}/{}", 1u64 << exponent),
    }
}
