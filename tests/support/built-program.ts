import { existsSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '#server/config/paths';
import { isBuilt } from '../../scripts/lib/staleness.mjs';

let wasCompared = false;

/**
 * The path of a program of server/ as `npm run build` made it; warns when the sources have changed
 * since.
 * @param name such as `commands/migrate`
 * @throws when it was not built
 */
export function builtProgram(name: string): string {
  const file = path.join(PROJECT_ROOT, 'dist', 'server', `${name}.js`);
  if (!existsSync(file)) {
    throw new Error(`There is no ${file}: run node scripts/bootstrap.mjs build`);
  }
  if (!wasCompared && !isBuilt(PROJECT_ROOT)) {
    process.stderr.write('dist/ was not built from the sources as they are now.\n');
  }
  wasCompared = true;
  return file;
}
