import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { reconcileDue } from '#server/payments/checks/reconciler';
import { payments } from '#shared/schema';
import type { TestApp } from './app';

const IS_SOON = sql`next_check_at <= now() + interval '2 seconds'`;

/**
 * Until nothing is under way about any payment. Checks that are planned for the next seconds are
 * made at once: the time between two checks of a payment passes without waiting for it.
 */
export async function calm(app: TestApp): Promise<void> {
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
