import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkPayment } from '#server/payments/checks/check-payment';
import { probeDueRoutes } from '#server/payments/index';
import { leaseCheck } from '#server/payments/lifecycle/rows/repository';
import { applyProviderReport } from '#server/payments/lifecycle/transition';
import { DEFAULT_ROUTING, type Routing } from '#shared/domain/provider-routes';
import { adminActions, payments, providerRoutes, rateLimits } from '#shared/schema';
import { anAdministrator, aTeamMember } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { aVoteFor, freshPhone } from '../support/given';

/** In ms: long enough for a sandbox on a slow machine. */
const TIMEOUT_MS = 2_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    timeoutMs: TIMEOUT_MS,
    env: { MOBILE_MONEY_PROVIDERS: 'campay,fapshi,mtn-momo' },
  });
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  for (const sandbox of [app.campay, app.fapshi, app.mtnMomo]) sandbox.reset();
  await app.settled();
  await app.db.delete(providerRoutes);
  await app.db.delete(rateLimits);
  await app.context.routes.reload();
  await order({});
});

const order = (changes: Partial<Routing>) =>
  app.setEvent({ routing: { ...DEFAULT_ROUTING, ...changes } });

interface VoteOptions {
  operator?: 'mtn' | 'orange' | 'unknown';
  /** Provider named by the page. */
  page?: string;
  phoneNumber?: string;
}

async function vote({ operator = 'mtn', page = 'campay', phoneNumber }: VoteOptions = {}) {
  const { nominations } = await app.given.artist();
  const body = aVoteFor(nominations, { phoneNumber: phoneNumber ?? freshPhone(operator) });
  const answer = await app.http.post(`/api/${page}-payment`).send(body);
  return { status: answer.status, answer: answer.body, nomination: nominations[0]!, body };
}

/** Starts a payment, and returns the provider that has taken it. */
async function takerOf(options: VoteOptions = {}): Promise<string> {
  const { status, answer } = await vote(options);
  expect(status).toBe(201);
  const { provider } = await app.given.payment(answer.paymentId);
  await app.settled();
  return provider;
}

const sandboxes = () => ({ campay: app.campay, fapshi: app.fapshi, 'mtn-momo': app.mtnMomo });

/** Prompts sent to a number, by all providers together. */
const promptsTo = (number: string) =>
  Object.values(sandboxes()).flatMap((sandbox) =>
    sandbox.prompts().filter((prompt) => prompt.number === number),
  );

async function stateOf(provider: string, operator: 'mtn' | 'orange' = 'mtn') {
  await app.settled();
  await app.context.routes.reload();
  return app.context.routes.stored(provider, operator);
}

/** Makes all probes due and runs a round of them, as the server does every few seconds. */
async function probe() {
  await app.settled();
  await app.db.update(providerRoutes).set({ nextProbeAt: new Date(0) });
  await probeDueRoutes(app.context);
  await app.settled();
}

/** As if no provider had answered for a minute. */
function minuteLater() {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
}

/** Loses the answers to this many requests. */
async function failRequests(count: number, operator: 'mtn' | 'unknown' = 'mtn') {
  for (let i = 0; i < count; i++) {
    app.campay.failNext('collect', { kind: 'cut' });
    expect((await vote({ operator })).status).toBe(201);
    await app.settled();
  }
}

describe('A new payment', () => {
  test('goes to the first provider of the configuration that serves its operator', async () => {
    expect(await takerOf()).toBe('campay');
    expect(await takerOf({ operator: 'orange' })).toBe('campay');
  });

  test('follows the owner’s order of its operator', async () => {
    await order({
      mtn: { order: ['mtn-momo', 'campay'], fixed: null },
      orange: { order: ['mtn-momo', 'fapshi', 'campay'], fixed: null },
    });
    expect(await takerOf()).toBe('mtn-momo');
    // MTN’s own API serves no Orange wallets.
    expect(await takerOf({ operator: 'orange' })).toBe('fapshi');
    expect(await takerOf({ operator: 'unknown' })).toBe('campay');
  });

  test('goes to the provider that an owner has fixed, also if the order leaves it out', async () => {
    await order({ orange: { order: ['campay'], fixed: 'fapshi' } });
    expect(await takerOf({ operator: 'orange' })).toBe('fapshi');
    expect(await takerOf()).toBe('campay');
  });

  test('is refused before anything is stored while its operator is switched off', async () => {
    await order({ orange: { order: [], fixed: null } });
    const { status, answer, body } = await vote({ operator: 'orange' });
    expect([status, answer.code]).toEqual([409, 'operator-unavailable']);
    const stored = await app.given.payments();
    expect(stored.map(({ phoneNumber }) => phoneNumber)).not.toContain(body.phoneNumber);
    const config = (await app.http.get('/api/config').expect(200)).body;
    expect(config).toMatchObject({ mobileMoneyOperators: ['mtn'], methods: { mobileMoney: true } });
  });

  test('ignores names in the order that are not connected', async () => {
    await order({ mtn: { order: ['gone', 'fapshi'], fixed: 'gone' } });
    expect(await takerOf()).toBe('fapshi');
  });

  test.each(['campay', 'fapshi', 'mtn-momo'])(
    'is served from a page that names %s',
    async (page) => {
      await order({ mtn: { order: ['fapshi'], fixed: null } });
      expect(await takerOf({ page })).toBe('fapshi');
    },
  );

  test('of a number with an open prompt is refused, whatever provider sent it', async () => {
    const phoneNumber = freshPhone();
    expect(await takerOf({ phoneNumber })).toBe('campay');
    await order({ mtn: { order: ['fapshi'], fixed: null } });
    const { status, answer } = await vote({ phoneNumber });
    expect([status, answer.code]).toEqual([409, 'prompt-open']);
    expect(promptsTo(phoneNumber)).toHaveLength(1);
  });
});

describe('A provider that does not respond', () => {
  test('is noticed before a request is sent, and the next one takes the payment', async () => {
    app.campay.configure({ isUnreachable: true });
    minuteLater();
    const { status, answer, nomination, body } = await vote();
    expect(status).toBe(201);
    const { paymentId } = answer;
    expect(await app.given.payment(paymentId)).toMatchObject({ provider: 'fapshi' });
    expect(promptsTo(body.phoneNumber)).toHaveLength(1);
    await app.fapshi.approve(app.fapshi.transactions().at(-1)!.reference);
    await expect.poll(async () => (await app.given.payment(paymentId)).status).toBe('completed');
    expect(await app.given.votesOf(nomination)).toBe(2);
    expect(await stateOf('campay')).toMatchObject({ state: 'down', reason: 'no-response' });
  });

  test('is left out until it responds again', async () => {
    app.campay.configure({ isUnreachable: true });
    await probe();
    expect(await takerOf()).toBe('fapshi');
    app.campay.configure({ isUnreachable: false });
    await probe();
    expect(await stateOf('campay')).toMatchObject({ state: 'well', reason: null });
    expect(await takerOf()).toBe('campay');
  });

  test('is reported to visitors only when no other provider is left', async () => {
    app.campay.configure({ isUnreachable: true });
    app.fapshi.configure({ isUnreachable: true });
    await probe();
    const { body } = await app.http.get('/api/config').expect(200);
    expect(body).toMatchObject({
      mobileMoneyOperators: ['mtn', 'orange'],
      mobileMoneyDown: ['orange'],
    });
    expect(await takerOf()).toBe('mtn-momo');
  });

  test('is asked as a last resort when all are down, and is then well again', async () => {
    for (const sandbox of Object.values(sandboxes())) sandbox.configure({ isUnreachable: true });
    await probe();
    const refused = await vote();
    // Whatever it was told: nothing reached a phone.
    expect(promptsTo(refused.body.phoneNumber)).toEqual([]);
    for (const sandbox of Object.values(sandboxes())) sandbox.configure({ isUnreachable: false });
    await expect.poll(async () => (await vote()).status).toBe(201);
    expect(await stateOf('campay')).toMatchObject({ state: 'well' });
  });

  test('whose credentials are refused is left out as well', async () => {
    app.fapshi.configure({ areCredentialsRevoked: true });
    await order({ mtn: { order: ['fapshi', 'campay'], fixed: null } });
    await probe();
    expect(await stateOf('fapshi')).toMatchObject({ state: 'down', reason: 'refused' });
    expect(await takerOf()).toBe('campay');
  });
});

describe('A provider that reports on its operators', () => {
  let reporting: TestApp;
  beforeAll(async () => {
    reporting = await startTestApp({ env: { MOBILE_MONEY_PROVIDERS: 'pawapay,campay' } });
  });
  afterAll(() => reporting.close());

  const report = async (state: 'OPERATIONAL' | 'DELAYED' | 'CLOSED') => {
    reporting.pawapay.configure({ operators: { MTN: state, Orange: 'OPERATIONAL' } });
    await probeReporting();
  };
  const probeReporting = async () => {
    await reporting.db.update(providerRoutes).set({ nextProbeAt: new Date(0) });
    await probeDueRoutes(reporting.context);
  };
  const takerOfReported = async (operator: 'mtn' | 'orange') => {
    const { nominations } = await reporting.given.artist();
    const body = aVoteFor(nominations, { phoneNumber: freshPhone(operator) });
    const answer = await reporting.http.post('/api/campay-payment').send(body).expect(201);
    return (await reporting.given.payment(answer.body.paymentId)).provider;
  };

  test.each([
    ['CLOSED', { state: 'down', reason: 'reported-down' }, 'campay'],
    ['DELAYED', { state: 'slow', reason: 'reported-slow' }, 'pawapay'],
    ['OPERATIONAL', { state: 'well', reason: null }, 'pawapay'],
  ] as const)('as %s is believed, for this operator only', async (state, stored, taker) => {
    await report(state);
    expect(reporting.context.routes.stored('pawapay', 'mtn')).toMatchObject(stored);
    expect(reporting.context.routes.stored('pawapay', 'orange')).toMatchObject({ state: 'well' });
    expect(await takerOfReported('mtn')).toBe(taker);
    expect(await takerOfReported('orange')).toBe('pawapay');
  });

  test('is believed for five minutes when its next report is missing', async () => {
    await report('CLOSED');
    const state = () => reporting.context.routes.stored('pawapay', 'mtn')?.state;
    const loseReport = () => {
      reporting.pawapay.failNext('availability', { kind: 'answer', status: 500, body: {} }, 2);
      return probeReporting();
    };
    await loseReport();
    expect(state()).toBe('down');
    await reporting.db.update(providerRoutes).set({ since: sql`now() - interval '5 minutes'` });
    await loseReport();
    expect(state()).toBe('well');
  });

  test('does not make a payment wait for the report', async () => {
    await report('OPERATIONAL');
    reporting.pawapay.failNext('availability', { kind: 'hang' }, 2);
    minuteLater();
    expect(await takerOfReported('mtn')).toBe('pawapay');
    reporting.pawapay.reset();
  });
});

test('a provider that takes no new payments any more is not judged', async () => {
  const down = { state: 'down', reason: 'no-response' } as const;
  await app.db.insert(providerRoutes).values({ provider: 'pawapay', operator: 'mtn', ...down });
  await app.context.routes.reload();
  expect(app.context.routes.isAnyDown).toBe(false);
  await app.context.routes.note('pawapay', ['orange'], down);
  expect(await app.db.select().from(providerRoutes)).toHaveLength(1);
});

describe('A request whose answer was lost', () => {
  test('stays where it was sent, and is found there', async () => {
    await takerOf();
    app.campay.failNext('collect', { kind: 'cut', takesEffect: true });
    const { status, answer, body, nomination } = await vote();
    expect(status).toBe(201);
    const { paymentId } = answer;
    expect(await app.given.payment(paymentId)).toMatchObject({
      provider: 'campay',
      status: 'pending',
      providerRef: null,
    });
    expect(promptsTo(body.phoneNumber)).toHaveLength(1);
    const created = app.campay
      .transactions()
      .find(({ externalReference }) => externalReference === paymentId);
    await app.campay.approve(created!.reference);
    await expect
      .poll(async () => {
        await app.given.dueNow(paymentId);
        await checkPayment(app.context, paymentId, 'reconcile');
        return (await app.given.payment(paymentId)).status;
      })
      .toBe('completed');
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('makes the provider slow; three in a row make it down, and others take over', async () => {
    await takerOf();
    await failRequests(1);
    expect(await stateOf('campay')).toMatchObject({ state: 'slow', reason: 'slow-answers' });
    await failRequests(2);
    expect(await stateOf('campay')).toMatchObject({ state: 'down', reason: 'failed-requests' });
    // The other operator has had no failure.
    expect(await takerOf({ operator: 'orange' })).toBe('campay');
    expect(await takerOf()).toBe('fapshi');
  });

  test('to a number of an unknown operator counts for all operators of the provider', async () => {
    await takerOf();
    await failRequests(3, 'unknown');
    expect(await stateOf('campay', 'mtn')).toMatchObject({ state: 'down' });
    expect(await stateOf('campay', 'orange')).toMatchObject({ state: 'down' });
    expect(await takerOf({ operator: 'unknown' })).toBe('fapshi');
  });

  test('of a provider that responds again is tried by one payment at a time', async () => {
    await takerOf();
    await failRequests(3);
    await probe();
    expect(await stateOf('campay')).toMatchObject({ state: 'down', isReady: true });
    app.campay.failNext('collect', { kind: 'delay', ms: 300 });
    const takers = await Promise.all([takerOf(), takerOf(), takerOf()]);
    expect(takers.sort()).toEqual(['campay', 'fapshi', 'fapshi']);
    expect(await stateOf('campay')).toMatchObject({ state: 'well' });
    expect(await takerOf()).toBe('campay');
  });

  test('of a provider that responded and then did not again is not tried', async () => {
    await takerOf();
    await failRequests(3);
    await probe();
    app.campay.configure({ isUnreachable: true });
    await probe();
    expect(await stateOf('campay')).toMatchObject({ state: 'down', isReady: false });
    expect(await takerOf()).toBe('fapshi');
  });

  test('minutes ago needs no such payment: a good probe is enough', async () => {
    await takerOf();
    await failRequests(3);
    await app.settled();
    const since = sql`now() - interval '5 minutes'`;
    await app.db.update(providerRoutes).set({ since });
    await probe();
    expect(await stateOf('campay')).toMatchObject({ state: 'well' });
  });

  test('to an unknown operator is made up for by the next one that is answered', async () => {
    await takerOf();
    await failRequests(3, 'unknown');
    await probe();
    // Campay is tried with MTN, and takes payments to unknown operators again.
    expect(await takerOf()).toBe('campay');
    expect(await stateOf('campay', 'orange')).toMatchObject({ state: 'down', isReady: true });
    expect(await takerOf({ operator: 'unknown' })).toBe('campay');
    expect(await stateOf('campay', 'orange')).toMatchObject({ state: 'well' });
  });

  test('in that one payment leaves the provider down until it is probed again', async () => {
    await takerOf();
    await failRequests(3);
    await probe();
    await failRequests(1);
    expect(await stateOf('campay')).toMatchObject({
      state: 'down',
      isReady: false,
      triedUntil: null,
    });
    expect(await takerOf()).toBe('fapshi');
  });
});

describe('A request that never left', () => {
  test('goes to the next provider, and its votes count once', async () => {
    await takerOf();
    // The token is renewed first, which fails: the request itself is not sent.
    app.campay.expireTokens();
    app.campay.failNext('token', { kind: 'answer', status: 503, body: {} }, 2);
    const { status, answer, nomination, body } = await vote();
    expect(status).toBe(201);
    const { paymentId } = answer;
    expect(await app.given.payment(paymentId)).toMatchObject({
      provider: 'fapshi',
      status: 'pending',
    });
    expect(promptsTo(body.phoneNumber)).toHaveLength(1);
    await app.fapshi.approve(app.fapshi.transactions().at(-1)!.reference);
    await expect.poll(async () => (await app.given.payment(paymentId)).status).toBe('completed');
    expect(await app.given.votesOf(nomination)).toBe(2);
    const events = await app.given.events(paymentId);
    const attempts = events.filter(({ source }) => source === 'attempt');
    expect(attempts.map(({ detail }) => detail)).toEqual([
      expect.objectContaining({ outcome: 'unsent', provider: 'campay', takenBy: 'fapshi' }),
      expect.objectContaining({ outcome: 'accepted' }),
    ]);
  });

  test('is refused when no provider is left, and may be repeated', async () => {
    await order({ mtn: { order: ['campay'], fixed: null } });
    app.campay.expireTokens();
    app.campay.failNext('token', { kind: 'answer', status: 503, body: {} }, 2);
    const { status, answer, body } = await vote();
    expect([status, answer.code]).toEqual([422, 'unavailable']);
    const { phoneNumber } = body;
    await expect.poll(async () => (await vote({ phoneNumber })).status).toBe(201);
    expect(promptsTo(phoneNumber)).toHaveLength(1);
  });
});

describe('A report of a provider that no longer has the payment', () => {
  test('changes nothing', async () => {
    const { paymentId } = (await vote()).answer;
    await app.given.dueNow(paymentId);
    const leased = await leaseCheck(app.db, paymentId, [app.context.mobileMoney[0]!], 60_000);
    await app.db.update(payments).set({ provider: 'fapshi' }).where(eq(payments.id, paymentId));
    const report = {
      outcome: 'failed',
      reason: 'declined',
      providerRef: null,
      evidence: {},
    } as const;
    const { hasChanged } = await applyProviderReport(app.db, paymentId, report, {
      source: 'reconcile',
      leased: leased!,
      planNext: () => null,
    });
    expect(hasChanged).toBe(false);
    expect(await app.given.payment(paymentId)).toMatchObject({ status: 'pending' });
  });
});

describe('Administrators', () => {
  test('read who takes new payments, since when and why', async () => {
    const viewer = await aTeamMember(app, 'viewer');
    await order({ orange: { order: ['mtn-momo', 'fapshi', 'campay'], fixed: null } });
    app.fapshi.configure({ isUnreachable: true });
    await probe();
    const { body } = await viewer.get('/api/admin/mobile-money-routes').expect(200);
    expect(body.operators).toEqual([
      expect.objectContaining({ operator: 'mtn', takenBy: 'campay', fixed: null }),
      {
        operator: 'orange',
        takenBy: 'campay',
        fixed: null,
        routes: [
          {
            provider: 'fapshi',
            position: 1,
            state: 'down',
            since: expect.any(String),
            reason: 'no-response',
            isTried: false,
          },
          expect.objectContaining({ provider: 'campay', position: 2, state: 'well', reason: null }),
        ],
      },
    ]);
  });

  test('fix a provider, in every process, until they take it back; Activity has both', async () => {
    const owner = await anAdministrator(app);
    const fix = (provider: string | null) =>
      owner.put('/api/admin/mobile-money-routes/orange').send({ provider });
    await fix('fapshi').expect(200);
    expect(await takerOf({ operator: 'orange' })).toBe('fapshi');
    await fix('fapshi').expect(200);
    await fix(null).expect(200);
    expect(await takerOf({ operator: 'orange' })).toBe('campay');
    const actions = await app.db.select().from(adminActions).orderBy(adminActions.id);
    expect(actions.slice(-2).map(({ action, after }) => [action, after])).toEqual([
      [
        'settings.update',
        { routing: expect.objectContaining({ orange: { order: null, fixed: 'fapshi' } }) },
      ],
      ['settings.update', { routing: DEFAULT_ROUTING }],
    ]);
  });

  test.each([
    ['orange', 'mtn-momo'],
    ['mtn', 'gone'],
  ])('cannot fix for %s a provider that does not serve it (%s)', async (operator, provider) => {
    const owner = await anAdministrator(app);
    const path = `/api/admin/mobile-money-routes/${operator}`;
    await owner.put(path).send({ provider }).expect(400);
  });

  test('who are no owners cannot', async () => {
    const viewer = await aTeamMember(app, 'viewer');
    const path = '/api/admin/mobile-money-routes/orange';
    await viewer.put(path).send({ provider: 'fapshi' }).expect(403);
  });

  test.each([
    ['provider-twice', 'settings.routing.mtn.order', ['campay', 'campay']],
    ['provider-unknown', 'settings.routing.mtn.order', ['campay', 'gone']],
  ])('cannot save an order with the problem %s', async (message, path, mtn) => {
    const owner = await anAdministrator(app);
    const answer = await save(owner, { mtn: { order: mtn, fixed: null } });
    expect(answer.status).toBe(400);
    expect(answer.body.issues).toEqual([expect.objectContaining({ path, message })]);
  });

  test('cannot save an order that names nobody while mobile money is on', async () => {
    const owner = await anAdministrator(app);
    const none = { order: [], fixed: null };
    const answer = await save(owner, { mtn: none, orange: none });
    expect(answer.status).toBe(400);
    expect(answer.body.issues).toEqual([expect.objectContaining({ message: 'no-provider' })]);
    expect((await save(owner, { orange: none })).status).toBe(200);
  });

  test('who save the order at once do not overwrite each other', async () => {
    const [one, other] = await Promise.all([anAdministrator(app), anAdministrator(app)]);
    const answers = await Promise.all([
      save(one, { mtn: { order: ['fapshi'], fixed: null } }),
      save(other, { mtn: { order: ['mtn-momo'], fixed: null } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  const save = (owner: Awaited<ReturnType<typeof anAdministrator>>, changes: Partial<Routing>) => {
    const { settings, version } = app.deps.event.current;
    const routing = { ...DEFAULT_ROUTING, ...changes };
    return owner.put('/api/admin/settings').send({ settings: { ...settings, routing }, version });
  };
});
