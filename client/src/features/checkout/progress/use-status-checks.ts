import { type Dispatch, useEffect } from 'react';
import type { PaymentMethod } from '#shared/domain/payment';
import { checkStatus, useRecount } from './api';
import { isChecking, type PaymentEvent, type PaymentProgress } from './model/payment-progress';
import { showPaymentFailure } from './model/payment-toasts';
import { onVoterReturn } from './model/pending-payment';

/** Polls the payment's state at the times of the schedule. */
export function useStatusChecks(progress: PaymentProgress, dispatch: Dispatch<PaymentEvent>): void {
  const checks = isChecking(progress) ? progress : null;
  const paymentId = checks?.paymentId ?? null;
  const waitMs = checks?.nextCheckInMs ?? null;
  const method = checks?.method ?? 'mobile-money';
  const isConnectionLost = checks !== null && checks.lostChecks > 0;

  useStatusRequest(waitMs === 0 ? paymentId : null, method, dispatch);
  useWait(waitMs === 0 ? null : waitMs, isConnectionLost, dispatch);
  useCheckOnReturn(checks !== null && waitMs !== 0, dispatch);
}

/** Phones put timers to sleep while the voter is in the operator's app. */
function useCheckOnReturn(isWaiting: boolean, dispatch: Dispatch<PaymentEvent>): void {
  useEffect(
    () => (isWaiting ? onVoterReturn(() => dispatch({ type: 'voterReturned' })) : undefined),
    [isWaiting, dispatch],
  );
}

function useStatusRequest(
  paymentId: string | null,
  method: PaymentMethod,
  dispatch: Dispatch<PaymentEvent>,
): void {
  const recount = useRecount();
  useEffect(() => {
    if (paymentId === null) return;
    const outdated = new AbortController();
    void checkStatus(paymentId, outdated.signal).then((answer) => {
      if (outdated.signal.aborted) return;
      if (answer === 'connection-lost') return dispatch({ type: 'connectionLost' });
      if (answer === 'payment-unknown') return dispatch({ type: 'paymentUnknown' });
      dispatch({ type: 'statusReceived', ...answer });
      if (answer.status === 'failed') showPaymentFailure(answer.failureReason, method);
      if (answer.status === 'completed') recount();
    });
    return () => outdated.abort();
  }, [paymentId, method, dispatch, recount]);
}

function useWait(
  waitMs: number | null,
  isConnectionLost: boolean,
  dispatch: Dispatch<PaymentEvent>,
): void {
  useEffect(() => {
    if (waitMs === null) return;
    const endWait = () => dispatch({ type: 'waitEnded' });
    const timer = setTimeout(endWait, waitMs);
    if (isConnectionLost) window.addEventListener('online', endWait, { once: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', endWait);
    };
  }, [waitMs, isConnectionLost, dispatch]);
}
