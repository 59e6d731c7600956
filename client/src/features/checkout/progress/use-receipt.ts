import { type Dispatch, useEffect } from 'react';
import { forgetDraftOf } from '../model/paid-order';
import { forgetDraft, savePayerOf } from '../model/saved-payer';
import { loadReceipt } from './api';
import type { PaymentEvent, PaymentProgress } from './model/payment-progress';

/** Shows the receipt of a payment that has just completed, and fetches it unless it came along. */
export function useReceipt(progress: PaymentProgress, dispatch: Dispatch<PaymentEvent>): void {
  const paid = progress.phase === 'loadingReceipt' ? progress : null;
  const paymentId = paid?.paymentId ?? null;
  const receiptCode = paid?.receiptCode ?? null;
  const receipt = paid?.receipt;
  useEffect(() => {
    if (paymentId === null) return;
    savePayerOf(paymentId);
    forgetDraft();
    forgetDraftOf(paymentId);
    const outdated = new AbortController();
    loadReceipt({ receiptCode, receipt }, outdated.signal).then(
      (loaded) => {
        if (outdated.signal.aborted) return;
        dispatch({ type: 'receiptLoaded', receipt: loaded });
      },
      () => {
        if (outdated.signal.aborted) return;
        dispatch({ type: 'receiptFailed' });
      },
    );
    return () => outdated.abort();
  }, [paymentId, receiptCode, receipt, dispatch]);
}
