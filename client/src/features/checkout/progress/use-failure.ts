import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { paidOrderOf } from '../model/paid-order';
import type { PaymentFailure, PaymentProgress } from './model/payment-progress';
import { showFailure } from './model/payment-toasts';

const CHECKOUT = '/checkout';

/** What a panel has told. */
const told = new WeakSet<PaymentFailure>();

/** A panel that is on the page tells of a failure. @returns whether it is news */
export function tellFailure(failure: PaymentFailure): boolean {
  if (told.has(failure)) return false;
  told.add(failure);
  return true;
}

/** As long as a checkout takes that is being loaded, with its panel. */
const PANEL_MS = 1_500;

/** Tells of a failure by a toast where no panel does: on any other page, or with another method chosen. */
export function useFailureToast(progress: PaymentProgress): void {
  const failure = (progress.phase === 'idle' && progress.failure) || null;
  const [path, navigate] = useLocation();
  const isOnCheckout = path === CHECKOUT;
  useEffect(() => {
    if (failure === null) return;
    const timer = setTimeout(
      () => {
        if (!tellFailure(failure)) return;
        const order = failure.stage === 'payment' ? paidOrderOf(failure.paymentId) : null;
        const isOffered = order !== null && !isOnCheckout;
        showFailure(failure, isOffered ? () => navigate(order.reopen()) : undefined);
      },
      isOnCheckout ? PANEL_MS : 0,
    );
    return () => clearTimeout(timer);
  }, [failure, isOnCheckout, navigate]);
}

/** Leads who gives a payment up back to where it began, with the form as it was. */
export function useWayBack(progress: PaymentProgress): void {
  const givenUpId = (progress.phase === 'idle' && progress.givenUpId) || null;
  const [path, navigate] = useLocation();
  const latest = useRef(path);
  useEffect(() => {
    latest.current = path;
  });
  useEffect(() => {
    if (givenUpId === null) return;
    const order = paidOrderOf(givenUpId);
    const isThere =
      latest.current === CHECKOUT && (order === null || location.search.includes(order.artistId));
    // What has been filled in there since then stays.
    if (!isThere) navigate(order?.reopen() ?? '/categories');
  }, [givenUpId, navigate]);
}
