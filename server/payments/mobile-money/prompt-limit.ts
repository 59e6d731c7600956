import { and, desc, eq, gt, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { FailureReason } from '#shared/domain/payment';
import { payments } from '#shared/schema';
import type { Queryable, Transaction } from '../../db/client';
import { fromNow } from '../../db/lease-rows';
import { tooManyRequests } from '../../errors';
import {
  type Caller,
  NUMBERS_RUNG,
  PAYMENT_STARTS,
  type RateLimiter,
  type Share,
  sharesOf,
  UNWANTED_PROMPTS,
} from '../../http';
import type { Payment } from '../lifecycle/repository';

/** Who wants to have a prompt sent, and to whom. */
export interface Asker {
  caller: Caller;
  phoneHash: string;
  /** Whether this number has paid for votes before. */
  isPayer: boolean;
  /** Whether it did so from this very device: its owner's, as far as we can know. */
  isOwnDevice: boolean;
}

export async function askerOf(db: Queryable, caller: Caller, phoneHash: string): Promise<Asker> {
  const [paid] = await db
    .select({
      isOwnDevice: sql<boolean>`coalesce(bool_or(${payments.deviceHash} = ${caller.device}), false)`,
      isPayer: sql<boolean>`count(*) > 0`,
    })
    .from(payments)
    .where(and(eq(payments.phoneHash, phoneHash), isNotNull(payments.completedAt)));
  return { caller, phoneHash, isPayer: false, isOwnDevice: false, ...paid };
}

/**
 * Refuses who has rung phones whose owners did not want it. An owner at their own device is no such.
 * @throws AppError 429
 */
export async function assertWelcome(limiter: RateLimiter, asker: Asker): Promise<void> {
  if (!asker.isOwnDevice) await limiter.assertRoom(unwantedBy(asker.caller));
}

/**
 * Counts a prompt that its phone's owner declined or let lapse against who asked for it, and not
 * against the number: else strangers could lock an owner out.
 */
export async function countUnwanted(limiter: RateLimiter, payment: Payment): Promise<void> {
  if (!isUnwanted(payment)) return;
  const { deviceHash: device, ipAddress } = payment;
  for (const share of unwantedBy({ device, ip: ipAddress ?? undefined })) {
    // Full is full: nobody is waiting for an answer.
    await limiter.count(share).catch(() => undefined);
  }
}

const UNWANTED: readonly (string | null)[] = ['declined', 'expired'] satisfies FailureReason[];

const isUnwanted = ({ status, failureReason, phoneHash, attemptedAt }: Payment): boolean =>
  status === 'failed' &&
  phoneHash !== null &&
  attemptedAt !== null &&
  UNWANTED.includes(failureReason);

const unwantedBy = ({ device, ip }: Caller): Share[] =>
  device === null
    ? sharesOf(ip, UNWANTED_PROMPTS.strangers)
    : [{ limit: UNWANTED_PROMPTS.device, subject: device }];

/**
 * Counts a prompt that is about to be sent, after everything else about the request was found good.
 *
 * @param tx what creates the payment: what comes to nothing is not counted
 * @throws AppError 429
 */
export async function admitPrompt(
  limiter: RateLimiter,
  tx: Transaction,
  { caller, phoneHash, isPayer, isOwnDevice }: Asker,
): Promise<void> {
  const { device, ip } = caller;
  const rung =
    device === null
      ? sharesOf(ip, NUMBERS_RUNG.strangers)
      : [{ limit: NUMBERS_RUNG.device, subject: device }];
  if (!isOwnDevice) {
    for (const share of rung) await limiter.countDistinct(share, phoneHash, tx);
  }
  const choices = [
    ...(isPayer ? [PAYMENT_STARTS.payer] : []),
    ...(device === null ? [] : [PAYMENT_STARTS.knownDevice]),
    PAYMENT_STARTS.anybody,
  ];
  await limiter.countInOne(
    choices.map((limit) => sharesOf(ip, limit)),
    tx,
  );
}

const MINUTE_S = 60;
const DAY_S = 24 * 60 * MINUTE_S;

/**
 * Prompts on one phone. A voter pays a few times in a row, for several artists. Without a limit a
 * script could send prompts to a stranger's phone until the owner enters the PIN to end them.
 */
const SOON = { max: 5, seconds: 10 * MINUTE_S };
const DAILY = { max: 20, seconds: DAY_S };

/**
 * The caller holds the lock of this number, so that no two requests count the same prompts. The
 * ledger itself is counted: it is true across all processes, and says what the phone went through.
 * A device that has paid with this number before is charged with its own prompts only, and a device
 * that we know at least not with what others' prompts came to.
 *
 * @throws AppError 429 with the time after which the next prompt may go out
 */
export async function assertRoomForPrompt(
  tx: Transaction,
  { phoneHash, caller, isOwnDevice }: Asker,
): Promise<void> {
  const prompts = await tx
    .select({
      ageSeconds: sql<number>`extract(epoch from now() - ${payments.createdAt})::float8`,
      status: payments.status,
      failureReason: payments.failureReason,
    })
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
        isOwnDevice ? eq(payments.deviceHash, sql`${caller.device}`) : undefined,
      ),
    )
    .orderBy(desc(payments.createdAt));
  const wanted = prompts.filter(({ failureReason }) => !UNWANTED.includes(failureReason));
  const waits = [
    waitAfter(prompts, SOON),
    waitAfter(caller.device === null ? prompts : wanted, DAILY),
  ];
  const wait = Math.max(...waits);
  if (wait > 0) {
    throw tooManyRequests(
      'phone-limit',
      'This phone had too many payment requests, please try again later',
      Math.ceil(wait),
    );
  }
}

/** @param prompts newest first */
function waitAfter(
  prompts: readonly { ageSeconds: number }[],
  { max, seconds }: typeof SOON,
): number {
  const oldestThatCounts = prompts[max - 1];
  return oldestThatCounts ? seconds - oldestThatCounts.ageSeconds : 0;
}
