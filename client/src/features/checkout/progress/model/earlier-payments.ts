import { useSyncExternalStore } from 'react';
import {
  onOpenPaymentsChange,
  openPayments,
  parsedPayments,
  type RememberedPayment,
  storedOpenPayments,
} from '../../model/open-payments';

/** What the server has said of a payment that was given up, and is followed all the same. */
export type EarlierState =
  | {
      kind: 'open';
      /** Until when a second prompt is refused, in epoch ms by our clock; of a card nothing is. */
      lapsesAt: number;
      /** The server refuses none any more. */
      hasLapsed: boolean;
    }
  /** Its voter has not seen the receipt yet. */
  | { kind: 'paid'; receiptCode: string | null };

export type EarlierPayment = RememberedPayment & { state: EarlierState };

const states = new Map<string, EarlierState>();
const watchers = new Set<() => void>();
let list: { stored: string | null; payments: EarlierPayment[] } | null = null;

/** @param state null once it is not followed here any more */
export function tellEarlier(paymentId: string, state: EarlierState | null): void {
  if (state === null) states.delete(paymentId);
  else states.set(paymentId, state);
  list = null;
  for (const onChange of [...watchers]) onChange();
}

/** Of which the server has said something; the same list for as long as nothing has changed. */
function told(): EarlierPayment[] {
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

export const useEarlierPayments = (): EarlierPayment[] => useSyncExternalStore(watch, told);

/** Of those whose outcome this browser does not know: nothing more may be paid before they are asked about. */
export const unknownPaymentIds = (): string[] =>
  openPayments()
    .map(({ paymentId }) => paymentId)
    .filter((paymentId) => states.get(paymentId)?.kind !== 'paid');

const askers = new Set<() => void>();

/** @returns takes it back */
export function onEarlierAsked(ask: () => void): () => void {
  askers.add(ask);
  return () => askers.delete(ask);
}

/** The server knows more of them than this page does. */
export function askAboutEarlier(): void {
  for (const ask of [...askers]) ask();
}
