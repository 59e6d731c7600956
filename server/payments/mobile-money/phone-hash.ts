import { createHmac } from 'node:crypto';
import { and, asc, gt, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import type { Msisdn } from '#shared/domain/phone';
import { payments } from '#shared/schema';

/** Keyed hash of a phone number: the same for every spelling, useless without the key. */
export const hashPhone = (phone: Msisdn, key: string): string =>
  createHmac('sha256', key).update(`+${phone}`).digest('hex');

const BATCH = 5_000;

/**
 * Recomputes the phone hashes of all payments with this key, from the stored numbers.
 * @returns the number of hashes made with another key
 */
export async function rehashPhones(db: Database, key: string): Promise<number> {
  let changed = 0;
  let lastId: string | undefined;
  for (;;) {
    const batch = await db
      .select({ id: payments.id, phone: payments.phoneNumber, hash: payments.phoneHash })
      .from(payments)
      .where(
        and(
          isNotNull(payments.phoneNumber),
          lastId === undefined ? undefined : gt(payments.id, lastId),
        ),
      )
      .orderBy(asc(payments.id))
      .limit(BATCH);
    const outdated = batch.flatMap(({ id, phone, hash }) => {
      const fresh = phone && hashPhone(phone, key);
      return fresh && fresh !== hash ? [{ id, hash: fresh }] : [];
    });
    if (outdated.length > 0) {
      await db.execute(sql`
        update ${payments} set phone_hash = fresh.hash
        from unnest(
          ${sql.param(outdated.map(({ id }) => id))}::uuid[],
          ${sql.param(outdated.map(({ hash }) => hash))}::text[]
        ) as fresh (id, hash)
        -- Its voter may have been erased meanwhile.
        where ${payments.id} = fresh.id and ${payments.phoneNumber} is not null`);
    }
    changed += outdated.length;
    lastId = batch.at(-1)?.id;
    if (batch.length < BATCH) return changed;
  }
}
