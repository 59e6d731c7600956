import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { freePort } from '../../server/platform/free-port';
import { findChromium } from './chromium.mjs';
import { interrupted, ROOT } from './run.mjs';

/** A start renders the demo's portraits, which takes a minute on a slow machine. */
const START_TIMEOUT_MS = 600_000;

/**
 * Runs the built application in demo mode, on a free port and with data of its own, for as long as
 * the work takes.
 * @template T
 * @param {(url: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withDemoServer(work) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'festival-awards-screens-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = spawn(process.execPath, ['dist/server/index.js'], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(port),
      PUBLIC_URL: url,
      DATABASE_URL: '',
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    // A Ctrl-C is answered here first: the server stops after the browser has.
    detached: true,
  });
  const stopped = once(server, 'exit');
  try {
    await Promise.race([isReady(url), stopped.then(failToStart)]);
    return await work(url);
  } finally {
    server.kill('SIGTERM');
    await stopped;
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Runs the demo as above, and a browser to look at it.
 * @template T
 * @param {(browser: import('@playwright/test').Browser, url: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withDemoInBrowser(work) {
  const executablePath = findChromium(chromium);
  if (!executablePath) throw new Error('No Chromium that starts was found.');
  return withDemoServer(async (url) => {
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      return await work(browser, url);
    } finally {
      await browser.close();
    }
  });
}

/** @returns {never} */
function failToStart() {
  throw new Error('The server ended while starting, see above.');
}

/** @param {string} url */
async function isReady(url) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    try {
      const { ok } = await fetch(`${url}/api/health/ready`);
      if (ok) return;
    } catch {
      // Not listening yet.
    }
    await delay(250, undefined, { signal: interrupted });
  }
  throw new Error('The server did not get ready.');
}
