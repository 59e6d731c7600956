import { z } from 'zod';
import type { Evidence } from '#shared/contracts/payment-events';
import { parsePhone } from '#shared/domain/phone';
import { failedReport } from '../failures/failed-report';
import type { FailureTable } from '../failures/reasons';
import { evidenceOf, type ProviderResponse } from '../http/provider-http';
import { reportOfMissing } from '../http/requests-by-our-id';
import type {
  NamedRecord,
  ProviderRecord,
  ProviderReference,
  ProviderReport,
  RecordReading,
} from '../provider';
import { asUuid, optionalText, reportedAmount } from '../reported-fields';
import { type Call, operatorOfCode } from './operators';

/** Time after which a missing deposit is final, in ms: what pawaPay advises. */
const MISSING_IS_FINAL_AFTER_MS = 15 * 60_000;

/** Key of the vote code in a deposit's metadata. */
export const VOTES_KEY = 'votes';

/** Why a deposit failed, as documented; any other code is `unknown`. */
const REASONS: FailureTable = {
  // The payer refused, or did not enter the PIN in time.
  PAYMENT_NOT_APPROVED: 'declined',
  INSUFFICIENT_BALANCE: 'insufficient-funds',
  PAYER_NOT_FOUND: 'no-wallet',
  PAYER_LIMIT_REACHED: 'limit-reached',
  WALLET_LIMIT_REACHED: 'limit-reached',
  // Another payment of this payer is still open; the operator ends it within ten minutes.
  PAYMENT_IN_PROGRESS: 'unavailable',
  TRANSACTION_ALREADY_IN_PROCESS: 'unavailable',
  PROVIDER_TEMPORARILY_UNAVAILABLE: 'unavailable',
  // Documented for payouts only: pawaPay's staff or ours ended it, not the payer.
  MANUALLY_CANCELLED: 'unavailable',
  UNSPECIFIED_FAILURE: 'unknown',
  UNKNOWN_ERROR: 'unknown',
};

/** Why a request, or a deposit, failed. The message is for developers. */
export const failure = z.object({ failureCode: optionalText, failureMessage: optionalText });

const deposit = z.object({
  depositId: z.string(),
  status: z.string(),
  amount: reportedAmount,
  currency: z.string(),
  payer: z
    .object({ accountDetails: z.object({ phoneNumber: optionalText, provider: optionalText }) })
    .nullish()
    .catch(null),
  clientReferenceId: optionalText,
  created: optionalText.catch(null),
  providerTransactionId: optionalText.catch(null),
  failureReason: failure.nullish().catch(null),
  metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
});
type Deposit = z.output<typeof deposit>;

const lookUp = z.union([
  z.object({ status: z.literal('FOUND'), data: deposit }),
  z.object({ status: z.literal('NOT_FOUND') }).transform(() => ({ status: 'NOT_FOUND' as const })),
]);

type Found =
  | { outcome: 'found'; deposit: Deposit; answer: ProviderResponse }
  | { outcome: 'missing'; answer: ProviderResponse }
  | { outcome: 'unusable'; answer: ProviderResponse };

/** Reads the deposit with this id, and only this one. */
async function find(call: Call, id: string): Promise<Found> {
  const path = `/v2/deposits/${encodeURIComponent(id)}`;
  const answer = await call({ method: 'GET', path, retries: 1 });
  const { data } = lookUp.safeParse(answer.status === 200 ? answer.body : null);
  if (data?.status === 'NOT_FOUND') return { outcome: 'missing', answer };
  const isAsked = data?.status === 'FOUND' && asUuid(data.data.depositId) === id;
  return isAsked
    ? { outcome: 'found', deposit: data.data, answer }
    : { outcome: 'unusable', answer };
}

/**
 * Reports on a payment. Its deposit has our id, so that a reference differs only if an
 * administrator attached it.
 */
export async function queryDeposit(
  call: Call,
  reference: ProviderReference,
): Promise<ProviderReport> {
  const { paymentId, providerRef, isAttached } = reference;
  const id = (isAttached && providerRef && asUuid(providerRef)) || paymentId;
  const found = await find(call, id);
  if (found.outcome === 'missing')
    return reportOfMissing(reference, found.answer, MISSING_IS_FINAL_AFTER_MS);
  if (found.outcome === 'unusable') {
    return { outcome: 'unknown', evidence: evidenceOf(found.answer) };
  }
  const namesPayment = paymentNamedBy(found.deposit);
  const isOurs = namesPayment === paymentId;
  if (isOurs || isAttached) {
    const report = reportOf(id, found.deposit);
    return isOurs || report.outcome !== 'paid' ? report : { ...report, namesPayment };
  }
  const evidence = { ...recordOf(found.deposit), namesPayment };
  return isPaid(found.deposit)
    ? { outcome: 'misplaced', foundBy: 'our-id', evidence }
    : { outcome: 'unknown', evidence };
}

/** Our id is sent twice: as the deposit's, and as the reference of the merchant's own books. */
const paymentNamedBy = ({ clientReferenceId, depositId }: Deposit): string | null =>
  asUuid(clientReferenceId ?? depositId);

const isPaid = ({ status }: Deposit): boolean => status.toUpperCase() === 'COMPLETED';

/** The stored part of a deposit. */
function recordOf({ payer, providerTransactionId, amount, currency }: Deposit): Evidence {
  const code = payer?.accountDetails.provider ?? null;
  const operator = operatorOfCode(code);
  return {
    operator: operator === null ? code : { mtn: 'MTN', orange: 'Orange' }[operator],
    operatorReference: providerTransactionId,
    amount,
    currency,
  };
}

/** Statuses before the last: ACCEPTED, PROCESSING and IN_RECONCILIATION. */
function reportOf(providerRef: string, found: Deposit): ProviderReport {
  const evidence = recordOf(found);
  const { amount, currency, failureReason } = found;
  switch (found.status.toUpperCase()) {
    case 'COMPLETED':
      return { outcome: 'paid', money: { amountMinor: amount, currency }, providerRef, evidence };
    case 'FAILED': {
      const code = failureReason?.failureCode ?? failureReason?.failureMessage ?? null;
      return failedReport(REASONS, code, { providerRef, evidence });
    }
    default:
      return { outcome: 'pending', providerRef };
  }
}

const RECORD_STATES: Readonly<Record<string, ProviderRecord['state']>> = {
  COMPLETED: 'paid',
  FAILED: 'over',
};

/** Reads a record by our id, which is the deposit's. */
export async function readDepositRecord(
  call: Call,
  { paymentId }: NamedRecord,
): Promise<RecordReading> {
  if (paymentId === null) return { outcome: 'none' };
  const found = await find(call, paymentId);
  if (found.outcome === 'missing') return { outcome: 'none' };
  if (found.outcome === 'unusable') return { outcome: 'unanswered' };
  const { status, amount, currency, created, metadata, payer } = found.deposit;
  if (paymentNamedBy(found.deposit) !== paymentId) return { outcome: 'none' };
  const startedAt = new Date(created ?? '');
  const phone = payer?.accountDetails.phoneNumber;
  const votesCode = metadata?.[VOTES_KEY];
  return {
    outcome: 'record',
    record: {
      paymentId,
      providerRef: paymentId,
      state: RECORD_STATES[status.toUpperCase()] ?? 'pending',
      money: { amountMinor: amount, currency },
      votesCode: typeof votesCode === 'string' ? votesCode : null,
      startedAt: Number.isNaN(startedAt.getTime()) ? null : startedAt,
      payer: { phone: phone ? parsePhone(phone) : null, email: null },
    },
  };
}
