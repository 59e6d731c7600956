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
 * Mobile money prompts asked for from one address. In Cameroon thousands of voters share a
 * carrier's address: five a second is more than a city votes through one, and a script that rings
 * strangers' phones gets no further. What protects a phone is the limit per number (`payments/`).
 */
export const PAYMENT_STARTS: RateLimit = {
  name: 'payment-start',
  windows: [
    { seconds: MINUTE, max: 300 },
    { seconds: HOUR, max: 3_000 },
  ],
};

/**
 * Card payments set up or changed from one address. Every change of the votes asks once, so there
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
 * Questions from one address whose answer depends on a typed number, e-mail or reference. Voters
 * ask less than twice a second, and trying out numbers gets through 120 in a minute.
 */
export const LOOK_UPS: RateLimit = { name: 'look-up', windows: [{ seconds: MINUTE, max: 120 }] };

/**
 * Questions about one phone number, from any address, so that a stranger's payments cannot be
 * watched. Its owner waits ten minutes at most, and may ask by receipt code or payment id meanwhile.
 */
export const QUESTIONS_ABOUT_A_NUMBER: RateLimit = {
  name: 'question-about-a-number',
  windows: [{ seconds: 10 * MINUTE, max: 20 }],
};
