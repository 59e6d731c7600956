import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterAll, verifyOpenCount } from '#server/open-count/index';
import type { EventSettings } from '#shared/contracts/event-settings';
import { textOf } from '#shared/open-count/bytes';
import { openCheckpoint } from '#shared/open-count/checkpoint';
import { commitmentTo, readEntry, readOpening } from '#shared/open-count/entry';
import { isIncluded, leafHash } from '#shared/open-count/merkle';
import { parseVkey } from '#shared/open-count/note';
import { parseProof, proofExtra } from '#shared/open-count/proof';
import { Recount } from '#shared/open-count/recount';
import { type Signer, signerOf } from '#shared/open-count/signer';
import { bundlesOf, fromBundle, tilePath } from '#shared/open-count/tiles';
import { startTestApp, type TestApp } from '../support/app';
import { logIn } from '../support/log';

const LIVE: EventSettings['results'] = { policy: 'live', sealedFrom: null, releasesAtClose: false };

/** Reads the public log over HTTP, and recounts it. */
async function recountOverHttp({ url }: TestApp) {
  const get = async (path: string) => {
    const answer = await fetch(`${url}/count/${path}`);
    expect(answer.status, path).toBe(200);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const keys = (textOf(await get('key')) ?? '').trim().split('\n').map(parseVkey);
  const checkpoint = await openCheckpoint(textOf(await get('checkpoint')) ?? '', keys);
  const recount = new Recount();
  const entries = [];
  for (const bundle of bundlesOf(0, checkpoint.size)) {
    for (const bytes of fromBundle(await get(tilePath(bundle))) ?? []) {
      recount.add(bytes);
      entries.push(readEntry(bytes));
    }
  }
  for (const bundle of recount.bundlesToOpen()) {
    for (const line of (textOf(await get(tilePath(bundle))) ?? '').split('\n').filter(Boolean)) {
      const opening = readOpening(line);
      if (opening) recount.open(opening);
    }
  }
  expect(recount.root()).toEqual(checkpoint.root);
  return { checkpoint, entries, result: recount.result() };
}

describe('the open count', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app?.close());

  test('starts empty, and signed', async () => {
    await app.entered();
    const { checkpoint, result } = await recountOverHttp(app);
    expect(checkpoint.size).toBe(0);
    expect(result.faults).toEqual([]);
  });

  test('a counted payment is named, entered and proven', async () => {
    const artist = await app.given.artist({ nominatedIn: 2 });
    const payment = await app.given.completedPayment(artist.nominations, { each: 3 });
    await app.entered();
    const { checkpoint, entries, result } = await recountOverHttp(app);
    expect(entries.map((entry) => entry?.kind)).toEqual([
      'edition',
      'nomination',
      'nomination',
      'count',
    ]);
    expect(result).toMatchObject({ payments: 1, takenBack: 0, money: { XAF: 600 }, faults: [] });
    expect(Object.fromEntries(result.votes)).toEqual(
      Object.fromEntries(artist.nominations.map(({ id }) => [id, 3])),
    );
    const { body } = await app.http
      .get(`/api/payment/receipt/${payment.receiptCode}/proof`)
      .expect(200);
    const proof = parseProof(body.counted);
    const extra = proofExtra.parse(JSON.parse(proof.extra ?? ''));
    const leaf = leafHash(new TextEncoder().encode(extra.entry));
    const { size, root } = checkpoint;
    expect(isIncluded({ index: proof.index, leaf, size, root, proof: proof.path })).toBe(true);
    const salt = Buffer.from(extra.receiptSalt ?? '', 'base64');
    expect(entries[proof.index]).toMatchObject({
      commitment: commitmentTo(salt, payment.receiptCode ?? ''),
    });
    expect(body.nominations).toHaveLength(2);
    expect(body.takenBack).toBeNull();
  });

  test('withdrawn votes name their entry', async () => {
    const artist = await app.given.artist();
    const payment = await app.given.completedPayment(artist.nominations, { each: 5 });
    await app.given.refunded(payment.id);
    await app.entered();
    const { entries, result } = await recountOverHttp(app);
    expect(entries.at(-1)).toMatchObject({ kind: 'take-back', entry: entries.length - 2 });
    expect(result.votes.get(artist.nominations[0]!.id)).toBe(0);
    expect(result).toMatchObject({ payments: 2, takenBack: 1, money: { XAF: 600 }, faults: [] });
    const { body } = await app.http.get(`/api/payment/receipt/${payment.receiptCode}`);
    expect(body.payment).toMatchObject({
      entry: entries.length - 2,
      takenBackEntry: entries.length - 1,
    });
  });

  test('hidden votes are sealed, and opened with the results', async () => {
    const artist = await app.given.artist();
    const [nomination] = artist.nominations;
    await app.setEvent({ results: { ...LIVE, policy: 'hidden' } });
    const standing = await app.given.completedPayment(artist.nominations, { each: 7 });
    const refundedPayment = await app.given.completedPayment(artist.nominations, { each: 9 });
    await app.entered();
    await app.given.refunded(refundedPayment.id);
    await app.entered();
    const hidden = await recountOverHttp(app);
    expect(hidden.result).toMatchObject({ sealed: 2, faults: [] });
    expect(hidden.result.votes.has(nomination!.id)).toBe(false);
    const bundle = `/count/tile/openings/000.p/${hidden.checkpoint.size}`;
    await app.http.get(bundle).expect(404);
    const { body: seen } = await app.http.get('/api/count').expect(200);
    expect(seen.head).toMatchObject({ sealed: 2, payments: 4, takenBack: 2, votes: 6 });

    await app.setEvent({ results: LIVE });
    const open = await app.given.completedPayment(artist.nominations, { each: 1 });
    await app.entered();
    const shown = await recountOverHttp(app);
    expect(shown.result).toMatchObject({ sealed: 0, faults: [] });
    expect(shown.result.votes.get(nomination!.id)).toBe(8);
    expect([...shown.result.votes.values()].reduce((sum, votes) => sum + votes)).toBe(
      (await app.http.get('/api/count')).body.head.votes,
    );
    const proofOf = async (code: string | null) =>
      parseProof((await app.http.get(`/api/payment/receipt/${code}/proof`)).body.counted).extra;
    expect(await proofOf(standing.receiptCode)).toContain('votesSalt');
    expect(await proofOf(open.receiptCode)).not.toContain('votesSalt');
  });

  test('hiding and opening again does not affect what was opened before', async () => {
    const artist = await app.given.artist();
    const votesInAll = async () => (await app.http.get('/api/count')).body.head.votes;
    const openings = async () =>
      (await recountOverHttp(app)).entries.filter((entry) => entry?.kind === 'opening').length;
    const before = { votes: await votesInAll(), openings: await openings() };
    for (const each of [3, 5]) {
      await app.setEvent({ results: { ...LIVE, policy: 'hidden' } });
      await app.given.completedPayment(artist.nominations, { each });
      const refundedPayment = await app.given.completedPayment(artist.nominations, { each: 7 });
      await app.entered();
      await app.setEvent({ results: LIVE });
      await app.entered();
      await app.entered();
      // Withdraws openly what was sealed.
      await app.given.refunded(refundedPayment.id);
      await app.entered();
    }
    const { result } = await recountOverHttp(app);
    expect(result).toMatchObject({ sealed: 0, faults: [] });
    expect(result.votes.get(artist.nominations[0]!.id)).toBe(8);
    const after = { votes: await votesInAll(), openings: await openings() };
    expect(after).toEqual({ votes: before.votes + 8, openings: before.openings + 2 });
    expect(await verifyOpenCount(app.db)).toEqual([]);
  });

  test('names do not reveal who was voted for', async () => {
    await app.setEvent({ results: { ...LIVE, policy: 'hidden' } });
    const artist = await app.given.artist({ nominatedIn: 2 });
    await app.given.completedPayment(artist.nominations.slice(0, 1));
    await app.entered();
    const { entries } = await recountOverHttp(app);
    const named = entries.flatMap((entry) =>
      entry?.kind === 'nomination' && entry.artistId === artist.id ? [entry.nomination] : [],
    );
    expect(named.toSorted()).toEqual(artist.nominations.map(({ id }) => id).toSorted());
    await app.setEvent({ results: LIVE });
  });

  test('a new name is entered, once', async () => {
    const artist = await app.given.artist({ name: 'Before' });
    await app.given.completedPayment(artist.nominations);
    await app.entered();
    await app.given.renamedArtist(artist, 'After');
    await app.entered();
    await app.entered();
    const { entries, result } = await recountOverHttp(app);
    expect(entries.at(-1)).toMatchObject({ kind: 'nomination', artist: 'After' });
    expect(entries.at(-2)).toMatchObject({ kind: 'count' });
    expect(result.faults).toEqual([]);
    // Receipts contain the name, whether the nomination is public or not.
    await app.given.deletedArtist(artist);
    await app.given.renamedArtist(artist, 'Once more');
    await app.entered();
    expect((await recountOverHttp(app)).entries.at(-1)).toMatchObject({ artist: 'Once more' });
  });

  test('more entries than fit in a tile are served in full and partial ones', async () => {
    const artist = await app.given.artist();
    for (let i = 0; i < 270; i++) await app.given.completedPayment(artist.nominations, { each: 1 });
    await app.entered();
    const { checkpoint, result } = await recountOverHttp(app);
    expect(checkpoint.size).toBeGreaterThan(270);
    expect(result.faults).toEqual([]);
    expect((await app.http.get('/count/tile/1/000.p/1').expect(200)).body).toHaveLength(32);
    await app.http.get('/count/tile/1/000').expect(404);
    await app.http.get('/count/tile/1/000.p/0').expect(404);
  });
});

describe('the checkpoint', () => {
  const [older, newer] = [7, 8].map((fill) =>
    signerOf('vote.example/count', 'log', new Uint8Array(32).fill(fill)),
  );
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ hasClock: true });
  });
  afterAll(() => app?.close());

  const signedBy = async (signers: Signer[]) => {
    await enterAll(logIn(app.db, signers));
    const { text } = await app.http.get('/count/checkpoint').expect(200);
    const keys = [older!, newer!].map(({ key }) => key);
    const { signatures } = await openCheckpoint(text, keys);
    return signatures.map(({ key }) => keys.indexOf(key));
  };
  const signedAt = async () => new Date((await app.http.get('/api/count')).body.head.signedAt);

  test('has the signatures of all keys while one replaces another', async () => {
    expect(await signedBy([older!])).toEqual([0]);
    expect(await signedBy([newer!, older!])).toEqual([1, 0]);
    expect(await signedBy([newer!])).toEqual([1]);
  });

  test('is signed again unchanged after an hour, and not before', async () => {
    const note = async () => (await app.http.get('/count/checkpoint')).text;
    const [first, firstAt] = [await note(), await signedAt()];
    await app.advance(50 * 60_000);
    await signedBy([newer!]);
    expect(await signedAt()).toEqual(firstAt);
    await app.advance(11 * 60_000);
    await signedBy([newer!]);
    expect((await signedAt()).getTime()).toBeGreaterThan(firstAt.getTime() + 60 * 60_000);
    expect(await note()).toBe(first);
  });
});
