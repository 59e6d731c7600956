import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describeChromium, findChromium } from './chromium.mjs';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'festival-awards-chromium-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(directory, { recursive: true });
});

async function createProgram(name: string, script: string): Promise<string> {
  const program = path.join(directory, name);
  await writeFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return program;
}
const playwright = (program: string) => ({ executablePath: () => program });

test('the Chromium of CHROMIUM_PATH is preferred, and described by version and path', async () => {
  const configured = await createProgram('chromium-headless-shell', 'echo "Chromium 156.0.1 "');
  const other = await createProgram('chromium', 'echo "Chromium 155.0.1"');
  vi.stubEnv('CHROMIUM_PATH', configured);
  expect(findChromium(playwright(other))).toBe(configured);
  expect(describeChromium(configured)).toBe(`Chromium 156.0.1 (${configured})`);
});

test('a Chromium that does not start is skipped', async () => {
  const broken = await createProgram('broken', 'exit 127');
  vi.stubEnv('CHROMIUM_PATH', broken);
  expect(findChromium(playwright(broken))).toBeUndefined();
  vi.stubEnv('CHROMIUM_PATH', '');
  const working = await createProgram('working', 'echo "Chromium 1"');
  expect(findChromium(playwright(working))).toBe(working);
});
