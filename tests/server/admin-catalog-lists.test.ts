import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type AdminCategory,
  type ArtistInputBody,
  adminArtistDetail,
  adminCategory,
  type DeletedCatalog,
  deletedCatalog,
} from '#shared/contracts/admin-catalog';
import { adminActions } from '#shared/schema';
import { type AdminCatalog, adminCatalog } from '../support/admin-catalog';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoteFor, aVoteFor } from '../support/given';

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
let catalog: AdminCatalog;
beforeAll(async () => {
  app = await startTestApp();
  admin = await anAdministrator(app);
  catalog = adminCatalog(app, admin);
});
afterAll(() => app.close());

const aCategory: AdminCatalog['aCategory'] = (values) => catalog.aCategory(values);
const anArtist: AdminCatalog['anArtist'] = (ids, values) => catalog.anArtist(ids, values);

describe('the order of categories', () => {
  /** Selects from all categories: other tests have added some. */
  const order = async (newOrder: string[]): Promise<string[]> => {
    const { body } = await admin
      .put('/api/admin/categories/order')
      .send({ ids: newOrder })
      .expect(200);
    expect(body).toEqual(z.array(adminCategory).parse(body));
    return body.map((category: AdminCategory) => category.id);
  };
  const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);

  test('a new category comes last, and a new order applies for everyone', async () => {
    const [first, second] = [(await aCategory()).id, (await aCategory()).id];
    const before = idsOf(await catalog.publicCategories());
    expect(before.slice(-2)).toEqual([first, second]);

    const newOrder = [second, ...before.filter((id) => id !== second)];
    expect(await order(newOrder)).toEqual(newOrder);
    expect(idsOf(await catalog.publicCategories())).toEqual(newOrder);
    expect(idsOf((await admin.get('/api/admin/categories').expect(200)).body)).toEqual(newOrder);
    const { body: analytics } = await admin.get('/api/admin/analytics').expect(200);
    expect(
      analytics.topByCategory.map((category: { categoryId: string }) => category.categoryId),
    ).toEqual(newOrder);
  });

  test('is recorded with both orders by name, unless nothing changed', async () => {
    const { id, name } = await aCategory();
    const ids = idsOf(await catalog.publicCategories());
    await order(ids);
    const reorders = async () =>
      (await app.db.select().from(adminActions).orderBy(adminActions.id)).filter(
        ({ action }) => action === 'category.reorder',
      );
    const count = (await reorders()).length;
    await order([id, ...ids.filter((other) => other !== id)]);
    const written = await reorders();
    expect(written).toHaveLength(count + 1);
    const { userId, before, after } = written.at(-1)!;
    expect(userId).toBe(admin.id);
    expect((before as { order: string[] }).order.at(-1)).toBe(name);
    expect((after as { order: string[] }).order[0]).toBe(name);
    const { body } = await admin.get('/api/admin/actions?entity=category').expect(200);
    expect(body.actions[0]).toMatchObject({
      action: 'category.reorder',
      entityName: null,
      isOpenable: false,
    });
  });

  test('when two are saved at once the later one wins, without loss or deadlock', async () => {
    const ids = idsOf(await catalog.publicCategories());
    const orders = [ids.toReversed(), ids];
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => order(orders[at % 2]!)));
    for (const answer of answers) expect(orders).toContainEqual(answer);
    expect(orders).toContainEqual(idsOf(await catalog.publicCategories()));
  });

  test('a category added in between follows the others, a deleted one is skipped', async () => {
    const { id: gone } = await aCategory();
    const ids = idsOf(await catalog.publicCategories());
    await admin.delete(`/api/admin/categories/${gone}`).expect(204);
    const { id: added } = await aCategory();
    const remaining = ids.filter((id) => id !== gone).toReversed();
    expect(await order([gone, ...remaining])).toEqual([...remaining, added]);
  });

  test.each([
    ['the same twice', { ids: Array(2).fill(randomUUID()) }],
    ['an invalid id', { ids: ['first'] }],
    ['no list', {}],
  ])('is rejected with %s', async (_what, body) => {
    await admin.put('/api/admin/categories/order').send(body).expect(400);
  });
});

describe('a hidden category', () => {
  const hide = (id: string, isHidden: boolean) =>
    admin.put(`/api/admin/categories/${id}/visibility`).send({ isHidden });

  test('is missing from every public path, and gets no new vote', async () => {
    const [hidden, other] = [await aCategory(), await aCategory()];
    const artist = await anArtist([hidden.id, other.id]);
    const nomination = artist.nominations[0]!;
    await app.given.completedPayment([nomination], { each: 4 });

    const { body } = await hide(hidden.id, true).expect(200);
    expect(body).toMatchObject({ id: hidden.id, isHidden: true, voteCount: 4, version: 1 });
    expect((await catalog.publicCategories()).map(({ id }) => id)).not.toContain(hidden.id);
    for (const path of [
      `/api/categories/${hidden.id}`,
      `/api/nominations/category/${hidden.id}`,
      `/api/nominations/category/${hidden.id}/live`,
      `/api/nominations/share/${nomination.shareableLink}`,
    ]) {
      await app.http.get(path).expect(404);
    }
    for (const path of [
      `/api/nominations/artist/${artist.id}`,
      `/api/artists/${artist.id}/nominations`,
      `/api/nominations/category/${other.id}`,
      `/api/artists/${artist.id}`,
    ]) {
      expect(JSON.stringify(await catalog.get(path)), path).not.toContain(hidden.id);
    }
    for (const [path, vote] of [
      ['/api/campay-payment', aVoteFor([nomination])],
      ['/api/create-payment-intent-multi', aCardVoteFor([nomination])],
    ] as const) {
      const { body: refusal } = await app.http.post(path).send(vote).expect(400);
      expect(refusal).toMatchObject({
        code: 'nominations-invalid',
        issues: [{ path: 'nominationVotes.0.nominationId' }],
      });
    }
  });

  test('still counts payments that were in progress', async () => {
    const { id } = await aCategory();
    const artist = await anArtist([id]);
    const { body: payment } = await app.http
      .post('/api/campay-payment')
      .send(aVoteFor(artist.nominations, { each: 3 }))
      .expect(201);
    await hide(id, true).expect(200);
    const sent = app.campay
      .transactions()
      .find((transaction) => transaction.externalReference === payment.paymentId);
    await app.campay.approve(sent!.reference);
    await expect
      .poll(async () => {
        await app.given.dueNow(payment.paymentId);
        return (await catalog.get(`/api/payment/${payment.paymentId}/status`)).status;
      })
      .toBe('completed');
    expect(await app.given.votesOf(artist.nominations[0]!)).toBe(3);
  });

  test('remains available to administrators, as do its nominees', async () => {
    const { id } = await aCategory();
    const artist = await anArtist([id]);
    await hide(id, true).expect(200);
    const { body: list } = await admin.get('/api/admin/categories').expect(200);
    expect(list).toContainEqual(expect.objectContaining({ id, isHidden: true, artistCount: 1 }));
    const { body: nominees } = await admin.get(`/api/admin/nominations/category/${id}`).expect(200);
    expect(nominees).toMatchObject([{ artist: { id: artist.id }, voteCount: 0 }]);
    const { body: artists } = await admin.get('/api/admin/artists').expect(200);
    expect(artists).toContainEqual(expect.objectContaining({ id: artist.id, categoryCount: 1 }));
    const { body: saved } = await catalog
      .save(await catalog.detail(artist.id), { name: 'Edited' })
      .expect(200);
    expect(saved.nominations).toMatchObject([{ categoryId: id }]);
  });

  test('is shown again with all its data, and both changes are recorded', async () => {
    const { id } = await aCategory();
    const artist = await anArtist([id]);
    await hide(id, true).expect(200);
    await hide(id, true).expect(200);
    await hide(id, false).expect(200);
    expect((await catalog.nomineesOf(id)).map((nomination) => nomination.artist.id)).toEqual([
      artist.id,
    ]);
    expect(await catalog.actionsOn(id)).toMatchObject([
      { action: 'category.create' },
      { action: 'category.hide', before: { isHidden: false }, after: { isHidden: true } },
      { action: 'category.show', before: { isHidden: true }, after: { isHidden: false } },
    ]);
  });

  test('must exist, and the value must be a boolean', async () => {
    const { id } = await aCategory();
    await admin.put(`/api/admin/categories/${id}/visibility`).send({}).expect(400);
    await admin.delete(`/api/admin/categories/${id}`).expect(204);
    await hide(id, true).expect(404);
    await hide(randomUUID(), true).expect(404);
  });
});

describe('deleted entities', () => {
  const deleted = async (): Promise<DeletedCatalog> => {
    const { body } = await admin.get('/api/admin/deleted').expect(200);
    expect(body).toEqual(deletedCatalog.parse(body));
    return body;
  };

  test('artists and categories are listed with the votes that stay, until they are restored', async () => {
    const category = await aCategory({ nameFr: 'Supprimée' });
    const artist = await anArtist([category.id]);
    await app.given.completedPayment(artist.nominations, { each: 5 });
    await admin.delete(`/api/admin/artists/${artist.id}`).expect(204);
    await admin.delete(`/api/admin/categories/${category.id}`).expect(204);

    const list = await deleted();
    expect(list.artists[0]).toMatchObject({ id: artist.id, name: artist.name, voteCount: 5 });
    expect(list.categories[0]).toMatchObject({
      id: category.id,
      name: category.name,
      nameFr: 'Supprimée',
      voteCount: 5,
    });
    const [, deletion] = await catalog.actionsOn(category.id);
    expect(list.categories[0]?.deletedAt).toBe(deletion?.at.toISOString());

    await admin.post(`/api/admin/artists/${artist.id}/restore`).expect(200);
    await admin.post(`/api/admin/categories/${category.id}/restore`).expect(200);
    const after = await deleted();
    expect(after.artists.map(({ id }) => id)).not.toContain(artist.id);
    expect(after.categories.map(({ id }) => id)).not.toContain(category.id);
  });

  test('nominations are restored to the end of their artist’s list, with votes, link and texts', async () => {
    const [removed, unchanged] = [await aCategory(), await aCategory()];
    const artist = await anArtist([removed.id, unchanged.id], {
      nominations: [
        { categoryId: removed.id, nominationTitle: 'Kept in mind' },
        { categoryId: unchanged.id },
      ],
    });
    const nomination = artist.nominations[0]!;
    await app.given.completedPayment([nomination], { each: 7 });
    const { body: without } = await catalog
      .save(artist, {
        nominations: [{ categoryId: unchanged.id }],
      })
      .expect(200);
    expect((await deleted()).nominations[0]).toMatchObject({
      id: nomination.id,
      artistName: artist.name,
      categoryName: removed.name,
      voteCount: 7,
    });

    const restore = () => admin.post(`/api/admin/nominations/${nomination.id}/restore`);
    const { body: restored } = await restore().expect(200);
    expect(restored).toEqual(adminArtistDetail.parse(restored));
    expect(restored.nominations.map(({ id }: { id: string }) => id)).toEqual([
      artist.nominations[1]?.id,
      nomination.id,
    ]);
    expect(restored.nominations[1]).toMatchObject({
      shareableLink: nomination.shareableLink,
      nominationTitle: 'Kept in mind',
      voteCount: 7,
    });
    expect((await catalog.nomineesOf(removed.id)).map(({ id }) => id)).toEqual([nomination.id]);
    expect((await deleted()).nominations.map(({ id }) => id)).not.toContain(nomination.id);
    // A form that was opened before would withdraw it again.
    expect((await catalog.save(without, { name: 'Late' }).expect(409)).body.code).toBe(
      'changed-meanwhile',
    );
    await restore().expect(200);
    expect((await catalog.actionsOn(artist.id)).map(({ action }) => action)).toEqual([
      'artist.create',
      'artist.update',
      'artist.update',
    ]);
  });

  test('nominations of a deleted artist or category are restored only together with it', async () => {
    const [removed, unchanged] = [await aCategory(), await aCategory()];
    const artist = await anArtist([removed.id, unchanged.id]);
    const { id } = artist.nominations[0]!;
    await catalog.save(artist, { nominations: [{ categoryId: unchanged.id }] }).expect(200);
    const listed = async () => (await deleted()).nominations.map((nomination) => nomination.id);
    expect(await listed()).toContain(id);
    for (const path of [`artists/${artist.id}`, `categories/${removed.id}`]) {
      await admin.delete(`/api/admin/${path}`).expect(204);
      expect(await listed()).not.toContain(id);
      await admin.post(`/api/admin/nominations/${id}/restore`).expect(404);
      await admin.post(`/api/admin/${path}/restore`).expect(200);
    }
    expect(await listed()).toContain(id);
    await admin.post(`/api/admin/nominations/${randomUUID()}/restore`).expect(404);
  });
});

describe('artists are marked when French texts are missing', () => {
  test.each<[string, Partial<ArtistInputBody>, boolean]>([
    ['nothing is only in English', { bio: 'Sings', bioFr: 'Chante' }, false],
    ['there is no text at all', {}, false],
    ['the bio is only in English', { bio: 'Sings' }, true],
  ])('%s', async (_case, values, expected) => {
    const { id } = await anArtist([(await aCategory()).id], values);
    const { body } = await admin.get('/api/admin/artists').expect(200);
    expect(body.find((artist: { id: string }) => artist.id === id).lacksFrench).toBe(expected);
  });

  test('a nomination has an English title without a French one until it is changed', async () => {
    const [titled, plain] = [await aCategory(), await aCategory()];
    const artist = await anArtist([], {
      nominations: [{ categoryId: titled.id, nominationTitle: 'Voice' }, { categoryId: plain.id }],
    });
    const lacksFrench = async () =>
      (await admin.get('/api/admin/artists').expect(200)).body.find(
        (one: { id: string }) => one.id === artist.id,
      ).lacksFrench;
    expect(await lacksFrench()).toBe(true);
    const { body } = await catalog
      .save(artist, {
        nominations: [
          { categoryId: titled.id, nominationTitle: 'Voice', nominationTitleFr: 'Voix' },
          { categoryId: plain.id, nominationDescription: 'Sings' },
        ],
      })
      .expect(200);
    expect(await lacksFrench()).toBe(true);
    await catalog.save(body, { nominations: [{ categoryId: titled.id }] }).expect(200);
    expect(await lacksFrench()).toBe(false);
  });
});
