/** Aspect ratio of the nominees' cards, width to height. */
export const CARD_ASPECT = 4 / 5;
export const MAX_ZOOM = 4;

/** The part of a photograph that is shown. */
export interface Crop {
  /**
   * As in CSS `object-position`: the share of the remaining width to the left, and of the remaining
   * height above.
   */
  x: number;
  y: number;
  /** 1 shows as much as fits. */
  zoom: number;
}

/** The crop that cards show of an uncropped photograph: towards the top, where heads are. */
export const AS_ON_CARDS: Crop = { x: 0.5, y: 0.2, zoom: 1 };

interface Size {
  width: number;
  height: number;
}

export interface Rectangle extends Size {
  x: number;
  y: number;
}

/** Returns the crop in pixels of the photograph. */
export function croppedPart(photo: Size, { x, y, zoom }: Crop): Rectangle {
  const width = Math.min(photo.width, photo.height * CARD_ASPECT) / zoom;
  const height = width / CARD_ASPECT;
  return { x: x * (photo.width - width), y: y * (photo.height - height), width, height };
}

/**
 * Returns the crop after the photograph was dragged under its frame.
 * @param by shares of the frame's width and height, to the right and down
 */
export function dragged(photo: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const part = croppedPart(photo, crop);
  const along = (share: number, shift: number, length: number, whole: number) => {
    const leftOver = whole - length;
    return leftOver < 1 ? share : clamp(share - (shift * length) / leftOver, 0, 1);
  };
  return {
    ...crop,
    x: along(crop.x, by.x, part.width, photo.width),
    y: along(crop.y, by.y, part.height, photo.height),
  };
}

export const zoomed = (crop: Crop, zoom: number): Crop => ({
  ...crop,
  zoom: clamp(zoom, 1, MAX_ZOOM),
});

const clamp = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), most);
