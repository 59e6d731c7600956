import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Entry } from '#shared/open-count/entry';
import { instant } from './columns';
import { editions } from './editions';

const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
});
const big = (name: string) => bigint(name, { mode: 'number' });

/**
 * Queue of changes for the log of counted votes: a trigger on `payments` inserts a row in the
 * transaction that counts or reverses a payment, whatever code runs it. The row is deleted once
 * its entry is appended.
 */
export const countQueue = pgTable(
  'count_queue',
  {
    id: big('id').generatedAlwaysAsIdentity(),
    /** When it was counted or reversed; for a payment, never before it was counted. */
    at: instant('at').notNull(),
    paymentId: uuid('payment_id').notNull(),
    kind: text('kind').$type<'count' | 'take-back'>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.at, table.id] }),
    check('count_queue_kind_check', sql`${table.kind} in ('count', 'take-back')`),
  ],
);

/**
 * The log of counted votes (docs/open-count.md). Append-only: a trigger refuses updates and
 * deletes.
 */
export const countEntries = pgTable(
  'count_entries',
  {
    /** Index in the log. */
    index: big('index').primaryKey(),
    /** Canonical JSON, as published in the log. */
    entry: text('entry').notNull(),
    /** Hash of the leaf (RFC 6962), 32 bytes. */
    leaf: bytes('leaf').notNull(),
    /** The payment counted or reversed; never published. */
    paymentId: uuid('payment_id'),
    kind: text('kind').$type<Entry['kind']>().notNull(),
    /** The nomination an entry names. */
    nominationId: uuid('nomination_id'),
    /** 16 random bytes for the commitment to the receipt's code; only for the receipt's owner. */
    receiptSalt: bytes('receipt_salt'),
    /** Salt of the sealed votes; null for an entry with public votes. */
    votesSalt: bytes('votes_salt'),
  },
  (table) => [
    uniqueIndex('count_entries_payment_key')
      .on(table.paymentId, table.kind)
      .where(sql`${table.paymentId} is not null`),
    index('count_entries_nomination_idx')
      .on(table.nominationId, table.index)
      .where(sql`${table.nominationId} is not null`),
    index('count_entries_edition_idx').on(table.index).where(sql`${table.kind} = 'edition'`),
    check(
      'count_entries_kind_check',
      sql`${table.kind} in ('count', 'take-back', 'nomination', 'opening', 'continuation', 'edition')`,
    ),
    check('count_entries_leaf_check', sql`octet_length(${table.leaf}) = 32`),
  ],
);

/** Hashes of full tiles, from the first level above the leaves. Append-only. */
export const countHashes = pgTable(
  'count_hashes',
  {
    level: integer('level').notNull(),
    index: big('index').notNull(),
    hash: bytes('hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.level, table.index] }),
    check('count_hashes_hash_check', sql`octet_length(${table.hash}) = 32`),
  ],
);

/** Sums of a log, or of one edition in it. */
const sums = () => ({
  payments: integer('payments').notNull(),
  takenBack: integer('taken_back').notNull(),
  /** In minor units, minus what was reversed. */
  xaf: big('xaf').notNull(),
  usd: big('usd').notNull(),
  /** Public votes, minus those withdrawn. */
  votes: big('votes').notNull(),
  /** Counted payments whose votes are not public. */
  sealed: integer('sealed').notNull(),
  /**
   * Index below which the votes of all sealed entries of an edition are public; in the sums of all
   * editions, that of the first one.
   */
  openBelow: big('open_below').notNull(),
});

/** State of the log after each round of the sequencer, with its totals. Append-only. */
export const countHeads = pgTable('count_heads', {
  size: big('size').primaryKey(),
  root: bytes('root').notNull(),
  madeAt: instant('made_at').notNull().defaultNow(),
  ...sums(),
});

/**
 * The sums of an edition after each round of the sequencer that added entries of it. Append-only.
 * What remains of a head's sums is the first edition's, which has no rows here: servers of the
 * release before know no other.
 */
export const countEditionHeads = pgTable(
  'count_edition_heads',
  {
    editionId: integer('edition_id')
      .notNull()
      .references(() => editions.id),
    size: big('size').notNull(),
    ...sums(),
  },
  (table) => [
    primaryKey({ columns: [table.editionId, table.size] }),
    check('count_edition_heads_edition_check', sql`${table.editionId} > 1`),
  ],
);

/** Signed heads, as published. */
export const countCheckpoints = pgTable('count_checkpoints', {
  size: big('size')
    .primaryKey()
    .references(() => countHeads.size),
  /** The signed note, without the witnesses' cosignatures. */
  note: text('note').notNull(),
  /** Cosignature lines, the latest of each witness. */
  cosignatures: text('cosignatures').notNull().default(''),
  /** When the log last signed it. */
  signedAt: instant('signed_at').notNull().defaultNow(),
});

/**
 * Whether the log may be signed in this database, which may have lost signed entries. Shared by all
 * processes; each process also remembers what was signed last.
 */
export const countSigning = pgTable(
  'count_signing',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /**
     * Timeline and start time of the PostgreSQL server in which the log was last found complete.
     */
    incarnation: text('incarnation'),
    /** Since when the log is on another server and not verified; null once verified. */
    unsureSince: instant('unsure_since'),
    /** Since when the log is paused because signed entries are missing. */
    pausedSince: instant('paused_since'),
    /** The signed checkpoint that it does not contain; null when only a witness reports it. */
    missing: text('missing'),
    /** Name of the witness that reports a conflict. */
    saidBy: text('said_by'),
    /** Index of the latest `continuation`; null while the log has its first name. */
    continuedAt: big('continued_at'),
  },
  (table) => [
    check('count_signing_only_check', sql`${table.isOnly}`),
    check(
      'count_signing_pause_check',
      sql`(${table.pausedSince} is null) = (${table.missing} is null and ${table.saidBy} is null)`,
    ),
  ],
);

/** Public votes by the minute in which they were counted or reversed. */
export const countMinutes = pgTable(
  'count_minutes',
  {
    nominationId: uuid('nomination_id').notNull(),
    minute: instant('minute').notNull(),
    /** Minus those reversed in this minute. */
    votes: integer('votes').notNull(),
    /** Payments counted in this minute. */
    payments: integer('payments').notNull(),
    takenBack: integer('taken_back').notNull(),
  },
  (table) => [primaryKey({ columns: [table.nominationId, table.minute] })],
);

/**
 * The same by the hour (UTC), for long periods; a trigger on `count_minutes` adds what changes there.
 */
export const countHours = pgTable(
  'count_hours',
  {
    nominationId: uuid('nomination_id').notNull(),
    hour: instant('hour').notNull(),
    votes: integer('votes').notNull(),
    payments: integer('payments').notNull(),
    takenBack: integer('taken_back').notNull(),
  },
  (table) => [primaryKey({ columns: [table.nominationId, table.hour] })],
);

/** State of each configured witness. Across all processes, one request at a time is sent to it. */
export const countWitnesses = pgTable(
  'count_witnesses',
  {
    /** The witness's verifier key. */
    vkey: text('vkey').primaryKey(),
    /** Size of the latest checkpoint it has signed, and when it signed it. */
    size: big('size'),
    signedAt: instant('signed_at'),
    /** Time of the next request; during a request, the end of its lease. */
    askAt: instant('ask_at').notNull().defaultNow(),
    /** Consecutive failures. */
    failures: integer('failures').notNull().default(0),
  },
  (table) => [
    check(
      'count_witnesses_signed_check',
      sql`(${table.size} is null) = (${table.signedAt} is null)`,
    ),
  ],
);
