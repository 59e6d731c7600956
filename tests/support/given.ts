import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import { applyProviderReport } from '#server/payments/lifecycle/transition';
import type { CardPaymentBody, MobileMoneyPaymentBody } from '#shared/contracts/payments';
import type { Msisdn } from '#shared/domain/phone';
import {
  artists,
  categories,
  nominations,
  nominationTotals,
  paymentEvents,
  paymentFlags,
  payments,
  paymentVotes,
} from '#shared/schema';

export type Given = ReturnType<typeof givenIn>;
type Nomination = typeof nominations.$inferSelect;
type PaymentValues = { each?: number } & Partial<typeof payments.$inferInsert>;

let lastNumber = 10_000_00;

/** First numbers of each operator, without the leading 6; nobody knows whose 684 is. */
const FIRST_NUMBER = { mtn: 77_000_000, orange: 99_000_000, unknown: 84_000_000 };

/** A number that no other test of this file uses; its prompt waits for the test to answer it. */
export const freshPhone = (operator: keyof typeof FIRST_NUMBER = 'mtn'): Msisdn =>
  `2376${String(FIRST_NUMBER[operator] + ++lastNumber * 100 + 50).slice(-8)}`;

/** Arranges the state in the database, and reads it for assertions. */
export function givenIn(db: Database) {
  return {
    async category(values: Partial<typeof categories.$inferInsert> = {}) {
      const [category] = await db
        .insert(categories)
        .values({ name: `Category ${randomUUID().slice(0, 8)}`, ...values })
        .returning();
      return category!;
    },

    /** An artist nominated in this many new categories. */
    async artist({
      nominatedIn = 1,
      ...values
    }: { nominatedIn?: number } & Partial<typeof artists.$inferInsert> = {}) {
      const [artist] = await db
        .insert(artists)
        .values({ name: `Artist ${randomUUID().slice(0, 8)}`, ...values })
        .returning();
      const nominated: Nomination[] = [];
      for (let i = 0; i < nominatedIn; i++) {
        const category = await this.category();
        nominated.push(await this.nomination(artist!.id, category.id));
      }
      return { ...artist!, nominations: nominated };
    },

    async nomination(
      artistId: string,
      categoryId: string,
      values: Partial<typeof nominations.$inferInsert> = {},
    ): Promise<Nomination> {
      const [nomination] = await db
        .insert(nominations)
        .values({ artistId, categoryId, shareableLink: randomUUID(), ...values })
        .returning();
      return nomination!;
    },

    async withdrawn(nomination: { id: string }) {
      await db
        .update(nominations)
        .set({ withdrawnAt: sql`now()` })
        .where(eq(nominations.id, nomination.id));
    },

    async renamedArtist(artist: { id: string }, name: string) {
      await db.update(artists).set({ name }).where(eq(artists.id, artist.id));
    },

    async deletedArtist(artist: { id: string }) {
      await db.update(artists).set({ isActive: false }).where(eq(artists.id, artist.id));
    },

    async deletedCategory(categoryId: string) {
      await db.update(categories).set({ isActive: false }).where(eq(categories.id, categoryId));
    },

    /** A payment without any report of the provider. */
    async pendingPayment(voted: { id: string }[], { each = 2, ...values }: PaymentValues = {}) {
      const totalVotes = voted.length * each;
      const [payment] = await db
        .insert(payments)
        .values({ provider: 'campay', amount: totalVotes * 100, totalVotes, ...values })
        .returning();
      await db.insert(paymentVotes).values(
        voted.map(({ id }) => ({
          paymentId: payment!.id,
          nominationId: id,
          voteCount: each,
        })),
      );
      return payment!;
    },

    /** Counts a payment as the application does, so that totals and ledger agree. */
    async completedPayment(
      voted: { id: string }[],
      { receiptCode, ...values }: PaymentValues = {},
    ) {
      const { id, amount, currency } = await this.pendingPayment(voted, values);
      const { payment } = await applyProviderReport(
        db,
        id,
        {
          outcome: 'paid',
          money: { amountMinor: amount, currency },
          providerRef: randomUUID(),
          evidence: {},
        },
        { source: 'reconcile', ...(receiptCode ? { makeReceiptCode: () => receiptCode } : {}) },
      );
      return payment;
    },

    async refunded(paymentId: string) {
      await applyProviderReport(
        db,
        paymentId,
        { outcome: 'reversed', reason: 'refunded', evidence: {} },
        { source: 'refund' },
      );
    },

    /** Makes the payment due for the reconciler now, even if it has just been checked. */
    async dueNow(paymentId: string) {
      await db
        .update(payments)
        .set({ nextCheckAt: sql`now()`, lastCheckedAt: null })
        .where(eq(payments.id, paymentId));
    },

    /** Moves the payment's creation, and its completion if any, back by this interval. */
    async aged(paymentId: string, interval: string) {
      await db
        .update(payments)
        .set({
          createdAt: sql`created_at - ${interval}::interval`,
          completedAt: sql`completed_at - ${interval}::interval`,
        })
        .where(eq(payments.id, paymentId));
    },

    async payment(paymentId: string) {
      const [payment] = await db.select().from(payments).where(eq(payments.id, paymentId));
      return payment!;
    },

    payments: () => db.select().from(payments),

    events: (paymentId: string) =>
      db
        .select()
        .from(paymentEvents)
        .where(eq(paymentEvents.paymentId, paymentId))
        .orderBy(paymentEvents.id),

    /** Flags that wait for an administrator, oldest first. */
    async openFlags(paymentId: string) {
      const open = await db
        .select({ flag: paymentFlags.flag })
        .from(paymentFlags)
        .where(and(eq(paymentFlags.paymentId, paymentId), isNull(paymentFlags.resolvedAt)))
        .orderBy(paymentFlags.raisedAt);
      return open.map(({ flag }) => flag);
    },

    async votesOf(nomination: { id: string }) {
      const [total] = await db
        .select()
        .from(nominationTotals)
        .where(eq(nominationTotals.nominationId, nomination.id));
      return total?.votes ?? 0;
    },
  };
}

/** A valid request: the same votes for each nomination. */
export function aVoteFor(
  voted: { id: string }[],
  changes: Partial<MobileMoneyPaymentBody> & { each?: number } = {},
): MobileMoneyPaymentBody {
  const { each = 2, ...rest } = changes;
  return {
    phoneNumber: freshPhone(),
    voterEmail: null,
    nominationVotes: voted.map(({ id }) => ({ nominationId: id, voteCount: each })),
    totalVotes: voted.length * each,
    deviceInfo: {
      deviceTimestamp: '2025-11-28T20:00:00.000Z',
      userAgent: 'Test browser',
      deviceMetadata: '{"timezone":"Africa/Douala"}',
    },
    locale: 'fr',
    ...rest,
  };
}

/** Same as `aVoteFor`, paid by card. */
export function aCardVoteFor(
  voted: { id: string }[],
  changes: Partial<CardPaymentBody> & { each?: number } = {},
): CardPaymentBody {
  const { phoneNumber: _none, ...body } = aVoteFor(voted, changes);
  return body;
}
