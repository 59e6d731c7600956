import { tokens } from '#client/design-tokens';
import { initialOf } from '#client/ui/initial-of';
import { coverCrop } from './cover-crop';
import {
  PICTURE,
  type PlacedText,
  type ReceiptLayout,
  type ReceiptPictureTexts,
  type TextStyle,
} from './receipt-layout';

const { colors, fontFamily } = tokens;

const COLOURS = { ivory: colors.ivory.DEFAULT, soft: colors.ivory.soft, gold: colors.gold.DEFAULT };

/** As the `font` of a canvas, and of `document.fonts`, has it. */
export const fontOf = ({ weight, size, family }: TextStyle): string =>
  `${weight} ${size}px ${fontFamily[family].join(', ')}`;

export const EVENT_STYLE: TextStyle = {
  family: 'display',
  weight: 700,
  size: 44,
  colour: 'ivory',
};
const INITIAL_STYLE: TextStyle = { family: 'display', weight: 700, size: 420, colour: 'gold' };

/** A star of four points, on a field of 24. */
const SPARKLE = new Path2D(
  'M12 1Q13 11 23 12Q13 13 12 23Q11 13 1 12Q11 11 12 1ZM20 1.5v4M22 3.5h-4',
);

function setStyle(context: CanvasRenderingContext2D, style: TextStyle): void {
  context.font = fontOf(style);
  context.fillStyle = COLOURS[style.colour];
  // Older Safari draws without it, a little narrower.
  if ('letterSpacing' in context) context.letterSpacing = `${style.letterSpacing ?? 0}px`;
}

export function measureStyled(
  context: CanvasRenderingContext2D,
  text: string,
  style: TextStyle,
): number {
  setStyle(context, style);
  return context.measureText(text).width;
}

function paintPhoto(
  context: CanvasRenderingContext2D,
  photo: HTMLImageElement | null,
  { artistName }: ReceiptPictureTexts,
  { photoHeight }: ReceiptLayout,
): void {
  const box = { width: PICTURE.width, height: photoHeight };
  if (photo) {
    const crop = coverCrop({ width: photo.naturalWidth, height: photo.naturalHeight }, box);
    const { x, y, width, height } = crop;
    context.drawImage(photo, x, y, width, height, 0, 0, box.width, box.height);
    return;
  }
  const centre = PICTURE.width / 2;
  const light = context.createRadialGradient(centre, 0, 0, centre, 0, photoHeight);
  light.addColorStop(0, colors.surface.line);
  light.addColorStop(0.7, colors.surface.high);
  context.fillStyle = light;
  context.fillRect(0, 0, box.width, box.height);
  setStyle(context, INITIAL_STYLE);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(initialOf(artistName), centre, photoHeight * 0.42);
  context.textBaseline = 'alphabetic';
}

/** The photograph goes out like a light, so that the texts on its lower end can be read. */
function paintShade(context: CanvasRenderingContext2D, { photoHeight }: ReceiptLayout): void {
  const height = Math.min(photoHeight, 520);
  const shade = context.createLinearGradient(0, photoHeight - height, 0, photoHeight);
  shade.addColorStop(0, `${colors.surface.DEFAULT}00`);
  shade.addColorStop(0.8, colors.surface.DEFAULT);
  context.fillStyle = shade;
  // One pixel more: a photograph's height is rarely a whole number.
  context.fillRect(0, photoHeight - height, PICTURE.width, height + 1);
}

function paintEvent(context: CanvasRenderingContext2D, eventTitle: string): void {
  const margin = 56;
  const height = 88;
  const sparkle = 48;
  const maxTextWidth = PICTURE.width - 2 * margin - sparkle - 96;
  const textWidth = Math.min(measureStyled(context, eventTitle, EVENT_STYLE), maxTextWidth);
  context.fillStyle = `${colors.surface.DEFAULT}D9`;
  context.beginPath();
  context.roundRect(margin, margin, textWidth + sparkle + 88, height, height / 2);
  context.fill();

  context.save();
  context.translate(margin + 32, margin + (height - sparkle) / 2);
  context.scale(sparkle / 24, sparkle / 24);
  context.fillStyle = colors.gold.DEFAULT;
  context.strokeStyle = colors.gold.DEFAULT;
  context.lineWidth = 1.6;
  context.fill(SPARKLE);
  context.stroke(SPARKLE);
  context.restore();

  setStyle(context, EVENT_STYLE);
  context.textAlign = 'left';
  context.fillText(eventTitle, margin + sparkle + 48, margin + 59, maxTextWidth);
}

function paintTearLine(context: CanvasRenderingContext2D, y: number): void {
  context.strokeStyle = colors.surface.line;
  context.lineWidth = 4;
  context.setLineDash([16, 14]);
  context.beginPath();
  context.moveTo(72, y);
  context.lineTo(PICTURE.width - 72, y);
  context.stroke();
  context.setLineDash([]);
}

function paintText(context: CanvasRenderingContext2D, { text, x, y, align, style }: PlacedText) {
  setStyle(context, style);
  context.textAlign = align;
  context.fillText(text, x, y);
}

function paintFrame(context: CanvasRenderingContext2D): void {
  const inset = 22;
  context.strokeStyle = colors.gold.DEFAULT;
  context.lineWidth = 6;
  context.beginPath();
  context.roundRect(inset, inset, PICTURE.width - 2 * inset, PICTURE.height - 2 * inset, 44);
  context.stroke();
}

interface ReceiptPicture {
  texts: ReceiptPictureTexts;
  layout: ReceiptLayout;
  photo: HTMLImageElement | null;
}

/** Paints the receipt as the card on the page shows it, over the whole canvas. */
export function paintReceipt(
  context: CanvasRenderingContext2D,
  { texts, layout, photo }: ReceiptPicture,
): void {
  context.fillStyle = colors.surface.DEFAULT;
  context.fillRect(0, 0, PICTURE.width, PICTURE.height);
  paintPhoto(context, photo, texts, layout);
  paintShade(context, layout);
  paintEvent(context, texts.eventTitle);
  paintTearLine(context, layout.tearLine);
  for (const text of layout.texts) paintText(context, text);
  paintFrame(context);
}
