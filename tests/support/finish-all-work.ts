import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { reconcileDue } from '#server/payments/checks/reconciler';
import { payments } from '#shared/schema';
import type { TestApp } from './app';

const IS_SOON = sql`next_check_at <= now() + interval '2 seconds'`;

/**
 * Waits until no payment has work in progress. Checks that are scheduled for the next seconds are
 * made at once: the minimum interval between two checks of a payment is skipped.
 */
export async function finishAllWork(app: TestApp): Promise<void> {
  await app.stripe.webhooksSettled();
  await app.settled();
  await expect
    .poll(async () => {
      await app.db
        .update(payments)
        .set({ nextCheckAt: sql`now()`, lastCheckedAt: null })
        .where(IS_SOON);
      await reconcileDue(app.context);
      return app.db.$count(payments, IS_SOON);
    })
    .toBe(0);
}
