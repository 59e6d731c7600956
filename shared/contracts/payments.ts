import { z } from 'zod';
import { LANGUAGES } from '#shared/domain/localized';
import { FAILURE_REASONS, PAYMENT_STATUSES } from '#shared/domain/payment';
import { MAX_OPEN_PAYMENTS } from '#shared/domain/polling';
import { MAX_VOTES_PER_CATEGORY, sumOfVotes, type VoteLine } from '#shared/domain/votes';
import { email, isoInstant, phoneNumber, storableText, uuid } from './primitives';
import { receipt } from './receipts';
import { linkSource } from './visits';

export const paymentIdParams = z.object({ paymentId: uuid });

const deviceInfo = z.object({
  deviceTimestamp: isoInstant,
  userAgent: storableText(1024),
  /** JSON text of time zone, language and screen size. */
  deviceMetadata: storableText(2048),
});
export type DeviceInfo = z.infer<typeof deviceInfo>;

/** The vote lines of a request, by their name in the API. */
const nominationVotes = z
  .array(
    z.object({
      nominationId: uuid,
      voteCount: z.number().int().min(0).max(MAX_VOTES_PER_CATEGORY),
    }),
  )
  .min(1)
  .max(50)
  .refine(
    (lines) => new Set(lines.map((line) => line.nominationId)).size === lines.length,
    'The same nomination appears twice',
  )
  .refine((lines) => sumOfVotes(lines) > 0, 'At least one vote is needed');

/**
 * This browser's payments with unknown outcome: they are checked first, and if one of them is paid,
 * no new charge is requested (409 `earlier-paid`).
 */
const openPayments = z.array(uuid).max(MAX_OPEN_PAYMENTS).default([]);

/** An optional e-mail address; a blank field means none. */
const optionalEmail = z.preprocess(
  (value) => (value === '' ? null : value),
  email.nullable().default(null),
);

const order = {
  nominationVotes,
  totalVotes: z.number().int().min(1),
  /** Price shown to the voter; if it has changed, nothing is charged (409 `price-changed`). */
  amountMinor: z.number().int().optional(),
  deviceInfo: deviceInfo.optional(),
  /** Source of the link by which the voter came to the site. */
  linkSource: linkSource.optional(),
  locale: z.enum(LANGUAGES).default('en'),
};
const isSumRight = (body: { totalVotes: number; nominationVotes: VoteLine[] }) =>
  body.totalVotes === sumOfVotes(body.nominationVotes);
const WRONG_SUM = { path: ['totalVotes'], message: 'Must equal the sum of nominationVotes' };

export const mobileMoneyPayment = z
  .object({
    phoneNumber: z
      .string()
      .regex(/^2376\d{8}$/, 'Expected 237 and the nine digits of a mobile number')
      .pipe(phoneNumber),
    voterEmail: optionalEmail,
    openPayments,
    ...order,
  })
  .refine(isSumRight, WRONG_SUM);
/** The request as the browser sends it, before defaults are filled in. */
export type MobileMoneyPaymentBody = z.input<typeof mobileMoneyPayment>;
export type MobileMoneyPayment = z.output<typeof mobileMoneyPayment>;

/** The address may be missing: `PATCH …/email` adds it once the voter has typed it. */
export const cardPayment = z
  .object({
    voterEmail: optionalEmail,
    ...order,
    /** Token of the captcha, after a response that required it. */
    captcha: z.string().min(1).max(8_000).optional(),
  })
  .refine(isSumRight, WRONG_SUM);
export type CardPaymentBody = z.input<typeof cardPayment>;
export type CardPayment = z.output<typeof cardPayment>;

export const cardSession = z.object({
  paymentId: uuid,
  clientSecret: z.string(),
  /**
   * Increases with each change of the votes; the attempt sends the revision that the page shows.
   */
  revision: z.number().int(),
});
export type CardSession = z.infer<typeof cardSession>;

/**
 * The body may be empty. With a revision, the attempt is refused if the votes have changed since.
 */
export const cardAttempt = z
  .object({ revision: z.number().int().optional(), openPayments })
  .default({ openPayments: [] });

export const paymentChanged = z.object({ paymentId: uuid });

export const voterEmailChange = z.object({ voterEmail: email });

export const cardConfirmation = z.object({
  paymentIntentId: z.string().regex(/^pi_\w{1,250}$/),
  /** Proves ownership when the cookie cannot: a bank's app may return to another browser. */
  clientSecret: z.string().max(500).optional(),
});
export const cardConfirmed = z.object({ paymentId: uuid, receiptCode: z.string().nullable() });
export type CardConfirmed = z.infer<typeof cardConfirmed>;

/** Header set by the client; a repeat with the same key gets the first response again. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\w-]{8,100}$/)
    .optional(),
});

export const paymentStarted = z.object({ paymentId: uuid, status: z.enum(PAYMENT_STATUSES) });

export type PaymentStarted = z.infer<typeof paymentStarted>;

/** 128 random bits, as our pages generate them: only the sender of a request can know its key. */
export const paymentLookup = z.object({ idempotencyKey: z.string().regex(/^[0-9a-f]{32}$/) });
/**
 * Null: no request with this key has reached us. Sent with status 200, so that it cannot be
 * mistaken for a proxy's 404.
 */
export const lookedUpPayment = z.object({ payment: paymentStarted.nullable() });
export type LookedUpPayment = z.infer<typeof lookedUpPayment>;

/** Query of a poll. */
export const pollQuery = z.object({
  /** Longest time to wait for a change, in ms; the server waits no longer than its own maximum. */
  waitMs: z.coerce.number<string | number>().int().min(0).max(999_999).default(0),
});

export const paymentState = z.object({
  status: z.enum(PAYMENT_STATUSES),
  failureReason: z.enum(FAILURE_REASONS).nullable(),
  /** Set once the payment is completed. */
  receiptCode: z.string().nullable(),
  /** Sent with its code, because a second request would take long on a slow connection. */
  receipt: receipt.optional(),
  /**
   * While a mobile money payment is pending: remaining time in which a second prompt to its number
   * is refused, in ms by PostgreSQL's clock. At 0, the payment may still be charged.
   */
  promptLapsesInMs: z.number().int().min(0).optional(),
  /** How long the poll was held, in ms; absent when it was not. */
  heldMs: z.number().int().min(0).optional(),
});
export type PaymentState = z.infer<typeof paymentState>;

export const paymentReceiptCode = z.object({ receiptCode: z.string().nullable() });
export type PaymentReceiptCode = z.infer<typeof paymentReceiptCode>;
