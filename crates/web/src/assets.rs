//! The files of the page, embedded in the program, and packed once for those who can unpack them.

use std::io::Write;
use std::sync::OnceLock;

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

/// A file of the page.
pub struct Asset {
    /// Its path.
    pub path: &'static str,
    /// Its media type.
    pub media: &'static str,
    content: &'static [u8],
    packed: OnceLock<Option<Bytes>>,
}

macro_rules! assets {
    ($($path:literal, $file:literal, $media:expr;)*) => {
        static ASSETS: [Asset; [$($path),*].len()] = [$(Asset {
            path: $path,
            media: $media,
            content: include_bytes!(concat!("../assets/", $file)),
            packed: OnceLock::new(),
        }),*];
    };
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

assets! {
    "/", "index.html", HTML;
    "/style.css", "style.css", CSS;
    "/icon.svg", "icon.svg", "image/svg+xml";
    "/js/main.js", "js/main.js", SCRIPT;
    "/js/base.js", "js/base.js", SCRIPT;
    "/js/api.js", "js/api.js", SCRIPT;
    "/js/place.js", "js/place.js", SCRIPT;
    "/js/board.js", "js/board.js", SCRIPT;
    "/js/home.js", "js/home.js", SCRIPT;
    "/js/play.js", "js/play.js", SCRIPT;
    "/js/why.js", "js/why.js", SCRIPT;
    "/js/see.js", "js/see.js", SCRIPT;
    "/js/graph.js", "js/graph.js", SCRIPT;
    "/js/heat.js", "js/heat.js", SCRIPT;
    "/js/invent.js", "js/invent.js", SCRIPT;
    "/js/learn.js", "js/learn.js", SCRIPT;
    "/js/lessons.js", "js/lessons.js", SCRIPT;
    "/js/exercises.js", "js/exercises.js", SCRIPT;
    "/js/share.js", "js/share.js", SCRIPT;
    "/vendor/preact.js", "vendor/preact.js", SCRIPT;
    "/vendor/hooks.js", "vendor/hooks.js", SCRIPT;
    "/vendor/signals-core.js", "vendor/signals-core.js", SCRIPT;
    "/vendor/signals.js", "vendor/signals.js", SCRIPT;
    "/vendor/htm.js", "vendor/htm.js", SCRIPT;
    "/vendor/fraunces.woff2", "vendor/fraunces.woff2", "font/woff2";
    "/vendor/LICENSES.txt", "vendor/LICENSES.txt", TEXT;
}

/// The file at this path.
pub fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

impl Asset {
    /// Its bytes, packed with gzip or as they are; says which.
    pub fn bytes(&self, may_pack: bool) -> (Bytes, bool) {
        let packed = if may_pack { self.packed.get_or_init(|| self.pack()).clone() } else { None };
        match packed {
            Some(packed) => (packed, true),
            None => (Bytes::from_static(self.content), false),
        }
    }

    fn pack(&self) -> Option<Bytes> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let packed = encoder.write_all(self.content).and_then(|()| encoder.finish()).ok()?;
        (packed.len() < self.content.len()).then(|| packed.into())
    }

    /// A name for its content: changes when the content does.
    pub fn tag(&self) -> String {
        // FNV-1a: nobody attacks a cache of their own program.
        let hash = self
            .content
            .iter()
            .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
        format!("\"{hash:016x}\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bounds of the first page and of all scripts.
    #[test]
    fn pages_are_light() {
        let packed = |asset: &Asset| asset.bytes(true).0.len();
        let scripts: usize = ASSETS.iter().filter(|asset| asset.media == SCRIPT).map(packed).sum();
        assert!(scripts < 60_000, "{scripts} bytes of scripts");
        // Everything but licences and the scripts of views that are opened later.
        let later = ["why", "see", "graph", "heat", "invent", "learn", "lessons", "exercises"];
        let is_first =
            |asset: &&Asset| asset.media != TEXT && !later.iter().any(|view| asset.path == format!("/js/{view}.js"));
        let first: usize = ASSETS.iter().filter(is_first).map(packed).sum();
        assert!(first < 90_000, "{first} bytes for the first page, before what it asks of the API");
    }
}
