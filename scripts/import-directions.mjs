import { roomOf } from './lib/client-structure.mjs';
import { folderCircles } from './lib/folder-circles.mjs';
import { installed, run, runMain } from './lib/run.mjs';

const PARTS = ['client', 'server', 'shared', 'sandbox', 'demo', 'tests', 'scripts', 'tools'];
const TEST = /\.test\.tsx?$/;

/**
 * @typedef {{ module: string, resolved: string }} Dependency
 * @typedef {{ source: string, dependencies: Dependency[] }} Module
 * @typedef {{ from: string, to: string, rule: { name: string }, comment?: string }} Violation
 */

/**
 * Checks imports: the rules of `.dependency-cruiser.mjs`, no circle of folders, and one spelling: an
 * import that leaves its room goes by an alias, one inside it is relative.
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
      dependencies.map(({ module, resolved }) => ({ from: source, to: resolved, spelled: module })),
    );
  const own = imports.filter(({ from, to }) =>
    [from, to].every((file) => /^(client\/src|server)\//.test(file)),
  );
  const problems = [
    ...summary.violations.map(
      ({ rule, from, to, comment = '' }) => `${rule.name}: ${from} imports ${to}. ${comment}`,
    ),
    ...folderCircles(own),
    ...imports
      .filter(isMisspelled)
      .map(
        ({ from, spelled }) =>
          `${from}: '${spelled}' leaves its room: write the alias (#client/…, #server/…)`,
      ),
  ];
  for (const problem of problems) console.log(problem);
  return problems.length === 0 ? 0 : 1;
});

/** @param {{ from: string, to: string, spelled: string }} dependency */
function isMisspelled({ from, to, spelled }) {
  const climbs = spelled.startsWith('..');
  const [one, other] = [roomOf(from), roomOf(to)];
  return climbs && /\.tsx?$/.test(to) && one !== null && other !== null && one !== other;
}
