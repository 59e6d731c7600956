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
import type { HeldSession, SetupRefusal, VoteLines } from './model/card-session';

/** On a bad network an answer can hang for minutes; after this long a request counts as lost. */
const ANSWER_TIMEOUT_MS = 30_000;

interface SessionOrder {
  voteLines: VoteLines;
  /** Of one vote, as it stands on screen. */
  price: Money;
  voterEmail: string | null;
  locale: Language;
}

/** Creates the session of this browser, or brings the one there is up to date. */
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

/** Cards rest for an hour, after too many were declined. */
export const isRest = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'card-declines';

/** So many cards were declined that programs are suspected. */
export const isCaptchaRequired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'captcha-required';

/** A lost connection, a busy or broken server, and a race with another tab pass by themselves. */
export function refusalOf(error: unknown): SetupRefusal {
  if (!(error instanceof ApiError)) return { isFinal: false, retryAfterMs: null };
  const { status, code, retryAfterMs } = error;
  if (isRest(error)) return { isFinal: true, retryAfterMs: null };
  const isPassing = status === 429 || status >= 500 || code === 'payment-changed';
  return { isFinal: !isPassing, retryAfterMs };
}

export const sendVoterEmail = (paymentId: string, voterEmail: string): Promise<unknown> =>
  inTime(ANSWER_TIMEOUT_MS, (signal) =>
    call('PATCH /api/payment/:paymentId/email', {
      params: { paymentId },
      body: { voterEmail },
      signal,
    }),
  );

/** Fails when the server would charge other votes than those of the session. */
export const recordAttempt = async ({ paymentId, revision }: HeldSession): Promise<void> => {
  await inTime(ANSWER_TIMEOUT_MS, (signal) =>
    call('PATCH /api/payment/:paymentId/attempt', {
      params: { paymentId },
      body: { revision, openPayments: unknownPaymentIds() },
      signal,
    }),
  );
};
