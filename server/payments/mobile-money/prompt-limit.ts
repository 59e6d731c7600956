import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client';
import { fromNow } from '#server/db/lease-rows';
import { type SqlParameters, statement } from '#server/db/statement';
import { tooManyRequests } from '#server/errors';
import {
  type Caller,
  type OpenWindow,
  openWindows,
  PAYMENT_STARTS,
  PROMPTED_NUMBERS,
  type RateLimiter,
  REJECTED_PROMPTS,
  type Share,
  sharesOf,
  type WindowKeys,
} from '#server/http/index';
import type { FailureReason, PaymentStatus } from '#shared/domain/payment';
import { payments } from '#shared/schema';
import type { Checked, PaymentContext } from '../context';
import type { Payment } from '../lifecycle/rows/repository';
import { PROMPT_OPEN_MS } from '../providers/check-times';

const MINUTE_S = 60;
const DAY_S = 24 * 60 * MINUTE_S;

/**
 * Limits of prompts per phone. A voter pays a few times in a row, for several artists. Without a
 * limit, a script could send prompts to someone else's phone until the owner enters the PIN to end
 * them.
 */
const SHORT_TERM = { max: 5, seconds: 10 * MINUTE_S };
const DAILY = { max: 20, seconds: DAY_S };

/** The client that requests a prompt, and the phone it goes to. */
export interface PromptRequester {
  caller: Caller;
  phoneHash: string;
  /** True when this number has paid for votes before. */
  isPayer: boolean;
  /** True when it paid from this device, which is then assumed to be the owner's. */
  isOwnDevice: boolean;
}

/** Data about a prompt request, read before any lock is taken. */
interface RequesterState extends PromptRequester {
  /** The payment with the same key, whatever it was for. */
  repeatedId: string | null;
  /** A payment of this number whose prompt may still be open. */
  openId: string | null;
  /** Open windows of the limits of rejected prompts. */
  rejected: OpenWindow[];
}

/** With the windows to read for `assertNotBlocked`. */
interface RequesterKey extends WindowKeys {
  phoneHash: string;
  device: string | null;
  idempotencyKey: string | null;
}

const orNull = (id: string): string | null => id;

const readRequesterState = statement(
  'load prompt requester',
  {
    isPayer: Boolean,
    isOwnDevice: Boolean,
    repeatedId: orNull,
    openId: orNull,
    rejected: (windows: OpenWindow[]) => windows,
  },
  (key: SqlParameters<RequesterKey>) => sql`
    select count(*) > 0, coalesce(bool_or(device_hash = ${key.device}), false),
      (select id from ${payments} where idempotency_key = ${key.idempotencyKey}),
      (
        select id from ${payments}
        where phone_hash = ${key.phoneHash} and status = 'pending'
          and created_at > ${fromNow(-PROMPT_OPEN_MS)}
        order by created_at desc limit 1
      ),
      (select coalesce(json_agg(open), '[]') from (${openWindows(key)}) as open)
    from ${payments} where phone_hash = ${key.phoneHash} and completed_at is not null`,
);

export async function loadRequester(
  { db, limiter }: Pick<PaymentContext, 'db' | 'limiter'>,
  caller: Caller,
  phoneHash: string,
  idempotencyKey: string | null = null,
): Promise<RequesterState> {
  const [found] = await readRequesterState(db, {
    phoneHash,
    device: caller.device,
    idempotencyKey,
    ...limiter.keysOf(rejectedPromptShares(caller)),
  });
  if (!found) throw new Error('an aggregate returned no row');
  return { caller, phoneHash, ...found };
}

/**
 * Rejects a client that has sent prompts to phones whose owners declined them. Owners at a device
 * they have paid from are exempt.
 * @throws AppError 429
 */
export function assertNotBlocked(
  limiter: RateLimiter,
  { isOwnDevice, caller, rejected }: RequesterState,
): void {
  if (!isOwnDevice) limiter.assertCapacityIn(rejectedPromptShares(caller), rejected);
}

/**
 * Counts a declined or lapsed prompt against the client that requested it, not against the number:
 * otherwise an attacker could lock the phone's owner out.
 */
export async function countRejectedPrompt(
  { background, limiter }: PaymentContext,
  { payment, hasChanged }: Checked,
): Promise<void> {
  if (!hasChanged || !isRejectedPrompt(payment)) return;
  background.run('count a rejected prompt', () => chargeRejectedPrompt(limiter, payment));
}

async function chargeRejectedPrompt(limiter: RateLimiter, payment: Payment): Promise<void> {
  const { deviceHash: device, ipAddress } = payment;
  for (const share of rejectedPromptShares({ device, ip: ipAddress ?? undefined })) {
    // A full limit is ignored: no client waits for the result.
    await limiter.count(share).catch(() => undefined);
  }
}

const REJECTED: readonly (string | null)[] = ['declined', 'expired'] satisfies FailureReason[];

const isRejectedPrompt = ({ status, failureReason, phoneHash, attemptedAt }: Payment): boolean =>
  status === 'failed' &&
  phoneHash !== null &&
  attemptedAt !== null &&
  REJECTED.includes(failureReason);

const rejectedPromptShares = ({ device, ip }: Caller): Share[] =>
  device === null
    ? sharesOf(ip, REJECTED_PROMPTS.unknownClients)
    : [{ limit: REJECTED_PROMPTS.device, subject: device }];

/**
 * Counts a prompt that is about to be sent, after the rest of the request was validated.
 *
 * @param tx the transaction that creates the payment: if it rolls back, nothing is counted
 * @throws AppError 429
 */
export async function admitPrompt(
  limiter: RateLimiter,
  tx: Transaction,
  { caller, phoneHash, isPayer, isOwnDevice }: PromptRequester,
): Promise<void> {
  const { device, ip } = caller;
  const numberShares =
    device === null
      ? sharesOf(ip, PROMPTED_NUMBERS.unknownClients)
      : [{ limit: PROMPTED_NUMBERS.device, subject: device }];
  const limits = [
    ...(isPayer ? [PAYMENT_STARTS.payer] : []),
    ...(device === null ? [] : [PAYMENT_STARTS.knownDevice]),
    PAYMENT_STARTS.anybody,
  ];
  const choices = limits.map((limit) => sharesOf(ip, limit));
  const counted = isOwnDevice ? [] : numberShares;
  const last = counted.at(-1);
  if (!last) return limiter.countInOne(choices, tx);
  for (const share of counted.slice(0, -1)) await limiter.countDistinct(share, phoneHash, tx);
  await limiter.countItemInOne({ ...last, item: phoneHash }, choices, tx);
}

/** A prompt sent to a phone in the last day. */
export interface Prompt {
  id: string;
  status: PaymentStatus;
  failureReason: string | null;
  idempotencyKey: string | null;
  ageSeconds: number;
  /** True when the requesting device started it. */
  isOfDevice: boolean;
  /** True when it reached the phone, or may have; false when the provider refused it at once. */
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
  ({ phoneHash, device }: SqlParameters<Pick<RequesterKey, 'phoneHash' | 'device'>>) => sql`
    select id, status, failure_reason, idempotency_key,
      extract(epoch from now() - created_at)::float8,
      coalesce(device_hash = ${device}, false),
      attempted_at is not null or provider_ref is not null or status <> 'failed'
    from ${payments}
    where phone_hash = ${phoneHash} and created_at > ${fromNow(-DAY_S * 1_000)}
    order by created_at desc`,
);

/**
 * Returns the prompts of a phone number, counted from the ledger, which is correct across all
 * processes. The caller holds the lock of this number, so that no two requests count the same
 * prompts.
 * @returns newest first
 */
export const findPrompts = (
  tx: Transaction,
  { phoneHash, caller: { device } }: PromptRequester,
): Promise<Prompt[]> => selectPrompts(tx, { phoneHash, device });

/** The payment whose prompt the payer may still see. */
export const openAmong = (prompts: readonly Prompt[]): Prompt | undefined =>
  prompts.find(
    ({ status, ageSeconds }) => status === 'pending' && ageSeconds * 1_000 < PROMPT_OPEN_MS,
  );

/**
 * Checks the prompts already sent to a phone. A device that has paid with this number before is
 * charged only with the prompts it started; a known device is at least not charged with the results
 * of other devices' prompts.
 *
 * @param all newest first
 * @throws AppError 429 with the time after which the next prompt may be sent
 */
export function assertPromptAllowed(
  all: readonly Prompt[],
  { caller, isOwnDevice }: PromptRequester,
): void {
  const prompts = all.filter(({ wasSent, isOfDevice }) => wasSent && (isOfDevice || !isOwnDevice));
  const notRejected = prompts.filter(({ failureReason }) => !REJECTED.includes(failureReason));
  const waits = [
    waitAfter(prompts, SHORT_TERM),
    waitAfter(caller.device === null ? prompts : notRejected, DAILY),
  ];
  const waitSeconds = Math.max(...waits);
  if (waitSeconds > 0) {
    throw tooManyRequests(
      'phone-limit',
      'This phone had too many payment requests, please try again later',
      Math.ceil(waitSeconds),
    );
  }
}

/** @param prompts newest first */
function waitAfter(
  prompts: readonly { ageSeconds: number }[],
  { max, seconds }: typeof SHORT_TERM,
): number {
  const oldestCounted = prompts[max - 1];
  return oldestCounted ? seconds - oldestCounted.ageSeconds : 0;
}
