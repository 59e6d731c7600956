const MINUTE = 60;
const HOUR = 60 * MINUTE;

export interface RateLimit {
  /** As in `rate_limits`. Limits of one name are one. */
  readonly name: string;
  /** Shortest first. */
  readonly windows: readonly RateWindow[];
}

export interface RateWindow {
  readonly seconds: number;
  /** Requests in one window. */
  readonly max: number;
}

/**
 * Mobile money payments started from one address. In Cameroon thousands of voters share a
 * carrier's address: five a second is more than a city votes through one, and a script that sends
 * prompts to strangers gets no further. What protects a phone is the limit per number (`payments/`).
 */
export const PAYMENT_STARTS: RateLimit = {
  name: 'payment-start',
  windows: [
    { seconds: MINUTE, max: 300 },
    { seconds: HOUR, max: 3_000 },
  ],
};

/**
 * Card payments set up or changed from one address. Every change of the votes is one, so there
 * may be twice as many as starts; each is a call to Stripe, which takes 25 to 100 a second of us.
 */
export const CARD_SESSIONS: RateLimit = {
  name: 'card-session',
  windows: [
    { seconds: MINUTE, max: 600 },
    { seconds: HOUR, max: 6_000 },
  ],
};

/**
 * Look-ups from one address by a number, an e-mail or a reference that was typed. No person types
 * two a second, and a script that tries out numbers gets through 120 in a minute.
 */
export const LOOK_UPS: RateLimit = { name: 'look-up', windows: [{ seconds: MINUTE, max: 120 }] };

/**
 * Look-ups of one phone number, over all addresses, so that a stranger's payments cannot be watched.
 * The number's owner waits ten minutes at most, and may search by receipt code or payment id meanwhile.
 */
export const PHONE_LOOK_UPS: RateLimit = {
  name: 'phone-look-up',
  windows: [{ seconds: 10 * MINUTE, max: 20 }],
};
