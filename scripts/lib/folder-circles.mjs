/**
 * @typedef {{ from: string, to: string }} Import an import between two files: paths from the root of the
 *   repository
 */

/**
 * Finds import cycles between folders: at every level, the folders that lie side by side must import each other
 * in one direction only.
 *
 * @param {readonly Import[]} imports
 * @returns {string[]} one sentence per circle, with imports that close it
 */
export function folderCircles(imports) {
  const parents = new Set(imports.flatMap(({ from, to }) => commonParents(from, to)));
  return [...parents].sort().flatMap((parent) => circlesIn(parent, imports));
}

/**
 * @param {string} one
 * @param {string} other
 * @returns {string[]} the deepest folder that contains both files, if their folders differ in it
 */
function commonParents(one, other) {
  const [a, b] = [one.split('/'), other.split('/')];
  const depth = a.findIndex((name, index) => name !== b[index]);
  const isBetweenFolders = depth >= 0 && depth < a.length - 1 && depth < b.length - 1;
  return isBetweenFolders ? [a.slice(0, depth).join('/')] : [];
}

/**
 * @param {string} parent
 * @param {readonly Import[]} imports
 */
function circlesIn(parent, imports) {
  const prefix = parent === '' ? '' : `${parent}/`;
  /** @type {Map<string, Map<string, string>>} from folder to folder, with one import as an example */
  const arrows = new Map();
  for (const { from, to } of imports) {
    if (!from.startsWith(prefix) || !to.startsWith(prefix)) continue;
    const [one, ...insideOne] = from.slice(prefix.length).split('/');
    const [other, ...insideOther] = to.slice(prefix.length).split('/');
    if (one === undefined || other === undefined || one === other) continue;
    if (insideOne.length === 0 || insideOther.length === 0) continue;
    const targets = arrows.get(one) ?? new Map();
    arrows.set(one, targets.set(other, targets.get(other) ?? `${from} imports ${to}`));
  }
  /** @type {Set<string>} */
  const known = new Set();
  /** @type {string[]} */
  const found = [];
  for (const folder of arrows.keys()) {
    if (known.has(folder)) continue;
    const circle = [...reached(folder, arrows)].filter((other) =>
      reached(other, arrows).has(folder),
    );
    if (circle.length === 0) continue;
    for (const member of circle) known.add(member);
    const examples = circle.flatMap((one) =>
      [...(arrows.get(one) ?? [])].flatMap(([other, example]) =>
        circle.includes(other) ? [`  ${example}`] : [],
      ),
    );
    const names = circle.map((name) => `${prefix}${name}`).join(', ');
    found.push([`${names} import each other in a circle:`, ...examples].join('\n'));
  }
  return found;
}

/**
 * @param {string} start
 * @param {ReadonlyMap<string, ReadonlyMap<string, string>>} arrows
 * @returns {Set<string>} all folders that `start` imports, directly or not
 */
function reached(start, arrows) {
  /** @type {Set<string>} */
  const seen = new Set();
  const waiting = [start];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const next of arrows.get(folder)?.keys() ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  return seen;
}
