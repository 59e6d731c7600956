import { type Dispatch, useEffect } from 'react';
import { forgetDraft, savePayerOf } from '../model/saved-payer';
import { loadReceipt } from './api';
import type { PaymentEvent, PaymentProgress } from './model/payment-progress';
import { showReceiptError } from './model/payment-toasts';

/** Fetches the receipt of a payment that has just been completed. */
export function useReceipt(progress: PaymentProgress, dispatch: Dispatch<PaymentEvent>): void {
  const paymentId = progress.phase === 'loadingReceipt' ? progress.paymentId : null;
  useEffect(() => {
    if (paymentId === null) return;
    savePayerOf(paymentId);
    const outdated = new AbortController();
    loadReceipt(paymentId, outdated.signal).then(
      (receipt) => {
        if (outdated.signal.aborted) return;
        dispatch({ type: 'receiptLoaded', receipt });
        forgetDraft();
      },
      () => {
        if (outdated.signal.aborted) return;
        dispatch({ type: 'receiptFailed' });
        showReceiptError();
      },
    );
    return () => outdated.abort();
  }, [paymentId, dispatch]);
}
