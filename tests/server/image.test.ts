import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { PROJECT_ROOT } from '#server/config/paths';
import { createBareDatabase, type TestDatabase } from '../support/database';
import { PRODUCTION_SETTINGS } from '../support/production-settings';

// What production needs must be in the image, and in `dependencies`. Needs no container engine: the
// directory /app is filled as the Dockerfile does, from the built clone.

const read = (file: string) => readFile(path.join(PROJECT_ROOT, file), 'utf8');

const { scripts, dependencies } = z
  .object({
    scripts: z.record(z.string(), z.string()),
    dependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(await read('package.json')));
const commands = Object.values(scripts).flatMap(
  (script) => /^exec node scripts\/command\.mjs (\S+)$/.exec(script)?.[1] ?? [],
);

const DEVELOPMENT = ['#demo'];
/** The sandbox's own sign-in provider starts with its first request, which a rehearsal never sends. */
const NEVER_LOADED = ['vite', 'oidc-provider'];

let app: string;
let database: TestDatabase;
beforeAll(async () => {
  app = await mkdtemp(path.join(tmpdir(), 'awards-image-'));
  await copyAsDockerfile();
  await linkProductionPackages();
  database = await createBareDatabase(inject('testServer'));
});
afterAll(async () => {
  await database.drop();
  await rm(app, { recursive: true });
});

async function copyAsDockerfile() {
  const [, stage = ''] =
    /^FROM \S+ AS production$([\s\S]+?)^FROM /m.exec(await read('Dockerfile')) ?? [];
  for (const [, copied = ''] of stage.matchAll(/^COPY (?:--from=build \/app\/)?(.+)$/gm)) {
    const sources = copied.split(' ');
    const target = sources.pop() ?? '';
    for (const source of sources) {
      const name = target.endsWith('/') ? path.join(target, path.basename(source)) : target;
      await cp(path.join(PROJECT_ROOT, source), path.join(app, name), { recursive: true });
    }
  }
  await rm(path.join(app, 'dist', 'demo'), { recursive: true });
}

/** Links what `npm ci --omit=dev` would install and the Dockerfile keeps. */
async function linkProductionPackages() {
  const { packages } = z
    .object({
      packages: z.record(
        z.string(),
        z.object({ dev: z.literal(true).optional(), devOptional: z.literal(true).optional() }),
      ),
    })
    .parse(JSON.parse(await read('package-lock.json')));
  for (const [name, { dev, devOptional }] of Object.entries(packages)) {
    // Nested packages come with the outer one.
    if (dev || devOptional || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(name)) continue;
    await mkdir(path.dirname(path.join(app, name)), { recursive: true });
    await symlink(path.join(PROJECT_ROOT, name), path.join(app, name));
  }
}

/** Starts Node as in the image; packages find only packages that are linked there. */
function start(args: string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, ['--preserve-symlinks', ...args], {
    cwd: app,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATA_DIR: path.join(app, 'data'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function run(command: string, env: Record<string, string> = {}) {
  const child = start(['scripts/command.mjs', command], env);
  const [out, error, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close'),
  ]);
  return { code, out: out.trim(), error: error.trim() };
}

const settings = () => ({
  ...PRODUCTION_SETTINGS,
  PORT: '0',
  WORKERS: '1',
  DATABASE_URL: database.url,
});

test('production imports exactly the packages in dependencies', async () => {
  const served = path.join(app, 'dist');
  const { metafile } = await build({
    // From the sources, because the build contains most packages.
    entryPoints: [
      ...[
        'index',
        'rehearse',
        'platform/tables/spreadsheet-program',
        ...commands.map((name) => `commands/${name}`),
      ].map((name) => path.join(PROJECT_ROOT, 'server', `${name}.ts`)),
      path.join(served, 'pages/server-entry.js'),
    ],
    outdir: served,
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    // Like Vite, loaded only outside production.
    external: DEVELOPMENT.map((room) => `${room}/*`),
    logLevel: 'error',
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const imported = imports.flatMap(({ path: from, external }) =>
    external ? (/^(?!node:|\.)(@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? []) : [],
  );
  const built = await Promise.all(
    (await readdir(path.join(served, 'server')))
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFile(path.join(served, 'server', name), 'utf8')),
  );
  // Fonts are read as files, by name.
  const fonts = built.flatMap(
    (code) => code.match(/(?<=[`'"])@[\w-]*font[\w-]*\/[\w-]+(?=\/)/g) ?? [],
  );
  const used = new Set([...imported, ...fonts]);
  for (const name of [...NEVER_LOADED, ...DEVELOPMENT]) used.delete(name);
  expect([...used].sort()).toEqual(Object.keys(dependencies).sort());
});

test('the image migrates, serves pages and pictures, and never loads demo data', async () => {
  const owner = { ...settings(), DATABASE_OWNER_URL: database.ownerUrl };
  expect(await run('migrate', owner)).toEqual({
    code: 0,
    out: 'The database has the latest schema.',
    error: '',
  });
  expect(await run('ledger-verify', settings())).toMatchObject({ code: 0, error: '' });
  expect(await run('seed', owner)).toMatchObject({ code: 1, error: /never/ });

  const server = start(['dist/server/index.js'], settings());
  const exit = once(server, 'close');
  try {
    const url = await addressOf(server);
    const get = async (address: string) => {
      const answer = await fetch(url + address);
      return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
    };
    expect(await get('/api/health/ready')).toMatchObject({ status: 200 });
    const page = await get('/');
    expect(page.status).toBe(200);
    expect(page.body.toString()).toContain('<main');
    expect((await get('/count/verify-count.mjs')).body.toString()).toContain('import');
    const preview = /\/previews\/[\w-]+\.jpg/.exec(page.body.toString())?.[0] ?? '';
    expect((await get(preview)).body.subarray(0, 2).toString('hex')).toBe('ffd8');
  } finally {
    server.kill('SIGTERM');
  }
  expect(await exit).toEqual([0, null]);
});

async function addressOf(server: ChildProcess): Promise<string> {
  let printed = '';
  for await (const chunk of server.stdout!.iterator({ destroyOnReturn: false })) {
    printed += String(chunk);
    const url = /http:\/\/localhost:\d+/.exec(printed)?.[0];
    if (url) return url;
  }
  throw new Error(`the server did not start:\n${printed}`);
}
