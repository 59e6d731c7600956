const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface RateLimit {
  /** As in `rate_limits`. Limits with the same name share their counts. */
  readonly name: string;
  /** Shortest first. */
  readonly windows: readonly RateWindow[];
}

export interface RateWindow {
  readonly seconds: number;
  /** Requests per window. */
  readonly max: number;
}

const perMinuteAndHour = (name: string, minute: number, hour: number): RateLimit => ({
  name,
  windows: [
    { seconds: MINUTE, max: minute },
    { seconds: HOUR, max: hour },
  ],
});

const perMinuteAndDay = (name: string, minute: number, day: number): RateLimit => ({
  name,
  windows: [
    { seconds: MINUTE, max: minute },
    { seconds: DAY, max: day },
  ],
});

const perHour = (name: string, max: number): RateLimit => ({
  name,
  windows: [{ seconds: HOUR, max }],
});

/**
 * Mobile money payments sent to the provider from one address. In Cameroon, thousands of voters
 * share a carrier's address: five a second is more than a city votes through one. Known clients
 * have separate quotas, so that unknown ones cannot use them up: a browser with an older device
 * cookie, and a number that has paid before.
 */
export const PAYMENT_STARTS = {
  anybody: perMinuteAndHour('payment-start', 300, 3_000),
  knownDevice: perMinuteAndHour('payment-start-known', 600, 9_000),
  payer: perMinuteAndHour('payment-start-payer', 600, 9_000),
};

/**
 * Card payments created or changed from one address. Every change of the votes counts, so there may
 * be twice as many as starts; each is a call to Stripe, which allows 25 to 100 a second.
 */
export const CARD_SESSIONS = {
  anybody: perMinuteAndHour('card-session', 600, 6_000),
  knownDevice: perMinuteAndHour('card-session-known', 900, 12_000),
};

/**
 * Limits the number of different phone numbers that prompts are sent to. One device may use the
 * numbers of a household, but not those of a long list. All unknown clients behind one address
 * share a limit that is sufficient for a crowded place.
 */
export const PROMPTED_NUMBERS = {
  device: perHour('numbers-of-device', 10),
  unknownClients: perHour('numbers-of-strangers', 300),
};

/**
 * Prompts that the phone's owner declined or let lapse, counted against the client that requested
 * them.
 */
export const REJECTED_PROMPTS = {
  device: perHour('unwanted-of-device', 10),
  unknownClients: perHour('unwanted-of-strangers', 60),
};

/** Cards declined by the bank; see `payments/card/declines.ts`. */
export const CARD_DECLINES = {
  session: perHour('card-declines-of-session', 5),
  device: perHour('card-declines-of-device', 5),
  unknownClients: perHour('card-declines-of-strangers', 5),
};

/**
 * Look-ups from one address by number, e-mail or reference. A person does not type two a second,
 * and a script that tries out numbers gets through 120 in a minute.
 */
export const LOOK_UPS: RateLimit = { name: 'look-up', windows: [{ seconds: MINUTE, max: 120 }] };

/**
 * Sign-ins started or completed from one address, of which a person needs two. Each may cause
 * several requests to the provider.
 */
export const SIGN_INS: RateLimit = { name: 'sign-in', windows: [{ seconds: MINUTE, max: 60 }] };

/**
 * Limits look-ups of one phone number or e-mail address, over all client addresses, so that nobody
 * can monitor another person's payments. The owner waits ten minutes at most, and can search by
 * receipt code or payment id during that time.
 */
export const IDENTITY_LOOK_UPS: RateLimit = {
  name: 'identity-look-up',
  windows: [{ seconds: 10 * MINUTE, max: 20 }],
};

/**
 * Receipts sent by e-mail again, for one payment. Voters have a limit of their own: a receipt code
 * is on pictures that voters share, and whoever reads it there must not use up the administrators'.
 */
export const RECEIPTS_AGAIN = {
  voter: perMinuteAndDay('receipt-again', 1, 3),
  admin: perMinuteAndDay('receipt-again-by-admin', 1, 5),
};

/** The same, by all voters behind one address. */
export const RECEIPTS_AGAIN_FROM = perMinuteAndHour('receipts-again-from', 30, 300);

/**
 * Rejected webhooks of one provider, counted once a minute at most. Blocks nothing; used for
 * monitoring.
 */
export const WEBHOOKS_REFUSED = perHour('webhook-refused', Number.POSITIVE_INFINITY);

/**
 * Look-ups without a result on the whole site, by many people mistyping or by a script with a list.
 */
export const LOOK_UP_MISSES: RateLimit = {
  name: 'look-up-misses',
  windows: [{ seconds: 10 * MINUTE, max: 1_000 }],
};
