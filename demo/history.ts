import { OWN_SOURCES } from '#shared/domain/own-sources';
import type { PaymentMethod, PaymentStatus } from '#shared/domain/payment';
import { INITIAL_VOTE_PRICES, priceOf } from '#shared/domain/pricing';
import { RECEIPT_ALPHABET, RECEIPT_CODE_LENGTH } from '#shared/domain/receipt-code';
import { MAX_VOTES_PER_CATEGORY, sumOfVotes } from '#shared/domain/votes';
import type { paymentEvents, payments, paymentVotes } from '#shared/schema';
import { demoId } from './identity';
import { simulatePayment } from './payment-life';
import { type Random, seededRandom } from './random';
import { paymentMoments } from './rhythm';
import { type DemoVoter, demoVoters } from './voters';

const SECOND = 1_000;

/** Links by which voters came, mostly none, with their shares. */
const LINKS = [
  [null, 45],
  [OWN_SOURCES.share, 25],
  ['whatsapp / story', 14],
  ['radio-balafon', 9],
  [OWN_SOURCES.screen, 4],
  [OWN_SOURCES.poster, 3],
] as const;

/** A nominee, most popular first. */
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

/**
 * Returns thirty days of payments up to `now`, the same for the same seed, time and candidates.
 * None is in the future, and none is left for the reconciler, because no provider has these
 * payments.
 */
export function paymentHistory(
  candidates: readonly Candidate[],
  { seed, now }: { seed: string; now: Date },
): PaymentHistory {
  const random = seededRandom(`history ${seed}`);
  const voters = demoVoters(random);
  const nextVoter = weighted(voters, (voter) => voter.loyalty, random);
  // Zipf's law: the second is chosen about half as often as the first.
  const nextCandidate = weighted(candidates, (_, rank) => 1 / (rank + 1) ** 0.85, random);
  // A separate random sequence, so that all other choices stay unchanged.
  const nextLink = weighted(LINKS, ([, share]) => share, seededRandom(`links ${seed}`));
  const receiptCodes = new Set<string>();
  const history: PaymentHistory = { payments: [], votes: [], events: [] };
  for (const [index, createdAt] of paymentMoments(now, random).entries()) {
    const voter = nextVoter();
    const candidate = nextCandidate();
    if (!voter || !candidate) continue;
    const split = splitVotes(candidate.nominationIds, random);
    const method: PaymentMethod = voter.paysByCard ? 'card' : 'mobile-money';
    const id = demoId('payment', `${seed} ${index}`);
    const { steps, ...state } = simulatePayment(method, createdAt, now, random);
    const totalVotes = sumOfVotes(split);
    const { amountMinor, currency } = priceOf(totalVotes, INITIAL_VOTE_PRICES[method]);
    history.payments.push({
      id,
      ...payer(voter, method, random),
      // Pending payments have no reference, so that no provider is queried about them.
      providerRef: state.status === 'pending' ? null : providerReference(method, id),
      amount: amountMinor,
      currency,
      totalVotes,
      ...state,
      receiptCode: state.completedAt ? newReceiptCode(receiptCodes, random) : null,
      deviceTimestamp: new Date(createdAt.getTime() - Math.floor(random() * 4 * SECOND)),
      nextCheckAt: null,
      linkSource: nextLink()?.[0] ?? null,
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
  // In chronological order, as in an append-only table.
  history.events.sort((a, b) => Number(a.at) - Number(b.at));
  return history;
}

/** Returns the sum of votes of completed payments by nomination. */
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

function payer(voter: DemoVoter, method: PaymentMethod, random: Random) {
  const { locale, userAgent, ipAddress } = voter;
  const browser = { locale, userAgent, ipAddress };
  return method === 'card'
    ? { provider: 'stripe', voterEmail: voter.email, phoneNumber: null, ...browser }
    : {
        provider: 'campay',
        // Optional with mobile money; most voters leave it empty.
        voterEmail: random() < 0.4 ? voter.email : null,
        phoneNumber: voter.phoneNumber,
        ...browser,
      };
}

function providerReference(method: PaymentMethod, id: string): string {
  return method === 'card'
    ? `pi_demo_${id.replaceAll('-', '').slice(0, 16)}`
    : demoId('campay', id);
}

/** Most keep the form's two votes per category; a few fans spend a lot. */
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

/** Picks items at random in proportion to their weights. */
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
