import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../server/platform/embedded-postgres';
import { measureBulk, measureGrowth } from './lib/bench-growth.mjs';
import { measureHeldPolls } from './lib/bench-held-polls.mjs';
import { measureNetwork } from './lib/bench-network.mjs';
import { measureOpenCount } from './lib/bench-open-count.mjs';
import { measurePages } from './lib/bench-pages.mjs';
import { measurePreviews } from './lib/bench-previews.mjs';
import { measureReads } from './lib/bench-reads.mjs';
import { measureScaleOut } from './lib/bench-scale-out.mjs';
import { measureScreens } from './lib/bench-screens.mjs';
import { measureWritePath } from './lib/bench-write-path.mjs';
import { interrupted, runMain } from './lib/run.mjs';

/**
 * Measures the cost of reads, pages and payments: `npm run bench`, or `npm run bench pages` and the
 * like for one of them. No test depends on it, because machines differ. With `BENCH_DATA_DIR`, the
 * databases are kept for the next run.
 */
async function bench() {
  const chosen = process.argv.slice(2);
  const keptDir = process.env.BENCH_DATA_DIR;
  const dataDir = keptDir ?? (await mkdtemp(path.join(tmpdir(), 'festival-awards-bench-')));
  await mkdir(dataDir, { recursive: true });
  const logger = { info() {}, warn: console.warn, error: console.error };
  const database = await startEmbeddedPostgres({ dataDir, logger, signal: interrupted });
  const measures = Object.entries({
    reads: () => measureReads(dataDir),
    pages: () => measurePages(dataDir),
    network: () => measureNetwork(dataDir),
    screens: () => measureScreens(dataDir),
    'held-polls': () => measureHeldPolls(database.url, dataDir),
    'write-path': () => measureWritePath(database.url, dataDir),
    'open-count': () => measureOpenCount(database.url, dataDir, chosen.map(Number).find(Boolean)),
    'scale-out': () => measureScaleOut(database.url, dataDir, chosen.map(Number).find(Boolean)),
    previews: () => measurePreviews(database.url, dataDir),
    growth: () => measureGrowth(database.url, dataDir, chosen.map(Number).filter(Boolean)),
    bulk: () => measureBulk(database.url, dataDir, chosen.map(Number).filter(Boolean)),
  });
  const named = measures.filter(([name]) => chosen.includes(name));
  try {
    for (const [, measure] of named.length > 0 ? named : measures) await measure();
  } finally {
    await database.stop();
    if (!keptDir) await rm(dataDir, { recursive: true, force: true });
  }
}

await runMain(async () => {
  await bench();
  return 0;
});
