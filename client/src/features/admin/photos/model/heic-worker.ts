import buildLibheif from 'heic-to/libheif';

/** A decoded photograph, four bytes per pixel; null when the file cannot be decoded. */
export type DecodedHeic = ImageData | null;

/** Decodes an iPhone's photograph, upright as the file declares, and sends it back. */
self.onmessage = async ({ data }: MessageEvent<ArrayBuffer>) => {
  const decoded = await decode(data).catch(() => null);
  self.postMessage(decoded, { transfer: decoded ? [decoded.data.buffer] : [] });
};

async function decode(bytes: ArrayBuffer): Promise<DecodedHeic> {
  const libheif = await buildLibheif();
  const [photo] = new libheif.HeifDecoder().decode(bytes);
  if (!photo) return null;
  const pixels = new ImageData(photo.get_width(), photo.get_height());
  // A photograph without transparency leaves this channel as it is.
  for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = 255;
  return new Promise((resolve) => photo.display(pixels, resolve));
}
