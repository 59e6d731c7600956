import type { PaymentIntentResult } from '@stripe/stripe-js';
import { ApiError } from '#client/lib/api/request';
import type { CardVerification } from '../../progress/model/payment-progress';
import type { CurrentSession } from './card-session';
import { outcomeOf } from './confirmation-outcome';

/** The provider's own fields on the page; our code never sees their content. */
export interface CardFields {
  /** Identifies the payment that they are for. */
  clientSecret: string;
  /** Makes the fields show what is missing; true when they are complete. */
  validate: () => Promise<boolean>;
  /** Fetches the amount again if it may have changed. */
  refresh: (revision: number) => Promise<void>;
  /** Leaves the page only when the bank requires it. */
  confirm: (returnUrl: string) => Promise<PaymentIntentResult>;
}

/** Dependencies of a card payment: the page, the server and the card provider. */
export interface PayByCardDeps {
  fields: CardFields;
  /** The session of the votes on screen; null when none could be set up. */
  session: () => Promise<CurrentSession | null>;
  /** Another session of the same votes. */
  renewedSession: () => Promise<CurrentSession | null>;
  sendEmail: (session: CurrentSession) => Promise<void>;
  recordAttempt: (session: CurrentSession) => Promise<void>;
  /** From here on money may move: whatever happens, the payment must be found again. */
  onAttempted: (paymentId: string) => void;
  returnUrl: (paymentId: string) => string;
}

export type CardOutcome =
  /** Nothing was charged, and the form is unchanged. */
  | { type: 'invalid' | 'incomplete' }
  /** Nothing was charged; the fields now belong to another payment. */
  | { type: 'refill' }
  /** Nothing was charged; the server or the provider rejected the payment. */
  | { type: 'refused'; error: unknown }
  | { type: 'declined'; paymentId: string; message: string | null }
  | { type: 'paid'; verification: CardVerification }
  | { type: 'unsettled'; paymentId: string; isUnexpected: boolean };

/**
 * Runs a card payment from the press of the button to the provider's response; never throws once
 * money may have moved.
 */
export async function payByCard(deps: PayByCardDeps): Promise<CardOutcome> {
  // Before any await, as the provider requires: a wallet opens only in direct response to a press.
  const validated = deps.fields.validate();
  const [isValid, session] = await Promise.all([validated, deps.session()]);
  if (!isValid) return { type: 'invalid' };
  if (session === null) return { type: 'incomplete' };

  const attempt = await attemptOnce(deps, session).catch((error: unknown) =>
    isOutdated(error) ? attemptAgain(deps) : refused(error),
  );
  return attempt.type === 'attempted' ? confirm(deps, attempt.session) : attempt;
}

type Attempt = { type: 'attempted'; session: CurrentSession } | CardOutcome;

const refused = (error: unknown): CardOutcome => ({ type: 'refused', error });

/**
 * True when another tab has changed the votes, the payment is finished, or the server does not have
 * it.
 */
const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'payment-changed' || error.code === 'payment-settled' || error.status === 404);

async function attemptOnce(deps: PayByCardDeps, session: CurrentSession): Promise<Attempt> {
  if (session.clientSecret !== deps.fields.clientSecret) return { type: 'refill' };
  await deps.fields.refresh(session.revision);
  await deps.sendEmail(session);
  await deps.recordAttempt(session);
  return { type: 'attempted', session };
}

async function attemptAgain(deps: PayByCardDeps): Promise<Attempt> {
  const session = await deps.renewedSession();
  if (session === null) return { type: 'incomplete' };
  return attemptOnce(deps, session).catch(refused);
}

async function confirm(deps: PayByCardDeps, session: CurrentSession): Promise<CardOutcome> {
  const { paymentId, clientSecret } = session;
  deps.onAttempted(paymentId);
  const outcome = await deps.fields
    .confirm(deps.returnUrl(paymentId))
    .then(outcomeOf, () => ({ type: 'unsettled', isUnexpected: true }) as const);
  switch (outcome.type) {
    case 'paid':
      return { type: 'paid', verification: verificationOf(paymentId, clientSecret) };
    case 'declined':
      return { ...outcome, paymentId };
    case 'unsettled':
      return { ...outcome, paymentId };
    case 'invalid':
      return outcome;
    case 'rejected':
      if (outcome.isIntentDead) await deps.renewedSession();
      return refused(null);
  }
}

/** Opens the bank's authentication again that had started before this page was loaded. */
export async function confirmAgain(
  { paymentId, clientSecret }: Pick<CurrentSession, 'paymentId' | 'clientSecret'>,
  openBankWindow: () => Promise<PaymentIntentResult>,
): Promise<CardOutcome> {
  const outcome = await openBankWindow().then(outcomeOf, () => null);
  switch (outcome?.type) {
    case 'paid':
      return { type: 'paid', verification: verificationOf(paymentId, clientSecret) };
    case 'declined':
      return { ...outcome, paymentId };
    default:
      // Possibly authenticated elsewhere: the server knows the result.
      return { type: 'unsettled', paymentId, isUnexpected: false };
  }
}

const verificationOf = (paymentId: string, clientSecret: string): CardVerification => ({
  paymentId,
  method: 'card',
  // The client secret starts with the id of the intent.
  paymentIntentId: clientSecret.replace(/_secret_.*$/, ''),
  clientSecret,
  isApproved: true,
});
