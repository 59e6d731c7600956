import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareDueDays, planDays } from '#server/admin/books/comparison/nightly';
import type { BookDay, Books } from '#shared/contracts/books';
import { bookDays, nominationTotals, payments, paymentVotes } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { enterAtProvider, LISTING, type Listing } from '../support/provider-books';

const ZONE = 'Africa/Douala';
const DAYS = 30;
const DAY_MS = 86_400_000;
const PAYMENTS = 5_000;
/** Fapshi's list is limited, so its share is smaller. */
const SHARES: readonly Listing[] = ['campay', 'stripe', 'campay', 'stripe', 'fapshi'];
const KINDS = [
  'paid-there',
  'unknown-there',
  'amount-differs',
  'listed-twice',
  'unknown-here',
] as const;

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
beforeAll(async () => {
  app = await startTestApp({ env: { EVENT_TIMEZONE: ZONE }, timeoutMs: 20_000 });
  admin = await anAdministrator(app);
});
afterAll(() => app.close());

interface Seeded {
  id: string;
  provider: Listing;
  at: Date;
  reference: string;
  amount: number;
}

/** A month of matching payments, with the same random numbers each time. */
async function seedMonth(nominationId: string): Promise<Seeded[]> {
  const yesterday = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(
    Date.now() - DAY_MS,
  );
  const begin = Date.parse(`${yesterday}T00:00:00+01:00`) - (DAYS - 1) * DAY_MS;
  const samples = fc.sample(
    fc.record({
      at: fc.integer({ min: 0, max: DAYS * DAY_MS - 1 }),
      votes: fc.integer({ min: 1, max: 50 }),
    }),
    { numRuns: PAYMENTS, seed: 7 },
  );
  const month = samples.map(({ at: after, votes }, index) => {
    const provider = SHARES[index % SHARES.length] ?? 'campay';
    const amount = votes * (provider === 'stripe' ? 50 : 100);
    const at = new Date(begin + after);
    const id = randomUUID();
    const reference = enterAtProvider(app, provider, { paymentId: id, amount, at });
    return { id, provider, at, reference, amount, votes };
  });
  for (let from = 0; from < month.length; from += 500) {
    const batch = month.slice(from, from + 500);
    await app.db.insert(payments).values(
      batch.map(({ id, provider, at, reference, amount, votes }) => ({
        id,
        provider,
        providerRef: reference,
        amount,
        currency: provider === 'stripe' ? ('USD' as const) : ('XAF' as const),
        totalVotes: votes,
        status: 'completed' as const,
        receiptCode: randomUUID().slice(0, 12),
        completedAt: at,
        settledAt: at,
        createdAt: at,
      })),
    );
    await app.db
      .insert(paymentVotes)
      .values(batch.map(({ id, votes }) => ({ paymentId: id, nominationId, voteCount: votes })));
  }
  const votes = month.reduce((sum, line) => sum + line.votes, 0);
  await app.db.insert(nominationTotals).values({ nominationId, votes });
  return month;
}

test('of 5,000 payments of a month, exactly the 40 that differ are shown', async () => {
  const { nominations } = await app.given.artist();
  const month = await seedMonth(nominations[0]!.id);
  // Eight of each kind, spread over the month and the providers.
  const chosen = month.filter((_, index) => index % (PAYMENTS / 40) === index % 5).slice(0, 40);
  expect(chosen).toHaveLength(40);
  const faults = new Map(
    LISTING.map((provider) => [
      provider,
      {
        missing: [] as string[],
        doubled: [] as string[],
        late: {},
        wrongAmounts: {} as Record<string, number>,
      },
    ]),
  );
  const expectedDifferences: string[] = [];
  for (const [index, { id, provider, reference, amount, at }] of chosen.entries()) {
    const kind = KINDS[index % KINDS.length] ?? 'paid-there';
    const fault = faults.get(provider)!;
    const unknownId = randomUUID();
    if (kind === 'paid-there') {
      await app.db.execute(sql`update ${payments} set status = 'pending', completed_at = null,
        settled_at = null, receipt_code = null where id = ${id}`);
      await app.db.execute(sql`update ${nominationTotals} set votes = votes - (
        select total_votes from ${payments} where id = ${id})`);
    } else if (kind === 'unknown-there') fault.missing.push(reference);
    else if (kind === 'amount-differs') fault.wrongAmounts[reference] = amount + 100;
    else if (kind === 'listed-twice') fault.doubled.push(reference);
    else enterAtProvider(app, provider, { paymentId: unknownId, amount, at });
    expectedDifferences.push(`${kind} ${kind === 'unknown-here' ? 'none' : id}`);
  }
  for (const [provider, listFaults] of faults) app[provider].configure({ listFaults });

  const context = { payments: app.context, timezone: () => ZONE };
  await planDays(context);
  await app.db.update(bookDays).set({ nextAt: sql`now()` });
  expect(await compareDueDays(context)).toBe(LISTING.length * DAYS);

  const months = [...new Set(month.map(({ at }) => at.toISOString().slice(0, 7)))];
  const shownDifferences: string[] = [];
  let counted = 0;
  for (const month of months) {
    const books: Books = (await admin.get(`/api/admin/books?month=${month}`).expect(200)).body;
    expect(books.overall).toEqual({ differences: [], votes: 0 });
    for (const { day, lines, comparisons, openDifferences } of books.days) {
      expect(lines.every(({ difference }) => difference === 0)).toBe(true);
      expect(comparisons.every(({ state }) => state === 'compared')).toBe(true);
      counted += openDifferences;
      const detail: BookDay = (await admin.get(`/api/admin/books/days/${day}`).expect(200)).body;
      for (const { reason, payment } of detail.differences) {
        shownDifferences.push(`${reason} ${payment?.id ?? 'none'}`);
      }
    }
  }
  expect(shownDifferences.sort()).toEqual(expectedDifferences.sort());
  expect(counted).toBe(40);
}, 120_000);
