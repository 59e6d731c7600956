import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, defineConfig } from '@playwright/test';
import { findChromium } from './scripts/lib/chromium.mjs';
import { freePort } from './server/platform/free-port';

// None on a machine that has run no browser test yet, where this file is read all the same.
const executablePath = findChromium(chromium);

// This file is read again by every worker; the first reading decides for all.
process.env.BROWSER_TEST_PORT ??= String(await freePort());
// `npm test` names this directory and removes it. Otherwise the next run of the server tests does,
// as of everything with this prefix.
process.env.BROWSER_TEST_DATA_DIR ??= path.join(tmpdir(), `festival-awards-test-${randomUUID()}`);
const baseURL = `http://localhost:${process.env.BROWSER_TEST_PORT}`;

const LEDGER = '**/ledger.spec.ts';
const ENGINES = ['**/engines.spec.ts', '**/voice.spec.ts'];

const launchOptions = {
  ...(executablePath && { executablePath }),
  timeout: 180_000,
  args: [
    '--no-sandbox',
    // Pages of a visitor share a process, so that each finds the code of the last one compiled.
    '--process-per-site',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
/** A page of a test lives for seconds: compiling its code once more, and better, does not pay. */
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
    // Other engines than the one of all other tests, where they are installed.
    { name: 'engines', testMatch: ENGINES, teardown: 'ledger' },
    // Last of all, and whatever happened before: the books must agree.
    { name: 'ledger', testMatch: LEDGER },
    // Measures, and judges nothing: no part of `npm test`.
    { name: 'bench', testMatch: '**/*.bench.ts' },
  ],
  // Tests share the server: each brings its own visitor, phone numbers and payments, and none looks
  // at totals before the ledger's turn. Each spends a third of its time waiting for frames and
  // answers, so that three keep a machine of two cores busy.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Generous, so that a machine ten times slower than ours sees no false alarm.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL,
    // Recording costs a fifth of the time; `--trace on` has it where a failure needs a look.
    trace: 'off',
    // It would answer in place of the routes that tests set up.
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
      // Tests that sign in often come from addresses of their own, as behind a proxy.
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
