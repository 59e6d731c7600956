import { roomOf } from './lib/client-structure.mjs';
import { findFolderCycles } from './lib/folder-circles.mjs';
import { installed, run, runMain } from './lib/run.mjs';

const PARTS = ['client', 'server', 'shared', 'sandbox', 'demo', 'tests', 'scripts', 'tools'];
const TEST = /\.test\.tsx?$/;

/**
 * @typedef {{ module: string, resolved: string }} Dependency
 * @typedef {{ source: string, dependencies: Dependency[] }} Module
 * @typedef {{ from: string, to: string, rule: { name: string }, comment?: string }} Violation
 */

/**
 * Checks imports: the rules of `.dependency-cruiser.mjs`, that no folders import each other in a
 * cycle, and the spelling: an import from another room uses an alias, and an import within a room is
 * relative.
 */
await runMain(async () => {
  const { code, output } = await run(installed('depcruise'), ['--output-type', 'json', ...PARTS], {
    quiet: true,
  });
  if (!output.startsWith('{')) {
    console.log(output);
    return code || 1;
  }
  /** @type {{ modules: Module[], summary: { violations: Violation[] } }} */
  const { modules, summary } = JSON.parse(output);
  const imports = modules
    .filter(({ source }) => !TEST.test(source))
    .flatMap(({ source, dependencies }) =>
      dependencies.map(({ module, resolved }) => ({
        from: source,
        to: resolved,
        specifier: module,
      })),
    );
  const productImports = imports.filter(({ from, to }) =>
    [from, to].every((file) => /^(client\/src|server)\//.test(file)),
  );
  const problems = [
    ...summary.violations.map(
      ({ rule, from, to, comment = '' }) => `${rule.name}: ${from} imports ${to}. ${comment}`,
    ),
    ...findFolderCycles(productImports),
    ...imports
      .filter(isMisspelled)
      .map(
        ({ from, specifier }) =>
          `${from}: '${specifier}' is in another room: use the alias (#client/…, #server/…)`,
      ),
  ];
  for (const problem of problems) console.log(problem);
  return problems.length === 0 ? 0 : 1;
});

/** @param {{ from: string, to: string, specifier: string }} dependency */
function isMisspelled({ from, to, specifier }) {
  const climbs = specifier.startsWith('..');
  const [fromRoom, toRoom] = [roomOf(from), roomOf(to)];
  return (
    climbs && /\.tsx?$/.test(to) && fromRoom !== null && toRoom !== null && fromRoom !== toRoom
  );
}
