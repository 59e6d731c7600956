import { describe, expect, test } from 'vitest';
import { AS_ON_CARDS, CARD_ASPECT, croppedPart, dragged, MAX_ZOOM, zoomed } from './crop';

const WIDE = { width: 2_000, height: 1_000 };
const TALL = { width: 800, height: 2_000 };

describe('the crop of a photograph', () => {
  test('is as large as the card allows, horizontally centred and above the middle', () => {
    expect(croppedPart(WIDE, AS_ON_CARDS)).toEqual({ x: 600, y: 0, width: 800, height: 1_000 });
    expect(croppedPart(TALL, AS_ON_CARDS)).toEqual({ x: 0, y: 200, width: 800, height: 1_000 });
  });

  test('keeps the card’s aspect ratio and stays inside the photograph, wherever it is moved', () => {
    for (const photo of [WIDE, TALL]) {
      for (const x of [0, 0.3, 1]) {
        for (const zoom of [1, 2.5, MAX_ZOOM]) {
          const part = croppedPart(photo, { x, y: x, zoom });
          expect(part.width / part.height).toBeCloseTo(CARD_ASPECT);
          expect(Math.min(part.x, part.y)).toBeGreaterThanOrEqual(0);
          expect(part.x + part.width).toBeLessThanOrEqual(photo.width + 1e-6);
          expect(part.y + part.height).toBeLessThanOrEqual(photo.height + 1e-6);
        }
      }
    }
  });

  test('follows the finger', () => {
    const before = croppedPart(WIDE, AS_ON_CARDS);
    const moved = dragged(WIDE, AS_ON_CARDS, { x: 0.25, y: 0.25 });
    const after = croppedPart(WIDE, moved);
    expect(before.x - after.x).toBeCloseTo(0.25 * before.width);
    // The crop is as high as the photograph.
    expect(after.y).toBe(before.y);
    expect(dragged(WIDE, AS_ON_CARDS, { x: 9, y: 0 }).x).toBe(0);
    expect(dragged(WIDE, AS_ON_CARDS, { x: -9, y: 0 }).x).toBe(1);
  });

  test('is zoomed within limits', () => {
    expect(zoomed(AS_ON_CARDS, 0.2).zoom).toBe(1);
    expect(zoomed(AS_ON_CARDS, 99).zoom).toBe(MAX_ZOOM);
  });
});
