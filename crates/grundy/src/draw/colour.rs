//! Colours: one scale from dark to light for values, and the text that can be read on each of its shades.

use std::fmt;

/// A colour of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    /// Red, green and blue.
    pub rgb: [u8; 3],
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.rgb;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// Stops of a scale whose lightness rises evenly, so that more looks like more, also in print and to the colour-blind.
/// The colours are those of viridis (van der Walt and Smith 2015).
const SCALE: [[u8; 3]; 10] = [
    [0x44, 0x01, 0x54],
    [0x48, 0x28, 0x78],
    [0x3e, 0x4a, 0x89],
    [0x31, 0x68, 0x8e],
    [0x26, 0x82, 0x8e],
    [0x1f, 0x9e, 0x89],
    [0x35, 0xb7, 0x79],
    [0x6e, 0xce, 0x58],
    [0xb5, 0xde, 0x2b],
    [0xfd, 0xe7, 0x25],
];

/// The colour at `part` of the scale, from 0 (dark) to 1 (light).
pub fn shade(part: f64) -> Colour {
    let place = part.clamp(0.0, 1.0) * (SCALE.len() - 1) as f64;
    let below = (place as usize).min(SCALE.len() - 2);
    let between = place - below as f64;
    let mut rgb = [0; 3];
    for (channel, mixed) in rgb.iter_mut().enumerate() {
        let (from, to) = (f64::from(SCALE[below][channel]), f64::from(SCALE[below + 1][channel]));
        *mixed = (from + (to - from) * between).round() as u8;
    }
    Colour { rgb }
}

/// Black or white, whichever stands out more from the colour behind it.
pub fn ink_on(colour: Colour) -> &'static str {
    // The contrast of WCAG 2 is (lighter + 0.05) / (darker + 0.05); white wins where it is the better of the two.
    let luminance = luminance(colour) + 0.05;
    if 1.05 / luminance > luminance / 0.05 { "#ffffff" } else { "#000000" }
}

/// How light a colour is, from 0 to 1 (WCAG 2).
fn luminance(colour: Colour) -> f64 {
    let linear = colour.rgb.map(|channel| {
        let part = f64::from(channel) / 255.0;
        if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_gets_lighter_all_the_way() {
        let steps: Vec<f64> = (0..=100).map(|percent| luminance(shade(f64::from(percent) / 100.0))).collect();
        assert!(steps.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(shade(0.0).to_string(), "#440154");
        assert_eq!(shade(7.0).to_string(), "#fde725");
    }

    #[test]
    fn ink_can_be_read_on_every_shade() {
        for percent in 0..=100 {
            let colour = shade(f64::from(percent) / 100.0);
            let (paper, ink) = (luminance(colour), if ink_on(colour) == "#ffffff" { 1.0 } else { 0.0 });
            let contrast = (paper.max(ink) + 0.05) / (paper.min(ink) + 0.05);
            assert!(contrast >= 4.5, "{percent} %: {contrast}");
        }
    }
}
