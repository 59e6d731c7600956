import { eq } from 'drizzle-orm';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sandboxConnection } from '#sandbox/index';
import { composeServer } from '#server/compose';
import { readBooks } from '#server/metrics/index';
import { reconcileDue } from '#server/payments/checks/reconciler';
import { LiveSettings } from '#server/settings/index';
import type { EventSettings, SavedSettings } from '#shared/contracts/event-settings';
import { adminActions, editions, payments } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoteFor, aVoteFor } from '../support/given';

let app: TestApp;
let cookie: string;
let first: EventSettings;
beforeAll(async () => {
  app = await startTestApp({
    env: { EVENT_NAME: 'Nuit des talents', EVENT_YEAR: '2026', XAF_PER_USD: '550' },
  });
  ({ cookie } = await anAdministrator(app));
  first = app.config.firstSettings;
});
afterAll(() => app.close());
beforeEach(() => app.setEvent(first));

const read = async (): Promise<SavedSettings> =>
  (await app.http.get('/api/admin/settings').set('Cookie', cookie).expect(200)).body;
const put = (body: object) => app.http.put('/api/admin/settings').set('Cookie', cookie).send(body);
const change = async (settings: Partial<EventSettings>) => {
  const saved = await read();
  return put({ settings: { ...saved.settings, ...settings }, version: saved.version });
};
const publicConfig = async () => (await app.http.get('/api/config').expect(200)).body;
const actions = () => app.db.select().from(adminActions).where(eq(adminActions.entity, 'settings'));

describe('the initial values', () => {
  test('come from the environment, and only the first time', async () => {
    expect((await read()).settings).toEqual({ ...first, name: 'Nuit des talents', xafPerUsd: 550 });
    await change({ name: 'Other' });
    const reopened = await LiveSettings.open(app.db, { ...first, name: 'Of the environment' });
    expect(reopened.current.settings.name).toBe('Other');
  });
});

describe('a change', () => {
  test('is visible to visitors at once, and recorded with its differences', async () => {
    const before = (await actions()).length;
    const saved = await change({
      name: 'Gala',
      nameFr: 'La Gala',
      contact: { email: 'help@vote.example', phone: ' ', whatsapp: null },
    });
    expect(saved.status).toBe(200);
    expect(await publicConfig()).toMatchObject({
      event: { name: 'Gala', nameFr: 'La Gala', year: '2026' },
      contact: { email: 'help@vote.example', phone: null, whatsapp: null },
    });
    const [action, ...others] = (await actions()).slice(before);
    expect(others).toEqual([]);
    expect(action).toMatchObject({ action: 'settings.update', entityId: 'event' });
    expect(action!.before).toEqual({
      name: 'Nuit des talents',
      nameFr: null,
      contact: { email: null, phone: null, whatsapp: null },
    });
    expect(action!.after).toMatchObject({ name: 'Gala', nameFr: 'La Gala' });
  });

  test('without a difference is not recorded', async () => {
    const { version } = await read();
    const before = (await actions()).length;
    expect((await change({})).body.version).toBe(version);
    expect(await actions()).toHaveLength(before);
  });

  test('based on an older version is rejected, and nothing is saved', async () => {
    const { settings, version } = await read();
    await change({ year: '2027' });
    const outdatedSave = await put({ settings: { ...settings, year: '2028' }, version }).expect(
      409,
    );
    expect(outdatedSave.body.code).toBe('changed-meanwhile');
    expect((await read()).settings.year).toBe('2027');
  });

  test('made twice at once is saved once, and the other gets a conflict', async () => {
    const { settings, version } = await read();
    const answers = await Promise.all(
      ['2030', '2031'].map((year) => put({ settings: { ...settings, year }, version })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('reaches other processes as soon as the database notifies them', async () => {
    const event = await LiveSettings.open(app.db, first);
    // Only the database notifies this process; its timer is disabled.
    vi.spyOn(event, 'keepFresh').mockReturnValue({ stop: async () => undefined });
    const { origin } = new URL(app.stripeUrl);
    const connection = sandboxConnection({ origin, issuer: origin, app: app.url });
    const sandbox = { ...connection, smtp: null, mounted: null };
    const other = composeServer({
      ...app.deps,
      event,
      sandbox,
      listenUrl: app.databaseUrl,
      catalogAgeMs: 3_600_000,
    });
    const stops: ((isUrgent: boolean) => Promise<void>)[] = [];
    other.startWorkers((_name, stop) => stops.push(stop));
    try {
      const { nominations } = await app.given.artist();
      await app.given.completedPayment(nominations);
      const list = `/api/nominations/category/${nominations[0]!.categoryId}`;
      const http = request(other.app);
      const shown = async () => (await http.get(list).expect(200)).body[0].voteCount;
      expect(await shown()).toBe(2);
      // A new listener reads the settings once, and may have the first change from that.
      for (const [policy, votes] of [
        ['hidden', null],
        ['live', 2],
      ] as const) {
        await change({ results: { ...first.results, policy } });
        await expect.poll(shown).toBe(votes);
      }
    } finally {
      await Promise.all(stops.map((stop) => stop(true)));
      await other.deps.payments.background.stop();
    }
  });
});

describe('errors are reported at their fields, and nothing is saved', () => {
  const [soon, later] = ['2030-01-01T20:00:00.000Z', '2030-01-02T20:00:00.000Z'];
  test.each<[string, Partial<EventSettings>]>([
    ['closesAt', { opensAt: later, closesAt: soon }],
    ['closesAt', { opensAt: soon, closesAt: soon }],
    ['closesAt', { closesAt: 'tomorrow' }],
    ['prices.mobileMoney', { prices: { mobileMoney: 0, card: 50 } }],
    ['prices.mobileMoney', { prices: { mobileMoney: 100_001, card: 50 } }],
    // Campay accepts no less than 10.
    ['prices.mobileMoney', { prices: { mobileMoney: 9, card: 50 } }],
    ['prices.mobileMoney', { prices: { mobileMoney: 99.5, card: 50 } }],
    ['prices.card', { prices: { mobileMoney: 100, card: 49 } }],
    ['timezone', { timezone: 'Africa/Nowhere' }],
    ['year', { year: '20266' }],
    ['name', { name: ' ' }],
    ['name', { name: 'a\0b' }],
    ['votes.max', { votes: { min: 6, max: 5 } }],
    ['votes.max', { votes: { min: 0, max: 101 } }],
    ['methods', { methods: { mobileMoney: false, card: false } }],
    ['organiser.fr', { organiser: { en: 'We do.', fr: null } }],
    ['banner.to', { banner: { text: { en: null, fr: null }, from: later, to: soon } }],
    [
      'results.sealedFrom',
      { results: { policy: 'sealed', sealedFrom: null, releasesAtClose: false } },
    ],
    ['contact.email', { contact: { email: 'nobody', phone: null, whatsapp: null } }],
    ['contact.phone', { contact: { email: null, phone: 'javascript:1', whatsapp: null } }],
    ['retentionDays', { retentionDays: 0 }],
    ['xafPerUsd', { xafPerUsd: -1 }],
  ])('%s of %o', async (path, settings) => {
    const before = await read();
    const { status, body } = await change(settings);
    expect(status).toBe(400);
    expect(body.issues.map((issue: { path: string }) => issue.path)).toEqual([`settings.${path}`]);
    expect(await read()).toEqual(before);
  });
});

describe('a price', () => {
  const readPayment = async (id: string) => {
    const [payment] = await app.db.select().from(payments).where(eq(payments.id, id));
    return payment!;
  };
  const start = (body: object) => app.http.post('/api/campay-payment').send(body);

  test('applies to payments that start afterwards; earlier payments keep theirs', async () => {
    const { nominations } = await app.given.artist({ nominatedIn: 2 });
    const before = await start(aVoteFor(nominations)).expect(201);
    await change({ prices: { mobileMoney: 150, card: 75 } });
    const after = await start(aVoteFor(nominations)).expect(201);
    expect(await readPayment(before.body.paymentId)).toMatchObject({
      amount: 400,
      totalVotes: 4,
      votePrice: 100,
    });
    expect(await readPayment(after.body.paymentId)).toMatchObject({
      amount: 600,
      totalVotes: 4,
      votePrice: 150,
    });
    expect((await publicConfig()).prices).toEqual({
      'mobile-money': { amountMinor: 150, currency: 'XAF' },
      card: { amountMinor: 75, currency: 'USD' },
    });
    for (const { body } of [before, after]) {
      await app.campay.approve((await readPayment(body.paymentId)).providerRef!);
      await expect
        .poll(async () => {
          await app.given.dueNow(body.paymentId);
          await reconcileDue(app.context);
          return (await readPayment(body.paymentId)).status;
        })
        .toBe('completed');
    }
    // The money taken is the price of the votes at the time.
    expect((await readBooks(app.db)).moneyMinusVotes).toEqual({ XAF: 0, USD: 0 });
  });

  test('different from the one shown to the voter is never charged', async () => {
    const { nominations } = await app.given.artist();
    await change({ prices: { mobileMoney: 150, card: 75 } });
    const refused = await start({ ...aVoteFor(nominations), amountMinor: 200 }).expect(409);
    expect(refused.body.code).toBe('price-changed');
    await start({ ...aVoteFor(nominations), amountMinor: 300 }).expect(201);
    const card = await app.http
      .post('/api/create-payment-intent-multi')
      .send({ ...aCardVoteFor(nominations), amountMinor: 100 })
      .expect(409);
    expect(card.body.code).toBe('price-changed');
  });

  test('of a card payment without an attempt is updated', async () => {
    const { nominations } = await app.given.artist();
    const send = (session?: string) => {
      const request = app.http.post('/api/create-payment-intent-multi');
      if (session) request.set('Cookie', session);
      return request.send(aCardVoteFor(nominations)).expect(200);
    };
    const opened = await send();
    const session = opened.headers['set-cookie']![0]!.split(';')[0]!;
    await change({ prices: { mobileMoney: 100, card: 80 } });
    const response = await send(session);
    expect(response.body.paymentId).toBe(opened.body.paymentId);
    expect(response.body.revision).toBe(opened.body.revision + 1);
    expect(await readPayment(response.body.paymentId)).toMatchObject({
      amount: 160,
      votePrice: 80,
    });
  });
});

describe('allowed votes', () => {
  test.each([
    [1, 400],
    [4, 400],
    [5, 201],
    [20, 201],
    [21, 400],
  ])('%d votes, when 5 to 20 are allowed: %d', async (each, status) => {
    await change({ votes: { min: 5, max: 20 } });
    const { nominations } = await app.given.artist();
    const nominationVotes = [{ nominationId: nominations[0]!.id, voteCount: each }];
    const body = { ...aVoteFor(nominations), nominationVotes, totalVotes: each };
    const answer = await app.http.post('/api/campay-payment').send(body);
    expect(answer.status).toBe(status);
  });

  test('a method that is off accepts nothing, and is not offered', async () => {
    await change({ methods: { mobileMoney: false, card: true } });
    expect((await publicConfig()).methods).toEqual({ mobileMoney: false, card: true });
    const { nominations } = await app.given.artist();
    const refused = await app.http
      .post('/api/campay-payment')
      .send(aVoteFor(nominations))
      .expect(409);
    expect(refused.body.code).toBe('method-off');
  });
});

describe('an announcement', () => {
  const banner = (from: number | null, to: number | null) => ({
    text: { en: 'Doors open at seven.', fr: 'Ouverture à dix-neuf heures.' },
    from: from === null ? null : new Date(Date.now() + from).toISOString(),
    to: to === null ? null : new Date(Date.now() + to).toISOString(),
  });

  test.each([
    ['always', null, null, true],
    ['from now on', -60_000, null, true],
    ['not yet', 60_000, null, false],
    ['no longer', null, -60_000, false],
  ])('is shown %s', async (_when, from, to, isShown) => {
    await change({ banner: banner(from, to) });
    const config = await publicConfig();
    expect(config.banner).toEqual(isShown ? banner(null, null).text : null);
  });

  test('in the future says when to refresh, without its text', async () => {
    const coming = banner(60_000, 120_000);
    await change({ banner: coming });
    const config = await publicConfig();
    expect(config).toMatchObject({ banner: null, changesAt: coming.from });
    expect(JSON.stringify(config)).not.toContain('Doors');
  });
});

describe('published results', () => {
  const hidden = { policy: 'hidden', sealedFrom: null, releasesAtClose: false } as const;
  const sealed = {
    policy: 'sealed',
    sealedFrom: '2025-11-28T20:00:00.000Z',
    releasesAtClose: false,
  } as const;
  const publish = () =>
    app.http.post('/api/admin/settings/publish-results').set('Cookie', cookie).expect(200);
  const shown = async () => (await publicConfig()).results.shows;
  const past = (ms: number) => new Date(Date.now() - ms).toISOString();
  beforeEach(() => app.db.update(editions).set({ resultsPublishedAt: null }));

  test('are public forever', async () => {
    await change({ results: hidden });
    expect(await shown()).toBe('hidden');
    const { body } = await publish();
    expect(body).toMatchObject({ shows: 'live', resultsPublishedAt: expect.any(String) });
    expect(await shown()).toBe('live');
    const before = (await actions()).length;
    expect((await publish()).body.resultsPublishedAt).toBe(body.resultsPublishedAt);
    expect(await actions()).toHaveLength(before);
  });

  test.each([
    ['hidden', hidden],
    ['sealed', sealed],
    [
      'live, and released at the end of voting',
      { ...hidden, policy: 'live', releasesAtClose: true },
    ],
  ] as const)('cannot be %s again, which is an error at the field', async (_what, results) => {
    await change({ results: { ...hidden, policy: 'ranks' } });
    await publish();
    const before = await read();
    const { status, body } = await change({ results, year: '2041' });
    expect(status).toBe(400);
    expect(body.issues).toEqual([
      { path: 'settings.results.policy', message: 'results-published' },
    ]);
    expect(await read()).toEqual(before);
    // Everything else is saved as usual.
    expect((await change({ year: '2041' })).status).toBe(200);
    expect(await shown()).toBe('live');
  });

  test('at the end of voting count as published, and stay so when voting is reopened', async () => {
    const closesAt = past(60_000);
    await change({ closesAt, results: { ...hidden, releasesAtClose: true } });
    expect(await read()).toMatchObject({ shows: 'live', resultsPublishedAt: closesAt });
    expect((await change({ results: hidden })).status).toBe(400);
    expect((await change({ closesAt: '2035-01-01T00:00:00.000Z' })).status).toBe(200);
    expect(await shown()).toBe('live');
    expect((await read()).resultsPublishedAt).toBe(closesAt);
  });

  test('cannot be sealed at a moment after their release', async () => {
    const closesAt = '2035-01-01T00:00:00.000Z';
    for (const sealedFrom of [closesAt, '2035-01-02T00:00:00.000Z']) {
      const { status, body } = await change({
        closesAt,
        results: { policy: 'sealed', sealedFrom, releasesAtClose: true },
      });
      expect(status).toBe(400);
      expect(body.issues).toMatchObject([{ path: 'settings.results.sealedFrom' }]);
    }
    const results = {
      policy: 'sealed',
      sealedFrom: '2034-12-31T00:00:00.000Z',
      releasesAtClose: true,
    } as const;
    expect((await change({ closesAt, results })).status).toBe(200);
  });
});
