import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyLedger } from '#server/payments/index';
import type { EndpointName } from '#shared/contracts/endpoints';
import { ENDPOINTS } from '#shared/contracts/endpoints';
import {
  bookDays,
  bookDifferences,
  invitations,
  operatorWords,
  paymentFlags,
  payments,
  rateLimits,
} from '#shared/schema';
import { type adminCatalog, adminCatalog as catalogOf } from '../support/admin-catalog';
import { anAdministrator, aTeamMember } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoter, intentOf } from '../support/card-voter';
import { cuttable } from '../support/cut-at-statement';
import { createTestDatabase } from '../support/database';
import { aCardVoteFor, aVoteFor } from '../support/given';
import { statementMapping } from '../support/statement-mapping';
import { isCallback, signIn, Visitor } from '../support/visitor';

/** Personal data in the interrupted requests, which no line of the log may contain. */
const EMAIL = 'private.person@example.cm';
const PHONE = '677123450';

const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

let app: TestApp;
let cuttableLink: Awaited<ReturnType<typeof cuttable>>;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
let catalog: ReturnType<typeof adminCatalog>;
let photograph: Buffer;
beforeAll(async () => {
  cuttableLink = await cuttable(await createTestDatabase());
  app = await startTestApp({ database: cuttableLink.database, timeoutMs: 10_000 });
  admin = await anAdministrator(app);
  catalog = catalogOf(app, admin);
  photograph = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#F5B82E' } })
    .png()
    .toBuffer();
});
afterAll(() => app.close());
beforeEach(() => app.campay.configure({ webhook: 'none' }));

interface Request {
  /** The endpoint's own path by default. */
  path?: string;
  headers?: Record<string, string>;
  body?: object | string | Buffer;
}
/** Prepares a request to an endpoint, which succeeds; each time a different one. */
type Recipe = () => Promise<Request>;

const createNominations = async () => (await app.given.artist()).nominations;
const createCompleted = async () => app.given.completedPayment(await createNominations());
const asAdmin = (request: Request = {}): Request => ({
  ...request,
  headers: { ...request.headers, Cookie: admin.cookie },
});
const csv = (body: string) => asAdmin({ body, headers: { 'Content-Type': 'text/csv' } });
const withEmail = async (): Promise<Request> => ({ body: { email: EMAIL } });

async function aCardSession() {
  const voter = aCardVoter(app);
  const session = await voter.start(await createNominations());
  const jar = voter.http.jar.getCookies({
    domain: '127.0.0.1',
    path: '/',
    secure: false,
    script: false,
  });
  return { session, voter, headers: { Cookie: jar.toValueString() } };
}

async function aDifference() {
  const { id } = await app.given.pendingPayment(await createNominations());
  const day = { provider: 'campay', day: YESTERDAY };
  await app.db.insert(bookDays).values(day).onConflictDoNothing();
  const [difference] = await app.db
    .insert(bookDifferences)
    .values({ ...day, reason: 'paid-there', subject: id, paymentId: id })
    .returning();
  return difference!.id;
}

async function aMember() {
  const member = await aTeamMember(app, 'viewer');
  return member.id;
}

/** Methods that write. A `GET` does when an administrator exports data, which is recorded. */
type Writing =
  | Exclude<EndpointName, `GET ${string}`>
  | 'GET /api/admin/payments.csv'
  | 'GET /api/admin/actions.csv';

let lastYear = 3_000;
/** An edition of a year that no other test of this file uses. */
const aNewEdition = (copied: object[] = []) => ({
  year: String(++lastYear),
  from: {
    year: app.deps.event.current.settings.year,
    categories: copied,
  },
});

const FAR = '2091-11-28T20:00:00.000Z';
/** @returns its year */
async function aDraft(): Promise<string> {
  const { from, year } = aNewEdition();
  await admin.post('/api/admin/editions').send({ from, year }).expect(201);
  return year;
}
const noRehearsal = () => app.db.execute(sql`select rehearsal.empty_all()`);
/** @returns its year */
async function aRehearsal(): Promise<string> {
  await noRehearsal();
  const year = await aDraft();
  const at = '2031-11-28T20:00:00.000Z';
  await admin.post(`/api/admin/editions/${year}/rehearsal`).send({ at }).expect(201);
  return year;
}

const WRITING: Record<Writing, Recipe> = {
  'POST /api/:provider-payment': async () => ({
    path: '/api/campay-payment',
    headers: { 'Idempotency-Key': randomUUID() },
    body: aVoteFor(await createNominations(), { voterEmail: EMAIL }),
  }),
  // Only reads, but in the same way.
  'POST /api/payment-lookup': async () => ({
    body: { idempotencyKey: randomUUID().replaceAll('-', '') },
  }),
  'POST /api/create-payment-intent-multi': async () => ({
    body: aCardVoteFor(await createNominations(), { voterEmail: EMAIL }),
  }),
  'PATCH /api/payment/:paymentId/attempt': async () => {
    const { session, headers } = await aCardSession();
    const { paymentId, revision } = session;
    return { path: `/api/payment/${paymentId}/attempt`, headers, body: { revision } };
  },
  'PATCH /api/payment/:paymentId/email': async () => {
    const { session, headers } = await aCardSession();
    const path = `/api/payment/${session.paymentId}/email`;
    return { path, headers, body: { voterEmail: EMAIL } };
  },
  'POST /api/confirm-payment': async () => {
    app.stripe.configure({ webhooks: 'lost' });
    const { session, voter, headers } = await aCardSession();
    await voter.attempt(session).expect(200);
    await voter.enter(session);
    return { headers, body: { paymentIntentId: intentOf(session) } };
  },
  'POST /api/visits': async () => ({ body: { source: 'radio' } }),
  'POST /api/phone-failures': async () => ({
    body: { kind: 'page', page: 'category', message: 'TypeError', frames: [], language: 'en' },
  }),
  'POST /api/receipts/lookup': withEmail,
  'POST /api/payment/receipt/:receiptCode/send': async () => {
    const { receiptCode } = await createCompleted();
    return { path: `/api/payment/receipt/${receiptCode}/send` };
  },
  'POST /api/payment-help': async () => ({ body: { phoneNumber: PHONE } }),
  'PUT /api/admin/settings': async () => {
    const { body } = await admin.get('/api/admin/settings').expect(200);
    const settings = { ...body.settings, name: `Event ${randomUUID()}` };
    return asAdmin({ body: { settings, version: body.version } });
  },
  'PUT /api/admin/mobile-money-routes/:operator': async () => {
    const { fixed } = app.deps.event.current.settings.routing.mtn;
    return asAdmin({
      path: '/api/admin/mobile-money-routes/mtn',
      body: { provider: fixed === null ? 'campay' : null },
    });
  },
  'PUT /api/admin/operator-words': async () => {
    const text = { provider: 'campay', words: `Account … (${randomUUID()})` };
    await app.db.insert(operatorWords).values(text);
    return asAdmin({ body: { ...text, reason: 'expired' } });
  },
  // Only reads, but in the same way.
  'POST /api/admin/settings/preview': async () =>
    asAdmin({ body: { closesAt: null, retentionDays: 1 } }),
  'POST /api/admin/settings/keep-details': async () => {
    await app.setEvent({ closesAt: '2025-01-01T00:00:00.000Z', retentionDays: 180 });
    const { body } = await admin.get('/api/admin/settings').expect(200);
    const settings = { ...body.settings, retentionDays: 1 };
    await admin.put('/api/admin/settings').send({ settings, version: body.version }).expect(200);
    await app.setEvent({ closesAt: null });
    return asAdmin();
  },
  'POST /api/admin/settings/publish-results': async () => asAdmin(),
  'POST /api/admin/settings/withdraw-results': async () => asAdmin(),
  'POST /api/admin/editions': async () => asAdmin({ body: aNewEdition() }),
  'POST /api/admin/editions/:year/make-current': async () => {
    const [nomination] = await createNominations();
    const { from, year } = aNewEdition([{ id: nomination!.categoryId, nominees: 'all' }]);
    await app.setEvent({ closesAt: null });
    await admin.post('/api/admin/editions').send({ from, year }).expect(201);
    await app.setEvent({ closesAt: '2025-01-01T00:00:00.000Z' });
    // Prompts of earlier tests.
    await app.db.execute(sql`update payments set created_at = created_at - interval '6 minutes'`);
    return asAdmin({
      path: `/api/admin/editions/${year}/make-current`,
      body: { replaces: from.year },
    });
  },
  'DELETE /api/admin/editions/:year': async () => {
    const { from, year } = aNewEdition();
    await admin.post('/api/admin/editions').send({ from, year }).expect(201);
    return asAdmin({ path: `/api/admin/editions/${year}` });
  },
  'POST /api/admin/editions/:year/rehearsal': async () => {
    await noRehearsal();
    return asAdmin({ path: `/api/admin/editions/${await aDraft()}/rehearsal`, body: { at: FAR } });
  },
  'PUT /api/admin/editions/:year/rehearsal/clock': async () => {
    const year = await aRehearsal();
    return asAdmin({ path: `/api/admin/editions/${year}/rehearsal/clock`, body: { at: FAR } });
  },
  'DELETE /api/admin/editions/:year/rehearsal': async () =>
    asAdmin({ path: `/api/admin/editions/${await aRehearsal()}/rehearsal` }),
  'POST /api/voter-tracking/search': async () => asAdmin({ body: { search: PHONE } }),
  'POST /api/admin/payments.csv': async () => asAdmin({ body: { search: PHONE } }),
  'GET /api/admin/payments.csv': async () => asAdmin(),
  'GET /api/admin/actions.csv': async () => asAdmin(),
  'POST /api/admin/accounting.csv': async () => asAdmin({ body: { timezone: 'UTC' } }),
  'POST /api/admin/payments/:id/check': async () => {
    const { id } = await app.given.pendingPayment(await createNominations());
    return asAdmin({ path: `/api/admin/payments/${id}/check` });
  },
  'POST /api/admin/payments/:id/settle': async () => {
    const { id } = await createCompleted();
    await app.db.insert(paymentFlags).values({ paymentId: id, flag: 'amount-mismatch' });
    const body = { act: 'close', reason: 'Looked at' };
    return asAdmin({ path: `/api/admin/payments/${id}/settle`, body });
  },
  'POST /api/admin/payments/:id/refund': async () => {
    app.stripe.configure({ webhooks: 'lost' });
    const { paymentId } = await aCardVoter(app).pay(await createNominations());
    return asAdmin({ path: `/api/admin/payments/${paymentId}/refund` });
  },
  'POST /api/admin/payments/:id/refund-by-hand': async () => {
    const { id, amount } = await createCompleted();
    const body = { amount, reference: 'OM-1', returnedAt: new Date().toISOString() };
    return asAdmin({ path: `/api/admin/payments/${id}/refund-by-hand`, body });
  },
  'PUT /api/admin/payments/:id/email': async () => {
    const { id } = await createCompleted();
    return asAdmin({ path: `/api/admin/payments/${id}/email`, body: { email: EMAIL, was: null } });
  },
  'POST /api/admin/payments/:id/send-receipt': async () => {
    const { id } = await app.given.completedPayment(await createNominations(), {
      voterEmail: EMAIL,
    });
    return asAdmin({ path: `/api/admin/payments/${id}/send-receipt` });
  },
  'POST /api/admin/check-:provider-payments': async () => {
    await app.given.pendingPayment(await createNominations());
    return asAdmin({ path: '/api/admin/check-campay-payments' });
  },
  'POST /api/admin/categories': async () => asAdmin({ body: { name: `Category ${randomUUID()}` } }),
  'PUT /api/admin/categories/order': async () => asAdmin({ body: { ids: [] } }),
  'PUT /api/admin/categories/:id/visibility': async () => {
    const { id } = await catalog.aCategory();
    return asAdmin({ path: `/api/admin/categories/${id}/visibility`, body: { isHidden: true } });
  },
  'PUT /api/admin/categories/:id': async () => {
    const { id, version } = await catalog.aCategory();
    const body = { name: `Category ${randomUUID()}`, version };
    return asAdmin({ path: `/api/admin/categories/${id}`, body });
  },
  'DELETE /api/admin/categories/:id': async () => {
    const { id } = await catalog.aCategory();
    return asAdmin({ path: `/api/admin/categories/${id}` });
  },
  'POST /api/admin/categories/:id/restore': async () => {
    const { id } = await catalog.aCategory();
    await app.given.deletedCategory(id);
    return asAdmin({ path: `/api/admin/categories/${id}/restore` });
  },
  'POST /api/admin/artists': async () => {
    const { id: categoryId } = await catalog.aCategory();
    return asAdmin({ body: { name: `Artist ${randomUUID()}`, nominations: [{ categoryId }] } });
  },
  'PUT /api/admin/artists/:id': async () => {
    const { id: categoryId } = await catalog.aCategory();
    const { id, version } = await catalog.anArtist([categoryId]);
    const body = { name: `Artist ${randomUUID()}`, nominations: [{ categoryId }], version };
    return asAdmin({ path: `/api/admin/artists/${id}`, body });
  },
  'PUT /api/admin/artists/:id/photo': async () => {
    const { id } = await app.given.artist({ photoUrl: null });
    const body = { photoUrl: '/uploads/a.webp', replaces: null };
    return asAdmin({ path: `/api/admin/artists/${id}/photo`, body });
  },
  'DELETE /api/admin/artists/:id': async () => {
    const { id } = await app.given.artist();
    return asAdmin({ path: `/api/admin/artists/${id}` });
  },
  'POST /api/admin/artists/:id/restore': async () => {
    const artist = await app.given.artist();
    await app.given.deletedArtist(artist);
    return asAdmin({ path: `/api/admin/artists/${artist.id}/restore` });
  },
  'POST /api/admin/artists/:id/merge': async () => {
    const [artist, into] = [await app.given.artist(), await app.given.artist()];
    const body = { into: into.id, version: 1, intoVersion: 1 };
    return asAdmin({ path: `/api/admin/artists/${artist.id}/merge`, body });
  },
  'POST /api/admin/artist-merges/:id/undo': async () => {
    const [artist, into] = [await app.given.artist(), await app.given.artist()];
    const { body } = await admin
      .post(`/api/admin/artists/${artist.id}/merge`)
      .send({ into: into.id, version: 1, intoVersion: 1 })
      .expect(201);
    return asAdmin({ path: `/api/admin/artist-merges/${body.id}/undo` });
  },
  'POST /api/admin/nominations/:id/restore': async () => {
    const [nomination] = await createNominations();
    await app.given.withdrawn(nomination!);
    return asAdmin({ path: `/api/admin/nominations/${nomination!.id}/restore` });
  },
  'POST /api/admin/uploads': async () =>
    asAdmin({ body: photograph, headers: { 'Content-Type': 'image/png' } }),
  'POST /api/admin/import/preview': async () => {
    const { name } = await catalog.aCategory();
    return csv(`Artist name,Category\nArtist ${randomUUID()},${name}`);
  },
  'POST /api/admin/import': async () => {
    const { name } = await catalog.aCategory();
    return csv(`Artist name,Category\nArtist ${randomUUID()},${name}`);
  },
  'POST /api/admin/books/days/:day/compare': async () => {
    await app.settled();
    const path = `/api/admin/books/days/${YESTERDAY}/compare`;
    return asAdmin({ path, body: { provider: 'campay' } });
  },
  'POST /api/admin/books/differences/:id/ask': async () =>
    asAdmin({ path: `/api/admin/books/differences/${await aDifference()}/ask` }),
  'POST /api/admin/books/differences/:id/close': async () => {
    const path = `/api/admin/books/differences/${await aDifference()}/close`;
    return asAdmin({ path, body: { note: 'Looked at' } });
  },
  'POST /api/admin/books/closings': async () => {
    await createCompleted();
    return asAdmin({ body: { day: null } });
  },
  'POST /api/admin/statements/preview': async () => ({
    ...csv('Id,Date,Amount\n1,2026-11-28 12:00:05,200'),
    path: '/api/admin/statements/preview?provider=mtn-momo',
  }),
  'POST /api/admin/statements': async () => {
    const mapping = JSON.stringify(statementMapping());
    const query = { provider: 'mtn-momo', from: YESTERDAY, until: YESTERDAY, mapping };
    return {
      ...csv(`Id,Date,Amount\n1,${YESTERDAY} 12:00:05,200`),
      path: `/api/admin/statements?${new URLSearchParams(query)}`,
    };
  },
  'POST /api/admin/voters/preview': async () => asAdmin(await withEmail()),
  'POST /api/admin/voters/erase': async () => {
    await app.given.completedPayment(await createNominations(), { voterEmail: EMAIL });
    return asAdmin(await withEmail());
  },
  'POST /api/admin/team/invitations': async () => {
    await app.db.delete(invitations);
    return asAdmin({ body: { email: EMAIL, role: 'viewer' } });
  },
  'DELETE /api/admin/team/invitations/:id': async () => {
    const values = { email: EMAIL, role: 'viewer', invitedBy: admin.id } as const;
    await app.db.delete(invitations);
    const [invitation] = await app.db.insert(invitations).values(values).returning();
    return asAdmin({ path: `/api/admin/team/invitations/${invitation!.id}` });
  },
  'PUT /api/admin/team/:id/role': async () => {
    const path = `/api/admin/team/${await aMember()}/role`;
    return asAdmin({ path, body: { role: 'editor' } });
  },
  'DELETE /api/admin/team/:id': async () => asAdmin({ path: `/api/admin/team/${await aMember()}` }),
  'DELETE /api/admin/team/:id/sessions': async () =>
    asAdmin({ path: `/api/admin/team/${await aMember()}/sessions` }),
  'DELETE /api/admin/sessions/:id': async () => {
    await anAdministrator(app);
    const { body } = await admin.get('/api/admin/sessions').expect(200);
    const [other] = body.filter(({ isThis }: { isThis: boolean }) => !isThis);
    return asAdmin({ path: `/api/admin/sessions/${other.id}` });
  },
  'DELETE /api/admin/sessions': async () => asAdmin(),
};

/** Endpoints called by providers and the issuer, outside of the contract. */
const CALLED: Record<string, Recipe> = {
  'POST /api/webhooks/stripe': async () => {
    app.stripe.configure({ webhooks: 'held' });
    const { session, voter } = await aCardSession();
    await voter.attempt(session).expect(200);
    await voter.enter(session);
    const { url, init } = app.stripe.webhookFor(app.stripe.events().at(-1)!);
    return { path: new URL(url).pathname, ...init } as Request;
  },
  'POST /api/webhooks/campay': async () => {
    await app.http
      .post('/api/campay-payment')
      .send(aVoteFor(await createNominations()))
      .expect(201);
    const { reference } = app.campay.transactions().at(-1)!;
    const { url, init } = await app.campay.webhookFor(reference);
    return { path: new URL(url).pathname, ...init } as Request;
  },
  'PUT /api/webhooks/mtn-momo': async () => {
    const { id } = await app.given.pendingPayment(await createNominations(), {
      provider: 'mtn-momo',
    });
    return { body: { externalId: id, status: 'SUCCESSFUL' } };
  },
};

const namesOf = (recipes: Record<string, Recipe>) => Object.entries(recipes);

function send(name: string, { path, headers = {}, body }: Request): Promise<Response> {
  const [method = '', pattern = ''] = name.split(' ');
  const isBytes = typeof body === 'string' || Buffer.isBuffer(body);
  return fetch(`${app.url}${path ?? pattern}`, {
    method,
    headers: {
      ...(isBytes || body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isBytes ? (body as string) : JSON.stringify(body) }),
  });
}

/** Runs `act` once for each place, interrupted there. */
async function cutAt(places: readonly number[], act: () => Promise<() => Promise<unknown>>) {
  for (const statement of places) {
    await app.settled();
    await app.db.delete(rateLimits);
    const sendRequest = await act();
    await app.settled();
    app.logs.length = 0;
    cuttableLink.cutAfter(statement);
    await sendRequest();
    cuttableLink.restore();
  }
}

/**
 * Places at which a request can be interrupted: in the middle of its transactions and before their
 * end; without transactions, at each of its few statements, since the server's own come in between.
 * Everywhere with `CUT=all`.
 */
function placesIn(statements: readonly boolean[]): number[] {
  const all = [...statements.keys()];
  const inside = all.filter((place) => statements[place]);
  if (process.env.CUT === 'all' || inside.length === 0) return all;
  const middle = inside[Math.floor(inside.length / 2)];
  return [...new Set([middle, inside.at(-1)])].filter((index) => index !== undefined);
}

/** Sends an uninterrupted request. */
async function sendUninterrupted(act: () => Promise<() => Promise<unknown>>): Promise<number[]> {
  // Caches from earlier requests do not depend on where it is interrupted.
  await (await act())();
  const sendRequest = await act();
  await app.settled();
  cuttableLink.takeStatements();
  await sendRequest();
  return placesIn(cuttableLink.takeStatements());
}

describe.each([...namesOf(WRITING), ...namesOf(CALLED)])('%s', (name, recipe) => {
  test('asks for a retry wherever the database fails, and succeeds when repeated', async () => {
    const places = await sendUninterrupted(async () => {
      const request = await recipe();
      return async () => expect((await send(name, request)).status).toBeLessThan(300);
    });
    let refused = 0;
    await cutAt(places, async () => {
      const request = await recipe();
      return async () => {
        const answer = await send(name, request).catch(() => null);
        const text = await answer?.text().catch(() => null);
        cuttableLink.restore();
        // A table is being sent already: it is truncated, and recognised as such.
        if (!answer || typeof text !== 'string') return expect(name).toContain('.csv');
        const where = `${answer.status} ${text} ${app.logs.join('')}`;
        if (answer.status >= 300) {
          expect(answer.status, where).toBe(503);
          expect(answer.headers.get('retry-after'), where).toBe('5');
          expect(JSON.parse(text).code, where).toBe('unavailable');
          refused++;
        }
        await app.settled();
        const logged = app.logs.join('');
        expect(logged).not.toContain('request failed');
        expect(logged).not.toContain(EMAIL);
        expect(logged).not.toMatch(/\b(?:237)?6\d{8}\b/);
        // The manual check would wait for the minimum interval between two checks of one payment.
        await app.db.update(payments).set({ lastCheckedAt: null });
        const response = await send(name, request);
        expect(response.status, await response.text()).toBeLessThan(500);
      };
    });
    if (places.length > 0) expect(refused).toBeGreaterThan(0);
  });
});

test('a sign-in returns to the site wherever the database fails', async () => {
  const places = [...Array(12).keys()];
  await cutAt(places, async () => {
    const visitor = new Visitor();
    const { url } = await signIn(visitor, app.url, 'voter', { stopAt: isCallback });
    return async () => {
      const answer = await visitor.open(url);
      expect(answer.status).toBe(302);
      expect(app.logs.join('')).not.toContain('failed with a server error');
    };
  });
});

test('a card payment that got a response belongs to an existing session', async () => {
  const answered: number[] = [];
  const places = [...Array(20).keys()];
  await cutAt(places, async () => {
    const { http, send } = aCardVoter(app);
    const body = aCardVoteFor(await createNominations());
    return async () => {
      const { status, body: session } = await send(body);
      cuttableLink.restore();
      if (status !== 200) return;
      const { paymentId, revision } = session;
      const attempted = await http.patch(`/api/payment/${paymentId}/attempt`).send({ revision });
      answered.push(attempted.status);
    };
  });
  expect(answered.length).toBeGreaterThan(0);
  expect([...new Set(answered)]).toEqual([200]);
});

test('every endpoint that writes is among them', () => {
  const names = Object.keys(ENDPOINTS).filter((name) => !name.startsWith('GET '));
  expect(Object.keys(WRITING)).toEqual(expect.arrayContaining(names));
});

test('nothing was counted twice, or only partly', async () => {
  await app.settled();
  expect(await verifyLedger(app.db)).toEqual([]);
});
