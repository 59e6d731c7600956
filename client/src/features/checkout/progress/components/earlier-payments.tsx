import { useEffect, useReducer, useState, useSyncExternalStore } from 'react';
import { useLocation, useSearch } from 'wouter';
import {
  onOpenPaymentsChange,
  parsedPayments,
  type RememberedPayment,
  removeOpenPayment,
  storedOpenPayments,
} from '../../model/open-payments';
import { onEarlierRefresh, setEarlierState } from '../model/earlier-payments';
import { nextProgress } from '../model/next-progress';
import {
  followedQuietly,
  isChecking,
  openPaymentIn,
  type PaymentProgress,
} from '../model/payment-progress';
import { claimReceipt } from '../model/tab-lock';
import { usePaymentProgress } from '../use-payment-progress';
import { useStatusChecks } from '../use-status-checks';

/**
 * Follows the payments of this browser that no page waits for, until the server says that they are
 * finished: a voter who gave one up may still approve it.
 */
export function EarlierPayments() {
  const { progress } = usePaymentProgress();
  const stored = useSyncExternalStore(onOpenPaymentsChange, storedOpenPayments);
  const shownId = openPaymentIn(progress)?.paymentId;
  return parsedPayments(stored)
    .filter(({ paymentId }) => paymentId !== shownId)
    .map((payment, index) => (
      <EarlierPayment key={payment.paymentId} payment={payment} isNewest={index === 0} />
    ));
}

/**
 * True when the voter is on the page where the payment began, or anywhere in the checkout when that
 * is unknown.
 */
function useIsHere({ artist }: RememberedPayment): boolean {
  const [path] = useLocation();
  const search = useSearch();
  return path === '/checkout' && (artist === null || search.includes(artist.id));
}

const onVisibility = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
};
const isVisible = () => document.visibilityState === 'visible';

interface EarlierPaymentProps {
  payment: RememberedPayment;
  isNewest: boolean;
}

function EarlierPayment({ payment, isNewest }: EarlierPaymentProps) {
  const { paymentId } = payment;
  const [progress, dispatch] = useReducer(nextProgress, payment, followedQuietly);
  // With HTTP/1.1 a browser has six connections to us: held polls must not use them all.
  useStatusChecks(progress, dispatch, isNewest);
  useEffect(() => onEarlierRefresh(() => dispatch({ type: 'refreshRequested' })), []);
  useEffect(() => () => setEarlierState(paymentId, null), [paymentId]);
  useReportedState(progress, paymentId);
  useOutcome(progress, payment);
  return null;
}

/** Reports the state of an open payment to the page. */
function useReportedState(progress: PaymentProgress, paymentId: string): void {
  const isKnown = isChecking(progress) && progress.lostChecks === 0;
  const lapsesInMs = isKnown ? (progress.lapsesInMs ?? 0) : 0;
  useEffect(() => {
    if (!isKnown) return;
    const lapsesAt = Date.now() + lapsesInMs;
    setEarlierState(paymentId, { kind: 'open', lapsesAt, hasLapsed: lapsesInMs === 0 });
  }, [isKnown, lapsesInMs, paymentId]);
}

/** Shows the receipt on the page where the payment began, and a notice anywhere else. */
function useOutcome(progress: PaymentProgress, payment: RememberedPayment): void {
  const { progress: shown, dispatch } = usePaymentProgress();
  const isHere = useIsHere(payment);
  const isSeen = useSyncExternalStore(onVisibility, isVisible);
  const [isTaken, setIsTaken] = useState(false);
  const isFree = shown.phase === 'idle';
  const { paymentId, method } = payment;

  const paid = progress.phase === 'loadingReceipt' ? progress : null;
  const isToShow = paid !== null && isHere && isSeen && isFree && !isTaken;
  useEffect(() => {
    if (paid === null) return;
    const { receiptCode } = paid;
    if (!isToShow) return setEarlierState(paymentId, { kind: 'paid', receiptCode });
    let isOutdated = false;
    void claimReceipt(paymentId).then((isOurs) => {
      if (isOutdated) return;
      if (isOurs) dispatch({ type: 'earlierPaid', paymentId, method, receiptCode });
      else setIsTaken(true);
    });
    return () => {
      isOutdated = true;
    };
  }, [paid, isToShow, paymentId, method, dispatch]);

  const isOver = progress.phase === 'idle';
  const failure = (progress.phase === 'idle' && progress.failure) || null;
  useEffect(() => {
    if (!isOver) return;
    const mustShow = failure !== null && (isHere || failure.stage === 'missing');
    removeOpenPayment(paymentId);
    if (mustShow) dispatch({ type: 'earlierFailed', failure });
  }, [isOver, failure, isHere, paymentId, dispatch]);
}
