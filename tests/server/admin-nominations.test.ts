import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveNominations } from '#server/admin/catalog/save-nominations';
import { nominations, payments, paymentVotes } from '#shared/schema';
import { type AdminCatalog, adminCatalog } from '../support/admin-catalog';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { aVoteFor } from '../support/given';
import { waitingForLocks } from '../support/waiting-for-locks';

let app: TestApp;
let catalog: AdminCatalog;
beforeAll(async () => {
  app = await startTestApp();
  catalog = adminCatalog(app, await anAdministrator(app));
});
afterAll(() => app.close());

describe('a nomination changed to another category', () => {
  test('takes its texts and its link along, while no payment names it', async () => {
    const [from, to] = [await catalog.aCategory(), await catalog.aCategory()];
    const artist = await catalog.anArtist([from.id]);
    const [nomination] = artist.nominations;
    expect(nomination?.isMovable).toBe(true);
    const moved = { categoryId: to.id, movedFrom: nomination?.id, nominationTitle: 'Song' };
    const { body } = await catalog.save(artist, { nominations: [moved] }).expect(200);
    expect(body.nominations).toMatchObject([
      {
        categoryId: to.id,
        shareableLink: nomination?.shareableLink,
        nominationTitle: 'Song',
        isMovable: true,
      },
    ]);
    const link = `/api/nominations/share/${nomination?.shareableLink}`;
    expect(await catalog.get(link)).toMatchObject({ categoryId: to.id, artist: { id: artist.id } });
    // A page that still shows the old category cannot start a payment for it.
    expect(body.nominations[0].id).not.toBe(nomination?.id);
    expect(await catalog.nomineesOf(from.id)).toEqual([]);

    const back = { categoryId: from.id, movedFrom: body.nominations[0].id };
    const { body: returned } = await catalog.save(body, { nominations: [back] }).expect(200);
    expect(returned.nominations).toMatchObject([{ id: nomination?.id, categoryId: from.id }]);
  });

  test.each(['pending', 'failed', 'completed'] as const)(
    'is refused once a %s payment names it',
    async (status) => {
      const [from, to] = [await catalog.aCategory(), await catalog.aCategory()];
      const artist = await catalog.anArtist([from.id]);
      const payment = await app.given.pendingPayment(artist.nominations);
      if (status === 'completed') await app.given.completedPayment(artist.nominations);
      if (status === 'failed') {
        await app.db
          .update(payments)
          .set({ status, failureReason: 'declined', settledAt: sql`now()` })
          .where(eq(payments.id, payment.id));
      }
      expect((await catalog.detail(artist.id)).nominations[0]?.isMovable).toBe(false);
      const moved = { categoryId: to.id, movedFrom: artist.nominations[0]?.id };
      const { body } = await catalog.save(artist, { nominations: [moved] }).expect(409);
      expect(body).toMatchObject({
        code: 'nomination-has-votes',
        issues: [{ path: 'nominations.0.categoryId' }],
      });
      expect(await catalog.detail(artist.id)).toEqual({
        ...artist,
        nominations: [
          {
            ...artist.nominations[0],
            isMovable: false,
            voteCount: status === 'completed' ? 2 : 0,
          },
        ],
      });
      // As the form then says: the votes stay with the withdrawn one.
      const other = { categoryId: to.id };
      const { body: saved } = await catalog.save(artist, { nominations: [other] }).expect(200);
      expect(saved.nominations).toMatchObject([{ categoryId: to.id, voteCount: 0 }]);
    },
  );

  test('is refused while a payment for it is being created', async () => {
    const [from, to] = [await catalog.aCategory(), await catalog.aCategory()];
    const artist = await catalog.anArtist([from.id]);
    const moved = { categoryId: to.id, movedFrom: artist.nominations[0]?.id };
    await app.db.transaction(async (tx) => {
      const [payment] = await tx
        .insert(payments)
        .values({ provider: 'campay', amount: 200, totalVotes: 2 })
        .returning();
      const nominationId = artist.nominations[0]!.id;
      await tx.insert(paymentVotes).values({ paymentId: payment!.id, nominationId, voteCount: 2 });
      await catalog.save(artist, { nominations: [moved] }).expect(409);
    });
  });

  test('lets no payment begin that was sent meanwhile', async () => {
    const [from, to] = [await catalog.aCategory(), await catalog.aCategory()];
    const artist = await catalog.anArtist([from.id]);
    const { id: movedFrom, ...nomination } = artist.nominations[0]!;
    const voting = await app.db.transaction(async (tx) => {
      await saveNominations(tx, 1, artist.id, [{ ...nomination, categoryId: to.id, movedFrom }]);
      const vote = aVoteFor(artist.nominations);
      const sent = app.http.post('/api/campay-payment').send(vote).then();
      await expect.poll(() => waitingForLocks(app.db)).toBe(1);
      return { sent };
    });
    const { status, body } = await voting.sent;
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'nominations-invalid' });
  });

  test('restores a withdrawn one there, and both keep their links and votes', async () => {
    const [from, to] = [await catalog.aCategory(), await catalog.aCategory()];
    const artist = await catalog.anArtist([from.id, to.id]);
    const [first, second] = artist.nominations;
    await app.given.completedPayment([second!], { each: 3 });
    const { body: one } = await catalog
      .save(artist, { nominations: [{ categoryId: from.id }] })
      .expect(200);
    const moved = { categoryId: to.id, movedFrom: first?.id };
    const { body } = await catalog.save(one, { nominations: [moved] }).expect(200);
    expect(body.nominations).toMatchObject([
      { id: second?.id, shareableLink: second?.shareableLink, voteCount: 3 },
    ]);
    const [old] = await app.db.select().from(nominations).where(eq(nominations.id, first!.id));
    expect(old?.shareableLink).toBe(first?.shareableLink);
  });

  test('of another artist does nothing but add the category', async () => {
    const [from, to] = [await catalog.aCategory(), await catalog.aCategory()];
    const [artist, other] = [await catalog.anArtist([from.id]), await catalog.anArtist([from.id])];
    const moved = { categoryId: to.id, movedFrom: other.nominations[0]?.id };
    await catalog.save(artist, { nominations: [moved] }).expect(200);
    expect(await catalog.detail(other.id)).toEqual(other);
  });
});
