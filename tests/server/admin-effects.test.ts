import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import type { Response, Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS, type Endpoint, type Endpoints } from '#shared/contracts/endpoints';
import { SETTINGS_EFFECTS } from '#shared/contracts/event-settings';
import type { ActionEffect } from '#shared/domain/sign-in';
import { editions, invitations, operatorWords, paymentFlags } from '#shared/schema';
import { anAdministrator, aTeamMember } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoter } from '../support/card-voter';
import { execute } from '../support/database';
import { aVoteFor, freshPhone } from '../support/given';
import { enterBoth, enterOurs } from '../support/provider-books';
import { statementMapping } from '../support/statement-mapping';

/**
 * The effects of each administrative action, observed in the database and in its response. A new
 * endpoint must be added here; one with more effects than its contract declares fails.
 */

type GuardedName = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { permission: string } ? Name : never;
}[keyof Endpoints];
type Act = () => Promise<() => Test>;

const FAN = 'fan.of.the.acts@example.cm';
const ZONE = 'Africa/Douala';

let app: TestApp;
let owner: Awaited<ReturnType<typeof anAdministrator>>;
let voted: { id: string; categoryId: string }[];
let phone: ReturnType<typeof freshPhone>;
let member: { id: string };
let ownersName: string;
let yesterday: string;
let noon: Date;

beforeAll(async () => {
  app = await startTestApp({ env: { EVENT_TIMEZONE: ZONE } });
  app.campay.configure({ webhook: 'none' });
  owner = await anAdministrator(app);
  member = await aTeamMember(app, 'viewer');
  const { body: acting } = await owner.get('/api/admin/actions/people').expect(200);
  ownersName = acting.people.find(({ id }: { id: string }) => id === owner.id).name;
  ({ nominations: voted } = await app.given.artist());
  yesterday = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(Date.now() - 86_400_000);
  noon = new Date(`${yesterday}T12:00:00+01:00`);
  phone = freshPhone();
  await app.given.completedPayment(voted, { voterEmail: FAN, phoneNumber: phone });
  await watchWrites();
});
afterAll(() => app.close());

/** Records writes to votes, money, voters, permissions and settings, whatever causes them. */
async function watchWrites() {
  const watched = Object.entries({
    votes: ['nomination_totals', 'payment_votes', 'count_queue'],
    money: ['refunds', 'returned_money'],
    payments: ['payments', 'payment_flags'],
    rights: ['invitations'],
    settings: ['editions', 'sealed_totals'],
    reasons: ['operator_words'],
  }).flatMap(([what, tables]) => tables.map((table) => ({ what, table })));
  const triggers = watched.map(
    // Nobody but the team sees a draft.
    ({
      what,
      table,
    }) => `CREATE TRIGGER seen AFTER ${table === 'editions' ? 'UPDATE' : 'INSERT OR UPDATE OR DELETE'} ON ${table}
      FOR EACH ROW EXECUTE FUNCTION note_write('${what}');`,
  );
  await execute(
    app.ownerUrl,
    `CREATE TABLE writes (what text NOT NULL);
    CREATE FUNCTION note_write() RETURNS trigger SECURITY DEFINER LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO public.writes VALUES (TG_ARGV[0]);
      RETURN NULL;
    END $$;
    GRANT SELECT, DELETE ON writes TO public;
    CREATE TRIGGER seen_erasure AFTER UPDATE OF erased_at ON payments FOR EACH ROW
      WHEN (old.erased_at IS DISTINCT FROM new.erased_at) EXECUTE FUNCTION note_write('erasure');
    CREATE TRIGGER seen_role AFTER UPDATE OF role ON users FOR EACH ROW
      EXECUTE FUNCTION note_write('rights');
    ${triggers.join('\n')}`,
  );
}

async function seenOf(send: () => Test): Promise<{ answer: Response; seen: Set<string> }> {
  await app.settled();
  await app.db.execute(sql`delete from writes`);
  const answer = await send().buffer();
  await app.settled();
  const { rows } = await app.db.execute<{ what: string }>(sql`select distinct what from writes`);
  const seen = new Set(rows.map(({ what }) => what));
  const isFile = answer.headers['content-disposition'] !== undefined;
  const lines = (answer.text ?? '').split('\n');
  const isOfVoters = lines.some((line) => line.includes(FAN) || line.includes(phone));
  // Not the single name of the administrator who signed a report.
  const isOfTeam = lines.filter((line) => line.includes(ownersName)).length > 1;
  if (isFile && (isOfVoters || isOfTeam)) seen.add('people');
  return { answer, seen };
}

/** The effects that each observation may belong to. */
const NECESSARY: Record<string, readonly ActionEffect[]> = {
  votes: ['votes'],
  money: ['money'],
  // A corrected address is part of the payment.
  payments: ['votes', 'money', 'erasure', 'people'],
  erasure: ['erasure'],
  rights: ['rights'],
  people: ['people'],
  settings: ['visitors', 'votes', 'money', 'erasure'],
  reasons: ['visitors'],
};
/** A provider's report changes votes and money, whoever triggered the check. */
const REPORTED_BY_PROVIDER = ['votes', 'money', 'payments'];

const get =
  (path: string): Act =>
  async () =>
  () =>
    owner.get(path);
const post =
  (path: string, body: object): Act =>
  async () =>
  () =>
    owner.post(path).send(body);
const settled = async (act: object, path = 'settle') => {
  const { id } = await app.given.completedPayment(voted);
  const flag = 'failed-after-completion' as const;
  await app.db.insert(paymentFlags).values({ paymentId: id, flag });
  return () => owner.post(`/api/admin/payments/${id}/${path}`).send(act);
};
const ofPayment = (path: string, send: 'get' | 'post'): Act => {
  return async () => {
    const { id } = await app.given.completedPayment(voted, { voterEmail: FAN });
    return () => owner[send](`/api/admin/payments/${id}${path}`);
  };
};
const anArtist = async () => {
  const { id, name, nominations } = await app.given.artist();
  const categoryId = nominations[0]!.categoryId;
  return { id, name, categoryId, nominations };
};
const started = async () => {
  const body = aVoteFor(voted);
  const { paymentId } = (await app.http.post('/api/campay-payment').send(body).expect(201)).body;
  const { reference } = app.campay.transactions().at(-1)!;
  await app.campay.approve(reference);
  await app.given.dueNow(paymentId);
  return paymentId as string;
};
const differing = async () => {
  const { reference } = await enterBoth(app, voted, { provider: 'campay', at: noon });
  app.campay.configure({
    listFaults: { missing: [reference], doubled: [], late: {}, wrongAmounts: {} },
  });
  const day = `/api/admin/books/days/${yesterday}`;
  await owner.post(`${day}/compare`).send({ provider: 'campay' }).expect(200);
  await app.settled();
  const { differences } = (await owner.get(day).expect(200)).body;
  const open = differences.filter(({ resolution }: { resolution: unknown }) => !resolution);
  return open.at(-1).id as string;
};
const closed = async (): Promise<string> => {
  await app.given.aged((await app.given.completedPayment(voted)).id, '2 days');
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(
    Date.now() - 2 * 86_400_000,
  );
  const { body } = await owner.post('/api/admin/books/closings').send({ day });
  if (body.id !== undefined) return String(body.id);
  const listed = await owner.get(`/api/admin/books/closings?day=${day}`).expect(200);
  return String(listed.body.closings[0].id);
};
const statement = (path: string, query: Record<string, string>): Act => {
  return async () => {
    const { paymentId, amount } = await enterOurs(app, voted, { provider: 'mtn-momo', at: noon });
    const file = `Id,Status,Date,External Id,Amount,Fee\n1,Successful,${yesterday} 12:00:05,${paymentId},${amount},4`;
    const mapping = statementMapping({
      payment: 'External Id',
      fee: 'Fee',
      status: 'Status',
      paidWords: ['Successful'],
    });
    const asked = new URLSearchParams({
      provider: 'mtn-momo',
      ...query,
      ...(path === '' ? { from: yesterday, until: yesterday } : {}),
      ...(path === '' ? { mapping: JSON.stringify(mapping) } : {}),
    });
    return () =>
      owner
        .post(`/api/admin/statements${path}?${asked}`)
        .set('Content-Type', 'text/csv')
        .send(file);
  };
};
const imported = (path: string): Act => {
  return async () => {
    const { name } = await app.given.category();
    return () =>
      owner
        .post(`/api/admin/import${path}`)
        .set('Content-Type', 'text/csv')
        .send(`name,category\nArtist ${randomUUID()},${name}`);
  };
};
const invited = async () => {
  const email = `${randomUUID()}@vote.example`;
  const [row] = await app.db
    .insert(invitations)
    .values({ email, role: 'viewer', invitedBy: owner.id })
    .returning();
  return row!.id;
};

let lastYear = 3_000;
const anEdition = () => ({
  year: String(++lastYear),
  from: {
    year: app.deps.event.current.settings.year,
    categories: [{ id: voted[0]!.categoryId, nominees: 'all' }],
  },
});
/** Other tests go on with the first edition. */
async function backToFirst(): Promise<void> {
  if (app.deps.event.current.id === 1) return;
  await app.db.execute(sql`
    delete from edition_artists;
    update editions set state = 'draft', begun_at = null where state = 'current';
    update editions set state = 'current', ended_at = null where id = 1`);
  await app.deps.event.reload();
  await app.setEvent({ closesAt: null });
}
/** @returns its year */
const aDraft = async () => {
  const edition = anEdition();
  await owner.post('/api/admin/editions').send(edition).expect(201);
  return edition.year;
};

const FAR = '2091-11-28T20:00:00.000Z';
const FARTHER = '2091-11-28T21:00:00.000Z';
/** @returns the year of the rehearsal that an earlier test has begun */
const underRehearsal = async (): Promise<string> =>
  (await owner.get('/api/admin/editions/rehearsal').expect(200)).body.rehearsal.year;

const ACTS: Record<GuardedName, Act> = {
  'GET /api/stats': get('/api/stats'),
  'GET /api/voter-tracking': get('/api/voter-tracking'),
  'POST /api/voter-tracking/search': post('/api/voter-tracking/search', { search: FAN }),
  'GET /api/admin/analytics': get('/api/admin/analytics'),
  'GET /api/admin/leaders': get('/api/admin/leaders'),
  'GET /api/admin/editions/figures': get('/api/admin/editions/figures'),
  'GET /api/admin/health': get('/api/admin/health'),
  'GET /api/admin/settings': get('/api/admin/settings'),
  'PUT /api/admin/settings': async () => {
    const { settings, version } = app.deps.event.current;
    const prices = { mobileMoney: settings.prices.mobileMoney + 1, card: settings.prices.card };
    return () =>
      owner.put('/api/admin/settings').send({ settings: { ...settings, prices }, version });
  },
  'GET /api/admin/mobile-money-routes': get('/api/admin/mobile-money-routes'),
  'PUT /api/admin/mobile-money-routes/:operator': async () => {
    const { fixed } = app.deps.event.current.settings.routing.orange;
    const provider = fixed === null ? 'campay' : null;
    return () => owner.put('/api/admin/mobile-money-routes/orange').send({ provider });
  },
  'GET /api/admin/operator-words': get('/api/admin/operator-words'),
  'PUT /api/admin/operator-words': async () => {
    const text = { provider: 'campay', words: `Account … (${randomUUID()})` };
    await app.db.insert(operatorWords).values(text);
    return () => owner.put('/api/admin/operator-words').send({ ...text, reason: 'expired' });
  },
  'POST /api/admin/settings/preview': post('/api/admin/settings/preview', {
    closesAt: '2025-01-01T00:00:00.000Z',
    retentionDays: 1,
  }),
  'POST /api/admin/settings/keep-details': async () => {
    await app.setEvent({ closesAt: '2025-01-01T00:00:00.000Z', retentionDays: 180 });
    const { settings, version } = app.deps.event.current;
    const sooner = { ...settings, retentionDays: 1 };
    await owner.put('/api/admin/settings').send({ settings: sooner, version }).expect(200);
    return () => owner.post('/api/admin/settings/keep-details');
  },
  'POST /api/admin/settings/publish-results': async () => {
    await app.setEvent({ closesAt: null });
    return () => owner.post('/api/admin/settings/publish-results');
  },
  'POST /api/admin/settings/withdraw-results': async () => {
    await app.setEvent({ closesAt: null });
    await app.db.update(editions).set({ resultsPublishedAt: sql`now()` });
    return () => owner.post('/api/admin/settings/withdraw-results');
  },
  'GET /api/admin/editions': get('/api/admin/editions'),
  'POST /api/admin/editions': async () => () => owner.post('/api/admin/editions').send(anEdition()),
  'GET /api/admin/editions/:year/change': async () => {
    const year = await aDraft();
    return () => owner.get(`/api/admin/editions/${year}/change`);
  },
  'POST /api/admin/editions/:year/make-current': async () => {
    const year = await aDraft();
    const replaces = app.deps.event.current.settings.year;
    await app.setEvent({ opensAt: null, closesAt: '2025-01-01T00:00:00.000Z' });
    return () => owner.post(`/api/admin/editions/${year}/make-current`).send({ replaces });
  },
  'DELETE /api/admin/editions/:year': async () => {
    const year = await aDraft();
    return () => owner.delete(`/api/admin/editions/${year}`);
  },
  'GET /api/admin/editions/rehearsal': get('/api/admin/editions/rehearsal'),
  'POST /api/admin/editions/:year/rehearsal': async () => {
    const year = await aDraft();
    return () => owner.post(`/api/admin/editions/${year}/rehearsal`).send({ at: FAR });
  },
  'PUT /api/admin/editions/:year/rehearsal/clock': async () => {
    const year = await underRehearsal();
    return () => owner.put(`/api/admin/editions/${year}/rehearsal/clock`).send({ at: FARTHER });
  },
  'DELETE /api/admin/editions/:year/rehearsal': async () => {
    const year = await underRehearsal();
    return () => owner.delete(`/api/admin/editions/${year}/rehearsal`);
  },
  'GET /api/admin/payments.csv': get('/api/admin/payments.csv'),
  'POST /api/admin/payments.csv': post('/api/admin/payments.csv', { search: FAN }),
  'POST /api/admin/accounting.csv': post('/api/admin/accounting.csv', { timezone: 'UTC' }),
  'GET /api/admin/payments/:id': ofPayment('', 'get'),
  'POST /api/admin/payments/:id/check': async () => {
    const id = await started();
    return () => owner.post(`/api/admin/payments/${id}/check`);
  },
  'PUT /api/admin/payments/:id/email': async () => {
    const { id } = await app.given.completedPayment(voted, { voterEmail: FAN });
    return () =>
      owner.put(`/api/admin/payments/${id}/email`).send({ email: 'new@example.cm', was: FAN });
  },
  'POST /api/admin/payments/:id/send-receipt': ofPayment('/send-receipt', 'post'),
  'POST /api/admin/check-:provider-payments': async () => {
    await started();
    return () => owner.post('/api/admin/check-campay-payments');
  },
  'POST /api/admin/payments/:id/settle': () =>
    settled({ act: 'refunded', reason: 'Given back at the office' }),
  'POST /api/admin/payments/:id/refund-by-hand': () =>
    settled(
      { amount: 200, reference: 'R1', returnedAt: new Date().toISOString() },
      'refund-by-hand',
    ),
  'POST /api/admin/payments/:id/refund': async () => {
    const { paymentId } = await aCardVoter(app).pay(voted);
    return () => owner.post(`/api/admin/payments/${paymentId}/refund`);
  },
  'GET /api/admin/nominations/category/:categoryId': async () => () =>
    owner.get(`/api/admin/nominations/category/${voted[0]!.categoryId}`),
  'GET /api/admin/categories': get('/api/admin/categories'),
  'POST /api/admin/categories': post('/api/admin/categories', { name: 'New' }),
  'PUT /api/admin/categories/order': async () => {
    const { body } = await owner.get('/api/admin/categories').expect(200);
    const ids = body.map(({ id }: { id: string }) => id).reverse();
    return () => owner.put('/api/admin/categories/order').send({ ids });
  },
  'PUT /api/admin/categories/:id/visibility': async () => {
    const { categoryId } = await anArtist();
    return () =>
      owner.put(`/api/admin/categories/${categoryId}/visibility`).send({ isHidden: true });
  },
  'PUT /api/admin/categories/:id': async () => {
    const { categoryId } = await anArtist();
    return () => owner.put(`/api/admin/categories/${categoryId}`).send({ name: 'Other' });
  },
  'DELETE /api/admin/categories/:id': async () => {
    const { categoryId } = await anArtist();
    return () => owner.delete(`/api/admin/categories/${categoryId}`);
  },
  'POST /api/admin/categories/:id/restore': async () => {
    const { categoryId } = await anArtist();
    await owner.delete(`/api/admin/categories/${categoryId}`).expect(204);
    return () => owner.post(`/api/admin/categories/${categoryId}/restore`);
  },
  'GET /api/admin/artists': get('/api/admin/artists'),
  'GET /api/admin/artists/:id': async () => {
    const { id } = await anArtist();
    return () => owner.get(`/api/admin/artists/${id}`);
  },
  'POST /api/admin/artists': async () => {
    const { categoryId } = await anArtist();
    return () =>
      owner.post('/api/admin/artists').send({ name: 'New', nominations: [{ categoryId }] });
  },
  'PUT /api/admin/artists/:id': async () => {
    const { id, categoryId } = await anArtist();
    return () =>
      owner.put(`/api/admin/artists/${id}`).send({ name: 'Other', nominations: [{ categoryId }] });
  },
  'PUT /api/admin/artists/:id/photo': async () => {
    const { id } = await anArtist();
    return () =>
      owner
        .put(`/api/admin/artists/${id}/photo`)
        .send({ photoUrl: '/uploads/a.webp', replaces: null });
  },
  'DELETE /api/admin/artists/:id': async () => {
    const { id } = await anArtist();
    return () => owner.delete(`/api/admin/artists/${id}`);
  },
  'POST /api/admin/artists/:id/restore': async () => {
    const { id } = await anArtist();
    await owner.delete(`/api/admin/artists/${id}`).expect(204);
    return () => owner.post(`/api/admin/artists/${id}/restore`);
  },
  'GET /api/admin/artists/:id/merge': async () => {
    const [{ id }, into] = [await anArtist(), await anArtist()];
    return () => owner.get(`/api/admin/artists/${id}/merge?into=${into.id}`);
  },
  'POST /api/admin/artists/:id/merge': async () => {
    const [{ id }, into] = [await anArtist(), await anArtist()];
    return () =>
      owner
        .post(`/api/admin/artists/${id}/merge`)
        .send({ into: into.id, version: 1, intoVersion: 1 });
  },
  'POST /api/admin/artist-merges/:id/undo': async () => {
    const [{ id }, into] = [await anArtist(), await anArtist()];
    const merge = { into: into.id, version: 1, intoVersion: 1 };
    const { body } = await owner.post(`/api/admin/artists/${id}/merge`).send(merge).expect(201);
    return () => owner.post(`/api/admin/artist-merges/${body.id}/undo`);
  },
  'GET /api/admin/deleted': get('/api/admin/deleted'),
  'POST /api/admin/nominations/:id/restore': async () => {
    const { nominations } = await anArtist();
    await app.given.withdrawn(nominations[0]!);
    return () => owner.post(`/api/admin/nominations/${nominations[0]!.id}/restore`);
  },
  // Internal addresses are forbidden: there is no picture, and no other response.
  'GET /api/admin/image-preview': get('/api/admin/image-preview?url=http://127.0.0.1/&w=160'),
  'POST /api/admin/uploads': async () => {
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    return () =>
      owner
        .post('/api/admin/uploads')
        .set('Content-Type', 'image/jpeg')
        .send(picture as never);
  },
  'POST /api/admin/import/preview': imported('/preview'),
  'POST /api/admin/import': imported(''),
  'GET /api/admin/books': get('/api/admin/books'),
  'GET /api/admin/books/days/:day': async () => () =>
    owner.get(`/api/admin/books/days/${yesterday}`),
  'POST /api/admin/books/days/:day/compare': async () => {
    await enterBoth(app, voted, { provider: 'fapshi', at: noon });
    return () =>
      owner.post(`/api/admin/books/days/${yesterday}/compare`).send({ provider: 'campay' });
  },
  'POST /api/admin/books/differences/:id/ask': async () => {
    const id = await differing();
    return () => owner.post(`/api/admin/books/differences/${id}/ask`);
  },
  'POST /api/admin/books/differences/:id/close': async () => {
    const id = await differing();
    return () => owner.post(`/api/admin/books/differences/${id}/close`).send({ note: 'Known' });
  },
  'GET /api/admin/books/closings': get('/api/admin/books/closings'),
  'POST /api/admin/books/closings': async () => {
    await enterOurs(app, voted, { provider: 'fapshi', at: noon });
    return () => owner.post('/api/admin/books/closings').send({ day: yesterday });
  },
  'GET /api/admin/books/closings/:id/report.pdf': async () => {
    const id = await closed();
    return () => owner.get(`/api/admin/books/closings/${id}/report.pdf`);
  },
  'GET /api/admin/books/closings/:id/report.csv': async () => {
    const id = await closed();
    return () => owner.get(`/api/admin/books/closings/${id}/report.csv`);
  },
  'POST /api/admin/statements/preview': statement('/preview', {}),
  'POST /api/admin/statements': statement('', {}),
  'POST /api/admin/voters/preview': post('/api/admin/voters/preview', { email: FAN }),
  'POST /api/admin/voters/erase': async () => {
    const voterEmail = 'goes@example.cm';
    await app.given.completedPayment(voted, { voterEmail });
    return () => owner.post('/api/admin/voters/erase').send({ email: voterEmail });
  },
  'GET /api/admin/actions': get('/api/admin/actions'),
  'GET /api/admin/actions/people': get('/api/admin/actions/people'),
  'GET /api/admin/actions.csv': get('/api/admin/actions.csv'),
  'GET /api/admin/team': get('/api/admin/team'),
  'POST /api/admin/team/invitations': post('/api/admin/team/invitations', {
    email: 'new@vote.example',
    role: 'viewer',
  }),
  'DELETE /api/admin/team/invitations/:id': async () => {
    const id = await invited();
    return () => owner.delete(`/api/admin/team/invitations/${id}`);
  },
  'PUT /api/admin/team/:id/role': async () => () =>
    owner.put(`/api/admin/team/${member.id}/role`).send({ role: 'editor' }),
  'DELETE /api/admin/team/:id/sessions': async () => () =>
    owner.delete(`/api/admin/team/${member.id}/sessions`),
  'DELETE /api/admin/team/:id': async () => () => owner.delete(`/api/admin/team/${member.id}`),
  'GET /api/admin/sessions': get('/api/admin/sessions'),
  'DELETE /api/admin/sessions/:id': async () => {
    const other = await anAdministrator(app);
    const { body } = await other.get('/api/admin/sessions').expect(200);
    const mine = body.find(({ isThis }: { isThis: boolean }) => isThis);
    return () => owner.delete(`/api/admin/sessions/${mine.id}`);
  },
  'DELETE /api/admin/sessions': async () => () => owner.delete('/api/admin/sessions'),
};

/** Effects that the action must have: otherwise the observation does not work. */
const SURE: Partial<Record<GuardedName, string[]>> = {
  'PUT /api/admin/settings': ['settings'],
  'POST /api/admin/settings/keep-details': ['settings'],
  'POST /api/admin/settings/publish-results': ['settings'],
  'POST /api/admin/settings/withdraw-results': ['settings'],
  'GET /api/admin/payments.csv': ['people'],
  'POST /api/admin/payments.csv': ['people'],
  'GET /api/admin/actions.csv': ['people'],
  'POST /api/admin/payments/:id/check': ['payments', 'votes'],
  'POST /api/admin/check-:provider-payments': ['payments', 'votes'],
  'POST /api/admin/payments/:id/settle': ['payments', 'votes'],
  'POST /api/admin/payments/:id/refund': ['money'],
  'POST /api/admin/payments/:id/refund-by-hand': ['money', 'votes'],
  'POST /api/admin/voters/erase': ['erasure'],
  'POST /api/admin/team/invitations': ['rights'],
  'PUT /api/admin/team/:id/role': ['rights'],
};

const effectsOf = (name: GuardedName): readonly ActionEffect[] => {
  if (name === 'PUT /api/admin/settings') return SETTINGS_EFFECTS.prices;
  const { effects = [] }: Endpoint = ENDPOINTS[name];
  return effects;
};

describe('an action does what its contract says, and no more', () => {
  test.each(Object.keys(ACTS) as GuardedName[])('%s', async (name) => {
    const { answer, seen } = await seenOf(await ACTS[name]());
    await backToFirst();
    if (name !== 'GET /api/admin/image-preview') expect(answer.status).toBeLessThan(300);
    expect([...seen]).toEqual(expect.arrayContaining(SURE[name] ?? []));
    const { asksProvider }: Endpoint = ENDPOINTS[name];
    const effects = effectsOf(name);
    const undeclared = [...seen].filter(
      (what) =>
        !(asksProvider && REPORTED_BY_PROVIDER.includes(what)) &&
        !NECESSARY[what]?.some((effect) => effects.includes(effect)),
    );
    expect(undeclared).toEqual([]);
  });
});
