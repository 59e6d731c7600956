import { codeOfReason, failureReason } from './failures';
import type { PawapaySwitches } from './switches';
import type { PawapayTransaction } from './transaction';
import { walletCodeOf } from './wallets';

type Report = Readonly<Record<string, unknown>>;

/**
 * A deposit as in the status call's response.
 * @param decimals of the amount: two in a response, four in a callback
 */
export function reportOf(
  transaction: PawapayTransaction,
  switches: PawapaySwitches,
  decimals = 2,
): Report {
  const { reference, number, operator, currency, reason, operatorReference } = transaction;
  const amount = switches.reportAmount ?? transaction.amount;
  return {
    depositId: reference,
    status: statusOf(transaction, switches),
    amount: amount.toFixed(decimals),
    currency,
    country: 'CMR',
    payer: {
      type: 'MMO',
      accountDetails: { phoneNumber: number, provider: walletCodeOf(operator) },
    },
    ...present({
      customerMessage: transaction.customerMessage,
      clientReferenceId: transaction.clientReferenceId,
      providerTransactionId: operatorReference,
      metadata: transaction.metadata,
    }),
    created: isoSeconds(transaction.createdAt),
    ...(reason === null
      ? {}
      : { failureReason: failureReason(codeOfReason(reason), 'The deposit failed') }),
    ...switches.reportFields,
  };
}

/** A callback contains the deposit without the merchant's own reference. */
export function callbackOf(transaction: PawapayTransaction, switches: PawapaySwitches): Report {
  const { clientReferenceId: _, ...report } = reportOf(transaction, switches, 4);
  return report;
}

function statusOf({ status }: PawapayTransaction, { openStatus }: PawapaySwitches): string {
  if (status === 'PENDING') return openStatus;
  return status === 'SUCCESSFUL' ? 'COMPLETED' : 'FAILED';
}

const present = (fields: Report): Report =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** Such as `2020-10-19T11:17:01Z`. */
export const isoSeconds = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`;
