import { type Dispatch, useEffect } from 'react';
import { rememberedPayment } from '../model/open-payments';
import { checkStatus, useRefetchTotals } from './api';
import { mayHoldMs } from './model/next-progress';
import {
  type Checking,
  type Initiating,
  isChecking,
  type PaymentEvent,
  type PaymentProgress,
} from './model/payment-progress';
import { onVoterReturn } from './model/pending-payment';

/** After this many ms without a response, the server is holding it. */
const HELD_AFTER_MS = 1_000;

/**
 * Polls the payment's state according to the schedule.
 * @param mayHold true when the server may hold its responses
 */
export function useStatusChecks(
  progress: PaymentProgress,
  dispatch: Dispatch<PaymentEvent>,
  mayHold = true,
): void {
  const checks = isChecking(progress) ? progress : null;
  useStatusRequest(checks?.nextCheckInMs === 0 ? checks : null, dispatch, mayHold);
  useRequestTimes(checks, dispatch);
}

/** Sends the next request when its wait is over, and when the network or the voter is back. */
export function useRequestTimes(
  requesting: Checking | Initiating | null,
  dispatch: Dispatch<PaymentEvent>,
): void {
  const waitMs = requesting?.nextCheckInMs ?? 0;
  const isConnectionLost = requesting !== null && requesting.lostChecks > 0;
  useWait(waitMs === 0 ? null : waitMs, dispatch);
  useReturns(requesting !== null, isConnectionLost, dispatch);
}

/**
 * Phones suspend timers and requests while the voter is in the operator's app; and a request sent
 * before the network was back may wait on a dead connection.
 */
function useReturns(
  isRequesting: boolean,
  isConnectionLost: boolean,
  dispatch: Dispatch<PaymentEvent>,
): void {
  useEffect(
    () => (isRequesting ? onVoterReturn(() => dispatch({ type: 'voterReturned' })) : undefined),
    [isRequesting, dispatch],
  );
  useEffect(() => {
    if (!isConnectionLost) return;
    const back = () => dispatch({ type: 'voterReturned' });
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, [isConnectionLost, dispatch]);
}

/** @param running null while none is running */
function useStatusRequest(
  running: Checking | null,
  dispatch: Dispatch<PaymentEvent>,
  mayHold: boolean,
): void {
  const refetchTotals = useRefetchTotals();
  const paymentId = running?.paymentId ?? null;
  const requestNumber = running?.requestNumber ?? null;
  const waitMs = running !== null && mayHold ? mayHoldMs(running) : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated request may be equal in everything but its number
  useEffect(() => {
    if (paymentId === null) return;
    const outdated = new AbortController();
    const askedAt = performance.now();
    const held =
      waitMs > 0 ? setTimeout(() => dispatch({ type: 'answerHeld' }), HELD_AFTER_MS) : undefined;
    void checkStatus({ paymentId, waitMs }, outdated.signal).then((answer) => {
      clearTimeout(held);
      if (outdated.signal.aborted) return;
      if (answer === 'connection-lost') {
        const afterMs = performance.now() - askedAt;
        return dispatch(
          waitMs > 0 ? { type: 'heldAnswerCut', afterMs } : { type: 'connectionLost' },
        );
      }
      if (answer === 'payment-unknown') {
        const wasNamed = Boolean(rememberedPayment(paymentId)?.artist);
        return dispatch({ type: 'paymentUnknown', wasNamed });
      }
      dispatch({ type: 'statusReceived', ...answer });
      if (answer.status === 'completed') refetchTotals();
    });
    return () => {
      clearTimeout(held);
      outdated.abort();
    };
  }, [paymentId, requestNumber, waitMs, dispatch, refetchTotals]);
}

function useWait(waitMs: number | null, dispatch: Dispatch<PaymentEvent>): void {
  useEffect(() => {
    if (waitMs === null) return;
    const timer = setTimeout(() => dispatch({ type: 'waitEnded' }), waitMs);
    return () => clearTimeout(timer);
  }, [waitMs, dispatch]);
}
