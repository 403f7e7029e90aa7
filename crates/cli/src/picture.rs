//! Drawings as pictures of pixels. The library draws SVG; this turns it into PNG with an embedded font, because without one
//! all text would be missing.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb::Database};

use crate::failure::Failure;

/// Pixels for each unit of the drawing, so that text is sharp on any screen.
const SCALE: f32 = 2.0;
/// The most pixels of a side.
const LARGEST: f32 = 16_000.0;

/// The drawing as PNG.
pub fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    pixels(svg).map_err(Failure::Mistake)
}

/// The same; an error says why it can't be made.
pub fn pixels(svg: &str) -> Result<Vec<u8>, String> {
    let mut fonts = Database::new();
    fonts.load_font_data(include_bytes!("../assets/DejaVuSans.ttf").to_vec());
    fonts.load_font_data(include_bytes!("../assets/DejaVuSans-Bold.ttf").to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    let options = Options { fontdb: Arc::new(fonts), font_family: "DejaVu Sans".to_string(), ..Options::default() };
    let wrong = |error: &dyn std::fmt::Display| format!("can't make a picture: {error}");
    let tree = Tree::from_str(svg, &options).map_err(|error| wrong(&error))?;
    let size = tree.size();
    let scale = SCALE.min(LARGEST / size.width()).min(LARGEST / size.height());
    let (width, height) = ((size.width() * scale).ceil() as u32, (size.height() * scale).ceil() as u32);
    let mut pixels = Pixmap::new(width.max(1), height.max(1)).ok_or_else(|| wrong(&"it is too large"))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| wrong(&error))
}
