import { eq, gt, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { verifyOpenCount } from '#server/open-count/index';
import { verifyLedger } from '#server/payments/index';
import { CARD_CHECKS, PROMPT_CHECKS } from '#server/payments/providers/check-times';
import { nominationTotals, payments } from '#shared/schema';
import type { World } from './world';

/** Once a fault is over, everything must be consistent within this time, in ms. */
const RECOVERY_MS = 60_000;

/**
 * Expects what must hold a minute after the end of every fault: money taken = votes counted, no
 * payment forgotten, no second prompt, no card charged twice.
 */
export async function expectEverythingAddsUp(world: World): Promise<void> {
  await expect.poll(() => hasPlans(world), { message: 'a provider is still working' }).toBe(false);
  await expectNoPaymentForgotten(world);
  await world.advance(RECOVERY_MS);
  await expect.poll(() => disagreements(world), { message: 'differs from the books' }).toEqual([]);
  expect(await totals(world)).toEqual(votesPaidFor(world));
  expect(await verifyLedger(world.db)).toEqual([]);
  expect(await verifyOpenCount(world.db)).toEqual([]);
  await expectNoPaymentForgotten(world);
  expectNoDoublePrompt(world);
  expectNoDoubleCharge(world);
}

const hasPlans = ({ wallets }: World) => wallets.payments().some(({ plan }) => plan.length > 0);

/**
 * Expects that every pending payment that may have been paid is checked soon and automatically:
 * within a minute, or, when no voter can be waiting any more, as often as its age requires.
 */
async function expectNoPaymentForgotten({ db }: World): Promise<void> {
  // Not `now()`, which is older than what the query sees: a check might begin in between.
  const now = sql`clock_timestamp()`.mapWith(payments.createdAt);
  const pending = await db
    .select({ payment: payments, now })
    .from(payments)
    .where(eq(payments.status, 'pending'));
  const forgotten = pending.filter(({ payment, now }) => {
    const { provider, createdAt, attemptedAt, lastCheckedAt, nextCheckAt } = payment;
    if (nextCheckAt === null) return true;
    const schedule = provider === 'stripe' ? CARD_CHECKS : PROMPT_CHECKS;
    const openSince = schedule.isOpenFromStart ? createdAt : attemptedAt;
    if (openSince === null) return false;
    const openMs = (lastCheckedAt ?? createdAt).getTime() - openSince.getTime();
    const everyMs = schedule.whilePending.find(({ untilAgeMs }) => openMs < untilAgeMs)?.everyMs;
    return nextCheckAt.getTime() - now.getTime() > Math.max(RECOVERY_MS, everyMs ?? 0);
  });
  expect(forgotten, 'pending payments that no check is soon due for').toEqual([]);
}

/** A payment in a provider's books. */
interface Entry {
  paymentId: string;
  status: 'pending' | 'completed' | 'failed';
  amount: number;
  /** Identifies whose votes it pays for: a phone number, or a payment intent. */
  payer: string;
}

const OUR_STATUS = { SUCCESSFUL: 'completed', FAILED: 'failed', PENDING: 'pending' } as const;

function entries({ wallets, stripe }: World): Entry[] {
  const byPhone = wallets.payments().map(({ paymentId, status, amount, number }) => ({
    paymentId,
    status: OUR_STATUS[status],
    amount,
    payer: number,
  }));
  const byCard = stripe.charged().map((charge) => ({
    paymentId: charge.metadata.payment_id ?? 'none',
    status: 'completed' as const,
    amount: charge.amount,
    payer: charge.intentId,
  }));
  return [...byPhone, ...byCard];
}

/** Payments that differ from the providers' books, or are counted without being in them. */
async function disagreements(world: World) {
  const ourPayments = new Map(
    (await world.db.select().from(payments)).map((payment) => [payment.id, payment]),
  );
  const wrong = entries(world).flatMap((entry) => {
    const payment = ourPayments.get(entry.paymentId);
    ourPayments.delete(entry.paymentId);
    const isRight = payment?.status === entry.status && payment.amount === entry.amount;
    return isRight ? [] : [{ entry, payment }];
  });
  const invented = [...ourPayments.values()].filter(({ status }) => status === 'completed');
  return [...wrong, ...invented];
}

/** Counted votes by nomination, as every visitor sees them. */
async function totals({ db }: World): Promise<Map<string, number>> {
  const rows = await db.select().from(nominationTotals).where(gt(nominationTotals.votes, 0));
  return new Map(rows.map(({ nominationId, votes }) => [nominationId, votes]));
}

/** The same totals, computed from what the voters chose and the providers charged. */
function votesPaidFor(world: World): Map<string, number> {
  const votes = new Map<string, number>();
  for (const { status, payer } of entries(world)) {
    if (status !== 'completed') continue;
    for (const { nominationId, voteCount } of world.chosenVotes.get(payer) ?? []) {
      votes.set(nominationId, (votes.get(nominationId) ?? 0) + voteCount);
    }
  }
  return votes;
}

/** Expects that no payment was requested twice, and no number had two prompts open at once. */
function expectNoDoublePrompt({ wallets, requests }: World): void {
  const once = requests.filter(({ provider }) => !provider.takesRepeats);
  const ids = once.map(({ paymentId }) => paymentId);
  expect(ids).toEqual([...new Set(ids)]);
  const requestedFrom = new Map<string, string>();
  for (const { provider, paymentId } of requests) {
    const first = requestedFrom.get(paymentId) ?? provider.name;
    expect(provider.name, 'a request that another provider had received').toBe(first);
    requestedFrom.set(paymentId, first);
  }
  const prompted = wallets.payments().map(({ paymentId }) => paymentId);
  expect(prompted).toEqual([...new Set(prompted)]);
  const openUntil = new Map<string, number>();
  for (const { number, createdAt, finishedAt } of wallets.payments()) {
    expect(createdAt, `a second prompt on ${number}`).toBeGreaterThanOrEqual(
      openUntil.get(number) ?? 0,
    );
    openUntil.set(number, finishedAt ?? Number.POSITIVE_INFINITY);
  }
}

function expectNoDoubleCharge({ stripe }: World): void {
  const charged = stripe.charged().map(({ metadata }) => metadata.payment_id);
  expect(charged).toEqual([...new Set(charged)]);
}
