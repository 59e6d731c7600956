import { behaviourOf, type NumberBehaviour } from '#sandbox/phone/number-behaviour';
import type { WalletDelays } from './delays';
import type { Outcome, PlannedStep, WalletPayment } from './payment';

/** Texts that providers pass on from the mobile operator; there is no published list of them. */
export const REASONS = {
  declined: 'APPROVAL_REJECTED',
  lacksFunds: 'NOT_ENOUGH_FUNDS',
  expired: 'EXPIRED',
  failed: 'INTERNAL_PROCESSING_ERROR',
} as const;

export const PAID: Outcome = { status: 'SUCCESSFUL', reason: null, isAnnounced: true };

export function failedFor(reason: string): Outcome {
  return { status: 'FAILED', reason, isAnnounced: true };
}

/** State of a payment that has just been created. */
type Opening = Omit<WalletPayment, 'reference' | 'number' | 'operator' | 'amount'>;

/**
 * Returns the scheduled steps of a payment from this number, created at this time (epoch ms).
 * @param testOutcome outcome of the provider's own test number, which ignores its last two digits
 */
export function openingFor(
  number: string,
  createdAt: number,
  delays: WalletDelays,
  testOutcome?: Outcome,
): Opening {
  const behaviour = behaviourOf(number);
  return {
    currency: 'XAF',
    status: 'PENDING',
    reason: null,
    operatorReference: null,
    createdAt,
    finishedAt: null,
    isPrompted: behaviour === 'waits-for-phone' && testOutcome === undefined,
    plan: testOutcome
      ? [{ ...testOutcome, at: createdAt + delays.approveAfterMs }]
      : stepsFor(behaviour, createdAt, delays),
  };
}

function stepsFor(
  behaviour: NumberBehaviour,
  openedAt: number,
  delays: WalletDelays,
): PlannedStep[] {
  const approveAt = openedAt + delays.approveAfterMs;
  const declineAt = openedAt + delays.declineAfterMs;
  switch (behaviour) {
    case 'approves':
      return [{ ...PAID, at: approveAt }];
    case 'declines':
      return [{ ...failedFor(REASONS.declined), at: declineAt }];
    case 'lacks-funds':
      return [{ ...failedFor(REASONS.lacksFunds), at: declineAt }];
    case 'approves-unannounced':
      return [{ ...PAID, isAnnounced: false, at: approveAt }];
    case 'fails-then-pays':
      return [
        { ...failedFor(REASONS.failed), at: declineAt },
        { ...PAID, at: declineAt + delays.lateSuccessAfterMs },
      ];
    case 'approves-before-answer':
      return [{ ...PAID, at: openedAt }];
    case 'never-answers':
    case 'waits-for-phone':
      return [];
  }
}
