/**
 * An import between two files, whose paths start at the root of the repository.
 * @typedef {{ from: string, to: string }} Import
 */

/**
 * Finds import cycles between folders: at every level, the folders of one parent must import each
 * other in one direction only.
 *
 * @param {readonly Import[]} imports
 * @returns {string[]} one sentence per cycle, with the imports in it
 */
export function findFolderCycles(imports) {
  const parents = new Set(imports.flatMap(({ from, to }) => commonParents(from, to)));
  return [...parents].sort().flatMap((parent) => cyclesIn(parent, imports));
}

/**
 * @param {string} from
 * @param {string} to
 * @returns {string[]} the deepest folder that contains both files, if their folders differ in it
 */
function commonParents(from, to) {
  const [a, b] = [from.split('/'), to.split('/')];
  const depth = a.findIndex((name, index) => name !== b[index]);
  const isBetweenFolders = depth >= 0 && depth < a.length - 1 && depth < b.length - 1;
  return isBetweenFolders ? [a.slice(0, depth).join('/')] : [];
}

/**
 * @param {string} parent
 * @param {readonly Import[]} imports
 */
function cyclesIn(parent, imports) {
  const prefix = parent === '' ? '' : `${parent}/`;
  /** @type {Map<string, Map<string, string>>} from folder to folder, with one import as an example */
  const importsByFolder = new Map();
  for (const { from, to } of imports) {
    if (!from.startsWith(prefix) || !to.startsWith(prefix)) continue;
    const [source, ...insideSource] = from.slice(prefix.length).split('/');
    const [target, ...insideTarget] = to.slice(prefix.length).split('/');
    if (source === undefined || target === undefined || source === target) continue;
    if (insideSource.length === 0 || insideTarget.length === 0) continue;
    const targets = importsByFolder.get(source) ?? new Map();
    importsByFolder.set(
      source,
      targets.set(target, targets.get(target) ?? `${from} imports ${to}`),
    );
  }
  /** @type {Set<string>} */
  const reported = new Set();
  /** @type {string[]} */
  const found = [];
  for (const folder of importsByFolder.keys()) {
    if (reported.has(folder)) continue;
    const cycle = [...importedFolders(folder, importsByFolder)].filter((imported) =>
      importedFolders(imported, importsByFolder).has(folder),
    );
    if (cycle.length === 0) continue;
    for (const member of cycle) reported.add(member);
    const examples = cycle.flatMap((source) =>
      [...(importsByFolder.get(source) ?? [])].flatMap(([target, example]) =>
        cycle.includes(target) ? [`  ${example}`] : [],
      ),
    );
    const names = cycle.map((name) => `${prefix}${name}`).join(', ');
    found.push([`${names} import each other in a cycle:`, ...examples].join('\n'));
  }
  return found;
}

/**
 * @param {string} start
 * @param {ReadonlyMap<string, ReadonlyMap<string, string>>} importsByFolder
 * @returns {Set<string>} all folders that `start` imports, directly or not
 */
function importedFolders(start, importsByFolder) {
  /** @type {Set<string>} */
  const folders = new Set();
  const waiting = [start];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const next of importsByFolder.get(folder)?.keys() ?? []) {
      if (folders.has(next)) continue;
      folders.add(next);
      waiting.push(next);
    }
  }
  return folders;
}
