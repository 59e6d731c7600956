import { badState, noSuch } from './api-error';
import type { RecordStore } from './books';
import { NO_CAUSE, recordEvent } from './events';
import { newId, nowInSeconds } from './identifiers';
import type { Charge, Dispute } from './objects';

export interface DisputeOpening {
  reason?: string;
  /** The bank only asks for information: no money is taken back yet. */
  isInquiry?: boolean;
}

export type DisputeOutcome = 'won' | 'lost' | 'warning_closed';

/**
 * The payer disputes a charge at their bank. A dispute always concerns the whole charge, so no
 * other one is possible until it was won.
 */
export function openDispute(
  records: RecordStore,
  charge: Charge,
  { reason = 'fraudulent', isInquiry = false }: DisputeOpening,
): Dispute {
  for (const { charge: disputed, status } of records.disputes.values()) {
    if (disputed === charge.id && !LEAVES_THE_MONEY.has(status)) {
      throw badState(`The charge ${charge.id} is disputed already.`);
    }
  }
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: nowInSeconds(),
    currency: charge.currency,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  };
  records.put({ ...charge, disputed: true }, dispute);
  recordEvent(records, 'charge.dispute.created', dispute, NO_CAUSE);
  return dispute;
}

export function closeDispute(
  records: RecordStore,
  dispute: Dispute,
  outcome: DisputeOutcome,
): Dispute {
  const closed: Dispute = { ...dispute, is_charge_refundable: false, status: outcome };
  records.put(closed);
  recordEvent(records, 'charge.dispute.closed', closed, NO_CAUSE);
  return closed;
}

const LEAVES_THE_MONEY = new Set<Dispute['status']>(['won', 'warning_closed']);

/** The outcome is final: a lost dispute cannot be won later. */
export const isClosed = ({ status }: Dispute): boolean =>
  /^(won|lost|warning_closed)$/.test(status);

export function findDispute(records: RecordStore, id: string): Dispute {
  const dispute = records.disputes.get(id);
  if (!dispute) throw noSuch('dispute', id, 'dispute');
  return dispute;
}
