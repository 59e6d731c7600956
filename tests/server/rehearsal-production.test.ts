import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#server/platform/free-port';
import { PROCESS_LOCK } from '#server/rehearsal/index';
import { builtProgram } from '../support/built-program';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { aCardVoteFor } from '../support/given';
import { PRODUCTION_SETTINGS } from '../support/production-settings';
import { Visitor } from '../support/visitor';

// A rehearsal on two servers of production with two workers each, behind a proxy with https.

const YEAR = '2031';
const SLOW = 180_000;
const CONTROLS = `/api/admin/editions/${YEAR}/rehearsal`;

let database: TestDatabase;
let owner: Client;
let directory: string;
const started: ChildProcess[] = [];
const exits: Promise<unknown>[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  directory = await mkdtemp(path.join(tmpdir(), 'awards-rehearsed-'));
});
afterAll(async () => {
  for (const child of started) child.kill('SIGTERM');
  await Promise.all(exits);
  await owner.end();
  await database.drop();
  await rm(directory, { recursive: true });
});

async function start(): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  const child = spawn(process.execPath, [builtProgram('index')], {
    cwd: directory,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATA_DIR: directory,
      ...PRODUCTION_SETTINGS,
      DATABASE_URL: database.url,
      HSTS_SUBDOMAINS: '0',
      TRUST_PROXY: '1',
      WORKERS: '2',
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  exits.push(once(child, 'exit'));
  let printed = '';
  child.stdout?.on('data', (chunk) => {
    printed += chunk;
  });
  await expect.poll(() => printed.includes('is ready'), { timeout: 90_000 }).toBe(true);
  return { url: `http://127.0.0.1:${port}`, child };
}

/** Stores the session of an owner. @returns its cookie, as the server signs it */
async function aSession(): Promise<string> {
  const [id, sid] = [randomUUID(), randomUUID()];
  const now = Date.now();
  const session = {
    cookie: { originalMaxAge: 86_400_000, path: '/', httpOnly: true, secure: true },
    passport: { user: { id, at: now } },
    authenticatedAt: now,
  };
  await owner.query(`insert into users (id, subject, role) values ($1, $1, 'owner')`, [id]);
  await owner.query(
    `insert into sessions (sid, sess, expire) values ($1, $2, now() + interval '1 day')`,
    [sid, JSON.stringify(session)],
  );
  const signature = createHmac('sha256', PRODUCTION_SETTINGS.SESSION_SECRET).update(sid);
  const value = `s:${sid}.${signature.digest('base64').replace(/=+$/, '')}`;
  return `__Host-session=${encodeURIComponent(value)}`;
}

async function aDraft(): Promise<void> {
  const nomination = [randomUUID(), randomUUID(), randomUUID()];
  await owner.query(
    `insert into editions (state, settings) select 'draft', settings || $1::jsonb from editions`,
    [JSON.stringify({ year: YEAR, opensAt: '2031-11-01T08:00:00.000Z', closesAt: null })],
  );
  await owner.query(
    `insert into categories (id, name, edition_id)
     select $1, 'Song of the year', id from editions where state = 'draft'`,
    nomination.slice(0, 1),
  );
  await owner.query(`insert into artists (id, name) values ($1, 'Ama')`, nomination.slice(1, 2));
  await owner.query(
    `insert into nominations (id, category_id, artist_id, shareable_link)
     values ($3, $1, $2, 'ama-song')`,
    nomination,
  );
}

const processes = async (): Promise<number> => {
  const { rows } = await owner.query(
    `select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objid = $1 and datname = current_database()`,
    [PROCESS_LOCK],
  );
  return rows[0].count;
};

test(
  'a rehearsal is shown by every worker of every server, with cookies for https alone',
  async () => {
    const [first, second] = [await start(), await start()];
    await aDraft();
    const session = await aSession();
    const visitor = new Visitor();
    const open = (url: string, init: RequestInit = {}) => {
      const cookie = [session, visitor.cookiesFor(url)].filter(Boolean).join('; ');
      const headers = {
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'application/json',
        cookie,
      };
      return visitor.open(url, { ...init, headers });
    };
    const begun = await open(`${first.url}${CONTROLS}`, {
      method: 'POST',
      body: JSON.stringify({ at: '2031-11-01T08:00:00.000Z' }),
    });
    expect(begun.status).toBe(201);
    const shown = await open(`${first.url}/rehearsal/show`);
    expect(shown.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^__Host-rehearsal=[\da-f-]{36}; Path=\/; Secure; SameSite=Lax$/),
    );
    expect(shown.headers.get('Location')).toBe('/');

    for (const { url } of [first, second]) {
      const asked = Array.from({ length: 10 }, () => open(`${url}/api/config`));
      for (const answer of await Promise.all(asked)) {
        expect(await answer.json()).toMatchObject({ isRehearsal: true, event: { year: YEAR } });
        expect(answer.headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
      }
    }
    expect(await processes()).toBe(1);

    const [category] = await (await open(`${first.url}/api/categories`)).json();
    const nominees = await open(`${second.url}/api/nominations/category/${category.id}`);
    const card = await open(`${first.url}/api/create-payment-intent-multi`, {
      method: 'POST',
      body: JSON.stringify(aCardVoteFor(await nominees.json())),
    });
    expect(card.status).toBe(200);
    const cookies = card.headers.getSetCookie().filter((cookie) => cookie.includes('session'));
    expect(cookies).toEqual([
      expect.stringMatching(
        /^__Host-rehearsal-session=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);

    // The machine on which it runs is lost.
    first.child.kill('SIGKILL');
    await expect
      .poll(async () => (await open(`${second.url}/api/config`)).status, { timeout: 60_000 })
      .toBe(200);
    expect(await processes()).toBe(1);
    const ended = await open(`${second.url}${CONTROLS}`, { method: 'DELETE' });
    expect(ended.status).toBe(204);
    expect(await processes()).toBe(0);
    await open(`${second.url}/rehearsal/leave`);
    const site = await (await open(`${second.url}/api/config`)).json();
    expect(site).toMatchObject({ isRehearsal: false });
    const { rows } = await owner.query('select count(*)::int as payments from payments');
    expect(rows).toEqual([{ payments: 0 }]);
  },
  SLOW,
);
