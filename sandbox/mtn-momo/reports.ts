import type { MtnMomoSwitches } from './switches';
import type { MtnMomoTransaction } from './transaction';

type Report = Readonly<Record<string, unknown>>;

/**
 * A payment, as in the status call's response and in the webhook. It does not contain the caller's
 * `X-Reference-Id`.
 */
export function reportOf(transaction: MtnMomoTransaction, switches: MtnMomoSwitches): Report {
  const { operatorReference, externalId, currency, payer, reason } = transaction;
  const amount = switches.reportAmount ?? transaction.amount;
  return {
    ...(operatorReference === null ? {} : { financialTransactionId: operatorReference }),
    ...(externalId === null ? {} : { externalId }),
    amount: switches.reportsAmountsAsNumbers ? amount : String(amount),
    currency,
    payer,
    payerMessage: transaction.payerMessage,
    payeeNote: transaction.payeeNote,
    status: transaction.status,
    ...(reason === null ? {} : { reason: shaped(reason, switches) }),
    ...switches.reportFields,
  };
}

function shaped(reason: string, { reasonShape }: MtnMomoSwitches) {
  return reasonShape === 'text' ? reason : { code: reason, message: 'The payment failed.' };
}
