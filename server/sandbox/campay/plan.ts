import { behaviourOf, type NumberBehaviour } from '../phone/number-behaviour';
import type { CampayDelays } from './switches';
import type { Outcome, PlannedStep } from './transaction';

/** Words the provider passes on from the operator; there is no published list. */
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

/** The provider's own four numbers on its demo host, and what it says of them. */
const TEST_NUMBERS: ReadonlyMap<string, Outcome> = new Map([
  ['237677777777', PAID],
  ['237677777770', failedFor('PAYEE_NOT_FOUND')],
  ['237699999999', PAID],
  ['237699999990', failedFor('Initiatee not found')],
]);

export function isTestNumber(number: string): boolean {
  return TEST_NUMBERS.has(number);
}

interface Plan {
  /** Empty when nothing happens by itself. */
  steps: PlannedStep[];
  /** Whether the owner is asked on the phone page. */
  isPrompted: boolean;
  /** The outcome, and its webhook, come before the collect call is answered. */
  isDecidedBeforeAnswer: boolean;
}

/** What will happen to a payment from this number that was opened at this time (epoch ms). */
export function planFor(number: string, openedAt: number, delays: CampayDelays): Plan {
  const behaviour = behaviourOf(number);
  return {
    steps: stepsFor(number, behaviour, openedAt, delays),
    isPrompted: behaviour === 'waits-for-phone' && !isTestNumber(number),
    isDecidedBeforeAnswer: behaviour === 'approves-before-answer',
  };
}

function stepsFor(
  number: string,
  behaviour: NumberBehaviour,
  openedAt: number,
  delays: CampayDelays,
): PlannedStep[] {
  const approveAt = openedAt + delays.approveAfterMs;
  const declineAt = openedAt + delays.declineAfterMs;
  const testOutcome = TEST_NUMBERS.get(number);
  if (testOutcome) return [{ ...testOutcome, at: approveAt }];

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

/** The provider says nothing of a prompt that nobody answered: no webhook, only a status, late. */
export function expiryOf(openedAt: number, delays: CampayDelays): PlannedStep {
  const at = openedAt + delays.expireAfterMs;
  return { ...failedFor(REASONS.expired), isAnnounced: false, at };
}
