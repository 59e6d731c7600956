// Builds, starts and tests the server on the oldest major version of Node that package.json allows
// and on the image's, or on those in the arguments: `npm run test:nodes 24`. The npm package `node`
// contains the program. It is installed outside the project's packages, because otherwise all scripts
// would find its `node` first on the PATH.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installed, npm, ROOT, run, runMain } from './lib/run.mjs';
import { stampFile } from './lib/staleness.mjs';

const MAJORS = ['20', '24'];

await runMain(async () => {
  const requested = process.argv.slice(2);
  for (const major of requested.length > 0 ? requested : MAJORS) {
    const env = await withNode(major);
    const { output } = await run('node', ['--version'], { env, quiet: true });
    console.log(`Node ${output.trim()}`);
    if (!output.startsWith(`v${major}.`)) return 1;
    await start(env);
    const projects = ['--project=unit', '--project=server'];
    const tests = { env: { ...env, NODE_ENV: 'test' } };
    const { code } = await run(installed('vitest'), ['run', ...projects], tests);
    if (code !== 0) return code;
  }
  return 0;
});

/**
 * Returns an environment in which `node` is of this version.
 * @param {string} major
 */
async function withNode(major) {
  const prefix = path.join(ROOT, 'node_modules', '.cache', `node-${major}`);
  const command = ['install', `node@${major}`, '--prefix', prefix, '--no-audit', '--no-fund'];
  const { code, output } = await npm(command, { quiet: true });
  if (code !== 0) throw new Error(`Node ${major} could not be installed:\n${output}`);
  const { npm_execpath: _, ...env } = process.env;
  return { ...env, PATH: `${path.join(prefix, 'node_modules', '.bin')}:${process.env.PATH}` };
}

/**
 * Builds with `npm start`, waits until the server is ready, reads a page, and stops it.
 * @param {NodeJS.ProcessEnv} env
 */
async function start(env) {
  await rm(stampFile(ROOT), { force: true });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'festival-awards-node-'));
  const server = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...env, PORT: '0', DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(server, 'exit');
  try {
    const url = await addressOf(server.stdout);
    for (const address of ['/api/health/ready', '/']) {
      const { status } = await fetch(url + address);
      console.log(`${status} ${address}`);
      if (status !== 200) throw new Error(`The server answered ${address} with ${status}.`);
    }
  } finally {
    server.kill('SIGTERM');
    await exit;
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** @param {import('node:stream').Readable} output */
async function addressOf(output) {
  let printed = '';
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    printed += chunk;
    const url = /http:\/\/localhost:\d+/.exec(printed)?.[0];
    if (url) return url;
  }
  throw new Error(`The server did not start:\n${printed}`);
}
