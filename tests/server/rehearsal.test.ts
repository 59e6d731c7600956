import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createRelay, connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuth } from '#server/auth/index';
import { SecurityLog } from '#server/http/index';
import { RehearsalFront, type Run } from '#server/rehearsal/index';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoteFor, aVoteFor } from '../support/given';
import { startTransactionPooler } from '../support/transaction-pooler';
import { signIn, Visitor } from '../support/visitor';

// A draft is rehearsed by the real process, on a copy of it, with simulated money and another time.

const YEAR = '2031';
const OPENS = '2031-11-01T08:00:00.000Z';
const CLOSES = '2031-11-28T20:00:00.000Z';
const CONTROLS = `/api/admin/editions/${YEAR}/rehearsal`;
const SLOW = 120_000;

let app: TestApp;
let owner: Visitor;
let viewer: Visitor;
let database: Client;

beforeAll(async () => {
  // No address but that of the database is real here; every connection to one would be refused.
  app = await startTestApp({ hasRehearsals: true });
  database = new Client({ connectionString: app.ownerUrl });
  await database.connect();
  owner = new Visitor();
  await signIn(owner, app.url, 'admin');
  viewer = new Visitor();
  await signIn(viewer, app.url, 'viewer');
  const { nominations } = await app.given.artist({ photoUrl: '/uploads/none.webp' });
  await app.given.completedPayment(nominations);
  await app.entered();
  const listed = (await api('GET', '/api/admin/categories')).body as { id: string }[];
  await api('POST', '/api/admin/editions', {
    year: YEAR,
    from: {
      year: app.deps.event.current.settings.year,
      categories: listed.map(({ id }) => ({ id, nominees: 'all' })),
    },
  });
  await database.query(
    `update editions set settings = settings || $1::jsonb where state = 'draft'`,
    [JSON.stringify({ opensAt: OPENS, closesAt: CLOSES })],
  );
  await app.deps.event.reload();
}, SLOW);
afterAll(async () => {
  await database.end();
  await app.close();
});

async function api(method: string, path: string, body?: object, visitor = owner) {
  const answer = await visitor.open(`${app.url}${path}`, {
    method,
    ...(body && {
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', Origin: app.url },
    }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('Content-Type')?.includes('json');
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
}

/**
 * Hashes of all tables of a schema; sessions change with every request of the owner, and Activity
 * has who began and ended the rehearsal.
 */
async function contentsOf(schema: string): Promise<Record<string, string>> {
  const { rows } = await database.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind = 'r'`,
    [schema],
  );
  const contents: Record<string, string> = {};
  for (const { name } of rows) {
    if (['sessions', 'rate_limits', 'admin_actions'].includes(name)) continue;
    const { rows: found } = await database.query(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as it
       from ${schema}."${name}" as t`,
    );
    contents[name] = found[0].it;
  }
  return contents;
}

const folders = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('awards-rehearsal-')).sort();

/** What Activity shows about the rehearsals so far, the newest last. */
const activity = async () => {
  const { body } = await api('GET', `/api/admin/actions?entity=edition&edition=${YEAR}`);
  return (body.actions as { action: string }[])
    .filter(({ action }) => action.startsWith('rehearsal.'))
    .reverse();
};

const show = () => owner.open(`${app.url}/rehearsal/show`);
const leave = () => owner.open(`${app.url}/rehearsal/leave`);
const shownConfig = async (visitor = owner) =>
  (await api('GET', '/api/config', undefined, visitor)).body;

async function nominee(): Promise<{ id: string }> {
  const { body: categories } = await api('GET', '/api/categories');
  const { body: nominees } = await api('GET', `/api/nominations/category/${categories[0].id}`);
  return nominees[0];
}

/** Votes in the rehearsal by Mobile Money; the simulated phone approves at once. */
async function vote(): Promise<{ status: number; body: { paymentId: string; code: string } }> {
  const body = aVoteFor([await nominee()], {
    phoneNumber: '237677123400',
    voterEmail: 'fan@vote.example',
  });
  const answer = await owner.open(`${app.url}/api/campay-payment`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'Content-Type': 'application/json',
      Origin: app.url,
      'Idempotency-Key': randomUUID(),
    },
  });
  return { status: answer.status, body: (await answer.json()) as never };
}

/** Follows server-sent events. */
class Screen {
  #text = '';
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #reading: Promise<void>;

  constructor({ body }: Response) {
    if (!body) throw new Error('no events');
    this.#reader = body.getReader();
    this.#reading = this.#read();
  }

  /** The last complete event; an empty list before the first one. */
  newest() {
    const data = this.#text
      .split('\n\n')
      .slice(0, -1)
      .filter((it) => it.startsWith('data: '));
    return JSON.parse(data.at(-1)?.slice('data: '.length) ?? '[]');
  }

  async close(): Promise<void> {
    await this.#reader.cancel();
    await this.#reading;
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    for (;;) {
      const { value, done } = await this.#reader.read();
      if (done) return;
      this.#text += decoder.decode(value, { stream: true });
    }
  }
}

const setClock = (at: string) => api('PUT', `${CONTROLS}/clock`, { at });
const isOpen = async () => (await shownConfig()).voting.isOpen;

async function completed(paymentId: string): Promise<string> {
  const path = `/api/payment/${paymentId}/status`;
  await expect
    .poll(async () => (await api('GET', path)).body.status, { timeout: 30_000, interval: 200 })
    .toBe('completed');
  return (await api('GET', path)).body.receiptCode;
}

test(
  'a draft is rehearsed, and nothing of it is left or counted',
  async () => {
    const before = await contentsOf('public');
    const foldersBefore = await folders();
    const begun = await api('POST', CONTROLS, { at: '2031-11-01T07:55:00.000Z' });
    expect(begun).toMatchObject({ status: 201, body: { year: YEAR } });
    expect(await api('POST', CONTROLS, { at: OPENS })).toMatchObject({
      status: 409,
      body: { code: 'rehearsal-under-way' },
    });
    expect((await api('GET', '/api/admin/editions/rehearsal')).body.rehearsal.now).toMatch(
      /^2031-11-01T07:5/,
    );

    // The owner sees the site as before, until their browser shows the rehearsal.
    expect(await shownConfig()).toMatchObject({ isRehearsal: false });
    await show();
    const early = await api('GET', '/api/config');
    expect(early.body).toMatchObject({
      isRehearsal: true,
      event: { year: YEAR },
      voting: { isOpen: false, opensAt: OPENS },
    });
    expect(early.headers.get('Cache-Control')).toBe('private, no-store');
    // Without it, the service worker stores nothing.
    expect(early.headers.has('Awards-Site')).toBe(false);
    expect(early.headers.get('Date')).toContain('01 Nov 2031 07:5');
    // By that date, the browser would find that the session of the site has ended.
    expect(early.headers.getSetCookie().filter((cookie) => /expires=/i.test(cookie))).toEqual([]);

    // Nobody else does, whatever cookie they send.
    const stranger = new Visitor();
    const refused = await stranger.open(`${app.url}/rehearsal/show`);
    expect(refused.headers.get('Location')).toBe('/rehearsal/left');
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect(await shownConfig(stranger)).toMatchObject({ isRehearsal: false });
    const cookie = owner.cookiesFor(app.url).replace(/\bsession=[^;]*/, '');
    const forgery = await fetch(`${app.url}/api/config`, { headers: { cookie } });
    expect(await forgery.json()).toMatchObject({ code: 'rehearsal-left' });

    // A member of the team has their own role there; the process itself admits only the server.
    await viewer.open(`${app.url}/rehearsal/show`);
    expect(await shownConfig(viewer)).toMatchObject({ isRehearsal: true });
    expect(await api('PUT', '/api/admin/settings', {}, viewer)).toMatchObject({ status: 403 });
    const { rows: processes } = await database.query('select port from rehearsal.run');
    const forged = Buffer.from(
      JSON.stringify({ member: { id: 'x', role: 'owner' }, authenticatedAt: null }),
    ).toString('base64url');
    for (const path of ['/', '/api/config', '/api/stats', '/sandbox/inbox', '/sandbox/phone']) {
      const direct = await fetch(`http://127.0.0.1:${processes[0].port}${path}`, {
        headers: { 'x-rehearsal-caller': forged, 'x-rehearsal-secret': 'guessed' },
      });
      expect({ path, status: direct.status }).toEqual({ path, status: 404 });
    }

    // Voting opens and closes by the clock that the owner sets.
    expect(await vote()).toMatchObject({ status: 409, body: { code: 'voting-closed' } });
    expect(await setClock('2031-10-01T00:00:00.000Z')).toMatchObject({
      status: 409,
      body: { code: 'rehearsal-clock-back' },
    });
    expect(await setClock('2031-11-28T19:55:00.000Z')).toMatchObject({ status: 200 });
    await expect.poll(isOpen, { timeout: 10_000 }).toBe(true);
    const paid = await vote();
    expect(paid.status).toBe(201);
    const receiptCode = await completed(paid.body.paymentId);
    expect((await api('GET', `/api/payment/receipt/${receiptCode}`)).body).toMatchObject({
      payment: { totalVotes: 2 },
    });

    // Cards are taken by the simulated provider.
    const card = await api(
      'POST',
      '/api/create-payment-intent-multi',
      aCardVoteFor([await nominee()]),
    );
    expect(card).toMatchObject({ status: 200, body: { clientSecret: expect.any(String) } });

    // The open count of the rehearsal has it, under a name and a key of its own.
    await expect
      .poll(async () => (await api('GET', `/api/payment/receipt/${receiptCode}/proof`)).status, {
        timeout: 20_000,
      })
      .toBe(200);
    const rehearsedLog = (await api('GET', '/count/key')).body;
    // The receipt is in the simulated inbox, and pages are those of the rehearsal.
    await expect
      .poll(async () => String((await api('GET', '/sandbox/inbox')).body), { timeout: 20_000 })
      .toContain('fan@vote.example');
    expect((await api('GET', '/')).body).toContain(YEAR);
    expect((await api('GET', '/sandbox/phone')).status).toBe(200);
    // The team sees the payment in the administration.
    expect((await api('GET', '/api/stats')).body).toMatchObject({ totalVotes: 2 });

    expect(await setClock('2031-11-28T20:00:00.000Z')).toMatchObject({ status: 200 });
    await expect.poll(isOpen, { timeout: 10_000 }).toBe(false);
    expect(await vote()).toMatchObject({ status: 409, body: { code: 'voting-closed' } });

    await leave();
    expect((await api('GET', '/count/key')).body).not.toBe(rehearsedLog);
    expect((await api('GET', `/api/payment/receipt/${receiptCode}`)).status).toBe(404);
    expect(await shownConfig()).toMatchObject({ isRehearsal: false });
    expect((await api('DELETE', CONTROLS)).status).toBe(204);
    expect(await contentsOf('public')).toEqual(before);
    const entry = { entity: 'edition', entityId: YEAR, before: null, after: null };
    expect(await activity()).toMatchObject([
      { action: 'rehearsal.begin', ...entry },
      { action: 'rehearsal.end', ...entry },
    ]);
    expect(await folders()).toEqual(foldersBefore);
    const left = Object.entries(await contentsOf('rehearsal')).filter(([, it]) => !/^0 /.test(it));
    expect(left).toEqual([]);
  },
  SLOW,
);

test(
  'a browser that has left a rehearsal is told, and nothing of its open pages reaches the site',
  async () => {
    await api('POST', CONTROLS, { at: OPENS });
    const member = new Visitor();
    await signIn(member, app.url, 'viewer');
    const before = await contentsOf('public');
    const real = (await api('GET', '/api/categories')).body;
    await member.open(`${app.url}/rehearsal/show`);
    const mark = /\brehearsal=([^;]+)/.exec(member.cookiesFor(app.url))?.[1] ?? '';
    const { body: rehearsed } = await api('GET', '/api/categories', undefined, member);
    const { body: nominees } = await api(
      'GET',
      `/api/nominations/category/${rehearsed[0].id}`,
      undefined,
      member,
    );
    const send = async (headers: Record<string, string>, by = member) => {
      const answer = await by.open(`${app.url}/api/campay-payment`, {
        method: 'POST',
        body: JSON.stringify(aVoteFor(nominees.slice(0, 1))),
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': randomUUID(),
          ...headers,
        },
      });
      return { status: answer.status, body: await answer.json() };
    };
    const isRefused = { status: 409, body: { code: 'rehearsal-left' } };

    // A page of the site that is open meanwhile stays one of the site.
    const accept = { headers: { Accept: 'application/json' } };
    const siteAnswer = await member.open(`${app.url}/api/categories`, accept);
    expect(await siteAnswer.json()).toEqual(real);

    // Another tab has left: this one is of the rehearsal still.
    const elsewhere = new Visitor();
    expect(await send({ 'Awards-Rehearsal': mark }, elsewhere)).toMatchObject(isRefused);
    expect(await send({ 'Awards-Rehearsal': 'of-another-one' })).toMatchObject(isRefused);

    // The sign-in ends, or the role is taken away.
    await database.query(
      `delete from sessions where sess #>> '{passport,user,id}' in
       (select id from users where role = 'viewer')`,
    );
    expect(await send({ 'Awards-Rehearsal': mark })).toMatchObject(isRefused);
    expect(await send({})).toMatchObject(isRefused);
    const page = await member.open(`${app.url}/`, { headers: { Accept: 'text/html,*/*' } });
    expect(page).toMatchObject({ status: 302 });
    const { html } = await member.follow(`${app.url}${page.headers.get('Location')}`);
    expect(html).toContain('no longer shows the rehearsal');
    expect(html).toContain('/api/login?returnTo=/rehearsal/show');
    expect(member.cookiesFor(app.url)).not.toContain(mark);
    expect(await shownConfig(member)).toMatchObject({ isRehearsal: false });

    await show();
    expect(await shownConfig()).toMatchObject({ isRehearsal: true });
    await api('DELETE', CONTROLS);
    expect(await api('GET', '/api/config')).toMatchObject(isRefused);
    await leave();
    expect(await contentsOf('public')).toEqual(before);
  },
  SLOW,
);

test(
  'sealed results are released by the clock of the rehearsal, on screens that are open',
  async () => {
    const results = {
      policy: 'sealed',
      sealedFrom: '2031-11-28T19:57:00.000Z',
      releasesAtClose: true,
    };
    await database.query(
      `update editions set settings = settings || $1::jsonb where state = 'draft'`,
      [JSON.stringify({ results })],
    );
    await api('POST', CONTROLS, { at: '2031-11-28T19:50:00.000Z' });
    await show();
    const { id } = await nominee();
    const [category] = (await api('GET', '/api/categories')).body;
    const answer = await fetch(`${app.url}/api/nominations/category/${category.id}/live`, {
      headers: { cookie: owner.cookiesFor(app.url) },
    });
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store, no-transform');
    const screen = new Screen(answer);
    const votesOnScreen = () =>
      screen.newest().find((one: { id: string }) => one.id === id)?.voteCount;
    const becomes = (votes: number | null) =>
      expect.poll(votesOnScreen, { timeout: 20_000 }).toBe(votes);
    await becomes(0);
    await completed((await vote()).body.paymentId);
    await becomes(2);
    await setClock('2031-11-28T19:58:00.000Z');
    await expect
      .poll(async () => (await shownConfig()).results.shows, { timeout: 10_000 })
      .toBe('sealed');
    await completed((await vote()).body.paymentId);
    expect((await api('GET', '/api/stats')).body).toMatchObject({ totalVotes: 4 });
    await becomes(2);
    await setClock('2031-11-28T20:30:00.000Z');
    await becomes(4);
    await screen.close();
    await leave();
    expect((await api('DELETE', CONTROLS)).status).toBe(204);
  },
  SLOW,
);

test(
  'a rehearsal whose process hangs ends, and the next one begins',
  async () => {
    const at = '2031-11-28T19:50:00.000Z';
    expect((await api('POST', CONTROLS, { at })).status).toBe(201);
    const found = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'rehearse']);
    process.kill(Number(found.toString()), 'SIGSTOP');
    expect((await api('DELETE', CONTROLS)).status).toBe(204);
    expect((await api('POST', CONTROLS, { at })).status).toBe(201);
    await show();
    expect(await shownConfig()).toMatchObject({ isRehearsal: true });
    await leave();
    expect((await api('DELETE', CONTROLS)).status).toBe(204);
  },
  SLOW,
);

test(
  'a second rehearsal begins clean, and ends even when its process was killed',
  async () => {
    await api('POST', CONTROLS, { at: '2031-11-28T19:55:00.000Z' });
    await show();
    expect((await api('GET', '/api/stats')).body).toMatchObject({ totalVotes: 0 });
    const { rows } = await database.query(
      `select (select count(*)::int from rehearsal.payments) as payments,
       (select count(*)::int from rehearsal.users where email is not null) as addresses`,
    );
    expect(rows).toEqual([{ payments: 0, addresses: 0 }]);
    // Another machine passes requests on to this one.
    const { port: appPort } = new URL(app.url);
    const entrance = createRelay((near) => {
      const far = dial(Number(appPort), '127.0.0.1');
      near.pipe(far).pipe(near);
    }).listen(0);
    await once(entrance, 'listening');
    const { port } = entrance.address() as AddressInfo;
    const parts = { ...app.deps, config: { ...app.config, port }, directUrl: app.databaseUrl };
    const security = new SecurityLog({ logger: app.deps.logger, hashKey: '' });
    const { limiter } = app.context;
    const auth = createAuth({ ...app.deps, settings: app.deps.signIn, limiter, security });
    const elsewhere = createServer(
      new RehearsalFront({ ...parts, machine: 'another' }).before((_req, res) => res.end(), auth),
    ).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const other = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    const relayed = await owner.open(`${other}/api/config`);
    expect(await relayed.json()).toMatchObject({ isRehearsal: true });
    elsewhere.close();
    entrance.close();

    // A process that dies is started again with the next page, and knows what was rehearsed.
    const { body } = await vote();
    await completed(body.paymentId);
    await app.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'festival-awards-rehearsal'`);
    await expect
      .poll(async () => (await api('GET', '/api/stats')).body.totalVotes, { timeout: 60_000 })
      .toBe(2);
    await app.deps.rehearsalProcess.stop();
    await leave();
    expect((await api('DELETE', CONTROLS)).status).toBe(204);
    expect(await shownConfig()).toMatchObject({ isRehearsal: false });
    const left = Object.entries(await contentsOf('rehearsal')).filter(([, it]) => !/^0 /.test(it));
    expect(left).toEqual([]);
  },
  SLOW,
);

test(
  'behind a pooler in transaction mode, the start says what to set',
  async () => {
    const pooler = await startTransactionPooler(app.databaseUrl);
    const front = new RehearsalFront({ ...app.deps, directUrl: pooler.url });
    try {
      const run = { id: randomUUID() } as Run;
      await expect(front.start(run)).rejects.toThrow(
        /set DATABASE_LISTEN_URL to the direct address/,
      );
    } finally {
      await front.stop();
      await pooler.close();
    }
  },
  SLOW,
);
