/** Durations in ms. Tests shorten them; the defaults are those shown on the phone page. */
export interface WalletDelays {
  /** Until a number that approves automatically has approved. */
  approveAfterMs: number;
  /** Until a number that declines, lacks funds or fails has done so. */
  declineAfterMs: number;
  /** From the failure to the late success of a number that fails and then pays. */
  lateSuccessAfterMs: number;
  /** How long a prompt stays on the phone. The payment remains PENDING after that. */
  promptTimeoutMs: number;
  /** Until an unanswered payment becomes FAILED. */
  expireAfterMs: number;
  /** How long the sandbox waits for the application's response to a webhook. */
  webhookTimeoutMs: number;
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

export const WALLET_DELAYS: Readonly<WalletDelays> = {
  approveAfterMs: 3 * SECOND,
  declineAfterMs: 3 * SECOND,
  lateSuccessAfterMs: 30 * SECOND,
  promptTimeoutMs: 5 * MINUTE,
  expireAfterMs: 24 * HOUR,
  webhookTimeoutMs: 5 * SECOND,
};
