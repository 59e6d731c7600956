import { MEDIUM_OF } from './direct-pay-rules';
import type { FapshiSwitches } from './switches';
import type { FapshiTransaction } from './transaction';

export type FapshiRecord = Readonly<Record<string, string | number | null>>;

/** The merchant's account at the provider: collects, never pays out. */
export interface Service {
  name: string;
  /** Address of its webhooks. */
  webhookUrl: string;
}

/**
 * The provider's published fee, deducted from the merchant's amount: the payer pays the full
 * amount.
 */
const FEE_RATE = 0.03;

function revenueOf(amount: number): number {
  return amount - Math.round(amount * FEE_RATE);
}

export function statusOf({ status, wasAsked }: FapshiTransaction): string {
  return status === 'PENDING' && !wasAsked ? 'CREATED' : status;
}

/** A transaction, as in responses of the status call and the lists, and in the webhook. */
export function recordOf(
  transaction: FapshiTransaction,
  service: Service,
  switches: FapshiSwitches,
): FapshiRecord {
  const amount = switches.reportAmount ?? transaction.amount;
  const { finishedAt } = transaction;
  const record = {
    transId: transaction.reference,
    status: statusOf(transaction),
    medium: MEDIUM_OF[transaction.operator],
    serviceName: service.name,
    transType: 'Collection',
    amount,
    revenue: revenueOf(amount),
    payerName: transaction.payerName,
    email: transaction.email,
    redirectUrl: null,
    externalId: transaction.externalId,
    userId: transaction.userId,
    webhook: service.webhookUrl,
    financialTransId: transaction.operatorReference,
    reason: switches.reportsReasons ? transaction.reason : null,
    dateInitiated: isoDate(transaction.createdAt),
    dateConfirmed: finishedAt === null ? null : isoDate(finishedAt),
  };
  return { ...withAbsent(record, switches.absentValues), ...switches.reportFields };
}

export const isoDate = (at: number): string => new Date(at).toISOString();

function withAbsent(
  record: FapshiRecord,
  absentValues: FapshiSwitches['absentValues'],
): FapshiRecord {
  if (absentValues === 'null') return record;
  const written: Record<string, string | number> = {};
  for (const [field, value] of Object.entries(record)) {
    if (value !== null) written[field] = value;
    else if (absentValues === 'empty-text') written[field] = '';
  }
  return written;
}
