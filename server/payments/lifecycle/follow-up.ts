import type { Transaction } from '#server/db/client';
import { AFTER_CLOSING, type PaymentEventSource } from '#shared/domain/payment';
import type { Decision } from './decide';
import { recordEvent } from './rows/events';
import { raiseFlag, settleFlags } from './rows/flags';
import { recordPartialReturn } from './rows/partial-return';
import { queueReceiptEmail, queueRefundEmail } from './rows/queue-receipt-email';
import { failRefund } from './rows/refund-state';
import type { Payment } from './rows/repository';
import { hasStoppedChecking } from './schedule';

/**
 * Writes what follows from a transition, in its transaction: events, e-mails, partial refunds and
 * flags. A completion has written its event and its e-mail already, in one statement with the
 * votes.
 *
 * @param before the payment as it was locked
 * @param after the payment as it was written
 */
export async function followUp(
  tx: Transaction,
  { before, after }: { before: Payment; after: Payment },
  decision: Decision,
  source: PaymentEventSource,
): Promise<void> {
  const { change, isMove, isReversal, evidence, partlyReturned } = decision;
  switch (change.change) {
    case 'fail':
    case 'reverse': {
      if (isReversal) await queueRefundEmail(tx, after);
      const detail = { reason: change.reason };
      await recordEvent(tx, before, { to: 'failed', source, detail, evidence });
      break;
    }
    case 'give-back': {
      if (!isMove) break;
      await queueReceiptEmail(tx, after);
      const detail = { reason: AFTER_CLOSING } as const;
      await recordEvent(tx, before, { to: 'failed', source, detail, evidence });
      const requested = { refund: 'requested', attempt: 1 } as const;
      await recordEvent(tx, after, { source: 'refund', detail: requested });
    }
  }

  if (after.status === 'completed' && partlyReturned !== null) {
    await recordPartialReturn(tx, after.id, partlyReturned);
  }
  const isUnanswered = after.nextCheckAt === null && hasStoppedChecking(after);
  const flags = isUnanswered ? [...decision.flags, 'no-answer' as const] : decision.flags;
  for (const flag of flags) {
    const isNew = await raiseFlag(tx, after, flag, source, evidence);
    if (isNew && flag === 'refund-failed') await failRefund(tx, after.id);
  }
  if (decision.settlesFlags) await settleFlags(tx, after.id, flags);
}
