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

const perMinuteAndHour = (name: string, minute: number, hour: number): RateLimit => ({
  name,
  windows: [
    { seconds: MINUTE, max: minute },
    { seconds: HOUR, max: hour },
  ],
});

const perHour = (name: string, max: number): RateLimit => ({
  name,
  windows: [{ seconds: HOUR, max }],
});

/**
 * Mobile money payments that reach the provider from one address. In Cameroon thousands of voters
 * share a carrier's address: five a second is more than a city votes through one. Whoever we know
 * has a share of their own, so that strangers who fill the first shut nobody out: a browser with an
 * older cookie of ours, and a number that has paid before.
 */
export const PAYMENT_STARTS = {
  anybody: perMinuteAndHour('payment-start', 300, 3_000),
  knownDevice: perMinuteAndHour('payment-start-known', 600, 9_000),
  payer: perMinuteAndHour('payment-start-payer', 600, 9_000),
};

/**
 * Card payments set up or changed from one address. Every change of the votes is one, so there
 * may be twice as many as starts; each is a call to Stripe, which takes 25 to 100 a second of us.
 */
export const CARD_SESSIONS = {
  anybody: perMinuteAndHour('card-session', 600, 6_000),
  knownDevice: perMinuteAndHour('card-session-known', 900, 12_000),
};

/**
 * Different numbers that prompts are sent to: by one device a household's, not a list's; by all
 * strangers behind one address, who can be told apart no further, those of a busy corner.
 */
export const NUMBERS_RUNG = {
  device: perHour('numbers-of-device', 10),
  strangers: perHour('numbers-of-strangers', 300),
};

/** Prompts that the owner of the phone declined or let lapse count against who asked for them. */
export const UNWANTED_PROMPTS = {
  device: perHour('unwanted-of-device', 10),
  strangers: perHour('unwanted-of-strangers', 60),
};

/** Cards that the bank declined; see `payments/card/declines.ts`. */
export const CARD_DECLINES = {
  session: perHour('card-declines-of-session', 5),
  device: perHour('card-declines-of-device', 5),
  strangers: perHour('card-declines-of-strangers', 5),
};

/**
 * Look-ups from one address by a number, an e-mail or a reference that was typed. No person types
 * two a second, and a script that tries out numbers gets through 120 in a minute.
 */
export const LOOK_UPS: RateLimit = { name: 'look-up', windows: [{ seconds: MINUTE, max: 120 }] };

/**
 * Sign-ins begun or answered from one address, of which a person needs two. Each may cost us a round
 * of questions to the provider.
 */
export const SIGN_INS: RateLimit = { name: 'sign-in', windows: [{ seconds: MINUTE, max: 60 }] };

/**
 * Look-ups of one phone number or e-mail, over all addresses, so that a stranger's payments cannot be
 * watched. Its owner waits ten minutes at most, and may search by receipt code or payment id meanwhile.
 */
export const IDENTITY_LOOK_UPS: RateLimit = {
  name: 'identity-look-up',
  windows: [{ seconds: 10 * MINUTE, max: 20 }],
};

/** Webhooks of one provider that were refused, noted once a minute at most: stops nothing, and is told. */
export const WEBHOOKS_REFUSED = perHour('webhook-refused', Number.POSITIVE_INFINITY);

/** Look-ups of the whole site that found nothing: of a crowd that mistypes, or of a list of numbers. */
export const LOOK_UP_MISSES: RateLimit = {
  name: 'look-up-misses',
  windows: [{ seconds: 10 * MINUTE, max: 1_000 }],
};
