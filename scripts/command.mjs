// Runs an operator's command: `node scripts/command.mjs ledger/repair --reason "…"`. If tsx is
// installed, the command runs from its source, so that no clone runs an outdated build; otherwise
// from `dist/`.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = path.resolve(import.meta.dirname, '..');

/** @param {string} name */
async function findCommand(name) {
  const source = path.join(ROOT, 'server', 'commands', `${name}.ts`);
  const built = path.join(ROOT, 'dist', 'server', 'commands', `${name}.js`);
  // The container image has no sources.
  if (!existsSync(source)) return built;
  const tsx = findTsx();
  if (tsx) {
    await import(tsx);
    return source;
  }
  const { isBuilt } = await import('./lib/staleness.mjs');
  if (isBuilt(ROOT)) return built;
  console.error('dist/ was not built from these sources. Run "npm run build" first.');
  process.exit(1);
}

function findTsx() {
  try {
    return import.meta.resolve('tsx');
  } catch {
    return null;
  }
}

const [name = '', ...args] = process.argv.slice(2);
const file = await findCommand(name);
// The command sees the arguments as if Node had started it directly.
process.argv.splice(1, Number.POSITIVE_INFINITY, file, ...args);
await import(pathToFileURL(file).href);
