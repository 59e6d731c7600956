import { isUuid } from '#shared/domain/uuid';
import type { CardVerification } from './payment-progress';
import { storedPayment } from './pending-payment';

/** The first parameter is ours; the other three come from the card provider. */
const PAYMENT_PARAMETER = 'payment';
const INTENT_PARAMETER = 'payment_intent';
const SECRET_PARAMETER = 'payment_intent_client_secret';
const STATUS_PARAMETER = 'redirect_status';

const INTENT_ID = /^pi_\w{1,250}$/;

/**
 * Returns the checkout address to which the bank's page redirects. It contains only the required
 * data of the artist, because the provider limits the length.
 */
export function cardReturnUrl({ id, name }: { id: string; name: string }, paymentId: string) {
  const url = new URL('/checkout', location.origin);
  url.searchParams.set('artist', JSON.stringify({ id, name }));
  url.searchParams.set(PAYMENT_PARAMETER, paymentId);
  return url.href;
}

/** Reads what the provider added to the address; null when it added nothing. */
export function readCardReturn(parameters: URLSearchParams): CardVerification | null {
  const paymentIntentId = parameters.get(INTENT_PARAMETER);
  const clientSecret = parameters.get(SECRET_PARAMETER);
  if (!paymentIntentId || !clientSecret || !INTENT_ID.test(paymentIntentId)) return null;
  const paymentId = parameters.get(PAYMENT_PARAMETER);
  return {
    paymentId: paymentId && isUuid(paymentId) ? paymentId : storedCardPaymentId(),
    method: 'card',
    paymentIntentId,
    clientSecret,
    isApproved: parameters.get(STATUS_PARAMETER) === 'succeeded',
  };
}

function storedCardPaymentId(): string | null {
  const stored = storedPayment();
  return stored?.method === 'card' ? stored.paymentId : null;
}

let taken: CardVerification | null = null;

/**
 * Returns the parameters with which the voter came back from the bank's page, or null. They are
 * read once, then removed from the address.
 */
export function cardReturn(): CardVerification | null {
  taken ??= takeCardReturn();
  return taken;
}

function takeCardReturn(): CardVerification | null {
  const url = new URL(location.href);
  const verification = readCardReturn(url.searchParams);
  if (verification) {
    for (const name of [PAYMENT_PARAMETER, INTENT_PARAMETER, SECRET_PARAMETER, STATUS_PARAMETER]) {
      url.searchParams.delete(name);
    }
    // The secret must stay neither in the address nor in the history.
    history.replaceState(history.state, '', url);
  }
  return verification;
}
