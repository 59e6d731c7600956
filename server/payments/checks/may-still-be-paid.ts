import { and, eq, gt } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { fromNow } from '#server/db/lease-rows';
import { createdDuring, type Edition } from '#server/settings/index';
import { payments } from '#shared/schema';
import { lastChargeAt } from '../lifecycle/schedule';
import { PROMPT_OPEN_MS } from '../providers/check-times';

/**
 * Returns why payments of an edition may still be paid in time: its window is open, or a charge
 * counts until its end; or prompts are open on phones. Null when nothing of it is awaited.
 */
export async function mayStillBePaid(
  db: Queryable,
  edition: Edition,
): Promise<'voting-open' | 'prompts-open' | null> {
  const { voting, readAt } = edition;
  const isBefore = voting.opensAt !== null && readAt < voting.opensAt;
  const isOver = voting.closesAt !== null && readAt > lastChargeAt(voting.closesAt);
  if (!isBefore && !isOver) return 'voting-open';
  const isOpen = and(
    createdDuring(edition),
    eq(payments.status, 'pending'),
    gt(payments.createdAt, fromNow(-PROMPT_OPEN_MS)),
  );
  return (await db.$count(payments, isOpen)) > 0 ? 'prompts-open' : null;
}
