import { browserStorage } from '#client/lib/browser/storage';
import type { ErrorBody } from '#shared/contracts/errors';
import type { PaymentMethod } from '#shared/domain/payment';
import { MAX_OPEN_PAYMENTS } from '#shared/domain/polling';
import { isUuid } from '#shared/domain/uuid';
import { OPEN_PAYMENTS_KEY } from './open-payment-keys';

/** A created payment whose outcome the voter has not seen yet. */
export interface OpenPayment {
  paymentId: string;
  method: PaymentMethod;
}

/** A payment of this browser that is not known to be finished, whichever tab started it. */
export interface RememberedPayment extends OpenPayment {
  /** The artist voted for; null when the server returned only the payment's id. */
  artist: { id: string; name: string } | null;
  /** When the server first returned 404 for it, in epoch ms. */
  missingSince?: number;
}

/** How long a payment that the server created and then lost is still polled, in ms. */
const RECOVERED_WITHIN_MS = 10 * 60_000;

const watchers = new Set<() => void>();
/** The payment removed last: its artist is still needed for the link back. */
let lastRemoved: RememberedPayment | null = null;

/** The stored JSON: the same string for as long as nothing has changed. */
export const storedOpenPayments = (): string | null => browserStorage.getItem(OPEN_PAYMENTS_KEY);

/** Newest first. */
export const openPayments = (): RememberedPayment[] => parsedPayments(storedOpenPayments());

export function parsedPayments(stored: string | null): RememberedPayment[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(list) ? list.filter(isRemembered) : [];
  } catch {
    return []; // Not written by this code.
  }
}

const isRemembered = (entry: Partial<RememberedPayment> | null): entry is RememberedPayment =>
  typeof entry?.paymentId === 'string' &&
  isUuid(entry.paymentId) &&
  (entry.method === 'card' || entry.method === 'mobile-money') &&
  (entry.artist === null ||
    (typeof entry.artist?.id === 'string' && typeof entry.artist.name === 'string'));

function store(payments: RememberedPayment[]): void {
  if (payments.length === 0) browserStorage.removeItem(OPEN_PAYMENTS_KEY);
  else {
    const bounded = payments.slice(0, MAX_OPEN_PAYMENTS);
    browserStorage.setItem(OPEN_PAYMENTS_KEY, JSON.stringify(bounded));
  }
  for (const onChange of [...watchers]) onChange();
}

/** @param artist left out when unknown; a stored one is then kept */
export function rememberPayment(
  { paymentId, method }: OpenPayment,
  artist: RememberedPayment['artist'] = null,
): void {
  const others = openPayments().filter((payment) => payment.paymentId !== paymentId);
  const known = rememberedPayment(paymentId);
  store([{ paymentId, method, artist: artist ?? known?.artist ?? null }, ...others]);
}

/**
 * Removes a payment that is finished and whose outcome the voter has seen: it is no longer checked.
 */
export function removeOpenPayment(paymentId: string): void {
  const open = openPayments();
  const settled = open.find((payment) => payment.paymentId === paymentId);
  if (!settled) return;
  lastRemoved = settled;
  store(open.filter((payment) => payment !== settled));
}

export const rememberedPayment = (paymentId: string): RememberedPayment | null =>
  [...openPayments(), lastRemoved].find((payment) => payment?.paymentId === paymentId) ?? null;

/**
 * Records that the server returned 404 for this payment. After a failover the server may recreate
 * it from the provider's record; until then the 404 counts as a failed poll.
 *
 * @returns true when it may still come back
 */
export function isRecoverable(paymentId: string): boolean {
  const open = openPayments();
  const missing = open.find((payment) => payment.paymentId === paymentId);
  // An entry without an artist was not created by this browser's own request.
  if (!missing?.artist) return false;
  const { missingSince = Date.now() } = missing;
  if (missing.missingSince === undefined) {
    store(open.map((payment) => (payment === missing ? { ...payment, missingSince } : payment)));
  }
  const missingForMs = Date.now() - missingSince;
  return missingForMs >= 0 && missingForMs < RECOVERED_WITHIN_MS;
}

/** Records that the server has found the payment (again). */
export function noteFound(paymentId: string): void {
  const open = openPayments();
  const found = open.find((payment) => payment.paymentId === paymentId);
  if (found?.missingSince === undefined) return;
  const { missingSince: _, ...known } = found;
  store(open.map((payment) => (payment === found ? known : payment)));
}

/**
 * Stores the payment that an error response names. The server names only payments of this browser,
 * all by mobile money.
 */
export function rememberNamed({ paymentId }: Partial<ErrorBody>): void {
  if (paymentId === undefined || !isUuid(paymentId)) return;
  if (openPayments().some((payment) => payment.paymentId === paymentId)) return;
  rememberPayment({ paymentId, method: 'mobile-money' });
}

/** Calls back when this tab or another one has changed the list. */
export function onOpenPaymentsChange(onChange: () => void): () => void {
  const listener = ({ key }: StorageEvent) => {
    if (key === OPEN_PAYMENTS_KEY || key === null) onChange();
  };
  watchers.add(onChange);
  window.addEventListener('storage', listener);
  return () => {
    watchers.delete(onChange);
    window.removeEventListener('storage', listener);
  };
}
