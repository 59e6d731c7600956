import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { migrateDatabase } from '../../server/db/migrate';
import { newPictureName } from '../../server/images/uploads/picture-storage';
import { LANGUAGES } from '../../shared/domain/localized';
import { residentMb } from './bench-held-polls.mjs';
import { seedNominees } from './bench-support.mjs';
import { startProvider, startServer } from './bench-write-path.mjs';
import { median, publish, quantile } from './benchmarks.mjs';
import { ROOT } from './run.mjs';

/** Each artist has a preview in both languages. */
const ARTISTS = 500;
const ROUNDS = 3;
/** Interval between the starts of two votes in ms, however long earlier ones take. */
const VOTES_EVERY_MS = 50;
const QUIET_VOTES = 200;
/** Longest time in ms that a voter waits without pressing again. */
const MAX_MS = 1_000;
const MAX_MEMORY_MB = 300;

/** @typedef {import('./bench-write-path.mjs').Server} Server */
/** @typedef {'whole' | 'without photograph' | 'refused'} Answer */

/**
 * Measures how long votes take to start while as many previews as the site has are requested at
 * once and none is drawn yet, compared with the same votes alone. Runs only on Linux.
 * @param {string} serverUrl
 * @param {string} dataDir
 */
export async function measurePreviews(serverUrl, dataDir) {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query('CREATE DATABASE bench_previews');
  await admin.end();
  const url = Object.assign(new URL(serverUrl), { pathname: '/bench_previews' }).href;
  const previewsDir = path.join(dataDir, 'previews');
  const nominations = await seedArtists(url, path.join(previewsDir, 'uploads'));
  const provider = await startProvider();
  const server = await startServer({
    url,
    dataDir: previewsDir,
    provider,
    nominations,
    // Without notifications of changes, a process draws nothing ahead.
    settings: { DATABASE_LISTEN_URL: 'postgres://nobody@127.0.0.1:1/none' },
  });
  try {
    // Warms up the code, and lets the process allocate its working memory.
    await votesUntil(server, waitQuietly());
    const quietMs = [];
    const floodMs = [];
    /** @type {Answer[]} */
    const answers = [];
    const before = await residentMb(server.child);
    let highestMb = 0;
    let floodSeconds = 0;
    // Alternating, so that other load on the machine affects both.
    for (let round = 0; round < ROUNDS; round += 1) {
      quietMs.push(...(await votesUntil(server, waitQuietly())));
      await deletePreviews(previewsDir);
      const startedAt = performance.now();
      const flood = requestAllPreviews(server.origin, nominations);
      const watching = highestUntil(server, flood);
      floodMs.push(...(await votesUntil(server, flood)));
      answers.push(...(await flood));
      highestMb = Math.max(highestMb, await watching);
      floodSeconds += (performance.now() - startedAt) / 1_000;
    }
    const slowest = quantile(floodMs, 0.99);
    const memory = highestMb - before;
    await publish(
      `Votes during ${(nominations.length * LANGUAGES.length).toLocaleString('en-US')} concurrent preview requests`,
      [
        {
          what: 'a payment created, median',
          measured: ms(median(floodMs)),
          against: `without them: ${ms(median(quietMs))}`,
          target: '',
        },
        {
          what: 'a payment created, p99',
          measured: ms(slowest),
          against: `without them: ${ms(quantile(quietMs, 0.99))}`,
          target: `≤ ${ms(MAX_MS)}${slowest > MAX_MS ? ' MISSED' : ''}`,
        },
        {
          what: 'the slowest of these',
          measured: ms(Math.max(...floodMs)),
          against: `of ${floodMs.length}; without them: ${ms(Math.max(...quietMs))} of ${quietMs.length}`,
          target: '',
        },
        {
          what: 'previews answered; the others got 503',
          measured: `${perRound(answers, 'whole')} whole, ${perRound(answers, 'without photograph')} without photograph, ${perRound(answers, 'refused')} refused`,
          against: `in ${(floodSeconds / ROUNDS).toFixed(1)} s`,
          target: '',
        },
        {
          what: 'additional memory of the process',
          measured: `${memory.toFixed(0)} MB`,
          against: `before: ${before.toFixed(0)} MB`,
          target: `≤ ${MAX_MEMORY_MB} MB${memory > MAX_MEMORY_MB ? ' MISSED' : ''}`,
        },
      ],
    );
  } finally {
    await server.close();
    provider.close();
  }
}

/**
 * Creates artists with a photograph each, nominated in one category.
 * @param {string} url
 * @param {string} uploads
 */
async function seedArtists(url, uploads) {
  await migrateDatabase(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const nominations = await seedNominees(client, ARTISTS);
  const pictures = path.join(ROOT, 'demo', 'pictures');
  const files = await readdir(pictures);
  await mkdir(uploads, { recursive: true });
  const names = [];
  for (let index = 0; index < ARTISTS; index += 1) {
    const name = newPictureName();
    await copyFile(
      path.join(pictures, files[index % files.length] ?? ''),
      path.join(uploads, name),
    );
    names.push(`/uploads/${name}`);
  }
  await client.query(
    `UPDATE artists SET photo_url = named.photo_url
     FROM (SELECT id, row_number() OVER () AS at FROM artists) AS numbered
     JOIN unnest($1::text[]) WITH ORDINALITY AS named (photo_url, at) USING (at)
     WHERE artists.id = numbered.id`,
    [names],
  );
  await client.end();
  return nominations;
}

const waitQuietly = () => delay(QUIET_VOTES * VOTES_EVERY_MS);

/**
 * Starts votes one after the other until `end` resolves.
 * @param {Server} server
 * @param {Promise<unknown>} end
 * @returns {Promise<number[]>} time to create each, in ms; infinite where it was rejected
 */
async function votesUntil({ resetRateLimits, startPayment }, end) {
  /** @type {Promise<number>[]} */
  const votes = [];
  const ended = end.then(() => true);
  do {
    if (votes.length % QUIET_VOTES === 0) await resetRateLimits();
    const startedAt = performance.now();
    votes.push(
      startPayment().then(
        () => performance.now() - startedAt,
        (error) => {
          console.warn(error.message);
          return Number.POSITIVE_INFINITY;
        },
      ),
    );
  } while (!(await Promise.race([ended, delay(VOTES_EVERY_MS, false)])));
  return Promise.all(votes);
}

/**
 * @param {string} origin
 * @param {string[]} nominations
 */
async function requestAllPreviews(origin, nominations) {
  const agent = new Agent();
  const addresses = nominations.flatMap((id) =>
    LANGUAGES.map((language) => `${origin}/previews/nomination-${id}-${language}.jpg`),
  );
  try {
    return await Promise.all(addresses.map((address) => requestPreview(address, agent)));
  } finally {
    agent.destroy();
  }
}

/**
 * @param {string} address
 * @param {Agent} agent
 * @returns {Promise<Answer>}
 */
const requestPreview = (address, agent) =>
  new Promise((resolve, reject) => {
    get(address, { agent }, (response) => {
      const { statusCode, headers } = response;
      response.resume().on('end', () => {
        if (statusCode === 503) return resolve('refused');
        if (statusCode !== 200)
          return reject(new Error(`${address} was answered with ${statusCode}`));
        resolve(headers['cache-control']?.includes('86400') ? 'whole' : 'without photograph');
      });
    }).on('error', reject);
  });

/**
 * @param {Server} server
 * @param {Promise<unknown>} end
 */
async function highestUntil({ child }, end) {
  let highest = 0;
  const ended = end.then(() => true);
  while (!(await Promise.race([ended, delay(50, false)]))) {
    highest = Math.max(highest, await residentMb(child));
  }
  return highest;
}

/**
 * Removes all stored previews.
 * @param {string} dataDir
 */
async function deletePreviews(dataDir) {
  const uploads = path.join(dataDir, 'uploads');
  for (const name of await readdir(uploads)) {
    if (name.endsWith('.jpg')) await rm(path.join(uploads, name));
  }
  await rm(path.join(dataDir, 'image-cache'), { recursive: true, force: true });
}

/**
 * @param {Answer[]} answers of all rounds
 * @param {Answer} answer
 */
const perRound = (answers, answer) =>
  Math.round(answers.filter((each) => each === answer).length / ROUNDS);

const ms = (/** @type {number} */ value) => `${value.toFixed(0)} ms`;
