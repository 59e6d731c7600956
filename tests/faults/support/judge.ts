import { and, eq, gt, isNull, ne, or, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { verifyLedger } from '../../../server/payments';
import { nominationTotals, payments, paymentVotes } from '../../../shared/schema';
import type { World } from './world';

/** Once a fault is over, everything must be right within this time. */
const RECOVERY = sql`interval '60 seconds'`;

/**
 * What must hold after every fault, a minute after its end: money taken = votes counted, nobody
 * forgotten, no phone rung twice.
 */
export async function expectEverythingAddsUp(world: World): Promise<void> {
  await expect
    .poll(() => hasPlans(world), { message: 'the provider is still at work' })
    .toBe(false);
  await expectNobodyForgotten(world);
  await aMinutePasses(world);
  await expect
    .poll(() => disagreements(world), { message: 'unlike the provider’s books' })
    .toEqual([]);
  expect(await totals(world)).toEqual(await votesPaidFor(world));
  expect(await verifyLedger(world.db)).toEqual([]);
  await expectNobodyForgotten(world);
  expectNoDoublePrompt(world);
}

const hasPlans = ({ campay }: World) => campay.transactions().some(({ plan }) => plan.length > 0);

/** Every pending payment is asked about soon, by itself. */
async function expectNobodyForgotten({ db }: World): Promise<void> {
  const isTooLate = gt(payments.nextCheckAt, sql`now() + ${RECOVERY}`);
  const forgotten = await db
    .select()
    .from(payments)
    .where(and(eq(payments.status, 'pending'), or(isNull(payments.nextCheckAt), isTooLate)));
  expect(forgotten, 'pending, and nobody asks about them within a minute').toEqual([]);
}

/** Instead of waiting: whatever is planned within a minute falls due. */
async function aMinutePasses({ db }: World): Promise<void> {
  await db
    .update(payments)
    .set({
      nextCheckAt: sql`${payments.nextCheckAt} - ${RECOVERY}`,
      lastCheckedAt: sql`${payments.lastCheckedAt} - ${RECOVERY}`,
    })
    .where(ne(payments.status, 'completed'));
}

const OURS = { SUCCESSFUL: 'completed', FAILED: 'failed', PENDING: 'pending' } as const;

/** Payments that are not what the provider's books say they are. */
async function disagreements({ db, campay }: World) {
  const known = new Map((await db.select().from(payments)).map((payment) => [payment.id, payment]));
  return campay.transactions().flatMap(({ reference, externalReference, status, amount }) => {
    const payment = known.get(externalReference ?? '');
    const isRight = payment?.status === OURS[status] && payment.amount === amount;
    return isRight ? [] : [{ reference, status, payment }];
  });
}

/** Counted votes by nomination, as every visitor sees them. */
async function totals({ db }: World): Promise<Map<string, number>> {
  const rows = await db.select().from(nominationTotals).where(gt(nominationTotals.votes, 0));
  return new Map(rows.map(({ nominationId, votes }) => [nominationId, votes]));
}

/** The same, worked out from the money that the provider took. */
async function votesPaidFor({ db, campay }: World): Promise<Map<string, number>> {
  const paid = campay.transactions().filter(({ status }) => status === 'SUCCESSFUL');
  const paidIds = new Set(paid.map(({ externalReference }) => externalReference));
  const votes = new Map<string, number>();
  for (const { paymentId, nominationId, voteCount } of await db.select().from(paymentVotes)) {
    if (!paidIds.has(paymentId)) continue;
    votes.set(nominationId, (votes.get(nominationId) ?? 0) + voteCount);
  }
  return votes;
}

/** No payment was asked for twice, and no number had two prompts open at once. */
function expectNoDoublePrompt({ campay, collectCalls }: World): void {
  const asked = collectCalls.map((call) => call.external_reference);
  expect(asked).toEqual([...new Set(asked)]);
  const openUntil = new Map<string, number>();
  for (const { number, createdAt, finishedAt } of campay.transactions()) {
    expect(createdAt, `a second prompt on ${number}`).toBeGreaterThanOrEqual(
      openUntil.get(number) ?? 0,
    );
    openUntil.set(number, finishedAt ?? Number.POSITIVE_INFINITY);
  }
}
