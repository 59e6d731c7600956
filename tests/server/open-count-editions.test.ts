import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recountLog } from '#client/features/open-count/recount/model/recount-log';
import { type Database, openDatabase } from '#server/db/client';
import { verifyOpenCount } from '#server/open-count/index';
import { applyProviderReport } from '#server/payments/lifecycle/transition';
import type { EventSettings } from '#shared/contracts/event-settings';
import type { OpenCount } from '#shared/contracts/open-count';
import { bytesOf } from '#shared/open-count/bytes';
import {
  canonicalJson,
  commitmentTo,
  type Entry,
  entryBytes,
  minuteOf,
  readEntry,
  sealOf,
} from '#shared/open-count/entry';
import { GrowingTree, leafHash } from '#shared/open-count/merkle';
import { openingsLevel, tilePath } from '#shared/open-count/tiles';
import {
  countEditionHeads,
  countEntries,
  countHeads,
  countMinutes,
  countQueue,
  editions,
  payments,
} from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { verifierAlone } from '../support/count-site';
import { execute } from '../support/database';

type Rule = EventSettings['results'];
const LIVE: Rule = { policy: 'live', sealedFrom: null, releasesAtClose: false };
const HIDDEN: Rule = { ...LIVE, policy: 'hidden' };
const SEALED: Rule = { ...LIVE, policy: 'sealed', sealedFrom: '2020-01-01T00:00:00Z' };

/** Changes the settings of one edition, as another process would. */
async function setEdition({ db, deps }: TestApp, id: number, change: Partial<EventSettings>) {
  await db
    .update(editions)
    .set({
      settings: sql`${editions.settings} || ${JSON.stringify(change)}::jsonb`,
      version: sql`version + 1`,
    })
    .where(eq(editions.id, id));
  await deps.event.reload();
}

const publish = async ({ db, deps }: TestApp, id: number) => {
  await db.update(editions).set({ resultsPublishedAt: sql`now()` }).where(eq(editions.id, id));
  await deps.event.reload();
};

/** Archives the current edition; the next one is current from now on. @returns its id */
async function nextEdition({ db, deps }: TestApp, change: Partial<EventSettings>): Promise<number> {
  const id = await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into edition_artists (edition_id, artist_id, name)
      select distinct categories.edition_id, artists.id, artists.name
      from nominations join artists on artists.id = artist_id
      join categories on categories.id = category_id
      where categories.edition_id = current_edition()`);
    const { rows } = await tx.execute<{ settings: EventSettings }>(sql`
      update editions set state = 'archived', ended_at = now()
      where state = 'current' returning settings`);
    const settings = { ...rows[0]!.settings, ...change };
    const values = { state: 'current', settings, begunAt: sql`now()` } as const;
    const [next] = await tx.insert(editions).values(values).returning({ id: editions.id });
    return next!.id;
  });
  await deps.event.reload();
  return id;
}

/** A provider's report that a payment was paid, which may come long after it began. */
const paid = ({ db }: TestApp, { id, amount, currency }: typeof payments.$inferSelect) =>
  applyProviderReport(
    db,
    id,
    { outcome: 'paid', money: { amountMinor: amount, currency }, providerRef: id, evidence: {} },
    { source: 'reconcile' },
  );

async function entriesOf({ db }: TestApp): Promise<(Entry & { paymentId: string | null })[]> {
  const rows = await db.select().from(countEntries).orderBy(countEntries.index);
  return rows.map(({ entry, paymentId }) => ({ ...readEntry(bytesOf(entry))!, paymentId }));
}

async function countOf({ http }: TestApp, year?: string): Promise<OpenCount> {
  const query = year === undefined ? '' : `?edition=${year}`;
  return (await http.get(`/api/count${query}`).expect(200)).body;
}

const sumsOf = ({ payments: counted, takenBack, votes, sealed }: OpenCount['edition']) => ({
  counted,
  takenBack,
  votes,
  sealed,
});

/** Recounts the log as a browser does, and as the outside verifier does. */
async function recountFromOutside({ url }: TestApp) {
  const { outcome } = await recountLog({
    fetch: (path, init) => fetch(`${url}${path}`, init),
    seen: null,
    onProgress: () => undefined,
    wait: async () => undefined,
  });
  const verifier = await verifierAlone();
  const { code, text } = await verifier.run(url, '--patience', '0');
  await verifier.remove();
  return { outcome, code, text };
}

/** Expects that both verifiers and the recount of our tables find nothing. */
async function expectEqual(app: TestApp) {
  expect(await verifyOpenCount(app.db)).toEqual([]);
  const { outcome, code, text } = await recountFromOutside(app);
  expect(outcome).toMatchObject({ is: 'equal' });
  expect(text).toContain('EQUAL: ');
  expect(code).toBe(0);
  return text;
}

describe('a log of two editions', () => {
  let app: TestApp;
  let first: Awaited<ReturnType<TestApp['given']['artist']>>;
  let second: typeof first;
  let late: string;
  beforeAll(async () => {
    app = await startTestApp();
    await setEdition(app, 1, { year: '2026', results: HIDDEN });
    first = await app.given.artist();
    await app.given.completedPayment(first.nominations, { each: 3 });
    const started = await app.given.pendingPayment(first.nominations, { each: 5 });
    const refunded = await app.given.completedPayment(first.nominations, { each: 9 });
    await app.entered();
    await nextEdition(app, { year: '2027', results: LIVE });
    second = await app.given.artist();
    await app.given.completedPayment(second.nominations, { each: 7 });
    await paid(app, started);
    late = started.id;
    await app.given.refunded(refunded.id);
    await app.entered();
  });
  afterAll(() => app?.close());

  test('a payment counts in the edition in which it was created, by the rule of that one', async () => {
    const entries = await entriesOf(app);
    expect(entries.find(({ paymentId }) => paymentId === late)).toMatchObject({
      v: 2,
      edition: 1,
      sealed: expect.any(String),
    });
    const opened = entries.filter((entry) => entry.kind === 'count' && 'votes' in entry);
    expect(opened).toMatchObject([{ edition: 2, votes: { [second.nominations[0]!.id]: 7 } }]);
    const defined = entries.flatMap((entry) => (entry.kind === 'edition' ? [entry.year] : []));
    expect(defined).toEqual(['2026', '2027']);
    expect(await app.db.$count(countMinutes)).toBe(1);
  });

  test('has sums of each and of all, for the edition of the query', async () => {
    const ofSecond = { counted: 1, takenBack: 0, votes: 7, sealed: 0 };
    const ofFirst = { counted: 3, takenBack: 1, votes: 0, sealed: 3 };
    const current = await countOf(app);
    const earlier = await countOf(app, '2026');
    expect([current, earlier].map(({ edition }) => [edition.year, sumsOf(edition)])).toEqual([
      ['2027', ofSecond],
      ['2026', ofFirst],
    ]);
    expect(await countOf(app, '2027')).toEqual(current);
    for (const { head, editions: both } of [current, earlier]) {
      expect(head).toMatchObject({ payments: 4, takenBack: 1, votes: 7, sealed: 3 });
      expect(head!.money).toEqual({ XAF: 1500, USD: 0 });
      expect(both.map(({ year, money }) => [year, money.XAF])).toEqual([
        ['2026', 800],
        ['2027', 700],
      ]);
    }
  });

  test('is equal for all verifiers, whose sums are by edition', async () => {
    const text = await expectEqual(app);
    expect(text).toContain(' 2026: 3 payments, 1 of them withdrawn; 800 XAF');
    expect(text).toContain(' 2027: 1 payment, 0 of them withdrawn; 700 XAF');
  });

  test('has timelines of the edition of the query', async () => {
    const path = `/api/count/timeline/${first.nominations[0]!.categoryId}`;
    await app.http.get(path).expect(404);
    const { body } = await app.http.get(`${path}?edition=2026`).expect(200);
    expect(body).toEqual({ timeline: null });
    const own = `/api/count/timeline/${second.nominations[0]!.categoryId}`;
    expect((await app.http.get(own).expect(200)).body.timeline.nominations).toHaveLength(1);
    await app.http.get(`${own}?edition=2026`).expect(404);
  });

  test('opens the seals of the archived edition when that is published', async () => {
    await setEdition(app, 2, { results: HIDDEN });
    await app.given.completedPayment(second.nominations, { each: 11 });
    await app.entered();
    const { length } = await entriesOf(app);
    const bundle = (edition: number, width: number) =>
      `/count/${tilePath({ level: openingsLevel(edition), index: 0, width })}`;
    await app.http.get(bundle(1, length)).expect(404);
    await publish(app, 1);
    await app.entered();
    expect((await entriesOf(app)).slice(length)).toMatchObject([
      { v: 2, kind: 'opening', edition: 1, below: length },
    ]);
    const { body } = await app.http.get(bundle(1, length)).expect(200);
    const lines: string[] = body.toString().trimEnd().split('\n');
    const opened = lines.map((line) => Object.values<number>(JSON.parse(line).votes)[0]);
    expect(opened).toEqual([3, 9, 5]);
    await app.http.get(bundle(2, length)).expect(404);
    await expectEqual(app);
    await app.given.completedPayment(second.nominations, { each: 13 });
    await publish(app, 2);
    await app.entered();
    const { body: ofSecond } = await app.http.get(bundle(2, length)).expect(200);
    expect(ofSecond.toString()).toMatch(/^\{"entry":\d+,.*:11\}\}\n$/);
    // What was public of the first edition stays as it was, byte for byte.
    expect((await app.http.get(bundle(1, length))).body).toEqual(body);
    await expectEqual(app);
  });

  test('is compared with the archive: its totals and its names', async () => {
    const text = await expectEqual(app);
    expect(text).toContain('archives of earlier editions: the totals of 1 nomination.');
    const { id } = first.nominations[0]!;
    const votes = `update nomination_totals set votes = votes`;
    const name = `update edition_artists set name`;
    for (const [change, undo, difference] of [
      [`${votes} + 1`, `${votes} - 1`, { what: 'total', log: 8, site: 9 }],
      [`${name} = 'Not ' || name`, `${name} = substr(name, 5)`, { what: 'name' }],
    ] as const) {
      const where = change.startsWith(votes) ? `nomination_id = '${id}'` : 'edition_id = 1';
      await execute(app.ownerUrl, `${change} where ${where}`);
      const { outcome, code } = await recountFromOutside(app);
      expect(outcome).toMatchObject({ is: 'different', difference });
      expect(code).toBe(1);
      await execute(app.ownerUrl, `${undo} where ${where}`);
    }
    await expectEqual(app);
  });

  test('defines an edition again when its name has changed, before its next entry', async () => {
    await setEdition(app, 2, { name: 'Golden Awards', nameFr: 'Prix dorés' });
    await app.entered();
    expect((await entriesOf(app)).at(-1)?.kind).not.toBe('edition');
    await app.given.completedPayment(second.nominations);
    await app.entered();
    await app.entered();
    expect((await entriesOf(app)).slice(-2)).toMatchObject([
      { kind: 'edition', edition: 2, year: '2027', name: 'Golden Awards', nameFr: 'Prix dorés' },
      { kind: 'count', edition: 2 },
    ]);
    await expectEqual(app);
  });

  test('contains nothing of a draft, and shows nothing of it', async () => {
    const [{ settings }] = (await app.db.select().from(editions)) as [typeof editions.$inferSelect];
    const values = { state: 'draft', settings: { ...settings, year: '2028' } } as const;
    const [draft] = await app.db.insert(editions).values(values).returning();
    await app.deps.event.reload();
    const category = await app.given.category({ editionId: draft!.id });
    const artist = await app.given.artist({ nominatedIn: 0 });
    await app.given.nomination(artist.id, category.id);
    const { length } = await entriesOf(app);
    await app.entered();
    expect(await entriesOf(app)).toHaveLength(length);
    for (const year of ['2028', '1999', 'x', '2028&edition=2026']) {
      await app.http.get(`/api/count?edition=${year}`).expect(year.includes('&') ? 400 : 404);
    }
    await app.http.get(`/api/count/timeline/${category.id}?edition=2028`).expect(404);
    expect((await countOf(app, '2026')).editions.map(({ year }) => year)).toEqual(['2026', '2027']);
  });

  test.each([
    ['sums of an edition', 'update count_edition_heads set votes = votes + 1'],
    ['a limit of openings', 'update count_edition_heads set open_below = 1'],
    [
      'an edition of a payment',
      `update payments set created_at = now() where id =
       (select payment_id from count_entries where kind = 'count' order by index limit 1)`,
    ],
    ['a publication that opened nothing', 'update count_heads set open_below = 0'],
  ])('is recounted by edition: %s', async (_what, statement) => {
    const owner = openDatabase(app.ownerUrl);
    const manipulated = owner.db.transaction(async (tx) => {
      for (const table of ['count_edition_heads', 'count_heads', 'payments']) {
        await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
      }
      await tx.execute(sql.raw(statement));
      const found = await verifyOpenCount(tx as unknown as Database);
      expect(found.join('\n')).toMatch(/edition/);
      tx.rollback();
    });
    await expect(manipulated).rejects.toThrow('Rollback');
    await owner.close();
  });
});

test('answers about each edition are cached separately', async () => {
  const app = await startTestApp({ catalogAgeMs: 60_000 });
  const { year: first } = app.config.firstSettings;
  await app.entered();
  await nextEdition(app, { year: '2030' });
  const yearOf = async (year?: string) => (await countOf(app, year)).edition.year;
  for (let time = 0; time < 2; time++) {
    expect(await Promise.all([yearOf(), yearOf(first), yearOf('2030')])).toEqual([
      '2030',
      first,
      '2030',
    ]);
  }
  expect(app.deps.cache.counts.reads).toBe(3);
  await app.close();
});

describe('a publication and its withdrawal', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    await setEdition(app, 1, { results: HIDDEN });
  });
  afterAll(() => app?.close());

  test('are public with their times, and each publication opens what is sealed by then', async () => {
    const owner = await anAdministrator(app);
    const act = async (action: string) => {
      await owner.post(`/api/admin/settings/${action}`).expect(200);
      await app.entered();
    };
    const artist = await app.given.artist();
    const vote = async (each: number) => {
      await app.given.completedPayment(artist.nominations, { each });
      await app.entered();
    };
    const seen: (number | undefined)[][] = [];
    const see = async () => {
      const { head } = await countOf(app);
      seen.push([head?.votes, head?.sealed]);
    };
    expect((await countOf(app)).edition.publications).toEqual([]);
    await vote(3);
    await see();
    await act('publish-results');
    await vote(5);
    await see();
    await act('withdraw-results');
    await vote(7);
    await see();
    await act('publish-results');
    await see();
    expect(seen).toEqual([
      [0, 1],
      [8, 0],
      [8, 1],
      [15, 0],
    ]);
    const { publications } = (await countOf(app)).edition;
    expect(publications.map(({ what }) => what)).toEqual(['published', 'withdrawn', 'published']);
    for (const publication of publications) {
      expect(Object.keys(publication).sort()).toEqual(['at', 'what']);
    }
    const times = publications.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    const openings = (await entriesOf(app)).filter(({ kind }) => kind === 'opening');
    expect(openings).toHaveLength(2);
    await expectEqual(app);
    // Those of another edition are not shown.
    await nextEdition(app, { year: '2030' });
    expect((await countOf(app)).edition.publications).toEqual([]);
  });
});

/** Enters payments as a server of the release before, whose entries name no edition. */
async function enterAsBefore(
  { db }: TestApp,
  names: {
    nomination: string;
    artist: string;
    artistId: string;
    category: string;
    categoryId: string;
  },
  counted: readonly { payment: typeof payments.$inferSelect; votes: number; isSealed: boolean }[],
): Promise<void> {
  const before = await db.select().from(countEntries).orderBy(countEntries.index);
  const tree = new GrowingTree();
  for (const { leaf } of before) tree.append(leaf);
  const minute = minuteOf(new Date());
  const add = async (entry: Entry, about: Partial<typeof countEntries.$inferInsert>) => {
    const leaf = leafHash(entryBytes(entry));
    const row = { entry: canonicalJson(entry), leaf, kind: entry.kind, ...about };
    await db.insert(countEntries).values({ ...row, index: tree.size });
    tree.append(leaf);
  };
  const { nomination } = names;
  await add(
    { v: 1, kind: 'nomination', minute, ...names, categoryFr: null },
    { nominationId: nomination },
  );
  for (const { payment, votes, isSealed } of counted) {
    const salt = new Uint8Array(16).fill(tree.size);
    const cast = { [nomination]: votes };
    const [stored] = await db.select().from(payments).where(eq(payments.id, payment.id));
    const common = {
      v: 1,
      kind: 'count',
      minute: minuteOf(stored!.completedAt!),
      method: 'mobile-money',
      currency: 'XAF',
      amount: payment.amount,
      commitment: commitmentTo(salt, stored!.receiptCode!),
    } as const;
    await add(isSealed ? { ...common, sealed: sealOf(salt, cast) } : { ...common, votes: cast }, {
      paymentId: payment.id,
      receiptSalt: salt,
      votesSalt: isSealed ? salt : null,
    });
    if (!isSealed) {
      await db.execute(sql`
        insert into count_minutes (nomination_id, minute, votes, payments, taken_back)
        values (${nomination}, date_trunc('minute', ${stored!.completedAt!.toISOString()}::timestamptz), ${votes}, 1, 0)
        on conflict (nomination_id, minute) do update set
          votes = count_minutes.votes + excluded.votes,
          payments = count_minutes.payments + excluded.payments`);
    }
    await db.delete(countQueue).where(eq(countQueue.paymentId, payment.id));
  }
  const open = counted.filter(({ isSealed }) => !isSealed);
  await db.execute(sql`
    insert into count_heads (size, root, made_at, payments, taken_back, xaf, usd, votes, sealed, open_below)
    select ${tree.size}, ${Buffer.from(tree.root())}, now(),
      coalesce(max(payments), 0) + ${counted.length}, coalesce(max(taken_back), 0),
      coalesce(max(xaf), 0) + ${counted.reduce((sum, { payment }) => sum + payment.amount, 0)},
      coalesce(max(usd), 0), coalesce(max(votes), 0) + ${open.reduce((sum, { votes }) => sum + votes, 0)},
      coalesce(max(sealed), 0) + ${counted.length - open.length}, coalesce(max(open_below), 0)
    from (select * from count_heads order by size desc limit 1) as newest`);
}

describe('a log that servers of the release before have begun', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app?.close());

  test('is continued: version 1 is about the first edition', async () => {
    const artist = await app.given.artist();
    const [nomination] = artist.nominations;
    const category = (await app.http.get('/api/categories')).body[0];
    const names = {
      nomination: nomination!.id,
      artistId: artist.id,
      artist: artist.name,
      categoryId: category.id,
      category: category.name,
    };
    const vote = async (each: number) => app.given.completedPayment(artist.nominations, { each });
    const [open, sealed] = [await vote(3), await vote(5)];
    await setEdition(app, 1, { year: '2026', results: HIDDEN });
    await enterAsBefore(app, names, [
      { payment: open, votes: 3, isSealed: false },
      { payment: sealed, votes: 5, isSealed: true },
    ]);
    await app.entered();
    expect(await entriesOf(app)).toHaveLength(3);
    const refunded = await vote(7);
    await app.given.refunded(sealed.id);
    await app.entered();
    await app.given.refunded(refunded.id);
    await app.entered();
    expect((await entriesOf(app)).slice(3)).toMatchObject([
      { v: 2, kind: 'edition', edition: 1, year: '2026' },
      { v: 2, kind: 'count', edition: 1 },
      { v: 1, kind: 'take-back', entry: 2 },
      { v: 1, kind: 'take-back', entry: 4 },
    ]);
    await expectEqual(app);

    // One that was not restarted yet writes between ours.
    await enterAsBefore(app, names, [{ payment: await vote(11), votes: 11, isSealed: true }]);
    await app.entered();
    await expectEqual(app);
    await nextEdition(app, { year: '2027', results: LIVE });
    const other = await app.given.artist();
    await app.given.completedPayment(other.nominations, { each: 13 });
    await app.entered();
    await expectEqual(app);
    await publish(app, 1);
    await app.entered();
    expect((await entriesOf(app)).at(-1)).toMatchObject({ v: 2, kind: 'opening', edition: 1 });
    const text = await expectEqual(app);
    expect(text).toContain(' 2026: 4 payments, 2 of them withdrawn; 1,400 XAF');
    expect(text).toContain('14 public votes; 0 payments still sealed');
    expect(sumsOf((await countOf(app)).edition)).toEqual({
      counted: 1,
      takenBack: 0,
      votes: 13,
      sealed: 0,
    });
  });
});

/** The same ids in each world. */
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const FIRST = [id(301), id(302)] as const;
const SECOND = [id(311), id(312), id(313)] as const;

async function createInstallation() {
  const app = await startTestApp();
  await setEdition(app, 1, { year: '2026', results: HIDDEN });
  const nominate = async (category: string, nominated: readonly string[]) => {
    await app.given.category({ id: category, name: `Song ${category}` });
    for (const nomination of nominated) {
      const artistId = nomination.replace('0003', '0002');
      await app.given.artist({ id: artistId, name: `Artist ${nomination}`, nominatedIn: 0 });
      await app.given.nomination(artistId, category, { id: nomination });
    }
  };
  await nominate(id(1), FIRST);
  return { app, nominate };
}

/** Everything the public can read, without random values and times. */
async function publicOf(app: TestApp) {
  const get = async (path: string) => {
    const answer = await fetch(`${app.url}${path}`);
    return { status: answer.status, text: answer.ok ? await answer.text() : '' };
  };
  const rows = await app.db.select().from(countEntries).orderBy(countEntries.index);
  const openings = await Promise.all(
    [1, 2].flatMap((edition) =>
      rows.map((_row, index) =>
        get(`/count/${tilePath({ level: openingsLevel(edition), index: 0, width: index + 1 })}`),
      ),
    ),
  );
  const answers = await Promise.all(
    [
      '/api/count',
      '/api/count?edition=2026',
      '/api/categories',
      ...[1, 2].map((category) => `/api/nominations/category/${id(category)}`),
      `/api/count/timeline/${id(2)}`,
      `/api/count/timeline/${id(1)}?edition=2026`,
    ].map(get),
  );
  const withoutTimes = (text: string) =>
    text
      .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '')
      .replaceAll(/"keys":\[[^\]]*\]/g, '')
      .replaceAll(/"(salt|commitment|sealed|createdAt)":"[^"]*"/g, '');
  const withoutRoot = <Row extends { size: number }>(row: Row) => ({
    ...row,
    root: null,
    madeAt: null,
  });
  return {
    entries: rows.map(({ entry }) => withoutTimes(entry)),
    openings: openings.map(({ status, text }) => [status, withoutTimes(text)]),
    answers: answers.map(({ status, text }) => [status, withoutTimes(text)]),
    heads: (await app.db.select().from(countHeads)).map(withoutRoot),
    editionHeads: (await app.db.select().from(countEditionHeads)).map(withoutRoot),
    minutes: (
      await app.db
        .select({ of: countMinutes.nominationId, votes: sql<number>`sum(votes)::int` })
        .from(countMinutes)
        .groupBy(countMinutes.nominationId)
    )
      .map(({ of, votes }) => `${of} ${votes}`)
      .sort(),
  };
}

describe('while the current edition hides its votes beside a published archived one', () => {
  let worlds: Awaited<ReturnType<typeof createInstallation>>[];
  beforeAll(async () => {
    worlds = [await createInstallation(), await createInstallation()];
  });
  afterAll(() => Promise.all((worlds ?? []).map(({ app }) => app.close())));

  test('all that is public is equal, whatever the hidden votes are', async () => {
    const hidden = [
      [0, 0, 1, 0, 2],
      [1, 2, 2, 1, 0],
    ] as const;
    for (const [at, { app, nominate }] of worlds.entries()) {
      const voteInFirst = (which: 0 | 1, each: number) =>
        app.given.pendingPayment([{ id: FIRST[which] }], { each });
      const early = await voteInFirst(0, 3);
      const late = [await voteInFirst(1, 5), await voteInFirst(0, 6)];
      await paid(app, early);
      await app.entered();
      await nextEdition(app, { year: '2027', results: HIDDEN });
      await nominate(id(2), SECOND);
      const [one, two, three, four, five] = hidden[at]!;
      const vote = async (which: 0 | 1 | 2, each: number) =>
        (await app.given.completedPayment([{ id: SECOND[which] }], { each })).id;
      const refunded = await vote(one, 2);
      await vote(two, 4);
      await app.entered();
      // The archived edition is published among votes of the hidden one, in the same rounds.
      await paid(app, late[0]!);
      await vote(three, 1);
      await publish(app, 1);
      await app.entered();
      await paid(app, late[1]!);
      await app.given.refunded(refunded);
      await app.given.refunded(early.id);
      await app.entered();
      // Its results cannot be hidden again by what the current edition does.
      await setEdition(app, 2, { results: SEALED });
      await vote(four, 2);
      await app.entered();
      await setEdition(app, 2, { results: { ...HIDDEN, policy: 'ranks' } });
      await vote(five, 2);
      await setEdition(app, 2, { results: HIDDEN });
      await app.entered();
    }
    const [one, other] = await Promise.all(worlds.map(({ app }) => publicOf(app)));
    expect(one).toEqual(other);
    const entries = await entriesOf(worlds[0]!.app);
    const ofCurrent = entries.filter((entry) => entry.kind === 'count' && 'edition' in entry);
    expect(
      ofCurrent.map((entry) => [(entry as { edition: number }).edition, 'votes' in entry]).sort(),
    ).toEqual([
      [1, false],
      [1, true],
      [1, true],
      [2, false],
      [2, false],
      [2, false],
      [2, false],
      [2, false],
    ]);
    expect(one!.minutes).toEqual([`${FIRST[0]} 6`, `${FIRST[1]} 5`]);
    for (const { app } of worlds) expect(await verifyOpenCount(app.db)).toEqual([]);
  });
});
