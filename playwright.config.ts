import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, defineConfig } from '@playwright/test';
import { findChromium } from './scripts/lib/chromium.mjs';
import { freePort } from './server/platform/free-port';

// Undefined on a machine without a browser, where this file may still be loaded.
const executablePath = findChromium(chromium);

// Every worker loads this file again; they inherit the values of the first load.
process.env.BROWSER_TEST_PORT ??= String(await freePort());
// `npm test` sets this directory and removes it. Otherwise the next run of the server tests removes it,
// like every directory with this prefix.
process.env.BROWSER_TEST_DATA_DIR ??= path.join(tmpdir(), `festival-awards-test-${randomUUID()}`);
const baseURL = `http://localhost:${process.env.BROWSER_TEST_PORT}`;

const LEDGER = '**/ledger.spec.ts';
const ENGINES = ['**/engines.spec.ts', '**/voice.spec.ts'];

const launchOptions = {
  ...(executablePath && { executablePath }),
  timeout: 180_000,
  args: [
    '--no-sandbox',
    // Pages of a visitor share a process, so that compiled code is reused.
    '--process-per-site',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
/** Pages in tests live for seconds, so optimising their code is not worthwhile. */
const UNOPTIMISED = '--js-flags=--no-opt --no-maglev';

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  projects: [
    // Firefox and WebKit, where they are installed. First, because their tests are the longest.
    { name: 'engines', testMatch: ENGINES, teardown: 'ledger' },
    {
      name: 'browser',
      testIgnore: [LEDGER, ...ENGINES],
      teardown: 'ledger',
      use: { launchOptions: { ...launchOptions, args: [...launchOptions.args, UNOPTIMISED] } },
    },
    // Runs last, even after failures: the books must agree.
    { name: 'ledger', testMatch: LEDGER },
  ],
  // Tests share the server: each uses its own visitor, phone numbers and payments, and only the ledger
  // test reads totals. Each spends a third of its time waiting for frames and responses, so three keep
  // a machine with two cores busy.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Generous, so that tests do not time out on a machine that is ten times slower than ours.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL,
    // Recording takes a fifth of the time; use `--trace on` to examine a failure.
    trace: 'off',
    // A service worker would respond instead of the routes that tests mock.
    serviceWorkers: 'block',
    launchOptions,
  },
  webServer: {
    command: 'node dist/server/index.js',
    url: `${baseURL}/api/health/ready`,
    env: {
      NODE_ENV: 'test',
      PORT: process.env.BROWSER_TEST_PORT,
      PUBLIC_URL: baseURL,
      // Tests with many sign-ins use their own client addresses, as behind a proxy.
      TRUST_PROXY: '1',
      DATABASE_URL: '',
      DATA_DIR: process.env.BROWSER_TEST_DATA_DIR,
    },
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 120_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
