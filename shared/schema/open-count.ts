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
import type { Entry } from '../open-count/entry';
import { instant } from './columns';

const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
});
const big = (name: string) => bigint(name, { mode: 'number' });

/**
 * What is to be entered into the log of counted votes: a trigger on `payments` adds a row in the
 * transaction that counts a payment or takes it back, whoever makes it. Entered, a row is gone.
 */
export const countQueue = pgTable(
  'count_queue',
  {
    id: big('id').generatedAlwaysAsIdentity(),
    /** When it was counted or taken back; of a payment, never before it was counted. */
    at: instant('at').notNull(),
    paymentId: uuid('payment_id').notNull(),
    kind: text('kind').$type<'count' | 'take-back'>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.at, table.id] }),
    check('count_queue_kind_check', sql`${table.kind} in ('count', 'take-back')`),
  ],
);

/** The log of counted votes (docs/open-count.md). Append-only: a trigger refuses updates and deletes. */
export const countEntries = pgTable(
  'count_entries',
  {
    /** Its place in the log. */
    index: big('index').primaryKey(),
    /** Canonical JSON: what the log publishes. */
    entry: text('entry').notNull(),
    /** 32 bytes: the leaf's hash (RFC 6962). */
    leaf: bytes('leaf').notNull(),
    /** Of what was counted or taken back; never published. */
    paymentId: uuid('payment_id'),
    kind: text('kind').$type<Entry['kind']>().notNull(),
    /** Of what an entry names. */
    nominationId: uuid('nomination_id'),
    /** 16 bytes of chance with which the receipt's code is committed to; for its owner alone. */
    receiptSalt: bytes('receipt_salt'),
    /** With which the votes were sealed; null of an entry whose votes stand in it. */
    votesSalt: bytes('votes_salt'),
  },
  (table) => [
    uniqueIndex('count_entries_payment_key')
      .on(table.paymentId, table.kind)
      .where(sql`${table.paymentId} is not null`),
    index('count_entries_nomination_idx')
      .on(table.nominationId, table.index)
      .where(sql`${table.nominationId} is not null`),
    check(
      'count_entries_kind_check',
      sql`${table.kind} in ('count', 'take-back', 'nomination', 'opening', 'continuation')`,
    ),
    check('count_entries_leaf_check', sql`octet_length(${table.leaf}) = 32`),
  ],
);

/** Hashes of the full tiles, from the first level above the leaves. Append-only. */
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

/** The log after each round of the sequencer, and what it says in all. Append-only. */
export const countHeads = pgTable('count_heads', {
  size: big('size').primaryKey(),
  root: bytes('root').notNull(),
  madeAt: instant('made_at').notNull().defaultNow(),
  payments: integer('payments').notNull(),
  takenBack: integer('taken_back').notNull(),
  /** Minor units, less what was taken back. */
  xaf: big('xaf').notNull(),
  usd: big('usd').notNull(),
  /** Of entries whose votes are public, less those taken back. */
  votes: big('votes').notNull(),
  /** Counted payments whose votes are not public. */
  sealed: integer('sealed').notNull(),
  /** The votes of all sealed entries before this one are public. */
  openBelow: big('open_below').notNull(),
});

/** Heads that were signed: what the world has seen. */
export const countCheckpoints = pgTable('count_checkpoints', {
  size: big('size')
    .primaryKey()
    .references(() => countHeads.size),
  /** The signed note, without what witnesses added. */
  note: text('note').notNull(),
  /** The lines of witnesses, newest of each. */
  cosignatures: text('cosignatures').notNull().default(''),
  /** When the log last signed it. */
  signedAt: instant('signed_at').notNull().defaultNow(),
});

/**
 * Whether the log may be signed in this database: it may have lost what was signed. Over all processes,
 * each of which remembers by itself what was signed last.
 */
export const countSigning = pgTable(
  'count_signing',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** Timeline and start of the PostgreSQL in which the log was last found whole. */
    incarnation: text('incarnation'),
    /** Since when it runs in another one, in which nobody has looked; null while it is known. */
    unsureSince: instant('unsure_since'),
    /** Since when nothing is entered or signed, because the log lacks what was signed. */
    pausedSince: instant('paused_since'),
    /** The signed checkpoint that it does not contain; null where only a witness says so. */
    missing: text('missing'),
    /** The name of that witness. */
    saidBy: text('said_by'),
    /** The place of the newest `continuation`; null while the log has its first name. */
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

/** Public votes by the minute in which they were counted or taken back. */
export const countMinutes = pgTable(
  'count_minutes',
  {
    nominationId: uuid('nomination_id').notNull(),
    minute: instant('minute').notNull(),
    /** Less those taken back in this minute. */
    votes: integer('votes').notNull(),
    /** Counted in this minute. */
    payments: integer('payments').notNull(),
    takenBack: integer('taken_back').notNull(),
  },
  (table) => [primaryKey({ columns: [table.nominationId, table.minute] })],
);

/** How each witness of the settings stands. Over all processes one at a time asks it. */
export const countWitnesses = pgTable(
  'count_witnesses',
  {
    /** Its verifier key. */
    vkey: text('vkey').primaryKey(),
    /** Of the newest checkpoint that it has signed, and when it says that this was. */
    size: big('size'),
    signedAt: instant('signed_at'),
    /** Not asked before; while it is asked, the end of the lease. */
    askAt: instant('ask_at').notNull().defaultNow(),
    /** In a row. */
    failures: integer('failures').notNull().default(0),
  },
  (table) => [
    check(
      'count_witnesses_signed_check',
      sql`(${table.size} is null) = (${table.signedAt} is null)`,
    ),
  ],
);
