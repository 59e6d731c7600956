import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

test('after everything the browsers did, every total equals the ledger', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/command.mjs', 'ledger-verify'],
    { env: { ...process.env, DATABASE_URL: '', DATA_DIR: process.env.BROWSER_TEST_DATA_DIR } },
  );
  expect(stdout).toContain('Every total equals the votes of completed payments.');
});
