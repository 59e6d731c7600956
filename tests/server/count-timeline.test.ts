import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#server/app';
import { ReadCache } from '#server/platform/read-cache';
import type { EventSettings } from '#shared/contracts/event-settings';
import { timeline } from '#shared/contracts/open-count';
import { countMinutes } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { execute } from '../support/database';

const LIVE: EventSettings['results'] = { policy: 'live', sealedFrom: null, releasesAtClose: false };

let app: TestApp;
let category: { id: string };
/** Nominations, by their artists' names. */
let nominees: { id: string }[];
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  await app.setEvent({ results: LIVE, timezone: 'Africa/Douala' });
  category = await app.given.category();
  nominees = [];
  for (const name of ['Aïcha', 'Blick']) {
    const artist = await app.given.artist({ name, nominatedIn: 0 });
    nominees.push(await app.given.nomination(artist.id, category.id));
  }
});

interface Minute {
  votes?: number;
  payments?: number;
  takenBack?: number;
}

/** Records counted votes, as the sequencer does. */
async function countVotes(nominee: number, at: string, minute: Minute = {}) {
  const { votes = 1, payments = 1, takenBack = 0 } = minute;
  await app.db.insert(countMinutes).values({
    nominationId: nominees[nominee]!.id,
    minute: new Date(at),
    votes,
    payments,
    takenBack,
  });
}

async function readTimeline(query: Record<string, string> = {}) {
  const { body } = await app.http
    .get(`/api/count/timeline/${category.id}`)
    .query(query)
    .expect(200);
  return timeline.parse(body).timeline;
}

const MINUTE_MS = 60_000;
const later = (at: string, minutes: number) =>
  new Date(Date.parse(at) + minutes * MINUTE_MS).toISOString();
const START = '2026-11-28T19:00:00.000Z';

describe('the timeline of a category', () => {
  test('has each minute of an hour, and its details', async () => {
    await countVotes(0, START, { votes: 5, payments: 2 });
    await countVotes(0, later(START, 3), { votes: -2, payments: 1, takenBack: 1 });
    await countVotes(1, later(START, 59), { votes: 7 });
    const all = await readTimeline();
    expect(all).toMatchObject({
      from: START,
      until: later(START, 60),
      stepMinutes: 1,
      steps: 60,
    });
    const [first, second] = all!.nominations;
    expect(first).toMatchObject({ nominationId: nominees[0]!.id, artistName: 'Aïcha', before: 0 });
    expect(first!.votes.slice(0, 5)).toEqual([5, 0, 0, -2, 0]);
    expect(first!.payments.slice(0, 5)).toEqual([2, 0, 0, 1, 0]);
    expect(first!.takenBack.slice(0, 5)).toEqual([0, 0, 0, 1, 0]);
    expect(second!.votes).toHaveLength(60);
    expect(second!.votes.at(-1)).toBe(7);
  });

  test.each([
    [239, 1],
    [240, 5],
    [1_199, 5],
    [1_200, 15],
    [4 * 1_440, 60],
    [14 * 1_440, 360],
    [200 * 1_440, 1_440],
    [1_000 * 1_440, 10_080],
    [3_000 * 1_440, 43_200],
    [8_000 * 1_440, 43_200],
  ])('votes %i minutes apart are in steps of %i minutes', async (apart, stepMinutes) => {
    await countVotes(0, START, { votes: 3 });
    await countVotes(0, later(START, apart), { votes: 4 });
    const all = await readTimeline();
    expect(all?.stepMinutes).toBe(stepMinutes);
    const [{ votes } = { votes: [] as number[] }] = all?.nominations ?? [];
    expect(votes).toHaveLength(all!.steps);
    expect(votes[0]).toBe(3);
    expect(votes.at(-1)).toBe(4);
    if (apart < 3_000 * 1_440) expect(all!.steps).toBeLessThanOrEqual(240);
  });

  test('a day begins in the event’s time zone, and a week on its Monday', async () => {
    await app.setEvent({ timezone: 'Africa/Nairobi' });
    await countVotes(0, '2026-01-01T12:00:00Z');
    await countVotes(0, '2026-06-30T12:00:00Z');
    expect(await readTimeline()).toMatchObject({
      from: '2025-12-31T21:00:00.000Z',
      stepMinutes: 1_440,
    });
    await countVotes(1, '2024-06-30T12:00:00Z');
    // Monday, the 24th of June.
    expect(await readTimeline()).toMatchObject({
      from: '2024-06-23T21:00:00.000Z',
      stepMinutes: 10_080,
    });
  });

  test('for a period includes the sum before it, and nothing after it', async () => {
    await countVotes(0, START, { votes: 5 });
    await countVotes(0, later(START, 60), { votes: 6 });
    await countVotes(0, later(START, 61), { votes: 7 });
    await countVotes(0, later(START, 1_000), { votes: 8 });
    const part = await readTimeline({ from: later(START, 60), to: later(START, 62) });
    expect(part).toMatchObject({ from: later(START, 60), stepMinutes: 1, steps: 2 });
    expect(part?.nominations[0]).toMatchObject({ before: 5, votes: [6, 7] });
    // Outside of the data there are no steps.
    const ever = await readTimeline({ from: '1000-01-01T00:00:00Z', to: '9999-12-31T23:59:59Z' });
    expect(ever).toEqual(await readTimeline());
    const lastPeriod = await readTimeline({ from: later(START, 2_000) });
    expect(lastPeriod).toMatchObject({ steps: 0, nominations: [{ before: 26, votes: [] }, {}] });
  });

  test('is empty before the first vote', async () => {
    expect(await readTimeline()).toMatchObject({
      steps: 0,
      nominations: [{ before: 0, votes: [] }, { before: 0 }],
    });
  });

  test('omits nominees that the page omits', async () => {
    await countVotes(0, START);
    await countVotes(1, START);
    await app.given.withdrawn(nominees[0]!);
    expect((await readTimeline())?.nominations.map(({ artistName }) => artistName)).toEqual([
      'Blick',
    ]);
  });

  test.each<Record<string, string>>([
    { from: 'yesterday' },
    { to: '2026-11-28' },
    { from: later(START, 1), to: START },
    { from: START, to: START },
  ])('rejects the period %j', async (query) => {
    await app.http.get(`/api/count/timeline/${category.id}`).query(query).expect(400);
  });

  test('requires an existing category', async () => {
    await app.http.get('/api/count/timeline/none').expect(400);
    await app.http.get('/api/count/timeline/00000000-0000-4000-8000-000000000099').expect(404);
    const hidden = await app.given.category({ isHidden: true });
    await app.http.get(`/api/count/timeline/${hidden.id}`).expect(404);
  });

  test('may be cached for a moment by proxies', async () => {
    const { headers } = await app.http.get(`/api/count/timeline/${category.id}`).expect(200);
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=1');
  });

  test('is cached separately for each period, whatever the order of its parameters', async () => {
    await countVotes(0, START, { votes: 5 });
    const deps = { ...app.deps, cache: new ReadCache(10 * MINUTE_MS) };
    const http = request(createApp(deps));
    const path = `/api/count/timeline/${category.id}`;
    const [from, to] = [later(START, -5), later(START, 5)];
    const timelineFor = async (query: string) =>
      (await http.get(`${path}${query}`).expect(200)).body;
    const allTime = await timelineFor('');
    expect(allTime.timeline.nominations[0].votes).toEqual([5]);
    expect((await timelineFor(`?from=${to}`)).timeline.nominations[0]).toMatchObject({
      before: 5,
      votes: [],
    });
    const part = await timelineFor(`?from=${from}&to=${to}`);
    await countVotes(0, later(START, 1), { votes: 6 });
    expect(await timelineFor('')).toEqual(allTime);
    expect(await timelineFor(`?to=${to}&from=${from}`)).toEqual(part);
  });

  test('of paid votes matches the log', async () => {
    await app.given.completedPayment(nominees, { each: 3 });
    const { id } = await app.given.completedPayment(nominees.slice(0, 1), { each: 4 });
    await app.given.refunded(id);
    await app.entered();
    const all = await readTimeline();
    const sums = all!.nominations.map(({ votes, payments, takenBack }) =>
      [votes, payments, takenBack].map((steps) => steps.reduce((sum, value) => sum + value, 0)),
    );
    expect(sums).toEqual([
      [3, 2, 1],
      [3, 1, 0],
    ]);
  });
});

describe('results that are not public', () => {
  test.each(['ranks', 'hidden'] as const)(
    'have no timeline, and none is read: %s',
    async (policy) => {
      await countVotes(0, START, { votes: 5 });
      await app.setEvent({ results: { ...LIVE, policy } });
      await execute(app.ownerUrl, 'alter table count_minutes rename to minutes_away');
      try {
        expect(await readTimeline()).toBeNull();
        expect(await readTimeline({ from: START })).toBeNull();
      } finally {
        await execute(app.ownerUrl, 'alter table minutes_away rename to count_minutes');
      }
    },
  );

  test('have a timeline up to the last complete minute before sealing', async () => {
    const sealedFrom = '2026-01-01T12:10:30.000Z';
    await app.setEvent({ results: { policy: 'sealed', sealedFrom, releasesAtClose: false } });
    await countVotes(0, '2026-01-01T12:08:00Z', { votes: 1 });
    await countVotes(0, '2026-01-01T12:09:00Z', { votes: 2 });
    const before = await readTimeline();
    // The minute of sealing itself, one later, and votes withdrawn since.
    await countVotes(0, '2026-01-01T12:10:00Z', { votes: 4 });
    await countVotes(0, '2026-01-01T12:11:00Z', { votes: -2, payments: 0, takenBack: 1 });
    await countVotes(1, '2026-01-01T12:30:00Z', { votes: 8 });
    expect(await readTimeline()).toEqual(before);
    expect(before).toMatchObject({ steps: 2, nominations: [{ votes: [1, 2] }, { votes: [0, 0] }] });
    const lastPeriod = await readTimeline({
      from: '2026-01-01T12:11:00Z',
      to: '2026-01-01T13:00:00Z',
    });
    expect(lastPeriod).toMatchObject({ steps: 0, nominations: [{ before: 3 }, { before: 0 }] });

    await app.setEvent({ results: LIVE });
    expect((await readTimeline())?.nominations.map(({ votes }) => votes)).toMatchObject([
      { 0: 1, 1: 2, 2: 4, 3: -2, 22: 0 },
      { 22: 8 },
    ]);
  });
});
