import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { CardSession } from '#shared/contracts/payments';
import { paymentVotes, rateLimits } from '#shared/schema';
import { startTestApp, type TestApp } from './app';
import { intentOf } from './card-voter';

/**
 * One application for all tests of a file; each starts without anything in progress at the
 * provider.
 */
export function cardAppForAll(onStart: (app: TestApp) => void): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({
      timeoutMs: 60_000,
      stripeDelays: { webhookTimeoutMs: 60_000 },
    });
    onStart(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.stripe.webhooksSettled();
    await app.settled();
    app.stripe.reset();
    // All tests are unknown devices at one address, with many declined cards.
    await app.db.delete(rateLimits);
  });
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const intentIn = (app: TestApp, session: CardSession) =>
  app.stripe.paymentIntents.find(intentOf(session));

/** The vote lines of the payment, as in the ledger. */
export async function splitIn(app: TestApp, paymentId: string): Promise<Record<string, number>> {
  const parts = await app.db
    .select()
    .from(paymentVotes)
    .where(eq(paymentVotes.paymentId, paymentId));
  return Object.fromEntries(parts.map((part) => [part.nominationId, part.voteCount]));
}
