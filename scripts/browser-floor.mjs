import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { newerInScripts } from './lib/browser-floor/scripts.mjs';
import { newerInStyles } from './lib/browser-floor/styles.mjs';
import { prepare } from './lib/prepare.mjs';
import { ROOT, runMain } from './lib/run.mjs';

/**
 * Features that old browsers may ignore, and why that does no harm.
 * @type {{ what: RegExp, where?: RegExp, because: string }[]}
 */
const HARMLESS = [
  {
    what: /^(cursor|resize|user-select|accent-color|overscroll-behavior|overflow-anchor)\b/,
    because: 'it changes how a pointer, a control or the end of a scroll feels, and nothing else',
  },
  {
    what: /^(text-wrap|hyphens|field-sizing|outline|text-decoration)\b/,
    because: 'lines break or look as in any older page',
  },
  { what: /^@property$/, because: 'Tailwind and ours set the same values for browsers without it' },
  { what: /^@starting-style$/, because: 'what appears, appears without its animation' },
  { what: /^forced-color-adjust\b/, because: 'such browsers have no forced colours' },
  { what: /^scroll-snap-type\b/, because: 'a row scrolls freely' },
  { what: /^font-family: ui-monospace$/, because: 'the next font of the list is taken' },
  {
    what: /^:-webkit-(inner-spin-button|calendar-picker-indicator)$/,
    because: 'only such browsers draw it',
  },
  { what: /^lh$/, where: /date-and-time-value/, because: 'only Safari draws it' },
  {
    what: /^(@container|container-type)\b/,
    because: 'with very large letters a card keeps the layout that it has with usual ones',
  },
  {
    what: /^overflow: clip$/,
    where: /\.overflow-clip /,
    because: "corners of the first and last artist in the administration's list are not round",
  },
  {
    what: /^@media forced-colors$/,
    because: 'such browsers have no forced colours',
  },
  {
    what: /^\.(navigate|getState|skipTransition)\(\)$/,
    where: /^assets\/framework-/,
    because: 'React checks that navigation and view transitions exist before it uses them',
  },
  {
    what: /^\.(detect|use)\(\)$/,
    where: /languageDetector|\.init\(/,
    because: 'they are methods of i18next',
  },
  {
    what: /^function in a class field$/,
    where: /^assets\/canvas-chart-/,
    because: 'each chart of the administration has its numbers beside it',
  },
  {
    what: /^(TransformStream|WritableStream|\.(pipeThrough|pipeTo|getWriter)\(\))$/,
    where: /^assets\/zip-/,
    because: 'without TransformStream a zip is refused with a sentence, before the rest is called',
  },
  {
    what: /^ML$/,
    where: /^assets\/heic-worker-/,
    because: 'it is the name of a function in there',
  },
  {
    what: /^\.checkVisibility\(\)$/,
    where: /checkVisibilityCSS/,
    because: 'Radix checks once whether it exists, and stores the result',
  },
];

/** @param {string} part of the built site */
async function builtFiles(part) {
  const folder = path.join(ROOT, 'dist', part);
  const names = await readdir(folder, { recursive: true });
  return Promise.all(
    names
      .filter((name) => /\.(js|css)$/.test(name))
      .map(async (name) => ({ name, source: await readFile(path.join(folder, name), 'utf8') })),
  );
}

await runMain(async () => {
  const code = await prepare(['build']);
  if (code !== 0) return code;
  // Inline scripts of the documents, and the files that they load.
  const files = await Promise.all(['begin', 'client'].map(builtFiles)).then((all) => all.flat());
  const findings = [
    ...newerInScripts(files.filter(({ name }) => name.endsWith('.js'))),
    ...files
      .filter(({ name }) => name.endsWith('.css'))
      .flatMap(({ name, source }) => newerInStyles(name, source)),
  ].filter(
    ({ what, where }) =>
      !HARMLESS.some((feature) => feature.what.test(what) && (feature.where?.test(where) ?? true)),
  );
  for (const { what, where, lacking } of findings) {
    console.log(`${what} is missing in ${lacking.join(', ')}\n  ${where}`);
  }
  if (findings.length === 0) return 0;
  console.log('Guard it, add an older alternative, or list it in scripts/browser-floor.mjs.');
  return 1;
});
