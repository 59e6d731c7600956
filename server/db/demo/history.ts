import type {
  FailureReason,
  PaymentEventSource,
  PaymentStatus,
} from '../../../shared/domain/payment';
import { priceOf } from '../../../shared/domain/pricing';
import { RECEIPT_ALPHABET, RECEIPT_CODE_LENGTH } from '../../../shared/domain/receipt-code';
import { MAX_VOTES_PER_CATEGORY, sumOfVotes } from '../../../shared/domain/votes';
import type { paymentEvents, payments, paymentVotes } from '../../../shared/schema';
import { demoId } from './identity';
import { type Random, seededRandom } from './random';
import { paymentMoments } from './rhythm';
import { type DemoVoter, demoVoters, pick } from './voters';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Somebody to vote for, the most popular first. */
export interface Candidate {
  nominationIds: readonly string[];
}

export interface PaymentHistory {
  payments: (typeof payments.$inferInsert & {
    id: string;
    status: PaymentStatus;
    createdAt: Date;
  })[];
  votes: (typeof paymentVotes.$inferInsert)[];
  events: (typeof paymentEvents.$inferInsert)[];
}

type Fate =
  | { ending: 'completed'; by: PaymentEventSource; afterMs: number }
  | { ending: 'late-success'; reason: FailureReason; afterMs: number }
  | { ending: 'failed'; reason: FailureReason; by: PaymentEventSource; afterMs: number }
  | { ending: 'refunded'; by: PaymentEventSource; afterMs: number; refundAfterMs: number }
  | { ending: 'unanswered' }
  | { ending: 'abandoned' };

/**
 * Thirty days of payments up to `now`, the same for the same seed, anchor and candidates. Nothing
 * lies in the future, and nothing is left for the reconciler: no provider knows these payments.
 */
export function paymentHistory(
  candidates: readonly Candidate[],
  { seed, now }: { seed: string; now: Date },
): PaymentHistory {
  const random = seededRandom(`history ${seed}`);
  const voters = demoVoters(random);
  const nextVoter = weighted(voters, (voter) => voter.loyalty, random);
  // Zipf: the second is chosen about half as often as the first.
  const nextCandidate = weighted(candidates, (_, rank) => 1 / (rank + 1) ** 0.85, random);
  const receiptCodes = new Set<string>();
  const history: PaymentHistory = { payments: [], votes: [], events: [] };
  for (const [index, createdAt] of paymentMoments(now, random).entries()) {
    const voter = nextVoter();
    const candidate = nextCandidate();
    if (!voter || !candidate) continue;
    const split = splitVotes(candidate.nominationIds, random);
    const method = voter.paysByCard ? 'card' : 'mobileMoney';
    const fate = method === 'card' ? cardFate(random) : mobileMoneyFate(random);
    const id = demoId('payment', `${seed} ${index}`);
    const { steps, ...state } = liveThrough(fate, createdAt, now, method, random);
    const totalVotes = sumOfVotes(split);
    const { amountMinor, currency } = priceOf(totalVotes, method);
    history.payments.push({
      id,
      ...payer(voter, method, random),
      // A pending one keeps no reference, so that nobody asks a provider about it.
      providerRef: state.status === 'pending' ? null : providerReference(method, id),
      amount: amountMinor,
      currency,
      totalVotes,
      ...state,
      receiptCode: state.completedAt ? newReceiptCode(receiptCodes, random) : null,
      deviceTimestamp: new Date(createdAt.getTime() - Math.floor(random() * 4 * SECOND)),
      nextCheckAt: null,
      createdAt,
      updatedAt: steps.at(-1)?.at ?? createdAt,
    });
    history.votes.push(
      ...split.map((vote) => ({
        id: demoId('vote', `${id} ${vote.nominationId}`),
        paymentId: id,
        createdAt,
        ...vote,
      })),
    );
    history.events.push(...steps.map((step) => ({ paymentId: id, ...step })));
  }
  // In the order in which they happened, as an append-only table would hold them.
  history.events.sort((a, b) => Number(a.at) - Number(b.at));
  return history;
}

/** Votes per nomination that completed payments add up to. */
export function countedVotes({ payments, votes }: PaymentHistory): Map<string, number> {
  const counted = new Set(
    payments.flatMap(({ id, status }) => (status === 'completed' ? [id] : [])),
  );
  const totals = new Map<string, number>();
  for (const { paymentId, nominationId, voteCount } of votes) {
    if (!counted.has(paymentId)) continue;
    totals.set(nominationId, (totals.get(nominationId) ?? 0) + voteCount);
  }
  return totals;
}

function payer(voter: DemoVoter, method: 'card' | 'mobileMoney', random: Random) {
  const { locale, userAgent, ipAddress } = voter;
  const browser = { locale, userAgent, ipAddress };
  return method === 'card'
    ? { provider: 'stripe', voterEmail: voter.email, phoneNumber: null, ...browser }
    : {
        provider: 'campay',
        // Optional with mobile money; most leave it empty.
        voterEmail: random() < 0.4 ? voter.email : null,
        phoneNumber: voter.phoneNumber,
        ...browser,
      };
}

function providerReference(method: 'card' | 'mobileMoney', id: string): string {
  return method === 'card'
    ? `pi_demo_${id.replaceAll('-', '').slice(0, 16)}`
    : demoId('campay', id);
}

function mobileMoneyFate(random: Random): Fate {
  const dice = random();
  const afterMs = between(9 * SECOND, 75 * SECOND, random);
  const by = pick(['webhook', 'webhook', 'webhook', 'poll', 'reconcile'], random);
  if (dice < 0.845) return { ending: 'completed', by, afterMs };
  if (dice < 0.855) return { ending: 'late-success', reason: 'unknown', afterMs };
  if (dice < 0.867) {
    return { ending: 'refunded', by, afterMs, refundAfterMs: between(0.2 * DAY, 3 * DAY, random) };
  }
  if (dice < 0.97) {
    const reason = pick(MOBILE_MONEY_FAILURES, random);
    if (reason === 'expired') {
      return {
        ending: 'failed',
        reason,
        by: 'reconcile',
        afterMs: between(5 * MINUTE, 7 * MINUTE, random),
      };
    }
    return { ending: 'failed', reason, by, afterMs };
  }
  return { ending: 'unanswered' };
}

function cardFate(random: Random): Fate {
  const dice = random();
  const afterMs = between(2 * SECOND, 12 * SECOND, random);
  const by = pick(['confirm', 'confirm', 'webhook'], random);
  if (dice < 0.81) return { ending: 'completed', by, afterMs };
  if (dice < 0.82) {
    return { ending: 'refunded', by, afterMs, refundAfterMs: between(0.5 * DAY, 5 * DAY, random) };
  }
  if (dice < 0.89)
    return { ending: 'failed', reason: pick(CARD_FAILURES, random), by: 'webhook', afterMs };
  return { ending: dice < 0.91 ? 'unanswered' : 'abandoned' };
}

/** Repeats make the common ones common. */
const MOBILE_MONEY_FAILURES = [
  'insufficient-funds',
  'insufficient-funds',
  'insufficient-funds',
  'declined',
  'declined',
  'declined',
  'expired',
  'expired',
  'expired',
  'wrong-pin',
  'wrong-pin',
  'limit-reached',
  'no-wallet',
  'unavailable',
  'unknown',
] as const;
const CARD_FAILURES = [
  'declined',
  'declined',
  'declined',
  'insufficient-funds',
  'insufficient-funds',
  'unavailable',
  'unknown',
] as const;

interface Step {
  from: PaymentStatus | null;
  to: PaymentStatus;
  source: PaymentEventSource;
  detail: Record<string, unknown>;
  at: Date;
}

interface Life {
  status: PaymentStatus;
  attemptedAt: Date | null;
  completedAt: Date | null;
  failureReason: FailureReason | null;
  steps: Step[];
}

/** The states a payment passes; what would lie after `now` has not happened yet. */
function liveThrough(
  fate: Fate,
  createdAt: Date,
  now: Date,
  method: 'card' | 'mobileMoney',
  random: Random,
): Life {
  const life: Life = {
    status: 'pending',
    attemptedAt: null,
    completedAt: null,
    failureReason: null,
    steps: [{ from: null, to: 'pending', source: 'create', detail: { demo: true }, at: createdAt }],
  };
  const move = (
    to: PaymentStatus,
    source: PaymentEventSource,
    at: Date,
    reason?: FailureReason,
  ) => {
    life.steps.push({
      from: life.status,
      to,
      source,
      detail: { demo: true, ...(reason && { reason }) },
      at,
    });
    life.status = to;
    life.failureReason = reason ?? null;
    if (to === 'completed') life.completedAt = at;
  };
  if (fate.ending === 'abandoned') return life;

  // The prompt goes out at once; a card form takes a while to fill in.
  const wait =
    method === 'card' ? between(25 * SECOND, 150 * SECOND, random) : between(400, 2_500, random);
  const attemptedAt = new Date(createdAt.getTime() + wait);
  life.attemptedAt = attemptedAt;
  move('pending', 'attempt', attemptedAt);
  if (fate.ending === 'unanswered') return life;

  const settledAt = new Date(attemptedAt.getTime() + fate.afterMs);
  switch (fate.ending) {
    case 'failed':
      move('failed', fate.by, settledAt, fate.reason);
      break;
    case 'late-success':
      move('failed', 'webhook', settledAt, fate.reason);
      move('completed', 'reconcile', new Date(settledAt.getTime() + 35 * SECOND));
      break;
    case 'completed':
      move('completed', fate.by, settledAt);
      break;
    case 'refunded': {
      move('completed', fate.by, settledAt);
      const refundedAt = new Date(settledAt.getTime() + fate.refundAfterMs);
      if (refundedAt < now) move('failed', 'refund', refundedAt, 'refunded');
      break;
    }
  }
  return life;
}

/** Most keep the form's two votes per category; a few fans empty their pockets. */
function splitVotes(nominationIds: readonly string[], random: Random) {
  const split = nominationIds
    .map((nominationId) => ({ nominationId, voteCount: votesForCategory(random) }))
    .filter(({ voteCount }) => voteCount > 0);
  const [favourite] = nominationIds;
  return split.length > 0 || !favourite ? split : [{ nominationId: favourite, voteCount: 2 }];
}

function votesForCategory(random: Random): number {
  const dice = random();
  if (dice < 0.48) return 2;
  if (dice < 0.6) return 0;
  if (dice < 0.72) return 1;
  if (dice < 0.9) return 3 + Math.floor(random() * 3);
  if (dice < 0.975) return 10;
  if (dice < 0.998) return 20 + 5 * Math.floor(random() * 7);
  return MAX_VOTES_PER_CATEGORY;
}

function newReceiptCode(taken: Set<string>, random: Random): string {
  const code = Array.from({ length: RECEIPT_CODE_LENGTH }, () =>
    RECEIPT_ALPHABET.charAt(Math.floor(random() * RECEIPT_ALPHABET.length)),
  ).join('');
  if (taken.has(code)) return newReceiptCode(taken, random);
  taken.add(code);
  return code;
}

function between(low: number, high: number, random: Random): number {
  return Math.floor(low + random() * (high - low));
}

/** Draws items in proportion to their weights. */
function weighted<T>(
  items: readonly T[],
  weight: (item: T, index: number) => number,
  random: Random,
): () => T | undefined {
  let total = 0;
  const bounds = items.map((item, index) => {
    total += weight(item, index);
    return total;
  });
  return () => {
    const dice = random() * total;
    return items[bounds.findIndex((bound) => dice < bound)] ?? items.at(-1);
  };
}
