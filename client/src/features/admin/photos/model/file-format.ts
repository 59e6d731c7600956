const MAX_HEADER = 64;
/** Where the last bytes of a PNG are searched; something may follow them. */
const PNG_END = 4096;

const latin1 = async (file: Blob, from: number, to?: number): Promise<string> =>
  String.fromCharCode(...new Uint8Array(await file.slice(from, to).arrayBuffer()));

/**
 * True for an iPhone's photograph, whatever its name: messengers rename it. The file lists its
 * brands at the beginning, as in AVIF, which some files name too.
 */
export async function isHeic(file: Blob): Promise<boolean> {
  const header = await latin1(file, 0, MAX_HEADER);
  return header.slice(4, 8) === 'ftyp' && /he[iv][cfmsx]|mif1/.test(header) && !/avif/.test(header);
}

/**
 * False for a JPEG, PNG or WebP that ends in its middle: browsers show the rest in grey, and a copy
 * would hide the damage from the server.
 */
export async function isWhole(file: Blob): Promise<boolean> {
  const header = await latin1(file, 0, MAX_HEADER);
  if (header.startsWith('\xff\xd8')) return hasJpegEnd(new Uint8Array(await file.arrayBuffer()));
  if (header.startsWith('\x89PNG')) {
    return (await latin1(file, Math.max(0, file.size - PNG_END))).includes('IEND');
  }
  if (header.startsWith('RIFF')) {
    const size = new DataView(await file.slice(4, 8).arrayBuffer()).getUint32(0, true);
    return file.size >= size + 8;
  }
  return true;
}

/** Skips the segments before the picture, which may contain a small preview with an end. */
function hasJpegEnd(bytes: Uint8Array): boolean {
  let at = 2;
  while (bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
    at += 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
  }
  for (at = bytes.indexOf(0xff, at); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    if (bytes[at + 1] === 0xd9) return true;
  }
  return false;
}
