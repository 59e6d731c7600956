import type { PaymentProgress } from './payment-progress';

type StatusText =
  | 'sending'
  | 'slow'
  | 'unanswered'
  | 'waiting'
  | 'processing'
  | 'confirming'
  | 'stillChecking'
  | 'takingLonger'
  | 'connectionLost'
  | 'confirmed';

/** Returns the status text of the banner; null when it shows nothing. */
export function statusTextOf(progress: PaymentProgress): StatusText | null {
  switch (progress.phase) {
    case 'initiating':
      if (progress.lostChecks > 0) return 'unanswered';
      if (!progress.isOwn) return null;
      return progress.isSlow ? 'slow' : 'sending';
    case 'polling':
      return progress.lostChecks > 0 ? 'connectionLost' : textOfAttempt(progress.attempt);
    case 'verifyingCard':
      return 'confirming';
    case 'uncertain':
      return progress.lostChecks > 0 ? 'connectionLost' : 'takingLonger';
    case 'loadingReceipt':
    case 'receiptUnavailable':
      return 'confirmed';
    default:
      return null;
  }
}

/** The first check is followed by the long wait in which the voter enters the PIN. */
function textOfAttempt(attempt: number): StatusText {
  if (attempt <= 1) return 'waiting';
  if (attempt <= 4) return 'processing';
  return attempt <= 7 ? 'confirming' : 'stillChecking';
}
