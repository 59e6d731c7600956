import { eq } from 'drizzle-orm';
import { lockOrder } from '#server/db/advisory-lock';
import type { Queryable } from '#server/db/client';
import { isUniqueViolation } from '#server/db/errors';
import { AppError, conflict } from '#server/errors';
import type { Caller } from '#server/http/index';
import type { MobileMoneyPayment } from '#shared/contracts/payments';
import { paidLines, type VoteLine } from '#shared/domain/votes';
import { payments } from '#shared/schema';
import type { PaymentContext } from '../context';
import { assertMethodAvailable, quotePayment } from '../lifecycle/offer';
import {
  getPayment,
  hasVoteLines,
  insertPayment,
  type Payment,
} from '../lifecycle/rows/repository';
import { FIRST_CHECK_AFTER_MS } from '../lifecycle/schedule';
import { assertVotable } from '../lifecycle/votable';
import { PROMPT_OPEN_MS } from '../providers/check-times';
import {
  admitPrompt,
  assertPromptAllowed,
  findPrompts,
  openAmong,
  type Prompt,
  type PromptRequester,
} from './prompt-limit';

export interface PaymentRequest {
  body: MobileMoneyPayment;
  idempotencyKey: string | undefined;
  caller: Caller;
}

/**
 * Stores the payment and its votes before the provider is called, so that a crash between the two
 * can be recovered. Requests for one phone number are serialised, so that it never gets two prompts
 * at once.
 *
 * @returns the payment, when it was stored by PostgreSQL's clock and the artist's name; null when
 *   it already exists because the same request arrived at the same moment
 * @throws AppError 400 for votes that cannot be given; 409 outside the voting window, while a
 *   prompt to this number may be open, or for a key used for another request; 429 when the number
 *   has had too many prompts, or the client has sent too many
 */
export async function createMobileMoneyPayment(
  { db, limiter, event }: PaymentContext,
  provider: string,
  request: PaymentRequest,
  requester: PromptRequester,
): Promise<{ payment: Payment; isNew: { insertedAt: string; artistName: string } | null }> {
  const { body, idempotencyKey, caller } = request;
  const { phoneHash } = requester;
  try {
    return await db.transaction(async (tx) => {
      const now = await lockOrder(tx, phoneHash);
      assertMethodAvailable(event.current, 'mobile-money', now);
      const artistName = await assertVotable(tx, body.nominationVotes);
      const prompts = await findPrompts(tx, requester);
      const open = openAmong(prompts);
      if (open && idempotencyKey !== undefined && open.idempotencyKey === idempotencyKey) {
        const earlier = await getPayment(tx, open.id);
        const payment = await assertSameRequest(tx, earlier, request, phoneHash);
        return { payment, isNew: null };
      }
      if (open) throw promptOpen(open, body.openPayments);
      assertPromptAllowed(prompts, requester);
      await admitPrompt(limiter, tx, requester);

      const values = {
        provider,
        ...quotePayment(body, event.current, 'mobile-money'),
        voterEmail: body.voterEmail,
        phoneHash,
        phoneNumber: body.phoneNumber,
        deviceTimestamp: body.deviceInfo ? new Date(body.deviceInfo.deviceTimestamp) : null,
        userAgent: body.deviceInfo?.userAgent ?? null,
        ipAddress: caller.ip ?? null,
        deviceHash: caller.device,
        idempotencyKey: idempotencyKey ?? null,
        linkSource: body.linkSource ?? null,
        locale: body.locale,
        checkAfterMs: FIRST_CHECK_AFTER_MS,
      };
      const device = body.deviceInfo?.deviceMetadata ?? null;
      const voteLines = paidLines(body.nominationVotes);
      const { payment, insertedAt } = await insertPayment(tx, values, voteLines, device);
      return { payment, isNew: { insertedAt, artistName } };
    });
  } catch (error) {
    // The same request was slightly faster, and its prompt is not open any more.
    if (!isUniqueViolation(error, 'payments_idempotency_key_key')) throw error;
    const earlier = await findRepeated(db, request, phoneHash);
    if (!earlier) throw error;
    return { payment: earlier, isNew: null };
  }
}

/**
 * Until the prompt lapses, approving it counts, and a second prompt would be paid as well. The
 * payment's id is disclosed only to the browser that started it, not to other clients that use the
 * same number.
 */
function promptOpen({ id, isOfDevice, ageSeconds }: Prompt, own: readonly string[]): AppError {
  const lapsesInMs = Math.ceil(PROMPT_OPEN_MS - ageSeconds * 1_000);
  return new AppError(409, 'prompt-open', 'A payment request is already open on this phone', {
    retryAfterSeconds: Math.ceil(lapsesInMs / 1_000),
    facts: {
      promptLapsesInMs: lapsesInMs,
      ...((isOfDevice || own.includes(id)) && { paymentId: id }),
    },
  });
}

/**
 * Returns the payment of an earlier, identical request.
 * @throws AppError 409 when its key was used for another request
 */
export async function findRepeated(
  db: Queryable,
  request: PaymentRequest,
  phoneHash: string,
): Promise<Payment | undefined> {
  const { idempotencyKey } = request;
  if (idempotencyKey === undefined) return undefined;
  const [earlier] = await db
    .select()
    .from(payments)
    .where(eq(payments.idempotencyKey, idempotencyKey));
  return earlier && assertSameRequest(db, earlier, request, phoneHash);
}

async function assertSameRequest(
  db: Queryable,
  earlier: Payment,
  { body }: PaymentRequest,
  phoneHash: string,
): Promise<Payment> {
  const voteLines: VoteLine[] = paidLines(body.nominationVotes);
  if (earlier.phoneHash === phoneHash && (await hasVoteLines(db, earlier.id, voteLines))) {
    return earlier;
  }
  throw conflict('idempotency-key-reused', 'This Idempotency-Key belongs to another request');
}
