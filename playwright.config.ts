import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, defineConfig } from '@playwright/test';
import { findChromium } from './scripts/lib/chromium.mjs';
import { freePort } from './server/platform/free-port';

// Undefined on a machine that has not run browser tests yet, where this file is read as well.
const executablePath = findChromium(chromium);

// Every worker reads this file again; the first reading sets the port for all.
process.env.BROWSER_TEST_PORT ??= String(await freePort());
// `npm test` sets this directory and removes it. Otherwise the next run of the server tests removes it, like everything with this prefix.
process.env.BROWSER_TEST_DATA_DIR ??= path.join(tmpdir(), `festival-awards-test-${randomUUID()}`);
const baseURL = `http://localhost:${process.env.BROWSER_TEST_PORT}`;

const LEDGER = '**/ledger.spec.ts';
const ENGINES = ['**/engines.spec.ts', '**/voice.spec.ts'];

const launchOptions = {
  ...(executablePath && { executablePath }),
  timeout: 180_000,
  args: [
    '--no-sandbox',
    // Pages of a visitor share a process, so that each finds the compiled code of the previous one.
    '--process-per-site',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
/** A page of a test lives for seconds: optimising its code does not pay. */
const UNOPTIMISED = '--js-flags=--no-opt --no-maglev';

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  projects: [
    {
      name: 'browser',
      testIgnore: [LEDGER, ...ENGINES],
      teardown: 'ledger',
      use: { launchOptions: { ...launchOptions, args: [...launchOptions.args, UNOPTIMISED] } },
    },
    // The other browser engines, where they are installed.
    { name: 'engines', testMatch: ENGINES, teardown: 'ledger' },
    // Last of all, and whatever happened before: the ledger must be consistent.
    { name: 'ledger', testMatch: LEDGER },
    // Measurements without assertions: not part of `npm test`.
    { name: 'bench', testMatch: '**/*.bench.ts' },
  ],
  // Tests share the server: each uses its own visitor, phone numbers and payments, and none checks
  // totals before the ledger project. Each spends a third of its time waiting for frames and
  // responses, so that three keep a machine of two cores busy.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Generous, so that a machine ten times slower than ours raises no false alarm.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL,
    // Recording costs a fifth of the time; use `--trace on` to investigate a failure.
    trace: 'off',
    // It would respond in place of the routes that tests set up.
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
      // Tests that sign in often use their own addresses, as behind a proxy.
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
