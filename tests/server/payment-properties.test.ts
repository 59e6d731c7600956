import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptCardPayment } from '#server/payments/card/attempt-card-payment';
import { upsertCardPayment } from '#server/payments/card/upsert-card-payment';
import { verifyLedger } from '#server/payments/index';
import { applyProviderReport } from '#server/payments/lifecycle/transition';
import { createMobileMoneyPayment } from '#server/payments/mobile-money/create-mobile-money-payment';
import type { ProviderReport } from '#server/payments/providers/provider';
import { mobileMoneyPayment } from '#shared/contracts/payments';
import type { PaymentStatus } from '#shared/domain/payment';
import type { Currency } from '#shared/domain/pricing';
import { payments, paymentVotes } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoteFor, aVoteFor } from '../support/given';
import { aPromptRequester, UNKNOWN_CALLER } from '../support/prompt-requester';
import { randomRuns } from '../support/random-runs';

/**
 * Random histories: payments are created, and reports arrive that are true or false, repeated or
 * simultaneous. After each step the database must match a model that knows only the rules.
 */

let app: TestApp;
let nominationIds: string[];
beforeAll(async () => {
  // The books are compared after one round of checks: on a busy machine none may time out.
  app = await startTestApp({ timeoutMs: 60_000, stripeDelays: { webhookTimeoutMs: 60_000 } });
  const artist = await app.given.artist({ nominatedIn: 3 });
  nominationIds = artist.nominations.map(({ id }) => id);
});
afterAll(() => app.close());

interface ModelPayment {
  id: string;
  split: Map<string, number>;
  amount: number;
  currency: Currency;
  status: PaymentStatus;
  wasCounted: boolean;
  /** Only for card payments. */
  card: ModelCard | null;
}

interface ModelCard {
  owner: string;
  revision: number;
  /** Revision that the intent certainly has; null while there is none. */
  intentRevision: number | null;
  isAttempted: boolean;
}

type Kind =
  | 'paid'
  | 'paid-wrong'
  | 'paid-with-concerns'
  | 'failed'
  | 'reversed'
  | 'disputed'
  | 'pending'
  | 'unknown';

type Step =
  | { do: 'create'; counts: number[] }
  | { do: 'draft-card'; who: number; counts: number[] }
  | { do: 'link'; which: number }
  | { do: 'attempt'; which: number; isOwner: boolean; revisionsBehind: number }
  | { do: 'report'; which: number; kind: Kind; copies: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('create' as const), counts: counts() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('draft-card' as const),
      who: fc.nat(1),
      counts: counts(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('link' as const), which: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('attempt' as const),
      which: fc.nat(5),
      isOwner: fc.integer({ min: 0, max: 4 }).map((dice) => dice > 0),
      revisionsBehind: fc.constantFrom(0, 0, 0, 1),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      which: fc.nat(5),
      kind: fc.constantFrom<Kind>(
        'paid',
        'paid',
        'paid-wrong',
        'paid-with-concerns',
        'failed',
        'reversed',
        'disputed',
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

const CONCERNS = ['partial-refund', 'disputed', 'refund-failed'] as const;

function reportFor(kind: Kind, { id, amount, currency }: ModelPayment): ProviderReport {
  const providerRef = `record of ${id}`;
  switch (kind) {
    case 'paid':
    case 'paid-wrong':
    case 'paid-with-concerns':
      return {
        outcome: 'paid',
        money: { amountMinor: kind === 'paid-wrong' ? amount + 1 : amount, currency },
        providerRef,
        concerns: kind === 'paid-with-concerns' ? CONCERNS : [],
        evidence: {},
      };
    case 'failed':
      return { outcome: 'failed', reason: 'declined', providerRef: null, evidence: {} };
    case 'reversed':
      return { outcome: 'reversed', reason: 'refunded', evidence: {} };
    case 'disputed':
      return { outcome: 'reversed', reason: 'disputed', evidence: {} };
    case 'pending':
      return { outcome: 'pending', providerRef };
    case 'unknown':
      return { outcome: 'unknown', evidence: {} };
  }
}

/** The rules again, in the simplest terms. */
function applyToModel(payment: ModelPayment, kind: Kind): void {
  const wasTakenBack = payment.wasCounted && payment.status === 'failed';
  if (wasTakenBack) return;
  if (kind === 'paid' || kind === 'paid-with-concerns') {
    payment.status = 'completed';
    payment.wasCounted = true;
  } else if (kind === 'failed' && payment.status === 'pending') {
    payment.status = 'failed';
  } else if (kind === 'reversed' || kind === 'disputed') {
    payment.status = 'failed';
  }
}

/** The vote lines for votes per nomination. */
const voteLinesOf = (counts: number[]) =>
  nominationIds.flatMap((nominationId, index) => {
    const voteCount = counts[index] ?? 0;
    return voteCount > 0 ? [{ nominationId, voteCount }] : [];
  });

const splitOf = (counts: number[]) =>
  new Map(voteLinesOf(counts).map((part) => [part.nominationId, part.voteCount]));

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

async function create(counts: number[]): Promise<ModelPayment> {
  const order = { nominationVotes: voteLinesOf(counts), totalVotes: sum(counts) };
  const body = mobileMoneyPayment.parse({ ...aVoteFor([]), ...order });
  const { payment } = await createMobileMoneyPayment(
    app.context,
    'campay',
    { body, idempotencyKey: undefined, caller: UNKNOWN_CALLER },
    aPromptRequester(app, body.phoneNumber),
  );
  return {
    id: payment.id,
    split: splitOf(counts),
    amount: sum(counts) * 100,
    currency: 'XAF',
    status: 'pending',
    wasCounted: false,
    card: null,
  };
}

const isSameSplit = (one: Map<string, number>, other: Map<string, number>) =>
  one.size === other.size && [...one].every(([id, votes]) => other.get(id) === votes);

/** Changes the session's open payment if its last change is certain; otherwise creates another. */
async function draftCard(model: ModelPayment[], owner: string, counts: number[]): Promise<void> {
  const order = { nominationVotes: voteLinesOf(counts), totalVotes: sum(counts) };
  const { payment } = await upsertCardPayment(
    app.context,
    {
      body: { ...aCardVoteFor([]), voterEmail: null, locale: 'en', ...order },
      ownerHash: owner,
      caller: UNKNOWN_CALLER,
    },
    false,
  );
  const open = model.findLast(
    ({ status, card }) =>
      status === 'pending' &&
      card?.owner === owner &&
      !card.isAttempted &&
      card.intentRevision === card.revision,
  );
  const split = splitOf(counts);
  const amount = sum(counts) * 50;
  if (open?.card) {
    expect(payment.id).toBe(open.id);
    if (!isSameSplit(open.split, split)) open.card.revision += 1;
    Object.assign(open, { split, amount });
  } else {
    expect(model.map(({ id }) => id)).not.toContain(payment.id);
    const card = { owner, revision: 0, intentRevision: null, isAttempted: false };
    const status = 'pending';
    const { id } = payment;
    model.push({ id, split, amount, currency: 'USD', status, wasCounted: false, card });
  }
}

/** The provider's response is certain: its intent has what our books contain. */
async function link({ id, status, card }: ModelPayment): Promise<void> {
  if (!card || status !== 'pending' || card.isAttempted) return;
  await app.db
    .update(payments)
    .set({ providerRef: `pi_${id}`, intentRevision: card.revision })
    .where(eq(payments.id, id));
  card.intentRevision = card.revision;
}

async function attempt(
  { id, status, card }: ModelPayment,
  { isOwner, revisionsBehind }: { isOwner: boolean; revisionsBehind: number },
): Promise<void> {
  const { cards } = app.context;
  if (!card || !cards) return;
  const claim = { paymentId: id, ownerHash: isOwner ? card.owner : 'a stranger' };
  const isAllowed =
    isOwner &&
    status === 'pending' &&
    revisionsBehind === 0 &&
    card.intentRevision === card.revision;
  const outcome = attemptCardPayment(app.context, cards, claim, card.revision - revisionsBehind);
  if (isAllowed) {
    await outcome;
    card.isAttempted = true;
  } else {
    await expect(outcome).rejects.toMatchObject({ status: isOwner ? 409 : 404 });
  }
}

async function expectModelHolds(model: ModelPayment[], before: Map<string, number>): Promise<void> {
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
    expect(await storedSplit(expected.id)).toEqual(expected.split);
    if (expected.card) {
      const { revision, intentRevision, isAttempted } = expected.card;
      expect(payment).toMatchObject({ revision, intentRevision });
      expect(payment.attemptedAt !== null).toBe(isAttempted);
    }
    if (payment.status === 'completed') {
      expect(payment.receiptCode).not.toBeNull();
      expect(payment.completedAt).not.toBeNull();
    }
    await expectUnbrokenHistory(expected);
  }
  expect(await verifyLedger(app.db)).toEqual([]);
}

async function storedSplit(paymentId: string): Promise<Map<string, number>> {
  const parts = await app.db
    .select()
    .from(paymentVotes)
    .where(eq(paymentVotes.paymentId, paymentId));
  return new Map(parts.map((part) => [part.nominationId, part.voteCount]));
}

/** Expects that the history is an unbroken chain from creation to the present state. */
async function expectUnbrokenHistory({ id, status }: ModelPayment): Promise<void> {
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
  for (const flag of ['amount-mismatch', ...CONCERNS]) {
    expect(events.filter(({ detail }) => detail.flag === flag).length).toBeLessThanOrEqual(1);
  }
}

async function report(
  payment: ModelPayment,
  { kind, copies }: { kind: Kind; copies: number },
): Promise<void> {
  const providerReport = reportFor(kind, payment);
  await Promise.all(
    Array.from({ length: copies }, () =>
      applyProviderReport(app.db, payment.id, providerReport, { source: 'webhook' }),
    ),
  );
  applyToModel(payment, kind);
}

test('whatever happens in whatever order, totals equal the votes of completed payments', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const before = new Map<string, number>();
      for (const id of nominationIds) before.set(id, await app.given.votesOf({ id }));
      const model: ModelPayment[] = [];
      const run = crypto.randomUUID();
      for (const next of steps) {
        if (next.do === 'create') {
          model.push(await create(next.counts));
        } else if (next.do === 'draft-card') {
          await draftCard(model, `${run} ${next.who}`, next.counts);
        } else {
          const payment = model[next.which % Math.max(model.length, 1)];
          if (!payment) continue;
          if (next.do === 'link') await link(payment);
          else if (next.do === 'attempt') await attempt(payment, next);
          else await report(payment, next);
        }
        await expectModelHolds(model, before);
      }
    }),
    { numRuns: randomRuns(60), seed: 1 },
  );
});

test('simultaneous reports about many payments of the same nominations count each payment once', async () => {
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
        for (const [index, payment] of model.entries()) applyToModel(payment, plans[index]![1]);
        await expectModelHolds(model, before);
      },
    ),
    { numRuns: randomRuns(15), seed: 1 },
  );
});
