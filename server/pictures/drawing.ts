import type { Drawing } from './picture-spec';
import { drawPoster } from './poster';
import { drawPreview } from './preview';
import { drawReceipt } from './receipt-picture';

/**
 * Draws a picture; takes a tenth of a second of processor time, or more.
 * @param photo null if there is none, or it is not available
 */
export function draw(drawing: Drawing, photo: Buffer | null): Promise<Buffer> {
  switch (drawing.kind) {
    case 'preview':
      return drawPreview(drawing, photo);
    case 'poster':
      return drawPoster(drawing, photo);
    case 'receipt':
      return drawReceipt(drawing, photo);
  }
}
