import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// Headless shell first: without windows and tabs it takes less than half of the CPU time.
const SYSTEM_CHROMIUMS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds a Chromium that starts: the one named by CHROMIUM_PATH, else Playwright's own, else the
 * system's. It is not enough that the file exists: Playwright's may lack system libraries, and
 * Ubuntu's is a script that needs snapd.
 * @param {{ executablePath(): string }} playwright its `chromium`
 * @returns {string | undefined} the path of the program
 */
export function findChromium(playwright) {
  const configured = process.env.CHROMIUM_PATH;
  const candidates = configured
    ? [configured]
    : [...playwrightChromium(playwright), ...SYSTEM_CHROMIUMS];
  return candidates.find((candidate) => existsSync(candidate) && starts(candidate));
}

/**
 * Returns a Chromium's version and path: full browsers and headless shells differ.
 * @param {string} program
 */
export function describeChromium(program) {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return `${(stdout ?? '').trim() || 'a Chromium without a version'} (${program})`;
}

/** @param {{ executablePath(): string }} playwright */
function playwrightChromium(playwright) {
  try {
    return [playwright.executablePath()];
  } catch {
    return []; // None exists for this system
  }
}

/** @param {string} candidate */
function starts(candidate) {
  return spawnSync(candidate, ['--version'], { stdio: 'ignore' }).status === 0;
}
