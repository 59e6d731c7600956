import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { acquireLock, LockHeldError } from '../../server/platform/process-lock.mjs';
import { findChromium } from './chromium.mjs';
import { fetchOldChromium } from './old-chromium.mjs';
import { installed, interrupted, npm, ROOT, run } from './run.mjs';
import { hashBuildInputs, isBuilt, isInstalled, stampFile } from './staleness.mjs';

/** A step could not be done; the message says what the user can do. */
class PreparationError extends Error {}

/** @type {Record<string, () => Promise<void>>} */
const STEPS = {
  start: prepareStart,
  install: () =>
    unlessDone(
      () => isInstalled(ROOT),
      () => install('--include=dev'),
    ),
  build: () => unlessDone(() => isBuilt(ROOT), build),
  browser: installBrowser,
};

/**
 * Runs those of the requested steps that are not done yet; prints nothing about the others.
 * @param {string[]} steps
 * @returns {Promise<number>} exit code
 */
export async function prepare(steps) {
  try {
    for (const step of steps) await prepareStep(step);
    return 0;
  } catch (error) {
    if (!(error instanceof PreparationError)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** @param {string} step */
async function prepareStep(step) {
  const perform = STEPS[step];
  if (!perform) {
    throw new PreparationError(`Unknown step "${step}"; the steps are ${Object.keys(STEPS)}.`);
  }
  await perform();
}

/**
 * Runs a step that several processes may need at once: one runs it, the others wait.
 * @param {() => boolean} isDone
 * @param {() => Promise<void>} perform
 */
async function unlessDone(isDone, perform) {
  if (isDone()) return;
  const lock = await waitForLock(path.join(ROOT, '.bootstrap.lock'));
  try {
    if (!isDone()) await perform();
  } finally {
    await lock.release();
  }
}

/** @param {string} file */
async function waitForLock(file) {
  for (let announced = false; ; announced = true) {
    try {
      return await acquireLock(file);
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error;
      if (!announced) console.log(`Waiting for process ${error.pid}, which is preparing this too…`);
      await delay(250, undefined, { signal: interrupted });
    }
  }
}

/** In production nothing is built, and only packages needed for serving are installed. */
async function prepareStart() {
  if (!isProduction()) {
    await prepareStep('install');
    await prepareStep('build');
    return;
  }
  const isReady = () => isInstalled(ROOT, { isServing: true });
  await unlessDone(isReady, () => install('--omit=dev'));
  if (isBuilt(ROOT)) return;
  throw new PreparationError(
    'dist/ was not built from these sources. Run "npm run build" first; it works without NODE_ENV=production too. It installs the packages it needs, and "npm prune --omit=dev" removes them again.',
  );
}

/** Reads NODE_ENV as the server will: from the environment, else from `.env`. */
function isProduction() {
  const file = path.join(ROOT, '.env');
  const fileSettings = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return (process.env.NODE_ENV || fileSettings.NODE_ENV) === 'production';
}

/** @param {'--include=dev' | '--omit=dev'} development */
async function install(development) {
  console.log('Installing packages…');
  // If removing the old packages is interrupted, they must not look complete.
  await rm(path.join(ROOT, 'node_modules', '.package-lock.json'), { force: true });
  // Always set explicitly: NODE_ENV=production would omit what building needs.
  // No package needs its install script, and one of the development packages reports the download.
  const { code } = await npm([
    'ci',
    development,
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ]);
  if (code !== 0) {
    throw new PreparationError(
      'The packages could not be installed (npm ci failed, see above). Check the connection to the package registry and try again.',
    );
  }
}

async function build() {
  console.log('Building…');
  const inputs = hashBuildInputs(ROOT);
  await rm(stampFile(ROOT), { force: true });
  for (const part of ['build:client', 'build:server']) {
    const { code, output } = await npm(['run', part], {
      quiet: true,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    if (code !== 0) throw new PreparationError(`${output}\nThe build failed, see above.`);
  }
  await writeFile(stampFile(ROOT), inputs);
}

async function installBrowser() {
  if (!(await fetchOldChromium())) console.log('No Chromium 103: its tests are skipped.');
  const { chromium } = await import('@playwright/test');
  if (findChromium(chromium)) return;
  if (process.env.CHROMIUM_PATH) {
    throw new PreparationError(
      `CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which is not a working Chromium.`,
    );
  }
  console.log('The browser tests need Chromium, which was not found. Downloading it…');
  await run(installed('playwright'), ['install', 'chromium', '--no-shell']);
  if (findChromium(chromium)) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('The downloaded Chromium does not start. Installing the system’s package…');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update'], { env });
    // Older releases have no separate package of the headless shell.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      await run('apt-get', ['install', '-y', name], { env });
      if (findChromium(chromium)) return;
    }
  }
  throw new PreparationError(
    'No Chromium could be installed, so the browser tests cannot run. Install Chromium or Chrome with the system\'s package manager, or set CHROMIUM_PATH to its program. If the Chromium that Playwright downloaded lacks system libraries, "npx playwright install-deps chromium" as root installs them.',
  );
}
