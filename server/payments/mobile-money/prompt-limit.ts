import { sql } from 'drizzle-orm';
import type { FailureReason, PaymentStatus } from '#shared/domain/payment';
import { payments } from '#shared/schema';
import type { Queryable, Transaction } from '../../db/client';
import { fromNow } from '../../db/lease-rows';
import { type Given, statement } from '../../db/statement';
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
import type { Checked, PaymentContext } from '../context';
import type { Payment } from '../lifecycle/repository';
import { PROMPT_OPEN_MS } from '../providers/check-times';

const MINUTE_S = 60;
const DAY_S = 24 * 60 * MINUTE_S;

/**
 * Prompts on one phone. A voter pays a few times in a row, for several artists. Without a limit a
 * script could send prompts to a stranger's phone until the owner enters the PIN to end them.
 */
const SOON = { max: 5, seconds: 10 * MINUTE_S };
const DAILY = { max: 20, seconds: DAY_S };

/** Who wants to have a prompt sent, and to whom. */
export interface Asker {
  caller: Caller;
  phoneHash: string;
  /** Whether this number has paid for votes before. */
  isPayer: boolean;
  /** Whether it did so from this very device: its owner's, as far as we can know. */
  isOwnDevice: boolean;
}

/** What is known of a request for a prompt before anything is locked. */
interface Standing extends Asker {
  /** The payment of the same key, whatever it was for. */
  repeatedId: string | null;
  /** A payment of this number whose prompt may still be open. */
  openId: string | null;
}

interface Asked {
  phoneHash: string;
  device: string | null;
  idempotencyKey: string | null;
}

const orNull = (id: string): string | null => id;

const look = statement(
  'look at who asks for a prompt',
  { isPayer: Boolean, isOwnDevice: Boolean, repeatedId: orNull, openId: orNull },
  ({ phoneHash, device, idempotencyKey }: Given<Asked>) => sql`
    select count(*) > 0, coalesce(bool_or(device_hash = ${device}), false),
      (select id from ${payments} where idempotency_key = ${idempotencyKey}),
      (
        select id from ${payments}
        where phone_hash = ${phoneHash} and status = 'pending'
          and created_at > ${fromNow(-PROMPT_OPEN_MS)}
        order by created_at desc limit 1
      )
    from ${payments} where phone_hash = ${phoneHash} and completed_at is not null`,
);

export async function askerOf(
  db: Queryable,
  caller: Caller,
  phoneHash: string,
  idempotencyKey: string | null = null,
): Promise<Standing> {
  const [found] = await look(db, { phoneHash, device: caller.device, idempotencyKey });
  if (!found) throw new Error('an aggregate returned no row');
  return { caller, phoneHash, ...found };
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
export async function countUnwanted(
  { background, limiter }: PaymentContext,
  { payment, hasChanged }: Checked,
): Promise<void> {
  if (!hasChanged || !isUnwanted(payment)) return;
  background.run('count an unwanted prompt', () => chargeUnwanted(limiter, payment));
}

async function chargeUnwanted(limiter: RateLimiter, payment: Payment): Promise<void> {
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

/** A prompt of the last day, on one phone. */
export interface Prompt {
  id: string;
  status: PaymentStatus;
  failureReason: string | null;
  idempotencyKey: string | null;
  ageSeconds: number;
  /** Whether it is the asking device's own. */
  isOfDevice: boolean;
  /** Whether it reached the phone, or may have; not what the provider refused at once. */
  wasSent: boolean;
}

const selectPrompts = statement(
  'prompts on a phone',
  {
    id: payments.id,
    status: payments.status,
    failureReason: payments.failureReason,
    idempotencyKey: payments.idempotencyKey,
    ageSeconds: Number,
    isOfDevice: Boolean,
    wasSent: Boolean,
  },
  ({ phoneHash, device }: Given<Pick<Asked, 'phoneHash' | 'device'>>) => sql`
    select id, status, failure_reason, idempotency_key,
      extract(epoch from now() - created_at)::float8,
      coalesce(device_hash = ${device}, false),
      attempted_at is not null or provider_ref is not null or status <> 'failed'
    from ${payments}
    where phone_hash = ${phoneHash} and created_at > ${fromNow(-DAY_S * 1_000)}
    order by created_at desc`,
);

/**
 * The caller holds the lock of this number, so that no two requests count the same prompts. The
 * ledger itself is counted: it is true across all processes, and says what the phone went through.
 * @returns newest first
 */
export const findPrompts = (
  tx: Transaction,
  { phoneHash, caller: { device } }: Asker,
): Promise<Prompt[]> => selectPrompts(tx, { phoneHash, device });

/** One whose prompt the payer may still see. */
export const openAmong = (prompts: readonly Prompt[]): Prompt | undefined =>
  prompts.find(
    ({ status, ageSeconds }) => status === 'pending' && ageSeconds * 1_000 < PROMPT_OPEN_MS,
  );

/**
 * A device that has paid with this number before is charged with its own prompts only, and a device
 * that we know at least not with what others' prompts came to.
 *
 * @param all newest first
 * @throws AppError 429 with the time after which the next prompt may go out
 */
export function assertRoomAfter(all: readonly Prompt[], { caller, isOwnDevice }: Asker): void {
  const prompts = all.filter(({ wasSent, isOfDevice }) => wasSent && (isOfDevice || !isOwnDevice));
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
