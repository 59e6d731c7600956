import { ApiError, call } from '#client/lib/api/request';
import { linkSource } from '#client/lib/page/link-source';
import type { CardPaymentBody, CardSession } from '#shared/contracts/payments';
import { CARD_SETUP_TIMEOUT_MS } from '#shared/domain/card-setup';
import { inTime } from '#shared/domain/in-time';
import type { Language } from '#shared/domain/localized';
import { type Money, priceOf } from '#shared/domain/pricing';
import { sumOfVotes } from '#shared/domain/votes';
import { deviceInfo } from '../model/device-info';
import { unknownPaymentIds } from '../progress/model/earlier-payments';
import type { CurrentSession, SetupRefusal, VoteLines } from './model/card-session';

/** On a bad network a response can take minutes; after this many ms a request counts as lost. */
const ANSWER_TIMEOUT_MS = 30_000;

interface SessionOrder {
  voteLines: VoteLines;
  /** Price of one vote, as shown. */
  price: Money;
  voterEmail: string | null;
  locale: Language;
}

/** Creates this browser's card session, or updates the existing one. */
export function requestSession(
  { voteLines, price, voterEmail, locale }: SessionOrder,
  captcha: string | null,
): Promise<CardSession> {
  const nominationVotes = [...voteLines];
  const totalVotes = sumOfVotes(nominationVotes);
  const body: CardPaymentBody = {
    nominationVotes,
    totalVotes,
    amountMinor: priceOf(totalVotes, price).amountMinor,
    voterEmail,
    deviceInfo: deviceInfo(),
    linkSource: linkSource(),
    locale,
    ...(captcha !== null && { captcha }),
  };
  return inTime(CARD_SETUP_TIMEOUT_MS, (signal) =>
    call('POST /api/create-payment-intent-multi', { body, signal }),
  );
}

/** True when card payments are blocked for an hour after too many declined cards. */
export const isBlocked = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'card-declines';

/** True when so many cards were declined that a bot is suspected. */
export const isCaptchaRequired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'captcha-required';

/**
 * Tells whether a retry can succeed: yes after a lost connection, a busy or failing server, or a race
 * with another tab.
 */
export function refusalOf(error: unknown): SetupRefusal {
  if (!(error instanceof ApiError)) return { isFinal: false, retryAfterMs: null };
  const { status, code, retryAfterMs } = error;
  if (isBlocked(error)) return { isFinal: true, retryAfterMs: null };
  const isTemporary = status === 429 || status >= 500 || code === 'payment-changed';
  return { isFinal: !isTemporary, retryAfterMs };
}

export const sendVoterEmail = (paymentId: string, voterEmail: string): Promise<unknown> =>
  inTime(ANSWER_TIMEOUT_MS, (signal) =>
    call('PATCH /api/payment/:paymentId/email', {
      params: { paymentId },
      body: { voterEmail },
      signal,
    }),
  );

/** Fails when the server would charge votes other than those of the session. */
export const recordAttempt = async ({ paymentId, revision }: CurrentSession): Promise<void> => {
  await inTime(ANSWER_TIMEOUT_MS, (signal) =>
    call('PATCH /api/payment/:paymentId/attempt', {
      params: { paymentId },
      body: { revision, openPayments: unknownPaymentIds() },
      signal,
    }),
  );
};
