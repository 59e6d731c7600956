import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { ROOT } from './lib/run.mjs';

/**
 * Writes a maximally compressed copy of each text file of the built site. The server sends it
 * unchanged, because compressing this well takes too long while thousands open the site.
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
