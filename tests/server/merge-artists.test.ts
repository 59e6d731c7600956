import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyOpenCount } from '#server/open-count/index';
import { verifyLedger } from '#server/payments/index';
import type { AdminActionList, ArtistMerged, MergePreview } from '#shared/contracts/admin-catalog';
import type { Nomination } from '#shared/contracts/catalog';
import type { Timeline } from '#shared/contracts/open-count';
import type { Receipt } from '#shared/contracts/receipts';
import { adminActions, artistMerges, nominations } from '#shared/schema';
import { type AdminCatalog, adminCatalog } from '../support/admin-catalog';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { verifierAlone } from '../support/count-site';
import { aVoteFor } from '../support/given';
import { losePayment } from '../support/lost-payment';
import { waitingForLocks } from '../support/waiting-for-locks';

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
let catalog: AdminCatalog;
let verifier: Awaited<ReturnType<typeof verifierAlone>>;
beforeAll(async () => {
  [app, verifier] = await Promise.all([startTestApp(), verifierAlone()]);
  admin = await anAdministrator(app);
  catalog = adminCatalog(app, admin);
});
afterAll(() => Promise.all([app?.close(), verifier?.remove()]));

interface Artist {
  id: string;
  version: number;
}
const merge = (artist: Artist, into: Artist) =>
  admin
    .post(`/api/admin/artists/${artist.id}/merge`)
    .send({ into: into.id, version: artist.version, intoVersion: into.version });
const merged = async (artist: Artist, into: Artist): Promise<ArtistMerged> =>
  (await merge(artist, into).expect(201)).body;
const undo = ({ id }: { id: string }) => admin.post(`/api/admin/artist-merges/${id}/undo`);

/** Two profiles of one person: both in the first category, and each in one of its own. */
async function twins() {
  const [both, ofFirst, ofSecond] = [
    await catalog.aCategory(),
    await catalog.aCategory(),
    await catalog.aCategory(),
  ];
  const first = await catalog.anArtist([both.id, ofFirst.id]);
  const second = await catalog.anArtist([both.id, ofSecond.id]);
  return { both, ofFirst, ofSecond, first, second };
}

const votesIn = async (category: { id: string }) =>
  (await catalog.nomineesOf(category.id)).map(({ artist, voteCount }: Nomination) => [
    artist.id,
    voteCount,
  ]);

/** Money, votes, totals, ledger and open count agree, for the server and for anyone. */
async function expectTrue() {
  await app.entered();
  expect(await verifyLedger(app.db)).toEqual([]);
  expect(await verifyOpenCount(app.db)).toEqual([]);
  const { code, text } = await verifier.run(app.url, '--patience', '5');
  expect(text).toContain('the totals of');
  expect(code, text).toBe(0);
}

describe('a merge', () => {
  test('joins nominations of one category, moves the others, and is undone exactly', async () => {
    const { both, ofFirst, ofSecond, first, second } = await twins();
    await app.given.completedPayment(first.nominations, { each: 3 });
    const receiptCode = (await app.given.completedPayment(second.nominations, { each: 5 }))
      .receiptCode;
    const before = await app.db.select().from(nominations).orderBy(nominations.id);
    await expectTrue();

    const preview: MergePreview = (
      await admin.get(`/api/admin/artists/${second.id}/merge?into=${first.id}`).expect(200)
    ).body;
    expect(preview).toEqual({
      artist: { name: second.name, version: 1 },
      into: { name: first.name, version: 1 },
      categories: [
        { id: both.id, name: both.name, nameFr: null, votes: 5, intoVotes: 3, isWithdrawn: false },
        {
          ...{ id: ofSecond.id, name: ofSecond.name, nameFr: null },
          ...{ votes: 5, intoVotes: null, isWithdrawn: false },
        },
      ],
    });
    const done = await merged(second, first);
    expect(await votesIn(both)).toEqual([[first.id, 8]]);
    expect(await votesIn(ofFirst)).toEqual([[first.id, 3]]);
    expect(await votesIn(ofSecond)).toEqual([[first.id, 5]]);
    expect((await catalog.get(`/api/artists/${first.id}`)).totalVotes).toBe(16);
    expect((await catalog.detail(first.id)).nominations.map(({ voteCount }) => voteCount)).toEqual([
      8, 3, 5,
    ]);
    await admin.get(`/api/admin/artists/${second.id}`).expect(404);
    const { body: deleted } = await admin.get('/api/admin/deleted').expect(200);
    expect(deleted.artists).toEqual([]);
    await admin.post(`/api/admin/artists/${second.id}/restore`).expect(404);
    await expectTrue();

    // The receipt shows the artist that stays, as the open count does.
    const receipt = await catalog.get(`/api/payment/receipt/${receiptCode}`);
    expect(receipt.artist).toMatchObject({ id: first.id, name: first.name });
    const { body: leaders } = await admin.get('/api/admin/leaders').expect(200);
    expect(leaders).toContainEqual(
      expect.objectContaining({
        categoryId: both.id,
        artists: [{ id: first.id, name: first.name, votes: 8 }],
      }),
    );
    const { timeline }: Timeline = await catalog.get(`/api/count/timeline/${both.id}`);
    expect(timeline?.nominations.map(({ votes }) => votes.reduce((a, b) => a + b, 0))).toEqual([8]);

    await undo(done).expect(204);
    expect(await votesIn(both)).toEqual(
      [first, second]
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .map(({ id }) => [id, id === first.id ? 3 : 5]),
    );
    expect(await app.db.select().from(nominations).orderBy(nominations.id)).toEqual(before);
    expect((await catalog.detail(second.id)).nominations).toHaveLength(2);
    await expectTrue();
    expect(await catalog.actionsOn(first.id)).toMatchObject([
      { action: 'artist.create' },
      {
        action: 'artist.merge',
        after: { name: first.name, mergedArtist: second.name, votes: 10 },
      },
    ]);
    expect(await catalog.actionsOn(second.id)).toMatchObject([
      { action: 'artist.create' },
      { action: 'artist.unmerge', after: { name: second.name, separatedFrom: first.name } },
    ]);
  });

  test('old links lead to the artist that stays', async () => {
    const { first, second } = await twins();
    const slugOf = async (id: string) => (await catalog.get(`/api/posters/${id}`)).artist.slug;
    const [slug, standing] = [await slugOf(second.id), await slugOf(first.id)];
    await merged(second, first);
    for (const name of [slug, second.id]) {
      const { headers } = await app.http.get(`/a/${name}`).expect(302);
      expect(headers.location).toContain(`artist=${first.id}`);
    }
    expect((await catalog.get(`/api/posters/${slug}`)).artist.slug).toBe(standing);
    for (const { shareableLink, categoryId } of second.nominations) {
      expect(await catalog.get(`/api/nominations/share/${shareableLink}`)).toMatchObject({
        categoryId,
        artist: { id: first.id },
      });
    }
    expect(await catalog.get(`/api/artists/${second.id}`)).toMatchObject({ id: first.id });
    expect(await catalog.nominationsOf(second.id)).toHaveLength(3);
  });

  test('payments that wait, start, or are reversed later count for the one that stays', async () => {
    const { both, first, second } = await twins();
    const [joined] = second.nominations;
    const paid = await app.given.completedPayment([joined!], { each: 2 });
    const body = aVoteFor([joined!]);
    const pending = (await app.http.post('/api/campay-payment').send(body).expect(201)).body;
    const waiting = app.campay.transactions().at(-1)!.reference;
    await merged(second, first);
    const found = await admin
      .post('/api/voter-tracking/search')
      .send({ search: second.name })
      .expect(200);
    expect(found.body.recentPayments.map(({ id }: { id: string }) => id)).toContain(paid.id);
    // A page that was opened before.
    const late = await app.http
      .post('/api/campay-payment')
      .send(aVoteFor([joined!]))
      .expect(201);
    // One nomination by two ids.
    const twice = aVoteFor([joined!, first.nominations[0]!]);
    const { body: refused } = await app.http.post('/api/campay-payment').send(twice).expect(400);
    expect(refused).toMatchObject({
      code: 'nominations-invalid',
      issues: [{ path: 'nominationVotes.1.nominationId' }],
    });
    const references = [waiting, app.campay.transactions().at(-1)!.reference];
    for (const [index, { paymentId }] of [pending, late.body].entries()) {
      await app.campay.approve(references[index]!);
      await app.given.dueNow(paymentId);
      await app.http.get(`/api/payment/${paymentId}/status`).expect(200);
    }
    await app.settled();
    const [[, withPending]] = (await votesIn(both)) as [[string, number]];
    expect(withPending).toBeGreaterThan(2);
    await app.given.refunded(paid.id);
    expect(await votesIn(both)).toEqual([[first.id, withPending - 2]]);
    await expectTrue();
  });

  test('a payment for both, made before the merge is undone, says so on its receipt', async () => {
    const { ofFirst, ofSecond, first, second } = await twins();
    const done = await merged(second, first);
    const { receiptCode } = await app.given.completedPayment(
      [first.nominations[1]!, second.nominations[1]!],
      { each: 2 },
    );
    await undo(done).expect(204);
    expect(await votesIn(ofFirst)).toEqual([[first.id, 2]]);
    expect(await votesIn(ofSecond)).toEqual([[second.id, 2]]);
    const { artist, votesByCategory } = await catalog.get(`/api/payment/receipt/${receiptCode}`);
    const artists = votesByCategory.map(
      ({ otherArtist, categoryId }: Receipt['votesByCategory'][number]) => [
        categoryId,
        (otherArtist ?? artist).id,
      ],
    );
    expect(Object.fromEntries(artists)).toEqual({
      [ofFirst.id]: first.id,
      [ofSecond.id]: second.id,
    });
    await expectTrue();
  });

  test('of withdrawn nominations brings their votes, and one that is nominated stays so', async () => {
    const { both, ofSecond, first, second } = await twins();
    await app.given.completedPayment(second.nominations, { each: 4 });
    await app.given.completedPayment(first.nominations, { each: 1 });
    await app.given.withdrawn(first.nominations[0]!);
    await app.given.withdrawn(second.nominations[1]!);
    await merged(second, first);
    expect(await votesIn(both)).toEqual([[first.id, 5]]);
    expect(await votesIn(ofSecond)).toEqual([]);
    const { body } = await admin.get('/api/admin/deleted').expect(200);
    expect(body.nominations).toContainEqual(
      expect.objectContaining({ id: second.nominations[1]!.id, voteCount: 4 }),
    );
    await expectTrue();
  });

  test('that is undone meanwhile leaves a nomination withdrawn that is to be restored', async () => {
    const { second, first } = await twins();
    const own = second.nominations[1]!;
    await app.given.withdrawn(own);
    const done = await merged(second, first);
    const restoring = await app.db.transaction(async (tx) => {
      await tx.execute(sql`select from artists where id = ${first.id} for no key update`);
      const sent = admin.post(`/api/admin/nominations/${own.id}/restore`).then();
      await expect.poll(() => waitingForLocks(app.db)).toBe(1);
      await tx.update(nominations).set({ artistId: second.id }).where(eq(nominations.id, own.id));
      return { sent };
    });
    await restoring.sent;
    const [after] = await app.db.select().from(nominations).where(eq(nominations.id, own.id));
    expect(after).toMatchObject({ artistId: second.id, withdrawnAt: expect.any(Date) });
    await undo(done).expect(204);
  });

  test('that can be undone lets no nomination leave with its link', async () => {
    const { both, first, second } = await twins();
    const done = await merged(second, first);
    const now = await catalog.detail(first.id);
    const { id: movedFrom, shareableLink } = second.nominations[1]!;
    const to = await catalog.aCategory();
    const list = [{ categoryId: both.id }, { categoryId: to.id, movedFrom }];
    const { body } = await catalog.save(now, { nominations: list }).expect(409);
    expect(body.code).toBe('nomination-has-votes');
    await undo(done).expect(204);
    expect(await catalog.get(`/api/nominations/share/${shareableLink}`)).toMatchObject({
      artist: { id: second.id },
    });
  });

  test('a chain of merges is undone from its end, and only within ten minutes', async () => {
    const { both, first, second } = await twins();
    const third = await catalog.anArtist([both.id]);
    for (const artist of [first, second, third]) {
      await app.given.completedPayment([artist.nominations[0]!], { each: 2 });
    }
    const one = await merged(second, first);
    const other = await merged(await catalog.detail(first.id), third);
    expect(await votesIn(both)).toEqual([[third.id, 6]]);
    expect(await catalog.get(`/api/artists/${second.id}`)).toMatchObject({ id: third.id });
    const offered = async (id: string) =>
      (await admin.get('/api/admin/actions?entity=artist').expect(200)).body.actions.find(
        ({ action, entityId }: AdminActionList['actions'][number]) =>
          action === 'artist.merge' && entityId === id,
      ).undoableMerge;
    expect([await offered(first.id), await offered(third.id)]).toEqual([null, other.id]);
    const { body } = await undo(one).expect(409);
    expect(body.code).toBe('merge-final');
    await expectTrue();
    await undo(other).expect(204);
    await undo(other).expect(409);
    expect(await offered(first.id)).toBe(one.id);
    expect(await catalog.get(`/api/artists/${second.id}`)).toMatchObject({ id: first.id });
    await app.db
      .update(artistMerges)
      .set({ mergedAt: sql`now() - interval '10 minutes 1 second'` })
      .where(eq(artistMerges.id, one.id));
    await undo(one).expect(409);
    expect((await votesIn(both)).map(([, votes]) => votes).sort()).toEqual([2, 4]);
    await expectTrue();
  });

  test('is refused for one that is gone, for itself, and after another change', async () => {
    const { first, second } = await twins();
    const { body } = await merge(first, first).expect(400);
    expect(body.code).toBe('same-artist');
    await merge(first, { id: randomUUID(), version: 1 }).expect(404);
    const { body: saved } = await catalog.save(first, { bio: 'Sings' }).expect(200);
    const { body: changed } = await merge(second, first).expect(409);
    expect(changed.code).toBe('changed-meanwhile');
    await admin.delete(`/api/admin/artists/${second.id}`).expect(204);
    await merge(second, saved).expect(404);
    await merge(saved, second).expect(404);
  });

  test.each(['the same merge', 'the opposite merge'])(
    'two administrators at once: %s',
    async (which) => {
      const { both, first, second } = await twins();
      const other = which === 'the same merge' ? merge(second, first) : merge(first, second);
      const answers = await Promise.all([merge(second, first), other]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
      expect(await votesIn(both)).toHaveLength(1);
    },
  );

  test('a payment for both, lost by our database, is recovered after the merge was undone', async () => {
    const { ofFirst, ofSecond, first, second } = await twins();
    const done = await merged(second, first);
    const voted = [first.nominations[1]!, second.nominations[1]!];
    const { body } = await app.http
      .post('/api/campay-payment')
      .send(aVoteFor(voted, { each: 1 }))
      .expect(201);
    const { reference } = app.campay.transactions().at(-1)!;
    await losePayment(app, body.paymentId);
    await undo(done).expect(204);
    await app.campay.approve(reference);
    await app.settled();
    expect(await app.given.payment(body.paymentId)).toMatchObject({ status: 'completed' });
    expect(await votesIn(ofFirst)).toEqual([[first.id, 1]]);
    expect(await votesIn(ofSecond)).toEqual([[second.id, 1]]);
    await expectTrue();
  });

  test('the form offers no move of a nomination while the merge can be undone', async () => {
    const { first, second } = await twins();
    const isMovable = async () =>
      (await catalog.detail(first.id)).nominations.map((nomination) => nomination.isMovable);
    expect(await isMovable()).toEqual([true, true]);
    const { id } = await merged(second, first);
    // Both of them in one category, the one of the artist that stays, and the one that came along.
    expect(await isMovable()).toEqual([true, true, false]);
    await app.db
      .update(artistMerges)
      .set({ mergedAt: sql`now() - interval '11 minutes'` })
      .where(eq(artistMerges.id, id));
    expect(await isMovable()).toEqual([true, true, true]);
  });

  test('an import and the form know only the nomination that stays', async () => {
    const { both, ofSecond, first, second } = await twins();
    await merged(second, first);
    const now = await catalog.detail(first.id);
    const { body } = await catalog
      .save(now, { nominations: [{ categoryId: ofSecond.id }] })
      .expect(200);
    expect(body.nominations).toHaveLength(1);
    const file = `name,category\n${first.name},${both.id}`;
    await admin.post('/api/admin/import').type('text/csv').send(Buffer.from(file)).expect(201);
    expect((await catalog.detail(first.id)).nominations.map(({ id }) => id)).toContain(
      first.nominations[0]!.id,
    );
    // The file has the name of the artist that is gone.
    const send = (text: string) =>
      admin.post('/api/admin/import').type('text/csv').send(Buffer.from(text));
    const old = await catalog.aCategory();
    await send(`name,category\n${second.name.toUpperCase()},${old.id}`).expect(201);
    expect((await catalog.nomineesOf(old.id)).map(({ artist }) => artist.id)).toEqual([first.id]);
    const next = await catalog.aCategory();
    const twice = `name,category\n${first.name},${next.id}\n${second.name},${next.id}`;
    // Both names are of one artist, who is nominated once.
    const { body: imported } = await send(twice).expect(201);
    expect(imported).toMatchObject({ newArtists: 0, existingArtists: 1, nominations: 1 });
    expect((await catalog.nomineesOf(next.id)).map(({ artist }) => artist.id)).toEqual([first.id]);
    // Its form was open: saving it would withdraw what came along.
    await catalog.save(first, { bio: 'Old' }).expect(409);
  });
});

test('money, votes, totals and open count agree while votes come in', {
  timeout: 60_000,
}, async () => {
  const { both, first, second } = await twins();
  const voted = [...first.nominations, ...second.nominations];
  let isOver = false;
  let cast = 0;
  const voter = async (index: number) => {
    while (!isOver) {
      // In changing order, so that locks in the order of the request would wait for each other.
      const own = (index % 2 === 0 ? first : second).nominations;
      await app.given.completedPayment(index % 4 < 2 ? own : own.toReversed(), { each: 1 });
      cast += 2;
    }
  };
  const voters = Array.from({ length: 8 }, (_, index) => voter(index));
  for (let round = 0; round < 4; round++) {
    await delay(150);
    const done = await merged(await catalog.detail(second.id), await catalog.detail(first.id));
    await delay(150);
    await undo(done).expect(204);
  }
  const done = await merged(await catalog.detail(second.id), await catalog.detail(first.id));
  await delay(150);
  isOver = true;
  await Promise.all(voters);
  expect((await catalog.get(`/api/artists/${first.id}`)).totalVotes).toBe(cast);
  await expectTrue();
  await undo(done).expect(204);
  const totals = await Promise.all(voted.map((nomination) => app.given.votesOf(nomination)));
  expect(totals.reduce((a, b) => a + b, 0)).toBe(cast);
  expect((await votesIn(both)).map(([id]) => id).sort()).toEqual([first.id, second.id].sort());
  await expectTrue();
  expect(
    await app.db.$count(adminActions, eq(adminActions.action, 'artist.unmerge')),
  ).toBeGreaterThan(4);
});
