import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashBuildInputs, isBuilt, isInstalled, stampFile } from './staleness.mjs';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'staleness-'));
  return () => rm(root, { recursive: true });
});

async function write(name: string, content: string) {
  await mkdir(path.dirname(path.join(root, name)), { recursive: true });
  await writeFile(path.join(root, name), content);
}

describe('packages', () => {
  const lock = (packages: object) => write('package-lock.json', JSON.stringify({ packages }));
  const record = (packages: object) =>
    write('node_modules/.package-lock.json', JSON.stringify({ packages }));

  beforeEach(() =>
    lock({
      '': {},
      'node_modules/pg': { version: '8.0.0' },
      'node_modules/other-platform': { version: '1.0.0', optional: true },
    }),
  );

  test('are installed when npm recorded the locked versions, whatever else is present', async () => {
    await record({ 'node_modules/pg': { version: '8.0.0' }, 'node_modules/extra': {} });
    expect(isInstalled(root)).toBe(true);
  });

  test('for development are not needed when the application only serves', async () => {
    await lock({
      'node_modules/pg': { version: '8.0.0' },
      'node_modules/vite': { version: '8.0.0', dev: true },
      'node_modules/shared': { version: '1.0.0', devOptional: true },
    });
    await record({ 'node_modules/pg': { version: '8.0.0' } });
    expect(isInstalled(root)).toBe(false);
    expect(isInstalled(root, { isServing: true })).toBe(true);
    await record({});
    expect(isInstalled(root, { isServing: true })).toBe(false);
  });

  test('are not installed on a fresh clone or after an interrupted install', async () => {
    expect(isInstalled(root)).toBe(false);
    await write('node_modules/pg/package.json', '{}');
    expect(isInstalled(root)).toBe(false);
  });

  test('are not installed when a package is missing or has another version', async () => {
    await record({});
    expect(isInstalled(root)).toBe(false);
    await record({ 'node_modules/pg': { version: '7.0.0' } });
    expect(isInstalled(root)).toBe(false);
  });
});

describe('the build', () => {
  beforeEach(async () => {
    await write('server/index.ts', 'one');
    await write('dist/client/index.html', '');
    await write('dist/server/index.js', '');
    await writeFile(stampFile(root), hashBuildInputs(root));
  });

  test('is up to date while its sources are unchanged', async () => {
    expect(isBuilt(root)).toBe(true);
    await write('server/index.test.ts', 'a test');
    expect(isBuilt(root)).toBe(true);
  });

  test('is stale once a source is changed, added, renamed or removed', async () => {
    await write('server/index.ts', 'two');
    expect(isBuilt(root)).toBe(false);
    await write('server/index.ts', 'one');
    await write('client/logo.svg', '');
    expect(isBuilt(root)).toBe(false);
    await rm(path.join(root, 'client'), { recursive: true });
    await write('server/renamed.ts', 'one');
    await rm(path.join(root, 'server/index.ts'));
    expect(isBuilt(root)).toBe(false);
  });

  test('is stale when a part of it is missing', async () => {
    await rm(path.join(root, 'dist/client/index.html'));
    expect(isBuilt(root)).toBe(false);
  });
});
