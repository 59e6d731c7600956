import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reconcileDue } from '#server/payments/checks/reconciler';
import type { ArchivedEdition, ArchivedResults, EditionChange } from '#shared/contracts/editions';
import type { EventSettings } from '#shared/contracts/event-settings';
import { adminActions, artists, categories, editions, nominations, payments } from '#shared/schema';
import { anAdministrator, aTeamMember } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoteFor, aVoteFor } from '../support/given';

let app: TestApp;
let owner: Awaited<ReturnType<typeof anAdministrator>>;
beforeEach(async () => {
  app = await startTestApp({ env: { EVENT_YEAR: '2025' } });
  owner = await anAdministrator(app);
});
afterEach(() => app.close());

const past = (ms: number) => new Date(Date.now() - ms).toISOString();
const HOUR = 3_600_000;
const NOTHING = { categories: [] };
type Copied = { id: string; nominees: 'all' | string[] }[];
const create = (year: string, copied: Copied = []) =>
  owner.post('/api/admin/editions').send({ year, from: { year: '2025', categories: copied } });
const makeCurrent = (year: string, replaces = '2025') =>
  owner.post(`/api/admin/editions/${year}/make-current`).send({ replaces });
const change = async (year: string): Promise<EditionChange> =>
  (await owner.get(`/api/admin/editions/${year}/change`).expect(200)).body;
const closeVoting = () => app.setEvent({ closesAt: past(HOUR) });
const archived = async (year: string): Promise<ArchivedEdition> =>
  (await app.http.get(`/api/editions/${year}`).expect(200)).body;
const archivedCategory = async (year: string, id: string): Promise<ArchivedResults> =>
  (await app.http.get(`/api/editions/${year}/categories/${id}`).expect(200)).body;
const publicCategories = async (): Promise<{ id: string; name: string }[]> =>
  (await app.http.get('/api/categories').expect(200)).body;
const voteFor = (nomination: { id: string; categoryId: string }) =>
  app.http.post('/api/campay-payment').send(aVoteFor([nomination]));

/** Changes the settings of an edition. */
async function configure(year: string, changed: Partial<EventSettings>) {
  const address = `/api/admin/settings?edition=${year}`;
  const { settings, version } = (await owner.get(address).expect(200)).body;
  await owner
    .put(address)
    .send({ settings: { ...settings, ...changed }, version })
    .expect(200);
}

/** An artist of 2025 with counted votes, nominated again in the copy of the category. */
async function aSecondYear({ votes = 7 } = {}) {
  const artist = await app.given.artist({ name: 'Mama Njanga', bio: 'Sings.' });
  const [nomination] = artist.nominations;
  await app.given.completedPayment([nomination!], { each: votes });
  const { categoryId } = nomination!;
  await create('2026', [{ id: categoryId, nominees: 'all' }]).expect(201);
  const [copy] = await app.db
    .select()
    .from(nominations)
    .where(sql`${nominations.artistId} = ${artist.id} and ${nominations.id} <> ${nomination!.id}`);
  return { artist, nomination: nomination!, copy: copy! };
}

describe('a new edition', () => {
  test('copies what was chosen in its order, and nothing of votes', async () => {
    const [first, second, left] = [
      await app.given.category({ name: 'Best Song', nameFr: 'Meilleure chanson', position: 2 }),
      await app.given.category({ name: 'Best Album', position: 1, isHidden: true }),
      await app.given.category({ name: 'Left out' }),
    ];
    const artist = await app.given.artist({ nominatedIn: 0 });
    const other = await app.given.artist({ nominatedIn: 0 });
    const chosen = await app.given.nomination(artist.id, first!.id, { nominationTitle: 'Yaya' });
    await app.given.nomination(other.id, first!.id);
    const notCopied = await app.given.nomination(artist.id, left!.id);
    await app.given.completedPayment([chosen], { each: 3 });
    const { body } = await create('2026', [
      { id: first!.id, nominees: [chosen.id, notCopied.id] },
      { id: second!.id, nominees: 'all' },
    ]).expect(201);
    expect(body).toMatchObject({
      edition: { year: '2026', state: 'draft', categories: 2, nominees: 1, votes: 0 },
      picturesGone: 0,
    });
    const listed = (await owner.get('/api/admin/categories?edition=2026').expect(200)).body;
    expect(listed).toMatchObject([
      { name: 'Best Album', isHidden: true },
      { name: 'Best Song', nameFr: 'Meilleure chanson', voteCount: 0, artistCount: 1 },
    ]);
    const form = await owner.get(`/api/admin/artists/${artist.id}?edition=2026`).expect(200);
    expect(form.body.nominations).toMatchObject([
      { categoryId: listed[1].id, nominationTitle: 'Yaya', voteCount: 0 },
    ]);
    expect(form.body.nominations[0].shareableLink).not.toBe(chosen.shareableLink);
  });

  test('has dates of its own year', async () => {
    await app.setEvent({
      opensAt: '2025-11-01T08:00:00.000Z',
      closesAt: '2025-11-28T20:00:00.000Z',
    });
    await create('2027').expect(201);
    const { body } = await owner.get('/api/admin/settings?edition=2027').expect(200);
    expect(body).toMatchObject({
      state: 'draft',
      settings: {
        year: '2027',
        opensAt: '2027-11-01T08:00:00.000Z',
        closesAt: '2027-11-28T20:00:00.000Z',
      },
    });
  });

  test('leaves out a picture whose file is gone', async () => {
    const gone = `/uploads/${'0'.repeat(32)}.webp`;
    const { id } = await app.given.category({ backgroundImageUrl: gone });
    const kept = await app.given.category({ backgroundImageUrl: 'https://pictures.example/a.jpg' });
    const { body } = await create('2026', [
      { id, nominees: [] },
      { id: kept.id, nominees: [] },
    ]).expect(201);
    expect(body.picturesGone).toBe(1);
    const { body: copies } = await owner.get('/api/admin/categories?edition=2026').expect(200);
    const pictures = copies.map((copy: { backgroundImageUrl: string }) => copy.backgroundImageUrl);
    expect(pictures).toEqual([null, 'https://pictures.example/a.jpg']);
  });

  test('nominates an artist once who was merged with another one', async () => {
    const category = await app.given.category();
    const [stays, gone] = [
      await app.given.artist({ nominatedIn: 0 }),
      await app.given.artist({ nominatedIn: 0 }),
    ];
    const into = await app.given.nomination(stays.id, category.id);
    await app.given.nomination(gone.id, category.id, { mergedInto: into.id });
    await app.db
      .update(artists)
      .set({ mergedInto: stays.id, isActive: false })
      .where(eq(artists.id, gone.id));
    const { body } = await create('2026', [{ id: category.id, nominees: 'all' }]).expect(201);
    expect(body.edition.nominees).toBe(1);
  });

  test.each(['abcd', '26', '20266', '', '２０２６'])('has no year %j', async (year) => {
    await create(year).expect(400);
  });

  test('has a year of its own', async () => {
    await create('2026').expect(201);
    expect((await create('2026').expect(409)).body.code).toBe('edition-exists');
    await create('2027').expect(201);
    const { body } = await owner.get('/api/admin/settings?edition=2027').expect(200);
    const settings = { ...body.settings, year: '2026' };
    const answer = await owner
      .put('/api/admin/settings?edition=2027')
      .send({ settings, version: body.version });
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe('edition-exists');
  });

  test('is seen by nobody outside the team', async () => {
    const { nomination, copy } = await aSecondYear();
    const names = await publicCategories();
    expect(names.map(({ id }) => id)).toEqual([nomination.categoryId]);
    await app.http.get(`/api/categories/${copy.categoryId}`).expect(404);
    await app.http.get('/api/editions/2026').expect(404);
    expect((await app.http.get('/api/editions').expect(200)).body).toMatchObject([
      { year: '2025', isCurrent: true },
    ]);
    expect((await voteFor(copy)).body.code).toBe('nominations-invalid');
    const nominated = await app.http.get(`/api/nominations/artist/${copy.artistId}`).expect(200);
    expect(nominated.body.map(({ id }: { id: string }) => id)).toEqual([nomination.id]);
  });

  test('forty of them', async () => {
    for (let year = 2026; year < 2066; year += 1) await create(String(year)).expect(201);
    const { body } = await owner.get('/api/admin/editions').expect(200);
    expect(body).toHaveLength(41);
    expect(body[0].year).toBe('2065');
  });

  test('is deleted while it is a draft, and with its votes never', async () => {
    const { copy } = await aSecondYear();
    await owner.delete('/api/admin/editions/2026').expect(204);
    expect(await app.db.$count(categories, eq(categories.id, copy.categoryId))).toBe(0);
    expect(await app.db.$count(editions)).toBe(1);
    expect((await owner.delete('/api/admin/editions/2025').expect(409)).body.code).toBe(
      'edition-not-draft',
    );
    expect(await app.db.$count(adminActions, eq(adminActions.action, 'edition.delete'))).toBe(1);
  });

  test('is made by owners alone', async () => {
    const editor = await aTeamMember(app, 'editor');
    const input = { year: '2026', from: { year: '2025', ...NOTHING } };
    await editor.post('/api/admin/editions').send(input).expect(403);
    await create('2026').expect(201);
    await editor.get('/api/admin/settings?edition=2026').expect(403);
    await editor.get('/api/admin/categories?edition=2026').expect(200);
    await app.http.get('/api/admin/categories?edition=2026').expect(401);
    await owner.get('/api/admin/categories?edition=1999').expect(404);
  });
});

describe('the preview of a draft', () => {
  test('shows the team the whole site as it will be', async () => {
    const { nomination, copy, artist } = await aSecondYear();
    await configure('2026', { name: 'Nuit des talents', prices: { mobileMoney: 200, card: 75 } });
    const viewer = await aTeamMember(app, 'viewer');
    const config = await viewer.get('/api/config?edition=2026').expect(200);
    expect(config.body).toMatchObject({
      event: { name: 'Nuit des talents', year: '2026' },
      prices: { 'mobile-money': { amountMinor: 200 } },
      voting: { isOpen: true },
    });
    const categories = await viewer.get('/api/categories?edition=2026').expect(200);
    expect(categories.body.map(({ id }: { id: string }) => id)).toEqual([copy.categoryId]);
    expect(categories.headers['cache-control']).toBe('private, no-store');
    const { body: nominees } = await viewer
      .get(`/api/nominations/category/${copy.categoryId}?edition=2026`)
      .expect(200);
    expect(nominees).toMatchObject([{ id: copy.id, voteCount: 0 }]);
    const { body } = await viewer.get(`/api/artists/${artist.id}?edition=2026`).expect(200);
    expect(body).toMatchObject({ totalVotes: 0, categoryCount: 1 });
    // What visitors see is neither changed nor cached.
    expect((await publicCategories()).map(({ id }) => id)).toEqual([nomination.categoryId]);
  });

  test('is for the team alone', async () => {
    const { nomination, copy } = await aSecondYear();
    for (const address of ['/api/categories', '/api/search-index', '/api/config']) {
      const plain = await app.http.get(address).expect(200);
      expect((await app.http.get(`${address}?edition=2026`).expect(200)).body).toEqual(plain.body);
    }
    await app.http.get(`/api/categories/${copy.categoryId}?edition=2026`).expect(404);
    await app.http.get(`/api/categories/${nomination.categoryId}?edition=2026`).expect(200);
  });
});

describe('making a draft current', () => {
  test('is refused while payments of the running edition can still be paid', async () => {
    const { nomination } = await aSecondYear();
    expect((await change('2026')).refusal).toBe('voting-open');
    expect((await makeCurrent('2026').expect(409)).body.code).toBe('edition-not-ready');
    app.campay.configure({ webhook: 'none' });
    await voteFor(nomination).expect(201);
    await closeVoting();
    expect((await change('2026')).refusal).toBe('prompts-open');
    await makeCurrent('2026').expect(409);
    await app.db.update(payments).set({ createdAt: sql`now() - interval '6 minutes'` });
    expect((await change('2026')).refusal).toBeNull();
    await makeCurrent('2026').expect(200);
  });

  test('is refused while nobody is nominated in it', async () => {
    await closeVoting();
    await create('2026').expect(201);
    expect((await change('2026')).refusal).toBe('no-nominees');
    await makeCurrent('2026').expect(409);
  });

  test('says what it changes', async () => {
    await aSecondYear();
    await app.given.artist({ nominatedIn: 1 });
    await closeVoting();
    await configure('2026', { prices: { mobileMoney: 200, card: 75 } });
    expect(await change('2026')).toMatchObject({
      from: { year: '2025' },
      to: { year: '2026' },
      prices: { mobileMoney: { from: 100, to: 200 }, card: { from: 50, to: 75 } },
      categories: 1,
      hiddenCategories: 0,
      nominees: 1,
      frenchMissing: 1,
      picturesMissing: 1,
      refusal: null,
    });
  });

  test('archives the one that was, once, whoever asks twice', async () => {
    const { nomination, copy } = await aSecondYear();
    await closeVoting();
    await create('2027').expect(201);
    const answers = await Promise.all([
      makeCurrent('2026'),
      makeCurrent('2026'),
      makeCurrent('2027'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const states = (await owner.get('/api/admin/editions').expect(200)).body;
    expect(states).toMatchObject([
      { year: '2027', state: 'draft' },
      { year: '2026', state: 'current', votes: 0 },
      { year: '2025', state: 'archived', votes: 7 },
    ]);
    const stored = await app.db.select().from(editions).orderBy(editions.id);
    expect(stored.map(({ voters }) => voters)).toEqual([1, null, null]);
    expect((await publicCategories()).map(({ id }) => id)).toEqual([copy.categoryId]);
    await app.http.get(`/api/categories/${nomination.categoryId}`).expect(404);
    const again = await makeCurrent('2027').expect(409);
    expect(again.body.code).toBe('changed-meanwhile');
  });

  test('two drafts at once: one of them', async () => {
    const { nomination } = await aSecondYear();
    await create('2027', [{ id: nomination.categoryId, nominees: 'all' }]).expect(201);
    await closeVoting();
    const answers = await Promise.all([makeCurrent('2026'), makeCurrent('2027')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await app.db.$count(editions, eq(editions.state, 'current'))).toBe(1);
  });

  test('leaves the providers as they are', async () => {
    await aSecondYear();
    await closeVoting();
    await app.setEvent({
      routing: {
        ...app.deps.event.current.settings.routing,
        mtn: { order: null, fixed: 'campay' },
      },
    });
    await makeCurrent('2026').expect(200);
    expect(app.deps.event.current.settings.routing.mtn.fixed).toBe('campay');
    expect(app.deps.event.current.settings.year).toBe('2026');
  });
});

/** 2025 is archived, with published results; 2026 runs. */
async function theNextYear() {
  const made = await aSecondYear();
  await closeVoting();
  await owner.post('/api/admin/settings/publish-results').expect(200);
  await makeCurrent('2026').expect(200);
  await app.setEvent({ opensAt: null, closesAt: null });
  return made;
}

describe('after the change', () => {
  test('votes are for nominees of the new edition alone', async () => {
    const { nomination, copy } = await theNextYear();
    expect((await voteFor(nomination)).body.code).toBe('nominations-invalid');
    await voteFor(copy).expect(201);
    const card = await app.http
      .post('/api/create-payment-intent-multi')
      .send(aCardVoteFor([nomination]));
    expect(card.body.code).toBe('nominations-invalid');
  });

  test('a payment of the old edition counts there', async () => {
    const made = await aSecondYear();
    app.campay.configure({ webhook: 'none' });
    const { body: started } = await voteFor(made.nomination).expect(201);
    await app.db
      .update(payments)
      .set({ createdAt: sql`now() - interval '10 minutes'` })
      .where(eq(payments.id, started.paymentId));
    await closeVoting();
    await makeCurrent('2026').expect(200);
    await app.campay.approve(app.campay.transactions().at(-1)!.reference);
    await app.given.dueNow(started.paymentId);
    await reconcileDue(app.context);
    await owner.post('/api/admin/settings/publish-results?edition=2025').expect(200);
    const { nominees } = await archivedCategory('2025', made.nomination.categoryId);
    expect(nominees).toMatchObject([{ votes: 9, place: 1 }]);
    const { body } = await app.http.get(`/api/artists/${made.artist.id}`).expect(200);
    expect(body.totalVotes).toBe(0);
  });

  test('nothing of the old edition changes any more', async () => {
    const { nomination, artist } = await theNextYear();
    const refused = async (answer: PromiseLike<{ status: number; body: { code: string } }>) => {
      const { status, body } = await answer;
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'edition-archived' });
    };
    const { settings, version } = (await owner.get('/api/admin/settings?edition=2025').expect(200))
      .body;
    await refused(
      owner
        .put('/api/admin/settings?edition=2025')
        .send({ settings: { ...settings, name: 'Other' }, version }),
    );
    await refused(owner.post('/api/admin/categories?edition=2025').send({ name: 'New' }));
    await refused(owner.delete(`/api/admin/categories/${nomination.categoryId}?edition=2025`));
    await refused(owner.delete(`/api/admin/artists/${artist.id}?edition=2025`));
    await owner.delete(`/api/admin/categories/${nomination.categoryId}`).expect(404);
  });

  test('its archive shows nominees as they were', async () => {
    const { nomination, artist } = await theNextYear();
    const { version, ...form } = (await owner.get(`/api/admin/artists/${artist.id}`).expect(200))
      .body;
    const { name, photoUrl, isFeatured, nominations: own } = form;
    await owner
      .put(`/api/admin/artists/${artist.id}`)
      .send({ name: `${name} II`, bio: 'Dances.', photoUrl, isFeatured, version, nominations: own })
      .expect(200);
    await owner.delete(`/api/admin/artists/${artist.id}`).expect(204);
    const edition = await archived('2025');
    expect(edition).toMatchObject({
      year: '2025',
      isCurrent: false,
      shows: 'live',
      list: [
        {
          id: nomination.categoryId,
          nominees: 1,
          winners: [{ name: 'Mama Njanga', bio: 'Sings.', votes: 7, place: 1, share: 100 }],
        },
      ],
    });
  });

  test('a merge of its artists leaves its results alone', async () => {
    const { nomination, artist } = await theNextYear();
    const other = await app.given.artist({ nominatedIn: 1 });
    const preview = await owner
      .get(`/api/admin/artists/${artist.id}/merge?into=${other.id}`)
      .expect(200);
    await owner
      .post(`/api/admin/artists/${artist.id}/merge`)
      .send({
        into: other.id,
        version: preview.body.artist.version,
        intoVersion: preview.body.into.version,
      })
      .expect(201);
    const { nominees } = await archivedCategory('2025', nomination.categoryId);
    expect(nominees).toMatchObject([{ name: 'Mama Njanga', votes: 7 }]);
  });

  test('its artists are voted for without its votes', async () => {
    const { artist, copy } = await theNextYear();
    await app.given.completedPayment([copy], { each: 2 });
    const { body } = await app.http.get(`/api/artists/${artist.id}`).expect(200);
    expect(body).toMatchObject({ totalVotes: 2, categoryCount: 1 });
    const listed = (await owner.get('/api/admin/artists').expect(200)).body;
    expect(listed).toMatchObject([{ totalVotes: 2 }]);
    const before = (await owner.get('/api/admin/artists?edition=2025').expect(200)).body;
    expect(before).toMatchObject([{ totalVotes: 7 }]);
  });
});

/** Everything that is public and could depend on votes. */
async function publicAnswers(categoryIds: readonly string[], artistId: string) {
  const addresses = [
    '/api/categories',
    '/api/featured-artists',
    '/api/search-index',
    '/api/editions',
    '/api/editions/2025',
    `/api/artists/${artistId}`,
    `/api/artists/${artistId}/nominations`,
    ...categoryIds.flatMap((id) => [
      `/api/nominations/category/${id}`,
      `/api/count/timeline/${id}`,
      `/api/editions/2025/categories/${id}`,
    ]),
  ];
  const answers = await Promise.all(addresses.map((address) => app.http.get(address)));
  return answers.map(({ status, body }, index) => ({ address: addresses[index], status, body }));
}

test('a hidden edition beside a published archive reveals nothing', async () => {
  const { nomination, copy, artist } = await theNextYear();
  await app.setEvent({ results: { policy: 'hidden', sealedFrom: null, releasesAtClose: false } });
  const ids = [nomination.categoryId, copy.categoryId];
  const world = await publicAnswers(ids, artist.id);
  await app.given.completedPayment([copy], { each: 41 });
  await app.entered();
  expect(await publicAnswers(ids, artist.id)).toEqual(world);
  const text = JSON.stringify(world);
  expect(text).toContain('"votes":7');
  expect(text).not.toContain('"voteCount":0');
});

describe('results', () => {
  const publish = (edition = '') =>
    owner.post(`/api/admin/settings/publish-results${edition}`).expect(200);
  const withdraw = (edition = '') => owner.post(`/api/admin/settings/withdraw-results${edition}`);
  const hidden = { policy: 'hidden', sealedFrom: null, releasesAtClose: false } as const;

  test('of the next edition are hidden again', async () => {
    await theNextYear();
    await app.setEvent({ results: hidden });
    const { body } = await app.http.get('/api/config').expect(200);
    expect(body.results.shows).toBe('hidden');
    expect((await archived('2025')).shows).toBe('live');
  });

  test('published by mistake are taken back within ten minutes', async () => {
    await app.setEvent({ results: hidden });
    const { body } = await publish();
    expect(Date.parse(body.publicationUndoUntil)).toBeGreaterThan(Date.now());
    expect((await withdraw().expect(200)).body).toMatchObject({
      resultsPublishedAt: null,
      publicationUndoUntil: null,
      shows: 'hidden',
    });
    expect((await withdraw().expect(200)).body.shows).toBe('hidden');
    await publish();
    await app.db
      .update(editions)
      .set({ resultsPublishedAt: sql`now() - interval '11 minutes'`, version: sql`version + 1` });
    expect((await withdraw().expect(409)).body.code).toBe('publication-final');
    const recorded = await app.db.$count(
      adminActions,
      eq(adminActions.action, 'settings.withdraw-results'),
    );
    expect(recorded).toBe(1);
  });

  test('that the rule has published as well stay', async () => {
    await app.setEvent({ results: { ...hidden, releasesAtClose: true } });
    await publish();
    await app.setEvent({ closesAt: past(1_000) });
    expect((await withdraw().expect(409)).body.code).toBe('publication-final');
  });

  test('never published are not in the archive either', async () => {
    const { nomination } = await aSecondYear();
    await app.setEvent({ results: hidden });
    await closeVoting();
    await makeCurrent('2026').expect(200);
    expect(await archived('2025')).toMatchObject({ shows: 'hidden', list: [{ winners: [] }] });
    const { nominees } = await archivedCategory('2025', nomination.categoryId);
    expect(nominees).toMatchObject([{ votes: null, place: null, share: null }]);
    await publish('?edition=2025');
    expect((await archived('2025')).list[0]!.winners).toMatchObject([{ votes: 7 }]);
    await withdraw('?edition=2025').expect(200);
    expect((await archived('2025')).list[0]!.winners).toEqual([]);
  });

  test('published as ranks show no totals', async () => {
    const { nomination } = await aSecondYear();
    await app.setEvent({ results: { ...hidden, policy: 'ranks' } });
    await closeVoting();
    await makeCurrent('2026').expect(200);
    const { nominees } = await archivedCategory('2025', nomination.categoryId);
    expect(nominees).toMatchObject([{ votes: null, place: 1, share: 100 }]);
  });
});

test('details are kept as long as their own edition says', async () => {
  const { eraseExpired } = await import('#server/admin/voters/retention');
  const { nomination } = await aSecondYear();
  const old = await app.given.completedPayment([nomination], { voterEmail: 'a@example.cm' });
  await app.db.update(payments).set({ createdAt: sql`now() - interval '40 days'` });
  await app.setEvent({ closesAt: past(20 * 24 * HOUR), retentionDays: 10 });
  await app.db.update(editions).set({ erasureHeldUntil: null, retentionDaysBefore: null });
  await makeCurrent('2026').expect(200);
  await app.setEvent({ opensAt: null, closesAt: past(HOUR), retentionDays: 10 });
  const [copy] = await app.db
    .select()
    .from(nominations)
    .where(
      sql`${nominations.artistId} = ${nomination.artistId} and ${nominations.id} <> ${nomination.id}`,
    );
  const young = await app.given.completedPayment([copy!], { voterEmail: 'b@example.cm' });
  await eraseExpired({ db: app.db });
  const emails = await app.db
    .select({ id: payments.id, voterEmail: payments.voterEmail })
    .from(payments);
  expect(emails.find(({ id }) => id === old.id)?.voterEmail).toBeNull();
  expect(emails.find(({ id }) => id === young.id)?.voterEmail).toBe('b@example.cm');
});

test('a copied category has an address with its year', async () => {
  const { id } = await app.given.category({ name: 'Best Song' });
  await app.given.category({ name: 'Best Song' });
  await create('2026', [{ id, nominees: 'all' }]).expect(201);
  const { rows } = await app.db.execute(
    sql`select slug from slugs where kind = 'category' and slug like 'best-song%' order by chosen_at`,
  );
  expect(rows.map(({ slug }) => slug)).toEqual(['best-song', 'best-song-2', 'best-song-2026']);
});

test('short links lead to the archive once nobody is nominated there', async () => {
  const { followShortLink } = await import('#server/catalog/index');
  const name = `Ama ${randomUUID().slice(0, 8)}`;
  const artist = await app.given.artist({ name });
  const [nomination] = artist.nominations;
  const { copy } = await theNextYear();
  const deps = { db: app.db, scope: { edition: 2, sees: 'public' as const } };
  const slug = name.toLowerCase().replace(' ', '-');
  const archive = `/editions/2025/${nomination!.categoryId}`;
  expect(await followShortLink(deps, `/a/${slug}`)).toBe(archive);
  expect(await followShortLink(deps, `/a/${slug}/posters`)).toBe(archive);
  expect(await followShortLink(deps, `/a/${copy.artistId}`)).toBe(
    `/category/${copy.categoryId}?artist=${copy.artistId}`,
  );
});
