/** What came of the wish to make a payment again. */
export type Recovery =
  /** Made again, and counted. */
  | { outcome: 'counted'; paymentId: string }
  /** Made again, and not paid so far, or not as it should be: it is followed like any other. */
  | { outcome: 'followed'; paymentId: string }
  /** It is in our database. */
  | { outcome: 'known'; paymentId: string }
  /** The provider knows no such payment of ours, or it was never paid. */
  | { outcome: 'none' }
  /** The record tells no votes that we have written there. */
  | { outcome: 'unreadable'; paymentId: string }
  | { outcome: 'unanswered' };

/** Who gives the reason to make a payment again: the page of its voter, a webhook, a provider's list. */
export type RecoveryReason = 'poll' | 'webhook' | 'list';
