import { z } from 'zod';
import { RETURN_KINDS } from '../domain/books';
import {
  FAILURE_REASONS,
  FLAG_RESOLUTIONS,
  PAYMENT_EVENT_SOURCES,
  PAYMENT_FLAGS,
  PAYMENT_LOOKS,
  PAYMENT_METHODS,
  PAYMENT_ORDERS,
  PAYMENT_STATUSES,
} from '../domain/payment';
import { currency, isoInstant, storableText, uuid } from './primitives';

const count = z.number().int();

/** The clocks that payments are shown on. */
const EXPORT_TIMEZONES = ['Africa/Lagos', 'America/Los_Angeles', 'UTC'] as const;

export const SETTLEMENTS = ['attach', 'refunded', 'close'] as const;
const money = z.object({ amountMinor: count, currency });

/** `GET /api/stats`: completed payments; "today" begins at midnight in the event's time zone. */
export const stats = z.object({
  totalArtists: count,
  totalCategories: count,
  totalVotes: count,
  /** US dollars, USD + XAF ÷ the configured rate. */
  totalRevenue: z.number(),
  todayVotes: count,
  todayRevenue: z.number(),
  /** The same by currency, in minor units. */
  totalByCurrency: z.array(money),
  todayByCurrency: z.array(money),
  xafPerUsd: z.number(),
  /** Payments with a flag that nobody has settled. */
  needALook: count,
  /** Whether money taken equals votes counted. */
  doBooksAgree: z.boolean(),
  /** Whether the last recounts found no difference, and the open count goes on. */
  doesCountHold: z.boolean(),
  /** From when on a change of today has voters' details erased; null when nobody can take one back. */
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
  /** Share of completed payments; `isForecast` before the first one (65/35). */
  paymentMethods: z.object({
    isForecast: z.boolean(),
    methods: z.array(z.object({ method, percent: z.number(), payments: count })),
  }),
  votesPerDay: z.array(z.object({ day: z.iso.date(), votes: count })),
  /** The last 48 hours. */
  votesPerHour: z.array(votesAt),
  /** US dollars by day and method. */
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
  /** Of marked links, most votes first: visits as browsers told of them, payments begun, votes counted. */
  links: z.array(z.object({ source: z.string(), visits: count, checkouts: count, votes: count })),
});
export type Analytics = z.infer<typeof analytics>;

/** `GET /api/admin/leaders`: who has most votes in each category, and who is next. */
export const leaders = analytics.shape.topByCategory;
export type Leaders = z.infer<typeof leaders>;

/** What filters the list of payments and its export alike. */
const paymentFilters = {
  provider: method.optional(),
  status: z.enum(PAYMENT_STATUSES).optional(),
  /** Attempted: pending with an attempt; abandoned: pending without one. */
  attempt: z.enum(['attempted', 'abandoned']).optional(),
  /**
   * Only what somebody looks for again and again: payments with a flag that nobody has settled, those
   * whose money went back or is to go back, and cards that a bank declined and that paid nothing.
   */
  look: z.enum(PAYMENT_LOOKS).optional(),
  from: isoInstant.optional(),
  /** Excluded. */
  to: isoInstant.optional(),
};
/**
 * Whom one looks for comes in a body and never in an address, which browsers, proxies and their logs
 * keep: any part of an e-mail, a phone number, a payment id, a receipt code, the provider's or the
 * operator's reference, or an artist's name. Without three letters or digits in a row only what begins
 * with it is found.
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

/** `POST /api/admin/accounting.csv`: the same payments, with figures to add up. */
export const accountingExport = z.strictObject({
  ...paymentFilters,
  search: search.search.optional(),
  /** In which times are told. */
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
  /** For whom: the one with most of the votes first. */
  artists: z.array(z.string()),
  voterEmail: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  deviceTimestamp: isoInstant.nullable(),
  ipAddress: z.string().nullable(),
  status: z.enum(PAYMENT_STATUSES),
  attemptedAt: isoInstant.nullable(),
  failureReason: z.enum(FAILURE_REASONS).nullable(),
  /** Why the bank last declined a card, while the payment is pending. */
  declineReason: z.enum(FAILURE_REASONS).nullable(),
  receiptCode: z.string().nullable(),
  providerRef: z.string().nullable(),
  createdAt: isoInstant,
  completedAt: isoInstant.nullable(),
  /** When it was made again from its provider's record, after our database had lost it; else null. */
  recoveredAt: isoInstant.nullable(),
  /** When everything personal of it was erased; null while it is kept. */
  erasedAt: isoInstant.nullable(),
  /** What waits for an administrator: amount-mismatch, partial-refund, disputed… */
  flags: z.array(z.string()),
});
export type AdminPayment = z.infer<typeof adminPayment>;

/** `GET /api/voter-tracking` and `POST /api/voter-tracking/search`. */
export const voterTracking = z.object({
  recentPayments: z.array(adminPayment),
  nextCursor: z.string().nullable(),
  /** Over all payments that match; estimated only where a search finds more than 1,000. */
  summary: z.object({
    matching: count,
    isEstimate: z.boolean(),
    completed: count,
    pending: count,
    failed: count,
  }),
  /** Completed payments, unfiltered; `totalAmount` in minor units of the method's currency. */
  paymentMethodStats: z.array(z.object({ provider: method, count, totalAmount: count })),
});
export type VoterTracking = z.infer<typeof voterTracking>;

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
  /** What needed a look or still does, the oldest first. */
  flags: z.array(
    z.object({
      flag: z.enum(PAYMENT_FLAGS),
      /** What the provider said. */
      evidence: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      raisedAt: isoInstant,
      resolvedAt: isoInstant.nullable(),
      resolution: z.enum(FLAG_RESOLUTIONS).nullable(),
      reason: z.string().nullable(),
    }),
  ),
  /** How an administrator can settle what is open; empty when nothing is. */
  settlements: z.array(z.enum(SETTLEMENTS)),
  /** Completed card payments only; votes are taken back when the provider confirms. */
  canRefund: z.boolean(),
  isRefundPending: z.boolean(),
  /** Completed payments by mobile money. */
  canRefundByHand: z.boolean(),
  /** What went back to the payer and is written down, the oldest first. */
  returned: z.array(
    z.object({
      kind: z.enum(RETURN_KINDS),
      /** Minor units; negative where a part came back to us. */
      amount: count,
      reference: z.string().nullable(),
      returnedAt: isoInstant,
      /** Who gave it back; null for the provider. */
      by: z.string().nullable(),
    }),
  ),
});
export type AdminPaymentHistory = z.infer<typeof adminPaymentHistory>;

/** `POST /api/admin/payments/:id/check`, empty body: asks the provider now. */
export const paymentChecked = z.object({
  /** Whether the provider gave a usable answer. */
  isAnswered: z.boolean(),
});

const reason = storableText(500).trim().min(1);

/** `POST /api/admin/payments/:id/settle` */
export const settlement = z.discriminatedUnion('act', [
  /** The provider's record with this reference is the payment's; the provider is asked about it. */
  z.object({ act: z.literal('attach'), providerRef: storableText(100).trim().min(1), reason }),
  /** The money was given back outside this product; votes that were counted are taken back. */
  z.object({ act: z.literal('refunded'), reason }),
  /** Looked at, and left as it is. */
  z.object({ act: z.literal('close'), reason }),
]);
export type Settlement = z.infer<typeof settlement>;
export const paymentSettled = z.object({ status: z.enum(PAYMENT_STATUSES) });

/** `POST /api/admin/payments/:id/refund-by-hand`: all the money went back outside this product. */
export const handRefund = z.strictObject({
  /** Minor units; what the payment took, so that nobody takes one payment for another. */
  amount: count.min(1),
  /** By which the payer finds it. */
  reference: storableText(100).trim().min(1),
  returnedAt: isoInstant,
});
export type HandRefund = z.infer<typeof handRefund>;

/** `POST /api/admin/payments/:id/refund`, empty body. */
export const refundStarted = z.object({ status: z.enum(['pending', 'refunded']) });

/**
 * `POST /api/admin/check-{provider}-payments`, empty body; takes about 20 s at most. `left` were not
 * checked in that time; the reconciler checks them next. `others` are pending, and there was nothing to
 * ask: they were never sent, or their own provider tells of them.
 */
export const pendingPaymentsChecked = z.object({
  checked: count,
  updated: count,
  left: count,
  others: count,
});
