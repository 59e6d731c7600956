import { beforeEach, describe, expect, test } from 'vitest';
import type { ReceiptProof } from '#shared/contracts/open-count';
import { toBase64 } from '#shared/open-count/bytes';
import {
  commitmentTo,
  type Entry,
  type EntryVotes,
  SALT_BYTES,
  sealOf,
} from '#shared/open-count/entry';
import { toVkey, type VerifierKey } from '#shared/open-count/note';
import { parseProof, toProof } from '#shared/open-count/proof';
import { SmallLog } from '#tests/support/small-log';
import { checkReceipt } from './check-receipt';
import type { SeenLog } from './seen-log';

const MINUTE = '2026-11-28T19:14Z';
const CODE = '01KXABCDE9';
const ARTIST = '11111111-1111-4111-8111-111111111111';
const SONG = '22222222-2222-4222-8222-222222222222';
const LIVE = '33333333-3333-4333-8333-333333333333';
const CATEGORY = '44444444-4444-4444-8444-444444444444';
const SALT = new Uint8Array(SALT_BYTES).fill(7);
const VOTES: EntryVotes = { [SONG]: 3, [LIVE]: 1 };

const receipt = (payment: Partial<ReturnType<typeof paymentOf>> = {}) => ({
  payment: { ...paymentOf(), ...payment },
  artist: { id: ARTIST, name: 'Manu Dibango', photoUrl: null },
  votesByCategory: [
    {
      nominationId: SONG,
      categoryId: CATEGORY,
      categoryName: 'Best Song',
      categoryNameFr: 'Chanson',
      voteCount: 3,
    },
    {
      nominationId: LIVE,
      categoryId: CATEGORY,
      categoryName: 'Live',
      categoryNameFr: null,
      voteCount: 1,
    },
  ],
});
const paymentOf = () => ({
  receiptCode: CODE,
  totalVotes: 4,
  entry: null as number | null,
  takenBackEntry: null as number | null,
  refundedAt: null as string | null,
});

const nominationEntry = (
  nomination: string,
  category: string,
  categoryFr: string | null,
): Entry => ({
  v: 1,
  kind: 'nomination',
  minute: MINUTE,
  nomination,
  artistId: ARTIST,
  artist: 'Manu Dibango',
  categoryId: nomination,
  category,
  categoryFr,
});
const countEntry = (code = CODE, votes: EntryVotes = VOTES): Entry => ({
  v: 1,
  kind: 'count',
  minute: MINUTE,
  method: 'mobile-money',
  currency: 'XAF',
  amount: 400,
  commitment: commitmentTo(SALT, code),
  votes,
});
const sealedEntry = (votes: EntryVotes = VOTES): Entry => {
  const { votes: _open, ...entry } = countEntry() as Extract<Entry, { votes: EntryVotes }>;
  return { ...entry, sealed: sealOf(SALT, votes) };
};
const takeBackEntry = (entry: number): Entry => ({
  v: 1,
  kind: 'take-back',
  minute: MINUTE,
  entry,
});
const receiptSalt = toBase64(SALT);

let log: SmallLog;
beforeEach(() => {
  log = new SmallLog();
  log.add(nominationEntry(SONG, 'Best Song', 'Chanson'));
  log.add(nominationEntry(LIVE, 'Live', null));
  for (let votes = 1; votes <= 9; votes++) log.add(countEntry(`OTHER${votes}`, { [SONG]: votes }));
});

/** The server's response about an entry of the log. */
const proofOf = async (
  entry: number,
  changes: Partial<ReceiptProof> = {},
): Promise<ReceiptProof> => ({
  counted: await log.proof(entry, { receiptSalt }),
  takenBack: null,
  nominations: [await log.proof(0), await log.proof(1)],
  ...changes,
});

interface Changes {
  keys?: readonly VerifierKey[];
  remembered?: SeenLog | null;
  shown?: ReturnType<typeof receipt>;
  readTile?: SmallLog['readTile'];
}
const check = (proof: ReceiptProof, changes: Changes = {}) =>
  checkReceipt({
    receipt: changes.shown ?? receipt(),
    proof,
    keys: changes.keys ?? [log.key],
    recall: () => changes.remembered ?? null,
    readTile: changes.readTile ?? log.readTile,
  });
const verdictOf = async (proof: ReceiptProof, changes?: Changes) =>
  (await check(proof, changes)).verdict;
const different = (difference: string) => ({ kind: 'different', difference });

const seenAt = async (someLog: SmallLog, size = someLog.size): Promise<SeenLog> => ({
  keys: [toVkey(someLog.key)],
  checkpoint: await someLog.checkpoint(size),
});

type Parsed = ReturnType<typeof parseProof>;
const alterProof = (proof: string | null, change: (parsed: Parsed) => Partial<Parsed>): string => {
  const parsed = parseProof(proof ?? '');
  return toProof({ ...parsed, ...change(parsed) });
};
const withEntry = (entry: string) => (parsed: Parsed) => ({
  extra: JSON.stringify({ ...JSON.parse(parsed.extra ?? ''), entry }),
});

describe('a receipt that is in the log', () => {
  test('is counted at its place, and the checkpoint is returned for storing', async () => {
    const entry = log.add(countEntry());
    log.add(countEntry('LATER', { [LIVE]: 1 }));
    const { verdict, seen, remembered } = await check(await proofOf(entry));
    expect(verdict).toEqual({ kind: 'counted', entry, size: log.size });
    expect(seen).toEqual({ ...(await seenAt(log)), origin: log.key.name });
    expect(remembered).toBeNull();
  });

  test('has its sealed votes opened for its owner', async () => {
    const entry = log.add(sealedEntry());
    const proof = await proofOf(entry, {
      counted: await log.proof(entry, { receiptSalt, votesSalt: receiptSalt }),
    });
    expect(await verdictOf(proof)).toMatchObject({ kind: 'counted', entry });
  });

  test('is waiting while it has no place', async () => {
    const proof = { counted: null, takenBack: null, nominations: [] };
    expect(await verdictOf(proof)).toEqual({ kind: 'waiting' });
  });

  test('is withdrawn by the entry that names it, once that entry has its place', async () => {
    const entry = log.add(countEntry());
    const shown = receipt({ refundedAt: '2026-11-28T20:00:00.000Z', entry });
    expect(await verdictOf(await proofOf(entry), { shown })).toEqual({
      kind: 'leaving',
      entry,
      size: log.size,
    });
    const takenBack = log.add(takeBackEntry(entry));
    const proof = await proofOf(entry, { takenBack: await log.proof(takenBack) });
    expect(await verdictOf(proof, { shown })).toEqual({
      kind: 'taken-back',
      entry,
      takenBack,
      size: log.size,
    });
  });

  test.each([1, 7, 8, 11, 12])('is in a log that has grown since it had %d', async (size) => {
    const entry = log.add(countEntry());
    for (let i = 0; i < 20; i++) log.add(countEntry(`LATER${i}`, { [LIVE]: 1 }));
    const remembered = await seenAt(log, size);
    const checked = await check(await proofOf(entry), { remembered });
    expect(checked.verdict).toMatchObject({ kind: 'counted', entry });
    expect(checked.remembered).toBe(remembered);
    expect(checked.seen).toMatchObject(await seenAt(log));
  });
});

describe('differences are reported:', () => {
  test('an altered entry', async () => {
    const entry = log.add(countEntry());
    const proof = await proofOf(entry);
    const counted = alterProof(proof.counted, (parsed) => {
      const text: string = JSON.parse(parsed.extra ?? '').entry;
      return withEntry(text.replace('"amount":400', '"amount":100'))(parsed);
    });
    expect(await verdictOf({ ...proof, counted })).toEqual(different('not-included'));
  });

  test('another place', async () => {
    const entry = log.add(countEntry());
    const proof = await proofOf(entry);
    const counted = alterProof(proof.counted, () => ({ index: entry - 1 }));
    expect(await verdictOf({ ...proof, counted })).toEqual(different('not-included'));
    const shown = receipt({ entry: entry - 1 });
    expect(await verdictOf(proof, { shown })).toEqual(different('other-place'));
  });

  test('a path that leads elsewhere', async () => {
    const proof = await proofOf(log.add(countEntry()));
    const counted = alterProof(proof.counted, ({ path }) => ({ path: path.toReversed() }));
    expect(await verdictOf({ ...proof, counted })).toEqual(different('not-included'));
  });

  test('any changed byte of the proof', async () => {
    const proof = await proofOf(log.add(countEntry()));
    const counted = proof.counted ?? '';
    for (let at = 0; at < counted.length; at++) {
      const other = counted[at] === 'A' ? 'B' : 'A';
      const mutated = `${counted.slice(0, at)}${other}${counted.slice(at + 1)}`;
      expect((await verdictOf({ ...proof, counted: mutated })).kind, `byte ${at}`).toBe(
        'different',
      );
    }
  });

  test('a key that did not sign', async () => {
    const other = new SmallLog(2);
    const proof = await proofOf(log.add(countEntry()));
    expect(await verdictOf(proof, { keys: [other.key] })).toEqual(different('signature'));
  });

  test('a signature of something else', async () => {
    const entry = log.add(countEntry());
    const proof = await proofOf(entry);
    const [, signature] = (await log.checkpoint(entry)).split('\n\n');
    const counted = alterProof(proof.counted, ({ checkpoint }) => ({
      checkpoint: `${checkpoint.split('\n\n')[0]}\n\n${signature}`,
    }));
    expect(await verdictOf({ ...proof, counted })).toEqual(different('signature'));
  });

  test('a new key that is not confirmed by any key seen before', async () => {
    const entry = log.add(countEntry());
    const elsewhere = new SmallLog(2);
    const remembered = { ...(await seenAt(log)), keys: [toVkey(elsewhere.key)] };
    expect(await verdictOf(await proofOf(entry), { remembered })).toEqual(different('other-key'));
  });

  test('an entry of another receipt', async () => {
    const entry = log.add(countEntry('AB12CD34EF'));
    expect(await verdictOf(await proofOf(entry))).toEqual(different('other-receipt'));
    const naming = await log.proof(0, { receiptSalt });
    const proof = await proofOf(entry, { counted: naming });
    expect(await verdictOf(proof)).toEqual(different('other-receipt'));
  });

  test('a salt that is not the receipt’s', async () => {
    const entry = log.add(countEntry());
    const otherSalt = toBase64(new Uint8Array(SALT_BYTES).fill(8));
    for (const extra of [{ receiptSalt: otherSalt }, {}]) {
      const proof = await proofOf(entry, { counted: await log.proof(entry, extra) });
      expect(await verdictOf(proof)).toEqual(different('other-receipt'));
    }
  });

  test.each([
    ['artist', { artist: 'Somebody Else' }],
    ['artist of that name', { artistId: SONG }],
    ['category', { category: 'Worst Song' }],
    ['French category', { categoryFr: 'Pire chanson' }],
    ['nomination', { nomination: LIVE }],
  ])('another %s', async (_name, names) => {
    const entry = log.add(countEntry());
    const swapped = log.add({
      ...nominationEntry(SONG, 'Best Song', 'Chanson'),
      ...names,
    } as Entry);
    const nominations = [await log.proof(swapped), await log.proof(1)];
    const proof = await proofOf(entry, { nominations });
    expect(await verdictOf(proof)).toEqual(different('other-names'));
  });

  test('names that the log does not have', async () => {
    const entry = log.add(countEntry());
    const proof = await proofOf(entry);
    expect(await verdictOf({ ...proof, nominations: proof.nominations.slice(1) })).toEqual(
      different('other-names'),
    );
    const inventedEntry = JSON.stringify(nominationEntry(SONG, 'Best Song', 'Chanson'));
    const nominations = proof.nominations.map((nomination) =>
      alterProof(nomination, withEntry(inventedEntry)),
    );
    expect(await verdictOf({ ...proof, nominations })).toEqual(different('not-included'));
  });

  test.each<[string, EntryVotes]>([
    ['fewer', { [SONG]: 2, [LIVE]: 1 }],
    ['for another nominee as well', { ...VOTES, [ARTIST]: 1 }],
    ['the other way round', { [SONG]: 1, [LIVE]: 3 }],
  ])('other votes: %s', async (_name, votes) => {
    const entry = log.add(countEntry(CODE, votes));
    expect(await verdictOf(await proofOf(entry))).toEqual(different('other-votes'));
  });

  test('a sum that differs from its votes', async () => {
    const shown = receipt({ totalVotes: 5 });
    const proof = await proofOf(log.add(countEntry()));
    expect(await verdictOf(proof, { shown })).toEqual(different('other-votes'));
  });

  test('votes that were not sealed', async () => {
    const entry = log.add(sealedEntry({ [SONG]: 4 }));
    for (const extra of [{ receiptSalt, votesSalt: receiptSalt }, { receiptSalt }]) {
      const proof = await proofOf(entry, { counted: await log.proof(entry, extra) });
      expect(await verdictOf(proof)).toEqual(different('not-sealed'));
    }
  });

  test('a checkpoint older than one seen before', async () => {
    const entry = log.add(countEntry());
    const proof = await proofOf(entry);
    log.add(countEntry('LATER', { [LIVE]: 1 }));
    const remembered = await seenAt(log);
    const checked = await check(proof, { remembered });
    expect(checked.verdict).toEqual(different('older'));
    expect(checked.seen).toBeNull();
  });

  test.each([0, 3])('a log that has forked, %d entries later', async (later) => {
    const seen = new SmallLog();
    seen.add(nominationEntry(SONG, 'Best Song', 'Chanson'));
    seen.add(nominationEntry(LIVE, 'Live', null));
    for (let votes = 1; votes <= 20; votes++)
      seen.add(countEntry(`GONE${votes}`, { [LIVE]: votes }));
    const remembered = await seenAt(seen, log.size + 1);
    const entry = log.add(countEntry());
    for (let i = 0; i < later; i++) log.add(countEntry(`LATER${i}`, { [LIVE]: 1 }));
    const proof = await proofOf(entry);
    // The tiles match what was seen, but not what is signed now.
    for (const { readTile } of [log, seen]) {
      const checked = await check(proof, { remembered, readTile });
      expect(checked.verdict).toEqual(different('forked'));
      expect(checked).toMatchObject({ seen: null, remembered });
    }
  });

  test('an entry that withdraws another one', async () => {
    const entry = log.add(countEntry());
    const takenBack = log.add(takeBackEntry(entry - 1));
    const shown = receipt({ refundedAt: '2026-11-28T20:00:00.000Z' });
    const proof = await proofOf(entry, { takenBack: await log.proof(takenBack) });
    expect(await verdictOf(proof, { shown })).toEqual(different('takes-back-other'));
    const notOne = await proofOf(entry, { takenBack: await log.proof(0) });
    expect(await verdictOf(notOne, { shown })).toEqual(different('takes-back-other'));
  });

  test('withdrawn votes that the receipt still counts', async () => {
    const entry = log.add(countEntry());
    const takenBack = log.add(takeBackEntry(entry));
    const proof = await proofOf(entry, { takenBack: await log.proof(takenBack) });
    expect(await verdictOf(proof)).toEqual(different('taken-back'));
    const shown = receipt({ refundedAt: '2026-11-28T20:00:00.000Z', takenBackEntry: entry });
    expect(await verdictOf(proof, { shown })).toEqual(different('other-place'));
  });

  test('proofs for different checkpoints in one response', async () => {
    const earlier = await log.proof(0);
    const proof = await proofOf(log.add(countEntry()));
    const nominations = [earlier, await log.proof(1)];
    expect(await verdictOf({ ...proof, nominations })).toEqual(different('not-included'));
  });

  test('an invalid proof', async () => {
    const proof = await proofOf(log.add(countEntry()));
    const noExtra = alterProof(proof.counted, () => ({ extra: null }));
    const noJson = alterProof(proof.counted, () => ({ extra: 'entry' }));
    for (const counted of ['', 'c2sp.org/tlog-proof@v1', noExtra, noJson]) {
      expect(await verdictOf({ ...proof, counted })).toEqual(different('unreadable'));
    }
  });
});

test('unavailable tiles are no difference: nothing could be checked', async () => {
  const remembered = await seenAt(log);
  const proof = await proofOf(log.add(countEntry()));
  const readTile = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(check(proof, { remembered, readTile })).rejects.toThrow('Failed to fetch');
});
