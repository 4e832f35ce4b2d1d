//! Pictures in pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::record::Picture;

/// Pixels for each unit of the picture: lines and signs stay clear on fine screens and in print.
const SCALE: f32 = 2.0;

/// The picture as PNG.
///
/// # Errors
/// Why it cannot be drawn: a defect of the program, or no memory.
pub(super) fn png(picture: &Picture) -> Result<Vec<u8>, String> {
    let tree = Tree::from_str(&picture.svg(), &Options::default()).map_err(|e| e.to_string())?;
    let size = tree.size().to_int_size();
    let pixels = |units: u32| (units as f32 * SCALE) as u32;
    let mut pixmap = Pixmap::new(pixels(size.width()), pixels(size.height()))
        .ok_or("no memory for a picture")?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|e| e.to_string())
}
