import { z } from 'zod';
import { RETURN_KINDS } from '#shared/domain/books';
import {
  FAILURE_REASONS,
  FLAG_RESOLUTIONS,
  PAYMENT_EVENT_SOURCES,
  PAYMENT_FLAGS,
  PAYMENT_LOOKS,
  PAYMENT_METHODS,
  PAYMENT_ORDERS,
  PAYMENT_STATUSES,
  REASON_MAX_LENGTH,
  RECEIPT_EMAIL_STATUSES,
  REFERENCE_MAX_LENGTH,
} from '#shared/domain/payment';
import { currency, email, isoInstant, storableText, uuid } from './primitives';

const count = z.number().int();

/** Time zones in which payments are shown. */
const EXPORT_TIMEZONES = ['Africa/Lagos', 'America/Los_Angeles', 'UTC'] as const;

export const SETTLEMENTS = ['attach', 'refunded', 'close'] as const;
const money = z.object({ amountMinor: count, currency });

/** `GET /api/stats`: completed payments; "today" starts at midnight in the event's time zone. */
export const stats = z.object({
  totalArtists: count,
  totalCategories: count,
  totalVotes: count,
  /** In US dollars: USD + XAF ÷ the configured rate. */
  totalRevenue: z.number(),
  todayVotes: count,
  todayRevenue: z.number(),
  /** Revenue by currency, in minor units. */
  totalByCurrency: z.array(money),
  todayByCurrency: z.array(money),
  xafPerUsd: z.number(),
  /** Payments with an open flag. */
  needALook: count,
  /** True when the money taken matches the votes counted. */
  doBooksAgree: z.boolean(),
  /** True when the last recounts found no difference and the open count is not paused. */
  doesCountHold: z.boolean(),
  /**
   * When today's change of settings starts to erase voters' data; null when there is none that can
   * be undone.
   */
  erasureFrom: isoInstant.nullable(),
});
export type Stats = z.infer<typeof stats>;

const method = z.enum(PAYMENT_METHODS);
const votesAt = z.object({ at: isoInstant, votes: count });

/** `GET /api/admin/analytics?days=30`: whole days and hours of the event's time zone. */
export const analyticsQuery = z.object({
  days: z.coerce.number().int().min(1).max(365).default(30),
});
export const analytics = z.object({
  activeCategories: count,
  /** Shares of completed payments; `isForecast` before the first one (65/35). */
  paymentMethods: z.object({
    isForecast: z.boolean(),
    methods: z.array(z.object({ method, percent: z.number(), payments: count })),
  }),
  votesPerDay: z.array(z.object({ day: z.iso.date(), votes: count })),
  /** The last 48 hours. */
  votesPerHour: z.array(votesAt),
  /** In US dollars, by day and method. */
  revenuePerDay: z.array(
    z.object({ day: z.iso.date(), card: z.number(), mobileMoney: z.number() }),
  ),
  topArtists: z.array(z.object({ id: uuid, name: z.string(), votes: count })),
  topByCategory: z.array(
    z.object({
      categoryId: uuid,
      name: z.string(),
      nameFr: z.string().nullable(),
      artists: z.array(z.object({ id: uuid, name: z.string(), votes: count })),
    }),
  ),
  funnel: z.object({ created: count, attempted: count, completed: count }),
  failureReasons: z.array(z.object({ reason: z.string(), payments: count })),
  /**
   * Links with a source, most votes first: visits as reported by browsers, payments started, votes
   * counted.
   */
  links: z.array(z.object({ source: z.string(), visits: count, checkouts: count, votes: count })),
});
export type Analytics = z.infer<typeof analytics>;

/** `GET /api/admin/leaders`: the two leading nominees of each category. */
export const leaders = analytics.shape.topByCategory;
export type Leaders = z.infer<typeof leaders>;

/** Sums over payments that are completed, in minor units; votes as counted for nominations. */
const editionSums = {
  payments: count,
  votes: count,
  money: z.array(money),
  /** Money taken minus the price of its votes, and votes paid minus votes counted: must be none. */
  difference: z.object({ differences: z.array(money), votes: count }),
};

/** `GET /api/admin/editions/figures`: all editions that have begun, in the order of their making. */
export const editionFigures = z.object({
  editions: z.array(
    z.object({
      year: z.string(),
      ...editionSums,
      /**
       * People who paid, by phone number, else e-mail address, else browser; of an archived edition
       * as it was archived. Null until two editions have payments.
       */
      voters: count.nullable(),
      /**
       * Days on which its payments were completed; 1 is the day of its opening, or of its first
       * payment. Without what was returned in full. Empty until two editions have payments.
       */
      days: z.array(z.object({ day: count, votes: count, money: z.array(money) })),
    }),
  ),
  /** All payments, added up independently of the editions. */
  all: z.object(editionSums),
});
export type EditionFigures = z.infer<typeof editionFigures>;

/** Filters of the list of payments and of its export. */
const paymentFilters = {
  provider: method.optional(),
  status: z.enum(PAYMENT_STATUSES).optional(),
  /** `attempted`: pending with an attempt; `abandoned`: pending without one. */
  attempt: z.enum(['attempted', 'abandoned']).optional(),
  /**
   * Frequent searches: payments with an open flag, those refunded or being refunded, and unpaid
   * ones whose card was declined by a bank.
   */
  look: z.enum(PAYMENT_LOOKS).optional(),
  from: isoInstant.optional(),
  /** Exclusive. */
  to: isoInstant.optional(),
};
/**
 * Search text, sent in the body and never in an address, which browsers, proxies and their logs
 * store: any part of an e-mail, a phone number, a payment id, a receipt code, the provider's or
 * mobile operator's reference, or an artist's name. Without three letters or digits in a row, it
 * only matches beginnings.
 */
const search = { search: storableText(254).trim() };
const page = {
  order: z.enum(PAYMENT_ORDERS).default('newest'),
  cursor: storableText(200).optional(),
  limit: z.coerce.number<string | number>().int().min(1).max(100).default(50),
};
export const paymentExportQuery = z.strictObject(paymentFilters);
export const paymentExportSearch = z.strictObject({ ...paymentFilters, ...search });
export const voterTrackingQuery = z.strictObject({ ...paymentFilters, ...page });
export const voterTrackingSearch = z.strictObject({ ...paymentFilters, ...search, ...page });
export interface PaymentFilters extends z.output<typeof paymentExportQuery> {
  search?: string | undefined;
}

/** `POST /api/admin/accounting.csv`: the same payments, with amounts that can be added up. */
export const accountingExport = z.strictObject({
  ...paymentFilters,
  search: search.search.optional(),
  /** Time zone of all times. */
  timezone: z.enum(EXPORT_TIMEZONES),
});

export const adminPayment = z.object({
  id: uuid,
  provider: method,
  /** `stripe`, `campay`, … */
  providerName: z.string(),
  amount: count,
  currency,
  totalVotes: count,
  /** Artists voted for; the one with the most votes first. */
  artists: z.array(z.string()),
  voterEmail: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  deviceTimestamp: isoInstant.nullable(),
  ipAddress: z.string().nullable(),
  status: z.enum(PAYMENT_STATUSES),
  attemptedAt: isoInstant.nullable(),
  failureReason: z.enum(FAILURE_REASONS).nullable(),
  /** Reason of the last card decline while the payment is pending. */
  declineReason: z.enum(FAILURE_REASONS).nullable(),
  receiptCode: z.string().nullable(),
  providerRef: z.string().nullable(),
  createdAt: isoInstant,
  completedAt: isoInstant.nullable(),
  /**
   * When it was recovered from its provider's record, after our database had lost it; else null.
   */
  recoveredAt: isoInstant.nullable(),
  /** When its personal data was erased; null while it is stored. */
  erasedAt: isoInstant.nullable(),
  /** Open flags: amount-mismatch, partial-refund, disputed… */
  flags: z.array(z.string()),
});
export type AdminPayment = z.infer<typeof adminPayment>;

/** `GET /api/voter-tracking` and `POST /api/voter-tracking/search`. */
export const voterTracking = z.object({
  recentPayments: z.array(adminPayment),
  nextCursor: z.string().nullable(),
  /** Totals of all matching payments; estimated only when a search matches more than 1,000. */
  summary: z.object({
    matching: count,
    isEstimate: z.boolean(),
    completed: count,
    pending: count,
    failed: count,
  }),
  /** Completed payments without filters; `totalAmount` in minor units of the method's currency. */
  paymentMethodStats: z.array(z.object({ provider: method, count, totalAmount: count })),
  /** When nothing matches: years of the other editions in which the same search finds payments. */
  elsewhere: z.array(z.string()),
});
export type VoterTracking = z.infer<typeof voterTracking>;

/** Reasons why no receipt can be sent by e-mail. */
export const RECEIPT_EMAIL_REFUSALS = [
  /** This site sends no e-mails. */
  'mail-off',
  /** Only completed payments have a receipt. */
  'not-completed',
  /** The payer's data was erased, and no new address may be stored. */
  'erased',
] as const;

/** `GET /api/admin/payments/:id` */
export const adminPaymentHistory = z.object({
  payment: adminPayment.extend({
    nextCheckAt: isoInstant.nullable(),
    checkCount: count,
    userAgent: z.string().nullable(),
    locale: z.string(),
  }),
  votes: z.array(
    z.object({
      nominationId: uuid,
      artistName: z.string(),
      categoryName: z.string(),
      categoryNameFr: z.string().nullable(),
      voteCount: count,
    }),
  ),
  events: z.array(
    z.object({
      id: count,
      from: z.enum(PAYMENT_STATUSES).nullable(),
      to: z.enum(PAYMENT_STATUSES),
      source: z.enum(PAYMENT_EVENT_SOURCES),
      detail: z.record(z.string(), z.unknown()),
      at: isoInstant,
    }),
  ),
  /** Open and settled flags, oldest first. */
  flags: z.array(
    z.object({
      flag: z.enum(PAYMENT_FLAGS),
      /** Data from the provider. */
      evidence: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      raisedAt: isoInstant,
      resolvedAt: isoInstant.nullable(),
      resolution: z.enum(FLAG_RESOLUTIONS).nullable(),
      reason: z.string().nullable(),
    }),
  ),
  /** The receipt by e-mail. */
  receiptEmail: z.object({
    /** Why it cannot be sent again, not even to another address; null when it can. */
    refusal: z.enum(RECEIPT_EMAIL_REFUSALS).nullable(),
    /** Null when none was ever queued. */
    status: z.enum(RECEIPT_EMAIL_STATUSES).nullable(),
    sentAt: isoInstant.nullable(),
  }),
  /** How an administrator can settle the open flags; empty when there are none. */
  settlements: z.array(z.enum(SETTLEMENTS)),
  /** True for completed card payments; the votes are withdrawn when the provider confirms. */
  canRefund: z.boolean(),
  isRefundPending: z.boolean(),
  /** True for completed mobile money payments. */
  canRefundByHand: z.boolean(),
  /** Recorded returns of money to the payer, oldest first. */
  returned: z.array(
    z.object({
      kind: z.enum(RETURN_KINDS),
      /** In minor units; negative where a part came back to us. */
      amount: count,
      reference: z.string().nullable(),
      returnedAt: isoInstant,
      /** Administrator who returned it; null for the provider. */
      by: z.string().nullable(),
    }),
  ),
});
export type AdminPaymentHistory = z.infer<typeof adminPaymentHistory>;

/** `POST /api/admin/payments/:id/check`, empty body: queries the provider now. */
export const paymentChecked = z.object({
  /** True when the provider gave a usable answer. */
  isAnswered: z.boolean(),
});

const reason = storableText(REASON_MAX_LENGTH).trim().min(1);

/** `POST /api/admin/payments/:id/settle` */
export const settlement = z.discriminatedUnion('act', [
  /** Attaches the provider's record with this reference to the payment and checks it. */
  z.object({
    act: z.literal('attach'),
    providerRef: storableText(REFERENCE_MAX_LENGTH).trim().min(1),
    reason,
  }),
  /** Records that the money was returned outside this product; counted votes are withdrawn. */
  z.object({ act: z.literal('refunded'), reason }),
  /** Closes the flags without any change. */
  z.object({ act: z.literal('close'), reason }),
]);
export type Settlement = z.infer<typeof settlement>;
export const paymentSettled = z.object({ status: z.enum(PAYMENT_STATUSES) });

/**
 * `POST /api/admin/payments/:id/refund-by-hand`: records that all the money was returned outside
 * this product.
 */
export const handRefund = z.strictObject({
  /**
   * In minor units; must equal the payment's amount, as a safeguard against picking the wrong
   * payment.
   */
  amount: count.min(1),
  /** Reference by which the payer can find the refund. */
  reference: storableText(REFERENCE_MAX_LENGTH).trim().min(1),
  returnedAt: isoInstant,
});
export type HandRefund = z.infer<typeof handRefund>;

/** `PUT /api/admin/payments/:id/email`: corrects the payer's address and sends the receipt to it. */
export const emailCorrection = z.strictObject({
  email,
  /** The stored address as the administrator has seen it. */
  was: storableText(254).nullable(),
});

/** `POST /api/admin/payments/:id/refund`, empty body. */
export const refundStarted = z.object({ status: z.enum(['pending', 'refunded']) });

/**
 * `POST /api/admin/check-{provider}-payments`, empty body; takes about 20 s at most. `left` were
 * not checked in that time; the reconciler checks them next. `others` are pending and cannot be
 * checked here: they were never sent, or belong to another provider.
 */
export const pendingPaymentsChecked = z.object({
  checked: count,
  updated: count,
  left: count,
  others: count,
});
