interface Size {
  width: number;
  height: number;
}

interface Crop extends Size {
  x: number;
  y: number;
}

/** Portraits are cut from below rather than through a head; the same share as on the page. */
const FOCUS_Y = 0.2;

/** The part of a picture that fills a box without distortion, as `object-fit: cover` chooses it. */
export function coverCrop(picture: Size, box: Size): Crop {
  const scale = Math.max(box.width / picture.width, box.height / picture.height);
  const width = box.width / scale;
  const height = box.height / scale;
  return {
    x: (picture.width - width) / 2,
    y: (picture.height - height) * FOCUS_Y,
    width,
    height,
  };
}
