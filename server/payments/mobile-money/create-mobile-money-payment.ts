import { and, desc, eq, gt } from 'drizzle-orm';
import type { MobileMoneyPayment } from '#shared/contracts/payments';
import { toMsisdn } from '#shared/domain/phone';
import { priceOf } from '#shared/domain/pricing';
import type { VoteLine } from '#shared/domain/votes';
import { paymentEvents, payments } from '#shared/schema';
import { advisoryLock } from '../../db/advisory-lock';
import type { Queryable, Transaction } from '../../db/client';
import { conflict } from '../../errors';
import { FIRST_CHECK_AFTER_MS } from '../checks/schedule';
import { isVotingOpen, type PaymentContext } from '../context';
import { fromNow, type Payment } from '../lifecycle/transition';
import { hasSplit, paidParts, storeSplit } from '../lifecycle/vote-lines';
import { assertVotable } from '../lifecycle/voted-nominations';
import { hashPhone } from './phone-hash';
import { assertRoomForPrompt } from './prompt-limit';

/** How long operators keep a prompt open for the payer's PIN (about 5 minutes). */
export const PROMPT_OPEN_MS = 5 * 60_000;

export interface PaymentRequest {
  body: MobileMoneyPayment;
  idempotencyKey: string | undefined;
  ipAddress: string | undefined;
}

export type Creation =
  /** Committed; the provider has not been called yet. */
  | { outcome: 'created'; payment: Payment }
  /** The same request came before: answer as then. */
  | { outcome: 'repeated'; payment: Payment }
  /** A prompt to this number may still be open. */
  | { outcome: 'prompt-open'; payment: Payment };

/**
 * Writes the payment and its votes down before the provider hears of them, so that a crash between
 * the two is found again. Requests for one phone number queue up: it never gets two prompts at once.
 *
 * @throws AppError 400 for a split that cannot be voted; 409 for a key used for another request, or
 *   outside the voting window; 429 when the number had too many prompts
 */
export function createMobileMoneyPayment(
  { db, phoneHashKey, voting }: PaymentContext,
  provider: string,
  { body, idempotencyKey, ipAddress }: PaymentRequest,
): Promise<Creation> {
  const national = body.phoneNumber.slice(toMsisdn('').length);
  const phoneHash = hashPhone(national, phoneHashKey);
  const split = paidParts(body.nominationVotes);

  return db.transaction(async (tx): Promise<Creation> => {
    await advisoryLock(tx, phoneHash);
    if (idempotencyKey !== undefined) {
      await advisoryLock(tx, idempotencyKey);
      const earlier = await findByKey(tx, idempotencyKey);
      if (earlier) {
        await assertSameRequest(tx, earlier, phoneHash, split);
        return { outcome: 'repeated', payment: earlier };
      }
    }
    // Only now: a repeat of a request sent in time gets its answer after closing too.
    if (!isVotingOpen(voting, new Date())) throw conflict('voting-closed', 'Voting is not open');
    await assertVotable(tx, body.nominationVotes);
    const open = await findOpenPrompt(tx, phoneHash);
    if (open) return { outcome: 'prompt-open', payment: open };
    await assertRoomForPrompt(tx, phoneHash);

    const { amountMinor, currency } = priceOf(body.totalVotes, 'mobileMoney');
    const [payment] = await tx
      .insert(payments)
      .values({
        provider,
        amount: amountMinor,
        currency,
        totalVotes: body.totalVotes,
        voterEmail: body.voterEmail,
        phoneHash,
        phoneNumber: body.phoneNumber,
        deviceTimestamp: body.deviceInfo ? new Date(body.deviceInfo.deviceTimestamp) : null,
        userAgent: body.deviceInfo?.userAgent ?? null,
        ipAddress: ipAddress ?? null,
        idempotencyKey: idempotencyKey ?? null,
        locale: body.locale,
        nextCheckAt: fromNow(FIRST_CHECK_AFTER_MS),
      })
      .returning();
    if (!payment) throw new Error('the insert returned no row');
    await storeSplit(tx, payment.id, split);
    await tx.insert(paymentEvents).values({
      paymentId: payment.id,
      to: 'pending',
      source: 'create',
      detail: { device: body.deviceInfo?.deviceMetadata ?? null },
    });
    return { outcome: 'created', payment };
  });
}

/** Whether a request with this key came before; a repeat asks for no new prompt. */
export const isRepeat = async ({ db }: PaymentContext, key: string | undefined): Promise<boolean> =>
  key !== undefined && (await findByKey(db, key)) !== undefined;

async function findByKey(db: Queryable, key: string): Promise<Payment | undefined> {
  const [payment] = await db.select().from(payments).where(eq(payments.idempotencyKey, key));
  return payment;
}

async function assertSameRequest(
  tx: Transaction,
  earlier: Payment,
  phoneHash: string,
  split: readonly VoteLine[],
): Promise<void> {
  const isSame = earlier.phoneHash === phoneHash && (await hasSplit(tx, earlier.id, split));
  if (!isSame) {
    throw conflict('idempotency-key-reused', 'This Idempotency-Key belongs to another request');
  }
}

async function findOpenPrompt(tx: Transaction, phoneHash: string): Promise<Payment | undefined> {
  const [open] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.phoneHash, phoneHash),
        eq(payments.status, 'pending'),
        gt(payments.createdAt, fromNow(-PROMPT_OPEN_MS)),
      ),
    )
    .orderBy(desc(payments.createdAt))
    .limit(1);
  return open;
}
