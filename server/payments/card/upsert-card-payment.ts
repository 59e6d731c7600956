import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { lockOrder } from '#server/db/advisory-lock';
import type { Transaction } from '#server/db/client';
import { CARD_SESSIONS, type Caller, sharesOf } from '#server/http/index';
import type { CardPayment } from '#shared/contracts/payments';
import { paidLines } from '#shared/domain/votes';
import { payments } from '#shared/schema';
import type { PaymentContext } from '../context';
import { assertMethodAvailable, quotePayment } from '../lifecycle/offer';
import {
  hasVoteLines,
  insertPayment,
  type Payment,
  replaceVoteLines,
  updatePayment,
} from '../lifecycle/rows/repository';
import { givenUpAt } from '../lifecycle/schedule';
import { assertVotable } from '../lifecycle/votable';
import { CARD_CHECKS } from '../providers/check-times';

/** An older payment would expire too soon for a voter who is still filling in the form. */
const REUSABLE_FOR = sql`interval '12 hours'`;

export interface CardRequest {
  body: CardPayment;
  /** Hash of the browser session. */
  ownerHash: string;
  caller: Caller;
}

/** A card payment as stored in our database, before the provider is called. */
export interface Draft {
  payment: Payment;
  /** What to request from the provider: a new intent, a change, or nothing. */
  change: 'created' | 'revised' | 'none';
  /** Artist the votes are for. */
  artistName: string;
}

/**
 * Stores what this browser session is about to pay. Changes the session's unattempted payment
 * instead of creating another one, unless the outcome of its last change is still unknown: at most
 * one change of an intent is in flight at any time, so none can arrive late (docs/decisions/010).
 *
 * @param isFresh always creates a new payment
 * @throws AppError 400 for votes that cannot be given; 409 outside the voting window; 429 when too
 *   many payments are started from this address
 */
export function upsertCardPayment(
  { db, limiter, event }: PaymentContext,
  request: CardRequest,
  isFresh: boolean,
): Promise<Draft> {
  const { body, ownerHash, caller } = request;
  return db.transaction(async (tx): Promise<Draft> => {
    const now = await lockOrder(tx, `card session ${ownerHash}`);
    assertMethodAvailable(event.current, 'card', now);
    const asked = quotePayment(body, event.current, 'card');
    const open = isFresh ? undefined : await lockOpenPayment(tx, ownerHash);
    const artistName = await assertVotable(tx, body.nominationVotes);
    await limiter.countInOne(sessionSharesOf(caller), tx);
    if (!open) {
      const { closesAt } = event.current.voting;
      // A payment cannot be paid before an attempt; without one, it only needs to expire.
      const nextCheckAt = givenUpAt(CARD_CHECKS, now, closesAt);
      const payment = await createPayment(tx, request, asked, nextCheckAt);
      return { payment, change: 'created', artistName };
    }
    const isSamePrice = open.amount === asked.amount && open.votePrice === asked.votePrice;
    if (isSamePrice && (await hasVoteLines(tx, open.id, paidLines(body.nominationVotes)))) {
      const payment = await updatePayment(tx, open.id, payerOf(request));
      return { payment, change: 'none', artistName };
    }
    return { payment: await revise(tx, open, request, asked), change: 'revised', artistName };
  });
}

/** Rate limits that one change of an unattempted payment counts against. */
export const sessionSharesOf = ({ device, ip }: Caller) =>
  [...(device === null ? [] : [CARD_SESSIONS.knownDevice]), CARD_SESSIONS.anybody].map((limit) =>
    sharesOf(ip, limit),
  );

async function lockOpenPayment(tx: Transaction, ownerHash: string): Promise<Payment | undefined> {
  const [open] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.ownerHash, ownerHash),
        eq(payments.provider, 'stripe'),
        eq(payments.status, 'pending'),
        isNull(payments.attemptedAt),
        isNotNull(payments.providerRef),
        eq(payments.intentRevision, payments.revision),
        gt(payments.createdAt, sql`now() - ${REUSABLE_FOR}`),
        // Its votes would be of another edition than the payment.
        sql`edition_at(${payments.createdAt}) = edition_at(now())`,
      ),
    )
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(1)
    .for('update');
  return open;
}

type Asked = ReturnType<typeof quotePayment>;

async function createPayment(
  tx: Transaction,
  request: CardRequest,
  asked: Asked,
  nextCheckAt: Date,
): Promise<Payment> {
  const { payment } = await insertPayment(
    tx,
    {
      provider: 'stripe',
      ownerHash: request.ownerHash,
      ...asked,
      ...payerOf(request),
      nextCheckAt,
    },
    paidLines(request.body.nominationVotes),
    request.body.deviceInfo?.deviceMetadata ?? null,
  );
  return payment;
}

async function revise(
  tx: Transaction,
  open: Payment,
  request: CardRequest,
  asked: Asked,
): Promise<Payment> {
  const { body } = request;
  await replaceVoteLines(tx, open.id, paidLines(body.nominationVotes));
  const revision = open.revision + 1;
  return updatePayment(tx, open.id, { revision, ...asked, ...payerOf(request) });
}

const payerOf = ({ body, caller }: CardRequest) => ({
  voterEmail: body.voterEmail,
  linkSource: body.linkSource ?? null,
  locale: body.locale,
  deviceTimestamp: body.deviceInfo ? new Date(body.deviceInfo.deviceTimestamp) : null,
  userAgent: body.deviceInfo?.userAgent ?? null,
  ipAddress: caller.ip ?? null,
  deviceHash: caller.device,
});
