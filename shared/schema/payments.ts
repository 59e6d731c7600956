import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import type { Evidence } from '#shared/contracts/payment-events';
import {
  FLAG_RESOLUTIONS,
  type FlagResolution,
  OPEN_REFUND_STATUSES,
  PAYMENT_EVENT_SOURCES,
  PAYMENT_STATUSES,
  type PaymentEventSource,
  type PaymentFlag,
  type PaymentSegment,
  type PaymentStatus,
  REFUND_STATUSES,
  type RefundStatus,
} from '#shared/domain/payment';
import type { Msisdn } from '#shared/domain/phone';
import type { Currency } from '#shared/domain/pricing';
import { nominations } from './catalog';
import { createdAt, instant, oneOf, updatedAt } from './columns';

/** The text that administrators' searches match; erased data is no longer in it. */
export const searchableText = (payment: {
  id: AnyPgColumn;
  voterEmail: AnyPgColumn;
  phoneNumber: AnyPgColumn;
  receiptCode: AnyPgColumn;
  providerRef: AnyPgColumn;
}): SQL =>
  sql`lower(${payment.id}::text || ' ' || coalesce(${payment.voterEmail}, '') || ' ' || coalesce(${payment.phoneNumber}, '') || ' ' || coalesce(${payment.receiptCode}, '') || ' ' || coalesce(${payment.providerRef}, ''))`;

export const payments = pgTable(
  'payments',
  {
    /**
     * Sent to the provider as our reference, so that a payment whose response was lost can be
     * found.
     */
    id: uuid('id').primaryKey().defaultRandom(),
    /** `stripe`, or the name of a mobile money provider. */
    provider: text('provider').notNull(),
    providerRef: text('provider_ref'),
    /**
     * In minor units of `currency`; XAF has none, so 100 is 100 XAF, while USD 100 is one dollar.
     */
    amount: integer('amount').notNull(),
    currency: text('currency').$type<Currency>().notNull().default('XAF'),
    status: text('status').$type<PaymentStatus>().notNull().default('pending'),
    voterEmail: text('voter_email'),
    /** HMAC-SHA-256 of the E.164 number: look-ups need no plain-text number. */
    phoneHash: text('phone_hash'),
    /** `237` and nine digits; for administrators only, never logged. */
    phoneNumber: text('phone_number').$type<Msisdn>(),
    deviceTimestamp: instant('device_timestamp'),
    userAgent: text('user_agent'),
    ipAddress: text('ip_address'),
    /** SHA-256 of the id in the device cookie, if the browser sent one. */
    deviceHash: text('device_hash'),
    receiptCode: varchar('receipt_code', { length: 12 }),
    totalVotes: integer('total_votes').notNull().default(0),
    /** Price of one vote, in minor units; null for payments made before prices were stored. */
    votePrice: integer('vote_price'),
    attemptedAt: instant('attempted_at'),
    /** A code of `FAILURE_REASONS`; set exactly while the payment is failed. */
    failureReason: text('failure_reason'),
    /**
     * When the votes were first counted; stays after a reversal, which distinguishes it from a
     * plain failure.
     */
    completedAt: instant('completed_at'),
    /** When it was completed or failed; null while pending. */
    settledAt: instant('settled_at'),
    /** When the next check is due; null when none is planned. */
    nextCheckAt: instant('next_check_at'),
    /** Information for operators; no code depends on it. */
    checkCount: integer('check_count').notNull().default(0),
    /** When the last check began, in any process; the next one must not begin too soon after it. */
    lastCheckedAt: instant('last_checked_at'),
    /** Time of the first check since the last usable answer; null while there is an answer. */
    unansweredSince: instant('unanswered_since'),
    /**
     * Time of the last hint that the provider has a newer state; null once the provider has
     * answered.
     */
    hintedAt: instant('hinted_at'),
    /**
     * True when an administrator attached the provider's reference; its record may name another
     * payment.
     */
    isAttached: boolean('is_attached').notNull().default(false),
    idempotencyKey: text('idempotency_key').unique('payments_idempotency_key_key'),
    /** Source in the link by which the voter came; contains no personal data. */
    linkSource: text('link_source'),
    /** The voter's language, for later messages. */
    locale: text('locale').notNull().default('en'),
    /** SHA-256 of the browser session allowed to change and confirm a card payment. */
    ownerHash: text('owner_hash'),
    /**
     * SHA-256 of the intent's client secret, which allows another browser to confirm the payment.
     */
    clientSecretHash: text('client_secret_hash'),
    /** Counts the changes of the vote lines of a card payment. */
    revision: integer('revision').notNull().default(0),
    /**
     * The revision that the provider's intent is known to have; differs while a change is in
     * flight.
     */
    intentRevision: integer('intent_revision'),
    /**
     * When it was recovered from its provider's record, after our database had lost it; else null.
     */
    recoveredAt: instant('recovered_at'),
    /** When its personal data was erased, permanently; null while it is stored. */
    erasedAt: instant('erased_at'),
    /**
     * One of `PAYMENT_SEGMENTS`, generated by the database: what administrators filter by. One
     * index serves every combination of filters, and `payment_counts` counts by it.
     */
    segment: text('segment')
      .$type<PaymentSegment>()
      .notNull()
      .generatedAlwaysAs(
        sql`case when provider = 'stripe' then 'card ' else 'mobile-money ' end || status || case when attempted_at is null then '' else ' attempted' end`,
      ),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    // Every version of a row adds an entry to every index that contains it, so none contains rows
    // that its queries never look for.
    // For administrators' searches for any part of `searchableText`. Its entries are large; pending
    // payments are few, and change most often.
    index('payments_settled_search_idx')
      .using('gin', sql`${searchableText(table)} gin_trgm_ops`)
      .where(sql`${table.settledAt} is not null`)
      .concurrently(),
    // For searches too short for the index above, by the beginning only.
    index('payments_email_idx')
      .on(sql`lower(${table.voterEmail}) text_pattern_ops`)
      .where(sql`${table.voterEmail} is not null`)
      .concurrently(),
    index('payments_phone_number_idx').on(table.phoneNumber.op('text_pattern_ops')),
    index('payments_phone_hash_idx').on(table.phoneHash, table.createdAt),
    index('payments_owner_idx')
      .on(table.ownerHash, table.createdAt)
      .where(sql`${table.ownerHash} is not null`),
    // Read backwards for newest first. If it were declared as descending, Drizzle would put nulls
    // last, and no plain `order by … desc` could use it.
    index('payments_created_idx').on(table.createdAt, table.id),
    index('payments_segment_idx').on(table.segment, table.createdAt, table.id),
    index('payments_completed_at_idx')
      .on(table.completedAt)
      .where(sql`${table.completedAt} is not null`)
      .concurrently(),
    // Contains all columns the figures of links need, so that only the index is read.
    index('payments_link_source_idx')
      .on(table.createdAt, table.linkSource, table.status, table.totalVotes)
      .where(sql`${table.linkSource} is not null`)
      .concurrently(),
    index('payments_reversed_idx')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'failed' and ${table.completedAt} is not null`)
      .concurrently(),
    // Reference first: a search for help does not name the provider.
    index('payments_record_idx')
      .on(table.providerRef, table.provider)
      .where(sql`${table.providerRef} is not null`)
      .concurrently(),
    // A provider record counts for one payment only, even after its votes were withdrawn.
    uniqueIndex('payments_counted_record_key')
      .on(table.provider, table.providerRef)
      .where(sql`${table.completedAt} is not null`)
      .concurrently(),
    uniqueIndex('payments_receipt_code_key')
      .on(table.receiptCode)
      .where(sql`${table.receiptCode} is not null`)
      .concurrently(),
    index('payments_due_idx').on(table.nextCheckAt).where(sql`${table.nextCheckAt} is not null`),
    check('payments_status_check', sql`${table.status} in (${oneOf(PAYMENT_STATUSES)})`),
    check('payments_currency_check', sql`${table.currency} in ('XAF', 'USD')`),
    check('payments_locale_check', sql`${table.locale} in ('en', 'fr')`),
    check('payments_amount_check', sql`${table.amount} >= 0`),
    check('payments_total_votes_check', sql`${table.totalVotes} >= 0`),
    check(
      'payments_settled_check',
      sql`(${table.status} = 'pending') = (${table.settledAt} is null)`,
    ),
    check('payments_check_count_check', sql`${table.checkCount} >= 0`),
    check(
      'payments_revision_check',
      sql`${table.revision} >= 0 and ${table.intentRevision} <= ${table.revision}`,
    ),
    check(
      'payments_completed_check',
      sql`${table.status} <> 'completed' or (${table.receiptCode} is not null and ${table.completedAt} is not null)`,
    ),
    // Prevents a process or transaction that still has erased data from writing it back.
    check(
      'payments_erased_check',
      sql`${table.erasedAt} is null or num_nonnulls(voter_email, phone_hash, phone_number, device_timestamp, user_agent, ip_address, device_hash, owner_hash, client_secret_hash) = 0`,
    ),
    check(
      'payments_failure_reason_check',
      sql`(${table.status} = 'failed') = (${table.failureReason} is not null)`,
    ),
  ],
);

export const paymentVotes = pgTable(
  'payment_votes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    nominationId: uuid('nomination_id')
      .notNull()
      .references(() => nominations.id),
    voteCount: integer('vote_count').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    // The leading column also serves as the index by payment.
    unique('payment_votes_payment_nomination_key').on(table.paymentId, table.nominationId),
    index('payment_votes_nomination_idx').on(table.nominationId),
    check('payment_votes_count_check', sql`${table.voteCount} between 1 and 100`),
  ],
);

/** Refund requests and their states: at most one open request per payment. */
export const refunds = pgTable(
  'refunds',
  {
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /** Number of the request; part of the idempotency key at the provider. */
    attempt: integer('attempt').notNull(),
    status: text('status').$type<RefundStatus>().notNull().default('requested'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.paymentId, table.attempt] }),
    uniqueIndex('refunds_open_key')
      .on(table.paymentId)
      .where(sql`${table.status} in (${oneOf(OPEN_REFUND_STATUSES)})`),
    check('refunds_status_check', sql`${table.status} in (${oneOf(REFUND_STATUSES)})`),
    check('refunds_attempt_check', sql`${table.attempt} >= 1`),
  ],
);

/** Append-only (a trigger refuses updates and deletes): why each payment is in its state. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /** Null for the event that created the payment. */
    from: text('from_status').$type<PaymentStatus>(),
    to: text('to_status').$type<PaymentStatus>().notNull(),
    source: text('source').$type<PaymentEventSource>().notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    index('payment_events_payment_idx').on(table.paymentId, table.id),
    index('payment_events_operator_reference_idx')
      .on(sql`(${table.detail}->>'operatorReference')`)
      .where(sql`${table.detail}->>'operatorReference' is not null`),
    index('payment_events_operator_search_idx')
      .using('gin', sql`lower(${table.detail}->>'operatorReference') gin_trgm_ops`)
      .where(sql`${table.detail}->>'operatorReference' is not null`)
      .concurrently(),
    // Cards declined by a bank while their payment continues.
    index('payment_events_declines_idx')
      .on(table.paymentId, table.id)
      .where(
        sql`${table.source} = 'webhook' and ${table.to} = 'pending' and ${table.detail}->>'reason' is not null`,
      )
      .concurrently(),
    check('payment_events_from_check', sql`${table.from} in (${oneOf(PAYMENT_STATUSES)})`),
    check('payment_events_to_check', sql`${table.to} in (${oneOf(PAYMENT_STATUSES)})`),
    check('payment_events_source_check', sql`${table.source} in (${oneOf(PAYMENT_EVENT_SOURCES)})`),
  ],
);

/**
 * Payments that need review by an administrator: each flag once, with the provider's data, until it
 * is settled. A settled flag is not raised again.
 */
export const paymentFlags = pgTable(
  'payment_flags',
  {
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    flag: text('flag').$type<PaymentFlag>().notNull(),
    /** The provider's data, as in the event of the same moment. */
    evidence: jsonb('evidence').$type<Evidence>().notNull().default({}),
    raisedAt: instant('raised_at').notNull().defaultNow(),
    resolvedAt: instant('resolved_at'),
    resolution: text('resolution').$type<FlagResolution>(),
    /** The administrator's reason. */
    reason: text('reason'),
  },
  (table) => [
    primaryKey({ columns: [table.paymentId, table.flag] }),
    index('payment_flags_open_idx').on(table.raisedAt).where(sql`${table.resolvedAt} is null`),
    check(
      'payment_flags_resolution_check',
      sql`(${table.resolvedAt} is null) = (${table.resolution} is null) and ${table.resolution} in (${oneOf(FLAG_RESOLUTIONS)})`,
    ),
  ],
);

/** How far each provider's lists have been read. */
export const providerSweeps = pgTable('provider_sweeps', {
  provider: text('provider').primaryKey(),
  /** Time up to which the provider's changes are known; null before the first sweep. */
  sweptUntil: instant('swept_until'),
  /** During a sweep, the end of its lease. */
  nextSweepAt: instant('next_sweep_at').notNull().defaultNow(),
});
