import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FEATURES = 'client/src/features/';
const MAX_FILES = 15;
const CODE = /\.(ts|tsx|mjs|js)$/;
const TEST = /\.test\.tsx?$/;
/** Allowed files at the top of a feature, besides tests. */
const TOP_FILE = /^(index\.ts|api\.ts|screen\.tsx|routes\.tsx|hooks\.ts|use-[a-z-]+\.ts)$/;
/** Folders for files of any name; every other folder of a feature is a nested feature. */
const OPEN_FOLDERS = new Set(['components', 'model']);
const CLIMB = /(?:from|import|import\()\s*['"](?:\.\.\/){3}/;

/**
 * Returns the room of a file: a feature, a room of the server, or a folder beside them.
 * @param {string} file path from the root of the repository
 * @returns {string | null} null for a file outside the product's code
 */
export function roomOf(file) {
  const [, top, inside = ''] = /^(client\/src|server|shared|sandbox|demo)\/(.*)$/.exec(file) ?? [];
  if (top === undefined) return null;
  return `${top}/${/^((?:features\/)?(?:admin\/)?[^/]+)\//.exec(inside)?.[1] ?? ''}`;
}

/**
 * @param {readonly string[]} files paths from the root of the repository
 * @returns {string[]} files at the top of a feature whose names are not allowed there
 */
export const misplacedFeatureFiles = (files) =>
  files
    .filter((file) => file.startsWith(FEATURES) && !TEST.test(file))
    .filter((file) => {
      const [, ...segments] = file
        .slice(FEATURES.length)
        .replace(/^admin\//, '')
        .split('/');
      const name = segments.at(-1) ?? '';
      const folders = segments.slice(0, -1);
      if (folders.some((folder) => OPEN_FOLDERS.has(folder))) return false;
      return !TOP_FILE.test(name);
    })
    .map((file) => `${file}: move it to components/ or model/, or name it as CONTRIBUTING.md says`);

/**
 * @param {readonly string[]} files paths from the root of the repository
 * @returns {string[]} folders of client/src and server with too many files, not counting tests
 */
export function crowdedFolders(files) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of files) {
    if (!/^(client\/src|server)\//.test(file) || !CODE.test(file) || TEST.test(file)) continue;
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([folder, count]) => `${folder}: ${count} files, at most ${MAX_FILES}; split by subject`);
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {string[]} imports of the file that go up more than two folders
 */
export const climbingImports = (file, source) =>
  source
    .split('\n')
    .flatMap((line, index) =>
      CLIMB.test(line)
        ? [
            `${file}:${index + 1}: import by an alias (#client/, #server/, #shared/, #sandbox/, #demo/, #tests/)`,
          ]
        : [],
    );

/** @returns {string[]} all violations */
export function structureProblems() {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    {
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((file) => file !== '' && existsSync(file));
  return [
    ...misplacedFeatureFiles(files),
    ...crowdedFolders(files),
    ...files
      .filter((file) => CODE.test(file))
      .flatMap((file) => climbingImports(file, readFileSync(file, 'utf8'))),
  ];
}

if (process.argv[1] === import.meta.filename) {
  const problems = structureProblems();
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
