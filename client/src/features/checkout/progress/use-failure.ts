import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { paidOrderOf } from '../model/paid-order';
import { outdatedTextIn } from './model/failure-text';
import type { PaymentFailure, PaymentProgress } from './model/payment-progress';
import { showFailure } from './model/payment-toasts';
import { usePaymentProgress } from './use-payment-progress';

const CHECKOUT = '/checkout';

/** Failures that a panel has shown. */
const shownFailures = new WeakSet<PaymentFailure>();

/**
 * Records that a panel on the page shows a failure. @returns true when it had not been shown before
 */
export function markFailureShown(failure: PaymentFailure): boolean {
  if (shownFailures.has(failure)) return false;
  shownFailures.add(failure);
  return true;
}

/** The checkout itself tells what has changed, in a notice or in place of the form. */
export function useOutdatedShown(): void {
  const { progress } = usePaymentProgress();
  const failure = outdatedTextIn(progress) && progress.phase === 'idle' && progress.failure;
  useEffect(() => {
    if (failure) markFailureShown(failure);
  }, [failure]);
}

/** Time in ms that the checkout needs to load, with its panel. */
const PANEL_MS = 1_500;

/**
 * Shows a failure in a toast when no panel does: on any other page, or when another method is
 * chosen.
 */
export function useFailureToast(progress: PaymentProgress): void {
  const failure = (progress.phase === 'idle' && progress.failure) || null;
  const [path, navigate] = useLocation();
  const isOnCheckout = path === CHECKOUT;
  useEffect(() => {
    if (failure === null) return;
    const timer = setTimeout(
      () => {
        if (!markFailureShown(failure)) return;
        const order = failure.stage === 'payment' ? paidOrderOf(failure.paymentId) : null;
        const isOffered = order !== null && !isOnCheckout;
        showFailure(failure, isOffered ? () => navigate(order.reopen()) : undefined);
      },
      isOnCheckout ? PANEL_MS : 0,
    );
    return () => clearTimeout(timer);
  }, [failure, isOnCheckout, navigate]);
}

/** Leads a voter who gives a payment up back to where it began, with the form as it was. */
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
    // Input made there since then is kept.
    if (!isThere) navigate(order?.reopen() ?? '/categories');
  }, [givenUpId, navigate]);
}
