import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Difference, Progress } from '#client/features/open-count/recount/model/outcome';
import { type Recounted, recountLog } from '#client/features/open-count/recount/model/recount-log';
import type { Fetch } from '#client/features/open-count/recount/model/site';
import type { Nomination } from '#shared/contracts/catalog';
import type { EventSettings } from '#shared/contracts/event-settings';
import type { OpenCount } from '#shared/contracts/open-count';
import { bytesOf, concatBytes, textOf } from '#shared/open-count/bytes';
import { checkpointText, parseCheckpointText } from '#shared/open-count/checkpoint';
import { leafHash } from '#shared/open-count/merkle';
import { parseNote, toVkey, verifierKey } from '#shared/open-count/note';
import { fromBundle, toBundle } from '#shared/open-count/tiles';
import { artists } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';

const LIVE: EventSettings['results'] = { policy: 'live', sealedFrom: null, releasesAtClose: false };

let app: TestApp;
let artist: Awaited<ReturnType<TestApp['given']['artist']>>;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  await app.setEvent({ results: LIVE });
  artist = await app.given.artist({ nominatedIn: 2 });
  await app.given.completedPayment(artist.nominations, { each: 3 });
  const { id } = await app.given.completedPayment(artist.nominations.slice(0, 1));
  await app.given.refunded(id);
  await app.entered();
});

const fromApp: Fetch = (path, init) => fetch(`${app.url}${path}`, init);

/** A site with changed responses for some paths. */
const altering =
  (path: RegExp, alter: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>): Fetch =>
  async (asked, init) => {
    const answer = await fromApp(asked, init);
    if (!path.test(asked)) return answer;
    const bytes = await alter(new Uint8Array(await answer.arrayBuffer()));
    return new Response(Uint8Array.from(bytes), { status: answer.status });
  };

const alteringJson = <Answer>(path: RegExp, alter: (answer: Answer) => void): Fetch =>
  altering(path, (bytes) => {
    const answer = JSON.parse(textOf(bytes) ?? '');
    alter(answer);
    return bytesOf(JSON.stringify(answer));
  });

/** The size of the log that a browser has seen. */
const sizeOf = (seen: Recounted['seen']) =>
  parseCheckpointText(parseNote(seen?.checkpoint ?? '').text).size;

interface Recounting {
  seen?: Recounted['seen'];
  /** Runs while the recount waits. */
  meanwhile?: () => Promise<unknown>;
}

async function recount(fetch: Fetch, { seen = null, meanwhile }: Recounting = {}) {
  const reported: Progress[] = [];
  const recounted = await recountLog({
    fetch,
    seen,
    onProgress: (progress) => reported.push(progress),
    wait: async () => void (await meanwhile?.()),
  });
  return { ...recounted, reported };
}

const differs = async (fetch: Fetch, recounting: Recounting = {}): Promise<Difference | null> => {
  const { outcome, seen } = await recount(fetch, recounting);
  expect(seen).toBeNull();
  return outcome.is === 'different' ? outcome.difference : null;
};

describe('a recount in the browser', () => {
  test('finds every total as shown, and returns the state of the log for storing', async () => {
    const { outcome, seen, reported } = await recount(fromApp);
    expect(outcome).toMatchObject({ is: 'equal', sealed: 0, compared: 'totals' });
    const { head } = (await app.http.get('/api/count')).body as OpenCount;
    expect(sizeOf(seen)).toBe(head?.size);
    expect(reported.map(({ doing }) => doing)).toEqual(['reading', 'comparing']);
    expect(reported.at(-1)).toMatchObject({ entries: head?.size, of: head?.size });
    expect((await recount(fromApp, { seen })).outcome.is).toBe('equal');
  });

  test('grows with the log when votes are counted in between', async () => {
    let isVoted = false;
    const busy: Fetch = async (path, init) => {
      if (path === '/api/categories' && !isVoted) {
        isVoted = true;
        await app.given.completedPayment(artist.nominations, { each: 7 });
      }
      return fromApp(path, init);
    };
    const before = (await recount(fromApp)).seen;
    const { outcome, seen, reported } = await recount(busy, { meanwhile: () => app.entered() });
    expect(outcome.is).toBe('equal');
    expect(sizeOf(seen)).toBe(sizeOf(before) + 1);
    expect(reported.map(({ doing }) => doing)).toContain('waiting');
  });

  test('accepts a total that the log has reached since, while more votes come in', async () => {
    const vote = () => app.given.completedPayment(artist.nominations, { each: 1 });
    const busy: Fetch = async (path, init) => {
      const answer = await fromApp(path, init);
      if (path.startsWith('/api/nominations/')) await vote();
      return answer;
    };
    await vote();
    const { outcome } = await recount(busy, { meanwhile: () => app.entered() });
    expect(outcome.is).toBe('equal');
  });

  test('skips a category that is deleted in between', async () => {
    const deleting: Fetch = async (path, init) => {
      const answer = await fromApp(path, init);
      if (path === '/api/categories') {
        await app.given.deletedCategory(artist.nominations[0]!.categoryId);
      }
      return answer;
    };
    expect((await recount(deleting)).outcome.is).toBe('equal');
  });

  test('gives no result when there is nothing, or when it cannot finish', async () => {
    const empty = await startTestApp();
    try {
      const { outcome } = await recount((path, init) => fetch(`${empty.url}${path}`, init));
      expect(outcome).toEqual({ is: 'empty' });
    } finally {
      await empty.close();
    }
    for (const path of ['/count/key', '/count/tile/entries/', '/api/categories', '/api/count']) {
      const broken: Fetch = (asked, init) =>
        asked.startsWith(path) ? Promise.reject(new TypeError('offline')) : fromApp(asked, init);
      expect((await recount(broken)).outcome, path).toEqual({ is: 'unreachable' });
      const failing: Fetch = async (asked, init) =>
        asked.startsWith(path) ? new Response('', { status: 503 }) : fromApp(asked, init);
      expect((await recount(failing)).outcome, path).toEqual({ is: 'unreachable' });
    }
  });
});

describe('a recount reports', () => {
  const ENTRIES = /^\/count\/tile\/entries\//;

  test('an entry that was changed, and two that were swapped', async () => {
    const alterEntry = altering(ENTRIES, (bundle) => {
      const entries = fromBundle(bundle)!;
      const text = textOf(entries[3]!)!.replace(/"amount":\d/, '"amount":9');
      entries[3] = bytesOf(text);
      return toBundle(entries);
    });
    expect(await differs(alterEntry)).toEqual({ what: 'altered', entry: 3 });
    const swap = altering(ENTRIES, (bundle) => {
      const [first, second, ...others] = fromBundle(bundle)!;
      return toBundle([second!, first!, ...others]);
    });
    expect(await differs(swap)).toEqual({ what: 'altered', entry: 0 });
  });

  test('a missing or duplicate entry, and entries that are not served', async () => {
    const drop = altering(ENTRIES, (bundle) => toBundle(fromBundle(bundle)!.slice(1)));
    expect(await differs(drop)).toEqual({ what: 'unreadable', entry: 0 });
    const double = altering(ENTRIES, (bundle) => {
      const entries = fromBundle(bundle)!;
      return toBundle([...entries, entries[0]!]);
    });
    expect(await differs(double)).toEqual({ what: 'unreadable', entry: 0 });
    const withoutEntries: Fetch = async (path, init) =>
      ENTRIES.test(path) ? new Response('', { status: 404 }) : fromApp(path, init);
    expect(await differs(withoutEntries)).toEqual({ what: 'unreadable', entry: 0 });
  });

  test('another log with the same signature', async () => {
    const others: Fetch = async (path, init) => {
      if (!/^\/count\/tile\/(entries|0)\//.test(path)) return fromApp(path, init);
      const bundle = await fromApp(path.replace('/tile/0/', '/tile/entries/'), init);
      const entries = fromBundle(new Uint8Array(await bundle.arrayBuffer()))!;
      entries[1] = bytesOf(textOf(entries[1]!)!.replace('"artist":"', '"artist":"X'));
      const isEntries = path.includes('/entries/');
      const bytes = isEntries ? toBundle(entries) : concatBytes(...entries.map(leafHash));
      return new Response(Uint8Array.from(bytes));
    };
    expect((await differs(others))?.what).toBe('other-log');
  });

  test('a checkpoint that its key has not signed', async () => {
    const { text } = await app.http.get('/count/checkpoint');
    const [origin, size] = text.split('\n');
    const forged = altering(/checkpoint$/, () =>
      bytesOf(text.replace(`${origin}\n${size}\n`, `${origin}\n1\n`)),
    );
    expect(await differs(forged)).toEqual({ what: 'unsigned' });
    expect(await differs(altering(/key$/, () => bytesOf('no key\n')))).toEqual({
      what: 'unsigned',
    });
  });

  test('a log that is shorter than before', async () => {
    const { text: older } = await app.http.get('/count/checkpoint');
    const before = sizeOf((await recount(fromApp)).seen);
    await app.given.completedPayment(artist.nominations);
    await app.entered();
    const { seen } = await recount(fromApp);
    const old = altering(/checkpoint$/, () => bytesOf(older));
    const shorter = { what: 'shorter', entries: before, seen: before + 1 };
    expect(await differs(old, { seen })).toEqual(shorter);
    // For a browser that sees it for the first time, the site's own statement.
    expect(await differs(old)).toEqual(shorter);
  });

  test('a log that differs from what this browser saw', async () => {
    const { seen } = await recount(fromApp);
    const size = sizeOf(seen) - 1;
    const text = checkpointText({ origin: seen!.origin, size, root: new Uint8Array(32) });
    const forked = { ...seen!, checkpoint: `${text}\n— its.example/count AAAAAAAA\n` };
    expect(await differs(fromApp, { seen: forked })).toEqual({
      what: 'rewritten',
      entries: size,
    });
    const keys = [toVkey(verifierKey(seen!.origin, 'log', new Uint8Array(32).fill(9)))];
    expect(await differs(fromApp, { seen: { ...seen!, keys } })).toEqual({ what: 'other-key' });
    // This browser knows nothing about another log.
    const other = { ...forked, origin: 'elsewhere.example/count' };
    expect((await recount(fromApp, { seen: other })).outcome.is).toBe('equal');
  });

  test('a total that differs on the page', async () => {
    const ownNomination = artist.nominations[0]!;
    const other = alteringJson<Nomination[]>(/^\/api\/nominations\/category\//, (answer) => {
      for (const nomination of answer)
        if (nomination.id === ownNomination.id) nomination.voteCount! += 1;
    });
    const site = (await app.given.votesOf(ownNomination)) + 1;
    expect(await differs(other)).toMatchObject({
      what: 'total',
      artist: artist.name,
      log: site - 1,
      site,
    });
    const sum = alteringJson<OpenCount>(/^\/api\/count$/, ({ head }) => {
      head!.money.XAF += 100;
    });
    expect(await differs(sum)).toMatchObject({ what: 'sum', of: 'XAF', year: null });
    const ofEdition = alteringJson<OpenCount>(/^\/api\/count$/, ({ editions }) => {
      editions[0]!.payments += 1;
    });
    const { year } = app.config.firstSettings;
    expect(await differs(ofEdition)).toMatchObject({ what: 'sum', of: 'payments', year });
  });

  test('a name that differs on the page', async () => {
    const other = alteringJson<Nomination[]>(/^\/api\/nominations\/category\//, (answer) => {
      for (const nomination of answer)
        if (nomination.artist.id === artist.id) nomination.artist.name = 'Somebody else';
    });
    const name = { what: 'name', log: artist.name, site: 'Somebody else' };
    expect(await differs(other)).toEqual(name);
    // A name that the log will have in a moment, however, is waited for.
    await app.db.update(artists).set({ name: 'New name' }).where(eq(artists.id, artist.id));
    expect((await recount(fromApp, { meanwhile: () => app.entered() })).outcome.is).toBe('equal');
  });
});

describe('results that are not public yet', () => {
  const OPENINGS = /^\/count\/tile\/openings\//;
  beforeEach(async () => {
    await app.setEvent({ results: { ...LIVE, policy: 'hidden' } });
    await app.given.completedPayment(artist.nominations, { each: 5 });
    await app.entered();
  });

  test('are not compared, and sealing is mentioned', async () => {
    const { outcome } = await recount(fromApp);
    expect(outcome).toMatchObject({ is: 'equal', sealed: 1, compared: 'hidden' });
  });

  test('are opened to what was sealed once they are published', async () => {
    await app.setEvent({ results: LIVE });
    // Published, and entered only while the recount waits.
    const { outcome } = await recount(fromApp, { meanwhile: () => app.entered() });
    expect(outcome).toMatchObject({ is: 'equal', sealed: 0, compared: 'totals' });
  });

  test('must be opened, and only to what was sealed', async () => {
    const { seen } = await recount(fromApp);
    await app.setEvent({ results: LIVE });
    await app.entered();
    const entry = sizeOf(seen) - 1;
    const otherwise = altering(OPENINGS, (bytes) =>
      bytesOf((textOf(bytes) ?? '').replace(/(.*":)5/s, '$16')),
    );
    expect(await differs(otherwise)).toEqual({ what: 'fault', entry, fault: 'opened-otherwise' });
    const closed = altering(OPENINGS, () => new Uint8Array());
    expect(await differs(closed)).toMatchObject({ what: 'fault', fault: 'not-opened' });
    const cut = altering(OPENINGS, (bytes) => bytes.slice(0, -1));
    expect(await differs(cut)).toMatchObject({ what: 'unreadable' });
  });

  test('of a sealed event are those of the moment of sealing, and not compared', async () => {
    const sealedFrom = new Date(Date.now() - 60_000).toISOString();
    await app.setEvent({ results: { policy: 'sealed', sealedFrom, releasesAtClose: false } });
    const { outcome } = await recount(fromApp, { meanwhile: () => app.entered() });
    expect(outcome).toMatchObject({ is: 'equal', compared: 'sealed' });
  });
});
