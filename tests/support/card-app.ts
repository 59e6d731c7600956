import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { CardSession } from '#shared/contracts/payments';
import { paymentVotes, rateLimits } from '#shared/schema';
import { startTestApp, type TestApp } from './app';
import { intentOf } from './card-voter';

/** One application for all tests of a file; each begins with nothing under way at the provider. */
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
    // All tests are strangers at one address, who have many cards declined.
    await app.db.delete(rateLimits);
  });
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const intentIn = (app: TestApp, session: CardSession) =>
  app.stripe.paymentIntents.find(intentOf(session));

/** What the payment is for, as the ledger has it. */
export async function splitIn(app: TestApp, paymentId: string): Promise<Record<string, number>> {
  const parts = await app.db
    .select()
    .from(paymentVotes)
    .where(eq(paymentVotes.paymentId, paymentId));
  return Object.fromEntries(parts.map((part) => [part.nominationId, part.voteCount]));
}
