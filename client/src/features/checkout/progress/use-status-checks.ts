import { type Dispatch, useEffect } from 'react';
import { checkStatus, useRecount } from './api';
import { mayHoldMs } from './model/next-progress';
import {
  type Checking,
  isChecking,
  type PaymentEvent,
  type PaymentProgress,
} from './model/payment-progress';
import { onVoterReturn } from './model/pending-payment';

/** After this long without an answer, the server is holding it. */
const HELD_AFTER_MS = 1_000;

/** Polls the payment's state at the times of the schedule. */
export function useStatusChecks(progress: PaymentProgress, dispatch: Dispatch<PaymentEvent>): void {
  const checks = isChecking(progress) ? progress : null;
  const waitMs = checks?.nextCheckInMs ?? null;
  const isConnectionLost = checks !== null && checks.lostChecks > 0;

  useStatusRequest(checks !== null && waitMs === 0 ? checks : null, dispatch);
  useWait(waitMs === 0 ? null : waitMs, isConnectionLost, dispatch);
  useCheckOnReturn(checks !== null, dispatch);
}

/** Phones put timers and requests to sleep while the voter is in the operator's app. */
function useCheckOnReturn(isChecking: boolean, dispatch: Dispatch<PaymentEvent>): void {
  useEffect(
    () => (isChecking ? onVoterReturn(() => dispatch({ type: 'voterReturned' })) : undefined),
    [isChecking, dispatch],
  );
}

/** @param running null while none is under way */
function useStatusRequest(running: Checking | null, dispatch: Dispatch<PaymentEvent>): void {
  const recount = useRecount();
  const paymentId = running?.paymentId ?? null;
  const question = running?.question ?? null;
  const waitMs = running === null ? 0 : mayHoldMs(running);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next question may be the same in all else
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
      if (answer === 'payment-unknown') return dispatch({ type: 'paymentUnknown' });
      dispatch({ type: 'statusReceived', ...answer });
      if (answer.status === 'completed') recount();
    });
    return () => {
      clearTimeout(held);
      outdated.abort();
    };
  }, [paymentId, question, waitMs, dispatch, recount]);
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
