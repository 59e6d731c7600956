import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { ROOT } from './lib/run.mjs';

/**
 * Puts beside each text of the built site the same text, compressed as far as it goes. The server
 * sends it as it is, because compressing this well takes too long while thousands open the site.
 */
const ASSETS = path.join(ROOT, 'dist', 'client', 'assets');
const compress = promisify(brotliCompress);

const texts = (await readdir(ASSETS)).filter((name) => /\.(js|css|svg)$/.test(name));
await Promise.all(texts.map((name) => writeCompressed(path.join(ASSETS, name))));

/** @param {string} file */
async function writeCompressed(file) {
  const text = await readFile(file);
  const compressed = await compress(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
  if (compressed.length < text.length) await writeFile(`${file}.br`, compressed);
}
