import { and, desc, eq, gt, isNotNull, ne, or, sql } from 'drizzle-orm';
import { payments } from '#shared/schema';
import type { Transaction } from '../../db/client';
import { fromNow } from '../../db/lease-rows';
import { tooManyRequests } from '../../errors';

const MINUTE_S = 60;
const DAY_S = 24 * 60 * MINUTE_S;

/**
 * Prompts on one phone. A voter pays a few times in a row, for several artists. Without a limit a
 * script could send prompts to a stranger's phone until the owner enters the PIN to end them.
 */
const PROMPT_LIMITS = [
  { max: 5, seconds: 10 * MINUTE_S },
  { max: 20, seconds: DAY_S },
] as const;
const MOST = Math.max(...PROMPT_LIMITS.map(({ max }) => max));

/**
 * The caller holds the lock of this number, so that no two requests count the same prompts. The
 * ledger itself is counted: it is true across all processes, and says what the phone went through.
 *
 * @throws AppError 429 with the time after which the next prompt may go out
 */
export async function assertRoomForPrompt(tx: Transaction, phoneHash: string): Promise<void> {
  const prompts = await tx
    .select({ ageSeconds: sql<number>`extract(epoch from now() - ${payments.createdAt})::float8` })
    .from(payments)
    .where(
      and(
        eq(payments.phoneHash, phoneHash),
        gt(payments.createdAt, fromNow(-DAY_S * 1_000)),
        // What the provider refused at once never reached the phone; all else did, or may have.
        or(
          isNotNull(payments.attemptedAt),
          isNotNull(payments.providerRef),
          ne(payments.status, 'failed'),
        ),
      ),
    )
    .orderBy(desc(payments.createdAt))
    .limit(MOST);
  const waits = PROMPT_LIMITS.map(({ max, seconds }) => {
    const oldestThatCounts = prompts[max - 1];
    return oldestThatCounts ? seconds - oldestThatCounts.ageSeconds : 0;
  });
  const wait = Math.max(...waits);
  if (wait > 0) {
    throw tooManyRequests(
      'phone-limit',
      'This phone had too many payment requests, please try again later',
      Math.ceil(wait),
    );
  }
}
