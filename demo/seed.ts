import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Msisdn } from '#shared/domain/phone';
import type * as schema from '#shared/schema';
import {
  artists,
  bookDays,
  categories,
  linkVisits,
  nominations,
  nominationTotals,
  paymentEvents,
  payments,
  paymentVotes,
} from '#shared/schema';
import { demoCatalogue } from './catalogue';
import { countedVotes, type PaymentHistory, paymentHistory } from './history';

/** The server's database handle. */
type Database = NodePgDatabase<typeof schema>;
type Queryable = Pick<Database, 'select'>;

export interface SeedOptions {
  /** `demo/pictures` of this project. */
  picturesDir: string;
  /** Pictures are copied to `demo/` in this folder, served as `/uploads/demo/`. */
  uploadsDir: string;
  /** The server's hash function for look-ups. */
  hashPhone: (phone: Msisdn) => string;
  /** End of the past payments. */
  now: Date;
}

/** Rows per statement: far below PostgreSQL's 65,535 parameters. */
const BATCH = 500;

/**
 * Fills an empty catalogue with the demo's awards night, with the same rows for the same `now`.
 * @returns false, without a change, when there is any category already
 */
export async function seedDemo(db: Database, options: SeedOptions): Promise<boolean> {
  if (await hasCategories(db)) return false;
  await cp(options.picturesDir, join(options.uploadsDir, 'demo'), { recursive: true });
  const catalogue = demoCatalogue(options.now);
  const history = paymentHistory(catalogue.candidates, { seed: 'awards night', now: options.now });
  return db.transaction(async (tx) => {
    // Another process may have been faster.
    if (await hasCategories(tx)) return false;
    await tx.insert(categories).values(catalogue.categories);
    await tx.insert(artists).values(catalogue.artists);
    await tx.insert(nominations).values(catalogue.nominations);
    const votes = countedVotes(history);
    await tx
      .insert(nominationTotals)
      .values(
        catalogue.nominations.map(({ id }) => ({ nominationId: id, votes: votes.get(id) ?? 0 })),
      );
    for (const batch of batches(history.payments)) {
      await tx
        .insert(payments)
        .values(batch.map((payment) => ({ ...payment, phoneHash: hashOf(payment.phoneNumber) })));
    }
    for (const batch of batches(history.votes)) await tx.insert(paymentVotes).values(batch);
    for (const batch of batches(history.events)) await tx.insert(paymentEvents).values(batch);
    await tx.insert(linkVisits).values(visitsOf(history));
    await tx.insert(bookDays).values(comparedDays(history, options.now));
    return true;
  });

  function hashOf(phoneNumber: Msisdn | null | undefined): string | null {
    return phoneNumber ? options.hashPhone(phoneNumber) : null;
  }
}

/** Days marked as compared without differences, because no provider has these payments. */
function comparedDays({ payments: past }: PaymentHistory, now: Date) {
  const days = new Set<string>();
  const today = dayOf(now);
  for (const { createdAt } of past) if (dayOf(createdAt) < today) days.add(dayOf(createdAt));
  return [...days].flatMap((day) =>
    ['campay', 'stripe'].map((provider) => ({ provider, day, state: 'compared' as const })),
  );
}

/** One in seven visits by a link leads to a payment. */
const VISITS_PER_PAYMENT = 7;

function visitsOf({ payments: past }: PaymentHistory) {
  const visits = new Map<string, typeof linkVisits.$inferInsert>();
  for (const { createdAt, linkSource: source } of past) {
    if (!source) continue;
    const day = dayOf(createdAt);
    const earlier = visits.get(`${day} ${source}`)?.visits ?? 0;
    visits.set(`${day} ${source}`, { day, source, visits: earlier + VISITS_PER_PAYMENT });
  }
  return [...visits.values()];
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

async function hasCategories(db: Queryable): Promise<boolean> {
  const found = await db.select({ id: categories.id }).from(categories).limit(1);
  return found.length > 0;
}

function* batches<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH);
}
