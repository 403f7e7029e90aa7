//! A small writer of SVG: shapes, text, escaping, and how wide a text is.
//!
//! Coordinates are pixels from the top left and are written with one decimal, which no eye can tell from more and which
//! keeps files small and stable. The font is asked for by name; widths are those of DejaVu Sans, the first of the names,
//! and boxes are drawn with enough room for the others.

use std::fmt::{self, Write as _};

/// The fonts of all drawings, in order of preference.
pub const FONTS: &str = "DejaVu Sans, Verdana, sans-serif";

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The point is at the left end.
    Start,
    /// The point is in the middle.
    Middle,
    /// The point is at the right end.
    End,
}

/// How a text looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Font {
    /// The size in pixels.
    pub size: f64,
    /// Whether it is bold.
    pub bold: bool,
    /// Its colour, as SVG writes it.
    pub fill: &'static str,
}

/// A drawing in the making.
#[derive(Clone, Debug)]
pub struct Svg {
    width: f64,
    height: f64,
    title: String,
    body: String,
}

impl Svg {
    /// An empty white page; the title is read out by screen readers and shown by browsers.
    pub fn new(width: f64, height: f64, title: &str) -> Svg {
        let mut svg = Svg { width, height, title: title.to_string(), body: String::new() };
        svg.rect(0.0, 0.0, width, height, r##"fill="#ffffff""##);
        svg
    }

    /// Anything, written as it is.
    pub fn raw(&mut self, element: fmt::Arguments<'_>) {
        // Writing to a string can't fail.
        let _ = self.body.write_fmt(element);
        self.body.push('\n');
    }

    /// A rectangle. `paint` is a list of attributes: fill, stroke, rx.
    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, paint: &str) {
        let (x, y, width, height) = (Px(x), Px(y), Px(width), Px(height));
        self.raw(format_args!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" {paint}/>"#));
    }

    /// A circle.
    pub fn circle(&mut self, x: f64, y: f64, radius: f64, paint: &str) {
        self.raw(format_args!(r#"<circle cx="{}" cy="{}" r="{}" {paint}/>"#, Px(x), Px(y), Px(radius)));
    }

    /// A straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), paint: &str) {
        let (x1, y1, x2, y2) = (Px(from.0), Px(from.1), Px(to.0), Px(to.1));
        self.raw(format_args!(r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {paint}/>"#));
    }

    /// A path; `steps` as SVG writes them.
    pub fn path(&mut self, steps: &str, paint: &str) {
        self.raw(format_args!(r#"<path d="{steps}" {paint}/>"#));
    }

    /// A text whose base line is at `y`.
    pub fn text(&mut self, x: f64, y: f64, anchor: Anchor, font: Font, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        let weight = if font.bold { r#" font-weight="bold""# } else { "" };
        let (x, y, size, fill, text) = (Px(x), Px(y), Px(font.size), font.fill, Escaped(text));
        self.raw(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}"{anchor}{weight} fill="{fill}">{text}</text>"#
        ));
    }

    /// Opens a group of shapes with a title, which browsers show where the pointer rests on it.
    pub fn open_group(&mut self, title: &str) {
        self.raw(format_args!("<g><title>{}</title>", Escaped(title)));
    }

    /// Closes the group.
    pub fn close_group(&mut self) {
        self.raw(format_args!("</g>"));
    }

    /// The drawing.
    pub fn finish(self) -> String {
        let (width, height, title) = (Px(self.width), Px(self.height), Escaped(&self.title));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"{FONTS}\" role=\"img\">\n\
             <title>{title}</title>\n{}</svg>\n",
            self.body
        )
    }
}

/// A coordinate with at most one decimal.
#[derive(Clone, Copy, Debug)]
pub struct Px(pub f64);

impl fmt::Display for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let sign = if tenths < 0 { "-" } else { "" };
        let (whole, decimal) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
        match decimal {
            0 => write!(f, "{sign}{whole}"),
            _ => write!(f, "{sign}{whole}.{decimal}"),
        }
    }
}

/// A text made safe for SVG: the five characters with a meaning become entities, control characters become spaces.
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'t>(pub &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => f.write_char(' ')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// The width of a text in pixels.
pub fn text_width(text: &str, font: Font) -> f64 {
    let thousandths: u32 = text.chars().map(|c| advance(c, font.bold)).sum();
    f64::from(thousandths) * font.size / 1000.0
}

/// As much of a text as fits into `width`, with an ellipsis where something is left out.
pub fn shortened(text: &str, width: f64, font: Font) -> String {
    if text_width(text, font) <= width {
        return text.to_string();
    }
    let mut kept = String::new();
    let mut taken = text_width("…", font);
    for c in text.chars() {
        taken += f64::from(advance(c, font.bold)) * font.size / 1000.0;
        if taken > width {
            break;
        }
        kept.push(c);
    }
    kept + "…"
}

fn advance(c: char, bold: bool) -> u32 {
    let table = if bold { &BOLD } else { &REGULAR };
    let place = u32::from(c).checked_sub(32).and_then(|place| table.get(place as usize));
    place.map_or(1000, |advance| u32::from(*advance))
}

/// Advance widths of DejaVu Sans from space to tilde, in thousandths of the font size; read from the font's own tables.
#[rustfmt::skip]
const REGULAR: [u16; 95] = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636, 636,
    636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863,
    748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635,
    615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636,
    337, 636, 838,
];

/// The same in bold.
#[rustfmt::skip]
const BOLD: [u16; 95] = [
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365, 696, 696, 696, 696, 696, 696, 696,
    696, 696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830, 683, 683, 821, 837, 372, 372, 775, 637, 995,
    837, 850, 733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 365, 457, 838, 500, 500, 675, 716, 593, 716,
    678, 435, 716, 712, 343, 343, 665, 343, 1042, 712, 687, 716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712,
    365, 712, 838,
];

#[cfg(test)]
mod tests {
    use super::*;

    const FONT: Font = Font { size: 10.0, bold: false, fill: "#000" };

    #[test]
    fn numbers_are_short() {
        let shown: Vec<String> = [0.0, -0.04, 12.0, 12.34, -3.05, 0.96].map(|x| Px(x).to_string()).to_vec();
        assert_eq!(shown, ["0", "0", "12", "12.3", "-3.1", "1"]);
    }

    #[test]
    fn text_is_escaped() {
        let mut svg = Svg::new(1.0, 1.0, "a<b");
        svg.text(0.0, 0.0, Anchor::Start, FONT, "</text>&\"'\u{7}");
        let drawn = svg.finish();
        assert!(drawn.contains("<title>a&lt;b</title>"));
        assert!(drawn.contains("&lt;/text&gt;&amp;&quot;&#39; </text>"));
    }

    #[test]
    fn long_text_is_shortened_to_its_room() {
        assert_eq!(shortened("nim(1,2)", 100.0, FONT), "nim(1,2)");
        let short = shortened(&"nim".repeat(100), 100.0, FONT);
        assert!(short.ends_with('…') && text_width(&short, FONT) <= 100.0, "{short}");
    }
}
