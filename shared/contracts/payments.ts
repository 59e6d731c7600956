import { z } from 'zod';
import { LANGUAGES } from '../domain/localized';
import { FAILURE_REASONS, PAYMENT_STATUSES } from '../domain/payment';
import { MAX_OPEN_PAYMENTS } from '../domain/polling';
import { MAX_VOTES_PER_CATEGORY, sumOfVotes, type VoteLine } from '../domain/votes';
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

/** The vote lines of a request; the API's name for them. */
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
 * Payments of this browser whose outcome it does not know: they are asked about first, and once one of
 * them is paid nothing more is asked for (409 `earlier-paid`).
 */
const openPayments = z.array(uuid).max(MAX_OPEN_PAYMENTS).default([]);

/** A field left blank means no e-mail. */
const optionalEmail = z.preprocess(
  (value) => (value === '' ? null : value),
  email.nullable().default(null),
);

const order = {
  nominationVotes,
  totalVotes: z.number().int().min(1),
  /** What the voter was shown; at another price nothing is asked for (409 `price-changed`). */
  amountMinor: z.number().int().optional(),
  deviceInfo: deviceInfo.optional(),
  /** By what link the voter came to the site. */
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
/** As the browser sends it, before defaults are filled in. */
export type MobileMoneyPaymentBody = z.input<typeof mobileMoneyPayment>;
export type MobileMoneyPayment = z.output<typeof mobileMoneyPayment>;

/** The e-mail may still be missing: it follows by `PATCH …/email` once the voter has typed it. */
export const cardPayment = z
  .object({
    voterEmail: optionalEmail,
    ...order,
    /** Of the captcha, after an answer that required it. */
    captcha: z.string().min(1).max(8_000).optional(),
  })
  .refine(isSumRight, WRONG_SUM);
export type CardPaymentBody = z.input<typeof cardPayment>;
export type CardPayment = z.output<typeof cardPayment>;

export const cardSession = z.object({
  paymentId: uuid,
  clientSecret: z.string(),
  /** Counts the changes of the votes; the attempt names the one that is on screen. */
  revision: z.number().int(),
});
export type CardSession = z.infer<typeof cardSession>;

/** The body may be empty; a revision makes sure that no other votes than these are charged. */
export const cardAttempt = z
  .object({ revision: z.number().int().optional(), openPayments })
  .default({ openPayments: [] });

export const paymentChanged = z.object({ paymentId: uuid });

export const voterEmailChange = z.object({ voterEmail: email });

export const cardConfirmation = z.object({
  paymentIntentId: z.string().regex(/^pi_\w{1,250}$/),
  /** Proves that the payment is the voter's own where the session cannot: after a bank's app. */
  clientSecret: z.string().max(500).optional(),
});
export const cardConfirmed = z.object({ paymentId: uuid, receiptCode: z.string().nullable() });
export type CardConfirmed = z.infer<typeof cardConfirmed>;

/** A header of the client's making; a repeat with the same key gets the first answer again. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\w-]{8,100}$/)
    .optional(),
});

export const paymentStarted = z.object({ paymentId: uuid, status: z.enum(PAYMENT_STATUSES) });

export type PaymentStarted = z.infer<typeof paymentStarted>;

/** 128 random bits, as our pages make them: whoever names one has sent the request. */
export const paymentLookup = z.object({ idempotencyKey: z.string().regex(/^[0-9a-f]{32}$/) });
/** Null: no request with this key has reached us. A word of ours, which no 404 of a proxy can be. */
export const lookedUpPayment = z.object({ payment: paymentStarted.nullable() });
export type LookedUpPayment = z.infer<typeof lookedUpPayment>;

/** How a poll is to be answered. */
export const pollQuery = z.object({
  /** How long the answer may wait for a change, in ms; the server has a limit of its own. */
  waitMs: z.coerce.number<string | number>().int().min(0).max(999_999).default(0),
});

export const paymentState = z.object({
  status: z.enum(PAYMENT_STATUSES),
  failureReason: z.enum(FAILURE_REASONS).nullable(),
  /** Once the payment is completed. */
  receiptCode: z.string().nullable(),
  /** With its code: on a slow line a second question would take as long again. */
  receipt: receipt.optional(),
  /**
   * While a mobile money payment is pending: for how long a second prompt to its number is refused, in
   * ms by PostgreSQL's clock. At 0 its own may be charged still.
   */
  promptLapsesInMs: z.number().int().min(0).optional(),
  /** How long the answer has waited for a change, in ms; left out where it did not. */
  heldMs: z.number().int().min(0).optional(),
});
export type PaymentState = z.infer<typeof paymentState>;

export const paymentReceiptCode = z.object({ receiptCode: z.string().nullable() });
export type PaymentReceiptCode = z.infer<typeof paymentReceiptCode>;
