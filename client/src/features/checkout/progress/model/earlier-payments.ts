import { useSyncExternalStore } from 'react';
import {
  onOpenPaymentsChange,
  openPayments,
  parsedPayments,
  type RememberedPayment,
  storedOpenPayments,
} from '../../model/open-payments';

/** State of a payment that was given up but is still followed, as the server reported it. */
export type EarlierState =
  | {
      kind: 'open';
      /**
       * Until when a second prompt is rejected, in epoch ms by the browser's clock; never for a
       * card.
       */
      lapsesAt: number;
      /** True once the server no longer rejects a second prompt. */
      hasLapsed: boolean;
    }
  /** The voter has not seen the receipt yet. */
  | { kind: 'paid'; receiptCode: string | null };

export type EarlierPayment = RememberedPayment & { state: EarlierState };

const states = new Map<string, EarlierState>();
const watchers = new Set<() => void>();
let list: { stored: string | null; payments: EarlierPayment[] } | null = null;

/** @param state null once it is no longer followed here */
export function setEarlierState(paymentId: string, state: EarlierState | null): void {
  if (state === null) states.delete(paymentId);
  else states.set(paymentId, state);
  list = null;
  for (const onChange of [...watchers]) onChange();
}

/**
 * Payments whose state the server has reported; the same list for as long as nothing has changed.
 */
function knownEarlierPayments(): EarlierPayment[] {
  const stored = storedOpenPayments();
  if (list?.stored !== stored) {
    const payments = parsedPayments(stored).flatMap((payment) => {
      const state = states.get(payment.paymentId);
      return state ? [{ ...payment, state }] : [];
    });
    list = { stored, payments };
  }
  return list.payments;
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  const stop = onOpenPaymentsChange(onChange);
  return () => {
    watchers.delete(onChange);
    stop();
  };
}

export const useEarlierPayments = (): EarlierPayment[] =>
  useSyncExternalStore(watch, knownEarlierPayments);

/**
 * Ids of payments whose outcome this browser does not know: they must be checked before anything
 * more may be paid.
 */
export const unknownPaymentIds = (): string[] =>
  openPayments()
    .map(({ paymentId }) => paymentId)
    .filter((paymentId) => states.get(paymentId)?.kind !== 'paid');

const refreshers = new Set<() => void>();

/** @returns a function that unsubscribes */
export function onEarlierRefresh(refresh: () => void): () => void {
  refreshers.add(refresh);
  return () => refreshers.delete(refresh);
}

/** Requests the state again, because the server has newer data than this page. */
export function refreshEarlier(): void {
  for (const refresh of [...refreshers]) refresh();
}
