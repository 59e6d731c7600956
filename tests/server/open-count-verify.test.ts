import { sql, TransactionRollbackError } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/db/client';
import { verifyOpenCount } from '#server/open-count/index';
import { startTestApp, type TestApp } from '../support/app';
import { execute } from '../support/database';

let app: TestApp;
/** Executes a statement as the owner of the database, who can disable the triggers. */
const asOwner = (statement: string) => execute(app.ownerUrl, statement);

beforeAll(async () => {
  app = await startTestApp();
  const artist = await app.given.artist({ nominatedIn: 2 });
  for (let i = 0; i < 300; i++) await app.given.completedPayment(artist.nominations);
  const refunded = await app.given.completedPayment(artist.nominations);
  await app.entered();
  await app.given.refunded(refunded.id);
  await app.setEvent({ results: { policy: 'hidden', sealedFrom: null, releasesAtClose: false } });
  await app.given.completedPayment(artist.nominations, { each: 4 });
  await app.entered();
});
afterAll(() => app?.close());

describe('the open count against payments and totals', () => {
  test('matches, including payments that have no entry yet', async () => {
    expect(await verifyOpenCount(app.db)).toEqual([]);
    const artist = await app.given.artist();
    const { id } = await app.given.completedPayment(artist.nominations);
    expect(await verifyOpenCount(app.db)).toEqual([]);
    await app.given.refunded(id);
    expect(await verifyOpenCount(app.db)).toEqual([]);
    await app.entered();
    expect(await verifyOpenCount(app.db)).toEqual([]);
  });

  test('cannot be rewritten', async () => {
    for (const [table, column] of [
      ['count_entries', 'entry'],
      ['count_hashes', 'hash'],
      ['count_heads', 'root'],
    ]) {
      const update = `update ${table} set ${column} = ${column}`;
      await expect(asOwner(update)).rejects.toThrow('append-only');
      await expect(asOwner(`delete from ${table}`)).rejects.toThrow('append-only');
      await expect(asOwner(`truncate ${table} cascade`)).rejects.toThrow('append-only');
    }
  });

  const ENTRY = `update count_entries set entry = replace(entry, '"amount":400', '"amount":500') where index = 5`;
  const MANIPULATIONS = [
    ['an altered entry', 'count_entries', ENTRY, /entry 5 does not match its hash/],
    ['a changed amount', 'count_entries', ENTRY, /entry 5 says amount 500, payment \S+ says 400/],
    [
      'a dropped entry',
      'count_entries',
      'delete from count_entries where index = 7',
      /entry 7 is missing/,
    ],
    [
      'two swapped entries',
      'count_entries',
      `update count_entries as one set entry = other.entry, leaf = other.leaf from count_entries as other
       where one.index in (8, 9) and other.index = 17 - one.index`,
      /a root other than/,
    ],
    [
      'a seal for other votes',
      'payment_votes',
      `update payment_votes set vote_count = vote_count + 1 where payment_id =
       (select payment_id from count_entries where votes_salt is not null limit 1)`,
      /opened-otherwise/,
    ],
    [
      'a payment that was not entered',
      'payments',
      `insert into payments (provider, amount, status, completed_at, settled_at, receipt_code)
       values ('campay', 100, 'completed', now(), now(), 'ABCDEFGHJK')`,
      /counts and is not in the log/,
    ],
    [
      'an entry whose payment does not count',
      'payments',
      `update payments set status = 'pending', completed_at = null, settled_at = null where id =
       (select payment_id from count_entries where index = 11)`,
      /entry 11 counts payment \S+, which was never counted/,
    ],
    [
      'a withdrawal without a reason',
      'payments',
      `update payments set status = 'completed', failure_reason = null where id =
       (select payment_id from count_entries where kind = 'take-back' limit 1)`,
      /takes back payment \S+, whose votes count/,
    ],
    [
      'withdrawn votes that the log does not withdraw',
      'payments',
      `update payments set status = 'failed', failure_reason = 'refunded' where id =
       (select payment_id from count_entries where index = 13)`,
      /payment \S+ was taken back, which is not in the log/,
    ],
    [
      'votes missing in the totals',
      'nomination_totals',
      'delete from nomination_totals',
      /nomination \S+: no total, the open count \d+/,
    ],
    [
      'a changed total',
      'nomination_totals',
      'update nomination_totals set votes = votes + 1',
      /total says/,
    ],
    ['a changed hash', 'count_hashes', `update count_hashes set hash = sha256('x')`, /hash 1\/0/],
    ['changed sums', 'count_heads', 'update count_heads set xaf = xaf + 1', /is said to have xaf/],
    [
      'changed minutes',
      'count_minutes',
      'update count_minutes set votes = votes + 1',
      /by minute differ/,
    ],
    [
      'changed hours',
      'count_hours',
      'update count_hours set votes = votes + 1',
      /than their minutes/,
    ],
    [
      'a changed checkpoint',
      'count_checkpoints',
      `update count_checkpoints set note = replace(note, E'\\n' || size || E'\\n', E'\\n' || size + 1 || E'\\n')`,
      /is another tree/,
    ],
  ] as const;

  test.each(MANIPULATIONS)('reports %s', async (_what, table, statement, expected) => {
    const owner = openDatabase(app.ownerUrl);
    const manipulated = owner.db.transaction(async (tx) => {
      await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
      await tx.execute(sql.raw(statement));
      // Within this transaction, which is invisible to others.
      const found = await verifyOpenCount(tx as unknown as Database);
      expect(found.join('\n')).toMatch(expected);
      tx.rollback();
    });
    await expect(manipulated).rejects.toThrow(TransactionRollbackError);
    await owner.close();
    expect(await verifyOpenCount(app.db)).toEqual([]);
  });
});
