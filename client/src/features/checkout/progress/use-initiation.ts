import { type Dispatch, useEffect } from 'react';
import { useLocation } from 'wouter';
import { reportClientError } from '#client/lib/failures/client-errors';
import { nationalDigits } from '#shared/domain/phone';
import { rememberNamed, rememberPayment } from '../model/open-payments';
import { rememberDraft } from '../model/paid-order';
import { rememberPayer } from '../model/saved-payer';
import { useRefetchOutdated } from '../use-refetch-outdated';
import { askForPayment } from './api';
import { refreshEarlier } from './model/earlier-payments';
import { initiationFailureOf, UNSENT } from './model/failure-text';
import type { Initiating, PaymentEvent, PaymentProgress } from './model/payment-progress';
import { storePayment } from './model/pending-payment';
import { type OpenSubmission, onSubmissionChange, settleSubmission } from './model/submission';
import { useRequestTimes } from './use-status-checks';

/** After this many ms without a response, a notice says that the network is slow. */
const SLOW_AFTER_MS = 8_000;

/** Makes the server start the payment that the voter wants, and finds out whether it did. */
export function useInitiation(progress: PaymentProgress, dispatch: Dispatch<PaymentEvent>): void {
  const initiating = progress.phase === 'initiating' ? progress : null;
  useRequest(initiating, dispatch);
  useRequestTimes(initiating, dispatch);
  useSlowNotice(initiating?.isOwn === true && initiating.lostChecks === 0, dispatch);
  useClosedOverlay(initiating !== null, dispatch);
  useEffect(
    () =>
      onSubmissionChange((isOpen) =>
        dispatch({ type: isOpen ? 'submissionFound' : 'submissionSettled' }),
      ),
    [dispatch],
  );
}

function useRequest(initiating: Initiating | null, dispatch: Dispatch<PaymentEvent>): void {
  const refetchOutdated = useRefetchOutdated();
  const isRunning = initiating !== null && initiating.nextCheckInMs === 0;
  const requestNumber = isRunning ? initiating.requestNumber : null;
  const isRepeat = isRunning && initiating.lostChecks > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated request may be equal in everything but its number
  useEffect(() => {
    if (requestNumber === null) return;
    const outdated = new AbortController();
    void askForPayment(isRepeat, outdated.signal).then(async (answer) => {
      // The form shows what has changed before the overlay that hides it closes.
      if (answer.outcome === 'refused') await refetchOutdated(answer.error);
      if (outdated.signal.aborted) return;
      switch (answer.outcome) {
        case 'started': {
          const { paymentId, submission } = answer;
          noteStarted(paymentId, submission);
          return dispatch({ type: 'initiated', paymentId, at: Date.now() });
        }
        case 'refused': {
          const failure = initiationFailureOf(answer.error);
          settleSubmission(answer.submission.key);
          rememberNamed(answer.error.body);
          refreshEarlier();
          dispatch({ type: 'initiationFailed', ...failure });
          if (failure.textKey === 'checkout.error.generic') {
            reportClientError(
              'payment',
              new Error(answer.error.code ?? 'a response without an error code'),
            );
          }
          return;
        }
        case 'unsent':
          settleSubmission(answer.submission.key);
          return dispatch({ type: 'initiationFailed', ...UNSENT });
        case 'lost':
          return dispatch({ type: 'connectionLost', retryAfterMs: answer.retryAfterMs });
        case 'settled-elsewhere':
          return dispatch({ type: 'submissionSettled' });
      }
    });
    return () => outdated.abort();
  }, [requestNumber, isRepeat, dispatch]);
}

/**
 * Stored before the request is removed, so that no other tab can conclude in between that nothing
 * is open.
 */
function noteStarted(paymentId: string, { key, artist, own }: OpenSubmission): void {
  const payment = { paymentId, method: 'mobile-money' } as const;
  rememberPayment(payment, artist);
  if (own) {
    const { body, keepsNumber, draft } = own;
    rememberDraft(paymentId, draft);
    rememberPayer(paymentId, keepsNumber ? nationalDigits(body.phoneNumber) : null);
  }
  storePayment(payment);
  settleSubmission(key);
}

function useSlowNotice(isSending: boolean, dispatch: Dispatch<PaymentEvent>): void {
  useEffect(() => {
    if (!isSending) return;
    const timer = setTimeout(() => dispatch({ type: 'answerSlow' }), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isSending, dispatch]);
}

/** Closes the overlay when the voter navigates back. */
function useClosedOverlay(isInitiating: boolean, dispatch: Dispatch<PaymentEvent>): void {
  const [path] = useLocation();
  const isElsewhere = path !== '/checkout';
  useEffect(() => {
    if (isInitiating && isElsewhere) dispatch({ type: 'overlayClosed' });
  }, [isInitiating, isElsewhere, dispatch]);
}
