import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database, Queryable, Transaction } from '#server/db/client';
import { fromNow } from '#server/db/lease-rows';
import { listOf, type SqlParameters, statement } from '#server/db/statement';
import { notFound } from '#server/errors';
import type { EventDetail, Evidence } from '#shared/contracts/payment-events';
import type { VoteLine } from '#shared/domain/votes';
import {
  categories,
  editions,
  nominations,
  paymentEvents,
  payments,
  paymentVotes,
} from '#shared/schema';
import { commentOf, point } from '../points';

export type Payment = typeof payments.$inferSelect;

/** A payment whose check was leased, as the lease has written it. */
export type LeasedPayment = Payment & {
  /** The transaction that wrote the row (`xmin`): another one means that it has changed since. */
  version: string;
};

/** Columns that only the transition writes: the state of a payment and what belongs to it. */
type StateColumn = 'id' | 'status' | 'completedAt' | 'failureReason' | 'receiptCode';

/** Columns that other code may write. `npm run check` refuses other updates of the table. */
export type PaymentUpdate = Omit<PgUpdateSetSource<typeof payments>, StateColumn>;

/** Columns used by one method only. */
type Optional = 'phoneHash' | 'phoneNumber' | 'idempotencyKey' | 'ownerHash';

type RequestedPayment = Pick<
  Payment,
  | Optional
  | 'provider'
  | 'amount'
  | 'currency'
  | 'totalVotes'
  | 'votePrice'
  | 'voterEmail'
  | 'deviceTimestamp'
  | 'userAgent'
  | 'ipAddress'
  | 'deviceHash'
  | 'linkSource'
  | 'locale'
>;

/** A new payment with its first check: at a given time, or after a delay by PostgreSQL's clock. */
export type NewPayment = Omit<RequestedPayment, Optional> &
  Partial<Pick<RequestedPayment, Optional>> &
  ({ nextCheckAt: Date } | { checkAfterMs: number });

/** All columns of a payment, and their list for a SQL statement. */
export const PAYMENT = getTableColumns(payments);
export const allPaymentColumns = listOf(PAYMENT);

const readPayment = statement(
  'read payment',
  PAYMENT,
  ({ id }: SqlParameters<{ id: string }>) =>
    sql`select ${allPaymentColumns} from ${payments} where ${payments.id} = ${id}`,
);

/** @throws AppError 404 when there is no such payment */
export async function getPayment(db: Queryable, id: string): Promise<Payment> {
  const [payment] = await readPayment(db, { id });
  if (!payment) throw notFound('payment');
  return payment;
}

/**
 * Locks the payment row, as the first lock of every transaction that changes a payment;
 * docs/payments.md has the order.
 * @throws AppError 404 when there is no such payment
 */
export async function lockPayment(tx: Transaction, id: string): Promise<Payment> {
  return (await lockPaymentNow(tx, id)).payment;
}

/**
 * Like `lockPayment`, and also returns when the transaction began by PostgreSQL's clock.
 * @throws AppError 404 when there is no such payment
 */
export async function lockPaymentNow(
  tx: Transaction,
  id: string,
): Promise<{ payment: Payment; now: Date }> {
  const now = sql`now()`.mapWith(payments.createdAt);
  const [locked] = await tx
    .select({ payment: PAYMENT, now })
    .from(payments)
    .where(eq(payments.id, id))
    .for('update');
  if (!locked) throw notFound('payment');
  return locked;
}

interface Inserted extends RequestedPayment {
  nextCheckAt: Date | null;
  checkAfterMs: number | null;
  device: string | null;
  nominationIds: string[];
  voteCounts: number[];
}

/** The event has the same time as the payment's `created_at`. */
const insert = statement(
  commentOf('payment inserted'),
  { ...PAYMENT, insertedAt: String },
  (parameters: SqlParameters<Inserted>) => sql`${point('payment inserted')}
    with new_payment as (
      insert into ${payments} (
        provider, amount, currency, total_votes, vote_price, voter_email, phone_hash, phone_number,
        device_timestamp, user_agent, ip_address, device_hash, idempotency_key, link_source, locale,
        owner_hash, next_check_at
      )
      values (
        ${parameters.provider}, ${parameters.amount}, ${parameters.currency}, ${parameters.totalVotes},
        ${parameters.votePrice},
        ${parameters.voterEmail}, ${parameters.phoneHash}, ${parameters.phoneNumber}, ${parameters.deviceTimestamp},
        ${parameters.userAgent}, ${parameters.ipAddress}, ${parameters.deviceHash}, ${parameters.idempotencyKey},
        ${parameters.linkSource}, ${parameters.locale}, ${parameters.ownerHash},
        coalesce(
          ${parameters.nextCheckAt}::timestamptz,
          now() + ${parameters.checkAfterMs}::float8 * interval '1 millisecond'
        )
      )
      returning ${allPaymentColumns}
    ), lines as (
      insert into ${paymentVotes} (payment_id, nomination_id, vote_count)
      select new_payment.id, line.nomination_id, line.vote_count
      from new_payment,
        unnest(${parameters.nominationIds}::uuid[], ${parameters.voteCounts}::int[]) as line (nomination_id, vote_count)
    ), event as (
      insert into ${paymentEvents} (payment_id, to_status, source, detail, at)
      select id, status, 'create', jsonb_build_object('device', ${parameters.device}::text), now()
      from new_payment
    )
    select new_payment.*, clock_timestamp()::text from new_payment`,
);

/**
 * Inserts a pending payment with its votes and the first event of its history.
 * @param voteLines without empty ones
 * @param device the browser's description of itself, as JSON text
 * @returns the payment, and PostgreSQL's time with microseconds: a Date would round it to before
 *   the event
 */
export async function insertPayment(
  tx: Transaction,
  values: NewPayment,
  voteLines: readonly VoteLine[],
  device: string | null,
): Promise<{ payment: Payment; insertedAt: string }> {
  const lines = inLockOrder(voteLines);
  const [inserted] = await insert(tx, {
    phoneHash: null,
    phoneNumber: null,
    idempotencyKey: null,
    ownerHash: null,
    nextCheckAt: null,
    checkAfterMs: null,
    ...values,
    device,
    nominationIds: lines.map(({ nominationId }) => nominationId),
    voteCounts: lines.map(({ voteCount }) => voteCount),
  });
  if (!inserted) throw new Error('the insert returned no row');
  const { insertedAt, ...payment } = inserted;
  return { payment, insertedAt };
}

/** A provider's record of a payment that our database has lost. */
export type RecoveredPayment = Pick<
  Payment,
  | 'id'
  | 'provider'
  | 'providerRef'
  | 'amount'
  | 'currency'
  | 'totalVotes'
  | 'votePrice'
  | 'voterEmail'
  | 'phoneNumber'
  | 'phoneHash'
  | 'locale'
> & {
  /** By the provider's clock; null when the record has no time. */
  startedAt: Date | null;
};

/**
 * Inserts a lost payment again, as pending, with its votes; a check then finds its state.
 * @returns null when it exists, or another payment was counted by its record
 */
export async function insertRecovered(
  db: Database,
  { startedAt, ...values }: RecoveredPayment,
  voteLines: readonly VoteLine[],
): Promise<Payment | null> {
  return db.transaction(async (tx) => {
    const [payment] = await tx
      .insert(payments)
      .values({
        ...values,
        createdAt: createdWithin(voteLines, startedAt),
        attemptedAt: sql`now()`,
        recoveredAt: sql`now()`,
        nextCheckAt: sql`now()`,
      })
      .onConflictDoNothing()
      .returning();
    if (!payment) return null;
    await insertVoteLines(tx, payment.id, voteLines);
    const { id: paymentId, status: to } = payment;
    await tx
      .insert(paymentEvents)
      .values({ paymentId, from: null, to, source: 'create', detail: { recovered: true } });
    return payment;
  });
}

/**
 * Returns the time closest to the given one that lies in the edition of these votes and is not later
 * than now: clocks differ, and the time decides the edition of the payment.
 */
const createdWithin = ([line]: readonly VoteLine[], startedAt: Date | null): SQL =>
  sql`(
    select greatest(${editions.begunAt}, least(
      ${startedAt?.toISOString() ?? null}::timestamptz, now(),
      ${editions.endedAt} - interval '1 millisecond'
    ))
    from ${nominations} join ${categories} on ${categories.id} = ${nominations.categoryId}
    join ${editions} on ${editions.id} = ${categories.editionId}
    where ${nominations.id} = ${line?.nominationId ?? null}::uuid
  )`;

/** @returns the changed payments; empty when `where` matches none */
export const updatePayments = (
  db: Queryable,
  change: PaymentUpdate,
  where: SQL | undefined,
): Promise<Payment[]> => db.update(payments).set(change).where(where).returning();

/**
 * The row existed a moment ago, so the database has lost its latest commits, for example because an
 * outdated standby was promoted. The voter must not be asked to retry, because the same request
 * would charge again.
 */
const missingRow = (id: string) => new Error(`payment ${id} is not in the database any more`);

/** Updates a payment that exists, such as a locked one. */
export async function updatePayment(
  db: Queryable,
  id: string,
  change: PaymentUpdate,
): Promise<Payment> {
  const [updated] = await updatePayments(db, change, eq(payments.id, id));
  if (!updated) throw missingRow(id);
  return updated;
}

interface Attempted {
  id: string;
  sentAt: string;
  providerRef: string | null;
  checkAfterMs: number;
  detail: string;
}

const attempt = statement(
  commentOf('request attempted'),
  { id: payments.id, status: payments.status },
  (parameters: SqlParameters<Attempted>) => sql`${point('request attempted')}
    with attempted as (
      update ${payments} set
        attempted_at = ${parameters.sentAt}::timestamptz,
        -- A webhook may have had it counted already: then the record that counted it is kept.
        provider_ref = case when completed_at is null
          then coalesce(${parameters.providerRef}, provider_ref)
          else coalesce(provider_ref, ${parameters.providerRef}) end,
        next_check_at = case when status = 'pending'
          then now() + ${parameters.checkAfterMs}::float8 * interval '1 millisecond'
          else next_check_at end,
        updated_at = now()
      where id = ${parameters.id}
      returning id, status
    ), event as (
      insert into ${paymentEvents} (payment_id, from_status, to_status, source, detail, at)
      select id, status, status, 'attempt', ${parameters.detail}::jsonb, ${parameters.sentAt}::timestamptz
      from attempted
    )
    select id, status from attempted`,
);

/**
 * Records that the prompt was sent, or may have been, at a time of PostgreSQL's clock. One
 * statement, which locks the payment like any transaction.
 */
export async function recordAttempt(
  db: Database,
  attempted: Omit<Attempted, 'detail'> & {
    detail: EventDetail<'attempt'>;
    evidence: Evidence;
  },
): Promise<Pick<Payment, 'id' | 'status'>> {
  const { detail, evidence, ...values } = attempted;
  const [payment] = await attempt(db, {
    ...values,
    detail: JSON.stringify({ ...evidence, ...detail }),
  });
  if (!payment) throw missingRow(attempted.id);
  return payment;
}

interface Move {
  /** The provider that takes the payment. */
  takenBy: string;
  /** Time of the event by PostgreSQL's clock: not after that of the attempt that follows. */
  at: string;
  checkAfterMs: number;
  /** Why the request did not leave. */
  evidence: Evidence;
}

/**
 * Moves a payment to another provider, after a request that never left for the present one. A crash
 * in between leaves a payment that the new provider does not know.
 * @returns false when the request may have left after all, or the payment is not pending any more
 */
export async function moveToProvider(
  db: Database,
  { id, provider }: Pick<Payment, 'id' | 'provider'>,
  { takenBy, at, checkAfterMs, evidence }: Move,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const moved = await updatePayments(
      tx,
      { provider: takenBy, nextCheckAt: fromNow(checkAfterMs) },
      and(
        eq(payments.id, id),
        eq(payments.provider, provider),
        eq(payments.status, 'pending'),
        isNull(payments.attemptedAt),
        isNull(payments.providerRef),
      ),
    );
    const [payment] = moved;
    if (!payment) return false;
    const { status } = payment;
    const detail: EventDetail<'attempt'> = { outcome: 'unsent', provider, takenBy };
    await tx.insert(paymentEvents).values({
      paymentId: id,
      from: status,
      to: status,
      source: 'attempt',
      detail: { ...evidence, ...detail },
      at: sql`${at}::timestamptz`,
    });
    return true;
  });
}

interface Lease {
  id: string;
  providers: string[];
  intervalsMs: number[];
  leaseMs: number;
}

const lease = statement(
  'lease a check',
  { ...PAYMENT, version: String },
  (parameters: SqlParameters<Lease>) => sql`
  update ${payments} set
    last_checked_at = now(),
    next_check_at = now() + ${parameters.leaseMs}::float8 * interval '1 millisecond',
    check_count = check_count + 1,
    updated_at = now()
  from unnest(${parameters.providers}::text[], ${parameters.intervalsMs}::float8[]) as known (name, interval_ms)
  where ${payments.id} = ${parameters.id} and ${payments.provider} = known.name and coalesce(
    ${payments.lastCheckedAt} <= now() - known.interval_ms * interval '1 millisecond', true
  )
  returning ${allPaymentColumns}, ${payments}.xmin`,
);

/**
 * Leases the check of one payment of a configured provider, unless it was checked a moment ago.
 * @param leaseMs after which the check is due again if it does not finish
 */
export async function leaseCheck(
  db: Database,
  id: string,
  providers: readonly { name: string; checkIntervalMs: number }[],
  leaseMs: number,
): Promise<LeasedPayment | undefined> {
  const [leased] = await lease(db, {
    id,
    providers: providers.map(({ name }) => name),
    intervalsMs: providers.map(({ checkIntervalMs }) => checkIntervalMs),
    leaseMs,
  });
  return leased;
}

/** Leases the checks of these payments, as a lease of one payment does. */
export const leaseChecks = (
  db: Queryable,
  change: PaymentUpdate,
  where: SQL,
): Promise<LeasedPayment[]> =>
  db
    .update(payments)
    .set(change)
    .where(where)
    .returning({ ...PAYMENT, version: sql<string>`${payments}.xmin` });

/** Makes the payment due, so that the worker checks it next. */
export async function makeDue(db: Queryable, id: string): Promise<void> {
  await updatePayments(db, { nextCheckAt: sql`now()` }, eq(payments.id, id));
}

/** Replaces the votes of a payment that cannot have been paid yet. */
export async function replaceVoteLines(
  tx: Transaction,
  paymentId: string,
  voteLines: readonly VoteLine[],
): Promise<void> {
  await tx.delete(paymentVotes).where(eq(paymentVotes.paymentId, paymentId));
  await insertVoteLines(tx, paymentId, voteLines);
}

async function insertVoteLines(
  tx: Transaction,
  paymentId: string,
  voteLines: readonly VoteLine[],
): Promise<void> {
  await tx
    .insert(paymentVotes)
    .values(inLockOrder(voteLines).map((line) => ({ paymentId, ...line })));
}

/** Inserting votes locks their nominations, one after the other. */
const inLockOrder = (voteLines: readonly VoteLine[]): VoteLine[] =>
  voteLines.toSorted((one, other) => (one.nominationId < other.nominationId ? -1 : 1));

/** True when the payment is for exactly these votes. */
export async function hasVoteLines(
  db: Queryable,
  paymentId: string,
  voteLines: readonly VoteLine[],
): Promise<boolean> {
  const rows = await db
    .select({ nominationId: paymentVotes.nominationId, voteCount: paymentVotes.voteCount })
    .from(paymentVotes)
    .where(and(eq(paymentVotes.paymentId, paymentId)));
  const stored = new Map(rows.map((line) => [line.nominationId, line.voteCount]));
  return (
    stored.size === voteLines.length &&
    voteLines.every((line) => stored.get(line.nominationId) === line.voteCount)
  );
}
