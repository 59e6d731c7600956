import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @typedef {{ version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }} LockedPackage
 * @typedef {Record<string, LockedPackage>} LockedPackages
 */

/**
 * True when node_modules matches package-lock.json. npm writes its record of installed packages
 * last, so it is missing after an interrupted install.
 * @param {string} root
 * @param {{ isServing?: boolean }} [options] true when development packages are not needed
 */
export function isInstalled(root, { isServing = false } = {}) {
  const installed = readPackages(path.join(root, 'node_modules', '.package-lock.json'));
  const locked = readPackages(path.join(root, 'package-lock.json'));
  if (!installed || !locked) return false;
  return Object.entries(locked).every(([name, { version, optional, dev, devOptional }]) => {
    if (name === '' || (isServing && (dev || devOptional))) return true;
    const found = installed[name];
    // Packages for other platforms are optional and absent.
    return found ? found.version === version : optional === true;
  });
}

/**
 * @param {string} file
 * @returns {LockedPackages | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Everything that ends up in dist/, or influences it. */
const BUILD_INPUTS = [
  'client',
  'server',
  'shared',
  'sandbox',
  'demo',
  'scripts/build-server.mjs',
  'scripts/lib/browser-floor',
  'scripts/compress-client.mjs',
  'package-lock.json',
  'tailwind.config.ts',
  'tsconfig.json',
  'vite.config.ts',
];
const BUILD_OUTPUTS = ['client/index.html', 'server/index.js'];

const stampFile = (/** @type {string} */ root) => path.join(root, 'dist', 'inputs.sha256');

/**
 * True when dist/ was built from the current sources.
 * @param {string} root
 */
export function isBuilt(root) {
  const outputs = [
    stampFile(root),
    ...BUILD_OUTPUTS.map((output) => path.join(root, 'dist', output)),
  ];
  if (!outputs.every((output) => existsSync(output))) return false;
  return readFileSync(stampFile(root), 'utf8') === hashBuildInputs(root);
}

export { stampFile };

/**
 * @param {string} root
 * @returns {string} changes whenever a source file does
 */
export function hashBuildInputs(root) {
  const hash = createHash('sha256');
  for (const file of BUILD_INPUTS.flatMap((input) => filesIn(path.join(root, input)))) {
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} fileOrFolder a file or directory
 * @returns {string[]} the relevant files, in a fixed order
 */
function filesIn(fileOrFolder) {
  let entries;
  try {
    entries = readdirSync(fileOrFolder, { withFileTypes: true });
  } catch {
    return existsSync(fileOrFolder) ? [fileOrFolder] : [];
  }
  return entries
    .map((entry) => ({ entry, file: path.join(fileOrFolder, entry.name) }))
    .sort((a, b) => (a.file < b.file ? -1 : 1))
    .flatMap(({ entry, file }) => {
      if (entry.isDirectory()) return filesIn(file);
      return /\.test\.tsx?$/.test(entry.name) ? [] : [file];
    });
}
