import { EVENT_STYLE, fontOf, measureStyled, paintReceipt } from './paint-receipt';
import { layOutReceipt, PICTURE, type ReceiptPictureTexts, type TextStyle } from './receipt-layout';

/** On a bad network the initial letter is better than no picture. */
const TIMEOUT_MS = 10_000;

const timeout = () =>
  new Promise<null>((resolve) => {
    setTimeout(resolve, TIMEOUT_MS, null);
  });

/**
 * A photograph ready to be drawn: the first of these that the browser can show. The addresses must
 * be our own: a canvas that has seen another site's picture can no longer be saved.
 *
 * @returns null where there is none
 */
async function loadPhoto(urls: readonly string[]): Promise<HTMLImageElement | null> {
  for (const url of urls) {
    const image = new Image();
    image.src = url;
    const isShown = await image.decode().then(
      () => true,
      () => false,
    );
    if (isShown) return image;
  }
  return null;
}

/** A canvas draws with whatever font is there at the moment; missing ones are fetched first. */
async function loadFonts(texts: ReceiptPictureTexts): Promise<void> {
  const weights: TextStyle['weight'][] = [700, 800];
  const { eventTitle, artistName, totalVotes, votesWord, code } = texts;
  // Accented letters live in files of their own: each is fetched only for a text that needs it.
  const letters = [eventTitle, artistName, totalVotes, votesWord, code].join('');
  await Promise.all(
    weights.map((weight) => document.fonts.load(fontOf({ ...EVENT_STYLE, weight }), letters)),
  );
}

const toPng = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The canvas gave no picture'));
    }, 'image/png');
  });

/**
 * The receipt as a PNG of 1080 × 1920 pixels.
 *
 * @param photoUrls addresses of our own; where none of them loads stands the initial letter
 * @throws where the browser gives no canvas, for want of memory for instance
 */
export async function drawReceiptPicture(
  texts: ReceiptPictureTexts,
  photoUrls: readonly string[],
): Promise<Blob> {
  // Without the display font the system's will do.
  const [photo] = await Promise.all([
    Promise.race([loadPhoto(photoUrls), timeout()]),
    loadFonts(texts).catch(() => {}),
  ]);
  const canvas = document.createElement('canvas');
  canvas.width = PICTURE.width;
  canvas.height = PICTURE.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas');
  const layout = layOutReceipt(texts, (text, style) => measureStyled(context, text, style));
  paintReceipt(context, { texts, layout, photo });
  return toPng(canvas);
}
