import { eq, sql } from 'drizzle-orm';
import { Client } from 'pg';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { behindCache, createApp } from '#server/app';
import { builtSite } from '#server/pages/index';
import { builtClient } from '#server/platform/client-files';
import { ReadCache } from '#server/platform/read-cache';
import { ENDPOINTS } from '#shared/contracts/endpoints';
import type { EventSettings } from '#shared/contracts/event-settings';
import { standingsOf, visibleResults } from '#shared/domain/results';
import { countMinutes } from '#shared/schema';
import { startTestApp } from '../support/app';
import { execute } from '../support/database';
import { LEDGER_SIGNING_KEY } from '../support/ledger-key';

const CATEGORIES = [
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000002',
] as const;
const ARTISTS = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000010${n}`);
const idOf = (category: number, artist: number) =>
  `00000000-0000-4000-8000-0000000002${category}${artist}`;
const LINK = 'a-link-of-this-test';
const MINUTE = 60_000;

/** An installation with its pages, whose nominations are the same in each such installation. */
async function createInstallation() {
  // The signing key of the open count is public, and would differ.
  const app = await startTestApp({ hasClock: true, env: { LEDGER_SIGNING_KEY } });
  const site = await builtSite();
  // Pages contain their own address, which differs in each installation; so do hashes of pages.
  const config = { ...app.config, publicUrl: 'http://vote.example' };
  // Nothing is cached, so that each response belongs to its own moment.
  const deps = { ...app.deps, config, cache: new ReadCache(0), client: builtClient(), site };
  const http = request(behindCache(createApp(deps), deps));
  const at = new Date('2025-01-01T00:00:00Z');
  for (const [index, id] of CATEGORIES.entries()) {
    await app.given.category({ id, name: `Category ${index}`, createdAt: at });
  }
  for (const [index, id] of ARTISTS.entries()) {
    await app.given.artist({ id, name: `Artist ${index}`, nominatedIn: 0, createdAt: at });
    for (const [of, category] of CATEGORIES.entries()) {
      const isLinked = index === 0 && of === 0;
      await app.given.nomination(id, category, {
        id: idOf(of, index),
        shareableLink: isLinked ? LINK : `${LINK}-${of}-${index}`,
        createdAt: at,
      });
    }
  }
  const voted = async (
    votes: readonly (readonly [category: number, artist: number, n: number])[],
  ) => {
    for (const [category, artist, each] of votes) {
      await app.given.completedPayment([{ id: idOf(category, artist) }], { each });
    }
  };
  return { app, http, voted };
}
type World = Awaited<ReturnType<typeof createInstallation>>;

/** Addresses of every public response that requires no payment and might reveal votes. */
const ADDRESSES = Object.keys(ENDPOINTS)
  .filter((name) => name.startsWith('GET /api/'))
  .map((name) => name.slice('GET '.length).replace(':year', '2025'))
  // The endless event stream has its own test.
  .filter((path) => !path.endsWith('/live'))
  .filter((path) => !/^\/api\/(admin|stats|voter-tracking|auth|payment|image-proxy)/.test(path))
  .flatMap((path) =>
    path.startsWith('/api/categories/')
      ? CATEGORIES.map((id) => path.replace(':id', id))
      : path.startsWith('/api/artists/')
        ? ARTISTS.map((id) => path.replace(':id', id))
        : path.includes(':categoryId')
          ? CATEGORIES.map((id) => path.replace(':categoryId', id))
          : path.includes(':artistId')
            ? ARTISTS.map((id) => path.replace(':artistId', id))
            : [path.replace(':link', LINK).replace(':artist', ARTISTS[0]!)],
  )
  .concat(['/', '/categories', ...CATEGORIES.map((id) => `/category/${id}`), `/share/${LINK}`])
  .concat([
    '/a/artist-0',
    '/a/artist-0/posters',
    '/c/category-0',
    '/robots.txt',
    '/manifest.webmanifest',
    '/editions',
    '/editions/2025',
    ...CATEGORIES.map((id) => `/editions/2025/${id}`),
  ])
  .concat(['/checkout', '/my-receipts', '/payment-help', '/category/no-such-thing']);

/** A response, without anything specific to one request. */
async function answerTo({ app, http }: World, address: string) {
  const { status, headers, text } = await http.get(address);
  const { date: _date, 'x-request-id': _id, 'set-cookie': _cookie, ...others } = headers;
  const port = new URL(app.url).port;
  const withoutPort = (part: string) => part.replaceAll(`:${port}`, ':port');
  return { status, headers: withoutPort(JSON.stringify(others)), text: withoutPort(text) };
}

let firstWorld: World;
let secondWorld: World;
beforeAll(async () => {
  firstWorld = await createInstallation();
  secondWorld = await createInstallation();
  // Featured artists are shuffled again each hour by the database's clock: no hour ends while these
  // tests run.
  const untilHalfPast = (90 * MINUTE - (Date.now() % (60 * MINUTE))) % (60 * MINUTE);
  for (const { app } of [firstWorld, secondWorld]) await app.advance(untilHalfPast);
});
afterAll(async () => {
  await firstWorld?.app.close();
  await secondWorld?.app.close();
});

const LIVE: EventSettings['results'] = { policy: 'live', sealedFrom: null, releasesAtClose: false };
const inBoth = async (results: EventSettings['results']) => {
  for (const { app } of [firstWorld, secondWorld]) await app.setEvent({ results });
};
/** Pages are shuffled again each minute: one may end between two responses that are compared. */
async function atOneMoment<T>(ask: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    return await ask();
  } finally {
    vi.useRealTimers();
  }
}
const differences = async () => {
  const different: string[] = [];
  for (const address of ADDRESSES) {
    const [here, there] = await atOneMoment(async () => [
      await answerTo(firstWorld, address),
      await answerTo(secondWorld, address),
    ]);
    if (JSON.stringify(here) !== JSON.stringify(there)) different.push(address);
  }
  return different;
};

/** Counts twice as many votes in the other installation: the same ranks and shares. */
const VOTES = [
  [0, 0, 30],
  [0, 1, 10],
  [0, 2, 10],
  [1, 0, 5],
  [1, 1, 40],
] as const;

describe('two installations that differ only in hidden votes', () => {
  beforeAll(async () => {
    await firstWorld.voted(VOTES);
    await secondWorld.voted(VOTES);
    await secondWorld.voted(VOTES);
  });

  test('the addresses cover everything public', () => {
    expect(ADDRESSES).toContain('/api/config');
    expect(ADDRESSES.length).toBeGreaterThan(20);
    expect(ADDRESSES.filter((address) => address.includes(':'))).toEqual([]);
  });

  test('with live results they differ wherever votes are shown', async () => {
    await inBoth(LIVE);
    expect(await differences()).toEqual(
      expect.arrayContaining([
        `/api/artists/${ARTISTS[0]}`,
        `/api/nominations/category/${CATEGORIES[0]}`,
        `/category/${CATEGORIES[0]}`,
        `/share/${LINK}`,
      ]),
    );
  });

  test.each(['ranks', 'hidden'] as const)('%s, they cannot be distinguished', async (policy) => {
    await inBoth({ ...LIVE, policy });
    expect(await differences()).toEqual([]);
  });

  test('with other ranks they differ where ranks are shown, and nowhere else', async () => {
    await firstWorld.voted([[1, 2, 90]]);
    await inBoth({ ...LIVE, policy: 'hidden' });
    expect(await differences()).toEqual([]);
    await inBoth({ ...LIVE, policy: 'ranks' });
    const differing = await differences();
    expect(differing).toContain(`/api/nominations/category/${CATEGORIES[1]}`);
    expect(differing).not.toContain(`/api/nominations/category/${CATEGORIES[0]}`);
    expect(differing).not.toContain('/api/categories');
  });

  test('hidden votes are not even read', async () => {
    await inBoth({ ...LIVE, policy: 'hidden' });
    const rename = (from: string, to: string) =>
      execute(firstWorld.app.ownerUrl, `alter table ${from} rename to ${to}`);
    await rename('nomination_totals', 'totals_away');
    try {
      for (const address of ADDRESSES) {
        expect((await firstWorld.http.get(address)).status, address).toBeLessThan(500);
      }
    } finally {
      await rename('totals_away', 'nomination_totals');
    }
  });
});

describe('an event stream of all changes', () => {
  /** Returns the first event of a category, and a function for the next one. */
  async function listenTo({ app }: World, category: string) {
    const over = new AbortController();
    const answer = await fetch(`${app.url}/api/nominations/category/${category}/live`, {
      signal: over.signal,
    });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    /** The next event; empty when there are no more. */
    const next = async () => {
      let text = '';
      while (!text.includes('\n\n')) {
        const { value, done } = await reader.read();
        if (done) return '';
        text += value;
      }
      return text;
    };
    return { headers: answer.headers, next, close: () => over.abort() };
  }

  test('contains no more than the polled response, and sends it again when it changes', async () => {
    await inBoth({ ...LIVE, policy: 'hidden' });
    const [here, there] = await Promise.all(
      [firstWorld, secondWorld].map((w) => listenTo(w, CATEGORIES[0])),
    );
    try {
      expect(here!.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      expect(here!.headers.get('cache-control')).toBe('no-store, no-transform');
      const first = await here!.next();
      expect(first).toBe(await there!.next());
      const asked = await firstWorld.http.get(`/api/nominations/category/${CATEGORIES[0]}`);
      expect(first).toBe(`data: ${asked.text}\n\n`);
      await firstWorld.app.setEvent({ results: LIVE });
      expect(await here!.next()).toContain('"voteCount":30');
    } finally {
      here?.close();
      there?.close();
    }
  });

  test('ends when the server does, and does not exist for an unknown category', async () => {
    const world = await createInstallation();
    const line = await listenTo(world, CATEGORIES[0]);
    await line.next();
    world.app.lifecycle.isDraining = true;
    while ((await line.next()) !== '');
    line.close();
    await world.app.close();
    await firstWorld.http
      .get('/api/nominations/category/00000000-0000-4000-8000-000000000099/live')
      .expect(404);
  });
});

describe('sealed results', () => {
  const votesIn = async ({ http }: World) => {
    const { body } = await http.get(`/api/nominations/category/${CATEGORIES[0]}`).expect(200);
    return body.map(({ voteCount }: { voteCount: number | null }) => voteCount);
  };
  const artistsIn = async ({ http }: World) =>
    (await http.get(`/api/artists/${ARTISTS[0]}`).expect(200)).body;

  test('do not show votes counted or withdrawn from that moment on', async () => {
    const world = await createInstallation();
    try {
      const { app, voted, http } = world;
      await voted([[0, 0, 3]]);
      const { id: before } = await app.given.completedPayment([{ id: idOf(0, 1) }], { each: 4 });
      const sealedFrom = new Date(Date.now() + 60_000).toISOString();
      await app.setEvent({ results: { policy: 'sealed', sealedFrom, releasesAtClose: false } });
      expect(await votesIn(world)).toEqual([3, 4, 0]);
      expect((await http.get('/api/config')).body.results).toEqual({ shows: 'live', since: null });

      await app.advance(61_000);
      expect(await votesIn(world)).toEqual([3, 4, 0]);
      await voted([
        [0, 2, 50],
        [0, 0, 7],
      ]);
      await app.given.refunded(before);
      expect(await votesIn(world)).toEqual([3, 4, 0]);
      expect(await artistsIn(world)).toMatchObject({
        totalVotes: 3,
        trendingVotes: null,
        isTrending: false,
      });
      const { results } = (await http.get('/api/config')).body;
      expect(results).toEqual({ shows: 'sealed', since: sealedFrom });

      // Another process comes late, and finds the same.
      const { deps } = app;
      const otherProcess = request(
        behindCache(createApp({ ...deps, cache: new ReadCache(0) }), deps),
      );
      expect(await votesIn({ ...world, http: otherProcess })).toEqual([3, 4, 0]);

      await app.setEvent({ results: LIVE });
      expect(await votesIn(world)).toEqual([10, 0, 50]);
    } finally {
      await world.app.close();
    }
  });

  test('show what was counted at the moment, even if they are first computed long after it', async () => {
    const world = await createInstallation();
    try {
      const { app, voted } = world;
      await voted([[0, 0, 3]]);
      const { id } = await app.given.completedPayment([{ id: idOf(0, 1) }], { each: 4 });
      await app.advance(60_000);
      const sealedFrom = new Date(Date.now() - 30_000).toISOString();
      await voted([[0, 0, 9]]);
      await app.given.refunded(id);
      await app.setEvent({ results: { policy: 'sealed', sealedFrom, releasesAtClose: false } });
      expect(await votesIn(world)).toEqual([3, 4, 0]);
    } finally {
      await world.app.close();
    }
  });

  test('include a transaction open at that moment in the totals as in the log, in every process', async () => {
    const world = await createInstallation();
    const holder = new Client({ connectionString: world.app.databaseUrl });
    await holder.connect();
    try {
      const { app, voted } = world;
      const nomination = idOf(0, 0);
      await voted([[0, 0, 3]]);
      const sealedFrom = new Date(Date.now() + 60_000).toISOString();
      await app.setEvent({ results: { policy: 'sealed', sealedFrom, releasesAtClose: false } });

      // The transaction begins before the moment, and waits for a total until after it.
      await holder.query('begin');
      const total = 'select from nomination_totals where nomination_id = $1 for update';
      await holder.query(total, [nomination]);
      const completing = app.given.completedPayment([{ id: nomination }], { each: 4 });
      const waiting = () => holder.query('select from pg_locks where not granted');
      await expect.poll(async () => (await waiting()).rowCount).toBe(1);
      await app.advance(61_000);
      await voted([[0, 1, 50]]);
      const { deps } = app;
      const uncached = request(behindCache(createApp({ ...deps, cache: new ReadCache(0) }), deps));
      const whileUnderWay = await Promise.all([
        votesIn(world),
        votesIn({ ...world, http: uncached }),
      ]);
      expect(whileUnderWay).toEqual(Array(2).fill([null, null, null]));

      await holder.query('commit');
      await completing;
      await expect.poll(() => votesIn(world)).toEqual([7, 0, 0]);
      expect(await votesIn({ ...world, http: uncached })).toEqual([7, 0, 0]);
      await app.entered();
      const [logged] = await app.db
        .select({ votes: sql<number>`sum(${countMinutes.votes})::int` })
        .from(countMinutes)
        .where(eq(countMinutes.nominationId, nomination));
      expect(logged?.votes).toBe(7);
    } finally {
      await holder.query('rollback').catch(() => undefined);
      await holder.end();
      await world.app.close();
    }
  });

  test('are released automatically at the end of voting, if configured', async () => {
    const world = await createInstallation();
    try {
      const { app, voted } = world;
      await voted([[0, 0, 3]]);
      const closesAt = new Date(Date.now() + 60_000).toISOString();
      const results = { policy: 'hidden', sealedFrom: null, releasesAtClose: true } as const;
      await app.setEvent({ closesAt, results });
      expect(await votesIn(world)).toEqual([null, null, null]);
      await app.advance(61_000);
      expect(await votesIn(world)).toEqual([3, 0, 0]);
    } finally {
      await world.app.close();
    }
  });
});

describe('the results policy', () => {
  const now = new Date('2026-11-28T20:00:00Z');
  const closesAt = new Date('2026-11-28T19:00:00Z');
  const ranks = { policy: 'ranks', sealedFrom: null, releasesAtClose: false } as const;

  test('does not apply to published results, which are public', () => {
    expect(visibleResults({ results: ranks, closesAt: null, publishedAt: now, now }).shows).toBe(
      'live',
    );
  });

  test('stays the same at the end of voting without automatic release', () => {
    expect(visibleResults({ results: ranks, closesAt, publishedAt: null, now }).shows).toBe(
      'ranks',
    );
  });

  test('gives equal votes the same rank, and a category without votes no shares', () => {
    expect(standingsOf([10, 30, 10, 0])).toEqual([
      { place: 2, share: 20 },
      { place: 1, share: 60 },
      { place: 2, share: 20 },
      { place: 4, share: 0 },
    ]);
    expect(standingsOf([0, 0])).toEqual([
      { place: 1, share: 0 },
      { place: 1, share: 0 },
    ]);
  });
});
