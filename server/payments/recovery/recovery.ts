/** Result of trying to recover a payment. */
export type Recovery =
  /** Recovered and counted. */
  | { outcome: 'counted'; paymentId: string }
  /** Recovered, and not paid so far, or not correctly: it is checked like any other. */
  | { outcome: 'followed'; paymentId: string }
  /** The payment is already in our database. */
  | { outcome: 'known'; paymentId: string }
  /** The provider has no such payment of ours, or it was never paid. */
  | { outcome: 'none' }
  /** The record contains no vote code written by us. */
  | { outcome: 'unreadable'; paymentId: string }
  | { outcome: 'unanswered' };

/** What triggered the recovery: the voter's page, a webhook, or a provider's list. */
export type RecoveryReason = 'poll' | 'webhook' | 'list';
