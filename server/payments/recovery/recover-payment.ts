import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { isStanding, standing } from '#server/db/standing';
import { methodOf } from '#shared/domain/payment';
import type { Currency } from '#shared/domain/pricing';
import { sumOfVotes, type VoteLine } from '#shared/domain/votes';
import { artistMerges, nominations, payments } from '#shared/schema';
import { checkPayment } from '../checks/check-payment';
import type { PaymentContext, Recovery } from '../context';
import { getPayment, insertRecovered } from '../lifecycle/rows/repository';
import { hashPhone } from '../mobile-money/phone-hash';
import type { NamedRecord, PaymentProvider, ProviderRecord } from '../providers/provider';
import { type ReadCode, readVoteCode, votesOfCode } from '../providers/vote-code';

/**
 * Recovers a payment that our database has lost: its provider has the money, and its votes in a
 * code that only we can write. The row is written as it was first created; a normal check then
 * decides whether it was paid, and that it counts once.
 *
 * @param named by our id, by the provider's reference, or by both
 */
export async function recoverPayment(
  context: PaymentContext,
  provider: PaymentProvider,
  named: NamedRecord,
): Promise<Recovery> {
  const knownId = await findKnown(context, provider, named);
  if (knownId !== null) return { outcome: 'known', paymentId: knownId };
  const reading = await provider.readRecord(named);
  if (reading.outcome !== 'record') return { outcome: reading.outcome };
  const { record } = reading;
  const { paymentId } = record;
  if (record.state === 'over') return { outcome: 'none' };
  const votes = await votesIn(context, provider, record);
  if (votes === null) return { outcome: 'unreadable', paymentId };
  const recovered = await insertRecovered(
    context.db,
    paymentOf(context, provider, votes),
    votes.lines,
  );
  if (recovered === null) return { outcome: 'known', paymentId };
  const about = { paymentId, provider: provider.name, alarm: 'payment-recovered' };
  context.logger.warn(about, 'a payment was recovered from its provider’s record');
  await checkPayment(context, paymentId, 'reconcile');
  const { status } = await getPayment(context.db, paymentId);
  return { outcome: status === 'completed' ? 'counted' : 'followed', paymentId };
}

async function findKnown(
  { db }: PaymentContext,
  { name }: PaymentProvider,
  { paymentId, providerRef }: NamedRecord,
): Promise<string | null> {
  const isReferred = and(
    eq(payments.provider, name),
    eq(payments.providerRef, sql`${providerRef}`),
  );
  const [known] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(or(eq(payments.id, sql`${paymentId}::uuid`), isReferred))
    .limit(1);
  return known?.id ?? null;
}

interface RecordedVotes {
  record: ProviderRecord;
  code: ReadCode;
  lines: VoteLine[];
  amount: number;
  currency: Currency;
}

async function votesIn(
  { db, voteCodeKey }: PaymentContext,
  { name }: PaymentProvider,
  record: ProviderRecord,
): Promise<RecordedVotes | null> {
  const { amountMinor: amount, currency } = record.money;
  const code = record.votesCode === null ? null : readVoteCode(record.votesCode);
  if (code === null || !Number.isSafeInteger(amount) || amount <= 0) return null;
  if (currency !== 'XAF' && currency !== 'USD') return null;
  const all = await db
    .select({ id: nominations.id, artistId: standing.artistId })
    .from(nominations)
    .innerJoin(standing, isStanding);
  // A payment may name two artists who were one when it began, in a merge that was undone.
  const undone = await db
    .select({ artistId: artistMerges.artistId, intoId: artistMerges.intoId })
    .from(artistMerges)
    .where(isNotNull(artistMerges.undoneAt));
  const joined = new Map<string, string>();
  const onceOne = (id: string): string => {
    const into = joined.get(id);
    return into === undefined ? id : onceOne(into);
  };
  for (const { artistId, intoId } of undone) {
    const [one, other] = [onceOne(artistId), onceOne(intoId)];
    if (one !== other) joined.set(one, other);
  }
  const nominees = all.map(({ id, artistId }) => ({ id, artistId: onceOne(artistId) }));
  const payment = { id: record.paymentId, provider: name, amount, currency } as const;
  const lines = votesOfCode(code, payment, nominees, voteCodeKey);
  return lines && { record, code, lines, amount, currency };
}

function paymentOf(
  { phoneHashKey }: PaymentContext,
  { name }: PaymentProvider,
  { record, code, lines, amount, currency }: RecordedVotes,
) {
  const { paymentId, providerRef, startedAt, payer } = record;
  const totalVotes = sumOfVotes(lines);
  const price = amount / totalVotes;
  const phone = methodOf(name) === 'mobile-money' ? payer.phone : null;
  return {
    id: paymentId,
    provider: name,
    providerRef,
    amount,
    currency,
    totalVotes,
    votePrice: Number.isInteger(price) ? price : null,
    voterEmail: payer.email,
    phoneNumber: phone,
    phoneHash: phone && hashPhone(phone, phoneHashKey),
    locale: code.locale,
    startedAt,
  };
}
