import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLedger } from '../../server/payments';
import { createMobileMoneyPayment } from '../../server/payments/create-mobile-money-payment';
import type { ProviderReport } from '../../server/payments/providers/provider';
import { applyProviderReport } from '../../server/payments/transition';
import type { PaymentStatus } from '../../shared/domain/payment';
import { startTestApp, type TestApp } from '../support/app';
import { aVoteFor } from '../support/given';

/**
 * Random histories: payments are created, reported on truly and falsely, repeatedly and at once.
 * After each step a model that knows only the rules must agree with the database.
 */

let app: TestApp;
let nominationIds: string[];
beforeAll(async () => {
  app = await startTestApp();
  const artist = await app.given.artist({ nominatedIn: 3 });
  nominationIds = artist.nominations.map(({ id }) => id);
});
afterAll(() => app.close());

interface ModelPayment {
  id: string;
  split: Map<string, number>;
  amount: number;
  status: PaymentStatus;
  wasCounted: boolean;
}

type Kind = 'paid' | 'paid-wrong' | 'failed' | 'reversed' | 'pending' | 'unknown';

type Step =
  | { do: 'create'; counts: number[] }
  | { do: 'report'; which: number; kind: Kind; copies: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('create' as const), counts: counts() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      which: fc.nat(2),
      kind: fc.constantFrom<Kind>(
        'paid',
        'paid',
        'paid-wrong',
        'failed',
        'reversed',
        'pending',
        'unknown',
      ),
      copies: fc.integer({ min: 1, max: 4 }),
    }),
  },
);

function counts(): fc.Arbitrary<number[]> {
  return fc
    .array(fc.integer({ min: 0, max: 100 }), { minLength: 3, maxLength: 3 })
    .filter((split) => split.some((count) => count > 0));
}

function reportFor(kind: Kind, { amount }: ModelPayment): ProviderReport {
  switch (kind) {
    case 'paid':
    case 'paid-wrong':
      return {
        outcome: 'paid',
        money: { amountMinor: kind === 'paid' ? amount : amount + 1, currency: 'XAF' },
        providerRef: 'reference',
        evidence: {},
      };
    case 'failed':
      return { outcome: 'failed', reason: 'declined', providerRef: null, evidence: {} };
    case 'reversed':
      return { outcome: 'reversed', reason: 'refunded', evidence: {} };
    case 'pending':
      return { outcome: 'pending', providerRef: 'reference' };
    case 'unknown':
      return { outcome: 'unknown', evidence: {} };
  }
}

/** The rules once more, in the plainest words. */
function follow(payment: ModelPayment, kind: Kind): void {
  const wasTakenBack = payment.wasCounted && payment.status === 'failed';
  if (wasTakenBack) return;
  if (kind === 'paid') {
    payment.status = 'completed';
    payment.wasCounted = true;
  } else if (kind === 'failed' && payment.status === 'pending') {
    payment.status = 'failed';
  } else if (kind === 'reversed') {
    payment.status = 'failed';
  }
}

async function create(split: number[]): Promise<ModelPayment> {
  const voted = nominationIds.flatMap((nominationId, index) => {
    const voteCount = split[index] ?? 0;
    return voteCount > 0 ? [{ nominationId, voteCount }] : [];
  });
  const totalVotes = voted.reduce((sum, { voteCount }) => sum + voteCount, 0);
  const { payment } = await createMobileMoneyPayment(app.context, 'campay', {
    body: { ...aVoteFor([]), voterEmail: null, locale: 'en', nominationVotes: voted, totalVotes },
    idempotencyKey: undefined,
    ipAddress: undefined,
  });
  return {
    id: payment.id,
    split: new Map(voted.map((part) => [part.nominationId, part.voteCount])),
    amount: totalVotes * 100,
    status: 'pending',
    wasCounted: false,
  };
}

async function holds(model: ModelPayment[], before: Map<string, number>): Promise<void> {
  for (const nominationId of nominationIds) {
    const counted = model
      .filter(({ status }) => status === 'completed')
      .reduce((sum, { split }) => sum + (split.get(nominationId) ?? 0), 0);
    const total = await app.given.votesOf({ id: nominationId });
    expect(total - (before.get(nominationId) ?? 0)).toBe(counted);
  }
  for (const expected of model) {
    const payment = await app.given.payment(expected.id);
    expect(payment.status).toBe(expected.status);
    expect(payment.amount).toBe(expected.amount);
    if (payment.status === 'completed') {
      expect(payment.receiptCode).not.toBeNull();
      expect(payment.completedAt).not.toBeNull();
    }
    await eventsExplain(expected);
  }
  expect(await verifyLedger(app.db)).toEqual([]);
}

/** The history is an unbroken chain from creation to the present state. */
async function eventsExplain({ id, status }: ModelPayment): Promise<void> {
  const events = await app.given.events(id);
  let state: PaymentStatus | null = null;
  for (const event of events) {
    expect(event.from).toBe(state);
    state = event.to;
  }
  expect(state).toBe(status);
  const entered = (to: PaymentStatus) =>
    events.filter((event) => event.to === to && event.from !== to).length;
  expect(entered('completed')).toBeLessThanOrEqual(1);
  expect(entered('pending')).toBe(1);
}

test('whatever happens in whatever order: totals are the votes of completed payments', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const before = new Map<string, number>();
      for (const id of nominationIds) before.set(id, await app.given.votesOf({ id }));
      const model: ModelPayment[] = [];
      for (const next of steps) {
        if (next.do === 'create') {
          model.push(await create(next.counts));
        } else {
          const payment = model[next.which % Math.max(model.length, 1)];
          if (!payment) continue;
          const report = reportFor(next.kind, payment);
          await Promise.all(
            Array.from({ length: next.copies }, () =>
              applyProviderReport(app.db, payment.id, report, { source: 'webhook' }),
            ),
          );
          follow(payment, next.kind);
        }
        await holds(model, before);
      }
    }),
    { numRuns: 60 },
  );
});

test('reports about many payments of the same nominations, all at once, count each payment once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(counts(), fc.constantFrom<Kind>('paid', 'failed', 'paid-wrong')), {
        minLength: 2,
        maxLength: 12,
      }),
      async (plans) => {
        const before = new Map<string, number>();
        for (const id of nominationIds) before.set(id, await app.given.votesOf({ id }));
        const model: ModelPayment[] = [];
        for (const [split] of plans) model.push(await create(split));
        await Promise.all(
          model.flatMap((payment, index) => {
            const kind = plans[index]![1];
            return [1, 2, 3].map(() =>
              applyProviderReport(app.db, payment.id, reportFor(kind, payment), {
                source: 'reconcile',
              }),
            );
          }),
        );
        for (const [index, payment] of model.entries()) follow(payment, plans[index]![1]);
        await holds(model, before);
      },
    ),
    { numRuns: 15 },
  );
});
